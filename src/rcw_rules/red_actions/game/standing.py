"""How a whole game stands: who holds places, what was lost, who has won, and how good that is for a side."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from attrs import evolve

from rcw_rules.games import GameResult, Standing, judge
from rcw_rules.kernel.geometry.table import Point, Table, gap, is_inside
from rcw_rules.red_actions.game.scenario import SIDES
from rcw_rules.red_actions.game.state import State, enemy_of
from rcw_rules.red_actions.model import Name, Side

PLACE_WORTH = 2
"""Bases that a point of a place is worth in the measure."""

REACH = 48
"""Inches from which a place draws no unit in the measure."""

WAY_WORTH = Fraction(2, 5)
"""What a unit at its goal is worth more than one out of reach of it, as a share of what the unit is worth."""

HELD_WORTH = Fraction(1, 2)
"""How much a place that the side holds draws its units, if one that it does not hold draws them with 1."""

COVER_WORTH = Fraction(3, 50)
"""What cover is worth, as a share of what the unit in it is worth."""

VICTORY_WORTH = 100
"""Bases that a game that is won is worth in the measure."""


def holders(state: State) -> tuple[tuple[Name, Side], ...]:
    """Return who holds the places now: the only side with a unit near that does not rout, else who did before.

    Senior officers by themselves hold nothing, nor do units that lie in ambush.

    Rules: miss-victory.
    """
    before = dict(state.held)
    found: list[tuple[Name, Side]] = []
    hidden = {one.unit for one in state.ambushers}
    for place in state.scenario.places:
        near: set[Side] = {
            unit.side
            for unit in state.on_table
            if not unit.routing
            and unit.card.arm != "officer"
            and unit.name not in hidden
            and (group := state.group(unit.name)) is not None
            and gap(place.at, group) <= place.within
        }
        side: Side | None = next(iter(near)) if len(near) == 1 else before.get(place.name)
        if side is not None:
            found.append((place.name, side))
    return tuple(found)


def _not_with_their_units(state: State, side: Side) -> int:
    """Return how many bases of a side hold horses, or are officers who have joined a unit: they are not lost.

    Rules: dis-horse-holders, act-senior-attach.
    """
    holders = sum(one.holders for one in state.horses if one.side == side)
    return holders + sum(one.side == side for one in state.attached)


def standing_of(state: State) -> Standing:
    """Return how a game stands, as far as victory told as data asks; what a side loses are bases.

    Rules: miss-victory.
    """
    bases = {side: sum(unit.bases for unit in state.units if unit.side == side) for side in SIDES}
    for side in SIDES:
        bases[side] += _not_with_their_units(state, side)
    first = {side: sum(unit.bases for unit in state.scenario.roster if unit.side == side) for side in SIDES}
    off = {*(one.unit for one in state.off_table), *state.left_table}
    return Standing(
        holds=dict(state.held),
        lost={side: max(0, first[side] - bases[side]) for side in SIDES},
        on_map={side: sum(unit.side == side and unit.name not in off for unit in state.units) for side in SIDES},
        is_over=state.game.is_over,
    )


def judged(state: State) -> State:
    """Return a state with the result of its game, if it is over.

    An army that reaches its flight number has lost. Else the scenario's victory decides, at any time or at the end.

    Rules: seq-flight-stop, miss-victory.
    """
    losers = state.game.losers
    if len(losers) > 1:
        reason = "both armies reach their flight numbers"
        return evolve(state, result=GameResult(winner=None, reason=reason, rule="seq-flight-stop"))
    for loser in losers:
        reason = f"{loser} reaches its flight number"
        return evolve(state, result=GameResult(winner=enemy_of(loser), reason=reason, rule="seq-flight-stop"))
    victory = state.scenario.victory
    if victory is not None:
        return evolve(state, result=judge(victory, standing_of(state), SIDES, "miss-victory"))
    if not state.game.is_over:
        return state
    reason = "the last turn has been played, and the scenario names no victory"
    return evolve(state, result=GameResult(winner=None, reason=reason, rule="miss-victory"))


def measure_of(state: State, side: Side) -> Fraction:
    """Return how good a state is for a side: what is its own less what is the enemy's.

    Each base counts 1, less a fifth for each marker of its unit, by its share; half of that in rout and of vehicles
    that never move again, a quarter off the table. Bases that hold horses and officers who have joined units count 1.
    Each point that a held place brings counts 2, a game that is won 100. Prisoners count a half.

    Units go where they are needed. A unit counts two fifths more as it has come near a place of the victory, from 48
    inches on: one with half of the points half as much, and half of that if its side holds it. Cover counts
    three fiftieths of the unit.

    Args:
        state: The state.
        side: The side.
    """
    return _worth(state, side) - _worth(state, enemy_of(side))


@lru_cache(maxsize=4096)
def _is_sheltered(table: Table, spot: Point) -> bool:
    return any(piece.cover != "none" and is_inside(spot, piece.outline) for piece in table.terrain)


def _worth(state: State, side: Side) -> Fraction:
    off = {one.unit for one in state.off_table}
    worth = Fraction(sum(one.bases for one in state.captives if one.held_by == side), 2)
    worth += _not_with_their_units(state, side)
    if state.result is not None and state.result.winner == side:
        worth += VICTORY_WORTH
    stuck = {one.unit for one in state.mishaps if one.status != "temporary"}
    victory, held = state.scenario.victory, dict(state.held)
    entries = [one for one in (victory.places if victory else ()) if one.side in ("", side) and one.points > 0]
    worth += PLACE_WORTH * sum(one.points for one in entries if held.get(one.place) == side)
    most = max((one.points for one in entries), default=1)
    spots = {place.name: place.at for place in state.scenario.places}
    goals = [
        (spots[one.place], Fraction(one.points, most) * (HELD_WORTH if held.get(one.place) == side else 1))
        for one in entries
    ]
    for unit in state.units:
        if unit.side != side:
            continue
        value = Fraction(unit.bases) - Fraction(min(unit.markers, 2 * unit.bases), 5) - Fraction(int(unit.pinned), 5)
        share = (
            Fraction(1, 4)
            if unit.name in off
            else Fraction(1, 2)
            if unit.routing or unit.name in stuck
            else Fraction(1)
        )
        value = max(value, Fraction(0)) * share
        worth += value
        group = state.group(unit.name)
        if group is not None and not unit.routing and unit.card.arm != "officer":
            near = (
                weight * Fraction(max(0, REACH * 1000 - gap(at, group).thousandths), REACH * 1000)
                for at, weight in goals
            )
            worth += value * WAY_WORTH * max(near, default=Fraction(0))
            if _is_sheltered(state.scenario.table, group.bases[0].centre):
                worth += value * COVER_WORTH
    return worth
