"""Decisions of a set-up are taken back like any others."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rcw_rules import SeededDice, orel
from rcw_rules.games import Match, MatchFile, Undo, read_match


def set_up(match: Match[Any, Any, Any]) -> Match[Any, Any, Any]:
    while match.state is None:
        match = match.answer(None, by="person")
    return match


@pytest.mark.rule("orel", "10.2-setup")
def test_a_decision_of_the_set_up_is_taken_back_and_asked_again(tmp_path: Path) -> None:
    scenario = orel.game.scenario("historical")
    begun = Match.begin(orel.game, scenario, dice=SeededDice(1))
    asked = begun.pending
    assert begun.state is None
    assert asked is not None
    later = set_up(begun)
    again = later.undo(reason="a slip of the tongue")
    assert again.state is None
    assert str(again.pending) == str(asked)
    assert isinstance(again.entries[-1], Undo)
    with MatchFile.create(tmp_path / "battle.jsonl", orel.game, scenario, seed=1) as file:
        file.keep(set_up(file.match))
        file.undo(reason="a slip of the tongue")
        file.keep(set_up(file.match))
    assert read_match(tmp_path / "battle.jsonl", orel.game).match().state == later.state
