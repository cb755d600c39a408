"""The options: the designer's afterthoughts, and the other readings where the text can be read in two ways."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.fields import Range
from rcw_rules.marks import Settles


@frozen(kw_only=True)
class Options:
    """The options of Red Army - White Guards, each with the rule that it settles.

    Attributes:
        ac_single_fire: Whether an armoured car fires in only one of its two activations of a turn.
        wheeled_offroad: Squares off road for wheeled vehicles: 2 for each activation, as printed, or 1 or 0 for a whole
            turn.
        second_heart: Whether infantry that fires on the move must, activated on a heart, draw another.
        floor_rounding: Whether a divided score is always rounded down, rather than to the nearest whole number.
        strict_less: Whether a die hits below the score only, as the heading of the table has it, and not at the score,
            as the worked example has it.
        mg_heavy_tank: Whether MGs may fire at heavy tanks at close range.
        three_markers: Whether artillery and vehicles lose a base for three markers, rather than for three rings.
        rings_deduct: Whether rings are deducted from an activation score, as hits are.
        at_all_remainder: Whether each hit beyond the full groups draws its anti-tank card even where the die for them
            has cost a ring.
        twice_die_only: Whether cavalry that attacked infantry rolls only the die for the remainder twice, rather than
            suffering the whole of the casualties twice.
        closed_leaving: Whether closed terrain slows only those that leave it, not those that enter.
        spent_members_count: Whether members of a group that used their share of its card to fire out of sequence still
            count in the group's test, with what is deducted for them.
        trains_go_first: Whether a train goes back at once from infantry that steps next to it, before anyone fires at
            that infantry.
        stay_at_edge: Whether a retreating unit at its own edge, whom no square leads away, may stay there rather than
            leave the table.
        breakdown_when_turned: Whether vehicles draw for a breakdown as soon as their spades are turned over, rather
            than when they are activated on them.
        hq_is_no_enemy: Whether a square next to an enemy headquarters alone is entered without a test.
        driven_out_deducts: Whether a unit that hid and was driven out in the same turn counts as hiding last turn.
        mgs_fire_together: Whether MGs in the square of a unit that fires out of sequence fire with it at that moment or
            lose their share of the activation.
        ferry_waits: Whether a unit that has gone to a ferry may be put across in any later turn, the ferry waiting,
            rather than in the next turn only.
        unseen_off_table: Whether concealed units that no enemy has observed are hidden from the other player.
    """

    ac_single_fire: Annotated[bool, Settles("opt-ac-single-fire")] = False
    wheeled_offroad: Annotated[int, Range(0, 2), Settles("opt-wheeled-offroad")] = 2
    second_heart: Annotated[bool, Settles("opt-second-heart")] = False
    floor_rounding: Annotated[bool, Settles("opt-floor-rounding")] = False
    strict_less: Annotated[bool, Settles("opt-strict-less")] = False
    mg_heavy_tank: Annotated[bool, Settles("opt-mg-heavy-tank")] = False
    three_markers: Annotated[bool, Settles("opt-three-markers")] = False
    rings_deduct: Annotated[bool, Settles("opt-rings-deduct")] = False
    at_all_remainder: Annotated[bool, Settles("opt-at-all-remainder")] = False
    twice_die_only: Annotated[bool, Settles("opt-twice-die-only")] = False
    closed_leaving: Annotated[bool, Settles("opt-closed-leaving")] = False
    spent_members_count: Annotated[bool, Settles("opt-spent-members", since=3)] = False
    trains_go_first: Annotated[bool, Settles("opt-trains-go-first", since=3)] = False
    stay_at_edge: Annotated[bool, Settles("opt-stay-at-edge", since=3)] = False
    breakdown_when_turned: Annotated[bool, Settles("opt-breakdown-when-turned", since=3)] = False
    hq_is_no_enemy: Annotated[bool, Settles("opt-hq-is-no-enemy", since=3)] = False
    driven_out_deducts: Annotated[bool, Settles("opt-driven-out", since=3)] = False
    mgs_fire_together: Annotated[bool, Settles("opt-mgs-fire-together", since=3)] = False
    ferry_waits: Annotated[bool, Settles("opt-ferry-waits", since=3)] = False
    unseen_off_table: Annotated[bool, Settles("opt-unseen-off-table", since=3)] = False
