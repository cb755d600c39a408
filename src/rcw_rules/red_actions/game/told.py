"""The facts that a referee is asked for, as choices. What the program would measure is the default."""

from __future__ import annotations

from rcw_rules.games.table_facts import told_choices
from rcw_rules.kernel.geometry.table import FactAsked, FactKind
from rcw_rules.kernel.procedures import Choice

TOLD: dict[FactKind, Choice[FactAsked, object]] = told_choices(
    {
        "distance": "conv-within",
        "aspect": "charge-flank",
        "sight": "vis-table",
        "cover": "sho-cover-definitions",
        "bases": "sho-effective",
        "enfilade": "arc-enfilade",
        "flanks": "mor-behind-flanks",
        "room": "retire-manner",
        "reach": "charge-conditions",
        "towards": "defs-pinned",
    }
)
"""The choice by which a referee tells a kind of fact."""
