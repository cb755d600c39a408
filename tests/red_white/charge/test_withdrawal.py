"""Withdrawal before a melee: who may, what the test decides, whether the charger still catches the unit."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import astuple

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ResultStep, RulingStep
from rcw_rules.red_white.profile import TypeMove


def cavalry(**changes: Any) -> rw.Unit:
    fields: dict[str, Any] = {
        "side": "red", "type": "cavalry", "has_leader": True, "starting_stands": 8, "stands": 7,
        "full_move": inches(12),
    }  # fmt: skip
    return rw.Unit(**{**fields, **changes})


def car(**changes: Any) -> rw.Unit:
    fields: dict[str, Any] = {"side": "red", "type": "armoured_car", "has_leader": True, "full_move": inches(12)}
    return rw.Unit(**{**fields, **changes})


def request(unit: rw.Unit, gap: int = 6, charger_move: int = 17, **fields: Any) -> rw.WithdrawRequest:
    return rw.WithdrawRequest(unit=unit, gap=inches(gap), charger_move=inches(charger_move), **fields)


def ask(unit: rw.Unit, *faces: int, options: dict[str, Any] | None = None, **fields: Any) -> rw.WithdrawOutcome:
    ruleset = rw.ruleset.with_options(**(options or {}))
    return ruleset.resolve(request(unit, **fields), dice=GivenDice(faces)).outcome


@pytest.mark.rule("red_white", "melee-withdraw-who")
@pytest.mark.parametrize("type_", ["tank", "artillery", "infantry", "machine_gun", "command"])
def test_others_may_not_withdraw(type_: Any) -> None:
    stands: dict[str, Any] = {} if type_ == "tank" else {"stands": 4}
    unit = rw.Unit(side="red", type=type_, has_leader=True, full_move=inches(6), **stands)
    with pytest.raises(IllegalRequestError, match="melee-withdraw-who"):
        ask(unit, 1)


@pytest.mark.rule("red_white", "melee-withdraw-who", "fright-cavalry")
def test_cavalry_has_no_choice_before_a_tank_but_an_armoured_car_has() -> None:
    with pytest.raises(IllegalRequestError, match="fright-cavalry"):
        ask(cavalry(), 1, by_tank=True)
    assert ask(car(), 8, by_tank=True).passed


@pytest.mark.rule("red_white", "melee-withdraw-pass")
def test_seven_stands_pass_on_a_seven_and_go_their_whole_move_in_good_order() -> None:
    assert ask(cavalry(), 7) == rw.WithdrawOutcome(
        passed=True, stands=7, goes="away", retired=inches(12), falling_back=False, off_table=None, contact=False
    )


@pytest.mark.rule("red_white", "melee-withdraw-pass", "vehicle-eight-stands")
def test_the_base_of_an_armoured_car_with_three_hits_is_five() -> None:
    assert ask(car(hits=3), 5).passed
    assert not ask(car(hits=3), 6).passed


@pytest.mark.rule("red_white", "melee-withdraw-pass", "morale-modifiers")
def test_the_test_has_all_the_modifiers_of_morale() -> None:
    assert ask(cavalry(elite=True), 8).passed
    assert not ask(cavalry(suppressed=True), 7).passed


@pytest.mark.rule("red_white", "melee-withdraw-pass")
def test_a_train_may_withdraw_along_its_track_and_off_the_table() -> None:
    train = rw.Unit(side="red", type="armoured_train", has_leader=True, full_move=inches(18), edge_distance=inches(12))
    outcome = ask(train, 8, charger_move=60)
    assert (outcome.goes, outcome.off_table, outcome.contact) == ("away", True, False)


@pytest.mark.rule("red_white", "melee-withdraw-fail")
def test_six_stands_fail_on_a_seven_and_fall_back() -> None:
    assert ask(cavalry(stands=6), 7) == rw.WithdrawOutcome(
        passed=False, stands=6, goes="rear", retired=inches(12), falling_back=True, off_table=None, contact=False
    )


@pytest.mark.rule("red_white", "melee-withdraw-fail", "cheka-reroll", "cheka-second-failure")
def test_cheka_gives_a_second_throw_and_its_failure_doubles_the_distance() -> None:
    passed = ask(cavalry(stands=6, cheka=True), 7, 6)
    assert (passed.passed, passed.stands, passed.goes) == (True, 5, "away")
    failed = ask(cavalry(stands=6, cheka=True), 7, 7)
    assert (failed.passed, failed.stands, failed.goes, failed.retired) == (False, 5, "rear", inches(24))


@pytest.mark.rule("red_white", "opt-withdraw-failed")
def test_with_the_option_a_failed_unit_stands_unmarked() -> None:
    assert ask(cavalry(stands=6), 7, options={"withdraw_failed": "may_stand"}, charger_move=5) == rw.WithdrawOutcome(
        passed=False, stands=6, goes="stays", retired=inches(0), falling_back=False, off_table=False, contact=False
    )
    assert ask(cavalry(stands=6), 7, options={"withdraw_failed": "may_stand"}, charger_move=6).contact


@pytest.mark.rule("red_white", "opt-withdraw-failed", "p1-movement")
def test_with_the_option_the_owner_may_still_fall_back_and_only_then_are_dice_for_the_move_thrown() -> None:
    ruleset = rw.ruleset.with_options(withdraw_failed="may_stand")
    asked = request(cavalry(stands=6, full_move=rw.DiceMove(dice=2)))
    assert ruleset.resolve(asked, dice=GivenDice([7])).outcome.goes == "stays"
    choices = {"stand_after_failure": lambda test, alternatives: False}
    outcome = ruleset.resolve(asked, dice=GivenDice([7, 3, 4]), choices=choices).outcome
    assert (outcome.goes, outcome.retired, outcome.falling_back) == ("rear", inches(7), True)


@pytest.mark.rule("red_white", "opt-withdraw-failed", "cheka-second-failure")
def test_the_option_does_not_soften_a_second_failure() -> None:
    outcome = ask(cavalry(stands=6, cheka=True), 7, 7, options={"withdraw_failed": "may_stand"})
    assert (outcome.goes, outcome.retired, outcome.falling_back) == ("rear", inches(24), True)


@pytest.mark.rule("red_white", "opt-withdraw-failed")
@pytest.mark.parametrize(("face", "told"), [(7, True), (6, False)])
def test_the_record_names_the_option_where_the_outcome_rests_on_it(face: int, told: bool) -> None:
    record = rw.ruleset.resolve(request(cavalry(stands=6)), dice=GivenDice([face])).record
    rulings = [step.option for _, step in record.walk() if isinstance(step, RulingStep)]
    assert rulings == (["withdraw_failed"] if told else [])


@pytest.mark.rule("red_white", "melee-withdraw-caught")
@pytest.mark.parametrize(("charger_move", "contact"), [(17, False), (18, True), (19, True)])
@pytest.mark.parametrize("face", [7, 8])
def test_gap_and_way_together_are_caught_by_just_that_move(charger_move: int, contact: bool, face: int) -> None:
    assert ask(cavalry(edge_distance=inches(30)), face, charger_move=charger_move).contact is contact


@pytest.mark.rule("red_white", "melee-withdraw-caught", "morale-off-table")
@pytest.mark.parametrize(("charger_move", "contact", "told"), [(17, False, "reaches it: no"), (18, None, "still on")])
def test_whoever_may_have_left_the_table_is_not_said_to_be_reached(
    charger_move: int, contact: bool | None, told: str
) -> None:
    resolution = rw.ruleset.resolve(request(cavalry(), charger_move=charger_move), dice=GivenDice([7]))
    assert (resolution.outcome.off_table, resolution.outcome.contact) == (None, contact)
    last = resolution.record.steps[-1]
    assert isinstance(last, ResultStep)
    assert told in last.text


@pytest.mark.rule("red_white", "melee-withdraw-pass")
@pytest.mark.parametrize(("falling_back", "told"), [(False, "in good order"), (True, "still marked as falling back")])
def test_a_unit_that_was_falling_back_does_not_withdraw_in_good_order(falling_back: bool, told: str) -> None:
    # Falling back adds 1 to the roll, if anything, so that a 1 passes in any case.
    resolution = rw.ruleset.resolve(request(cavalry(falling_back=falling_back)), dice=GivenDice([1]))
    assert (resolution.outcome.goes, resolution.outcome.falling_back) == ("away", falling_back)
    texts = [step.text for step in resolution.record.steps if isinstance(step, ResultStep)]
    assert sum(told in text for text in texts) == 1


@pytest.mark.rule("red_white", "morale-exclusive-flags", "opt-red-guards")
def test_raw_red_guards_withdraw_only_where_they_are_not_elite() -> None:
    guards = cavalry(troop_class="red_guards", raw=True)
    # The verdict, because the morale test would refuse them as well.
    verdict = rw.ruleset.with_options(red_guards_elite=True).verdict(request(guards))
    assert [(each.rule, each.path) for each in verdict.objections] == [("morale-exclusive-flags", "$.unit.raw")]
    assert ask(guards, 6, options={"red_guards_elite": False}).passed


@pytest.mark.rule("red_white", "melee-withdraw-caught", "morale-off-table")
def test_a_unit_off_the_table_cannot_be_caught_and_one_at_its_edge_can() -> None:
    off = ask(cavalry(edge_distance=inches(11)), 7, charger_move=99)
    assert (off.off_table, off.contact) == (True, False)
    edge = ask(cavalry(edge_distance=inches(12)), 7, charger_move=99)
    assert (edge.off_table, edge.contact) == (False, True)


@pytest.mark.rule("red_white", "p1-movement", "p1-profile")
def test_without_a_full_move_the_question_cannot_be_answered_and_no_die_is_thrown() -> None:
    with pytest.raises(rw.MissingProfileError, match=r"p1-movement") as caught:
        ask(cavalry(full_move=None))
    assert caught.value.field == "move.cavalry"


@pytest.mark.rule("red_white", "p1-movement")
@pytest.mark.parametrize(("face", "goes"), [(7, "away"), (8, "rear")])
def test_a_profile_gives_the_move_of_the_type(face: int, goes: str) -> None:
    profile = rw.PartOneProfile(source="a test", moves=(TypeMove(type="cavalry", full_move=inches(9)),))
    outcome = ask(cavalry(full_move=None), face, options={"profile": profile})
    assert (outcome.goes, outcome.retired) == (goes, inches(9))
    assert ask(cavalry(), face, options={"profile": profile}).retired == inches(12)  # its own comes first
    with pytest.raises(rw.MissingProfileError):
        ask(car(full_move=None), 1, options={"profile": profile})


@pytest.mark.rule("red_white", "melee-withdraw-pass", "melee-withdraw-fail", "melee-withdraw-caught")
@pytest.mark.parametrize(
    ("face", "rules"),
    [
        (7, ["melee-withdraw-pass", "melee-withdraw-caught"]),
        (8, ["melee-withdraw-fail", "melee-withdraw-caught"]),
    ],
)
def test_the_record_cites_what_happened(face: int, rules: list[str]) -> None:
    record = rw.ruleset.resolve(request(cavalry()), dice=GivenDice([face])).record
    assert [step.rule for step in record.steps if isinstance(step, ResultStep)] == rules


@pytest.mark.rule("red_white", "melee-withdraw-pass", "melee-withdraw-fail", "melee-withdraw-caught", "cheka-reroll")
@pytest.mark.parametrize("edge", [None, 4, 30])
@pytest.mark.parametrize("stand", [None, False, True])
@pytest.mark.parametrize("cheka", [False, True])
def test_the_odds_are_those_of_every_face(cheka: bool, stand: bool | None, edge: int | None) -> None:
    # Six stands of cavalry that move 1D6, 3 inches from a charge of 9. With Cheka a failure costs one stand and is
    # thrown again against the same six; a second one sends them back twice the distance, whatever the option.
    expected: dict[tuple[Any, ...], Fraction] = {}
    for face, again, way in product(range(1, 11), range(1, 11), range(1, 7)):
        shot = cheka and face > 6
        passed = (again if shot else face) <= 6
        goes = "away" if passed else "stays" if stand and not shot else "rear"
        moved = 0 if goes == "stays" else way * (2 if shot and not passed else 1)
        off = None if edge is None else moved > edge
        if goes == "stays":
            off = False
        reached: bool | None = 3 + moved <= 9 and not off
        if reached and off is None:
            reached = None
        told = (passed, 5 if shot else 6, goes, inches(moved), goes == "rear", off, reached)
        expected[told] = expected.get(told, Fraction(0)) + Fraction(1, 600)
    ruleset = rw.ruleset.with_options(withdraw_failed="fall_back" if stand is None else "may_stand")
    choices = {"stand_after_failure": lambda test, alternatives: bool(stand)}
    riders = cavalry(
        stands=6, cheka=cheka, full_move=rw.DiceMove(dice=1), edge_distance=None if edge is None else inches(edge)
    )
    odds = ruleset.odds(request(riders, gap=3, charger_move=9), choices=None if stand is None else choices)
    assert {astuple(outcome, recurse=False): chance for outcome, chance in odds.items()} == expected
