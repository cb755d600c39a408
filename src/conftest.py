"""Import the rulesets before pytest imports any module within them.

Otherwise pytest sets the package `game` as an attribute of its ruleset, over the game of that name.
"""

from rcw_rules import directory, orel, red_actions, red_square, red_white

__all__ = ["directory", "orel", "red_actions", "red_square", "red_white"]
