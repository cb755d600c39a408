"""What the rules are told of a charge: who fires at it and from it, the aspect, and what is behind everybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import evolve

from rcw_rules.kernel.geometry.table import (
    TOUCHING,
    Point,
    distance,
    gap,
    is_within,
    middle_of,
    nearest_points,
)
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.assault import AssaultRequest
from rcw_rules.red_white.charge import Charged, Charger, FacingContact, FlankOrRearRequest, Shot
from rcw_rules.red_white.fire import DefensiveFireRequest, Firer, Volley
from rcw_rules.red_white.game.moving import front_of, most_of
from rcw_rules.red_white.game.rushes import Assault, Rush
from rcw_rules.red_white.game.scenario import Troop
from rcw_rules.red_white.game.scene import NOTHING, Scene, stands_of
from rcw_rules.red_white.game.state import Went
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.part_one import band_of, full_move_of
from rcw_rules.red_white.profile import Weapon


def assault_of(umpire: Umpire[Options], scene: Scene, assault: Assault) -> AssaultRequest:
    """Return the request of a charge: which units fire at it and for it, what is behind each unit, and the aspect.

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
            evolve(state, marks=evolve(state.marks, movements=(*state.marks.movements, charged)))
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
