"""Measure bases on a table: the distances, arcs, aspects, enfilades and sight that the procedures ask for.

No procedure needs a table. If you have one, these functions measure what a referee would, and return requests or parts
of them.

>>> from rcw_rules.kernel.angles import degrees
>>> from rcw_rules.kernel.geometry.table import point
>>> rifles = line_of_bases("rifles", 4, point(20, 10), degrees(0))
>>> sabres = line_of_bases("sabres", 3, point(30, 7), degrees(300), depth_mm=40)
>>> request = charge_aspect_of(rifles, sabres)
>>> request.behind_front, request.behind_rear
(3, 0)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache

from attrs import frozen

from rcw_rules.kernel.angles import SCALE, Angle, degrees
from rcw_rules.kernel.geometry.table import (
    Base,
    EnfiladeReport,
    Group,
    Hindrance,
    Passage,
    Point,
    SightRules,
    Table,
    TableSight,
    bases_crossed,
    bases_of,
    bearing,
    cover,
    gap,
    in_line,
    line_of_sight,
    met_on_the_way,
    most_bases_behind,
    nearest_points,
    offsets,
    rounded,
    turn_to,
)
from rcw_rules.kernel.geometry.table import enfilade as enfilade_report
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_actions.ground import (
    CLOSE_COUNTRY,
    HALF_ANGLES,
    WEDGE,
    WIDEST_WHEEL,
    Aim,
    Beside,
    Between,
    ChargeAspectRequest,
    Direction,
    EnfiladeRequest,
    FireArcRequest,
    Flank,
    Ground,
    Mount,
    ShownAs,
    SpotRequest,
    Standing,
    counts_as_still,
    is_in_arc,
    points_to,
)
from rcw_rules.red_actions.model import BASE_WIDTH_MM, HARD_COVER, NO_DISTANCE, Arm, Cover

DEPTH_MM = 20  # defs-base
"""How deep a base is by default (defs-base)."""

BEHIND_FLANKS = inches(12)  # mor-behind-flanks
NEXT_TO_HEDGE = inches(2)  # vis-hedge
"""How near to a hedge a base counts as behind it. The text does not say; this is the distance to the edge of a wood."""

BEST_COVER_FIRST: tuple[Cover, ...] = (*reversed(HARD_COVER), "soft")  # sho-mod-cover

GROUND_OF: dict[str, Ground] = {
    "wood": "wood",
    "woods": "wood",
    "dense_woods": "wood",
    "buildings": "built_up",
    "built_up": "built_up",
    "scrub": "scrub",
    "ditch": "ditch",
    "hollow": "ditch",
}
"""The ground that the names of terrain pieces stand for, where they hinder sight; other pieces are open."""

STRICT_SIGHT = SightRules(depth="from_edge")
"""Rules by which nothing on a line is let pass, so that all of it is told."""


# --- Bases --------------------------------------------------------------------------------------------------------


def base_width() -> Inches:
    """Return the frontage of a base: 30 mm, to the nearest thousandth of an inch.

    Rules: defs-base.
    """
    return _from_millimetres(BASE_WIDTH_MM)


def line_of_bases(
    name: str, count: int, at: Point, facing: Angle, *, depth_mm: int = DEPTH_MM, per_rank: int | None = None
) -> Group:
    """Return a unit of bases side by side, each as wide as the rules say.

    Args:
        name: What it is called.
        count: How many bases it has.
        at: The middle of the front edge of its front rank.
        facing: The bearing that all face.
        depth_mm: How deep a base is, in millimetres.
        per_rank: How many stand abreast; all unless given, 1 for a column.

    Rules: defs-base.
    """
    return in_line(name, count, at, facing, frontage=base_width(), depth=_from_millimetres(depth_mm), per_rank=per_rank)


def _from_millimetres(length: int) -> Inches:
    exact = Fraction(length * 10, 254) * 1000
    return Inches(thousandths=rounded(exact.numerator, exact.denominator))


# --- Fire ---------------------------------------------------------------------------------------------------------


def fire_arc_of(
    mount: Mount,
    shooters: Base | Group,
    target: Base | Group,
    *,
    weapon: Direction | None = None,
    friends: Sequence[Base | Group] = (),
    lower: Sequence[Base | Group] = (),
) -> FireArcRequest:
    """Return the request for the arcs of bases that want to shoot at a target.

    The line of fire of a base runs from the middle of the edge that its weapon points out of to the nearest point of
    the target. Bases of the same unit bar it unless they are behind; so do friends whose bases it crosses, except those
    on lower ground than a shooter on a hill. Angles are rounded to the nearest thousandth of a degree.

    Args:
        mount: How the weapons are carried.
        shooters: The bases that want to shoot.
        target: At whom.
        weapon: Where a weapon of a vehicle points.
        friends: Other units of their side.
        lower: Those of their side that stand lower than the shooters on their hill.

    Rules: arc-foot.
    """
    in_the_way = [base for friend in friends if friend not in lower for base in bases_of(friend)]
    aims: list[Aim] = []
    for base in bases_of(shooters):
        others = [other for other in (*bases_of(shooters), *in_the_way) if other != base]
        origin, nearest, angle = line_of_fire(mount, base, target, weapon)
        aims.append(Aim(angle=angle, blocked=bool(bases_crossed(origin, nearest, others))))
    return FireArcRequest(mount=mount, aims=tuple(aims), weapon=weapon)


@lru_cache(maxsize=16384)
def line_of_fire(
    mount: Mount, base: Base, target: Base | Group, weapon: Direction | None = None
) -> tuple[Point, Point, Angle]:
    """Return where the line of fire of a base begins and ends, and its angle to the facing of the base.

    Args:
        mount: How the weapon is carried.
        base: The base.
        target: At whom it shoots.
        weapon: Where a weapon of a vehicle points.

    Rules: arc-foot.
    """
    origin, _ = base.looking(points_to(mount, weapon))
    nearest = nearest_points(origin, target)[1]
    return origin, nearest, degrees(0) if nearest == origin else turn_to(base.facing, bearing(origin, nearest))


def may_bear(mount: Mount, base: Base, target: Base | Group, weapon: Direction | None = None) -> bool:
    """Return whether any of a target may lie in the arc of a base: a quick look, by a circle round the target.

    Args:
        mount: How the weapon is carried.
        base: The base.
        target: At whom it would shoot.
        weapon: Where a weapon of a vehicle points.

    Rules: arc-foot.
    """
    if mount not in HALF_ANGLES:
        return True
    origin, direction = base.looking(points_to(mount, weapon))
    return target.circle.may_lie_within(origin, direction, HALF_ANGLES[mount])


def able_bases(
    table: Table,
    arcs: FireArcRequest,
    shooters: Base | Group,
    target: Base | Group,
    *,
    reach: Inches,
    rules: SightRules,
) -> int:
    """Return how many bases can fire: those that see the target and have it in arc, within reach and not barred.

    Args:
        table: The table.
        arcs: The request of `fire_arc_of` for the same shooters and target.
        shooters: The bases that want to shoot.
        target: At whom.
        reach: How far they shoot; at night no farther than they see.
        rules: The rules for sight of the target, from `sight_rules`.

    Rules: sho-sequence, arc-foot, conv-within.
    """
    return sum(
        is_in_arc(arcs.mount, arcs.weapon, aim.angle)
        and not aim.blocked
        and gap(base, target) <= reach
        and line_of_sight(table, base, target, rules).is_clear
        for base, aim in zip(bases_of(shooters), arcs.aims, strict=True)
    )


def cover_of(table: Table, shooters: Base | Group, target: Base | Group) -> Cover:
    """Return the best cover of a target: what most lines of fire cross, or most of its bases are in.

    Terrain names its cover in the words of the rules; other words count for nothing. What is within 2 inches in front
    of a shooter covers the shooter and not the target.

    Rules: sho-cover-definitions, sho-mod-cover.
    """
    return cover_word(cover(table, shooters, target, NEXT_TO_HEDGE).covers)


def cover_word(words: Iterable[str]) -> Cover:
    """Return the best cover of those that terrain names; other words than those of the rules count for nothing.

    Rules: sho-cover-definitions, sho-mod-cover.
    """
    found = set(words)
    for word in BEST_COVER_FIRST:
        if word in found:
            return word
    return "open"


def enfilade_of(target: Group, shooters: Sequence[Base | Group]) -> EnfiladeRequest:
    """Return the request for the enfilade of a target, with distances to the nearest thousandth.

    Rules: arc-enfilade.
    """
    places = [base.at for thing in shooters for base in bases_of(thing)]
    if not target.is_line:
        # It cannot be enfiladed, wherever the shooters stand.
        anywhere = Beside(flank="left", from_far_end=inches(1))
        return EnfiladeRequest(in_line=False, shooters=(anywhere,) * len(places))
    return EnfiladeRequest(shooters=tuple(_beside(target, place) for place in places))


def _beside(target: Group, place: Point) -> Beside:
    facing = target.bases[0].facing
    (left, right), (rear_left, _) = target.front, target.rear
    ahead, from_left = offsets(left, facing, place)
    from_right = -offsets(right, facing, place)[1]
    from_rear = offsets(rear_left, facing, place)[0]
    flank: Flank = "right" if from_left >= from_right else "left"
    return Beside(
        flank=flank,
        from_far_end=_length(max(from_left, from_right)),
        ahead=_length(max(0, ahead)),
        behind=_length(max(0, -from_rear)),
    )


def wedges_of(target: Group, shooters: Sequence[Base | Group]) -> EnfiladeReport:
    """Return the two wedges from which fire goes along a target, with the bases that stand there, for a picture.

    Rules: arc-enfilade.
    """
    return enfilade_report(target, shooters, forward=WEDGE, back=WEDGE)


def _length(scaled: int) -> Inches:
    return Inches(thousandths=rounded(scaled, SCALE))


# --- Charges and morale -------------------------------------------------------------------------------------------


def charge_aspect_of(target: Base | Group, chargers: Base | Group) -> ChargeAspectRequest:
    """Return the request for the side from which a charge strikes a target, with all bases as it is declared.

    Rules: charge-flank, charge-rear.
    """
    bases = len(bases_of(chargers))
    if isinstance(target, Group) and target.facing is None:
        return ChargeAspectRequest(bases=bases, target_faces_one_way=False)
    return ChargeAspectRequest(
        bases=bases,
        behind_front=most_bases_behind(target, chargers, "front").count,
        behind_rear=most_bases_behind(target, chargers, "rear").squarely,
    )


def is_behind_flanks(unit: Base | Group, enemy: Base | Group) -> bool:
    """Return whether an enemy stands behind the flanks of a unit: within 12 inches, most bases behind its front line.

    A unit whose bases face different ways has no flanks. The caller checks that the enemy does not rout.

    Rules: mor-behind-flanks, conv-within.
    """
    if isinstance(unit, Group) and unit.facing is None:
        return False
    return gap(unit, enemy) <= BEHIND_FLANKS and most_bases_behind(unit, enemy).is_most


def has_clear_path(friend: Group, enemy: Base | Group, move: Inches, others: Sequence[Base | Group] = ()) -> bool:
    """Return whether a straight path leads a unit to an enemy within its move, without meeting other units first.

    It goes towards the nearest point of the enemy, at most 45 degrees off the facing; terrain does not count. The
    caller checks that the unit may charge such an enemy, sees it and is neither pinned nor routing.

    Rules: mor-behind-flanks.
    """
    if friend.facing is None:
        return False
    here, there = nearest_points(friend, enemy)
    direction = friend.facing if here == there else bearing(here, there)
    if abs(turn_to(friend.facing, direction)) > WIDEST_WHEEL:
        return False
    met = met_on_the_way(friend, direction, move, [enemy, *others])
    return bool(met) and met[0].number == 0


# --- Sight --------------------------------------------------------------------------------------------------------


def sight_rules(arm: Arm, *, stationary: bool, limbered: bool = False) -> SightRules:
    """Return the rules for sight of a target over the terrain of a table, to measure and draw with.

    They leave out how far it can be seen in the open, by its fire, at night and in rain; `spot_of` includes that.

    Args:
        arm: What the target is.
        stationary: Whether it has not moved in this turn.
        limbered: Whether guns are limbered.

    Rules: vis-area, vis-hedge, vis-hills.
    """
    still = counts_as_still(arm, stationary=stationary, limbered=limbered)
    return SightRules(
        edge_depth=inches(2),
        seen_depth=NO_DISTANCE if still else inches(2),
        near=inches(2) if still else inches(4),
        line_depth=NEXT_TO_HEDGE,
        line_near=inches(4),
        dead_ground=inches(2),
        depth="from_edge",
    )


def spot_of(
    table: Table,
    observer: Base | Group,
    target: Base | Group,
    *,
    arm: Arm,
    stationary: bool,
    limbered: bool = False,
    fired_range: Inches | None = None,
    shown_as: ShownAs = "figures",
) -> SpotRequest:
    """Return the request whether a target is seen, with the terrain between the nearest points of the two.

    A base inside a piece of terrain with a name of `GROUND_OF` is in that ground; the edge that the line crosses gives
    the depth. A hedge, or another line that hinders sight, counts for those within 2 inches of it. What else rises on
    the line stands between the two.

    Args:
        table: The table.
        observer: Who looks.
        target: At whom.
        arm: What the target is.
        stationary: Whether it has not moved in this turn.
        limbered: Whether guns are limbered.
        fired_range: The range on its card, if it has fired in this turn.
        shown_as: What stands for it on the table.

    Rules: vis-area, vis-hedge, vis-hills, conv-within.
    """
    here, there = nearest_points(observer, target)
    return spot_along(
        table,
        line_of_sight(table, here, there, STRICT_SIGHT),
        gap(observer, target),
        arm=arm,
        bases=len(bases_of(target)),
        stationary=stationary,
        limbered=limbered,
        fired_range=fired_range,
        shown_as=shown_as,
    )


def spot_along(
    table: Table,
    sight: TableSight,
    distance: Inches,
    *,
    arm: Arm,
    bases: int,
    stationary: bool,
    limbered: bool = False,
    fired_range: Inches | None = None,
    shown_as: ShownAs = "figures",
) -> SpotRequest:
    """Return the request of `spot_of` for a line of sight that is known, by the rules `STRICT_SIGHT`.

    Args:
        table: The table.
        sight: The line between the nearest points of the two.
        distance: How far they are apart.
        arm: What the target is.
        bases: How many bases it has.
        stationary: Whether it has not moved in this turn.
        limbered: Whether guns are limbered.
        fired_range: The range on its card, if it has fired in this turn.
        shown_as: What stands for it on the table.

    Rules: vis-area, vis-hedge, vis-hills, conv-within.
    """
    ground = ground_along(table, sight)
    return SpotRequest(
        distance=distance,
        observer=ground.observer,
        target=ground.target,
        arm=arm,
        bases=bases,
        stationary=stationary,
        limbered=limbered,
        same_ground=ground.shared,
        between=ground.between,
        fired_range=fired_range,
        shown_as=shown_as,
    )


@frozen(kw_only=True)
class GroundAlong:
    """The ground along a line of sight, in the words of the rules.

    Attributes:
        observer: Where the observer is.
        target: Where the target is.
        shared: Whether both are inside the same wood, scrub or built-up area.
        between: What else is on the line.
    """

    observer: Standing
    target: Standing
    shared: bool
    between: tuple[Between, ...]


OPEN_GROUND = GroundAlong(observer=Standing(), target=Standing(), shared=False, between=())
"""The ground along a line that meets no terrain."""


def ground_along(table: Table, sight: TableSight) -> GroundAlong:
    """Return the ground along a line of sight that was found by the rules `STRICT_SIGHT`.

    Rules: vis-area, vis-hedge, vis-hills.
    """
    shared = any(one.holds_start and one.holds_end and _ground_of(one) in CLOSE_COUNTRY for one in sight.line.passages)
    return GroundAlong(
        observer=_standing(table, sight, at_start=True, shared=shared),
        target=_standing(table, sight, at_start=False, shared=shared),
        shared=shared,
        between=tuple(_between(sight, one) for one in sight.hindrances if _is_between(table, sight, one)),
    )


def _ground_of(passage: Passage) -> Ground:
    return GROUND_OF.get(passage.kind, "open")


def _standing(table: Table, sight: TableSight, *, at_start: bool, shared: bool) -> Standing:
    """Return where one end of a line is: deepest in an area, else behind a hedge, else in a ditch, else in the open."""
    line = sight.line
    level = line.start_level if at_start else line.end_level
    if shared:
        inside = next(
            one for one in line.passages if one.holds_start and one.holds_end and _ground_of(one) in CLOSE_COUNTRY
        )
        return Standing(ground=_ground_of(inside), level=level)
    held = [
        one
        for one in sight.hindrances
        if (one.passage.holds_start if at_start else one.passage.holds_end) and _ground_of(one.passage) in CLOSE_COUNTRY
    ]
    if held:
        deepest = max(held, key=lambda one: one.measured or NO_DISTANCE)
        return Standing(ground=_ground_of(deepest.passage), edge_distance=deepest.measured or NO_DISTANCE, level=level)
    if any(_is_next_to(table, sight, one, at_start=at_start) for one in sight.hindrances):
        return Standing(ground="hedge", level=level)
    holding = [one for one in line.passages if (one.holds_start if at_start else one.holds_end)]
    in_ditch = any(_ground_of(one) == "ditch" for one in holding)
    return Standing(ground="ditch" if in_ditch else "open", level=level)


def _is_next_to(table: Table, sight: TableSight, one: Hindrance, *, at_start: bool) -> bool:
    """Return whether a thing on a line is a hedge right before one end of it, and rises above that or the other end.

    A target that stands higher than the hedge is not behind it: the observer looks over it.

    Rules: vis-hedge, vis-hills.
    """
    away = one.passage.begins if at_start else sight.line.length - one.passage.ends
    is_hedge = one.passage.name in {feature.name for feature in table.lines} and one.reason != "not above"
    return is_hedge and away <= NEXT_TO_HEDGE and (at_start or one.rises_to >= sight.line.end_level)


def _is_between(table: Table, sight: TableSight, one: Hindrance) -> bool:
    """Return whether a thing on a line stands between its ends; an edge is free unless both sides hide."""
    passage = one.passage
    return not (
        passage.holds_start
        or passage.holds_end
        or one.reason == "not above"
        or (passage.side is not None and one not in sight.blocked_by)
        or any(_is_next_to(table, sight, one, at_start=at_start) for at_start in (True, False))
    )


def _between(sight: TableSight, one: Hindrance) -> Between:
    line, passage = sight.line, one.passage
    behind = line.length - passage.ends if line.start_level >= line.end_level else passage.begins
    if one.measured is None or one.limit is None:
        return Between(rises_to=one.rises_to, behind=behind)
    # Without rules for sight only a crest sets a limit.
    return Between(
        rises_to=one.rises_to, behind=one.measured, crests_apart=one.limit if one.limit > NO_DISTANCE else None
    )
