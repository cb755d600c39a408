"""Fire of whole games: who may fire at whom, with how many dice, and what it does."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_white_tables import PROFILE, Stands, box, plain, played, rules_against, stands, state_of

from rcw_rules import IllegalRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import TerrainLine, in_line, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.model import Side


def fire(unit: str, target: str, weapon: Any = "small_arms") -> rw.Fire:
    return rw.Fire(unit=unit, target=target, weapon=weapon)


def rifles(x: float = 20, y: float = 10, **facts: Any) -> Any:
    return stands("1st", "red", "infantry", 4, x, y, 0, **facts)


def volunteers(x: float = 20, y: float | str = 16, **facts: Any) -> Any:
    return stands("Volunteers", "white", "infantry", 6, x, y, 180, **facts)


def firing(*units: Any, **facts: Any) -> rw.State:
    return state_of(*units, role="fire", **facts)


@pytest.mark.rule("red_white", "p1-fire", "suppress-who")
def test_each_stand_in_range_and_arc_rolls_and_what_it_loses_in_phase_1_suppresses() -> None:
    # Six inches off is normal range: 9 and 10 hit in the open. Four stands of rifles are four dice.
    state = played(firing(rifles(), volunteers()), fire("1st", "Volunteers"), 9, 8, 10, 1)
    unit = state.the_troop("Volunteers").unit
    assert (unit.stands, unit.suppressed, unit.casualties) == (4, True, True)
    group = state.group("Volunteers")
    assert group is not None
    assert len(group.bases) == 4
    with pytest.raises(IllegalRequestError, match="has fired its small_arms in this phase"):
        played(state, fire("1st", "Volunteers"))


@pytest.mark.rule("red_white", "p1-fire", "p1-facing")
def test_what_is_out_of_range_arc_or_sight_is_no_target() -> None:
    shot = fire("1st", "Volunteers")
    assert rules_against(firing(rifles(), volunteers(20, "24.001")), shot) == ["p1-fire"]
    assert not rules_against(firing(rifles(), volunteers(20, 24)), shot)
    # Infantry fires 45 degrees to each side: who stands beside it is out of its arc.
    beside = stands("Volunteers", "white", "infantry", 2, 28, 10, 270)
    assert rules_against(firing(rifles(), beside), shot) == ["p1-fire"]
    wood = box("Copse", "wood", corners=(14, 12, 26, 15), cover="cover", sight="area")
    assert rules_against(firing(rifles(), volunteers(20, 18), table=plain(wood)), shot) == ["p1-fire"]
    assert rules_against(firing(rifles(), volunteers()), fire("1st", "Volunteers", "artillery")) == ["p1-fire"]
    assert rules_against(firing(rifles(), volunteers()), fire("Volunteers", "1st")) == ["p1-sequence"]


@pytest.mark.rule("red_white", "p1-terrain", "p1-fire")
def test_cover_of_the_ground_protects() -> None:
    trench = box("Trench", "trench", corners=(14, 15, 26, 18), cover="trench")
    state = firing(rifles(), volunteers(), table=plain(trench))
    # In a trench only a 10 hits at normal range.
    assert played(state, fire("1st", "Volunteers"), 9, 9, 9, 10).the_troop("Volunteers").unit.stands == 5


@pytest.mark.rule("red_white", "p1-fire")
def test_a_unit_fires_at_the_nearest_whom_it_can_hit() -> None:
    near = stands("Guard", "white", "infantry", 2, 20, 15, 180)
    state = firing(rifles(), near, volunteers(20, 18))
    with pytest.raises(IllegalRequestError, match="Guard is nearer"):
        played(state, fire("1st", "Volunteers"))
    free = rw.game.with_options(profile=evolve(PROFILE, target="any"))
    assert not rules_against(state, fire("1st", "Volunteers"), free)
    car = stands("Austin", "white", "armoured_car", 1, 20, 15, 180, has_leader=True, vehicle="twin_turret_car")
    assert not rules_against(firing(rifles(), car, volunteers(20, 20)), fire("1st", "Volunteers"))


@pytest.mark.rule("red_white", "p1-fire")
@pytest.mark.parametrize(("past", "friend", "enemy"), [("anybody", 0, 0), ("enemies", 1, 0), ("nobody", 1, 1)])
def test_the_profile_says_past_whom_a_unit_fires(past: Any, friend: int, enemy: int) -> None:
    game = rw.game.with_options(profile=evolve(PROFILE, target="any", fire_past=past))
    sides: tuple[tuple[Side, int], ...] = (("red", friend), ("white", enemy))
    for side, bars in sides:
        state = firing(rifles(), stands("Between", side, "infantry", 2, 20, 15, 180), volunteers(20, 18))
        assert rules_against(state, fire("1st", "Volunteers"), game) == ["p1-fire"] * bars
        beside = firing(rifles(), stands("Beside", side, "infantry", 2, 26, 15, 180), volunteers(20, 18))
        assert not rules_against(beside, fire("1st", "Volunteers"), game)


@pytest.mark.rule("red_white", "p1-fire", "morale-attachments")
def test_an_attached_machine_gun_fires_beside_the_rifles() -> None:
    state = firing(rifles(machine_gun=True), volunteers())
    assert played(state, fire("1st", "Volunteers", "machine_gun"), 8, 7, 1).the_troop("Volunteers").unit.stands == 5
    # One that has moved rolls no dice.
    went = rw.Marks(movements=(rw.Went(unit="1st", far=inches(1)),))
    moved = evolve(state, marks=went)
    assert rules_against(moved, fire("1st", "Volunteers", "machine_gun")) == ["p1-fire"]
    assert not rules_against(moved, fire("1st", "Volunteers"))


@pytest.mark.rule("red_white", "suppress-fire", "suppress-duration")
def test_a_suppressed_unit_tests_once_before_it_fires() -> None:
    state = firing(rifles(suppressed=True, machine_gun=True), volunteers())
    # Four stands, suppressed: 3 or less.
    failed = played(state, fire("1st", "Volunteers"), 4)
    assert failed.marks.may_not_fire == ("1st",)
    assert failed.group("1st") == state.group("1st")
    assert rules_against(failed, fire("1st", "Volunteers", "machine_gun")) == ["p1-fire"]
    passed = played(state, fire("1st", "Volunteers"), 3, 1, 1, 1, 1)
    assert passed.marks.may_fire == ("1st",)
    assert played(passed, fire("1st", "Volunteers", "machine_gun"), 8, 1, 1).the_troop("Volunteers").unit.stands == 5
    assert passed.the_troop("1st").unit.suppressed


@pytest.mark.rule("red_white", "heroic-risk", "heroic-dead")
def test_a_leader_killed_in_place_of_a_stand_is_a_casualty_or_not_by_the_option() -> None:
    led = volunteers(heroic=True)
    state = firing(rifles(), led)
    shot = fire("1st", "Volunteers")
    state_then = played(state, shot, 9, 1, 1, 1, 10)
    unit = state_then.the_troop("Volunteers").unit
    assert (unit.stands, unit.has_leader, unit.casualties, unit.suppressed) == (6, False, True, False)
    other = rw.game.with_options(leader_death_tests=False)
    unit = played(state, shot, 9, 1, 1, 1, 10, game=other).the_troop("Volunteers").unit
    assert (unit.stands, unit.has_leader, unit.casualties) == (6, False, False)
    both = played(state, shot, 9, 10, 1, 1, 10, game=other).the_troop("Volunteers").unit
    assert (both.stands, both.has_leader, both.casualties) == (5, False, True)


@pytest.mark.rule("red_white", "fright-artillery", "p1-fire")
def test_limbered_guns_do_not_fire() -> None:
    guns = stands("Battery", "red", "artillery", 2, 20, 10, 0, limbered=True)
    assert rules_against(firing(guns, volunteers()), fire("Battery", "Volunteers", "artillery")) == ["p1-fire"]


@pytest.mark.rule("red_white", "train-artillery-test", "train-immune")
def test_a_train_tests_once_in_a_fire_phase_or_for_each_attack_by_the_option() -> None:
    track = TerrainLine(name="Track", kind="railway", points=(point(0, 30), point(48, 30)), width=inches(1))
    train = rw.Troop(unit=rw.Unit(name="Train", side="white", type="armoured_train", has_leader=True), track="Track")
    size = next(row for row in PROFILE.stand_sizes if "armoured_train" in row.types)
    group = in_line("Train", 1, point(24, 30), degrees(90), frontage=size.frontage, depth=size.depth)
    guns = [stands(name, "red", "artillery", 1, x, 12, 0) for name, x in (("A", 20), ("B", 24))]
    placed = rw.Placed(unit="Train", at=(inches(24), inches(30)), facing=degrees(90))
    one = {"white": {"placed": (placed,)}}
    state = firing(*guns, Stands(train, group), table=plain(lines=(track,)), scenario=one)
    # 17.25 inches off: normal range, 8 and more hit. One hit, and 7 on the D10 passes 8 less 1.
    once = played(state, fire("A", "Train", "artillery"), 8, 1, 7)
    assert (once.the_troop("Train").unit.hits, once.marks.trains_tested) == (1, ("Train",))
    again = played(once, fire("B", "Train", "artillery"), 10, 10)
    assert again.the_troop("Train").unit.hits == 3
    assert again.group("Train") == group
    each = rw.game.with_options(train_tests="each_attack")
    tested = played(once, fire("B", "Train", "artillery"), 10, 10, 6, game=each)
    assert tested.group("Train") != group  # 8 less 3 is 5: it backs off


@pytest.mark.rule("red_white", "vehicle-gun-dice", "vehicle-arcs", "p1-vehicle-hit-table", "vehicle-hits")
def test_vehicles_fire_what_bears_and_hits_on_them_go_to_the_table() -> None:
    tank = stands("Tank", "red", "tank", 1, 20, 10, 0, has_leader=True, vehicle="mark_iv_male")
    state = firing(tank, volunteers())
    # Before its bows one machine gun, that has not moved: two dice; its light guns look to the sides.
    assert played(state, fire("Tank", "Volunteers", "machine_gun"), 8, 1).the_troop("Volunteers").unit.stands == 5
    assert rules_against(state, fire("Tank", "Volunteers", "light_gun")) == ["p1-fire"]
    gun = stands("Battery", "white", "artillery", 1, 20, 22, 180)
    shot_at = firing(gun, tank, side="white")
    # One hit; by the made-up table a 4 keeps it from moving this turn, a 5 from firing, a 6 for good.
    for face, field in ((4, "halted"), (5, "silenced")):
        hit = played(shot_at, fire("Battery", "Tank", "artillery"), 10, 1, face)
        assert getattr(hit.marks, field) == ("Tank",)
        assert hit.the_troop("Tank").unit.hits == 1
    assert played(shot_at, fire("Battery", "Tank", "artillery"), 10, 1, 6).immobile == ("Tank",)


@pytest.mark.rule("red_white", "petrol-d6", "petrol-morale", "petrol-hit-effect")
def test_stands_within_an_inch_throw_petrol_bombs_in_their_fire_phase() -> None:
    tank = stands("Tank", "white", "tank", 1, 20, "11.5", 180, has_leader=True, vehicle="mark_iv_male")
    state = firing(rifles(), tank, volunteers(40, 40))
    # The tank is 1.5 wide, its bows an inch and a half off; nobody is within an inch.
    assert rules_against(state, rw.ThrowBombs(unit="1st", tank="Tank")) == ["petrol-d6"]
    near = stands("Tank", "white", "tank", 1, 20, "10.5", 180, has_leader=True, vehicle="mark_iv_male")
    state = firing(rifles(), near, volunteers(40, 40))
    bombs = rw.ThrowBombs(unit="1st", tank="Tank")
    assert bombs in rw.game.legal_actions(state)
    # All four stands are within an inch of it: a 4 passes morale, two bombs hit, and the table adds nothing.
    after = played(state, bombs, 4, 5, 6, 1, 1, 1, 1)
    assert after.the_troop("Tank").unit.hits == 2
    assert rules_against(after, bombs) == ["petrol-d6"]
