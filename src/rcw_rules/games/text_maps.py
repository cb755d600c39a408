"""Tables as text: a character for every two inches, for more on a table that is larger than any hall."""

from __future__ import annotations

from collections.abc import Iterator

from rcw_rules.kernel.geometry.table import Point, Table
from rcw_rules.kernel.lengths import Inches

__all__ = ["MOST_CHARACTERS", "CharacterMap"]

MOST_CHARACTERS = 100
"""So many characters a map has at most on each side."""

_LEAST_INCHES = 2
_OPEN = "."


class CharacterMap:
    """The characters of a table, the north on top, with the inches at the left and below.

    Args:
        table: The table. One of up to 200 inches has a character for every two inches.
    """

    def __init__(self, table: Table) -> None:
        most = max(length.thousandths for length in table.size)
        self._inches = max(_LEAST_INCHES, -(-most // (MOST_CHARACTERS * 1000)))
        self._width, self._depth = (max(1, length.thousandths // (self._inches * 1000)) for length in table.size)
        self._rows = [[_OPEN] * self._width for _ in range(self._depth)]

    def spots(self) -> Iterator[Point]:
        """Yield the middle of what each character stands for."""
        half = self._inches * 500
        for row in range(self._depth):
            for column in range(self._width):
                yield Point(x=Inches(thousandths=(2 * column + 1) * half), y=Inches(thousandths=(2 * row + 1) * half))

    def is_open(self, at: Point) -> bool:
        """Return whether nothing is marked at a place on the map."""
        column, row = self._place(at)
        return self._rows[row][column] == _OPEN

    def mark(self, at: Point, character: str) -> None:
        """Put a character where a place is; what is not on the map is left out."""
        column, row = self._place(at)
        if 0 <= column < self._width and 0 <= row < self._depth:
            self._rows[row][column] = character

    def _place(self, at: Point) -> tuple[int, int]:
        step = self._inches * 1000
        return at.x.thousandths // step, at.y.thousandths // step

    def lines(self) -> list[str]:
        """Return the map, a line for each row and one for the inches below."""
        inches = self._inches
        wide = max(3, len(str(inches * self._depth)))
        step = 5 if len(str(inches * self._width)) < 5 else 10  # so that two numbers keep apart
        lines = [f"{inches * row:>{wide}} {''.join(self._rows[row])}" for row in reversed(range(self._depth))]
        below = "".join(f"{inches * column:<{step}}" for column in range(0, self._width, step)).rstrip()
        return [*lines, f"{' ' * wide} {below}"]
