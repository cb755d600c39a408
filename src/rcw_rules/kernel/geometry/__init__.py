"""Grounds to play on: hexes, squares in offset rows, and a table measured in inches, with one vocabulary.

Every ground answers to the same words: `distance`, `neighbours`, `line`, `within`, `ring`, `arc`, `aspect`,
`line_of_sight`, `reachable`, `path`, `draw`. What is asked about a line, a sight, an arc or a way is answered with a
report, plain data that the ground can draw. The names below load what they need when they are first used.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rcw_rules.kernel.lazy import lazy_names

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.hexes import HexGrid as HexGrid
    from rcw_rules.kernel.geometry.hexes import HexMap as HexMap
    from rcw_rules.kernel.geometry.pictures import Picture as Picture
    from rcw_rules.kernel.geometry.pictures import draw as draw
    from rcw_rules.kernel.geometry.search import cheapest_path as cheapest_path
    from rcw_rules.kernel.geometry.search import reachable as reachable
    from rcw_rules.kernel.geometry.squares import SquareGrid as SquareGrid
    from rcw_rules.kernel.geometry.squares import SquareMap as SquareMap
    from rcw_rules.kernel.geometry.table import Base as Base
    from rcw_rules.kernel.geometry.table import Group as Group
    from rcw_rules.kernel.geometry.table import Point as Point
    from rcw_rules.kernel.geometry.table import Table as Table
    from rcw_rules.kernel.geometry.table import point as point

__all__ = [
    "Base",
    "Group",
    "HexGrid",
    "HexMap",
    "Picture",
    "Point",
    "SquareGrid",
    "SquareMap",
    "Table",
    "cheapest_path",
    "draw",
    "point",
    "reachable",
]

__getattr__: Callable[[str], Any]
__dir__: Callable[[], list[str]]
__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "hexes": (
            "HexGrid",
            "HexMap",
        ),
        "pictures": (
            "Picture",
            "draw",
        ),
        "search": (
            "cheapest_path",
            "reachable",
        ),
        "squares": (
            "SquareGrid",
            "SquareMap",
        ),
        "table": (
            "Base",
            "Group",
            "Point",
            "Table",
            "point",
        ),
    },
)
