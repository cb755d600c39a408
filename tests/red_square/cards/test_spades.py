"""Spades: breakdowns, poor troops that are driven on, and tanks that get stuck."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_square as rs


def spade(kind: Any, *faces: Any, choices: Any = None, **fields: Any) -> rs.SpadeOutcome:
    request = rs.SpadeRequest(kind=kind, **fields)
    return rs.ruleset.resolve(request, dice=GivenDice(list(faces)), choices=choices or {}).outcome


@pytest.mark.rule("red_square", "turn-6-spades-breakdown", "equipment-draw-pile")
@pytest.mark.parametrize("kind", ["armoured_car", "light_tank", "heavy_tank", "truck"])
@pytest.mark.parametrize(("card", "breaks"), [("9C", True), ("2S", True), ("9D", False), ("KH", False), ("*1", False)])
def test_a_vehicle_breaks_down_on_a_black_card(kind: Any, card: str, breaks: bool) -> None:
    found = spade(kind, card)
    assert (found.broken_down, found.may_move_or_rally, found.cards) == (breaks, not breaks, ())
    assert spade(kind, card, deck=(card, "3D")).cards == (card,)


@pytest.mark.rule("red_square", "turn-6-spades-breakdown")
@pytest.mark.parametrize("kind", ["tchanka", "train", "infantry", "cavalry", "artillery", "mg"])
def test_nothing_else_breaks_down(kind: Any) -> None:
    assert spade(kind) == rs.SpadeOutcome()


@pytest.mark.rule("red_square", "turn-6-spades-breakdown", "equipment-draw-pile")
def test_the_odds_of_a_breakdown_are_those_of_black_cards() -> None:
    odds = rs.ruleset.odds(rs.SpadeRequest(kind="truck"))
    assert {one.broken_down: chance for one, chance in odds.items()} == {
        True: Fraction(26, 54),
        False: Fraction(28, 54),
    }


@pytest.mark.rule("red_square", "turn-6-spades-poor")
def test_poor_units_of_every_kind_stay() -> None:
    for kind in ("infantry", "cavalry", "artillery"):
        assert not spade(kind, quality="poor").may_move_or_rally
        assert spade(kind, quality="elite").may_move_or_rally
    assert not spade("truck", "9D", quality="poor").may_move_or_rally
    for fields in ({"political_help": True, "wants_it": False}, {"side": "white"}):
        assert spade("infantry", quality="poor", **fields) == rs.SpadeOutcome(may_move_or_rally=False)
    assert not spade("cavalry", quality="poor", political_help=True).may_move_or_rally


@pytest.mark.rule("red_square", "turn-6-commissar")
@pytest.mark.parametrize(("faces", "markers"), [((6, 2), 4), ((5, 5), 0), ((1, 6), 5)])
def test_a_commissar_drives_poor_infantry_on_at_a_price(faces: tuple[int, int], markers: int) -> None:
    found = spade("infantry", *faces, quality="poor", political_help=True)
    assert found == rs.SpadeOutcome(ignored=True, markers=markers)


@pytest.mark.rule("red_square", "turn-6-commissar")
def test_by_default_a_shaken_unit_is_spared() -> None:
    poor: dict[str, Any] = {"quality": "poor", "political_help": True}
    for fields in ({"markers": 1}, {"bases_removed": 1}, {"hid_last_turn": True}):
        assert not spade("infantry", **poor, **fields).ignored
        yes = {"ignore_spade": lambda driven, alternatives: True}
        assert spade("infantry", 3, 1, choices=yes, **poor, **fields).markers == 2
    no = {"ignore_spade": lambda driven, alternatives: False}
    assert spade("infantry", choices=no, **poor) == rs.SpadeOutcome(may_move_or_rally=False)


@pytest.mark.rule("red_square", "turn-6-commissar")
def test_the_odds_of_the_price_are_those_of_every_face() -> None:
    expected = Counter(abs(one - other) for one, other in product(range(1, 7), repeat=2))
    odds = rs.ruleset.odds(rs.SpadeRequest(kind="infantry", quality="poor", political_help=True))
    found = {one.markers: chance for one, chance in odds.items()}
    assert found == {markers: Fraction(weight, 36) for markers, weight in expected.items()}


@pytest.mark.rule("red_square", "turn-6-commissar", "equipment-cards-dice")
def test_wrong_spades_are_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.political_help: .*org-command-figures"):
        spade("infantry", side="white", political_help=True)
    with pytest.raises(InvalidRequestError, match=r"\$\.discards\[0\]: .*equipment-cards-dice"):
        spade("truck", discards=("0H",))


@pytest.mark.rule("red_square", "turn-suits-summary", "move-unbog")
@pytest.mark.parametrize(
    ("kind", "card", "free"),
    [
        ("light_tank", "2C", True),
        ("light_tank", "2S", True),
        ("light_tank", "2H", False),
        ("light_tank", "2D", False),
        ("light_tank", "*1", False),
        ("heavy_tank", "2C", False),
        ("heavy_tank", "2S", True),
        ("heavy_tank", "2H", False),
        ("heavy_tank", "2D", False),
    ],
)
def test_which_cards_free_a_tank(kind: Any, card: str, free: bool) -> None:
    request = rs.SuitEffectsRequest(kind=kind, card=card, bogged=True)
    effects = rs.ruleset.resolve(request, dice=GivenDice([])).outcome
    assert (effects.unbogs, effects.bogs_in_closed) == (free, False)
    assert effects.breakdown_draw is (card == "2S")
    asked = rs.BogRequest(kind=kind, card=card, bogged=True)
    outcome = rs.ruleset.resolve(asked, dice=GivenDice([])).outcome
    assert (outcome.bogged, outcome.may_move) == (not free, False)


@pytest.mark.rule("red_square", "move-bog")
@pytest.mark.parametrize("kind", ["light_tank", "heavy_tank"])
@pytest.mark.parametrize(
    ("card", "closed", "bogged"),
    [("4S", True, True), ("4S", False, False), ("4C", True, False), ("4H", True, False), ("*1", True, False)],
)
def test_a_tank_bogs_in_closed_terrain_on_a_spade(kind: Any, card: str, closed: bool, bogged: bool) -> None:
    request = rs.BogRequest(kind=kind, card=card, tries_closed_step=closed)
    outcome = rs.ruleset.resolve(request, dice=GivenDice([])).outcome
    assert (outcome.bogged, outcome.may_move) == (bogged, not bogged)


@pytest.mark.rule("red_square", "move-unbog", "move-bog", "formations-list")
def test_wrong_tanks_are_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.tries_closed_step: .*move-unbog"):
        rs.ruleset.resolve(
            rs.BogRequest(kind="light_tank", card="4S", bogged=True, tries_closed_step=True), dice=GivenDice([])
        )
    with pytest.raises(InvalidRequestError, match=r"\$\.bogged: .*move-bog"):
        rs.ruleset.resolve(rs.SuitEffectsRequest(kind="truck", card="4S", bogged=True), dice=GivenDice([]))
    with pytest.raises(InvalidRequestError, match=r"\$\.formation: .*formations-list"):
        rs.ruleset.resolve(rs.SuitEffectsRequest(kind="infantry", card="4S"), dice=GivenDice([]))


@pytest.mark.rule("red_square", "opt-second-heart", "turn-suits-summary")
def test_with_the_option_a_heart_is_drawn_as_well() -> None:
    request = rs.SuitEffectsRequest(kind="infantry", formation="waves", card="9H")
    resolution = rs.ruleset.resolve(request, dice=GivenDice([]))
    assert not resolution.outcome.draws_second_heart
    assert "opt-second-heart" in resolution.record.rules
    strict = rs.ruleset.with_options(second_heart=True)
    assert strict.resolve(request, dice=GivenDice([])).outcome.draws_second_heart
    on_a_club = rs.SuitEffectsRequest(kind="infantry", formation="waves", card="9C")
    assert strict.resolve(on_a_club, dice=GivenDice([])).outcome == rs.SuitEffectsOutcome()
    assert "opt-second-heart" not in strict.resolve(on_a_club, dice=GivenDice([])).record.rules
