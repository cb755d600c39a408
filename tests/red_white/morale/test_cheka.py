"""The Cheka: when it shoots a stand, and the second throw."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_white_morale import CAUSES, able_to_test, never, not_asked, red, results, take
from red_white_units import vehicle

from rcw_rules import GivenDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ChoiceStep


def always(situation: Any, alternatives: tuple[Any, ...]) -> bool:
    return True


@pytest.mark.rule("red_white", "cheka-reroll", "cheka-same-base")
@pytest.mark.parametrize(("stands", "faces"), [(6, (8, 6)), (7, (9, 7)), (2, (3, 2))])
def test_the_second_throw_needs_the_same_number(stands: int, faces: tuple[int, int]) -> None:
    outcome = take(red(stands=stands, cheka=True), *faces, choices={"liquidate": always})
    assert (outcome.passed, outcome.liquidated, outcome.stands, outcome.base) == (True, True, stands - 1, stands)
    assert (outcome.moves, outcome.falling_back) == (0, False)


@pytest.mark.rule("red_white", "cheka-same-base")
def test_the_same_number_is_the_modified_one() -> None:
    unit = red(stands=6, cheka=True, raw=True)
    assert take(unit, 6, 5).passed
    assert not take(unit, 6, 6).passed


@pytest.mark.rule("red_white", "cheka-second-failure", "morale-off-table")
@pytest.mark.parametrize(("edge", "off"), [(None, None), (11, True), (12, False)])
def test_a_second_failure_sends_it_back_twice_as_far(edge: int | None, off: bool | None) -> None:
    unit = red(cheka=True, full_move=inches(6), edge_distance=edge if edge is None else inches(edge))
    outcome = take(unit, 7, 7)
    assert (outcome.passed, outcome.moves, outcome.moved, outcome.off_table) == (False, 2, inches(12), off)
    assert (outcome.liquidated, outcome.stands, outcome.falling_back) == (True, 5, True)


@pytest.mark.rule("red_white", "cheka-second-failure", "morale-other-phases", "cheka-reroll")
@pytest.mark.parametrize("cause", CAUSES)
def test_a_second_failure_overrides_what_the_cause_says(cause: str) -> None:
    outcome = take(able_to_test(cause, cheka=True, full_move=inches(6)), 7, 7, cause=cause)
    assert (outcome.moves, outcome.moved, outcome.falling_back) == (2, inches(12), True)


@pytest.mark.rule("red_white", "cheka-reroll", "cheka-second-failure")
@pytest.mark.parametrize(("cause", "moves"), [("routine", 1), ("suppressed_fire", 0)])
def test_declining_leaves_the_ordinary_failure(cause: str, moves: int) -> None:
    outcome = take(able_to_test(cause, cheka=True), 7, cause=cause, choices={"liquidate": never})
    assert (outcome.passed, outcome.liquidated, outcome.stands, outcome.moves) == (False, False, 6, moves)


@pytest.mark.rule("red_white", "cheka-reroll")
@pytest.mark.parametrize(("stands", "shoots"), [(2, False), (4, False), (5, True), (6, True)])
def test_by_default_a_stand_is_shot_for_a_number_of_five_or_more(stands: int, shoots: bool) -> None:
    outcome = take(red(stands=stands, cheka=True), *((10, 1) if shoots else (10,)))
    assert outcome.liquidated == shoots


@pytest.mark.rule("red_white", "cheka-reroll")
def test_the_default_looks_at_the_modified_number() -> None:
    assert not take(red(stands=5, cheka=True, raw=True), 10).liquidated  # 4
    assert take(red(stands=4, cheka=True, elite=True), 10, 1).liquidated  # 5


@pytest.mark.rule("red_white", "cheka-reroll")
def test_the_last_stand_is_not_shot() -> None:
    outcome = take(red(stands=1, cheka=True), 2, choices={"liquidate": always})
    assert (outcome.passed, outcome.liquidated, outcome.stands) == (False, False, 1)
    unit = red(stands=1, cheka=True, elite=True, heroic=True, cover="trench")  # needs 4
    assert not take(unit, 5, choices={"liquidate": always}).liquidated


@pytest.mark.rule("red_white", "cheka-reroll", "morale-vehicles")
@pytest.mark.parametrize(
    ("unit", "face"),
    [
        (red(stands=1, cheka=True), 2),
        (vehicle("tank", cheka=True), 9),
        (vehicle("armoured_car", hits=2, cheka=True), 7),
    ],
    ids=["last stand", "tank", "armoured car"],
)
def test_without_a_stand_to_spare_the_record_says_why_nothing_is_offered(unit: rw.Unit, face: int) -> None:
    request = rw.MoraleTestRequest(unit=unit)
    resolution = rw.ruleset.resolve(request, dice=GivenDice([face]), choices={"liquidate": not_asked})
    outcome = resolution.outcome
    assert (outcome.passed, outcome.liquidated, outcome.stands, outcome.moves) == (False, False, face - 1, 1)
    assert results(resolution.record).count("cheka-reroll") == 1
    assert not [step for step in resolution.record.steps if isinstance(step, ChoiceStep)]
    # nothing to say where the first throw passes, or where there is no Cheka
    passed = rw.ruleset.resolve(request, dice=GivenDice([face - 1]))
    assert "cheka-reroll" not in passed.record.rules
    without = rw.ruleset.resolve(rw.MoraleTestRequest(unit=evolve(unit, cheka=False)), dice=GivenDice([face]))
    assert "cheka-reroll" not in without.record.rules


@pytest.mark.rule("red_white", "cheka-reroll", "morale-vehicles", "morale-other-phases")
@pytest.mark.parametrize("cause", ["train_artillery", "withdraw"])
def test_the_cheka_of_a_train_shoots_none_of_its_guards(cause: Any) -> None:
    train = vehicle("armoured_train", guards=4, cheka=True)
    request = rw.MoraleTestRequest(unit=train, cause=cause)
    resolution = rw.ruleset.resolve(request, dice=GivenDice([9]), choices={"liquidate": not_asked})
    assert (resolution.outcome.passed, resolution.outcome.liquidated, resolution.outcome.moves) == (False, False, 1)
    assert results(resolution.record).count("cheka-reroll") == 1


@pytest.mark.rule("red_white", "cheka-reroll", "gen-unit-state", "heroic-risk")
def test_liquidation_is_no_casualty_and_endangers_no_leader() -> None:
    outcome = take(red(cheka=True, heroic=True), 8, 7)  # the hero makes it 7; no third die
    assert (outcome.liquidated, outcome.casualties) == (True, False)
    outcome = take(red(cheka=True, suppressed=True, casualties=False), 8, 5, cause="suppressed_fire")
    assert (outcome.passed, outcome.liquidated, outcome.casualties) == (True, True, False)


@pytest.mark.rule("red_white", "cheka-reroll")
def test_without_cheka_nothing_is_offered_and_passing_needs_no_offer() -> None:
    assert not take(red(), 7, choices={"liquidate": not_asked}).passed
    assert take(red(cheka=True), 6, choices={"liquidate": not_asked}).passed


@pytest.mark.rule("red_white", "cheka-reroll")
def test_the_decision_stands_in_the_record() -> None:
    resolution = rw.ruleset.resolve(rw.MoraleTestRequest(unit=red(cheka=True)), dice=GivenDice([7, 6]))
    (step,) = [step for step in resolution.record.steps if isinstance(step, ChoiceStep)]
    assert (step.rule, step.choice, step.alternatives, step.chosen, step.by) == (
        "cheka-reroll",
        "liquidate",
        (True, False),
        True,
        "default",
    )
