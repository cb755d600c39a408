"""Arcs, flanks, contacts and enfilades on the table: who stands where, seen from the way that bases face.

On which side of a line, or of the boundary of an arc, a position lies is settled by the sign of an integer. Angles in
reports are rounded to the nearest thousandth of a degree and are there to be shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.angles import SCALE, Angle
from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.geometry.reports import Side
from rcw_rules.kernel.geometry.table.bases import (
    TOUCHING,
    Base,
    Edge,
    Group,
    Thing,
    bases_of,
    gap,
    gaps,
    nearest_points,
)
from rcw_rules.kernel.geometry.table.positions import Point, bearing, is_within, offsets, rounded
from rcw_rules.kernel.lengths import Inches

_FULL_TURN = 360_000
_QUARTER = Angle(thousandths=90_000)
_NOTHING = Angle(thousandths=0)


# --- Arcs ---------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class ArcTarget:
    """One thing that an arc was asked about.

    Attributes:
        number: Its place among the things that were given, from 0.
        nearest: The point of it that is nearest to where the arc opens from.
        distance: How far it is from the nearest point of the base.
        off: How far that nearest point is off the middle of the arc: to the right positive, to the left negative.
        is_in_arc: Whether the nearest point is within the arc, boundaries included.
        is_in_range: Whether the distance is within the range, if there is one.
    """

    number: int
    nearest: Point
    distance: Inches
    off: Angle
    is_in_arc: bool
    is_in_range: bool

    @property
    def is_inside(self) -> bool:
        """Whether it is both in the arc and in range."""
        return self.is_in_arc and self.is_in_range


@frozen(kw_only=True)
class TableArc:
    """What lies in an arc of a base.

    Attributes:
        origin: Where the arc opens from: the middle of an edge of the base.
        middle: The bearing that it is centred on.
        half_angle: How far it reaches to each side of that.
        range: How far it reaches, measured from the nearest point of the base; None for no limit.
        targets: Everything that was asked about, in the order given.
    """

    origin: Point
    middle: Angle
    half_angle: Angle
    range: Inches | None
    targets: tuple[ArcTarget, ...]

    @property
    def inside(self) -> tuple[ArcTarget, ...]:
        """What is in the arc and in range, nearest first, then in the order given."""
        return tuple(sorted((one for one in self.targets if one.is_inside), key=lambda one: one.distance))

    def __contains__(self, number: object) -> bool:
        return any(one.number == number for one in self.inside)


def arc(
    base: Base, half_angle: Angle, among: Sequence[Thing], *, within: Inches | None = None, towards: Edge = "front"
) -> TableArc:
    """Return which of some things lie in an arc that opens from the middle of an edge of a base.

    Of each thing the point that is nearest to the origin is taken, rounded to the nearest thousandth of an inch; then
    whether that point is within the arc is exact. A thing that covers the origin is inside.

    >>> from rcw_rules.kernel.angles import degrees
    >>> from rcw_rules.kernel.geometry.table.positions import point
    >>> from rcw_rules.kernel.lengths import inches
    >>> base = Base(at=point(10, 10), facing=degrees(0), frontage=inches("1.2"), depth=inches("0.8"))
    >>> report = arc(base, degrees(22), [point(14, 20), point(15, 20), point(10, 5)], within=inches(12))
    >>> for one in report.targets:
    ...     print(one.off, one.is_inside)
    21.801° True
    26.565° False
    180° False

    Args:
        base: Whose arc it is.
        half_angle: How far the arc reaches to each side: from 0 to 180 degrees.
        among: What is asked about.
        within: How far it reaches, itself included; None for no limit.
        towards: The edge that the arc opens from.

    Raises:
        ValueError: The half angle is negative or more than 180 degrees.
    """
    origin, middle = base.looking(towards)
    targets: list[ArcTarget] = []
    for number, (thing, between) in enumerate(zip(among, gaps(base, among), strict=True)):
        nearest = nearest_points(origin, thing)[1]
        targets.append(
            ArcTarget(
                number=number,
                nearest=nearest,
                distance=between,
                off=_NOTHING if nearest == origin else turn_to(middle, bearing(origin, nearest)),
                is_in_arc=is_within(origin, middle, half_angle, nearest),
                is_in_range=within is None or between <= within,
            )
        )
    return TableArc(origin=origin, middle=middle, half_angle=half_angle, range=within, targets=tuple(targets))


def is_in_arc(base: Base, half_angle: Angle, thing: Thing, *, within: Inches, towards: Edge = "front") -> bool:
    """Return whether a thing lies in an arc and in range of a base, as `arc` tells it.

    Args:
        base: Whose arc it is.
        half_angle: How far the arc reaches to each side: from 0 to 180 degrees.
        thing: What is asked about.
        within: How far it reaches, itself included.
        towards: The edge that the arc opens from.

    Raises:
        ValueError: The half angle is negative or more than 180 degrees.
    """
    origin, middle = base.looking(towards)
    if not isinstance(thing, Point):  # circles tell of most things that they are not
        circle = thing.circle
        if not base.circle.meets(circle, within.thousandths + 1):
            return False
        if not circle.may_lie_within(origin, middle, half_angle):
            return False
    nearest = nearest_points(origin, thing)[1]
    return is_within(origin, middle, half_angle, nearest) and gap(base, thing) <= within


def turn_to(facing: Angle, direction: Angle) -> Angle:
    """Return the turn from one bearing to another the shorter way: from beyond -180 degrees to 180.

    >>> from rcw_rules.kernel.angles import degrees
    >>> str(turn_to(degrees(350), degrees(20))), str(turn_to(degrees(20), degrees(350)))
    ('30°', '-30°')
    """
    turn = (direction.thousandths - facing.thousandths) % _FULL_TURN
    return Angle(thousandths=turn - _FULL_TURN if 2 * turn > _FULL_TURN else turn)


# --- Front, flank and rear ----------------------------------------------------------------------------------------

TableAspect: TypeAlias = Literal["front", "flank", "rear"]
"""Which side a group shows to another."""


@frozen(kw_only=True)
class FromLine:
    """Where one base stands from a line.

    Attributes:
        distance: How far its middle is from the line, to the nearest thousandth.
        is_behind: Whether it is behind the line; on it is not.
        is_between_sides: Whether its middle is between the lines that prolong the sides of the other group, ahead and
            behind; on them is between.
    """

    distance: Inches
    is_behind: bool
    is_between_sides: bool


@frozen(kw_only=True)
class BehindLine:
    """How many bases of a group stand behind a line of another.

    Attributes:
        line: The ends of the line, left and right as the other group faces; it is prolonged without end both ways.
        bases: Where each base stands, in the group's order.
    """

    line: tuple[Point, Point]
    bases: tuple[FromLine, ...]

    @property
    def count(self) -> int:
        """How many stand behind it."""
        return sum(base.is_behind for base in self.bases)

    @property
    def of(self) -> int:
        """How many bases there are."""
        return len(self.bases)

    @property
    def is_most(self) -> bool:
        """Whether most are behind: strictly more than half."""
        return 2 * self.count > self.of

    @property
    def squarely(self) -> int:
        """How many stand behind it and between the prolonged sides of the other group."""
        return sum(base.is_behind and base.is_between_sides for base in self.bases)

    @property
    def is_most_squarely(self) -> bool:
        """Whether most stand behind it and between the prolonged sides: strictly more than half."""
        return 2 * self.squarely > self.of


@frozen(kw_only=True)
class AspectReport:
    """Which side a group shows to another.

    Attributes:
        aspect: The side.
        behind_front: Who stands behind its front line; None where its bases face different ways.
        behind_rear: Who stands behind its rear line; None likewise.
    """

    aspect: TableAspect
    behind_front: BehindLine | None
    behind_rear: BehindLine | None


def most_bases_behind(
    target: Base | Group, other: Point | Base | Group, line: Literal["front", "rear"] = "front"
) -> BehindLine:
    """Return how many bases stand behind the front line of a target, or behind its rear line, prolonged both ways.

    A base stands where its middle is; the side of each line is exact. The sides of the target are its outermost corners
    to the left and to the right.

    Args:
        target: Whose line it is; all its bases face alike.
        other: Whose bases are counted; a position counts as one.
        line: Which line: through its front edge, or through its rear edge.

    Raises:
        ValueError: The target's bases face different ways.
    """
    if line not in ("front", "rear"):
        raise UnknownNameError("line", line, ("front", "rear"))
    group = _as_group(target)
    left, right = group.front if line == "front" else group.rear
    facing = group.bases[0].facing
    middles = (other,) if isinstance(other, Point) else tuple(base.centre for base in bases_of(other))
    sides = [offsets(left, facing, corner)[1] for base in group.bases for corner in base.corners]
    return BehindLine(
        line=(left, right),
        bases=tuple(
            FromLine(
                distance=Inches(thousandths=rounded(abs(ahead), SCALE)),
                is_behind=ahead < 0,
                is_between_sides=min(sides) <= aside <= max(sides),
            )
            for ahead, aside in (offsets(left, facing, middle) for middle in middles)
        ),
    )


def aspect(target: Base | Group, seen_from: Point | Base | Group) -> AspectReport:
    """Return which side a target shows to others.

    It is its rear where most of them stand behind its rear line and between its prolonged sides, else its flank where
    most stand behind its front line, else its front. A target whose bases face different ways shows its front all
    round.

    Args:
        target: Whose side is asked for.
        seen_from: Who sees it.
    """
    if _as_group(target).facing is None:
        return AspectReport(aspect="front", behind_front=None, behind_rear=None)
    behind_front = most_bases_behind(target, seen_from, "front")
    behind_rear = most_bases_behind(target, seen_from, "rear")
    side: TableAspect = "rear" if behind_rear.is_most_squarely else "flank" if behind_front.is_most else "front"
    return AspectReport(aspect=side, behind_front=behind_front, behind_rear=behind_rear)


# --- Enfilade -----------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class EnfiladingShot:
    """Where one shooting base stands beside a wedge.

    Attributes:
        at: The middle of its front edge.
        angle: How far it is off the prolonged line, seen from the far corner: ahead of the front line positive, behind
            the rear line negative, and 0 between the two; None where it does not stand on that flank at all.
        is_inside: Whether it is inside the wedge, boundaries included.
    """

    at: Point
    angle: Angle | None
    is_inside: bool


@frozen(kw_only=True)
class Wedge:
    """The wedge beyond one flank of a line, from where fire goes along it.

    Attributes:
        flank: Which flank of the target.
        front_corner: The corner at the far end of the front line, where the forward boundary begins.
        rear_corner: The corner at the far end of the rear line, where the rear boundary begins.
        forward_boundary: The bearing of the forward boundary.
        rear_boundary: The bearing of the rear one.
        shots: Every shooting base, in the order given.
    """

    flank: Side
    front_corner: Point
    rear_corner: Point
    forward_boundary: Angle
    rear_boundary: Angle
    shots: tuple[EnfiladingShot, ...]

    @property
    def count(self) -> int:
        """How many shooting bases are inside."""
        return sum(shot.is_inside for shot in self.shots)

    @property
    def is_most(self) -> bool:
        """Whether most are inside: strictly more than half."""
        return 2 * self.count > len(self.shots)


@frozen(kw_only=True)
class EnfiladeReport:
    """Whether a group is fired at along its line.

    Attributes:
        is_line: Whether the target stands in line: its bases face alike and it is at least as wide as deep.
        wedges: The wedge beyond its left flank and the one beyond its right; none where it does not stand in line.
    """

    is_line: bool
    wedges: tuple[Wedge, ...]

    @property
    def flank(self) -> Side | None:
        """The flank from which most shooters fire along it, or None; the left, for shooters so near that both hold."""
        return next((wedge.flank for wedge in self.wedges if wedge.is_most), None)

    @property
    def is_enfiladed(self) -> bool:
        """Whether most shooters fire along it, all from the same flank."""
        return self.flank is not None

    def __bool__(self) -> bool:
        return self.is_enfiladed


def enfilade(target: Group, shooters: Sequence[Base | Group], *, forward: Angle, back: Angle) -> EnfiladeReport:
    """Return whether most shooters fire along a target in line, from one flank.

    Beyond each flank lies a wedge that opens from the target's far end: forward of the prolonged front line by one
    angle, measured at the far front corner, and back of the prolonged rear line by another, measured at the far rear
    corner; between the two lines is always inside. A shooting base stands where the middle of its front edge is.

    Args:
        target: Who is fired at.
        shooters: The bases that fire, or groups of them.
        forward: The angle ahead of the front line, from 0 to 90 degrees.
        back: The angle behind the rear line, likewise.

    Raises:
        ValueError: An angle is out of its bounds, or nobody shoots.
    """
    for what, angle in (("forward", forward), ("back", back)):
        if not 0 <= angle.thousandths <= _QUARTER.thousandths:
            raise ValueError(f"the angle {what} of a wedge is from 0 to 90 degrees, got {angle}")
    places = tuple(base.at for thing in shooters for base in bases_of(thing))
    if not places:
        raise ValueError("an enfilade needs at least one shooting base")
    if not target.is_line:
        return EnfiladeReport(is_line=False, wedges=())
    return EnfiladeReport(
        is_line=True,
        wedges=(_wedge(target, "left", places, forward, back), _wedge(target, "right", places, forward, back)),
    )


def _wedge(target: Group, flank: Side, places: Sequence[Point], forward: Angle, back: Angle) -> Wedge:
    facing = target.bases[0].facing
    far = 1 if flank == "left" else 0
    front_corner, rear_corner = target.front[far], target.rear[far]
    # Clockwise from the front line's prolongation is back on the right flank and forward on the left one.
    backwards = 1 if flank == "right" else -1
    along = facing + _QUARTER * backwards

    def shot(place: Point) -> EnfiladingShot:
        ahead, right = offsets(front_corner, facing, place)
        if right * backwards <= 0:
            return EnfiladingShot(at=place, angle=None, is_inside=False)
        if ahead > 0:
            angle = turn_to(along, bearing(front_corner, place)) * -backwards
            return EnfiladingShot(at=place, angle=angle, is_inside=is_within(front_corner, along, forward, place))
        if offsets(rear_corner, facing, place)[0] < 0:
            angle = turn_to(along, bearing(rear_corner, place)) * -backwards
            return EnfiladingShot(at=place, angle=angle, is_inside=is_within(rear_corner, along, back, place))
        return EnfiladingShot(at=place, angle=_NOTHING, is_inside=True)

    return Wedge(
        flank=flank,
        front_corner=front_corner,
        rear_corner=rear_corner,
        forward_boundary=(along - forward * backwards).bearing,
        rear_boundary=(along + back * backwards).bearing,
        shots=tuple(shot(place) for place in places),
    )


# --- Contact ------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class BasesTouching:
    """Two bases in contact.

    Attributes:
        base: The number of the first group's base, from 0.
        other: The number of the second group's base.
        at: A point of the first base that is nearest to the second.
    """

    base: int
    other: int
    at: Point


@frozen(kw_only=True)
class Contact:
    """Whether two groups, or bases, are in contact, and where.

    Attributes:
        distance: How far apart their nearest points are.
        touching: Every pair of bases in contact, by the first's number, then by the second's.
    """

    distance: Inches
    touching: tuple[BasesTouching, ...]

    def __bool__(self) -> bool:
        return bool(self.touching)


def contact(one: Base | Group, other: Base | Group) -> Contact:
    """Return whether two groups or bases are in contact: some bases at most `TOUCHING` apart, or overlapping."""
    touching = tuple(
        BasesTouching(base=number, other=second, at=nearest_points(base, rival)[0])
        for number, base in enumerate(bases_of(one))
        for second, (rival, between) in enumerate(zip(bases_of(other), gaps(base, bases_of(other)), strict=True))
        if between <= TOUCHING
    )
    return Contact(distance=gap(one, other), touching=touching)


def _as_group(thing: Base | Group) -> Group:
    return thing if isinstance(thing, Group) else Group(name="base", bases=(thing,))
