"""Whole games: a state, the actions that are legal in it, matches that are kept, and players.

The package names no ruleset. A ruleset has a `Game`; whatever is written for one plays all.
"""

from rcw_rules.games.game import (
    MOST_ALTERNATIVES,
    UMPIRE,
    Action,
    ActionAsked,
    Game,
    Outcome,
    View,
)
from rcw_rules.games.lines import line, read_line
from rcw_rules.games.victory import (
    ExitPoints,
    GameResult,
    LossPoints,
    PlacePoints,
    Standing,
    Victory,
    judge,
    points_of,
)

__all__ = [
    "MOST_ALTERNATIVES",
    "UMPIRE",
    "Action",
    "ActionAsked",
    "ExitPoints",
    "Game",
    "GameResult",
    "LossPoints",
    "Outcome",
    "PlacePoints",
    "Standing",
    "Victory",
    "View",
    "judge",
    "line",
    "points_of",
    "read_line",
]
