"""Vehicles do not attack into terrain that is prohibited to them, whichever question is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from orel_combats import CLEAR, TARGET, unit, vehicle, white
from orel_phases import attack, phase

from rcw_rules import IllegalRequestError, SeededDice
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import Railway, Road, TerrainArea
from rcw_rules.kernel.procedures import Request
from rcw_rules.orel.strength import Cover

WOOD = evolve(CLEAR, terrain=(TerrainArea(kind="forest", hexes=(TARGET,)),))
TO_THE_WEST = ("0910", TARGET)
FROM_THE_NORTH = ("1009", TARGET)

Ask = Callable[[game.Unit, Any], Request[Any]]


def assault_on(tank: game.Unit, board: Any) -> game.AssaultRequest:
    return game.AssaultRequest(attackers=(unit("R"), tank), defenders=(white("W"),), board=board)


ASKED: dict[str, tuple[str, Ask]] = {
    "combat": (
        "$.attackers[1]",
        lambda tank, board: game.CombatRequest(
            hex=TARGET, attackers=(unit("R"), tank), defenders=(white("W"),), board=board
        ),
    ),
    "combat_phase": (
        "$.orders.attacks[0].units[1]",
        lambda tank, board: phase(unit("R"), tank, white("W"), attacks=(attack(TARGET, "R", tank.key),), board=board),
    ),
    "cohesion_check": (
        "$.attackers[1]",
        lambda tank, board: game.CohesionRequest(attackers=(unit("R"), tank), defenders=(white("W"),), board=board),
    ),
    "assault": ("$.attackers[1]", assault_on),
    "assault_prospects": (
        "$.assault.attackers[1]",
        lambda tank, board: game.AssaultProspectsRequest(assault=assault_on(tank, board)),
    ),
    "declare_attack": (
        "$.target",
        lambda tank, board: game.DeclareAttackRequest(
            unit=tank, action="attack", mp_left=3, target=TARGET, others=(unit("R"), white("W")), together=("R",),
            board=board,
        ),
    ),
}  # fmt: skip


@pytest.mark.rule("orel", "9-accompanied")
@pytest.mark.parametrize("kind", ["tank", "armoured_car"])
@pytest.mark.parametrize("asked", ASKED)
def test_a_forest_is_closed_to_tanks_and_cars(asked: str, kind: str) -> None:
    path, ask = ASKED[asked]
    request = ask(vehicle("v", kind), WOOD)
    assert [(one.path, one.rule) for one in game.ruleset.verdict(request).objections] == [(path, "9-accompanied")]
    with pytest.raises(IllegalRequestError):
        game.ruleset.resolve(request, dice=SeededDice(1))
    assert game.ruleset.verdict(ask(vehicle("v", kind), CLEAR))
    # The board of the options says the same; it is the infantry that may go.
    rules = game.ruleset.with_options(board=WOOD)
    assert [one.rule for one in rules.verdict(ask(vehicle("v", kind), None)).objections] == ["9-accompanied"]
    assert rules.verdict(game.CombatRequest(hex=TARGET, attackers=(unit("R"),), defenders=(white("W"),)))


@pytest.mark.rule("orel", "9-accompanied", "7.1.1-terrain-cost")
@pytest.mark.parametrize("kind", ["tank", "armoured_car"])
@pytest.mark.parametrize("asked", ASKED)
def test_a_road_or_a_railroad_into_the_forest_opens_it_from_its_own_side_alone(asked: str, kind: str) -> None:
    ask = ASKED[asked][1]
    for way in ({"roads": (Road(hexes=FROM_THE_NORTH),)}, {"railways": (Railway(hexes=FROM_THE_NORTH),)}):
        assert game.ruleset.verdict(ask(vehicle("v", kind), evolve(WOOD, **way)))
    for way in ({"roads": (Road(hexes=TO_THE_WEST),)}, {"railways": (Railway(hexes=TO_THE_WEST),)}):
        assert not game.ruleset.verdict(ask(vehicle("v", kind), evolve(WOOD, **way)))


@pytest.mark.rule("orel", "9-accompanied", "9.1-contact")
@pytest.mark.parametrize("asked", ["combat", "combat_phase", "cohesion_check", "assault"])
def test_a_train_in_contact_attacks_along_its_rails(asked: str) -> None:
    path, ask = ASKED[asked]
    train = vehicle("t", "armoured_train_light", in_contact=True)
    assert game.ruleset.verdict(ask(train, evolve(CLEAR, railways=(Railway(hexes=FROM_THE_NORTH),))))
    elsewhere = evolve(CLEAR, railways=(Railway(hexes=("1009", "1109")),))
    objections = game.ruleset.verdict(ask(train, elsewhere)).objections
    assert [(one.path, one.rule) for one in objections] == [(path, "9-accompanied")]


@pytest.mark.rule("orel", "9-accompanied")
def test_who_does_not_attack_and_where_only_the_cover_is_known_nothing_is_refused() -> None:
    tank = vehicle("v", "tank")
    held_back = game.CombatRequest(
        hex=TARGET, attackers=(unit("R"),), defenders=(white("W"),), others=(tank,), board=WOOD
    )
    assert game.ruleset.verdict(held_back)
    forest = Cover(terrains=("forest",))
    told = game.CombatRequest(hex=TARGET, attackers=(unit("R"), tank), defenders=(white("W"),), cover=forest)
    assert game.ruleset.verdict(told)
    defending = game.CombatRequest(
        hex=TARGET, attackers=(unit("R"),), defenders=(white("W"), vehicle("d", "tank", "white", TARGET)), board=WOOD
    )
    assert game.ruleset.verdict(defending)
