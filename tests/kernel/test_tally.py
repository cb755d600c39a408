"""A tally has the odds that every throw of its dice gives."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rcw_rules.kernel.dice import Die, d4, d6, d10
from rcw_rules.kernel.tally import tally


@pytest.mark.parametrize("dice", [0, 1, 2, 3, 4])
@pytest.mark.parametrize(
    ("die", "sets"),
    [
        (d4, ((1,), (3, 4))),
        (d4, ((1, 2), (3, 4))),
        (d6, ((2, 5),)),
        (d6, ((), (6,))),
        (d6, ((1, 2, 3, 4, 5, 6),)),
    ],
    ids=str,
)
def test_its_branches_are_what_every_throw_gives(die: Die, sets: tuple[tuple[int, ...], ...], dice: int) -> None:
    variable = tally(die, dice, *sets)
    counted: Counter[tuple[int, ...]] = Counter()
    for faces in product(range(1, die.sides + 1), repeat=dice):
        counts = tuple(sum(faces.count(face) for face in wanted) for wanted in sets)
        assert variable.read(faces) == counts
        counted[counts] += 1
    throws = die.sides**dice
    assert dict(variable.branches.items()) == {counts: Fraction(ways, throws) for counts, ways in counted.items()}


def test_it_tells_the_faces_and_the_counts() -> None:
    assert tally(d10, 3, (8, 9, 10)).tell((9, 2, 8)) == "9, 2, 8: 2"
    assert tally(d10, 3, (7, 8, 9, 10), (1, 2)).tell((1, 9, 2)) == "1, 9, 2: 1 of 7-10, 2 of 1,2"
    assert tally(d6, 2, (6,)) is tally(d6, 2, (6,))
