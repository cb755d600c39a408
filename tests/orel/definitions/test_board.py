"""The friendly edges of the board, and what is off it."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from fuzzing.questions import ask

from rcw_rules import IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules.kernel.geometry import HexGrid, HexMap
from rcw_rules.kernel.geometry.hexes import Railway
from rcw_rules.orel import AdvanceRequest, TrainContactRequest, Unit, ruleset
from rcw_rules.orel.definitions import is_friendly_edge, off_the_rails
from rcw_rules.orel.model import GRID

# -------------------------------------------------------------------- edges


@pytest.mark.rule("orel", "1.2-board-edges")
@pytest.mark.parametrize(
    ("place", "red", "white"),
    [
        ("2920", False, True),
        ("0118", True, False),
        ("3205", False, False),
        ("0120", True, True),
        ("0101", True, False),
        ("1701", True, False),
        ("3201", True, False),
        ("3220", False, True),
        ("1710", False, False),
    ],
)
def test_friendly_edges(place: str, red: bool, white: bool) -> None:
    assert (is_friendly_edge(place, "red"), is_friendly_edge(place, "white")) == (red, white)


# -------------------------------------------------------------------- off the board

CORNER = HexMap(title="a corner", grid=HexGrid(columns=1, rows=1))


def refused(request: Any, board: HexMap) -> list[tuple[str, str]]:
    """Return the rules and the paths that dice name on the option's board."""
    with pytest.raises(IllegalRequestError) as caught:
        ruleset.with_options(board=board).resolve(request, dice=SeededDice(1))
    return [(objection.rule, objection.path) for objection in caught.value.objections]


@pytest.mark.rule("orel", "X-bad-units")
def test_hexes_off_the_board_of_the_options_are_named() -> None:
    far = Unit(key="a", side="red", type="infantry", hex="1010", tq=4, strength=4)
    near = evolve(far, hex="0101")
    beside = AdvanceRequest(hex="0102", attackers=(near,), phase="cohesion")
    assert refused(beside, CORNER) == [("X-bad-units", "$.hex")]
    request = AdvanceRequest(hex="1009", attackers=(far,), phase="cohesion")
    assert refused(request, CORNER) == [("X-bad-units", "$.hex"), ("X-bad-units", "$.attackers[0].hex")]
    assert ruleset.with_options(board=HexMap(title="wide", grid=HexGrid(columns=10, rows=10))).verdict(request)
    assert ruleset.with_options(board=CORNER).verdict(evolve(request, board=HexMap(title="printed", grid=GRID)))


@pytest.mark.rule("orel", "X-bad-units")
def test_a_train_is_found_wherever_a_request_holds_it() -> None:
    train = Unit(key="t", side="red", type="armoured_train_light", hex="0101", fire=2)
    on_foot = Unit(key="a", side="red", type="infantry", hex="0101", tq=4, strength=4)
    bare = HexMap(title="two, without rails", grid=HexGrid(columns=1, rows=2))
    listed = AdvanceRequest(hex="0102", attackers=(on_foot, train), phase="cohesion")
    alone = TrainContactRequest(train=train, target="0102", attacking=("0101",))
    for request, path in ((listed, ".attackers[1].hex"), (alone, ".train.hex")):
        assert [(problem.path, problem.rule) for problem in off_the_rails(request, bare)] == [(path, "X-bad-units")]
        assert not list(off_the_rails(request, evolve(bare, railways=(Railway(hexes=("0101", "0102")),))))


@pytest.mark.rule("orel", "X-bad-units")
def test_lists_of_hexes_are_looked_through() -> None:
    train = Unit(key="t", side="red", type="armoured_train_light", hex="0101", fire=2)
    request = TrainContactRequest(train=train, target="0102", attacking=("0101", "0201"), next_hexes=("0102",))
    two = HexMap(title="two", grid=HexGrid(columns=1, rows=2), railways=(Railway(hexes=("0101", "0102")),))
    assert refused(request, two) == [("X-bad-units", "$.attacking[1]")]


@pytest.mark.rule("orel", "X-bad-units")
@pytest.mark.parametrize("procedure", ruleset.procedures, ids=lambda procedure: procedure.id)
def test_no_question_leaves_the_board_of_the_options(procedure: Any) -> None:
    ask(ruleset.with_options(board=CORNER), procedure.example, seed=1)


@pytest.mark.rule("orel", "D-map")
def test_the_terrain_of_all_other_hexes_is_a_word_of_the_rules_too() -> None:
    with pytest.raises(InvalidRequestError) as caught:
        ruleset.with_options(board=evolve(CORNER, default_terrain="steppe"))
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [("$.board.default_terrain", "D-map")]
    assert ruleset.with_options(board=evolve(CORNER, default_terrain="forest")).options.board is not None
