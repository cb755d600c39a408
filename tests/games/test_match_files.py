"""A match on disk: there before it is shown, whole after every accident, and nobody changes it unseen."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from crossing_game import Crossing, CrossingGame, Shoot, State, ford, game
from crossing_matches import SEED, created, linked, played

from rcw_rules import FileError, IllegalRequestError, Override, RulesError, WireVersionError
from rcw_rules.games import Event, MatchError, MatchFile, MatchText, Undo, diagnosed, read_match
from rcw_rules.kernel.questions import Throw

HIT = Shoot(place=4, patrol="Scouts")


def data_of(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


# ------------------------------------------------------------------ writing and reading


def test_a_match_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    match = played(path)
    text = read_match(path, game)
    assert (text.entries, text.under_way, text.lost, text.seed) == (match.entries, None, "", str(SEED))
    assert text.size == len(path.read_bytes())
    assert text.match().state == match.state
    assert text.match().pending.told == match.pending.told  # type: ignore[union-attr]
    with MatchFile.open(path, game) as file:
        assert (file.match.state, file.match.entries, file.lost) == (match.state, match.entries, "")


def test_the_first_line_says_what_is_played(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    played(path)
    header = data_of(path)[0]
    assert (header["format"], header["schema_version"], header["seed"]) == ("rcw-match", 1, str(SEED))
    assert header["ruleset"]["id"] == "crossing"
    assert header["scenario"]["title"] == "The ford"
    assert [line["kind"] for line in data_of(path)[1:]] == ["event", "event", "event", "undo"] + ["event"] * 3


def test_every_answer_is_on_disk_before_it_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    with created(path) as file:
        while file.match.pending is not None:
            match = file.answer("pass")
            assert read_match(path, game).entries == match.entries
    assert read_match(path, game).match().result == file.match.result


def test_an_untouched_file_is_not_written_when_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    played(path)
    before, status = path.read_bytes(), path.stat()
    MatchFile.open(path, game).close()
    assert path.read_bytes() == before
    assert path.stat().st_mtime_ns == status.st_mtime_ns


def test_an_action_on_its_way_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    with created(path, None) as file:
        assert isinstance(file.match.pending, Throw)
        for answer in (4, HIT, 5):
            file.answer(answer)
        assert file.match.owner == "white"
        entries = file.match.entries
    with MatchFile.open(path, game) as file:
        assert (file.match.owner, file.match.entries) == ("white", entries)
        assert isinstance(file.undo(reason="cocked").pending, Throw)
    assert data_of(path)[-1]["reason"] == "cocked"
    with MatchFile.open(path, game) as file:
        assert isinstance(file.match.pending, Throw)
        file.undo()
        assert file.match.session is None
    assert data_of(path)[-1]["event"] is None
    with MatchFile.open(path, game) as file:
        assert file.match.entries == entries
        assert file.match.owner == "red"
        file.answer(HIT)
        file.answer(6)
        match = file.answer("Cossacks")
    assert read_match(path, game).match().state == match.state


def test_an_action_on_its_way_keeps_its_overrides(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    hit = Override(what="roll", at="shot of Scouts", value=True, reason="the dust lay")
    with created(path) as file:
        file.answer(HIT, overrides=[hit])
    with MatchFile.open(path, game) as file:
        assert file.answer("Cossacks").latest.overrides == (hit,)  # type: ignore[union-attr]
    event = next(entry for entry in read_match(path, game).entries if isinstance(entry, Event) and entry.overrides)
    assert event.overrides == (hit,)


def test_an_answer_that_is_refused_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    with created(path) as file:
        before = path.read_bytes()
        with pytest.raises(IllegalRequestError):
            file.answer("march Cossacks to 3")
        with pytest.raises(MatchError):
            file.undo()
        assert path.read_bytes() == before
        assert file.match.length == 2


def test_options_and_scenario_come_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "long.match"
    created(path, turns=9).close()
    assert read_match(path, game).scenario.turns == 9


# ------------------------------------------------------------------ changed by somebody


def _edit(number: int, old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    def edited(content: bytes) -> bytes:
        lines = content.split(b"\n")
        assert old in lines[number - 1]
        lines[number - 1] = lines[number - 1].replace(old, new, 1)
        return b"\n".join(lines)

    return edited


def _move(*order: int) -> Callable[[bytes], bytes]:
    return lambda content: b"\n".join(content.splitlines()[number - 1] for number in order) + b"\n"


@pytest.mark.parametrize(
    ("edit", "line", "says"),
    [
        (_edit(3, b'"faces":[', b'"faces":[1'), 3, "does not fit: this line or one before it"),
        (_edit(3, b'"digest":"', b'"digest":"0'), 3, "does not fit"),
        (_edit(1, b'"turns":4', b'"turns":5'), 2, "does not fit"),
        (_edit(1, b'"seed":"4"', b'"seed":"5"'), 2, "does not fit"),
        (_move(1, 2, 4, 3, 5, 6, 7, 8), 3, "does not fit"),
        (_move(1, 2, 3, 5, 6, 7, 8), 4, "does not fit"),
        (_move(1, 2, 3, 3, 4, 5, 6, 7, 8), 4, "does not fit"),
        (_move(2, 3), 1, "format"),
        (_edit(4, b"{", b"["), 4, "not JSON"),
        (_edit(4, b"{", b"7{"), 4, "not JSON"),
        (lambda content: content + b"{}\n", 9, "does not fit"),
        (lambda content: content + b"\n", 9, "the line is empty"),
        (lambda content: content + b"[]\n", 9, "is no object"),
        (lambda content: b"", 1, "this is not the beginning of a match"),
        (lambda content: content[:100], 1, "not JSON"),
        (lambda content: b"\xff" + content, 1, "UTF-8"),
        (_edit(1, b'"house":null,', b""), 1, "$.house: is missing"),
        (_edit(1, b'"house":null,', b'"house":null,"mouse":1,'), 1, "$.mouse: is not a key of a match"),
        (_edit(1, b'"turns":4', b'"turns":0'), 1, "turns"),
        (_edit(1, b'"id":"crossing"', b'"id":"chess"'), 1, "chess"),
    ],
)
def test_a_changed_file_is_refused_with_the_line(
    tmp_path: Path, edit: Callable[[bytes], bytes], line: int, says: str
) -> None:
    path = tmp_path / "ford.match"
    played(path)
    path.write_bytes(edit(path.read_bytes()))
    before = path.read_bytes()
    for read in (read_match, MatchFile.open):
        with pytest.raises(FileError) as caught:
            read(path, game)
        assert caught.value.problems[0].line == line
        assert says in str(caught.value)
        assert str(path) in str(caught.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("number", "changes", "entry", "says"),
    [
        (3, {"digest": "0" * 64}, 2, "says that the state has the digest 0000"),
        (3, {"told": ["The sun is out."]}, 2, "tells what did not happen"),
        (4, {"action": 'march "1st Horse" to 5'}, 3, "is not to be done now"),
        (4, {"side": "white"}, 3, "is of white, and red acts now"),
        (4, {"ply": 1}, 3, "is of ply 1, and ply 2 follows"),
        (5, {"undone": [2, 3]}, 4, "without a reason"),
    ],
)
def test_a_skilful_forgery_is_found_by_playing_it_again(
    tmp_path: Path, number: int, changes: dict[str, Any], entry: int, says: str
) -> None:
    path = tmp_path / "ford.match"
    played(path)
    lines = data_of(path)
    lines[number - 1] |= changes
    path.write_bytes(linked(lines))
    text = read_match(path, game)
    with pytest.raises(RulesError):
        text.match()
    found = diagnosed(text)
    assert found is not None
    assert (found.number, found.events) == (entry, len(lines) - 1)
    assert says in found.message


def test_a_line_out_of_order_is_named_even_with_right_links(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    played(path)
    lines = data_of(path)
    path.write_bytes(linked([*lines[:3], lines[4], lines[3], *lines[5:]]))
    with pytest.raises(FileError, match="line 4: entry 4 stands in the place of entry 3"):
        read_match(path, game)


def test_a_face_that_another_seed_would_throw_is_a_face(tmp_path: Path) -> None:
    """Faces are those of the file: with its links made new an edited face shows in the states alone."""
    path = tmp_path / "ford.match"
    played(path)
    lines = data_of(path)
    face = lines[2]["answers"][0]["faces"][0]
    lines[2]["answers"][0]["faces"] = [face % 6 + 1]
    path.write_bytes(linked(lines))
    found = diagnosed(read_match(path, game))
    assert found is not None
    assert (found.number, found.rule) == (2, "toy-turn")


@pytest.mark.parametrize(
    ("changes", "error", "says"),
    [
        ({"schema_version": 2}, WireVersionError, "2"),
        ({"ruleset": {"rules_version": 2}}, WireVersionError, "version 2"),
        ({"format": "rcw-session"}, WireVersionError, "expected 'rcw-match'"),
    ],
)
def test_a_file_of_another_version_is_refused(
    tmp_path: Path, changes: dict[str, Any], error: type[RulesError], says: str
) -> None:
    path = tmp_path / "ford.match"
    played(path)
    lines = data_of(path)
    for key, value in changes.items():
        lines[0][key] = {**lines[0][key], **value} if isinstance(value, dict) else value
    path.write_bytes(linked(lines))
    with pytest.raises(error) as caught:
        read_match(path, game)
    assert says in str(caught.value)


def test_a_match_under_older_rules_is_read_only_to_be_diagnosed(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    played(path)
    newer: CrossingGame = CrossingGame(ruleset=_newer())
    with pytest.raises(WireVersionError, match="version 1"):
        read_match(path, newer)
    text: MatchText[Crossing, State, Any] = read_match(path, newer, is_older_allowed=True)
    assert diagnosed(text) is None


def _newer() -> Any:
    from rcw_rules import Ruleset

    old = game.ruleset
    return Ruleset(
        id=old.id,
        title=old.title,
        edition=old.edition,
        rules_version=2,
        options=old.options,
        procedures=old.procedures,
        choices=old.choices,
    )


# ------------------------------------------------------------------ files that cannot be written


def test_a_match_is_never_begun_over_another_file(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    path.write_text("my notes", encoding="utf-8")
    with pytest.raises(FileError, match="exists already"):
        created(path)
    assert path.read_text(encoding="utf-8") == "my notes"


@pytest.mark.parametrize("name", ["nowhere/ford.match", "a\0b", ""])
def test_a_path_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    path = f"{tmp_path}/{name}"
    with pytest.raises(FileError):
        MatchFile.create(path, game, ford(), seed=1)
    with pytest.raises(FileError):
        MatchFile.open(path, game)
    with pytest.raises(FileError):
        read_match(path, game)


def test_a_pipe_is_no_match(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes here")
    os.mkfifo(path)
    with pytest.raises(FileError, match="is no file that a match can be kept in"):
        MatchFile.open(path, game)


def test_the_second_writer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    with created(path) as file:
        with pytest.raises(FileError, match="is open in another program"):
            MatchFile.open(path, game)
        file.answer("pass")
        script = (
            "import sys; from rcw_rules import FileError; from rcw_rules.games import MatchFile;"
            "from crossing_game import game\n"
            "try: MatchFile.open(sys.argv[1], game)\n"
            "except FileError as error: print(error)"
        )
        said = subprocess.run(
            [sys.executable, "-c", script, str(path)],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        assert "is open in another program" in said.stdout
        assert read_match(path, game).entries == file.match.entries  # reading is free
    MatchFile.open(path, game).close()


def test_a_closed_file_takes_no_more(tmp_path: Path) -> None:
    with created(tmp_path / "ford.match") as file:
        pass
    with pytest.raises(FileError, match="cannot be written"):
        file.answer("pass")
    assert file.match.length == 2


class FullDisk(io.FileIO):
    """A file on a disk that takes so many bytes more."""

    room = 0

    def write(self, content: Any, /) -> int:
        """Write a part, and then refuse, as a disk does."""
        if not self.room:
            raise OSError(28, "No space left on device")
        taken = super().write(memoryview(content)[: self.room])
        self.room -= taken
        return taken


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FullDisk]]:
    def opened(path: Path, mode: str = "r", buffering: int = -1) -> io.FileIO:
        return FullDisk(path, mode.replace("b", ""))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", opened)
        yield FullDisk


def test_a_full_disk_leaves_every_whole_event(tmp_path: Path, disk: type[FullDisk]) -> None:
    path = tmp_path / "ford.match"
    disk.room = 10_000
    with created(path) as file:
        whole, match = path.read_bytes(), file.match
        for room in (0, 1, 50, 200):
            file._file.room = room  # type: ignore[attr-defined]
            with pytest.raises(FileError, match="cannot be written: No space left on device"):
                file.answer("pass")
            assert path.read_bytes() == whole
            assert file.match is match
        file._file.room = 10_000  # type: ignore[attr-defined]
        after = file.answer("pass")
    assert read_match(path, game).entries == after.entries


def test_a_disk_that_cannot_even_be_cut_back_is_cut_back_later(
    tmp_path: Path, disk: type[FullDisk], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ford.match"
    disk.room = 10_000
    with created(path) as file:
        file._file.room = 40  # type: ignore[attr-defined]
        with monkeypatch.context() as patch:
            real = FullDisk.truncate
            patch.setattr(FullDisk, "truncate", lambda self, size: None if self.room else real(self, size + 4_000))
            with pytest.raises(FileError):
                file.answer("pass")
        assert read_match(path, game).lost.endswith("torn off after 4000 bytes")
        file._file.room = 10_000  # type: ignore[attr-defined]
        match = file.answer("pass")
    text = read_match(path, game)
    assert (text.entries, text.lost) == (match.entries, "")


def test_a_disk_that_takes_little_at_a_time_takes_all(
    tmp_path: Path, disk: type[FullDisk], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ford.match"
    monkeypatch.setattr(FullDisk, "write", lambda self, content: io.FileIO.write(self, memoryview(content)[:7]))
    with created(path) as file:
        match = file.answer("pass")
    assert read_match(path, game).entries == match.entries


def test_a_match_that_cannot_be_begun_leaves_no_file(tmp_path: Path, disk: type[FullDisk]) -> None:
    path = tmp_path / "ford.match"
    disk.room = 0
    with pytest.raises(FileError, match="No space left"):
        created(path)
    assert not path.exists()


def test_a_file_that_may_only_be_read_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ford.match"
    match = played(path)
    path.chmod(0o444)
    if os.access(path, os.W_OK):  # this user may write to everything

        def refused(self: Path, *arguments: Any, **more: Any) -> Any:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", refused)
    with pytest.raises(FileError, match="cannot be written: Permission denied"):
        MatchFile.open(path, game)
    monkeypatch.undo()
    assert read_match(path, game).entries == match.entries


def test_an_undo_of_thrown_dice_keeps_its_reason(tmp_path: Path) -> None:
    path = tmp_path / "ford.match"
    with created(path) as file:
        file.answer("pass")
        file.answer("pass")
        file.undo(reason="the die fell off the table")
    undo = read_match(path, game).entries[-1]
    assert isinstance(undo, Undo)
    assert undo.reason == "the die fell off the table"
