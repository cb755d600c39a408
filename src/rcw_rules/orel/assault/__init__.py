"""Cohesion checks and assaults: strengths, losses, prisoners, morale and destroyed vehicles (8.7, 8.8, 9)."""

from rcw_rules.orel.assault.assaults import assault, vehicles_to_check
from rcw_rules.orel.assault.cohesion import CohesionOutcome, CohesionRequest, cohesion_check, wrong_batteries
from rcw_rules.orel.assault.encircling import EncirclementOutcome, EncirclementRequest, encirclement, hexsides_towards
from rcw_rules.orel.assault.losses import (
    LOSE_STEP,
    Losing,
    LossAllocationOutcome,
    LossAllocationRequest,
    loss_allocation,
)
from rcw_rules.orel.assault.morale import Beaten, MoraleOutcome, MoraleRequest, UnitMorale, morale_check
from rcw_rules.orel.assault.prospects import (
    ASSAULT,
    AssaultProspectsRequest,
    Prospects,
    assault_prospects,
    launches_assault,
)
from rcw_rules.orel.assault.sides import AssaultOutcome, AssaultRequest, UnitAfterAssault
from rcw_rules.orel.assault.vehicle_checks import (
    VEHICLES_CHECKED,
    UnderFire,
    VehicleCheckOutcome,
    VehicleCheckRequest,
    vehicle_check,
)

__all__ = [
    "ASSAULT",
    "LOSE_STEP",
    "VEHICLES_CHECKED",
    "AssaultOutcome",
    "AssaultProspectsRequest",
    "AssaultRequest",
    "Beaten",
    "CohesionOutcome",
    "CohesionRequest",
    "EncirclementOutcome",
    "EncirclementRequest",
    "Losing",
    "LossAllocationOutcome",
    "LossAllocationRequest",
    "MoraleOutcome",
    "MoraleRequest",
    "Prospects",
    "UnderFire",
    "UnitAfterAssault",
    "UnitMorale",
    "VehicleCheckOutcome",
    "VehicleCheckRequest",
    "assault",
    "assault_prospects",
    "cohesion_check",
    "encirclement",
    "hexsides_towards",
    "launches_assault",
    "loss_allocation",
    "morale_check",
    "vehicle_check",
    "vehicles_to_check",
    "wrong_batteries",
]
