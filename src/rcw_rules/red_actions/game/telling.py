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
    if after.game.turn > before.game.turn:
        found.append(f"Turn {after.game.turn} begins.")
    if after.result is not None and before.result is None:
        found.append(f"The game is over: {after.result.reason}.")
    return tuple(found)


def _names(before: State, after: State) -> tuple[str, ...]:
    return tuple(dict.fromkeys(unit.name for unit in (*before.units, *after.units)))


def _of_unit(before: State, after: State, name: str) -> Iterator[str]:
    was, now = before.unit(name), after.unit(name)
    if now is None:
        if was is not None:
            yield f"{name} is gone."
        return
    if was is None:
        yield f"{name} is there."
        return
    if before.ambusher(name) is not None and after.ambusher(name) is None:
        yield f"{name} comes out of hiding."
    yield from _of_markers(was, now)
    start, end = before.group(name), after.group(name)
    if start is None and end is not None:
        yield f"{name} comes onto the table." if before.stage != "deployment" else f"{name} is placed."
    elif end is None and start is not None:
        yield f"{name} leaves the table."
    elif start is not None and end is not None and start != end:
        far = distance(middle_of(start), middle_of(end))
        if far > _NOTHING:
            yield f"{name} goes {_tenths(far.thousandths)} in."


def _of_markers(was: Unit, now: Unit) -> Iterator[str]:
    name = now.name
    if now.bases < was.bases:
        yield f"{name} loses {was.bases - now.bases} of {was.bases} bases."
    for word, old, new in (
        ("terror", was.terror, now.terror),
        ("humiliated", was.humiliated, now.humiliated),
    ):
        if new != old:
            yield f"{name} has {new} {word} markers, and had {old}."
    if now.pinned != was.pinned:
        yield f"{name} is pinned." if now.pinned else f"{name} is pinned no more."
    if now.routing != was.routing:
        yield f"{name} routs." if now.routing else f"{name} rallies."
    if len(now.officers) < len(was.officers):
        yield f"{name} loses an officer."
    for word, old_state, new_state in (("limbered", was.limbered, now.limbered), ("formed", was.formed, now.formed)):
        if new_state != old_state:
            yield f"{name} is {word}." if new_state else f"{name} is {word} no more."


def _tenths(thousandths: int) -> str:
    return f"{round(thousandths / 100) / 10:g}"
