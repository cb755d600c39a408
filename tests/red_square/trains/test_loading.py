"""Going aboard a train, and getting off."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_trains import board, enemy, sailors, train

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs


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
