"""How good a whole game is for a side: the measure that `greedy` maximises."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from rcw_rules.kernel.geometry.table import Group, Point, Table, distance, gap, is_inside
from rcw_rules.red_white.army import is_lost
from rcw_rules.red_white.game.scenario import Troop
from rcw_rules.red_white.game.standing import army_log
from rcw_rules.red_white.game.state import State
from rcw_rules.red_white.model import DEFENCES, VEHICLES, Side, enemy_of, morale_stands
from rcw_rules.red_white.profile import UnitType
from rcw_rules.red_white.river import SHIP_MORALE

VICTORY_WORTH = 100
"""Stands that a game that is won is worth in the measure."""

PLACE_WORTH = 2
"""Stands that a point of a place is worth in the measure."""

LOSS_WORTH = 2
"""Stands that a unit that Major Morale counts as lost is worth in the measure, besides its stands."""

REACH = 48
"""Inches from which a goal counts for nothing in the measure."""

WAY_WORTH = Fraction(2, 5)
"""What a unit at its goal is worth more than one out of reach of it, as a share of what the unit is worth."""

HELD_WORTH = Fraction(1, 2)
"""How much a place that the side holds draws its units, if one that it does not hold draws them with 1."""

COVER_WORTH, DEFENCE_WORTH = Fraction(1, 50), Fraction(3, 50)
"""What cover is worth, as a share of what the unit in it is worth."""

HEROIC_WORTH = Fraction(1, 4)
"""Stands that a leader at the front is worth."""

_BEHIND: dict[UnitType, int] = {"artillery": REACH, "machine_gun": 12, "armoured_train": REACH}
"""Inches from their goal at which units that fight from afar need go no nearer."""


def measure_of(state: State, side: Side) -> Fraction:
    """Return how good a state is for a side: what is its own less what is the enemy's.

    Each stand counts 1, of a vehicle each of its 8 less its hits; half of that while the unit falls back, a tenth less
    while it is suppressed, and a twentieth less while it must test for casualties. A Force HQ counts 2, a ship half of
    8 less its damage, a launch or a boat 1. A unit that Major Morale counts as lost costs 2. Each point that a held
    place brings counts 2, a game that is won 100.

    Units go where they are needed. A unit counts two fifths more as it has come near its goal, from 48 inches on: the
    places of the victory, one with half of the points half as much, and half of that if its side holds it; where no
    place counts for it, the attacker's goal is the nearest enemy. Machine guns need not come nearer than 12 inches,
    artillery and trains need not come at all. Cover counts a fiftieth of the unit, and a defence three. A leader at
    the front counts a quarter of a stand.

    Args:
        state: The state.
        side: The side.
    """
    return _worth(state, side) - _worth(state, enemy_of(side))


def _worth(state: State, side: Side) -> Fraction:
    sides = state.sides
    worth = Fraction(2 * sum(sides[hq.name] == side for hq in state.headquarters))
    worth -= LOSS_WORTH * sum(is_lost(unit) for unit in army_log(state, side).units)
    if state.result is not None and state.result.winner == side:
        worth += VICTORY_WORTH
    for one in state.vessels:
        if sides[one.name] == side:
            worth += Fraction(max(0, SHIP_MORALE - one.vessel.damage), 2) if one.vessel.type == "ship" else 1
    victory, held = state.scenario.victory, dict(state.held)
    for entry in victory.places if victory else ():
        if entry.side in ("", side) and held.get(entry.place) == side:
            worth += PLACE_WORTH * entry.points
    goals = _goals(state, side)
    groups = {group.name: group for group in state.groups}
    enemies = [groups[troop.name] for troop in state.troops if troop.side != side and troop.name in groups]
    for troop in state.troops:
        if troop.side == side:
            value = _value(troop)
            group = groups.get(troop.name)
            worth += value if group is None else value * (1 + _stance(state, troop, group, goals, enemies))
            worth += HEROIC_WORTH if troop.unit.heroic else 0
    return worth


def _value(troop: Troop) -> Fraction:
    unit = troop.unit
    value = Fraction(morale_stands(unit) + unit.guards)
    if unit.falling_back:
        return value / 2
    if unit.suppressed:
        value *= Fraction(9, 10)
    return value * Fraction(19, 20) if unit.casualties else value


def _goals(state: State, side: Side) -> tuple[tuple[Point, Fraction], ...]:
    """Return where a side wants to be, and how much: 1 for the place with most points that it does not hold."""
    victory, held = state.scenario.victory, dict(state.held)
    entries = [entry for entry in (victory.places if victory else ()) if entry.side in ("", side)]
    most = max((entry.points for entry in entries), default=1)
    spots = {place.name: place.at for place in state.scenario.places}
    return tuple(
        (spots[entry.place], Fraction(entry.points, most) * (HELD_WORTH if held.get(entry.place) == side else 1))
        for entry in entries
        if entry.points > 0
    )


def _stance(
    state: State, troop: Troop, group: Group, goals: tuple[tuple[Point, Fraction], ...], enemies: list[Group]
) -> Fraction:
    """Return what a unit gains by where it stands, as a share of what it is worth."""
    if troop.unit.falling_back:
        return Fraction(0)
    gained = Fraction(0)
    enough = _BEHIND.get(troop.unit.type, 0)
    if enough < REACH:
        draws = [(gap(spot, group).thousandths, weight) for spot, weight in goals]
        if not goals and troop.side == state.scenario.attacker and enemies:
            draws = [(_to_nearest(group, enemies), Fraction(1))]
        near = [weight * _nearness(far, enough) for far, weight in draws]
        gained += WAY_WORTH * max(near, default=Fraction(0))
    if troop.unit.type not in VEHICLES:
        gained += _shelter(state.scenario.table, group.bases[0].centre)
    return gained


def _nearness(far: int, enough: int) -> Fraction:
    """Return 1 at a goal, or near *enough* to it, and 0 from `REACH` on; *far* is in thousandths of an inch."""
    return Fraction(max(0, REACH * 1000 - max(far, enough * 1000)), REACH * 1000)


def _to_nearest(group: Group, others: list[Group]) -> int:
    spot = group.bases[0].at
    return min(distance(spot, other.bases[0].at).thousandths for other in others)


@lru_cache(maxsize=4096)
def _shelter(table: Table, spot: Point) -> Fraction:
    covers = {piece.cover for piece in table.terrain if piece.cover != "none" and is_inside(spot, piece.outline)}
    if not covers:
        return Fraction(0)
    return DEFENCE_WORTH if covers & set(DEFENCES) else COVER_WORTH


__all__ = ["measure_of"]
