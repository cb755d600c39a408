"""A field to draw, and what a picture shows, read from its SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from red_square_units import unit as usual

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.pictures import Picture
from rcw_rules.kernel.geometry.squares import Square, SquareArea, SquareFeature, SquareGrid, SquareMap

BOARD = SquareMap(
    title="A hill",
    grid=SquareGrid(columns=6, rows=6),
    terrain=(SquareArea(kind="wooden_building", squares=((0, 0), (4, 4))), SquareArea(kind="wood", squares=((3, 3),))),
    features=(
        SquareFeature(kind="slope", squares=((2, 3), (3, 3))),
        SquareFeature(kind="crest", squares=((2, 4),)),
        SquareFeature(kind="wire", squares=((1, 1), (1, 2))),
    ),
)


def unit(name: str, square: Square, kind: str = "infantry", side: str = "red", **more: Any) -> rs.Unit:
    return usual(kind, name, square, side=side, **more)


FIELD = rs.Field(
    board=BOARD,
    units=(
        unit("1st Rifles", (1, 0), bases=4, facing="NE"),
        unit("the commander", (1, 0), "co"),
        unit("Don", (2, 4), "cavalry", "white", bases=3, facing="S"),
        unit("in their trenches", (3, 4), side="white", formation="defence", bases=2, facing="S"),
        unit("no more", (5, 5), bases=0),
    ),
    turn=3,
)


def parts(picture: Picture, word: str) -> list[dict[str, str]]:
    """Return the attributes of the parts of a picture that have a class, in order."""
    found = ET.fromstring(picture.svg).iter()  # noqa: S314 - it is our own
    return [part.attrib for part in found if part.get("class") == word]


def squares(picture: Picture, word: str) -> set[Square]:
    return {_square(part["data-place"]) for part in parts(picture, word)}


def _square(text: str) -> Square:
    column, row = text.split(", ")
    return int(column), int(row)
