"""Marks that tie options and fields to rules and former names, and the options of a ruleset that has none."""

from __future__ import annotations

import attrs

__all__ = ["Cites", "NoOptions", "Settles", "Was"]


@attrs.frozen
class Settles:
    """Marks an option with the rule that it settles, in an annotation: ``Annotated[bool, Settles("opt-red-guards")]``.

    Attributes:
        rule: The id of the rule.
        since: The version of the rules that the option came with. In a record of an earlier version, which does not
            name it, it has its default: what held before must be the default.
    """

    rule: str
    since: int = 1


@attrs.frozen
class Cites:
    """Marks a field with the rule that gives it its meaning, in an annotation: ``Annotated[bool, Cites("p1-facing")]``.

    Attributes:
        rule: The id of the rule.
    """

    rule: str


@attrs.frozen
class Was:
    """Marks a field that had another name, in an annotation: ``Annotated[int, Was("lost", before=4)]``.

    Documents of older rules are read under the old name; requests are not.

    Attributes:
        name: The name that the field had.
        before: The version of the rules that gave it its name of today.
    """

    name: str
    before: int


@attrs.frozen(kw_only=True)
class NoOptions:
    """The options of a ruleset that has none."""
