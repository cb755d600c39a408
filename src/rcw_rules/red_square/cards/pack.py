"""The pack of cards, and draws from what is left of it during a turn.

Rules mostly ask one thing of a card that is drawn: its colour, its suit, whether it is a court card. A `Pile` knows
what it is asked. From a whole fresh pack (``deck=None`` in a request) it draws just that, and no outcome tells which
card it was. From the cards that are left in a game it draws a card and tells which, so that the game can put it among
the discards. Either way a referee types the card that he turns up: ``QH``, ``10S``, ``*1``.

Exact odds have only as many branches as the rule tells cards apart. Where a procedure is asked by itself, the cards of
a game are counted like a fresh pack, and no outcome names them. Inside another procedure, which goes on with the pile,
one card stands for all of its kind (`kind_of`), which no later question tells apart.

    pile = Pile.of(request.deck, request.discards, court)
    shown, pile = pile.draw(umpire, "card for the CO", "fire-10-fate")
    if shown == "red court": ...
    return FateOutcome(..., cards=pile.told)

A procedure asks one thing of all the cards that it draws; where it needs two, it asks what answers both.

>>> Pile.of(None, (), colour).next_card.branches.pairs
(('red', 13), ('black', 13), ('joker', 1))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from typing import Annotated, Any, Self, TypeAlias

from attrs import frozen

from rcw_rules.kernel.cards import Card, Deck
from rcw_rules.kernel.cards import card as read_card
from rcw_rules.kernel.citations import Objection, forbidden
from rcw_rules.kernel.dice import Face, Faces, Variable, pick
from rcw_rules.kernel.errors import DiceError, Problem
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.limits import watched
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.variables import Grouping
from rcw_rules.red_square.model import CardCode, Suit
from rcw_rules.red_square.options import Options

DECK = "equipment-draw-pile"
MOST_DECKS = 2  # equipment-draw-pile: a scenario may add a second
MOST_JOKERS = 4  # equipment-cards-dice: in each deck
_OF_NEW_PACK = Deck.standard(jokers=MOST_JOKERS).cards
MOST_CARDS = MOST_DECKS * len(_OF_NEW_PACK)
ALL_DEALT = "no card is left to be drawn: all are dealt out; play with a second deck"
RED_COURT, BLACK_COURT = "red court", "black court"  # the answers of `court`
_PLACE = {one: place for place, one in enumerate(_OF_NEW_PACK)}

DrawnFrom: TypeAlias = Annotated[tuple[CardCode, ...], Size(0, MOST_CARDS, rule=DECK)]
"""Cards in a pile, in unknown order."""

CardQuestion: TypeAlias = Callable[[Card], str]
"""What a rule asks of a card; the text that it returns is the answer."""


# ---------------------------------------------------------------- what rules ask of a card


def colour(card: Card) -> str:
    """Return "red", "black" or, of a joker, "joker".

    Rules: equipment-draw-pile.
    """
    return "red" if card.is_red else "black" if card.is_black else "joker"


def is_heart(card: Card) -> str:
    """Return "H" for a heart and "other" for every other card.

    Rules: equipment-draw-pile.
    """
    return "H" if card.suit == "H" else "other"


def court(card: Card) -> str:
    """Return "red court" or "black court" for a jack, queen or king, "other" for every other card.

    Rules: equipment-draw-pile.
    """
    if not card.is_court:
        return "other"
    return RED_COURT if card.is_red else BLACK_COURT


def kind_of(card: Card) -> str:
    """Return what rules may ask of a card after it is drawn: its suit, and whether it is an ace or a court card.

    A card stands for all of its kind in exact odds. Ranks matter only to the order of play, for which cards are dealt
    one by one.

    Rules: equipment-draw-pile.
    """
    rank = "court" if card.is_court else "A" if card.rank == "A" else "low"
    return "joker" if card.is_joker else f"{card.suit} {rank}"


@cache
def _answer_and_kind(asked: CardQuestion) -> CardQuestion:
    return lambda card: f"{asked(card)}, {kind_of(card)}"


def suit_of(code: str) -> Suit:
    """Return the suit of a card that is written as its code, "" for a joker."""
    return read_card(code).suit


# ---------------------------------------------------------------- cards as random variables


class Shown(str):  # noqa: SLOT000 - it carries its card
    """The answer that a card gives, and the card; two cards with the same answer are equal.

    Attributes:
        card: The card that was turned up. In exact odds one card stands for all with its answer.
    """

    card: Card

    def __new__(cls, answer: str, card: Card) -> Self:
        """Return the answer as a text that knows its card."""
        shown = super().__new__(cls, answer)
        shown.card = card
        return shown


class ShownCards(tuple[str, ...]):  # noqa: SLOT001 - it carries its cards
    """The answers of several cards, in order of the pack, and the cards in the order in which they were drawn.

    Attributes:
        cards: The cards.
    """

    cards: tuple[Card, ...]

    def __new__(cls, answers: Iterable[str], cards: tuple[Card, ...]) -> Self:
        """Return the answers as a tuple that knows its cards."""
        shown = super().__new__(cls, answers)
        shown.cards = cards
        return shown


class NextCard(Variable[Shown]):
    """The answer that the next card of a pile gives; its face is the code of the card."""

    __slots__ = ("answers", "cards")

    def __init__(self, cards: tuple[Card, ...], answers: tuple[str, ...]) -> None:
        super().__init__((cards, answers), (len(cards),), f"a card of {len(cards)}")
        self.cards: tuple[Card, ...] = cards
        self.answers: tuple[str, ...] = answers

    def faces(self, numbers: tuple[int, ...]) -> Faces:
        """Turn a position in the pile into the code of the card."""
        return (self.cards[numbers[0] - 1].code,)

    def check_faces(self, faces: Sequence[Face]) -> Faces:
        """Return the code of the card as it is written here.

        Raises:
            DiceError: No such card exists, or it is not in the pile.
        """
        return tuple(one.code for one in _taken(self.cards, faces))

    def read(self, faces: Sequence[Face]) -> Shown:
        """Return what the card answers."""
        drawn = read_card(faces[0])
        return Shown(self.answers[self.cards.index(drawn)], drawn)

    def tell(self, faces: Sequence[Face]) -> str:
        """Return the code of the card."""
        return str(faces[0])

    def _weights(self) -> dict[Any, int]:
        weights: dict[Shown, int] = {}
        for one, answer in zip(self.cards, self.answers, strict=True):
            shown = Shown(answer, one)
            weights[shown] = weights.get(shown, 0) + 1
        return weights


class NextCards(Variable[ShownCards]):
    """The answers that several cards of a pile give, all turned up; their order does not matter."""

    __slots__ = ("answers", "cards")

    def __init__(self, cards: tuple[Card, ...], answers: tuple[str, ...], number: int) -> None:
        dice = tuple(len(cards) - drawn for drawn in range(number))
        super().__init__((cards, answers, number), dice, f"{number} card{'s' * (number > 1)} of {len(cards)}")
        self.cards: tuple[Card, ...] = cards
        self.answers: tuple[str, ...] = answers

    def faces(self, numbers: tuple[int, ...]) -> Faces:
        """Turn positions in what is left of the pile into the codes of the cards."""
        left = list(self.cards)
        return tuple(left.pop(number - 1).code for number in numbers)

    def check_faces(self, faces: Sequence[Face]) -> Faces:
        """Return the codes of the cards as they are written here.

        Raises:
            DiceError: A code is not a card, or the pile does not have it as often.
        """
        return tuple(one.code for one in _taken(self.cards, faces))

    def read(self, faces: Sequence[Face]) -> ShownCards:
        """Return what the cards answer."""
        drawn = tuple(map(read_card, faces))
        in_order = sorted(drawn, key=_PLACE.__getitem__)
        return self._shown([self.answers[self.cards.index(one)] for one in in_order], drawn)

    def tell(self, faces: Sequence[Face]) -> str:
        """Return the codes of the cards."""
        return ", ".join(map(str, faces))

    @cached_property
    def ways(self) -> int:  # type: ignore[override]  # worked out when somebody asks
        """How many different answers there are."""
        return pick(self.answers, len(self.dice)).ways

    def _shown(self, answers: list[str], drawn: tuple[Card, ...]) -> ShownCards:
        # Answers in the order in which the pile first has them, so that equal draws are equal values.
        return ShownCards(sorted(answers, key=self.answers.index), drawn)

    def _weights(self) -> dict[Any, int]:
        weights: dict[ShownCards, int] = {}
        for answers, weight in watched(pick(self.answers, len(self.dice)).branches.pairs):
            left = list(zip(self.answers, self.cards, strict=True))
            drawn: list[Card] = []
            for answer in answers:
                place = next(place for place, (other, _) in enumerate(left) if other == answer)
                drawn.append(left.pop(place)[1])
            weights[self._shown(list(answers), tuple(drawn))] = weight
        return weights


# ---------------------------------------------------------------- the pile


@frozen(cache_hash=True)
class Pile:
    """What cards are drawn from in the middle of a turn, without putting them back.

    Attributes:
        rest: The cards that were not dealt and are not drawn yet, in the order of a new pack.
        discards: Those played, lost or drawn, in that order as well; shuffled to draw on once the rest is used up.
        asked: What is asked of every card.
        is_known: Whether these are the cards of a game, which are named, rather than a fresh pack.
        drawn: The cards drawn from it so far, in the order drawn.
    """

    rest: tuple[Card, ...]
    discards: tuple[Card, ...]
    asked: CardQuestion
    is_known: bool
    drawn: tuple[Card, ...] = ()

    @classmethod
    def of(cls, deck: DrawnFrom | None, discards: DrawnFrom, asked: CardQuestion) -> Pile:
        """Return the pile that a request names.

        Args:
            deck: The cards that are left of the rest; None for a whole fresh pack with two jokers.
            discards: The cards to be shuffled once the rest is used up.
            asked: What the procedure asks of every card.

        Rules: equipment-draw-pile.
        """
        if deck is None:
            return cls(Deck.standard().cards, (), asked, is_known=False)
        return cls(_cards_in_order(deck), _cards_in_order(discards), asked, is_known=True)

    @property
    def next_card(self) -> NextCard:
        """What the next card answers, as a random variable.

        Raises:
            IllegalRequestError: All cards are dealt out and none is left to be drawn.
        """
        return _next_card(self.shuffled().rest, _told_apart(self, "none"))

    @property
    def told(self) -> tuple[CardCode, ...]:
        """The codes of the cards drawn, in the order drawn; none where the pack was a fresh one."""
        return tuple(one.code for one in self.drawn) if self.is_known else ()

    @cached_property
    def deck(self) -> tuple[CardCode, ...] | None:
        """The codes of the rest, to be asked on; None for a fresh pack."""
        return tuple(one.code for one in self.rest) if self.is_known else None

    @cached_property
    def discarded(self) -> tuple[CardCode, ...]:
        """The codes of the discards, to be asked on; none for a fresh pack."""
        return tuple(one.code for one in self.discards) if self.is_known else ()

    def draw(self, umpire: Umpire[Options], purpose: str, rule: str) -> tuple[str, Pile]:
        """Draw a card.

        Args:
            umpire: The umpire.
            purpose: What it is for, unique in the procedure.
            rule: The id of the rule that asks for it.

        Returns:
            What the card answers, and the pile that is left.

        Raises:
            IllegalRequestError: All cards are dealt out and none is left to be drawn.

        Rules: equipment-draw-pile.
        """
        pile = self._counted(umpire.grouping).shuffled()
        shown = umpire.roll(_next_card(pile.rest, _told_apart(pile, umpire.grouping)), purpose, rule)
        return pile.asked(shown.card), pile.without(shown.card)

    def draw_several(
        self, umpire: Umpire[Options], number: int, purpose: str, rule: str
    ) -> tuple[tuple[str, ...], Pile]:
        """Draw a number of cards; all are turned up whatever the first ones show.

        Args:
            umpire: The umpire.
            number: How many.
            purpose: What they are for, unique in the procedure.
            rule: The id of the rule that asks for them.

        Returns:
            What the cards answer, in no order that matters, and the pile that is left.

        Raises:
            IllegalRequestError: Not so many cards are left.

        Rules: equipment-draw-pile.
        """
        answers: list[str] = []
        pile = self._counted(umpire.grouping)
        while number:
            pile = pile.shuffled()
            now = min(number, len(pile.rest))
            shown = umpire.roll(_next_cards(pile.rest, _told_apart(pile, umpire.grouping), now), purpose, rule)
            answers += map(pile.asked, shown.cards)
            pile = pile.without(*shown.cards)
            number -= now
        return tuple(answers), pile

    def without(self, *cards: Card) -> Pile:
        """Return the pile after some cards were drawn from it, one after the other.

        Raises:
            DiceError: One cannot be drawn.
            IllegalRequestError: All cards are dealt out and none is left to be drawn.
        """
        pile = self
        for one in cards:
            pile = pile.shuffled()
            if one not in pile.rest:
                raise DiceError(f"{one} is not in the pile (cards left: {len(pile.rest)})")
            place = pile.rest.index(one)
            pile = evolve(
                pile,
                rest=pile.rest[:place] + pile.rest[place + 1 :],
                discards=_in_order((*pile.discards, one)),
                drawn=(*pile.drawn, one),
            )
        return pile

    def after(self, codes: Iterable[str]) -> Pile:
        """Return the pile after the cards with these codes were drawn, as an outcome tells them.

        Raises:
            DiceError: One cannot be drawn.
            IllegalRequestError: All cards are dealt out and none is left to be drawn.
        """
        return self.without(*map(read_card, codes))

    def _counted(self, grouping: Grouping) -> Pile:
        """Return the pile that names no cards where nothing goes on with them, and otherwise this one."""
        return evolve(self, is_known=False) if self.is_known and grouping == "answers" else self

    def shuffled(self) -> Pile:
        """Return the pile to draw from next, made of the discards once the rest is used up.

        Raises:
            IllegalRequestError: All cards are dealt out and none is left to be drawn.

        Rules: equipment-draw-pile.
        """
        if self.rest:
            return self
        if not self.discards:
            raise forbidden(DECK, ALL_DEALT, "$.deck")
        return evolve(self, rest=self.discards, discards=())


def _told_apart(pile: Pile, grouping: Grouping) -> CardQuestion:
    if not pile.is_known:
        return pile.asked
    return str if grouping == "none" else _answer_and_kind(pile.asked)


def fresh_pack(*, jokers: int = 2, decks: int = 1) -> tuple[CardCode, ...]:
    """Return the codes of all cards of one deck or two, each with so many jokers, one deck after the other.

    >>> len(fresh_pack()), fresh_pack(jokers=0)[-1]
    (54, 'KS')

    Rules: equipment-cards-dice.
    """
    return decks * _codes_of(jokers)


@cache
def _codes_of(jokers: int) -> tuple[CardCode, ...]:
    return tuple(one.code for one in Deck.standard(jokers=jokers))


def no_card_left(deck: DrawnFrom | None, discards: DrawnFrom) -> Iterator[Objection]:
    """Yield an objection if a request that needs a card names no card that could be drawn.

    One card is enough: what is drawn is discarded, and the discards are shuffled to draw on.

    Args:
        deck: The cards that are left of the rest; None for a whole fresh pack.
        discards: The cards to be shuffled once the rest is used up.

    Rules: equipment-draw-pile.
    """
    if deck is not None and not deck and not discards:
        yield Objection(rule=DECK, message=ALL_DEALT, path="$.deck")


def wrong_cards(*piles: tuple[str, str | tuple[str, ...] | None], decks: int = MOST_DECKS) -> Iterator[Problem]:
    """Yield a problem for every code that is not a card, and for every card that comes too often.

    Args:
        piles: Paths below the request, such as ``.deck``, each with the card or cards there; None for a fresh pack.
        decks: How many decks there can be, so that a card comes as often.

    Rules: equipment-cards-dice.
    """
    every: list[str] = []
    for _, codes in piles:
        every += (codes,) if isinstance(codes, str) else codes or ()
    if len(every) == len(found := set(every)) and found <= _EVERY_CODE:
        return  # as nearly always
    seen: dict[str, int] = {}
    for path, codes in piles:
        for number, code in enumerate((codes,) if isinstance(codes, str) else codes or ()):
            where = path if isinstance(codes, str) else f"{path}[{number}]"
            if code not in _EVERY_CODE:
                message = f"{code!r} is not a card; write rank and suit as in QH or 10S, and *1 to *4 for jokers"
                yield Problem(where, message, "equipment-cards-dice")
            seen[code] = seen.get(code, 0) + 1
            if seen[code] == decks + 1:
                there = f"{decks} times, and there are {decks} decks" if decks > 1 else "once, and there is one deck"
                yield Problem(where, f"{code} comes more than {there}", "equipment-cards-dice")


_EVERY_CODE = frozenset(one.code for one in _OF_NEW_PACK)


@lru_cache(maxsize=1024)  # a pile is named again by every request until a card is drawn
def _cards_in_order(codes: tuple[str, ...]) -> tuple[Card, ...]:
    return _in_order(map(read_card, codes))


def _in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def _taken(cards: tuple[Card, ...], faces: Sequence[Face]) -> tuple[Card, ...]:
    """Return the cards that the faces name, each taken out before the next is looked for."""
    left = list(cards)
    drawn: list[Card] = []
    for face in faces:
        one = read_card(face)
        if one not in left:
            raise DiceError(f"{one} is not in the pile (cards left: {len(left)})")
        left.remove(one)
        drawn.append(one)
    return tuple(drawn)


@lru_cache(maxsize=1024)
def _next_card(cards: tuple[Card, ...], asked: CardQuestion) -> NextCard:
    return NextCard(cards, tuple(map(asked, cards)))


@lru_cache(maxsize=1024)
def _next_cards(cards: tuple[Card, ...], asked: CardQuestion, number: int) -> NextCards:
    return NextCards(cards, tuple(map(asked, cards)), number)
