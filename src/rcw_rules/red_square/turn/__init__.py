"""Games: scenarios, where every card is, and the steps of a turn."""

from rcw_rules.red_square.turn.forces import Deployment, HeldPlace, Reinforcement
from rcw_rules.red_square.turn.game import Game, TurnPhase, whole_pack
from rcw_rules.red_square.turn.scenario import (
    VICTORY,
    AeroplaneMission,
    Scenario,
    ValidateScenarioOutcome,
    ValidateScenarioRequest,
    VictoryCondition,
    game_result,
    validate_scenario,
    victory_policy,
)
from rcw_rules.red_square.turn.scenarios import outpost, two_regiments_a_side, village_on_the_road
from rcw_rules.red_square.turn.steps import TurnOutcome, TurnRequest, TurnStepOutcome, TurnStepRequest, turn, turn_step

__all__ = [
    "VICTORY",
    "AeroplaneMission",
    "Deployment",
    "Game",
    "HeldPlace",
    "Reinforcement",
    "Scenario",
    "TurnOutcome",
    "TurnPhase",
    "TurnRequest",
    "TurnStepOutcome",
    "TurnStepRequest",
    "ValidateScenarioOutcome",
    "ValidateScenarioRequest",
    "VictoryCondition",
    "game_result",
    "outpost",
    "turn",
    "turn_step",
    "two_regiments_a_side",
    "validate_scenario",
    "victory_policy",
    "village_on_the_road",
    "whole_pack",
]
