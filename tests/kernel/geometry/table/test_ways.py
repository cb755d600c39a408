"""Tracks and ways over terrain: worked costs, obstacles, roads, slopes, and the cheapest way against slow twins."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from table_ways import (
    HALF,
    QUARTER,
    RATES,
    Field,
    Place,
    box,
    feature,
    hedge_costs,
    spots,
)

from rcw_rules.kernel.geometry.table import (
    Footing,
    TableWay,
    no_obstacle,
    path,
    path_cost,
    point,
    reachable,
    slowest,
)
from rcw_rules.kernel.lengths import inches


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
