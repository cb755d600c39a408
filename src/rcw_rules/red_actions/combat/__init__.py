"""Hand-to-hand combat, from contact to pursuit."""

from rcw_rules.red_actions.combat.combatants import Charger, Contacted, UnitAfterCombat, set_free
from rcw_rules.red_actions.combat.fight import BASE_LOST_IN_COMBAT, REMOVED_BY, SideDefeated
from rcw_rules.red_actions.combat.hand_to_hand import CombatOutcome, CombatRequest, combat
from rcw_rules.red_actions.combat.pursuing import (
    HALTS_WITHIN,
    EnemyAhead,
    PursuitOutcome,
    PursuitRequest,
    Router,
    RouterAfter,
    pursuit,
)
from rcw_rules.red_actions.combat.strength import (
    CombatOfficersOutcome,
    CombatOfficersRequest,
    CombatRatioOutcome,
    CombatRatioRequest,
    CombatRollRequest,
    CombatStrengthOutcome,
    CombatStrengthRequest,
    CombatTableOutcome,
    CombatTableRequest,
    combat_officers,
    combat_ratio,
    combat_roll,
    combat_strength,
    combat_table,
)

__all__ = [
    "BASE_LOST_IN_COMBAT",
    "HALTS_WITHIN",
    "REMOVED_BY",
    "Charger",
    "CombatOfficersOutcome",
    "CombatOfficersRequest",
    "CombatOutcome",
    "CombatRatioOutcome",
    "CombatRatioRequest",
    "CombatRequest",
    "CombatRollRequest",
    "CombatStrengthOutcome",
    "CombatStrengthRequest",
    "CombatTableOutcome",
    "CombatTableRequest",
    "Contacted",
    "EnemyAhead",
    "PursuitOutcome",
    "PursuitRequest",
    "Router",
    "RouterAfter",
    "SideDefeated",
    "UnitAfterCombat",
    "combat",
    "combat_officers",
    "combat_ratio",
    "combat_roll",
    "combat_strength",
    "combat_table",
    "pursuit",
    "set_free",
]
