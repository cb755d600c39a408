"""Charts: printed tables, loaded strictly from TOML files in the book's shape, and replaced by files of that shape.

`docs/reference/kernel/charts.md` describes the shape. Whatever is wrong is a `ChartError` that names file and line, and
what would be right where that is plain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Literal, NoReturn, TypeAlias, TypeVar, cast

from attrs import evolve

from rcw_rules.kernel.chart_axes import Axis, AxisError, Bands, End, Labels, Odds, Rounding, Tie
from rcw_rules.kernel.chart_tables import Cell, Chart, Result, axis_kind
from rcw_rules.kernel.citations import Provenance
from rcw_rules.kernel.errors import ChartError, UnknownNameError, close_names, did_you_mean
from rcw_rules.kernel.markup import html_table
from rcw_rules.kernel.reading import TextLimits
from rcw_rules.kernel.toml_text import Lines, TomlSyntaxError, parse_toml

__all__ = [
    "Axis",
    "AxisError",
    "Bands",
    "Cell",
    "Chart",
    "Labels",
    "Odds",
    "load_chart",
    "load_charts",
    "replace_charts",
]

_LIMITS = TextLimits()
_TEXTS = ("id", "title", "rule", "source", "locator")
_SPOKEN = ("name", "row_name", "column_name")
_KEYS = (*_TEXTS, *_SPOKEN, "provenance", "reason", "words", "rows", "columns", "shifts", "table", "cells")
_PROVENANCES = ("printed", "reconstructed", "illustrative")
_ENDS = ("refuse", "clamp")
_OPTIONS: dict[str, tuple[str, ...]] = {
    "labels": (),
    "bands": ("covers", "below", "above"),
    "odds": ("round", "tie", "below", "above"),
}

_Side: TypeAlias = Literal["rows", "columns"]
_Table: TypeAlias = Mapping[str, object]
AxisT = TypeVar("AxisT", Labels, Bands, Odds)


class FrozenCharts(Mapping[str, Chart]):
    """Charts by their ids, as a ruleset has them in force: they cannot be changed.

    Args:
        charts: The charts by id.
    """

    def __init__(self, charts: Mapping[str, Chart]) -> None:
        self._charts = dict(charts)

    def __getitem__(self, id: str) -> Chart:
        """Return the chart of that *id*."""
        return self._charts[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._charts)

    def __len__(self) -> int:
        return len(self._charts)

    def __repr__(self) -> str:
        return f"<{len(self)} charts: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        rows = [(chart.id, chart.title, chart.rule, chart.source) for chart in self.values()]
        return html_table(rows, headers=("chart", "title", "rule", "source"))


def replace_charts(base: Mapping[str, Chart], override: Mapping[str, Chart]) -> dict[str, Chart]:
    """Return the charts of *base*, in its order, with those of *override* in place of their namesakes.

    Raises:
        UnknownNameError: There is no chart of that id to replace.
        ChartError: The new chart has other row or column keys than the one it replaces.
    """
    for name, chart in override.items():
        if name not in base:
            raise UnknownNameError("chart", name, base)
        if chart.id != name:
            raise ChartError(name, f'the chart that replaces it has the id "{chart.id}"')
        pairs = (("row", base[name].rows, chart.rows), ("column", base[name].columns, chart.columns))
        for noun, old, new in pairs:
            if axis_kind(old) != axis_kind(new):
                kinds = f"{axis_kind(old)}, not {axis_kind(new)}"
                raise ChartError(name, f"the {noun}s of the chart replaced are {kinds}")
            _check_same_keys(name, noun, old.keys, new.keys)
    return {name: _spoken_like(override[name], chart) if name in override else chart for name, chart in base.items()}


def _spoken_like(chart: Chart, before: Chart) -> Chart:
    """Return *chart* with the words of the one that it replaces, where it has none of its own."""
    if chart.name or chart.row_name or chart.column_name or chart.words:
        return chart
    return evolve(chart, name=before.name, row_name=before.row_name, column_name=before.column_name, words=before.words)


def load_chart(text: str, place: str) -> Chart:
    """Load the only chart of a file.

    Args:
        text: The content of the file.
        place: The name of the file, for messages.

    Raises:
        ChartError: The file is wrong, or holds more than one chart.
    """
    chart, *others = load_charts(text, place)
    if others:
        line = Lines(text).line("chart", 1)
        raise ChartError(f"{place}:{line}", f'one chart was expected, and "{others[0].id}" is another')
    return chart


def load_charts(text: str, place: str, *, limits: TextLimits = _LIMITS) -> tuple[Chart, ...]:
    """Load every chart of a file, in the order of the file.

    Args:
        text: The content of the file.
        place: The name of the file, for messages.
        limits: What the text may hold at most.

    Raises:
        ChartError: The file is wrong; the message says on which line, and what would be right where that is plain.
    """
    try:
        data = parse_toml(text, limits=limits)
    except TomlSyntaxError as error:
        raise ChartError(f"{place}:{error.line}", str(error)) from None
    lines = Lines(text)
    for key in data:
        if key != "chart":
            hint = did_you_mean(close_names(key, ("chart",))) or "; a chart begins with [[chart]]"
            raise ChartError(f"{place}:{lines.line(key)}", f'unknown key "{key}"{hint}')
    tables = _tables(data.get("chart", []))
    if tables is None:
        raise ChartError(f"{place}:{lines.line('chart')}", "a chart begins with [[chart]], in two pairs of brackets")
    if not tables:
        raise ChartError(f"{place}:1", "there is no chart in it; a chart begins with [[chart]]")
    charts: dict[str, Chart] = {}
    for number, table in enumerate(tables):
        draft = _Draft(table, number, place, lines)
        chart = draft.chart()
        if chart.id in charts:
            draft.fail("this id stands twice in the file", "id")
        charts[chart.id] = chart
    return tuple(charts.values())


class _Draft:
    """One [[chart]] of a file while it is read, which can point at the line of whatever is wrong with it."""

    def __init__(self, data: _Table, number: int, place: str, lines: Lines) -> None:
        self._data = data
        self._number = number
        self._place = place
        self._lines = lines

    def fail(self, message: str, *path: str | int) -> NoReturn:
        """Raise a `ChartError` that points at the key or element under *path*."""
        name = self._data.get("id")
        named = f"{name}: " if isinstance(name, str) and name and "\n" not in name else ""
        line = self._lines.line("chart", self._number, *path)
        raise ChartError(f"{self._place}:{line}", f"{named}{message}")

    def chart(self) -> Chart:
        """Check everything and return the chart."""
        self._check_keys(self._data, _KEYS)
        texts = {key: self._text(self._data, key) for key in _TEXTS}
        spoken = {key: self._text(self._data, key) for key in _SPOKEN if key in self._data}
        provenance, reason = self._origin(self._data)
        lines = self._lines_of_table()
        corner, *column_keys = self._head(lines[0])
        keys, results = self._body(lines[1:], column_keys)
        rows = self._axis("rows", keys)
        columns = self._axis("columns", tuple(column_keys))
        shifts: End = "refuse"
        if "shifts" in self._data:
            if len(column_keys) == 1:
                self.fail('a list has no columns to shift; leave out "shifts"', "shifts")
            shifts = cast("End", self._word(self._data, "shifts", _ENDS))
        origins = self._origins(rows, columns)
        cells: list[Cell] = []
        for row, line in zip(rows.keys, results, strict=True):
            for column, result in zip(columns.keys, line, strict=True):
                of_cell, why = origins.get((row, column), (provenance, reason))
                cells.append(
                    Cell(
                        chart=texts["id"],
                        rule=texts["rule"],
                        row=row,
                        column=column if len(column_keys) > 1 else "",
                        result=result,
                        provenance=of_cell,
                        reason=why,
                    )
                )
        return Chart(
            **texts,
            **spoken,
            words=self._words(rows, columns, cells),
            provenance=provenance,
            reason=reason,
            corner=corner,
            rows=rows,
            columns=columns,
            shifts=shifts,
            cells=tuple(cells),
        )

    def _words(self, rows: Axis, columns: Axis, cells: list[Cell]) -> dict[str, str]:
        """Return what the keys and codes mean that the chart explains."""
        said = _table(self._data.get("words", {}))
        if said is None:
            self.fail('"words" is not a table such as { DR = "defender retreats" }', "words")
        known = dict.fromkeys((*rows.keys, *columns.keys, *(str(cell.result) for cell in cells)))
        for key in said:
            if key not in known:
                hint = did_you_mean(close_names(key, known))
                self.fail(f"{_toml(key)} is neither a row nor a column nor a cell{hint}", "words", key)
        return {key: self._text(said, key, "words") for key in said}

    def _lines_of_table(self) -> list[list[object]]:
        """Return the lines of the table, the head first."""
        if "table" not in self._data:
            self.fail('"table" is missing')
        lines = [_array(line) for line in _array(self._data["table"]) or ()]
        table = [line for line in lines if line is not None]
        if len(table) < len(lines) or not table:
            self.fail('"table" is not an array of rows such as [["die", "effect"], ["1-2", "none"]]', "table")
        if len(table) == 1:
            self.fail("the table has a head and no rows", "table")
        return table

    def _head(self, head: list[object]) -> list[str]:
        """Return the corner and the column keys."""
        if len(head) < 2:
            self.fail("the head needs a corner and at least one column", "table", 0)
        keys: list[str] = []
        for at, key in enumerate(head):
            if not isinstance(key, str) or (at > 0 and not key.strip()):
                self.fail(f"the head holds {_toml(key)}, which is not a text{_in_quotes(key)}", "table", 0, at)
            keys.append(key)
        return keys

    def _body(self, lines: list[list[object]], columns: list[str]) -> tuple[tuple[str, ...], list[list[Result]]]:
        """Return the row keys and the results of each row."""
        keys: list[str] = []
        results: list[list[Result]] = []
        for number, line in enumerate(lines, start=1):
            if not line:
                self.fail("the row is empty", "table", number)
            key, *values = line
            if not isinstance(key, str) or not key.strip():
                self.fail(f"the row begins with {_toml(key)}, which is not a text{_in_quotes(key)}", "table", number)
            if len(values) != len(columns):
                extra = f"nothing stands under {_toml(columns[len(values)])}" if len(values) < len(columns) else ""
                extra = extra or f"no column stands over {_toml(values[len(columns)])}"
                count = f"{len(values)} cell{'' if len(values) == 1 else 's'}"
                self.fail(f'row "{key}" has {count} and there are {len(columns)} columns: {extra}', "table", number)
            keys.append(key)
            results.append(
                [
                    self._result(key, column, value, number, at + 1)
                    for at, (column, value) in enumerate(zip(columns, values, strict=True))
                ]
            )
        return tuple(keys), results

    def _result(self, row: str, column: str, value: object, line: int, at: int) -> Result:
        """Return what a cell says, if it says something that can be printed."""
        where = f'row "{row}", column "{column}"'
        if isinstance(value, str) and not value.strip():
            self.fail(f'{where}: the cell is empty; write "-" where nothing is printed', "table", line, at)
        if isinstance(value, bool) or not isinstance(value, int | str):
            said = f"{_toml(value)} is neither a whole number nor text{_in_quotes(value)}"
            self.fail(f"{where}: {said}", "table", line, at)
        return value

    def _axis(self, side: _Side, keys: tuple[str, ...]) -> Axis:
        """Return the rows or columns, as the header describes them."""
        if side not in self._data:
            if side == "columns" and len(keys) == 1:
                return Labels(keys=keys)
            self.fail(f'"{side}" is missing; write {side} = "labels", "bands" or {{ axis = "odds", round = "down" }}')
        said = self._data[side]
        table = _table(said)
        options = {"axis": said} if table is None else table
        kind = self._word(options, "axis", tuple(_OPTIONS), side)
        self._check_keys(options, ("axis", *_OPTIONS[kind]), side)
        if kind == "labels":
            return self._made(side, lambda: Labels(keys=keys))
        below = cast("End", self._word(options, "below", _ENDS, side) if "below" in options else "refuse")
        above = cast("End", self._word(options, "above", _ENDS, side) if "above" in options else "refuse")
        axis: Bands | Odds
        if kind == "bands":
            covers = self._text(options, "covers", side) if "covers" in options else ""
            axis = self._made(side, lambda: Bands(keys=keys, covers=covers, below=below, above=above))
        else:
            rounding = cast("Rounding", self._word(options, "round", ("down", "up", "nearest"), side))
            tie = cast("Tie | None", self._word(options, "tie", ("down", "up"), side) if "tie" in options else None)
            axis = self._made(side, lambda: Odds(keys=keys, round=rounding, tie=tie, below=below, above=above))
        for end, is_open in (("below", axis.is_open_below), ("above", axis.is_open_above)):
            if is_open and end in options:
                self.fail(f'the {side} are open {end} already; leave out "{end}"', side, end)
        return axis

    def _made(self, side: _Side, make: Callable[[], AxisT]) -> AxisT:
        """Return the axis made, or point at the key that does not fit."""
        try:
            return make()
        except AxisError as error:
            if error.position is None:
                self.fail(f"{side}: {error.message}", side)
            at = (error.position + 1,) if side == "rows" else (0, error.position + 1)
            self.fail(f"{side}: {error.message}", "table", *at)

    def _origin(self, data: _Table, *path: str | int) -> tuple[Provenance, str]:
        """Return the provenance of a chart or of some of its cells, and the reason."""
        provenance = cast("Provenance", self._word(data, "provenance", _PROVENANCES, *path))
        reason = self._text(data, "reason", *path) if "reason" in data else ""
        if provenance == "reconstructed" and not reason:
            self.fail('what is reconstructed needs a "reason": why these values', *path, "provenance")
        return provenance, reason

    def _origins(self, rows: Axis, columns: Axis) -> dict[tuple[str, str], tuple[Provenance, str]]:
        """Return the provenance of every cell that has one of its own."""
        entries = _tables(self._data.get("cells", []))
        if entries is None:
            self.fail('"cells" is not an array of tables; write [[chart.cells]]', "cells")
        origins: dict[tuple[str, str], tuple[Provenance, str]] = {}
        for number, entry in enumerate(entries):
            path = ("cells", number)
            self._check_keys(entry, ("row", "column", "provenance", "reason"), *path)
            if "row" not in entry and "column" not in entry:
                self.fail('name the "row" or the "column" of the cells', *path)
            origin = self._origin(entry, *path)
            named = self._named(entry, "column", columns, *path)
            for row in self._named(entry, "row", rows, *path):
                for column in named:
                    if (row, column) in origins:
                        self.fail(f'row "{row}", column "{column}" has a provenance already', *path)
                    origins[row, column] = origin
        return origins

    def _named(self, entry: _Table, key: Literal["row", "column"], axis: Axis, *path: str | int) -> tuple[str, ...]:
        """Return the rows or columns that an entry names; every one where it names none."""
        if key not in entry:
            return axis.keys
        said = entry[key]
        array = _array(said)
        names: list[str] = []
        for name in [said] if array is None else array:
            if not isinstance(name, str) or name not in axis.keys:
                hint = did_you_mean(close_names(name, axis.keys)) if isinstance(name, str) else _in_quotes(name)
                self.fail(f"there is no {key} {_toml(name)}{hint}", *path, key)
            names.append(name)
        if not names:
            self.fail(f'"{key}" names nothing', *path, key)
        return tuple(names)

    def _check_keys(self, data: _Table, known: tuple[str, ...], *path: str | int) -> None:
        for key in data:
            if key not in known:
                hint = did_you_mean(close_names(key, known)) or f"; known are {', '.join(known)}"
                self.fail(f'unknown key "{key}"{hint}', *path, key)

    def _text(self, data: _Table, key: str, *path: str | int) -> str:
        if key not in data:
            self.fail(f'"{key}" is missing', *path)
        text = data[key]
        if not isinstance(text, str) or not text.strip() or "\n" in text:
            self.fail(f'"{key}" must be one line of text, not {_toml(text)}{_in_quotes(text)}', *path, key)
        return text

    def _word(self, data: _Table, key: str, words: tuple[str, ...], *path: str | int) -> str:
        if key not in data:
            self.fail(f'"{key}" is missing; write one of {", ".join(words)}', *path)
        word = data[key]
        if not isinstance(word, str) or word not in words:
            hint = did_you_mean(close_names(word, words)) if isinstance(word, str) else ""
            self.fail(f'"{key}" is {_toml(word)} and must be one of {", ".join(words)}{hint}', *path, key)
        return word


def _check_same_keys(chart: str, noun: str, old: Sequence[str], new: Sequence[str]) -> None:
    for key in new:
        if key not in old:
            raise ChartError(chart, f'{noun} "{key}" is not on the chart replaced{did_you_mean(close_names(key, old))}')
    for key in old:
        if key not in new:
            raise ChartError(chart, f'{noun} "{key}" of the chart replaced is missing')
    if new != old:
        raise ChartError(chart, f"the {noun}s stand in another order than on the chart replaced")


def _array(value: object) -> list[object] | None:
    return cast("list[object]", value) if isinstance(value, list) else None


def _table(value: object) -> dict[str, object] | None:
    return cast("dict[str, object]", value) if isinstance(value, dict) else None


def _tables(value: object) -> list[dict[str, object]] | None:
    array = _array(value)
    if array is None:
        return None
    tables = [table for table in map(_table, array) if table is not None]
    return tables if len(tables) == len(array) else None


def _toml(value: object) -> str:
    """Return a value as it might stand in the file, on one line and not too long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        text = '"' + value.replace("\n", "\\n") + '"'
    else:
        text = str(value) if isinstance(value, Decimal) else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _in_quotes(value: object) -> str:
    is_plain = isinstance(value, int | Decimal)
    return f'; did you mean "{_toml(value)}", in quotes?' if is_plain else ""
