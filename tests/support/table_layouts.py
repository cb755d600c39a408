"""Random layouts, and a slow twin of their facts: rasters and trigonometry in floating point."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise
from math import cos, hypot, radians, sin
from typing import Any

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import (
    Base,
    Group,
    Layout,
    Point,
    Table,
    TableUnit,
    TerrainLine,
    TerrainPiece,
    in_line,
    point,
)
from rcw_rules.kernel.lengths import inches

Spot = tuple[float, float]


def box(name: str, kind: str, *, corners: tuple[int, int, int, int], **fields: Any) -> TerrainPiece:
    west, south, east, north = corners
    around = ((west, south), (east, south), (east, north), (west, north))
    return TerrainPiece(name=name, kind=kind, outline=tuple(point(*one) for one in around), **fields)


WOODED = Table(
    title="Woods and a lake",
    width=inches(48),
    depth=inches(48),
    terrain=(
        box("wood", "woods", corners=(10, 10, 18, 20), sight="area"),
        box("lake", "lake", corners=(30, 4, 40, 12)),
        box("village", "buildings", corners=(26, 28, 34, 36), sight="area"),
    ),
    lines=(TerrainLine(name="hedge", kind="hedge", points=(point(4, 30), point(20, 30)), sight="area"),),
)


def unit(  # noqa: PLR0917 - a line of a table
    name: str, side: str, x: str, y: str, facing: int, count: int = 4, abreast: int | None = None
) -> TableUnit:
    size = {"frontage": inches("1.2"), "depth": inches("0.8")}
    group = in_line(name, count, point(x, y), degrees(facing), per_rank=abreast, **size)
    return TableUnit(side=side, group=group)


def random_layout(seed: int, count: int = 8, table: Table = WOODED) -> Layout:
    """Return a layout of so many units, none on another, everything drawn from a seed."""
    chance = random.Random(seed)
    layout = Layout(table=table)
    while len(layout.units) < count:
        name = f"{len(layout.units)}"
        x, y = (f"{chance.uniform(4, 44):.3f}" for _ in range(2))
        bases = chance.randint(1, 5)
        one = unit(name, ("red", "white")[len(layout.units) % 2], x, y, chance.randrange(360), bases,
                   chance.choice((None, 1)))  # fmt: skip
        if layout.is_free(one.group):
            layout = layout.with_unit(one)
    return layout


# --- The twin: corners by sines and cosines, the rest by trying points ----------------------------------------------


def corners(base: Base) -> list[Spot]:
    """Return the corners of a base clockwise from the front left."""
    x, y = base.at.x.thousandths / 1000, base.at.y.thousandths / 1000
    turn, wide, deep = radians(base.facing.thousandths / 1000), base.frontage.thousandths / 2000, base.depth.thousandths
    ahead, right = (sin(turn), cos(turn)), (cos(turn), -sin(turn))
    return [
        (x + right[0] * across + ahead[0] * along, y + right[1] * across + ahead[1] * along)
        for across, along in ((-wide, 0.0), (wide, 0.0), (wide, -deep / 1000), (-wide, -deep / 1000))
    ]


def rim(group: Group, parts: int = 40) -> Iterator[Spot]:
    """Yield points along the edges of all bases of a group."""
    for base in group.bases:
        around = corners(base)
        for (x0, y0), (x1, y1) in pairwise([*around, around[0]]):
            for number in range(parts):
                share = number / parts
                yield x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


def to_segment(spot: Spot, start: Spot, end: Spot) -> float:
    (x, y), (x0, y0), (x1, y1) = spot, start, end
    square = (x1 - x0) ** 2 + (y1 - y0) ** 2
    share = max(0.0, min(1.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / square))
    return hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0))


def distance(one: Group, other: Group) -> float:
    """Return how far two groups are apart that do not overlap: from each corner to each edge, both ways."""
    found: list[float] = []
    for near, far in ((one, other), (other, one)):
        for spot in (corner for base in near.bases for corner in corners(base)):
            for base in far.bases:
                around = corners(base)
                found.extend(to_segment(spot, *edge) for edge in pairwise([*around, around[0]]))
    return min(found)


def is_inside(spot: Spot, outline: tuple[Point, ...] | list[Spot]) -> bool:
    """Return whether a spot is inside an outline, by counting the edges to the east of it."""
    known = [(one.x.thousandths / 1000, one.y.thousandths / 1000) if isinstance(one, Point) else one for one in outline]
    (x, y), crossed = spot, 0
    for (x0, y0), (x1, y1) in pairwise([*known, known[0]]):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            crossed += 1
    return crossed % 2 == 1


def aspect(target: Group, comes: Group) -> str | None:
    """Return the side from which a group comes, by angles from the corners; None where a base is too near a line."""
    facing = radians(target.bases[0].facing.thousandths / 1000)
    ahead, right = (sin(facing), cos(facing)), (cos(facing), -sin(facing))
    every = [spot for base in target.bases for spot in corners(base)]
    front = max(x * ahead[0] + y * ahead[1] for x, y in every)
    rear = min(x * ahead[0] + y * ahead[1] for x, y in every)
    sides = [x * right[0] + y * right[1] for x, y in every]
    behind = squarely = 0
    for base in comes.bases:
        around = corners(base)
        x, y = sum(one[0] for one in around) / 4, sum(one[1] for one in around) / 4
        along, across = x * ahead[0] + y * ahead[1], x * right[0] + y * right[1]
        if min(abs(along - front), abs(along - rear), *(abs(across - side) for side in sides)) < 0.02:
            return None
        behind += along < front
        squarely += along < rear and min(sides) < across < max(sides)
    count = len(comes.bases)
    return "rear" if 2 * squarely > count else "flank" if 2 * behind > count else "front"


def room(group: Group, bearing: int, most: float, table: Table, barred: str) -> float:
    """Return how far a group gets, in steps of 0.04 in, before an edge or a piece of a kind bars it."""
    step, turn = 0.04, radians(bearing)
    every = [spot for base in group.bases for spot in corners(base)]
    aheads = [x * sin(turn) + y * cos(turn) for x, y in every]
    rights = [x * cos(turn) - y * sin(turn) for x, y in every]
    # The edge, of the rectangle round the group, that looks where it goes.
    edge = [
        (max(aheads) * sin(turn) + right * cos(turn), max(aheads) * cos(turn) - right * sin(turn))
        for right in (min(rights) + (max(rights) - min(rights)) * share / 80 for share in range(1, 80))
    ]
    gone = 0.0
    while gone < most:
        far = gone + step
        moved = [(x + sin(turn) * far, y + cos(turn) * far) for x, y in every]
        width, depth = table.width.thousandths / 1000, table.depth.thousandths / 1000
        if any(not (0 <= x <= width and 0 <= y <= depth) for x, y in moved):
            return gone
        lakes = [piece for piece in table.terrain if piece.kind == barred]
        front = [(x + sin(turn) * far, y + cos(turn) * far) for x, y in edge]
        if any(is_inside(spot, lake.outline) for lake in lakes for spot in front):
            return gone
        gone = far
    return most


def crosses_terrain(start: Spot, end: Spot, table: Table) -> bool:
    """Return whether a line comes into any piece of terrain, or near a line feature, by trying points along it."""
    for number in range(801):
        share = number / 800
        spot = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        if any(is_inside(spot, piece.outline) for piece in table.terrain):
            return True
        for feature in table.lines:
            ends = [(one.x.thousandths / 1000, one.y.thousandths / 1000) for one in feature.points]
            if any(to_segment(spot, *part) < 0.03 for part in pairwise(ends)):
                return True
    return False
