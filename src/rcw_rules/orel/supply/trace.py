"""Supply lines: how far a depot is from a unit, around what the enemy holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Annotated, ClassVar

from attrs import frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry import search
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, MovementCosts, path_to_nearest
from rcw_rules.kernel.geometry.reports import Path
from rcw_rules.kernel.needs import Need
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import (
    Column,
    called,
    column_of,
    grid_in,
    movement_costs,
    note_values,
    off_the_board_in_play,
    off_the_rails,
    points_of,
    terrains_at,
)
from rcw_rules.orel.model import RIVER, Depot, Side, Unit, listed, wrong_places, wrong_words
from rcw_rules.orel.options import Options
from rcw_rules.orel.supply.railroads import supply_barriers

SUPPLY_RANGE = 5  # 8.2.2-range, in movement points

# -------------------------------------------------------------------- what other chapters ask


@frozen(kw_only=True, eq=False)
class SupplyGround:
    """What supply lines of a side run over, with every unit where it stands.

    Attributes:
        side: Whose supply lines.
        grid: The hexes of the board.
        board: The board; None if there is none.
        barriers: The hexes that no line may enter: `supply_barriers`.
        chart: The Terrain Effects Table.
        infantry_scale: Whether every line is measured with the costs of infantry.
    """

    side: Side
    grid: HexGrid
    board: HexMap | None
    barriers: frozenset[str]
    chart: Chart
    infantry_scale: bool


def supply_ground(
    umpire: Umpire[Options],
    units: Collection[Unit],
    side: Side,
    *,
    depots: Iterable[Depot] = (),
    board: HexMap | None = None,
) -> SupplyGround:
    """Look once at what stands on the board, for any number of supply lines of a side.

    Args:
        umpire: Has the options and the Terrain Effects Table.
        units: The units of both sides.
        side: Whose supply lines.
        depots: The depots of both sides.
        board: The board, if the request brings one; else the option's.

    Rules: 8.2.2-range.
    """
    known = umpire.options.board if board is None else board
    grid = grid_in(known)
    return SupplyGround(
        side=side,
        grid=grid,
        board=known,
        barriers=supply_barriers(units, side, grid, depots),
        chart=umpire.charts["terrain"],
        infantry_scale=umpire.options.supply_infantry_scale,
    )


def supply_column(mover: Unit | Depot, ground: SupplyGround) -> Column | None:
    """Return the column in which a unit or a convoi finds what its supply line costs; None for what moves on rails.

    Rules: 8.2.2-range.
    """
    own = column_of(mover)
    return "infantry" if own is not None and ground.infantry_scale else own


def supply_line(
    mover: Unit | Depot, goals: Iterable[str], ground: SupplyGround, *, budget: int | None
) -> Path[str] | None:
    """Return the cheapest supply line from where a unit or a convoi stands to the nearest of some hexes.

    What each hex costs to enter counts, the goal's included; zones of control add nothing. No line enters a hex with
    enemies, or one in an enemy zone of control that no friend negates; the hex that it starts from may be either.

    Args:
        mover: The unit that traces, with the costs of its own column; a train or a railroad depot traces no such line.
        goals: The hexes to get to.
        ground: What the line runs over.
        budget: The most movement points that it may cost; None for any number.

    Returns:
        The line, or None where there is none.

    Raises:
        NeedsRuling: If there is no board and the terrain decides: the goals are neither here nor surely too far.

    Rules: 8.2.2-range.
    """
    column = supply_column(mover, ground)
    if mover.hex is None or column is None:
        return None
    wanted = tuple(goals)
    if ground.board is None:
        costs = _least_costs(ground.grid, column, ground.chart)
    else:
        costs = movement_costs(ground.board, column, ground.chart)
    line = path_to_nearest(mover.hex, wanted, costs, budget=budget, closed=ground.barriers)
    if ground.board is None and line is not None and len(line.places) > 1:
        raise NeedsRuling(
            "D-map",
            f"Which terrain, roads, railroads and rivers lie between {mover.hex} and {' or '.join(wanted)}?",
            "a board, in the request or as the option board (the map is not printed)",
        )
    return line


def points_to_nearest(mover: Unit | Depot, goals: Iterable[str], ground: SupplyGround) -> Mapping[str, int]:
    """Return what the cheapest supply line to the nearest of some hexes costs from every hex that has one.

    One search backwards from the goals answers for all hexes what `supply_line` answers for one.

    Args:
        mover: The unit that would trace, with the costs of its own column.
        goals: The hexes to get to.
        ground: What the lines run over; it has a board.

    Rules: 8.2.2-range.
    """
    column = supply_column(mover, ground)
    if column is None or ground.board is None:
        return {}
    back = _steps_back(movement_costs(ground.board, column, ground.chart))
    sources = tuple((place, 0) for place in goals)

    def steps(place: str) -> Iterable[tuple[str, int]]:
        if not place:
            return sources
        return () if place in ground.barriers else back[place]

    found = search.reachable("", None, steps).costs
    return {place: cost for place, cost in found.items() if place}


@lru_cache(maxsize=32)
def _steps_back(costs: MovementCosts) -> Mapping[str, tuple[tuple[str, int], ...]]:
    """Return the steps that lead into each hex: where from, and what they cost."""
    back: dict[str, list[tuple[str, int]]] = {place: [] for place in costs.map.grid.hexes}
    for place in costs.map.grid.hexes:
        for to, cost in costs.steps(place):
            back[to].append((place, cost))
    return {place: tuple(steps) for place, steps in back.items()}


def in_range(unit: Unit, depot: Depot, ground: SupplyGround) -> bool:
    """Whether a unit is within 5 movement points of a depot; armoured trains never are, they are supplied by rail.

    Nothing but the way counts: whether the depot is marked Unsupplied is asked elsewhere.

    Raises:
        NeedsRuling: If the terrain decides and there is no board.

    Rules: 8.2.2-range.
    """
    return depot.hex is not None and supply_line(unit, (depot.hex,), ground, budget=SUPPLY_RANGE) is not None


@lru_cache(maxsize=32)
def _least_costs(grid: HexGrid, column: Column, chart: Chart) -> MovementCosts:
    """Return costs with which no line is dearer than on any board: those of the easiest ground everywhere."""
    rows = ("clear", "village", "town", "orel_suburbs", "forest", "road", "railroad")
    known = (points_of(row, column, chart) for row in rows)
    least = min((points for points in known if points is not None), default=0)
    return MovementCosts(HexMap(title="unknown ground", grid=grid), lambda step: least)


# -------------------------------------------------------------------- orel.supply_trace


@frozen(kw_only=True)
class SupplyTraceOutcome:
    """How far a unit is from a depot.

    Attributes:
        in_range: Whether it is within 5 movement points.
        movement_points: What the cheapest supply line costs; None if there is none, or if there is no board and the
            depot is too far whatever lies between.
        path: The hexes of that line, from the unit to the depot.
    """

    in_range: bool
    movement_points: int | None
    path: tuple[str, ...]

    def summary(self, request: SupplyTraceRequest) -> str:
        """Return whether the unit is in range of the depot, and what the supply line costs."""
        name, depot = called(request.unit), request.depot.key
        result = f"{name} is {'within' if self.in_range else 'out of'} range of {depot}"
        if self.movement_points is None:
            return words.sentences(f"{result}: no supply line is short enough")
        cost = f"the supply line costs {self.movement_points} of at most {SUPPLY_RANGE} movement points"
        if not self.in_range:
            cost = f"the cheapest supply line costs {self.movement_points} movement points, more than {SUPPLY_RANGE}"
        return words.sentences(f"{result}: {cost}")


@frozen(kw_only=True, cache_hash=True)
class SupplyTraceRequest(Request[SupplyTraceOutcome]):
    """A unit, a depot of its side, and every other unit on the map.

    Attributes:
        unit: The unit.
        depot: The depot.
        others: The other units, of both sides.
        other_depots: The other depots, of both sides.
        board: The board.
    """

    unit: Unit
    depot: Depot
    others: Annotated[tuple[Unit, ...], Size(0, 999)] = ()
    other_depots: Annotated[tuple[Depot, ...], Size(0, 99)] = ()
    board: Annotated[HexMap | None, Cites("D-map")] = None

    needs: ClassVar[tuple[Need, ...]] = (Need("unit.hex", rule="X-bad-units"), Need("depot.hex", rule="X-bad-units"))

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        yield from wrong_words(self.board)
        yield from off_the_rails(self, self.board)
        grid = grid_in(self.board)
        both: tuple[tuple[str, Unit | Depot], ...] = ((".unit", self.unit), (".depot", self.depot))
        everybody = (*both, *listed("others", self.others), *listed("other_depots", self.other_depots))
        yield from wrong_places(everybody, grid)
        if self.depot.side != self.unit.side:
            yield Problem(".depot.side", f"expected a {self.unit.side} depot", "X-bad-units")


def _example() -> SupplyTraceRequest:
    unit = Unit(key="1/2K", side="white", type="infantry", hex="2408", tq=5, steps=4, strength=6)
    depot = Depot(key="Convoi 2m", side="white", kind="convoi", capacity=2, hex="2605")
    brigade = Unit(key="1/41D", side="red", type="infantry", hex="2306", tq=4, steps=4, strength=5)
    board = HexMap(title="Open ground", grid=grid_in(None))
    return SupplyTraceRequest(unit=unit, depot=depot, others=(brigade,), board=board)


@procedure(
    "orel.supply_trace",
    title="Is the unit within range of the depot?",
    rules=("8.2.2-range",),
    example=_example,
)
def supply_trace(request: SupplyTraceRequest, umpire: Umpire[Options]) -> SupplyTraceOutcome:
    """Find the cheapest supply line from a unit to a depot; within 5 movement points the depot is in range.

    The cost of each hex entered counts in the unit's own column, the depot's hex included; by the option
    supply_infantry_scale in that of infantry. Enemy units and their zones of control close hexes, zones not where a
    friendly unit negates them. With a board, a line that is too long is recorded as well.

    Raises:
        NeedsRuling: If the terrain decides and there is no board.

    Rules: 8.2.2-range.
    """
    unit, depot = request.unit, request.depot
    units = (unit, *request.others)
    note_values(umpire, units)
    depots = (depot, *request.other_depots)
    ground = supply_ground(umpire, units, unit.side, depots=depots, board=request.board)
    goals = () if depot.hex is None else (depot.hex,)
    line = supply_line(unit, goals, ground, budget=SUPPLY_RANGE if ground.board is None else None)
    if column_of(unit) != "infantry":
        umpire.ruling("supply_infantry_scale")
    if line is None:
        umpire.result("8.2.2-range", "{unit}: no supply line to {depot}", unit=unit.key, depot=depot.key)
        return SupplyTraceOutcome(in_range=False, movement_points=None, path=())
    tell_costs(umpire, line.places, supply_column(unit, ground), ground.board)
    near = line.cost <= SUPPLY_RANGE
    text = "{unit}: {points} movement points to {depot}, of {most}; in range: {near}"
    umpire.result("8.2.2-range", text, unit=unit.key, points=line.cost, depot=depot.key, most=SUPPLY_RANGE, near=near)
    return SupplyTraceOutcome(in_range=near, movement_points=line.cost, path=line.places)


@supply_trace.legality
def _objections(request: SupplyTraceRequest, options: Options) -> Iterator[Objection]:
    yield from off_the_board_in_play(request, request.board, options)
    if request.unit.is_train:
        message = "an armoured train is supplied along the railroad: ask whether its hex is linked"
        yield Objection(rule="8.2.2-range", message=message, path="$.unit.type")


def tell_costs(umpire: Umpire[Options], line: tuple[str, ...], column: Column | None, board: HexMap | None) -> None:
    """Put the cells of the Terrain Effects Table that a supply line rests on upon the record, each once.

    Args:
        umpire: Keeps the record.
        line: The hexes of the line, the first of which is not entered.
        column: The column that it is measured in; None for what moves on rails and traces none.
        board: The board; without one nothing is known to tell.

    Rules: 8.2.2-range.
    """
    if board is not None and column is not None:
        for row in rows_of_line(board, line):
            umpire.look_up("terrain", row, column)


def rows_of_line(board: HexMap, line: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rows of the Terrain Effects Table that decide what a line of hexes costs, each once."""
    return tuple(dict.fromkeys(row for origin, to in pairwise(line) for row in _rows_of_step(board, origin, to)))


@lru_cache(maxsize=16384)
def _rows_of_step(board: HexMap, origin: str, to: str) -> tuple[str, ...]:
    """Return the rows that decide what a step costs, as `cost_of_step` reads them."""
    if board.has_road(origin, to):
        return ("road",)
    rails = board.tracks(origin, to) > 0
    rows = tuple("railroad" if rails and row == "forest" else row for row in terrains_at(board, to))
    return rows if rails or RIVER not in board.features_between(origin, to) else (*rows, "river_hexside")
