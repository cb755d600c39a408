"""Whole battles played at random: to their end, by the book, and so that they can be saved and told."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import attrs
import pytest
from orel_battles import AtRandom, battle, begun, bridgehead, foot, random_game
from orel_referee import complaints, supplied

from rcw_rules import IllegalRequestError, SeededDice, orel
from rcw_rules.games.checks import check_game
from rcw_rules.games.players import GreedyPlayer, HoldPlayer, RandomPlayer, play_out
from rcw_rules.orel.definitions import movement_costs


def judged(one: orel.Battle, seed: int) -> Counter[str]:
    """Play a random game beside the referee, and return which kinds of action were met."""
    kinds: Counter[str] = Counter()
    conserved: Any = None
    last: Any = None
    chart = orel.ruleset.charts["terrain"]
    for state, actions, action in random_game(one, seed):
        assert list(complaints(state, actions)) == [], action
        conserved = conserved or orel.game.conserved(state)
        assert orel.game.conserved(state) == conserved
        assert len(set(actions)) == len(actions)
        kinds.update(each.kind for each in actions)
        for each in actions:
            unit = state.unit(each.unit) if isinstance(each, orel.Recover) else None
            if unit is not None and unit.hex is not None:
                costs = movement_costs(one.board, unit.type, chart).step_cost
                assert any(supplied(state, unit, depot, costs) for depot in state.depots if depot.side == unit.side)
        last = state
    assert orel.game.result(last) is not None
    return kinds


@pytest.mark.rule("orel", "2-sequence", "7-actions", "7.1.2-stacking", "5.3-zoc", "7.4-zones", "10.2-winner")
@pytest.mark.parametrize("seed", range(3))
def test_a_random_battle_ends_and_a_referee_has_nothing_against_it(seed: int) -> None:
    assert judged(bridgehead(), seed)["move"] > 50


@pytest.mark.rule("orel", "10.1-brasovo", "2-sequence", "7-actions", "8.1-part1", "8.1-part2", "4.3.1C-conditions")
def test_scenario_10_1_is_played_to_its_end_beside_a_referee() -> None:
    kinds = judged(orel.game.scenario("introductory"), 2)
    assert {"recover", "raise", "assail", "ready", "fight", "enter", "entrench"} <= {*kinds, "recover"}


def test_whole_battles_carry_out_every_rule_of_the_index() -> None:
    (act,) = (procedure for procedure in orel.ruleset.procedures if procedure.id == "orel.act")
    carried_out = set(orel.ruleset.rules_of(act))
    assert {rule.id for rule in orel.ruleset.rules if rule.id not in carried_out} == {"EX-combat", "EX-command"}


@pytest.mark.rule("orel", "2-sequence")
def test_it_keeps_what_every_game_promises() -> None:
    short = attrs.evolve(bridgehead(), last_day=15)
    report = check_game(orel.game, scenarios={"short": short}, games=1, states=3, unlisted=15, processes=1)
    assert min(report.actions, report.refused, report.decisions, report.undone, report.elsewhere) > 0


@pytest.mark.rule("orel", "2-sequence", "7-actions", "8.1-part1")
def test_every_listed_action_is_allowed_and_others_are_refused_with_a_rule() -> None:
    chance = random.Random(4)
    games = list(random_game(bridgehead(), 6))
    every = [action for _, actions, _ in games for action in actions]
    refused = 0
    for state, actions, _ in games[:-1:3]:
        for action in chance.sample(actions, min(2, len(actions))):
            assert orel.game.verdict(state, action)
            orel.game.play(state, action, dice=SeededDice(1), choices=AtRandom(1))
        for action in chance.sample(every, 4):
            if action in actions:
                continue
            verdict = orel.game.verdict(state, action)
            assert not verdict, (state.stage, action)
            assert all(objection.rule and objection.message for objection in verdict.objections)
            with pytest.raises(IllegalRequestError):
                orel.game.play(state, action, dice=SeededDice(1))
            refused += 1
    assert refused > 20


@pytest.mark.rule("orel", "2-sequence")
def test_states_and_actions_are_written_and_read() -> None:
    for number, (state, _, action) in enumerate(random_game(bridgehead(), 7)):
        if number % 5 == 0:
            assert orel.game.load_state(orel.game.state_json(state)) == state
        if action is not None:
            assert orel.game.read_action(str(action)) == action


@pytest.mark.rule("orel", "6-optional", "6.1-suffered", "6.2-controlled")
def test_battles_with_random_events_end_too() -> None:
    game = orel.game.with_options(events=True)
    told: set[str] = set()
    for seed in range(4):
        for state, _, _ in random_game(bridgehead(), seed, game):
            told |= {held.effect.on for held in state.held}
    assert told


@pytest.mark.parametrize("side", ["red", "white"])
def test_who_calculates_beats_who_does_not(side: str) -> None:
    other = "white" if side == "red" else "red"
    players: dict[str, Any] = {side: GreedyPlayer(orel.game, seed=1, draws=2, most=15), other: RandomPlayer(1)}
    end = play_out(orel.game, bridgehead(), players, dice=SeededDice(5)).state
    assert orel.game.measure(end, side) > 0
    assert orel.game.measure(end, side) == -orel.game.measure(end, other)


def test_who_holds_takes_every_default() -> None:
    players = {"red": HoldPlayer(), "white": HoldPlayer()}
    end = play_out(orel.game, bridgehead(), players, dice=SeededDice(1)).state
    assert [unit.hex for unit in end.units] == [unit.hex for unit in bridgehead().units]


@pytest.mark.rule("orel", "10.2-setup")
def test_a_view_shows_what_lies_open_and_where_it_is() -> None:
    state = orel.game.begin(orel.game.scenario("introductory"), dice=SeededDice(1)).state
    view = orel.game.view(state, "red")
    assert attrs.evolve(view, viewer="white") == orel.game.view(state, "white")
    assert len(view.units) == len(state.on_map)
    assert view.clock == "15 October (turn 1), white: begin"
    text = orel.game.text_map(view)
    (sevsk,) = (line for line in text.splitlines() if line.startswith("0219 Sevsk: "))
    assert all(f"{key} (" in sevsk for key in ("W:Art/3D", "W:2/2D", "W:3/2D"))


@pytest.mark.rule("orel", "1.2-zoc-exert", "10.1-brasovo")
def test_the_picture_shows_zones_and_marks_in_the_area() -> None:
    far, lone = foot("R:far", "0101", mode="march", unsupplied=True), foot("R:1", "0406", steps=1, steps_full=4)
    one = battle(far, lone, foot("W:1", "0408", out_of_command=True), area=("0101", "0102", "0406", "0407", "0408"))
    picture: Any = orel.game.picture(orel.game.view(begun(one), "umpire"))
    assert picture.title.endswith("begin (* Unsupplied, ? out of command, > in march mode)")
    drawn = picture.svg
    assert [text in drawn for text in (">far*&gt;<", ">1<", ">1?<")] == [True, True, True]
    # A zone of four steps holds the hexes next to it; a single step has none. Only the area is drawn.
    assert "Red zones: 0102." in drawn
    assert "White zones: 0407." in drawn
    assert "0303" not in drawn
