"""Grids of hexes, and slow twins of what is asked of them."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from attrs import evolve
from hypothesis import assume
from hypothesis import strategies as st

from rcw_rules.kernel.geometry.hexes import HexGrid

Orientation = Literal["flat", "pointy"]


Shifted = Literal["odd", "even"]


KINDS: tuple[tuple[Orientation, Shifted], ...] = (
    ("flat", "even"),
    ("flat", "odd"),
    ("pointy", "even"),
    ("pointy", "odd"),
)


BOARD = HexGrid(columns=32, rows=20)


LARGE = {
    (orientation, shifted): HexGrid(columns=25, rows=25, orientation=orientation, shifted=shifted)
    for orientation, shifted in KINDS
}


SMALL = {kind: evolve(grid, columns=9, rows=8) for kind, grid in LARGE.items()}


kinds = st.sampled_from(KINDS)


every_small_grid = kinds.map(SMALL.__getitem__)


@st.composite
def grids(draw: st.DrawFn) -> HexGrid:
    orientation, shifted = draw(kinds)
    whole = HexGrid(columns=draw(st.integers(1, 7)), rows=draw(st.integers(1, 7)))
    missing = draw(st.lists(st.sampled_from(whole.hexes), unique=True, max_size=8))
    assume(len(missing) < len(whole.hexes))
    return evolve(whole, orientation=orientation, shifted=shifted, missing=tuple(missing))


def middle(grid: HexGrid, label: str) -> tuple[int, int]:
    column, row = int(label[:2]), int(label[2:])
    parity = 1 if grid.shifted == "odd" else 0
    if grid.orientation == "flat":
        return 3 * column, 2 * row + (column % 2 == parity)
    return 2 * column + (row % 2 == parity), 3 * row


def squared(grid: HexGrid, x: Fraction | int, y: Fraction | int) -> Fraction | int:
    return x * x + 3 * y * y if grid.orientation == "flat" else 3 * x * x + y * y


def apart(grid: HexGrid, a: str, b: str) -> Fraction | int:
    (ax, ay), (bx, by) = middle(grid, a), middle(grid, b)
    return squared(grid, ax - bx, ay - by)


@st.composite
def lines(draw: st.DrawFn) -> tuple[HexGrid, str, str]:
    grid = draw(every_small_grid)
    a, b = draw(st.sampled_from(grid.hexes)), draw(st.sampled_from(grid.hexes))
    return grid, a, b
