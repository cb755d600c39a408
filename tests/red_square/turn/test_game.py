"""Games that contradict themselves."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_games import game, unit
from red_square_scenarios import HQS, open_board, scenario

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareWay
from rcw_rules.red_square.cards import fresh_pack


@pytest.mark.rule("red_square", "equipment-draw-pile", "equipment-cards-dice", "turn-1-deal", "turn-3-card-order")
@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"deck": fresh_pack()[1:]}, "$.game.deck"),
        ({"discards": ("2C",)}, "$.game.deck"),
        ({"deck": (*fresh_pack()[1:], "1Z")}, "$.game.deck[53]"),
        ({"plays": (rs.Play(holder="Alone", card="2C"),)}, "$.game.plays[0]"),
        ({"phase": "officer"}, "$.game.plays"),
        ({"phase": "standalone"}, "$.game.plays"),
        (
            {
                "hands": (rs.Hand(holder="X", side="red", members=("X",), phase="standalone", cards=("AH",)),),
                "deck": fresh_pack()[1:],
            },
            "$.game.hands[0]",
        ),
    ],
    ids=["card missing", "card twice", "no card", "card not held", "no officer's card", "no card", "nobody's hand"],
)
def test_malformed(changes: dict[str, Any], path: str) -> None:
    wrong = evolve(game(unit("Alone", "infantry", (4, 1))), **changes)
    for request in (rs.TurnStepRequest(game=wrong), rs.TurnRequest(game=wrong)):
        for ask in (rs.ruleset.verdict, lambda asked: rs.ruleset.outcome(asked, dice=SeededDice(1))):
            with pytest.raises(InvalidRequestError) as caught:
                ask(request)
            assert path in [problem.path for problem in caught.value.problems]


@pytest.mark.rule("red_square", "command-levels", "orders-required", "area-size", "missing-victory")
@pytest.mark.parametrize(
    ("scenario", "rule", "path"),
    [
        (scenario(hqs=HQS[:1]), "command-levels", "$.field.units"),
        (scenario(unit("Alone", "infantry", (4, 1), order=None)), "orders-required", "$.field.units[2].order"),
        (scenario(unit("Lorries", "truck", (4, 1), order=None)), "orders-required", "$.field.units[2].order"),
        (
            scenario(
                unit("Train", "train", (4, 1), order=None, guns="heavy"),
                board=open_board(railways=(SquareWay(squares=((4, 1), (4, 2))),)),
            ),
            "orders-required",
            "$.field.units[2].order",
        ),
        (scenario(board=open_board(columns=5)), "area-size", "$.field.board.grid"),
    ],
    ids=["no headquarters", "no order", "lorries without one", "a train without one", "small table"],
)
def test_no_game_begins_with_a_scenario_that_is_refused(scenario: rs.Scenario, rule: str, path: str) -> None:
    with pytest.raises(IllegalRequestError) as caught:
        rs.Game.begin(scenario)
    assert [(one.rule, one.path) for one in caught.value.objections] == [(rule, path)]
    with pytest.raises(IllegalRequestError) as looked_over:
        rs.ruleset.outcome(rs.ValidateScenarioRequest(scenario=scenario), dice=GivenDice([]))
    found = looked_over.value.objections
    assert [(one.rule, one.path) for one in found] == [(rule, path.replace("$", "$.scenario", 1))]


@pytest.mark.rule("red_square", "missing-victory")
def test_no_game_begins_after_its_last_turn() -> None:
    with pytest.raises(InvalidRequestError, match=r"^\$\.turn_limit"):
        rs.Game.begin(scenario(turn_limit=3, field={"turn": 4}))


@pytest.mark.rule("red_square", "orders-required", "turn-1-deal")
def test_no_card_is_dealt_while_a_unit_has_no_order() -> None:
    now = game(unit("Alone", "infantry", (4, 1)))
    without = evolve(now, field=now.field.with_units(evolve(now.field.unit("Alone"), order=None)))
    for request in (rs.TurnStepRequest(game=without), rs.TurnRequest(game=without)):
        objections = rs.ruleset.verdict(request).objections
        assert [(one.rule, one.path) for one in objections] == [("orders-required", "$.game.field.units[2].order")]
