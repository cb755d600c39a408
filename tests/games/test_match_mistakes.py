"""What a match says to calls that no match takes."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import pytest
from crossing_game import ford, game

from rcw_rules import OverrideError, SeededDice
from rcw_rules.games import Match, MatchError, MatchFile, read_match


def begun() -> Match[Any, Any, Any]:
    return Match.begin(game, ford(), dice=SeededDice(1))


def test_what_is_no_override_is_named() -> None:
    match = begun()
    shot = next(action for action in match.pending.situation.actions if "shoot" in str(action).lower())  # type: ignore[union-attr]
    with pytest.raises(OverrideError, match=r"made with Override\(\.\.\.\), and 1 is none"):
        match.answer(shot, overrides=[1])  # type: ignore[list-item]


def test_a_reason_is_a_text(tmp_path: Path) -> None:
    with pytest.raises(MatchError, match="a reason is a text, not 5"):
        begun().undo(reason=5)  # type: ignore[arg-type]
    with MatchFile.create(tmp_path / "m.jsonl", game, ford(), seed=1) as file:
        with pytest.raises(MatchError, match="a reason is a text, not 5"):
            file.undo(reason=5)  # type: ignore[arg-type]
        with pytest.raises(MatchError, match="a reason is a text, not 5"):
            file.keep(file.match, reason=5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("reason", "wrong"),
    [
        ("cocked \udcff", "holds half of a character"),
        ("x" * 10_001, "of 10,001 characters is too long: at most 10,000"),
    ],
)
def test_a_reason_that_no_file_can_hold_takes_nothing_back(tmp_path: Path, reason: str, wrong: str) -> None:
    path = tmp_path / "m.jsonl"
    with MatchFile.create(path, game, ford()) as file:
        file.answer(4)
        with pytest.raises(MatchError, match=wrong):
            file.undo(reason=reason)
        length = file.match.length
        file.undo(reason="x" * 10_000)
    assert length == 2
    assert len(read_match(path, game).entries) == 3


def test_a_match_is_not_pickled_and_its_copy_is_itself() -> None:
    match = begun()
    with pytest.raises(TypeError, match="keep it in a file with MatchFile"):
        pickle.dumps(match)
    assert copy.copy(match) is match
    assert copy.deepcopy([match])[0] is match


def test_what_a_question_knows_is_not_made_to_show_it() -> None:
    assert "known" not in repr(begun().pending)
