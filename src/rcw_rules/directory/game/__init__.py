"""Whole games: their scenarios, states and actions, and what comes of an action.

The instance `rcw_rules.directory.game` plays them.
"""

from rcw_rules.directory.game.acting import ActOutcome, ActRequest, BeginGameOutcome, BeginGameRequest, act, begin_game
from rcw_rules.directory.game.actions import (
    Action,
    Attack,
    BreakUp,
    Declare,
    EndPhase,
    ForceMarch,
    GoOn,
    Move,
    Persuade,
    Place,
    Send,
)
from rcw_rules.directory.game.choices import ADVANCE, RETREAT, TAKE_PART, Advancing, Joining, Retreating
from rcw_rules.directory.game.occupation import profile_of
from rcw_rules.directory.game.rulebook import (
    Arrival,
    BreakUpRule,
    Home,
    LocalRule,
    MobilizationList,
    PossibleDeclaration,
    RetreatRule,
    Rulebook,
    StackingRule,
    Stationed,
    SupplyRule,
    Unit,
)
from rcw_rules.directory.game.scenario import Scenario
from rcw_rules.directory.game.seen import DirectoryView
from rcw_rules.directory.game.state import GameState, Held, OutOfPlay
from rcw_rules.directory.game.whole import DirectoryGame

__all__ = [
    "ADVANCE",
    "RETREAT",
    "TAKE_PART",
    "ActOutcome",
    "ActRequest",
    "Action",
    "Advancing",
    "Arrival",
    "Attack",
    "BeginGameOutcome",
    "BeginGameRequest",
    "BreakUp",
    "BreakUpRule",
    "Declare",
    "DirectoryGame",
    "DirectoryView",
    "EndPhase",
    "ForceMarch",
    "GameState",
    "GoOn",
    "Held",
    "Home",
    "Joining",
    "LocalRule",
    "MobilizationList",
    "Move",
    "OutOfPlay",
    "Persuade",
    "Place",
    "PossibleDeclaration",
    "RetreatRule",
    "Retreating",
    "Rulebook",
    "Scenario",
    "Send",
    "StackingRule",
    "Stationed",
    "SupplyRule",
    "Unit",
    "act",
    "begin_game",
    "profile_of",
]
