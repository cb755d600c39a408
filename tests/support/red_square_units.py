"""Units of every kind as they usually are, and plain ground to put them on."""

from __future__ import annotations

from typing import Any

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import Square, SquareArea, SquareGrid, SquareMap

USUAL: dict[str, dict[str, Any]] = {
    "infantry": {"bases": 4, "formation": "masses", "order": "attack"},
    "cavalry": {"bases": 4, "formation": "mounted", "order": "attack"},
    "artillery": {"bases": 2, "formation": "limbered", "guns": "qf_gun"},
    "mg": {"bases": 2, "accompanies": "1st"},
    "tchanka": {"accompanies": "horse"},
    "armoured_car": {"weapons": ("mg",), "order": "attack"},
    "light_tank": {"weapons": ("mg",), "order": "attack"},
    "heavy_tank": {"weapons": ("mg", "tank_gun"), "order": "attack"},
    "truck": {"order": "defend"},
    "train": {"guns": "heavy", "order": "attack"},
}
READY = {"infantry": "waves", "cavalry": "mounted", "artillery": "deployed"}
"""The formations of troops that fight, rather than march."""


def unit(kind: str = "infantry", name: str = "unit", square: Square | None = (3, 2), **fields: Any) -> rs.Unit:
    """Return a unit of a kind as it usually is, except for the fields given; it marches."""
    given: dict[str, Any] = {"name": name, "side": "red", "kind": kind, "square": square}
    return rs.Unit(**{**given, **USUAL.get(kind, {}), **fields})


def ready(kind: str = "infantry", name: str = "unit", square: Square | None = (3, 2), **fields: Any) -> rs.Unit:
    """Return a unit of a kind that is deployed to fight."""
    formation = {"formation": READY[kind]} if kind in READY else {}
    return unit(kind, name, square, **{**formation, **fields})


def board(columns: int = 8, rows: int = 10, **features: Any) -> SquareMap:
    return SquareMap(title="Ground", grid=SquareGrid(columns=columns, rows=rows), **features)


def area(kind: str, *squares: Square) -> dict[str, Any]:
    """Return terrain of one kind, for `board`."""
    return {"terrain": (SquareArea(kind=kind, squares=squares),)} if squares else {}


def named(name: str, units: tuple[rs.Unit, ...]) -> rs.Unit:
    return next(unit for unit in units if unit.name == name)
