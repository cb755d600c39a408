"""Activation: who needs a test, and the score."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import floor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.red_square.cards import band_of, rounded_score

Asked = rs.ActivationRequest


def score(*faces: int, options: dict[str, Any] | None = None, **fields: Any) -> int | None:
    ruleset = rs.ruleset.with_options(**(options or {}))
    return ruleset.resolve(Asked(**fields), dice=GivenDice(list(faces))).outcome.score


@pytest.mark.rule("red_square", "turn-5-test-needed")
def test_a_fresh_unit_needs_no_test() -> None:
    outcome = rs.ruleset.resolve(Asked(battalions=3, co_present=True), dice=GivenDice([])).outcome
    assert (outcome.score, outcome.band) == (None, "automatic")


@pytest.mark.rule("red_square", "turn-5-test-needed")
@pytest.mark.parametrize(
    "fields",
    [{"markers": 1}, {"bases_removed": 1}, {"rings": 1}, {"broken": True}, {"enters_enemy_adjacent": True}],
)
def test_what_calls_for_a_test(fields: dict[str, Any]) -> None:
    assert score(6, **fields) == 6 - fields.get("markers", 0) - fields.get("bases_removed", 0)


@pytest.mark.rule("red_square", "co-extra-die", "co-scope")
@pytest.mark.parametrize(
    ("battalions", "faces", "expected"),
    [(1, (2, 5), 5), (1, (5, 2), 5), (3, (1, 4, 4, 6), 5), (2, (2, 2, 5), 3), (1, (4, 4), 4)],
)
def test_the_lowest_die_with_a_co_does_not_count(battalions: int, faces: tuple[int, ...], expected: int) -> None:
    # 14 by 3 is 4 2/3, which is 5; 7 by 2 is 3 1/2, which is 3.
    assert score(*faces, battalions=battalions, broken=True, co_present=True) == expected


@pytest.mark.rule("red_square", "turn-5a-dice")
@pytest.mark.parametrize(
    ("fields", "faces", "expected"),
    [
        ({"battalions": 3, "elite": 1, "poor": 1}, (3, 3, 3), 3),
        ({"elite": 1}, (3,), 4),
        ({"poor": 1}, (3,), 2),
        ({"battalions": 2, "elite": 2}, (3, 3), 4),
        ({"battalions": 2, "poor": 2}, (3, 3), 2),
        ({"battalions": 2, "elite": 1, "co_present": True}, (1, 6, 6), 6),  # the die goes before the 1 is added
    ],
)
def test_quality_counts_once_for_each_battalion(fields: dict[str, Any], faces: tuple[int, ...], expected: int) -> None:
    assert score(*faces, broken=True, **fields) == expected


@pytest.mark.rule("red_square", "turn-5b-deductions")
def test_deductions_of_the_whole_group_come_before_the_division() -> None:
    fields: dict[str, Any] = {"battalions": 2, "markers": 3, "bases_removed": 1, "hid_last_turn": 1}
    assert score(6, 5, **fields) == 3  # 11 less 5, by 2
    assert score(1, 1, **fields) == -2  # 2 less 5: -1 1/2, down


@pytest.mark.rule("red_square", "mg-activation", "act-table")
def test_a_battalion_with_mgs_throws_one_die_for_both() -> None:
    outcome = rs.ruleset.resolve(Asked(markers=2), dice=GivenDice([3])).outcome
    assert (outcome.score, outcome.band) == (1, "1-0")


@pytest.mark.rule("red_square", "turn-5-group-score", "act-table")
def test_the_whole_group_has_the_divided_score() -> None:
    outcome = rs.ruleset.resolve(Asked(battalions=3, markers=5), dice=GivenDice([1, 1, 1])).outcome
    assert (outcome.score, outcome.band) == (-1, "below0")  # -2 by 3


@pytest.mark.rule("red_square", "turn-5c-rounding", "opt-floor-rounding")
@pytest.mark.parametrize(
    ("total", "battalions", "nearest", "down"),
    [
        (7, 2, 3, 3),
        (11, 4, 3, 2),
        (8, 3, 3, 2),
        (3, 2, 1, 1),
        (-1, 2, -1, -1),
        (-1, 3, 0, -1),
        (-2, 3, -1, -1),
        (-3, 2, -2, -2),
        (4, 3, 1, 1),
        (5, 1, 5, 5),
        (0, 4, 0, 0),
    ],
)
def test_rounding(total: int, battalions: int, nearest: int, down: int) -> None:
    assert rounded_score(total, battalions) == nearest
    assert rounded_score(total, battalions, floor=True) == down


@given(st.integers(-99, 99), st.integers(1, 12))
@pytest.mark.rule("red_square", "turn-5c-rounding", "opt-floor-rounding")
def test_rounding_is_to_the_nearest_with_halves_down(total: int, battalions: int) -> None:
    exact = Fraction(total, battalions)
    nearest = min(range(floor(exact), floor(exact) + 2), key=lambda whole: (abs(whole - exact), whole))
    assert rounded_score(total, battalions) == nearest
    assert rounded_score(total, battalions, floor=True) == floor(exact)


@pytest.mark.rule("red_square", "opt-floor-rounding")
def test_the_option_rounds_down() -> None:
    fields: dict[str, Any] = {"battalions": 4, "broken": True}
    assert score(2, 3, 3, 3, **fields) == 3
    assert score(2, 3, 3, 3, options={"floor_rounding": True}, **fields) == 2
    record = rs.ruleset.resolve(Asked(**fields), dice=GivenDice([2, 3, 3, 3])).record
    assert {"opt-floor-rounding", "turn-5c-rounding", "turn-5a-dice"} <= set(record.rules)
    even = rs.ruleset.resolve(Asked(**fields), dice=GivenDice([3, 3, 3, 3])).record
    assert "opt-floor-rounding" not in even.rules


@pytest.mark.rule("red_square", "opt-rings-deduct")
def test_rings_deduct_with_the_option_only() -> None:
    assert score(3, rings=2) == 3
    assert score(3, rings=2, options={"rings_deduct": True}) == 1
    assert "opt-rings-deduct" in rs.ruleset.resolve(Asked(rings=1), dice=GivenDice([3])).record.rules


@pytest.mark.rule("red_square", "act-table")
@pytest.mark.parametrize(
    ("number", "band"), [(-5, "below0"), (-1, "below0"), (0, "1-0"), (1, "1-0"), (2, "2+"), (7, "2+")]
)
def test_the_bands(number: int, band: str) -> None:
    assert band_of(number) == band


@pytest.mark.rule("red_square", "turn-5a-dice", "turn-5b-deductions")
def test_more_than_there_are_is_refused() -> None:
    wrong: tuple[tuple[dict[str, Any], str], ...] = (
        ({"elite": 2}, "elite"),
        ({"battalions": 2, "elite": 2, "poor": 1}, "poor"),
        ({"hid_last_turn": 2}, "hid_last_turn"),
        ({"battalions": 0}, "battalions"),
        ({"markers": -1}, "markers"),
    )
    for fields, path in wrong:
        with pytest.raises(InvalidRequestError, match=rf"\$\.{path}: .*turn-5"):
            score(1, 1, 1, **fields)


@pytest.mark.rule("red_square", "co-extra-die", "turn-5a-dice", "turn-5b-deductions", "turn-5c-rounding")
@pytest.mark.parametrize("battalions", [1, 2, 3, 4])
@pytest.mark.parametrize("co_present", [False, True])
@pytest.mark.parametrize("floor_rounding", [False, True])
def test_the_odds_are_those_of_every_face(battalions: int, co_present: bool, floor_rounding: bool) -> None:
    expected: Counter[int] = Counter()
    for faces in product(range(1, 7), repeat=battalions + co_present):
        total = sum(faces) - (min(faces) if co_present else 0) + 1 - 4 - 2 - 1 - 3
        exact = Fraction(total, battalions)
        below = floor(exact)
        expected[below + (not floor_rounding and exact - below > Fraction(1, 2))] += 1
    asked = Asked(
        battalions=battalions,
        elite=1,
        markers=4,
        bases_removed=2,
        hid_last_turn=1,
        rings=3,
        co_present=co_present,
    )
    ruleset = rs.ruleset.with_options(floor_rounding=floor_rounding, rings_deduct=True)
    found = {outcome.score: chance for outcome, chance in ruleset.odds(asked).items()}
    whole = 6 ** (battalions + co_present)
    assert found == {number: Fraction(weight, whole) for number, weight in expected.items()}


@given(
    st.integers(1, 5),
    st.integers(0, 8),
    st.lists(st.integers(1, 6), min_size=6, max_size=6),
)
@pytest.mark.rule("red_square", "co-extra-die", "turn-5b-deductions")
def test_a_co_never_harms_and_a_marker_never_helps(battalions: int, markers: int, faces: list[int]) -> None:
    fields: dict[str, Any] = {"battalions": battalions, "broken": True}
    plain = score(*faces[:battalions], markers=markers, **fields)
    led = score(*faces[: battalions + 1], markers=markers, co_present=True, **fields)
    worse = score(*faces[:battalions], markers=markers + 1, **fields)
    assert plain is not None
    assert led is not None
    assert worse is not None
    assert worse <= plain <= led


# ---------------------------------------------------------------- headquarters


def hq(*faces: int, **fields: Any) -> tuple[int | None, str, bool]:
    outcome = rs.ruleset.resolve(rs.HqActivationRequest(**fields), dice=GivenDice(list(faces))).outcome
    return outcome.score, outcome.band, outcome.commands


@pytest.mark.rule("red_square", "hq-activation")
def test_a_quiet_hq_commands_without_a_test() -> None:
    assert hq() == (None, "automatic", True)


@pytest.mark.rule("red_square", "hq-activation")
@pytest.mark.parametrize(
    ("fields", "face", "expected"),
    [
        ({"under_fire": True}, 6, (6, "2+", False)),
        ({"moves": True}, 4, (4, "2+", False)),
        ({"under_fire": True, "markers": 3}, 2, (-1, "below0", False)),
        ({"under_fire": True, "markers": 3}, 4, (1, "1-0", False)),
        ({"broken": True, "hid_last_turn": True}, 2, (1, "1-0", False)),
    ],
)
def test_an_hq_that_tests_gives_no_orders(fields: dict[str, Any], face: int, expected: tuple[Any, ...]) -> None:
    assert hq(face, **fields) == expected


@pytest.mark.rule("red_square", "hq-activation")
def test_the_odds_of_an_hq_are_those_of_its_die() -> None:
    odds = rs.ruleset.odds(rs.HqActivationRequest(under_fire=True, markers=2))
    assert {outcome.score: chance for outcome, chance in odds.items()} == {
        face - 2: Fraction(1, 6) for face in range(1, 7)
    }


@pytest.mark.rule("red_square", "hq-activation")
def test_markers_mean_that_the_hq_is_under_fire() -> None:
    with pytest.raises(
        InvalidRequestError, match=r"\$\.under_fire: an HQ with hit markers is under fire .*hq-activation"
    ):
        hq(1, markers=2)
