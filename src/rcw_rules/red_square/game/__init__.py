"""Whole games: deployment, reinforcements, turns, victory, and what each side sees."""

from rcw_rules.red_square.game.acting import (
    ActOutcome,
    ActRequest,
    BeginGameOutcome,
    BeginGameRequest,
    act,
    begin_game,
    legal_actions,
)
from rcw_rules.red_square.game.actions import (
    ACTIONS,
    Action,
    Arrive,
    Command,
    Deal,
    Deploy,
    Done,
    EndTurn,
    HoldBack,
    PlayCard,
)
from rcw_rules.red_square.game.scenarios import fight_for_the_farm, meeting_engagement, trenches_at_the_village
from rcw_rules.red_square.game.standing import measure_of, standing_of
from rcw_rules.red_square.game.state import Stage, State
from rcw_rules.red_square.game.views import HandSeen, TableView, text_map, view_of
from rcw_rules.red_square.game.whole import RedSquareGame

__all__ = [
    "ACTIONS",
    "ActOutcome",
    "ActRequest",
    "Action",
    "Arrive",
    "BeginGameOutcome",
    "BeginGameRequest",
    "Command",
    "Deal",
    "Deploy",
    "Done",
    "EndTurn",
    "HandSeen",
    "HoldBack",
    "PlayCard",
    "RedSquareGame",
    "Stage",
    "State",
    "TableView",
    "act",
    "begin_game",
    "fight_for_the_farm",
    "legal_actions",
    "measure_of",
    "meeting_engagement",
    "standing_of",
    "text_map",
    "trenches_at_the_village",
    "view_of",
]
