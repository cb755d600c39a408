"""Retreats of Orel for tests."""

from __future__ import annotations

from typing import Any

from orel_units import builder

from rcw_rules import GivenDice
from rcw_rules import orel as game

# Around 1110: 1109 north, 1209, 1210, 1111 south, 1010, 1009. Around 1010: 1009, 1110, 1111, 1011, 0911, 0910.


unit = builder("infantry", side="white", tq=5, strength=6)


def car(place: str | None, side: Any = "red", key: str = "") -> game.Unit:
    return game.Unit(key=key or f"car {place}", side=side, hex=place, type="armoured_car", strength=2)


def cars(*places: str, side: Any = "red") -> tuple[game.Unit, ...]:
    # Vehicles exert no zone of control: they bar hexes and do nothing else.
    return tuple(car(place, side) for place in places)


def back(*units: game.Unit, choices: Any = None, **fields: Any) -> game.RetreatOutcome:
    request = game.RetreatRequest(units=units, **fields)
    return game.ruleset.resolve(request, dice=GivenDice([]), choices=choices).outcome


def path(outcome: game.RetreatOutcome, way: int = 0) -> list[str | None]:
    return [step.hex for step in outcome.ways[way].steps]
