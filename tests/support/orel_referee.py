"""A slow referee of whole battles of Orel, written from the book alone: who may act, stacks, zones, supply, places.

It uses nothing of the library but the values of a state, the neighbours of a hex and what a hex costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rcw_rules import orel

ACTS = {"barrages", "supports", "combats", "recruitment", "movement"}
ANSWERS = {"answers", "defences"}
ZONE_MAKERS = ("infantry", "cavalry", "artillery", "horse_artillery")


def zones_against(state: orel.State, side: str) -> set[str]:
    """Return the hexes next to enemies of two steps or more; friends that stay take the zone out of their hex."""
    grid = state.battle.board.grid
    steps: dict[str, int] = {}
    for unit in state.units:
        if unit.side != side and unit.hex and unit.type in ZONE_MAKERS and unit.mode != "routed":
            steps[unit.hex] = steps.get(unit.hex, 0) + unit.steps
    zones = {near for place, count in steps.items() if count >= 2 for near in grid.neighbours(place)}
    stay = set(state.moves.stayed)
    friends = {
        unit.hex
        for unit in state.units
        if unit.key in stay and unit.side == side and unit.type in ZONE_MAKERS and unit.mode != "routed"
    }
    return zones - friends


def complaints(state: orel.State, actions: tuple[Any, ...]) -> Iterator[str]:
    """Yield what the book has against a state, or against an action that is listed in it."""
    yield from _wrong_places(state)
    yield from _wrong_actor(state, actions)
    if state.stage == "movement":
        for action in actions:
            yield from _wrong_move(state, action)


def _wrong_places(state: orel.State) -> Iterator[str]:
    holders: dict[str, set[str]] = {}
    stacks: dict[str, list[orel.Unit]] = {}
    rails = set(state.battle.board.rail_hexes())
    for thing in state.things:
        if thing.hex is not None:
            holders.setdefault(thing.hex, set()).add(thing.side)
    for unit in state.units:
        if unit.hex is None:
            continue
        if unit.type.startswith("armoured_train"):
            if unit.hex not in rails:
                yield f"{unit.key} is off the rails in {unit.hex}"
        elif unit.type not in ("tank", "armoured_car"):
            stacks.setdefault(unit.hex, []).append(unit)
        if unit.steps < 1 or unit.steps > unit.full_steps:
            yield f"{unit.key} has {unit.steps} steps"
        if unit.disorganised or unit.repulsed or unit.in_contact:
            yield f"{unit.key} keeps a marker of a combat"
    yield from (f"both sides are in {place}" for place, sides in holders.items() if len(sides) > 1)
    if state.stage in ("barrages", "supports", "fire", "answers", "defences", "combats", "end"):
        for place, units in stacks.items():
            if len(units) > 3 or sum(unit.points for unit in units) > 10:
                yield f"{place} holds too much"


def _wrong_actor(state: orel.State, actions: tuple[Any, ...]) -> Iterator[str]:
    to_act = orel.game.to_act(state)
    if state.stage in ACTS and to_act != state.moment.player:
        yield f"{to_act} acts in the turn of {state.moment.player}"
    if state.stage in ANSWERS and to_act in (None, state.moment.player):
        yield f"{to_act} answers itself"
    sides = {thing.key: thing.side for thing in state.things}
    for action in actions:
        key = getattr(action, "unit", None)
        if key is not None and sides.get(key) != to_act:
            yield f"{to_act} orders {key}"


def _wrong_move(state: orel.State, action: Any) -> Iterator[str]:
    unit = state.unit(getattr(action, "unit", ""))
    place = getattr(action, "place", None)
    if unit is None or unit.hex is None or place is None:
        return
    grid, enemy = state.battle.board.grid, "white" if unit.side == "red" else "red"
    enemies = {thing.hex for thing in state.things if thing.side == enemy and thing.hex}
    if place in enemies:
        yield f"{action}: enemies are there"
    if place != unit.hex:
        if unit.inactive or unit.broken_down:
            yield f"{action}: it may not move"
        if state.battle.area and place not in state.battle.area:
            yield f"{action}: out of the area"
        if any(zone.side == enemy and place in zone.hexes for zone in state.battle.entry_zones):
            yield f"{action}: an entry zone of the enemy"
        if unit.out_of_command and unit.key not in state.moves.checks and place in zones_against(state, unit.side):
            yield f"{action}: out of command into a zone"
        if unit.mode == "routed":
            fighters = [other.hex for other in state.units if other.side == enemy and other.hex and other.is_combat]
            if fighters and min(grid.distance(place, at) for at in fighters) <= min(
                grid.distance(unit.hex, at) for at in fighters
            ):
                yield f"{action}: routed, and no further away"
        if not unit.is_train and grid.distance(unit.hex, place) > (unit.mp or 0) + 2:
            yield f"{action}: too far"
    yield from _wrong_deed(state, action, unit, place, enemies)


def _wrong_deed(state: orel.State, action: Any, unit: orel.Unit, place: str, enemies: set[str]) -> Iterator[str]:
    grid = state.battle.board.grid
    target = getattr(action, "target", None)
    if action.kind == "assail":
        if target not in enemies or target not in grid.neighbours(place):
            yield f"{action}: no enemy next to it"
        if unit.is_artillery or unit.mode == "routed" or unit.inactive:
            yield f"{action}: it cannot attack"
        stays = place == unit.hex
        if (
            unit.out_of_command
            and unit.key not in state.moves.checks
            and stays
            and place in zones_against(state, unit.side)
        ):
            yield f"{action}: out of command, and no check passed"
    if getattr(action, "marching_day", False):
        near = {place, *grid.neighbours(place)}
        if unit.side == "red" or unit.is_vehicle or near & enemies:
            yield f"{action}: no Marching Day"


def supplied(state: orel.State, unit: orel.Unit, depot: orel.Depot, costs: Any) -> bool:
    """Whether a line of at most five points leads from a unit to a depot, found by trying every step five times over.

    Args:
        state: The state.
        unit: The unit.
        depot: The depot.
        costs: Returns what the step from a hex to a neighbour costs the unit; None for one it may not take.
    """
    grid = state.battle.board.grid
    enemies = {thing.hex for thing in state.things if thing.side != unit.side and thing.hex}
    friends = {
        other.hex
        for other in state.units
        if other.side == unit.side and other.type in ZONE_MAKERS and other.mode != "routed"
    }
    steps: dict[str, int] = {}
    for other in state.units:
        if other.side != unit.side and other.hex and other.type in ZONE_MAKERS and other.mode != "routed":
            steps[other.hex] = steps.get(other.hex, 0) + other.steps
    zones = {near for place, count in steps.items() if count >= 2 for near in grid.neighbours(place)} - friends
    paid = {unit.hex or "": 0}
    for _ in range(12):
        for place, so_far in tuple(paid.items()):
            for to in grid.neighbours(place):
                cost = costs(place, to)
                if cost is None or to in enemies or to in zones or so_far + cost > 5:
                    continue
                if so_far + cost < paid.get(to, 6):
                    paid[to] = so_far + cost
    return depot.hex in paid
