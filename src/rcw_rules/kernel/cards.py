"""Playing cards: a pack with jokers, drawn from without replacement.

A deck is an immutable value; drawing says which card came, and `Deck.without` is the deck that is left. Which card
comes next is chance, so a procedure asks its umpire:

    card = umpire.roll(deck.draw(), "next card", "turn-2")
    deck = deck.without(card)

>>> deck = Deck.standard()
>>> len(deck), card("QH"), card("QH").is_red
(54, QH, True)
>>> deck.without(card("QH")).draw().branches.total
53
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.dice import Face, Faces, Pick, Variable, pick
from rcw_rules.kernel.errors import DiceError
from rcw_rules.kernel.shape_words import show

Suit: TypeAlias = Literal["H", "D", "C", "S", ""]
"""Hearts, diamonds, clubs, spades; none for a joker."""

SUITS: tuple[Suit, ...] = ("H", "D", "C", "S")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
MOST_JOKERS = 9


@frozen(repr=False, cache_hash=True)
class Card:
    """A playing card. Cards have no order of their own: whether an ace is high is for a rule to say.

    Attributes:
        rank: ``A``, ``2`` to ``10``, ``J``, ``Q``, ``K``; for jokers ``*`` and a number that tells them apart.
        suit: The suit, "" for a joker.
    """

    rank: str
    suit: Suit

    @property
    def code(self) -> str:
        """The card as it is written: ``QH``, ``10S``, ``*1``."""
        return self.rank + self.suit

    @property
    def is_joker(self) -> bool:
        """Whether it is a joker."""
        return not self.suit

    @property
    def is_red(self) -> bool:
        """Whether it is a heart or a diamond."""
        return self.suit in ("H", "D")

    @property
    def is_black(self) -> bool:
        """Whether it is a club or a spade."""
        return self.suit in ("C", "S")

    @property
    def is_court(self) -> bool:
        """Whether it is a jack, a queen or a king."""
        return self.rank in ("J", "Q", "K")

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        return self.code


_CARDS = {
    one.code: one
    for one in (
        *(Card(rank, suit) for suit in SUITS for rank in RANKS),
        *(Card(f"*{number}", "") for number in range(1, MOST_JOKERS + 1)),
    )
}


_PLACE = {one: place for place, one in enumerate(_CARDS.values())}


def card(code: Face) -> Card:
    """Return the card written as *code*: rank and suit (``QH``, ``10S``), or ``*1`` to ``*9`` for a joker.

    Small letters will do.

    Raises:
        DiceError: If there is no such card.
    """
    found = None if isinstance(code, int) else _CARDS.get(str(code).upper())
    if found is None:
        what = show(code, "python")
        raise DiceError(f"{what} is not a card; write rank and suit as in QH or 10S, and *1, *2 for the jokers")
    return found


class Draw(Variable[Card]):
    """The next card of a shuffled deck. Its face is the card's code."""

    __slots__ = ("cards",)

    def __init__(self, cards: tuple[Card, ...]) -> None:
        if not cards:
            raise DiceError("the deck is empty: there is no card to draw")
        super().__init__((cards,), (len(cards),), f"a card of {len(cards)}")
        self.cards: tuple[Card, ...] = cards

    def faces(self, numbers: tuple[int, ...]) -> Faces:
        """Turn a position in the deck into the code of the card."""
        return (self.cards[numbers[0] - 1].code,)

    def check_faces(self, faces: Sequence[Face]) -> Faces:
        """Return the code of the card as it is written here.

        Raises:
            DiceError: If there is no such card, or it is not in the deck.
        """
        drawn = card(faces[0])
        if drawn not in self.cards:
            raise DiceError(f"{drawn} is not in the deck (cards left: {len(self.cards)})")
        return (drawn.code,)

    def read(self, faces: Sequence[Face]) -> Card:
        """Return the card."""
        return card(faces[0])

    def tell(self, faces: Sequence[Face]) -> str:
        """Return the code of the card."""
        return str(faces[0])

    def _weights(self) -> dict[Any, int]:
        return dict.fromkeys(self.cards, 1)


@frozen(cache_hash=True)
class Deck:
    """Cards that are left in a pack, in no order that anybody knows.

    Attributes:
        cards: The cards, each once, listed in the order of a new pack, so that decks of the same cards are equal.
    """

    cards: tuple[Card, ...]

    @classmethod
    def standard(cls, *, jokers: int = 2) -> Deck:
        """Return the pack of 52 cards with so many *jokers*.

        Raises:
            DiceError: If *jokers* is not a whole number from 0 to 9.
        """
        if type(jokers) is not int or not 0 <= jokers <= MOST_JOKERS:
            raise DiceError(f"a pack has 0 to {MOST_JOKERS} jokers, not {jokers!r}")
        return cls(tuple(_CARDS.values())[: 52 + jokers])

    @classmethod
    def of(cls, codes: Iterable[str]) -> Deck:
        """Return the deck of the cards with these *codes*.

        Raises:
            DiceError: If one is not a card or comes twice.
        """
        cards = tuple(card(code) for code in codes)
        for one in cards:
            if cards.count(one) > 1:
                raise DiceError(f"{one} is in the deck twice")
        return cls(_in_order(cards))

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, one: object) -> bool:
        return one in self.cards

    def draw(self) -> Draw:
        """Return the next card as a variable.

        Raises:
            DiceError: If the deck is empty.
        """
        return _draw(self.cards)

    def hand(self, count: int) -> Pick[Card]:
        """Return a hand of *count* cards, whose order does not matter, as a variable.

        Its faces are positions in the deck; draw card by card where codes are to be typed in.

        Raises:
            DiceError: If the deck has fewer cards.
        """
        return pick(self.cards, count)

    def without(self, *gone: Card) -> Deck:
        """Return the deck without some cards.

        Raises:
            DiceError: If one is not in it.
        """
        for one in gone:
            if one not in self.cards:
                raise DiceError(f"{one} is not in the deck (cards left: {len(self.cards)})")
        return Deck(tuple(one for one in self.cards if one not in gone))

    def with_cards(self, *back: Card) -> Deck:
        """Return the deck with some cards shuffled back in.

        Raises:
            DiceError: If one is in it already.
        """
        for one in back:
            if one in self.cards or back.count(one) > 1:
                raise DiceError(f"{one} would be in the deck twice")
        return Deck(_in_order(self.cards + back))


def _in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=_PLACE.__getitem__))


_draw = lru_cache(maxsize=1024)(Draw)
