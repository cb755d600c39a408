"""Who may charge, whom they reach, and on which way.

A charger goes straight: as it faces, aside with its facing kept, or after a turn toward the nearest stand of its
target, the first of these that meets the target before anybody else. All who charge together make contact one after
another, in the order in which they are named; units that they touch beside the target defend with it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.geometry.table import (
    TOUCHING,
    Group,
    Layout,
    bearing,
    distance,
    gap,
    met_on_the_way,
    middle_of,
    moved,
    nearest_points,
    turn_to,
)
from rcw_rules.kernel.lengths import Inches
from rcw_rules.red_white.game.actions import ChargeHome
from rcw_rules.red_white.game.moving import front_of, most_of, mover
from rcw_rules.red_white.game.scenario import Troop
from rcw_rules.red_white.game.scene import NOTHING, Scene, Way, refuse
from rcw_rules.red_white.game.state import WireGap
from rcw_rules.red_white.model import INITIATORS, Wire
from rcw_rules.red_white.part_one import charge_move_of, charges_of, turn_cost

ASIDE = degrees(45)
"""How far off its facing a unit charges without turning."""


@frozen(kw_only=True)
class Rush:
    """The way of one unit that charges.

    Attributes:
        troop: The unit.
        start: Where it stands.
        set_out: Where it stands once it has turned.
        direction: The bearing in which it goes.
        length: How far it goes until it makes contact, or as far as it can.
        end: Where it stands then.
        cost: What the turn, the ground and obstacles cost besides the length of the way.
        move: How far its charge takes it at most.
        wire: What barbed wire it comes through.
        holes: Where it crosses barbed wire.
        reaches: Whether it makes contact.
    """

    troop: Troop
    start: Group
    set_out: Group
    direction: Angle
    length: Inches
    end: Group
    cost: Inches
    move: Inches
    wire: Wire
    holes: tuple[WireGap, ...]
    reaches: bool


@frozen(kw_only=True)
class Assault:
    """A charge that can be announced.

    Attributes:
        rushes: The way of each attacker.
        defenders: The units that they touch, or would touch if it had stayed: the target first.
    """

    rushes: tuple[Rush, ...]
    defenders: tuple[str, ...]


# --- What can be announced --------------------------------------------------------------------------------------------


def plan_charge(scene: Scene, action: ChargeHome) -> Assault:
    """Return a charge, checked as far as no dice are needed.

    Raises:
        IllegalRequestError: It cannot be announced.

    Rules: melee-initiators, melee-sequence, p1-movement, p1-activation.
    """
    target = scene.troops.get(action.target)
    if target is None or action.target not in scene.on_table:
        refuse("melee-sequence", f"{action.target!r} is no unit on the table")
    if len(set(action.units)) < len(action.units):
        refuse("melee-many-units", "a unit charges once")
    layout = scene.layout
    rushes: list[Rush] = []
    for name in action.units:
        troop = charger(scene, name)
        if target.side == troop.side:
            refuse("bad-sides", f"{target.name} is on the same side")
        if not scene.sees(name, target.name):
            refuse("melee-sequence", f"{name} does not see {target.name}")
        rush = rush_of(scene, layout, troop, target.name)
        if rush is None:
            refuse("melee-sequence", f"no straight way leads {name} to {target.name}")
        if not rush.reaches and charges_of(scene.options).short == "refused":
            refuse("melee-sequence", f"{name} does not reach {target.name}: its charge goes {rush.move}")
        rushes.append(rush)
        layout = layout.with_group(rush.end)
    return Assault(rushes=tuple(rushes), defenders=_defenders(scene, rushes, target))


def charger(scene: Scene, name: str) -> Troop:
    """Return a unit that may charge now.

    Raises:
        IllegalRequestError: It may not.

    Rules: melee-initiators, p1-movement, p1-activation, vehicle-activation, vehicle-breakdown.
    """
    state, troop = scene.state, scene.troops.get(name)
    if troop is None or name not in scene.on_table:
        refuse("melee-sequence", f"{name!r} is no unit on the table")
    if troop.unit.type not in INITIATORS:
        refuse("melee-initiators", f"{name} may only defend: infantry, cavalry and tanks start a melee")
    if name in state.marks.charged:
        refuse("melee-sequence", f"{name} has charged in this turn")
    if name in state.marks.idle:
        refuse("p1-activation", f"{name} has failed to activate")
    if state.marks.went(name) is not None:
        if not charges_of(scene.options).after_moving:
            refuse("p1-movement", f"{name} has moved in this turn")
        state = evolve(state, marks=evolve(state.marks, movements=tuple(
            one for one in state.marks.movements if one.unit != name
        )))  # fmt: skip
        return mover(scene.scene_of(state), name)
    return mover(scene, name)


def rush_of(scene: Scene, layout: Layout, troop: Troop, target: str) -> Rush | None:
    """Return the way of a unit that charges another one; None if no straight way leads there.

    Args:
        scene: The scene.
        layout: Everybody, those who charge with it where they make contact.
        troop: Who charges.
        target: Whom.

    Rules: melee-sequence, p1-movement, p1-facing, melee-mod-wire.
    """
    start, there = scene.group_of(troop.name), scene.group_of(target)
    move = most_of(charge_move_of(scene.options, troop.unit.type))
    others = [unit.group for unit in layout.units if unit.name != troop.name]
    is_measured = charges_of(scene.options).short == "refused" and "reach" not in scene.state.scenario.told
    far = move if is_measured else max(move, scene.facts.gap(troop.name, target)) * 2
    for set_out, direction, turned in _ways(start, there):
        met = met_on_the_way(set_out, direction, far, others)
        if not met or others[met[0].number].name != target:
            continue
        length = met[0].distance
        way = scene.way(troop, set_out, direction, length)
        if way.cost is None:
            continue
        aside = turn_cost(scene.options, troop.unit.type, turned)
        cost = aside + max(NOTHING, way.cost - length)
        reaches = _reaches(scene, troop.name, target, is_near=length + cost <= move)
        if not reaches:
            length = max(NOTHING, move - cost)
            way = scene.way(troop, set_out, direction, length)
        end = set_out.moved(direction, length)
        if not scene.layout.table.is_on(end) or layout.under(end) or not scene.can_stand(troop, end):
            continue
        wire, holes = _wire_of(scene, troop, set_out, direction, way)
        return Rush(
            troop=troop,
            start=start,
            set_out=set_out,
            direction=direction,
            length=length,
            end=end,
            cost=cost,
            move=move,
            wire=wire,
            holes=holes,
            reaches=reaches,
        )
    return None


def _reaches(scene: Scene, name: str, target: str, *, is_near: bool) -> bool:
    """Return whether a charge reaches its target, as it is measured or told.

    Rules: p1-movement, melee-withdraw-caught.
    """
    question = f"Does the charge of {name} reach {target}?"
    return scene.facts.fact("reach", (name, target), question, lambda: is_near, (is_near,))


def _ways(start: Group, there: Group) -> Iterator[tuple[Group, Angle, Angle]]:
    """Yield how a unit may set out: where it stands then, the bearing in which it goes, and by how much it has turned.

    Rules: p1-facing, p1-movement.
    """
    facing = start.bases[0].facing
    yield start, facing, degrees(0)
    here, spot = nearest_points(start, there)
    if here != spot:
        direct = bearing(here, spot)
        off = turn_to(facing, direct)
        if abs(off) <= ASIDE:
            yield start, direct, abs(off)
    for spot in (nearest_points(front_of(start), there)[1], middle_of(there)):
        if spot == front_of(start):
            continue
        direct = bearing(front_of(start), spot)
        off = turn_to(facing, direct)
        turned = start.turned(middle_of(start), off)
        yield turned, direct, abs(off)


def _wire_of(
    scene: Scene, troop: Troop, set_out: Group, direction: Angle, way: Way
) -> tuple[Wire, tuple[WireGap, ...]]:
    """Return what barbed wire a charge comes through, and where.

    Rules: melee-mod-wire.
    """
    if not way.wire:
        return "none", ()
    middle = front_of(set_out)
    holes = tuple(WireGap(line=line, at=moved(middle, direction, begins)) for line, begins in way.wire)
    if troop.unit.type == "tank":
        return "gap", holes
    is_open = all(
        any(one.line == hole.line and distance(one.at, hole.at) <= set_out.frontage for one in scene.state.gaps)
        for hole in holes
    )
    return ("gap" if is_open else "intact"), holes


def _defenders(scene: Scene, rushes: list[Rush], target: Troop) -> tuple[str, ...]:
    """Return the units that a charge touches, the target first.

    Rules: melee-many-units.
    """
    found = [target.name]
    for enemy in scene.enemies(rushes[0].troop.side):
        group = scene.group_of(enemy.name)
        touched = any(rush.reaches and gap(rush.end, group) <= TOUCHING for rush in rushes)
        if touched and enemy.name not in found:
            found.append(enemy.name)
    return tuple(found)
