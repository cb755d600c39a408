"""Destruction checks of the vehicles that took part in an assault."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import Cites
from rcw_rules.orel.definitions import called, note_values, told_loss
from rcw_rules.orel.model import Unit, enemy_of, keys_of, listed, wrong_places, wrong_sides
from rcw_rules.orel.options import Options

HIT_AT_MOST = 1  # 9-destruction-check


@frozen(kw_only=True)
class UnderFire:
    """What the owner of vehicles sees when deciding which of them check.

    Attributes:
        vehicles: The owner's vehicles that took part.
        steps_lost: The steps that their side lost.
    """

    vehicles: tuple[Unit, ...]
    steps_lost: int


VEHICLES_CHECKED: Choice[UnderFire, tuple[str, ...]] = Choice(
    "vehicles_checked",
    rule="9-destruction-option",
    who="owner",
    about="Which vehicles, by key, check for destruction? With the option vehicle_checks_capped no more check than "
    "steps were lost. Default: the first listed.",
    default=lambda under_fire, alternatives: alternatives[0],
    unit=lambda under_fire: keys_of(under_fire.vehicles),
    side=lambda under_fire: under_fire.vehicles[0].side,
)


@frozen(kw_only=True)
class VehicleCheckOutcome:
    """What became of vehicles after an assault.

    Attributes:
        vehicles: Those that are left, a damaged heavy train with a step less: the attacker's first, in listed order.
        destroyed: The keys of those that are gone.
    """

    vehicles: tuple[Unit, ...]
    destroyed: tuple[str, ...] = ()

    def summary(self, request: VehicleCheckRequest) -> str:
        """Return which vehicles are destroyed or damaged."""
        before = {unit.key: unit for unit in (*request.attackers, *request.defenders)}
        lost = {key: before[key].steps for key in self.destroyed}
        lost |= {unit.key: before[unit.key].steps - unit.steps for unit in self.vehicles}
        harmed = [f"{called(unit)} {told_loss(unit, lost[key])}" for key, unit in before.items() if lost[key]]
        return words.sentences(words.listed(harmed)) if harmed else "No vehicle is harmed."


@frozen(kw_only=True, cache_hash=True)
class VehicleCheckRequest(Request[VehicleCheckOutcome]):
    """The vehicles of one or both sides that took part in an assault and are still there.

    Attributes:
        attackers: The attacker's.
        defenders: The defender's.
        attacker_lost: The steps that the attacker lost in the assault, by surrender too.
        defender_lost: Those that the defender lost.
        attacker_guns: Whether the attacker had artillery, integrated artillery or an armoured train there or in
            support, none of it routed.
        defender_guns: Whether the defender had.
    """

    attackers: Annotated[tuple[Unit, ...], Size(0, 40)] = ()
    defenders: Annotated[tuple[Unit, ...], Size(0, 40)] = ()
    attacker_lost: Annotated[int, Range(0, 99, rule="9-destruction-check")] = 0
    defender_lost: Annotated[int, Range(0, 99, rule="9-destruction-check")] = 0
    attacker_guns: Annotated[bool, Cites("9-destruction-check")] = False
    defender_guns: Annotated[bool, Cites("9-destruction-check")] = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if not self.attackers and not self.defenders:
            yield Problem(".attackers", "there is no vehicle on either side", "9-destruction-check")
            return
        side = self.attackers[0].side if self.attackers else enemy_of(self.defenders[0].side)
        yield from wrong_sides("attackers", self.attackers, side)
        yield from wrong_sides("defenders", self.defenders, enemy_of(side))
        yield from wrong_places((*listed("attackers", self.attackers), *listed("defenders", self.defenders)))
        for name, units in (("attackers", self.attackers), ("defenders", self.defenders)):
            for number, unit in enumerate(units):
                if not unit.is_effective_vehicle:
                    message = f"{unit.key} did not fight: only effective vehicles check, trains in contact among them"
                    yield Problem(f".{name}[{number}]", message, "9-destruction-check")


def _example() -> VehicleCheckRequest:
    tank = Unit(key="Tanks", side="white", type="tank", strength=3)
    car = Unit(key="Cars", side="white", type="armoured_car", strength=2)
    return VehicleCheckRequest(attackers=(tank, car), attacker_lost=1, defender_guns=True)


@procedure(
    "orel.vehicle_check",
    title="Do vehicles survive the assault?",
    rules=("9-destruction-check",),
    example=_example,
)
def vehicle_check(request: VehicleCheckRequest, umpire: Umpire[Options]) -> VehicleCheckOutcome:
    """Throw a die for each vehicle, the attacker's first in listed order; on a 1 it loses a step.

    A side's vehicles check if it lost a step and the enemy had artillery or a train. With the option, only as many
    check as steps were lost. A heavy train is damaged by its first step and destroyed by its second.

    Rules: 9-destruction-check, 9-destruction-option, 1.1-vehicle-counters.
    """
    note_values(umpire, (*request.attackers, *request.defenders))
    left: list[Unit] = []
    destroyed: list[str] = []
    for vehicles, lost, guns in (
        (request.attackers, request.attacker_lost, request.defender_guns),
        (request.defenders, request.defender_lost, request.attacker_guns),
    ):
        checking = _who_checks(umpire, vehicles, lost) if lost and guns else ()
        for vehicle in vehicles:
            hit = vehicle.key in checking and umpire.roll(_HIT, f"destruction of {vehicle.key}", "9-destruction-check")
            if not hit:
                left.append(vehicle)
            elif vehicle.steps > 1:
                umpire.result("1.1-vehicle-counters", "{vehicle} is damaged", vehicle=vehicle.key)
                left.append(evolve(vehicle, steps=vehicle.steps - 1, steps_full=vehicle.full_steps))
            else:
                umpire.result("9-destruction-check", "{vehicle} is destroyed", vehicle=vehicle.key)
                destroyed.append(vehicle.key)
    return VehicleCheckOutcome(vehicles=tuple(left), destroyed=tuple(destroyed))


def _who_checks(umpire: Umpire[Options], vehicles: tuple[Unit, ...], lost: int) -> tuple[str, ...]:
    """Return the keys of the vehicles of a side that check.

    Rules: 9-destruction-option.
    """
    keys = tuple(vehicle.key for vehicle in vehicles)
    if lost >= len(keys):
        return keys
    umpire.ruling("vehicle_checks_capped")
    if not umpire.options.vehicle_checks_capped:
        return keys
    return umpire.choose(
        VEHICLES_CHECKED, tuple(combinations(keys, lost)), UnderFire(vehicles=vehicles, steps_lost=lost)
    )


_HIT = d6.check(at_most=HIT_AT_MOST)
