"""Sight over the terrain of a table: what hides one thing from another, and what covers it from fire.

A line of sight is judged against each thing on it by itself, and the report lists them all with their numbers.

**Heights.** Each end stands at the level of the ground there. Terrain rises to a level of its own: a hill to its
height, a wood or a house to its top above the highest ground that it has on the line.

1. What rises above neither end hides nothing.
2. What rises above the lower end, and at least as high as the higher one, is in the way: bare ground hides; of woods,
   buildings and hedges the rules below tell.
3. What is lower than one end and higher than the other is looked over, save for **dead ground** behind it, measured
   from where the line leaves it to the lower end. Behind a piece whose crest the line crosses, dead ground is as deep
   as that crest is from the crest that the higher end stands on (from the higher end itself, where its hill has no
   crest on the line); behind everything else, as deep as the caller says.

**Depths.** What an end stands in is not in its way by its height. Solid terrain hides whatever is not in it. Terrain of
the sort "area" hides what lies beyond it; where it holds an end, how deep that end is in it counts: along the line, or
from the edge by which the line enters or leaves it, as the rules say. A line feature of that sort is seen through by
those next to it, who are not in its dead ground either.

Sight along the edge of a piece is free, unless something hides on the other side too, or the table ends there.
"""

# pyright: reportUnknownMemberType=false
# Because shapely's stubs leave the keyword arguments of its functions untyped.

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from attrs import frozen

from rcw_rules.kernel.geometry.table.bases import TOUCHING, Base, Group, Thing, bases_of, gaps, nearest_points
from rcw_rules.kernel.geometry.table.lines import (
    Meeting,
    Passage,
    Ray,
    Survey,
    TableLine,
    distance_to_edge,
    edges_at,
    is_inside,
    length_inside,
    level,
    reported,
    survey,
)
from rcw_rules.kernel.geometry.table.positions import Point
from rcw_rules.kernel.geometry.table.terrain import HasTerrain, TerrainLine, TerrainPiece
from rcw_rules.kernel.lazy import lazy_library
from rcw_rules.kernel.lengths import Inches, inches

if TYPE_CHECKING:
    import numpy as np
    import shapely
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    _Array: TypeAlias = NDArray[Any]
else:
    np = lazy_library("numpy")
    shapely = lazy_library("shapely")

Reason: TypeAlias = Literal[
    "not above",
    "looked over",
    "near",
    "inside",
    "at its edge",
    "next to it",
    "dead ground",
    "in the way",
    "too deep",
]
"""Why a thing on a line of sight hides or does not: the last three hide."""

_HIDING: tuple[Reason, ...] = ("dead ground", "in the way", "too deep")


@frozen(kw_only=True, cache_hash=True)
class SightRules:
    """The distances that a ruleset sets for sight. Unless given, nothing is seen into, out of or through.

    Attributes:
        edge_depth: How deep in "area" terrain a viewer may stand and see out of it.
        seen_depth: How deep in it a target may stand and be seen from outside.
        near: On lines no longer than this, "area" terrain does not hide if it holds one of the ends.
        line_depth: How far a viewer may stand from an "area" line feature and see through it.
        seen_line_depth: How far behind one a target may stand and be seen.
        line_near: On lines no longer than this, such a feature does not hide at all, not even by its dead ground.
        dead_ground: How deep the dead ground is behind what is looked over, where no crest says so; 0 for none.
        depth: How the depth of an end in "area" terrain is measured: along the line of sight, or as its distance from
            the edge, from corner to corner, by which the line enters or leaves the piece.
    """

    edge_depth: Inches = inches(0)
    seen_depth: Inches = inches(0)
    near: Inches = inches(0)
    line_depth: Inches = inches(0)
    seen_line_depth: Inches = inches(0)
    line_near: Inches = inches(0)
    dead_ground: Inches = inches(0)
    depth: Literal["along_line", "from_edge"] = "along_line"

    @property
    def is_mutual(self) -> bool:
        """Whether two points see each other or neither the other."""
        return self.edge_depth == self.seen_depth and self.line_depth == self.seen_line_depth


@frozen(kw_only=True)
class Hindrance:
    """A thing on a line of sight that might hide what is behind it, and whether it does.

    Attributes:
        passage: Where on the line it is, and what.
        rises_to: The level that it rises to.
        reason: Why it hides or does not.
        measured: The distance that decided: how deep, how far behind, how far away; None where the level alone did.
        limit: What that was compared with.
    """

    passage: Passage
    rises_to: int
    reason: Reason
    measured: Inches | None = None
    limit: Inches | None = None

    @property
    def hides(self) -> bool:
        """Whether it hides, on its side of the line if it has one."""
        return self.reason in _HIDING

    def __str__(self) -> str:
        numbers = "" if self.measured is None else f" ({self.measured}, limit {self.limit})"
        return f"{self.passage.name}: {self.reason}{numbers}"


@frozen(kw_only=True)
class TableSight:
    """Whether one point can be seen from another, and why.

    Attributes:
        line: The line of sight, with everything on it.
        hindrances: What might hide, in the order of the line, whether it does or not.
        blocked_by: What does hide; of things that the line runs along, only those that hide both sides together, and
            those on the inner side of the edge of the table.
    """

    line: TableLine
    hindrances: tuple[Hindrance, ...]
    blocked_by: tuple[Hindrance, ...]

    @property
    def is_clear(self) -> bool:
        """Whether nothing blocks it."""
        return not self.blocked_by

    def __bool__(self) -> bool:
        return self.is_clear


@frozen(kw_only=True)
class GroupSight:
    """What the bases of one group see of another.

    Attributes:
        nearest: The sight between the nearest points of the two.
        by_base: For each base of the viewers, its sight of the nearest base of the target that it sees; of the nearest
            one, where it sees none.
    """

    nearest: TableSight
    by_base: tuple[TableSight, ...]

    @property
    def seeing(self) -> int:
        """How many of the viewing bases see the target."""
        return sum(sight.is_clear for sight in self.by_base)

    @property
    def is_clear(self) -> bool:
        """Whether the target is seen, by a base or between the nearest points."""
        return self.nearest.is_clear or self.seeing > 0

    def __bool__(self) -> bool:
        return self.is_clear


@frozen(kw_only=True)
class CoverCount:
    """How much of one sort of cover there is between shooters and their target.

    Attributes:
        cover: The sort, as the terrain names it.
        names: The pieces and line features that give it here, in the order of the table.
        crossed: How many of the lines of fire cross one of them.
        shots: How many lines of fire there are.
        inside: How many bases of the target have their centre inside one of them.
        bases: How many bases the target has.
    """

    cover: str
    names: tuple[str, ...]
    crossed: int
    shots: int
    inside: int
    bases: int

    @property
    def counts(self) -> bool:
        """Whether strictly more than half of the lines of fire cross it, or of the target's bases are in it."""
        return 2 * self.crossed > self.shots or 2 * self.inside > self.bases


@frozen(kw_only=True)
class CoverReport:
    """The cover of a target from some shooters.

    Attributes:
        shots: The line of fire of each shooting base.
        counts: Each sort of cover that any of them crosses or any base of the target is in, by its name.
    """

    shots: tuple[TableLine, ...]
    counts: tuple[CoverCount, ...]

    @property
    def covers(self) -> tuple[str, ...]:
        """The sorts of cover that count, by name; which of them is the best is for a rule to say."""
        return tuple(count.cover for count in self.counts if count.counts)


# --- Sight --------------------------------------------------------------------------------------------------------


def line_of_sight(table: HasTerrain, viewer: Thing, target: Thing, rules: SightRules) -> TableSight:
    """Return whether a target can be seen from a viewer, and why; of bases and groups, the nearest points count.

    >>> from rcw_rules.kernel.geometry.table.positions import point
    >>> from rcw_rules.kernel.geometry.table.tabletop import Table
    >>> outline = (point(10, 20), point(16, 20), point(16, 26), point(10, 26))
    >>> wood = TerrainPiece(name="North wood", kind="wood", outline=outline, sight="area")
    >>> table = Table(title="A wood", width=inches(72), depth=inches(48), terrain=(wood,))
    >>> rules = SightRules(edge_depth=inches(2), seen_depth=inches(2))
    >>> sight = line_of_sight(table, point(12, 22), point(5, 22), rules)
    >>> sight.is_clear, str(sight.hindrances[0])
    (True, 'North wood: at its edge (2 in, limit 2 in)')
    >>> str(line_of_sight(table, point(20, 22), point(5, 22), rules).blocked_by[0])
    'North wood: in the way'

    Args:
        table: The table.
        viewer: Who looks.
        target: At whom.
        rules: The distances that the ruleset sets. Distances are compared as they are shown, to the nearest thousandth,
            and the limit itself is within.
    """
    if isinstance(viewer, Point) and isinstance(target, Point):
        return _sight(table, viewer, target, rules)
    return _sight(table, *nearest_points(viewer, target), rules)


def sight_by_base(table: HasTerrain, viewers: Base | Group, target: Base | Group, rules: SightRules) -> GroupSight:
    """Return what each base of the viewers sees of a target, and the sight between their nearest points.

    Each base looks at the bases of the target from the nearest to the farthest, and at equally near ones in their
    order, until it sees one.

    Args:
        table: The table.
        viewers: Who looks.
        target: At whom.
        rules: As for `line_of_sight`.
    """
    by_base: list[TableSight] = []
    for base in bases_of(viewers):
        seen = bases_of(target)
        far = gaps(base, seen)
        nearest_first = [seen[index] for index in sorted(range(len(seen)), key=far.__getitem__)]
        first = line_of_sight(table, base, nearest_first[0], rules)
        others = (line_of_sight(table, base, other, rules) for other in nearest_first[1:])
        by_base.append(first or next((sight for sight in others if sight), first))
    return GroupSight(nearest=line_of_sight(table, viewers, target, rules), by_base=tuple(by_base))


def visible(table: HasTerrain, viewer: Thing, targets: Sequence[Thing], rules: SightRules) -> tuple[Thing, ...]:
    """Return those of the targets that can be seen from a viewer, in their order."""
    return tuple(target for target in targets if line_of_sight(table, viewer, target, rules))


def sight_matrix(table: HasTerrain, points: Sequence[Point], rules: SightRules) -> tuple[tuple[bool, ...], ...]:
    """Return for each point which of them it sees: the same answers as `line_of_sight` gives one by one, but faster.

    All lines are held against all terrain at once. Those that pass it at more than a thousandth of an inch are clear;
    those that pass more than a thousandth deep through a piece that is too high to be looked over, and holds neither
    end, are not. Only what is left is looked at one by one.

    Args:
        table: The table.
        points: The points.
        rules: As for `line_of_sight`.

    Returns:
        A row for each point, in the order given; in it, whether it sees each of them. Every point sees itself.
    """
    ground = survey(table)
    points = [ground.on_table(spot) for spot in points]
    many = len(points)
    sees = np.ones((many, many), dtype=bool)
    spots = np.array([(spot.x.thousandths, spot.y.thousandths) for spot in points], dtype=float).reshape(many, 2)
    first, second = np.triu_indices(many, k=1)
    hidden, unsure = _screen(ground).judge(spots, first, second)
    sees[first[hidden], second[hidden]] = sees[second[hidden], first[hidden]] = False
    left: list[list[int]] = np.column_stack((first[unsure], second[unsure])).tolist()
    for here, there in left:
        sees[here, there] = clear = _sight(table, points[here], points[there], rules).is_clear
        sees[there, here] = clear if rules.is_mutual else _sight(table, points[there], points[here], rules).is_clear
    return tuple(map(tuple, sees.tolist()))


class _Screen:
    """What hinders sight on a table, ready to be held against many lines at once.

    Shapes are widened and narrowed by a thousandth of an inch. That is far more than floating point is wrong by: what
    keeps clear of a widened shape does not touch the true one, and what meets a narrowed one is inside the true one.
    """

    def __init__(self, ground: Survey) -> None:
        hindering = [
            (feature, shape, rise)
            for feature, shape in zip(ground.features, ground.shapes, strict=True)
            if (rise := _rises_for_certain(feature))
        ]
        pieces = [
            (shape, rise, feature.height) for feature, shape, rise in hindering if isinstance(feature, TerrainPiece)
        ]
        narrowed = _widened([shape for shape, _, _ in pieces], -1)
        self._widened = shapely.union_all(_widened([shape for _, shape, _ in hindering], 1))
        self._narrowed = shapely.union_all(narrowed)
        shapely.prepare([self._widened, self._narrowed])
        self._each_narrowed = shapely.STRtree(narrowed)
        self._each = shapely.STRtree([shape for shape, _, _ in pieces])
        self._rises = np.array([rise for _, rise, _ in pieces], dtype=int)
        self._heights = np.array([height for _, _, height in pieces], dtype=int)

    def judge(self, spots: _Array, first: _Array, second: _Array) -> tuple[_Array, _Array]:
        """Return of which lines it is certain that they are blocked, and of which nothing is certain.

        Args:
            spots: The coordinates of all points.
            first: For each line, which of the points it starts from.
            second: For each line, which it ends at.
        """
        lines = np.asarray(shapely.linestrings(np.stack((spots[first], spots[second]), axis=1)), dtype=object)
        holds = np.zeros((len(spots), len(self._rises)), dtype=bool)
        holds[tuple(self._each.query(shapely.points(spots), predicate="within"))] = True
        is_held: _Array = np.any(holds, axis=1)
        is_free = np.logical_not(is_held[first] | is_held[second])
        # Of lines with no end in a piece, both ends are at level 0, and whatever rises at all is too high.
        hidden = is_free.copy()
        hidden[is_free] = _meet(self._narrowed, lines[is_free])
        unsure = ~hidden
        unsure[unsure] = _meet(self._widened, lines[unsure])
        held = np.flatnonzero(unsure & ~is_free)
        line, piece = self._each_narrowed.query(lines[held], predicate="intersects")
        line = held[line]
        one, other = first[line], second[line]
        levels = (holds * self._heights).max(axis=1, initial=0)
        higher, lower = np.maximum(levels[one], levels[other]), np.minimum(levels[one], levels[other])
        too_high = (self._rises[piece] >= higher) & (self._rises[piece] > lower)
        hidden[line[too_high & ~holds[one, piece] & ~holds[other, piece]]] = True
        return hidden, unsure & ~hidden


@lru_cache(maxsize=16)
def _screen(ground: Survey) -> _Screen:
    return _Screen(ground)


def _meet(shape: BaseGeometry, lines: _Array) -> _Array:
    return np.asarray(shapely.intersects(shape, lines), dtype=bool)


def _widened(shapes: Sequence[BaseGeometry], thousandths: int) -> _Array:
    return np.asarray(shapely.buffer(np.array(shapes, dtype=object), thousandths, join_style="mitre"), dtype=object)


# --- Fire ---------------------------------------------------------------------------------------------------------


def cover(table: HasTerrain, shooters: Base | Group, target: Base | Group, own_depth: Inches) -> CoverReport:
    """Return the cover that a target has from some shooters: what most of their lines of fire cross, or what it is in.

    A line of fire goes from the middle of the shooter's front edge to the nearest point of the target. What holds the
    shooter and not the target gives the target no cover, nor is a line feature right before the shooter.

    Args:
        table: The table.
        shooters: Who shoots.
        target: At whom.
        own_depth: How far before a shooter a line feature covers the shooter and not the target.
    """
    ground = survey(table)
    shots: list[TableLine] = []
    crossed: list[set[TerrainPiece | TerrainLine]] = []
    for base in bases_of(shooters):
        ray = Ray(base.at, nearest_points(base.at, target)[1])
        meetings = ground.meetings(ray)
        shots.append(reported(ray, meetings))
        crossed.append({meeting.feature for meeting in meetings if _covers_end(ray, meeting, own_depth)})
    centres = [base.centre for base in bases_of(target)]
    counts: list[CoverCount] = []
    for word in sorted({feature.cover for feature in ground.features} - {"none"}):
        giving = [feature for feature in ground.features if feature.cover == word]
        held = [
            {piece for piece in giving if isinstance(piece, TerrainPiece) and is_inside(centre, piece.outline)}
            for centre in centres
        ]
        here: set[TerrainPiece | TerrainLine] = set()
        here.update(*held, *(features.intersection(giving) for features in crossed))
        if here:
            counts.append(
                CoverCount(
                    cover=word,
                    names=tuple(feature.name for feature in giving if feature in here),
                    crossed=sum(not features.isdisjoint(giving) for features in crossed),
                    shots=len(shots),
                    inside=sum(map(bool, held)),
                    bases=len(centres),
                )
            )
    return CoverReport(shots=tuple(shots), counts=tuple(counts))


def bases_crossed(start: Point, end: Point, bases: Sequence[Base]) -> tuple[Base, ...]:
    """Return the bases that a straight line goes through, over more than `TOUCHING`, in their order.

    Which of them block a line of fire is for a rule to say; the shooter's own is best left out.
    """
    x, y = start.x.thousandths, start.y.thousandths
    line = x, y, end.x.thousandths - x, end.y.thousandths - y
    return tuple(
        base for base in bases if base.circle.lies_on(*line) and length_inside(start, end, base.corners) > TOUCHING
    )


# --- Judging ------------------------------------------------------------------------------------------------------


class _Case(NamedTuple):
    """A line of sight that is being judged."""

    ray: Ray
    meetings: list[Meeting]
    hills: list[Meeting]  # those that raise the ground: on a wooded table most do not
    line: TableLine
    rules: SightRules


_Finding: TypeAlias = tuple[Reason, Inches | None, Inches | None]
"""The reason, what was measured, and the limit."""


def _sight(table: HasTerrain, viewer: Point, target: Point, rules: SightRules) -> TableSight:
    ground = survey(table)
    ray = Ray(ground.on_table(viewer), ground.on_table(target))
    meetings = ground.meetings(ray)
    inner_side = ground.inner_side(ray)
    hills = [meeting for meeting in meetings if isinstance(meeting.feature, TerrainPiece) and meeting.feature.height]
    case = _Case(ray, meetings, hills, reported(ray, meetings), rules)
    judged = [
        (meeting, hindrance)
        for meeting, passage in zip(meetings, case.line.passages, strict=True)
        for hindrance in _hindrances(case, meeting, passage)
    ]
    hiding = [(meeting, hindrance) for meeting, hindrance in judged if hindrance.hides]
    return TableSight(
        line=case.line,
        hindrances=tuple(hindrance for _, hindrance in judged),
        blocked_by=tuple(
            hindrance
            for meeting, hindrance in hiding
            if meeting.side in (None, inner_side) or any(_closes(meeting, other) for other, _ in hiding)
        ),
    )


def _closes(one: Meeting, other: Meeting) -> bool:
    """Return whether two things that a line runs along leave no room between them: on both sides, over some length."""
    opposite = {one.side, other.side} == {"left", "right"}
    return opposite and max(one.begins, other.begins) < min(one.ends, other.ends)


def _hindrances(case: _Case, meeting: Meeting, passage: Passage) -> Iterator[Hindrance]:
    """Yield what hides by its height alone, and what hides by what stands on it; a wooded hill is both."""
    feature = meeting.feature
    holds_end = meeting.holds_start or meeting.holds_end
    if isinstance(feature, TerrainPiece) and feature.height and not holds_end:
        yield _hindrance(passage, feature.height, _over(case, meeting, feature.height, meeting.crest))
    if feature.sight != "open":
        rises_to = level(_hills_under(meeting, case.hills)) + feature.top
        finding = ("in the way", None, None) if holds_end else _over(case, meeting, rises_to, None)
        if finding[0] in _HIDING:
            through = _through(case, meeting)
            # In dead ground it hides as it is, if not those next to it.
            finding = finding if finding[0] == "dead ground" and through[0] in _HIDING else through
        yield _hindrance(passage, rises_to, finding)


def _hindrance(passage: Passage, rises_to: int, finding: _Finding) -> Hindrance:
    return Hindrance(passage=passage, rises_to=rises_to, reason=finding[0], measured=finding[1], limit=finding[2])


def _hills_under(meeting: Meeting, hills: Sequence[Meeting]) -> Iterator[TerrainPiece]:
    """Yield the hills on which the ground under a thing on the line lies, itself included."""
    for other in hills:
        common = min(meeting.ends, other.ends) - max(meeting.begins, other.begins)
        is_under = other.side is None and (common > 0 or (common == 0 and meeting.begins == meeting.ends))
        if isinstance(other.feature, TerrainPiece) and (other is meeting or is_under):
            yield other.feature


def _over(case: _Case, meeting: Meeting, rises_to: int, crest: Fraction | None) -> _Finding:
    """Return whether a thing that rises to a level, and has its crest there, is looked over."""
    ray, start_level, end_level = case.ray, case.line.start_level, case.line.end_level
    if rises_to <= min(start_level, end_level):
        return "not above", None, None
    if rises_to >= max(start_level, end_level):
        return "in the way", None, None
    behind = ray.between(meeting.ends, ray.square) if start_level > end_level else ray.between(0, meeting.begins)
    depth = case.rules.dead_ground if crest is None else ray.between(crest, _upper_crest(case))
    hides = depth.thousandths > 0 and behind <= depth
    return ("dead ground" if hides else "looked over"), behind, depth


def _upper_crest(case: _Case) -> Fraction | int:
    """Return where the line crosses the crest of the hill that its higher end stands on, or else where that end is."""
    from_start = case.line.start_level > case.line.end_level
    height = max(case.line.start_level, case.line.end_level)
    for meeting in case.meetings:
        holds = meeting.holds_start if from_start else meeting.holds_end
        if holds and meeting.crest is not None and level([meeting.feature]) == height:
            return meeting.crest
    return 0 if from_start else case.ray.square


def _through(case: _Case, meeting: Meeting) -> _Finding:
    """Return whether a thing that hinders sight by itself, and is not looked over, is seen into, out of or through."""
    holds = meeting.holds_start or meeting.holds_end
    if meeting.feature.sight == "blocks":
        return ("inside" if holds else "in the way"), None, None
    if isinstance(meeting.feature, TerrainPiece):
        return _through_area(case, meeting) if holds else ("in the way", None, None)
    ray, length, rules = case.ray, case.line.length, case.rules
    if length <= rules.line_near:
        return "near", length, rules.line_near
    before, behind = ray.between(0, meeting.begins), ray.between(meeting.ends, ray.square)
    if before <= rules.line_depth:
        return "next to it", before, rules.line_depth
    if behind <= rules.seen_line_depth:
        return "next to it", behind, rules.seen_line_depth
    return "in the way", None, None


def _through_area(case: _Case, meeting: Meeting) -> _Finding:
    length, rules = case.line.length, case.rules
    if length <= rules.near:
        return "near", length, rules.near
    if meeting.holds_start and meeting.holds_end:
        return "too deep", length, rules.near
    depth = _depth(case, meeting)
    limit = rules.edge_depth if meeting.holds_start else rules.seen_depth
    return ("at its edge" if depth <= limit else "too deep"), depth, limit


def _depth(case: _Case, meeting: Meeting) -> Inches:
    """Return how deep in a piece the one end is that it holds."""
    if case.rules.depth == "along_line" or not isinstance(meeting.feature, TerrainPiece):
        return case.ray.between(meeting.begins, meeting.ends)
    end, place = (case.ray.start, meeting.ends) if meeting.holds_start else (case.ray.end, meeting.begins)
    return min(distance_to_edge(end, edge) for edge in edges_at(case.ray, place, meeting.feature.outline))


def _rises_for_certain(feature: TerrainPiece | TerrainLine) -> int:
    """Return the level that a thing rises to wherever it stands, or 0 where it cannot hide anything."""
    own = level([feature])
    return own if feature.sight == "open" else own + feature.top


def _covers_end(ray: Ray, meeting: Meeting, own_depth: Inches) -> bool:
    """Return whether what a line of fire meets covers the target, not the shooter."""
    if meeting.feature.cover == "none" or meeting.side is not None:
        return False
    if isinstance(meeting.feature, TerrainPiece):
        return meeting.holds_end or not meeting.holds_start
    return ray.between(0, meeting.begins) > own_depth
