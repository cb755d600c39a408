"""The facts of a layout: against a slow twin by rasters and trigonometry, once each, and as a referee tells them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest
import table_layouts as twin
from table_layouts import WOODED, random_layout, unit

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.errors import Problem, UnknownNameError
from rcw_rules.kernel.geometry.table import (
    Ahead,
    FactAsked,
    Layout,
    SightRules,
    TableFacts,
    Wheel,
    gap,
    line_of_sight,
    met_on_the_way,
    nearest_points,
    slowest,
)
from rcw_rules.kernel.geometry.table.facts import FactKind
from rcw_rules.kernel.lengths import Inches, inches

RATE = slowest({"lake": None, "woods": Fraction(1, 2)})


def as_float(length: Inches) -> float:
    return length.thousandths / 1000


@pytest.mark.parametrize("seed", range(6))
def test_distances_and_aspects_are_those_of_the_twin(seed: int) -> None:
    layout = random_layout(seed)
    facts = TableFacts(layout)
    told = Counter[str]()
    for one in layout.units:
        for other in layout.others(one.name):
            found = facts.gap(one.name, other.name)
            assert found == gap(one.group, other.group)
            assert as_float(found) == pytest.approx(twin.distance(one.group, other.group), abs=0.004)
            expected = twin.aspect(one.group, other.group)
            if expected is not None:
                assert facts.aspect(one.name, other.name) == expected
                told[expected] += 1
    assert min(told["front"], told["flank"]) > 0


@pytest.mark.parametrize("seed", range(6))
def test_a_bare_line_meets_no_terrain_and_sight_is_that_of_single_questions(seed: int) -> None:
    layout = random_layout(seed)
    facts = TableFacts(layout)
    rules = SightRules(edge_depth=inches(2), line_depth=inches(2), line_near=inches(4))
    bare = 0
    for one in layout.units:
        for other in layout.others(one.name):
            start, end = facts.nearest_points(one.name, other.name)
            assert (start, end) == nearest_points(one.group, other.group)
            ends = [(as_float(spot.x), as_float(spot.y)) for spot in (start, end)]
            is_bare = facts.is_bare(one.name, other.name)
            if is_bare:
                assert not twin.crosses_terrain(ends[0], ends[1], WOODED)
                bare += 1
            sight = facts.line_of_sight(one.name, other.name, rules)
            assert sight == line_of_sight(WOODED, one.group, other.group, rules)
            assert not is_bare or (sight.is_clear and not sight.line.passages)
    assert 0 < bare < len(layout.units) * (len(layout.units) - 1)


@pytest.mark.parametrize("seed", range(4))
def test_room_is_that_of_the_twin(seed: int) -> None:
    layout = random_layout(seed, 3)
    facts = TableFacts(layout)
    for one in layout.units:
        for bearing in (0, 120, 250):
            found = facts.room(one.name, degrees(bearing), inches(6), rate=RATE)
            lakes = twin.room(one.group, bearing, 6, WOODED, "lake")
            assert as_float(found) == pytest.approx(lakes, abs=0.09)


def test_a_move_goes_through_the_ground_that_it_crosses() -> None:
    layout = Layout(table=WOODED, units=(unit("rifles", "red", "14", "8", 0),))
    facts = TableFacts(layout)
    walk = facts.walk("rifles", (Ahead(distance=inches(4)), Wheel(angle=degrees(30), side="left")))
    assert [str(one.begins) for one in walk.legs[0].passages] == ["2 in"]
    assert walk is facts.walk("rifles", (Ahead(distance=inches(4)), Wheel(angle=degrees(30), side="left")))
    assert facts.ground("rifles") == ()
    inside = TableFacts(layout.with_group(walk.end))
    assert [piece.name for piece in inside.ground("rifles")] == ["wood"]
    assert facts.room_to_edge("rifles", degrees(180)) == inches("7.2")


def test_who_is_ahead_near_and_in_reach() -> None:
    units = (
        unit("A", "red", "20", "5", 0),
        unit("B", "white", "21", "14", 180),
        unit("C", "red", "20", "24", 0),
        unit("D", "white", "40", "40", 180),
    )
    facts = TableFacts(Layout(table=WOODED, units=units))
    assert [(one.name, str(one.distance)) for one in facts.ahead("A", degrees(0), inches(30))] == [
        ("B", "9 in"), ("C", "18.2 in"),
    ]  # fmt: skip
    met = met_on_the_way(units[0].group, degrees(0), inches(30), [one.group for one in units[1:]])
    assert [str(one.distance) for one in met] == ["9 in", "18.2 in"]
    assert facts.near("A", inches(20)) == ("B", "C")
    assert facts.near("A", inches(9), ["C", "B"]) == ("B",)
    assert facts.reached_by("A", {"A": inches(1), "B": inches(9), "C": inches(18)}) == ("B",)
    assert not facts.is_in_contact("A", "B")
    assert facts.in_arc("A", "B", degrees(22), within=inches(12)) == (True, True, True, True)
    assert facts.in_arc("A", "B", degrees(22), within=inches("8.999")) == (False,) * 4
    assert facts.in_arc("A", "B", degrees(22), within=inches(12), towards="rear") == (False,) * 4


def test_a_fact_is_asked_of_the_referee_once_and_only_of_his_kinds() -> None:
    layout = random_layout(3)
    asked: list[FactAsked] = []

    def referee(fact: FactAsked) -> Any:
        asked.append(fact)
        return {"distance": inches(5), "sight": True}[fact.kind]

    facts = TableFacts(layout, referee=referee, told=("distance", "sight"))
    measured = TableFacts(layout)
    assert facts.gap("0", "1") == facts.gap("1", "0") == inches(5) != measured.gap("0", "1")
    assert facts.sees("0", "1", lambda: False)
    assert not measured.sees("0", "1", lambda: False)
    assert facts.aspect("0", "1") == measured.aspect("0", "1")
    assert [(one.kind, one.about, one.question, one.measured) for one in asked] == [
        ("distance", ("0", "1"), "How far is 0 from 1?", measured.gap("0", "1")),
        ("sight", ("0", "1"), "Does 0 see 1?", False),
    ]
    # What the referee tells holds for everything that follows from it.
    assert facts.near("0", inches(5), ["1"]) == ("1",)


def test_what_was_told_holds_as_long_as_everybody_stands_as_then() -> None:
    layout, asked = random_layout(3), list[str]()

    def referee(fact: FactAsked) -> Any:
        asked.append(fact.question)
        return fact.measured

    def sees() -> bool:
        return facts.gap("0", "1") > inches(1000)  # what follows from a distance; that is not asked as well

    facts = TableFacts(layout, referee=referee, told=("distance", "sight"))
    assert not facts.sees("0", "1", sees)
    assert asked == ["Does 0 see 1?"]
    told: tuple[FactKind, ...] = ("sight",)
    again = TableFacts(Layout(table=layout.table, units=layout.units), referee=referee, told=told, before=facts)
    assert not again.sees("0", "1", lambda: True)
    assert asked == ["Does 0 see 1?"]
    moved = layout.with_group(layout.units[0].group.moved(degrees(0), inches("0.1")))
    assert TableFacts(moved, referee=referee, told=told, before=facts).sees("0", "1", lambda: True)
    assert asked == ["Does 0 see 1?"] * 2


def test_neighbours_leave_out_only_who_is_too_far() -> None:
    for seed in range(5):
        facts = TableFacts(random_layout(seed))
        names = [unit.name for unit in facts.layout.units]
        for name in names:
            for radius in (inches(1), inches(7), inches(20)):
                near = [one.name for one in facts.neighbours(name, radius)]
                assert {other for other in names if other != name and facts.gap(name, other) <= radius} <= {*near}
                assert near == [other for other in names if other in near]


def test_what_is_remembered_of_pairs_is_what_is_measured() -> None:
    layout = random_layout(2)
    TableFacts(layout).gap("0", "1")  # now these pairs are known
    moved = layout.with_group(layout.units[1].group.turned(layout.units[1].group.bases[0].at, degrees(33)))
    facts = TableFacts(moved)
    for one in moved.units:
        for other in moved.others(one.name):
            assert facts.gap(one.name, other.name) == gap(one.group, other.group)
            assert facts.nearest_points(one.name, other.name) == nearest_points(one.group, other.group)


def test_a_fact_is_worked_out_once() -> None:
    facts, times = TableFacts(random_layout(1)), Counter[str]()

    def judge() -> bool:
        times["sight"] += 1
        return True

    assert facts.sees("0", "1", judge)
    assert facts.sees("0", "1", judge)
    assert times["sight"] == 1


def test_what_is_wrong_with_a_layout_is_told() -> None:
    one = unit("A", "red", "20", "5", 0)
    same, over, off = unit("A", "red", "30", "30", 0), unit("B", "white", "20", "5", 90), unit("C", "red", "0", "9", 0)
    problems = list(Layout(table=WOODED, units=(one, same, over, off)).inconsistencies())
    assert [(problem.path, problem.message) for problem in problems] == [
        (".units[1].group.name", "two units are called 'A'"),
        (".units[2].group", "'B' stands on 'A'"),
        (".units[3].group", "'C' is not on the table as a whole"),
    ]
    assert isinstance(problems[0], Problem)
    with pytest.raises(UnknownNameError, match="B"):
        Layout(table=WOODED, units=(one,)).unit("B")
