"""Moves: every cell of the terrain table, what a move may cost, wheels, marches, and paths."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any, get_args

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_actions as ra
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.errors import ChartError
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_actions.model import Arm
from rcw_rules.red_actions.movement import Area, Line, going

LINES: tuple[Any, ...] = get_args(Line)

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
ARMS: tuple[Any, ...] = ("rifle", "sabres", "tachanka", "armoured_car", "tank")
CELLS = [
    (line.split()[0], arm, cell)
    for line in BY_HAND.strip().splitlines()[1:]
    for arm, cell in zip(ARMS, line.split()[1:], strict=True)
]


def go(length: int | str, *terrain: Any, **fields: Any) -> ra.Stretch:
    return ra.Stretch(length=inches(length), terrain=terrain, **fields)


def over(line: Any, **fields: Any) -> ra.Obstacle:
    return ra.Obstacle(line=line, **fields)


def move(arm: Arm, speed: int | str | None, *path: Any, bases: int = 1, in_column: bool = False, **fields: Any) -> Any:
    mover = ra.Mover(arm=arm, bases=bases, in_column=in_column, mounted=fields.pop("mounted", False))
    return ra.MoveBudgetRequest(mover=mover, speed=None if speed is None else inches(speed), path=path, **fields)


def cost(asked: Any, **options: Any) -> Any:
    return ra.ruleset.with_options(**options).resolve(asked, dice=GivenDice([])).outcome


def refused(asked: Any, rule: str, path: str, **options: Any) -> str:
    with pytest.raises(IllegalRequestError) as refusal:
        cost(asked, **options)
    found = [objection for objection in refusal.value.verdict.objections if objection.rule == rule]
    assert [objection.path for objection in found] == [path], str(refusal.value)
    return found[0].message


def malformed(asked: Any, rule: str, path: str) -> None:
    with pytest.raises(InvalidRequestError) as refusal:
        ra.ruleset.resolve(asked, dice=GivenDice([]))
    assert (path, rule) in [(problem.path, problem.rule) for problem in refusal.value.problems], str(refusal.value)


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
    outcome = cost(asked)
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


@pytest.mark.rule("red_actions", "terrain-table", "defs-categories")
def test_the_columns_of_the_other_arms() -> None:
    # The wall tells foot (a quarter) from the rest (no way), the small stream sabres from limbered guns by nothing,
    # so a normal hill does: full speed for sabres, half for limbered guns.
    assert cost(move("mg", 8, over("wall"))).cost == 2
    assert cost(move("mortar", 8, over("wall"))).cost == 2
    assert cost(move("officer", None, over("wall"))).cost == Fraction(5, 2)
    refused(move("officer", None, over("wall"), mounted=True), "terrain-table", "$.path[0]")
    assert cost(move("officer", None, go(1, "up_normal_hill"), mounted=True)).cost == 1
    assert cost(move("gun", 8, go(1, "up_normal_hill"), limbered=True)).cost == 2


@pytest.mark.rule("red_actions", "terrain-table")
@pytest.mark.parametrize("code", ["", "half speed", "1/2 walk", "Nyet", 3])
def test_a_cell_of_no_meaning_is_an_error_of_the_chart(code: Any) -> None:
    with pytest.raises(ChartError, match="none of its codes"):
        going(code)


# ---------------------------------------------------------------- paying


@pytest.mark.rule("red_actions", "terrain-table", "terrain-cost-rule")
def test_the_cases_of_the_terrain_table() -> None:
    assert cost(move("rifle", 6, go(3), over("hedge"))).left == Fraction(3, 2)
    message = refused(move("sabres", 12, go(6, "dense_woods")), "terrain-cost-rule", "$.path")
    assert "costs 24 in" in message
    wall = cost(move("tank", 4, over("wall")))
    assert wall.cost == 0
    assert [due.trial for due in wall.trials] == ["obstacle"]
    assert cost(move("tachanka", 10, over("small_stream"))).left == 0


@pytest.mark.rule("red_actions", "terrain-cost-rule", "evade-speed")
def test_the_cases_of_paying_for_obstacles() -> None:
    message = refused(move("rifle", 8, go(2), go(2, "woods"), over("trench")), "terrain-cost-rule", "$.path")
    assert "costs 10 in and there are 8 in" in message
    evading = cost(move("rifle", 8, over("wall"), go(2), pace="evasive", evasive_speed=inches(4)))
    assert (evading.allowance, evading.cost) == (4, 3)


@pytest.mark.rule("red_actions", "terrain-cost-rule")
def test_a_whole_move_is_paid_only_from_the_edge_of_the_obstacle() -> None:
    assert cost(move("sabres", 12, over("small_stream"))).cost == 12
    refused(move("sabres", 12, go("0.001"), over("small_stream")), "terrain-cost-rule", "$.path")
    refused(move("sabres", 12, over("small_stream"), go("0.001")), "terrain-cost-rule", "$.path")
    refused(move("armoured_car", 12, go("0.001"), over("crushed_wire")), "terrain-cost-rule", "$.path")


@pytest.mark.rule("red_actions", "terrain-cost-rule")
def test_every_obstacle_is_paid_anew_and_the_slowest_of_overlapping_terrains_tells() -> None:
    assert cost(move("rifle", 8, over("hedge"), go(1), over("hedge"))).cost == 5
    assert cost(move("sabres", 8, go(1, "up_normal_hill", "steep_slope", "buildings"))).cost == 4
    assert cost(move("sabres", 8, go(1, "buildings", "steep_slope"))).cost == 4


@pytest.mark.rule("red_actions", "wire-crushed")
def test_crushed_wire_costs_infantry_half_its_move() -> None:
    assert cost(move("rifle", 6, over("crushed_wire"))).cost == 3


@pytest.mark.rule("red_actions", "mov-speed")
def test_a_path_longer_than_the_speed_is_refused() -> None:
    assert "costs 7 in" in refused(move("rifle", 6, go(4), go(3)), "mov-speed", "$.path")
    assert cost(move("rifle", 6, go(4), go(2))).left == 0
    assert cost(move("rifle", 6, go(3), pace="half")).left == 0
    refused(move("rifle", 6, go("3.001"), pace="half"), "mov-speed", "$.path")


@pytest.mark.rule("red_actions", "wire-infantry")
def test_infantry_halts_in_wire() -> None:
    outcome = cost(move("rifle", 6, go(2), over("wire")))
    assert (outcome.in_wire, outcome.cost, outcome.moved) == (True, 2, 2)
    refused(move("rifle", 6, go(2), over("wire"), go(1)), "wire-infantry", "$.path[2]")


# ---------------------------------------------------------------- roads and columns


@pytest.mark.rule("red_actions", "terrain-road-column")
def test_the_cases_of_roads() -> None:
    guns = move("gun", 6, go(8, "woods", on_road=True), bases=3, in_column=True, limbered=True)
    assert (cost(guns).allowance, cost(guns).cost) == (8, 8)
    refused(evolve(guns, path=(go("8.001", "woods", on_road=True),)), "mov-speed", "$.path")
    assert cost(evolve(guns, path=(go(4, "up_normal_hill", on_road=True),))).cost == 8
    refused(evolve(guns, path=(go("4.001", "up_normal_hill", on_road=True),)), "terrain-cost-rule", "$.path")


@pytest.mark.rule("red_actions", "terrain-road-column")
def test_a_road_helps_columns_only_and_all_the_way_or_without_the_bonus() -> None:
    line = move("rifle", 6, go(3, "woods", on_road=True), bases=4)
    assert (cost(line).allowance, cost(line).cost) == (6, 6)
    column = evolve(line, mover=ra.Mover(arm="rifle", bases=4, in_column=True))
    assert (cost(column).allowance, cost(column).cost) == (8, 3)
    partly = cost(evolve(column, path=(go(3, "woods", on_road=True), go(1))))
    assert (partly.allowance, partly.cost) == (6, 4)


@pytest.mark.rule("red_actions", "terrain-road-column")
def test_a_bridge_costs_nothing_and_steep_slopes_count_on_the_way_up() -> None:
    bridge = cost(move("armoured_car", 12, go(3, on_road=True), over("big_stream", on_road=True), go(1, on_road=True)))
    assert (bridge.cost, bridge.trials) == (4, ())
    assert cost(move("armoured_car", 12, go(3, "steep_slope", on_road=True))).cost == 12
    assert cost(move("armoured_car", 12, go(3, "steep_slope", on_road=True, downhill=True))).cost == 3
    assert cost(move("armoured_car", 12, go(3, "steep_slope", downhill=True))).cost == 12


@pytest.mark.rule("red_actions", "terrain-road-column", "evade-speed")
def test_a_road_adds_to_half_a_move_but_not_to_an_evasive_one() -> None:
    asked = move("rifle", 6, go(2, on_road=True), in_column=True, evasive_speed=inches(4))
    assert cost(evolve(asked, pace="half")).allowance == 5
    assert cost(evolve(asked, pace="evasive")).allowance == 4


@pytest.mark.rule("red_actions", "wx-rain", "terrain-road-column")
def test_rain_takes_the_bonus_but_not_the_road() -> None:
    asked = move("rifle", 6, go(6, "woods", on_road=True), bases=4, in_column=True)
    assert (cost(asked, rain=True).allowance, cost(asked, rain=True).cost) == (6, 6)
    assert cost(asked).allowance == 8


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
    assert (cost(line).cost, cost(line).allowance) == (3, 6)
    assert cost(evolve(line, mover=ra.Mover(arm="rifle", bases=4, in_column=True))).cost == 0


@pytest.mark.rule("red_actions", "terrain-column-needed", "form-column")
@pytest.mark.parametrize("terrain", ["buildings", "woods", "dense_woods"])
def test_only_infantry_goes_out_of_column_through_buildings_and_woods(terrain: Any) -> None:
    message = refused(move("sabres", 12, go(1), go(1, terrain), bases=4), "terrain-column-needed", "$.path[1]")
    assert "column" in message
    assert cost(move("sabres", 12, go(1), go(1, terrain), bases=4, in_column=True)).cost > 2
    assert cost(move("sabres", 12, go(1, terrain))).cost > 1  # a single base
    assert cost(move("rifle", 6, go(1, terrain), bases=6)).cost >= 1
    assert cost(move("mg", 6, go(1, terrain), bases=3)).cost >= 1
    refused(move("mortar", 6, go(1, terrain), bases=2), "terrain-column-needed", "$.path[0]")
    assert cost(move("sabres", 12, go(1, "rough_ground"), bases=4)).cost == 2


# ---------------------------------------------------------------- how a unit moves


@pytest.mark.rule("red_actions", "mov-forward-drift")
def test_a_slant_of_20_degrees_and_no_more() -> None:
    assert cost(move("rifle", 6, go(6), incline=degrees(20))).cost == 6
    assert "wheel" in refused(move("rifle", 6, go(1), incline=degrees(21)), "mov-forward-drift", "$.incline")
    refused(move("rifle", 6, go(1), facing_alike=False), "mov-forward-drift", "$.facing_alike")


@pytest.mark.rule("red_actions", "mov-no-backwards")
@pytest.mark.parametrize("direction", ["backward", "sideways"])
def test_nobody_steps_back_or_aside_of_his_own_will(direction: Any) -> None:
    step = go(2, direction=direction)
    refused(move("rifle", 6, go(1), step), "mov-no-backwards", "$.path[1].direction")
    refused(move("rifle", 6, step, manner="charge"), "mov-no-backwards", "$.path[0].direction")
    assert cost(move("rifle", 6, step, manner="compelled")).cost == 2
    assert cost(move("rifle", 6, go(2), turns=(180, 180))).cost == 2  # turning, moving and turning again is free


@pytest.mark.rule("red_actions", "mov-no-backwards", "mov-tachanka-turning")
def test_the_cases_of_tachankas_that_turn() -> None:
    tachanka = move("tachanka", 10, go(10), begins_ready=True, depth=inches(2))
    assert (cost(tachanka).cost, cost(tachanka).ready_to_fire) == (10, True)
    forward = evolve(tachanka, path=(go(8),), turns=(180,), begins_ready=False)
    assert (cost(forward).cost, cost(forward).ready_to_fire) == (10, True)
    refused(evolve(tachanka, path=(go(7),), turns=(180, 180)), "mov-speed", "$.path")
    assert cost(evolve(tachanka, path=(go(6),), turns=(180, 180))).ready_to_fire is True
    assert cost(evolve(tachanka, path=(go(6),), turns=(180,))).ready_to_fire is False
    assert cost(evolve(tachanka, path=(go(6),), turns=(90,))).ready_to_fire is None
    assert cost(evolve(tachanka, path=(go(6),), wheels=(degrees(10),))).ready_to_fire is None
    assert cost(evolve(tachanka, begins_ready=None)).ready_to_fire is None


@pytest.mark.rule("red_actions", "mov-no-backwards", "form-limbered")
def test_limbered_guns_pay_for_turns_and_others_only_prolong() -> None:
    assert cost(move("gun", 6, go(2), limbered=True, turns=(90, 180), depth=inches("1.5"))).cost == 5
    assert cost(move("gun", 6, go(1))).cost == 1
    assert cost(move("gun", 6, go(1, direction="backward"))).cost == 1
    refused(move("gun", 6, go("1.001")), "form-limbered", "$.limbered")
    assert cost(move("gun", 6, go(1), turns=(90, 180))).cost == 1  # a pivot costs it nothing
    refused(move("gun", 6, wheels=(degrees(5),)), "form-limbered", "$.limbered")
    refused(move("gun", 6, go(1), pace="march"), "form-limbered", "$.limbered")
    refused(move("gun", 6, go(1, direction="sideways")), "mov-no-backwards", "$.path[0].direction")
    refused(move("gun", 6, go(1, direction="backward"), limbered=True), "mov-no-backwards", "$.path[0].direction")


@pytest.mark.rule("red_actions", "mov-interpenetration")
def test_formed_cavalry_is_not_passed_through() -> None:
    assert cost(move("rifle", 6, go(3), passes="friends")).cost == 3
    refused(move("rifle", 6, go(3), passes="formed_cavalry"), "mov-interpenetration", "$.passes")
    refused(move("sabres", 12, go(3), passes="friends", formed=True), "mov-interpenetration", "$.passes")
    assert cost(move("sabres", 12, go(3), formed=True)).cost == 3
    refused(move("rifle", 6, go(3), ends_on_others=True), "mov-interpenetration", "$.ends_on_others")


@pytest.mark.rule("red_actions", "mov-two-inch", "conv-within")
def test_two_inches_off_the_enemy() -> None:
    assert cost(move("rifle", 6, go(3), nearest_enemy=inches(2))).cost == 3
    refused(move("rifle", 6, go(3), nearest_enemy=inches("1.9")), "mov-two-inch", "$.nearest_enemy")
    assert cost(move("rifle", 6, go(3), nearest_enemy=inches("1.9"), manner="charge")).cost == 3
    assert cost(move("rifle", 6, go(3), nearest_enemy=inches("1.9"), manner="compelled")).cost == 3
    near = move("rifle", 6, go(3), enemy_at_start=inches("1.5"), nearest_enemy=inches("1.5"))
    assert cost(near).cost == 3  # it moves away
    refused(evolve(near, nearest_enemy=inches("1.4")), "mov-two-inch", "$.nearest_enemy")
    malformed(evolve(near, nearest_enemy=inches("1.6")), "mov-two-inch", "$.nearest_enemy")


@pytest.mark.rule("red_actions", "mov-officer-speed", "conv-metres-govern")
def test_detached_officers() -> None:
    assert cost(move("officer", None, go(16), mounted=True)).left == 0
    refused(move("officer", None, go(17), mounted=True), "mov-speed", "$.path")
    assert cost(move("officer", None, go(20), mounted=True), distance_conflicts="inches").left == 0
    assert cost(move("officer", None, go(10))).left == 0
    assert cost(move("officer", None, go(10)), distance_conflicts="inches").left == 0
    refused(move("officer", None, go("10.001")), "mov-speed", "$.path")
    assert cost(move("officer", None, go(32), mounted=True, pace="march")).left == 0
    malformed(move("officer", 12, go(1)), "mov-officer-speed", "$.speed")


@pytest.mark.rule("red_actions", "mov-wheel")
def test_wheels_are_paid_in_a_move() -> None:
    # A single base wheeling 45 degrees: 30 mm are 1.1811 in, times pi/4 is 0.9276.
    outcome = cost(move("tank", 4, go(1), wheels=(degrees(45), degrees(45))))
    assert (outcome.cost, outcome.moved) == (Fraction(2856, 1000), Fraction(2856, 1000))
    refused(move("rifle", 7, wheels=(degrees(90),), bases=4, front_bases=4), "mov-speed", "$.path")


@pytest.mark.rule("red_actions", "march-rate")
def test_a_march_in_a_move() -> None:
    column = move("rifle", 6, go(12), bases=4, in_column=True, pace="march", nearest_enemy=inches("40.1"))
    assert cost(column).left == 0
    assert cost(evolve(column, path=(go(14, on_road=True),))).left == 0
    assert cost(evolve(column, path=(go(6, "rough_ground"),))).left == 0  # at half of the doubled rate
    refused(evolve(column, nearest_enemy=inches(40)), "march-rate", "$.nearest_enemy")
    refused(evolve(column, shot_at="lately"), "march-rate", "$.shot_at")
    refused(evolve(column, mover=ra.Mover(arm="rifle", bases=4)), "march-rate", "$.mover.in_column")
    assert "march_ban" in ra.ruleset.resolve(evolve(column, shot_at="earlier"), dice=GivenDice([])).explain()


@pytest.mark.rule("red_actions", "march-rate", "conv-within")
def test_a_march_that_begins_near_a_known_enemy() -> None:
    column = move("rifle", 6, go(7), bases=4, in_column=True, pace="march", enemy_at_start=inches(40))
    refused(column, "march-rate", "$.enemy_at_start")
    refused(evolve(column, nearest_enemy=inches(30)), "march-rate", "$.nearest_enemy")
    refused(evolve(column, enemy_at_start=inches(60), nearest_enemy=inches(40)), "march-rate", "$.nearest_enemy")
    assert cost(evolve(column, enemy_at_start=inches("40.001"))).left == 5
    assert cost(evolve(column, pace="full", path=(go(6),))).left == 0


@pytest.mark.rule("red_actions", "charge-conditions", "amb-benefits")
def test_a_charge_is_at_full_speed_and_out_of_an_ambush_2_inches_longer() -> None:
    tank = move("tank", 6, go(8), manner="charge", bonus=inches(2))
    assert cost(tank).left == 0
    assert "2 in more [amb-benefits]" in ra.ruleset.resolve(tank, dice=GivenDice([])).explain()
    refused(evolve(tank, path=(go("8.001"),)), "mov-speed", "$.path")
    # An obstacle takes its part of the whole: half of 12 and 2.
    assert cost(move("sabres", 12, over("hedge"), manner="charge", bonus=inches(2))).cost == 7
    assert "full speed" in refused(evolve(tank, pace="march", bonus=inches(0)), "charge-conditions", "$.pace")
    rifles = move("rifle", 6, go(1), manner="charge", evasive_speed=inches(3))
    refused(evolve(rifles, pace="evasive"), "charge-conditions", "$.pace")
    malformed(evolve(tank, manner="move"), "amb-benefits", "$.bonus")
    malformed(evolve(tank, bonus=inches("2.001")), "amb-benefits", "$.bonus")


@pytest.mark.rule("red_actions", "tank-breakdown", "amb-benefits")
def test_the_2_inches_of_an_ambush_do_not_count_into_half_the_speed() -> None:
    charge = move("tank", 6, go(3), manner="charge", bonus=inches(2))
    assert cost(charge).trials == ()
    assert [due.trial for due in cost(evolve(charge, path=(go("3.001"),))).trials] == ["breakdown"]
    legal = ra.ChargeLegalityRequest(
        charger="tank", target="rifle", speed=inches(6), ambush=True, path=(go("3.5"),)
    )  # more than 3, less than half of 8
    assert [due.trial for due in cost(legal).trials] == ["breakdown"]


@pytest.mark.rule("red_actions", "mov-no-backwards", "mov-forward-drift")
def test_who_must_go_back_does_so_however_he_faces() -> None:
    back = move("rifle", 6, go(3, direction="backward"), manner="compelled", facing_alike=False, incline=degrees(60))
    assert cost(back).cost == 3


@pytest.mark.rule("red_actions", "conv-bad-input")
def test_moves_that_contradict_themselves() -> None:
    malformed(move("rifle", 6, go(1), evasive_speed=inches("6.001")), "evade-speed", "$.evasive_speed")
    assert cost(move("rifle", 6, go(1), evasive_speed=inches(6))).left == 5
    malformed(move("rifle", None, go(1)), "mov-speed", "$.speed")
    malformed(move("rifle", 6, go(1), pace="evasive"), "evade-speed", "$.evasive_speed")
    malformed(move("rifle", 6, go(1), formed=True), "form-formed-cavalry", "$.formed")
    malformed(move("rifle", 6, go(1), limbered=True), "form-limbered", "$.limbered")
    malformed(move("rifle", 6, go(1), begins_ready=True), "mov-tachanka-turning", "$.begins_ready")
    malformed(move("tachanka", 6, go(1), turns=(180,)), "mov-no-backwards", "$.depth")
    malformed(move("rifle", 6, go(1), bases=2, front_bases=3), "mov-wheel", "$.front_bases")
    malformed(move("rifle", 6, go(1), mounted=True), "mov-officer-speed", "$.mover.mounted")
    malformed(move("train_engine", 8, go(1)), "train-speed", "$.mover.arm")
    malformed(move("rifle", 6, go(1), bases=0), "defs-unit-size", "$.mover.bases")
    malformed(move("rifle", 6, go(1, "woods", "woods")), "conv-bad-input", "$.path[0].terrain")
    malformed(move("rifle", 6, go(1, "up_normal_hill", downhill=True)), "terrain-table", "$.path[0].downhill")
    malformed(move("rifle", 6, Inches(thousandths=1)), "", "$.path[0]")
    malformed(move("rifle", 6, go(1), turns=(45,)), "", "$.turns[0]")


def test_what_matters_of_a_unit_when_it_moves() -> None:
    card = ra.illustrative_troops().card("senior_officer_mounted")
    officer = ra.Unit(name="Frunze", side="red", card=card)
    assert ra.mover_of(officer) == ra.Mover(arm="officer", mounted=True)
    sabres = ra.TroopCard(id="s", name="Sabres", arm="sabres", speed=inches(12), mounted=True)
    unit = ra.Unit(name="1st", side="red", card=sabres, bases=4, in_column=True)
    assert ra.mover_of(unit) == ra.Mover(arm="sabres", bases=4, in_column=True)


# ---------------------------------------------------------------- tests of vehicles that a move calls for


@pytest.mark.rule("red_actions", "tank-breakdown")
def test_a_tank_over_half_speed_tests() -> None:
    assert cost(move("tank", 4, go(2))).trials == ()
    due = ra.TrialDue(trial="breakdown", leg=None, moved=Fraction(21, 10))
    assert cost(move("tank", 4, go("2.1"))).trials == (due,)
    assert cost(move("tank", 4, go("2.1", on_road=True))).trials == (due,)


@pytest.mark.rule("red_actions", "terrain-breakdown-mark", "tank-breakdown")
def test_the_cases_of_the_asterisk() -> None:
    ford = cost(move("armoured_car", 12, go(1), go(1, "ford")))
    assert ford.trials == (ra.TrialDue(trial="obstacle", leg=1, moved=Fraction(1)),)
    woods = cost(move("tank", 4, go(1, "woods"), go("0.5", "rough_ground")))
    assert woods.trials == (ra.TrialDue(trial="breakdown", leg=None, moved=Fraction(3, 2)),)


@pytest.mark.rule("red_actions", "terrain-breakdown-mark")
def test_a_ford_in_the_woods_calls_for_both_tests_of_an_armoured_car() -> None:
    both = (
        ra.TrialDue(trial="obstacle", leg=0, moved=Fraction(0)),
        ra.TrialDue(trial="breakdown", leg=None, moved=Fraction(1)),
    )
    for terrain in (("ford", "woods"), ("woods", "ford")):
        assert cost(move("armoured_car", 12, go(1, *terrain))).trials == both


@pytest.mark.rule("red_actions", "mov-wheel", "tank-obstacle")
def test_a_wheel_is_part_of_the_way_to_the_first_obstacle() -> None:
    outcome = cost(move("tank", 4, over("hedge"), wheels=(degrees(45),)))
    assert outcome.trials == (ra.TrialDue(trial="obstacle", leg=0, moved=Fraction(928, 1000)),)


@pytest.mark.rule("red_actions", "tank-obstacle", "tank-wire", "terrain-breakdown-mark")
def test_the_tests_come_in_the_order_of_the_path() -> None:
    path = (go(1), over("wire"), go(1), over("hedge"), over("crushed_wire"), go(1, "ford"))
    assert [(due.trial, due.leg, due.moved) for due in cost(move("tank", 4, *path)).trials] == [
        ("wire", 1, 1),
        ("obstacle", 3, 2),
        ("breakdown", None, 3),
    ]


@pytest.mark.rule("red_actions", "ac-breakdown")
def test_an_armoured_car_over_half_speed_tests_off_the_easy_ground_only() -> None:
    def trials(*path: Any) -> list[str]:
        return [due.trial for due in cost(move("armoured_car", 10, *path)).trials]

    assert trials(go(6, on_road=True)) == []
    assert trials(go(6)) == []
    assert trials(go(4), go("1.5", "up_normal_hill")) == []
    assert trials(go(5), go(1, "steep_slope")) == ["breakdown"]
    assert trials(go(4), go(1, "steep_slope")) == []  # half speed, no more
    assert trials(go(5), go(1, "steep_slope", on_road=True)) == []
    assert trials(go(1, "woods")) == ["breakdown"]
    assert trials(go(1, "woods", on_road=True)) == []
    assert trials(go(5), go("0.5", "ford")) == ["obstacle", "breakdown"]
    assert trials(go(5), over("hedge")) == ["obstacle"]


# ---------------------------------------------------------------- wheels and marches


@pytest.mark.rule("red_actions", "mov-wheel", "defs-base")
@pytest.mark.parametrize(
    ("bases", "angle", "expected"),
    [(4, 90, "7.421"), (1, 45, "0.928"), (6, 0, "0"), (1, 360, "7.421"), (2, 45, "1.855")],
)
def test_what_wheels_cost(bases: int, angle: int, expected: str) -> None:
    asked = ra.WheelCostRequest(front_bases=bases, angle=degrees(angle))
    assert ra.ruleset.resolve(asked, dice=GivenDice([])).outcome.cost == inches(expected)


@pytest.mark.rule("red_actions", "mov-wheel", "conv-bad-input")
def test_bad_wheels() -> None:
    malformed(ra.WheelCostRequest(front_bases=0, angle=degrees(1)), "defs-unit-size", "$.front_bases")
    malformed(ra.WheelCostRequest(front_bases=7, angle=degrees(1)), "defs-unit-size", "$.front_bases")
    malformed(ra.WheelCostRequest(front_bases=1, angle=degrees(-1)), "mov-wheel", "$.angle")


def march(speed: int, **fields: Any) -> Any:
    return ra.MarchRequest(speed=inches(speed), **fields)


@pytest.mark.rule("red_actions", "march-rate", "wx-rain", "terrain-road-column")
def test_the_cases_of_marching() -> None:
    def allowance(asked: Any, **options: Any) -> Inches:
        found: Inches = ra.ruleset.with_options(**options).resolve(asked, dice=GivenDice([])).outcome.allowance
        return found

    assert allowance(march(6)) == inches(12)
    assert allowance(march(6, by_road=True)) == inches(14)
    assert allowance(march(6, by_road=True), rain=True) == inches(12)
    assert allowance(march(6, nearest_enemy=inches("40.1"))) == inches(12)
    refused(march(6, nearest_enemy=inches(40)), "march-rate", "$.nearest_enemy")
    refused(march(6, in_column=False), "march-rate", "$.in_column")


@pytest.mark.rule("red_actions", "march-rate")
def test_how_long_being_shot_at_forbids_a_march() -> None:
    refused(march(6, shot_at="lately"), "march-rate", "$.shot_at")
    refused(march(6, shot_at="lately"), "march-rate", "$.shot_at", march_ban="rest_of_game")
    refused(march(6, shot_at="earlier"), "march-rate", "$.shot_at", march_ban="rest_of_game")
    resolution = ra.ruleset.resolve(march(6, shot_at="earlier"), dice=GivenDice([]))
    assert resolution.outcome.allowance == inches(12)
    assert "ruling march_ban = next_turn" in resolution.explain()


# ---------------------------------------------------------------- laws

ALL_LINES: Any = st.builds(ra.Obstacle, line=st.sampled_from(LINES), on_road=st.booleans())
ALL_STRETCHES: Any = st.builds(
    ra.Stretch,
    length=st.integers(0, 5000).map(lambda number: Inches(thousandths=number)),
    terrain=st.lists(st.sampled_from(get_args(Area)), max_size=2, unique=True).map(tuple),
    on_road=st.booleans(),
)
PATHS: Any = st.lists(ALL_LINES | ALL_STRETCHES, max_size=5).map(tuple)
MOVERS: Any = st.builds(ra.Mover, arm=st.sampled_from(ARMS), bases=st.just(1), in_column=st.booleans())


def affords(asked: ra.MoveBudgetRequest) -> Fraction | None:
    try:
        found: Fraction = cost(asked).cost
    except IllegalRequestError:
        return None
    return found


@pytest.mark.rule("red_actions", "terrain-cost-rule")
@given(mover=MOVERS, path=PATHS, speed=st.integers(1, 16))
def test_more_speed_never_makes_a_move_illegal(mover: ra.Mover, path: Any, speed: int) -> None:
    slow = affords(ra.MoveBudgetRequest(mover=mover, speed=inches(speed), path=path))
    fast = affords(ra.MoveBudgetRequest(mover=mover, speed=inches(2 * speed), path=path))
    assert slow is None or (fast is not None and slow <= fast <= 2 * slow)


@pytest.mark.rule("red_actions", "terrain-cost-rule")
@given(mover=MOVERS, path=PATHS, at=st.integers(0, 5))
def test_cutting_a_stretch_in_two_changes_no_cost(mover: ra.Mover, path: Any, at: int) -> None:
    halves: list[Any] = []
    for number, leg in enumerate(path):
        if number == at and isinstance(leg, ra.Stretch):
            first = Inches(thousandths=leg.length.thousandths // 3)
            halves += [evolve(leg, length=first), evolve(leg, length=leg.length - first)]
        else:
            halves.append(leg)
    whole = ra.MoveBudgetRequest(mover=mover, speed=inches(16), path=path)
    assert affords(whole) == affords(evolve(whole, path=tuple(halves)))


def along(mover: ra.Mover, allowance: int, *path: Any) -> Any:
    return cost(ra.AlongPathRequest(mover=mover, path=path, allowance=inches(allowance)))


@pytest.mark.rule("red_actions", "terrain-cost-rule", "wire-infantry")
@given(mover=MOVERS, path=PATHS, speed=st.integers(1, 12))
def test_going_along_a_path_ends_where_the_allowance_does(mover: ra.Mover, path: Any, speed: int) -> None:
    found = affords(ra.MoveBudgetRequest(mover=mover, speed=inches(speed), path=path))
    by_road = bool(path) and all(leg.on_road for leg in path)
    progress = along(mover, speed + 2 * by_road, *path)
    length = sum((Fraction(leg.length.thousandths, 1000) for leg in path if isinstance(leg, ra.Stretch)), Fraction(0))
    if found is None:
        assert progress.stopped
        assert progress.moved <= length
    else:
        assert (progress.moved, progress.cost) == (length, found)
        assert progress.stopped in ("", "wire")


@pytest.mark.rule("red_actions", "terrain-cost-rule")
def test_going_along_a_path_stops_within_a_stretch_and_short_of_an_obstacle() -> None:
    def stops(arm: Any, allowance: int, *path: Any) -> Any:
        found = along(ra.Mover(arm=arm), allowance, *path)
        return found.moved, found.cost, found.stopped, found.leg

    assert stops("rifle", 6, go(4), go(3, "woods")) == (5, 6, "spent", 1)
    assert stops("rifle", 6, go(5), over("hedge"), go(1)) == (5, 5, "spent", 1)
    assert stops("sabres", 12, go(5), over("big_stream")) == (5, 5, "impassable", 1)
    assert stops("sabres", 12, go(5), go(2, "boggy_ground"), go(1)) == (5, 5, "impassable", 1)
    assert stops("rifle", 6, go(2), over("wire"), go(1)) == (2, 2, "wire", 1)
    assert stops("rifle", 6, go(2), over("hedge"), go(1, "woods")) == (3, Fraction(11, 2), "", None)


@pytest.mark.rule("red_actions", "mov-wheel")
@given(bases=st.integers(1, 5), angle=st.integers(1, 180_000))
def test_a_wider_or_further_wheel_never_costs_less(bases: int, angle: int) -> None:
    small = degrees(Fraction(angle, 1000))
    assert ra.wheel_length(bases, small) <= ra.wheel_length(bases + 1, small)
    assert ra.wheel_length(bases, small) <= ra.wheel_length(bases, small * 2)


@pytest.mark.rule("red_actions", "terrain-table", "terrain-cost-rule")
def test_the_record_of_a_move_names_its_rules() -> None:
    resolution = ra.ruleset.resolve(move("rifle", 8, go(1, "woods"), over("trench")), dice=GivenDice([]))
    assert [step.rule for step in resolution.record.steps] == [
        "mov-speed",
        "terrain-table",
        "terrain-table",
        "terrain-cost-rule",
    ]


def test_charts_in_force_are_those_of_the_ruleset() -> None:
    chart = ra.ruleset.charts["terrain"]
    assert chart.is_printed
    assert len(list(product(chart.rows.keys, chart.columns.keys))) == 75
