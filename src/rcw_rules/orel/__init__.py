"""The Battle of Orel, October 1919, by David Beaudlet, from Vae Victis 75: hexes of 4 km, a turn a day.

The charts, the counters and the map of the game are not in its text. The charts here are restored from what the text
fixes, the figures of the counters are illustrative, and a board is the user's; each can be replaced by a file.
"""

from rcw_rules.orel.activation import ActivationOutcome, ActivationRequest, Release
from rcw_rules.orel.advance import AdvanceOutcome, AdvanceRequest, Advancing
from rcw_rules.orel.assault import AssaultOutcome, AssaultProspectsRequest, AssaultRequest, Prospects, UnitAfterAssault
from rcw_rules.orel.attack_coordination import AttackCoordinationOutcome, AttackCoordinationRequest
from rcw_rules.orel.barrage import (
    BarrageOutcome,
    BarrageRequest,
    CounterbatteryFire,
    CounterbatteryOutcome,
    CounterbatteryRequest,
    CounterbatteryResult,
    TargetHex,
)
from rcw_rules.orel.charge import Charging, MayChargeOutcome, MayChargeRequest
from rcw_rules.orel.cohesion import CohesionOutcome, CohesionRequest
from rcw_rules.orel.combat import CombatRequest
from rcw_rules.orel.combat_course import Battlefield, CombatMunitions, CombatOutcome, Course, DepotReturn, Exit
from rcw_rules.orel.combat_orders import Attack, BarrageOrder, CounterbatteryOrder, Ground, Orders
from rcw_rules.orel.combat_phase import CombatPhaseRequest
from rcw_rules.orel.combat_phase_state import AttackReport, CombatPhaseOutcome, PhaseState, PlannedAttack
from rcw_rules.orel.combat_series import Pending, PhaseCombatsRequest
from rcw_rules.orel.combat_stages import CombatAssaultRequest, CombatCohesionRequest
from rcw_rules.orel.combatants import UnitResult
from rcw_rules.orel.command import CommandOutcome, CommandRequest, CommandStatus, EqualGroups, MainBody
from rcw_rules.orel.control import StackingOutcome, StackingRequest, ZocOutcome, ZocRequest, ZoneHex
from rcw_rules.orel.cover import Cover, CoverFigure, TerrainModifierOutcome, TerrainModifierRequest
from rcw_rules.orel.declare_attack import DeclareAttackOutcome, DeclareAttackRequest
from rcw_rules.orel.definitions import (
    PredominantTqOutcome,
    PredominantTqRequest,
    TqCheckOutcome,
    TqCheckRequest,
    Troops,
)
from rcw_rules.orel.depots import (
    DepotEliminationOutcome,
    DepotEliminationRequest,
    DepotStatusOutcome,
    DepotStatusRequest,
)
from rcw_rules.orel.encirclement import EncirclementOutcome, EncirclementRequest
from rcw_rules.orel.end_of_movement import EndOfMovementOutcome, EndOfMovementRequest
from rcw_rules.orel.entrenching import EntrenchOutcome, EntrenchRequest
from rcw_rules.orel.event_modifiers import CombatEvents
from rcw_rules.orel.events import Afflicted, EventEffect, EventOutcome, EventRequest, TurnEnd
from rcw_rules.orel.losses import Losing, LossAllocationOutcome, LossAllocationRequest
from rcw_rules.orel.model import Depot, ReducedSide, Unit
from rcw_rules.orel.morale import Beaten, MoraleOutcome, MoraleRequest, UnitMorale
from rcw_rules.orel.movement import MovementOutcome, MovementRequest, MoveStep
from rcw_rules.orel.munitions import DepotPoints, MunitionsOutcome, MunitionsRequest
from rcw_rules.orel.munitions_stages import DepotOffer, MunitionsAction, Paying, Resupply
from rcw_rules.orel.munitions_supply import InRange, SupplyFacts
from rcw_rules.orel.off_map import OffMapOutcome, OffMapRequest, Returning
from rcw_rules.orel.options import Options
from rcw_rules.orel.order_of_battle import (
    CommandException,
    CounterValues,
    EntryZone,
    Formation,
    InactiveGroup,
    OrderOfBattle,
    Place,
    Reinforcement,
    SupplyException,
    order_of_battle,
    read_counters,
)
from rcw_rules.orel.out_of_command import OutOfCommandOutcome, OutOfCommandRequest
from rcw_rules.orel.prisoners import LostUnit, PrisonersOutcome, PrisonersRequest
from rcw_rules.orel.pursuit import Pursuing, PursuitOutcome, PursuitRequest
from rcw_rules.orel.rail_control import RailControlOutcome, RailControlRequest
from rcw_rules.orel.reach import ReachedHex, ReachOutcome, ReachRequest
from rcw_rules.orel.recruits import (
    CreateBattalion,
    Enlisting,
    RecoverSteps,
    RecruitIncomeOutcome,
    RecruitIncomeRequest,
    RecruitSpendOutcome,
    RecruitSpendRequest,
)
from rcw_rules.orel.reinforcements import EntryZoneOutcome, EntryZoneRequest, ReinforcementOutcome, ReinforcementRequest
from rcw_rules.orel.retreat import RetreatOutcome, RetreatRequest, Way
from rcw_rules.orel.retreat_before_combat import (
    Attacked,
    Following,
    RetreatBeforeCombatOutcome,
    RetreatBeforeCombatRequest,
)
from rcw_rules.orel.retreat_path import Retreating, RetreatStep, Surroundings
from rcw_rules.orel.retreat_zoc import RetreatZocOutcome, RetreatZocRequest
from rcw_rules.orel.rout import BystandersOutcome, BystandersRequest, RallyOutcome, RallyRequest, RoutRequest
from rcw_rules.orel.ruleset import ruleset
from rcw_rules.orel.scenario import ScenarioOutcome, ScenarioRequest
from rcw_rules.orel.schematic_maps import schematic_map
from rcw_rules.orel.setup_picture import draw_setup
from rcw_rules.orel.strength import (
    CombatStrengthOutcome,
    CombatStrengthRequest,
    OddsOutcome,
    OddsRequest,
    StrengthGroup,
)
from rcw_rules.orel.supply_trace import SupplyTraceOutcome, SupplyTraceRequest
from rcw_rules.orel.support import Firer, SupportCoordinationOutcome, SupportCoordinationRequest, SupportFigure
from rcw_rules.orel.tanks import TankBreakdownOutcome, TankBreakdownRequest
from rcw_rules.orel.trains import (
    Contact,
    TrainCaptureOutcome,
    TrainCaptureRequest,
    TrainContactOutcome,
    TrainContactRequest,
    TrainDuelOutcome,
    TrainDuelRequest,
)
from rcw_rules.orel.turn import Moment, Rout, TurnOutcome, TurnRequest
from rcw_rules.orel.vehicle_check import UnderFire, VehicleCheckOutcome, VehicleCheckRequest
from rcw_rules.orel.victory import OccupationOutcome, OccupationRequest, Standing, VictoryOutcome, VictoryRequest

__all__ = [
    "ActivationOutcome",
    "ActivationRequest",
    "AdvanceOutcome",
    "AdvanceRequest",
    "Advancing",
    "Afflicted",
    "AssaultOutcome",
    "AssaultProspectsRequest",
    "AssaultRequest",
    "Attack",
    "AttackCoordinationOutcome",
    "AttackCoordinationRequest",
    "AttackReport",
    "Attacked",
    "BarrageOrder",
    "BarrageOutcome",
    "BarrageRequest",
    "Battlefield",
    "Beaten",
    "BystandersOutcome",
    "BystandersRequest",
    "Charging",
    "CohesionOutcome",
    "CohesionRequest",
    "CombatAssaultRequest",
    "CombatCohesionRequest",
    "CombatEvents",
    "CombatMunitions",
    "CombatOutcome",
    "CombatPhaseOutcome",
    "CombatPhaseRequest",
    "CombatRequest",
    "CombatStrengthOutcome",
    "CombatStrengthRequest",
    "CommandException",
    "CommandOutcome",
    "CommandRequest",
    "CommandStatus",
    "Contact",
    "CounterValues",
    "CounterbatteryFire",
    "CounterbatteryOrder",
    "CounterbatteryOutcome",
    "CounterbatteryRequest",
    "CounterbatteryResult",
    "Course",
    "Cover",
    "CoverFigure",
    "CreateBattalion",
    "DeclareAttackOutcome",
    "DeclareAttackRequest",
    "Depot",
    "DepotEliminationOutcome",
    "DepotEliminationRequest",
    "DepotOffer",
    "DepotPoints",
    "DepotReturn",
    "DepotStatusOutcome",
    "DepotStatusRequest",
    "EncirclementOutcome",
    "EncirclementRequest",
    "EndOfMovementOutcome",
    "EndOfMovementRequest",
    "Enlisting",
    "EntrenchOutcome",
    "EntrenchRequest",
    "EntryZone",
    "EntryZoneOutcome",
    "EntryZoneRequest",
    "EqualGroups",
    "EventEffect",
    "EventOutcome",
    "EventRequest",
    "Exit",
    "Firer",
    "Following",
    "Formation",
    "Ground",
    "InRange",
    "InactiveGroup",
    "Losing",
    "LossAllocationOutcome",
    "LossAllocationRequest",
    "LostUnit",
    "MainBody",
    "MayChargeOutcome",
    "MayChargeRequest",
    "Moment",
    "MoraleOutcome",
    "MoraleRequest",
    "MoveStep",
    "MovementOutcome",
    "MovementRequest",
    "MunitionsAction",
    "MunitionsOutcome",
    "MunitionsRequest",
    "OccupationOutcome",
    "OccupationRequest",
    "OddsOutcome",
    "OddsRequest",
    "OffMapOutcome",
    "OffMapRequest",
    "Options",
    "OrderOfBattle",
    "Orders",
    "OutOfCommandOutcome",
    "OutOfCommandRequest",
    "Paying",
    "Pending",
    "PhaseCombatsRequest",
    "PhaseState",
    "Place",
    "PlannedAttack",
    "PredominantTqOutcome",
    "PredominantTqRequest",
    "PrisonersOutcome",
    "PrisonersRequest",
    "Prospects",
    "Pursuing",
    "PursuitOutcome",
    "PursuitRequest",
    "RailControlOutcome",
    "RailControlRequest",
    "RallyOutcome",
    "RallyRequest",
    "ReachOutcome",
    "ReachRequest",
    "ReachedHex",
    "RecoverSteps",
    "RecruitIncomeOutcome",
    "RecruitIncomeRequest",
    "RecruitSpendOutcome",
    "RecruitSpendRequest",
    "ReducedSide",
    "Reinforcement",
    "ReinforcementOutcome",
    "ReinforcementRequest",
    "Release",
    "Resupply",
    "RetreatBeforeCombatOutcome",
    "RetreatBeforeCombatRequest",
    "RetreatOutcome",
    "RetreatRequest",
    "RetreatStep",
    "RetreatZocOutcome",
    "RetreatZocRequest",
    "Retreating",
    "Returning",
    "Rout",
    "RoutRequest",
    "ScenarioOutcome",
    "ScenarioRequest",
    "StackingOutcome",
    "StackingRequest",
    "Standing",
    "StrengthGroup",
    "SupplyException",
    "SupplyFacts",
    "SupplyTraceOutcome",
    "SupplyTraceRequest",
    "SupportCoordinationOutcome",
    "SupportCoordinationRequest",
    "SupportFigure",
    "Surroundings",
    "TankBreakdownOutcome",
    "TankBreakdownRequest",
    "TargetHex",
    "TerrainModifierOutcome",
    "TerrainModifierRequest",
    "TqCheckOutcome",
    "TqCheckRequest",
    "TrainCaptureOutcome",
    "TrainCaptureRequest",
    "TrainContactOutcome",
    "TrainContactRequest",
    "TrainDuelOutcome",
    "TrainDuelRequest",
    "Troops",
    "TurnEnd",
    "TurnOutcome",
    "TurnRequest",
    "UnderFire",
    "Unit",
    "UnitAfterAssault",
    "UnitMorale",
    "UnitResult",
    "VehicleCheckOutcome",
    "VehicleCheckRequest",
    "VictoryOutcome",
    "VictoryRequest",
    "Way",
    "ZocOutcome",
    "ZocRequest",
    "ZoneHex",
    "draw_setup",
    "order_of_battle",
    "read_counters",
    "ruleset",
    "schematic_map",
]
