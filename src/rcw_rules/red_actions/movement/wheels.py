"""Wheels: how far the outer base of a turning line goes."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import frontage

_HALF_CIRCLE = 180_000
_PI = Fraction("3.14159265358979323846264338327950288")


@frozen(kw_only=True)
class WheelCostOutcome:
    """What a wheel costs.

    Attributes:
        cost: Inches of the move.
    """

    cost: Inches

    def summary(self, request: WheelCostRequest) -> str:
        """Return what the wheel costs."""
        return sentences(f"a wheel of {request.angle} costs {self.cost} of the move")


@frozen(kw_only=True, cache_hash=True)
class WheelCostRequest(Request[WheelCostOutcome]):
    """A unit that wheels.

    Attributes:
        front_bases: How many bases stand abreast in its front rank.
        angle: By how much it wheels, to either side.
    """

    front_bases: Annotated[int, Range(1, 6, rule="defs-unit-size")]
    angle: Annotated[Angle, Range(0, 360, rule="mov-wheel")]


def _wheel_example() -> WheelCostRequest:
    return WheelCostRequest(front_bases=4, angle=degrees(90))


@procedure(
    "red_actions.wheel_cost",
    title="What does this wheel cost?",
    rules=("mov-wheel",),
    example=_wheel_example,
)
def wheel_cost(request: WheelCostRequest, umpire: Umpire[Options]) -> WheelCostOutcome:
    """Measure the path of the outer base in a wheel; the whole unit pays that much.

    The unit turns about its inner front corner: the arc is the width of its front times the angle in radians. Such a
    length is irrational, so it is rounded once, to the nearest thousandth of an inch.

    Rules: mov-wheel.
    """
    cost = wheel_length(request.front_bases, request.angle)
    umpire.result("mov-wheel", "the outer base goes {cost}", cost=str(cost))
    return WheelCostOutcome(cost=cost)


def wheel_length(front_bases: int, angle: Angle) -> Inches:
    """Return the path of the outer base in a wheel, to the nearest thousandth of an inch.

    >>> print(wheel_length(4, degrees(90)))
    7.421 in

    Rules: mov-wheel.
    """
    return Inches(thousandths=round(frontage(front_bases) * 1000 * _PI * angle.thousandths / _HALF_CIRCLE))
