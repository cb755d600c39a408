"""TODO."""

from rcw_rules.red_square.activation.activate import ActivateOutcome, ActivateRequest, activate
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
