"""Wire in a whole game: infantry halts in it and throws to get through, engineers cut a path, tanks crush it."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.geometry.table import (
    TOUCHING,
    Group,
    TerrainLine,
    bearing,
    formed_up,
    gap_to_line,
    middle_of,
    moved,
    point_along,
)
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.aftermaths import settled
from rcw_rules.red_actions.game.altered import along_line, with_gap
from rcw_rules.red_actions.game.deeds import Done, acted, does_hesitate, has_moved, hesitated
from rcw_rules.red_actions.game.halting import in_wire_now
from rcw_rules.red_actions.game.notes import InWire
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.scenario import length_of
from rcw_rules.red_actions.game.scene import BACK, Scene
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.game.tasks import Clear, Cross
from rcw_rules.red_actions.game.vehicles import after_move, mishap_of, with_mishap
from rcw_rules.red_actions.movement import (
    STRIP,
    CrossWireRequest,
    MoveBudgetRequest,
    Stretch,
    VehicleBreakdownRequest,
    mover_of,
)
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


# --- Going along wire -------------------------------------------------------------------------------------------------


def plan_clear(scene: Scene, action: Clear) -> tuple[CrossWireRequest, MoveBudgetRequest, TerrainLine, Group]:
    """Return the throws of a tank that goes along wire, its move, the wire, and where it ends.

    Raises:
        IllegalRequestError: It cannot.

    Rules: wire-tanks, tank-wire, tank-breakdown, tank-fire-when-stuck.
    """
    state, unit, group = scene.state, scene.units[action.unit], scene.group_of(action.unit)
    if unit.card.arm != "tank" or mishap_of(state, unit.name) is not None:
        refuse("wire-tanks", f"{unit.name} is no tank that can move")
    wire = next(
        (one for one in state.table.lines if one.kind == "wire" and gap_to_line(one.points, group) <= TOUCHING), None
    )
    if wire is None:
        refuse("wire-tanks", f"{unit.name} touches no wire: move into it first")
    request = CrossWireRequest(arm="tank", wire_device=unit.card.wire_device, along=action.along)
    scene.judge.declared(request).require()
    move = MoveBudgetRequest(mover=mover_of(unit), speed=unit.card.speed, path=(Stretch(length=action.along),))
    scene.judge.resolve(move, "way")
    begins = along_line(wire.points, middle_of(group))
    room = begins if action.back else length_of(wire.points) - begins
    if action.along > room or action.along <= inches(0):
        refuse("wire-tanks", f"the wire goes on for {room}: clear no more than that")
    end = begins - action.along if action.back else begins + action.along
    spot, before = point_along(wire.points, end), point_along(wire.points, begins)
    facing = bearing(before, spot)
    base = group.bases[0]
    there = formed_up(group, moved(spot, facing, Inches(thousandths=base.depth.thousandths // 2)), facing)
    if not scene.layout.without(unit.name).is_free(there):
        refuse("mov-interpenetration", f"there is no room for {unit.name} at the end of its way")
    return request, move, wire, there


def clear(umpire: Umpire[Options], scene: Scene, action: Clear) -> Done:
    """Let a tank go along wire: each whole strip of 4 inches may be crushed.

    Rules: wire-tanks, tank-wire, tank-breakdown.
    """
    request, move, wire, there = plan_clear(scene, action)
    state, unit = scene.state, scene.units[action.unit]
    begins = along_line(wire.points, middle_of(scene.group_of(unit.name)))
    outcome = umpire.resolve(request, f"{unit.name} in the wire")
    state = has_moved(acted(state, unit), unit.name)
    if outcome.stuck:
        return with_mishap(state, unit.name, "temporary"), True
    tests = umpire.resolve(VehicleBreakdownRequest(move=move), "way")
    for number, is_crushed in enumerate(outcome.strips_crushed):
        if not is_crushed:
            continue
        middle = Inches(thousandths=STRIP.thousandths * number + STRIP.thousandths // 2)
        spot = point_along(wire.points, begins - middle if action.back else begins + middle)
        part = min(parts_of(state, wire.name.partition(", part ")[0]), key=lambda one: gap_to_line(one.points, spot))
        state = evolve(state, ground=with_gap(state.table, part.name, spot, STRIP, "crushed_wire"))
    return after_move(state.with_group(there), unit.name, tests), True


__all__ = ["clear", "cross", "parts_of", "plan_clear", "plan_cross"]
