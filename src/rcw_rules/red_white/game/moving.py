"""Moves as they can be made from where everybody stands: straight, with a turn before and one after.

What a move costs is what the ground costs under the unit as it slides, lines that it crosses, and the turns: from its
facing to the bearing in which it goes, and from that to its last facing. No stand goes farther than a full move, or
than the road lets it. Friends let it pass; it may not end on them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from attrs import frozen

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.geometry.table import (
    Footing,
    Group,
    Point,
    TableUnit,
    bearing,
    box_in_line,
    distance,
    gap,
    gaps_from_sweep,
    middle_of,
    survey,
    turn_to,
    way_along,
)
from rcw_rules.kernel.lengths import Inches
from rcw_rules.red_white.game.actions import Limber, Move, Unlimber
from rcw_rules.red_white.game.placing import formed, in_ranks, ranks_of, spot_of
from rcw_rules.red_white.game.scenario import Troop
from rcw_rules.red_white.game.scene import NOTHING, Ground, Scene, Way, bears, refuse, stands_of, way_of
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import full_move_of, keeps_off, limbering_of, rate_of, turn_cost
from rcw_rules.red_white.profile import DiceMove, FullMove, MissingProfileError, UnitType

ROADS_LENGTHEN = 4
"""By how much a road may lengthen a move at most (`GroundRate.percent`)."""


@frozen(kw_only=True)
class Walked:
    """A move that can be made.

    Attributes:
        troop: The unit.
        start: Where it stands.
        end: Where it ends, if its whole move takes it there.
        cost: How much of its move that takes.
        way: What the ground costs.
    """

    troop: Troop
    start: Group
    end: Group
    cost: Inches
    way: Way


def front_of(group: Group) -> Point:
    """Return the middle of the front edge of a group."""
    return group.front_middle


def most_of(move: FullMove) -> Inches:
    """Return how far a full move takes a unit at most."""
    if isinstance(move, DiceMove):
        return Inches(thousandths=1000 * move.dice * move.sides)
    return move


def mover(scene: Scene, name: str) -> Troop:
    """Return a unit that may move now.

    Raises:
        IllegalRequestError: It may not.

    Rules: p1-movement, p1-activation, gen-unit-state, vehicle-breakdown, p1-vehicle-hit-table.
    """
    state = scene.state
    troop = scene.troops.get(name)
    if troop is None or name not in scene.on_table:
        refuse("p1-movement", f"{name!r} is no unit on the table")
    if troop.side != state.to_act:
        refuse("p1-sequence", f"{name} is not {state.to_act}: the other side acts now")
    if state.marks.went(name) is not None:
        refuse("p1-movement", f"{name} has moved in this turn")
    if troop.unit.falling_back:
        refuse("gen-unit-state", f"{name} is falling back: until it rallies it goes only to the rear")
    if troop.vehicle is not None and name in state.marks.idle:
        refuse("vehicle-breakdown", f"{name} has broken down: it does not move in this turn")
    if name in state.immobile or name in state.marks.halted:
        refuse("p1-vehicle-hit-table", f"a hit keeps {name} from moving")
    return troop


def plan_move(scene: Scene, action: Move) -> Walked:
    """Return a move, checked as far as no dice are needed.

    Raises:
        IllegalRequestError: It cannot be made.

    Rules: p1-movement, p1-facing, p1-activation, p1-terrain.
    """
    troop = mover(scene, action.unit)
    start, spot = scene.group_of(troop.name), spot_of(action.at)
    if action.facing != action.facing.bearing:
        refuse("p1-facing", f"expected a bearing from 0 up to 360 degrees, got {action.facing}")
    far = distance(front_of(start), spot)
    on_the_spot = far == NOTHING and ranks_of(start) == (action.ranks or ranks_of(start))
    if not scene.still(troop.name, "turn") or (troop.name in scene.state.marks.idle and not on_the_spot):
        refuse("p1-activation", f"{troop.name} has failed to activate")
    if troop.unit.type == "artillery" and not troop.limbered and far > NOTHING:
        refuse("p1-movement", f"the guns of {troop.name} are in action: limber them first")
    if troop.unit.type == "armoured_train":
        refuse("gen-rear", "a train runs on its track")
    course = course_of(scene.ground, troop, start, spot, action.facing, action.ranks or ranks_of(start))
    if course.wrong:
        refuse(*course.wrong)
    under = scene.layout.under(course.end)
    if under:
        refuse("p1-movement", f"it would stand on {under[0].name}")
    enemies, facts, name = scene.enemies_standing(troop.side), scene.facts, troop.name
    near = too_near(start, course.end, enemies, keeps_off(scene.options), lambda enemy: facts.gap(name, enemy.name))
    if near:
        refuse("p1-movement", f"it comes within {keeps_off(scene.options)} of {near}, whom it does not charge")
    return Walked(troop=troop, start=start, end=course.end, cost=course.cost, way=course.way)


class Course(NamedTuple):
    """A straight move over the ground, whichever other units stand there.

    Attributes:
        end: Where it ends; where something is wrong, where it stands.
        cost: How much of its move it takes; nothing where something is wrong.
        way: What the ground costs.
        wrong: The rule that forbids it, and why; () if none does.
    """

    end: Group
    cost: Inches = NOTHING
    way: Way = Way(NOTHING)
    wrong: tuple[()] | tuple[str, str] = ()


def course_of(  # noqa: PLR0917 - what makes a move
    ground: Ground, troop: Troop, start: Group, spot: Point, facing: Angle, ranks: int
) -> Course:
    """Return what a straight move of a unit comes to. It is kept for units that go the same way again.

    Args:
        ground: The ground.
        troop: Who moves.
        start: Where it stands.
        spot: Where the middle of its front comes.
        facing: The bearing that it faces then.
        ranks: In how many ranks it stands then.

    Rules: p1-movement, p1-facing, p1-terrain.
    """
    return _course_of(ground, troop.unit.type, stands_of(troop.unit), start, spot, facing, ranks)


@lru_cache(maxsize=4096)
def _course_of(  # noqa: PLR0917 - what makes a move
    ground: Ground, unit_type: UnitType, count: int, start: Group, spot: Point, facing: Angle, ranks: int
) -> Course:
    name, options, here = start.name, ground.options, front_of(start)

    def wrong(rule: str, message: str) -> Course:
        return Course(start, wrong=(rule, message))

    size, per_rank = in_ranks(options, unit_type, count, ranks)
    west, south, east, north = box_in_line(count, per_rank, facing, size.frontage, size.depth)
    x, y = spot.x.thousandths, spot.y.thousandths
    if facing == start.bases[0].facing and formed(options, name, unit_type, count, spot, facing, ranks) == start:
        return wrong("p1-movement", f"{name} stands there already")
    if not ground.table.holds_box(x + west, y + south, x + east, y + north):
        return wrong("p1-movement", f"it takes {name} off the table")
    far, faced, move = distance(here, spot), start.bases[0].facing, most_of(full_move_of(options, unit_type))
    if far > move * ROADS_LENGTHEN:
        return wrong("p1-movement", f"{spot} is {far} away, and {name} moves {move}")
    if far > NOTHING:
        direction = bearing(here, spot)
        way = way_of(ground, unit_type, start, direction, far)
        turned = abs(turn_to(faced, direction)) + abs(turn_to(direction, facing))
    else:
        way, turned = Way(NOTHING), abs(turn_to(faced, facing))
    if way.cost is None:
        return wrong("p1-terrain", f"the ground on the way is impassable for {name}")
    cost = way.cost + turn_cost(options, unit_type, turned)
    if cost > move:
        return wrong("p1-movement", f"the move costs {cost}, and {name} has {move}")
    end = formed(options, name, unit_type, count, spot, facing, ranks)
    if not bears(ground, unit_type, end):
        return wrong("p1-terrain", f"the ground there does not bear {name}")
    if not stays_within(start, end, max(move, far)):
        return wrong("p1-movement", f"a stand of {name} would go {farthest(start, end)}, and it moves {move}")
    return Course(end, cost, way)


def is_too_far(ground: Ground, troop: Troop, start: Group, spot: Point, facing: Angle) -> bool:
    """Return whether a move costs more than a unit has, as can be told without looking at the ground step by step.

    No ground on the way lets it go faster than the fastest that lies near; no line that it crosses saves it anything.

    Args:
        ground: The ground.
        troop: Who moves.
        start: Where it stands.
        spot: Where the middle of its front comes.
        facing: The bearing that it faces then.

    Rules: p1-movement.
    """
    here, unit_type, options = front_of(start), troop.unit.type, ground.options
    far, move = distance(here, spot), most_of(full_move_of(options, unit_type))
    if far == NOTHING:
        return False
    direction = bearing(here, spot)
    turned = abs(turn_to(start.bases[0].facing, direction)) + abs(turn_to(direction, facing))
    left = move - turn_cost(options, unit_type, turned)
    if far <= left:
        return False
    west, south, east, north = start.box
    x, y = spot.x.thousandths - here.x.thousandths, spot.y.thousandths - here.y.thousandths
    terrain, by = survey(ground.table), max((line.width.thousandths for line in ground.table.lines), default=0) + 10
    near = terrain.near(west + min(x, 0) - by, south + min(y, 0) - by, east + max(x, 0) + by, north + max(y, 0) + by)
    try:
        fastest = _fastest(options, unit_type, tuple(dict.fromkeys(terrain.features[number].kind for number in near)))
    except MissingProfileError:  # perhaps it is not asked about that
        return False
    return far.thousandths - 10 > max(0, left.thousandths) * fastest


@lru_cache(maxsize=1024)
def _fastest(options: Options, unit_type: UnitType, kinds: tuple[str, ...]) -> Fraction:
    rate = rate_of(options, unit_type)
    return max([Fraction(1), *(rate(Footing(kinds=(kind,))) or Fraction(0) for kind in kinds)])


def stays_within(start: Group, end: Group, most: Inches) -> bool:
    """Return whether no stand goes farther: whether `farthest` is at most so far.

    Rules: p1-movement.
    """
    limit = (2 * most.thousandths + 1) ** 2  # what is less than half a thousandth farther is rounded down
    here = start.centres
    for number, (x, y) in enumerate(end.centres):
        x0, y0 = here[min(number, len(here) - 1)]  # most often it goes where this one stood
        if 4 * ((x - x0) ** 2 + (y - y0) ** 2) >= limit and all(
            4 * ((x - x0) ** 2 + (y - y0) ** 2) >= limit for x0, y0 in here
        ):
            return False
    return True


def farthest(start: Group, end: Group) -> Inches:
    """Return how far at least some stand goes: that for which no place of the start is near.

    Rules: p1-movement.
    """
    here = [base.centre for base in start.bases]
    return max(min(distance(spot, base.centre) for spot in here) for base in end.bases)


def too_near(
    start: Group, end: Group, enemies: Sequence[TableUnit], limit: Inches, before: Callable[[TableUnit], Inches]
) -> str:
    """Return the first enemy to whom a move comes too near; "" if there is none.

    Args:
        start: Where the unit stands.
        end: Where it comes to stand.
        enemies: Whom it may not come near.
        limit: How near it may come; from within it may go away, or along.
        before: Returns how far the unit is from an enemy now.

    Rules: p1-movement.
    """
    by_hair = limit.thousandths + 2
    here, there = start.circle, end.circle
    turned = front_of(start) == front_of(end)
    direction, length = (degrees(0), NOTHING) if turned else _slide(start, end)
    east, north = way_along(direction, length.thousandths)
    perhaps = [
        unit
        for unit in enemies
        if unit.group.circle.lies_on(here.x, here.y, east, north, here.radius + by_hair)
        or there.meets(unit.group.circle, by_hair)
    ]
    if not perhaps:
        return ""
    swept = gaps_from_sweep(start, direction, length, [unit.group for unit in perhaps])
    for unit, near in zip(perhaps, swept, strict=True):
        at_last = gap(end, unit.group)
        if near >= limit and at_last >= limit:
            continue
        now = before(unit)
        if now >= limit or near < now or at_last < now:
            return unit.name
    return ""


def _slide(start: Group, end: Group) -> tuple[Angle, Inches]:
    here, there = front_of(start), front_of(end)
    return bearing(here, there), distance(here, there)


def plan_limbering(scene: Scene, action: Limber | Unlimber) -> tuple[Troop, Group, Inches]:
    """Return guns that limber up or come into action, where they stand then, and what it costs.

    Raises:
        IllegalRequestError: It cannot be done.

    Rules: p1-movement, p1-activation.
    """
    troop = mover(scene, action.unit)
    if troop.unit.type != "artillery":
        refuse("p1-movement", f"{troop.name} has no guns to limber")
    if not scene.still(troop.name, "limber"):
        refuse("p1-activation", f"{troop.name} has failed to activate")
    if troop.limbered == isinstance(action, Limber):
        refuse("p1-movement", f"the guns of {troop.name} are {'limbered' if troop.limbered else 'in action'} already")
    move = most_of(full_move_of(scene.options, "artillery"))
    cost = Inches(thousandths=int(move.thousandths * limbering_of(scene.options)))
    group = scene.group_of(troop.name)
    if isinstance(action, Unlimber):
        if action.facing != action.facing.bearing:
            refuse("p1-facing", f"expected a bearing from 0 up to 360 degrees, got {action.facing}")
        turned = turn_to(group.bases[0].facing, action.facing)
        cost += turn_cost(scene.options, "artillery", abs(turned))
        if cost > move:
            refuse("p1-movement", f"limbering and turning costs {cost}, and {troop.name} has {move}")
        group = group.turned(middle_of(group), turned)
        if not scene.layout.is_free(group):
            refuse("p1-movement", f"there is no room for {troop.name} to turn so")
    return troop, group, cost
