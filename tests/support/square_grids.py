"""Grids of squares, and slow twins of what is asked of them."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st

from rcw_rules.kernel.geometry.squares import Facing, HalfAngle, Square, SquareGrid

BOARD = SquareGrid(columns=12, rows=10)


FACINGS: tuple[Facing, ...] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


squares = st.tuples(st.integers(0, 11), st.integers(0, 9))


facings = st.sampled_from(FACINGS)


half_angles: st.SearchStrategy[HalfAngle] = st.sampled_from([45, 90])


# --- Slow and obvious twins ---------------------------------------------------------------------------------------

# By column and row, as one counts them off on a board: for even rows, then for odd ones, clockwise from north.
EVEN = {"NE": (0, 1), "E": (1, 0), "SE": (0, -1), "SW": (-1, -1), "W": (-1, 0), "NW": (-1, 1)}


ODD = {"NE": (1, 1), "E": (1, 0), "SE": (1, -1), "SW": (0, -1), "W": (-1, 0), "NW": (0, 1)}


VECTORS = dict(zip(FACINGS, [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)], strict=True))


def around(square: Square) -> dict[str, Square]:
    column, row = square
    steps = ODD if row % 2 else EVEN
    return {way: (column + east, row + north) for way, (east, north) in steps.items()}


def centre(square: Square) -> tuple[int, int]:
    column, row = square
    return 2 * column + (1 if row in range(-99, 99, 2) else 0), 2 * row


def offset(a: Square, b: Square) -> tuple[int, int]:
    return centre(b)[0] - centre(a)[0], centre(b)[1] - centre(a)[1]


def cross(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return a number above 0 where *other* lies counter-clockwise of *one*, within half a turn."""
    return one[0] * other[1] - one[1] * other[0]


def is_between(found: tuple[int, int], left: tuple[int, int], right: tuple[int, int]) -> bool:
    """Return whether a vector lies on or between two that are less than half a turn apart."""
    return cross(right, found) >= 0 and cross(found, left) >= 0 and found != (0, 0)


def turn(facing: Facing, eighths: int) -> tuple[int, int]:
    return VECTORS[FACINGS[(FACINGS.index(facing) + eighths) % 8]]


def slow_in_arc(origin: Square, facing: Facing, target: Square, half_angle: HalfAngle) -> bool:
    found, ahead = offset(origin, target), turn(facing, 0)
    left, right = turn(facing, -half_angle // 45), turn(facing, half_angle // 45)
    return is_between(found, left, ahead) or is_between(found, ahead, right)


# --- Moves --------------------------------------------------------------------------------------------------------


def one(a: Square, b: Square) -> int:
    return 1


# --- Lines of sight -----------------------------------------------------------------------------------------------


def blocking(*blocked: Square) -> Callable[[Square], str | None]:
    def blocks(square: Square) -> str | None:
        assert BOARD.has(square)
        return "wood" if square in blocked else None

    return blocks


def crossing(*blocked: tuple[Square, Square]) -> Callable[[Square, Square], str | None]:
    def blocks(a: Square, b: Square) -> str | None:
        assert BOARD.has(a)
        assert BOARD.has(b)
        return "ridge" if (a, b) in blocked or (b, a) in blocked else None

    return blocks
