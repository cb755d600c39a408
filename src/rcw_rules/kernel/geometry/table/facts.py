"""The facts of a table that rules ask for: each is worked out once, when it is needed, and a referee may overrule it.

A procedure asks for plain facts: how far off the enemy is, from where it charges, what covers the target. `TableFacts`
finds them from where everybody stands. It belongs to one `Layout`: when a unit has moved, make another.

>>> from functools import partial
>>> from rcw_rules.kernel.angles import degrees
>>> from rcw_rules.kernel.geometry.table.bases import in_line
>>> from rcw_rules.kernel.geometry.table.layout import TableUnit
>>> from rcw_rules.kernel.geometry.table.positions import point
>>> from rcw_rules.kernel.geometry.table.tabletop import Table
>>> from rcw_rules.kernel.lengths import inches
>>> row = partial(in_line, frontage=inches("1.2"), depth=inches("0.8"))
>>> rifles = TableUnit(side="red", group=row("rifles", 4, point(10, 10), degrees(0)))
>>> sabres = TableUnit(side="white", group=row("sabres", 3, point(10, 20), degrees(180)))
>>> layout = Layout(table=Table(title="A plain", width=inches(48), depth=inches(48)), units=(rifles, sabres))
>>> facts = TableFacts(layout)
>>> str(facts.gap("rifles", "sabres")), facts.aspect("rifles", "sabres"), facts.near("rifles", inches(12))
('10 in', 'front', ('sabres',))

With figures on a real table a referee tells what the program cannot see. Here distances are told and not measured:

>>> def referee(asked: FactAsked) -> object:
...     print(asked.question)
...     return inches(8)
>>> told = TableFacts(layout, referee=referee, told={"distance"})
>>> str(told.gap("rifles", "sabres")), str(told.gap("sabres", "rifles"))
How far is rifles from sabres?
('8 in', '8 in')
"""

# pyright: reportUnknownMemberType=false
# Because shapely's stubs leave the keyword arguments of its functions untyped.

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar

from attrs import frozen

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.geometry.table.aspects import AspectReport, TableAspect, aspect, is_in_arc
from rcw_rules.kernel.geometry.table.bases import TOUCHING, Edge, Group, thousandths_of
from rcw_rules.kernel.geometry.table.charges import met_on_the_way
from rcw_rules.kernel.geometry.table.footing import ObstacleToll, Rate, no_obstacle
from rcw_rules.kernel.geometry.table.layout import Layout, TableUnit
from rcw_rules.kernel.geometry.table.lines import Survey, is_inside, survey
from rcw_rules.kernel.geometry.table.moves import Leg, MoveReport, Slide, follow
from rcw_rules.kernel.geometry.table.positions import Point
from rcw_rules.kernel.geometry.table.sight import CoverReport, SightRules, TableSight, cover, line_of_sight
from rcw_rules.kernel.geometry.table.tabletop import Table
from rcw_rules.kernel.geometry.table.terrain import TerrainLine, TerrainPiece
from rcw_rules.kernel.lazy import lazy_library
from rcw_rules.kernel.lengths import Inches

if TYPE_CHECKING:
    import numpy as np
    import shapely
    from shapely.geometry.base import BaseGeometry
else:
    np = lazy_library("numpy")
    shapely = lazy_library("shapely")

FactKind: TypeAlias = Literal[
    "distance", "aspect", "sight", "cover", "bases", "enfilade", "flanks", "room", "reach", "towards"
]
"""What a referee may be asked: how far apart two units are; from which side one comes at another; whether one sees the
other; what covers a target; how many bases can fire; whether a target is enfiladed; whether an enemy is behind the
flanks; how much room is behind; how far a unit can go; whether a move leads towards the enemy."""

FactT = TypeVar("FactT")

_NOTHING = Inches(thousandths=0)
_WIDER = 1
_UNKNOWN = object()
_ROUNDED = 6_000
_MOST_PAIRS = 20_000
"""So many pairs of units are remembered for a table: those of 140 units at once, or of a long game of 20."""


@frozen(kw_only=True)
class FactAsked:
    """A fact that a referee is asked for.

    Attributes:
        kind: What sort of fact.
        about: The units that it is about, the one that acts first.
        question: The question in words.
        measured: What the program would measure from where it believes everybody to stand.
    """

    kind: FactKind
    about: tuple[str, ...]
    question: str
    measured: Any


Referee: TypeAlias = Callable[[FactAsked], Any]
"""Answers with the fact, of the same type as what would be measured."""


class UnitAhead(NamedTuple):
    """A unit that a straight move meets, and how far the mover has gone by then."""

    name: str
    distance: Inches


class _Nearest(NamedTuple):
    """Where two units are nearest, from the one to the other, how far that is, and whether there is no terrain."""

    start: Point
    end: Point
    gap: Inches
    is_bare: bool


class TableFacts:
    """What can be told of the units of a layout.

    Attributes:
        layout: The table, and who stands where.
        answers: What the referee has told, by kind, units and what else tells a fact from others.
    """

    def __init__(
        self,
        layout: Layout,
        *,
        referee: Referee | None = None,
        told: Collection[FactKind] = (),
        before: TableFacts | None = None,
    ) -> None:
        """Make the facts of a layout; nothing is measured yet.

        Args:
            layout: The table, and who stands where.
            referee: Who tells facts; None if all are measured.
            told: The kinds of facts that the referee is asked for.
            before: Facts for which the referee was asked before: where everybody still stands as then, what was told
                holds, and is not asked again.
        """
        self.layout = layout
        self._referee = referee
        self._told = frozenset(told) if referee is not None else frozenset[FactKind]()
        self._known: dict[tuple[object, ...], Any] = {}
        self._nearest: dict[tuple[str, str], _Nearest] = {}
        still = before is not None and before.layout == layout
        self.answers: dict[tuple[object, ...], Any] = before.answers if before is not None and still else {}
        self._is_measuring = False

    # --- Once each --------------------------------------------------------------------------------------------------

    def once(self, key: tuple[object, ...], work_out: Callable[[], FactT]) -> FactT:
        """Return what was worked out under a key before, or work it out now.

        Args:
            key: What tells this fact from all others.
            work_out: Works it out.
        """
        if self._is_measuring:  # what follows from what is measured is not what follows from what is told
            return work_out()
        found: Any = self._known.get(key, _UNKNOWN)
        if found is _UNKNOWN:
            found = self._known[key] = work_out()
        kept: FactT = found
        return kept

    def fact(
        self,
        kind: FactKind,
        about: tuple[str, ...],
        question: str,
        measure: Callable[[], FactT],
        detail: tuple[object, ...] = (),
    ) -> FactT:
        """Return a fact: what the referee tells where they tell facts of this kind, else what is measured.

        Args:
            kind: What sort of fact.
            about: The units that it is about, the one that acts first.
            question: The question in words, for the referee.
            measure: Measures it.
            detail: What else tells this fact from others of its kind about the same units.
        """
        referee, key = self._referee, (kind, about, detail)
        if referee is None or kind not in self._told or self._is_measuring:
            return self.once(key, measure)
        if key not in self.answers:
            self._is_measuring = True  # what the answer would follow from is not asked as well
            try:
                measured = measure()
            finally:
                self._is_measuring = False
            self.answers[key] = referee(FactAsked(kind=kind, about=about, question=question, measured=measured))
        told: FactT = self.answers[key]
        return told

    # --- Distances --------------------------------------------------------------------------------------------------

    def gap(self, one: str, other: str) -> Inches:
        """Return how far the nearest points of two units are apart: `bases.gap`, for all units measured at once."""
        if "distance" not in self._told or self._is_measuring:
            return self._between(one, other).gap
        first, second = (one, other) if self._places[one] <= self._places[other] else (other, one)
        question = f"How far is {one} from {other}?"
        return self.fact("distance", (first, second), question, lambda: self._between(first, second).gap)

    def is_in_contact(self, one: str, other: str) -> bool:
        """Return whether two units touch: they are at most `TOUCHING` apart."""
        if "distance" not in self._told or self._is_measuring:
            here, there = self.layout.unit(one).group.circle, self.layout.unit(other).group.circle
            if not here.meets(there, 2 * TOUCHING.thousandths):
                return False
        return self.gap(one, other) <= TOUCHING

    def near(self, name: str, radius: Inches, among: Sequence[str] | None = None) -> tuple[str, ...]:
        """Return the units no farther from one than a distance, nearest first, then in the order of the layout.

        Args:
            name: The unit.
            radius: How far away they may be.
            among: Which units are looked at; all others unless given.
        """
        names = [unit.name for unit in self.layout.others(name)] if among is None else list(among)
        far = [(self.gap(name, other), place, other) for place, other in enumerate(names)]
        return tuple(other for gap, _, other in sorted(far) if gap <= radius)

    def nearest_points(self, one: str, other: str) -> tuple[Point, Point]:
        """Return the points at which two units are nearest, of the one and of the other, as they are measured."""
        nearest = self._between(one, other)
        return nearest.start, nearest.end

    def is_bare(self, one: str, other: str) -> bool:
        """Return whether no terrain at all, of any height, lies on the line between their nearest points.

        Such a line is clear, and neither end stands in anything. Lines that come within a thousandth of an inch of
        terrain are not bare.
        """
        return self._between(one, other).is_bare

    def neighbours(self, name: str, radius: Inches) -> tuple[TableUnit, ...]:
        """Return the other units that may stand within a distance of a unit, by circles round them, and perhaps more.

        It tells quickly who need not be looked at.

        Args:
            name: The unit.
            radius: The distance; it is rounded up to several inches.
        """
        most = -(-radius.thousandths // _ROUNDED) * _ROUNDED
        here = self.layout.unit(name).group.circle
        return self.once(
            ("neighbours", name, most),
            lambda: tuple(one for one in self.layout.others(name) if here.meets(one.group.circle, most)),
        )

    # --- Sight, fire and cover --------------------------------------------------------------------------------------

    def line_of_sight(self, viewer: str, target: str, rules: SightRules) -> TableSight:
        """Return what lies between the nearest points of two units: `sight.line_of_sight`, measured."""
        start, end = self.nearest_points(viewer, target)
        return _line_of_sight(self.layout.table, start, end, rules)

    def sees(self, viewer: str, target: str, judge: Callable[[], bool]) -> bool:
        """Return whether one unit sees another.

        Args:
            viewer: Who looks.
            target: At whom.
            judge: Says so by the rules, from what is measured.
        """
        return self.fact("sight", (viewer, target), f"Does {viewer} see {target}?", judge)

    def in_arc(
        self, shooter: str, target: str, half_angle: Angle, *, within: Inches, towards: Edge = "front"
    ) -> tuple[bool, ...]:
        """Return of each base of a unit whether it has another unit in arc and range, as they are measured.

        Args:
            shooter: Who shoots.
            target: At whom.
            half_angle: How far the arc of a base reaches to each side.
            within: The range.
            towards: The edge of a base from which it shoots.
        """
        shooters, thing = self.layout.unit(shooter).group, self.layout.unit(target).group
        return _in_arc(shooters, thing, half_angle, within, towards)

    def cover(self, shooter: str, target: str, own_depth: Inches) -> CoverReport:
        """Return the cover that a unit has from another: `sight.cover`, measured."""
        groups = self.layout.unit(shooter).group, self.layout.unit(target).group
        return self.once(
            ("lines of fire", shooter, target, own_depth), lambda: cover(self.layout.table, *groups, own_depth)
        )

    # --- Charges ----------------------------------------------------------------------------------------------------

    def aspect(self, target: str, comes: str) -> TableAspect:
        """Return from which side one unit comes at another.

        Args:
            target: The unit that is come at.
            comes: The unit that comes.
        """
        return self.fact(
            "aspect",
            (comes, target),
            f"From which side does {comes} come at {target}: front, flank or rear?",
            lambda: self.aspect_report(target, comes).aspect,
        )

    def aspect_report(self, target: str, comes: str) -> AspectReport:
        """Return how the bases of one unit stand to the lines of another: `aspects.aspect`, measured."""
        groups = self.layout.unit(target).group, self.layout.unit(comes).group
        return self.once(("lines", target, comes), lambda: aspect(*groups))

    def ahead(
        self,
        name: str,
        direction: Angle,
        length: Inches,
        group: Group | None = None,
        among: Sequence[TableUnit] | None = None,
    ) -> tuple[UnitAhead, ...]:
        """Return the units that a straight move meets, nearest first: `charges.met_on_the_way`, measured.

        Args:
            name: Who moves.
            direction: The bearing in which it goes.
            length: How far.
            group: The mover where it sets out; where it stands unless given.
            among: Which units may be in the way; all others unless given.
        """
        mover = self.layout.unit(name).group if group is None else group
        others = self.layout.others(name) if among is None else among
        met = met_on_the_way(mover, direction, length, [unit.group for unit in others])
        return tuple(UnitAhead(others[one.number].name, one.distance) for one in met)

    def reached_by(self, name: str, reach: Mapping[str, Inches]) -> tuple[str, ...]:
        """Return those of some units that reach one: who threatens it, or who can come to its support.

        Args:
            name: The unit.
            reach: How far each of them reaches, with its fire or with a charge.
        """
        return tuple(other for other, far in reach.items() if other != name and self.gap(other, name) <= far)

    # --- Ground -----------------------------------------------------------------------------------------------------

    def ground(self, name: str) -> tuple[TerrainPiece, ...]:
        """Return the pieces of terrain that hold the middles of more than half of a unit's bases, as they lie."""
        group = self.layout.unit(name).group
        return self.once(("ground", name), lambda: _ground_of(survey(self.layout.table), group))

    def walk(self, name: str, legs: tuple[Leg, ...], group: Group | None = None) -> MoveReport:
        """Return where a move takes a unit: `walk` from where it stands, or from another place."""
        return walk(self.layout.table, self.layout.unit(name).group if group is None else group, legs)

    def room(
        self,
        name: str,
        direction: Angle,
        most: Inches,
        *,
        rate: Rate,
        obstacle: ObstacleToll = no_obstacle,
        group: Group | None = None,
    ) -> Inches:
        """Return how far a unit can go straight on, facings kept, before the table's edge or impassable ground.

        On the ground its leading edge counts: that of the smallest rectangle round it which looks where it goes.

        Args:
            name: Who goes.
            direction: The bearing in which it goes.
            most: How far is asked about.
            rate: The rate of a footing, None where it is impassable.
            obstacle: The toll of a line, None where it cannot be crossed.
            group: The unit where it sets out; where it stands unless given.

        Returns:
            A length from 0 to *most*.
        """
        mover = self.layout.unit(name).group if group is None else group
        edge = min(most, self.layout.table.room(mover, direction))
        (leg,) = walk(self.layout.table, mover, (Slide(distance=edge, direction=direction),)).legs
        ends = [one.begins for one in leg.stretches if rate(one.footing) is None]
        for crossing in leg.crossings:
            footing = next((one.footing for one in leg.stretches if one.begins <= crossing.begins < one.ends), None)
            if footing is not None and obstacle(crossing.kind, footing) is None:
                ends.append(crossing.begins)
        return min([edge, *ends])

    def room_to_edge(self, name: str, direction: Angle) -> Inches:
        """Return how far a unit can go straight on before a corner of it comes to the edge of the table."""
        return self.layout.table.room(self.layout.unit(name).group, direction)

    # --- Inside -----------------------------------------------------------------------------------------------------

    @cached_property
    def _places(self) -> dict[str, int]:
        return {unit.name: place for place, unit in enumerate(self.layout.units)}

    def _between(self, one: str, other: str) -> _Nearest:
        """Return where two units are nearest. Those that stand as they stood in earlier layouts are known."""
        found = self._nearest.get((one, other))
        if found is None:
            found = self._nearest[one, other] = self._look_up(self._groups[one], self._groups[other])
        return found

    @cached_property
    def _groups(self) -> dict[str, Group]:
        same = _known_pairs(self.layout.table).same
        # Equal ones are found faster as one.
        return {unit.name: same.setdefault(unit.group, unit.group) for unit in self.layout.units}

    def _look_up(self, one: Group, other: Group) -> _Nearest:
        kept = _known_pairs(self.layout.table)
        found = kept.known.get((one, other))
        if found is not None:
            return found
        # What is missing of either of the two is measured in one go: one of them has moved, and is asked about again.
        pairs = dict.fromkeys(
            pair
            for moved in (one, other)
            for still in self._groups.values()
            if moved is not still
            for pair in ((moved, still), (still, moved))
        )
        missing = [pair for pair in pairs if pair == (one, other) or pair not in kept.known]
        measured = dict(zip(missing, _measured(self.layout.table, missing), strict=True))
        kept.keep(measured)
        return measured[one, other]


class _KnownPairs:
    """Where units were nearest on a table, however many layouts they stood in.

    Threads may share it: what is measured twice is the same twice.
    """

    __slots__ = ("known", "same")

    def __init__(self) -> None:
        self.known: dict[tuple[Group, Group], _Nearest] = {}
        self.same: dict[Group, Group] = {}

    def keep(self, measured: dict[tuple[Group, Group], _Nearest]) -> None:
        """Keep what was measured; where there is no room, everything else is forgotten."""
        if len(self.known) + len(measured) > _MOST_PAIRS:
            self.known, self.same = {}, {}
        self.known.update(measured)


@lru_cache(maxsize=4)
def _known_pairs(table: Table) -> _KnownPairs:
    return _KnownPairs()


def _measured(table: Table, pairs: Sequence[tuple[Group, Group]]) -> Iterator[_Nearest]:
    """Yield where the two units of each pair are nearest, all measured in one go: shapely takes whole arrays."""
    first = np.array([one.shape for one, _ in pairs], dtype=object)
    second = np.array([other.shape for _, other in pairs], dtype=object)
    lines = shapely.shortest_line(first, second)
    far = shapely.distance(first, second).tolist()
    ends = shapely.get_coordinates(lines).reshape(-1, 4).tolist()
    bare = (~np.asarray(shapely.intersects(_all_terrain(survey(table)), lines), dtype=bool)).tolist()
    for between, (x0, y0, x1, y1), is_bare in zip(far, ends, bare, strict=True):
        start = Point(x=thousandths_of(x0), y=thousandths_of(y0))
        end = Point(x=thousandths_of(x1), y=thousandths_of(y1))
        yield _Nearest(start, end, thousandths_of(between), is_bare)


@lru_cache(maxsize=16384)
def _line_of_sight(table: Table, start: Point, end: Point, rules: SightRules) -> TableSight:
    # Units that have not moved see what they saw before, whoever else has moved.
    return line_of_sight(table, start, end, rules)


@lru_cache(maxsize=8192)
def _in_arc(shooters: Group, thing: Group, half_angle: Angle, within: Inches, towards: Edge) -> tuple[bool, ...]:
    return tuple(is_in_arc(base, half_angle, thing, within=within, towards=towards) for base in shooters.bases)


@lru_cache(maxsize=4096)
def walk(table: Table, group: Group, legs: tuple[Leg, ...]) -> MoveReport:
    """Return where a move takes a group, with wheels and all that its leading edge passes: `moves.follow`.

    Args:
        table: The table.
        group: Who moves.
        legs: The parts of the move, in order.
    """
    return follow(group, legs, table=table)


@lru_cache(maxsize=16)
def _all_terrain(terrain: Survey) -> BaseGeometry:
    """Return all terrain, a thousandth of an inch wider than it is, for many lines to be held against."""
    widened = [
        shapely.buffer(shape, _width_of(feature) + _WIDER, join_style="mitre")
        for feature, shape in zip(terrain.features, terrain.shapes, strict=True)
    ]
    whole = shapely.union_all(widened)
    shapely.prepare(whole)
    return whole


def _width_of(feature: TerrainPiece | TerrainLine) -> int:
    return 0 if isinstance(feature, TerrainPiece) else feature.width.thousandths


def _ground_of(terrain: Survey, group: Group) -> tuple[TerrainPiece, ...]:
    centres = [base.centre for base in group.bases]
    easts, norths = [spot.x.thousandths for spot in centres], [spot.y.thousandths for spot in centres]
    nearby = (terrain.features[number] for number in terrain.near(min(easts), min(norths), max(easts), max(norths)))
    pieces = (feature for feature in nearby if isinstance(feature, TerrainPiece))
    return tuple(
        piece for piece in pieces if 2 * sum(is_inside(spot, piece.outline) for spot in centres) > len(centres)
    )
