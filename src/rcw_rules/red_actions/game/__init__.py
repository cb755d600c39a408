"""Whole games: set-up, segments, pre-emption, ambushes, routs, victory, and what each side sees."""

from rcw_rules.red_actions.game.acting import (
    ActOutcome,
    ActRequest,
    BeginGameOutcome,
    BeginGameRequest,
    act,
    begin_game,
)
from rcw_rules.red_actions.game.actions import (
    ACTIONS,
    Action,
    Charge,
    Deploy,
    Enter,
    GoOn,
    Hide,
    Hold,
    HoldBack,
    LetThem,
    LieLow,
    Limber,
    Move,
    Preempt,
    PutRight,
    Rally,
    Scout,
    Shoot,
    Spring,
    Unlimber,
)
from rcw_rules.red_actions.game.listing import legal_actions
from rcw_rules.red_actions.game.scenario import Entry, Place, Scenario, Zone
from rcw_rules.red_actions.game.scenarios import ambush_on_a_column, assault_on_a_village, patrol_clash
from rcw_rules.red_actions.game.scene import Scene
from rcw_rules.red_actions.game.standing import measure_of, standing_of
from rcw_rules.red_actions.game.state import Ambusher, Chase, Frame, LeftBehind, Report, Stage, State, Tally
from rcw_rules.red_actions.game.told import TOLD
from rcw_rules.red_actions.game.views import TableView, text_map, view_of
from rcw_rules.red_actions.game.whole import RedActionsGame

__all__ = [
    "ACTIONS",
    "TOLD",
    "ActOutcome",
    "ActRequest",
    "Action",
    "Ambusher",
    "BeginGameOutcome",
    "BeginGameRequest",
    "Charge",
    "Chase",
    "Deploy",
    "Enter",
    "Entry",
    "Frame",
    "GoOn",
    "Hide",
    "Hold",
    "HoldBack",
    "LeftBehind",
    "LetThem",
    "LieLow",
    "Limber",
    "Move",
    "Place",
    "Preempt",
    "PutRight",
    "Rally",
    "RedActionsGame",
    "Report",
    "Scenario",
    "Scene",
    "Scout",
    "Shoot",
    "Spring",
    "Stage",
    "State",
    "TableView",
    "Tally",
    "Unlimber",
    "Zone",
    "act",
    "ambush_on_a_column",
    "assault_on_a_village",
    "begin_game",
    "legal_actions",
    "measure_of",
    "patrol_clash",
    "standing_of",
    "text_map",
    "view_of",
]
