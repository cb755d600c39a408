"""Straight lines over the terrain of a table: what they pass through, where they enter and where they leave.

Positions are whole thousandths of an inch, so where a line meets an outline is a fraction, worked out with integers;
shapely only finds the terrain that the line touches at all. Nothing is rounded before a distance is shown. What counts:

* A line is **in** a piece where it lies inside the outline, over some length. Touching a corner or an edge from outside
  is not passing through, and touching one from inside is not leaving.
* A line that runs **along** an edge is in no piece there; the report says on which side of it the piece lies.
* A line **crosses** a hedge, a stream or any other feature that is a line where it gets from one side of it to the
  other. Touching it, ending on it, and passing by its end is not a crossing. Two features that differ in nothing but
  their names and points and end at the same point are one there: a line between them crosses the first of them.
* An end that lies on an outline lies outside.
* What reaches the edge of the table goes on beyond it: a line along that edge crosses a stream that ends there, and is
  blocked by what hides on its inner side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, groupby, pairwise
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

from attrs import evolve, frozen

from rcw_rules.kernel.geometry.reports import Side
from rcw_rules.kernel.geometry.table.bases import TOUCHING
from rcw_rules.kernel.geometry.table.positions import Point, distance, rounded
from rcw_rules.kernel.geometry.table.terrain import HasTerrain, TerrainLine, TerrainPiece, edges_of
from rcw_rules.kernel.lazy import lazy_library
from rcw_rules.kernel.lengths import Inches

if TYPE_CHECKING:
    import shapely
    from shapely.geometry.base import BaseGeometry
else:
    shapely = lazy_library("shapely")


@frozen(kw_only=True)
class Passage:
    """A part of a line that lies in a piece of terrain or along its edge, or the point where it crosses a line feature.

    Attributes:
        name: The name of the piece or the line feature.
        kind: What it is.
        cover: The cover that it gives.
        begins: How far from the start of the line it begins, to the nearest thousandth.
        ends: How far from the start it ends; where it began, for a crossing, unless it runs along the feature first.
        enters: Where it begins, to the nearest thousandth east and north.
        leaves: Where it ends.
        side: On which side the piece lies, where the line runs along its edge; None where it is in it or crosses it.
        crest: How far from the start the line crosses the crest of the piece; None where it does not.
        holds_start: Whether the start of the line lies inside the piece.
        holds_end: Whether its end does.
    """

    name: str
    kind: str
    cover: str
    begins: Inches
    ends: Inches
    enters: Point
    leaves: Point
    side: Side | None
    crest: Inches | None
    holds_start: bool
    holds_end: bool


@frozen(kw_only=True)
class TableLine:
    """A straight line over a table.

    Attributes:
        start: Where it starts.
        end: Where it ends.
        length: How long it is, to the nearest thousandth.
        start_level: The level of the ground at its start: the height of the highest piece that holds it.
        end_level: The level of the ground at its end.
        passages: Everything that it passes through, runs along or crosses, by where that begins, then by where it ends,
            then in the order of the table.
    """

    start: Point
    end: Point
    length: Inches
    start_level: int
    end_level: int
    passages: tuple[Passage, ...]

    @property
    def start_in(self) -> tuple[str, ...]:
        """The names of the pieces that its start lies in."""
        return tuple(passage.name for passage in self.passages if passage.holds_start)

    @property
    def end_in(self) -> tuple[str, ...]:
        """The names of the pieces that its end lies in."""
        return tuple(passage.name for passage in self.passages if passage.holds_end)


class Meeting(NamedTuple):
    """A passage before rounding: how far along the line, as parts of the square of its length."""

    begins: Fraction
    ends: Fraction
    order: int
    feature: TerrainPiece | TerrainLine
    side: Side | None
    crest: Fraction | None
    holds_start: bool
    holds_end: bool


class Joint(NamedTuple):
    """Where two line features that are alike end at the same point.

    Attributes:
        at: The point.
        order: The place of the first of the two among the features.
        line: The two as one, under the name of the first.
    """

    at: Point
    order: int
    line: TerrainLine


class Ray:
    """The straight line between two points, and how to measure along it.

    A place on it is the scalar product of the way to it and the way to the end: 0 at the start, `square` at the end.
    """

    __slots__ = ("_east", "_north", "end", "square", "start")

    def __init__(self, start: Point, end: Point) -> None:
        self.start: Point = start
        self.end: Point = end
        self._east = end.x.thousandths - start.x.thousandths
        self._north = end.y.thousandths - start.y.thousandths
        self.square: int = self._east * self._east + self._north * self._north

    def frame(self, points: Sequence[Point]) -> list[tuple[int, int]]:
        """Return how far along and how far to the left of the line each point lies, both times its length."""
        x, y = self.start.x.thousandths, self.start.y.thousandths
        found: list[tuple[int, int]] = []
        for point in points:
            east, north = point.x.thousandths - x, point.y.thousandths - y
            found.append((east * self._east + north * self._north, self._east * north - self._north * east))
        return found

    def between(self, first: Fraction | int, second: Fraction | int) -> Inches:
        """Return the distance of two places on the line, to the nearest thousandth."""
        apart = second.numerator * first.denominator - first.numerator * second.denominator
        over = second.denominator * first.denominator
        return Inches(thousandths=nearest_root(apart * apart, over * over * (self.square or 1)))

    def at(self, place: Fraction | int) -> Point:
        """Return the point at a place on the line, both coordinates rounded to the nearest thousandth.

        Halves are rounded away from the start, so that turning a table by a quarter changes nothing.
        """
        east, north = self._east * place.numerator, self._north * place.numerator
        over = place.denominator * (self.square or 1)
        return Point(
            x=Inches(thousandths=self.start.x.thousandths + rounded(east, over)),
            y=Inches(thousandths=self.start.y.thousandths + rounded(north, over)),
        )


def nearest_root(numerator: int, denominator: int) -> int:
    """Return the integer nearest to the square root of a quotient, the greater one of two equally near.

    >>> nearest_root(2, 1), nearest_root(9, 4), nearest_root(25, 4)
    (1, 2, 3)
    """
    root = isqrt(numerator // denominator)
    return root + 1 if 4 * numerator >= (2 * root + 1) ** 2 * denominator else root


class Survey:
    """What is worked out once of the terrain of a table.

    Attributes:
        features: The pieces, then the lines, in the order of the table.
        shapes: The same for shapely, in thousandths of an inch.
        boxes: The upright rectangles that hold the shapes: west, south, east and north.
        tree: Finds those that something touches.
        is_anticlockwise: Which way round each outline goes; False for lines.
        courses: The points of each line feature, which goes on beyond the edge of the table where it reaches that; ()
            for pieces.
        joints: Where two line features that are alike end at the same point, not on the edge of the table.
        size: How far the table reaches to the east and to the north, or None.
    """

    __slots__ = ("boxes", "courses", "features", "is_anticlockwise", "joints", "shapes", "size", "tree")

    def __init__(
        self,
        terrain: tuple[TerrainPiece, ...],
        lines: tuple[TerrainLine, ...],
        size: tuple[Inches, Inches] | None = None,
    ) -> None:
        self.size: tuple[Inches, Inches] | None = size
        self.features: tuple[TerrainPiece | TerrainLine, ...] = (*terrain, *lines)
        self.shapes: list[BaseGeometry] = [
            *(shapely.Polygon(_coordinates(piece.outline)) for piece in terrain),
            *(shapely.LineString(_coordinates(line.points)) for line in lines),
        ]
        self.boxes: list[tuple[float, float, float, float]] = [shape.bounds for shape in self.shapes]
        self.tree: shapely.STRtree = shapely.STRtree(self.shapes)
        self.is_anticlockwise: tuple[bool, ...] = (
            *(_is_anticlockwise(piece.outline) for piece in terrain),
            *(False for _ in lines),
        )
        self.courses: tuple[tuple[Point, ...], ...] = (*(() for _ in terrain), *(self._course(line) for line in lines))
        self.joints: tuple[Joint, ...] = tuple(
            joint for joint in _joints(lines, len(terrain)) if not any(self._beyond(joint.at))
        )

    def near(self, west: float, south: float, east: float, north: float) -> list[int]:
        """Return the numbers of the features that may lie in an upright rectangle, or just beside it."""
        return [
            number
            for number, box in enumerate(self.boxes)
            if west <= box[2] + 1 and box[0] - 1 <= east and south <= box[3] + 1 and box[1] - 1 <= north
        ]

    def meetings(self, ray: Ray) -> list[Meeting]:
        """Return everything that a line meets, in the order of a report."""
        if not ray.square:
            return [
                Meeting(Fraction(0), Fraction(0), order, piece, None, None, holds_start=True, holds_end=True)
                for order, piece in enumerate(self.features)
                if isinstance(piece, TerrainPiece) and is_inside(ray.start, piece.outline)
            ]
        touched = self.tree.query(shapely.linestrings(_coordinates((ray.start, ray.end))), predicate="intersects")
        found: list[Meeting] = []
        for order in sorted(int(index) for index in touched):
            feature = self.features[order]
            if isinstance(feature, TerrainPiece):
                found.extend(_piece_meetings(ray, feature, order, is_anticlockwise=self.is_anticlockwise[order]))
            else:
                found.extend(
                    Meeting(begins, ends, order, feature, None, None, holds_start=False, holds_end=False)
                    for begins, ends in _crossings(ray, self.courses[order])
                )
        found.extend(self._between(ray))
        found.sort(key=lambda meeting: meeting[:3])
        return found

    def on_table(self, spot: Point) -> Point:
        """Return a position, taken back to the edge of the table where it is off it by no more than `TOUCHING`."""
        if self.size is None:
            return spot
        east, north = (
            min(max(place.thousandths, 0), end.thousandths)
            for place, end in zip((spot.x, spot.y), self.size, strict=True)
        )
        by = max(abs(east - spot.x.thousandths), abs(north - spot.y.thousandths))
        if not 0 < by <= TOUCHING.thousandths:
            return spot
        return Point(x=Inches(thousandths=east), y=Inches(thousandths=north))

    def inner_side(self, ray: Ray) -> Side | None:
        """Return on which side of a line that runs along the edge of the table the table lies; None for other lines."""
        shared = zip(self._beyond(ray.start), self._beyond(ray.end), strict=True)
        if self.size is None or not ray.square or not any(here and here == there for here, there in shared):
            return None
        width, depth = (Inches(thousandths=length.thousandths // 2) for length in self.size)
        ((_, aside),) = ray.frame((Point(x=width, y=depth),))
        return "left" if aside > 0 else "right"

    def _beyond(self, spot: Point) -> tuple[int, int]:
        """Return where the table ends at a position: 1 to the east or -1 to the west of it; so for north and south."""
        if self.size is None:
            return 0, 0
        width, depth = self.size
        return _beyond(spot.x, width), _beyond(spot.y, depth)

    def _course(self, line: TerrainLine) -> tuple[Point, ...]:
        """Return the points of a line feature, going an inch off the table and back where it comes to the edge.

        So a move along the edge crosses it there, and nothing gets round its end.
        """
        if self.size is None:
            return line.points
        course: list[Point] = []
        last = len(line.points) - 1
        for index, spot in enumerate(line.points):
            east, north = self._beyond(spot)
            nearby = [self._beyond(line.points[other]) for other in (index - 1, index + 1) if 0 <= other <= last]
            runs_along = len(nearby) == 2 and any(
                side and all(other[axis] == side for other in nearby) for axis, side in enumerate((east, north))
            )
            if runs_along or not (east or north):
                course.append(spot)
                continue
            outside = Point(
                x=Inches(thousandths=spot.x.thousandths + 1000 * east),
                y=Inches(thousandths=spot.y.thousandths + 1000 * north),
            )
            course.extend(
                (outside, spot) if index == 0 else (spot, outside) if index == last else (spot, outside, spot)
            )
        return tuple(course)

    def _between(self, ray: Ray) -> Iterator[Meeting]:
        """Yield where a line gets between two line features that are one there; once, however many meet."""
        passed: set[tuple[Fraction, TerrainLine]] = set()
        for at, order, joined in self.joints:
            ((along, aside),) = ray.frame((at,))
            if aside or not 0 < along < ray.square:
                continue
            for begins, ends in _crossings(ray, joined.points):
                kept = begins, _nameless(joined)
                if begins <= along <= ends and kept not in passed:
                    passed.add(kept)
                    feature = self.features[order]
                    yield Meeting(begins, ends, order, feature, None, None, holds_start=False, holds_end=False)


def survey(table: HasTerrain) -> Survey:
    """Return what is worked out of the terrain of a table, which is kept for the tables used last."""
    return _survey(table.terrain, table.lines, table.size)


def line(table: HasTerrain, start: Point, end: Point) -> TableLine:
    """Return what a straight line passes through.

    >>> from rcw_rules.kernel.geometry.table.positions import point
    >>> from rcw_rules.kernel.lengths import inches
    >>> wood = TerrainPiece(
    ...     name="wood", kind="wood", outline=(point(10, 20), point(16, 20), point(16, 26), point(10, 26))
    ... )
    >>> from rcw_rules.kernel.geometry.table.tabletop import Table
    >>> table = Table(title="A wood", width=inches(72), depth=inches(48), terrain=(wood,))
    >>> report = line(table, point(5, 22), point(30, 22))
    >>> for passage in report.passages:
    ...     print(passage.name, passage.begins, passage.ends)
    wood 5 in 11 in

    Args:
        table: The table, or anything else that has terrain.
        start: Where the line starts.
        end: Where it ends.

    Returns:
        The report. Lines with the same ends the other way round pass through the same, in the opposite order.
    """
    ray = Ray(start, end)
    return reported(ray, survey(table).meetings(ray))


def reported(ray: Ray, meetings: Sequence[Meeting]) -> TableLine:
    """Return the report of a line that meets all this."""
    return TableLine(
        start=ray.start,
        end=ray.end,
        length=distance(ray.start, ray.end),
        start_level=level(meeting.feature for meeting in meetings if meeting.holds_start),
        end_level=level(meeting.feature for meeting in meetings if meeting.holds_end),
        passages=tuple(passage_of(ray, meeting) for meeting in meetings),
    )


def passage_of(ray: Ray, meeting: Meeting) -> Passage:
    """Return a meeting as it is reported."""
    feature = meeting.feature
    return Passage(
        name=feature.name,
        kind=feature.kind,
        cover=feature.cover,
        begins=ray.between(0, meeting.begins),
        ends=ray.between(0, meeting.ends),
        enters=ray.at(meeting.begins),
        leaves=ray.at(meeting.ends),
        side=meeting.side,
        crest=None if meeting.crest is None else ray.between(0, meeting.crest),
        holds_start=meeting.holds_start,
        holds_end=meeting.holds_end,
    )


def level(features: Iterable[TerrainPiece | TerrainLine]) -> int:
    """Return the level of the ground inside all these pieces: the height of the highest, 0 where there is none."""
    return max((feature.height for feature in features if isinstance(feature, TerrainPiece)), default=0)


def is_inside(point: Point, outline: tuple[Point, ...]) -> bool:
    """Return whether a point lies inside an outline; on it is outside.

    >>> from rcw_rules.kernel.geometry.table.positions import point
    >>> triangle = (point(0, 0), point(4, 0), point(0, 4))
    >>> is_inside(point(1, 1), triangle), is_inside(point(2, 2), triangle), is_inside(point(3, 3), triangle)
    (True, False, False)
    """
    x, y = point.x.thousandths, point.y.thousandths
    inside = False
    for one, other in edges_of(outline):
        west, south = one.x.thousandths - x, one.y.thousandths - y
        east, north = other.x.thousandths - x, other.y.thousandths - y
        turn = west * north - south * east
        if not turn and west * east <= 0 and south * north <= 0:
            return False
        # Of a ray to the east: an edge counts with its southern end and without its northern one.
        if (south > 0) != (north > 0) and (turn > 0) == (north > 0):
            inside = not inside
    return inside


def length_inside(start: Point, end: Point, outline: tuple[Point, ...]) -> Inches:
    """Return over what length a straight line lies inside an outline, each part rounded to the nearest thousandth."""
    ray = Ray(start, end)
    parts, _, _ = _parts_within(ray, outline, is_anticlockwise=True)
    return sum((ray.between(begins, ends) for begins, ends, side in parts if side is None), Inches(thousandths=0))


def edges_at(ray: Ray, place: Fraction | int, outline: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    """Return the edges of an outline that a place on a line lies on: two at a corner."""
    found: list[tuple[Point, Point]] = []
    for edge in edges_of(outline):
        (here, aside), (there, beside) = ray.frame(edge)
        if aside == beside:
            is_on = not aside and min(here, there) <= place <= max(here, there)
        else:
            is_on = aside * beside <= 0 and Fraction(here * beside - there * aside, beside - aside) == place
        if is_on:
            found.append(edge)
    return found


def distance_to_edge(spot: Point, edge: tuple[Point, Point]) -> Inches:
    """Return how far a position is from an edge, from corner to corner, to the nearest thousandth.

    >>> from rcw_rules.kernel.geometry.table.positions import point
    >>> edge = (point(10, 10), point(20, 10))
    >>> str(distance_to_edge(point(12, 7), edge)), str(distance_to_edge(point(24, 7), edge))
    ('3 in', '5 in')
    """
    start, end = edge
    ray = Ray(start, end)
    ((along, aside),) = ray.frame((spot,))
    if 0 < along < ray.square:
        return Inches(thousandths=nearest_root(aside**2, ray.square))
    return distance(start if along <= 0 else end, spot)


@lru_cache(maxsize=16)
def _survey(
    terrain: tuple[TerrainPiece, ...], lines: tuple[TerrainLine, ...], size: tuple[Inches, Inches] | None
) -> Survey:
    return Survey(terrain, lines, size)


def _beyond(place: Inches, end: Inches) -> int:
    return -1 if place.thousandths == 0 else 1 if place == end else 0


def _joints(lines: tuple[TerrainLine, ...], before: int) -> Iterator[Joint]:
    ending: dict[Point, list[tuple[int, TerrainLine]]] = {}
    for order, one in enumerate(lines, before):
        for at in () if one.is_closed else (one.points[0], one.points[-1]):
            ending.setdefault(at, []).append((order, one))
    for at, there in ending.items():
        for (order, one), (_, other) in combinations(there, 2):
            if _nameless(one) == _nameless(other):
                comes = one.points if one.points[-1] == at else one.points[::-1]
                goes = other.points if other.points[0] == at else other.points[::-1]
                yield Joint(at, order, evolve(one, points=(*comes, *goes[1:])))


def _nameless(line: TerrainLine) -> TerrainLine:
    return evolve(line, name="", points=())


def _coordinates(points: Sequence[Point]) -> list[tuple[int, int]]:
    return [(point.x.thousandths, point.y.thousandths) for point in points]


def _is_anticlockwise(outline: tuple[Point, ...]) -> bool:
    corners = _coordinates(outline)
    return sum(x * after_y - after_x * y for (x, y), (after_x, after_y) in pairwise((*corners, corners[0]))) > 0


def _piece_meetings(ray: Ray, piece: TerrainPiece, order: int, *, is_anticlockwise: bool) -> Iterator[Meeting]:
    """Yield the parts of a line that lie in a piece or along its edge, with the first crest that each crosses."""
    parts, start_touches, end_touches = _parts_within(ray, piece.outline, is_anticlockwise=is_anticlockwise)
    crests = sorted(first for first, _ in _crossings(ray, piece.crest)) if piece.crest else []
    for begins, ends, side in parts:
        yield Meeting(
            begins,
            ends,
            order,
            piece,
            side,
            next((crest for crest in crests if begins <= crest <= ends), None),
            holds_start=side is None and begins == 0 and not start_touches,
            holds_end=side is None and ends == ray.square and not end_touches,
        )


def _parts_within(
    ray: Ray, outline: tuple[Point, ...], *, is_anticlockwise: bool
) -> tuple[list[tuple[Fraction, Fraction, Side | None]], bool, bool]:
    """Return the parts of a line inside an outline or along its edge, and whether its start and end are on the outline.

    The outline cuts the line wherever it crosses or touches it. Between two cuts the line is wholly inside, outside, or
    along an edge: it is inside where an odd number of edges has crossed it so far.
    """
    corners = ray.frame(outline)
    crossings: list[Fraction] = []
    touched: list[int] = []
    edges_along: list[tuple[int, int, Side]] = []
    for (here, aside), (there, beside) in pairwise((*corners, corners[0])):
        if (aside > 0) != (beside > 0):
            crossings.append(Fraction(here * beside - there * aside, beside - aside))
        if not aside:
            touched.append(here)
            if not beside:
                side: Side = "left" if (there > here) == is_anticlockwise else "right"
                edges_along.append((min(here, there), max(here, there), side))
    if not crossings and not edges_along:
        return [], 0 in touched, ray.square in touched  # seen by far the most
    crossings.sort()
    places = (Fraction(0), *crossings, *map(Fraction, touched), Fraction(ray.square))
    cuts = [place for place, _ in groupby(sorted(place for place in places if 0 <= place <= ray.square))]
    parts: list[tuple[Fraction, Fraction, Side | None]] = []
    passed = 0
    for begins, ends in pairwise(cuts):
        while passed < len(crossings) and crossings[passed] <= begins:
            passed += 1
        along: Side | None = next((side for first, last, side in edges_along if first <= begins and ends <= last), None)
        if along is None and passed % 2 == 0:
            continue
        if parts and parts[-1][1:] == (begins, along):
            parts[-1] = (parts[-1][0], ends, along)
        else:
            parts.append((begins, ends, along))

    def is_on_outline(place: int) -> bool:
        return place in touched or place in crossings or any(first < place < last for first, last, _ in edges_along)

    return parts, is_on_outline(0), is_on_outline(ray.square)


def _crossings(ray: Ray, points: tuple[Point, ...]) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield where a line gets from one side of a line feature to the other; twice the same place where it is a point.

    Where it runs along the feature before it leaves it on the other side, the two places are the ends of that.
    """
    places = ray.frame(points)
    if points[0] == points[-1]:
        # A closed feature has no first point: begin at one that is off the line.
        off = next((index for index, (_, aside) in enumerate(places) if aside), 0)
        places = [*places[off:], *places[1 : off + 1]]
    came_from = 0
    touched: list[int] = []
    for (here, aside), (there, beside) in pairwise((places[0], *places)):
        if (aside < 0 < beside) or (beside < 0 < aside):
            crossing = Fraction(here * beside - there * aside, beside - aside)
            if 0 < crossing < ray.square:
                yield crossing, crossing
        elif beside and touched and came_from * beside < 0 and min(touched) > 0 and max(touched) < ray.square:
            yield Fraction(min(touched)), Fraction(max(touched))
        if beside:
            came_from = beside
            touched = []
        else:
            touched.append(there)
