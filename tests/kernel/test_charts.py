"""Charts: hand-made tables, every way a file can be wrong, and laws against slow obvious twins."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from typing import Literal

import pytest
from attrs import evolve
from attrs.exceptions import FrozenInstanceError
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.chart_files import chart_file
from rcw_rules.kernel.charts import (
    AxisError,
    Bands,
    Cell,
    Chart,
    Labels,
    Odds,
    load_chart,
    load_charts,
    replace_charts,
)
from rcw_rules.kernel.errors import ChartError, UnknownNameError
from rcw_rules.registry import load

HEADER = """\
[[chart]]
id = "storm"
title = "Storm damage"
rule = "storm-table"
source = "A made-up book"
locator = "page 3"
provenance = "printed"
"""

DAMAGE = (
    HEADER
    + """\
rows = "bands"
columns = { axis = "bands", covers = "1-6", below = "clamp" }
shifts = "clamp"
table = [
  ["hits",   "1-2",    "3-5",    "6"],
  ["1-2",    "none",   "none",   "lose 1"],  # a comment with ] and "
  ["3-9",    "none",   "lose 1", "lose 2"],
  ["10+",    "lose 1", "lose 2", "crash"],
]

[[chart.cells]]
row = "10+"
column = ["3-5", "6"]
provenance = "reconstructed"
reason = "the last line is smudged"
"""
)

ODDS = (
    HEADER
    + """\
rows = { axis = "bands", covers = "1-3" }
columns = { axis = "odds", round = "down" }
table = [
  ["die", "1:2", "2:3", "1:1", "3:2", "2:1+"],
  ["1",   -2,    -1,    0,     0,     +1],
  ["2",   -1,    0,     0,     +1,    +1],
  ["3",   0,     0,     +1,    +1,    +2],
]
"""
)

LIST = (
    HEADER
    + """\
rows = "labels"
table = [
  ["state",      "modifier"],
  ["raw",        -1],
  ["suppressed", -1],
  ["elite",      +1],
]
"""
)


def storm(
    *, rows: str = '"bands"', columns: str = '"labels"', head: str = '["die", "a", "b"]', lines: str = '["1", 1, 2]'
) -> str:
    return f"{HEADER}rows = {rows}\ncolumns = {columns}\ntable = [\n  {head},\n  {lines},\n]\n"


class TestLookingUp:
    def test_a_band_holds_both_its_ends(self) -> None:
        chart = load_chart(DAMAGE, "storm.toml")
        results = {(row, column): chart.look_up(row, column).result for row in (2, 3, 9, 10) for column in (2, 3, 5, 6)}
        assert results == {
            (2, 2): "none", (2, 3): "none", (2, 5): "none", (2, 6): "lose 1",
            (3, 2): "none", (3, 3): "lose 1", (3, 5): "lose 1", (3, 6): "lose 2",
            (9, 2): "none", (9, 3): "lose 1", (9, 5): "lose 1", (9, 6): "lose 2",
            (10, 2): "lose 1", (10, 3): "lose 2", (10, 5): "lose 2", (10, 6): "crash",
        }  # fmt: skip

    def test_the_cell_says_where_it_stands_and_where_it_comes_from(self) -> None:
        chart = load_chart(DAMAGE, "storm.toml")
        assert chart.look_up(400, 6) == Cell(
            chart="storm",
            rule="storm-table",
            row="10+",
            column="6",
            result="crash",
            provenance="reconstructed",
            reason="the last line is smudged",
        )
        printed = chart.look_up(400, 1)
        assert (printed.provenance, printed.reason, printed.is_printed) == ("printed", "", True)

    def test_a_list_needs_no_column_and_has_none(self) -> None:
        chart = load_chart(LIST, "storm.toml")
        cell = chart.look_up("suppressed")
        assert (cell.row, cell.column, cell.result) == ("suppressed", "", -1)
        assert chart.look_up("suppressed", "modifier") is cell
        assert chart.is_list
        assert not load_chart(DAMAGE, "storm.toml").is_list

    def test_a_key_as_printed_works_on_every_axis(self) -> None:
        assert load_chart(DAMAGE, "storm.toml").look_up("3-9", "3-5").result == "lose 1"
        assert load_chart(ODDS, "storm.toml").look_up("3", "3:2").result == 1

    def test_equal_look_ups_give_one_object(self) -> None:
        chart = load_chart(DAMAGE, "storm.toml")
        assert chart.look_up(4, 4) is chart.look_up(9, 3) is chart.cells()[4]
        assert chart.look_up(4, 4, shift=1) is chart.look_up(4, 4, shift=1)
        assert chart.look_up(4, 0) is chart.look_up(5, -7)

    def test_what_python_holds_for_equal_is_looked_up_equally_before_and_after_it_is_remembered(self) -> None:
        for first, second in ((1, True), (True, 1.0), (1.0, Fraction(1)), (Fraction(1), 1)):
            chart = load_chart(DAMAGE, "storm.toml")
            assert chart.look_up(first, 1) is chart.look_up(second, 1)  # type: ignore[arg-type]  # floats on purpose

    @pytest.mark.parametrize("row", [1.5, float("nan"), float("inf"), None, (1,), [1], "1", Fraction(3, 2), b"1-2"])
    def test_no_row(self, row: object) -> None:
        with pytest.raises(ChartError, match=r"^storm: row "):
            load_chart(DAMAGE, "storm.toml").look_up(row, 1)  # type: ignore[arg-type]  # wrong on purpose

    def test_a_float_is_no_ratio_even_after_an_equal_fraction(self) -> None:
        chart = load_chart(ODDS, "storm.toml")
        assert chart.look_up(1, Fraction(3, 2)).column == "3:2"
        assert chart.look_up(1, Fraction(3, 2)) is chart.look_up(1, "3:2")
        with pytest.raises(ChartError, match=r"^storm: column 1\.5 is no whole number and no exact fraction$"):
            chart.look_up(1, 1.5)  # type: ignore[arg-type]  # wrong on purpose

    def test_beyond_the_ends(self) -> None:
        chart = load_chart(DAMAGE, "storm.toml")
        cell = chart.look_up(3, 0)
        assert (cell.column, cell.is_column_clamped, cell.is_row_clamped) == ("1-2", True, False)
        with pytest.raises(ChartError, match=r'^storm: row 0 is below "1-2", the last that the chart has$'):
            chart.look_up(0, 1)
        with pytest.raises(ChartError, match=r'^storm: column 7 is above "6", the last that the chart has$'):
            chart.look_up(1, 7)

    def test_a_row_is_clamped(self) -> None:
        chart = load_chart(DAMAGE.replace('rows = "bands"', 'rows = {axis = "bands", below = "clamp"}'), "storm.toml")
        cell = chart.look_up(-3, 6)
        assert (cell.row, cell.is_row_clamped, cell.is_column_clamped, cell.result) == ("1-2", True, False, "lose 1")

    def test_an_unknown_label_is_met_with_a_suggestion(self) -> None:
        with pytest.raises(
            ChartError, match=r"^storm: row 'supressed' is not on the chart; did you mean 'suppressed'\?$"
        ):
            load_chart(LIST, "storm.toml").look_up("supressed")

    def test_a_table_needs_a_column(self) -> None:
        with pytest.raises(ChartError, match=r"^storm: a look-up must name one of the columns"):
            load_chart(DAMAGE, "storm.toml").look_up(1)

    def test_shifts_clamp_or_refuse(self) -> None:
        chart = load_chart(DAMAGE, "storm.toml")
        cell = chart.look_up(10, 1, shift=1)
        assert (cell.column, cell.result, cell.shift_asked, cell.shift) == ("3-5", "lose 2", 1, 1)
        assert cell.provenance == "reconstructed"
        cell = chart.look_up(10, 4, shift=-5)
        assert (cell.column, cell.result, cell.shift_asked, cell.shift) == ("1-2", "lose 1", -5, -1)
        refusing = load_chart(DAMAGE.replace('shifts = "clamp"\n', ""), "storm.toml")
        assert refusing.look_up(10, 1, shift=2).column == "6"
        with pytest.raises(ChartError, match=r'^storm: a shift of \+2 from "3-5" leads past the last column, "6"$'):
            refusing.look_up(10, 4, shift=2)
        with pytest.raises(ChartError, match=r'^storm: a shift of -1 from "1-2" leads past the first column, "1-2"$'):
            refusing.look_up(10, 1, shift=-1)
        with pytest.raises(ChartError, match=r"^storm: shift 0\.5 is no whole number"):
            refusing.look_up(10, 1, shift=0.5)  # type: ignore[arg-type]  # wrong on purpose

    def test_places_are_told_without_a_look_up(self) -> None:
        chart = load_chart(DAMAGE, "storm.toml")
        assert (chart.place_row(12), chart.place_column(0)) == ((2, False), (0, True))
        with pytest.raises(ChartError, match=r"^storm: column 7 is above"):
            chart.place_column(7)

    def test_it_forgets_rather_than_grow_without_end(self) -> None:
        chart = load_chart(DAMAGE, "storm.toml")
        for row in range(10, 30_010):
            assert chart.look_up(row, 6).result == "crash"
        assert len(chart._found) <= 20_000


class TestOdds:
    @pytest.mark.parametrize(
        ("attacker", "defender", "column"),
        [
            (10, 7, "1:1"),
            (4, 6, "2:3"),
            (5, 8, "1:2"),
            (3, 6, "1:2"),
            (45, 6, "2:1+"),
            (2, 1, "2:1+"),
            (199, 100, "3:2"),
        ],
    )
    def test_in_the_defenders_favour(self, attacker: int, defender: int, column: str) -> None:
        assert load_chart(ODDS, "storm.toml").look_up(1, Fraction(attacker, defender)).column == column

    @pytest.mark.parametrize(
        ("attacker", "defender", "column"),
        [(10, 7, "3:2"), (4, 6, "2:3"), (5, 8, "2:3"), (3, 6, "1:2"), (45, 6, "2:1+"), (101, 100, "3:2")],
    )
    def test_in_the_attackers_favour(self, attacker: int, defender: int, column: str) -> None:
        chart = load_chart(ODDS.replace('round = "down"', 'round = "up"'), "storm.toml")
        assert chart.look_up(1, Fraction(attacker, defender)).column == column

    @pytest.mark.parametrize(("tie", "column"), [("down", "1:1"), ("up", "3:2")])
    def test_half_way(self, tie: str, column: str) -> None:
        chart = load_chart(ODDS.replace('"down"', f'"nearest", tie = "{tie}"'), "storm.toml")
        assert chart.look_up(1, Fraction(5, 4)).column == column
        assert chart.look_up(1, Fraction(124, 100)).column == "1:1"
        assert chart.look_up(1, Fraction(126, 100)).column == "3:2"

    def test_below_the_lowest(self) -> None:
        with pytest.raises(ChartError, match=r'^storm: column 3/7 is below "1:2", the last that the chart has$'):
            load_chart(ODDS, "storm.toml").look_up(1, Fraction(3, 7))
        clamping = load_chart(ODDS.replace('"down"', '"down", below = "clamp"'), "storm.toml")
        cell = clamping.look_up(1, 0)
        assert (cell.column, cell.is_column_clamped) == ("1:2", True)
        with pytest.raises(ChartError, match=r"^storm: column -1/2 is negative"):
            clamping.look_up(1, Fraction(-1, 2))

    def test_above_the_highest(self) -> None:
        closed = ODDS.replace("2:1+", "2:1")
        assert not load_chart(closed, "storm.toml").look_up(1, 2).is_column_clamped
        with pytest.raises(ChartError, match=r'^storm: column 201/100 is above "2:1"'):
            load_chart(closed, "storm.toml").look_up(1, Fraction(201, 100))
        clamping = load_chart(closed.replace('"down"', '"down", above = "clamp"'), "storm.toml")
        assert clamping.look_up(1, Fraction(201, 100)).is_column_clamped

    def test_percentages_and_an_open_low_end(self) -> None:
        losses = Odds(keys=("<30%", "30%", "40%", "50%+"), round="down")
        places = [losses.place(Fraction(n, 11))[0] for n in (0, 3, 4, 5, 6, 11)]
        assert places == [0, 0, 1, 2, 3, 3]
        assert losses.place(Fraction(3, 10)) == (1, False)

    @pytest.mark.parametrize("rounding", ["down", "up"])
    def test_below_an_open_low_end_no_rounding_leads_out_of_it(self, rounding: Literal["down", "up"]) -> None:
        odds = Odds(keys=("<1:3", "1:3", "1:1"), round=rounding)
        assert [odds.place(Fraction(ratio))[0] for ratio in ("1/4", "1/3", "1")] == [0, 1, 2]
        assert odds.place(Fraction(1, 2))[0] == {"down": 1, "up": 2}[rounding]

    def test_falling_columns(self) -> None:
        odds = Odds(keys=("5:1+", "1.5:1", "1:1", "1:1.5", "<1:1.5"), round="down")
        assert [odds.place(Fraction(ratio))[0] for ratio in ("9", "17/11", "1", "2/3", "5/8")] == [0, 1, 2, 3, 4]


class TestBands:
    def test_they_may_fall_as_a_book_prints_them(self) -> None:
        bands = Bands(keys=("2+", "1-0", "<=-1"))
        assert [bands.place(score)[0] for score in (7, 2, 1, 0, -1, -5)] == [0, 0, 1, 1, 2, 2]

    def test_negative_ends(self) -> None:
        bands = Bands(keys=("<=-6", "-5--2", "-1", "0-3"))
        assert [bands.place(number)[0] for number in (-9, -6, -5, -2, -1, 0, 3)] == [0, 0, 1, 1, 2, 3, 3]

    def test_an_error_without_a_chart_says_so(self) -> None:
        with pytest.raises(AxisError, match=r'^axis: "3" stands twice$') as caught:
            Labels(keys=("1", "3", "3"))
        assert (caught.value.position, caught.value.message) == (2, '"3" stands twice')


class TestTheWhole:
    def test_cells_come_in_printed_order(self) -> None:
        cells = load_chart(DAMAGE, "storm.toml").cells()
        assert [(cell.row, cell.column) for cell in cells] == [
            ("1-2", "1-2"), ("1-2", "3-5"), ("1-2", "6"),
            ("3-9", "1-2"), ("3-9", "3-5"), ("3-9", "6"),
            ("10+", "1-2"), ("10+", "3-5"), ("10+", "6"),
        ]  # fmt: skip

    def test_equality_and_hash_go_by_content_and_not_by_what_was_looked_up(self) -> None:
        one, other = load_chart(DAMAGE, "storm.toml"), load_chart(DAMAGE, "elsewhere.toml")
        one.look_up(4, 4, shift=1)
        assert one == other
        assert hash(one) == hash(other)
        assert one != load_chart(DAMAGE.replace("crash", "lose 3"), "storm.toml")
        assert one != load_chart(DAMAGE.replace('below = "clamp"', 'below = "refuse"'), "storm.toml")
        assert pickle.loads(pickle.dumps(one)) == one  # noqa: S301  # our own bytes

    def test_it_cannot_change(self) -> None:
        chart = load_chart(DAMAGE, "storm.toml")
        with pytest.raises(FrozenInstanceError):
            chart.id = "calm"  # type: ignore[misc]  # on purpose
        with pytest.raises(FrozenInstanceError):
            chart.cells()[0].result = 3  # type: ignore[misc]  # on purpose

    def test_only_a_chart_without_a_foreign_value_is_printed(self) -> None:
        assert load_chart(ODDS, "storm.toml").is_printed
        assert not load_chart(DAMAGE, "storm.toml").is_printed

    def test_text_marks_what_is_not_printed(self) -> None:
        assert load_chart(DAMAGE, "storm.toml").text() == (
            "Storm damage [storm-table]\n"
            "A made-up book, page 3\n"
            "\n"
            "hits  1-2     3-5         6\n"
            "1-2   none    none        lose 1\n"
            "3-9   none    lose 1      lose 2\n"
            "10+   lose 1  lose 2 [1]  crash [1]\n"
            "[1] reconstructed: the last line is smudged"
        )

    def test_text_notes_an_illustrative_list_once(self) -> None:
        text = load_chart(LIST.replace('"printed"', '"illustrative"'), "storm.toml").text()
        assert text.splitlines()[3:] == [
            "state       modifier",
            "raw         -1 [1]",
            "suppressed  -1 [1]",
            "elite       1 [1]",
            "[1] illustrative",
        ]

    def test_data(self) -> None:
        data = load_chart(ODDS, "storm.toml").as_data()
        assert json.loads(json.dumps(data)) == data
        assert data["columns"] == {
            "kind": "odds",
            "keys": ["1:2", "2:3", "1:1", "3:2", "2:1+"],
            "round": "down",
            "tie": None,
            "below": "refuse",
            "above": "refuse",
        }
        assert data["rows"] == {
            "kind": "bands",
            "keys": ["1", "2", "3"],
            "covers": "1-3",
            "below": "refuse",
            "above": "refuse",
        }
        assert data["cells"][4] == {"row": "1", "column": "2:1+", "result": 1, "provenance": "printed", "reason": ""}
        header = {"id", "title", "rule", "source", "locator", "provenance", "reason", "corner", "shifts"}
        assert set(data) == header | {"rows", "columns", "cells"}

    def test_a_chart_of_other_cells_than_its_keys_cannot_be_made(self) -> None:
        chart = load_chart(LIST, "storm.toml")
        with pytest.raises(ChartError, match=r"^storm: the cells are not those of the rows and columns"):
            Chart(
                id="storm", title="t", rule="r", source="s", locator="l", provenance="printed",
                rows=Labels(keys=("raw", "elite")), columns=chart.columns, cells=chart.cells(),
            )  # fmt: skip

    def test_a_referee_may_replace_a_result(self) -> None:
        cell = load_chart(LIST, "storm.toml").look_up("raw").replaced(-3)
        assert (cell.result, cell.provenance, cell.row) == (-3, "illustrative", "raw")
        assert cell.reason == "set by the referee in place of -1"


class TestFiles:
    def test_several_charts(self) -> None:
        text = DAMAGE + LIST.replace('"storm"', '"mood"')
        assert [chart.id for chart in load_charts(text, "all.toml")] == ["storm", "mood"]
        second = text.count("\n", 0, text.index('"mood"')) + 1
        with pytest.raises(ChartError, match=f'^all.toml:{second - 1}: one chart was expected, and "mood" is another$'):
            load_chart(text, "all.toml")

    def test_an_id_twice(self) -> None:
        text = DAMAGE + LIST
        line = DAMAGE.count("\n") + 2
        with pytest.raises(ChartError) as caught:
            load_charts(text, "all.toml")
        assert str(caught.value) == f"all.toml:{line}: storm: this id stands twice in the file"

    def test_cells_of_a_whole_row_or_column(self) -> None:
        text = ODDS + '[[chart.cells]]\nrow = "2"\nprovenance = "illustrative"\n'
        chart = load_chart(text, "storm.toml")
        assert [cell.row for cell in chart.cells() if not cell.is_printed] == ["2"] * 5
        text = ODDS + '[[chart.cells]]\ncolumn = "1:1"\nprovenance = "illustrative"\n'
        assert [cell.row for cell in load_chart(text, "x").cells() if not cell.is_printed] == ["1", "2", "3"]

    def test_a_printed_cell_of_a_reconstructed_chart(self) -> None:
        text = LIST.replace('"printed"', '"reconstructed"\nreason = "lost"')
        chart = load_chart(text + '[[chart.cells]]\nrow = "raw"\nprovenance = "printed"\n', "storm.toml")
        assert [(cell.provenance, cell.reason) for cell in chart.cells()] == [
            ("printed", ""),
            ("reconstructed", "lost"),
            ("reconstructed", "lost"),
        ]

    def test_windows_line_ends_count_alike(self) -> None:
        text = DAMAGE.replace('"lose 2"],', '"lose 2", "x"],').replace("\n", "\r\n")
        with pytest.raises(ChartError, match=r"^storm.toml:14: "):
            load_chart(text, "storm.toml")

    def test_brackets_quotes_and_keys_inside_strings_do_not_mislead(self) -> None:
        text = (
            HEADER.replace('"Storm damage"', '"""[[chart]] \\\n table = [ \\" """')
            + "rows = \"labels\"\ntable = [['k [', 'v'], # ['x', 1],\n ['a',\n 1], [\"n\\\"]\", 1.5]]\n"
        )
        line = text.count("\n", 0, text.index("1.5")) + 1
        with pytest.raises(
            ChartError, match=rf"^storm.toml:{line}: storm: row \"n\"\]\", column \"v\": 1.5 is neither"
        ):
            load_chart(text, "storm.toml")


# Each line: what is wrong, the file, the line at fault, and what the message must say after the chart's id.
WRONG = [
    ("row missing in the middle", storm(lines='["1-2", 1, 2],\n  ["4-6", 1, 2]'), 13,
     'rows: 3 is missing between "1-2" and "4-6": add "3", or did you mean "3-6"?'),
    ("row missing before an open end", storm(lines='["1-2", 1, 2],\n  ["6+", 1, 2]'), 13,
     'rows: 3-5 is missing between "1-2" and "6+": add "3-5", or did you mean "3+"?'),
    ("overlap", storm(lines='["1-3", 1, 2],\n  ["3-5", 1, 2]'), 13,
     'rows: 3 is in both "1-3" and "3-5"; did you mean "4-5"?'),
    ("overlap with an open end", storm(lines='["1-3", 1, 2],\n  ["2+", 1, 2]'), 13,
     'rows: 2 is in both "1-3" and "2+"; did you mean "4+"?'),
    ("band inside another", storm(lines='["1-6", 1, 2],\n  ["3", 1, 2]'), 13, 'rows: 3 is in both "1-6" and "3"'),
    ("row doubled", storm(lines='["1", 1, 2],\n  ["2", 1, 2],\n  ["1", 1, 2]'), 14, 'rows: "1" stands twice'),
    ("rows out of order", storm(lines='["1", 1, 2],\n  ["3", 1, 2],\n  ["2", 1, 2],\n  ["4", 1, 2]'), 14,
     'rows: "3" and "2" are out of order'),
    ("open end in the middle", storm(lines='["1", 1, 2],\n  ["2+", 1, 2],\n  ["3", 1, 2]'), 13,
     'rows: "2+" is open above and must stand at the high end'),
    ("open low end in the middle", storm(lines='["1", 1, 2],\n  ["<=2", 1, 2]'), 13,
     'rows: "<=2" is open below and must stand at the low end'),
    ("band backwards", storm(lines='["1-2", 1, 2],\n  ["6-3", 1, 2]'), 13,
     'rows: "6-3" runs backwards; did you mean "3-6"?'),
    ("no band", storm(lines='["one", 1, 2]'), 12,
     'rows: "one" is no range of whole numbers; write "4", "3-5", "15+" or "<=2"'),
    ("a dash as printed", storm(lines='["1\N{EN DASH}2", 1, 2]'), 12,
     "rows: \"1\N{EN DASH}2\" is no range of whole numbers; did you mean '1-2'?"),
    ("or less", storm(lines='["2 or less", 1, 2]'), 12,
     "rows: \"2 or less\" is no range of whole numbers; did you mean '<=2'?"),
    ("or more", storm(lines='["2 or more", 1, 2]'), 12,
     "rows: \"2 or more\" is no range of whole numbers; did you mean '2+'?"),
    ("first row forgotten", storm(rows='{axis="bands", covers="1-2"}', lines='["2", 1, 2]'), 12,
     'rows: they begin with "2" and should cover "1-2"'),
    ("last row forgotten", storm(rows='{axis="bands", covers="1-2"}'), 12,
     'rows: they end with "1" and should cover "1-2"'),
    ("open where it should end", storm(rows='{axis="bands", covers="1-2"}', lines='["1", 1, 2],\n  ["2+", 1, 2]'), 13,
     'rows: they end with "2+" and should cover "1-2"'),
    ("covers nonsense", storm(rows='{axis="bands", covers="d6"}'), 8,
     'rows: covers = "d6" is no range of whole numbers, such as "2-12"'),
    ("cell missing", storm(lines='["1", 1, 2],\n  ["2", 1]'), 13,
     'row "2" has 1 cell and there are 2 columns: nothing stands under "b"'),
    ("cell too many", storm(lines='["1", 1, 2],\n  ["2", 1, 2, 3]'), 13,
     'row "2" has 3 cells and there are 2 columns: no column stands over 3'),
    ("empty cell", storm(lines='["1", 1,\n   ""]'), 13,
     'row "1", column "b": the cell is empty; write "-" where nothing is printed'),
    ("float", storm(lines='["1", 1, 0.5]'), 12,
     'row "1", column "b": 0.5 is neither a whole number nor text; did you mean "0.5", in quotes?'),
    ("bool", storm(lines='["1", true, 2]'), 12,
     'row "1", column "a": true is neither a whole number nor text; did you mean "true", in quotes?'),
    ("array", storm(lines='["1", [2], 2]'), 12, 'row "1", column "a": [2] is neither a whole number nor text'),
    ("empty row", storm(lines='["1", 1, 2],\n  []'), 13, "the row is empty"),
    ("row key not in quotes", storm(lines='["1", 1, 2],\n  [2, 1, 2]'), 13,
     'the row begins with 2, which is no text; did you mean "2", in quotes?'),
    ("row key blank", storm(lines='["1", 1, 2],\n  [" ", 1, 2]'), 13, 'the row begins with " ", which is no text'),
    ("column key not in quotes", storm(head='["die", 1, "b"]'), 11,
     'the head holds 1, which is no text; did you mean "1", in quotes?'),
    ("column doubled", storm(head='["die", "a",\n   "a"]'), 12, 'columns: "a" stands twice'),
    ("column gap", storm(columns='"bands"', head='["die", "1",\n   "3"]'), 12,
     'columns: 2 is missing between "1" and "3": add "2", or did you mean "2-3"?'),
    ("no columns", storm(head='["die"]', lines='["1"]'), 11, "the head needs a corner and at least one column"),
    ("no rows", HEADER + 'rows = "bands"\ntable = [["die", "a"]]\n', 9, "the table has a head and no rows"),
    ("empty table", HEADER + 'rows = "bands"\ntable = []\n', 9, '"table" is no array of rows such as'),
    ("table of text", HEADER + 'rows = "bands"\ntable = "die a"\n', 9, '"table" is no array of rows such as'),
    ("table of text lines", HEADER + 'rows = "bands"\ntable = ["die", "a"]\n', 9,
     '"table" is no array of rows such as'),
    ("table missing", HEADER + 'rows = "bands"\n', 1, '"table" is missing'),
    ("rows undeclared", HEADER + 'table = [["die", "a"], ["1", 2]]\n', 1, '"rows" is missing; write rows = "labels"'),
    ("columns undeclared", LIST.replace('"modifier"', '"a", "b"').replace("1]", "1, 1]"), 1, '"columns" is missing'),
    ("unknown axis", storm(rows='"band"'), 8,
     "\"axis\" is \"band\" and must be one of labels, bands, odds; did you mean 'bands'?"),
    ("axis unnamed", storm(rows='{covers = "1-2"}'), 8, '"axis" is missing; write one of labels, bands, odds'),
    ("unknown axis option", storm(columns='{axis = "labels", cover = "1-2"}'), 9, 'unknown key "cover"'),
    ("option of another axis", storm(rows='{axis = "bands", round = "up"}'), 8, 'unknown key "round"'),
    ("unknown end", storm(rows='{axis = "bands", below = "clamped"}'), 8,
     "\"below\" is \"clamped\" and must be one of refuse, clamp; did you mean 'clamp'?"),
    ("end of an open axis", storm(rows='{axis = "bands", above = "clamp"}', lines='["1+", 1, 2]'), 8,
     'the rows are open above already; leave out "above"'),
    ("rounding unsaid", storm(columns='{axis = "odds"}', head='["die", "1:2", "1:1"]'), 9, '"round" is missing'),
    ("tie unsaid", storm(columns='{axis = "odds", round = "nearest"}', head='["die", "1:2", "1:1"]'), 9,
     'columns: "tie" ("down" or "up") goes with round = "nearest", and only with it'),
    ("tie said in vain", storm(columns='{axis = "odds", round = "up", tie = "up"}', head='["die", "1:2", "1:1"]'), 9,
     'columns: "tie" ("down" or "up") goes with round = "nearest", and only with it'),
    ("no ratio", storm(columns='{axis = "odds", round = "up"}', head='["die", "1-2",\n   "1:1"]'), 11,
     "columns: \"1-2\" is no ratio; did you mean '1:2'?"),
    ("ratio of nothing", storm(columns='{axis = "odds", round = "up"}', head='["die", "1:2",\n   "1:0"]'), 12,
     'columns: "1:0" is no ratio of two numbers above 0'),
    ("open at both ends", storm(columns='{axis = "odds", round = "up"}', head='["die", "1:2",\n   "<1:1+"]'), 12,
     'columns: "<1:1+" is no ratio; write'),
    ("odds out of order", storm(columns='{axis = "odds", round = "up"}', head='["die", "1:2", "2:1",\n   "1:1", "3:1"]',
                                lines='["1", 1, 2, 3, 4]'), 12, 'columns: "2:1" and "1:1" are out of order'),
    ("same odds", storm(columns='{axis = "odds", round = "up"}', head='["die", "1:2",\n   "2:4"]'), 12,
     'columns: "1:2" and "2:4" are the same ratio'),
    ("open odds in the middle", storm(columns='{axis = "odds", round = "up"}', head='["die", "1:2+",\n   "1:1"]'), 11,
     'columns: "1:2+" is open above and must stand at the high end'),
    ("open low odds alone", storm(columns='{axis = "odds", round = "up"}', head='["die", "<1:2",\n   "1:1"]'), 11,
     'columns: "<1:2" must be followed by "1:2"'),
    ("shifts of a list", LIST + 'shifts = "clamp"\n', 15, 'a list has no columns to shift; leave out "shifts"'),
    ("unknown shifts", DAMAGE.replace('shifts = "clamp"', 'shifts = "stop"'), 10,
     '"shifts" is "stop" and must be one of refuse, clamp'),
    ("unknown key", LIST + 'provenence = "printed"\n', 15, "unknown key \"provenence\"; did you mean 'provenance'?"),
    ("unlike any key", LIST + "zzz = 1\n", 15, 'unknown key "zzz"; known are id, title, rule'),
    ("title missing", LIST.replace('title = "Storm damage"\n', ""), 1, '"title" is missing'),
    ("title a number", LIST.replace('"Storm damage"', "3"), 3,
     '"title" must be one line of text, not 3; did you mean "3", in quotes?'),
    ("title blank", LIST.replace('"Storm damage"', '""'), 3, '"title" must be one line of text, not ""'),
    ("title of two lines", LIST.replace('"Storm damage"', '"a\\nb"'), 3,
     '"title" must be one line of text, not "a\\nb"'),
    ("provenance missing", LIST.replace('provenance = "printed"\n', ""), 1,
     '"provenance" is missing; write one of printed, reconstructed, illustrative'),
    ("unknown provenance", LIST.replace('"printed"', '"print"'), 7,
     "\"provenance\" is \"print\" and must be one of printed, reconstructed, illustrative; did you mean 'printed'?"),
    ("a chart is never missing", LIST.replace('"printed"', '"missing"'), 7, '"provenance" is "missing" and must be'),
    ("reconstructed without a reason", LIST.replace('"printed"', '"reconstructed"'), 7,
     'what is reconstructed needs a "reason": why these values'),
    ("reason blank", LIST.replace('"printed"', '"reconstructed"\nreason = " "'), 8,
     '"reason" must be one line of text'),
    ("cell of an unknown row", DAMAGE.replace('row = "10+"', 'row = "10"'), 19,
     "there is no row \"10\"; did you mean '10+'?"),
    ("cell of an unknown column", DAMAGE.replace('["3-5", "6"]', '["3-5", 6]'), 20,
     'there is no column 6; did you mean "6", in quotes?'),
    ("cell of no row", DAMAGE.replace('row = "10+"', "row = []"), 19, '"row" names nothing'),
    ("cell of nowhere", DAMAGE.replace('row = "10+"\ncolumn = ["3-5", "6"]\n', ""), 18,
     'name the "row" or the "column" of the cells'),
    ("cell without provenance", DAMAGE.replace('provenance = "reconstructed"\n', ""), 18, '"provenance" is missing'),
    ("cell without reason", DAMAGE.replace('reason = "the last line is smudged"\n', ""), 21,
     'what is reconstructed needs a "reason"'),
    ("cell with an unknown key", DAMAGE + 'because = "x"\n', 23, 'unknown key "because"'),
    ("cell named twice", DAMAGE + '[[chart.cells]]\ncolumn = "6"\nprovenance = "illustrative"\n', 23,
     'row "10+", column "6" has a provenance already'),
    ("cells inline", LIST + 'cells = [\n  {row = "raw", provenance = "printed"},\n'
     '  {row = "rew", provenance = "printed"},\n]\n',
     17, "there is no row \"rew\"; did you mean 'raw'?"),
    ("cells no tables", LIST + 'cells = ["raw"]\n', 15, '"cells" is no array of tables; write [[chart.cells]]'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "message"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG])
def test_a_wrong_chart_is_refused_with_file_and_line(text: str, line: int, message: str) -> None:
    with pytest.raises(ChartError) as caught:
        load_charts(text, "charts/storm.toml")
    assert caught.value.place == f"charts/storm.toml:{line}"
    assert str(caught.value).startswith(f"charts/storm.toml:{line}: storm: {message}")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", 1, "there is no chart in it; a chart begins with [[chart]]"),
        ("# nothing\n", 1, "there is no chart in it"),
        ("\n[chart]\nid = 3\n", 2, "a chart begins with [[chart]], in two pairs of brackets"),
        ("\nchart = 3\n", 2, "a chart begins with [[chart]]"),
        ("chart = [1]\n", 1, "a chart begins with [[chart]]"),
        ("\n[[charts]]\nid = 3\n", 2, "unknown key \"charts\"; did you mean 'chart'?"),
        ('\n\nname = "x"\n', 3, 'unknown key "name"; a chart begins with [[chart]]'),
        ("[[chart]]\nid = \n", 2, "no valid TOML: Invalid value"),
        ('[[chart]]\nid = "a"\nid = "b"\n', 3, "no valid TOML: Cannot overwrite a value"),
        ('[[chart]]\ntable = [\n  ["a"],\n', 4, "no valid TOML: "),
        ("a = " + "9" * 5000, 1, "no valid TOML: "),
        ("a = " + "[" * 100_000, 1, "brackets are nested too deeply"),
        ("[[chart]]\nid = 3\n", 2, '"id" must be one line of text, not 3; did you mean "3", in quotes?'),
        ("\n[[chart]]\n", 2, '"id" is missing'),
        ("chart = [{}]\n", 1, '"id" is missing'),
    ],
)
def test_a_wrong_file_is_refused(text: str, line: int, message: str) -> None:
    with pytest.raises(ChartError) as caught:
        load_charts(text, "storm.toml")
    assert str(caught.value).startswith(f"storm.toml:{line}: {message}")
    assert "\n" not in str(caught.value)


class TestReplacing:
    def base(self) -> dict[str, Chart]:
        charts = load_charts(DAMAGE.replace('"storm"', '"damage"') + LIST.replace('"storm"', '"mood"'), "base.toml")
        return {chart.id: chart for chart in charts}

    def changed(self, old: str, new: str, text: str = LIST) -> dict[str, Chart]:
        name = "mood" if text is LIST else "damage"
        assert old in text
        return {name: load_chart(text.replace('"storm"', f'"{name}"').replace(old, new), "house.toml")}

    def test_a_chart_takes_the_place_of_its_namesake(self) -> None:
        base = self.base()
        charts = replace_charts(base, self.changed('"raw",        -1', '"raw",        -2'))
        assert list(charts) == ["damage", "mood"]
        assert charts["mood"].look_up("raw").result == -2
        assert charts["damage"] is base["damage"]
        assert base["mood"].look_up("raw").result == -1

    def test_an_unknown_chart(self) -> None:
        with pytest.raises(UnknownNameError, match=r"^unknown chart 'moods'; did you mean 'mood'\?$"):
            replace_charts(self.base(), {"moods": load_chart(LIST, "house.toml")})

    @pytest.mark.parametrize(
        ("old", "new", "message"),
        [
            ('"raw"', '"row"', "mood: row \"row\" is not on the chart replaced; did you mean 'raw'?"),
            ('  ["raw",        -1],\n', "", 'mood: row "raw" of the chart replaced is missing'),
            ('"modifier"', '"value"', 'mood: column "value" is not on the chart replaced'),
        ],
    )
    def test_other_keys(self, old: str, new: str, message: str) -> None:
        with pytest.raises(ChartError) as caught:
            replace_charts(self.base(), self.changed(old, new))
        assert str(caught.value) == message

    def test_another_order(self) -> None:
        swapped = self.changed(
            '  ["raw",        -1],\n  ["suppressed", -1],\n', '  ["suppressed", -1],\n  ["raw", -1],\n'
        )
        with pytest.raises(ChartError, match=r"^mood: the rows stand in another order"):
            replace_charts(self.base(), swapped)

    def test_another_kind_of_axis(self) -> None:
        with pytest.raises(ChartError, match=r"^damage: the rows of the chart replaced are bands, not labels$"):
            replace_charts(self.base(), self.changed('rows = "bands"', 'rows = "labels"', DAMAGE))

    def test_a_chart_under_a_name_that_is_not_its_own(self) -> None:
        with pytest.raises(ChartError, match=r'^mood: the chart that replaces it has the id "storm"$'):
            replace_charts(self.base(), {"mood": load_chart(LIST, "house.toml")})


@st.composite
def tilings(draw: st.DrawFn) -> tuple[tuple[str, ...], list[tuple[float, float]]]:
    """Keys that tile, and the ends of each, rising or falling, open or closed at the ends."""
    low = draw(st.integers(-20, 20))
    ends: list[tuple[float, float]] = []
    for width in draw(st.lists(st.integers(1, 6), min_size=1, max_size=8)):
        ends.append((low, low + width - 1))
        low += width
    keys = [str(first) if first == last else f"{first}-{last}" for first, last in ends]
    if draw(st.booleans()):
        keys[-1], ends[-1] = f"{ends[-1][0]}+", (ends[-1][0], float("inf"))
    if len(keys) > 1 and draw(st.booleans()):
        keys[0], ends[0] = f"<={ends[0][1]}", (float("-inf"), ends[0][1])
    if draw(st.booleans()):
        return tuple(reversed(keys)), ends[::-1]
    return tuple(keys), ends


@given(tilings(), st.integers(-60, 120))
def test_every_number_hits_exactly_the_band_that_holds_it(
    tiling: tuple[tuple[str, ...], list[tuple[float, float]]], number: int
) -> None:
    keys, ends = tiling
    holding = [position for position, (first, last) in enumerate(ends) if first <= number <= last]
    bands = Bands(keys=keys, covers="")
    if holding:
        assert [bands.place(number)] == [(position, False) for position in holding]
        return
    with pytest.raises(AxisError):
        bands.place(number)
    low_end, high_end = min(first for first, _ in ends), max(last for _, last in ends)
    nearest = [position for position, (first, last) in enumerate(ends) if first == low_end and number < first]
    nearest += [position for position, (first, last) in enumerate(ends) if last == high_end and number > last]
    is_open = {"below": low_end == float("-inf"), "above": high_end == float("inf")}
    clamping = Bands(keys=keys, below="clamp", above="clamp") if not any(is_open.values()) else None
    if clamping:
        assert [clamping.place(number)] == [(position, True) for position in nearest]


@given(tilings(), st.data())
def test_a_tiling_without_one_of_its_inner_bands_is_refused(
    tiling: tuple[tuple[str, ...], list[tuple[float, float]]], data: st.DataObject
) -> None:
    keys = tiling[0]
    if len(keys) < 3:
        return
    gone = data.draw(st.integers(1, len(keys) - 2))
    with pytest.raises(AxisError, match="is missing between"):
        Bands(keys=keys[:gone] + keys[gone + 1 :])


RATIOS = st.builds(Fraction, st.integers(0, 60), st.integers(1, 30))
COLUMNS = st.lists(st.builds(Fraction, st.integers(1, 12), st.integers(1, 12)), min_size=1, max_size=7, unique=True)


def scan(columns: list[Fraction], ratio: Fraction, rounding: str, tie: str | None) -> int:
    """Return the column of a ratio inside the table: the slow obvious twin, in the words of the rule."""
    at_or_below = [at for at, column in enumerate(columns) if column <= ratio]
    at_or_above = [at for at, column in enumerate(columns) if column >= ratio]
    lower, higher = max(at_or_below, key=columns.__getitem__), min(at_or_above, key=columns.__getitem__)
    if rounding == "down":
        return lower
    if rounding == "up":
        return higher
    down, up = ratio - columns[lower], columns[higher] - ratio
    if down == up:
        return lower if tie == "down" else higher
    return lower if down < up else higher


@given(
    COLUMNS,
    RATIOS,
    st.sampled_from([("down", None), ("up", None), ("nearest", "down"), ("nearest", "up")]),
    st.booleans(),
    st.booleans(),
)
def test_the_odds_column_is_what_a_scan_finds(
    columns: list[Fraction],
    ratio: Fraction,
    how: tuple[Literal["down", "up", "nearest"], Literal["down", "up"] | None],
    falling: bool,
    half_way: bool,
) -> None:
    columns.sort(reverse=falling)
    if half_way and len(columns) > 1:
        ratio = (columns[0] + columns[1]) / 2
    keys = tuple(f"{column.numerator}:{column.denominator}" for column in columns)
    odds = Odds(keys=keys, round=how[0], tie=how[1], below="clamp", above="clamp")
    refusing = Odds(keys=keys, round=how[0], tie=how[1])
    if min(columns) <= ratio <= max(columns):
        assert odds.place(ratio) == refusing.place(ratio) == (scan(columns, ratio, *how), False)
    else:
        end = min(columns) if ratio < min(columns) else max(columns)
        assert odds.place(ratio) == (columns.index(end), True)
        with pytest.raises(AxisError):
            refusing.place(ratio)


WIDE = load_chart(
    HEADER
    + 'rows = "labels"\ncolumns = "labels"\nshifts = "clamp"\n'
    + f"table = [{['k', *'abcdefgh']}, {['r', *range(8)]}]\n",
    "wide.toml",
)


@given(st.integers(0, 7), st.integers(-9, 9), st.integers(-9, 9))
def test_shifts_add_inside_the_table_and_clamp_beyond(start: int, first: int, second: int) -> None:
    once = WIDE.look_up("r", "abcdefgh"[start], shift=first)
    twice = WIDE.look_up("r", once.column, shift=second)
    together = WIDE.look_up("r", "abcdefgh"[start], shift=first + second)
    assert isinstance(once.result, int)
    assert once.shift == once.result - start
    assert once.shift_asked == first
    if 0 <= start + first <= 7:
        assert once.result == start + first
        assert (twice.row, twice.column, twice.result) == (together.row, together.column, together.result)
    else:
        assert once.result == (0 if first < 0 else 7)


@given(st.text(max_size=200))
def test_any_text_is_a_chart_or_a_chart_error(text: str) -> None:
    with pytest.raises(ChartError, match=r"^x:[0-9]+: "):
        load_charts(text, "x")


@given(st.integers(0, len(DAMAGE) - 1), st.integers(0, 12), st.text("[]{}\"'=,#\n\\1a+-<", max_size=3))
def test_a_damaged_file_is_a_chart_or_a_chart_error(at: int, length: int, inserted: str) -> None:
    try:
        load_charts(DAMAGE[:at] + inserted + DAMAGE[at + length :], "x")
    except ChartError as error:
        assert error.place.startswith("x:")  # noqa: PT017  # most damaged files are refused, some are still right


# --- Written as files ---------------------------------------------------------------------------------------------

NEAREST = storm(
    rows='{ axis = "bands", covers = "1-3", below = "clamp" }',
    columns='{ axis = "odds", round = "nearest", tie = "up", above = "clamp" }',
    head='["a \\"die\\"", "1:2", "2:1"]',
    lines='["1-3", "none", -1]',
)


SINGLE = storm(columns='{ axis = "bands", covers = "1-6" }', head='["die", "1-6"]', lines='["1", 1]')


@pytest.mark.parametrize(
    "text", [DAMAGE, ODDS, LIST, NEAREST, SINGLE], ids=["damage", "odds", "list", "nearest", "single"]
)
def test_a_chart_is_written_as_a_file_that_reads_back_to_it(text: str) -> None:
    chart = load_chart(text, "storm.toml")
    assert load_chart(chart_file(chart), "again.toml") == chart


@pytest.mark.parametrize("id", ["directory", "orel", "red_actions", "red_square", "red_white"])
def test_every_chart_of_the_library_is_written_as_a_file_that_reads_back_to_it(id: str) -> None:
    for chart in load(id).charts.values():
        assert load_chart(chart_file(chart), "again.toml") == chart


def test_a_list_of_labels_is_written_without_columns() -> None:
    assert "columns" not in chart_file(load_chart(LIST, "storm.toml"))


@pytest.mark.parametrize("character", ["\x7f", "\xa0", "\u2028", "\t", "ё", "\N{PISTOL}"])
def test_characters_that_nobody_can_see_are_written_as_escapes(character: str) -> None:
    chart = evolve(load_chart(LIST, "storm.toml"), title=f"Storm{character}damage")
    text = chart_file(chart)
    assert load_chart(text, "again.toml") == chart
    assert text.replace("\n", "").isprintable()


def test_a_file_has_the_shape_of_the_book_and_says_what_is_not_printed() -> None:
    assert (
        chart_file(load_chart(DAMAGE, "storm.toml"))
        == HEADER
        + """\
rows = "bands"
columns = { axis = "bands", covers = "1-6", below = "clamp" }
shifts = "clamp"
table = [
  ["hits", "1-2", "3-5", "6"],
  ["1-2", "none", "none", "lose 1"],
  ["3-9", "none", "lose 1", "lose 2"],
  ["10+", "lose 1", "lose 2", "crash"],
]

[[chart.cells]]
row = "10+"
column = ["3-5", "6"]
provenance = "reconstructed"
reason = "the last line is smudged"
"""
    )


def test_what_house_rules_changed_is_written_as_illustrative() -> None:
    cells = [evolve(cell, provenance="house", reason="ours") for cell in load_chart(LIST, "storm.toml").cells()]
    ours = evolve(load_chart(LIST, "storm.toml"), cells=tuple(cells))
    again = load_chart(chart_file(ours), "again.toml")
    assert {(cell.provenance, cell.reason) for cell in again.cells()} == {("illustrative", "ours")}


def test_a_cell_that_should_be_a_number_says_so_if_it_is_none() -> None:
    with pytest.raises(ChartError, match=r"^storm: row '10\+', column '6' should be a whole number, not 'crash'$"):
        load_chart(DAMAGE, "storm.toml").look_up(10, 6).number()
    raw = load_chart(LIST, "storm.toml").look_up("raw")
    assert raw.number() == raw.number(at_least=-1) == -1
    with pytest.raises(ChartError, match=r"^storm: row 'raw' should be a whole number of at least 0, not -1$"):
        raw.number(at_least=0)
