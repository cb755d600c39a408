"""How a whole game stands: who holds places, what was lost, who has left, and who has won."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from attrs import evolve

from rcw_rules.games import GameResult, Standing, judge
from rcw_rules.red_square.game.state import State
from rcw_rules.red_square.ground import Field, is_combat_unit, is_on_table, where
from rcw_rules.red_square.model import SIDES, Side, Unit, enemy_of
from rcw_rules.red_square.turn import HeldPlace

PLACE_WORTH = 4
"""Bases that a point of a place is worth in the measure."""

MARKERS_A_BASE = 6  # fire-9-casualties
REACH = 20
"""Squares from which a place that is not held counts for nothing in the measure."""


def holders(field: Field, held: tuple[HeldPlace, ...]) -> tuple[HeldPlace, ...]:
    """Return who holds the places of a map now: who stands there, else who did last.

    Figures and horse holders hold nothing, nor do those who retreat.

    Args:
        field: The field now.
        held: Who held them before.

    Rules: missing-victory.
    """
    before: dict[str, Side] = {entry.place: entry.side for entry in held}
    now: list[HeldPlace] = []
    for place in field.board.places:
        there: list[Side] = [
            unit.side for unit in field.at(place.square) if is_combat_unit(unit) and unit.state != "retreating"
        ]
        side = there[0] if there else before.get(place.name)
        if side is not None:
            now.append(HeldPlace(place=place.name, side=side))
    return tuple(now)


def is_withdrawn(unit: Unit) -> bool:
    """Return whether a unit has left the table: over its edge until it rallies, or for good, as trains do.

    Rules: act-exit-table, train-6-retreat.
    """
    return unit.state == "off_table" or (unit.kind == "train" and not unit.bases)


def standing_of(state: State) -> Standing:
    """Return how a game stands, as far as victory told as data asks.

    A side loses the bases that its units, figures not counted, had at first and have no more; bases that left the
    table are not lost. On the map are units on the table, aboard trains and still to come.

    Rules: missing-victory.
    """
    field = state.field
    first = {unit.name: unit.bases for unit in state.scenario.roster}
    lost: Counter[str] = Counter()
    left: Counter[tuple[str, str]] = Counter()
    on_map: Counter[str] = Counter(unit.side for unit in state.to_come if is_combat_unit(unit))
    for unit in field.units:
        if not is_combat_unit(unit):
            continue
        if is_withdrawn(unit):
            left[unit.side, field.edge_of(unit.side)] += 1
        else:
            on_map[unit.side] += unit.bases > 0
        if unit.kind != "train" or unit.bases:
            lost[unit.side] += first.get(unit.name, unit.bases) - unit.bases
    return Standing(
        holds={entry.place: entry.side for entry in state.held},
        lost=lost,
        left_by=left,
        on_map=on_map,
        is_over=state.game.is_over,
    )


def judged(state: State) -> State:
    """Return a state with the result of its game, if it is over: by its scenario's victory, or by the last turn.

    Rules: missing-victory.
    """
    game, victory = state.game, state.scenario.victory
    if victory is not None:
        result = judge(victory, standing_of(state), SIDES, "missing-victory")
        if result is None:
            return state
        winner: Side | None = next((side for side in SIDES if side == result.winner), None)
        return evolve(state, game=evolve(game, result=winner or "undecided"), result=result)
    if game.result is None:
        return state
    if game.result == "undecided":
        reason = "the last turn has been played, and the scenario names no condition of victory"
        return evolve(state, result=GameResult(winner=None, reason=reason, rule="missing-victory"))
    reason = f"the condition of victory of {game.result} is met"
    return evolve(state, result=GameResult(winner=game.result, reason=reason, rule="missing-victory"))


def measure_of(state: State, side: Side) -> Fraction:
    """Return how good a state is for a side: what is its own less what is the enemy's.

    Each base on the table, aboard a train or to come counts 1, off the table one half, a base in retreat or hiding
    three quarters; each hit marker takes off a sixth. Each point that a held place brings counts 4; of a place that a
    side does not hold, its nearest unit has so much as it has come near it, from 20 squares on, half of that in its
    square. A headquarters counts 2.

    Args:
        state: The state.
        side: The side.
    """
    return _worth(state, side) - _worth(state, enemy_of(side))


def _worth(state: State, side: Side) -> Fraction:
    field = state.field
    worth = Fraction(sum(unit.bases for unit in state.to_come if unit.side == side and is_combat_unit(unit)))
    fighting: list[Unit] = []
    for unit in field.units:
        if unit.side != side or not unit.bases:
            continue
        if unit.kind == "hq":
            worth += 2
        elif is_combat_unit(unit):
            share = {"off_table": Fraction(1, 2), "retreating": Fraction(3, 4), "hiding": Fraction(3, 4)}
            worth += unit.bases * share.get(unit.state, Fraction(1)) - Fraction(unit.markers, MARKERS_A_BASE)
            if is_on_table(unit):
                fighting.append(unit)
    victory = state.scenario.victory
    held = {entry.place: entry.side for entry in state.held}
    for entry in victory.places if victory else ():
        if entry.side not in ("", side):
            continue
        if held.get(entry.place) == side:
            worth += PLACE_WORTH * entry.points
        elif fighting:
            square = next(place.square for place in field.board.places if place.name == entry.place)
            nearest = min(field.board.grid.distance(where(unit), square) for unit in fighting)
            worth += Fraction(PLACE_WORTH * entry.points * max(0, REACH - nearest), 2 * REACH)
    return worth
