"""Where the corners of bases are, in plain numbers: thousandths of an inch to the east and to the north.

What a base is like, seen from the middle of its front edge, depends only on its size and its facing, so it is worked
out once for all that are alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from rcw_rules.kernel.angles import SCALE, Angle, cosine, sine
from rcw_rules.kernel.geometry.table.positions import Circle, Point, circle_round, rounded
from rcw_rules.kernel.lengths import Inches

Spots: TypeAlias = tuple[tuple[int, int], ...]
"""Positions, each so far to the east and so far to the north."""


@lru_cache(maxsize=16384)
def places_in_line(count: int, abreast: int, facing: int, frontage: int, depth: int) -> tuple[tuple[int, int], ...]:
    """Return how far each base of a group in ranks is from the middle of its front, to the east and to the north."""
    found: list[tuple[int, int]] = []
    for number in range(count):
        rank, place = divmod(number, abreast)
        standing = min(abreast, count - rank * abreast)
        found.append(offset(facing, (2 * place + 1 - standing) * frontage, -2 * rank * depth))
    return tuple(found)


@lru_cache(maxsize=16384)
def circle_about(facing: int, frontage: int, depth: int) -> Circle:
    """Return a circle that holds a base, its middle told from that of the front of the base."""
    return circle_round(corners_about(facing, frontage, depth))


@lru_cache(maxsize=16384)
def corners_about(facing: int, frontage: int, depth: int) -> tuple[tuple[int, int], ...]:
    """Return how far the corners of a base, clockwise from front left, are from the middle of its front."""
    across, along, unit = sine(Angle(thousandths=facing)), cosine(Angle(thousandths=facing)), 2 * SCALE
    east, south = frontage * along, frontage * across  # from the middle of the front to its right end, doubled
    back_east, back_north = -2 * depth * across, -2 * depth * along
    right, down = rounded(east, unit), rounded(south, unit)
    return (
        (-right, down),
        (right, -down),
        (rounded(east + back_east, unit), rounded(back_north - south, unit)),
        (rounded(back_east - east, unit), rounded(back_north + south, unit)),
    )


@lru_cache(maxsize=16384)
def offset(facing: int, twice_right: int, twice_ahead: int) -> tuple[int, int]:
    """Return how far to the east and to the north half so many thousandths to the right and ahead lead."""
    across, along = sine(Angle(thousandths=facing)), cosine(Angle(thousandths=facing))
    return (
        rounded(twice_right * along + twice_ahead * across, 2 * SCALE),
        rounded(twice_ahead * along - twice_right * across, 2 * SCALE),
    )


def convex_outline(points: Iterable[Point]) -> tuple[Point, ...]:
    """Return the corners of the smallest convex outline round some points, clockwise from the westernmost.

    Of several westernmost corners the southernmost comes first. Points that lie on an edge are left out.
    """
    return tuple(map(point_at, hull((one.x.thousandths, one.y.thousandths) for one in points)))


def point_at(spot: tuple[int, int]) -> Point:
    """Return a position given in plain numbers."""
    return Point(x=Inches(thousandths=spot[0]), y=Inches(thousandths=spot[1]))


def hull(points: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the corners of the smallest convex outline round some positions, as `convex_outline` does."""
    spots = sorted(set(points))

    def half(way: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        turns: list[tuple[int, int]] = []
        for x, y in way:
            while len(turns) > 1:
                (x0, y0), (x1, y1) = turns[-2:]
                if (x1 - x0) * (y - y0) - (y1 - y0) * (x - x0) < 0:
                    break
                turns.pop()
            turns.append((x, y))
        return turns

    return half(spots)[:-1] + half(spots[::-1])[:-1] if len(spots) > 1 else spots


def is_deep(first: Spots, second: Spots, touching: int) -> bool:
    """Return whether two rectangles, told by their corners, would have to move by more than *touching* to lie clear."""
    for outline in (first, second):
        for (x0, y0), (x1, y1) in pairwise(outline[:3]):  # the other two edges are parallel to these
            across, along = y0 - y1, x1 - x0
            here = [x * across + y * along for x, y in first]
            there = [x * across + y * along for x, y in second]
            common = min(max(here), max(there)) - max(min(here), min(there))
            if common <= 0 or common**2 <= touching**2 * (across**2 + along**2):
                return False
    return True
