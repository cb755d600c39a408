"""The three combat tables: every cell, the second dice, exact odds, and charts of one's own."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, get_args

import pytest

from rcw_rules import ChartError, GivenDice, InvalidRequestError, wire
from rcw_rules import directory as di
from rcw_rules.directory.combat import Column
from rcw_rules.directory.model import CLASSES
from rcw_rules.kernel.charts import Chart, load_chart
from rcw_rules.kernel.record import LookUpStep

COLUMNS: tuple[Any, ...] = get_args(Column)
UNITS = {"none": 0, "one": 1, "two_or_more": 2}
# The tables, column by column: the cells of the faces 1 to 6.
CELLS: dict[str, dict[str, list[str]]] = {
    "none": {
        "1:2": ["-", "-", "-", "-", "-", "DR"],
        "2:3": ["-", "-", "-", "-", "DR", "DR"],
        "1:1": ["-", "-", "-", "DR", "DR", "DR"],
        "3:2": ["-", "-", "DR", "DR", "DR", "DR"],
        "2:1+": ["-", "DR", "DR", "DR", "DR", "DR"],
    },
    "one": {
        "1:2": ["1/2 AL", "-", "-", "-", "-", "1/2 DL"],
        "2:3": ["1/2 AL", "-", "-", "-", "DR", "1/2 DL"],
        "1:1": ["1/2 AL", "-", "-", "DR", "DR", "1/2 DL"],
        "3:2": ["1/2 AL", "-", "DR", "DR", "DR", "1/2 DL"],
        "2:1+": ["1/2 AL", "DR", "DR", "DR", "DR", "1/2 DL"],
    },
    "two_or_more": {
        "1:2": ["AL", "-", "-", "-", "-", "DL"],
        "2:3": ["AL", "-", "-", "-", "DR", "DL"],
        "1:1": ["AL", "-", "-", "DR", "DR", "DL"],
        "3:2": ["AL", "-", "DR", "DR", "DR", "DL"],
        "2:1+": ["AL", "DR", "DR", "DR", "DR", "DL"],
    },
}
RESTORED = {("none", "3:2", 3), ("none", "2:1+", 2)}
LAST = {"-": "none", "AL": "AL", "DR": "DR", "DL": "DL"}


def asked(column: Any, units: int) -> di.CombatResultRequest:
    return di.CombatResultRequest(column=column, defending_combat_units=units)


def result(column: Any, units: int, *faces: int) -> str:
    return di.ruleset.outcome(asked(column, units), dice=GivenDice(faces)).result


@pytest.mark.rule(
    "directory", "com-table-none", "com-table-one", "com-table-two", "com-no-result", "com-half-al", "com-half-dl"
)
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("table", CELLS)
def test_every_cell(table: str, column: Any, face: int) -> None:
    cell = CELLS[table][column][face - 1]
    seconds = range(1, 7) if "1/2" in cell else [None]
    for second in seconds:
        faces = (face,) if second is None else (face, second)
        resolution = di.ruleset.resolve(asked(column, UNITS[table]), dice=GivenDice(faces))
        if second is None:
            expected = LAST[cell]
        elif cell == "1/2 AL":
            expected = "AL" if second >= 4 else "none"
        else:
            expected = "DL" if second >= 4 else "DR"
        assert (resolution.outcome.table, resolution.outcome.result) == (table, expected)
        looked = [step for step in resolution.record.steps if isinstance(step, LookUpStep)]
        assert [step.provenance for step in looked] == [
            "reconstructed" if (table, column, face) in RESTORED else "printed"
        ]
        assert ("Not printed" in resolution.explain()) is ((table, column, face) in RESTORED)


@pytest.mark.rule("directory", "com-table-none", "com-table-one", "com-table-two", "com-no-result")
def test_the_cases_of_the_tables() -> None:
    assert result("3:2", 0, 3) == "DR"
    assert (result("2:1+", 0, 1), result("2:1+", 0, 2)) == ("none", "DR")
    assert result("1:2", 0, 5) == "none"
    assert result("1:2", 1, 5) == "none"
    assert result("2:1+", 1, 2) == "DR"
    assert result("3:2", 2, 1) == "AL"
    assert result("1:1", 2, 3) == "none"
    assert result("1:2", 2, 6) == "DL"
    assert result("1:1", 2, 2) == "none"


@pytest.mark.rule("directory", "com-half-al", "com-half-dl")
@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [(1, 3, "none"), (1, 4, "AL"), (6, 1, "DR"), (6, 3, "DR"), (6, 4, "DL"), (6, 6, "DL")],
)
def test_the_lesser_halves_differ(first: int, second: int, expected: str) -> None:
    resolution = di.ruleset.resolve(asked("2:3", 1), dice=GivenDice([first, second]))
    assert resolution.outcome.result == expected
    assert ("com-half-al" if first == 1 else "com-half-dl") in resolution.record.rules


@pytest.mark.rule("directory", "com-which-table", "unit-combat")
@pytest.mark.parametrize(("units", "table"), [(0, "none"), (1, "one"), (2, "two_or_more"), (3, "two_or_more")])
def test_the_number_of_combat_units_decides_the_table(units: int, table: str) -> None:
    assert di.ruleset.outcome(asked("1:1", units), dice=GivenDice([4])).table == table


@pytest.mark.rule("directory", "unit-combat", "unit-armor", "unit-logistics")
def test_which_units_are_combat_units() -> None:
    combat = {unit for unit, kind in CLASSES.items() if kind == "combat"}
    assert combat == {
        "elite_cavalry", "regular_cavalry", "elite_tatchanka", "regular_tatchanka", "elite_infantry",
        "regular_infantry", "local_units",
    }  # fmt: skip
    assert CLASSES["tanks"] == "armor"
    assert CLASSES["mobile_base"] == CLASSES["fixed_base"] == "logistics"
    assert CLASSES["supply_stockpile"] == "stockpile"


@pytest.mark.rule("directory", "com-table-none", "com-table-one", "com-table-two", "com-half-al", "com-half-dl")
@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("table", CELLS)
def test_the_odds_are_those_of_every_face(table: str, column: Any) -> None:
    expected: dict[str, Fraction] = {}
    for cell in CELLS[table][column]:
        halves = {"1/2 AL": ["none", "AL"], "1/2 DL": ["DR", "DL"]}.get(cell, [LAST.get(cell, "")])
        for last in halves:
            expected[last] = expected.get(last, Fraction(0)) + Fraction(1, 6 * len(halves))
    found = {outcome.result: chance for outcome, chance in di.ruleset.odds(asked(column, UNITS[table])).items()}
    assert found == expected


@pytest.mark.rule("directory", "bad-input")
@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"column": "3:1", "defending_combat_units": 1}, r"\$\.column"),
        ({"column": "1:1", "defending_combat_units": -1}, r"\$\.defending_combat_units.*bad-input"),
        ({"column": "1:1"}, "defending_combat_units"),
    ],
)
def test_malformed_requests_are_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        di.ruleset.outcome(wire.structure(data, di.CombatResultRequest), dice=GivenDice([3]))


def clean_copy(cell: str) -> Chart:
    return load_chart(
        f"""
[[chart]]
id = "combat_no_units"
title = "Combat results against no combat units"
rule = "com-table-none"
source = "A clean copy of the sheet"
locator = "Combat Tables"
provenance = "printed"
rows = {{ axis = "bands", covers = "1-6" }}
columns = "labels"
table = [
  ["die", "1:2", "2:3", "1:1", "3:2", "2:1+"],
  ["1", "-", "-", "-", "-", "-"],
  ["2", "-", "-", "-", "-", "DR"],
  ["3", "-", "-", "-", "{cell}", "DR"],
  ["4", "-", "-", "DR", "DR", "DR"],
  ["5", "-", "DR", "DR", "DR", "DR"],
  ["6", "DR", "DR", "DR", "DR", "DR"],
]
""",
        "clean.toml",
    )


@pytest.mark.rule("directory", "com-table-none")
def test_a_clean_copy_changes_the_answer_and_clears_the_warning() -> None:
    restored = di.ruleset.resolve(asked("3:2", 0), dice=GivenDice([3]))
    assert restored.outcome.result == "DR"
    assert restored.explain().endswith("Not printed in the source: com-table-none (reconstructed).")
    clean = di.ruleset.with_charts({"combat_no_units": clean_copy("-")})
    resolution = clean.resolve(asked("3:2", 0), dice=GivenDice([3]))
    assert resolution.outcome.result == "none"
    assert "Not printed" not in resolution.explain()
    assert resolution.explain().endswith("Charts replaced by others: combat_no_units.")
    retreats = clean.odds(asked("3:2", 0)).probability(lambda outcome: outcome.result == "DR")
    assert retreats == Fraction(1, 2)
    assert di.ruleset.odds(asked("3:2", 0)).probability(lambda outcome: outcome.result == "DR") == Fraction(2, 3)


@pytest.mark.rule("directory", "com-table-none")
def test_a_code_that_no_table_has_is_refused() -> None:
    ruleset = di.ruleset.with_charts({"combat_no_units": clean_copy("AE")})
    with pytest.raises(ChartError, match=r"combat_no_units: row '3', column '3:2' should be one of -, AL, "):
        ruleset.outcome(asked("3:2", 0), dice=GivenDice([3]))
