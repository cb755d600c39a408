"""Steps and rates: closed or open, by road, over water, into wire; and how far a unit may go."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from attrs import frozen

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.squares import Square, SquareDirection, SquareMap
from rcw_rules.red_square.ground import (
    BRIDGE,
    FERRY,
    FORD,
    RIVER,
    STREAM,
    WIRE,
    Field,
    WireGap,
    between,
    ground_at,
    is_obstacle,
    is_on_table,
)
from rcw_rules.red_square.model import TANKS, WHEELED, Unit
from rcw_rules.red_square.units import wire_crossing_of

MOVEMENT_TABLE = "movement"
FIGURES_ROW = "command_figures"  # move-table
IN_CLOSED_NOT_ON_DIAMONDS = ("infantry_waves", "cavalry_dismounted")  # move-diamond


@frozen
class Rates:
    """How many squares a unit moves in one activation; 0 for none.

    Attributes:
        open: In the open.
        closed: Where any step of the move is closed.
        road: Where every step is along a road, of motors; others have the rate of the open there.
    """

    open: int
    closed: int
    road: int


@frozen
class Crossing:
    """A step from a square into its neighbour.

    Attributes:
        is_closed: Whether it is a closed step.
        is_by_road: Whether it is along a road.
        takes_turn: Whether it takes the whole turn, for wire.
        objection: Why it may not be made, None if it may.
    """

    is_closed: bool
    is_by_road: bool
    takes_turn: bool
    objection: Objection | None


def row_of(field: Field, unit: Unit) -> str | None:
    """Return the row of the movement table that a unit moves by.

    MG companies use that of the unit that they keep with, tchankas that of mounted cavalry. Trains and horse holders
    have none, nor has an MG company whose unit is gone.

    Rules: move-table, move-motors, mg-place-speed, tchanka-place.
    """
    if unit.kind == "mg":
        friend = field.find(unit.accompanies)
        return row_of(field, friend) if friend is not None and is_on_table(friend) else None
    if unit.kind == "tchanka":
        return "cavalry_mounted"
    if unit.kind in WHEELED:
        return "wheeled"
    if unit.kind in TANKS:
        return unit.kind
    if unit.formation is not None:
        return f"{unit.kind}_{unit.formation}"
    return None if unit.kind in ("train", "horse_holders") else FIGURES_ROW


def rates_in(charts: Mapping[str, Chart]) -> tuple[tuple[str, tuple[int, int, int]], ...]:
    """Return the rates of every row of the movement table, "-" as 0, in the order of `Rates`.

    Rules: move-table.
    """
    return _rates_of(charts[MOVEMENT_TABLE])


@lru_cache(maxsize=64)
def _rates_of(chart: Chart) -> tuple[tuple[str, tuple[int, int, int]], ...]:
    def squares(row: str, column: str) -> int:
        result = chart.look_up(row, column).result
        return result if isinstance(result, int) else 0

    return tuple((row, (squares(row, "open"), squares(row, "closed"), squares(row, "road"))) for row in chart.rows.keys)


def crossing(field: Field, unit: Unit, origin: Square, to: Square, *, closed_leaving: bool) -> Crossing:
    """Return what a step of a unit into a neighbour is like, whatever units are there.

    A step along a road is open, over streams and by bridges as well. Otherwise it is closed if it leaves or enters a
    wood, a building, a hedge or a hill, or crosses a stream or a ford. With the option closed_leaving only leaving
    counts, except for wheels.

    Rules: move-closed, terrain-woods-towns, terrain-obstacles, terrain-water, opt-closed-leaving, terrain-wire,
    art-buildings-fire.
    """
    over = crossing_on(field.board, origin, to, entering=enters_closed(unit, closed_leaving=closed_leaving))
    if to not in field.burning and WIRE not in ground_at(field.board, to).features:
        return over  # as it is on the map
    objection = over.objection
    if to in field.burning:
        objection = Objection(rule="art-buildings-fire", message=f"the buildings in {to} burn and may not be entered")
    takes_turn, barred = _wire(field, unit, origin, to)
    return Crossing(over.is_closed, over.is_by_road, takes_turn, objection or barred)


def enters_closed(unit: Unit, *, closed_leaving: bool) -> bool:
    """Return whether ground that a step enters can close it for a unit, as well as the ground that it leaves.

    Rules: opt-closed-leaving, move-motors.
    """
    return not closed_leaving or unit.kind in WHEELED


def crossing_on(board: SquareMap, origin: Square, to: Square, *, entering: bool) -> Crossing:
    """Return what a step into a neighbour is like on the map, without wire and fire.

    Args:
        board: The map.
        origin: The square left.
        to: The square entered.
        entering: Whether the ground entered can close it.
    """
    return board.worked_out(_Crossings)[origin, to, entering]


class _Crossings(dict[tuple[Square, Square, bool], Crossing]):
    """The steps between the squares of a map, each worked out when it is first asked for."""

    def __init__(self, board: SquareMap) -> None:
        super().__init__()
        self.board = board

    def __missing__(self, step: tuple[Square, Square, bool]) -> Crossing:
        found = self[step] = _crossing_on(self.board, *step)
        return found


def _crossing_on(board: SquareMap, origin: Square, to: Square, entering: bool) -> Crossing:  # noqa: FBT001 - a key
    """Return what a step is like on the map, without wire and fire; *entering* tells whether that can close it.

    Rules: move-closed, terrain-woods-towns, terrain-obstacles, terrain-water, opt-closed-leaving.
    """
    _, water, is_by_road = between(board, origin, to)
    bridged = BRIDGE in water or (is_by_road and FORD not in water and FERRY not in water)
    objection = None
    if RIVER in water and not bridged and FORD not in water:
        message = f"the river between {origin} and {to} is crossed by bridges and fords"
        if FERRY in water:
            message += "; the ferry takes an activation of its own in two turns"
        objection = Objection(rule="terrain-water", message=message)
    is_rough = not is_by_road and ((entering and is_obstacle(board, to)) or is_obstacle(board, origin))
    stops = RIVER in water if is_by_road else STREAM in water or FORD in water
    is_wet = stops and not bridged
    return Crossing(is_rough or is_wet, is_by_road, takes_turn=False, objection=objection)


def gap_made(field: Field, unit: Unit, origin: Square, to: Square) -> WireGap | None:
    """Return the gap that a tank makes by entering a square with wire, None for none that is new.

    Rules: terrain-wire-gap.
    """
    if unit.kind not in TANKS or not field.has_wire(to):
        return None
    gap = WireGap(square=to, direction=field.board.grid.direction(origin, to))
    return None if gap in field.wire_gaps else gap


def _wire(field: Field, unit: Unit, origin: Square, to: Square) -> tuple[bool, Objection | None]:
    """Return whether barbed wire makes a step take the whole turn, and why it may bar it.

    Rules: terrain-wire, terrain-wire-gap.
    """
    if not field.has_wire(to):
        return False, None
    gaps: tuple[SquareDirection, ...] = tuple(gap.direction for gap in field.wire_gaps if gap.square == to)
    passage = wire_crossing_of(unit.kind, unit.formation, field.board.grid.direction(origin, to), gaps)
    if passage != "forbidden":
        return passage == "whole_turn", None
    message = f"the wire in {to} stops horses and wheels; they pass by gaps that tanks made in the same direction"
    return False, Objection(rule="terrain-wire", message=message)
