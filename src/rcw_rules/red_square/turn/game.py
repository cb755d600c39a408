"""A game: the scenario, the field as it is now, and where every card is.

>>> from rcw_rules.red_square.turn.scenarios import two_regiments_a_side
>>> game = Game.begin(two_regiments_a_side())
>>> game.phase, game.field.turn, len(game.deck), game.is_over
('deal', 1, 54, False)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Literal, Self, TypeAlias

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Verdict
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Size, validate
from rcw_rules.marks import Cites
from rcw_rules.red_square.cards import DrawnFrom, Hand, Play, fresh_pack, wrong_cards
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import CardCode, Side
from rcw_rules.red_square.turn.scenario import Result, Scenario, scenario_objections

TurnPhase: TypeAlias = Literal["deal", "hq", "officer", "standalone", "end"]
"""Where a turn is: before the deal, before the headquarters, among the cards of either kind, or before its end."""


@frozen(kw_only=True, cache_hash=True)
class Game:
    """A game at a moment between two cards.

    Attributes:
        scenario: What it began with.
        field: The field as it is now; its turn is the one being played.
        phase: Where the turn is.
        deck: The cards that were not dealt and are not drawn yet.
        discards: The cards played, lost and drawn in this turn.
        hands: The hands with the cards still to be played, in the order of the deal.
        plays: The cards that are turned over and still to be played, in the order of play.
        last_side: The side that acted last in this turn; None if neither has acted.
        result: How the game ended; None as long as it goes on.
    """

    scenario: Scenario
    field: Field
    phase: TurnPhase = "deal"
    deck: DrawnFrom = ()
    discards: DrawnFrom = ()
    hands: Annotated[tuple[Hand, ...], Size(0, 400)] = ()
    plays: Annotated[tuple[Play, ...], Size(0, 400), Cites("turn-3-card-order")] = ()
    last_side: Annotated[Side | None, Cites("turn-3-jokers")] = None
    result: Annotated[Result | None, Cites("missing-victory")] = None

    @classmethod
    def begin(cls, scenario: Scenario) -> Self:
        """Return the game as its first turn begins, all cards gathered.

        Raises:
            InvalidRequestError: If the scenario contradicts itself.
            IllegalRequestError: If the game cannot begin so: a side without a headquarters, a unit without an order and
                the like. Who may share a square depends on a chart: `red_square.validate_scenario` looks at that too.

        Rules: command-levels, orders-required, area-size.
        """
        validate(scenario)
        Verdict(objections=tuple(scenario_objections(scenario, "$"))).require()
        field = evolve(scenario.field, aeroplanes=scenario.aeroplanes_in(scenario.field.turn))
        return cls(scenario=scenario, field=field, deck=whole_pack(scenario))

    @property
    def is_over(self) -> bool:
        """Whether no further turn is played."""
        return self.result is not None

    def hand_of(self, holder: str) -> Hand | None:
        """Return the hand of a holder, None if the holder has no cards."""
        return next((hand for hand in self.hands if hand.holder == holder), None)

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield contradictions: cards too many or too few, cards and hands without a unit, a turn out of bounds."""
        piles = ((".deck", self.deck), (".discards", self.discards))
        held = tuple((f".hands[{number}].cards", hand.cards) for number, hand in enumerate(self.hands))
        yield from wrong_cards(*piles, *held)
        yield from self._cards_gone()
        names = {unit.name for unit in self.field.units}
        for number, hand in enumerate(self.hands):
            for name in (hand.holder, *hand.members):
                if name not in names:
                    yield Problem(f".hands[{number}]", f"{name!r} is not a unit on the field", "turn-1-deal")
        for number, play in enumerate(self.plays):
            held_by = self.hand_of(play.holder)
            if held_by is None or play.card not in held_by.cards:
                message = f"{play.holder!r} does not hold {play.card}"
                yield Problem(f".plays[{number}]", message, "turn-3-card-order")
        if self.phase in ("officer", "standalone") and not self.plays:
            message = f"the phase {self.phase} needs a card to be played; after the last card comes the phase end"
            yield Problem(".plays", message, "turn-sequence")
        if self.field.turn > self.scenario.turn_limit and not self.is_over:
            yield Problem(".field.turn", f"the last turn is {self.scenario.turn_limit}", "missing-victory")

    def _cards_gone(self) -> Iterator[Problem]:
        """Yield what keeps the cards from being those of the pack, each where it should be.

        Rules: equipment-draw-pile, turn-9-reshuffle.
        """
        codes = (*self.deck, *self.discards, *(code for hand in self.hands for code in hand.cards))
        whole = whole_pack(self.scenario)
        if len(codes) == len(whole) == len(set(codes)) and set(codes) == set(whole):
            return  # as nearly always
        if sorted(codes) == sorted(whole):
            return
        here, pack = Counter(codes), Counter(whole)
        for code in (pack - here).elements():
            yield Problem(".deck", f"{code} is neither in the pack, nor dealt, nor discarded", "equipment-draw-pile")
        for code in (here - pack).elements():
            yield Problem(".deck", f"{code} is listed once too often", "equipment-draw-pile")


def whole_pack(scenario: Scenario) -> tuple[CardCode, ...]:
    """Return the codes of all cards that a scenario is played with.

    Rules: equipment-cards-dice, turn-9-reshuffle.
    """
    return fresh_pack(jokers=scenario.jokers, decks=scenario.decks)
