"""The wiring of Red & White: procedures, choices, options, charts and rule index."""

from __future__ import annotations

from rcw_rules.red_white.air_attacks import GROUND_FIRE, aircraft_damage, anti_aircraft, bomb, strafe
from rcw_rules.red_white.air_cycle import air_cycle
from rcw_rules.red_white.aircraft import (
    ACE_TO_SIDE,
    FLIGHT_DICE,
    OF_ACE,
    OF_NOVICE,
    PATROL,
    air_side,
    aircraft_arrival,
    flight_move,
    patrol,
)
from rcw_rules.red_white.army import end_of_turn, hq_overrun, major_morale
from rcw_rules.red_white.assault import assault
from rcw_rules.red_white.casualties import KILL_LEADER, KILL_PRIEST, LOSE_GUARD, casualties
from rcw_rules.red_white.charge import FIRE_TARGET, WITHDRAW, charge
from rcw_rules.red_white.dogfight import DEFENSIVE_GUN, dogfight
from rcw_rules.red_white.examples import EXAMPLES
from rcw_rules.red_white.facing import IN_FLANK_OR_REAR, flank_or_rear
from rcw_rules.red_white.fire import defensive_fire, fire, fire_attack
from rcw_rules.red_white.fright import vehicle_fright
from rcw_rules.red_white.ice import boat_safety, ice_choked_move, icebreaker, river_crossing
from rcw_rules.red_white.leaders import heroic_leaders
from rcw_rules.red_white.melee import ALLOCATE, melee
from rcw_rules.red_white.morale import LIQUIDATE, activation_test, morale_phase, morale_test
from rcw_rules.red_white.movement import fall_back
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.petrol import BOMB_TARGET, THROW_BOMBS, petrol_bombs
from rcw_rules.red_white.suppression import suppressed_fire
from rcw_rules.red_white.trains import train_under_fire
from rcw_rules.red_white.vehicles import vehicle_activation, vehicle_damage, vehicle_fire_dice
from rcw_rules.red_white.vessels import (
    LAUNCH_IN_CHOKED_ICE,
    LAUNCH_TOWING,
    SHIP_IN_CHOKED_ICE,
    SHIP_IN_THIN_ICE,
    embark,
    launch_boats,
    vessel_move,
)
from rcw_rules.red_white.withdrawal import STAND_AFTER_FAILURE, withdraw
from rcw_rules.ruleset import Ruleset

ruleset: Ruleset[Options] = Ruleset(
    id="red_white",
    title="Red & White: Russian Civil War Rules, Part II (Hank Lubbers)",
    edition="The Herald 57",
    rules_version=2,
    options=Options(),
    procedures=(
        assault,
        charge,
        withdraw,
        vehicle_fright,
        flank_or_rear,
        defensive_fire,
        fire,
        fire_attack,
        melee,
        petrol_bombs,
        casualties,
        fall_back,
        heroic_leaders,
        morale_test,
        morale_phase,
        activation_test,
        suppressed_fire,
        vehicle_activation,
        vehicle_fire_dice,
        vehicle_damage,
        train_under_fire,
        hq_overrun,
        major_morale,
        end_of_turn,
        launch_boats,
        vessel_move,
        embark,
        river_crossing,
        icebreaker,
        ice_choked_move,
        boat_safety,
        aircraft_arrival,
        patrol,
        flight_move,
        strafe,
        bomb,
        anti_aircraft,
        aircraft_damage,
        dogfight,
        air_side,
        air_cycle,
    ),
    choices=(
        ACE_TO_SIDE,
        ALLOCATE,
        BOMB_TARGET,
        FIRE_TARGET,
        FLIGHT_DICE,
        GROUND_FIRE,
        IN_FLANK_OR_REAR,
        KILL_LEADER,
        KILL_PRIEST,
        LIQUIDATE,
        LOSE_GUARD,
        PATROL,
        STAND_AFTER_FAILURE,
        THROW_BOMBS,
        WITHDRAW,
    ),
    examples=EXAMPLES,
    package="rcw_rules.red_white",
    modifiers=(
        OF_ACE,
        OF_NOVICE,
        DEFENSIVE_GUN,
        SHIP_IN_THIN_ICE,
        SHIP_IN_CHOKED_ICE,
        LAUNCH_TOWING,
        LAUNCH_IN_CHOKED_ICE,
    ),
)
