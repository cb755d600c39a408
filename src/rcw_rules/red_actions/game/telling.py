"""What happened, in sentences that a player can read aloud."""

from __future__ import annotations

from collections.abc import Iterator

from rcw_rules.kernel.geometry.table import distance, middle_of
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.game.state import State
from rcw_rules.red_actions.model import Unit

_NOTHING = inches("0.05")


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
        elif was[one.unit].tried != one.tried:
            yield f"{one.unit} does not get free."
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
            yield f"{building.name} burns: {building.markers} of 5."
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
            yield f"{guns.bases} guns of {guns.unit} stand without a crew."
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
            yield f"{captives.held_by.capitalize()} takes {captives.bases} bases of {captives.of} prisoner."
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
            yield f"{name} is there."
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
            pushed = name in after.pushed
            yield f"{name} {'is pushed back' if pushed else 'goes'} {_tenths(far.thousandths)} in."


def _parts_of(before: State, after: State, name: str) -> list[str]:
    """Return the new units into which one that is gone has divided."""
    if after.unit(name) is not None:
        return []
    known = {unit.name for unit in before.units}
    new = (unit.name for unit in after.units if unit.name not in known)
    return [part for part in new if part.rpartition(" ")[0] == name]


def _of_markers(was: Unit, now: Unit) -> Iterator[str]:
    name = now.name
    if now.card != was.card:
        yield f"{name} fights as {now.card.name} now, with {now.bases} bases."
    elif now.bases < was.bases:
        yield f"{name} loses {was.bases - now.bases} of {was.bases} bases."
    elif now.bases > was.bases:
        yield f"{name} has {now.bases} bases now, and had {was.bases}."
    for word, old, new in (
        ("terror", was.terror, now.terror),
        ("humiliated", was.humiliated, now.humiliated),
    ):
        if new != old:
            yield f"{name} has {new} {word} markers, and had {old}."
    if now.pinned != was.pinned:
        yield f"{name} is pinned." if now.pinned else f"{name} is pinned no more."
    if now.foxholes != was.foxholes:
        yield f"{name} has dug {now.foxholes} columns of cover." if now.foxholes else f"{name} leaves its foxholes."
    if now.routing != was.routing:
        yield f"{name} routs." if now.routing else f"{name} rallies."
    if len(now.officers) - len(now.seniors) < len(was.officers) - len(was.seniors):
        yield f"{name} loses an officer."
    for word, old_state, new_state in (("limbered", was.limbered, now.limbered), ("formed", was.formed, now.formed)):
        if new_state != old_state:
            yield f"{name} is {word}." if new_state else f"{name} is {word} no more."


def _tenths(thousandths: int) -> str:
    return f"{round(thousandths / 100) / 10:g}"
