"""A profile of Red & White with faces that hit and losses for a hit."""

from __future__ import annotations

from rcw_rules import red_white as rw
from rcw_rules.red_white.profile import HitNumbers, LossesPerHit

PROFILE = rw.PartOneProfile(
    source="a test",
    fire=(
        HitNumbers(weapon="machine_gun", band="normal", target="open", faces=(7, 8, 9, 10)),
        HitNumbers(weapon="machine_gun", band="normal", target="trench", faces=(10,)),
        HitNumbers(weapon="light_gun", band="long", target="vehicle", faces=(1, 10)),
    ),
    losses=(LossesPerHit(weapon="machine_gun", stands=1), LossesPerHit(weapon="artillery", stands=2)),
)
