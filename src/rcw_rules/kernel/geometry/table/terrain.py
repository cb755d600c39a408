"""The terrain of a table measured in inches: pieces with an outline, and features that are lines.

Heights are levels: whole numbers that say what is higher than what, not how many inches high it is. Three of them are
often enough: 1 for a gentle rise, 2 for a hill, 3 for a tall hill, with woods and houses one level high wherever they
stand. Of two things at one level, neither looks over the other.

>>> from rcw_rules.kernel.geometry.table.positions import point
>>> wood = TerrainPiece(
...     name="North wood",
...     kind="wood",
...     outline=(point(10, 20), point(16, 20), point(16, 26), point(10, 26)),
...     sight="area",
...     cover="hard",
... )
>>> list(wood.inconsistencies())
[]
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated, Literal, Protocol, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.geometry.table.positions import Point
from rcw_rules.kernel.lengths import Inches, inches

Sight: TypeAlias = Literal["open", "area", "blocks"]
"""What terrain does to sight: nothing; hides, but is seen into and out of near its edge; or is solid."""

TerrainName: TypeAlias = Annotated[str, Size(1, 80)]
_Edge: TypeAlias = tuple[Point, Point]
Level: TypeAlias = Annotated[int, Range(0, 99)]
Rise: TypeAlias = Annotated[int, Range(1, 99)]


@frozen(kw_only=True, cache_hash=True)
class TerrainPiece:
    """A piece of terrain with an outline: a hill, a wood, a building, a pond.

    Attributes:
        name: What it is called on this table; no two pieces or lines of a table share a name.
        kind: What it is, in the words of a ruleset: "wood".
        outline: Its corners in order, either way round; the last is joined to the first.
        height: The level of the ground that it makes: what stands on a hill of height 2 stands at level 2. 0 is the
            level of the table, and of a piece that makes no ground of its own.
        top: How many levels it rises above the ground that it stands on, where it hinders sight.
        cover: The cover that it gives, in the words of a ruleset, or "none".
        sight: What it does to sight, its height aside: a bare hill is "open".
        crest: The crest line of a hill, from one end to the other; () where it has none, as gentle rises do.
    """

    name: TerrainName
    kind: TerrainName
    outline: Annotated[tuple[Point, ...], Size(3, 1000)]
    height: Level = 0
    top: Rise = 1
    cover: TerrainName = "none"
    sight: Sight = "open"
    crest: Annotated[tuple[Point, ...], Size(0, 1000)] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what is wrong with the outline and the crest: the outline repeats a corner, or meets itself."""
        yield from _outline_problems(self.outline)
        if self.crest and not self.height:
            yield Problem(".crest", "only a piece with a height has a crest; give it a height of at least 1")
        if len(self.crest) == 1:
            yield Problem(".crest", "a crest line has at least 2 points, got 1")
        yield from _repeated_points(".crest", self.crest)


@frozen(kw_only=True, cache_hash=True)
class TerrainLine:
    """A feature that is a line: a road, a stream, a hedge, a wall, a wire entanglement.

    Attributes:
        name: What it is called on this table; no two pieces or lines of a table share a name.
        kind: What it is, in the words of a ruleset: "hedge".
        points: The points that it runs through, from one end to the other; a closed one ends where it begins.
        width: How wide it is. What moves within half of it from the line, moves along it; crossing is crossing the
            line itself.
        top: How many levels it rises above the ground that it stands on, where it hinders sight.
        cover: The cover that it gives to what is behind it, in the words of a ruleset, or "none".
        sight: What it does to sight: "area" is seen through by those next to it, as a hedge is.
    """

    name: TerrainName
    kind: TerrainName
    points: Annotated[tuple[Point, ...], Size(2, 1000)]
    width: Inches = inches(0)
    top: Rise = 1
    cover: TerrainName = "none"
    sight: Sight = "open"

    @property
    def is_closed(self) -> bool:
        """Whether it ends where it begins."""
        return self.points[0] == self.points[-1]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield where the line stands still or goes back over itself; crossing itself is not a fault of a road."""
        repeated = tuple(_repeated_points(".points", self.points))
        yield from repeated
        if self.is_closed and len(self.points) < 4:
            yield Problem(".points", "it ends where it begins, and a closed line has at least 3 corners")
        elif not repeated:
            yield from _folds((*self.points, self.points[1]) if self.is_closed else self.points)


class HasTerrain(Protocol):
    """Anything with terrain on it: a table. It is hashable, since what is worked out of it is kept."""

    @property
    def terrain(self) -> tuple[TerrainPiece, ...]:
        """The pieces with an outline."""
        ...

    @property
    def lines(self) -> tuple[TerrainLine, ...]:
        """The features that are lines."""
        ...

    @property
    def size(self) -> tuple[Inches, Inches] | None:
        """How far it reaches to the east and to the north; None where it has no end."""
        ...

    def __hash__(self) -> int: ...


def edges_of(outline: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    """Yield the edges of an outline, from each corner to the next and from the last to the first."""
    return pairwise((*outline, outline[0]))


def turn(start: Point, end: Point, other: Point) -> int:
    """Return a positive number where *other* lies left of the way from start to end, a negative one where right."""
    east, north = end.x.thousandths - start.x.thousandths, end.y.thousandths - start.y.thousandths
    return east * (other.y.thousandths - start.y.thousandths) - north * (other.x.thousandths - start.x.thousandths)


def _repeated_points(path: str, points: tuple[Point, ...]) -> Iterator[Problem]:
    for index, (before, after) in enumerate(pairwise(points)):
        if before == after:
            yield Problem(f"{path}[{index + 1}]", f"repeats the point before it, {before}; leave one of them out")


def _folds(points: tuple[Point, ...]) -> Iterator[Problem]:
    """Yield every point at which a line goes back the way that it came."""
    for index, (before, corner, after) in enumerate(zip(points, points[1:], points[2:], strict=False), 1):
        if _folds_back(before, corner, after):
            yield Problem(
                f".points[{index}]",
                f"the line folds back on itself: from {corner} it goes to {after}, over the way from {before}",
            )


def _outline_problems(outline: tuple[Point, ...]) -> Iterator[Problem]:
    """Yield every corner given twice or, where there is none, the first place where the outline meets itself."""
    places: dict[Point, int] = {}
    doubled = False
    for index, corner in enumerate(outline):
        first = places.setdefault(corner, index)
        if first != index:
            doubled = True
            hint = "; the outline closes by itself" if (first, index) == (0, len(outline) - 1) else ""
            yield Problem(f".outline[{index}]", f"repeats the corner {corner} of .outline[{first}]{hint}")
    if doubled:
        return
    edges = tuple(edges_of(outline))
    found = min((pair for pair in _near_each_other(edges) if _edges_meet(edges, *pair)), default=None)
    if found is not None:
        first, second = found
        one, other = edges[first], edges[second]
        yield Problem(
            f".outline[{second}]",
            f"the outline crosses itself: its edge from {other[0]} to {other[1]} meets its edge from {one[0]} to "
            f"{one[1]}; list the corners in the order in which they go round",
        )


def _near_each_other(edges: tuple[_Edge, ...]) -> Iterator[tuple[int, int]]:
    """Yield the numbers of every two edges whose upright rectangles touch, the lower number first.

    Only these can meet. They are swept from west to east, so that few of a long outline are compared.
    """
    boxes: list[tuple[int, int, int, int, int]] = []
    for number, (start, end) in enumerate(edges):
        west, east = sorted((start.x.thousandths, end.x.thousandths))
        south, north = sorted((start.y.thousandths, end.y.thousandths))
        boxes.append((west, east, south, north, number))
    open_ones: list[tuple[int, int, int, int, int]] = []
    for box in sorted(boxes):
        west, _, south, north, number = box
        open_ones = [one for one in open_ones if one[1] >= west]
        for _, _, low, high, other in open_ones:
            if low <= north and south <= high:
                yield (other, number) if other < number else (number, other)
        open_ones.append(box)


def _edges_meet(edges: tuple[_Edge, ...], first: int, second: int) -> bool:
    one, other = edges[first], edges[second]
    if (second - first) % len(edges) in (1, len(edges) - 1):
        # Neighbours share a corner; they meet in more than that where the second goes back over the first.
        return _folds_back(*one, other[1]) if second == first + 1 else _folds_back(*other, one[1])
    return _segments_meet(one, other)


def _folds_back(start: Point, corner: Point, end: Point) -> bool:
    return not turn(start, corner, end) and not (min(start, end) < corner < max(start, end))


def _segments_meet(one: _Edge, other: _Edge) -> bool:
    of_other = turn(*one, other[0]), turn(*one, other[1])
    of_one = turn(*other, one[0]), turn(*other, one[1])
    if not any((*of_other, *of_one)):
        # On one line, where x and then y order the points as the line does.
        return max(min(one), min(other)) <= min(max(one), max(other))
    return not (_same_side(*of_other) or _same_side(*of_one))


def _same_side(first: int, second: int) -> bool:
    return (first > 0 and second > 0) or (first < 0 and second < 0)
