"""Drawing grids: what hexes and squares have in common, and the hexes.

A grid tells in a `Plan` where its places are on the picture and what is on them; the drawing is the same for all.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import Any

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.geometry.pictures.canvas import (
    Canvas,
)
from rcw_rules.kernel.geometry.pictures.grid_ground import GridPainter, P, Plan
from rcw_rules.kernel.geometry.pictures.model import (
    Counter,
    Highlight,
    not_shown,
)
from rcw_rules.kernel.geometry.pictures.patterns import (
    cross,
)
from rcw_rules.kernel.geometry.pictures.shapes import (
    ARC,
    INK,
    PAPER,
    XY,
    along,
    area,
    arrow_head,
    aside,
    line_through,
    number,
    path_of,
    put,
    shifted,
    span,
    towards,
    write,
)
from rcw_rules.kernel.geometry.reports import Arc, Line, Path, Reach, SightReport

_REACH = "#e0a526"
_DASHES = ("6 4", "2 3", "10 3 2 3", "none")


def draw_grid(plan: Plan[P], shown: Sequence[object], only: Collection[Any]) -> Canvas:
    """Return the drawing of a grid and of what is shown on it.

    Args:
        plan: The grid.
        shown: What is shown, as for `draw`.
        only: The places to draw; without any, all.
    """
    chosen = {plan.locate(place)[0] for place in only}
    places = tuple(place for place in plan.places if not chosen or place in chosen)
    return _Painter(plan, places).paint(shown)


class _Painter(GridPainter[P]):
    """Draws one picture of a grid."""

    def paint(self, shown: Sequence[object]) -> Canvas:
        """Draw the ground and what is shown."""
        self.canvas.describe(f"{self.plan.noun[0].upper()}{self.plan.noun[1:]}, {len(self.places)} drawn.")
        for thing in shown:
            self._prepare(thing)
        self.crowded.update(self.counters, self.path_costs)
        self._paint_ground()
        if self.plan.content is not None:
            self._paint_content(self.plan.content)
        for thing in shown:
            self._paint_shown(thing)
        for place, counters in self.counters.items():
            if place in self.places:
                self._paint_counters(place, counters)
        return self.canvas

    # --- What is shown ----------------------------------------------------------------------------------------------

    def _prepare(self, thing: object) -> None:
        """Note what will stand in the middle of places, so that nothing else is written there."""
        preparers: dict[type, Callable[[Any], None]] = {
            Counter: lambda counter: self.counters.setdefault(self.place(counter.at), []).append(counter),
            Path: lambda path: self.path_costs.update(self._stations(path)),
            Line: lambda line: self.crowded.update((self.place(line.start), self.place(line.end))),
            SightReport: lambda sight: self._prepare(sight.line),
        }
        if type(thing) in preparers:
            preparers[type(thing)](thing)

    def _paint_shown(self, thing: object) -> None:
        painters: dict[type, Callable[[Any], None]] = {
            Path: self._paint_path,
            Reach: self._paint_reach,
            Arc: self._paint_arc,
            SightReport: self._paint_sight,
            Line: self._paint_line,
            Highlight: self._paint_highlight,
        }
        if type(thing) is Counter:
            return  # they are drawn at the end, those of one place together
        if type(thing) not in painters:
            raise not_shown(thing, self.plan.noun)
        painters[type(thing)](thing)

    def _paint_counters(self, place: P, counters: list[Counter[Any]]) -> None:
        rows = (len(counters) + 1) // 2
        half = 0.56 if len(counters) == 1 else min(0.38, 0.72 / rows)
        for index, counter in enumerate(counters):
            row, column = divmod(index, 2)
            right = 0 if index == len(counters) - 1 and column == 0 else (column - 0.5) * (2 * half + 0.12)
            at = self.spot(place, right, (row - (rows - 1) / 2) * (2 * half + 0.12))
            facing = counter.facing or self.plan.locate(counter.at)[1]
            bearing = None if facing is None else self.bearing(facing)
            self.canvas.counter(at, half * self.plan.room, counter, bearing, self.name(place))
        texts = ", ".join(f"{counter.side} {counter.text}".strip() for counter in counters)
        self.canvas.describe(f"In {self.name(place)}: {texts}.")

    def _paint_reach(self, reach: Reach[Any]) -> None:
        start = self.place(reach.start)
        costs: dict[P, int] = {}
        for standing, cost in reach.items():
            place = self.place(standing)
            costs[place] = min(cost, costs.get(place, cost))
        inside = self.drawn(costs)
        group = put(self.canvas["tint"], "g", fill=_REACH, fill_opacity=0.3)
        texts = put(self.canvas["texts"], "g", class_="reach-costs")
        for place in inside:
            area(group, self.outline(place), class_="reach", data_place=self.name(place), data_cost=str(costs[place]))
            if self.path_costs.get(place) == costs[place] or (place == start and place in self.counters):
                continue  # it is written there already, or goes without saying
            # Under counters and upon paths the middle is taken.
            at, size = (self.spot(place, 0, 0.93), 11) if place in self.crowded else (self.spot(place, 0, 0.17), 14)
            write(texts, at, str(costs[place]), size=size)
        put(self.canvas["borders"], "path", d=self.border(inside), fill="none", stroke="#6e4a00", stroke_width=2.6)
        limit = "" if reach.budget is None else f" for {reach.budget}"
        self.canvas.describe(f"In reach from {self.name(start)}{limit}: {len(costs)} places.")
        sample = self.canvas.legend(f"reach {self.name(start)} {reach.budget}", f"reach from {self.name(start)}{limit}")
        if sample is not None:
            put(
                sample,
                "rect",
                x=2,
                y=1,
                width=26,
                height=16,
                fill=_REACH,
                fill_opacity=0.3,
                stroke="#6e4a00",
                stroke_width=2.4,
            )
            write(sample, (15, 13), "3", text_anchor="middle", font_weight="bold")

    def _stations(self, path: Path[Any]) -> dict[P, int]:
        """Return the places of a path, each with what is spent when it is left or the path ends."""
        return {self.place(standing): cost for standing, cost in zip(path.places, path.costs, strict=True)}

    def _paint_path(self, path: Path[Any]) -> None:
        layer, texts = self.canvas["reports"], self.canvas["counters"]
        stations = self._stations(path)
        points = [self.centre(self.place(standing)) for standing in path.places]
        points = [points[0], *(later for earlier, later in pairwise(points) if later != earlier)]
        group = put(layer, "g", class_="path")
        goal = self.place(path.goal)
        if len(points) > 1:
            clear = 0.62 * self.plan.room if goal in self.counters else 11.5
            (x, y), (to_x, to_y) = points[-2:]
            length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
            tip = along(points[-1], points[-2], clear / length)
            shaft = (*points[:-1], along(tip, points[-2], 6 / length))
            line_through(group, shaft, stroke=PAPER, stroke_width=7)
            line_through(group, shaft, stroke=INK, stroke_width=3.2)
            arrow_head(group, points[-2], tip, 15, fill=INK, stroke=PAPER, stroke_width=1.2)
        for place, cost in stations.items():
            if place not in self.places:
                continue
            at = self.spot(place, 0.6, -0.56) if place in self.counters else self.centre(place)
            label = str(cost)
            if place == self.place(path.start) and not cost:
                start = put(layer, "g", class_="path-place", data_place=self.name(place), data_cost=label)
                put(start, "circle", cx=points[0][0], cy=points[0][1], r=5.5, fill=INK, stroke=PAPER, stroke_width=1.4)
                continue
            half = max(9.5, 4 + 3.4 * len(label))
            mark = put(texts, "g", class_="path-place", data_place=self.name(place), data_cost=label)
            put(
                mark,
                "rect",
                x=at[0] - half,
                y=at[1] - 9.5,
                width=2 * half,
                height=19,
                rx=9.5,
                fill=PAPER,
                stroke=INK,
                stroke_width=1.6,
            )
            write(mark, (at[0], at[1] + 4), label, size=11, fill=INK, text_anchor="middle", font_weight="bold")
            self.canvas.take(at, 2 * half, 20)
        facing = self.plan.locate(path.goal)[1]
        if facing is not None and goal in self.places:
            rim, tip = (towards(self.centre(goal), self.bearing(facing), far * self.plan.room) for far in (0.4, 0.85))
            arrow_head(group, rim, tip, 9, fill=INK, stroke=PAPER, stroke_width=1)
        ends = f"from {self.name(self.place(path.start))} to {self.name(goal)}"
        self.canvas.describe(f"A path {ends}, cost {path.cost}.")
        sample = self.canvas.legend("path", "path, with what is spent")
        if sample is not None:
            line_through(sample, ((2, 9), (20, 9)), stroke=INK, stroke_width=3.2)
            arrow_head(sample, (2, 9), (28, 9), 12, fill=INK)

    def _paint_arc(self, arc: Arc[P]) -> None:
        inside = self.drawn(arc.places)
        group = put(self.canvas["tint"], "g", fill=ARC, fill_opacity=0.22)
        for place in inside:
            area(group, self.outline(place), class_="arc", data_place=self.name(place))
        origin, bearing = self.centre(self.place(arc.origin)), self.bearing(arc.facing)
        far = max((span(origin, self.centre(place)) for place in map(self.place, arc.places)), default=0)
        radius = far + 0.8 * self.plan.room
        wedge: dict[str, str | float | None] = {
            "fill": "none",
            "stroke": INK,
            "stroke_width": 2,
            "stroke_dasharray": "9 3",
        }
        if arc.half_angle >= 180:
            put(self.canvas["reports"], "circle", cx=origin[0], cy=origin[1], r=radius, class_="wedge", **wedge)
        else:
            left, right = (
                towards(origin, bearing + Angle(thousandths=1000 * side * arc.half_angle), radius) for side in (-1, 1)
            )
            large = 1 if arc.half_angle > 90 else 0
            data = f"{path_of((left, origin, right))}A{number(radius)} {number(radius)} 0 {large} 0 "
            put(self.canvas["reports"], "path", class_="wedge", d=f"{data}{number(left[0])},{number(left[1])}", **wedge)
        for place in self.drawn(arc.boundary):
            at = self.spot(place, 0, 0.62 if place in self.crowded else 0)
            _diamond(put(self.canvas["counters"], "g", class_="boundary", data_place=self.name(place)), at)
        words = f"arc {arc.facing}, {arc.half_angle}° to each side"
        self.canvas.describe(f"From {self.name(self.place(arc.origin))}, {words}: {len(arc.places)} places.")
        sample = self.canvas.legend(words, words)
        if sample is not None:
            area(
                sample,
                ((2, 2), (28, 2), (15, 16)),
                fill=ARC,
                fill_opacity=0.22,
                stroke=INK,
                stroke_width=1.6,
                stroke_dasharray="6 2",
            )
        sample = self.canvas.legend("boundary", "on the boundary, inside") if arc.boundary else None
        if sample is not None:
            _diamond(sample, (15, 9))

    def _paint_highlight(self, highlight: Highlight[P]) -> None:
        places = [self.place(place) for place in highlight.places]
        inside = self.drawn(places)
        dashes = _DASHES[self.highlights % len(_DASHES)]
        self.highlights += 1
        group = put(self.canvas["tint"], "g", fill=INK, fill_opacity=0.1)
        for place in inside:
            area(group, self.outline(place), class_="highlight", data_place=self.name(place))
        put(
            self.canvas["borders"],
            "path",
            d=self.border(inside),
            fill="none",
            stroke=INK,
            stroke_width=3,
            stroke_dasharray=dashes,
        )
        if highlight.text and inside:
            points = [self.centre(place) for place in inside]
            middle = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
            nearest = min(points, key=lambda point: (round(span(point, middle), 3), point))
            self.canvas.tag(nearest, highlight.text, is_upon=True)
        words = highlight.text or "marked"
        self.canvas.describe(f"{words}: {', '.join(map(self.name, places))}.")
        sample = self.canvas.legend(f"highlight {words} {dashes}", words)
        if sample is not None:
            put(
                sample,
                "rect",
                x=2,
                y=2,
                width=26,
                height=14,
                fill=INK,
                fill_opacity=0.1,
                stroke=INK,
                stroke_width=2.6,
                stroke_dasharray=dashes,
            )

    def _paint_line(self, line: Line[P]) -> None:
        group = put(self.canvas["tint"], "g", fill=INK, fill_opacity=0.1)
        for place in self.drawn(line.places):
            area(group, self.outline(place), class_="line-place", data_place=self.name(place))
        start, end = self._paint_course(line, None)
        marks = put(self.canvas["reports"], "g", fill=PAPER, stroke=INK, stroke_width=1.4)
        for crossing in line.crossings:
            x, y = along(start, end, float(crossing.at))
            put(marks, "circle", class_="crossing", cx=x, cy=y, r=2.6)
        self.canvas.describe(f"A line from {self.name(self.place(line.start))} to {self.name(self.place(line.end))}.")
        sample = self.canvas.legend("line", "line, with the edges crossed")
        if sample is not None:
            line_through(sample, ((2, 9), (28, 9)), stroke=INK, stroke_width=2.4)
            put(sample, "circle", cx=15, cy=9, r=2.6, fill=PAPER, stroke=INK, stroke_width=1.4)

    def _paint_sight(self, sight: SightReport[P]) -> None:
        start, end = self._paint_course(sight.line, None if sight.is_clear else "8 5")
        for obstacle in sight.obstacles:
            at = along(start, end, float(obstacle.at))
            if obstacle.side is not None:
                at = shifted([at], aside(start, end, 12 if obstacle.side == "right" else -12))[0]
            blocks = obstacle in sight.blocked_by
            mark = put(self.canvas["counters"], "g", class_="block" if blocks else "obstacle")
            mark.set("data-place", " ".join(self.name(self.place(place)) for place in obstacle.places))
            if blocks:
                cross(mark, at, 7)
            else:
                put(mark, "circle", cx=at[0], cy=at[1], r=4.5, fill=PAPER, stroke=INK, stroke_width=2)
            self.canvas.take(at, 18, 18)
            self.canvas.tag(at, obstacle.reason + (f" ({obstacle.side})" if obstacle.side else ""))
        ends = f"from {self.name(self.place(sight.line.start))} to {self.name(self.place(sight.line.end))}"
        reasons = ", ".join(obstacle.reason for obstacle in sight.blocked_by)
        self.canvas.describe(f"Sight {ends}: {f'blocked by {reasons}' if reasons else 'clear'}.")
        sight_legend(self.canvas, is_clear=sight.is_clear)
        beside = [obstacle for obstacle in sight.obstacles if obstacle not in sight.blocked_by]
        sample = self.canvas.legend("obstacle", "blocks one side, or lies behind what blocks") if beside else None
        if sample is not None:
            put(sample, "circle", cx=15, cy=9, r=4.5, fill=PAPER, stroke=INK, stroke_width=2)

    def _paint_course(self, line: Line[P], dashes: str | None) -> tuple[XY, XY]:
        """Draw a line from centre to centre and mark where it runs along an edge; return its ends."""
        start, end = self.centre(self.place(line.start)), self.centre(self.place(line.end))
        group = put(self.canvas["reports"], "g", class_="course")
        self.canvas.take_line(start, end)
        line_through(group, (start, end), stroke=PAPER, stroke_width=6)
        line_through(group, (start, end), stroke=INK, stroke_width=2.6, stroke_dasharray=dashes)
        put(group, "circle", cx=start[0], cy=start[1], r=4.5, fill=INK, stroke=PAPER, stroke_width=1.4)
        put(group, "circle", cx=end[0], cy=end[1], r=6, fill=PAPER, stroke=INK, stroke_width=2.4)
        put(group, "circle", cx=end[0], cy=end[1], r=2, fill=INK)
        for stretch in line.stretches:
            if stretch.is_along_edge:
                begins, ends = (along(start, end, float(share)) for share in (stretch.begins, stretch.ends))
                for side, far in (("left", -5), ("right", 5)):
                    beside = shifted((begins, ends), aside(start, end, far))
                    line_through(group, beside, stroke=INK, stroke_width=1.6, class_=f"along-{side}")
        sample = None
        if any(stretch.is_along_edge for stretch in line.stretches):
            sample = self.canvas.legend("along", "runs along an edge: a place to its left, one to its right")
        if sample is not None:
            for y in (4, 9, 14):
                line_through(sample, ((3, y), (27, y)), stroke=INK, stroke_width=2.6 if y == 9 else 1.6)
        return start, end


def sight_legend(canvas: Canvas, *, is_clear: bool) -> None:
    """Explain the line of a sight that is clear or blocked."""
    sample = canvas.legend(f"sight {is_clear}", "sight, clear" if is_clear else "sight, blocked at the cross")
    if sample is not None:
        dashes = None if is_clear else "8 5"
        line_through(sample, ((2, 9), (28, 9)), stroke=INK, stroke_width=2.6, stroke_dasharray=dashes)
        if not is_clear:
            cross(sample, (15, 9), 5.5)


def _diamond(parent: ET.Element, at: XY) -> None:
    x, y = at
    area(parent, ((x, y - 7), (x + 7, y), (x, y + 7), (x - 7, y)), fill=PAPER, stroke=INK, stroke_width=2)
