"""The ground under foot: what lies along a straight leg, what moving there costs, and what crossing it tolls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from attrs import frozen

from rcw_rules.kernel.geometry.reports import Side
from rcw_rules.kernel.geometry.table.lines import Meeting, Ray, Survey, is_inside, nearest_root
from rcw_rules.kernel.geometry.table.positions import Point
from rcw_rules.kernel.geometry.table.terrain import TerrainLine, TerrainPiece
from rcw_rules.kernel.lazy import lazy_library
from rcw_rules.kernel.lengths import Inches

if TYPE_CHECKING:
    import shapely
else:
    shapely = lazy_library("shapely")


@frozen(kw_only=True, cache_hash=True)
class Footing:
    """The ground under a part of a track.

    Attributes:
        kinds: The kinds of the pieces that it lies in, and of the roads and streams that it lies within the width of,
            in the order of the table; () in the open.
        uphill: Those kinds of them on which it climbs: it ends nearer to their crest line than it begins.
    """

    kinds: tuple[str, ...] = ()
    uphill: tuple[str, ...] = ()


Rate: TypeAlias = Callable[[Footing], Fraction | None]
"""Returns how many inches of ground an inch of movement buys, or None where the ground is impassable."""


ObstacleToll: TypeAlias = Callable[[str, Footing], Fraction | None]
"""Returns how many inches of movement it costs to cross a line feature of a kind, or None where that cannot be done.

The footing is the ground at the crossing: the pieces that hold it, and the roads and streams that it lies within the
width of; where a stream has a road there, it has a bridge.
"""


def no_obstacle(kind: str, footing: Footing) -> Fraction | None:
    """Return 0: no line feature costs anything."""
    return Fraction(0)


def slowest(
    rates: Mapping[str, Fraction | None],
    *,
    uphill: Mapping[str, Fraction | None] = MappingProxyType({}),
    roads: Collection[str] = (),
) -> Rate:
    """Return the usual rate: that of the slowest ground of all that lie here, and 1 in the open.

    >>> rate = slowest({"wood": Fraction(1, 2), "lake": None}, uphill={"hill": Fraction(1, 2)}, roads=("road",))
    >>> rate(Footing(kinds=("hill", "wood"))), rate(Footing(kinds=("wood", "road")))
    (Fraction(1, 2), Fraction(1, 1))
    >>> rate(Footing(kinds=("hill", "road"), uphill=("hill",))), rate(Footing(kinds=("wood", "lake")))
    (Fraction(1, 2), None)

    Args:
        rates: The rate of each kind of ground that has one other than 1; None is impassable.
        uphill: The rate of each kind where the track climbs, if there it has one.
        roads: The kinds on which nothing else under the track counts, save for climbing.
    """

    def rate(footing: Footing) -> Fraction | None:
        found = [uphill[kind] for kind in footing.uphill if kind in uphill]
        if not any(kind in roads for kind in footing.kinds):
            found.extend(rates[kind] for kind in footing.kinds if kind in rates)
        passable = [one for one in found if one is not None]
        return None if len(passable) < len(found) else min(passable, default=Fraction(1))

    return rate


class LegPart(NamedTuple):
    """A part of a leg on one footing, or between two, and its length to the nearest billionth of an inch."""

    begins: Fraction
    ends: Fraction
    billionths: int
    left: Footing
    right: Footing


class GroundLeg(NamedTuple):
    """A leg as it lies on the ground, whatever it costs."""

    ray: Ray
    parts: tuple[LegPart, ...]
    crossings: tuple[tuple[TerrainLine, Fraction, Footing], ...]


@lru_cache(maxsize=16)
def survey_of(terrain: Survey) -> Survey:
    """Return the survey of a table with roads, and all other line features that have a width, as pieces as well."""
    pieces = tuple(feature for feature in terrain.features if isinstance(feature, TerrainPiece))
    lines = tuple(feature for feature in terrain.features if isinstance(feature, TerrainLine))
    return Survey((*pieces, *(strip for line in lines for strip in _strips(line))), lines, terrain.size)


def _strips(line: TerrainLine) -> Iterator[TerrainPiece]:
    """Yield a rectangle round each straight part of a line feature, as wide as it is; its corners are rounded."""
    if not line.width.thousandths:
        return
    for start, end in pairwise(line.points):
        east, north = end.x.thousandths - start.x.thousandths, end.y.thousandths - start.y.thousandths
        square = 4 * (east * east + north * north)
        aside_x = nearest_root((line.width.thousandths * north) ** 2, square) * (1 if north > 0 else -1)
        aside_y = nearest_root((line.width.thousandths * east) ** 2, square) * (-1 if east > 0 else 1)
        outline = tuple(
            Point(
                x=Inches(thousandths=spot.x.thousandths + sign * aside_x),
                y=Inches(thousandths=spot.y.thousandths + sign * aside_y),
            )
            for spot, sign in ((start, 1), (end, 1), (end, -1), (start, -1))
        )
        yield TerrainPiece(name=line.name, kind=line.kind, outline=outline)


@lru_cache(maxsize=16384)
def leg_between(ground: Survey, start: Point, end: Point) -> GroundLeg:
    """Return the straight leg from *start* to *end*, cut up wherever it enters or leaves terrain."""
    ray = Ray(start, end)
    meetings = sorted(ground.meetings(ray) if ray.square else (), key=lambda meeting: (meeting.order, meeting.begins))
    lying = [(meeting, tuple(_climbs(ray, meeting))) for meeting in meetings if meeting.begins < meeting.ends]
    lying = [(meeting, climbs) for meeting, climbs in lying if isinstance(meeting.feature, TerrainPiece)]
    cuts = {Fraction(0), Fraction(ray.square)}
    for meeting, climbs in lying:
        cuts.update((meeting.begins, meeting.ends), *climbs)
    parts: list[LegPart] = []
    inner_side = ground.inner_side(ray)
    for cut, ends in pairwise(sorted(cuts)):
        begins = cut
        here = [
            (meeting, any(first <= begins and ends <= last for first, last in climbs))
            for meeting, climbs in lying
            if meeting.begins <= begins and ends <= meeting.ends
        ]
        left, right = _footing(here, inner_side or "left"), _footing(here, inner_side or "right")
        if parts and parts[-1][3:] == (left, right):
            begins = parts.pop().begins
        apart = (ends - begins) * 1_000_000
        billionths = nearest_root(apart.numerator**2, apart.denominator**2 * ray.square)
        parts.append(LegPart(begins, ends, billionths, left, right))
    crossings = sorted(
        (meeting.begins, number, meeting.feature)
        for number, meeting in enumerate(meetings)
        if isinstance(meeting.feature, TerrainLine)
    )
    return GroundLeg(
        ray,
        tuple(parts),
        tuple((feature, place, footing_at(ground, ray.at(place))) for place, _, feature in crossings),
    )


def footing_at(ground: Survey, spot: Point) -> Footing:
    """Return the ground at a position: the pieces that hold it, and the line features that it is within the width of.

    Nothing climbs there. How far it is from a line feature is compared to the nearest thousandth of an inch.
    """
    here = shapely.Point(spot.x.thousandths, spot.y.thousandths)
    lines = {
        feature.name: feature.kind
        for feature, shape in zip(ground.features, ground.shapes, strict=True)
        if isinstance(feature, TerrainLine)
        and feature.width.thousandths
        and round(2 * shape.distance(here)) <= feature.width.thousandths
    }
    of_lines = {feature.name for feature in ground.features if isinstance(feature, TerrainLine)}
    pieces = (
        feature.kind
        for feature in ground.features
        if isinstance(feature, TerrainPiece) and feature.name not in of_lines and is_inside(spot, feature.outline)
    )
    return Footing(kinds=tuple(dict.fromkeys((*pieces, *lines.values()))))


def _footing(here: Sequence[tuple[Meeting, bool]], side: Side) -> Footing:
    """Return what lies on one side of a part of a leg, or all round it, in the order of the table."""
    lying = [(meeting.feature.kind, climbs) for meeting, climbs in here if meeting.side in (None, side)]
    return Footing(
        kinds=tuple(dict.fromkeys(kind for kind, _ in lying)),
        uphill=tuple(dict.fromkeys(kind for kind, climbs in lying if climbs)),
    )


def _climbs(ray: Ray, meeting: Meeting) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield where a leg climbs in a piece: the parts before and behind its crest that end nearer to the crest."""
    if not isinstance(meeting.feature, TerrainPiece) or not meeting.feature.crest:
        return
    crest = shapely.LineString([(spot.x.thousandths, spot.y.thousandths) for spot in meeting.feature.crest])
    places = sorted({meeting.begins, meeting.ends, *(() if meeting.crest is None else (meeting.crest,))})
    spots = [ray.at(place) for place in places]
    far = [round(crest.distance(shapely.Point(spot.x.thousandths, spot.y.thousandths))) for spot in spots]
    for (begins, here), (ends, there) in pairwise(zip(places, far, strict=True)):
        if there < here:
            yield begins, ends


def better_side(part: LegPart, rate: Rate) -> tuple[Footing, Fraction | None]:
    """Return the footing of a part, of two the one with the better rate, and its rate."""
    left, right = checked_rate(part.left, rate), checked_rate(part.right, rate)
    is_right_better = right is not None and (left is None or right > left)
    return (part.right, right) if is_right_better else (part.left, left)


def checked_rate(footing: Footing, rate: Rate) -> Fraction | None:
    """Return the rate of a footing, or None where it is impassable.

    Raises:
        TypeError: What *rate* returns is not an exact number.
        ValueError: It is not positive.
    """
    found = rate(footing)
    require_exact("rate", found)
    if found is not None and found <= 0:
        raise ValueError(f"a rate is more than 0, or None where ground is impassable; got {found} for {footing.kinds}")
    return found


def checked_toll(kind: str, footing: Footing, obstacle: ObstacleToll) -> Fraction | None:
    """Return what it costs to cross a kind of line feature on a footing, or None where that cannot be done.

    Raises:
        TypeError: What *obstacle* returns is not an exact number.
        ValueError: It is less than 0.
    """
    cost = obstacle(kind, footing)
    require_exact("cost", cost)
    if cost is not None and cost < 0:
        raise ValueError(f"an obstacle costs at least 0, or None where it cannot be crossed; got {cost} for {kind!r}")
    return cost


def require_exact(what: str, found: object) -> None:
    """Refuse a cost that is neither exact nor None."""
    if found is not None and type(found) not in (int, Fraction):
        raise TypeError(f"a {what} is an integer, a Fraction or None, got {found!r}")
