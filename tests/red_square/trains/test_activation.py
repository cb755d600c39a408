"""The cards and the test of an armoured train."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_square as rs


def activation(**changes: Any) -> rs.TrainActivationRequest:
    fields: dict[str, Any] = {"cards": ("KS", "3H"), **changes}
    return rs.TrainActivationRequest(**fields)


def acts(request: rs.TrainActivationRequest, *faces: int) -> rs.TrainActivationOutcome:
    return rs.ruleset.resolve(request, dice=GivenDice(faces)).outcome


@pytest.mark.rule("red_square", "train-4-cards")
@pytest.mark.parametrize(
    ("cards", "kept"),
    [(("KS", "3H"), "3H"), (("AS", "2H"), "AS"), (("7S", "7H"), "7H"), (("*1", "KD"), "KD")],
    ids=["lower", "ace low", "hearts first", "joker last"],
)
def test_it_keeps_the_card_that_is_played_first(cards: tuple[str, str], kept: str) -> None:
    assert acts(activation(cards=cards)).card == kept


@pytest.mark.rule("red_square", "train-4-cards")
def test_its_owner_may_keep_the_other_card() -> None:
    resolution = rs.ruleset.resolve(
        activation(), dice=GivenDice([]), choices={"train_card": lambda cards, alternatives: "KS"}
    )
    assert resolution.outcome.card == "KS"


@pytest.mark.rule("red_square", "train-3-movement", "train-5-carrying")
def test_a_fresh_train_may_do_anything_once() -> None:
    assert acts(activation()).actions == ("move", "fire", "hold_fire", "board")
    assert acts(activation(carries="artillery")).actions == ("move", "fire", "hold_fire", "unload")


@pytest.mark.rule("red_square", "train-3-movement")
def test_a_train_that_has_moved_does_not_fire_or_load() -> None:
    assert acts(activation(has_moved=True, carries="infantry")).actions == ("move",)


@pytest.mark.rule("red_square", "train-5-carrying")
def test_a_train_that_has_fired_does_not_load_or_move() -> None:
    assert acts(activation(has_acted=True, carries="infantry")).actions == ()


@pytest.mark.rule("red_square", "train-4-cards", "turn-5-test-needed")
@pytest.mark.parametrize(
    ("face", "band", "must_retreat", "actions"),
    [
        (1, "below0", True, ()),  # 1 - 2 = -1
        (3, "1-0", False, ("fire", "hold_fire")),
        (4, "2+", False, ("move", "fire", "hold_fire", "board")),
    ],
)
def test_it_is_tested_by_itself(face: int, band: str, must_retreat: bool, actions: tuple[str, ...]) -> None:
    outcome = acts(activation(markers=2), face)
    assert (outcome.band, outcome.must_retreat, outcome.actions) == (band, must_retreat, actions)


@pytest.mark.rule("red_square", "turn-5-test-needed")
def test_going_next_to_the_enemy_takes_a_test() -> None:
    assert acts(activation(enters_enemy_adjacent=True), 1).band == "1-0"
    assert acts(activation()).band == "automatic"


@pytest.mark.rule("red_square", "train-7-hits")
def test_four_rings_send_it_back_and_five_end_it() -> None:
    damaged = acts(activation(rings=4), 6)
    assert (damaged.band, damaged.must_retreat, damaged.actions) == ("2+", True, ())
    disabled = acts(activation(rings=5))
    assert (disabled.band, disabled.must_retreat, disabled.actions) == (None, False, ())


@pytest.mark.rule("red_square", "train-4-cards", "turn-5b-deductions")
def test_exact_odds_of_its_activation() -> None:
    # An elite train with 3 markers scores d6 - 2: below 0 on a 1, 0 or 1 on 2 and 3, 2 or more on 4 to 6.
    bands = rs.ruleset.odds(activation(markers=3, quality="elite")).map(lambda outcome: str(outcome.band))
    assert dict(bands.items()) == {"below0": Fraction(1, 6), "1-0": Fraction(2, 6), "2+": Fraction(3, 6)}


@pytest.mark.rule("red_square", "train-4-cards", "train-5-carrying")
@pytest.mark.parametrize(
    ("changes", "path", "rule"),
    [
        ({"cards": ("KS",)}, "$.cards", "train-4-cards"),
        ({"cards": ("KS", "1H")}, "$.cards[1]", "equipment-cards-dice"),
        ({"rings": 6}, "$.rings", "train-7-hits"),
        ({"carries": "mg"}, "$.carries", "train-5-carrying"),
    ],
)
def test_malformed(changes: dict[str, Any], path: str, rule: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        acts(activation(**changes))
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [(path, rule)]
