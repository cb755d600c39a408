"""A whole combat, from the retreat before it to the pursuit after it (8.5 to 8.8)."""

from rcw_rules.orel.combat.course import (
    NO_MUNITIONS,
    Battlefield,
    CombatMunitions,
    CombatOutcome,
    Course,
    DepotReturn,
    Exit,
    Keys,
    carried_out,
)
from rcw_rules.orel.combat.pursuits import (
    PURSUE,
    PURSUERS,
    PURSUING_CAR,
    Pursuing,
    PursuitOutcome,
    PursuitRequest,
    pursuit,
)
from rcw_rules.orel.combat.stages import CombatAssaultRequest, CombatCohesionRequest, combat_assault, combat_cohesion
from rcw_rules.orel.combat.telling import told_changes, told_gone, told_prisoners, told_returns
from rcw_rules.orel.combat.whole import CombatRequest, combat, worked_example

__all__ = [
    "NO_MUNITIONS",
    "PURSUE",
    "PURSUERS",
    "PURSUING_CAR",
    "Battlefield",
    "CombatAssaultRequest",
    "CombatCohesionRequest",
    "CombatMunitions",
    "CombatOutcome",
    "CombatRequest",
    "Course",
    "DepotReturn",
    "Exit",
    "Keys",
    "Pursuing",
    "PursuitOutcome",
    "PursuitRequest",
    "carried_out",
    "combat",
    "combat_assault",
    "combat_cohesion",
    "pursuit",
    "told_changes",
    "told_gone",
    "told_prisoners",
    "told_returns",
    "worked_example",
]
