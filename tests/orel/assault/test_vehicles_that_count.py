"""Vehicles in a combat: a damaged heavy train counts like a whole one, and several vehicles count once."""

from __future__ import annotations

import pytest
from attrs import evolve
from orel_units import builder

from rcw_rules import orel as game
from rcw_rules.kernel.record import ModifierStep

unit, tank, car = builder("infantry"), builder("tank"), builder("armoured_car")
heavy = builder("armoured_train_heavy", in_contact=True)
# 20 and what two vehicles add, 4 at most, against 5 is 4:1 in every assault.
STRONG, WEAK = unit("a", strength=20), unit("x", side="white")
WHOLE, DAMAGED = heavy("z"), heavy("z", steps=1, steps_full=2)


def of_assault(attackers: tuple[game.Unit, ...], defenders: tuple[game.Unit, ...]) -> list[tuple[str, object]]:
    record = game.ruleset.preview(game.AssaultRequest(attackers=attackers, defenders=defenders)).record
    return sorted((step.id, step.value) for _, step in record.walk() if isinstance(step, ModifierStep))


def of_cohesion(attackers: tuple[game.Unit, ...], defenders: tuple[game.Unit, ...]) -> list[tuple[str, str, object]]:
    record = game.ruleset.preview(game.CohesionRequest(attackers=attackers, defenders=defenders)).record
    found = [(step.to, step.id, step.value) for _, step in record.walk() if isinstance(step, ModifierStep)]
    return sorted(one for one in found if "vehicle" in one[1])


OF_ONE_VEHICLE = [("cohesion die of a", "friendly_vehicle", -1), ("defender's cohesion die", "enemy_vehicle", 1)]
OF_ONE_DEFENDING = [("attacker's cohesion die", "enemy_vehicle", 1), ("cohesion die of x", "friendly_vehicle", -1)]


@pytest.mark.rule("orel", "9.1.2-support", "1.1-vehicle-counters", "8.7.1-vehicle")
@pytest.mark.parametrize("train", [WHOLE, DAMAGED], ids=["whole", "damaged"])
def test_a_damaged_heavy_train_in_contact_still_counts(train: game.Unit) -> None:
    assert ("heavy_train_attacking", 1) in of_assault((STRONG, train), (WEAK,))
    assert of_cohesion((STRONG, train), (WEAK,)) == OF_ONE_VEHICLE
    theirs = evolve(train, side="white")
    assert ("heavy_train_defending", -1) in of_assault((STRONG,), (WEAK, theirs))
    assert of_cohesion((STRONG,), (WEAK, theirs)) == OF_ONE_DEFENDING


@pytest.mark.rule("orel", "9.2.2-combat", "8.7.1-vehicle")
def test_two_tanks_count_once() -> None:
    alone = of_assault((STRONG,), (WEAK,))
    one, two = (tank("t"),), (tank("t"), tank("u"))
    assert of_assault((STRONG, *one), (WEAK,)) == sorted([*alone, ("tank_attacking", 1)])
    assert of_assault((STRONG, *two), (WEAK,)) == sorted([*alone, ("tank_attacking", 1)])
    assert of_cohesion((STRONG, *one), (WEAK,)) == of_cohesion((STRONG, *two), (WEAK,)) == OF_ONE_VEHICLE
    defending = tuple(evolve(each, side="white") for each in two)
    assert of_cohesion((STRONG,), (WEAK, *defending)) == OF_ONE_DEFENDING


@pytest.mark.rule("orel", "9.1.2-support", "9.3-armoured-cars", "8.7.1-vehicle")
def test_two_heavy_trains_and_two_cars_count_once() -> None:
    both = (WHOLE, evolve(DAMAGED, key="y"))
    assert [one for one in of_assault((STRONG, *both), (WEAK,)) if "train" in one[0]] == [("heavy_train_attacking", 1)]
    assert of_cohesion((STRONG, car("r"), car("s")), (WEAK,)) == OF_ONE_VEHICLE
