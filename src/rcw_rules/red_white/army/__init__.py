"""The army: its headquarters, its losses, Major Morale, and the end of a turn."""

from rcw_rules.red_white.army.headquarters import HqOverrunOutcome, HqOverrunRequest, hq_overrun
from rcw_rules.red_white.army.losses import ArmyCount, ArmyLog, ArmyUnit, Fate, is_lost
from rcw_rules.red_white.army.morale import MajorMoraleOutcome, MajorMoraleRequest, major_morale
from rcw_rules.red_white.army.turn import EndOfTurnOutcome, EndOfTurnRequest, end_of_turn, phase_1

__all__ = [
    "ArmyCount",
    "ArmyLog",
    "ArmyUnit",
    "EndOfTurnOutcome",
    "EndOfTurnRequest",
    "Fate",
    "HqOverrunOutcome",
    "HqOverrunRequest",
    "MajorMoraleOutcome",
    "MajorMoraleRequest",
    "end_of_turn",
    "hq_overrun",
    "is_lost",
    "major_morale",
    "phase_1",
]
