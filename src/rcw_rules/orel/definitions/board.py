"""The board: its words, what a hex holds, and what a step on it costs.

A board is a map of hexes: given in a request, or the option ``board``. The printed map is not in the source.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, TypeAlias

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.errors import ChartError, NeedsRuling, Problem
from rcw_rules.kernel.geometry.hexes import STATION, HexGrid, HexMap, HexStep, MovementCosts
from rcw_rules.kernel.geometry.map_data import MapEdge
from rcw_rules.orel.model import GRID, OREL, Depot, OrelLocation, Side, Unit
from rcw_rules.orel.options import Options

Column: TypeAlias = Literal["infantry", "artillery", "cavalry", "tank", "armoured_car", "convoy"]
"""The columns of the Terrain Effects Table that cost movement points."""

RIVER = "river"
CITY = "city"
LIMIT_OF_THE_46TH = "beyond the limit of the 46th Rifle Division"
"""The zone of the hexes that are barred to the 46th Rifle Division (10.2-46th-limit)."""

IN_HEX: tuple[str, ...] = ("clear", "village", "town", CITY, "forest")
PROHIBITED = "prohibited"

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


def wrong_words(board: HexMap | None, path: str = ".board") -> Iterator[Problem]:
    """Yield a problem for every word of a board that the rules do not know.

    Rules: D-map.
    """
    if board is None:
        return
    for number, area in enumerate(board.terrain):
        if area.kind not in IN_HEX:
            message = f"the terrain is {', '.join(IN_HEX[:-1])} or {IN_HEX[-1]}, not {area.kind!r}"
            yield Problem(f"{path}.terrain[{number}].kind", message, "D-map")
    for number, feature in enumerate(board.features):
        if feature.kind not in (*IN_HEX, STATION):
            message = f"a hex holds {', '.join(IN_HEX)} or {STATION}, not {feature.kind!r}"
            yield Problem(f"{path}.features[{number}].kind", message, "D-map")
    for number, on_side in enumerate(board.hexsides):
        if on_side.kind != RIVER:
            message = f"a hexside has a {RIVER}, not {on_side.kind!r}"
            yield Problem(f"{path}.hexsides[{number}].kind", message, "D-map")


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
            total += points_of("river_hexside", column, chart) or 0
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
