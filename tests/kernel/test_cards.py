"""Cards and decks: the pack, codes, drawing without replacement, hands, and bad input."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.cards import Card, Deck, card
from rcw_rules.kernel.errors import DiceError

PACK = Deck.standard()

every_card = st.sampled_from(PACK.cards)
decks = st.lists(every_card, unique=True).map(lambda cards: Deck.of(one.code for one in cards))


def test_the_pack_has_54_cards_of_which_two_are_jokers() -> None:
    assert len(PACK) == len(set(PACK)) == 54
    assert [one.code for one in PACK if one.is_joker] == ["*1", "*2"]
    assert sum(one.is_red for one in PACK) == sum(one.is_black for one in PACK) == 26
    assert sorted(one.code for one in PACK if one.is_court) == sorted(rank + suit for rank in "JQK" for suit in "HDCS")
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    assert {one.code for one in PACK if not one.is_joker} == {rank + suit for rank in ranks for suit in "HDCS"}


@pytest.mark.parametrize("jokers", range(10))
def test_a_pack_has_as_many_jokers_as_one_likes(jokers: int) -> None:
    pack = Deck.standard(jokers=jokers)
    assert len(set(pack)) == 52 + jokers
    assert sum(one.is_joker for one in pack) == jokers


@pytest.mark.parametrize("one", Deck.standard(jokers=9), ids=str)
def test_codes_are_read_back(one: Card) -> None:
    assert card(one.code) == card(one.code.lower()) == one
    assert str(one) == repr(one) == one.code == one.rank + one.suit
    assert one.is_red + one.is_black + one.is_joker == 1


def test_a_card_tells_what_it_is() -> None:
    queen, ten, joker = card("QH"), card("10s"), card("*2")
    assert (queen.rank, queen.suit, queen.is_red, queen.is_black, queen.is_court) == ("Q", "H", True, False, True)
    assert (ten.rank, ten.suit, ten.is_red, ten.is_black, ten.is_court) == ("10", "S", False, True, False)
    assert (joker.suit, joker.is_red, joker.is_black, joker.is_court) == ("", False, False, False)


def test_cards_have_no_order() -> None:
    anything: Any = card("KH")
    with pytest.raises(TypeError):
        _ = anything < card("QH")


@pytest.mark.parametrize("code", ["", "H", "1H", "11S", "QX", "QHH", "*", "*0", "*10", " QH", "HQ", 10, True, None])
def test_an_unknown_code_is_refused(code: Any) -> None:
    with pytest.raises(DiceError) as caught:
        card(code)
    assert (
        str(caught.value) == f"{code!r} is not a card; write rank and suit as in QH or 10S, and *1, *2 for the jokers"
    )


# ---------------------------------------------------------------------- the next card


@given(deck=decks.filter(len))
def test_every_card_that_is_left_comes_with_the_same_chance(deck: Deck) -> None:
    draw = deck.draw()
    assert draw.dice == (len(deck),)
    assert dict(draw.branches.pairs) == dict.fromkeys(deck, 1)
    codes = [draw.faces((number,)) for number in range(1, len(deck) + 1)]
    assert [draw.read(code) for code in codes] == list(deck)
    assert [draw.check_faces(code) for code in codes] == codes


@given(deck=decks.filter(len), data=st.data())
def test_a_card_that_was_drawn_is_gone(deck: Deck, data: st.DataObject) -> None:
    drawn = data.draw(st.sampled_from(deck.cards))
    left = deck.without(drawn)
    assert drawn in deck
    assert drawn not in left
    assert set(left) | {drawn} == set(deck)
    assert len(left) == len(deck) - 1
    with pytest.raises(DiceError) as caught:
        left.without(drawn)
    assert str(caught.value) == f"{drawn} is not in the deck (cards left: {len(left)})"


@given(moves=st.lists(every_card, max_size=60))
def test_no_card_is_lost_or_doubled(moves: list[Card]) -> None:
    deck, discard = PACK, Deck(())
    for one in moves:
        if one in deck:
            deck, discard = deck.without(one), discard.with_cards(one)
        else:
            deck, discard = deck.with_cards(one), discard.without(one)
        assert sorted(map(str, (*deck, *discard))) == sorted(map(str, PACK))
    assert deck.with_cards(*discard) == PACK


@given(deck=decks, data=st.data())
def test_decks_of_the_same_cards_are_equal_however_they_came_about(deck: Deck, data: st.DataObject) -> None:
    gone = data.draw(st.lists(st.sampled_from(deck.cards), unique=True) if len(deck) else st.just([]))
    back = deck.without(*gone).with_cards(*gone)
    other = Deck.of(one.code for one in data.draw(st.permutations(deck.cards)))
    assert back == other == deck
    assert hash(back) == hash(other) == hash(deck)


def test_drawing_from_equal_decks_is_the_same_variable() -> None:
    queen = card("QH")
    assert PACK.draw() is PACK.without(queen).with_cards(queen).draw()
    assert PACK.hand(2) is Deck.standard().hand(2)
    again = pickle.loads(pickle.dumps(PACK.draw()))  # noqa: S301 - our own bytes
    assert again.same_as(PACK.draw())
    assert not again.same_as(PACK.without(queen).draw())


def test_a_draw_in_words() -> None:
    draw = Deck.of(["QH", "*1", "2S"]).draw()
    assert draw.label == "a card of 3"
    assert draw.tell(("QH",)) == "QH"
    assert draw.check_faces(("qh",)) == ("QH",)
    assert draw.parts(("QH",)) == ()


@pytest.mark.parametrize(
    ("face", "message"),
    [
        ("AS", "AS is not in the deck (cards left: 2)"),
        ("XX", "'XX' is not a card; write rank and suit as in QH or 10S, and *1, *2 for the jokers"),
        (1, "1 is not a card; write rank and suit as in QH or 10S, and *1, *2 for the jokers"),
    ],
)
def test_a_card_that_cannot_come_is_refused(face: Any, message: str) -> None:
    with pytest.raises(DiceError) as caught:
        Deck.of(["QH", "*1"]).draw().check_faces((face,))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Deck.standard(jokers=10), "a pack has 0 to 9 jokers, not 10"),
        (lambda: Deck.standard(jokers=-1), "a pack has 0 to 9 jokers, not -1"),
        (lambda: Deck.standard(jokers=True), "a pack has 0 to 9 jokers, not True"),
        (lambda: Deck.of(["QH", "2S", "qh"]), "QH is in the deck twice"),
        (lambda: Deck(()).draw(), "the deck is empty: there is no card to draw"),
        (lambda: PACK.with_cards(card("QH")), "QH would be in the deck twice"),
        (lambda: Deck(()).with_cards(card("QH"), card("QH")), "QH would be in the deck twice"),
        (lambda: PACK.without(card("*3")), "*3 is not in the deck (cards left: 54)"),
        (lambda: PACK.hand(55), "one picks 0 to 54 of 54 items (at most 255), not 55"),
    ],
)
def test_decks_that_cannot_be_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(DiceError) as caught:
        make()
    assert str(caught.value) == message


# ---------------------------------------------------------------------- hands


def test_the_jokers_of_a_hand_are_hypergeometric() -> None:
    jokers = PACK.hand(3).branches.map(lambda hand: sum(one.is_joker for one in hand))
    # 54 * 53 * 52 / 6 = 24804 hands: 52 * 51 * 50 / 6 = 22100 without a joker, 2 * 52 * 51 / 2 = 2652 with one of the
    # two, 52 with both.
    assert dict(jokers.items()) == {0: Fraction(22100, 24804), 1: Fraction(2652, 24804), 2: Fraction(52, 24804)}


@given(deck=decks, count=st.integers(0, 3))
def test_every_hand_comes_with_the_same_chance(deck: Deck, count: int) -> None:
    small = Deck(deck.cards[:12])
    if count <= len(small):
        hands = small.hand(count).branches
        assert {weight for _, weight in hands.pairs} == {1}
        assert len(hands) == comb(len(small), count)
        assert set(hands.outcomes) == set(combinations(small.cards, count))


def test_a_hand_is_what_drawing_card_by_card_comes_to() -> None:
    deck = Deck.of(["QH", "10S", "*1", "2D", "AC"])
    drawn = deck.draw().branches.then(
        lambda first: deck.without(first).draw().branches.map(lambda second: frozenset((first, second)))
    )
    assert drawn == deck.hand(2).branches.map(frozenset)


def test_a_number_that_python_cannot_write_out_is_no_card() -> None:
    with pytest.raises(DiceError, match=r"^a huge number is not a card; write rank and suit as in QH or 10S, and"):
        card(10**5000)
