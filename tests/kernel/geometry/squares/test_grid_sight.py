"""Squares: lines of sight, and the moves that squares allow."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from square_grids import (
    BOARD,
    FACINGS,
    around,
    blocking,
    crossing,
    facings,
    one,
    slow_in_arc,
    squares,
)

from rcw_rules.kernel.geometry import search
from rcw_rules.kernel.geometry.reports import Obstacle
from rcw_rules.kernel.geometry.squares import Facing, Placement, Square, SquareGrid


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
