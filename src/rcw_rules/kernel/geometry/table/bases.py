"""Bases and groups of bases on the table: where their edges are, and how far they are from each other.

A base is a rectangle. Its corners are rounded to whole thousandths of an inch, so that two bases side by side at an odd
angle may part, or overlap, by a few thousandths: bases are in contact where at most `TOUCHING` parts them.

>>> from rcw_rules.kernel.angles import degrees
>>> from rcw_rules.kernel.geometry.table.positions import point
>>> rifles = in_line("rifles", 4, point(10, 20), degrees(0), frontage=inches("1.2"), depth=inches("0.8"))
>>> [str(end) for end in rifles.front], str(rifles.frontage)
(['(7.6, 20)', '(12.4, 20)'], '4.8 in')
>>> gun = in_column("gun", 1, point(10, "25.8"), degrees(180), frontage=inches("1.2"), depth=inches("0.8"))
>>> str(gap(rifles, gun)), touches(rifles, gun)
('5.8 in', False)
"""

# pyright: reportUnknownMemberType=false
# Because shapely's stubs leave the keyword arguments of its functions untyped.

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.angles import SCALE, Angle
from rcw_rules.kernel.errors import Problem, UnknownNameError
from rcw_rules.kernel.fields import Size
from rcw_rules.kernel.geometry.table.outlines import (
    Spots,
    circle_about,
    convex_outline,
    corners_about,
    hull,
    is_deep,
    offset,
    places_in_line,
    point_at,
)
from rcw_rules.kernel.geometry.table.positions import (
    Box,
    Circle,
    Point,
    box_round,
    circle_round,
    moved,
    offsets,
    rounded,
    turned,
    way_along,
)
from rcw_rules.kernel.lazy import lazy_library
from rcw_rules.kernel.lengths import Inches, inches

if TYPE_CHECKING:
    import shapely
    from shapely.geometry.base import BaseGeometry
else:
    shapely = lazy_library("shapely")

TOUCHING = inches("0.01")
"""Bases no farther apart than this are in contact, and bases that overlap no deeper do not overlap.

The corners of two bases that share an edge are rounded apart by less than 0.003 inches, and each wheel of a group may
shift its bases against each other by 0.0015 more.
"""

Edge: TypeAlias = Literal["front", "right", "rear", "left"]
"""An edge of a base, or the direction that it looks in."""

EDGES: tuple[Edge, ...] = ("front", "right", "rear", "left")
"""Clockwise from the front."""

_FULL_TURN = 360_000
_REVERSED = Angle(thousandths=180_000)
_MOST_BASES = 100


@frozen(kw_only=True)
class Base:
    """A rectangular base.

    Attributes:
        at: The middle of its front edge.
        facing: The bearing that it faces, from 0 up to 360 degrees.
        frontage: How wide it is.
        depth: How deep.
    """

    at: Point
    facing: Angle
    frontage: Inches
    depth: Inches

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # From plain numbers: what is remembered is looked up by groups of bases all the time.
        at, sizes = self.at, (self.facing.thousandths, self.frontage.thousandths, self.depth.thousandths)
        return hash((at.x.thousandths, at.y.thousandths, *sizes))

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what is wrong with the base as a whole: a facing that is not a bearing, an edge without length."""
        if not 0 <= self.facing.thousandths < _FULL_TURN:
            yield Problem(
                ".facing",
                f"expected a bearing from 0 up to 360 degrees, got {self.facing}: write {self.facing.bearing}",
            )
        for name, length in (("frontage", self.frontage), ("depth", self.depth)):
            if length.thousandths <= 0:
                yield Problem(f".{name}", f"expected a {name} of more than 0 in, got {length}")

    @cached_property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The corners clockwise: front left, front right, rear right, rear left."""
        one, two, three, four = map(point_at, self.spots)
        return one, two, three, four

    @cached_property
    def spots(self) -> tuple[tuple[int, int], ...]:
        """The corners as numbers of thousandths to the east and to the north, for calculations with many of them."""
        x, y = self.at.x.thousandths, self.at.y.thousandths
        corners = corners_about(self.facing.thousandths, self.frontage.thousandths, self.depth.thousandths)
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
        return (x + x0, y + y0), (x + x1, y + y1), (x + x2, y + y2), (x + x3, y + y3)

    @cached_property
    def circle(self) -> Circle:
        """A circle that holds it, a little too wide."""
        east, north, radius = circle_about(self.facing.thousandths, self.frontage.thousandths, self.depth.thousandths)
        return Circle(self.at.x.thousandths + east, self.at.y.thousandths + north, radius)

    @cached_property
    def box(self) -> Box:
        """The smallest upright rectangle that holds it."""
        return box_round(self.spots)

    @cached_property
    def shape(self) -> Any:
        """The base in thousandths of an inch, which floating point holds exactly."""
        return shapely.Polygon(self.spots)

    @cached_property
    def centre(self) -> Point:
        """The middle of the base."""
        return _local(self.at, self.facing, 0, -self.depth.thousandths)

    @property
    def rear(self) -> Point:
        """The middle of its rear edge."""
        return moved(self.at, self.facing, self.depth * -1)

    def looking(self, towards: Edge) -> tuple[Point, Angle]:
        """Return the middle of an edge and the bearing straight out of it.

        Args:
            towards: Which edge.
        """
        if towards == "front":
            return self.at, self.facing.bearing
        middles = {
            "right": (self.frontage.thousandths, -self.depth.thousandths),
            "rear": (0, -2 * self.depth.thousandths),
            "left": (-self.frontage.thousandths, -self.depth.thousandths),
        }
        if towards not in middles:
            raise UnknownNameError("edge", towards, EDGES)
        quarter_turns = EDGES.index(towards)
        return (
            _local(self.at, self.facing, *middles[towards]),
            (self.facing + Angle(thousandths=90_000 * quarter_turns)).bearing,
        )

    def moved(self, direction: Angle, length: Inches) -> Base:
        """Return the base moved so far along a bearing, its facing kept."""
        return Base(at=moved(self.at, direction, length), facing=self.facing, frontage=self.frontage, depth=self.depth)

    def turned(self, about: Point, angle: Angle) -> Base:
        """Return the base turned about a position, clockwise for a positive angle."""
        return Base(
            at=turned(self.at, about, angle),
            facing=(self.facing + angle).bearing,
            frontage=self.frontage,
            depth=self.depth,
        )

    def about_face(self) -> Base:
        """Return the base turned to face its rear on the very ground that it covers."""
        return Base(at=self.rear, facing=(self.facing + _REVERSED).bearing, frontage=self.frontage, depth=self.depth)


@frozen(kw_only=True)
class Group:
    """A unit on the table: bases that act together.

    Attributes:
        name: What it is called; tables and reports tell groups apart by it.
        bases: Its bases, in an order that moves keep.
    """

    name: Annotated[str, Size(1, 80)]
    bases: Annotated[tuple[Base, ...], Size(1, _MOST_BASES)]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        # Sizes tell hardly any groups apart.
        places = [(base.at.x.thousandths, base.at.y.thousandths, base.facing.thousandths) for base in self.bases]
        return hash((self.name, *places))

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield every pair of bases that overlap."""
        for later, base in enumerate(self.bases):
            for earlier, other in enumerate(self.bases[:later]):
                if overlaps(base, other):
                    yield Problem(f".bases[{later}]", f"base {later} of {self.name!r} overlaps base {earlier}")

    @cached_property
    def shape(self) -> Any:
        """The group in thousandths of an inch, which floating point holds exactly."""
        return shapely.multipolygons(shapely.polygons([base.spots for base in self.bases]))

    @cached_property
    def spots(self) -> tuple[tuple[int, int], ...]:
        """The corners of its bases, as those tell them."""
        found: list[tuple[int, int]] = []
        alike: tuple[int, int, int] | None = None
        corners: Spots = ()
        for base in self.bases:
            like = base.facing.thousandths, base.frontage.thousandths, base.depth.thousandths
            if like != alike:
                alike, corners = like, corners_about(*like)
            x, y = base.at.x.thousandths, base.at.y.thousandths
            found += [(x + east, y + north) for east, north in corners]
        return tuple(found)

    @cached_property
    def centres(self) -> tuple[tuple[int, int], ...]:
        """The middles of its bases as numbers of thousandths to the east and to the north."""
        found: list[tuple[int, int]] = []
        for base in self.bases:
            east, north = offset(base.facing.thousandths, 0, -base.depth.thousandths)
            found.append((base.at.x.thousandths + east, base.at.y.thousandths + north))
        return tuple(found)

    @cached_property
    def front_middle(self) -> Point:
        """The middle of its front line, rounded down to whole thousandths.

        Raises:
            ValueError: The bases face different ways.
        """
        left, right = self.front
        return Point(
            x=Inches(thousandths=(left.x.thousandths + right.x.thousandths) // 2),
            y=Inches(thousandths=(left.y.thousandths + right.y.thousandths) // 2),
        )

    @cached_property
    def circle(self) -> Circle:
        """A circle that holds all its bases, a little too wide: it tells at once what is too far off to measure."""
        return circle_round(self.spots)

    @cached_property
    def box(self) -> Box:
        """The smallest upright rectangle that holds all its bases."""
        return box_round(self.spots)

    @cached_property
    def facing(self) -> Angle | None:
        """The bearing that all its bases face, or None where they face different ways."""
        first = self.bases[0].facing
        return first if all(base.facing == first for base in self.bases) else None

    @cached_property
    def front_rank(self) -> tuple[Base, ...]:
        """The bases whose front is level with the foremost to within `TOUCHING`, from left to right.

        Raises:
            ValueError: The bases face different ways.
        """
        return _rank(self, "front")

    @cached_property
    def rear_rank(self) -> tuple[Base, ...]:
        """The bases whose rear edge is level with the hindmost to within `TOUCHING`, from left to right.

        Raises:
            ValueError: The bases face different ways.
        """
        return _rank(self, "rear")

    @cached_property
    def front(self) -> tuple[Point, Point]:
        """The ends of its front line: the front left corner of the front rank and its front right corner.

        Raises:
            ValueError: The bases face different ways.
        """
        rank = self.front_rank
        return point_at(rank[0].spots[0]), point_at(rank[-1].spots[1])

    @cached_property
    def rear(self) -> tuple[Point, Point]:
        """The ends of its rear line: the rear left corner of the rear rank and its rear right corner.

        Raises:
            ValueError: The bases face different ways.
        """
        rank = self.rear_rank
        return rank[0].corners[3], rank[-1].corners[2]

    @cached_property
    def frontage(self) -> Inches:
        """How wide it is, from its leftmost corner to its rightmost, across its facing.

        Raises:
            ValueError: The bases face different ways.
        """
        return _extents(self)[0]

    @cached_property
    def depth(self) -> Inches:
        """How deep it is, from its foremost corner to its hindmost, along its facing.

        Raises:
            ValueError: The bases face different ways.
        """
        return _extents(self)[1]

    @cached_property
    def is_column(self) -> bool:
        """Whether its bases face alike and stand one behind another; a single base does."""
        widest = max(base.frontage for base in self.bases)
        return self.facing is not None and self.frontage <= widest + TOUCHING

    @cached_property
    def is_line(self) -> bool:
        """Whether its bases face alike and it is at least as wide as deep."""
        return self.facing is not None and self.frontage >= self.depth

    @property
    def is_together(self) -> bool:
        """Whether every base is linked to every other by bases in contact."""
        linked = [self.bases[0]]
        waiting = list(self.bases[1:])
        for base in linked:  # grows as it is gone through
            gaps_to_waiting = gaps(base, waiting)
            linked.extend(other for other, between in zip(waiting, gaps_to_waiting, strict=True) if between <= TOUCHING)
            waiting = [other for other, between in zip(waiting, gaps_to_waiting, strict=True) if between > TOUCHING]
        return not waiting

    @property
    def outline(self) -> tuple[Point, ...]:
        """The corners of the smallest convex outline round all its bases, clockwise from the westernmost."""
        return convex_outline(corner for base in self.bases for corner in base.corners)

    def moved(self, direction: Angle, length: Inches) -> Group:
        """Return the group moved so far along a bearing, all facings kept."""
        east, north = way_along(direction, length.thousandths)  # the same for all of them
        bases = (
            Base(
                at=Point(
                    x=Inches(thousandths=base.at.x.thousandths + east),
                    y=Inches(thousandths=base.at.y.thousandths + north),
                ),
                facing=base.facing,
                frontage=base.frontage,
                depth=base.depth,
            )
            for base in self.bases
        )
        return Group(name=self.name, bases=tuple(bases))

    def turned(self, about: Point, angle: Angle) -> Group:
        """Return the group turned about a position, clockwise for a positive angle."""
        return Group(name=self.name, bases=tuple(base.turned(about, angle) for base in self.bases))


Thing: TypeAlias = Point | Base | Group
"""What distances are measured between."""


# --- Making groups ------------------------------------------------------------------------------------------------


def in_line(
    name: str,
    count: int,
    at: Point,
    facing: Angle,
    *,
    frontage: Inches,
    depth: Inches,
    per_rank: int | None = None,
) -> Group:
    """Return a group whose bases stand side by side, in ranks one behind another.

    Bases are listed rank by rank from the front, each from left to right; a last rank that is not full stands behind
    the middle. Each base's place is worked out from *at* and rounded once.

    Args:
        name: What the group is called.
        count: How many bases: 1 to 100.
        at: The middle of the front edge of the front rank.
        facing: The bearing that all face.
        frontage: The width of one base.
        depth: The depth of one base.
        per_rank: How many stand in a full rank; all of them unless given.

    Raises:
        ValueError: A number is impossible.
    """
    abreast = count if per_rank is None else per_rank
    for what, number in (("count", count), ("per_rank", abreast)):
        if type(number) is not int or not 1 <= number <= _MOST_BASES:
            raise ValueError(f"{what} is a whole number from 1 to {_MOST_BASES}, got {number!r}")
    for what, length in (("frontage", frontage), ("depth", depth)):
        if length.thousandths <= 0:
            raise ValueError(f"a base has a {what} of more than 0 in, got {length}")
    x, y, bearing = at.x.thousandths, at.y.thousandths, facing.bearing
    bases = [
        Base(
            at=Point(x=Inches(thousandths=x + east), y=Inches(thousandths=y + north)),
            facing=bearing,
            frontage=frontage,
            depth=depth,
        )
        for east, north in places_in_line(count, abreast, bearing.thousandths, frontage.thousandths, depth.thousandths)
    ]
    return Group(name=name, bases=tuple(bases))


@lru_cache(maxsize=16384)
def box_in_line(count: int, per_rank: int, facing: Angle, frontage: Inches, depth: Inches) -> Box:
    """Return the upright rectangle that holds a group in ranks, told from the middle of its front: see `in_line`."""
    return in_line("group", count, point_at((0, 0)), facing, frontage=frontage, depth=depth, per_rank=per_rank).box


def in_column(name: str, count: int, at: Point, facing: Angle, *, frontage: Inches, depth: Inches) -> Group:
    """Return a group whose bases stand one behind another: `in_line` with one base in each rank.

    Raises:
        ValueError: A number is impossible.
    """
    return in_line(name, count, at, facing, frontage=frontage, depth=depth, per_rank=1)


def bases_of(thing: Base | Group) -> tuple[Base, ...]:
    """Return the bases of a group, or the one base itself."""
    return thing.bases if isinstance(thing, Group) else (thing,)


# --- Measuring ----------------------------------------------------------------------------------------------------


def gap(one: Thing, other: Thing) -> Inches:
    """Return how far the nearest points of two things are apart; 0 where they touch or overlap.

    The distance is worked out in floating point and rounded to the nearest thousandth of an inch, as a ruler with
    thousandths would show it; whatever is compared with it is compared with the rounded value.
    """
    return _gap(one, other)


@lru_cache(maxsize=16384)
def _gap(one: Thing, other: Thing) -> Inches:
    return thousandths_of(shapely.distance(shape_of(one), shape_of(other)))


def gaps(one: Thing, among: Sequence[Thing]) -> tuple[Inches, ...]:
    """Return the `gap` between *one* and each of several things, in their order."""
    return _distances(shape_of(one), among)


def gaps_from(outlines: Sequence[Sequence[Point]], among: Sequence[Thing]) -> tuple[Inches, ...]:
    """Return how far each of several things is from the nearest of some outlines, which have at least 3 corners."""
    ground = shapely.MultiPolygon([_polygon(outline) for outline in outlines])
    return _distances(ground, among)


def gaps_from_sweep(group: Group, direction: Angle, length: Inches, among: Sequence[Thing]) -> tuple[Inches, ...]:
    """Return how far each of several things is from the convex outline round a group before and after it slides.

    Args:
        group: Who slides, where it sets out.
        direction: The bearing in which it goes.
        length: How far.
        among: What is asked about.
    """
    east, north = way_along(direction, length.thousandths)
    round_both = hull((*group.spots, *((x + east, y + north) for x, y in group.spots)))
    return _distances(shapely.polygons(round_both), among)


def gap_to_line(points: Sequence[Point], thing: Thing) -> Inches:
    """Return how far a thing is from the nearest point of a line through some points; 0 where they meet."""
    course = shapely.LineString([(spot.x.thousandths, spot.y.thousandths) for spot in points])
    return thousandths_of(shapely.distance(course, shape_of(thing)))


def nearest_points(one: Thing, other: Thing) -> tuple[Point, Point]:
    """Return the points at which two things are nearest, of the first and of the second, to the nearest thousandth.

    Where several pairs are equally near, any one of them may come, the same one each time.
    """
    (first_x, first_y), (second_x, second_y) = shapely.get_coordinates(
        shapely.shortest_line(shape_of(one), shape_of(other))
    ).tolist()
    return (
        Point(x=thousandths_of(first_x), y=thousandths_of(first_y)),
        Point(x=thousandths_of(second_x), y=thousandths_of(second_y)),
    )


def touches(one: Thing, other: Thing) -> bool:
    """Return whether two things are in contact: no more than `TOUCHING` apart, or overlapping."""
    return gap(one, other) <= TOUCHING


def overlaps(one: Base | Group, other: Base | Group) -> bool:
    """Return whether two things overlap: some base would have to move by more than `TOUCHING` to lie clear of another.

    Worked out with integers: two rectangles lie clear where some edge of one of them has the other on its far side.
    """
    return one.circle.meets(other.circle) and one.box.overlaps(other.box) and _overlaps(one, other)


@lru_cache(maxsize=8192)
def _overlaps(one: Base | Group, other: Base | Group) -> bool:
    near = [base for base in bases_of(other) if base.box.overlaps(one.box)]
    return any(
        base.box.overlaps(second.box) and is_deep(base.spots, second.spots, TOUCHING.thousandths)
        for base in bases_of(one)
        for second in near
    )


# --- Inside -------------------------------------------------------------------------------------------------------


def _local(origin: Point, facing: Angle, twice_right: int, twice_ahead: int) -> Point:
    """Return the position half so many thousandths to the right and ahead, rounded once to the nearest thousandth."""
    east, north = offset(facing.thousandths, twice_right, twice_ahead)
    return Point(x=Inches(thousandths=origin.x.thousandths + east), y=Inches(thousandths=origin.y.thousandths + north))


def _facing(group: Group) -> Angle:
    facing = group.facing
    if facing is None:
        raise ValueError(f"the bases of {group.name!r} face different ways, so it has no front or rear line")
    return facing


def _rank(group: Group, edge: Literal["front", "rear"]) -> tuple[Base, ...]:
    facing = _facing(group)
    origin = group.bases[0].at
    sign = 1 if edge == "front" else -1
    places = [
        (sign * ahead, right, base)
        for base in group.bases
        for ahead, right in [offsets(origin, facing, base.at if edge == "front" else base.rear)]
    ]
    level = max(outward for outward, _, _ in places) - TOUCHING.thousandths * SCALE
    return tuple(base for outward, _, base in sorted(places, key=lambda place: place[1]) if outward >= level)


def _extents(group: Group) -> tuple[Inches, Inches]:
    facing = _facing(group)
    origin = group.bases[0].at
    aheads, rights = zip(
        *(offsets(origin, facing, corner) for base in group.bases for corner in base.corners), strict=True
    )
    return (
        Inches(thousandths=rounded(max(rights) - min(rights), SCALE)),
        Inches(thousandths=rounded(max(aheads) - min(aheads), SCALE)),
    )


def shape_of(thing: Thing) -> BaseGeometry:
    """Return the thing in thousandths of an inch, which floating point holds exactly."""
    return shapely.Point(thing.x.thousandths, thing.y.thousandths) if isinstance(thing, Point) else thing.shape


def _polygon(outline: Sequence[Point]) -> shapely.Polygon:
    return shapely.Polygon([(corner.x.thousandths, corner.y.thousandths) for corner in outline])


def _distances(shape: BaseGeometry, among: Sequence[Thing]) -> tuple[Inches, ...]:
    return tuple(map(thousandths_of, shapely.distance(shape, [shape_of(other) for other in among]))) if among else ()


def thousandths_of(length: float) -> Inches:
    """Return a number of thousandths of an inch, as floating point has it, rounded to a whole one."""
    return Inches(thousandths=rounded(*length.as_integer_ratio()))
