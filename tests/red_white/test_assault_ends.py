"""What the dice of an assault's edges leave behind: caught trains, caught runaways, who throws bombs and who bleeds."""

from __future__ import annotations

from typing import Any

import pytest
from red_white_units import troops

from rcw_rules import GivenDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ModifierStep


def charge(attacker: rw.Unit, *defenders: rw.Unit, **fields: Any) -> rw.AssaultRequest:
    return rw.AssaultRequest(
        attackers=(rw.Charger(unit=attacker, charger_move=inches(20)),),
        defenders=tuple(rw.Charged(unit=unit, gap=inches(4)) for unit in defenders),
        **fields,
    )


def play(request: rw.AssaultRequest, *faces: int) -> rw.AssaultOutcome:
    return rw.ruleset.resolve(request, dice=GivenDice(faces)).outcome


def against_defender(request: rw.AssaultRequest, *faces: int) -> set[str]:
    record = rw.ruleset.resolve(request, dice=GivenDice(faces)).record
    steps = [step for _, step in record.walk() if isinstance(step, ModifierStep)]
    return {step.id for step in steps if step.to == "defender's die"}


@pytest.mark.rule("red_white", "train-fail", "melee-withdraw-caught", "melee-caught-cover")
@pytest.mark.parametrize(("full_move", "ended"), [(16, "melee"), (17, "position_falls")])
def test_a_train_that_backs_off_is_caught_unmarked_if_the_charge_reaches_so_far(full_move: int, ended: str) -> None:
    train = rw.Unit(side="white", type="armoured_train", has_leader=True, full_move=inches(full_move))
    shot = rw.Shot(volley=rw.Volley(weapon="artillery", stands_lost=1), target=1)
    request = charge(troops(), train, attacking_fire=(shot,))
    faces = (8, 3, 3) if ended == "melee" else (8,)  # 8 less a hit: an 8 fails
    assert play(request, *faces).ended == ended
    assert against_defender(request, *faces) == ({"armoured_train"} if ended == "melee" else set())


@pytest.mark.rule("red_white", "suppress-fire", "cheka-second-failure", "melee-caught-cover", "melee-mod-falling-flank")
@pytest.mark.parametrize(("full_move", "ended"), [(8, "melee"), (9, "position_falls")])
def test_a_suppressed_firer_that_runs_twice_its_move_may_be_caught(full_move: int, ended: str) -> None:
    red = troops(suppressed=True, cheka=True, full_move=inches(full_move))
    shot = rw.Shot(volley=rw.Volley(weapon="small_arms", stands_lost=1), by=1, target=1)
    request = charge(troops("white"), red, defensive_fire=(shot,))
    faces = (8, 8, 3, 3) if ended == "melee" else (8, 8)
    outcome = play(request, *faces)
    assert (outcome.ended, outcome.attackers[0].unit) == (ended, troops("white", name="attacker 1"))
    assert ("falling_back_or_flank_or_rear" in against_defender(request, *faces)) is (ended == "melee")


@pytest.mark.rule("red_white", "petrol-after-win", "bad-sides")
def test_of_mixed_winners_only_the_infantry_throws() -> None:
    tank = rw.Unit(side="red", type="tank", has_leader=True, hits=7)
    guns = troops("white", "machine_gun", stands=2, starting_stands=2)
    rifles = troops("white", stands=1, starting_stands=1)
    # After the dice of the melee one test and one bomb.
    assert play(charge(tank, guns, rifles), 1, 6, 1, 7).attackers[0].unit is None


@pytest.mark.rule("red_white", "petrol-hit-effect", "petrol-d10", "gen-unit-state")
@pytest.mark.parametrize(
    ("bomb", "hits", "tank_bled", "stands", "infantry_bled"),
    [(7, 5, True, 2, False), (1, 4, False, 1, True), (3, 4, False, 2, False)],
)
def test_whoever_a_bomb_hurts_must_test_for_casualties(
    bomb: int, hits: int, tank_bled: bool, stands: int, infantry_bled: bool
) -> None:
    tank = rw.Unit(side="red", type="tank", has_leader=True, hits=4)
    outcome = play(charge(tank, troops("white", stands=2, starting_stands=2)), 1, 6, 1, bomb, 3)
    hit, thrower = outcome.attackers[0].unit, outcome.defenders[0].unit
    assert hit is not None
    assert thrower is not None
    assert (hit.hits, hit.casualties, thrower.stands, thrower.casualties) == (hits, tank_bled, stands, infantry_bled)
