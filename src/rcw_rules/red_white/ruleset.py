"""The wiring of Red & White: procedures, choices, options, charts and rule index."""

from __future__ import annotations

from rcw_rules.red_white.aircraft import (
    ACE_TO_SIDE,
    DEFENSIVE_GUN,
    FLIGHT_DICE,
    GROUND_FIRE,
    OF_ACE,
    OF_NOVICE,
    PATROL,
    air_cycle,
    air_side,
    aircraft_arrival,
    aircraft_damage,
    anti_aircraft,
    bomb,
    dogfight,
    flight_move,
    patrol,
    strafe,
)
from rcw_rules.red_white.army import end_of_turn, hq_overrun, major_morale
from rcw_rules.red_white.assault import assault
from rcw_rules.red_white.charge import (
    FIRE_TARGET,
    IN_FLANK_OR_REAR,
    STAND_AFTER_FAILURE,
    WITHDRAW,
    charge,
    flank_or_rear,
    vehicle_fright,
    withdraw,
)
from rcw_rules.red_white.examples import EXAMPLES
from rcw_rules.red_white.fire import BOMB_TARGET, THROW_BOMBS, defensive_fire, fire, fire_attack, petrol_bombs
from rcw_rules.red_white.game.acting import act, begin_game
from rcw_rules.red_white.game.flying import AIR_ATTACK
from rcw_rules.red_white.game.told import TOLD
from rcw_rules.red_white.melee import ALLOCATE, KILL_LEADER, KILL_PRIEST, LOSE_GUARD, casualties, fall_back, melee
from rcw_rules.red_white.morale import (
    LIQUIDATE,
    activation_test,
    heroic_leaders,
    morale_phase,
    morale_test,
    suppressed_fire,
)
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.payoffs import PAYOFFS
from rcw_rules.red_white.river import (
    LAUNCH_IN_CHOKED_ICE,
    LAUNCH_TOWING,
    SHIP_IN_CHOKED_ICE,
    SHIP_IN_THIN_ICE,
    boat_safety,
    embark,
    ice_choked_move,
    icebreaker,
    launch_boats,
    river_crossing,
    vessel_move,
)
from rcw_rules.red_white.vehicles import train_under_fire, vehicle_activation, vehicle_damage, vehicle_fire_dice
from rcw_rules.ruleset import Ruleset

ruleset: Ruleset[Options] = Ruleset(
    id="red_white",
    title="Red & White: Russian Civil War Rules, Part II (Hank Lubbers)",
    edition="The Herald 57",
    rules_version=4,
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
        begin_game,
        act,
    ),
    choices=(
        ACE_TO_SIDE,
        AIR_ATTACK,
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
        *TOLD.values(),
    ),
    examples=EXAMPLES,
    payoffs=PAYOFFS,
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
