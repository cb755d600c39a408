"""Cards and units of Red Actions, on which the tests of every chapter build."""

from __future__ import annotations

from typing import Any

from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches


def bare_card(arm: Any = "rifle", **changes: Any) -> ra.TroopCard:
    """A card with nothing but what every card has."""
    fields: dict[str, Any] = {"id": "one", "name": "One", "arm": arm, "speed": inches(6)}
    return ra.TroopCard(**{**fields, **changes})


def card(arm: Any = "rifle", **changes: Any) -> ra.TroopCard:
    """A card with the numbers of all four morale tests."""
    fields: dict[str, Any] = {"id": "c", "name": "Troops", "charge": 5, "fear": 7, "serious": 6, "rally": 8}
    return bare_card(arm, **{**fields, **changes})


def unit(of: Any = None, **changes: Any) -> ra.Unit:
    """A red unit of four bases, or as many as its arm allows, with a card or with a bare card of an arm."""
    troops = card() if of is None else bare_card(of) if isinstance(of, str) else of
    fields: dict[str, Any] = {"name": "A", "side": "red", "card": troops, "bases": min(4, troops.most_bases)}
    return ra.Unit(**{**fields, **changes})
