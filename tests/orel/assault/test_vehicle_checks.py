"""Destruction checks: who throws, what a 1 does, and the option that spares some."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from orel_units import builder

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import orel as game

car = builder("armoured_car", side="white")


heavy = builder("armoured_train_heavy", side="white", in_contact=True)


TANK = car("T", type="tank")


def check(faces: tuple[int, ...], choices: Any = None, *, capped: bool = False, **fields: Any) -> tuple[Any, ...]:
    ruleset = game.ruleset.with_options(vehicle_checks_capped=capped)
    outcome = ruleset.resolve(game.VehicleCheckRequest(**fields), dice=GivenDice(faces), choices=choices).outcome
    return tuple((one.key, one.steps) for one in outcome.vehicles), outcome.destroyed


@pytest.mark.rule("orel", "9-destruction-check")
def test_each_vehicle_throws_and_falls_on_a_1() -> None:
    fields: dict[str, Any] = {"attackers": (TANK, car("C")), "attacker_lost": 1, "defender_guns": True}
    assert check((1, 2), **fields) == ((("C", 1),), ("T",))
    assert check((2, 1), **fields) == ((("T", 1),), ("C",))
    assert check((6, 6), **fields) == ((("T", 1), ("C", 1)), ())


@pytest.mark.rule("orel", "9-destruction-check")
@pytest.mark.parametrize(
    "fields",
    [
        {"attacker_lost": 0, "defender_guns": True},
        {"attacker_lost": 1, "defender_guns": False, "attacker_guns": True},
        {"attacker_lost": 0, "defender_lost": 2, "defender_guns": True, "attacker_guns": True},
    ],
)
def test_without_losses_or_enemy_guns_nobody_throws(fields: dict[str, Any]) -> None:
    assert check((), attackers=(TANK,), **fields) == ((("T", 1),), ())


@pytest.mark.rule("orel", "9-destruction-check", "1.1-vehicle-counters")
def test_a_heavy_train_is_damaged_first() -> None:
    fields: dict[str, Any] = {"defender_lost": 1, "attacker_guns": True}
    assert check((1,), defenders=(heavy("Z"),), **fields) == ((("Z", 1),), ())
    assert check((1,), defenders=(heavy("Z", steps=1, steps_full=2),), **fields) == ((), ("Z",))
    assert check((1,), defenders=(heavy("Z", type="armoured_train_light", steps=1),), **fields) == ((), ("Z",))
    asked = game.VehicleCheckRequest(defenders=(heavy("Z"),), **fields)
    (damaged,) = game.ruleset.resolve(asked, dice=GivenDice([1])).outcome.vehicles
    assert damaged.is_damaged


@pytest.mark.rule("orel", "9-destruction-check")
def test_the_attackers_vehicles_throw_first() -> None:
    fields: dict[str, Any] = {"attacker_lost": 1, "defender_lost": 1, "attacker_guns": True, "defender_guns": True}
    defenders = (car("R", side="red"),)
    assert check((1, 5), attackers=(TANK,), defenders=defenders, **fields) == ((("R", 1),), ("T",))
    assert check((5, 1), attackers=(TANK,), defenders=defenders, **fields) == ((("T", 1),), ("R",))


@pytest.mark.rule("orel", "9-destruction-option")
def test_with_the_option_only_as_many_check_as_steps_were_lost() -> None:
    fields: dict[str, Any] = {"attackers": (TANK, car("C")), "attacker_lost": 1, "defender_guns": True}
    assert check((1,), capped=True, **fields) == ((("C", 1),), ("T",))
    second = {"vehicles_checked": lambda under_fire, alternatives: alternatives[-1]}
    assert check((1,), second, capped=True, **fields) == ((("T", 1),), ("C",))
    assert check((1, 1), capped=True, **{**fields, "attacker_lost": 2}) == ((), ("T", "C"))

    def asked(under_fire: game.UnderFire, alternatives: tuple[Any, ...]) -> Any:
        assert (under_fire.steps_lost, alternatives) == (1, (("T",), ("C",)))
        return alternatives[0]

    check((3,), {"vehicles_checked": asked}, capped=True, **fields)


@pytest.mark.rule("orel", "9-destruction-option")
def test_the_option_is_told_only_where_it_matters() -> None:
    for steps, told in ((1, True), (2, False)):
        asked = game.VehicleCheckRequest(attackers=(TANK, car("C")), attacker_lost=steps, defender_guns=True)
        rules = game.ruleset.resolve(asked, dice=GivenDice([2, 2])).record.rules
        assert ("9-destruction-option" in rules) is told


@pytest.mark.rule("orel", "9-destruction-check")
def test_exact_odds_of_two_vehicles() -> None:
    asked = game.VehicleCheckRequest(attackers=(TANK, car("C")), attacker_lost=1, defender_guns=True)
    odds = game.ruleset.odds(asked)
    assert {outcome.destroyed: odds.probability(outcome) for outcome in odds.outcomes} == {
        (): Fraction(25, 36), ("T",): Fraction(5, 36), ("C",): Fraction(5, 36), ("T", "C"): Fraction(1, 36),
    }  # fmt: skip


@pytest.mark.rule("orel", "9-destruction-check", "X-bad-units")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({}, r"attackers"),
        ({"attackers": (heavy("Z", in_contact=False),)}, r"attackers\[0\]: Z did not fight"),
        ({"attackers": (car("C", unsupplied=True),)}, r"attackers\[0\]"),
        ({"attackers": (car("T", type="tank", broken_down=True),)}, r"attackers\[0\]"),
        ({"attackers": (TANK,), "defenders": (car("C"),)}, r"defenders\[0\]\.side"),
        ({"attackers": (TANK, TANK)}, r"attackers\[1\]\.key"),
        ({"attackers": (TANK,), "attacker_lost": -1}, r"attacker_lost"),
    ],
)
def test_malformed(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError, match=rf"\$\.{path}"):
        check((), **fields)
