"""Turns of whole games: the order of steps, set-up, leaders, activation, morale, the end, and who has won."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_white_tables import PROFILE, box, duel, plain, played, rules_against, scenario, stands, state_of

from rcw_rules import IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_white as rw
from rcw_rules.games import LossPoints, PlacePoints, Victory
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import TerrainLine, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.profile import MissingProfileError

RIFLES = stands("1st", "red", "infantry", 6, 20, 10, 0)
VOLUNTEERS = stands("Volunteers", "white", "infantry", 6, 20, 30, 180)


def roles(play: Any, *order: Any) -> list[tuple[str, str | None]]:
    return [(step.role, step.side) for step in rw.steps_of(PROFILE.sequence, play, order)]


@pytest.mark.rule("red_white", "p1-sequence")
def test_sides_play_phase_by_phase_or_a_whole_turn_up_to_the_phases_of_both() -> None:
    both = [("morale", None), ("end", None)]
    own = ["activation", "air_string", "movement", "air_flight", "fire", "melee"]
    whole = roles("whole_turns", "white", "red")
    assert whole == [(role, "white") for role in own] + [(role, "red") for role in own] + both
    phases = roles("phase_by_phase", "red", "white")
    assert [step for step in phases if step[0] in ("fire", "melee", "morale", "end")] == [
        ("fire", "red"), ("fire", "white"), ("melee", "red"), ("melee", "white"), *both,
    ]  # fmt: skip


@pytest.mark.rule("red_white", "p1-sequence", "p1-movement")
def test_the_defender_places_his_units_first_within_his_zone() -> None:
    state = rw.game.begin(rw.patrol_clash(), dice=SeededDice(1)).state
    assert (state.stage, state.to_act, state.to_place) == ("deployment", "white", ("Officers", "white"))
    place = rw.Deploy(unit="Officers", at=(inches(17), inches(30)), facing=degrees(180))
    assert not rules_against(state, place)
    # Six stands are six inches wide: the third inch from the west of the zone is the first that holds half of them.
    assert rules_against(state, evolve(place, at=(inches("4.9"), inches(30)))) == ["p1-sequence"]
    assert rules_against(state, evolve(place, unit="Maxims")) == ["p1-sequence"]
    assert rules_against(state, rw.GoOn()) == ["p1-sequence"]
    state = played(state, place)
    onto = rw.Deploy(unit="Don Cossacks", at=(inches(20), inches(30)), facing=degrees(180))
    assert rules_against(state, onto) == ["p1-movement"]
    while state.stage == "deployment":
        state = played(state, rw.game.legal_actions(state)[0])
    assert [str(action) for action in rw.game.legal_actions(state)] == ["go on"]
    # The made-up profile lets the higher D6 go first; a tie is thrown again.
    state = played(state, rw.GoOn(), 3, 3, 2, 5)
    assert (state.order, state.stage, state.to_act) == (("white", "red"), "activation", "white")


@pytest.mark.rule("red_white", "p1-sequence")
def test_a_scenario_may_say_who_acts_first() -> None:
    state = rw.game.begin(evolve(duel(), first="white"), dice=SeededDice(1)).state
    while state.stage == "deployment":
        state = played(state, rw.game.legal_actions(state)[0])
    assert played(state, rw.GoOn()).order == ("white", "red")


@pytest.mark.rule("red_white", "p1-profile", "p1-sequence")
def test_without_a_profile_there_is_no_game() -> None:
    bare = rw.game.with_options(profile=None)
    with pytest.raises(MissingProfileError, match="Which phases has a turn") as told:
        bare.begin(duel(), dice=SeededDice(1))
    assert told.value.field == "sequence"
    with pytest.raises(MissingProfileError, match="Which side acts first"):
        rw.game.with_options(profile=evolve(PROFILE, sides=None)).begin(duel(), dice=SeededDice(1))


@pytest.mark.rule("red_white", "heroic-lead")
def test_leaders_go_to_the_front_once_and_only_at_the_start_of_their_side_s_turn() -> None:
    state = state_of(RIFLES, VOLUNTEERS, role="activation")
    led = played(state, rw.Lead(unit="1st"))
    assert led.the_troop("1st").unit.heroic
    assert rules_against(led, rw.StepBack(unit="1st")) == ["heroic-lead"]
    with pytest.raises(IllegalRequestError, match="in this turn"):
        played(led, rw.StepBack(unit="1st"))
    with pytest.raises(IllegalRequestError, match="other side acts now"):
        played(state, rw.Lead(unit="Volunteers"))
    assert rules_against(state_of(RIFLES, VOLUNTEERS), rw.Lead(unit="1st")) == ["p1-sequence"]


@pytest.mark.rule("red_white", "p1-activation", "vehicle-activation")
def test_units_roll_to_activate_and_those_that_fail_stay_where_they_are() -> None:
    tank = stands("Tank", "red", "tank", 1, 30, 10, 0, has_leader=True, vehicle="mark_iv_male")
    cheka = stands("2nd", "red", "infantry", 6, 10, 20, 0, cheka=True)
    state = state_of(RIFLES, cheka, tank, VOLUNTEERS, role="activation")
    # Infantry activates on 8 or less; the tank rolls when it moves. The second roll of the Cheka fails too.
    state = played(state, rw.Done(), 9, 10, 9)
    assert state.marks.idle == ("1st", "2nd")
    second = state.the_troop("2nd")
    assert (second.unit.stands, second.unit.falling_back) == (5, True)
    group = state.group("2nd")
    assert group is not None
    assert (group.bases[0].at.y, len(group.bases)) == (inches(8), 5)  # twice six inches to the rear


@pytest.mark.rule("red_white", "p1-activation", "morale-off-table")
def test_a_second_failure_may_take_a_unit_off_the_table() -> None:
    cheka = stands("2nd", "red", "infantry", 6, 10, 10, 0, cheka=True)
    state = played(state_of(RIFLES, cheka, VOLUNTEERS, role="activation"), rw.Done(), 2, 10, 9)
    assert [(one.name, one.fate) for one in state.fates] == [("2nd", "off_table")]
    assert state.group("2nd") is None
    assert rw.army_log(state, "red").units[1].fate == "off_table"


@pytest.mark.rule("red_white", "p1-activation")
def test_what_a_unit_that_failed_may_still_do() -> None:
    state = state_of(RIFLES, VOLUNTEERS, marks=rw.Marks(idle=("1st",)))
    go = rw.Move(unit="1st", at=(inches(20), inches(12)), facing=degrees(0))
    turn = rw.Move(unit="1st", at=(inches(20), inches(10)), facing=degrees(45))
    with pytest.raises(IllegalRequestError, match="p1-activation"):
        played(state, go)
    assert played(state, turn).marks.went("1st") == inches(0)
    strict = rw.game.with_options(profile=evolve(PROFILE, unactivated=()))
    with pytest.raises(IllegalRequestError, match="p1-activation"):
        played(state, turn, game=strict)


@pytest.mark.rule("red_white", "morale-who", "morale-fail", "morale-rally", "gen-rear")
def test_both_armies_test_morale_in_one_phase_and_move_at_once() -> None:
    hurt = stands("1st", "red", "infantry", 6, 20, 10, 0, casualties=True)
    shaken = stands("Volunteers", "white", "infantry", 6, 20, 30, 180, falling_back=True)
    fresh = stands("Guard", "white", "infantry", 6, 36, 30, 180)
    state = played(state_of(shaken, fresh, hurt, role="morale"), rw.GoOn(), 7, 6)
    # Red tests first: a 7 on 6 stands fails, six inches to the south. White's 6 passes, and the marker goes.
    assert state.the_troop("1st").unit.falling_back
    assert not state.the_troop("Volunteers").unit.falling_back
    group = state.group("1st")
    assert group is not None
    assert group.bases[0].at.y == inches(4)
    assert state.group("Guard") == fresh.group
    assert state.stage == "end"


@pytest.mark.rule("red_white", "gen-rear", "p1-movement")
def test_a_unit_that_goes_back_passes_friends_and_stands_on_nobody() -> None:
    hurt = stands("1st", "red", "infantry", 6, 20, 16, 0, casualties=True)
    friend = stands("2nd", "red", "infantry", 6, 20, 10, 0)
    state = played(state_of(friend, hurt, VOLUNTEERS, role="morale"), rw.GoOn(), 10)
    group = state.group("1st")
    assert group is not None
    assert state.group("2nd") == friend.group
    # Its six inches end on the friend, who is 0.75 inches deep; it goes on in quarters of an inch until it is free.
    assert group.bases[0].at.y == inches("9.25")


@pytest.mark.rule("red_white", "suppress-duration", "major-when", "major-break", "major-losses")
def test_at_the_end_of_a_turn_suppression_goes_and_a_broken_army_loses() -> None:
    half = stands("1st", "red", "infantry", 3, 20, 10, 0, starting_stands=6, suppressed=True)
    whole = stands("2nd", "red", "infantry", 6, 36, 10, 0)
    more = stands("3rd", "red", "infantry", 6, 8, 10, 0)
    state = state_of(half, whole, more, VOLUNTEERS, role="end", scenario={"first": "red"})
    # One of three units at half strength is 33%: the army breaks on 1 to 3.
    stands_on = played(state, rw.GoOn(), 4)
    assert (stands_on.result, stands_on.turn, stands_on.stage) == (None, 2, "activation")
    assert not stands_on.the_troop("1st").unit.suppressed
    broken = played(state, rw.GoOn(), 3)
    assert broken.result is not None
    assert (broken.result.winner, broken.result.rule) == ("white", "major-break")
    assert rules_against(broken, rw.GoOn()) == ["major-break"]


@pytest.mark.rule("red_white", "p1-surrender-and-supply", "major-adjustments")
def test_a_supply_line_is_cut_by_enemies_who_stand_near_it() -> None:
    from red_white_tables import plain

    road = TerrainLine(name="Road", kind="road", points=(point(24, 0), point(24, 12)), width=inches(1))
    scene = {"table": plain(lines=(road,)), "scenario": {"red": {"supply": "Road"}}}
    for x, kind, cut in ((24, "cavalry", True), (30, "cavalry", False), (24, "artillery", False)):
        raider = stands("Raiders", "white", kind, 2, x, 5, 180)  # type: ignore[arg-type]
        state = state_of(RIFLES, raider, role="end", **scene)  # type: ignore[arg-type]
        assert rw.army_log(state, "red").supply_cut is cut
        assert not rw.army_log(state, "white").supply_cut
    wider = {**scene, "scenario": {"red": {"supply": "Road", "supply_cut_within": inches(8)}}}
    far = stands("Raiders", "white", "cavalry", 2, 30, 5, 180)
    assert rw.army_log(state_of(RIFLES, far, role="end", **wider), "red").supply_cut  # type: ignore[arg-type]
    shaken = stands("Raiders", "white", "cavalry", 2, 24, 5, 180, falling_back=True)
    assert not rw.army_log(state_of(RIFLES, shaken, role="end", **scene), "red").supply_cut  # type: ignore[arg-type]


def test_who_holds_a_place_and_who_wins_at_the_end() -> None:
    place = rw.Place(name="Hill", at=point(20, 20), held_by="white")
    victory = Victory(
        places=(PlacePoints(place="Hill", points=2),), losses=(LossPoints(of="red", to="white", points=1),)
    )
    facts = {"scenario": {"places": (place,), "victory": victory}, "held": (("Hill", "white"),), "turn": 4}
    near = stands("1st", "red", "infantry", 6, 20, 18, 0)
    state = played(state_of(near, VOLUNTEERS, role="morale", **facts), rw.GoOn())  # type: ignore[arg-type]
    assert state.held == (("Hill", "red"),)
    over = played(state, rw.GoOn())
    assert over.result is not None
    assert (over.result.winner, dict(over.result.points)) == ("red", {"red": 2, "white": 0})
    shaken = stands("1st", "red", "infantry", 6, 20, 18, 0, falling_back=True)
    state = played(state_of(shaken, VOLUNTEERS, role="morale", **facts), rw.GoOn(), 10)  # type: ignore[arg-type]
    assert state.held == (("Hill", "white"),)


@pytest.mark.rule("red_white", "hq", "hq-overrun")
def test_a_force_hq_that_an_enemy_reaches_is_overrun() -> None:
    hq = rw.Headquarters(name="Red HQ")
    placed = rw.Placed(unit="Red HQ", at=(inches(20), inches(10)), facing=degrees(0))
    riders = stands("Cossacks", "white", "cavalry", 4, 20, 18, 180)
    far = stands("1st", "red", "infantry", 6, 40, 10, 0)
    one = scenario(far, riders, red={"headquarters": hq, "placed": (placed,)}, white={
        "placed": (rw.Placed(unit="Cossacks", at=(inches(20), inches(18)), facing=degrees(180)),)})  # fmt: skip
    state = rw.game.begin(one, dice=SeededDice(1)).state
    there = state.group("Red HQ")
    assert there is not None
    state = state_of(far, riders, side="white", scenario={"red": {"headquarters": hq, "placed": (placed,)}})
    state = state.with_group(there)
    onto = rw.Move(unit="Cossacks", at=(inches(20), inches("10.001")), facing=degrees(180))
    state = played(state, onto)
    assert [(one.name, one.fate) for one in state.fates] == [("Red HQ", "destroyed")]
    assert rw.army_log(state, "red").units[-1].fate == "destroyed"


@pytest.mark.rule("red_white", "gen-unit-types", "bad-sides")
def test_scenarios_that_cannot_be_are_refused() -> None:
    one = duel()
    wrong = evolve(one, red=evolve(one.red, units=one.white.units))
    with pytest.raises(InvalidRequestError, match="both armies have a 'Volunteers'") as told:
        rw.game.begin(wrong, dice=SeededDice(1))
    assert "expected red, got white" in str(told.value)
    covered = evolve(one.red.units[0], unit=evolve(one.red.units[0].unit, cover="trench"))
    with pytest.raises(InvalidRequestError, match="follows from the table"):
        rw.game.begin(evolve(one, red=evolve(one.red, units=(covered,))), dice=SeededDice(1))
    with pytest.raises(InvalidRequestError, match="is missing: where does '1st' begin"):
        rw.game.begin(evolve(one, red=evolve(one.red, zone=None)), dice=SeededDice(1))
    off = rw.Placed(unit="1st", at=(inches(8), inches(0)), facing=degrees(0))
    with pytest.raises(IllegalRequestError, match="1st is off the table"):
        rw.game.begin(evolve(one, red=evolve(one.red, placed=(off,))), dice=SeededDice(1))


@pytest.mark.rule("red_white", "gen-rear", "p1-terrain")
def test_a_unit_that_finds_no_room_behind_does_not_stand_in_a_lake() -> None:
    pond = box("Pond", "lake", corners=(8, 5, 32, 9))
    hurt = stands("1st", "red", "infantry", 6, 20, 16, 0, casualties=True)
    friend = stands("2nd", "red", "infantry", 6, 20, 10, 0)
    state = played(state_of(friend, hurt, VOLUNTEERS, role="morale", table=plain(pond)), rw.GoOn(), 10)
    group = state.group("1st")
    assert group is not None
    # Behind the friend is the pond: the nearest room is before him or beside him.
    assert all(base.centre.y > inches(9) for base in group.bases)
    assert list(state.inconsistencies()) == []


@pytest.mark.rule("red_white", "p1-sequence", "suppress-fire")
def test_a_new_turn_begins_with_a_clean_slate() -> None:
    marks = rw.Marks(
        idle=("1st",),
        movements=(rw.Went(unit="1st", far=inches(3)),),
        may_not_fire=("1st",),
        charged=("1st",),
        led=("1st",),
    )
    state = played(state_of(RIFLES, VOLUNTEERS, role="end", marks=marks, scenario={"first": "red"}), rw.GoOn())
    assert (state.turn, state.marks) == (2, rw.Marks())
