"""Armies that flee, and what they have lost."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from red_actions_asking import answer
from red_actions_units import bare_card, unit

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_actions as ra


def losses(side: Any = "red", original: Any = 400, percent: int = 30, lost: Any = 0, **more: Any) -> ra.ArmyLosses:
    return ra.ArmyLosses(
        side=side, original_points=Fraction(original), percent=percent, lost_points=Fraction(lost), **more
    )


@pytest.mark.rule("red_actions", "defs-flight-number")
@pytest.mark.parametrize(
    ("original", "percent", "lost", "threshold", "flees"),
    [
        (400, 30, 120, 120, False),
        (400, 30, 121, 120, True),
        (250, 33, 83, Fraction(165, 2), True),
        (250, 33, 82, Fraction(165, 2), False),
        (100, 0, 0, 0, False),
        (100, 0, Fraction(1, 2), 0, True),
        (100, 100, 100, 100, False),
    ],
)
def test_flight_is_losing_more_than_the_flight_number(
    original: int, percent: int, lost: Any, threshold: Any, flees: bool
) -> None:
    outcome = answer(ra.FlightCheckRequest(armies=(losses("red", original, percent, lost),)))
    assert (outcome.armies[0].threshold, outcome.armies[0].in_flight) == (threshold, flees)
    assert (outcome.game_over, outcome.losers) == (flees, ("red",) if flees else ())


@pytest.mark.rule("red_actions", "seq-flight-stop", "miss-victory")
def test_both_armies_may_flee_at_once() -> None:
    outcome = answer(ra.FlightCheckRequest(armies=(losses("white", lost=121), losses("red", lost=150))))
    assert (outcome.game_over, outcome.losers) == (True, ("white", "red"))
    one = answer(ra.FlightCheckRequest(armies=(losses("white", lost=121), losses("red", lost=100))))
    assert (one.game_over, one.losers) == (True, ("white",))
    assert [army.in_flight for army in one.armies] == [True, False]


@pytest.mark.rule("red_actions", "train-captured", "tank-captured", "seq-flight-stop")
def test_a_captured_train_loses_the_game_and_captured_tanks_are_told() -> None:
    outcome = answer(ra.FlightCheckRequest(armies=(losses(train_taken=True),)))
    assert (outcome.armies[0].in_flight, outcome.armies[0].has_lost, outcome.losers) == (False, True, ("red",))
    request = ra.FlightCheckRequest(armies=(losses(intact_tanks_captured=2),))
    resolution = ra.ruleset.resolve(request, dice=GivenDice([]))
    assert (resolution.outcome.armies[0].intact_tanks_captured, resolution.outcome.game_over) == (2, False)
    assert "tank-captured" in resolution.record.rules


@pytest.mark.rule("red_actions", "defs-flight-number")
def test_what_a_unit_counts_as_lost() -> None:
    five = bare_card(points_per_base=Fraction(5))
    assert ra.points_lost(unit(five, bases=6), 6) == 0
    assert ra.points_lost(unit(five, bases=4), 6) == 10
    assert ra.points_lost(unit(five, bases=0), 6) == 30
    # In rout all of it counts, and after it has rallied only what is gone.
    assert ra.points_lost(unit(five, bases=4, routing=True), 6) == 30


@pytest.mark.rule("red_actions", "defs-flight-number", "conv-bad-input")
@pytest.mark.parametrize(
    ("armies", "path"),
    [
        ((losses(original=0),), "armies[0].original_points"),
        ((losses(original=-1),), "armies[0].original_points"),
        ((losses(percent=101),), "armies[0].percent"),
        ((losses(percent=-1),), "armies[0].percent"),
        ((losses(lost=-1),), "armies[0].lost_points"),
        ((losses(lost=401),), "armies[0].lost_points"),
        ((losses("red"), losses("red")), "armies[1].side"),
        ((), "armies"),
    ],
)
def test_losses_that_cannot_be(armies: Any, path: str) -> None:
    with pytest.raises(InvalidRequestError) as refused:
        answer(ra.FlightCheckRequest(armies=armies))
    assert [problem.path for problem in refused.value.problems] == [f"$.{path}"]
