"""Charts put in the place of others, and charts written as files."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import pytest
from attrs import evolve
from charts_of_tests import DAMAGE, HEADER, LIST, ODDS, storm
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.chart_files import chart_file
from rcw_rules.kernel.charts import (
    AxisError,
    Bands,
    Chart,
    Odds,
    load_chart,
    load_charts,
    replace_charts,
)
from rcw_rules.kernel.errors import ChartError, UnknownNameError
from rcw_rules.registry import load


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
