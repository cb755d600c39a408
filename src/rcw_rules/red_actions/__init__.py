"""Red Actions!, the Pygmy Wars version: a table measured in inches, turns of five minutes, bases of rifles or sabres.

Troop cards, officer tokens, points and scenarios are not in its text: they are the user's data. A made-up set comes
with the library, marked illustrative. Every procedure takes plain facts, so that no digital table is needed.
"""

from rcw_rules.red_actions.charges.ambush import (
    ScoutAmbushOutcome,
    ScoutAmbushRequest,
    SpringAmbushOutcome,
    SpringAmbushRequest,
)
from rcw_rules.red_actions.charges.charge import ChargeRequest
from rcw_rules.red_actions.charges.legality import ChargeLegalityOutcome, ChargeLegalityRequest
from rcw_rules.red_actions.charges.parts import ChargedUnit, ChargeOutcome, DefensiveFire, UnitAfterCharge
from rcw_rules.red_actions.combat.combat import CombatOutcome, CombatRequest
from rcw_rules.red_actions.combat.combatants import Charger, Contacted, UnitAfterCombat
from rcw_rules.red_actions.combat.fight import SideDefeated
from rcw_rules.red_actions.combat.pursuit import EnemyAhead, PursuitOutcome, PursuitRequest, Router, RouterAfter
from rcw_rules.red_actions.combat.strength import (
    CombatOfficersOutcome,
    CombatOfficersRequest,
    CombatRatioOutcome,
    CombatRatioRequest,
    CombatRollRequest,
    CombatStrengthOutcome,
    CombatStrengthRequest,
    CombatTableOutcome,
    CombatTableRequest,
)
from rcw_rules.red_actions.ground.arcs import (
    Aim,
    Beside,
    EnfiladeOutcome,
    EnfiladeRequest,
    FireArcOutcome,
    FireArcRequest,
    mount_of,
)
from rcw_rules.red_actions.ground.aspects import ChargeAspectOutcome, ChargeAspectRequest
from rcw_rules.red_actions.ground.sight import Between, HideOutcome, HideRequest, SpotOutcome, SpotRequest, Standing
from rcw_rules.red_actions.ground.targets import Candidate, TargetPriorityOutcome, TargetPriorityRequest
from rcw_rules.red_actions.model import DirectHitNumbers, OfficerToken, TroopCard, Unit
from rcw_rules.red_actions.morale.events import Aftermath, Event, EventRequest, work_event
from rcw_rules.red_actions.morale.hesitation import HesitationOutcome, HesitationRequest
from rcw_rules.red_actions.morale.rallying import (
    Pursuer,
    RallyPinnedOutcome,
    RallyPinnedRequest,
    RallyRoutOutcome,
    RallyRoutRequest,
    RallyTerrorOutcome,
    RallyTerrorRequest,
)
from rcw_rules.red_actions.morale.retiring import Footing, RetireOutcome, RetireRequest, hold_ground
from rcw_rules.red_actions.morale.routing import (
    FriendAfterRout,
    FriendNearRout,
    InTheWay,
    RoutCascadeOutcome,
    RoutCascadeRequest,
    RoutMoveOutcome,
    RoutMoveRequest,
    RoutWay,
)
from rcw_rules.red_actions.morale.tests import (
    Command,
    MoraleOfficer,
    MoraleTestOutcome,
    MoraleTestRequest,
    SeniorInReach,
    Situation,
    morale_test_of,
)
from rcw_rules.red_actions.morale.triggers import (
    ChainedTest,
    MoraleChainOutcome,
    MoraleChainRequest,
    MoraleTriggersOutcome,
    MoraleTriggersRequest,
    PassingRouters,
    TestDue,
    TroopClass,
)
from rcw_rules.red_actions.movement.marches import MarchOutcome, MarchRequest
from rcw_rules.red_actions.movement.moves import MoveBudgetOutcome, MoveBudgetRequest, TrialDue
from rcw_rules.red_actions.movement.paths import AlongPathOutcome, AlongPathRequest, Mover, Obstacle, Stretch, mover_of
from rcw_rules.red_actions.movement.trains import (
    CarFire,
    TrainHitOutcome,
    TrainHitRequest,
    TrainMoveOutcome,
    TrainMoveRequest,
    TrainRallyOutcome,
    TrainRallyRequest,
)
from rcw_rules.red_actions.movement.vehicles import (
    VehicleBreakdownOutcome,
    VehicleBreakdownRequest,
    VehicleContactOutcome,
    VehicleContactRequest,
    VehicleRepairOutcome,
    VehicleRepairRequest,
)
from rcw_rules.red_actions.movement.wheels import WheelCostOutcome, WheelCostRequest, wheel_length
from rcw_rules.red_actions.movement.wire import CrossWireOutcome, CrossWireRequest
from rcw_rules.red_actions.movement.works import BuildingFireOutcome, BuildingFireRequest, DigInOutcome, DigInRequest
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.ruleset import ruleset
from rcw_rules.red_actions.shooting.column import Exposure, ShootingColumnOutcome, ShootingColumnRequest
from rcw_rules.red_actions.shooting.direct_hits import DirectHitsOutcome, DirectHitsRequest
from rcw_rules.red_actions.shooting.returned_fire import ReturnFireOutcome, ReturnFireRequest
from rcw_rules.red_actions.shooting.shots import ShootOutcome, ShootRequest
from rcw_rules.red_actions.shooting.table import (
    ShootingResultOutcome,
    ShootingResultRequest,
    ShootingRollRequest,
    ShotResult,
)
from rcw_rules.red_actions.shooting.total import ShootingTotalOutcome, ShootingTotalRequest
from rcw_rules.red_actions.shooting.volleys import (
    ShootingOfficersOutcome,
    ShootingOfficersRequest,
    VolleyOutcome,
    VolleyRequest,
)
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
)
from rcw_rules.red_actions.turn.initiative import (
    CleverPreemptOutcome,
    CleverPreemptRequest,
    InitiativeCard,
    InitiativeOutcome,
    InitiativeRequest,
)
from rcw_rules.red_actions.turn.night import (
    FriendMet,
    NightActionOutcome,
    NightActionRequest,
)
from rcw_rules.red_actions.turn.segments import (
    Action,
    ActionLegalityOutcome,
    ActionLegalityRequest,
    Circumstances,
)
from rcw_rules.red_actions.turn.setting_up import SetUpOutcome, SetUpRequest
from rcw_rules.red_actions.turn.turn import TurnOutcome, TurnRequest
from rcw_rules.red_actions.units.ammunition import AmmunitionOutcome, AmmunitionRequest
from rcw_rules.red_actions.units.flight import (
    ArmyLosses,
    ArmyStanding,
    FlightCheckOutcome,
    FlightCheckRequest,
    points_lost,
)
from rcw_rules.red_actions.units.markers import EffectiveBasesOutcome, EffectiveBasesRequest
from rcw_rules.red_actions.units.mounts import DismountOutcome, DismountRequest, Rider
from rcw_rules.red_actions.units.mustering import Muster, Mustered, UnitLegalityOutcome, UnitLegalityRequest
from rcw_rules.red_actions.units.officers import (
    Candidates,
    Drawn,
    DrawOfficersOutcome,
    DrawOfficersRequest,
    PromotionOutcome,
    PromotionRequest,
    command_of,
    title_of,
)
from rcw_rules.red_actions.units.prisoners import PrisonersOutcome, PrisonersRequest, escort_speed
from rcw_rules.red_actions.units.regrouping import (
    CombineUnitsOutcome,
    CombineUnitsRequest,
    DivideUnitOutcome,
    DivideUnitRequest,
    Part,
    Parting,
)
from rcw_rules.red_actions.units.scale import ConvertDistanceOutcome, ConvertDistanceRequest, frontage, moves_in
from rcw_rules.red_actions.units.troops import Army, TokenCount, Troops, illustrative_troops, read_troops

__all__ = [
    "Action",
    "ActionLegalityOutcome",
    "ActionLegalityRequest",
    "Aftermath",
    "Aim",
    "AlongPathOutcome",
    "AlongPathRequest",
    "AmmunitionOutcome",
    "AmmunitionRequest",
    "Army",
    "ArmyLosses",
    "ArmyStanding",
    "AttachedSenior",
    "Beside",
    "Between",
    "Building",
    "BuildingFireOutcome",
    "BuildingFireRequest",
    "Candidate",
    "Candidates",
    "CarFire",
    "ChainedTest",
    "ChargeAspectOutcome",
    "ChargeAspectRequest",
    "ChargeLegalityOutcome",
    "ChargeLegalityRequest",
    "ChargeOutcome",
    "ChargeRequest",
    "ChargedUnit",
    "Charger",
    "Circumstances",
    "CleverPreemptOutcome",
    "CleverPreemptRequest",
    "CombatOfficersOutcome",
    "CombatOfficersRequest",
    "CombatOutcome",
    "CombatRatioOutcome",
    "CombatRatioRequest",
    "CombatRequest",
    "CombatRollRequest",
    "CombatStrengthOutcome",
    "CombatStrengthRequest",
    "CombatTableOutcome",
    "CombatTableRequest",
    "CombineUnitsOutcome",
    "CombineUnitsRequest",
    "Command",
    "Contacted",
    "ConvertDistanceOutcome",
    "ConvertDistanceRequest",
    "CrossWireOutcome",
    "CrossWireRequest",
    "DefensiveFire",
    "Deployed",
    "DigInOutcome",
    "DigInRequest",
    "DirectHitNumbers",
    "DirectHitsOutcome",
    "DirectHitsRequest",
    "DismountOutcome",
    "DismountRequest",
    "DivideUnitOutcome",
    "DivideUnitRequest",
    "DrawOfficersOutcome",
    "DrawOfficersRequest",
    "Drawn",
    "EffectiveBasesOutcome",
    "EffectiveBasesRequest",
    "EnemyAhead",
    "EnfiladeOutcome",
    "EnfiladeRequest",
    "Event",
    "EventRequest",
    "Exposure",
    "FallenSenior",
    "FieldArmy",
    "FireArcOutcome",
    "FireArcRequest",
    "FlightCheckOutcome",
    "FlightCheckRequest",
    "Footing",
    "FriendAfterRout",
    "FriendMet",
    "FriendNearRout",
    "Game",
    "HesitationOutcome",
    "HesitationRequest",
    "HideOutcome",
    "HideRequest",
    "InTheWay",
    "InitiativeCard",
    "InitiativeOutcome",
    "InitiativeRequest",
    "MarchOutcome",
    "MarchRequest",
    "MoraleChainOutcome",
    "MoraleChainRequest",
    "MoraleOfficer",
    "MoraleTestOutcome",
    "MoraleTestRequest",
    "MoraleTriggersOutcome",
    "MoraleTriggersRequest",
    "MoveBudgetOutcome",
    "MoveBudgetRequest",
    "Mover",
    "Muster",
    "Mustered",
    "NightActionOutcome",
    "NightActionRequest",
    "Obstacle",
    "OfficerToken",
    "Options",
    "Part",
    "Parting",
    "PassingRouters",
    "PoolLeft",
    "PrisonersOutcome",
    "PrisonersRequest",
    "PromotionOutcome",
    "PromotionRequest",
    "Pursuer",
    "PursuitOutcome",
    "PursuitRequest",
    "RallyPinnedOutcome",
    "RallyPinnedRequest",
    "RallyRoutOutcome",
    "RallyRoutRequest",
    "RallyTerrorOutcome",
    "RallyTerrorRequest",
    "Reinforcement",
    "RetireOutcome",
    "RetireRequest",
    "ReturnFireOutcome",
    "ReturnFireRequest",
    "Rider",
    "RoutCascadeOutcome",
    "RoutCascadeRequest",
    "RoutMoveOutcome",
    "RoutMoveRequest",
    "RoutWay",
    "Router",
    "RouterAfter",
    "ScoutAmbushOutcome",
    "ScoutAmbushRequest",
    "Segment",
    "SeniorInReach",
    "SetUpOutcome",
    "SetUpRequest",
    "ShootOutcome",
    "ShootRequest",
    "ShootingColumnOutcome",
    "ShootingColumnRequest",
    "ShootingOfficersOutcome",
    "ShootingOfficersRequest",
    "ShootingResultOutcome",
    "ShootingResultRequest",
    "ShootingRollRequest",
    "ShootingTotalOutcome",
    "ShootingTotalRequest",
    "ShotAt",
    "ShotResult",
    "SideDefeated",
    "Situation",
    "SpotOutcome",
    "SpotRequest",
    "SpringAmbushOutcome",
    "SpringAmbushRequest",
    "Standing",
    "Stretch",
    "TargetPriorityOutcome",
    "TargetPriorityRequest",
    "TestDue",
    "TokenCount",
    "TrainHitOutcome",
    "TrainHitRequest",
    "TrainMoveOutcome",
    "TrainMoveRequest",
    "TrainRallyOutcome",
    "TrainRallyRequest",
    "TrialDue",
    "TroopCard",
    "TroopClass",
    "Troops",
    "TurnOutcome",
    "TurnRequest",
    "Unit",
    "UnitAfterCharge",
    "UnitAfterCombat",
    "UnitLegalityOutcome",
    "UnitLegalityRequest",
    "VehicleBreakdownOutcome",
    "VehicleBreakdownRequest",
    "VehicleContactOutcome",
    "VehicleContactRequest",
    "VehicleRepairOutcome",
    "VehicleRepairRequest",
    "VolleyOutcome",
    "VolleyRequest",
    "WheelCostOutcome",
    "WheelCostRequest",
    "command_of",
    "escort_speed",
    "frontage",
    "hold_ground",
    "illustrative_troops",
    "morale_test_of",
    "mount_of",
    "mover_of",
    "moves_in",
    "points_lost",
    "read_troops",
    "ruleset",
    "title_of",
    "wheel_length",
    "work_event",
]
