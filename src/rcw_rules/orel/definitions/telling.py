"""What sentences call sides, units, hexes and losses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rcw_rules.kernel import words
from rcw_rules.orel.model import TRAIN_TYPES, Depot, OrelLocation, Side, Unit, UnitType

PEOPLE: dict[Side, str] = {"white": "Whites", "red": "Reds"}
"""What a sentence calls the sides."""

MOST_UNITS_TOLD = 10
"""A sentence names at most so many units; of more it says the number."""

MOST_HEXES_TOLD = 12
"""A sentence lists at most so many hexes."""


def called(one: Unit | Depot) -> str:
    """Return what a sentence calls a unit or a depot: its name, with what follows a comma in brackets, or its key.

    >>> called(Unit(key="R:1/7D", side="red", type="tank", name="1st Brigade, 7th Rifle Division"))
    '1st Brigade (7th Rifle Division)'
    """
    name = one.name if isinstance(one, Unit) else ""
    head, comma, rest = name.partition(", ")
    return f"{head} ({rest})" if comma else name or one.key


def names_of(*those: Iterable[Unit | Depot]) -> dict[str, str]:
    """Return what sentences call units and depots, by key."""
    return {one.key: called(one) for group in those for one in group}


def told_of(keys: Sequence[str], names: Mapping[str, str], unit: str = "units") -> str:
    """Return who the keys are, as a sentence lists them, "" for nobody; of a long list only the number.

    >>> told_of(("R:1/7D", "R:2/7D"), {"R:1/7D": "1st Brigade"})
    '1st Brigade and R:2/7D'
    """
    return f"{len(keys)} {unit}" if len(keys) > MOST_UNITS_TOLD else words.listed(names.get(key, key) for key in keys)


def for_number(text: str, count: int) -> str:
    """Return a text with its words for one or for several: ``[is|are]``, ``retreat[s|]``.

    >>> for_number("retreat[s|] and [is|are] Routed", 2)
    'retreat and are Routed'
    """
    return _NUMBERED.sub(r"\1" if count == 1 else r"\2", text)


_NUMBERED = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


def clause(keys: Sequence[str], names: Mapping[str, str], does: str) -> str:
    """Return who does something, in the words for their number as `for_number` reads them; "" if nobody does.

    >>> clause(("1K",), {}, "retreat[s|]"), clause(("1K", "2K"), {}, "retreat[s|]")
    ('1K retreats', '1K and 2K retreat')
    """
    return f"{told_of(keys, names)} {for_number(does, len(keys))}" if keys else ""


def told_hexes(hexes: Sequence[str]) -> str:
    """Return hexes as a sentence lists them: their labels or, of many, the first ones and the number of the others.

    >>> told_hexes(["1010"]), told_hexes(["1010", "1011"])
    ('hex 1010', 'hexes 1010 and 1011')
    """
    more = len(hexes) - MOST_HEXES_TOLD
    shown = hexes if more <= 0 else (*hexes[:MOST_HEXES_TOLD], f"{more} more")
    return f"{'hex' if len(hexes) == 1 else 'hexes'} {words.listed(shown)}"


def told_location(location: OrelLocation) -> str:
    """Return a part of Orel in words."""
    return "the suburbs of Orel" if location == "suburbs" else "the centre of Orel"


def told_type(kind: UnitType) -> str:
    """Return a kind of unit in words.

    >>> told_type("armoured_train_light"), told_type("horse_artillery")
    ('light armoured train', 'horse artillery')
    """
    train, _, weight = kind.rpartition("_") if kind in TRAIN_TYPES else ("", "", "")
    return words.in_words(f"{weight}_{train}" if train else kind)


def told_loss(unit: Unit, lost: int) -> str:
    """Return what the loss of steps does to a unit, who is named before.

    >>> told_loss(Unit(key="1K", side="white", type="tank"), 1)
    'is destroyed'
    """
    return for_number(losing(unit, lost), 1)


def losing(unit: Unit, lost: int) -> str:
    """Return the same of one unit or several, as `for_number` reads it: ``[loses|each lose] 2 steps (4 to 2)``."""
    if lost >= unit.steps:
        return f"[is|are] {'destroyed' if unit.is_vehicle else 'eliminated'}"
    damaged = "[is|are] damaged and " if unit.is_vehicle else ""
    return f"{damaged}[loses|each lose] {words.counted(lost, 'step')} ({unit.steps} to {unit.steps - lost})"
