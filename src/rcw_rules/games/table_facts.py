"""Facts of a table that a referee tells: the choices by which he does, and what can be told of a length."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rcw_rules.games.game import UMPIRE
from rcw_rules.kernel.geometry.table import FactAsked, FactKind
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.procedures import Choice

LENGTHS_TOLD: tuple[Inches, ...] = tuple(
    Inches(thousandths=step) for step in (*range(0, 24_000, 250), *range(24_000, 100_000, 1_000))
)
"""The lengths that a referee may tell: every quarter of an inch up to 24 inches, every inch up to 99."""


def told_choices(rules: Mapping[FactKind, str]) -> dict[FactKind, Choice[FactAsked, object]]:
    """Return the choice by which a referee tells each kind of fact: ``told_distance``, and so on.

    Its default is what the program measures.

    Args:
        rules: The kinds of facts that a ruleset asks for, each with the id of the rule that needs it.
    """
    return {
        kind: Choice(
            f"told_{kind}",
            rule=rule,
            who="referee",
            about="What does the referee see on the table? Default: what the program measures.",
            default=lambda asked, alternatives: asked.measured,
            unit=lambda asked: f"{', '.join(asked.about)}: {asked.question}",
            side=lambda _: UMPIRE,
        )
        for kind, rule in rules.items()
    }


def measured_first(asked: FactAsked, values: Iterable[object]) -> tuple[object, ...]:
    """Return what a referee may tell of a fact, what would be measured before everything else."""
    return (asked.measured, *(value for value in values if value != asked.measured))
