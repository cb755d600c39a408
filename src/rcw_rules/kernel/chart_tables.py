"""A printed chart as an immutable table, looked up quickly, and its cells, which say where they come from."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from attrs import evolve, field, frozen

from rcw_rules.kernel.chart_axes import Axis, AxisError, Bands, End, Labels, Odds, Place, Value, whole_number
from rcw_rules.kernel.citations import Provenance
from rcw_rules.kernel.errors import ChartError
from rcw_rules.kernel.markup import html_lines
from rcw_rules.kernel.words import in_words

Result: TypeAlias = int | str
"""What a cell says, as printed: a whole number or a code."""

_HEADER = ("id", "title", "rule", "source", "locator", "provenance", "reason", "corner", "shifts")
_SPOKEN = ("name", "row_name", "column_name")

_MOST_REMEMBERED = 20_000
"""A chart remembers at most this many look-ups."""


@frozen(kw_only=True)
class Cell:
    """One cell of a chart, and how it was reached.

    Attributes:
        chart: The id of the chart.
        rule: The id of the rule that the chart belongs to.
        row: The key of the row as printed.
        column: The key of the column as printed, after any shift; "" in a list.
        result: What the cell says.
        provenance: Where the result comes from: printed, reconstructed or illustrative.
        reason: Why this value, where it is not printed.
        is_row_clamped: Whether the row asked for lies beyond the end of the chart, and the end was taken.
        is_column_clamped: The same of the column, before any shift.
        shift_asked: By how many columns to the right (below 0: to the left) the look-up was to be shifted.
        shift: By how many it was shifted before the end of the chart was reached.
    """

    chart: str
    rule: str
    row: str
    column: str
    result: Result
    provenance: Provenance
    reason: str = ""
    is_row_clamped: bool = False
    is_column_clamped: bool = False
    shift_asked: int = 0
    shift: int = 0

    @property
    def is_printed(self) -> bool:
        """Whether the result stands in the source."""
        return self.provenance == "printed"

    def number(self, *, at_least: int | None = None) -> int:
        """Return the result, which has to be a whole number.

        Args:
            at_least: The lowest that makes sense, or None.

        Raises:
            ChartError: If it is a code or a lower number, as in a chart of a user or of house rules.
        """
        if isinstance(self.result, int) and (at_least is None or self.result >= at_least):
            return self.result
        place = f"row {self.row!r}" + (f", column {self.column!r}" if self.column else "")
        expected = "a whole number" if at_least is None else f"a whole number of at least {at_least}"
        raise ChartError(self.chart, f"{place} should be {expected}, not {self.result!r}")

    def replaced(self, result: Result) -> Cell:
        """Return this cell with the result that a referee puts in place of its own."""
        return evolve(
            self, result=result, provenance="illustrative", reason=f"set by the referee in place of {self.result}"
        )


@frozen(kw_only=True, cache_hash=True)
class Chart:
    """A printed table that cannot change. Equal charts have equal headers, axes and cells.

    Attributes:
        id: The id, unique within a ruleset.
        title: The title as printed.
        rule: The id of the rule that the chart belongs to.
        source: The source in which it is printed.
        locator: Where in the source.
        provenance: Where its values come from, unless a cell says otherwise.
        reason: Why these values, where they are not printed.
        corner: What is printed over the row keys, such as "2d6".
        rows: The rows.
        columns: The columns; a list has a single one, the heading over its results.
        shifts: What holds when a shift leads past the first or last column.
        name: What a player calls the chart, such as "combat table"; "" for its id in words.
        row_name: What a player says before the key of a row, such as "roll"; "" for `corner`, and for nothing before a
            label.
        column_name: The same before the key of a column.
        words: What rows, columns and codes mean, such as "defender retreats" for "DR".
    """

    id: str
    title: str
    rule: str
    source: str
    locator: str
    provenance: Provenance
    reason: str = ""
    corner: str = ""
    rows: Axis
    columns: Axis
    shifts: End = "refuse"
    name: str = field(default="", eq=False)
    row_name: str = field(default="", eq=False)
    column_name: str = field(default="", eq=False)
    words: Mapping[str, str] = field(factory=dict[str, str], eq=False, repr=False)
    _cells: tuple[Cell, ...] = field(repr=False, alias="cells")
    _found: dict[tuple[object, ...], Cell] = field(init=False, eq=False, repr=False)

    def _repr_html_(self) -> str:
        return html_lines(self.text().splitlines())

    def __attrs_post_init__(self) -> None:
        columns = ("",) if self.is_list else self.columns.keys
        wanted = [(row, column) for row in self.rows.keys for column in columns]
        if [(cell.row, cell.column) for cell in self._cells] != wanted:
            raise ChartError(self.id, "the cells are not those of the rows and columns, row by row")
        found = {(cell.row, None if self.is_list else cell.column, 0): cell for cell in self._cells}
        object.__setattr__(self, "_found", found)

    @property
    def is_list(self) -> bool:
        """Whether there is a single column of results, so that a look-up names only the row."""
        return len(self.columns.keys) == 1

    @property
    def is_printed(self) -> bool:
        """Whether every cell stands in the source."""
        return all(cell.is_printed for cell in self._cells)

    def cells(self) -> tuple[Cell, ...]:
        """Return every cell in printed order, row by row."""
        return self._cells

    def place_row(self, value: Value) -> Place:
        """Return the number of the row of a value, from 0, and whether the value was clamped.

        Raises:
            ChartError: The value has no row.
        """
        return self._place(self.rows, "row", value)

    def place_column(self, value: Value) -> Place:
        """Return the number of the column of a value, from 0, and whether the value was clamped.

        Raises:
            ChartError: The value has no column.
        """
        return self._place(self.columns, "column", value)

    def look_up(self, row: Value, column: Value | None = None, *, shift: int = 0) -> Cell:
        """Return the cell of a row and a column.

        First the row and the column are placed, each clamped or refused beyond the ends as the chart says, a ratio
        rounded as the chart says. Then the column is shifted; what leads past the first or last column is clamped or
        refused as the chart says. Equal look-ups return one object, for the first 20,000 that differ.

        Args:
            row: A label, a whole number, an exact ratio, or a row key as printed.
            column: The same of the column. None where the chart is a list.
            shift: By how many columns to the right as printed; below 0 to the left.

        Raises:
            ChartError: No such row or column, or a shift past the end of a chart that refuses it.
        """
        try:
            return self._found[row, column, shift]
        except (KeyError, TypeError):
            pass
        # A ratio is remembered by its two numbers, never as a Fraction: that would let an equal float find it.
        key = (_remembered(row), _remembered(column), shift)
        try:
            return self._found[key]
        except (KeyError, TypeError):
            cell = self._find(row, column, shift)
        self._remember(key, cell)
        return cell

    def as_data(self) -> dict[str, Any]:
        """Return the chart as plain data for JSON, with the provenance of every cell."""
        header = {name: getattr(self, name) for name in _HEADER}
        cells = [
            {name: getattr(cell, name) for name in ("row", "column", "result", "provenance", "reason")}
            for cell in self._cells
        ]
        spoken = {name: getattr(self, name) for name in _SPOKEN} | {"words": dict(self.words)}
        axes = {"rows": _axis_data(self.rows), "columns": _axis_data(self.columns)}
        return header | spoken | axes | {"cells": cells}

    def say(self, cell: Cell) -> str:
        """Return a look-up as a player says it: the chart, column, row and result, and what a code means.

        Args:
            cell: A cell of this chart, as `look_up` returned it.
        """
        parts = [self.name or in_words(self.id)]
        if cell.column:
            parts.append(self._said(cell.column, self.columns, self.column_name))
        if cell.shift:
            count, way = abs(cell.shift), "right" if cell.shift > 0 else "left"
            parts.append(f"{count} column{'s' if count > 1 else ''} to the {way}")
        parts.append(self._said(cell.row, self.rows, self.row_name or self.corner))
        return f"{', '.join(parts)}: {self.say_result(cell.result)}"

    def say_result(self, result: Result) -> str:
        """Return what a cell says in words, with its code: ``defender retreats (DR)``."""
        code = str(result)
        means = self.words.get(code) or in_words(code)
        # What the book prints is shown beside its meaning, but not an id of ours.
        return means if means == in_words(code) or "_" in code else f"{means} ({code})"

    def _said(self, key: str, axis: Axis, name: str) -> str:
        if isinstance(axis, Labels):
            return self.words.get(key) or in_words(key)
        return f"{name} {key}" if name else key

    def text(self) -> str:
        """Return the chart as a plain-text table, with a numbered note for every value that is not printed."""
        notes: dict[tuple[str, str], int] = {}
        shown: list[str] = []
        for cell in self._cells:
            mark = ""
            if not cell.is_printed:
                mark = f" [{notes.setdefault((cell.provenance, cell.reason), len(notes) + 1)}]"
            shown.append(f"{cell.result}{mark}")
        width = len(self.columns.keys)
        lines = [[self.corner, *self.columns.keys]]
        lines += [[key, *shown[at * width : (at + 1) * width]] for at, key in enumerate(self.rows.keys)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        table = [
            "  ".join(text.ljust(size) for text, size in zip(line, widths, strict=True)).rstrip() for line in lines
        ]
        told = [
            f"[{number}] {provenance}{f': {reason}' if reason else ''}"
            for (provenance, reason), number in notes.items()
        ]
        return "\n".join([f"{self.title} [{self.rule}]", f"{self.source}, {self.locator}", "", *table, *told])

    def _place(self, axis: Axis, noun: str, value: Value) -> Place:
        try:
            return axis.place(value)
        except AxisError as error:
            raise ChartError(self.id, f"{noun} {error.message}") from None

    def _find(self, row: Value, column: Value | None, shift: int) -> Cell:
        row_at, is_row_clamped = self.place_row(row)
        if column is not None:
            column_at, is_column_clamped = self.place_column(column)
        elif self.is_list:
            column_at, is_column_clamped = 0, False
        else:
            raise ChartError(self.id, f'a look-up must name one of the columns "{self.columns.keys[0]}" and so on')
        try:
            asked = whole_number(shift)
        except AxisError as error:
            raise ChartError(self.id, f"shift {error.message}") from None
        last = len(self.columns.keys) - 1
        shifted = min(max(column_at + asked, 0), last)
        if shifted != column_at + asked and self.shifts == "refuse":
            end = (
                f'last column, "{self.columns.keys[last]}"' if asked > 0 else f'first column, "{self.columns.keys[0]}"'
            )
            raise ChartError(
                self.id, f'a shift of {asked:+} from "{self.columns.keys[column_at]}" leads past the {end}'
            )
        cell = self._cells[row_at * (last + 1) + shifted]
        if is_row_clamped or is_column_clamped or asked:
            reached: tuple[object, ...] = (row_at, column_at, is_row_clamped, is_column_clamped, asked)
            variant = self._found.get(reached)
            if variant is None:
                variant = evolve(
                    cell,
                    is_row_clamped=is_row_clamped,
                    is_column_clamped=is_column_clamped,
                    shift_asked=asked,
                    shift=shifted - column_at,
                )
                self._remember(reached, variant)
            cell = variant
        return cell

    def _remember(self, key: tuple[object, ...], cell: Cell) -> None:
        if len(self._found) < _MOST_REMEMBERED:
            self._found[key] = cell


def axis_kind(axis: Axis) -> str:
    """Return what a chart file calls the kind of an axis: labels, bands or odds."""
    return {Labels: "labels", Bands: "bands", Odds: "odds"}[type(axis)]


def _axis_data(axis: Axis) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": axis_kind(axis), "keys": list(axis.keys)}
    if isinstance(axis, Bands):
        data |= {"covers": axis.covers, "below": axis.below, "above": axis.above}
    elif isinstance(axis, Odds):
        data |= {"round": axis.round, "tie": axis.tie, "below": axis.below, "above": axis.above}
    return data


def _remembered(value: Value | None) -> object:
    return (Fraction, value.numerator, value.denominator) if isinstance(value, Fraction) else value
