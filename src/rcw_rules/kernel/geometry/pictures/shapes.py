"""The shapes that pictures are made of, as elements of SVG, and how numbers and texts are written in it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

from rcw_rules.kernel.angles import SCALE, Angle, cosine, sine

XY: TypeAlias = tuple[float, float]
"""A point of a picture, in pixels from its upper left corner."""

INK = "#1a1a1a"
"""What is written and drawn in the dark."""

MUTED = "#4d4d4d"
"""What is written small on every place."""

PAPER = "#ffffff"
FONT = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif"
# What XML cannot hold: control characters, halves of surrogate pairs, and two numbers that are not characters.
_UNPRINTABLE = re.compile(
    "[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
"""What XML cannot hold, and what turns the direction of writing, by which a name could read as another."""

ARC = "#4a6fa5"
"""What is inside an arc."""


def number(value: float) -> str:
    """Return a number with at most two decimals.

    >>> number(3), number(2.5), number(-0.001), number(1.005)
    ('3', '2.5', '0', '1')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(text: str) -> str:
    """Return a text with what XML cannot hold, and what turns the direction of writing, replaced."""
    return _UNPRINTABLE.sub("\ufffd", text)


def put(parent: ET.Element, tag: str, **attributes: str | float | None) -> ET.Element:
    """Add an element, its attributes written with dashes for underscores; those that are None are left out."""
    written = {
        key.rstrip("_").replace("_", "-"): clean(value) if isinstance(value, str) else number(value)
        for key, value in attributes.items()
        if value is not None
    }
    return ET.SubElement(parent, tag, written)


def path_of(points: Sequence[XY], *, closed: bool = False) -> str:
    """Return the data of a path through points."""
    words = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f"M{words}{'Z' if closed else ''}"


def line_through(parent: ET.Element, points: Sequence[XY], **attributes: str | float | None) -> ET.Element:
    """Add a line through points, joined round."""
    rounded: dict[str, str | float | None] = {"stroke_linejoin": "round", "stroke_linecap": "round"}
    return put(parent, "path", d=path_of(points), fill="none", **(rounded | attributes))


def area(parent: ET.Element, points: Sequence[XY], **attributes: str | float | None) -> ET.Element:
    """Add a closed area."""
    return put(parent, "path", d=path_of(points, closed=True), **attributes)


def write(
    parent: ET.Element, at: XY, words: str, *, size: float | None = None, **attributes: str | float | None
) -> ET.Element:
    """Add a text; where nothing else is said, its middle is at the point."""
    centred: dict[str, str | float | None] = {"font_size": size}
    element = put(parent, "text", x=at[0], y=at[1], **(centred | attributes))
    element.text = clean(words)
    return element


def along(start: XY, end: XY, share: float) -> XY:
    """Return the point that lies a share of the way from one point to another."""
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def aside(start: XY, end: XY, distance: float) -> XY:
    """Return the offset that moves a line so far to its right."""
    east, south = end[0] - start[0], end[1] - start[1]
    length = (east * east + south * south) ** 0.5 or 1.0
    return -south / length * distance, east / length * distance


def span(one: XY, other: XY) -> float:
    """Return how far two points are apart."""
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def shifted(points: Sequence[XY], offset: XY) -> tuple[XY, ...]:
    """Return points moved by an offset."""
    return tuple((x + offset[0], y + offset[1]) for x, y in points)


def towards(at: XY, bearing: Angle, distance: float) -> XY:
    """Return the point so far away in a direction, north being up."""
    return at[0] + distance * sine(bearing) / SCALE, at[1] - distance * cosine(bearing) / SCALE


def arrow_head(parent: ET.Element, start: XY, tip: XY, size: float, **attributes: str | float | None) -> None:
    """Add an arrowhead at the end of a line."""
    back = along(tip, start, size / (((tip[0] - start[0]) ** 2 + (tip[1] - start[1]) ** 2) ** 0.5 or 1.0))
    across = aside(start, tip, size * 0.38)
    area(parent, (tip, shifted([back], across)[0], shifted([back], (-across[0], -across[1]))[0]), **attributes)


def wavy(points: Sequence[XY], height: float) -> str:
    """Return the data of a path that swings to both sides of a line, and ends on it."""
    data = [f"M{number(points[0][0])},{number(points[0][1])}"]
    for start, end in pairwise(points):
        length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        swings = max(2, 2 * round(length / 22))
        for swing in range(swings):
            side = aside(start, end, height if swing % 2 else -height)
            middle, stop = along(start, end, (swing + 0.5) / swings), along(start, end, (swing + 1) / swings)
            data.append(f"Q{number(middle[0] + side[0])},{number(middle[1] + side[1])}")
            data.append(f"{number(stop[0])},{number(stop[1])}")
    return " ".join(data)
