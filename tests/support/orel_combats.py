"""The two sides of a combat of Orel, for the tests of whole combats and combat phases: Reds attack 1010 from 1009."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rcw_rules import GivenDice, Resolution
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.kernel.record import ProcedureStep, ResultStep, Step

TARGET = "1010"
NORTH = "1009"  # of the target


def unit(key: str, side: Any = "red", place: str = NORTH, **changes: Any) -> game.Unit:
    """Return a battalion."""
    fields: dict[str, Any] = {
        "key": key, "side": side, "type": "infantry", "hex": place, "formation": side, "division": side, "tq": 5,
        "steps": 4, "strength": 5,
    }  # fmt: skip
    return game.Unit(**{**fields, **changes})


def white(key: str, **changes: Any) -> game.Unit:
    """Return a White battalion in the attacked hex."""
    return unit(key, "white", **{"place": TARGET, **changes})


def battery(key: str, side: Any = "red", place: str = NORTH, **changes: Any) -> game.Unit:
    """Return a battery."""
    fields = {"type": "artillery", "strength": None, "fire": 3, "steps": 2, "tq": 4, **changes}
    return unit(key, side, place, **fields)


def horse(key: str, side: Any = "red", place: str = NORTH, **changes: Any) -> game.Unit:
    """Return a cavalry regiment."""
    fields = {
        "type": "cavalry", "strength": None, "strength_dismounted": 2, "strength_charge": 4, "steps": 3, **changes,
    }  # fmt: skip
    return unit(key, side, place, **fields)


def vehicle(key: str, kind: str, side: Any = "red", place: str = NORTH, **changes: Any) -> game.Unit:
    """Return a vehicle of a kind."""
    figure = {"strength": None, "fire": 3} if "train" in kind else {"strength": 2}
    steps = 2 if kind == "armoured_train_heavy" else 1
    return unit(key, side, place, **{"type": kind, "tq": None, "steps": steps, **figure, **changes})


def ask(*defenders: game.Unit, **fields: Any) -> game.CombatRequest:
    """Return an attack of one Red battalion on these defenders."""
    return game.CombatRequest(**{"hex": TARGET, "attackers": (unit("R"),), "defenders": defenders, **fields})


CLEAR = HexMap(title="clear", grid=HexGrid(columns=32, rows=20))


def fight(request: game.CombatRequest, *faces: int, choices: Any = None) -> Resolution[game.CombatOutcome]:
    return game.ruleset.resolve(request, dice=GivenDice(faces), choices=choices)


def outcome(request: game.CombatRequest, *faces: int, choices: Any = None) -> game.CombatOutcome:
    return fight(request, *faces, choices=choices).outcome


def units(told: game.CombatOutcome) -> dict[str, game.Unit]:
    return {one.key: one for one in told.units}


def steps_of(resolution: Resolution[Any]) -> Iterator[Step]:
    def flat(steps: tuple[Step, ...]) -> Iterator[Step]:
        for step in steps:
            yield step
            if isinstance(step, ProcedureStep):
                yield from flat(step.steps)

    return flat(resolution.record.steps)


def strengths(resolution: Resolution[Any], rule: str) -> list[tuple[Any, Any]]:
    found = (step for step in steps_of(resolution) if isinstance(step, ResultStep) and step.rule == rule)
    return [(step.values["attacker"], step.values["defender"]) for step in found if "attacker" in step.values]


def yes(_situation: Any, _alternatives: Any) -> bool:
    return True
