"""Exact odds of morale, activation and suppressed fire against a slow and obvious twin."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from red_white_twin import RED, SLOW, TWO_DICE, UNITS, Table, assert_same_odds, is_vehicle, library, twin_of

from rcw_rules import wire

CAUSES = ["routine", "withdraw", "between_fire_and_melee", "suppressed_fire", "petrol_bombs"]


@pytest.mark.rule(
    "red_white", "cheka-reroll", "cheka-same-base", "cheka-second-failure", "morale-roll", "morale-fail",
    "morale-other-phases", "morale-off-table",
)  # fmt: skip
@pytest.mark.parametrize("stands", [1, 2, 4, 5, 6, 10])
@pytest.mark.parametrize("cause", CAUSES)
def test_morale_odds_with_cheka(stands: int, cause: str) -> None:
    unit = {**RED, "starting_stands": 10, "stands": stands, "cheka": True, "full_move": TWO_DICE, "edge_distance": 9}
    assert_same_odds("red_white.morale_test", {"unit": able_to_test(unit, cause), "cause": cause})


@pytest.mark.rule("red_white", "p1-activation", "cheka-reroll", "cheka-second-failure")
@pytest.mark.parametrize("base", [-1, 0, 4, 5, 9, 10, 12])
@pytest.mark.parametrize("cheka", [False, True])
def test_activation_odds(base: int, cheka: bool) -> None:
    request = {"base": base, "stands": 3, "cheka": cheka, "full_move": TWO_DICE, "edge_distance": 12}
    assert_same_odds("red_white.activation_test", request)


def able_to_test(unit: Table, cause: str) -> Table:
    """Return the unit, or one as like it as can be that may take the test."""
    if cause == "suppressed_fire":
        return {**unit, "suppressed": True}
    if cause == "petrol_bombs" and not is_vehicle(unit):
        return {**unit, "type": "infantry"}
    if cause == "withdraw" and unit["type"] not in ("cavalry", "armoured_car", "armoured_train"):
        return {**unit, "type": "armoured_car" if is_vehicle(unit) else "cavalry"}
    return unit


@pytest.mark.rule(
    "red_white", "morale-roll", "morale-modifiers", "morale-other-phases", "morale-vehicles", "cheka-reroll"
)
@SLOW
@given(unit=UNITS, cause=st.sampled_from(CAUSES))
def test_any_morale_test_has_the_odds_of_the_twin(unit: Table, cause: str) -> None:
    if unit["type"] == "armoured_train":
        cause = "withdraw" if cause == "withdraw" else "train_artillery"
    elif is_vehicle(unit) and cause == "petrol_bombs":
        cause = "routine"
    assert_same_odds("red_white.morale_test", {"unit": able_to_test(unit, cause), "cause": cause})


@pytest.mark.rule("red_white", "morale-who", "opt-morale-casualties", "morale-vehicles", "morale-off-table")
@SLOW
@given(given_units=st.lists(UNITS, min_size=1, max_size=2), scope=st.sampled_from(["since_last_test", "ever"]))
def test_any_morale_phase_has_the_odds_of_the_twin(given_units: list[Table], scope: str) -> None:
    assert_same_phase({"units": given_units}, scope)


def assert_same_phase(request: Table, scope: str) -> None:
    # A test that was not due is None on both sides, so the twin's first result is no model for the others.
    options = {"morale_casualties": scope}
    expected = twin_of("red_white.morale_phase", request, options)
    ruleset, asked = library("red_white.morale_phase", request, options)
    odds = {
        json.dumps(wire.unstructure(outcome), sort_keys=True): chance for outcome, chance in ruleset.odds(asked).items()
    }
    assert odds == expected


@pytest.mark.rule("red_white", "suppress-fire", "suppress-who", "opt-suppressed-scope")
@SLOW
@given(
    unit=UNITS.filter(lambda unit: unit["type"] != "armoured_train"),
    scope=st.sampled_from(["turn", "phase"]),
    lost=st.booleans(),
    in_phase_1=st.booleans(),
    earlier=st.sampled_from(["none", "none", "passed", "failed"]),
)
def test_any_suppressed_fire_has_the_odds_of_the_twin(
    unit: Table,
    scope: str,
    lost: bool,
    in_phase_1: bool,
    earlier: str,
) -> None:
    request = {
        "unit": unit, "lost_stand_in_phase_1": lost, "fires_in_phase_1": in_phase_1, "earlier_test": earlier,
    }  # fmt: skip
    assert_same_odds("red_white.suppressed_fire", request, suppressed_scope=scope)
