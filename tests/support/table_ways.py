"""Fields with terrain, and ways over them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias

import shapely
from attrs import frozen
from hypothesis import strategies as st

from rcw_rules.kernel.geometry.table import (
    Footing,
    Point,
    TerrainLine,
    TerrainPiece,
    point,
    slowest,
)
from rcw_rules.kernel.lengths import Inches, inches

Place: TypeAlias = tuple[int | str, int | str]


HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


RATES = slowest({"wood": HALF, "bog": QUARTER, "lake": None})


@frozen(cache_hash=True)
class Field:
    terrain: tuple[TerrainPiece, ...] = ()
    lines: tuple[TerrainLine, ...] = ()
    size: tuple[Inches, Inches] | None = None


def spots(places: Iterable[Place]) -> tuple[Point, ...]:
    return tuple(point(x, y) for x, y in places)


def box(kind: str, west: int, south: int, east: int, north: int, *, name: str = "", height: int = 0) -> TerrainPiece:
    outline = spots(((west, south), (east, south), (east, north), (west, north)))
    return TerrainPiece(name=name or kind, kind=kind, outline=outline, height=height)


def feature(kind: str, *places: Place, width: int | str = 0) -> TerrainLine:
    return TerrainLine(name=kind, kind=kind, points=spots(places), width=inches(width))


def hedge_costs(kind: str, footing: Footing) -> Fraction | None:
    return {"hedge": Fraction(3), "wire": None}.get(kind, Fraction(0))


# ---------------------------------------------------------------------- laws and slow twins

coordinates = st.integers(0, 12)


places = st.tuples(coordinates, coordinates)


outlines = st.lists(places, min_size=3, max_size=5, unique=True).filter(
    lambda corners: bool(shapely.is_valid(shapely.Polygon(corners)))
)


pieces = st.lists(st.tuples(outlines, st.sampled_from(["wood", "bog", "lake", "field"])), max_size=3).map(
    lambda parts: tuple(
        TerrainPiece(name=f"{kind} {number}", kind=kind, outline=spots(outline))
        for number, (outline, kind) in enumerate(parts)
    )
)
