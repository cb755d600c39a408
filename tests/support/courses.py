"""Every course that dice may give to a play, for twins that throw every face."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias, TypeVar

KeyT = TypeVar("KeyT", bound=Hashable)

Throw: TypeAlias = Callable[[int, Callable[[int], Any]], Any]
"""Throws a number of six-sided dice, and returns what is read off their sum."""


class MoreDiceError(Exception):
    """The play wants another throw; it holds what that may come to, once for each case."""


def every_course(play: Callable[[Throw], KeyT]) -> dict[KeyT, Fraction]:
    """Return the chance of everything that a play may come to, which is played again for every course of its throws."""
    found: dict[KeyT, Fraction] = {}

    def go_on(known: tuple[Any, ...], chance: Fraction) -> None:
        left = list(known)

        def throw(dice: int, read: Callable[[int], Any]) -> Any:
            if left:
                return left.pop(0)
            raise MoreDiceError([read(sum(faces)) for faces in product(range(1, 7), repeat=dice)])

        try:
            key = play(throw)
        except MoreDiceError as more:
            values = more.args[0]
            for value in dict.fromkeys(values):
                go_on((*known, value), chance * Fraction(values.count(value), len(values)))
        else:
            found[key] = found.get(key, Fraction(0)) + chance

    go_on((), Fraction(1))
    return found
