"""Charts written as the files that `load_chart` reads, for people with a better copy to start from."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rcw_rules.kernel.chart_axes import Axis, Bands, Labels, Odds
from rcw_rules.kernel.chart_tables import Cell, Chart, axis_kind

__all__ = ["chart_file"]


def chart_file(chart: Chart) -> str:
    """Return *chart* as a file in the shape of the book.

    A cell that house rules changed is written as illustrative, with their reason: a chart file replaces the book, and
    house rules stand beside it.

    Args:
        chart: Any chart.

    Returns:
        Text that `load_chart` reads back to an equal chart.
    """
    return "\n".join(_lines(chart)) + "\n"


def _lines(chart: Chart) -> Iterator[str]:
    yield "[[chart]]"
    for key in ("id", "title", "rule", "source", "locator", "provenance", "reason", "name", "row_name", "column_name"):
        if value := getattr(chart, key):
            yield f"{key} = {_text(value)}"
    yield f"rows = {_axis(chart.rows)}"
    if not (chart.is_list and isinstance(chart.columns, Labels)):
        yield f"columns = {_axis(chart.columns)}"
    if chart.shifts != "refuse":
        yield f"shifts = {_text(chart.shifts)}"
    width = len(chart.columns.keys)
    cells = chart.cells()
    rows = [cells[at * width : (at + 1) * width] for at in range(len(chart.rows.keys))]
    yield "table = ["
    yield f"  [{', '.join(map(_text, (chart.corner, *chart.columns.keys)))}],"
    for key, row in zip(chart.rows.keys, rows, strict=True):
        results = (str(cell.result) if isinstance(cell.result, int) else _text(cell.result) for cell in row)
        yield f"  [{', '.join((_text(key), *results))}],"
    yield "]"
    if chart.words:
        yield ""
        yield "[chart.words]"
        yield from (f"{_text(key)} = {_text(means)}" for key, means in chart.words.items())
    for key, row in zip(chart.rows.keys, rows, strict=True):
        yield from _origins(chart, key, row)


def _origins(chart: Chart, key: str, row: tuple[Cell, ...]) -> Iterator[str]:
    """Yield the provenance of the cells of a row that have one of their own; those of one origin together."""
    by_origin: dict[tuple[str, str], list[str]] = {}
    for cell in row:
        if (cell.provenance, cell.reason) != (chart.provenance, chart.reason):
            by_origin.setdefault((cell.provenance, cell.reason), []).append(cell.column)
    for (provenance, reason), columns in by_origin.items():
        yield ""
        yield "[[chart.cells]]"
        yield f"row = {_text(key)}"
        if not chart.is_list:
            yield f"column = [{', '.join(map(_text, columns))}]"
        yield f"provenance = {_text('illustrative' if provenance == 'house' else provenance)}"
        if reason:
            yield f"reason = {_text(reason)}"


def _axis(axis: Axis) -> str:
    options: dict[str, str] = {"axis": axis_kind(axis)}
    if isinstance(axis, Bands):
        options["covers"] = axis.covers
    elif isinstance(axis, Odds):
        options |= {"round": axis.round, "tie": axis.tie or ""}
    if isinstance(axis, Bands | Odds):
        options |= {name: end for name, end in (("below", axis.below), ("above", axis.above)) if end == "clamp"}
    said = [f"{name} = {_text(value)}" for name, value in options.items() if value]
    return f"{{ {', '.join(said)} }}" if len(said) > 1 else _text(axis_kind(axis))


def _text(value: str) -> str:
    # What JSON makes of a text on one line, TOML reads, but for a few characters that nobody can see.
    written = json.dumps(value, ensure_ascii=False)
    return "".join(one if one.isprintable() else f"\\U{ord(one):08X}" for one in written)
