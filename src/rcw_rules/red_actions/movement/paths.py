"""Paths over the table: stretches and obstacles, what each costs a mover, and how far a move goes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, ClassVar, Literal, TypeAlias, get_args

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import ChartError, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, listed, sentences
from rcw_rules.marks import Cites, Was
from rcw_rules.red_actions.model import CATEGORY_OF, TRAINS, Arm, Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import in_inches

Area: TypeAlias = Literal[
    "ford", "up_normal_hill", "steep_slope", "buildings", "boggy_ground", "rough_ground", "woods", "dense_woods"
]
"""Terrain that units move through; a ford has a width too. A normal hill matters only on the way up."""

Line: TypeAlias = Literal["hedge", "wall", "small_stream", "big_stream", "trench", "wire", "crushed_wire"]
"""Terrain that units cross."""

TerrainColumn: TypeAlias = Literal["infantry", "sabres", "tachankas_and_limbered_guns", "armoured_cars", "tanks"]
"""A column of the terrain table."""

Trial: TypeAlias = Literal["obstacle", "wire", "breakdown"]
"""A test of a vehicle: at an obstacle, in wire, or for a breakdown at the end of the move."""

Bar: TypeAlias = Literal["", "impassable", "wire"]
"""What stops a move whatever speed is left: impassable ground, or wire, in which infantry halts."""

NEEDS_COLUMN: tuple[Area, ...] = ("buildings", "woods", "dense_woods")  # terrain-column-needed
SLOPES: tuple[Area, ...] = ("up_normal_hill", "steep_slope")

_AREA_ORDER: tuple[Area, ...] = get_args(Area)
_COLUMNS: dict[Arm, TerrainColumn] = {
    "rifle": "infantry",
    "mg": "infantry",
    "mortar": "infantry",
    "sabres": "sabres",
    "tachanka": "tachankas_and_limbered_guns",
    "gun": "tachankas_and_limbered_guns",
    "armoured_car": "armoured_cars",
    "tank": "tanks",
}


@frozen(kw_only=True, cache_hash=True)
class Stretch:
    """A part of a path with a length.

    Attributes:
        length: How long it is, measured as the front edge of the unit goes.
        terrain: All the terrain that it lies in; empty for open and flat ground, or the way down a normal hill.
        on_road: Whether it follows a road.
        downhill: Whether a steep slope goes down.
        direction: Which way the unit goes, as it faces.
    """

    length: Inches
    terrain: Annotated[tuple[Area, ...], Size(0, 8)] = ()
    on_road: Annotated[bool, Cites("terrain-road-column")] = False
    downhill: Annotated[bool, Cites("terrain-road-column")] = False
    direction: Annotated[Literal["forward", "backward", "sideways"], Cites("mov-no-backwards")] = "forward"

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the stretch."""
        if len(set(self.terrain)) < len(self.terrain):
            yield Problem(".terrain", "names a terrain twice", "conv-bad-input")
        if self.downhill and "up_normal_hill" in self.terrain:
            yield Problem(".downhill", "a stretch does not go both up and down: split it in two", "terrain-table")


@frozen(kw_only=True, cache_hash=True)
class Barrier:
    """Something on a path that the unit crosses.

    Attributes:
        line: What it is.
        on_road: Whether a road leads over or through it, by a bridge or a gap.
    """

    kind: ClassVar[str] = "obstacle"

    line: Line
    on_road: Annotated[bool, Cites("terrain-road-column")] = False


def leg_said(path: tuple[Stretch | Barrier, ...], place: int) -> str:
    """Return a stretch or obstacle of a path in words: ``the trench (part 2 of the path)``."""
    leg = path[place]
    ground = in_words(leg.line) if isinstance(leg, Barrier) else listed(map(in_words, leg.terrain)) or "open ground"
    return f"the {ground} (part {place + 1} of the path)"


Path: TypeAlias = Annotated[tuple[Stretch | Barrier, ...], Size(0, 1000)]
"""What a unit passes, in order."""


@frozen(kw_only=True, cache_hash=True)
class Mover:
    """What matters of a unit when it moves over terrain.

    Attributes:
        arm: What its bases are.
        mounted: Of officers: whether they ride.
        bases: How many bases it has; a single one always counts as in column.
        in_column: Whether it is in column.
    """

    arm: Arm
    mounted: Annotated[bool, Cites("mov-officer-speed")] = False
    bases: Annotated[int, Range(1, 6, rule="defs-unit-size")] = 1
    in_column: Annotated[bool, Cites("form-column")] = False

    @property
    def column(self) -> TerrainColumn:
        """Its column in the terrain table: officers as sabres or infantry, mortars on foot as infantry.

        Rules: terrain-table, defs-categories.
        """
        if self.arm == "officer":
            return "sabres" if self.mounted else "infantry"
        return _COLUMNS[self.arm]

    @property
    def is_column(self) -> bool:
        """Whether it counts as in column: so does a single base.

        Rules: terrain-column-needed, form-column.
        """
        return self.in_column or self.bases == 1

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the mover."""
        if self.arm in TRAINS:
            yield Problem(".arm", "trains keep to their rails: use red_actions.train_move", "train-speed")
        if self.mounted and self.arm != "officer":
            yield Problem(".mounted", "applies to officers only: leave it out for other arms", "mov-officer-speed")


def mover_of(unit: Unit) -> Mover:
    """Return what matters of a unit when it moves over terrain."""
    return Mover(
        arm=unit.card.arm,
        mounted=unit.card.mounted and unit.card.arm == "officer",
        bases=max(1, unit.bases),
        in_column=unit.in_column,
    )


@frozen(kw_only=True)
class Going:
    """What a cell of the terrain table says.

    Attributes:
        part: Which part of the allowance it costs to cross, or of the speed that is left in it; 1 where it is free.
        takes: Whether `part` is a cost (printed "move") or a rate (printed "speed", or free).
        bar: What else stops the mover.
        marked: Whether it has an asterisk.
    """

    part: Fraction
    takes: Literal["cost", "rate"]
    bar: Bar = ""
    marked: bool = False


_CELL = re.compile(
    r"(?:(?P<part>Full|Entire|[1-9]/[1-9]) (?P<takes>move|speed)|(?P<word>Da|Nyet!|Halt and test))( \*)?"
)


@lru_cache(maxsize=256)
def going(code: str | int) -> Going:
    """Read a cell of the terrain table.

    >>> going("1/4 speed *")
    Going(part=Fraction(1, 4), takes='rate', bar='', marked=True)

    Args:
        code: The cell as printed.

    Returns:
        What it means: "move" is a cost of crossing, "speed" a rate, Da is free, Nyet! impassable.

    Raises:
        ChartError: It is not a code of the table.

    Rules: terrain-table, terrain-breakdown-mark.
    """
    found = _CELL.fullmatch(str(code))
    if found is None:
        raise ChartError(
            "terrain", f"{code!r} is not one of its codes, such as '1/2 move *', 'Full speed', 'Da', 'Nyet!'"
        )
    marked = str(code).endswith("*")
    if found["word"] is not None:
        bars: dict[str, Bar] = {"Da": "", "Nyet!": "impassable", "Halt and test": "wire"}
        return Going(part=Fraction(1), takes="rate", bar=bars[found["word"]], marked=marked)
    part = Fraction(1) if found["part"] in ("Full", "Entire") else Fraction(found["part"])
    return Going(part=part, takes="cost" if found["takes"] == "move" else "rate", marked=marked)


@frozen(kw_only=True)
class LegCost:
    """What one stretch or obstacle of a path means for a mover.

    Attributes:
        length: How long it is in inches; 0 for an obstacle.
        cost: What it costs of the allowance, in inches.
        bar: What else stops the mover; the cost then means nothing.
        at: The terrain that stops the mover; "" if none does.
        trial: The test of a vehicle that it calls for on the way; "" for none.
        breaks_down: Whether it calls for a vehicle's test at the end of the move.
    """

    length: Fraction
    cost: Fraction
    bar: Bar = ""
    at: str = ""
    trial: Trial | Literal[""] = ""
    breaks_down: bool = False


def leg_costs(umpire: Umpire[Options], path: Path, mover: Mover, allowance: Fraction) -> tuple[LegCost, ...]:
    """Return what each stretch and obstacle of a path means for a mover, in their order.

    A stretch costs its length divided by the rate of its slowest terrain; each obstacle its part of the whole
    allowance. On a road only slopes that it climbs slow a column. Nothing is rounded.

    Args:
        umpire: The umpire, for the chart and the record.
        path: The path.
        mover: Who moves.
        allowance: The speed that it uses, in inches, with the bonus for a road.

    Rules: terrain-cost-rule, terrain-road-column, terrain-breakdown-mark.
    """
    return tuple(
        _crossed(umpire, leg, mover, allowance) if isinstance(leg, Barrier) else _passed(umpire, leg, mover)
        for leg in path
    )


def _crossed(umpire: Umpire[Options], obstacle: Barrier, mover: Mover, allowance: Fraction) -> LegCost:
    """Return what an obstacle costs; a bridge or gap costs a column nothing.

    Rules: terrain-cost-rule, terrain-road-column, wire-crushed, terrain-breakdown-mark.
    """
    if obstacle.on_road and mover.is_column:
        umpire.result("terrain-road-column", "the road leads past the {line}", line=in_words(obstacle.line))
        return LegCost(length=Fraction(0), cost=Fraction(0))
    found = going(umpire.look_up("terrain", obstacle.line, mover.column).result)
    if found.bar:
        return LegCost(length=Fraction(0), cost=Fraction(0), bar=found.bar, at=obstacle.line)
    trial: Trial = "wire" if obstacle.line == "wire" else "obstacle"
    return LegCost(
        length=Fraction(0),
        cost=found.part * allowance if found.takes == "cost" else Fraction(0),
        trial=trial if found.marked else "",
    )


def _passed(umpire: Umpire[Options], stretch: Stretch, mover: Mover) -> LegCost:
    """Return what a stretch costs; its slowest terrain counts.

    Rules: terrain-cost-rule, terrain-road-column, terrain-breakdown-mark.
    """
    length = as_fraction(stretch.length)
    terrain = stretch.terrain
    if stretch.on_road and mover.is_column:
        terrain = tuple(area for area in terrain if area in SLOPES and not stretch.downhill)
        if len(terrain) < len(stretch.terrain):
            umpire.result("terrain-road-column", "a column on a road minds only slopes that it climbs")
    slowest = Fraction(1)
    trial: Trial | Literal[""] = ""
    breaks_down = False
    for area in sorted(terrain, key=_AREA_ORDER.index):
        found = going(umpire.look_up("terrain", area, mover.column).result)
        if found.bar:
            return LegCost(length=length, cost=length, bar=found.bar, at=area)
        slowest = min(slowest, found.part)
        if found.marked and area == "ford":
            trial = "obstacle"
        elif found.marked:
            breaks_down = True
    return LegCost(length=length, cost=length / slowest, trial=trial, breaks_down=breaks_down)


@frozen(kw_only=True)
class AlongPathOutcome:
    """How far a move along a path goes.

    Attributes:
        moved: How many inches.
        cost: What that cost of the allowance.
        stopped_by: What ended it: nothing, the allowance, impassable ground, or wire that infantry halts in.
        leg: The stretch or obstacle at which it ended, counted from 0; None at the end of the path.
    """

    moved: Fraction
    cost: Fraction
    stopped_by: Annotated[Literal["", "spent", "impassable", "wire"], Was("stopped", before=4)]
    leg: int | None = None

    def summary(self, request: AlongPathRequest) -> str:
        """Return how far the mover goes, what that costs, and what stops it where."""
        where = "" if self.leg is None else leg_said(request.path, self.leg)
        stop = {
            "": "the end of the path",
            "spent": f"the allowance ends in {where}",
            "impassable": f"{where} is impassable",
            "wire": f"the mover halts in {where}",
        }[self.stopped_by]
        goes = f"the mover goes {in_inches(self.moved)}, which costs {in_inches(self.cost)}"
        return sentences(f"{goes}, to {stop}" if not self.stopped_by else f"{goes}: {stop}")


@frozen(kw_only=True, cache_hash=True)
class AlongPathRequest(Request[AlongPathOutcome]):
    """A mover that goes along a path as far as it gets, such as routers or pursuers.

    Attributes:
        mover: Who moves.
        path: What it passes, in order.
        allowance: What it may spend.
    """

    mover: Mover
    path: Path
    allowance: Inches


def _example() -> AlongPathRequest:
    path = (Stretch(length=inches(3)), Stretch(length=inches(4), terrain=("woods",)))
    return AlongPathRequest(mover=Mover(arm="rifle", bases=3), path=path, allowance=inches(6))


@procedure(
    "red_actions.along_path",
    title="How far can the unit move over this ground?",
    formerly=("How far do they get over this ground??",),
    rules=("terrain-cost-rule",),
    example=_example,
)
def along_path(request: AlongPathRequest, umpire: Umpire[Options]) -> AlongPathOutcome:
    """Go along a path as far as the allowance and the ground let the mover.

    The mover stops short of an obstacle that it cannot pay for in full, within a stretch where its allowance ends, and
    at impassable ground. Nothing is rounded. Use it to measure a rout move or a pursuit over broken ground.

    Rules: terrain-cost-rule, wire-infantry.
    """
    allowance = as_fraction(request.allowance)
    moved = cost = Fraction(0)
    for number, leg in enumerate(leg_costs(umpire, request.path, request.mover, allowance)):
        if leg.bar:
            return AlongPathOutcome(moved=moved, cost=cost, stopped_by=leg.bar, leg=number)
        if cost + leg.cost > allowance:
            if leg.length:
                moved += (allowance - cost) * leg.length / leg.cost
                cost = allowance
            return AlongPathOutcome(moved=moved, cost=cost, stopped_by="spent", leg=number)
        moved, cost = moved + leg.length, cost + leg.cost
    return AlongPathOutcome(moved=moved, cost=cost, stopped_by="")


def is_by_road(path: Path) -> bool:
    """Whether a whole path is by road.

    Rules: terrain-road-column.
    """
    return bool(path) and all(leg.on_road for leg in path)


def out_of_column(path: Path, mover: Mover, at: str = "$.path") -> Iterator[Objection]:
    """Yield the objections to a mover out of column: inside buildings and woods only infantry may be.

    Args:
        path: The path.
        mover: Who moves.
        at: The JSON path of the path.

    Rules: terrain-column-needed.
    """
    if mover.is_column or CATEGORY_OF[mover.arm] == "infantry":
        return
    for number, leg in enumerate(path):
        inside = [] if isinstance(leg, Barrier) else [area for area in NEEDS_COLUMN if area in leg.terrain]
        if inside:
            message = (
                f"{in_words(mover.arm)} bases move through {in_words(inside[0])} only in column: form a column first"
            )
            yield Objection(rule="terrain-column-needed", message=message, path=f"{at}[{number}]")


def as_fraction(length: Inches) -> Fraction:
    """Return a length in inches, exactly."""
    return Fraction(length.thousandths, 1000)
