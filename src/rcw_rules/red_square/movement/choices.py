"""Whole moves: every place where a unit may end a move, to choose from or to draw."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cached_property
from typing import TypeAlias

from attrs import field, frozen

from rcw_rules.kernel.geometry.squares import Facing, Square
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import Formation, Unit
from rcw_rules.red_square.movement.actions import Action, Course, Mount, MoveTerms, Step
from rcw_rules.red_square.movement.course import course_by
from rcw_rules.red_square.movement.mover import Mover
from rcw_rules.red_square.movement.stances import Stance, Stances, most_squares

Placement: TypeAlias = tuple[Square, Facing, Formation | None]
"""Where a unit stands and faces, and its formation."""


@frozen(kw_only=True)
class WholeMove:
    """A way to end a move.

    Attributes:
        square: Where the unit ends.
        facing: Where it faces then.
        formation: Its formation then.
        actions: The shortest way there; of several, the first in the order of `whole_moves`.
        bogged: Whether a tank bogs in the attempt to make the last of them, a step.
        stances: How the unit may stand in the course of its moves.
    """

    square: Square
    facing: Facing
    formation: Formation | None
    actions: tuple[Action, ...]
    bogged: bool = False
    stances: Stances = field(eq=False, repr=False)

    @property
    def mover(self) -> Mover:
        """The unit that moves."""
        return self.stances.mover

    @cached_property
    def course(self) -> Course:
        """What happens on it, action by action."""
        return course_by(self.mover, self.actions)

    @property
    def has_stepped(self) -> bool:
        """Whether it leads into another square, or to the horses."""
        return self.square != self.mover.unit.square or any(isinstance(one, Step | Mount) for one in self.actions)


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
    stances = Stances(Mover(field, unit, terms))
    return tuple(
        WholeMove(square=square, facing=facing, formation=formation, actions=actions, stances=stances)
        for (square, facing, formation), actions, _ in _ends(stances)
    )


def can_come_near(field: Field, unit: Unit, terms: MoveTerms) -> bool:
    """Return whether a whole move of a unit leads into a square held by an enemy or next to one.

    Args:
        field: The field.
        unit: The mover, as it is on the field.
        terms: On what terms.

    Rules: turn-5-test-needed.
    """
    mover = Mover(field, unit, terms)
    nearest = mover.nearest_enemy()
    if nearest is None or nearest > most_squares(mover) + 1:
        return False
    return any(is_near for _, _, is_near in _ends(Stances(mover)))


def _ends(stances: Stances) -> Iterator[tuple[Placement, tuple[Action, ...], bool]]:
    """Yield every placement in which a unit may end, with the first way there, in the order of `whole_moves`.

    The last says whether the way leads into a square held by an enemy or next to one.

    Every action takes one square, so whoever stands somewhere for the first time has used the fewest, and who comes to
    stand alike later can do nothing more than they. To stand as in the beginning is to have moved, all the same.
    """
    placements: set[Placement] = set()
    seen: set[tuple[int, Facing]] = set()
    waiting: deque[tuple[Stance, Facing, tuple[Action, ...], bool]] = deque()
    waiting.append((stances.start, stances.mover.unit.facing, (), False))
    while waiting:
        before, faced, actions, was_near = waiting.popleft()
        for after, turns in stances.onward(before, faced):
            square, formation, alike, goes_on = after.square, after.formation, after.alike, after.goes_on
            is_near = was_near or (after.is_near and (square != before.square or isinstance(turns[0][0], Mount)))
            for action, facing in turns:
                if goes_on:
                    if (alike, facing) in seen:
                        continue
                    seen.add((alike, facing))
                    waiting.append((after, facing, (*actions, action), is_near))
                placement = (square, facing, formation)
                if placement not in placements and (after.can_end or stances.may_end(after)):
                    placements.add(placement)
                    yield placement, (*actions, action), is_near
