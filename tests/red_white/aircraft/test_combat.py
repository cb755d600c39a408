"""Air combat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from red_white_refusals import objections_to

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.record import ModifierStep
from rcw_rules.red_white.aircraft import Pilot

FIGHTER = rw.Aircraft(side="red", type="fighter")
ENEMY = rw.Aircraft(side="white", type="fighter")
BOMBER = rw.Aircraft(side="white", type="bomber")
GUNNED = evolve(BOMBER, defensive_gun=True)
OBSERVER = rw.Aircraft(side="white", type="observation")


def fight(attacker: rw.Aircraft, target: rw.Aircraft, *faces: int) -> Any:
    return rw.ruleset.resolve(rw.DogfightRequest(attacker=attacker, target=target), dice=GivenDice(faces))


def scores(attacker: rw.Aircraft, target: rw.Aircraft, *faces: int) -> Any:
    return fight(attacker, target, *faces).record.rolls[0].parts


# ---------------------------------------------------------------- dice and modifiers


@pytest.mark.rule("red_white", "dogfight-dice", "dogfight-result")
def test_9_against_9_harms_neither_fighter_nor_gunned_bomber() -> None:
    resolution = fight(FIGHTER, GUNNED, 4, 5, 6)
    assert resolution.record.rolls[0].parts == (9, 9)
    assert resolution.outcome == rw.DogfightOutcome(
        winner="nobody", points=0, attacker_damage=0, target_damage=0, attacker="flies_on", target="flies_on"
    )
    assert {"dogfight-dice", "dogfight-result"} <= set(resolution.record.rules)


@pytest.mark.rule("red_white", "dogfight-dice", "air-types")
def test_fighters_throw_two_dice_and_all_others_one() -> None:
    assert scores(FIGHTER, ENEMY, 1, 2, 3, 4) == (3, 7)
    assert scores(FIGHTER, BOMBER, 1, 2, 3) == (3, 3)
    assert scores(FIGHTER, OBSERVER, 1, 2, 6) == (3, 6)


@pytest.mark.rule("red_white", "dogfight-modifiers")
def test_an_ace_of_1_and_2_scores_6() -> None:
    assert scores(evolve(FIGHTER, pilot="ace"), ENEMY, 1, 2, 1, 1) == (6, 2)


@pytest.mark.rule("red_white", "dogfight-modifiers")
def test_a_novice_in_a_bomber_without_gun_scores_minus_1_with_a_1() -> None:
    assert scores(FIGHTER, evolve(BOMBER, pilot="novice"), 1, 1, 1) == (2, -1)


@pytest.mark.rule("red_white", "dogfight-modifiers", "dogfight-dice")
@pytest.mark.parametrize(
    ("pilot", "score", "modifiers"),
    [
        ("ace", 11, [("defensive_gun", 3), ("ace", 3)]),
        ("ordinary", 8, [("defensive_gun", 3)]),
        ("novice", 6, [("defensive_gun", 3), ("novice", -2)]),
    ],
)
def test_the_pilot_counts_on_top_of_the_gun(pilot: Any, score: int, modifiers: list[tuple[str, int]]) -> None:
    resolution = fight(FIGHTER, evolve(GUNNED, pilot=pilot), 6, 6, 5)
    assert resolution.record.rolls[0].parts == (12, score)
    steps = [step for _, step in resolution.record.walk() if isinstance(step, ModifierStep)]
    assert [(step.id, step.value) for step in steps] == modifiers
    assert {step.to for step in steps} == {"target's score"}


# ---------------------------------------------------------------- damage


@pytest.mark.rule("red_white", "dogfight-result")
def test_9_against_5_does_4_points_to_an_undamaged_loser() -> None:
    outcome = fight(FIGHTER, ENEMY, 4, 5, 2, 3).outcome
    assert (outcome.winner, outcome.points) == ("attacker", 4)
    assert (outcome.attacker_damage, outcome.target_damage, outcome.target) == (0, 4, "flies_on")


@pytest.mark.rule("red_white", "dogfight-result")
@pytest.mark.parametrize(
    ("by", "damage", "fate"), [(1, 7, "flies_on"), (2, 8, "leaves"), (3, 9, "leaves"), (4, 10, "crashes")]
)
def test_a_loser_with_6_points_leaves_with_8_and_crashes_with_10(by: int, damage: int, fate: str) -> None:
    outcome = fight(FIGHTER, evolve(ENEMY, damage=6), 6, by, 3, 3).outcome
    assert (outcome.target_damage, outcome.target, outcome.attacker) == (damage, fate, "flies_on")


@pytest.mark.rule("red_white", "dogfight-result")
def test_the_attacker_may_be_the_loser_and_the_winner_keeps_his_old_damage() -> None:
    outcome = fight(evolve(FIGHTER, damage=3), evolve(ENEMY, damage=7), 1, 1, 6, 6).outcome
    assert outcome == rw.DogfightOutcome(
        winner="target", points=10, attacker_damage=13, target_damage=7, attacker="crashes", target="flies_on"
    )


# ---------------------------------------------------------------- refusals


@pytest.mark.rule("red_white", "air-types")
@pytest.mark.parametrize("kind", ["bomber", "observation"])
def test_only_a_fighter_starts_an_air_combat(kind: Any) -> None:
    request = rw.DogfightRequest(attacker=evolve(FIGHTER, type=kind), target=BOMBER)
    assert objections_to(request) == [("$.attacker.type", "air-types")]


@pytest.mark.rule("red_white", "air-gone", "air-patrol")
def test_aircraft_without_flight_turns_or_on_patrol_do_not_fight() -> None:
    gone, patrolling = evolve(ENEMY, flight_turns_left=0), evolve(FIGHTER, patrol_turns_left=1)
    assert objections_to(rw.DogfightRequest(attacker=patrolling, target=gone)) == [
        ("$.attacker.patrol_turns_left", "air-patrol"),
        ("$.target.flight_turns_left", "air-gone"),
    ]


@pytest.mark.rule("red_white", "bad-sides")
def test_aircraft_of_one_side_do_not_fight_each_other() -> None:
    with pytest.raises(InvalidRequestError) as caught:
        rw.ruleset.odds(rw.DogfightRequest(attacker=FIGHTER, target=evolve(BOMBER, side="red")))
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [("$.target.side", "bad-sides")]


# ---------------------------------------------------------------- laws

PILOTS: tuple[Pilot, ...] = ("novice", "ordinary", "ace")


@st.composite
def aircraft(draw: st.DrawFn, side: Any, kinds: tuple[Any, ...] = ("fighter", "bomber", "observation")) -> rw.Aircraft:
    kind = draw(st.sampled_from(kinds))
    return rw.Aircraft(
        side=side,
        type=kind,
        pilot=draw(st.sampled_from(PILOTS)),
        defensive_gun=kind == "bomber" and draw(st.booleans()),
        damage=draw(st.integers(0, 7)),
    )


def downed(attacker: rw.Aircraft, target: rw.Aircraft) -> Fraction:
    odds = rw.ruleset.odds(rw.DogfightRequest(attacker=attacker, target=target))
    return odds.probability(lambda outcome: outcome.target != "flies_on")


@pytest.mark.rule("red_white", "dogfight-modifiers", "dogfight-result")
@given(attacker=aircraft("red", ("fighter",)), target=aircraft("white"))
def test_a_better_pilot_or_less_damage_never_hurts(attacker: rw.Aircraft, target: rw.Aircraft) -> None:
    by_pilot = [downed(attacker, evolve(target, pilot=pilot)) for pilot in PILOTS]
    assert by_pilot == sorted(by_pilot, reverse=True)
    by_attacker = [downed(evolve(attacker, pilot=pilot), target) for pilot in PILOTS]
    assert by_attacker == sorted(by_attacker)
    by_damage = [downed(attacker, evolve(target, damage=damage)) for damage in range(8)]
    assert by_damage == sorted(by_damage)
    if target.type == "bomber":
        assert downed(attacker, evolve(target, defensive_gun=True)) <= downed(
            attacker, evolve(target, defensive_gun=False)
        )


@pytest.mark.rule("red_white", "dogfight-dice", "dogfight-result")
@given(one=aircraft("red", ("fighter",)), other=aircraft("white", ("fighter",)))
def test_who_attacks_whom_makes_no_difference_between_fighters(one: rw.Aircraft, other: rw.Aircraft) -> None:
    there = rw.ruleset.odds(rw.DogfightRequest(attacker=one, target=other))
    back = rw.ruleset.odds(rw.DogfightRequest(attacker=other, target=one))
    assert {(seen.attacker_damage, seen.target_damage): chance for seen, chance in there.items()} == {
        (seen.target_damage, seen.attacker_damage): chance for seen, chance in back.items()
    }
