"""Drawing the ground of a grid: places, terrain, features along sides, and ways."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Generic, TypeVar

from attrs import frozen

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.geometry.pictures.canvas import (
    Canvas,
)
from rcw_rules.kernel.geometry.pictures.model import (
    Counter,
)
from rcw_rules.kernel.geometry.pictures.patterns import (
    double_rails,
    rails,
    stroke_of,
    symbol,
    words_of,
)
from rcw_rules.kernel.geometry.pictures.shapes import (
    INK,
    PAPER,
    XY,
    area,
    number,
    path_of,
    put,
    shifted,
    write,
)

P = TypeVar("P", bound=Hashable)


@frozen(kw_only=True)
class Content(Generic[P]):
    """What is on the places of a map.

    Attributes:
        terrain: The terrain of a place.
        features: Each kind of thing that places hold, with the places.
        sides: Each kind of thing that stands between places, with the pairs.
        roads: The places of each road.
        railways: The places of each railway and the number of its tracks.
        names: The places that have a name: place, name, kind.
        zones: The groups of places that have a name.
    """

    terrain: Callable[[P], str]
    features: tuple[tuple[str, tuple[P, ...]], ...]
    sides: tuple[tuple[str, tuple[tuple[P, P], ...]], ...]
    roads: tuple[tuple[P, ...], ...]
    railways: tuple[tuple[tuple[P, ...], int], ...]
    names: tuple[tuple[P, str, str], ...]
    zones: tuple[tuple[str, tuple[P, ...]], ...] = ()


@frozen(kw_only=True)
class Plan(Generic[P]):
    """Where the places of a grid are on the picture, in pixels from wherever it suits the grid.

    Attributes:
        noun: What is drawn, in words: "a map of hexes".
        places: The places, in the order of the grid.
        locate: Returns the place that something stands for and where it faces, if it says so; raises the error of the
            grid where there is none.
        centre: The middle of a place.
        outline: The corners of a place in order. Places that are neighbours share a whole side.
        label: What is written on a place, and how many rooms below its middle.
        bearings: The degrees clockwise from north of each direction.
        room: How far the middle of a place is from its nearest side.
        content: What is on the map, or None for a bare grid.
    """

    noun: str
    places: tuple[P, ...]
    locate: Callable[[Any], tuple[P, str | None]]
    centre: Callable[[P], XY]
    outline: Callable[[P], tuple[XY, ...]]
    label: Callable[[P], tuple[str, float]]
    bearings: Mapping[str, int]
    room: float
    content: Content[P] | None


class GridPainter(Generic[P]):
    """Draws the ground of a grid."""

    def __init__(self, plan: Plan[P], places: tuple[P, ...]) -> None:
        corners = [corner for place in places for corner in plan.outline(place)] or [(0.0, 0.0)]
        left, top = min(x for x, _ in corners) - 2, min(y for _, y in corners) - 2
        self.plan = plan
        self.places: dict[P, None] = dict.fromkeys(places)
        self.offset: tuple[float, float] = (-left, -top)
        self.canvas: Canvas = Canvas(max(x for x, _ in corners) - left + 2, max(y for _, y in corners) - top + 2)
        # Where something stands in the middle of a place, its cost is written below.
        self.crowded: set[P] = set()
        self.path_costs: dict[P, int] = {}
        self.counters: dict[P, list[Counter[Any]]] = {}
        self.other_strokes: dict[str, int] = {}
        self.highlights = 0

    # --- Where things are -------------------------------------------------------------------------------------------

    def place(self, thing: Any) -> P:
        """Return the place at which something stands."""
        return self.plan.locate(thing)[0]

    def centre(self, place: P) -> XY:
        """Return the middle of a place on the picture."""
        return shifted([self.plan.centre(place)], self.offset)[0]

    def outline(self, place: P) -> tuple[XY, ...]:
        """Return the corners of a place on the picture."""
        return shifted(self.plan.outline(place), self.offset)

    def spot(self, place: P, right: float, down: float) -> XY:
        """Return a point of a place, so many rooms to the right of its middle and below it."""
        x, y = self.centre(place)
        return x + right * self.plan.room, y + down * self.plan.room

    def drawn(self, places: Iterable[Any]) -> list[P]:
        """Return those of the places that are on the picture, each once."""
        return [place for place in dict.fromkeys(map(self.place, places)) if place in self.places]

    def name(self, place: P) -> str:
        """Return the name of a place as it is written on the picture."""
        return self.plan.label(place)[0]

    def bearing(self, facing: str) -> Angle:
        """Return the angle from north of a facing, clockwise."""
        if facing not in self.plan.bearings:
            raise UnknownNameError("direction", str(facing), self.plan.bearings)
        return Angle(thousandths=1000 * self.plan.bearings[facing])

    def sides(self, place: P) -> list[tuple[XY, XY]]:
        """Return the sides of a place on the picture, each by its two ends."""
        outline = self.outline(place)
        return list(pairwise((*outline, outline[0])))

    def side_between(self, one: P, other: P) -> tuple[XY, XY] | None:
        """Return the side that two places share, or None."""
        beyond = {frozenset(map(_key, side)) for side in self.sides(other)}
        return next((side for side in self.sides(one) if frozenset(map(_key, side)) in beyond), None)

    def border(self, places: Iterable[P]) -> str:
        """Return the data of a path along every side that only one of the places has."""
        found: dict[frozenset[str], tuple[XY, XY] | None] = {}
        for place in places:
            for side in self.sides(place):
                key = frozenset(map(_key, side))
                found[key] = None if key in found else side
        return " ".join(path_of(side) for side in found.values() if side is not None)

    # --- The ground -------------------------------------------------------------------------------------------------

    def _paint_ground(self) -> None:
        ground, labels = self.canvas["ground"], self.canvas["labels"]
        ground.attrib.update({"stroke": "#8a8a8a", "stroke-width": "1", "stroke-linejoin": "round"})
        for place in self.places:
            fill, written = PAPER, False
            kind = ""
            if self.plan.content is not None:
                kind = self.plan.content.terrain(place)
                fill, written = self.canvas.terrain(kind)
            area(ground, self.outline(place), class_="place", data_place=self.name(place), fill=fill)
            words, down = self.plan.label(place)
            write(labels, self.spot(place, 0, down), words)
            if written:
                write(labels, self.spot(place, 0, 0.88 if down < 0 else 0.45), kind, class_="kind")

    def _paint_content(self, content: Content[P]) -> None:
        canvas = self.canvas
        lines = canvas["lines"]
        for name, places in content.zones:
            inside = self.drawn(places)
            sample = canvas.legend(f"zone {name}", name) if inside else None
            put(
                lines,
                "path",
                class_="zone",
                d=self.border(inside),
                fill="none",
                stroke=INK,
                stroke_width=2.4,
                stroke_dasharray="1.5 4",
            )
            if sample is not None:
                put(
                    sample,
                    "rect",
                    x=2,
                    y=2,
                    width=26,
                    height=14,
                    fill="none",
                    stroke=INK,
                    stroke_width=2.4,
                    stroke_dasharray="1.5 4",
                )
        # What crosses a river lies upon it, and ways lie upon bridges.
        for crossing in (False, True):
            for kind, pairs in content.sides:
                if bool({"bridge", "bridges", "ford", "fords"} & set(words_of(kind))) == crossing:
                    self._paint_sides(kind, pairs)
        tracked = {frozenset(pair) for places, _ in content.railways for pair in pairwise(places)}
        for places in content.roads:
            beside = any(frozenset(pair) in tracked for pair in pairwise(places))
            self._paint_way("road", "road", places, stroke_of("road", {}), 4.5 if beside else 0)
        for places, tracks in content.railways:
            words = "railway, double track" if tracks > 1 else "railway"
            self._paint_way("railway", words, places, double_rails if tracks > 1 else rails, 0)
        held: dict[P, list[str]] = {}
        for kind, places in content.features:
            for place in self.drawn(places):
                held.setdefault(place, []).append(kind)
        for place, kinds in held.items():
            for index, kind in enumerate(kinds):
                at = self.spot(
                    place,
                    (-1 if index % 2 == 0 else 1) * (0.84 if place in self.counters else 0.62),
                    0.48 * (index // 2),
                )
                self._paint_symbol(kind, at, place)
        for place, name, kind in content.names:
            if place in self.places:
                if kind not in held.get(place, []):
                    self._paint_symbol(kind, self.spot(place, 0, 0.02), place)
                write(canvas["texts"], self.spot(place, 0, 0.66), name, size=11, class_="name")
                canvas.take(self.spot(place, 0, 0.54), 0.64 * 11 * len(name), 13)

    def _paint_symbol(self, kind: str, at: XY, place: P) -> None:
        group = put(self.canvas["symbols"], "g", class_="feature", data_place=self.name(place), data_kind=kind)
        group.set("transform", f"translate({number(at[0])} {number(at[1])})")
        symbol(group, kind)
        sample = self.canvas.legend(f"feature {kind}", kind)
        if sample is not None:
            symbol(put(sample, "g", transform="translate(15 9)"), kind)

    def _paint_sides(self, kind: str, pairs: Iterable[tuple[P, P]]) -> None:
        group = put(self.canvas["lines"], "g", class_="side", data_kind=kind)
        stroke = stroke_of(kind, self.other_strokes)
        for one, other in pairs:
            side = self.side_between(one, other)
            if side is not None and (one in self.places or other in self.places):
                stroke(group, side, 1)
        sample = self.canvas.legend(f"side {kind}", kind) if len(group) else None
        if sample is not None:
            stroke(sample, ((2, 9), (28, 9)), 1)

    def _paint_way(
        self,
        word: str,
        words: str,
        places: tuple[P, ...],
        stroke: Callable[[ET.Element, Sequence[XY], float], None],
        offset: float,
    ) -> None:
        group = put(self.canvas["lines"], "g", class_=word, clip_path="url(#frame)")
        for run in self._runs(places):
            stroke(group, shifted([self.centre(place) for place in run], (offset, offset)), 1)
        if not len(group):
            return
        sample = self.canvas.legend(words, words)
        if sample is not None:
            stroke(sample, ((1, 9), (29, 9)), 1)

    def _runs(self, places: Sequence[P]) -> list[list[P]]:
        """Return the parts of a way whose steps begin or end in a place that is drawn."""
        runs: list[list[P]] = []
        for one, other in pairwise(places):
            if one in self.places or other in self.places:
                if runs and runs[-1][-1] == one:
                    runs[-1].append(other)
                else:
                    runs.append([one, other])
        return runs


def _key(point: XY) -> str:
    return f"{number(point[0])},{number(point[1])}"
