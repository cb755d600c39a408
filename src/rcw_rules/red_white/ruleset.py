"""The wiring of Red & White: procedures, choices, options, charts and rule index."""

from __future__ import annotations

from rcw_rules.red_white.casualties import KILL_LEADER, KILL_PRIEST, LOSE_GUARD, casualties
from rcw_rules.red_white.examples import EXAMPLES
from rcw_rules.red_white.melee import ALLOCATE, melee
from rcw_rules.red_white.morale import LIQUIDATE, activation_test, morale_phase, morale_test
from rcw_rules.red_white.movement import fall_back
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.suppression import suppressed_fire
from rcw_rules.ruleset import Ruleset

ruleset: Ruleset[Options] = Ruleset(
    id="red_white",
    title="Red & White: Russian Civil War Rules, Part II (Hank Lubbers)",
    edition="The Herald 57",
    rules_version=1,
    options=Options(),
    procedures=(melee, casualties, morale_test, morale_phase, activation_test, suppressed_fire, fall_back),
    choices=(ALLOCATE, KILL_LEADER, KILL_PRIEST, LIQUIDATE, LOSE_GUARD),
    examples=EXAMPLES,
    package="rcw_rules.red_white",
)
