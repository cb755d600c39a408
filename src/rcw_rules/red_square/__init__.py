"""Red Army - White Guards, the "Red Square" rules of Graham Evans: squares in offset rows, one deck of cards.

The diagrams of the book are lost, and it has no scenarios and no conditions of victory. Pictures here are the library's
own, drawn from what the captions say; scenarios are the user's.
"""

from rcw_rules.red_square.activation.activate import ActivateOutcome, ActivateRequest
from rcw_rules.red_square.activation.choices import Destination, Situation
from rcw_rules.red_square.cards.activation import (
    ActivationOutcome,
    ActivationRequest,
    HqActivationOutcome,
    HqActivationRequest,
)
from rcw_rules.red_square.cards.activation_result import (
    ActivationResultOutcome,
    ActivationResultRequest,
    Rallying,
    order_after_rally,
)
from rcw_rules.red_square.cards.deal import DealOutcome, DealRequest, Hand
from rcw_rules.red_square.cards.order import CardOrderOutcome, CardOrderRequest, Play, TurnedCard
from rcw_rules.red_square.cards.pack import Pile, fresh_pack
from rcw_rules.red_square.cards.spades import BogOutcome, BogRequest, DrivenOn, SpadeOutcome, SpadeRequest
from rcw_rules.red_square.cards.suits import RestartOutcome, RestartRequest, SuitEffectsOutcome, SuitEffectsRequest
from rcw_rules.red_square.fire.casualties import (
    CasualtiesOutcome,
    CasualtiesRequest,
    ShockCheckOutcome,
    ShockCheckRequest,
)
from rcw_rules.red_square.fire.effect import FireEffectOutcome, FireEffectRequest
from rcw_rules.red_square.fire.fate import FateOutcome, FateRequest, MgSaveOutcome, MgSaveRequest
from rcw_rules.red_square.fire.hits import FireOutcome, FireRequest
from rcw_rules.red_square.fire.profile import FireProfileOutcome, FireProfileRequest, VehicleFire
from rcw_rules.red_square.fire.vehicle_hits import (
    TrainHitsOutcome,
    TrainHitsRequest,
    VehicleHitsOutcome,
    VehicleHitsRequest,
)
from rcw_rules.red_square.ground.concealment import is_concealed, is_known, known_enemies
from rcw_rules.red_square.ground.field import AreaFire, Field, Observation, WireGap
from rcw_rules.red_square.ground.geometry import (
    ArcOutcome,
    ArcRequest,
    AspectOutcome,
    AspectRequest,
    DistanceOutcome,
    DistanceRequest,
    GeometryOutcome,
    GeometryRequest,
    LegalMovesOutcome,
    LegalMovesRequest,
    LegalStep,
)
from rcw_rules.red_square.ground.pictures import (
    draw_arc,
    draw_aspects,
    draw_caption,
    draw_field,
    draw_legal_moves,
    draw_road_march,
    draw_sight,
)
from rcw_rules.red_square.ground.ranges import RangeBandOutcome, RangeBandRequest
from rcw_rules.red_square.ground.sight import Blocking, LineOfSightRequest, Sight, is_reverse_slope, sight
from rcw_rules.red_square.model import ThisTurn, Unit
from rcw_rules.red_square.mounted.combat import Charge, MountedCombatOutcome, MountedCombatRequest
from rcw_rules.red_square.mounted.course import CombatReport, Pursuit
from rcw_rules.red_square.mounted.exchange import MountedExchangeOutcome, MountedExchangeRequest
from rcw_rules.red_square.mounted.overrun import OverrunOutcome, OverrunRequest, Stand
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
from rcw_rules.red_square.movement.choices import WholeMove, whole_moves
from rcw_rules.red_square.movement.course import course_of, move_terms
from rcw_rules.red_square.movement.dismount import DismountOutcome, DismountRequest
from rcw_rules.red_square.movement.flight import FlightOutcome, FlightRequest
from rcw_rules.red_square.movement.move import MoveOutcome, MoveRequest
from rcw_rules.red_square.movement.pictures import draw_moves
from rcw_rules.red_square.movement.retreat import RetreatOutcome, RetreatRequest
from rcw_rules.red_square.movement.steps import rates_in
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.ruleset import ruleset
from rcw_rules.red_square.shots.fire_mission import FireMissionOutcome, FireMissionRequest, TargetsInView, after_mission
from rcw_rules.red_square.shots.gun_positions import ArtilleryPositionOutcome, ArtilleryPositionRequest
from rcw_rules.red_square.shots.observation import (
    IndirectObservationOutcome,
    IndirectObservationRequest,
    ObserveOutcome,
    ObserveRequest,
)
from rcw_rules.red_square.shots.scouting import ScoutingContactOutcome, ScoutingContactRequest
from rcw_rules.red_square.shots.targets import Book, Refused, Shooting, Target, Targets, targets
from rcw_rules.red_square.shots.threat_fire import Interruption, ThreatFireOutcome, ThreatFireRequest, interruptions
from rcw_rules.red_square.trains.activation import TrainActivationOutcome, TrainActivationRequest
from rcw_rules.red_square.trains.boarding import BoardingOutcome, BoardingRequest
from rcw_rules.red_square.trains.rails import RailMove
from rcw_rules.red_square.turn.game import Game
from rcw_rules.red_square.turn.scenario import (
    AeroplaneMission,
    Scenario,
    ValidateScenarioOutcome,
    ValidateScenarioRequest,
    game_result,
)
from rcw_rules.red_square.turn.scenarios import outpost, two_regiments_a_side, village_on_the_road
from rcw_rules.red_square.turn.turn import TurnOutcome, TurnRequest, TurnStepOutcome, TurnStepRequest
from rcw_rules.red_square.units.buildings import BuildingFireOutcome, BuildingFireRequest
from rcw_rules.red_square.units.digging import DigInOutcome, DigInRequest, TrenchRollOutcome, TrenchRollRequest
from rcw_rules.red_square.units.occupancy import OccupancyOutcome, OccupancyRequest, Occupant
from rcw_rules.red_square.units.order_roll import OrderRollOutcome, OrderRollRequest
from rcw_rules.red_square.units.orders import (
    KnownEnemy,
    OrderDemand,
    OrderLegalityOutcome,
    OrderLegalityRequest,
    demand_of,
)
from rcw_rules.red_square.units.organisation import (
    Establishment,
    Remark,
    ValidateUnitOutcome,
    ValidateUnitRequest,
    typical_formation,
    weapons_of,
)
from rcw_rules.red_square.units.replacement import Battalion, ReplaceCasualtiesOutcome, ReplaceCasualtiesRequest
from rcw_rules.red_square.units.wire import WireCrossingOutcome, WireCrossingRequest, WireOutcome, WireRequest

__all__ = [
    "Action",
    "ActivateOutcome",
    "ActivateRequest",
    "ActivationOutcome",
    "ActivationRequest",
    "ActivationResultOutcome",
    "ActivationResultRequest",
    "AeroplaneMission",
    "ArcOutcome",
    "ArcRequest",
    "AreaFire",
    "ArtilleryPositionOutcome",
    "ArtilleryPositionRequest",
    "AspectOutcome",
    "AspectRequest",
    "Battalion",
    "Blocking",
    "BoardingOutcome",
    "BoardingRequest",
    "BogOutcome",
    "BogRequest",
    "Book",
    "BuildingFireOutcome",
    "BuildingFireRequest",
    "CardOrderOutcome",
    "CardOrderRequest",
    "CasualtiesOutcome",
    "CasualtiesRequest",
    "ChangeFormation",
    "Charge",
    "CombatReport",
    "Course",
    "DealOutcome",
    "DealRequest",
    "Destination",
    "DigInOutcome",
    "DigInRequest",
    "Dismount",
    "DismountOutcome",
    "DismountRequest",
    "DistanceOutcome",
    "DistanceRequest",
    "DrivenOn",
    "Establishment",
    "Face",
    "FateOutcome",
    "FateRequest",
    "FerryAcross",
    "Field",
    "FireEffectOutcome",
    "FireEffectRequest",
    "FireMissionOutcome",
    "FireMissionRequest",
    "FireOutcome",
    "FireProfileOutcome",
    "FireProfileRequest",
    "FireRequest",
    "FlightOutcome",
    "FlightRequest",
    "Game",
    "GeometryOutcome",
    "GeometryRequest",
    "Hand",
    "HqActivationOutcome",
    "HqActivationRequest",
    "IndirectObservationOutcome",
    "IndirectObservationRequest",
    "Interruption",
    "KnownEnemy",
    "Leg",
    "LegalMovesOutcome",
    "LegalMovesRequest",
    "LegalStep",
    "Limber",
    "LineOfSightRequest",
    "MgSaveOutcome",
    "MgSaveRequest",
    "Mount",
    "MountedCombatOutcome",
    "MountedCombatRequest",
    "MountedExchangeOutcome",
    "MountedExchangeRequest",
    "MoveOutcome",
    "MoveRequest",
    "MoveTerms",
    "Observation",
    "ObserveOutcome",
    "ObserveRequest",
    "OccupancyOutcome",
    "OccupancyRequest",
    "Occupant",
    "Options",
    "OrderDemand",
    "OrderLegalityOutcome",
    "OrderLegalityRequest",
    "OrderRollOutcome",
    "OrderRollRequest",
    "OverrunOutcome",
    "OverrunRequest",
    "Pile",
    "Play",
    "Pursuit",
    "RailMove",
    "Rallying",
    "RangeBandOutcome",
    "RangeBandRequest",
    "Refused",
    "Remark",
    "ReplaceCasualtiesOutcome",
    "ReplaceCasualtiesRequest",
    "RestartOutcome",
    "RestartRequest",
    "RetreatOutcome",
    "RetreatRequest",
    "Scenario",
    "ScoutingContactOutcome",
    "ScoutingContactRequest",
    "ShockCheckOutcome",
    "ShockCheckRequest",
    "Shooting",
    "Sight",
    "Situation",
    "SpadeOutcome",
    "SpadeRequest",
    "Stand",
    "Step",
    "SuitEffectsOutcome",
    "SuitEffectsRequest",
    "Target",
    "Targets",
    "TargetsInView",
    "ThisTurn",
    "ThreatFireOutcome",
    "ThreatFireRequest",
    "TrainActivationOutcome",
    "TrainActivationRequest",
    "TrainHitsOutcome",
    "TrainHitsRequest",
    "TrenchRollOutcome",
    "TrenchRollRequest",
    "TurnOutcome",
    "TurnRequest",
    "TurnStepOutcome",
    "TurnStepRequest",
    "TurnedCard",
    "Unit",
    "Unlimber",
    "ValidateScenarioOutcome",
    "ValidateScenarioRequest",
    "ValidateUnitOutcome",
    "ValidateUnitRequest",
    "VehicleFire",
    "VehicleHitsOutcome",
    "VehicleHitsRequest",
    "Wheel",
    "WholeMove",
    "WireCrossingOutcome",
    "WireCrossingRequest",
    "WireGap",
    "WireOutcome",
    "WireRequest",
    "after_mission",
    "course_of",
    "demand_of",
    "draw_arc",
    "draw_aspects",
    "draw_caption",
    "draw_field",
    "draw_legal_moves",
    "draw_moves",
    "draw_road_march",
    "draw_sight",
    "fresh_pack",
    "game_result",
    "interruptions",
    "is_concealed",
    "is_known",
    "is_reverse_slope",
    "known_enemies",
    "move_terms",
    "order_after_rally",
    "outpost",
    "rates_in",
    "ruleset",
    "sight",
    "targets",
    "two_regiments_a_side",
    "typical_formation",
    "village_on_the_road",
    "weapons_of",
    "whole_moves",
]
