"""Defensive fire: who may fire at a charge."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import GivenDice, SeededDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.geometry.table import Point, point
from rcw_rules.kernel.lengths import Inches, inches


def may_fire(x: int, y: int, reach: Inches, scope: str = "turn", **fields: Any) -> rw.MayFire:
    firer = rw.Firer(position=point(x, y), weapon_range=reach, **fields)
    request = rw.DefensiveFireRequest(start=point(0, 0), end=point(10, 0), firers=(firer,))
    ruleset = rw.ruleset.with_options(suppressed_scope=scope)
    return ruleset.resolve(request, dice=GivenDice([])).outcome.firers[0]


@pytest.mark.rule("red_white", "melee-defensive-fire")
def test_range_is_measured_to_the_nearest_point_of_the_path() -> None:
    assert may_fire(4, 3, inches(12)).range == inches(3)
    assert may_fire(13, 4, inches(12)).range == inches(5)


@pytest.mark.rule("red_white", "melee-defensive-fire")
def test_range_is_told_to_the_nearest_thousandth() -> None:
    assert may_fire(11, 1, inches(12)).range == inches("1.414")  # the root of 2 is 1.41421
    assert may_fire(13, 2, inches(12)).range == inches("3.606")  # the root of 13 is 3.60555


@pytest.mark.rule("red_white", "melee-defensive-fire")
def test_exactly_the_reach_of_the_weapon_is_within_it() -> None:
    assert may_fire(5, 12, inches(12)).eligible
    assert may_fire(5, 12, inches("11.999")).hindrance == "out_of_range"


@pytest.mark.rule("red_white", "melee-defensive-fire")
def test_range_is_compared_before_it_is_rounded() -> None:
    # The root of 1 and 1/1000 thousandths more is nearer to 1000 than to 1001 thousandths, and still out of reach.
    firer = rw.Firer(position=Point(x=inches(11), y=inches("0.001")), weapon_range=inches(1))
    request = rw.DefensiveFireRequest(start=point(0, 0), end=point(10, 0), firers=(firer,))
    (found,) = rw.ruleset.resolve(request, dice=GivenDice([])).outcome.firers
    assert (found.range, found.eligible) == (inches(1), False)


@pytest.mark.rule("red_white", "melee-defensive-fire", "suppress-fire")
@pytest.mark.parametrize(
    ("fields", "hindrance"),
    [
        ({}, "none"),
        ({"has_fired": True}, "already_fired"),
        ({"in_sight": False}, "no_sight"),
        ({"suppressed": True}, "must_test_first"),
        ({"suppressed": True, "earlier_test": "failed"}, "failed_its_test"),
        ({"suppressed": True, "earlier_test": "passed"}, "none"),
    ],
)
def test_what_keeps_a_unit_from_firing(fields: dict[str, Any], hindrance: str) -> None:
    found = may_fire(4, 3, inches(12), **fields)
    assert (found.hindrance, found.eligible) == (hindrance, hindrance == "none")


@pytest.mark.rule("red_white", "opt-suppressed-scope", "suppress-fire")
def test_with_the_phase_over_a_suppressed_unit_fires_without_a_test() -> None:
    assert may_fire(4, 3, inches(12), scope="phase", suppressed=True).eligible


@pytest.mark.rule("red_white", "melee-defensive-fire")
@settings(max_examples=50, deadline=None)
@given(
    ends=st.tuples(*[st.integers(0, 6)] * 4), at=st.tuples(*[st.integers(0, 6)] * 2), parts=st.integers(1, 50)
)  # fmt: skip
def test_no_point_of_the_path_is_nearer_than_the_range(ends: tuple[int, ...], at: tuple[int, ...], parts: int) -> None:
    x1, y1, x2, y2 = ends
    firer = rw.Firer(position=point(*at), weapon_range=inches(3))
    request = rw.DefensiveFireRequest(start=point(x1, y1), end=point(x2, y2), firers=(firer,))
    (found,) = rw.ruleset.resolve(request, dice=SeededDice(1)).outcome.firers
    squares = [
        (x1 + Fraction(part, parts) * (x2 - x1) - at[0]) ** 2 + (y1 + Fraction(part, parts) * (y2 - y1) - at[1]) ** 2
        for part in range(parts + 1)
    ]
    nearest = Fraction(found.range.thousandths, 1000)
    assert all(max(Fraction(0), nearest - Fraction(1, 1000)) ** 2 <= square for square in squares)
    assert found.eligible or all(square > 9 for square in squares)
