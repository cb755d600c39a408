"""Hexes: lines, rotation and reflection."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve
from hex_grids import (
    BOARD,
    KINDS,
    LARGE,
    Orientation,
    Shifted,
    kinds,
    lines,
    middle,
    squared,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules.kernel.geometry.hexes import HexGrid
from rcw_rules.kernel.geometry.reports import Stretch

# Plane geometry, from nothing but what is printed: columns, rows and which of them are shifted. The unit across the
# columns of flat hexes is half a side, the unit along them half a side times the square root of 3; pointy ones the
# other way round. A squared length is then a whole number: 12 between neighbours.

Point = tuple[Fraction, Fraction]


# ---------------------------------------------------------------------- lines


def nearest(grid: HexGrid, point: Point) -> set[str]:
    """Return the hexes that a point lies in, or on the edge of."""
    gaps = {}
    for label in grid.hexes:
        x, y = middle(grid, label)
        gaps[label] = squared(grid, point[0] - x, point[1] - y)
    least = min(gaps.values())
    return {label for label, gap in gaps.items() if gap == least}


def point_on(grid: HexGrid, a: str, b: str, at: Fraction) -> Point:
    (ax, ay), (bx, by) = middle(grid, a), middle(grid, b)
    return ax + (bx - ax) * at, ay + (by - ay) * at


def side_of(grid: HexGrid, a: str, b: str, label: str) -> int:
    """Return a number above 0 for a hex on the right of the line, below 0 on its left."""
    (ax, ay), (bx, by), (x, y) = middle(grid, a), middle(grid, b), middle(grid, label)
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax)


@settings(max_examples=50)
@given(case=lines())
def test_a_line_passes_through_the_hexes_that_its_points_lie_in(case: tuple[HexGrid, str, str]) -> None:
    grid, a, b = case
    line = grid.line(a, b)
    assert (line.stretches[0].begins, line.stretches[-1].ends) == (Fraction(0), Fraction(1))
    assert (line.stretches[0].places, line.stretches[-1].places) == ((a,), (b,))
    for before, stretch in pairwise(line.stretches):
        assert before.ends == stretch.begins
        assert before.places != stretch.places
    # A line may bulge over the edge of the map, so points are looked up on a map with a margin all round.
    for stretch in line.stretches:
        assert stretch.begins < stretch.ends
        here = point_on(grid, a, b, (stretch.begins + stretch.ends) / 2)
        on_map = {label for label in nearest_with_margin(grid, here) if label is not None}
        assert on_map == set(stretch.places)
        assert len(nearest_with_margin(grid, here)) == (2 if stretch.is_along_edge else 1)
        if stretch.is_along_edge:
            for place, sign in ((stretch.left, -1), (stretch.right, 1)):
                assert place is None or side_of(grid, a, b, place) * sign > 0


def nearest_with_margin(grid: HexGrid, point: Point) -> set[str | None]:
    # Two columns and two rows more on every side keep the parity.
    wide = evolve(grid, columns=grid.columns + 4, rows=grid.rows + 4)
    shift = (6, 4) if grid.orientation == "flat" else (4, 6)
    found: set[str | None] = set()
    for label in nearest(wide, (point[0] + shift[0], point[1] + shift[1])):
        column, row = int(label[:2]) - 2, int(label[2:]) - 2
        inside = 1 <= column <= grid.columns and 1 <= row <= grid.rows
        found.add(f"{column:02}{row:02}" if inside else None)
    return found


@given(case=lines())
def test_crossings_lie_between_stretches(case: tuple[HexGrid, str, str]) -> None:
    grid, a, b = case
    line = grid.line(a, b)
    expected: list[tuple[Any, Any, Fraction, str | None]] = []
    for before, after in pairwise(line.stretches):
        if before.is_along_edge or after.is_along_edge:
            expected.append((before.left, after.left, after.begins, "left"))
            expected.append((before.right, after.right, after.begins, "right"))
        else:
            expected.append((before.left, after.left, after.begins, None))
    on_map = [crossing for crossing in expected if None not in crossing[:2]]
    assert [(crossing.leaves, crossing.enters, crossing.at, crossing.side) for crossing in line.crossings] == on_map
    for crossing in line.crossings:
        assert crossing.enters in grid.neighbours(crossing.leaves)


@given(case=lines())
def test_a_line_back_is_the_same_line(case: tuple[HexGrid, str, str]) -> None:
    grid, a, b = case
    there, back = grid.line(a, b), grid.line(b, a)
    mirrored = [
        (stretch.right, stretch.left, 1 - stretch.ends, 1 - stretch.begins) for stretch in reversed(back.stretches)
    ]
    assert [(part.left, part.right, part.begins, part.ends) for part in there.stretches] == mirrored


@pytest.mark.parametrize("kind", KINDS)
def test_the_published_line(kind: tuple[Orientation, Shifted]) -> None:
    grid = LARGE[kind]
    q, r = grid.axial("1212")
    ways = ((0, 0), (0, -1), (0, -2), (1, -3), (1, -4), (1, -5))
    expected = tuple(grid.at_axial(q + way_q, r + way_r) for way_q, way_r in ways)
    assert grid.line("1212", expected[-1] or "").places == expected


def test_a_line_along_a_hexside_keeps_both_sides() -> None:
    line = BOARD.line("0505", "0705")
    assert [(part.left, part.right) for part in line.stretches] == [("0505",) * 2, ("0604", "0605"), ("0705",) * 2]
    assert [part.begins for part in line.stretches] == [0, Fraction(1, 3), Fraction(2, 3)]
    assert [(edge.leaves, edge.enters, edge.at, edge.side) for edge in line.crossings] == [
        ("0505", "0604", Fraction(1, 3), "left"),
        ("0505", "0605", Fraction(1, 3), "right"),
        ("0604", "0705", Fraction(2, 3), "left"),
        ("0605", "0705", Fraction(2, 3), "right"),
    ]


def test_a_line_through_a_corner_touches_nothing_beside_it() -> None:
    # A third of the way lies the corner of 0605, 0606 and 0706, two thirds of the way that of 0707, 0806 and 0807.
    line = BOARD.line("0505", "0908")
    assert [part.places for part in line.stretches] == [
        (label,) for label in ("0505", "0605", "0706", "0707", "0807", "0908")
    ]
    assert [part.begins for part in line.stretches[2:5]] == [Fraction(1, 3), Fraction(1, 2), Fraction(2, 3)]
    assert {edge.side for edge in line.crossings} == {None}


def test_a_line_down_a_column() -> None:
    straight = BOARD.line("0505", "0508")
    assert [part.places for part in straight.stretches] == [("0505",), ("0506",), ("0507",), ("0508",)]
    assert [part.begins for part in straight.stretches] == [0, Fraction(1, 6), Fraction(1, 2), Fraction(5, 6)]


def test_a_line_off_the_map_has_no_place_there() -> None:
    # Along the north edge two odd columns apart: the side between runs under 0201's north, where there is no hex.
    line = HexGrid(columns=3, rows=2).line("0101", "0301")
    assert [(part.left, part.right) for part in line.stretches] == [("0101",) * 2, (None, "0201"), ("0301",) * 2]
    assert [(edge.enters, edge.side) for edge in line.crossings] == [("0201", "right"), ("0301", "right")]
    holed = HexGrid(columns=1, rows=5, missing=("0102", "0103", "0104")).line("0101", "0105")
    assert [(part.left, part.right) for part in holed.stretches] == [("0101",) * 2, (None, None), ("0105",) * 2]
    assert (holed.stretches[1].begins, holed.stretches[1].ends) == (Fraction(1, 8), Fraction(7, 8))
    assert holed.crossings == ()


def test_a_line_to_its_own_hex_is_one_stretch() -> None:
    (stretch,) = BOARD.line("0505", "0505").stretches
    assert stretch == Stretch(left="0505", right="0505", begins=Fraction(0), ends=Fraction(1))


# ---------------------------------------------------------------------- rotation and reflection


Turn = Callable[[int, int], tuple[int, int]]


turns: st.SearchStrategy[tuple[Turn, bool]] = st.sampled_from(
    [
        (lambda q, r: (-r, q + r), False),  # a sixth of a turn clockwise
        (lambda q, r: (-q, -r), False),
        (lambda q, r: (r, q), True),  # a mirror
        (lambda q, r: (-q, q + r), True),
    ]
)


offsets = st.tuples(st.integers(-5, 5), st.integers(-5, 5)).filter(lambda offset: abs(sum(offset)) <= 5)


@given(kind=kinds, one=offsets, other=offsets, turn=turns)
def test_nothing_changes_when_the_plane_is_turned_or_mirrored(
    kind: tuple[Orientation, Shifted], one: tuple[int, int], other: tuple[int, int], turn: tuple[Turn, bool]
) -> None:
    grid = LARGE[kind]
    q, r = grid.axial("1313")
    move, is_mirror = turn

    def at(offset: tuple[int, int]) -> str:
        found = grid.at_axial(q + offset[0], r + offset[1])
        assert found is not None
        return found

    def moved(label: str | None) -> str:
        assert label is not None
        old_q, old_r = grid.axial(label)
        return at(move(old_q - q, old_r - r))

    a, b = at(one), at(other)
    assert grid.distance(moved(a), moved(b)) == grid.distance(a, b)
    assert {moved(label) for label in grid.within("1313", 3)} == set(grid.within("1313", 3))
    line = grid.line(moved(a), moved(b))
    sides = [(moved(part.left), moved(part.right)) for part in grid.line(a, b).stretches]
    expected = [(right, left) for left, right in sides] if is_mirror else sides
    assert [(part.left, part.right) for part in line.stretches] == expected
    if a != b:
        facing = grid.directions[0]
        ahead = grid.neighbour(a, facing)
        assert ahead is not None
        turned = grid.direction(moved(a), moved(ahead))
        assert grid.aspect(moved(a), turned, moved(b)) == grid.aspect(a, facing, b)
