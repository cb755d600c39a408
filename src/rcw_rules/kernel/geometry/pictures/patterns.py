"""How things look: patterns of terrain, lines on the ground, symbols, and the counters of the sides."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from rcw_rules.kernel.geometry.pictures.shapes import (
    INK,
    PAPER,
    XY,
    along,
    area,
    aside,
    line_through,
    number,
    path_of,
    put,
    shifted,
    wavy,
    write,
)

# --- Terrain ------------------------------------------------------------------------------------------------------


class Pattern(NamedTuple):
    """How terrain is drawn: a tile of marks on a tinted ground.

    Attributes:
        paper: The tint.
        ink: The colour of the marks.
        size: The width and height of the tile.
        strokes: The data of the marks that are lines.
        fills: The data of the marks that are areas.
        turned: By how many degrees the tile is turned.
    """

    paper: str
    ink: str
    size: int
    strokes: str
    fills: str = ""
    turned: int = 0


PATTERNS: dict[str, Pattern] = {
    "wood": Pattern("#e3eedd", "#557a4c", 18, "M5 9v3M14 18v-3", "M5 2l3.4 7H1.6ZM14 9l3.4 7h-6.8Z"),
    "building": Pattern("#eee5de", "#8f6f5c", 7, "M0 0L7 7M7 0L0 7"),
    "hill": Pattern("#f3ecd6", "#94793f", 18, "M2 7q3.5-6 7 0M11 16q3.5-6 7 0M4 7v2M7 7v2M13 16v2M16 16v2"),
    "marsh": Pattern("#e6efec", "#4f7f84", 20, "M1 8h8M3 8V5M5 8V3M7 8V5M11 18h8M13 18v-3M15 18v-5M17 18v-3"),
    "water": Pattern("#d3e3ef", "#477499", 16, "M0 4q4-4 8 0t8 0M0 12q4 4 8 0t8 0"),
    "field": Pattern("#f6f3df", "#a3924f", 10, "M0 2.5h6M4 7.5h6"),
    "rough": Pattern("#efece6", "#7d7568", 16, "", "M2 5l3-4 2 4ZM9 13l3-4 3 4Z"),
    "sand": Pattern("#f5eedb", "#93804d", 10, "", "M2 2h1.4v1.4H2ZM7 7h1.4v1.4H7ZM7 1h1v1H7ZM2 7h1v1H2Z"),
}
"""The patterns of the terrain that is known."""

WORDS: dict[str, str] = {
    word: pattern
    for pattern, words in {
        "wood": "wood woods wooded forest forests trees orchard grove taiga",
        "building": "building buildings house houses town village city built urban factory settlement farm stanitsa",
        "hill": "hill hills hilly mountain mountains slope high height heights ridge",
        "marsh": "marsh marshes swamp bog fen wetland",
        "water": "water lake sea pond lagoon",
        "field": "field fields crop crops farmland vineyard",
        "rough": "rough broken rocks rocky scrub gully ravine",
        "sand": "sand desert beach dunes",
    }.items()
    for word in words.split()
}

PLAIN = frozenset({"clear", "open", "plain", "plains", "steppe", "flat"})
"""The terrain that is drawn as bare paper."""

# For terrain of which only the name is known: hatches that differ in their direction and width.
HATCHES = (
    Pattern("#f1f1f1", "#6b6b6b", 8, "M0 4h8", turned=45),
    Pattern("#f1f1f1", "#6b6b6b", 8, "M0 4h8", turned=135),
    Pattern("#f1f1f1", "#6b6b6b", 10, "M0 3h10M0 6h10", turned=90),
    Pattern("#f1f1f1", "#6b6b6b", 10, "M0 3h10M0 6h10"),
    Pattern("#f1f1f1", "#6b6b6b", 12, "M0 4h7M0 10h12", turned=20),
    Pattern("#f1f1f1", "#6b6b6b", 12, "M0 4h7M0 10h12", turned=110),
)


def words_of(kind: str) -> tuple[str, ...]:
    """Return the words of a kind in lower case.

    >>> words_of("Light-wood_2")
    ('light', 'wood')
    """
    return tuple(re.findall(r"[^\W\d_]+", kind.lower()))


# --- Sides --------------------------------------------------------------------------------------------------------


class Look(NamedTuple):
    """How the counters of a side look.

    Attributes:
        fill: The colour of the counter, under its hatch.
        ink: The colour of what is written on it.
        frame: The colour of its border.
        corner: How round it is, as a share of half its width.
        hatch: The hatch upon it, or None.
    """

    fill: str
    ink: str
    frame: str
    corner: float
    hatch: Pattern | None = None


SIDES: dict[str, Look] = {
    "red": Look("#8c1d18", "#ffffff", "#3d0a08", 0),
    "white": Look("#ffffff", INK, INK, 0.45),
}
"""The two sides whose look is fixed."""

PLAIN_LOOK = Look("#d9d9d9", INK, INK, 0.45)

OTHER_SIDES = tuple(
    Look("#d9d9d9", INK, INK, 1, Pattern("#d9d9d9", "#6b6b6b", size, strokes, turned=turned))
    for size, strokes, turned in (
        (5, "M0 2.5h5", 45),
        (5, "M0 2.5h5M2.5 0v5", 0),
        (5, "M0 2.5h5", 0),
        (6, "M0 3h4", 135),
    )
)


# --- Lines on the ground ------------------------------------------------------------------------------------------

Stroke: TypeAlias = Callable[[ET.Element, Sequence[XY], float], None]
"""Draws a feature along a line, at a size of 1 where a place is as large as a hex on the screen."""


def _cased(parent: ET.Element, points: Sequence[XY], size: float) -> None:
    line_through(parent, points, stroke=INK, stroke_width=5.5 * size)
    line_through(parent, points, stroke=PAPER, stroke_width=5.5 * size - 2.5)


def _wave(parent: ET.Element, points: Sequence[XY], size: float) -> None:
    put(
        parent,
        "path",
        d=wavy(points, 3.5 * size),
        fill="none",
        stroke="#3f6584",
        stroke_width=5 * size,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def _thin_wave(parent: ET.Element, points: Sequence[XY], size: float) -> None:
    put(
        parent,
        "path",
        d=wavy(points, 3 * size),
        fill="none",
        stroke="#3f6584",
        stroke_width=2.2 * size,
        stroke_linecap="round",
        stroke_linejoin="round",
    )


def rails(parent: ET.Element, points: Sequence[XY], size: float) -> None:
    """Draw a single track."""
    line_through(parent, points, stroke=INK, stroke_width=4.6 * size, stroke_linecap="butt")
    line_through(
        parent,
        points,
        stroke=PAPER,
        stroke_width=2.6 * size,
        stroke_dasharray=f"{number(6 * size)}",
        stroke_linecap="butt",
    )


def double_rails(parent: ET.Element, points: Sequence[XY], size: float) -> None:
    """Draw a double track: the same twice as wide, with a line along its middle."""
    line_through(parent, points, stroke=INK, stroke_width=8.4 * size, stroke_linecap="butt")
    line_through(
        parent,
        points,
        stroke=PAPER,
        stroke_width=6.2 * size,
        stroke_dasharray=f"{number(6 * size)}",
        stroke_linecap="butt",
    )
    line_through(parent, points, stroke=INK, stroke_width=1.8 * size, stroke_linecap="butt")


def _ticks(parent: ET.Element, points: Sequence[XY], size: float) -> None:
    line_through(parent, points, stroke="#6b5426", stroke_width=1.8 * size)
    teeth: list[str] = []
    for start, end in pairwise(points):
        length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        count = max(2, round(length / 8))
        across = aside(start, end, 6 * size)
        for tooth in range(count):
            foot = along(start, end, (tooth + 0.5) / count)
            teeth.append(path_of((foot, shifted([foot], across)[0])))
    put(parent, "path", d=" ".join(teeth), fill="none", stroke="#6b5426", stroke_width=1.4 * size)


def _bridge(parent: ET.Element, points: Sequence[XY], size: float) -> None:
    start, end = points[0], points[-1]
    middle = along(start, end, 0.5)
    length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5 or 1.0
    reach = min(0.5, 8 * size / length)
    out = aside(start, end, 9 * size)
    back = (-out[0], -out[1])
    one, other = along(middle, start, reach), along(middle, end, reach)
    deck = (*shifted([one], out), *shifted([other], out), *shifted([other], back), *shifted([one], back))
    area(parent, deck, fill=PAPER, stroke="none")
    for side in (one, other):
        line_through(parent, (*shifted([side], out), *shifted([side], back)), stroke=INK, stroke_width=2.4 * size)


def _dashes(colour: str, width: float, dashes: str, cap: str = "butt") -> Stroke:
    def stroke(parent: ET.Element, points: Sequence[XY], size: float) -> None:
        line_through(
            parent, points, stroke=colour, stroke_width=width * size, stroke_dasharray=dashes, stroke_linecap=cap
        )

    return stroke


_STROKES: dict[str, Stroke] = {
    word: stroke
    for words, stroke in (
        ("road roads highway street", _cased),
        ("track path trail", _dashes(INK, 2.2, "7 4")),
        ("river rivers canal shore coast", _wave),
        ("stream streams brook creek ditch", _thin_wave),
        ("railway railroad rail rails", rails),
        ("bridge bridges", _bridge),
        ("ford fords", _dashes("#3f6584", 7, "2 4")),
        ("ridge crest slope cliff escarpment bank embankment hill", _ticks),
        ("wall walls", _dashes(INK, 4, "none")),
        ("hedge hedges", _dashes("#3f6b3f", 6, "0.1 7", "round")),
        ("wire", _dashes(INK, 7, "1.4 3.6")),
        ("trench trenches earthworks", _dashes("#5d4630", 6, "7 3.5")),
        ("fence", _dashes(INK, 1.8, "4 3")),
        ("border frontier", _dashes(INK, 2, "9 4 1.5 4")),
    )
    for word in words.split()
}

_OTHER_STROKES = tuple(_dashes("#444444", 4, dashes) for dashes in ("12 4", "2 3", "10 3 2 3", "5 5", "14 3 2 3 2 3"))


def stroke_of(kind: str, others: dict[str, int]) -> Stroke:
    """Return how a feature that is a line is drawn; kinds of which only the name is known differ in their dashes.

    Args:
        kind: What it is.
        others: The kinds that were not known so far; the new one is added.
    """
    known = next((_STROKES[word] for word in reversed(words_of(kind)) if word in _STROKES), None)
    return known or _OTHER_STROKES[others.setdefault(kind, len(others)) % len(_OTHER_STROKES)]


# --- Marks --------------------------------------------------------------------------------------------------------


def cross(parent: ET.Element, at: XY, half: float) -> None:
    """Add a cross: here it ends."""
    x, y = at
    falling, rising = ((x - half, y - half), (x + half, y + half)), ((x - half, y + half), (x + half, y - half))
    data = path_of(falling) + path_of(rising)
    for colour, width in ((PAPER, 7.5), (INK, 3.6)):
        put(parent, "path", d=data, fill="none", stroke=colour, stroke_width=width, stroke_linecap="round")


_HOUSE = "M-6.5 6V-1L0-6.5 6.5-1V6Z"

SYMBOLS: dict[str, tuple[str, str]] = {
    word: drawing
    for words, drawing in (
        ("station halt", ("M-8-5H8V5H-8Z", "M-5-2H5V2H-5Z")),
        ("village hamlet settlement farm house building", (_HOUSE, "")),
        ("town", ("M-9 6V-2L-4.5-6 0-2V6ZM1 6V0L5-4 9 0V6Z", "")),
        ("city capital", ("M-9 6V-6H-3V-2H2V-8H9V6Z", "M-7-3h2v2h-2ZM5-5h2v2h-2ZM5 0h2v2h-2Z")),
        ("fort fortress redoubt", ("M0-8L2.6-3 8-2.4 4 1.5 5 7 0 4.3-5 7-4 1.5-8-2.4-2.6-3Z", "")),
        ("church monastery", ("M-5 7V-1H-1V-4H-3V-6H-1V-8H1V-6H3V-4H1V-1H5V7Z", "")),
        ("hill mountain", ("M-8 6L-1-6 3 0 5-2 9 6Z", "")),
        ("port harbour", ("M-1-7H1V4Q5 4 6 0L8 2Q6 7 0 7T-8 2L-6 0Q-5 4-1 4Z", "")),
    )
    for word in words.split()
}
"""What is drawn for the features of a place that are known: the dark part, and the light part upon it."""


def symbol(parent: ET.Element, kind: str) -> None:
    """Add the symbol of a feature about the origin: a picture, a piece of the line that it is, or its first letters."""
    words = words_of(kind)
    drawing = next((SYMBOLS[word] for word in reversed(words) if word in SYMBOLS), None)
    stroke = next((_STROKES[word] for word in reversed(words) if word in _STROKES), None)
    if drawing is not None:
        dark, light = drawing
        put(parent, "path", d=dark, fill=INK, stroke=PAPER, stroke_width=1.6, paint_order="stroke")
        if light:
            put(parent, "path", d=light, fill=PAPER)
    elif stroke is not None:
        stroke(parent, ((-10, 0), (10, 0)), 1)
    else:
        put(parent, "rect", x=-9, y=-7, width=18, height=14, rx=2, fill=PAPER, stroke=INK, stroke_width=1.4)
        write(parent, (0, 3.6), kind[:2], size=10, fill=INK, text_anchor="middle", font_weight="bold")
