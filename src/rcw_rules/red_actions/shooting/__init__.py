"""Shooting: totals, columns, the shooting table, direct hits, and whole shootings with return fire."""

from rcw_rules.red_actions.shooting.column import (
    Exposure,
    ShootingColumnOutcome,
    ShootingColumnRequest,
    shooting_column,
)
from rcw_rules.red_actions.shooting.gunnery import DirectHitsOutcome, DirectHitsRequest, direct_hits
from rcw_rules.red_actions.shooting.moving import MOST_PIVOT, TURNERS, TURNS
from rcw_rules.red_actions.shooting.returned_fire import (
    RETURN_FIRE,
    RETURNS_FIRE,
    ReturnFireOutcome,
    ReturnFireRequest,
    return_fire,
)
from rcw_rules.red_actions.shooting.shots import ShootOutcome, ShootRequest, card_range, shoot, weapons_to_fetch
from rcw_rules.red_actions.shooting.table import (
    ShootingResultOutcome,
    ShootingResultRequest,
    ShootingRollRequest,
    ShotResult,
    read_result,
    shooting_result,
    shooting_roll,
)
from rcw_rules.red_actions.shooting.total import (
    Indirect,
    Millimetres,
    ShootingTotalOutcome,
    ShootingTotalRequest,
    is_long_range,
    out_of_range,
    shooting_total,
)
from rcw_rules.red_actions.shooting.volleys import (
    ShootingOfficersOutcome,
    ShootingOfficersRequest,
    VolleyOutcome,
    VolleyRequest,
    shooting_officers,
    volley,
)

__all__ = [
    "MOST_PIVOT",
    "RETURNS_FIRE",
    "RETURN_FIRE",
    "TURNERS",
    "TURNS",
    "DirectHitsOutcome",
    "DirectHitsRequest",
    "Exposure",
    "Indirect",
    "Millimetres",
    "ReturnFireOutcome",
    "ReturnFireRequest",
    "ShootOutcome",
    "ShootRequest",
    "ShootingColumnOutcome",
    "ShootingColumnRequest",
    "ShootingOfficersOutcome",
    "ShootingOfficersRequest",
    "ShootingResultOutcome",
    "ShootingResultRequest",
    "ShootingRollRequest",
    "ShootingTotalOutcome",
    "ShootingTotalRequest",
    "ShotResult",
    "VolleyOutcome",
    "VolleyRequest",
    "card_range",
    "direct_hits",
    "is_long_range",
    "out_of_range",
    "read_result",
    "return_fire",
    "shoot",
    "shooting_column",
    "shooting_officers",
    "shooting_result",
    "shooting_roll",
    "shooting_total",
    "volley",
    "weapons_to_fetch",
]
