"""Moves: allowances, manners of moving, and the tests of vehicles that they call for."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from red_actions_asking import answer, malformed
from red_actions_moves import go, move, over, refused

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.lengths import Inches, inches

# ---------------------------------------------------------------- how a unit moves


@pytest.mark.rule("red_actions", "mov-forward-drift")
def test_a_slant_of_20_degrees_and_no_more() -> None:
    assert answer(move("rifle", 6, go(6), incline=degrees(20))).cost == 6
    assert "wheel" in refused(move("rifle", 6, go(1), incline=degrees(21)), "mov-forward-drift", "$.incline")
    refused(move("rifle", 6, go(1), facing_alike=False), "mov-forward-drift", "$.facing_alike")


@pytest.mark.rule("red_actions", "mov-no-backwards")
@pytest.mark.parametrize("direction", ["backward", "sideways"])
def test_nobody_steps_back_or_aside_of_his_own_will(direction: Any) -> None:
    step = go(2, direction=direction)
    refused(move("rifle", 6, go(1), step), "mov-no-backwards", "$.path[1].direction")
    refused(move("rifle", 6, step, manner="charge"), "mov-no-backwards", "$.path[0].direction")
    assert answer(move("rifle", 6, step, manner="compelled")).cost == 2
    assert answer(move("rifle", 6, go(2), turns=(180, 180))).cost == 2  # turning, moving and turning again is free


@pytest.mark.rule("red_actions", "mov-no-backwards", "mov-tachanka-turning")
def test_the_cases_of_tachankas_that_turn() -> None:
    tachanka = move("tachanka", 10, go(10), begins_ready=True, depth=inches(2))
    assert (answer(tachanka).cost, answer(tachanka).ready_to_fire) == (10, True)
    forward = evolve(tachanka, path=(go(8),), turns=(180,), begins_ready=False)
    assert (answer(forward).cost, answer(forward).ready_to_fire) == (10, True)
    refused(evolve(tachanka, path=(go(7),), turns=(180, 180)), "mov-speed", "$.path")
    assert answer(evolve(tachanka, path=(go(6),), turns=(180, 180))).ready_to_fire is True
    assert answer(evolve(tachanka, path=(go(6),), turns=(180,))).ready_to_fire is False
    assert answer(evolve(tachanka, path=(go(6),), turns=(90,))).ready_to_fire is None
    assert answer(evolve(tachanka, path=(go(6),), wheels=(degrees(10),))).ready_to_fire is None
    assert answer(evolve(tachanka, begins_ready=None)).ready_to_fire is None


@pytest.mark.rule("red_actions", "mov-no-backwards", "form-limbered")
def test_limbered_guns_pay_for_turns_and_others_only_prolong() -> None:
    assert answer(move("gun", 6, go(2), limbered=True, turns=(90, 180), depth=inches("1.5"))).cost == 5
    assert answer(move("gun", 6, go(1))).cost == 1
    assert answer(move("gun", 6, go(1, direction="backward"))).cost == 1
    refused(move("gun", 6, go("1.001")), "form-limbered", "$.limbered")
    assert answer(move("gun", 6, go(1), turns=(90, 180))).cost == 1  # a pivot costs it nothing
    refused(move("gun", 6, wheels=(degrees(5),)), "form-limbered", "$.limbered")
    refused(move("gun", 6, go(1), pace="march"), "form-limbered", "$.limbered")
    refused(move("gun", 6, go(1, direction="sideways")), "mov-no-backwards", "$.path[0].direction")
    refused(move("gun", 6, go(1, direction="backward"), limbered=True), "mov-no-backwards", "$.path[0].direction")
    both = (go("0.5", direction="backward"), go("0.5", direction="sideways"))
    refused(move("gun", 6, *both), "mov-no-backwards", "$.path[1].direction")


@pytest.mark.rule("red_actions", "mov-interpenetration")
def test_formed_cavalry_is_not_passed_through() -> None:
    assert answer(move("rifle", 6, go(3), passes="friends")).cost == 3
    refused(move("rifle", 6, go(3), passes="formed_cavalry"), "mov-interpenetration", "$.passes")
    refused(move("sabres", 12, go(3), passes="friends", formed=True), "mov-interpenetration", "$.passes")
    assert answer(move("sabres", 12, go(3), formed=True)).cost == 3
    refused(move("rifle", 6, go(3), ends_on_others=True), "mov-interpenetration", "$.ends_on_others")


@pytest.mark.rule("red_actions", "mov-two-inch", "conv-within")
def test_two_inches_off_the_enemy() -> None:
    assert answer(move("rifle", 6, go(3), nearest_enemy=inches(2))).cost == 3
    refused(move("rifle", 6, go(3), nearest_enemy=inches("1.9")), "mov-two-inch", "$.nearest_enemy")
    assert answer(move("rifle", 6, go(3), nearest_enemy=inches("1.9"), manner="charge")).cost == 3
    assert answer(move("rifle", 6, go(3), nearest_enemy=inches("1.9"), manner="compelled")).cost == 3
    near = move("rifle", 6, go(3), enemy_at_start=inches("1.5"), nearest_enemy=inches("1.5"))
    assert answer(near).cost == 3  # it moves away
    refused(evolve(near, nearest_enemy=inches("1.4")), "mov-two-inch", "$.nearest_enemy")
    malformed(evolve(near, nearest_enemy=inches("1.6")), "mov-two-inch", "$.nearest_enemy")


@pytest.mark.rule("red_actions", "mov-officer-speed", "conv-metres-govern")
def test_detached_officers() -> None:
    assert answer(move("officer", None, go(16), mounted=True)).left == 0
    refused(move("officer", None, go(17), mounted=True), "mov-speed", "$.path")
    assert answer(move("officer", None, go(20), mounted=True), distance_conflicts="inches").left == 0
    assert answer(move("officer", None, go(10))).left == 0
    assert answer(move("officer", None, go(10)), distance_conflicts="inches").left == 0
    refused(move("officer", None, go("10.001")), "mov-speed", "$.path")
    assert answer(move("officer", None, go(32), mounted=True, pace="march")).left == 0
    malformed(move("officer", 12, go(1)), "mov-officer-speed", "$.speed")


@pytest.mark.rule("red_actions", "mov-wheel")
def test_wheels_are_paid_in_a_move() -> None:
    # A single base wheeling 45 degrees: 30 mm are 1.1811 in, times pi/4 is 0.9276.
    outcome = answer(move("tank", 4, go(1), wheels=(degrees(45), degrees(45))))
    assert (outcome.cost, outcome.moved) == (Fraction(2856, 1000), Fraction(2856, 1000))
    refused(move("rifle", 7, wheels=(degrees(90),), bases=4, front_bases=4), "mov-speed", "$.path")


@pytest.mark.rule("red_actions", "march-rate")
def test_a_march_in_a_move() -> None:
    column = move("rifle", 6, go(12), bases=4, in_column=True, pace="march", nearest_enemy=inches("40.1"))
    assert answer(column).left == 0
    assert answer(evolve(column, path=(go(14, on_road=True),))).left == 0
    assert answer(evolve(column, path=(go(6, "rough_ground"),))).left == 0  # at half of the doubled rate
    refused(evolve(column, nearest_enemy=inches(40)), "march-rate", "$.nearest_enemy")
    refused(evolve(column, shot_at="lately"), "march-rate", "$.shot_at")
    refused(evolve(column, mover=ra.Mover(arm="rifle", bases=4)), "march-rate", "$.mover.in_column")
    assert "march_ban" in ra.ruleset.resolve(evolve(column, shot_at="earlier"), dice=GivenDice([])).explain()


@pytest.mark.rule("red_actions", "march-rate", "conv-within")
def test_a_march_that_begins_near_a_known_enemy() -> None:
    column = move("rifle", 6, go(7), bases=4, in_column=True, pace="march", enemy_at_start=inches(40))
    refused(column, "march-rate", "$.enemy_at_start")
    refused(evolve(column, nearest_enemy=inches(30)), "march-rate", "$.nearest_enemy")
    refused(evolve(column, enemy_at_start=inches(60), nearest_enemy=inches(40)), "march-rate", "$.nearest_enemy")
    assert answer(evolve(column, enemy_at_start=inches("40.001"))).left == 5
    assert answer(evolve(column, pace="full", path=(go(6),))).left == 0


@pytest.mark.rule("red_actions", "charge-conditions", "amb-benefits")
def test_a_charge_is_at_full_speed_and_out_of_an_ambush_2_inches_longer() -> None:
    tank = move("tank", 6, go(8), manner="charge", bonus=inches(2))
    assert answer(tank).left == 0
    assert "2 in more [amb-benefits]" in ra.ruleset.resolve(tank, dice=GivenDice([])).explain()
    refused(evolve(tank, path=(go("8.001"),)), "mov-speed", "$.path")
    # An obstacle takes its part of the whole: half of 12 and 2.
    assert answer(move("sabres", 12, over("hedge"), manner="charge", bonus=inches(2))).cost == 7
    assert "full speed" in refused(evolve(tank, pace="march", bonus=inches(0)), "charge-conditions", "$.pace")
    rifles = move("rifle", 6, go(1), manner="charge", evasive_speed=inches(3))
    refused(evolve(rifles, pace="evasive"), "charge-conditions", "$.pace")
    malformed(evolve(tank, manner="move"), "amb-benefits", "$.bonus")
    malformed(evolve(tank, bonus=inches("2.001")), "amb-benefits", "$.bonus")


@pytest.mark.rule("red_actions", "tank-breakdown", "amb-benefits")
def test_the_2_inches_of_an_ambush_do_not_count_into_half_the_speed() -> None:
    charge = move("tank", 6, go(3), manner="charge", bonus=inches(2))
    assert answer(charge).trials == ()
    assert [due.trial for due in answer(evolve(charge, path=(go("3.001"),))).trials] == ["breakdown"]
    legal = ra.ChargeLegalityRequest(
        charger="tank", target="rifle", speed=inches(6), ambush=True, path=(go("3.5"),)
    )  # more than 3, less than half of 8
    assert [due.trial for due in answer(legal).trials] == ["breakdown"]


@pytest.mark.rule("red_actions", "mov-no-backwards", "mov-forward-drift")
def test_who_must_go_back_does_so_however_he_faces() -> None:
    back = move("rifle", 6, go(3, direction="backward"), manner="compelled", facing_alike=False, incline=degrees(60))
    assert answer(back).cost == 3


@pytest.mark.rule("red_actions", "conv-bad-input")
def test_moves_that_contradict_themselves() -> None:
    malformed(move("rifle", 6, go(1), evasive_speed=inches("6.001")), "evade-speed", "$.evasive_speed")
    assert answer(move("rifle", 6, go(1), evasive_speed=inches(6))).left == 5
    malformed(move("rifle", None, go(1)), "mov-speed", "$.speed")
    malformed(move("rifle", 6, go(1), pace="evasive"), "evade-speed", "$.evasive_speed")
    malformed(move("rifle", 6, go(1), formed=True), "form-formed-cavalry", "$.formed")
    malformed(move("rifle", 6, go(1), limbered=True), "form-limbered", "$.limbered")
    malformed(move("rifle", 6, go(1), begins_ready=True), "mov-tachanka-turning", "$.begins_ready")
    malformed(move("tachanka", 6, go(1), turns=(180,)), "mov-no-backwards", "$.depth")
    malformed(move("rifle", 6, go(1), bases=2, front_bases=3), "mov-wheel", "$.front_bases")
    malformed(move("rifle", 6, go(1), mounted=True), "mov-officer-speed", "$.mover.mounted")
    malformed(move("train_engine", 8, go(1)), "train-speed", "$.mover.arm")
    malformed(move("rifle", 6, go(1), bases=0), "defs-unit-size", "$.mover.bases")
    malformed(move("rifle", 6, go(1, "woods", "woods")), "conv-bad-input", "$.path[0].terrain")
    malformed(move("rifle", 6, go(1, "up_normal_hill", downhill=True)), "terrain-table", "$.path[0].downhill")
    malformed(move("rifle", 6, Inches(thousandths=1)), "", "$.path[0]")
    malformed(move("rifle", 6, go(1), turns=(45,)), "", "$.turns[0]")


def test_what_matters_of_a_unit_when_it_moves() -> None:
    card = ra.illustrative_troops().card("senior_officer_mounted")
    officer = ra.Unit(name="Frunze", side="red", card=card)
    assert ra.mover_of(officer) == ra.Mover(arm="officer", mounted=True)
    sabres = ra.TroopCard(id="s", name="Sabres", arm="sabres", speed=inches(12), mounted=True)
    unit = ra.Unit(name="1st", side="red", card=sabres, bases=4, in_column=True)
    assert ra.mover_of(unit) == ra.Mover(arm="sabres", bases=4, in_column=True)


# ---------------------------------------------------------------- tests of vehicles that a move calls for


@pytest.mark.rule("red_actions", "tank-breakdown")
def test_a_tank_over_half_speed_tests() -> None:
    assert answer(move("tank", 4, go(2))).trials == ()
    due = ra.TrialDue(trial="breakdown", leg=None, moved=Fraction(21, 10))
    assert answer(move("tank", 4, go("2.1"))).trials == (due,)
    assert answer(move("tank", 4, go("2.1", on_road=True))).trials == (due,)


@pytest.mark.rule("red_actions", "terrain-breakdown-mark", "tank-breakdown")
def test_the_cases_of_the_asterisk() -> None:
    ford = answer(move("armoured_car", 12, go(1), go(1, "ford")))
    assert ford.trials == (ra.TrialDue(trial="obstacle", leg=1, moved=Fraction(1)),)
    woods = answer(move("tank", 4, go(1, "woods"), go("0.5", "rough_ground")))
    assert woods.trials == (ra.TrialDue(trial="breakdown", leg=None, moved=Fraction(3, 2)),)


@pytest.mark.rule("red_actions", "terrain-breakdown-mark")
def test_a_ford_in_the_woods_calls_for_both_tests_of_an_armoured_car() -> None:
    both = (
        ra.TrialDue(trial="obstacle", leg=0, moved=Fraction(0)),
        ra.TrialDue(trial="breakdown", leg=None, moved=Fraction(1)),
    )
    for terrain in (("ford", "woods"), ("woods", "ford")):
        assert answer(move("armoured_car", 12, go(1, *terrain))).trials == both


@pytest.mark.rule("red_actions", "mov-wheel", "tank-obstacle")
def test_a_wheel_is_part_of_the_way_to_the_first_obstacle() -> None:
    outcome = answer(move("tank", 4, over("hedge"), wheels=(degrees(45),)))
    assert outcome.trials == (ra.TrialDue(trial="obstacle", leg=0, moved=Fraction(928, 1000)),)


@pytest.mark.rule("red_actions", "tank-obstacle", "tank-wire", "terrain-breakdown-mark")
def test_the_tests_come_in_the_order_of_the_path() -> None:
    path = (go(1), over("wire"), go(1), over("hedge"), over("crushed_wire"), go(1, "ford"))
    assert [(due.trial, due.leg, due.moved) for due in answer(move("tank", 4, *path)).trials] == [
        ("wire", 1, 1),
        ("obstacle", 3, 2),
        ("breakdown", None, 3),
    ]


@pytest.mark.rule("red_actions", "ac-breakdown")
def test_an_armoured_car_over_half_speed_tests_off_the_easy_ground_only() -> None:
    def trials(*path: Any) -> list[str]:
        return [due.trial for due in answer(move("armoured_car", 10, *path)).trials]

    assert trials(go(6, on_road=True)) == []
    assert trials(go(6)) == []
    assert trials(go(4), go("1.5", "up_normal_hill")) == []
    assert trials(go(5), go(1, "steep_slope")) == ["breakdown"]
    assert trials(go(4), go(1, "steep_slope")) == []  # half speed, no more
    assert trials(go(5), go(1, "steep_slope", on_road=True)) == []
    assert trials(go(1, "woods")) == ["breakdown"]
    assert trials(go(1, "woods", on_road=True)) == []
    assert trials(go(5), go("0.5", "ford")) == ["obstacle", "breakdown"]
    assert trials(go(5), over("hedge")) == ["obstacle"]
