"""Whole moves: every place where a unit may end a move, to choose from or to draw."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache, cached_property
from typing import Final, TypeAlias

from attrs import field, frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.squares import Facing, Square, SquareDirection, SquareGrid
from rcw_rules.red_square.ground import Field
from rcw_rules.red_square.model import Formation, Kind, Unit
from rcw_rules.red_square.movement.actions import (
    Action,
    Change,
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
from rcw_rules.red_square.movement.course import course_by
from rcw_rules.red_square.movement.mover import TURNS, Mover
from rcw_rules.red_square.movement.standing import STATE, Standing, standing_of

TURNED: Final[tuple[Turn, ...]] = ("left", "right", "about")
"""The free turns in a square entered, except keeping the facing."""

Placement: TypeAlias = tuple[Square, Facing, Formation | None]
"""Where a unit stands and faces, and its formation."""

WHEELS: Final = tuple(Wheel(eighths=eighths) for eighths in (-1, 1, -2, 2))


@frozen(kw_only=True)
class WholeMove:
    """A way to end a move.

    Attributes:
        square: Where the unit ends.
        facing: Where it faces then.
        formation: Its formation then.
        actions: The shortest way there; of several, the first in the order of `whole_moves`.
        bogged: Whether a tank bogs in the attempt to make the last of them, a step.
        mover: The unit that moves.
    """

    square: Square
    facing: Facing
    formation: Formation | None
    actions: tuple[Action, ...]
    bogged: bool = False
    mover: Mover = field(eq=False, repr=False)

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
    mover = Mover(field, unit, terms)
    return tuple(
        WholeMove(square=square, facing=facing, formation=formation, actions=actions, mover=mover)
        for (square, facing, formation), actions, _ in _ends(mover)
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
    return any(is_near for _, _, is_near in _ends(mover))


def _ends(mover: Mover) -> Iterator[tuple[Placement, tuple[Action, ...], bool]]:
    """Yield every placement in which a unit may end, with the first way there, in the order of `whole_moves`.

    The last says whether the way leads into a square held by an enemy or next to one.

    Every action takes one square, so whoever stands somewhere for the first time has used the fewest, and who comes to
    stand alike later can do nothing more than they. To stand as in the beginning is to have moved, all the same.
    """
    most = most_squares(mover)
    placements: set[Placement] = set()
    seen: set[tuple[object, ...]] = set()
    waiting: deque[tuple[Standing, tuple[Action, ...], bool]] = deque([(mover.start, (), False)])
    while waiting:
        before, actions, was_near = waiting.popleft()
        for kept, turns in onward(mover, before, is_first=not actions):
            square, formation, state = kept.square, kept.formation, kept[STATE]
            entered = square != before.square or isinstance(turns[0][0], Mount)
            is_near = was_near or (entered and square in mover.near)
            goes_on = not kept.ended_by and kept.used < most
            can_end: bool | None = None
            for action, facing in turns:
                if goes_on:
                    alike = (square, facing, state)
                    if alike in seen:
                        continue
                    seen.add(alike)
                    waiting.append((facing_to(kept, facing), (*actions, action), is_near))
                placement = (square, facing, formation)
                if placement not in placements:
                    if can_end is None:  # wherever it faces
                        can_end = mover.unable_to_end(kept) is None
                    if can_end:
                        placements.add(placement)
                        yield placement, (*actions, action), is_near


def most_squares(mover: Mover) -> int:
    """Return how many squares a move has at most; a formation that does not move has one, to change it."""
    return max(mover.rates.open, mover.rates.road, 1)


def onward(mover: Mover, now: Standing, *, is_first: bool) -> Iterator[tuple[Standing, _Turns]]:
    """Yield everything that may be done next: how the unit stands after it, and what it may do so, to face where.

    Steps in one direction differ in their free turn only, so that one of them is judged for all. So do wheels.
    """
    if not is_first or mover.unable_to_start(_A_STEP) is None:
        ways = _ways_of(now.facing, is_bound=mover.is_bound)
        for way, lane in mover.lanes_from(now):
            by_road = now.formation == "masses" and lane.over.is_by_road
            turns = ways[by_road].get(way)
            if turns is not None:
                kept = mover.step_along(now, lane)
                if isinstance(kept, Standing):
                    yield kept, turns
    if mover.is_bound and (not is_first or mover.unable_to_start(WHEELS[0]) is None):
        wheeled = mover.wheel(now, WHEELS[0])
        if isinstance(wheeled, Standing):
            yield wheeled, _wheels_of(now.facing)
    for change in () if now.changed else _changes_of(mover.unit.kind, now.formation):
        if not is_first or mover.unable_to_start(change) is None:
            after = mover.change(now, change)
            if not isinstance(after, Objection):
                yield after, ((change, after.facing),)


def facing_to(now: Standing, facing: Facing) -> Standing:
    """Return a standing with another facing."""
    return now if now.facing == facing else standing_of((now.square, facing, *now[2:]))


_Turns: TypeAlias = tuple[tuple[Action, Facing], ...]
"""Actions that leave a unit alike but for its facing, with the facing after each."""

_GRID: Final = SquareGrid(columns=1, rows=1)
_A_STEP: Final = Step(to="NE")


@cache
def _ways_of(facing: Facing, *, is_bound: bool) -> tuple[dict[SquareDirection, _Turns], dict[SquareDirection, _Turns]]:
    """Return the steps open to who faces somewhere, each with the facings after it: off roads, and of masses on one."""
    faced = _GRID.faced_directions(facing) if is_bound else _GRID.directions
    free: tuple[Turn, ...] = ("keep", *TURNED) if is_bound else ("keep",)
    off_road: dict[SquareDirection, _Turns] = {
        way: tuple((Step(to=way, then=turn), _GRID.turned(facing, TURNS[turn])) for turn in free) for way in faced
    }
    by_road: dict[SquareDirection, _Turns] = {
        way: (*off_road.get(way, ()), (Step(to=way, then="road"), way)) for way in _GRID.directions
    }
    return off_road, by_road


@cache
def _wheels_of(facing: Facing) -> _Turns:
    return tuple((wheel, _GRID.turned(facing, wheel.eighths)) for wheel in WHEELS)


@cache
def _changes_of(kind: Kind, formation: Formation | None) -> tuple[Change, ...]:
    """Return the changes of formation to try, in order."""
    if kind == "infantry":
        formations: tuple[Formation, ...] = ("masses", "waves", "firing_line")
        return tuple(ChangeFormation(to=to) for to in formations if to != formation)
    if kind == "cavalry":
        return ChangeFormation(to="mounted"), ChangeFormation(to="scouting"), Mount(), Dismount()
    return (Limber(), Unlimber()) if kind == "artillery" else ()
