"""Armoured trains: their cards, their rails, and the unit that they carry."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareGrid, SquareMap, SquareWay
from rcw_rules.red_square.trains import along_the_track, rail_moves

OCCUPANCY = rs.ruleset.charts["occupancy"]


def board(*track: tuple[int, int]) -> SquareMap:
    squares = track or tuple((column, 2) for column in range(8))
    return SquareMap(title="A line", grid=SquareGrid(columns=8, rows=6), railways=(SquareWay(squares=squares),))


def train(**changes: Any) -> rs.Unit:
    fields: dict[str, Any] = {"square": (3, 2), "facing": "E", "guns": "heavy", "order": "attack"} | changes
    return rs.Unit(name="Train", side="red", kind="train", **fields)


def sailors(**changes: Any) -> rs.Unit:
    fields: dict[str, Any] = {"kind": "infantry", "bases": 4, "formation": "masses", "order": "attack"} | changes
    return rs.Unit(name="Sailors", side="red", **fields)


def enemy(square: tuple[int, int]) -> rs.Unit:
    return rs.Unit(
        name="Officers", side="white", kind="infantry", square=square, bases=4, formation="waves", order="attack"
    )


def activation(**changes: Any) -> rs.TrainActivationRequest:
    fields: dict[str, Any] = {"cards": ("KS", "3H"), **changes}
    return rs.TrainActivationRequest(**fields)


def acts(request: rs.TrainActivationRequest, *faces: int) -> rs.TrainActivationOutcome:
    return rs.ruleset.resolve(request, dice=GivenDice(faces)).outcome


# ---------------------------------------------------------------- its cards and its test


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


# ---------------------------------------------------------------- its rails


def reached(field: rs.Field) -> set[tuple[int, int]]:
    return {move.path[-1] for move in rail_moves(field, field.unit("Train"), OCCUPANCY)}


@pytest.mark.rule("red_square", "train-3-movement", "train-1-square")
def test_it_goes_as_far_as_the_track_either_way() -> None:
    assert reached(rs.Field(board=board(), units=(train(),))) == {(c, 2) for c in range(8)} - {(3, 2)}


@pytest.mark.rule("red_square", "train-3-movement")
def test_broken_track_and_enemies_and_trains_stop_it() -> None:
    short = board((2, 2), (3, 2), (4, 2))
    assert reached(rs.Field(board=short, units=(train(),))) == {(2, 2), (4, 2)}
    barred = rs.Field(board=board(), units=(train(), enemy((5, 2))))
    assert reached(barred) == {(0, 2), (1, 2), (2, 2), (4, 2)}
    other = evolve(train(square=(1, 2)), name="Other")
    assert reached(rs.Field(board=board(), units=(train(), other))) == {(2, 2), *((c, 2) for c in range(4, 8))}


@pytest.mark.rule("red_square", "train-3-movement", "occ-table")
def test_it_goes_through_friends_and_ends_with_those_who_have_room() -> None:
    lorries = rs.Unit(name="Lorries", side="red", kind="truck", square=(5, 2), bases=3, order="defend")
    field = rs.Field(board=board(), units=(train(), sailors(square=(4, 2)), lorries))
    # A battalion shares its square with a train; three lorries do not.
    assert reached(field) == {(0, 2), (1, 2), (2, 2), (4, 2), (6, 2), (7, 2)}


@pytest.mark.rule("red_square", "train-2-armament", "train-3-movement")
@pytest.mark.parametrize(
    ("facing", "step", "then"),
    [("E", "E", "E"), ("E", "W", "E"), ("E", "NE", "NE"), ("E", "SW", "NE"), ("NE", "SE", "SE"), ("N", "SW", "NE")],
)
def test_it_is_never_turned_round(facing: Any, step: Any, then: str) -> None:
    assert along_the_track(facing, step) == then


# ---------------------------------------------------------------- loading


def loaded(**changes: Any) -> rs.BoardingRequest:
    units = changes.pop("units", (train(), sailors(carried_by="Train")))
    fields: dict[str, Any] = {"train": "Train", "unit": "Sailors", "square": (3, 3), "facing": "N"} | changes
    return rs.BoardingRequest(field=rs.Field(board=board(), units=units), **fields)


def boards(request: rs.BoardingRequest) -> rs.BoardingOutcome:
    return rs.ruleset.resolve(request, dice=GivenDice([])).outcome


@pytest.mark.rule("red_square", "train-5-carrying")
@pytest.mark.parametrize(
    ("changes", "formation"),
    [
        ({}, "masses"),
        ({"kind": "cavalry", "formation": "mounted"}, "mounted"),
        ({"kind": "artillery", "formation": "limbered", "guns": "qf_gun", "order": None, "bases": 2}, "limbered"),
    ],
)
def test_who_gets_off_is_formed_up_and_waits_for_the_next_turn(changes: dict[str, Any], formation: str) -> None:
    outcome = boards(loaded(units=(train(), sailors(carried_by="Train", **changes)), facing="NW"))
    unit = outcome.unit
    assert (unit.square, unit.facing, unit.formation, unit.carried_by) == ((3, 3), "NW", formation, "")
    assert unit.this_turn.is_over
    assert outcome.train.this_turn.is_over


@pytest.mark.rule("red_square", "train-5-carrying")
@pytest.mark.parametrize("square", [(3, 2), (3, 3)])
def test_who_goes_aboard_leaves_the_table(square: tuple[int, int]) -> None:
    unit = boards(loaded(units=(train(), sailors(square=square)), square=None)).unit
    assert (unit.square, unit.carried_by, unit.this_turn.is_over) == (None, "Train", True)


@pytest.mark.parametrize(
    ("request_", "rule", "path"),
    [
        (loaded(band="1-0"), "act-table", "$.band"),
        (
            loaded(units=(train(this_turn=rs.ThisTurn(fired=True)), sailors(carried_by="Train"))),
            "train-5-carrying",
            "$.train",
        ),
        (
            loaded(units=(train(this_turn=rs.ThisTurn(moved=True)), sailors(carried_by="Train"))),
            "train-5-carrying",
            "$.train",
        ),
        (loaded(units=(train(rings=4), sailors(carried_by="Train"))), "train-7-hits", "$.train"),
        (loaded(square=(3, 4)), "train-5-carrying", "$.square"),
        (
            loaded(
                units=(train(), sailors(square=(3, 3)), evolve(sailors(carried_by="Train"), name="Others")),
                square=None,
            ),
            "train-5-carrying",
            "$.unit",
        ),
        (loaded(units=(train(), sailors(square=(3, 3), formation="waves")), square=None), "train-5-carrying", "$.unit"),
        (loaded(units=(train(), sailors(square=(3, 4))), square=None), "train-5-carrying", "$.unit"),
        (
            loaded(units=(train(), sailors(square=(3, 3), this_turn=rs.ThisTurn(activations=1))), square=None),
            "train-5-carrying",
            "$.unit",
        ),
        (
            loaded(
                units=(train(), sailors(square=(3, 3), kind="mg", bases=2, formation=None, order=None, accompanies="X"),
                       evolve(sailors(square=(4, 4)), name="X")),
                square=None,
            ),
            "train-5-carrying",
            "$.unit",
        ),
        (
            loaded(units=(train(), sailors(carried_by="Train"), enemy((3, 3)))),
            "occ-table",
            "$.square",
        ),
    ],
    ids=[
        "score", "fired", "moved", "damaged", "far off", "two aboard", "waves", "too far", "acted", "MGs", "enemy",
    ],
)  # fmt: skip
@pytest.mark.rule("red_square", "train-5-carrying")
def test_loading_is_refused(request_: rs.BoardingRequest, rule: str, path: str) -> None:
    with pytest.raises(IllegalRequestError) as caught:
        boards(request_)
    assert (rule, path) in [(one.rule, one.path) for one in caught.value.verdict.objections]


@pytest.mark.rule("red_square", "train-5-carrying", "bad-input")
@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"train": "Sailors"}, "$.train"),
        ({"unit": "Nobody"}, "$.unit"),
        ({"square": None}, "$.unit"),
        ({"square": (9, 9)}, "$.square"),
        ({"units": (train(), sailors(square=(4, 4)))}, "$.unit"),
    ],
)
def test_malformed_loading(changes: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        boards(loaded(**changes))
    assert path in [problem.path for problem in caught.value.problems]
