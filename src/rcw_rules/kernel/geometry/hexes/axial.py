"""Arithmetic on a plane of hexes: distances, rings, angles and straight lines, in whole numbers and fractions.

A hex is a pair of axial coordinates, an offset another such pair. The first coordinate counts along one row of hexes,
the second along the next row clockwise but one, so that the six neighbours of (0, 0) are, clockwise, `CLOCKWISE`.
Nothing in here knows a label, an edge of a map, or which way is north.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple, TypeAlias

Axial: TypeAlias = tuple[int, int]
"""The coordinates of a hex, or the offset from one hex to another."""

CLOCKWISE: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The offsets to the six neighbours, clockwise."""

# Four times the square of the cosine, with the sign of the cosine: whole numbers for every multiple of 30 degrees.
_SIGNED_SQUARES = {0: 4, 30: 3, 60: 1, 90: 0, 120: -1, 150: -3, 180: -4}

ANGLES = tuple(_SIGNED_SQUARES)
"""The angles in degrees that can be compared exactly."""


def plus(a: Axial, b: Axial) -> Axial:
    """Return the sum of two offsets."""
    return a[0] + b[0], a[1] + b[1]


def minus(a: Axial, b: Axial) -> Axial:
    """Return the offset from *b* to *a*."""
    return a[0] - b[0], a[1] - b[1]


def length(offset: Axial) -> int:
    """Return how many steps an offset is long.

    >>> length((3, -7))
    7
    """
    q, r = offset
    return max(abs(q), abs(r), abs(q + r))


def doubled_dot(a: Axial, b: Axial) -> int:
    """Return twice the inner product of two offsets, neighbours being 1 apart."""
    return 2 * a[0] * b[0] + 2 * a[1] * b[1] + a[0] * b[1] + a[1] * b[0]


def turn_between(a: Axial, b: Axial) -> int:
    """Return a number above 0 where *b* points to the right of *a*, below 0 to its left, 0 where both are in line."""
    return a[0] * b[1] - a[1] * b[0]


def compare_angle(offset: Axial, facing: Axial, half_angle: int) -> int:
    """Compare the angle between *facing* and *offset* with *half_angle*.

    The angle is not computed: the squares of the cosines are compared, signs kept, which are whole numbers.

    Args:
        offset: Where the other hex is, not (0, 0).
        facing: One of the six neighbours' offsets.
        half_angle: One of `ANGLES`.

    Returns:
        Above 0 where the angle is smaller, 0 where both are equal, below 0 where it is larger.
    """
    product = doubled_dot(offset, facing)
    return product * abs(product) - _SIGNED_SQUARES[half_angle] * doubled_dot(offset, offset) // 2


@lru_cache(maxsize=256)
def ring_offsets(radius: int, *, has_corner_in_north: bool) -> tuple[Axial, ...]:
    """Return the offsets of every hex at a distance of *radius*, clockwise from north.

    Args:
        radius: The distance, at least 0.
        has_corner_in_north: Whether the first of `CLOCKWISE` lies due north; otherwise north is midway between the
            first and the second.
    """
    if radius == 0:
        return ((0, 0),)
    offsets: list[Axial] = []
    for corner in range(6):
        (q, r), (step_q, step_r) = CLOCKWISE[corner], CLOCKWISE[(corner + 2) % 6]
        offsets.extend((q * radius + step_q * step, r * radius + step_r * step) for step in range(radius))
    north = 0 if has_corner_in_north else (radius + 1) // 2
    return (*offsets[north:], *offsets[:north])


class Part(NamedTuple):
    """A part of a line: inside one hex, which is then both left and right, or along the common side of two.

    Attributes:
        left: The hex on the left.
        right: The hex on the right.
        begins: Where on the line the part begins, from 0 to 1.
        ends: Where it ends.
    """

    left: Axial
    right: Axial
    begins: Fraction
    ends: Fraction


@lru_cache(maxsize=4096)
def straight_line(end: Axial) -> tuple[Part, ...]:
    """Return the parts of the straight line from the centre of (0, 0) to the centre of *end*, in order.

    A line through a corner goes on in the hex that it leans to; one that leans to neither runs along their common side.
    """
    here = (0, 0)
    begins = Fraction(0)
    parts: list[Part] = []
    while here != end:
        # The side towards a neighbour is reached where the product with its offset is 1 more than at the centre.
        exits = [
            (Fraction(1 + doubled_dot(here, way), doubled_dot(end, way)), way)
            for way in CLOCKWISE
            if doubled_dot(end, way) > 0
        ]
        leaves = min(at for at, _ in exits)
        ways = [way for at, way in exits if at == leaves]
        parts.append(Part(here, here, begins, leaves))
        begins = leaves
        leaning = {way: doubled_dot(end, way) for way in ways}
        if len(ways) == 1 or leaning[ways[0]] != leaning[ways[1]]:
            here = plus(here, max(ways, key=leaning.__getitem__))
            continue
        left, right = ways if turn_between(ways[0], ways[1]) > 0 else reversed(ways)
        begins += Fraction(1, leaning[left])  # the side is as long as the way from the centre to the corner
        parts.append(Part(plus(here, left), plus(here, right), leaves, begins))
        here = plus(plus(here, left), right)
    parts.append(Part(end, end, begins, Fraction(1)))
    return tuple(parts)
