"""Units and lengths in the words of the book, and the parts of sentences that several outcomes share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.words import counted, in_words, listed
from rcw_rules.red_white.model import Unit, is_vehicle, melee_strength, morale_stands


def called(unit: Unit) -> str:
    """Return what a sentence calls a unit: its name or, without one, its side and type."""
    return unit.name or f"the {unit.side.capitalize()} {in_words(unit.type)}"


def many(count: int, unit: str, plural: str = "") -> str:
    """Return *count* with its unit, and "no" for 0.

    >>> many(0, "hit"), many(2, "hit")
    ('no hits', '2 hits')
    """
    return counted(count, unit, plural) if count else f"no {plural or unit + 's'}"


def numbers(before: int, after: int) -> str:
    """Return a number before and after, in brackets.

    >>> numbers(7, 4)
    '(7 to 4)'
    """
    return f"({before} to {after})"


def called_in(units: Sequence[Unit]) -> tuple[str, ...]:
    """Return what a sentence calls several units: those that it would call alike are numbered, from 1 in the list."""
    names = [called(unit) for unit in units]
    return tuple(
        f"{name} (unit {number})" if names.count(name) > 1 else name for number, name in enumerate(names, start=1)
    )


def suffered(
    unit: Unit, lost: int, guards: int = 0, *, leader: bool = False, priest: bool = False, cheka: bool = False
) -> str:
    """Return what a unit loses, with the numbers before and after; "" if it loses nothing.

    Args:
        unit: The unit before.
        lost: The stands that it loses; of a vehicle, the hits that it takes.
        guards: The guards that a train loses.
        leader: Whether its leader dies.
        priest: Whether its priest dies.
        cheka: Whether its Cheka stand is lost.
    """
    taken, loses = "", list[str]()
    if lost and is_vehicle(unit):
        hits = unit.hits or 0
        taken = f"takes {counted(lost, 'hit')} {numbers(hits, hits + lost)}"
    elif lost:
        before = morale_stands(unit)
        loses.append(f"{counted(lost, 'stand')} {numbers(before, before - lost)}")
    if guards:
        loses.append(f"{counted(guards, 'guard')} {numbers(unit.guards, unit.guards - guards)}")
    died = [who for who, is_dead in (("leader", leader), ("priest", priest), ("Cheka stand", cheka)) if is_dead]
    loses += [f"its {listed(died)}"] if died else []
    return listed(filter(None, (taken, f"loses {listed(loses)}" if loses else "")))


def rearward(moves: int, moved: Inches | None, *, off_table: bool | None) -> str:
    """Return how far a unit goes to the rear, and whether that takes it off the table.

    Args:
        moves: The full moves; "" is returned for 0.
        moved: The same in inches; None if that is not known.
        off_table: Whether that takes it off the table; None if that is not known.
    """
    if not moves:
        return ""
    way = counted(moves, "full move") if moved is None else str(moved)
    if off_table:
        return f"falls back {way} off the table"
    unknown = " (off the table if its edge is nearer)" if off_table is None else ""
    return f"falls back {way}{unknown}"


def effects_told(effects: Sequence[str], *, table_missing: bool) -> str:
    """Return what the hit table for vehicles says, or that nobody has it; "" where it was not asked."""
    if table_missing:
        return "the hit table of Part I is lost, and no profile says what else its hits do"
    return f"the hit table says: {', '.join(effects)}" if effects else ""


def difference(was: Unit, now: Unit) -> Iterator[str]:
    """Yield what a unit lost between two moments, and the markers that it got."""
    if is_vehicle(was) == is_vehicle(now):
        if is_vehicle(now):
            lost, guards = (now.hits or 0) - (was.hits or 0), was.guards - now.guards
        else:
            lost, guards = melee_strength(was) - melee_strength(now), 0
        yield suffered(
            was,
            max(0, lost),
            max(0, guards),
            leader=was.has_leader and not now.has_leader,
            priest=was.priest and not now.priest,
            cheka=was.cheka and not now.cheka,
        )
    else:
        verb = "fights" if now.stands == 1 else "fight"
        yield f"is lost, and {counted(now.stands or 0, 'guard')} {verb} on as infantry"
    if now.suppressed and not was.suppressed:
        yield "is suppressed"
