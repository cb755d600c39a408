"""Melee: the dice and their modifiers, what a melee costs, and moves to the rear."""

from rcw_rules.red_white.melee.fight import ALLOCATE, Losses, melee, melee_example_1
from rcw_rules.red_white.melee.losses import (
    KILL_LEADER,
    KILL_PRIEST,
    LOSE_GUARD,
    CasualtiesOutcome,
    CasualtiesRequest,
    casualties,
)
from rcw_rules.red_white.melee.rearward import FallBackOutcome, FallBackRequest, fall_back, full_move_of, to_the_rear
from rcw_rules.red_white.melee.request import MeleeOutcome, MeleeRequest, UnitAfterMelee

__all__ = [
    "ALLOCATE",
    "KILL_LEADER",
    "KILL_PRIEST",
    "LOSE_GUARD",
    "CasualtiesOutcome",
    "CasualtiesRequest",
    "FallBackOutcome",
    "FallBackRequest",
    "Losses",
    "MeleeOutcome",
    "MeleeRequest",
    "UnitAfterMelee",
    "casualties",
    "fall_back",
    "full_move_of",
    "melee",
    "melee_example_1",
    "to_the_rear",
]
