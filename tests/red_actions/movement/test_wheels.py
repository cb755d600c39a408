"""What wheels cost."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from red_actions_asking import malformed

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.lengths import inches

# ---------------------------------------------------------------- wheels and marches


@pytest.mark.rule("red_actions", "mov-wheel", "defs-base")
@pytest.mark.parametrize(
    ("bases", "angle", "expected"),
    [(4, 90, "7.421"), (1, 45, "0.928"), (6, 0, "0"), (1, 360, "7.421"), (2, 45, "1.855")],
)
def test_what_wheels_cost(bases: int, angle: int, expected: str) -> None:
    asked = ra.WheelCostRequest(front_bases=bases, angle=degrees(angle))
    assert ra.ruleset.resolve(asked, dice=GivenDice([])).outcome.cost == inches(expected)


@pytest.mark.rule("red_actions", "mov-wheel", "conv-bad-input")
def test_bad_wheels() -> None:
    malformed(ra.WheelCostRequest(front_bases=0, angle=degrees(1)), "defs-unit-size", "$.front_bases")
    malformed(ra.WheelCostRequest(front_bases=7, angle=degrees(1)), "defs-unit-size", "$.front_bases")
    malformed(ra.WheelCostRequest(front_bases=1, angle=degrees(-1)), "mov-wheel", "$.angle")


@pytest.mark.rule("red_actions", "mov-wheel")
@given(bases=st.integers(1, 5), angle=st.integers(1, 180_000))
def test_a_wider_or_further_wheel_never_costs_less(bases: int, angle: int) -> None:
    small = degrees(Fraction(angle, 1000))
    assert ra.wheel_length(bases, small) <= ra.wheel_length(bases + 1, small)
    assert ra.wheel_length(bases, small) <= ra.wheel_length(bases, small * 2)
