"""What happened, in sentences that a player can read aloud: how the units differ after an action."""

from __future__ import annotations

from collections.abc import Iterator

from rcw_rules.kernel.words import in_words
from rcw_rules.red_square.game.actions import Action, Deal, EndTurn, PlayCard
from rcw_rules.red_square.game.state import State
from rcw_rules.red_square.ground import Field, is_combat_unit, is_known, is_on_table
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

    Orders are not told, nor, with the option ``unseen_off_table``, what units do whom the other side does not see.
    """
    units = _of_units(before.field, after.field, unseen_off_table=unseen_off_table)
    return (*_headline(before, action, unseen_off_table=unseen_off_table), *units, *_of_places(before, after))


def _headline(before: State, action: Action, *, unseen_off_table: bool) -> Iterator[str]:
    match action:
        case Deal():
            yield f"Turn {before.field.turn} begins: the cards are dealt."
        case PlayCard():
            holder = before.field.unit(action.holder)
            is_unseen = unseen_off_table and _is_unseen(before.field, holder)
            yield f"{'Somebody' if is_unseen else action.holder} plays {action.card}."
        case EndTurn():
            yield f"Turn {before.field.turn} is over."
        case _:
            yield "The headquarters act, and the cards are turned over."


def _of_units(before: Field, after: Field, *, unseen_off_table: bool) -> Iterator[str]:
    known = {unit.name: unit for unit in before.units}
    for now in after.units:
        was = known.get(now.name)
        if was is None or was is now or (unseen_off_table and _is_unseen(after, now)):
            continue
        told = list(_of_unit(was, now))
        if told:
            yield f"{now.name} {' and '.join(told)}."


def _is_unseen(field: Field, unit: Unit) -> bool:
    return is_on_table(unit) and is_combat_unit(unit) and not is_known(field, unit)


def _of_unit(was: Unit, now: Unit) -> Iterator[str]:
    if was.bases and not now.bases:
        yield "is gone"
        return
    if now.bases < was.bases:
        yield f"loses {_counted(was.bases - now.bases, 'base')}"
    if now.bases > was.bases:
        yield f"gets {_counted(now.bases - was.bases, 'base')} back"
    if now.square != was.square and now.square is not None and now.state != "off_table":
        yield f"goes to {now.square[0]},{now.square[1]}"
    if now.formation != was.formation:
        yield f"is now {in_words(str(now.formation))}"
    if now.markers > was.markers:
        yield f"receives {_counted(now.markers - was.markers, 'hit marker')}"
    if now.rings > was.rings:
        yield f"receives {_counted(now.rings - was.rings, 'ring')}"
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


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
