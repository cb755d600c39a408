"""Questions about units and armies."""

from __future__ import annotations

from typing import Any

from red_actions_units import bare_card

from rcw_rules import red_actions as ra


def muster(arm: Any = "rifle", bases: int = 4, **changes: Any) -> ra.Muster:
    fields: dict[str, Any] = {"name": "1st", "card": bare_card(arm), "bases": bases}
    return ra.Muster(**{**fields, **changes})


def field(*units: ra.Muster, in_play: bool = False, extras: Any = ()) -> ra.UnitLegalityRequest:
    return ra.UnitLegalityRequest(units=units or (muster(),), in_play=in_play, extras=extras)
