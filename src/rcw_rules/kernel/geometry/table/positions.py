"""Positions on a table measured in inches, and turning, moving and measuring between them.

x grows to the east and y to the north, both from the table's south-west corner; a bearing counts clockwise from north.
Every position is a whole number of thousandths of an inch, and every result here is that of integers: the same on
every machine. Only circles are floating point: they tell quickly what is too far off to be measured.

>>> from rcw_rules.kernel.angles import degrees
>>> from rcw_rules.kernel.lengths import inches
>>> start = point(10, 10)
>>> moved(start, degrees(90), inches(3)) == point(13, 10)
True
>>> str(bearing(start, point(12, 12))), str(distance(start, point(13, 14)))
('45°', '5 in')
>>> is_within(start, degrees(0), degrees(22), point(12, 15)), is_within(start, degrees(0), degrees(21), point(12, 15))
(True, False)
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import asin, atan2, hypot, isqrt, pi
from typing import Annotated, NamedTuple

from attrs import frozen

from rcw_rules.kernel.angles import SCALE, Angle, cosine, sine
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.lengths import MOST_INCHES, Inches, coordinate

_STRAIGHT = 180_000
_CERTAIN = 0.4999


@frozen(kw_only=True, order=True)
class Point:
    """A position on the table, or beside it, where a number may be negative.

    Attributes:
        x: How far east of the south-west corner.
        y: How far north of it.
    """

    x: Annotated[Inches, Range(-MOST_INCHES, MOST_INCHES)]
    y: Annotated[Inches, Range(-MOST_INCHES, MOST_INCHES)]

    def __str__(self) -> str:
        return f"({self.x.as_decimal()}, {self.y.as_decimal()})"


class Circle(NamedTuple):
    """A circle on the table, in thousandths of an inch as floating point has them.

    Attributes:
        x: Its middle, to the east.
        y: Its middle, to the north.
        radius: Its radius.
    """

    x: float
    y: float
    radius: float

    def meets(self, other: Circle, reach: float = 0) -> bool:
        """Return whether another circle comes within so many thousandths of an inch."""
        return hypot(other.x - self.x, other.y - self.y) <= self.radius + other.radius + reach

    def may_lie_within(self, origin: Point, direction: Angle, half_angle: Angle) -> bool:
        """Return whether some of the circle may lie in an arc, to within a hundredth of a degree.

        Args:
            origin: Where the arc opens from.
            direction: The bearing that it is centred on.
            half_angle: How far it reaches to each side of that.
        """
        east, north = self.x - origin.x.thousandths, self.y - origin.y.thousandths
        far = hypot(east, north)
        if far <= self.radius:
            return True
        off = abs((atan2(east, north) * 180 / pi - direction.thousandths / 1000 + 180) % 360 - 180)
        return off <= half_angle.thousandths / 1000 + asin(self.radius / far) * 180 / pi + 0.01

    def lies_on(self, x: float, y: float, east: float, north: float, reach: float = 0) -> bool:
        """Return whether a straight line comes within so many thousandths of an inch of the circle.

        Args:
            x: Where the line starts, to the east.
            y: Where it starts, to the north.
            east: How far it goes to the east.
            north: How far it goes to the north.
            reach: How near it must come.
        """
        square = east * east + north * north
        share = ((self.x - x) * east + (self.y - y) * north) / square if square else 0
        share = min(1.0, max(0.0, share))
        return hypot(x + share * east - self.x, y + share * north - self.y) <= self.radius + reach


class Box(NamedTuple):
    """The smallest upright rectangle that holds something, in thousandths of an inch."""

    west: int
    south: int
    east: int
    north: int

    def overlaps(self, other: Box) -> bool:
        """Return whether they have more in common than an edge."""
        return (
            self.west < other.east and other.west < self.east and self.south < other.north and other.south < self.north
        )


def box_round(spots: Sequence[tuple[int, int]]) -> Box:
    """Return the smallest upright rectangle that holds some corners, given as numbers of thousandths."""
    easts, norths = zip(*spots, strict=True)
    return Box(min(easts), min(norths), max(easts), max(norths))


def circle_round(spots: Sequence[tuple[int, int]]) -> Circle:
    """Return a circle that holds some corners, given as numbers of thousandths, a little too wide."""
    easts, norths = zip(*spots, strict=True)
    x, y = (min(easts) + max(easts)) / 2, (min(norths) + max(norths)) / 2
    return Circle(x, y, hypot(max(easts) - x, max(norths) - y) + 1)


def point(x: int | str | Decimal | Fraction, y: int | str | Decimal | Fraction) -> Point:
    """Return the position so many inches east and north of the south-west corner.

    >>> str(point("6.5", 2)), str(point(-3, 4))
    ('(6.5, 2)', '(-3, 4)')

    Args:
        x: Inches east, in any form that `inches` takes; less than 0 is west of the table.
        y: Inches north, likewise.

    Raises:
        TypeError: One of them is a float or no number.
        ValueError: One of them is too long, not finite, or no whole number of thousandths.
    """
    return Point(x=coordinate(x), y=coordinate(y))


def rounded(numerator: int, denominator: int) -> int:
    """Return the quotient rounded to the nearest integer, halves away from zero.

    >>> rounded(5, 2), rounded(-5, 2), rounded(7, 3)
    (3, -3, 2)

    Args:
        numerator: What is divided.
        denominator: By what; at least 1.
    """
    nearest = (2 * abs(numerator) + denominator) // (2 * denominator)
    return -nearest if numerator < 0 else nearest


def moved(start: Point, direction: Angle, length: Inches) -> Point:
    """Return the position that is *length* from *start* in a *direction*.

    Both coordinates are rounded to the nearest thousandth, halves away from *start*.

    Args:
        start: Where from.
        direction: The bearing.
        length: How far; a negative length goes the other way.
    """
    east, north = way_along(direction, length.thousandths)
    return Point(x=Inches(thousandths=start.x.thousandths + east), y=Inches(thousandths=start.y.thousandths + north))


def way_along(direction: Angle, thousandths: int) -> tuple[int, int]:
    """Return how many thousandths of an inch to the east and to the north a way goes: what `moved` adds."""
    return rounded(thousandths * sine(direction), SCALE), rounded(thousandths * cosine(direction), SCALE)


def turned(position: Point, about: Point, angle: Angle) -> Point:
    """Return where a position comes to when it is turned about another, clockwise for a positive angle.

    Both coordinates of the way from *about* are rounded to the nearest thousandth, halves away from zero, so that
    quarter turns are exact.

    >>> from rcw_rules.kernel.angles import degrees
    >>> str(turned(point(12, 10), point(10, 10), degrees(90)))
    '(10, 8)'
    """
    east, north = _way(about, position)
    across, along = sine(angle), cosine(angle)
    return Point(
        x=Inches(thousandths=about.x.thousandths + rounded(east * along + north * across, SCALE)),
        y=Inches(thousandths=about.y.thousandths + rounded(north * along - east * across, SCALE)),
    )


def bearing(start: Point, end: Point) -> Angle:
    """Return the bearing of *end* from *start*, to the nearest thousandth of a degree.

    Raises:
        ValueError: The two are the same position.
    """
    east, north = _way(start, end)
    if not east and not north:
        raise ValueError(f"there is no bearing from {start} to itself")
    # Near a half-way mark the float is only a first guess: on which side of it the direction lies is settled by
    # integers. There it is compared at twice the angle, because half a thousandth of a degree is not an Angle.
    floating = atan2(east, north) * _STRAIGHT / pi
    guess = round(floating)
    if abs(floating - guess) < _CERTAIN:
        return Angle(thousandths=guess).bearing
    doubled = (2 * east * north, north * north - east * east)
    while _clockwise(Angle(thousandths=2 * guess + 1), doubled) > 0:
        guess += 1
    while _clockwise(Angle(thousandths=2 * guess - 1), doubled) < 0:
        guess -= 1
    return Angle(thousandths=guess).bearing


def distance(start: Point, end: Point) -> Inches:
    """Return the distance of two positions, to the nearest thousandth of an inch.

    It is the nearest integer to an exact square root, which is never half-way between two.
    """
    east, north = _way(start, end)
    square = east * east + north * north
    root = isqrt(square)
    return Inches(thousandths=root + 1 if square - root * root > root else root)


def point_along(points: Sequence[Point], length: Inches) -> Point:
    """Return the position that is so far along a line through some points.

    Each straight part is as long as `distance` says; both coordinates are rounded to the nearest thousandth, halves
    away from where the part starts.

    >>> from rcw_rules.kernel.lengths import inches
    >>> str(point_along((point(0, 0), point(4, 0), point(4, 10)), inches(6)))
    '(4, 2)'

    Args:
        points: Where the line starts, turns and ends.
        length: How far along it: from 0 to its whole length.

    Raises:
        ValueError: There are no points, or the length is negative or more than the line's.
    """
    if not points:
        raise ValueError("a line has at least 1 point, got 0")
    parts = [(start, end, distance(start, end).thousandths) for start, end in pairwise(points)]
    whole = sum(long for _, _, long in parts)
    left = length.thousandths
    if not 0 <= left <= whole:
        raise ValueError(f"the line is {Inches(thousandths=whole)} long, and {length} is not a place on it")
    for start, end, long in parts:
        if left < long:
            east, north = _way(start, end)
            return Point(
                x=Inches(thousandths=start.x.thousandths + rounded(east * left, long)),
                y=Inches(thousandths=start.y.thousandths + rounded(north * left, long)),
            )
        left -= long
    return points[-1]


def offsets(origin: Point, facing: Angle, target: Point) -> tuple[int, int]:
    """Return how far ahead and how far to the right *target* is, seen from *origin* along *facing*.

    Returns:
        Two integers in thousandths of an inch times `SCALE`, unrounded, so that their signs can be relied on: negative
        is behind, and to the left.
    """
    east, north = _way(origin, target)
    across, along = sine(facing), cosine(facing)
    return north * along + east * across, east * along - north * across


def is_within(origin: Point, facing: Angle, half_angle: Angle, target: Point) -> bool:
    """Return whether *target* is within an arc, its boundaries included.

    The angles are added first; then the side of each boundary on which the target lies is told by the sign of an
    integer. The origin itself is within.

    Args:
        origin: Where the arc opens from.
        facing: The bearing that it is centred on.
        half_angle: How far it reaches to each side of that: from 0 to 180 degrees.
        target: The position asked for.

    Raises:
        ValueError: The half angle is negative or more than 180 degrees.
    """
    if not 0 <= half_angle.thousandths <= _STRAIGHT:
        raise ValueError(f"an arc reaches from 0 to 180 degrees to each side, got {half_angle}")
    way = _way(origin, target)
    if not any(way):
        return True
    from_left = _clockwise(facing - half_angle, way)
    from_right = _clockwise(facing + half_angle, way)
    if 2 * half_angle.thousandths > _STRAIGHT:
        return not (from_left < 0 < from_right)
    # An arc without width is a ray, but the sides of its boundaries alone would make it a line.
    return from_left >= 0 >= from_right and (half_angle.thousandths > 0 or offsets(origin, facing, target)[0] > 0)


def _way(start: Point, end: Point) -> tuple[int, int]:
    return end.x.thousandths - start.x.thousandths, end.y.thousandths - start.y.thousandths


def _clockwise(direction: Angle, way: tuple[int, int]) -> int:
    """Return a positive number where a way leads clockwise of a direction, a negative one where anticlockwise."""
    east, north = way
    return east * cosine(direction) - north * sine(direction)
