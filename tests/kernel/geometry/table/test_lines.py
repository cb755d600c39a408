"""Lines over terrain: worked cases, shapely as an oracle, and the laws of reversing, turning and mirroring."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import hypot
from typing import TypeAlias

import pytest
import shapely
from attrs import evolve, frozen
from hypothesis import assume, given
from hypothesis import strategies as st

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.geometry.table import (
    Passage,
    Point,
    TableLine,
    TerrainLine,
    TerrainPiece,
    is_inside,
    length_inside,
    line,
    nearest_root,
    point,
    turned,
)
from rcw_rules.kernel.lengths import Inches, inches

Place: TypeAlias = tuple[int, int]


@frozen(cache_hash=True)
class Field:
    terrain: tuple[TerrainPiece, ...] = ()
    lines: tuple[TerrainLine, ...] = ()
    size: tuple[Inches, Inches] | None = None


def spots(places: Iterable[Place]) -> tuple[Point, ...]:
    return tuple(point(x, y) for x, y in places)


def piece(*places: Place, name: str = "piece", height: int = 0, crest: tuple[Place, ...] = ()) -> TerrainPiece:
    return TerrainPiece(name=name, kind="wood", outline=spots(places), height=height, crest=spots(crest))


def hedge(*places: Place) -> TerrainLine:
    return TerrainLine(name="hedge", kind="hedge", points=spots(places))


SQUARE = piece((10, 10), (16, 10), (16, 16), (10, 16))
HORSESHOE = piece((0, 0), (9, 0), (9, 6), (6, 6), (6, 3), (3, 3), (3, 6), (0, 6))


def seen(report: TableLine) -> list[tuple[str, str, str | None]]:
    return [
        (str(passage.begins.as_decimal()), str(passage.ends.as_decimal()), passage.side) for passage in report.passages
    ]


def across(*things: TerrainPiece | TerrainLine, start: Place, end: Place) -> TableLine:
    table = Field(
        tuple(thing for thing in things if isinstance(thing, TerrainPiece)),
        tuple(thing for thing in things if isinstance(thing, TerrainLine)),
    )
    return line(table, point(*start), point(*end))


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        ((5, 13), (20, 13), [("5", "11", None)]),  # straight through
        ((13, 20), (13, 12), [("4", "8", None)]),  # ends inside
        ((11, 11), (14, 15), [("0", "5", None)]),  # wholly inside: 3, 4, 5
        ((10, 13), (16, 13), [("0", "6", None)]),  # from edge to edge
        ((8, 12), (12, 8), []),  # touches the corner (10, 10)
        ((7, 13), (13, 19), []),  # touches the corner (10, 16)
        ((5, 13), (10, 13), []),  # ends on the edge
        ((8, 8), (18, 18), [("2.828", "11.314", None)]),  # corner to corner: 2 and 8 times the root of 2
        ((5, 10), (20, 10), [("5", "11", "left")]),  # eastward along the south edge
        ((20, 10), (5, 10), [("4", "10", "right")]),
        ((5, 16), (20, 16), [("5", "11", "right")]),
        ((12, 10), (14, 10), [("0", "2", "left")]),
        ((0, 0), (3, 40), []),
    ],
)
@pytest.mark.parametrize("shape", [SQUARE, evolve(SQUARE, outline=SQUARE.outline[::-1])], ids=["one way", "the other"])
def test_a_line_across_a_square(
    start: Place, end: Place, expected: list[tuple[str, str, str | None]], shape: TerrainPiece
) -> None:
    assert seen(across(shape, start=start, end=end)) == expected


def test_a_line_in_and_out_of_a_horseshoe() -> None:
    assert seen(across(HORSESHOE, start=(-0, 5), end=(12, 5))) == [("0", "3", None), ("6", "9", None)]
    # Along the inner edge it is beside the piece, before and after it is inside.
    assert seen(across(HORSESHOE, start=(0, 3), end=(9, 3))) == [
        ("0", "3", None),
        ("3", "6", "right"),
        ("6", "9", None),
    ]
    # It touches the inner corner (3, 3) from inside, and is inside before and after.
    assert seen(across(HORSESHOE, start=(1, 5), end=(5, 1))) == [("0", "5.657", None)]


def test_a_report_tells_where_and_what() -> None:
    report = across(evolve(SQUARE, cover="hard", height=2), start=(13, 13), end=(13, 23))
    assert report.passages == (
        Passage(
            name="piece",
            kind="wood",
            cover="hard",
            begins=inches(0),
            ends=inches(3),
            enters=point(13, 13),
            leaves=point(13, 16),
            side=None,
            crest=None,
            holds_start=True,
            holds_end=False,
        ),
    )
    assert (report.start_in, report.end_in) == (("piece",), ())
    assert (report.start_level, report.end_level, report.length) == (2, 0, inches(10))


def test_an_end_on_an_outline_lies_outside() -> None:
    report = across(evolve(SQUARE, height=2), start=(10, 13), end=(16, 16))
    assert (report.start_in, report.end_in, report.start_level, report.end_level) == ((), (), 0, 0)


def test_of_hills_that_lie_on_one_another_the_highest_gives_the_level() -> None:
    low, high = evolve(SQUARE, name="low", height=1), evolve(SQUARE, name="high", height=3)
    report = across(low, high, start=(13, 13), end=(0, 0))
    assert (report.start_level, report.start_in) == (3, ("low", "high"))


def test_a_line_without_length_lies_in_what_holds_it() -> None:
    table = Field((SQUARE, evolve(SQUARE, name="hill", height=2), HORSESHOE))
    report = line(table, point(13, 13), point(13, 13))
    assert (report.start_in, report.end_in, report.start_level) == (("piece", "hill"), ("piece", "hill"), 2)
    assert report.length == inches(0)
    assert line(table, point(10, 13), point(10, 13)).passages == ()


def test_a_crest_is_noted_where_it_is_crossed() -> None:
    hill = piece((0, 0), (9, 0), (9, 9), (0, 9), height=2, crest=((4, 1), (4, 8)))
    assert across(hill, start=(-0, 5), end=(20, 5)).passages[0].crest == inches(4)
    assert across(hill, start=(20, 5), end=(0, 5)).passages[0].crest == inches(16)
    past_its_end = Field((hill,))
    assert line(past_its_end, point(0, "0.5"), point(20, "0.5")).passages[0].crest is None
    edge = piece((0, 0), (9, 0), (9, 9), (0, 9), height=2, crest=((9, 1), (9, 8)))
    assert across(edge, start=(0, 5), end=(20, 5)).passages[0].crest == inches(9)
    ends_on_it = across(hill, start=(20, 5), end=(4, 5))
    assert ends_on_it.passages[0].crest is None


def test_a_crest_belongs_to_the_part_of_the_line_that_crosses_it() -> None:
    hill = evolve(HORSESHOE, height=2, crest=spots(((8, 1), (8, 6))))
    assert [passage.crest for passage in across(hill, start=(0, 5), end=(12, 5)).passages] == [None, inches(8)]


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (((5, 0), (5, 9)), [("5", "5")]),
        (((5, 4), (5, 9)), []),  # its end touches the line
        (((5, 5), (5, 9)), []),
        (((0, 0), (0, 9)), []),  # the line starts on it
        (((10, 0), (10, 9)), []),  # the line ends on it
        (((5, 0), (5, 4), (5, 9)), [("5", "5")]),  # through one of its points
        (((3, 9), (5, 4), (7, 9)), []),  # only the tip touches
        (((3, 9), (5, 1), (7, 9)), [("4.25", "4.25"), ("5.75", "5.75")]),  # 3 + 2 * 5/8, 7 - 2 * 5/8
        (((3, 0), (3, 4), (6, 4), (6, 9)), [("3", "6")]),  # along it, then off on the other side
        (((6, 9), (6, 4), (3, 4), (3, 0)), [("3", "6")]),
        (((3, 9), (3, 4), (6, 4), (6, 9)), []),  # along it, and off on the same side
        (((3, 0), (3, 4), (12, 4), (12, 9)), []),  # the line ends before it leaves
        (((2, 4), (8, 4)), []),
        (((0, 0), (0, 4), (6, 4), (6, 9)), []),  # along it from the start of the line
        (((3, 4), (5, 8), (7, 4), (5, 1), (3, 4)), [("3", "3"), ("7", "7")]),  # closed, from a point on the line
        (((5, 8), (7, 4), (5, 1), (3, 4), (5, 8)), [("3", "3"), ("7", "7")]),
        (((3, 4), (7, 4), (5, 8), (3, 4)), []),  # closed, beside the line
    ],
)
def test_a_line_feature_is_crossed_from_side_to_side(
    points: tuple[Place, ...], expected: list[tuple[str, str]]
) -> None:
    assert [pair[:2] for pair in seen(across(hedge(*points), start=(0, 4), end=(10, 4)))] == expected
    there_and_back = seen(across(hedge(*points), start=(10, 4), end=(0, 4)))
    assert len(there_and_back) == len(expected)


@pytest.mark.parametrize(
    ("courses", "expected"),
    [
        ([((5, 0), (5, 4)), ((5, 4), (5, 9))], [("5", "5")]),  # end to end
        ([((5, 4), (5, 0)), ((5, 4), (5, 9))], [("5", "5")]),  # drawn from the middle
        ([((2, 9), (5, 4)), ((5, 4), (8, 9))], []),  # only the tip touches
        ([((3, 0), (3, 4), (6, 4)), ((6, 4), (6, 9))], [("3", "6")]),  # along the first, then off on the other side
        ([((5, 0), (5, 4)), ((5, 4), (5, 9)), ((5, 4), (8, 9))], [("5", "5")]),  # three that meet are crossed once
        ([((5, 0), (5, 4), (8, 0)), ((5, 4), (5, 9))], []),  # the second ends on a bend of the first
        ([((0, 0), (0, 4)), ((0, 4), (0, 9))], []),  # the line starts there
        ([((10, 0), (10, 4)), ((10, 4), (10, 9))], []),  # it ends there
        ([((5, 4), (3, 0), (8, 0)), ((8, 0), (8, 9), (5, 9), (5, 4))], [("5", "5"), ("8", "8")]),  # a closed pair
    ],
)
def test_features_that_are_alike_are_one_where_they_meet(
    courses: list[tuple[Place, ...]], expected: list[tuple[str, str]]
) -> None:
    hedges = [evolve(hedge(*course), name=f"hedge {number}") for number, course in enumerate(courses)]
    report = across(*hedges, start=(0, 4), end=(10, 4))
    assert [pair[:2] for pair in seen(report)] == expected
    back = seen(across(*hedges[::-1], start=(10, 4), end=(0, 4)))
    assert len(back) == len(expected)
    # One that differs makes a gap.
    other = [evolve(one, kind=f"kind {number}") for number, one in enumerate(hedges)]
    alone = [pair for one in hedges for pair in seen(across(one, start=(0, 4), end=(10, 4)))]
    assert sorted(seen(across(*other, start=(0, 4), end=(10, 4)))) == sorted(alone)


def test_of_two_features_that_meet_the_first_is_named() -> None:
    south, north = evolve(hedge((5, 0), (5, 4)), name="south"), evolve(hedge((5, 4), (5, 9)), name="north")
    assert [passage.name for passage in across(south, north, start=(0, 4), end=(10, 4)).passages] == ["south"]
    assert [passage.name for passage in across(north, south, start=(0, 4), end=(10, 4)).passages] == ["north"]


def test_passages_come_in_the_order_of_the_line() -> None:
    far, near = piece((6, 0), (8, 0), (8, 9), (6, 9), name="far"), piece((2, 0), (8, 0), (8, 9), (2, 9), name="near")
    report = across(far, near, hedge((1, 0), (1, 9)), start=(0, 4), end=(10, 4))
    assert [passage.name for passage in report.passages] == ["hedge", "near", "far"]


def test_roots_are_rounded_exactly() -> None:
    assert [nearest_root(number, 1) for number in (0, 2, 3, 6, 7)] == [0, 1, 2, 2, 3]
    assert nearest_root(10**40 + 10**20, 1) == 10**20  # a quarter below a half
    assert nearest_root(10**40 + 10**20 + 1, 1) == 10**20 + 1


# ---------------------------------------------------------------------- laws and oracles

coordinates = st.integers(0, 12)
places = st.tuples(coordinates, coordinates)
outlines = st.lists(places, min_size=3, max_size=7, unique=True).filter(
    lambda corners: bool(shapely.is_valid(shapely.Polygon(corners)))
)
courses = st.lists(places, min_size=2, max_size=5).filter(
    lambda points: all(here != there for here, there in pairwise(points))
)
fields = st.builds(
    lambda shapes, courses: Field(
        tuple(piece(*shape, name=f"piece {number}", height=number % 3) for number, shape in enumerate(shapes)),
        tuple(evolve(hedge(*course), name=f"hedge {number}") for number, course in enumerate(courses)),
    ),
    st.lists(outlines, max_size=3),
    st.lists(courses, max_size=2),
)


@given(shape=outlines, start=places, end=places)
def test_the_length_inside_is_that_of_shapely(shape: list[Place], start: Place, end: Place) -> None:
    polygon = shapely.Polygon(shape)
    way = shapely.LineString((start, end))
    expected = way.intersection(polygon).length - way.intersection(polygon.boundary).length
    found = length_inside(point(*start), point(*end), spots(shape))
    assert found.thousandths == pytest.approx(expected * 1000, abs=4)


@given(shape=outlines, spot=places)
def test_inside_is_what_shapely_holds_properly(shape: list[Place], spot: Place) -> None:
    inside = bool(shapely.contains_properly(shapely.Polygon(shape), shapely.Point(spot)))
    assert is_inside(point(*spot), spots(shape)) == inside
    report = across(piece(*shape), start=spot, end=(20, 17))
    assert (report.start_in == ("piece",)) == inside


@given(course=courses, start=places, end=places)
def test_a_line_that_crosses_for_shapely_crosses_here(course: list[Place], start: Place, end: Place) -> None:
    # A crossing away from all points and ends is one for anybody.
    assume(start != end)
    way, feature = shapely.LineString((start, end)), shapely.LineString(course)
    touching = way.distance(shapely.MultiPoint(course)) == 0 or feature.distance(shapely.MultiPoint([start, end])) == 0
    assume(not touching)
    segments = [shapely.LineString(pair) for pair in pairwise(course)]
    expected = sorted(
        1000 * shapely.Point(start).distance(way.intersection(segment)) for segment in segments if way.crosses(segment)
    )
    found = [passage.begins.thousandths for passage in across(hedge(*course), start=start, end=end).passages]
    assert found == pytest.approx(expected, abs=1)


def reversed_line(report: TableLine) -> list[tuple[str, int, int, object, bool, bool]]:
    other = {"left": "right", "right": "left", None: None}
    whole = report.length.thousandths
    return sorted(
        (
            passage.name,
            whole - passage.ends.thousandths,
            whole - passage.begins.thousandths,
            str(other[passage.side]),
            passage.holds_end,
            passage.holds_start,
        )
        for passage in report.passages
    )


@given(table=fields, start=places, end=places)
def test_the_way_back_passes_through_the_same(table: Field, start: Place, end: Place) -> None:
    there, back = line(table, point(*start), point(*end)), line(table, point(*end), point(*start))
    expected = reversed_line(there)
    found = sorted(
        (
            passage.name,
            passage.begins.thousandths,
            passage.ends.thousandths,
            str(passage.side),
            passage.holds_start,
            passage.holds_end,
        )
        for passage in back.passages
    )
    assert len(found) == len(expected)
    for one, other in zip(found, expected, strict=True):
        assert (one[0], one[3:]) == (other[0], other[3:])
        assert one[1:3] == pytest.approx(other[1:3], abs=1)
    assert (there.start_level, there.end_level) == (back.end_level, back.start_level)


def remade(table: Field, change: Callable[[Point], Point]) -> Field:
    return Field(
        tuple(evolve(one, outline=tuple(map(change, one.outline))) for one in table.terrain),
        tuple(evolve(one, points=tuple(map(change, one.points))) for one in table.lines),
    )


def mirrored(spot: Point) -> Point:
    return Point(x=Inches(thousandths=-spot.x.thousandths), y=spot.y)


def without_points(report: TableLine) -> list[tuple[object, ...]]:
    return [
        (passage.name, passage.begins, passage.ends, passage.side, passage.holds_start, passage.holds_end)
        for passage in report.passages
    ]


@given(course=courses.filter(lambda points: len(points) > 2), data=st.data(), start=places, end=places)
def test_a_feature_in_two_parts_is_crossed_as_often_as_in_one(
    course: list[Place], data: st.DataObject, start: Place, end: Place
) -> None:
    cut = data.draw(st.integers(1, len(course) - 2))
    assume(len(set(course)) == len(course))
    # Where a line goes over its own points, or runs along a whole part, the two are not the same.
    ray = shapely.LineString((start, end))
    assume(all(ray.intersection(shapely.LineString(pair)).length == 0 for pair in pairwise(course)))
    assume(shapely.LineString(course).is_simple)
    parts = [evolve(hedge(*part), name=str(part)) for part in (course[: cut + 1], course[cut:])]
    assert sorted(seen(across(*parts, start=start, end=end))) == sorted(
        seen(across(hedge(*course), start=start, end=end))
    )


@given(table=fields, start=places, end=places, quarters=st.integers(1, 3))
def test_quarter_turns_change_nothing(table: Field, start: Place, end: Place, quarters: int) -> None:
    def change(spot: Point) -> Point:
        return turned(spot, point(3, 4), Angle(thousandths=90_000 * quarters))

    plain = line(table, point(*start), point(*end))
    report = line(remade(table, change), change(point(*start)), change(point(*end)))
    assert without_points(report) == without_points(plain)
    assert [(passage.enters, passage.leaves) for passage in report.passages] == [
        (change(passage.enters), change(passage.leaves)) for passage in plain.passages
    ]


@given(table=fields, start=places, end=places)
def test_a_mirror_only_swaps_the_sides(table: Field, start: Place, end: Place) -> None:
    other = {"left": "right", "right": "left", None: None}
    report = line(remade(table, mirrored), mirrored(point(*start)), mirrored(point(*end)))
    assert [(*passed[:3], other[passed[3]], *passed[4:]) for passed in without_points(report)] == without_points(  # type: ignore[index]  # a side
        line(table, point(*start), point(*end))
    )


@given(shape=outlines, start=places, end=places, angle=st.integers(0, 359_999))
def test_any_turn_changes_lengths_by_no_more_than_rounding(
    shape: list[Place], start: Place, end: Place, angle: int
) -> None:
    # Lines that touch a corner or run along an edge are decided by rounding: keep away from both.
    assume(start != end)
    course = shapely.LineString((start, end))
    assume(course.distance(shapely.MultiPoint([*shape])) > 0.01)
    assume(not course.intersection(shapely.Polygon(shape).boundary).length)

    def change(spot: Point) -> Point:
        return turned(spot, point(6, 6), Angle(thousandths=angle))

    plain = length_inside(point(*start), point(*end), spots(shape))
    found = length_inside(change(point(*start)), change(point(*end)), tuple(map(change, spots(shape))))
    # Corners and ends are rounded by less than one; the flatter an edge is crossed, the more that moves the crossing.
    way = (end[0] - start[0], end[1] - start[1])
    edges = [(there[0] - here[0], there[1] - here[1]) for here, there in pairwise((*shape, shape[0]))]
    areas = [(hypot(*edge) * hypot(*way), abs(edge[0] * way[1] - edge[1] * way[0])) for edge in edges]
    slack = 2 + sum(3 * whole / turn for whole, turn in areas if turn)
    assert found.thousandths == pytest.approx(plain.thousandths, abs=slack)
