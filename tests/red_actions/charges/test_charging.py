"""A whole charge, step by step: tests, responses, defensive fire, contact, and what lies behind the target."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling
from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.lengths import inches

NUMBERS: dict[str, dict[str, Any]] = {
    "rifle": {"speed": inches(6), "range": inches(12), "shooting_value": Fraction(2), "fighting_value": Fraction(2)},
    "sabres": {"speed": inches(12), "range": inches(8), "shooting_value": Fraction(1), "fighting_value": Fraction(3)},
    "mg": {"speed": inches(4), "range": inches(16), "shooting_value": Fraction(6), "fighting_value": Fraction(1)},
    "gun": {
        "speed": inches(6),
        "range": inches(100),
        "shooting_value": Fraction(4),
        "fighting_value": Fraction(1),
        "weapon_class": "field_gun",
    },
    "tachanka": {
        "speed": inches(12),
        "range": inches(12),
        "shooting_value": Fraction(4),
        "fighting_value": Fraction(1),
    },
    "mortar": {"speed": inches(4), "range": inches(40), "shooting_value": Fraction(4)},
    "tank": {"speed": inches(6), "range": inches(12), "shooting_value": Fraction(4), "is_mg": True},
    "armoured_car": {"speed": inches(12), "range": inches(12), "shooting_value": Fraction(4), "is_mg": True},
    "officer": {"speed": inches(16), "mounted": True},
}
TESTS = {"charge": 7, "fear": 7, "serious": 7, "rally": 7}


def unit(arm: Any, side: Any = "red", bases: int = 4, card: dict[str, Any] | None = None, **state: Any) -> ra.Unit:
    vehicle = arm in ("tank", "armoured_car")
    bases = 1 if vehicle or arm == "officer" else bases
    numbers = {**NUMBERS[arm], **({} if vehicle else TESTS), **(card or {})}
    made = ra.TroopCard(id=arm, name=f"{side} {arm}", arm=arm, **numbers)
    return ra.Unit(**{"name": f"{side} {arm}", "side": side, "card": made, "bases": bases, **state})


def charged(
    target: ra.Unit, distance: int = 5, aspect: Any = "front", fire: Any = None, **facts: Any
) -> ra.ChargedUnit:
    contact = ra.Contacted(unit=target, aspect=aspect, **facts)
    return ra.ChargedUnit(contact=contact, distance=inches(distance), fire=fire or ra.DefensiveFire())


def request(charger: ra.Unit, *targets: ra.ChargedUnit, where: dict[str, Any] | None = None, **fields: Any) -> Any:
    return ra.ChargeRequest(charger=ra.Charger(unit=charger, **(where or {})), targets=targets, **fields)


def run(
    asked: ra.ChargeRequest, *faces: int, choices: dict[str, Any] | None = None, **options: Any
) -> ra.ChargeOutcome:
    outcome: ra.ChargeOutcome = (
        ra.ruleset.with_options(**options).resolve(asked, dice=GivenDice(faces), choices=choices).outcome
    )
    return outcome


def chosen(answer: str) -> dict[str, Any]:
    return {"charge_response": lambda seen, alternatives: answer}


def refused(asked: ra.ChargeRequest) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as found:
        run(asked)
    return [(objection.rule, objection.path) for objection in found.value.verdict.objections]


RUN_OUT: dict[str, Any] = {"charge_follow": lambda seen, alternatives: "run_out"}
PASS, FAIL = (3, 4), (4, 4)
RIFLES, SABRES = unit("rifle"), unit("sabres")
FOE, FOE_SABRES = unit("rifle", "white"), unit("sabres", "white")


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
    target = charged(FOE, footing=ra.Footing(room_behind=inches(2)))
    assert run(request(RIFLES, target), *PASS, *PASS, choices=chosen("flee")).targets[0].moved == inches(2)


def offered(asked: ra.ChargeRequest, *faces: int, **options: Any) -> set[str]:
    found: list[tuple[str, ...]] = []

    def look(seen: Any, alternatives: tuple[str, ...]) -> str:
        found.append(alternatives)
        return "stand"

    # Two sixes more than enough: what comes after the choice is not looked at.
    ra.ruleset.with_options(**options).sample(asked, 40, seed=1, choices={"charge_response": look}, budget=0)
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
    for aspect in ("front", "flank", "rear"):  # whoever has looked knows better
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
        request(RIFLES, charged(FOE), where={"footing": ra.Footing(room_behind=inches(0))}), *PASS, *PASS, 3, 4
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


@pytest.mark.rule("red_actions", "charge-flank", "charge-rear", "com-modifiers")
@pytest.mark.parametrize(("aspect", "terror", "bases"), [("flank", 1, 4), ("rear", 3, 4)])
def test_markers_of_flank_and_rear_come_on_contact(aspect: str, terror: int, bases: int) -> None:
    foe = unit("rifle", "white", bases=bases, has_acted=True)
    # 12 against 2 x 3 / 2 = 3, or 2 x 1 / 2 = 1: 4:1, where 3 makes the weaker retire with a marker.
    outcome = run(request(SABRES, charged(foe, aspect=aspect)), *PASS, *PASS, 1, 2)
    assert outcome.targets[0].unit.terror == terror + 1


@pytest.mark.rule("red_actions", "charge-flank", "charge-rear", "defs-terror-rout")
@pytest.mark.parametrize(("aspect", "terror"), [("flank", 2), ("rear", 0)])
def test_contact_may_rout_before_any_combat(aspect: str, terror: int) -> None:
    foe = unit("rifle", "white", bases=2, terror=terror, has_acted=True)
    outcome = run(request(SABRES, charged(foe, aspect=aspect)), *PASS, *PASS)
    assert (outcome.end, outcome.targets[0].fate) == ("contact", "routs")


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
    # Half of 8 inches forward, 2 behind him before: room for the 6 that cavalry retires. 12 to 12, 7: W retires.
    target = charged(FOE_SABRES, distance=8, footing=ra.Footing(room_behind=inches(2)))
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
    # Fire routs the charger, whose 1 is free; with an enemy 2 inches behind him his own 4 bases surrender as well.
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


def behind(arm: Any = "rifle", distance: int = 9, **facts: Any) -> ra.ChargedUnit:
    return charged(unit(arm, "white", name="behind"), distance=distance, **facts)


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
    # At 5 inches he would have made them halt at 3, where they are to touch the riflemen.
    asked = request(acted, rear, kind="pursuit", further=(behind("sabres", 5),))
    assert refused(asked) == [("pur-sabres", "$.further[0].distance")]
    assert end(runs(behind("rifle", 6, aspect="flank"), faces=(*PASS, 1, 2))) == ("contact", inches(6))
    assert end(runs(behind("gun", 6), faces=PASS)) == ("contact", inches(6))  # it cannot fight
    # The front at 7 makes them halt at 5, before they touch the flank at 6.
    flank = charged(unit("mg", "white", name="flank"), 6, aspect="flank")
    assert end(runs(flank, behind("rifle", 7))) == ("ran_out", inches(5))
    assert end(runs(behind("rifle", 12))) == ("contact", inches(9))  # the routers are nearer
    # In a charge of their own they would run into him.
    own = request(SABRES, rear, further=(behind("sabres", 6),))
    assert end(run(own, *PASS, *FAIL, *PASS, 3, 4, choices=RUN_OUT)) == ("contact", inches(6))


# ---------------------------------------------------------------- refusals


@pytest.mark.rule("red_actions", "charge-types", "charge-conditions", "conv-bad-input", "rout-unit-state")
@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (
            request(SABRES, charged(unit("armoured_car", "white"))),
            ("charge-types", "$.targets[0].contact.unit.card.arm"),
        ),
        (request(RIFLES, charged(FOE_SABRES)), ("charge-types", "$.targets[0].contact.unit.card.arm")),
        (request(unit("mg"), charged(FOE, 3)), ("charge-types", "$.targets[0].contact.unit.card.arm")),
        (request(unit("rifle", pinned=True), charged(FOE)), ("charge-conditions", "$.charger.unit.pinned")),
        (request(unit("rifle", has_acted=True), charged(FOE)), ("charge-conditions", "$.charger.unit.has_acted")),
        (request(unit("rifle", evading=True), charged(FOE)), ("charge-conditions", "$.charger.unit.evading")),
        (request(unit("rifle", routing=True), charged(FOE)), ("rout-unit-state", "$.charger.unit.routing")),
        (request(RIFLES, charged(FOE, 7)), ("charge-conditions", "$.targets[0].distance")),
        (request(SABRES, charged(FOE, 7), reach=inches(6)), ("charge-conditions", "$.targets[0].distance")),
        (request(RIFLES, charged(FOE), reach=inches(7)), ("charge-conditions", "$.reach")),
    ],
)
def test_what_is_refused(asked: ra.ChargeRequest, why: tuple[str, str]) -> None:
    assert refused(asked) == [why]


@pytest.mark.rule("red_actions", "charge-types")
def test_riflemen_may_charge_the_flank_of_sabres() -> None:
    assert run(request(RIFLES, charged(FOE_SABRES, aspect="flank")), *FAIL).end == "test_failed"


@pytest.mark.rule("red_actions", "conv-bad-input", "defs-terror-rout", "charge-counter", "com-modifiers")
@pytest.mark.parametrize(
    ("asked", "path"),
    [
        (request(RIFLES, charged(RIFLES)), r"\$\.targets\[0\]\.contact\.unit\.name"),
        (request(RIFLES, charged(unit("rifle", name="other"))), r"\$\.targets\[0\]\.contact\.unit\.side"),
        (request(RIFLES, charged(unit("rifle", "white", terror=5))), r"\$\.targets\[0\]\.contact\.unit\.terror"),
        (request(unit("rifle", bases=0), charged(FOE)), r"\$\.charger\.unit\.bases"),
        (request(SABRES, charged(FOE_SABRES, counter_charging=True)), r"\$\.targets\[0\]\.contact\.counter_charging"),
        (request(SABRES, charged(FOE, 9), further=(behind(distance=8),)), r"\$\.further\[0\]\.distance"),
        (request(RIFLES, charged(FOE), where={"footing": ra.Footing(hard_cover=True)}), r"\$\.charger\.footing"),
        (
            request(RIFLES, charged(FOE), where={"officer_base_value": Fraction(2)}),
            r"\$\.charger\.officer_base_value",
        ),
        (
            request(RIFLES, charged(FOE, fire=ra.DefensiveFire(officer_base_value=Fraction(2)))),
            r"\$\.targets\[0\]\.fire\.officer_base_value",
        ),
        (
            request(RIFLES, charged(unit("mg", "white"), aspect="rear", fire=ra.DefensiveFire(off_facing=degrees(89)))),
            r"\$\.targets\[0\]\.fire\.off_facing: .*arc-foot",
        ),
        (
            request(
                RIFLES, charged(unit("tachanka", "white"), aspect="rear", fire=ra.DefensiveFire(off_facing=degrees(91)))
            ),
            r"\$\.targets\[0\]\.fire\.off_facing: .*arc-foot",
        ),
        (request(RIFLES, charged(FOE, uphill=True), where={"uphill": True}), r"\$\.targets\[0\]\.contact\.uphill"),
        (
            request(RIFLES, charged(FOE), where={"uphill": True}, further=(behind(distance=8, uphill=True),)),
            r"\$\.further\[0\]\.contact\.uphill",
        ),
        (request(RIFLES), r"\$\.targets"),
    ],
)
def test_what_is_malformed(asked: ra.ChargeRequest, path: str) -> None:
    with pytest.raises(InvalidRequestError, match=path):
        run(asked)


@pytest.mark.rule("red_actions", "charge-sequence", "charge-target-shoots")
def test_the_record_cites_the_rules() -> None:
    resolution = ra.ruleset.resolve(request(RIFLES, charged(FOE)), dice=GivenDice([*PASS, *PASS, 3, 4]))
    told = resolution.explain()
    for rule in ("charge-types", "mor-procedure", "charge-sequence", "sho-table", "retire-manner"):
        assert f"[{rule}" in told
