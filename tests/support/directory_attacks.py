"""Attacks of the two Directory games, built from kinds of counters."""

from __future__ import annotations

from typing import Any

from rcw_rules import directory as di

COMBAT = (
    "elite_cavalry", "regular_cavalry", "elite_tatchanka", "regular_tatchanka", "elite_infantry", "regular_infantry",
    "local_units",
)  # fmt: skip
SUPPLIES = ("mobile_base", "fixed_base", "supply_stockpile")
IMMOVABLE = ("fixed_base", "supply_stockpile")


def attacker(kind: Any, faction: Any = "bolsheviks", **changes: Any) -> di.Attacker:
    fields: dict[str, Any] = {
        "supply": "none", "terrain": "clear", "adjacent": True, "attacked_this_phase": False,
    }  # fmt: skip
    own = {key: changes.pop(key) for key in ("attack", "defence", "movement", "name") if key in changes}
    return di.Attacker(counter=di.Counter(type=kind, faction=faction, **own), **(fields | changes))


def defender(kind: Any, *, can_retreat: bool | None = None, faction: Any = "volunteers", **changes: Any) -> di.Defender:
    own = {key: changes.pop(key) for key in ("attack", "defence", "movement", "name") if key in changes}
    goes = kind not in IMMOVABLE if can_retreat is None else can_retreat
    fields: dict[str, Any] = {"supply": "none"} | changes
    return di.Defender(counter=di.Counter(type=kind, faction=faction, **own), can_retreat=goes, **fields)


def attack(attackers: Any, defenders: Any, **changes: Any) -> di.CombatRequest:
    fields: dict[str, Any] = {"side": "bolsheviks", "enemies": ("volunteers",)}
    return di.CombatRequest(attackers=tuple(attackers), defenders=tuple(defenders), **(fields | changes))


def numbers(listed: tuple[Any, ...]) -> list[int]:
    return [one.number for one in listed]
