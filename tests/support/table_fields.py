"""Fields with terrain."""

from __future__ import annotations

from typing import Any, TypeAlias

from attrs import frozen
from hypothesis import strategies as st

from rcw_rules.kernel.geometry.table import (
    SightRules,
    TableSight,
    TerrainLine,
    TerrainPiece,
    line_of_sight,
    point,
)
from rcw_rules.kernel.lengths import Inches, inches

Number: TypeAlias = int | str


@frozen(cache_hash=True)
class Field:
    terrain: tuple[TerrainPiece, ...] = ()
    lines: tuple[TerrainLine, ...] = ()
    size: tuple[Inches, Inches] | None = None


def strip(kind: str, west: Number, east: Number, *, crest: Number | None = None, **fields: Any) -> TerrainPiece:
    """A piece from one x to another, 20 inches deep: lines of sight along y = 10 pass through the middle of it."""
    outline = (point(west, 0), point(east, 0), point(east, 20), point(west, 20))
    line = () if crest is None else (point(crest, 1), point(crest, 19))
    return TerrainPiece(name=f"{kind} {west}", kind=kind, outline=outline, crest=line, **fields)


def wood(west: Number, east: Number, **fields: Any) -> TerrainPiece:
    return strip("wood", west, east, sight="area", **fields)


def house(west: Number, east: Number, **fields: Any) -> TerrainPiece:
    return strip("house", west, east, sight="blocks", **fields)


def hill(west: Number, east: Number, height: int = 2, **fields: Any) -> TerrainPiece:
    return strip("hill", west, east, height=height, **fields)


def hedge(x: Number, **fields: Any) -> TerrainLine:
    return TerrainLine(
        name=f"hedge {x}", kind="hedge", points=(point(x, 0), point(x, 20)), **{"sight": "area", **fields}
    )


def sight(viewer: Number, target: Number, *things: TerrainPiece | TerrainLine, **rules: Number) -> TableSight:
    table = Field(
        tuple(thing for thing in things if isinstance(thing, TerrainPiece)),
        tuple(thing for thing in things if isinstance(thing, TerrainLine)),
    )
    limits: dict[str, Any] = {name: inches(value) for name, value in rules.items()}
    return line_of_sight(table, point(viewer, 10), point(target, 10), SightRules(**limits))


def told(report: TableSight) -> list[str]:
    return [str(hindrance) for hindrance in report.hindrances]


def box(name: str, west: Number, south: Number, east: Number, north: Number, **fields: Any) -> TerrainPiece:
    outline = (point(west, south), point(east, south), point(east, north), point(west, north))
    return TerrainPiece(name=name, kind=name, outline=outline, **fields)


limits = st.builds(
    SightRules,
    **dict.fromkeys(
        ("edge_depth", "seen_depth", "near", "line_depth", "seen_line_depth", "line_near", "dead_ground"),
        st.sampled_from([inches(0), inches(1), inches(2), inches(5)]),
    ),
)
