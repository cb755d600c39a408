"""Drawing a table measured in inches: its terrain, the bases on it, and what its reports say."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import pairwise
from typing import Any

from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.geometry.pictures.canvas import (
    Canvas,
)
from rcw_rules.kernel.geometry.pictures.grids import (
    sight_legend,
)
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
)
from rcw_rules.kernel.geometry.pictures.table_ground import SHADOW, TablePainter, in_inches
from rcw_rules.kernel.geometry.table import (
    AspectReport,
    Base,
    BehindLine,
    Contact,
    CoverReport,
    EnfiladeReport,
    Group,
    GroupSight,
    MoveReport,
    Point,
    Table,
    TableArc,
    TableLine,
    TableSight,
    TableWay,
    Wedge,
)


def draw_table(table: Table, shown: Sequence[object], only: Collection[Any]) -> Canvas:
    """Return the drawing of a table and of what is shown on it, north at the top.

    Args:
        table: The table.
        shown: What is shown on it, as for `draw`.
        only: What the picture is cut to: it and an inch round it; without anything, the whole table.

    Raises:
        InvalidRequestError: The table is not right by itself.
    """
    validate(table)
    return _Painter(table, only).paint(shown)


class _Painter(TablePainter):
    """Draws one picture of a table."""

    def paint(self, shown: Sequence[object]) -> Canvas:
        """Draw the ground and what is shown."""
        table = self.table
        self.canvas.describe(f"{table.title}: a table {table.width} wide and {table.depth} deep.")
        self._paint_ground()
        for thing in shown:
            self._paint_shown(thing)
        return self.canvas

    # --- What is shown ----------------------------------------------------------------------------------------------

    def _paint_shown(self, thing: object) -> None:
        painters: dict[type, Callable[[Any], None]] = {
            Counter: self._paint_counter,
            Point: self._paint_thing,
            Base: self._paint_thing,
            Group: self._paint_thing,
            Highlight: self._paint_highlight,
            TableLine: self._paint_line,
            TableSight: self._paint_sight,
            GroupSight: self._paint_group_sight,
            CoverReport: self._paint_cover,
            TableArc: self._paint_arc,
            EnfiladeReport: self._paint_enfilade,
            Wedge: self._paint_wedge,
            BehindLine: self._paint_behind,
            AspectReport: self._paint_aspect,
            Contact: self._paint_contact,
            MoveReport: self._paint_move,
            TableWay: self._paint_way,
        }
        if type(thing) not in painters:
            raise not_shown(thing, "a table")
        painters[type(thing)](thing)

    # --- Lines ------------------------------------------------------------------------------------------------------

    def _paint_course(self, line: TableLine, dashes: str | None) -> None:
        start, end = self.at(line.start), self.at(line.end)
        group = put(self.canvas["reports"], "g", class_="course")
        self.canvas.take_line(start, end)
        line_through(group, (start, end), stroke=PAPER, stroke_width=6)
        line_through(group, (start, end), stroke=INK, stroke_width=2.4, stroke_dasharray=dashes)
        top = self.canvas["texts"]
        put(top, "circle", cx=start[0], cy=start[1], r=4, fill=INK, stroke=PAPER, stroke_width=1.4)
        put(top, "circle", cx=end[0], cy=end[1], r=5, fill=PAPER, stroke=INK, stroke_width=2.2)
        self.canvas.take(start, 10, 10)
        self.canvas.take(end, 12, 12)

    def _paint_line(self, line: TableLine) -> None:
        self._paint_course(line, None)
        marks = put(self.canvas["counters"], "g", class_="passages")
        start, end = self.at(line.start), self.at(line.end)
        for passage in line.passages:
            here, there = self.at(passage.enters), self.at(passage.leaves)
            off = 0 if passage.side is None else 7 if passage.side == "right" else -7
            beside = shifted((here, there), aside(start, end, off))
            if passage.begins != passage.ends:
                line_through(marks, beside, class_="passage", stroke=INK, stroke_width=6, stroke_linecap="butt")
                span = f"{passage.begins.as_decimal()} to {passage.ends}"
            else:
                tick = aside(start, end, 8)
                line_through(
                    marks,
                    (*shifted([here], tick), *shifted([here], (-tick[0], -tick[1]))),
                    class_="passage",
                    stroke=INK,
                    stroke_width=2.4,
                )
                span = str(passage.begins)
            side = f", on its {passage.side}" if passage.side else ""
            self.canvas.tag(along(beside[0], beside[1], 0.5), f"{passage.name}{side}: {span}")
        self.canvas.tag(end, str(line.length))
        through = ", ".join(passage.name for passage in line.passages)
        self.canvas.describe(
            f"A line of {line.length} from {line.start} to {line.end}, through {through or 'nothing'}."
        )
        sample = self.canvas.legend("line", "line, thick in terrain, with inches from its start")
        if sample is not None:
            line_through(sample, ((2, 9), (28, 9)), stroke=INK, stroke_width=2.4)
            line_through(sample, ((10, 9), (20, 9)), stroke=INK, stroke_width=6, stroke_linecap="butt")

    def _paint_sight(self, sight: TableSight) -> None:
        self._paint_course(sight.line, None if sight.is_clear else "8 5")
        start, end = self.at(sight.line.start), self.at(sight.line.end)
        for hindrance in sight.hindrances:
            passage = hindrance.passage
            at = self.at(passage.enters)
            if passage.side is not None:
                at = shifted([at], aside(start, end, 10 if passage.side == "right" else -10))[0]
            blocks = hindrance in sight.blocked_by
            mark = put(self.canvas["texts"], "g", class_="block" if blocks else "obstacle", data_name=passage.name)
            if blocks:
                cross(mark, at, 6.5)
            else:
                put(mark, "circle", cx=at[0], cy=at[1], r=4, fill=PAPER, stroke=INK, stroke_width=2)
            self.canvas.take(at, 16, 16)
            self.canvas.tag(at, f"{hindrance}" + (f", {passage.side} side" if passage.side else ""))
        reasons = ", ".join(map(str, sight.blocked_by))
        verdict = f"blocked by {reasons}" if reasons else "clear"
        self.canvas.describe(f"Sight from {sight.line.start} to {sight.line.end}: {verdict}.")
        sight_legend(self.canvas, is_clear=sight.is_clear)
        others = any(hindrance not in sight.blocked_by for hindrance in sight.hindrances)
        sample = self.canvas.legend("obstacle", "on the line, does not block it") if others else None
        if sample is not None:
            put(sample, "circle", cx=15, cy=9, r=4, fill=PAPER, stroke=INK, stroke_width=2)

    def _paint_group_sight(self, sight: GroupSight) -> None:
        for one in sight.by_base:
            self._paint_shot(one.line, is_clear=one.is_clear)
        self._paint_sight(sight.nearest)
        self.canvas.describe(f"{sight.seeing} of {len(sight.by_base)} bases see the target.")

    def _paint_cover(self, cover: CoverReport) -> None:
        for shot in cover.shots:
            self._paint_shot(shot, is_clear=True)
        counts = (f"{one.cover}: {one.crossed} of {one.shots} lines" for one in cover.counts)
        self.canvas.describe(f"Cover: {', '.join(counts) or 'none'}.")

    def _paint_shot(self, line: TableLine, *, is_clear: bool) -> None:
        start, end = self.at(line.start), self.at(line.end)
        group = put(self.canvas["reports"], "g", class_="shot")
        line_through(group, (start, end), stroke=PAPER, stroke_width=3.6)
        line_through(group, (start, end), stroke=INK, stroke_width=1.3, stroke_dasharray=None if is_clear else "5 4")
        arrow_head(group, start, end, 8, fill=INK)
        sample = self.canvas.legend(f"shot {is_clear}", "line of a base" if is_clear else "line of a base, blocked")
        if sample is not None:
            line_through(
                sample, ((2, 9), (26, 9)), stroke=INK, stroke_width=1.3, stroke_dasharray=None if is_clear else "5 4"
            )
            arrow_head(sample, (2, 9), (28, 9), 8, fill=INK)

    # --- Arcs and flanks --------------------------------------------------------------------------------------------

    def _paint_arc(self, arc: TableArc) -> None:
        origin = self.at(arc.origin)
        far = [span(origin, self.at(target.nearest)) for target in arc.targets]
        radius = max(far, default=6 * self.inch) + 12 if arc.range is None else in_inches(arc.range) * self.inch
        look: dict[str, str | float | None] = {
            "class_": "wedge",
            "fill": ARC,
            "fill_opacity": SHADOW,
            "stroke": INK,
            "stroke_width": 2,
            "stroke_dasharray": "9 3",
        }
        if arc.half_angle.thousandths >= 180_000:
            put(self.canvas["reports"], "circle", cx=origin[0], cy=origin[1], r=radius, **look)
        else:
            left, right = (
                towards(origin, bearing, radius)
                for bearing in (arc.middle - arc.half_angle, arc.middle + arc.half_angle)
            )
            large = 1 if arc.half_angle.thousandths > 90_000 else 0
            data = f"{path_of((left, origin, right))}A{number(radius)} {number(radius)} 0 {large} 0 "
            put(self.canvas["reports"], "path", d=f"{data}{number(left[0])},{number(left[1])}", **look)
        for target in arc.targets:
            x, y = self.at(target.nearest)
            mark = put(self.canvas["texts"], "g", class_="inside" if target.is_inside else "outside")
            put(mark, "circle", cx=x, cy=y, r=5, fill=INK if target.is_inside else PAPER, stroke=INK, stroke_width=2)
            self.canvas.take((x, y), 12, 12)
            self.canvas.tag((x, y), f"{target.distance}, {target.off}")
        reach = "" if arc.range is None else f", within {arc.range}"
        words = f"arc of {arc.half_angle} to each side{reach}"
        self.canvas.describe(f"An {words}: {len(arc.inside)} of {len(arc.targets)} inside.")
        sample = self.canvas.legend(words, words)
        if sample is not None:
            area(
                sample,
                ((2, 2), (28, 2), (15, 16)),
                fill=ARC,
                fill_opacity=SHADOW,
                stroke=INK,
                stroke_width=1.6,
                stroke_dasharray="6 2",
            )
        self._marks_legend([target.is_inside for target in arc.targets])

    def _marks_legend(self, are_inside: Sequence[bool]) -> None:
        for wanted, words, fill in ((True, "inside", INK), (False, "outside", PAPER)):
            sample = self.canvas.legend(words, words) if wanted in are_inside else None
            if sample is not None:
                put(sample, "circle", cx=15, cy=9, r=5, fill=fill, stroke=INK, stroke_width=2)

    def _paint_wedge(self, wedge: Wedge) -> None:
        far = self.canvas.width + self.canvas.height
        front, rear = self.at(wedge.front_corner), self.at(wedge.rear_corner)
        ahead, behind = towards(front, wedge.forward_boundary, far), towards(rear, wedge.rear_boundary, far)
        area(
            self.canvas["reports"],
            (ahead, front, rear, behind),
            class_="wedge",
            fill=ARC,
            fill_opacity=SHADOW,
            stroke=INK,
            stroke_width=2,
            stroke_dasharray="9 3",
        )
        for shot in wedge.shots:
            if shot.angle is None:
                continue  # it stands on the other flank, or on neither
            x, y = self.at(shot.at)
            mark = put(self.canvas["texts"], "g", class_="inside" if shot.is_inside else "outside")
            put(mark, "circle", cx=x, cy=y, r=5, fill=INK if shot.is_inside else PAPER, stroke=INK, stroke_width=2)
            self.canvas.take((x, y), 12, 12)
            self.canvas.tag((x, y), str(shot.angle))
        self.canvas.describe(f"Beyond the {wedge.flank} flank: {wedge.count} of {len(wedge.shots)} shooters inside.")
        sample = self.canvas.legend("wedge", "where fire goes along the line")
        if sample is not None:
            area(
                sample,
                ((2, 7), (28, 2), (28, 16), (2, 11)),
                fill=ARC,
                fill_opacity=SHADOW,
                stroke=INK,
                stroke_width=1.6,
                stroke_dasharray="6 2",
            )
        self._marks_legend([shot.is_inside for shot in wedge.shots if shot.angle is not None])

    def _paint_enfilade(self, enfilade: EnfiladeReport) -> None:
        for wedge in enfilade.wedges:
            self._paint_wedge(wedge)
        self.canvas.describe(f"Enfiladed from: {enfilade.flank or 'neither flank'}.")

    def _paint_aspect(self, aspect: AspectReport) -> None:
        for behind, words in ((aspect.behind_front, "front line"), (aspect.behind_rear, "rear line")):
            if behind is not None:
                self._paint_behind(behind, words)
        self.canvas.describe(f"It shows its {aspect.aspect}.")

    def _paint_contact(self, contact: Contact) -> None:
        for touching in contact.touching:
            x, y = self.at(touching.at)
            put(
                self.canvas["texts"],
                "circle",
                class_="contact",
                cx=x,
                cy=y,
                r=4,
                fill=INK,
                stroke=PAPER,
                stroke_width=1.6,
            )
        self.canvas.describe(f"{len(contact.touching)} pairs of bases in contact.")

    def _paint_behind(self, behind: BehindLine, words: str = "line") -> None:
        left, right = self.points(behind.line)
        length = span(left, right) or 1
        far = (self.canvas.width + self.canvas.height) / length
        ends = along(left, right, -far), along(left, right, far)
        group = put(self.canvas["reports"], "g", class_="behind")
        line_through(group, ends, stroke=INK, stroke_width=1.8, stroke_dasharray="14 4 3 4")
        # The teeth point to where "behind" is.
        for share in (-0.6, 1.6):
            foot = along(left, right, share)
            arrow_head(group, foot, shifted([foot], aside(left, right, 14))[0], 9, fill=INK)
        text = f"{words}: {behind.count} of {behind.of} behind"
        self.canvas.tag(along(left, right, 1.6), text)
        self.canvas.describe(f"{text[0].upper()}{text[1:]}.")
        sample = self.canvas.legend("behind", "line prolonged; the arrow points behind it")
        if sample is not None:
            line_through(sample, ((1, 5), (29, 5)), stroke=INK, stroke_width=1.8, stroke_dasharray="14 4 3 4")
            arrow_head(sample, (15, 5), (15, 16), 9, fill=INK)

    # --- Moves ------------------------------------------------------------------------------------------------------

    def _paint_move(self, move: MoveReport) -> None:
        group = put(self.canvas["reports"], "g", class_="move")
        for report in move.legs:
            self._paint_outline(group, report.before, "3 3", 1.1)
        for report in move.legs:
            for track in report.tracks:
                points = self.points(track.points)
                line_through(group, points, class_="track", stroke=INK, stroke_width=1.3)
            longest = max(report.tracks, key=lambda track: track.length)
            middle = self.points(longest.points)
            spot = middle[len(middle) // 2] if len(middle) > 2 else along(middle[0], middle[-1], 0.5)
            if report.distance.thousandths:
                self.canvas.tag(spot, str(report.distance))
        end = put(self.canvas["counters"], "g", class_="group", data_name=move.end.name)
        for base in move.end.bases:
            self._paint_base(end, base, PAPER, INK, INK)
        words = f"{move.end.name}: {move.total} altogether"
        rear = self.at(move.end.bases[-1].rear)
        self.canvas.tag(rear, words)
        for objection in move.objections:
            against = self.canvas.legend(f"objection {objection}", str(objection))
            if against is not None:
                cross(against, (15, 9), 5.5)
        self.canvas.describe(f"A move of {words}. {' '.join(f'{objection}.' for objection in move.objections)}".strip())
        sample = self.canvas.legend("move", "move: each base's way and where it was before each leg")
        if sample is not None:
            put(
                sample,
                "rect",
                x=1,
                y=6,
                width=10,
                height=8,
                fill="none",
                stroke=INK,
                stroke_width=1.1,
                stroke_dasharray="3 3",
            )
            line_through(sample, ((6, 6), (16, 3), (29, 3)), stroke=INK, stroke_width=1.3)

    def _paint_way(self, way: TableWay) -> None:
        points = self.points(way.points)
        group = put(self.canvas["reports"], "g", class_="way")
        dashes = None if way.is_possible else "8 5"
        line_through(group, points, stroke=PAPER, stroke_width=6.5)
        line_through(group, points, stroke=INK, stroke_width=3, stroke_dasharray=dashes)
        if len(points) > 1:
            arrow_head(group, points[-2], points[-1], 14, fill=INK, stroke=PAPER, stroke_width=1)
        for point in points[1:-1]:
            put(
                group,
                "circle",
                class_="turn",
                cx=point[0],
                cy=point[1],
                r=3.4,
                fill=PAPER,
                stroke=INK,
                stroke_width=1.8,
            )
        put(group, "circle", cx=points[0][0], cy=points[0][1], r=4.5, fill=INK, stroke=PAPER, stroke_width=1.4)
        for start, end in pairwise(points):
            self.canvas.take_line(start, end)
        for crossing in (crossing for crossing in way.crossings if crossing.cost != 0):
            at = self.at(crossing.at)
            put(group, "circle", class_="crossing", cx=at[0], cy=at[1], r=4.5, fill=PAPER, stroke=INK, stroke_width=2)
            self.canvas.tag(
                at,
                f"{crossing.name}: "
                + ("cannot be crossed" if crossing.cost is None else f"{_decimal(crossing.cost)} in"),
            )
        for going in way.goings:
            if going.rate != 1:
                price = "impassable" if going.cost is None else f"costs {_decimal(going.cost)} in"
                spot = along(self.at(going.start), self.at(going.end), 0.5)
                self.canvas.tag(spot, f"{going.length} {', '.join(going.footing.kinds)}, {price}")
        cost = "impossible" if way.cost is None else f"{_decimal(way.cost)} in"
        self.canvas.tag(points[-1], cost)
        self.canvas.describe(f"A way from {way.points[0]} to {way.points[-1]}: {cost}.")
        sample = self.canvas.legend("way", "way, with its cost in inches of movement")
        if sample is not None:
            line_through(sample, ((2, 9), (20, 9)), stroke=INK, stroke_width=3)
            arrow_head(sample, (2, 9), (28, 9), 12, fill=INK)


def _decimal(cost: Any) -> str:
    return number(float(cost))
