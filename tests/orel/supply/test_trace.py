"""Supply lines: how far depots are, and what the enemy closes."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from orel_units import FIGURES

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import Feature, HexGrid, HexMap, HexsideFeature, Railway, Road, TerrainArea
from rcw_rules.kernel.record import LookUpStep
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.orel.definitions import grid_in
from rcw_rules.orel.supply import in_range, supply_ground

OPEN = HexMap(title="Open ground", grid=grid_in(None))
DEPOT = game.Depot(key="depot", side="white", kind="convoi", capacity=3, hex="1011")


def of(kind: Any, place: str, side: Any = "white", key: str = "unit", **changes: Any) -> game.Unit:
    return game.Unit(**{"key": key, "side": side, "type": kind, "hex": place, **FIGURES[kind], **changes})


def trace(unit: game.Unit, *others: game.Unit, board: Any = OPEN, options: Any = None, **fields: Any) -> Any:
    request = game.SupplyTraceRequest(unit=unit, others=others, board=board, **{"depot": DEPOT, **fields})
    ruleset = game.ruleset.with_options(**(options or {}))
    return ruleset.resolve(request, dice=GivenDice([])).outcome


def ground(forest: tuple[str, ...] = (), roads: Any = (), rails: Any = (), rivers: Any = ()) -> HexMap:
    return HexMap(
        title="Ground",
        grid=grid_in(None),
        terrain=(TerrainArea(kind="forest", hexes=forest),) if forest else (),
        roads=tuple(Road(hexes=road) for road in roads),
        railways=tuple(Railway(hexes=rail) for rail in rails),
        hexsides=(HexsideFeature(kind="river", between=rivers),) if rivers else (),
    )


def walls(board: HexMap, forest: str) -> HexMap:
    """Leave open only the column 10 from row 01 to 15, with forest in one hex of it and on all sides."""
    way = tuple(f"10{row:02}" for row in range(1, 16) if f"10{row:02}" != forest)
    others = tuple(place for place in board.grid.hexes if place not in way)
    return evolve(board, terrain=(TerrainArea(kind="forest", hexes=others),))


# -------------------------------------------------------------------- catalogue cases


@pytest.mark.rule("orel", "8.2.2-range")
def test_four_clear_hexes_and_one_of_forest_are_six_points() -> None:
    # Column 10 northwards from 1006 to 1011; every way round goes through more forest.
    outcome = trace(of("infantry", "1006"), board=walls(OPEN, "1008"))
    assert (outcome.in_range, outcome.movement_points) == (False, 6)
    assert outcome.path == ("1006", "1007", "1008", "1009", "1010", "1011")


@pytest.mark.rule("orel", "8.2.2-range", "7.1.1-terrain-cost")
@pytest.mark.parametrize(
    ("kind", "points", "near"),
    [
        ("infantry", 5, True),
        ("cavalry", 5, True),
        ("artillery", 6, False),
        ("horse_artillery", 6, False),
        ("tank", None, False),
        ("armoured_car", None, False),
    ],
)
def test_three_clear_hexes_and_one_of_forest_by_kind_of_unit(kind: Any, points: Any, near: bool) -> None:
    outcome = trace(of(kind, "1007"), board=walls(OPEN, "1009"))
    assert (outcome.in_range, outcome.movement_points) == (near, points)


@pytest.mark.rule("orel", "8.2.2-range")
@pytest.mark.parametrize("kind", ["artillery", "horse_artillery", "tank", "armoured_car"])
def test_the_option_measures_everybody_as_infantry(kind: Any) -> None:
    outcome = trace(of(kind, "1007"), board=walls(OPEN, "1009"), options={"supply_infantry_scale": True})
    assert (outcome.in_range, outcome.movement_points) == (True, 5)


@pytest.mark.rule("orel", "8.2.2-range", "1.2-zoc-negation")
@pytest.mark.parametrize(("friend", "points"), [("infantry", 5), ("artillery", 5), ("tank", 9), (None, 9)])
def test_friends_in_the_second_and_third_hex_open_them(friend: Any, points: int) -> None:
    # The enemy at 1109 controls 1008 and 1009. The way round them, through the forest beside the column, enters 1007,
    # 0908, 0909, 0910, 1010 and 1011 and costs 1 + 2 + 2 + 2 + 1 + 1.
    enemy = of("infantry", "1109", "red", "enemy")
    friends = () if friend is None else (of(friend, "1009", key="friend"), of(friend, "1008", key="also"))
    outcome = trace(of("infantry", "1006"), enemy, *friends, board=walls(OPEN, ""))
    assert (outcome.in_range, outcome.movement_points) == (points == 5, points)
    if points == 5:
        assert outcome.path == ("1006", "1007", "1008", "1009", "1010", "1011")


@pytest.mark.rule("orel", "8.2.2-range")
def test_the_own_hex_may_be_in_a_zone_and_leaving_it_costs_nothing() -> None:
    # 1005 controls 1006 but neither 1007 nor anything further south.
    outcome = trace(of("infantry", "1006"), of("infantry", "1005", "red", "enemy"))
    assert (outcome.in_range, outcome.movement_points) == (True, 5)


@pytest.mark.rule("orel", "8.2.2-range", "1.2-zoc-none")
@pytest.mark.parametrize(("guard", "near"), [(None, False), ("tank", False), ("infantry", True)])
def test_a_depot_does_not_negate_the_zone_that_it_is_in(guard: Any, near: bool) -> None:
    guards = () if guard is None else (of(guard, "1011", key="guard"),)
    outcome = trace(of("infantry", "1009"), of("infantry", "1012", "red", "enemy"), *guards)
    assert outcome.in_range is near
    assert outcome.path == (("1009", "1010", "1011") if near else ())


@pytest.mark.rule("orel", "8.2.2-range")
def test_a_unit_that_shares_the_hex_of_the_depot_traces_nothing() -> None:
    outcome = trace(of("tank", "1011"), of("infantry", "1012", "red", "enemy"))
    assert (outcome.in_range, outcome.movement_points, outcome.path) == (True, 0, ("1011",))


@pytest.mark.rule("orel", "8.2.2-range")
@pytest.mark.parametrize(
    ("other", "points"),
    [
        (of("infantry", "1010", "red", "enemy", steps=1), 3),
        (of("tank", "1010", "red", "enemy"), 3),
        (of("infantry", "1010", "red", "enemy", mode="routed"), 3),
        (game.Depot(key="enemy", side="red", kind="convoi", capacity=2, hex="1010"), 3),
        (of("tank", "1010", "white", "friend"), 2),
    ],
)
def test_enemies_without_a_zone_close_their_own_hex(other: Any, points: int) -> None:
    is_depot = isinstance(other, game.Depot)
    others = () if is_depot else (other,)
    outcome = trace(of("infantry", "1009"), *others, other_depots=(other,) if is_depot else ())
    assert outcome.movement_points == points


@pytest.mark.rule("orel", "8.2.2-range")
@pytest.mark.parametrize(
    ("kind", "board", "points"),
    [
        ("infantry", ground(forest=("1010",), roads=(("1009", "1010", "1011"),)), 2),
        ("tank", ground(forest=("1010", "1011"), roads=(("1009", "1010", "1011"),)), 2),
        ("tank", ground(forest=("1010", "1011"), rails=(("1009", "1010", "1011"),)), 2),
        ("tank", ground(forest=("1011",)), None),
        ("infantry", ground(rivers=tuple((place, "1010") for place in ("1009", "0910", "1110"))), 3),
        ("infantry", ground(rivers=(("1010", "1011"), ("0912", "1011"), ("1112", "1011"), ("0911", "1011"))), 3),
    ],
)
def test_roads_railroads_and_rivers(kind: Any, board: HexMap, points: Any) -> None:
    assert trace(of(kind, "1009"), board=board).movement_points == points


@pytest.mark.rule("orel", "8.2.2-range")
@pytest.mark.parametrize(
    ("unit", "depot", "near"),
    [
        (of("infantry", "1006"), DEPOT, True),
        (of("infantry", "1005"), DEPOT, False),
        (of("infantry", "1006"), evolve(DEPOT, unsupplied=True), True),
        (of("infantry", "1006"), evolve(DEPOT, hex=None), False),
        (evolve(of("infantry", "1006"), hex=None), DEPOT, False),
        (of("armoured_train_light", "1011"), DEPOT, False),
    ],
)
def test_the_plain_function_asks_for_the_way_alone(unit: game.Unit, depot: game.Depot, near: bool) -> None:
    umpire = RollingUmpire(game.ruleset, GivenDice([]), {}, recording=False)
    here = supply_ground(umpire, (unit,), "white", depots=(depot,), board=OPEN)
    assert in_range(unit, depot, here) is near
    on_foot = RollingUmpire(game.ruleset.with_options(supply_infantry_scale=True), GivenDice([]), {}, recording=False)
    assert in_range(unit, depot, supply_ground(on_foot, (unit,), "white", depots=(depot,), board=OPEN)) is near


# -------------------------------------------------------------------- record, option, no board, bad input


@pytest.mark.rule("orel", "8.2.2-range")
def test_the_record_has_the_cells_that_the_line_rests_on_and_the_reading_chosen() -> None:
    request = game.SupplyTraceRequest(unit=of("artillery", "1007"), depot=DEPOT, board=walls(OPEN, "1009"))
    resolution = game.ruleset.resolve(request, dice=GivenDice([]))
    cells = [(step.row, step.column) for step in resolution.record.steps if isinstance(step, LookUpStep)]
    assert cells == [("clear", "artillery"), ("forest", "artillery")]
    assert "supply_infantry_scale" in resolution.explain()
    on_foot = evolve(request, unit=of("infantry", "1007"))
    assert "supply_infantry_scale" not in game.ruleset.resolve(on_foot, dice=GivenDice([])).explain()


@pytest.mark.rule("orel", "8.2.2-range", "D-map")
def test_without_a_board_only_what_the_terrain_cannot_change_is_answered() -> None:
    assert trace(of("infantry", "1011"), board=None).movement_points == 0
    far = trace(of("infantry", "1005"), board=None)
    assert (far.in_range, far.movement_points, far.path) == (False, None, ())
    with pytest.raises(NeedsRuling, match="1006 and 1011") as caught:
        trace(of("infantry", "1006"), board=None)
    assert caught.value.rule == "D-map"
    ring = [of("infantry", place, "red", place, steps=1) for place in OPEN.grid.neighbours("1011")]
    assert not trace(of("infantry", "1009"), *ring, board=None).in_range


@pytest.mark.rule("orel", "8.2.2-range")
def test_a_train_is_refused() -> None:
    with pytest.raises(IllegalRequestError) as caught:
        trace(of("armoured_train_light", "1009"), board=ground(rails=(("1009", "1010"),)))
    assert [(one.rule, one.path) for one in caught.value.verdict.objections] == [("8.2.2-range", "$.unit.type")]


@pytest.mark.rule("orel", "X-bad-units", "D-map")
@pytest.mark.parametrize(
    ("fields", "path", "rule"),
    [
        ({"unit": of("infantry", "3321")}, "$.unit.hex", "X-bad-units"),
        ({"unit": evolve(of("infantry", "1009"), hex=None)}, "$.unit.hex", "X-bad-units"),
        ({"depot": evolve(DEPOT, hex=None)}, "$.depot.hex", "X-bad-units"),
        ({"depot": evolve(DEPOT, side="red")}, "$.depot.side", "X-bad-units"),
        ({"others": (of("infantry", "1008"),)}, "$.others[0].key", "X-bad-units"),
        ({"others": (of("infantry", "1009", "red", "enemy"),)}, "$.others[0].hex", "X-bad-units"),
        (
            {"board": HexMap(title="Swamp", grid=OPEN.grid, terrain=(TerrainArea(kind="swamp", hexes=("0101",)),))},
            "$.board.terrain[0].kind",
            "D-map",
        ),
    ],
)
def test_bad_input(fields: dict[str, Any], path: str, rule: str) -> None:
    request = game.SupplyTraceRequest(**{"unit": of("infantry", "1009"), "depot": DEPOT, "board": OPEN, **fields})
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(request, dice=GivenDice([]))
    assert (path, rule) in [(problem.path, problem.rule) for problem in caught.value.problems]


# -------------------------------------------------------------------- a slow twin

SMALL = HexGrid(columns=6, rows=5)
PLACES = [f"{column:02}{row:02}" for column in range(1, 7) for row in range(1, 6)]
COSTS: dict[str, dict[str, int | None]] = {
    "infantry": {"clear": 1, "village": 1, "town": 1, "forest": 2},
    "artillery": {"clear": 1, "village": 1, "town": 1, "forest": 3},
    "horse_artillery": {"clear": 1, "village": 1, "town": 1, "forest": 3},
    "cavalry": {"clear": 1, "village": 1, "town": 1, "forest": 2},
    "tank": {"clear": 1, "village": 1, "town": 1, "forest": None},
    "armoured_car": {"clear": 1, "village": 1, "town": 1, "forest": None},
    "convoy": {"clear": 1, "village": 1, "town": 1, "forest": 3},
}
MOVERS = sorted(column for column in COSTS if column != "convoy")


def next_to(one: str, other: str) -> bool:
    """Whether two hexes touch: one column apart, the even column reaches half a hex further south."""
    (a, r), (b, s) = ((int(place[:2]), int(place[2:])) for place in (one, other))
    if a == b:
        return abs(r - s) == 1
    even, odd = (r, s) if a % 2 == 0 else (s, r)
    return abs(a - b) == 1 and odd - even in (0, 1)


PAIRS = [(one, other) for one in PLACES for other in PLACES if one < other and next_to(one, other)]
BOTH_WAYS = [*PAIRS, *((other, one) for one, other in PAIRS)]


@st.composite
def situations(draw: st.DrawFn) -> game.SupplyTraceRequest:
    terrain = draw(
        st.dictionaries(st.sampled_from(PLACES), st.sampled_from(["forest", "town", "village"]), max_size=18)
    )
    some = st.lists(st.sampled_from(PAIRS), max_size=8, unique=True)
    rivers = tuple(draw(some))
    board = HexMap(
        title="small",
        grid=SMALL,
        terrain=tuple(
            TerrainArea(kind=kind, hexes=tuple(place for place in terrain if terrain[place] == kind))
            for kind in dict.fromkeys(terrain.values())
        ),
        roads=tuple(Road(hexes=pair) for pair in draw(some)),
        railways=tuple(Railway(hexes=pair) for pair in draw(some)),
        hexsides=(HexsideFeature(kind="river", between=rivers),) if rivers else (),
    )
    start, goal = draw(st.sampled_from(PLACES)), draw(st.sampled_from(PLACES))
    sides = draw(st.dictionaries(st.sampled_from(PLACES), st.sampled_from(["red", "red", "white"]), max_size=6))
    others = []
    for number, (place, side) in enumerate(sides.items()):
        if place not in (start, goal) or side == "white":
            kind = draw(st.sampled_from(["infantry", "infantry", "artillery", "tank"]))
            steps = {} if kind == "tank" else {"steps": draw(st.integers(1, 2))}
            mode = "combat" if kind == "tank" else draw(st.sampled_from(["combat", "march", "routed"]))
            others.append(of(kind, place, side, f"unit {number}", mode=mode, **steps))
    unit = of(draw(st.sampled_from(MOVERS)), start)
    return game.SupplyTraceRequest(unit=unit, depot=evolve(DEPOT, hex=goal), others=tuple(others), board=board)


def is_closed(place: str, units: tuple[game.Unit, ...]) -> bool:
    """Whether no White supply line enters a hex."""
    bearing = [unit for unit in units if unit.type not in {"tank", "armoured_car"} and unit.mode != "routed"]
    if any(unit.hex == place and unit.side == "red" for unit in units):
        return True
    if any(unit.hex == place and unit.side == "white" for unit in bearing):
        return False
    return any(unit.side == "red" and unit.steps >= 2 and next_to(str(unit.hex), place) for unit in bearing)


def slow_distances(board: HexMap, units: tuple[game.Unit, ...], start: str, column: str) -> dict[str, int]:
    """The cheapest lines by going over all pairs of hexes until nothing changes (Bellman and Ford)."""
    terrain = {place: area.kind for area in board.terrain for place in area.hexes}
    roads = {frozenset(pair) for road in board.roads for pair in zip(road.hexes, road.hexes[1:], strict=False)}
    rails = {frozenset(pair) for rail in board.railways for pair in zip(rail.hexes, rail.hexes[1:], strict=False)}
    rivers = {frozenset(pair) for feature in board.hexsides for pair in feature.between}

    def step(one: str, other: str) -> int | None:
        pair = frozenset((one, other))
        if pair in roads:
            return 1
        word = terrain.get(other, "clear")
        if pair in rails:
            return 1
        cost = COSTS[column][word]
        return None if cost is None else cost + (pair in rivers)

    closed = {place for place in PLACES if is_closed(place, units)}
    steps = {(one, other): step(one, other) for one, other in BOTH_WAYS if other not in closed}
    best = {start: 0}
    for _ in PLACES:
        for (one, other), cost in steps.items():
            if cost is not None and one in best and best[one] + cost < best.get(other, 999):
                best[other] = best[one] + cost
    return best


def slow_distance(request: game.SupplyTraceRequest, column: str) -> int | None:
    assert request.board is not None
    units = (request.unit, *request.others)
    return slow_distances(request.board, units, str(request.unit.hex), column).get(str(request.depot.hex))


@pytest.mark.rule("orel", "8.2.2-range", "1.2-zoc-negation")
@settings(max_examples=50, deadline=None)
@given(situations(), st.booleans())
def test_lines_are_those_of_a_slow_search(request: game.SupplyTraceRequest, on_foot: bool) -> None:
    outcome = game.ruleset.with_options(supply_infantry_scale=on_foot).resolve(request, dice=GivenDice([])).outcome
    expected = slow_distance(request, "infantry" if on_foot else request.unit.type)
    assert outcome.movement_points == expected
    assert outcome.in_range == (expected is not None and expected <= 5)
    assert (outcome.path[:1], outcome.path[-1:]) == (
        ((), ()) if expected is None else ((request.unit.hex,), (request.depot.hex,))
    )


@pytest.mark.rule("orel", "8.2.2-range")
@settings(max_examples=40, deadline=None)
@given(situations())
def test_another_enemy_never_shortens_a_line(request: game.SupplyTraceRequest) -> None:
    taken = {unit.hex for unit in (request.unit, *request.others)} | {request.depot.hex}
    free = next((place for place in PLACES if place not in taken), None)
    if free is None:
        return
    more = evolve(request, others=(*request.others, of("infantry", free, "red", "one more")))
    before = game.ruleset.resolve(request, dice=GivenDice([])).outcome.movement_points
    after = game.ruleset.resolve(more, dice=GivenDice([])).outcome.movement_points
    assert after is None or (before is not None and before <= after)


# -------------------------------------------------------------------- a slow twin of what makes depots functional


@st.composite
def depots(draw: st.DrawFn) -> game.DepotStatusRequest:
    """Draw a depot on a small board: much forest, a net of single and double tracks, stations, both sides about."""
    forest = draw(st.sets(st.sampled_from(PLACES), max_size=26))
    railways = []
    for _ in range(draw(st.integers(1, 4))):
        way = [draw(st.sampled_from(PLACES))]
        for _ in range(draw(st.integers(1, 6))):
            onward = [place for place in PLACES if next_to(way[-1], place) and place not in way]
            if onward:
                way.append(draw(st.sampled_from(onward)))
        railways.append(Railway(hexes=tuple(way), tracks=draw(st.sampled_from([1, 2, 2]))))
    on_rails = sorted({place for railway in railways for place in railway.hexes})
    start = draw(st.sampled_from(on_rails + PLACES[:6]))
    stations = draw(st.lists(st.sampled_from(on_rails), max_size=3, unique=True))
    if start in on_rails and start not in stations:
        stations.append(start)
    stations = stations[: draw(st.integers(0, 4))]
    board = HexMap(
        title="small",
        grid=SMALL,
        terrain=(TerrainArea(kind="forest", hexes=tuple(sorted(forest))),) if forest else (),
        railways=tuple(railways),
        features=(Feature(kind="station", hexes=tuple(stations)),) if stations else (),
    )
    sides = draw(st.dictionaries(st.sampled_from(PLACES), st.sampled_from(["red", "white"]), max_size=5))
    units = tuple(
        of(
            "infantry",
            place,
            side,
            place,
            steps=draw(st.integers(1, 2)),
            mode=draw(st.sampled_from(["combat", "routed"])),
        )
        for place, side in sides.items()
        if place != start or side == "white"
    )
    kind: Any = draw(st.sampled_from(["convoi", "rail_depot"]))
    return game.DepotStatusRequest(depot=evolve(DEPOT, kind=kind, hex=start), units=units, board=board)


def slow_status(request: game.DepotStatusRequest) -> tuple[bool, int | None, bool]:
    """Return whether a White depot is functional, what its line costs if it is a convoi, and whether it is doubled."""
    board, start = request.board, str(request.depot.hex)
    assert board is not None
    tracks = {
        frozenset(pair): max(
            rail.tracks
            for rail in board.railways
            if frozenset(pair) in map(frozenset, zip(rail.hexes, rail.hexes[1:], strict=False))
        )
        for railway in board.railways
        for pair in zip(railway.hexes, railway.hexes[1:], strict=False)
    }

    def linked(least: int) -> set[str]:
        joined = {pair for pair, count in tracks.items() if count >= least}
        open_hexes = {place for pair in joined for place in pair if not is_closed(place, request.units)}
        found = {place for place in open_hexes if place.endswith("05")}
        for _ in PLACES:
            found |= {place for place in open_hexes for other in found if frozenset((place, other)) in joined}
        return found

    if request.depot.kind == "rail_depot":
        if all(start not in feature.hexes for feature in board.features):
            return False, None, False
        return start in linked(1), None, start in linked(2)
    reach = slow_distances(board, request.units, start, "convoy")
    cheapest = min((reach[place] for place in linked(1) if place in reach), default=99)
    return (True, cheapest, False) if cheapest <= 10 else (False, None, False)


@pytest.mark.rule("orel", "3.2A-convoi", "3.2A-rail-depot", "3.1-double", "3.1-rail-control", "1.2-zoc-negation")
@settings(max_examples=50, deadline=None)
@given(depots())
def test_depots_are_functional_as_by_a_slow_search(request: game.DepotStatusRequest) -> None:
    outcome = game.ruleset.resolve(request, dice=GivenDice([])).outcome
    assert (outcome.functional, outcome.movement_points, outcome.doubled) == slow_status(request)
    assert outcome.capacity == (6 if outcome.doubled else 3)
