"""Games: scenarios, where every card is, and the steps of a turn."""

from rcw_rules.red_square.turn.game import Game
from rcw_rules.red_square.turn.scenario import (
    AeroplaneMission,
    Scenario,
    ValidateScenarioOutcome,
    ValidateScenarioRequest,
    game_result,
    validate_scenario,
)
from rcw_rules.red_square.turn.scenarios import outpost, two_regiments_a_side, village_on_the_road
from rcw_rules.red_square.turn.steps import TurnOutcome, TurnRequest, TurnStepOutcome, TurnStepRequest, turn, turn_step

__all__ = [
    "AeroplaneMission",
    "Game",
    "Scenario",
    "TurnOutcome",
    "TurnRequest",
    "TurnStepOutcome",
    "TurnStepRequest",
    "ValidateScenarioOutcome",
    "ValidateScenarioRequest",
    "game_result",
    "outpost",
    "turn",
    "turn_step",
    "two_regiments_a_side",
    "validate_scenario",
    "village_on_the_road",
]
