"""Whole activations: a card is played, and every unit that it activates tests, loses and acts."""

from rcw_rules.red_square.activation.choices import (
    ACTIVITY,
    AREA,
    BOARDS,
    CLOSES,
    DESTINATION,
    FIGURE_SQUARE,
    FIRES_AFTER_MOVE,
    FRONT_BATTALION,
    HQ_MOVES,
    NEW_ORDER,
    SPOTTER,
    TRAIN_ACTION,
    UNLOADS_AT,
    Destination,
    Situation,
)
from rcw_rules.red_square.activation.course import ActivateOutcome, ActivateRequest, activate

__all__ = [
    "ACTIVITY",
    "AREA",
    "BOARDS",
    "CLOSES",
    "DESTINATION",
    "FIGURE_SQUARE",
    "FIRES_AFTER_MOVE",
    "FRONT_BATTALION",
    "HQ_MOVES",
    "NEW_ORDER",
    "SPOTTER",
    "TRAIN_ACTION",
    "UNLOADS_AT",
    "ActivateOutcome",
    "ActivateRequest",
    "Destination",
    "Situation",
    "activate",
]
