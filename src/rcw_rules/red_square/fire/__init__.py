"""Fire and casualties on plain facts: the dice and score of a shot, its hits, and what these cost.

Only `settling` looks at a field: it settles the markers, the fate and the guns of the units there.
"""

from rcw_rules.red_square.fire.companions import FateOutcome, FateRequest, MgSaveOutcome, MgSaveRequest, fate, mg_save
from rcw_rules.red_square.fire.effect import FireEffectOutcome, FireEffectRequest, fire_effect
from rcw_rules.red_square.fire.hits import FireOutcome, FireRequest, fire
from rcw_rules.red_square.fire.losses import (
    MARKERS_A_CASUALTY,
    CasualtiesOutcome,
    CasualtiesRequest,
    ShockCheckOutcome,
    ShockCheckRequest,
    casualties,
    shock_check,
)
from rcw_rules.red_square.fire.profile import (
    GIVE_UP_CARD,
    MASSED,
    SMALL_ARMS,
    FireProfileOutcome,
    FireProfileRequest,
    Protection,
    VehicleFire,
    fire_profile,
    harmless,
)
from rcw_rules.red_square.fire.settling import (
    has_fired,
    posture,
    save_guns,
    settle_fate,
    settle_fate_alone,
    settle_markers,
    with_losses,
    without,
)
from rcw_rules.red_square.fire.vehicles import (
    TrainHitsOutcome,
    TrainHitsRequest,
    VehicleHitsOutcome,
    VehicleHitsRequest,
    train_hits,
    vehicle_hits,
)

__all__ = [
    "GIVE_UP_CARD",
    "MARKERS_A_CASUALTY",
    "MASSED",
    "SMALL_ARMS",
    "CasualtiesOutcome",
    "CasualtiesRequest",
    "FateOutcome",
    "FateRequest",
    "FireEffectOutcome",
    "FireEffectRequest",
    "FireOutcome",
    "FireProfileOutcome",
    "FireProfileRequest",
    "FireRequest",
    "MgSaveOutcome",
    "MgSaveRequest",
    "Protection",
    "ShockCheckOutcome",
    "ShockCheckRequest",
    "TrainHitsOutcome",
    "TrainHitsRequest",
    "VehicleFire",
    "VehicleHitsOutcome",
    "VehicleHitsRequest",
    "casualties",
    "fate",
    "fire",
    "fire_effect",
    "fire_profile",
    "harmless",
    "has_fired",
    "mg_save",
    "posture",
    "save_guns",
    "settle_fate",
    "settle_fate_alone",
    "settle_markers",
    "shock_check",
    "train_hits",
    "vehicle_hits",
    "with_losses",
    "without",
]
