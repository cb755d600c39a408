"""A campaign, stepped through turn by turn: its state, its map, and a profile that fills in the missing rulebook."""

from rcw_rules.directory.campaign.attacks import Retreat
from rcw_rules.directory.campaign.profile import MobilizationLists, ProfileField, RulebookProfile
from rcw_rules.directory.campaign.rulebook_map import Line, MapHex, Rail, Railroad, RulebookMap, Water
from rcw_rules.directory.campaign.state import Alliance, CampaignState, Piece, War

__all__ = [
    "Alliance",
    "CampaignState",
    "Line",
    "MapHex",
    "MobilizationLists",
    "Piece",
    "ProfileField",
    "Rail",
    "Railroad",
    "Retreat",
    "RulebookMap",
    "RulebookProfile",
    "War",
    "Water",
]
