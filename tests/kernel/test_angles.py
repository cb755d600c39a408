"""Angles are exact, and their sines are right to the last of thirty digits."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.angles import MOST_DEGREES, SCALE, Angle, cosine, degrees, sine

ANGLES = st.integers(-800_000, 800_000).map(lambda thousandths: Angle(thousandths=thousandths))


def test_an_angle_is_exact_however_it_is_written() -> None:
    written = (degrees("22.5"), degrees(Decimal("22.50")), degrees(Fraction(45, 2)))
    assert set(written) == {Angle(thousandths=22500)}
    assert degrees("-0.001") == Angle(thousandths=-1)
    assert degrees(MOST_DEGREES) == degrees(360)


def test_arithmetic_stays_exact_and_a_bearing_is_within_one_turn() -> None:
    assert degrees(350) + degrees(20) == Angle(thousandths=370_000)
    assert (degrees(350) + degrees(20)).bearing == degrees(10)
    assert (degrees(10) - degrees(20)).bearing == degrees(350)
    assert degrees(360).bearing == degrees(0)
    assert -degrees(30) * 3 == 3 * degrees(-30) == degrees(-90)
    assert abs(degrees(-7)) == degrees(7)
    assert degrees(-7) < degrees(0) < degrees("0.001")
    assert [str(degrees(text)) for text in ("-22.5", "0", "11.25", "-0.5")] == ["-22.5°", "0°", "11.25°", "-0.5°"]


@pytest.mark.parametrize(
    ("value", "error", "message"),
    [
        (22.5, TypeError, 'a float is not exact: pass a text such as "6.5", got 22.5'),
        (math.nan, TypeError, "a float is not exact"),
        (True, TypeError, "an angle is an integer, a text, a Decimal or a Fraction, got bool"),
        (None, TypeError, "an angle is an integer, a text, a Decimal or a Fraction, got NoneType"),
        (Decimal("NaN"), ValueError, "an angle is finite, got NaN"),
        (Decimal("-Infinity"), ValueError, "an angle is finite, got -Infinity"),
        ("nan", ValueError, """an angle is a number of degrees such as "6.5", got 'nan'"""),
        ("--5", ValueError, "an angle is a number of degrees"),
        ("1e2", ValueError, "an angle is a number of degrees"),
        (361, ValueError, "an angle is at most 360 degrees"),
        ("-360.001", ValueError, "an angle is at least -360 degrees"),
        ("0.0005", ValueError, "an angle has at most three decimals, got 0.0005"),
        (Fraction(1, 3), ValueError, "an angle is a whole number of thousandths of a degree, got 1/3"),
    ],
)
def test_what_is_no_angle_is_refused(value: int, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        degrees(value)
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize("other", [1, True, "1", None])
def test_an_angle_is_no_plain_number(other: int) -> None:
    with pytest.raises(TypeError):
        _ = degrees(1) + other  # type: ignore[operator]  # that is the test
    with pytest.raises(TypeError):
        _ = degrees(1) - other  # type: ignore[operator]  # that is the test
    if other != 1 or other is True:
        with pytest.raises(TypeError):
            _ = degrees(1) * other


def root(below: int) -> int:
    """Return the square root of *below* units of 1/SCALE, in units of 1/SCALE, rounded to the nearest."""
    return (math.isqrt(4 * below * SCALE) + 1) // 2


@pytest.mark.parametrize(
    ("angle", "expected"),
    [
        ("0", 0),
        ("30", SCALE // 2),
        ("45", root(SCALE // 2)),
        ("60", root(3 * SCALE // 4)),
        ("90", SCALE),
        ("135", root(SCALE // 2)),
        ("180", 0),
        ("210", -SCALE // 2),
        ("270", -SCALE),
        ("330", -SCALE // 2),
        ("-90", -SCALE),
    ],
)
def test_sines_known_by_heart(angle: str, expected: int) -> None:
    assert sine(degrees(angle)) == expected
    assert cosine(degrees(angle) - degrees(90)) == expected


def test_the_sine_of_18_degrees_is_a_quarter_of_root_5_less_1() -> None:
    assert abs(4 * sine(degrees(18)) - (root(5 * SCALE) - SCALE)) <= 3


@given(ANGLES)
def test_sines_agree_with_floating_point_as_far_as_that_goes(angle: Angle) -> None:
    radians = math.radians(angle.thousandths / 1000)
    assert math.isclose(sine(angle) / SCALE, math.sin(radians), abs_tol=1e-12)
    assert math.isclose(cosine(angle) / SCALE, math.cos(radians), abs_tol=1e-12)


@given(ANGLES, ANGLES)
def test_sines_obey_the_addition_theorem_to_the_last_digits(one: Angle, other: Angle) -> None:
    # Each of the four factors is off by half a unit at most, so that the sum is off by two and the left side by half.
    assert abs(sine(one + other) * SCALE - (sine(one) * cosine(other) + cosine(one) * sine(other))) < 3 * SCALE
    assert abs(sine(one) ** 2 + cosine(one) ** 2 - SCALE**2) < 3 * SCALE


@given(ANGLES)
def test_sines_are_symmetric_to_the_last_digit(angle: Angle) -> None:
    assert sine(-angle) == -sine(angle)
    assert cosine(-angle) == cosine(angle)
    assert sine(degrees(90) - angle) == cosine(angle)
    assert sine(angle + degrees(180)) == -sine(angle)


@pytest.mark.parametrize("ask", [sine, cosine])
def test_the_callers_decimal_context_changes_nothing(ask: Callable[[Angle], int]) -> None:
    from rcw_rules.kernel import angles

    expected = ask(Angle(thousandths=12_345))
    angles._sine.cache_clear()
    with localcontext(prec=3):
        assert ask(Angle(thousandths=12_345)) == expected
