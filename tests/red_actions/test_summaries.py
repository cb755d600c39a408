"""What the outcomes of Red Actions say: results written by hand from the book, and English in every golden case."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from red_actions_charges import charged
from red_actions_charges import request as charge
from red_actions_charges import unit as troops
from red_actions_combats import charger, contacted, officer
from red_actions_combats import request as combat
from red_actions_shots import CAPTAIN, GUNS, TANK, exchange, resolve, shot, unit
from red_actions_units import card
from red_actions_units import unit as company
from spoken import require_english

from rcw_rules import RulesError, SeededDice, inches
from rcw_rules import red_actions as ra
from rcw_rules.testing import GoldenCase, golden_cases
from rcw_rules.wire import structure, unstructure

SEEDS = (1, 2)


@cache
def _cases() -> tuple[GoldenCase, ...]:
    return golden_cases(Path(__file__).parent / "golden")


def _request(case: GoldenCase) -> tuple[Any, Any]:
    """The ruleset with the options of a case, and its request."""
    plain: dict[str, Any] = unstructure(case)
    options = structure({**unstructure(ra.ruleset.options), **plain["options"]}, ra.Options)
    in_force = ra.ruleset.with_options(**{name: getattr(options, name) for name in case.options})
    return in_force, structure(plain["request"], in_force.procedure(case.procedure).request_type)


def test_golden_cases_are_said_in_english() -> None:
    said = 0
    for case in _cases():
        in_force, request = _request(case)
        for seed in SEEDS:
            try:
                resolution = in_force.resolve(request, dice=SeededDice(seed))
            except RulesError:
                continue
            require_english(resolution.summary)
            said += 1
    assert said > len(_cases())


def said(request: Any, *faces: int, choices: dict[str, Any] | None = None, **options: Any) -> str:
    text: str = resolve(request, *faces, choices=choices, **options).summary
    return text


def _no(situation: Any, alternatives: Any) -> bool:
    return False


# ---------------------------------------------------------------- shooting


def test_a_shot_without_a_result_has_no_effect() -> None:
    assert said(shot(total=2), 1, 1) == "The fire of Shooter has no effect on Target."
    assert said(shot(harassing=True, distance=inches(20))) == "Shooter harasses Target, which may not march."


def test_a_shot_says_losses_with_the_numbers_before_and_after() -> None:
    # Column 10, 6 + 6: Kill! S! Off. The captain falls on a 1, which is a marker; then a serious test for the captain,
    # one for the result and a fear test for the base, and a 2 passes them all.
    told = said(shot(unit(officer=CAPTAIN, terror=1)), 6, 6, 1, *(1,) * 6)
    assert (
        told == "Target loses 1 base (4 to 3) and its officer (captain), takes 1 terror marker (1 to 2) and is pinned."
    )


def test_a_unit_that_fails_its_serious_test_retires() -> None:
    # Column 10, 4 + 4: Kill! S! Off, nobody to fall; 1 + 1 passes fear, 6 + 6 fails the serious test.
    told = said(shot(), 4, 4, 6, 6, 1, 1)
    assert told == "Target fails a serious test, retires 3 in, loses 1 base (4 to 3) and is pinned."


def test_guns_hit_troops_and_trains() -> None:
    train = card("train_artillery", points_per_base=Fraction(1))
    aimed = shot(unit(train, bases=1, name="Train"), by=GUNS, total=2)
    assert said(aimed, 6, 6) == ("Shooter scores 1 direct hit on Train: resolve each on the car that it strikes.")
    destroyed = shot(unit(bases=1, officer=CAPTAIN), by=GUNS, total=2)
    assert said(destroyed, 6, 6) == "Target is destroyed, with its officer (captain). Shooter scores 1 direct hit."


def test_fire_that_is_not_returned_and_fire_that_is() -> None:
    refused = {"return_fire": _no}
    none = "The fire of Shooter has no effect on Target."
    assert said(exchange(shot(total=2)), 1, 1, choices=refused) == f"{none} Target does not return the fire."
    # The shooter is a single base in the open: 1 x 4 bases is column 2, and 3 there is nothing.
    told = said(exchange(shot(total=2)), 1, 1, 1, 2)
    assert told == f"{none} Target returns the fire, without effect on Shooter."


def test_a_tank_frightens_whatever_the_dice_show() -> None:
    assert said(shot(by=TANK, total=2), 1, 1) == "Target takes 1 terror marker (0 to 1)."


# ---------------------------------------------------------------- morale


def _event(before: ra.Unit, **happens: Any) -> ra.EventRequest:
    return ra.EventRequest(unit=before, event=ra.Event(**happens))


def test_an_event_says_rout_ruin_and_nothing() -> None:
    assert said(_event(company())) == "A stands, and loses nothing."
    assert said(_event(company(bases=2), kills=2)) == "A is destroyed."
    assert said(_event(company(terror=3), terror=2, humiliated=1)) == (
        "A routs and takes 2 terror markers (3 to 5) and 1 humiliated marker (0 to 1)."
    )
    battery = company(GUNS, bases=2)
    assert said(_event(battery, routs=True)) == "A routs: its crews run off and leave 2 guns."
    assert said(_event(battery, defeated=1, routs=True)) == (
        "A loses 1 base (2 to 1), and routs: its crews run off and leave 1 gun."
    )


def test_retires_are_said_with_whom_they_push() -> None:
    pushed = ra.RetirePlace(friend_behind=inches(1))
    assert said(ra.RetireRequest(unit=company(), footing=pushed)) == (
        "A retires 3 in. It pushes the friends behind it back 2 in."
    )
    spent = ra.RetireRequest(unit=company(moved_back=inches(3)))
    assert said(spent) == "A has to retire, but goes back 0 in."
    assert said(ra.RetireRequest(unit=company(GUNS))) == "A stands: it never retires."
    covered = ra.RetireRequest(unit=company(), footing=ra.RetirePlace(hard_cover=True))
    assert said(covered) == "A stands: it ignores the retire result in its cover."


def test_rallies_say_what_they_shed_and_what_failure_costs() -> None:
    routing = company(routing=True, terror=2, humiliated=1, rout_turns=1)
    request = ra.RallyRoutRequest(unit=routing)
    assert said(request, 1, 1) == "A rallies and sheds 2 terror markers (2 to 0)."
    assert said(request, 6, 6) == (
        "A fails to rally and takes 1 humiliated marker (1 to 2). A routs 6 in away from its enemy."
    )
    assert said(evolve(request, off_table=True), 6, 6) == "A fails to rally and is removed from the game."
    followed = evolve(request, pursuers=(ra.Pursuer(distance=inches(3), speed=inches(12)),))
    assert said(followed) == "A takes no rally test. A routs 6 in away from its enemy."


@pytest.mark.parametrize(
    ("what", "at", "told"),
    [
        ("enemy", 2, "A routs 2 in, runs into an enemy and surrenders: 4 bases are taken prisoner."),
        ("impassable", 3, "A routs 3 in, cannot go on and is destroyed."),
        ("table_edge", 4, "A routs 4 in, leaves the table in sight of an enemy and is lost."),
        ("formed_cavalry", 2, "A routs 6 in away from its enemy."),
    ],
)
def test_rout_moves_say_how_they_end(what: Any, at: int, told: str) -> None:
    way = ra.RoutWay(obstacles=(ra.InTheWay(what=what, distance=inches(at)),))
    routing = company(routing=True, terror=5, rout_turns=1)
    assert said(ra.RoutMoveRequest(unit=routing, way=way)) == told


# ---------------------------------------------------------------- combat and charges


def test_a_combat_names_the_winner_and_what_it_costs_the_loser() -> None:
    # 8 to 8: the column Advantage, where 7 is W/Retires 1 x Ter.
    assert said(combat(), 3, 4) == (
        "Charger beats Target (W/Retires 1 x Ter, column Advantage). "
        "Target retires 3 in and takes 1 terror marker (0 to 1)."
    )
    # 2 is S/Defeated; a die of 2 is an officer lost in a rout, and so a marker; a routing unit takes no test.
    assert said(combat(charger(officer=officer())), 1, 1, 2) == (
        "Target beats Charger (S/Defeated, column Advantage). Charger routs 6 in, loses 2 bases (4 to 2) and its "
        "officer (officer) and takes 1 terror marker (0 to 1)."
    )


def test_only_those_who_stand_are_said_to_win() -> None:
    battery, mortars = contacted("Battery", "gun", bases=2), contacted("Mortars", "mortar", bases=1)
    assert said(combat(charger(), battery, mortars)) == (
        "Nobody stands to fight Charger. Battery surrenders. 2 of its bases are taken prisoner. "
        "Mortars is destroyed: it loses 1 base."
    )
    # 8 against 8, and 6 is S/Retires 1 x Ter: the charger loses, and with it what it had taken.
    assert said(combat(charger(), battery, contacted()), 3, 3) == (
        "Target beats Charger (S/Retires 1 x Ter, column Advantage). Charger retires 3 in and takes 1 terror marker "
        "(0 to 1). Battery surrenders. 2 of its bases are taken prisoner. White now holds 2 bases of prisoners."
    )


def test_a_humiliating_victory_says_so() -> None:
    # 24 to 6 is 4:1, where 2 is S/Humiliated: 2 terror for the weaker, and a fear test for the stronger, which passes.
    strong, weak = charger(bases=6, card_fields={"fighting_value": Fraction(4)}), contacted(bases=3)
    assert said(combat(strong, weak), 1, 1, 3, 3) == (
        "Target gives way, but humiliates Charger (S/Humiliated, column 4:1). Charger takes 1 humiliated marker "
        "(0 to 1). Target retires 3 in and takes 2 terror markers (0 to 2)."
    )


def test_charges_say_how_they_end() -> None:
    attack = charge(troops("rifle"), charged(troops("rifle", "white")))
    assert said(attack, 6, 6) == "Red rifle fails its charge test and does not charge."
    # The charge test and the fear test: 12 fails the second.
    assert said(attack, 1, 1, 6, 6) == (
        "White rifle routs 6 in. The charge of red rifle meets nobody, and halts after 5 in."
    )


# ---------------------------------------------------------------- numbers, armies, vehicles


def test_numbers_are_said_as_players_say_them() -> None:
    assert said(ra.ConvertDistanceRequest(metres=Fraction(130))) == "130 m is 5.2 in on the table."
    assert said(ra.ConvertDistanceRequest(metres=Fraction(25, 3))) == "8 1/3 m is 1/3 in on the table."
    assert said(ra.EffectiveBasesRequest(bases=4, terror=3)) == "1 base counts: 3 markers on 4 bases."
    assert said(ra.EffectiveBasesRequest(bases=1, terror=1)) == "Half a base counts: 1 marker on 1 base."
    assert said(ra.EffectiveBasesRequest(bases=3, terror=4)) == "The unit routs: 4 markers on 3 bases."
    assert said(ra.EffectiveBasesRequest(bases=3, terror=4, routing=True)) == "No base counts: 4 markers on 3 bases."


def test_a_train_taken_loses_the_game_without_flight() -> None:
    lost = ra.ArmyLosses(side="red", original_points=Fraction(250), percent=33, lost_points=Fraction(10))
    assert said(ra.FlightCheckRequest(armies=(lost,))) == (
        "Red is not in flight: it has lost 10 points, and its flight number is 82.5."
    )
    assert said(ra.FlightCheckRequest(armies=(evolve(lost, train_taken=True),))).startswith(
        "The game is over: Red has lost. The enemy has taken the train of Red off the table."
    )


@pytest.mark.parametrize(
    ("operation", "markers", "face", "told"),
    [
        ("set", 0, 3, "The building catches fire: 1 of 5 markers."),
        ("set", 0, 2, "The building does not burn."),
        ("set", 1, 1, "The fire does not catch: still 1 of 5 markers."),
        ("fight", 2, 6, "The fire is out."),
        ("fight", 4, 5, "The fire shrinks from 4 to 2 of 5 markers."),
        ("fight", 4, 1, "The fire is not beaten back: still 4 of 5 markers."),
        ("set", 4, 6, "The building burns down: units in it leave by a retire move or are lost."),
    ],
)
def test_fires_say_how_they_go_on(operation: Any, markers: int, face: int, told: str) -> None:
    assert said(ra.BuildingFireRequest(operation=operation, markers=markers), face) == told


def test_tanks_in_wire_say_which_strips_they_crush() -> None:
    along = ra.CrossWireRequest(arm="tank", wire_device=True, along=inches(9))
    assert said(along, 2, 4, 3) == "The tank goes 9 in along the wire, and crushes 1 of 2 strips of 4 in."
    assert said(along, 1) == "The tank is stuck in the wire for now."
    assert said(evolve(along, along=inches(0)), 2) == "The tank gets across, and crushes the wire as wide as its base."
    entering = ra.CrossWireRequest(arm="mg", turns_in_wire=0)
    assert said(entering) == "The machine guns halt in the wire, and may try to get through next turn."


# ---------------------------------------------------------------- games


def test_a_game_says_what_happened_and_whose_turn_it_is() -> None:
    begun = resolve(ra.game.begin_request(ra.game.scenario("patrols")))
    assert begun.summary.endswith("White places a unit next.")
    placed = resolve(ra.game.act_request(begun.outcome.state, ra.game.legal_actions(begun.outcome.state)[0]))
    assert placed.summary == "Volunteers is placed. White places a unit next."


def test_games_are_told_in_english() -> None:
    dice = SeededDice(3)
    state = ra.game.begin(ra.game.scenario("patrols"), dice=dice).state
    told = 0
    while told < 25 and (legal := ra.game.legal_actions(state)):
        resolution = ra.ruleset.resolve(ra.game.act_request(state, legal[told * 7 % len(legal)]), dice=dice)
        require_english(resolution.summary)
        state, told = resolution.outcome.state, told + 1
    assert told > 12
