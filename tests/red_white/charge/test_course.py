"""The way of a charge: morale between fire and melee, fright and withdrawal."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_white_assaults import RED, WHITE, assault, left, lose, play, yes
from red_white_units import troops, vehicle

from rcw_rules import GivenDice, NeedsRuling
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ModifierStep
from rcw_rules.red_white.profile import TypeMove

# ---------------------------------------------------------------- morale between fire and melee


@pytest.mark.rule("red_white", "melee-morale-between")
def test_the_only_attacker_fails_and_there_is_no_melee() -> None:
    outcome = play(assault([RED], [WHITE], defensive=[lose(1)]), 8)
    after = outcome.attackers[0]
    assert (outcome.ended, outcome.holder, after.goes) == ("attackers_gone", "defender", "rear")
    assert after.unit is not None
    assert (after.unit.falling_back, after.unit.casualties, after.unit.stands) == (True, False, 7)


@pytest.mark.rule("red_white", "melee-morale-between", "melee-withdraw-caught")
@pytest.mark.parametrize(("move", "ended"), [(9, "position_falls"), (10, "melee")])
def test_a_defender_that_fails_is_caught_by_what_is_left_of_the_charge(move: int, ended: str) -> None:
    white = troops("white", full_move=inches(6))
    request = assault([RED], [white], gap=4, move=move, attacking=[lose(1)])
    outcome = play(request, 8, *((1, 6) if ended == "melee" else ()))
    assert outcome.ended == ended
    assert outcome.defenders[0].goes == "rear"


@pytest.mark.rule("red_white", "melee-caught-cover", "melee-mod-defences", "melee-win-by-3")
def test_a_unit_caught_behind_its_trench_has_left_it() -> None:
    white = troops("white", cover="trench", full_move=inches(6))
    request = assault([RED], [white], gap=4, move=20, attacking=[lose(1)])
    record = rw.ruleset.resolve(request, dice=GivenDice([9, 1, 2])).record
    against = {step.id: step.value for _, step in record.walk() if isinstance(step, ModifierStep)}
    assert against == {"cover": -1, "falling_back_or_flank_or_rear": -2}  # the first of the morale test in the trench
    outcome = play(request, 9, 1, 2)  # 1 against 2 - 2: a margin of 1 beats it
    assert outcome.holder == "attacker"
    assert (left(outcome.defenders[0]), outcome.defenders[0].moved) == (6, inches(12))
    assert outcome.defenders[0].unit is not None
    assert outcome.defenders[0].unit.cover == "open"


@pytest.mark.rule("red_white", "melee-caught-cover")
def test_unless_the_caller_knows_what_it_is_caught_in() -> None:
    white = troops("white", cover="trench", full_move=inches(6))
    request = assault([RED], [white], gap=4, move=20, attacking=[lose(1)])
    in_houses = evolve(request, defenders=(evolve(request.defenders[0], caught_in="building"),))
    assert play(in_houses, 9, 2, 2).holder == "defender"  # 2 against 2 - 2 + 1: short of 3
    assert play(request, 9, 2, 2).holder == "attacker"


@pytest.mark.rule("red_white", "melee-caught-cover", "melee-mod-wire", "melee-mod-cavalry")
def test_wire_that_was_crossed_still_counts_and_cavalry_rides_down_what_left_its_trench() -> None:
    riders = troops("red", "cavalry", wire="intact")
    white = troops("white", cover="trench", full_move=inches(6))
    request = assault([riders], [white], gap=4, move=20, attacking=[lose(1)])
    record = rw.ruleset.resolve(request, dice=GivenDice([9, 3, 3])).record
    told = {step.id for _, step in record.walk() if isinstance(step, ModifierStep)}
    assert {"through_wire", "infantry_attacked_by_cavalry"} <= told


@pytest.mark.rule("red_white", "melee-morale-between")
def test_only_the_attackers_that_are_left_catch_anybody() -> None:
    white = troops("white", full_move=inches(6))
    request = rw.AssaultRequest(
        attackers=(
            rw.Charger(unit=troops("red", "cavalry"), charger_move=inches(20)),
            rw.Charger(unit=RED, charger_move=inches(9)),
        ),
        defenders=(rw.Charged(unit=white, gap=inches(4)),),
        defensive_fire=(lose(1, 1),),
        attacking_fire=(lose(1),),
    )
    assert play(request, 7, 8, 4, 4).ended == "melee"  # the cavalry passes and reaches 10 inches
    assert play(request, 8, 8).ended == "position_falls"  # it fails, and the infantry reaches only 9


@pytest.mark.rule("red_white", "melee-morale-between")
def test_where_both_sides_fail_nobody_holds_the_position() -> None:
    outcome = play(assault([RED], [WHITE], defensive=[lose(1)], attacking=[lose(1)]), 8, 8)
    assert (outcome.ended, outcome.holder) == ("attackers_gone", "nobody")


@pytest.mark.rule("red_white", "p1-movement", "melee-morale-between")
def test_a_full_move_that_decides_is_asked_for_before_any_die() -> None:
    request = assault([RED], [WHITE], gap=4, move=20, attacking=[lose(1)])
    with pytest.raises(rw.MissingProfileError, match="p1-movement") as caught:
        play(request)
    assert caught.value.field == "move.infantry"
    profile = rw.PartOneProfile(source="a test", moves=(TypeMove(type="infantry", full_move=inches(6)),))
    assert play(request, 8, 4, 4, profile=profile).defenders[0].moved == inches(12)  # caught, tied, beaten: no
    assert play(assault([RED], [WHITE], gap=4, move=4, attacking=[lose(1)]), 8).ended == "position_falls"


# ---------------------------------------------------------------- fright and withdrawal


@pytest.mark.rule("red_white", "fright-cavalry", "melee-withdraw-caught", "melee-sequence")
def test_cavalry_flees_from_a_tank_before_anybody_fires() -> None:
    riders = troops("white", "cavalry", full_move=inches(12))
    request = assault([vehicle()], [riders], gap=2, move=8, defensive=[lose(1, by=1)], attacking=[lose(3, by=1)])
    outcome = play(request)
    assert (outcome.ended, outcome.holder) == ("no_contact", "nobody")
    assert (left(outcome.defenders[0]), outcome.defenders[0].moved) == (8, inches(12))
    assert outcome.defenders[0].unit is not None
    assert outcome.defenders[0].unit.falling_back


@pytest.mark.rule("red_white", "fright-limits", "fright-artillery", "melee-mod-falling-flank", "melee-caught-cover")
def test_artillery_caught_in_flight_fights_at_minus_four() -> None:
    guns = troops("white", "artillery", full_move=inches(6), cover="trench", starting_stands=8)
    request = assault([vehicle()], [guns], gap=2, move=8)
    record = rw.ruleset.resolve(request, dice=GivenDice([5, 1, 4])).record
    assert [step.value for _, step in record.walk() if isinstance(step, ModifierStep)] == [-2, -2]
    assert play(request, 5, 1, 4).holder == "attacker"  # 1 against 4 - 4
    assert play(request, 4, 1, 4).holder == "defender"  # it stood by its guns, in its trench


@pytest.mark.rule("red_white", "fright-cavalry", "melee-withdraw-caught")
def test_distances_that_decide_are_asked_for_before_any_die() -> None:
    riders = troops("white", "cavalry", full_move=inches(12))
    with pytest.raises(NeedsRuling, match="melee-withdraw-caught"):
        play(assault([vehicle()], [riders], gap=2))
    with pytest.raises(rw.MissingProfileError, match="p1-movement"):
        play(assault([vehicle()], [evolve(riders, full_move=None)], gap=2, move=8))
    with pytest.raises(NeedsRuling, match="melee-withdraw-caught"):
        play(assault([RED], [riders], move=8), choices={"withdraw": yes})


@pytest.mark.rule("red_white", "melee-withdraw-who", "melee-withdraw-pass", "melee-withdraw-caught")
def test_cavalry_withdraws_only_if_its_owner_will() -> None:
    riders = troops("white", "cavalry", full_move=inches(12), cover="cover")
    request = assault([RED], [riders], gap=6, move=17)
    assert play(request, 3, 3).ended == "melee"
    outcome = play(request, 8, choices={"withdraw": yes})
    assert (outcome.ended, outcome.defenders[0].goes, outcome.defenders[0].moved) == ("no_contact", "away", inches(12))
    caught = play(assault([RED], [riders], gap=6, move=18), 8, 3, 4, choices={"withdraw": yes})
    assert (caught.ended, caught.holder) == ("melee", "defender")
    assert caught.defenders[0].unit is not None
    assert (caught.defenders[0].unit.falling_back, caught.defenders[0].unit.cover) == (False, "open")


@pytest.mark.rule("red_white", "melee-withdraw-fail", "melee-withdraw-caught", "opt-withdraw-failed")
def test_cavalry_that_fails_to_withdraw_and_is_caught_fights_falling_back() -> None:
    riders = troops("white", "cavalry", stands=6, starting_stands=6, full_move=inches(12))
    request = assault([RED], [riders], gap=6, move=18)
    assert play(request, 7, 1, 2, choices={"withdraw": yes}).holder == "attacker"  # 1 against 2 - 2
    stood = play(request, 7, 1, 2, choices={"withdraw": yes}, withdraw_failed="may_stand")
    assert (stood.holder, stood.defenders[0].goes, stood.defenders[0].moved) == ("defender", "stays", inches(0))


@pytest.mark.rule("red_white", "melee-withdraw-who", "fright-cavalry")
def test_infantry_and_cavalry_before_a_tank_are_not_asked() -> None:
    asked: list[str] = []

    def note(unit: rw.Unit, alternatives: Any) -> bool:
        asked.append(unit.type)
        return False

    riders = troops("white", "cavalry", full_move=inches(12))
    car = vehicle("armoured_car", "white", full_move=inches(12))
    play(assault([vehicle()], [WHITE, riders, car], gap=2, move=8), 6, 1, choices={"withdraw": note})
    assert asked == ["armoured_car"]


@pytest.mark.rule("red_white", "melee-defensive-fire", "melee-tank-no-loss")
@pytest.mark.parametrize("hits", [0, 3])
def test_what_vehicles_lose_to_fire_are_hits(hits: int) -> None:
    request = assault([vehicle(hits=hits)], [WHITE], defensive=[lose(2, weapon="artillery")])
    hit = play(request, 1, 6, 1).attackers[0].unit
    assert hit is not None
    assert (hit.hits, hit.stands) == (hits + 2, None)
