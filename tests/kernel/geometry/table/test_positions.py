"""Positions on the table: moving, turning, bearings, distances and arcs, with the laws that they obey."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.angles import SCALE, Angle, degrees
from rcw_rules.kernel.errors import InvalidRequestError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.geometry.table import (
    Group,
    Point,
    bearing,
    distance,
    in_line,
    is_within,
    moved,
    offsets,
    point,
    point_along,
    rounded,
    turned,
)
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.wire import structure, unstructure


def at(x: int, y: int) -> Point:
    """A position in thousandths."""
    return Point(x=Inches(thousandths=x), y=Inches(thousandths=y))


numbers = st.integers(-100_000, 100_000)
points = st.builds(at, numbers, numbers)
angles = st.integers(-720_000, 720_000).map(lambda thousandths: Angle(thousandths=thousandths))
bearings = st.integers(0, 359_999).map(lambda thousandths: Angle(thousandths=thousandths))
half_angles = st.integers(0, 180_000).map(lambda thousandths: Angle(thousandths=thousandths))
quarters = st.integers(-8, 8).map(lambda number: degrees(90) * number)
lengths = st.integers(0, 100_000).map(lambda thousandths: Inches(thousandths=thousandths))


def mirrored(one: Point) -> Point:
    """The reflection in the north-south line through the corner."""
    return Point(x=one.x * -1, y=one.y)


# ---------------------------------------------------------------------- making


def test_a_point_is_made_of_inches() -> None:
    assert point("6.5", Fraction(1, 8)) == at(6500, 125)
    assert point(Decimal("0.001"), 2) == at(1, 2000)
    assert str(point("6.5", 2)) == "(6.5, 2)"


@pytest.mark.parametrize("x", [0.5, float("nan"), True, None])
def test_a_coordinate_of_a_wrong_type_is_refused(x: Any) -> None:
    with pytest.raises(TypeError):
        point(x, 1)
    with pytest.raises(TypeError):
        point(1, x)


@pytest.mark.parametrize("x", ["0.0005", "1e3", "NaN", Decimal("NaN"), Decimal("Infinity"), 10**9, Fraction(1, 3)])
def test_an_impossible_coordinate_is_refused(x: Any) -> None:
    with pytest.raises(ValueError, match=r"^a coordinate"):
        point(x, 1)
    with pytest.raises(ValueError, match=r"^a coordinate"):
        point(1, x)


def test_a_position_may_lie_beside_the_table() -> None:
    off = moved(point(1, 1), degrees(180), inches(2))
    assert off == at(1000, -1000) == point(1, "-1")
    validate(off)
    assert structure(unstructure(off), Point) == off
    row = in_line("rifles", 2, point(0, 1), degrees(0), frontage=inches(1), depth=inches(1))
    assert row.bases[0].at == point("-0.5", 1)
    assert structure(unstructure(row), Group) == row
    with pytest.raises(InvalidRequestError, match=r"^\$\.y: expected an Inches from -1,000,000 to 1,000,000"):
        validate(at(0, -1_000_001_000))
    with pytest.raises(InvalidRequestError, match=r"^\$\.y: expected a number of inches from -1,000,000 to 1,000,000"):
        structure({"x": 0, "y": -1_000_001}, Point)


def test_points_are_ordered_from_west_to_east_then_from_south_to_north() -> None:
    assert sorted([at(1, 0), at(0, 2), at(0, 1)]) == [at(0, 1), at(0, 2), at(1, 0)]


# ---------------------------------------------------------------------- rounding


@given(numerator=st.integers(), denominator=st.integers(1, 10**40))
def test_rounding_goes_to_the_nearest_and_halves_away_from_zero(numerator: int, denominator: int) -> None:
    result = rounded(numerator, denominator)
    off = abs(Fraction(numerator, denominator) - result)
    assert off <= Fraction(1, 2)
    if off == Fraction(1, 2):
        assert abs(result) > abs(Fraction(numerator, denominator))


# ---------------------------------------------------------------------- moving and turning


def test_moving_along_the_compass() -> None:
    ends = [str(moved(point(10, 10), degrees(eighth * 45), inches(2))) for eighth in range(8)]
    # The diagonal of two inches is the square root of two: 1.414 inches each way.
    assert ends == [
        "(10, 12)", "(11.414, 11.414)", "(12, 10)", "(11.414, 8.586)",
        "(10, 8)", "(8.586, 8.586)", "(8, 10)", "(8.586, 11.414)",
    ]  # fmt: skip


def test_moving_by_a_half_of_a_thousandth_rounds_away_from_the_start() -> None:
    # The sine of 30 degrees is a half: 0.0005 inches east, or west, of a way of 0.001.
    assert moved(at(0, 0), degrees(30), Inches(thousandths=1)) == at(1, 1)
    assert moved(at(0, 0), degrees(330), Inches(thousandths=1)) == at(-1, 1)
    assert moved(at(7, 0), degrees(330), Inches(thousandths=1)) == at(6, 1)


@given(start=points, direction=angles, length=lengths)
def test_a_move_is_as_long_as_it_says_and_comes_back(start: Point, direction: Angle, length: Inches) -> None:
    end = moved(start, direction, length)
    assert abs(distance(start, end).thousandths - length.thousandths) <= 1
    assert moved(end, direction, length * -1) == start
    assert moved(end, direction + degrees(180), length) == start
    assert moved(start, direction.bearing, length) == end


@given(start=points, direction=angles, length=lengths, quarter=quarters)
def test_moving_is_the_same_all_round_the_compass(
    start: Point, direction: Angle, length: Inches, quarter: Angle
) -> None:
    end = moved(start, direction, length)
    assert turned(end, start, quarter) == moved(start, direction + quarter, length)
    assert mirrored(end) == moved(mirrored(start), -direction, length)


@given(one=points, about=points)
def test_quarter_turns_are_exact(one: Point, about: Point) -> None:
    east, north = one.x - about.x, one.y - about.y
    assert turned(one, about, degrees(0)) == one
    assert turned(one, about, degrees(90)) == Point(x=about.x + north, y=about.y - east)
    assert turned(one, about, degrees(180)) == Point(x=about.x - east, y=about.y - north)
    assert turned(one, about, degrees(-90)) == turned(one, about, degrees(270))
    assert turned(one, about, degrees(360)) == one


@given(one=points, about=points, angle=angles)
def test_turning_keeps_the_distance_and_turns_back(one: Point, about: Point, angle: Angle) -> None:
    there = turned(one, about, angle)
    assert abs(distance(about, there).thousandths - distance(about, one).thousandths) <= 1
    back = turned(there, about, -angle)
    assert max(abs(back.x.thousandths - one.x.thousandths), abs(back.y.thousandths - one.y.thousandths)) <= 1
    assert mirrored(there) == turned(mirrored(one), mirrored(about), -angle)


def test_a_turn_by_45_degrees() -> None:
    # (3, 4) turned clockwise: east (3 + 4) / sqrt 2, north (4 - 3) / sqrt 2.
    assert turned(point(13, 14), point(10, 10), degrees(45)) == point("14.950", "10.707")


# ---------------------------------------------------------------------- distances


def test_distances_by_hand() -> None:
    assert distance(point(1, 1), point(4, 5)) == inches(5)
    assert distance(point(0, 0), point(1, 1)) == inches("1.414")  # 1.41421...
    assert distance(point(0, 0), point(1, 2)) == inches("2.236")  # 2.23607...
    assert distance(point(0, 0), point(2, "0.001")) == inches(2)
    assert distance(at(0, 0), at(2, 3)) == Inches(thousandths=4)  # the root of 13 is 3.606


@given(one=points, other=points)
def test_a_distance_is_the_nearest_thousandth_and_symmetric(one: Point, other: Point) -> None:
    length = distance(one, other)
    square = (one.x.thousandths - other.x.thousandths) ** 2 + (one.y.thousandths - other.y.thousandths) ** 2
    assert (2 * length.thousandths - 1) ** 2 < 4 * square < (2 * length.thousandths + 1) ** 2 or square == 0
    assert length == distance(other, one) == distance(mirrored(one), mirrored(other))
    assert (length == inches(0)) == (one == other)


@given(one=points, two=points, three=points)
def test_no_way_round_is_shorter(one: Point, two: Point, three: Point) -> None:
    # Each of the three is off by less than half a thousandth.
    assert distance(one, three) <= distance(one, two) + distance(two, three) + Inches(thousandths=1)


# ---------------------------------------------------------------------- bearings


@pytest.mark.parametrize(
    ("east", "north", "expected"),
    [
        (0, 1, "0"), (1, 1, "45"), (1, 0, "90"), (1, -1, "135"),
        (0, -1, "180"), (-1, -1, "225"), (-1, 0, "270"), (-1, 1, "315"),
        (1, 2, "26.565"),  # atan(1/2) = 26.56505...
        (3, 4, "36.870"),  # atan(3/4) = 36.86990...
        (-1, 100_000, "359.999"),  # 360 - 0.000573 rounds up to ...
        (-1, 200_000, "0"),  # ... and 360 - 0.00029 to a full turn, which is north
    ],
)  # fmt: skip
def test_bearings_by_hand(east: int, north: int, expected: str) -> None:
    assert bearing(at(500, 500), at(500 + east, 500 + north)) == degrees(expected)


def test_there_is_no_bearing_to_the_same_place() -> None:
    with pytest.raises(ValueError, match=r"^there is no bearing from \(1, 2\) to itself$"):
        bearing(point(1, 2), point(1, 2))


@given(start=points, end=points)
def test_a_bearing_is_the_nearest_and_turns_with_the_compass(start: Point, end: Point) -> None:
    if start == end:
        return
    towards = bearing(start, end)
    assert 0 <= towards.thousandths < 360_000
    assert (towards + degrees(180)).bearing == bearing(end, start)
    assert (-towards).bearing == bearing(mirrored(start), mirrored(end))
    assert bearing(start, turned(end, start, degrees(90))) == (towards + degrees(90)).bearing
    # At half a thousandth of a degree the sideways error is at most the way's length times 0.0000087266463.
    ahead, right = offsets(start, towards, end)
    assert ahead > 0
    with localcontext() as context:
        context.prec = 60
        assert abs(Decimal(right)) <= Decimal(ahead) * Decimal("0.000008726646260193")


@given(start=points, direction=bearings, length=st.integers(60_000, 100_000))
def test_the_bearing_of_a_long_way_is_that_of_the_move(start: Point, direction: Angle, length: int) -> None:
    end = moved(start, direction, Inches(thousandths=length))
    off = (bearing(start, end) - direction).bearing.thousandths
    # An error of 0.7 thousandths at 60 inches is 0.0007 degrees.
    assert min(off, 360_000 - off) <= 1


# ---------------------------------------------------------------------- ahead and to the right


def test_offsets_by_hand() -> None:
    assert offsets(point(10, 10), degrees(0), point(12, 15)) == (5000 * SCALE, 2000 * SCALE)
    assert offsets(point(10, 10), degrees(90), point(12, 15)) == (2000 * SCALE, -5000 * SCALE)
    assert offsets(point(10, 10), degrees(180), point(12, 15)) == (-5000 * SCALE, -2000 * SCALE)


@given(origin=points, facing=bearings, target=points)
def test_offsets_are_as_long_as_the_way(origin: Point, facing: Angle, target: Point) -> None:
    ahead, right = offsets(origin, facing, target)
    square = (origin.x.thousandths - target.x.thousandths) ** 2 + (origin.y.thousandths - target.y.thousandths) ** 2
    # Sines are right to half a unit of 1/SCALE, so squares agree to far less than a thousandth squared.
    assert rounded(ahead**2 + right**2, SCALE**2) == square
    assert offsets(mirrored(origin), (-facing).bearing, mirrored(target)) == (ahead, -right)


# ---------------------------------------------------------------------- arcs


def test_an_arc_of_22_degrees() -> None:
    # atan(0.404) = 21.9993 degrees, atan(0.4041) = 22.0042 degrees.
    assert is_within(point(10, 10), degrees(0), degrees(22), point("14.04", 20))
    assert not is_within(point(10, 10), degrees(0), degrees(22), point("14.041", 20))
    assert is_within(point(10, 10), degrees(0), degrees(22), point("5.96", 20))
    assert not is_within(point(10, 10), degrees(0), degrees(22), point("5.959", 20))
    assert not is_within(point(10, 10), degrees(0), degrees(22), point(10, 5))


@pytest.mark.parametrize("facing", [0, 90, 180, 270])
def test_the_boundary_of_45_degrees_is_inside(facing: int) -> None:
    for east in (5000, -5000):
        target = turned(at(10_000 + east, 15_000), point(10, 10), degrees(facing))
        beyond = turned(at(10_000 + east, 14_999), point(10, 10), degrees(facing))
        assert is_within(point(10, 10), degrees(facing), degrees(45), target)
        assert not is_within(point(10, 10), degrees(facing), Angle(thousandths=44_999), target)
        assert not is_within(point(10, 10), degrees(facing), degrees(45), beyond)


def test_arcs_of_no_width_of_half_the_table_and_of_all_of_it() -> None:
    origin = point(10, 10)
    assert is_within(origin, degrees(0), degrees(0), point(10, 11))
    assert not is_within(origin, degrees(0), degrees(0), point(10, 9))
    assert not is_within(origin, degrees(0), degrees(0), point("10.001", 11))
    assert is_within(origin, degrees(0), degrees(90), point(3, 10))
    assert not is_within(origin, degrees(0), degrees(90), point(3, "9.999"))
    assert is_within(origin, degrees(0), degrees(135), point(9, 9))
    assert not is_within(origin, degrees(0), degrees(135), point("9.001", 9))
    assert is_within(origin, degrees(0), degrees(180), point(10, 9))
    assert is_within(origin, degrees(0), degrees(0), origin)


@pytest.mark.parametrize("half_angle", [-1, 180_001, 400_000])
def test_an_impossible_arc_is_refused(half_angle: int) -> None:
    with pytest.raises(ValueError, match=r"^an arc reaches from 0 to 180 degrees to each side, got -?[0-9.]+°$"):
        is_within(point(1, 1), degrees(0), Angle(thousandths=half_angle), point(2, 2))


@given(origin=points, facing=bearings, half_angle=half_angles, target=points)
def test_an_arc_holds_what_its_bearing_says(origin: Point, facing: Angle, half_angle: Angle, target: Point) -> None:
    if origin == target:
        return
    inside = is_within(origin, facing, half_angle, target)
    off = (bearing(origin, target) - facing).bearing.thousandths
    off = min(off, 360_000 - off)
    if abs(off - half_angle.thousandths) > 1:  # nearer, the rounded bearing does not tell
        assert inside == (off < half_angle.thousandths)
    assert inside == is_within(mirrored(origin), (-facing).bearing, half_angle, mirrored(target))
    assert inside == is_within(origin, facing + degrees(90), half_angle, turned(target, origin, degrees(90)))


@given(origin=points, facing=bearings, half_angle=half_angles, wider=half_angles, target=points)
def test_a_wider_arc_holds_more(origin: Point, facing: Angle, half_angle: Angle, wider: Angle, target: Point) -> None:
    narrow, wide = sorted((half_angle, wider))
    assert is_within(origin, facing, wide, target) or not is_within(origin, facing, narrow, target)


def test_along_a_line_through_points() -> None:
    way = (point(0, 0), point(4, 0), point(4, 0), point(4, 10))
    for length, spot in ((0, (0, 0)), (3, (3, 0)), (4, (4, 0)), (6, (4, 2)), (14, (4, 10))):
        assert point_along(way, inches(length)) == point(*spot)
    assert point_along(way[:1], inches(0)) == point(0, 0)
    assert point_along((point(0, 0), point(3, 4)), inches("2.5")) == point("1.5", 2)
    with pytest.raises(ValueError, match=r"^the line is 14 in long, and 14\.001 in is not a place on it$"):
        point_along(way, inches("14.001"))
    with pytest.raises(ValueError, match=r"^the line is 14 in long, and -1 in is not a place on it$"):
        point_along(way, inches(0) - inches(1))
    with pytest.raises(ValueError, match=r"^a line has at least 1 point, got 0$"):
        point_along((), inches(0))


@given(end=st.tuples(st.integers(0, 60_000), st.integers(0, 60_000)), share=st.fractions(0, 1))
def test_so_far_along_a_straight_line_is_so_far_away(end: tuple[int, int], share: Fraction) -> None:
    start, goal = point(0, 0), Point(x=Inches(thousandths=end[0]), y=Inches(thousandths=end[1]))
    length = Inches(thousandths=int(distance(start, goal).thousandths * share))
    assert abs(distance(start, point_along((start, goal), length)).thousandths - length.thousandths) <= 2
