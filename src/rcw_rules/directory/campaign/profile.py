"""What the missing rulebook would define, for those who can supply it.

Nothing here has a value by default, and an absent field never means that there is no limit: a `Campaign` that needs an
absent field stops with a `MissingProfileError` before any die is rolled. What the book asks as a question is a function
of the state of the campaign; each kind has a protocol below, and any function with that signature works.

>>> profile = RulebookProfile(last_turn="March IV")
>>> profile.require("last_turn", rule="miss-victory", question="Which turn is the last?")
'March IV'
>>> profile.require("weather", rule="miss-weather", question="Is the weather of January I frozen?")
Traceback (most recent call last):
    ...
rcw_rules.directory.model.MissingProfileError: Is the weather of January I frozen? Supply the field weather of the \
RulebookProfile, which the missing rulebook would define [miss-weather]
"""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypeAlias, overload

from attrs import frozen

from rcw_rules.directory.campaign.rulebook_map import RulebookMap
from rcw_rules.directory.campaign.state import CampaignState, Piece
from rcw_rules.directory.combat import CombatOutcome
from rcw_rules.directory.model import MissingProfileError, Side, TurnName

BlockedFate: TypeAlias = Literal["stays", "removed"]
"""What happens to a combat unit that must retreat and cannot."""


@frozen(kw_only=True)
class MobilizationLists:
    """What a side does in its Mobilization Phase, in this order.

    Attributes:
        withdrawals: The names of the counters that leave the map; those that are gone already are passed over, and so
            are those that another side has captured.
        reinforcements: The counters that come, each in its hex. A captured counter that still has the name of one of
            them is called "NAME (captured)" from then on.
        mobilization: The counters that are mobilized, each in its hex.

    Rules: miss-mobilization.
    """

    withdrawals: tuple[str, ...] = ()
    reinforcements: tuple[Piece, ...] = ()
    mobilization: tuple[Piece, ...] = ()


class Stacking(Protocol):
    """Says whether counters may be in one hex together. Rules: miss-stacking-zoc."""

    def __call__(self, state: CampaignState, label: str, units: tuple[Piece, ...], /) -> bool:
        """Return whether the units may be in the hex together.

        Args:
            state: The campaign before the move.
            label: The hex in which the move ends.
            units: Everything that would be in it, friends, others and enemies; last the unit that moves, whose hex is
                still that of its departure.
        """
        ...


class ZoneOfControl(Protocol):
    """Says whether zones of control let a unit go along a path. Rules: miss-stacking-zoc."""

    def __call__(self, state: CampaignState, unit: Piece, path: tuple[str, ...], /) -> bool:
        """Return whether the unit may go from its hex along the path.

        Args:
            state: The campaign before the move.
            unit: The unit; what it entered earlier in the phase stands in its `done`.
            path: The hexes that it enters, in order.
        """
        ...


class Mobilization(Protocol):
    """Says what a Mobilization Phase brings. Rules: miss-mobilization."""

    def __call__(self, state: CampaignState, /) -> MobilizationLists:
        """Return the lists for the turn and the side of the state's clock; called again for each of the three steps."""
        ...


class SupplyTrace(Protocol):
    """Finds the supply status of a unit. Rules: miss-supply-trace."""

    def __call__(self, state: CampaignState, unit: Piece, /) -> Literal["supplied", "limited", "none"]:
        """Return the status of the unit in its owner's Supply Phase."""
        ...


class BlockedRetreat(Protocol):
    """Decides what happens to a combat unit that must retreat and cannot. Rules: miss-retreat."""

    def __call__(self, state: CampaignState, unit: Piece, /) -> BlockedFate:
        """Return its fate.

        Args:
            state: The campaign after the losses, retreats and captures of the attack.
            unit: The unit.
        """
        ...


class Advance(Protocol):
    """Says who advances after combat. Rules: miss-advance."""

    def __call__(
        self, state: CampaignState, attackers: tuple[Piece, ...], target: str, outcome: CombatOutcome, /
    ) -> tuple[str, ...]:
        """Return the names of the attackers that go into the hex that was attacked.

        Args:
            state: The campaign after everything else that the attack brought.
            attackers: The attackers that are left.
            target: The hex that was attacked.
            outcome: The outcome of the attack.
        """
        ...


class LocalRestriction(Protocol):
    """Says whether a local unit may go along a path. Rules: miss-restricted-broken-up."""

    def __call__(self, state: CampaignState, unit: Piece, path: tuple[str, ...], /) -> bool:
        """Return whether its restriction lets the unit go along the path."""
        ...


class BreakUp(Protocol):
    """Breaks up a supply stockpile. Rules: miss-restricted-broken-up."""

    def __call__(self, state: CampaignState, stockpile: Piece, /) -> CampaignState:
        """Return the campaign afterwards, or raise `IllegalRequestError` where the stockpile may not be broken up."""
        ...


class Victory(Protocol):
    """Says who won. Rules: miss-victory."""

    def __call__(self, state: CampaignState, /) -> tuple[Side, ...]:
        """Return the winners at the end of the last turn; none in a draw."""
        ...


ProfileField: TypeAlias = Literal[
    "map",
    "stacking",
    "zoc",
    "mobilization",
    "supply",
    "blocked_retreat",
    "advance",
    "weather",
    "last_turn",
    "victory",
    "local_restriction",
    "break_up",
]


@frozen(kw_only=True)
class RulebookProfile:
    """What the missing rulebook would define. Every field may be absent, and none is filled in.

    Attributes:
        map: The map.
        stacking: Which counters may be in one hex together.
        zoc: Where zones of control let units go.
        mobilization: Withdrawals, reinforcements and mobilization.
        supply: How the supply status of a unit is found.
        blocked_retreat: What happens to combat units that must retreat and cannot.
        advance: Who advances after combat. The charts allow no advance, so it may be absent.
        weather: The turns of frozen weather; every other turn is not frozen.
        last_turn: The last turn of the game.
        victory: Who won, asked at the end of the last turn.
        local_restriction: Where local units may go.
        break_up: How a stockpile is broken up.

    Rules: miss-profile, miss-map, miss-stacking-zoc, miss-mobilization, miss-supply-trace, miss-retreat, miss-advance,
        miss-weather, miss-victory, miss-restricted-broken-up.
    """

    map: RulebookMap | None = None
    stacking: Stacking | None = None
    zoc: ZoneOfControl | None = None
    mobilization: Mobilization | None = None
    supply: SupplyTrace | None = None
    blocked_retreat: BlockedRetreat | None = None
    advance: Advance | None = None
    weather: tuple[TurnName, ...] | None = None
    last_turn: TurnName | None = None
    victory: Victory | None = None
    local_restriction: LocalRestriction | None = None
    break_up: BreakUp | None = None

    @overload
    def require(self, field: Literal["map"], *, rule: str, question: str) -> RulebookMap: ...
    @overload
    def require(self, field: Literal["stacking"], *, rule: str, question: str) -> Stacking: ...
    @overload
    def require(self, field: Literal["zoc"], *, rule: str, question: str) -> ZoneOfControl: ...
    @overload
    def require(self, field: Literal["mobilization"], *, rule: str, question: str) -> Mobilization: ...
    @overload
    def require(self, field: Literal["supply"], *, rule: str, question: str) -> SupplyTrace: ...
    @overload
    def require(self, field: Literal["blocked_retreat"], *, rule: str, question: str) -> BlockedRetreat: ...
    @overload
    def require(self, field: Literal["advance"], *, rule: str, question: str) -> Advance: ...
    @overload
    def require(self, field: Literal["weather"], *, rule: str, question: str) -> tuple[TurnName, ...]: ...
    @overload
    def require(self, field: Literal["last_turn"], *, rule: str, question: str) -> TurnName: ...
    @overload
    def require(self, field: Literal["victory"], *, rule: str, question: str) -> Victory: ...
    @overload
    def require(self, field: Literal["local_restriction"], *, rule: str, question: str) -> LocalRestriction: ...
    @overload
    def require(self, field: Literal["break_up"], *, rule: str, question: str) -> BreakUp: ...

    def require(self, field: ProfileField, *, rule: str, question: str) -> Any:
        """Return a field.

        Raises:
            MissingProfileError: It is absent; the error names the rule, the field and the question.

        Rules: miss-profile.
        """
        found = getattr(self, field)
        if found is None:
            supply = f"the field {field} of the RulebookProfile, which the missing rulebook would define"
            raise MissingProfileError(rule, field, question, supply)
        return found
