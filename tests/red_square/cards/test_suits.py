"""What suits do, and vehicles that run again."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import GivenDice
from rcw_rules import red_square as rs
from rcw_rules.red_square.cards import RestartRequest

NOTHING = rs.SuitEffectsOutcome()


@pytest.mark.rule("red_square", "turn-suits-summary", "move-diamond", "fire-3-moving-infantry", "turn-3-jokers")
@pytest.mark.parametrize(
    ("kind", "formation", "card", "flags"),
    [
        ("infantry", "masses", "9H", {"move_and_fire"}),
        ("infantry", "waves", "9H", {"move_and_fire"}),
        ("infantry", "firing_line", "9H", set()),
        ("infantry", "defence", "9H", set()),
        ("cavalry", "dismounted", "9H", {"move_and_fire"}),
        ("cavalry", "mounted", "9H", set()),
        ("artillery", "limbered", "9H", set()),
        ("infantry", "masses", "*1", set()),
        ("infantry", "waves", "9C", set()),
        ("infantry", "waves", "5D", {"no_closed_step"}),
        ("cavalry", "dismounted", "5D", {"no_closed_step"}),
        ("infantry", "masses", "5D", set()),
        ("cavalry", "mounted", "5D", set()),
        ("light_tank", None, "5D", set()),
        ("armoured_car", None, "4S", {"breakdown_draw"}),
        ("truck", None, "4S", {"breakdown_draw"}),
        ("light_tank", None, "4S", {"breakdown_draw", "bogs_in_closed"}),
        ("heavy_tank", None, "4S", {"breakdown_draw", "bogs_in_closed"}),
        ("light_tank", None, "4C", set()),
        ("light_tank", None, "*2", set()),
        ("tchanka", None, "4S", set()),
        ("train", None, "4S", set()),
        ("infantry", "waves", "4S", set()),
    ],
)
def test_what_each_suit_does(kind: Any, formation: Any, card: str, flags: set[str]) -> None:
    for quality in ("elite", "normal", "poor"):
        request = rs.SuitEffectsRequest(kind=kind, formation=formation, card=card, quality=quality)
        expected = dict.fromkeys(flags, True)
        if quality == "poor" and card == "4S":
            expected["no_move_or_rally"] = True
        assert rs.ruleset.resolve(request, dice=GivenDice([])).outcome == rs.SuitEffectsOutcome(**expected)


@pytest.mark.rule("red_square", "turn-6-restart")
@pytest.mark.parametrize(
    ("cards", "restarts"),
    [(("3H", "KD"), True), (("3H", "9S"), False), (("3H", "*1"), False), (("2C", "9S"), False)],
)
def test_a_vehicle_restarts_on_two_red_cards(cards: tuple[str, str], restarts: bool) -> None:
    assert rs.ruleset.resolve(RestartRequest(cards=cards), dice=GivenDice([])).outcome.restarts is restarts
