"""Squares in offset rows: the grid, and maps drawn on it."""

from rcw_rules.kernel.geometry.squares.grid import Direction, Facing, HalfAngle, Placement, Square, SquareGrid
from rcw_rules.kernel.geometry.squares.maps import (
    EdgeFeature,
    SquareArea,
    SquareFeature,
    SquareMap,
    SquarePlace,
    SquareWay,
)

__all__ = [
    "Direction",
    "EdgeFeature",
    "Facing",
    "HalfAngle",
    "Placement",
    "Square",
    "SquareArea",
    "SquareFeature",
    "SquareGrid",
    "SquareMap",
    "SquarePlace",
    "SquareWay",
]
