"""Whole games played at random: to their end, by the rules, and so that they can be saved and told."""

from __future__ import annotations

import random
from typing import Any

import pytest
from red_square_whole_games import AtRandom, begun, complaints, plain, random_game, scenario, to_come

from rcw_rules import GivenDice, IllegalRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.games import MOST_ALTERNATIVES, LossPoints, PlacePoints, Victory
from rcw_rules.kernel.geometry.squares import SquareWay


def skirmish() -> rs.Scenario:
    """Return a little of everything: a train, cavalry, guns, MGs, a zone each, one that comes later."""
    rails = SquareWay(squares=tuple((1, row) for row in range(10)))
    south = tuple((column, row) for row in (0, 1) for column in range(6))
    north = tuple((column, row) for row in (9, 8) for column in range(6))
    train = rs.Unit(name="Train", side="red", kind="train", square=(1, 0), guns="heavy", order="probe")
    red = (
        to_come("Rifles CO", "co"),
        to_come("Rifles", formation="masses", order="attack", commander="Rifles CO"),
        to_come("Rifles MGs", "mg", accompanies="Rifles"),
    )
    white = (
        to_come("Cossacks", "cavalry", side="white", order="attack"),
        to_come("Guns", "artillery", side="white"),
    )
    return scenario(
        train,
        board=plain(("Halt", (1, 4)), ("Ford", (4, 4)), railways=(rails,)),
        turn_limit=3,
        deployments=(
            rs.Deployment(side="red", squares=south, units=red),
            rs.Deployment(side="white", squares=north, units=white),
        ),
        reinforcements=(rs.Reinforcement(unit=to_come("Late", side="white"), turn=2, squares=((5, 9), (4, 9))),),
        victory=Victory(
            places=(PlacePoints(place="Halt", points=3), PlacePoints(place="Ford", points=2)),
            losses=(LossPoints(of="red", to="white", points=1), LossPoints(of="white", to="red", points=1)),
        ),
    )


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
            if action in listed:
                assert verdict
            elif verdict:  # what only a chart forbids is found as it is carried out
                with pytest.raises(IllegalRequestError):
                    rs.game.play(state, action, dice=SeededDice(1))
            else:
                assert all(objection.rule and objection.message for objection in verdict.objections)
    assert {"Deploy", "PlayCard", "Deal"} <= set(met)


@pytest.mark.rule("red_square", "missing-victory", "command-levels", "area-size", "occ-table")
@pytest.mark.parametrize("name", ["meeting", "trenches", "two_regiments", "outpost"])
def test_the_scenarios_that_come_with_it_begin(name: str) -> None:
    one = rs.game.scenario(name)
    state = begun(one)
    assert rs.game.legal_actions(state)
    if name in ("meeting", "trenches"):
        assert "ade up" in one.source
        assert one.victory is not None
        assert {unit.kind for unit in one.roster} >= {"infantry", "artillery", "mg"}


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
