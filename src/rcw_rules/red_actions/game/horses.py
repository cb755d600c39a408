"""Cavalry that fights on foot: it dismounts, a base holds the horses where it did so, and it mounts there again."""

from __future__ import annotations

from attrs import evolve

from rcw_rules.kernel.errors import NeedsRuling
from rcw_rules.kernel.geometry.table import Group, Point, distance, free_place, middle_of
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_actions.game.aftermaths import rout_on, shrunk
from rcw_rules.red_actions.game.captives import touches
from rcw_rules.red_actions.game.cards import card_of
from rcw_rules.red_actions.game.deeds import Done, does_hesitate, has_moved, hesitated
from rcw_rules.red_actions.game.notes import Horses
from rcw_rules.red_actions.game.placing import group_of
from rcw_rules.red_actions.game.refusing import refuse
from rcw_rules.red_actions.game.scene import BACK, Scene
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.game.tasks import Dismount, Mount
from rcw_rules.red_actions.model import Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.units import DismountRequest

SADDLE_ROOM = inches(12)
SIDE_BY_SIDE = inches(2)
"""How far apart horses are held that count as together."""


def horses_of(state: State, name: str) -> Horses | None:
    """Return the horses of a unit that fights on foot; None for others."""
    return next((one for one in state.horses if one.unit == name), None)


def plan_dismount(scene: Scene, action: Dismount) -> DismountRequest:
    """Return how a unit dismounts.

    Raises:
        IllegalRequestError: It cannot.
        NeedsRuling: The scenario does not give the card on which it fights on foot.

    Rules: dis-time, dis-horse-holders, dis-types, conv-cards-missing.
    """
    state, unit = scene.state, scene.units[action.unit]
    if unit.card.category != "cavalry":
        refuse("dis-types", f"{unit.name} is not mounted")
    if horses_of(state, unit.name) is not None:
        refuse("dis-horse-holders", f"{unit.name} has left its horses already")
    found = (card_of(state.scenario, unit, name) for name in unit.card.dismounts_as)
    cards = tuple(card for card in found if card is not None)
    if not cards:
        on_foot = " or ".join(map(repr, unit.card.dismounts_as)) or "the type on which it fights on foot"
        question = f"What is on the card of {unit.name} on foot?"
        raise NeedsRuling("conv-cards-missing", question, f"the card {on_foot} in the field cards of the scenario")
    request = DismountRequest(unit=unit, becomes=cards)
    scene.judge.declared(request).require()
    return request


def dismount(umpire: Umpire[Options], scene: Scene, action: Dismount) -> Done:
    """Let cavalry dismount: the last of its bases stays with the horses.

    Rules: dis-time, dis-horse-holders, dis-types, char-mob-hesitation.
    """
    request, state, unit = plan_dismount(scene, action), scene.state, scene.units[action.unit]
    if does_hesitate(umpire, scene, unit.name, "other"):
        return hesitated(state)
    outcome = umpire.resolve(request, f"{unit.name} dismounts")
    held_at = scene.group_of(unit.name).bases[-1].centre
    note = Horses(unit=unit.name, side=unit.side, at=held_at, holders=outcome.horse_holders, card=unit.card)
    now = evolve(outcome.unit, in_column=outcome.unit.in_column and outcome.unit.bases > 1)
    state = shrunk(evolve(state.with_units(now), horses=(*state.horses, note)), unit.name)
    state = has_moved(state, unit.name)
    return (rout_on(umpire, state, unit.name, None) if outcome.routs else state), True


def plan_mount(scene: Scene, action: Mount) -> DismountRequest:
    """Return how a unit mounts.

    Raises:
        IllegalRequestError: It has no horses, or is not with them.

    Rules: dis-time, dis-horse-holders, dis-types.
    """
    state, unit = scene.state, scene.units[action.unit]
    note = horses_of(state, unit.name)
    if note is None:
        refuse("dis-horse-holders", f"{unit.name} has no horses")
    request = DismountRequest(
        unit=unit,
        action="mount",
        becomes=(note.card,),
        horse_holders=note.holders,
        horses_in_contact=touches(scene.group_of(unit.name), note.at),
    )
    scene.judge.declared(request).require()
    mounted = evolve(unit, bases=unit.bases + note.holders)
    if _in_the_saddle(state, scene.group_of(unit.name), mounted) is None:
        refuse("mov-interpenetration", f"there is no room for {unit.name} in the saddle")
    return request


def mount(umpire: Umpire[Options], scene: Scene, action: Mount) -> Done:
    """Let a unit mount: it stands in one line where it stood, or in column.

    Rules: dis-time, dis-horse-holders, char-mob-hesitation.
    """
    request, state, unit = plan_mount(scene, action), scene.state, scene.units[action.unit]
    if does_hesitate(umpire, scene, unit.name, "other"):
        return hesitated(state)
    outcome = umpire.resolve(request, f"{unit.name} mounts")
    state = evolve(state, horses=tuple(one for one in state.horses if one.unit != unit.name))
    there = _in_the_saddle(state, scene.group_of(unit.name), outcome.unit)
    state = state.with_units(outcome.unit)
    return has_moved(state if there is None else state.with_group(there), unit.name), True


def _in_the_saddle(state: State, before: Group, unit: Unit) -> Group | None:
    """Return where a unit stands that has mounted; None if there is no room."""
    facing = before.bases[0].facing
    column = before.is_column and len(before.bases) > 1
    at = middle_of(before)
    if before.facing is not None:
        left, right = before.front
        at = Point(x=_between(left.x, right.x), y=_between(left.y, right.y))
    wanted = group_of(unit, at, facing, column=column)
    return free_place(state.layout.without(unit.name), wanted, (facing + BACK).bearing, SADDLE_ROOM)


def _between(one: Inches, other: Inches) -> Inches:
    return Inches(thousandths=(one.thousandths + other.thousandths) // 2)


def with_horses_of(state: State, before: str, after: str) -> State:
    """Return the state in which the horses of a unit belong to another, such as the part of it that has the officer.

    Rules: dis-horse-holders.
    """
    return evolve(state, horses=tuple(evolve(one, unit=after) if one.unit == before else one for one in state.horses))


def are_together(one: Horses, other: Horses) -> bool:
    """Return whether the horses of two units are held at one place, for riders of one type.

    Rules: dis-horse-holders.
    """
    return one.card == other.card and distance(one.at, other.at) <= SIDE_BY_SIDE


def with_horses_together(state: State, first: str, second: str) -> State:
    """Return the state in which a unit that others have become part of has the horses of all.

    Rules: dis-horse-holders, act-combine.
    """
    one, two = horses_of(state, first), horses_of(state, second)
    if two is None:
        return state
    others = tuple(horses for horses in state.horses if horses.unit not in (first, second))
    whole = evolve(two, unit=first) if one is None else evolve(one, holders=one.holders + two.holders)
    return evolve(state, horses=(*others, whole))


__all__ = [
    "are_together",
    "dismount",
    "horses_of",
    "mount",
    "plan_dismount",
    "plan_mount",
    "with_horses_of",
    "with_horses_together",
]
