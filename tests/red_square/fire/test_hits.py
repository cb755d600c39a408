"""How many of the shot dice hit."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from red_square_fire import hits, profile, shot

from rcw_rules import GivenDice
from rcw_rules import red_square as rs


@pytest.mark.rule("red_square", "fire-6-hit-or-less", "fire-6-excess", "fire-example-mg", "fire-6-per-unit")
@pytest.mark.parametrize(
    ("dice", "score", "faces", "expected"),
    [
        (1, 4, (4,), 1),
        (1, 4, (5,), 0),
        (1, 1, (1,), 1),
        (1, 1, (2,), 0),
        (1, 8, (2,), 2),
        (1, 8, (3,), 1),
        (2, 8, (2, 3), 3),
        (3, 12, (), 6),
        (2, 6, (), 2),
        (2, 0, (), 0),
        (0, 4, (), 0),
        (-1, 4, (), 0),
        (0, 12, (), 0),
        (6, 4, (1, 2, 3, 4, 5, 6), 4),
    ],
)
def test_hits_by_hand(dice: int, score: int, faces: tuple[int, ...], expected: int) -> None:
    assert hits(dice, score, *faces) == expected


@pytest.mark.rule("red_square", "fire-example-mg")
def test_the_example_of_the_book() -> None:
    (example,) = [example for example in rs.ruleset.examples if example.id == "fire-example-mg"]
    # Its score is that of two bases in enfilade; the die shows 2, and 3 is the first face that misses.
    assert example.request() == rs.FireRequest(dice=1, score=profile(shot("mg", bases=2, aspect="flank")).score)
    assert example.faces == (2,)
    assert hits(1, 8, 2) == 2
    assert hits(1, 8, 3) == 1


@pytest.mark.rule("red_square", "opt-strict-less")
@pytest.mark.parametrize(
    ("score", "faces", "expected"),
    [(4, (4,), 0), (4, (3,), 1), (6, (6,), 0), (6, (5,), 1), (8, (2,), 1), (8, (1,), 2), (12, (), 2), (1, (), 0)],
)
def test_with_the_heading_a_die_must_be_under_the_score(score: int, faces: tuple[int, ...], expected: int) -> None:
    assert hits(1, score, *faces, strict_less=True) == expected
    # A score of 7 is 6 and 1, and nothing is under 1.
    assert hits(2, 7, strict_less=True) == 2


@pytest.mark.rule("red_square", "fire-6-per-unit", "fire-dice-table")
def test_a_shot_by_its_facts() -> None:
    # Four bases in line, effective, at masses in the flank: six dice on 4 or less.
    asked = rs.FireRequest(profile=shot(bases=4, formation="firing_line", target_formation="masses", aspect="flank"))
    assert rs.ruleset.resolve(asked, dice=GivenDice([1, 4, 5, 6, 4, 2])).outcome.hits == 4
    # Two armoured cars at range 1: twice two dice on 3 or less.
    cars = rs.FireRequest(profile=shot("armoured_car", bases=2, range=1))
    assert rs.ruleset.resolve(cars, dice=GivenDice([3, 4, 1, 6])).outcome.hits == 2
    # The guns of a train at range 12: two hits and two throws on 2 or less.
    train = rs.FireRequest(profile=shot("train"))
    assert rs.ruleset.resolve(train, dice=GivenDice([2, 3])).outcome.hits == 3


@pytest.mark.rule("red_square", "fire-6-hit-or-less", "fire-6-excess", "opt-strict-less")
@pytest.mark.parametrize("strict", [False, True])
@pytest.mark.parametrize("score", range(25))
@pytest.mark.parametrize("dice", [0, 1, 3])
def test_the_odds_are_those_of_every_face(dice: int, score: int, strict: bool) -> None:
    certain, needed = score // 6, score % 6
    if strict and score == 6:
        certain, needed = 0, 6
    expected: dict[int, Fraction] = {}
    for faces in product(range(1, 7), repeat=dice):
        count = sum(certain + (1 if (face < needed if strict else face <= needed) else 0) for face in faces)
        expected[count] = expected.get(count, Fraction(0)) + Fraction(1, 6**dice)
    found = rs.ruleset.with_options(strict_less=strict).odds(rs.FireRequest(dice=dice, score=score))
    assert {outcome.hits: chance for outcome, chance in found.items()} == expected


@pytest.mark.rule("red_square", "fire-6-hit-or-less")
@given(st.integers(0, 12), st.integers(0, 23))
def test_more_dice_and_a_higher_score_never_hit_less(dice: int, score: int) -> None:
    def average(dice: int, score: int) -> Fraction:
        odds = rs.ruleset.odds(rs.FireRequest(dice=dice, score=score)).items()
        return sum((outcome.hits * chance for outcome, chance in odds), Fraction(0))

    assert average(dice, score) == Fraction(dice * score, 6)  # whatever the score, a die scores a sixth of it
    assert average(dice + 1, score) >= average(dice, score)
    assert average(dice, score + 1) >= average(dice, score)


@pytest.mark.rule("red_square", "fire-dice-table")
def test_requests_survive_the_wire() -> None:
    resolution = rs.ruleset.resolve(rs.FireRequest(profile=shot()), dice=GivenDice([1, 6]))
    assert json.loads(resolution.to_json())["outcome"] == {"hits": 1}
