"""Fire: volleys and what they do, defensive fire, and petrol bombs."""

from rcw_rules.red_white.fire.attack import FireAttackOutcome, FireAttackRequest, fire_attack, require_known_fire
from rcw_rules.red_white.fire.defensive import (
    DefensiveFireOutcome,
    DefensiveFireRequest,
    Firer,
    MayFire,
    defensive_fire,
)
from rcw_rules.red_white.fire.petrol import (
    BOMB_TARGET,
    THROW_BOMBS,
    BombTarget,
    PetrolBombsOutcome,
    PetrolBombsRequest,
    TankAfterBombs,
    petrol_bombs,
)
from rcw_rules.red_white.fire.volley import FireOutcome, FireRequest, Volley, fire

__all__ = [
    "BOMB_TARGET",
    "THROW_BOMBS",
    "BombTarget",
    "DefensiveFireOutcome",
    "DefensiveFireRequest",
    "FireAttackOutcome",
    "FireAttackRequest",
    "FireOutcome",
    "FireRequest",
    "Firer",
    "MayFire",
    "PetrolBombsOutcome",
    "PetrolBombsRequest",
    "TankAfterBombs",
    "Volley",
    "defensive_fire",
    "fire",
    "fire_attack",
    "petrol_bombs",
    "require_known_fire",
]
