"""Sight and cover over terrain: the worked cases, heights and dead ground, and the matrix against single questions."""

from __future__ import annotations

from typing import Any, TypeAlias

import pytest
import shapely
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.geometry.table import (
    Point,
    SightRules,
    TableSight,
    TerrainLine,
    TerrainPiece,
    bases_crossed,
    cover,
    in_column,
    in_line,
    line_of_sight,
    point,
    sight_by_base,
    sight_matrix,
    turned,
    visible,
)
from rcw_rules.kernel.lengths import Inches, inches

Number: TypeAlias = int | str


@frozen(cache_hash=True)
class Field:
    terrain: tuple[TerrainPiece, ...] = ()
    lines: tuple[TerrainLine, ...] = ()
    size: tuple[Inches, Inches] | None = None


def strip(kind: str, west: Number, east: Number, *, crest: Number | None = None, **fields: Any) -> TerrainPiece:
    """A piece from one x to another, 20 inches deep: lines of sight along y = 10 pass through the middle of it."""
    outline = (point(west, 0), point(east, 0), point(east, 20), point(west, 20))
    line = () if crest is None else (point(crest, 1), point(crest, 19))
    return TerrainPiece(name=f"{kind} {west}", kind=kind, outline=outline, crest=line, **fields)


def wood(west: Number, east: Number, **fields: Any) -> TerrainPiece:
    return strip("wood", west, east, sight="area", **fields)


def house(west: Number, east: Number, **fields: Any) -> TerrainPiece:
    return strip("house", west, east, sight="blocks", **fields)


def hill(west: Number, east: Number, height: int = 2, **fields: Any) -> TerrainPiece:
    return strip("hill", west, east, height=height, **fields)


def hedge(x: Number, **fields: Any) -> TerrainLine:
    return TerrainLine(
        name=f"hedge {x}", kind="hedge", points=(point(x, 0), point(x, 20)), **{"sight": "area", **fields}
    )


def sight(viewer: Number, target: Number, *things: TerrainPiece | TerrainLine, **rules: Number) -> TableSight:
    table = Field(
        tuple(thing for thing in things if isinstance(thing, TerrainPiece)),
        tuple(thing for thing in things if isinstance(thing, TerrainLine)),
    )
    limits: dict[str, Any] = {name: inches(value) for name, value in rules.items()}
    return line_of_sight(table, point(viewer, 10), point(target, 10), SightRules(**limits))


def told(report: TableSight) -> list[str]:
    return [str(hindrance) for hindrance in report.hindrances]


def test_open_ground_hides_nothing() -> None:
    report = sight(0, 40, strip("field", 10, 20), TerrainLine(name="road", kind="road", points=hedge(5).points))
    assert report.is_clear
    assert bool(report)
    assert report.hindrances == ()
    assert [passage.name for passage in report.line.passages] == ["road", "field 10"]


# ---------------------------------------------------------------------- woods, buildings, hedges


@pytest.mark.parametrize("thing", [wood(10, 12), house(10, 12)])
def test_what_lies_between_hides(thing: TerrainPiece) -> None:
    report = sight(0, 20, thing, edge_depth=9, seen_depth=9, near=99)
    assert not report
    assert told(report) == [f"{thing.name}: in the way"]
    assert report.blocked_by == report.hindrances


@pytest.mark.parametrize(
    ("viewer", "target", "rules", "clear"),
    [
        # Moving troops 1 in inside a wood, seen from 30 in.
        (0, 31, {"seen_depth": 2}, True),
        # Stationary ones only from 2 in.
        (27, 31, {"near": 2}, False),
        (29, 31, {"near": 2}, True),
        # 3 in inside, looking at an enemy 10 in outside: at most 2 in deep do they see out.
        (33, 20, {"edge_depth": 2, "near": 4}, False),
        (32, 20, {"edge_depth": 2, "near": 4}, True),
        ("32.001", 20, {"edge_depth": 2, "near": 4}, False),
        # Both inside.
        (32, 36, {"edge_depth": 2, "seen_depth": 2, "near": 4}, True),
        (32, "36.001", {"edge_depth": 2, "seen_depth": 2, "near": 4}, False),
        # The viewer's own depth is not the target's.
        (31, 20, {"seen_depth": 2}, False),
        (20, 31, {"edge_depth": 2}, False),
    ],
)
def test_woods_are_seen_into_and_out_of(viewer: Number, target: Number, rules: dict[str, Number], clear: bool) -> None:
    assert sight(viewer, target, wood(30, 60), **rules).is_clear == clear


def test_the_report_says_how_deep() -> None:
    assert told(sight(33, 20, wood(30, 60), edge_depth=2, near=4)) == ["wood 30: too deep (3 in, limit 2 in)"]
    assert told(sight(32, 20, wood(30, 60), edge_depth=2, near=4)) == ["wood 30: at its edge (2 in, limit 2 in)"]
    assert told(sight(32, 33, wood(30, 60), near=4)) == ["wood 30: near (1 in, limit 4 in)"]
    assert told(sight(32, 37, wood(30, 60), near=4)) == ["wood 30: too deep (5 in, limit 4 in)"]


def test_two_woods_are_each_judged_by_the_end_that_they_hold() -> None:
    rules: dict[str, Number] = {"edge_depth": 2, "seen_depth": 1}
    assert sight(8, 31, wood(0, 10), wood(30, 60), **rules)
    report = sight(8, 32, wood(0, 10), wood(30, 60), **rules)
    assert [str(one) for one in report.blocked_by] == ["wood 30: too deep (2 in, limit 1 in)"]


def test_a_house_is_no_bar_to_those_in_it() -> None:
    report = sight(15, 40, house(10, 20))
    assert (told(report), report.is_clear) == (["house 10: inside"], True)
    # Against its wall, outside, one does not look through it.
    assert not sight(10, 40, house(10, 20))


@pytest.mark.parametrize(
    ("viewer", "target", "rules", "clear"),
    [
        (29, 60, {"line_depth": 1}, True),  # right behind it one sees through it
        ("28.999", 60, {"line_depth": 1}, False),
        (60, 29, {"line_depth": 1}, False),  # but is not seen
        (60, 29, {"line_depth": 1, "seen_line_depth": 1}, True),
        (33, 29, {"line_near": 4}, True),
        ("33.001", 29, {"line_near": 4}, False),
    ],
)
def test_hedges_are_seen_through_by_those_next_to_them(
    viewer: Number, target: Number, rules: dict[str, Number], clear: bool
) -> None:
    assert sight(viewer, target, hedge(30), **rules).is_clear == clear


def test_a_solid_wall_hides_even_from_those_next_to_it() -> None:
    wall = hedge(30, sight="blocks")
    assert told(sight(29, 60, wall, line_depth=1, line_near=99)) == ["hedge 30: in the way"]


# ---------------------------------------------------------------------- heights


def test_a_hill_hides_what_is_behind_it() -> None:
    assert told(sight(0, 40, hill(10, 20))) == ["hill 10: in the way"]


def test_a_hill_top_is_seen_and_sees() -> None:
    assert sight(0, 15, hill(10, 20))
    assert sight(15, 0, hill(10, 20))
    assert told(sight(15, 0, hill(10, 20))) == []


@pytest.mark.parametrize(("target", "clear"), [("32", False), ("32.1", True), ("30.5", False)])
def test_dead_ground_lies_behind_a_wood_below_a_hill(target: str, clear: bool) -> None:
    things = (hill(0, 10), wood(25, 30))
    report = sight(5, target, *things, dead_ground=2)
    assert report.is_clear == clear
    assert sight(target, 5, *things, dead_ground=2).is_clear == clear
    assert report.hindrances[0].reason == ("looked over" if clear else "dead ground")


def test_without_dead_ground_all_that_is_lower_is_looked_over() -> None:
    assert told(sight(5, 30, hill(0, 10), wood(25, 30))) == ["wood 25: looked over (0 in, limit 0 in)"]


@pytest.mark.parametrize(("target", "clear"), [("31", False), ("32", False), ("32.001", True)])
def test_dead_ground_behind_a_lower_hill_is_as_deep_as_the_crests_are_apart(target: str, clear: bool) -> None:
    # The crests are at 6 and 16; the low hill ends at 22.
    things = (hill(0, 10, height=3, crest=6), hill(14, 22, crest=16))
    report = sight(3, target, *things, dead_ground=2)
    assert report.is_clear == clear
    low = next(one for one in report.hindrances if one.passage.name == "hill 14")
    assert (low.rises_to, low.limit) == (2, inches(10))


def test_a_viewer_before_his_crest_is_taken_for_it() -> None:
    things = (hill(0, 10, height=3, crest=2), hill(14, 22, crest=16))
    assert told(sight(8, 29, *things)) == ["hill 14: dead ground (7 in, limit 8 in)"]
    assert told(sight(8, 31, *things)) == ["hill 14: looked over (9 in, limit 8 in)"]


def test_a_rise_without_a_crest_has_the_small_dead_ground() -> None:
    things = (hill(0, 10, crest=6), strip("rise", 20, 24, height=1))
    assert told(sight(5, 26, *things, dead_ground=2)) == ["rise 20: dead ground (2 in, limit 2 in)"]
    assert sight(5, 27, *things, dead_ground=2)


@pytest.mark.parametrize(
    ("viewer", "rules", "told_of_it"),
    [
        # From 1 in behind a hedge of level 1 up to a hill of level 2, and with the hedge farther off.
        (10, {"line_depth": 2, "dead_ground": 2}, "next to it (1 in, limit 2 in)"),
        (9, {"line_depth": 2, "dead_ground": 2}, "next to it (2 in, limit 2 in)"),
        (8, {"line_depth": 2, "dead_ground": 2}, "looked over (3 in, limit 2 in)"),
        (8, {"line_depth": 2, "dead_ground": 4}, "dead ground (3 in, limit 4 in)"),
        (10, {"seen_line_depth": 2, "dead_ground": 2}, "dead ground (1 in, limit 2 in)"),
        (10, {"line_near": 30, "dead_ground": 2}, "near (30 in, limit 30 in)"),
        (10, {"line_near": 29, "dead_ground": 2}, "dead ground (1 in, limit 2 in)"),
    ],
)
def test_who_is_next_to_a_hedge_is_not_in_its_dead_ground(
    viewer: int, rules: dict[str, Number], told_of_it: str
) -> None:
    things = (hill(30, 50), hedge(11))
    report = sight(viewer, 40, *things, **rules)
    assert told(report) == [f"hedge 11: {told_of_it}"]
    assert report.is_clear == ("dead" not in told_of_it)
    # Looked at from the hill the depths change places.
    swapped = {"line_depth": "seen_line_depth", "seen_line_depth": "line_depth"}
    back = sight(40, viewer, *things, **{swapped.get(name, name): limit for name, limit in rules.items()})
    assert told(back) == told(report)
    # What blocks sight by itself, and a wood, have their dead ground as ever.
    wall = sight(10, 40, hill(30, 50), hedge(11, sight="blocks"), line_depth=2, line_near=99, dead_ground=2)
    assert told(wall) == ["hedge 11: dead ground (1 in, limit 2 in)"]
    trees = sight(10, 40, hill(30, 50), wood(11, 12), edge_depth=9, near=99, dead_ground=2)
    assert told(trees) == ["wood 11: dead ground (1 in, limit 2 in)"]


def test_what_is_as_high_as_the_viewer_is_not_looked_over() -> None:
    assert not sight(5, 60, hill(0, 10), hill(20, 30))
    assert not sight(5, 60, hill(0, 10), wood(20, 30, top=2))
    assert sight(5, 55, hill(0, 10), hill(20, 30), hill(50, 60))  # from top to top, over one as high
    assert sight(5, 55, hill(0, 10), wood(20, 30, top=2), hill(50, 60))
    assert not sight(5, 55, hill(0, 10), hill(20, 30, height=3), hill(50, 60))


def test_a_wood_on_a_hill_rises_from_the_hill() -> None:
    on_top = sight(5, 60, hill(0, 10, height=3), hill(20, 40), wood(25, 30))
    assert [(one.passage.name, one.rises_to, one.reason) for one in on_top.hindrances] == [
        ("hill 20", 2, "looked over"),
        ("wood 25", 3, "in the way"),
    ]
    wooded = sight(5, 60, hill(0, 10, height=3), wood(20, 40, height=2))
    assert [(one.rises_to, one.reason) for one in wooded.hindrances] == [(2, "looked over"), (3, "in the way")]
    # The hedge stands where the hill is; beside it, it would be one level high.
    assert sight(5, 60, hill(0, 10, height=3), hill(20, 40), hedge(30)).hindrances[1].rises_to == 3
    assert sight(5, 60, hill(0, 10, height=3), hill(20, 40), hedge(15)).hindrances[0].rises_to == 1


def test_a_wood_beside_a_hill_does_not_rise_from_it() -> None:
    assert sight(0, 60, hill(20, 25), wood(25, 30)).hindrances[1].rises_to == 1


def test_of_two_crests_under_the_viewer_that_of_the_higher_hill_counts() -> None:
    # The lower slope has a crest line at 9, the hill on it one at 6; the low hill's is at 16.
    things = (hill(0, 12, height=1, crest=9), hill(0, 10, height=3, crest=6), hill(14, 22, crest=16))
    low = next(one for one in sight(3, 40, *things).hindrances if one.passage.name == "hill 14")
    assert low.limit == inches(10)


def test_a_hill_does_not_see_into_the_depth_of_a_wood() -> None:
    things = (hill(0, 10), wood(20, 40))
    assert sight(5, 22, *things, seen_depth=2)
    assert not sight(5, 23, *things, seen_depth=2)


# ---------------------------------------------------------------------- edges


def test_along_a_wall_one_sees() -> None:
    houses = house(10, 20)
    table = Field((houses,))
    assert line_of_sight(table, point(0, 20), point(40, 20), SightRules())
    beside = line_of_sight(table, point(0, 20), point(40, 20), SightRules()).hindrances
    assert [(one.passage.side, one.hides) for one in beside] == [("right", True)]


@pytest.mark.parametrize(("west", "clear"), [(10, False), (19, False), (20, True)])
def test_between_two_houses_that_share_a_wall_one_does_not(west: int, clear: bool) -> None:
    other = evolve(
        house(west, west + 10),
        name="north",
        outline=(point(west, 20), point(west + 10, 20), point(west + 10, 30), point(west, 30)),
    )
    table = Field((house(10, 20), other))
    report = line_of_sight(table, point(0, 20), point(40, 20), SightRules())
    assert report.is_clear == clear
    assert len(report.blocked_by) == (0 if clear else 2)


def test_a_point_sees_itself_even_in_the_depth_of_a_wood() -> None:
    assert sight(15, 15, wood(10, 20), hill(0, 30))


# ---------------------------------------------------------------------- groups and fire

RIFLES = in_line("rifles", 4, point(20, 10), degrees(0), frontage=inches(1), depth=inches(1))
TARGET = in_line("target", 2, point(20, 20), degrees(180), frontage=inches(1), depth=inches(1))


def box(name: str, west: Number, south: Number, east: Number, north: Number, **fields: Any) -> TerrainPiece:
    outline = (point(west, south), point(east, south), point(east, north), point(west, north))
    return TerrainPiece(name=name, kind=name, outline=outline, **fields)


def test_groups_see_from_their_nearest_points_or_from_any_base() -> None:
    # The house ends at x = 19.9. The bases reach from 18 to 19, 19 to 20, 20 to 21 and 21 to 22, those of the target
    # from 19 to 20 and 20 to 21. The first sees neither of them; the second, at least, the farther one along x = 20.
    table = Field((box("house", 17, 14, "19.9", 15, sight="blocks"),))
    report = sight_by_base(table, RIFLES, TARGET, SightRules())
    assert [one.is_clear for one in report.by_base] == [False, True, True, True]
    assert (report.seeing, report.is_clear) == (3, True)
    hidden = sight_by_base(Field((box("house", 0, 14, 40, 15, sight="blocks"),)), RIFLES, TARGET, SightRules())
    assert (hidden.seeing, bool(hidden), len(hidden.by_base)) == (0, False, 4)


def test_visible_are_those_that_are_seen() -> None:
    table = Field((house(10, 20),))
    near, far = point(5, 10), point(30, 10)
    assert visible(table, point(0, 10), (far, near), SightRules()) == (near,)
    assert visible(table, point(15, 10), (far, TARGET, near), SightRules()) == (far, TARGET, near)


def hedge_at(west: Number, east: Number, north: Number, kind: str = "soft") -> TerrainLine:
    return TerrainLine(name=f"hedge {west}", kind="hedge", points=(point(west, north), point(east, north)), cover=kind)


@pytest.mark.parametrize(
    ("east", "crossed", "counts"), [(20, 2, False), ("20.8", 3, True), (24, 4, True), (19, 1, False)]
)
def test_cover_counts_where_most_lines_of_fire_cross_it(east: Number, crossed: int, counts: bool) -> None:
    # Fire goes from (18.5, 10), (19.5, 10), (20.5, 10) and (21.5, 10) to the target's front, from (19, 20) to (21, 20);
    # at y = 15 it passes x = 18.75, 19.5, 20.5 and 21.25.
    report = cover(Field(lines=(hedge_at(10, east, 15),)), RIFLES, TARGET, inches(1))
    (count,) = report.counts
    assert (count.cover, count.names, count.crossed, count.shots, count.inside) == (
        "soft",
        ("hedge 10",),
        crossed,
        4,
        0,
    )
    assert report.covers == (("soft",) if counts else ())
    assert len(report.shots) == 4


def test_two_hedges_count_as_one_cover_together() -> None:
    lines = (hedge_at(10, 19, 15), hedge_at("20.2", 30, 15))
    assert cover(Field(lines=lines), RIFLES, TARGET, inches(1)).covers == ("soft",)
    apart = (lines[0], evolve(lines[1], cover="hard"))
    report = cover(Field(lines=apart), RIFLES, TARGET, inches(1))
    assert [(count.cover, count.crossed) for count in report.counts] == [("hard", 2), ("soft", 1)]
    assert report.covers == ()


def test_the_hedge_before_the_shooters_covers_them_and_not_the_target() -> None:
    table = Field(lines=(hedge_at(10, 30, 11),))
    assert cover(table, RIFLES, TARGET, inches("1.5")).counts == ()
    assert cover(table, RIFLES, TARGET, inches("0.5")).covers == ("soft",)
    assert cover(table, TARGET, RIFLES, inches("1.5")).covers == ("soft",)


def test_a_wood_covers_those_in_it_and_not_from_within() -> None:
    target_in = Field((box("wood", 10, "20.5", 30, 40, cover="hard"),))
    report = cover(target_in, RIFLES, TARGET, inches(0))
    # The line of fire ends at the front edges, before the wood; the centres, half an inch behind, lie on its edge.
    assert report.counts == ()
    deeper = Field((box("wood", 10, "20.4", 30, 40, cover="hard"),))
    (count,) = cover(deeper, RIFLES, TARGET, inches(0)).counts
    assert (count.crossed, count.inside, count.bases, count.counts) == (0, 2, 2, True)
    shooters_in = Field((box("wood", 10, 0, 30, 12, cover="hard"),))
    assert cover(shooters_in, RIFLES, TARGET, inches(0)).counts == ()
    both_in = Field((box("wood", 10, 0, 30, 40, cover="hard"),))
    assert cover(both_in, RIFLES, TARGET, inches(0)).covers == ("hard",)


def test_half_of_the_bases_inside_are_not_most() -> None:
    half = Field((box("wood", 20, 20, 30, 40, cover="hard"),))
    (count,) = cover(half, RIFLES, TARGET, inches(0)).counts
    assert (count.inside, count.bases, count.counts) == (1, 2, False)


def test_bases_in_the_line_of_fire() -> None:
    friends = in_column("friends", 2, point(20, 15), degrees(0), frontage=inches(1), depth=inches(1)).bases
    assert bases_crossed(point(20, 10), point(20, 20), friends) == friends
    assert bases_crossed(point(20, 10), point(20, "13.5"), friends) == friends[1:]
    assert bases_crossed(point("20.5", 10), point("20.5", 20), friends) == ()  # along their sides
    assert bases_crossed(point("20.49", 10), point("20.5", 20), friends) == friends


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
limits = st.builds(
    SightRules,
    **dict.fromkeys(
        ("edge_depth", "seen_depth", "near", "line_depth", "seen_line_depth", "line_near", "dead_ground"),
        st.sampled_from([inches(0), inches(1), inches(2), inches(5)]),
    ),
)


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
