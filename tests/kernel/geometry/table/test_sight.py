"""Sight and cover over terrain: the worked cases, heights and dead ground, and the matrix against single questions."""

from __future__ import annotations

import pytest
from attrs import evolve
from table_fields import Field, Number, box, hedge, hill, house, sight, strip, told, wood

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import (
    SightRules,
    TerrainLine,
    TerrainPiece,
    bases_crossed,
    cover,
    in_column,
    in_line,
    line_of_sight,
    point,
    sight_by_base,
    visible,
)
from rcw_rules.kernel.lengths import inches


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
