"""Whole games: their scenarios, states and actions, and what comes of an action.

The instance `rcw_rules.directory.game` plays them.
"""

from rcw_rules.directory.games.act import ActOutcome, ActRequest, BeginGameOutcome, BeginGameRequest
from rcw_rules.directory.games.actions import (
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
    Ride,
)
from rcw_rules.directory.games.choices import Advancing, Joining, Retreating
from rcw_rules.directory.games.occupation import profile_of
from rcw_rules.directory.games.rulebook import (
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
from rcw_rules.directory.games.scenario import Scenario
from rcw_rules.directory.games.seen import DirectoryView
from rcw_rules.directory.games.state import GameState, Held, OutOfPlay

__all__ = [
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
    "Ride",
    "Rulebook",
    "Scenario",
    "StackingRule",
    "Stationed",
    "SupplyRule",
    "Unit",
    "profile_of",
]
