"""Charges: whom a straight path meets, where it halts, and a slow walk that finds the same."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.geometry.table import (
    Base,
    Group,
    Met,
    Point,
    Table,
    TerrainLine,
    Wheel,
    charge,
    contact,
    in_line,
    met_on_the_way,
    overlaps,
    point,
    touches,
)
from rcw_rules.kernel.lengths import Inches, inches

NORTH = degrees(0)


def line(count: int = 4, x: int | str = 20, y: int | str = 10, facing: int = 0, name: str = "rifles") -> Group:
    """A line of bases 1 in wide and half an inch deep."""
    return in_line(name, count, point(x, y), degrees(facing), frontage=inches(1), depth=inches("0.5"))


def met(group: Base | Group, length: int | str, *among: Base | Group) -> list[tuple[int, str]]:
    """What a move to the north meets, in words."""
    return [(one.number, str(one.distance)) for one in met_on_the_way(group, NORTH, inches(length), among)]


# ---------------------------------------------------------------------- what is in the way


def test_the_first_thing_met_comes_first() -> None:
    near, far = line(1, 20, 15, 180), line(4, 21, 20, 180)
    assert met(line(), 12, far, near) == [(1, "5 in"), (0, "10 in")]
    assert met(line(), 10, far, near) == [(1, "5 in"), (0, "10 in")]
    assert met(line(), "9.999", far, near) == [(1, "5 in")]
    assert met(line(), "4.999", far, near) == []


def test_the_strip_is_as_wide_as_the_group() -> None:
    # The line of four reaches from 18 to 22; a base at 22.5 begins there and is passed by.
    assert met(line(), 12, line(1, "22.5", 15, 180)) == []
    assert met(line(), 12, line(1, "22.49", 15, 180)) == []
    assert met(line(), 12, line(1, "22.489", 15, 180)) == [(0, "5 in")]
    assert met(line(), 12, line(1, "17.511", 15, 180)) == [(0, "5 in")]


def test_what_is_behind_or_beside_is_not_met() -> None:
    behind, beside = line(4, 20, "9.5"), line(4, 24, 10)
    assert met(line(), 12, behind, beside) == []
    assert met(line(), 12, line(4, 20, "9.502"), line(4, "23.998", 10)) == []


def test_what_is_touched_already_is_met_at_once() -> None:
    assert met(line(), 0, line(4, 21, 10, 180)) == [(0, "0 in")]
    assert met(line(), 3, line(4, 21, "9.9", 180)) == [(0, "0 in")]
    assert met(line(), 3, line()) == []  # the mover itself


def test_a_corner_is_met_by_an_edge() -> None:
    # A base 2 in square, turned by 45 degrees, with a corner to the south: its middle is 1.414 in north of that.
    diamond = Base(at=point("19.293", "15.707"), facing=degrees(315), frontage=inches(2), depth=inches(2))
    assert min(corner.y for corner in diamond.corners) == inches("13.586")
    assert met(line(), 12, diamond) == [(0, "3.586 in")]


def test_a_group_that_faces_different_ways_may_be_in_the_way_and_may_go() -> None:
    mixed = Group(name="square", bases=(*line(1, 20, 15).bases, *line(1, 21, "14.5", 180).bases))
    assert met(line(), 12, mixed) == [(0, "4.5 in")]
    assert met(mixed, 12, line(1, 20, 20, 180)) == [(0, "5 in")]


# ---------------------------------------------------------------------- charges


def test_a_charge_halts_in_contact() -> None:
    sabres, rifles, guns = line(name="sabres"), line(3, 21, 18, 180), line(2, 20, "22", 180, name="guns")
    report = charge(sabres, inches(14), [sabres, guns, rifles])
    assert report.met == (Met(number=2, distance=inches(8)), Met(number=1, distance=inches(12)))
    assert report.contacted == report.met[:1]
    assert report.move.total == inches(8)
    assert contact(report.move.end, rifles)
    assert not overlaps(report.move.end, rifles)
    assert not contact(report.move.end, guns)


def test_a_charge_may_touch_two_at_once() -> None:
    report = charge(line(), inches(12), [line(1, 19, 15, 180), line(1, 21, "15.01", 180), line(1, 21, 20, 180)])
    assert [one.number for one in report.contacted] == [0, 1]
    assert touches(report.move.end, line(1, 21, "15.01", 180))


def test_a_charge_that_reaches_nobody_goes_all_its_way() -> None:
    report = charge(line(), inches(6), [line(1, 19, 17, 180)])
    assert (report.met, report.contacted, report.move.total) == ((), (), inches(6))
    assert report.move.end.front == (point(18, 16), point(22, 16))


def test_the_wheel_comes_first_and_counts() -> None:
    # A wheel of a line of four by 90 degrees is 6.283 in; then it faces east with its front on x = 22, y from 10 to 14.
    wheel = Wheel(angle=degrees(90), side="right")
    report = charge(line(), inches(12), [line(1, 24, 12, 270)], wheel=wheel)
    assert report.met == (Met(number=0, distance=inches("8.283")),)
    assert [str(leg.distance) for leg in report.move.legs] == ["6.283 in", "2 in"]
    assert bool(report.move)
    assert charge(line(), inches("8.282"), [line(1, 24, 12, 270)], wheel=wheel).met == ()


def test_a_wheel_beyond_the_limit_or_the_reach_is_told() -> None:
    report = charge(line(), inches(12), [], wheel=Wheel(angle=degrees(46), side="left"), most_wheel=degrees(45))
    assert [str(one) for one in report.move.objections] == ["leg 1: it wheels by 46°, and at most 45° is allowed"]
    report = charge(line(), inches(6), [line(1, 24, 12, 270)], wheel=Wheel(angle=degrees(90), side="right"))
    assert [str(one) for one in report.move.objections] == ["the move is 6.283 in long, and at most 6 in is allowed"]
    assert (report.met, len(report.move.legs)) == ((), 1)


def test_the_ground_is_told_up_to_where_it_halts() -> None:
    near, far = (
        TerrainLine(name=name, kind="hedge", points=(point(10, y), point(30, y)))
        for name, y in (("near", 13), ("far", 16))
    )
    table = Table(title="A table", width=inches(48), depth=inches(48), lines=(near, far))
    report = charge(line(), inches(12), [line(1, 20, 15, 180)], table=table)
    assert [one.name for leg in report.move.legs for one in leg.crossings] == ["near"]


def test_a_group_that_faces_different_ways_cannot_charge() -> None:
    mixed = Group(name="square", bases=(*line(1).bases, *line(1, 21, "9.5", 180).bases))
    with pytest.raises(ValueError, match=r"^the bases of 'square' face different ways, so it cannot charge$"):
        charge(mixed, inches(6), [])


# ---------------------------------------------------------------------- laws

numbers = st.integers(5000, 15_000)
bearings = st.integers(0, 359_999).map(lambda number: Angle(thousandths=number))
sizes = st.integers(400, 3000).map(lambda number: Inches(thousandths=number))
bases: st.SearchStrategy[Any] = st.builds(
    Base,
    at=st.builds(lambda x, y: Point(x=Inches(thousandths=x), y=Inches(thousandths=y)), numbers, numbers),
    facing=bearings,
    frontage=sizes,
    depth=sizes,
)


@given(one=bases, other=bases, direction=bearings)
def test_a_slow_walk_meets_the_same(one: Base, other: Base, direction: Angle) -> None:
    if one == other:
        return
    found = met_on_the_way(one, direction, inches(12), [other])
    walk = [Inches(thousandths=250 * step) for step in range(49)]
    if not found:
        # It may graze the other, but is nowhere deep in it.
        assert not any(overlaps(one.moved(direction, gone), other) for gone in walk)
        return
    halts = found[0].distance
    halted = one.moved(direction, halts)
    assert touches(halted, other)
    assert overlaps(halted, other) <= (halts == inches(0))
    for gone in walk:
        if gone < halts:
            # Grazing may come before meeting.
            assert not overlaps(one.moved(direction, gone), other)


@given(one=bases, other=bases, direction=bearings, quarter=st.integers(1, 3))
def test_what_is_met_turns_with_the_table(one: Base, other: Base, direction: Angle, quarter: int) -> None:
    angle, corner = degrees(90) * quarter, point(10, 10)
    here = met_on_the_way(one, direction, inches(12), [other])
    there = met_on_the_way(one.turned(corner, angle), direction + angle, inches(12), [other.turned(corner, angle)])
    assert here == there
