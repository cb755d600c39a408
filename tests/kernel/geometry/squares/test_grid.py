"""Squares in offset rows: neighbours, distances, facings, arcs, aspects, lines, sights, moves, and bad input."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.errors import InvalidRequestError, UnknownNameError
from rcw_rules.kernel.geometry import search
from rcw_rules.kernel.geometry.reports import Aspect, EdgeCrossing, Line, Obstacle, Stretch
from rcw_rules.kernel.geometry.squares import Facing, HalfAngle, Placement, Square, SquareDirection, SquareGrid

BOARD = SquareGrid(columns=12, rows=10)
FACINGS: tuple[Facing, ...] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
DIRECTIONS: tuple[SquareDirection, ...] = ("NE", "E", "SE", "SW", "W", "NW")

squares = st.tuples(st.integers(0, 11), st.integers(0, 9))
inner_squares = st.tuples(st.integers(0, 10), st.integers(0, 9))
"""Squares that have a mirror image on the board, east for west."""
facings = st.sampled_from(FACINGS)
half_angles: st.SearchStrategy[HalfAngle] = st.sampled_from([45, 90])


# --- Slow and obvious twins ---------------------------------------------------------------------------------------

# By column and row, as one counts them off on a board: for even rows, then for odd ones, clockwise from north.
EVEN = {"NE": (0, 1), "E": (1, 0), "SE": (0, -1), "SW": (-1, -1), "W": (-1, 0), "NW": (-1, 1)}
ODD = {"NE": (1, 1), "E": (1, 0), "SE": (1, -1), "SW": (0, -1), "W": (-1, 0), "NW": (0, 1)}
VECTORS = dict(zip(FACINGS, [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)], strict=True))


def around(square: Square) -> dict[str, Square]:
    column, row = square
    steps = ODD if row % 2 else EVEN
    return {way: (column + east, row + north) for way, (east, north) in steps.items()}


def distances_from(start: Square, radius: int) -> dict[Square, int]:
    """Return the squares of the endless plane by the number of steps."""
    found = {start: 0}
    for steps in range(1, radius + 1):
        for square in [square for square, far in found.items() if far == steps - 1]:
            for onward in around(square).values():
                found.setdefault(onward, steps)
    return found


def centre(square: Square) -> tuple[int, int]:
    column, row = square
    return 2 * column + (1 if row in range(-99, 99, 2) else 0), 2 * row


def offset(a: Square, b: Square) -> tuple[int, int]:
    return centre(b)[0] - centre(a)[0], centre(b)[1] - centre(a)[1]


def cross(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return a number above 0 where *other* lies counter-clockwise of *one*, within half a turn."""
    return one[0] * other[1] - one[1] * other[0]


def is_between(found: tuple[int, int], left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Return whether a vector lies on or between two that are less than half a turn apart."""
    return cross(right, found) >= 0 and cross(found, left) >= 0 and found != (0, 0)


def turn(facing: Facing, eighths: int) -> tuple[int, int]:
    return VECTORS[FACINGS[(FACINGS.index(facing) + eighths) % 8]]


def slow_in_arc(origin: Square, facing: Facing, target: Square, half_angle: HalfAngle) -> bool:
    found, ahead = offset(origin, target), turn(facing, 0)
    left, right = turn(facing, -half_angle // 45), turn(facing, half_angle // 45)
    return is_between(found, left, ahead) or is_between(found, ahead, right)


def slow_aspect(target: Square, facing: Facing, seen_from: Square) -> Aspect:
    found, (east, north) = offset(target, seen_from), turn(facing, 0)
    left, right = (2 * east - north, 2 * north + east), (2 * east + north, 2 * north - east)  # slopes of one in two
    if is_between(found, left, right):
        return "front"
    if is_between(found, turn(facing, -1), turn(facing, 1)):
        return "oblique"
    return "rear" if is_between(found, turn(facing, 3), turn(facing, 5)) else "flank"


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


# --- The board ----------------------------------------------------------------------------------------------------


def test_a_board_lists_its_squares_from_the_south_west() -> None:
    assert SquareGrid(columns=3, rows=2).squares == ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1))
    assert len(BOARD.squares) == 120


@pytest.mark.parametrize(
    ("square", "point", "corner"),
    [((0, 0), (0, 0), (1, 1)), ((2, 3), (5, 6), (6, 7)), ((0, 1), (1, 2), (2, 3))],
)
def test_centres_and_corners(square: Square, point: tuple[int, int], corner: tuple[int, int]) -> None:
    east, north = corner
    assert BOARD.centre(square) == point
    assert BOARD.corners(square) == (corner, (east, north - 2), (east - 2, north - 2), (east - 2, north))


def test_the_extent_holds_every_corner_closely() -> None:
    for board in (SquareGrid(columns=3, rows=2), SquareGrid(columns=4, rows=1), BOARD):
        corners = [corner for square in board.squares for corner in board.corners(square)]
        assert (min(x for x, _ in corners), min(y for _, y in corners)) == (-1, -1)
        width, height = board.extent
        assert (max(x for x, _ in corners), max(y for _, y in corners)) == (width - 1, height - 1)


@pytest.mark.parametrize(
    "place", [(-1, 0), (0, -1), (12, 0), (0, 10), (0,), (0, 0, 0), (True, 0), (1.0, 0), "00", "0,0", [0, 0], None]
)
def test_what_is_no_square_of_the_board(place: Any) -> None:
    assert not BOARD.has(place)
    with pytest.raises(UnknownNameError, match=r"^unknown square "):
        BOARD.require(place)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ((12, 3), "unknown square '(12, 3)'; did you mean '(3, 12)'?"),
        ((-1, 4), "unknown square '(-1, 4)'; did you mean '(0, 4)'?"),
        ((40, 40), "unknown square '(40, 40)'; did you mean '(11, 12)'?"),
        ("B4", "unknown square 'B4'"),
        ((1, 2, 3), "unknown square '(1, 2, 3)'"),
    ],
)
def test_the_square_exchanged_or_the_nearest_is_suggested(place: Any, message: str) -> None:
    with pytest.raises(UnknownNameError) as caught:
        SquareGrid(columns=12, rows=13).require(place)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("columns", "rows"), [(0, 5), (5, 0), (-1, 5), (1000, 5), (5, 1000), (True, 5), (5, 2.0), ("6", 10)]
)
def test_a_board_that_cannot_be_is_refused(columns: Any, rows: Any) -> None:
    with pytest.raises(InvalidRequestError, match=r"^\$\.(columns|rows): expected an integer"):
        SquareGrid(columns=columns, rows=rows)


def test_boards_of_one_size_are_equal_values() -> None:
    other = attrs.evolve(SquareGrid(columns=9, rows=10), columns=12)
    assert other == BOARD
    assert hash(other) == hash(BOARD)
    assert pickle.loads(pickle.dumps(BOARD)) == BOARD  # noqa: S301 - our own bytes


# --- Neighbours and distances -------------------------------------------------------------------------------------


def test_the_six_neighbours_of_an_even_and_an_odd_row() -> None:
    assert BOARD.directions == DIRECTIONS
    assert BOARD.neighbours((4, 2)) == ((4, 3), (5, 2), (4, 1), (3, 1), (3, 2), (3, 3))
    assert BOARD.neighbours((4, 3)) == ((5, 4), (5, 3), (5, 2), (4, 2), (3, 3), (4, 4))
    assert BOARD.neighbours((0, 0)) == ((0, 1), (1, 0))
    assert BOARD.neighbours((11, 9)) == ((11, 8), (10, 9))
    assert SquareGrid(columns=1, rows=1).neighbours((0, 0)) == ()


@given(square=squares)
def test_neighbours_and_their_directions(square: Square) -> None:
    expected = {way: found for way, found in around(square).items() if BOARD.has(found)}
    assert BOARD.neighbours(square) == tuple(expected.values())
    assert [BOARD.direction(square, found) for found in expected.values()] == list(expected)
    for way in DIRECTIONS:
        assert BOARD.neighbour(square, way) == expected.get(way)


@pytest.mark.parametrize(
    ("a", "b", "far"),
    [((0, 0), (2, 1), 3), ((0, 0), (1, 2), 2), ((0, 0), (0, 4), 4), ((2, 3), (2, 3), 0), ((4, 2), (4, 4), 2)],
)
def test_distances_worked_by_hand(a: Square, b: Square, far: int) -> None:
    assert BOARD.distance(a, b) == far


@given(start=squares)
def test_distances_count_the_steps(start: Square) -> None:
    counted = distances_from(start, 22)
    assert {square: BOARD.distance(start, square) for square in BOARD.squares} == {
        square: counted[square] for square in BOARD.squares
    }


@given(a=squares, b=squares, c=squares)
def test_distance_is_a_distance(a: Square, b: Square, c: Square) -> None:
    assert BOARD.distance(a, b) == BOARD.distance(b, a)
    assert (BOARD.distance(a, b) == 0) == (a == b)
    assert BOARD.distance(a, c) <= BOARD.distance(a, b) + BOARD.distance(b, c)


def test_rings_worked_by_hand() -> None:
    assert BOARD.ring((4, 2), 0) == ((4, 2),)
    assert BOARD.ring((4, 2), 1) == BOARD.neighbours((4, 2))
    # Two squares away: north first, since one of them lies due north, then clockwise.
    north_east = ((4, 4), (5, 4), (5, 3), (6, 2), (5, 1), (5, 0))
    assert BOARD.ring((4, 2), 2) == (*north_east, (4, 0), (3, 0), (2, 1), (2, 2), (2, 3), (3, 4))
    assert BOARD.ring((4, 2), 23) == ()
    assert BOARD.ring((4, 2), 10**30) == ()


@given(square=squares, radius=st.integers(0, 24))
def test_a_ring_is_every_square_at_one_distance_clockwise(square: Square, radius: int) -> None:
    ring = BOARD.ring(square, radius)
    assert sorted(ring) == sorted(found for found in BOARD.squares if BOARD.distance(square, found) == radius)
    # Clockwise from north: those east of the centre or due north of it before those west of it or due south, each
    # clockwise of the one before.
    ways = [offset(square, found) for found in ring] if radius else []
    halves = [0 if east > 0 or (east == 0 and north > 0) else 1 for east, north in ways]
    assert halves == sorted(halves)
    for (one, half), (other, other_half) in pairwise(zip(ways, halves, strict=True)):
        assert half != other_half or cross(one, other) < 0


@given(square=squares, distance=st.integers(0, 24))
def test_within_is_one_ring_after_another(square: Square, distance: int) -> None:
    found = BOARD.within(square, distance)
    assert found == tuple(place for radius in range(distance + 1) for place in BOARD.ring(square, radius))
    assert BOARD.within(square, 10**30) == BOARD.within(square, 22)
    assert sorted(BOARD.within(square, 22)) == sorted(BOARD.squares)


def test_edges_of_the_board() -> None:
    board = SquareGrid(columns=3, rows=2)
    assert board.edge("north") == ((0, 1), (1, 1), (2, 1))
    assert board.edge("south") == ((0, 0), (1, 0), (2, 0))
    assert board.edge("west") == ((0, 0), (0, 1))
    assert board.edge("east") == ((2, 0), (2, 1))


@given(square=squares, side=st.sampled_from(["north", "east", "south", "west"]))
def test_the_distance_to_an_edge_is_that_to_its_nearest_square(square: Square, side: Any) -> None:
    assert BOARD.distance_to_edge(square, side) == min(BOARD.distance(square, found) for found in BOARD.edge(side))


# --- Facings ------------------------------------------------------------------------------------------------------


def test_wheels_worked_by_hand() -> None:
    assert BOARD.facings == FACINGS
    assert BOARD.turned("N", 1) == "NE"
    assert BOARD.turned("NE", 4) == "SW"
    assert BOARD.turned("E", -2) == "N"
    assert BOARD.turned("NW", 9) == "N"
    assert [BOARD.eighths_between("N", to) for to in FACINGS] == [0, 1, 2, 3, 4, -3, -2, -1]


@given(facing=facings, to=facings)
def test_the_shortest_wheel_leads_there(facing: Facing, to: Facing) -> None:
    eighths = BOARD.eighths_between(facing, to)
    assert BOARD.turned(facing, eighths) == to
    assert abs(eighths) == min(way for way in range(8) if to in (BOARD.turned(facing, way), BOARD.turned(facing, -way)))


@pytest.mark.parametrize(
    ("facing", "half_angle", "faced"),
    [
        ("E", 45, "E"),
        ("W", 45, "W"),
        ("N", 45, "NE NW"),
        ("S", 45, "SE SW"),
        ("NE", 45, "NE E"),
        ("SE", 45, "E SE"),
        ("SW", 45, "SW W"),
        ("NW", 45, "W NW"),
        ("E", 90, "NE E SE"),
        ("N", 90, "NE E W NW"),
        ("NE", 90, "NE E NW"),
        ("SE", 90, "E SE SW"),
        ("S", 90, "E SE SW W"),
        ("SW", 90, "SE SW W"),
        ("W", 90, "SW W NW"),
        ("NW", 90, "NE W NW"),
    ],
)
def test_faced_neighbours_worked_by_hand(facing: Facing, half_angle: HalfAngle, faced: str) -> None:
    assert SquareGrid.faced_directions(facing, half_angle) == tuple(faced.split())
    assert BOARD.faced((4, 2), facing, half_angle) == tuple(around((4, 2))[way] for way in faced.split())


def test_faced_neighbours_end_with_the_board() -> None:
    assert BOARD.faced((0, 0), "N") == ((0, 1),)
    assert BOARD.faced((0, 0), "W", 90) == ()


@given(origin=squares, facing=facings, target=squares, half_angle=half_angles)
def test_arcs_against_their_bounding_directions(
    origin: Square, facing: Facing, target: Square, half_angle: HalfAngle
) -> None:
    assert BOARD.in_arc(origin, facing, target, half_angle) == slow_in_arc(origin, facing, target, half_angle)


@given(origin=squares, facing=facings, half_angle=half_angles, within=st.integers(0, 9))
def test_an_arc_is_the_squares_inside_it(origin: Square, facing: Facing, half_angle: HalfAngle, within: int) -> None:
    arc = BOARD.arc(origin, facing, half_angle, within=within)
    inside = [found for found in BOARD.within(origin, within) if slow_in_arc(origin, facing, found, half_angle)]
    bounds = (turn(facing, half_angle // 45), turn(facing, -half_angle // 45))
    assert arc.places == tuple(inside)
    assert arc.boundary == tuple(
        found for found in inside if any(cross(bound, offset(origin, found)) == 0 for bound in bounds)
    )
    assert (arc.origin, arc.facing, arc.half_angle) == (origin, facing, half_angle)
    assert origin not in arc


def test_the_boundary_of_an_arc_is_inside_and_told() -> None:
    # Facing NE, due north and due east are 45 degrees off.
    arc = BOARD.arc((4, 2), "NE", within=2)
    assert arc.places == ((4, 3), (5, 2), (4, 4), (5, 4), (5, 3), (6, 2))
    assert arc.boundary == ((5, 2), (4, 4), (6, 2))
    assert BOARD.arc((4, 2), "N", 90, within=1).boundary == ((5, 2), (3, 2))


ASPECTS = """
N  front flank   rear  rear  flank   front
NE front oblique flank rear  rear    flank
E  flank front   flank flank rear    flank
SE flank oblique front flank rear    rear
S  rear  flank   front front flank   rear
SW rear  rear    flank front oblique flank
W  flank rear    flank flank front   flank
NW flank rear    rear  flank oblique front
"""
"""For each facing, the aspect presented to the neighbours NE, E, SE, SW, W and NW."""


@pytest.mark.parametrize("row", ASPECTS.strip().splitlines())
@pytest.mark.parametrize("target", [(4, 4), (4, 3)])
def test_aspects_to_the_neighbours(target: Square, row: str) -> None:
    facing, *aspects = row.split()
    assert [BOARD.aspect(target, facing, found) for found in BOARD.neighbours(target)] == aspects  # type: ignore[arg-type]  # a facing read from text


@pytest.mark.parametrize(
    ("facing", "seen_from", "aspect"),
    [
        ("NE", (1, 1), "front"),
        ("N", (1, 2), "front"),
        ("N", (1, 1), "flank"),
        ("N", (2, 2), "oblique"),
        ("S", (2, 2), "rear"),  # exactly 135 degrees off
        ("E", (3, 0), "front"),
        ("N", (3, 0), "flank"),
        ("W", (3, 0), "rear"),
    ],
)
def test_aspects_worked_by_hand(facing: Facing, seen_from: Square, aspect: Aspect) -> None:
    assert BOARD.aspect((0, 0), facing, seen_from) == aspect


@pytest.mark.parametrize(
    ("facing", "aspects", "inside"),
    [("NE", "rear flank oblique front", "c d"), ("SE", "rear front oblique flank", "b c")],
)
def test_the_two_drawn_examples(facing: Facing, aspects: str, inside: str) -> None:
    seen_from = {"a": (3, 4), "b": (4, 3), "c": (5, 4), "d": (4, 5)}
    assert [BOARD.aspect((4, 4), facing, square) for square in seen_from.values()] == aspects.split()
    assert [name for name, square in seen_from.items() if BOARD.in_arc((4, 4), facing, square)] == inside.split()


@given(target=squares, facing=facings, seen_from=squares)
def test_aspects_against_their_bounding_directions(target: Square, facing: Facing, seen_from: Square) -> None:
    if target != seen_from:
        aspect = BOARD.aspect(target, facing, seen_from)
        assert aspect == slow_aspect(target, facing, seen_from)
        assert (aspect in ("front", "oblique")) == BOARD.in_arc(target, facing, seen_from)


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


# --- Lines of sight -----------------------------------------------------------------------------------------------


def blocking(*blocked: Square) -> Callable[[Square], str | None]:
    def blocks(square: Square) -> str | None:
        assert BOARD.has(square)
        return "wood" if square in blocked else None

    return blocks


def crossing(*blocked: tuple[Square, Square]) -> Callable[[Square, Square], str | None]:
    def blocks(a: Square, b: Square) -> str | None:
        assert BOARD.has(a)
        assert BOARD.has(b)
        return "ridge" if (a, b) in blocked or (b, a) in blocked else None

    return blocks


def test_a_square_between_blocks_and_the_ends_do_not() -> None:
    clear = BOARD.line_of_sight((0, 0), (3, 0), blocking((0, 0), (3, 0)))
    assert clear
    assert clear.obstacles == ()
    report = BOARD.line_of_sight((0, 0), (3, 0), blocking((1, 0), (2, 0)))
    first = Obstacle(reason="wood", places=((1, 0),), at=Fraction(1, 6))
    assert not report
    assert report.obstacles == (first, Obstacle(reason="wood", places=((2, 0),), at=Fraction(1, 2)))
    assert report.blocked_by == (first,)
    assert report.line == BOARD.line((0, 0), (3, 0))


def test_both_sides_of_an_edge_must_block() -> None:
    left = Obstacle(reason="wood", places=((3, 1),), at=Fraction(1, 4), side="left")
    right = Obstacle(reason="wood", places=((4, 1),), at=Fraction(1, 4), side="right")
    one_side = BOARD.line_of_sight((4, 0), (4, 2), blocking((3, 1)))
    assert one_side
    assert one_side.obstacles == (left,)
    assert BOARD.line_of_sight((4, 0), (4, 2), blocking((3, 1), (4, 1))).blocked_by == (left, right)
    # One side here and the other side two rows on do not add up: the square between lies open.
    assert BOARD.line_of_sight((4, 0), (4, 4), blocking((3, 1), (4, 3)))
    assert not BOARD.line_of_sight((4, 0), (4, 4), blocking((3, 1), (4, 3), (4, 2)))


def test_an_edge_crossed_on_one_side_blocks_that_side() -> None:
    ridge = ((4, 1), (4, 2))
    report = BOARD.line_of_sight((4, 0), (4, 2), blocking((3, 1)), crossing(ridge))
    assert report.blocked_by == (
        Obstacle(reason="wood", places=((3, 1),), at=Fraction(1, 4), side="left"),
        Obstacle(reason="ridge", places=ridge, at=Fraction(3, 4), side="right"),
    )
    assert BOARD.line_of_sight((4, 0), (4, 2), blocking(), crossing(ridge))
    # An edge left on one side of a square and one crossed on its other side are of two different stretches.
    assert BOARD.line_of_sight((4, 0), (4, 4), blocking(), crossing(((3, 1), (4, 2)), ((4, 2), (4, 3))))


def test_the_edge_that_a_line_runs_along_is_not_crossed() -> None:
    assert BOARD.line_of_sight((4, 0), (4, 2), blocking(), crossing(((3, 1), (4, 1))))


def test_an_edge_of_the_end_itself_blocks() -> None:
    report = BOARD.line_of_sight((0, 0), (1, 0), blocking(), crossing(((1, 0), (0, 0))))
    assert report.blocked_by == (Obstacle(reason="ridge", places=((0, 0), (1, 0)), at=Fraction(1, 2)),)


def test_obstacles_come_in_the_order_of_the_line() -> None:
    # The wood begins at a quarter of the way, the ridge behind it stands at three quarters.
    report = BOARD.line_of_sight((4, 0), (6, 0), blocking((5, 0)), crossing(((5, 0), (6, 0))))
    wood = Obstacle(reason="wood", places=((5, 0),), at=Fraction(1, 4))
    assert report.obstacles == (wood, Obstacle(reason="ridge", places=((5, 0), (6, 0)), at=Fraction(3, 4)))
    assert report.blocked_by == (wood,)
    # At one point the edge comes first.
    report = BOARD.line_of_sight((4, 0), (6, 0), blocking((5, 0)), crossing(((4, 0), (5, 0))))
    assert [obstacle.reason for obstacle in report.obstacles] == ["ridge", "wood"]
    assert [obstacle.reason for obstacle in report.blocked_by] == ["ridge"]


def test_what_blocks_a_side_is_the_first_on_it() -> None:
    # On the left a wood, and a ridge at its far end; on the right only a ridge at the far end.
    ridges = (((3, 1), (4, 2)), ((4, 1), (4, 2)))
    report = BOARD.line_of_sight((4, 0), (4, 2), blocking((3, 1)), crossing(*ridges))
    assert [(obstacle.side, obstacle.reason, obstacle.at) for obstacle in report.blocked_by] == [
        ("left", "wood", Fraction(1, 4)),
        ("right", "ridge", Fraction(3, 4)),
    ]


def test_along_an_edge_both_sides_must_have_what_is_counted() -> None:
    edge, middle, _ = BOARD.line((4, 0), (4, 4)).between
    assert edge.counts({(3, 1), (4, 1)}.__contains__)
    assert not edge.counts({(3, 1)}.__contains__)
    assert not edge.counts({(4, 1)}.__contains__)
    assert middle.counts({(4, 2)}.__contains__)
    assert not middle.counts({(4, 1)}.__contains__)


@pytest.mark.parametrize("answer", [True, False, "", 0, 1])
def test_what_blocks_says_why(answer: Any) -> None:
    with pytest.raises(ValueError, match=r"^what blocks has a text that says why, what does not has None; got "):
        BOARD.line_of_sight((0, 0), (3, 0), lambda square: answer)
    with pytest.raises(ValueError, match=r"^what blocks has a text that says why, what does not has None; got "):
        BOARD.line_of_sight((0, 0), (3, 0), blocking(), lambda a, b: answer)


def test_nothing_off_the_board_blocks() -> None:
    assert BOARD.line_of_sight((0, 0), (0, 2), blocking((0, 1)), crossing())


@given(
    a=squares,
    b=squares,
    vertical=st.booleans(),
    blocked=st.frozensets(squares, max_size=60),
    edges=st.frozensets(st.tuples(squares, st.integers(0, 5)), max_size=40),
)
def test_sights_against_every_way_past_the_edges(
    a: Square, b: Square, *, vertical: bool, blocked: frozenset[Square], edges: frozenset[tuple[Square, int]]
) -> None:
    if vertical:
        b = (a[0], a[1] % 2 + 2 * (b[1] // 2))
    ridges = {frozenset((square, list(around(square).values())[way])) for square, way in edges}
    line = BOARD.line(a, b)
    report = BOARD.line_of_sight(
        a,
        b,
        lambda square: "wood" if square in blocked else None,
        lambda one, other: "ridge" if frozenset((one, other)) in ridges else None,
    )
    # Either side of every stretch; what is off the board, None, blocks nothing.
    ways = product(*((stretch.left, stretch.right) for stretch in line.stretches))
    assert bool(report) == any(
        not any(square in blocked for square in way if square not in (a, b))
        and not any(frozenset(pair) in ridges for pair in pairwise(way))
        for way in ways
    )
    assert set(report.blocked_by) <= set(report.obstacles)
    assert [found.at for found in report.obstacles] == sorted(found.at for found in report.obstacles)
    sides = [found.side for found in report.blocked_by]
    assert sides in ([], [None]) or sorted(map(str, sides)) == ["left", "right"]


# --- Moves --------------------------------------------------------------------------------------------------------


def one(a: Square, b: Square) -> int:
    return 1


def placed(square: Square, facing: Facing) -> Placement:
    return square, facing


def test_a_step_goes_into_a_faced_neighbour_and_keeps_the_facing() -> None:
    assert BOARD.moves(((0, 0), "NE"), one) == ((((0, 1), "NE"), 1), (((1, 0), "NE"), 1))
    assert BOARD.moves(((4, 2), "E"), one) == ((((5, 2), "E"), 1),)
    assert [square for (square, _), _ in BOARD.moves(((4, 2), "E"), one, half_angle=90)] == [(4, 3), (5, 2), (4, 1)]


def test_wheels_after_a_step_are_free_and_wheels_in_place_cost() -> None:
    assert BOARD.moves(((0, 0), "E"), one, wheels=(0, -1, 1, 4), wheels_in_place=((-2, 1), (4, 2))) == (
        (((1, 0), "E"), 1),
        (((1, 0), "NE"), 1),
        (((1, 0), "SE"), 1),
        (((1, 0), "W"), 1),
        (((0, 0), "N"), 1),
        (((0, 0), "W"), 2),
    )


def test_a_step_that_is_forbidden_dear_or_free() -> None:
    costs = {(4, 3): 2, (3, 3): None, (4, 1): 0, (3, 1): 1}
    assert BOARD.moves(((4, 2), "N"), lambda a, b: costs[b]) == ((((4, 3), "N"), 2),)
    assert BOARD.moves(((4, 2), "S"), lambda a, b: costs[b]) == ((((4, 1), "S"), 0), (((3, 1), "S"), 1))


def test_a_march_with_wheels_worked_by_hand() -> None:
    # Facing E: a step E, a wheel left to NE, a step NE, a wheel left to N, a step NW.
    start, goal = placed((0, 0), "E"), placed((1, 2), "N")
    reach = search.reachable(start, 3, lambda at: BOARD.moves(at, one, wheels=(0, -1, 1, 4)))
    assert reach[goal] == 3
    assert reach.path(goal).places == (start, ((1, 0), "NE"), ((1, 1), "N"), goal)
    # One step and a wheel of 90 degrees are not allowed; it takes going past and coming back.
    assert reach[placed((1, 0), "N")] == 3


@given(start=squares, facing=facings, budget=st.integers(0, 3))
def test_marches_against_every_sequence_of_moves(start: Square, facing: Facing, budget: int) -> None:
    costs = {square: 1 + (square[0] + square[1]) % 2 for square in BOARD.squares}
    best: dict[tuple[Square, str], int] = {}

    def march(square: Square, face: Facing, spent: int) -> None:
        if spent > budget or best.get((square, face), 99) <= spent:
            return
        best[square, face] = spent
        for onward in around(square).values():
            if BOARD.has(onward) and slow_in_arc(square, face, onward, 45):
                for turned in (face, FACINGS[(FACINGS.index(face) + 1) % 8]):
                    march(onward, turned, spent + costs[onward])
        march(square, FACINGS[(FACINGS.index(face) + 4) % 8], spent + 1)

    march(start, facing, 0)

    def steps(at: Placement) -> tuple[tuple[Placement, int], ...]:
        return BOARD.moves(at, lambda a, b: costs[b], wheels=(0, 1), wheels_in_place=((4, 1),))

    assert dict(search.reachable(placed(start, facing), budget, steps)) == best


@given(start=squares, budget=st.integers(0, 22))
def test_without_costs_what_is_in_reach_is_what_is_within(start: Square, budget: int) -> None:
    reach = BOARD.reachable(start, budget)
    assert dict(reach) == {square: BOARD.distance(start, square) for square in BOARD.within(start, budget)}


@given(start=squares, goal=squares)
def test_a_path_is_as_long_as_the_distance(start: Square, goal: Square) -> None:
    path = BOARD.path(start, goal)
    assert path is not None
    assert (path.start, path.goal, path.cost) == (start, goal, BOARD.distance(start, goal))
    assert all(b in BOARD.neighbours(a) for a, b in pairwise(path.places))


def test_paths_round_closed_squares_and_with_costs() -> None:
    board = SquareGrid(columns=3, rows=2)
    wall = ((1, 0), (1, 1))
    assert board.path((0, 0), (2, 0), board.plain_steps(closed=wall)) is None
    assert board.path((0, 0), (2, 0), budget=1) is None
    path = board.path((0, 0), (2, 0), board.plain_steps(closed=((1, 0),)))
    assert path is not None
    assert path.places == ((0, 0), (0, 1), (1, 1), (2, 0))
    dear = board.path((0, 0), (2, 0), lambda at: [(b, 5 if b == (1, 0) else 1) for b in board.neighbours(at)])
    assert dear is not None
    assert (dear.places, dear.cost) == (path.places, 3)
    assert list(board.reachable((0, 0), 1, board.plain_steps(closed=wall))) == [(0, 0), (0, 1)]


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
        (lambda: BOARD.direction((4, 2), (4, 4)), "squares (4, 2) and (4, 4) are no neighbours; they are 2 apart"),
        (lambda: BOARD.direction((4, 2), (4, 2)), "squares (4, 2) and (4, 2) are no neighbours; they are 0 apart"),
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
