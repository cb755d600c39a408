"""Stacking: what may stand in one hex."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.model import Depot, Unit, listed, wrong_places
from rcw_rules.orel.options import Options

MOST_POINTS = 10  # 7.1.2-stacking
MOST_UNITS = 3  # 7.1.2-stacking


# -------------------------------------------------------------------- what other chapters ask


@frozen(kw_only=True)
class StackingOutcome:
    """How full a hex is.

    Attributes:
        points: The stacking points in it.
        units: The units that count.
        excess_points: How many points are too many.
        excess_units: How many units are too many.
        legal: Whether they may be there: nothing is too many, or recovered steps are, for the time being.
        to_be_cured: Whether the next movement phase must put it right, as far as legal moves can.
    """

    points: int
    units: int
    excess_points: int
    excess_units: int
    legal: bool
    to_be_cured: bool = False

    def summary(self, request: StackingRequest) -> str:
        """Return whether the units may stand in one hex, and how full it is."""
        full = f"{self.points} of {MOST_POINTS} stacking points and {self.units} of {MOST_UNITS} units"
        over = [words.counted(self.excess_points, "stacking point")] if self.excess_points else []
        over += [words.counted(self.excess_units, "unit")] if self.excess_units else []
        if not over:
            return words.sentences(f"these units may stand in one hex: {full}")
        if self.to_be_cured:
            cure = "the next movement phase must put that right, as far as legal moves can"
            return words.sentences(f"the hex holds {words.listed(over)} too many for now: {full}", cure)
        return words.sentences(f"these units may not stand in one hex, with {words.listed(over)} too many: {full}")


def stack_of(units: Iterable[Unit], *, recovered: bool = False) -> StackingOutcome:
    """Count what is in a hex: combat units and artillery, by points and by number; vehicles are free.

    Args:
        units: The units in the hex.
        recovered: Whether recovered steps, and not a move, have filled it.

    Rules: 7.1.2-stacking, 4.3.1C-overstack.
    """
    counted = [unit for unit in units if not unit.is_vehicle]
    points = sum(unit.points for unit in counted)
    excess_points, excess_units = max(0, points - MOST_POINTS), max(0, len(counted) - MOST_UNITS)
    fits = not excess_points and not excess_units
    return StackingOutcome(
        points=points,
        units=len(counted),
        excess_points=excess_points,
        excess_units=excess_units,
        legal=fits or recovered,
        to_be_cured=recovered and not fits,
    )


def fit_together(units: Iterable[Unit]) -> bool:
    """Whether these units may end a move in one hex.

    Rules: 7.1.2-stacking.
    """
    return stack_of(units).legal


# -------------------------------------------------------------------- orel.stacking


@frozen(kw_only=True, cache_hash=True)
class StackingRequest(Request[StackingOutcome]):
    """What stands in a hex.

    Attributes:
        units: The units in it.
        depots: The depots in it, which are free.
        recovered: Whether recovered steps, and not a move, have filled it.
    """

    units: Annotated[tuple[Unit, ...], Size(0, 99)]
    depots: Annotated[tuple[Depot, ...], Size(0, 99)] = ()
    recovered: Annotated[bool, Cites("4.3.1C-overstack")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        everybody = (*listed("units", self.units), *listed("depots", self.depots))
        yield from wrong_places(everybody)
        places = {unit.hex for _, unit in everybody if unit.hex is not None}
        for path, unit in everybody:
            if unit.side != everybody[0][1].side:
                yield Problem(f"{path}.side", "a hex holds units of one side", "X-bad-units")
            if len(places) > 1 and unit.hex is not None and unit.hex != min(places):
                yield Problem(f"{path}.hex", f"the stack is in one hex, such as {min(places)}", "X-bad-units")


def _example() -> StackingRequest:
    units = tuple(
        Unit(key=f"{number}/41D", side="red", type="infantry", tq=4, steps=steps, strength=5)
        for number, steps in ((1, 4), (2, 4), (3, 3))
    )
    return StackingRequest(units=units)


@procedure(
    "orel.stacking",
    title="May these units stand in one hex?",
    rules=("7.1.2-stacking",),
    example=_example,
)
def stacking(request: StackingRequest, umpire: Umpire[Options]) -> StackingOutcome:
    """Count the stacking points and the units of a hex: at most 10 points and 3 units; vehicles and depots are free.

    A lost step takes a point off its unit. Recovered steps may exceed the limits until the end of the next movement
    phase.

    Rules: 7.1.2-stacking, 4.3.1C-overstack.
    """
    found = stack_of(request.units, recovered=request.recovered)
    text = "{points} of {most_points} points and {units} of {most_units} units"
    umpire.result(
        "7.1.2-stacking",
        text,
        points=found.points,
        most_points=MOST_POINTS,
        units=found.units,
        most_units=MOST_UNITS,
    )
    if found.to_be_cured:
        umpire.result("4.3.1C-overstack", "too many, until the end of the movement phase that follows")
    return found
