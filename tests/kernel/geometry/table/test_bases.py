"""Bases and groups: their corners, lines and contacts, held against slow twins in exact fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.errors import InvalidRequestError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.geometry.table import (
    EDGES,
    TOUCHING,
    Base,
    Group,
    Point,
    Thing,
    bases_of,
    convex_outline,
    distance,
    gap,
    gaps,
    in_column,
    in_line,
    nearest_points,
    overlaps,
    point,
    touches,
    turned,
)
from rcw_rules.kernel.lengths import Inches, inches

WIDE, DEEP = inches("1.181"), inches("0.787")


def at(x: int, y: int) -> Point:
    """A position in thousandths."""
    return Point(x=Inches(thousandths=x), y=Inches(thousandths=y))


def base(x: str | int, y: str | int, facing: int | str = 0, frontage: str = "1.2", depth: str = "0.8") -> Base:
    """A base with the middle of its front edge there."""
    return Base(at=point(x, y), facing=degrees(facing), frontage=inches(frontage), depth=inches(depth))


def group(*bases: Base, name: str = "rifles") -> Group:
    """A group of these bases."""
    return Group(name=name, bases=bases)


def thousandths(spots: Sequence[Point]) -> list[tuple[int, int]]:
    """Positions as pairs of integers."""
    return [(spot.x.thousandths, spot.y.thousandths) for spot in spots]


numbers = st.integers(0, 20_000)
points = st.builds(at, numbers, numbers)
bearings = st.integers(0, 359_999).map(lambda number: Angle(thousandths=number))
sizes = st.integers(200, 4000).map(lambda number: Inches(thousandths=number))
bases = st.builds(Base, at=points, facing=bearings, frontage=sizes, depth=sizes)
lines = st.builds(
    in_line,
    st.just("line"),
    st.integers(1, 6),
    points,
    bearings,
    frontage=sizes,
    depth=sizes,
    per_rank=st.none() | st.integers(1, 4),
)
things = points | bases | lines


# ---------------------------------------------------------------------- one base


def test_corners_go_clockwise_from_the_front_left() -> None:
    assert [str(corner) for corner in base(10, 10).corners] == ["(9.4, 10)", "(10.6, 10)", "(10.6, 9.2)", "(9.4, 9.2)"]
    assert [str(corner) for corner in base(10, 10, 90).corners] == [
        "(10, 10.6)", "(10, 9.4)", "(9.2, 9.4)", "(9.2, 10.6)",
    ]  # fmt: skip
    # At 45 degrees 0.6 in across is 0.424 each way, and 0.8 in back is 0.566; 0.424264 + 0.565685 = 0.989949.
    assert [str(corner) for corner in base(10, 10, 45).corners] == [
        "(9.576, 10.424)", "(10.424, 9.576)", "(9.859, 9.01)", "(9.01, 9.859)",
    ]  # fmt: skip


def test_middle_rear_and_what_lies_out_of_each_edge() -> None:
    one = base(10, 10, 90)
    assert (one.centre, one.rear) == (point("9.6", 10), point("9.2", 10))
    assert [one.looking(edge) for edge in EDGES] == [
        (point(10, 10), degrees(90)),
        (point("9.6", "9.4"), degrees(180)),
        (point("9.2", 10), degrees(270)),
        (point("9.6", "10.6"), degrees(0)),
    ]


def test_odd_lengths_are_halved_without_loss() -> None:
    # Half of 1.181 is 0.5905, which rounds away from the middle on both sides.
    assert thousandths(base(10, 10, 0, "1.181", "0.787").corners) == [
        (9409, 10000), (10591, 10000), (10591, 9213), (9409, 9213),
    ]  # fmt: skip


def test_about_face_covers_the_same_ground() -> None:
    one = base(10, 10, 90).about_face()
    assert one == base("9.2", 10, 270)
    assert set(one.corners) == set(base(10, 10, 90).corners)


@given(one=bases)
def test_a_base_is_a_rectangle_of_its_size(one: Base) -> None:
    for first, second, length in zip(
        one.corners, one.corners[1:] + one.corners[:1], [one.frontage, one.depth] * 2, strict=True
    ):
        assert abs(distance(first, second).thousandths - length.thousandths) <= 2
    diagonals = distance(one.corners[0], one.corners[2]), distance(one.corners[1], one.corners[3])
    assert abs(diagonals[0].thousandths - diagonals[1].thousandths) <= 3


@given(one=bases, quarter=st.integers(-4, 4), about=points)
def test_corners_turn_with_the_base(one: Base, quarter: int, about: Point) -> None:
    angle = degrees(90) * quarter
    assert one.turned(about, angle).corners == tuple(turned(corner, about, angle) for corner in one.corners)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"facing": degrees(360)}, r"\$\.facing: expected a bearing from 0 up to 360 degrees, got 360°: write 0°"),
        ({"facing": degrees(-45)}, r"\$\.facing: expected a bearing from 0 up to 360 degrees, got -45°: write 315°"),
        ({"frontage": inches(0)}, r"\$\.frontage: expected a frontage of more than 0 in, got 0 in"),
        ({"depth": inches(0)}, r"\$\.depth: expected a depth of more than 0 in, got 0 in"),
        ({"frontage": 1.2}, r"\$\.frontage: expected .*"),
        ({"at": (1, 2)}, r"\$\.at: expected .*"),
    ],
)
def test_a_base_that_cannot_be_is_refused(wrong: dict[str, Any], message: str) -> None:
    right: dict[str, Any] = {"at": point(1, 1), "facing": degrees(0), "frontage": inches(1), "depth": inches(1)}
    validate(Base(**right))
    with pytest.raises(InvalidRequestError, match=f"^{message}$"):
        validate(Base(**{**right, **wrong}))


# ---------------------------------------------------------------------- groups


def test_a_line_of_four() -> None:
    four = in_line("rifles", 4, point(10, 10), degrees(0), frontage=inches("1.2"), depth=inches("0.8"))
    assert [str(one.at) for one in four.bases] == ["(8.2, 10)", "(9.4, 10)", "(10.6, 10)", "(11.8, 10)"]
    assert four.front == (point("7.6", 10), point("12.4", 10))
    assert four.rear == (point("7.6", "9.2"), point("12.4", "9.2"))
    assert (four.frontage, four.depth, four.facing) == (inches("4.8"), inches("0.8"), degrees(0))
    assert (four.is_line, four.is_column, four.is_together) == (True, False, True)
    assert four.outline == (point("7.6", "9.2"), point("7.6", 10), point("12.4", 10), point("12.4", "9.2"))
    validate(four)


def test_ranks_of_three_with_two_behind_the_middle() -> None:
    five = in_line("rifles", 5, point(10, 10), degrees(180), frontage=inches(1), depth=inches("0.5"), per_rank=3)
    # It faces south, so its left is in the east and its rear in the north.
    assert [str(one.at) for one in five.bases] == ["(11, 10)", "(10, 10)", "(9, 10)", "(10.5, 10.5)", "(9.5, 10.5)"]
    assert five.front_rank == five.bases[:3]
    assert five.rear_rank == five.bases[3:]
    assert five.front == (point("11.5", 10), point("8.5", 10))
    assert five.rear == (point(11, 11), point(9, 11))
    assert (five.frontage, five.depth) == (inches(3), inches(1))
    # Westernmost first, then clockwise: the front edge lies in the south.
    assert [str(corner) for corner in five.outline] == [
        "(8.5, 10)", "(8.5, 10.5)", "(9, 11)", "(11, 11)", "(11.5, 10.5)", "(11.5, 10)",
    ]  # fmt: skip


def test_a_column_of_four() -> None:
    four = in_column("rifles", 4, point(10, 10), degrees(90), frontage=inches("1.2"), depth=inches("0.8"))
    assert [str(one.at) for one in four.bases] == ["(10, 10)", "(9.2, 10)", "(8.4, 10)", "(7.6, 10)"]
    assert (four.is_line, four.is_column, four.is_together) == (False, True, True)
    assert (four.frontage, four.depth) == (inches("1.2"), inches("3.2"))
    assert four.front == (point(10, "10.6"), point(10, "9.4"))


@given(where=points, facing=bearings, count=st.integers(1, 5))
def test_a_column_stays_one_however_it_faces(where: Point, facing: Angle, count: int) -> None:
    assert in_column("column", count, where, facing, frontage=WIDE, depth=DEEP).is_column
    assert not in_line("line", count + 1, where, facing, frontage=WIDE, depth=DEEP).is_column


def test_a_single_base_is_both_a_line_and_a_column() -> None:
    one = group(base(10, 10))
    assert (one.is_line, one.is_column, one.is_together) == (True, True, True)
    assert bases_of(one) == bases_of(base(10, 10)) == (base(10, 10),)


def test_a_group_whose_bases_face_different_ways_has_no_front() -> None:
    mixed = group(base(10, 10), base(10, "10", 180))
    assert mixed.facing is None
    assert (mixed.is_line, mixed.is_column, mixed.is_together) == (False, False, True)
    for name in ("front", "rear", "front_rank", "rear_rank", "frontage", "depth"):
        with pytest.raises(ValueError, match=r"^the bases of 'rifles' face different ways, so it has no front"):
            getattr(mixed, name)


def test_a_base_ahead_of_the_others_makes_the_front_rank() -> None:
    ahead, level, behind = base(10, "10.011"), base("11.2", 10), base("12.4", 10)
    assert group(ahead, level, behind).front_rank == (ahead,)
    assert group(ahead, level, behind).rear_rank == (level, behind)
    # 0.01 in is still level.
    assert group(level, base(10, "10.01"), behind).front_rank == (base(10, "10.01"), level, behind)


def test_groups_that_hang_together() -> None:
    row = [base(str(x), 10) for x in ("10", "11.2", "12.4")]
    assert group(row[0], row[2], row[1]).is_together
    assert not group(row[0], row[2]).is_together
    assert group(row[0], base("11.21", 10)).is_together
    assert not group(row[0], base("11.211", 10)).is_together
    corner_to_corner = base("11.2", "10.8")
    assert group(row[0], corner_to_corner).is_together


@given(
    count=st.integers(1, 8),
    per_rank=st.none() | st.integers(1, 8),
    where=points,
    facing=bearings,
    wheels=st.lists(st.tuples(points, bearings), max_size=4),
)
def test_bases_of_a_turned_rank_touch_and_do_not_overlap(
    count: int, per_rank: int | None, where: Point, facing: Angle, wheels: list[tuple[Point, Angle]]
) -> None:
    one = in_line("rifles", count, where, facing, frontage=WIDE, depth=DEEP, per_rank=per_rank)
    for about, angle in wheels:
        one = one.turned(about, angle)
    assert one.is_together
    assert not list(one.inconsistencies())
    abreast = min(count, per_rank or count)
    assert len(one.front_rank) == abreast
    for first, second in pairwise(one.front_rank):
        assert touches(first, second)
    assert abs(one.frontage.thousandths - abreast * 1181) <= 3 + 3 * len(wheels)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"count": 0}, "count is a whole number from 1 to 100, got 0"),
        ({"count": 101}, "count is a whole number from 1 to 100, got 101"),
        ({"count": True}, "count is a whole number from 1 to 100, got True"),
        ({"count": 2.0}, "count is a whole number from 1 to 100, got 2.0"),
        ({"per_rank": 0}, "per_rank is a whole number from 1 to 100, got 0"),
        ({"frontage": inches(0)}, "a base has a frontage of more than 0 in, got 0 in"),
        ({"depth": inches(1) - inches(2)}, "a base has a depth of more than 0 in, got -1 in"),
    ],
)
def test_a_line_that_cannot_be_is_refused(wrong: dict[str, Any], message: str) -> None:
    right: dict[str, Any] = {"count": 2, "per_rank": None, "frontage": WIDE, "depth": DEEP}
    with pytest.raises(ValueError, match=f"^{message}$"):
        in_line("rifles", at=point(1, 1), facing=degrees(0), **{**right, **wrong})


def test_a_group_that_cannot_be_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"^\$\.bases\[2\]: base 2 of 'rifles' overlaps base 0$"):
        validate(group(base(10, 10), base("11.2", 10), base(10, "10.7")))
    with pytest.raises(InvalidRequestError, match=r"^\$\.bases: expected"):
        validate(group())
    with pytest.raises(InvalidRequestError, match=r"^\$\.name: expected"):
        validate(group(base(10, 10), name=""))
    with pytest.raises(InvalidRequestError, match=r"^\$\.bases\[0\]\.depth: expected a depth of more than 0 in"):
        validate(group(base(10, 10, depth="0")))


# ---------------------------------------------------------------------- distances and contact


def test_distances_by_hand() -> None:
    one = base(10, 10)  # from 9.4 to 10.6 east and from 9.2 to 10 north
    assert gap(one, base(10, 13)) == inches("2.2")
    assert gap(one, point(10, 13)) == inches(3)
    assert gap(one, point("13.6", 14)) == inches(5)  # 3 and 4 from the corner
    assert gap(one, point(10, "9.5")) == inches(0)
    assert gap(one, base("10.3", "10.3")) == inches(0)
    assert gap(point(1, 1), point(2, 2)) == inches("1.414")
    assert gaps(one, [point(10, 13), base(10, 13), group(base(3, 3), base(10, 12))]) == (
        inches(3), inches("2.2"), inches("1.2"),
    )  # fmt: skip
    assert gaps(one, []) == ()
    assert type(gap(one, point(10, 13)).thousandths) is int


def test_where_they_are_nearest() -> None:
    assert nearest_points(base(10, 10), point("13.6", 14)) == (point("10.6", 10), point("13.6", 14))
    assert nearest_points(group(base(3, 3), base(10, 10)), point(10, 12)) == (point(10, 10), point(10, 12))


def test_contact_is_up_to_a_hundredth_of_an_inch() -> None:
    assert inches("0.01") == TOUCHING
    one = base(10, 10)
    assert touches(one, base("11.21", 10))
    assert not touches(one, base("11.211", 10))
    assert touches(one, base("11.2", "10.8"))  # corner to corner
    assert touches(one, base(10, 10))


def test_overlapping_is_more_than_contact() -> None:
    one = base(10, 10)
    assert not overlaps(one, base("11.2", 10))
    assert not overlaps(one, base("11.19", 10))
    assert overlaps(one, base("11.189", 10))
    assert overlaps(one, one)
    assert overlaps(group(base(3, 3), one), group(base(5, 5), base(10, "10.7")))
    assert not overlaps(group(base(3, 3), one), group(base(5, 5), base(10, "10.8")))
    # Turned by 45 degrees at the other's corner: the boxes round them overlap, they themselves do not.
    assert not overlaps(base(10, 10, 0, "2", "2"), base("11.9", "11.1", 225, "1", "1"))


def square_to_segment(spot: tuple[int, int], start: tuple[int, int], end: tuple[int, int]) -> Fraction:
    """The exact square of the distance of a position from a straight edge."""
    way = (end[0] - start[0], end[1] - start[1])
    off = (spot[0] - start[0], spot[1] - start[1])
    length = way[0] ** 2 + way[1] ** 2
    share = Fraction(off[0] * way[0] + off[1] * way[1], length) if length else Fraction(0)
    share = max(Fraction(0), min(Fraction(1), share))
    return (off[0] - share * way[0]) ** 2 + (off[1] - share * way[1]) ** 2


def holds(outline: list[tuple[int, int]], spot: tuple[int, int]) -> bool:
    """Whether an outline that goes round clockwise holds a position."""
    return all(
        (x1 - x0) * (spot[1] - y0) - (y1 - y0) * (spot[0] - x0) <= 0
        for (x0, y0), (x1, y1) in pairwise([*outline, outline[0]])
    )


def crosses(one: tuple[tuple[int, int], ...], other: tuple[tuple[int, int], ...]) -> bool:
    """Whether two edges cross, each with ends strictly on both sides of the other."""

    def side(edge: tuple[tuple[int, int], ...], spot: tuple[int, int]) -> int:
        (x0, y0), (x1, y1) = edge
        return (x1 - x0) * (spot[1] - y0) - (y1 - y0) * (spot[0] - x0)

    return all(side(first, second[0]) * side(first, second[1]) < 0 for first, second in [(one, other), (other, one)])


def slow_square(one: Thing, other: Thing) -> Fraction:
    """The exact square of the distance of two things, from every corner to every edge."""
    if isinstance(one, Group) or isinstance(other, Group):
        return min(
            slow_square(first, second)
            for first in (one.bases if isinstance(one, Group) else (one,))
            for second in (other.bases if isinstance(other, Group) else (other,))
        )
    outlines = [thousandths(thing.corners if isinstance(thing, Base) else (thing,)) for thing in (one, other)]
    edges = [list(pairwise([*outline, outline[0]])) for outline in outlines]
    if any(holds(outlines[i], spot) for i in (0, 1) if len(outlines[i]) > 1 for spot in outlines[1 - i]):
        return Fraction(0)
    if any(crosses(first, second) for first, second in product(*edges)):
        return Fraction(0)
    return min(square_to_segment(spot, *edge) for i in (0, 1) for spot in outlines[i] for edge in edges[1 - i])


@given(one=things, other=things)
def test_distances_are_those_of_the_slow_twin(one: Thing, other: Thing) -> None:
    length, square = gap(one, other).thousandths, slow_square(one, other)
    # The nearest thousandth, give or take what floating point cannot tell.
    assert max(length - Fraction("0.5000001"), Fraction(0)) ** 2 <= square <= (length + Fraction("0.5000001")) ** 2
    assert gap(other, one) == gap(one, other)
    assert gaps(one, [other, one]) == (gap(one, other), inches(0))


@given(one=things, other=things)
def test_the_nearest_points_are_as_far_apart_as_the_things(one: Thing, other: Thing) -> None:
    here, there = nearest_points(one, other)
    assert abs(distance(here, there).thousandths - gap(one, other).thousandths) <= 2
    assert max(gap(one, here).thousandths, gap(other, there).thousandths) <= 1


def moved_round(one: Thing, about: Point, angle: Angle) -> Thing:
    """The thing turned about a position."""
    return turned(one, about, angle) if isinstance(one, Point) else one.turned(about, angle)


@given(one=things, other=things, about=points, angle=bearings, quarter=st.integers(1, 3))
def test_distances_stay_when_the_table_is_turned(
    one: Thing, other: Thing, about: Point, angle: Angle, quarter: int
) -> None:
    square_on = degrees(90) * quarter
    assert gap(moved_round(one, about, square_on), moved_round(other, about, square_on)) == gap(one, other)
    anyhow = gap(moved_round(one, about, angle), moved_round(other, about, angle))
    # Four corners are rounded, before and after, by up to 1.5 thousandths each.
    assert abs(anyhow.thousandths - gap(one, other).thousandths) <= 5


@given(one=bases, other=bases)
def test_bases_that_overlap_are_no_distance_apart(one: Base, other: Base) -> None:
    assert overlaps(one, other) == overlaps(other, one)
    if overlaps(one, other):
        assert slow_square(one, other) == 0
        assert touches(one, other)


@given(one=bases, other=bases, depth=st.integers(11, 150))
def test_a_base_pushed_into_another_overlaps_it(one: Base, other: Base, depth: int) -> None:
    place, out = one.looking("front")
    inwards = (out + degrees(180)).bearing
    facing_it = Base(at=place, facing=inwards, frontage=other.frontage, depth=other.depth)
    # Two thousandths more, because corners are rounded.
    pushed = facing_it.moved(inwards, Inches(thousandths=depth + 2))
    assert overlaps(one, pushed)
    assert not overlaps(one, facing_it)


# ---------------------------------------------------------------------- outlines


@given(spots=st.lists(st.builds(at, st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=12))
def test_the_convex_outline_holds_every_point_and_is_of_them(spots: list[Point]) -> None:
    outline = convex_outline(spots)
    assert set(outline) <= set(spots)
    assert outline[0] == min(spots)
    corners = thousandths(outline)
    if len(corners) > 2:
        assert all(holds(corners, spot) for spot in thousandths(spots))
        # No corner lies on the straight way between its neighbours.
        for before, corner, after in zip([corners[-1], *corners], corners, [*corners[1:], corners[0]], strict=False):
            assert square_to_segment(corner, before, after) > 0
    else:
        assert all(square_to_segment(spot, corners[0], corners[-1]) == 0 for spot in thousandths(spots))
    assert all(first != second for first, second in combinations(outline, 2))


def test_as_wide_as_deep_is_a_line() -> None:
    square = in_line("square", 4, point(9, 9), degrees(0), frontage=inches(1), depth=inches(1), per_rank=2)
    assert (square.frontage, square.depth, square.is_line) == (inches(2), inches(2), True)
