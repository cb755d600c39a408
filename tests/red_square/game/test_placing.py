"""Deployment in zones, reinforcements, and units for whom there is no room."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_whole_games import acted, begun, plain, scenario, to_come

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareFeature, SquareWay

RIFLES = to_come("Rifles", order="attack", formation="masses")
MGS = to_come("MGs", "mg", accompanies="Rifles")


def lines(state: rs.State) -> list[str]:
    return [str(action) for action in rs.game.legal_actions(state)]


def placements(state: rs.State) -> list[rs.Deploy]:
    return [action for action in rs.game.legal_actions(state) if isinstance(action, rs.Deploy)]


def refusal(state: rs.State, line: str) -> list[str]:
    """Return the rules by which an action is refused."""
    return [objection.rule for objection in rs.game.verdict(state, rs.game.read_action(line)).objections]


def zone(*units: rs.Unit, squares: tuple[Any, ...] = ((1, 1), (2, 1)), side: Any = "red") -> rs.Deployment:
    return rs.Deployment(side=side, squares=squares, units=units)


@pytest.mark.rule("red_square", "missing-victory", "formations-list", "orders-attack")
def test_a_unit_is_placed_in_any_square_facing_and_formation_of_its_zone() -> None:
    state = begun(scenario(deployments=(zone(RIFLES),)))
    assert (state.stage, rs.game.to_act(state)) == ("deployment", "red")
    told = lines(state)
    # Two squares, eight facings, and masses or waves for those who attack.
    assert len(told) == len(set(told)) == 2 * 8 * 2
    assert told[0] == "deploy Rifles in 1,1 facing N formation masses"
    assert refusal(state, "deploy Rifles in 3,1 facing N formation masses") == ["missing-victory"]
    assert refusal(state, "deploy Rifles in 1,1 facing N formation firing_line") == ["formations-list"]
    assert refusal(state, 'deploy "Red HQ" in 1,1 facing N formation none') == ["missing-victory"]
    assert refusal(state, "done") == ["missing-victory"]
    assert refusal(state, "hold back Rifles") == ["missing-victory"]
    assert refusal(state, "deal") == ["turn-sequence"]
    placed = acted(state, "deploy Rifles in 2,1 facing SE formation waves")
    rifles = placed.field.unit("Rifles")
    assert (rifles.square, rifles.facing, rifles.formation, rifles.order) == ((2, 1), "SE", "waves", "attack")
    assert lines(placed) == ["done"]
    assert lines(acted(placed, "done")) == ["deal"]


@pytest.mark.rule("red_square", "occ-table", "dig-3-defence", "geo-facings")
def test_what_is_there_already_keeps_others_out() -> None:
    others = to_come("Others", order="defend", formation="firing_line")
    state = acted(
        begun(scenario(deployments=(zone(RIFLES, others),))), "deploy Rifles in 1,1 facing N formation masses"
    )
    assert refusal(state, "deploy Others in 1,1 facing N formation waves") == ["occ-table"]
    assert {action.square for action in placements(state)} == {(2, 1)}
    assert {action.formation for action in placements(state)} == {"masses", "waves", "firing_line"}
    dug = begun(scenario(deployments=(zone(evolve(others, formation="defence")),)))
    assert lines(dug) == [f"deploy Others in {column},1 facing N formation defence" for column in (1, 2)]


@pytest.mark.rule("red_square", "missing-victory")
def test_zones_are_deployed_one_after_the_other() -> None:
    whites = to_come("Whites", side="white")
    both = (zone(whites, squares=((1, 8),), side="white"), zone(RIFLES))
    state = begun(scenario(deployments=both))
    assert rs.game.to_act(state) == "white"
    state = acted(state, "deploy Whites in 1,8 facing S formation firing_line", "done")
    assert (state.stage, rs.game.to_act(state), state.zone) == ("deployment", "red", 1)


@pytest.mark.rule("red_square", "mg-place-speed", "co-scope", "train-1-square", "terrain-wire", "artpos-semi-masked")
def test_each_kind_has_its_place() -> None:
    rails = SquareWay(squares=((1, 1), (2, 1)))
    board = plain(
        railways=(rails,),
        features=(SquareFeature(kind="wire", squares=((4, 1),)), SquareFeature(kind="hedge", squares=((4, 2),))),
    )
    squares = ((1, 1), (3, 1), (4, 1), (4, 2), (5, 3))
    guns = to_come("Guns", "artillery", formation="deployed", position="semi_masked")
    units = (to_come("Train", "train", order="probe"), RIFLES, MGS, to_come("Horse", "cavalry", order="attack"), guns)
    state = begun(scenario(board=board, deployments=(zone(*units, squares=squares),)))
    # A train stands on rails and faces along them.
    assert lines(state) == ["deploy Train in 1,1 facing E formation none"]
    assert refusal(state, "deploy Train in 3,1 facing N formation none") == ["train-1-square"]
    state = acted(
        state, "deploy Train in 1,1 facing E formation none", "deploy Rifles in 3,1 facing N formation masses"
    )
    # MGs stand with their battalion or beside it: (3, 1) touches (4, 1), and (4, 2) too, in an odd row.
    near = {square for square in squares if state.field.board.grid.distance(square, (3, 1)) <= 1}
    assert {action.square for action in placements(state)} == near
    assert refusal(state, "deploy MGs in 5,3 facing N formation none") == ["mg-place-speed"]
    state = acted(state, "deploy MGs in 3,1 facing N formation none")
    assert refusal(state, "deploy Horse in 4,1 facing N formation mounted") == ["terrain-wire"]
    state = acted(state, "deploy Horse in 5,3 facing N formation scouting")
    behind, open_ = (
        acted(state, f"deploy Guns in {square} facing N formation deployed").field.unit("Guns")
        for square in ("4,2", "4,1")
    )
    assert (behind.position, open_.position) == ("semi_masked", "open")


@pytest.mark.rule("red_square", "missing-victory", "occ-table")
def test_a_unit_for_whom_there_is_no_room_is_held_back_and_comes_when_there_is() -> None:
    others = to_come("Others", order="defend")
    state = begun(scenario(deployments=(zone(RIFLES, others, squares=((1, 1),)),)))
    state = acted(state, "deploy Rifles in 1,1 facing N formation masses")
    assert lines(state) == ["hold back Others"]
    state = acted(state, "hold back Others", "done")
    assert (state.stage, [unit.name for unit in state.to_come]) == ("deal", ["Others"])
    moved = evolve(state.field.unit("Rifles"), square=(1, 3))
    next_turn = evolve(state, held_back=(), game=evolve(state.game, field=state.field.with_units(moved)))
    assert lines(next_turn) == ["hold back Others", "bring Others to 1,1"]


@pytest.mark.rule("red_square", "missing-victory", "turn-5-test-needed")
def test_reinforcements_come_before_the_deal_of_their_turn_and_not_next_to_the_enemy() -> None:
    late = rs.Reinforcement(unit=to_come("Late", side="white"), turn=2, squares=((1, 9), (5, 9)))
    foe = rs.Unit(name="Foe", side="red", kind="infantry", square=(1, 8), bases=4, formation="waves", order="attack")
    state = begun(scenario(foe, reinforcements=(late,), turn_limit=3))
    assert (state.stage, [unit.name for unit in state.to_come]) == ("deal", ["Late"])
    assert refusal(state, "bring Late to 5,9") == ["missing-victory"]
    due = evolve(state, game=evolve(state.game, field=evolve(state.field, turn=2)))
    assert (due.stage, rs.game.to_act(due)) == ("arrivals", "white")
    # (1, 8) lies next to (1, 9).
    assert lines(due) == ["hold back Late", "bring Late to 5,9"]
    assert refusal(due, "bring Late to 1,9") == ["turn-5-test-needed"]
    there = acted(due, "bring Late to 5,9")
    unit = there.field.unit("Late")
    assert (unit.square, unit.facing, there.stage, there.to_come) == ((5, 9), "S", "deal", ())
    waits = acted(due, "hold back Late")
    assert (waits.stage, waits.held_back) == ("deal", ("Late",))
    assert acted(waits, "...").stage == "arrivals"  # a turn later it is asked again


@pytest.mark.rule("red_square", "co-scope")
def test_a_battalion_waits_for_its_co() -> None:
    officer, battalion = to_come("CO", "co"), evolve(RIFLES, commander="CO")
    late = (
        rs.Reinforcement(unit=officer, turn=1, squares=((1, 1),)),
        rs.Reinforcement(unit=battalion, turn=1, squares=((2, 1),)),
    )
    state = begun(scenario(reinforcements=late))
    assert lines(acted(state, "hold back CO")) == ["hold back Rifles"]
    assert "bring Rifles to 2,1" in lines(acted(state, "bring CO to 1,1"))


@pytest.mark.rule("red_square", "missing-victory", "area-grid", "bad-input", "co-scope", "mg-place-speed")
@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"deployments": (zone(RIFLES, squares=((9, 9),)),)}, "$.scenario.deployments[0].squares[0]"),
        ({"deployments": (zone(RIFLES, squares=((1, 1), (1, 1))),)}, "$.scenario.deployments[0].squares[1]"),
        ({"deployments": (zone(RIFLES, side="white"),)}, "$.scenario.deployments[0].units[0].side"),
        ({"deployments": (zone(RIFLES, RIFLES),)}, "$.scenario.deployments[0].units[1].name"),
        ({"deployments": (zone(evolve(RIFLES, square=(1, 1))),)}, "$.scenario.deployments[0].units[0].square"),
        ({"deployments": (zone(evolve(RIFLES, commander="X")),)}, "$.scenario.deployments[0].units[0].commander"),
        ({"deployments": (zone(MGS),)}, "$.scenario.deployments[0].units[0].accompanies"),
        (
            {"reinforcements": (rs.Reinforcement(unit=RIFLES, turn=3, squares=((1, 1),)),)},
            "$.scenario.reinforcements[0].turn",
        ),
        (
            {"reinforcements": (rs.Reinforcement(unit=RIFLES, turn=1, squares=((1, 99),)),)},
            "$.scenario.reinforcements[0].squares[0]",
        ),
        ({"held": (rs.HeldPlace(place="Nowhere", side="red"),)}, "$.scenario.held[0].place"),
    ],
)  # fmt: skip
def test_scenarios_that_contradict_themselves(changes: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        rs.game.begin(scenario(**changes), dice=GivenDice([]))
    assert path in [problem.path for problem in caught.value.problems]


@pytest.mark.rule("red_square", "orders-required", "command-levels")
def test_units_to_come_are_held_to_the_rules_of_the_roster() -> None:
    without = evolve(RIFLES, order=None)
    for changes in (
        {"deployments": (zone(without),)},
        {"reinforcements": (rs.Reinforcement(unit=without, turn=1, squares=((1, 1),)),)},
    ):
        with pytest.raises(IllegalRequestError, match="orders-required"):
            begun(scenario(**changes))
    field = rs.Field(board=plain(), units=(rs.Unit(name="White HQ", side="white", kind="hq", square=(3, 9)),))
    with pytest.raises(IllegalRequestError, match="command-levels"):
        begun(evolve(scenario(), field=field))
    staff = zone(to_come("Red HQ", "hq"))  # a headquarters may be deployed
    assert begun(evolve(scenario(), field=field, deployments=(staff,))).stage == "deployment"


@pytest.mark.rule("red_square", "missing-victory")
@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"zone": 2}, "$.state.zone"),
        ({"held_back": ("Nobody",)}, "$.state.held_back[0]"),
        ({"held": (rs.HeldPlace(place="Nowhere", side="red"),)}, "$.state.held[0].place"),
    ],
)
def test_states_that_contradict_themselves(changes: dict[str, Any], path: str) -> None:
    state = evolve(begun(scenario(deployments=(zone(RIFLES),))), **changes)
    with pytest.raises(InvalidRequestError) as caught:
        rs.game.verdict(state, rs.Deal())
    assert path in [problem.path for problem in caught.value.problems]


@pytest.mark.rule("red_square", "missing-victory")
def test_a_state_accounts_for_every_unit() -> None:
    state = begun(scenario(evolve(RIFLES, square=(1, 1))))
    stranger = rs.Unit(name="Stranger", side="red", kind="co", square=(1, 2))
    fewer = evolve(state.field, units=state.field.units[:-1])
    wrong = {"$.state.game.field.units[3].name": state.field.with_units(stranger), "$.state.game.field.units": fewer}
    for path, field in wrong.items():
        with pytest.raises(InvalidRequestError) as caught:
            rs.game.verdict(evolve(state, game=evolve(state.game, field=field)), rs.Deal())
        assert path in [problem.path for problem in caught.value.problems]
