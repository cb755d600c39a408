"""The wiring of The Battle of Orel: procedures, choices, options, charts and rule index."""

from __future__ import annotations

from rcw_rules.orel.activation import activation
from rcw_rules.orel.advance import ADVANCE, OREL_LOCATION, advance
from rcw_rules.orel.assault import ASSAULT, assault, assault_prospects
from rcw_rules.orel.attack_coordination import attack_coordination
from rcw_rules.orel.barrage import barrage, counterbattery
from rcw_rules.orel.charge import CHARGE, charge
from rcw_rules.orel.cohesion import cohesion_check
from rcw_rules.orel.combat import combat
from rcw_rules.orel.combat_phase import combat_phase
from rcw_rules.orel.combat_series import NEXT_ATTACK, phase_combats
from rcw_rules.orel.combat_stages import combat_assault, combat_cohesion
from rcw_rules.orel.command import MAIN_BODY, command
from rcw_rules.orel.control import stacking, zoc
from rcw_rules.orel.cover import terrain_modifier
from rcw_rules.orel.declare_attack import declare_attack
from rcw_rules.orel.definitions import predominant_tq, tq_check
from rcw_rules.orel.depots import RESUPPLY_BY_SPOILS, depot_elimination, depot_status
from rcw_rules.orel.encirclement import encirclement
from rcw_rules.orel.end_of_movement import end_of_movement
from rcw_rules.orel.entrenching import entrench
from rcw_rules.orel.event_modifiers import of_good_intelligence
from rcw_rules.orel.events import EVENT_FORMATION, EVENT_UNITS, event
from rcw_rules.orel.examples import EXAMPLES
from rcw_rules.orel.losses import LOSE_STEP, loss_allocation
from rcw_rules.orel.morale import morale_check
from rcw_rules.orel.movement import movement
from rcw_rules.orel.munitions import munitions
from rcw_rules.orel.munitions_stages import (
    MUNITIONS,
    RESUPPLY,
    RESUPPLY_BY_REFUSED_COMBAT,
    SPOILS_OF_WAR,
    SUPPLY_IN_DEFENCE,
)
from rcw_rules.orel.off_map import RETURN_HEX, off_map
from rcw_rules.orel.options import Options
from rcw_rules.orel.out_of_command import out_of_command_check
from rcw_rules.orel.prisoners import prisoners
from rcw_rules.orel.pursuit import PURSUE, PURSUERS, PURSUING_CAR, pursuit
from rcw_rules.orel.rail_control import rail_control
from rcw_rules.orel.reach import reach
from rcw_rules.orel.recruits import ENLIST, recruit_income, recruit_spend
from rcw_rules.orel.reinforcements import ENTRY_HEX, entry_zone, reinforcement
from rcw_rules.orel.retreat import retreat
from rcw_rules.orel.retreat_before_combat import ARTILLERY_FOLLOWS, RETREAT_BEFORE_COMBAT, retreat_before_combat
from rcw_rules.orel.retreat_path import RETREAT_HEX
from rcw_rules.orel.retreat_zoc import ENEMY_ZONE, retreat_zoc
from rcw_rules.orel.rout import bystanders, rally, rout
from rcw_rules.orel.scenario import OREL_AT_SETUP, scenario
from rcw_rules.orel.strength import combat_strength, odds
from rcw_rules.orel.supply_trace import supply_trace
from rcw_rules.orel.support import support_coordination
from rcw_rules.orel.tanks import tank_breakdown
from rcw_rules.orel.trains import DUEL_ADVANCE, TRAIN_CONTACT, UNDAMAGED_HEAVY, train_capture, train_contact, train_duel
from rcw_rules.orel.turn import turn
from rcw_rules.orel.vehicle_check import VEHICLES_CHECKED, vehicle_check
from rcw_rules.orel.victory import occupation, victory
from rcw_rules.ruleset import Ruleset

ruleset: Ruleset[Options] = Ruleset(
    id="orel",
    title="The Battle of Orel, October 1919 (David Beaudlet)",
    edition="Vae Victis 75, English translation with errata",
    rules_version=1,
    options=Options(),
    procedures=(
        predominant_tq,
        tq_check,
        combat_strength,
        odds,
        zoc,
        stacking,
        terrain_modifier,
        charge,
        cohesion_check,
        encirclement,
        assault_prospects,
        assault,
        loss_allocation,
        morale_check,
        vehicle_check,
        scenario,
        turn,
        reinforcement,
        entry_zone,
        activation,
        occupation,
        victory,
        retreat_before_combat,
        retreat,
        retreat_zoc,
        rout,
        bystanders,
        rally,
        advance,
        off_map,
        rail_control,
        depot_status,
        depot_elimination,
        supply_trace,
        munitions,
        recruit_income,
        recruit_spend,
        prisoners,
        command,
        out_of_command_check,
        event,
        barrage,
        counterbattery,
        support_coordination,
        train_contact,
        train_duel,
        train_capture,
        pursuit,
        combat,
        combat_cohesion,
        combat_assault,
        combat_phase,
        phase_combats,
        movement,
        reach,
        declare_attack,
        entrench,
        end_of_movement,
        attack_coordination,
        tank_breakdown,
    ),
    choices=(
        ASSAULT,
        LOSE_STEP,
        VEHICLES_CHECKED,
        CHARGE,
        OREL_AT_SETUP,
        ENTRY_HEX,
        RETREAT_BEFORE_COMBAT,
        ARTILLERY_FOLLOWS,
        RETREAT_HEX,
        ADVANCE,
        OREL_LOCATION,
        RETURN_HEX,
        MUNITIONS,
        RESUPPLY,
        SUPPLY_IN_DEFENCE,
        RESUPPLY_BY_REFUSED_COMBAT,
        SPOILS_OF_WAR,
        RESUPPLY_BY_SPOILS,
        MAIN_BODY,
        ENLIST,
        EVENT_FORMATION,
        EVENT_UNITS,
        TRAIN_CONTACT,
        DUEL_ADVANCE,
        PURSUE,
        PURSUERS,
        PURSUING_CAR,
        NEXT_ATTACK,
    ),
    examples=EXAMPLES,
    package="rcw_rules.orel",
    modifiers=(ENEMY_ZONE, UNDAMAGED_HEAVY, of_good_intelligence()),
)
