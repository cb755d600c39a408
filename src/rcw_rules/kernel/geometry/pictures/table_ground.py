"""Drawing the ground of a table, and what stands on it."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Collection, Sequence
from typing import Any

from rcw_rules.kernel.geometry.pictures.canvas import (
    Canvas,
)
from rcw_rules.kernel.geometry.pictures.model import (
    Counter,
    Highlight,
    not_shown,
)
from rcw_rules.kernel.geometry.pictures.patterns import (
    stroke_of,
)
from rcw_rules.kernel.geometry.pictures.shapes import (
    INK,
    PAPER,
    XY,
    along,
    area,
    arrow_head,
    line_through,
    number,
    path_of,
    put,
)
from rcw_rules.kernel.geometry.table import (
    Base,
    Group,
    Point,
    Table,
    TerrainPiece,
    Thing,
    bases_of,
)

_WIDEST = 960.0

_HIGHEST = 760.0

_LARGEST_INCH = 48.0

_FOOT = 12

SHADOW = 0.16


class TablePainter:
    """Draws the ground of a table, counters, bases and highlights."""

    def __init__(self, table: Table, only: Collection[Any]) -> None:
        self.table = table
        west, south, east, north = 0.0, 0.0, in_inches(table.width), in_inches(table.depth)
        corners = [_float(corner) for thing in only for corner in self._corners(thing)]
        if corners:
            west, east = max(west, min(x for x, _ in corners) - 1), min(east, max(x for x, _ in corners) + 1)
            south, north = max(south, min(y for _, y in corners) - 1), min(north, max(y for _, y in corners) + 1)
        self.west: float = west
        self.south: float = south
        self.east: float = east
        self.north: float = north
        self.inch: float = min(_LARGEST_INCH, _WIDEST / (east - west), _HIGHEST / (north - south))
        self.canvas: Canvas = Canvas((east - west) * self.inch, (north - south) * self.inch)
        self.other_strokes: dict[str, int] = {}

    # --- Where things are -------------------------------------------------------------------------------------------

    def _corners(self, thing: object) -> tuple[Point, ...]:
        """Return the corners of a thing that stands on the table."""
        if not isinstance(thing, (Point, Base, Group)):
            raise not_shown(thing, "a table")
        if not self.table.is_on(thing):
            self.table.distance(thing, thing)  # says what is wrong
        if isinstance(thing, Point):
            return (thing,)
        return tuple(corner for base in bases_of(thing) for corner in base.corners)

    def at(self, point: Point) -> XY:
        """Return where a point of the table is on the picture."""
        x, y = _float(point)
        return (x - self.west) * self.inch, (self.north - y) * self.inch

    def points(self, points: Sequence[Point]) -> Sequence[XY]:
        """Return where some points of the table are on the picture."""
        return tuple(map(self.at, points))

    def _is_in_view(self, points: Sequence[Point]) -> bool:
        """Return whether the box round some points reaches into the picture."""
        xs, ys = [in_inches(point.x) for point in points], [in_inches(point.y) for point in points]
        return min(xs) <= self.east and max(xs) >= self.west and min(ys) <= self.north and max(ys) >= self.south

    # --- The ground -------------------------------------------------------------------------------------------------

    def _paint_ground(self) -> None:
        canvas = self.canvas
        ground = canvas["ground"]
        ground.set("clip-path", "url(#frame)")
        canvas["lines"].set("clip-path", "url(#frame)")
        put(ground, "rect", class_="table", width=canvas.width, height=canvas.height, fill=PAPER)
        # Hills lie under what stands on them.
        for piece in sorted(self.table.terrain, key=lambda piece: not piece.height):
            if self._is_in_view(piece.outline):
                self._paint_piece(piece)
        west, north = self.west * self.inch, self.north * self.inch
        columns = [foot * self.inch - west for foot in range(_FOOT, int(self.east) + 1, _FOOT) if foot > self.west]
        rows = [north - foot * self.inch for foot in range(_FOOT, int(self.north) + 1, _FOOT) if foot > self.south]
        feet = [((x, 0.0), (x, canvas.height)) for x in columns] + [((0.0, y), (canvas.width, y)) for y in rows]
        marks = " ".join(map(path_of, feet))
        put(ground, "path", d=marks, fill="none", stroke="#b5b5b5", stroke_width=1, stroke_dasharray="2 5")
        for line in (line for line in self.table.lines if self._is_in_view(line.points)):
            stroke = stroke_of(line.kind, self.other_strokes)
            size = min(4.0, max(1.0, in_inches(line.width) * self.inch / 5.5))
            group = put(canvas["lines"], "g", class_="terrain-line", data_name=line.name)
            points = self.points(line.points)
            stroke(group, points, size)
            sample = canvas.legend(f"line {line.kind}", line.kind)
            if sample is not None:
                stroke(sample, ((2, 9), (28, 9)), 1)
            middle = len(points) // 2
            (x, y), (to_x, to_y) = sorted(points[middle - 1 : middle + 1])
            x, y = along((x, y), (to_x, to_y), 0.5)
            self._label((x, y - 8), line.name)
        put(ground, "rect", width=canvas.width, height=canvas.height, fill="none", stroke=INK, stroke_width=3)
        length = _scale(self.inch)
        sample = canvas.legend("scale", f"{number(length)} in; dotted lines every {_FOOT} in")
        if sample is not None:
            end = 0.5 + length * self.inch
            for tick in (((0.5, 9), (end, 9)), ((0.5, 5), (0.5, 13)), ((end, 5), (end, 13))):
                line_through(sample, tick, stroke=INK, stroke_width=1.6)

    def _paint_piece(self, piece: TerrainPiece) -> None:
        fill, is_unknown = self.canvas.terrain(piece.kind)
        outline = self.points(piece.outline)
        group = put(self.canvas["ground"], "g", class_="terrain", data_name=piece.name)
        area(group, outline, fill=fill, stroke="#5f5f5f", stroke_width=1.4, stroke_linejoin="round")
        if piece.crest:
            stroke_of("crest", {})(group, self.points(piece.crest), 1)
            sample = self.canvas.legend("crest", "crest")
            if sample is not None:
                stroke_of("crest", {})(sample, ((2, 6), (28, 6)), 1)
        words = piece.name + (f" ({piece.kind})" if is_unknown and piece.kind.lower() != piece.name.lower() else "")
        self._label(_middle(outline), f"{words}, level {piece.height}" if piece.height else words)

    def _label(self, at: XY, words: str) -> None:
        if 0 <= at[0] <= self.canvas.width and 0 <= at[1] <= self.canvas.height:
            self.canvas.tag(at, words, is_name=True)

    def _paint_thing(self, thing: Thing) -> None:
        self._paint_counter(Counter(at=thing))

    def _paint_counter(self, counter: Counter[Any]) -> None:
        self._corners(counter.at)
        at: Thing = counter.at
        if isinstance(at, Point):
            if counter.text:
                self.canvas.counter(self.at(at), 13, counter, None, str(at))
            else:
                x, y = self.at(at)
                put(
                    self.canvas["counters"],
                    "circle",
                    class_="point",
                    cx=x,
                    cy=y,
                    r=4,
                    fill=PAPER,
                    stroke=INK,
                    stroke_width=2,
                )
            self.canvas.describe(f"{counter.side} {counter.text} at {at}.".strip())
            return
        look = self.canvas.side(counter.side)
        name = at.name if isinstance(at, Group) else "base"
        group = put(self.canvas["counters"], "g", class_="group", data_side=counter.side, data_name=name)
        for base in bases_of(at):
            self._paint_base(group, base, look.fill, look.frame, look.ink)
        front = bases_of(at)[0]
        words = counter.text or (name if isinstance(at, Group) else "")
        if words:
            # The name stands by the rear of the unit, out of the way of what it looks at.
            rear = [self.at(base.rear) for base in bases_of(at)]
            spot = sum(x for x, _ in rear) / len(rear), sum(y for _, y in rear) / len(rear)
            self.canvas.tag(spot, words)
        self.canvas.describe(f"{counter.side} {words or name} at {front.at}, facing {front.facing}.".strip())

    def _paint_base(self, parent: ET.Element, base: Base, fill: str, frame: str, ink: str) -> None:
        left, right, rear_right, rear_left = self.points(base.corners)
        area(parent, (left, right, rear_right, rear_left), class_="base", fill=fill, stroke=frame, stroke_width=1.2)
        line_through(parent, (left, right), stroke=frame, stroke_width=3.2)
        middle, centre = self.at(base.at), self.at(base.centre)
        size = min(14.0, in_inches(base.depth) * self.inch * 0.6, in_inches(base.frontage) * self.inch * 0.6)
        arrow_head(
            parent,
            centre,
            along(middle, centre, 0.18),
            size,
            fill=ink,
            stroke=PAPER if ink == INK else None,
            stroke_width=0.8,
        )
        xs, ys = zip(left, right, rear_right, rear_left, strict=True)
        self.canvas.take(_middle((left, right, rear_right, rear_left)), max(xs) - min(xs), max(ys) - min(ys))

    def _paint_outline(self, parent: ET.Element, thing: Base | Group, dashes: str, width: float) -> None:
        for base in bases_of(thing):
            area(
                parent,
                self.points(base.corners),
                fill=PAPER,
                fill_opacity=0.55,
                stroke=INK,
                stroke_width=width,
                stroke_dasharray=dashes,
            )

    def _paint_highlight(self, highlight: Highlight[Any]) -> None:
        group = put(self.canvas["reports"], "g", class_="highlight")
        for thing in highlight.places:
            corners = self.points(self._corners(thing))
            if len(corners) == 1:
                x, y = corners[0]
                put(
                    group, "circle", cx=x, cy=y, r=11, fill="none", stroke=INK, stroke_width=2.4, stroke_dasharray="5 3"
                )
            else:
                outline = self.points(Group(name="highlight", bases=bases_of(thing)).outline)
                for colour, width, dashes in ((PAPER, 11.0, None), (INK, 7.0, "6 4"), (PAPER, 3.0, None)):
                    area(
                        group,
                        outline,
                        fill="none",
                        stroke=colour,
                        stroke_width=width,
                        stroke_dasharray=dashes,
                        stroke_linejoin="round",
                    )
            if highlight.text:
                self.canvas.tag(_middle(corners), highlight.text)
        words = highlight.text or "marked"
        self.canvas.describe(f"{words}: {len(highlight.places)}.")


def in_inches(length: Any) -> float:
    """Return a length as a number of inches."""
    return float(length.thousandths) / 1000


def _float(point: Point) -> XY:
    return in_inches(point.x), in_inches(point.y)


def _scale(inch: float) -> float:
    """Return how many inches the scale shows, so that it fits into its place in the legend."""
    return next((length for length in (12, 6, 3, 2, 1, 0.5) if length * inch <= 29), 0.25)


def _middle(points: Sequence[XY]) -> XY:
    """Return the middle of the box round some points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
