"""Moving on a map of hexes: what steps cost, zones of control, and what is within reach.

What a step costs is a function of the mover; it is asked once for each step and kept. Zones of control change as
pieces move, so they are looked up at every step of a search and never kept.

>>> board = HexMap(title="Open country", grid=HexGrid(columns=9, rows=9))
>>> on_foot = MovementCosts(board, lambda step: None if step.terrain == "lake" else 1)
>>> zones = zones_of_control(board.grid, ["0505"])
>>> tuple(zones)
('0404', '0405', '0504', '0506', '0604', '0605')
>>> leaving = ZoneCosts(leaving=1, zone_to_zone="forbidden")
>>> reach = reachable("0504", 2, on_foot, zones=zones, zone_costs=leaving, closed={"0505"})
>>> dict(reach)
{'0504': 0, '0503': 2, '0603': 2, '0403': 2}
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, validate
from rcw_rules.kernel.geometry import search
from rcw_rules.kernel.geometry.hexes.grid import HexGrid
from rcw_rules.kernel.geometry.hexes.maps import HexMap, HexStep
from rcw_rules.kernel.geometry.reports import Path, Reach

Extra: TypeAlias = Annotated[int, Range(0, None)]
"""Movement points on top of what a step costs."""


class MovementCosts:
    """What every step on a map costs one kind of mover.

    Attributes:
        map: The map.
        cost: Returns what a step costs, at least 0, or None where the mover may not take it. It is called once for each
            step, when a search first comes to its origin; it must depend on nothing but the step.
        table: The steps that the mover may take from each hex, clockwise from north: the next hex and what it costs to
            go there. Filled as hexes are looked up.
    """

    __slots__ = ("cost", "map", "table")

    def __init__(self, map: HexMap, cost: Callable[[HexStep], int | None]) -> None:  # noqa: A002 - it is the map
        self.map: HexMap = map
        self.cost: Callable[[HexStep], int | None] = cost
        self.table: Mapping[str, tuple[tuple[str, int], ...]] = _StepTable(map, cost)

    def steps(self, place: str) -> tuple[tuple[str, int], ...]:
        """Return the steps that the mover may take from a hex, as a search asks for them.

        Raises:
            UnknownNameError: The map has no such hex.
            ValueError: A cost is negative or no whole number.
        """
        return self.table[place]

    def step_cost(self, a: str, b: str) -> int | None:
        """Return what the step from a hex to its neighbour *b* costs, or None where the mover may not take it.

        Raises:
            ValueError: They are not neighbours.
        """
        self.map.grid.direction(a, b)
        return dict(self.table[a]).get(b)


class _StepTable(dict[str, tuple[tuple[str, int], ...]]):
    """The table of `MovementCosts`: a search looks a hex up at no cost but that of a dictionary."""

    def __init__(self, map: HexMap, cost: Callable[[HexStep], int | None]) -> None:  # noqa: A002 - it is the map
        super().__init__()
        self._map = map
        self._cost = cost
        # Most neighbours of a hex pay the same to enter it: equal pairs are kept once, so that large tables stay small.
        self._pairs: dict[tuple[str, int], tuple[str, int]] = {}

    def __missing__(self, place: str) -> tuple[tuple[str, int], ...]:
        self[place] = found = tuple(self._pairs.setdefault(pair, pair) for pair in self._priced(place))
        return found

    def _priced(self, place: str) -> Iterator[tuple[str, int]]:
        for step in self._map.steps_from(place):
            cost = self._cost(step)
            if cost is None:
                continue
            if type(cost) is not int:
                raise ValueError(
                    f"a step costs a whole number or None, got {cost!r} from {step.origin!r} to {step.to!r}"
                )
            if cost < 0:
                raise ValueError(f"a step costs at least 0, got {cost} from {step.origin!r} to {step.to!r}")
            yield step.to, cost


@frozen(kw_only=True, cache_hash=True)
class ZoneCosts:
    """What zones of control do to movement.

    A step is of one of four kinds, and each has its own rule: between free hexes (no extra), into a zone, out of zones,
    and from zone to zone, even within the zone of one enemy.

    Attributes:
        entering: What a step from a free hex into a zone costs extra.
        leaving: What a step from a zone to a free hex costs extra.
        zone_to_zone: What a step from zone to zone is: at an "extra" cost, at a "fixed" cost that replaces all others,
            or "forbidden". In no case may a mover go where it may not step at all.
        zone_to_zone_cost: That extra or fixed cost.
        stops: Whether a mover that enters a zone ends its move there. One that starts in a zone may leave.
    """

    entering: Extra = 0
    leaving: Extra = 0
    zone_to_zone: Literal["extra", "fixed", "forbidden"] = "extra"
    zone_to_zone_cost: Extra = 0
    stops: bool = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a problem where a forbidden step has a cost."""
        if self.zone_to_zone == "forbidden" and self.zone_to_zone_cost:
            yield Problem(".zone_to_zone_cost", f"a forbidden step costs nothing, got {self.zone_to_zone_cost}")


NO_COSTS = ZoneCosts()
"""Zones of control that do not hinder movement."""


@lru_cache(maxsize=256)
def _require_right(zone_costs: ZoneCosts) -> None:
    """Raise unless the costs are such as can be; remembered, since every search asks."""
    validate(zone_costs)


def zones_of_control(grid: HexGrid, exerting: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """Return the hexes next to those that exert a zone of control, each with the hexes that exert it there.

    Args:
        grid: The hexes.
        exerting: The hexes that exert a zone; an exerting hex is itself in a zone only if another is next to it.

    Returns:
        The hexes in zones and, for each, who exerts them, both in the order of the map.
    """
    zones: dict[str, tuple[str, ...]] = {}
    for place in sorted(set(exerting)):
        for controlled in grid.neighbours(place):
            zones[controlled] = (*zones.get(controlled, ()), place)
    return MappingProxyType({place: zones[place] for place in sorted(zones)})


def zone_steps(
    start: str, costs: MovementCosts, *, zones: Container[str] = frozenset(), zone_costs: ZoneCosts = NO_COSTS
) -> search.Steps[str]:
    """Return the steps of a mover among zones of control, for a search of one's own.

    Args:
        start: The hex that the move starts in: nothing stops the mover there.
        costs: What its steps cost.
        zones: The hexes in enemy zones of control. Anything that can say whether it holds a hex will do.
        zone_costs: What the zones do.

    Raises:
        InvalidRequestError: The zones cannot do that.
    """
    _require_right(zone_costs)
    table = costs.table
    entering, leaving, stops = zone_costs.entering, zone_costs.leaving, zone_costs.stops
    rule, between = zone_costs.zone_to_zone, zone_costs.zone_to_zone_cost

    def steps(place: str) -> Iterable[tuple[str, int]]:
        onward = table[place]
        if place not in zones:
            if not entering:
                return onward
            return [(to, cost + entering if to in zones else cost) for to, cost in onward]
        if stops and place != start:
            return ()
        if rule == "extra":
            return [(to, cost + (between if to in zones else leaving)) for to, cost in onward]
        if rule == "fixed":
            return [(to, between if to in zones else cost + leaving) for to, cost in onward]
        return [(to, cost + leaving) for to, cost in onward if to not in zones]

    return steps


def reachable(
    start: str,
    budget: int | None,
    costs: MovementCosts,
    *,
    zones: Container[str] = frozenset(),
    zone_costs: ZoneCosts = NO_COSTS,
    closed: Collection[str] = (),
) -> Reach[str]:
    """Return every hex that a mover can reach for at most *budget*, with the cheapest path to each.

    Args:
        start: The hex that it stands in, whether or not that is closed.
        budget: The most that it may spend, or None for no limit.
        costs: What its steps cost.
        zones: The hexes in enemy zones of control. Anything that can say whether it holds a hex will do.
        zone_costs: What the zones do.
        closed: The hexes that it may not enter, such as those that enemies hold.

    Raises:
        UnknownNameError: The map has no hex *start*, or lacks one of the closed ones.
        ValueError: The budget or a cost is negative or no whole number.
    """
    costs.map.grid.require(start)
    steps = zone_steps(start, costs, zones=zones, zone_costs=zone_costs)
    return search.reachable(start, budget, steps, closed=costs.map.grid.require_all(closed))


def path(
    start: str,
    goal: str,
    costs: MovementCosts,
    *,
    budget: int | None = None,
    zones: Container[str] = frozenset(),
    zone_costs: ZoneCosts = NO_COSTS,
    closed: Collection[str] = (),
) -> Path[str] | None:
    """Return the cheapest path to a hex, or None where there is none for at most *budget*.

    Args:
        start: The hex that the mover stands in, whether or not that is closed.
        goal: The hex that it wants to get to; out of reach if closed.
        costs: What its steps cost.
        budget: The most that it may spend, or None for no limit.
        zones: As for `reachable`.
        zone_costs: As for `reachable`.
        closed: As for `reachable`.

    Raises:
        UnknownNameError: The map has no hex *start* or *goal*.
        ValueError: The budget or a cost is negative.
    """
    costs.map.grid.require(goal)
    costs.map.grid.require(start)
    steps = zone_steps(start, costs, zones=zones, zone_costs=zone_costs)
    return search.cheapest_path(start, goal, steps, budget=budget, closed=costs.map.grid.require_all(closed))


def path_to_nearest(
    start: str,
    goals: Iterable[str],
    costs: MovementCosts,
    *,
    budget: int | None = None,
    zones: Container[str] = frozenset(),
    zone_costs: ZoneCosts = NO_COSTS,
    closed: Collection[str] = (),
) -> Path[str] | None:
    """Return the cheapest path to the nearest of several hexes, as a trace of supply; None where there is none.

    What each hex costs to enter counts, from the start to the goal, the goal included. Of goals that are equally near,
    the one that the search reaches first counts.

    Args:
        start: The hex that the path begins in, whether or not that is closed.
        goals: The hexes to get to; those that are closed are out of reach.
        costs: What the steps cost.
        budget: The most that the path may cost, or None for no limit.
        zones: As for `reachable`.
        zone_costs: As for `reachable`.
        closed: As for `reachable`.

    Raises:
        UnknownNameError: The map has no hex *start*, or lacks one of the goals.
        ValueError: The budget or a cost is negative.
    """
    wanted = costs.map.grid.require_all(goals)
    reach = reachable(start, budget, costs, zones=zones, zone_costs=zone_costs, closed=closed)
    nearest = next((place for place in reach if place in wanted), None)
    return None if nearest is None else reach.path(nearest)
