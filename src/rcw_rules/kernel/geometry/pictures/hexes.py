"""Pictures of hexes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
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

_HALF_SIDE = 18
_ROOM = _HALF_SIDE * 3**0.5
_BEARINGS = {
    "flat": {"N": 0, "NE": 60, "SE": 120, "S": 180, "SW": 240, "NW": 300},
    "pointy": {"NE": 30, "E": 90, "SE": 150, "SW": 210, "W": 270, "NW": 330},
}
# How much is left of a half-hex beyond its middle, where it would be cut: enough for a counter and a number.
_LEFT_OVER = 0.62


def draw_hexes(ground: HexGrid | HexMap, shown: Sequence[object], only: Collection[Any]) -> Canvas:
    """Return the drawing of a grid or a map of hexes.

    Args:
        ground: The ground.
        shown: What is shown on it, as for `draw`.
        only: The hexes to draw; without any, all.
    """
    grid = ground.grid if isinstance(ground, HexMap) else ground
    is_flat = grid.orientation == "flat"

    def pixels(point: tuple[float, float]) -> XY:
        x, y = point
        return (x * _HALF_SIDE, y * _ROOM) if is_flat else (x * _ROOM, y * _HALF_SIDE)

    def is_cut(place: str) -> bool:
        # A map that is a few chosen hexes has no straight edges.
        return not grid.only and grid.is_half(place)

    def is_first(place: str) -> bool:
        return (grid.row(place) if is_flat else grid.column(place)) == 1

    def outline(place: str) -> tuple[XY, ...]:
        corners: list[tuple[float, float]] = list(grid.corners(place))
        if is_cut(place):
            x, y = grid.centre(place)
            end = -1 if is_first(place) else 1
            near = _LEFT_OVER * end
            if is_flat:
                shift = {
                    (x - 1, y + end): (x - 2 + _LEFT_OVER, y + near),
                    (x + 1, y + end): (x + 2 - _LEFT_OVER, y + near),
                }
            else:
                shift = {
                    (x + end, y - 1): (x + near, y - 2 + _LEFT_OVER),
                    (x + end, y + 1): (x + near, y + 2 - _LEFT_OVER),
                }
            corners = [shift.get((int(a), int(b)), (a, b)) for a, b in corners]
        return tuple(map(pixels, corners))

    def locate(place: Any) -> tuple[str, None]:
        grid.require(place)
        return str(place), None

    return draw_grid(
        Plan(
            noun="a map of hexes",
            places=grid.hexes,
            locate=locate,
            centre=lambda place: pixels(grid.centre(place)),
            outline=outline,
            label=lambda place: (place, -0.45 if not is_flat else 0.76 if is_cut(place) and is_first(place) else -0.66),
            bearings=_BEARINGS[grid.orientation],
            room=_ROOM,
            content=_content(ground) if isinstance(ground, HexMap) else None,
        ),
        shown,
        only,
    )


def _content(map_: HexMap) -> Content[str]:
    return Content(
        terrain=map_.terrain_at,
        features=tuple((feature.kind, feature.hexes) for feature in map_.features),
        sides=tuple((side.kind, side.between) for side in map_.hexsides),
        roads=tuple(road.hexes for road in map_.roads),
        railways=tuple((railway.hexes, railway.tracks) for railway in map_.railways),
        names=tuple((named.hex, named.name, named.kind) for named in map_.places),
        zones=tuple((zone.name, zone.hexes) for zone in map_.zones),
    )
