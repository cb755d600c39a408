"""Where a unit may want to go, found once for as long as nothing changes on which that depends.

A state differs from the one before by what one unit has done: most of the others have the same moves to choose from.
What a move costs, and whether enemies are in its way, is told of a unit once; who of the others stands where it would
end is asked of every state anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.geometry.table import Group, Point, TableUnit, bearing, distance, gap, middle_of, moved, overlaps
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.red_white.game.actions import Move
from rcw_rules.red_white.game.channel import passages_of
from rcw_rules.red_white.game.moving import course_of, front_of, is_too_far, most_of, too_near
from rcw_rules.red_white.game.placing import ranks_of, spot_of
from rcw_rules.red_white.game.scenario import TO_EDGE, Place, Scenario, Troop
from rcw_rules.red_white.game.scene import NOTHING, Ground, cover_on, weapons_with
from rcw_rules.red_white.part_one import full_move_of, keeps_off, profile_of, still_of

SHORT = inches("0.5")
"""Moves that are shorter are not listed, nor two that end as near to each other."""

_PARTS_OF_A_MOVE = (100, 75, 50, 25)


class Situation(NamedTuple):
    """All on which it depends where a unit may want to go, and may go unless somebody of its own stands there.

    Attributes:
        ground: The ground.
        scenario: The scenario.
        turn: The number of the turn.
        wanted: The places that the side of the unit does not hold.
        enemies: The enemies on the table.
        troop: The unit.
        group: Where it stands.
        is_idle: Whether it has failed to activate.
    """

    ground: Ground
    scenario: Scenario
    turn: int
    wanted: tuple[Place, ...]
    enemies: tuple[TableUnit, ...]
    troop: Troop
    group: Group
    is_idle: bool


class Prospect(NamedTuple):
    """A move that can be made unless a friend stands where it ends."""

    move: Move
    end: Group
    spot: Point


class Aim:
    """Moves along one line, the longest first; each is looked at when it is asked for.

    Threads may share it: what is looked at twice is the same twice.
    """

    __slots__ = ("_direction", "_facing", "_here", "_known", "_most", "_situation")

    def __init__(self, situation: Situation, here: Point, spot: Point, facing: Angle, most: Inches) -> None:
        self._situation, self._here, self._most = situation, here, most
        self._direction, self._facing = bearing(here, spot), rounded_facing(facing)
        self._known: dict[int, Prospect | None] = {}

    def farthest(self, friends: Sequence[TableUnit]) -> Prospect | None:
        """Return the move that goes farthest of a few lengths; None if none can be made.

        Args:
            friends: Who may stand in the way besides the enemy.
        """
        for share in _PARTS_OF_A_MOVE:
            far = 250 * (self._most.thousandths * share // 100 // 250)
            if far < SHORT.thousandths:
                return None
            if far in self._known:
                found = self._known[far]
            else:
                end = moved(self._here, self._direction, Inches(thousandths=far))
                move = Move(unit=self._situation.troop.name, at=(end.x, end.y), facing=self._facing)
                found = self._known[far] = _prospect(self._situation, move)
            if found is not None and is_clear(found.end, friends):
                return found
        return None


class Prospects(NamedTuple):
    """What a unit may want to do in a movement phase.

    Attributes:
        to_enemy: The bearing to the nearest enemy; that which the unit faces if there is none.
        turn: A turn on the spot to the nearest enemy; None if there is none to make.
        aims: Where it may want to go, in order.
    """

    to_enemy: Angle
    turn: Prospect | None
    aims: tuple[Aim, ...]


@lru_cache(maxsize=1024)
def prospects_of(situation: Situation) -> Prospects:
    """Return what a unit may want to do in a movement phase.

    Rules: p1-movement, p1-activation.
    """
    ground, troop, group = situation.ground, situation.troop, situation.group
    here, facing, enemy = front_of(group), group.bases[0].facing, _nearest_enemy(situation)
    there = middle_of(enemy.group) if enemy is not None else here
    to_enemy = bearing(here, there) if there != here else facing
    turn = None
    may_turn = not situation.is_idle or "turn" in still_of(ground.options)
    if abs((to_enemy - facing).thousandths) > 5_000 and may_turn:
        turn = _prospect(situation, Move(unit=troop.name, at=(here.x, here.y), facing=rounded_facing(to_enemy)))
    stays = situation.is_idle or (troop.unit.type == "artillery" and not troop.limbered)
    aims = () if stays else tuple(Aim(situation, here, *aim) for aim in _aims(situation, enemy, to_enemy))
    return Prospects(to_enemy, turn, aims)


def is_clear(group: Group, among: Sequence[TableUnit]) -> bool:
    """Return whether a group would stand on nobody of these."""
    here = group.circle
    return not any(here.meets(unit.group.circle) and overlaps(group, unit.group) for unit in among)


def rounded_facing(facing: Angle) -> Angle:
    """Return a bearing to the nearest whole degree."""
    return Angle(thousandths=1000 * round(facing.thousandths / 1000)).bearing


def _prospect(situation: Situation, move: Move) -> Prospect | None:
    """Return a move that can be made unless a friend stands where it ends; None if it cannot.

    Rules: p1-movement.
    """
    ground, start, spot = situation.ground, situation.group, spot_of(move.at)
    if is_too_far(ground, situation.troop, start, spot, move.facing):
        return None
    course = course_of(ground, situation.troop, start, spot, move.facing, ranks_of(start))
    if course.wrong or not is_clear(course.end, situation.enemies):
        return None
    limit = keeps_off(ground.options)
    if too_near(start, course.end, situation.enemies, limit, lambda enemy: gap(start, enemy.group)):
        return None
    return Prospect(move, course.end, spot)


# --- Where it may want to go ------------------------------------------------------------------------------------------


def _nearest_enemy(situation: Situation) -> TableUnit | None:
    """Return the nearest enemy, of several as near the first by name; None if there is none."""
    group, here = situation.group, situation.group.circle

    def at_least(unit: TableUnit) -> float:
        there = unit.group.circle
        return hypot(there.x - here.x, there.y - here.y) - there.radius - here.radius - 1

    found: tuple[int, str, TableUnit] | None = None
    for unit in sorted(situation.enemies, key=at_least):  # by circles round them; so few have to be measured
        if found is not None and at_least(unit) > found[0]:
            break
        near = gap(group, unit.group).thousandths
        if found is None or (near, unit.name) < found[:2]:
            found = (near, unit.name, unit)
    return None if found is None else found[2]


def _aims(situation: Situation, enemy: TableUnit | None, to_enemy: Angle) -> Iterator[tuple[Point, Angle, Inches]]:
    """Yield where a unit may want to go: a spot, the bearing that it faces there, and how far at most."""
    options, troop, group = situation.ground.options, situation.troop, situation.group
    here, move = front_of(group), most_of(full_move_of(options, troop.unit.type))
    if enemy is not None:
        there, near = middle_of(enemy.group), gap(group, enemy.group)
        if there != here:
            before = max(NOTHING, near - keeps_off(options) - inches("0.1"))
            yield there, to_enemy, min(move, before)
            yield there, to_enemy, min(Inches(thousandths=move.thousandths // 2), before)
            wanted = near - _normal_range(situation)
            if NOTHING < wanted < min(move, before):
                yield there, to_enemy, wanted
    for place in sorted(situation.wanted, key=lambda one: (gap(one.at, group), one.name))[:1]:
        if place.at != here:
            yield place.at, bearing(here, place.at), min(move, distance(here, place.at))
    for one, other in passages_of(situation.scenario):
        ends = (one, other) if distance(here, one) <= distance(here, other) else (other, one)
        for spot in ends:
            if spot != here:
                yield spot, bearing(*ends), min(move, distance(here, spot))
    cover = _nearest_cover(situation.scenario, group)
    if cover is not None and cover != here:
        yield cover, to_enemy, min(move, distance(here, cover))
    rear = TO_EDGE[situation.scenario.army(troop.side).edge]
    yield moved(here, rear, move), to_enemy, move
    place_key = f"{here.x.thousandths}|{here.y.thousandths}"
    chance = random.Random(f"rcw-red-white-1|{situation.turn}|{troop.name}|{place_key}")
    turned = Angle(thousandths=1000 * round(chance.uniform(-90, 90)))
    direction = (group.bases[0].facing + turned).bearing
    far = Inches(thousandths=250 * round(move.thousandths * chance.uniform(0.3, 1) / 250))
    yield moved(here, direction, far), direction, far


def _normal_range(situation: Situation) -> Inches:
    options = situation.ground.options
    weapons = weapons_with(options, situation.troop)
    rows = [row.up_to for row in profile_of(options).ranges if row.band == "normal" and row.weapon in weapons]
    return max(rows, default=NOTHING)


def _nearest_cover(scenario: Scenario, group: Group) -> Point | None:
    """Return a spot for the front of a unit in the nearest terrain that gives cover; None if it stands in some."""
    pieces = [piece for piece in scenario.table.terrain if piece.cover != "none"]
    if not pieces or cover_on(scenario.table, group) != "open":
        return None
    near: list[tuple[int, str, Point]] = []
    for piece in pieces:
        corners = piece.outline
        middle = Point(
            x=Inches(thousandths=sum(spot.x.thousandths for spot in corners) // len(corners)),
            y=Inches(thousandths=sum(spot.y.thousandths for spot in corners) // len(corners)),
        )
        near.append((gap(middle, group).thousandths, piece.name, middle))
    return min(near, key=lambda one: one[:2])[2]
