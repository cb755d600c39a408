"""Combat: strengths, the column of the odds, the combat tables, captures, and the attack that uses them all."""

from rcw_rules.directory.combat.attack import Attacker, Captured, CombatOutcome, CombatRequest, Defender, Listed, combat
from rcw_rules.directory.combat.capture import (
    CAPTOR,
    REPLACE_CAPTURED,
    Capture,
    CaptureCheckOutcome,
    CaptureCheckRequest,
    capture_check,
)
from rcw_rules.directory.combat.columns import Column, OddsOutcome, OddsRequest, odds
from rcw_rules.directory.combat.strength import (
    Combatant,
    CombatStrengthOutcome,
    CombatStrengthRequest,
    Role,
    combat_strength,
    supply_problems,
)
from rcw_rules.directory.combat.tables import CombatResultOutcome, CombatResultRequest, combat_result

__all__ = [
    "CAPTOR",
    "REPLACE_CAPTURED",
    "Attacker",
    "Capture",
    "CaptureCheckOutcome",
    "CaptureCheckRequest",
    "Captured",
    "Column",
    "CombatOutcome",
    "CombatRequest",
    "CombatResultOutcome",
    "CombatResultRequest",
    "CombatStrengthOutcome",
    "CombatStrengthRequest",
    "Combatant",
    "Defender",
    "Listed",
    "OddsOutcome",
    "OddsRequest",
    "Role",
    "capture_check",
    "combat",
    "combat_result",
    "combat_strength",
    "odds",
    "supply_problems",
]
