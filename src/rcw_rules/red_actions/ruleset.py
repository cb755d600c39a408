"""The wiring of Red Actions!: procedures, choices, options, charts and rule index."""

from __future__ import annotations

from rcw_rules.red_actions.charges.ambush import SPRING_AT, scout_ambush, spring_ambush
from rcw_rules.red_actions.charges.charge import charge
from rcw_rules.red_actions.charges.legality import charge_legality
from rcw_rules.red_actions.charges.parts import CHARGE_FOLLOW, CHARGE_RESPONSE
from rcw_rules.red_actions.combat.combat import combat
from rcw_rules.red_actions.combat.fight import BASE_LOST_IN_COMBAT
from rcw_rules.red_actions.combat.pursuit import pursuit
from rcw_rules.red_actions.combat.strength import (
    combat_officers,
    combat_ratio,
    combat_roll,
    combat_strength,
    combat_table,
)
from rcw_rules.red_actions.examples import EXAMPLES
from rcw_rules.red_actions.ground.arcs import enfilade, fire_arc
from rcw_rules.red_actions.ground.aspects import charge_aspect
from rcw_rules.red_actions.ground.sight import hide, spot
from rcw_rules.red_actions.ground.targets import TARGET, target_priority
from rcw_rules.red_actions.morale.events import event
from rcw_rules.red_actions.morale.hesitation import hesitation
from rcw_rules.red_actions.morale.rallying import RALLY, rally_pinned, rally_rout, rally_terror
from rcw_rules.red_actions.morale.retiring import IGNORE_RETIRE, TRADE_RETIRE, retire
from rcw_rules.red_actions.morale.routing import rout_cascade, rout_move
from rcw_rules.red_actions.morale.tests import OFFICERS, morale_test
from rcw_rules.red_actions.morale.triggers import morale_chain, morale_triggers
from rcw_rules.red_actions.movement.marches import march
from rcw_rules.red_actions.movement.moves import move_budget
from rcw_rules.red_actions.movement.paths import along_path
from rcw_rules.red_actions.movement.trains import train_hit, train_move, train_rally
from rcw_rules.red_actions.movement.vehicles import GRENADIERS, vehicle_breakdown, vehicle_contact, vehicle_repair
from rcw_rules.red_actions.movement.wheels import wheel_cost
from rcw_rules.red_actions.movement.wire import cross_wire
from rcw_rules.red_actions.movement.works import building_fire, dig_in
from rcw_rules.red_actions.options import Options
from rcw_rules.red_actions.shooting.column import shooting_column
from rcw_rules.red_actions.shooting.direct_hits import direct_hits
from rcw_rules.red_actions.shooting.returned_fire import RETURN_FIRE, return_fire
from rcw_rules.red_actions.shooting.shots import shoot
from rcw_rules.red_actions.shooting.table import shooting_result, shooting_roll
from rcw_rules.red_actions.shooting.total import shooting_total
from rcw_rules.red_actions.shooting.volleys import shooting_officers, volley
from rcw_rules.red_actions.turn.actions import action_legality
from rcw_rules.red_actions.turn.initiative import WHO_ACTS, clever_preempt, initiative
from rcw_rules.red_actions.turn.night import night_action
from rcw_rules.red_actions.turn.setting_up import set_up
from rcw_rules.red_actions.turn.turn import turn
from rcw_rules.red_actions.units.ammunition import ammunition
from rcw_rules.red_actions.units.flight import flight_check
from rcw_rules.red_actions.units.markers import effective_bases
from rcw_rules.red_actions.units.mounts import DISMOUNT_AS, dismount
from rcw_rules.red_actions.units.mustering import unit_legality
from rcw_rules.red_actions.units.officers import KEEP_TOKEN, PROMOTE, draw_officers, promotion
from rcw_rules.red_actions.units.prisoners import prisoners
from rcw_rules.red_actions.units.regrouping import OFFICER_PART, WHITE_OFFICER_PART, combine_units, divide_unit
from rcw_rules.red_actions.units.scale import convert_distance
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
