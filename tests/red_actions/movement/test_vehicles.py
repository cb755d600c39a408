"""Tanks and armoured cars: their tests on a move, getting free, and running down troops."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from red_actions_asking import answer, malformed, refused
from red_actions_moves import go

from rcw_rules import GivenDice, SeededDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches


def drive(arm: Any, speed: int, *path: Any) -> ra.VehicleBreakdownRequest:
    legs: Any = tuple(leg if isinstance(leg, ra.Stretch) else ra.Barrier(line=leg) for leg in path)
    move = ra.MoveBudgetRequest(mover=ra.Mover(arm=arm), speed=inches(speed), path=legs)
    return ra.VehicleBreakdownRequest(move=move)


def outcome(status: Any, moved: Any, stopped_at: int | None = None, crushed: Any = ()) -> ra.VehicleBreakdownOutcome:
    return ra.VehicleBreakdownOutcome(status=status, moved=Fraction(moved), stopped_at=stopped_at, crushed=crushed)


# ---------------------------------------------------------------- the tests of a move


@pytest.mark.rule("red_actions", "tank-breakdown")
def test_a_tank_over_half_speed_breaks_down_on_a_1() -> None:
    assert answer(drive("tank", 4, go(2))) == outcome("ok", 2)
    fast = drive("tank", 4, go("2.1"))
    assert answer(fast, 1) == outcome("temporary", "2.1")
    for face in range(2, 7):
        assert answer(fast, face) == outcome("ok", "2.1")


@pytest.mark.rule("red_actions", "tank-obstacle")
@pytest.mark.parametrize("line", ["hedge", "wall", "small_stream", "trench"])
def test_a_tank_at_an_obstacle(line: str) -> None:
    asked = drive("tank", 4, go(1), line, go("0.5"))
    assert answer(asked, 1) == outcome("permanent", 1, 1)
    assert answer(asked, 2) == outcome("temporary", 1, 1)
    for face in range(3, 7):
        assert answer(asked, face) == outcome("ok", "1.5")


@pytest.mark.rule("red_actions", "tank-obstacle", "wire-crushed")
def test_fords_and_crushed_wire_are_no_obstacles_for_tanks() -> None:
    assert answer(drive("tank", 4, "crushed_wire", go(1, "ford"))) == outcome("ok", 1)


@pytest.mark.rule("red_actions", "tank-obstacle", "tank-breakdown")
def test_who_is_stuck_takes_no_further_test() -> None:
    asked = drive("tank", 4, go(1), "hedge", go(1), "wall", go(1))
    assert answer(asked, 2) == outcome("temporary", 1, 1)
    assert answer(asked, 3, 1) == outcome("permanent", 2, 3)
    assert answer(asked, 3, 3, 1) == outcome("temporary", 3)
    assert answer(asked, 3, 3, 2) == outcome("ok", 3)


@pytest.mark.rule("red_actions", "ac-obstacle", "terrain-breakdown-mark")
def test_an_armoured_car_at_a_hedge_and_in_a_ford() -> None:
    hedge = drive("armoured_car", 10, go(1), "hedge")
    assert answer(hedge, 2) == outcome("temporary", 1, 1)
    assert answer(hedge, 1) == outcome("permanent", 1, 1)
    assert answer(hedge, 3) == outcome("ok", 1)
    ford = drive("armoured_car", 10, go(2), go(1, "ford"))
    assert answer(ford, 1) == outcome("permanent", 2, 1)
    assert answer(ford, 3) == outcome("ok", 3)


@pytest.mark.rule("red_actions", "ac-breakdown", "terrain-breakdown-mark")
def test_the_cases_of_the_armoured_car() -> None:
    assert answer(drive("armoured_car", 10, go(6, on_road=True))) == outcome("ok", 6)
    assert answer(drive("armoured_car", 10, go(5), go(1, "steep_slope")), 1) == outcome("temporary", 6)
    assert answer(drive("armoured_car", 10, go(1, "woods"), go("0.5", "woods")), 1) == outcome("temporary", "1.5")


@pytest.mark.rule("red_actions", "terrain-breakdown-mark", "tank-breakdown")
def test_a_tank_in_woods_tests_once_at_the_end() -> None:
    asked = drive("tank", 6, go(1, "woods"), go(1, "woods"))
    assert answer(asked, 1) == outcome("temporary", 2)
    assert answer(asked, 2) == outcome("ok", 2)


@pytest.mark.rule("red_actions", "tank-wire", "wire-tanks")
def test_wire_on_the_way_of_a_tank() -> None:
    asked = drive("tank", 6, go(1), "wire", go(1), "hedge")
    assert answer(asked, 1) == outcome("temporary", 1, 1)
    assert answer(asked, 2, 3) == outcome("ok", 2, None, (1,))
    assert answer(asked, 2, 1) == outcome("permanent", 2, 3, (1,))


@pytest.mark.rule("red_actions", "tank-breakdown", "terrain-table")
def test_moves_that_a_vehicle_cannot_make() -> None:
    malformed(drive("rifle", 6, go(1)), "tank-breakdown", "$.move.mover.arm")
    refused(drive("armoured_car", 6, "wall"), "terrain-table", "$.move.path[0]")
    refused(drive("tank", 4, go("4.1")), "mov-speed", "$.move.path")


@pytest.mark.rule("red_actions", "tank-obstacle", "ac-obstacle", "tank-wire", "tank-breakdown")
def test_the_record_says_what_became_of_the_vehicle() -> None:
    def texts(asked: Any, *faces: int) -> list[tuple[str, str]]:
        steps = ra.ruleset.resolve(asked, dice=GivenDice(faces)).record.steps
        return [(step.rule, step.text) for step in steps if getattr(step, "text", "").startswith("it ")]

    tank = drive("tank", 4, "wire", "hedge", go(3))
    assert texts(tank, 2, 3, 1) == [
        ("tank-wire", "it comes across"),
        ("tank-obstacle", "it comes across"),
        ("tank-breakdown", "it has broken down for now"),
    ]
    assert texts(tank, 1) == [("tank-wire", "it is stuck for now")]
    assert texts(tank, 2, 1)[1:] == [("tank-obstacle", "it is stuck for good")]
    assert texts(drive("tank", 4, go(3)), 2) == [("tank-breakdown", "it runs on")]
    ford = ra.ruleset.resolve(drive("armoured_car", 9, go(1), go(1, "ford")), dice=GivenDice([2]))
    assert "ford at path[1]: 1d6" in ford.explain()
    assert "it is stuck for now [ac-obstacle]" in ford.explain()


@pytest.mark.rule("red_actions", "tank-breakdown", "tank-obstacle", "tank-wire")
def test_the_exact_odds_of_a_tank_on_its_way() -> None:
    # By hand: the wire, the hedge, the wall, and 3 inches of 4 make a test at the end; a stop ends it.
    asked = drive("tank", 4, go(1), "wire", go(1), "hedge", "wall", go(1))

    def told(wire: int, hedge: int, wall: int, end: int) -> ra.VehicleBreakdownOutcome:
        if wire == 1:
            return outcome("temporary", 1, 1)
        for face, leg in ((hedge, 3), (wall, 4)):
            if face <= 2:
                return outcome("permanent" if face == 1 else "temporary", 2, leg, (1,))
        return outcome("temporary" if end == 1 else "ok", 3, None, (1,))

    expected: dict[Any, Fraction] = {}
    for faces in product(range(1, 7), repeat=4):
        found = told(*faces)
        expected[found] = expected.get(found, Fraction(0)) + Fraction(1, 6**4)
    odds = ra.ruleset.odds(asked)
    assert {found: odds.probability(found) for found in expected} == expected
    assert sum(expected.values()) == 1


# ---------------------------------------------------------------- getting free


@pytest.mark.rule("red_actions", "vehicle-repair")
def test_a_vehicle_is_free_on_4_or_more() -> None:
    asked = ra.VehicleRepairRequest(status="temporary")
    assert [answer(asked, face).freed for face in range(1, 7)] == [False, False, False, True, True, True]
    assert ra.ruleset.odds(asked).probability(lambda found: found.freed) == Fraction(1, 2)


@pytest.mark.rule("red_actions", "vehicle-repair")
def test_who_may_not_try() -> None:
    refused(ra.VehicleRepairRequest(status="permanent"), "vehicle-repair", "$.status")
    refused(ra.VehicleRepairRequest(status="ok"), "vehicle-repair", "$.status")
    refused(ra.VehicleRepairRequest(status="temporary", tried=True), "vehicle-repair", "$.tried")
    refused(ra.VehicleRepairRequest(status="temporary", later_move=False), "vehicle-repair", "$.later_move")


# ---------------------------------------------------------------- running down troops


def contact(vehicle: Any, arm: Any = "rifle", **fields: Any) -> ra.VehicleContactRequest:
    return ra.VehicleContactRequest(vehicle=vehicle, arm=arm, **fields)


@pytest.mark.rule("red_actions", "tank-charge", "ac-charge")
@pytest.mark.parametrize("vehicle", ["tank", "armoured_car"])
@pytest.mark.parametrize("arm", ["rifle", "mg", "sabres", "tachanka", "officer"])
def test_who_is_reached_routs_and_immobilises_on_a_6(vehicle: Any, arm: Any) -> None:
    for face in range(1, 7):
        found = answer(contact(vehicle, arm), face)
        assert found == ra.VehicleContactOutcome(immobilised=face == 6, fate="routs")


@pytest.mark.rule("red_actions", "tank-charge", "ac-charge", "miss-grenadiers")
@pytest.mark.parametrize("vehicle", ["tank", "armoured_car"])
def test_grenadiers_add_2(vehicle: Any) -> None:
    for face in range(1, 7):
        found = answer(contact(vehicle, grenadiers=True), face)
        assert found == ra.VehicleContactOutcome(immobilised=face >= 4, fate="routs")
    odds = ra.ruleset.odds(contact(vehicle, grenadiers=True))
    assert odds.probability(lambda found: found.immobilised) == Fraction(1, 2)
    assert ra.ruleset.odds(contact(vehicle)).probability(lambda found: found.immobilised) == Fraction(1, 6)


@pytest.mark.rule("red_actions", "tank-charge", "charge-guns", "charge-mortars")
def test_who_throws_no_die() -> None:
    assert answer(contact("tank", stood=False)) == ra.VehicleContactOutcome(immobilised=False, fate="routs")
    assert answer(contact("tank", "gun")) == ra.VehicleContactOutcome(immobilised=False, fate="captured")
    assert answer(contact("tank", "gun", stood=False)).fate == "routs"
    assert answer(contact("armoured_car", "mortar")) == ra.VehicleContactOutcome(immobilised=False, fate="removed")


@pytest.mark.rule("red_actions", "charge-types", "miss-grenadiers")
def test_contacts_that_cannot_be() -> None:
    refused(contact("armoured_car", "tank"), "charge-types", "$.arm")
    refused(contact("tank", "train_mg"), "charge-types", "$.arm")
    malformed(contact("tank", "sabres", grenadiers=True), "miss-grenadiers", "$.grenadiers")


@pytest.mark.rule("red_actions", "ac-charge")
def test_the_record_cites_the_vehicle_that_charges() -> None:
    resolution = ra.ruleset.resolve(contact("armoured_car", grenadiers=True), dice=GivenDice([4]))
    assert [step.rule for step in resolution.record.steps[1:]] == ["miss-grenadiers", "ac-charge", "ac-charge"]


# ---------------------------------------------------------------- laws


@pytest.mark.rule("red_actions", "tank-obstacle", "tank-breakdown")
@given(seed=st.integers(0, 10_000), lines=st.lists(st.sampled_from(["hedge", "wall", "trench", "wire"]), max_size=4))
def test_no_vehicle_comes_further_than_its_path_and_less_only_when_stuck(seed: int, lines: list[str]) -> None:
    path: list[Any] = [part for line in lines for part in (go("0.5"), line)]
    asked = drive("tank", 6, *path, go(1))
    found = ra.ruleset.resolve(asked, dice=SeededDice(seed)).outcome
    whole = Fraction(1) + Fraction(len(lines), 2)
    assert (found.moved == whole) is (found.stopped_at is None)
    assert found.moved <= whole
    if found.stopped_at is not None:
        assert found.status != "ok"
        assert all(leg < found.stopped_at for leg in found.crushed)


@pytest.mark.rule("red_actions", "tank-obstacle")
def test_one_obstacle_more_never_helps() -> None:
    def safe(count: int) -> Fraction:
        return ra.ruleset.odds(drive("tank", 6, *(["hedge"] * count))).probability(lambda found: found.status == "ok")

    assert [safe(count) for count in range(4)] == [Fraction(2, 3) ** count for count in range(4)]


@pytest.mark.rule("red_actions", "tank-breakdown")
def test_the_request_stays_as_it_is() -> None:
    asked = drive("tank", 4, go(1), "hedge")
    before = evolve(asked)
    answer(asked, 4)
    assert asked == before
