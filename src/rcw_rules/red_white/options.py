"""The options: optional rules, and rulings where the book contradicts itself or can be read in two ways."""

from __future__ import annotations

from typing import Annotated, Literal

from attrs import frozen

from rcw_rules.ruleset import Settles


@frozen(kw_only=True)
class Options:
    """The options of Red & White, each with the rule that it settles.

    Attributes:
        melee_elite: How the elite bonus of a melee adds up: once for a side whose units are all elite, as the list has
            it, or once for each elite unit, as the second worked example counts.
        red_guards_elite: Whether Red Guards are elite; the book lists them with a question mark.
        morale_casualties: Which casualties oblige a unit to test: those since its last test, or any it ever took.
        suppressed_scope: How long a suppressed unit is barred from firing without a test: to the end of the turn, or
            only in the fire phase in which it was suppressed.
    """

    melee_elite: Annotated[Literal["once", "per_unit"], Settles("opt-melee-elite")] = "once"
    red_guards_elite: Annotated[bool, Settles("opt-red-guards")] = True
    morale_casualties: Annotated[Literal["since_last_test", "ever"], Settles("opt-morale-casualties")] = (
        "since_last_test"
    )
    suppressed_scope: Annotated[Literal["turn", "phase"], Settles("opt-suppressed-scope")] = "turn"
