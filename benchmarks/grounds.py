"""Work on maps, as a user would put it: what is within reach, and who sees whom.

Beside each question stands what it is measured against: a loop written by hand for nothing else, networkx, shapely.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from heapq import heappop, heappush
from typing import Any

import networkx as nx
import shapely

from rcw_rules.kernel.geometry.hexes import (
    HexGrid,
    HexMap,
    HexStep,
    MovementCosts,
    Road,
    TerrainArea,
    ZoneCosts,
    reachable,
    zones_of_control,
)
from rcw_rules.kernel.geometry.table import Point, SightRules, Table, TerrainPiece, sight_matrix
from rcw_rules.kernel.lengths import Inches, inches

# --- What is within reach: a map of 35 x 20 hexes, a third of it forest, ten enemies, 20 movement points ------------

_chance = random.Random(1919)
GRID = HexGrid(columns=35, rows=20)
MAP = HexMap(
    title="A made-up field",
    grid=GRID,
    terrain=(TerrainArea(kind="forest", hexes=tuple(sorted(_chance.sample(GRID.hexes, 233)))),),
    roads=(Road(hexes=tuple(GRID.label(column, 10) for column in range(1, 36))),),
)
START, BUDGET = "1710", 20
ENEMIES = tuple(sorted(_chance.sample([place for place in GRID.hexes if GRID.distance(place, START) > 1], 10)))
LEAVING, ZONE_TO_ZONE = 1, 4


def step_cost(step: HexStep) -> int:
    return 1 if step.road else 3 if step.terrain == "forest" else 2


COSTS = MovementCosts(MAP, step_cost)
ZONE_COSTS = ZoneCosts(leaving=LEAVING, zone_to_zone="fixed", zone_to_zone_cost=ZONE_TO_ZONE)
ZONES = frozenset(zones_of_control(GRID, ENEMIES))

STEPS_BY_HAND = {place: [(step.to, step_cost(step)) for step in MAP.steps_from(place)] for place in GRID.hexes}
"""What a hand-written loop would keep: the neighbours of each hex with their costs."""

GRAPH: nx.DiGraph[str] = nx.DiGraph()
for _place, _steps in STEPS_BY_HAND.items():
    for _to, _cost in _steps:
        GRAPH.add_edge(_place, _to, cost=_cost)


def reach() -> Mapping[str, int]:
    return reachable(START, BUDGET, COSTS, zones=ZONES, zone_costs=ZONE_COSTS, closed=ENEMIES)


def reach_by_hand() -> dict[str, int]:
    """A heap and two dictionaries; zones of control and enemies are looked up as it goes, the way is kept."""
    closed = set(ENEMIES)
    best = {START: 0}
    came_from = {START: START}
    done: dict[str, int] = {}
    heap = [(0, START)]
    while heap:
        spent, place = heappop(heap)
        if place in done:
            continue
        done[place] = spent
        in_zone = place in ZONES
        for onward, cost in STEPS_BY_HAND[place]:
            if onward in closed:
                continue
            if in_zone:
                cost = ZONE_TO_ZONE if onward in ZONES else cost + LEAVING  # noqa: PLW2901 - a loop like anybody's
            total = spent + cost
            if total <= BUDGET and total < best.get(onward, BUDGET + 1):
                best[onward] = total
                came_from[onward] = place
                heappush(heap, (total, onward))
    return done


def reach_by_networkx() -> dict[str, int]:
    """Dijkstra's algorithm of networkx, with a function for the weight of each edge."""
    closed = set(ENEMIES)

    def weight(place: str, onward: str, edge: dict[str, Any]) -> int | None:
        if onward in closed:
            return None
        if place not in ZONES:
            return edge["cost"]
        return ZONE_TO_ZONE if onward in ZONES else edge["cost"] + LEAVING

    distances, _ = nx.single_source_dijkstra(GRAPH, START, cutoff=BUDGET, weight=weight)
    return distances


# --- Who sees whom: 100 units among 50 solid polygons on a table of 72 x 48 inches ---------------------------------


def _polygon(number: int) -> TerrainPiece:
    x, y = _chance.randrange(3_000, 67_000), _chance.randrange(3_000, 43_000)
    wide, deep = _chance.randrange(1_000, 2_500), _chance.randrange(1_000, 2_500)
    around = [(-wide, -deep), (wide, -deep), (wide + 400, 0), (wide, deep), (-wide, deep), (-wide - 400, 0)]
    return TerrainPiece(
        name=f"house {number}",
        kind="house",
        sight="blocks",
        outline=tuple(Point(x=Inches(thousandths=x + east), y=Inches(thousandths=y + north)) for east, north in around),
    )


HOUSES = tuple(map(_polygon, range(50)))
TABLE = Table(title="A made-up town", width=inches(72), depth=inches(48), terrain=HOUSES)
POLYGONS = [
    shapely.Polygon([(corner.x.thousandths, corner.y.thousandths) for corner in piece.outline]) for piece in HOUSES
]


def _in_the_open() -> Point:
    while True:
        x, y = _chance.randrange(72_000), _chance.randrange(48_000)
        if not any(polygon.intersects(shapely.Point(x, y)) for polygon in POLYGONS):
            return Point(x=Inches(thousandths=x), y=Inches(thousandths=y))


UNITS = tuple(_in_the_open() for _ in range(100))
RULES = SightRules()


def sights() -> tuple[tuple[bool, ...], ...]:
    return sight_matrix(TABLE, UNITS, RULES)


def sights_by_tree() -> tuple[tuple[bool, ...], ...]:
    """The obvious way: a tree of the polygons, and for each pair of units a query for what their line meets."""
    tree = shapely.STRtree(POLYGONS)
    sees = [[True] * len(UNITS) for _ in UNITS]
    for first, here in enumerate(UNITS):
        for second in range(first + 1, len(UNITS)):
            there = UNITS[second]
            line = shapely.LineString(
                [(here.x.thousandths, here.y.thousandths), (there.x.thousandths, there.y.thousandths)]
            )
            if len(tree.query(line, predicate="intersects")):
                sees[first][second] = sees[second][first] = False
    return tuple(map(tuple, sees))
