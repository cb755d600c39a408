"""What happened, in sentences that a player can read aloud: how the units differ after an action."""

from __future__ import annotations

from collections.abc import Iterator

from rcw_rules.kernel.words import counted, in_words
from rcw_rules.red_square.game.actions import Action, Arrive, Deal, Deploy, EndTurn, HoldBack, PlayCard
from rcw_rules.red_square.game.state import State
from rcw_rules.red_square.game.views import is_seen
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import Unit

BECOMES = {
    "steady": "is steady again",
    "hiding": "hides",
    "retreating": "is in retreat",
    "rallying": "rallies",
    "off_table": "leaves the table",
}


def changes(before: State, after: State, action: Action, *, unseen_off_table: bool) -> tuple[str, ...]:
    """Return what came of an action: the card, then what became of each unit, in the order of the rosters.

    Both sides read it. Orders are not told, nor what units do whom the other side does not see.
    """
    units = _of_units(before.field, after.field, unseen_off_table=unseen_off_table)
    return (*_headline(before, action, unseen_off_table=unseen_off_table), *units, *_of_places(before, after))


def placing(after: State, action: Deploy | Arrive | HoldBack, *, unseen_off_table: bool) -> str:
    """Return the public report of a unit that is placed, or held back; it names no unit.

    Args:
        after: The state afterwards.
        action: What was done.
        unseen_off_table: The option of that name.
    """
    if isinstance(action, HoldBack):
        (side,) = {unit.side for unit in after.scenario.to_come if unit.name == action.unit}
        return f"{side.capitalize()} holds a unit back."
    unit = after.field.unit(action.unit)
    if is_seen(after.field, unit, unseen_off_table=unseen_off_table):
        return f"{unit.name} comes to {action.square[0]},{action.square[1]}."
    return f"{unit.side.capitalize()} places a unit out of sight."


def aloud(after: State, action: Action, *, unseen_off_table: bool) -> str:
    """Return an action as both sides may hear it: the verb alone where a unit is placed out of sight, or held back.

    Args:
        after: The state afterwards.
        action: What was done.
        unseen_off_table: The option of that name.
    """
    match action:
        case HoldBack():
            is_heard = False
        case Deploy() | Arrive():
            is_heard = is_seen(after.field, after.field.unit(action.unit), unseen_off_table=unseen_off_table)
        case _:
            is_heard = True
    return str(action) if is_heard else action.words.partition(" {")[0]


def _headline(before: State, action: Action, *, unseen_off_table: bool) -> Iterator[str]:
    match action:
        case Deal():
            yield f"Turn {before.field.turn} begins: the cards are dealt."
        case PlayCard():
            holder = before.field.unit(action.holder)
            seen = is_seen(before.field, holder, unseen_off_table=unseen_off_table)
            yield f"{action.holder if seen else 'Somebody'} plays {action.card}."
        case EndTurn():
            yield f"Turn {before.field.turn} is over."
        case _:
            yield "The headquarters act, and the cards are turned over."


def _of_units(before: Field, after: Field, *, unseen_off_table: bool) -> Iterator[str]:
    known = {unit.name: unit for unit in before.units}
    for now in after.units:
        was = known.get(now.name)
        if was is None or was is now or not is_seen(after, now, unseen_off_table=unseen_off_table):
            continue
        told = list(_of_unit(was, now))
        if told:
            yield f"{now.name} {' and '.join(told)}."


def _of_unit(was: Unit, now: Unit) -> Iterator[str]:
    if was.bases and not now.bases:
        yield "is gone"
        return
    if now.bases < was.bases:
        yield f"loses {counted(was.bases - now.bases, 'base')}"
    if now.bases > was.bases:
        yield f"gets {counted(now.bases - was.bases, 'base')} back"
    if now.square != was.square and now.square is not None and now.state != "off_table":
        yield f"goes to {now.square[0]},{now.square[1]}"
    if now.formation != was.formation:
        yield f"is now {in_words(str(now.formation))}"
    if now.markers > was.markers:
        yield f"receives {counted(now.markers - was.markers, 'hit marker')}"
    if now.rings > was.rings:
        yield f"receives {counted(now.rings - was.rings, 'ring')}"
    if now.state != was.state:
        yield BECOMES[now.state]
    if now.digging_markers > was.digging_markers:
        yield "digs in"
    if now.broken_down > was.broken_down:
        yield "breaks down"
    if now.bogged > was.bogged:
        yield "bogs"


def _of_places(before: State, after: State) -> Iterator[str]:
    held = {entry.place: entry.side for entry in before.held}
    for entry in after.held:
        if held.get(entry.place) != entry.side:
            yield f"{entry.side.capitalize()} holds {entry.place}."
