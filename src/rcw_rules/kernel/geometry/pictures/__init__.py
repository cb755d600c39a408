"""Pictures of a ground and of what happens on it, as SVG: maps, counters, paths, reaches, arcs and lines of sight.

One function draws every ground. A picture is plain text, the same for the same input on every machine; a notebook shows
it, and it can be read when printed in black and white: sides differ in shape and lightness, terrain in its pattern.

>>> from rcw_rules.kernel.geometry.hexes import HexGrid
>>> grid = HexGrid(columns=5, rows=4)
>>> picture = draw(grid, grid.reachable("0101", 2), Counter(at="0101", text="1/46", side="red"), title="A march")
>>> picture.title, picture.svg.startswith("<svg")
('A march', True)
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from rcw_rules.kernel.geometry.pictures.canvas import (
    NAME,
    Canvas,
)
from rcw_rules.kernel.geometry.pictures.model import Counter, Highlight, Picture

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
    from rcw_rules.kernel.geometry.reports import Arc, Line, Path, Reach, SightReport
    from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap
    from rcw_rules.kernel.geometry.table import (
        AspectReport,
        Base,
        BehindLine,
        Contact,
        CoverReport,
        EnfiladeReport,
        Group,
        GroupSight,
        MoveReport,
        Point,
        Table,
        TableArc,
        TableLine,
        TableSight,
        TableWay,
        Wedge,
    )

__all__ = ["Counter", "Ground", "Highlight", "Picture", "Shown", "draw"]

Ground: TypeAlias = "HexGrid | HexMap | SquareGrid | SquareMap | Table"
"""What can be drawn."""

OnGrid: TypeAlias = "Line[Any] | SightReport[Any] | Arc[Any] | Path[Any] | Reach[Any]"
"""The reports of grids."""

Facings: TypeAlias = "TableArc | BehindLine | AspectReport | Wedge | EnfiladeReport | Contact"
"""The reports of who stands where on a table."""

OnTable: TypeAlias = "Point | Base | Group | MoveReport | TableWay | TableLine | TableSight | GroupSight | CoverReport"
"""What stands on a table, and its other reports."""

Shown: TypeAlias = "Counter[Any] | Highlight[Any] | OnGrid | OnTable | Facings"
"""What can be shown on a ground."""


def draw(
    ground: Ground,
    *shown: Shown,
    title: str = "",
    name: str = "",
    only: Collection[Any] = (),
) -> Picture:
    """Return a picture of a ground and of what is shown on it.

    What is shown lies upon what was shown before it, save that counters and writing are always on top.

    Args:
        ground: The ground. On a map of hexes, the half-hexes along straight edges are cut off as on a printed map.
        shown: Reports and things: `Line`, `SightReport`, `Arc`, `Path`, `Reach`, `Counter` and `Highlight`; on a table,
            points, bases, groups, and the reports of its moves, lines, sights, arcs and flanks besides.
        title: What stands above the picture.
        name: Where given, the ids inside the document begin with it. Without it they are derived from the content, so
            that different pictures on one page do not disturb each other.
        only: The places to draw; without any, all. On a table, the picture is cut to what is round these.

    Raises:
        TypeError: One of them is nothing that can be drawn on this ground.
        UnknownNameError: The ground has no such place.
        ValueError: An id cannot begin with the name.
    """
    if name and not NAME.fullmatch(name):
        raise ValueError(f"the name of a picture is made of letters, digits, - and _, from a letter on, got {name!r}")
    drawn = _drawn(ground, shown, only)
    return drawn.picture(title=title, name=name)


def _drawn(ground: object, shown: Sequence[object], only: Collection[Any]) -> Canvas:
    # Each ground is loaded when it is drawn: a picture of hexes needs nothing that a table needs.
    from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap

    if isinstance(ground, (HexGrid, HexMap)):
        from rcw_rules.kernel.geometry.pictures.hexes import draw_hexes

        return draw_hexes(ground, shown, only)
    from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap

    if isinstance(ground, (SquareGrid, SquareMap)):
        from rcw_rules.kernel.geometry.pictures.squares import draw_squares

        return draw_squares(ground, shown, only)
    from rcw_rules.kernel.geometry.table import Table

    if isinstance(ground, Table):
        from rcw_rules.kernel.geometry.pictures.table import draw_table

        return draw_table(ground, shown, only)
    raise TypeError(f"a ground is a HexGrid, HexMap, SquareGrid, SquareMap or Table, got {type(ground).__name__}")
