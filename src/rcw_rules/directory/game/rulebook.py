"""What the missing rulebook would say, as pure data: part of a scenario, saved with it, and changed in a text file.

Nothing here has a value by default, and what is absent is asked for when it is needed. The functions that a
`RulebookProfile` wants are made of these data by `rcw_rules.directory.game.occupation.profile_of`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias, TypeVar, get_args

from attrs import fields, frozen

from rcw_rules.directory.campaign import (
    BlockedFate,
    Declaration,
)
from rcw_rules.directory.model import (
    NEVER_SUPPLIED,
    Allowance,
    Counter,
    Faction,
    LetterMove,
    MissingProfileError,
    Side,
    Strength,
    Supply,
    TurnName,
    UnitType,
)
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size

Occasion: TypeAlias = Literal["set_up", "movement", "retreat", "advance", "placement"]
"""How counters come together in a hex; placement is reinforcement or mobilization."""

OCCASIONS: tuple[Occasion, ...] = get_args(Occasion)

Advancing: TypeAlias = Literal["none", "one", "all"]
"""How many attackers may go into the hex that they attacked once it is free."""

RuleT = TypeVar("RuleT")


@frozen(kw_only=True)
class Unit:
    """A counter as a scenario lists it.

    Attributes:
        name: What it is called; no two counters share a name.
        type: The kind of unit.
        faction: The faction that owns it.
        attack: Its attack strength where its own differs from the typical one.
        defence: Its defence strength where its own differs.
        movement: Its movement allowance in hexes, or its letter, where its own differs.
    """

    name: Annotated[str, Size(1, 100)]
    type: UnitType
    faction: Faction
    attack: Strength | None = None
    defence: Strength | None = None
    movement: Allowance | LetterMove | None = None

    @property
    def counter(self) -> Counter:
        """The counter."""
        return Counter(**{field.name: getattr(self, field.name) for field in fields(Counter)})


@frozen(kw_only=True)
class Stationed(Unit):
    """A counter that is on the map from the start.

    Attributes:
        hex: Where.
        supply: Its supply status at the start; None to find it as in a Supply Phase.
    """

    hex: str
    supply: Supply | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a supply status that the faction never has."""
        if self.supply == "supplied" and self.faction in NEVER_SUPPLIED:
            yield Problem(".supply", f"{self.faction} are never supplied; expected limited or none", "sup-never")


@frozen(kw_only=True)
class Arrival(Unit):
    """A counter that comes during the game.

    Attributes:
        hexes: Where it may be placed; its owner chooses. While there is room in none of them it waits.
    """

    hexes: Annotated[tuple[str, ...], Size(1, 99)]


@frozen(kw_only=True)
class MobilizationList:
    """What one side does in the Mobilization Phase of one turn.

    Attributes:
        turn: The turn.
        side: The side.
        withdrawals: The names of the counters that leave the map; those that are gone already are passed over.
        reinforcements: The counters that come.
        mobilization: The counters that are mobilized.

    Rules: miss-mobilization, seq-mobilization.
    """

    turn: TurnName
    side: Side
    withdrawals: tuple[str, ...] = ()
    reinforcements: tuple[Arrival, ...] = ()
    mobilization: tuple[Arrival, ...] = ()


@frozen(kw_only=True)
class StackingRule:
    """How many counters may be in one hex. Counters of different sides, allies apart, are never together.

    Attributes:
        combat_units: The most combat units.
        others: The most other counters: armor, bases, stockpiles.
        limits_hold_for: When these limits hold. Where they do not, a hex may hold any number.

    Rules: miss-stacking-zoc.
    """

    combat_units: Annotated[int, Range(1, 99)]
    others: Annotated[int, Range(0, 99)]
    limits_hold_for: tuple[Occasion, ...] = OCCASIONS


@frozen(kw_only=True)
class SupplyRule:
    """How a unit finds its supply status.

    Distances are counted in hexes of the map that hold no counter of anybody but the unit's side and its allies.

    Attributes:
        supplied_within: The most hexes from a base at which a unit is supplied, if its faction ever is.
        limited_within: The most hexes from a base or a stockpile at which it has limited supply.

    Rules: miss-supply-trace.
    """

    supplied_within: Annotated[int, Range(0, 99)]
    limited_within: Annotated[int, Range(0, 99)]


@frozen(kw_only=True)
class RetreatRule:
    """How defenders retreat.

    Attributes:
        hexes: How many hexes, each further from the hex attacked than the one before.
        blocked: What happens to combat units that cannot.
        routes_by: Who chooses the way: the owner of the unit, or the attacker.
        independents_by: Who chooses it for an independent faction where owners do: the attacker, or the first other
            side in the order in which the game lists them.
        into_zones: Whether they may go into the zone of control of an enemy.

    Rules: miss-retreat.
    """

    hexes: Annotated[int, Range(1, 5)]
    blocked: BlockedFate
    routes_by: Literal["owner", "attacker"]
    independents_by: Literal["attacker", "opponent"] = "opponent"
    into_zones: bool = True


@frozen(kw_only=True)
class Home:
    """Where a local unit belongs.

    Attributes:
        unit: Its name.
        hex: The hex.
    """

    unit: str
    hex: str


@frozen(kw_only=True)
class LocalRule:
    """Where local units may go.

    Attributes:
        within: The most hexes between a local unit and its home; 0 if it never moves, whatever its home.
        homes: The homes of the local units.

    Rules: miss-restricted-broken-up, unit-local.
    """

    within: Annotated[int, Range(0, 99)]
    homes: tuple[Home, ...] = ()


@frozen(kw_only=True)
class BreakUpRule:
    """What a stockpile that is broken up, in a Combat Phase of its side, gives.

    Attributes:
        supplies_within: Units of its side and their allies are supplied if they are at most so many hexes away and
            their faction ever is, until their next Supply Phase.

    Rules: miss-restricted-broken-up, unit-logistics.
    """

    supplies_within: Annotated[int, Range(0, 99)]


@frozen(kw_only=True)
class PossibleDeclaration:
    """A declaration that a side can make, once.

    Attributes:
        side: The side that makes it.
        action: Which of the three it is.
        target: The faction that becomes active.
        enemies: The factions with which it is then at war.

    Rules: dip-automatic, miss-profile.
    """

    side: Side
    action: Declaration
    target: Faction
    enemies: Annotated[tuple[Faction, ...], Size(1, 7)]


@frozen(kw_only=True, cache_hash=True)
class Rulebook:
    """What the missing rulebook would say. Every field may be absent, and none is filled in.

    Attributes:
        source: Where it comes from, in a few words: one that is made up says so here.
        stacking: How many counters may be in one hex.
        zones_of_control: Whether combat units control the hexes around them: an enemy that enters one stops there.
        mobilization: Withdrawals, reinforcements and mobilization.
        supply: How the supply status of a unit is found.
        retreat: How defenders retreat.
        advance: Who may advance after combat.
        weather: The turns of frozen weather; every other turn is not frozen.
        last_turn: The last turn of the game.
        local_units: Where local units may go.
        break_up: What a stockpile that is broken up gives.
        declarations: The declarations that can be made.

    Rules: miss-profile, miss-stacking-zoc, miss-mobilization, miss-supply-trace, miss-retreat, miss-advance,
        miss-weather, miss-victory, miss-restricted-broken-up.
    """

    source: str = ""
    stacking: StackingRule | None = None
    zones_of_control: bool | None = None
    mobilization: tuple[MobilizationList, ...] | None = None
    supply: SupplyRule | None = None
    retreat: RetreatRule | None = None
    advance: Advancing | None = None
    weather: tuple[TurnName, ...] | None = None
    last_turn: TurnName | None = None
    local_units: LocalRule | None = None
    break_up: BreakUpRule | None = None
    declarations: tuple[PossibleDeclaration, ...] | None = None


def said(value: RuleT | None, field: str, *, rule: str, question: str) -> RuleT:
    """Return what the rulebook of a scenario says.

    Raises:
        MissingProfileError: It says nothing.

    Rules: miss-profile.
    """
    if value is None:
        supply = f"the field {field} of the scenario's rulebook, which the missing rulebook would define"
        raise MissingProfileError(rule, field, question, supply)
    return value
