"""Whole games of Red & White at random: to their end, under the eyes of a referee, saved, told and shown."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve
from red_white_tables import Referee, duel, played, rules_against, skirmish, stands, state_of

from rcw_rules import SeededDice
from rcw_rules import red_white as rw
from rcw_rules.games import MOST_ALTERNATIVES, GameResult, Match, PlacePoints, Victory
from rcw_rules.games.checks import check_game
from rcw_rules.games.players import GreedyPlayer, RandomPlayer, play_match
from rcw_rules.games.random_games import RandomDecider, random_game
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import FactKind, point
from rcw_rules.kernel.lengths import inches

ALL_KINDS: tuple[FactKind, ...] = ("distance", "aspect", "sight", "cover", "bases", "room", "reach")


def events(one: rw.Scenario, seed: int) -> list[Any]:
    return list(random_game(rw.game, one, seed, 500, RandomDecider(seed)))


@pytest.mark.rule("red_white", "p1-sequence", "p1-movement", "gen-unit-state", "major-break")
@pytest.mark.parametrize(("name", "seed"), [("duel", 3), ("patrols", 1)])
def test_a_random_game_ends_and_a_referee_has_nothing_against_it(name: str, seed: int) -> None:
    met, referee = events(duel() if name == "duel" else skirmish(2), seed), Referee()
    for before, after in pairwise(met):
        action = rw.game.read_action(after.action)
        assert list(referee.complaints(before.state, action, after.state)) == [], after.action
        assert list(after.state.inconsistencies()) == []
    last = met[-1]
    assert last.result is not None
    assert last.result.rule == "major-break"
    assert (last.actions, last.to_act) == ((), None)


def test_the_referee_sees_what_is_wrong() -> None:
    rifles = stands("1st", "red", "infantry", 4, 20, 10, 0)
    state = state_of(rifles, stands("Volunteers", "white", "infantry", 4, 20, 30, 180))
    action = rw.Move(unit="1st", at=(inches(20), inches(16)), facing=degrees(0))
    after = state.with_group(rifles.group.moved(degrees(0), inches("6.2")))
    referee = Referee()
    assert list(referee.complaints(state, action, after)) == ["1st has gone 6.20 in, and may go 6"]
    assert list(referee.complaints(state, action, state)) == ["1st moves twice in turn 1"]
    onto = state.with_group(rifles.group.moved(degrees(0), inches("20.5")))
    assert "Volunteers stands in 1st" in list(Referee().standing(onto))
    bigger = evolve(rifles.troop, unit=evolve(rifles.troop.unit, starting_stands=5, stands=5))
    told = list(Referee().complaints(state, rw.Done(), state.with_troop(bigger)))
    assert told == ["1st stands with 4 stands", "1st has more stands than before"]


@pytest.mark.rule("red_white", "p1-sequence")
def test_it_keeps_what_every_game_promises() -> None:
    report = check_game(
        rw.game, scenarios={"duel": duel(1)}, games=2, states=2, unlisted=4, lists_all=False, processes=0
    )
    assert report.games == 2
    assert min(report.actions, report.refused, report.undone) > 0


@pytest.mark.parametrize("name", ["village", "patrols"])
def test_the_scenarios_that_come_with_it_begin(name: str) -> None:
    one = rw.game.scenario(name)
    state = rw.game.begin(one, dice=SeededDice(1)).state
    assert "ade up" in one.source
    assert one.victory is not None
    actions = rw.game.legal_actions(state)
    assert 0 < len(actions) <= MOST_ALTERNATIVES
    assert state.to_act != one.attacker
    assert rw.game.text_map(rw.game.view(state, "red")).startswith(one.title)
    assert rw.game.load_state(rw.game.state_json(state)) == state


def test_a_match_is_played_between_programs_and_told() -> None:
    players: Any = {"red": GreedyPlayer(rw.game, seed=1, draws=1, most=4), "white": RandomPlayer(1)}
    match = Match[Any, Any, Any].begin(rw.game, duel(), dice=SeededDice(3))
    end = play_match(match, players)
    assert end.result is not None
    told = [sentence for event in end.line_of_play for sentence in event.told]
    assert "1st is placed." in told
    assert any(sentence.startswith("The game is over: ") for sentence in told)


# ------------------------------------------------------------------ told and measured


@pytest.mark.rule("red_white", "p1-terrain", "gen-rear")
def test_a_game_told_as_it_would_be_measured_is_the_same_game() -> None:
    measured = duel()
    told = evolve(measured, told=ALL_KINDS)
    for before, after in pairwise(events(measured, 2)):
        action = rw.game.read_action(after.action)
        state = evolve(before.state, scenario=told)
        one = rw.game.play(before.state, action, dice=SeededDice(2)).state
        other = rw.game.play(state, action, dice=SeededDice(2)).state
        assert evolve(other, scenario=measured) == one, after.action


@pytest.mark.rule("red_white", "p1-terrain", "p1-fire")
def test_a_referee_is_asked_for_the_fact_that_is_needed_and_overrules_it() -> None:
    units = (
        stands("1st", "red", "infantry", 4, 20, 10, 0),
        stands("Volunteers", "white", "infantry", 4, 20, 16, 180),
    )
    state = state_of(*units, role="fire", scenario={"told": ("cover",)})
    shot = rw.Fire(unit="1st", target="Volunteers", weapon="small_arms")
    session = rw.game.session(state, shot)
    asked: Any = session.pending
    assert (asked.choice.id, asked.owner, asked.situation.question) == (
        "told_cover", "umpire", "What does Volunteers stand in?",
    )  # fmt: skip
    assert asked.default == "open"
    # Nines hit in the open and not in a trench.
    assert played(state, shot, 9, 9, 1, 1, told_cover="open").the_troop("Volunteers").unit.stands == 2
    assert played(state, shot, 9, 9, 1, 1, told_cover="trench").the_troop("Volunteers").unit.stands == 4


@pytest.mark.rule("red_white", "p1-fire", "p1-movement")
def test_what_the_referee_tells_may_forbid_what_was_meant_and_units_are_put_right() -> None:
    units = (
        stands("1st", "red", "infantry", 4, 20, 10, 0),
        stands("Volunteers", "white", "infantry", 4, 20, 16, 180),
    )
    state = state_of(*units, role="fire", scenario={"told": ("sight",)})
    shot = rw.Fire(unit="1st", target="Volunteers", weapon="small_arms")
    after = played(state, shot, told_sight=False)
    assert (after.refused, after.marks.fired) == ((str(shot),), ())
    assert shot not in rw.game.legal_actions(after)
    again = rw.PutRight(unit="1st", at=(inches(20), inches(8)), facing=degrees(0))
    group = played(after, again).group("1st")
    assert group is not None
    assert str(group.bases[0].at) == "(18.5, 8)"
    assert rules_against(state_of(*units, role="fire"), again) == ["p1-movement"]


@pytest.mark.rule("red_white", "melee-withdraw-caught")
def test_a_referee_says_whether_a_charge_reaches() -> None:
    units = (
        stands("Hussars", "red", "cavalry", 4, 20, 10, 0),
        stands("Wagons", "white", "wagon", 4, 20, 18, 180),
        stands("Carts", "white", "wagon", 4, 30, 24, 180),
    )
    state = state_of(*units, role="melee", scenario={"told": ("reach",)})
    charge = rw.ChargeHome(units=("Hussars",), target="Wagons")
    short = played(state, charge, told_reach=False)
    assert (short.refused, short.marks.charged) == ((str(charge),), ())
    assert played(state, charge, 6, 2, told_reach=True).marks.charged == ("Hussars",)


# ------------------------------------------------------------------ what is seen


def test_a_picture_and_a_map_show_both_sides() -> None:
    state = state_of(
        stands("1st", "red", "infantry", 3, 10, 20, 0, heroic=True),
        stands("Cossacks", "white", "cavalry", 3, 30, 20, 0, falling_back=True),
    )
    view = rw.game.view(state, "red")
    text = rw.game.text_map(view)
    assert "II" in text
    assert "cc" in text
    assert "Cossacks: white, cavalry, 3 stands, at 30,20, facing 0, falling back" in text
    assert "1st: red, infantry, 3 stands, at 10,20, facing 0, led from the front" in text
    picture: Any = rw.game.picture(view)
    for shown in ("<svg", "1st 3", "Cossacks 3", "falling back"):
        assert shown in picture.svg


def test_only_its_owner_sees_what_is_still_to_come() -> None:
    late = rw.Coming(unit="Reserve", turn=3, at=(inches(20), inches(0)))
    units = (
        stands("1st", "red", "infantry", 3, 10, 20, 0),
        stands("Reserve", "red", "infantry", 3, 10, 30, 0),
        stands("Cossacks", "white", "cavalry", 3, 30, 20, 0),
    )
    state = state_of(*units, scenario={"red": {"coming": (late,)}}).without_group("Reserve")
    assert [troop.name for troop in rw.game.view(state, "red").to_come] == ["Reserve"]
    assert rw.game.view(state, "white").to_come == ()


def test_the_measure_counts_stands_places_and_the_way_to_them() -> None:
    red, white = stands("1st", "red", "infantry", 6, 10, 10, 0), stands("Cossacks", "white", "cavalry", 4, 40, 40, 180)
    # Six stands of the attacker against four, and half as many as they fall back; more than 40 inches between them.
    shaken = state_of(stands("1st", "red", "infantry", 6, 10, 10, 0, falling_back=True), white)
    assert rw.measure_of(shaken, "red") == -1
    far = rw.measure_of(state_of(red, white), "red")
    assert 2 < far < 2 + Fraction(12, 5) * Fraction(8, 48)
    # A place right at hand draws the Reds with two fifths of six stands; as they hold it, half as much, and its points.
    place = rw.Place(name="Mill", at=point(10, 10))
    victory = Victory(places=(PlacePoints(place="Mill", points=3, side="red"),))
    scenario = {"places": (place,), "victory": victory}
    open_to_them = state_of(red, white, scenario=scenario)
    assert rw.measure_of(open_to_them, "red") == 2 + Fraction(12, 5)
    assert rw.measure_of(evolve(open_to_them, held=(("Mill", "red"),)), "red") == 2 + Fraction(6, 5) + 6
    # A unit that is lost costs two more than its stands, a leader at the front is worth a quarter, and a win a hundred.
    gone = open_to_them.lost("Cossacks", "destroyed")
    assert rw.measure_of(gone, "red") == rw.measure_of(open_to_them, "red") + 4 + 2
    led = open_to_them.with_troop(evolve(red.troop, unit=evolve(red.troop.unit, heroic=True)))
    assert rw.measure_of(led, "red") == rw.measure_of(open_to_them, "red") + Fraction(1, 4)
    won = evolve(open_to_them, result=GameResult(winner="white", reason="the Reds break", rule="major-break"))
    assert rw.measure_of(won, "red") == -rw.measure_of(won, "white") == 2 + Fraction(12, 5) - 100
