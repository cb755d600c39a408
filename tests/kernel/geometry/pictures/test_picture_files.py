"""Pictures: in black and white, as files and in notebooks, and what cannot be drawn."""

from __future__ import annotations

import hashlib
from pathlib import Path as FilePath
from typing import Any

import pytest
from drawn_grounds import BOARD, GRID, SQUARES, contrast, luminance, of_class, texts

from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.geometry.hexes import (
    HexGrid,
    HexMap,
)
from rcw_rules.kernel.geometry.pictures import Counter, Highlight, draw
from rcw_rules.kernel.geometry.pictures.patterns import SIDES
from rcw_rules.kernel.geometry.pictures.shapes import INK, PAPER
from rcw_rules.kernel.geometry.squares import (
    SquareGrid,
    SquareMap,
)
from rcw_rules.kernel.geometry.table import Table
from rcw_rules.kernel.lengths import inches

# --- In black and white -------------------------------------------------------------------------------------------


def test_the_two_sides_differ_in_lightness_and_in_shape() -> None:
    red, white = SIDES["red"], SIDES["white"]
    assert luminance(white.fill) - luminance(red.fill) > 0.9
    assert red.corner != white.corner
    assert contrast(red.ink, red.fill) >= 7
    assert contrast(white.ink, white.fill) >= 7
    assert contrast(INK, PAPER) >= 7


def test_every_other_side_has_a_hatch_of_its_own() -> None:
    sides = ("red", "white", "green", "black", "Don", "Czech")
    picture = draw(GRID, *(Counter(at=place, side=side) for place, side in zip(GRID.hexes, sides, strict=False)))
    fills = [face.get("fill") or "" for face in of_class(picture, "counter-face")]
    assert len(set(fills)) == len(sides)
    assert [fill.startswith("url(") for fill in fills] == [False, False, True, True, True, True]
    assert set(sides) <= set(texts(picture))


# --- Files and notebooks ------------------------------------------------------------------------------------------


def test_a_picture_is_saved_whole_and_replaces_what_was_there(tmp_path: FilePath) -> None:
    picture = draw(GRID, title="Орёл")
    file = tmp_path / "map.SVG"
    file.write_text("old")
    picture.save(file)
    assert file.read_bytes() == picture.svg.encode()
    assert [path.name for path in tmp_path.iterdir()] == ["map.SVG"]


def test_a_picture_is_saved_as_svg_only(tmp_path: FilePath) -> None:
    with pytest.raises(ValueError, match=r"ends in \.svg, got 'map\.png'"):
        draw(GRID).save(tmp_path / "map.png")
    with pytest.raises(OSError, match="missing"):
        draw(GRID).save(str(tmp_path / "missing" / "map.svg"))
    assert list(tmp_path.iterdir()) == []


def test_a_picture_that_cannot_be_written_leaves_nothing_behind(
    tmp_path: FilePath, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(source: FilePath, target: FilePath) -> FilePath:
        raise PermissionError("no")

    monkeypatch.setattr(FilePath, "replace", refuse)
    with pytest.raises(PermissionError):
        draw(GRID).save(tmp_path / "map.svg")
    assert list(tmp_path.iterdir()) == []


def test_a_notebook_shows_it() -> None:
    picture = draw(GRID, title="Orel")
    assert picture._repr_svg_() == picture.svg
    assert repr(picture) == f"<Picture 'Orel': {picture.width} x {picture.height}>"
    assert hashlib.sha256(picture.svg.encode()).digest()  # it can be encoded


# --- Bad input ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "thing",
    [Counter(at="2765"), Highlight(places=("0101", "2765")), HexGrid(columns=40, rows=70).path("2765", "2764")],
)
def test_an_unknown_hex_is_the_error_of_the_grid(thing: Any) -> None:
    with pytest.raises(UnknownNameError, match="unknown hex '276"):
        draw(GRID, thing)


def test_an_unknown_square_is_the_error_of_the_grid() -> None:
    with pytest.raises(UnknownNameError, match="unknown square"):
        draw(BOARD, Counter(at=(9, 9)))
    with pytest.raises(UnknownNameError, match="unknown square"):
        draw(BOARD, only=[(9, 9)])


@pytest.mark.parametrize("thing", [None, 7, "0101", GRID, {"0101": 3}])
def test_what_cannot_be_drawn_is_named(thing: Any) -> None:
    message = f"^{type(thing).__name__} is nothing that can be drawn on a map of"
    with pytest.raises(TypeError, match=message):
        draw(GRID, thing)
    with pytest.raises(TypeError, match=message):
        draw(SQUARES, thing)


@pytest.mark.parametrize("ground", [None, "0101", 7])
def test_what_is_no_ground_is_refused(ground: Any) -> None:
    with pytest.raises(TypeError, match=f"got {type(ground).__name__}$"):
        draw(ground)


def test_an_unknown_facing_is_refused() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown direction 'E'; did you mean"):
        draw(GRID, Counter(at="0303", facing="E"))


@pytest.mark.parametrize("name", ["1st", "a b", "x#y", "é", "a" * 50])
def test_a_name_that_is_no_id_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="the name of a picture is made of"):
        draw(GRID, name=name)


@pytest.mark.parametrize(
    "ground",
    [
        HexGrid(columns=3, rows=2),
        HexMap(title="A map", grid=HexGrid(columns=3, rows=2)),
        SquareGrid(columns=3, rows=2),
        SquareMap(title="A map", grid=SquareGrid(columns=3, rows=2)),
        Table(title="A table", width=inches(12), depth=inches(6)),
    ],
    ids=lambda ground: type(ground).__name__,
)
def test_every_ground_draws_itself(ground: HexGrid | HexMap | SquareGrid | SquareMap | Table) -> None:
    assert ground.draw(title="Here", name="one") == draw(ground, title="Here", name="one")
    assert ground._repr_svg_() == draw(ground).svg
