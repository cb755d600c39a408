"""Squares in offset rows: the grid, and maps drawn on it."""

from rcw_rules.kernel.geometry.squares.grid import Facing, HalfAngle, Placement, Square, SquareDirection, SquareGrid
from rcw_rules.kernel.geometry.squares.maps import (
    EdgeFeature,
    SquareArea,
    SquareFeature,
    SquareMap,
    SquarePlace,
    SquareWay,
)

__all__ = [
    "EdgeFeature",
    "Facing",
    "HalfAngle",
    "Placement",
    "Square",
    "SquareArea",
    "SquareDirection",
    "SquareFeature",
    "SquareGrid",
    "SquareMap",
    "SquarePlace",
    "SquareWay",
]
