"""Scenarios that are well formed, to be spoilt."""

from __future__ import annotations

from typing import Any

import pytest
from red_square_units import unit

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap


def open_board(columns: int = 6, rows: int = 10, **fields: Any) -> SquareMap:
    return SquareMap(title="open", grid=SquareGrid(columns=columns, rows=rows), **fields)


HQS = (unit("hq", "Red HQ", square=(2, 0)), unit("hq", "White HQ", side="white", square=(2, 9), facing="S"))


def scenario(*units: rs.Unit, hqs: tuple[rs.Unit, ...] = HQS, board: SquareMap | None = None, **fields: Any) -> Any:
    field = rs.Field(board=board or open_board(), units=(*hqs, *units), **fields.pop("field", {}))
    return rs.Scenario(**{"title": "test", "field": field, "turn_limit": 6, **fields})


def look_over(one: Any) -> rs.ValidateScenarioOutcome:
    request = rs.ValidateScenarioRequest(scenario=one)
    outcome: rs.ValidateScenarioOutcome = rs.ruleset.resolve(request, dice=GivenDice([])).outcome
    return outcome


def refused(one: Any) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as error:
        look_over(one)
    return [(objection.rule, objection.path) for objection in error.value.verdict.objections]
