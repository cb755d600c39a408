"""Values as a record keeps them, and as people read them."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from typing import TypeAlias, TypeVar

from rcw_rules.kernel.shapes import is_tuple

AlternativeT = TypeVar("AlternativeT", bound=Hashable)

Plain: TypeAlias = bool | int | str
"""A value as a record keeps it."""

PLAIN = (int, str)  # bool is an int
"""The classes of these values: a union in `isinstance` would be made anew for each."""


def plain(value: object) -> Plain:
    """Return *value* as a record keeps it: what is neither yes or no nor a number is a text."""
    return value if isinstance(value, PLAIN) else str(value)


def in_text(value: object) -> str:
    """Return *value* as a sentence tells it.

    >>> in_text(True), in_text(("A", "B")), in_text(()), in_text(7)
    ('yes', 'A, B', 'none', '7')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_tuple(value):
        return ", ".join(map(in_text, value)) or "none"
    try:
        return str(value) or "none"
    except ValueError:
        if isinstance(value, int | Fraction):
            return "a huge number"  # of more digits than Python writes
        raise


def in_one_line(text: str) -> str:
    r"""Return *text* on one line: its line breaks, and all else that `printable` would escape, as escapes.

    So no name passes for a line of its own.

    >>> print(in_one_line("Red\nWhite"))
    Red\nWhite
    """
    return printable(text).replace("\n", "\\n")


def printable(text: str) -> str:
    r"""Return *text* with every character that a terminal or a page would obey, or cannot show, as an escape.

    Among these are the controls that turn the direction of writing, by which a name could read as another.

    >>> printable("a\x1b[2J")
    'a\\x1b[2J'
    """
    if text.isprintable():
        return text
    return "".join(
        character if character.isprintable() or character == "\n" else character.encode("unicode_escape").decode()
        for character in text
    )


def alternative_told(alternatives: tuple[AlternativeT, ...], told: object) -> AlternativeT:
    """Return the alternative that a record tells as a plain value.

    Raises:
        LookupError: None of them is told so.
    """
    for alternative in alternatives:
        one = plain(alternative)
        if type(one) is type(told) and one == told:
            return alternative
    raise LookupError(told)


class NoneTaken:
    """What a decider returns for the alternative None, where None by itself is the default."""


NONE_TAKEN = NoneTaken()


def taken(alternative: AlternativeT) -> AlternativeT | NoneTaken:
    """Return an alternative as a decider returns it."""
    return NONE_TAKEN if alternative is None else alternative


def alternative_meant(alternatives: tuple[AlternativeT, ...], answer: object) -> AlternativeT:
    """Return the alternative meant: given as itself, as its plain value, or in words in any case.

    >>> alternative_meant((True, False), "Yes"), alternative_meant((3, 4), "4"), alternative_meant(("A", ""), "none")
    (True, 4, '')

    Raises:
        LookupError: None of them is meant so.
    """
    for alternative in alternatives:
        if alternative is answer:  # as programs answer: to compare large ones takes its time
            return alternative
    for alternative in alternatives:
        if type(alternative) is type(answer) and alternative == answer:
            return alternative
    try:
        return alternative_told(alternatives, answer)
    except LookupError:
        words = answer.strip().casefold() if isinstance(answer, str) else None
        for alternative in alternatives:
            if in_text(alternative).casefold() == words:
                return alternative
        raise
