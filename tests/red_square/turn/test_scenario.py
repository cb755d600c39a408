"""Scenarios: what a game begins with, and when it is over."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from red_square_scenarios import HQS, look_over, open_board, refused, scenario
from red_square_units import unit

from rcw_rules import IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareFeature, SquareWay
from rcw_rules.red_square.turn import game_result


def noted(one: Any) -> list[str]:
    return [remark.rule for remark in look_over(one).remarks]


@pytest.mark.rule("red_square", "area-size")
def test_the_least_table() -> None:
    assert noted(scenario(board=open_board(6, 10))) == []
    assert noted(scenario(board=open_board(10, 6), hqs=(HQS[0], attrs.evolve(HQS[1], square=(2, 5))))) == []
    assert refused(scenario(board=open_board(5, 12))) == [("area-size", "$.scenario.field.board.grid")]
    assert noted(scenario(board=open_board(5, 12), allow_small_board=True)) == []
    # A division's table is 12 by 5 feet (notes-two-stage): 24 by 10 squares of half a foot.
    assert noted(scenario(board=open_board(24, 10))) == []


@pytest.mark.rule("red_square", "area-terrain-whole-squares", "bad-input")
def test_the_map_and_everybody_on_it_are_checked() -> None:
    half = SquareFeature(kind="half a wood", squares=((1, 1),))
    with pytest.raises(InvalidRequestError, match=r"features\[0\]\.kind: .*\[area-terrain-whole-squares\]"):
        look_over(scenario(board=open_board(features=(half,))))
    with pytest.raises(InvalidRequestError, match=r"units\[2\]\.square: .*not on the board \[bad-input\]"):
        look_over(scenario(unit(square=(6, 2))))


@pytest.mark.rule("red_square", "command-levels")
def test_each_side_has_a_headquarters() -> None:
    assert refused(scenario(hqs=HQS[:1])) == [("command-levels", "$.scenario.field.units")]
    assert refused(scenario(hqs=HQS[1:])) == [("command-levels", "$.scenario.field.units")]
    lost = attrs.evolve(HQS[0], bases=0, square=None)
    assert refused(scenario(hqs=(lost, HQS[1]))) == [("command-levels", "$.scenario.field.units")]


@pytest.mark.rule("red_square", "units-mg", "mg-place-speed")
def test_an_mg_company_alone_is_refused() -> None:
    battalion = unit(name="1st", square=(3, 2))
    assert noted(scenario(battalion, unit("mg", "guns", square=(3, 2)))) == []
    assert noted(scenario(battalion, unit("mg", "guns", square=(4, 2)))) == []
    path = "$.scenario.field.units[3].square"
    assert refused(scenario(battalion, unit("mg", "guns", square=(5, 2)))) == [("units-mg", path)]
    # Another company, or a command figure, is no company; enemies are not either.
    other = unit("mg", "others", square=(4, 2))
    officer = unit("co", "Colonel", square=(5, 2))
    enemy = unit(name="enemy", side="white", square=(5, 3))
    found = refused(scenario(battalion, unit("mg", "guns", square=(5, 2)), other, officer, enemy))
    assert found == [("units-mg", path)]
    # A friend beside it, but not the one with whom it keeps.
    friend = unit(name="2nd", square=(5, 3))
    assert refused(scenario(battalion, unit("mg", "guns", square=(5, 2)), friend)) == [("mg-place-speed", path)]
    # Nor does it keep with a unit that is off the table.
    gone = attrs.evolve(battalion, state="off_table", square=(4, 2))
    assert refused(scenario(gone, unit("mg", "guns", square=(5, 2)), friend)) == [("mg-place-speed", path)]
    with pytest.raises(InvalidRequestError, match=r"accompanies: is missing.*\[mg-place-speed\]"):
        look_over(scenario(unit("mg", "guns", accompanies="")))


@pytest.mark.rule("red_square", "tchanka-place")
def test_tchankas_keep_with_cavalry() -> None:
    horse = unit("cavalry", "horse", square=(3, 2))
    assert noted(scenario(horse, unit("tchanka", "carts", square=(3, 3)))) == []
    path = "$.scenario.field.units[3].accompanies"
    assert refused(scenario(horse, unit("tchanka", "carts", square=(3, 4)))) == [("tchanka-place", path)]
    foot = unit(name="1st", square=(3, 2))
    carts = unit("tchanka", "carts", square=(3, 3), accompanies="1st")
    assert refused(scenario(foot, carts)) == [("tchanka-place", path)]


@pytest.mark.rule("red_square", "mounted-3-dismounted")
def test_horses_stand_beside_their_regiment() -> None:
    horse = unit("cavalry", "horse", square=(3, 2), formation="dismounted", order="defend")
    assert noted(scenario(horse, unit("horse_holders", "h", square=(4, 2), accompanies="horse"))) == []
    path = "$.scenario.field.units[3].square"
    for square in ((3, 2), (5, 2)):
        holders = unit("horse_holders", "h", square=square, accompanies="horse")
        assert refused(scenario(horse, holders)) == [("mounted-3-dismounted", path)]
    # One lot of horses, and a regiment on foot without any cannot mount again.
    twice = [
        unit("horse_holders", name, square=square, accompanies="horse")
        for name, square in (("h", (4, 2)), ("i", (2, 2)))
    ]
    assert refused(scenario(horse, *twice)) == [("mounted-3-dismounted", "$.scenario.field.units[4].accompanies")]
    assert noted(scenario(horse)) == ["mounted-3-dismounted"]
    mounted = attrs.evolve(horse, formation="mounted")
    assert noted(scenario(mounted)) == []
    assert refused(scenario(mounted, unit("horse_holders", "h", square=(4, 2), accompanies="horse"))) == [
        ("mounted-3-dismounted", path)
    ]


@pytest.mark.rule("red_square", "co-scope", "bad-input")
def test_a_red_co_over_white_units_is_refused() -> None:
    whites = unit(name="1st", side="white", square=(3, 7), commander="Comrade")
    with pytest.raises(
        InvalidRequestError, match=r"units\[3\]\.commander: 'Comrade' is on the other side \[co-scope\]"
    ):
        look_over(scenario(unit("co", "Comrade"), whites))


@pytest.mark.rule("red_square", "occ-table", "occ-two-types", "occ-officers")
def test_two_cavalry_regiments_in_a_square_are_refused() -> None:
    both = (unit("cavalry", "a"), unit("cavalry", "b"), unit("co", "Colonel"), unit("commissar", "Comrade"))
    with pytest.raises(IllegalRequestError, match=r"in \(3, 2\), only one cavalry regiment to a square \[occ-table\]"):
        look_over(scenario(*both))
    # Another square, and neither command figures nor those who are removed count.
    removed = unit("cavalry", "c", bases=0, square=None)
    moved = attrs.evolve(both[1], square=(3, 3))
    assert noted(scenario(both[0], moved, *both[2:], removed)) == ["command-levels"]
    with pytest.raises(InvalidRequestError, match=r"units\[3\]\.square: opponents are both in \(3, 2\) \[occ-table\]"):
        look_over(scenario(unit("cavalry", "a"), unit("cavalry", "b", side="white")))


@pytest.mark.rule("red_square", "train-5-carrying", "train-1-square", "units-train")
def test_trains_and_whom_they_carry() -> None:
    rails = open_board(railways=(SquareWay(squares=((0, 2), (1, 2), (2, 2), (3, 2))),))
    train = unit("train", "Red October", square=(3, 2))
    aboard = unit(name="1st", square=None, carried_by="Red October")
    assert noted(scenario(train, aboard, board=rails)) == []
    second = attrs.evolve(aboard, name="2nd")
    assert noted(scenario(train, aboard, attrs.evolve(second, bases=0), board=rails)) == []
    assert refused(scenario(train, aboard, second, board=rails)) == [("train-5-carrying", "$.scenario.field.units[2]")]
    guns = unit("mg", "guns", square=None, carried_by="Red October")
    assert refused(scenario(train, aboard, guns, board=rails)) == [("train-5-carrying", "$.scenario.field.units[2]")]
    car = unit("armoured_car", "car", square=None, carried_by="Red October")
    assert refused(scenario(train, car, board=rails)) == [("train-5-carrying", "$.scenario.field.units[2]")]
    assert refused(scenario(train)) == [("train-1-square", "$.scenario.field.units[2].square")]
    white = unit("train", "For Russia", side="white", square=(0, 2))
    assert noted(scenario(train, white, board=rails)) == ["units-train"]


@pytest.mark.rule("red_square", "orders-required", "orders-attack", "units-afv")
def test_orders_at_the_start() -> None:
    path = "$.scenario.field.units[2]"
    assert refused(scenario(unit(order=None))) == [("orders-required", f"{path}.order")]
    # Those who are removed need none.
    assert noted(scenario(unit(order=None, bases=0, square=None))) == []
    assert refused(scenario(unit("truck", order=None))) == [("orders-required", f"{path}.order")]
    assert noted(scenario(unit("artillery"))) == []
    with pytest.raises(InvalidRequestError, match=r"order: artillery units have no order \[orders-required\]"):
        look_over(scenario(unit("artillery", order="defend")))
    assert refused(scenario(unit(formation="firing_line"))) == [("orders-attack", f"{path}.formation")]
    assert noted(scenario(unit(formation="waves"))) == []
    assert refused(scenario(unit("light_tank", weapons=()))) == [("units-afv", f"{path}.weapons")]


@pytest.mark.rule("red_square", "org-infantry-regiment")
@pytest.mark.parametrize("side", ["red", "white"])
def test_infantry_regiments(side: Any) -> None:
    colonel = unit("co", "Colonel", side=side, square=(0, 4))
    squares = [(column, 4) for column in range(5)]
    battalions = [
        unit(name=f"{number}", side=side, square=square, commander="Colonel") for number, square in enumerate(squares)
    ]
    assert noted(scenario(colonel, *battalions[:3])) == []
    assert noted(scenario(colonel, *battalions[:4])) == []
    assert noted(scenario(colonel, *battalions)) == ["org-infantry-regiment"]
    lost = [*battalions[:4], attrs.evolve(battalions[4], bases=0, square=None)]
    assert noted(scenario(colonel, *lost)) == []
    few = look_over(scenario(colonel, *battalions[:2])).remarks
    usual = {"red": "3 are usual for the Reds", "white": "4 are usual for the Whites"}[side]
    assert [remark.message for remark in few] == [f"'Colonel' has 2 battalions; {usual}"]


@pytest.mark.rule("red_square", "org-cavalry-brigade", "command-levels")
def test_cavalry_brigades() -> None:
    general = unit("co", "General", square=(0, 4))
    regiments = [unit("cavalry", f"{column}", square=(column, 4), commander="General") for column in range(4)]
    assert noted(scenario(general, *regiments[:2])) == []
    assert noted(scenario(general, *regiments[:3])) == []
    assert noted(scenario(general, *regiments)) == ["org-cavalry-brigade"]
    assert noted(scenario(general, regiments[0])) == ["org-cavalry-brigade"]
    assert noted(scenario(general)) == ["command-levels"]
    foot = [unit(name=f"foot {column}", square=(column, 3), commander="General") for column in range(3)]
    assert noted(scenario(general, *regiments[:2], *foot)) == ["command-levels"]


@pytest.mark.rule("red_square", "missing-victory")
def test_without_a_condition_of_victory_the_game_ends_undecided() -> None:
    played = scenario(turn_limit=3)
    turns = [attrs.evolve(played.field, turn=turn) for turn in (1, 2, 3)]
    assert [game_result(played, field) for field in turns] == [None, None, "undecided"]

    def victory(field: rs.Field) -> Any:
        return "white" if field.turn == 2 else None

    assert [game_result(played, field, victory) for field in turns] == [None, "white", "undecided"]
    with pytest.raises(InvalidRequestError, match=r"\$\.scenario\.turn_limit: .*\[missing-victory\]"):
        look_over(scenario(turn_limit=3, field={"turn": 4}))


@pytest.mark.rule("red_square", "missing-transport")
def test_aeroplanes_fly_when_the_scenario_says_so() -> None:
    missions = (
        rs.AeroplaneMission(side="white", turn=2),
        rs.AeroplaneMission(side="red", turn=2),
        rs.AeroplaneMission(side="red", turn=3),
    )
    flown = scenario(aeroplanes=missions)
    assert [flown.aeroplanes_in(turn) for turn in (1, 2, 3)] == [(), ("red", "white"), ("red",)]
    with pytest.raises(InvalidRequestError, match=r"aeroplanes\[3\]: .*listed twice \[missing-transport\]"):
        look_over(scenario(aeroplanes=(*missions, missions[0])))
    with pytest.raises(InvalidRequestError, match=r"\$\.scenario\.field\.aeroplanes: .*\[missing-transport\]"):
        look_over(scenario(field={"aeroplanes": ("red",)}))
    # Lorries carry nobody: only a train does.
    rider = unit(name="1st", square=None, carried_by="lorries")
    with pytest.raises(InvalidRequestError, match=r"carried_by: 'lorries' is not a train \[train-5-carrying\]"):
        look_over(scenario(unit("truck", "lorries"), rider))


@pytest.mark.rule("red_square", "dig-2-prepared", "dig-3-defence")
def test_prepared_positions_serve_whoever_holds_them() -> None:
    works = open_board(
        features=(SquareFeature(kind="trench", squares=((3, 2), (4, 2))), SquareFeature(kind="wire", squares=((3, 2),)))
    )
    red, white = unit(name="a"), unit(name="b", side="white", square=(4, 2))
    held = scenario(red, white, board=works)
    assert noted(held) == []
    assert [held.field.cover_of(one) for one in (red, white)] == ["trench", "trench"]
    # After their owner has left, the enemy has them.
    taken = held.field.with_units(attrs.evolve(white, square=(5, 3)), attrs.evolve(red, square=(4, 2)))
    assert taken.cover_of(taken.unit("a")) == "trench"
    assert taken.has_wire((3, 2))
    dug_in = unit(name="d", formation="defence", order="defend")
    assert noted(scenario(dug_in, board=works)) == []
    assert noted(scenario(attrs.evolve(dug_in, square=(4, 2)), board=works)) == ["dig-3-defence"]


@pytest.mark.rule("red_square", "notes-two-stage")
def test_large_games_are_remarked_on() -> None:
    battalions = [unit(name=f"{column}", square=(column, 4)) for column in range(6)]
    more = [unit(name=f"{column + 6}", square=(column, 5)) for column in range(3)]
    eight = look_over(scenario(*battalions, *more[:2], unit("commissar", "Comrade")))
    assert (eight.red_units, eight.white_units, eight.remarks) == (8, 0, ())
    nine = look_over(scenario(*battalions, *more))
    assert (nine.red_units, [remark.rule for remark in nine.remarks]) == (9, ["notes-two-stage"])


@pytest.mark.rule("red_square", "equipment-cards-dice", "equipment-draw-pile")
@pytest.mark.parametrize(("field", "value"), [("jokers", 5), ("jokers", -1), ("decks", 0), ("decks", 3)])
def test_decks_and_jokers(field: str, value: int) -> None:
    assert (scenario().jokers, scenario().decks) == (2, 1)
    with pytest.raises(InvalidRequestError, match=rf"\$\.scenario\.{field}: "):
        look_over(attrs.evolve(scenario(), **{field: value}))
