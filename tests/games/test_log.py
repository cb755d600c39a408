"""The log of a match: how an event is told is worked out when somebody reads it."""

from __future__ import annotations

from typing import Any

from crossing_game import State, ford, game

from rcw_rules import SeededDice
from rcw_rules.games import Game, Match


def test_an_event_is_told_when_somebody_reads_it() -> None:
    told: list[State] = []

    class Counting(type(game)):  # type: ignore[misc]
        def digest(self, state: State) -> str:
            told.append(state)
            return super().digest(state)  # type: ignore[no-any-return]

    counting: Game[Any, Any, Any] = Counting(ruleset=game.ruleset)
    match = Match[Any, Any, Any].begin(counting, ford(), dice=SeededDice(1))
    for _ in range(4):
        match = match.answer(None)
    assert (told, match.ply > 3) == ([], True)
    assert match.entries == match.entries
    assert len(told) == match.length
    assert match.latest is not None
    assert match.latest is match.entries[-1]
    assert match.state is not None
    assert match.latest.digest == game.digest(match.state)
