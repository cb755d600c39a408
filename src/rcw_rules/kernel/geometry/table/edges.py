"""What the leading edge of a group passes through while the group moves: a front line that goes ahead or wheels.

The edge is in a piece of terrain while some part of it is, and it crosses a line when some part of it touches that and
goes on; touching a line at its very ends, over less than `TOUCHING`, is nothing. The ground that it sweeps is worked
out in floating point, and how far it had gone is rounded to the nearest thousandth of an inch.
"""

# pyright: reportUnknownMemberType=false
# Because shapely's stubs leave the keyword arguments of its functions untyped.

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import atan2, cos, degrees, radians, sin
from typing import TYPE_CHECKING, Any, TypeAlias

from attrs import frozen

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.geometry.table.bases import TOUCHING
from rcw_rules.kernel.geometry.table.footing import Footing
from rcw_rules.kernel.geometry.table.lines import survey
from rcw_rules.kernel.geometry.table.positions import Point, distance, moved, rounded, turned
from rcw_rules.kernel.geometry.table.terrain import HasTerrain, TerrainLine
from rcw_rules.kernel.geometry.table.ways import path_cost
from rcw_rules.kernel.lazy import lazy_library
from rcw_rules.kernel.lengths import Inches

if TYPE_CHECKING:
    import shapely
else:
    shapely = lazy_library("shapely")

_NOTHING = Inches(thousandths=0)
_SWEEP_STEP = 1_000
_TRACK_STEP = 5_000


_Climb: TypeAlias = tuple[Inches, Inches, tuple[str, ...]]
_Spot: TypeAlias = tuple[float, float]


@frozen(kw_only=True)
class EdgePassage:
    """What the leading edge of a group passes through on one leg.

    Attributes:
        name: The name of the piece or the line.
        kind: What it is.
        is_line: Whether it is a line: something that is crossed.
        begins: How much of the leg had been gone when some part of the edge got into it.
        ends: How much had been gone when the last part left it, or the leg ended.
    """

    name: str
    kind: str
    is_line: bool
    begins: Inches
    ends: Inches


@frozen(kw_only=True)
class TerrainStretch:
    """A part of a leg all along which the leading edge is on the same ground.

    Attributes:
        begins: How much of the leg had been gone when it began.
        ends: How much, when it ended.
        footing: The kinds of the pieces that some part of the edge is in, in the order in which it got into them,
            and those of them on which the middle of the edge climbs.
    """

    begins: Inches
    ends: Inches
    footing: Footing

    @property
    def length(self) -> Inches:
        """How long it is."""
        return self.ends - self.begins


@frozen(kw_only=True)
class SweptGround:
    """The ground that a leading edge sweeps.

    Attributes:
        passages: What it passes through, by where that begins, then in the order of the table.
        stretches: The way cut up by the ground, from its beginning to its end.
    """

    passages: tuple[EdgePassage, ...]
    stretches: tuple[TerrainStretch, ...]

    @property
    def crossings(self) -> tuple[EdgePassage, ...]:
        """The lines that it crosses, in order."""
        return tuple(passage for passage in self.passages if passage.is_line)


def open_ground(length: Inches) -> SweptGround:
    """Return the sweep of so long a way over open ground."""
    return SweptGround(passages=(), stretches=_stretches(length, (), ()))


def swept_ahead(table: HasTerrain, edge: tuple[Point, Point], direction: Angle, length: Inches) -> SweptGround:
    """Return what an edge passes through that goes straight on.

    Args:
        table: The table.
        edge: The ends of the edge, the left one first.
        direction: The bearing in which it goes, less than 90 degrees off the way that the edge looks.
        length: How far it goes.
    """
    if length == _NOTHING:
        return open_ground(length)
    end = moved(edge[0], direction, length)
    east, north = end.x.thousandths - edge[0].x.thousandths, end.y.thousandths - edge[0].y.thousandths

    # How far a position lies from the edge as it was, as part of how far the edge goes.
    (x0, y0), (x1, y1) = ((spot.x.thousandths, spot.y.thousandths) for spot in edge)
    west, lower = min(x0, x1) + min(0, east), min(y0, y1) + min(0, north)
    near = survey(table).near(west, lower, max(x0, x1) + max(0, east), max(y0, y1) + max(0, north))
    if not near:
        return open_ground(length)

    def strip(drawn_in: int) -> Any:
        (x0, y0), (x1, y1) = _drawn_in(*edge, drawn_in), _drawn_in(edge[1], edge[0], drawn_in)
        return shapely.polygons([(x0, y0), (x1, y1), (x1 + east, y1 + north), (x0 + east, y0 + north)])

    across, along = y0 - y1, x1 - x0
    whole = east * across + north * along
    passages = _passages(
        table,
        strip(0),
        near,
        lambda: strip(TOUCHING.thousandths),
        length,
        lambda x, y: ((x - x0) * across + (y - y0) * along) / whole,
    )
    middle = _between(*edge)
    return _sweep(table, lambda: (middle, moved(middle, direction, length)), length, passages)


def swept_round(table: HasTerrain, pivot: Point, outer: Point, angle: Angle, length: Inches) -> SweptGround:
    """Return what an edge passes through that wheels about one of its ends.

    Args:
        table: The table.
        pivot: The end that stays.
        outer: The other end.
        angle: The angle, clockwise positive: not 0, and at most 180 degrees either way.
        length: How far the outer end goes.
    """
    spot, arm = (pivot.x.thousandths, pivot.y.thousandths), (outer.x.thousandths, outer.y.thousandths)
    # Floats turn anticlockwise for a positive angle, as mathematics does.
    whole = radians(-angle.thousandths / 1000)
    shares = [step.thousandths / angle.thousandths for step in steps(angle, _SWEEP_STEP)]

    def sector(near: _Spot, far: _Spot) -> shapely.Polygon:
        return shapely.Polygon(
            [_turned_float(far, spot, whole * share) for share in shares]
            + [_turned_float(near, spot, whole * share) for share in reversed(shares)]
        )

    # The pivot itself lies in no direction from the pivot, so that a thousandth is left out even for pieces.
    passages = _passages(
        table,
        swept := sector(_drawn_in(pivot, outer, 1), arm),
        survey(table).near(*swept.bounds),
        lambda: sector(_drawn_in(pivot, outer, TOUCHING.thousandths), _drawn_in(outer, pivot, TOUCHING.thousandths)),
        length,
        _part_of_turn(spot, arm, whole),
    )
    middle = _between(pivot, outer)
    return _sweep(table, lambda: [turned(middle, pivot, step) for step in steps(angle, _TRACK_STEP)], length, passages)


def steps(angle: Angle, step: int) -> list[Angle]:
    """Return angles from nothing to *angle*, so many thousandths of a degree apart, or less at the end."""
    sign = 1 if angle.thousandths > 0 else -1
    return [*(Angle(thousandths=sign * passed) for passed in range(0, abs(angle.thousandths), step)), angle]


def _sweep(
    table: HasTerrain, middle: Callable[[], Sequence[Point]], length: Inches, passages: tuple[EdgePassage, ...]
) -> SweptGround:
    pieces = [passage for passage in passages if not passage.is_line]
    names = {passage.name for passage in pieces}
    climbs = any(piece.crest and piece.name in names for piece in table.terrain)
    return SweptGround(
        passages=passages, stretches=_stretches(length, pieces, _climbs(table, middle(), length) if climbs else ())
    )


def _between(one: Point, other: Point) -> Point:
    """Return the middle of two positions, to the nearest thousandth."""
    return Point(
        x=Inches(thousandths=rounded(one.x.thousandths + other.x.thousandths, 2)),
        y=Inches(thousandths=rounded(one.y.thousandths + other.y.thousandths, 2)),
    )


def _passages(  # noqa: PLR0917 - what a sweep is made of
    table: HasTerrain,
    swept: shapely.Polygon,
    near: Sequence[int],
    drawn_in: Callable[[], shapely.Polygon],
    length: Inches,
    part: Callable[[float, float], float],
) -> tuple[EdgePassage, ...]:
    """Return what lies on the ground that the leading edge sweeps: all of it for pieces, drawn in a little for lines.

    *near* are the numbers of the features that may lie there. *part* says when the edge gets to a position, from 0 to
    1. When it is on a connected part of a piece, the corners of that tell: the first and the last that it gets to.
    """
    ground, within = survey(table), cache(drawn_in)
    found: list[tuple[Inches, int, EdgePassage]] = []
    for order in near:
        if not shapely.intersects(ground.shapes[order], swept):
            continue
        feature = ground.features[order]
        is_line = isinstance(feature, TerrainLine)
        common = shapely.intersection(ground.shapes[order], within() if is_line else swept)
        intervals: list[tuple[int, int]] = []
        if common.geom_type not in ("LineString", "Polygon"):  # these are in one part already
            common = shapely.line_merge(common) if is_line else common
        parts = (common,) if common.geom_type in ("LineString", "Polygon") else shapely.get_parts(common)
        for component in parts:
            if component.length == 0 or not (is_line or component.area):
                continue
            times = [part(x, y) for x, y in shapely.get_coordinates(component).tolist()]
            begins, ends = (_part_of(length, min(1.0, max(0.0, time))) for time in (min(times), max(times)))
            if begins < length.thousandths and (is_line or begins < ends):
                intervals.append((begins, ends))
        for begins, ends in _joined(intervals):
            passage = EdgePassage(
                name=feature.name,
                kind=feature.kind,
                is_line=is_line,
                begins=Inches(thousandths=begins),
                ends=Inches(thousandths=ends),
            )
            found.append((passage.begins, order, passage))
    return tuple(passage for _, _, passage in sorted(found, key=lambda one: one[:2]))


def _climbs(table: HasTerrain, points: Sequence[Point], length: Inches) -> tuple[_Climb, ...]:
    """Return on which parts of a leg its middle climbs on which kinds; the chords of a curve stand for the curve."""
    track = path_cost(table, points, rate=_any_pace)
    gone, found = _NOTHING, list[_Climb]()
    for going in track.goings:
        ends = gone + going.length
        if going.footing.uphill:
            begun, ended = _share(length, gone, track.length), _share(length, ends, track.length)
            found.append((begun, ended, going.footing.uphill))
        gone = ends
    return tuple(found)


def _any_pace(footing: Footing) -> Fraction:
    return Fraction(1)


def _share(length: Inches, part: Inches, whole: Inches) -> Inches:
    return Inches(thousandths=rounded(length.thousandths * part.thousandths, whole.thousandths))


def _stretches(length: Inches, pieces: Sequence[EdgePassage], climbs: Sequence[_Climb]) -> tuple[TerrainStretch, ...]:
    cuts = {_NOTHING, length, *(cut for begins, ends, _ in climbs for cut in (begins, ends))}
    cuts.update(cut for piece in pieces for cut in (piece.begins, piece.ends))
    stretches: list[TerrainStretch] = []
    for begins, ends in pairwise(sorted(cuts)):
        kinds = dict.fromkeys(piece.kind for piece in pieces if piece.begins <= begins and ends <= piece.ends)
        uphill = dict.fromkeys(
            kind for first, last, climbed in climbs if first <= begins and ends <= last for kind in climbed
        )
        footing = Footing(kinds=tuple(kinds), uphill=tuple(kind for kind in uphill if kind in kinds))
        is_same = bool(stretches) and stretches[-1].footing == footing
        since = stretches.pop().begins if is_same else begins
        stretches.append(TerrainStretch(begins=since, ends=ends, footing=footing))
    return tuple(stretches)


def _joined(intervals: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield intervals in order, those that meet made one: a long edge may be in two arms of a wood at the same time."""
    waiting: tuple[int, int] | None = None
    for begins, ends in sorted(intervals):
        if waiting is not None and begins <= waiting[1]:
            waiting = (waiting[0], max(waiting[1], ends))
            continue
        if waiting is not None:
            yield waiting
        waiting = (begins, ends)
    if waiting is not None:
        yield waiting


def _part_of(length: Inches, part: float) -> int:
    numerator, denominator = part.as_integer_ratio()
    return rounded(length.thousandths * numerator, denominator)


def _drawn_in(end: Point, other: Point, thousandths: int) -> _Spot:
    """Return an end of an edge moved so far towards the other end; no more than a quarter of a short edge."""
    x, y = end.x.thousandths, end.y.thousandths
    share = min(0.25, thousandths / max(1, distance(end, other).thousandths))
    return x + (other.x.thousandths - x) * share, y + (other.y.thousandths - y) * share


def _turned_float(spot: _Spot, about: _Spot, angle: float) -> _Spot:
    east, north = spot[0] - about[0], spot[1] - about[1]
    return (
        about[0] + east * cos(angle) - north * sin(angle),
        about[1] + east * sin(angle) + north * cos(angle),
    )


def _part_of_turn(pivot: _Spot, arm: _Spot, whole: float) -> Callable[[float, float], float]:
    east, north = arm[0] - pivot[0], arm[1] - pivot[1]

    def part(x: float, y: float) -> float:
        across, along = x - pivot[0], y - pivot[1]
        turn = degrees(atan2(east * along - north * across, east * across + north * along))
        share = turn / degrees(whole)
        # A half turn may come out as one to the other side.
        return share if share > -0.5 else share + 360 / abs(degrees(whole))

    return part
