"""Luck: how far the throws of a resolution were from what was to be expected.

>>> from rcw_rules import GivenDice
>>> from rcw_rules import red_white as rw
>>> ledger = luck(rw.ruleset, rw.ruleset.resolve(rw.melee_example_2(), dice=GivenDice([6, 1])))
>>> for throw in ledger.throws:
...     print(f"{throw.purpose}: {throw.value}, {throw.expected} expected, {throw.score:+.2f} deviations")
attacker's die, defender's die: 7, 2 expected, +2.07 deviations
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from attrs import frozen

from rcw_rules.kernel.dice import Face, Faces, Variable
from rcw_rules.kernel.sources import DiceSource, RecordedDice
from rcw_rules.kernel.variables import Roller
from rcw_rules.resolution import Resolution
from rcw_rules.ruleset import Ruleset

__all__ = ["LuckLedger", "LuckyThrow", "luck"]


@frozen(kw_only=True)
class LuckyThrow:
    """A throw beside what was to be expected of it.

    Attributes:
        purpose: What it was for.
        label: What was thrown: ``2d6``.
        faces: What the dice showed.
        value: What that came to: a number; 1 or 0 for a test that was passed or failed.
        expected: What it comes to on average.
        deviation: The standard deviation of what it comes to.
        at_least: The probability of as much or more.
        at_most: The probability of as much or less.
    """

    purpose: str
    label: str
    faces: tuple[Face, ...]
    value: int
    expected: Fraction
    deviation: float
    at_least: Fraction
    at_most: Fraction

    @property
    def score(self) -> float:
        """How many standard deviations it was above what was to be expected; 0 for what could not come otherwise."""
        return float(self.value - self.expected) / self.deviation if self.deviation else 0.0


@frozen(kw_only=True)
class LuckLedger:
    """Every throw of a resolution that comes to a number, in order.

    High is not always good: a ledger tells of dice, not of sides.

    Attributes:
        throws: The throws.
        left_out: The purposes of throws that come to no number, such as cards.
    """

    throws: tuple[LuckyThrow, ...]
    left_out: tuple[str, ...]

    @property
    def score(self) -> float:
        """How many standard deviations all throws together were above what was to be expected."""
        spread = sqrt(sum(throw.deviation**2 for throw in self.throws))
        above = sum(float(throw.value - throw.expected) for throw in self.throws)
        return above / spread if spread else 0.0


def luck(ruleset: Ruleset[Any], resolution: Resolution[Any]) -> LuckLedger:
    """Return how lucky the throws of a resolution were.

    The resolution is replayed to see what could have come of each throw.

    Args:
        ruleset: The ruleset that resolved it.
        resolution: The resolution.

    Raises:
        DiceError: Today's rules ask for other throws than the record has.
        ReplayError: It rests on other replaced charts than the ruleset has.
    """
    dice = _Watched(resolution)
    ruleset.replay(resolution, dice=dice)
    throws: list[LuckyThrow] = []
    left_out: list[str] = []
    for variable, purpose, faces in dice.thrown:
        throw = _judged(variable, purpose, faces)
        if throw is None:
            left_out.append(purpose)
        else:
            throws.append(throw)
    return LuckLedger(throws=tuple(throws), left_out=tuple(left_out))


class _Watched(DiceSource):
    """The dice of a record, with what was thrown for noted."""

    __slots__ = ("_dice", "thrown")

    def __init__(self, resolution: Resolution[Any]) -> None:
        self._dice = RecordedDice(resolution.record.rolls)
        self.thrown: list[tuple[Variable[Any], str, Faces]] = []

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        faces, by = self._dice.throw(variable, purpose, rule)
        self.thrown.append((variable, purpose, faces))
        return faces, by

    def finish(self) -> None:
        self._dice.finish()


def _judged(variable: Variable[Any], purpose: str, faces: Faces) -> LuckyThrow | None:
    outcomes: Sequence[Any] = variable.branches.outcomes
    if not all(isinstance(outcome, int) for outcome in outcomes):
        return None
    odds = variable.branches.map(int)
    value = int(variable.read(faces))
    return LuckyThrow(
        purpose=purpose,
        label=variable.label,
        faces=tuple(faces),
        value=value,
        expected=odds.expectation(lambda number: number),
        deviation=sqrt(odds.variance(lambda number: number)),
        at_least=odds.probability(lambda number: number >= value),
        at_most=odds.probability(lambda number: number <= value),
    )
