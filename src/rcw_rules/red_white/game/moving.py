"""Moves as they can be made from where everybody stands: straight, with a turn before and one after.

What a move costs is what the ground costs under the unit as it slides, lines that it crosses, and the turns: from its
facing to the bearing in which it goes, and from that to its last facing. No stand goes farther than a full move, or
than the road lets it. Friends let it pass; it may not end on them.
"""

from __future__ import annotations

from attrs import frozen

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.geometry.table import (
    Group,
    Point,
    bearing,
    convex_outline,
    distance,
    gap,
    gaps_from,
    middle_of,
    turn_to,
)
from rcw_rules.kernel.lengths import Inches
from rcw_rules.red_white.game.actions import Limber, Move, Unlimber
from rcw_rules.red_white.game.placing import formed, ranks_of, spot_of
from rcw_rules.red_white.game.scenario import Troop
from rcw_rules.red_white.game.scene import NOTHING, Scene, Way, refuse, stands_of
from rcw_rules.red_white.part_one import full_move_of, keeps_off, limbering_of, turn_cost
from rcw_rules.red_white.profile import DiceMove, FullMove

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
    left, right = group.front
    return Point(
        x=Inches(thousandths=(left.x.thousandths + right.x.thousandths) // 2),
        y=Inches(thousandths=(left.y.thousandths + right.y.thousandths) // 2),
    )


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
    facing = start.bases[0].facing
    if action.facing != action.facing.bearing:
        refuse("p1-facing", f"expected a bearing from 0 up to 360 degrees, got {action.facing}")
    here = front_of(start)
    far = distance(here, spot)
    on_the_spot = far == NOTHING and ranks_of(start) == (action.ranks or ranks_of(start))
    if not scene.still(troop.name, "turn") or (troop.name in scene.state.marks.idle and not on_the_spot):
        refuse("p1-activation", f"{troop.name} has failed to activate")
    if troop.unit.type == "artillery" and not troop.limbered and far > NOTHING:
        refuse("p1-movement", f"the guns of {troop.name} are in action: limber them first")
    if troop.unit.type == "armoured_train":
        refuse("gen-rear", "a train runs on its track")
    count = stands_of(troop.unit)
    end = formed(
        scene.options, troop.name, troop.unit.type, count, spot, action.facing, action.ranks or ranks_of(start)
    )
    if end == start:
        refuse("p1-movement", f"{troop.name} stands there already")
    if not scene.layout.table.is_on(end):
        refuse("p1-movement", f"it takes {troop.name} off the table")
    move = most_of(full_move_of(scene.options, troop.unit.type))
    if far > move * ROADS_LENGTHEN:
        refuse("p1-movement", f"{spot} is {far} away, and {troop.name} moves {move}")
    if far > NOTHING:
        direction = bearing(here, spot)
        way = scene.way(troop, start, direction, far)
        turned = abs(turn_to(facing, direction)) + abs(turn_to(direction, action.facing))
    else:
        way, turned = Way(NOTHING), abs(turn_to(facing, action.facing))
    if way.cost is None:
        refuse("p1-terrain", f"the ground on the way is impassable for {troop.name}")
    cost = way.cost + turn_cost(scene.options, troop.unit.type, turned)
    if cost > move:
        refuse("p1-movement", f"the move costs {cost}, and {troop.name} has {move}")
    if not scene.can_stand(troop, end):
        refuse("p1-terrain", f"the ground there does not bear {troop.name}")
    if farthest(start, end) > max(move, far):
        refuse("p1-movement", f"a stand of {troop.name} would go {farthest(start, end)}, and it moves {move}")
    _stay_apart(scene, troop, start, end)
    return Walked(troop=troop, start=start, end=end, cost=cost, way=way)


def farthest(start: Group, end: Group) -> Inches:
    """Return how far at least some stand goes: that for which no place of the start is near.

    Rules: p1-movement.
    """
    here = [base.centre for base in start.bases]
    return max(min(distance(spot, base.centre) for spot in here) for base in end.bases)


def _stay_apart(scene: Scene, troop: Troop, start: Group, end: Group) -> None:
    """Refuse a move that ends on somebody, or comes too near an enemy.

    Rules: p1-movement.
    """
    under = scene.layout.under(end)
    if under:
        refuse("p1-movement", f"it would stand on {under[0].name}")
    limit = keeps_off(scene.options)
    enemies = [one.name for one in scene.enemies(troop.side)]
    if not enemies:
        return
    groups = [scene.group_of(name) for name in enemies]
    slid = start.moved(*_slide(start, end)) if front_of(start) != front_of(end) else start
    corners = [corner for group in (start, slid) for base in group.bases for corner in base.corners]
    swept = gaps_from([convex_outline(corners)], groups)
    for name, group, near in zip(enemies, groups, swept, strict=True):
        before = scene.facts.gap(troop.name, name)
        if near >= limit and gap(end, group) >= limit:
            continue
        if before >= limit or near < before or gap(end, group) < before:
            refuse("p1-movement", f"it comes within {limit} of {name}, whom it does not charge")


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
