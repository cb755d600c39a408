"""Metres, minutes and frontages on the table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from red_actions_asking import answer

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.units import disputed_distance


@pytest.mark.rule("red_actions", "defs-scale", "conv-metres-govern")
@pytest.mark.parametrize(
    ("metres", "length"),
    [(0, 0), (50, 2), (75, 3), (100, 4), (150, 6), (200, 8), (250, 10), (300, 12), (400, 16), (1000, 40), (5000, 200)],
)
def test_metres_on_the_table(metres: int, length: int) -> None:
    assert answer(ra.ConvertDistanceRequest(metres=Fraction(metres))).inches == length


@pytest.mark.rule("red_actions", "defs-scale", "conv-exact-arithmetic")
def test_metres_are_not_rounded() -> None:
    assert answer(ra.ConvertDistanceRequest(metres=Fraction(1, 3))).inches == Fraction(1, 75)


@pytest.mark.rule("red_actions", "conv-metres-govern")
@pytest.mark.parametrize(
    ("of", "metres", "by_metres", "by_inches"), [("mounted_officer", 400, 16, 20), ("train_step", 50, 2, 1)]
)
def test_distances_printed_in_two_ways(of: Any, metres: int, by_metres: int, by_inches: int) -> None:
    request = ra.ConvertDistanceRequest(metres=Fraction(metres), of=of)
    assert answer(request).inches == by_metres
    assert answer(request, distance_conflicts="inches").inches == by_inches
    assert disputed_distance(of, ra.Options()) == inches(by_metres)
    # The same number of metres of anything else is not disputed.
    plain = ra.ConvertDistanceRequest(metres=Fraction(metres))
    assert answer(plain, distance_conflicts="inches").inches == by_metres
    assert "conv-metres-govern" in ra.ruleset.resolve(request, dice=GivenDice([])).record.rules
    with pytest.raises(InvalidRequestError, match=r"\$\.metres: .*conv-metres-govern"):
        answer(ra.ConvertDistanceRequest(metres=Fraction(75), of=of))


@pytest.mark.rule("red_actions", "conv-bad-input")
def test_a_negative_distance_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.metres: .*conv-bad-input"):
        answer(ra.ConvertDistanceRequest(metres=Fraction(-1)))


@pytest.mark.rule("red_actions", "defs-scale")
def test_minutes_are_moves() -> None:
    assert [ra.moves_in(minutes) for minutes in (5, 30, 12)] == [1, 6, Fraction(12, 5)]


@pytest.mark.rule("red_actions", "defs-base")
def test_the_frontage_of_a_line() -> None:
    # 120 mm, at 25.4 mm to the inch.
    assert ra.frontage(4) == Fraction(600, 127) == Fraction(1200, 254)
