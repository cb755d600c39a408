"""Morale: the test and the Cheka, the morale phase, activation, suppressed fire, and leaders at the front."""

from rcw_rules.red_white.morale.activation import ActivationOutcome, ActivationRequest, activation_test
from rcw_rules.red_white.morale.check import LIQUIDATE, WITHDRAWING, MoraleOutcome, MoraleTestRequest, morale_test
from rcw_rules.red_white.morale.leaders import HeroicLeadersOutcome, HeroicLeadersRequest, heroic_leaders
from rcw_rules.red_white.morale.phase import MoralePhaseOutcome, MoralePhaseRequest, morale_phase
from rcw_rules.red_white.morale.suppression import (
    SuppressedFireOutcome,
    SuppressedFireRequest,
    fire_test_objections,
    suppressed_fire,
)

__all__ = [
    "LIQUIDATE",
    "WITHDRAWING",
    "ActivationOutcome",
    "ActivationRequest",
    "HeroicLeadersOutcome",
    "HeroicLeadersRequest",
    "MoraleOutcome",
    "MoralePhaseOutcome",
    "MoralePhaseRequest",
    "MoraleTestRequest",
    "SuppressedFireOutcome",
    "SuppressedFireRequest",
    "activation_test",
    "fire_test_objections",
    "heroic_leaders",
    "morale_phase",
    "morale_test",
    "suppressed_fire",
]
