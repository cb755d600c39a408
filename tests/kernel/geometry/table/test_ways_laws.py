"""Ways on a table: laws and slow twins, fences, the edge of the table, bridges."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, permutations

import pytest
import shapely
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from table_ways import (
    RATES,
    Field,
    Place,
    box,
    feature,
    hedge_costs,
    pieces,
    places,
    spots,
)

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.geometry.table import (
    Footing,
    Point,
    TerrainLine,
    TerrainPiece,
    distance,
    path,
    path_cost,
    point,
    reachable,
    turned,
)
from rcw_rules.kernel.lengths import inches

# No hedge goes back over itself: its end is then no place to go round it.
courses = st.lists(places, min_size=2, max_size=3, unique=True).filter(lambda way: shapely.LineString(way).is_simple)


hedges = st.lists(courses, max_size=1).map(lambda courses: tuple(feature("hedge", *course) for course in courses))


tables = st.builds(Field, pieces, hedges)


@given(table=tables, ends=st.lists(places, min_size=2, max_size=2, unique=True))
def test_a_track_costs_what_its_parts_cost_when_they_are_cut_fine(table: Field, ends: list[tuple[int, int]]) -> None:
    way = path_cost(table, spots(ends), rate=RATES)
    line = shapely.LineString(ends)
    steps = 2000
    dots = shapely.line_interpolate_point(line, [(step + 0.5) / steps for step in range(steps)], normalized=True)
    total = 0.0
    slow = {"wood": 0.5, "bog": 0.25, "lake": 0.0001, "field": 1.0}
    grown = [
        (
            slow[one.kind],
            shapely.Polygon([(spot.x.thousandths / 1000, spot.y.thousandths / 1000) for spot in one.outline]),
        )
        for one in table.terrain
    ]
    if any(polygon.boundary.intersection(line).length for _, polygon in grown):
        return  # along an edge the twin would need both sides
    rates = [shapely.contains(polygon, dots) * (1 / rate - 1) for rate, polygon in grown]
    for dot in range(steps):
        total += (1 + max((rate[dot] for rate in rates), default=0)) * line.length / steps
    if way.cost is None:
        assert total > line.length
    else:
        assert float(way.cost) == pytest.approx(total, rel=0.02, abs=0.1)


def every_way(table: Field, start: Point, goal: Point, turns: int) -> Fraction | None:
    """The slow twin: try every order of up to so many corners."""
    corners = dict.fromkeys(spot for piece in table.terrain for spot in piece.outline)
    ends = [spot for line in table.lines for spot in (line.points[0], line.points[-1])]
    inner = {spot for line in table.lines for spot in line.points[1:-1]}
    on_hedge = [
        spot
        for spot in corners
        if spot in inner
        or any(
            spot not in (line.points[0], line.points[-1])
            and shapely.LineString([(one.x.thousandths, one.y.thousandths) for one in line.points]).intersects(
                shapely.Point(spot.x.thousandths, spot.y.thousandths)
            )
            for line in table.lines
        )
    ]
    free = [spot for spot in dict.fromkeys((*corners, *ends)) if spot not in on_hedge]
    found: list[Fraction] = []
    for number in range(turns + 1):
        for between in permutations(free, number):
            cost = path_cost(table, (start, *between, goal), rate=RATES, obstacle=hedge_costs).cost
            if cost is not None:
                found.append(cost)
    return min(found, default=None)


@given(
    table=st.builds(
        Field,
        st.tuples(st.sampled_from(["lake", "bog"]), st.integers(3, 6), st.integers(0, 6), st.integers(7, 9)).map(
            lambda numbers: (box(numbers[0], numbers[1], numbers[2], numbers[3], numbers[2] + 4),)
        ),
        hedges,
    ),
    start=places,
    goal=places,
)
def test_no_way_of_few_turns_is_cheaper(table: Field, start: tuple[int, int], goal: tuple[int, int]) -> None:
    way = path(table, point(*start), point(*goal), rate=RATES, obstacle=hedge_costs)
    twin = every_way(table, point(*start), point(*goal), 2)
    if twin is not None:
        assert way is not None
        assert way.cost is not None
        assert way.cost <= twin + Fraction(1, 100)
        if len(way.points) <= 4:
            assert way.cost >= twin


@given(table=tables, start=places, goal=places)
def test_the_way_back_costs_the_same_on_level_ground(
    table: Field, start: tuple[int, int], goal: tuple[int, int]
) -> None:
    there = path(table, point(*start), point(*goal), rate=RATES, obstacle=hedge_costs)
    back = path(table, point(*goal), point(*start), rate=RATES, obstacle=hedge_costs)
    assert (there is None) == (back is None)
    if there is not None and back is not None:
        assert there.cost is not None
        assert back.cost is not None
        assert abs(there.cost - back.cost) <= Fraction(1, 20)


@given(table=tables, start=places, goal=places, quarters=st.integers(1, 3))
def test_ways_do_not_depend_on_where_north_is(
    table: Field, start: tuple[int, int], goal: tuple[int, int], quarters: int
) -> None:
    def change(spot: Point) -> Point:
        return turned(spot, point(6, 6), Angle(thousandths=90_000 * quarters))

    other = Field(
        tuple(evolve(one, outline=tuple(map(change, one.outline))) for one in table.terrain),
        tuple(evolve(one, points=tuple(map(change, one.points))) for one in table.lines),
    )
    plain = path(table, point(*start), point(*goal), rate=RATES, obstacle=hedge_costs)
    way = path(other, change(point(*start)), change(point(*goal)), rate=RATES, obstacle=hedge_costs)
    assert (None if way is None else way.cost) == (None if plain is None else plain.cost)


@given(table=tables, start=places, goal=places)
def test_no_way_is_shorter_than_the_straight_line(table: Field, start: tuple[int, int], goal: tuple[int, int]) -> None:
    way = path(table, point(*start), point(*goal), rate=RATES)
    if way is not None:
        assert way.cost is not None
        straight = distance(point(*start), point(*goal))
        assert way.length.thousandths >= straight.thousandths - len(way.points)
        assert way.cost >= Fraction(way.length.thousandths, 1000)
        assert way == path_cost(table, way.points, rate=RATES)


@given(table=tables, start=places, among=st.lists(places, max_size=4), budget=st.integers(0, 20))
def test_what_is_reachable_is_what_has_a_way_cheap_enough(
    table: Field, start: tuple[int, int], among: list[tuple[int, int]], budget: int
) -> None:
    found = reachable(table, point(*start), inches(budget), spots(among), rate=RATES, obstacle=hedge_costs)
    ways = [path(table, point(*start), point(*goal), rate=RATES, obstacle=hedge_costs) for goal in among]
    expected = [way for way in ways if way is not None and way.cost is not None and way.cost <= budget]
    assert sorted(way.points[-1] for way in found) == sorted(way.points[-1] for way in expected)
    assert sorted(way.cost or 0 for way in found) == sorted(way.cost or 0 for way in expected)


# ---------------------------------------------------------------------- fences in several parts


def test_a_fence_in_four_parts_has_no_gaps_at_its_corners() -> None:
    corners = spots(((4, 4), (8, 4), (8, 8), (4, 8), (4, 4)))
    parts = tuple(
        TerrainLine(name=f"wire {number}", kind="wire", points=pair) for number, pair in enumerate(pairwise(corners))
    )
    fence = Field(lines=parts)
    assert path(fence, point(1, 1), point(6, 6), rate=RATES, obstacle=hedge_costs) is None
    straight = spots(((2, 2), (6, 6)))  # through the corner
    assert path_cost(fence, straight, rate=RATES, obstacle=hedge_costs).cost is None
    around = path(fence, point(2, 6), point(10, 6), rate=RATES, obstacle=hedge_costs)
    whole = Field(lines=(TerrainLine(name="wire", kind="wire", points=corners),))
    assert around == path(whole, point(2, 6), point(10, 6), rate=RATES, obstacle=hedge_costs)


@pytest.mark.parametrize(
    ("track", "crossed"),
    [
        (((0, 5), (5, 5), (9, 7)), 1),  # turning at the joint, and on
        (((0, 5), (5, 5), (0, 7)), 0),  # and back
        (((0, 5), (5, 5)), 0),  # ending there
        (((0, 5), (9, 5)), 1),  # straight on
        (((0, 5), (5, 5), (5, 7), (9, 9)), 0),  # along
    ],
)
def test_turning_where_two_parts_meet(track: tuple[Place, ...], crossed: int) -> None:
    south = feature("hedge", (5, 0), (5, 5))
    table = Field(lines=(south, evolve(feature("hedge", (5, 9), (5, 5)), name="north")))
    for points in (track, track[::-1]):
        way = path_cost(table, spots(points), rate=RATES, obstacle=hedge_costs)
        assert [one.name for one in way.crossings] == ["hedge"] * crossed


def test_along_a_lake_the_ground_beside_it_counts() -> None:
    lake, bog = box("lake", 0, 0, 9, 5), box("bog", 0, 5, 9, 9)
    for start, end in ((point(0, 5), point(9, 5)), (point(9, 5), point(0, 5))):
        assert path_cost(Field((lake, bog)), (start, end), rate=RATES).cost == 36


# ---------------------------------------------------------------------- the edge of the table


def forty(*terrain: TerrainPiece, lines: tuple[TerrainLine, ...] = ()) -> Field:
    return Field(terrain, lines, (inches(40), inches(40)))


def fording(kind: str, footing: Footing) -> Fraction | None:
    return None if kind == "stream" and "road" not in footing.kinds else Fraction(0)


@pytest.mark.parametrize("x", [0, 20, 40])
def test_no_way_leads_round_the_ends_of_a_river_at_the_edge(x: int) -> None:
    ends = point(x, 10), point(x, 30)
    lake = forty(box("lake", 0, 18, 40, 22))
    assert path(lake, *ends, rate=RATES) is None
    assert path_cost(lake, ends, rate=RATES).cost is None
    stream = forty(lines=(feature("stream", (0, 20), (40, 20)),))
    assert path(stream, *ends, rate=RATES, obstacle=fording) is None
    assert path_cost(stream, ends, rate=RATES, obstacle=fording).cost is None
    assert reachable(stream, ends[0], inches(99), ends, rate=RATES, obstacle=fording) == (
        path_cost(stream, (ends[0], ends[0]), rate=RATES),
    )


def test_a_river_that_ends_on_the_table_is_gone_round() -> None:
    # To the end at (35, 20), 15 east and 20 south of which is the start: 25 there and 25 back.
    stream = forty(lines=(feature("stream", (0, 20), (35, 20)),))
    way = path(stream, point(20, 0), point(20, 40), rate=RATES, obstacle=fording)
    assert way is not None
    assert (way.points, way.cost) == (spots(((20, 0), (35, 20), (20, 40))), Fraction(50))


def test_along_the_edge_of_the_table_only_the_inner_side_counts() -> None:
    table = forty(box("bog", 0, 10, 5, 20), box("wood", 30, 35, 38, 40))
    for track, cost in ((((0, 5), (0, 25)), 5 + 40 + 5), (((20, 40), (40, 40)), 10 + 16 + 2)):
        for points in (track, track[::-1]):
            assert path_cost(table, spots(points), rate=RATES).cost == cost
    assert path_cost(evolve(table, size=None), spots(((0, 5), (0, 25))), rate=RATES).cost == 20


def test_who_stands_off_the_edge_by_a_hair_gets_round_nothing() -> None:
    west = inches(0) - inches("0.01")
    start, goal = Point(x=west, y=inches(10)), Point(x=west, y=inches(30))
    assert path(forty(box("lake", 0, 18, 40, 22)), start, goal, rate=RATES) is None


@pytest.mark.parametrize(
    ("points", "track", "crossed"),
    [
        (((0, 20), (40, 20)), ((0, 10), (0, 20), (5, 30)), 1),  # turning at its end
        (((0, 20), (40, 20)), ((0, 10), (0, 20), (5, 15)), 0),  # and back
        (((10, 10), (0, 20), (10, 30)), ((0, 10), (0, 30)), 2),  # over both arms of a bend
        (((10, 10), (0, 18), (0, 22), (10, 30)), ((0, 10), (0, 30)), 2),
        (((10, 10), (0, 18), (0, 22)), ((0, 10), (0, 30)), 1),
        (((5, 5), (0, 0)), ((0, 5), (0, 0), (5, 0)), 1),  # into the corner of the table
        (((0, 20), (9, 20), (9, 30), (0, 20)), ((0, 10), (0, 30)), 2),  # closed
    ],
)
def test_what_reaches_the_edge_goes_on_beyond_it(
    points: tuple[Place, ...], track: tuple[Place, ...], crossed: int
) -> None:
    table = forty(lines=(feature("hedge", *points),))
    for way in (track, track[::-1]):
        assert len(path_cost(table, spots(way), rate=RATES, obstacle=hedge_costs).crossings) == crossed


@given(
    heights=st.lists(st.integers(1, 39), min_size=2, max_size=5),
    start=st.tuples(st.integers(0, 40), st.just(0)),
    goal=st.tuples(st.integers(0, 40), st.just(40)),
    quarters=st.integers(0, 3),
)
def test_nothing_gets_past_a_river_from_edge_to_edge(
    heights: list[int], start: tuple[int, int], goal: tuple[int, int], quarters: int
) -> None:
    last = len(heights) - 1
    course = [point(40 * index // last, height) for index, height in enumerate(heights)]

    def change(spot: Point) -> Point:
        return turned(spot, point(20, 20), Angle(thousandths=90_000 * quarters))

    stream = TerrainLine(name="stream", kind="stream", points=tuple(map(change, course)))
    ends = change(point(*start)), change(point(*goal))
    assert path(forty(lines=(stream,)), *ends, rate=RATES, obstacle=fording) is None


# ---------------------------------------------------------------------- bridges

STREAM = feature("stream", (0, 20), (40, 20))


ROAD = feature("road", (10, 0), (10, 40), width=1)


def test_a_stream_is_crossed_on_a_bridge() -> None:
    table = forty(lines=(STREAM, ROAD))
    # 6 aside and 8 on to the bridge, and the same again: 10 and 10.
    way = path(table, point(16, 12), point(16, 28), rate=RATES, obstacle=fording)
    assert way is not None
    assert (way.points, way.cost) == (spots(((16, 12), (10, 20), (16, 28))), Fraction(20))
    assert [(one.name, one.footing.kinds, one.cost) for one in way.crossings] == [("stream", ("road",), Fraction(0))]


@pytest.mark.parametrize(("x", "possible"), [("9.499", False), ("9.5", True), ("10.5", True), ("10.501", False)])
def test_a_bridge_is_as_wide_as_its_road(x: str, possible: bool) -> None:
    table = forty(lines=(STREAM, ROAD))
    track = spots(((x, 12), (x, 28)))
    assert path_cost(table, track, rate=RATES, obstacle=fording).is_possible == possible
    turning = spots(((x, 12), (x, 20), (x, 28)))
    assert path_cost(table, turning, rate=RATES, obstacle=fording).is_possible == possible


def test_the_footing_at_a_crossing_tells_the_pieces_too() -> None:
    table = forty(box("wood", 5, 15, 15, 25), lines=(STREAM, ROAD))
    asked: list[tuple[str, tuple[str, ...]]] = []

    def toll(kind: str, footing: Footing) -> Fraction:
        asked.append((kind, footing.kinds))
        return Fraction(0)

    for x in (2, 5, 7, 10):
        path_cost(table, spots(((x, 12), (x, 28))), rate=RATES, obstacle=toll)
    assert asked == [("stream", ()), ("stream", ()), ("stream", ("wood",)), ("stream", ("wood", "road"))]


@given(start=st.tuples(st.integers(0, 40), st.integers(0, 19)), goal=st.tuples(st.integers(0, 40), st.integers(21, 40)))
def test_every_way_over_a_stream_leads_over_its_bridge(start: tuple[int, int], goal: tuple[int, int]) -> None:
    way = path(forty(lines=(STREAM, ROAD)), point(*start), point(*goal), rate=RATES, obstacle=fording)
    assert way is not None
    (crossing,) = (one for one in way.crossings if one.kind == "stream")
    assert abs(crossing.at.x.thousandths - 10_000) <= 500
    assert crossing.cost == 0
