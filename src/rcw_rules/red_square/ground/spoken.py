"""Units, weapons and cards in the words of the book, and what happened to a unit between two moments, for summaries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import counted, in_words, listed
from rcw_rules.red_square.model import RINGS_THAT_DAMAGE, RINGS_THAT_DISABLE, Band, Kind, Side, State, Unit, Weapon

THE: Mapping[Kind, str] = {
    "infantry": "the infantry",
    "cavalry": "the cavalry",
    "artillery": "the artillery",
    "mg": "the MG company",
    "tchanka": "the tchanka company",
    "armoured_car": "the armoured car",
    "light_tank": "the light tank",
    "heavy_tank": "the heavy tank",
    "truck": "the truck",
    "train": "the train",
    "hq": "the headquarters",
    "co": "the CO",
    "commissar": "the Commissar",
    "cheka": "the CHEKA",
    "horse_holders": "the base of horse holders",
}
"""What a sentence calls a unit without a name; each takes a verb in the singular."""

WEAPON_NAMES: Mapping[Weapon, str] = {
    "rifles": "rifles",
    "mg": "MGs",
    "tank_gun": "tank guns",
    "light_gun": "light guns",
    "qf_gun": "QF guns",
    "howitzer": "howitzers",
    "heavy": "heavy guns",
}

BAND_WORDS: Mapping[Band, str] = {
    "automatic": "no test is needed",
    "2+": "column 2+ of the Activation Table",
    "1-0": "column 1-0 of the Activation Table",
    "below0": "below 0 on the Activation Table",
}

_MOST_UNITS = 8
"""How many units that changed are told one by one."""


def card_name(code: str) -> str:
    """Return a card as a sentence names it.

    >>> card_name("10H"), card_name("*1")
    ('10H', 'a joker')
    """
    return "a joker" if code.startswith("*") else code


def squares(found: Iterable[Square]) -> str:
    """Return squares as a sentence lists them.

    >>> squares([(1, 2), (2, 2)])
    '(1, 2) and (2, 2)'
    """
    return listed(map(str, found))


def numbers(before: int, after: int) -> str:
    """Return a number before and after, in brackets.

    >>> numbers(4, 2)
    '(4 to 2)'
    """
    return f"({before} to {after})"


def many(count: int, unit: str, plural: str = "") -> str:
    """Return *count* with its unit, and "no" for 0.

    >>> many(0, "hit"), many(1, "hit"), many(2, "hit")
    ('no hits', '1 hit', '2 hits')
    """
    return counted(count, unit, plural) if count else f"no {plural or unit + 's'}"


def last(count: int, unit: str) -> str:
    """Return what stands after "its last".

    >>> last(1, "base"), last(3, "base")
    ('base', '3 bases')
    """
    return unit if count == 1 else counted(count, unit)


# ---------------------------------------------------------------- what happened to units


def change(was: Unit, now: Unit, *, fire: bool = True) -> str:
    """Return what happened to a unit, as a sentence without its full stop; "" if nothing that shows on the table.

    Args:
        was: The unit before.
        now: The unit afterwards.
        fire: Whether to tell that it fired; not where that is told elsewhere, or was a part of a mounted combat.
    """
    done = list(_changes(was, now, fire=fire))
    return f"{now.name} {listed(done)}" if done else ""


def changes(before: Iterable[Unit], after: Iterable[Unit], *leaving_out: str, fire: bool = True) -> tuple[str, ...]:
    """Return what happened to each of several units, in the order of those after; of very many, only how many.

    Args:
        before: The units before, in any order; a unit that is not among them is new and not told.
        after: The units afterwards.
        leaving_out: The names of those who are told elsewhere.
        fire: Whether to tell who fired.
    """
    known = {unit.name: unit for unit in before}
    pairs = ((known[now.name], now) for now in after if now.name in known and now.name not in leaving_out)
    told = tuple(filter(None, (change(was, now, fire=fire) for was, now in pairs)))
    if len(told) <= _MOST_UNITS + 1:
        return told
    return (*told[:_MOST_UNITS], f"{len(told) - _MOST_UNITS} other units change too")


def losses(before: Iterable[Unit], after: Iterable[Unit]) -> tuple[str, ...]:
    """Return what each side has lost in bases and in units, with the numbers before and after."""
    first, last = tuple(before), {unit.name: unit for unit in after}
    told: list[str] = []
    sides: tuple[Side, ...] = ("red", "white")
    for side in sides:
        pairs = [(unit, last[unit.name]) for unit in first if unit.side == side and unit.name in last]
        lost = [(was, now) for was, now in pairs if was.bases > now.bases and was.kind != "horse_holders"]
        told += [f"{now.name} {_bases(was, now)}" for was, now in lost]
    return tuple(told)


def _changes(was: Unit, now: Unit, *, fire: bool) -> Iterator[str]:
    if was.bases and not now.bases:
        yield "is removed"
        return
    if fire and now.this_turn.fired and not was.this_turn.fired:
        yield "fires"
    yield from _doings(was, now)
    yield from _damage(was, now)
    yield from _whereabouts(was, now)
    if now.formation != was.formation and now.formation is not None:
        yield f"changes to {in_words(now.formation)}"
    if now.order != was.order and now.order is not None:
        yield f"is now under orders to {in_words(now.order)}"
    yield from _works(was, now)


def _doings(was: Unit, now: Unit) -> Iterator[str]:
    if now.this_turn.holds_fire and not was.this_turn.holds_fire:
        yield "holds its fire"
    if now.broken_down and not was.broken_down:
        yield "breaks down"
    if was.broken_down and not now.broken_down:
        yield "starts again"
    if now.bogged != was.bogged:
        yield "bogs" if now.bogged else "gets free"


def _damage(was: Unit, now: Unit) -> Iterator[str]:
    if now.markers > was.markers:
        yield f"takes {counted(now.markers - was.markers, 'hit marker')} {numbers(was.markers, now.markers)}"
    elif now.markers < was.markers:
        yield f"resolves {counted(was.markers - now.markers, 'hit marker')} {numbers(was.markers, now.markers)}"
    if now.bases < was.bases:
        yield _bases(was, now)
    elif now.bases > was.bases:
        yield f"receives {counted(now.bases - was.bases, 'base')} {numbers(was.bases, now.bases)}"
    if now.rings > was.rings:
        yield f"takes {counted(now.rings - was.rings, 'ring')} {numbers(was.rings, now.rings)}"
    if now.kind == "train" and now.rings != was.rings and now.rings >= RINGS_THAT_DAMAGE:
        yield "is disabled for good" if now.rings >= RINGS_THAT_DISABLE else "is damaged"
    if now.pinned != was.pinned and now.kind == "mg":
        yield f"has {many(now.pinned, 'base')} pinned {numbers(was.pinned, now.pinned)}"
    elif bool(now.pinned) != bool(was.pinned) or now.is_pinned != was.is_pinned:
        yield "is pinned" if now.pinned or now.is_pinned else "is no longer pinned"
    if now.must_retreat and not was.must_retreat:
        yield "must retreat when it is next activated"


def _bases(was: Unit, now: Unit) -> str:
    return f"loses {counted(was.bases - now.bases, 'base')} {numbers(was.bases, now.bases)}"


_NOW_IS: Mapping[State, str] = {
    "steady": "is steady again",
    "hiding": "hides",
    "retreating": "is in retreat",
    "rallying": "rallies",
    "off_table": "retreats off the table",
}


def _whereabouts(was: Unit, now: Unit) -> Iterator[str]:
    """Yield where a unit went, and in which state it is."""
    retreats = now.this_turn.retreated and not was.this_turn.retreated
    if now.carried_by and not was.carried_by:
        yield f"goes aboard {now.carried_by}"
    elif now.state == "off_table":
        if was.state != "off_table":
            yield _NOW_IS["off_table"]
        return
    elif now.square is not None and now.square != was.square:
        if was.state == "off_table":
            yield f"returns to the table in {now.square}"
        elif was.carried_by:
            yield f"gets off in {now.square}"
        else:
            yield f"{'retreats' if retreats else 'moves'} to {now.square}"
            retreats = retreats and now.state == "retreating"
            if retreats:
                return
    elif now.facing != was.facing:
        yield f"turns to face {now.facing}"
    if now.state != was.state:
        yield _NOW_IS[now.state]
    elif retreats and now.square == was.square:
        yield "cannot retreat any farther"


def _works(was: Unit, now: Unit) -> Iterator[str]:
    if now.digging_markers > was.digging_markers:
        more = counted(now.digging_markers - was.digging_markers, "digging marker")
        yield f"places {more} {numbers(was.digging_markers, now.digging_markers)}"
    if now.temporary_trenches and not was.temporary_trenches:
        yield "lies in temporary trenches"
    if now.stage > was.stage:
        yield "places its platform" if now.stage > 1 else "unlimbers in a masked position"
    if now.ferry_to is not None and was.ferry_to is None:
        yield f"waits for the ferry to {now.ferry_to}"


def without_markers(was: Unit, now: Unit) -> Unit:
    """Return a unit as it was but for its hit markers, where those are told elsewhere."""
    return evolve(was, markers=now.markers, marker_weapons=now.marker_weapons)
