"""Terrain: the words that a map uses, and what counts as cover, height and closed ground."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.geometry.squares import Square, SquareDirection, SquareGrid, SquareMap

WOOD = "wood"
STONE_BUILDING = "stone_building"
WOODEN_BUILDING = "wooden_building"
BUILDINGS: tuple[str, ...] = (STONE_BUILDING, WOODEN_BUILDING)
TERRAINS: tuple[str, ...] = ("open", WOOD, *BUILDINGS)

HEDGE = "hedge"
SLOPE = "slope"
CREST = "crest"
WIRE = "wire"
TRENCH = "trench"
FEATURES: tuple[str, ...] = (HEDGE, SLOPE, CREST, WIRE, TRENCH)

STREAM = "stream"
RIVER = "river"
BRIDGE = "bridge"
FORD = "ford"
FERRY = "ferry"
RIDGE = "ridge"
EDGES: tuple[str, ...] = (STREAM, RIVER, BRIDGE, FORD, FERRY, RIDGE)

Level: TypeAlias = Literal[0, 1, 2]
"""How high a square lies: 2 on a crest, 1 on a slope, else 0."""


def wrong_words(board: SquareMap, path: str = ".board") -> Iterator[Problem]:
    """Yield a problem for every word of a map that the rules do not know, and for contradictions.

    A square is open, wood, or stone or wooden building, all over; hedge, slope, crest, wire and trench are held beside
    that; streams, rivers with their bridges, fords and ferries lie between two squares, ridges between two slopes.

    Rules: area-terrain-whole-squares, terrain-hills, terrain-ridges.
    """
    lists = (
        ("a square is", TERRAINS, [("default_terrain", board.default_terrain)]),
        (
            "a square is",
            TERRAINS,
            [(f"terrain[{number}].kind", area.kind) for number, area in enumerate(board.terrain)],
        ),
        (
            "a square holds",
            FEATURES,
            [(f"features[{number}].kind", on.kind) for number, on in enumerate(board.features)],
        ),
        ("an edge has", EDGES, [(f"edges[{number}].kind", on.kind) for number, on in enumerate(board.edges)]),
    )
    for subject, words, found in lists:
        for field, word in found:
            if word not in words:
                message = f"{subject} {', '.join(words[:-1])} or {words[-1]}, not {word!r}"
                yield Problem(f"{path}.{field}", message, "area-terrain-whole-squares")
    for square in board.squares_with(CREST):
        if SLOPE in board.features_at(square):
            yield Problem(f"{path}.features", f"square {square} cannot be both slope and crest", "terrain-hills")
    for number, on in enumerate(board.edges):
        for one, other in on.between if on.kind == RIDGE else ():
            if not level(board, one) == level(board, other) == 1:
                message = f"a ridge runs between two slopes; {one} and {other} are not both slopes"
                yield Problem(f"{path}.edges[{number}].between", message, "terrain-ridges")


class SquareGround(NamedTuple):
    """A square of a map.

    Attributes:
        terrain: What it is, all over.
        features: What it holds beside that.
        level: How high it lies.
        is_obstacle: Whether it is one off its roads: wood, building, hedge or hill (terrain-obstacles, move-closed).
        ways: The steps from it into its neighbours on the board, clockwise from north.
    """

    terrain: str
    features: tuple[str, ...]
    level: Level
    is_obstacle: bool
    ways: tuple[tuple[SquareDirection, Square], ...]


class Between(NamedTuple):
    """What lies between two squares that are neighbours.

    Attributes:
        direction: The step from the first into the second.
        features: What is on the edge.
        has_road: Whether a road joins them.
    """

    direction: SquareDirection
    features: tuple[str, ...]
    has_road: bool


class _Grounds(dict[Square, SquareGround]):
    """The squares of a map, each worked out when it is first asked for."""

    def __init__(self, board: SquareMap) -> None:
        super().__init__()
        self.board = board

    def __missing__(self, square: Square) -> SquareGround:
        board, grid = self.board, self.board.grid
        terrain, features = board.terrain_at(square), board.features_at(square)
        height: Level = 2 if CREST in features else 1 if SLOPE in features else 0
        ways: list[tuple[SquareDirection, Square]] = []
        for way in grid.directions:
            to = grid.neighbour(square, way)
            if to is not None:
                ways.append((way, to))
        found = self[square] = SquareGround(
            terrain=terrain,
            features=features,
            level=height,
            is_obstacle=terrain != "open" or HEDGE in features or height > 0,
            ways=tuple(ways),
        )
        return found


class _Edges(dict[tuple[Square, Square], Between]):
    """What lies between the squares of a map, worked out when it is first asked for."""

    def __init__(self, board: SquareMap) -> None:
        super().__init__()
        self.board = board

    def __missing__(self, pair: tuple[Square, Square]) -> Between:
        board = self.board
        found = self[pair] = Between(
            board.grid.direction(*pair), board.features_between(*pair), has_road=board.has_road(*pair)
        )
        return found


class _Ranges(dict[Square, dict[Square, int]]):
    """How far squares of a map are from each other, worked out when it is first asked for."""

    def __init__(self, board: SquareMap) -> None:
        super().__init__()
        self.grid = board.grid

    def __missing__(self, square: Square) -> dict[Square, int]:
        found = self[square] = _RangesFrom(self.grid, square)
        return found


class _RangesFrom(dict[Square, int]):
    """How far the squares of a board are from one of them."""

    def __init__(self, grid: SquareGrid, square: Square) -> None:
        super().__init__()
        self.grid = grid
        self.square = square

    def __missing__(self, other: Square) -> int:
        found = self[other] = self.grid.distance(self.square, other)
        return found


def ranges_from(board: SquareMap, square: Square) -> dict[Square, int]:
    """Return how far any square of a map is from one of them.

    Rules: geo-range.
    """
    return board.worked_out(_Ranges)[square]


def ground_at(board: SquareMap, square: Square) -> SquareGround:
    """Return what a square of a map is like.

    Rules: fire-4-los, terrain-ridges, terrain-obstacles, move-closed.
    """
    return board.worked_out(_Grounds)[square]


def between(board: SquareMap, one: Square, other: Square) -> Between:
    """Return what lies between two neighbours."""
    return board.worked_out(_Edges)[one, other]


def level(board: SquareMap, square: Square) -> Level:
    """Return how high a square lies.

    Rules: fire-4-los, terrain-ridges.
    """
    return ground_at(board, square).level


def is_hill(board: SquareMap, square: Square) -> bool:
    """Return whether a square is part of a hill."""
    return level(board, square) > 0


def is_wood(board: SquareMap, square: Square) -> bool:
    """Return whether a square is wooded."""
    return ground_at(board, square).terrain == WOOD


def is_building(board: SquareMap, square: Square) -> bool:
    """Return whether a square is built up."""
    return ground_at(board, square).terrain in BUILDINGS


def is_obstacle(board: SquareMap, square: Square) -> bool:
    """Return whether a square off its roads is an obstacle: wood, building, hedge or hill.

    Rules: terrain-obstacles, move-closed.
    """
    return ground_at(board, square).is_obstacle


def has_wire(board: SquareMap, square: Square) -> bool:
    """Return whether a square had barbed wire before the game; `Field.has_wire` knows what was cut since."""
    return WIRE in ground_at(board, square).features
