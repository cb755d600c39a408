"""From a table to facts: who can fire, from how far, at what cover, and who stands behind the flanks."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from red_actions_asking import answer
from red_actions_ground import ONE_INCH

from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.geometry.table import Base, Group, Table, TerrainLine, TerrainPiece, in_line, point
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_actions.positions import (
    able_bases,
    charge_aspect_of,
    cover_of,
    enfilade_of,
    fire_arc_of,
    has_clear_path,
    is_behind_flanks,
    line_of_bases,
    sight_rules,
)

MOVING = sight_rules("rifle", stationary=False)
BARE = Table(title="Bare", width=inches(40), depth=inches(40))


def line(name: str, count: int, x: str, y: str, facing: int = 0) -> Group:
    return in_line(name, count, point(x, y), degrees(facing), **ONE_INCH)


def piece(name: str, cover: str, *corners: tuple[int, int], sight: Any = "open") -> TerrainPiece:
    return TerrainPiece(name=name, kind=name, cover=cover, sight=sight, outline=tuple(point(*at) for at in corners))


def able(table: Table, shooters: Group, target: Group, reach: str, **fields: Any) -> int:
    arcs = fire_arc_of("troops", shooters, target, **fields)
    return able_bases(table, arcs, shooters, target, reach=inches(reach), rules=MOVING)


@pytest.mark.rule("red_actions", "sho-sequence", "arc-foot", "conv-within")
def test_bases_must_have_the_target_in_arc_and_reach() -> None:
    # Middles of the shooters at x = 17.5 to 22.5; the target's left corner is at x = 22, 10 inches ahead.
    shooters, target = line("shooters", 6, "20", "10"), line("target", 2, "23", "20", 180)
    # 10 tan(22) is 4.04: the first base is 4.5 to the left of the corner, the second 3.5.
    assert able(BARE, shooters, target, "16") == 5
    # The last two reach to x = 22 and beyond, and are 10 away; the one before them reaches to 21: the root of 1 + 100.
    assert able(BARE, shooters, target, "10") == 2
    assert able(BARE, shooters, target, "10.049") == 2
    assert able(BARE, shooters, target, "10.05") == 3
    assert able(BARE, shooters, target, "9.999") == 0


@pytest.mark.rule("red_actions", "sho-sequence", "arc-foot")
def test_bases_must_see_it_and_no_friends_be_in_the_way() -> None:
    shooters, target = line("shooters", 2, "20", "10"), line("target", 2, "20", "20", 180)
    house = piece("house", "stone", (20, 14), (22, 14), (22, 16), (20, 16), sight="blocks")
    table = Table(title="A house", width=inches(40), depth=inches(40), terrain=(house,))
    assert able(BARE, shooters, target, "16") == 2
    assert able(table, shooters, target, "16") == 1
    assert able(table, shooters, target, "16", friends=[line("friends", 1, "19.5", "13")]) == 0


@pytest.mark.rule("red_actions", "sho-cover-definitions", "sho-mod-cover")
def test_the_best_cover_of_most_lines_of_fire_counts() -> None:
    shooters, target = line("shooters", 3, "20", "10"), line("target", 3, "20", "20", 180)
    assert cover_of(BARE, shooters, target) == "open"
    wall = TerrainLine(name="wall", kind="wall", cover="stone", points=(point("18.8", 19), point(30, 19)))
    hedge = TerrainLine(name="hedge", kind="hedge", cover="soft", points=(point(10, 18), point(30, 18)))
    near = TerrainLine(name="near", kind="wall", cover="super_hard", points=(point(10, 12), point(30, 12)))
    odd = TerrainLine(name="odd", kind="wall", cover="magic", points=(point(10, 17), point(30, 17)))

    def behind(*lines: TerrainLine) -> str:
        return cover_of(Table(title="x", width=inches(40), depth=inches(40), lines=lines), shooters, target)

    assert behind(hedge) == "soft"
    assert behind(hedge, wall) == "stone"  # three of three cross the one, two of three the other
    assert behind(near, odd) == "open"  # right before the shooters; and a word that means nothing
    short = TerrainLine(name="short", kind="wall", cover="stone", points=(point("20.8", 19), point(30, 19)))
    assert behind(hedge, short) == "soft"  # one of three crosses it
    wood = piece("wood", "wood", (15, 19), (25, 19), (25, 24), (15, 24), sight="area")
    inside = Table(title="x", width=inches(40), depth=inches(40), terrain=(wood,), lines=(hedge,))
    assert cover_of(inside, shooters, target) == "wood"


# --- Behind the flanks --------------------------------------------------------------------------------------------


@pytest.mark.rule("red_actions", "mor-behind-flanks", "conv-within")
def test_an_enemy_behind_the_flanks_is_within_12_inches_and_mostly_behind() -> None:
    unit = in_line("unit", 4, point(20, 20), degrees(0), **ONE_INCH)

    def enemy(x: str, facing: int = 270, y: str = "19.5") -> Group:
        return in_line("enemy", 3, point(x, y), degrees(facing), **ONE_INCH)

    # Middles at 20.5 (not behind), 19.5 and 18.5: two of three. The right end of the unit is at x = 22.
    assert is_behind_flanks(unit, enemy("34"))
    assert not is_behind_flanks(unit, enemy("34.001"))
    assert not is_behind_flanks(unit, enemy("34", y="20.5"))
    assert not is_behind_flanks(unit, in_line("before", 3, point(20, 25), degrees(180), **ONE_INCH))


@pytest.mark.rule("red_actions", "mor-behind-flanks")
def test_friends_could_charge_along_a_clear_straight_path() -> None:
    enemy = in_line("enemy", 3, point(30, 20), degrees(0), **ONE_INCH)
    friends = in_line("friends", 3, point(30, 11), degrees(0), **ONE_INCH)  # the enemy's rear is at 19: 8 inches
    between = in_line("between", 1, point(30, 15), degrees(0), **ONE_INCH)
    assert has_clear_path(friends, enemy, inches(12))
    assert has_clear_path(friends, enemy, inches(8))
    assert not has_clear_path(friends, enemy, inches("7.9"))
    assert not has_clear_path(friends, enemy, inches(12), [between])
    # Turned away by 45 degrees they still could, by more not.
    for off, could in ((45, True), (60, False)):
        turned = in_line("turned", 1, point(30, 11), degrees(off), **ONE_INCH)
        assert has_clear_path(turned, enemy, inches(12)) is could


@pytest.mark.rule("red_actions", "defs-base")
def test_bases_are_30_mm_wide_and_20_deep() -> None:
    # 30 / 25.4 = 1.18110..., 20 / 25.4 = 0.78740...
    line = line_of_bases("line", 4, point(20, 10), degrees(0))
    assert {(base.frontage, base.depth) for base in line.bases} == {(inches("1.181"), inches("0.787"))}
    # 120 mm are 600/127 inches; each base is rounded by itself, and so is each of its corners.
    ends = line.front[1].x - line.front[0].x
    assert abs(Fraction(ends.thousandths, 1000) - Fraction(600, 127)) < Fraction(3, 1000)
    assert line_of_bases("cart", 1, point(20, 10), degrees(0), depth_mm=60).bases[0].depth == inches("2.362")
    assert line_of_bases("column", 3, point(20, 10), degrees(0), per_rank=1).is_column


@pytest.mark.rule("red_actions", "arc-enfilade", "charge-flank", "charge-rear", "arc-foot")
@given(
    st.integers(0, 359),
    st.integers(1, 5),
    st.integers(0, 359),
    st.integers(1000, 59000),
    st.integers(1000, 59000),
)
def test_turning_the_table_changes_nothing(quarter: int, bases: int, facing: int, x: int, y: int) -> None:
    """A quarter turn of everything about one point gives the same questions."""
    about = point(40, 40)
    unit = in_line("unit", 3, about, degrees(0), **ONE_INCH)
    others = in_line("others", bases, point(Fraction(x, 1000), Fraction(y, 1000)), degrees(facing), **ONE_INCH)
    turn = Angle(thousandths=90_000 * (quarter % 4))
    turned, turned_others = unit.turned(about, turn), others.turned(about, turn)
    assert charge_aspect_of(unit, others) == charge_aspect_of(turned, turned_others)
    assert answer(enfilade_of(unit, [others])).inside == answer(enfilade_of(turned, [turned_others])).inside


@pytest.mark.rule("red_actions", "arc-enfilade")
def test_a_line_that_faces_east_is_measured_along_its_own_front() -> None:
    assert enfilade_of(
        in_line("line", 2, point(12, 10), degrees(90), **ONE_INCH),
        [Base(at=point("12.5", 2), facing=degrees(0), **ONE_INCH)],
    ).shooters == (ra.Beside(flank="right", from_far_end=Inches(thousandths=9000), ahead=Inches(thousandths=500)),)
