"""The course of a combat: results, officers, contact and several units."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from red_actions_combats import charger, contacted, fight, fighting_card, officer, request, state

from rcw_rules import GivenDice, NeedsRuling
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ResultStep

# ---------------------------------------------------------------- the combat: results


# Equal units of four bases with a value of 2: 8 to 8, Advantage, the charger is S.
@pytest.mark.rule("red_actions", "com-immediate", "com-sequence", "cr-retires")
def test_the_weaker_side_takes_markers_and_goes_back_and_the_stronger_stays() -> None:
    after = fight(None, faces=(3, 4))
    assert (after.column, after.stronger, after.result) == ("Advantage", "charger", "W/Retires 1 x Ter")
    assert state(after.charger) == ("stays", 4, 0, 0)
    assert state(after.contacted[0]) == ("retires", 4, 1, 0)
    assert after.contacted[0].retired == inches(3)
    assert after.contacted[0].unit.has_acted


@pytest.mark.rule("red_actions", "cr-retires", "turn-forced-forfeit")
def test_the_stronger_side_may_have_to_go_back_itself() -> None:
    after = fight(charger("sabres"), contacted(has_acted=False), faces=(2, 2))
    assert after.result == "S/Retires 3 x Ter"
    assert state(after.charger) == ("retires", 4, 3, 0)
    assert after.charger.retired == inches(6)
    assert state(after.contacted[0]) == ("stays", 4, 0, 0)
    assert not after.contacted[0].unit.has_acted


@pytest.mark.rule("red_actions", "cr-retires")
def test_markers_come_before_the_retreat_and_too_many_make_a_rout() -> None:
    # Strength 3 x 2 = 6 against 2 bases of 3 effective: with M = 1 on 3 bases the target has 2 x 2 = 4, so 3:2.
    three = charger(bases=3)
    kept = fight(three, contacted(bases=3, terror=1), faces=(3, 4))
    assert (kept.column, kept.result) == ("3:2", "W/Retires 2 x Ter")
    assert state(kept.contacted[0]) == ("retires", 3, 3, 0)
    # M = 2: 2 x 1 = 2 against 6 is 3:1, and a 5 gives two markers as well: M = 4 > 3.
    routed = fight(three, contacted(bases=3, terror=2), faces=(2, 3))
    assert (routed.column, routed.result) == ("3:1", "W/Retires 2 x Ter")
    assert state(routed.contacted[0]) == ("routs", 3, 4, 0)
    assert (routed.contacted[0].routed, routed.contacted[0].retired) == (inches(6), inches(0))


@pytest.mark.rule("red_actions", "cr-retires", "retire-hard-cover", "retire-trade")
@pytest.mark.parametrize("characteristics", [(), ("Storm",), ("Specialist",)])
def test_neither_hard_cover_nor_traits_help_against_a_combat_result(characteristics: tuple[Any, ...]) -> None:
    footing = ra.RetirePlace(hard_cover=True)
    target = contacted(fields={"footing": footing}, card_fields={"characteristics": characteristics})
    after = fight(None, target, faces=(3, 4), choices={"trade_retire": lambda unit, alternatives: alternatives[-1]})
    assert state(after.contacted[0]) == ("retires", 4, 1, 0)


@pytest.mark.rule("red_actions", "cr-retires", "retire-manner")
def test_a_loser_without_room_or_allowance_stays_in_contact() -> None:
    spent = fight(None, contacted(moved_back=inches(3)), faces=(3, 4)).contacted[0]
    assert (state(spent), spent.retired, spent.unit.has_acted) == (("stays", 4, 1, 0), inches(0), False)
    blocked = contacted(fields={"footing": ra.RetirePlace(room_behind=inches(1))})
    assert fight(None, blocked, faces=(3, 4)).contacted[0].retired == inches(1)


@pytest.mark.rule("red_actions", "cr-defeated", "mor-triggers")
def test_the_defeated_lose_two_bases_and_rout_without_a_test() -> None:
    after = fight(None, faces=(6, 6))
    assert after.result == "W/Defeated"
    assert state(after.contacted[0]) == ("routs", 2, 0, 0)
    assert (after.contacted[0].lost, after.contacted[0].unit.routing) == (2, True)
    strong = fight(None, faces=(1, 1))
    assert (strong.result, state(strong.charger)) == ("S/Defeated", ("routs", 2, 0, 0))


@pytest.mark.rule("red_actions", "cr-defeated", "cr-officers")
def test_two_bases_or_fewer_are_destroyed_with_their_officers_and_without_dice() -> None:
    for bases in (1, 2):
        faces = (6, 6) if bases == 2 else (6, 4)  # 8 : 4 is 2:1, 8 : 2 is 4:1
        after = fight(None, contacted(bases=bases, officer=officer()), faces=faces)
        assert after.result == "W/Defeated"
        assert state(after.contacted[0]) == ("destroyed", 0, 0, 0)
        assert (after.contacted[0].lost, after.contacted[0].unit.officers) == (bases, ())


@pytest.mark.rule("red_actions", "cr-humiliated", "com-sequence")
def test_humiliated_weaker_first_then_marker_then_the_fear_test() -> None:
    # 16 to 8: 2:1, where a 4 humiliates the stronger. Fear 7: 3, 4 passes, 4, 4 fails.
    first = charger(card_fields={"fighting_value": Fraction(4)})
    passed = fight(first, faces=(1, 3, 3, 4))
    assert passed.result == "S/Humiliated"
    assert (state(passed.charger), state(passed.contacted[0])) == (("stays", 4, 0, 1), ("retires", 4, 2, 0))
    failed = fight(first, faces=(1, 3, 4, 4))
    assert (state(failed.charger), state(failed.contacted[0])) == (("routs", 4, 0, 1), ("retires", 4, 2, 0))


@pytest.mark.rule("red_actions", "cr-humiliated", "com-sequence")
def test_the_weaker_side_of_a_humiliating_result_is_worked_off_first() -> None:
    first = charger(card_fields={"fighting_value": Fraction(4)})
    record = ra.ruleset.resolve(request(first), dice=GivenDice([1, 3, 3, 4])).record
    marked = [
        (step.values["unit"], step.values["markers"])
        for _, step in record.walk()
        if isinstance(step, ResultStep) and step.rule == "conv-marker-count"
    ]
    assert marked == [("Target", 2), ("Charger", 1)]


@pytest.mark.rule("red_actions", "cr-humiliated", "com-sequence", "cr-officers")
def test_the_fear_test_comes_before_the_officers_dice_since_a_rout_makes_a_two_fatal() -> None:
    first = charger(card_fields={"fighting_value": Fraction(4)}, officer=officer())
    assert fight(first, faces=(1, 3, 3, 4, 2)).charger.officers_lost == ()
    routed = fight(first, faces=(1, 3, 4, 4, 2)).charger
    assert routed.officers_lost == (officer(),)
    assert state(routed) == ("routs", 4, 1, 1)  # a marker for the last officer, and no serious test


@pytest.mark.rule("red_actions", "cr-humiliated")
def test_a_humiliated_marker_too_many_routs_without_a_test() -> None:
    # Three bases with M = 3 fight as half a base: 20 x 1/2 = 10 against 2 x 2 = 4 is 5:2, where a 4 humiliates.
    first = charger(bases=3, terror=3, card_fields={"fighting_value": Fraction(20)})
    after = fight(first, contacted(bases=2), faces=(2, 2))
    assert (after.column, after.result) == ("5:2", "S/Humiliated")
    assert state(after.charger) == ("routs", 3, 3, 1)
    assert state(after.contacted[0]) == ("retires", 2, 2, 0)


@pytest.mark.rule("red_actions", "cr-surrenders", "misc-prisoners-take")
def test_surrender_makes_prisoners_and_by_option_corpses() -> None:
    first = charger(card_fields={"fighting_value": Fraction(9)}, officer=officer())
    weak = contacted(bases=5, officer=officer())
    taken = fight(first, weak, faces=(6, 6, 3))  # 36 : 10 is 3:1; one die, for the winner's officer
    assert taken.result == "W/Surrenders"
    assert state(taken.contacted[0]) == ("surrenders", 0, 0, 0)
    assert (taken.contacted[0].prisoners, taken.prisoners_of_charger, taken.contacted[0].unit.officers) == (5, 5, ())
    killed = fight(first, weak, faces=(6, 6, 3), butchered=True)
    assert state(killed.contacted[0]) == ("destroyed", 0, 0, 0)
    assert (killed.contacted[0].lost, killed.prisoners_of_charger) == (5, 0)


# ---------------------------------------------------------------- officers and their loss


@pytest.mark.rule("red_actions", "cr-officers", "off-casualty-all-lost")
def test_a_retired_officer_is_safe_on_a_two_and_the_chargers_throw_first() -> None:
    after = fight(charger(officer=officer()), contacted(officer=officer()), faces=(3, 4, 2, 2))
    assert after.charger.officers_lost == after.contacted[0].officers_lost == ()
    # The charger's officer falls: one marker, and a serious test after all officers' dice; 4, 4 fails on 7.
    after = fight(charger(officer=officer()), contacted(officer=officer()), faces=(3, 4, 1, 6, 4, 4))
    assert after.charger.officers_lost == (officer(),)
    assert state(after.charger) == ("retires", 4, 1, 0)
    assert after.contacted[0].officers_lost == ()
    after = fight(charger(officer=officer()), contacted(officer=officer()), faces=(3, 4, 1, 6, 3, 4))
    assert state(after.charger) == ("stays", 4, 1, 0)


@pytest.mark.rule("red_actions", "cr-officers", "com-sequence")
def test_serious_tests_come_after_all_officers_dice_and_the_chargers_first() -> None:
    # Both lose their only officer. On 7 the charger passes with 3, 4 and the charged fail with 4, 4: or the reverse.
    both = (charger(officer=officer()), contacted(officer=officer()))
    after = fight(*both, faces=(3, 3, 1, 1, 3, 4, 4, 4))
    assert (after.result, after.charger.fate, after.contacted[0].fate) == ("S/Retires 1 x Ter", "retires", "retires")
    after = fight(*both, faces=(3, 3, 1, 1, 4, 4, 3, 4))
    assert (after.charger.retired, after.contacted[0].fate) == (inches(3), "stays")


@pytest.mark.rule("red_actions", "cr-officers")
def test_a_routing_unit_loses_its_officer_on_a_two_takes_the_marker_and_tests_nothing() -> None:
    after = fight(None, contacted(officer=officer()), faces=(6, 6, 2)).contacted[0]
    assert (after.officers_lost, state(after)) == ((officer(),), ("routs", 2, 1, 0))


@pytest.mark.rule("red_actions", "cr-retires", "retire-manner", "cr-officers")
def test_who_has_gone_back_has_less_room_for_the_next_retreat() -> None:
    # One inch of room: the result takes it, and the serious test that fails (4, 4 on 7) finds none left.
    cramped = contacted(officer=officer(), fields={"footing": ra.RetirePlace(room_behind=inches(1))})
    after = fight(None, cramped, faces=(3, 4, 1, 4, 4)).contacted[0]
    assert (state(after), after.retired, after.unit.moved_back) == (("retires", 4, 2, 0), inches(1), inches(1))
    # Of three inches that it may retire there is room for two: the test that fails adds nothing.
    roomier = contacted(officer=officer(), fields={"footing": ra.RetirePlace(room_behind=inches(2))})
    assert fight(None, roomier, faces=(3, 4, 1, 4, 4)).contacted[0].retired == inches(2)


@pytest.mark.rule("red_actions", "off-casualty-all-lost")
def test_junior_or_attached_senior_alone_is_no_loss_of_all() -> None:
    senior = ra.OfficerToken(id="colonel", rank="colonel")
    led = charger(officer=officer(), seniors=(senior,))
    fallen = fight(led, faces=(3, 4, 1, 2)).charger
    assert (fallen.officers_lost, fallen.unit.officers, state(fallen)) == ((officer(),), (senior,), ("stays", 4, 0, 0))
    fallen = fight(led, faces=(3, 4, 2, 1)).charger
    assert (fallen.officers_lost, fallen.unit.officers, state(fallen)) == ((senior,), (officer(),), ("stays", 4, 0, 0))


@pytest.mark.rule("red_actions", "off-casualty-all-lost")
def test_one_of_two_officers_is_no_loss_of_all() -> None:
    second = ra.OfficerToken(id="second")
    after = fight(charger(officer=officer(), spares=(second,)), faces=(3, 4, 1, 6)).charger
    assert (after.officers_lost, after.unit.officer, state(after)) == ((officer(),), second, ("stays", 4, 0, 0))


@pytest.mark.rule("red_actions", "cr-officers", "defs-terror-rout")
def test_the_marker_for_the_last_officer_may_rout_a_winner() -> None:
    # 2 bases with M = 2 fight as half a base: 16 x 1/2 = 8 against 8.
    first = charger(bases=2, terror=2, officer=officer(), card_fields={"fighting_value": Fraction(16)})
    after = fight(first, faces=(3, 4, 1))
    assert state(after.charger) == ("routs", 2, 3, 0)


# ---------------------------------------------------------------- contact and several units


@pytest.mark.rule("red_actions", "charge-flank", "charge-rear", "com-sequence")
@pytest.mark.parametrize(("aspect", "markers", "column"), [("flank", 1, "5:2"), ("rear", 3, "4:1")])
def test_contact_in_flank_or_rear(aspect: Any, markers: int, column: str) -> None:
    # Four bases: in the flank 2 x 3 / 2 = 3 against 8 is 8/3; in the rear 2 x 1 / 2 = 1 against 8.
    after = fight(None, contacted(fields={"aspect": aspect}), faces=(1, 2))
    assert after.column == column
    result = {"flank": "S/Retires 1 x Ter", "rear": "W/Retires 1 x Ter"}[aspect]
    assert after.result == result
    assert after.contacted[0].unit.terror == markers + (result[0] == "W")


@pytest.mark.rule("red_actions", "charge-flank", "com-strength")
def test_a_flank_charge_on_four_bases_with_a_marker_leaves_two_at_half_strength() -> None:
    target = contacted(terror=1, fields={"aspect": "flank"})
    resolution = ra.ruleset.resolve(request(None, target), dice=GivenDice([6, 6]))  # 2 x 2 / 2 = 2 against 8
    told = [step.values for _, step in resolution.record.walk() if isinstance(step, ResultStep)]
    assert [(each["bases"], each["strength"]) for each in told if "strength" in each] == [("4", "8"), ("2", "2")]
    assert (resolution.outcome.column, resolution.outcome.result) == ("4:1", "W/Surrenders")


@pytest.mark.rule("red_actions", "charge-flank", "charge-rear", "defs-terror-rout")
@pytest.mark.parametrize(("aspect", "terror"), [("flank", 2), ("rear", 0)])
def test_markers_of_contact_may_rout_a_unit_before_the_fight(aspect: Any, terror: int) -> None:
    target = contacted(bases=2, terror=terror, officer=officer(), fields={"aspect": aspect})
    after = fight(charger(officer=officer()), target, faces=())
    assert (after.column, after.stronger, after.result) == (None, None, None)
    assert state(after.contacted[0]) == ("routs", 2, 3, 0)
    assert state(after.charger) == ("stays", 4, 0, 0)


@pytest.mark.rule("red_actions", "com-immediate")
def test_all_bases_of_a_unit_count() -> None:
    # 6 bases against 4: 12 to 8, whichever of them touch.
    assert fight(charger(bases=6), faces=(3, 4)).column == "3:2"


@pytest.mark.rule("red_actions", "cr-several-units")
def test_the_strengths_of_a_side_are_added_up() -> None:
    def valued(value: int) -> dict[str, Any]:
        return {"fighting_value": Fraction(value)}

    first = charger(bases=5, card_fields=valued(3))
    pair = (contacted("P", bases=3, card_fields=valued(2)), contacted("Q", bases=2, card_fields=valued(2)))
    assert fight(first, *pair, faces=(3, 4)).column == "3:2"  # 15 : 10
    p = contacted("P", bases=4, card_fields=valued(2))
    q = contacted("Q", bases=3, card_fields=valued(3), fields={"aspect": "flank"})
    steps = ra.ruleset.resolve(request(first, p, q), dice=GivenDice([3, 4])).record
    told = [
        step.values["strength"]
        for _, step in steps.walk()
        if isinstance(step, ResultStep) and "strength" in step.values
    ]
    assert told == ["15", "8", "3"]


@pytest.mark.rule("red_actions", "cr-several-units", "cr-defeated")
def test_a_defeated_side_loses_two_bases_in_all_and_every_survivor_routs() -> None:
    first = charger(bases=6, card_fields={"fighting_value": Fraction(3)})
    sides = (contacted("P", bases=3, officer=officer()), contacted("Q", bases=3))
    after = fight(first, *sides, faces=(5, 5, 6))  # 18 : 12 is 3:2
    assert after.result == "W/Defeated"
    assert [state(each) for each in after.contacted] == [("routs", 2, 0, 0), ("routs", 2, 0, 0)]
    asked: list[Any] = []

    def all_from_q(side: ra.SideDefeated, alternatives: tuple[int, ...]) -> int:
        asked.append((side.bases, alternatives))
        return 1

    after = fight(first, *sides, faces=(5, 5, 6), choices={"base_lost_in_combat": all_from_q})
    assert [state(each) for each in after.contacted] == [("routs", 3, 0, 0), ("routs", 1, 0, 0)]
    assert asked == [((3, 3), (0, 1)), ((3, 2), (0, 1))]


@pytest.mark.rule("red_actions", "cr-several-units")
def test_markers_and_retreat_befall_each_unit_of_the_side_and_officers_throw_in_named_order() -> None:
    sides = (contacted("P", bases=2, officer=officer()), contacted("Q", "sabres", bases=2, officer=officer()))
    first = charger("sabres", officer=officer())
    resolution = ra.ruleset.resolve(request(first, *sides), dice=GivenDice([3, 4, 6, 6, 6]))
    assert [state(each) for each in resolution.outcome.contacted] == [("retires", 2, 1, 0)] * 2
    assert [each.retired for each in resolution.outcome.contacted] == [inches(3), inches(6)]
    purposes = [step.purpose for step in resolution.record.rolls]
    assert [purpose.split("/")[0] for purpose in purposes] == [
        "result", "officers of Charger", "officers of P", "officers of Q",
    ]  # fmt: skip


@pytest.mark.rule("red_actions", "charge-guns", "cr-several-units", "misc-prisoners-take")
@pytest.mark.parametrize("limbered", [False, True])
def test_guns_surrender_without_dice(limbered: bool) -> None:
    guns = contacted("Battery", "gun", bases=2, limbered=limbered, officer=officer())
    after = fight(charger(officer=officer()), guns, faces=())
    assert (state(after.contacted[0]), after.contacted[0].prisoners) == (("surrenders", 0, 0, 0), 2)
    assert (after.result, after.prisoners_of_charger) == (None, 2)
    with_rifles = fight(None, guns, contacted(), faces=(3, 4))
    assert (with_rifles.column, state(with_rifles.contacted[1])) == ("Advantage", ("retires", 4, 1, 0))


@pytest.mark.rule("red_actions", "charge-mortars", "cr-several-units", "defs-senior-officer-base")
@pytest.mark.parametrize(("arm", "bases"), [("mortar", 2), ("officer", 1)])
def test_mortars_and_detached_officers_are_removed(arm: str, bases: int) -> None:
    after = fight(None, contacted("Mortars", arm, bases=bases), faces=())
    assert (state(after.contacted[0]), after.contacted[0].lost) == (("destroyed", 0, 0, 0), bases)
    assert after.prisoners_of_charger == 0


@pytest.mark.rule("red_actions", "rout-unit-state", "pursuit-caught")
def test_a_routing_unit_that_is_reached_is_caught() -> None:
    after = fight(None, contacted(bases=3, routing=True, terror=5), faces=()).contacted[0]
    assert (after.fate, after.lost, after.prisoners, after.unit.bases) == ("caught", 2, 1, 0)


@pytest.mark.rule("red_actions", "charge-counter", "com-modifiers", "com-ratio")
def test_a_formed_counter_charge_is_as_good_as_the_charge_and_the_charger_keeps_the_advantage() -> None:
    may = {"may_form": True}
    first = charger("sabres", formed=True, card_fields=may)
    met = contacted("Met", "sabres", formed=True, card_fields=may, fields={"counter_charging": True})
    after = fight(first, met, faces=(3, 4))
    assert (after.column, after.stronger) == ("Advantage", "charger")
    stood = contacted("Met", "sabres", formed=True, bases=4, card_fields=may)
    # 10 : 8 against one that stands; with uphill 12 : 8.
    assert fight(first, stood, faces=(3, 4)).column == "Advantage"
    above = charger("sabres", formed=True, card_fields=may, fields={"uphill": True})
    assert fight(above, stood, faces=(3, 4)).column == "3:2"
    # A formed counter-charge adds its quarter as well: 12 against 2 x 4 x 125 % = 10.
    met = contacted("Met", "sabres", formed=True, bases=4, card_fields=may, fields={"counter_charging": True})
    assert fight(above, met, faces=(3, 4)).column == "Advantage"


@pytest.mark.rule("red_actions", "char-white-officer-base")
def test_a_white_officer_base_fights_with_its_own_value_and_falls_first() -> None:
    volunteers = fighting_card(id="volunteers", fear=9, serious=9)
    mixed = {"morale_as": "volunteers", "characteristics": ("Mob",)}
    stiffened = contacted(
        white_officer_base=True, morale_card=volunteers, card_fields=mixed, fields={"officer_base_value": Fraction(6)}
    )
    # 3 x 2 + 6 = 12 against 8: the charged side is stronger by 3:2.
    resolution = ra.ruleset.resolve(request(None, stiffened), dice=GivenDice([1, 1]))
    after = resolution.outcome
    told = [step.values for _, step in resolution.record.walk() if isinstance(step, ResultStep)]
    assert [each["strength"] for each in told if "strength" in each] == ["8", "12"]
    assert (after.column, after.stronger, after.result) == ("3:2", "contacted", "S/Defeated")
    beaten = after.contacted[0].unit
    assert (beaten.bases, beaten.white_officer_base, beaten.has("Mob")) == (2, False, True)
    unknown = contacted(white_officer_base=True, morale_card=volunteers, card_fields=mixed)
    with pytest.raises(NeedsRuling, match="officer_base_value"):
        fight(None, unknown, faces=(1, 1))


@pytest.mark.rule("red_actions", "retire-manner", "cr-retires")
def test_a_loser_pushes_back_the_friend_behind_it() -> None:
    near = contacted(fields={"footing": ra.RetirePlace(friend_behind=inches(1))})
    # A 7 at Advantage is W/Retires 1 x Ter: 3 inches, of which the last 2 push the friend.
    loser = fight(None, near, faces=(3, 4)).contacted[0]
    assert (loser.retired, loser.pushed) == (inches(3), inches(2))
    assert fight(None, contacted(), faces=(3, 4)).contacted[0].pushed == inches(0)


@pytest.mark.rule("red_actions", "charge-flank", "charge-rear")
def test_a_unit_charged_in_flank_or_rear_turns_to_face_unless_it_routs() -> None:
    front, flank, rear = (contacted(aspect, fields={"aspect": aspect}) for aspect in ("front", "flank", "rear"))
    # 2 x 4, and half of 2 x 3 and of 2 x 1: 12 against 8, Advantage.
    after = fight(None, front, flank, rear, faces=(3, 4))
    assert [each.turned_to_face for each in after.contacted] == [False, True, True]
    assert not after.charger.turned_to_face
    broken = fight(None, contacted(bases=2, fields={"aspect": "rear"}), faces=())
    assert (broken.contacted[0].fate, broken.contacted[0].turned_to_face) == ("routs", False)
