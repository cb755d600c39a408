"""Terrain: the words that a map uses, and what counts as cover, height and closed ground."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.geometry.squares import Square, SquareMap

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


def level(board: SquareMap, square: Square) -> Level:
    """Return how high a square lies.

    Rules: fire-4-los, terrain-ridges.
    """
    features = board.features_at(square)
    return 2 if CREST in features else 1 if SLOPE in features else 0


def is_hill(board: SquareMap, square: Square) -> bool:
    """Return whether a square is part of a hill."""
    return level(board, square) > 0


def is_wood(board: SquareMap, square: Square) -> bool:
    """Return whether a square is wooded."""
    return board.terrain_at(square) == WOOD


def is_building(board: SquareMap, square: Square) -> bool:
    """Return whether a square is built up."""
    return board.terrain_at(square) in BUILDINGS


def is_obstacle(board: SquareMap, square: Square) -> bool:
    """Return whether a square off its roads is an obstacle: wood, building, hedge or hill.

    Rules: terrain-obstacles, move-closed.
    """
    return board.terrain_at(square) != "open" or HEDGE in board.features_at(square) or is_hill(board, square)


def has_wire(board: SquareMap, square: Square) -> bool:
    """Return whether a square had barbed wire before the game; `Field.has_wire` knows what was cut since."""
    return WIRE in board.features_at(square)
