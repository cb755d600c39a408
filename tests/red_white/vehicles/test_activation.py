"""Whether tanks and armoured cars move or break down."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.errors import DiceError
from rcw_rules.kernel.record import RulingStep

LITERAL = rw.ruleset.with_options(vehicle_activation="above")


def moves(face: int, *, hits: int, ruleset: Any = rw.ruleset) -> bool:
    request = rw.VehicleActivationRequest(hits=hits)
    outcome: rw.VehicleActivationOutcome = ruleset.resolve(request, dice=GivenDice([face])).outcome
    return outcome.moves


@pytest.mark.rule("red_white", "vehicle-activation", "opt-vehicle-activation", "gen-dice")
def test_two_hits_in_both_readings() -> None:
    assert moves(6, hits=2)
    assert not moves(7, hits=2)
    assert moves(7, hits=2, ruleset=LITERAL)
    assert not moves(6, hits=2, ruleset=LITERAL)


@pytest.mark.rule("red_white", "vehicle-activation", "opt-vehicle-activation")
@pytest.mark.parametrize(("hits", "default", "literal"), [(0, 8, 2), (1, 7, 3), (4, 4, 6), (7, 1, 9)])
def test_damage_makes_the_default_worse_and_the_literal_text_better(hits: int, default: int, literal: int) -> None:
    for ruleset, tenths in ((rw.ruleset, default), (LITERAL, literal)):
        odds = ruleset.odds(rw.VehicleActivationRequest(hits=hits))
        assert odds.probability(lambda outcome: outcome.moves) == Fraction(tenths, 10)


@pytest.mark.rule("red_white", "vehicle-activation", "opt-vehicle-activation")
@pytest.mark.parametrize("option", ["at_or_below", "above"])
@pytest.mark.parametrize("hits", range(8))
def test_the_exact_odds_are_those_of_all_ten_faces(option: str, hits: int) -> None:
    twin: Counter[bool] = Counter()
    for face in range(1, 11):
        twin[face > 8 - hits if option == "above" else face <= 8 - hits] += 1
    odds = rw.ruleset.with_options(vehicle_activation=option).odds(rw.VehicleActivationRequest(hits=hits))
    assert {outcome.moves: chance for outcome, chance in odds.items()} == {
        moved: Fraction(faces, 10) for moved, faces in twin.items()
    }


@pytest.mark.rule("red_white", "vehicle-activation", "opt-vehicle-activation")
@pytest.mark.parametrize(("option", "face"), [("at_or_below", 1), ("at_or_below", 10), ("above", 1), ("above", 10)])
def test_the_record_tells_of_the_ruling_every_time(option: str, face: int) -> None:
    ruleset = rw.ruleset.with_options(vehicle_activation=option)
    record = ruleset.resolve(rw.VehicleActivationRequest(hits=3), dice=GivenDice([face])).record
    rulings = [(step.rule, step.value) for _, step in record.walk() if isinstance(step, RulingStep)]
    assert rulings == [("opt-vehicle-activation", option)]
    assert [roll.rule for roll in record.rolls] == ["vehicle-activation"]


@pytest.mark.rule("red_white", "vehicle-activation", "vehicle-breakdown")
@pytest.mark.parametrize(("earlier", "moved"), [("passed", True), ("failed", False)])
def test_there_is_one_roll_a_turn(earlier: Any, moved: bool) -> None:
    request = rw.VehicleActivationRequest(hits=3, earlier_roll=earlier)
    assert rw.ruleset.resolve(request, dice=GivenDice([])).outcome.moves == moved
    # without an earlier roll this turn it rolls, whatever happened in turns before
    with pytest.raises(DiceError):
        rw.ruleset.resolve(evolve(request, earlier_roll="none"), dice=GivenDice([]))


@pytest.mark.rule("red_white", "vehicle-activation", "bad-numbers")
@pytest.mark.parametrize("hits", [-1, 8, True, "2"])
def test_hits_of_an_acting_vehicle_are_0_to_7(hits: Any) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        rw.ruleset.resolve(rw.VehicleActivationRequest(hits=hits), dice=GivenDice([]))
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [("$.hits", "bad-numbers")]


@pytest.mark.rule("red_white", "vehicle-activation")
@pytest.mark.parametrize("face", [0, 11])
def test_a_d10_has_the_values_1_to_10(face: int) -> None:
    with pytest.raises(DiceError):
        rw.ruleset.resolve(rw.VehicleActivationRequest(hits=3), dice=GivenDice([face]))


@pytest.mark.rule("red_white", "vehicle-activation", "p1-activation")
@pytest.mark.parametrize("kind", ["tank", "armoured_car"])
def test_tanks_and_cars_do_not_take_the_activation_of_troops(kind: Any) -> None:
    request = rw.ActivationRequest(base=6, stands=8, type=kind)
    with pytest.raises(IllegalRequestError) as caught:
        rw.ruleset.resolve(request, dice=GivenDice([]))
    assert [objection.rule for objection in caught.value.verdict.objections] == ["vehicle-activation"]
