"""Red Actions!, the Pygmy Wars version: a table measured in inches, turns of five minutes, bases of rifles or sabres.

Troop cards, officer tokens, points and scenarios are not in its text: they are the user's data. A made-up set comes
with the library, marked illustrative. Every procedure takes plain facts, so that no digital table is needed.
"""

from rcw_rules.red_actions.model import OfficerToken, TroopCard, Unit
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.ruleset import ruleset
from rcw_rules.red_actions.troops import Army, TokenCount, Troops, illustrative_troops, read_troops

__all__ = [
    "Army",
    "OfficerToken",
    "Options",
    "TokenCount",
    "TroopCard",
    "Troops",
    "Unit",
    "illustrative_troops",
    "read_troops",
    "ruleset",
]
