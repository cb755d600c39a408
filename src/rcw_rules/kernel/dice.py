"""Random variables, asked for as a rule book does: one die, a sum, a count of successes, a pick, the next card.

A `Variable` knows which physical dice are thrown (`dice`), what a throw means (`read`) and the exact weight of every
value (`branches`). What rolls (a seed, a person, a record) only supplies faces; what walks every chance only needs
the branches. The same dice asked for again are the same object, at the cost of a dictionary look-up.

>>> d6.sum(2).branches.probability(7)
Fraction(1, 6)
>>> d10.check(at_most=6).branches.pairs
((True, 3), (False, 2))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import comb, gcd
from typing import Any, Literal, final

from rcw_rules.kernel.errors import DiceError
from rcw_rules.kernel.limits import watched
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.variables import (
    MOST_BRANCHES,
    MOST_KEPT,
    Check,
    Face,
    Faces,
    Number,
    T,
    Variable,
    frequencies,
    remember,
    require_dice,
    require_whole,
    signed,
    sum_of,
    whole,
)

__all__ = [
    "MOST_BRANCHES",
    "MOST_SIDES",
    "Check",
    "Count",
    "Die",
    "Each",
    "Face",
    "Faces",
    "Halved",
    "Keep",
    "Number",
    "Opposed",
    "Percentile",
    "Pick",
    "Sum",
    "Variable",
    "d",
    "d3",
    "d4",
    "d6",
    "d8",
    "d10",
    "d12",
    "d20",
    "d24",
    "d100",
    "difference",
    "opposed",
    "pick",
]

MOST_SIDES = 255
"""A die has at most this many sides: a seeded face is drawn from one byte."""


_PICKS = 1024


@final
class Die(Number):
    """One die with faces 1 to `sides`."""

    __slots__ = ("sides",)

    def __init__(self, sides: int) -> None:
        if type(sides) is not int or not 2 <= sides <= MOST_SIDES:
            raise DiceError(f"a die has 2 to {MOST_SIDES} sides, not {sides!r}")
        super().__init__((sides,), (sides,), f"d{sides}")
        self.sides: int = sides

    def read(self, faces: Sequence[Face]) -> int:
        """Return the face."""
        return whole(faces[0])

    def _weights(self) -> dict[Any, int]:
        return dict.fromkeys(range(1, self.sides + 1), 1)

    def sum(self, dice: int) -> Number:
        """Return the sum of several dice of this kind.

        Args:
            dice: How many; no dice sum to 0.

        Returns:
            The sum; the same object for the same arguments.

        Raises:
            DiceError: If *dice* is not a whole number, or is below 0.
        """
        return _sum(dice, self)

    def count(self, dice: int, *, at_least: int | None = None, at_most: int | None = None) -> Number:
        """Return how many of several dice of this kind succeed.

        Args:
            dice: How many are thrown; of no dice 0 succeed.
            at_least: A die succeeds on this number or more. Give this or *at_most*.
            at_most: A die succeeds on this number or less.

        Returns:
            The count; the same object for the same arguments.

        Raises:
            DiceError: If *dice* is not a whole number or is below 0, if both targets are given or none, or if one is
                not a whole number.
        """
        goal = (dice, at_least, at_most)
        count = self._counts.get(goal)
        return count if count is not None else remember(self._counts, goal, Count(dice, self, at_least, at_most))

    @cached_property
    def _counts(self) -> dict[tuple[object, ...], Count]:
        return {}

    def best(self, dice: int, *, keep: int = 1) -> Number:
        """Return the sum of the highest of several dice of this kind.

        Args:
            dice: How many are thrown.
            keep: How many of them count, 1 to *dice*.

        Returns:
            The sum of the dice kept; the same object for the same arguments.

        Raises:
            DiceError: If *dice* or *keep* is not a whole number or out of range.
        """
        return _keep(dice, self, keep, "highest")

    def worst(self, dice: int, *, keep: int = 1) -> Number:
        """Return the sum of the lowest of several dice of this kind.

        Args:
            dice: How many are thrown.
            keep: How many of them count, 1 to *dice*.

        Returns:
            The sum of the dice kept; the same object for the same arguments.

        Raises:
            DiceError: If *dice* or *keep* is not a whole number or out of range.
        """
        return _keep(dice, self, keep, "lowest")

    def each(self, dice: int) -> Variable[tuple[int, ...]]:
        """Return the faces of several dice in the order thrown, for rules to which the order matters.

        Args:
            dice: How many. Every order is a branch of its own, so exact odds bear few of them.

        Returns:
            The faces; the same object for the same arguments.

        Raises:
            DiceError: If *dice* is not a whole number, or is below 0.
        """
        return _each(dice, self)

    def halved(self) -> Number:
        """Return half the face, rounded up: a d6 read as a d3."""
        return _halved(self)

    def __reduce__(self) -> tuple[Callable[[int], Die], tuple[int]]:
        return d, (self.sides,)


class Sum(Number):
    """The sum of several dice of one kind."""

    __slots__ = ("die",)

    def __init__(self, dice: int, die: Die) -> None:
        require_dice(dice, 0)
        super().__init__((dice, die.sides), (die.sides,) * dice, f"{dice}d{die.sides}")
        self.die: Die = die

    def read(self, faces: Sequence[Face]) -> int:
        """Return the sum of the faces."""
        return sum(map(whole, faces))

    def _weights(self) -> dict[Any, int]:
        dice, sides = len(self.dice), self.die.sides
        ways = [1]  # of as many dice as were added, those for each total above the least
        for added in range(1, dice + 1):
            # One more die reaches a total from as many totals before as it has sides: a window that moves on by one.
            longer = [*ways, *[0] * (sides - 1)]
            window = 0
            ways.clear()
            for place in watched(range(added * (sides - 1) + 1)):
                window += longer[place] - (longer[place - sides] if place >= sides else 0)
                ways.append(window)
        return dict(enumerate(ways, dice))

    def _entries(self) -> int:
        return 2 * len(self.dice) * self.die.sides


class Count(Number):
    """How many of several dice succeed. Each die is asked on its own; the order does not matter."""

    __slots__ = ("_high", "_low", "die")

    def __init__(self, dice: int, die: Die, at_least: int | None, at_most: int | None) -> None:
        require_dice(dice, 0)
        if (at_least is None) == (at_most is None):
            raise DiceError("a count of successes needs at_least or at_most, one of them")
        require_whole("at_least", at_least)
        require_whole("at_most", at_most)
        goal = f"{at_least} or more" if at_most is None else f"{at_most} or less"
        super().__init__((dice, die.sides, at_least, at_most), (die.sides,) * dice, f"{dice}d{die.sides}, {goal} each")
        self.die: Die = die
        self._low = 1 if at_least is None else max(1, at_least)
        self._high = die.sides if at_most is None else min(die.sides, at_most)

    def read(self, faces: Sequence[Face]) -> int:
        """Return the number of faces that succeed."""
        return sum(self._low <= whole(face) <= self._high for face in faces)

    def _weights(self) -> dict[Any, int]:
        dice, good = len(self.dice), max(0, self._high - self._low + 1)
        bad = self.die.sides - good
        if not good or not bad:
            return {dice if good else 0: self.die.sides**dice}
        common = gcd(good, bad)
        good, bad = good // common, bad // common
        weight = bad**dice
        ways = {0: weight}
        for hits in watched(range(1, dice + 1)):  # one die more succeeds, one of those that failed
            weight = weight * (dice - hits + 1) * good // (hits * bad)
            ways[hits] = weight
        return ways

    def _entries(self) -> int:
        return len(self.dice)


class Keep(Number):
    """The sum of the highest or the lowest of several dice."""

    __slots__ = ("die", "highest", "keep")

    def __init__(self, dice: int, die: Die, keep: int, kept: Literal["highest", "lowest"]) -> None:
        require_dice(dice, 1)
        if type(keep) is not int or not 1 <= keep <= dice:
            raise DiceError(f"one keeps 1 to {dice} of {dice} dice, not {keep!r}")
        super().__init__((dice, die.sides, keep, kept), (die.sides,) * dice, f"{kept} {keep} of {dice}d{die.sides}")
        self.die: Die = die
        self.keep: int = keep
        self.highest: bool = kept == "highest"

    def read(self, faces: Sequence[Face]) -> int:
        """Return the sum of the dice kept."""
        return sum(sorted(map(whole, faces), reverse=self.highest)[: self.keep])

    def _weights(self) -> dict[Any, int]:
        # From the face that is kept first to the last: choose how many of the dice left show it. Until the last die to
        # be kept is found, every one that was shown is kept; after that the others show anything that is kept later.
        sides, unkept = self.die.sides, len(self.dice) - self.keep
        ways = {(self.keep, 0): 1}  # how many are still to be kept, and the total of the others
        weights: dict[int, int] = {}
        for worse in range(sides - 1, -1, -1):  # how many faces are kept later
            face = worse + 1 if self.highest else sides - worse
            more: dict[tuple[int, int], int] = {}
            for (keep, total), weight in watched(ways.items()):
                left = keep + unkept
                rest = (worse + 1) ** left  # with as many of this face as fill the places, or more
                for showing in watched(range(keep)):
                    chosen = comb(left, showing) * weight
                    rest -= comb(left, showing) * worse ** (left - showing)
                    state = (keep - showing, total + showing * face)
                    more[state] = more.get(state, 0) + chosen
                last = total + keep * face
                weights[last] = weights.get(last, 0) + weight * rest
            ways = more if worse else {}
        # Samples of a seed depend on this order.
        return {total: weights[total] for total in sorted(weights, reverse=not self.highest) if weights[total]}

    def _entries(self) -> int:
        return self.keep * self.keep * self.die.sides


class Halved(Number):
    """Half the face of a die, rounded up."""

    __slots__ = ("die",)

    def __init__(self, die: Die) -> None:
        super().__init__((die.sides,), die.dice, f"half a d{die.sides}, rounded up")
        self.die: Die = die

    def read(self, faces: Sequence[Face]) -> int:
        """Return half the face, rounded up."""
        return (whole(faces[0]) + 1) // 2

    def _weights(self) -> dict[Any, int]:
        return frequencies((face + 1) // 2 for face in range(1, self.die.sides + 1))


@final
class Percentile(Number):
    """d100 as two ten-sided dice, tens first: the face 10 is the printed 0, and 00 counts as 100."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__((), (10, 10), "d100 (two d10, tens first)")

    def read(self, faces: Sequence[Face]) -> int:
        """Return 1 to 100."""
        tens, ones = (whole(face) % 10 for face in faces)
        return 10 * tens + ones or 100

    def _weights(self) -> dict[Any, int]:
        return dict.fromkeys(range(1, 101), 1)


class Each(Variable[tuple[int, ...]]):
    """The faces of several dice, in the order thrown."""

    __slots__ = ("die",)

    def __init__(self, dice: int, die: Die) -> None:
        require_dice(dice, 0)
        super().__init__((dice, die.sides), (die.sides,) * dice, f"{dice}d{die.sides}, in order")
        self.die: Die = die
        self.ways: int = die.sides**dice

    def read(self, faces: Sequence[Face]) -> tuple[int, ...]:
        """Return the faces."""
        return tuple(map(whole, faces))

    def tell(self, faces: Sequence[Face]) -> str:
        """List the faces."""
        return ", ".join(str(face) for face in faces)

    def _weights(self) -> dict[Any, int]:
        return dict.fromkeys(watched(product(range(1, self.die.sides + 1), repeat=len(self.dice))), 1)


@final
class Opposed(Number):
    """Two throws against each other: the first total minus the second, each with its modifiers added.

    The dice of the first are thrown first.
    """

    __slots__ = ("first", "plus_first", "plus_second", "second")

    def __init__(self, first: Number, second: Number, plus_first: int, plus_second: int) -> None:
        super().__init__(
            (first.key, second.key, plus_first, plus_second),
            first.dice + second.dice,
            f"{first.label}{signed(plus_first)} against {second.label}{signed(plus_second)}",
        )
        self.first: Number = first
        self.second: Number = second
        self.plus_first: int = plus_first
        self.plus_second: int = plus_second

    def parts(self, faces: Sequence[Face]) -> tuple[int, int]:
        """Return both totals, modifiers included."""
        split = len(self.first.dice)
        return self.first.read(faces[:split]) + self.plus_first, self.second.read(faces[split:]) + self.plus_second

    def read(self, faces: Sequence[Face]) -> int:
        """Return the margin of the first over the second; negative when the second is higher."""
        first, second = self.parts(faces)
        return first - second

    def tell(self, faces: Sequence[Face]) -> str:
        """Say both sums with their modifiers."""
        split = len(self.first.dice)
        first, second = self.parts(faces)
        return (
            f"{sum_of(self.first.read(faces[:split]), self.plus_first, first)} against "
            f"{sum_of(self.second.read(faces[split:]), self.plus_second, second)}"
        )

    def _weights(self) -> dict[Any, int]:
        ways: dict[int, int] = {}
        plus = self.plus_first - self.plus_second
        seconds = self.second.branches.pairs
        for first, one in watched(self.first.branches.pairs):
            for second, other in watched(seconds):
                margin = first - second + plus
                ways[margin] = ways.get(margin, 0) + one * other
        return ways

    def _entries(self) -> int:
        return sum(self.dice)


class Pick(Variable[tuple[T, ...]]):
    """So many of the listed items, picked at random without replacement; the order of picking does not matter.

    The value lists the picked items in their listed order. Equal items are interchangeable. The faces are the
    positions, counted from 1 in the whole list, in the order picked.
    """

    __slots__ = ("items",)

    def __init__(self, items: tuple[T, ...], count: int) -> None:
        if type(count) is not int or not 0 <= count <= len(items) <= MOST_SIDES:
            raise DiceError(f"one picks 0 to {len(items)} of {len(items)} items (at most {MOST_SIDES}), not {count!r}")
        dice = tuple(len(items) - picked for picked in range(count))
        super().__init__((items, count), dice, f"{count} of {len(items)} at random")
        self.items: tuple[T, ...] = items

    def faces(self, numbers: tuple[int, ...]) -> Faces:
        """Turn draws from what is left into positions in the whole list."""
        left = list(range(1, len(self.items) + 1))
        return tuple(left.pop(number - 1) for number in numbers)

    def as_shown(self, faces: Sequence[Face]) -> Faces:
        """Return *faces*: positions in a list are no dice."""
        return tuple(faces)

    def check_faces(self, faces: Sequence[Face]) -> Faces:
        """Return *faces*.

        Raises:
            DiceError: If one is not a position in the list, or comes twice.
        """
        for face in faces:
            if type(face) is not int or not 1 <= face <= len(self.items):
                shown = show(face, "python")
                raise DiceError(f"position {shown} is impossible: the list has positions 1 to {len(self.items)}")
        if len(set(faces)) < len(faces):
            raise DiceError("a position was picked twice")
        return tuple(faces)

    def read(self, faces: Sequence[Face]) -> tuple[T, ...]:
        """Return the items picked, in their listed order."""
        return self._listed(frequencies(self.items[whole(face) - 1] for face in faces))

    @cached_property
    def ways(self) -> int:  # type: ignore[override]  # worked out when somebody asks
        """How many different picks there are."""
        return _different_picks(frequencies(self.items).values(), len(self.dice))

    def _listed(self, taken: dict[T, int]) -> tuple[T, ...]:
        # Of equal items the earliest listed stand for all, so that equal picks are equal values.
        left = dict(taken)
        value: list[T] = []
        for item in self.items:
            if left.get(item):
                left[item] -= 1
                value.append(item)
        return tuple(value)

    def _weights(self) -> dict[Any, int]:
        there = frequencies(self.items)
        if len(there) == len(self.items):
            return dict.fromkeys(watched(combinations(self.items, len(self.dice))), 1)
        ways: list[tuple[dict[T, int], int, int]] = [({}, len(self.dice), 1)]
        left = len(self.items)
        for item, count in there.items():
            left -= count
            ways = [
                ({**taken, item: number}, wanted - number, weight * comb(count, number))
                for taken, wanted, weight in watched(ways)
                # At least what the items still to come cannot make up for, so that every way leads to a pick.
                for number in range(max(0, wanted - left), min(count, wanted) + 1)
            ]
        return {self._listed(taken): weight for taken, _, weight in watched(ways)}


def pick(items: Iterable[T], count: int = 1) -> Pick[T]:
    """Return the pick of some of the *items* at random, without replacement.

    Args:
        items: What is picked from, 255 at most; equal ones are interchangeable.
        count: How many are picked.

    Returns:
        The pick; the same object for the same arguments.

    Raises:
        DiceError: If there are fewer items than are picked, or too many.
    """
    return _pick(count, *items)


def opposed(first: Number, second: Number, *, plus_first: int = 0, plus_second: int = 0) -> Opposed:
    """Return the throw of one side against another.

    Args:
        first: What the first side throws.
        second: What the second side throws, after the first.
        plus_first: The modifier added to the first throw.
        plus_second: The modifier added to the second throw.

    Returns:
        The margin of the first over the second; the same object for the same arguments.
    """
    return _opposed(first, second, plus_first, plus_second)


def difference(first: Number, second: Number) -> Opposed:
    """Return *first* minus *second*."""
    return _opposed(first, second, 0, 0)


@lru_cache(maxsize=MOST_KEPT)
def d(sides: int) -> Die:
    """Return the die with so many *sides*, numbered from 1.

    Raises:
        DiceError: If *sides* is not a whole number from 2 to 255.
    """
    return Die(sides)


@lru_cache(maxsize=_PICKS, typed=True)  # typed, since 1 and True are equal but not the same to pick
def _pick(count: int, *items: Any) -> Pick[Any]:
    return Pick(items, count)


_sum = lru_cache(maxsize=MOST_KEPT)(Sum)
_keep = lru_cache(maxsize=MOST_KEPT)(Keep)
_each = lru_cache(maxsize=MOST_KEPT)(Each)
_halved = lru_cache(maxsize=MOST_KEPT)(Halved)
_opposed = lru_cache(maxsize=MOST_KEPT)(Opposed)

d3: Die = d(3)
d4: Die = d(4)
d6: Die = d(6)
d8: Die = d(8)
d10: Die = d(10)
d12: Die = d(12)
d20: Die = d(20)
d24: Die = d(24)
d100: Percentile = Percentile()


def _different_picks(counts: Iterable[int], count: int) -> int:
    # For each number of items picked so far, in how many different ways.
    ways = [1, *([0] * count)]
    for there in counts:
        ways = [sum(ways[max(0, picked - there) : picked + 1]) for picked in range(count + 1)]
    return ways[count]
