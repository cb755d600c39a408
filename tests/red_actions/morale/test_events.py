"""Events: losses, markers, officers, tests and retires in their order."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from red_actions_units import card, unit

from rcw_rules import GivenDice, InvalidRequestError, NeedsRuling, SeededDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ProcedureStep, RollStep
from rcw_rules.red_actions.units import has_too_many_markers

SLOW = settings(max_examples=50, deadline=None)
DICE = list(product(range(1, 7), repeat=2))
WOOD = ra.RetirePlace(hard_cover=True)
KOMBAT = ra.OfficerToken(id="kombat", effect=0)
GOOD, BAD = (1, 1), (6, 6)


def ask(who: ra.Unit, situation: Any = None, footing: Any = None, **facts: Any) -> ra.EventRequest:
    return ra.EventRequest(
        unit=who, event=ra.Event(**facts), situation=situation or ra.Situation(), footing=footing or ra.RetirePlace()
    )


def befall(asked: ra.EventRequest, *throws: tuple[int, int], choices: Any = None, **options: Any) -> ra.Aftermath:
    faces = [face for dice in throws for face in dice]
    outcome: ra.Aftermath = (
        ra.ruleset.with_options(**options).resolve(asked, dice=GivenDice(faces), choices=choices).outcome
    )
    return outcome


def rolled(asked: ra.EventRequest, *throws: tuple[int, int], **options: Any) -> list[str]:
    faces = [face for dice in throws for face in dice]
    resolution = ra.ruleset.with_options(**options).resolve(asked, dice=GivenDice(faces))
    return [
        step.purpose.rsplit("/")[-1].removesuffix(" test")
        for _, step in resolution.record.walk()
        if isinstance(step, RollStep)
    ]


@pytest.mark.rule("red_actions", "conv-test-order", "mor-multiple-example", "res-kill", "off-casualty-all-lost")
def test_a_direct_hit_a_dead_officer_and_a_kill() -> None:
    asked = ask(unit(officer=KOMBAT), direct_hits=1, kills=1, serious=True, fallen=(0,))
    after = befall(asked, GOOD, GOOD, GOOD, GOOD)
    assert (after.unit.bases, after.unit.terror, after.unit.pinned) == (2, 1, True)
    assert (after.officers_lost, after.unit.officer, after.routs, after.destroyed) == ((KOMBAT,), None, False, False)
    assert rolled(asked, GOOD, GOOD, GOOD, GOOD) == ["fear", "serious", "serious", "fear"]
    assert rolled(asked, GOOD, GOOD, GOOD, one_serious_test_per_event=True) == ["fear", "serious", "fear"]
    plain = ask(unit(officer=KOMBAT), direct_hits=1, kills=1, fallen=(0,))
    assert rolled(plain, GOOD, GOOD, GOOD) == ["fear", "serious", "fear"]


@pytest.mark.rule("red_actions", "conv-test-order", "mor-fail-fear")
def test_a_failed_fear_test_routs_and_ends_everything() -> None:
    asked = ask(unit(officer=KOMBAT), direct_hits=1, kills=1, serious=True, fallen=(0,), retires=1)
    assert rolled(asked, BAD) == ["fear"]
    after = befall(asked, BAD)
    assert (after.routs, after.unit.routing, after.retired, after.failed_serious) == (True, True, inches(0), 0)
    # A failed serious test before the failed fear test sends nobody back.
    late = befall(asked, GOOD, BAD, BAD, BAD)
    assert (late.routs, late.retired, late.failed_serious) == (True, inches(0), 0)


@pytest.mark.rule("red_actions", "turn-forced-forfeit", "rout-causes", "defs-unit-action")
def test_what_a_rout_leaves_of_the_order_of_a_unit() -> None:
    sabres = unit(card("sabres", may_form=True), formed=True, evading=True, foxholes=Fraction(0))
    after = befall(ask(sabres, charged=True), BAD).unit
    assert (after.routing, after.has_acted, after.formed, after.evading, after.rout_turns) == (
        True, True, False, False, 1,
    )  # fmt: skip
    dug_in = unit(foxholes=Fraction(3, 2))
    assert befall(ask(dug_in, charged=True), BAD).unit.foxholes == 0
    assert befall(ask(dug_in, charged=True), GOOD).unit.foxholes == Fraction(3, 2)
    stood = befall(ask(sabres, charged=True), GOOD).unit
    assert stood == sabres  # passing a test is not an action


@pytest.mark.rule("red_actions", "conv-test-order", "mor-fail-serious", "res-s")
@pytest.mark.parametrize(("arm", "back"), [("rifle", 3), ("sabres", 6)])
def test_failed_serious_tests_are_retires_and_come_last(arm: str, back: int) -> None:
    after = befall(ask(unit(card(arm)), serious=True), BAD)
    assert (after.failed_serious, after.retired, after.routs) == (1, inches(back), False)
    assert befall(ask(unit(card(arm)), serious=True), GOOD).retired == inches(0)
    asked = ask(unit(card(arm)), serious=True, kills=1)
    assert rolled(asked, BAD, GOOD) == ["serious", "fear"]
    assert befall(asked, BAD, GOOD).retired == inches(back)


@pytest.mark.rule("red_actions", "conv-test-order", "retire-hard-cover", "retire-manner")
def test_cover_stops_the_first_retire_and_the_allowance_the_rest() -> None:
    asked = ask(unit(), retires=1, serious=True, footing=WOOD)
    assert befall(asked, BAD).retired == inches(3)
    assert befall(asked, BAD).unit.ignored_retire
    assert befall(ask(unit(), retires=3, serious=True), BAD).retired == inches(3)
    # By the option only a Ret is ignored, not what a failed serious test brings.
    assert befall(ask(unit(), serious=True, footing=WOOD), BAD).retired == inches(0)
    assert befall(ask(unit(), serious=True, footing=WOOD), BAD, retire_exemptions="ret_only").retired == inches(3)
    only = befall(ask(unit(), retires=1, footing=WOOD))
    assert (only.retired, only.unit.ignored_retire, only.unit.has_acted) == (inches(0), True, False)
    narrow = ra.RetirePlace(room_behind=inches(2), friend_behind=inches(1))
    assert befall(ask(unit(card("sabres")), retires=2, footing=narrow)).retired == inches(2)


@pytest.mark.rule("red_actions", "off-conferred", "conv-test-order", "retire-trade")
def test_courage_that_a_fallen_officer_lent_is_gone_when_it_comes_to_retiring() -> None:
    storm = ra.OfficerToken(id="s", characteristics=("Storm",))
    hold = {"trade_retire": ra.hold_ground}
    led = befall(ask(unit(officer=storm), retires=1), choices=hold)
    assert (led.unit.bases, led.retired) == (3, inches(0))
    fallen = befall(ask(unit(officer=storm), retires=1, fallen=(0,)), GOOD, choices=hold)
    assert (fallen.unit.bases, fallen.retired) == (4, inches(3))


@pytest.mark.rule("red_actions", "conv-test-order")
@pytest.mark.parametrize(
    "losses",
    [{"direct_hits": 4}, {"kills": 1, "direct_hits": 3}, {"kills": 5}, {"defeated": 4, "routs": True}],
)
def test_a_unit_without_bases_is_destroyed_with_its_officers(losses: dict[str, Any]) -> None:
    asked = ask(unit(officer=KOMBAT), serious=True, terror=2, pinned=True, retires=1, gassed=True, **losses)
    after = befall(asked)
    assert (after.destroyed, after.routs, after.unit.bases, after.officers_lost) == (True, False, 0, (KOMBAT,))
    assert (after.unit.terror, after.unit.officers) == (0, ())


@pytest.mark.rule("red_actions", "defs-terror-rout", "res-ter", "res-combined", "conv-marker-count", "defs-humiliated")
@pytest.mark.parametrize(
    ("bases", "terror", "humiliated", "facts", "routs"),
    [
        (3, 0, 2, {"terror": 1}, False),
        (3, 2, 1, {"terror": 1}, True),
        (2, 2, 0, {"terror": 1}, True),
        (3, 3, 0, {"other_losses": 1}, True),
        (3, 3, 0, {"humiliated": 1}, True),
        (1, 1, 0, {"terror": 1, "retires": 1}, True),
        (4, 1, 0, {"terror": 2, "pinned": True}, False),
    ],
)
def test_more_markers_than_bases_rout_without_a_test(
    bases: int, terror: int, humiliated: int, facts: dict[str, Any], routs: bool
) -> None:
    after = befall(ask(unit(bases=bases, terror=terror, humiliated=humiliated), **facts))
    assert (after.routs, after.unit.routing, after.retired) == (routs, routs, inches(0))


@pytest.mark.rule("red_actions", "defs-terror-rout", "rout-causes")
def test_who_begins_to_rout_by_markers() -> None:
    assert has_too_many_markers(unit(bases=3, terror=3, humiliated=1))
    assert not has_too_many_markers(unit(bases=3, terror=2, humiliated=1))
    assert not has_too_many_markers(unit(bases=3, terror=4, routing=True))
    assert not has_too_many_markers(unit(bases=0, terror=4))
    assert not has_too_many_markers(unit(card("tank"), terror=2))


@pytest.mark.rule("red_actions", "res-2ter", "res-kill", "defs-pinned", "res-combined")
def test_pins() -> None:
    two = befall(ask(unit(terror=1), terror=2, pinned=True)).unit
    assert (two.markers, two.pinned) == (3, True)
    assert befall(ask(unit(pinned=True), pinned=True)).unit.pinned is True
    kill = befall(ask(unit(bases=3), kills=1), GOOD).unit
    assert (kill.bases, kill.pinned) == (2, True)
    assert befall(ask(unit(), direct_hits=1), GOOD).unit.pinned is False
    assert befall(ask(unit(terror=4), terror=2, pinned=True)).unit.pinned is True  # it routs with its pin


@pytest.mark.rule("red_actions", "off-casualty-all-lost", "res-off", "res-officers-shooting")
def test_only_the_fall_of_the_last_officer_shakes_a_unit() -> None:
    senior = ra.OfficerToken(id="senior", effect=2)
    spare = ra.OfficerToken(id="spare")
    two = unit(officer=KOMBAT, seniors=(senior,))
    after = befall(ask(two, fallen=(0,)))
    assert (after.unit.officer, after.unit.seniors, after.unit.terror) == (None, (senior,), 0)
    assert after.officers_lost == (KOMBAT,)
    after = befall(ask(unit(officer=KOMBAT, spares=(spare,)), fallen=(0,)))
    assert (after.unit.officer, after.unit.spares, after.officers_lost) == (spare, (), (KOMBAT,))
    after = befall(ask(two, fallen=(0, 1)), GOOD)
    assert (after.unit.officers, after.unit.terror, after.officers_lost) == ((), 1, (KOMBAT, senior))
    assert rolled(ask(two, fallen=(0, 1)), GOOD) == ["serious"]
    assert befall(ask(unit())).unit == unit()
    # The marker for the last officer may be the one too many: no test then.
    assert befall(ask(unit(officer=KOMBAT, bases=2, terror=2), fallen=(0,), serious=True)).routs


@pytest.mark.rule("red_actions", "off-casualty-all-lost", "off-senior-adds", "mor-procedure")
def test_tests_are_taken_with_the_officers_who_are_left() -> None:
    led = unit(officer=ra.OfficerToken(id="o", effect=2))
    assert befall(ask(led, charged=True), (4, 5)).routs is False  # 9 is not more than 7 + 2
    fallen = ask(led, charged=True, fallen=(0,))
    assert befall(fallen, (4, 4)).routs
    near = ra.Situation(seniors=(ra.SeniorInReach(effect=1, distance=inches(3)),))
    assert not befall(ask(led, near, charged=True, fallen=(0,)), (4, 4), GOOD).routs


@pytest.mark.rule("red_actions", "gas", "conv-test-order")
def test_gas_is_tested_last() -> None:
    assert rolled(ask(unit(), gassed=True), GOOD) == ["fear"]
    assert rolled(ask(unit(), gassed=True, kills=1), GOOD, GOOD) == ["fear", "fear"]
    assert rolled(ask(unit(), gassed=True, kills=1), BAD) == ["fear"]
    assert rolled(ask(unit(), gassed=True, serious=True), GOOD, GOOD) == ["serious", "fear"]


@pytest.mark.rule("red_actions", "march-ambushed", "amb-benefits", "mor-triggers")
def test_an_ambush_on_the_march_weighs_on_its_own_test_alone() -> None:
    marching = ra.Situation(ambushed_marching=True)
    asked = ask(unit(), marching, ambushed=True, charged=True, terror=1)
    assert befall(asked, (2, 2), (3, 4)).routs is False  # 4 is 7 - 3, then 7 is 7
    assert befall(asked, (2, 3)).routs
    assert befall(asked, (2, 2), (4, 4)).routs
    assert rolled(asked, (2, 2), (3, 4)) == ["fear", "fear"]
    assert befall(ask(unit(bases=3, terror=3), marching, ambushed=True, terror=1)).routs  # before any test


@pytest.mark.rule("red_actions", "rout-unit-state")
def test_a_unit_in_rout_takes_losses_and_markers_and_no_more() -> None:
    routers = unit(bases=3, routing=True, terror=4, officer=KOMBAT, rout_turns=2)
    asked = ask(routers, kills=1, serious=True, fallen=(0,), retires=1, gassed=True, terror=1, pinned=True)
    after = befall(asked)
    assert (after.unit.bases, after.unit.terror, after.unit.pinned, after.unit.rout_turns) == (2, 6, False, 2)
    assert (after.routs, after.retired, after.officers_lost) == (False, inches(0), (KOMBAT,))


@pytest.mark.rule("red_actions", "char-white-officer-base", "res-kill")
def test_the_white_officer_base_falls_first_and_the_test_is_taken_without_it() -> None:
    conscripts = card(id="conscripts", characteristics=("Mob",), morale_as="volunteers", fear=5)
    volunteers = card(id="volunteers", fear=9)
    stiffened = unit(conscripts, white_officer_base=True, morale_card=volunteers)
    assert not stiffened.has("Mob")
    after = befall(ask(stiffened, kills=1), (2, 4))
    assert after.routs  # 6 is more than the 5 of conscripts
    assert (after.unit.bases, after.unit.white_officer_base, after.unit.has("Mob")) == (3, False, True)
    assert not befall(ask(stiffened, charged=True), (4, 5)).routs


@pytest.mark.rule("red_actions", "rout-guns")
def test_unlimbered_guns_that_rout_are_lost() -> None:
    guns = unit(card("gun"), bases=2, officer=KOMBAT)
    lost = befall(ask(guns, charged=True), BAD)
    assert (lost.destroyed, lost.routs, lost.unit.bases, lost.officers_lost) == (True, False, 0, (KOMBAT,))
    assert lost.guns_left == 2
    # With 3 markers on 2 guns the crews run before any test; a Kill! before that takes one of the guns with it.
    assert befall(ask(guns, terror=3)).guns_left == 2
    assert befall(ask(guns, kills=1, terror=2)).guns_left == 1
    assert befall(ask(guns, kills=2)).guns_left == 0
    assert befall(ask(unit(card("gun"), bases=2, limbered=True), charged=True), BAD).guns_left == 0
    crews = befall(ask(guns, charged=True), BAD, gun_crews_as_mortars=True)
    assert (crews.destroyed, crews.routs, crews.unit.bases, crews.guns_left) == (False, True, 2, 0)
    limbered = befall(ask(unit(card("gun"), bases=2, limbered=True), charged=True), BAD)
    assert (limbered.destroyed, limbered.routs) == (False, True)


@pytest.mark.rule("red_actions", "mor-triggers", "cr-defeated")
def test_a_defeat_routs_without_a_fear_test_for_the_bases() -> None:
    after = befall(ask(unit(), defeated=2, routs=True))
    assert (after.unit.bases, after.routs, after.unit.routing) == (2, True, True)


@pytest.mark.rule("red_actions", "retire-hard-cover", "cr-retires", "cr-humiliated")
def test_results_of_combat() -> None:
    worsted = befall(ask(unit(bases=3, terror=1), terror=2, retires=1, retire_cause="combat", footing=WOOD))
    assert (worsted.unit.terror, worsted.retired) == (3, inches(3))
    spent = befall(ask(unit(moved_back=inches(3)), terror=1, retires=1, retire_cause="combat"))
    assert (spent.unit.terror, spent.retired, spent.gave_way, spent.unit.has_acted) == (1, inches(0), True, False)
    # What it took stays taken, though the cover then lets it ignore the result of its serious test.
    both = befall(ask(unit(), retires=1, retire_cause="combat", serious=True, footing=WOOD), BAD)
    assert (both.gave_way, both.retired, both.unit.ignored_retire) == (True, inches(3), True)
    assert not befall(ask(unit(), serious=True, footing=WOOD), BAD).gave_way
    humbled = befall(ask(unit(bases=3, terror=2), humiliated=1), GOOD)
    assert (humbled.unit.humiliated, humbled.routs) == (1, False)
    assert befall(ask(unit(bases=3, terror=3), humiliated=1)).routs
    assert rolled(ask(unit(), humiliated=2), GOOD) == ["fear"]  # one humiliation, one test


@pytest.mark.rule("red_actions", "mor-triggers", "defs-terror-rout")
def test_vehicles_take_losses_alone() -> None:
    car = unit(card("armoured_car"), officer=KOMBAT)
    after = befall(ask(car, terror=2, pinned=True, serious=True, retires=1, charged=True, fallen=(0,)))
    assert (after.unit.markers, after.unit.pinned, after.retired, after.routs) == (0, False, inches(0), False)
    assert (after.unit.officer, after.officers_lost) == (None, (KOMBAT,))
    assert befall(ask(car, direct_hits=1)).destroyed


@pytest.mark.rule("red_actions", "conv-cards-missing", "conv-bad-input")
def test_a_number_that_a_test_needs_is_asked_for() -> None:
    with pytest.raises(NeedsRuling, match="the field serious on the troop card"):
        befall(ask(unit(card(serious=None)), serious=True))
    assert befall(ask(unit(card(serious=None)), charged=True), GOOD).routs is False


@pytest.mark.rule("red_actions", "conv-bad-input", "res-officers-shooting")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (ask(unit(bases=0)), r"\$\.unit\.bases: .*conv-bad-input"),
        (ask(unit(officer=KOMBAT), fallen=(1,)), r"\$\.event\.fallen\[0\]: .*res-officers-shooting"),
        (ask(unit(officer=KOMBAT), fallen=(0, 0)), r"\$\.event\.fallen\[1\]: .*res-officers-shooting"),
        (ask(unit(), terror=-1), r"\$\.event\.terror: .*conv-bad-input"),
        (ask(unit(), defeated=1), r"\$\.event\.defeated: .*mor-triggers"),
        (ask(unit(), pinned=2), r"\$\.event\.pinned"),
        (ask(unit(pinned=2), terror=1), r"\$\.unit\.pinned"),
    ],
)
def test_events_that_cannot_be_are_refused(asked: Any, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        befall(asked)


@pytest.mark.rule("red_actions", "conv-test-order")
def test_the_chain_is_one_step_of_the_record() -> None:
    asked = ask(unit(), kills=1, serious=True)
    resolution = ra.ruleset.resolve(asked, dice=GivenDice([1, 1, 1, 1]))
    steps = [step for _, step in resolution.record.walk() if isinstance(step, ProcedureStep)]
    assert [step.procedure for step in steps] == [
        "red_actions.morale_chain", "red_actions.morale_test", "red_actions.morale_test",
    ]  # fmt: skip
    assert {"conv-test-order", "mor-procedure", "mor-triggers"} <= set(resolution.record.rules)


@pytest.mark.rule("red_actions", "retire-optional-terror", "defs-terror-rout", "conv-test-order")
@pytest.mark.parametrize(
    ("terror", "facts", "throws", "left"),
    [
        # The first result sends it back; each further one is a marker, and the one too many makes it rout.
        (2, {"retires": 2}, (), (3, False, False)),
        (3, {"retires": 2}, (), (4, True, True)),
        (3, {"retires": 5}, (), (4, True, True)),
        (3, {"retires": 1, "serious": True}, (BAD,), (4, True, True)),
        (3, {"retires": 1, "serious": True}, (GOOD,), (3, False, False)),
        (2, {"retires": 2, "retire_cause": "combat"}, (), (3, False, False)),
    ],
)
def test_by_an_option_a_further_retire_result_is_a_marker_and_may_rout(
    terror: int, facts: dict[str, Any], throws: Any, left: tuple[int, bool, bool]
) -> None:
    after = befall(ask(unit(bases=3, terror=terror), **facts), *throws, second_retire_terror=True)
    assert (after.unit.terror, after.routs, after.unit.routing) == left
    assert after.retired == inches(3)
    assert after.unit.rout_turns == (1 if after.routs else 0)


@pytest.mark.rule("red_actions", "defs-senior-officer-base", "res-off", "res-kill")
def test_the_base_of_a_senior_officer_takes_no_terror_and_goes_with_him() -> None:
    general = unit(card("officer", mounted=True), officer=ra.OfficerToken(id="komdiv", rank="general"))
    marked = befall(ask(general, terror=2, pinned=True, retires=1))
    assert (marked.unit.terror, marked.unit.pinned, marked.retired, marked.routs) == (0, False, inches(6), False)
    shot = befall(ask(general, fallen=(0,), serious=True, gassed=True))
    assert (shot.destroyed, shot.unit.bases, shot.officers_lost) == (True, 0, general.officers)
    accompanied = evolve(general, spares=(ra.OfficerToken(id="adjutant"),))
    assert befall(ask(accompanied, fallen=(0,))).officers_lost == accompanied.officers
    assert befall(ask(accompanied, fallen=(1,))).unit == general
    killed = befall(ask(general, kills=1, serious=True))
    assert (killed.destroyed, killed.officers_lost) == (True, general.officers)
    assert befall(ask(general, serious=True), BAD).retired == inches(6)


@pytest.mark.rule("red_actions", "defs-pinned", "conv-marker-count")
def test_the_record_tells_of_a_pin_once() -> None:
    def told(who: ra.Unit) -> bool:
        return "defs-pinned" in ra.ruleset.resolve(ask(who, pinned=True), dice=GivenDice([])).record.rules

    assert told(unit())
    assert not told(unit(pinned=True))
    assert not told(unit(routing=True))


def twin(
    bases: int, terror: int, facts: dict[str, Any], *, officer: bool, cover: bool
) -> dict[tuple[int, int, bool, int], Fraction]:
    """What is left of rifles with fear 7 and serious 6: bases, markers, whether they rout, inches back."""
    found: dict[tuple[int, int, bool, int], Fraction] = {}
    hits, kills = facts.get("direct_hits", 0), facts.get("kills", 0)
    left = bases - hits - kills
    all_lost = officer and bool(facts.get("fallen"))
    markers = terror + facts.get("terror", 0) + all_lost
    tests = ["fear"] * hits + ["serious"] * all_lost + ["serious"] * facts.get("serious", False)
    tests += ["fear"] * kills + ["fear"] * facts.get("gassed", False)
    for throws in product(DICE, repeat=len(tests)):
        if left <= 0:
            key = (0, terror, False, 0)
        elif markers > left:
            key = (left, markers, True, 0)
        else:
            routs, results = False, facts.get("retires", 0)
            for test, dice in zip(tests, throws, strict=True):
                if sum(dice) == 12 or sum(dice) > {"fear": 7, "serious": 6}[test]:
                    if test == "fear":
                        routs = True
                        break
                    results += 1
            results -= 1 if cover and results else 0
            key = (left, markers, routs, 0 if routs or not results else 3)
        found[key] = found.get(key, Fraction(0)) + Fraction(1, 36 ** len(tests))
    return found


@pytest.mark.rule("red_actions", "conv-test-order", "mor-fail-fear", "mor-fail-serious", "retire-hard-cover")
@pytest.mark.parametrize("cover", [True, False])
@pytest.mark.parametrize(
    ("bases", "terror", "facts"),
    [
        (4, 0, {"serious": True, "retires": 1}),
        (4, 1, {"direct_hits": 1, "fallen": (0,), "kills": 1}),
        (4, 0, {"kills": 1, "serious": True, "fallen": (0,)}),
        (3, 1, {"terror": 1, "serious": True, "gassed": True}),
        (3, 2, {"kills": 1, "fallen": (0,)}),
        (2, 0, {"kills": 1, "direct_hits": 1, "serious": True}),
    ],
)
def test_the_odds_are_those_of_every_face(bases: int, terror: int, facts: dict[str, Any], cover: bool) -> None:
    who = unit(bases=bases, terror=terror, officer=KOMBAT)
    odds = ra.ruleset.odds(ask(who, footing=ra.RetirePlace(hard_cover=cover), **facts))
    found: dict[tuple[int, int, bool, int], Fraction] = {}
    for after, chance in odds.items():
        key = (after.unit.bases, after.unit.markers, after.routs, after.retired.thousandths // 1000)
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == twin(bases, terror, facts, officer=True, cover=cover)


@pytest.mark.rule("red_actions", "conv-test-order", "defs-terror-rout", "off-casualty-all-lost")
@SLOW
@given(
    bases=st.integers(1, 6),
    terror=st.integers(0, 4),
    more=st.integers(0, 3),
    kills=st.integers(0, 2),
    officer=st.booleans(),
    serious=st.booleans(),
    retires=st.integers(0, 2),
    seed=st.integers(0, 99),
)
def test_markers_and_bases_never_grow_apart(
    *, bases: int, terror: int, more: int, kills: int, officer: bool, serious: bool, retires: int, seed: int
) -> None:
    before = unit(bases=bases, terror=min(terror, bases), officer=KOMBAT if officer else None)
    asked = ask(
        before, terror=more, kills=kills, serious=serious, retires=retires, fallen=(0,) if officer and seed % 2 else ()
    )
    after = ra.ruleset.resolve(asked, dice=SeededDice(seed)).outcome
    assert after.unit.bases == max(0, bases - kills)
    assert after.destroyed == (after.unit.bases == 0)
    if not after.destroyed:
        assert after.unit.routing or after.unit.markers <= after.unit.bases
        assert after.routs == after.unit.routing
        assert after.unit.has_acted == (after.routs or after.retired > inches(0))
    assert after.retired <= inches(3)


@pytest.mark.rule("red_actions", "retire-manner")
def test_every_retreat_of_an_event_counts_for_how_far_a_friend_is_pushed_back() -> None:
    near = ra.RetirePlace(friend_behind=inches(1))
    # Infantry goes back 3 inches in a turn: the friend 1 inch behind it is pushed 2.
    assert befall(ask(unit(), footing=near, retires=1)).pushed == inches(2)
    # The second result has nothing left of the 3 inches.
    assert befall(ask(unit(), footing=near, retires=2)).pushed == inches(2)
    after = befall(ask(unit(), footing=near, serious=True), BAD)
    assert (after.retired, after.pushed) == (inches(3), inches(2))
    assert befall(ask(unit(), retires=1)).pushed == inches(0)
    assert befall(ask(unit(), footing=ra.RetirePlace(friend_behind=inches(3)), retires=1)).pushed == inches(0)


@pytest.mark.rule("red_actions", "off-replacement", "act-combine", "off-casualty-all-lost")
def test_a_unit_draws_an_officer_once_its_last_junior_has_fallen() -> None:
    colonel = ra.OfficerToken(id="kompolk", rank="colonel")
    assert befall(ask(unit(officer=KOMBAT), fallen=(0,)), GOOD).unit.draws_officer
    assert befall(ask(unit(officer=KOMBAT, seniors=(colonel,)), fallen=(0,))).unit.draws_officer
    # A spare takes over; a senior who falls is succeeded, not replaced; a unit that never had one draws none.
    assert not befall(ask(unit(officer=KOMBAT, spares=(colonel,)), fallen=(0,))).unit.draws_officer
    assert not befall(ask(unit(officer=KOMBAT, seniors=(colonel,)), fallen=(1,))).unit.draws_officer
    assert not befall(ask(unit(seniors=(colonel,)), fallen=(0,)), GOOD).unit.draws_officer
    assert not befall(ask(unit(), terror=1)).unit.draws_officer
    # It is not forgotten, and means nothing for those who are gone.
    waiting = unit(draws_officer=True)
    assert befall(ask(waiting, terror=1)).unit.draws_officer
    assert not befall(ask(unit(officer=KOMBAT, draws_officer=True), terror=1)).unit.draws_officer
    assert not befall(ask(waiting, kills=4)).unit.draws_officer
