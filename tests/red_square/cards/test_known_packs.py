"""Exact odds from the cards of a game: what a rule does not tell apart is counted together."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from red_square_shots import duel, mission

from rcw_rules import GivenDice, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.caches import Cache
from rcw_rules.kernel.cards import Deck
from rcw_rules.kernel.limits import UNHURRIED, Meter
from rcw_rules.kernel.odds import ExactUmpire
from rcw_rules.kernel.record import RollStep
from rcw_rules.red_square.cards import CardQuestion, colour, court, fresh_pack, is_heart
from rcw_rules.red_square.cards.pack import kind_of
from rcw_rules.red_square.fire import vehicles
from rcw_rules.red_square.units import barbed_wire, buildings

GUNS: tuple[Any, ...] = ("light_gun",) * 4
QUESTIONS: tuple[Any, ...] = (
    rs.WireRequest(hits=3),
    rs.BuildingFireRequest(material="stone", hiding=True),
    rs.BuildingFireRequest(material="wood"),
    rs.SpadeRequest(kind="armoured_car", quality="poor"),
    rs.FateRequest(bases_lost=1, companions=("co", "mg")),
    rs.FateRequest(lone_mg_bases=2, lone_mg_hits=3),
    rs.VehicleHitsRequest(kind="light_tank", bases=2, marker_weapons=(*GUNS[:1], "mg"), unplayed_cards=1),
    rs.VehicleHitsRequest(kind="truck", bases=2, marker_weapons=GUNS[:1]),
    rs.TrainHitsRequest(rings=3, marker_weapons=("qf_gun", "light_gun")),
    rs.ActivationResultRequest(
        kind="infantry", formation="waves", order="attack", score=2, state="off_table", under_fire=False
    ),
)
REST, GONE = ("KH", "QH", "2C", "AS"), ("3H", "JC", "*1", "QD")


def unnamed(odds: Any) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for outcome, chance in odds.items():
        key = evolve(outcome, cards=())
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def by_single_cards(request: Any, ruleset: Any = rs.ruleset) -> Any:
    return ExactUmpire(ruleset, {}, Cache(None), Meter(UNHURRIED), grouped=False).distribution(request)


@pytest.mark.rule("red_square", "equipment-draw-pile")
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: type(one).__name__)
def test_grouped_odds_are_those_of_single_cards(question: Any) -> None:
    asked = evolve(question, deck=REST[:2], discards=GONE)  # drawing on shuffles the discards
    odds = rs.ruleset.odds(asked, limits=UNHURRIED)
    assert dict(odds.items()) == unnamed(by_single_cards(asked))


@pytest.mark.rule("red_square", "equipment-draw-pile")
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda one: type(one).__name__)
def test_a_full_pack_has_the_odds_of_a_fresh_one(question: Any) -> None:
    named = evolve(question, deck=fresh_pack())
    assert rs.ruleset.odds(named) == rs.ruleset.odds(question)


@pytest.mark.rule("red_square", "equipment-draw-pile", "opt-second-heart")
def test_what_is_inside_another_question_goes_on_with_the_right_cards() -> None:
    ruleset = rs.ruleset.with_options(second_heart=True)
    on = duel("infantry", range_=2)
    asked = mission(on, moved=True, card="5H", deck=REST, discards=GONE)
    ruleset.odds(rs.FateRequest(bases_lost=1, companions=("co",), deck=REST, discards=GONE))
    assert unnamed(ruleset.odds(asked)) == unnamed(by_single_cards(asked, ruleset))


@pytest.mark.rule("red_square", "equipment-draw-pile")
def test_odds_inside_and_alone_are_kept_apart() -> None:
    asked = rs.WireRequest(hits=2, deck=REST, discards=GONE)
    umpire: ExactUmpire[Any] = ExactUmpire(rs.ruleset, {}, Cache(None), Meter(UNHURRIED))
    assert {outcome.cards for outcome in umpire.distribution(asked).outcomes} == {()}
    inside = umpire._work_out(asked)
    assert all(len(outcome.cards) == 2 for outcome in inside.outcomes)
    assert {outcome.cards for outcome in umpire.distribution(asked).outcomes} == {()}


@pytest.mark.rule("red_square", "equipment-draw-pile")
def test_no_question_tells_two_cards_of_a_kind_apart() -> None:
    cells = ("H, D", "S")
    questions: list[CardQuestion] = [colour, court, is_heart, barbed_wire._red_court, buildings._red]
    questions += [vehicles._question(cells, low, alike) for low in (False, True) for alike in (False, True)]
    for question in questions:
        answers: dict[str, set[str]] = {}
        for one in Deck.standard().cards:
            answers.setdefault(kind_of(one), set()).add(question(one))
        assert all(len(found) == 1 for found in answers.values())


@pytest.mark.rule("red_square", "equipment-draw-pile", "art-wire")
def test_what_is_played_still_names_its_cards() -> None:
    asked = rs.WireRequest(hits=2, deck=fresh_pack())
    resolution = rs.ruleset.resolve(asked, dice=GivenDice(["QH", "KD"]))
    assert (resolution.outcome.removed, resolution.outcome.cards) == (True, ("QH", "KD"))
    burning = rs.BuildingFireRequest(material="wood", deck=fresh_pack())
    steps = rs.ruleset.resolve(burning, dice=GivenDice(["QH"])).record.walk()
    assert [step.value for _, step in steps if isinstance(step, RollStep)] == ["QH"]
    assert len(rs.ruleset.outcome(asked, dice=SeededDice(1)).cards) == 2
    assert all(len(told.cards) == 2 for told in rs.ruleset.sample(asked, 20, seed=1))
