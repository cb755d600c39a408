"""Whether a new order gets through."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs


def send(distance: int, *faces: int, **fields: Any) -> rs.OrderRollOutcome:
    request = rs.OrderRollRequest(distance=distance, **fields)
    outcome: rs.OrderRollOutcome = rs.ruleset.resolve(request, dice=GivenDice(faces)).outcome
    return outcome


@pytest.mark.rule("red_square", "hq-order-roll")
@pytest.mark.parametrize("face", range(1, 7))
def test_the_cases_of_an_order(face: int) -> None:
    for distance, fields in ((5, {}), (4, {"under_fire": True, "in_wood": True}), (6, {"in_building": True})):
        assert send(distance, face, **fields) == rs.OrderRollOutcome(needed=5, arrives=face >= 5)


@pytest.mark.rule("red_square", "hq-order-roll")
def test_a_certain_order_takes_no_die() -> None:
    assert send(7) == rs.OrderRollOutcome(needed=7, arrives=False)
    assert send(1) == rs.OrderRollOutcome(needed=1, arrives=True)
    assert send(0) == rs.OrderRollOutcome(needed=0, arrives=True)
    assert send(7, 6, in_building=True) == rs.OrderRollOutcome(needed=6, arrives=True)
    assert send(6, under_fire=True).arrives is False


@pytest.mark.rule("red_square", "hq-order-roll")
def test_odds_of_every_order() -> None:
    for distance, fire, wood, building in product(range(9), (False, True), (False, True), (False, True)):
        if wood and building:
            continue
        request = rs.OrderRollRequest(distance=distance, under_fire=fire, in_wood=wood, in_building=building)
        total = sum(face - (1 if fire or wood else 0) + (1 if building else 0) >= distance for face in range(1, 7))
        odds = rs.ruleset.odds(request)
        assert odds.probability(lambda outcome: outcome.arrives) == Fraction(total, 6)


@pytest.mark.rule("red_square", "hq-order-roll")
def test_fire_and_wood_count_once_and_the_record_says_so() -> None:
    request = rs.OrderRollRequest(distance=3, under_fire=True, in_wood=True)
    record = rs.ruleset.resolve(request, dice=GivenDice([4])).record
    assert "hq-order-roll" in {step.rule for step in record.steps}
    assert "-1 under fire" in record.text()
    chart = rs.ruleset.charts["order_modifiers"]
    assert {cell.row: cell.result for cell in chart.cells()} == {"under_fire": -1, "in_wood": -1, "in_building": 1}
    assert chart.is_printed


@pytest.mark.rule("red_square", "hq-activation", "formations-sequence")
@pytest.mark.parametrize(
    ("fields", "path", "rule"),
    [
        ({"hq_under_fire": True, "hq_score": 6}, "$.hq_under_fire", "hq-activation"),
        ({"hq_moves": True, "hq_score": 3}, "$.hq_moves", "hq-activation"),
        ({"hq_moves": True}, "$.hq_moves", "hq-activation"),
        ({"hq_score": 1}, "$.hq_score", "hq-activation"),
        ({"band": "1-0"}, "$.band", "formations-sequence"),
        ({"band": "below0"}, "$.band", "formations-sequence"),
    ],
)
def test_when_no_order_can_be_given(fields: dict[str, Any], path: str, rule: str) -> None:
    with pytest.raises(IllegalRequestError) as error:
        send(3, **fields)
    assert [(one.path, one.rule) for one in error.value.verdict.objections] == [(path, rule)]
    assert send(3, 3, band="2+", hq_score=2).arrives


@pytest.mark.rule("red_square", "area-terrain-whole-squares")
def test_wood_and_building_at_once() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.in_building: .*\[area-terrain-whole-squares\]"):
        send(3, in_wood=True, in_building=True)
