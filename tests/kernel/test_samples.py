"""Samples: outcomes counted, shares, standard errors worked out by hand, and their order."""

from __future__ import annotations

from array import array
from math import isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.samples import Estimate, Sample


def test_outcomes_are_counted_in_the_order_in_which_they_came_up() -> None:
    sample = Sample.of(iter("bacabb"))
    assert sample.counts == (("b", 3), ("a", 2), ("c", 1))
    assert sample.draws == 6


def test_an_estimate_is_the_share_with_its_standard_error() -> None:
    # 2 of 6; the error from (2 + 1) / (6 + 2) = 3/8: the root of 3/8 * 5/8 / 6 = 15/384.
    estimate = Sample.of("bacabb").estimate(lambda outcome: outcome == "a")
    assert isclose(estimate.value, 1 / 3)
    assert isclose(estimate.standard_error, sqrt(15 / 384))
    assert estimate.draws == 6


@pytest.mark.parametrize(("happens", "value"), [(False, 0.0), (True, 1.0)])
def test_what_never_or_always_came_up_is_not_called_certain(happens: bool, value: float) -> None:
    # From 1 / 100 or 99 / 100: the root of 99/10000 / 98.
    estimate = Sample.of([0] * 98).estimate(lambda _: happens)
    assert estimate.value == value
    assert isclose(estimate.standard_error, sqrt(99 / 980_000))


def test_the_most_frequent_come_first_and_equal_ones_in_the_order_met() -> None:
    ranked = Sample.of("dacabb").ranked()
    assert [(outcome, estimate.value) for outcome, estimate in ranked] == [
        ("a", 2 / 6),
        ("b", 2 / 6),
        ("d", 1 / 6),
        ("c", 1 / 6),
    ]


@given(outcomes=st.lists(st.integers(0, 4), min_size=1))
def test_every_draw_counts_once(outcomes: list[int]) -> None:
    sample = Sample.of(outcomes)
    assert sample.draws == len(outcomes)
    assert dict(sample.counts) == {outcome: outcomes.count(outcome) for outcome in set(outcomes)}
    for outcome, estimate in sample.ranked():
        assert estimate == sample.estimate(outcome.__eq__)
        assert estimate.value == outcomes.count(outcome) / len(outcomes)
        assert 0 < estimate.standard_error <= 0.5
    assert isclose(sum(estimate.value for _, estimate in sample.ranked()), 1)


def test_an_estimate_in_words() -> None:
    assert str(Estimate(value=0.12344, standard_error=0.0123, draws=700)) == "12.34 % +- 1.23 %"


def test_a_sample_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^a sample needs at least one outcome$"):
        Sample.of([])


def test_a_sample_is_a_table_and_places_in_it() -> None:
    sample = Sample.of("bacab")
    assert sample.outcomes == ("b", "a", "c")
    assert sample.indices.tolist() == [0, 1, 2, 1, 0]
    assert (sample[2], sample[-1], len(sample), list(sample)) == ("c", "b", 5, list("bacab"))
    with pytest.raises(IndexError):
        sample[5]


def test_what_never_came_up_may_be_in_the_table_but_is_not_counted() -> None:
    sample = Sample("xyz", array("H", [2, 0, 2]))
    assert sample.counts == (("x", 1), ("z", 2))
    assert repr(sample) == "<Sample of 3 draws, 2 different outcomes>"


def test_samples_are_equal_if_their_draws_are() -> None:
    assert Sample.of("aab") == Sample("bca", array("I", [2, 2, 0]))
    assert Sample.of("aab") != Sample.of("aba")
    assert Sample.of("aab") != Sample.of("aa")
    assert Sample.of("aab") != "aab"


def test_many_draws_are_counted_as_few_are() -> None:
    draws = "abcab" * 3_000
    assert Sample.of(draws).counts == (("a", 6_000), ("b", 6_000), ("c", 3_000))
