"""Whole games in the dark: columns, units that lose their way, and friends who shoot at each other."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_actions_tables import plain, played, rules_against, stands, state_of

from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import TerrainLine, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.game.notes import Astray

NIGHT = ra.game.with_options(night="dark")


def rifles(name: str = "1st", x: int = 20, y: int | str = 10, facing: int = 0, **facts: Any) -> Any:
    return stands(name, "red", "red_regulars", 4, x, y, facing, **facts)


def guard() -> Any:
    return stands("Guard", "white", "white_volunteers", 4, 40, 46, 180)


def facing(state: ra.State, name: str = "1st") -> Any:
    group = state.group(name)
    assert group is not None
    return group.bases[0].facing


AHEAD = ra.Move(unit="1st", ahead=inches(3))


@pytest.mark.rule("red_actions", "wx-night-column")
def test_only_columns_go_farther_than_half_their_speed() -> None:
    state = state_of(rifles(), guard())
    far = ra.Move(unit="1st", ahead=inches(4))
    assert rules_against(state, far, NIGHT) == ["wx-night-column"]
    assert rules_against(state, far) == []
    assert rules_against(state, AHEAD, NIGHT) == []
    column = state_of(rifles(in_column=True), guard())
    assert rules_against(column, ra.Move(unit="1st", ahead=inches(6)), NIGHT) == []


@pytest.mark.rule("red_actions", "wx-night-veer")
@pytest.mark.parametrize(("face", "veer", "bearing"), [(1, -30, 330), (3, 0, 0), (6, 30, 30)])
def test_a_unit_may_lose_its_way(face: int, veer: int, bearing: int) -> None:
    state = state_of(rifles(), guard())
    after = played(state, AHEAD, face, game=NIGHT)
    assert [one.veer for one in after.astray] == ([veer] if veer else [])
    assert facing(after) == degrees(bearing)
    # By day no die is thrown at all.
    assert facing(played(state, AHEAD)) == degrees(0)


@pytest.mark.rule("red_actions", "wx-night-veer")
def test_who_is_lost_goes_straight_ahead_until_he_comes_to_a_road() -> None:
    ready = state_of(rifles(facing=30), guard(), astray=(Astray(unit="1st", veer=30),))
    wheel = evolve(AHEAD, wheel=degrees(-30), ahead=inches(2))
    assert rules_against(ready, wheel, NIGHT) == ["wx-night-veer"]
    assert rules_against(evolve(ready, astray=()), wheel, NIGHT) == []
    # He veers again by 30 degrees: 60 in all, and faces so.
    twice = played(ready, AHEAD, 6, game=NIGHT)
    assert [one.veer for one in twice.astray] == [60]
    assert facing(twice) == degrees(60)
    along = TerrainLine(name="Road", kind="road", points=(point(0, 0), point(48, 48)), width=inches(24))
    on_road = evolve(ready, scenario=evolve(ready.scenario, table=evolve(plain(), lines=(along,))))
    found = played(on_road, AHEAD, game=NIGHT)
    assert (found.astray, facing(found)) == ((), degrees(30))
    assert rules_against(on_road, wheel, NIGHT) == []


@pytest.mark.rule("red_actions", "wx-night-friends", "wx-night-range")
def test_friends_who_come_upon_each_other_shoot_on_a_1() -> None:
    # The 2nd looks at the 1st, who comes from 4 inches to 1.5: into sight, which ends at 3.
    second = rifles("2nd", 20, 14, 180)
    state = state_of(rifles(y=10), second, guard())
    action = ra.Move(unit="1st", ahead=inches("2.5"))
    calm = played(state, action, 3, 2, game=NIGHT)
    assert calm.fired == ()
    shot = played(state, action, 3, 1, 1, 1, game=NIGHT)
    assert shot.fired == ("2nd",)
    assert shot.game.unit("2nd") is not None
    assert shot.the_unit("2nd").has_acted
    # Who faces the other way cannot fire, and who was seen before is known.
    away = state_of(rifles(y=10), rifles("2nd", 20, 14, 0), guard())
    assert played(away, action, 3, 1, game=NIGHT).fired == ()
    near = state_of(rifles(y="11.5"), second, guard())
    assert played(near, ra.Move(unit="1st", ahead=inches(1)), 3, game=NIGHT).fired == ()
