"""Who stands where: room for a unit, bases that fall, and the ways that groups face."""

from __future__ import annotations

import pytest
from table_layouts import WOODED, random_layout, unit

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import (
    Group,
    Layout,
    away_from,
    formed_up,
    free_place,
    middle_of,
    overlaps,
    point,
    towards,
    with_fewer,
)
from rcw_rules.kernel.lengths import inches

NORTH = degrees(0)


def test_a_unit_finds_the_nearest_room_along_its_way() -> None:
    layout = Layout(table=WOODED, units=(unit("A", "red", "20", "5", 0), unit("B", "red", "20", "9", 0)))
    onto = unit("A", "red", "20", "9", 0).group
    beyond = free_place(layout, onto, NORTH, inches(3))
    assert beyond is not None
    assert str(beyond.bases[0].at) == "(18.2, 10)"
    assert free_place(layout, onto.moved(NORTH, inches(2)), NORTH, inches(3)) == onto.moved(NORTH, inches(2))
    assert free_place(layout, onto, NORTH, inches("0.5")) is None


@pytest.mark.parametrize("seed", range(4))
def test_whoever_finds_room_stands_on_nobody(seed: int) -> None:
    layout = random_layout(seed)
    for one in layout.units:
        for other in layout.others(one.name):
            wanted = Group(name=one.name, bases=other.group.bases)
            found = free_place(layout, wanted, NORTH, inches(12))
            assert found is not None
            assert WOODED.is_on(found)
            assert not any(overlaps(found, third.group) for third in layout.others(one.name))


def test_the_edge_of_the_table_turns_a_unit_aside() -> None:
    layout = Layout(table=WOODED, units=(unit("A", "red", "20", "47.8", 0),))
    wanted = unit("B", "red", "20", "48", 0).group
    found = free_place(layout.with_unit(unit("B", "red", "20", "30", 0)), wanted, NORTH, inches(6))
    assert found is not None
    assert found.bases[0].at.y <= inches(47)


def test_the_last_bases_fall_and_a_group_forms_up() -> None:
    group = unit("A", "red", "20", "20", 90, count=5, abreast=3).group
    fewer = with_fewer(group, 2)
    assert fewer is not None
    assert fewer.bases == group.bases[:3]
    assert with_fewer(group, 5) is None
    assert with_fewer(group, 0) == group
    column = formed_up(group, point(10, 10), NORTH, per_rank=1)
    assert (column.is_column, len(column.bases), column.is_together) == (True, 5, True)


def test_away_is_from_middle_to_middle() -> None:
    group, enemy = unit("A", "red", "20", "20", 0).group, unit("B", "white", "20", "10", 180).group
    assert str(middle_of(group)) == "(20, 19.6)"
    assert away_from(group, enemy) == NORTH
    assert away_from(group, middle_of(group)) == degrees(180)
    assert towards(group, point("20.6", 30)) == NORTH
    with pytest.raises(ValueError, match="face different ways"):
        towards(Group(name="A", bases=(group.bases[0], enemy.bases[0])), point(1, 1))
    assert str(towards(group, point(30, 20))) == "90°"
