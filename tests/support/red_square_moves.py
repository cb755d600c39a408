"""Units that move, ground to move over, and how to ask for a move."""

from __future__ import annotations

from typing import Any

import pytest
from red_square_units import area, board
from red_square_units import unit as usual

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import EdgeFeature, SquareFeature, SquareWay
from rcw_rules.red_square.movement import rates_in


def unit(kind: str = "infantry", square: tuple[int, int] | None = (3, 4), facing: str = "N", **fields: Any) -> rs.Unit:
    return usual(kind, fields.pop("name", kind), square, facing=facing, **fields)


def white(square: tuple[int, int], facing: str = "S", **fields: Any) -> rs.Unit:
    return unit(
        "infantry",
        square,
        facing,
        **{"name": "whites", "side": "white", "formation": "firing_line", "order": "defend", **fields},
    )


def wood(*squares: tuple[int, int]) -> dict[str, Any]:
    return area("wood", *squares)


def holding(kind: str, *squares: tuple[int, int]) -> dict[str, Any]:
    return {"features": (SquareFeature(kind=kind, squares=squares),)}


def edge(*kinds: str, between: tuple[tuple[int, int], tuple[int, int]]) -> dict[str, Any]:
    return {"edges": tuple(EdgeFeature(kind=kind, between=(between,)) for kind in kinds)}


def road(*squares: tuple[int, int]) -> dict[str, Any]:
    return {"roads": (SquareWay(squares=squares),)}


def field(*units: rs.Unit, ground: dict[str, Any] | None = None, **fields: Any) -> rs.Field:
    return rs.Field(board=board(**(ground or {})), units=units, **fields)


def ask(
    here: rs.Field, *actions: rs.Action, options: dict[str, Any] | None = None, name: str = "", **fields: Any
) -> rs.MoveOutcome:
    request = rs.MoveRequest(field=here, unit=name or here.units[0].name, actions=actions, **fields)
    return rs.ruleset.with_options(**(options or {})).resolve(request, dice=GivenDice([])).outcome


def refused(here: rs.Field, *actions: rs.Action, **fields: Any) -> str:
    with pytest.raises(IllegalRequestError) as caught:
        ask(here, *actions, **fields)
    (objection,) = caught.value.verdict.objections
    assert objection.path.startswith("$.actions[")
    return f"{objection.rule} at {objection.path[len('$.actions') :]}"


def step(to: Any, then: Any = "keep", **fields: Any) -> rs.Step:
    return rs.Step(to=to, then=then, **fields)


def change(to: Any) -> rs.ChangeFormation:
    return rs.ChangeFormation(to=to)


def wheel(eighths: int) -> rs.Wheel:
    return rs.Wheel(eighths=eighths)


def terms(**fields: Any) -> rs.MoveTerms:
    charts = rs.ruleset.charts
    return rs.MoveTerms(rates=rates_in(charts), occupancy=charts["occupancy"], **fields)
