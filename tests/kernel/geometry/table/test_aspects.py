"""Arcs, flanks, enfilades and contacts: worked cases, and the laws that hold when the table is turned or mirrored."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.geometry.table import (
    Base,
    EnfiladeReport,
    Group,
    Point,
    arc,
    aspect,
    bearing,
    contact,
    enfilade,
    gap,
    in_column,
    in_line,
    most_bases_behind,
    point,
    turn_to,
    turned,
)
from rcw_rules.kernel.lengths import Inches, inches

ELEVEN = degrees(11)


def at(x: int, y: int) -> Point:
    """A position in thousandths."""
    return Point(x=Inches(thousandths=x), y=Inches(thousandths=y))


def base(x: str | int, y: str | int, facing: int = 0) -> Base:
    """A base 1 in wide and half an inch deep."""
    return Base(at=point(x, y), facing=degrees(facing), frontage=inches(1), depth=inches("0.5"))


def line(count: int, x: str | int, y: str | int, facing: int = 0, name: str = "line") -> Group:
    """A line of such bases."""
    return in_line(name, count, point(x, y), degrees(facing), frontage=inches(1), depth=inches("0.5"))


numbers = st.integers(0, 30_000)
points = st.builds(at, numbers, numbers)
bearings = st.integers(0, 359_999).map(lambda number: Angle(thousandths=number))
bases = st.builds(Base, at=points, facing=bearings, frontage=st.just(inches(1)), depth=st.just(inches("0.5")))
quarters = st.integers(0, 3).map(lambda number: degrees(90) * number)
half_angles = st.integers(0, 180_000).map(lambda number: Angle(thousandths=number))
narrow = st.integers(0, 90_000).map(lambda number: Angle(thousandths=number))
lines = st.builds(
    in_line,
    st.just("line"),
    st.integers(1, 5),
    points,
    bearings,
    frontage=st.just(inches(1)),
    depth=st.just(inches("0.5")),
)
CORNER = point(15, 15)


# ---------------------------------------------------------------------- arcs


def test_an_arc_of_22_degrees_takes_in_what_lies_on_its_boundary_and_not_half_a_degree_more() -> None:
    # tan 22 = 0.404026, tan 22.5 = 0.414214: at 10 in ahead 4.040 in aside is inside.
    report = arc(base(10, 10), degrees(22), [point("14.04", 20), point("14.142", 20), point("14.041", 20)])
    assert [target.is_inside for target in report.targets] == [True, False, False]
    assert [str(target.off) for target in report.targets] == ["21.999°", "22.499°", "22.004°"]
    assert [target.number for target in report.inside] == [0]
    assert 0 in report
    assert 1 not in report


def test_the_nearest_point_of_a_target_counts() -> None:
    # The target's near corner is at (14, 20): 21.801 degrees off; its middle is at 24.2.
    target = line(1, "14.5", 20, 180)
    report = arc(base(10, 10), degrees(22), [target])
    assert (report.targets[0].nearest, str(report.targets[0].off)) == (point(14, 20), "21.801°")
    assert report.targets[0].is_inside


def test_arcs_open_to_each_side() -> None:
    around = [point(10, 15), point(15, "9.75"), point(10, 5), point(5, "9.75")]
    for number, edge in enumerate(("front", "right", "rear", "left")):
        report = arc(base(10, 10), degrees(22), around, towards=edge)  # type: ignore[arg-type] # mypy widens the names
        assert [target.number for target in report.inside] == [number]
        assert report.targets[number].off == degrees(0)
    assert arc(base(10, 10), degrees(22), around, towards="rear").origin == point(10, "9.5")


def test_a_range_is_measured_from_the_nearest_point_and_includes_itself() -> None:
    report = arc(base(10, 10), degrees(90), [point("13.5", 14), point("10", "15.001")], within=inches(5))
    # 3 in and 4 in from the corner at (10.5, 10).
    assert [(str(one.distance), one.is_in_range) for one in report.targets] == [("5 in", True), ("5.001 in", False)]
    assert [one.number for one in report.inside] == [0]


def test_what_is_inside_comes_nearest_first() -> None:
    report = arc(base(10, 10), degrees(30), [point(10, 20), point(10, 12), point(11, 12), point(9, 12), point(5, 5)])
    assert [one.number for one in report.inside] == [1, 2, 3, 0]
    assert [str(one.distance) for one in report.inside] == ["2 in", "2.062 in", "2.062 in", "10 in"]


def test_what_covers_the_base_is_inside() -> None:
    report = arc(base(10, 10), degrees(0), [base(10, "10.2")])
    assert (report.targets[0].off, report.targets[0].is_inside) == (degrees(0), True)


def test_an_impossible_arc_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^an arc reaches from 0 to 180 degrees to each side, got 181°$"):
        arc(base(10, 10), degrees(181), [point(1, 1)])


@given(one=bases, half_angle=half_angles, targets=st.lists(points, max_size=4), quarter=quarters)
def test_arcs_turn_with_the_table(one: Base, half_angle: Angle, targets: list[Point], quarter: Angle) -> None:
    here = arc(one, half_angle, targets)
    there = arc(one.turned(CORNER, quarter), half_angle, [turned(target, CORNER, quarter) for target in targets])
    assert [(t.off, t.is_inside, t.distance) for t in here.targets] == [
        (t.off, t.is_inside, t.distance) for t in there.targets
    ]
    for target, spot in zip(here.targets, targets, strict=True):
        assert target.distance == gap(one, spot)
        if spot != one.at and abs(abs(target.off.thousandths) - half_angle.thousandths) > 1:
            assert target.is_in_arc == (abs(target.off) <= half_angle)
            assert target.off == turn_to(one.facing, bearing(one.at, spot))


@given(facing=bearings, turn=st.integers(-179_999, 180_000))
@example(facing=degrees(90), turn=180_000)
def test_the_shorter_way_round(facing: Angle, turn: int) -> None:
    angle = Angle(thousandths=turn)
    assert turn_to(facing, (facing + angle).bearing) == angle


# ---------------------------------------------------------------------- front, flank and rear


def test_half_of_the_bases_behind_is_not_most() -> None:
    target = line(4, 10, 10)
    # The middles of the first three are a quarter of an inch behind the line through y = 10, of the others ahead.
    behind = tuple(base(x, 10) for x in (20, 21, 22))
    ahead = tuple(base(x, "10.3") for x in (23, 24, 25))
    report = most_bases_behind(target, Group(name="chargers", bases=behind + ahead))
    assert (report.count, report.of, report.is_most) == (3, 6, False)
    assert [str(one.distance) for one in report.bases] == ["0.25 in"] * 3 + ["0.05 in"] * 3
    assert [one.is_behind for one in report.bases] == [True] * 3 + [False] * 3
    assert report.line == (point(8, 10), point(12, 10))
    assert aspect(target, Group(name="chargers", bases=behind + ahead)).aspect == "front"
    assert aspect(target, Group(name="chargers", bases=behind + ahead[:2])).aspect == "flank"


def test_on_the_line_is_not_behind_it() -> None:
    assert most_bases_behind(line(4, 10, 10), point(30, 10)).count == 0
    assert most_bases_behind(line(4, 10, 10), point(30, "9.999")).count == 1
    assert most_bases_behind(line(4, 10, 10), point(30, "9.5"), "rear").count == 0
    assert most_bases_behind(line(4, 10, 10), point(30, "9.499"), "rear").count == 1


def test_front_flank_and_rear() -> None:
    target = line(4, 10, 10)
    assert aspect(target, point(10, 20)).aspect == "front"
    assert aspect(target, point(30, 10)).aspect == "front"
    assert aspect(target, point(30, "9.75")).aspect == "flank"
    assert aspect(target, line(2, 30, "9.8")).aspect == "flank"
    assert aspect(target, line(2, 30, "9.7")).aspect == "flank"
    assert aspect(target, line(2, 10, "9.7")).aspect == "rear"
    assert aspect(target.bases[0], point(1, 1)).aspect == "flank"
    # Two of three behind the rear line, the second of them on a prolonged side or just outside it.
    for x, expected in ((12, "rear"), ("12.001", "flank")):
        mixed = Group(name="chargers", bases=(base(10, 5), base(x, 5), base(14, 20)))
        assert aspect(target, mixed).aspect == expected


def test_the_rear_is_between_the_prolonged_sides() -> None:
    target = line(4, 10, 10)
    others = Group(name="chargers", bases=tuple(base(x, 5) for x in ("7.999", 8, 12, "12.001")))
    report = most_bases_behind(target, others, "rear")
    assert [one.is_between_sides for one in report.bases] == [False, True, True, False]
    assert (report.count, report.squarely, report.of) == (4, 2, 4)
    assert (report.is_most, report.is_most_squarely) == (True, False)
    assert aspect(target, others).aspect == "flank"
    # Between the sides, but not behind.
    assert most_bases_behind(target, point(10, 10), "rear").squarely == 0
    assert most_bases_behind(target, point(10, 10), "rear").bases[0].is_between_sides
    # The sides are those of the widest rank.
    ranks = in_line("ranks", 5, point(10, 10), degrees(0), frontage=inches(1), depth=inches("0.5"), per_rank=4)
    assert aspect(ranks, point(12, 1)).aspect == "rear"


def test_a_line_that_is_none_is_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"^unknown line 'Rear'; did you mean 'rear'\?$"):
        most_bases_behind(line(4, 10, 10), point(1, 1), "Rear")  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match=r"^unknown edge 'Rear'; did you mean 'rear'\?$"):
        arc(base(10, 10), degrees(22), [], towards="Rear")  # type: ignore[arg-type]


def test_a_target_that_faces_different_ways_has_neither_flank_nor_rear() -> None:
    square = Group(name="square", bases=(base(10, 10), base(10, 9, 180)))
    report = aspect(square, point(10, 1))
    assert (report.aspect, report.behind_front, report.behind_rear) == ("front", None, None)
    with pytest.raises(ValueError, match=r"^the bases of 'square' face different ways, so it has no front or rear"):
        most_bases_behind(square, point(1, 1))


@given(target=lines, other=lines, quarter=quarters)
def test_aspects_turn_with_the_table(target: Group, other: Group, quarter: Angle) -> None:
    here, there = aspect(target, other), aspect(target.turned(CORNER, quarter), other.turned(CORNER, quarter))
    assert here.aspect == there.aspect
    assert here.behind_front is not None
    assert here.behind_rear is not None
    assert here.behind_rear.count <= here.behind_front.count
    assert there.behind_front is not None
    assert here.behind_front.bases == there.behind_front.bases


# ---------------------------------------------------------------------- enfilade


def test_the_worked_case_of_a_line_of_four_inches() -> None:
    # Shooters 10 in beyond the near end, 14 in from the far corner: atan(2.7/14) = 10.916, atan(2.8/14) = 11.310.
    target = line(4, 12, 10)
    inside = enfilade(target, [base(24, "12.7", 270)], forward=ELEVEN, back=ELEVEN)
    assert (inside.is_enfiladed, inside.flank, inside.is_line) == (True, "right", True)
    right = inside.wedges[1]
    assert (right.front_corner, right.rear_corner) == (point(10, 10), point(10, "9.5"))
    assert (right.forward_boundary, right.rear_boundary) == (degrees(79), degrees(101))
    assert str(right.shots[0].angle) == "10.916°"
    outside = enfilade(target, [base(24, "12.8", 270)], forward=ELEVEN, back=ELEVEN)
    assert (bool(outside), outside.flank) == (False, None)
    assert str(outside.wedges[1].shots[0].angle) == "11.31°"


def test_the_wedge_opens_behind_the_rear_line_too() -> None:
    # Measured from the far rear corner at (10, 9.5): 2.7 in behind is y = 6.8.
    target = line(4, 12, 10)
    inside = enfilade(target, [base(24, "6.8", 270)], forward=ELEVEN, back=ELEVEN)
    assert (inside.flank, str(inside.wedges[1].shots[0].angle)) == ("right", "-10.916°")
    assert not enfilade(target, [base(24, "6.7", 270)], forward=ELEVEN, back=ELEVEN)
    assert enfilade(target, [base(24, "6.7", 270)], forward=ELEVEN, back=degrees(12))


def test_between_the_two_lines_is_always_inside() -> None:
    target = line(4, 12, 10)
    for x, flank in (("14.2", "right"), (30, "right"), (2, "left"), ("9.9", "left")):
        report = enfilade(target, [base(x, "9.8", 270)], forward=degrees(0), back=degrees(0))
        assert report.flank == flank


def test_a_shooter_level_with_the_far_corner_is_on_no_flank() -> None:
    # The far corner of the right flank's wedge is at x = 10.
    report = enfilade(line(4, 12, 10), [base(10, "9.8", 270)], forward=ELEVEN, back=ELEVEN)
    assert (report.wedges[1].shots[0].angle, report.wedges[1].shots[0].is_inside) == (None, False)


def test_the_left_flank_is_the_mirror_of_the_right() -> None:
    # The far end is now the right one, at (14, 10).
    report = enfilade(line(4, 12, 10), [base(0, "12.7", 90), base(0, "12.8", 90)], forward=ELEVEN, back=ELEVEN)
    left = report.wedges[0]
    assert [(str(shot.angle), shot.is_inside) for shot in left.shots] == [("10.916°", True), ("11.31°", False)]
    assert (left.forward_boundary, left.rear_boundary) == (degrees(281), degrees(259))
    assert [shot.angle for shot in report.wedges[1].shots] == [None, None]


def test_most_shooters_must_fire_from_the_same_flank() -> None:
    target = line(4, 12, 10)
    right, left, ahead = base(24, 10, 270), base(0, 10, 90), base(12, 20, 180)
    assert enfilade(target, [right, right, left], forward=ELEVEN, back=ELEVEN).flank == "right"
    assert enfilade(target, [left, left, ahead], forward=ELEVEN, back=ELEVEN).flank == "left"
    assert enfilade(target, [right, left], forward=ELEVEN, back=ELEVEN).flank is None
    assert enfilade(target, [right, ahead], forward=ELEVEN, back=ELEVEN).flank is None
    group = Group(name="guns", bases=(right, ahead))
    assert enfilade(target, [group, right], forward=ELEVEN, back=ELEVEN).flank == "right"


def test_only_troops_in_line_are_enfiladed() -> None:
    column = in_column("column", 4, point(12, 10), degrees(0), frontage=inches(1), depth=inches("0.5"))
    report = enfilade(column, [base(24, 10, 270)], forward=ELEVEN, back=ELEVEN)
    assert (report.is_line, report.wedges, report.flank) == (False, (), None)


def test_a_wedge_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^the angle forward of a wedge is from 0 to 90 degrees, got 91°$"):
        enfilade(line(4, 12, 10), [base(1, 1)], forward=degrees(91), back=ELEVEN)
    with pytest.raises(ValueError, match=r"^the angle back of a wedge is from 0 to 90 degrees, got -1°$"):
        enfilade(line(4, 12, 10), [base(1, 1)], forward=ELEVEN, back=degrees(-1))
    with pytest.raises(ValueError, match=r"^an enfilade needs at least one shooting base$"):
        enfilade(line(4, 12, 10), [], forward=ELEVEN, back=ELEVEN)


@given(
    count=st.integers(2, 5),
    stance=st.tuples(numbers, numbers, st.integers(0, 359)),
    shooters=st.lists(st.tuples(numbers, numbers), min_size=1, max_size=4),
    angles=st.tuples(narrow, narrow),
    quarter=quarters,
)
def test_enfilades_turn_with_the_table_and_change_flanks_in_a_mirror(
    count: int,
    stance: tuple[int, int, int],
    shooters: list[tuple[int, int]],
    angles: tuple[Angle, Angle],
    quarter: Angle,
) -> None:
    def target(x: int, facing: Angle) -> Group:
        return in_line("line", count, at(x, stance[1]), facing.bearing, frontage=inches(1), depth=inches("0.5"))

    def firing(*places: Point) -> list[Base]:
        return [Base(at=one, facing=degrees(0), frontage=inches(1), depth=inches(1)) for one in places]

    def shots(report: EnfiladeReport, *order: int) -> list[list[tuple[Angle | None, bool]]]:
        return [[(shot.angle, shot.is_inside) for shot in report.wedges[number].shots] for number in order]

    forward, back = angles
    line_here = target(stance[0], degrees(stance[2]))
    bases_here = firing(*(at(*one) for one in shooters))
    here = enfilade(line_here, bases_here, forward=forward, back=back)
    turned_bases = [one.turned(CORNER, quarter) for one in bases_here]
    there = enfilade(line_here.turned(CORNER, quarter), turned_bases, forward=forward, back=back)
    assert shots(here, 0, 1) == shots(there, 0, 1)
    # In the line through x = 15 left and right change places.
    mirrored_bases = firing(*(at(30_000 - x, y) for x, y in shooters))
    mirror = enfilade(target(30_000 - stance[0], -degrees(stance[2])), mirrored_bases, forward=forward, back=back)
    assert shots(here, 0, 1) == shots(mirror, 1, 0)
    assert here.is_enfiladed == mirror.is_enfiladed == there.is_enfiladed == any(one.is_most for one in here.wedges)


# ---------------------------------------------------------------------- contact


def test_where_two_groups_touch() -> None:
    report = contact(line(3, 10, 10), line(2, "11.5", "10", 180, name="enemy"))
    # Bases at 8.5-9.5, 9.5-10.5, 10.5-11.5; the enemy's left base is in the east: 11.5-12.5 and 10.5-11.5.
    assert bool(report)
    assert [(one.base, one.other) for one in report.touching] == [(1, 1), (2, 0), (2, 1)]
    assert all(one.at.y == inches(10) for one in report.touching)
    assert report.distance == inches(0)


def test_a_hundredth_of_an_inch_is_contact_and_more_is_not() -> None:
    assert contact(base(10, 10), base(10, "10.01", 180))
    report = contact(base(10, 10), base(10, "10.011", 180))
    assert (bool(report), report.touching, str(report.distance)) == (False, (), "0.011 in")
