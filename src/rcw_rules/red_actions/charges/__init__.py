"""Charges, from declaration to contact, and ambushes."""

from rcw_rules.red_actions.charges.ambush import (
    SPRING_AT,
    ScoutAmbushOutcome,
    ScoutAmbushRequest,
    SpringAmbushOutcome,
    SpringAmbushRequest,
    scout_ambush,
    spring_ambush,
)
from rcw_rules.red_actions.charges.charging import ChargeRequest, charge
from rcw_rules.red_actions.charges.legality import (
    ChargeLegalityOutcome,
    ChargeLegalityRequest,
    advance_barred,
    charge_legality,
    may_charge_any,
)
from rcw_rules.red_actions.charges.parts import (
    CHARGE_FOLLOW,
    CHARGE_RESPONSE,
    NEVER_FLEE,
    ChargedUnit,
    ChargeOutcome,
    DefensiveFire,
    UnitAfterCharge,
)

__all__ = [
    "CHARGE_FOLLOW",
    "CHARGE_RESPONSE",
    "NEVER_FLEE",
    "SPRING_AT",
    "ChargeLegalityOutcome",
    "ChargeLegalityRequest",
    "ChargeOutcome",
    "ChargeRequest",
    "ChargedUnit",
    "DefensiveFire",
    "ScoutAmbushOutcome",
    "ScoutAmbushRequest",
    "SpringAmbushOutcome",
    "SpringAmbushRequest",
    "UnitAfterCharge",
    "advance_barred",
    "charge",
    "charge_legality",
    "may_charge_any",
    "scout_ambush",
    "spring_ambush",
]
