"""Movement: whole moves with every action in them, dismounting, retreats, and who flees before an overrun."""

from rcw_rules.red_square.movement.actions import (
    Action,
    ChangeFormation,
    Course,
    Dismount,
    Face,
    FerryAcross,
    Leg,
    Limber,
    Mount,
    MoveTerms,
    Step,
    Unlimber,
    Wheel,
)
from rcw_rules.red_square.movement.choices import WholeMove, can_come_near, whole_moves
from rcw_rules.red_square.movement.course import course_of, move_terms
from rcw_rules.red_square.movement.dismounting import HORSE_SQUARE, DismountOutcome, DismountRequest, dismount
from rcw_rules.red_square.movement.fleeing import (
    HELPLESS,
    MAY_ENTER,
    FlightOutcome,
    FlightRequest,
    flight,
    flight_request,
    grounds_for,
    is_disabled,
    overrun_in,
    principals,
)
from rcw_rules.red_square.movement.horses import bases_with_horses, holders_of
from rcw_rules.red_square.movement.mover import TURNS, Mover
from rcw_rules.red_square.movement.moves import MoveOutcome, MoveRequest, gaps_of, move
from rcw_rules.red_square.movement.paths import Happening, bogging_moves, ferry_moves, paths_to
from rcw_rules.red_square.movement.pictures import draw_moves
from rcw_rules.red_square.movement.retreat_ways import RetreatWays
from rcw_rules.red_square.movement.retreats import RETREAT_SQUARE, RetreatOutcome, RetreatRequest, retreat
from rcw_rules.red_square.movement.standing import Standing, moved, seen_after
from rcw_rules.red_square.movement.steps import crossing, gap_made, rates_in, row_of

__all__ = [
    "HELPLESS",
    "HORSE_SQUARE",
    "MAY_ENTER",
    "RETREAT_SQUARE",
    "TURNS",
    "Action",
    "ChangeFormation",
    "Course",
    "Dismount",
    "DismountOutcome",
    "DismountRequest",
    "Face",
    "FerryAcross",
    "FlightOutcome",
    "FlightRequest",
    "Happening",
    "Leg",
    "Limber",
    "Mount",
    "MoveOutcome",
    "MoveRequest",
    "MoveTerms",
    "Mover",
    "RetreatOutcome",
    "RetreatRequest",
    "RetreatWays",
    "Standing",
    "Step",
    "Unlimber",
    "Wheel",
    "WholeMove",
    "bases_with_horses",
    "bogging_moves",
    "can_come_near",
    "course_of",
    "crossing",
    "dismount",
    "draw_moves",
    "ferry_moves",
    "flight",
    "flight_request",
    "gap_made",
    "gaps_of",
    "grounds_for",
    "holders_of",
    "is_disabled",
    "move",
    "move_terms",
    "moved",
    "overrun_in",
    "paths_to",
    "principals",
    "rates_in",
    "retreat",
    "row_of",
    "seen_after",
    "whole_moves",
]
