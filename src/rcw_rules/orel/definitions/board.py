"""The board: its words, what a hex holds, and what a step on it costs.

A board is a map of hexes: given in a request, or the option ``board``. The printed map is not in the source.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from types import NoneType
from typing import Literal, TypeAlias, cast, get_args

import attrs

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.errors import ChartError, NeedsRuling, Problem
from rcw_rules.kernel.geometry.hexes import STATION, HexGrid, HexMap, HexStep, MovementCosts
from rcw_rules.kernel.geometry.map_data import MapEdge
from rcw_rules.marks import Cites
from rcw_rules.orel.model import CITY, GRID, OREL, RIVER, Depot, OrelLocation, Side, Unit
from rcw_rules.orel.options import Options

Column: TypeAlias = Literal["infantry", "artillery", "cavalry", "tank", "armoured_car", "convoy"]
"""The columns of the Terrain Effects Table that cost movement points."""

LIMIT_OF = "beyond the limit of the "
"""How the name of a zone begins that a division may not move into; the name of the division follows."""

LIMIT_OF_THE_46TH = LIMIT_OF + "46th Rifle Division"
CONVOIS_SUPPLIED: dict[Side, str] = {"red": "Red convois are supplied", "white": "White convois are supplied"}
"""The names of the zones of a map to which convois trace off the railroads."""

"""The zone of the hexes that are barred to the 46th Rifle Division (10.2-46th-limit)."""

PROHIBITED = "prohibited"

_HEX = Cites("0-hex-layout")

FRIENDLY_EDGES: dict[Side, tuple[MapEdge, ...]] = {"white": ("south",), "red": ("north", "west")}  # 1.2-board-edges

_COLUMN_OF: dict[str, Column] = {
    "infantry": "infantry",
    "cavalry": "cavalry",
    "artillery": "artillery",
    "horse_artillery": "artillery",  # 7.1.1-terrain-cost
    "tank": "tank",
    "armoured_car": "armoured_car",
    "convoi": "convoy",
}


def off_the_rails(request: object, board: HexMap | None) -> Iterator[Problem]:
    """Yield a problem for every armoured train of a request that stands on a board, and not on one of its railroads.

    Args:
        request: The request; its units are looked for in all its fields.
        board: The board; without one nobody knows where the railroads run.

    Rules: X-bad-units.
    """
    if board is None:
        return
    trains = [(path, unit.hex) for path, unit in _units_in(request, "") if unit.is_train and unit.hex is not None]
    rails = frozenset(board.rail_hexes()) if trains else frozenset[str]()
    for path, place in trains:
        if place not in rails and board.grid.has(place):
            yield Problem(f"{path}.hex", f"no railroad runs through hex {place}", "X-bad-units")


def off_the_board_in_play(request: object, given: HexMap | None, options: Options) -> tuple[Objection, ...]:
    """Return what is off the option's board, which no request sees by itself: hexes, and trains off the railroads.

    Args:
        request: The request; hexes and units are looked for in all its fields.
        given: The board that it brings; the request itself is checked against that.
        options: The options in force.

    Rules: X-bad-units.
    """
    board = options.board
    if given is not None or board is None:
        return ()
    problems = [
        Problem(path, f"hex {place} is not on the board", "X-bad-units")
        for path, place in _hexes_in(request, "")
        if not board.grid.has(place)
    ]
    problems += off_the_rails(request, board)
    return tuple(
        Objection(rule="X-bad-units", message=problem.message, path=f"${problem.path}") for problem in problems
    )


def _hexes_in(value: object, path: str) -> Iterator[tuple[str, str]]:
    """Yield every hex in a request or a part of one, with its path below the request."""
    cls: type = type(value)
    if isinstance(value, tuple):
        for number, item in enumerate(cast("tuple[object, ...]", value)):
            yield from _hexes_in(item, f"{path}[{number}]")
    elif attrs.has(cls) and not isinstance(value, HexMap):
        labels = _fields_of_hexes(cls)
        for field in attrs.fields(cls):
            below, item = f"{path}.{field.name}", getattr(value, field.name)
            if field.name not in labels:
                yield from _hexes_in(item, below)
            elif isinstance(item, str):
                yield below, item
            elif item is not None:
                yield from ((f"{below}[{number}]", place) for number, place in enumerate(item))


@cache
def _fields_of_hexes(cls: type) -> frozenset[str]:
    """Return the names of the fields of a class that hold hexes: those whose annotation has the mark of `HexLabel`."""
    attrs.resolve_types(cls)
    return frozenset(field.name for field in attrs.fields(cls) if _HEX in _marks(field.type))


def _marks(annotation: object) -> Iterator[object]:
    for part in get_args(annotation):
        yield part
        yield from _marks(part)


def _units_in(value: object, path: str) -> Iterator[tuple[str, Unit]]:
    """Yield every unit in a request or a part of one, with its path below the request."""
    cls: type = type(value)
    if isinstance(value, Unit):
        yield path, value
    elif isinstance(value, tuple):
        for number, item in enumerate(cast("tuple[object, ...]", value)):
            if type(item) not in _PLAIN:
                yield from _units_in(item, f"{path}[{number}]")
    elif attrs.has(cls) and not isinstance(value, HexMap):
        for field in attrs.fields(cls):
            inside = getattr(value, field.name)
            if inside and type(inside) not in _PLAIN:
                yield from _units_in(inside, f"{path}.{field.name}")


_PLAIN = (str, int, bool, NoneType)


def grid_in(board: HexMap | None) -> HexGrid:
    """Return the hexes of a board; the printed extent where there is none."""
    return GRID if board is None else board.grid


def required_board(given: HexMap | None, options: Options, question: str) -> HexMap:
    """Return the board of a request, else that of the options.

    Args:
        given: The board that the request brings.
        options: The options in force.
        question: What cannot be answered without, as a question.

    Raises:
        NeedsRuling: If there is neither.

    Rules: D-map.
    """
    board = options.board if given is None else given
    if board is None:
        raise NeedsRuling("D-map", question, "a board, in the request or as the option board (the map is not printed)")
    return board


def terrains_at(board: HexMap, place: str, location: OrelLocation = "suburbs") -> tuple[str, ...]:
    """Return the terrains of a hex as rows of the Terrain Effects Table, each once.

    Args:
        board: The board.
        place: The hex.
        location: Where in Orel; it matters in a city alone.

    Rules: 7.1.1-orel, D-map.
    """
    words = (board.terrain_at(place), *(word for word in board.features_at(place) if word != STATION))
    city = "orel_centre" if location == "centre" else "orel_suburbs"
    return tuple(dict.fromkeys(city if word == CITY else word for word in words))


def column_of(unit: Unit | Depot) -> Column | None:
    """Return the column in which a unit finds its movement costs; None for what moves on rails alone.

    Rules: 7.1.1-terrain-cost.
    """
    return _COLUMN_OF.get(unit.kind if isinstance(unit, Depot) else unit.type)


def cost_of_step(step: HexStep, column: Column, chart: Chart) -> int | None:
    """Return what a step costs in movement points; None where the terrain is prohibited.

    A road sets the whole cost, hexside included. A railroad replaces the cost of forest and bridges a river. Otherwise
    the hardest terrain of the hex counts, and a river adds to it.

    Rules: 7.1.1-terrain-cost.
    """
    if step.road:
        return points_of("road", column, chart)
    rows = [_row(word) for word in (step.terrain, *step.features) if word != STATION]
    if step.tracks:
        rows = ["railroad" if row == "forest" else row for row in rows]
    total = 0
    for row in rows:
        entered = points_of(row, column, chart)
        if entered is None:
            return None
        total = max(total, entered)
    for feature in step.hexside:
        if feature == RIVER and not step.tracks:
            crossed = points_of("river_hexside", column, chart)
            if crossed is None:
                return None
            total += crossed
    return total


def points_of(row: str, column: Column, chart: Chart) -> int | None:
    """Return the movement points in a cell of the Terrain Effects Table; None where the terrain is prohibited.

    Raises:
        ChartError: The cell has neither a number from 0 nor says that it is prohibited.

    Rules: 7.1.1-terrain-cost.
    """
    result = chart.look_up(row, column).result
    if result == PROHIBITED:
        return None
    if not isinstance(result, int) or result < 0:
        raise ChartError(chart.id, f"row {row!r} should have a number from 0 or {PROHIBITED!r}, not {result!r}")
    return result


@lru_cache(maxsize=64)
def movement_costs(board: HexMap, column: Column, chart: Chart) -> MovementCosts:
    """Return what steps cost a kind of unit on a board, kept for the next question.

    Args:
        board: The board.
        column: The column of the unit.
        chart: The Terrain Effects Table in force.

    Rules: 7.1.1-terrain-cost.
    """
    return MovementCosts(board, lambda step: cost_of_step(step, column, chart))


def closed_ground(unit: Unit, origin: str, to: str, board: HexMap, chart: Chart) -> str:
    """Return what keeps a unit on a board from going into a neighbouring hex: terrain, or the want of rails; or "".

    A road into the hex opens any terrain, and a railroad opens a forest.

    Args:
        unit: The unit.
        origin: The hex that it would leave.
        to: The neighbouring hex.
        board: The board.
        chart: The Terrain Effects Table in force.

    Rules: 7.1.1-terrain-cost, 9-accompanied.
    """
    column = column_of(unit)
    if column is None:
        return "" if board.tracks(origin, to) else f"no railroad leads from {origin} to {to}"
    closed = all(place != to for place, _ in movement_costs(board, column, chart).steps(origin))
    return f"the terrain of {to} is prohibited to it" if closed else ""


def _row(word: str) -> str:
    return "orel_suburbs" if word == CITY else word


def is_orel(place: str | None) -> bool:
    """Whether a hex is Orel, with its suburbs and its centre."""
    return place == OREL


def is_friendly_edge(place: str, side: Side, grid: HexGrid = GRID) -> bool:
    """Whether a hex lies on an edge of the board that is friendly to a side: White the south, Red the north and west.

    >>> is_friendly_edge("2920", "white"), is_friendly_edge("3205", "white"), is_friendly_edge("0120", "red")
    (True, False, True)

    Rules: 1.2-board-edges.
    """
    return any(grid.distance_to_edge(place, edge) == 0 for edge in FRIENDLY_EDGES[side])
