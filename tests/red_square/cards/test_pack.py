"""The pack, and cards drawn from the rest of it."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, Override, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.cards import Deck, card
from rcw_rules.kernel.dice import Die, d6, d12, d24
from rcw_rules.kernel.errors import DiceError
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.red_square.cards import NextCards, Pile, colour, court, fresh_pack, is_heart, suit_of, wrong_cards

RED_COURTS = ("JH", "QH", "KH", "JD", "QD", "KD")


def umpire(*faces: str) -> RollingUmpire[Any]:
    return RollingUmpire(rs.ruleset, GivenDice(list(faces)), {}, recording=True)


@pytest.mark.rule("red_square", "equipment-cards-dice")
def test_the_pack_has_thirteen_of_each_suit_and_two_jokers() -> None:
    pack = fresh_pack()
    assert len(pack) == len(set(pack)) == 54
    assert Counter(code[-1] for code in pack if not code.startswith("*")) == {"H": 13, "C": 13, "D": 13, "S": 13}
    assert [code for code in pack if code.startswith("*")] == ["*1", "*2"]
    assert len(fresh_pack(jokers=0)) == 52
    assert len(fresh_pack(jokers=4)) == 56
    assert Counter(fresh_pack(decks=2)) == dict.fromkeys(pack, 2)


@pytest.mark.rule("red_square", "equipment-draw-pile")
@pytest.mark.parametrize(
    ("code", "colour_", "suit_", "heart", "court_"),
    [
        ("QH", "red", "H", "H", "red court"),
        ("10D", "red", "D", "other", "other"),
        ("JC", "black", "C", "other", "black court"),
        ("AS", "black", "S", "other", "other"),
        ("*1", "joker", "", "other", "other"),
    ],
)
def test_what_a_card_answers(code: str, colour_: str, suit_: str, heart: str, court_: str) -> None:
    one = card(code)
    assert (colour(one), is_heart(one), court(one)) == (colour_, heart, court_)
    assert suit_of(code) == suit_


@pytest.mark.rule("red_square", "equipment-draw-pile")
def test_a_fresh_pack_has_as_many_branches_as_answers() -> None:
    found = dict(Pile.of(None, (), court).next_card.branches.items())
    assert found == {"red court": Fraction(6, 54), "black court": Fraction(6, 54), "other": Fraction(42, 54)}
    assert len(Pile.of(fresh_pack(), (), court).next_card.branches) == 54


@pytest.mark.rule("red_square", "equipment-draw-pile")
def test_a_card_drawn_is_gone_and_told_only_in_a_game() -> None:
    answer, pile = Pile.of(None, (), court).draw(umpire("qh"), "a card", "fire-10-fate")
    assert (answer, pile.told, pile.deck, pile.discarded) == ("red court", (), None, ())
    with pytest.raises(DiceError, match="QH is not in the pile"):
        pile.draw(umpire("QH"), "a card", "fire-10-fate")
    assert pile.next_card.branches.probability(lambda shown: shown == "red court") == Fraction(5, 53)
    answer, pile = Pile.of(("QH", "2C"), ("*1",), court).draw(umpire("2C"), "a card", "fire-10-fate")
    assert (answer, pile.told, pile.deck, pile.discarded) == ("other", ("2C",), ("QH",), ("2C", "*1"))


@pytest.mark.rule("red_square", "equipment-draw-pile")
def test_discards_are_shuffled_once_the_rest_is_used_up() -> None:
    pile = Pile.of(("2C",), ("3D",), colour)
    thrower = umpire("2C", "2C", "3D")
    told: list[str] = []
    for _ in range(3):  # the first card goes to the discards and comes again with them
        answer, pile = pile.draw(thrower, "a card", "equipment-draw-pile")
        told.append(answer)
    assert told == ["black", "black", "red"]
    assert pile.told == ("2C", "2C", "3D")
    assert (pile.deck, pile.discarded) == ((), ("3D", "2C"))
    with pytest.raises(IllegalRequestError, match=r"no card is left .*equipment-draw-pile"):
        Pile.of((), (), colour).draw(umpire(), "a card", "equipment-draw-pile")


@pytest.mark.rule("red_square", "equipment-draw-pile")
def test_several_cards_go_on_with_the_shuffled_discards() -> None:
    pile = Pile.of(("2C",), ("3D", "KH"), colour)
    answers, after = pile.draw_several(umpire("2C", "KH", "2C"), 3, "cards", "art-wire")
    assert sorted(answers) == ["black", "black", "red"]
    assert after.told == ("2C", "KH", "2C")
    assert pile.after(after.told) == after
    assert pile.draw_several(umpire(), 0, "cards", "art-wire") == ((), pile)
    with pytest.raises(DiceError, match="QS is not in the pile"):
        pile.after(("QS",))


class Listener(RollingUmpire[Any]):
    """An umpire who remembers what he was last asked for."""

    asked: Any = None

    def roll(self, variable: Any, purpose: str, rule: str) -> Any:
        self.asked = variable
        return super().roll(variable, purpose, rule)


@pytest.mark.rule("red_square", "equipment-draw-pile")
def test_several_cards_of_a_game_are_told_apart_and_those_of_a_fresh_pack_are_not() -> None:
    thrower = Listener(rs.ruleset, SeededDice(1), {}, recording=False)
    Pile.of(("JH", "QH", "KH"), (), court).draw_several(thrower, 2, "cards", "art-wire")
    assert len(thrower.asked.branches) == 3  # which of the three stays
    Pile.of(None, (), court).draw_several(thrower, 2, "cards", "art-wire")
    assert len(thrower.asked.branches) == 6  # two of three answers, in no order, the same twice included


@pytest.mark.rule("red_square", "equipment-draw-pile")
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("is_known", [False, True])
def test_the_odds_of_several_cards_are_those_of_every_order(number: int, is_known: bool) -> None:
    codes = ("JH", "QH", "2H", "KC", "3S", "*1")
    cards = tuple(map(card, codes))
    answers = codes if is_known else tuple(map(court, cards))
    expected: Counter[tuple[str, ...]] = Counter()
    for drawn in permutations(range(len(codes)), number):
        expected[tuple(sorted(answers[place] for place in drawn))] += 1
    whole = sum(expected.values())
    found = {tuple(sorted(value)): chance for value, chance in NextCards(cards, answers, number).branches.items()}
    assert found == {value: Fraction(weight, whole) for value, weight in expected.items()}


@pytest.mark.rule("red_square", "equipment-draw-pile")
def test_two_red_court_cards_of_a_fresh_pack() -> None:
    # Two of three cards or all three are among the six red courts: by hand, over all sets of three.
    good = 0
    for drawn in combinations(range(54), 3):
        good += sum(place < 6 for place in drawn) >= 2
    pack = tuple(map(card, (*RED_COURTS, *(code for code in fresh_pack() if code not in RED_COURTS))))
    cards = NextCards(pack, tuple(map(court, pack)), 3)
    chance = sum(chance for value, chance in cards.branches.items() if value.count("red court") >= 2)
    assert chance == Fraction(good, 54 * 53 * 52 // 6)


@given(st.permutations(fresh_pack()), st.integers(0, 54), st.integers(0, 20))
@pytest.mark.rule("red_square", "equipment-draw-pile")
def test_no_card_is_lost_or_doubled(order: list[str], left: int, number: int) -> None:
    rest, gone = tuple(order[:left]), tuple(order[left:])
    pile = Pile.of(rest, gone, colour)
    thrower: RollingUmpire[Any] = RollingUmpire(rs.ruleset, SeededDice(left), {}, recording=False)
    for _ in range(number):
        _, pile = pile.draw(thrower, "a card", "equipment-draw-pile")
        assert pile.deck is not None
        assert sorted((*pile.deck, *pile.discarded)) == sorted(order)
    assert len(pile.told) == number
    assert Pile.of(rest, gone, colour).after(pile.told) == pile
    drawn = Pile.of(rest, gone, colour).draw_several(thrower, number, "cards", "art-wire")[1]
    assert drawn.deck is not None
    assert sorted((*drawn.deck, *drawn.discarded)) == sorted(order)


@given(st.integers(0, 2**32), st.integers(1, 30))
@pytest.mark.rule("red_square", "equipment-draw-pile")
def test_a_fresh_pack_shows_no_card_twice(seed: int, number: int) -> None:
    pile = Pile.of(None, (), colour)
    thrower: RollingUmpire[Any] = RollingUmpire(rs.ruleset, SeededDice(seed), {}, recording=False)
    for _ in range(number):
        _, pile = pile.draw(thrower, "a card", "equipment-draw-pile")
    assert len({one.code for one in pile.drawn}) == number
    several = Pile.of(None, (), colour).draw_several(thrower, number, "cards", "art-wire")[1]
    assert len({one.code for one in several.drawn}) == number


@pytest.mark.rule("red_square", "equipment-cards-dice")
def test_what_is_no_card_or_comes_too_often_is_named() -> None:
    assert not list(wrong_cards((".deck", fresh_pack(decks=2)), (".discards", None)))
    problems = list(wrong_cards((".deck", ("1H", "qh", "QH", "QH")), (".discards", ("QH", "*5"))))
    assert [problem.path for problem in problems] == [".deck[0]", ".deck[1]", ".discards[0]", ".discards[1]"]
    assert "more than 2 times" in problems[2].message
    assert {problem.rule for problem in problems} == {"equipment-cards-dice"}


@pytest.mark.rule("red_square", "equipment-draw-pile", "turn-6-spades-breakdown")
@pytest.mark.parametrize(("deck", "value"), [(None, "black"), (("2H", "9C"), "9C")])
def test_a_referee_may_say_what_was_drawn(deck: tuple[str, ...] | None, value: str) -> None:
    request = rs.SpadeRequest(kind="truck", deck=deck)
    override = Override(what="roll", at="breakdown", value=value, reason="the card fell on its face")
    resolution = rs.ruleset.resolve(request, dice=GivenDice([]), overrides=[override])
    assert resolution.outcome.broken_down
    assert resolution.outcome.cards == (() if deck is None else ("9C",))


@pytest.mark.rule("red_square", "equipment-draw-pile")
@pytest.mark.parametrize("deck", [None, ("2H", "9C", "*1")])
def test_cards_drawn_are_kept_on_record_and_drawn_again(deck: tuple[str, ...] | None) -> None:
    resolution = rs.ruleset.resolve(rs.SpadeRequest(kind="truck", deck=deck), dice=SeededDice(5))
    again = rs.ruleset.load_resolution(resolution.to_json())
    assert again == resolution
    assert rs.ruleset.replay(again).outcome == resolution.outcome
    card(str(again.dice[0]))  # what is kept is the code of a card


@pytest.mark.rule("red_square", "equipment-cards-dice")
@pytest.mark.parametrize(("die", "sides"), [(d6, 6), (d12, 12), (d24, 24)])
def test_the_dice_are_numbered_from_1_and_fair(die: Die, sides: int) -> None:
    assert die.branches.pairs == tuple((face, 1) for face in range(1, sides + 1))


@pytest.mark.rule("red_square", "equipment-cards-dice")
def test_the_pack_has_52_cards_and_two_jokers() -> None:
    cards = Deck.standard().cards
    assert len(set(cards)) == len(cards) == 54
    suits = Counter(card.suit for card in cards)
    assert suits == {"H": 13, "D": 13, "C": 13, "S": 13, "": 2}
    assert {card.code for card in cards if card.is_joker} == {"*1", "*2"}
