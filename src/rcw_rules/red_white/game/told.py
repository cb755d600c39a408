"""The facts that a referee is asked for, as choices. What the program would measure is the default."""

from __future__ import annotations

from rcw_rules.games.table_facts import LENGTHS_TOLD, measured_first, told_choices
from rcw_rules.kernel.geometry.table import FactAsked, FactKind
from rcw_rules.kernel.procedures import Choice

TOLD: dict[FactKind, Choice[FactAsked, object]] = told_choices(
    {
        "distance": "p1-fire",
        "aspect": "p1-facing",
        "sight": "p1-terrain",
        "cover": "p1-terrain",
        "bases": "p1-fire",
        "room": "gen-rear",
        "reach": "p1-movement",
    }
)
"""The choice by which a referee tells a kind of fact."""


def alternatives_of(asked: FactAsked) -> tuple[object, ...]:
    """Return what a referee may tell of a fact, what would be measured first."""
    match asked.kind:
        case "distance" | "room":
            return measured_first(asked, LENGTHS_TOLD)
        case "cover":
            return measured_first(asked, ("open", "cover", "trench", "building", "breastwork"))
        case "bases":
            return measured_first(asked, range(21))
        case _:
            return measured_first(asked, (True, False))
