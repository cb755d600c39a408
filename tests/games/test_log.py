"""The log of a match: how an event is told is worked out when somebody reads it."""

from __future__ import annotations

from typing import Any

import pytest
from crossing_game import State, ford, game

from rcw_rules import SeededDice, orel
from rcw_rules.games import Game, Match
from rcw_rules.games.log import trail_of
from rcw_rules.kernel.record import Record, ResultStep


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


def titled(title: str) -> Record:
    """Return a record of two steps, of which the second names a procedure by a title."""
    first, second = (ResultStep(rule=rule, says=says) for rule, says in (("a", "Begun."), ("b", f"Asked: {title}")))
    return Record(steps=(first, second))


def test_a_kept_trail_may_name_a_procedure_by_a_former_title() -> None:
    procedure = next(one for one in orel.ruleset.procedures if one.formerly)
    now = titled(procedure.title)
    kept = trail_of(titled(procedure.formerly[0]))
    assert trail_of(now) != kept
    assert trail_of(now, kept, orel.ruleset) == kept
    assert trail_of(now, kept) == trail_of(now), "without a ruleset nothing is known of former titles"


@pytest.mark.parametrize("title", ["Who wins in the end?", ""])
def test_a_kept_trail_may_not_say_anything_else(title: str) -> None:
    procedure = next(one for one in orel.ruleset.procedures if one.formerly)
    now = titled(procedure.title)
    assert trail_of(now, trail_of(titled(title)), orel.ruleset) == trail_of(now)


def test_a_former_title_excuses_no_other_rule() -> None:
    procedure = next(one for one in orel.ruleset.procedures if one.formerly)
    now = titled(procedure.title)
    first, (_, digits) = trail_of(titled(procedure.formerly[0]))
    assert trail_of(now, (first, ("another-rule", digits)), orel.ruleset) == trail_of(now)
