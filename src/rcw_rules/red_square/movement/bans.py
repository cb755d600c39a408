"""Bans on moving: units that may not move at all, and steps barred by enemies, wire, spades or busy ferries."""

from __future__ import annotations

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.kernel.words import in_words
from rcw_rules.red_square.ground import Field, where
from rcw_rules.red_square.model import GOOD_BANDS, STILL, WHEELED, Band, State, Unit
from rcw_rules.red_square.movement.actions import Action, Face, FerryAcross, MoveTerms, Step, Wheel
from rcw_rules.red_square.movement.fleeing import flight_request, grounds_for, overrun_in
from rcw_rules.red_square.movement.standing import in_squares
from rcw_rules.red_square.options import Options

_STATES: dict[State, tuple[str, str]] = {
    "hiding": ("act-hide", "a hiding unit does nothing until it has rallied"),
    "retreating": ("act-rally", "a retreating unit goes on until it has rallied"),
    "rallying": ("act-rally", "rallying takes the whole turn"),
    "off_table": ("act-exit-table", "it is off the table and must rally and draw a red card to return"),
}


def barred_from_moving(field: Field, unit: Unit, first: Action, band: Band) -> Objection | None:
    """Return why a unit may do nothing of a move, None if it may; an MG company may turn whatever its score.

    Rules: move-who, act-table, formations-sequence, at-results, move-unbog, turn-6-spades-breakdown, fire-10-fate.
    """
    return (
        _not_by_itself(unit) or _broken_or_done(unit) or _damaged_or_stuck(unit) or _scored_too_low(unit, first, band)
    )


def _not_by_itself(unit: Unit) -> Objection | None:
    if unit.carried_by:
        message = f"it is aboard {unit.carried_by!r}, and must be unloaded first"
        return Objection(rule="train-5-carrying", message=message)
    if unit.kind == "train":
        return Objection(rule="train-3-movement", message="a train moves along its rails, by an activation of its own")
    if unit.kind == "horse_holders":
        message = "horse holders move with their regiment, as a part of its step"
        return Objection(rule="mounted-3-dismounted", message=message)
    return None


def _broken_or_done(unit: Unit) -> Objection | None:
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


def _damaged_or_stuck(unit: Unit) -> Objection | None:
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


def _scored_too_low(unit: Unit, first: Action, band: Band) -> Objection | None:
    """Return why a low score keeps a unit from moving.

    Rules: move-who, formations-sequence, terrain-water.
    """
    if unit.formation in STILL and isinstance(first, Step):
        name = "a firing line" if unit.formation == "firing_line" else "infantry in Defence"
        other = "; it may change to waves" if unit.formation == "firing_line" else ""
        return Objection(rule="move-who", message=f"{name} does not move{other}")
    if band in GOOD_BANDS or isinstance(first, Face):
        return None
    if isinstance(first, FerryAcross):
        rule = "terrain-water"
    else:
        rule = "move-who" if isinstance(first, Step | Wheel) else "formations-sequence"
    return Objection(rule=rule, message=f"that needs a score of 2 or more, or an automatic activation, not {band}")


def not_to_be_overrun(field: Field, mover: Unit, square: Square) -> Objection | None:
    """Return why the enemies in a square may not be overrun from where the mover stands, None if they may.

    Rules: move-overrun-flank, move-overrun-shaken, move-overrun-helpless, missing-infantry-melee, train-7-hits.
    """
    for target in overrun_in(field, square):
        if grounds_for(flight_request(field, mover, target)) is None:
            word = in_words(target.kind)
            rule = "missing-infantry-melee" if mover.kind == "infantry" else "move-overrun-flank"
            how = "broken by fire" + ("" if target.is_vehicle_target else " or taken in flank in the open")
            message = f"{target.name!r}, steady {word}, is not overrun from {where(mover)} until {how}"
            return Objection(rule=rule, message=message)
    return None


def no_time_for_wire(unit: Unit, used: int) -> Objection | None:
    """Return why a unit may not take a whole turn to go through wire now, None if it may.

    Args:
        unit: The unit.
        used: The squares of its move that it has used in this activation.

    Rules: terrain-wire, terrain-wire-gap.
    """
    done = unit.this_turn
    if used or done.moved or done.fired or done.dug:
        message = "to go through the wire takes a whole turn; nothing else may be done in it"
        return Objection(rule="terrain-wire", message=message)
    return None


def halted_by_spade(unit: Unit, terms: MoveTerms) -> Objection | None:
    """Return why poor troops may not move, None if they may.

    Rules: turn-6-spades-poor, turn-6-commissar.
    """
    if unit.quality == "poor" and terms.suit == "S" and not terms.ignores_spades:
        message = "poor troops do not move on a SPADE; they may fire, dig in or change formation"
        return Objection(rule="turn-6-spades-poor", message=message)
    return None


def too_far_off_road(unit: Unit, off_road: int, terms: MoveTerms) -> Objection | None:
    """Return why wheels may not leave the road any more in this turn, None if they may.

    Args:
        unit: The unit.
        off_road: The squares that it has moved off road in this turn.
        terms: On what terms it moves.

    Rules: opt-wheeled-offroad.
    """
    most = terms.wheeled_offroad
    if unit.kind not in WHEELED or most >= Options().wheeled_offroad or off_road < most:
        return None
    message = f"with the option wheeled_offroad = {most} wheels leave the road for {in_squares(most)} in a turn"
    return Objection(rule="opt-wheeled-offroad", message=message)


def ferry_taken(field: Field, unit: Unit, origin: Square, to: Square, *, ferry_waits: bool) -> Objection | None:
    """Return why a ferry does not take a unit now, None if it does: it carries another, or took it in this turn.

    Rules: terrain-water, opt-ferry-waits.
    """
    for other in field.units:
        is_same = other.ferry_to is not None and {other.square, other.ferry_to} == {origin, to}
        is_due = ferry_waits or other.ferry_turn >= field.turn - 1
        if is_same and other.name != unit.name and is_due:
            return Objection(rule="terrain-water", message=f"the ferry carries one unit at a time, now {other.name!r}")
    if unit.ferry_to == to and unit.ferry_turn == field.turn:
        return Objection(rule="terrain-water", message="it crosses in the next turn")
    return None
