"""Who stands where, as everything that moves must know it: made once of a state, and asked for every hex."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from rcw_rules.directory.campaign import (
    FACTIONS,
    Advance,
    CampaignState,
    MobilizationLists,
    Piece,
    RulebookMap,
    RulebookProfile,
)
from rcw_rules.directory.combat import CombatOutcome
from rcw_rules.directory.game.rulebook import MobilizationList, Occasion, Rulebook, StackingRule, said
from rcw_rules.directory.model import CLASSES, NEVER_SUPPLIED, Counter, Faction, Supply
from rcw_rules.directory.movement import BASES
from rcw_rules.kernel.values import evolve


class Occupation:
    """The counters on the map, and what the rulebook makes of them.

    Args:
        state: The campaign.
        board: The map.
        rulebook: What the missing rulebook would say.
    """

    def __init__(self, state: CampaignState, board: RulebookMap, rulebook: Rulebook) -> None:
        self.state = state
        self.board = board
        self.rulebook = rulebook
        self._zones: dict[Faction, frozenset[str]] = {}
        self._foreign: dict[Faction, frozenset[str]] = {}
        self._reach: dict[tuple[Faction, bool], dict[str, int]] = {}

    # ------------------------------------------------------------------ who is who

    @cached_property
    def power(self) -> dict[Faction, Faction]:
        """For whom each faction fights."""
        return {faction: self.state.power(faction) for faction in FACTIONS}

    def power_of(self, piece: Piece) -> Faction:
        """Return for whom a piece fights."""
        return self.power[piece.counter.faction]

    @cached_property
    def _powers_in(self) -> dict[str, frozenset[Faction]]:
        power = self.power
        return {
            label: frozenset(power[piece.counter.faction] for piece in pieces)
            for label, pieces in self.state.by_hex.items()
        }

    def foreign(self, power: Faction) -> frozenset[str]:
        """Return the hexes that hold a counter of anybody but a power."""
        found = self._foreign.get(power)
        if found is None:
            own = {power}
            found = frozenset(label for label, powers in self._powers_in.items() if powers - own)
            self._foreign[power] = found
        return found

    # ------------------------------------------------------------------ zones of control

    def zones(self, power: Faction) -> frozenset[str]:
        """Return the hexes next to a combat unit of an enemy of a power, where it has to stop.

        Raises:
            MissingProfileError: The rulebook does not say whether there are zones of control.

        Rules: miss-stacking-zoc.
        """
        found = self._zones.get(power)
        if found is None:
            question = "Do combat units control the hexes around them?"
            are_there = said(
                self.rulebook.zones_of_control, "zones_of_control", rule="miss-stacking-zoc", question=question
            )
            found = self._zones[power] = frozenset(self._controlled(power)) if are_there else frozenset()
        return found

    def _controlled(self, power: Faction) -> Iterable[str]:
        at_war = {faction for faction in FACTIONS if self.state.are_at_war(power, faction)}
        for label, pieces in self.state.by_hex.items():
            if any(piece.counter.faction in at_war and CLASSES[piece.counter.type] == "combat" for piece in pieces):
                yield from self.board.neighbours(label)

    def lets_along(self, piece: Piece, path: tuple[str, ...]) -> bool:
        """Return whether others let a piece go along a path: it passes none of their counters, and no zone of control.

        Rules: miss-stacking-zoc.
        """
        power = self.power_of(piece)
        zones, foreign = self.zones(power), self.foreign(power)
        left = path[:-1] if not piece.done.entered else (piece.hex, *path[:-1])
        return not any(label in foreign for label in path) and not any(label in zones for label in left)

    # ------------------------------------------------------------------ stacking

    def has_room(self, label: str, piece: Piece, occasion: Occasion, coming: Iterable[Counter] = ()) -> bool:
        """Return whether a piece may stand in a hex, with others of its side that are on their way there.

        Raises:
            MissingProfileError: The rulebook does not say how many counters may be in one hex.

        Rules: miss-stacking-zoc.
        """
        rule = self.rulebook.stacking
        if rule is None:
            question = f"May {piece.name!r} be in hex {label!r} with what is there?"
            rule = said(self.rulebook.stacking, "stacking", rule="miss-stacking-zoc", question=question)
        if label in self.foreign(self.power_of(piece)):
            return False
        if occasion not in rule.limits_hold_for:
            return True
        there = (other.counter for other in self.state.at(label) if other is not piece)
        return within_limits(rule, (*there, *coming, piece.counter))

    # ------------------------------------------------------------------ supply

    def status_of(self, piece: Piece) -> Supply:
        """Return the supply status of a piece, as its owner's Supply Phase finds it.

        Raises:
            MissingProfileError: The rulebook does not say how it is found.

        Rules: miss-supply-trace, seq-supply, sup-never.
        """
        question = f"Is {piece.name!r} supplied, in limited supply, or without supply?"
        rule = said(self.rulebook.supply, "supply", rule="miss-supply-trace", question=question)
        power = self.power_of(piece)
        if piece.counter.faction not in NEVER_SUPPLIED:
            from_base = self._distances(power, with_stockpiles=False).get(piece.hex)
            if from_base is not None and from_base <= rule.supplied_within:
                return "supplied"
        from_any = self._distances(power, with_stockpiles=True).get(piece.hex)
        return "limited" if from_any is not None and from_any <= rule.limited_within else "none"

    def _distances(self, power: Faction, *, with_stockpiles: bool) -> dict[str, int]:
        """Return how far each hex is from the nearest base of a power, by hexes without others' counters."""
        found = self._reach.get((power, with_stockpiles))
        if found is None:
            types = (*BASES, "supply_stockpile") if with_stockpiles else BASES
            sources = [
                piece.hex
                for piece in self.state.pieces
                if piece.counter.type in types and self.power[piece.counter.faction] == power
            ]
            found = spread(self.board, sources, self.foreign(power))
            self._reach[power, with_stockpiles] = found
        return found


def within_limits(rule: StackingRule, counters: Iterable[Counter]) -> bool:
    """Return whether counters of one side are few enough for one hex.

    Rules: miss-stacking-zoc.
    """
    combat_units = others = 0
    for counter in counters:
        if CLASSES[counter.type] == "combat":
            combat_units += 1
        else:
            others += 1
    return combat_units <= rule.combat_units and others <= rule.others


def spread(board: RulebookMap, sources: Iterable[str], closed: frozenset[str]) -> dict[str, int]:
    """Return how many hexes every hex is from the nearest source, without entering closed ones."""
    found = dict.fromkeys(sources, 0)
    front = list(found)
    distance = 0
    while front:
        distance += 1
        beyond: list[str] = []
        for label in front:
            for other in board.neighbours(label):
                if other not in found and other not in closed:
                    found[other] = distance
                    beyond.append(other)
        front = beyond
    return found


# ------------------------------------------------------------------ the profile of functions


def profile_of(rulebook: Rulebook, board: RulebookMap) -> RulebookProfile:
    """Return the functions that a `Campaign` asks, made of the data of a rulebook.

    A `Campaign` asks nobody on the way. So with these, as many attackers advance as may, in listed order; what a list
    brings is put into the first hex that it names; and the stacking limits hold whatever the occasion. Victory is a
    matter of the scenario.

    Rules: miss-profile.
    """
    retreat = rulebook.retreat

    def lie(state: CampaignState) -> Occupation:
        return Occupation(state, board, rulebook)

    def stacking(state: CampaignState, label: str, units: tuple[Piece, ...]) -> bool:
        rule = said(rulebook.stacking, "stacking", rule="miss-stacking-zoc", question=f"Who may be in {label!r}?")
        is_mixed = len({state.power(unit.counter.faction) for unit in units}) > 1
        return not is_mixed and within_limits(rule, (unit.counter for unit in units))

    return RulebookProfile(
        map=board,
        stacking=None if rulebook.stacking is None else stacking,
        zoc=None if rulebook.zones_of_control is None else lambda state, unit, path: lie(state).lets_along(unit, path),
        mobilization=None if rulebook.mobilization is None else lambda state: _lists(list_now(rulebook, state)),
        supply=None if rulebook.supply is None else lambda state, unit: lie(state).status_of(unit),
        blocked_retreat=None if retreat is None else lambda state, unit: retreat.blocked,
        advance=None if rulebook.advance in {None, "none"} else _advancing(rulebook, board),
        weather=rulebook.weather,
        last_turn=rulebook.last_turn,
        local_restriction=(
            None
            if rulebook.local_units is None
            else lambda state, unit, path: local_range(rulebook, board, unit.counter).issuperset(path)
        ),
        break_up=None if rulebook.break_up is None else lambda state, stock: broken_up(lie(state), stock),
    )


def list_now(rulebook: Rulebook, state: CampaignState) -> MobilizationList | None:
    """Return what the side whose Mobilization Phase it is does in it; None if nothing is listed.

    Raises:
        MissingProfileError: The rulebook has no lists.

    Rules: miss-mobilization.
    """
    position = state.position
    question = f"What are the {position.step} of the {position.side} in {position.turn}?"
    lists = said(rulebook.mobilization, "mobilization", rule="miss-mobilization", question=question)
    return next((each for each in lists if (each.turn, each.side) == (position.turn, position.side)), None)


def _lists(listed: MobilizationList | None) -> MobilizationLists:
    if listed is None:
        return MobilizationLists()
    return MobilizationLists(
        withdrawals=listed.withdrawals,
        reinforcements=tuple(Piece(counter=each.counter, hex=each.hexes[0]) for each in listed.reinforcements),
        mobilization=tuple(Piece(counter=each.counter, hex=each.hexes[0]) for each in listed.mobilization),
    )


def local_range(rulebook: Rulebook, board: RulebookMap, counter: Counter) -> frozenset[str]:
    """Return the hexes that the restriction on local units lets one of them enter.

    Raises:
        MissingProfileError: The rulebook does not say, or not where its home is.

    Rules: miss-restricted-broken-up, unit-local.
    """
    question = f"Where may the local unit {counter.name!r} go?"
    rule = said(rulebook.local_units, "local_units", rule="miss-restricted-broken-up", question=question)
    if not rule.within:
        return frozenset()
    home = next((each.hex for each in rule.homes if each.unit == counter.name), None)
    question = f"Where is the home of the local unit {counter.name!r}?"
    home = said(home, "local_units.homes", rule="miss-restricted-broken-up", question=question)
    return frozenset(board.grid.within(home, rule.within))


def _advancing(rulebook: Rulebook, board: RulebookMap) -> Advance:
    """Return the function by which as many combat units advance as may, in listed order.

    Rules: miss-advance.
    """

    def advance(
        state: CampaignState, attackers: tuple[Piece, ...], target: str, outcome: CombatOutcome
    ) -> tuple[str, ...]:
        names: list[str] = []
        coming: list[Counter] = []
        lie = Occupation(state, board, rulebook)
        for piece in attackers:
            if may_advance(lie, piece, target, coming) and (rulebook.advance == "all" or not names):
                names.append(piece.name)
                coming.append(piece.counter)
        return tuple(names)

    return advance


def may_advance(lie: Occupation, piece: Piece, target: str, coming: Iterable[Counter] = ()) -> bool:
    """Return whether an attacker may go into the hex that was attacked, if the rulebook knows an advance.

    Only combat units do, into a hex of land that nobody else holds.

    Rules: miss-advance, miss-stacking-zoc.
    """
    return (
        CLASSES[piece.counter.type] == "combat"
        and lie.board.hex(target).land is not None
        and lie.has_room(target, piece, "advance", coming)
    )


def broken_up(lie: Occupation, stockpile: Piece) -> CampaignState:
    """Return the campaign after a stockpile has been broken up for the units around it.

    Raises:
        MissingProfileError: The rulebook does not say what it gives.

    Rules: miss-restricted-broken-up, unit-logistics.
    """
    question = f"How is {stockpile.name!r} broken up?"
    rule = said(lie.rulebook.break_up, "break_up", rule="miss-restricted-broken-up", question=question)
    power, grid = lie.power_of(stockpile), lie.board.grid
    pieces = (
        evolve(piece, supply="supplied")
        if lie.power_of(piece) == power
        and piece.counter.faction not in NEVER_SUPPLIED
        and grid.distance(piece.hex, stockpile.hex) <= rule.supplies_within
        else piece
        for piece in lie.state.pieces
        if piece is not stockpile
    )
    return evolve(lie.state, pieces=tuple(pieces))
