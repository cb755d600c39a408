"""Formations of Orel and their checks of command, for tests."""

from __future__ import annotations

from typing import Any

from rcw_rules import GivenDice, orel
from rcw_rules.orel.scenarios import order_of_battle

ORDER = order_of_battle()


FIGURES: dict[str, dict[str, Any]] = {
    "infantry": {"tq": 4, "steps": 3, "strength": 4},
    "cavalry": {"tq": 4, "steps": 2, "strength_dismounted": 2, "strength_charge": 3},
    "artillery": {"tq": 4, "fire": 4},
    "horse_artillery": {"tq": 4, "fire": 3},
    "armoured_car": {"strength": 2},
}


def unit(key: str, place: str | None, formation: str = "F", type: str = "infantry", **fields: Any) -> orel.Unit:  # noqa: A002
    given_fields: dict[str, Any] = {"key": key, "side": "white", "type": type, "hex": place, "formation": formation}
    return orel.Unit(**{**given_fields, **FIGURES[type], **fields})


def red(key: str, place: str | None, formation: str = "F", type: str = "infantry", **fields: Any) -> orel.Unit:  # noqa: A002
    return unit(key, place, formation, type, side="red", **fields)


def check(
    *units: orel.Unit, side: Any = "white", day: Any = 15, choices: dict[str, Any] | None = None, **fields: Any
) -> orel.CommandOutcome:
    request = orel.CommandRequest(side=side, day=day, units=units, **fields)
    return orel.ruleset.resolve(request, dice=GivenDice(()), choices=choices).outcome


def bodies(outcome: orel.CommandOutcome) -> list[tuple[str, ...]]:
    return [body.units for body in outcome.main_bodies]


def rules_of(*units: orel.Unit, side: Any = "white", day: Any = 15, **fields: Any) -> list[str]:
    request = orel.CommandRequest(side=side, day=day, units=units, **fields)
    record = orel.ruleset.resolve(request, dice=GivenDice(())).record
    return [step.rule for step in record.steps][1:]
