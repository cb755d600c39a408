"""Aircraft in flight: along the string, and which side is side 1."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from red_white_refusals import objections_to, problems_of

from rcw_rules import GivenDice, InvalidRequestError, SeededDice, wire
from rcw_rules import red_white as rw
from rcw_rules.kernel.geometry.table import point
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ChoiceStep, ModifierStep
from rcw_rules.kernel.umpire import Override

# ---------------------------------------------------------------- kinds and state


@pytest.mark.rule("red_white", "gen-unit-types")
@pytest.mark.parametrize(("field", "value"), [("type", "zeppelin"), ("pilot", "veteran"), ("side", "green")])
def test_an_unknown_kind_of_aircraft_pilot_or_side_is_refused(field: str, value: str) -> None:
    data = {"side": "red", "type": "fighter", "pilot": "ace", field: value}
    with pytest.raises(InvalidRequestError) as caught:
        wire.structure(data, rw.Aircraft)
    assert [problem.path for problem in caught.value.problems] == [f"$.{field}"]


@pytest.mark.rule("red_white", "gen-unit-state", "gen-unit-types", "air-three-turns")
def test_an_aircraft_begins_undamaged_with_six_flight_turns_and_an_ordinary_pilot() -> None:
    aircraft = rw.Aircraft(side="red", type="bomber")
    assert (aircraft.pilot, aircraft.damage, aircraft.flight_turns_left) == ("ordinary", 0, 6)
    assert (aircraft.patrol_turns_left, aircraft.untested_hits, aircraft.defensive_gun) == (0, 0, False)


FIGHTER = rw.Aircraft(side="red", type="fighter")


BOMBER = rw.Aircraft(side="white", type="bomber")


@pytest.mark.rule("red_white", "gen-unit-state", "air-three-turns", "dogfight-result", "dogfight-dice", "air-types")
@pytest.mark.parametrize(
    ("changes", "path", "rule"),
    [
        ({"damage": 8}, "$.attacker.damage", "dogfight-result"),
        ({"damage": -1}, "$.attacker.damage", "dogfight-result"),
        ({"flight_turns_left": 7}, "$.attacker.flight_turns_left", "air-three-turns"),
        ({"flight_turns_left": -1}, "$.attacker.flight_turns_left", "air-three-turns"),
        ({"patrol_turns_left": 7}, "$.attacker.patrol_turns_left", "air-patrol"),
        ({"untested_hits": -1}, "$.attacker.untested_hits", "bad-numbers"),
        ({"defensive_gun": True}, "$.attacker.defensive_gun", "dogfight-dice"),
        ({"type": "bomber", "patrol_turns_left": 2}, "$.attacker.patrol_turns_left", "air-types"),
        ({"name": "two\nlines"}, "$.attacker.name", ""),
    ],
)
def test_an_impossible_aircraft_is_refused(changes: dict[str, Any], path: str, rule: str) -> None:
    request = rw.DogfightRequest(attacker=evolve(FIGHTER, **changes), target=BOMBER)
    assert problems_of(request) == [(path, rule)]


# ---------------------------------------------------------------- flight


@pytest.mark.rule("red_white", "air-flight-move")
def test_three_dice_2_4_6_are_12_inches_along_the_string() -> None:
    resolution = rw.ruleset.resolve(rw.FlightMoveRequest(dice=3), dice=GivenDice([2, 4, 6]))
    assert resolution.outcome == rw.FlightMoveOutcome(moved=inches(12), left_table=False)
    assert "air-flight-move" in resolution.record.rules


@pytest.mark.rule("red_white", "air-flight-move")
@pytest.mark.parametrize("dice", [0, 1, 6])
def test_fewer_than_two_or_more_than_five_dice_are_refused(dice: int) -> None:
    assert problems_of(rw.FlightMoveRequest(dice=dice)) == [("$.dice", "air-flight-move")]


@pytest.mark.rule("red_white", "air-flight-move")
def test_five_dice_are_flown_unless_the_owner_says_otherwise() -> None:
    resolution = rw.ruleset.resolve(rw.FlightMoveRequest(), dice=GivenDice([1, 1, 1, 1, 1]))
    assert resolution.outcome.moved == inches(5)
    assert [step.choice for _, step in resolution.record.walk() if isinstance(step, ChoiceStep)] == ["flight_dice"]
    two = rw.ruleset.resolve(
        rw.FlightMoveRequest(), dice=GivenDice([6, 6]), choices={"flight_dice": lambda request, alternatives: 2}
    )
    assert two.outcome.moved == inches(12)


@pytest.mark.rule("red_white", "air-flight-move")
@pytest.mark.parametrize(
    ("left", "at_edge", "moved", "gone"),
    [
        ("8", True, "7", False),
        ("7", True, "7", True),
        ("6.5", True, "6.5", True),
        ("6.5", False, "6.5", False),
        ("0", True, "0", True),
    ],
)
def test_an_aircraft_stops_at_the_end_of_its_string(left: str, at_edge: Any, moved: str, gone: Any) -> None:
    request = rw.FlightMoveRequest(dice=2, string_left=inches(left), ends_at_edge=at_edge)
    outcome = rw.ruleset.resolve(request, dice=GivenDice([3, 4])).outcome
    assert outcome == rw.FlightMoveOutcome(moved=inches(moved), left_table=gone)


@pytest.mark.rule("red_white", "air-flight-move")
def test_an_end_on_the_edge_needs_to_be_somewhere() -> None:
    assert problems_of(rw.FlightMoveRequest(ends_at_edge=True)) == [("$.string_left", "air-flight-move")]


@pytest.mark.rule("red_white", "air-string")
def test_a_later_string_has_to_start_where_the_aircraft_sits() -> None:
    request = rw.FlightMoveRequest(dice=2, aircraft_at=point(20, 10), string_starts_at=point(20, "10.001"))
    assert objections_to(request) == [("$.string_starts_at", "air-string")]
    there = evolve(request, string_starts_at=point(20, 10))
    assert rw.ruleset.resolve(there, dice=GivenDice([1, 1])).outcome.moved == inches(2)


@pytest.mark.rule("red_white", "air-string")
@pytest.mark.parametrize("start", [None, point(0, 31)])
def test_the_first_string_may_start_anywhere_on_the_edge(start: Any) -> None:
    assert rw.ruleset.verdict(rw.FlightMoveRequest(dice=2, string_starts_at=start)).legal


# ---------------------------------------------------------------- side 1


@pytest.mark.rule("red_white", "air-side")
def test_an_ace_of_equal_dice_makes_red_side_1() -> None:
    resolution = rw.ruleset.resolve(rw.AirSideRequest(red_ace=True), dice=GivenDice([4, 4]))
    assert resolution.outcome.side_1 == "red"
    assert [roll.parts for roll in resolution.record.rolls] == [(5, 4)]


@pytest.mark.rule("red_white", "air-side")
def test_a_novice_makes_a_tie_of_4_and_3_and_both_throw_again() -> None:
    resolution = rw.ruleset.resolve(rw.AirSideRequest(red_novice=True), dice=GivenDice([4, 3, 2, 2]))
    assert resolution.outcome.side_1 == "white"  # 3 against 3, then 1 against 2
    assert [roll.parts for roll in resolution.record.rolls] == [(3, 3), (1, 2)]


@pytest.mark.rule("red_white", "air-side")
def test_an_ace_who_does_not_want_it_adds_nothing() -> None:
    request = rw.AirSideRequest(red_ace=True, white_ace=True)
    choices = {"ace_to_side": lambda side, alternatives: side == "white"}
    resolution = rw.ruleset.resolve(request, dice=GivenDice([4, 4]), choices=choices)
    assert resolution.outcome.side_1 == "white"


@pytest.mark.rule("red_white", "air-side")
def test_an_ace_and_a_novice_of_one_side_cancel_out() -> None:
    request = rw.AirSideRequest(white_ace=True, white_novice=True)
    resolution = rw.ruleset.resolve(request, dice=GivenDice([3, 4]))
    assert resolution.outcome.side_1 == "white"
    steps = [step for _, step in resolution.record.walk() if isinstance(step, ModifierStep)]
    assert [(step.to, step.id, step.value) for step in steps] == [
        ("White's die", "ace_to_side", 1),
        ("White's die", "novice_to_side", -1),
    ]


@pytest.mark.rule("red_white", "air-side")
@pytest.mark.parametrize(
    ("request_", "red", "ties"),
    [
        # Of 36 throws 6 are ties and 15 are Red's.
        (rw.AirSideRequest(), 15, 6),
        # One more for Red: he wins the 6 ties as well; the 5 throws that he would have lost by one are the ties.
        (rw.AirSideRequest(red_ace=True), 21, 5),
        # Two more: 21 and those 5; the 4 throws lost by two are the ties.
        (rw.AirSideRequest(red_ace=True, white_novice=True), 26, 4),
        (rw.AirSideRequest(red_novice=True), 10, 5),
    ],
)
def test_ties_do_not_count_in_the_odds(request_: rw.AirSideRequest, red: int, ties: int) -> None:
    odds = rw.ruleset.odds(request_)
    assert odds.probability(lambda outcome: outcome.side_1 == "red") == Fraction(red, 36 - ties)
    assert odds.probability(lambda outcome: outcome.side_1 == "white") == Fraction(36 - ties - red, 36 - ties)


@pytest.mark.rule("red_white", "air-side")
def test_a_resolution_with_ties_replays_and_a_referee_may_decide() -> None:
    seeds = [rw.ruleset.resolve(rw.AirSideRequest(), dice=SeededDice(seed)) for seed in range(20)]
    tied = [resolution for resolution in seeds if len(resolution.dice) > 2]
    assert tied  # seeds give the same faces for ever
    for resolution in tied:
        assert rw.ruleset.replay(resolution).outcome == resolution.outcome
        rw.ruleset.verify(resolution)
        assert rw.ruleset.load_resolution(resolution.to_json()) == resolution
    decided = Override(what="roll", at="side 1", value="white", reason="they agreed")
    assert rw.ruleset.resolve(rw.AirSideRequest(), dice=GivenDice([]), overrides=[decided]).outcome.side_1 == "white"
