"""The map of the campaign: written by hand, read from a file, and what is wrong with a wrong one."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from rcw_rules.directory.campaign import MapHex, RulebookMap
from rcw_rules.kernel.errors import FileError, InvalidRequestError, UnknownNameError
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.geometry import HexGrid
from rcw_rules.toml_files import load_toml, read_toml

pytestmark = pytest.mark.rule("directory", "miss-map")

# Four hexes of a made-up coast. Column 02 stands half a hex further south than column 01.
COAST = """\
title = "A made-up coast"
source = "made up"
grid = { columns = 3, rows = 3 }

[[hexes]]
label = "0101"
land = "rough"
rail = "major"

[[hexes]]
label = "0102"
land = "broken"
water = ["river", "coastal"]
rail = "minor"
city = "odesa"

[[hexes]]
label = "0201"
land = "clear"

[[hexes]]
label = "0202"
water = ["sea"]
"""


def coast() -> RulebookMap:
    return load_toml(RulebookMap, COAST, "coast.toml")


def problems_of(text: str) -> list[tuple[int | None, str]]:
    with pytest.raises(FileError) as caught:
        load_toml(RulebookMap, text, "coast.toml")
    return [(problem.line, problem.message) for problem in caught.value.problems]


def test_a_map_is_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "coast.toml"
    file.write_text(COAST, encoding="utf-8")
    board = read_toml(RulebookMap, file)
    assert board == RulebookMap(
        title="A made-up coast",
        source="made up",
        grid=HexGrid(columns=3, rows=3),
        hexes=(
            MapHex(label="0101", land="rough", rail="major"),
            MapHex(label="0102", land="broken", water=("river", "coastal"), rail="minor", city="odesa"),
            MapHex(label="0201", land="clear"),
            MapHex(label="0202", water=("sea",)),
        ),
    )


def test_what_a_hex_is() -> None:
    board = coast()
    assert board.hex("0102").land == "broken"
    assert board.hex("0202").land is None
    assert board.hex("0201").rail == "none"
    assert board.hex_of("odesa") == "0102"
    assert board.hex_of("kyiv") is None
    assert board.cities_on(("0201", "0102", "0202")) == ("odesa",)


def test_neighbours_are_those_that_the_map_lists() -> None:
    board = coast()
    # Around 0102 lie 0101 N, 0201 NE, 0202 SE and 0103 S; the map has no 0103.
    assert board.neighbours("0102") == ("0101", "0201", "0202")
    assert board.are_adjacent("0101", "0201")
    assert not board.are_adjacent("0101", "0202")
    assert not board.has("0103")


def test_an_unknown_hex_is_named_with_those_that_look_like_it() -> None:
    with pytest.raises(UnknownNameError, match="unknown hex '0103'; did you mean '0102'"):
        coast().hex("0103")
    with pytest.raises(UnknownNameError, match="0303"):
        coast().are_adjacent("0101", "0303")


def test_a_path_has_no_gaps_and_stays_on_the_map() -> None:
    board = coast()
    assert list(board.path_problems("0101", ("0102", "0202"), "$.path")) == []
    (gap,) = board.path_problems("0101", ("0201", "0102", "0101", "0202"), "$.path")
    assert (gap.path, gap.rule) == ("$.path[3]", "miss-map")
    (unknown,) = board.path_problems("0101", ("0102", "0103"), "$.path")
    assert unknown.path == "$.path[1]"
    (between,) = board.path_problems("0101", ("0103", "0102"), "$.path")
    assert between.path == "$.path[0]"  # and no gap is told beside a hex that does not exist


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('label = "0201"', 'label = "0101"', 18, "hex '0101' is listed twice, first at [0]"),
        ('label = "0202"', 'label = "0404"', 22, "unknown hex '0404'"),
        ('label = "0202"', 'label = "22"', 22, "unknown hex '22'"),
        ('city = "odesa"', 'city = "lviv"', 15, '"lviv"'),
        ('land = "clear"', 'land = "forest"', 19, '"forest"'),
        ('rail = "minor"', 'rail = "broad"', 14, '"broad"'),
        ('water = ["sea"]', 'water = ["lake"]', 23, '"lake"'),
        ('water = ["sea"]', 'water = ["coastal"]', 21, "only a sea hex has none"),
        ('water = ["sea"]', 'water = ["sea", "sea"]', 23, "'sea' is listed twice"),
        ('water = ["sea"]', 'water = ["sea"]\nrail = "minor"', 24, "without land has no railroad"),
        ('water = ["sea"]', 'water = ["sea"]\ncity = "kyiv"', 24, "without land has no city"),
        ('land = "clear"', 'land = "clear"\ncity = "odesa"', 20, "odesa is already in hex '0102'"),
        ('land = "clear"', 'land = "clear"\nheight = 3', 20, "height"),
    ],
)
def test_a_wrong_map_is_refused_with_the_line(old: str, new: str, line: int, words: str) -> None:
    assert old in COAST
    found = problems_of(COAST.replace(old, new))
    assert any(at == line and words in message for at, message in found), found


def test_a_map_without_hexes_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.hexes"):
        validate(RulebookMap(title="Nothing", grid=HexGrid(columns=2, rows=2), hexes=()))


def test_a_wrong_map_made_in_python_is_refused_when_it_is_used() -> None:
    twice = MapHex(label="0101", land="clear")
    board = RulebookMap(title="Twice", grid=HexGrid(columns=2, rows=2), hexes=(twice, twice))
    with pytest.raises(InvalidRequestError, match="listed twice"):
        board.hex("0101")


def test_no_map_comes_with_the_library() -> None:
    package = files("rcw_rules.directory")
    assert {entry.name for entry in package.iterdir() if entry.name.endswith(".toml")} == {"rules.toml"}
    charts = [entry.read_text(encoding="utf-8") for entry in (package / "charts").iterdir()]
    assert charts
    assert all("[[hexes]]" not in chart for chart in charts)
