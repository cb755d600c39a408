"""Bands of villagers, and what their elders agree on."""

from __future__ import annotations

from typing import Annotated, Literal

from attrs import frozen

from rcw_rules import Inches, Range, Settles
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.umpire import Umpire

Spears = Annotated[int, Range(1, 30, rule="bands")]


@frozen(kw_only=True)
class Gait:
    """A full move by dice, in inches.

    Attributes:
        dice: How many.
    """

    dice: Annotated[int, Range(1, 3)]

    def thrown(self, umpire: Umpire[Options], rule: str) -> int:
        """Throw the dice."""
        return umpire.roll(d6.sum(self.dice), "full move", rule)


@frozen(kw_only=True)
class Band:
    """Villagers with spears.

    Attributes:
        name: What they are called, or "".
        side: Which village they come from.
        spears: How many there are.
        lost: How many there were more before.
        veterans: Whether they have done it before.
        guard: Whether the elder's guard stands behind them.
        drum: Whether they have a drum.
        shaken: Whether they were hurt since they last tested their nerve.
        cover: What they stand in.
        gait: How far they go at full speed.
        edge: How far it is to the edge of the meadow, or None if nobody knows.
    """

    name: str = ""
    side: Literal["north", "south"]
    spears: Spears
    lost: Annotated[int, Range(0, 29, rule="bands")] = 0
    veterans: bool = False
    guard: bool = False
    drum: bool = False
    shaken: bool = False
    cover: Literal["open", "ditch"] = "open"
    gait: Gait = Gait(dice=1)
    edge: Inches | None = None


@frozen(kw_only=True)
class Profile:
    """What the missing page would say.

    Attributes:
        night_move: How far a band goes by night, in inches.
    """

    night_move: Annotated[int, Range(0, 12)]


@frozen(kw_only=True)
class Options:
    """What the elders agree on.

    Attributes:
        feast_days: Whether nobody comes on a feast day.
        veterans_count: Whether veterans count once a side or once a band.
        shaken_for: How long a band that was hurt has to test its nerve.
        die_of_the_day: The die that a muster is thrown with.
        profile: What the missing page would say, or None.
    """

    feast_days: Annotated[bool, Settles("opt-feast")] = True
    veterans_count: Annotated[Literal["once", "per_band"], Settles("opt-veterans")] = "once"
    shaken_for: Annotated[Literal["since_last_test", "ever"], Settles("opt-shaken")] = "since_last_test"
    die_of_the_day: Annotated[Literal["d10", "d6"], Settles("opt-die", since=2)] = "d10"
    profile: Annotated[Profile | None, Settles("missing-page")] = None
