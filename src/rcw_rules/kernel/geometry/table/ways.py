"""Ways over the terrain of a table: what a track costs, the cheapest way, and what can be reached.

What an inch costs depends on the ground: a **rate** of 1/2 makes each inch cost two, and a rate of None is impassable.
Line features are **obstacles**: crossing one costs a number of inches once, or cannot be done. Both are functions that
the caller gives, since a ruleset decides them by the mover; `slowest` makes the usual rate.

A track is cut wherever it enters or leaves terrain. Each part is measured to the nearest thousandth of an inch, and the
costs of the parts are added up as exact fractions. Along the edge of a piece, the better of its two sides counts.

>>> from rcw_rules.kernel.geometry.table.positions import point
>>> from rcw_rules.kernel.lengths import inches
>>> outline = (point(10, 20), point(16, 20), point(16, 26), point(10, 26))
>>> from rcw_rules.kernel.geometry.table.footing import slowest
>>> from rcw_rules.kernel.geometry.table.tabletop import Table
>>> from rcw_rules.kernel.geometry.table.terrain import TerrainPiece
>>> wood = TerrainPiece(name="North wood", kind="wood", outline=outline)
>>> table = Table(title="A wood", width=inches(72), depth=inches(48), terrain=(wood,))
>>> track = path_cost(table, (point(8, 22), point(18, 22)), rate=slowest({"wood": Fraction(1, 2)}))
>>> str(track.length), track.cost
('10 in', Fraction(16, 1))
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from rcw_rules.kernel.geometry import search
from rcw_rules.kernel.geometry.table.footing import (
    Footing,
    GroundLeg,
    ObstacleToll,
    Rate,
    better_side,
    checked_toll,
    footing_at,
    leg_between,
    no_obstacle,
    survey_of,
)
from rcw_rules.kernel.geometry.table.lines import Ray, Survey, survey
from rcw_rules.kernel.geometry.table.positions import Point
from rcw_rules.kernel.geometry.table.terrain import HasTerrain, TerrainLine, turn
from rcw_rules.kernel.lazy import lazy_library
from rcw_rules.kernel.lengths import Inches

if TYPE_CHECKING:
    import shapely
else:
    shapely = lazy_library("shapely")


@frozen(kw_only=True)
class Going:
    """A part of a track on one footing.

    Attributes:
        start: Where it starts, to the nearest thousandth.
        end: Where it ends.
        length: How long it is.
        footing: The ground under it; along an edge, the better side of it.
        rate: How many inches of ground an inch of movement buys, or None where it is impassable.
    """

    start: Point
    end: Point
    length: Inches
    footing: Footing
    rate: Fraction | None

    @property
    def cost(self) -> Fraction | None:
        """How many inches of movement it costs, or None where it is impassable."""
        return None if self.rate is None else Fraction(self.length.thousandths, 1000) / self.rate


@frozen(kw_only=True)
class ObstacleCrossing:
    """A place where a track crosses a line feature.

    Attributes:
        name: The name of the feature.
        kind: What it is.
        at: Where, to the nearest thousandth.
        after: How much of the track lies before it.
        footing: The ground there; with a road on it, a bridge.
        cost: How many inches of movement it costs, or None where it cannot be crossed.
    """

    name: str
    kind: str
    at: Point
    after: Inches
    footing: Footing
    cost: Fraction | None


@frozen(kw_only=True)
class TableWay:
    """A track over the table and what it costs.

    Attributes:
        points: Where it starts, turns and ends.
        goings: Its parts in order, each on one footing.
        crossings: The line features that it crosses, in order.
    """

    points: tuple[Point, ...]
    goings: tuple[Going, ...]
    crossings: tuple[ObstacleCrossing, ...]

    @property
    def length(self) -> Inches:
        """How long it is: the sum of its parts."""
        return sum((going.length for going in self.goings), Inches(thousandths=0))

    @property
    def cost(self) -> Fraction | None:
        """How many inches of movement it costs in all, or None where some of it cannot be done."""
        costs = [*(going.cost for going in self.goings), *(crossing.cost for crossing in self.crossings)]
        total = Fraction(0)
        for cost in costs:
            if cost is None:
                return None
            total += cost
        return total

    @property
    def is_possible(self) -> bool:
        """Whether all of it can be done."""
        return self.cost is not None


def path_cost(
    table: HasTerrain, points: Sequence[Point], *, rate: Rate, obstacle: ObstacleToll = no_obstacle
) -> TableWay:
    """Return what a track costs: length over rate on each part, and each obstacle crossed.

    Where the track turns on a line feature, it crosses it if it comes from one side and goes to the other. To run along
    a line feature is not to cross it, whichever side the track leaves it to; to end on it or pass by its end neither.
    Line features that differ in nothing but their names and points are one where they end at the same point. Along the
    edge of the table, only the inner side counts, and what ends there goes on beyond it.

    Args:
        table: The table.
        points: Where the track starts, turns and ends.
        rate: How far an inch of movement goes on a footing.
        obstacle: What it costs to cross a kind of line feature; nothing unless given.

    Raises:
        ValueError: The track has fewer than two points, a rate is not positive, or an obstacle costs less than 0.
    """
    if len(points) < 2:
        raise ValueError(f"a track has at least 2 points, got {len(points)}")
    ground = survey_of(survey(table))
    spots = [ground.on_table(spot) for spot in points]
    goings: list[Going] = []
    crossings: list[ObstacleCrossing] = []
    before = Inches(thousandths=0)
    for number, (start, end) in enumerate(pairwise(spots)):
        leg = leg_between(ground, start, end)
        if number:
            crossings.extend(
                _crossing(feature, footing_at(ground, start), start, before, obstacle)
                for feature in _crossed_at(ground, spots[number - 1], start, end)
            )
        crossings.extend(
            _crossing(feature, footing, leg.ray.at(place), before + leg.ray.between(0, place), obstacle)
            for feature, place, footing in leg.crossings
        )
        for part in leg.parts:
            footing, here = better_side(part, rate)
            length = leg.ray.between(0, part.ends) - leg.ray.between(0, part.begins)
            goings.append(
                Going(
                    start=leg.ray.at(part.begins),
                    end=leg.ray.at(part.ends),
                    length=length,
                    footing=footing,
                    rate=here,
                )
            )
            before += length
    return TableWay(points=tuple(points), goings=tuple(goings), crossings=tuple(crossings))


def path(
    table: HasTerrain, start: Point, goal: Point, *, rate: Rate, obstacle: ObstacleToll = no_obstacle
) -> TableWay | None:
    """Return the cheapest way that turns only at corners of terrain, or None where there is none.

    It may turn at the corners of pieces, at the ends of line features that do not reach the edge of the table, and at
    the points of those that have a width, such as roads, and where these cross obstacles; but not on an obstacle that
    costs something there. Where all ground is either open or impassable and
    obstacles cost nothing, no way is shorter. Otherwise a way that turns elsewhere, say where it enters a wood, may be
    a little cheaper: the cost is then an upper bound. Of ways that cost the same, one with fewer turns is preferred.

    Args:
        table: The table.
        start: Where the way starts.
        goal: Where it ends.
        rate: How far an inch of movement goes on a footing.
        obstacle: What it costs to cross a kind of line feature; nothing unless given.

    Raises:
        ValueError: A rate is not positive, or an obstacle costs less than 0.
    """
    return next(iter(_cheapest(table, start, (goal,), rate, obstacle, most=None)), None)


def reachable(
    table: HasTerrain,
    start: Point,
    budget: Inches,
    among: Sequence[Point],
    *,
    rate: Rate,
    obstacle: ObstacleToll = no_obstacle,
) -> tuple[TableWay, ...]:
    """Return the cheapest way to each of some points that can be reached for a budget, the cheapest first.

    The ways are those of `path`; those that cost the same come in the order of the points.

    Args:
        table: The table.
        start: Where the ways start.
        budget: The most that a way may cost.
        among: The points in question.
        rate: How far an inch of movement goes on a footing.
        obstacle: What it costs to cross a kind of line feature; nothing unless given.

    Raises:
        ValueError: The budget is negative, a rate is not positive, or an obstacle costs less than 0.
    """
    if budget.thousandths < 0:
        raise ValueError(f"a budget is at least 0 in, got {budget}")
    most = Fraction(budget.thousandths, 1000)
    ways = _cheapest(table, start, tuple(among), rate, obstacle, most=most)
    costs = [(way.cost, way) for way in ways]
    within = [(cost, way) for cost, way in costs if cost is not None and cost <= most]
    return tuple(way for _, way in sorted(within, key=lambda pair: pair[0]))


# --- A leg: one straight part of a track -----------------------------------------------------------------------------


def _crossing(
    line: TerrainLine, footing: Footing, at: Point, after: Inches, obstacle: ObstacleToll
) -> ObstacleCrossing:
    cost = checked_toll(line.kind, footing, obstacle)
    return ObstacleCrossing(name=line.name, kind=line.kind, at=at, after=after, footing=footing, cost=cost)


# --- Turning on a line feature ---------------------------------------------------------------------------------------


def _crossed_at(ground: Survey, came_from: Point, at: Point, goes_to: Point) -> Iterator[TerrainLine]:
    """Yield the line features that a track crosses where it turns on them."""
    touched = ground.tree.query(shapely.Point(at.x.thousandths, at.y.thousandths), predicate="intersects")
    for order in sorted(int(index) for index in touched):
        feature = ground.features[order]
        if isinstance(feature, TerrainLine) and any(
            _side(before, at, after, came_from) * _side(before, at, after, goes_to) < 0
            for before, after in _ways_along(ground.courses[order], at)
        ):
            yield feature
    joined = {
        feature.kind: feature
        for spot, order, line in reversed(ground.joints)
        if spot == at and isinstance(feature := ground.features[order], TerrainLine)
        for before, after in _ways_along(line.points, at)
        if _side(before, at, after, came_from) * _side(before, at, after, goes_to) < 0
    }
    yield from reversed(joined.values())


def _ways_along(course: tuple[Point, ...], at: Point) -> Iterator[tuple[Point, Point]]:
    """Yield the points before and after a point of a line feature, where it goes on to both sides of it."""
    points = (*course, course[1]) if course[0] == course[-1] else course
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        if corner == at:
            yield before, after
    for before, after in pairwise(course):
        if at not in (before, after) and not turn(before, after, at) and min(before, after) < at < max(before, after):
            yield before, after


def _side(before: Point, at: Point, after: Point, spot: Point) -> int:
    """Return 1 where a spot lies left of the line that comes from before and goes on to after, -1 right, 0 along it."""
    if _is_towards(at, after, spot) or _is_towards(at, before, spot):
        return 0
    of_after, of_before = turn(at, after, spot), turn(at, before, spot)
    bend = turn(at, after, before)
    # The left lies anticlockwise from the way on to the way back: less than half a turn, or more.
    is_left = of_after > 0 > of_before if bend > 0 else of_after > 0 or of_before < 0
    return 1 if is_left else -1


def _is_towards(at: Point, goal: Point, spot: Point) -> bool:
    """Return whether a spot lies in the same direction as a goal."""
    (along, aside), (far, _) = Ray(at, goal).frame((spot, goal))
    return not aside and along > 0 and far > 0


# --- Searching -------------------------------------------------------------------------------------------------------

_OPEN = Footing()

_UNIT = 1_000_000_000
"""What one inch of movement is to a search, which counts in whole numbers."""

_PER_LEG = 1_000
"""What each leg costs a search beside its ground: of ways that cost the same, the one with fewer turns is better."""

_SLACK = _UNIT // 10
"""How much more than the budget a search may spend: more than rounding and legs add up to."""


def _cheapest(
    table: HasTerrain,
    start: Point,
    goals: tuple[Point, ...],
    rate: Rate,
    obstacle: ObstacleToll,
    *,
    most: Fraction | None,
) -> Iterator[TableWay]:
    """Yield the cheapest way to each goal that can be reached, in the order of the goals, turning at corners only."""
    ground = survey_of(survey(table))
    start, goals = ground.on_table(start), tuple(map(ground.on_table, goals))
    corners = [spot for spot in _corners(ground, table, obstacle) if spot != start]
    spots = (start, *corners, *goals)
    first_goal = 1 + len(corners)
    waiting = dict.fromkeys(range(1, len(spots)))

    def steps(here: int) -> Iterator[tuple[int, int]]:
        waiting.pop(here, None)  # nothing cheaper leads back to where the search has been
        for there in waiting if here < first_goal else ():
            cost = _search_cost(leg_between(ground, spots[here], spots[there]), rate, obstacle)
            if cost is not None:
                yield there, cost

    reach = search.reachable(
        0,
        None if most is None else int(most * _UNIT) + _SLACK,
        steps,
        goal=first_goal if len(goals) == 1 else None,
    )
    for number in range(first_goal, len(spots)):
        if number in reach:
            yield path_cost(table, [spots[index] for index in reach.path(number).places], rate=rate, obstacle=obstacle)


def _search_cost(leg: GroundLeg, rate: Rate, obstacle: ObstacleToll) -> int | None:
    total = Fraction(_PER_LEG)
    for part in leg.parts:
        _, here = better_side(part, rate)
        if here is None:
            return None
        total += part.billionths / here
    for feature, _, footing in leg.crossings:
        toll = checked_toll(feature.kind, footing, obstacle)
        if toll is None:
            return None
        total += toll * _UNIT
    return round(total)


def _corners(ground: Survey, table: HasTerrain, obstacle: ObstacleToll) -> tuple[Point, ...]:
    """Return where ways may turn, each once, in the order of the table; where roads cross obstacles, last."""
    spots: list[Point] = [spot for piece in table.terrain for spot in piece.outline]
    for line in table.lines:
        if line.width.thousandths:
            spots.extend(line.points)
        elif not line.is_closed:
            spots.extend(_ends(line))
    spots.extend(_bridges(ground, table, obstacle))
    courses = [
        (feature.kind, course) for feature, course in zip(ground.features, ground.courses, strict=True) if course
    ]
    courses.extend((joint.line.kind, joint.line.points) for joint in ground.joints)
    return tuple(
        spot
        for spot in dict.fromkeys(spots)
        if all(
            checked_toll(kind, footing_at(ground, spot), obstacle) == 0
            for kind, course in courses
            if next(_ways_along(course, spot), None)
        )
    )


def _bridges(ground: Survey, table: HasTerrain, obstacle: ObstacleToll) -> Iterator[Point]:
    """Yield where roads, and other line features that have a width, cross what costs something in the open."""
    for road in table.lines:
        for start, end in pairwise(road.points) if road.width.thousandths else ():
            leg = leg_between(ground, start, end)
            for feature, place, _ in leg.crossings:
                if checked_toll(feature.kind, _OPEN, obstacle) != 0:
                    yield leg.ray.at(place)


def _ends(line: TerrainLine) -> tuple[Point, Point]:
    return line.points[0], line.points[-1]
