"""A whole combat phase: munitions, barrages and answers, then each combat in turn (8.1)."""

from rcw_rules.orel.combat_phase.orders import Attack, BarrageOrder, CounterbatteryOrder, Ground, Orders
from rcw_rules.orel.combat_phase.phase import CombatPhaseRequest, combat_phase
from rcw_rules.orel.combat_phase.series import NEXT_ATTACK, Pending, PhaseCombatsRequest, phase_combats
from rcw_rules.orel.combat_phase.state import AttackReport, CombatPhaseOutcome, PhaseState, PlannedAttack

__all__ = [
    "NEXT_ATTACK",
    "Attack",
    "AttackReport",
    "BarrageOrder",
    "CombatPhaseOutcome",
    "CombatPhaseRequest",
    "CounterbatteryOrder",
    "Ground",
    "Orders",
    "Pending",
    "PhaseCombatsRequest",
    "PhaseState",
    "PlannedAttack",
    "combat_phase",
    "phase_combats",
]
