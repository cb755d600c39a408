"""Vehicles: tanks, armoured cars and armoured trains."""

from rcw_rules.red_white.vehicles.activation import (
    VehicleActivationOutcome,
    VehicleActivationRequest,
    vehicle_activation,
)
from rcw_rules.red_white.vehicles.armament import (
    ArmedVehicle,
    VehicleFireDiceOutcome,
    VehicleFireDiceRequest,
    arc_of,
    vehicle_fire_dice,
)
from rcw_rules.red_white.vehicles.damage import VehicleDamageOutcome, VehicleDamageRequest, vehicle_damage
from rcw_rules.red_white.vehicles.trains import HARMLESS, TrainUnderFireOutcome, TrainUnderFireRequest, train_under_fire

__all__ = [
    "HARMLESS",
    "ArmedVehicle",
    "TrainUnderFireOutcome",
    "TrainUnderFireRequest",
    "VehicleActivationOutcome",
    "VehicleActivationRequest",
    "VehicleDamageOutcome",
    "VehicleDamageRequest",
    "VehicleFireDiceOutcome",
    "VehicleFireDiceRequest",
    "arc_of",
    "train_under_fire",
    "vehicle_activation",
    "vehicle_damage",
    "vehicle_fire_dice",
]
