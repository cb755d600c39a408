"""Retire results: the distances, who may refuse, and what it costs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from red_actions_units import card, unit

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.morale import footing_after

SLOW = settings(max_examples=50, deadline=None)
WOOD = ra.RetirePlace(hard_cover=True)
HOLD = {"trade_retire": ra.hold_ground}
NO_IGNORING = {"ignore_retire": lambda unit, alternatives: False}


def retire(
    who: ra.Unit,
    cause: Any = "ret",
    footing: ra.RetirePlace = ra.RetirePlace(),  # noqa: B008 - it is frozen
    choices: dict[str, Any] | None = None,
    **options: Any,
) -> ra.RetireOutcome:
    asked = ra.RetireRequest(unit=who, cause=cause, footing=footing)
    outcome: ra.RetireOutcome = (
        ra.ruleset.with_options(**options).resolve(asked, dice=GivenDice([]), choices=choices).outcome
    )
    return outcome


@pytest.mark.rule("red_actions", "retire-distance", "res-ret", "retire-guns")
@pytest.mark.parametrize(
    ("troops", "limbered", "distance"),
    [
        (card("rifle"), False, 3),
        (card("mg"), False, 3),
        (card("mortar"), False, 3),
        (card("sabres"), False, 6),
        (card("tachanka"), False, 6),
        (card("gun"), True, 6),
        (card("officer"), False, 3),
        (card("officer", mounted=True), False, 6),
    ],
)
@pytest.mark.parametrize("cause", ["ret", "serious", "combat"])
def test_how_far_troops_retire(troops: ra.TroopCard, limbered: bool, distance: int, cause: str) -> None:
    outcome = retire(unit(troops, limbered=limbered), cause)
    assert (outcome.manner, outcome.moved, outcome.routs) == ("retired", inches(distance), False)
    after = outcome.unit
    assert (after.moved_back, after.retired_by_result, after.evading, after.has_acted) == (
        inches(distance), True, True, True,
    )  # fmt: skip


@pytest.mark.rule("red_actions", "retire-guns", "retire-distance")
@pytest.mark.parametrize("arm", ["gun", "tank", "armoured_car", "train_mg"])
@pytest.mark.parametrize("cause", ["ret", "serious"])
def test_unlimbered_guns_and_vehicles_stay(arm: str, cause: str) -> None:
    guns = unit(card(arm))
    outcome = retire(guns, cause, second_retire_terror=True)
    assert (outcome.manner, outcome.moved, outcome.unit) == ("immobile", inches(0), guns)


@pytest.mark.rule("red_actions", "retire-hard-cover")
def test_hard_cover_cancels_the_first_result_of_a_turn() -> None:
    first = retire(unit(), footing=WOOD)
    assert (first.manner, first.moved) == ("ignored_in_cover", inches(0))
    assert (first.unit.ignored_retire, first.unit.has_acted, first.unit.evading) == (True, False, False)
    second = retire(first.unit, footing=WOOD)
    assert (second.manner, second.moved) == ("retired", inches(3))
    assert retire(unit(), footing=WOOD, choices=NO_IGNORING).moved == inches(3)


@pytest.mark.rule("red_actions", "retire-hard-cover", "off-mob")
def test_mobs_do_not_hold_their_cover() -> None:
    mob = card(characteristics=("Mob",))
    assert retire(unit(mob), footing=WOOD).moved == inches(3)
    led = unit(officer=ra.OfficerToken(id="m", characteristics=("Mob",)))
    assert retire(led, footing=WOOD).moved == inches(3)
    storm = unit(card(characteristics=("Storm",)), officer=ra.OfficerToken(id="m", characteristics=("Mob",)))
    assert retire(storm, footing=WOOD).manner == "ignored_in_cover"


@pytest.mark.rule("red_actions", "retire-hard-cover", "retire-trade")
@pytest.mark.parametrize(
    ("cause", "exemptions", "ignored"),
    [
        ("ret", "ret_and_serious", True),
        ("serious", "ret_and_serious", True),
        ("combat", "ret_and_serious", False),
        ("ret", "ret_only", True),
        ("serious", "ret_only", False),
        ("combat", "ret_only", False),
    ],
)
def test_which_results_cover_and_courage_help_against(cause: str, exemptions: str, ignored: bool) -> None:
    in_cover = retire(unit(), cause, WOOD, retire_exemptions=exemptions)
    assert in_cover.moved == inches(0 if ignored else 3)
    storm = unit(card(characteristics=("Storm",)))
    traded = retire(storm, cause, choices=HOLD, retire_exemptions=exemptions)
    assert (traded.unit.bases, traded.moved) == ((3, inches(0)) if ignored else (4, inches(3)))


@pytest.mark.rule("red_actions", "dig-ignore-retire")
@pytest.mark.parametrize(("dug", "ignored"), [("7/4", True), ("1", True), ("3/4", False), ("0", False)])
def test_a_whole_column_of_foxholes_is_hard_cover(dug: str, ignored: bool) -> None:
    outcome = retire(unit(foxholes=Fraction(dug)))
    assert outcome.manner == ("ignored_in_cover" if ignored else "retired")
    assert outcome.unit.foxholes == (Fraction(dug) if ignored else 0)
    mob = unit(card(characteristics=("Mob",)), foxholes=Fraction(dug))
    assert retire(mob).manner == "retired"


@pytest.mark.rule("red_actions", "char-storm", "retire-trade")
def test_storm_troops_may_give_up_a_base() -> None:
    storm = unit(card(characteristics=("Storm",)))
    assert retire(storm).moved == inches(3)
    outcome = retire(storm, choices=HOLD)
    assert (outcome.manner, outcome.unit.bases, outcome.moved) == ("lost_base", 3, inches(0))
    assert not outcome.unit.has_acted
    assert retire(evolve(storm, bases=1), choices=HOLD).manner == "retired"
    last = retire(evolve(storm, bases=1), choices={"trade_retire": lambda who, alternatives: "lose_base"})
    assert (last.unit.bases, last.unit.officers, last.routs) == (0, (), False)
    # Three bases with three markers: giving up one leaves more markers than bases.
    worn = retire(evolve(storm, bases=3, terror=3), choices=HOLD)
    assert (worn.manner, worn.routs, worn.unit.routing, worn.unit.has_acted) == ("lost_base", True, True, True)


@pytest.mark.rule("red_actions", "char-white-officer-base", "char-storm")
def test_the_white_officer_base_is_not_given_up_willingly() -> None:
    conscripts = card(morale_as="volunteers")
    storm = ra.OfficerToken(id="s", characteristics=("Storm",))
    stiffened = unit(conscripts, white_officer_base=True, morale_card=card(id="volunteers"), officer=storm)
    outcome = retire(stiffened, choices=HOLD)
    assert (outcome.unit.bases, outcome.unit.white_officer_base) == (3, True)


@pytest.mark.rule("red_actions", "char-specialist", "retire-trade")
def test_specialists_may_take_a_marker() -> None:
    specialists = card(characteristics=("Specialist",))
    three = unit(specialists, bases=3, terror=1)
    assert retire(three).moved == inches(3)
    take = {"trade_retire": lambda who, alternatives: "take_terror"}
    outcome = retire(three, choices=take)
    assert (outcome.manner, outcome.unit.terror, outcome.moved, outcome.routs) == ("took_terror", 2, inches(0), False)
    two = unit(specialists, bases=2, terror=1, humiliated=1)
    routed = retire(two, choices=take)
    assert (routed.routs, routed.unit.routing, routed.unit.terror) == (True, True, 2)
    # The policy holds while the markers stay below the bases.
    assert retire(three, choices=HOLD).manner == "took_terror"
    assert retire(evolve(three, terror=2), choices=HOLD).manner == "retired"


@pytest.mark.rule("red_actions", "off-conferred", "retire-trade")
def test_an_officer_lends_his_courage() -> None:
    seen: list[tuple[str, ...]] = []

    def look(who: Any, alternatives: tuple[str, ...]) -> str:
        seen.append(alternatives)
        return "retire"

    both = unit(officer=ra.OfficerToken(id="s", characteristics=("Storm", "Specialist")))
    retire(both, choices={"trade_retire": look})
    assert seen == [("retire", "lose_base", "take_terror")]
    seen.clear()
    retire(unit(seniors=both.officers), choices={"trade_retire": look})
    retire(unit(), choices={"trade_retire": look})
    assert seen == []


@pytest.mark.rule("red_actions", "retire-trade", "retire-hard-cover")
def test_three_results_on_storm_troops_in_a_trench() -> None:
    storm = unit(card(characteristics=("Storm",)))
    ignored = retire(storm, footing=WOOD)
    traded = retire(ignored.unit, footing=WOOD, choices=HOLD)
    retired = retire(traded.unit, footing=WOOD)
    assert [each.manner for each in (ignored, traded, retired)] == ["ignored_in_cover", "lost_base", "retired"]
    assert (retired.unit.bases, retired.moved) == (3, inches(3))


@pytest.mark.rule("red_actions", "retire-manner")
@pytest.mark.parametrize(
    ("troops", "back", "room", "moved"),
    [
        (card(), 2, None, 1),
        (card(), 3, None, 0),
        (card(), 5, None, 0),
        (card("sabres"), 6, None, 0),
        (card(), 0, 1, 1),
        (card(), 0, 0, 0),
        (card("sabres"), "2.5", 2, 2),
    ],
)
def test_nobody_goes_back_farther_than_allowed(troops: ra.TroopCard, back: Any, room: Any, moved: int) -> None:
    footing = ra.RetirePlace(room_behind=None if room is None else inches(room))
    before = unit(troops, moved_back=inches(back))
    for cause in ("ret", "combat"):
        outcome = retire(before, cause, footing)
        assert (outcome.manner, outcome.moved) == ("retired", inches(moved))
        assert outcome.unit.moved_back == inches(back) + inches(moved)
        # A retire of 0 inches is neither an action nor evading.
        assert (outcome.unit.has_acted, outcome.unit.evading) == (moved > 0, moved > 0)


@pytest.mark.rule("red_actions", "retire-manner")
@pytest.mark.parametrize(("gap", "pushed"), [(0, 3), ("1.25", "1.75"), (3, 0), (9, 0)])
def test_a_friend_behind_is_pushed_just_enough(gap: Any, pushed: Any) -> None:
    outcome = retire(unit(), footing=ra.RetirePlace(friend_behind=inches(gap)))
    assert (outcome.moved, outcome.pushed) == (inches(3), inches(pushed))
    assert retire(unit(), footing=ra.RetirePlace(hard_cover=True, friend_behind=inches(0))).pushed == inches(0)


@pytest.mark.rule("red_actions", "retire-manner")
@pytest.mark.parametrize(
    ("room", "friend", "moved", "left"),
    [(7, 5, 3, (4, 2)), (3, 1, 3, (0, 0)), (None, 5, 3, (None, 2)), (7, None, 3, (4, None)), (7, 5, 0, (7, 5))],
)
def test_where_a_unit_stands_after_it_went_back(room: Any, friend: Any, moved: int, left: tuple[Any, Any]) -> None:
    def length(number: int | None) -> Any:
        return None if number is None else inches(number)

    before = ra.RetirePlace(hard_cover=True, room_behind=length(room), friend_behind=length(friend))
    after = footing_after(before, inches(moved))
    assert (after.room_behind, after.friend_behind) == (length(left[0]), length(left[1]))


@pytest.mark.rule("red_actions", "retire-manner", "evade-speed")
def test_a_unit_keeps_its_order_when_it_retires() -> None:
    formed = unit(card("sabres", may_form=True), formed=True)
    after = retire(formed).unit
    assert (after.formed, after.evading) == (True, True)


@pytest.mark.rule("red_actions", "retire-optional-terror")
def test_by_an_option_a_second_result_is_a_marker() -> None:
    once = retire(unit()).unit
    outcome = retire(once, second_retire_terror=True)
    assert (outcome.manner, outcome.unit.terror, outcome.moved) == ("took_terror", 1, inches(0))
    assert retire(once).manner == "retired"
    # Not after an ignored result, nor after a retirement of its own will.
    ignored = retire(unit(), footing=WOOD).unit
    assert retire(ignored, second_retire_terror=True).moved == inches(3)
    willing = unit(moved_back=inches(2))
    assert retire(willing, second_retire_terror=True).moved == inches(1)
    # Hard cover may come first, and the marker may be one too many.
    assert retire(once, footing=WOOD, second_retire_terror=True).manner == "ignored_in_cover"
    routed = retire(evolve(once, terror=4), second_retire_terror=True)
    assert (routed.routs, routed.unit.terror, routed.unit.routing) == (True, 5, True)


@pytest.mark.rule("red_actions", "defs-senior-officer-base", "retire-optional-terror", "retire-trade")
def test_a_senior_officer_alone_takes_no_marker_instead_of_retiring() -> None:
    general = unit(card("officer"), officer=ra.OfficerToken(id="g", characteristics=("Specialist",)))
    first = retire(general, choices=HOLD, second_retire_terror=True)
    assert (first.manner, first.moved) == ("retired", inches(3))
    second = retire(first.unit, choices=HOLD, second_retire_terror=True)
    assert (second.manner, second.moved, second.unit.terror) == ("retired", inches(0), 0)


@pytest.mark.rule("red_actions", "retire-hard-cover", "retire-optional-terror")
def test_the_record_names_rules_and_rulings() -> None:
    once = retire(unit()).unit
    asked = ra.RetireRequest(unit=once, cause="serious", footing=WOOD)
    rules = set(ra.ruleset.resolve(asked, dice=GivenDice([])).record.rules)
    assert "retire-hard-cover" in rules
    asked = ra.RetireRequest(unit=once)
    rules = set(ra.ruleset.resolve(asked, dice=GivenDice([])).record.rules)
    assert {"retire-manner", "retire-optional-terror"} <= rules


@pytest.mark.rule("red_actions", "rout-unit-state", "conv-bad-input", "defs-terror-rout")
def test_routers_and_units_that_are_gone_take_no_retire_result() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.routing: .*rout-unit-state"):
        retire(unit(routing=True))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.bases: .*conv-bad-input"):
        retire(unit(bases=0))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.terror: .*defs-terror-rout"):
        retire(unit(bases=2, terror=3))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.moved_back"):
        retire(unit(moved_back=3))
    with pytest.raises(InvalidRequestError, match=r"\$\.cause"):
        retire(unit(), "fear")


@pytest.mark.rule("red_actions", "retire-manner", "retire-hard-cover")
@SLOW
@given(
    back=st.integers(0, 8),
    room=st.one_of(st.none(), st.integers(0, 8)),
    arm=st.sampled_from(["rifle", "sabres", "mortar"]),
    results=st.integers(1, 4),
    covered=st.booleans(),
)
def test_no_number_of_results_drives_a_unit_farther_than_its_allowance(
    *, back: int, room: int | None, arm: str, results: int, covered: bool
) -> None:
    who = unit(card(arm), moved_back=inches(back))
    gone_back = 0
    for _ in range(results):
        left = None if room is None else inches(room) - inches(gone_back)
        outcome = retire(who, footing=ra.RetirePlace(hard_cover=covered, room_behind=left))
        gone_back += outcome.moved.thousandths // 1000
        who = outcome.unit
    allowance = max(0, (6 if arm == "sabres" else 3) - back)
    assert gone_back <= (allowance if room is None else min(allowance, room))
    if results > 1 or not covered:
        assert gone_back == (allowance if room is None else min(allowance, room))
