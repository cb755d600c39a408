"""Units and depots of Orel that move, and how to ask for a move, for the tests of movement and reach."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap

GRID = HexGrid(columns=32, rows=20)
OPEN = HexMap(title="Open ground", grid=GRID)
FIGURES: dict[str, dict[str, Any]] = {
    "infantry": {"tq": 4, "steps": 4, "strength": 5, "mp": 5},
    "cavalry": {"tq": 4, "steps": 3, "strength_dismounted": 2, "strength_charge": 4, "mp": 8},
    "artillery": {"tq": 4, "steps": 2, "fire": 3, "mp": 5},
    "horse_artillery": {"tq": 4, "steps": 2, "fire": 3, "mp": 6},
    "tank": {"strength": 3, "mp": 4},
    "armoured_car": {"strength": 2, "mp": 7},
    "armoured_train_light": {"fire": 3},
    "armoured_train_heavy": {"fire": 4, "steps": 2},
}


def unit(kind: str = "infantry", place: str | None = "1010", key: str = "u", side: Any = "white", **more: Any) -> Any:
    return game.Unit(**{"key": key, "side": side, "type": kind, "hex": place, **FIGURES[kind], **more})


def convoi(place: str | None = "1010", key: str = "d", side: Any = "white", **more: Any) -> game.Depot:
    return game.Depot(**{"key": key, "side": side, "kind": "convoi", "capacity": 3, "hex": place, "mp": 5, **more})


def rail_depot(place: str, key: str = "d", side: Any = "white") -> game.Depot:
    return game.Depot(key=key, side=side, kind="rail_depot", capacity=5, hex=place)


def request(mover: Any, *path: str, board: HexMap | None = OPEN, **fields: Any) -> game.MovementRequest:
    who = {"unit": mover} if isinstance(mover, game.Unit) else {"depot": mover}
    return game.MovementRequest(**who, path=path, board=board, **fields)


def go(mover: Any, *path: str, **fields: Any) -> game.MovementOutcome:
    return game.ruleset.resolve(request(mover, *path, **fields), dice=GivenDice([])).outcome


def refused(mover: Any, *path: str, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        go(mover, *path, **fields)
    return [(objection.path, objection.rule) for objection in caught.value.verdict.objections]
