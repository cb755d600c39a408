"""Maps of every ground are read from TOML files, and each mistake is one clear error with its line."""

from __future__ import annotations

import re

import pytest

from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.errors import FileError, InvalidRequestError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.geometry import Base, HexMap, SquareMap, Table, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.toml_files import load_toml
from rcw_rules.wire import dumps, parse_json, structure, unstructure

HEXES = """\
title = "Orel, a corner of it"
grid = {columns = 32, rows = 20}

[[terrain]]
kind = "forest"
hexes = ["0101", "0102"]

[[terrain]]
kind = "town"
hexes = [
  "2705",
  "2804",
]

[[railways]]
name = "Orel-Ponyri"
tracks = 2
hexes = ["2705", "2706", "2707"]

[[features]]
kind = "station"
hexes = ["2705"]

[[hexsides]]
kind = "river"
between = [["2705", "2706"], ["0101", "0102"]]

[[places]]
name = "Orel"
hex = "2705"
kind = "city"
"""

SQUARES = """\
title = "A village"
grid = {columns = 6, rows = 10}

[[terrain]]
kind = "wood"
squares = [[4, 2], [4, 3]]

[[terrain]]
kind = "building"
squares = [[0, 0]]

[[edges]]
kind = "stream"
between = [[[4, 2], [4, 3]]]

[[roads]]
squares = [[0, 0], [1, 0], [2, 0]]
"""

TABLE = """\
title = "A farm"
width = 72
depth = 48

[[terrain]]
name = "the wood"
kind = "wood"
sight = "area"
outline = [
  {x = 10, y = 20},
  {x = 16.5, y = 20},
  {x = 16.5, y = 26},
  {x = 10, y = 26},
]

[[lines]]
name = "the road"
kind = "road"
points = [{x = 0, y = 5}, {x = 72, y = 5}]
width = 1
"""


@pytest.mark.parametrize(("cls", "text"), [(HexMap, HEXES), (SquareMap, SQUARES), (Table, TABLE)])
def test_a_map_is_read_and_goes_through_json_and_back(cls: type[HexMap | SquareMap | Table], text: str) -> None:
    read = load_toml(cls, text, "map.toml")
    validate(read)
    assert structure(parse_json(dumps(unstructure(read)), "the text"), cls) == read
    assert hash(read) == hash(load_toml(cls, text, "map.toml"))


def test_what_is_read_is_what_the_file_says() -> None:
    board = load_toml(HexMap, HEXES, "map.toml")
    assert board.terrain_at("2705") == "town"
    assert board.terrain_at("2706") == "clear"
    assert board.tracks("2706", "2705") == 2
    assert board.place("Orel").hex == "2705"
    village = load_toml(SquareMap, SQUARES, "map.toml")
    assert village.terrain_at((4, 3)) == "wood"
    assert village.features_between((4, 3), (4, 2)) == ("stream",)
    farm = load_toml(Table, TABLE, "map.toml")
    assert farm.terrain[0].outline[1] == point("16.5", 20)
    assert farm.lines[0].width == inches(1)


@pytest.mark.parametrize(
    ("cls", "text", "old", "new", "line", "message"),
    [
        (HexMap, HEXES, '"2804"', '"2765"', 12, r"unknown hex '2765'; did you mean '2705'.*\?"),
        (HexMap, HEXES, '"2804"', '"27O5"', 12, r"unknown hex '27O5'; did you mean '2705'.*\?"),
        (HexMap, HEXES, '"2804"', "2705", 12, r"expected a text, got 2705"),
        (
            HexMap,
            HEXES,
            '"2804"',
            '"0102"',
            12,
            r"hex '0102' is 'town' here and 'forest' at \.terrain\[0\]\.hexes\[1\]",
        ),
        (HexMap, HEXES, '"2706", "2707"', '"2707"', 18, r"a gap: '2705' and '2707' are not neighbours"),
        (HexMap, HEXES, 'hexes = ["2705"]', 'hexes = ["0101"]', 22, r"the station in hex '0101' is on no railway"),
        (HexMap, HEXES, '["0101", "0102"]]', '["0101", "0103"]]', 26, r"'0101' and '0103' are not neighbours"),
        (HexMap, HEXES, "tracks = 2", "tracks = 3", 17, r"expected one of 1, 2, got 3"),
        (HexMap, HEXES, "rows = 20", "rows = 0", 2, r"expected an integer from 1 to 999, got 0"),
        (HexMap, HEXES, 'kind = "city"', 'kind = "city"\nnmae = "Orel"', 32, r"unknown key; did you mean 'name'"),
        (HexMap, HEXES, "[[terrain]]", "[[terrain]", 4, r"not valid TOML: "),
        (
            SquareMap,
            SQUARES,
            "[4, 3]]\n\n",
            "[4, 13]]\n\n",
            6,
            r"unknown square '\(4, 13\)'; did you mean '\(4, 9\)'\?",
        ),
        (SquareMap, SQUARES, "[[0, 0]]", "[[4, 2]]", 10, r"square \(4, 2\) is 'building' here and 'wood' at "),
        (SquareMap, SQUARES, "[[0, 0]]", "[[0.5, 0]]", 10, r"expected an integer, got 0\.5"),
        (SquareMap, SQUARES, "[1, 0], ", "", 17, r"a gap: \(0, 0\) and \(2, 0\) are not neighbours"),
        (SquareMap, SQUARES, "[4, 3]]]", "[4, 4]]]", 14, r"squares \(4, 2\) and \(4, 4\) are not neighbours"),
        (Table, TABLE, "y = 26},\n]", "y = 19},\n]", 12, r"the outline crosses itself"),
        (
            Table,
            TABLE,
            "{x = 16.5, y = 26}",
            "{x = 73, y = 26}",
            12,
            r"the point \(73, 26\) of 'the wood' is off the table",
        ),
        (
            Table,
            TABLE,
            "x = 16.5, y = 20",
            "x = nan, y = 20",
            11,
            r"expected a number of inches from -1,000,000 to 1,000,000 .*NaN",
        ),
        (Table, TABLE, "x = 16.5, y = 20", "x = 16.0005, y = 20", 11, r"with at most three decimals, got 16\.0005"),
        (Table, TABLE, "width = 72", "width = -1", 2, r"expected a number of inches from 0 to 1,000,000"),
        (Table, TABLE, '"the road"', '"the wood"', 17, r"named 'the wood'"),
        (Table, TABLE, '"area"', '"opaque"', 8, r"expected one of \"open\", \"area\", \"blocks\", got \"opaque\""),
    ],
)
def test_a_mistake_is_one_clear_error_with_its_line(  # noqa: PLR0917 - a table of cases
    cls: type[HexMap | SquareMap | Table], text: str, old: str, new: str, line: int, message: str
) -> None:
    assert old in text
    with pytest.raises(FileError) as caught:
        load_toml(cls, text.replace(old, new, 1), "map.toml")
    (problem,) = caught.value.problems
    assert (problem.line, bool(re.search(message, problem.message))) == (line, True), str(caught.value)
    assert str(caught.value) == f"map.toml: line {line}: {problem.message}"
    assert "\n" not in str(caught.value)


def test_a_base_that_is_off_the_table_or_faces_nowhere_is_refused() -> None:
    table = load_toml(Table, TABLE, "map.toml")
    base = Base(at=point(71, "48.5"), facing=degrees(0), frontage=inches("1.2"), depth=inches("0.8"))
    with pytest.raises(ValueError, match=r"is off the table, which is 72 in wide and 48 in deep"):
        table.distance(base, point(1, 1))
    with pytest.raises(TypeError, match=r"a float is not exact"):
        degrees(float("nan"))  # type: ignore[arg-type]  # that is the test
    backwards = Base(at=point(10, 10), facing=degrees(-90), frontage=inches(1), depth=inches(1))
    with pytest.raises(InvalidRequestError, match=r"expected a bearing from 0 up to 360 degrees, got -90°: write 270°"):
        validate(backwards)
