"""Grounds to play on: hexes, squares in offset rows, and a table measured in inches, with one vocabulary.

Every ground answers to the same words: `distance`, `neighbours`, `line`, `within`, `ring`, `arc`, `aspect`,
`line_of_sight`, `reachable`, `path`, `draw`. What is asked about a line, a sight, an arc or a way is answered with a
report, plain data that the ground can draw. The names below load what they need when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.bases import Base as Base
    from rcw_rules.kernel.geometry.bases import Group as Group
    from rcw_rules.kernel.geometry.hex_maps import HexMap as HexMap
    from rcw_rules.kernel.geometry.hexes import HexGrid as HexGrid
    from rcw_rules.kernel.geometry.pictures import Picture as Picture
    from rcw_rules.kernel.geometry.pictures import draw as draw
    from rcw_rules.kernel.geometry.positions import Point as Point
    from rcw_rules.kernel.geometry.positions import point as point
    from rcw_rules.kernel.geometry.search import cheapest_path as cheapest_path
    from rcw_rules.kernel.geometry.search import reachable as reachable
    from rcw_rules.kernel.geometry.square_maps import SquareMap as SquareMap
    from rcw_rules.kernel.geometry.squares import SquareGrid as SquareGrid
    from rcw_rules.kernel.geometry.tabletop import Table as Table

_HOME_OF = {
    "Base": "bases",
    "Group": "bases",
    "HexGrid": "hexes",
    "HexMap": "hex_maps",
    "Picture": "pictures",
    "Point": "positions",
    "SquareGrid": "squares",
    "SquareMap": "square_maps",
    "Table": "tabletop",
    "cheapest_path": "search",
    "draw": "pictures",
    "point": "positions",
    "reachable": "search",
}

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


def __getattr__(name: str) -> Any:
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'rcw_rules.kernel.geometry' has no attribute {name!r}")
    value = getattr(import_module(f"rcw_rules.kernel.geometry.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
