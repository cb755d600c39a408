"""Red Army - White Guards, the "Red Square" rules of Graham Evans: squares in offset rows, one deck of cards.

The diagrams of the book are lost, and it has no scenarios and no conditions of victory. Pictures here are the library's
own, drawn from what the captions say; scenarios are the user's.
"""

from rcw_rules.red_square.field import AreaFire, Field, Observation, WireGap
from rcw_rules.red_square.model import ThisTurn, Unit
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.ruleset import ruleset

__all__ = [
    "AreaFire",
    "Field",
    "Observation",
    "Options",
    "ThisTurn",
    "Unit",
    "WireGap",
    "ruleset",
]
