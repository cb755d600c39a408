"""Barrages of Orel for tests."""

from __future__ import annotations

from typing import Any

from orel_units import builder

from rcw_rules import GivenDice
from rcw_rules import orel as game

battery = builder("artillery", key="guns", place="1512")


train = builder("armoured_train_light", key="train", place="1512")


def enemy(kind: str = "infantry", **changes: Any) -> game.Unit:
    """Return a White unit in 1413, two hexes from 1512."""
    fields: dict[str, Any] = {"key": "target", "side": "white", "type": kind, "hex": "1413"}
    if kind in ("infantry", "cavalry", "artillery", "horse_artillery"):
        fields |= {"tq": 4, "steps": 4}
    if kind in ("infantry", "tank", "armoured_car"):
        fields["strength"] = 5
    if kind == "cavalry":
        fields |= {"strength_dismounted": 2, "strength_charge": 5}
    if kind in ("artillery", "horse_artillery", "armoured_train_light", "armoured_train_heavy"):
        fields["fire"] = 3
    if kind == "armoured_train_heavy":
        fields["steps"] = 2
    return game.Unit(**{**fields, **changes})


def ask(
    aimed_at: game.Unit | None = None,
    *others: game.Unit,
    firer: game.Unit | None = None,
    terrains: tuple[Any, ...] = ("clear",),
    depots: tuple[game.Depot, ...] = (),
    distance: int | None = None,
    fired: Any = "none",
    **changes: Any,
) -> game.BarrageRequest:
    at = aimed_at or enemy()
    place = game.TargetHex(units=(at, *others), depots=depots, cover=game.Cover(terrains=terrains))
    shooter = game.Firer(unit=firer or battery(), distance=distance, fired=fired)
    return game.BarrageRequest(**{"firer": shooter, "target": at.key, "hex": place, **changes})


def shoot(faces: tuple[int, ...], request: game.BarrageRequest) -> game.BarrageOutcome:
    return game.ruleset.resolve(request, dice=GivenDice(faces)).outcome
