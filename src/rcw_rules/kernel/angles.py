"""Exact angles, in thousandths of a degree, and their sines to thirty digits.

Angles count clockwise, as a compass does. A sine is a whole number of units of 1/`SCALE`, worked out in
integers and never in floating point, so that whatever is turned lands in the same place on every machine.

>>> degrees(90) - degrees("22.5")
Angle(thousandths=67500)
>>> str(-degrees(45)), str((-degrees(45)).bearing)
('-45°', '315°')
>>> sine(degrees(30)) * 2 == SCALE
True
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from attrs import frozen

from rcw_rules.kernel.lengths import exact_thousandths, thousandths_as_decimal

SCALE = 10**30
"""The sine of 90 degrees."""

MOST_DEGREES = 360
"""No angle put in is greater than this, either way."""

_FULL_TURN = 360_000
_QUARTER = 90_000
_EIGHTH = 45_000
_GUARD = 10**25
_ONE = SCALE * _GUARD
_PI = 3_1415926535897932384626433832795028841971693993751058209
"""Half a turn, in units of 1/`_ONE`: 55 decimals."""


@frozen(kw_only=True, order=True)
class Angle:
    """An angle, or a difference of two angles, as a whole number of thousandths of a degree, clockwise.

    Make one with `degrees`, which checks what it is given. Arithmetic may go beyond a full turn.

    >>> (degrees(350) + degrees(20)).bearing == degrees(10)
    True

    Attributes:
        thousandths: The angle in thousandths of a degree; negative is anticlockwise.
    """

    thousandths: int

    def __add__(self, other: Angle) -> Angle:
        if type(other) is not Angle:
            return NotImplemented
        return Angle(thousandths=self.thousandths + other.thousandths)

    def __sub__(self, other: Angle) -> Angle:
        if type(other) is not Angle:
            return NotImplemented
        return Angle(thousandths=self.thousandths - other.thousandths)

    def __mul__(self, factor: int) -> Angle:
        if type(factor) is not int:  # True is not a number of times
            return NotImplemented
        return Angle(thousandths=self.thousandths * factor)

    __rmul__ = __mul__

    def __neg__(self) -> Angle:
        return Angle(thousandths=-self.thousandths)

    def __abs__(self) -> Angle:
        return Angle(thousandths=abs(self.thousandths))

    def __str__(self) -> str:
        return f"{self.as_decimal()}°"

    @property
    def bearing(self) -> Angle:
        """The same direction as an angle from 0 up to, and without, 360 degrees."""
        return Angle(thousandths=self.thousandths % _FULL_TURN)

    def as_decimal(self) -> Decimal:
        """Return the number of degrees, exactly and without trailing zeros."""
        return thousandths_as_decimal(self.thousandths)


def degrees(value: int | str | Decimal | Fraction) -> Angle:
    """Return the angle of *value* degrees, a whole number of thousandths from -360 to 360 degrees.

    >>> degrees(45), degrees("-22.5"), degrees(Fraction(1, 8))
    (Angle(thousandths=45000), Angle(thousandths=-22500), Angle(thousandths=125))
    >>> degrees(Decimal("NaN"))
    Traceback (most recent call last):
        ...
    ValueError: an angle is finite, got NaN

    Args:
        value: Degrees clockwise, as an integer, a text such as ``"22.5"``, a decimal or a fraction.

    Returns:
        The exact angle; nothing is rounded.

    Raises:
        TypeError: *value* is a float, which is seldom the number that was written, or no number at all.
        ValueError: *value* is more than a full turn, not finite, or no whole number of thousandths.
    """
    return Angle(thousandths=exact_thousandths(value, "angle", "degrees", -MOST_DEGREES, MOST_DEGREES))


def sine(angle: Angle) -> int:
    """Return the sine of *angle* in units of 1/`SCALE`, rounded to the nearest; that of quarter turns is exact."""
    return _sine(angle.thousandths % _FULL_TURN)


def cosine(angle: Angle) -> int:
    """Return the cosine of *angle* in units of 1/`SCALE`, rounded to the nearest; that of quarter turns is exact."""
    return _sine((angle.thousandths + _QUARTER) % _FULL_TURN)


@lru_cache(maxsize=32768)
def _sine(thousandths: int) -> int:
    if thousandths >= 2 * _QUARTER:
        return -_sine(thousandths - 2 * _QUARTER)
    if thousandths > _QUARTER:
        thousandths = 2 * _QUARTER - thousandths
    # Up to 45 degrees the series is short; beyond, and at 45 itself, sine and cosine are the other's.
    radians = _PI * min(thousandths, _QUARTER - thousandths) // (2 * _QUARTER)
    return (_series(radians, radians, 1) if thousandths < _EIGHTH else _series(radians, _ONE, 0)) // _GUARD


def _series(radians: int, term: int, power: int) -> int:
    """Return the alternating power series that begins with *term*, the *power*-th power of *radians*.

    All of them are in units of 1/`_ONE`; half a unit of 1/`SCALE` is added, so that what is cut off rounds.
    """
    square = radians * radians // _ONE
    total = term + _GUARD // 2
    while term:
        term = -term * square // (_ONE * (power + 1) * (power + 2))
        total += term
        power += 2
        if term == -1:  # rounded down, it would never reach 0
            break
    return total
