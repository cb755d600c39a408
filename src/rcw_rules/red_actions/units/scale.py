"""The scale of the table: metres, inches, minutes and the width of a base."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import BASE_WIDTH_MM
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units.saying import in_inches, said

METRES_PER_INCH = 25  # defs-scale
MINUTES_PER_MOVE = 5  # defs-scale
MILLIMETRES_PER_INCH = Fraction(254, 10)

Disputed: TypeAlias = Literal["mounted_officer", "train_step"]
"""The distances that are printed in metres and in inches that disagree: the move of a mounted officer who is attached
to no unit, and the step by which a train starts and stops."""

_DISPUTED: dict[Disputed, tuple[int, int]] = {  # conv-metres-govern: in metres, in inches
    "mounted_officer": (400, 20),
    "train_step": (50, 1),
}


@frozen(kw_only=True)
class ConvertDistanceOutcome:
    """A distance on the table.

    Attributes:
        inches: The number of inches, exactly.
    """

    inches: Fraction

    def summary(self, request: ConvertDistanceRequest) -> str:
        """Return the distance in metres and on the table."""
        return sentences(f"{said(request.metres)} m is {in_inches(self.inches)} on the table")


@frozen(kw_only=True, cache_hash=True)
class ConvertDistanceRequest(Request[ConvertDistanceOutcome]):
    """A distance on the ground.

    Attributes:
        metres: How many metres.
        of: Which of the disputed distances it is; None for any other distance.
    """

    metres: Annotated[Fraction, Range(0, 1_000_000, rule="conv-bad-input")]
    of: Annotated[Disputed | None, Cites("conv-metres-govern")] = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.of is not None and self.metres != _DISPUTED[self.of][0]:
            message = f"the {in_words(self.of)} is {_DISPUTED[self.of][0]} m, not {self.metres} m"
            yield Problem(".metres", message, "conv-metres-govern")


def _distance_example() -> ConvertDistanceRequest:
    return ConvertDistanceRequest(metres=Fraction(400), of="mounted_officer")


@procedure(
    "red_actions.convert_distance",
    title="How far is that on the table?",
    rules=("defs-scale",),
    example=_distance_example,
)
def convert_distance(request: ConvertDistanceRequest, umpire: Umpire[Options]) -> ConvertDistanceOutcome:
    """Turn metres into inches of the table: the metres divided by 25, not rounded.

    The book prints two distances with inches that do not match their metres; the option distance_conflicts says which
    one counts.

    Rules: defs-scale, conv-metres-govern.
    """
    length = request.metres / METRES_PER_INCH
    if request.of is not None:
        umpire.ruling("distance_conflicts")
        length = Fraction(disputed_distance(request.of, umpire.options).as_decimal())
    umpire.result("defs-scale", "{metres} m are {inches} in", metres=str(request.metres), inches=str(length))
    return ConvertDistanceOutcome(inches=length)


def disputed_distance(of: Disputed, options: Options) -> Inches:
    """Return the distance in force where metres and inches disagree. Callers note the ruling `distance_conflicts`.

    >>> print(disputed_distance("train_step", Options()))
    2 in
    >>> print(disputed_distance("mounted_officer", Options(distance_conflicts="inches")))
    20 in

    Rules: conv-metres-govern.
    """
    metres, printed = _DISPUTED[of]
    return inches(printed if options.distance_conflicts == "inches" else metres // METRES_PER_INCH)


def moves_in(minutes: int) -> Fraction:
    """Return how many moves a number of minutes makes, not rounded.

    >>> moves_in(30)
    Fraction(6, 1)

    Rules: defs-scale.
    """
    return Fraction(minutes, MINUTES_PER_MOVE)


def frontage(bases: int) -> Fraction:
    """Return how many inches wide a line of bases is, exactly.

    >>> frontage(4)
    Fraction(600, 127)

    Rules: defs-base.
    """
    return bases * BASE_WIDTH_MM / MILLIMETRES_PER_INCH
