"""A ground of hexes, each called by the label printed on the map: distances, lines, arcs, sights and hexsides.

A label is the column and then the row, two digits each or more: "2705" is column 27, row 05. Columns count from the
west and rows from the north, both from 01.

>>> grid = HexGrid(columns=32, rows=20)
>>> grid.neighbours("1113")
('1112', '1212', '1213', '1114', '1013', '1012')
>>> grid.distance("1509", "1411")
3
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple, TypeAlias

from attrs import frozen

from rcw_rules.kernel.errors import Problem, UnknownNameError
from rcw_rules.kernel.fields import Range, validate
from rcw_rules.kernel.geometry import search
from rcw_rules.kernel.geometry.drawable import Drawable
from rcw_rules.kernel.geometry.hexes.axial import (
    ANGLES,
    CLOCKWISE,
    Axial,
    Part,
    compare_angle,
    length,
    minus,
    plus,
    ring_offsets,
    straight_line,
)
from rcw_rules.kernel.geometry.hexes.labels import Numbering, Orientation, Shifted
from rcw_rules.kernel.geometry.map_data import MAP_EDGES, MapEdge, require_distance
from rcw_rules.kernel.geometry.reports import (
    Arc,
    Aspect,
    EdgeCrossing,
    Line,
    Path,
    Reach,
    Side,
    SightReport,
    Stretch,
)
from rcw_rules.kernel.geometry.sight import sight_along

HexDirection: TypeAlias = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
"""A direction from a hex to a neighbour; a grid has six of the eight."""

_DIRECTIONS: dict[Orientation, tuple[HexDirection, ...]] = {
    "flat": ("N", "NE", "SE", "S", "SW", "NW"),
    "pointy": ("NE", "E", "SE", "SW", "W", "NW"),
}


@frozen(kw_only=True, cache_hash=True)
class Hexside:
    """One side of a hex: the same hexside however it was named.

    Ask a grid for one: `HexGrid.hexside`, `HexGrid.hexside_at`, `HexGrid.hexsides`.

    Attributes:
        hex: The hex on one side; of two, the one that comes first in the order of the map.
        direction: Where the hexside lies, seen from that hex.
        beyond: The hex on the other side, or None where there is no hex of the map.
    """

    hex: str
    direction: HexDirection
    beyond: str | None

    @property
    def hexes(self) -> tuple[str, ...]:
        """The one or two hexes that it is a side of."""
        return (self.hex,) if self.beyond is None else (self.hex, self.beyond)


class _Tables(NamedTuple):
    """What a grid looks up, made once for all equal grids.

    Attributes:
        hexes: Every hex, in the order of the map.
        axial: The axial coordinates of each hex.
        around: What lies in each direction from each hex, None for no hex of the map.
        neighbours: The same without the Nones; the same tuple where there are none.
    """

    hexes: tuple[str, ...]
    axial: dict[str, Axial]
    around: dict[str, tuple[str | None, ...]]
    neighbours: dict[str, tuple[str, ...]]


MOST_HEXES = 40_000
"""How many hexes a map may have: its tables take half a kilobyte for each, and are kept."""


@frozen(kw_only=True, cache_hash=True)
class HexGrid(Drawable):
    """The hexes of a map and how they lie.

    In whatever order places are given, it is the order of the map (column by column, from the west, each from the
    north), clockwise from north, or nearest first, as each method says. A map has no more than 40,000 hexes in all.

    Attributes:
        columns: The number of columns.
        rows: The number of rows in a column.
        orientation: "flat": hexsides face N, NE, SE, S, SW and NW. "pointy": NE, E, SE, SW, W and NW.
        shifted: Which columns of flat hexes stand half a hex further south, or which rows of pointy ones stand half a
            hex further east: those with odd or with even numbers.
        missing: The hexes inside that extent which the map does not have.
        only: Where given, the map has these hexes and no others: a small part of a large map.
    """

    columns: Annotated[int, Range(1, 999)]
    rows: Annotated[int, Range(1, 999)]
    orientation: Orientation = "flat"
    shifted: Shifted = "even"
    missing: tuple[str, ...] = ()
    only: tuple[str, ...] = ()

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a problem for too many hexes, for each listed one that is outside or comes twice, and for two lists."""
        if self.columns * self.rows > MOST_HEXES:
            extent = f"{self.columns} columns of {self.rows} hexes"
            yield Problem(".columns", f"{extent} are more than the {MOST_HEXES:,} that a map may have")
            return
        for name, listed in (("missing", self.missing), ("only", self.only)):
            first: dict[str, int] = {}
            for index, place in enumerate(listed):
                if not self._numbering.has(place):
                    yield Problem(f".{name}[{index}]", str(self._numbering.unknown(place, self._numbering.has)))
                elif first.setdefault(place, index) != index:
                    yield Problem(f".{name}[{index}]", f"hex {place!r} is listed twice, first at [{first[place]}]")
        if self.missing and self.only:
            yield Problem(".only", "a map lists the hexes that it misses or the only ones that it has, not both")

    # --- Labels -----------------------------------------------------------------------------------------------------

    @cached_property
    def _tables(self) -> _Tables:
        validate(self)  # not in `_tables_of`: 9.0 columns equal 9, and would be let in by tables made before
        return _tables_of(self)

    @property
    def hexes(self) -> tuple[str, ...]:
        """Every hex of the map, in the order of the map."""
        return self._tables.hexes

    def has(self, place: str) -> bool:
        """Return whether the map has a hex of this label."""
        return place in self._tables.axial

    def require(self, place: str) -> None:
        """Raise unless the map has a hex of this label.

        Raises:
            UnknownNameError: It has not; labels that differ in one digit are suggested.
        """
        if place not in self._tables.axial:
            raise self._unknown(place)

    def require_all(self, places: Iterable[str]) -> frozenset[str]:
        """Return several hexes as a set, or raise unless the map has each of them.

        Raises:
            UnknownNameError: It lacks one; of several, the first in the order of their labels is named.
        """
        given = frozenset(places)
        if not given <= self._tables.axial.keys():
            raise self._unknown(min(given - self._tables.axial.keys(), key=str))
        return given

    def label(self, column: int, row: int) -> str:
        """Return the label of the hex in a column and row.

        Raises:
            UnknownNameError: The map has no such hex.
        """
        place = self._numbering.label(column, row)
        self.require(place)
        return place

    def column(self, place: str) -> int:
        """Return the number of the column of a hex."""
        self.require(place)
        return int(place[: self._numbering.column_digits])

    def row(self, place: str) -> int:
        """Return the number of the row of a hex."""
        self.require(place)
        return int(place[self._numbering.column_digits :])

    def is_half(self, place: str) -> bool:
        """Return whether a straight edge of the map cuts the hex in half; it is a hex like any other all the same.

        The columns that are not shifted begin with half a hex in the north, the shifted ones end with one in the south.
        Of pointy hexes, the rows that are not shifted begin with one in the west, the others end with one in the east.
        """
        column, row = self.column(place), self.row(place)
        line, along, last = (column, row, self.rows) if self.orientation == "flat" else (row, column, self.columns)
        return along == (last if self._numbering.is_shifted(line) else 1)

    def axial(self, place: str) -> tuple[int, int]:
        """Return the axial coordinates of a hex, in which hex 01 of column 01 is (0, 0).

        The first counts columns to the east (flat) or hexes to the east along a row (pointy), the second counts hexes
        to the south (flat) or rows to the south-east (pointy).
        """
        try:
            return self._tables.axial[place]
        except KeyError:
            raise self._unknown(place) from None

    def at_axial(self, q: int, r: int) -> str | None:
        """Return the hex at axial coordinates, or None where the map has none."""
        place = self._numbering.label(*self._numbering.from_axial(q, r))
        return place if place in self._tables.axial else None

    # --- Directions and neighbours ----------------------------------------------------------------------------------

    @property
    def directions(self) -> tuple[HexDirection, ...]:
        """The six directions, clockwise from north."""
        return _DIRECTIONS[self.orientation]

    def turned(self, direction: HexDirection, steps: int) -> HexDirection:
        """Return the direction that lies *steps* hexsides further clockwise, or counter-clockwise where negative.

        >>> HexGrid(columns=9, rows=9).turned("NE", -2)
        'NW'
        """
        return self.directions[(self._index(direction) + steps) % 6]

    def opposite(self, direction: HexDirection) -> HexDirection:
        """Return the opposite direction."""
        return self.turned(direction, 3)

    def are_opposite(self, one: HexDirection, other: HexDirection) -> bool:
        """Return whether two directions, or the hexsides that face them, are opposite."""
        return (self._index(one) - self._index(other)) % 6 == 3

    def are_adjacent(self, one: HexDirection, other: HexDirection) -> bool:
        """Return whether two directions, or the hexsides that face them, are next to each other."""
        return (self._index(one) - self._index(other)) % 6 in (1, 5)

    def neighbour(self, place: str, direction: HexDirection) -> str | None:
        """Return the neighbour in a direction, or None where the map has none."""
        index = self._index(direction)
        self.require(place)
        return self._tables.around[place][index]

    def neighbours(self, place: str) -> tuple[str, ...]:
        """Return the neighbours that a hex has on the map, clockwise from north."""
        try:
            return self._tables.neighbours[place]
        except KeyError:
            raise self._unknown(place) from None

    def direction(self, a: str, b: str) -> HexDirection:
        """Return the direction from a hex to its neighbour *b*.

        Raises:
            ValueError: They are not neighbours.
        """
        offset = minus(self.axial(b), self.axial(a))
        if offset not in CLOCKWISE:
            raise ValueError(f"hexes {a!r} and {b!r} are not neighbours; they are {length(offset)} apart")
        return self.directions[_clockwise(self.orientation).index(offset)]

    def hexside(self, a: str, b: str) -> Hexside:
        """Return the hexside between two neighbours.

        Raises:
            ValueError: They are not neighbours.
        """
        return self.hexside_at(a, self.direction(a, b))

    def hexside_at(self, place: str, direction: HexDirection) -> Hexside:
        """Return the side of a hex that faces a direction."""
        beyond = self.neighbour(place, direction)
        if beyond is not None and beyond < place:  # labels of one length sort in the order of the map
            return Hexside(hex=beyond, direction=self.opposite(direction), beyond=place)
        return Hexside(hex=place, direction=direction, beyond=beyond)

    def hexsides(self, place: str) -> tuple[Hexside, ...]:
        """Return the six sides of a hex, clockwise from north."""
        return tuple(self.hexside_at(place, direction) for direction in self.directions)

    # --- Distances and areas ----------------------------------------------------------------------------------------

    def distance(self, a: str, b: str) -> int:
        """Return how many hexes *b* is from *a*: the steps of the shortest way, whatever hexes the map misses."""
        return length(minus(self.axial(b), self.axial(a)))

    def ring(self, place: str, radius: int) -> tuple[str, ...]:
        """Return every hex of the map at a distance of exactly *radius*, clockwise from north.

        Raises:
            ValueError: The radius is negative or no whole number.
        """
        require_distance(radius)
        q, r = self.axial(place)
        if radius > self.columns + self.rows:
            return ()
        offsets = ring_offsets(radius, has_corner_in_north=self.orientation == "flat")
        found = (self.at_axial(q + offset_q, r + offset_r) for offset_q, offset_r in offsets)
        return tuple(hex_ for hex_ in found if hex_ is not None)

    def within(self, place: str, distance: int) -> tuple[str, ...]:
        """Return every hex of the map at most so far away, itself included: nearest first, then clockwise from north.

        Raises:
            ValueError: The distance is negative or no whole number.
        """
        require_distance(distance)
        farthest = min(distance, self.columns + self.rows)
        return tuple(found for radius in range(farthest + 1) for found in self.ring(place, radius))

    def edge(self, side: MapEdge) -> tuple[str, ...]:
        """Return the hexes of the outermost row or column on a side, from the west or from the north."""
        _require_edge(side)
        if side in ("north", "south"):
            row = 1 if side == "north" else self.rows
            places = (self._numbering.label(column, row) for column in range(1, self.columns + 1))
        else:
            column = 1 if side == "west" else self.columns
            places = (self._numbering.label(column, row) for row in range(1, self.rows + 1))
        return tuple(place for place in places if self.has(place))

    def distance_to_edge(self, place: str, side: MapEdge) -> int:
        """Return how many rows or columns lie between a hex and an edge of the map; 0 on the edge."""
        _require_edge(side)
        column, row = self.column(place), self.row(place)
        return {"north": row - 1, "east": self.columns - column, "south": self.rows - row, "west": column - 1}[side]

    # --- Facing -----------------------------------------------------------------------------------------------------

    def arc(self, place: str, facing: HexDirection, half_angle: int = 60, *, within: int) -> Arc[str]:
        """Return the hexes whose centre lies inside an arc, nearest first, then clockwise from north.

        Args:
            place: The hex that it opens from, which is not in it.
            facing: The direction in its middle.
            half_angle: Degrees to each side of the facing: a multiple of 30 from 0 to 180. The boundary is inside.
            within: The greatest distance.

        Raises:
            ValueError: No such angle, or a negative distance.
        """
        if half_angle not in ANGLES:
            raise ValueError(f"half the angle of an arc is a multiple of 30 from 0 to 180 degrees, got {half_angle}")
        ahead, origin = self._offset(facing), self.axial(place)
        sides = {
            found: compare_angle(minus(self.axial(found), origin), ahead, half_angle)
            for found in self.within(place, within)[1:]
        }
        return Arc(
            origin=place,
            facing=facing,
            half_angle=half_angle,
            places=tuple(found for found, side in sides.items() if side >= 0),
            boundary=tuple(found for found, side in sides.items() if side == 0),
        )

    def aspect(self, target: str, facing: HexDirection, seen_from: str) -> Aspect:
        """Return which side a thing that faces a hexside shows to another hex, measured from centre to centre.

        Front: at most 30 degrees off the facing. Rear: at least 150 degrees off it. Of what lies between, oblique: at
        most 90 degrees; flank: more. The six neighbours see, clockwise from the facing: front, oblique, flank, rear,
        flank, oblique.

        Args:
            target: The hex of the thing.
            facing: The direction that it faces.
            seen_from: The hex of the other.

        Raises:
            ValueError: Both are in one hex.
        """
        offset = minus(self.axial(seen_from), self.axial(target))
        ahead = self._offset(facing)
        if offset == (0, 0):
            raise ValueError(f"a thing in hex {target!r} shows no side to its own hex")
        if compare_angle(offset, ahead, 30) >= 0:
            return "front"
        if compare_angle(offset, ahead, 90) >= 0:
            return "oblique"
        return "flank" if compare_angle(offset, ahead, 150) > 0 else "rear"

    # --- Lines ------------------------------------------------------------------------------------------------------

    def line(self, a: str, b: str) -> Line[str]:
        """Return the straight line from the centre of one hex to the centre of another.

        Where it runs along a hexside, the stretch has a hex on either side, None being no hex of the map. Crossings are
        listed between hexes of the map only.
        """
        q, r = self.axial(a)
        parts = straight_line(minus(self.axial(b), (q, r)))

        def place(offset: Axial) -> str | None:
            return self.at_axial(q + offset[0], r + offset[1])

        stretches: list[Stretch[str]] = []
        for part in parts:
            left = place(part.left)
            right = left if part.left == part.right else place(part.right)
            begins = part.begins
            if left is None and right is None and stretches and not stretches[-1].places:
                begins = stretches.pop().begins  # a line that leaves the map is off it in one stretch
            stretches.append(Stretch(left=left, right=right, begins=begins, ends=part.ends))
        crossings = (
            EdgeCrossing(leaves=leaves, enters=enters, at=part.begins, side=side)
            for before, part in pairwise(parts)
            for side, left, entered in _crossed(before, part)
            if (leaves := place(left)) is not None and (enters := place(entered)) is not None
        )
        return Line(start=a, end=b, stretches=tuple(stretches), crossings=tuple(crossings))

    def line_of_sight(
        self,
        a: str,
        b: str,
        blocks: Callable[[str], str | None],
        edge_blocks: Callable[[str, str], str | None] | None = None,
    ) -> SightReport[str]:
        """Return whether the straight line between two hexes is clear, and everything on it that blocks.

        The two hexes themselves never block, and nothing does that is off the map. A line along a hexside is blocked
        only where both sides are: each by its hex or by a hexside that the line crosses there on that side. The hexside
        that it runs along is not crossed.

        Args:
            a: The hex seen from.
            b: The hex looked at.
            blocks: Returns why a hex blocks, or None.
            edge_blocks: Returns why the hexside between a hex and the next blocks, or None; without it none does.
        """
        return sight_along(self.line(a, b), blocks, edge_blocks, self.has)

    # --- Ways -------------------------------------------------------------------------------------------------------

    def reachable(
        self,
        start: str,
        budget: int | None,
        steps: search.Steps[str] | None = None,
        *,
        closed: Collection[str] = (),
    ) -> Reach[str]:
        """Return every hex that can be reached for at most *budget*, with the cheapest path to each.

        Args:
            start: Where the mover stands, whether or not that is closed.
            budget: The most that may be spent, or None for no limit.
            steps: The steps that lead on from a hex; without it every step costs 1.
            closed: The hexes that may not be entered.
        """
        self.require(start)
        return search.reachable(start, budget, steps or self._plain_steps, closed=self.require_all(closed))

    def path(
        self,
        start: str,
        goal: str,
        steps: search.Steps[str] | None = None,
        *,
        budget: int | None = None,
        closed: Collection[str] = (),
    ) -> Path[str] | None:
        """Return the cheapest path, or None where there is none for at most *budget*.

        Args:
            start: Where the mover stands, whether or not that is closed.
            goal: Where it wants to go; out of reach if closed.
            steps: The steps that lead on from a hex; without it every step costs 1.
            budget: The most that may be spent, or None for no limit.
            closed: The hexes that may not be entered.
        """
        self.require(start)
        self.require(goal)
        closed = self.require_all(closed)
        return search.cheapest_path(start, goal, steps or self._plain_steps, budget=budget, closed=closed)

    def _plain_steps(self, place: str) -> list[tuple[str, int]]:
        return [(onward, 1) for onward in self._tables.neighbours[place]]

    # --- Drawing ----------------------------------------------------------------------------------------------------

    @property
    def extent(self) -> tuple[int, int]:
        """The width and height of a box that holds every hex, in the units of `centre`."""
        along, across = 2 * (self.rows if self.orientation == "flat" else self.columns) + 1, 3
        if self.orientation == "flat":
            return across * self.columns + 1, along
        return along, across * self.rows + 1

    def centre(self, place: str) -> tuple[int, int]:
        """Return the point in the middle of a hex: units to the east and to the south of the north-west corner.

        Of flat hexes, a unit to the east is half a side and a unit to the south is half a side times the square root of
        3. Of pointy hexes it is the other way round.
        """
        column, row = self.column(place), self.row(place)
        if self.orientation == "flat":
            return 3 * column - 1, 2 * row - 1 + self._numbering.is_shifted(column)
        return 2 * column - 1 + self._numbering.is_shifted(row), 3 * row - 1

    def corners(self, place: str) -> tuple[tuple[int, int], ...]:
        """Return the six corners of a hex in the units of `centre`, clockwise.

        The side that faces the first direction goes from the first corner to the second, and so on.
        """
        x, y = self.centre(place)
        if self.orientation == "flat":
            return (x - 1, y - 1), (x + 1, y - 1), (x + 2, y), (x + 1, y + 1), (x - 1, y + 1), (x - 2, y)
        return (x, y - 2), (x + 1, y - 1), (x + 1, y + 1), (x, y + 2), (x - 1, y + 1), (x - 1, y - 1)

    # --- Inside -----------------------------------------------------------------------------------------------------

    @cached_property
    def _numbering(self) -> Numbering:
        return Numbering(self.columns, self.rows, self.orientation, self.shifted)

    def _unknown(self, place: object) -> Exception:
        return self._numbering.unknown(place, self.has)

    def _index(self, direction: HexDirection) -> int:
        if direction not in self.directions:
            raise UnknownNameError("direction", str(direction), self.directions)
        return self.directions.index(direction)

    def _offset(self, direction: HexDirection) -> Axial:
        return _clockwise(self.orientation)[self._index(direction)]


def _clockwise(orientation: Orientation) -> tuple[Axial, ...]:
    """Return the offsets to the neighbours, clockwise from north."""
    return CLOCKWISE if orientation == "flat" else CLOCKWISE[1:] + CLOCKWISE[:1]


def _require_edge(side: MapEdge) -> None:
    if side not in MAP_EDGES:
        raise UnknownNameError("edge of the map", str(side), MAP_EDGES)


def _crossed(before: Part, part: Part) -> Iterator[tuple[Side | None, Axial, Axial]]:
    """Yield the sides crossed between two parts: on which side of the line, from which hex, into which."""
    if before.left == before.right and part.left == part.right:
        yield None, before.left, part.left
    else:
        yield "left", before.left, part.left
        yield "right", before.right, part.right


@lru_cache(maxsize=8)
def _tables_of(grid: HexGrid) -> _Tables:
    """Return the tables of a grid that is right."""
    numbering = Numbering(grid.columns, grid.rows, grid.orientation, grid.shifted)
    shown, hidden = set(grid.only), set(grid.missing)
    axial: dict[str, Axial] = {}
    for column in range(1, grid.columns + 1):
        for row in range(1, grid.rows + 1):
            place = numbering.label(column, row)
            if place not in hidden and (not shown or place in shown):
                axial[place] = numbering.axial(column, row)
    at = {position: place for place, position in axial.items()}
    ways = _clockwise(grid.orientation)
    around: dict[str, tuple[str | None, ...]] = {}
    neighbours: dict[str, tuple[str, ...]] = {}
    for place, position in axial.items():
        beside = tuple(at.get(plus(position, way)) for way in ways)
        found = tuple(other for other in beside if other is not None)
        neighbours[place] = found
        around[place] = found if len(found) == len(beside) else beside  # most hexes need one tuple, not two
    return _Tables(tuple(axial), axial, around, neighbours)
