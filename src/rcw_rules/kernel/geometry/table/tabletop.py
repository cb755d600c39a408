"""A table measured in inches: its terrain as data, and the questions that are asked of it.

What moves stands in groups of bases, which the table does not hold: they are given with each question. Anything asked
about must stand on the table. Measuring, arcs, sight and ways are worked out elsewhere; here they have the words that
every ground has.

>>> from rcw_rules.kernel.angles import degrees
>>> from rcw_rules.kernel.geometry.table.bases import in_line
>>> from rcw_rules.kernel.geometry.table.positions import point
>>> from rcw_rules.kernel.lengths import inches
>>> wood = TerrainPiece(name="wood", kind="wood", outline=(point(10, 20), point(16, 20), point(16, 26), point(10, 26)))
>>> table = Table(title="A wood", width=inches(72), depth=inches(48), terrain=(wood,))
>>> rifles = in_line("rifles", 4, point(13, 12), degrees(0), frontage=inches("1.2"), depth=inches("0.8"))
>>> str(table.distance(rifles, point(13, 20)))
'8 in'
>>> for passage in table.line(point(13, 12), point(13, 40)).passages:
...     print(passage.name, passage.begins, passage.ends)
wood 8 in 14 in
>>> table.distance(rifles, point(13, 50))
Traceback (most recent call last):
    ...
ValueError: the position (13, 50) is off the table, which is 72 in wide and 48 in deep
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from rcw_rules.kernel.angles import SCALE, Angle, cosine, sine
from rcw_rules.kernel.errors import Problem, UnknownNameError
from rcw_rules.kernel.geometry.drawable import Drawable
from rcw_rules.kernel.geometry.map_data import MapProvenance, named_twice, paths
from rcw_rules.kernel.geometry.table import aspects, bases, lines, sight, ways
from rcw_rules.kernel.geometry.table.aspects import AspectReport, Contact, TableArc
from rcw_rules.kernel.geometry.table.bases import TOUCHING, Base, Edge, Group, Thing
from rcw_rules.kernel.geometry.table.footing import ObstacleToll, Rate, no_obstacle
from rcw_rules.kernel.geometry.table.lines import TableLine
from rcw_rules.kernel.geometry.table.positions import Point
from rcw_rules.kernel.geometry.table.sight import SightRules, TableSight
from rcw_rules.kernel.geometry.table.terrain import TerrainLine, TerrainName, TerrainPiece
from rcw_rules.kernel.geometry.table.ways import TableWay
from rcw_rules.kernel.lengths import Inches

_MOST_CORNERS = 2000
"""How many corners all terrain of a table has, crests and lines included: a search for a way looks at pairs."""


@frozen(kw_only=True, cache_hash=True)
class Table(Drawable):
    """A table and the terrain on it.

    Attributes:
        title: What the table shows.
        width: How far it reaches from west to east.
        depth: How far it reaches from south to north.
        source: Where it comes from, in a word or two.
        provenance: How sure it is.
        terrain: The pieces of terrain that have an outline.
        lines: The features that are lines. Outlines, crests and lines have at most 2,000 corners together.
    """

    title: TerrainName
    width: Inches
    depth: Inches
    source: str = ""
    provenance: MapProvenance = "illustrative"
    terrain: tuple[TerrainPiece, ...] = ()
    lines: tuple[TerrainLine, ...] = ()

    # --- What is wrong with it ------------------------------------------------------------------------------------

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield everything that is wrong, in the order of the fields.

        A table without size; too many corners; points of terrain off the table; two pieces or lines of one name. What
        is wrong with a piece by itself, the piece says.
        """
        for name, length in (("width", self.width), ("depth", self.depth)):
            if length.thousandths <= 0:
                yield Problem(f".{name}", f"expected a {name} of more than 0 in, got {length}")
        corners = sum(len(piece.outline) + len(piece.crest) for piece in self.terrain)
        corners += sum(len(line.points) for line in self.lines)
        if corners > _MOST_CORNERS:
            message = f"expected at most {_MOST_CORNERS:,} corners of all terrain and lines together, got {corners:,}"
            yield Problem(".terrain", message)
        pieces, features = tuple(paths("terrain", self.terrain)), tuple(paths("lines", self.lines))
        named = [*((path, piece.name) for path, piece in pieces), *((path, line.name) for path, line in features)]
        yield from named_twice("piece or line", named)
        for path, piece in pieces:
            yield from self._off_the_table(f"{path}.outline", piece.name, piece.outline)
            yield from self._off_the_table(f"{path}.crest", piece.name, piece.crest)
        for path, feature in features:
            yield from self._off_the_table(f"{path}.points", feature.name, feature.points)

    def _off_the_table(self, path: str, name: str, points: Sequence[Point]) -> Iterator[Problem]:
        for index, one in enumerate(points):
            if not self._holds(one, Inches(thousandths=0)):
                yield Problem(
                    f"{path}[{index}]", f"the point {one} of {name!r} is off the table, which is {self._size}"
                )

    @property
    def size(self) -> tuple[Inches, Inches]:
        """How far it reaches to the east and to the north."""
        return self.width, self.depth

    @property
    def _size(self) -> str:
        return f"{self.width} wide and {self.depth} deep"

    def _holds(self, one: Point, slack: Inches) -> bool:
        low = -slack.thousandths
        return (
            low <= one.x.thousandths <= self.width.thousandths - low
            and low <= one.y.thousandths <= self.depth.thousandths - low
        )

    # --- What stands on it ----------------------------------------------------------------------------------------

    def is_on(self, thing: Thing) -> bool:
        """Return whether a thing stands on the table with all its corners, give or take `TOUCHING`."""
        if isinstance(thing, Point):
            west, south = east, north = thing.x.thousandths, thing.y.thousandths
        else:
            west, south, east, north = thing.box
        return self.holds_box(west, south, east, north)

    def holds_box(self, west: int, south: int, east: int, north: int) -> bool:
        """Return whether an upright rectangle lies on the table, give or take `TOUCHING`.

        Args:
            west: Where it begins, in thousandths of an inch.
            south: Likewise.
            east: Where it ends.
            north: Likewise.
        """
        slack = TOUCHING.thousandths
        return (
            -slack <= west
            and -slack <= south
            and east <= self.width.thousandths + slack
            and north <= self.depth.thousandths + slack
        )

    def _require(self, *things: Thing) -> None:
        for thing in things:
            for corner in () if self.is_on(thing) else _corners(thing):
                if not self._holds(corner, TOUCHING):
                    what = _describe(thing, corner)
                    raise ValueError(f"{what} is off the table, which is {self._size}")

    # --- Distances ------------------------------------------------------------------------------------------------

    def distance(self, one: Thing, other: Thing) -> Inches:
        """Return how far the nearest points of two things are apart, to the nearest thousandth; 0 where they overlap.

        Raises:
            ValueError: One of them is off the table.
        """
        self._require(one, other)
        return bases.gap(one, other)

    def neighbours(self, one: Base | Group, among: Sequence[Thing]) -> tuple[Thing, ...]:
        """Return those of some things that are in contact with one, nearest first, then in the order given.

        Raises:
            ValueError: One of them is off the table.
        """
        return self.within(one, TOUCHING, among)

    def within(self, one: Thing, radius: Inches, among: Sequence[Thing]) -> tuple[Thing, ...]:
        """Return those of some things that are no farther from one than a distance, nearest first, then as given.

        The thing itself is left out where it is among them.

        Raises:
            ValueError: One of them is off the table.
        """
        return tuple(other for between, other in self._ranked(one, among) if between <= radius)

    def ring(self, one: Thing, nearer: Inches, farther: Inches, among: Sequence[Thing]) -> tuple[Thing, ...]:
        """Return those of some things that are farther from one than a distance, and no farther than another.

        They come nearest first, then in the order given.

        Args:
            one: What is measured from.
            nearer: The distance that they must be beyond.
            farther: The distance that they must be within.
            among: What is asked about.

        Raises:
            ValueError: One of them is off the table.
        """
        return tuple(other for between, other in self._ranked(one, among) if nearer < between <= farther)

    def _ranked(self, one: Thing, among: Sequence[Thing]) -> list[tuple[Inches, Thing]]:
        self._require(one, *among)
        others = [other for other in among if other != one]
        return sorted(zip(bases.gaps(one, others), others, strict=True), key=lambda pair: pair[0])

    def contact(self, one: Base | Group, other: Base | Group) -> Contact:
        """Return whether two groups or bases are in contact, and where.

        Raises:
            ValueError: One of them is off the table.
        """
        self._require(one, other)
        return aspects.contact(one, other)

    def distance_to(self, thing: Thing, name: str) -> Inches:
        """Return how far a thing is from the outline of a piece of terrain, or from a line, to the nearest thousandth.

        It is 0 where it touches or overlaps that; inside a piece it is how far the nearest edge is.

        Args:
            thing: What is measured from.
            name: The name of the piece or the line.

        Raises:
            UnknownNameError: Nothing on the table has that name.
            ValueError: The thing is off the table.
        """
        self._require(thing)
        courses: dict[str, tuple[Point, ...]] = {
            piece.name: (*piece.outline, piece.outline[0]) for piece in self.terrain
        }
        courses.update((feature.name, feature.points) for feature in self.lines)
        if name not in courses:
            raise UnknownNameError("terrain", name, tuple(courses))
        return bases.gap_to_line(courses[name], thing)

    def room(self, thing: Thing, direction: Angle) -> Inches:
        """Return how far a thing can go in a direction before the first of its corners comes to the edge of the table.

        It is worked out with integers and rounded down to a whole thousandth; 0 for what is off the edge by a hair.

        Args:
            thing: What goes, its facings kept.
            direction: The bearing in which it goes.

        Raises:
            ValueError: It is off the table.
        """
        self._require(thing)
        if isinstance(thing, Point):
            west, south = east, north = thing.x.thousandths, thing.y.thousandths
        else:
            west, south, east, north = thing.box
        found: list[int] = []
        for low, high, end, pace in (
            (west, east, self.width.thousandths, sine(direction)),
            (south, north, self.depth.thousandths, cosine(direction)),
        ):
            if pace:
                found.append((end - high if pace > 0 else low) * SCALE // abs(pace))
        return Inches(thousandths=max(0, min(found)))

    # --- Facings --------------------------------------------------------------------------------------------------

    def arc(
        self,
        base: Base,
        half_angle: Angle,
        among: Sequence[Thing],
        *,
        within: Inches | None = None,
        towards: Edge = "front",
    ) -> TableArc:
        """Return which of some things lie in an arc of a base, as `aspects.arc` does.

        Raises:
            ValueError: One of them is off the table, or the half angle is out of its bounds.
        """
        self._require(base, *among)
        return aspects.arc(base, half_angle, among, within=within, towards=towards)

    def aspect(self, target: Base | Group, seen_from: Thing) -> AspectReport:
        """Return which side a target shows, as `aspects.aspect` does; it faces as its bases do.

        Raises:
            ValueError: One of them is off the table.
        """
        self._require(target, seen_from)
        return aspects.aspect(target, seen_from)

    # --- Lines and sight ------------------------------------------------------------------------------------------

    def line(self, start: Point, end: Point) -> TableLine:
        """Return what a straight line passes through, as `lines.line` does.

        Raises:
            ValueError: One of its ends is off the table.
        """
        self._require(start, end)
        return lines.line(self, start, end)

    def line_of_sight(self, viewer: Thing, target: Thing, rules: SightRules) -> TableSight:
        """Return whether a target can be seen, and why, as `sight.line_of_sight` does.

        Raises:
            ValueError: One of them is off the table.
        """
        self._require(viewer, target)
        return sight.line_of_sight(self, viewer, target, rules)

    # --- Ways -----------------------------------------------------------------------------------------------------

    def path(self, start: Point, goal: Point, *, rate: Rate, obstacle: ObstacleToll = no_obstacle) -> TableWay | None:
        """Return the cheapest way that turns only at corners of terrain, as `ways.path` does.

        Raises:
            ValueError: One of its ends is off the table, or a rate or cost is impossible.
        """
        self._require(start, goal)
        return ways.path(self, start, goal, rate=rate, obstacle=obstacle)

    def reachable(
        self,
        start: Point,
        budget: Inches,
        among: Sequence[Point],
        *,
        rate: Rate,
        obstacle: ObstacleToll = no_obstacle,
    ) -> tuple[TableWay, ...]:
        """Return the cheapest way to each of some points within a budget, as `ways.reachable` does.

        Raises:
            ValueError: A point is off the table, or a number is impossible.
        """
        self._require(start, *among)
        return ways.reachable(self, start, budget, among, rate=rate, obstacle=obstacle)


def _corners(thing: Thing) -> tuple[Point, ...]:
    if isinstance(thing, Point):
        return (thing,)
    return tuple(corner for base in bases.bases_of(thing) for corner in base.corners)


def _describe(thing: Thing, corner: Point) -> str:
    match thing:
        case Group(name=name):
            return f"the corner {corner} of {name!r}"
        case Base():
            return f"the corner {corner} of a base"
        case Point():
            return f"the position {corner}"
