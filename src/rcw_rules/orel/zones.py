"""Zones of control: who exerts them, where they lie, and who negates them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal, TypeAlias

from rcw_rules.kernel.geometry.hexes import HexGrid, zones_of_control
from rcw_rules.orel.model import Side, Unit, enemy_of

ZocKind: TypeAlias = Literal["infantry", "cavalry", "artillery"]
"""What kind of unit exerts a zone of control; horse artillery is artillery."""

STEPS_TO_EXERT = 2  # 1.2-zoc-exert


def bears(unit: Unit) -> bool:
    """Whether a unit can have a zone of control and negate an enemy's: no vehicle, and not routed.

    Rules: 1.2-zoc-none, 1.2-zoc-negation.
    """
    return not unit.is_vehicle and unit.mode != "routed"


def exerting(units: Iterable[Unit], side: Side) -> Mapping[str, tuple[ZocKind, ...]]:
    """Return the hexes from which a side exerts zones of control, each with the kinds of unit that exert them.

    A hex exerts one if its combat units and artillery that are not routed have two steps together, in whatever mode.

    Rules: 1.2-zoc-exert, 1.2-zoc-none.
    """
    steps: dict[str, int] = {}
    kinds: dict[str, set[ZocKind]] = {}
    for unit in units:
        if unit.side == side and unit.hex is not None and bears(unit):
            steps[unit.hex] = steps.get(unit.hex, 0) + unit.steps
            kinds.setdefault(unit.hex, set()).add(_kind(unit))
    return {place: tuple(sorted(kinds[place])) for place in sorted(steps) if steps[place] >= STEPS_TO_EXERT}


def negating(units: Iterable[Unit], side: Side) -> frozenset[str]:
    """Return the hexes in which a side negates enemy zones of control for supply lines, retreats and routs.

    Rules: 1.2-zoc-negation.
    """
    return frozenset(unit.hex for unit in units if unit.side == side and unit.hex is not None and bears(unit))


def occupied(units: Iterable[Unit], side: Side) -> frozenset[str]:
    """Return the hexes that hold any unit of a side."""
    return frozenset(unit.hex for unit in units if unit.side == side and unit.hex is not None)


def enemy_zones(
    units: Collection[Unit], side: Side, grid: HexGrid, *, negated: Collection[str] = ()
) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes in enemy zones of control, each with the hexes that exert them.

    Args:
        units: The units of both sides.
        side: Whose enemies exert the zones.
        grid: The hexes of the board.
        negated: The hexes in which friendly units negate the zones: `negating`, or for movement those of units that
            stay where they are.

    Rules: 1.2-zoc-exert, 1.2-zoc-negation, 7.1.3-negation.
    """
    zones = zones_of_control(grid, exerting(units, enemy_of(side)))
    return {place: by for place, by in zones.items() if place not in negated}


def kinds_in(
    zones: Mapping[str, tuple[str, ...]], place: str, by: Mapping[str, tuple[ZocKind, ...]]
) -> tuple[ZocKind, ...]:
    """Return the kinds of unit whose zones of control a hex is in, each once, in alphabetical order.

    Args:
        zones: The zones, as `enemy_zones` returns them.
        place: The hex.
        by: The exerting hexes with their kinds, as `exerting` returns them.

    Rules: 8.5.1a-zoc.
    """
    return tuple(sorted({kind for source in zones.get(place, ()) for kind in by[source]}))


def _kind(unit: Unit) -> ZocKind:
    if unit.type == "infantry":
        return "infantry"
    return "cavalry" if unit.type == "cavalry" else "artillery"
