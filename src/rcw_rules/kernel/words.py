"""Ids as words: what the code calls ``armoured_car``, a sentence calls an armoured car."""

from __future__ import annotations


def in_words(id: str) -> str:
    """Return an id of the code as the words that a sentence uses.

    >>> in_words("armoured_car")
    'armoured car'
    """
    return id.replace("_", " ")
