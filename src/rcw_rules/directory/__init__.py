"""Fall of the Directory and Makhno's Return: the civil war in Ukraine, 1918 and 1919, on a strategic hex map.

Only the chart sheet of the two games exists. What their rulebook would define enters by the request, or by a profile
that whoever owns the book supplies.
"""

from rcw_rules.directory.campaign import Campaign
from rcw_rules.directory.campaign_combat import Retreat
from rcw_rules.directory.campaign_state import Alliance, CampaignState, Piece, War
from rcw_rules.directory.capture import Capture, CaptureCheckOutcome, CaptureCheckRequest
from rcw_rules.directory.combat import Attacker, Captured, CombatOutcome, CombatRequest, Defender, Listed
from rcw_rules.directory.combat_result import CombatResultOutcome, CombatResultRequest
from rcw_rules.directory.diplomacy import (
    CityEntry,
    DiplomacyOutcome,
    DiplomacyRequest,
    DiplomaticPoolOutcome,
    DiplomaticPoolRequest,
)
from rcw_rules.directory.forced_march import (
    ForcedMarchOutcome,
    ForcedMarchRequest,
    StackForcedMarchOutcome,
    StackForcedMarchRequest,
)
from rcw_rules.directory.initiative import InitiativeOutcome, InitiativeRequest
from rcw_rules.directory.model import (
    NEVER_SUPPLIED,
    City,
    Counter,
    Faction,
    MissingProfileError,
    Ratings,
    Side,
    Supply,
    Terrain,
    UnitType,
)
from rcw_rules.directory.movement import MarchOutcome, MarchRequest, MovementOutcome, MovementRequest
from rcw_rules.directory.odds_column import OddsOutcome, OddsRequest
from rcw_rules.directory.options import Options
from rcw_rules.directory.profile import MobilizationLists, RulebookProfile
from rcw_rules.directory.rulebook_map import MapHex, Rail, RulebookMap, Water
from rcw_rules.directory.ruleset import ruleset
from rcw_rules.directory.special_movement import HexKind, SpecialMovementOutcome, SpecialMovementRequest, StackedBase
from rcw_rules.directory.strength import Combatant, CombatStrengthOutcome, CombatStrengthRequest
from rcw_rules.directory.turns import (
    Position,
    TurnSequenceOutcome,
    TurnSequenceRequest,
    acts,
    first_position,
    turn_positions,
)

__all__ = [
    "NEVER_SUPPLIED",
    "Alliance",
    "Attacker",
    "Campaign",
    "CampaignState",
    "Capture",
    "CaptureCheckOutcome",
    "CaptureCheckRequest",
    "Captured",
    "City",
    "CityEntry",
    "CombatOutcome",
    "CombatRequest",
    "CombatResultOutcome",
    "CombatResultRequest",
    "CombatStrengthOutcome",
    "CombatStrengthRequest",
    "Combatant",
    "Counter",
    "Defender",
    "DiplomacyOutcome",
    "DiplomacyRequest",
    "DiplomaticPoolOutcome",
    "DiplomaticPoolRequest",
    "Faction",
    "ForcedMarchOutcome",
    "ForcedMarchRequest",
    "HexKind",
    "InitiativeOutcome",
    "InitiativeRequest",
    "Listed",
    "MapHex",
    "MarchOutcome",
    "MarchRequest",
    "MissingProfileError",
    "MobilizationLists",
    "MovementOutcome",
    "MovementRequest",
    "OddsOutcome",
    "OddsRequest",
    "Options",
    "Piece",
    "Position",
    "Rail",
    "Ratings",
    "Retreat",
    "RulebookMap",
    "RulebookProfile",
    "Side",
    "SpecialMovementOutcome",
    "SpecialMovementRequest",
    "StackForcedMarchOutcome",
    "StackForcedMarchRequest",
    "StackedBase",
    "Supply",
    "Terrain",
    "TurnSequenceOutcome",
    "TurnSequenceRequest",
    "UnitType",
    "War",
    "Water",
    "acts",
    "first_position",
    "ruleset",
    "turn_positions",
]
