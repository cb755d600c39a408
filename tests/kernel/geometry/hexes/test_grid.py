"""Hexes: labels, neighbours, distances, arcs, lines and sights, held against plane geometry and published values."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, Literal, get_args

import pytest
from attrs import evolve
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rcw_rules.kernel.errors import InvalidRequestError, UnknownNameError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.geometry.hexes import HexDirection, HexGrid, Hexside
from rcw_rules.kernel.geometry.map_data import MapEdge
from rcw_rules.kernel.geometry.reports import Stretch

Orientation = Literal["flat", "pointy"]
Shifted = Literal["odd", "even"]
KINDS: tuple[tuple[Orientation, Shifted], ...] = (
    ("flat", "even"),
    ("flat", "odd"),
    ("pointy", "even"),
    ("pointy", "odd"),
)
EDGES: tuple[MapEdge, ...] = get_args(MapEdge)

BOARD = HexGrid(columns=32, rows=20)
LARGE = {
    (orientation, shifted): HexGrid(columns=25, rows=25, orientation=orientation, shifted=shifted)
    for orientation, shifted in KINDS
}
SMALL = {kind: evolve(grid, columns=9, rows=8) for kind, grid in LARGE.items()}

kinds = st.sampled_from(KINDS)
every_small_grid = kinds.map(SMALL.__getitem__)


@st.composite
def grids(draw: st.DrawFn) -> HexGrid:
    orientation, shifted = draw(kinds)
    whole = HexGrid(columns=draw(st.integers(1, 7)), rows=draw(st.integers(1, 7)))
    missing = draw(st.lists(st.sampled_from(whole.hexes), unique=True, max_size=8))
    assume(len(missing) < len(whole.hexes))
    return evolve(whole, orientation=orientation, shifted=shifted, missing=tuple(missing))


@st.composite
def two_hexes(draw: st.DrawFn) -> tuple[HexGrid, str, str]:
    grid = draw(grids())
    a, b = draw(st.sampled_from(grid.hexes)), draw(st.sampled_from(grid.hexes))
    return grid, a, b


# Plane geometry, from nothing but what is printed: columns, rows and which of them are shifted. The unit across the
# columns of flat hexes is half a side, the unit along them half a side times the square root of 3; pointy ones the
# other way round. A squared length is then a whole number: 12 between neighbours.

Point = tuple[Fraction, Fraction]


def middle(grid: HexGrid, label: str) -> tuple[int, int]:
    column, row = int(label[:2]), int(label[2:])
    parity = 1 if grid.shifted == "odd" else 0
    if grid.orientation == "flat":
        return 3 * column, 2 * row + (column % 2 == parity)
    return 2 * column + (row % 2 == parity), 3 * row


def squared(grid: HexGrid, x: Fraction | int, y: Fraction | int) -> Fraction | int:
    return x * x + 3 * y * y if grid.orientation == "flat" else 3 * x * x + y * y


def apart(grid: HexGrid, a: str, b: str) -> Fraction | int:
    (ax, ay), (bx, by) = middle(grid, a), middle(grid, b)
    return squared(grid, ax - bx, ay - by)


def bearing(grid: HexGrid, a: str, b: str) -> float:
    """Return the degrees clockwise from north."""
    (ax, ay), (bx, by) = middle(grid, a), middle(grid, b)
    across, down = (bx - ax, by - ay)
    if grid.orientation == "flat":
        return round(math.degrees(math.atan2(across, -down * math.sqrt(3))) % 360, 9)
    return round(math.degrees(math.atan2(across * math.sqrt(3), -down)) % 360, 9)


COMPASS = {"N": 0, "NE": 60, "SE": 120, "S": 180, "SW": 240, "NW": 300}
POINTY_COMPASS = {"NE": 30, "E": 90, "SE": 150, "SW": 210, "W": 270, "NW": 330}


def degrees_of(grid: HexGrid, direction: HexDirection) -> int:
    return (COMPASS if grid.orientation == "flat" else POINTY_COMPASS)[direction]


# ---------------------------------------------------------------------- labels


@given(grid=grids())
def test_labels_are_column_and_row_in_the_order_of_the_map(grid: HexGrid) -> None:
    expected = [
        f"{column:02}{row:02}"
        for column in range(1, grid.columns + 1)
        for row in range(1, grid.rows + 1)
        if f"{column:02}{row:02}" not in grid.missing
    ]
    assert list(grid.hexes) == expected
    for label in expected:
        assert grid.has(label)
        assert grid.label(grid.column(label), grid.row(label)) == label
        assert (grid.column(label), grid.row(label)) == (int(label[:2]), int(label[2:]))
        assert grid.at_axial(*grid.axial(label)) == label


def test_large_maps_have_longer_labels() -> None:
    grid = HexGrid(columns=200, rows=200)
    assert grid.label(200, 7) == "200007"
    assert (grid.column("200007"), grid.row("200007")) == (200, 7)
    assert HexGrid(columns=9, rows=100).label(9, 100) == "09100"
    assert not grid.has("2007")
    assert HexGrid(columns=100, rows=9).label(100, 9) == "10009"
    assert HexGrid(columns=100, rows=9).row("10009") == 9


@pytest.mark.parametrize(
    ("orientation", "shifted", "label"),
    [
        # The guide's generated tests: (1, 2, -3) is column 1, row 3 of even-q columns, and column 1, row 2 of odd-q
        # ones, all counted from 0. Counted from 1, the columns that odd-q shifts are the even ones.
        ("flat", "odd", "0204"),
        ("flat", "even", "0203"),
        # The same formulas with rows for columns: even-r gives column 1 + (2 + 0) / 2 = 2, row 2; odd-r the same.
        ("pointy", "odd", "0303"),
        ("pointy", "even", "0303"),
    ],
)
def test_axial_coordinates_are_those_of_the_published_guide(
    orientation: Orientation, shifted: Shifted, label: str
) -> None:
    grid = HexGrid(columns=9, rows=9, orientation=orientation, shifted=shifted)
    assert grid.at_axial(1, 2) == label
    assert grid.axial(label) == (1, 2)


@pytest.mark.parametrize("kind", KINDS)
def test_published_distances_neighbours_and_doubled_coordinates(kind: tuple[Orientation, Shifted]) -> None:
    grid = LARGE[kind]
    q, r = grid.axial("1212")

    def at(offset_q: int, offset_r: int) -> str:
        found = grid.at_axial(q + offset_q, r + offset_r)
        assert found is not None
        return found

    assert grid.distance(at(3, -7), at(0, 0)) == 7
    assert at(1, -3) in grid.neighbours(at(1, -2))
    assert grid.distance(at(1, -2), at(-1, -1)) == 2
    first, diagonal = grid.centre(at(0, 0)), grid.centre(at(1, 2))
    step = (diagonal[0] - first[0], diagonal[1] - first[1])
    # (1, 2, -3) is (1, 5) in doubled rows and (4, 2) in doubled columns; lines of hexes lie three units apart.
    assert step == ((3 * 1, 5) if grid.orientation == "flat" else (4, 3 * 2))


def test_half_hexes_lie_where_a_straight_edge_cuts_the_map() -> None:
    # Odd columns begin with half a hex in the north; even ones end with one in the south.
    assert [BOARD.is_half(label) for label in ("2701", "1220", "2801", "1120", "1219", "2702")] == [True] * 2 + [
        False
    ] * 4
    odd = evolve(BOARD, shifted="odd")
    assert [odd.is_half(label) for label in ("2701", "1220", "2801", "1120")] == [False, False, True, True]
    pointy = evolve(BOARD, orientation="pointy")
    assert [pointy.is_half(label) for label in ("0101", "0102", "3202", "3201")] == [True, False, True, False]


@given(grid=grids())
def test_half_hexes_are_those_whose_middle_is_as_far_out_as_can_be(grid: HexGrid) -> None:
    assume(grid.columns > 1 and grid.rows > 1)
    axis = 1 if grid.orientation == "flat" else 0
    whole = evolve(grid, missing=())
    along = [middle(grid, label)[axis] for label in whole.hexes]
    for label in grid.hexes:
        assert grid.is_half(label) == (middle(grid, label)[axis] in (min(along), max(along)))


def test_a_small_board_lists_its_hexes() -> None:
    board = evolve(BOARD, only=("0505", "0404", "0405", "0504", "0506", "0604", "0605"))
    assert board.hexes == ("0404", "0405", "0504", "0505", "0506", "0604", "0605")
    assert board.neighbours("0505") == ("0504", "0604", "0605", "0506", "0405", "0404")
    assert board.neighbours("0504") == ("0604", "0505", "0404")
    assert not board.has("0101")


def test_equal_grids_are_equal_and_can_be_stored() -> None:
    one, other = HexGrid(columns=5, rows=5), HexGrid(columns=5, rows=5)
    assert one.neighbours("0303") == other.neighbours("0303")
    assert one.hexes is other.hexes, "tables are made once for all equal grids"
    assert one == other
    assert hash(one) == hash(other)
    loaded = pickle.loads(pickle.dumps(one))  # noqa: S301 - written a moment ago
    assert loaded == one
    assert loaded.neighbours("0303") == one.neighbours("0303")
    assert (
        evolve(one, rows=4).hexes
        == one.hexes[:4] + one.hexes[5:9] + one.hexes[10:14] + one.hexes[15:19] + one.hexes[20:24]
    )


# ---------------------------------------------------------------------- directions and neighbours


def test_the_neighbours_of_a_printed_map() -> None:
    assert BOARD.neighbours("1113") == ("1112", "1212", "1213", "1114", "1013", "1012")
    assert BOARD.neighbours("1213") == ("1212", "1313", "1314", "1214", "1114", "1113")
    assert BOARD.neighbours("0101") == ("0201", "0102")
    pointy = evolve(BOARD, orientation="pointy")
    assert pointy.neighbours("1113") == ("1112", "1213", "1114", "1014", "1013", "1012")
    assert pointy.neighbours("1112") == ("1211", "1212", "1213", "1113", "1012", "1111")


@given(grid=grids())
def test_neighbours_are_the_hexes_that_touch_clockwise_from_north(grid: HexGrid) -> None:
    for label in grid.hexes:
        touching = [other for other in grid.hexes if apart(grid, label, other) == 12]
        assert list(grid.neighbours(label)) == sorted(touching, key=lambda other: bearing(grid, label, other))
        for direction in grid.directions:
            beside = [other for other in touching if bearing(grid, label, other) == degrees_of(grid, direction)]
            assert grid.neighbour(label, direction) == (beside[0] if beside else None)
        for other in touching:
            assert degrees_of(grid, grid.direction(label, other)) == bearing(grid, label, other)


@given(grid=every_small_grid, steps=st.integers(-13, 13), data=st.data())
def test_directions_turn_by_sixty_degrees(grid: HexGrid, steps: int, data: st.DataObject) -> None:
    directions: st.SearchStrategy[HexDirection] = st.sampled_from(grid.directions)
    one, other = data.draw(directions), data.draw(directions)
    assert degrees_of(grid, grid.turned(one, steps)) == (degrees_of(grid, one) + 60 * steps) % 360
    assert grid.opposite(one) == grid.turned(one, 3)
    between = abs(degrees_of(grid, one) - degrees_of(grid, other))
    assert grid.are_opposite(one, other) == (between == 180)
    assert grid.are_adjacent(one, other) == (between in (60, 300))


@given(grid=grids())
def test_a_hexside_is_one_place_however_it_is_named(grid: HexGrid) -> None:
    found: set[Hexside] = set()
    for label in grid.hexes:
        sides = grid.hexsides(label)
        assert sides == tuple(grid.hexside_at(label, direction) for direction in grid.directions)
        assert len(set(sides)) == 6
        found.update(sides)
        for other in grid.neighbours(label):
            assert grid.hexside(label, other) == grid.hexside(other, label)
            assert set(grid.hexside(label, other).hexes) == {label, other}
        assert sum(side.beyond is None for side in sides) == 6 - len(grid.neighbours(label))
    pairs = sum(len(grid.neighbours(label)) for label in grid.hexes) // 2
    assert len(found) == 6 * len(grid.hexes) - pairs


def test_a_hexside_says_where_it_lies() -> None:
    assert BOARD.hexside("1113", "1112") == Hexside(hex="1112", direction="S", beyond="1113")
    assert BOARD.hexside_at("0101", "N") == Hexside(hex="0101", direction="N", beyond=None)
    assert BOARD.hexside_at("0101", "N").hexes == ("0101",)


# ---------------------------------------------------------------------- distances and areas


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [("1509", "1411", 3), ("1610", "1712", 2), ("0811", "1113", 3), ("2107", "2110", 3), ("0101", "0101", 0)],
)
def test_distances_on_a_printed_map(a: str, b: str, distance: int) -> None:
    assert BOARD.distance(a, b) == distance


@given(grid=every_small_grid, data=st.data())
def test_a_distance_is_the_number_of_steps(grid: HexGrid, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(grid.hexes))
    steps = {start: 0}
    for label in (queue := [start]):
        for other in grid.hexes:
            if other not in steps and apart(grid, label, other) == 12:
                steps[other] = steps[label] + 1
                queue.append(other)
    assert {other: grid.distance(start, other) for other in grid.hexes} == steps
    assert dict(grid.reachable(start, None)) == steps


@given(case=two_hexes(), data=st.data())
def test_distances_are_a_metric(case: tuple[HexGrid, str, str], data: st.DataObject) -> None:
    grid, a, b = case
    c = data.draw(st.sampled_from(grid.hexes))
    assert grid.distance(a, b) == grid.distance(b, a) >= 0
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grid=grids(), radius=st.integers(0, 7), data=st.data())
def test_rings_and_areas_are_what_lies_at_a_distance(grid: HexGrid, radius: int, data: st.DataObject) -> None:
    centre = data.draw(st.sampled_from(grid.hexes))
    ring = [label for label in grid.hexes if grid.distance(centre, label) == radius]
    assert list(grid.ring(centre, radius)) == sorted(ring, key=lambda label: bearing(grid, centre, label))
    area = grid.within(centre, radius)
    assert area == tuple(label for nearer in range(radius + 1) for label in grid.ring(centre, nearer))
    assert set(area) == {label for label in grid.hexes if grid.distance(centre, label) <= radius}


def test_rings_begin_in_the_north() -> None:
    pointy = evolve(BOARD, orientation="pointy")
    assert pointy.ring("1010", 1) == pointy.neighbours("1010") == ("1109", "1110", "1111", "1011", "0910", "1009")
    # Rings of even radius have a hex due north; the others begin half a hex to the east of north.
    assert [pointy.ring("1010", radius)[0] for radius in (1, 2, 3, 4)] == ["1109", "1008", "1107", "1006"]
    assert [BOARD.ring("1010", radius)[0] for radius in (1, 2, 3)] == ["1009", "1008", "1007"]


def test_a_ring_of_any_size_is_answered_at_once() -> None:
    assert BOARD.ring("1010", 10**12) == ()
    assert sorted(BOARD.within("1010", 10**12)) == list(BOARD.hexes)
    # From corner to corner of 20 x 20 hexes it is 29, more than there are columns or rows.
    square = HexGrid(columns=20, rows=20)
    assert square.distance("0101", "2020") == 29
    assert sorted(square.within("0101", 30)) == list(square.hexes)
    assert BOARD.ring("1010", 0) == BOARD.within("1010", 0) == ("1010",)


def test_the_edges_of_the_map() -> None:
    grid = HexGrid(columns=3, rows=2, missing=("0202",))
    assert grid.edge("north") == ("0101", "0201", "0301")
    assert grid.edge("south") == ("0102", "0302")
    assert grid.edge("west") == ("0101", "0102")
    assert grid.edge("east") == ("0301", "0302")
    assert [BOARD.distance_to_edge("2703", side) for side in ("north", "east", "south", "west")] == [2, 5, 17, 26]


@given(grid=every_small_grid, data=st.data())
def test_the_distance_to_an_edge_is_that_to_its_nearest_hex(grid: HexGrid, data: st.DataObject) -> None:
    label = data.draw(st.sampled_from(grid.hexes))
    for side in EDGES:
        assert grid.distance_to_edge(label, side) == min(grid.distance(label, other) for other in grid.edge(side))


# ---------------------------------------------------------------------- facing


def off_the_facing(grid: HexGrid, a: str, facing: HexDirection, b: str) -> float:
    off = abs(bearing(grid, a, b) - degrees_of(grid, facing))
    return round(min(off, 360 - off), 6)


@given(case=two_hexes(), half_angle=st.sampled_from(range(0, 181, 30)), within=st.integers(0, 9), data=st.data())
def test_an_arc_holds_what_is_so_far_off_the_facing(
    case: tuple[HexGrid, str, str], half_angle: int, within: int, data: st.DataObject
) -> None:
    grid, origin, _ = case
    facing = data.draw(st.sampled_from(grid.directions))
    arc = grid.arc(origin, facing, half_angle, within=within)
    around = [label for label in grid.within(origin, within) if label != origin]
    off = {label: off_the_facing(grid, origin, facing, label) for label in around}
    assert list(arc.places) == [label for label in around if off[label] <= half_angle]
    assert list(arc.boundary) == [label for label in around if off[label] == half_angle]
    assert (arc.origin, arc.facing, arc.half_angle) == (origin, facing, half_angle)


def test_an_arc_of_sixty_degrees_to_each_side() -> None:
    arc = BOARD.arc("1010", "N", within=2)
    assert arc.places == ("1009", "1110", "0910", "1008", "1109", "1209", "0809", "0909")
    assert arc.boundary == ("1110", "0910", "1209", "0809")
    assert "1009" in arc
    assert "1011" not in arc


@given(case=two_hexes(), data=st.data())
def test_an_aspect_is_how_far_off_the_facing_the_other_stands(
    case: tuple[HexGrid, str, str], data: st.DataObject
) -> None:
    grid, target, other = case
    assume(target != other)
    facing = data.draw(st.sampled_from(grid.directions))
    off = off_the_facing(grid, target, facing, other)
    expected = "front" if off <= 30 else "oblique" if off <= 90 else "flank" if off < 150 else "rear"
    assert grid.aspect(target, facing, other) == expected


@pytest.mark.parametrize("kind", KINDS)
def test_the_six_neighbours_see_front_oblique_flank_rear_flank_oblique(kind: tuple[Orientation, Shifted]) -> None:
    grid = LARGE[kind]
    for facing in grid.directions:
        seen_from = [grid.neighbour("1212", grid.turned(facing, steps)) for steps in range(6)]
        assert [grid.aspect("1212", facing, other) for other in seen_from if other] == [
            "front",
            "oblique",
            "flank",
            "rear",
            "flank",
            "oblique",
        ]


def test_the_boundaries_of_aspects() -> None:
    # Facing north from 1010: 1109 lies 30 degrees off, 1210 90 degrees, 1112 150 degrees.
    assert [BOARD.aspect("1010", "N", other) for other in ("1109", "1210", "1112")] == ["front", "oblique", "rear"]


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


@st.composite
def lines(draw: st.DrawFn) -> tuple[HexGrid, str, str]:
    grid = draw(every_small_grid)
    a, b = draw(st.sampled_from(grid.hexes)), draw(st.sampled_from(grid.hexes))
    return grid, a, b


@settings(max_examples=60)
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


# ---------------------------------------------------------------------- sight


def ways_to_look(grid: HexGrid, a: str, b: str) -> Iterator[list[str | None]]:
    """Yield the hexes passed for every choice of a side where the line runs along a hexside."""
    stretches = grid.line(a, b).stretches
    yield from (
        list(choice)
        for choice in product(*((part.left, part.right) if part.is_along_edge else (part.left,) for part in stretches))
    )


@given(case=lines(), data=st.data())
def test_a_sight_is_clear_if_some_choice_of_sides_is(case: tuple[HexGrid, str, str], data: st.DataObject) -> None:
    grid, a, b = case
    near = [label for label in grid.hexes if apart(grid, a, label) <= 12 * 9]
    woods = data.draw(st.sets(st.sampled_from(near), max_size=20))
    sides = [frozenset((label, other)) for label in near for other in grid.neighbours(label)]
    walls = data.draw(st.sets(st.sampled_from(sides), max_size=10))
    sight = grid.line_of_sight(
        a,
        b,
        lambda label: "wood" if label in woods else None,
        lambda one, other: "wall" if frozenset((one, other)) in walls else None,
    )
    expected = any(
        not woods.intersection(way[1:-1]) and not any(frozenset(pair) in walls for pair in pairwise(way))
        for way in ways_to_look(grid, a, b)
    )
    assert sight.is_clear == bool(sight) == expected
    assert [obstacle.at for obstacle in sight.obstacles] == sorted(obstacle.at for obstacle in sight.obstacles)
    assert {obstacle.places for obstacle in sight.obstacles if obstacle.reason == "wood"} == {
        (place,) for place in sight.line.places if place in woods and place not in (a, b)
    }
    back = grid.line_of_sight(
        b,
        a,
        lambda label: "wood" if label in woods else None,
        lambda one, other: "wall" if frozenset((one, other)) in walls else None,
    )
    assert back.is_clear == expected


def test_a_wood_between_blocks_and_is_named() -> None:
    woods = {"0505", "0506", "0508"}
    sight = BOARD.line_of_sight("0505", "0508", lambda label: "wood" if label in woods else None)
    (wood,) = sight.blocked_by
    assert (wood.reason, wood.places, wood.at, wood.side) == ("wood", ("0506",), Fraction(1, 6), None)
    assert sight.obstacles == sight.blocked_by


def test_one_side_of_a_hexside_does_not_block_and_both_do() -> None:
    one = BOARD.line_of_sight("0505", "0705", lambda label: "wood" if label == "0604" else None)
    assert one.is_clear
    assert [(obstacle.places, obstacle.side) for obstacle in one.obstacles] == [(("0604",), "left")]
    both = BOARD.line_of_sight("0505", "0705", {"0604": "wood", "0605": "town"}.get)
    assert [(found.reason, found.side) for found in both.blocked_by] == [("wood", "left"), ("town", "right")]
    wall = BOARD.line_of_sight(
        "0505",
        "0705",
        {"0604": "wood"}.get,
        lambda leaves, enters: "wall" if (leaves, enters) == ("0605", "0705") else None,
    )
    assert [(found.reason, found.places) for found in wall.blocked_by] == [
        ("wood", ("0604",)),
        ("wall", ("0605", "0705")),
    ]


def test_of_several_obstacles_on_one_side_the_first_is_named() -> None:
    # The wall stands where the line comes to the hexside, before the wood behind it; the town is on the other side.
    sight = BOARD.line_of_sight(
        "0505",
        "0705",
        {"0604": "wood", "0605": "town"}.get,
        lambda leaves, enters: "wall" if (leaves, enters) == ("0505", "0604") else None,
    )
    assert [found.reason for found in sight.obstacles] == ["wall", "wood", "town"]
    assert [found.reason for found in sight.blocked_by] == ["wall", "town"]


def test_two_woods_on_opposite_sides_of_two_hexsides_do_not_block() -> None:
    sight = BOARD.line_of_sight("0505", "0905", {"0604": "wood", "0805": "wood"}.get)
    assert sight.is_clear
    assert [found.side for found in sight.obstacles] == ["left", "right"]


def test_each_hexside_that_a_line_runs_along_is_judged_by_itself() -> None:
    # From 0505 to 0905 the line runs between 0604 and 0605, then between 0804 and 0805.
    sight = BOARD.line_of_sight("0505", "0905", {"0605": "hill", "0804": "wood", "0805": "town"}.get)
    assert [found.places for found in sight.obstacles] == [("0605",), ("0804",), ("0805",)]
    assert [(found.reason, found.side) for found in sight.blocked_by] == [("wood", "left"), ("town", "right")]


def test_off_the_map_nothing_blocks() -> None:
    edge = HexGrid(columns=3, rows=2)
    assert edge.line_of_sight("0101", "0301", {"0201": "wood"}.get).is_clear
    holed = HexGrid(columns=1, rows=3, missing=("0102",))
    assert holed.line_of_sight("0101", "0103", lambda _: "wood").is_clear


# ---------------------------------------------------------------------- ways


def test_ways_go_round_closed_hexes() -> None:
    # Two hexes that are 2 apart have two hexes between them; with both closed the way round is 4.
    assert BOARD.distance("0505", "0705") == 2
    between = {"0604", "0605"}
    path = BOARD.path("0505", "0705", closed=between)
    assert path is not None
    assert path.cost == 4
    assert not between.intersection(path.places)
    assert BOARD.path("0505", "0705", closed=between, budget=3) is None
    assert BOARD.path("0505", "0705", closed={"0705"}) is None
    assert "0604" not in BOARD.reachable("0505", 9, closed=between)


def test_ways_take_steps_of_their_own() -> None:
    def northward(label: str) -> Iterator[tuple[str, int]]:
        north = BOARD.neighbour(label, "N")
        if north is not None:
            yield north, 3

    assert dict(BOARD.reachable("0503", 7, northward)) == {"0503": 0, "0502": 3, "0501": 6}
    path = BOARD.path("0503", "0501", northward)
    assert path is not None
    assert (path.places, path.costs) == (("0503", "0502", "0501"), (0, 3, 6))


# ---------------------------------------------------------------------- drawing


@given(grid=grids())
def test_corners_are_as_far_from_the_centre_as_a_side_is_long(grid: HexGrid) -> None:
    width, height = grid.extent
    for label in grid.hexes:
        x, y = grid.centre(label)
        corners = grid.corners(label)
        # Between neighbours lie 12 units squared; a side, and the way to a corner, is a third of that squared.
        assert {squared(grid, px - x, py - y) for px, py in corners} == {4}
        assert {squared(grid, px - qx, py - qy) for (px, py), (qx, qy) in pairwise((*corners, corners[0]))} == {4}
        assert all(0 <= px <= width and 0 <= py <= height for px, py in corners)
        for direction, one, other in zip(grid.directions, corners, (*corners[1:], corners[0]), strict=True):
            beside = grid.neighbour(label, direction)
            if beside is not None:
                assert {one, other} <= set(grid.corners(beside))
                assert squared(grid, x - grid.centre(beside)[0], y - grid.centre(beside)[1]) == 12


def test_a_drawing_begins_in_the_corner() -> None:
    grid = HexGrid(columns=2, rows=2)
    assert grid.corners("0101") == ((1, 0), (3, 0), (4, 1), (3, 2), (1, 2), (0, 1))
    assert grid.extent == (7, 5)
    pointy = evolve(grid, orientation="pointy")
    assert pointy.corners("0101") == ((1, 0), (2, 1), (2, 3), (1, 4), (0, 3), (0, 1))
    assert pointy.extent == (5, 7)


# ---------------------------------------------------------------------- bad input

CALLS: list[Callable[[Any], object]] = [
    BOARD.row,
    BOARD.column,
    BOARD.axial,
    BOARD.is_half,
    BOARD.neighbours,
    BOARD.hexsides,
    BOARD.centre,
    BOARD.corners,
    BOARD.require,
    lambda label: BOARD.neighbour(label, "N"),
    lambda label: BOARD.direction("0101", label),
    lambda label: BOARD.distance("0101", label),
    lambda label: BOARD.distance(label, "0101"),
    lambda label: BOARD.line(label, "0101"),
    lambda label: BOARD.line("0101", label),
    lambda label: BOARD.ring(label, 1),
    lambda label: BOARD.within(label, 10**9),
    lambda label: BOARD.arc(label, "N", within=2),
    lambda label: BOARD.aspect(label, "N", "0101"),
    lambda label: BOARD.aspect("0101", "N", label),
    lambda label: BOARD.distance_to_edge(label, "north"),
    lambda label: BOARD.reachable(label, 3),
    lambda label: BOARD.path(label, "0101"),
    lambda label: BOARD.path("0101", label),
    lambda label: BOARD.line_of_sight("0101", label, lambda _: None),
]


@pytest.mark.parametrize("call", CALLS)
def test_every_question_refuses_a_hex_that_the_map_does_not_have(call: Callable[[Any], object]) -> None:
    with pytest.raises(UnknownNameError, match="unknown hex '2765'; did you mean '2705' or '2715'") as caught:
        call("2765")
    assert "\n" not in str(caught.value)
    with pytest.raises(TypeError, match="a hex is a text such as '0101', got 2705"):
        call(2705)


@pytest.mark.parametrize(
    ("label", "suggestions"),
    [
        ("705", ("0705",)),
        ("27005", ("2005", "2705")),
        ("3305", ("1305", "2305", "3205")),
        ("27x5", ("2705", "2715")),
        ("", ()),
        ("\u0662\u0667\u0660\u0665", ()),
        ("x" * 10_000, ()),
    ],
)
def test_labels_that_are_nearly_right_are_suggested(label: str, suggestions: tuple[str, ...]) -> None:
    with pytest.raises(UnknownNameError) as caught:
        BOARD.require(label)
    assert caught.value.suggestions == suggestions


def test_no_missing_hex_is_suggested() -> None:
    with pytest.raises(UnknownNameError) as caught:
        evolve(BOARD, missing=("2705",)).require("2765")
    assert caught.value.suggestions == ("2715",)


@pytest.mark.parametrize("numbers", [(0, 1), (33, 1), (1, 0), (1, 21), (-1, 5)])
def test_a_column_or_row_off_the_map_has_no_label(numbers: tuple[int, int]) -> None:
    with pytest.raises(UnknownNameError, match="unknown hex"):
        BOARD.label(*numbers)


def test_wrong_directions_edges_and_numbers_are_refused() -> None:
    wrong: Any = "E"
    calls: tuple[Callable[[], object], ...] = (
        lambda: BOARD.neighbour("0505", wrong),
        lambda: BOARD.turned(wrong, 1),
        lambda: BOARD.hexside_at("0505", wrong),
        lambda: BOARD.arc("0505", wrong, within=1),
        lambda: BOARD.are_opposite("N", wrong),
    )
    for call in calls:
        with pytest.raises(UnknownNameError, match="unknown direction 'E'; did you mean 'SE' or 'NE'"):
            call()
    wrong = "nroth"
    calls = (lambda: BOARD.edge(wrong), lambda: BOARD.distance_to_edge("0505", wrong))
    for call in calls:
        with pytest.raises(UnknownNameError, match="unknown edge of the map 'nroth'; did you mean 'north'"):
            call()
    calls = (lambda: BOARD.ring("0505", -1), lambda: BOARD.within("0505", -1))
    for call in calls:
        with pytest.raises(ValueError, match="a distance is at least 0, got -1"):
            call()
    for angle in (45, 210, -30):
        with pytest.raises(ValueError, match=f"a multiple of 30 from 0 to 180 degrees, got {angle}"):
            BOARD.arc("0505", "N", angle, within=2)
    with pytest.raises(ValueError, match="hexes '0505' and '0507' are no neighbours; they are 2 apart"):
        BOARD.direction("0505", "0507")
    with pytest.raises(ValueError, match="no neighbours; they are 0 apart"):
        BOARD.hexside("0505", "0505")
    with pytest.raises(ValueError, match="a thing in hex '0505' shows no side to its own hex"):
        BOARD.aspect("0505", "N", "0505")


def test_a_number_of_hexes_is_whole() -> None:
    BOARD.ring("0505", 2)
    wrong: Any
    for wrong in (2.0, 1.5, math.nan, math.inf, True, "2", None):
        with pytest.raises(ValueError, match="a distance is a whole number, got"):
            BOARD.ring("0505", wrong)
        with pytest.raises(ValueError, match="a distance is a whole number, got"):
            BOARD.within("0505", wrong)
    for wrong in (2.0, 1.5, math.nan, math.inf, True, "2"):
        with pytest.raises(ValueError, match="a budget is a whole number, got"):
            BOARD.reachable("0505", wrong)


def test_a_closed_hex_that_the_map_does_not_have_is_refused() -> None:
    wrong: Any = "0504"  # a text is a list of its letters
    for closed, name in ((["0504", "2765"], "2765"), (wrong, "0")):
        with pytest.raises(UnknownNameError, match=f"unknown hex '{name}'"):
            BOARD.reachable("0505", 1, closed=closed)
        with pytest.raises(UnknownNameError, match=f"unknown hex '{name}'"):
            BOARD.path("0505", "0504", closed=closed)
    assert "0504" not in BOARD.reachable("0505", 1, closed=(label for label in ["0504"]))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_a_wrong_grid_is_refused_even_if_it_equals_a_right_one() -> None:
    HexGrid(columns=9, rows=1).hexes  # noqa: B018 - its tables are made
    HexGrid(columns=1, rows=9).hexes  # noqa: B018
    wrong: tuple[Any, ...] = (
        HexGrid(columns=9.0, rows=1),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
        HexGrid(columns=True, rows=9),
        HexGrid(columns=9, rows=1, missing=["0101"]),  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    )
    for grid in wrong:
        with pytest.raises(InvalidRequestError, match="expected"):
            grid.has("0101")


@pytest.mark.parametrize(
    ("grid", "path", "message"),
    [
        (HexGrid(columns=0, rows=5), "$.columns", "expected an integer from 1 to 999, got 0"),
        (HexGrid(columns=5, rows=1000), "$.rows", "expected an integer from 1 to 999, got 1000"),
        (HexGrid(columns=5, rows=5, missing=("0101", "0106")), "$.missing[1]", "unknown hex '0106'; did you mean"),
        (
            HexGrid(columns=5, rows=5, missing=("0101", "0101")),
            "$.missing[1]",
            "hex '0101' is listed twice, first at [0]",
        ),
        (HexGrid(columns=5, rows=5, only=("x",)), "$.only[0]", "unknown hex 'x'"),
        (HexGrid(columns=5, rows=5, only=("0101",), missing=("0202",)), "$.only", "not both"),
    ],
)
def test_a_grid_that_cannot_be_is_refused_when_it_is_used(grid: HexGrid, path: str, message: str) -> None:
    for use in (lambda: validate(grid), lambda: grid.hexes):
        with pytest.raises(InvalidRequestError) as caught:
            use()
        (problem,) = caught.value.problems
        assert problem.path == path
        assert message in problem.message
