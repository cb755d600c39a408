"""Moves: legs and what they count as, the ground under the leading edge, objections, and how near a move came."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table_moves import ahead, hedge, line, table, wood

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.geometry.table import (
    Ahead,
    Group,
    Leg,
    Slide,
    TerrainPiece,
    Turn,
    Wheel,
    arc_length,
    follow,
    in_column,
    in_line,
    move_cost,
    point,
    slowest,
    turned,
)
from rcw_rules.kernel.lengths import Inches, inches

# ---------------------------------------------------------------------- arcs in inches


def test_the_worked_cases_of_wheels() -> None:
    # (120 / 25.4) * (pi / 2) = 7.42107..., (30 / 25.4) * (pi / 4) = 0.92763...
    assert arc_length(Fraction(1200, 254), degrees(90)) == inches("7.421")
    assert arc_length(Fraction(300, 254), degrees(45)) == inches("0.928")
    assert arc_length(inches(1), degrees(180)) == inches("3.142")
    assert arc_length(inches(1000), degrees(-180)) == inches("3141.593")
    assert arc_length(inches(0), degrees(90)) == inches(0)
    assert arc_length(inches(5), degrees(0)) == inches(0)


@given(radius=st.integers(0, 10**8), angle=st.integers(-360_000, 360_000))
def test_an_arc_lies_between_its_chords_and_the_bounds_of_archimedes(radius: int, angle: int) -> None:
    length = arc_length(Inches(thousandths=radius), Angle(thousandths=angle)).thousandths
    # 333/106 < pi < 355/113, and rounding adds at most a half.
    low, high = (Fraction(pi) * radius * abs(angle) / 180_000 for pi in (Fraction(333, 106), Fraction(355, 113)))
    assert low - Fraction(1, 2) <= length <= high + Fraction(1, 2)


def test_a_negative_radius_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^a radius is at least 0, got -1$"):
        arc_length(Fraction(-1), degrees(90))


# ---------------------------------------------------------------------- legs


def test_going_ahead_and_inclining() -> None:
    report = follow(line(), [ahead(3), ahead(2, 30), ahead(2, -30)])
    # Two inches at 30 degrees: 1 in aside and 1.732 in ahead.
    assert [leg.after.front[0] for leg in report.legs] == [point(18, 13), point(19, "14.732"), point(18, "16.464")]
    assert [leg.distance for leg in report.legs] == [inches(3), inches(2), inches(2)]
    assert (report.total, report.end.facing, bool(report)) == (inches(7), degrees(0), True)
    first = report.legs[1].tracks[0]
    assert (first.base, first.points, first.length) == (0, (point("18.5", 13), point("19.5", "14.732")), inches(2))


def test_wheeling_to_each_side() -> None:
    right = follow(line(), [Wheel(angle=degrees(90), side="right")])
    # The right corner at (22, 10) stays; the left one, 4 in west of it, comes to 4 in north of it.
    assert right.end.front == (point(22, 14), point(22, 10))
    assert right.end.facing == degrees(90)
    assert str(right.total) == "6.283 in"  # 4 times pi / 2
    left = follow(line(), [Wheel(angle=degrees(90), side="left")])
    assert left.end.front == (point(18, 10), point(18, 14))
    assert (left.end.facing, left.total) == (degrees(270), right.total)
    assert follow(line(), []).end == line()


def test_the_tracks_of_a_wheel_are_curves() -> None:
    report = follow(line(), [Wheel(angle=degrees(12), side="right")])
    tracks = report.legs[0].tracks
    # The middles of the front edges are 3.5, 2.5, 1.5 and 0.5 in from the pivot; 12 degrees are 0.2094 of a radius.
    assert [str(track.length) for track in tracks] == ["0.733 in", "0.524 in", "0.314 in", "0.105 in"]
    assert tracks[0].points == tuple(
        turned(point("18.5", 10), point(22, 10), degrees(angle)) for angle in (0, 5, 10, 12)
    )


def test_a_wheel_in_ranks_is_measured_on_the_front_rank() -> None:
    ranks = in_line("rifles", 4, point(20, 10), degrees(0), frontage=inches(1), depth=inches(3), per_rank=2)
    assert str(follow(ranks, [Wheel(angle=degrees(90), side="right")]).total) == "3.142 in"


def test_turning_about_on_the_spot() -> None:
    column = in_column("carts", 2, point(20, 10), degrees(0), frontage=inches(1), depth=inches(1))
    report = follow(column, [ahead(8), Turn(angle=degrees(180), cost=inches(2))], allowance=inches(10))
    assert bool(report)
    assert report.total == inches(10)
    assert report.end.facing == degrees(180)
    assert {corner for base in report.end.bases for corner in base.corners} == {
        corner for base in report.legs[0].after.bases for corner in base.corners
    }
    # Seven inches and two turns are more than ten.
    there_and_back: list[Leg] = [Turn(angle=degrees(180), cost=inches(2)), ahead(7)]
    assert not follow(column, [*there_and_back, Turn(angle=degrees(180), cost=inches(2))], allowance=inches(10))


def test_an_about_face_is_exact_for_odd_depths() -> None:
    odd = in_line("odd", 1, point(20, 10), degrees(0), frontage=inches(1), depth=inches("0.787"))
    turned_about = follow(odd, [Turn(angle=degrees(-180))]).end
    assert turned_about.bases[0].at == point(20, "9.213")
    assert follow(turned_about, [Turn(angle=degrees(180))]).end == odd


def test_turning_every_base_to_the_side() -> None:
    report = follow(line(2), [Turn(angle=degrees(90))])
    # Each turns about its own middle, a quarter of an inch behind its front: (19.5, 9.75) and (20.5, 9.75).
    assert [base.at for base in report.end.bases] == [point("19.75", "9.75"), point("20.75", "9.75")]
    assert (report.end.facing, report.total) == (degrees(90), inches(0))


def test_sliding_keeps_the_facing() -> None:
    report = follow(line(), [Slide(distance=inches(2), direction=degrees(180))])
    assert (report.end.front, report.end.facing, report.total) == ((point(18, 8), point(22, 8)), degrees(0), inches(2))
    mixed = Group(name="mixed", bases=(*line(1).bases, *line(1, 21, "9.5", 180).bases))
    slid = follow(mixed, [Slide(distance=inches(1), direction=degrees(90))]).end
    assert [base.at for base in slid.bases] == [point(21, 10), point(22, "9.5")]


# ---------------------------------------------------------------------- what stands against a move


def test_a_path_longer_than_the_allowance() -> None:
    report = follow(line(), [ahead(4), ahead(3)], allowance=inches(6))
    assert [str(one) for one in report.objections] == ["the move is 7 in long, and at most 6 in is allowed"]
    assert follow(line(), [ahead(4), ahead(2)], allowance=inches(6))


def test_inclines_and_wheels_beyond_the_limit() -> None:
    limits: dict[str, Any] = {"most_incline": degrees(20), "most_wheel": degrees(45)}
    assert follow(line(), [ahead(1, 20), ahead(1, -20), Wheel(angle=degrees(45), side="left")], **limits)
    report = follow(line(), [ahead(1, -21), Wheel(angle=degrees(46), side="left")], **limits)
    assert [str(one) for one in report.objections] == [
        "leg 1: it inclines by 21°, and at most 20° is allowed",
        "leg 2: it wheels by 46°, and at most 45° is allowed",
    ]
    assert [one.leg for one in report.objections] == [0, 1]
    assert len(report.legs) == 2


def test_bases_that_face_different_ways_cannot_go_ahead_or_wheel() -> None:
    mixed = Group(name="square", bases=(*line(1).bases, *line(1, 21, "9.5", 180).bases))
    report = follow(mixed, [Slide(distance=inches(1), direction=degrees(0)), ahead(1), ahead(1)])
    assert [str(one) for one in report.objections] == [
        "leg 2: the bases of 'square' face different ways, so it cannot go ahead"
    ]
    assert len(report.legs) == 1
    (objection,) = follow(mixed, [Wheel(angle=degrees(1), side="left")]).objections
    assert str(objection) == "leg 1: the bases of 'square' face different ways, so it cannot wheel"


def test_a_move_off_the_table() -> None:
    assert follow(line(4, 20, 40), [ahead(8)], table=table())
    report = follow(line(4, 20, 40), [ahead("8.011")], table=table())
    assert [str(one) for one in report.objections] == ["leg 1: it takes 'rifles' off the table"]


@pytest.mark.parametrize(
    ("leg", "message"),
    [
        (Ahead(distance=inches(1) - inches(2)), "a group goes at least 0 in, got -1 in"),
        (Slide(distance=inches(1) - inches(2), direction=degrees(0)), "a group goes at least 0 in, got -1 in"),
        (ahead(1, 90), "an incline is less than 90 degrees, got 90°"),
        (ahead(1, -90), "an incline is less than 90 degrees, got -90°"),
        (Wheel(angle=degrees(0), side="left"), "a wheel is by more than 0 and at most 180 degrees, got 0°"),
        (Wheel(angle=degrees(-5), side="left"), "a wheel is by more than 0 and at most 180 degrees, got -5°"),
        (Wheel(angle=degrees(181), side="left"), "a wheel is by more than 0 and at most 180 degrees, got 181°"),
        (Turn(angle=degrees(90), cost=inches(1) - inches(2)), "a turn costs at least 0 in, got -1 in"),
    ],
)
def test_an_impossible_leg_is_refused(leg: Leg, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        follow(line(), [leg])


# ---------------------------------------------------------------------- the ground under the leading edge


def stretches(report: Any) -> list[tuple[str, str, tuple[str, ...]]]:
    """The stretches of a leg in words."""
    return [(str(one.begins), str(one.ends), one.footing.kinds) for one in report.stretches]


def test_the_worked_case_of_a_trench_in_a_wood() -> None:
    # 2 in in the open, 2 in in woods at half rate, and a trench for half of 8: 2 + 4 + 4 = 10.
    ground = table(wood((10, 12), (30, 12), (30, 20), (10, 20)), hedge((10, 13), (30, 13), kind="trench"))
    report = follow(line(), [ahead(4)], table=ground)
    assert stretches(report.legs[0]) == [("0 in", "2 in", ()), ("2 in", "4 in", ("wood",))]
    assert [(one.kind, str(one.begins)) for one in report.legs[0].crossings] == [("trench", "3 in")]
    rate = slowest({"wood": Fraction(1, 2)})
    assert move_cost(report, rate=rate, obstacle=lambda *_: Fraction(4)) == 10
    assert move_cost(report, rate=rate) == 6
    assert move_cost(report, rate=slowest({"wood": None})) is None
    assert move_cost(report, rate=rate, obstacle=lambda *_: None) is None


def test_any_part_of_the_edge_counts() -> None:
    # The wood touches the strip of the outermost half inch only, from 11 to 12 and, in a second arm, from 11.5 to 13.
    ground = table(wood((10, 11), ("18.5", 11), ("18.5", 12), (16, 12), (16, 13), (10, 13)))
    assert stretches(follow(line(), [ahead(4)], table=ground).legs[0]) == [
        ("0 in", "1 in", ()), ("1 in", "2 in", ("wood",)), ("2 in", "4 in", ()),
    ]  # fmt: skip
    beside = table(wood((10, 11), (18, 11), (18, 12), (10, 12)))
    assert stretches(follow(line(), [ahead(4)], table=beside).legs[0]) == [("0 in", "4 in", ())]


def test_two_pieces_at_one_time_are_told_apart() -> None:
    ground = table(
        wood((18, 11), (19, 11), (19, 13), (18, 13), kind="wood"),
        wood((21, 12), (30, 12), (30, 14), (21, 14), kind="marsh"),
    )
    report = follow(line(), [ahead(6)], table=ground)
    assert stretches(report.legs[0]) == [
        ("0 in", "1 in", ()), ("1 in", "2 in", ("wood",)), ("2 in", "3 in", ("wood", "marsh")),
        ("3 in", "4 in", ("marsh",)), ("4 in", "6 in", ()),
    ]  # fmt: skip


def test_two_arms_of_a_wood_at_one_time_are_one_passage() -> None:
    # Arms in the west from y = 11 and in the east from y = 11.5, joined from 13 on, beyond where the edge halts at 12.
    horseshoe = wood((18, 11), (19, 11), (19, 13), (21, 13), (21, "11.5"), (22, "11.5"), (22, 14), (18, 14))
    (passage,) = follow(line(), [ahead(2)], table=table(horseshoe)).legs[0].passages
    assert (passage.begins, passage.ends) == (inches(1), inches(2))


def test_an_incline_lengthens_the_way_through_a_wood() -> None:
    # At 60 degrees two inches ahead are four on the way: in at 11 and out at 13.
    ground = table(wood((0, 11), (48, 11), (48, 13), (0, 13)))
    report = follow(line(2), [ahead(8, 60)], table=ground)
    assert stretches(report.legs[0]) == [("0 in", "2 in", ()), ("2 in", "6 in", ("wood",)), ("6 in", "8 in", ())]


def test_what_is_touched_at_the_beginning_is_crossed_and_at_the_end_not() -> None:
    ground = table(hedge((10, 12), (30, 12)))
    report = follow(line(), [ahead(2), ahead(2), ahead(1)], table=ground)
    assert [len(leg.crossings) for leg in report.legs] == [0, 1, 0]
    assert report.legs[1].crossings[0].begins == inches(0)


def test_a_hedge_beside_the_way_is_not_crossed() -> None:
    assert not follow(line(), [ahead(4)], table=table(hedge((18, 9), (18, 20)))).legs[0].crossings
    assert not follow(line(), [ahead(4)], table=table(hedge(("18.009", 9), ("18.009", 20)))).legs[0].crossings
    (along,) = follow(line(), [ahead(4)], table=table(hedge(("18.1", 11), ("18.1", 13)))).legs[0].crossings
    assert (along.begins, along.ends) == (inches(1), inches(3))


def test_a_slanting_hedge_is_crossed_from_one_end_to_the_other() -> None:
    # From (18, 11) to (22, 13): the left end of the edge gets to it after 1 in, the right one after 3 in.
    (one,) = follow(line(), [ahead(4)], table=table(hedge((14, 9), (26, 15)))).legs[0].crossings
    # Drawn in by a hundredth on each side: 0.005 in either way.
    assert (str(one.begins), str(one.ends)) == ("1.005 in", "2.995 in")


def test_a_wheel_gets_into_a_wood_by_its_outer_end() -> None:
    # About (22, 10) with an arm of 4 in: its end is 2 in ahead at 30 degrees, a third of 6.283 in.
    ground = table(wood((10, 12), (30, 12), (30, 20), (10, 20)))
    report = follow(line(), [Wheel(angle=degrees(90), side="right")], table=ground).legs[0]
    assert stretches(report) == [("0 in", "2.094 in", ()), ("2.094 in", "6.283 in", ("wood",))]
    mirrored = follow(line(), [Wheel(angle=degrees(90), side="left")], table=ground).legs[0]
    assert stretches(mirrored) == stretches(report)


def test_a_half_turn_of_a_wheel() -> None:
    # The arm is over the wood, which reaches from the north to the north-east of the pivot, from 90 to 135 degrees.
    ground = table(wood((22, "10.5"), (22, "13.5"), ("25.5", "13.5")))
    report = follow(line(), [Wheel(angle=degrees(180), side="right")], table=ground).legs[0]
    # 4 times pi is 12.566; the arm leaves the corner at (25.5, 13.5), or what is within 4 in of the pivot, at 135.
    assert [str(one.begins) for one in report.stretches][:2] == ["0 in", "6.283 in"]
    assert stretches(report)[1][2] == ("wood",)
    assert stretches(report)[2][2] == ()


def test_sliding_back_the_rear_leads() -> None:
    ground = table(wood((10, 5), (30, 5), (30, 9), (10, 9)))
    report = follow(line(), [Slide(distance=inches(2), direction=degrees(180))], table=ground).legs[0]
    assert stretches(report) == [("0 in", "0.5 in", ()), ("0.5 in", "2 in", ("wood",))]


def test_climbing_counts_where_the_middle_climbs() -> None:
    hill = TerrainPiece(
        name="hill",
        kind="hill",
        outline=(point(10, 12), point(30, 12), point(30, 20), point(10, 20)),
        height=2,
        crest=(point(10, 16), point(30, 16)),
    )
    report = follow(line(), [ahead(12)], table=table(hill)).legs[0]
    # Up from 12 to the crest at 16, and down to 20.
    found = [(str(one.begins), str(one.ends), one.footing.kinds, one.footing.uphill) for one in report.stretches]
    assert found == [
        ("0 in", "2 in", (), ()),
        ("2 in", "6 in", ("hill",), ("hill",)),
        ("6 in", "10 in", ("hill",), ()),
        ("10 in", "12 in", (), ()),
    ]


def test_without_a_table_all_ground_is_open() -> None:
    report = follow(line(), [ahead(3), Turn(angle=degrees(180), cost=inches(1))])
    assert [stretches(leg) for leg in report.legs] == [[("0 in", "3 in", ())], [("0 in", "1 in", ())]]
    assert move_cost(report, rate=slowest({})) == 4
