"""The course of a charge until contact: tests, responses and defensive fire."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from red_actions_charges import (
    FAIL,
    FOE,
    FOE_SABRES,
    NUMBERS,
    PASS,
    RIFLES,
    SABRES,
    TESTS,
    charged,
    chosen,
    refused,
    request,
    run,
    unit,
)

from rcw_rules import GivenDice, Limits, NeedsRuling
from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.charges.course import _forward
from rcw_rules.red_actions.morale.retiring import RetirePlace

# ---------------------------------------------------------------- the charge test


@pytest.mark.rule("red_actions", "mor-fail-charge", "charge-sequence")
def test_a_failed_charge_test_costs_nothing_but_the_charge() -> None:
    outcome = run(request(RIFLES, charged(FOE)), *FAIL)
    assert outcome.end == "test_failed"
    assert outcome.charger.unit == RIFLES  # its segment is not used
    assert outcome.targets[0].unit == FOE
    assert refused(request(RIFLES, charged(FOE), has_failed=True)) == [("mor-fail-charge", "$.has_failed")]


@pytest.mark.rule("red_actions", "rally-optional-no-advance")
def test_whom_his_rout_bars_from_advancing_charges_nobody_but_pursues() -> None:
    barred = request(RIFLES, charged(FOE), no_advance=True)
    on: dict[str, Any] = {"rout_no_advance": True}
    verdict = ra.ruleset.with_options(**on).verdict(barred)
    assert [(found.rule, found.path) for found in verdict.objections] == [("rally-optional-no-advance", "$.no_advance")]
    assert run(barred, *FAIL).end == "test_failed"  # the option is off
    pursuit = request(SABRES, charged(FOE, aspect="flank"), kind="pursuit", no_advance=True)
    assert run(pursuit, *PASS, 1, 2, **on).end == "contact"


COMMISSAR = ra.OfficerToken(id="commissar", characteristics=("Commissar",))


@pytest.mark.rule("red_actions", "misc-commissar-examples", "defs-terror-rout")
def test_examples_of_a_commissar() -> None:
    shaken = unit("rifle", bases=2, terror=2, officer=COMMISSAR)
    outcome = run(request(shaken, charged(FOE)), *FAIL, commissar_examples=True)
    assert (outcome.charger.unit.terror, outcome.charger.fate, outcome.charger.moved) == (3, "routs", inches(6))
    assert run(request(shaken, charged(FOE)), *FAIL).charger.unit == shaken  # the option is off
    plain = unit("rifle", bases=2, terror=1, officer=ra.OfficerToken(id="plain"))
    assert run(request(plain, charged(FOE)), *FAIL, commissar_examples=True).charger.unit.terror == 1
    steady = unit("rifle", bases=2, terror=1, officer=COMMISSAR)
    after = run(request(steady, charged(FOE)), *FAIL, commissar_examples=True).charger
    assert (after.unit.terror, after.fate) == (2, "stays")


@pytest.mark.rule("red_actions", "note-no-commissar-killing", "misc-commissar-examples")
def test_a_commissar_who_makes_an_example_shoots_no_officer() -> None:
    colonel = ra.OfficerToken(id="kompolk", rank="colonel")
    led = unit("rifle", bases=2, officer=COMMISSAR, spares=(colonel,), seniors=(colonel,))
    after = run(request(led, charged(FOE)), *FAIL, commissar_examples=True).charger
    assert (after.unit.terror, after.officers_lost, after.unit.officers) == (1, (), (COMMISSAR, colonel, colonel))


@pytest.mark.rule("red_actions", "march-ambushed", "amb-benefits", "charge-target-shoots")
def test_an_ambush_on_the_march_asked_as_a_charge() -> None:
    target = charged(FOE, situation=ra.Situation(ambushed_marching=True))
    sprung = request(SABRES, target, kind="ambush")
    # 7 less 3 for the first test: a 5 routs. After a 4 the test for the charge needs 7, and nobody shoots: 12 against
    # (4 - 1) x 2 is 2:1, where a 7 is W/Retires 2 x Ter.
    assert run(sprung, 2, 3).targets[0].fate == "routs"
    assert run(sprung, 2, 2, 4, 4).targets[0].fate == "routs"
    held = run(sprung, 2, 2, *PASS, 3, 4)
    assert (held.end, held.targets[0].fate, held.targets[0].unit.terror) == ("contact", "retires", 1 + 2)
    # Others of the same ambush frighten the column only by their charge, and it still cannot shoot:
    # 12 against 8 is 3:2, where a 7 is W/Retires 2 x Ter too.
    joined = run(request(SABRES, target, kind="joined_ambush"), *PASS, 3, 4)
    assert (joined.end, joined.targets[0].fate, joined.targets[0].unit.terror) == ("contact", "retires", 2)
    # Troops that do not march test with 7 both times, and shoot: 3 x 2 is the column of 5 to 8, where 2 is nothing.
    deployed = run(request(SABRES, charged(FOE), kind="ambush"), *PASS, *PASS, 1, 1, 3, 4)
    assert (deployed.end, deployed.targets[0].unit.has_acted) == ("contact", True)


@pytest.mark.rule("red_actions", "conv-cards-missing", "charge-conditions")
def test_a_card_without_a_charge_number() -> None:
    with pytest.raises(NeedsRuling, match="charge"):
        run(request(unit("rifle", card={"charge": None}), charged(FOE)))


# ---------------------------------------------------------------- fear


@pytest.mark.rule("red_actions", "mor-fail-fear", "charge-sequence", "mor-triggers")
def test_a_failed_fear_test_is_a_rout_before_any_shooting() -> None:
    outcome = run(request(RIFLES, charged(FOE)), *PASS, *FAIL)
    target = outcome.targets[0]
    assert (outcome.end, target.fate, target.moved, target.unit.routing) == ("halted", "routs", inches(6), True)
    assert outcome.advanced == inches(5)
    assert outcome.charger.unit.has_acted


@pytest.mark.rule("red_actions", "charge-mortars")
def test_mortars_are_removed_as_soon_as_the_test_is_passed() -> None:
    mortars = unit("mortar", "white", bases=2)
    outcome = run(request(RIFLES, charged(mortars)), *PASS)
    assert (outcome.end, outcome.targets[0].fate, outcome.targets[0].lost) == ("halted", "destroyed", 2)
    assert outcome.targets[0].unit.bases == 0
    assert run(request(RIFLES, charged(mortars)), *FAIL).targets[0].unit == mortars


@pytest.mark.rule("red_actions", "rout-unit-state", "pur-others", "pursuit-caught")
def test_routers_take_no_test_and_are_caught() -> None:
    routers = unit("rifle", "white", bases=3, routing=True)
    outcome = run(request(RIFLES, charged(routers)), *PASS)
    target = outcome.targets[0]
    assert (outcome.end, target.fate, target.lost, target.prisoners) == ("contact", "caught", 2, 1)


@pytest.mark.rule("red_actions", "defs-senior-officer-base")
def test_a_lone_officer_is_ridden_down() -> None:
    outcome = run(request(RIFLES, charged(unit("officer", "white"))), *PASS)
    assert (outcome.targets[0].fate, outcome.targets[0].unit.bases) == ("destroyed", 0)
    car = run(request(unit("armoured_car"), charged(unit("officer", "white"))))
    assert (car.targets[0].fate, car.end) == ("destroyed", "contact")


# ---------------------------------------------------------------- responses


@pytest.mark.rule("red_actions", "charge-flee", "pre-only-four")
def test_voluntary_flight() -> None:
    outcome = run(request(RIFLES, charged(FOE)), *PASS, *PASS, choices=chosen("flee"))
    target = outcome.targets[0]
    assert (outcome.end, target.fate, target.moved) == ("halted", "fled", inches(6))
    assert (target.unit.humiliated, target.unit.has_acted, target.unit.routing) == (1, True, False)
    shaken = unit("rifle", "white", bases=3, terror=3)
    routed = run(request(RIFLES, charged(shaken)), *PASS, *PASS, choices=chosen("flee")).targets[0]
    assert (routed.unit.markers, routed.fate) == (4, "routs")


@pytest.mark.rule("red_actions", "charge-flee", "retire-manner")
def test_flight_ends_where_there_is_no_room() -> None:
    target = charged(FOE, footing=ra.RetirePlace(room_behind=inches(2)))
    assert run(request(RIFLES, target), *PASS, *PASS, choices=chosen("flee")).targets[0].moved == inches(2)


def offered(asked: ra.ChargeRequest, *faces: int, **options: Any) -> set[str]:
    found: list[tuple[str, ...]] = []

    def look(seen: Any, alternatives: tuple[str, ...]) -> str:
        found.append(alternatives)
        return "stand"

    # Two sixes more than enough: what comes after the choice is not looked at.
    ra.ruleset.with_options(**options).sample(
        asked, 40, seed=1, choices={"charge_response": look}, limits=Limits(branches=0)
    )
    return set(found[0]) if found else {"stand"}


SURE = {"charge": 11, "fear": 11}


@pytest.mark.rule(
    "red_actions", "charge-flee", "charge-counter", "charge-target-shoots", "pre-only-four", "charge-guns"
)
@pytest.mark.parametrize(
    ("target", "may"),
    [
        (charged(FOE), {"stand", "flee", "shoot"}),
        (charged(FOE, aspect="flank"), {"stand", "shoot"}),
        (charged(FOE, aspect="rear"), {"stand", "shoot"}),
        (charged(unit("rifle", "white", has_acted=True)), {"stand"}),
        (charged(unit("rifle", "white", pinned=True)), {"stand", "flee", "shoot"}),
        (charged(FOE, distance=12), {"stand", "flee", "shoot"}),
        (charged(unit("gun", "white", bases=2)), {"stand", "shoot"}),
        (charged(unit("gun", "white", bases=2, limbered=True)), {"stand"}),
        (charged(FOE_SABRES), {"stand", "flee", "shoot", "counter_charge"}),
        (charged(FOE_SABRES, distance=9), {"stand", "flee", "counter_charge"}),  # out of range
        (charged(FOE_SABRES, aspect="flank"), {"stand", "shoot"}),
        (charged(unit("sabres", "white", has_acted=True)), {"stand", "counter_charge"}),
        (charged(unit("sabres", "white", pinned=True)), {"stand", "flee", "shoot"}),
        (charged(FOE, fire=ra.DefensiveFire(able_bases=0)), {"stand", "flee"}),
    ],
)
def test_what_a_charged_unit_may_do(target: ra.ChargedUnit, may: set[str]) -> None:
    assert offered(request(unit("sabres", card={**SURE}), target)) == may


@pytest.mark.rule("red_actions", "wx-night-range", "charge-target-shoots")
def test_nobody_shoots_farther_than_he_sees_in_the_night() -> None:
    charger = unit("sabres", card={**SURE})
    assert offered(request(charger, charged(FOE, distance=3)), night="dark") == {"stand", "flee", "shoot"}
    assert offered(request(charger, charged(FOE, distance=4)), night="dark") == {"stand", "flee"}


@pytest.mark.rule("red_actions", "charge-target-shoots", "arc-foot", "mvsh-table")
@pytest.mark.parametrize(
    ("arm", "off", "may"),
    [
        ("mg", 60, True),
        ("mg", 67, True),
        ("mg", 68, False),
        ("rifle", 22, True),
        ("rifle", 23, False),
        ("rifle", 68, True),
        ("rifle", 113, False),
        ("rifle", 158, True),
        ("gun", 67, True),
        ("gun", 180, False),
    ],
)
def test_who_can_turn_to_the_charger(arm: str, off: int, may: bool) -> None:
    target = charged(unit(arm, "white", bases=2), fire=ra.DefensiveFire(off_facing=degrees(off)))
    assert ("shoot" in offered(request(unit("sabres", card={**SURE}), target))) is may


@pytest.mark.rule("red_actions", "charge-target-shoots", "arc-foot", "mvsh-table")
@pytest.mark.parametrize(
    ("arm", "may"),
    [
        ("rifle", {"front", "flank", "rear"}),  # it turns
        ("sabres", {"front", "flank", "rear"}),
        ("mg", {"front"}),  # 45 and 22 degrees are less than the 90 to the flank
        ("gun", {"front"}),
        ("tachanka", {"flank", "rear"}),
    ],
)
def test_where_nobody_tells_the_arc_the_side_of_the_charge_does(arm: str, may: set[str]) -> None:
    def shoots(aspect: str, **fire: Any) -> bool:
        target = charged(unit(arm, "white", bases=2), 3, aspect=aspect, fire=ra.DefensiveFire(**fire))
        return "shoot" in offered(request(unit("sabres", card={**SURE}), target))

    assert {aspect for aspect in ("front", "flank", "rear") if shoots(aspect)} == may
    for aspect in ("front", "flank", "rear"):  # a player who has looked knows better
        assert shoots(aspect, able_bases=1)
        assert not shoots(aspect, able_bases=0)
    assert shoots("flank", off_facing=degrees(90)) is (arm in ("rifle", "sabres"))  # and an angle decides alone


@pytest.mark.rule("red_actions", "charge-counter", "com-ratio")
def test_formed_sabres_counter_charge_by_default() -> None:
    formed: dict[str, Any] = {"card": {"may_form": True}, "formed": True}
    asked = request(unit("sabres", **formed), charged(unit("sabres", "white", **formed), in_cover=True))
    resolution = ra.ruleset.resolve(asked, dice=GivenDice([*PASS, *PASS, 3, 4]))
    combat = resolution.outcome
    # 3 x 4 x 125 % on both sides: equal, the charger has the advantage, and 7 makes the weaker side retire.
    assert (combat.advanced, combat.targets[0].unit.terror, combat.targets[0].fate) == (inches("2.5"), 1, "retires")
    assert "Advantage" in resolution.explain()


@pytest.mark.rule("red_actions", "charge-counter")
def test_loose_sabres_counter_charge_if_their_owner_says_so() -> None:
    asked = request(SABRES, charged(FOE_SABRES, distance=9))
    assert run(asked, *PASS, *PASS, 3, 4).advanced == inches(9)
    assert run(asked, *PASS, *PASS, 3, 4, choices=chosen("counter_charge")).advanced == inches("4.5")


# ---------------------------------------------------------------- defensive fire


@pytest.mark.rule("red_actions", "charge-sequence", "retire-distance", "charge-target-shoots")
@pytest.mark.parametrize(("charger", "back"), [(RIFLES, 3), (SABRES, 6)])
def test_fire_that_turns_the_charger_back(charger: ra.Unit, back: int) -> None:
    # 4 x 2 at close range: the column of 5 to 8, where 7 is Ret.
    outcome = run(request(charger, charged(FOE)), *PASS, *PASS, 3, 4)
    assert (outcome.end, outcome.charger.fate, outcome.charger.moved) == ("cancelled", "retires", inches(back))
    assert (outcome.advanced, outcome.charger.unit.has_acted) == (inches(0), True)
    assert (outcome.targets[0].fate, outcome.targets[0].unit.has_acted) == ("stays", True)


@pytest.mark.rule("red_actions", "charge-sequence", "retire-hard-cover")
def test_a_retire_ignored_in_hard_cover_does_not_cancel() -> None:
    # Stone is three columns to the left of 9 to 12; three more bases of fire make up for it: 6 x 6 is 29 to 36, and
    # three to the left 17 to 20, where 5 is Ret.
    foe = unit("rifle", "white", bases=6, card={"shooting_value": Fraction(6)})
    asked = request(RIFLES, charged(foe), cover="stone")
    resolution = ra.ruleset.resolve(asked, dice=GivenDice([*PASS, *PASS, 2, 3, 3, 4]))
    assert resolution.outcome.end == "contact"
    assert resolution.outcome.charger.unit.ignored_retire


@pytest.mark.rule("red_actions", "charge-sequence", "char-specialist", "retire-trade")
def test_a_retire_that_is_traded_does_not_cancel() -> None:
    specialists = unit("rifle", card={"characteristics": ("Specialist",)})
    trade = {"trade_retire": ra.hold_ground}
    outcome = run(request(specialists, charged(FOE)), *PASS, *PASS, 3, 4, 3, 4, choices=trade)
    assert (outcome.end, outcome.charger.unit.terror) == ("contact", 1 + 1)  # it is the weaker then: 7 is W retires


@pytest.mark.rule("red_actions", "charge-sequence", "retire-manner")
def test_a_retire_of_no_inches_cancels() -> None:
    outcome = run(
        request(RIFLES, charged(FOE), where={"footing": ra.RetirePlace(room_behind=inches(0))}), *PASS, *PASS, 3, 4
    )
    assert (outcome.end, outcome.charger.fate, outcome.charger.moved) == ("cancelled", "retires", inches(0))


@pytest.mark.rule("red_actions", "charge-sequence", "defs-terror-rout")
def test_fire_that_routs_the_charger() -> None:
    shaken = unit("rifle", terror=4)
    outcome = run(request(shaken, charged(FOE)), *PASS, *PASS, 4, 5)  # Ter: 5 markers on 4 bases
    assert (outcome.end, outcome.charger.fate, outcome.charger.moved) == ("cancelled", "routs", inches(6))


@pytest.mark.rule("red_actions", "charge-sequence")
def test_markers_alone_do_not_stop_a_charge() -> None:
    outcome = run(request(SABRES, charged(FOE)), *PASS, *PASS, 4, 5, 3, 4)  # 3 x 3 against 8: the advantage
    assert (outcome.end, outcome.charger.unit.terror, outcome.targets[0].fate) == ("contact", 1, "retires")


@pytest.mark.rule("red_actions", "char-white-officer-base", "charge-target-shoots")
def test_the_white_officer_base_of_a_charged_unit_shoots_with_its_own_value() -> None:
    # 3 x 2 + 3 = 9, in the column of 9 to 12, where 6 is Ret; 8 is in the column before, where 6 is nothing.
    volunteers = ra.TroopCard(id="volunteers", name="Volunteers", arm="rifle", **{**NUMBERS["rifle"], **TESTS})
    mixed = unit("rifle", "white", card={"morale_as": "volunteers"}, white_officer_base=True, morale_card=volunteers)
    fire = ra.DefensiveFire(officer_base_value=Fraction(3))
    asked = request(RIFLES, charged(mixed, fire=fire, officer_base_value=Fraction(3)))
    outcome = run(asked, *PASS, *PASS, 3, 3)
    assert (outcome.end, outcome.charger.fate) == ("cancelled", "retires")


@pytest.mark.rule("red_actions", "char-white-officer-base", "charge-sequence")
def test_a_charger_whose_white_officer_base_is_shot_fights_on_as_conscripts() -> None:
    volunteers = ra.TroopCard(id="volunteers", name="Volunteers", arm="rifle", **{**NUMBERS["rifle"], **TESTS})
    mixed = unit("rifle", card={"morale_as": "volunteers"}, white_officer_base=True, morale_card=volunteers)
    # 4 x 4: Kill! S! Off; both tests pass. Then 3 x 2 against 4 x 2: the advantage is with the charged, 7 is W retires.
    foe = unit("rifle", "white", card={"shooting_value": Fraction(4)})
    asked = request(mixed, charged(foe), where={"officer_base_value": Fraction(6)})
    outcome = run(asked, *PASS, *PASS, 6, 6, *PASS, *PASS, 3, 4)
    assert (outcome.end, outcome.charger.lost, outcome.charger.unit.white_officer_base) == ("contact", 1, False)
    assert (outcome.charger.fate, outcome.targets[0].fate) == ("retires", "stays")


@pytest.mark.rule("red_actions", "sho-mod-cumulative", "charge-target-shoots")
def test_formed_chargers_are_a_better_target() -> None:
    formed = unit("sabres", card={"may_form": True}, formed=True)
    # Two columns more than 5 to 8: 13 to 16, where 5 is Ret; in loose order it is nothing.
    assert run(request(formed, charged(FOE)), *PASS, *PASS, 2, 3).end == "cancelled"
    assert run(request(SABRES, charged(FOE)), *PASS, *PASS, 2, 3, 3, 4).end == "contact"


@pytest.mark.rule("red_actions", "retire-manner")
@pytest.mark.parametrize("hard_cover", [False, True])
def test_what_lies_behind_is_farther_off_once_a_unit_has_gone_forward(hard_cover: bool) -> None:
    def after(room: int | None, friend: int | None) -> tuple[Any, Any, bool]:
        given = (None if inch is None else inches(inch) for inch in (room, friend))
        stood = RetirePlace(hard_cover=hard_cover, **dict(zip(("room_behind", "friend_behind"), given, strict=True)))
        went = _forward(stood, inches(2))
        return went.room_behind, went.friend_behind, went.hard_cover

    assert after(None, 3) == (None, inches(5), False)
    assert after(4, None) == (inches(6), None, False)
    assert after(None, None) == (None, None, False)
