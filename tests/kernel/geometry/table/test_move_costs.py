"""Moves on a table: how near they came, their laws, and what they cost."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_moves import ahead, hedge, line, table, wood

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.geometry.table import (
    Ahead,
    Footing,
    Group,
    Leg,
    Point,
    Slide,
    Table,
    TerrainLine,
    TerrainPiece,
    Wheel,
    arc_length,
    closest_approach,
    distance,
    follow,
    gap,
    in_line,
    move_cost,
    moved,
    point,
    slowest,
)
from rcw_rules.kernel.lengths import Inches, inches


def at(x: int, y: int) -> Point:
    """A position in thousandths."""
    return Point(x=Inches(thousandths=x), y=Inches(thousandths=y))


# ---------------------------------------------------------------------- how near a move came


def test_a_path_that_passes_at_1_9_inches() -> None:
    enemy = point(20, "15.9")
    assert closest_approach(follow(line(2), [ahead(4)]), [enemy, point(5, 5)])[0] == inches("1.9")
    # Past it: the enemy is 2 in to the right of the right edge at x = 21.
    past = follow(line(2), [ahead(10)])
    assert closest_approach(past, [point(23, 15)]) == (inches(2),)
    assert gap(past.end, point(23, 15)) > inches(4)
    assert closest_approach(follow(line(2), []), [point(20, 12)]) == (inches(2),)
    assert closest_approach(past, []) == ()


def test_the_bulge_of_a_wheel_counts() -> None:
    # The outer rear corner goes round (22, 10) at the root of 4 squared and 0.5 squared: 4.031 in.
    move = follow(line(), [Wheel(angle=degrees(90), side="right")])
    beyond = at(22_000 - 3536, 10_000 + 3536)  # 5 in from the pivot, to the north-west
    assert abs(closest_approach(move, [beyond])[0].thousandths - 969) <= 1


# ---------------------------------------------------------------------- laws

thousandths = st.integers(0, 6000).map(lambda number: Inches(thousandths=number))


legs = st.one_of(
    st.builds(
        Ahead, distance=thousandths, incline=st.integers(-89_999, 89_999).map(lambda number: Angle(thousandths=number))
    ),
    st.builds(
        Wheel,
        angle=st.integers(1, 180_000).map(lambda number: Angle(thousandths=number)),
        side=st.sampled_from(["left", "right"]),
    ),
    st.builds(
        Slide, distance=thousandths, direction=st.integers(0, 359_999).map(lambda number: Angle(thousandths=number))
    ),
)


groups = st.builds(
    in_line,
    st.just("rifles"),
    st.integers(1, 5),
    st.builds(at, st.integers(10_000, 30_000), st.integers(10_000, 30_000)),
    st.integers(0, 359_999).map(lambda number: Angle(thousandths=number)),
    frontage=st.just(inches(1)),
    depth=st.just(inches("0.5")),
    per_rank=st.none() | st.integers(1, 3),
)


quarters = st.integers(1, 3).map(lambda number: degrees(90) * number)


def reversed_turn(leg: Leg, quarter: Angle) -> Leg:
    """The leg on a table that was turned."""
    return Slide(distance=leg.distance, direction=leg.direction + quarter) if isinstance(leg, Slide) else leg


@given(group=groups, way=st.lists(legs, max_size=3), quarter=quarters)
def test_moves_turn_with_the_table(group: Group, way: list[Leg], quarter: Angle) -> None:
    corner = point(24, 24)
    here = follow(group, way)
    there = follow(group.turned(corner, quarter), [reversed_turn(leg, quarter) for leg in way])
    assert there.end == here.end.turned(corner, quarter)
    assert there.total == here.total
    assert [leg.distance for leg in there.legs] == [leg.distance for leg in here.legs]


@given(group=groups, way=st.lists(legs, max_size=3))
def test_a_move_keeps_the_group_together_and_no_front_corner_goes_farther_than_it_counts(
    group: Group, way: list[Leg]
) -> None:
    report = follow(group, way)
    assert report.end.is_together
    assert not list(report.end.inconsistencies())
    assert report.start == group
    for leg in report.legs:
        for before, after in zip(leg.before.front_rank, leg.after.front_rank, strict=True):
            for corner in (0, 1):
                gone = distance(before.corners[corner], after.corners[corner])
                assert gone.thousandths <= leg.distance.thousandths + 3
        assert leg.stretches == () if leg.distance == inches(0) else leg.stretches[-1].ends == leg.distance


@given(group=groups, leg=legs)
def test_a_wheel_that_is_wheeled_back_ends_where_it_began(group: Group, leg: Leg) -> None:
    if not isinstance(leg, Wheel):
        return
    there = follow(group, [leg]).end
    pivot = group.front[1] if leg.side == "right" else group.front[0]
    back = there.turned(pivot, leg.angle * (-1 if leg.side == "right" else 1))
    for before, after in zip(group.bases, back.bases, strict=True):
        assert before.facing == after.facing
        assert distance(before.at, after.at).thousandths <= 1


@given(
    group=groups,
    leg=legs,
    corners=st.tuples(st.integers(0, 40_000), st.integers(0, 40_000), st.integers(500, 8000), st.integers(500, 8000)),
)
def test_the_leading_edge_is_in_a_wood_where_a_slow_walk_finds_it(
    group: Group, leg: Leg, corners: tuple[int, int, int, int]
) -> None:
    if not isinstance(leg, Ahead) or leg.distance < inches("0.1"):
        return
    x, y, wide, deep = corners
    outline = (at(x, y), at(x + wide, y), at(x + wide, y + deep), at(x, y + deep))
    everywhere = Table(
        title="A table",
        width=inches(60),
        depth=inches(60),
        terrain=(TerrainPiece(name="wood", kind="wood", outline=outline),),
    )

    def depth_inside(spot: Point) -> int:
        """How deep a position lies in the wood, in thousandths; negative is outside."""
        east, north = spot.x.thousandths, spot.y.thousandths
        return min(east - x, x + wide - east, north - y, y + deep - north)

    report = follow(group, [leg], table=everywhere).legs[0]
    left, right = group.front
    # Positions a twentieth of the edge apart miss no more of a wood than that.
    spacing = distance(left, right).thousandths // 20 + 5
    direction = group.bases[0].facing + leg.incline
    for step in range(11):
        gone = Inches(thousandths=leg.distance.thousandths * step // 10)
        west, east = moved(left, direction, gone), moved(right, direction, gone)
        places = [
            at(
                (west.x.thousandths * (20 - part) + east.x.thousandths * part) // 20,
                (west.y.thousandths * (20 - part) + east.y.thousandths * part) // 20,
            )
            for part in range(21)
        ]
        deepest = max(depth_inside(place) for place in places)
        if any(one.begins <= gone <= one.ends for one in report.passages):
            assert deepest >= -spacing
        else:
            assert deepest <= 3


# ---------------------------------------------------------------------- what a move costs, leg by leg


@pytest.mark.parametrize("parts", [(6,), (3, 3), (2, 2, 2), (1, 4, 1)])
def test_a_hedge_that_two_legs_cross_costs_once(parts: tuple[int, ...]) -> None:
    # The front line, 18 to 22 at y = 10, gets to the hedge at y = 11 on the left and leaves it at y = 15 on the right.
    slanting = table(hedge((17, 10), (23, 16)))
    move = follow(line(), [ahead(part) for part in parts], table=slanting)
    assert move_cost(move, rate=slowest({}), obstacle=lambda *_: Fraction(2)) == 6 + 2


def test_a_hedge_touched_at_the_end_of_a_leg_and_crossed_on_the_next_costs_once() -> None:
    across = table(hedge((0, 13), (40, 13)))
    for legs, cost in (([ahead(3)], 3), ([ahead(3), ahead(1)], 6), ([ahead(4)], 6), ([ahead(4), ahead(1)], 7)):
        assert move_cost(follow(line(), legs, table=across), rate=slowest({}), obstacle=lambda *_: Fraction(2)) == cost


def test_two_hedges_cost_twice_on_two_legs() -> None:
    both = table(hedge((0, 13), (40, 13)), hedge((0, 15), (40, 15), kind="other"))
    move = follow(line(), [ahead(4), ahead(2)], table=both)
    assert move_cost(move, rate=slowest({}), obstacle=lambda *_: Fraction(2)) == 6 + 4


@pytest.mark.parametrize(
    ("rate", "toll", "error", "message"),
    [
        (
            Fraction(0),
            Fraction(0),
            ValueError,
            "a rate is more than 0, or None where ground is impassable; got 0 for ()",
        ),
        (
            Fraction(-1),
            Fraction(0),
            ValueError,
            "a rate is more than 0, or None where ground is impassable; got -1 for ()",
        ),
        (0.5, Fraction(0), TypeError, "a rate is an integer, a Fraction or None, got 0.5"),
        (Fraction(1), float("nan"), TypeError, "a cost is an integer, a Fraction or None, got nan"),
        (Fraction(1), True, TypeError, "a cost is an integer, a Fraction or None, got True"),
        (
            Fraction(1),
            Fraction(-2),
            ValueError,
            "an obstacle costs at least 0, or None where it cannot be crossed; got -2 for 'hedge'",
        ),
    ],
)
def test_an_impossible_rate_or_cost_of_a_move_is_refused(
    rate: Any, toll: Any, error: type[Exception], message: str
) -> None:
    move = follow(line(), [ahead(4)], table=table(hedge((0, 13), (40, 13))))
    with pytest.raises(error, match=rf"^{re.escape(message)}$"):
        move_cost(move, rate=lambda _: rate, obstacle=lambda *_: toll)


def test_a_wheel_to_no_side_is_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown side 'Right'; did you mean 'right'\?$"):
        follow(line(), [Wheel(angle=degrees(30), side="Right")])  # type: ignore[arg-type]


# ---------------------------------------------------------------------- what a wheel costs


@given(
    facing=st.integers(0, 359_999),
    turned_by=st.integers(1, 180_000),
    side=st.sampled_from(["left", "right"]),
    count=st.integers(1, 8),
)
def test_a_wheel_costs_the_same_whichever_way_the_group_faces(
    facing: int, turned_by: int, side: Any, count: int
) -> None:
    group = in_line(
        "four", count, at(20, 20), Angle(thousandths=facing), frontage=inches("1.181"), depth=inches("0.787")
    )
    move = follow(group, [Wheel(angle=Angle(thousandths=turned_by), side=side)])
    assert move.total == arc_length(Fraction(1181 * count, 1000), Angle(thousandths=turned_by))


def test_a_wheel_of_real_bases_costs_what_their_frontages_say() -> None:
    # 4.724 in times half of pi: 7.42043.
    wide, deep = inches("1.181"), inches("0.787")
    wheel = Wheel(angle=degrees(90), side="right")
    for facing in ("0", "33.3", "211.7"):
        group = in_line("four", 4, at(20, 20), degrees(facing), frontage=wide, depth=deep)
        assert follow(group, [wheel]).total == inches("7.42")
    # Two of 1.2 in that stand 4.8 in from end to end: 2.4 times pi.
    four = in_line("four", 4, at(20, 20), degrees(0), frontage=inches("1.2"), depth=inches("0.8"))
    assert follow(Group(name="two", bases=(four.bases[0], four.bases[3])), [wheel]).total == inches("7.54")


def test_a_line_is_crossed_on_the_footing_of_its_stretch() -> None:
    ground = table(wood((0, 12), (40, 12), (40, 20), (0, 20)), hedge((0, 11), (40, 11)), hedge2())
    asked: list[tuple[str, ...]] = []

    def toll(kind: str, footing: Footing) -> Fraction:
        asked.append(footing.kinds)
        return Fraction(1)

    move = follow(line(), [ahead(6)], table=ground)
    assert move_cost(move, rate=slowest({}), obstacle=toll) == 8
    assert asked == [(), ("wood",)]


def hedge2() -> TerrainLine:
    return TerrainLine(name="second", kind="hedge", points=(point(0, 14), point(40, 14)))
