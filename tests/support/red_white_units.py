"""Units of Red & White at full strength."""

from __future__ import annotations

from typing import Any

from rcw_rules import red_white as rw


def troops(side: Any = "red", type_: Any = "infantry", **changes: Any) -> rw.Unit:
    """Return troops of 8 stands with a leader."""
    fields: dict[str, Any] = {
        "side": side, "type": type_, "has_leader": True, "starting_stands": 8, "stands": 8,
    }  # fmt: skip
    return rw.Unit(**{**fields, **changes})


def red(**changes: Any) -> rw.Unit:
    """Return Red infantry of 8 stands with a leader."""
    return troops(**{"side": "red", **changes})


def white(**changes: Any) -> rw.Unit:
    """Return White infantry of 8 stands with a leader."""
    return troops(**{"side": "white", **changes})


def vehicle(type_: Any = "tank", side: Any = "red", **changes: Any) -> rw.Unit:
    """Return a vehicle without hits."""
    return rw.Unit(**{"side": side, "type": type_, "has_leader": True, **changes})
