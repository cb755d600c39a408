"""Hexes: labels, neighbours, distances, arcs, lines and sights, held against plane geometry and published values."""

from __future__ import annotations

import math
import pickle
from typing import get_args

import pytest
from attrs import evolve
from hex_grids import (
    BOARD,
    KINDS,
    LARGE,
    Orientation,
    Shifted,
    apart,
    every_small_grid,
    grids,
    middle,
)
from hypothesis import assume, given
from hypothesis import strategies as st

from rcw_rules.kernel.geometry.hexes import HexDirection, HexGrid, Hexside
from rcw_rules.kernel.geometry.map_data import MapEdge

EDGES: tuple[MapEdge, ...] = get_args(MapEdge)


@st.composite
def two_hexes(draw: st.DrawFn) -> tuple[HexGrid, str, str]:
    grid = draw(grids())
    a, b = draw(st.sampled_from(grid.hexes)), draw(st.sampled_from(grid.hexes))
    return grid, a, b


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
