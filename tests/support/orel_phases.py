"""Combat phases of Orel for tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rcw_rules import GivenDice, Resolution
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.kernel.record import ProcedureStep, ResultStep, Step
from rcw_rules.orel.supply import InRange, SupplyFacts

CLEAR = HexMap(title="clear", grid=HexGrid(columns=32, rows=20))


def convoi(key: str, side: Any, place: str, capacity: int = 3, **changes: Any) -> game.Depot:
    return game.Depot(key=key, side=side, kind="convoi", capacity=capacity, hex=place, **changes)


RED, WHITE = convoi("Red depot", "red", "1005"), convoi("White depot", "white", "1015")


def told(units: tuple[game.Unit, ...], *, functional: tuple[str, ...] = ("Red depot", "White depot")) -> SupplyFacts:
    ranges = tuple(
        InRange(depot=depot, units=tuple(one.key for one in units if one.side == side))
        for depot, side in (("Red depot", "red"), ("White depot", "white"))
    )
    return SupplyFacts(ranges=ranges, functional=functional)


def phase(*units: game.Unit, **fields: Any) -> game.CombatPhaseRequest:
    orders = game.Orders(**{key: fields.pop(key) for key in ("attacks", "barrages", "counterbattery") if key in fields})
    return game.CombatPhaseRequest(
        **{
            "side": "red",
            "units": units,
            "depots": (RED, WHITE),
            "orders": orders,
            "facts": told(units),
            **fields,
        }
    )


def attack(place: str, *units: str, **fields: Any) -> game.Attack:
    return game.Attack(hex=place, units=units, **fields)


def run(request: game.CombatPhaseRequest, *faces: int, choices: Any = None) -> Resolution[game.CombatPhaseOutcome]:
    calm = {"assault": lambda _s, _a: False}
    return game.ruleset.resolve(request, dice=GivenDice(faces), choices={**calm, **(choices or {})})


def play(request: game.CombatPhaseRequest, *faces: int, choices: Any = None) -> game.CombatPhaseOutcome:
    return run(request, *faces, choices=choices).outcome


def now(outcome: game.CombatPhaseOutcome) -> dict[str, game.Unit]:
    return {one.key: one for one in outcome.units}


def flat(steps: tuple[Step, ...]) -> Iterator[Step]:
    for step in steps:
        yield step
        if isinstance(step, ProcedureStep):
            yield from flat(step.steps)


def strengths(resolution: Resolution[Any]) -> list[tuple[Any, Any]]:
    found = (step for step in flat(resolution.record.steps) if isinstance(step, ResultStep))
    return [(s.values["attacker"], s.values["defender"]) for s in found if s.rule == "8.7.1-ratio" and s.values]
