"""Sight on a table: its laws, the edge of the table, and depth."""

from __future__ import annotations

from typing import Any

import pytest
import shapely
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from table_fields import Field, box, hedge, hill, house, limits, sight, told, wood

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.geometry.table import (
    Point,
    SightRules,
    TerrainLine,
    TerrainPiece,
    bases_crossed,
    cover,
    in_line,
    line_of_sight,
    point,
    sight_matrix,
    turned,
)
from rcw_rules.kernel.lengths import inches

# ---------------------------------------------------------------------- laws

coordinates = st.integers(0, 10)


spots = st.builds(point, coordinates, coordinates)


outlines = st.lists(st.tuples(coordinates, coordinates), min_size=3, max_size=6, unique=True).filter(
    lambda corners: bool(shapely.is_valid(shapely.Polygon(corners)))
)


sorts = st.sampled_from(["open", "area", "blocks"])


def a_line(number: int, start: Point, end: Point, sort: Any) -> TerrainLine:
    return TerrainLine(name=f"line {number}", kind="any", points=(start, end), sight=sort)


def made(number: int, corners: list[tuple[int, int]], sort: Any, height: int, top: int) -> TerrainPiece:
    outline = tuple(point(*corner) for corner in corners)
    crest = (outline[0], outline[2]) if height > 1 else ()
    return TerrainPiece(
        name=f"piece {number}", kind="any", outline=outline, sight=sort, height=height, top=top, crest=crest
    )


pieces = st.lists(st.tuples(outlines, sorts, st.integers(0, 3), st.integers(1, 2)), max_size=4).map(
    lambda parts: tuple(made(number, *part) for number, part in enumerate(parts))
)


features = st.lists(st.tuples(spots, spots, sorts).filter(lambda ends: ends[0] != ends[1]), max_size=2).map(
    lambda parts: tuple(a_line(number, *part) for number, part in enumerate(parts))
)


tables = st.builds(Field, pieces, features)


@given(table=tables, where=st.lists(spots, max_size=6), rules=limits)
def test_the_matrix_says_what_single_questions_say(table: Field, where: list[Point], rules: SightRules) -> None:
    expected = tuple(
        tuple(line_of_sight(table, viewer, target, rules).is_clear for target in where) for viewer in where
    )
    assert sight_matrix(table, where, rules) == expected


@given(table=tables, viewer=spots, target=spots, rules=limits)
def test_sight_is_mutual_where_the_rules_are(table: Field, viewer: Point, target: Point, rules: SightRules) -> None:
    mutual = evolve(rules, seen_depth=rules.edge_depth, seen_line_depth=rules.line_depth)
    assert mutual.is_mutual
    there, back = line_of_sight(table, viewer, target, mutual), line_of_sight(table, target, viewer, mutual)
    assert there.is_clear == back.is_clear


@given(table=tables, viewer=spots, target=spots, rules=limits, turns=st.tuples(st.integers(0, 3), st.booleans()))
def test_sight_does_not_depend_on_where_north_is(
    table: Field, viewer: Point, target: Point, rules: SightRules, turns: tuple[int, bool]
) -> None:
    quarters, mirror = turns

    def change(spot: Point) -> Point:
        spot = Point(x=spot.x * -1, y=spot.y) if mirror else spot
        return turned(spot, point(2, 3), Angle(thousandths=90_000 * quarters))

    other = Field(
        tuple(
            evolve(one, outline=tuple(map(change, one.outline)), crest=tuple(map(change, one.crest)))
            for one in table.terrain
        ),
        tuple(evolve(one, points=tuple(map(change, one.points))) for one in table.lines),
    )
    plain = line_of_sight(table, viewer, target, rules)
    report = line_of_sight(other, change(viewer), change(target), rules)
    assert told(report) == told(plain)
    assert [str(one) for one in report.blocked_by] == [str(one) for one in plain.blocked_by]


@given(table=tables, viewer=spots, target=spots, rules=limits, extra=pieces)
def test_more_woods_and_houses_never_open_a_view(
    table: Field, viewer: Point, target: Point, rules: SightRules, extra: tuple[TerrainPiece, ...]
) -> None:
    flat = tuple(evolve(one, name=f"extra {one.name}", height=0, crest=()) for one in extra)
    more = Field((*table.terrain, *flat), table.lines)
    if line_of_sight(more, viewer, target, rules):
        assert line_of_sight(table, viewer, target, rules)


@given(table=tables, viewer=spots, target=spots, rules=limits)
def test_greater_depths_never_hide(table: Field, viewer: Point, target: Point, rules: SightRules) -> None:
    wider = evolve(
        rules,
        edge_depth=rules.edge_depth * 2,
        seen_depth=rules.seen_depth * 2,
        near=rules.near * 2,
        line_depth=rules.line_depth * 2,
        seen_line_depth=rules.seen_line_depth * 2,
        line_near=rules.line_near * 2,
    )
    if line_of_sight(table, viewer, target, rules):
        assert line_of_sight(table, viewer, target, wider)


def test_the_matrix_sees_from_hill_to_hill_over_one_as_high() -> None:
    table = Field((hill(0, 10), hill(20, 30), hill(50, 60)))
    assert sight_matrix(table, (point(5, 10), point(55, 10)), SightRules()) == ((True, True), (True, True))


def test_a_matrix_of_nothing_is_empty() -> None:
    assert sight_matrix(Field(), (), SightRules()) == ()
    assert sight_matrix(Field((house(1, 2),)), (point(0, 0),), SightRules()) == ((True,),)


def test_through_the_point_where_two_hedges_meet_one_does_not_see() -> None:
    south = TerrainLine(name="south", kind="hedge", points=(point(10, 0), point(10, 10)), sight="area")
    north = evolve(south, name="north", points=(point(10, 10), point(10, 20)))
    assert told(sight(0, 30, south, north)) == ["south: in the way"]
    assert sight(0, 30, south).is_clear
    table = Field(lines=(south, north))
    pair = (point(0, 10), point(30, 10))
    assert sight_matrix(table, pair, SightRules()) == ((True, False), (False, True))


def test_shooter_and_target_in_one_wood() -> None:
    table = Field((wood(0, 40, cover="hard"),))
    shooters = in_line("shooters", 1, point(5, 10), degrees(90), frontage=inches(1), depth=inches(1))
    # Two of four have their centres in the wood, which alone is not most; but the line of fire stays in it.
    target = in_line("target", 4, point("38.4", 10), degrees(270), per_rank=1, frontage=inches(1), depth=inches(1))
    report = cover(table, shooters, target, inches(0))
    assert [(count.crossed, count.shots, count.inside, count.bases) for count in report.counts] == [(1, 1, 2, 4)]
    assert report.covers == ("hard",)


def test_a_hedge_at_its_own_depth_covers_the_shooter() -> None:
    table = Field(lines=(hedge(10, cover="soft"),))
    target = in_line("target", 1, point(20, 10), degrees(270), frontage=inches(1), depth=inches(1))
    shooters = in_line("shooters", 1, point(9, 10), degrees(90), frontage=inches(1), depth=inches(1))
    assert cover(table, shooters, target, inches(1)).covers == ()
    assert cover(table, shooters, target, inches("0.999")).covers == ("soft",)


def test_a_base_that_a_line_only_grazes_is_not_crossed() -> None:
    # Across a corner of a base that is a square of 1 in: over 0.008 * the root of 2, 0.011 in, and over less.
    (base,) = in_line("rifles", 1, point(10, 10), degrees(0), frontage=inches(1), depth=inches(1)).bases
    assert bases_crossed(point("9.5", "9.992"), point("9.508", 10), [base]) == (base,)
    assert bases_crossed(point("9.5", "9.993"), point("9.507", 10), [base]) == ()


def test_the_crest_of_a_slope_under_the_hill_of_the_viewer_does_not_count() -> None:
    things = (hill(0, 10, height=1, crest=9), hill(0, 12, height=3, crest=6), hill(14, 22, crest=16))
    low = next(one for one in sight(3, 40, *things).hindrances if one.passage.name == "hill 14")
    assert low.limit == inches(10)


# ---------------------------------------------------------------------- the edge of the table, and depth from an edge


@pytest.mark.parametrize("viewer", [point(0, 10), Point(x=inches(0) - inches("0.01"), y=inches(10))])
def test_sight_along_the_edge_of_the_table_gets_past_nothing(viewer: Point) -> None:
    end = point(0, 30)
    wall = TerrainLine(name="wall", kind="wall", points=(point(0, 20), point(9, 20)), sight="blocks")
    for things in (Field((box("house", 0, 18, 5, 22, sight="blocks"),)), Field(lines=(wall,))):
        table = evolve(things, size=(inches(40), inches(40)))
        for one, other in ((viewer, end), (end, viewer)):
            assert not line_of_sight(table, one, other, SightRules())
        assert sight_matrix(table, (viewer, end), SightRules()) == ((True, False), (False, True))
        assert line_of_sight(evolve(table, size=None), point(0, 10), end, SightRules())
    beyond = Field((box("house", 0, 18, 5, 22, sight="blocks"),), size=(inches(40), inches(40)))
    assert line_of_sight(beyond, point(5, 10), point(5, 30), SightRules())  # its other side is on the table


def test_depth_is_measured_along_the_line_or_from_the_edge() -> None:
    # 5 west and 3 south of the viewer, the last inch south in the wood: a third of the root of 34 is 1.944.
    table = Field((box("wood", 24, 18, 34, 28, sight="area"),))
    limit = inches("1.5")
    for rules, other in ((SightRules(seen_depth=limit), False), (SightRules(edge_depth=limit), True)):
        viewer, target = (point(26, 27), point(31, 30)) if other else (point(31, 30), point(26, 27))
        along = line_of_sight(table, viewer, target, rules)
        assert told(along) == ["wood: too deep (1.944 in, limit 1.5 in)"]
        from_edge = line_of_sight(table, viewer, target, evolve(rules, depth="from_edge"))
        assert told(from_edge) == ["wood: at its edge (1 in, limit 1.5 in)"]
    # Through the corner (34, 28), 3 east and 2 north of it: the nearer of the two edges.
    corner = line_of_sight(table, point(37, 30), point(31, 26), SightRules(seen_depth=inches(2), depth="from_edge"))
    assert told(corner) == ["wood: at its edge (2 in, limit 2 in)"]


@given(inside=st.tuples(st.integers(1, 9), st.integers(1, 9)), outside=st.tuples(st.integers(-9, 19), st.just(15)))
def test_from_the_edge_it_is_never_deeper_than_along_the_line(
    inside: tuple[int, int], outside: tuple[int, int]
) -> None:
    table = Field((box("wood", 10, 10, 20, 20, sight="area"),))
    target, viewer = point(10 + inside[0], 10 + inside[1]), point(10 + outside[0], 10 + outside[1])
    (along,) = line_of_sight(table, viewer, target, SightRules()).hindrances
    (from_edge,) = line_of_sight(table, viewer, target, SightRules(depth="from_edge")).hindrances
    assert along.measured is not None
    assert from_edge.measured is not None
    assert from_edge.measured <= along.measured
    sides = (inside[0], inside[1], 10 - inside[0], 10 - inside[1])
    assert from_edge.measured in {inches(side) for side in sides}
