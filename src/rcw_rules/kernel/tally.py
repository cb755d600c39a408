"""Throws of several dice of which only matters how many show a face of this set and how many of that."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import comb
from typing import Any

from rcw_rules.kernel.dice import Die, Face, Variable
from rcw_rules.kernel.limits import watched


class Tally(Variable[tuple[int, ...]]):
    """How many of several dice show a face of each of some sets.

    A die that shows a face of no set counts for none. The order of the dice does not matter, so exact odds branch on
    the counts alone.
    """

    __slots__ = ("_sets", "die")

    def __init__(self, die: Die, dice: int, sets: tuple[tuple[int, ...], ...]) -> None:
        asked = f"{_listed(sets[0])} each" if len(sets) == 1 else " and ".join(map(_listed, sets)) + " counted"
        super().__init__((dice, die.sides, sets), (die.sides,) * dice, f"{dice}d{die.sides}, {asked}")
        self.die: Die = die
        self._sets = sets
        # As many as there are ways to deal the dice to the sets, and to the faces of none.
        asked_for = sum(map(bool, sets)) - (sum(map(len, sets)) == die.sides)
        self.ways: int = comb(dice + asked_for, dice)

    def read(self, faces: Sequence[Face]) -> tuple[int, ...]:
        """Return how many of the faces belong to each set."""
        return tuple(sum(face in wanted for face in faces) for wanted in self._sets)

    def tell(self, faces: Sequence[Face]) -> str:
        """List the faces and how many belong to each set."""
        shown = ", ".join(map(str, faces))
        counts = self.read(faces)
        if len(counts) == 1:
            return f"{shown}: {counts[0]}"
        told = (f"{count} of {_listed(wanted)}" for count, wanted in zip(counts, self._sets, strict=True))
        return f"{shown}: {', '.join(told)}"

    def _weights(self) -> dict[Any, int]:
        # One set after another: so many of the dice that are left show it, in so many ways.
        dice = len(self.dice)
        ways: dict[tuple[int, ...], int] = {(): 1}
        for wanted in self._sets:
            size = len(wanted)
            ways = {
                (*counts, count): weight * comb(dice - sum(counts), count) * size**count
                for counts, weight in watched(ways.items())
                for count in range(dice - sum(counts) + 1)
            }
        neither = self.die.sides - sum(map(len, self._sets))
        whole = {counts: weight * neither ** (dice - sum(counts)) for counts, weight in ways.items()}
        return {counts: weight for counts, weight in whole.items() if weight}


def _listed(faces: tuple[int, ...]) -> str:
    """List faces, four or more in a row by the first and the last."""
    if len(faces) > 3 and faces == tuple(range(faces[0], faces[-1] + 1)):
        return f"{faces[0]}-{faces[-1]}"
    return ",".join(map(str, faces)) or "no face"


@lru_cache(maxsize=1024)
def tally(die: Die, dice: int, *sets: tuple[int, ...]) -> Tally:
    """Return the variable that counts how many dice show a face of each of some sets.

    >>> from rcw_rules.kernel.dice import d10
    >>> tally(d10, 2, (8, 9, 10)).branches.pairs
    (((0,), 49), ((1,), 42), ((2,), 9))

    Args:
        die: The die.
        dice: How many are thrown.
        sets: The sets of faces, of which no two share a face.

    Returns:
        The counts, a number for each set; the same object for the same arguments.
    """
    return Tally(die, dice, sets)
