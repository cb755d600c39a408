"""Luck: throws beside what was to be expected, worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from math import isclose, sqrt
from typing import Any

import attrs
import border_war as bw
import pytest

from rcw_rules import DiceError, GivenDice, Resolution
from rcw_rules.kernel.record import Record
from rcw_rules.luck import luck


def activated(*faces: int) -> Resolution[Any]:
    request = bw.MusterRequest(base=6, guard=True)
    return bw.ruleset.resolve(request, dice=GivenDice(faces))


def test_a_test_counts_as_one_or_nothing() -> None:
    # A d10 at 6 or less: 0.6 on average, with a deviation of the root of 0.24.
    first, second = luck(bw.ruleset, activated(8, 3)).throws
    assert (first.faces, first.value, first.expected) == ((8,), 0, Fraction(3, 5))
    assert isclose(first.deviation, sqrt(0.24))
    assert isclose(first.score, -0.6 / sqrt(0.24))
    assert (first.at_least, first.at_most) == (Fraction(1), Fraction(2, 5))
    assert (second.value, second.at_least, second.at_most) == (1, Fraction(3, 5), Fraction(1))


def test_all_throws_together() -> None:
    # -0.6 and +0.4, with a common deviation of the root of 0.48.
    assert isclose(luck(bw.ruleset, activated(8, 3)).score, -0.2 / sqrt(0.48))


def test_an_opposed_throw_is_its_difference() -> None:
    (throw,) = luck(bw.ruleset, bw.ruleset.resolve(bw.big_brawl(), dice=GivenDice([1, 6]))).throws
    # 1 against 6 - 2 is -3; 2 is the average, and a difference of two dice has a variance of 35/6.
    assert (throw.value, throw.expected, throw.at_most) == (-3, Fraction(2), Fraction(1, 36))
    assert isclose(throw.deviation, sqrt(35 / 6))


def test_what_throws_nothing_has_no_luck() -> None:
    nothing = luck(bw.ruleset, bw.ruleset.resolve(bw.MusterRequest(base=6, feast=True), dice=GivenDice(())))
    assert (nothing.throws, nothing.left_out, nothing.score) == ((), (), 0.0)


def test_a_record_that_does_not_fit_is_refused() -> None:
    resolution = activated(8, 3)
    shorter = attrs.evolve(resolution, record=Record(resolution.record.steps[:2]))
    with pytest.raises(DiceError, match="the record"):
        luck(bw.ruleset, shorter)
