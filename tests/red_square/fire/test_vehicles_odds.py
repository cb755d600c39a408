"""The odds of hits on vehicles and trains, and the laws that every draw keeps."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from red_square_vehicles import COLUMNS, PRINTED, vehicle

from rcw_rules import GivenDice, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.cards import Deck

# ---------------------------------------------------------------- odds

Kind = tuple[str, bool]  # a suit, "" for jokers, and whether the card is an ace or a court card


def every_draw(cards: dict[Kind, int]) -> Iterator[tuple[Kind, dict[Kind, int], Fraction]]:
    total = sum(cards.values())
    for kind, count in cards.items():
        if count:
            yield kind, {**cards, kind: count - 1}, Fraction(count, total)


def slow_odds(
    kind: str, bases: int, rings: int, weapons: tuple[str, ...], held: int
) -> dict[tuple[Any, ...], Fraction]:
    """Fewer than six markers, none of them idle, in cover or advancing: bases, rings, cards lost, what it must do."""
    column = min(COLUMNS.index(kind) if kind in COLUMNS else 3, 3)
    found: dict[tuple[Any, ...], Fraction] = {}

    def note(state: tuple[int, int, int], chance: Fraction) -> None:
        now, on, effects = state
        key = (now, on, held if now == 0 else min(held, effects), effects > 0 and now > 0)
        found[key] = found.get(key, Fraction(0)) + chance

    def go_on(state: tuple[int, int, int], left: list[str], cards: dict[Kind, int], chance: Fraction) -> None:
        now, on, effects = state
        if not left or now == 0:
            note(state, chance)
            return
        for (suit, high), rest, share in every_draw(cards):
            after = state
            if suit and suit in PRINTED[left[0]][column]:
                if column == 3:
                    after = (now - 1, 0, 0)
                else:
                    fallen, rest_rings = divmod(on + high, 3)
                    after = (now - fallen, rest_rings if now > fallen else 0, effects + 1)
            go_on(after, left[1:], rest, chance * share)

    pack: dict[Kind, int] = {(suit, high): 4 if high else 9 for suit in "HDCS" for high in (True, False)}
    pack["", False] = 2
    for face in range(1, 7):
        if face <= len(weapons):
            fallen, rest_rings = divmod(rings + 1, 3)
            note((bases - fallen, rest_rings if bases > fallen else 0, 0), Fraction(1, 6))
        else:
            todo = [weapon for weapon in weapons for _ in range(2 if column == 3 else 1)]
            go_on((bases, rings, 0), todo, pack, Fraction(1, 6))
    return found


@pytest.mark.rule("red_square", "at-procedure", "at-table", "at-results", "equipment-draw-pile")
@pytest.mark.parametrize(
    ("kind", "bases", "rings", "weapons"),
    [
        ("armoured_car", 1, 0, ("qf_gun",) * 4),
        ("armoured_car", 1, 2, ("mg",) * 4),
        ("armoured_car", 2, 2, ("light_gun", "mg", "qf_gun", "mg")),
        ("light_tank", 1, 1, ("heavy", "heavy", "tank_gun")),
        ("heavy_tank", 1, 1, ("heavy", "howitzer", "light_gun", "heavy")),
        ("truck", 1, 0, ("qf_gun", "mg")),
        ("truck", 3, 2, ("mg", "mg")),
        ("tchanka", 2, 1, ("mg", "light_gun")),
    ],
)
@pytest.mark.parametrize("held", [0, 1, 2])
def test_the_odds_are_those_of_every_card(
    kind: str, bases: int, rings: int, weapons: tuple[str, ...], held: int
) -> None:
    held = 0 if kind == "tchanka" else held
    asked = vehicle(kind, weapons, bases=bases, rings=rings, card_in_play=held > 0, unplayed_cards=max(0, held - 1))
    found: dict[tuple[Any, ...], Fraction] = {}
    for outcome, chance in rs.ruleset.odds(asked).items():
        lost = outcome.card_in_play_lost + outcome.unplayed_cards_lost
        key = (outcome.bases, outcome.rings, lost, outcome.must_retreat or outcome.pinned)
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == slow_odds(kind, bases, rings, weapons, held)


@pytest.mark.rule("red_square", "at-procedure", "equipment-draw-pile")
def test_the_odds_with_known_cards_are_those_of_every_order() -> None:
    deck = ("KH", "2H", "3S", "AC")
    asked = vehicle("light_tank", ("light_gun", "mg"), bases=1, rings=2, deck=deck, unplayed_cards=0)
    expected: dict[tuple[int, int], Fraction] = {}

    def note(key: tuple[int, int], chance: Fraction) -> None:
        expected[key] = expected.get(key, Fraction(0)) + chance

    note((0, 0), Fraction(2, 6))  # the third ring on 1 or 2
    for first, second, *_ in permutations(deck):
        chance = Fraction(4, 6) / 24
        # An ace or king counts for the light gun, only the king of hearts for the MG; the third ring ends it.
        if first in ("KH", "AC") or second == "KH":
            note((0, 0), chance)
        else:
            note((1, 2), chance)
    found: dict[tuple[int, int], Fraction] = {}
    for outcome, chance in rs.ruleset.odds(asked).items():
        key = (outcome.bases, outcome.rings)
        assert not outcome.cards
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == expected


@pytest.mark.rule("red_square", "train-7-hits", "equipment-draw-pile")
@pytest.mark.parametrize("weapons", [("qf_gun",) * 5, ("heavy", "light_gun", "heavy")])
def test_the_odds_of_a_train(weapons: Any) -> None:
    pack: dict[Kind, int] = {(suit, high): 4 if high else 9 for suit in "HDCS" for high in (True, False)}
    pack["", False] = 2
    expected: dict[int, Fraction] = {}

    def go_on(rings: int, left: tuple[str, ...], cards: dict[Kind, int], chance: Fraction) -> None:
        if not left:
            expected[min(5, rings)] = expected.get(min(5, rings), Fraction(0)) + chance
            return
        counts = PRINTED[left[0]][2]
        # Only whether the card is a high one of some suit matters: all others are alike.
        for suit in "HDC":
            count = cards[suit, True]
            if count:
                share = Fraction(count, sum(cards.values()))
                go_on(rings + (suit in counts), left[1:], {**cards, (suit, True): count - 1}, chance * share)
        others = sum(count for kind, count in cards.items() if kind not in (("H", True), ("D", True), ("C", True)))
        taken = next(
            kind for kind, count in cards.items() if count and kind not in (("H", True), ("D", True), ("C", True))
        )
        rest = {**cards, taken: cards[taken] - 1}
        go_on(rings, left[1:], rest, chance * Fraction(others, sum(cards.values())))

    for face in range(1, 7):
        if face <= len(weapons):
            go_on(4, (), pack, Fraction(1, 6))
        else:
            go_on(3, weapons, pack, Fraction(1, 6))
    found = rs.ruleset.odds(rs.TrainHitsRequest(rings=3, marker_weapons=weapons))
    assert {outcome.rings: chance for outcome, chance in found.items()} == expected


@pytest.mark.rule("red_square", "at-procedure")
def test_many_cards_stay_within_the_budget() -> None:
    # 23 hits left over on one car in a wood: more orders of cards than could be walked one by one.
    odds = rs.ruleset.odds(vehicle(weapons=("heavy",) * 23, bases=1, idle=True, in_cover=True))
    assert sum(chance for _, chance in odds.items()) == 1
    # On the last face of the D24 there are 23 cards of 54 with 16 high ones: fewer than three leave the car.
    alive = sum(chance for outcome, chance in odds.items() if outcome.bases)
    few = [Fraction(1), Fraction(0), Fraction(0)]
    for drawn in range(23):
        left = 54 - drawn
        zero, one, two = few
        few = [
            zero * Fraction(left - 16, left),
            zero * Fraction(16, left) + one * Fraction(left - 15, left),
            one * Fraction(15, left) + two * Fraction(left - 14, left),
        ]
    assert alive == Fraction(23, 24) + Fraction(1, 24) * sum(few)


# ---------------------------------------------------------------- laws

WEAPONS = st.lists(st.sampled_from(sorted(PRINTED)), max_size=14).map(tuple)


@pytest.mark.rule("red_square", "at-procedure", "at-results", "equipment-draw-pile")
@settings(deadline=None)
@given(
    st.sampled_from(("armoured_car", "light_tank", "truck", "tchanka")),
    st.integers(1, 6),
    st.integers(0, 2),
    WEAPONS,
    st.integers(),
)
def test_vehicles_and_cards_are_conserved(
    kind: str, bases: int, rings: int, weapons: tuple[str, ...], seed: int
) -> None:
    deck = tuple(one.code for one in Deck.standard())
    asked = vehicle(kind, weapons, bases=bases, rings=rings, deck=deck)
    resolution = rs.ruleset.resolve(asked, dice=SeededDice(seed))
    outcome = resolution.outcome
    assert outcome.bases + outcome.bases_lost == bases
    assert outcome.destroyed is (outcome.bases == 0)
    assert len(set(outcome.cards)) == len(outcome.cards) <= len(weapons) * (2 if kind in ("truck", "tchanka") else 1)
    if kind not in ("truck", "tchanka"):
        assert 3 * outcome.bases_lost + outcome.rings == rings + outcome.rings_added
    assert outcome.card_in_play_lost or not outcome.unplayed_cards_lost
    # What was thrown and drawn, given again, gives the same.
    again = rs.ruleset.resolve(asked, dice=GivenDice(resolution.dice))
    assert again.outcome == outcome
