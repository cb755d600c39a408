"""The wiring of Red Actions!: procedures, choices, options, charts and rule index."""

from __future__ import annotations

from rcw_rules.red_actions.actions import action_legality
from rcw_rules.red_actions.ambush import SPRING_AT, scout_ambush, spring_ambush
from rcw_rules.red_actions.ammunition import ammunition
from rcw_rules.red_actions.arcs import enfilade, fire_arc
from rcw_rules.red_actions.aspects import charge_aspect
from rcw_rules.red_actions.charge import charge
from rcw_rules.red_actions.charge_legality import charge_legality
from rcw_rules.red_actions.charge_parts import CHARGE_FOLLOW, CHARGE_RESPONSE
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
from rcw_rules.red_actions.forces import convert_distance, effective_bases, flight_check
from rcw_rules.red_actions.initiative import WHO_ACTS, clever_preempt, hesitation, initiative
from rcw_rules.red_actions.morale import OFFICERS, morale_test
from rcw_rules.red_actions.mounts import DISMOUNT_AS, dismount
from rcw_rules.red_actions.movement import march, move_budget, wheel_cost
from rcw_rules.red_actions.mustering import unit_legality
from rcw_rules.red_actions.night import night_action
from rcw_rules.red_actions.officers import KEEP_TOKEN, PROMOTE, draw_officers, promotion
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.paths import along_path
from rcw_rules.red_actions.prisoners import prisoners
from rcw_rules.red_actions.pursuit import pursuit
from rcw_rules.red_actions.rallying import RALLY, rally_pinned, rally_rout, rally_terror
from rcw_rules.red_actions.regrouping import OFFICER_PART, WHITE_OFFICER_PART, combine_units, divide_unit
from rcw_rules.red_actions.retiring import IGNORE_RETIRE, TRADE_RETIRE, retire
from rcw_rules.red_actions.returned_fire import RETURN_FIRE, return_fire
from rcw_rules.red_actions.routing import rout_cascade, rout_move
from rcw_rules.red_actions.setting_up import set_up
from rcw_rules.red_actions.shooting import shooting_column, shooting_result, shooting_roll, shooting_total
from rcw_rules.red_actions.shots import shoot
from rcw_rules.red_actions.sight import hide, spot
from rcw_rules.red_actions.targets import TARGET, target_priority
from rcw_rules.red_actions.trains import train_hit, train_move, train_rally
from rcw_rules.red_actions.triggers import morale_chain, morale_triggers
from rcw_rules.red_actions.turn import turn
from rcw_rules.red_actions.vehicles import GRENADIERS, vehicle_breakdown, vehicle_contact, vehicle_repair
from rcw_rules.red_actions.volleys import shooting_officers, volley
from rcw_rules.red_actions.wire import cross_wire
from rcw_rules.red_actions.works import building_fire, dig_in
from rcw_rules.ruleset import Ruleset

ruleset: Ruleset[Options] = Ruleset(
    id="red_actions",
    title="Red Actions!, the Pygmy Wars version",
    edition="October 2006",
    rules_version=2,
    options=Options(),
    procedures=(
        convert_distance,
        effective_bases,
        flight_check,
        unit_legality,
        draw_officers,
        promotion,
        initiative,
        hesitation,
        clever_preempt,
        action_legality,
        night_action,
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
        fire_arc,
        enfilade,
        charge_aspect,
        spot,
        hide,
        target_priority,
        move_budget,
        along_path,
        wheel_cost,
        march,
        vehicle_breakdown,
        vehicle_repair,
        vehicle_contact,
        cross_wire,
        dig_in,
        building_fire,
        train_move,
        train_hit,
        train_rally,
        rally_terror,
        rally_pinned,
        rally_rout,
        charge_legality,
        charge,
        scout_ambush,
        spring_ambush,
        set_up,
        turn,
    ),
    choices=(
        WHO_ACTS,
        BASE_LOST_IN_COMBAT,
        DISMOUNT_AS,
        IGNORE_RETIRE,
        KEEP_TOKEN,
        OFFICERS,
        OFFICER_PART,
        PROMOTE,
        RALLY,
        RETURN_FIRE,
        TARGET,
        TRADE_RETIRE,
        WHITE_OFFICER_PART,
        CHARGE_FOLLOW,
        CHARGE_RESPONSE,
        SPRING_AT,
    ),
    examples=EXAMPLES,
    package="rcw_rules.red_actions",
    modifiers=(GRENADIERS,),
)
