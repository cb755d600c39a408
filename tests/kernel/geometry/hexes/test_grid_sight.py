"""Hexes: lines, rotation, sight, ways, drawing and bad input."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from attrs import evolve
from hex_grids import (
    BOARD,
    apart,
    grids,
    lines,
    squared,
)
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.errors import InvalidRequestError, UnknownNameError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.geometry.hexes import HexGrid

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
    with pytest.raises(ValueError, match="hexes '0505' and '0507' are not neighbours; they are 2 apart"):
        BOARD.direction("0505", "0507")
    with pytest.raises(ValueError, match="not neighbours; they are 0 apart"):
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
        # Each small request with such a map took seven seconds, and kept 350 MB.
        (HexGrid(columns=201, rows=200), "$.columns", "201 columns of 200 hexes are more than the 40,000"),
        (HexGrid(columns=999, rows=999, only=("0101",)), "$.columns", "more than the 40,000 that a map may have"),
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
