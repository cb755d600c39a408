"""What happened to vessels, the ice, those aboard and aircraft, in sentences that a player can read aloud."""

from __future__ import annotations

from collections.abc import Iterator

from rcw_rules.kernel.geometry.table import distance, middle_of
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.words import in_words
from rcw_rules.red_white.game.state import State

_HARDLY = inches("0.05")


def changes_afar(before: State, after: State) -> Iterator[str]:
    """Yield what has changed between two states, vessel by vessel, then section by section, then aircraft."""
    yield from _of_vessels(before, after)
    were = {section.name: section.state for section in before.river}
    for section in after.river:
        if were.get(section.name) != section.state:
            yield f"{section.name} is {in_words(section.state)} now."
    yield from _of_aircraft(before, after)
    for troop in after.troops:
        was = before.troop(troop.name)
        if was is not None and was.aboard != troop.aboard:
            yield f"{troop.name} goes aboard {troop.aboard}." if troop.aboard else f"{troop.name} goes ashore."


def _of_aircraft(before: State, after: State) -> Iterator[str]:
    were = {one.name: one for one in before.aircraft}
    for one in after.aircraft:
        was = were[one.name]
        if was.mode != one.mode:
            match one.mode:
                case "patrol":
                    yield f"{one.name} is on patrol for {one.aircraft.patrol_turns_left} turns."
                case "combat":
                    yield (
                        f"{one.name} comes over the table." if was.at is None else f"The patrol of {one.name} is over."
                    )
                case _:
                    yield f"{one.name} is gone."
        if one.aircraft.damage > was.aircraft.damage:
            yield f"{one.name} has {one.aircraft.damage} points of damage, and had {was.aircraft.damage}."
        if was.at is not None and one.at is not None and was.at != one.at:
            left = one.aircraft.flight_turns_left
            yield f"{one.name} flies to {one.at[0]} east, {one.at[1]} north; {left} flight turns are left."


def _of_vessels(before: State, after: State) -> Iterator[str]:
    were = {one.name: one for one in before.vessels}
    for one in after.vessels:
        was = were.get(one.name)
        if was is None:
            continue
        if one.vessel.damage > was.vessel.damage:
            yield f"{one.name} has {one.vessel.damage} damage, and had {was.vessel.damage}."
        if one.vessel.failures > was.vessel.failures:
            yield f"{one.name} does not break the ice, and halts."
        if was.towed_by and not one.towed_by:
            yield f"{one.name} is cast off."
        elif one.towed_by and not was.towed_by:
            yield f"{one.towed_by} takes {one.name} in tow."
        start, end = before.group(one.name), after.group(one.name)
        if start is None and end is not None:
            yield f"{one.name} is launched." if was.aboard else f"{one.name} lies in {one.section}."
        elif start is not None and end is not None:
            far = distance(middle_of(start), middle_of(end))
            if far > _HARDLY:
                yield f"{one.name} goes {round(far.thousandths / 100) / 10:g} in, and lies in {one.section}."
