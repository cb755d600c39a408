"""What is printed on the counters of units of every type of Orel, for tests."""

from __future__ import annotations

from typing import Any

from rcw_rules import orel as game

INFANTRY: dict[str, Any] = {"key": "a", "side": "red", "type": "infantry", "tq": 4, "steps": 4, "strength": 5}


CAVALRY: dict[str, Any] = {
    "key": "c", "side": "red", "type": "cavalry", "tq": 5, "steps": 3, "strength_dismounted": 2, "strength_charge": 4,
}  # fmt: skip


BATTERY: dict[str, Any] = {"key": "b", "side": "red", "type": "artillery", "tq": 4, "steps": 2, "fire": 3}


TANK: dict[str, Any] = {"key": "t", "side": "white", "type": "tank", "strength": 2}


CAR: dict[str, Any] = {"key": "r", "side": "red", "type": "armoured_car", "strength": 2}


LIGHT: dict[str, Any] = {"key": "l", "side": "red", "type": "armoured_train_light", "fire": 3}


def unit(base: dict[str, Any], **changes: Any) -> game.Unit:
    return game.Unit(**{name: value for name, value in {**base, **changes}.items() if value != "absent"})
