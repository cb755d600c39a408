"""Whole moves: every place where a unit may end a move, to choose from or to draw."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cache, cached_property
from typing import Final, NamedTuple

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
from rcw_rules.red_square.movement.standing import BUT_FOR_COST, Standing

TURNED: Final[tuple[Turn, ...]] = ("left", "right", "about")
"""The free turns in a square entered, except keeping the facing."""

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


class Trail(NamedTuple):
    """How a unit came to stand as it does.

    Attributes:
        before: How it came to stand as it did before its latest action; None before the first.
        action: That action; None before the first.
        now: How it stands.
        near_enemy: Whether it has entered a square held by an enemy or next to one.
    """

    before: Trail | None
    action: Action | None
    now: Standing
    near_enemy: bool = False

    @property
    def actions(self) -> tuple[Action, ...]:
        """Its actions, in order."""
        found: list[Action] = []
        trail: Trail | None = self
        while trail is not None and trail.action is not None:
            found.append(trail.action)
            trail = trail.before
        return tuple(reversed(found))


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
    return tuple(whole_move(mover, trail) for trail in _trails(mover))


def whole_move(mover: Mover, trail: Trail) -> WholeMove:
    """Return the whole move that a trail is."""
    square, facing, formation = trail.now.placement
    return WholeMove(square=square, facing=facing, formation=formation, actions=trail.actions, mover=mover)


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
    return any(trail.near_enemy for trail in _trails(mover))


def _trails(mover: Mover) -> Iterator[Trail]:
    """Yield the first trail to every placement in which a unit may end, in the order of `whole_moves`.

    Every action takes one square, so whoever stands somewhere for the first time has used the fewest, and who comes to
    stand alike later can do nothing more than they. To stand as in the beginning is to have moved, all the same.
    """
    start = Trail(None, None, mover.start)
    most = most_squares(mover)
    placements: set[tuple[Square, Facing, Formation | None]] = set()
    seen: set[tuple[object, ...]] = set()
    waiting = deque([start])
    while waiting:
        before = waiting.popleft()
        for action, now in onward(mover, before.now, is_first=before.action is None):
            alike = now[BUT_FOR_COST]
            if alike in seen:
                continue
            seen.add(alike)
            entered = now.square != before.now.square or isinstance(action, Mount)
            near_enemy = before.near_enemy or (entered and mover.is_near_enemy(now.square))
            trail = Trail(before, action, now, near_enemy)
            if not now.ended_by and now.used < most:
                waiting.append(trail)
            placement = now[:3]
            if placement not in placements and mover.unable_to_end(now) is None:
                placements.add(placement)
                yield trail


def most_squares(mover: Mover) -> int:
    """Return how many squares a move has at most; a formation that does not move has one, to change it."""
    return max(mover.rates.open, mover.rates.road, 1)


def onward(mover: Mover, now: Standing, *, is_first: bool) -> Iterator[tuple[Action, Standing]]:
    """Yield everything that may be done next, with how the unit stands after it.

    Steps in one direction differ in their free turn only, so that one of them is judged for all. So do wheels.
    """
    steps = _steps_of()
    if not is_first or mover.unable_to_start(steps["NE"]["keep"]) is None:
        faced = _faced(now.facing) if mover.is_bound else mover.grid.directions
        for way, lane in mover.lanes_from(now):
            by_road = now.formation == "masses" and lane.over.is_by_road
            if way not in faced and not by_road:
                continue
            kept = mover.step_along(now, lane)
            if not isinstance(kept, Standing):
                continue
            if way in faced:
                yield steps[way]["keep"], kept
                if mover.is_bound:
                    for turn, facing in _free_turns(now.facing):
                        yield steps[way][turn], _facing(kept, facing)
            if by_road:
                yield steps[way]["road"], _facing(kept, way)
    if mover.is_bound and (not is_first or mover.unable_to_start(WHEELS[0]) is None):
        wheeled = mover.wheel(now, WHEELS[0])
        if isinstance(wheeled, Standing):
            for wheel in WHEELS:
                yield wheel, _facing(wheeled, _turned(now.facing, wheel.eighths))
    changes = () if now.changed else _changes_of(mover.unit.kind, now.formation)
    for change in changes:
        if not is_first or mover.unable_to_start(change) is None:
            after = mover.change(now, change)
            if not isinstance(after, Objection):
                yield change, after


def _facing(now: Standing, facing: Facing) -> Standing:
    return Standing._make((now.square, facing, *now[2:]))


@cache
def _steps_of() -> dict[SquareDirection, dict[Turn, Step]]:
    """Return every step with every turn after it, each made once."""
    turns: tuple[Turn, ...] = (*TURNS, "road")
    return {way: {turn: Step(to=way, then=turn) for turn in turns} for way in _GRID.directions}


_GRID: Final = SquareGrid(columns=1, rows=1)


@cache
def _faced(facing: Facing) -> tuple[SquareDirection, ...]:
    return _GRID.faced_directions(facing)


@cache
def _turned(facing: Facing, eighths: int) -> Facing:
    return _GRID.turned(facing, eighths)


@cache
def _free_turns(facing: Facing) -> tuple[tuple[Turn, Facing], ...]:
    """Return the facings after the free turns, in order."""
    return tuple((turn, _turned(facing, TURNS[turn])) for turn in TURNED)


@cache
def _changes_of(kind: Kind, formation: Formation | None) -> tuple[Change, ...]:
    """Return the changes of formation to try, in order."""
    if kind == "infantry":
        formations: tuple[Formation, ...] = ("masses", "waves", "firing_line")
        return tuple(ChangeFormation(to=to) for to in formations if to != formation)
    if kind == "cavalry":
        return ChangeFormation(to="mounted"), ChangeFormation(to="scouting"), Mount(), Dismount()
    return (Limber(), Unlimber()) if kind == "artillery" else ()
