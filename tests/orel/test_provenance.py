"""What is not printed is told, cell by cell, and nothing else is."""

from __future__ import annotations

import json

import pytest

from rcw_rules import GivenDice, Ruleset, orel
from rcw_rules.kernel.charts import Chart, load_charts
from rcw_rules.kernel.record import LookUpStep

EXAMPLE = next(example for example in orel.ruleset.examples if example.id == "EX-combat")


def unprinted(ruleset: Ruleset[orel.Options], faces: tuple[int, ...]) -> list[tuple[str, str]]:
    record = ruleset.resolve(EXAMPLE.request(), dice=GivenDice(faces)).record
    assert all(isinstance(step, LookUpStep) for step in record.unprinted)
    return [(step.chart, step.row) for step in record.unprinted if isinstance(step, LookUpStep)]


@pytest.mark.rule("orel", "EX-combat", "8.8.2-art", "8.8.1-odds", "8.8.1-modifiers", "8.7.1-table", "8.5-who")
def test_the_example_of_the_book_rests_on_printed_cells_but_for_who_may_slip_away() -> None:
    rows = {("retreat_before_combat", "infantry_tq_4_or_more"), ("retreat_before_combat", "cavalry")}
    assert set(unprinted(orel.ruleset, (4, 4, 6, 4, 6, 4))) == rows


@pytest.mark.rule("orel", "8.8.2-art", "8.7.1-table")
def test_another_throw_rests_on_restored_cells_and_says_so() -> None:
    told = unprinted(orel.ruleset, (4, 4, 6, 5, 6, 4))  # 11 - 1: the row of 10
    assert ("art", "10") in told
    assert ("art", "9") not in told


@pytest.mark.rule("orel", "8.5-who")
def test_a_chart_of_ones_own_clears_the_warning() -> None:
    shipped = orel.ruleset.charts["retreat_before_combat"]
    mine = orel.ruleset.with_charts({shipped.id: as_printed(shipped)})
    assert unprinted(mine, (4, 4, 6, 4, 6, 4)) == []


def as_printed(chart: Chart) -> Chart:
    """Return the same chart as somebody who owns the game would write it down."""
    lines = [["unit", *chart.columns.keys]]
    columns = chart.columns.keys
    lines += [[row, *(str(chart.look_up(row, column).result) for column in columns)] for row in chart.rows.keys]
    table = ",\n".join(f"  {json.dumps(cells)}" for cells in lines)
    text = f"""
[[chart]]
id = "{chart.id}"
title = "{chart.title}"
rule = "{chart.rule}"
source = "the printed game"
locator = "chart sheet"
provenance = "printed"
rows = "labels"
columns = "labels"
table = [
{table}
]
"""
    (made,) = load_charts(text, "mine.toml")
    return made
