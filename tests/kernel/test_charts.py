"""Charts: hand-made tables, every way a file can be wrong, and laws against slow obvious twins."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from typing import Any, Literal

import pytest
from attrs.exceptions import FrozenInstanceError
from charts_of_tests import DAMAGE, LIST, ODDS

from rcw_rules import red_white
from rcw_rules.kernel.charts import (
    AxisError,
    Bands,
    Cell,
    Chart,
    Labels,
    Odds,
    load_chart,
)
from rcw_rules.kernel.errors import ChartError


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
        with pytest.raises(ChartError, match=r"^storm: column 1\.5 is neither a whole number nor an exact fraction$"):
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
        with pytest.raises(ChartError, match=r"^storm: shift 0\.5 is neither a whole number"):
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
        spoken = {"name", "row_name", "column_name", "words"}
        assert set(data) == header | spoken | {"rows", "columns", "cells"}

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


def test_the_charts_of_a_ruleset_cannot_be_changed() -> None:
    charts: Any = red_white.ruleset.charts
    chart = next(iter(charts.values()))
    with pytest.raises(TypeError, match="item assignment"):
        charts[chart.id] = chart
    with pytest.raises(TypeError, match="item deletion"):
        del charts[chart.id]
    assert not {"update", "clear", "pop", "popitem", "setdefault"} & set(dir(charts))
    assert pickle.loads(pickle.dumps(charts)) == charts  # noqa: S301 - our own
