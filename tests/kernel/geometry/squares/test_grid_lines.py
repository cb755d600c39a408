"""Squares: lines, lines of sight, moves and bad input."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from square_grids import (
    BOARD,
    FACINGS,
    around,
    blocking,
    centre,
    facings,
    half_angles,
    offset,
    one,
    squares,
)

from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.geometry.reports import EdgeCrossing, Line, Stretch
from rcw_rules.kernel.geometry.squares import Facing, HalfAngle, Square


def slow_line(a: Square, b: Square) -> set[tuple[Square, Fraction, Fraction, bool]]:
    """Clip the line against every square near it: the square, where in it the line begins and ends, and whether inside.

    Two columns and one row more than the ends span are near enough.
    """
    (x, y), (east, north) = centre(a), offset(a, b)
    found: set[tuple[Square, Fraction, Fraction, bool]] = set()
    for row in range(min(a[1], b[1]) - 1, max(a[1], b[1]) + 2):
        for column in range(min(a[0], b[0]) - 2, max(a[0], b[0]) + 3):
            middle_x, middle_y = centre((column, row))
            begins, ends, inside = Fraction(0), Fraction(1), True
            for start, moved, middle in ((x, east, middle_x), (y, north, middle_y)):
                low, high = middle - 1 - start, middle + 1 - start
                if moved == 0:
                    if not low <= 0 <= high:
                        ends = Fraction(-1)
                    inside = inside and low < 0 < high
                else:
                    one, other = sorted((Fraction(low, moved), Fraction(high, moved)))
                    begins, ends = max(begins, one), min(ends, other)
            if begins < ends:
                found.add(((column, row), begins, ends, inside))
    return found


# --- Lines --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "between"),
    [
        ((0, 0), (3, 0), [(1, 0), (2, 0)]),
        ((0, 0), (2, 1), [(1, 0), (1, 1)]),
        ((0, 0), (1, 1), [(1, 0), (0, 1)]),
        ((0, 0), (0, 2), [(None, (0, 1))]),
        ((0, 0), (0, 4), [(None, (0, 1)), (0, 2), (None, (0, 3))]),
        ((0, 4), (0, 2), [((0, 3), None)]),  # seen from the north, east is on the left
        ((0, 0), (1, 0), []),
        ((5, 5), (5, 5), []),
    ],
)
def test_what_lies_between_worked_by_hand(a: Square, b: Square, between: list[object]) -> None:
    line = BOARD.line(a, b)
    assert [
        (stretch.left, stretch.right) if stretch.is_along_edge else stretch.left for stretch in line.between
    ] == between


def test_a_line_north_runs_along_an_edge_and_crosses_on_either_side() -> None:
    quarter = Fraction(1, 4)
    line = BOARD.line((4, 0), (4, 2))
    assert line.stretches == (
        Stretch(left=(4, 0), right=(4, 0), begins=0 * quarter, ends=quarter),
        Stretch(left=(3, 1), right=(4, 1), begins=quarter, ends=3 * quarter),
        Stretch(left=(4, 2), right=(4, 2), begins=3 * quarter, ends=4 * quarter),
    )
    assert line.crossings == (
        EdgeCrossing(leaves=(4, 0), enters=(3, 1), at=quarter, side="left"),
        EdgeCrossing(leaves=(4, 0), enters=(4, 1), at=quarter, side="right"),
        EdgeCrossing(leaves=(3, 1), enters=(4, 2), at=3 * quarter, side="left"),
        EdgeCrossing(leaves=(4, 1), enters=(4, 2), at=3 * quarter, side="right"),
    )


def test_a_line_through_a_corner_passes_between_two_squares_that_share_an_edge() -> None:
    # To (4, 4) in half squares it goes through the corners (1, 1) and (3, 3), at which (1, 0) and (1, 2) have theirs
    # too, and over the edge in the row between at (2, 2).
    line = BOARD.line((0, 0), (2, 2))
    assert line.places == ((0, 0), (0, 1), (1, 1), (2, 2))
    assert [(crossing.leaves, crossing.enters, crossing.at, crossing.side) for crossing in line.crossings] == [
        ((0, 0), (0, 1), Fraction(1, 4), None),
        ((0, 1), (1, 1), Fraction(1, 2), None),
        ((1, 1), (2, 2), Fraction(3, 4), None),
    ]


@given(a=squares, b=squares)
def test_lines_against_every_square_clipped(a: Square, b: Square) -> None:
    line = BOARD.line(a, b)
    found = {
        (place, stretch.begins, stretch.ends, not stretch.is_along_edge)
        for stretch in line.stretches
        for place in stretch.places
    }
    assert found == {piece for piece in slow_line(a, b) if BOARD.has(piece[0])}


@given(a=squares, b=squares)
def test_lines_are_whole_and_cross_where_they_pass(a: Square, b: Square) -> None:
    line = BOARD.line(a, b)
    first, last = line.stretches[0], line.stretches[-1]
    assert (line.start, first.places, first.begins) == (a, (a,), Fraction(0))
    assert (line.end, last.places, last.ends) == (b, (b,), Fraction(1))
    expected: set[tuple[Square | None, Square | None, Fraction, str | None]] = set()
    for before, after in pairwise(line.stretches):
        assert before.ends == after.begins
        assert before.begins < before.ends
        if before.is_along_edge or after.is_along_edge:
            if before.left is not None and after.left is not None:
                expected.add((before.left, after.left, after.begins, "left"))
            if before.right is not None and after.right is not None:
                expected.add((before.right, after.right, after.begins, "right"))
        else:
            expected.add((before.left, after.left, after.begins, None))
    assert {(found.leaves, found.enters, found.at, found.side) for found in line.crossings} == expected
    assert [found.at for found in line.crossings] == sorted(found.at for found in line.crossings)
    assert all(found.enters in around(found.leaves).values() for found in line.crossings)
    for stretch in line.stretches:
        if stretch.left is not None and stretch.right is not None and stretch.is_along_edge:
            assert abs(stretch.left[0] - stretch.right[0]) == 1
            assert offset(a, stretch.left)[0] * (b[1] - a[1]) < 0  # the left is the west of a line to the north


@given(a=squares, b=squares)
def test_only_along_the_edge_of_the_board_is_a_line_beside_no_square(a: Square, b: Square) -> None:
    for stretch in BOARD.line(a, b).stretches:
        assert stretch.places
        assert all(map(BOARD.has, stretch.places))
        if None in (stretch.left, stretch.right):
            assert BOARD.centre(a)[0] == BOARD.centre(b)[0]
            assert stretch.places[0][0] in (0, 11)
            assert not stretch.counts(lambda square: True)


Mapped = Callable[[Square], Square]


def mapped(line: Line[Square], image: Mapped, *, mirrors: bool, reverses: bool = False) -> object:
    """Return what a line would be under a symmetry of the grid, in a form to compare."""

    def at(where: Fraction) -> Fraction:
        return 1 - where if reverses else where

    def side(left: Any, right: Any) -> tuple[Any, Any]:
        return (right, left) if mirrors else (left, right)

    return (
        {
            (*side(image(found.left), image(found.right)), *sorted((at(found.begins), at(found.ends))))
            for found in line.stretches
            if found.left is not None and found.right is not None
        },
        {
            (
                *(
                    (image(found.enters), image(found.leaves))
                    if reverses
                    else (image(found.leaves), image(found.enters))
                ),
                at(found.at),
                found.side and side(found.side, {"left": "right", "right": "left"}[found.side])[0],
            )
            for found in line.crossings
        },
    )


def same(square: Square) -> Square:
    return square


def half_turn(square: Square) -> Square:
    return 11 - square[0], 9 - square[1]


def east_for_west(square: Square) -> Square:
    return (10 if square[1] % 2 else 11) - square[0], square[1]


def north_for_south(square: Square) -> Square:
    return square[0], 8 - square[1]


SYMMETRIES: list[tuple[Mapped, bool, dict[str, str]]] = [
    (half_turn, False, dict(zip(FACINGS, FACINGS[4:] + FACINGS[:4], strict=True))),
    (east_for_west, True, dict(zip(FACINGS, ["N", "NW", "W", "SW", "S", "SE", "E", "NE"], strict=True))),
    (north_for_south, True, dict(zip(FACINGS, ["S", "SE", "E", "NE", "N", "NW", "W", "SW"], strict=True))),
]


@given(
    a=st.tuples(st.integers(1, 10), st.integers(0, 8)),  # beside the edge of the board, an image has other sides
    b=st.tuples(st.integers(1, 10), st.integers(0, 8)),
    facing=facings,
    half_angle=half_angles,
    symmetry=st.sampled_from(SYMMETRIES),
)
def test_nothing_changes_under_the_symmetries_of_the_grid(
    a: Square, b: Square, facing: Facing, half_angle: HalfAngle, symmetry: tuple[Mapped, bool, dict[str, Any]]
) -> None:
    image, mirrors, faces = symmetry
    assert BOARD.distance(image(a), image(b)) == BOARD.distance(a, b)
    assert BOARD.in_arc(image(a), faces[facing], image(b), half_angle) == BOARD.in_arc(a, facing, b, half_angle)
    if a != b:
        assert BOARD.aspect(image(a), faces[facing], image(b)) == BOARD.aspect(a, facing, b)
    moved = BOARD.line(image(a), image(b))
    assert mapped(moved, same, mirrors=False) == mapped(BOARD.line(a, b), image, mirrors=mirrors)


@given(a=squares, b=squares)
def test_a_line_back_is_the_line_turned_round(a: Square, b: Square) -> None:
    # Looking back, left is right: turning a line round mirrors it as well.
    back = mapped(BOARD.line(b, a), same, mirrors=True, reverses=True)
    assert back == mapped(BOARD.line(a, b), same, mirrors=False)


# --- Bad input ----------------------------------------------------------------------------------------------------

NOWHERE: Any = (12, 0)


SIDEWAYS: Any = "EN"


NORTHERLY: Any = "North"


@pytest.mark.parametrize(
    "ask",
    [
        lambda: BOARD.neighbours(NOWHERE),
        lambda: BOARD.neighbour(NOWHERE, "E"),
        lambda: BOARD.direction((0, 0), NOWHERE),
        lambda: BOARD.distance(NOWHERE, (0, 0)),
        lambda: BOARD.ring(NOWHERE, 1),
        lambda: BOARD.within(NOWHERE, 1),
        lambda: BOARD.distance_to_edge(NOWHERE, "north"),
        lambda: BOARD.in_arc((0, 0), "N", NOWHERE),
        lambda: BOARD.arc(NOWHERE, "N", within=1),
        lambda: BOARD.faced(NOWHERE, "N"),
        lambda: BOARD.aspect(NOWHERE, "N", (0, 0)),
        lambda: BOARD.aspect((0, 0), "N", NOWHERE),
        lambda: BOARD.line((0, 0), NOWHERE),
        lambda: BOARD.line_of_sight(NOWHERE, (0, 0), blocking()),
        lambda: BOARD.reachable(NOWHERE, 1),
        lambda: BOARD.reachable(NOWHERE, 1, lambda square: ()),
        lambda: BOARD.path(NOWHERE, (0, 0)),
        lambda: BOARD.path((0, 0), NOWHERE),
        lambda: BOARD.moves((NOWHERE, "N"), one),
        lambda: BOARD.centre(NOWHERE),
        lambda: BOARD.corners(NOWHERE),
    ],
)
def test_squares_off_the_board_are_refused(ask: Callable[[], object]) -> None:
    with pytest.raises(UnknownNameError) as caught:
        ask()
    assert str(caught.value) == "unknown square '(12, 0)'; did you mean '(11, 0)'?"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: BOARD.turned(SIDEWAYS, 1), "unknown facing 'EN'; did you mean 'N' or 'E'?"),
        (lambda: BOARD.eighths_between("N", NORTHERLY), "unknown facing 'North'"),
        (lambda: BOARD.faced((0, 0), NORTHERLY), "unknown facing 'North'"),
        (lambda: BOARD.in_arc((0, 0), NORTHERLY, (1, 0)), "unknown facing 'North'"),
        (lambda: BOARD.aspect((0, 0), NORTHERLY, (1, 0)), "unknown facing 'North'"),
        (lambda: BOARD.moves(((0, 0), NORTHERLY), one), "unknown facing 'North'"),
        (lambda: BOARD.neighbour((0, 0), NORTHERLY), "unknown direction 'North'"),
        (lambda: BOARD.edge(NORTHERLY), "unknown edge of the board 'North'; did you mean 'north' or 'south'?"),
        (lambda: BOARD.distance_to_edge((0, 0), NORTHERLY), "unknown edge of the board 'North'"),
    ],
)
def test_unknown_names_are_refused(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        ask()
    assert str(caught.value).startswith(message)


NARROW: Any = 30


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: BOARD.direction((4, 2), (4, 4)), "squares (4, 2) and (4, 4) are not neighbours; they are 2 apart"),
        (lambda: BOARD.direction((4, 2), (4, 2)), "squares (4, 2) and (4, 2) are not neighbours; they are 0 apart"),
        (lambda: BOARD.ring((0, 0), -1), "a distance is at least 0, got -1"),
        (lambda: BOARD.within((0, 0), -1), "a distance is at least 0, got -1"),
        (lambda: BOARD.arc((0, 0), "N", within=-1), "a distance is at least 0, got -1"),
        (lambda: BOARD.arc((0, 0), "N", NARROW, within=0), "half the angle of an arc is 45 or 90 degrees, got 30"),
        (
            lambda: BOARD.in_arc((0, 0), "N", (1, 0), NARROW),
            "half the angle of an arc is 45 or 90 degrees, got 30",
        ),
        (lambda: BOARD.aspect((4, 2), "N", (4, 2)), "a thing in square (4, 2) shows no side to its own square"),
        (lambda: BOARD.reachable((0, 0), -1), "a budget is at least 0, got -1"),
    ],
)
def test_impossible_numbers_are_refused(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=r"^.") as caught:
        ask()
    assert str(caught.value) == message
