"""The terrain table cell by cell, paying for it, roads and columns."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from red_actions_asking import answer
from red_actions_moves import ARMS, LINES, along, go, move, over, refused

from rcw_rules import GivenDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.errors import ChartError
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_actions.model import Arm
from rcw_rules.red_actions.movement import going

# What each terrain costs somebody with 8 inches to spend: a line to cross it, an area for one inch of it. "no" is
# impassable, "halt" ends the move, * calls for a test. Counted out by hand from the table of the book.
BY_HAND = """
               infantry  sabres  tachankas  cars  tanks
hedge          2         4       4          4*    0*
wall           2         no      no         no    0*
small_stream   4         8       8          no    0*
big_stream     4         no      no         no    no
ford           1         1       2          2*    1
trench         4         no      no         no    0*
wire           halt      no      no         no    0*
crushed_wire   4         no      no         8*    0
up_normal_hill 1         1       2          2     1
steep_slope    2         2       4          4     2
buildings      1         4       4          4     2*
boggy_ground   2         no      no         no    no
rough_ground   2         2       2          no    2*
woods          2         2       2          4*    2*
dense_woods    2         4       no         no    no
"""


CELLS = [
    (line.split()[0], arm, cell)
    for line in BY_HAND.strip().splitlines()[1:]
    for arm, cell in zip(ARMS, line.split()[1:], strict=True)
]


# ---------------------------------------------------------------- the terrain table


def test_there_are_75_cells_by_hand() -> None:
    assert len(CELLS) == 75
    assert len({(terrain, arm) for terrain, arm, _ in CELLS}) == 75


@pytest.mark.rule("red_actions", "terrain-table", "terrain-cost-rule", "terrain-breakdown-mark", "wire-crushed")
@pytest.mark.parametrize(("terrain", "arm", "cell"), CELLS)
def test_each_cell_of_the_terrain_table(terrain: Any, arm: Arm, cell: str) -> None:
    leg = over(terrain) if terrain in LINES else go(1, terrain)
    asked = move(arm, 8, leg)
    if cell == "no":
        assert "go round" in refused(asked, "terrain-table", "$.path[0]")
        return
    outcome = answer(asked)
    assert outcome.in_wire is (cell == "halt")
    assert outcome.cost == (0 if cell == "halt" else int(cell.rstrip("*")))
    assert outcome.left == 8 - outcome.cost
    if not cell.endswith("*"):
        assert outcome.trials == ()
    elif terrain in LINES or terrain == "ford":
        trial: Any = "wire" if terrain == "wire" else "obstacle"
        assert outcome.trials == (ra.TrialDue(trial=trial, leg=0, moved=Fraction(0)),)
    else:
        assert outcome.trials == (ra.TrialDue(trial="breakdown", leg=None, moved=Fraction(1)),)


def test_a_move_can_cross_as_much_as_a_table_holds() -> None:
    # A table of a hundred strips of terrain is odd, and no reason to stop a game.
    assert answer(move("rifle", 8, *[go("0.05")] * 100)).cost == 5


@pytest.mark.rule("red_actions", "terrain-table", "defs-categories")
def test_the_columns_of_the_other_arms() -> None:
    # The wall tells foot (a quarter) from the rest (no way), the small stream sabres from limbered guns by nothing,
    # so a normal hill does: full speed for sabres, half for limbered guns.
    assert answer(move("mg", 8, over("wall"))).cost == 2
    assert answer(move("mortar", 8, over("wall"))).cost == 2
    assert answer(move("officer", None, over("wall"))).cost == Fraction(5, 2)
    refused(move("officer", None, over("wall"), mounted=True), "terrain-table", "$.path[0]")
    assert answer(move("officer", None, go(1, "up_normal_hill"), mounted=True)).cost == 1
    assert answer(move("gun", 8, go(1, "up_normal_hill"), limbered=True)).cost == 2


@pytest.mark.rule("red_actions", "terrain-table")
@pytest.mark.parametrize("code", ["", "half speed", "1/2 walk", "Nyet", 3])
def test_a_cell_of_no_meaning_is_an_error_of_the_chart(code: Any) -> None:
    with pytest.raises(ChartError, match="is not one of its codes"):
        going(code)


# ---------------------------------------------------------------- paying


@pytest.mark.rule("red_actions", "terrain-table", "terrain-cost-rule")
def test_the_cases_of_the_terrain_table() -> None:
    assert answer(move("rifle", 6, go(3), over("hedge"))).left == Fraction(3, 2)
    message = refused(move("sabres", 12, go(6, "dense_woods")), "terrain-cost-rule", "$.path")
    assert "costs 24 in" in message
    wall = answer(move("tank", 4, over("wall")))
    assert wall.cost == 0
    assert [due.trial for due in wall.trials] == ["obstacle"]
    assert answer(move("tachanka", 10, over("small_stream"))).left == 0


@pytest.mark.rule("red_actions", "terrain-cost-rule", "evade-speed")
def test_the_cases_of_paying_for_obstacles() -> None:
    message = refused(move("rifle", 8, go(2), go(2, "woods"), over("trench")), "terrain-cost-rule", "$.path")
    assert "costs 10 in, but the allowance is 8 in" in message
    evading = answer(move("rifle", 8, over("wall"), go(2), pace="evasive", evasive_speed=inches(4)))
    assert (evading.allowance, evading.cost) == (4, 3)


@pytest.mark.rule("red_actions", "terrain-cost-rule")
def test_a_whole_move_is_paid_only_from_the_edge_of_the_obstacle() -> None:
    assert answer(move("sabres", 12, over("small_stream"))).cost == 12
    refused(move("sabres", 12, go("0.001"), over("small_stream")), "terrain-cost-rule", "$.path")
    refused(move("sabres", 12, over("small_stream"), go("0.001")), "terrain-cost-rule", "$.path")
    refused(move("armoured_car", 12, go("0.001"), over("crushed_wire")), "terrain-cost-rule", "$.path")


@pytest.mark.rule("red_actions", "terrain-cost-rule")
def test_every_obstacle_is_paid_anew_and_the_slowest_of_overlapping_terrains_tells() -> None:
    assert answer(move("rifle", 8, over("hedge"), go(1), over("hedge"))).cost == 5
    assert answer(move("sabres", 8, go(1, "up_normal_hill", "steep_slope", "buildings"))).cost == 4
    assert answer(move("sabres", 8, go(1, "buildings", "steep_slope"))).cost == 4


@pytest.mark.rule("red_actions", "wire-crushed")
def test_crushed_wire_costs_infantry_half_its_move() -> None:
    assert answer(move("rifle", 6, over("crushed_wire"))).cost == 3


@pytest.mark.rule("red_actions", "mov-speed")
def test_a_path_longer_than_the_speed_is_refused() -> None:
    assert "costs 7 in" in refused(move("rifle", 6, go(4), go(3)), "mov-speed", "$.path")
    assert answer(move("rifle", 6, go(4), go(2))).left == 0
    assert answer(move("rifle", 6, go(3), pace="half")).left == 0
    refused(move("rifle", 6, go("3.001"), pace="half"), "mov-speed", "$.path")


@pytest.mark.rule("red_actions", "wire-infantry")
def test_infantry_halts_in_wire() -> None:
    outcome = answer(move("rifle", 6, go(2), over("wire")))
    assert (outcome.in_wire, outcome.cost, outcome.moved) == (True, 2, 2)
    refused(move("rifle", 6, go(2), over("wire"), go(1)), "wire-infantry", "$.path[2]")


# ---------------------------------------------------------------- roads and columns


@pytest.mark.rule("red_actions", "terrain-road-column")
def test_the_cases_of_roads() -> None:
    guns = move("gun", 6, go(8, "woods", on_road=True), bases=3, in_column=True, limbered=True)
    assert (answer(guns).allowance, answer(guns).cost) == (8, 8)
    refused(evolve(guns, path=(go("8.001", "woods", on_road=True),)), "mov-speed", "$.path")
    assert answer(evolve(guns, path=(go(4, "up_normal_hill", on_road=True),))).cost == 8
    refused(evolve(guns, path=(go("4.001", "up_normal_hill", on_road=True),)), "terrain-cost-rule", "$.path")


@pytest.mark.rule("red_actions", "terrain-road-column")
def test_a_road_helps_columns_only_and_all_the_way_or_without_the_bonus() -> None:
    line = move("rifle", 6, go(3, "woods", on_road=True), bases=4)
    assert (answer(line).allowance, answer(line).cost) == (6, 6)
    column = evolve(line, mover=ra.Mover(arm="rifle", bases=4, in_column=True))
    assert (answer(column).allowance, answer(column).cost) == (8, 3)
    partly = answer(evolve(column, path=(go(3, "woods", on_road=True), go(1))))
    assert (partly.allowance, partly.cost) == (6, 4)


@pytest.mark.rule("red_actions", "terrain-road-column")
def test_a_bridge_costs_nothing_and_steep_slopes_count_on_the_way_up() -> None:
    bridge = answer(
        move("armoured_car", 12, go(3, on_road=True), over("big_stream", on_road=True), go(1, on_road=True))
    )
    assert (bridge.cost, bridge.trials) == (4, ())
    assert answer(move("armoured_car", 12, go(3, "steep_slope", on_road=True))).cost == 12
    assert answer(move("armoured_car", 12, go(3, "steep_slope", on_road=True, downhill=True))).cost == 3
    assert answer(move("armoured_car", 12, go(3, "steep_slope", downhill=True))).cost == 12


@pytest.mark.rule("red_actions", "terrain-road-column", "evade-speed")
def test_a_road_adds_to_half_a_move_but_not_to_an_evasive_one() -> None:
    asked = move("rifle", 6, go(2, on_road=True), in_column=True, evasive_speed=inches(4))
    assert answer(evolve(asked, pace="half")).allowance == 5
    assert answer(evolve(asked, pace="evasive")).allowance == 4


@pytest.mark.rule("red_actions", "wx-rain", "terrain-road-column")
def test_rain_takes_the_bonus_but_not_the_road() -> None:
    asked = move("rifle", 6, go(6, "woods", on_road=True), bases=4, in_column=True)
    assert (answer(asked, rain=True).allowance, answer(asked, rain=True).cost) == (6, 6)
    assert answer(asked).allowance == 8


@pytest.mark.rule("red_actions", "wx-rain", "conv-metres-govern")
def test_the_record_tells_which_options_a_move_rests_on() -> None:
    def told(asked: Any, **options: Any) -> str:
        found: str = ra.ruleset.with_options(**options).resolve(asked, dice=GivenDice([])).explain()
        return found

    column = move("rifle", 6, go(6, on_road=True), bases=4, in_column=True)
    assert "ruling rain" in told(column, rain=True)
    assert "ruling" not in told(evolve(column, path=(go(6),)), rain=True)
    assert "ruling distance_conflicts = metres" in told(move("officer", None, go(1), mounted=True))
    assert "distance_conflicts" not in told(move("officer", None, go(1)))


@pytest.mark.rule("red_actions", "terrain-road-column")
def test_a_bridge_helps_columns_only() -> None:
    line = move("rifle", 6, over("small_stream", on_road=True), bases=4)
    assert (answer(line).cost, answer(line).allowance) == (3, 6)
    assert answer(evolve(line, mover=ra.Mover(arm="rifle", bases=4, in_column=True))).cost == 0


@pytest.mark.rule("red_actions", "terrain-column-needed", "form-column")
@pytest.mark.parametrize("terrain", ["buildings", "woods", "dense_woods"])
def test_only_infantry_goes_out_of_column_through_buildings_and_woods(terrain: Any) -> None:
    message = refused(move("sabres", 12, go(1), go(1, terrain), bases=4), "terrain-column-needed", "$.path[1]")
    assert "column" in message
    assert answer(move("sabres", 12, go(1), go(1, terrain), bases=4, in_column=True)).cost > 2
    assert answer(move("sabres", 12, go(1, terrain))).cost > 1  # a single base
    assert answer(move("rifle", 6, go(1, terrain), bases=6)).cost >= 1
    assert answer(move("mg", 6, go(1, terrain), bases=3)).cost >= 1
    refused(move("mortar", 6, go(1, terrain), bases=2), "terrain-column-needed", "$.path[0]")
    assert answer(move("sabres", 12, go(1, "rough_ground"), bases=4)).cost == 2


@pytest.mark.rule("red_actions", "terrain-cost-rule")
def test_going_along_a_path_stops_within_a_stretch_and_short_of_an_obstacle() -> None:
    def stops(arm: Any, allowance: int, *path: Any) -> Any:
        found = along(ra.Mover(arm=arm), allowance, *path)
        return found.moved, found.cost, found.stopped_by, found.leg

    assert stops("rifle", 6, go(4), go(3, "woods")) == (5, 6, "spent", 1)
    assert stops("rifle", 6, go(5), over("hedge"), go(1)) == (5, 5, "spent", 1)
    assert stops("sabres", 12, go(5), over("big_stream")) == (5, 5, "impassable", 1)
    assert stops("sabres", 12, go(5), go(2, "boggy_ground"), go(1)) == (5, 5, "impassable", 1)
    assert stops("rifle", 6, go(2), over("wire"), go(1)) == (2, 2, "wire", 1)
    assert stops("rifle", 6, go(2), over("hedge"), go(1, "woods")) == (3, Fraction(11, 2), "", None)
