"""The wiring of Fall of the Directory and Makhno's Return: procedures, choices, options, charts and rule index."""

from __future__ import annotations

from rcw_rules.directory.combat import (
    CAPTOR,
    REPLACE_CAPTURED,
    capture_check,
    combat,
    combat_result,
    combat_strength,
    odds,
)
from rcw_rules.directory.diplomacy import diplomacy, diplomatic_pool
from rcw_rules.directory.examples import EXAMPLES
from rcw_rules.directory.game import ADVANCE, RETREAT, TAKE_PART, act, begin_game
from rcw_rules.directory.initiative import initiative
from rcw_rules.directory.movement import (
    FORCE_MARCH,
    SERVING_BASE,
    forced_march,
    march,
    movement,
    special_movement,
    stack_forced_march,
)
from rcw_rules.directory.options import Options
from rcw_rules.directory.payoffs import PAYOFFS
from rcw_rules.directory.turns import turn_sequence
from rcw_rules.ruleset import Ruleset

ruleset: Ruleset[Options] = Ruleset(
    id="directory",
    title="Fall of the Directory and Makhno's Return",
    edition="chart sheet",
    rules_version=3,
    options=Options(),
    procedures=(
        initiative,
        turn_sequence,
        diplomatic_pool,
        diplomacy,
        forced_march,
        stack_forced_march,
        movement,
        march,
        special_movement,
        combat_strength,
        odds,
        combat_result,
        capture_check,
        combat,
        begin_game,
        act,
    ),
    choices=(
        ADVANCE,
        CAPTOR,
        FORCE_MARCH,
        REPLACE_CAPTURED,
        RETREAT,
        SERVING_BASE,
        TAKE_PART,
    ),
    examples=EXAMPLES,
    payoffs=PAYOFFS,
    package="rcw_rules.directory",
)
