"""Prisoners: how many steps a side captures."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.model import VEHICLE_TYPES, Steps, UnitType, half_up
from rcw_rules.orel.options import Options

CaptureCause: TypeAlias = Literal["retreat_or_rout", "assault", "pursuit", "pursuit_of_rout", "barrage"]
"""In what units were lost.

``retreat_or_rout``: a rout of a unit that was routed already, or one that could not be carried out. ``pursuit``: of
units that only retreated. ``pursuit_of_rout``: of units all of which were routed.
"""


@frozen(kw_only=True)
class LostUnit:
    """A unit that a side lost.

    Attributes:
        type: The kind of unit.
        steps: The steps that it still had when it was lost.
    """

    type: UnitType
    steps: Steps = 1


@frozen(kw_only=True)
class PrisonersOutcome:
    """What the captor gains.

    Attributes:
        prisoners: How far the captor's marker for prisoners moves up.
    """

    prisoners: int

    def summary(self, request: PrisonersRequest) -> str:
        """Return how many prisoners are taken."""
        if not self.prisoners:
            return "No prisoners are taken."
        taken = words.counted(self.prisoners, "prisoner")
        return words.sentences(f"{taken} {'is' if self.prisoners == 1 else 'are'} taken")


@frozen(kw_only=True, cache_hash=True)
class PrisonersRequest(Request[PrisonersOutcome]):
    """Losses of the captor's enemy.

    Attributes:
        cause: In what they were suffered.
        surrendered: The units that surrendered.
        eliminated: The units that losses eliminated; of an assault or a pursuit.
        steps_lost: The steps that losses took, those of eliminated units included; of a pursuit.
        wiped_out: Whether losses left no enemy combat unit and no battery; of an assault or a pursuit.
        won: Whether the captor won the assault.
    """

    cause: CaptureCause
    surrendered: Annotated[tuple[LostUnit, ...], Size(0, 99), Cites("8.8.2B-surrender")] = ()
    eliminated: Annotated[tuple[LostUnit, ...], Size(0, 99), Cites("8.8.2A-prisoners")] = ()
    steps_lost: Annotated[int, Range(0, 99, rule="8.7.4-pursuit-rout")] = 0
    wiped_out: Annotated[bool, Cites("8.8.2A-prisoners")] = False
    won: Annotated[bool, Cites("8.8.2A-prisoners")] = True

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.cause == "barrage" and self.surrendered:
            message = "no unit surrenders to a barrage; what a retreat or rout costs has the cause retreat_or_rout"
            yield Problem(".surrendered", message, "4.1-capture")
        if self.wiped_out and self.surrendered:
            message = "where units surrender, losses left some of them"
            yield Problem(".wiped_out", message, "8.8.2A-prisoners")
        if self.wiped_out and not any(_can_be_captured(unit) for unit in self.eliminated):
            yield Problem(".eliminated", "is missing: list the units that were wiped out", "8.8.2A-prisoners")


def half_of_losses(steps_lost: int) -> int:
    """Return the prisoners that a pursuit of routed units makes: half the steps that it cost them, halves up.

    >>> half_of_losses(3), half_of_losses(1), half_of_losses(0)
    (2, 1, 0)

    Rules: 8.7.4-pursuit-rout.
    """
    return half_up(Fraction(steps_lost, 2))


def _can_be_captured(unit: LostUnit) -> bool:
    """Whether a unit has men to be captured; vehicles and depots give no prisoners.

    Rules: 4.1-capture.
    """
    return unit.type not in VEHICLE_TYPES


def _example() -> PrisonersRequest:
    return PrisonersRequest(
        cause="assault", surrendered=(LostUnit(type="infantry", steps=3), LostUnit(type="artillery", steps=2))
    )


@procedure(
    "orel.prisoners",
    title="How many prisoners are taken?",
    rules=("4.1-capture",),
    example=_example,
)
def prisoners(request: PrisonersRequest, umpire: Umpire[Options]) -> PrisonersOutcome:
    """Count prisoners: the steps of all that surrendered, and what losses give besides.

    Of an enemy wiped out by losses alone the winner of the assault captures one step for each combat unit and battery.
    A pursuit of routed units gives half the steps that it cost, rounded to nearest, halves up, in place of that; by the
    option pursuit_prisoners_always any pursuit does. Barrages give nothing, and neither do vehicles.

    Rules: 4.1-capture, 8.8.2A-prisoners, 8.8.2B-surrender, 8.7.4-pursuit-rout.
    """
    captured = sum(unit.steps for unit in request.surrendered if _can_be_captured(unit))
    if request.surrendered:
        umpire.result("8.8.2B-surrender", "steps that surrendered: {steps}", steps=captured)
    if request.cause == "pursuit":
        umpire.ruling("pursuit_prisoners_always")
    halved = request.cause == "pursuit_of_rout" or (
        request.cause == "pursuit" and umpire.options.pursuit_prisoners_always
    )
    if halved:
        half = half_of_losses(request.steps_lost)
        text = "half of {lost} steps lost in the pursuit: {half}"
        umpire.result("8.7.4-pursuit-rout", text, lost=request.steps_lost, half=half)
        captured += half
    elif request.wiped_out and request.won and request.cause in ("assault", "pursuit"):
        units = sum(_can_be_captured(unit) for unit in request.eliminated)
        umpire.result("8.8.2A-prisoners", "all wiped out, one prisoner for each unit: {units}", units=units)
        captured += units
    umpire.result("4.1-capture", "prisoners: {prisoners}", prisoners=captured)
    return PrisonersOutcome(prisoners=captured)
