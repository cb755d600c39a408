"""The order of play: aces high or low, jokers anywhere, and which card comes before which."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from attrs import frozen

from rcw_rules.kernel.cards import card as read_card
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.procedures import Choice, Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.red_square.cards.hands import Hand, Phase
from rcw_rules.red_square.cards.pack import MOST_CARDS, MOST_DECKS, suit_of, wrong_cards
from rcw_rules.red_square.ground import card_name
from rcw_rules.red_square.model import CardCode, Name, Side, enemy_of
from rcw_rules.red_square.options import Options

SUITS_IN_ORDER = "HCDS"  # turn-3-card-order
_VALUES = {"A": 1, "J": 11, "Q": 12, "K": 13}
_HIGH_ACE = 14  # turn-3-aces


@frozen(kw_only=True, cache_hash=True)
class Play:
    """A card as it is played.

    Attributes:
        holder: The holder.
        card: The card.
    """

    holder: Name
    card: CardCode


@frozen(kw_only=True)
class TurnedCard:
    """What the owner of an ace or a joker sees when it is turned over.

    Attributes:
        holder: The holder.
        side: Whose it is.
        card: The card.
        plays: The order of play of the cards turned over so far that are neither jokers nor, for an ace, still to be
            placed themselves.
        open: How many of these plays, the first ones, are of cards that were turned over before this run.
    """

    holder: Name
    side: Side
    card: CardCode
    plays: tuple[Play, ...]
    open: int


ACE_HIGH: Choice[TurnedCard, bool] = Choice(
    "ace_high",
    rule="turn-3-aces",
    who="owner",
    about="Does the ace count high, above the kings, instead of low? Default: no, it counts low.",
    default=lambda turned, alternatives: False,
    unit=lambda turned: turned.holder,
    side=lambda turned: turned.side,
)


JOKER_AFTER: Choice[TurnedCard, int] = Choice(
    "joker_after",
    rule="turn-3-jokers",
    who="owner",
    about="After how many of the other cards of this turn is the joker played? Default: after all of them.",
    default=lambda turned, alternatives: max(alternatives),
    unit=lambda turned: turned.holder,
    side=lambda turned: turned.side,
)


_MOST_PLAYS = 20
"""How many cards a sentence lists."""


@frozen(kw_only=True)
class CardOrderOutcome:
    """The order of play.

    Attributes:
        plays: Every card with its holder, the first to be played first.
    """

    plays: tuple[Play, ...]

    def summary(self, request: CardOrderRequest) -> str:
        """Return the cards with their holders in the order of play."""
        if not self.plays:
            return "No cards are to be played."
        told = [f"{card_name(play.card)} of {play.holder}" for play in self.plays[:_MOST_PLAYS]]
        more = f", and {len(self.plays) - _MOST_PLAYS} more" if len(self.plays) > _MOST_PLAYS else ""
        return sentences(f"the order of play is {', '.join(told)}{more}")


@frozen(kw_only=True, cache_hash=True)
class CardOrderRequest(Request[CardOrderOutcome]):
    """Hands whose cards are turned over.

    Attributes:
        hands: The hands, in the order of the deal.
        first_side: The side that goes first where a joker of each side is to open the turn.
        decks: How many decks were dealt from, so that a card may come as often.
    """

    hands: Annotated[tuple[Hand, ...], Size(0, MOST_CARDS)]
    first_side: Side = "red"
    decks: Annotated[int, Range(1, MOST_DECKS, rule="equipment-draw-pile")] = 1

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield cards that do not exist or were dealt twice, and holders listed twice."""
        held = ((f".hands[{number}].cards", hand.cards) for number, hand in enumerate(self.hands))
        yield from wrong_cards(*held, decks=self.decks)
        holders = [hand.holder for hand in self.hands]
        for number, holder in enumerate(holders):
            if holder in holders[:number]:
                yield Problem(f".hands[{number}].holder", f"{holder!r} holds two hands", "turn-1-deal")


class _Dealt(NamedTuple):
    """A card in the order of the deal; of jokers, after how many other cards it is played."""

    deal: int
    hand: Hand
    card: CardCode
    after: int = 0

    @property
    def play(self) -> Play:
        return Play(holder=self.hand.holder, card=self.card)

    @property
    def is_joker(self) -> bool:
        return not suit_of(self.card)


def place_in_order(code: CardCode, *, ace_high: bool = False) -> tuple[int, int]:
    """Return the place of a card other than a joker in the order of play: its value, then its suit.

    >>> place_in_order("10H") < place_in_order("10C") < place_in_order("10D") < place_in_order("10S")
    True
    >>> place_in_order("AS"), place_in_order("AS", ace_high=True)
    ((1, 3), (14, 3))

    Rules: turn-3-card-order, turn-3-aces.
    """
    one = read_card(code)
    value = _VALUES.get(one.rank) or int(one.rank)
    if ace_high and one.rank == "A":
        value = _HIGH_ACE
    return value, SUITS_IN_ORDER.index(one.suit)


def _order_example() -> CardOrderRequest:
    return CardOrderRequest(
        hands=(
            Hand(holder="1st Rifles", side="red", members=("1/1st", "2/1st"), phase="officer", cards=("9H",)),
            Hand(
                holder="Kornilov battery", side="white", members=("Kornilov battery",), phase="officer", cards=("3S",)
            ),
            Hand(holder="Kuban Host", side="white", members=("Kuban Host",), phase="standalone", cards=("2C", "*1")),
        )
    )


@procedure(
    "red_square.card_order",
    title="In what order are the cards played?",
    rules=("turn-3-officer-phase",),
    example=_order_example,
)
def card_order(request: CardOrderRequest, umpire: Umpire[Options]) -> CardOrderOutcome:
    """Put the cards in the order of play: those of officers, artillery and vehicles, then those of standalone units.

    Either run goes from low to high, and among equal values from hearts over clubs and diamonds to spades; the same
    card of two decks goes in the order of the deal. Owners say of every ace of a run whether it is high as the run is
    turned over. A joker is played after as many other cards as its owner says: one of the first run anywhere, one of
    the second after the whole of the first. Of jokers that are wanted at the same moment those of the side that did not
    act last go first, one for each side in turn.

    Rules: turn-3-officer-phase, turn-4-standalone, turn-3-card-order, turn-3-aces, turn-3-jokers.
    """
    rounds = ((hand, hand.cards[number]) for number in range(2) for hand in request.hands if number < len(hand.cards))
    dealt = tuple(_Dealt(number, hand, code) for number, (hand, code) in enumerate(rounds))
    first = _run(umpire, dealt, "officer", ())
    run = _run(umpire, dealt, "standalone", first)
    jokers: list[_Dealt] = []
    phases: tuple[tuple[Phase, int, tuple[_Dealt, ...]], ...] = (
        ("officer", 0, first),
        ("standalone", len(first), run),
    )
    for phase, earliest, seen in phases:
        points = tuple(range(earliest, len(run) + 1))
        for one in dealt:
            if one.is_joker and one.hand.phase == phase:
                after = (
                    umpire.choose(JOKER_AFTER, points, _turned(one, seen, earliest)) if len(points) > 1 else earliest
                )
                words = "the joker of {holder} is played after {after} of the other cards"
                umpire.result("turn-3-jokers", words, holder=one.hand.holder, after=after)
                jokers.append(one._replace(after=after))
    order = _with_jokers(run, jokers, request.first_side)
    cards = ", ".join(f"{one.card} ({one.hand.holder})" for one in order)
    umpire.result("turn-3-card-order", "order of play: {cards}", cards=cards or "none")
    return CardOrderOutcome(plays=tuple(one.play for one in order))


def _turned(one: _Dealt, seen: tuple[_Dealt, ...], before: int) -> TurnedCard:
    plays = tuple(other.play for other in seen)
    is_first = one.hand.phase == "officer"
    return TurnedCard(
        holder=one.hand.holder,
        side=one.hand.side,
        card=one.card,
        plays=plays,
        open=len(plays) if is_first else before,
    )


def _run(
    umpire: Umpire[Options], dealt: tuple[_Dealt, ...], phase: Phase, before: tuple[_Dealt, ...]
) -> tuple[_Dealt, ...]:
    """Return the cards of a phase after those *before*, jokers left out.

    Rules: turn-3-card-order, turn-3-aces.
    """
    turned = [one for one in dealt if one.hand.phase == phase and not one.is_joker]
    seen = (*before, *sorted((one for one in turned if not _is_ace(one)), key=lambda one: place_in_order(one.card)))
    high: set[int] = set()
    for one in turned:
        if _is_ace(one):
            is_high = umpire.choose(ACE_HIGH, (False, True), _turned(one, seen, len(before)))
            umpire.result("turn-3-aces", "the ace of {holder} is high: {high}", holder=one.hand.holder, high=is_high)
            if is_high:
                high.add(one.deal)

    def place(one: _Dealt) -> tuple[tuple[int, int], int]:
        return place_in_order(one.card, ace_high=one.deal in high), one.deal

    return (*before, *sorted(turned, key=place))


def _is_ace(one: _Dealt) -> bool:
    return read_card(one.card).rank == "A"


def _with_jokers(run: tuple[_Dealt, ...], jokers: list[_Dealt], first_side: Side) -> tuple[_Dealt, ...]:
    """Return the run with the jokers put in.

    Rules: turn-3-jokers.
    """
    order: list[_Dealt] = []
    acted_last = enemy_of(first_side)
    for played in range(len(run) + 1):
        waiting = sorted((one for one in jokers if one.after == played), key=lambda one: one.deal)
        while waiting:
            one = next((one for one in waiting if one.hand.side != acted_last), waiting[0])
            waiting.remove(one)
            order.append(one)
            acted_last = one.hand.side
        if played < len(run):
            order.append(run[played])
            acted_last = run[played].hand.side
    return tuple(order)
