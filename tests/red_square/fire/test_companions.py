"""The fate of figures and MGs that accompany a unit, and guns saved in a retreat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import DiceError, GivenDice, IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.cards import Deck
from rcw_rules.kernel.record import RollStep


def draw(lost: int, companions: str | tuple[str, ...], *cards: str, **changes: Any) -> Any:
    named: Any = tuple(companions.split()) if isinstance(companions, str) else companions
    asked = rs.FateRequest(bases_lost=lost, companions=named, **changes)
    return rs.ruleset.resolve(asked, dice=GivenDice(cards)).outcome


def alone(bases: int, hits: int, *cards: str, **changes: Any) -> Any:
    asked = rs.FateRequest(lone_mg_bases=bases, lone_mg_hits=hits, **changes)
    return rs.ruleset.resolve(asked, dice=GivenDice(cards)).outcome


@pytest.mark.rule("red_square", "fire-10-fate")
@pytest.mark.parametrize("rank", ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"])
@pytest.mark.parametrize("suit", ["H", "D", "C", "S"])
def test_every_card(rank: str, suit: str) -> None:
    became = "ok"
    if rank in ("J", "Q", "K"):
        became = "pinned" if suit in ("H", "D") else "removed"
    for companion in ("co", "commissar", "cheka", "mg"):
        assert draw(1, companion, rank + suit).fates == (became,)
    assert alone(1, 1, rank + suit).fates == (became,)


@pytest.mark.rule("red_square", "fire-10-fate", "equipment-draw-pile")
def test_a_joker_does_nothing() -> None:
    assert draw(2, "co", "*1", "*2").fates == ("ok",)
    assert alone(1, 1, "*1").fates == ("ok",)


@pytest.mark.rule("red_square", "fire-10-fate", "co-risk")
@pytest.mark.parametrize(
    ("cards", "became"),
    [
        (("QD", "9S"), "pinned"),
        (("KC",), "removed"),  # who is removed draws no more
        (("AS", "2H"), "ok"),
        (("QD", "KC"), "removed"),  # who is pinned draws on
        (("2H", "JS"), "removed"),
        (("2H", "JH"), "pinned"),
    ],
)
def test_a_commanding_officer_whose_unit_loses_two_bases(cards: tuple[str, ...], became: str) -> None:
    assert draw(2, "co", *cards).fates == (became,)


@pytest.mark.rule("red_square", "fire-10-fate", "co-risk")
def test_the_order_is_base_by_base_and_in_each_by_kind() -> None:
    # First base: CO, Commissar, CHEKA, both MGs; second base: all but the Commissar, who is gone.
    cards = ("JH", "KC", "2H", "3H", "QS", "4H", "QH", "KD")
    outcome = draw(2, "co commissar cheka mg mg", *cards)
    assert outcome.fates == ("pinned", "removed", "pinned", "pinned", "removed")
    asked = rs.FateRequest(bases_lost=2, companions=("co", "commissar", "cheka", "mg", "mg"))
    record = rs.ruleset.resolve(asked, dice=GivenDice(cards)).record
    purposes = [step.purpose for _, step in record.walk() if isinstance(step, RollStep)]
    assert purposes == [
        "fate of co 1, base 1",
        "fate of commissar 1, base 1",
        "fate of cheka 1, base 1",
        "fate of mg 1, base 1",
        "fate of mg 2, base 1",
        "fate of co 1, base 2",
        "fate of cheka 1, base 2",
        "fate of mg 1, base 2",
    ]
    assert {"fire-10-fate", "co-risk"} <= set(record.rules)


@pytest.mark.rule("red_square", "fire-10-fate", "co-risk")
def test_nobody_draws_without_a_base_lost_or_without_anybody_there() -> None:
    assert draw(0, "co mg").fates == ("ok", "ok")
    assert draw(3, "").fates == ()  # a CO in the next square is nobody's companion


@pytest.mark.rule("red_square", "fire-10-mg-alone")
@pytest.mark.parametrize(
    ("bases", "cards", "fates"),
    [
        (2, ("JS", "2H"), ("ok", "removed")),
        (2, ("JH", "2H"), ("pinned", "pinned")),  # a red one pins the whole company
        (2, ("JH", "KS", "2H"), ("pinned", "removed")),
        (2, ("JS", "KC"), ("removed", "removed")),
        (1, ("2H", "3H", "QC"), ("removed",)),
        (3, ("JS", "KC", "QH", "2S"), ("pinned", "removed", "removed")),
    ],
)
def test_machine_guns_alone_draw_for_every_hit(bases: int, cards: tuple[str, ...], fates: tuple[str, ...]) -> None:
    assert alone(bases, len(cards), *cards).fates == fates


@pytest.mark.rule("red_square", "fire-10-mg-alone")
def test_drawing_ends_with_the_last_machine_gun() -> None:
    assert alone(1, 4, "KC").fates == ("removed",)
    assert alone(2, 4, "KC", "2H", "KS").fates == ("removed", "removed")


@pytest.mark.rule("red_square", "equipment-draw-pile", "equipment-cards-dice")
def test_the_cards_of_a_game_are_told() -> None:
    assert draw(2, "co", "KH", "2S", deck=("2S", "KH"), discards=("3S",)).cards == ("KH", "2S")
    assert draw(2, "co", "KH", "3S", deck=("KH",), discards=("3S",)).cards == ("KH", "3S")
    assert alone(1, 2, "2S", "KC", deck=("2S", "KC")).cards == ("2S", "KC")
    assert draw(1, "co", "KH").cards == ()
    with pytest.raises(DiceError, match="KH is not in the pile"):
        draw(2, "co", "KH", "KH")
    with pytest.raises(IllegalRequestError, match="equipment-draw-pile"):
        draw(1, "co", "KH", deck=())


@pytest.mark.rule("red_square", "fire-10-fate", "fire-10-mg-alone", "equipment-cards-dice")
@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"bases_lost": 1, "companions": ("mg", "co")}, r"\$\.companions: .*fire-10-fate"),
        ({"bases_lost": 1, "companions": ("hq",)}, r"\$\.companions\[0\]"),
        ({"bases_lost": -1}, r"\$\.bases_lost: .*fire-10-fate"),
        ({"lone_mg_bases": 1, "bases_lost": 1}, r"\$\.lone_mg_bases: .*fire-10-mg-alone"),
        ({"lone_mg_bases": 1, "companions": ("co",)}, r"\$\.lone_mg_bases: .*fire-10-mg-alone"),
        ({"lone_mg_hits": 1}, r"\$\.lone_mg_hits: .*fire-10-mg-alone"),
        ({"deck": ("ZZ",)}, r"\$\.deck\[0\]: .*equipment-cards-dice"),
    ],
)
def test_what_contradicts_itself_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        rs.ruleset.resolve(rs.FateRequest(**fields), dice=GivenDice([]))


# ---------------------------------------------------------------- saving the guns


@pytest.mark.rule("red_square", "mg-save")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize(("bases", "most"), [(1, 2), (2, 4)])
def test_the_guns_are_saved_on_twice_their_bases(bases: int, most: int, face: int) -> None:
    outcome = rs.ruleset.resolve(rs.MgSaveRequest(bases=bases), dice=GivenDice([face])).outcome
    assert outcome.saved is (face <= most)


@pytest.mark.rule("red_square", "mg-save")
@pytest.mark.parametrize("bases", range(1, 7))
def test_three_bases_are_always_saved_without_a_throw(bases: int) -> None:
    odds = rs.ruleset.odds(rs.MgSaveRequest(bases=bases))
    assert odds.probability(lambda outcome: outcome.saved) == min(Fraction(1), Fraction(bases, 3))
    if bases >= 3:
        assert rs.ruleset.resolve(rs.MgSaveRequest(bases=bases), dice=GivenDice([])).outcome.saved


@pytest.mark.rule("red_square", "mg-save", "units-max-six")
@pytest.mark.parametrize("bases", [0, 7, -1])
def test_guns_that_are_not_there_are_not_saved(bases: int) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.bases: .*units-max-six"):
        rs.ruleset.resolve(rs.MgSaveRequest(bases=bases), dice=GivenDice([1]))


# ---------------------------------------------------------------- odds and laws


@pytest.mark.rule("red_square", "fire-10-fate", "equipment-draw-pile")
@pytest.mark.parametrize(("lost", "companions"), [(1, 1), (2, 1), (1, 3), (3, 2), (2, 3)])
def test_the_odds_are_those_of_every_card(lost: int, companions: int) -> None:
    expected: dict[tuple[str, ...], Fraction] = {}

    def go_on(place: int, fates: tuple[str, ...], cards: tuple[int, int, int], chance: Fraction) -> None:
        if place == lost * companions:
            expected[fates] = expected.get(fates, Fraction(0)) + chance
            return
        who = place % companions
        if fates[who] == "removed":
            go_on(place + 1, fates, cards, chance)
            return
        red, black, other = cards
        total = red + black + other

        def now(fate: str) -> tuple[str, ...]:
            return (*fates[:who], fate, *fates[who + 1 :])

        if red:
            go_on(place + 1, now("pinned"), (red - 1, black, other), chance * Fraction(red, total))
        if black:
            go_on(place + 1, now("removed"), (red, black - 1, other), chance * Fraction(black, total))
        go_on(place + 1, fates, (red, black, other - 1), chance * Fraction(other, total))

    go_on(0, ("ok",) * companions, (6, 6, 42), Fraction(1))
    named: Any = ("co", "commissar", "mg")[:companions]
    odds = rs.ruleset.odds(rs.FateRequest(bases_lost=lost, companions=named))
    assert {outcome.fates: chance for outcome, chance in odds.items()} == expected


@pytest.mark.rule("red_square", "fire-10-mg-alone", "equipment-draw-pile")
@pytest.mark.parametrize(("bases", "hits"), [(1, 1), (1, 4), (2, 3), (2, 5), (3, 2), (4, 6)])
def test_the_odds_of_machine_guns_alone(bases: int, hits: int) -> None:
    expected: dict[tuple[str, ...], Fraction] = {}

    def go_on(now: int, pinned: bool, left: int, cards: tuple[int, int, int], chance: Fraction) -> None:
        if now == 0 or left == 0:
            key = (("pinned" if pinned else "ok"),) * now + ("removed",) * (bases - now)
            expected[key] = expected.get(key, Fraction(0)) + chance
            return
        red, black, other = cards
        total = red + black + other
        if red:
            go_on(now, True, left - 1, (red - 1, black, other), chance * Fraction(red, total))
        if black:
            go_on(now - 1, pinned, left - 1, (red, black - 1, other), chance * Fraction(black, total))
        go_on(now, pinned, left - 1, (red, black, other - 1), chance * Fraction(other, total))

    go_on(bases, False, hits, (6, 6, 42), Fraction(1))
    odds = rs.ruleset.odds(rs.FateRequest(lone_mg_bases=bases, lone_mg_hits=hits))
    assert {outcome.fates: chance for outcome, chance in odds.items()} == expected


@pytest.mark.rule("red_square", "fire-10-fate", "equipment-draw-pile")
@settings(deadline=None)
@given(st.integers(0, 4), st.integers(0, 5), st.integers())
def test_nobody_draws_a_card_that_is_gone(lost: int, companions: int, seed: int) -> None:
    deck = tuple(one.code for one in Deck.standard())
    named: Any = ("mg",) * companions
    asked = rs.FateRequest(bases_lost=lost, companions=named, deck=deck)
    resolution = rs.ruleset.resolve(asked, dice=SeededDice(seed))
    cards = resolution.outcome.cards
    assert len(set(cards)) == len(cards) <= lost * companions
    removed = resolution.outcome.fates.count("removed")
    assert removed == len([code for code in cards if code in ("JC", "QC", "KC", "JS", "QS", "KS")])
    assert rs.ruleset.resolve(asked, dice=GivenDice(resolution.dice)).outcome == resolution.outcome
