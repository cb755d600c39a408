"""How the hexes of a map are numbered: printed labels, columns and rows, and the coordinates behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.geometry.hexes.axial import Axial

Orientation: TypeAlias = Literal["flat", "pointy"]
"""How the hexes lie: flat, with columns running north and south, or pointy, with rows running west and east."""

Shifted: TypeAlias = Literal["odd", "even"]
"""Which columns of flat hexes stand half a hex further south, or which rows of pointy ones half a hex further east."""


class Numbering(NamedTuple):
    """The labels of a map's whole extent, whether or not it has every hex of it.

    Attributes:
        columns: The number of columns.
        rows: The number of rows.
        orientation: How the hexes lie.
        shifted: Which columns or rows are shifted.
    """

    columns: int
    rows: int
    orientation: Orientation
    shifted: Shifted

    @property
    def column_digits(self) -> int:
        """How many digits of a label are the column."""
        return max(2, len(str(self.columns)))

    @property
    def row_digits(self) -> int:
        """How many digits of a label are the row."""
        return max(2, len(str(self.rows)))

    def label(self, column: int, row: int) -> str:
        """Return the label of a column and a row."""
        return f"{column:0{self.column_digits}}{row:0{self.row_digits}}"

    def numbers(self, label: str) -> tuple[int, int] | None:
        """Return the column and the row of a label, or None where it is not in the extent."""
        digits = self.column_digits
        if not (label.isascii() and label.isdigit() and len(label) == digits + self.row_digits):
            return None
        column, row = int(label[:digits]), int(label[digits:])
        return (column, row) if 1 <= column <= self.columns and 1 <= row <= self.rows else None

    def has(self, label: str) -> bool:
        """Return whether a label is one of the extent."""
        return self.numbers(label) is not None

    def is_shifted(self, line: int) -> bool:
        """Return whether a column of flat hexes, or a row of pointy ones, is shifted."""
        return line % 2 == (self.shifted == "odd")

    def axial(self, column: int, row: int) -> Axial:
        """Return the axial coordinates of a column and a row; the first hex of the first column is (0, 0)."""
        if self.orientation == "flat":
            return column - 1, row - 1 - self._slant(column - 1)
        return column - 1 - self._slant(row - 1), row - 1

    def from_axial(self, q: int, r: int) -> tuple[int, int]:
        """Return the column and the row at axial coordinates, which may lie outside the extent."""
        if self.orientation == "flat":
            return q + 1, r + 1 + self._slant(q)
        return q + 1 + self._slant(r), r + 1

    def _slant(self, line: int) -> int:
        """Return how many hexes the coordinates have slanted away from straight lines, *line* lines from the first."""
        return (line + (1 if self.shifted == "odd" else -1) * (line % 2)) // 2

    def unknown(self, place: object, is_known: Callable[[str], bool]) -> Exception:
        """Return the error for a label that is not known, with known labels that differ from it in one digit.

        Args:
            place: The label.
            is_known: Whether a label is one to suggest.
        """
        if not isinstance(place, str):
            return TypeError(f"a hex is a text such as {self.label(1, 1)!r}, got {place!r}")
        typed = place[: self.column_digits + self.row_digits + 1]
        near = {"0" + typed: 0}
        for index, digit in enumerate(typed):
            before, after = typed[:index], typed[index + 1 :]
            near.setdefault(before + after, 0)
            for other in "0123456789":
                near.setdefault(before + other + after, abs(int(other) - int(digit)) if digit in "0123456789" else 0)
        known = sorted((label for label in near if is_known(label)), key=lambda label: (near[label], label))
        return UnknownNameError("hex", place, (), sorted(known[:3]))
