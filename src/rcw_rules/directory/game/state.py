"""The state of a whole game: the campaign, its map and rulebook, and every counter that is out of play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.directory.campaign import (
    CampaignState,
    RulebookMap,
    off_the_map,
)
from rcw_rules.directory.game.rulebook import Rulebook
from rcw_rules.directory.model import SIDES, Counter, Side
from rcw_rules.games import GameResult, Victory
from rcw_rules.kernel.errors import Problem, UnknownNameError
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.values import evolve

WhyOut: TypeAlias = Literal["to_come", "spare", "destroyed", "captured", "withdrawn", "broken_up"]
"""Why a counter is not on the map. A captured one is where the captors' own counter has taken its place."""


@frozen(kw_only=True)
class OutOfPlay:
    """A counter that is not on the map.

    Attributes:
        counter: The counter, under its own name.
        why: Why it is not on the map.
    """

    counter: Counter
    why: WhyOut


@frozen(kw_only=True)
class Held:
    """A place of the victory conditions, and the side that was there last.

    Attributes:
        place: The name of the city, or the label of the hex.
        side: The side.
    """

    place: str
    side: Side


@frozen(kw_only=True, cache_hash=True)
class GameState:
    """Everything that is true of a whole game at one moment, but no dice.

    Attributes:
        campaign: The clock, the counters on the map, who is allied and at war, and what was done in the phase.
        board: The map.
        rulebook: What the missing rulebook would say.
        victory: Who wins; None if the scenario does not say.
        out: The counters that are not on the map.
        held: Who holds which place of the victory conditions; a place that nobody ever held is absent.
        stockpiles_made: How many stockpiles captures have brought beyond those that were spare.
        result: How the game ended; None while it goes on.
    """

    campaign: CampaignState
    board: RulebookMap
    rulebook: Rulebook
    victory: Victory | None = None
    out: tuple[OutOfPlay, ...] = ()
    held: tuple[Held, ...] = ()
    stockpiles_made: Annotated[int, Range(0, None)] = 0
    result: GameResult | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield counters off the map's hexes, and counters that are on the map and out of play, or out twice."""
        yield from off_the_map(self.campaign, self.board, ".campaign")
        seen = {piece.counter.name for piece in self.campaign.pieces}
        for index, each in enumerate(self.out):
            if each.counter.name in seen:
                message = f"there is another counter named {each.counter.name!r}"
                yield Problem(f".out[{index}].counter.name", message)
            seen.add(each.counter.name)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the game."""
        return SIDES[self.campaign.position.game]

    def counter_out(self, name: str) -> OutOfPlay:
        """Return the counter of a name among those out of play.

        Raises:
            UnknownNameError: None of them has it.
        """
        for each in self.out:
            if each.counter.name == name:
                return each
        raise UnknownNameError("counter out of play", name, (each.counter.name for each in self.out))

    def hex_of_place(self, place: str) -> str:
        """Return the hex of a place: that of a city of this name, or the place itself."""
        return places_of(self.board).get(place, place)

    def went(self, campaign: CampaignState, why: WhyOut | Callable[[str], WhyOut]) -> GameState:
        """Return the state with another campaign, counters that left the map put out of play and places taken.

        Args:
            campaign: The campaign afterwards.
            why: Why counters that are no longer there left the map, or a function of their names.
        """
        there = {piece.counter.name for piece in campaign.pieces}
        gone = [piece.counter for piece in self.campaign.pieces if piece.counter.name not in there]
        out = self.out
        if gone:
            out = (*out, *(OutOfPlay(counter=each, why=why(each.name) if callable(why) else why) for each in gone))
        return evolve(self, campaign=campaign, out=out, held=self._held(campaign))

    def back_in_play(self, names: Iterable[str]) -> GameState:
        """Return the state without these counters among those out of play."""
        coming = frozenset(names)
        return evolve(self, out=tuple(each for each in self.out if each.counter.name not in coming))

    def _held(self, campaign: CampaignState) -> tuple[Held, ...]:
        """Return who holds which place, after whoever has a counter in it has taken it.

        Rules: miss-victory.
        """
        if self.victory is None or campaign.pieces is self.campaign.pieces:
            return self.held
        now: dict[str, Side] = {each.place: each.side for each in self.held}
        before = dict(now)
        for listed in self.victory.places:
            for piece in campaign.at(self.hex_of_place(listed.place)):
                side = campaign.allegiance(piece.counter.faction)
                if side is not None:
                    now[listed.place] = side
        return self.held if now == before else tuple(Held(place=place, side=side) for place, side in now.items())


def places_of(board: RulebookMap) -> dict[str, str]:
    """Return the hexes of the cities on a map, by name."""
    return {each.city: each.label for each in board.hexes if each.city is not None}
