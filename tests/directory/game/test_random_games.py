"""Random games of both scenarios: they end, nothing is lost, and what is listed is what is allowed."""

from __future__ import annotations

import random

import attrs
import pytest
from directory_games import at_random, met, random_game

from rcw_rules import SeededDice
from rcw_rules import directory as fd
from rcw_rules.games.checks import check_game

SCENARIOS = tuple(fd.game.scenarios)
BOTH = pytest.mark.parametrize("name", SCENARIOS)


@BOTH
@pytest.mark.rule("directory", "seq-turn", "seq-player-turn", "miss-victory", "gen-games")
def test_a_random_game_comes_to_its_end(name: str) -> None:
    state, actions = met(name)[-1]
    assert actions == ()
    result = fd.game.result(state)
    assert result is not None
    assert result.rule == "miss-victory"
    assert state.campaign.position.phase == "turn_end"
    assert state.campaign.position.turn == state.rulebook.last_turn
    assert fd.game.to_act(state) is None
    assert [state for state, _ in met(name)[:-1] if fd.game.result(state) is not None] == []


@BOTH
def test_no_counter_is_lost_or_comes_from_nowhere(name: str) -> None:
    scenario = fd.game.scenario(name)
    arrivals = [
        unit.name
        for each in scenario.rulebook.mobilization or ()
        for unit in (*each.reinforcements, *each.mobilization)
    ]
    named = {*(unit.name for unit in scenario.units), *(unit.name for unit in scenario.spares), *arrivals}
    for state, _ in met(name):
        names = [piece.name for piece in state.campaign.pieces] + [each.counter.name for each in state.out]
        assert len(names) == len(set(names))
        made = set(names) - named
        assert named <= set(names)
        assert len(made) == state.stockpiles_made
        assert fd.game.conserved(state) == {"counters": len(named)}


@BOTH
def test_nobody_stands_with_an_enemy_or_in_too_large_a_crowd(name: str) -> None:
    rule = fd.game.scenario(name).rulebook.stacking
    assert rule is not None
    for state, _ in met(name):
        for pieces in state.campaign.by_hex.values():
            assert len({state.campaign.power(piece.counter.faction) for piece in pieces}) == 1
            combat = sum(piece.counter.type in fd.COMBAT_UNITS for piece in pieces)
            # A captured counter stands where it was taken, whoever has advanced there.
            assert combat <= rule.combat_units
            assert len(pieces) - combat <= rule.others


@BOTH
@pytest.mark.rule("directory", "seq-combat-movement")
def test_every_listed_action_is_allowed_and_applies(name: str) -> None:
    rng = random.Random(3)
    for state, actions in rng.sample(met(name)[:-1], 25):
        for action in rng.sample(actions, min(12, len(actions))):
            assert fd.game.verdict(state, action).legal, (state.campaign.position, str(action))
            fd.game.play(state, action, dice=SeededDice(5), choices=at_random(rng))


@BOTH
def test_what_is_not_listed_is_refused_with_rule_and_reason(name: str) -> None:
    rng = random.Random(4)
    states = met(name)
    judged = 0
    others = sorted({str(action) for _, actions in states for action in actions})
    for state, actions in rng.sample(states, 25):
        listed = set(map(str, actions))
        for line in rng.sample(others, 25):
            if line in listed:
                continue
            judged += 1
            verdict = fd.game.verdict(state, fd.game.read_action(line))
            assert not verdict.legal, (state.campaign.position, line)
            assert all(objection.rule and objection.message for objection in verdict.objections)
    assert judged > 300


@BOTH
def test_the_first_action_is_to_end_the_phase_and_no_list_is_endless(name: str) -> None:
    for state, actions in met(name)[:-1]:
        assert len(set(actions)) == len(actions)
        if state.campaign.position.phase not in {"mobilization", "initiative"}:
            assert actions[0] == fd.EndPhase()
        if state.campaign.position.side is None:
            assert actions == (fd.GoOn(),)
        steps = [fd.game.steps_of(action) for action in actions]
        assert len({step[:2] for step in steps}) <= 200
        assert len(set(steps)) == len(steps)


@BOTH
def test_states_and_actions_go_through_text(name: str) -> None:
    for state, actions in met(name)[::40]:
        again = fd.game.load_state(fd.game.state_json(state))
        assert again == state
        assert fd.game.digest(again) == fd.game.digest(state)
        assert fd.game.legal_actions(again) == actions
        for action in actions:
            assert fd.game.read_action(str(action)) == action


def test_the_digest_tells_states_apart() -> None:
    states = met("fall_of_the_directory")[:60]
    assert len({fd.game.digest(state) for state, _ in states}) == len({state for state, _ in states})
    state = states[0][0]
    other = fd.game.scenario("makhnos_return")
    assert fd.game.digest(state) != fd.game.digest(attrs.evolve(state, rulebook=other.rulebook))
    assert fd.game.digest(state) != fd.game.digest(attrs.evolve(state, board=attrs.evolve(state.board, title="Other")))


def test_the_game_keeps_what_every_game_promises() -> None:
    report = check_game(fd.game, games=1, states=2, unlisted=20, processes=1)
    assert (report.games, report.hidden) == (2, 0)


def test_the_same_seed_plays_the_same_game() -> None:
    again = random_game("makhnos_return", 1)
    for state, actions in met("makhnos_return")[:80]:
        assert next(again) == (state, actions)
