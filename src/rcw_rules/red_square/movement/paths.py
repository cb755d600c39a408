"""Paths: the different ways to one end of a move, and what `whole_moves` leaves out, ferries and steps that bog."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable
from typing import NamedTuple

from rcw_rules.kernel.geometry.squares import Facing, SquareDirection
from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.ground import FERRY, Field, between, ground_at, ranges_from, where
from rcw_rules.red_square.model import TANKS, Unit
from rcw_rules.red_square.movement.actions import Action, FerryAcross, MoveTerms, Step
from rcw_rules.red_square.movement.choices import WholeMove
from rcw_rules.red_square.movement.mover import Mover
from rcw_rules.red_square.movement.stances import Stance, Stances
from rcw_rules.red_square.movement.standing import WHAT_FOLLOWS, Standing

Happening = Callable[[Standing, Action, Standing], Hashable]
"""What can happen to a unit after an action, by how it stood before it and stands now; None for what no owner minds."""


class _Way(NamedTuple):
    """How a unit came to stand as it does, and what can happen on the way."""

    stance: Stance
    facing: Facing
    actions: tuple[Action, ...] = ()
    told: tuple[Hashable, ...] = ()


def paths_to(end: WholeMove, happening: Happening) -> tuple[WholeMove, ...]:
    """Return ways to the end of a move that differ in what can happen on them: *end* first, then shorter ones first.

    Two ways are alike if the same can happen on them, one thing after the other, and they leave the unit alike. Of
    those that are alike the first in the order of `whole_moves` is returned. A move on the spot has no path that leaves
    the square, and a move that leaves it none on the spot.

    Args:
        end: A whole move.
        happening: Tells what can happen after an action; the same for those that need not be told apart.

    Rules: move-table, fire-2-threat.
    """
    stances, mover = end.stances, end.mover
    square, formation = end.square, end.formation
    ranges, has_stepped = ranges_from(mover.board, square), end.has_stepped
    found: dict[Hashable, WholeMove] = {_class_of(*_along(mover, end.actions, happening), mover): end}
    waiting = deque([_Way(stances.start, mover.unit.facing)])
    seen: set[Hashable] = set()
    while waiting:
        stance, faced, actions, told = waiting.popleft()
        before = stance.facing(faced)
        for after, turns in stances.onward(stance, faced):
            if ranges[after.square] > mover.left(after.now) and after.formation != "dismounted":
                continue
            is_there = after.square == square and after.formation == formation
            for action, facing in turns:
                now = after.facing(facing)
                then = happening(before, action, now)
                told_then = told if then is None else (*told, then)
                key = (now, told_then)
                if key in seen:
                    continue
                seen.add(key)
                actions_then = (*actions, action)
                if after.goes_on:
                    waiting.append(_Way(after, facing, actions_then, told_then))
                if is_there and facing == end.facing and stances.may_end(after):
                    move = evolve(end, actions=actions_then)
                    if move.has_stepped == has_stepped:
                        found.setdefault(_class_of(now, told_then, mover), move)
    return tuple(found.values())


def _along(mover: Mover, actions: tuple[Action, ...], happening: Happening) -> tuple[Standing, tuple[Hashable, ...]]:
    """Return how a unit stands after a list of legal actions, and what can happen on the way."""
    before, told = mover.start, list[Hashable]()
    for action in actions:
        now = mover.after(before, action)
        assert isinstance(now, Standing)  # noqa: S101 - the action was found legal
        then = happening(before, action, now)
        if then is not None:
            told.append(then)
        before = now
    return before, tuple(told)


def _class_of(now: Standing, told: tuple[Hashable, ...], mover: Mover) -> Hashable:
    """Return what tells a way apart from others to the same end: what can happen on it, and how it leaves the unit."""
    to_charge = mover.left(now) if now.formation == "mounted" and now.square in mover.near else 0
    return told, mover.unit_of(now), mover.horses_of(now), to_charge


def ferry_moves(field: Field, unit: Unit, terms: MoveTerms) -> tuple[WholeMove, ...]:
    """Return the crossings by a ferry that a unit may begin or end now, clockwise from north.

    One that waits for the ferry since the last turn is put across; any other goes to it and stays where it is.

    Args:
        field: The field.
        unit: The unit, as it is on the field.
        terms: On what terms.

    Rules: terrain-water.
    """
    board, here = field.board, where(unit)
    ways: list[SquareDirection] = [
        way for way, to in ground_at(board, here).ways if FERRY in between(board, here, to).features
    ]
    if not ways:
        return ()
    mover = Mover(field, unit, terms)
    stances = Stances(mover)
    found: list[WholeMove] = []
    for way in ways:
        action = FerryAcross(to=way)
        after = None if mover.unable_to_start(action) is not None else mover.after(mover.start, action)
        if isinstance(after, Standing) and mover.unable_to_end(after) is None:
            found.append(_ending(stances, after, (action,)))
    return tuple(found)


def bogging_moves(field: Field, unit: Unit, terms: MoveTerms) -> tuple[WholeMove, ...]:
    """Return the moves on which a tank bogs: it tries a step in closed terrain on a SPADE, and stays where it is.

    The last action of each is the step that is not made.

    Args:
        field: The field.
        unit: The tank, as it is on the field.
        terms: On what terms.

    Rules: move-bog.
    """
    if unit.kind not in TANKS or terms.suit != "S":
        return ()
    mover = Mover(field, unit, terms)
    if mover.unable_to_start(Step(to="NE")) is not None:
        return ()
    stances = Stances(mover)
    found: list[WholeMove] = []
    waiting: deque[tuple[Stance, Facing, tuple[Action, ...]]] = deque([(stances.start, unit.facing, ())])
    seen = {mover.start[WHAT_FOLLOWS]}
    while waiting:
        stance, faced, actions = waiting.popleft()
        before = stance.facing(faced)
        for way in mover.grid.directions:
            action = Step(to=way)
            bogs = mover.after(before, action) is None
            if bogs and (not actions or stances.may_end(stance)):
                found.append(_ending(stances, before, (*actions, action), bogged=True))
        for after, turns in stances.onward(stance, faced):
            for action_made, facing in turns:
                now = after.facing(facing)
                if now[WHAT_FOLLOWS] not in seen and not now.ended_by:
                    seen.add(now[WHAT_FOLLOWS])
                    waiting.append((after, facing, (*actions, action_made)))
    return tuple(found)


def _ending(stances: Stances, now: Standing, actions: tuple[Action, ...], *, bogged: bool = False) -> WholeMove:
    square, facing, formation = now.placement
    return WholeMove(square=square, facing=facing, formation=formation, actions=actions, bogged=bogged, stances=stances)
