"""Tanks and armoured cars in a whole game: moving, breaking down, getting free, firing, and running down troops."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_actions_tables import box, plain, played, rules_against, stands, state_of

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import TerrainLine, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.game.vehicles import weapon_towards


def tank(card: str = "tank_mg", x: int = 20, y: int = 10, facing: int = 0, **facts: Any) -> Any:
    return stands("Tank", "red", card, 1, x, y, facing, officer=None, **facts)


def whites(x: int = 20, y: int = 40, **facts: Any) -> Any:
    return stands("Volunteers", "white", "white_volunteers", 4, x, y, 180, **facts)


def front(state: ra.State, name: str) -> str:
    group = state.group(name)
    assert group is not None
    return str(group.bases[0].at)


def hedge_at(y: int) -> Any:
    line = TerrainLine(name="Hedge", kind="hedge", points=(point(10, y), point(30, y)))
    return evolve(plain(), lines=(line,))


# The illustrative Whippet moves 5 in: over 2.5 in it throws a d6 at the end, and a 1 breaks it down for now.


@pytest.mark.rule("red_actions", "tank-breakdown", "vehicle-repair", "tank-fire-when-stuck")
def test_a_fast_tank_may_break_down_and_gets_free_on_a_4_in_a_later_turn() -> None:
    state = state_of(tank(), whites())
    slow = played(state, ra.Move(unit="Tank", ahead=inches("2.5")))
    assert (front(slow, "Tank"), slow.mishaps) == ("(20, 12.5)", ())
    runs = played(state, ra.Move(unit="Tank", ahead=inches(5)), 2)
    assert (front(runs, "Tank"), runs.mishaps) == ("(20, 15)", ())
    assert runs.rolling == ("Tank",)
    down = played(state, ra.Move(unit="Tank", ahead=inches(5)), 1)
    assert front(down, "Tank") == "(20, 15)"
    assert [(one.unit, one.status, one.turn) for one in down.mishaps] == [("Tank", "temporary", 1)]
    # Its segment comes again in turn 2: it cannot move before it is free, and tries once.
    later = played(down, ra.Hold(unit="Volunteers"))
    assert (later.game.turn, later.to_act) == (1, None) or later.game.turn == 2
    stuck = state_of(tank(), whites(), mishaps=down.mishaps, scenario={"turns": 4})
    stuck = evolve(stuck, game=evolve(stuck.game, turn=2))
    assert rules_against(stuck, ra.Move(unit="Tank", ahead=inches(1))) == ["tank-fire-when-stuck"]
    listed = ra.game.legal_actions(stuck)
    assert ra.Repair(unit="Tank") in listed
    assert not any(isinstance(action, ra.Move | ra.Charge) for action in listed)
    free = played(stuck, ra.Repair(unit="Tank"), 4)
    assert (free.mishaps, free.stage) == ((), "segment")
    assert front(played(free, ra.Move(unit="Tank", ahead=inches(2))), "Tank") == "(20, 12)"
    still = played(stuck, ra.Repair(unit="Tank"), 3)
    assert rules_against(still, ra.Repair(unit="Tank")) == ["vehicle-repair"]
    assert rules_against(still, ra.Move(unit="Tank", ahead=inches(1))) == ["tank-fire-when-stuck"]
    assert rules_against(evolve(stuck, game=evolve(stuck.game, turn=1)), ra.Repair(unit="Tank")) == ["vehicle-repair"]
    assert rules_against(runs, ra.Repair(unit="Volunteers")) == ["vehicle-repair"]


@pytest.mark.rule("red_actions", "tank-obstacle", "ac-obstacle")
def test_a_tank_may_stick_astride_a_hedge() -> None:
    state = state_of(tank(), whites(), table=hedge_at(11))
    move = ra.Move(unit="Tank", ahead=inches(2))
    assert front(played(state, move, 3), "Tank") == "(20, 12)"
    for face, status in ((1, "permanent"), (2, "temporary")):
        stuck = played(state, move, face)
        # The hedge is an inch ahead, and half of its base of 20 mm, 0.3935 in, is over it.
        assert front(stuck, "Tank") == "(20, 11.393)"
        assert [one.status for one in stuck.mishaps] == [status]
    for_good = evolve(state, mishaps=(ra.Mishap(unit="Tank", status="permanent", turn=1),))
    assert set(rules_against(for_good, ra.Repair(unit="Tank"))) == {"vehicle-repair"}


@pytest.mark.rule("red_actions", "ac-breakdown", "terrain-table")
def test_an_armoured_car_fears_rough_ground_and_not_the_open() -> None:
    car = stands("Car", "red", "armoured_car", 1, 20, 10, 0, officer=None)
    state = state_of(car, whites())
    assert front(played(state, ra.Move(unit="Car", ahead=inches(12))), "Car") == "(20, 22)"
    wood = plain(box("Wood", "woods", corners=(10, 11, 30, 30), cover="wood", sight="area"))
    # An inch in the open and one at a quarter of its speed in the wood: the asterisk of woods calls for a test.
    inside = state_of(car, whites(), table=wood)
    assert played(inside, ra.Move(unit="Car", ahead=inches(2)), 1).mishaps[0].status == "temporary"
    bog = state_of(car, whites(), table=plain(box("Bog", "bog", corners=(10, 11, 30, 30))))
    assert "terrain-table" in rules_against(bog, ra.Move(unit="Car", ahead=inches(2)))


@pytest.mark.rule("red_actions", "tank-armour", "tank-terror", "dh-numbers", "prio-order")
def test_only_guns_harm_a_tank_and_its_fire_spreads_terror() -> None:
    gun = stands("Guns", "white", "field_gun", 1, 20, 30, 180, officer=None)
    rifles = whites(y=18)
    state = state_of(tank(), rifles, gun, side="white")
    listed = ra.game.legal_actions(state)
    shots = {(action.unit, action.target) for action in listed if isinstance(action, ra.Shoot)}
    assert shots == {("Guns", "Tank")}
    # It stands: a field gun hits on 9, and the table is not thrown for.
    hit = played(state, ra.Shoot(unit="Guns", target="Tank"), 5, 4)
    assert hit.unit("Tank") is None
    missed = played(state, ra.Shoot(unit="Guns", target="Tank"), 5, 3)
    assert missed.unit("Tank") is not None
    # A tank that moved in its latest segment is hit on 11.
    moving = evolve(state, rolling=("Tank",))
    assert played(moving, ra.Shoot(unit="Guns", target="Tank"), 5, 5).unit("Tank") is not None
    own = state_of(tank(), evolve_acted(rifles), gun)
    shot = played(own, ra.Shoot(unit="Tank", target="Volunteers"), 1, 1)
    assert shot.the_unit("Volunteers").terror == 1


def evolve_acted(one: Any) -> Any:
    return one._replace(unit=evolve(one.unit, has_acted=True))


@pytest.mark.rule("red_actions", "tank-sponsons", "arc-vehicles")
def test_a_sponson_fires_to_its_own_side() -> None:
    aside = stands("Volunteers", "white", "white_volunteers", 4, 32, 9, 270, has_acted=True)
    state = state_of(tank("tank_gun"), aside)
    assert not rules_against(state, ra.Shoot(unit="Tank", target="Volunteers"))
    west = state_of(tank("tank_gun"), stands("Volunteers", "white", "white_volunteers", 4, 8, 9, 90, has_acted=True))
    assert not rules_against(west, ra.Shoot(unit="Tank", target="Volunteers"))
    # Fire to the left needs the left sponson, which reaches from straight ahead to straight behind.
    one, other = (one.group("Volunteers") for one in (state, west))
    own = state.group("Tank")
    assert own is not None
    assert one is not None
    assert other is not None
    assert (weapon_towards("sponson", own, one), weapon_towards("sponson", own, other)) == ("right", "left")
    assert weapon_towards("turret", own, one) is None


@pytest.mark.rule("red_actions", "tank-charge", "charge-types", "tank-fire-when-stuck")
def test_troops_that_a_tank_runs_down_rout_and_may_damage_it() -> None:
    state = state_of(tank(), whites(y=13), stands("Guard", "white", "white_volunteers", 4, 40, 46, 180))
    charge = ra.Charge(unit="Tank", target="Volunteers")
    assert charge in ra.game.legal_actions(state)
    # 3 in of 5 is over half speed: 2 at the end of the move. The Volunteers pass with 1-1, and throw for the tank.
    routed = played(state, charge, 2, 1, 1, 5, charge_response="stand")
    assert routed.the_unit("Volunteers").routing
    assert (front(routed, "Tank"), routed.mishaps) == ("(20, 13)", ())
    damaged = played(state, charge, 2, 1, 1, 6, charge_response="stand")
    assert [one.status for one in damaged.mishaps] == ["immobilised"]
    assert rules_against(damaged, ra.Repair(unit="Tank"))
    # Broken down at the end of a charge, it stands where it ran them down.
    down = played(state, charge, 1, 1, 1, 5, charge_response="stand")
    assert ([one.status for one in down.mishaps], front(down, "Tank")) == (["temporary"], "(20, 13)")
    rifles = state_of(tank(), whites(y=13), side="white")
    assert "charge-types" in rules_against(rifles, ra.Charge(unit="Volunteers", target="Tank"))


@pytest.mark.rule("red_actions", "tank-obstacle", "charge-conditions")
def test_a_tank_that_sticks_on_its_way_does_not_charge() -> None:
    state = state_of(tank(), whites(y=13), table=hedge_at(11))
    stuck = played(state, ra.Charge(unit="Tank", target="Volunteers"), 1)
    assert not stuck.the_unit("Volunteers").routing
    assert (front(stuck, "Tank"), [one.status for one in stuck.mishaps]) == ("(20, 11.393)", ["permanent"])
    assert stuck.the_unit("Tank").has_acted


@pytest.mark.rule("red_actions", "mvsh-table", "ac-breakdown", "charge-guns", "act-possession")
def test_an_armoured_car_moves_after_its_shot_and_takes_guns() -> None:
    car = stands("Car", "red", "armoured_car", 1, 20, 10, 0, officer=None)
    wood = plain(box("Wood", "woods", corners=(10, 11, 30, 30), cover="wood", sight="area"))
    target = stands("Volunteers", "white", "white_volunteers", 4, 20, 1, 0, has_acted=True)
    state = state_of(car, target, stands("Guard", "white", "white_volunteers", 4, 40, 46, 180), table=wood)
    # It shoots to its rear and drives into the wood: the asterisk there calls for a test, before the dice of the shot.
    shot = ra.Shoot(unit="Car", target="Volunteers", ahead=inches(2))
    drove = played(state, shot, 2, 1, 1)
    assert (front(drove, "Car"), drove.mishaps, drove.fired) == ("(20, 12)", (), ("Car",))
    assert [one.status for one in played(state, shot, 1, 1, 1).mishaps] == ["temporary"]
    guns = stands("Guns", "white", "field_gun", 2, 20, 20, 180, officer=None, has_acted=True)
    battery = state_of(car, guns, stands("Guard", "white", "white_volunteers", 4, 40, 46, 180))
    # The crews pass their fear test with a 2, and give themselves up.
    taken = played(battery, ra.Charge(unit="Car", target="Guns"), 1, 1)
    assert taken.unit("Guns") is None
    assert [(one.unit, one.bases, one.held_by) for one in taken.guns] == [("Guns", 2, "red")]
    assert [(one.bases, one.held_by, one.guard) for one in taken.captives] == [(2, "red", "Car")]


def test_what_befalls_vehicles_is_told_and_shown() -> None:
    state = state_of(tank(), whites())
    down = ra.game.play(state, ra.Move(unit="Tank", ahead=inches(5)), dice=GivenDice([1]))
    assert "Tank is stuck or has broken down, for now." in down.events
    view = ra.game.view(down.state, "white")
    assert [one.unit for one in view.mishaps] == ["Tank"]
    text = ra.game.text_map(view)
    assert "Tank: red, tank, 1 bases, at 20,15, facing 0, cannot move for now, has acted" in text
    assert "K" in text
    turned = ra.Move(unit="Tank", ahead=inches(1), wheel=degrees(30))
    assert ra.game.read_action(str(turned)) == turned
