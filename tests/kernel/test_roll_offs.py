"""Roll-offs: who wins a throw, and how likely each is to win in the end."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rcw_rules.kernel.dice import d4, d6
from rcw_rules.kernel.roll_offs import roll_off


@pytest.mark.parametrize(("plus_first", "plus_second"), [(0, 0), (1, 0), (0, 2), (-1, 3)])
def test_the_chances_are_those_without_ties(plus_first: int, plus_second: int) -> None:
    throw = roll_off(("first", d6), ("second", d4), plus_first=plus_first, plus_second=plus_second)
    margins = [one + plus_first - two - plus_second for one, two in product(range(1, 7), range(1, 5))]
    won, lost = sum(margin > 0 for margin in margins), sum(margin < 0 for margin in margins)
    odds = dict(throw.branches.items())
    assert odds == {"first": Fraction(won, won + lost), "second": Fraction(lost, won + lost)}


def test_who_can_only_lose_has_no_chance() -> None:
    assert dict(roll_off(("first", d4), ("second", d4), plus_second=4).branches.items()) == {"second": 1}


def test_ones_on_all_dice_may_mean_something() -> None:
    throw = roll_off(("first", d6), ("second", d6), ones="the end")
    assert [throw.read(faces) for faces in ((1, 1), (2, 2), (2, 1))] == ["the end", None, "first"]
    # 15 throws for each side, and one of the six ties.
    assert dict(throw.branches.items()) == {
        "first": Fraction(15, 31),
        "second": Fraction(15, 31),
        "the end": Fraction(1, 31),
    }
    # With 1 more for the first, the ones are no tie: 21 throws less 1, and 10.
    ahead = roll_off(("first", d6), ("second", d6), plus_first=1, ones="the end")
    assert dict(ahead.branches.items()) == {
        "first": Fraction(20, 31),
        "second": Fraction(10, 31),
        "the end": Fraction(1, 31),
    }


def test_faces_may_tie() -> None:
    throw = roll_off(("first", d6), ("second", d6), plus_first=1)
    assert [throw.read(faces) for faces in ((3, 3), (2, 4), (3, 4))] == ["first", "second", None]
    assert (throw.parts((3, 4)), throw.label) == ((4, 4), "d6 + 1 against d6")
    assert throw.tell((3, 4)) == "3 + 1 = 4 against 4"


def test_two_of_the_same_are_the_same() -> None:
    assert roll_off(("first", d6), ("second", d6)).same_as(roll_off(("first", d6), ("second", d6)))
    assert not roll_off(("first", d6), ("second", d6)).same_as(roll_off(("first", d6), ("second", d6), plus_first=1))
