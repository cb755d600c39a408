"""Charges: who reaches whom on which way, what the charge is told to the rules, and where everybody stands after it.

A charger goes straight: as it faces, aside with its facing kept, or after a turn toward the nearest stand of its
target, the first of these that meets the target before anybody else. All who charge together make contact one after
another, in the order in which they are named; units that they touch beside the target defend with it.

After the charge a unit that goes to the rear sets out from where it is then: an attacker from where it made contact,
a defender from where it stood. An attacker that falls back stands where it began; one that wins, or finds the position
empty, where it made contact; one that nobody waited for as the option `charge_misses` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import evolve, frozen

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.geometry.table import (
    TOUCHING,
    Group,
    Layout,
    Point,
    bearing,
    distance,
    gap,
    is_within,
    met_on_the_way,
    middle_of,
    moved,
    nearest_points,
    turn_to,
)
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.assault import AssaultOutcome, AssaultRequest
from rcw_rules.red_white.charge import Charged, Charger, FacingContact, FlankOrRearRequest, Shot, UnitAfterAssault
from rcw_rules.red_white.fire import DefensiveFireRequest, Firer, Volley
from rcw_rules.red_white.game.actions import ChargeHome
from rcw_rules.red_white.game.moving import front_of, most_of, mover
from rcw_rules.red_white.game.rearward import went_back
from rcw_rules.red_white.game.scenario import Troop
from rcw_rules.red_white.game.scene import NOTHING, Scene, Way, refuse, stands_of
from rcw_rules.red_white.game.shooting import freed, hit_effects, with_unit
from rcw_rules.red_white.game.state import State, Went, WireGap
from rcw_rules.red_white.model import INITIATORS, Unit, Wire
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import band_of, charge_move_of, charges_of, full_move_of, turn_cost
from rcw_rules.red_white.profile import DiceMove, Weapon
from rcw_rules.red_white.vehicles import VehicleActivationRequest

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
    layout, rushes = scene.layout, []
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
        state = evolve(state, marks=evolve(state.marks, moved=tuple(
            one for one in state.marks.moved if one.unit != name
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
    nearest = min(scene.facts.gap(troop.name, target), move)
    far = move if charges_of(scene.options).short == "refused" else move + nearest * 4
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
        reaches = length + cost <= move
        if not reaches:
            length = max(NOTHING, move - cost)
            way = scene.way(troop, set_out, direction, length)
        end = set_out.moved(direction, length)
        if not scene.layout.table.is_on(end) or layout.under(end):
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


# --- What the rules are asked -----------------------------------------------------------------------------------------


def assault_of(umpire: Umpire[Options], scene: Scene, assault: Assault) -> AssaultRequest:
    """Return the request of a charge: who fires at it and on it, what is behind everybody, and the aspect.

    Rules: melee-sequence, melee-defensive-fire, melee-attacking-fire, melee-withdraw-caught, p1-facing.
    """
    attackers = tuple(_charger_of(scene, rush) for rush in assault.rushes)
    defenders = tuple(_charged_of(scene, assault, name) for name in assault.defenders)
    return AssaultRequest(
        attackers=attackers,
        defenders=defenders,
        defensive_fire=tuple(_defensive_fire(scene, assault))[:50],
        attacking_fire=tuple(_attacking_fire(scene, assault))[:50],
        flank_or_rear=_is_flanked(umpire, scene, assault),
    )


def _charger_of(scene: Scene, rush: Rush) -> Charger:
    unit = evolve(scene.situated(rush.troop.name), cover="open", wire=rush.wire)
    edge, obstacle = scene.room_behind(rush.troop.name, rush.end)
    return Charger(
        unit=unit,
        charger_move=max(NOTHING, rush.move - rush.cost),
        edge_at_contact=edge,
        obstacle_at_contact=obstacle,
    )


def _charged_of(scene: Scene, assault: Assault, name: str) -> Charged:
    """Return a unit that is charged, with the way of the chargers to it.

    Rules: melee-withdraw-caught, melee-caught-cover.
    """
    group, troop = scene.group_of(name), scene.troops[name]
    lengths = [rush.length for rush in assault.rushes if rush.reaches and gap(rush.end, group) <= TOUCHING]
    short = [rush.length + gap(rush.end, group) for rush in assault.rushes]
    back = most_of(full_move_of(scene.options, troop.unit.type))
    direction = scene.rearwards(troop.side)
    behind = group.moved(direction, min(back, scene.layout.table.room(group, direction)))
    return Charged(unit=scene.situated(name), gap=min(lengths or short), caught_in=scene.cover_at(behind))


def _is_flanked(umpire: Umpire[Options], scene: Scene, assault: Assault) -> bool:
    """Return whether any attacker that reaches its enemy comes at him in flank or rear.

    Rules: p1-facing.
    """
    contacts: list[FacingContact] = []
    for rush in assault.rushes:
        for name in assault.defenders:
            there = scene.group_of(name)
            if rush.reaches and gap(rush.end, there) <= TOUCHING:
                facing = there.bases[0].facing
                comes = middle_of(rush.start)
                contacts.append(FacingContact(defender=middle_of(there), faces=facing, attacker=comes))
    if not contacts:
        return False

    def measure() -> bool:
        return umpire.resolve(FlankOrRearRequest(contacts=tuple(contacts[:20])), "facing").flank_or_rear

    names = (*(rush.troop.name for rush in assault.rushes), *assault.defenders)
    question = f"Does the charge of {names[0]} strike any defender in the flank or rear?"
    return scene.facts.fact("aspect", names, question, measure)


def _defensive_fire(scene: Scene, assault: Assault) -> Iterator[Shot]:
    """Yield the fire of every unit that could fire upon the path of an attacker, each weapon once.

    Rules: melee-defensive-fire, suppress-fire.
    """
    side = assault.rushes[0].troop.side
    for enemy in scene.enemies(side):
        if scene.is_barred(enemy.name):
            continue
        for weapon in scene.weapons(enemy.name):
            shots = [_volley_at(scene, enemy, weapon, rush) for rush in assault.rushes]
            able = [(number, volley) for number, volley in enumerate(shots, start=1) if volley is not None]
            if not able:
                continue
            target = None if len(able) == len(shots) > 1 else able[0][0]
            by = assault.defenders.index(enemy.name) + 1 if enemy.name in assault.defenders else None
            support = scene.situated(enemy.name) if by is None else None
            earlier = _earlier(scene, enemy.name)
            yield Shot(volley=able[0][1], target=target, by=by, support=support, earlier_test=earlier)


def _earlier(scene: Scene, name: str) -> Literal["none", "passed", "failed"]:
    marks = scene.state.marks
    return "passed" if name in marks.may_fire else "failed" if name in marks.may_not_fire else "none"


def _volley_at(scene: Scene, firer: Troop, weapon: Weapon, rush: Rush) -> Volley | None:
    """Return what a unit fires at the path of a charge; None if it cannot.

    Rules: melee-defensive-fire, p1-fire, p1-facing.
    """
    group, reach = scene.group_of(firer.name), scene.reach(weapon)
    start, end = front_of(rush.set_out), front_of(rush.end)
    spot = nearest_on(start, end, front_of(group))
    place = nearest_points(group, spot)[0]
    half = scene.half_angle(firer, weapon)
    facing = group.bases[0].facing
    bears = sum(
        base.at == spot or is_within(base.at, facing, half, spot) or is_within(base.at, facing, half, start)
        for base in group.bases
        if min(distance(base.at, spot), distance(base.at, start)) <= reach
    )
    if not bears:
        return None
    in_sight = scene.sees(firer.name, rush.troop.name)
    asked = DefensiveFireRequest(
        start=start,
        end=end,
        firers=(Firer(name=firer.name, position=place, weapon_range=reach, in_sight=in_sight),),
    )
    (may,) = scene.judge.resolve(asked, "defensive fire").firers
    band = band_of(scene.options, weapon, may.range) if may.eligible else None
    dice = scene.dice(firer.name, weapon, bears, spot) if band is not None else 0
    return Volley(weapon=weapon, dice=dice, band=band) if dice else None


def nearest_on(start: Point, end: Point, spot: Point) -> Point:
    """Return the point of a straight way that is nearest to a spot, to the nearest thousandth."""
    x, y = spot.x.thousandths - start.x.thousandths, spot.y.thousandths - start.y.thousandths
    east, north = end.x.thousandths - start.x.thousandths, end.y.thousandths - start.y.thousandths
    length = east * east + north * north
    along = min(max(x * east + y * north, 0), length)
    if not length:
        return start
    return Point(
        x=Inches(thousandths=start.x.thousandths + (2 * east * along + length) // (2 * length)),
        y=Inches(thousandths=start.y.thousandths + (2 * north * along + length) // (2 * length)),
    )


def _attacking_fire(scene: Scene, assault: Assault) -> Iterator[Shot]:
    """Yield the fire of the attackers that are capable of it, at contact.

    Rules: melee-attacking-fire, p1-attacking-fire.
    """
    profile = scene.options.profile
    capable = (profile.attacking_fire if profile is not None else None) or ()
    for number, rush in enumerate(assault.rushes, start=1):
        name = rush.troop.name
        if not rush.reaches or rush.troop.unit.type not in capable or scene.is_barred(name):
            continue
        charged = Went(unit=name, far=rush.length)
        state = scene.state
        moved_scene = scene if state.marks.went(name) is not None else scene.scene_of(
            evolve(state, marks=evolve(state.marks, moved=(*state.marks.moved, charged)))
        )  # fmt: skip
        touched = [
            place
            for place, enemy in enumerate(assault.defenders, start=1)
            if gap(rush.end, scene.group_of(enemy)) <= TOUCHING
        ]
        for weapon in scene.weapons(name):
            spot = middle_of(scene.group_of(assault.defenders[touched[0] - 1]))
            stands = stands_of(rush.troop.unit)
            dice = moved_scene.dice(name, weapon, stands, spot)
            band = band_of(scene.options, weapon, NOTHING)
            if dice and band is not None:
                yield Shot(
                    volley=Volley(weapon=weapon, dice=dice, band=band),
                    target=touched[0],
                    by=number,
                    earlier_test=_earlier(scene, name),
                    each_stand=dice // stands if scene.is_by_stands(name, weapon) else None,
                )


# --- What comes of it -------------------------------------------------------------------------------------------------


def charge(umpire: Umpire[Options], scene: Scene, action: ChargeHome) -> State:
    """Carry a charge out: tanks roll whether they break down, dice of moves fall, then the assault is fought.

    Rules: melee-sequence, vehicle-activation, vehicle-breakdown, melee-loser-moves.
    """
    assault, state = plan_charge(scene, action), scene.state
    state = evolve(state, begun=True)
    going: list[str] = []
    for rush in assault.rushes:
        troop = rush.troop
        if troop.unit.type == "tank" and troop.name not in state.marks.activated:
            moves = umpire.resolve(VehicleActivationRequest(hits=troop.unit.hits or 0), f"{troop.name} starts").moves
            state = _rolled(state, troop.name, moves=moves)
            if not moves:
                continue
        going.append(troop.name)
    if len(going) < len(assault.rushes):
        if not going:
            return state
        scene = scene.scene_of(state)
        try:
            assault = plan_charge(scene, evolve(action, units=tuple(going)))
        except IllegalRequestError:
            return state
    scene = scene.scene_of(state)
    assault = _with_dice(umpire, scene, assault)
    state = _announced(state, assault)
    reached = any(rush.reaches for rush in assault.rushes)
    if not reached:
        return _fallen_short(state, assault)
    outcome = umpire.resolve(assault_of(umpire, scene, assault), f"charge at {action.target}")
    return _stand_after(umpire, scene, state, assault, outcome)


def _rolled(state: State, name: str, *, moves: bool) -> State:
    marks = state.marks
    changed = evolve(marks, activated=(*marks.activated, name)) if moves else evolve(marks, idle=(*marks.idle, name))
    return evolve(state, marks=changed)


def _with_dice(umpire: Umpire[Options], scene: Scene, assault: Assault) -> Assault:
    """Throw the dice of charges that are given in dice, and stop those short that do not reach.

    Rules: p1-movement.
    """
    from rcw_rules.kernel.dice import d
    from rcw_rules.kernel.lengths import inches

    rushes: list[Rush] = []
    for rush in assault.rushes:
        known = charge_move_of(scene.options, rush.troop.unit.type)
        if isinstance(known, DiceMove):
            purpose = f"charge of {rush.troop.name}"
            move = inches(umpire.roll(d(known.sides).sum(known.dice), purpose, "p1-movement"))
            reaches = rush.reaches and rush.length + rush.cost <= move
            length = min(rush.length, max(NOTHING, move - rush.cost))
            end = rush.set_out.moved(rush.direction, length)
            rushes.append(evolve(rush, move=move, reaches=reaches, length=length, end=end))
            continue
        rushes.append(rush)
    return evolve(assault, rushes=tuple(rushes))


def _announced(state: State, assault: Assault) -> State:
    """Return the state once a charge is announced: who has charged, and the wire that tanks have crushed."""
    names = tuple(rush.troop.name for rush in assault.rushes)
    marks = state.marks
    went = tuple(one for one in marks.moved if one.unit not in names)
    gone = tuple(
        Went(unit=rush.troop.name, far=rush.length + rush.cost + (marks.went(rush.troop.name) or NOTHING))
        for rush in assault.rushes
    )
    crushed = tuple(hole for rush in assault.rushes if rush.troop.unit.type == "tank" for hole in rush.holes)
    marks = evolve(marks, charged=(*marks.charged, *names), moved=(*went, *gone))
    return evolve(state, marks=marks, gaps=tuple(dict.fromkeys((*state.gaps, *crushed))))


def _fallen_short(state: State, assault: Assault) -> State:
    """Return the state after a charge that reaches nobody: everybody stands where the move ended.

    Rules: melee-withdraw-caught, p1-movement.
    """
    for rush in assault.rushes:
        if not state.layout.under(rush.end):
            state = state.with_group(rush.end)
    return state


def _stand_after(
    umpire: Umpire[Options], scene: Scene, state: State, assault: Assault, outcome: AssaultOutcome
) -> State:
    """Return the state after an assault: what is left of every unit, and where it stands.

    Rules: melee-loser-moves, melee-losses, morale-off-table, suppress-fire.
    """
    after = list(zip(assault.defenders, outcome.defenders, strict=True))
    at_contact = outcome.ended != "no_contact"
    if not at_contact:
        umpire.ruling("charge_misses")
    goes_on = at_contact or umpire.options.charge_misses == "goes_on"
    for name, unit in after:
        state = _changed(scene, state, name, unit)
    for rush, unit in zip(assault.rushes, outcome.attackers, strict=True):
        state = _changed(scene, state, rush.troop.name, unit)
    for unit in outcome.support:
        if state.troop(unit.name) is not None:
            state = _changed(scene, state, unit.name, unit)
            after.append((unit.name, unit))
    # Defenders leave the place first: then there is room for those who have taken it.
    for name, unit in after:
        if unit.goes in ("rear", "away") and state.troop(name) is not None:
            state = went_back(scene, state, name, unit.moved, off_table=bool(unit.off_table))
    for rush, unit in zip(assault.rushes, outcome.attackers, strict=True):
        name = rush.troop.name
        if state.troop(name) is None:
            continue
        if unit.goes != "starting_position" and goes_on:
            state = _advanced(scene, state, rush)
        if unit.goes in ("rear", "away"):
            state = went_back(scene, state, name, unit.moved, off_table=bool(unit.off_table))
    return state


def _changed(scene: Scene, state: State, name: str, after: UnitAfterAssault) -> State:
    """Return the state with a unit as an assault has left it, still where it was.

    Rules: gen-stand, train-lost, suppress-fire, p1-vehicle-hit-table.
    """
    before = scene.troops[name].unit
    marks = state.marks
    if after.fire_test == "passed" and name not in marks.may_fire:
        state = evolve(state, marks=evolve(marks, may_fire=(*marks.may_fire, name)))
    elif after.fire_test == "failed" and name not in marks.may_not_fire:
        state = evolve(state, marks=evolve(marks, may_not_fire=(*marks.may_not_fire, name)))
    if after.unit is None:
        return state.lost(name, "destroyed")
    if after.unit.type != before.type:
        return freed(scene, state.lost(name, "destroyed"), before, _guards(after.unit))
    state = with_unit(scene, state, name, after.unit)
    return hit_effects(scene, state, name, after.effects)


def _guards(unit: Unit) -> int:
    return unit.stands or 0


def _advanced(scene: Scene, state: State, rush: Rush) -> State:
    """Return the state with an attacker where it made contact, or as near as there is room.

    Rules: melee-sequence, melee-loser-moves.
    """
    name = rush.troop.name
    group = state.group(name)
    if group is None:
        return state
    turned = turn_to(group.bases[0].facing, rush.end.bases[0].facing)
    there = group.turned(middle_of(rush.start), turned) if turned != degrees(0) else group
    there = there.moved(rush.direction, rush.length)
    back = rush.length
    while back > NOTHING and (state.layout.under(there) or not state.scenario.table.is_on(there)):
        step = min(back, Inches(thousandths=250))
        there = there.moved((rush.direction + degrees(180)).bearing, step)
        back -= step
    return state if state.layout.under(there) else state.with_group(there)
