"""What `Match.undo` takes back: an answer that somebody gave, wherever it was given."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import frozen
from crossing_game import CrossingGame, State, ford, game, ruleset

from rcw_rules import SeededDice
from rcw_rules.games import Match, MatchError, Undo


def test_a_die_that_a_person_typed_in_is_taken_back_with_a_reason() -> None:
    first = Match.begin(game, ford())
    match = first.answer(4)  # the sun, of an event that nobody chose
    with pytest.raises(MatchError, match="a die was seen"):
        match.undo()
    again = match.undo(reason="it fell off the table")
    assert str(again.pending) == str(first.pending)
    assert again.entries[-1] == Undo(number=3, undone=(2,), reason="it fell off the table")
    assert again.answer(5).view("red").sun == 5  # type: ignore[attr-defined]


def test_dice_of_a_seed_are_nobodys_answer() -> None:
    with pytest.raises(MatchError, match="nobody has decided anything yet"):
        Match.begin(game, ford(), dice=SeededDice(4)).undo(reason="I do not like it")


@frozen(kw_only=True, eq=False, slots=False)
class _Stepped(CrossingGame):
    """The toy with hundreds of marches of one patrol, so that its verb goes without saying."""

    def steps_of(self, action: Any) -> tuple[str, ...]:
        return ("move", *str(action).rsplit(" ", 1))


def test_steps_that_nobody_said_are_not_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rcw_rules.games.game.MOST_ALTERNATIVES", 3)
    begun: Match[Any, State, Any] = Match.begin(_Stepped(ruleset=ruleset), ford(), dice=SeededDice(4))
    assert begun.pending is not None
    assert begun.pending.situation.steps == ("move",)  # type: ignore[union-attr]
    said = begun.answer('march "1st Horse" to')
    assert said.pending is not None
    assert said.pending.situation.steps == ("move", 'march "1st Horse" to')  # type: ignore[union-attr]
    assert str(said.undo().pending) == str(begun.pending)
    assert said.answer('march "1st Horse" to 0').undo().latest == begun.latest
    with pytest.raises(MatchError, match="nobody has decided anything yet"):
        begun.undo()
