"""Moves to the rear."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rcw_rules import GivenDice, wire
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_white.profile import TypeMove


def go(*faces: int, **fields: object) -> rw.FallBackOutcome:
    return rw.ruleset.resolve(wire.structure(fields, rw.FallBackRequest), dice=GivenDice(faces)).outcome


@pytest.mark.rule("red_white", "gen-rear", "morale-off-table")
@pytest.mark.parametrize(
    ("move", "moves", "edge", "moved", "off"),
    [
        (6, 1, 10, 6, False),
        (6, 2, 10, 12, True),
        (6, 1, 6, 6, False),  # at the edge is still on the table
        (6, 2, 12, 12, False),
        (6, 2, 11, 12, True),
        (8, 1, 5, 8, True),
        (6, 1, 0, 6, True),
        (0, 2, 0, 0, False),
        (6, 1, None, 6, None),
    ],
)
def test_where_a_move_ends(move: int, moves: int, edge: int | None, moved: int, off: bool | None) -> None:
    outcome = go(full_move=move, moves=moves, edge_distance=edge)
    assert outcome == rw.FallBackOutcome(moved=inches(moved), off_table=off)


@pytest.mark.rule("red_white", "gen-rear")
def test_a_thousandth_of_an_inch_too_far_is_off_the_table() -> None:
    assert go(full_move=6, edge_distance=6).off_table is False
    request = rw.FallBackRequest(full_move=inches(6), edge_distance=Inches(thousandths=5999))
    assert rw.ruleset.resolve(request, dice=GivenDice([])).outcome.off_table is True


@pytest.mark.rule("red_white", "gen-rear", "p1-movement")
@pytest.mark.parametrize(("moves", "moved"), [(1, 9), (2, 18)])
def test_dice_are_rolled_once_added_up_and_doubled(moves: int, moved: int) -> None:
    outcome = go(4, 5, full_move={"dice": 2, "sides": 6}, moves=moves)
    assert outcome.moved == inches(moved)


@pytest.mark.rule("red_white", "gen-rear", "morale-off-table")
def test_odds_of_leaving_the_table() -> None:
    request = rw.FallBackRequest(full_move=rw.DiceMove(dice=2), moves=2, edge_distance=inches(20))
    odds = rw.ruleset.odds(request)
    # twice the sum is above 20 for 11 and 12 only
    assert odds.probability(lambda outcome: outcome.off_table is True) == Fraction(3, 36)
    assert {outcome.moved for outcome in odds} == {inches(2 * total) for total in range(2, 13)}


@pytest.mark.rule("red_white", "gen-rear")
@pytest.mark.parametrize(("obstacle", "moved", "off"), [(5, 5, False), (6, 6, False), (12, 12, True), (13, 12, True)])
def test_an_obstacle_stops_the_move_short(obstacle: int, moved: int, off: bool) -> None:
    request = rw.FallBackRequest(
        full_move=inches(6), moves=2, edge_distance=inches(11), obstacle_distance=inches(obstacle)
    )
    outcome = rw.ruleset.resolve(request, dice=GivenDice([])).outcome
    assert (outcome.moved, outcome.off_table) == (inches(moved), off)


@pytest.mark.rule("red_white", "gen-rear", "cheka-second-failure", "train-fail")
def test_every_question_that_moves_a_unit_to_the_rear_asks_for_obstacles() -> None:
    behind: dict[str, Any] = {"full_move": inches(6), "edge_distance": inches(20), "obstacle_distance": inches(4)}
    red = rw.Unit(side="red", type="infantry", has_leader=True, starting_stands=8, stands=8, cheka=True, **behind)
    failed = rw.ruleset.outcome(rw.MoraleTestRequest(unit=red), dice=GivenDice([9, 9]))
    assert (failed.moves, failed.moved, failed.off_table) == (2, inches(4), False)
    idle = rw.ActivationRequest(base=6, stands=8, cheka=True, **behind)
    assert rw.ruleset.outcome(idle, dice=GivenDice([7, 7])).moved == inches(4)
    white = rw.Unit(side="white", type="infantry", has_leader=True, starting_stands=8, stands=8)
    melee = rw.MeleeRequest(attackers=(white,), defenders=(red,))
    assert rw.ruleset.outcome(melee, dice=GivenDice([4, 2])).defenders[0].moved == inches(4)
    train = rw.Unit(side="red", type="armoured_train", has_leader=True, **behind)
    shelled = rw.TrainUnderFireRequest(train=train, weapon="artillery")
    assert rw.ruleset.outcome(shelled, dice=GivenDice([9])).moved == inches(4)


@pytest.mark.rule("red_white", "morale-off-table")
@pytest.mark.parametrize(("edge", "lost"), [(5, 1), (8, 0), (None, 0)])
def test_a_unit_off_the_table_counts_as_one_lost(edge: int | None, lost: int) -> None:
    distance = None if edge is None else inches(edge)
    request = rw.FallBackRequest(full_move=inches(8), edge_distance=distance)
    assert rw.ruleset.resolve(request, dice=GivenDice([])).outcome.lost_units == lost


@pytest.mark.rule("red_white", "p1-movement")
def test_a_profile_gives_the_move_of_a_beaten_defender_and_of_a_failed_test() -> None:
    profile = rw.PartOneProfile(source="a test", moves=(TypeMove(type="infantry", full_move=inches(7)),))
    ruleset = rw.ruleset.with_options(profile=profile)
    white = rw.Unit(side="white", type="infantry", has_leader=True, starting_stands=8, stands=8)
    red = rw.Unit(side="red", type="infantry", has_leader=True, starting_stands=8, stands=8)
    melee = rw.MeleeRequest(attackers=(red,), defenders=(white,))
    assert ruleset.resolve(melee, dice=GivenDice([4, 3])).outcome.defenders[0].moved == inches(7)
    assert ruleset.resolve(rw.MoraleTestRequest(unit=white), dice=GivenDice([9])).outcome.moved == inches(7)
