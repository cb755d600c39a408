"""Moves that meet wire: infantry halts in it, and tanks crush it."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.geometry.table import Ahead, Group, Leg, MoveReport, Point, moved
from rcw_rules.kernel.lengths import Inches
from rcw_rules.red_actions.game.altered import with_gap
from rcw_rules.red_actions.game.notes import InWire
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.model import Unit
from rcw_rules.red_actions.movement import Barrier, mover_of
from rcw_rules.red_actions.positions import base_width


def in_wire_now(state: State, name: str) -> InWire | None:
    """Return the note of a unit that has halted in wire; None for others."""
    return next((one for one in state.wired if one.unit == name), None)


def halts_in_wire(unit: Unit) -> bool:
    """Return whether a unit may enter wire, and halts in it.

    Rules: wire-infantry, terrain-table.
    """
    return mover_of(unit).column == "infantry"


def first_wire(move: MoveReport) -> tuple[int, str, Inches] | None:
    """Return the first wire that a move comes to: the leg, its name, and how far along that leg; None without any."""
    for number, leg in enumerate(move.legs):
        for crossing in leg.crossings:
            if crossing.kind == "wire":
                return number, crossing.name, crossing.begins
    return None


def wired(state: State, name: str, wire: str) -> State:
    """Return the state in which a unit has halted in wire.

    Rules: wire-infantry.
    """
    note = InWire(unit=name, wire=wire.partition(", part ")[0], turn=state.game.turn)
    return evolve(state, wired=(*(one for one in state.wired if one.unit != name), note))


def crushed(state: State, move: MoveReport, path: tuple[object, ...], crushed_at: tuple[int, ...]) -> State:
    """Return the state in which a tank has crushed the wire that it crossed, as wide as its base.

    Args:
        state: The state.
        move: Its move, leg by leg.
        path: The path of that move, as `Scene.path_of` tells it.
        crushed_at: The places in that path where it came through wire.

    Rules: wire-tanks.
    """
    wires = [place for place, leg in enumerate(path) if isinstance(leg, Barrier) and leg.line == "wire"]
    crossings = [(leg, one) for leg in move.legs for one in leg.crossings if one.kind == "wire"]
    for place, (leg, crossing) in zip(wires, crossings, strict=False):
        if place not in crushed_at:
            continue
        spot = _front_at(leg.before, leg.leg, crossing.begins)
        state = evolve(state, ground=with_gap(state.table, crossing.name, spot, base_width(), "crushed_wire"))
    return state


def _front_at(group: Group, leg: Leg, gone: Inches) -> Point:
    base = group.bases[0]
    return moved(base.at, base.facing, gone) if isinstance(leg, Ahead) else base.at
