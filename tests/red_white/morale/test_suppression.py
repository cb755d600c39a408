"""Suppression: who is suppressed, who may fire, and for how long."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ModifierStep, RulingStep


def red(**changes: Any) -> rw.Unit:
    return rw.Unit(
        **{"side": "red", "type": "infantry", "has_leader": True, "starting_stands": 8, "stands": 5, **changes}
    )


def ask(*faces: int, unit: rw.Unit | None = None, scope: str = "turn", **fields: Any) -> rw.SuppressedFireOutcome:
    request = rw.SuppressedFireRequest(unit=unit or red(), **fields)
    ruleset = rw.ruleset.with_options(suppressed_scope=scope)
    return ruleset.resolve(request, dice=GivenDice(faces)).outcome


@pytest.mark.rule("red_white", "suppress-who")
def test_one_stand_lost_to_fire_in_phase_1_suppresses() -> None:
    assert ask(1, lost_stand_in_phase_1=True).suppressed
    assert ask(1, unit=red(suppressed=True)).suppressed


@pytest.mark.rule("red_white", "suppress-who")
def test_losses_of_later_phases_and_of_earlier_turns_do_not() -> None:
    free = rw.SuppressedFireOutcome(suppressed=False, may_fire=True)
    assert ask(unit=red(casualties=True)) == free
    assert ask(unit=red(casualties=True), scope="phase") == free
    assert ask(unit=red(stands=1), fires_in_phase_1=True) == free


@pytest.mark.rule("red_white", "suppress-fire", "opt-suppressed-scope", "morale-other-phases")
@pytest.mark.parametrize("face", range(1, 11))
def test_the_test_counts_the_unit_as_suppressed(face: int) -> None:
    outcome = ask(face, unit=red(full_move=inches(6)), lost_stand_in_phase_1=True)
    assert outcome.test is not None
    assert outcome.test.base == 4
    assert outcome.may_fire == outcome.test.passed == (face <= 4)
    assert (outcome.test.moves, outcome.test.moved, outcome.test.falling_back) == (0, inches(0), False)


@pytest.mark.rule("red_white", "suppress-fire")
def test_the_marker_and_the_loss_count_once() -> None:
    request = rw.SuppressedFireRequest(unit=red(suppressed=True), lost_stand_in_phase_1=True)
    record = rw.ruleset.resolve(request, dice=GivenDice([4])).record
    steps = [(step.id, step.value) for _, step in record.walk() if isinstance(step, ModifierStep)]
    assert steps == [("suppressed", 1)]


@pytest.mark.rule("red_white", "suppress-fire")
@pytest.mark.parametrize(("earlier", "allowed"), [("passed", True), ("failed", False)])
def test_there_is_one_attempt_a_turn(earlier: str, allowed: bool) -> None:
    outcome = ask(lost_stand_in_phase_1=True, earlier_test=earlier)
    assert (outcome.suppressed, outcome.may_fire, outcome.test) == (True, allowed, None)


@pytest.mark.rule("red_white", "suppress-duration")
@pytest.mark.parametrize("face", [1, 10])
def test_the_marker_stays_whatever_the_test(face: int) -> None:
    assert ask(face, lost_stand_in_phase_1=True).suppressed


@pytest.mark.rule("red_white", "suppress-duration")
def test_the_marker_counts_in_the_routine_test_and_not_without_it() -> None:
    for suppressed, base in ((True, 4), (False, 5)):
        request = rw.MoraleTestRequest(unit=red(suppressed=suppressed, casualties=True))
        assert rw.ruleset.resolve(request, dice=GivenDice([1])).outcome.base == base


@pytest.mark.rule("red_white", "opt-suppressed-scope", "suppress-fire")
@pytest.mark.parametrize("scope", ["turn", "phase"])
@pytest.mark.parametrize("in_phase_1", [True, False])
def test_how_long_the_bar_lasts_is_an_option(scope: str, in_phase_1: bool) -> None:
    tests = scope == "turn" or in_phase_1
    outcome = ask(*((5,) if tests else ()), lost_stand_in_phase_1=True, fires_in_phase_1=in_phase_1, scope=scope)
    assert (outcome.test is not None) == tests
    assert outcome.may_fire == (not tests)
    assert outcome.suppressed


@pytest.mark.rule("red_white", "opt-suppressed-scope")
@pytest.mark.parametrize(("scope", "faces"), [("turn", (1,)), ("phase", ())])
def test_the_record_tells_of_the_option(scope: str, faces: tuple[int, ...]) -> None:
    request = rw.SuppressedFireRequest(unit=red(), lost_stand_in_phase_1=True)
    record = rw.ruleset.with_options(suppressed_scope=scope).resolve(request, dice=GivenDice(faces)).record
    rulings = [(step.rule, step.value) for _, step in record.walk() if isinstance(step, RulingStep)]
    assert rulings == [("opt-suppressed-scope", scope)]


@pytest.mark.rule("red_white", "suppress-fire", "cheka-reroll", "cheka-second-failure")
def test_cheka_may_force_the_fire_or_lose_the_unit() -> None:
    unit = red(stands=6, cheka=True, full_move=inches(6))
    forced = ask(6, 5, unit=unit, lost_stand_in_phase_1=True)
    assert forced.test is not None
    assert (forced.may_fire, forced.test.liquidated, forced.test.stands) == (True, True, 5)
    ran = ask(6, 6, unit=unit, lost_stand_in_phase_1=True)
    assert ran.test is not None
    assert (ran.may_fire, ran.test.moves, ran.test.moved, ran.test.falling_back) == (False, 2, inches(12), True)


@pytest.mark.rule("red_white", "morale-vehicles", "suppress-who")
def test_what_is_legal_is_answered() -> None:
    train = rw.Unit(side="red", type="armoured_train", has_leader=True, suppressed=True)
    # a train loses no stand to fire and takes no such test
    for request in (
        rw.SuppressedFireRequest(unit=train),
        rw.SuppressedFireRequest(unit=evolve(train, suppressed=False), lost_stand_in_phase_1=True),
    ):
        verdict = rw.ruleset.verdict(request)
        assert not verdict
        assert [(each.rule, each.path) for each in verdict.objections] == [("morale-vehicles", "$.unit.type")]
        with pytest.raises(IllegalRequestError):
            rw.ruleset.odds(request)
    free = rw.SuppressedFireRequest(unit=evolve(train, suppressed=False))
    assert rw.ruleset.resolve(free, dice=GivenDice([])).outcome.may_fire
