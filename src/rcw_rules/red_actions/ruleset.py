"""The wiring of Red Actions!: procedures, choices, options, charts and rule index."""

from __future__ import annotations

from rcw_rules.red_actions.ammunition import ammunition
from rcw_rules.red_actions.combat import combat
from rcw_rules.red_actions.combat_fight import BASE_LOST_IN_COMBAT
from rcw_rules.red_actions.combat_strength import (
    combat_officers,
    combat_ratio,
    combat_roll,
    combat_strength,
    combat_table,
)
from rcw_rules.red_actions.direct_hits import direct_hits
from rcw_rules.red_actions.events import event
from rcw_rules.red_actions.examples import EXAMPLES
from rcw_rules.red_actions.forces import convert_distance, effective_bases, flight_check, unit_legality
from rcw_rules.red_actions.morale import OFFICERS, morale_test
from rcw_rules.red_actions.mounts import DISMOUNT_AS, dismount
from rcw_rules.red_actions.officers import KEEP_TOKEN, PROMOTE, draw_officers, promotion
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.prisoners import prisoners
from rcw_rules.red_actions.pursuit import pursuit
from rcw_rules.red_actions.regrouping import OFFICER_PART, WHITE_OFFICER_PART, combine_units, divide_unit
from rcw_rules.red_actions.retiring import IGNORE_RETIRE, TRADE_RETIRE, retire
from rcw_rules.red_actions.returned_fire import RETURN_FIRE, return_fire
from rcw_rules.red_actions.routing import rout_cascade, rout_move
from rcw_rules.red_actions.shooting import shooting_column, shooting_result, shooting_roll, shooting_total
from rcw_rules.red_actions.shots import shoot
from rcw_rules.red_actions.triggers import morale_chain, morale_triggers
from rcw_rules.red_actions.volleys import shooting_officers, volley
from rcw_rules.ruleset import Ruleset

ruleset: Ruleset[Options] = Ruleset(
    id="red_actions",
    title="Red Actions!, the Pygmy Wars version",
    edition="October 2006",
    rules_version=1,
    options=Options(),
    procedures=(
        convert_distance,
        effective_bases,
        flight_check,
        unit_legality,
        draw_officers,
        promotion,
        divide_unit,
        combine_units,
        dismount,
        prisoners,
        ammunition,
        shooting_total,
        shooting_column,
        shooting_result,
        shooting_roll,
        direct_hits,
        morale_test,
        morale_triggers,
        morale_chain,
        retire,
        shooting_officers,
        volley,
        shoot,
        return_fire,
        event,
        rout_move,
        rout_cascade,
        combat_strength,
        combat_ratio,
        combat_table,
        combat_roll,
        combat_officers,
        combat,
        pursuit,
    ),
    choices=(
        DISMOUNT_AS,
        IGNORE_RETIRE,
        KEEP_TOKEN,
        OFFICERS,
        OFFICER_PART,
        PROMOTE,
        RETURN_FIRE,
        TRADE_RETIRE,
        WHITE_OFFICER_PART,
        BASE_LOST_IN_COMBAT,
    ),
    examples=EXAMPLES,
    package="rcw_rules.red_actions",
)
