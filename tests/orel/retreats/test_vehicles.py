"""Vehicles that fall back with their stack, or on their own."""

from __future__ import annotations

from typing import Any

import pytest
from orel_retreats import back, car, cars, path, unit

from rcw_rules import GivenDice, NeedsRuling
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, Railway, Road, TerrainArea
from rcw_rules.orel.retreats import captured_steps

WHOLE = HexGrid(columns=32, rows=20)


def tank(place: str, side: Any = "white", **changes: Any) -> game.Unit:
    return game.Unit(key=f"tank {place}", side=side, hex=place, type="tank", strength=3, **changes)


def train(place: str, side: Any = "white") -> game.Unit:
    return game.Unit(key=f"train {place}", side=side, hex=place, type="armoured_train_light", fire=3)


# -------------------------------------------------------------------- vehicles


def board(**fields: Any) -> HexMap:
    return HexMap(title="a test", grid=WHOLE, **fields)


def forest(*places: str) -> HexMap:
    return board(terrain=(TerrainArea(kind="forest", hexes=places),))


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "8.5.1-retreat")
def test_the_stack_takes_its_car_along_where_it_can_choose() -> None:
    stack = (unit("a", "1010"), car("1010", "white"))
    outcome = back(*stack, board=forest("0911", "1011"))
    assert [each.hex for each in outcome.units] == ["1111", "1111"]
    assert outcome.ways[0].units == ("a", "car 1010")
    assert outcome.ways[0].steps[0].violated == ()
    assert [each.mode for each in outcome.units] == ["march", "combat"]


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "7.1.1-terrain-cost")
def test_a_car_that_cannot_follow_goes_its_own_way_and_a_road_opens_the_forest() -> None:
    stack = (unit("a", "1010"), car("1010", "white"))
    woods = forest("0911", "1011", "1111")
    outcome = back(*stack, board=woods)
    assert [way.steps[0].violated for way in outcome.ways] == [("apart",), ("away_from_edge",)]
    assert [each.hex for each in outcome.units] == ["0911", "0910"]
    road = board(terrain=woods.terrain, roads=(Road(hexes=("1010", "1011")),))
    assert [each.hex for each in back(*stack, board=road).units] == ["1011", "1011"]


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "8.5.1-impossible")
def test_a_car_with_no_way_at_all_is_stuck() -> None:
    woods = forest("1009", "1110", "1111", "1011", "0911", "0910")
    outcome = back(unit("a", "1010"), car("1010", "white"), board=woods)
    assert outcome.stuck == ("car 1010",)
    assert [each.hex for each in outcome.units] == ["0911", "1010"]
    alone = back(car("1010", "white"), board=woods)
    assert (alone.possible, alone.stuck, alone.ways) == (False, ("car 1010",), ())


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "8.5.1-retreat")
def test_who_could_not_follow_the_first_hex_does_not_weigh_in_the_second() -> None:
    # 1111 is the only one towards the edge, and forest; beyond it 1011 and 1211 are equal for the battalion.
    stack = (unit("a", "1110"), car("1110", "white"))
    choices = {"retreat_hex": lambda retreating, alternatives: alternatives[-1]}
    outcome = back(*stack, hexes=2, board=forest("1111", "1211"), others=cars("1112"), choices=choices)
    assert path(outcome) == ["1111", "1211"]


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "8.7.3-rout")
def test_a_car_goes_two_hexes_with_a_rout_and_has_no_marker() -> None:
    outcome = back(unit("a", "1110"), car("1110", "white"), hexes=2, board=board())
    assert [(each.hex, each.mode) for each in outcome.units] == [("1112", "routed"), ("1112", "combat")]


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "9.1.2-capture")
def test_trains_go_along_the_railroad() -> None:
    stack = (unit("a", "1110"), train("1110"))
    south = board(railways=(Railway(hexes=("1109", "1110", "1111")),))
    assert [each.hex for each in back(*stack, board=south).units] == ["1111", "1111"]
    # The railroad leads north alone: the stack goes south, since e is stronger than f.
    north = board(railways=(Railway(hexes=("1109", "1110")),))
    outcome = back(*stack, board=north)
    assert [each.hex for each in outcome.units] == ["1111", "1109"]
    assert outcome.ways[0].steps[0].violated == ("apart",)
    # The enemy holds the only railroad hex.
    assert back(*stack, board=north, others=cars("1109")).stuck == ("train 1110",)
    # One hex is as far as it can go, though the stack routs two.
    assert [each.hex for each in back(*stack, board=north, hexes=2).units] == ["1112", "1109"]


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "7.5-leave")
def test_trains_do_not_leave_the_map_with_their_stack() -> None:
    line = board(railways=(Railway(hexes=("1119", "1120")),))
    others = cars("1119", "1219", "1220", "1020", "1019")
    outcome = back(unit("a", "1120"), train("1120"), car("1120", "white"), board=line, others=others)
    assert outcome.stuck == ("train 1120",)
    assert [(each.key, each.hex) for each in outcome.units] == [
        ("a", None),
        ("train 1120", "1120"),
        ("car 1120", None),
    ]


@pytest.mark.rule("orel", "9.2.1-breakdown", "8.7.2-vehicles-follow")
def test_a_broken_down_tank_that_must_go_is_eliminated() -> None:
    outcome = back(unit("a", "1110"), tank("1110", broken_down=True))
    assert (outcome.eliminated, [each.key for each in outcome.units]) == (("tank 1110",), ["a"])
    # If the stack cannot go, the tank need not.
    others = cars("1109", "1209", "1210", "1111", "1010", "1009")
    held = back(unit("a", "1110"), tank("1110", broken_down=True), others=others)
    assert (held.eliminated, [each.key for each in held.units]) == ((), ["a", "tank 1110"])


@pytest.mark.rule("orel", "9.2.1-rail-leash", "8.7.2-vehicles-follow")
def test_a_tank_strays_from_the_railroads_only_if_there_is_no_other_way() -> None:
    line = board(railways=(Railway(hexes=("1107", "1108")),))
    # 1111, 1010 and 1210 are three hexes from 1108; 1009, 1109 and 1209 are nearer.
    outcome = back(unit("a", "1110"), tank("1110"), board=line)
    assert [each.hex for each in outcome.units] == ["1111", "1009"]
    barred = cars("1109", "1209", "1210", "1010", "1009")
    assert [each.hex for each in back(tank("1110"), board=line, others=barred).units] == ["1111"]


@pytest.mark.rule("orel", "9.2.1-rail-leash", "8.7.2-vehicles-follow")
def test_a_tank_that_no_hex_near_a_railroad_is_open_to_goes_with_its_stack() -> None:
    line = board(railways=(Railway(hexes=("1107", "1108")),))
    outcome = back(unit("a", "1110"), tank("1110"), board=line, others=cars("1009", "1109", "1209"))
    assert [(way.units, way.steps) for way in outcome.ways] == [(("a", "tank 1110"), (game.RetreatStep(hex="1111"),))]
    woods = board(railways=line.railways, terrain=(TerrainArea(kind="forest", hexes=("1009", "1109", "1209")),))
    outcome = back(unit("a", "1110"), tank("1110"), board=woods)  # those near it are forest
    assert [(way.units, way.hex) for way in outcome.ways] == [(("a", "tank 1110"), "1111")]
    # Without railroads it goes as far as the others do, though it could stop before.
    pair = (unit("a", "1110"), unit("b", "1110"), tank("1110"))
    friend = unit("friend", "1111")
    outcome = back(*pair, board=board(), others=(*cars("1109", "1209", "1210", "1010", "1009"), friend))
    assert [each.hex for each in outcome.units] == ["1112", "1112", "1112"]


@pytest.mark.rule("orel", "9-alone-defence", "8.5.1-retreat")
def test_a_lone_car_goes_back_one_hex() -> None:
    assert [each.hex for each in back(car("1110", "white"), board=board()).units] == ["1111"]
    small = HexMap(title="seven", grid=HexGrid(
        columns=32, rows=20, only=("1110", "1109", "1209", "1210", "1111", "1010", "1009")
    ))  # fmt: skip
    assert [each.hex for each in back(car("1110", "white"), board=small).units] == ["1111"]


@pytest.mark.rule("orel", "9-alone-defence", "8.5.1-impossible")
def test_whether_there_is_a_way_at_all() -> None:
    line = board(railways=(Railway(hexes=("1109", "1110")),))
    for lone, ways in ((train("1110", "white"), [True, False]), (car("1110", "white"), [True, True])):
        assert [back(lone, board=line, others=held).possible for held in ((), cars("1109"))] == ways
    closed = cars("1109", "1209", "1210", "1111", "1010", "1009")
    outcome = back(car("1110", "white"), board=line, others=closed)
    assert (outcome.possible, [each.hex for each in outcome.units]) == (False, ["1110"])


@pytest.mark.rule("orel", "D-map")
def test_vehicles_need_a_board_and_others_do_not() -> None:
    for vehicle in (car("1110", "white"), train("1110"), tank("1110")):
        with pytest.raises(NeedsRuling, match=r"enter hex \d{4} from hex 1110.*D-map"):
            back(unit("a", "1110"), vehicle)
    outcome = game.ruleset.with_options(board=board()).resolve(
        game.RetreatRequest(units=(unit("a", "1110"), car("1110", "white"))), dice=GivenDice([])
    )
    assert [each.hex for each in outcome.outcome.units] == ["1111", "1111"]


@pytest.mark.rule("orel", "D-map", "7.5-leave")
def test_the_edges_are_those_of_the_board_in_the_options() -> None:
    small = HexMap(title="a test", grid=HexGrid(columns=11, rows=10))
    request = game.RetreatRequest(units=(unit("a", "1110"),), others=cars("1010", "1009", "1109"))
    outcome = game.ruleset.with_options(board=small).resolve(request, dice=GivenDice([])).outcome
    assert (path(outcome), outcome.ways[0].exit_hex) == ([None], "1110")


@pytest.mark.rule("orel", "4.1-capture")
def test_vehicles_are_no_prisoners() -> None:
    stack = (unit("a", "1110", steps=3), car("1110", "white", "c"))
    assert captured_steps(stack, ("a", "c")) == 3
