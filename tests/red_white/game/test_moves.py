"""Moves on the table: how far, over what, past whom, and who may not."""

from __future__ import annotations

import pytest
from attrs import evolve
from red_white_tables import PROFILE, box, plain, played, rules_against, stands, state_of

from rcw_rules import IllegalRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import TerrainLine, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.profile import DiceMove, TypeMove

RIFLES = stands("1st", "red", "infantry", 4, 20, 10, 0)
FAR = stands("Volunteers", "white", "infantry", 4, 20, 40, 180)


def move(name: str, x: float | str, y: float | str, facing: int = 0, **facts: int) -> rw.Move:
    return rw.Move(unit=name, at=(inches(str(x)), inches(str(y))), facing=degrees(facing), **facts)


def spent(state: rw.State, action: rw.Move, *faces: int) -> str:
    return str(played(state, action, *faces).marks.went(action.unit))


@pytest.mark.rule("red_white", "p1-movement")
def test_a_full_move_and_no_more() -> None:
    state = state_of(RIFLES, FAR)
    assert spent(state, move("1st", 20, 16)) == "6 in"
    assert rules_against(state, move("1st", 20, "16.001")) == ["p1-movement"]
    after = played(state, move("1st", 20, 14))
    assert rules_against(after, move("1st", 20, 15)) == ["p1-movement"]
    assert rules_against(state, move("Volunteers", 20, 38, 180)) == ["p1-sequence"]
    assert rules_against(state, move("1st", 20, 10)) == ["p1-movement"]


@pytest.mark.rule("red_white", "p1-movement", "p1-facing")
def test_turns_beyond_what_is_free_cost_some_of_the_move() -> None:
    state = state_of(RIFLES, FAR)
    # Infantry turns by 90 degrees in all for nothing; each further 90 degrees, or a part, takes an inch.
    assert spent(state, move("1st", 20, 10, 90)) == "0 in"
    assert spent(state, move("1st", 20, 10, 180)) == "1 in"
    assert spent(state, move("1st", 20, 12, 90)) == "2 in"
    # Back by 2 inches with its face to the enemy: about turn, and about turn again.
    assert spent(state, move("1st", 20, 8, 0)) == "5 in"
    assert rules_against(state, move("1st", 20, 6, 0)) == ["p1-movement"]


@pytest.mark.rule("red_white", "p1-movement")
def test_no_stand_goes_farther_than_a_full_move_though_the_middle_does_not() -> None:
    long = stands("1st", "red", "infantry", 8, 20, 10, 0)
    state = state_of(long, FAR)
    # A quarter turn of eight inches of front, and five inches on: the outer stand would go farther than six.
    with pytest.raises(IllegalRequestError, match="a stand of 1st would go"):
        played(state, move("1st", 20, 15, 90))
    assert spent(state, move("1st", 20, 11, 90)) == "1 in"


@pytest.mark.rule("red_white", "p1-movement", "p1-terrain")
def test_ground_slows_or_stops_and_a_road_helps() -> None:
    wood = box("Copse", "wood", corners=(16, 12, 24, 20), cover="cover", sight="area")
    lake = box("Pond", "lake", corners=(30, 12, 38, 20))
    road = TerrainLine(name="Road", kind="road", points=(point(6, 0), point(6, 48)), width=inches(2))
    table = plain(wood, lake, lines=(road,))
    guns = stands("Battery", "red", "artillery", 1, 6, 10, 0, limbered=True)
    riders = stands("Hussars", "red", "cavalry", 4, 34, 8, 0)
    state = state_of(RIFLES, guns, riders, FAR, table=table)
    # Two inches in the open, then three in the wood at three quarters: 2 + 4.
    assert spent(state, move("1st", 20, 15)) == "6 in"
    assert rules_against(state, move("1st", 20, "15.1")) == ["p1-movement"]
    assert rules_against(state, move("Hussars", 34, 13)) == ["p1-terrain"]
    # By road guns go half as far again: nine inches for six.
    assert spent(state, move("Battery", 6, 19)) == "6 in"


@pytest.mark.rule("red_white", "p1-movement", "melee-mod-wire")
def test_lines_cost_or_stop_and_a_hole_in_the_wire_is_free() -> None:
    wire = TerrainLine(name="Wire", kind="wire", points=(point(10, 12), point(40, 12)))
    riders = stands("Hussars", "red", "cavalry", 4, 34, 10, 0)
    state = state_of(RIFLES, riders, FAR, table=plain(lines=(wire,)))
    assert spent(state, move("1st", 20, 14)) == "6 in"
    assert rules_against(state, move("Hussars", 34, 14)) == ["p1-terrain"]
    hole = evolve(state, gaps=(rw.WireGap(line="Wire", at=point(20, 12)),))
    assert spent(hole, move("1st", 20, 14)) == "4 in"


@pytest.mark.rule("red_white", "p1-movement")
def test_units_keep_off_enemies_pass_friends_and_end_on_nobody() -> None:
    friend = stands("2nd", "red", "infantry", 4, 20, 13, 0)
    enemy = stands("Volunteers", "white", "infantry", 4, 20, 20, 180)
    state = state_of(RIFLES, friend, enemy)
    assert spent(state, move("1st", 20, 14)) == "4 in"
    assert rules_against(state, move("1st", 20, "13.5")) == ["p1-movement"]
    near = state_of(stands("1st", "red", "infantry", 4, 20, 16, 0), enemy)
    assert spent(near, move("1st", 20, 19)) == "3 in"
    with pytest.raises(IllegalRequestError, match="comes within 1 in of Volunteers"):
        played(near, move("1st", 20, "19.1"))
    with pytest.raises(IllegalRequestError, match="off the table"):
        played(state_of(stands("1st", "red", "infantry", 4, 20, 1, 0), enemy), move("1st", 20, "0.5"))


@pytest.mark.rule("red_white", "p1-movement")
def test_a_unit_forms_up_as_it_goes() -> None:
    state = played(state_of(RIFLES, FAR), move("1st", 20, 12, 0, ranks=4))
    group = state.group("1st")
    assert group is not None
    assert group.is_column
    assert [str(base.at) for base in group.bases] == ["(20, 12)", "(20, 11.25)", "(20, 10.5)", "(20, 9.75)"]


@pytest.mark.rule("red_white", "gen-unit-state", "p1-movement")
def test_a_unit_that_falls_back_waits_until_it_rallies() -> None:
    shaken = stands("1st", "red", "infantry", 4, 20, 10, 0, falling_back=True)
    assert rules_against(state_of(shaken, FAR), move("1st", 20, 12)) == ["gen-unit-state"]


@pytest.mark.rule("red_white", "p1-movement")
def test_guns_limber_before_they_go_and_unlimber_before_they_fire() -> None:
    guns = stands("Battery", "red", "artillery", 2, 20, 10, 0)
    state = state_of(guns, FAR)
    assert rules_against(state, move("Battery", 20, 12)) == ["p1-movement"]
    limbered = played(state, rw.Limber(unit="Battery"))
    assert limbered.the_troop("Battery").limbered
    assert str(limbered.marks.went("Battery")) == "3 in"  # half of six
    assert rules_against(state, rw.Unlimber(unit="Battery", facing=degrees(0))) == ["p1-movement"]
    drawn = state_of(stands("Battery", "red", "artillery", 2, 20, 10, 0, limbered=True), FAR)
    # Three inches to unlimber, and 2 for each 90 degrees beyond 45.
    after = played(drawn, rw.Unlimber(unit="Battery", facing=degrees(90)))
    assert str(after.marks.went("Battery")) == "5 in"
    assert not after.the_troop("Battery").limbered


@pytest.mark.rule("red_white", "vehicle-activation", "vehicle-breakdown")
def test_a_tank_rolls_as_it_sets_out_and_breaks_down_for_the_turn() -> None:
    tank = stands("Tank", "red", "tank", 1, 20, 10, 0, has_leader=True, vehicle="mark_iv_male", hits=2)
    state = state_of(tank, FAR)
    assert spent(state, move("Tank", 20, 15), 6) == "5 in"
    broken = played(state, move("Tank", 20, 15), 7)
    assert broken.group("Tank") == tank.group
    assert rules_against(broken, move("Tank", 20, 15)) == ["vehicle-breakdown"]


@pytest.mark.rule("red_white", "p1-movement")
def test_moves_in_dice_are_thrown_as_the_unit_sets_out() -> None:
    dice = (TypeMove(type="infantry", full_move=DiceMove(dice=2)),)
    game = rw.game.with_options(profile=evolve(PROFILE, moves=dice))
    state = state_of(RIFLES, FAR)
    after = played(state, move("1st", 20, 18), 3, 2, game=game)
    group = after.group("1st")
    assert group is not None
    assert str(group.front[0]) == "(18, 15)"
    whole = played(state, move("1st", 20, 18), 5, 4, game=game).group("1st")
    assert whole is not None
    assert str(whole.front[0]) == "(18, 18)"


@pytest.mark.rule("red_white", "p1-sequence")
def test_a_unit_that_comes_later_enters_at_its_own_edge() -> None:
    late = stands("Reserve", "red", "infantry", 4, 20, 20, 0)
    coming = rw.Coming(unit="Reserve", turn=2, at=(inches(30), inches(0)))
    state = state_of(RIFLES, FAR, late, role="end", scenario={"red": {"coming": (coming,)}, "first": "red"})
    state = played(state.without_group("Reserve"), rw.GoOn())
    group = state.group("Reserve")
    assert state.turn == 2
    assert group is not None
    assert (group.bases[0].at.y, group.facing) == (inches("1.25"), degrees(0))
