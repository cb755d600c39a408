"""The wiring of Red Army - White Guards: procedures, choices, options, charts and rule index."""

from __future__ import annotations

from rcw_rules.red_square.activation.activate import activate
from rcw_rules.red_square.activation.choices import (
    ACTIVITY,
    AREA,
    BOARDS,
    CLOSES,
    DESTINATION,
    FIGURE_SQUARE,
    FIRES_AFTER_MOVE,
    FRONT_BATTALION,
    HQ_MOVES,
    NEW_ORDER,
    SPOTTER,
    TRAIN_ACTION,
    UNLOADS_AT,
)
from rcw_rules.red_square.cards.activation import activation, hq_activation
from rcw_rules.red_square.cards.activation_result import RALLY, activation_result
from rcw_rules.red_square.cards.deal import deal
from rcw_rules.red_square.cards.order import ACE_HIGH, JOKER_AFTER, card_order
from rcw_rules.red_square.cards.spades import IGNORE_SPADE, bog, spade
from rcw_rules.red_square.cards.suits import restart, suit_effects
from rcw_rules.red_square.examples import EXAMPLES
from rcw_rules.red_square.fire.casualties import casualties, shock_check
from rcw_rules.red_square.fire.effect import fire_effect
from rcw_rules.red_square.fire.fate import fate, mg_save
from rcw_rules.red_square.fire.hits import fire
from rcw_rules.red_square.fire.profile import GIVE_UP_CARD, fire_profile
from rcw_rules.red_square.fire.vehicle_hits import train_hits, vehicle_hits
from rcw_rules.red_square.ground.geometry import arc, aspect, distance, geometry, legal_moves
from rcw_rules.red_square.ground.ranges import range_band
from rcw_rules.red_square.ground.sight import line_of_sight
from rcw_rules.red_square.mounted.combat import CHARGED, mounted_combat
from rcw_rules.red_square.mounted.course import FOLLOW_UP
from rcw_rules.red_square.mounted.exchange import mounted_exchange
from rcw_rules.red_square.mounted.overrun import FIRES_BACK, overrun
from rcw_rules.red_square.movement.dismount import HORSE_SQUARE, dismount
from rcw_rules.red_square.movement.flight import flight
from rcw_rules.red_square.movement.move import move
from rcw_rules.red_square.movement.retreat import RETREAT_SQUARE, retreat
from rcw_rules.red_square.options import Options
from rcw_rules.red_square.shots.fire_mission import TARGET, fire_mission
from rcw_rules.red_square.shots.gun_positions import artillery_position
from rcw_rules.red_square.shots.observation import indirect_observation, observe
from rcw_rules.red_square.shots.scouting import scouting_contact
from rcw_rules.red_square.shots.threat_fire import FIRE_OUT_OF_SEQUENCE, threat_fire
from rcw_rules.red_square.trains.activation import TRAIN_CARD, train_activation
from rcw_rules.red_square.trains.boarding import boarding
from rcw_rules.red_square.turn.scenario import validate_scenario
from rcw_rules.red_square.turn.turn import turn, turn_step
from rcw_rules.red_square.units.buildings import building_fire
from rcw_rules.red_square.units.digging import dig_in, trench_roll
from rcw_rules.red_square.units.occupancy import occupancy
from rcw_rules.red_square.units.order_roll import order_roll
from rcw_rules.red_square.units.orders import order_legality
from rcw_rules.red_square.units.organisation import validate_unit
from rcw_rules.red_square.units.replacement import BASES_GIVEN, replace_casualties
from rcw_rules.red_square.units.wire import wire, wire_crossing
from rcw_rules.ruleset import Ruleset

ruleset: Ruleset[Options] = Ruleset(
    id="red_square",
    title="Red Army - White Guards: the Red Square rules (Graham Evans, after Richard Brooks and Ian Drury)",
    edition="Graham Evans",
    rules_version=1,
    options=Options(),
    procedures=(
        deal,
        card_order,
        suit_effects,
        restart,
        activation,
        hq_activation,
        activation_result,
        spade,
        bog,
        geometry,
        distance,
        arc,
        aspect,
        legal_moves,
        range_band,
        line_of_sight,
        observe,
        indirect_observation,
        artillery_position,
        fire_mission,
        threat_fire,
        fire_profile,
        fire,
        casualties,
        shock_check,
        validate_unit,
        validate_scenario,
        occupancy,
        order_legality,
        order_roll,
        dig_in,
        trench_roll,
        building_fire,
        wire,
        wire_crossing,
        replace_casualties,
        vehicle_hits,
        train_hits,
        fate,
        mg_save,
        move,
        retreat,
        dismount,
        flight,
        mounted_combat,
        mounted_exchange,
        scouting_contact,
        overrun,
        fire_effect,
        train_activation,
        boarding,
        activate,
        turn_step,
        turn,
    ),
    choices=(
        ACE_HIGH,
        ACTIVITY,
        AREA,
        BASES_GIVEN,
        BOARDS,
        CHARGED,
        CLOSES,
        DESTINATION,
        FIGURE_SQUARE,
        FIRES_AFTER_MOVE,
        FIRES_BACK,
        FIRE_OUT_OF_SEQUENCE,
        FOLLOW_UP,
        FRONT_BATTALION,
        GIVE_UP_CARD,
        HORSE_SQUARE,
        HQ_MOVES,
        IGNORE_SPADE,
        JOKER_AFTER,
        NEW_ORDER,
        RALLY,
        RETREAT_SQUARE,
        SPOTTER,
        TARGET,
        TRAIN_ACTION,
        TRAIN_CARD,
        UNLOADS_AT,
    ),
    examples=EXAMPLES,
    package="rcw_rules.red_square",
)
