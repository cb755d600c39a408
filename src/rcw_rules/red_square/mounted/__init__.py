"""Mounted combat and overruns: contact, the exchange of blows, the course of a charge, and following up."""

from rcw_rules.red_square.mounted.combat import (
    CHARGED,
    Charge,
    MountedCombatOutcome,
    MountedCombatRequest,
    chargeable,
    mounted_combat,
)
from rcw_rules.red_square.mounted.contact import exchange_request
from rcw_rules.red_square.mounted.course import FOLLOW_UP, CombatReport, Pursuit
from rcw_rules.red_square.mounted.exchange import MountedExchangeOutcome, MountedExchangeRequest, mounted_exchange
from rcw_rules.red_square.mounted.follow_up import follow_up_ways
from rcw_rules.red_square.mounted.overruns import FIRES_BACK, OverrunOutcome, OverrunRequest, Stand, overrun

__all__ = [
    "CHARGED",
    "FIRES_BACK",
    "FOLLOW_UP",
    "Charge",
    "CombatReport",
    "MountedCombatOutcome",
    "MountedCombatRequest",
    "MountedExchangeOutcome",
    "MountedExchangeRequest",
    "OverrunOutcome",
    "OverrunRequest",
    "Pursuit",
    "Stand",
    "chargeable",
    "exchange_request",
    "follow_up_ways",
    "mounted_combat",
    "mounted_exchange",
    "overrun",
]
