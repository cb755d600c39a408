"""The options: rulings where the chart sheet can be read in two ways."""

from __future__ import annotations

from typing import Annotated, Literal

from attrs import frozen

from rcw_rules.marks import Settles


@frozen(kw_only=True)
class Options:
    """The options of the two games, each with the rule that it settles.

    Attributes:
        supply_on_defence: Whether the supply multiplier raises the defence strength as well as the attack strength.
        advance_enters: Whether units that advance into a city after combat have entered it.
        placement_enters: Whether units that are set up, reinforced or mobilized in a city have entered it.
        active: What a declaration makes of an active faction: it is at war (`at_war`), or it is at war and its units
            may act only once it is active or has joined a side in play (`may_act`).
        allies_may_be_persuaded: Whether a faction that stands with one side may still be persuaded to join another.
        frozen_bases: Which bases may not move any more after a naval, water or rail move that has one at either end:
            the one that serves it (`serving`), or one at either end (`both`).
        spares: Whose armor out of play can take the place of captured armor: that of factions that took part in the
            attack (`faction`), or any of the attacking side and its allies (`side`).
    """

    supply_on_defence: Annotated[bool, Settles("opt-supply-defence")] = True
    advance_enters: Annotated[bool, Settles("opt-advance-enters", since=3)] = True
    placement_enters: Annotated[bool, Settles("opt-placement-enters", since=3)] = False
    active: Annotated[Literal["at_war", "may_act"], Settles("opt-active", since=3)] = "at_war"
    allies_may_be_persuaded: Annotated[bool, Settles("opt-persuade-allies", since=3)] = False
    frozen_bases: Annotated[Literal["serving", "both"], Settles("opt-frozen-bases", since=3)] = "serving"
    spares: Annotated[Literal["faction", "side"], Settles("opt-spares", since=3)] = "faction"
