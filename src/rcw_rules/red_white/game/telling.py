"""What happened, in sentences that a player can read aloud."""

from __future__ import annotations

from collections.abc import Iterator

from rcw_rules.kernel.geometry.table import distance, middle_of
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.words import counted
from rcw_rules.red_white.game.actions import ChargeHome
from rcw_rules.red_white.game.moving import front_of
from rcw_rules.red_white.game.state import State
from rcw_rules.red_white.game.telling_afar import changes_afar
from rcw_rules.red_white.model import Unit, is_vehicle, morale_stands

_A_HAIR = inches("0.05")
HOW_IT_WENT = {"destroyed": "is destroyed", "surrendered": "surrenders", "off_table": "leaves the table"}


def changes(before: State, after: State) -> tuple[str, ...]:
    """Return what has changed between two states, unit by unit, then place by place, phase and turn."""
    found = [sentence for name in _names(before, after) for sentence in _of_unit(before, after, name)]
    found += [sentence for hq in after.headquarters for sentence in _of_headquarters(before, after, hq.name)]
    found += changes_afar(before, after)
    were = {one.name for one in before.fates}
    found += [f"{one.name} {HOW_IT_WENT.get(one.fate, 'is gone')}." for one in after.fates if one.name not in were]
    held = dict(before.held)
    found += [f"{side.capitalize()} holds {place}." for place, side in after.held if held.get(place) != side]
    for name in after.marks.idle:
        if name not in before.marks.idle:
            found.append(f"{name} fails to activate.")
    if after.order and (not before.order or after.turn > before.turn):
        found.append(f"Turn {after.turn}: {after.order[0].capitalize()} acts first.")
    if after.result is not None and before.result is None:
        found.append(f"The game is over: {after.result.reason}.")
    elif after.now is not None and after.now != before.now:
        found.append(_of_phase(after))
    return tuple(found)


def _of_headquarters(before: State, after: State, name: str) -> Iterator[str]:
    start, end = before.group(name), after.group(name)
    if start is None and end is not None:
        yield f"{name} is placed."
    elif start is not None and end is not None and distance(middle_of(start), middle_of(end)) > _A_HAIR:
        yield f"{name} goes {_tenths(distance(middle_of(start), middle_of(end)).thousandths)} in."


def _of_phase(state: State) -> str:
    if state.phase == "end of turn":
        return "The turn ends."
    whose = "The" if state.to_act is None else f"{state.to_act.capitalize()}'s"
    return f"{whose} {state.phase} phase begins."


def told_of_charge(before: State, action: ChargeHome, after: State) -> tuple[str, ...]:
    """Return how a charge went: nobody set out, the position was carried, or the target holds it.

    What became of every unit is told of each.
    """
    going = [name for name in action.units if name in after.marks.charged]
    if not going:
        return ()
    here, there = before.group(action.target), after.group(action.target)
    verb = "charges" if len(going) == 1 else "charge"
    charge = f"{' and '.join(going)} {verb} {action.target}"
    if there is None or here is None or there.bases[0].at != here.bases[0].at:
        left = any(after.troop(name) is not None and not after.the_troop(name).unit.falling_back for name in going)
        return (f"{charge}, who is driven from the position." if left else f"{charge}; nobody holds the position.",)
    return (f"{charge}, who holds.",)


def _names(before: State, after: State) -> tuple[str, ...]:
    return tuple(dict.fromkeys(troop.name for troop in (*before.troops, *after.troops)))


def _of_unit(before: State, after: State, name: str) -> Iterator[str]:
    was, now = before.troop(name), after.troop(name)
    if now is None:
        return
    if was is None:
        yield f"{name} are infantry from now on."
        return
    yield from _of_marks(was.unit, now.unit)
    if now.limbered != was.limbered:
        yield f"{name} is limbered." if now.limbered else f"{name} is in action."
    goes = "falls back" if now.unit.falling_back else "goes"
    start, end = before.group(name), after.group(name)
    if start is None and end is not None:
        yield f"{name} comes onto the table." if before.stage != "deployment" else f"{name} is placed."
    elif start is not None and end is not None and start != end:
        first, last = start.bases[0], end.bases[0]
        has_turned = first.facing != last.facing
        far = distance(middle_of(start), middle_of(end)) if has_turned else distance(first.at, last.at)
        if has_turned and distance(front_of(start), front_of(end)) <= _A_HAIR:
            yield f"{name} turns."
        elif far > _A_HAIR and (not has_turned or len(start.bases) == len(end.bases)):
            yield f"{name} {goes} {_tenths(far.thousandths)} in."
        elif far > inches(1):
            yield f"{name} {goes} about {_tenths(far.thousandths)} in."


def _of_marks(was: Unit, now: Unit) -> Iterator[str]:
    name = now.name
    if is_vehicle(now):
        if (now.hits or 0) > (was.hits or 0):
            yield f"{name} has {counted(now.hits or 0, 'hit')}, and had {was.hits or 0}."
        if now.guards < was.guards:
            yield f"{name} loses {was.guards - now.guards} of {was.guards} guards."
    elif morale_stands(now) < morale_stands(was):
        yield f"{name} loses {morale_stands(was) - morale_stands(now)} of {morale_stands(was)} stands."
    if was.has_leader and not now.has_leader:
        yield f"The leader of {name} is dead."
    elif now.heroic != was.heroic:
        yield f"The leader of {name} goes to the front." if now.heroic else f"The leader of {name} steps back."
    for word, old, new in (("priest", was.priest, now.priest), ("Cheka stand", was.cheka, now.cheka)):
        if old and not new:
            yield f"{name} loses its {word}."
    if now.suppressed != was.suppressed:
        yield f"{name} is suppressed." if now.suppressed else f"{name} is suppressed no more."
    if now.falling_back != was.falling_back:
        yield f"{name} is falling back." if now.falling_back else f"{name} rallies."


def _tenths(thousandths: int) -> str:
    return f"{round(thousandths / 100) / 10:g}"
