"""What is within reach is what a slow twin finds, and every path is one of the cheapest."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.geometry.reports import Path
from rcw_rules.kernel.geometry.search import cheapest_path, reachable

PLACES = 7
STEPS = st.dictionaries(
    st.integers(0, PLACES - 1),
    st.lists(st.tuples(st.integers(0, PLACES - 1), st.integers(0, 5)), max_size=5),
    max_size=7,
)
Table = dict[int, list[tuple[int, int]]]


def following(table: Table) -> Callable[[int], list[tuple[int, int]]]:
    return lambda place: table.get(place, [])


def slowly_reached(table: Table, budget: int) -> dict[int, int]:
    """Return the least cost of every place by going over all steps as often as there are places."""
    costs = {0: 0}
    for _ in range(PLACES):
        for place, steps in table.items():
            for onward, cost in steps:
                if place in costs:
                    costs[onward] = min(costs.get(onward, 10**9), costs[place] + cost)
    return {place: cost for place, cost in costs.items() if cost <= budget}


@given(STEPS, st.integers(0, 20))
def test_the_reach_is_what_a_slow_twin_finds(table: Table, budget: int) -> None:
    reach = reachable(0, budget, following(table))
    assert dict(reach) == slowly_reached(table, budget)
    assert list(reach.values()) == sorted(reach.values())
    for place in reach:
        path = reach.path(place)
        assert (path.start, path.goal, path.cost) == (0, place, reach[place])
        for here, onward, spent, after in zip(path.places, path.places[1:], path.costs, path.costs[1:], strict=False):
            assert after - spent == min(cost for to, cost in table[here] if to == onward)


@given(STEPS, st.integers(0, PLACES - 1), st.none() | st.integers(0, 20))
def test_the_cheapest_path_costs_what_networkx_says(table: Table, goal: int, budget: int | None) -> None:
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(PLACES))
    for place, steps in table.items():
        for onward, cost in sorted(steps, reverse=True):  # of two steps to one place, the cheaper is written last
            graph.add_edge(place, onward, weight=cost)
    costs = nx.single_source_dijkstra_path_length(graph, 0)
    path = cheapest_path(0, goal, following(table), budget=budget)
    if goal not in costs or (budget is not None and costs[goal] > budget):
        assert path is None
    else:
        assert path is not None
        assert path.cost == costs[goal]


def test_of_equal_paths_the_one_found_first_counts() -> None:
    both_ways: dict[str, list[tuple[str, int]]] = {
        "a": [("left", 1), ("right", 1)],
        "left": [("b", 1)],
        "right": [("b", 1)],
        "b": [],
    }
    assert reachable("a", 2, both_ways.__getitem__).path("b").places == ("a", "left", "b")
    other_way = both_ways | {"a": [("right", 1), ("left", 1)]}
    assert reachable("a", 2, other_way.__getitem__).path("b").places == ("a", "right", "b")


def test_steps_that_cost_nothing_are_followed_to_their_end() -> None:
    reach = reachable(0, 1, lambda place: [(place + 1, 0 if place % 10 else 1)] if place < 25 else [])
    assert list(reach) == list(range(11))
    assert reach.path(10).costs == (0, *[1] * 10)


def test_nothing_leads_on_from_a_place_without_steps() -> None:
    stop = 2
    reach = reachable(0, 9, lambda place: () if place == stop else ((place - 1, 1), (place + 1, 1)))
    assert stop in reach
    assert stop + 1 not in reach
    assert len(reach) == 12


def test_a_reach_tells_what_it_is() -> None:
    reach = reachable("1005", 3, lambda place: [])
    assert repr(reach) == "<Reach from '1005': 1 places for 3>"
    assert reach.path("1005") == Path(places=("1005",), costs=(0,))
    with pytest.raises(ValueError, match="'1006' is out of reach from '1005'"):
        reach.path("1006")
    with pytest.raises(TypeError):
        reach.costs["1006"] = 1  # type: ignore[index]  # that is the test


def test_a_search_for_a_goal_ends_at_it() -> None:
    asked: list[int] = []

    def steps(place: int) -> list[tuple[int, int]]:
        asked.append(place)
        return [(place + 1, 1)]

    path = cheapest_path(0, 5, steps)
    assert path is not None
    assert path.cost == 5
    assert asked == [0, 1, 2, 3, 4]


def test_a_closed_place_is_not_entered_and_may_be_left() -> None:
    def line(place: int) -> list[tuple[int, int]]:
        return [(place - 1, 0), (place + 1, 1)] if abs(place) < 5 else []

    assert sorted(reachable(0, 9, line, closed=[0, -2, 3])) == [-1, 0, 1, 2]
    assert cheapest_path(0, 3, line, closed=[3]) is None
    assert cheapest_path(0, 2, line, closed=[3]) is not None


def test_negative_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="a budget is at least 0, got -1"):
        reachable(0, -1, lambda place: [])
    with pytest.raises(ValueError, match="a step costs at least 0, got -1 from 0 to 1"):
        reachable(0, 5, lambda place: [(1, -1)])


HALVES: Any = [0.5, 1.5, 2.5, Fraction(1, 2), float("nan")]


@pytest.mark.parametrize("number", HALVES)
def test_numbers_that_are_not_whole_are_refused(number: Any) -> None:
    """A budget of one and a half is not rounded up, and two and a half are not spent out of two."""
    with pytest.raises(ValueError, match=r"^a budget is a whole number, got "):
        reachable(0, number, lambda place: [(place + 1, 1)])
    with pytest.raises(ValueError, match=r"^a step costs (a whole number|at least 0), got .* from 0 to 1$"):
        reachable(0, 2, lambda place: [(place + 1, number)])


def test_a_budget_is_no_bool() -> None:
    with pytest.raises(ValueError, match=r"^a budget is a whole number, got True$"):
        reachable(0, True, lambda place: [(place + 1, 1)])


def test_closed_places_are_not_entered_whatever_leads_there() -> None:
    def steps(place: int) -> tuple[tuple[int, int], ...]:
        return (place - 1, 1), (place + 1, 1), (place + 2, 3)

    assert dict(reachable(0, 3, steps, closed=(1, -2))) == {0: 0, -1: 1, 2: 3}
    assert reachable(0, 3, steps, closed=(0,)) == reachable(0, 3, steps)  # where the mover stands may be closed
    path = cheapest_path(0, 3, steps, closed=[1])
    assert path is not None
    assert path.places == (0, 2, 3)
    assert cheapest_path(0, 1, steps, closed=[1], budget=9) is None
