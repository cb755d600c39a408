"""Charts as files: read, refused with the line, written, and put in the place of others."""

from __future__ import annotations

import pytest
from charts_of_tests import DAMAGE, HEADER, LIST, ODDS, storm

from rcw_rules.kernel.charts import (
    load_chart,
    load_charts,
)
from rcw_rules.kernel.errors import ChartError


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
     'rows: "one" is not a range of whole numbers; write "4", "3-5", "15+" or "<=2"'),
    ("a dash as printed", storm(lines='["1\N{EN DASH}2", 1, 2]'), 12,
     "rows: \"1\N{EN DASH}2\" is not a range of whole numbers; did you mean '1-2'?"),
    ("or less", storm(lines='["2 or less", 1, 2]'), 12,
     "rows: \"2 or less\" is not a range of whole numbers; did you mean '<=2'?"),
    ("or more", storm(lines='["2 or more", 1, 2]'), 12,
     "rows: \"2 or more\" is not a range of whole numbers; did you mean '2+'?"),
    ("first row forgotten", storm(rows='{axis="bands", covers="1-2"}', lines='["2", 1, 2]'), 12,
     'rows: they begin with "2" and should cover "1-2"'),
    ("last row forgotten", storm(rows='{axis="bands", covers="1-2"}'), 12,
     'rows: they end with "1" and should cover "1-2"'),
    ("open where it should end", storm(rows='{axis="bands", covers="1-2"}', lines='["1", 1, 2],\n  ["2+", 1, 2]'), 13,
     'rows: they end with "2+" and should cover "1-2"'),
    ("covers nonsense", storm(rows='{axis="bands", covers="d6"}'), 8,
     'rows: covers = "d6" is not a range of whole numbers, such as "2-12"'),
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
     'the row begins with 2, which is not a text; did you mean "2", in quotes?'),
    ("row key blank", storm(lines='["1", 1, 2],\n  [" ", 1, 2]'), 13, 'the row begins with " ", which is not a text'),
    ("column key not in quotes", storm(head='["die", 1, "b"]'), 11,
     'the head holds 1, which is not a text; did you mean "1", in quotes?'),
    ("column doubled", storm(head='["die", "a",\n   "a"]'), 12, 'columns: "a" stands twice'),
    ("column gap", storm(columns='"bands"', head='["die", "1",\n   "3"]'), 12,
     'columns: 2 is missing between "1" and "3": add "2", or did you mean "2-3"?'),
    ("no columns", storm(head='["die"]', lines='["1"]'), 11, "the head needs a corner and at least one column"),
    ("no rows", HEADER + 'rows = "bands"\ntable = [["die", "a"]]\n', 9, "the table has a head and no rows"),
    ("empty table", HEADER + 'rows = "bands"\ntable = []\n', 9, '"table" is not an array of rows such as'),
    ("table of text", HEADER + 'rows = "bands"\ntable = "die a"\n', 9, '"table" is not an array of rows such as'),
    ("table of text lines", HEADER + 'rows = "bands"\ntable = ["die", "a"]\n', 9,
     '"table" is not an array of rows such as'),
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
     "columns: \"1-2\" is not a ratio; did you mean '1:2'?"),
    ("ratio of nothing", storm(columns='{axis = "odds", round = "up"}', head='["die", "1:2",\n   "1:0"]'), 12,
     'columns: "1:0" is not a ratio of two numbers above 0'),
    ("open at both ends", storm(columns='{axis = "odds", round = "up"}', head='["die", "1:2",\n   "<1:1+"]'), 12,
     'columns: "<1:1+" is not a ratio; write'),
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
    ("cells no tables", LIST + 'cells = ["raw"]\n', 15, '"cells" is not an array of tables; write [[chart.cells]]'),
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
        ("[[chart]]\nid = \n", 2, "not valid TOML: Invalid value"),
        ('[[chart]]\nid = "a"\nid = "b"\n', 3, "not valid TOML: Cannot overwrite a value"),
        ('[[chart]]\ntable = [\n  ["a"],\n', 4, "not valid TOML: "),
        ("a = " + "9" * 5000, 1, "a number of more than 100 digits is too huge"),
        ("a = " + "[" * 100_000, 1, "nested too deeply: at most 100 levels"),
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
