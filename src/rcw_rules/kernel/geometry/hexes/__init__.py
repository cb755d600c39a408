"""Hexes: the grid, maps printed on it, moves over them, and the networks of their railways."""

from rcw_rules.kernel.geometry.hexes.grid import HexDirection, HexGrid, Hexside
from rcw_rules.kernel.geometry.hexes.maps import (
    STATION,
    Feature,
    HexMap,
    HexsideFeature,
    HexStep,
    NamedPlace,
    Railway,
    Road,
    TerrainArea,
    Zone,
)
from rcw_rules.kernel.geometry.hexes.moves import (
    MovementCosts,
    ZoneCosts,
    path,
    path_to_nearest,
    reachable,
    zone_steps,
    zones_of_control,
)
from rcw_rules.kernel.geometry.hexes.networks import RailNet, groups_within

__all__ = [
    "STATION",
    "Feature",
    "HexDirection",
    "HexGrid",
    "HexMap",
    "HexStep",
    "Hexside",
    "HexsideFeature",
    "MovementCosts",
    "NamedPlace",
    "RailNet",
    "Railway",
    "Road",
    "TerrainArea",
    "Zone",
    "ZoneCosts",
    "groups_within",
    "path",
    "path_to_nearest",
    "reachable",
    "zone_steps",
    "zones_of_control",
]
