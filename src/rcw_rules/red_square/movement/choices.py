"""Whole moves: every place where a unit may end a move, to choose from or to draw."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final

from attrs import evolve, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.squares import Facing, Square
from rcw_rules.red_square.ground import AT_WILL, Field, where
from rcw_rules.red_square.model import Formation, Unit
from rcw_rules.red_square.movement.actions import (
    Action,
    ChangeFormation,
    Course,
    Dismount,
    Limber,
    Mount,
    MoveTerms,
    Step,
    Turn,
    Unlimber,
    Wheel,
)
from rcw_rules.red_square.movement.course import TURNS, Mover
from rcw_rules.red_square.movement.standing import Standing

TURNED: Final[tuple[Turn, ...]] = ("left", "right", "about")
"""The free turns in a square entered, except keeping the facing."""


@frozen(kw_only=True)
class WholeMove:
    """A way to end a move.

    Attributes:
        square: Where the unit ends.
        facing: Where it faces then.
        formation: Its formation then.
        actions: The shortest way there; of several, the first in the order of `whole_moves`.
        course: What happens on it.
    """

    square: Square
    facing: Facing
    formation: Formation | None
    actions: tuple[Action, ...]
    course: Course


def whole_moves(field: Field, unit: Unit, terms: MoveTerms) -> tuple[WholeMove, ...]:
    """Return every placement in which a unit may legally end a move, each with the shortest list of actions.

    Shorter lists come first. Among lists of one length, those whose earlier actions come first: steps clockwise from
    north, each with the facing kept, wheeled left, right, about, or along a road; wheels of 45 and 90 degrees, left
    before right; changes of formation; guns limbered or unlimbered; cavalry mounting or dismounting. MG companies keep
    their face, which they change at will. Ferries and steps in which a tank bogs are left out, and so are other ways to
    the same end: `ferry_moves`, `bogging_moves` and `paths_to` have those.

    Args:
        field: The field.
        unit: The mover, as it is on the field.
        terms: On what terms; with the band "automatic" no place next to an enemy is among them.

    Rules: move-table, move-wheel, move-instead, formations-sequence.
    """
    mover = Mover(field, unit, terms)
    found: dict[tuple[Square, Facing, Formation | None], WholeMove] = {}
    waiting: deque[tuple[Standing, tuple[Action, ...], tuple[Standing, ...]]] = deque([(mover.start, (), ())])
    seen = {standing_key(mover.start)}
    while waiting:
        now, actions, way = waiting.popleft()
        if now.ended_by or now.used >= max(mover.rates.open, mover.rates.road, 1):
            continue
        for action, after in onward(mover, now, is_first=not actions):
            key = standing_key(after)
            if key in seen:
                continue
            seen.add(key)
            longer, further = (*actions, action), (*way, after)
            waiting.append((after, longer, further))
            placement = (where(after.unit), after.unit.facing, after.unit.formation)
            if placement not in found and mover.unable_to_end(after) is None:
                legs = tuple(mover.leg(one, standing) for one, standing in zip(longer, further, strict=True))
                found[placement] = WholeMove(
                    square=placement[0],
                    facing=placement[1],
                    formation=placement[2],
                    actions=longer,
                    course=Course(legs=legs),
                )
    return tuple(found.values())


def standing_key(now: Standing) -> tuple[object, ...]:
    """Return what tells two standings apart, for all that may still follow."""
    unit, horses = now.unit, now.horses
    return (
        unit.square,
        unit.facing,
        unit.formation,
        unit.this_turn.off_road,
        None if horses is None else horses.square,
        now.used,
        now.steps > 0,
        now.changed,
        now.used_since,
        now.is_closed,
        now.is_by_road,
        now.in_friends,
        now.since_overrun,
        now.ended_by,
    )


def onward(mover: Mover, now: Standing, *, is_first: bool) -> Iterator[tuple[Action, Standing]]:
    """Yield everything that may be done next, with how the unit stands after it.

    Steps in one direction differ in their free turn only, so that one of them is judged for all.
    """
    unit = now.unit
    origin, grid = where(unit), mover.grid
    is_bound = unit.kind not in AT_WILL
    faced = grid.faced_directions(unit.facing) if is_bound else grid.directions
    for way in grid.directions:
        if way in faced:
            kept = _after(mover, now, Step(to=way), is_first=is_first)
            if kept is not None:
                yield Step(to=way), kept
                if is_bound:
                    for turn in TURNED:
                        facing = grid.turned(unit.facing, TURNS[turn])
                        yield Step(to=way, then=turn), evolve(kept, unit=evolve(kept.unit, facing=facing))
        to = grid.neighbour(origin, way) if unit.formation == "masses" else None
        if to is not None and mover.board.has_road(origin, to):
            by_road = _after(mover, now, Step(to=way, then="road"), is_first=is_first)
            if by_road is not None:
                yield Step(to=way, then="road"), by_road
    for action in _in_place(unit, is_bound=is_bound):
        after = _after(mover, now, action, is_first=is_first)
        if after is not None:
            yield action, after


def _after(mover: Mover, now: Standing, action: Action, *, is_first: bool) -> Standing | None:
    if is_first and mover.unable_to_start(action) is not None:
        return None
    after = mover.after(now, action)
    return None if isinstance(after, Objection) else after


def _in_place(unit: Unit, *, is_bound: bool) -> tuple[Action, ...]:
    wheels: list[Action] = [Wheel(eighths=eighths) for eighths in (-1, 1, -2, 2)] if is_bound else []
    changes: list[Action] = []
    if unit.kind == "infantry":
        formations: tuple[Formation, ...] = ("masses", "waves", "firing_line")
        changes = [ChangeFormation(to=to) for to in formations if to != unit.formation]
    elif unit.kind == "cavalry":
        changes = [ChangeFormation(to="mounted"), ChangeFormation(to="scouting"), Mount(), Dismount()]
    elif unit.kind == "artillery":
        changes = [Limber(), Unlimber()]
    return (*wheels, *changes)
