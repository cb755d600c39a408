"""A charge up to the dice of the melee: fright, withdrawal, contact, fire from both sides, morale."""

from rcw_rules.red_white.charge.announcement import (
    Charge,
    Charged,
    ChargeOutcome,
    Charger,
    ChargeRequest,
    Ended,
    Shot,
    UnitAfterAssault,
    charge_objections,
    freed_guards,
    nearer_the_edge,
    one_of_a_kind,
    told_of_units,
)
from rcw_rules.red_white.charge.course import FIRE_TARGET, WITHDRAW, charge
from rcw_rules.red_white.charge.facing import (
    IN_FLANK_OR_REAR,
    FacingContact,
    FlankOrRearOutcome,
    FlankOrRearRequest,
    flank_or_rear,
)
from rcw_rules.red_white.charge.fright import (
    Attacked,
    Frightened,
    VehicleFrightOutcome,
    VehicleFrightRequest,
    vehicle_fright,
)
from rcw_rules.red_white.charge.withdrawal import STAND_AFTER_FAILURE, WithdrawOutcome, WithdrawRequest, withdraw

__all__ = [
    "FIRE_TARGET",
    "IN_FLANK_OR_REAR",
    "STAND_AFTER_FAILURE",
    "WITHDRAW",
    "Attacked",
    "Charge",
    "ChargeOutcome",
    "ChargeRequest",
    "Charged",
    "Charger",
    "Ended",
    "FacingContact",
    "FlankOrRearOutcome",
    "FlankOrRearRequest",
    "Frightened",
    "Shot",
    "UnitAfterAssault",
    "VehicleFrightOutcome",
    "VehicleFrightRequest",
    "WithdrawOutcome",
    "WithdrawRequest",
    "charge",
    "charge_objections",
    "flank_or_rear",
    "freed_guards",
    "nearer_the_edge",
    "one_of_a_kind",
    "told_of_units",
    "vehicle_fright",
    "withdraw",
]
