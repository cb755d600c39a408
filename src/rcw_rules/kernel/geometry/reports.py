"""What a question about a grid is answered with: lines, sights, arcs, reaches and paths, plain enough to be drawn.

A place is whatever the ground calls its places: a hex is its printed label, a square a pair of numbers. Fractions of a
line count from its start (0) to its end (1), so that nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Generic, Literal, TypeAlias, TypeVar

from attrs import frozen

P = TypeVar("P", bound=Hashable)

Aspect: TypeAlias = Literal["front", "oblique", "flank", "rear"]
"""Which side a thing shows to another: where the other stands, seen from the way the thing faces."""

Side: TypeAlias = Literal["left", "right"]
"""A side of a line, seen from its start."""


@frozen(kw_only=True)
class Stretch(Generic[P]):
    """A part of a line, of positive length, inside one place or along the common edge of two.

    Attributes:
        left: The place that the line is in or, where it runs along an edge, the one on its left; None where that is no
            place of the map.
        right: The same on its right; equal to *left* unless the line runs along an edge.
        begins: Where on the line the stretch begins.
        ends: Where it ends.
    """

    left: P | None
    right: P | None
    begins: Fraction
    ends: Fraction

    @property
    def is_along_edge(self) -> bool:
        """Whether the line runs along the common edge of two places."""
        return self.left != self.right

    @property
    def places(self) -> tuple[P, ...]:
        """The one or two places of the stretch, the left one first."""
        both = (self.left,) if self.left == self.right else (self.left, self.right)
        return tuple(place for place in both if place is not None)

    def counts(self, has: Callable[[P], bool]) -> bool:
        """Return whether the stretch counts as one that *has* something: along an edge, both sides must have it."""
        return all(place is not None and has(place) for place in {self.left, self.right})


@frozen(kw_only=True)
class EdgeCrossing(Generic[P]):
    """The point at which a line passes from one place into the next.

    Attributes:
        leaves: The place that the line leaves.
        enters: The place that it enters.
        at: Where on the line.
        side: On which side of the line, where it goes by an edge that it touches at a corner only, before or after it
            runs along another; None where it crosses for certain.
    """

    leaves: P
    enters: P
    at: Fraction
    side: Side | None = None


@frozen(kw_only=True)
class Line(Generic[P]):
    """The straight line between the centres of two places.

    Attributes:
        start: The place that it starts from.
        end: The place that it ends in.
        stretches: What it passes through, in order, from the start's own place to the end's; touching a corner is no
            passing through.
        crossings: Every edge that it crosses, in order.
    """

    start: P
    end: P
    stretches: tuple[Stretch[P], ...]
    crossings: tuple[EdgeCrossing[P], ...]

    @property
    def between(self) -> tuple[Stretch[P], ...]:
        """The stretches between the two ends."""
        ends = ({self.start}, {self.end})
        return tuple(stretch for stretch in self.stretches if set(stretch.places) not in ends)

    @property
    def places(self) -> tuple[P, ...]:
        """Every place that the line passes through or along, in order, both sides of an edge included."""
        return tuple(dict.fromkeys(place for stretch in self.stretches for place in stretch.places))


@frozen(kw_only=True)
class Obstacle(Generic[P]):
    """Something on a line of sight that would block it.

    Attributes:
        reason: What it is, in a word or two: "wood".
        places: The place, or the two places whose common edge it stands on.
        at: Where on the line it begins.
        side: The side of the line that it blocks, where the line runs along an edge; None where it blocks both.
    """

    reason: str
    places: tuple[P, ...]
    at: Fraction
    side: Side | None = None


@frozen(kw_only=True)
class SightReport(Generic[P]):
    """Whether one place can be seen from another, and why.

    Attributes:
        line: The line of sight.
        obstacles: Everything on it that would block, in order, even where it only blocks one side.
        blocked_by: Those that do: one that blocks both sides by itself, or the two that together block both sides of an
            edge that the line runs along; the first such place on the line.
    """

    line: Line[P]
    obstacles: tuple[Obstacle[P], ...]
    blocked_by: tuple[Obstacle[P], ...]

    @property
    def is_clear(self) -> bool:
        """Whether nothing blocks it."""
        return not self.blocked_by

    def __bool__(self) -> bool:
        return self.is_clear


@frozen(kw_only=True)
class Arc(Generic[P]):
    """The places inside an arc.

    Attributes:
        origin: The place that it opens from, which is not in it.
        facing: The direction that it is centred on.
        half_angle: Degrees to each side of the facing; what lies on the boundary is inside.
        places: The places whose centre lies inside, nearest first.
        boundary: Those of them whose centre lies exactly on the boundary.
    """

    origin: P
    facing: str
    half_angle: int
    places: tuple[P, ...]
    boundary: tuple[P, ...]

    def __contains__(self, place: object) -> bool:
        return place in self.places


@frozen(kw_only=True)
class Path(Generic[P]):
    """A way from place to place, and what it costs.

    Attributes:
        places: The places in order, the start included.
        costs: What has been spent on reaching each of them; the first is 0.
    """

    places: tuple[P, ...]
    costs: tuple[int, ...]

    @property
    def start(self) -> P:
        """Where it begins."""
        return self.places[0]

    @property
    def goal(self) -> P:
        """Where it ends."""
        return self.places[-1]

    @property
    def cost(self) -> int:
        """What the whole path costs."""
        return self.costs[-1]


@frozen(kw_only=True, eq=False, repr=False)
class Reach(Mapping[P, int], Generic[P]):
    """The places within reach, each with the least cost of getting there: a mapping, cheapest first.

    Attributes:
        start: Where the mover stands; in reach at cost 0.
        budget: The most that could be spent, or None where there was no limit.
        costs: The least cost of each place in reach.
        came_from: The place before each of them on the cheapest path; the start comes from itself.
    """

    start: P
    budget: int | None
    costs: Mapping[P, int]
    came_from: Mapping[P, P]

    def __getitem__(self, place: P) -> int:
        return self.costs[place]

    def __iter__(self) -> Iterator[P]:
        return iter(self.costs)

    def __len__(self) -> int:
        return len(self.costs)

    def __repr__(self) -> str:
        limit = "" if self.budget is None else f" for {self.budget}"
        return f"<Reach from {self.start!r}: {len(self.costs)} places{limit}>"

    def path(self, place: P) -> Path[P]:
        """Return the cheapest path to a place in reach.

        Raises:
            ValueError: The place is out of reach.
        """
        if place not in self.costs:
            raise ValueError(f"{place!r} is out of reach from {self.start!r}")
        places = [place]
        while places[-1] != self.start:
            places.append(self.came_from[places[-1]])
        places.reverse()
        return Path(places=tuple(places), costs=tuple(self.costs[passed] for passed in places))
