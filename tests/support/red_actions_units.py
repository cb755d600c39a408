"""Units of Red Actions with a card that has just what morale asks for."""

from __future__ import annotations

from typing import Any

from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches


def card(arm: Any = "rifle", **changes: Any) -> ra.TroopCard:
    fields: dict[str, Any] = {
        "id": "c", "name": "Troops", "arm": arm, "speed": inches(6), "fear": 7, "serious": 6, "rally": 8,
    }  # fmt: skip
    return ra.TroopCard(**{**fields, **changes})


def unit(troops: ra.TroopCard | None = None, **changes: Any) -> ra.Unit:
    troops = troops or card()
    fields: dict[str, Any] = {"name": "A", "side": "red", "card": troops, "bases": min(4, troops.most_bases)}
    return ra.Unit(**{**fields, **changes})
