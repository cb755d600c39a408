"""Grounds and reports that tests draw."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from rcw_rules.kernel.geometry.hexes import (
    HexGrid,
)
from rcw_rules.kernel.geometry.pictures import Picture
from rcw_rules.kernel.geometry.reports import Path
from rcw_rules.kernel.geometry.squares import (
    EdgeFeature,
    SquareArea,
    SquareFeature,
    SquareGrid,
    SquareMap,
    SquarePlace,
    SquareWay,
)

SVG = "{http://www.w3.org/2000/svg}"


GRID = HexGrid(columns=6, rows=5)


BOARD = SquareGrid(columns=6, rows=5)


SQUARES = SquareMap(
    title="Squares",
    grid=BOARD,
    terrain=(SquareArea(kind="wood", squares=((1, 1), (2, 1))),),
    features=(SquareFeature(kind="hedge", squares=((3, 3),)),),
    edges=(EdgeFeature(kind="stream", between=(((2, 2), (3, 2)),)),),
    roads=(SquareWay(squares=((0, 0), (1, 0), (1, 1))),),
    railways=(SquareWay(squares=((0, 0), (1, 0), (2, 0))),),
    places=(SquarePlace(name="Farm", square=(4, 4), kind="village"),),
)


def parsed(picture: Picture) -> ET.Element:
    return ET.fromstring(picture.svg)  # noqa: S314 - it was written by the test itself


def of_class(picture: Picture, name: str) -> list[ET.Element]:
    return [element for element in parsed(picture).iter() if element.get("class") == name]


def texts(picture: Picture) -> list[str]:
    return [element.text or "" for element in parsed(picture).iter(f"{SVG}text")]


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour as WCAG 2 defines it: 0 is black, 1 is white."""
    shares = (int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5))
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def path(start: str, goal: str) -> Path[str]:
    found = GRID.path(start, goal)
    assert found is not None
    return found
