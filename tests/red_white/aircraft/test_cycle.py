"""The ten steps of a flight turn."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from attrs import evolve
from red_white_refusals import objections_to, problems_of, refuse_dice

from rcw_rules import AskingDice, GivenDice, InvalidRequestError, wire
from rcw_rules import red_white as rw
from rcw_rules.kernel.geometry.table import point
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import LookUpStep, ResultStep
from rcw_rules.red_white.aircraft import AirFate
from rcw_rules.red_white.profile import HitNumbers

FIGHTER = rw.Aircraft(side="red", type="fighter", name="Nieuport")
ENEMY = rw.Aircraft(side="white", type="fighter", name="Camel")
BOMBER = rw.Aircraft(side="white", type="bomber", name="D.H.9")
OBSERVER = rw.Aircraft(side="white", type="observation", name="R.E.8")
GUN = rw.GroundWeapon(kind="machine_gun", dice=3, nearest=inches(8), name="gun")
FLAK = rw.GroundWeapon(kind="aa_gun", nearest=inches(24))
FLIGHT_TURNS: tuple[Literal[1, 2], ...] = (1, 2)
STRAFE = rw.StrafeGround(target="Cossacks", normal=(9, 10))


def order(aircraft: rw.Aircraft, attack: Any = None, *weapons: rw.GroundWeapon, **changes: Any) -> rw.FlightOrder:
    """Return an order of an aircraft that has flown 12 inches, so that no flight dice are thrown."""
    fields: dict[str, Any] = {
        "aircraft": aircraft,
        "moved": inches(12),
        "attacks": () if attack is None else (attack,),
        "ground_fire": tuple(rw.GroundFire(weapon=weapon) for weapon in weapons),
        **changes,
    }
    return rw.FlightOrder(**fields)


def cycle(
    side_1: tuple[rw.FlightOrder, ...], side_2: tuple[rw.FlightOrder, ...] = (), *faces: int, **options: Any
) -> Any:
    request = rw.AirCycleRequest(side_1=side_1, side_2=side_2)
    return rw.ruleset.with_options(**options).resolve(request, dice=GivenDice(faces))


def one(side_1: rw.FlightOrder, *side_2: rw.FlightOrder, **changes: Any) -> rw.AirCycleRequest:
    return rw.AirCycleRequest(side_1=(side_1,), side_2=side_2, **changes)


# ---------------------------------------------------------------- the steps


@pytest.mark.rule(
    "red_white", "air-sequence", "air-flight-move", "aa-timing", "aa-machine-gun", "aa-gun", "air-bomb-accuracy"
)
def test_the_dice_come_in_the_order_of_the_steps() -> None:
    dropping = order(BOMBER, rw.DropBomb(target="battery"), GUN, moved=None, flight=rw.FlightMoveRequest(dice=2))
    fighting = order(ENEMY, rw.AttackAircraft(target=1), FLAK, moved=None, flight=rw.FlightMoveRequest(dice=3))
    strafing = order(FIGHTER, STRAFE, moved=None, flight=rw.FlightMoveRequest(dice=2))
    faces = [1, 2, 6, 6, 1, 3, 3, 3, 6, 4, 4, 2, 1, 5, 6, 1, 1, 9, 10, 8, 6, 5]
    resolution = cycle((dropping, fighting), (strafing,), *faces)
    assert [roll.purpose for roll in resolution.record.rolls] == [
        "flight of D.H.9/inches flown",
        "ground fire at D.H.9/gun",
        "flight of Camel/inches flown",
        "ground fire at Camel/weapon 1",
        "Camel against Nieuport/attacker's score, target's score",
        "D.H.9 against battery/accuracy",
        "D.H.9 against battery/inches left",
        "flight of Nieuport/inches flown",
        "Nieuport against Cossacks/strafing",
        "ground-fire damage of D.H.9/ground-fire damage",
        "ground-fire damage of Camel/ground-fire damage",
    ]
    bomber, camel = resolution.outcome.side_1
    (nieuport,) = resolution.outcome.side_2
    # Two hits and a 6 cost the bomber a flight turn; one hit and a 5 cost the fighter nothing.
    assert bomber == rw.AircraftAfter(
        name="D.H.9",
        fate="flies_on",
        moved=inches(3),
        flight_turns_left=4,
        damage=0,
        attacked="battery",
        bomb=rw.BombOutcome(direct_hit=False, direction="left", deviation=inches(6)),
    )
    assert camel == rw.AircraftAfter(
        name="Camel", fate="flies_on", moved=inches(9), flight_turns_left=5, damage=0, attacked="Nieuport"
    )
    assert nieuport == rw.AircraftAfter(
        name="Nieuport",
        fate="flies_on",
        moved=inches(2),
        flight_turns_left=5,
        damage=5,
        attacked="Cossacks",
        strafing_hits=2,
    )


@pytest.mark.rule("red_white", "air-sequence", "air-two-per-turn")
def test_a_fighter_that_attacks_an_aircraft_may_not_strafe_as_well() -> None:
    both = (rw.AttackAircraft(target=1), STRAFE)
    request = one(order(FIGHTER, attacks=both), order(BOMBER))
    assert objections_to(request) == [("$.side_1[0].attacks", "air-sequence")]


@pytest.mark.rule("red_white", "air-two-per-turn")
def test_an_aircraft_bombs_or_strafes_once_in_a_flight_turn() -> None:
    request = one(order(BOMBER, attacks=(rw.DropBomb(), STRAFE)))
    assert objections_to(request) == [("$.side_1[0].attacks", "air-two-per-turn")]


SHOT_DOWN: tuple[tuple[tuple[int, int, int], int, AirFate], ...] = (
    ((2, 2, 1), 9, "forced_off"),
    ((3, 2, 1), 10, "crashed"),
)


@pytest.mark.rule("red_white", "air-sequence", "dogfight-result")
def test_who_crashes_in_step_3_does_nothing_in_the_steps_after_it() -> None:
    victim = order(evolve(BOMBER, damage=6), rw.DropBomb(), GUN, moved=None)
    # 2 + 2 against 1: three points make 9, and the bomber leaves; 3 + 2 against 1 make 10, and it crashes.
    for faces, damage, fate in SHOT_DOWN:
        resolution = cycle((order(FIGHTER, rw.AttackAircraft(target=1)),), (victim,), *faces)
        (after,) = resolution.outcome.side_2
        assert after == rw.AircraftAfter(name="D.H.9", fate=fate, moved=inches(0), flight_turns_left=5, damage=damage)


@pytest.mark.rule("red_white", "air-sequence", "dogfight-result")
def test_an_attacker_that_is_shot_down_strafes_no_more_and_is_not_tested() -> None:
    attacker = order(FIGHTER, rw.AttackAircraft(target=1), GUN)
    resolution = cycle((attacker,), (order(ENEMY, rw.AttackAircraft(target=1)),), 6, 6, 6, 1, 1, 6, 6)
    (after,) = resolution.outcome.side_1
    assert (after.fate, after.damage) == ("crashed", 10)
    # Its enemy's own attack in step 6 finds nobody; no die for the three hits in step 9.
    assert resolution.outcome.side_2[0].attacked == ""


@pytest.mark.rule("red_white", "air-sequence", "dogfight-result")
def test_all_combats_of_step_2_are_fought_before_the_damage_of_step_3() -> None:
    pair = (order(FIGHTER, rw.AttackAircraft(target=1)), order(evolve(FIGHTER, name=""), rw.AttackAircraft(target=1)))
    # 12 against 2, then 9 against 4: 15 points together; the second fight still takes place.
    resolution = cycle(pair, (order(ENEMY),), 6, 6, 1, 1, 4, 5, 2, 2)
    assert [after.attacked for after in resolution.outcome.side_1] == ["Camel", "Camel"]
    assert (resolution.outcome.side_2[0].damage, resolution.outcome.side_2[0].fate) == (15, "crashed")
    assert resolution.outcome.side_1[1].name == "red fighter 2"


@pytest.mark.rule("red_white", "air-sequence", "dogfight-result")
def test_points_of_several_combats_add_up_to_8() -> None:
    pair = (order(FIGHTER, rw.AttackAircraft(target=1)), order(FIGHTER, rw.AttackAircraft(target=1)))
    resolution = cycle(pair, (order(evolve(ENEMY, damage=2)),), 3, 3, 2, 1, 3, 3, 2, 1)
    assert (resolution.outcome.side_2[0].damage, resolution.outcome.side_2[0].fate) == (8, "forced_off")
    told = [step for _, step in resolution.record.walk() if isinstance(step, ResultStep) and "damage" in step.values]
    # Each combat tells of the damage before step 2; step 3 tells of both.
    assert [step.values["damage"] for step in told] == [5, 5, 8]


@pytest.mark.rule("red_white", "air-sequence")
def test_with_one_side_only_the_other_steps_are_empty() -> None:
    first = cycle((order(BOMBER, rw.DropBomb()),), (), 1).outcome
    second = cycle((), (order(BOMBER, rw.DropBomb()),), 1).outcome
    assert (first.side_1, first.side_2) == (second.side_2, second.side_1)
    assert first.side_2 == ()


@pytest.mark.rule("red_white", "air-sequence", "air-damage-table")
def test_in_step_9_side_1_rolls_first() -> None:
    one_hit = (6, 1, 1)  # on a row where only a 6 matters
    resolution = cycle((order(BOMBER, None, GUN),), (order(FIGHTER, None, FLAK),), *one_hit, 6, 6, 1)
    assert [after.flight_turns_left for after in resolution.outcome.side_1 + resolution.outcome.side_2] == [4, 5]


@pytest.mark.rule("red_white", "air-damage-table", "air-sequence")
def test_ground_fire_may_bring_an_aircraft_down() -> None:
    weapons = tuple(evolve(GUN, name="", dice=5) for _ in range(3))
    resolution = cycle((order(BOMBER, rw.DropBomb(), *weapons),), (), *[6] * 15, 1, 6)
    (after,) = resolution.outcome.side_1
    assert after.fate == "crashed"
    assert after.bomb == rw.BombOutcome(direct_hit=True, direction=None, deviation=inches(0))  # step 4 was before


# ---------------------------------------------------------------- flight, reach


@pytest.mark.rule("red_white", "air-flight-move", "air-two-per-turn")
@pytest.mark.parametrize(("needed", "bombs"), [("7", True), ("7.001", False)])
def test_an_attack_is_made_if_the_aircraft_flies_far_enough(needed: str, bombs: object) -> None:
    flying = order(BOMBER, rw.DropBomb(after=inches(needed)), moved=None, flight=rw.FlightMoveRequest(dice=2))
    (after,) = cycle((flying,), (), 3, 4, *([1] if bombs else [])).outcome.side_1
    assert (after.bomb is not None, after.attacked) == (bombs, "target" if bombs else "")


@pytest.mark.rule("red_white", "aa-timing")
def test_a_weapon_fires_if_the_aircraft_comes_near_enough() -> None:
    far, near = rw.GroundFire(weapon=FLAK, after=inches("12.5")), rw.GroundFire(weapon=FLAK, after=inches(12))
    resolution = cycle((order(BOMBER, ground_fire=(far, near)),), (), 5)
    assert len(resolution.record.rolls) == 1


@pytest.mark.rule("red_white", "air-flight-move", "air-sequence")
@pytest.mark.parametrize("moved", [None, inches(10)])
def test_an_aircraft_that_flies_off_the_table_was_fired_at_and_attacks_no_more(moved: Any) -> None:
    string = rw.FlightMoveRequest(dice=2, string_left=inches(10), ends_at_edge=True)
    leaving = order(BOMBER, rw.DropBomb(), FLAK, moved=moved, flight=string)
    resolution = cycle((leaving,), (), *([5, 5] if moved is None else []), 6)
    (after,) = resolution.outcome.side_1
    assert (after.fate, after.moved, after.bomb) == ("left_table", inches(10), None)
    assert [roll.rule for roll in resolution.record.rolls][-1] == "aa-gun"


@pytest.mark.rule("red_white", "air-string")
def test_a_string_that_does_not_start_at_the_aircraft_is_refused() -> None:
    wrong = rw.FlightMoveRequest(aircraft_at=point(1, 1), string_starts_at=point(2, 2))
    assert objections_to(one(order(BOMBER, flight=wrong))) == [("$.side_1[0].flight.string_starts_at", "air-string")]


# ---------------------------------------------------------------- flight turns


def again(aircraft: rw.Aircraft, after: rw.AircraftAfter) -> rw.Aircraft:
    return evolve(
        aircraft,
        flight_turns_left=after.flight_turns_left,
        damage=after.damage,
        untested_hits=after.untested_hits,
    )


@pytest.mark.rule("red_white", "air-two-per-turn", "air-flight-move")
def test_in_one_turn_an_aircraft_flies_twice_and_attacks_twice() -> None:
    aircraft, moves, attacks = BOMBER, 0, 0
    for flight_turn in FLIGHT_TURNS:
        flying = order(aircraft, rw.DropBomb(), moved=None, flight=rw.FlightMoveRequest(dice=2))
        request = rw.AirCycleRequest(side_1=(flying,), flight_turn=flight_turn)
        resolution = rw.ruleset.resolve(request, dice=GivenDice([3, 4, 1]))
        moves += sum(roll.rule == "air-flight-move" for roll in resolution.record.rolls)
        attacks += sum(roll.rule == "air-bomb-accuracy" for roll in resolution.record.rolls)
        aircraft = again(aircraft, resolution.outcome.side_1[0])
    assert (moves, attacks, aircraft.flight_turns_left) == (2, 2, 4)
    with pytest.raises(InvalidRequestError):  # there is no third
        wire.structure({"side_1": [], "flight_turn": 3}, rw.AirCycleRequest)


@pytest.mark.rule("red_white", "air-three-turns", "air-gone", "gen-unit-state")
def test_after_six_flight_turns_an_aircraft_is_removed() -> None:
    aircraft, fates = BOMBER, []
    for _ in range(6):
        (after,) = cycle((order(aircraft),)).outcome.side_1
        fates.append(after.fate)
        aircraft = again(aircraft, after)
    assert fates == ["flies_on"] * 5 + ["out_of_flight_turns"]
    assert objections_to(one(order(aircraft))) == [("$.side_1[0].aircraft.flight_turns_left", "air-gone")]


@pytest.mark.rule("red_white", "air-gone", "air-patrol")
def test_the_flight_turns_of_side_2_count_as_well() -> None:
    last = order(evolve(FIGHTER, flight_turns_left=1))
    assert [after.fate for after in cycle((order(BOMBER),), (last,)).outcome.side_2] == ["out_of_flight_turns"]
    none_left = order(evolve(FIGHTER, flight_turns_left=0))
    patrolling = order(evolve(FIGHTER, patrol_turns_left=1))
    assert objections_to(one(order(BOMBER), none_left, patrolling)) == [
        ("$.side_2[0].aircraft.flight_turns_left", "air-gone"),
        ("$.side_2[1].aircraft.patrol_turns_left", "air-patrol"),
    ]


@pytest.mark.rule("red_white", "air-gone", "air-three-turns", "air-damage-table")
@pytest.mark.parametrize(
    ("left", "face", "left_after", "fate"),
    [
        # Three hits: a 6 costs two flight turns, a 3 one, a 2 none. Three are left before the fourth is flown.
        (3, 6, 0, "out_of_flight_turns"),
        (3, 3, 1, "flies_on"),
        (2, 6, 0, "out_of_flight_turns"),  # no fewer than none
        (1, 2, 0, "out_of_flight_turns"),
    ],
)
def test_lost_flight_turns_come_off_the_six(left: int, face: int, left_after: int, fate: str) -> None:
    flying = order(evolve(BOMBER, flight_turns_left=left), None, GUN)
    resolution = cycle((flying,), (), 6, 5, 6, face)
    (after,) = resolution.outcome.side_1
    assert (after.flight_turns_left, after.fate) == (left_after, fate)
    assert ("air-gone" in resolution.record.rules) == (fate == "out_of_flight_turns")


@pytest.mark.rule("red_white", "air-patrol")
def test_an_aircraft_on_patrol_flies_no_flight_turns() -> None:
    request = one(order(evolve(FIGHTER, patrol_turns_left=3)))
    assert objections_to(request) == [("$.side_1[0].aircraft.patrol_turns_left", "air-patrol")]


# ---------------------------------------------------------------- over what span hits are added up


def two_flight_turns(faces: list[list[int]], **options: Any) -> tuple[rw.Aircraft, list[str]]:
    """Fly both flight turns of a turn under fire; return the aircraft and the rows of the damage table."""
    ruleset = rw.ruleset.with_options(**options)
    aircraft, rows = BOMBER, []
    for flight_turn, thrown in zip(FLIGHT_TURNS, faces, strict=True):
        request = rw.AirCycleRequest(side_1=(order(aircraft, None, GUN),), flight_turn=flight_turn)
        resolution = ruleset.resolve(request, dice=GivenDice(thrown))
        rows += [step.row for _, step in resolution.record.walk() if isinstance(step, LookUpStep)]
        assert "opt-air-damage-per" in resolution.record.rules
        aircraft = again(aircraft, resolution.outcome.side_1[0])
    return aircraft, rows


@pytest.mark.rule("red_white", "air-damage-when")
def test_two_hits_in_each_flight_turn_are_two_rolls_on_the_first_row() -> None:
    aircraft, rows = two_flight_turns([[6, 6, 1, 6], [6, 6, 1, 5]])
    assert rows == ["1-2", "1-2"]
    assert (aircraft.flight_turns_left, aircraft.untested_hits) == (3, 0)


@pytest.mark.rule("red_white", "opt-air-damage-per", "gen-unit-state")
def test_by_the_option_they_are_one_roll_on_the_second_row() -> None:
    aircraft, rows = two_flight_turns([[6, 6, 1], [6, 6, 1, 6]], air_damage_per="turn")
    assert rows == ["3-5"]
    assert (aircraft.flight_turns_left, aircraft.untested_hits) == (2, 0)


@pytest.mark.rule("red_white", "opt-air-damage-per")
def test_by_the_option_hits_wait_for_the_second_flight_turn_even_if_it_brings_none() -> None:
    aircraft, rows = two_flight_turns([[6, 6, 6], [1, 1, 1, 3]], air_damage_per="turn")
    assert (rows, aircraft.flight_turns_left) == (["3-5"], 3)


@pytest.mark.rule("red_white", "opt-air-damage-per", "air-gone")
def test_by_the_option_an_aircraft_that_flies_only_once_is_tested_at_once() -> None:
    last = order(evolve(BOMBER, flight_turns_left=1), None, GUN)
    resolution = cycle((last,), (), 6, 6, 6, 1, air_damage_per="turn")
    assert resolution.outcome.side_1[0].fate == "out_of_flight_turns"
    assert [roll.rule for roll in resolution.record.rolls] == ["aa-machine-gun", "air-damage-table"]


@pytest.mark.rule("red_white", "air-damage-when", "opt-air-damage-per")
def test_hits_that_do_not_carry_over_are_refused() -> None:
    hit = order(evolve(BOMBER, untested_hits=2))
    path = "$.side_1[0].aircraft.untested_hits"
    assert objections_to(one(hit, flight_turn=2)) == [(path, "air-damage-when")]
    assert problems_of(one(hit, flight_turn=1)) == [(path, "opt-air-damage-per")]
    assert rw.ruleset.with_options(air_damage_per="turn").verdict(one(hit, flight_turn=2)).legal


# ---------------------------------------------------------------- who may do what


@pytest.mark.rule("red_white", "air-types")
@pytest.mark.parametrize(
    ("aircraft", "attack", "allowed"),
    [
        (ENEMY, rw.AttackAircraft(target=1), True),
        (ENEMY, STRAFE, True),
        (ENEMY, rw.DropBomb(), False),
        (BOMBER, rw.AttackAircraft(target=1), False),
        (BOMBER, STRAFE, True),
        (BOMBER, rw.DropBomb(), True),
        (BOMBER, None, True),  # it must attack, but not what is out of reach
        (OBSERVER, rw.AttackAircraft(target=1), False),
        (OBSERVER, STRAFE, False),
        (OBSERVER, rw.DropBomb(), False),
        (OBSERVER, None, True),
    ],
)
def test_which_aircraft_may_attack_what(aircraft: rw.Aircraft, attack: Any, allowed: object) -> None:
    request = one(order(aircraft, attack), order(FIGHTER))
    if allowed:
        assert rw.ruleset.verdict(request).legal
    else:
        assert objections_to(request) == [("$.side_1[0].attacks[0]", "air-types")]


@pytest.mark.rule("red_white", "aa-vehicles", "aa-machine-gun", "aa-gun", "aa-timing")
def test_ground_fire_is_held_to_its_rules() -> None:
    weapons = (evolve(GUN, mount="tank"), evolve(GUN, name="far", nearest=inches(21)))
    side_1 = (order(BOMBER, None, *weapons), order(BOMBER, None, GUN))
    side_2 = (order(FIGHTER, None, GUN, evolve(FLAK, nearest=inches(25))),)
    assert objections_to(rw.AirCycleRequest(side_1=side_1, side_2=side_2)) == [
        ("$.side_1[0].ground_fire[0].weapon.mount", "aa-vehicles"),
        ("$.side_1[0].ground_fire[1].weapon.nearest", "aa-machine-gun"),
        ("$.side_1[1].ground_fire[0].weapon.name", "aa-timing"),  # it fires at the first bomber already
        ("$.side_2[0].ground_fire[1].weapon.nearest", "aa-gun"),
    ]


@pytest.mark.rule("red_white", "aa-timing")
def test_each_side_names_its_own_weapons() -> None:
    # What fires at white aircraft is Red's, what fires at red aircraft White's: two guns, one name.
    resolution = cycle((order(BOMBER, None, GUN),), (order(FIGHTER, None, GUN),), 1, 1, 1, 1, 1, 1)
    assert [roll.purpose for roll in resolution.record.rolls] == [
        "ground fire at D.H.9/gun",
        "ground fire at Nieuport/gun",
    ]


@pytest.mark.rule("red_white", "air-flight-move")
@pytest.mark.parametrize(
    ("dice", "moved", "possible"),
    [
        (None, "2", True),
        (None, "30", True),
        (None, "1", False),
        (None, "0", False),
        (None, "7.5", False),
        (2, "12", True),
        (2, "13", False),
        (3, "3", True),
        (3, "2", False),
        (5, "30", True),
        (5, "4", False),
    ],
)
def test_a_flight_thrown_before_is_one_that_its_dice_can_show(dice: Any, moved: str, *, possible: bool) -> None:
    flying = order(BOMBER, moved=inches(moved), flight=rw.FlightMoveRequest(dice=dice))
    if possible:
        assert cycle((flying,)).outcome.side_1[0].moved == inches(moved)
    else:
        assert problems_of(one(flying)) == [("$.side_1[0].moved", "air-flight-move")]
    # At the end of the string it has stopped, whatever the dice showed.
    stopped = evolve(flying, flight=rw.FlightMoveRequest(dice=dice, string_left=inches(moved)))
    assert cycle((stopped,)).outcome.side_1[0].moved == inches(moved)


@pytest.mark.rule("red_white", "opt-air-damage-per")
def test_hits_that_wait_are_told() -> None:
    resolution = cycle((order(BOMBER, None, GUN),), (), 6, 6, 1, air_damage_per="turn")
    told = [step for _, step in resolution.record.walk() if isinstance(step, ResultStep)]
    assert [step.values for step in told if step.rule == "opt-air-damage-per"] == [{"aircraft": "D.H.9", "hits": 2}]


@pytest.mark.rule("red_white", "air-strafe", "p1-fire")
def test_faces_that_nobody_knows_are_asked_for_before_any_die() -> None:
    request = one(order(BOMBER, None, GUN, moved=None), order(evolve(FIGHTER, pilot="ace"), STRAFE))
    with pytest.raises(rw.MissingProfileError) as caught:
        rw.ruleset.resolve(request, dice=AskingDice(refuse_dice))
    assert caught.value.field == "fire"
    profile = rw.PartOneProfile(
        source="made up for this test",
        fire=(HitNumbers(weapon="machine_gun", band="point_blank", target="cover", faces=(6,)),),
    )
    strafing = rw.StrafeGround(target_state="cover")
    supplied = rw.ruleset.with_options(profile=profile)
    request = one(order(evolve(FIGHTER, pilot="ace"), strafing))
    assert supplied.resolve(request, dice=GivenDice([6, 6, 10])).outcome.side_1[0].strafing_hits == 2


@pytest.mark.rule("red_white", "bad-sides", "air-sequence", "air-flight-move")
@pytest.mark.parametrize(
    ("request_", "path", "rule"),
    [
        (rw.AirCycleRequest(side_1=()), "$.side_1", "air-sequence"),
        (one(order(BOMBER), order(ENEMY)), "$.side_2[0].aircraft.side", "bad-sides"),
        (rw.AirCycleRequest(side_1=(order(BOMBER), order(FIGHTER))), "$.side_1[1].aircraft.side", "bad-sides"),
        (
            rw.AirCycleRequest(side_1=(), side_2=(order(BOMBER), order(FIGHTER))),
            "$.side_2[1].aircraft.side",
            "bad-sides",
        ),
        (one(order(FIGHTER, rw.AttackAircraft(target=2)), order(ENEMY)), "$.side_1[0].attacks[0].target", ""),
        (one(order(BOMBER, moved=inches(31))), "$.side_1[0].moved", "air-flight-move"),
        (
            one(order(BOMBER, flight=rw.FlightMoveRequest(string_left=inches(11)))),
            "$.side_1[0].moved",
            "air-flight-move",
        ),
        (one(order(BOMBER, rw.DropBomb(target="a\nb"))), "$.side_1[0].attacks[0].target", ""),
    ],
)
def test_an_impossible_flight_turn_is_refused(request_: rw.AirCycleRequest, path: str, rule: str) -> None:
    assert problems_of(request_) == [(path, rule)]


@pytest.mark.rule("red_white", "air-sequence")
def test_orders_survive_a_trip_through_json() -> None:
    request = one(order(FIGHTER, rw.AttackAircraft(target=1), GUN), order(BOMBER, rw.DropBomb()), flight_turn=2)
    again_ = wire.structure(wire.unstructure(request), rw.AirCycleRequest)
    assert again_ == request
    assert [attack["kind"] for attack in wire.unstructure(request)["side_2"][0]["attacks"]] == ["drop_bomb"]
