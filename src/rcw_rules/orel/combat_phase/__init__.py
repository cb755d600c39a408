"""A whole combat phase: munitions, barrages and answers, then each combat in turn (8.1)."""

from rcw_rules.orel.combat_phase.fire import Places, answer_barrages, barrage_request, target_hex
from rcw_rules.orel.combat_phase.orders import Attack, BarrageOrder, CounterbatteryOrder, Ground, Orders
from rcw_rules.orel.combat_phase.phase import (
    CombatPhaseRequest,
    OpenPhase,
    PaidAttack,
    combat_phase,
    open_phase,
    places_of,
    planned_combats,
)
from rcw_rules.orel.combat_phase.series import (
    NEXT_ATTACK,
    Pending,
    PhaseCombatsRequest,
    after_attack,
    before_next,
    closed,
    combat_request,
    phase_combats,
)
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
    "OpenPhase",
    "Orders",
    "PaidAttack",
    "Pending",
    "PhaseCombatsRequest",
    "PhaseState",
    "Places",
    "PlannedAttack",
    "after_attack",
    "answer_barrages",
    "barrage_request",
    "before_next",
    "closed",
    "combat_phase",
    "combat_request",
    "open_phase",
    "phase_combats",
    "places_of",
    "planned_combats",
    "target_hex",
]
