"""The course of a charge from contact on: combat, vehicles, targets behind, pursuit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from red_actions_charges import (
    FAIL,
    FOE,
    FOE_SABRES,
    PASS,
    RIFLES,
    SABRES,
    behind,
    charged,
    chosen,
    refused,
    request,
    run,
    unit,
)

from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches

RUN_OUT: dict[str, Any] = {"charge_follow": lambda seen, alternatives: "run_out"}


# ---------------------------------------------------------------- contact


@pytest.mark.rule("red_actions", "charge-guns")
def test_guns_that_shot_in_vain_are_captured() -> None:
    guns = unit("gun", "white", bases=2)
    # A direct hit needs 10; 4 x 2 is the column of 5 to 8, where 2 is nothing.
    outcome = run(request(SABRES, charged(guns)), *PASS, *PASS, 1, 1, 1, 1, 1, 1)
    target = outcome.targets[0]
    assert (outcome.end, target.fate, target.prisoners, target.unit.bases) == ("contact", "surrenders", 2, 0)
    limbered = unit("gun", "white", bases=2, limbered=True)
    assert run(request(SABRES, charged(limbered)), *PASS, *PASS).targets[0].prisoners == 2


@pytest.mark.rule("red_actions", "charge-guns", "rout-guns")
def test_guns_whose_crews_run_are_lost() -> None:
    outcome = run(request(SABRES, charged(unit("gun", "white", bases=2))), *PASS, *FAIL)
    assert (outcome.end, outcome.targets[0].fate, outcome.targets[0].lost) == ("halted", "destroyed", 2)
    assert outcome.targets[0].guns_left == 2
    limbered = run(request(SABRES, charged(unit("gun", "white", bases=2, limbered=True))), *PASS, *FAIL)
    assert (limbered.targets[0].fate, limbered.targets[0].guns_left) == ("routs", 0)


@pytest.mark.rule("red_actions", "charge-flank", "charge-rear", "com-modifiers")
@pytest.mark.parametrize(("aspect", "terror", "bases"), [("flank", 1, 4), ("rear", 3, 4)])
def test_markers_of_flank_and_rear_come_on_contact(aspect: str, terror: int, bases: int) -> None:
    foe = unit("rifle", "white", bases=bases, has_acted=True)
    # 12 against 2 x 3 / 2 = 3, or 2 x 1 / 2 = 1: 4:1, where 3 makes the weaker retire with a marker.
    outcome = run(request(SABRES, charged(foe, aspect=aspect)), *PASS, *PASS, 1, 2)
    assert (outcome.targets[0].unit.terror, outcome.targets[0].turned_to_face) == (terror + 1, True)
    assert not run(request(SABRES, charged(foe)), *PASS, *PASS, 3, 4).targets[0].turned_to_face


@pytest.mark.rule("red_actions", "charge-flank", "charge-rear", "defs-terror-rout", "pur-sabres")
@pytest.mark.parametrize(("aspect", "terror"), [("flank", 2), ("rear", 0)])
def test_contact_may_rout_before_any_combat(aspect: str, terror: int) -> None:
    foe = unit("rifle", "white", bases=2, terror=terror, has_acted=True)
    outcome = run(request(RIFLES, charged(foe, aspect=aspect)), *PASS, *PASS)
    assert (outcome.end, outcome.targets[0].fate) == ("contact", "routs")
    pursued = run(request(SABRES, charged(foe, aspect=aspect)), *PASS, *PASS)
    assert (pursued.end, pursued.targets[0].fate, pursued.charger.unit.has_acted) == ("contact", "caught", True)


@pytest.mark.rule("red_actions", "cr-several-units", "charge-sequence")
def test_two_targets_at_once() -> None:
    second = unit("mg", "white", bases=2, name="guns", has_acted=True)
    first = unit("rifle", "white", has_acted=True)
    # 12 against 8 + 2: the advantage; 7 makes the weaker side retire.
    outcome = run(request(SABRES, charged(first), charged(second)), *PASS, *PASS, *PASS, 3, 4)
    assert [after.unit.terror for after in outcome.targets] == [1, 1]
    # The riflemen rout before contact: 12 against 2 is 4:1, and 7 is W defeated: both bases are lost.
    outcome = run(request(SABRES, charged(first), charged(second)), *PASS, *FAIL, *PASS, 3, 4)
    assert [after.fate for after in outcome.targets] == ["routs", "destroyed"]


@pytest.mark.rule("red_actions", "turn-forced-forfeit", "pur-sabres")
def test_chargers_have_used_their_segment() -> None:
    outcome = run(request(SABRES, charged(unit("rifle", "white", has_acted=True))), *PASS, *PASS, 3, 4)
    assert outcome.charger.unit.has_acted


@pytest.mark.rule("red_actions", "charge-sequence", "com-immediate")
def test_a_charger_goes_as_far_as_those_who_stand() -> None:
    near, far = unit("rifle", "white", has_acted=True), unit("mg", "white", bases=2, has_acted=True)
    asked = request(SABRES, charged(near, distance=5), charged(far, distance=8))
    assert run(asked, *PASS, *PASS, *FAIL, 3, 4).advanced == inches(5)  # the machine guns have run
    assert run(asked, *PASS, *PASS, *PASS, 3, 4).advanced == inches(8)
    assert run(asked, *PASS, *FAIL, *FAIL).advanced == inches(8)


@pytest.mark.rule("red_actions", "dig-rate", "charge-follow")
def test_a_charger_leaves_its_foxholes_even_without_contact() -> None:
    dug = unit("rifle", foxholes=Fraction(2))
    gone = run(request(dug, charged(FOE)), *PASS, *FAIL)
    assert (gone.end, gone.charger.unit.foxholes) == ("halted", Fraction(0))
    assert run(request(dug, charged(FOE)), *FAIL).charger.unit.foxholes == 2  # it has not moved


@pytest.mark.rule("red_actions", "charge-counter", "retire-manner")
def test_who_counter_charges_has_the_way_that_he_came_behind_him() -> None:
    # Half of 8 inches forward, 2 behind the unit before: room for the 6 that cavalry retires. 12 to 12, 7: W retires.
    target = charged(FOE_SABRES, distance=8, footing=ra.RetirePlace(room_behind=inches(2)))
    outcome = run(request(SABRES, target), *PASS, *PASS, 3, 4, choices=chosen("counter_charge"))
    assert (outcome.advanced, outcome.targets[0].fate, outcome.targets[0].moved) == (inches(4), "retires", inches(6))


@pytest.mark.rule("red_actions", "misc-prisoners-take", "charge-guns")
def test_prisoners_change_hands_without_a_combat_too() -> None:
    guns = unit("gun", "white", bases=2, has_acted=True)
    assert run(request(unit("tank"), charged(guns)), *PASS).prisoners_of_charger == 2
    routed = run(request(RIFLES, charged(FOE, guards=3), where={"guards": 1}), *PASS, *FAIL)
    assert (routed.prisoners_of_charger, routed.prisoners_of_charged) == (4, 0)
    kept = run(request(RIFLES, charged(FOE, guards=3), where={"guards": 1}), *FAIL)
    assert (kept.prisoners_of_charger, kept.prisoners_of_charged) == (1, 3)
    # Fire routs the charger, whose 1 is free; with an enemy 2 inches behind it its own 4 bases surrender as well.
    shaken = unit("rifle", terror=4)
    fled = run(request(shaken, charged(FOE), where={"guards": 1}), *PASS, *PASS, 4, 5)
    assert (fled.prisoners_of_charger, fled.prisoners_of_charged) == (0, 1)
    trap = ra.RoutWay(obstacles=(ra.InTheWay(what="enemy", distance=inches(2)),))
    taken = run(request(shaken, charged(FOE), where={"guards": 1, "way": trap}), *PASS, *PASS, 4, 5)
    assert (taken.charger.fate, taken.prisoners_of_charger, taken.prisoners_of_charged) == ("surrenders", 0, 5)


@pytest.mark.rule("red_actions", "misc-prisoners-take", "charge-guns")
@pytest.mark.parametrize(
    ("faces", "fates", "held"),
    [
        # 2 x 3 = 6 against 6 x 2 = 12: of 2:1 the sabres are the weaker side.
        ((3, 4), ("retires", "stays"), (0, 2)),
        ((1, 2), ("stays", "retires"), (2, 0)),
        ((2, 2, *FAIL), ("retires", "routs"), (2, 0)),  # humiliated: both go, and nobody is there to set them free
    ],
)
def test_a_charger_driven_off_loses_the_crews_that_have_just_surrendered(
    faces: tuple[int, ...], fates: tuple[str, str], held: tuple[int, int]
) -> None:
    guns, rifles = (unit(arm, "white", bases=bases, has_acted=True) for arm, bases in (("gun", 2), ("rifle", 6)))
    asked = request(unit("sabres", bases=2), charged(guns), charged(rifles))
    outcome = run(asked, *PASS, *PASS, *PASS, *faces)
    assert (outcome.targets[0].fate, outcome.charger.fate, outcome.targets[1].fate) == ("surrenders", *fates)
    assert (outcome.prisoners_of_charger, outcome.prisoners_of_charged) == held


CAPTAIN = ra.OfficerToken(id="captain")


@pytest.mark.rule("red_actions", "conv-test-order", "charge-guns", "charge-mortars", "rout-guns", "rout-move")
def test_a_unit_that_is_gone_has_lost_its_officers_however_it_went() -> None:
    tank = unit("tank")

    def white(arm: str, **state: Any) -> ra.ChargedUnit:
        return charged(unit(arm, "white", bases=2, has_acted=True, officer=CAPTAIN, **state))

    surrendered = run(request(SABRES, white("gun")), *PASS, *PASS)
    for outcome in (
        surrendered,  # in the combat
        run(request(tank, white("gun")), *PASS),  # overrun
        run(request(SABRES, white("gun")), *PASS, *FAIL),  # run off
        run(request(tank, white("mortar"))),  # removed
        run(request(tank, white("rifle", routing=True))),  # caught
    ):
        assert (outcome.targets[0].unit.bases, outcome.targets[0].officers_lost) == (0, (CAPTAIN,))
    trap = ra.RoutWay(obstacles=(ra.InTheWay(what="enemy", distance=inches(2)),))
    shaken = unit("rifle", terror=4, officer=CAPTAIN)
    taken = run(request(shaken, charged(FOE), where={"way": trap}), *PASS, *PASS, 4, 5)
    assert (taken.charger.fate, taken.charger.officers_lost) == ("surrenders", (CAPTAIN,))
    deadly = unit("rifle", "white", card={"shooting_value": Fraction(10)})  # 40 is in the last column, with Kill! on 12
    shot = run(request(unit("rifle", bases=1, officer=CAPTAIN), charged(deadly)), *PASS, *PASS, 6, 6)
    assert (shot.charger.fate, shot.charger.officers_lost) == ("destroyed", (CAPTAIN,))
    routed = run(request(SABRES, white("rifle")), *PASS, *FAIL).targets[0]
    assert (routed.fate, routed.officers_lost) == ("routs", ())


# ---------------------------------------------------------------- vehicles


@pytest.mark.rule("red_actions", "tank-charge", "ac-charge", "miss-grenadiers", "charge-conditions")
@pytest.mark.parametrize("vehicle", ["tank", "armoured_car"])
@pytest.mark.parametrize(
    ("grenadiers", "face", "stopped"), [(False, 5, False), (False, 6, True), (True, 3, False), (True, 4, True)]
)
def test_whoever_stands_against_a_vehicle(vehicle: str, grenadiers: bool, face: int, stopped: bool) -> None:
    foe = unit("rifle", "white", card={"grenadiers": grenadiers}, has_acted=True)
    outcome = run(request(unit(vehicle), charged(foe)), *PASS, face)  # no charge test
    assert (outcome.end, outcome.immobilised) == ("contact", stopped)
    assert (outcome.targets[0].fate, outcome.targets[0].unit.routing) == ("routs", True)


@pytest.mark.rule("red_actions", "tank-charge", "mor-fail-fear")
def test_no_die_against_a_vehicle_after_a_failed_fear_test() -> None:
    outcome = run(request(unit("tank"), charged(FOE)), *FAIL)
    assert (outcome.end, outcome.immobilised, outcome.targets[0].fate) == ("halted", False, "routs")


@pytest.mark.rule("red_actions", "tank-charge", "charge-guns", "charge-mortars", "rout-unit-state")
def test_vehicles_among_guns_mortars_and_routers() -> None:
    guns = unit("gun", "white", bases=2, has_acted=True)
    assert run(request(unit("tank"), charged(guns)), *PASS).targets[0].prisoners == 2
    assert run(request(unit("tank"), charged(unit("mortar", "white", bases=2)))).targets[0].lost == 2
    routers = unit("rifle", "white", bases=3, routing=True)
    caught = run(request(unit("tank"), charged(routers))).targets[0]
    assert (caught.fate, caught.lost, caught.prisoners) == ("caught", 2, 1)


@pytest.mark.rule("red_actions", "charge-conditions")
def test_a_vehicle_with_a_charge_number_tests() -> None:
    brave = unit("tank", card={"charge": 7})
    assert run(request(brave, charged(FOE)), *FAIL).end == "test_failed"


@pytest.mark.rule("red_actions", "tank-charge", "charge-flank")
def test_a_vehicle_in_the_flank_leaves_its_marker() -> None:
    foe = unit("rifle", "white", has_acted=True)
    assert run(request(unit("tank"), charged(foe, aspect="flank")), *PASS, 1).targets[0].unit.terror == 1


# ---------------------------------------------------------------- running on


@pytest.mark.rule("red_actions", "charge-follow", "charge-sequence")
def test_the_second_target_tests_but_does_not_shoot() -> None:
    asked = request(SABRES, charged(unit("mortar", "white", bases=1)), further=(behind(),))
    assert run(asked, *PASS).end == "halted"  # the default
    # 12 against 8 is 3:2, where 7 makes the weaker retire with two markers.
    outcome = run(asked, *PASS, *PASS, 3, 4, choices=RUN_OUT)
    assert (outcome.end, outcome.advanced, outcome.further[0].unit.terror) == ("contact", inches(9), 2)
    routed = run(asked, *PASS, *FAIL, choices=RUN_OUT)
    assert (routed.end, routed.further[0].fate, routed.advanced) == ("ran_out", "routs", inches(12))


@pytest.mark.rule("red_actions", "charge-follow", "charge-rear")
def test_those_who_fled_are_charged_in_the_rear() -> None:
    # 5 inches and 6 of flight are 11, in reach of 12. With 1 + 3 markers half a base fights at half strength: 4:1,
    # where 3 brings a fifth marker; the sabres pursue.
    both = {**chosen("flee"), **RUN_OUT}
    outcome = run(request(SABRES, charged(FOE, in_cover=True)), *PASS, *PASS, *PASS, 1, 2, choices=both)
    target = outcome.targets[0]
    assert (outcome.end, outcome.advanced) == ("contact", inches(11))
    assert (target.unit.humiliated, target.unit.terror, target.fate) == (1, 4, "caught")


@pytest.mark.rule("red_actions", "charge-follow", "rout-unit-state", "pursuit-caught")
def test_routers_on_the_line_are_caught() -> None:
    outcome = run(request(SABRES, charged(FOE)), *PASS, *FAIL, choices=RUN_OUT)
    assert (outcome.end, outcome.targets[0].fate, outcome.targets[0].lost) == ("contact", "caught", 2)
    slow = run(request(RIFLES, charged(FOE)), *PASS, *FAIL, choices=RUN_OUT)  # 11 inches are too far for 6
    assert (slow.end, slow.advanced, slow.targets[0].fate) == ("ran_out", inches(6), "routs")


@pytest.mark.rule("red_actions", "charge-follow", "misc-table-edge")
def test_nobody_follows_off_the_table() -> None:
    edge = ra.RoutWay(obstacles=(ra.InTheWay(what="table_edge", distance=inches(2)),), enemy_in_sight=False)
    outcome = run(request(SABRES, charged(FOE, way=edge)), *PASS, *FAIL, choices=RUN_OUT)
    assert (outcome.end, outcome.targets[0].left_table) == ("ran_out", True)


@pytest.mark.rule("red_actions", "charge-follow", "charge-types", "mov-two-inch")
def test_who_may_not_be_charged_stops_the_charger() -> None:
    asked = request(SABRES, charged(unit("mortar", "white")), further=(behind("tank"),))
    outcome = run(asked, *PASS, choices=RUN_OUT)
    assert (outcome.end, outcome.advanced, outcome.further[0].fate) == ("ran_out", inches(7), "stays")


@pytest.mark.rule("red_actions", "charge-follow", "charge-counter")
def test_sabres_met_in_front_may_counter_charge_but_nothing_else() -> None:
    offers: list[tuple[str, ...]] = []

    def respond(seen: Any, alternatives: tuple[str, ...]) -> str:
        offers.append(alternatives)
        return "stand"

    asked = request(SABRES, charged(unit("mortar", "white")), further=(behind("sabres"),))
    run(asked, *PASS, *PASS, 3, 4, choices={**RUN_OUT, "charge_response": respond})
    assert offers == [("stand", "counter_charge")]
    # The charger has come to 5 inches, the others are at 9: they meet at 7.
    met = run(asked, *PASS, *PASS, 3, 4, choices={**RUN_OUT, **chosen("counter_charge")})
    assert (met.end, met.advanced) == ("contact", inches(7))


@pytest.mark.rule("red_actions", "charge-follow")
def test_at_the_end_of_its_move_a_charger_halts() -> None:
    asked = request(SABRES, charged(unit("mortar", "white"), distance=12), further=(behind(distance=12),))
    assert run(asked, *PASS, choices=RUN_OUT).end == "halted"


# ---------------------------------------------------------------- pursuit


@pytest.mark.rule("red_actions", "pur-sabres", "charge-sequence")
def test_pursuers_who_run_into_a_flank_take_no_test_and_are_not_shot_at() -> None:
    acted = unit("sabres", has_acted=True)
    outcome = run(request(acted, charged(FOE, aspect="flank"), kind="pursuit"), *PASS, 1, 2)
    assert (outcome.end, outcome.targets[0].unit.terror) == ("contact", 2)
    flank = charged(FOE, aspect="flank")
    assert refused(request(RIFLES, flank, kind="pursuit")) == [("pur-sabres", "$.charger.unit.card.arm")]
    # Pursuit is compulsory: a charge test that failed earlier in the turn does not stop it.
    assert run(request(acted, flank, kind="pursuit", has_failed=True), *PASS, 1, 2).end == "contact"


@pytest.mark.rule("red_actions", "pur-sabres")
def test_pursuers_halt_before_a_front_that_can_fight() -> None:
    assert refused(request(SABRES, charged(FOE), kind="pursuit")) == [("pur-sabres", "$.targets[0].contact.aspect")]
    guns = charged(unit("gun", "white", bases=2))
    assert run(request(SABRES, guns, kind="pursuit"), *PASS).targets[0].fate == "surrenders"
    routers = charged(unit("rifle", "white", routing=True))
    assert run(request(SABRES, routers, kind="pursuit")).targets[0].fate == "caught"


@pytest.mark.rule("red_actions", "pur-sabres", "charge-follow")
def test_pursuers_who_run_on_halt_before_a_front_too() -> None:
    acted, rear = unit("sabres", has_acted=True), charged(FOE, 3, aspect="rear")

    def runs(*further: ra.ChargedUnit, faces: tuple[int, ...] = ()) -> ra.ChargeOutcome:
        asked = request(acted, rear, kind="pursuit", further=further)
        return run(asked, *FAIL, *faces, choices=RUN_OUT)  # the riflemen rout from 3 inches to 9

    def end(outcome: ra.ChargeOutcome) -> tuple[str, Any]:
        return outcome.end, outcome.advanced

    for arm in ("sabres", "rifle", "mg", "tank"):
        halted = runs(behind(arm, 6))
        assert end(halted) == ("ran_out", inches(4)), arm
        assert (halted.targets[0].fate, halted.further[0].fate) == ("routs", "stays")
        assert halted.further[0].unit == behind(arm, 6).contact.unit
    # At 5 inches the unit would have made them halt at 3, where they are to touch the riflemen.
    asked = request(acted, rear, kind="pursuit", further=(behind("sabres", 5),))
    assert refused(asked) == [("pur-sabres", "$.further[0].distance")]
    assert end(runs(behind("rifle", 6, aspect="flank"), faces=(*PASS, 1, 2))) == ("contact", inches(6))
    assert end(runs(behind("gun", 6), faces=PASS)) == ("contact", inches(6))  # it cannot fight
    # The front at 7 makes them halt at 5, before they touch the flank at 6.
    flank = charged(unit("mg", "white", name="flank"), 6, aspect="flank")
    assert end(runs(flank, behind("rifle", 7))) == ("ran_out", inches(5))
    assert end(runs(behind("rifle", 12))) == ("contact", inches(9))  # the routers are nearer
    # In a charge of their own they would run into it.
    own = request(SABRES, rear, further=(behind("sabres", 6),))
    assert end(run(own, *PASS, *FAIL, *PASS, 3, 4, choices=RUN_OUT)) == ("contact", inches(6))


@pytest.mark.rule("red_actions", "retire-manner", "charge-sequence", "cr-retires")
def test_friends_behind_those_who_retire_are_pushed_back() -> None:
    near = ra.RetirePlace(friend_behind=inches(4))
    # 4 x 2 is the column of 5 to 8, where a 7 sends the sabres back 6 inches, 2 of them with the friend.
    fired_at = run(request(SABRES, charged(FOE), where={"footing": near}), *PASS, *PASS, 3, 4)
    assert (fired_at.end, fired_at.charger.moved, fired_at.charger.pushed) == ("cancelled", inches(6), inches(2))
    acted = unit("rifle", "white", has_acted=True)
    # 12 against 8, 3:2, where a 7 sends the weaker back 3 inches.
    beaten = run(request(SABRES, charged(acted, footing=ra.RetirePlace(friend_behind=inches(1)))), *PASS, *PASS, 3, 4)
    assert (beaten.targets[0].moved, beaten.targets[0].pushed) == (inches(3), inches(2))
