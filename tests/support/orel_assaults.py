"""Assaults of Orel for tests."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from orel_units import builder

from rcw_rules import GivenDice
from rcw_rules import orel as game
from rcw_rules.kernel.record import ModifierStep

TARGET, NORTH, NORTH_EAST, SOUTH, SOUTH_WEST = "1011", "1010", "1111", "1012", "0912"


unit = builder("infantry")


cavalry = builder("cavalry", steps=4, strength_dismounted=5, strength_charge=5)


battery = builder("artillery", fire=5)


car = builder("armoured_car", strength=1)


def train(key: str, *, heavy: bool = False, **changes: Any) -> game.Unit:
    kind = {"type": "armoured_train_heavy", "steps": 2} if heavy else {"type": "armoured_train_light", "steps": 1}
    return unit(key, **{"tq": None, "strength": None, "fire": 1, "in_contact": True, **kind, **changes})


def request(attackers: tuple[game.Unit, ...], defenders: tuple[game.Unit, ...], **fields: Any) -> game.AssaultRequest:
    whites = tuple(evolve(one, side="white") for one in defenders)
    return game.AssaultRequest(attackers=attackers, defenders=whites, **fields)


def two(total: int) -> tuple[int, int]:
    return (6, total - 6) if total > 7 else (1, total - 1)


def fight(asked: game.AssaultRequest, *faces: int, choices: Any = None) -> game.AssaultOutcome:
    return game.ruleset.resolve(asked, dice=GivenDice(faces), choices=choices).outcome


def results(outcome: game.AssaultOutcome) -> dict[str, str]:
    return {one.key: one.result for one in (*outcome.attackers, *outcome.defenders, *outcome.bystanders)}


def lost(outcome: game.AssaultOutcome) -> tuple[int, int]:
    return sum(one.steps_lost for one in outcome.attackers), sum(one.steps_lost for one in outcome.defenders)


def modifiers(asked: game.AssaultRequest) -> dict[str, Any]:
    record = game.ruleset.preview(asked).record
    return {step.id: step.value for _, step in record.walk() if isinstance(step, ModifierStep)}


def sized(ours: int, theirs: int, **fields: Any) -> game.AssaultRequest:
    """Return an assault of one unit against one, with no modifier."""
    return request((unit("a", steps=ours),), (unit("x", steps=theirs),), **fields)
