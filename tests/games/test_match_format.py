"""The format of match files: golden files read and verify for good, and every line fits the published schema."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from crossing_game import Shoot, ford, game
from crossing_matches import created, played
from jsonschema import Draft202012Validator

from rcw_rules import Override
from rcw_rules.games import MatchFile, diagnosed, read_match
from rcw_rules.schema_files import match_schema

GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("match_v1.seeded.jsonl", "match_v1.asked.jsonl")


def write(name: str, path: Path) -> None:
    """Write a golden file: with everything that a match can hold."""
    if name == "match_v1.seeded.jsonl":
        played(path)
        with MatchFile.open(path, game) as file:
            file.undo(reason='the die fell "off" the table')
            hit = Override(what="roll", at="shot of Scouts", value=True, reason="a ruling")
            file.answer("march Cossacks to 3", by="policy")
            file.answer(Shoot(place=3, patrol="Scouts"), overrides=[hit])
            while file.match.pending is not None:
                file.answer(None)
    else:
        with created(path, None, turns=2) as file:
            for answer in (4, "pass", "pass", 2, Shoot(place=4, patrol="Scouts"), 5):
                file.answer(answer)


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_match_is_read_and_written_as_ever(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    write(name, path)
    if os.environ.get("RCW_GOLDEN") == "write":
        (GOLDEN / name).write_bytes(path.read_bytes())
    assert path.read_bytes() == (GOLDEN / name).read_bytes()
    text = read_match(GOLDEN / name, game)
    assert diagnosed(text) is None
    match = text.match()
    if name == NAMES[0]:
        assert match.result is not None
        assert len(text.entries) > 15
    else:
        assert (match.owner, match.pending.told) == ("white", ("Cossacks", "Cadets, old"))  # type: ignore[union-attr]
        assert text.under_way is not None


@pytest.mark.parametrize("name", NAMES)
def test_every_line_of_a_golden_match_fits_the_schema(name: str) -> None:
    check = Draft202012Validator(match_schema())
    kinds: set[str] = set()
    for line in (GOLDEN / name).read_text(encoding="utf-8").splitlines():
        data: Any = json.loads(line)
        check.validate(data)
        kinds.add(data.get("kind", "first"))
        needed = {"kind", "number", "ply", "undone", "event", "link"} if "kind" in data else set(data)
        for key in data:
            left = {other: value for other, value in data.items() if other != key}
            assert check.is_valid(left) == (key not in needed)
        assert not check.is_valid({**data, "mouse": 1})
        assert not check.is_valid({**data, "link": "0" * 31})
    assert kinds == ({"first", "event", "undo"} if name == NAMES[0] else {"first", "event", "unfinished"})


@pytest.mark.parametrize("name", NAMES)
def test_the_links_are_what_another_language_makes_of_them(name: str) -> None:
    first, *others = (GOLDEN / name).read_bytes().splitlines()
    link = sha256(b"\n" + first).hexdigest()[:32]
    for line in others:
        data = json.loads(line)
        told = data.pop("link")
        text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        link = sha256(f"{link}\n{text}".encode()).hexdigest()[:32]
        assert told == link


def test_the_digest_of_an_event_is_that_of_its_state() -> None:
    match = read_match(GOLDEN / NAMES[0], game).match()
    assert match.state is not None
    data = json.loads(game.state_json(match.state))["state"]
    text = json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert match.latest is not None
    assert match.latest.digest == sha256(text.encode()).hexdigest()
    assert match.scenario == ford()
