"""Charges on the table: whom a straight path meets first, and where it halts in contact.

>>> from rcw_rules.kernel.angles import degrees
>>> from rcw_rules.kernel.geometry.table.bases import in_line
>>> from rcw_rules.kernel.geometry.table.positions import point
>>> from rcw_rules.kernel.lengths import inches
>>> sabres = in_line("sabres", 4, point(20, 10), degrees(0), frontage=inches("1.2"), depth=inches("1.6"))
>>> rifles = in_line("rifles", 3, point(21, 18), degrees(180), frontage=inches("1.2"), depth=inches("0.8"))
>>> report = charge(sabres, inches(12), [rifles])
>>> [(met.number, str(met.distance)) for met in report.met], str(report.move.end.front[0])
([(0, '8 in')], '(17.6, 18)')
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from attrs import frozen

from rcw_rules.kernel.angles import SCALE, Angle, cosine, sine
from rcw_rules.kernel.geometry.table.bases import (
    TOUCHING,
    Base,
    Group,
    bases_of,
    overlaps,
)
from rcw_rules.kernel.geometry.table.moves import Ahead, Leg, MoveReport, Wheel, follow
from rcw_rules.kernel.geometry.table.positions import Point, offsets, rounded
from rcw_rules.kernel.lengths import Inches

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.table.tabletop import Table

_NOTHING = Inches(thousandths=0)
_DOUBT = 1e-6

_Outline: TypeAlias = list[tuple[Any, Any]]
"""Corners ahead and to the right, in numbers that can be divided."""


@frozen(kw_only=True)
class Met:
    """A group or base in the way of a straight move.

    Attributes:
        number: Its place among those that were given, from 0.
        distance: How far the mover has gone when it meets it.
    """

    number: int
    distance: Inches


@frozen(kw_only=True)
class ChargeReport:
    """A charge: at most one wheel, then straight ahead.

    Attributes:
        move: The move up to where it halts: in contact with the first that it meets, or at the end of its reach.
        met: Everything in its way within its reach, as if nothing halted it, nearest first; distances count from the
            beginning of the move, the wheel included.
    """

    move: MoveReport
    met: tuple[Met, ...]

    @property
    def contacted(self) -> tuple[Met, ...]:
        """Those that it comes into contact with where it halts: the first, and others met within `TOUCHING` of it."""
        return tuple(one for one in self.met if one.distance <= self.met[0].distance + TOUCHING)


def met_on_the_way(
    group: Base | Group, direction: Angle, length: Inches, among: Sequence[Base | Group]
) -> tuple[Met, ...]:
    """Return what a straight move of a given length runs into, nearest first, then in the order given.

    The strip as wide as the group counts, except that bases which would pass each other side by side, over a common
    width of at most `TOUCHING`, do not meet. What already overlaps the mover is met at once. Distances are exact
    fractions, rounded to the nearest thousandth.

    Args:
        group: Who moves, with all facings kept.
        direction: The bearing in which it goes.
        length: How far; what is exactly so far away is met.
        among: What may be in the way; the mover itself is left out where it is among them.
    """
    found: list[Met] = []
    here, far = group.circle, length.thousandths
    east, north = sine(direction) / SCALE, cosine(direction) / SCALE
    for number, other in enumerate(among):
        there = other.circle
        both = here.radius + there.radius
        ahead = (there.x - here.x) * east + (there.y - here.y) * north
        right = (there.x - here.x) * north - (there.y - here.y) * east
        if not (-both <= ahead <= far + both and -both <= right <= both) or other == group:
            continue
        way = _way_to(group, other, direction)
        if way is not None and way <= length:
            found.append(Met(number=number, distance=way))
    return tuple(sorted(found, key=lambda one: one.distance))


def charge(
    group: Group,
    reach: Inches,
    among: Sequence[Base | Group],
    *,
    wheel: Wheel | None = None,
    table: Table | None = None,
    most_wheel: Angle | None = None,
) -> ChargeReport:
    """Return whom a group meets that wheels once, if it likes, and goes straight ahead for the rest of its reach.

    What it might touch while it wheels is not looked for: `closest_approach` tells.

    Args:
        group: Who charges; all its bases face alike.
        reach: How far it can go, the wheel included.
        among: What may be in its way.
        wheel: The wheel that it begins with.
        table: Where given, the move must stay on it, and what is passed through is told.
        most_wheel: The greatest angle of the wheel.

    Returns:
        The report. Where the wheel alone is more than the reach, it says so and nothing is met.

    Raises:
        ValueError: The bases face different ways, or the wheel is impossible.
    """
    if group.facing is None:
        raise ValueError(f"the bases of {group.name!r} face different ways, so it cannot charge")
    begun = follow(group, [wheel] if wheel else [], table=table, allowance=reach, most_wheel=most_wheel)
    rest = reach - begun.total
    if rest < _NOTHING:
        return ChargeReport(move=begun, met=())
    ahead = begun.end.bases[0].facing
    numbers = [number for number, other in enumerate(among) if other != group]
    met = tuple(
        Met(number=numbers[one.number], distance=one.distance + begun.total)
        for one in met_on_the_way(begun.end, ahead, rest, [among[number] for number in numbers])
    )
    straight = met[0].distance - begun.total if met else rest
    legs: list[Leg] = [wheel] if wheel else []
    move = follow(group, [*legs, Ahead(distance=straight)], table=table, allowance=reach, most_wheel=most_wheel)
    return ChargeReport(move=move, met=met)


@lru_cache(maxsize=16384)
def _way_to(group: Base | Group, other: Base | Group, direction: Angle) -> Inches | None:
    """Return how far a group goes straight on until it meets another, or None where it passes it by."""
    origin = bases_of(group)[0].at
    movers, targets = ([_Strip.of(base, origin, direction) for base in bases_of(thing)] for thing in (group, other))
    beside = [
        (target.near - mover.far, mover, target)
        for mover in movers
        for target in targets
        if min(mover.right, target.right) - max(mover.left, target.left) > TOUCHING.thousandths * SCALE
    ]
    least: Inches | None = None
    for at_least, mover, target in sorted(beside, key=lambda one: one[0]):
        if least is not None and at_least > (least.thousandths + 1) * SCALE:
            break
        way = _way_of_base(mover, target)
        if way is not None and (least is None or way < least):
            least = way
    return least


class _Strip(NamedTuple):
    """A base as it lies to a direction: its corners as offsets ahead and to the right, and how far they reach."""

    base: Base
    corners: list[tuple[int, int]]
    near: int
    far: int
    left: int
    right: int

    @property
    def floating(self) -> _Outline:
        """The corners in thousandths of an inch, as floating point has them."""
        return [(ahead / SCALE, right / SCALE) for ahead, right in self.corners]

    @property
    def exact(self) -> _Outline:
        """The corners in thousandths of an inch, exactly."""
        return [(Fraction(ahead, SCALE), Fraction(right, SCALE)) for ahead, right in self.corners]

    @classmethod
    def of(cls, base: Base, origin: Point, direction: Angle) -> _Strip:
        corners = [offsets(origin, direction, corner) for corner in base.corners]
        aheads, rights = zip(*corners, strict=True)
        return cls(base, corners, min(aheads), max(aheads), min(rights), max(rights))


def _way_of_base(mover: _Strip, target: _Strip) -> Inches | None:
    """Return how far a base goes on until it meets another beside its strip, or None if that is behind it."""
    if overlaps(mover.base, target.base):
        return _NOTHING
    found = _ahead_of(mover.floating, target.floating)
    if min(abs(found.before), abs(found.least % 1 - 0.5)) < _DOUBT:  # floating point does not settle it
        found = _ahead_of(mover.exact, target.exact)
    return None if found.before < 0 else Inches(thousandths=max(0, rounded(*found.least.as_integer_ratio())))


class _Ahead(NamedTuple):
    """How one base lies to another: behind it where *before* is negative, else so far ahead at the least."""

    before: Any
    least: Any


def _ahead_of(here: _Outline, there: _Outline) -> _Ahead:
    left = max(min(right for _, right in outline) for outline in (here, there))
    right = min(max(right for _, right in outline) for outline in (here, there))
    before = sum(_span(there, (left + right) / 2)) - sum(_span(here, (left + right) / 2))
    # Between corners the gap changes evenly, so that it is least beside one of them.
    beside = {left, right, *(place for _, place in (*here, *there) if left < place < right)}
    return _Ahead(before, min(_span(there, place)[0] - _span(here, place)[1] for place in beside))


def _span(outline: _Outline, right: Any) -> tuple[Any, Any]:
    """Return from how far ahead to how far ahead a rectangle reaches, so far to the right."""
    reached: list[Any] = []
    for (ahead, place), (ahead_next, place_next) in pairwise((*outline, outline[0])):
        if min(place, place_next) <= right <= max(place, place_next):
            share = (right - place) / (place_next - place) if place_next != place else 0
            reached.append(ahead + (ahead_next - ahead) * share)
    return min(reached), max(reached)
