"""What happened, in sentences that a player can read aloud."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rcw_rules.kernel.geometry.table import distance, middle_of
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.words import counted, listed
from rcw_rules.red_actions.game.actions import (
    Charge,
    Hide,
    Hold,
    LetThem,
    LieLow,
    Move,
    Preempt,
    Rally,
    Scout,
    Shoot,
)
from rcw_rules.red_actions.game.hiding import kept_dark, without
from rcw_rules.red_actions.game.state import Stage, State
from rcw_rules.red_actions.model import Unit
from rcw_rules.red_actions.movement import BURNT_DOWN
from rcw_rules.red_actions.units import said, stepped

_NOTHING = inches("0.05")


def words_for(before: State, after: State, action: Any, *, refused: bool = False) -> tuple[str, ...]:
    """Return the public report of an action: nothing of units that a side does not know of.

    While those in ambush think about a move that is declared, nothing is told of it: that they may spring an ambush
    must not show.

    Args:
        before: The state before it.
        after: The state after it.
        action: The action.
        refused: Whether it has been told that the table forbids it.

    Rules: amb-where, amb-spring.
    """
    dark = kept_dark(before, after, action)
    found = changes(without(before, dark), without(after, dark))
    waits = after.stage == "ambush" or (before.frame is not None and bool(before.frame.joiners))
    if found or refused or waits:
        return found
    unit = getattr(action, "unit", None)
    if unit in dark and before.to_act is not None:
        return (f"{before.to_act.capitalize()} {'sets up' if before.stage == 'deployment' else 'acts'} out of sight.",)
    return (quiet(before, after, action),)


def changes(before: State, after: State) -> tuple[str, ...]:
    """Return what has changed between two states, unit by unit, and turn by turn."""
    found = [sentence for name in _names(before, after) for sentence in _of_unit(before, after, name)]
    for place, side in after.held:
        if dict(before.held).get(place) != side:
            found.append(f"{side.capitalize()} holds {place}.")
    if before.stage == "initiative" and after.frame is not None:
        found.append(f"{after.frame.side.capitalize()} has the first segment.")
    found += _of_things(before, after)
    if after.game.turn > before.game.turn:
        found.append(f"Turn {after.game.turn} begins.")
    if after.result is not None and before.result is None:
        found.append(f"The game is over: {after.result.reason}.")
    return tuple(found)


def quiet(before: State, after: State, action: Any) -> str:
    """Return a sentence for an action that changes nothing that can be seen.

    Args:
        before: The state before it.
        after: The state after it: the action may be declared only, and the enemy may do something about it first.
        action: The action.
    """
    was, now = before.frame, after.frame
    if now is not None and now.window and now.action is not None:
        return f"{now.unit} is about to {_intent(now.action)}."
    done = was.action if was is not None and isinstance(action, LetThem | LieLow) else action
    unit = getattr(done, "unit", None)
    if after.stage == "hesitation" and before.stage != "hesitation":
        return f"{unit} hesitates."
    match done:
        case Hold():
            return f"{unit} holds."
        case Shoot() if done.unit in after.fired:
            return f"{unit} fires at {done.target}, without effect."
        case Charge() if done.unit in after.failed_charge:
            return f"{unit} fails its charge test."
        case Rally():
            return f"{unit} does not rally."
        case Scout():
            return f"{unit} scouts and finds nobody."
        case Hide():
            return f"{unit} hides."
        case Preempt():
            return f"{unit} {'acts first' if len(after.frames) > len(before.frames) else 'does not act first'}."
        case _:
            return f"{unit}: nothing changes." if unit is not None else "Nothing changes."


def _intent(action: Any) -> str:
    match action:
        case Shoot():
            return f"fire at {action.target}"
        case Charge():
            return f"charge {action.target}"
        case Move():
            return f"move {action.ahead}"
        case _:
            return "act"


def whose_turn(state: State) -> str:
    """Return who does what next, or who has won, in a sentence."""
    if state.result is not None:
        won = state.result.winner
        return "The game ends in a draw." if won is None else f"{won.capitalize()} wins."
    if state.to_act is None:
        return "Next it is settled whose segment comes."
    return f"{state.to_act.capitalize()} {_NEXT[state.stage]}."


_NEXT: dict[Stage, str] = {
    "deployment": "places a unit next",
    "segment": "acts next",
    "hesitation": "acts next: its Mob hesitates, and may only shoot",
    "pre-emption": "may act first with a Clever officer",
    "ambush": "may spring an ambush",
}


TROUBLES = {
    "temporary": "{unit} is stuck or has broken down, for now.",
    "permanent": "{unit} is stuck for good.",
    "immobilised": "{unit} is damaged and moves no more.",
}


def _of_things(before: State, after: State) -> Iterator[str]:
    """Yield what has come of vehicles, trains, the ground and prisoners."""
    yield from _of_vehicles(before, after)
    yield from _of_trains(before, after)
    yield from _of_ground(before, after)
    yield from _of_captives(before, after)


def _of_vehicles(before: State, after: State) -> Iterator[str]:
    was = {one.unit: one for one in before.mishaps}
    for one in after.mishaps:
        if one.unit not in was or was[one.unit].status != one.status:
            yield TROUBLES[one.status].format(unit=one.unit)
        elif was[one.unit].tried_in != one.tried_in:
            yield f"{one.unit} does not get free."
    lost = {one.unit: one.veer for one in before.astray}
    for stray in after.astray:
        veer = stray.veer - lost.get(stray.unit, 0)
        if veer:
            yield f"{stray.unit} loses its way by {abs(veer)} degrees to the {'right' if veer > 0 else 'left'}."
    now = {one.unit for one in after.mishaps}
    yield from (f"{name} is free again." for name in was if name not in now and after.unit(name) is not None)


def _of_trains(before: State, after: State) -> Iterator[str]:
    trains = {train.name: train for train in before.trains}
    for train in after.trains:
        old = trains[train.name]
        for car in train.cars:
            more = after.tally(train.hits, car) - before.tally(old.hits, car)
            if more:
                yield f"{car} of {train.name} takes a direct hit."
        if old.last_move != train.last_move:
            speed = _tenths(train.last_move.thousandths)
            yield f"{train.name} stands." if speed == "0" else f"{train.name} goes {train.way} at {speed} in a turn."
        if train.leaves_table != old.leaves_table:
            yield f"{train.name} must leave the table." if train.leaves_table else f"{train.name} fights on."
        elif train.leaves_range and not old.leaves_range:
            yield f"{train.name} must get out of reach of the enemy's guns."
    left = [name for name in trains if name not in {train.name for train in after.trains}]
    yield from (f"{name} has left the table." for name in left if set(trains[name].cars) & set(after.left_table))


def _of_ground(before: State, after: State) -> Iterator[str]:
    burnt = {one.name: one.kind for one in before.table.terrain}
    for piece in after.table.terrain:
        if burnt.get(piece.name) != piece.kind:
            yield f"{piece.name} lies in ruins."
    fires = {one.name: one.markers for one in before.game.buildings}
    for building in after.game.buildings:
        if building.markers != fires.get(building.name, 0):
            yield f"{building.name} burns: {building.markers} of {BURNT_DOWN} markers."
    alight = {one.name for one in after.game.buildings}
    standing = {piece.name for piece in after.table.terrain if burnt.get(piece.name) == piece.kind}
    yield from (f"The fire of {name} is out." for name in fires if name not in alight and name in standing)
    wired = {one.unit for one in before.wired}
    yield from (f"{one.unit} halts in {one.wire}." for one in after.wired if one.unit not in wired)
    if len(after.table.lines) != len(before.table.lines):
        yield "There is a way through the wire."


def _of_captives(before: State, after: State) -> Iterator[str]:
    for word, old, new in (("weapons", before.weapons, after.weapons), ("horses", before.horses, after.horses)):
        kept = {one.unit for one in new}
        there = {one.unit for one in old}
        yield from (f"The {word} of {name} lie where they were left." for name in kept - there)
        yield from (f"The {word} of {name} are taken up." for name in there - kept)
    owners = {one.unit: one.held_by for one in before.guns}
    for guns in after.guns:
        if guns.unit not in owners:
            stand = "stands" if guns.bases == 1 else "stand"
            yield f"{counted(guns.bases, 'gun')} of {guns.unit} {stand} without a crew."
        elif guns.held_by is not None and guns.held_by != owners[guns.unit]:
            yield f"{guns.held_by.capitalize()} takes the guns of {guns.unit}."
    with_whom = {one.name: one.unit for one in before.attached}
    staying = {one.name for one in after.attached}
    yield from (
        f"{name} leaves {unit}." if after.unit(name) is not None else f"{name} has fallen with {unit}."
        for name, unit in with_whom.items()
        if name not in staying
    )
    yield from (f"{one.name} is with {one.unit}." for one in after.attached if with_whom.get(one.name) != one.unit)
    held = {one.name: one for one in before.captives}
    for captives in after.captives:
        owner = held.get(captives.name)
        if owner is None:
            yield f"{captives.held_by.capitalize()} takes {counted(captives.bases, 'base')} of {captives.of} prisoner."
        elif owner.held_by != captives.held_by:
            yield f"{captives.held_by.capitalize()} has {captives.name} now."
        elif owner.guard and not captives.guard:
            yield f"{captives.name} are left without a guard."
    kept = {one.name for one in after.captives}
    yield from (f"{name} are free." for name in held if name not in kept)


def _names(before: State, after: State) -> tuple[str, ...]:
    return tuple(dict.fromkeys(unit.name for unit in (*before.units, *after.units)))


def _of_unit(before: State, after: State, name: str) -> Iterator[str]:
    was, now = before.unit(name), after.unit(name)
    if now is None:
        if was is not None and name not in {one.name for one in after.attached}:
            parts = _parts_of(before, after, name)
            yield f"{name} divides into {' and '.join(parts)}." if parts else f"{name} is gone."
        return
    if was is None:
        divided = any(name in _parts_of(before, after, unit.name) for unit in before.units)
        if not divided and name not in {one.name for one in before.attached}:
            yield f"{name} is on the table now."
        return
    if before.ambusher(name) is not None and after.ambusher(name) is None:
        yield f"{name} comes out of hiding."
    yield from _of_markers(was, now)
    start, end = before.group(name), after.group(name)
    was_in, is_in = (next((one.car for one in state.aboard if one.unit == name), "") for state in (before, after))
    if was_in != is_in:
        yield f"{name} gets into {is_in}." if is_in else f"{name} gets off {was_in}."
        return
    if start is None and end is not None:
        yield f"{name} comes onto the table." if before.stage != "deployment" else f"{name} is placed."
    elif end is None and start is not None:
        yield f"{name} leaves the table."
    elif start is not None and end is not None and start != end:
        far = distance(middle_of(start), middle_of(end))
        if far > _NOTHING and len(start.bases) == len(end.bases):
            pushed = name in after.were_pushed
            yield f"{name} {'is pushed back' if pushed else 'goes'} {_tenths(far.thousandths)} in."


def _parts_of(before: State, after: State, name: str) -> list[str]:
    """Return the new units into which one that is gone has divided."""
    if after.unit(name) is not None:
        return []
    known = {unit.name for unit in before.units}
    new = (unit.name for unit in after.units if unit.name not in known)
    return [part for part in new if part.rpartition(" ")[0] == name]


def _of_markers(was: Unit, now: Unit) -> Iterator[str]:
    """Yield a sentence about the state of a unit. Officers are not named: the enemy need not know who fell."""
    name = now.name
    if now.card != was.card:
        yield f"{name} fights as {now.card.name} now, with {counted(now.bases, 'base')}."
    done = [] if now.routing == was.routing else ["routs" if now.routing else "rallies"]
    if now.card == was.card and now.bases != was.bases:
        loses = now.bases < was.bases
        done.append(
            f"{'loses' if loses else 'gains'} {stepped(abs(now.bases - was.bases), 'base', was.bases, now.bases)}"
        )
    if len(now.officers) - len(now.seniors) < len(was.officers) - len(was.seniors):
        done.append("loses an officer")
    for what, old, new in (
        ("terror marker", was.terror, now.terror),
        ("humiliated marker", was.humiliated, now.humiliated),
    ):
        if new != old:
            done.append(f"{'takes' if new > old else 'sheds'} {stepped(abs(new - old), what, old, new)}")
    if now.pinned != was.pinned:
        done.append("is pinned" if now.pinned else "is pinned no more")
    if now.foxholes != was.foxholes:
        columns = "column" if now.foxholes == 1 else "columns"
        done.append(f"has dug {said(now.foxholes)} {columns} of cover" if now.foxholes else "leaves its foxholes")
    for word, old_state, new_state in (("limbered", was.limbered, now.limbered), ("formed", was.formed, now.formed)):
        if new_state != old_state:
            done.append(f"is {word}" if new_state else f"is {word} no more")
    if done:
        yield f"{name} {listed(done)}."


def _tenths(thousandths: int) -> str:
    return f"{round(thousandths / 100) / 10:g}"
