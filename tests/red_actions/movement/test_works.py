"""Foxholes and fires."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from red_actions_asking import answer, malformed, refused

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra

# ---------------------------------------------------------------- foxholes


def dig(**fields: Any) -> Any:
    return answer(ra.DigInRequest(**fields))


@pytest.mark.rule("red_actions", "dig-rate", "conv-exact-arithmetic")
def test_the_cases_of_digging() -> None:
    five = dig(tools=True, moves=5)
    assert (five.progress, five.columns) == (Fraction(5, 2), 2)
    four = dig(moves=4)
    assert (four.progress, four.columns) == (1, 1)
    seven = dig(tools=True, moves=7)
    assert (seven.progress, seven.columns) == (3, 3)


@pytest.mark.rule("red_actions", "dig-rate", "dig-ignore-retire")
def test_progress_goes_on_exactly_and_serves_from_one_whole_column() -> None:
    assert dig(progress=Fraction(3, 4)).progress == 1
    assert dig(progress=Fraction(1, 2)) == ra.DigInOutcome(progress=Fraction(3, 4), columns=0, stands_firm=False)
    assert dig(progress=Fraction(3, 2)) == ra.DigInOutcome(progress=Fraction(7, 4), columns=1, stands_firm=True)
    assert dig(progress=Fraction(3)).progress == 3
    text = "columns of cover dug: 7/4; whole ones, which count: 1"
    assert text in ra.ruleset.resolve(ra.DigInRequest(progress=Fraction(3, 2)), dice=GivenDice([])).explain()


@pytest.mark.rule("red_actions", "dig-rate", "act-engineering")
def test_who_may_not_dig() -> None:
    refused(ra.DigInRequest(arm="sabres"), "dig-rate", "$.arm")
    refused(ra.DigInRequest(arm="mortar"), "dig-rate", "$.arm")
    refused(ra.DigInRequest(otherwise_busy=True), "dig-rate", "$.otherwise_busy")
    malformed(ra.DigInRequest(progress=Fraction(13, 4)), "dig-rate", "$.progress")
    malformed(ra.DigInRequest(progress=Fraction(-1, 4)), "dig-rate", "$.progress")
    malformed(ra.DigInRequest(moves=0), "dig-rate", "$.moves")
    assert dig(arm="mg").progress == Fraction(1, 4)


@pytest.mark.rule("red_actions", "dig-rate")
@given(tools=st.booleans(), first=st.integers(1, 6), second=st.integers(1, 6))
def test_digging_twice_is_digging_so_long(tools: bool, first: int, second: int) -> None:
    once = dig(tools=tools, moves=first + second)
    assert dig(tools=tools, moves=second, progress=dig(tools=tools, moves=first).progress) == once


# ---------------------------------------------------------------- fires


def fire(operation: Any, markers: int = 0, **fields: Any) -> ra.BuildingFireRequest:
    return ra.BuildingFireRequest(operation=operation, markers=markers, **fields)


def burning(markers: int) -> ra.BuildingFireOutcome:
    return ra.BuildingFireOutcome(markers=markers, destroyed=markers >= 5)


@pytest.mark.rule("red_actions", "bld-fire-set")
@pytest.mark.parametrize(("markers", "face"), list(product(range(5), range(1, 7))))
def test_setting_a_building_on_fire(markers: int, face: int) -> None:
    assert answer(fire("set", markers), face) == burning(markers + 1 if face >= 3 else markers)


@pytest.mark.rule("red_actions", "bld-fire-grow")
def test_a_fire_spreads_by_itself() -> None:
    assert [answer(fire("spread", markers)) for markers in range(6)] == [
        burning(0),
        burning(2),
        burning(3),
        burning(4),
        burning(5),
        burning(5),
    ]


@pytest.mark.rule("red_actions", "bld-fire-fight")
@pytest.mark.parametrize(("markers", "face"), list(product(range(1, 5), range(1, 7))))
def test_fighting_a_fire(markers: int, face: int) -> None:
    off = {4: 1, 5: 2, 6: 3}.get(face, 0)
    assert answer(fire("fight", markers), face) == burning(max(0, markers - off))


@pytest.mark.rule("red_actions", "bld-fire-set", "bld-fire-fight")
def test_the_exact_odds_of_fires() -> None:
    odds = ra.ruleset.odds(fire("set", 4))
    assert odds.probability(burning(5)) == Fraction(4, 6)
    fight = ra.ruleset.odds(fire("fight", 2))
    assert {markers: fight.probability(burning(markers)) for markers in range(3)} == {
        0: Fraction(2, 6),
        1: Fraction(1, 6),
        2: Fraction(3, 6),
    }


@pytest.mark.rule("red_actions", "bld-fire-set", "bld-fire-grow", "bld-fire-fight")
def test_fires_that_cannot_be() -> None:
    refused(fire("set", 5), "bld-fire-set", "$.markers")
    refused(fire("fight", 5), "bld-fire-fight", "$.markers")
    refused(fire("fight", 0), "bld-fire-fight", "$.markers")
    refused(fire("set", 0, touches=False), "bld-fire-set", "$.touches")
    refused(fire("fight", 2, touches=False), "bld-fire-fight", "$.touches")
    malformed(fire("set", 6), "bld-fire-grow", "$.markers")
    malformed(fire("set", -1), "bld-fire-grow", "$.markers")


@pytest.mark.rule("red_actions", "bld-fire-grow", "bld-fire-set")
def test_a_fire_that_nobody_fights_takes_the_building_in_five_turns() -> None:
    markers = answer(fire("set"), 3).markers
    turns = 0
    while not (state := answer(fire("spread", markers))).destroyed:
        markers, turns = state.markers, turns + 1
    assert turns == 3
