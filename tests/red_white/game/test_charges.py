"""Charges of whole games: who reaches whom, what happens on the way, and where everybody stands after it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_white_tables import PROFILE, box, plain, played, rules_against, stands, state_of

from rcw_rules import IllegalRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import TerrainLine, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.profile import ChargeRules, DiceMove, TypeMove


def at(state: rw.State, name: str) -> tuple[str, int]:
    """Return where the front left of a unit is, and how many stands it has."""
    group = state.group(name)
    assert group is not None
    return str(group.bases[0].at), len(group.bases)


def charging(*units: Any, **facts: Any) -> rw.State:
    return state_of(*units, role="melee", **facts)


def home(*units: str, target: str = "Volunteers") -> rw.ChargeHome:
    return rw.ChargeHome(units=units, target=target)


# Units that can neither be shot at nor shoot: machine guns have none, guns face away.
RIDERS = stands("Hussars", "red", "cavalry", 4, 20, 10, 0)
WAGONS = stands("Wagons", "white", "wagon", 4, 20, 18, 180)


@pytest.mark.rule("red_white", "melee-sequence", "melee-loser-moves", "melee-losses")
def test_a_charge_goes_straight_until_it_touches_and_the_winner_stays_there() -> None:
    state = charging(RIDERS, WAGONS)
    charge = home("Hussars", target="Wagons")
    # The horsemen have moved and so fire no carbines. 6 to 2: four stands, and the wagons are gone.
    gone = played(state, charge, 6, 2)
    assert [one.name for one in gone.fates] == ["Wagons"]
    assert at(gone, "Hussars") == ("(18.5, 18)", 4)
    assert str(gone.marks.went("Hussars")) == "8 in"
    assert rules_against(gone, home("Hussars", target="Wagons")) == ["melee-sequence"]
    # 4 to 3: one stand, and they go back one full move of six inches; the Hussars stay.
    back = played(state, charge, 4, 3)
    assert at(back, "Wagons") == ("(21.5, 24)", 3)
    assert at(back, "Hussars") == ("(18.5, 18)", 4)
    # A tie: the attacker falls back to where he began.
    tie = played(state, charge, 3, 3)
    assert at(tie, "Hussars") == ("(18.5, 10)", 4)
    assert at(tie, "Wagons") == ("(21.5, 18)", 4)
    assert not tie.the_troop("Hussars").unit.falling_back


@pytest.mark.rule("red_white", "melee-initiators", "p1-movement", "melee-sequence", "gen-unit-state")
def test_who_may_not_charge_and_whom_nobody_reaches() -> None:
    charge = home("Hussars", target="Wagons")
    assert rules_against(charging(RIDERS, WAGONS, marks=rw.Marks(idle=("Hussars",))), charge) == ["p1-activation"]
    shaken = stands("Hussars", "red", "cavalry", 4, 20, 10, 0, falling_back=True)
    assert rules_against(charging(shaken, WAGONS), charge) == ["gen-unit-state"]
    guns = stands("Battery", "red", "artillery", 2, 20, 12, 0)
    assert rules_against(charging(guns, WAGONS), home("Battery", target="Wagons")) == ["melee-initiators"]
    far = stands("Wagons", "white", "wagon", 4, 20, "20.001", 180)
    assert rules_against(charging(RIDERS, far), charge) == ["melee-sequence"]
    assert not rules_against(charging(RIDERS, stands("Wagons", "white", "wagon", 4, 20, 20, 180)), charge)
    friend = stands("1st", "red", "infantry", 8, 20, 14, 0)
    assert rules_against(charging(RIDERS, friend, WAGONS), charge) == ["melee-sequence"]
    pond = box("Pond", "lake", corners=(10, 12, 30, 14))
    assert rules_against(charging(RIDERS, WAGONS, table=plain(pond)), charge) == ["melee-sequence"]
    assert rules_against(charging(RIDERS, WAGONS), home("Wagons", target="Hussars")) == ["melee-initiators"]


@pytest.mark.rule("red_white", "p1-movement")
def test_whether_units_that_have_moved_charge_is_the_profile_s_to_say() -> None:
    moved = rw.Marks(movements=(rw.Went(unit="Hussars", far=inches(12)),))
    state, charge = charging(RIDERS, WAGONS, marks=moved), home("Hussars", target="Wagons")
    assert not rules_against(state, charge)
    assert PROFILE.charges is not None
    strict = rw.game.with_options(profile=evolve(PROFILE, charges=evolve(PROFILE.charges, after_moving=False)))
    assert rules_against(state, charge, strict) == ["p1-movement"]


@pytest.mark.rule("red_white", "p1-movement", "melee-withdraw-caught")
def test_a_charge_in_dice_that_falls_short_ends_before_the_enemy() -> None:
    rules = ChargeRules(
        moves=(TypeMove(type="cavalry", full_move=DiceMove(dice=3)),), after_moving=True, short="refused"
    )
    game = rw.game.with_options(profile=evolve(PROFILE, charges=rules))
    state, charge = charging(RIDERS, WAGONS), home("Hussars", target="Wagons")
    assert at(played(state, charge, 2, 3, 2, game=game), "Hussars") == ("(18.5, 17)", 4)
    assert at(played(state, charge, 2, 3, 3, 3, 3, game=game), "Hussars") == ("(18.5, 10)", 4)
    halts = rw.game.with_options(profile=evolve(PROFILE, charges=evolve(
        rules, short="halts", moves=(TypeMove(type="cavalry", full_move=inches(5)),))))  # fmt: skip
    assert at(played(state, charge, game=halts), "Hussars") == ("(18.5, 15)", 4)


@pytest.mark.rule("red_white", "melee-defensive-fire", "melee-attacking-fire", "melee-morale-between")
def test_fire_at_the_charge_and_from_it_then_morale_then_the_dice() -> None:
    rifles = stands("1st", "red", "infantry", 4, 20, 12, 0)
    facing = stands("Volunteers", "white", "infantry", 4, 20, 16, 180)
    aside = stands("Guard", "white", "infantry", 2, 28, 14, 270)
    state = charging(rifles, facing, aside)
    # Both fire at the nearest point of the way: the Volunteers at point-blank range, the Guard at 5 inches.
    faces = (8, 1, 1, 1), (9, 1), (8, 1), (2, 3), (6, 1)
    flat = [face for group in faces for face in group]
    after = played(state, home("1st"), *flat)
    # Two of the four attackers fall, two fire on; both sides test; 6 - 1 (two stands lost) beats 1 by four.
    assert [one.name for one in after.fates] == ["Volunteers"]
    assert at(after, "1st")[1] == 2
    assert at(after, "Guard")[1] == 2


@pytest.mark.rule("red_white", "melee-morale-between")
def test_whether_defenders_test_when_every_attacker_has_failed() -> None:
    rifles = stands("1st", "red", "infantry", 4, 20, 12, 0)
    facing = stands("Volunteers", "white", "infantry", 4, 20, 16, 180)
    state = charging(rifles, facing)
    # One stand each falls; three attackers fail on a 4, and the defenders on theirs.
    fire = (8, 1, 1, 1, 8, 1, 1)
    both = played(state, home("1st"), *fire, 4, 4)
    assert both.the_troop("1st").unit.falling_back
    assert both.the_troop("Volunteers").unit.falling_back
    # From where they made contact six inches to the south: 16 - 6.
    assert at(both, "1st") == ("(18.5, 10)", 3)
    alone = rw.game.with_options(defenders_test_alone=False)
    one = played(state, home("1st"), *fire, 4, game=alone)
    assert one.the_troop("1st").unit.falling_back
    assert not one.the_troop("Volunteers").unit.falling_back
    assert one.the_troop("Volunteers").unit.casualties


@pytest.mark.rule("red_white", "melee-withdraw-who", "melee-withdraw-pass", "melee-withdraw-caught", "gen-rear")
def test_cavalry_that_withdraws_is_not_there_and_the_charge_goes_on_or_stays() -> None:
    cossacks = stands("Cossacks", "white", "cavalry", 6, 20, 16, 180)
    state, charge = charging(RIDERS, cossacks), home("Hussars", target="Cossacks")
    # A 6 passes; twelve inches to the north.
    away = played(state, charge, 6, withdraw=True)
    assert at(away, "Cossacks") == ("(22.5, 28)", 6)
    assert at(away, "Hussars") == ("(18.5, 16)", 4)
    stays = rw.game.with_options(charge_misses="stays")
    assert at(played(state, charge, 6, withdraw=True, game=stays), "Hussars") == ("(18.5, 10)", 4)


@pytest.mark.rule("red_white", "fright-artillery", "fright-cavalry", "vehicle-activation")
def test_guns_that_flee_from_a_tank_limber_up() -> None:
    tank = stands("Tank", "red", "tank", 1, 20, 12, 0, has_leader=True, vehicle="mark_iv_male")
    guns = stands("Battery", "white", "artillery", 2, 20, 16, 0)
    state, charge = charging(tank, guns), home("Tank", target="Battery")
    # The tank starts on an 8; the guns flee on a 5, six inches, and a tank that charges five does not catch them.
    after = played(state, charge, 8, 5)
    battery = after.the_troop("Battery")
    assert (battery.limbered, battery.unit.falling_back) == (True, True)
    assert at(after, "Battery") == ("(19.5, 22)", 2)
    broken = played(state, charge, 9)
    assert broken.group("Tank") == tank.group
    assert not broken.marks.charged


@pytest.mark.rule("red_white", "melee-mod-wire", "melee-short-win", "melee-mod-defences")
def test_wire_and_trenches_are_found_on_the_table() -> None:
    trench = box("Trench", "trench", corners=(14, 16, 26, 19), cover="trench")
    wire = TerrainLine(name="Wire", kind="wire", points=(point(10, 15), point(40, 15)))
    dug_in = stands("Wagons", "white", "wagon", 4, 20, 17, 180)
    rifles = stands("1st", "red", "infantry", 4, 20, 14, 0)
    table = plain(trench, lines=(wire,))
    state, charge = charging(rifles, dug_in, table=table), home("1st", target="Wagons")
    # Three inches, two more for the wire: they reach. Fire at contact at a trench; then 6 - 2 against 1 + 1 is two.
    after = played(state, charge, 1, 1, 1, 1, 6, 1)
    assert at(after, "1st") == ("(18.5, 14)", 2)  # repulsed: he must win by three, and loses the two himself
    hole = evolve(state, gaps=(rw.WireGap(line="Wire", at=point(20, 15)),))
    assert at(played(hole, charge, 1, 1, 1, 1, 6, 1), "1st")[1] == 4  # by four: the wagons are thrown out
    tank = stands("Tank", "red", "tank", 1, 20, 14, 0, has_leader=True, vehicle="mark_iv_male")
    crushed = played(charging(tank, dug_in, table=table), home("Tank", target="Wagons"), 1, 1, 6, 1)
    assert [(gap.line, str(gap.at)) for gap in crushed.gaps] == [("Wire", "(20, 15)")]


@pytest.mark.rule("red_white", "p1-facing", "melee-mod-falling-flank", "melee-winner")
def test_a_charge_in_the_flank_wins_ties() -> None:
    front = charging(stands("Hussars", "red", "cavalry", 4, 20, 12, 0), WAGONS)
    charge = home("Hussars", target="Wagons")
    assert at(played(front, charge, 3, 3), "Wagons")[1] == 4
    beside = stands("Wagons", "white", "wagon", 4, 20, 18, 90)
    flank = charging(stands("Hussars", "red", "cavalry", 4, "19.5", 8, 0), beside)
    # Minus 2 in the flank: 3 to 1.
    assert at(played(flank, charge, 3, 3), "Wagons")[1] == 2


@pytest.mark.rule("red_white", "melee-many-units", "melee-mod-outnumbered")
def test_several_charge_together_one_after_another_and_count_together() -> None:
    left = stands("Hussars", "red", "cavalry", 4, 18, 10, 0)
    right = stands("Lancers", "red", "cavalry", 4, 22, 10, 0)
    small = stands("Wagons", "white", "wagon", 2, 20, 18, 180)
    state = charging(left, right, small)
    together = rw.ChargeHome(units=("Hussars", "Lancers"), target="Wagons")
    assert together in rw.game.legal_actions(state)
    # Eight to two: three less for the wagons, which a tie of dice does not save.
    after = played(state, together, 3, 3)
    assert [one.name for one in after.fates] == ["Wagons"]
    assert after.marks.charged == ("Hussars", "Lancers")
    with pytest.raises(IllegalRequestError, match="a unit charges once"):
        played(state, rw.ChargeHome(units=("Hussars", "Hussars"), target="Wagons"))


@pytest.mark.rule("red_white", "p1-facing", "melee-sequence")
def test_a_unit_turns_toward_an_enemy_who_is_not_before_it() -> None:
    away = stands("Hussars", "red", "cavalry", 4, 30, 18, 0)
    after = played(charging(away, WAGONS), home("Hussars", target="Wagons"), 4, 3)
    group = after.group("Hussars")
    assert group is not None
    assert group.facing == degrees(270)
    assert after.the_troop("Wagons").unit.stands is not None


@pytest.mark.rule("red_white", "p1-facing", "melee-sequence")
def test_a_unit_charges_aside_with_its_facing_kept() -> None:
    aside = stands("Wagons", "white", "wagon", 2, 25, 18, 180)
    after = played(charging(RIDERS, aside), home("Hussars", target="Wagons"), 6, 2)
    group = after.group("Hussars")
    assert group is not None
    assert group.facing == degrees(0)
    # Eight inches ahead, and two to the right: as the nearest corners lie.
    assert (str(group.bases[0].at.y), round(group.bases[0].at.x.thousandths, -2)) == ("18 in", 20_500)
