"""The page of a ruleset's charts: each as a table, with the provenance of the table and of every cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rcw_rules.kernel.charts import Cell, Chart
from rcw_rules.kernel.ledger import Modifier
from rcw_rules.kernel.wording import provenance_of
from rcw_rules.ruleset import Ruleset
from site_pages.markdown import bullets, code, heading, link, paragraphs, plain, rule_link, table

__all__ = ["charts_page"]


def charts_page(title: str, ruleset: Ruleset[Any]) -> str:
    """Return the page of all charts of *ruleset*, and of the modifiers that stand in none."""
    charts = ruleset.charts.values()
    return paragraphs(
        heading(1, f"{title}: charts"),
        "Every chart with where it stands in the source. A small number beside a value says that it is not printed "
        f"there, and the note below the table why it has this value. `rcw chart {ruleset.id}` shows the same. "
        "Whoever owns the printed table hands it over as a file of the [same shape](../reference/kernel/charts.md).",
        table(
            ("chart", "provenance"),
            ((link(plain(chart.title), f"#{chart.id}"), plain(provenance_of(chart))) for chart in charts),
        ),
        *(_section(chart) for chart in charts),
        _modifiers(ruleset.modifiers),
    )


def _section(chart: Chart) -> str:
    notes: dict[tuple[str, str], int] = {}
    shown = [_shown(cell, notes) for cell in chart.cells()]
    width = len(chart.columns.keys)
    return paragraphs(
        heading(2, chart.title, chart.id),
        f"{code(chart.id)}, {plain(provenance_of(chart))}. {plain(chart.source)}, {plain(chart.locator)}; rule "
        f"{rule_link(chart.rule)}.",
        table(
            [plain(key) for key in (chart.corner, *chart.columns.keys)],
            ([plain(key), *shown[at * width : (at + 1) * width]] for at, key in enumerate(chart.rows.keys)),
        ),
        bullets(
            f"<sup>{number}</sup> {provenance}{f': {plain(reason)}' if reason else ''}"
            for (provenance, reason), number in notes.items()
        ),
    )


def _modifiers(modifiers: Sequence[Modifier]) -> str:
    if not modifiers:
        return ""
    return paragraphs(
        heading(2, "Modifiers in no chart", "modifiers-in-no-chart"),
        "The text of the book has them. [House rules](../how_to/house_rules.md) change them by their ids. If an id "
        "stands here twice, `book` tells which of the two is meant.",
        table(
            ("modifier", "book", "what it does", "rule", "provenance"),
            ((code(one.id), plain(one.value), plain(one), rule_link(one.rule), one.provenance) for one in modifiers),
        ),
    )


def _shown(cell: Cell, notes: dict[tuple[str, str], int]) -> str:
    if cell.is_printed:
        return plain(cell.result)
    number = notes.setdefault((cell.provenance, cell.reason), len(notes) + 1)
    return f"{plain(cell.result)} <sup>{number}</sup>"
