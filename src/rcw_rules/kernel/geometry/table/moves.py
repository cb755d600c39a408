"""Moves on the table: a group goes ahead, wheels and turns, and each leg costs what the base that goes farthest goes.

A move is a sequence of legs. `follow` says where the group stands after each, what each leg costs, what its leading
edge passes through, and what stands against the move.

>>> from rcw_rules.kernel.angles import degrees
>>> from rcw_rules.kernel.geometry.table.bases import in_line
>>> from rcw_rules.kernel.geometry.table.positions import point
>>> from rcw_rules.kernel.lengths import inches
>>> rifles = in_line("rifles", 4, point(20, 10), degrees(0), frontage=inches("1.2"), depth=inches("0.8"))
>>> move = follow(rifles, [Ahead(distance=inches(3)), Wheel(angle=degrees(30), side="right")], allowance=inches(5))
>>> [str(report.distance) for report in move.legs], str(move.total)
(['3 in', '2.513 in'], '5.513 in')
>>> bool(move), [str(objection) for objection in move.objections]
(False, ['the move is 5.513 in long, and at most 5 in is allowed'])
"""

# pyright: reportUnknownMemberType=false
# Because shapely's stubs leave the keyword arguments of its functions untyped.

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from attrs import frozen

from rcw_rules.kernel.angles import SCALE, Angle, cosine, sine
from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.geometry.reports import Side
from rcw_rules.kernel.geometry.table.bases import TOUCHING, Base, Group, Thing, gaps_from, shape_of, thousandths_of
from rcw_rules.kernel.geometry.table.edges import (
    EdgePassage,
    SweptGround,
    TerrainStretch,
    open_ground,
    steps,
    swept_ahead,
    swept_round,
)
from rcw_rules.kernel.geometry.table.footing import Footing, ObstacleToll, Rate, checked_rate, checked_toll, no_obstacle
from rcw_rules.kernel.geometry.table.positions import Point, distance, moved, rounded, turned, way_along
from rcw_rules.kernel.lazy import lazy_library
from rcw_rules.kernel.lengths import Inches

if TYPE_CHECKING:
    import numpy as np
    import shapely
    from shapely.geometry.base import BaseGeometry

    from rcw_rules.kernel.geometry.table.tabletop import Table
else:
    np = lazy_library("numpy")
    shapely = lazy_library("shapely")

_STRAIGHT = 180_000
_QUARTER = Angle(thousandths=90_000)
_REVERSED = Angle(thousandths=_STRAIGHT)
_NOTHING = Inches(thousandths=0)
_STRAIGHT_AHEAD = Angle(thousandths=0)
_PI = Fraction(3141592653589793238462643383280, 10**30)
_TRACK_STEP = 5_000
_SWEEP_STEP = 1_000


# --- Legs ---------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Ahead:
    """Go ahead, facings kept.

    Attributes:
        distance: How far.
        incline: How far off straight ahead, to the right positive; less than 90 degrees.
    """

    distance: Inches
    incline: Angle = _STRAIGHT_AHEAD


@frozen(kw_only=True)
class Wheel:
    """Wheel about the inner front corner, all bases together.

    Attributes:
        angle: By how much: more than 0, and at most 180 degrees.
        side: To which side; on that side is the corner that stays.
    """

    angle: Angle
    side: Side

    @property
    def clockwise(self) -> Angle:
        """The angle, clockwise positive."""
        return self.angle if self.side == "right" else -self.angle


@frozen(kw_only=True)
class Turn:
    """Turn every base on the spot, about its own middle; an about-face covers the same ground.

    Attributes:
        angle: By how much, clockwise positive.
        cost: What it counts as.
    """

    angle: Angle
    cost: Inches = _NOTHING


@frozen(kw_only=True)
class Slide:
    """Go in any direction with all facings kept: back, sideways, away.

    Attributes:
        distance: How far.
        direction: The bearing in which it goes.
    """

    distance: Inches
    direction: Angle


Leg: TypeAlias = Ahead | Wheel | Turn | Slide
"""One part of a move."""


# --- Reports ------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Track:
    """The way of one base: that of the middle of its front edge.

    Attributes:
        base: The number of the base, from 0.
        points: Where it begins and ends and, on a curve, every 5 degrees.
        length: How long it is, measured along the curve.
    """

    base: int
    points: tuple[Point, ...]
    length: Inches


@frozen(kw_only=True)
class LegReport:
    """One leg of a move as it was gone.

    Attributes:
        leg: The leg.
        before: The group before it.
        after: The group after it.
        distance: What it counts as.
        passages: What the leading edge passed through, by where that begins, then in the order of the table; empty
            where no table was given, for a turn on the spot, and for a leg that leads off the table.
        stretches: The leg cut up by the ground, from its beginning to its end; where no passages are told, all of it is
            open.
    """

    leg: Leg
    before: Group
    after: Group
    distance: Inches
    passages: tuple[EdgePassage, ...]
    stretches: tuple[TerrainStretch, ...]

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The way of each base, in their order."""
        pairs = enumerate(zip(self.before.bases, self.after.bases, strict=True))
        if isinstance(self.leg, Wheel):
            pivot, angle = _pivot_and_outer(self.before, self.leg)[0], self.leg.clockwise
            return tuple(_curve(number, before.at, pivot, angle) for number, (before, _) in pairs)
        turns = isinstance(self.leg, Turn)
        return tuple(
            Track(
                base=number,
                points=(before.at, after.at),
                length=distance(before.at, after.at) if turns else self.distance,
            )
            for number, (before, after) in pairs
        )

    @property
    def crossings(self) -> tuple[EdgePassage, ...]:
        """The lines that the leading edge crossed, in order."""
        return tuple(passage for passage in self.passages if passage.is_line)


@frozen(kw_only=True)
class MoveObjection:
    """One thing that stands against a move.

    Attributes:
        leg: The number of the leg, from 0, or None where it is the move as a whole.
        message: What is wrong.
    """

    leg: int | None
    message: str

    def __str__(self) -> str:
        return self.message if self.leg is None else f"leg {self.leg + 1}: {self.message}"


@frozen(kw_only=True)
class MoveReport:
    """A move, leg by leg. It is true when nothing stands against it.

    Attributes:
        start: The group before the move.
        legs: The legs that could be gone; the others too, where an objection is only that something is too much.
        objections: Everything that stands against it, in order.
    """

    start: Group
    legs: tuple[LegReport, ...]
    objections: tuple[MoveObjection, ...]

    @property
    def end(self) -> Group:
        """The group where it comes to stand."""
        return self.legs[-1].after if self.legs else self.start

    @property
    def total(self) -> Inches:
        """What the whole move counts as."""
        return sum((report.distance for report in self.legs), _NOTHING)

    def __bool__(self) -> bool:
        return not self.objections


# --- Moving -------------------------------------------------------------------------------------------------------


def arc_length(radius: Inches | Fraction, angle: Angle) -> Inches:
    """Return the length of an arc: the radius times the angle in radians, to the nearest thousandth of an inch.

    The product is exact, with 30 digits of pi, and is rounded once, halves up. Four bases of 30 millimetres abreast
    that wheel by 90 degrees:

    >>> from rcw_rules.kernel.angles import degrees
    >>> str(arc_length(Fraction(4 * 300, 254), degrees(90)))
    '7.421 in'

    Args:
        radius: The radius; a fraction is a number of inches, for lengths that are not a whole number of thousandths.
        angle: The angle, either way round.

    Raises:
        ValueError: The radius is negative.
    """
    thousandths = Fraction(radius.thousandths) if isinstance(radius, Inches) else radius * 1000
    if thousandths < 0:
        raise ValueError(f"a radius is at least 0, got {radius}")
    length = thousandths * abs(angle.thousandths) * _PI / _STRAIGHT
    return Inches(thousandths=rounded(length.numerator, length.denominator))


def follow(
    group: Group,
    legs: Sequence[Leg],
    *,
    table: Table | None = None,
    allowance: Inches | None = None,
    most_incline: Angle | None = None,
    most_wheel: Angle | None = None,
) -> MoveReport:
    """Return where a move takes a group, what it counts as, and what stands against it.

    Going ahead or sliding, every base goes the distance of the leg. A wheel counts as the arc of the outer front corner
    of the front rank: the sum of its frontages, or what is between its ends where its bases stand apart, times the
    angle. A turn counts as what it says. Each position is rounded to the nearest thousandth of an inch after each leg.

    The leading edge is the front line when going ahead or wheeling; when sliding, the edge of the smallest rectangle
    round the group that looks where it goes. It is in a piece of terrain while some part of it is, and it crosses a
    line when some part of it touches that and goes on; touching at its very ends, over less than `TOUCHING`, is
    nothing.

    Args:
        group: Who moves.
        legs: The parts of the move, in order.
        table: Where given, the move must stay on it, and what is passed through is told.
        allowance: The most that the move may count as.
        most_incline: The greatest incline, either way.
        most_wheel: The greatest angle of a single wheel.

    Returns:
        The report. A leg that is too much is gone all the same; one that the group cannot go, since its bases face
        different ways, ends it.

    Raises:
        ValueError: A leg is impossible: a negative distance, an incline of 90 degrees or more, a wheel of nothing.
    """
    for leg in legs:
        _require_possible(leg)
    reports: list[LegReport] = []
    objections: list[MoveObjection] = []
    standing = group
    for number, leg in enumerate(legs):
        if standing.facing is None and isinstance(leg, (Ahead, Wheel)):
            how = "go ahead" if isinstance(leg, Ahead) else "wheel"
            message = f"the bases of {group.name!r} face different ways, so it cannot {how}"
            objections.append(MoveObjection(leg=number, message=message))
            break
        report = _gone(standing, leg, table)
        objections.extend(
            MoveObjection(leg=number, message=message)
            for message in _objections(report, table, most_incline, most_wheel)
        )
        reports.append(report)
        standing = report.after
    move = MoveReport(start=group, legs=tuple(reports), objections=())
    if allowance is not None and move.total > allowance:
        message = f"the move is {move.total} long, and at most {allowance} is allowed"
        objections.append(MoveObjection(leg=None, message=message))
    return MoveReport(start=group, legs=move.legs, objections=tuple(objections))


def slid_over(group: Group, direction: Angle, length: Inches, table: Table) -> SweptGround:
    """Return what a group passes through that slides: what `follow` tells of it, for who needs nothing else.

    Args:
        group: Who moves.
        direction: The bearing in which it goes.
        length: How far: at least 0.
        table: The table. On a way that ends off it, all ground is open.
    """
    west, south, east, north = group.box
    aside, on = way_along(direction, length.thousandths)
    if not table.holds_box(west + aside, south + on, east + aside, north + on):
        return open_ground(length)
    return swept_ahead(table, _foremost_edge(group, direction), direction, length)


def move_cost(move: MoveReport, *, rate: Rate, obstacle: ObstacleToll = no_obstacle) -> Fraction | None:
    """Return how many inches of movement a move costs on its ground, or None where some of it cannot be done.

    Each stretch costs its length over its rate, each line that the leading edge crosses costs once, and a turn costs
    what it says; the costs are added up as exact fractions. A line that the edge is still crossing at the end of a leg,
    and goes on crossing on the next, costs nothing more there. A line is crossed on the footing of the stretch on which
    the edge gets to it, which is never a road: for a column on a bridge, ask `path_cost`.

    Args:
        move: The move, followed on a table.
        rate: How far an inch of movement goes on a footing.
        obstacle: What it costs to cross a kind of line; nothing unless given.

    Raises:
        TypeError: A rate or a cost is not an exact number.
        ValueError: A rate is not positive, or an obstacle costs less than 0.
    """
    total = Fraction(0)
    unfinished = frozenset[str]()
    for report in move.legs:
        for stretch in report.stretches:
            pace = checked_rate(stretch.footing, rate)
            if pace is None:
                return None
            total += Fraction(stretch.length.thousandths, 1000) / pace
        for crossing in report.crossings:
            toll = checked_toll(crossing.kind, _footing_of(report, crossing), obstacle)
            if toll is None:
                return None
            if crossing.begins > _NOTHING or crossing.name not in unfinished:
                total += toll
        unfinished = frozenset(one.name for one in report.crossings if one.ends == report.distance)
    return total


def _footing_of(report: LegReport, crossing: EdgePassage) -> Footing:
    """Return the footing of the stretch on which the leading edge gets to a line."""
    return next(one.footing for one in report.stretches if one.begins <= crossing.begins < one.ends)


def closest_approach(move: MoveReport, among: Sequence[Thing]) -> tuple[Inches, ...]:
    """Return how near each of several things any base came to on a move, at any point of its path.

    Straight legs are right to the nearest thousandth. On a wheel the path is taken from degree to degree, which may
    make the distance too great by less than a thousandth where the group is no wider than 20 inches. A turn on the spot
    counts with all that lies between the base before and after it.

    Args:
        move: The move.
        among: What is asked about.
    """
    if not move.legs:
        return gaps_from([base.corners for base in move.start.bases], among)
    return tuple(min(_approach(one.before, one.after, one.leg, thing) for one in move.legs) for thing in among)


@lru_cache(maxsize=16384)
def _approach(before: Group, after: Group, leg: Leg, thing: Thing) -> Inches:
    return thousandths_of(shapely.distance(_swept(before, after, leg), shape_of(thing)))


def _require_possible(leg: Leg) -> None:
    if isinstance(leg, (Ahead, Slide)) and leg.distance < _NOTHING:
        raise ValueError(f"a group goes at least 0 in, got {leg.distance}")
    if isinstance(leg, Ahead) and abs(leg.incline) >= _QUARTER:
        raise ValueError(f"an incline is less than 90 degrees, got {leg.incline}")
    if isinstance(leg, Wheel) and leg.side not in ("left", "right"):
        raise UnknownNameError("side", leg.side, ("left", "right"))
    if isinstance(leg, Wheel) and not 0 < leg.angle.thousandths <= _STRAIGHT:
        raise ValueError(f"a wheel is by more than 0 and at most 180 degrees, got {leg.angle}")
    if isinstance(leg, Turn) and leg.cost < _NOTHING:
        raise ValueError(f"a turn costs at least 0 in, got {leg.cost}")


def _objections(
    report: LegReport, table: Table | None, most_incline: Angle | None, most_wheel: Angle | None
) -> Iterator[str]:
    leg = report.leg
    if isinstance(leg, Ahead) and most_incline is not None and abs(leg.incline) > most_incline:
        yield f"it inclines by {abs(leg.incline)}, and at most {most_incline} is allowed"
    if isinstance(leg, Wheel) and most_wheel is not None and leg.angle > most_wheel:
        yield f"it wheels by {leg.angle}, and at most {most_wheel} is allowed"
    if table is not None and not table.is_on(report.after):
        yield f"it takes {report.after.name!r} off the table"


def _gone(group: Group, leg: Leg, table: Table | None) -> LegReport:
    match leg:
        case Ahead():
            after, length = group.moved(group.bases[0].facing + leg.incline, leg.distance), leg.distance
        case Slide():
            after, length = group.moved(leg.direction, leg.distance), leg.distance
        case Wheel():
            pivot, outer = _pivot_and_outer(group, leg)
            after = group.turned(pivot, leg.clockwise)
            length = arc_length(_width(group, distance(pivot, outer)), leg.angle)
        case _:
            after = Group(name=group.name, bases=tuple(_turned_on_the_spot(base, leg.angle) for base in group.bases))
            length = leg.cost
    ground = open_ground(length) if table is None or not table.is_on(after) else _ground_of(group, leg, table, length)
    return LegReport(
        leg=leg, before=group, after=after, distance=length, passages=ground.passages, stretches=ground.stretches
    )


def _ground_of(group: Group, leg: Leg, table: Table, length: Inches) -> SweptGround:
    match leg:
        case Ahead():
            return swept_ahead(table, group.front, group.bases[0].facing + leg.incline, leg.distance)
        case Slide():
            return swept_ahead(table, _foremost_edge(group, leg.direction), leg.direction, leg.distance)
        case Wheel():
            return swept_round(table, *_pivot_and_outer(group, leg), leg.clockwise, length)
        case _:
            return open_ground(length)


def _pivot_and_outer(group: Group, leg: Wheel) -> tuple[Point, Point]:
    left, right = group.front
    return (right, left) if leg.side == "right" else (left, right)


def _width(group: Group, between: Inches) -> Inches:
    """Return how wide the front rank is: the sum of its frontages, or what is between its ends where it has gaps.

    The sum is exact; what is between the ends is off it by what the corners are rounded by.
    """
    rank = group.front_rank
    whole = sum((base.frontage for base in rank), _NOTHING)
    return whole if abs(between.thousandths - whole.thousandths) <= TOUCHING.thousandths * len(rank) else between


def _curve(number: int, start: Point, pivot: Point, angle: Angle) -> Track:
    points = tuple(turned(start, pivot, step) for step in steps(angle, _TRACK_STEP))
    return Track(base=number, points=points, length=arc_length(distance(pivot, start), angle))


def _turned_on_the_spot(base: Base, angle: Angle) -> Base:
    return base.about_face() if angle.bearing == _REVERSED else base.turned(base.centre, angle)


def _foremost_edge(group: Group, direction: Angle) -> tuple[Point, Point]:
    """Return the ends of the edge, of the smallest rectangle round a group, that looks in a direction."""
    origin = group.bases[0].at
    x, y, across, along = origin.x.thousandths, origin.y.thousandths, sine(direction), cosine(direction)
    aheads = [(north - y) * along + (east - x) * across for east, north in group.spots]
    rights = [(east - x) * along - (north - y) * across for east, north in group.spots]
    ahead = Inches(thousandths=rounded(max(aheads), SCALE))
    left, right = Inches(thousandths=rounded(min(rights), SCALE)), Inches(thousandths=rounded(max(rights), SCALE))
    level = moved(origin, direction, ahead)
    return moved(level, direction + _QUARTER, left), moved(level, direction + _QUARTER, right)


@lru_cache(maxsize=1024)
def _swept(before: Group, after: Group, leg: Leg) -> BaseGeometry:
    """Return outlines that together hold every position that a leg passes over."""
    start = np.array([base.spots for base in before.bases], dtype=float)
    if isinstance(leg, Wheel):
        pivot, _ = _pivot_and_outer(before, leg)
        middle = np.array((pivot.x.thousandths, pivot.y.thousandths), dtype=float)
        passed = np.array([step.thousandths for step in steps(leg.clockwise, _SWEEP_STEP)], dtype=float)
        turn = np.exp(-1j * np.radians(passed / 1000))  # complex numbers turn anticlockwise
        ways = (start - middle) @ (1, 1j)
        turned_ways = ways[None] * turn[:, None, None]
        stages = np.stack((turned_ways.real, turned_ways.imag), axis=-1) + middle
    else:
        stages = np.stack((start, np.array([base.spots for base in after.bases], dtype=float)))
    corners = np.concatenate((stages[:-1], stages[1:]), axis=2).reshape(-1, 8, 2)
    hulls: Any = shapely.convex_hull(shapely.multipoints(corners))
    return cast("BaseGeometry", shapely.multipolygons(hulls))
