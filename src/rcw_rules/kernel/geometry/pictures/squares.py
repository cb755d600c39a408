"""Drawing squares in offset rows; all but where they are is drawn as on any grid."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from rcw_rules.kernel.geometry.pictures.canvas import (
    Canvas,
)
from rcw_rules.kernel.geometry.pictures.grid_ground import Content, Plan
from rcw_rules.kernel.geometry.pictures.grids import (
    draw_grid,
)
from rcw_rules.kernel.geometry.pictures.shapes import (
    XY,
)
from rcw_rules.kernel.geometry.squares import Square, SquareGrid, SquareMap
from rcw_rules.kernel.shapes import is_tuple

_HALF_SIDE = 32
_BEARINGS = {"N": 0, "NE": 45, "E": 90, "SE": 135, "S": 180, "SW": 225, "W": 270, "NW": 315}


def draw_squares(ground: SquareGrid | SquareMap, shown: Sequence[object], only: Collection[Any]) -> Canvas:
    """Return the drawing of a board or a map of squares, row 0 at the bottom.

    Args:
        ground: The ground.
        shown: What is shown on it, as for `draw`. A place may be a square, or a square and a facing.
        only: The squares to draw; without any, all.
    """
    grid = ground.grid if isinstance(ground, SquareMap) else ground

    def outline(square: Square) -> tuple[XY, ...]:
        # The middles of the northern and southern edges are corners of the squares beyond.
        x, y = grid.centre(square)
        corners = (x - 1, y + 1), (x, y + 1), (x + 1, y + 1), (x + 1, y - 1), (x, y - 1), (x - 1, y - 1)
        return tuple(map(_pixels, corners))

    def locate(place: Any) -> tuple[Square, str | None]:
        if is_tuple(place) and len(place) == 2 and isinstance(place[1], str):
            grid.require(place[0])
            return place[0], place[1]
        grid.require(place)
        return place, None

    return draw_grid(
        Plan(
            noun="a map of squares",
            places=grid.squares,
            locate=locate,
            centre=lambda square: _pixels(grid.centre(square)),
            outline=outline,
            label=lambda square: (f"{square[0]}, {square[1]}", -0.7),
            bearings=_BEARINGS,
            room=_HALF_SIDE,
            content=_content(ground) if isinstance(ground, SquareMap) else None,
        ),
        shown,
        only,
    )


def _pixels(point: tuple[int, int]) -> XY:
    return point[0] * _HALF_SIDE, -point[1] * _HALF_SIDE


def _content(map_: SquareMap) -> Content[Square]:
    return Content(
        terrain=map_.terrain_at,
        features=tuple((feature.kind, feature.squares) for feature in map_.features),
        sides=tuple((edge.kind, edge.between) for edge in map_.edges),
        roads=tuple(road.squares for road in map_.roads),
        railways=tuple((railway.squares, 1) for railway in map_.railways),
        names=tuple((named.square, named.name, named.kind) for named in map_.places),
    )
