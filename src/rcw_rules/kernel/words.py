"""Ids and numbers as words: what the code calls ``armoured_car``, a sentence calls an armoured car."""

from __future__ import annotations

import re
from collections.abc import Iterable


def in_words(id: str) -> str:
    """Return an id of the code as the words that a sentence uses.

    >>> in_words("armoured_car")
    'armoured car'
    """
    return id.replace("_", " ")


def words_of_class(name: str) -> str:
    """Return the name of a class as the words that a sentence uses.

    >>> words_of_class("MeleeRequest"), words_of_class("HQMove")
    ('melee request', 'HQ move')
    """
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", name)
    return " ".join(part if len(part) > 1 and part.isupper() else part.lower() for part in parts)


def as_title(words: str) -> str:
    """Return words as a heading has them: with a capital letter.

    >>> as_title("flank or rear")
    'Flank or rear'
    """
    return words[:1].upper() + words[1:]


def counted(count: int, unit: str, plural: str = "") -> str:
    """Return *count* with its unit in the singular or the plural, or alone where it has none.

    >>> counted(1, "stand"), counted(3, "stand"), counted(2, "loss", "losses")
    ('1 stand', '3 stands', '2 losses')
    """
    if not unit:
        return str(count)
    return f"{count} {unit if count == 1 else plural or unit + 's'}"


def listed(items: Iterable[str], last: str = "and") -> str:
    """Return texts as a sentence lists them; "" if there are none.

    >>> listed(["the 1st", "the 2nd", "the 3rd"]), listed(["the 1st", "the 2nd"], "or")
    ('the 1st, the 2nd and the 3rd', 'the 1st or the 2nd')
    """
    *others, end = tuple(items) or ("",)
    return f"{', '.join(others)} {last} {end}" if others else end


def sentences(*said: str) -> str:
    """Return each text as a sentence with a capital and a full stop, one after the other; an empty text is left out.

    >>> sentences("the defender holds", "", "Red 1 loses 2 stands")
    'The defender holds. Red 1 loses 2 stands.'
    """
    return " ".join(f"{text[0].upper()}{text[1:]}{'' if text[-1] in '.?!' else '.'}" for text in said if text)
