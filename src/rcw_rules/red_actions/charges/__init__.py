"""Charges, from declaration to contact, and ambushes."""

from rcw_rules.red_actions.charges.ambush import (
    SPRING_AT,
    HidingPlace,
    ScoutAmbushOutcome,
    ScoutAmbushRequest,
    SpringAmbushOutcome,
    SpringAmbushRequest,
    scout_ambush,
    spring_ambush,
)
from rcw_rules.red_actions.charges.charging import ChargeRequest, charge, charge_reach
from rcw_rules.red_actions.charges.legality import (
    AMBUSH_BONUS,
    ChargeLegalityOutcome,
    ChargeLegalityRequest,
    advance_barred,
    charge_legality,
    may_charge,
    may_charge_any,
)
from rcw_rules.red_actions.charges.parts import (
    CHARGE_FOLLOW,
    CHARGE_RESPONSE,
    NEVER_FLEE,
    ChargedUnit,
    ChargeKind,
    ChargeOutcome,
    DefensiveFire,
    UnitAfterCharge,
    can_bear,
)

__all__ = [
    "AMBUSH_BONUS",
    "CHARGE_FOLLOW",
    "CHARGE_RESPONSE",
    "NEVER_FLEE",
    "SPRING_AT",
    "ChargeKind",
    "ChargeLegalityOutcome",
    "ChargeLegalityRequest",
    "ChargeOutcome",
    "ChargeRequest",
    "ChargedUnit",
    "DefensiveFire",
    "HidingPlace",
    "ScoutAmbushOutcome",
    "ScoutAmbushRequest",
    "SpringAmbushOutcome",
    "SpringAmbushRequest",
    "UnitAfterCharge",
    "advance_barred",
    "can_bear",
    "charge",
    "charge_legality",
    "charge_reach",
    "may_charge",
    "may_charge_any",
    "scout_ambush",
    "spring_ambush",
]
