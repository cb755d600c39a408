"""Distributions hold exact fractions: expected values are counted by hand, laws are held for any weights."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from itertools import pairwise, product
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.distributions import Comparison, Distribution, percent

icepool: Any = import_module("icepool")  # its types trouble both checkers

HALF = Fraction(1, 2)
COIN = Distribution({"heads": 1, "tails": 1})
DIE = Distribution(dict.fromkeys(range(1, 7), 1))


def same(value: int) -> int:
    return value


def weights_of(outcomes: st.SearchStrategy[int]) -> st.SearchStrategy[dict[int, int]]:
    return st.dictionaries(outcomes, st.integers(1, 50), min_size=1, max_size=6)


distributions = weights_of(st.integers(-5, 5)).map(Distribution)
functions = st.lists(st.integers(-2, 2), min_size=11, max_size=11).map(
    lambda images: cast("Callable[[int], int]", lambda outcome: images[outcome + 5])
)


# ------------------------------------------------------------------ what it holds


def test_weights_are_kept_in_lowest_terms_and_in_order() -> None:
    distribution = Distribution({"rout": 4, "stand": 6})
    assert distribution.pairs == (("rout", 2), ("stand", 3))
    assert distribution.total == 5
    assert distribution.outcomes == ("rout", "stand")
    assert list(distribution) == ["rout", "stand"]
    assert list(distribution.items()) == [("rout", Fraction(2, 5)), ("stand", Fraction(3, 5))]
    assert len(distribution) == 2
    assert repr(distribution) == "<Distribution of 2 outcomes>"


@pytest.mark.parametrize("weights", [{}, {"a": 0}, {"a": 2, "b": 0}, {"a": 2, "b": -1}])
def test_weights_of_nothing_or_not_above_0_are_refused(weights: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="at least one outcome, and weights above 0"):
        Distribution(weights)


def test_probabilities() -> None:
    assert DIE[6] == Fraction(1, 6)
    assert DIE[7] == 0
    assert DIE.probability(6) == Fraction(1, 6)
    assert DIE.probability(lambda face: face >= 5) == Fraction(1, 3)
    assert DIE.probability(lambda face: face > 6) == 0
    assert DIE.probability(lambda face: face < 7) == 1


def test_equality_is_that_of_probabilities_not_of_order_or_scale() -> None:
    one, other = Distribution({"a": 1, "b": 2}), Distribution({"b": 20, "a": 10})
    assert one == other
    assert hash(one) == hash(other)
    assert one != Distribution({"a": 2, "b": 1})
    assert one != Distribution({"a": 1, "b": 1, "c": 1})
    assert one != {"a": Fraction(1, 3), "b": Fraction(2, 3)}


def test_expectation_and_variance_of_a_die() -> None:
    assert DIE.expectation(same) == Fraction(7, 2)
    assert DIE.variance(same) == Fraction(35, 12)
    assert DIE.expectation(lambda face: Fraction(face, 3)) == Fraction(7, 6)
    assert COIN.variance(lambda side: 5) == 0


def test_expectation_weighs_outcomes() -> None:
    assert Distribution({0: 3, 8: 1}).expectation(same) == 2
    assert Distribution({0: 3, 8: 1}).variance(same) == 12  # 3/4 * 2^2 + 1/4 * 6^2


# ------------------------------------------------------------------ making others of it


def test_map_merges_equal_results() -> None:
    assert DIE.map(lambda face: face >= 5).pairs == ((False, 2), (True, 1))


def test_group_splits_and_normalises() -> None:
    groups = DIE.group(lambda face: face >= 5)
    assert list(groups) == [False, True]
    assert groups[True] == Distribution({5: 1, 6: 1})
    assert groups[False] == Distribution({1: 1, 2: 1, 3: 1, 4: 1})


def test_given_is_a_conditional_probability() -> None:
    assert DIE.given(lambda face: face % 2 == 0)[6] == Fraction(1, 3)


def test_what_cannot_happen_cannot_be_given() -> None:
    with pytest.raises(ValueError, match="cannot happen"):
        DIE.given(lambda face: face > 6)


def test_then_weighs_what_follows_by_what_went_before() -> None:
    # A head throws a die; a tail is 1. So 1 comes up with 1/2 * 1/6 + 1/2.
    result = COIN.then(lambda side: DIE if side == "heads" else Distribution({1: 1}))
    assert result[1] == Fraction(7, 12)
    assert result[6] == Fraction(1, 12)


def test_two_dice_as_icepool_has_them() -> None:
    two = DIE.then(lambda first: DIE.map(lambda second: first + second))
    oracle = icepool.d(6) + icepool.d(6)
    assert dict(two.items()) == {total: Fraction(oracle.quantity(total), 36) for total in range(2, 13)}


# ------------------------------------------------------------------ comparing


def test_compare_two_dice() -> None:
    comparison = DIE.compare(DIE, same)
    assert comparison == Comparison(higher=Fraction(15, 36), equal=Fraction(6, 36), lower=Fraction(15, 36))


def test_compare_by_a_value_of_the_outcome() -> None:
    small = Distribution({1: 1, 2: 1})
    comparison = DIE.compare(small, lambda face: face // 2)
    # 1 -> 0, 2 and 3 -> 1, 4 and 5 -> 2, 6 -> 3 against 1 -> 0, 2 -> 1.
    pairs = [(face // 2, other // 2) for face, other in product(range(1, 7), (1, 2))]
    assert comparison.higher == Fraction(sum(one > two for one, two in pairs), 12) == Fraction(8, 12)
    assert comparison.equal == Fraction(3, 12)
    assert comparison.lower == Fraction(1, 12)


def test_distance() -> None:
    loaded = Distribution({1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 5})
    assert DIE.distance(DIE) == 0
    assert DIE.distance(loaded) == HALF - Fraction(1, 6)  # the largest difference is that of a 6
    assert Distribution({"a": 1}).distance(Distribution({"b": 1})) == 1


def test_most_likely_and_ranked_keep_the_order_of_equals() -> None:
    distribution = Distribution({"a": 1, "b": 2, "c": 2})
    assert distribution.most_likely() == "b"
    assert distribution.ranked() == [("b", Fraction(2, 5)), ("c", Fraction(2, 5)), ("a", Fraction(1, 5))]


# ------------------------------------------------------------------ showing


@pytest.mark.parametrize(
    ("probability", "shown"),
    [
        (Fraction(0), "0 %"),
        (Fraction(1, 10**9), "<0.01 %"),
        (Fraction(1, 10_000), "0.01 %"),
        (Fraction(1, 8), "12.50 %"),
        (Fraction(2, 3), "66.67 %"),
        (Fraction(101, 2000), "5.05 %"),
        (Fraction(9_999, 10_000), "99.99 %"),
        (1 - Fraction(1, 10**9), ">99.99 %"),
        (Fraction(1), "100 %"),
    ],
)
def test_percentages(probability: Fraction, shown: str) -> None:
    assert percent(probability) == shown


@given(st.fractions(0, 1))
def test_only_what_is_certain_is_called_so(probability: Fraction) -> None:
    assert (percent(probability) == "100 %") == (probability == 1)
    assert (percent(probability) == "0 %") == (probability == 0)
    assert not percent(probability).startswith(("100.", "0.00"))


def test_the_table_is_ranked_aligned_and_exact() -> None:
    distribution = Distribution({"routs": 1, "stands": 8, "shaken": 3})
    assert distribution.text().splitlines() == [
        "66.67 %   2/3  stands",
        "25.00 %   1/4  shaken",
        " 8.33 %  1/12  routs",
    ]


def test_the_table_stays_aligned_next_to_almost_certain_outcomes() -> None:
    assert Distribution({"a": 1, "b": 10**9 - 1}).text(str.upper).splitlines() == [
        ">99.99 %  999999999/1000000000  B",
        " <0.01 %          1/1000000000  A",
    ]


def test_the_table_sums_up_what_it_leaves_out() -> None:
    distribution = Distribution({"a": 1, "b": 2, "c": 3})
    assert distribution.text(most=1).splitlines()[1:] == ["50.00 %  1/2  2 other outcomes"]
    assert distribution.text(most=2).splitlines()[2:] == ["16.67 %  1/6  1 other outcome"]
    assert distribution.text(most=3) == distribution.text()


def test_a_notebook_shows_escaped_html() -> None:
    html = Distribution({"<b>": 1, "A & B": 10**9})._repr_html_()
    assert "<td>&lt;b&gt;</td>" in html
    assert "<td>A &amp; B</td>" in html
    assert "<td>&lt;0.01 %</td>" in html
    assert "<td>&gt;99.99 %</td>" in html
    assert html.index("A &amp; B") < html.index("&lt;b&gt;")
    assert html.count("<tr>") == 3


def test_a_notebook_shows_at_most_40_rows() -> None:
    html = Distribution(dict.fromkeys(range(100), 1))._repr_html_()
    assert "<td>60 other outcomes</td>" in html
    assert html.count("<tr>") == 1 + 40 + 1


# ------------------------------------------------------------------ laws


@given(distributions)
def test_probabilities_sum_to_1(distribution: Distribution[int]) -> None:
    assert sum(probability for _, probability in distribution.items()) == 1
    assert distribution.total == sum(weight for _, weight in distribution.pairs)


@given(weights_of(st.integers(-5, 5)), st.integers(1, 9))
def test_a_common_factor_changes_nothing(weights: dict[int, int], factor: int) -> None:
    scaled = Distribution({outcome: weight * factor for outcome, weight in weights.items()})
    assert scaled.pairs == Distribution(weights).pairs
    assert scaled == Distribution(dict(reversed(weights.items())))


@given(distributions, functions)
def test_map_preserves_probability(distribution: Distribution[int], function: Callable[[int], int]) -> None:
    image = distribution.map(function)
    assert sum(probability for _, probability in image.items()) == 1
    for outcome in range(-2, 3):
        assert image[outcome] == sum(p for source, p in distribution.items() if function(source) == outcome)


@given(distributions, functions)
def test_the_law_of_total_expectation(distribution: Distribution[int], key: Callable[[int], int]) -> None:
    keys = distribution.map(key)
    parts = distribution.group(key)
    assert set(parts) == set(keys)
    assert distribution.expectation(same) == sum(keys[value] * parts[value].expectation(same) for value in parts)


@given(distributions, functions)
def test_a_group_is_what_is_given(distribution: Distribution[int], key: Callable[[int], int]) -> None:
    for value, part in distribution.group(key).items():
        assert part == distribution.given(lambda outcome, value=value: key(outcome) == value)  # type: ignore[misc]  # mypy infers no lambda with a default


@given(distributions, distributions)
def test_compare_is_symmetric(one: Distribution[int], other: Distribution[int]) -> None:
    forth, back = one.compare(other, same), other.compare(one, same)
    assert (forth.higher, forth.equal, forth.lower) == (back.lower, back.equal, back.higher)
    assert forth.higher + forth.equal + forth.lower == 1


@given(distributions, distributions)
def test_compare_is_that_of_every_pair(one: Distribution[int], other: Distribution[int]) -> None:
    higher = sum(p * q for (x, p), (y, q) in product(one.items(), other.items()) if x > y)
    equal = sum(p * q for (x, p), (y, q) in product(one.items(), other.items()) if x == y)
    assert (one.compare(other, same).higher, one.compare(other, same).equal) == (higher, equal)


@given(distributions, functions)
def test_then_with_point_masses_is_map(distribution: Distribution[int], function: Callable[[int], int]) -> None:
    assert distribution.then(lambda outcome: Distribution({function(outcome): 1})) == distribution.map(function)


@given(distributions, st.lists(distributions, min_size=11, max_size=11))
def test_then_is_the_sum_over_both(distribution: Distribution[int], following: list[Distribution[int]]) -> None:
    result = distribution.then(lambda outcome: following[outcome + 5])
    for value in range(-5, 6):
        assert result[value] == sum(p * following[outcome + 5][value] for outcome, p in distribution.items())


@given(distributions, distributions)
def test_distance_is_the_largest_difference_of_any_event(one: Distribution[int], other: Distribution[int]) -> None:
    every = sorted({*one, *other})
    events = [
        {o for o, is_in in zip(every, mask, strict=True) if is_in} for mask in product((False, True), repeat=len(every))
    ]
    differences = [abs(sum((one[o] - other[o] for o in event), Fraction(0))) for event in events]
    assert one.distance(other) == max(differences) == other.distance(one)


@given(distributions)
def test_variance_by_its_other_formula(distribution: Distribution[int]) -> None:
    mean = distribution.expectation(same)
    assert distribution.variance(same) == distribution.expectation(lambda value: value**2) - mean**2


@given(distributions)
def test_ranked_lists_everything_once_and_falls(distribution: Distribution[int]) -> None:
    ranked = distribution.ranked()
    assert sorted(ranked) == sorted(distribution.items())
    assert all(one[1] >= two[1] for one, two in pairwise(ranked))
    assert ranked[0][0] == distribution.most_likely()
