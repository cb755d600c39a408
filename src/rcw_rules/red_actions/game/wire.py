"""Wire in a whole game: infantry halts in it and throws to get through, engineers cut a path, tanks crush it."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.geometry.table import (
    TOUCHING,
    Group,
    TerrainLine,
    gap_to_line,
)
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.aftermaths import settled
from rcw_rules.red_actions.game.altered import with_gap
from rcw_rules.red_actions.game.deeds import Done, acted, does_hesitate, has_moved, hesitated
from rcw_rules.red_actions.game.halting import in_wire_now
from rcw_rules.red_actions.game.notes import InWire
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.scene import BACK, Scene
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.game.tasks import Cross
from rcw_rules.red_actions.movement import CrossWireRequest
from rcw_rules.red_actions.options import Options

PATH_WIDTH = inches("1.5")
"""How wide the path is that engineers cut: one base of 30 mm, with a little room on both sides."""

_CREEP = inches("0.1")
_FARTHEST_BEHIND = inches(12)


def plan_cross(scene: Scene, action: Cross) -> tuple[CrossWireRequest, Group]:
    """Return the throw of a unit in wire, and where it stands if it gets through.

    Raises:
        IllegalRequestError: It is not in wire, or there is no room behind it.

    Rules: wire-infantry, wire-engineers.
    """
    state, unit = scene.state, scene.units[action.unit]
    note = in_wire_now(state, unit.name)
    if note is None:
        refuse("wire-infantry", f"{unit.name} has not halted in wire: move into it first")
    request = CrossWireRequest(
        arm=unit.card.arm,
        mounted=unit.card.mounted and unit.card.arm == "officer",
        engineers=unit.card.engineers,
        turns_in_wire=state.game.turn - note.turn,
    )
    scene.judge.declared(request).require()
    behind = _behind(state, scene.group_of(unit.name), note)
    if behind is None:
        refuse("wire-infantry", f"there is no room for {unit.name} on the far side of the wire")
    return request, behind


def parts_of(state: State, wire: str) -> tuple[TerrainLine, ...]:
    """Return what is left of a wire: it falls into parts where it is cut."""
    return tuple(one for one in state.table.lines if one.name.partition(", part ")[0] == wire and one.kind == "wire")


def _behind(state: State, group: Group, note: InWire) -> Group | None:
    """Return a unit behind the wire that its front touches, None if it has no room there."""
    facing = group.bases[0].facing
    parts = parts_of(state, note.wire)
    gone = group.bases[0].depth
    while gone <= _FARTHEST_BEHIND:
        there = group.moved(facing, gone)
        if all(gap_to_line(one.points, there) > TOUCHING for one in parts):
            return there if state.layout.is_free(there) else None
        gone += _CREEP
    return None


def cross(umpire: Umpire[Options], scene: Scene, action: Cross) -> Done:
    """Let a unit in wire throw to get through; it is its whole action.

    Rules: wire-infantry, wire-engineers, act-engineering, char-mob-hesitation.
    """
    request, behind = plan_cross(scene, action)
    state, unit = scene.state, scene.units[action.unit]
    note = in_wire_now(state, unit.name)
    if does_hesitate(umpire, scene, unit.name, "other"):
        return hesitated(state)
    outcome = umpire.resolve(request, f"{unit.name} in the wire")
    state = acted(state, unit)
    if not outcome.across or note is None:
        return state, True
    if outcome.path_cut:
        front = scene.group_of(unit.name)
        spot = front.front_rank[len(front.front_rank) // 2].at
        nearest = min(parts_of(state, note.wire), key=lambda one: gap_to_line(one.points, spot))
        state = evolve(state, ground=with_gap(state.table, nearest.name, spot, PATH_WIDTH))
    state = settled(state, behind, (behind.bases[0].facing + BACK).bearing)
    return has_moved(state, unit.name), True


__all__ = ["cross", "parts_of", "plan_cross"]
