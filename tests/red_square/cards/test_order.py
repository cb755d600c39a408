"""The order of play."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.red_square.cards import fresh_pack, place_in_order


def hand(holder: str, *cards: str, phase: Any = "officer", side: Any = "red") -> rs.Hand:
    return rs.Hand(holder=holder, side=side, members=(holder,), phase=phase, cards=cards)


def order(*hands: rs.Hand, first_side: Any = "red", **choices: Any) -> list[str]:
    request = rs.CardOrderRequest(hands=hands, first_side=first_side)
    plays = rs.ruleset.resolve(request, dice=GivenDice([]), choices=choices).outcome.plays
    return [play.card for play in plays]


@pytest.mark.rule("red_square", "turn-3-card-order")
def test_low_before_high_and_hearts_clubs_diamonds_spades() -> None:
    found = order(*(hand(code, code) for code in ("7S", "7H", "7D", "7C", "KH", "2S")))
    assert found == ["2S", "7H", "7C", "7D", "7S", "KH"]
    found = order(*(hand(code, code) for code in ("KS", "QS", "JS", "10S", "9S")))
    assert found == ["9S", "10S", "JS", "QS", "KS"]


@pytest.mark.rule("red_square", "turn-sequence", "turn-3-officer-phase", "turn-4-standalone")
def test_standalone_units_wait_for_the_officers() -> None:
    officers = (hand("a", "9H"), hand("b", "3S", side="white"))
    assert order(hand("c", "2C", phase="standalone"), *officers) == ["3S", "9H", "2C"]
    assert order(hand("c", "2H", phase="standalone"), hand("a", "KS")) == ["KS", "2H"]
    assert order(hand("foot", "AH", phase="standalone"), hand("guns", "2D")) == ["2D", "AH"]


@pytest.mark.rule("red_square", "turn-3-aces")
def test_aces_are_low_unless_their_owner_wants() -> None:
    hands = (hand("a", "AS"), hand("b", "KH"), hand("c", "2H"))
    assert order(*hands) == ["AS", "2H", "KH"]
    assert order(*hands, ace_high=lambda turned, alternatives: True) == ["2H", "KH", "AS"]
    assert order(hand("a", "AS"), hand("b", "AH")) == ["AH", "AS"]
    both = order(hand("a", "AS"), hand("b", "AH"), ace_high=lambda turned, alternatives: turned.card == "AH")
    assert both == ["AS", "AH"]


@pytest.mark.rule("red_square", "turn-3-aces", "turn-3-officer-phase")
def test_an_owner_sees_only_what_is_turned_over() -> None:
    seen: dict[str, list[str]] = {}

    def look(turned: Any, alternatives: tuple[bool, ...]) -> bool:
        seen[turned.card] = [play.card for play in turned.plays]
        return False

    order(hand("a", "AS", "5C"), hand("b", "4C"), hand("c", "AH", "3C", phase="standalone"), ace_high=look)
    assert seen == {"AS": ["4C", "5C"], "AH": ["AS", "4C", "5C", "3C"]}


@pytest.mark.rule("red_square", "turn-3-card-order", "equipment-draw-pile")
def test_the_same_card_of_two_decks_goes_in_the_order_of_the_deal() -> None:
    hands = (hand("a", "9C", "5H"), hand("b", "5H"))
    plays = rs.ruleset.resolve(rs.CardOrderRequest(hands=hands, decks=2), dice=GivenDice([])).outcome.plays
    # First cards to all come before second ones: that of b before the second of a.
    assert [(play.holder, play.card) for play in plays] == [("b", "5H"), ("a", "5H"), ("a", "9C")]
    with pytest.raises(InvalidRequestError, match=r"\$\.hands\[2\]\.cards\[0\]: 5H comes more than 2 times"):
        rs.ruleset.resolve(rs.CardOrderRequest(hands=(*hands, hand("c", "5H")), decks=2), dice=GivenDice([]))


@pytest.mark.rule("red_square", "equipment-cards-dice", "bad-input")
def test_a_card_is_dealt_once_from_one_deck() -> None:
    message = r"\$\.hands\[1\]\.cards\[0\]: 5H comes more than once, and there is one deck \[equipment-cards-dice\]"
    with pytest.raises(InvalidRequestError, match=message):
        order(hand("a", "9C", "5H"), hand("b", "5H"))


@pytest.mark.rule("red_square", "turn-3-jokers")
def test_jokers_come_last_unless_they_are_wanted_before() -> None:
    hands = (hand("a", "*1"), hand("b", "9H"), hand("c", "2S", phase="standalone"))
    assert order(*hands) == ["9H", "2S", "*1"]
    for after, expected in enumerate((["*1", "9H", "2S"], ["9H", "*1", "2S"], ["9H", "2S", "*1"])):
        assert order(*hands, joker_after=lambda turned, alternatives, after=after: after) == expected


@pytest.mark.rule("red_square", "turn-3-jokers", "turn-4-standalone")
def test_a_standalone_joker_waits_until_it_is_turned_over() -> None:
    asked: list[tuple[int, ...]] = []

    def first(turned: Any, alternatives: tuple[int, ...]) -> int:
        asked.append(alternatives)
        return alternatives[0]

    hands = (hand("a", "9H"), hand("b", "8H"), hand("c", "*1", phase="standalone"), hand("d", "2H", phase="standalone"))
    assert order(*hands, joker_after=first) == ["8H", "9H", "*1", "2H"]
    assert asked == [(2, 3)]
    assert order(hand("c", "*1", phase="standalone"), joker_after=first) == ["*1"]
    assert asked == [(2, 3)]  # alone it leaves nothing to decide


@pytest.mark.rule("red_square", "turn-3-jokers")
@pytest.mark.parametrize(
    ("after", "first_side", "expected"),
    [
        (0, "red", ["*1", "*2", "9H"]),
        (0, "white", ["*2", "*1", "9H"]),
        (1, "red", ["9H", "*2", "*1"]),  # Red has just acted, so White's joker goes first
    ],
)
def test_of_two_jokers_the_side_that_did_not_act_last_goes_first(
    after: int, first_side: str, expected: list[str]
) -> None:
    hands = (hand("a", "9H", "*1"), hand("b", "*2", side="white"))
    assert order(*hands, first_side=first_side, joker_after=lambda turned, alternatives: after) == expected


@pytest.mark.rule("red_square", "turn-3-jokers")
def test_jokers_wanted_at_once_take_turns() -> None:
    hands = (hand("a", "*1", "*2"), hand("b", "*3", "*4", side="white"), hand("c", "9H"))
    at_once = order(*hands, joker_after=lambda turned, alternatives: 0)
    assert at_once == ["*1", "*3", "*2", "*4", "9H"]


@pytest.mark.rule("red_square", "turn-3-aces", "turn-3-jokers", "turn-3-card-order")
def test_the_record_says_whose_aces_and_jokers_go_where() -> None:
    hands = (hand("guns", "AS"), hand("cars", "*1", "KH"), hand("foot", "AH", phase="standalone"))
    request = rs.CardOrderRequest(hands=hands)
    high = {"ace_high": lambda turned, alternatives: turned.card == "AS"}
    record = rs.ruleset.resolve(request, dice=GivenDice([]), choices=high).record
    assert [(step.rule, step.text) for step in record.steps if step.kind == "result"] == [
        ("turn-3-aces", "the ace of guns is high: yes"),
        ("turn-3-aces", "the ace of foot is high: no"),
        ("turn-3-jokers", "the joker of cars is played after 3 of the other cards"),
        ("turn-3-card-order", "order of play: KH (cars), AS (guns), AH (foot), *1 (cars)"),
    ]


@pytest.mark.rule("red_square", "turn-1-deal", "equipment-cards-dice")
def test_wrong_hands_are_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.hands\[1\]\.holder: 'a' holds two hands .*turn-1-deal"):
        order(hand("a", "9H"), hand("a", "8H"))
    with pytest.raises(InvalidRequestError, match=r"\$\.hands\[0\]\.cards\[0\]: '1H' is not a card"):
        order(hand("a", "1H"))
    assert order() == []


@st.composite
def hands(draw: st.DrawFn) -> tuple[rs.Hand, ...]:
    cards = iter(draw(st.permutations(fresh_pack(jokers=4))))
    one = st.tuples(st.integers(0, 2), st.sampled_from(["officer", "standalone"]), st.sampled_from(["red", "white"]))
    drawn = draw(st.lists(one, max_size=12))
    return tuple(
        hand(f"{number}", *(next(cards) for _ in range(count)), phase=phase, side=side)
        for number, (count, phase, side) in enumerate(drawn)
    )


@given(hands(), st.randoms(use_true_random=False), st.sampled_from(["red", "white"]))
@pytest.mark.rule("red_square", "turn-3-card-order", "turn-3-aces", "turn-3-jokers", "turn-4-standalone")
@settings(deadline=None)
def test_every_deal_has_one_order_of_play(held: tuple[rs.Hand, ...], random: Any, first_side: Any) -> None:
    decided: dict[str, int] = {}

    def decide(turned: Any, alternatives: tuple[int, ...]) -> int:
        decided[turned.card] = random.choice(alternatives)
        return decided[turned.card]

    found = order(*held, first_side=first_side, ace_high=decide, joker_after=decide)
    whose = {code: one for one in held for code in one.cards}
    assert sorted(found) == sorted(whose)

    def place(code: str) -> tuple[int, int, int]:
        value = "A23456789TJQK".index(code.replace("10", "T")[0])
        if value == 0 and decided[code]:
            value = 13
        return ["officer", "standalone"].index(whose[code].phase), value, "HCDS".index(code[-1])

    plain = sorted((code for code in whose if not code.startswith("*")), key=place)
    assert [code for code in found if not code.startswith("*")] == plain
    officers = sum(whose[code].phase == "officer" for code in plain)
    for number, code in enumerate(found):
        if not code.startswith("*"):
            continue
        played = sum(not before.startswith("*") for before in found[:number])
        assert played == decided.get(code, len(plain))  # nobody is asked where there is one moment only
        assert whose[code].phase == "officer" or played >= officers
        acted_last = whose[found[number - 1]].side if number else {"red": "white", "white": "red"}[first_side]
        if whose[code].side == acted_last:  # then no joker of the other side waits for this moment
            rest = found[number + 1 :]
            waiting = rest[: next((k for k, later in enumerate(rest) if not later.startswith("*")), len(rest))]
            assert all(whose[later].side == acted_last for later in waiting)


@given(hands())
@pytest.mark.rule("red_square", "turn-3-card-order")
@settings(deadline=None)
def test_the_order_does_not_depend_on_how_the_hands_are_listed(held: tuple[rs.Hand, ...]) -> None:
    jokers = sum(code.startswith("*") for one in held for code in one.cards)
    if jokers <= 1:  # among several the order of the deal decides
        assert order(*held) == order(*reversed(held))


@pytest.mark.rule("red_square", "turn-3-card-order")
def test_every_card_has_a_place_of_its_own() -> None:
    plain = fresh_pack(jokers=0)
    assert len({place_in_order(code) for code in plain}) == 52
    assert len({place_in_order(code, ace_high=True) for code in plain}) == 52
