"""Units and depots of Orel that move, and how to ask for a move, for the tests of movement and reach."""

from __future__ import annotations

from typing import Any

import pytest
from orel_units import FIGURES

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap

GRID = HexGrid(columns=32, rows=20)
OPEN = HexMap(title="Open ground", grid=GRID)
ALLOWANCES = {
    "infantry": 5, "cavalry": 8, "artillery": 5, "horse_artillery": 6, "tank": 4, "armoured_car": 7,
    "armoured_train_light": None, "armoured_train_heavy": None,
}  # fmt: skip


def unit(kind: str = "infantry", place: str | None = "1010", key: str = "u", side: Any = "white", **more: Any) -> Any:
    return game.Unit(
        **{"key": key, "side": side, "type": kind, "hex": place, **FIGURES[kind], "mp": ALLOWANCES[kind], **more}
    )


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
