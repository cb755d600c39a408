"""Units that go back, and the enemies they flee from."""

from __future__ import annotations

from typing import Any

import red_square_units
from red_square_units import board

from rcw_rules import GivenDice
from rcw_rules import red_square as rs

Square = tuple[int, int]


def unit(kind: str = "infantry", square: Square | None = (3, 4), **fields: Any) -> rs.Unit:
    given_: dict[str, Any] = {"bases": 3, "guns": "howitzer"} if kind == "artillery" else {"bases": 3}
    usual = given_ if kind in red_square_units.READY else {}
    return red_square_units.ready(kind, fields.pop("name", kind), square, **{**usual, **fields})


def white(square: Square, **fields: Any) -> rs.Unit:
    given_ = {"name": "whites", "side": "white", "formation": "waves", "visible": True}
    return unit(fields.pop("kind", "infantry"), square, **{**given_, **fields})


def field(*units: rs.Unit, **ground: Any) -> rs.Field:
    return rs.Field(board=board(**ground), units=units)


def ask(here: rs.Field, choices: dict[str, Any] | None = None, **fields: Any) -> rs.RetreatOutcome:
    request = rs.RetreatRequest(field=here, unit=here.units[0].name, **fields)
    return rs.ruleset.resolve(request, dice=GivenDice([]), choices=choices or {}).outcome


def regiment(**fields: Any) -> rs.Unit:
    return unit("cavalry", **{"bases": 4, **fields})
