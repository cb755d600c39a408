"""Lengths are exact: arithmetic on them is arithmetic on whole thousandths."""

from __future__ import annotations

import operator
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.lengths import MOST_INCHES, Inches, inches

THOUSANDTHS = st.integers(0, MOST_INCHES * 1000)
DIFFERENCES = st.integers(-(10**9), 10**9)


def length(thousandths: int) -> Inches:
    return Inches(thousandths=thousandths)


@pytest.mark.parametrize(
    ("value", "thousandths"),
    [
        (6, 6000),
        (0, 0),
        ("6", 6000),
        ("6.5", 6500),
        ("6.50", 6500),
        ("0.001", 1),
        ("6.5000000", 6500),
        (Decimal("6.5"), 6500),
        (Decimal("1.2E1"), 12000),
        (Decimal("-0.0"), 0),
        (Decimal("0E-500"), 0),
        (Fraction(13, 2), 6500),
        (Fraction(1, 8), 125),
        (MOST_INCHES, 1_000_000_000),
    ],
)
def test_inches_takes_exact_values(value: int | str | Decimal | Fraction, thousandths: int) -> None:
    assert inches(value) == length(thousandths)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("6.5555", "three decimals"),
        (Decimal("0.0001"), "three decimals"),
        (Decimal("1E-999999"), "three decimals"),
        (Fraction(1, 3), "whole number of thousandths"),
        (-1, "at least 0"),
        ("-1", "a number of inches"),
        (Decimal("-0.001"), "at least 0"),
        (MOST_INCHES + 1, "at most 1,000,000 inches"),
        (Decimal("1E+999999"), "at most 1,000,000 inches"),
        (10**1000, "at most 1,000,000 inches"),
        (Decimal("NaN"), "finite"),
        (Decimal("sNaN"), "finite"),
        (Decimal("Infinity"), "finite"),
        ("", "a number of inches"),
        ("6.", "a number of inches"),
        (" 6", "a number of inches"),
        ("6\n", "a number of inches"),
        ("٦", "a number of inches"),
        ("1e3", "a number of inches"),
        ("9" * 5000, "a number of inches"),
    ],
)
def test_inches_refuses_what_is_no_length(value: int | str | Decimal | Fraction, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        inches(value)


@pytest.mark.parametrize(("value", "message"), [(6.5, "pass a text"), (True, "got bool"), (None, "got NoneType")])
def test_inches_refuses_other_types(value: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        inches(value)


@pytest.mark.parametrize(
    ("combine", "other"),
    [(operator.add, 1), (operator.sub, 1), (operator.mul, 1.5), (operator.mul, True), (operator.lt, 7)],
)
def test_other_types_do_not_mix_with_lengths(combine: Callable[[Any, Any], Any], other: float) -> None:
    with pytest.raises(TypeError):
        combine(inches(6), other)
    with pytest.raises(TypeError):
        combine(other, inches(6))


def test_a_length_is_no_number() -> None:
    six: object = 6
    assert inches(6) != six


@pytest.mark.parametrize(
    ("thousandths", "text"),
    [(6500, "6.5 in"), (6000, "6 in"), (10_000, "10 in"), (1, "0.001 in"), (0, "0 in"), (-250, "-0.25 in")],
)
def test_a_length_is_written_without_trailing_zeros(thousandths: int, text: str) -> None:
    assert str(length(thousandths)) == text


def test_the_decimal_is_exact_whatever_the_context() -> None:
    with localcontext() as context:
        context.prec = 2
        assert str(inches("12345.678").as_decimal()) == "12345.678"


@given(THOUSANDTHS)
def test_every_way_of_writing_a_length_gives_that_length(thousandths: int) -> None:
    whole, rest = divmod(thousandths, 1000)
    expected = length(thousandths)
    assert inches(f"{whole}.{rest:03}") == expected
    assert inches(Fraction(thousandths, 1000)) == expected
    assert inches(expected.as_decimal()) == expected


@given(DIFFERENCES, DIFFERENCES, st.integers(-1000, 1000))
def test_arithmetic_order_and_hash_are_those_of_thousandths(one: int, other: int, factor: int) -> None:
    assert length(one) + length(other) == length(one + other)
    assert length(one) - length(other) == length(one - other)
    assert length(one) * factor == factor * length(one) == length(one * factor)
    assert (length(one) < length(other)) == (one < other)
    assert (length(one) >= length(other)) == (one >= other)
    assert (length(one) == length(other)) == (one == other)
    assert hash(length(one)) == hash(length(one + 0))
