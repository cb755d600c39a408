"""The sequence of play (chapter 2) and victory (chapter 10)."""

from rcw_rules.orel.turn.sequence import STEPS, Moment, Rout, TurnOutcome, TurnRequest, following_moment, turn
from rcw_rules.orel.turn.winning import (
    LOCATIONS,
    Level,
    OccupationOutcome,
    OccupationRequest,
    Standing,
    VictoryLocation,
    VictoryOutcome,
    VictoryRequest,
    after_losses,
    occupation,
    red_level,
    victory,
    white_level,
)

__all__ = [
    "LOCATIONS",
    "STEPS",
    "Level",
    "Moment",
    "OccupationOutcome",
    "OccupationRequest",
    "Rout",
    "Standing",
    "TurnOutcome",
    "TurnRequest",
    "VictoryLocation",
    "VictoryOutcome",
    "VictoryRequest",
    "after_losses",
    "following_moment",
    "occupation",
    "red_level",
    "turn",
    "victory",
    "white_level",
]
