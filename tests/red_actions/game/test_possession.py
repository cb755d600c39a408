"""Ammunition, guns and weapons left behind, horses and prisoners in a whole game."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_actions_tables import box, plain, played, rules_against, stands, state_of

from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.game import LeftBehind


def rifles(x: int = 20, y: int = 10, **facts: Any) -> Any:
    return stands("1st", "red", "red_regulars", 4, x, y, 0, **facts)


def whites(x: int = 20, y: int | str = 44, **facts: Any) -> Any:
    return stands("Volunteers", "white", "white_volunteers", 4, x, y, 180, **facts)


# ------------------------------------------------------------------ ammunition


@pytest.mark.rule("red_actions", "ammo-artillery", "ammo-mortar", "ammo-small")
def test_guns_fire_for_two_moves_and_six_more_for_each_cart() -> None:
    guns = stands("Guns", "red", "field_gun", 1, 20, 10, 0, officer=None)
    state = state_of(guns, whites(y=30, has_acted=True))
    shot = ra.Shoot(unit="Guns", target="Volunteers")
    fired = played(state, shot, 1, 1, 1, 1)
    assert [(one.unit, one.count) for one in fired.spent] == [("Guns", 1)]
    last = evolve(state, spent=(ra.game.load_state(ra.game.state_json(fired)).spent[0],))
    eighth = evolve(last, spent=(evolve(last.spent[0], count=7),))
    assert not rules_against(eighth, shot)
    empty = evolve(last, spent=(evolve(last.spent[0], count=8),))
    assert rules_against(empty, shot) == ["ammo-artillery"]
    assert not any(isinstance(action, ra.Shoot) for action in ra.game.legal_actions(empty))
    none = state_of(guns, whites(y=30), scenario={"carts": (ra.Carts(unit="Guns", count=0),)},
                    spent=(evolve(last.spent[0], count=2),))  # fmt: skip
    assert rules_against(none, shot) == ["ammo-artillery"]
    mortar = stands("Mortars", "red", "mortar", 1, 20, 10, 0, officer=None)
    three = state_of(mortar, whites(y=30), spent=(evolve(last.spent[0], unit="Mortars", count=3),))
    assert rules_against(three, ra.Shoot(unit="Mortars", target="Volunteers")) == ["ammo-mortar"]
    assert "shots 8" in ra.game.text_map(ra.game.view(empty, "white"))


# ------------------------------------------------------------------ weapons and guns


@pytest.mark.rule("red_actions", "rally-rout-mg-mortar", "act-possession")
def test_a_team_fetches_its_weapons_unless_the_enemy_threatens_them() -> None:
    team = stands("MGs", "red", "mg", 2, 20, 10, 0, officer=None)
    lie = (left("MGs", 20, 10),)
    state = state_of(team, whites(), weapons=lie)
    take = ra.Take(unit="MGs", thing="MGs")
    assert take in ra.game.legal_actions(state)
    assert "rally-rout-mg-mortar" in rules_against(state_of(team, whites(y=30), weapons=lie),
                                                   ra.Shoot(unit="MGs", target="Volunteers"))  # fmt: skip
    fetched = played(state, take)
    assert (fetched.weapons, fetched.the_unit("MGs").has_acted) == ((), True)
    # 6 in is the charge move of the Volunteers, and half of their range as well.
    near = state_of(team, whites(y=16), weapons=lie)
    lost = played(near, take)
    assert (lost.weapons, lost.unit("MGs")) == ((), None)
    away = state_of(team, whites(), weapons=(left("MGs", 25, 10),))
    assert rules_against(away, take) == ["act-possession"]
    enemy = state_of(stands("MGs", "white", "mg", 2, 20, 40, 180, officer=None), rifles(), weapons=lie)
    assert played(enemy, ra.Take(unit="1st", thing="MGs")).weapons == ()


def left(unit: str, x: int | str, y: int | str, **facts: Any) -> LeftBehind:
    return LeftBehind(unit=unit, at=point(x, y), **facts)


@pytest.mark.rule("red_actions", "rally-rout-mg-mortar", "rout-move")
def test_a_team_leaves_its_weapons_where_its_rout_began() -> None:
    team = stands("MGs", "white", "mg", 2, 20, 20, 180, officer=None, terror=2, has_acted=True)
    shooters = stands("1st", "red", "latvians", 5, 20, 14, 0)
    state = state_of(shooters, team, whites(x=40))
    # An 11 in column 4 brings two markers more: four are too many for two bases, and they rout 4 in to the north.
    fled = played(state, ra.Shoot(unit="1st", target="MGs"), 5, 6)
    group = fled.group("MGs")
    assert group is not None
    assert str(group.bases[0].at) == "(20.591, 24)"
    assert [(one.unit, one.at) for one in fled.fled_from] == [("MGs", point(20, "20.394"))]
    routing = evolve(team.unit, routing=True, has_acted=False, terror=4)
    later = state_of(shooters, team._replace(unit=routing, group=group), whites(x=40), side="white",
                     fled_from=fled.fled_from)  # fmt: skip
    # The pursuit is over; they need a 8 like the nearest infantry, and throw a 12.
    after = played(later, ra.Rally(unit="MGs"), 6, 6)
    assert [(one.unit, one.at) for one in after.weapons] == [("MGs", point(20, "20.394"))]


@pytest.mark.rule("red_actions", "rout-guns", "act-possession")
def test_guns_without_a_crew_are_taken_by_whoever_touches_them() -> None:
    state = state_of(rifles(), whites(), guns=(left("White guns", 20, 10, bases=2),))
    take = ra.Take(unit="1st", thing="White guns")
    assert take in ra.game.legal_actions(state)
    after = played(state, take)
    assert [(one.unit, one.held_by, one.bases) for one in after.guns] == [("White guns", "red", 2)]
    assert rules_against(evolve(state, guns=after.guns), take) == ["act-possession"]
    held = state_of(rifles(), whites(y=11), guns=(left("White guns", 20, "10.3", bases=2),))
    assert rules_against(held, take) == ["act-possession"]


@pytest.mark.rule("red_actions", "dis-horse-holders", "act-possession", "defs-flight-number")
def test_horses_that_the_enemy_takes_are_lost() -> None:
    riders = stands("Squadron", "red", "red_conscripts", 3, 40, 10, 0)
    card = ra.illustrative_troops().card("red_cavalry")
    horses = ra.Horses(unit="Squadron", side="red", at=point(20, 44), holders=1, card=card)
    state = state_of(riders, whites(), side="white", horses=(horses,))
    after = played(state, ra.Take(unit="Volunteers", thing="Squadron"))
    assert after.horses == ()
    assert after.game.army_of("red").lost_points == 11
    assert rules_against(evolve(state, horses=()), ra.Take(unit="Volunteers", thing="Squadron")) == ["act-possession"]


# ------------------------------------------------------------------ prisoners


def prisoners(x: int = 20, y: int = 9, guard: str = "1st", held_by: Any = "red") -> ra.Captives:
    return ra.Captives(name="Prisoners 1", of="white", bases=2, at=point(x, y), held_by=held_by, guard=guard)


@pytest.mark.rule("red_actions", "misc-prisoners-take", "rout-move")
def test_those_who_surrender_are_guarded_by_the_nearest_enemy() -> None:
    charger = stands("Squadron", "red", "red_cavalry", 3, 20, 10, 0)
    behind = stands("Guard", "red", "red_regulars", 4, 20, 24, 180)
    state = state_of(charger, behind, whites(y=20), stands("Reserve", "white", "white_volunteers", 4, 40, 46, 180))
    # They fail their fear test and rout straight north, into the Guard 3 in behind them: all four bases surrender.
    after = played(state, ra.Charge(unit="Squadron", target="Volunteers"), 1, 1, 6, 6)
    assert after.unit("Volunteers") is None
    (taken,) = after.captives
    assert (taken.of, taken.held_by, taken.bases) == ("white", "red", 4)
    assert taken.guard in ("Guard", "Squadron")
    assert "Prisoners 1: 4 of white" in ra.game.text_map(ra.game.view(after, "white"))


@pytest.mark.rule("red_actions", "misc-prisoners-take")
def test_prisoners_go_with_a_guard_that_walks() -> None:
    state = state_of(rifles(), whites(), captives=(prisoners(),))
    along = played(state, ra.Move(unit="1st", ahead=inches(6)))
    assert (along.captives[0].at, along.captives[0].guard) == (point(20, 15), "1st")
    # Red cavalry fights on foot at 6 in a move: 12 in are too many, and 6 are not.
    horse = stands("1st", "red", "red_cavalry", 3, 20, 10, 0)
    riders = state_of(horse, whites(), captives=(prisoners(),))
    gone = played(riders, ra.Move(unit="1st", ahead=inches(12)))
    assert (gone.captives[0].at, gone.captives[0].guard) == (point(20, 9), "")
    assert played(riders, ra.Move(unit="1st", ahead=inches(6))).captives[0].guard == "1st"


@pytest.mark.rule("red_actions", "misc-prisoners-take", "act-possession")
def test_unguarded_prisoners_belong_to_whoever_comes_to_them() -> None:
    lonely = prisoners(20, 15, guard="")
    state = state_of(rifles(y=10), whites(), captives=(lonely,))
    guarded = played(state, ra.Move(unit="1st", ahead=inches("4.5")))
    assert [one.guard for one in guarded.captives] == ["1st"]
    free = state_of(rifles(y=2), whites(y=20), captives=(lonely,), side="white")
    assert played(free, ra.Move(unit="Volunteers", ahead=inches("4.5"))).captives == ()
    # In a building it takes an action of its own.
    house = plain(box("Farm", "buildings", corners=(17, 13, 23, 17), cover="wooden_building", sight="area"))
    inside = state_of(rifles(y=2), whites(y=20), captives=(lonely,), side="white", table=house)
    there = played(inside, ra.Move(unit="Volunteers", ahead=inches("4.5")))
    assert [one.held_by for one in there.captives] == ["red"]
    close = state_of(rifles(y=2), whites(y="15.5"), captives=(lonely,), side="white", table=house)
    assert played(close, ra.Take(unit="Volunteers", thing="Prisoners 1")).captives == ()


@pytest.mark.rule("red_actions", "misc-prisoners-take", "res-ret")
def test_who_drives_off_the_guard_has_the_prisoners() -> None:
    guard = stands("Volunteers", "white", "white_volunteers", 4, 20, 20, 180, has_acted=True)
    ours = ra.Captives(name="Prisoners 1", of="red", bases=2, at=point(20, 21), held_by="white", guard="Volunteers")
    shooters = stands("1st", "red", "latvians", 5, 20, 14, 0)
    state = state_of(shooters, guard, stands("Reserve", "white", "white_volunteers", 4, 40, 46, 180), captives=(ours,))
    # 10 points in the open, column 4: a 6 is a retire.
    after = played(state, ra.Shoot(unit="1st", target="Volunteers"), 3, 3)
    assert after.the_unit("Volunteers").retired_by_result
    assert after.captives == ()
    firm = played(state, ra.Shoot(unit="1st", target="Volunteers"), 1, 1)
    assert [one.held_by for one in firm.captives] == ["white"]


@pytest.mark.rule("red_actions", "misc-prisoners-kill")
def test_prisoners_are_eliminated_only_by_an_option() -> None:
    state = state_of(rifles(), whites(), captives=(prisoners(),))
    action = ra.Eliminate(unit="1st", thing="Prisoners 1")
    assert "misc-prisoners-kill" in rules_against(state, action)
    assert action not in ra.game.legal_actions(state)
    other = ra.game.with_options(eliminate_prisoners=True)
    assert action in other.legal_actions(state)
    assert played(state, action, game=other).captives == ()
    turned = ra.Move(unit="1st", ahead=inches(2), turn=degrees(180))
    assert [one.guard for one in played(state, turned).captives] == ["1st"]
