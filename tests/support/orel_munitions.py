"""Units, depots and actions of Orel that need munitions, for tests."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from orel_units import FIGURES

from rcw_rules import GivenDice
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexMap
from rcw_rules.orel.definitions import grid_in

OPEN = HexMap(title="Open ground", grid=grid_in(None))


def unit(key: str, kind: Any = "infantry", side: Any = "white", place: str | None = None, **changes: Any) -> game.Unit:
    return game.Unit(**{"key": key, "side": side, "type": kind, "hex": place, **FIGURES[kind], **changes})


def convoi(key: str = "c", capacity: int = 3, side: Any = "white", **changes: Any) -> game.Depot:
    return game.Depot(key=key, side=side, kind="convoi", capacity=capacity, **changes)


def act(kind: Any, *keys: str, **fields: Any) -> game.MunitionsAction:
    return game.MunitionsAction(type=kind, units=keys, **fields)


def told(**ranges: str) -> game.SupplyFacts:
    """Name the units in range of each depot, parted by spaces; all depots are functional and all trains linked."""
    return game.SupplyFacts(
        ranges=tuple(game.InRange(depot=depot, units=tuple(keys.split())) for depot, keys in ranges.items()),
        functional=tuple(ranges),
        linked=("train",),
    )


def ask(*actions: game.MunitionsAction, **fields: Any) -> game.MunitionsRequest:
    base: dict[str, Any] = {"side": "white", "units": (), "depots": (convoi(),), "actions": actions, "resupply": ()}
    return game.MunitionsRequest(**{**base, **fields})


def resolve(request: game.MunitionsRequest, choices: Any = None) -> game.MunitionsOutcome:
    outcome: game.MunitionsOutcome = game.ruleset.resolve(request, dice=GivenDice([]), choices=choices).outcome
    return outcome


def left(outcome: game.MunitionsOutcome) -> list[int]:
    return [points.left for points in outcome.points]


A, B, C = unit("a"), unit("b"), unit("c1")


GUN, GUN2 = unit("gun", "artillery"), unit("gun2", "artillery")


TRAIN, TANK, CAR = unit("train", "armoured_train_light"), unit("tank", "tank"), unit("car", "armoured_car")


ENEMY = unit("r", side="red")


def short(one: game.Unit) -> game.Unit:
    return evolve(one, unsupplied=True)


def order(key: str = "a", depot: str = "c") -> tuple[game.Resupply, ...]:
    return (game.Resupply(unit=key, depot=depot),)
