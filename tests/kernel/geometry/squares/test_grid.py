"""Squares in offset rows: neighbours, distances, facings, arcs, aspects, lines, sights, moves, and bad input."""

from __future__ import annotations

import pickle
from itertools import pairwise
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from square_grids import (
    BOARD,
    FACINGS,
    around,
    cross,
    facings,
    half_angles,
    is_between,
    offset,
    slow_in_arc,
    squares,
    turn,
)

from rcw_rules.kernel.errors import InvalidRequestError, UnknownNameError
from rcw_rules.kernel.geometry.reports import Aspect
from rcw_rules.kernel.geometry.squares import Facing, HalfAngle, Square, SquareDirection, SquareGrid

DIRECTIONS: tuple[SquareDirection, ...] = ("NE", "E", "SE", "SW", "W", "NW")


inner_squares = st.tuples(st.integers(0, 10), st.integers(0, 9))
"""Squares that have a mirror image on the board, east for west."""


def distances_from(start: Square, radius: int) -> dict[Square, int]:
    """Return the squares of the endless plane by the number of steps."""
    found = {start: 0}
    for steps in range(1, radius + 1):
        for square in [square for square, far in found.items() if far == steps - 1]:
            for onward in around(square).values():
                found.setdefault(onward, steps)
    return found


def slow_aspect(target: Square, facing: Facing, seen_from: Square) -> Aspect:
    found, (east, north) = offset(target, seen_from), turn(facing, 0)
    left, right = (2 * east - north, 2 * north + east), (2 * east + north, 2 * north - east)  # slopes of one in two
    if is_between(found, left, right):
        return "front"
    if is_between(found, turn(facing, -1), turn(facing, 1)):
        return "oblique"
    return "rear" if is_between(found, turn(facing, 3), turn(facing, 5)) else "flank"


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
