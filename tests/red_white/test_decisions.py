"""Who decides, and for which unit, in every chapter that leaves decisions."""

from __future__ import annotations

from typing import Any

import pytest
from decisions_met import decided
from red_white_assaults import assault
from red_white_units import red, troops, vehicle, white

from rcw_rules import inches
from rcw_rules import red_white as rw

RIFLES = red(name="1st Rifles")
OFFICERS = white(name="Officers")
COSSACKS = troops("white", "cavalry", name="Cossacks", full_move=inches(12), edge_distance=inches(30))
TRAIN = vehicle("armoured_train", "white", name="Offitser", guards=2)


def melee(attackers: tuple[rw.Unit, ...], defenders: tuple[rw.Unit, ...]) -> rw.MeleeRequest:
    return rw.MeleeRequest(attackers=attackers, defenders=defenders)


def bombs(*tanks: rw.BombTarget) -> rw.PetrolBombsRequest:
    return rw.PetrolBombsRequest(situation="won_melee", unit=OFFICERS, tanks=tanks)


def volley(**fields: Any) -> rw.Shot:
    """Return a volley without a target."""
    return rw.Shot(volley=rw.Volley(weapon="small_arms", stands_lost=1), **fields)


def casualties(**fields: Any) -> rw.CasualtiesRequest:
    return rw.CasualtiesRequest(unit=white(name="Officers", **fields), count=1, source="melee")


CASES: list[Any] = [
    # Aircraft: the requests name neither side nor aircraft, but for the weapon.
    (rw.PatrolRequest(type="fighter", turn=1), (), "patrol", ("owner", "")),
    (rw.FlightMoveRequest(), (), "flight_dice", ("owner", "")),
    (
        rw.AntiAircraftRequest(weapons=(rw.GroundWeapon(kind="machine_gun", dice=1, nearest=inches(9), name="Maxim"),)),
        (),
        "ground_fire",
        ("owner", "Maxim"),
    ),
    (rw.AirSideRequest(white_ace=True), (), "ace_to_side", ("white", "")),
    # Charges: the defender withdraws, the firer picks a target.
    (assault([RIFLES], [COSSACKS], gap=6, move=12), (), "withdraw", ("white", "Cossacks")),
    (
        assault([RIFLES], [OFFICERS, white(name="Cadets")], attacking=[volley(by=1)]),
        (),
        "fire_target",
        ("red", "1st Rifles"),
    ),
    (
        assault([RIFLES, red(name="2nd Rifles")], [OFFICERS], defensive=[volley(by=1)]),
        (),
        "fire_target",
        ("white", "Officers"),
    ),
    (
        assault([RIFLES, red(name="2nd Rifles")], [OFFICERS], defensive=[volley()]),
        (),
        "fire_target",
        ("white", ""),
    ),
    # Petrol bombs.
    (bombs(rw.BombTarget()), (), "throw_bombs", ("white", "Officers")),
    (bombs(rw.BombTarget(), rw.BombTarget()), (1, 1), "bomb_target", ("white", "Officers")),
    # Melee: 1 against 6 costs the attacker 5 stands or, of trains, a hit or a guard.
    (melee((RIFLES, red()), (OFFICERS,)), (1, 6), "allocate_loss", ("red", "1st Rifles, attacker 2")),
    (melee((RIFLES,), (OFFICERS, white(stands=2))), (6, 1), "allocate_loss", ("white", "Officers, defender 2")),
    (melee((RIFLES,), (TRAIN,)), (6, 1), "lose_guard", ("white", "Offitser")),
    # The enemy decides whether a leader or a priest dies: the unit that lost a stand is White.
    (casualties(heroic=True), (10,), "kill_leader", ("red", "Officers")),
    (casualties(priest=True), (10,), "kill_priest", ("red", "Officers")),
    (rw.CasualtiesRequest(unit=red(heroic=True), count=1, source="fire"), (10,), "kill_leader", ("white", "infantry")),
    # Only Red has Cheka, so that even a request without a side tells who decides.
    (rw.MoraleTestRequest(unit=red(name="1st Rifles", cheka=True)), (10,), "liquidate", ("red", "1st Rifles")),
    (rw.ActivationRequest(base=6, stands=7, cheka=True), (10,), "liquidate", ("red", "")),
    (rw.ActivationRequest(base=6, type="infantry", stands=7, cheka=True), (10,), "liquidate", ("red", "infantry")),
]


@pytest.mark.parametrize(("request_", "faces", "choice", "expected"), CASES)
def test_who_decides_and_for_which_unit(request_: Any, faces: tuple[int, ...], choice: str, expected: Any) -> None:
    assert decided(rw.ruleset, request_, *faces)[choice] == expected


@pytest.mark.rule("red_white", "opt-withdraw-failed")
def test_the_owner_of_a_unit_that_failed_to_withdraw_decides_whether_it_stands() -> None:
    ruleset = rw.ruleset.with_options(withdraw_failed="may_stand")
    request = rw.WithdrawRequest(unit=COSSACKS, gap=inches(6), charger_move=inches(12))
    assert decided(ruleset, request, 10) == {"stand_after_failure": ("white", "Cossacks")}


@pytest.mark.rule("red_white", "p1-facing")
def test_both_players_judge_a_flank() -> None:
    request = rw.ruleset.procedure("red_white.flank_or_rear").example
    assert request is not None
    assert decided(rw.ruleset, request)["in_flank_or_rear"] == ("players", "")
