"""Armoured trains that stand on a board, but not on its railroads: every question refuses them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from orel_phases import attack, convoi, phase
from orel_units import FIGURES

from rcw_rules import IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, Railway, TerrainArea
from rcw_rules.kernel.procedures import Request
from rcw_rules.orel.supply import MunitionsAction

BOARD = HexMap(
    title="a line", grid=HexGrid(columns=32, rows=20), railways=(Railway(hexes=("1008", "1009", "1010", "1011")),)
)


def of(kind: str, key: str, place: str, side: Any = "red", **changes: Any) -> game.Unit:
    return game.Unit(**{"key": key, "side": side, "type": kind, "hex": place, **FIGURES[kind], **changes})


RED, WHITE = of("infantry", "R", "1009"), of("infantry", "W", "1010", "white")
FOE = of("armoured_train_light", "foe", "1010", "white")
DEPOT = convoi("depot", "red", "1007")

Ask = Callable[[game.Unit, Any], Request[Any]]

ASKED: dict[str, tuple[str, Ask]] = {
    "combat": (
        "$.others[0].hex",
        lambda train, board: game.CombatRequest(
            hex="1010", attackers=(RED,), defenders=(WHITE,), others=(train,), board=board
        ),
    ),
    "combat_phase": (
        "$.units[2].hex",
        lambda train, board: phase(RED, WHITE, train, attacks=(attack("1010", "R"),), board=board),
    ),
    "cohesion_check": (
        "$.bystanders[0].hex",
        lambda train, board: game.CohesionRequest(
            attackers=(evolve(RED, hex=train.hex),), defenders=(WHITE,), bystanders=(train,), board=board
        ),
    ),
    "barrage": (
        "$.firer.unit.hex",
        lambda train, board: game.BarrageRequest(
            firer=game.Firer(unit=train), target="W", hex=game.TargetHex(units=(WHITE,)), board=board
        ),
    ),
    "rail_control": (
        "$.units[0].hex",
        lambda train, board: game.RailControlRequest(side="red", units=(train,), board=board),
    ),
    "supply_trace": (
        "$.others[0].hex",
        lambda train, board: game.SupplyTraceRequest(unit=RED, depot=DEPOT, others=(train,), board=board),
    ),
    "depot_status": (
        "$.units[0].hex",
        lambda train, board: game.DepotStatusRequest(depot=DEPOT, units=(train,), board=board),
    ),
    "munitions": (
        "$.units[1].hex",
        lambda train, board: game.MunitionsRequest(
            side="red", units=(RED, train), actions=(MunitionsAction(type="hasty", units=("R",)),), board=board
        ),
    ),
    "turn": (
        "$.units[0].hex",
        lambda train, board: game.TurnRequest(
            moment=game.Moment(day=16, player="red", step="markers"), units=(train,), board=board
        ),
    ),
    "movement": (
        "$.unit.hex",
        lambda train, board: game.MovementRequest(unit=train, board=board),
    ),
    "declare_attack": (
        "$.unit.hex",
        lambda train, board: game.DeclareAttackRequest(
            unit=train, action="support", target="1010", others=(RED, WHITE), board=board
        ),
    ),
    "train_contact": (
        "$.train.hex",
        lambda train, board: game.TrainContactRequest(train=train, target="1010", attacking=("1009",), board=board),
    ),
    "train_duel": (
        "$.attacker.hex",
        lambda train, board: game.TrainDuelRequest(attacker=train, defender=FOE, day=16, board=board),
    ),
    "train_capture": ("$.train.hex", lambda train, board: game.TrainCaptureRequest(train=train, board=board)),
}


@pytest.mark.rule("orel", "X-bad-units")
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("kind", ["armoured_train_light", "armoured_train_heavy"])
def test_a_train_off_the_rails_is_refused_and_one_on_them_is_not(asked: str, kind: str) -> None:
    path, ask = ASKED[asked]
    on, off = of(kind, "train", "1009"), of(kind, "train", "0909")
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(ask(off, BOARD), dice=SeededDice(1))
    assert [(one.path, one.rule) for one in caught.value.problems] == [(path, "X-bad-units")]
    game.ruleset.resolve(ask(on, BOARD), dice=SeededDice(1))


@pytest.mark.rule("orel", "X-bad-units")
@pytest.mark.parametrize("asked", [name for name in ASKED if name != "cohesion_check"])
def test_the_board_of_the_options_refuses_it_as_well(asked: str) -> None:
    path, ask = ASKED[asked]
    rules = game.ruleset.with_options(board=BOARD)
    on, off = of("armoured_train_light", "train", "1009"), of("armoured_train_light", "train", "0909")
    with pytest.raises(IllegalRequestError) as caught:
        rules.resolve(ask(off, None), dice=SeededDice(1))
    assert (path, "X-bad-units") in [(one.path, one.rule) for one in caught.value.objections]
    assert rules.verdict(ask(on, None))


@pytest.mark.rule("orel", "X-bad-units")
def test_without_a_board_and_off_the_map_no_rails_are_asked_for() -> None:
    train = of("armoured_train_light", "train", "0909")
    request = game.CombatRequest(hex="1010", attackers=(RED,), defenders=(WHITE,), others=(train,))
    assert game.ruleset.verdict(request)
    away = of("armoured_train_light", "train", "0909", hex=None)
    assert game.ruleset.verdict(game.RailControlRequest(side="red", units=(away,), board=BOARD))


@pytest.mark.rule("orel", "D-map")
def test_the_words_of_the_board_of_the_options_are_checked_as_it_is_set() -> None:
    swamp = HexMap(
        title="a swamp", grid=HexGrid(columns=32, rows=20), terrain=(TerrainArea(kind="swamp", hexes=("1010",)),)
    )
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.with_options(board=swamp)
    assert [one.path for one in caught.value.problems] == ["$.board.terrain[0].kind"]
    for request in (
        game.TurnRequest(moment=game.Moment(day=16, player="red", step="markers"), board=swamp),
        game.CohesionRequest(attackers=(RED,), defenders=(WHITE,), board=swamp),
    ):
        with pytest.raises(InvalidRequestError) as refused:
            game.ruleset.verdict(request)
        assert [one.path for one in refused.value.problems] == ["$.board.terrain[0].kind"]
