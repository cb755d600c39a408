"""The canvas that a picture is drawn on, layer upon layer, with a legend of what is on it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from hashlib import sha256
from typing import Any, NamedTuple

from rcw_rules.kernel.angles import SCALE, Angle, cosine, sine
from rcw_rules.kernel.geometry.pictures.model import (
    Counter,
    Picture,
)
from rcw_rules.kernel.geometry.pictures.patterns import (
    HATCHES,
    OTHER_SIDES,
    PATTERNS,
    PLAIN,
    PLAIN_LOOK,
    SIDES,
    WORDS,
    Look,
    Pattern,
    words_of,
)
from rcw_rules.kernel.geometry.pictures.shapes import (
    FONT,
    INK,
    MUTED,
    PAPER,
    XY,
    along,
    area,
    aside,
    clean,
    number,
    put,
    shifted,
    towards,
    write,
)

_MARGIN = 14
_LEAST_WIDTH = 300
NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,40}")


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: _Box) -> float:
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


def _box(at: XY, width: float, height: float) -> _Box:
    return _Box(at[0] - width / 2, at[1] - height / 2, at[0] + width / 2, at[1] + height / 2)


# --- The canvas ---------------------------------------------------------------------------------------------------

_LAYERS = ("ground", "tint", "lines", "symbols", "labels", "borders", "reports", "counters", "texts")


class Canvas:
    """A picture in the making: its layers from the ground up, the patterns it needs, a legend and a description.

    Args:
        width: How wide the ground is, in pixels.
        height: How high.
    """

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._definitions = ET.Element("defs")
        self._layers = {name: ET.Element("g", {"class": name}) for name in _LAYERS}
        self._legend: dict[str, tuple[str, ET.Element]] = {}
        self._described: list[str] = []
        self._kinds: dict[str, tuple[str, Pattern | None]] = {}
        self._sides: dict[str, Look] = {}
        self._tags: list[tuple[XY, str, bool, bool]] = []
        self._taken: list[_Box] = []
        put(put(self._definitions, "clipPath", id="frame"), "rect", width=width, height=height)
        for name in ("labels", "texts"):
            # A text is written upon its own white border, so that it can be read on every pattern.
            self[name].attrib.update(
                {"text-anchor": "middle", "paint-order": "stroke", "stroke": PAPER, "stroke-linejoin": "round"}
            )
        self["labels"].attrib.update({"font-size": "9.5", "fill": MUTED, "stroke-width": "3"})
        self["texts"].attrib.update({"font-size": "12", "fill": INK, "stroke-width": "3.5", "font-weight": "bold"})
        self["reports"].set("clip-path", "url(#frame)")

    def __getitem__(self, layer: str) -> ET.Element:
        return self._layers[layer]

    def describe(self, sentence: str) -> None:
        """Add a sentence to what a screen reader says."""
        self._described.append(sentence)

    def take(self, at: XY, width: float, height: float) -> None:
        """Keep the tags away from a box round a point."""
        self._taken.append(_box(at, width, height))

    def take_line(self, start: XY, end: XY) -> None:
        """Keep the tags away from a line."""
        count = max(1, round(max(abs(end[0] - start[0]), abs(end[1] - start[1])) / 12))
        for step in range(count + 1):
            self.take(along(start, end, step / count), 7, 7)

    def tag(self, at: XY, words: str, *, is_name: bool = False, is_upon: bool = False) -> None:
        """Write a word at a point, once everything else is drawn, where it hides nothing.

        Args:
            at: The point.
            words: What is written.
            is_name: Whether it is the name of terrain, small and upon it, and not a note beside the point.
            is_upon: Whether a note stands upon the point where there is room, and not beside it.
        """
        self._tags.append((at, words, is_name, is_upon))

    def legend(self, key: str, words: str) -> ET.Element | None:
        """Return a group to draw a sample into, 30 wide and 18 high, or None where the key has its sample already."""
        if key in self._legend:
            return None
        sample = ET.Element("g")
        self._legend[key] = (words, sample)
        return sample

    def _write_tags(self) -> None:
        for at, words, is_name, is_upon in sorted(self._tags, key=lambda tag: tag[2]):
            size = 10.5 if is_name else 12
            width, gap = text_width(words, size), 11 + text_width(words, size) / 2
            offsets = [(0.0, float(down)) for down in (0, -12, 12, -24, 24, -40, 40)]
            if not is_name:
                offsets = [(0.0, 4.0)] * is_upon + [
                    (side * gap, float(down))
                    for down in (-9, 9, 0, -24, 24, -40, 40)
                    for side in (1, -1, 0)
                    if side or abs(down) > 9
                ]
            boxes = [self._box_inside(shifted([at], offset)[0], width, 14) for offset in offsets]
            # Where there is no room at all, it stands where it covers least.
            best = min(boxes, key=lambda box: sum(box.shared(taken) for taken in self._taken))
            self._taken.append(best)
            write(
                self["labels" if is_name else "texts"],
                ((best.left + best.right) / 2, best.bottom - 3),
                words,
                size=size if is_name else None,
                class_="name" if is_name else "tag",
            )

    def _box_inside(self, at: XY, width: float, height: float) -> _Box:
        """Return a box round a point, moved into the picture as far as it fits."""
        x = max(min(at[0], self.width - width / 2), width / 2)
        y = max(min(at[1], self.height - height / 2), height / 2)
        return _box((x, y), width, height)

    def _define(self, key: str, pattern: Pattern) -> str:
        name = re.sub(r"[^a-z0-9]+", "-", key)
        tile = put(
            self._definitions,
            "pattern",
            id=name,
            width=pattern.size,
            height=pattern.size,
            patternUnits="userSpaceOnUse",
            patternTransform=f"rotate({pattern.turned})" if pattern.turned else None,
        )
        put(tile, "rect", width=pattern.size, height=pattern.size, fill=pattern.paper)
        if pattern.strokes:
            put(tile, "path", d=pattern.strokes, fill="none", stroke=pattern.ink, stroke_width=1)
        if pattern.fills:
            put(tile, "path", d=pattern.fills, fill=pattern.ink)
        return f"url(#{name})"

    def terrain(self, kind: str) -> tuple[str, bool]:
        """Return the fill of a kind of terrain, and whether its name has to be written because no pattern says it.

        Two kinds that the same pattern would fit do not share it: the second has a hatch of its own.
        """
        if kind not in self._kinds:
            words = words_of(kind)
            taken = [pattern for _, pattern in self._kinds.values()]
            known = next((PATTERNS[WORDS[word]] for word in words if word in WORDS), None)
            if known is None and (not words or not PLAIN.isdisjoint(words)):
                self._kinds[kind] = (PAPER, None)
            else:
                hatches = [hatch for hatch in HATCHES if hatch not in taken] or [HATCHES[len(taken) % len(HATCHES)]]
                pattern = hatches[0] if known is None or known in taken else known
                self._kinds[kind] = (self._define(f"terrain-{len(self._kinds)}", pattern), pattern)
            fill, pattern_used = self._kinds[kind]
            if pattern_used is not None and (sample := self.legend(f"terrain {kind}", kind)) is not None:
                put(sample, "rect", x=0.5, y=0.5, width=29, height=17, fill=fill, stroke="#8a8a8a")
        fill, pattern_used = self._kinds[kind]
        return fill, pattern_used in HATCHES

    def side(self, side: str) -> Look:
        """Return the look of a side; what belongs to none is plain and grey."""
        if not side:
            return PLAIN_LOOK
        look = SIDES.get(side.lower()) or self._sides.get(side)
        if look is None:
            look = OTHER_SIDES[len(self._sides) % len(OTHER_SIDES)]
            if look.hatch is not None:
                look = look._replace(fill=self._define(f"side-{len(self._sides)}", look.hatch))
            self._sides[side] = look
        sample = self.legend(f"side {side}", side)
        if sample is not None:
            radius = look.corner * 8
            put(
                sample,
                "rect",
                x=7,
                y=1,
                width=16,
                height=16,
                rx=radius,
                fill=look.fill,
                stroke=look.frame,
                stroke_width=1.6,
            )
        return look

    def counter(self, at: XY, half: float, counter: Counter[Any], bearing: Angle | None, place: str) -> None:
        """Draw a counter.

        Args:
            at: Its middle.
            half: Half its width.
            counter: What is on it, and whose it is.
            bearing: Where it faces, if anywhere.
            place: What its place is called.
        """
        look = self.side(counter.side)
        self.take(at, 2 * half + 4, 2 * half + 4)
        group = put(self["counters"], "g", class_="counter", data_side=counter.side, data_place=place)
        if bearing is not None:
            rim = half * SCALE / max(abs(sine(bearing)), abs(cosine(bearing)))
            tip, base = towards(at, bearing, rim + half * 0.75), towards(at, bearing, rim - half * 0.35)
            across = aside(base, tip, half * 0.55)
            area(
                group,
                (tip, shifted([base], across)[0], shifted([base], (-across[0], -across[1]))[0]),
                fill=look.frame,
                stroke=PAPER,
                stroke_width=1,
            )
        radius = look.corner * half
        x, y, size = at[0] - half, at[1] - half, 2 * half
        put(group, "rect", x=x - 1.8, y=y - 1.8, width=size + 3.6, height=size + 3.6, rx=radius + 1.8, fill=PAPER)
        put(
            group,
            "rect",
            class_="counter-face",
            x=x,
            y=y,
            width=size,
            height=size,
            rx=radius,
            fill=look.fill,
            stroke=look.frame,
            stroke_width=1.8,
        )
        if counter.text:
            font = max(7.0, min(13.0, (size - 5) / max(0.62 * len(counter.text), 1)))
            write(
                group,
                (at[0], at[1] + font * 0.36),
                counter.text,
                size=font,
                fill=look.ink,
                text_anchor="middle",
                font_weight="bold",
                stroke=None if look.hatch is None else PAPER,
                stroke_width=None if look.hatch is None else 3,
                paint_order=None if look.hatch is None else "stroke",
            )

    def picture(self, *, title: str, name: str) -> Picture:
        """Return the finished picture.

        Args:
            title: What stands above it.
            name: What its ids begin with, or "" to derive that from the content.
        """
        self._write_tags()
        entries = (38 + text_width(words, 12) for words, _ in self._legend.values())
        width = max(self.width, _LEAST_WIDTH, *entries) + 2 * _MARGIN
        heading = wrapped(title, width - 2 * _MARGIN, 17)
        top = _MARGIN + 23 * len(heading)
        legend, legend_height = self._legend_block(width - 2 * _MARGIN)
        height = top + self.height + legend_height + _MARGIN
        root = ET.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", "font-family": FONT})
        root.attrib.update({"width": number(-(-width // 1)), "height": number(-(-height // 1))})
        root.set("viewBox", f"0 0 {number(-(-width // 1))} {number(-(-height // 1))}")
        root.set("aria-labelledby", "title desc")
        put(root, "title", id="title").text = clean(title) or "A map"
        put(root, "desc", id="desc").text = clean(" ".join(self._described))
        root.append(self._definitions)
        put(root, "rect", width="100%", height="100%", fill=PAPER)
        for index, words in enumerate(heading):
            write(root, (_MARGIN, _MARGIN + 14 + 23 * index), words, size=17, fill=INK, font_weight="bold")
        plot = put(root, "g", class_="plot", transform=f"translate({_MARGIN} {number(top)})")
        plot.extend(layer for layer in self._layers.values() if len(layer))
        legend.set("transform", f"translate({_MARGIN} {number(top + self.height)})")
        if len(legend):
            root.append(legend)
        prefix = name or "p" + sha256(ET.tostring(root)).hexdigest()[:10]
        _prefix_ids(root, prefix)
        return Picture(
            svg=ET.tostring(root, encoding="unicode"),
            title=title,
            width=int(-(-width // 1)),
            height=int(-(-height // 1)),
        )

    def _legend_block(self, room: float) -> tuple[ET.Element, float]:
        """Return the legend, its samples from left to right in as many rows as they need, and its height."""
        block = ET.Element("g", {"class": "legend", "font-size": "12", "fill": INK})
        x, y = 0.0, 12.0
        for words, sample in self._legend.values():
            width = 38 + text_width(words, 12) + 18
            if x and x + width > room:
                x, y = 0.0, y + 26
            item = put(block, "g", transform=f"translate({number(x)} {number(y)})")
            item.append(sample)
            write(item, (38, 13), words)
            x += width
        return block, (y + 20 if self._legend else 0)


def text_width(words: str, size: float) -> float:
    """Return how wide a text is at most, roughly."""
    return sum(1.0 if ord(letter) > 0x2E80 else 0.64 for letter in words) * size


def wrapped(words: str, room: float, size: float) -> list[str]:
    """Return a text in lines that fit into so much room, broken between words."""
    lines: list[str] = []
    for word in words.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _prefix_ids(root: ET.Element, prefix: str) -> None:
    """Put a prefix before every id and every reference to one."""
    for element in root.iter():
        for key, value in element.attrib.items():
            if key == "id":
                element.set(key, f"{prefix}-{value}")
            elif key == "aria-labelledby":
                element.set(key, " ".join(f"{prefix}-{word}" for word in value.split()))
            elif not key.startswith("data-") and value.startswith("url(#"):
                element.set(key, f"url(#{prefix}-{value[5:]}")
