"""A train on its track, a unit that it carries, and an enemy."""

from __future__ import annotations

from typing import Any

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap, SquareWay

OCCUPANCY = rs.ruleset.charts["occupancy"]


def board(*track: tuple[int, int]) -> SquareMap:
    squares = track or tuple((column, 2) for column in range(8))
    return SquareMap(title="A line", grid=SquareGrid(columns=8, rows=6), railways=(SquareWay(squares=squares),))


def train(**changes: Any) -> rs.Unit:
    fields: dict[str, Any] = {"square": (3, 2), "facing": "E", "guns": "heavy", "order": "attack"} | changes
    return rs.Unit(name="Train", side="red", kind="train", **fields)


def sailors(**changes: Any) -> rs.Unit:
    fields: dict[str, Any] = {"kind": "infantry", "bases": 4, "formation": "masses", "order": "attack"} | changes
    return rs.Unit(name="Sailors", side="red", **fields)


def enemy(square: tuple[int, int]) -> rs.Unit:
    return rs.Unit(
        name="Officers", side="white", kind="infantry", square=square, bases=4, formation="waves", order="attack"
    )
