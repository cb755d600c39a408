"""The options: optional rules, and rulings where the book contradicts itself or can be read in two ways."""

from __future__ import annotations

from typing import Annotated, Literal

from attrs import frozen

from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.marks import Settles
from rcw_rules.red_white.profile import PartOneProfile


@frozen(kw_only=True, cache_hash=True)
class Options:
    """The options of Red & White, each with the rule that it settles.

    Attributes:
        melee_elite: How the elite bonus of a melee adds up: once for a side whose units are all elite, as the list has
            it, or once for each elite unit, as the second worked example counts.
        red_guards_elite: Whether Red Guards are elite; the book lists them with a question mark.
        morale_casualties: Which casualties oblige a unit to test: those since its last test, or any it ever took.
        suppressed_scope: How long a suppressed unit is barred from firing without a test: to the end of the turn, or
            only in the fire phase in which it was suppressed.
        petrol_bombs: Which of the two procedures for petrol bombs is in force, or both, each for its own event.
        petrol_morale_after_melee: Whether troops that won a melee against a tank test morale before they throw.
        vehicle_activation: Whether a vehicle activates at its current morale or below, as every other roll has it, or
            above it, as printed.
        major_die: The die of Major Morale.
        withdraw_failed: What a unit that failed to withdraw does: it falls back and is caught, or its owner may let it
            stand.
        air_damage_per: Over which span the hits of ground fire on an aircraft are added up.
        leader_death_tests: Whether a leader or a priest who dies in place of a stand is a casualty to test for.
        defenders_test_alone: Whether defenders still test between fire and melee once every attacker has failed.
        train_tests: How often an armoured train tests under artillery fire: once a fire phase, or for each attack.
        charge_misses: Where units stand in a whole game whose charge nobody waits for: where they would have made
            contact, or where they began.
        air_reach: How near an aircraft comes to an enemy aircraft that it attacks, in a whole game.
        patrol_over: Where a patrol flies in a whole game, and so where it ends: over the middle of the table, or over
            the middle of its army's own edge.
        profile: What the lost first part of the rules would define, as far as it is supplied.
    """

    melee_elite: Annotated[Literal["once", "per_unit"], Settles("opt-melee-elite")] = "once"
    red_guards_elite: Annotated[bool, Settles("opt-red-guards")] = True
    morale_casualties: Annotated[Literal["since_last_test", "ever"], Settles("opt-morale-casualties")] = (
        "since_last_test"
    )
    suppressed_scope: Annotated[Literal["turn", "phase"], Settles("opt-suppressed-scope")] = "turn"
    petrol_bombs: Annotated[Literal["both", "d10_only", "d6_only"], Settles("opt-petrol-bombs", since=2)] = "both"
    petrol_morale_after_melee: Annotated[bool, Settles("opt-petrol-morale", since=2)] = True
    vehicle_activation: Annotated[Literal["at_or_below", "above"], Settles("opt-vehicle-activation", since=2)] = (
        "at_or_below"
    )
    major_die: Annotated[Literal["d10", "d6"], Settles("opt-major-die", since=2)] = "d10"
    withdraw_failed: Annotated[Literal["fall_back", "may_stand"], Settles("opt-withdraw-failed", since=2)] = "fall_back"
    air_damage_per: Annotated[Literal["flight_turn", "turn"], Settles("opt-air-damage-per", since=2)] = "flight_turn"
    leader_death_tests: Annotated[bool, Settles("heroic-dead", since=4)] = True
    defenders_test_alone: Annotated[bool, Settles("melee-morale-between", since=4)] = True
    train_tests: Annotated[Literal["once_a_phase", "each_attack"], Settles("train-artillery-test", since=4)] = (
        "once_a_phase"
    )
    charge_misses: Annotated[Literal["goes_on", "stays"], Settles("melee-where-attackers-stand", since=4)] = "goes_on"
    air_reach: Annotated[Inches, Settles("opt-air-reach", since=4)] = inches(6)
    patrol_over: Annotated[Literal["middle", "own_edge"], Settles("opt-patrol-over", since=4)] = "middle"
    profile: Annotated[PartOneProfile | None, Settles("p1-profile", since=2)] = None
