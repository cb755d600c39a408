"""Shots by their facts: who fires at what, and what comes of it."""

from __future__ import annotations

from typing import Any

from rcw_rules import GivenDice
from rcw_rules import red_square as rs

WEAPON = {
    "infantry": "rifles", "cavalry": "rifles", "artillery": "qf_gun", "mg": "mg", "tchanka": "mg", "armoured_car": "mg",
    "light_tank": "tank_gun", "heavy_tank": "tank_gun", "train": "heavy",
}  # fmt: skip
FORMATION = {"infantry": "waves", "cavalry": "dismounted"}


EFFECTIVE = {"rifles": 3, "mg": 3, "tank_gun": 4, "light_gun": 5, "qf_gun": 8, "howitzer": 8, "heavy": 12}


def shot(firer: str = "infantry", **changes: Any) -> rs.FireProfileRequest:
    """A shot at infantry in waves at effective range: 2 dice unless something is changed."""
    weapon = changes.get("weapon", WEAPON[firer])
    fields: dict[str, Any] = {
        "firer": firer, "weapon": weapon, "bases": 1, "formation": FORMATION.get(firer), "range": EFFECTIVE[weapon],
        "target": "infantry", "target_formation": "waves",
    }  # fmt: skip
    return rs.FireProfileRequest(**{**fields, **changes})


def profile(asked: rs.FireProfileRequest, *, give_up: bool = False, **options: Any) -> rs.FireProfileOutcome:
    choices = {"give_up_card": lambda seen, alternatives: give_up}
    return rs.ruleset.with_options(**options).resolve(asked, dice=GivenDice([]), choices=choices).outcome


def hits(dice: int, score: int, *faces: int, **options: Any) -> int:
    asked = rs.FireRequest(dice=dice, score=score)
    return rs.ruleset.with_options(**options).resolve(asked, dice=GivenDice(faces)).outcome.hits
