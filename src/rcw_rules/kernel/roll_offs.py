"""Roll-offs: a die a side, the higher total wins, and a tie is thrown again.

>>> from rcw_rules.kernel.dice import d6
>>> odds = roll_off(("Red", d6), ("White", d6), plus_first=1).branches
>>> odds["Red"], odds["White"]
(Fraction(21, 31), Fraction(10, 31))
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, TypeVar

from rcw_rules.kernel.dice import Face, Number, Opposed, Variable, opposed

T = TypeVar("T", bound=Hashable)


class RollOff(Variable[T | None]):
    """One throw of a roll-off, to be repeated while nobody wins it.

        winner = umpire.roll(throw, "first to move", "seq-first")
        while winner is None:
            winner = umpire.roll(throw, "first to move", "seq-first")

    Faces may tie, and then ``read`` answers None. The branches are those of the throw that decides, since exact odds
    would never come to an end if ties were among them.
    """

    __slots__ = ("first", "ones", "second", "throw")

    def __init__(self, first: T, second: T, throw: Opposed, ones: T | None) -> None:
        super().__init__((first, second, ones, *throw.key), throw.dice, throw.label)
        self.first: T = first
        self.second: T = second
        self.throw: Opposed = throw
        self.ones: T | None = ones

    def read(self, faces: Sequence[Face]) -> T | None:
        """Return who won, or what ones on all dice mean; None after a tie."""
        if self.ones is not None and all(face == 1 for face in faces):
            return self.ones
        margin = self.throw.read(faces)
        return self.first if margin > 0 else self.second if margin < 0 else None

    def parts(self, faces: Sequence[Face]) -> tuple[int, ...]:
        """Return both totals."""
        return self.throw.parts(faces)

    def tell(self, faces: Sequence[Face]) -> str:
        """Return both totals in words."""
        return self.throw.tell(faces)

    def _weights(self) -> dict[Any, int]:
        weights = {self.first: 0, self.second: 0}
        for margin, weight in self.throw.branches.pairs:
            if margin:
                weights[self.first if margin > 0 else self.second] += weight
        if self.ones is not None:
            ones = self.throw.read((1,) * len(self.throw.dice))
            if ones:
                weights[self.first if ones > 0 else self.second] -= 1
            weights[self.ones] = weights.get(self.ones, 0) + 1
        return {winner: weight for winner, weight in weights.items() if weight}


def roll_off(
    first: tuple[T, Number],
    second: tuple[T, Number],
    *,
    plus_first: int = 0,
    plus_second: int = 0,
    ones: T | None = None,
) -> RollOff[T]:
    """Return a roll-off.

    Args:
        first: Who throws first, and what; the faces come in this order.
        second: Who throws against, and what.
        plus_first: What is added to the first's total.
        plus_second: What is added to the second's.
        ones: What it means if every die shows a 1; None if nothing special.
    """
    throw = opposed(first[1], second[1], plus_first=plus_first, plus_second=plus_second)
    return RollOff(first[0], second[0], throw, ones)
