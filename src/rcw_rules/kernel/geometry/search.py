"""Finding what is within reach, and the cheapest way there, on any ground made of places and steps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from heapq import heappop, heappush
from math import inf
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from rcw_rules.kernel.geometry.reports import Path, Reach

P = TypeVar("P", bound=Hashable)

Steps: TypeAlias = Callable[[P], Iterable[tuple[P, int]]]
"""Returns the steps that lead on from a place, in a fixed order: each the next place and what it costs to go there.

A place where the mover must stop has none. Costs are whole numbers of at least 0, in units that the caller sets: where
a book counts in halves, in half points.
"""


def reachable(
    start: P, budget: int | None, steps: Steps[P], *, goal: P | None = None, closed: Collection[P] = ()
) -> Reach[P]:
    """Return every place that can be reached from *start* for at most *budget*, with the cheapest path to each.

    Of paths that cost the same, the one found first counts: places are gone through by rising cost and, at one cost, in
    the order in which they were reached; the steps of a place in the order given.

    >>> reachable(0, 3, lambda place: ((place - 1, 2), (place + 1, 1))).costs
    mappingproxy({0: 0, 1: 1, -1: 2, 2: 2, 3: 3})

    Args:
        start: Where the mover stands.
        budget: The most that may be spent, or None for no limit on a ground that ends somewhere.
        steps: The steps that lead on from a place. What changes, as zones of control do, it looks up.
        goal: Where given, the search ends once the cheapest way there is known; what else it found is not all.
        closed: The places that may not be entered, whatever steps lead there.

    Returns:
        The places in reach, cheapest first.

    Raises:
        ValueError: The budget or a cost is negative or no whole number.
    """
    if budget is not None and type(budget) is not int:
        raise ValueError(f"a budget is a whole number, got {budget!r}")
    if budget is not None and budget < 0:
        raise ValueError(f"a budget is at least 0, got {budget}")
    found: dict[P, int] = {}
    # One look-up for each step is all there is time for: nothing is cheaper than the way to a closed place, and a place
    # not seen yet is as good as just out of reach.
    best = dict.fromkeys(closed, -1)
    best[start] = 0
    known = best.get
    beyond = inf if budget is None else budget + 1
    came_from = {start: start}
    # One bucket for each cost: moves cost few different numbers, and a heap of numbers is small.
    buckets: dict[int, list[P]] = {0: [start]}
    waiting = [0]
    while waiting:
        spent = heappop(waiting)
        for place in buckets[spent]:  # a step that costs nothing adds to the bucket that is being emptied
            if place in found:
                continue
            found[place] = spent
            if place == goal:
                return _reach(start, budget, found, came_from)
            for onward, cost in steps(place):
                if not cost >= 0:  # what is not a number is not negative either
                    raise ValueError(f"a step costs at least 0, got {cost} from {place!r} to {onward!r}")
                total = spent + cost
                if total < known(onward, beyond):
                    best[onward] = total
                    came_from[onward] = place
                    if total in buckets:
                        buckets[total].append(onward)
                    elif type(total) is not int:
                        raise ValueError(f"a step costs a whole number, got {cost!r} from {place!r} to {onward!r}")
                    else:
                        buckets[total] = [onward]
                        heappush(waiting, total)
    return _reach(start, budget, found, came_from)


def cheapest_path(
    start: P, goal: P, steps: Steps[P], *, budget: int | None = None, closed: Collection[P] = ()
) -> Path[P] | None:
    """Return the cheapest path from *start* to *goal*, or None where there is none for at most *budget*.

    >>> cheapest_path(0, -2, lambda place: ((place - 1, 2), (place + 1, 1)), budget=9)
    Path(places=(0, -1, -2), costs=(0, 2, 4))

    Args:
        start: Where the mover stands.
        goal: Where it wants to go.
        steps: The steps that lead on from a place, as for `reachable`.
        budget: The most that may be spent, or None for no limit on a ground that ends somewhere.
        closed: The places that may not be entered, whatever steps lead there.

    Raises:
        ValueError: The budget or a cost is negative or no whole number.
    """
    reach = reachable(start, budget, steps, goal=goal, closed=closed)
    return reach.path(goal) if goal in reach else None


def _reach(start: P, budget: int | None, costs: dict[P, int], came_from: dict[P, P]) -> Reach[P]:
    return Reach(start=start, budget=budget, costs=MappingProxyType(costs), came_from=MappingProxyType(came_from))
