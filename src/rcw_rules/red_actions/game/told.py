"""The facts that a referee is asked for, as choices. What the program would measure is the default."""

from __future__ import annotations

from rcw_rules.games import UMPIRE
from rcw_rules.kernel.geometry.table import FactAsked, FactKind
from rcw_rules.kernel.procedures import Choice

_RULES: dict[FactKind, str] = {
    "distance": "conv-within",
    "aspect": "charge-flank",
    "sight": "vis-table",
    "cover": "sho-cover-definitions",
    "bases": "sho-effective",
    "enfilade": "arc-enfilade",
    "flanks": "mor-behind-flanks",
    "room": "retire-manner",
    "reach": "charge-conditions",
}


def _choice(kind: FactKind, rule: str) -> Choice[FactAsked, object]:
    return Choice(
        f"told_{kind}",
        rule=rule,
        who="referee",
        about="What does the referee see on the table? Default: what the program measures.",
        default=lambda asked, alternatives: asked.measured,
        unit=lambda asked: f"{', '.join(asked.about)}: {asked.question}",
        side=lambda _: UMPIRE,
    )


TOLD: dict[FactKind, Choice[FactAsked, object]] = {kind: _choice(kind, rule) for kind, rule in _RULES.items()}
"""The choice by which a referee tells a kind of fact."""
