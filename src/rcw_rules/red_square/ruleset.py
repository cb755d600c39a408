"""The wiring of Red Army - White Guards: procedures, choices, options, charts and rule index."""

from __future__ import annotations

from rcw_rules.red_square.examples import EXAMPLES
from rcw_rules.red_square.options import Options
from rcw_rules.ruleset import Ruleset

ruleset: Ruleset[Options] = Ruleset(
    id="red_square",
    title="Red Army - White Guards: the Red Square rules (Graham Evans, after Richard Brooks and Ian Drury)",
    edition="Graham Evans",
    rules_version=1,
    options=Options(),
    procedures=(),
    choices=(),
    examples=EXAMPLES,
    package="rcw_rules.red_square",
)
