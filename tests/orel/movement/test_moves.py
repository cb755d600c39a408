"""Movement: costs, stacking, modes, Orel, Marching Days, rails and limits."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from attrs import evolve
from orel_movers import GRID, OPEN, convoi, go, rail_depot, refused, request, unit

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.charts import load_charts
from rcw_rules.kernel.errors import IllegalRequestError, NeedsRuling
from rcw_rules.kernel.geometry.hexes import Feature, HexMap, HexsideFeature, Railway, Road, TerrainArea, Zone


def problems(mover: Any, *path: str, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        go(mover, *path, **fields)
    return [(problem.path, problem.rule) for problem in caught.value.problems]


# -------------------------------------------------------------------- what steps cost


BOARD = HexMap(
    title="A wood behind a river",
    grid=GRID,
    terrain=(TerrainArea(kind="forest", hexes=("1011", "1013")), TerrainArea(kind="town", hexes=("1009",))),
    features=(Feature(kind="village", hexes=("1011", "0910")),),
    hexsides=(HexsideFeature(kind="river", between=(("1010", "1011"), ("1010", "1009"))),),
)
BY_ROAD = evolve(BOARD, roads=(Road(hexes=("1010", "1011")),))
BY_RAIL = evolve(BOARD, railways=(Railway(hexes=("1010", "1011")),))


@pytest.mark.rule("orel", "7.1.1-terrain-cost")
@pytest.mark.parametrize(
    ("kind", "forest", "by_rail"),
    [("infantry", 3, 1), ("artillery", 4, 1), ("horse_artillery", 4, 1), ("cavalry", 3, 1)],
)
def test_a_wood_behind_a_river(kind: str, forest: int, by_rail: int) -> None:
    assert go(unit(kind), "1011", board=BOARD).spent == forest
    assert go(unit(kind), "1011", board=BY_ROAD).spent == 1
    assert go(unit(kind), "1011", board=BY_RAIL).spent == by_rail
    assert go(unit(kind), "1009", board=BOARD).spent == 2  # a town, and the river
    assert go(unit(kind), "0910", board=BOARD).spent == 1  # a village in the clear


@pytest.mark.rule("orel", "7.1.1-terrain-cost")
@pytest.mark.parametrize("kind", ["tank", "armoured_car"])
def test_vehicles_pass_a_wood_along_roads_and_railroads_alone(kind: str) -> None:
    near = evolve(BOARD, railways=(Railway(hexes=("1110", "1210")),))
    assert refused(unit(kind), "1011", board=near) == [("$.path[0]", "7.1.1-terrain-cost")]
    assert go(unit(kind), "1011", board=BY_RAIL).spent == 1
    assert go(unit(kind), "1011", board=evolve(BY_ROAD, railways=near.railways)).spent == 1


@pytest.mark.rule("orel", "7.1.1-terrain-cost")
def test_a_convoi_has_its_own_column() -> None:
    found = go(convoi(), "1011", board=BOARD)
    assert (found.spent, found.mp_left, found.mode, found.unit) == (4, 1, None, None)
    assert found.depot == convoi("1011")


@pytest.mark.rule("orel", "7.1.1-terrain-cost")
@pytest.mark.parametrize(("points", "spent"), [(0, 1), (2, 3)])
def test_a_river_costs_what_a_chart_of_ones_own_says(points: int, spent: int) -> None:
    text = (files("rcw_rules.orel") / "charts" / "terrain.toml").read_text(encoding="utf-8")
    printed = '["river_hexside", 1,'
    assert text.count(printed) == 1
    (chart,) = load_charts(text.replace(printed, f'["river_hexside", {points},'), "house.toml")
    house = game.ruleset.with_charts({chart.id: chart})
    moved = house.resolve(request(unit(), "1009", board=BOARD), dice=GivenDice([]))
    assert moved.outcome.spent == spent  # a town, and the river


@pytest.mark.rule("orel", "7.1.1-terrain-cost")
def test_a_river_that_a_chart_of_ones_own_prohibits_is_crossed_only_by_road_or_railroad() -> None:
    text = (files("rcw_rules.orel") / "charts" / "terrain.toml").read_text(encoding="utf-8")
    (chart,) = load_charts(text.replace('["river_hexside", 1,', '["river_hexside", "prohibited",'), "house.toml")
    house = game.ruleset.with_charts({chart.id: chart})
    with pytest.raises(IllegalRequestError, match=r"7\.1\.1-terrain-cost"):
        house.resolve(request(unit(), "1009", board=BOARD), dice=GivenDice([]))
    for board in (BY_ROAD, BY_RAIL):
        assert house.resolve(request(unit(), "1011", board=board), dice=GivenDice([])).outcome.spent == 1


@pytest.mark.rule("orel", "7.1.1-terrain-cost", "D-map", "7.1.3-leave")
def test_the_record_names_what_a_move_rests_on() -> None:
    enemy = unit(place="1109", key="e", side="red")  # its zone holds 1009, not 1010
    found = game.ruleset.resolve(request(unit(place="1009"), "1010", others=(enemy,), board=BOARD), dice=GivenDice([]))
    texts = [step.text for _, step in found.record.walk()]
    assert "Terrain Effects Table, movement cost of infantry, clear: 1" in texts
    assert "Terrain Effects Table, movement cost of infantry, river hexside: 1" in texts
    assert "into 1010, out of enemy zones of control: 3 movement points" in texts
    assert found.outcome.steps == (game.MoveStep(hex="1010", cost=3, kind="leaving"),)
    assert "7.1.1-terrain-cost" in found.record.rules


@pytest.mark.rule("orel", "D-map")
def test_without_a_board_a_move_cannot_be_costed() -> None:
    with pytest.raises(NeedsRuling, match="D-map"):
        go(unit(), "1011", board=None)
    assert go(unit(), board=None).spent == 0
    with_option = game.ruleset.with_options(board=BOARD)
    assert with_option.resolve(request(unit(), "1011", board=None), dice=GivenDice([])).outcome.spent == 3


# -------------------------------------------------------------------- movement points and actions


@pytest.mark.rule("orel", "7-actions")
def test_an_action_is_paid_at_the_end() -> None:
    found = go(unit(), "1011", "1012", action="attack")
    assert (found.spent, found.mp_left, found.mode) == (4, 1, "combat")
    brigade = unit(side="red", place="1010")
    guns = unit("artillery")
    assert refused(guns, "1011", "1012", "1013", action="barrage") == [("$.action", "7.2-barrage-cost")]
    assert go(guns, "1011", "1012", action="barrage").mp_left == 0
    assert refused(brigade, "1011", "1012", "1013", action="attack") == [("$.action", "7.2-prepared-cost")]
    assert go(brigade, "1011", "1012", action="attack").mp_left == 0


@pytest.mark.rule("orel", "7-actions")
def test_no_step_that_cannot_be_paid_whole() -> None:
    assert go(unit(mp=3), "1011", board=BOARD).mp_left == 0
    assert refused(unit(mp=2), "1011", board=BOARD) == [("$.path[0]", "7-actions")]
    assert refused(unit(mp=2), "1011", "1012", "1013") == [("$.path[2]", "7-actions")]
    assert refused(unit(), "1011", spent=5) == [("$.path[0]", "7-actions")]
    assert refused(unit(), spent=6) == [("$.spent", "7-actions")]


@pytest.mark.rule("orel", "7-actions")
def test_a_unit_moves_once() -> None:
    assert refused(unit(), "1011", moved=("u",)) == [("$.moved", "7-actions")]
    assert refused(unit(), moved=("u",), action="combat_mode") == [("$.moved", "7-actions")]


@pytest.mark.rule("orel", "10.2-reinforcements", "7-actions")
def test_points_lost_and_spent_on_entering() -> None:
    found = go(unit(), "1011", penalty=3, spent=1)
    assert (found.spent, found.mp_left) == (2, 0)
    assert refused(unit(), "1011", "1012", penalty=3, spent=1) == [("$.path[1]", "7-actions")]


@pytest.mark.rule("orel", "7-actions", "7.2-declare", "7.3-entrench", "7.1.4-modes")
def test_actions_that_a_unit_cannot_take() -> None:
    assert refused(unit(), action="barrage") == [("$.action", "7.2-declare")]
    assert refused(unit("tank"), action="combat_mode", board=BY_RAIL) == [("$.action", "7.1.4-modes")]
    assert refused(unit("tank"), action="entrench") == [("$.unit.type", "7.3-entrench")]
    assert refused(unit(), "1011", action="entrench") == [("$.action", "7.3-entrench")]
    assert refused(unit(), spent=1, action="entrench") == [("$.action", "7.3-entrench")]
    assert problems(convoi(), action="attack") == [("$.action", "7.2-declare")]


@pytest.mark.rule("orel", "7.3-entrench", "7.1.4-modes")
def test_entrenching_takes_all_points() -> None:
    found = go(unit(mode="march"), action="entrench")
    assert (found.spent, found.mp_left, found.mode) == (5, 0, "combat")
    assert found.unit is not None
    assert found.unit.entrenchment == "under_construction"


@pytest.mark.rule("orel", "7.3-effects")
def test_who_leaves_the_hex_leaves_the_entrenchment() -> None:
    dug_in = unit(entrenchment="entrenched")
    moved, stayed = go(dug_in, "1011").unit, go(dug_in, action="attack").unit
    assert moved is not None
    assert stayed is not None
    assert (moved.entrenchment, stayed.entrenchment) == ("none", "entrenched")


# -------------------------------------------------------------------- modes


@pytest.mark.rule("orel", "7.1.4-modes")
@pytest.mark.parametrize(
    ("before", "path", "action", "mode", "spent"),
    [
        ("combat", ("1011",), "none", "march", 1),
        ("combat", ("1011",), "combat_mode", "combat", 2),
        ("combat", (), "none", "combat", 0),
        ("combat", (), "combat_mode", "combat", 0),
        ("march", (), "none", "march", 0),
        ("march", (), "combat_mode", "combat", 1),
        ("march", ("1011",), "attack", "combat", 3),
    ],
)
def test_modes_at_the_end(before: Any, path: tuple[str, ...], action: Any, mode: str, spent: int) -> None:
    found = go(unit(mode=before), *path, action=action)
    assert (found.mode, found.spent) == (mode, spent)
    assert found.unit is not None
    assert (found.unit.mode, found.unit.hex) == (mode, path[-1] if path else "1010")


@pytest.mark.rule("orel", "7.1.4-modes")
def test_without_a_point_left_a_unit_stays_in_march_mode() -> None:
    assert go(unit(mp=1), "1011").mode == "march"
    assert refused(unit(mp=1), "1011", action="combat_mode") == [("$.action", "7.1.4-modes")]
    assert go(unit("armoured_car"), "1011").mode == "combat"


@pytest.mark.rule("orel", "7.1.4-modes", "7.1.2-stacking", "10.2-reinforcements")
def test_who_enters_the_map_has_moved_even_if_it_goes_no_further() -> None:
    assert go(unit(), spent=1).mode == "march"
    found = go(unit(), spent=1, action="combat_mode")
    assert (found.mode, found.spent) == ("combat", 2)
    full = tuple(unit(key=key, steps=4) for key in "ab")
    assert refused(unit(steps=3), spent=1, others=full) == [("$.path", "7.1.2-stacking")]
    assert go(unit(steps=2), spent=1, others=full).mode == "march"
    with pytest.raises(NeedsRuling, match="D-map"):
        go(unit(), spent=1, board=None)


# -------------------------------------------------------------------- who may not move


@pytest.mark.rule("orel", "10.2-inactive", "9.2.1-breakdown", "8.2.3-effects")
def test_who_may_not_move() -> None:
    assert refused(unit(inactive=True), "1011") == [("$.unit.inactive", "10.2-inactive")]
    assert refused(unit(inactive=True), action="attack") == [("$.unit.inactive", "10.2-inactive")]
    assert go(unit(inactive=True), action="entrench").mp_left == 0
    assert go(unit(inactive=True, mode="march"), action="combat_mode").mode == "combat"
    assert refused(unit("tank", broken_down=True), "1011", board=BY_ROAD)[0] == (
        "$.unit.broken_down", "9.2.1-breakdown",
    )  # fmt: skip
    assert refused(unit("armoured_car", unsupplied=True), "1011") == [("$.unit.unsupplied", "8.2.3-effects")]
    assert go(unit("armoured_train_light", unsupplied=True), "1011", board=BY_RAIL).unit is not None
    assert go(unit(unsupplied=True), "1011").spent == 1


# -------------------------------------------------------------------- stacking


@pytest.mark.rule("orel", "7.1.2-stacking")
def test_stacking_counts_where_a_move_ends() -> None:
    friends = (unit(place="1011", key="a"), unit(place="1011", key="b"))
    assert refused(unit(steps=3), "1011", others=friends) == [("$.path", "7.1.2-stacking")]
    assert go(unit(steps=3), "1011", "1012", others=friends).spent == 2  # passing through is free
    assert go(unit(steps=2), "1011", others=friends).spent == 1
    ones = tuple(unit(place="1011", key=key, steps=1) for key in "abc")
    assert refused(unit(steps=1), "1011", others=ones) == [("$.path", "7.1.2-stacking")]
    assert go(unit("armoured_car"), "1011", others=(*ones, unit("tank", "1011", "t"))).spent == 1
    assert go(convoi(), "1011", others=ones).spent == 1


@pytest.mark.rule("orel", "7.1.2-stacking", "4.3.1C-overstack")
def test_nobody_comes_back_into_a_full_hex() -> None:
    full = tuple(unit(key=key) for key in "ab")  # recovered steps have filled the hex
    assert go(unit(steps=3), others=full).spent == 0
    assert refused(unit(steps=3), "1011", "1010", others=full) == [("$.path", "7.1.2-stacking")]
    assert go(unit(steps=2), "1011", "1010", others=full).spent == 2


@pytest.mark.rule("orel", "X-bad-units", "3.3-elimination")
def test_nobody_moves_into_enemies() -> None:
    tank = unit("tank", "1012", "t", "red")
    assert refused(unit(), "1011", "1012", others=(tank,)) == [("$.path[1]", "X-bad-units")]
    crowd = tuple(unit(place="1011", key=key, side="red") for key in "abc")
    assert refused(unit(), "1011", others=crowd) == [("$.path[0]", "X-bad-units")]
    lone = convoi("1012", side="red")
    assert refused(unit(), "1011", "1012", depots=(lone,)) == [("$.path[1]", "3.3-elimination")]


# -------------------------------------------------------------------- Orel


@pytest.mark.rule("orel", "7.1.1-orel")
def test_suburbs_or_centre() -> None:
    outside = unit(place="2706")
    assert go(outside, "2705", location="centre").location == "centre"
    assert go(outside, "2705", orel="centre").location == "centre"  # with the stack that is there
    assert go(outside, "2705", orel="centre", location="suburbs").location == "suburbs"  # which moves along
    assert go(unit(place="2705"), orel="suburbs", location="centre").spent == 0
    assert go(outside, "2705", "2704", orel="centre").location is None
    assert problems(outside, "2705") == [("$.location", "7.1.1-orel")]
    assert problems(outside, "2707", location="centre") == [("$.location", "7.1.1-orel")]


@pytest.mark.rule("orel", "7.1.1-orel")
def test_an_attack_brings_the_stack_into_the_suburbs() -> None:
    inside = unit(place="2705")
    assert go(inside, action="attack", attack_type="hasty", orel="centre").location == "suburbs"
    guns = unit("artillery", "2705")
    assert go(guns, action="barrage", orel="centre").location == "centre"
    assert go(guns, action="support", orel="centre").location == "centre"


# -------------------------------------------------------------------- Marching Days


@pytest.mark.rule("orel", "7.1.5-marching-day")
def test_a_marching_day_adds_two_points() -> None:
    path = ("1011", "1012", "1013", "1014", "1015", "1016", "1017")
    found = go(unit(), *path, marching_day=True)
    assert (found.spent, found.mp_left, found.mode) == (7, 0, "march")
    assert refused(unit(), *path) == [("$.path[5]", "7-actions")]
    assert refused(unit(), "1011", marching_day=True, action="combat_mode") == [("$.action", "7.1.5-marching-day")]


@pytest.mark.rule("orel", "7.1.5-marching-day")
@pytest.mark.parametrize(
    "enemy",
    [
        unit(place="1114", key="e", side="red", mode="routed"),
        unit("tank", "1114", "e", "red"),
        convoi("1114", "e", "red"),
    ],
)
def test_never_next_to_an_enemy_on_a_marching_day(enemy: Any) -> None:
    field = "others" if isinstance(enemy, game.Unit) else "depots"
    seen: dict[str, Any] = {field: (enemy,), "marching_day": True}
    # 1114 is next to 1013 and 1014.
    assert refused(unit(), "1011", "1012", "1013", **seen) == [("$.path[2]", "7.1.5-marching-day")]
    assert refused(unit(place="1013"), "1012", **seen) == [("$.marching_day", "7.1.5-marching-day")]
    assert refused(unit(place="1013"), **seen) == [("$.marching_day", "7.1.5-marching-day")]
    assert go(unit(), **seen).mode == "march"
    assert go(unit(), "1011", "1012", **seen).mode == "march"


@pytest.mark.rule("orel", "7.1.5-marching-day", "5.3-no-march-entrench")
def test_who_makes_no_marching_day() -> None:
    rule = ("$.marching_day", "7.1.5-marching-day")
    assert refused(unit(side="red"), "1011", marching_day=True) == [rule]
    assert refused(unit("armoured_car"), "1011", marching_day=True) == [rule]
    assert refused(convoi(), "1011", marching_day=True) == [rule]
    assert refused(unit(mode="routed"), "1011", marching_day=True) == [rule]
    assert rule in refused(unit(inactive=True), "1011", marching_day=True)
    off = unit(out_of_command=True)
    assert refused(off, "1011", marching_day=True) == [("$.marching_day", "5.3-no-march-entrench")]
    assert refused(off, action="entrench") == [("$.unit.out_of_command", "5.3-no-march-entrench")]


# -------------------------------------------------------------------- rails


LINE = HexMap(
    title="A line",
    grid=GRID,
    features=(Feature(kind="station", hexes=("1001", "1010", "1020")),),
    railways=(Railway(hexes=tuple(f"10{row:02}" for row in range(1, 21))),),
)


@pytest.mark.rule("orel", "7.1.6-rail")
def test_trains_go_as_far_as_the_line() -> None:
    path = tuple(f"10{row:02}" for row in range(2, 21))
    train = unit("armoured_train_light", "1001")
    found = go(train, *path, board=LINE)
    assert (found.spent, found.mp_left, found.mode) == (None, None, "combat")
    assert found.unit == evolve(train, hex="1020")
    assert go(train, *path[:4], board=LINE, others=(unit(place="1003", key="f"),)).unit is not None
    assert refused(unit("armoured_train_light", "1001"), "1101", board=LINE) == [("$.path[0]", "7.1.6-rail")]
    enemy = unit("tank", "1003", "e", "red")
    assert refused(train, *path[:3], board=LINE, others=(enemy,)) == [("$.path[1]", "7.1.6-rail")]


@pytest.mark.rule("orel", "7.1.6-rail")
def test_railroad_depots_go_from_station_to_station() -> None:
    path = tuple(f"10{row:02}" for row in range(2, 11))
    assert go(rail_depot("1001"), *path, board=LINE).depot == rail_depot("1010")
    assert refused(rail_depot("1001"), *path[:-1], board=LINE) == [("$.path", "7.1.6-rail")]


@pytest.mark.rule("orel", "X-bad-units", "7.1.6-rail")
def test_what_moves_on_rails_is_on_rails() -> None:
    assert problems(unit("armoured_train_light", "1101"), board=LINE) == [("$.unit.hex", "X-bad-units")]
    assert problems(rail_depot("1101"), board=LINE) == [("$.depot.hex", "X-bad-units")]
    assert go(unit("armoured_train_light", "1101"), board=None).unit is not None  # where the rails are is not known
    assert go(convoi("1101"), board=LINE).spent == 0


# -------------------------------------------------------------------- limits


@pytest.mark.rule("orel", "9.2.1-rail-leash")
def test_tanks_stay_within_two_hexes_of_a_railroad() -> None:
    tank = unit("tank", "1110")
    assert go(tank, "1210", board=LINE).spent == 1
    assert refused(tank, "1210", "1311", board=LINE) == [("$.path[1]", "9.2.1-rail-leash")]
    assert go(unit("armoured_car", "1110"), "1210", "1311", board=LINE).spent == 2
    assert refused(tank, "1210") == [("$.path[0]", "9.2.1-rail-leash")]  # no railroad anywhere


@pytest.mark.rule("orel", "10.2-46th-limit")
def test_the_limit_of_the_46th() -> None:
    zone = Zone(name="beyond the limit of the 46th Rifle Division", hexes=("1012",))
    board = evolve(OPEN, zones=(zone,))
    bound = unit(side="red", division="46th Rifle Division")
    assert refused(bound, "1011", "1012", board=board) == [("$.path[1]", "10.2-46th-limit")]
    car = unit("armoured_car", side="red", division="46th Rifle Division")
    assert refused(car, "1011", "1012", board=board) == [("$.path[1]", "10.2-46th-limit")]
    assert go(unit(side="red", division="57th Rifle Division"), "1011", "1012", board=board).spent == 2
    unmarked = game.ruleset.resolve(request(bound, "1011", "1012"), dice=GivenDice([]))
    assert unmarked.outcome.spent == 2
    assert "10.2-46th-limit" in unmarked.record.rules  # reported as not enforced
    marked = game.ruleset.resolve(request(bound, "1011", board=board), dice=GivenDice([]))
    assert "10.2-46th-limit" not in marked.record.rules


@pytest.mark.rule("orel", "7.4-zones", "10.1-brasovo")
def test_entry_zones_and_the_area_of_a_scenario() -> None:
    zones = (game.EntryZone(side="red", edge="north", hexes=("1501",)),)
    assert refused(unit(place="1502"), "1501", entry_zones=zones) == [("$.path[0]", "7.4-zones")]
    assert go(unit(place="1502", side="red"), "1501", entry_zones=zones).spent == 1
    assert refused(unit(), "1011", "1012", area=("1010", "1011")) == [("$.path[1]", "10.1-brasovo")]


# -------------------------------------------------------------------- bad input


@pytest.mark.rule("orel", "X-bad-units", "0-hex-layout", "7-actions")
def test_questions_that_make_no_sense() -> None:
    assert problems(unit(place="1020"), "1021") == [("$.path[0]", "0-hex-layout")]
    assert problems(unit(), "1012") == [("$.path[0]", "0-hex-layout")]
    assert problems(unit(place=None), "1012") == [("$.unit.hex", "X-bad-units")]
    assert problems(unit(place="3321")) == [("$.unit.hex", "X-bad-units")]
    assert problems(unit(mp=None), "1011") == [("$.unit.mp", "7-actions")]
    assert problems(convoi(mp=None), "1011") == [("$.depot.mp", "7-actions")]
    assert problems(unit(), staying=("x",)) == [("$.staying[0]", "X-bad-units")]
    assert problems(unit(), moved=("x",)) == [("$.moved[0]", "X-bad-units")]
    assert problems(unit(), others=(unit(place="1010", key="e", side="red"),)) == [("$.others[0].hex", "X-bad-units")]
    with pytest.raises(InvalidRequestError, match="either a unit or a depot"):
        game.ruleset.resolve(game.MovementRequest(), dice=GivenDice([]))


@pytest.mark.rule("orel", "7-actions")
def test_everything_against_a_move_is_told_at_once() -> None:
    enemy = convoi("1013", side="red")
    found = refused(unit(mp=2), "1011", "1012", "1013", depots=(enemy,), action="attack")
    assert found == [("$.path[2]", "3.3-elimination"), ("$.path[2]", "7-actions")]
    # A step that cannot be taken costs nothing, so that the one after it is judged for itself.
    assert refused(unit("armoured_car", mp=1), "1011", "1012", board=BOARD) == [("$.path[0]", "7.1.1-terrain-cost")]
