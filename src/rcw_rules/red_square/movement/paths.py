"""Paths: the different ways to one end of a move, and what `whole_moves` leaves out, ferries and steps that bog."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import NamedTuple

from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.ground import FERRY, Field, between, ground_at, ranges_from, where
from rcw_rules.red_square.model import TANKS, Unit
from rcw_rules.red_square.movement.actions import Action, FerryAcross, MoveTerms, Step
from rcw_rules.red_square.movement.choices import Trail, WholeMove, most_squares, onward, whole_move
from rcw_rules.red_square.movement.mover import Mover
from rcw_rules.red_square.movement.standing import WHAT_FOLLOWS, Standing

Happening = Callable[[Standing, Action, Standing], Hashable]
"""What can happen to a unit after an action, by how it stood before it and stands now; None for what no owner minds."""


class _Way(NamedTuple):
    """A trail, and what can happen on it."""

    trail: Trail
    told: tuple[Hashable, ...]


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
    mover, placement = end.mover, (end.square, end.facing, end.formation)
    ranges, has_stepped, most = ranges_from(mover.board, end.square), end.has_stepped, most_squares(mover)
    found: dict[Hashable, WholeMove] = {_class_of(_along(mover, end.actions, happening), mover): end}
    start = _Way(Trail(None, None, mover.start), ())
    waiting = deque([start])
    seen: set[Hashable] = set()
    while waiting:
        before, told = waiting.popleft()
        for action, now in onward(mover, before.now, is_first=before.action is None):
            if ranges[now.square] > mover.left(now) and now.formation != "dismounted":
                continue
            then = happening(before.now, action, now)
            told_then = told if then is None else (*told, then)
            key = (now, told_then)
            if key in seen:
                continue
            seen.add(key)
            way = _Way(Trail(before, action, now), told_then)
            if not now.ended_by and now.used < most:
                waiting.append(way)
            if now[:3] == placement and mover.unable_to_end(now) is None:
                move = whole_move(mover, way.trail)
                if move.has_stepped == has_stepped:
                    found.setdefault(_class_of(way, mover), move)
    return tuple(found.values())


def _along(mover: Mover, actions: Iterable[Action], happening: Happening) -> _Way:
    """Return the way that a list of legal actions leads."""
    way = _Way(Trail(None, None, mover.start), ())
    for action in actions:
        before = way.trail
        now = mover.after(before.now, action)
        assert isinstance(now, Standing)  # noqa: S101 - the action was found legal
        then = happening(before.now, action, now)
        way = _Way(Trail(before, action, now), way.told if then is None else (*way.told, then))
    return way


def _class_of(way: _Way, mover: Mover) -> Hashable:
    """Return what tells a way apart from others to the same end: what can happen on it, and how it leaves the unit."""
    now = way.trail.now
    to_charge = mover.left(now) if now.formation == "mounted" and mover.is_near_enemy(now.square) else 0
    return way.told, mover.unit_of(now), mover.horses_of(now), to_charge


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
    ways = [way for way, to in ground_at(board, here).ways if FERRY in between(board, here, to).features]
    if not ways:
        return ()
    mover = Mover(field, unit, terms)
    start = Trail(None, None, mover.start)
    found: list[WholeMove] = []
    for way in ways:
        action = FerryAcross(to=way)
        after = None if mover.unable_to_start(action) is not None else mover.after(start.now, action)
        if isinstance(after, Standing) and mover.unable_to_end(after) is None:
            found.append(whole_move(mover, Trail(start, action, after)))
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
    found: list[WholeMove] = []
    start = Trail(None, None, mover.start)
    waiting = deque([start])
    seen = {start.now[WHAT_FOLLOWS]}
    while waiting:
        before = waiting.popleft()
        for way in mover.grid.directions:
            action = Step(to=way)
            bogs = mover.after(before.now, action) is None
            if bogs and (before.action is None or mover.unable_to_end(before.now) is None):
                found.append(evolve(whole_move(mover, Trail(before, action, before.now)), bogged=True))
        for action_made, after in onward(mover, before.now, is_first=before.action is None):
            if after[WHAT_FOLLOWS] not in seen and not after.ended_by:
                seen.add(after[WHAT_FOLLOWS])
                waiting.append(Trail(before, action_made, after))
    return tuple(found)
