"""A match survives whatever tears its file: a cut, zeros, a process that is killed."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from crossing_game import Crossing, Shoot, State, ford, game
from crossing_matches import created, linked, played

from rcw_rules import FileError, RulesError, SeededDice
from rcw_rules.games import Match, MatchError, MatchFile, read_match

PLAYS = """
import sys
from rcw_rules.games import MatchFile
from crossing_game import ford, game
with MatchFile.create(sys.argv[1], game, ford(200), seed=sys.argv[2]) as file:
    while file.match.pending is not None:
        match = file.answer("pass")
        print(match.length, match.latest.digest, flush=True)
"""


def test_a_file_cut_anywhere_in_its_last_two_lines_opens_with_every_whole_event(tmp_path: Path) -> None:
    whole = tmp_path / "whole.match"
    match = played(whole)
    content = whole.read_bytes()
    ends = [number + 1 for number, byte in enumerate(content) if byte == 10]
    path = tmp_path / "cut.match"
    for size in range(ends[-3], len(content) + 1):
        path.write_bytes(content[:size])
        # A line is whole with its last brace; the line feed behind it may be lost.
        events = sum(end - 1 <= size for end in ends) - 1
        text = read_match(path, game)
        assert text.entries == match.entries[:events]
        torn = size - ends[events] if size >= ends[events] else 0
        assert text.lost == (f"line {events + 2} was torn off after {torn} bytes" if torn else "")
        if size % 9 and min(abs(end - size) for end in ends) > 2:
            continue  # every ninth size is opened, and those at the ends of lines
        with MatchFile.open(path, game) as file:
            assert file.lost == text.lost
            assert file.match.entries[:events] == match.entries[:events]
            # What goes on by itself goes on as it did.
            assert match.entries[: file.match.length] == file.match.entries
        assert read_match(path, game).lost == ""
        assert path.read_bytes() == content[: path.stat().st_size]


def test_a_match_that_lost_its_end_ends_as_it_would_have(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    match = played(path)
    path.write_bytes(path.read_bytes()[:-200])
    with MatchFile.open(path, game) as file:
        assert file.lost
        while file.match.length < match.length:
            file.answer("pass")
        assert file.match.state == match.state
    assert read_match(path, game).match().state == match.state


def test_a_crash_that_leaves_zeros_is_a_torn_line(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    match = played(path)
    with path.open("ab") as file:
        file.write(bytes(500))
    assert read_match(path, game).lost.endswith("torn off after 500 bytes")
    MatchFile.open(path, game).close()
    assert read_match(path, game).entries == match.entries


@pytest.mark.parametrize("number", range(3))
def test_a_killed_process_has_lost_nothing_that_it_had_shown(tmp_path: Path, number: int) -> None:
    path = tmp_path / "killed.match"
    rng = random.Random(number)
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYS, str(path), str(number)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    assert process.stdout is not None
    shown = [process.stdout.readline() for _ in range(rng.randint(1, 30))]
    time.sleep(rng.random() / 200)
    process.kill()
    shown += process.stdout.readlines()
    process.stdout.close()
    process.wait()
    assert process.returncode < 0
    length, digest = shown[-1].split() if shown[-1].endswith("\n") else shown[-2].split()
    with MatchFile.open(path, game) as file:
        assert file.match.length >= int(length)
        at = next(event for event in file.match.line_of_play if event.number == int(length))
        assert at.digest == digest
        file.answer("pass")
    text = read_match(path, game)
    assert text.match().state == file.match.state
    assert text.lost == ""


# ------------------------------------------------------------------ what would make a file unreadable


def test_only_what_goes_on_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    with created(path) as file:
        first = file.match
        file.answer("pass")
        file.answer("pass")
        for other in (first, Match.begin(game, ford(), dice=SeededDice(77)).answer("pass").answer("pass")):
            with pytest.raises(MatchError, match="does not go on from the one that is kept"):
                file.keep(other)
        file.answer("pass")
        kept = file.match.entries
    assert read_match(path, game).entries == kept


def begun_and_seen(path: Path) -> MatchFile[Crossing, State, Any]:
    """Return a match whose third event is under way: its die was thrown, and somebody is asked who falls."""
    file = created(path, None)
    for answer in (4, Shoot(place=4, patrol="Scouts"), 5):
        file.answer(answer)
    assert file.match.under_way is not None
    return file


@pytest.mark.parametrize(
    "replaced",
    [
        lambda line: line["event"].update(answers=[]),
        lambda line: line["event"]["answers"][0].update(faces=[6]),
        lambda line: line["event"].update(action="pass"),
        lambda line: line["event"].update(side="white"),
        lambda line: line.update(event=None),
        lambda line: line.update(kind="undo", undone=[1]),
    ],
)
def test_a_die_that_was_taken_back_without_a_reason_is_told(
    tmp_path: Path, replaced: Callable[[dict[str, Any]], None]
) -> None:
    path = tmp_path / "ford.match"
    begun_and_seen(path).close()
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    other = json.loads(json.dumps(lines[-1]))
    assert other["kind"] == "unfinished"
    assert other["event"]["answers"][0]["faces"] == [5]
    replaced(other)
    if other["kind"] == "undo":
        del other["event"]
    path.write_bytes(linked([*lines, lines[-1]]))
    assert read_match(path, game).retaken == ()
    path.write_bytes(linked([*lines, other]))
    assert read_match(path, game).retaken == ((3, ""),)
    path.write_bytes(linked([*lines, {**other, "reason": "it fell off the table"}]))
    if other["kind"] == "unfinished":
        assert read_match(path, game).retaken == ((3, "it fell off the table"),)


def test_an_event_that_lost_a_die_is_told(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    with begun_and_seen(path) as file:
        file.answer(None)
        assert file.match.under_way is None
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    event = next(line for line in lines[3:] if line["kind"] == "event")
    event["answers"][0]["faces"] = [6]
    path.write_bytes(linked(lines))
    assert read_match(path, game).retaken == ((3, ""),)


def test_a_match_without_a_die_that_was_seen_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    with begun_and_seen(path) as file:
        kept = file.match
        with pytest.raises(MatchError, match="a die was seen that this match lacks"):
            file.keep(kept.undo(reason="it fell off the table"))
        assert file.match is kept
        file.keep(kept.undo(reason="it fell off the table"), reason="it fell off the table")
        file.answer(6)
    assert read_match(path, game).retaken == ((3, "it fell off the table"),)


def test_threads_answer_one_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    with created(path, turns=6) as file:

        def answer(_: int) -> None:
            with suppress(RulesError):  # the game may be over
                file.answer(None)

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(answer, range(8)))
        kept = file.match.entries
    assert len(kept) > 8
    assert read_match(path, game).entries == kept


@pytest.mark.parametrize(
    ("accident", "told"),
    [(Path.unlink, "was deleted or replaced"), (lambda path: os.truncate(path, 9), "another program has cut it short")],
)
def test_a_file_that_is_no_longer_there_is_told(tmp_path: Path, accident: Callable[[Path], None], told: str) -> None:
    path = tmp_path / "ford.match"
    with created(path) as file:
        kept = file.match
        accident(path)
        with pytest.raises(FileError, match=told):
            file.answer("pass")
        assert file.match is kept
