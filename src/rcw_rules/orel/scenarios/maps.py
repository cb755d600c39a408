"""Schematic maps: the places that the text fixes, and lines drawn between them.

The printed map is not in the source. These maps are for trying things out; if you own the game, read your own map with
`rcw_rules.toml_files.read_toml`, of the same class.

>>> schematic_map("whole_field").place("Kromy").hex, schematic_map("whole_field").provenance
('2110', 'illustrative')
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Literal, TypeAlias, get_args

from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.geometry.hexes import HexMap

SchematicMap: TypeAlias = Literal["brasovo", "whole_field"]
"""The maps that there are: the area of the introductory scenario, and the whole field."""


@lru_cache(maxsize=2)
def schematic_map(name: SchematicMap) -> HexMap:
    """Return one of the schematic maps.

    Args:
        name: Which.

    Raises:
        UnknownNameError: If there is no map of that name.

    Rules: D-map.
    """
    if name not in get_args(SchematicMap):
        raise UnknownNameError("map", name, get_args(SchematicMap))
    from rcw_rules.toml_files import load_toml

    file = f"{name}.toml"
    return load_toml(HexMap, files("rcw_rules.orel").joinpath("data", file).read_text(encoding="utf-8"), file)
