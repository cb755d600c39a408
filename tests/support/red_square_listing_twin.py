"""Whole moves the slow way: every list of actions there is, the shorter first, each judged from its beginning."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, TypeAlias

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareDirection
from rcw_rules.red_square.movement.actions import Turn

Placement: TypeAlias = tuple[tuple[int, int], str, str | None]

WAYS: tuple[SquareDirection, ...] = ("NE", "E", "SE", "SW", "W", "NW")
TURNS: tuple[Turn, ...] = ("keep", "left", "right", "about", "road")
AT_WILL = ("mg", "hq", "co", "commissar", "cheka")


def actions_of(unit: rs.Unit) -> tuple[rs.Action, ...]:
    """Return all that a unit of its kind could try, in the order in which moves are listed."""
    turns: tuple[Turn, ...] = ("keep",) if unit.kind in AT_WILL else TURNS
    steps = [rs.Step(to=way, then=turn) for way in WAYS for turn in turns]
    wheels = [] if unit.kind in AT_WILL else [rs.Wheel(eighths=eighths) for eighths in (-1, 1, -2, 2)]
    changes: dict[str, list[Any]] = {
        "infantry": [rs.ChangeFormation(to=to) for to in ("masses", "waves", "firing_line")],
        "cavalry": [rs.ChangeFormation(to="mounted"), rs.ChangeFormation(to="scouting"), rs.Mount(), rs.Dismount()],
        "artillery": [rs.Limber(), rs.Unlimber()],
    }
    return (*steps, *wheels, *changes.get(unit.kind, []))


def slow_moves(
    field: rs.Field, unit: rs.Unit, terms: rs.MoveTerms, longest: int
) -> dict[Placement, tuple[rs.Action, ...]]:
    """Return the first list of at most so many actions to every placement in which a unit may end."""
    found: dict[Placement, tuple[rs.Action, ...]] = {}
    begun: list[tuple[rs.Action, ...]] = [()]
    for _ in range(longest):
        begun = [*_one_longer(field, unit, terms, begun)]
        for actions in begun:
            course = rs.course_of(field, unit, actions, terms)
            last = course.legs[-1]
            if course.is_legal:
                found.setdefault((last.square, last.facing, last.formation), actions)
    return found


def _one_longer(
    field: rs.Field, unit: rs.Unit, terms: rs.MoveTerms, begun: list[tuple[rs.Action, ...]]
) -> Iterator[tuple[rs.Action, ...]]:
    """Yield every list that goes on by an action that may be made, whether or not the move may end after it."""
    for actions, action in product(begun, actions_of(unit)):
        longer = (*actions, action)
        course = rs.course_of(field, unit, longer, terms)
        if len(course.legs) == len(longer):
            yield longer
