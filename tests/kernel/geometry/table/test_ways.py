"""Tracks and ways over terrain: worked costs, obstacles, roads, slopes, and the cheapest way against slow twins."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise, permutations
from typing import TypeAlias

import pytest
import shapely
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.geometry.table import (
    Footing,
    Point,
    TableWay,
    TerrainLine,
    TerrainPiece,
    distance,
    no_obstacle,
    path,
    path_cost,
    point,
    reachable,
    slowest,
    turned,
)
from rcw_rules.kernel.lengths import Inches, inches

Place: TypeAlias = tuple[int | str, int | str]

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
RATES = slowest({"wood": HALF, "bog": QUARTER, "lake": None})


@frozen(cache_hash=True)
class Field:
    terrain: tuple[TerrainPiece, ...] = ()
    lines: tuple[TerrainLine, ...] = ()
    size: tuple[Inches, Inches] | None = None


def spots(places: Iterable[Place]) -> tuple[Point, ...]:
    return tuple(point(x, y) for x, y in places)


def box(kind: str, west: int, south: int, east: int, north: int, *, name: str = "", height: int = 0) -> TerrainPiece:
    outline = spots(((west, south), (east, south), (east, north), (west, north)))
    return TerrainPiece(name=name or kind, kind=kind, outline=outline, height=height)


def feature(kind: str, *places: Place, width: int | str = 0) -> TerrainLine:
    return TerrainLine(name=kind, kind=kind, points=spots(places), width=inches(width))


def hedge_costs(kind: str, footing: Footing) -> Fraction | None:
    return {"hedge": Fraction(3), "wire": None}.get(kind, Fraction(0))


def told(way: TableWay) -> list[tuple[str, tuple[str, ...]]]:
    return [(str(going.length.as_decimal()), going.footing.kinds) for going in way.goings]


# ---------------------------------------------------------------------- what a track costs


def test_a_track_is_cut_where_it_enters_and_leaves() -> None:
    way = path_cost(Field((box("wood", 4, 0, 8, 9),)), spots(((0, 5), (10, 5), (10, 20))), rate=RATES)
    assert told(way) == [("4", ()), ("4", ("wood",)), ("2", ()), ("15", ())]
    assert (way.length, way.cost, way.is_possible) == (inches(25), Fraction(29), True)
    assert [str(going.start) for going in way.goings] == ["(0, 5)", "(4, 5)", "(8, 5)", "(10, 5)"]
    assert [going.cost for going in way.goings] == [4, 8, 2, 15]


def test_where_terrain_overlaps_the_slowest_counts() -> None:
    table = Field((box("wood", 4, 0, 8, 9), box("bog", 6, 0, 9, 9)))
    way = path_cost(table, spots(((0, 5), (10, 5))), rate=RATES)
    assert told(way) == [("4", ()), ("2", ("wood",)), ("2", ("wood", "bog")), ("1", ("bog",)), ("1", ())]
    assert way.cost == 4 + 4 + 8 + 4 + 1


def test_along_an_edge_the_better_side_counts() -> None:
    wood, bog = box("wood", 4, 0, 8, 5), box("bog", 4, 5, 8, 9)
    along = spots(((0, 5), (10, 5)))
    assert path_cost(Field((wood,)), along, rate=RATES).cost == 10
    both = path_cost(Field((wood, bog)), along, rate=RATES)
    assert (told(both)[1], both.cost) == (("4", ("wood",)), Fraction(6 + 8))
    lakes = Field((box("lake", 4, 0, 8, 5), box("lake", 4, 5, 8, 9, name="other")))
    assert path_cost(lakes, along, rate=RATES).cost is None


def test_what_is_impassable_has_no_cost() -> None:
    way = path_cost(Field((box("lake", 4, 0, 8, 9),)), spots(((0, 5), (10, 5))), rate=RATES)
    assert (way.cost, way.is_possible, way.length) == (None, False, inches(10))
    assert [going.cost for going in way.goings] == [4, None, 2]


def test_obstacles_are_paid_once_each_in_order() -> None:
    table = Field(
        lines=(feature("hedge", (3, 0), (3, 9)), feature("wall", (6, 0), (6, 9)), feature("wire", (8, 0), (8, 9)))
    )
    way = path_cost(table, spots(((0, 5), (7, 5))), rate=RATES, obstacle=hedge_costs)
    assert [(one.kind, one.at, one.after, one.cost) for one in way.crossings] == [
        ("hedge", point(3, 5), inches(3), Fraction(3)),
        ("wall", point(6, 5), inches(6), Fraction(0)),
    ]
    assert way.cost == 10
    assert path_cost(table, spots(((0, 5), (9, 5))), rate=RATES, obstacle=hedge_costs).cost is None
    assert path_cost(table, spots(((0, 5), (9, 5))), rate=RATES).cost == 9


def test_the_worked_cases_of_a_budget_with_obstacles() -> None:
    # 3 in and a hedge that takes a quarter of a move of 6: 4.5, so 1.5 in are left.
    hedge = Field(lines=(feature("hedge", (3, 0), (3, 9)),))
    quarter = path_cost(hedge, spots(((0, 5), ("4.5", 5))), rate=RATES, obstacle=lambda *_: Fraction(6) * QUARTER)
    assert quarter.cost == 6
    # A move of 8: 2 in in the open, 2 in of wood, a trench for half of it: 2 + 4 + 4.
    table = Field((box("wood", 2, 0, 4, 9),), (feature("trench", ("1", 0), ("1", 9)),))
    assert path_cost(table, spots(((0, 5), (4, 5))), rate=RATES, obstacle=lambda *_: Fraction(4)).cost == 10


@pytest.mark.parametrize(
    ("hedge", "track", "crossed"),
    [
        (((5, 0), (5, 9)), ((0, 5), (5, 5), (9, 5)), 1),  # turning on it, and on
        (((5, 0), (5, 9)), ((0, 5), (5, 5), (0, 7)), 0),  # turning on it, and back
        (((5, 0), (5, 9)), ((0, 5), (5, 5)), 0),  # ending on it
        (((5, 0), (5, 9)), ((0, 5), (5, 5), (5, 7), (9, 9)), 0),  # along it
        (((5, 0), (5, 5)), ((0, 5), (5, 5), (9, 5)), 0),  # round its end
        (((5, 0), (5, 5), (9, 5)), ((0, 9), (5, 5), (9, 0)), 1),  # through its bend
        (((5, 0), (5, 5), (9, 5)), ((0, 9), (5, 5), (0, 0)), 0),  # past its bend, outside
        (((5, 0), (5, 5), (9, 5)), ((8, 1), (5, 5), (9, 4)), 0),  # past its bend, inside
        (((9, 5), (5, 5), (5, 0)), ((0, 9), (5, 5), (9, 0)), 1),
        (((5, 5), (9, 5), (9, 9), (5, 9), (5, 5)), ((0, 0), (5, 5), (8, 8)), 1),  # closed, into its first corner
        (((5, 5), (9, 5), (9, 9), (5, 9), (5, 5)), ((0, 6), (5, 5), (6, 0)), 0),  # closed, past its first corner
    ],
)
def test_turning_on_a_line_feature(hedge: tuple[Place, ...], track: tuple[Place, ...], crossed: int) -> None:
    for points in (track, track[::-1]):
        way = path_cost(Field(lines=(feature("hedge", *hedge),)), spots(points), rate=RATES, obstacle=hedge_costs)
        assert len(way.crossings) == crossed


def test_a_road_lifts_what_lies_beside_it() -> None:
    rate = slowest({"wood": HALF}, roads=("road",))
    table = Field((box("wood", 4, 0, 8, 9),), (feature("road", (0, 5), (10, 5), (10, 15), width=1),))
    on_it = path_cost(table, spots(((0, 5), (10, 5), (10, 15))), rate=rate)
    assert on_it.cost == 20
    assert told(on_it) == [("4", ("road",)), ("4", ("wood", "road")), ("2", ("road",)), ("10", ("road",))]
    assert path_cost(table, spots(((0, "5.4"), (10, "5.4"))), rate=rate).cost == 10
    assert path_cost(table, spots(((0, "5.6"), (10, "5.6"))), rate=rate).cost == 14
    across = path_cost(table, spots(((6, 0), (6, 9))), rate=rate)
    assert told(across) == [("4.5", ("wood",)), ("1", ("wood", "road")), ("3.5", ("wood",))]


def test_a_slanting_road_is_as_wide_as_it_is() -> None:
    # A road from (0, 0) to (30, 40), 10 in wide; at (15, 20) its edge is 5 in aside: 4 in east and 3 in south.
    table = Field(lines=(feature("road", (0, 0), (30, 40), width=10),))
    way = path_cost(table, spots(((15, 20), (23, 14))), rate=RATES)
    assert told(way) == [("5", ("road",)), ("5", ())]


def test_climbing_is_getting_nearer_to_the_crest() -> None:
    hill = evolve(box("hill", 2, 0, 12, 10, height=2), crest=spots(((8, 1), (8, 9))))
    rate = slowest({}, uphill={"hill": HALF})
    up_and_down = path_cost(Field((hill,)), spots(((0, 5), (14, 5))), rate=rate)
    assert [(going.footing.uphill, str(going.length)) for going in up_and_down.goings] == [
        ((), "2 in"),
        (("hill",), "6 in"),
        ((), "4 in"),
        ((), "2 in"),
    ]
    assert up_and_down.cost == 2 + 12 + 4 + 2
    assert path_cost(Field((hill,)), spots(((14, 5), (0, 5))), rate=rate).cost == 2 + 8 + 6 + 2
    assert path_cost(Field((hill,)), spots(((5, 2), (5, 8))), rate=rate).cost == 6  # along the slope
    bare = Field((evolve(hill, crest=()),))
    assert path_cost(bare, spots(((0, 5), (14, 5))), rate=rate).cost == 14


def test_a_road_does_not_help_up_a_hill() -> None:
    rate = slowest({"wood": HALF}, uphill={"hill": QUARTER, "cliff": None}, roads=("road",))
    assert rate(Footing(kinds=("hill", "wood", "road"), uphill=("hill",))) == QUARTER
    assert rate(Footing(kinds=("hill", "wood", "road"))) == 1
    assert rate(Footing(kinds=("hill", "wood"))) == HALF
    assert rate(Footing(kinds=("cliff", "road"), uphill=("cliff",))) is None
    assert rate(Footing()) == 1
    assert no_obstacle("wire", Footing()) == 0


def test_standing_still_costs_nothing() -> None:
    way = path_cost(Field((box("wood", 0, 0, 9, 9),)), spots(((5, 5), (5, 5))), rate=RATES)
    assert (way.cost, way.goings, way.length) == (Fraction(0), (), inches(0))


def test_impossible_numbers_are_refused() -> None:
    table = Field((box("wood", 4, 0, 8, 9),), (feature("hedge", (3, 0), (3, 9)),))
    track = spots(((0, 5), (10, 5)))
    with pytest.raises(ValueError, match=r"^a track has at least 2 points, got 1$"):
        path_cost(table, track[:1], rate=RATES)
    with pytest.raises(
        ValueError, match=r"^a rate is more than 0, or None where ground is impassable; got 0 for \('wood',\)$"
    ):
        path_cost(table, track, rate=slowest({"wood": Fraction(0)}))
    with pytest.raises(ValueError, match=r"^an obstacle costs at least 0, or None .* got -1 for 'hedge'$"):
        path_cost(table, track, rate=RATES, obstacle=lambda *_: Fraction(-1))
    with pytest.raises(ValueError, match=r"^a budget is at least 0 in, got -1 in$"):
        reachable(table, track[0], inches(0) - inches(1), track, rate=RATES)


# ---------------------------------------------------------------------- the cheapest way


def test_a_clear_way_is_straight() -> None:
    way = path(Field((box("lake", 4, 0, 8, 4),)), point(0, 5), point(12, 5), rate=RATES)
    assert way is not None
    assert (way.points, way.cost) == (spots(((0, 5), (12, 5))), Fraction(12))


def test_a_way_goes_round_a_lake() -> None:
    # Round the northern corners (4, 7) and (8, 7): 5 + 4 + 5, by the triangle 3, 4, 5.
    table = Field((box("lake", 4, 0, 8, 7),))
    way = path(table, point(0, 4), point(12, 4), rate=RATES)
    assert way is not None
    assert (way.points, way.cost) == (spots(((0, 4), (4, 7), (8, 7), (12, 4))), Fraction(14))
    assert path(table, point(0, 4), point(6, 4), rate=RATES) is None


def test_there_is_no_way_between_lakes_that_touch() -> None:
    ring = (box("lake", 0, 0, 9, 2), box("lake", 0, 7, 9, 9), box("lake", 0, 2, 2, 7), box("lake", 7, 2, 9, 7))
    assert path(Field(ring), point(4, 4), point(20, 4), rate=RATES) is None
    assert path(Field(ring[:3]), point(4, 4), point(20, 4), rate=RATES) is not None


@pytest.mark.parametrize(("north", "y", "cost", "turns"), [(20, 10, 16, 0), (10, 7, 14, 2)])
def test_a_wood_is_crossed_where_going_round_is_dearer(north: int, y: int, cost: int, turns: int) -> None:
    # Through: 4 + 4 * 2 + 4 = 16. Round its northern edge: 5 + 4 + 5 from 3 in below it, from 10 in far more.
    way = path(Field((box("wood", 4, 0, 8, north),)), point(0, y), point(12, y), rate=RATES)
    assert way is not None
    assert (way.cost, len(way.points) - 2) == (Fraction(cost), turns)


@pytest.mark.parametrize(("toll", "cost", "turns"), [(1, 9, 0), (3, 10, 1), (None, 10, 1)])
def test_a_hedge_is_crossed_or_gone_round(toll: int | None, cost: int, turns: int) -> None:
    # Straight: 8 and the toll. Round its end at (4, 7): 5 + 5.
    table = Field(lines=(feature("hedge", (4, 0), (4, 7)),))
    price = None if toll is None else Fraction(toll)
    way = path(table, point(0, 4), point(8, 4), rate=RATES, obstacle=lambda *_: price)
    assert way is not None
    assert (way.cost, len(way.points) - 2) == (Fraction(cost), turns)


def test_a_bend_in_a_hedge_is_no_gap() -> None:
    wire = feature("wire", (4, 0), (5, 5), (4, 10))
    way = path(Field(lines=(wire,)), point(0, 5), point(10, 5), rate=RATES, obstacle=hedge_costs)
    assert way is not None
    assert way.points[1] in {point(4, 0), point(4, 10)}
    closed = feature("wire", (4, 0), (5, 5), (4, 10), (0, 20), (-0, 0), (4, 0))
    assert path(Field(lines=(closed,)), point(2, 5), point(10, 5), rate=RATES, obstacle=hedge_costs) is None


def test_a_way_along_an_edge_does_not_stop_at_its_corners() -> None:
    way = path(Field((box("lake", 4, 0, 8, 7),)), point(0, 7), point(12, 7), rate=RATES)
    assert way is not None
    assert way.points == spots(((0, 7), (12, 7)))


def test_a_corner_on_wire_is_no_gap_and_one_on_a_free_line_is_a_turn() -> None:
    table = Field((box("field", 4, 5, 8, 9),), (feature("wire", (4, 0), (4, 30)),))
    way = path(table, point(0, 5), point(9, 4), rate=RATES, obstacle=hedge_costs)
    assert way is not None
    assert (way.points[1], way.is_possible) == (point(4, 0), True)
    ditch = Field((box("lake", 4, 0, 8, 7),), (feature("ditch", (4, 0), (4, 20)),))
    round_it = path(ditch, point(0, 4), point(12, 4), rate=RATES, obstacle=hedge_costs)
    assert round_it is not None
    assert round_it.cost == 14


def test_no_way_leads_over_another_goal() -> None:
    # Into the wood by (14, 10) would be cheaper than straight, but that is no corner.
    table = Field((box("wood", 0, 10, 40, 40),))
    goals = spots(((14, 10), (20, 20)))
    ways = reachable(table, point(0, 0), inches(60), goals, rate=RATES)
    assert ways[1].points == (point(0, 0), goals[1])


def test_a_road_is_followed_through_a_bog() -> None:
    # By the road 4 + 14 + 4; straight 4 + 10 * 4; round the bog more than 40.
    table = Field((box("bog", 2, 0, 12, 50),), (feature("road", (0, 29), (7, 29), (14, 29), width=1),))
    way = path(table, point(0, 25), point(14, 25), rate=slowest({"bog": QUARTER}, roads=("road",)))
    assert way is not None
    assert way.points == spots(((0, 25), (0, 29), (14, 29), (14, 25)))
    assert way.cost == 22


def test_what_can_be_reached_for_a_budget() -> None:
    table = Field((box("lake", 4, 0, 8, 7), box("wood", 0, 8, 3, 14)))
    start, among = point(0, 4), spots(((12, 4), (1, 4), (6, 4), (2, 12), (3, 4), (0, 4)))
    ways = reachable(table, start, inches(14), among, rate=RATES)
    # Into the lake there is no way. To (2, 12) straight, with half of 8.246 in in the wood: 4.123 * 3.
    assert [str(way.points[-1]) for way in ways] == ["(0, 4)", "(1, 4)", "(3, 4)", "(2, 12)", "(12, 4)"]
    assert [way.cost for way in ways if way.points[-1].y == inches(4)] == [0, 1, 3, 14]
    assert ways[3].cost == Fraction("12.369")
    assert len(reachable(table, start, inches("13.999"), among, rate=RATES)) == 4
    assert reachable(table, start, inches(14), (), rate=RATES) == ()


# ---------------------------------------------------------------------- laws and slow twins

coordinates = st.integers(0, 12)
places = st.tuples(coordinates, coordinates)
outlines = st.lists(places, min_size=3, max_size=5, unique=True).filter(
    lambda corners: bool(shapely.is_valid(shapely.Polygon(corners)))
)
pieces = st.lists(st.tuples(outlines, st.sampled_from(["wood", "bog", "lake", "field"])), max_size=3).map(
    lambda parts: tuple(
        TerrainPiece(name=f"{kind} {number}", kind=kind, outline=spots(outline))
        for number, (outline, kind) in enumerate(parts)
    )
)
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
