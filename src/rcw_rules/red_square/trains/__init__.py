"""Armoured trains: their two cards, their rails, and the unit that they carry."""

from rcw_rules.red_square.trains.activation import (
    EMERGES,
    TRAIN_CARD,
    TrainAction,
    TrainActivationOutcome,
    TrainActivationRequest,
    TrainHand,
    actions_of,
    train_activation,
)
from rcw_rules.red_square.trains.loading import BoardingOutcome, BoardingRequest, boarding
from rcw_rules.red_square.trains.rails import RailMove, along_the_track, rail_moves

__all__ = [
    "EMERGES",
    "TRAIN_CARD",
    "BoardingOutcome",
    "BoardingRequest",
    "RailMove",
    "TrainAction",
    "TrainActivationOutcome",
    "TrainActivationRequest",
    "TrainHand",
    "actions_of",
    "along_the_track",
    "boarding",
    "rail_moves",
    "train_activation",
]
