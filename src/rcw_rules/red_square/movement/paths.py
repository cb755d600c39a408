"""Paths: the different ways to one end of a move, and what `whole_moves` leaves out, ferries and steps that bog."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable

from rcw_rules.red_square.ground import Field, where
from rcw_rules.red_square.model import TANKS, Unit
from rcw_rules.red_square.movement.actions import Action, Course, FerryAcross, Leg, MoveTerms, Step
from rcw_rules.red_square.movement.choices import WholeMove, onward, standing_key
from rcw_rules.red_square.movement.course import Mover
from rcw_rules.red_square.movement.standing import Standing

Happening = Callable[[Unit, Leg], Hashable]
"""What can happen to a unit after a leg, given how it stood before it; None for nothing that an owner cares about."""


def paths_to(field: Field, unit: Unit, terms: MoveTerms, end: WholeMove, happening: Happening) -> tuple[WholeMove, ...]:
    """Return ways to the end of a move that differ in what can happen on them: *end* first, then shorter ones first.

    Two ways are alike if the same can happen on them, one thing after the other, and they leave the unit alike. Of
    those that are alike the first in the order of `whole_moves` is returned. A move on the spot has no path that leaves
    the square, and a move that leaves it none on the spot.

    Args:
        field: The field.
        unit: The mover, as it is on the field.
        terms: On what terms.
        end: One of its whole moves.
        happening: Tells what can happen after a leg; the same for legs that need not be told apart.

    Rules: move-table, fire-2-threat.
    """
    mover = Mover(field, unit, terms)
    has_stepped = _has_stepped(end.course)
    found: dict[Hashable, WholeMove] = {_class_of(unit, end.course, happening): end}
    waiting: deque[tuple[Standing, tuple[Leg, ...], tuple[Hashable, ...]]] = deque([(mover.start, (), ())])
    seen: set[Hashable] = set()
    while waiting:
        now, legs, told = waiting.popleft()
        if now.ended_by or now.used >= max(mover.rates.open, mover.rates.road, 1):
            continue
        for action, after in onward(mover, now, is_first=not legs):
            leg = mover.leg(action, after)
            if mover.grid.distance(leg.square, end.square) > leg.left and leg.formation != "dismounted":
                continue
            then = happening(legs[-1].unit if legs else unit, leg)
            told_then = told if then is None else (*told, then)
            key = (standing_key(after), after.unit, told_then)
            if key in seen:
                continue
            seen.add(key)
            way = (*legs, leg)
            waiting.append((after, way, told_then))
            is_there = (leg.square, leg.facing, leg.formation) == (end.square, end.facing, end.formation)
            if not is_there or mover.unable_to_end(after) is not None:
                continue
            course = Course(legs=way)
            if _has_stepped(course) == has_stepped:
                move = WholeMove(
                    square=end.square,
                    facing=end.facing,
                    formation=end.formation,
                    actions=tuple(one.action for one in way),
                    course=course,
                )
                found.setdefault(_class_of(unit, course, happening), move)
    return tuple(found.values())


def _class_of(unit: Unit, course: Course, happening: Happening) -> Hashable:
    """Return what tells a way apart from others to the same end: what can happen on it, and how it leaves the unit."""
    before = (unit, *(leg.unit for leg in course.legs))
    told = (happening(was, leg) for was, leg in zip(before, course.legs, strict=False))
    last = course.legs[-1]
    to_charge = last.left if last.near_enemy and last.formation == "mounted" else 0
    return tuple(one for one in told if one is not None), last.unit, last.horses, to_charge


def _has_stepped(course: Course) -> bool:
    return any(leg.is_step for leg in course.legs)


def ferry_moves(field: Field, unit: Unit, terms: MoveTerms) -> tuple[WholeMove, ...]:
    """Return the crossings by a ferry that a unit may begin or end now, clockwise from north.

    One that waits for the ferry since the last turn is put across; any other goes to it and stays where it is.

    Args:
        field: The field.
        unit: The unit, as it is on the field.
        terms: On what terms.

    Rules: terrain-water.
    """
    mover = Mover(field, unit, terms)
    grid, here = field.board.grid, where(unit)
    found: list[WholeMove] = []
    for way in grid.directions:
        to = grid.neighbour(here, way)
        if to is None or "ferry" not in field.board.features_between(here, to):
            continue
        action = FerryAcross(to=way)
        after = None if mover.unable_to_start(action) is not None else mover.after(mover.start, action)
        if isinstance(after, Standing) and mover.unable_to_end(after) is None:
            found.append(_ending(mover, (action,), Course(legs=(mover.leg(action, after),))))
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
    found: list[WholeMove] = []
    waiting: deque[tuple[Standing, tuple[Leg, ...]]] = deque([(mover.start, ())])
    seen = {standing_key(mover.start)}
    while waiting:
        now, legs = waiting.popleft()
        made = tuple(leg.action for leg in legs)
        for way in mover.grid.directions:
            action = Step(to=way)
            if not legs and mover.unable_to_start(action) is not None:
                return ()
            if mover.after(now, action) is None and (not legs or mover.unable_to_end(now) is None):
                found.append(_ending(mover, (*made, action), Course(legs=legs, bogged=True)))
        for action_made, after in onward(mover, now, is_first=not legs):
            if standing_key(after) not in seen:
                seen.add(standing_key(after))
                waiting.append((after, (*legs, mover.leg(action_made, after))))
    return tuple(found)


def _ending(mover: Mover, actions: tuple[Action, ...], course: Course) -> WholeMove:
    unit = course.legs[-1].unit if course.legs else mover.unit
    return WholeMove(square=where(unit), facing=unit.facing, formation=unit.formation, actions=actions, course=course)
