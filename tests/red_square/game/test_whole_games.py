"""Whole games played at random: to their end, by the rules, and so that they can be saved and told."""

from __future__ import annotations

import random
from typing import Any

import pytest
from red_square_whole_games import AtRandom, begun, complaints, hidden_elsewhere, random_game, scenario, skirmish

from rcw_rules import GivenDice, IllegalRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.games import MOST_ALTERNATIVES
from rcw_rules.games.checks import check_game


@pytest.mark.rule("red_square", "turn-sequence", "missing-victory", "equipment-draw-pile", "occ-table")
@pytest.mark.parametrize("seed", range(4))
def test_a_random_game_ends_and_a_referee_has_nothing_against_it(seed: int) -> None:
    one, player = skirmish(), AtRandom(seed)
    states = list(random_game(one, seed, player))
    conserved = rs.game.conserved(states[0][1])
    for action, state in states:
        assert list(complaints(one, state)) == [], action
        assert rs.game.conserved(state) == conserved
    _, last = states[-1]
    result = rs.game.result(last)
    assert result is not None
    assert (result.rule, rs.game.legal_actions(last), rs.game.to_act(last)) == ("missing-victory", (), None)
    assert player.most <= MOST_ALTERNATIVES
    assert set(player.owners) <= {"red", "white"}


@pytest.mark.rule("red_square", "turn-sequence")
def test_states_and_actions_are_written_and_read() -> None:
    for action, state in random_game(skirmish(), 7, AtRandom(7)):
        assert rs.game.load_state(rs.game.state_json(state)) == state
        if action is not None:
            assert rs.game.read_action(str(action)) == action


@pytest.mark.rule("red_square", "turn-sequence", "missing-victory")
def test_every_listed_action_is_allowed_and_no_other() -> None:
    chance = random.Random(3)
    met: dict[str, Any] = {}
    states = [state for _, state in random_game(skirmish(), 5, AtRandom(5))]
    every = [action for state in states for action in rs.game.legal_actions(state)]
    for state in states:
        listed = rs.game.legal_actions(state)
        for action in chance.sample(listed, min(3, len(listed))):
            assert rs.game.verdict(state, action), action
        for action in chance.sample(every, 6):
            met[type(action).__name__] = action
            verdict = rs.game.verdict(state, action)
            assert bool(verdict) is (action in listed), action
            assert all(objection.rule and objection.message for objection in verdict.objections)
            if not verdict:
                with pytest.raises(IllegalRequestError):
                    rs.game.play(state, action, dice=SeededDice(1))
    assert {"Deploy", "PlayCard", "Deal"} <= set(met)


@pytest.mark.rule("red_square", "missing-victory", "command-levels", "area-size", "occ-table")
@pytest.mark.parametrize("name", ["meeting", "trenches", "two_regiments", "outpost"])
def test_the_scenarios_that_come_with_it_begin(name: str) -> None:
    one = rs.game.scenario(name)
    state = begun(one)
    assert rs.game.legal_actions(state)
    if name != "outpost":
        assert "ade up" in one.source
        assert one.victory is not None
        assert {unit.kind for unit in one.roster} >= {"infantry", "artillery", "mg"}


@pytest.mark.rule("red_square", "missing-victory", "terrain-wire", "turn-sequence")
def test_the_assault_is_played_to_its_end() -> None:
    one, player = rs.trenches_at_the_village(), AtRandom(2)
    played = list(random_game(one, 2, player))
    for action, state in played:
        assert list(complaints(one, state)) == [], action
    state = played[-1][1]
    assert rs.game.result(state) is not None
    assert state.zone == 3


@pytest.mark.rule("red_square", "occ-table")
def test_a_scenario_whose_units_share_a_square_does_not_begin() -> None:
    both = [rs.Unit(name=name, side="red", kind="infantry", square=(2, 2), bases=4, formation="masses", order="attack")
            for name in ("A", "B")]  # fmt: skip
    with pytest.raises(IllegalRequestError, match="occ-"):
        rs.game.begin(scenario(*both), dice=GivenDice([]))


@pytest.mark.rule("red_square", "turn-sequence")
def test_an_action_tells_what_the_step_of_the_turn_does() -> None:
    one = rs.outpost()
    state = begun(one)
    game = rs.Game.begin(one)
    for seed in range(20):
        if rs.game.result(state) is not None:
            break
        (action,) = rs.game.legal_actions(state)
        played = rs.ruleset.resolve(rs.game.act_request(state, action), dice=SeededDice(seed))
        state = played.outcome.state
        game = rs.ruleset.outcome(rs.TurnStepRequest(game=game), dice=GivenDice(played.dice)).game
        assert state.game == game
    assert rs.game.result(state) is not None


@pytest.mark.rule("red_square", "turn-sequence", "missing-victory", "turn-1-deal")
def test_it_keeps_what_every_game_promises() -> None:
    scenarios = {"skirmish": skirmish(turns=1), "outpost": rs.outpost()}
    report = check_game(
        rs.game, scenarios=scenarios, games=1, states=3, unlisted=10, hide=hidden_elsewhere, processes=1
    )
    assert report.games == 2
    assert min(report.actions, report.refused, report.decisions, report.undone, report.elsewhere) > 0
    assert min(report.hidden, report.handed) > 0
