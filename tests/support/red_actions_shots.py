"""Cards, units and shootings of Red Actions for tests of fire."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from attrs import evolve
from red_actions_units import bare_card

from rcw_rules import GivenDice, inches
from rcw_rules import red_actions as ra
from rcw_rules.kernel.record import RollStep

RULES = ra.ruleset


def card(arm: Any = "rifle", **changes: Any) -> ra.TroopCard:
    """A card that shoots, and tests fear and serious losses at 8."""
    fields: dict[str, Any] = {
        "id": "rifles", "name": "Rifles", "range": inches(16), "shooting_value": Fraction(1), "fear": 8, "serious": 8,
    }  # fmt: skip
    return bare_card(arm, **{**fields, **changes})


RIFLES = card()
SABRES = card(id="sabres", name="Sabres", arm="sabres", speed=inches(12))
MACHINE_GUNS = card(id="mgs", name="Machine Guns", arm="mg")
GUNS = card(id="guns", name="Guns", arm="gun", weapon_class="field_gun", range=inches(120))
TANK = card(id="tank", name="Tank", arm="tank", is_mg=True)
CAR = card(id="car", name="Armoured Car", arm="armoured_car", is_mg=True)
TACHANKAS = card(id="tachankas", name="Tachankas", arm="tachanka")
GENERAL = card(id="general", name="General", arm="officer", range=None, shooting_value=None, mounted=True)
CAPTAIN = ra.OfficerToken(id="captain", effect=1)
COLONEL = ra.OfficerToken(id="colonel", rank="colonel", effect=1)


def valued(troops: ra.TroopCard, value: int) -> ra.TroopCard:
    return evolve(troops, shooting_value=Fraction(value))


def unit(troops: ra.TroopCard = RIFLES, bases: int = 4, **changes: Any) -> ra.Unit:
    fields: dict[str, Any] = {"name": "Target", "side": "white"}
    return ra.Unit(card=troops, bases=bases, **{**fields, **changes})


def shot(
    target: ra.Unit | None = None, by: ra.TroopCard = RIFLES, total: int = 40, bases: int = 1, **changes: Any
) -> ra.ShootRequest:
    """A shooting in the open, at 4 inches, whose total before anything else is *total*."""
    shooter = ra.Unit(name="Shooter", side="red", card=evolve(by, shooting_value=Fraction(total, bases)), bases=bases)
    fields: dict[str, Any] = {"distance": inches(4)}
    return ra.ShootRequest(shooter=shooter, target=target or unit(), **{**fields, **changes})


def resolve(request: Any, *faces: int, choices: dict[str, Any] | None = None, **options: Any) -> Any:
    return RULES.with_options(**options).resolve(request, dice=GivenDice(faces), choices=choices)


def after(request: ra.ShootRequest, *faces: int, **options: Any) -> ra.Unit:
    found: ra.Unit = resolve(request, *faces, **options).outcome.target
    return found


def throws(resolution: Any) -> list[str]:
    """The rules of the throws, and of morale tests which."""
    steps = [step for _, step in resolution.record.walk() if isinstance(step, RollStep)]
    return [step.purpose.split("/")[-1] if step.rule == "mor-procedure" else step.rule for step in steps]


def exchange(first: ra.ShootRequest | None = None, **changes: Any) -> ra.ReturnFireRequest:
    first = first or shot(unit(valued(RIFLES, 10)), total=29)
    answer = ra.ShootRequest(shooter=first.target, target=first.shooter, distance=first.distance)
    return ra.ReturnFireRequest(first=first, answer=evolve(answer, **changes))
