"""Vehicles and trains under fire, and the Anti-Tank/Vehicle Table as it is printed."""

from __future__ import annotations

from typing import Any

from rcw_rules import GivenDice
from rcw_rules import red_square as rs

# The printed table: which suits count, for each weapon, against cars, light tanks, heavy tanks and lorries.
PRINTED = {
    "mg": ("HD", "HD", "H", "HDC"),
    "tank_gun": ("HDC", "HD", "H", "HDCS"),
    "light_gun": ("HDC", "HDC", "H", "HDCS"),
    "qf_gun": ("HDCS", "HDC", "HD", "HDCS"),
    "howitzer": ("HDCS", "HDC", "HD", "HDCS"),
    "heavy": ("HDCS", "HDCS", "HDC", "HDCS"),
}
COLUMNS = ("armoured_car", "light_tank", "heavy_tank", "truck")
CELLS = [(weapon, kind, suits) for weapon, row in PRINTED.items() for kind, suits in zip(COLUMNS, row, strict=True)]


def vehicle(kind: str = "armoured_car", weapons: str | tuple[str, ...] = ("qf_gun",), **changes: Any) -> Any:
    has_cards = kind != "tchanka"
    fields: dict[str, Any] = {"kind": kind, "bases": 2, "card_in_play": has_cards, "unplayed_cards": int(has_cards)}
    return rs.VehicleHitsRequest(**{**fields, "marker_weapons": tuple(weapons), **changes})


def hit(asked: Any, *faces: int | str, **options: Any) -> Any:
    return rs.ruleset.with_options(**options).resolve(asked, dice=GivenDice(faces)).outcome


def train(rings: int, weapons: Any = (), *faces: int | str, **changes: Any) -> Any:
    options = {"at_all_remainder": True} if changes.pop("at_all_remainder", False) else {}
    asked = rs.TrainHitsRequest(rings=rings, marker_weapons=weapons, **changes)
    return hit(asked, *faces, **options)
