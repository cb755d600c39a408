"""The facts that a referee is asked for, as choices. What the program would measure is the default."""

from __future__ import annotations

from rcw_rules.games import UMPIRE
from rcw_rules.kernel.geometry.table import FactAsked, FactKind
from rcw_rules.kernel.procedures import Choice

_RULES: dict[FactKind, tuple[str, str]] = {
    "distance": ("told_distance", "conv-within"),
    "aspect": ("told_aspect", "charge-flank"),
    "sight": ("told_sight", "vis-table"),
    "cover": ("told_cover", "sho-cover-definitions"),
    "bases": ("told_bases", "sho-effective"),
    "enfilade": ("told_enfilade", "arc-enfilade"),
    "flanks": ("told_flanks", "mor-behind-flanks"),
    "room": ("told_room", "retire-manner"),
    "reach": ("told_reach", "charge-conditions"),
    "towards": ("told_towards", "defs-pinned"),
}


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
