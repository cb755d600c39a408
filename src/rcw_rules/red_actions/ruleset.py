"""The wiring of Red Actions!: procedures, choices, options, charts and rule index."""

from __future__ import annotations

from rcw_rules.red_actions.examples import EXAMPLES
from rcw_rules.red_actions.options import Options
from rcw_rules.ruleset import Ruleset

ruleset: Ruleset[Options] = Ruleset(
    id="red_actions",
    title="Red Actions!, the Pygmy Wars version",
    edition="October 2006",
    rules_version=1,
    options=Options(),
    procedures=(),
    choices=(),
    examples=EXAMPLES,
    package="rcw_rules.red_actions",
)
