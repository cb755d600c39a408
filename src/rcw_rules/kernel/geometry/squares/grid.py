"""A ground of squares in offset rows, like bricks in a wall: distances, facings, arcs, lines, sights and moves.

A square is its column and its row, both from 0, columns counted from the west and rows from the south. Every odd row is
shifted half a square east, so that a square has six neighbours: two in its own row and two in each of the next. All
measuring is done from centre to centre in half squares, whole numbers throughout.

>>> board = SquareGrid(columns=6, rows=10)
>>> board.neighbours((4, 2))
((4, 3), (5, 2), (4, 1), (3, 1), (3, 2), (3, 3))
>>> board.distance((0, 0), (2, 1))
3
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import pairwise
from typing import Annotated, Literal, NamedTuple, TypeAlias, TypeGuard

from attrs import frozen

from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.fields import Range, validate
from rcw_rules.kernel.geometry import search
from rcw_rules.kernel.geometry.drawable import Drawable
from rcw_rules.kernel.geometry.map_data import MAP_EDGES, MapEdge
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
from rcw_rules.kernel.shapes import is_tuple

Square: TypeAlias = tuple[int, int]
"""A square: its column and its row, both from 0."""

SquareDirection: TypeAlias = Literal["NE", "E", "SE", "SW", "W", "NW"]
"""A direction from a square to a neighbour. Each is a facing as well: that of a thing turned along the step."""

Facing: TypeAlias = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
"""Where a thing in a square faces: along the row (E, W), the gap between two squares (N, S), or a corner."""

HalfAngle: TypeAlias = Literal[45, 90]
"""Degrees that an arc opens to each side of the facing."""

Placement: TypeAlias = tuple[Square, Facing]
"""Where a thing stands and faces."""

_STEPS: dict[SquareDirection, tuple[int, int]] = {
    "NE": (1, 2),
    "E": (2, 0),
    "SE": (1, -2),
    "SW": (-1, -2),
    "W": (-2, 0),
    "NW": (-1, 2),
}
_WAYS: dict[tuple[int, int], SquareDirection] = {step: way for way, step in _STEPS.items()}
_FACINGS: dict[Facing, tuple[int, int]] = {
    "N": (0, 1),
    "NE": (1, 1),
    "E": (1, 0),
    "SE": (1, -1),
    "S": (0, -1),
    "SW": (-1, -1),
    "W": (-1, 0),
    "NW": (-1, 1),
}
_CLOCKWISE: tuple[Facing, ...] = tuple(_FACINGS)
_PLACES: dict[Facing, int] = {facing: place for place, facing in enumerate(_CLOCKWISE)}


@frozen(kw_only=True, cache_hash=True)
class SquareGrid(Drawable):
    """A board of squares in offset rows.

    Squares given as arguments must be on the board, and those returned are. A line that runs along the very edge of the
    board has None on the far side.

    Attributes:
        columns: The number of squares in a row.
        rows: The number of rows.

    Raises:
        InvalidRequestError: A board cannot have so many columns or rows.
    """

    columns: Annotated[int, Range(1, 999)]
    rows: Annotated[int, Range(1, 999)]

    def __attrs_post_init__(self) -> None:
        validate(self)

    # --- Squares ----------------------------------------------------------------------------------------------------

    @property
    def squares(self) -> tuple[Square, ...]:
        """Every square of the board, row by row from the south, each from the west."""
        return tuple((column, row) for row in range(self.rows) for column in range(self.columns))

    def has(self, place: object) -> bool:
        """Return whether *place* is a square of the board."""
        return (
            is_tuple(place)
            and len(place) == 2
            and type(place[0]) is int
            and type(place[1]) is int
            and 0 <= place[0] < self.columns
            and 0 <= place[1] < self.rows
        )

    def require(self, place: object) -> None:
        """Raise unless *place* is a square of the board.

        Raises:
            UnknownNameError: It is not; the square with column and row exchanged is suggested, or else the nearest.
        """
        if not self.has(place):
            raise UnknownNameError("square", str(place), (), tuple(map(str, self.suggestions(place))))

    def suggestions(self, place: object) -> tuple[Square, ...]:
        """Return the square of the board that may have been meant by one that is off it; none for what is not a square.

        >>> SquareGrid(columns=6, rows=10).suggestions((9, 2)), SquareGrid(columns=6, rows=10).suggestions((6, 12))
        (((2, 9),), ((5, 9),))
        """
        if not _is_square(place):
            return ()
        column, row = place
        if self._is_on((row, column)):
            return ((row, column),)
        return ((min(max(column, 0), self.columns - 1), min(max(row, 0), self.rows - 1)),)

    # --- Directions, facings and neighbours -------------------------------------------------------------------------

    @property
    def directions(self) -> tuple[SquareDirection, ...]:
        """The six directions of the neighbours, clockwise from north."""
        return tuple(_STEPS)

    @property
    def facings(self) -> tuple[Facing, ...]:
        """The eight facings, clockwise from north."""
        return tuple(_FACINGS)

    @staticmethod
    def turned(facing: Facing, eighths: int) -> Facing:
        """Return the facing after a wheel: so many times 45 degrees clockwise, or counter-clockwise where negative.

        >>> SquareGrid.turned("N", 1), SquareGrid.turned("NE", 4), SquareGrid.turned("E", -2)
        ('NE', 'SW', 'N')
        """
        return _CLOCKWISE[(_facing_index(facing) + eighths) % 8]

    @staticmethod
    def eighths_between(facing: Facing, to: Facing) -> int:
        """Return the shortest wheel from one facing to another: from -3 to 4 times 45 degrees, clockwise positive.

        >>> SquareGrid.eighths_between("N", "NW"), SquareGrid.eighths_between("NE", "SW")
        (-1, 4)
        """
        return (_facing_index(to) - _facing_index(facing) + 3) % 8 - 3

    @staticmethod
    def faced_directions(facing: Facing, half_angle: HalfAngle = 45) -> tuple[SquareDirection, ...]:
        """Return the directions of the neighbours that lie inside an arc, clockwise from north.

        >>> SquareGrid.faced_directions("NE"), SquareGrid.faced_directions("N", 90)
        (('NE', 'E'), ('NE', 'E', 'W', 'NW'))
        """
        return _faced(facing, half_angle)

    def neighbour(self, square: Square, direction: SquareDirection) -> Square | None:
        """Return the neighbour in a direction, or None where the board ends."""
        self.require(square)
        found = _beside(square, _step(direction))
        return found if self._is_on(found) else None

    def neighbours(self, square: Square) -> tuple[Square, ...]:
        """Return the neighbours that a square has on the board, clockwise from north."""
        self.require(square)
        return _around(self.columns, self.rows, square)

    def direction(self, a: Square, b: Square) -> SquareDirection:
        """Return the direction from a square to its neighbour *b*.

        Raises:
            ValueError: They are not neighbours.
        """
        found = _WAYS.get(self._offset(a, b))
        if found is None:
            raise ValueError(f"squares {a} and {b} are not neighbours; they are {self.distance(a, b)} apart")
        return found

    # --- Distances and areas ----------------------------------------------------------------------------------------

    def distance(self, a: Square, b: Square) -> int:
        """Return how many squares *b* is from *a*: the steps of the shortest way, so that a neighbour is at 1."""
        east, north = self._offset(a, b)
        rows = abs(north) // 2
        # Every step to another row brings half a square of the way east or west with it.
        return rows + max(0, abs(east) - rows) // 2

    def ring(self, square: Square, radius: int) -> tuple[Square, ...]:
        """Return every square of the board at a distance of exactly *radius*, clockwise from north.

        Raises:
            ValueError: The radius is negative.
        """
        self.require(square)
        if radius < 0:
            raise ValueError(f"a distance is at least 0, got {radius}")
        if radius > self.columns + self.rows:
            return ()
        if radius == 0:
            return (square,)
        # The ring is walked along its six sides, beginning where its northern side crosses the north, or just east.
        half = radius // 2
        walk: tuple[tuple[SquareDirection, int], ...] = (
            ("E", half),
            *((way, radius) for way in ("SE", "SW", "W", "NW", "NE")),
            ("E", radius - half),
        )
        east, north = radius % 2, 2 * radius
        found: list[Square] = []
        for way, steps in walk:
            for _ in range(steps):
                found.append(_beside(square, (east, north)))
                east, north = east + _STEPS[way][0], north + _STEPS[way][1]
        return tuple(place for place in found if self._is_on(place))

    def within(self, square: Square, distance: int) -> tuple[Square, ...]:
        """Return every square of the board at most so far away, itself included: nearest first, each ring as `ring`.

        Raises:
            ValueError: The distance is negative.
        """
        if distance < 0:
            raise ValueError(f"a distance is at least 0, got {distance}")
        farthest = min(distance, self.columns + self.rows)
        return tuple(found for radius in range(farthest + 1) for found in self.ring(square, radius))

    def edge(self, side: MapEdge) -> tuple[Square, ...]:
        """Return the squares of the outermost row or column on a side, from the west or from the south."""
        _require_edge(side)
        if side in ("north", "south"):
            row = 0 if side == "south" else self.rows - 1
            return tuple((column, row) for column in range(self.columns))
        column = 0 if side == "west" else self.columns - 1
        return tuple((column, row) for row in range(self.rows))

    def distance_to_edge(self, square: Square, side: MapEdge) -> int:
        """Return how many squares a square is from the nearest one of an edge of the board; 0 on the edge."""
        _require_edge(side)
        self.require(square)
        column, row = square
        return {"north": self.rows - 1 - row, "east": self.columns - 1 - column, "south": row, "west": column}[side]

    # --- Facing -----------------------------------------------------------------------------------------------------

    def in_arc(self, origin: Square, facing: Facing, target: Square, half_angle: HalfAngle = 45) -> bool:
        """Return whether the centre of *target* lies inside an arc, its boundary included; the origin never does.

        Args:
            origin: The square that the arc opens from.
            facing: The facing in its middle.
            target: The square in question.
            half_angle: Degrees to each side of the facing.

        Raises:
            ValueError: No such angle.
        """
        inwards = _inwards(self._offset(origin, target), facing, half_angle)
        return origin != target and inwards >= 0

    def arc(self, origin: Square, facing: Facing, half_angle: HalfAngle = 45, *, within: int) -> Arc[Square]:
        """Return the squares whose centre lies inside an arc, nearest first, then clockwise from north.

        Args:
            origin: The square that it opens from, which is not in it.
            facing: The facing in its middle.
            half_angle: Degrees to each side of the facing. The boundary is inside.
            within: The greatest distance.

        Raises:
            ValueError: No such angle, or a negative distance.
        """
        inwards = {
            found: _inwards(self._offset(origin, found), facing, half_angle) for found in self.within(origin, within)
        }
        del inwards[origin]
        return Arc(
            origin=origin,
            facing=facing,
            half_angle=half_angle,
            places=tuple(found for found, inside in inwards.items() if inside >= 0),
            boundary=tuple(found for found, inside in inwards.items() if inside == 0),
        )

    def faced(self, origin: Square, facing: Facing, half_angle: HalfAngle = 45) -> tuple[Square, ...]:
        """Return the neighbours on the board that lie inside an arc, clockwise from north."""
        ways = (self.neighbour(origin, way) for way in self.faced_directions(facing, half_angle))
        return tuple(found for found in ways if found is not None)

    def aspect(self, target: Square, facing: Facing, seen_from: Square) -> Aspect:
        """Return which side a thing shows to another square, measured from centre to centre at any distance.

        Flank: more than 45 and less than 135 degrees off the facing. Rear: 135 degrees or more. Of what lies in front,
        front: at most as far off as the two squares beyond a gap are from the thing that faces the gap, a slope of one
        in two, about 26.6 degrees; oblique: farther off, up to and including 45 degrees.

        Args:
            target: The square of the thing.
            facing: Where it faces.
            seen_from: The square of the other.

        Raises:
            ValueError: Both are in one square.
        """
        if target == seen_from:
            raise ValueError(f"a thing in square {target} shows no side to its own square")
        ahead, aside = _ahead_and_aside(self._offset(target, seen_from), facing)
        if aside > abs(ahead):
            return "flank"
        if ahead < 0:
            return "rear"
        return "front" if 2 * aside <= ahead else "oblique"

    # --- Lines ------------------------------------------------------------------------------------------------------

    def line(self, a: Square, b: Square) -> Line[Square]:
        """Return the straight line from the centre of one square to the centre of another.

        Due north or south it runs, in every other row, along the edge between two squares: such a stretch has one on
        either side, None being no square of the board. Where it goes through a corner, it passes from one of the three
        squares there into another and does not enter the third. Crossings are listed between squares of the board only.
        """
        east, north = self._offset(a, b)
        pieces, parts = tuple(_pieces(east, north)), _parts(east, north)
        begins = [Fraction(piece.begins, parts) for piece in pieces]

        def place(offset: tuple[int, int]) -> Square | None:
            found = _beside(a, offset)
            return found if self._is_on(found) else None

        stretches = tuple(
            Stretch(left=place(piece.left), right=place(piece.right), begins=begin, ends=end)
            for piece, begin, end in zip(pieces, begins, [*begins[1:], Fraction(1)], strict=True)
        )
        crossings = tuple(
            EdgeCrossing(leaves=leaves, enters=enters, at=at, side=side)
            for (before, after), at in zip(pairwise(pieces), begins[1:], strict=True)
            for side, left, entered in _crossed(before, after)
            if (leaves := place(left)) is not None and (enters := place(entered)) is not None
        )
        return Line(start=a, end=b, stretches=stretches, crossings=crossings)

    def line_of_sight(
        self,
        a: Square,
        b: Square,
        blocks: Callable[[Square], str | None],
        edge_blocks: Callable[[Square, Square], str | None] | None = None,
    ) -> SightReport[Square]:
        """Return whether the straight line between two squares is clear, and everything on it that blocks.

        The two squares themselves never block, and nothing does that is off the board. A line along an edge is blocked
        only where both sides are: each by its square or by an edge that the line crosses there on that side. The edge
        that it runs along is not crossed.

        Args:
            a: The square seen from.
            b: The square looked at.
            blocks: Returns why a square blocks, or None.
            edge_blocks: Returns why the edge between a square and the next blocks, or None; without it none does.
        """
        return sight_along(self.line(a, b), blocks, edge_blocks, self._is_on)

    # --- Ways -------------------------------------------------------------------------------------------------------

    def plain_steps(self, closed: Collection[Square] = ()) -> search.Steps[Square]:
        """Return the steps to every neighbour that is not *closed*, whatever the facing, each at a cost of 1."""
        return lambda square: [(onward, 1) for onward in self.neighbours(square) if onward not in closed]

    def reachable(self, start: Square, budget: int | None, steps: search.Steps[Square] | None = None) -> Reach[Square]:
        """Return every square that can be reached for at most *budget*, with the cheapest path to each.

        For movers whose facing matters, give placements and `moves` to `search.reachable`.

        Args:
            start: Where the mover stands.
            budget: The most that may be spent, or None for no limit.
            steps: The steps that lead on from a square; without it every step costs 1.
        """
        self.require(start)
        return search.reachable(start, budget, steps or self.plain_steps())

    def path(
        self, start: Square, goal: Square, steps: search.Steps[Square] | None = None, *, budget: int | None = None
    ) -> Path[Square] | None:
        """Return the cheapest path, or None where there is none for at most *budget*.

        Args:
            start: Where the mover stands.
            goal: Where it wants to go.
            steps: The steps that lead on from a square; without it every step costs 1.
            budget: The most that may be spent, or None for no limit.
        """
        self.require(start)
        self.require(goal)
        return search.cheapest_path(start, goal, steps or self.plain_steps(), budget=budget)

    def moves(
        self,
        placement: Placement,
        cost: Callable[[Square, Square], int | None],
        *,
        half_angle: HalfAngle = 45,
        wheels: tuple[int, ...] = (0,),
        wheels_in_place: tuple[tuple[int, int], ...] = (),
    ) -> tuple[tuple[Placement, int], ...]:
        """Return every step into a faced neighbour, with each wheel allowed there, and then every wheel in place.

        A step does not change the facing by itself. Steps come clockwise from north, wheels in the order given.

        >>> board = SquareGrid(columns=6, rows=10)
        >>> board.moves(((0, 0), "E"), lambda a, b: 1, wheels=(0, -1), wheels_in_place=((4, 2),))
        ((((1, 0), 'E'), 1), (((1, 0), 'NE'), 1), (((0, 0), 'W'), 2))

        Args:
            placement: Where the mover stands and faces.
            cost: Returns what the step from a square to its neighbour costs, or None where it may not go there.
            half_angle: How far from straight ahead a neighbour may lie, in degrees.
            wheels: The wheels that it may make after a step at no further cost, as for `turned`; 0 is to keep the
                facing.
            wheels_in_place: The wheels that it may make instead of a step, each with its cost.
        """
        square, facing = placement
        found: list[tuple[Placement, int]] = []
        for onward in self.faced(square, facing, half_angle):
            spent = cost(square, onward)
            if spent is not None:
                found.extend(((onward, self.turned(facing, wheel)), spent) for wheel in wheels)
        found.extend(((square, self.turned(facing, wheel)), spent) for wheel, spent in wheels_in_place)
        return tuple(found)

    # --- Drawing ----------------------------------------------------------------------------------------------------

    @property
    def extent(self) -> tuple[int, int]:
        """The width and height in half squares of a box that holds the board; its south-west corner is (-1, -1)."""
        return 2 * self.columns + (self.rows > 1), 2 * self.rows

    def centre(self, square: Square) -> tuple[int, int]:
        """Return the centre of a square in half squares to the east and to the north of the centre of (0, 0)."""
        self.require(square)
        return _centre(square)

    def corners(self, square: Square) -> tuple[tuple[int, int], ...]:
        """Return the four corners of a square in the units of `centre`: NE, SE, SW, NW."""
        x, y = self.centre(square)
        return (x + 1, y + 1), (x + 1, y - 1), (x - 1, y - 1), (x - 1, y + 1)

    # --- Inside -----------------------------------------------------------------------------------------------------

    def _is_on(self, square: Square) -> bool:
        column, row = square
        return 0 <= column < self.columns and 0 <= row < self.rows

    def _offset(self, a: Square, b: Square) -> tuple[int, int]:
        """Return how far the centre of *b* is east and north of that of *a*, in half squares."""
        if not (self.has(a) and self.has(b)):
            self.require(a)  # which says what is wrong
            self.require(b)
        (column, row), (to_column, to_row) = a, b
        return 2 * (to_column - column) + to_row % 2 - row % 2, 2 * (to_row - row)


def _is_square(place: object) -> TypeGuard[Square]:
    return is_tuple(place) and len(place) == 2 and type(place[0]) is int and type(place[1]) is int


def _centre(square: Square) -> tuple[int, int]:
    column, row = square
    return 2 * column + row % 2, 2 * row


def _beside(square: Square, offset: tuple[int, int]) -> Square:
    """Return the square whose centre lies at an offset in half squares from that of another, on the board or not."""
    x, y = _centre(square)
    row = (y + offset[1]) // 2
    return (x + offset[0] - row % 2) // 2, row


def _step(direction: SquareDirection) -> tuple[int, int]:
    if direction not in _STEPS:
        raise UnknownNameError("direction", str(direction), _STEPS)
    return _STEPS[direction]


def _facing_index(facing: Facing) -> int:
    _require_facing(facing)
    return _PLACES[facing]


def _require_facing(facing: Facing) -> None:
    if facing not in _FACINGS:
        raise UnknownNameError("facing", str(facing), _FACINGS)


def _require_edge(side: MapEdge) -> None:
    if side not in MAP_EDGES:
        raise UnknownNameError("edge of the board", str(side), MAP_EDGES)


def _ahead_and_aside(offset: tuple[int, int], facing: Facing) -> tuple[int, int]:
    """Return how far an offset lies ahead of a facing, and how far to whichever side, both in one unit."""
    _require_facing(facing)
    (east, north), (facing_east, facing_north) = offset, _FACINGS[facing]
    return facing_east * east + facing_north * north, abs(facing_east * north - facing_north * east)


@cache
def _faced(facing: Facing, half_angle: HalfAngle) -> tuple[SquareDirection, ...]:
    return tuple(way for way, step in _STEPS.items() if _inwards(step, facing, half_angle) >= 0)


@lru_cache(maxsize=4096)
def _around(columns: int, rows: int, square: Square) -> tuple[Square, ...]:
    """Return the neighbours of a square on a board of so many columns and rows, clockwise from north."""
    beside = (_beside(square, step) for step in _STEPS.values())
    return tuple((column, row) for column, row in beside if 0 <= column < columns and 0 <= row < rows)


def _inwards(offset: tuple[int, int], facing: Facing, half_angle: HalfAngle) -> int:
    """Return a number that is positive inside an arc, 0 on its boundary, negative outside."""
    ahead, aside = _ahead_and_aside(offset, facing)
    if half_angle not in (45, 90):
        raise ValueError(f"half the angle of an arc is 45 or 90 degrees, got {half_angle}")
    return ahead - aside if half_angle == 45 else ahead


class _Piece(NamedTuple):
    """A part of a line, by the offsets of the centres on its left and its right, which differ along an edge."""

    begins: int
    left: tuple[int, int]
    right: tuple[int, int]


def _pieces(east: int, north: int) -> Iterator[_Piece]:
    """Yield what a line to an offset in half squares passes through, counted in ``_parts(east, north)`` parts.

    In that many parts the line meets every row and every edge after a whole number of them.
    """
    to_east, to_north = (-1 if east < 0 else 1), (-1 if north < 0 else 1)
    # Worked out as if the line went north-east. It is `along` half squares further east after `along * high` parts.
    wide, high = max(abs(east), 1), max(abs(north), 1)
    for row in range(abs(north) // 2 + 1):
        begins, ends = max(0, (2 * row - 1) * wide), min(wide * high, (2 * row + 1) * wide)
        up, shift = 2 * row * to_north, row % 2
        if east == 0:
            yield _Piece(begins, (-shift * to_north, up), (shift * to_north, up))
            continue
        # The centre of the square that the row is entered in: at the corner of two, the one further on.
        along = shift + (begins // high + 1 - shift) // 2 * 2
        while begins < ends:
            yield _Piece(begins, (along * to_east, up), (along * to_east, up))
            begins = (along + 1) * high
            along += 2


def _parts(east: int, north: int) -> int:
    return max(abs(east), 1) * max(abs(north), 1)


def _crossed(before: _Piece, after: _Piece) -> Iterator[tuple[Side | None, tuple[int, int], tuple[int, int]]]:
    """Yield the edges crossed between two pieces: on which side of the line, from which square, into which."""
    if before.left == before.right and after.left == after.right:
        yield None, before.left, after.left
    else:
        yield "left", before.left, after.left
        yield "right", before.right, after.right
