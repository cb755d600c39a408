"""The facts that a referee is asked for, as choices. What the program would measure is the default."""

from __future__ import annotations

from rcw_rules.games import UMPIRE
from rcw_rules.kernel.geometry.table import FactAsked, FactKind
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.procedures import Choice

_RULES: dict[FactKind, tuple[str, str]] = {
    "distance": ("told_distance", "p1-fire"),
    "aspect": ("told_aspect", "p1-facing"),
    "sight": ("told_sight", "p1-terrain"),
    "cover": ("told_cover", "p1-terrain"),
    "bases": ("told_bases", "p1-fire"),
    "room": ("told_room", "gen-rear"),
    "reach": ("told_reach", "p1-movement"),
}
"""The kinds of facts that the rules of Red & White ask for; of flanks and enfilade they know nothing."""


def _choice(id: str, rule: str) -> Choice[FactAsked, object]:
    return Choice(
        id,
        rule=rule,
        who="referee",
        about="What does the referee see on the table? Default: what the program measures.",
        default=lambda asked, alternatives: asked.measured,
        unit=lambda asked: f"{', '.join(asked.about)}: {asked.question}",
        side=lambda _: UMPIRE,
    )


TOLD: dict[FactKind, Choice[FactAsked, object]] = {kind: _choice(id, rule) for kind, (id, rule) in _RULES.items()}
"""The choice by which a referee tells a kind of fact."""


def alternatives_of(asked: FactAsked) -> tuple[object, ...]:
    """Return what a referee may tell of a fact, what would be measured first."""
    match asked.kind:
        case "distance" | "room":
            steps = [*range(0, 24_000, 250), *range(24_000, 100_000, 1_000)]
            values: tuple[object, ...] = tuple(Inches(thousandths=step) for step in steps)
        case "cover":
            values = ("open", "cover", "trench", "building", "breastwork")
        case "bases":
            values = tuple(range(21))
        case _:
            values = (True, False)
    return (asked.measured, *(value for value in values if value != asked.measured))
