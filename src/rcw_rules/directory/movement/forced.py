"""Forced marches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.directory.model import Counter, UnitType, movement_rating, named, told_counters
from rcw_rules.directory.options import Options
from rcw_rules.kernel.charts import Cell
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import ChartError
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, sentences

CHARTS: dict[UnitType, str] = {  # fm-eligibility
    "elite_infantry": "forced_march_infantry",
    "regular_infantry": "forced_march_infantry",
    "elite_cavalry": "forced_march_cavalry",
    "regular_cavalry": "forced_march_cavalry",
    "elite_tatchanka": "forced_march_cavalry",
    "regular_tatchanka": "forced_march_cavalry",
}
"""Who may force march, and by which chart."""


@frozen(kw_only=True)
class ForcedMarchOutcome:
    """What a forced march gives a unit.

    Attributes:
        removed: Whether the march costs the unit itself.
        allowance: Its movement allowance in this movement phase, in hexes, before weather and terrain; 0 if it is
            removed.
    """

    removed: bool
    allowance: int

    def summary(self, request: ForcedMarchRequest) -> str:
        """Return how far the unit may move, or that the march costs it."""
        return sentences(self.sentence(request.unit))

    def sentence(self, unit: Counter) -> str:
        """Return the same of a unit, to be put together with that of others."""
        if self.removed:
            return told_counters((unit,), "is removed", "are removed")
        allowance = f"a movement allowance of {self.allowance} in this movement phase"
        return told_counters((unit,), f"has {allowance}", f"have {allowance}")


@frozen(kw_only=True, cache_hash=True)
class ForcedMarchRequest(Request[ForcedMarchOutcome]):
    """A unit that force marches.

    Attributes:
        unit: The unit.
        moved_already: Whether it has entered a hex in this movement phase.
        marched_already: Whether it has rolled for a forced march in this movement phase.
        special_movement: Whether it uses naval, water or rail movement in this movement phase.
    """

    unit: Counter
    moved_already: bool = False
    marched_already: bool = False
    special_movement: bool = False


def _example() -> ForcedMarchRequest:
    return ForcedMarchRequest(unit=Counter(type="regular_cavalry", faction="volunteers"))


@procedure(
    "directory.forced_march",
    title="How many hexes does the forced march give?",
    formerly=("What does the forced march give?",),
    rules=("fm-per-unit",),
    example=_example,
)
def forced_march(request: ForcedMarchRequest, umpire: Umpire[Options]) -> ForcedMarchOutcome:
    """Roll one die for a unit on the chart of its kind.

    AL removes the unit itself. MA # raises its allowance to # and never lowers it: the larger of # and the printed
    allowance holds, and what weather and terrain take off is taken off that. It holds for this movement phase only.

    Rules: fm-per-unit, fm-infantry, fm-cavalry, fm-al, fm-ma, fm-duration, gen-die.
    """
    cell = umpire.look_up(CHARTS[request.unit.type], umpire.roll(d6, "forced march", "fm-per-unit"))
    raised = _raised_to(cell)
    if raised is None:
        umpire.result("fm-al", "the unit is removed")
        return ForcedMarchOutcome(removed=True, allowance=0)
    printed = printed_allowance(umpire, request.unit)
    allowance = max(printed, raised)
    umpire.result("fm-ma", "movement allowance {allowance}, printed {printed}", allowance=allowance, printed=printed)
    umpire.result("fm-duration", "only in this movement phase")
    return ForcedMarchOutcome(removed=False, allowance=allowance)


@forced_march.legality
def _objections(request: ForcedMarchRequest, options: Options) -> Iterator[Objection]:
    yield from march_objections(
        request.unit,
        moved_already=request.moved_already,
        marched_already=request.marched_already,
        special_movement=request.special_movement,
    )


def march_objections(
    unit: Counter, *, moved_already: bool, marched_already: bool, special_movement: bool
) -> Iterator[Objection]:
    """Yield objections to a forced march of a unit; their paths name the fields.

    Rules: fm-eligibility, fm-per-unit, mov-kinds.
    """
    if unit.type not in CHARTS:
        message = f"only elite and regular infantry, cavalry and tatchankas force march, not {in_words(unit.type)}"
        yield Objection(rule="fm-eligibility", message=message, path="$.unit.type")
    if isinstance(unit.movement, str) or unit.movement == 0:
        message = f"a counter rated {unit.movement} has no allowance of hexes that a forced march could raise"
        yield Objection(rule="mov-kinds", message=message, path="$.unit.movement")
    if moved_already:
        message = "a forced march is declared before the unit has entered its first hex of the movement phase"
        yield Objection(rule="fm-per-unit", message=message, path="$.moved_already")
    if marched_already:
        message = "a unit rolls for one forced march in a movement phase; it may roll again in the next"
        yield Objection(rule="fm-per-unit", message=message, path="$.marched_already")
    if special_movement:
        message = "a forced march cannot be combined with naval, water or rail movement in the same phase"
        yield Objection(rule="fm-per-unit", message=message, path="$.special_movement")


def printed_allowance(umpire: Umpire[Options], unit: Counter) -> int:
    """Return the hexes that a unit may move by its counter; 0 where that has a letter instead.

    Rules: unit-table, mov-kinds.
    """
    printed = movement_rating(umpire, unit)
    return 0 if isinstance(printed, str) else printed


def _raised_to(cell: Cell) -> int | None:
    """Return the # of MA #, or None for AL.

    Rules: fm-al, fm-ma.
    """
    if cell.result == "AL":
        return None
    found = re.fullmatch(r"MA ([0-9]{1,2})", str(cell.result))
    if found is None:
        raise ChartError(cell.chart, f"row {cell.row!r} should be AL or MA with a number, not {cell.result!r}")
    return int(found[1])


# ---------------------------------------------------------------- a stack


@frozen(kw_only=True)
class Marching:
    """What a player sees when deciding whether the next unit of a stack force marches.

    Attributes:
        unit: The unit.
        fared: How those before it fared.
    """

    unit: Counter
    fared: tuple[ForcedMarchOutcome, ...]


FORCE_MARCH: Choice[Marching, bool] = Choice(
    "force_march",
    rule="fm-per-unit",
    who="owner",
    about="Does the next unit of the stack force march? You see how those before it fared. Default: yes.",
    default=lambda marching, alternatives: True,
    unit=lambda marching: named(marching.unit),
    side=lambda marching: marching.unit.faction,
)


@frozen(kw_only=True)
class StackForcedMarchOutcome:
    """What forced marches give the units of a stack.

    Attributes:
        units: Each unit in listed order; one that does not force march has its printed allowance.
    """

    units: tuple[ForcedMarchOutcome, ...]

    def summary(self, request: StackForcedMarchRequest) -> str:
        """Return how far each unit of the stack may move, or that its march costs it."""
        return sentences(*(one.sentence(march.unit) for march, one in zip(request.marches, self.units, strict=True)))


@frozen(kw_only=True, cache_hash=True)
class StackForcedMarchRequest(Request[StackForcedMarchOutcome]):
    """Units that may force march one after the other.

    Attributes:
        marches: The question of each unit, in the order in which they roll.
    """

    marches: Annotated[tuple[ForcedMarchRequest, ...], Size(1, 20)]


def _stack_example() -> StackForcedMarchRequest:
    infantry = Counter(type="elite_infantry", faction="directory")
    return StackForcedMarchRequest(
        marches=(ForcedMarchRequest(unit=infantry), ForcedMarchRequest(unit=evolve(infantry, type="regular_infantry")))
    )


@procedure(
    "directory.stack_forced_march",
    title="How far can each unit of a stack force march?",
    rules=("fm-per-unit",),
    example=_stack_example,
)
def stack_forced_march(request: StackForcedMarchRequest, umpire: Umpire[Options]) -> StackForcedMarchOutcome:
    """Let the units of a stack force march one after the other, each with a decision and a die of its own.

    They go in listed order, and each decision comes after the dice before it. A unit that is lost costs the others
    nothing.

    Rules: fm-per-unit, fm-al.
    """
    fared: tuple[ForcedMarchOutcome, ...] = ()
    for number, march in enumerate(request.marches, start=1):
        if umpire.choose(FORCE_MARCH, (True, False), Marching(unit=march.unit, fared=fared)):
            fared += (umpire.resolve(march, f"unit {number}"),)
        else:
            fared += (ForcedMarchOutcome(removed=False, allowance=printed_allowance(umpire, march.unit)),)
    return StackForcedMarchOutcome(units=fared)


@stack_forced_march.legality
def _stack_objections(request: StackForcedMarchRequest, options: Options) -> Iterator[Objection]:
    for number, march in enumerate(request.marches):
        for objection in _objections(march, options):
            yield evolve(objection, path=f"$.marches[{number}]{objection.path.removeprefix('$')}")
