"""Values as a record keeps them, and as people read them."""

from __future__ import annotations

from typing import TypeAlias

from rcw_rules.kernel.shapes import is_tuple

Plain: TypeAlias = bool | int | str
"""A value as a record keeps it."""


def plain(value: object) -> Plain:
    """Return *value* as a record keeps it: what is neither yes or no nor a number is a text."""
    return value if isinstance(value, bool | int | str) else str(value)


def in_text(value: object) -> str:
    """Return *value* as a sentence tells it.

    >>> in_text(True), in_text(("A", "B")), in_text(()), in_text(7)
    ('yes', 'A, B', 'none', '7')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if is_tuple(value):
        return ", ".join(map(in_text, value)) or "none"
    return str(value) or "none"
