"""Exact lengths on the table, in thousandths of an inch.

A length is a whole number of thousandths, so that equal lengths are equal, hash alike, and replay exactly.

>>> inches("6.5") + inches(2)
Inches(thousandths=8500)
>>> str(inches("6.5") * 2)
'13 in'
"""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from attrs import frozen

MOST_INCHES = 1_000_000
"""No length put in is longer than this: far beyond any table, and a guard against absurd numbers."""

_PER_UNIT = 1000
_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")
_LONGEST_TEXT = 40
_ONE = {"inches": "an inch", "degrees": "a degree"}
_EXACT: tuple[type, ...] = (int, str, Decimal, Fraction)


@frozen(kw_only=True)
class Inches:
    """A length, or a difference of two lengths, as a whole number of thousandths of an inch.

    Make one with `inches`, which checks what it is given. Subtraction may give a negative number.

    >>> inches(6) - inches("6.25")
    Inches(thousandths=-250)
    >>> 3 * inches("0.1") == inches("0.3")
    True

    Attributes:
        thousandths: The length in thousandths of an inch.
    """

    thousandths: int

    # Lengths are compared all the time: attrs would make tuples of the fields.

    def __lt__(self, other: Inches) -> bool:
        return self.thousandths < other.thousandths if type(other) is Inches else NotImplemented

    def __le__(self, other: Inches) -> bool:
        return self.thousandths <= other.thousandths if type(other) is Inches else NotImplemented

    def __gt__(self, other: Inches) -> bool:
        return self.thousandths > other.thousandths if type(other) is Inches else NotImplemented

    def __ge__(self, other: Inches) -> bool:
        return self.thousandths >= other.thousandths if type(other) is Inches else NotImplemented

    def __add__(self, other: Inches) -> Inches:
        if type(other) is not Inches:
            return NotImplemented
        return Inches(thousandths=self.thousandths + other.thousandths)

    def __sub__(self, other: Inches) -> Inches:
        if type(other) is not Inches:
            return NotImplemented
        return Inches(thousandths=self.thousandths - other.thousandths)

    def __mul__(self, factor: int) -> Inches:
        if type(factor) is not int:  # True is not a number of times
            return NotImplemented
        return Inches(thousandths=self.thousandths * factor)

    __rmul__ = __mul__

    def __str__(self) -> str:
        return f"{self.as_decimal()} in"

    def as_decimal(self) -> Decimal:
        """Return the number of inches, exactly and without trailing zeros.

        >>> inches("6.50").as_decimal(), inches(10).as_decimal()
        (Decimal('6.5'), Decimal('10'))
        """
        return thousandths_as_decimal(self.thousandths)


def inches(value: int | str | Decimal | Fraction) -> Inches:
    """Return the length of *value* inches, which is a whole number of thousandths from 0 to `MOST_INCHES` inches.

    >>> inches(6), inches("6.5"), inches(Fraction(1, 8))
    (Inches(thousandths=6000), Inches(thousandths=6500), Inches(thousandths=125))
    >>> inches("0.0005")
    Traceback (most recent call last):
        ...
    ValueError: a length has at most three decimals, got 0.0005

    Args:
        value: Inches, as an integer, a text such as ``"6.5"``, a decimal or a fraction.

    Returns:
        The exact length; nothing is rounded.

    Raises:
        TypeError: *value* is a float, which is seldom the number that was written, or no number at all.
        ValueError: *value* is negative, too long, not finite, or no whole number of thousandths.
    """
    thousandths = exact_thousandths(value, "length", "inches", 0, MOST_INCHES)
    return Inches(thousandths=thousandths)


def coordinate(value: int | str | Decimal | Fraction) -> Inches:
    """Return a position along an edge of the table, which may lie beyond it: `inches` that may be less than 0.

    >>> coordinate(-3), coordinate("6.5")
    (Inches(thousandths=-3000), Inches(thousandths=6500))

    Raises:
        TypeError: *value* is a float, which is seldom the number that was written, or no number at all.
        ValueError: *value* is too long, not finite, or no whole number of thousandths.
    """
    return Inches(thousandths=exact_thousandths(value, "coordinate", "inches", -MOST_INCHES, MOST_INCHES))


def exact_thousandths(value: int | str | Decimal | Fraction, noun: str, unit: str, low: int, high: int) -> int:
    """Return *value* as a whole number of thousandths; nothing is rounded.

    Args:
        value: A number of units, as an integer, a text such as ``"6.5"``, a decimal or a fraction.
        noun: What is measured, for messages: "length".
        unit: What it is measured in, for messages: "inches".
        low: The least number of units allowed, at most 0.
        high: The greatest number allowed.

    Raises:
        TypeError: *value* is a float, which is seldom the number that was written, or no number at all.
        ValueError: *value* is out of bounds, not finite, or no whole number of thousandths.
    """
    article = "an" if noun[0] in "aeiou" else "a"
    if isinstance(value, float):
        raise TypeError(f'a float is not exact: pass a text such as "6.5", got {value!r}')
    if isinstance(value, bool) or not isinstance(value, _EXACT):
        raise TypeError(f"{article} {noun} is an integer, a text, a Decimal or a Fraction, got {type(value).__name__}")
    if isinstance(value, str):
        sign = "-" if low < 0 else ""
        if len(value) > _LONGEST_TEXT or not _NUMBER.fullmatch(value.removeprefix(sign)):
            raise ValueError(f'{article} {noun} is a number of {unit} such as "6.5", got {value[:_LONGEST_TEXT]!r}')
        value = Decimal(value)
    if isinstance(value, Decimal) and not value.is_finite():
        raise ValueError(f"{article} {noun} is finite, got {value}")
    if value < low:
        raise ValueError(f"{article} {noun} is at least {low}{f' {unit}' if low else ''}")
    if value > high:
        raise ValueError(f"{article} {noun} is at most {high:,} {unit}")
    if isinstance(value, Decimal) and not _has_few_decimals(value):
        raise ValueError(f"{article} {noun} has at most three decimals, got {_shortened(value)}")
    thousandths = Fraction(value) * _PER_UNIT
    if thousandths.denominator != 1:
        raise ValueError(f"{article} {noun} is a whole number of thousandths of {_ONE[unit]}, got {_shortened(value)}")
    return thousandths.numerator


def thousandths_as_decimal(thousandths: int) -> Decimal:
    """Return a number of thousandths in whole units, exactly and without trailing zeros."""
    whole, rest = divmod(abs(thousandths), _PER_UNIT)
    sign = "-" if thousandths < 0 else ""
    # Built from text, because arithmetic on decimals rounds as the caller's context says.
    return Decimal(f"{sign}{whole}" + (f".{rest:03}".rstrip("0") if rest else ""))


def _has_few_decimals(value: Decimal) -> bool:
    """Return whether *value* has at most three decimals, trailing zeros aside, without writing out a huge power."""
    digits = value.as_tuple()
    trailing_zeros = 0
    for digit in reversed(digits.digits):
        if digit:
            break
        trailing_zeros += 1
    # Only an infinite or undefined number has an exponent that is not an integer.
    return not value or (isinstance(digits.exponent, int) and digits.exponent + trailing_zeros >= -3)


def _shortened(value: object) -> str:
    text = str(value)
    return text if len(text) <= _LONGEST_TEXT else text[: _LONGEST_TEXT - 3] + "..."
