"""Wire, foxholes, fires and falling buildings in a whole game."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from red_actions_tables import box, plain, played, rules_against, stands, state_of

from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import Table, TerrainLine, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.turn import Building


def rifles(card: str = "red_regulars", bases: int = 4, y: int = 10, **facts: Any) -> Any:
    return stands("1st", "red", card, bases, 20, y, 0, **facts)


def whites(y: int = 44, **facts: Any) -> Any:
    return stands("Volunteers", "white", "white_volunteers", 4, 20, y, 180, **facts)


def wired(y: int = 13) -> Table:
    wire = TerrainLine(name="Wire", kind="wire", points=(point(4, y), point(40, y)))
    return evolve(plain(), lines=(wire,))


def front(state: ra.State, name: str = "1st") -> str:
    group = state.group(name)
    assert group is not None
    return str(group.bases[0].at)


def at_turn(state: ra.State, turn: int) -> ra.State:
    return evolve(state, game=evolve(state.game, turn=turn))


# ------------------------------------------------------------------ wire


@pytest.mark.rule("red_actions", "wire-infantry", "act-engineering")
def test_infantry_halts_in_wire_and_is_through_on_a_9_in_a_later_turn() -> None:
    state = state_of(rifles(), whites(), table=wired())
    halted = played(state, ra.Move(unit="1st", ahead=inches(6)))
    assert front(halted) == "(18.228, 13)"
    assert [(one.unit, one.wire, one.turn) for one in halted.wired] == [("1st", "Wire", 1)]
    later = at_turn(state_of(rifles(y=13), whites(), table=wired(), wired=halted.wired), 2)
    assert ra.Cross(unit="1st") in ra.game.legal_actions(later)
    assert "wire-infantry" in rules_against(later, ra.Move(unit="1st", ahead=inches(1)))
    through = played(later, ra.Cross(unit="1st"), 4, 5)
    # Its bases are 20 mm deep, 0.787 in: the first tenth of an inch behind the wire is 0.887 on.
    assert (front(through), through.wired) == ("(18.228, 13.887)", ())
    assert through.the_unit("1st").has_acted
    assert through.ground is None
    failed = played(later, ra.Cross(unit="1st"), 4, 4)
    assert front(failed) == "(18.228, 13)"
    assert failed.wired == halted.wired
    back = played(later, ra.Move(unit="1st", ahead=inches(3), turn=degrees(180)))
    assert back.wired == ()
    assert rules_against(state, ra.Cross(unit="1st")) == ["wire-infantry"]


@pytest.mark.rule("red_actions", "wire-engineers")
def test_engineers_get_through_on_an_8_and_leave_a_path() -> None:
    note = (ra.InWire(unit="1st", wire="Wire", turn=1),)
    state = at_turn(state_of(rifles("engineers", 2, 13), whites(), table=wired(), wired=note), 2)
    cut = played(state, ra.Cross(unit="1st"), 4, 4)
    assert front(cut) == "(19.409, 13.887)"
    # The path is an inch and a half wide, round the front of the second of their bases.
    assert [(line.name, line.points) for line in cut.table.lines] == [
        ("Wire", (point(4, 13), point("19.841", 13))),
        ("Wire, part 2", (point("21.341", 13), point(40, 13))),
    ]
    column = stands("2nd", "red", "red_regulars", 3, "20.591", 12, 0, in_column=True)
    line = stands("3rd", "red", "red_regulars", 3, 30, 12, 0)
    by_path = state_of(column, line, whites(), table=cut.table)
    assert front(played(by_path, ra.Move(unit="2nd", ahead=inches(5))), "2nd") == "(20.591, 17)"
    assert front(played(by_path, ra.Move(unit="3rd", ahead=inches(5))), "3rd") == "(28.819, 13)"


@pytest.mark.rule("red_actions", "wire-tanks", "tank-wire", "wire-crushed")
def test_a_tank_crushes_wire_or_sticks_in_it() -> None:
    tank = stands("Tank", "red", "tank_mg", 1, 20, 12, 0, officer=None)
    state = state_of(tank, whites(), table=wired())
    move = ra.Move(unit="Tank", ahead=inches(2))
    over = played(state, move, 2)
    assert front(over, "Tank") == "(20, 14)"
    assert [(line.name, line.kind) for line in over.table.lines] == [
        ("Wire", "wire"), ("Wire, part 2", "crushed_wire"), ("Wire, part 3", "wire"),
    ]  # fmt: skip
    # As wide as a base of 30 mm: 1.181 in, half of it on either side.
    assert over.table.lines[1].points == (point("19.41", 13), point("20.59", 13))
    stuck = played(state, move, 1)
    assert ([one.status for one in stuck.mishaps], stuck.ground) == (["temporary"], None)
    horse = state_of(stands("Squadron", "red", "red_cavalry", 2, 20, 12, 0), whites(), table=wired())
    assert "terrain-table" in rules_against(horse, ra.Move(unit="Squadron", ahead=inches(2)))


@pytest.mark.rule("red_actions", "wire-tanks", "tank-wire", "tank-breakdown")
def test_a_tank_with_a_device_goes_along_the_wire() -> None:
    # The middle of its base of 20 mm lies on the wire: 4 in to the east are one strip, at full speed.
    tank = stands("Tank", "red", "tank_gun", 1, 20, "13.394", 0, officer=None)
    state = state_of(tank, whites(), table=wired())
    east = ra.Clear(unit="Tank", along=inches(4))
    assert {str(one) for one in ra.game.legal_actions(state)} >= {
        "clear 4 of wire with Tank", "clear 4 of wire with Tank back=yes",
    }  # fmt: skip
    cleared = played(state, east, 2, 4, 2)
    assert [(line.kind, line.points[0]) for line in cleared.table.lines] == [
        ("wire", point(4, 13)), ("crushed_wire", point(20, 13)), ("wire", point(24, 13)),
    ]  # fmt: skip
    assert front(cleared, "Tank") == "(24.393, 13)"
    left = played(state, east, 2, 3, 1)
    assert (left.ground, [one.status for one in left.mishaps]) == (None, ["temporary"])
    stuck = played(state, east, 1)
    assert (front(stuck, "Tank"), [one.status for one in stuck.mishaps]) == ("(20, 13.394)", ["temporary"])
    away = state_of(stands("Tank", "red", "tank_gun", 1, 20, 12, 0, officer=None), whites(), table=wired())
    assert rules_against(away, east) == ["wire-tanks"]
    plain_tank = state_of(stands("Tank", "red", "tank_mg", 1, 20, "13.394", 0, officer=None), whites(), table=wired())
    assert rules_against(plain_tank, east) == ["wire-tanks"]


# ------------------------------------------------------------------ foxholes


@pytest.mark.rule("red_actions", "dig-rate", "dig-ignore-retire")
def test_digging_goes_on_by_quarters_and_halves_and_is_lost_by_leaving() -> None:
    state = state_of(rifles(), whites())
    assert played(state, ra.Dig(unit="1st")).the_unit("1st").foxholes == Fraction(1, 4)
    engineers = state_of(rifles("engineers", 2), whites())
    dug = played(engineers, ra.Dig(unit="1st"))
    assert dug.the_unit("1st").foxholes == Fraction(1, 2)
    assert dug.the_unit("1st").has_acted
    deep = state_of(rifles(foxholes=Fraction(3)), whites())
    assert rules_against(deep, ra.Dig(unit="1st")) == ["dig-rate"]
    assert ra.Dig(unit="1st") not in ra.game.legal_actions(deep)
    assert played(deep, ra.Move(unit="1st", ahead=inches(2))).the_unit("1st").foxholes == 0
    assert "dig-rate" in rules_against(state_of(rifles(evading=True), whites()), ra.Dig(unit="1st"))
    horse = state_of(stands("Squadron", "red", "red_cavalry", 2, 20, 12, 0), whites())
    assert "dig-rate" in rules_against(horse, ra.Dig(unit="Squadron"))


# ------------------------------------------------------------------ fires and ruins


def farm() -> Any:
    return plain(box("Farm", "buildings", corners=(17, 12, 23, 16), cover="wooden_building", sight="area"))


@pytest.mark.rule("red_actions", "bld-fire-set", "bld-fire-grow", "bld-fire-fight")
def test_a_building_is_set_on_fire_burns_on_and_is_put_out() -> None:
    state = state_of(rifles(y=12), whites(), table=farm())
    light = ra.SetFire(unit="1st", place="Farm")
    assert light in ra.game.legal_actions(state)
    assert played(state, light, 2).game.buildings == ()
    lit = played(state, light, 3)
    assert lit.game.buildings == (Building(name="Farm", markers=1),)
    burns = played(lit, ra.Hold(unit="Volunteers"))
    assert (burns.game.turn, burns.game.buildings) == (2, (Building(name="Farm", markers=2),))
    fought = played(burns, ra.FightFire(unit="1st", place="Farm"), 5)
    assert fought.game.buildings == ()
    assert rules_against(state, ra.FightFire(unit="1st", place="Farm")) == ["bld-fire-fight"]
    far = state_of(rifles(y=11), whites(), table=farm())
    assert "bld-fire-set" in rules_against(far, light)
    assert rules_against(state, ra.SetFire(unit="1st", place="Church")) == ["bld-fire-set"]


@pytest.mark.rule("red_actions", "bld-fire-grow", "turn-forced-forfeit")
def test_who_is_in_a_building_that_burns_down_goes_back_out_of_it() -> None:
    # Foxholes would help against a retire of shooting; nothing helps against this one.
    inside = stands("Volunteers", "white", "white_volunteers", 4, 20, 14, 180, foxholes=Fraction(1))
    gun = stands("Guns", "white", "field_gun", 1, 20, "15.5", 180, officer=None)
    state = state_of(rifles(y=4, has_acted=True), inside, gun, table=farm(), side="white")
    burning = evolve(state, game=evolve(state.game, buildings=(Building(name="Farm", markers=4),)))
    after = played(played(burning, ra.Hold(unit="Guns")), ra.Hold(unit="Volunteers"))
    assert after.game.turn == 2
    assert after.game.buildings == ()
    # Infantry goes 3 in straight back, to the north; unlimbered guns never retire, and are lost.
    assert front(after, "Volunteers") == "(21.772, 17)"
    assert after.the_unit("Volunteers").has_acted
    assert after.unit("Guns") is None
    assert after.game.army_of("white").lost_points == 24
    assert [piece.kind for piece in after.table.terrain] == ["rough_ground"]
    assert after.to_act == "red"


@pytest.mark.rule("red_actions", "dh-buildings", "dh-numbers")
def test_a_building_that_a_direct_hit_brings_down_buries_all_in_it() -> None:
    guns = stands("Guns", "red", "field_gun", 1, 20, 4, 0, officer=None)
    one = stands("Volunteers", "white", "white_volunteers", 3, 20, "13", 180, has_acted=True)
    two = stands("Officers", "white", "white_officers", 2, 20, 15, 180)
    guard = stands("Guard", "white", "white_volunteers", 4, 40, 44, 180)
    # Whoever has fired is seen in the house.
    state = state_of(guns, one, two, guard, table=farm(), fired=("Volunteers",))
    # 9 is a direct hit at a building, and 9 brings down a wooden one.
    fallen = played(state, ra.Shoot(unit="Guns", target="Volunteers"), 4, 5, 4, 5)
    assert (fallen.unit("Volunteers"), fallen.unit("Officers")) == (None, None)
    assert [piece.kind for piece in fallen.table.terrain] == ["rough_ground"]
    told = ra.game.view(fallen, "red")
    assert told.table == fallen.table
    # It stands after an 8: the hit costs a base, and its unit tests fear. Three columns less leave nothing of 8 points.
    stands_on = played(state, ra.Shoot(unit="Guns", target="Volunteers"), 4, 5, 4, 4, 1, 1)
    assert stands_on.the_unit("Volunteers").bases == 2
    assert stands_on.ground is None
