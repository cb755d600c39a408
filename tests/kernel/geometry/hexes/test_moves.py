"""Moving on a map of hexes: costs, zones of control and what is within reach, against a slow twin and networkx."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Collection, Iterator
from typing import Any, Literal

import networkx as nx
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.errors import InvalidRequestError, UnknownNameError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.geometry.hexes import (
    HexGrid,
    HexMap,
    HexsideFeature,
    HexStep,
    MovementCosts,
    Railway,
    Road,
    TerrainArea,
    ZoneCosts,
    path,
    path_to_nearest,
    reachable,
    zone_steps,
    zones_of_control,
)
from rcw_rules.kernel.geometry.search import reachable as search_reachable

OPEN = HexMap(title="Open country", grid=HexGrid(columns=9, rows=9))
BOARD = HexMap(
    title="A wood, a river, a road and a railway",
    grid=HexGrid(columns=7, rows=6),
    terrain=(
        TerrainArea(kind="forest", hexes=("0302", "0303", "0402", "0403", "0503")),
        TerrainArea(kind="lake", hexes=("0605", "0606")),
    ),
    hexsides=(HexsideFeature(kind="river", between=(("0203", "0303"), ("0204", "0304"), ("0203", "0304"))),),
    roads=(Road(hexes=("0203", "0303", "0403", "0504")),),
    railways=(Railway(hexes=("0303", "0302", "0301")),),
)


def on_foot(step: HexStep) -> int | None:
    if step.road:
        return 1
    if step.terrain == "lake":
        return None
    return (2 if step.terrain == "forest" and not step.tracks else 1) + ("river" in step.hexside)


def in_the_open(step: HexStep) -> int | None:
    return 1


def twin(
    start: str, budget: int, *, zones: Collection[str], zone_costs: ZoneCosts, closed: Collection[str]
) -> dict[str, int]:
    """Return the least cost of every hex in reach, by trying every step again until nothing gets cheaper."""
    reached = {start: 0}
    changed = True
    while changed:
        changed = False
        for origin, spent in list(reached.items()):
            if zone_costs.stops and origin in zones and origin != start:
                continue
            for step in BOARD.steps_from(origin):
                price = on_foot(step)
                if price is None or step.to in closed:
                    continue
                if origin in zones and step.to in zones:
                    if zone_costs.zone_to_zone == "forbidden":
                        continue
                    between = zone_costs.zone_to_zone_cost
                    price = between if zone_costs.zone_to_zone == "fixed" else price + between
                elif step.to in zones:
                    price += zone_costs.entering
                elif origin in zones:
                    price += zone_costs.leaving
                total = spent + price
                if total <= budget and total < reached.get(step.to, budget + 1):
                    reached[step.to] = total
                    changed = True
    return reached


@st.composite
def zone_rules(draw: st.DrawFn) -> ZoneCosts:
    rule: Literal["extra", "fixed", "forbidden"] = draw(st.sampled_from(["extra", "fixed", "forbidden"]))
    return ZoneCosts(
        entering=draw(st.integers(0, 2)),
        leaving=draw(st.integers(0, 2)),
        zone_to_zone=rule,
        zone_to_zone_cost=0 if rule == "forbidden" else draw(st.integers(0, 4)),
        stops=draw(st.booleans()),
    )


hexes = st.sampled_from(BOARD.grid.hexes)

# ---------------------------------------------------------------------- costs


def test_every_step_is_priced_once_and_only_when_it_is_needed() -> None:
    asked: list[tuple[str, str]] = []

    def cost(step: HexStep) -> int | None:
        asked.append((step.origin, step.to))
        return on_foot(step)

    costs = MovementCosts(BOARD, cost)
    assert not asked
    assert costs.steps("0203") == (("0202", 1), ("0303", 1), ("0304", 2), ("0204", 1), ("0104", 1), ("0103", 1))
    assert len(asked) == 6
    reachable("0203", 4, costs)
    reachable("0203", 4, costs)
    assert len(asked) == len(set(asked))
    assert ("0701", "0702") not in asked


def test_what_a_step_costs_is_for_the_mover_to_say() -> None:
    costs = MovementCosts(BOARD, on_foot)
    assert costs.step_cost("0203", "0303") == 1, "the road crosses river and forest"
    assert costs.step_cost("0204", "0304") == 2, "a river"
    assert costs.step_cost("0402", "0302") == 2, "forest"
    assert costs.step_cost("0301", "0302") == 1, "along the railway"
    assert costs.step_cost("0604", "0605") is None
    assert costs.step_cost("0605", "0604") == 1
    assert "0605" not in dict(costs.steps("0604"))
    with pytest.raises(ValueError, match="hexes '0101' and '0103' are not neighbours"):
        costs.step_cost("0101", "0103")
    with pytest.raises(UnknownNameError, match="unknown hex '0109'"):
        costs.steps("0109")


def test_a_negative_cost_is_refused() -> None:
    costs = MovementCosts(OPEN, lambda step: -1 if step.to == "0404" else 1)
    with pytest.raises(ValueError, match="a step costs at least 0, got -1 from '0403' to '0404'"):
        costs.steps("0403")
    with pytest.raises(ValueError, match="a step costs at least 0, got -1"):
        reachable("0401", None, costs)


@pytest.mark.parametrize("cost", [0.5, 1.0, float("nan"), True, "1"])
def test_a_cost_that_is_not_whole_is_refused(cost: Any) -> None:
    # Half a point would be let past the budget.
    with pytest.raises(ValueError, match=r"a step costs a whole number or None, got .* from '0505' to '0504'"):
        reachable("0505", 1, MovementCosts(OPEN, lambda step: cost))


def test_a_closed_hex_that_the_map_does_not_have_is_refused() -> None:
    costs = MovementCosts(OPEN, in_the_open)
    calls: tuple[Callable[[], object], ...] = (
        lambda: reachable("0505", 1, costs, closed=["0504", "0599"]),
        lambda: path("0505", "0504", costs, closed=["0599"]),
        lambda: path_to_nearest("0505", ["0504"], costs, closed=["0599"]),
    )
    for call in calls:
        with pytest.raises(UnknownNameError, match="unknown hex '0599'"):
            call()


# ---------------------------------------------------------------------- zones of control


def test_a_zone_of_control_is_the_six_hexes_around() -> None:
    zones = zones_of_control(OPEN.grid, ["0505"])
    assert tuple(zones) == ("0404", "0405", "0504", "0506", "0604", "0605")
    assert set(zones.values()) == {("0505",)}
    both = zones_of_control(OPEN.grid, ["0506", "0505", "0505"])
    assert both["0405"] == ("0505", "0506")
    assert both["0505"] == ("0506",)
    assert tuple(both) == tuple(sorted(both))
    assert tuple(zones_of_control(OPEN.grid, ["0101"])) == ("0102", "0201")
    assert not zones_of_control(OPEN.grid, [])


@given(exerting=st.sets(hexes, max_size=8))
def test_zones_of_control_are_what_lies_next_to_those_who_exert_them(exerting: set[str]) -> None:
    grid = BOARD.grid
    zones = zones_of_control(grid, exerting)
    assert {place: set(by) for place, by in zones.items()} == {
        place: near
        for place in grid.hexes
        if (near := {other for other in exerting if grid.distance(place, other) == 1})
    }


def test_an_unknown_hex_exerts_nothing() -> None:
    with pytest.raises(UnknownNameError, match="unknown hex '0599'"):
        zones_of_control(OPEN.grid, ["0505", "0599"])


# Around 0505: from the free hex 0503 the zone begins at 0504; 0404 and 0604 are in it as well, 0403 and 0603 are not.
ZONES = zones_of_control(OPEN.grid, ["0505"])
ENEMY = frozenset({"0505"})


@pytest.mark.parametrize(
    ("zone_costs", "start", "costs"),
    [
        (ZoneCosts(), "0503", {"0504": 1, "0404": 2, "0506": None}),
        (ZoneCosts(entering=2), "0503", {"0504": 3, "0404": 4, "0603": 1}),
        (ZoneCosts(entering=2), "0504", {"0404": 1, "0503": 1, "0405": 2}),
        (ZoneCosts(leaving=1), "0504", {"0503": 2, "0404": 1, "0403": 2, "0304": 3}),
        (ZoneCosts(zone_to_zone_cost=2), "0504", {"0404": 2, "0503": 1}),  # round by 0403
        (ZoneCosts(entering=3, zone_to_zone_cost=2), "0504", {"0404": 3, "0503": 1}),
        (
            ZoneCosts(entering=3, leaving=1, zone_to_zone="fixed", zone_to_zone_cost=4),
            "0504",
            {"0404": 4, "0503": 2, "0405": None},
        ),
        (ZoneCosts(zone_to_zone="forbidden"), "0504", {"0404": 2, "0503": 1, "0405": 4}),
        (ZoneCosts(stops=True), "0503", {"0504": 1, "0404": 2, "0405": 4}),
        (ZoneCosts(stops=True), "0504", {"0404": 1, "0503": 1, "0405": 4}),
    ],
)
def test_zones_cost_what_they_cost(zone_costs: ZoneCosts, start: str, costs: dict[str, int | None]) -> None:
    budget = 3 if "0506" in costs else 4
    reach = reachable(start, budget, MovementCosts(OPEN, in_the_open), zones=ZONES, zone_costs=zone_costs, closed=ENEMY)
    assert {place: reach.get(place) for place in costs} == costs


@given(
    start=hexes,
    budget=st.integers(0, 9),
    zones=st.sets(hexes, max_size=12),
    closed=st.sets(hexes, max_size=6),
    zone_costs=zone_rules(),
)
def test_what_is_in_reach_is_what_the_twin_reaches(
    start: str, budget: int, zones: set[str], closed: set[str], zone_costs: ZoneCosts
) -> None:
    costs = MovementCosts(BOARD, on_foot)
    reach = reachable(start, budget, costs, zones=zones, zone_costs=zone_costs, closed=closed)
    expected = twin(start, budget, zones=zones, zone_costs=zone_costs, closed=closed)
    assert dict(reach) == expected
    assert list(reach.values()) == sorted(expected.values())
    for place, cost in expected.items():
        way = reach.path(place)
        assert (way.start, way.goal, way.cost) == (start, place, cost)
        assert not closed.intersection(way.places[1:])
        found = path(start, place, costs, budget=budget, zones=zones, zone_costs=zone_costs, closed=closed)
        assert found is not None
        assert found.cost == cost


@given(start=hexes, closed=st.sets(hexes, max_size=6), goals=st.sets(hexes, max_size=4))
def test_the_nearest_goal_is_that_of_networkx(start: str, closed: set[str], goals: set[str]) -> None:
    costs = MovementCosts(BOARD, on_foot)
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_node(start)
    for origin in BOARD.grid.hexes:
        for to, cost in costs.steps(origin):
            if to not in closed:
                graph.add_edge(origin, to, weight=cost)
    lengths = nx.single_source_dijkstra_path_length(graph, start)
    found = path_to_nearest(start, goals, costs, closed=closed)
    in_reach = {goal: lengths[goal] for goal in goals if goal in lengths}
    if found is None:
        assert not in_reach
    else:
        assert found.cost == in_reach[found.goal] == min(in_reach.values())
        assert found.start == start


def test_zones_are_looked_up_at_every_search() -> None:
    class Anywhere:
        def __contains__(self, place: object) -> bool:
            return place in held

    held: set[str] = set()
    costs = MovementCosts(OPEN, in_the_open)
    stopping = ZoneCosts(stops=True)
    assert len(reachable("0505", 2, costs, zones=Anywhere(), zone_costs=stopping)) == 19
    held.update(OPEN.grid.neighbours("0505"))
    assert len(reachable("0505", 2, costs, zones=Anywhere(), zone_costs=stopping)) == 7


def test_a_start_that_is_closed_or_in_a_zone_may_be_left() -> None:
    costs = MovementCosts(OPEN, in_the_open)
    reach = reachable("0505", 1, costs, zones={"0505"}, zone_costs=ZoneCosts(stops=True), closed={"0505"})
    assert tuple(reach) == ("0505", *OPEN.grid.neighbours("0505"))


def test_a_trace_of_supply_avoids_what_is_closed() -> None:
    # Three clear hexes and a wood cost 5; the hex of the source counts, that of the unit does not.
    wood = HexMap(
        title="A strip", grid=HexGrid(columns=1, rows=5), terrain=(TerrainArea(kind="forest", hexes=("0103",)),)
    )
    costs = MovementCosts(wood, on_foot)
    trace = path_to_nearest("0101", ["0105"], costs, budget=5)
    assert trace is not None
    assert (trace.places, trace.costs) == (("0101", "0102", "0103", "0104", "0105"), (0, 1, 3, 4, 5))
    assert path_to_nearest("0101", ["0105"], costs, budget=4) is None
    assert path_to_nearest("0101", ["0105"], costs, closed={"0104"}) is None
    assert path_to_nearest("0101", [], costs) is None
    both = path_to_nearest("0102", ["0105", "0101"], costs)
    assert both is not None
    assert both.goal == "0101"


def test_a_search_of_ones_own_can_know_more_than_the_hex() -> None:
    """A mover that stops after a step from zone to zone, which no set of hexes can say."""
    zones = {"0102", "0103"}
    strip = MovementCosts(HexMap(title="A strip", grid=HexGrid(columns=1, rows=5)), in_the_open)
    onward = zone_steps("0101", strip, zones=zones)

    def steps(state: tuple[str, bool]) -> Iterator[tuple[tuple[str, bool], int]]:
        place, has_stopped = state
        if not has_stopped:
            for to, cost in onward(place):
                yield (to, place in zones and to in zones), cost

    assert {place for place, _ in search_reachable(("0101", False), 4, steps)} == {"0101", "0102", "0103"}
    assert len(reachable("0101", 4, strip, zones=zones)) == 5


def test_a_path_takes_the_first_of_equally_cheap_ways() -> None:
    way = path("0505", "0705", MovementCosts(OPEN, in_the_open))
    assert way is not None
    assert way.places == ("0505", "0604", "0705"), "north-east comes before south-east"


@pytest.mark.parametrize("budget", [-1, -100])
def test_a_negative_budget_is_refused(budget: int) -> None:
    with pytest.raises(ValueError, match=f"a budget is at least 0, got {budget}"):
        reachable("0505", budget, MovementCosts(OPEN, in_the_open))


def test_unknown_hexes_are_refused() -> None:
    costs = MovementCosts(OPEN, in_the_open)
    calls: tuple[Callable[[], object], ...] = (
        lambda: reachable("0599", 3, costs),
        lambda: path("0599", "0505", costs),
        lambda: path("0505", "0599", costs),
        lambda: path_to_nearest("0599", ["0505"], costs),
        lambda: path_to_nearest("0505", ["0404", "0599"], costs),
    )
    for call in calls:
        with pytest.raises(UnknownNameError, match="unknown hex '0599'; did you mean '0509'"):
            call()


@pytest.mark.parametrize(
    ("change", "path_", "message"),
    [
        ({"entering": -1}, "$.entering", "expected an integer of at least 0, got -1"),
        ({"leaving": "1"}, "$.leaving", "expected an integer of at least 0, got '1'"),
        ({"zone_to_zone": "never"}, "$.zone_to_zone", "expected one of 'extra', 'fixed', 'forbidden', got 'never'"),
        (
            {"zone_to_zone": "forbidden", "zone_to_zone_cost": 2},
            "$.zone_to_zone_cost",
            "a forbidden step costs nothing, got 2",
        ),
    ],
)
def test_zone_costs_that_cannot_be_are_refused(change: dict[str, Any], path_: str, message: str) -> None:
    wrong = evolve(ZoneCosts(), **change)
    uses: tuple[Callable[[], object], ...] = (
        lambda: validate(wrong),
        lambda: reachable("0505", 3, MovementCosts(OPEN, in_the_open), zone_costs=wrong),
    )
    for use in uses:
        with pytest.raises(InvalidRequestError) as caught:
            use()
        assert [(problem.path, problem.message) for problem in caught.value.problems] == [(path_, message)]


# ---------------------------------------------------------------------- size


def test_a_large_map_fits_in_little_memory() -> None:
    # The limit is 50 MB for 200 x 200 hexes; a quarter of them may need a quarter of it, with a fifth to spare.
    tracemalloc.start()
    try:
        grid = HexGrid(columns=100, rows=100)
        every = grid.hexes
        board = HexMap(
            title="Large",
            grid=grid,
            terrain=(TerrainArea(kind="forest", hexes=every[::3]), TerrainArea(kind="hills", hexes=every[1::3])),
            hexsides=(
                HexsideFeature(
                    kind="river", between=tuple((place, grid.neighbours(place)[0]) for place in every[1::6])
                ),
            ),
            roads=tuple(
                Road(hexes=tuple(grid.label(column, row) for row in range(1, 101))) for column in range(1, 101, 10)
            ),
        )
        reach = reachable(every[0], None, MovementCosts(board, on_foot))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert len(reach) == 10_000
    assert peak < 10_000_000
