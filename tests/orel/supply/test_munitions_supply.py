"""Munitions of vehicles, on a board, without one, and bad input."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_munitions import (
    ENEMY,
    GUN,
    GUN2,
    OPEN,
    TRAIN,
    A,
    B,
    act,
    ask,
    convoi,
    left,
    order,
    resolve,
    short,
    unit,
)

from rcw_rules import GivenDice, InvalidRequestError, NeedsRuling
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexMap, Railway
from rcw_rules.orel.definitions import grid_in


def problems(request: game.MunitionsRequest) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(request, dice=GivenDice([]))
    return [(problem.path, problem.rule) for problem in caught.value.problems]


# -------------------------------------------------------------------- vehicles


LINE = HexMap(title="A line", grid=grid_in(None), railways=(Railway(hexes=("2916", "2917", "2918", "2919", "2920")),))


@pytest.mark.rule("orel", "8.2.1-vehicles")
@pytest.mark.parametrize(
    ("others", "marked"),
    [
        ((), ()),
        ((unit("e", side="red", place="2918", steps=1),), ("train",)),
        ((unit("e", side="red", place="2818"),), ("train",)),
        (
            (
                unit("e", side="red", place="2818"),
                unit("f", place="2918"),
                unit("g", place="2919"),
            ),
            (),
        ),
    ],
)
def test_a_train_needs_a_free_line_to_the_edge(others: Any, marked: Any) -> None:
    train = evolve(TRAIN, hex="2916")
    for action in (act("barrage", "train"), act("hasty", "train")):
        outcome = resolve(ask(action, units=(train, *others), depots=(convoi(hex="2915"),), board=LINE))
        assert (outcome.marked, left(outcome)) == (marked, [3])
    linked = resolve(ask(units=(short(train), *others), board=LINE))
    assert linked.freed == (() if marked else ("train",))


@pytest.mark.rule("orel", "8.2.1-vehicles")
def test_a_train_loses_its_marker_in_its_owners_phase_alone() -> None:
    train = unit("t", "armoured_train_light", "red", unsupplied=True)
    request = ask(units=(train,), facts=game.SupplyFacts(linked=("t",)))
    assert resolve(request).freed == ()
    assert resolve(evolve(request, side="red")).freed == ("t",)


@pytest.mark.rule("orel", "8.2.1-vehicles")
def test_three_barrages_of_a_linked_train_over_three_turns() -> None:
    train = evolve(TRAIN, hex="2916")
    for _ in range(3):
        outcome = resolve(ask(act("barrage", "train"), units=(train,), board=LINE))
        train = next((one for one in outcome.units if one.key == "train"), train)
        assert not train.unsupplied


@pytest.mark.rule("orel", "8.2.1-vehicles", "8.2.2-range")
@pytest.mark.parametrize("kind", ["tank", "armoured_car"])
@pytest.mark.parametrize(("place", "marked"), [("1015", False), ("1016", True)])
def test_a_tank_or_an_armoured_car_needs_a_depot_within_five_points(kind: Any, place: str, marked: bool) -> None:
    vehicle = unit("v", kind, place=place)
    depots = (convoi(hex="1010"),)
    outcome = resolve(ask(act("hasty", "v"), units=(vehicle,), depots=depots, board=OPEN))
    assert (outcome.marked, left(outcome), outcome.depots) == (("v",) if marked else (), [3], ())
    red = evolve(vehicle, side="red")
    attack = act("hasty", "a", defenders=("v",), depots=())
    defends = resolve(ask(attack, units=(A, red), depots=(evolve(depots[0], side="red"),), board=OPEN))
    assert ("v" in defends.marked) is marked


# -------------------------------------------------------------------- a board, no board, bad input


@pytest.mark.rule("orel", "8.2.2-range", "3.1-double")
def test_ranges_and_capacities_are_those_of_the_board() -> None:
    order_of_battle, board = game.order_of_battle(), game.schematic_map("whole_field")
    depot = order_of_battle.depot("W:depot-2705")
    near, far = unit("a", place="2705"), unit("b", place="2715")
    request = ask(act("prepared", "a", "b"), units=(near, far), depots=(depot,), board=board)
    outcome = resolve(request)
    assert (outcome.marked, left(outcome), outcome.depots) == (("b",), [8], ())


@pytest.mark.rule("orel", "D-map")
def test_without_board_and_facts_it_asks_where_the_map_decides() -> None:
    near = unit("a", place="1012")
    with pytest.raises(NeedsRuling, match="1012 and 1010"):
        resolve(ask(act("hasty", "a"), units=(near,), depots=(convoi(hex="1010"),)))
    with pytest.raises(NeedsRuling, match="railroad"):
        resolve(ask(act("hasty", "train"), units=(evolve(TRAIN, hex="2916"),)))
    far = resolve(ask(act("hasty", "a"), units=(near,), depots=(convoi(hex="2010"),)))
    assert far.marked == ("a",)


@pytest.mark.rule("orel", "X-bad-units", "X-bad-combat", "8.2.1-costs", "8.2.1-spoils", "8.2.1-refused-combat", "D-map")
@pytest.mark.parametrize(
    ("request_", "path", "rule"),
    [
        (ask(act("hasty", "x")), "$.actions[0].units[0]", "X-bad-units"),
        (ask(act("hasty", "r"), units=(ENEMY,)), "$.actions[0].units[0]", "X-bad-units"),
        (ask(act("hasty", "a", defenders=("a",)), units=(A,)), "$.actions[0].defenders[0]", "X-bad-units"),
        (ask(act("hasty", "a", depots=("x",)), units=(A,)), "$.actions[0].depots[0]", "X-bad-units"),
        (ask(act("barrage", "a"), units=(A,)), "$.actions[0].units[0]", "X-bad-combat"),
        (ask(act("barrage", "gun", "gun2"), units=(GUN, GUN2)), "$.actions[0].units", "8.2.1-costs"),
        (
            ask(act("barrage", "gun", happened="refused"), units=(GUN,)),
            "$.actions[0].happened",
            "8.2.1-refused-combat",
        ),
        (ask(act("hasty", "a", advanced=("b",)), units=(A, B)), "$.actions[0].advanced[0]", "8.2.1-spoils"),
        (
            ask(act("hasty", "a", advanced=("a",), happened="cancelled"), units=(A,)),
            "$.actions[0].advanced[0]",
            "8.2.1-spoils",
        ),
        (
            ask(act("hasty", "a", assault_losses=1, happened="refused"), units=(A,)),
            "$.actions[0].assault_losses",
            "8.2.1-spoils",
        ),
        (ask(units=(A,), resupply=order("x")), "$.resupply[0].unit", "X-bad-units"),
        (ask(units=(A,), resupply=order("a", "x")), "$.resupply[0].depot", "X-bad-units"),
        (ask(units=(A, A)), "$.units[1].key", "X-bad-units"),
        (ask(facts=game.SupplyFacts(), board=OPEN), "$.facts", "D-map"),
    ],
)
def test_bad_input(request_: game.MunitionsRequest, path: str, rule: str) -> None:
    assert problems(request_) == [(path, rule)]
