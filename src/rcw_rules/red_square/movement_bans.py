"""Who may not move at all, which enemies may not be overrun, and whom a ferry does not take."""

from __future__ import annotations

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.reports import Aspect
from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.red_square.field import Field
from rcw_rules.red_square.flight import FlightRequest, grounds_for
from rcw_rules.red_square.model import FIGURES, RINGS_THAT_DISABLE, Band, State, Unit
from rcw_rules.red_square.movement_actions import Action, Face, FerryAcross, Step, Wheel

_STATES: dict[State, tuple[str, str]] = {
    "hiding": ("act-hide", "a hiding unit does nothing until it has rallied"),
    "retreating": ("act-rally", "a retreating unit goes on until it has rallied"),
    "rallying": ("act-rally", "rallying takes the whole turn"),
    "off_table": ("act-exit-table", "it is off the table and must rally and draw a red card to return"),
}


def ban_on(field: Field, unit: Unit, first: Action, band: Band) -> Objection | None:
    """Return why a unit may do nothing of a move, None if it may; an MG company may turn whatever its score.

    Rules: move-who, act-table, formations-sequence, at-results, move-unbog, turn-6-spades-breakdown, fire-10-fate.
    """
    return _place(unit) or _state(unit) or _wreck(unit) or _score(unit, first, band)


def _place(unit: Unit) -> Objection | None:
    if unit.carried_by:
        message = f"it is aboard {unit.carried_by!r}, and must be unloaded first"
        return Objection(rule="train-5-carrying", message=message)
    if unit.kind == "train":
        return Objection(rule="train-3-movement", message="a train moves along its rails, by an activation of its own")
    if unit.kind == "horse_holders":
        message = "horse holders move with their regiment, as a part of its step"
        return Objection(rule="mounted-3-dismounted", message=message)
    return None


def _state(unit: Unit) -> Objection | None:
    """Return why the state of a unit keeps it from moving.

    Rules: act-hide, act-rally, act-exit-table.
    """
    if unit.state in _STATES:
        rule, message = _STATES[unit.state]
        return Objection(rule=rule, message=message)
    if not unit.bases or unit.square is None:
        return Objection(rule="bad-input", message="it is removed")
    if unit.this_turn.is_over or unit.this_turn.retreated:
        return Objection(rule="move-who", message="it acts no more in this turn")
    return None


def _wreck(unit: Unit) -> Objection | None:
    """Return why damage, mud or the fate of a figure keeps it from moving.

    Rules: turn-6-spades-breakdown, move-unbog, at-results, fire-10-fate.
    """
    if unit.broken_down:
        message = "it has broken down and starts again only on two red cards"
        return Objection(rule="turn-6-spades-breakdown", message=message)
    if unit.bogged:
        return Objection(rule="move-unbog", message="it is bogged; getting free takes the movement of an activation")
    if unit.is_pinned:
        return Objection(rule="at-results", message="a pinned tank neither moves nor fires")
    if unit.must_retreat:
        return Objection(rule="at-results", message="damaged as it is, it must retreat")
    if unit.pinned and unit.pinned == unit.bases:
        return Objection(rule="fire-10-fate", message="it is pinned until it is turned to the front again")
    return None


def _score(unit: Unit, first: Action, band: Band) -> Objection | None:
    """Return why a low score keeps a unit from moving.

    Rules: move-who, formations-sequence, terrain-water.
    """
    if unit.formation in ("firing_line", "defence") and isinstance(first, Step):
        name = "a firing line" if unit.formation == "firing_line" else "infantry in Defence"
        other = "; it may change to waves" if unit.formation == "firing_line" else ""
        return Objection(rule="move-who", message=f"{name} does not move{other}")
    if band in ("automatic", "2+") or isinstance(first, Face):
        return None
    if isinstance(first, FerryAcross):
        rule = "terrain-water"
    else:
        rule = "move-who" if isinstance(first, Step | Wheel) else "formations-sequence"
    return Objection(rule=rule, message=f"that needs a score of 2 or more, or none at all, not {band}")


def overrun_objection(field: Field, mover: Unit, origin: Square, square: Square) -> Objection | None:
    """Return why the enemies in a square may not be overrun from another, None if they may.

    Those who can fight decide it; MGs, figures and transport beside them share their fate. A disabled train is
    captured.

    Rules: move-overrun-flank, move-overrun-shaken, move-overrun-helpless, missing-infantry-melee, train-7-hits.
    """
    enemies = [
        enemy
        for enemy in field.at(square)
        if enemy.side != mover.side and not (enemy.kind == "train" and enemy.rings >= RINGS_THAT_DISABLE)
    ]
    helpers = ("mg", *FIGURES, "truck", "horse_holders")
    fighters = [enemy for enemy in enemies if enemy.kind not in helpers]
    for target in fighters or enemies:
        aspect: Aspect = field.board.grid.aspect(square, target.facing, origin)
        if target.formation == "defence" or target.is_vehicle_target or target.kind in FIGURES:
            aspect = "front"  # geo-aspect
        question = FlightRequest(
            target_kind=target.kind,
            target_formation=target.formation,
            target_state=target.state,
            aspect=aspect,
            cover=field.cover_of(target),
            accompanied=bool(fighters),
            mover_kind=mover.kind,
            mover_formation=mover.formation,
        )
        if grounds_for(question) is None:
            word = target.kind.replace("_", " ")
            rule = "missing-infantry-melee" if mover.kind == "infantry" else "move-overrun-flank"
            message = f"{target.name!r} in {square}, steady {word}, cannot be overrun from {origin}: it must first be "
            message += "broken by fire" if target.is_vehicle_target else "broken by fire or taken in flank in the open"
            return Objection(rule=rule, message=message)
    return None


def ferry_objection(field: Field, unit: Unit, origin: Square, to: Square) -> Objection | None:
    """Return why a ferry does not take a unit now, None if it does: it carries another, or took it in this turn.

    Rules: terrain-water.
    """
    for other in field.units:
        is_same = other.ferry_to is not None and {other.square, other.ferry_to} == {origin, to}
        if is_same and other.name != unit.name and other.ferry_turn >= field.turn - 1:
            return Objection(rule="terrain-water", message=f"the ferry carries one unit at a time, now {other.name!r}")
    if unit.ferry_to == to and unit.ferry_turn == field.turn:
        return Objection(rule="terrain-water", message="it is put across in the next turn")
    return None
