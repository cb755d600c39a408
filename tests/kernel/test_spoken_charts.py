"""Look-ups as players say them."""

from __future__ import annotations

import pytest
from charts_of_tests import DAMAGE, HEADER

from rcw_rules.kernel.chart_files import chart_file
from rcw_rules.kernel.charts import load_chart, replace_charts
from rcw_rules.kernel.errors import ChartError

SPOKEN = """name = "damage table"
row_name = "strength"
column_name = "hits"
"""
WORDS = """
[chart.words]
"lose 1" = "a mast is lost"
crash = "the ship sinks"
"""
SILENT = load_chart(DAMAGE, "storm.toml")
SAID = load_chart(DAMAGE.replace("rows =", f"{SPOKEN}rows =", 1).replace("]\n\n[[", f"]\n{WORDS}\n[[", 1), "storm.toml")


def test_a_chart_says_its_look_ups_with_names_and_words() -> None:
    assert SAID.say(SAID.look_up(12, 6)) == "damage table, hits 6, strength 10+: the ship sinks (crash)"
    assert SAID.say(SAID.look_up(12, 1)) == "damage table, hits 1-2, strength 10+: a mast is lost (lose 1)"
    assert SAID.say(SAID.look_up(1, 1)) == "damage table, hits 1-2, strength 1-2: none"


def test_a_shift_is_said() -> None:
    assert SAID.say(SAID.look_up(4, 1, shift=2)) == "damage table, hits 6, 2 columns to the right, strength 3-9: lose 2"
    assert "6, 1 column to the left" not in SAID.say(SAID.look_up(4, 6, shift=-1))
    assert "hits 3-5, 1 column to the left, strength" in SAID.say(SAID.look_up(4, 6, shift=-1))


def test_a_chart_without_words_is_read_out() -> None:
    assert SILENT.say(SILENT.look_up(12, 6)) == "storm, 6, hits 10+: crash"


def test_labels_and_ids_are_words() -> None:
    table = 'rows = "labels"\ntable = [\n  ["kind", "points"],\n  ["armed_car", 1],\n  ["boat", 2],\n]\n'
    chart = load_chart(
        HEADER.replace("storm", "vehicle_points") + table + '[chart.words]\nboat = "river boat"\n', "a.toml"
    )
    assert chart.say(chart.look_up("armed_car")) == "vehicle points, armed car: 1"
    assert chart.say(chart.look_up("boat")) == "vehicle points, river boat: 2"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ('crush = "x"', '"crush" is neither a row nor a column nor a cell; did you mean '),
        ("crash = 3", '"crash" must be one line of text'),
        ('crash = ""', '"crash" must be one line of text'),
    ],
)
def test_words_for_what_is_not_there_are_refused(words: str, message: str) -> None:
    with pytest.raises(ChartError) as refused:
        load_chart(f"{DAMAGE}\n[chart.words]\n{words}\n", "storm.toml")
    assert message in str(refused.value)


def test_a_replaced_chart_keeps_how_it_is_said() -> None:
    said = replace_charts({"storm": SAID}, {"storm": SILENT})["storm"]
    assert said.say(said.look_up(12, 6)) == SAID.say(SAID.look_up(12, 6))
    own = load_chart(DAMAGE.replace("rows =", 'name = "club table"\nrows =', 1), "club.toml")
    assert replace_charts({"storm": SAID}, {"storm": own})["storm"].say(own.look_up(12, 6)).startswith("club table, 6")


def test_words_are_written_and_read_again() -> None:
    again = load_chart(chart_file(SAID), "again.toml")
    assert again == SAID
    assert (again.name, again.row_name, again.column_name) == ("damage table", "strength", "hits")
    assert dict(again.words) == {"lose 1": "a mast is lost", "crash": "the ship sinks"}
