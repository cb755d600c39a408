"""Games that contradict themselves."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_games import game, step, unit

from rcw_rules import InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.red_square.cards import fresh_pack


@pytest.mark.rule("red_square", "equipment-draw-pile", "equipment-cards-dice", "turn-1-deal", "turn-3-card-order")
@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"deck": fresh_pack()[1:]}, "$.game.deck"),
        ({"discards": ("2C",)}, "$.game.deck"),
        ({"deck": (*fresh_pack()[1:], "1Z")}, "$.game.deck[53]"),
        ({"plays": (rs.Play(holder="Alone", card="2C"),)}, "$.game.plays[0]"),
        (
            {
                "hands": (rs.Hand(holder="X", side="red", members=("X",), phase="standalone", cards=("AH",)),),
                "deck": fresh_pack()[1:],
            },
            "$.game.hands[0]",
        ),
    ],
    ids=["card missing", "card twice", "no card", "card not held", "nobody's hand"],
)
def test_malformed(changes: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        step(evolve(game(unit("Alone", "infantry", (4, 1))), **changes))
    assert path in [problem.path for problem in caught.value.problems]
