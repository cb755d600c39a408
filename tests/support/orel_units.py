"""Units of Orel for tests, each kind with ordinary figures."""

from __future__ import annotations

from typing import Any, Protocol

from rcw_rules import orel as game

FIGURES: dict[str, dict[str, Any]] = {
    "infantry": {"tq": 4, "steps": 4, "strength": 5},
    "cavalry": {"tq": 4, "steps": 3, "strength_dismounted": 2, "strength_charge": 4},
    "artillery": {"tq": 4, "steps": 2, "fire": 3},
    "horse_artillery": {"tq": 4, "steps": 2, "fire": 3},
    "tank": {"strength": 2},
    "armoured_car": {"strength": 2},
    "armoured_train_light": {"fire": 3},
    "armoured_train_heavy": {"fire": 4, "steps": 2},
}


class Build(Protocol):
    """Builds units of one kind."""

    def __call__(self, key: str = ..., place: str | None = ..., side: str = ..., **changes: Any) -> game.Unit:
        """Return a unit with this key, in this hex, of this side, with these other fields."""
        ...


def builder(kind: str, *, key: str = "u", place: str | None = None, side: str = "red", **defaults: Any) -> Build:
    """Return a function that builds units of a kind, with these defaults in place of the ordinary figures."""
    at, of, named = place, side, key

    def build(key: str = named, place: str | None = at, side: str = of, **changes: Any) -> game.Unit:
        fields: dict[str, Any] = {"key": key, "side": side, "type": kind, "hex": place}
        return game.Unit(**{**fields, **FIGURES[kind], **defaults, **changes})

    return build
