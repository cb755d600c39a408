"""A game says what a side sees and what a state is worth to it; whoever is no side sees nothing."""

from __future__ import annotations

import pytest

from rcw_rules import SeededDice, load_game
from rcw_rules.games import UMPIRE
from rcw_rules.kernel.errors import UnknownNameError


@pytest.mark.parametrize("id", ["directory", "orel", "red_actions", "red_square", "red_white"])
def test_whoever_is_no_side_is_refused(id: str) -> None:
    game = load_game(id)
    scenario = game.scenario(next(iter(game.scenarios)))
    state = game.begin(scenario, dice=SeededDice(1)).state
    sides = game.sides(scenario)
    assert game.view(state, UMPIRE).viewer == UMPIRE
    assert game.view(state, sides[0]).viewer == sides[0]
    for name in (UMPIRE, "", "Red"):
        with pytest.raises(UnknownNameError) as raised:
            game.measure(state, name)
        assert str(raised.value).startswith(f"unknown side {name!r}")
    for name in ("", "Red", "everybody"):
        with pytest.raises(UnknownNameError, match="unknown side"):
            game.view(state, name)
