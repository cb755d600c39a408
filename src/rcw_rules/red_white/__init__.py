"""Red & White: Russian Civil War Rules, Part II, by Hank Lubbers, as printed in The Herald 57.

Only the second part of these rules exists. What the lost first part would define enters by the request.

>>> from rcw_rules import GivenDice
>>> resolution = ruleset.resolve(melee_example_1(), dice=GivenDice([6, 4]))
>>> resolution.outcome.winner, resolution.outcome.margin
('defender', -1)
"""

from rcw_rules.red_white.casualties import CasualtiesOutcome, CasualtiesRequest
from rcw_rules.red_white.examples import melee_example_1, melee_example_2, melee_example_2_in_trenches
from rcw_rules.red_white.melee import MeleeOutcome, MeleeRequest, UnitAfterMelee
from rcw_rules.red_white.model import DiceMove, MissingProfileError, Unit
from rcw_rules.red_white.morale import (
    ActivationOutcome,
    ActivationRequest,
    MoraleOutcome,
    MoralePhaseOutcome,
    MoralePhaseRequest,
    MoraleTestRequest,
)
from rcw_rules.red_white.movement import FallBackOutcome, FallBackRequest
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.ruleset import ruleset as ruleset
from rcw_rules.red_white.suppression import SuppressedFireOutcome, SuppressedFireRequest

__all__ = [
    "ActivationOutcome",
    "ActivationRequest",
    "CasualtiesOutcome",
    "CasualtiesRequest",
    "DiceMove",
    "FallBackOutcome",
    "FallBackRequest",
    "MeleeOutcome",
    "MeleeRequest",
    "MissingProfileError",
    "MoraleOutcome",
    "MoralePhaseOutcome",
    "MoralePhaseRequest",
    "MoraleTestRequest",
    "Options",
    "SuppressedFireOutcome",
    "SuppressedFireRequest",
    "Unit",
    "UnitAfterMelee",
    "melee_example_1",
    "melee_example_2",
    "melee_example_2_in_trenches",
    "ruleset",
]
