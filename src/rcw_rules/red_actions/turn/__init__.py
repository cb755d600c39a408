"""The set-up, the turn, the action segments, and what a unit may do in its own."""

from rcw_rules.red_actions.turn.actions import action_legality
from rcw_rules.red_actions.turn.game import (
    AttachedSenior,
    Building,
    Deployed,
    FallenSenior,
    FieldArmy,
    Game,
    PoolLeft,
    Reinforcement,
    Segment,
    ShotAt,
    TurnNumber,
)
from rcw_rules.red_actions.turn.night import FriendMet, NightActionOutcome, NightActionRequest, night_action
from rcw_rules.red_actions.turn.reporting import SegmentOutcome, segment_of
from rcw_rules.red_actions.turn.segments import Action, ActionLegalityOutcome, ActionLegalityRequest, Circumstances
from rcw_rules.red_actions.turn.setting_up import SET_UP_DEPTH, SetUpOutcome, SetUpRequest, set_up
from rcw_rules.red_actions.turn.steps import TurnOutcome, TurnRequest, turn
from rcw_rules.red_actions.turn.who_acts import (
    WHO_ACTS,
    CleverPreemptOutcome,
    CleverPreemptRequest,
    InitiativeCard,
    InitiativeOutcome,
    InitiativeRequest,
    clever_preempt,
    initiative,
)

__all__ = [
    "SET_UP_DEPTH",
    "WHO_ACTS",
    "Action",
    "ActionLegalityOutcome",
    "ActionLegalityRequest",
    "AttachedSenior",
    "Building",
    "Circumstances",
    "CleverPreemptOutcome",
    "CleverPreemptRequest",
    "Deployed",
    "FallenSenior",
    "FieldArmy",
    "FriendMet",
    "Game",
    "InitiativeCard",
    "InitiativeOutcome",
    "InitiativeRequest",
    "NightActionOutcome",
    "NightActionRequest",
    "PoolLeft",
    "Reinforcement",
    "Segment",
    "SegmentOutcome",
    "SetUpOutcome",
    "SetUpRequest",
    "ShotAt",
    "TurnNumber",
    "TurnOutcome",
    "TurnRequest",
    "action_legality",
    "clever_preempt",
    "initiative",
    "night_action",
    "segment_of",
    "set_up",
    "turn",
]
