"""Whole games: a state, the actions that are legal in it, matches that are kept, and players.

The package names no ruleset. A ruleset has a `Game`; whatever is written for one plays all.
"""

from rcw_rules.games.diagnoses import Diagnosis, diagnosed
from rcw_rules.games.events import Entry, Event, MatchError, Player, PlayerError, Undo
from rcw_rules.games.game import (
    MOST_ALTERNATIVES,
    UMPIRE,
    Action,
    ActionAsked,
    Game,
    Outcome,
    View,
    known_side,
    known_viewer,
    meant_by,
    turn_of,
)
from rcw_rules.games.lines import line, read_line
from rcw_rules.games.match import EventDice, Match
from rcw_rules.games.match_file import MatchFile, MatchText, read_match
from rcw_rules.games.players import (
    FunctionPlayer,
    GreedyPlayer,
    HoldPlayer,
    Insider,
    PlayedOut,
    RandomPlayer,
    find_player,
    play_match,
    play_out,
    take_decision,
)
from rcw_rules.games.scenario_files import ScenarioFile, load_scenario, read_scenario, scenario_toml
from rcw_rules.games.sealed_matches import SealedMatchDice
from rcw_rules.games.victory import (
    ExitPoints,
    GameResult,
    LossPoints,
    PlacePoints,
    Score,
    Scored,
    Standing,
    Victory,
    judge,
    points_of,
    score_of,
)

__all__ = [
    "MOST_ALTERNATIVES",
    "UMPIRE",
    "Action",
    "ActionAsked",
    "Diagnosis",
    "Entry",
    "Event",
    "EventDice",
    "ExitPoints",
    "FunctionPlayer",
    "Game",
    "GameResult",
    "GreedyPlayer",
    "HoldPlayer",
    "Insider",
    "LossPoints",
    "Match",
    "MatchError",
    "MatchFile",
    "MatchText",
    "Outcome",
    "PlacePoints",
    "PlayedOut",
    "Player",
    "PlayerError",
    "RandomPlayer",
    "ScenarioFile",
    "Score",
    "Scored",
    "SealedMatchDice",
    "Standing",
    "Undo",
    "Victory",
    "View",
    "diagnosed",
    "find_player",
    "judge",
    "known_side",
    "known_viewer",
    "line",
    "load_scenario",
    "meant_by",
    "play_match",
    "play_out",
    "points_of",
    "read_line",
    "read_match",
    "read_scenario",
    "scenario_toml",
    "score_of",
    "take_decision",
    "turn_of",
]
