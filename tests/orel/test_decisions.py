"""Who decides, and for which unit, in every chapter that leaves decisions."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from decisions_met import decided
from orel_combats import ask, battery, horse, unit, vehicle, white
from orel_munitions import act, convoi, short, told
from orel_munitions import ask as munitions
from orel_phases import attack, phase

from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, Railway
from rcw_rules.orel.scenarios import ReinforcementRequest, order_of_battle

CLEAR = HexMap(title="clear", grid=HexGrid(columns=32, rows=20))
LINE = evolve(CLEAR, railways=(Railway(hexes=("1008", "1009", "1010", "1011")),))
RIDER, CAR = horse("Cv", "white", "1010"), vehicle("Car", "armoured_car", "white", "1010")
RUNNER = unit("R", place="1009", mode="march")
FOOT = tuple(white(key, place="1010") for key in ("a", "b", "c"))
AT_1501 = white("E", place="1501")  # so that the Estonians may enter at 1401 or 1601
COMING = order_of_battle().unit("R:1/Est")


def formation(key: str, formation: str, place: str = "1214") -> game.Unit:
    return white(key, place=place, formation=formation, steps=3)


def pursuit(*pursuers: game.Unit, **fields: Any) -> game.PursuitRequest:
    way = game.Way(units=("R",), steps=(game.RetreatStep(hex="1009"),), hex="1009")
    field = game.Battlefield(hex="1010", attacker="white", board=CLEAR)
    return game.PursuitRequest(field=field, pursuers=pursuers, fugitives=(RUNNER,), ways=(way,), **fields)


def before_combat(*defenders: game.Unit, **fields: Any) -> game.RetreatBeforeCombatRequest:
    return game.RetreatBeforeCombatRequest(defenders=defenders, attackers=("infantry",), **fields)


def duel() -> game.TrainDuelRequest:
    ours = vehicle("Kalita", "armoured_train_light", "white", "1010")
    theirs = vehicle("Rosa", "armoured_train_light", "red", "1009")
    return game.TrainDuelRequest(attacker=ours, defender=theirs, day=20, board=LINE)


def event(*units: game.Unit) -> game.EventRequest:
    return game.EventRequest(side="white", day=17, units=units)


DEFENCE = munitions(
    act("hasty", "a", defenders=("r",), depots=()),
    units=(FOOT[0], unit("r")),
    depots=(convoi("rd", 2, "red"),),
    facts=evolve(told(rd="r"), functional=()),
)
REFUSED = munitions(
    act("hasty", "a", "b", "c", depots=("c1",), happened="refused"),
    units=tuple(map(short, FOOT)),
    depots=(convoi("c1"),),
    facts=told(c1="a b c"),
)
SPOILS = munitions(
    act("prepared", "a", "b", depots=("c",), assault_losses=1, advanced=("a", "b")),
    units=tuple(map(short, FOOT[:2])),
    facts=told(c="a b"),
)
TWO_ATTACKS = phase(
    unit("R"),
    unit("S", place="2009"),
    white("W"),
    white("X", place="2010"),
    attacks=(attack("1010", "R", depots=()), attack("2010", "S", depots=())),
    board=CLEAR,
)
# The units that the scenario places in hex 2705, by key.
IN_OREL = "W:Res/1D, W:Tank, W:train-ioann-kalita, W:train-offitser, W:off/2K, W:2/3K"

CASES: list[Any] = [
    # Assaults: 1 and 1 pass every cohesion check of Red's attack.
    (ask(white("W"), attempt=False), (1, 1), "assault", ("red", "R")),
    (game.LossAllocationRequest(units=FOOT, losses=1), (), "lose_step", ("white", "a, b, c")),
    # Combats
    (pursuit(RIDER, CAR), (), "pursue", ("white", "Cv, Car")),
    (pursuit(RIDER, evolve(RIDER, key="Dv"), CAR, target="1009"), (), "pursuers", ("white", "Cv, Dv")),
    (pursuit(RIDER, CAR, target="1009"), (), "pursuing_car", ("white", "Car")),
    (TWO_ATTACKS, (), "next_attack", ("red", "")),
    # Command: the enemy of the side that suffers an event picks the formation, its owner the units.
    (game.CommandRequest(side="white", day=15, units=(formation("a", "83S", "1005"), formation("b", "83S", "2005"))),
     (), "main_body", ("white", "83S")),
    (game.RecruitIncomeRequest(side="red", day=16, prisoners=3), (), "enlist_prisoners", ("red", "")),
    (event(formation("a", "83S"), formation("b", "1Dr")), (4, 3), "event_formation", ("red", "1Dr, 83S")),
    (event(formation("a", "83S"), formation("b", "83S")), (4, 3), "event_units", ("white", "83S")),
    # Trains
    (ask(white("W"), attacker_supports=("T",), others=(vehicle("T", "armoured_train_light"),), board=LINE,
         attempt=False, assault=False), (), "train_contact", ("red", "T")),
    (duel(), (4, 3), "train_advance", ("white", "Kalita")),
    # Retreats and advances
    (before_combat(FOOT[0], FOOT[1]), (), "retreat_before_combat", ("white", "a, b")),
    (before_combat(FOOT[0], battery("g", "white", "1010"), attempt=True), (1,), "artillery_follows", ("white", "g")),
    (game.RoutRequest(units=(FOOT[0],), board=CLEAR), (), "retreat_hex", ("white", "a")),
    (game.AdvanceRequest(hex="1009", attackers=FOOT[:2], phase="cohesion"), (), "advance", ("white", "a, b")),
    (game.AdvanceRequest(hex="2705", attackers=(evolve(FOOT[0], hex="2706"),), phase="cohesion"), (), "orel_location",
     ("white", "a")),
    (game.OffMapRequest(unit=evolve(FOOT[0], hex=None), exit_hex="0110", left_day=17, left_in="red", day=18), (),
     "return_hex", ("white", "a")),
    # Scenarios
    (game.ScenarioRequest(scenario="historical"), (), "orel_at_setup", ("white", IN_OREL)),
    (ReinforcementRequest(day=16, unit=COMING, others=(AT_1501,)), (), "entry_hex", ("red", "R:1/Est")),
    # Strength
    (game.CombatStrengthRequest(units=(RIDER,), enemies=(unit("r"),)), (), "charge", ("white", "Cv")),
    # Supply: the active player pays, the reactive player supplies in defence.
    (munitions(act("hasty", "a", "b"), units=FOOT[:2], facts=told(c="a b")), (), "munitions", ("white", "a, b")),
    (munitions(units=(short(FOOT[1]),), facts=told(c="b"), resupply=None), (), "resupply", ("white", "b")),
    (DEFENCE, (), "supply_in_defence", ("red", "r")),
    (SPOILS, (), "spoils_of_war", ("white", "a, b")),
    (REFUSED, (), "resupply_by_refused_combat", ("white", "a, b, c")),
]  # fmt: skip


def test_the_side_that_eliminated_a_depot_decides_about_the_spoils() -> None:
    # The depot of the example is Red.
    request = game.ruleset.procedure("orel.depot_elimination").example
    assert request is not None
    assert decided(game.ruleset, request) == {"resupply_by_spoils": ("white", "1/3Dr, 2/3Dr, 3/3Dr")}


def test_the_owner_of_vehicles_decides_which_of_them_check() -> None:
    ruleset = game.ruleset.with_options(vehicle_checks_capped=True)
    vehicles = (vehicle("T", "tank"), vehicle("C", "armoured_car"))
    request = game.VehicleCheckRequest(attackers=vehicles, attacker_lost=1, defender_guns=True)
    assert decided(ruleset, request) == {"vehicles_checked": ("red", "T, C")}


@pytest.mark.parametrize(("request_", "faces", "choice", "expected"), CASES)
def test_who_decides_and_for_which_unit(request_: Any, faces: tuple[int, ...], choice: str, expected: Any) -> None:
    ruleset = game.ruleset.with_options(events=True)
    assert decided(ruleset, request_, *faces)[choice] == expected
