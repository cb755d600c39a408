"""A table and moves on it."""

from __future__ import annotations

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import (
    Ahead,
    Group,
    Table,
    TerrainLine,
    TerrainPiece,
    in_line,
    point,
)
from rcw_rules.kernel.lengths import inches


def line(count: int = 4, x: int | str = 20, y: int | str = 10, facing: int = 0) -> Group:
    """A line of bases 1 in wide and half an inch deep."""
    return in_line("rifles", count, point(x, y), degrees(facing), frontage=inches(1), depth=inches("0.5"))


def wood(*corners: tuple[int | str, int | str], kind: str = "wood") -> TerrainPiece:
    """A piece of terrain with these corners."""
    return TerrainPiece(name=kind, kind=kind, outline=tuple(point(x, y) for x, y in corners), sight="area")


def hedge(*points: tuple[int | str, int | str], kind: str = "hedge") -> TerrainLine:
    """A line feature through these points."""
    return TerrainLine(name=kind, kind=kind, points=tuple(point(x, y) for x, y in points))


def table(*features: TerrainPiece | TerrainLine) -> Table:
    """A table 48 in wide and deep."""
    return Table(
        title="A table",
        width=inches(48),
        depth=inches(48),
        terrain=tuple(one for one in features if isinstance(one, TerrainPiece)),
        lines=tuple(one for one in features if isinstance(one, TerrainLine)),
    )


def ahead(distance: int | str, incline: int = 0) -> Ahead:
    """Ahead so many inches."""
    return Ahead(distance=inches(distance), incline=degrees(incline))
