"""Stances: how a mover stands whichever way it faces, and what it may do next, worked out once for all facings.

Most standings of a search differ in their facing only, and of what may follow only the ways of a step depend on that.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final, TypeAlias

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.geometry.squares import Facing, Square, SquareDirection, SquareGrid
from rcw_rules.red_square.model import Formation, Kind
from rcw_rules.red_square.movement.actions import (
    Action,
    Change,
    ChangeFormation,
    Dismount,
    Limber,
    Mount,
    Step,
    Turn,
    Unlimber,
    Wheel,
)
from rcw_rules.red_square.movement.lanes import Lane
from rcw_rules.red_square.movement.mover import TURNS, Mover
from rcw_rules.red_square.movement.standing import STATE, Standing, standing_of

TURNED: Final[tuple[Turn, ...]] = ("left", "right", "about")
"""The free turns in a square entered, except keeping the facing."""

WHEELS: Final = tuple(Wheel(eighths=eighths) for eighths in (-1, 1, -2, 2))

Turns: TypeAlias = tuple[tuple[Action, Facing], ...]
"""Actions that leave a unit alike but for its facing, with the facing after each."""


class Stance:
    """A standing of a mover, whichever way it faces.

    Attributes:
        now: The standing, facing as the mover did before its move.
        square: Where it is.
        formation: Its formation.
        alike: The same number for stances that differ in the squares used, and in how the enemy sees the unit, alone:
            the fewer squares, the more may follow.
        goes_on: Whether anything may be done after it.
        is_near: Whether an enemy is in its square or next to it, so that to enter it takes a test.
        can_end: Whether the move may end with it; None until somebody asks.
        onward: What `Stances.onward` found, by facing.
        steps: The stances after steps; None for those that may not be made.
        standings: The standing by its facing.
    """

    __slots__ = (
        "alike",
        "can_end",
        "changes",
        "formation",
        "goes_on",
        "is_near",
        "now",
        "onward",
        "square",
        "standings",
        "steps",
        "wheeled",
    )

    def __init__(self, now: Standing, alike: int, *, goes_on: bool, is_near: bool) -> None:
        self.now: Standing = now
        self.square: Square = now.square
        self.formation: Formation | None = now.formation
        self.alike: int = alike
        self.goes_on: bool = goes_on
        self.is_near: bool = is_near
        self.can_end: bool | None = None
        self.onward: dict[Facing, tuple[tuple[Stance, Turns], ...]] = {}
        self.steps: dict[SquareDirection, Stance | None] = {}
        self.wheeled: tuple[Stance, ...] | None = None
        self.changes: tuple[tuple[Change, Stance], ...] | None = None
        self.standings: dict[Facing, Standing] = {now.facing: now}

    def facing(self, facing: Facing) -> Standing:
        """Return the standing that faces so."""
        found = self.standings.get(facing)
        if found is None:
            found = self.standings[facing] = facing_to(self.now, facing)
        return found


class Stances:
    """The stances of a mover, each worked out when it is first asked for.

    Attributes:
        mover: The mover.
        start: How it stands before its move.
    """

    def __init__(self, mover: Mover) -> None:
        self.mover = mover
        self._facing: Facing = mover.unit.facing
        self._most: int = most_squares(mover)
        self._found: dict[Standing, Stance] = {}
        self._alike: dict[tuple[object, ...], int] = {}
        self.start: Stance = self._of(mover.start)

    def onward(self, stance: Stance, facing: Facing) -> tuple[tuple[Stance, Turns], ...]:
        """Return everything that may be done next by who faces so: how it stands then, and how it comes to face where.

        Steps in one direction differ in their free turn only, so that one of them is judged for all. So do wheels.
        """
        found = stance.onward.get(facing)
        if found is None:
            found = stance.onward[facing] = tuple(self._onward(stance, facing))
        return found

    def may_end(self, stance: Stance) -> bool:
        """Return whether the move may end so."""
        if stance.can_end is None:
            stance.can_end = self.mover.unable_to_end(stance.now) is None
        return stance.can_end

    def _onward(self, stance: Stance, facing: Facing) -> Iterator[tuple[Stance, Turns]]:
        mover, now = self.mover, stance.now
        is_first = stance is self.start
        if not is_first or mover.unable_to_start(_A_STEP) is None:
            ways = _ways_of(facing, is_bound=mover.is_bound)
            for way, lane in mover.lanes_from(now.formation, now.square):
                by_road = now.formation == "masses" and lane.over.is_by_road
                turns = ways[by_road].get(way)
                if turns is not None:
                    kept = self._stepped(stance, way, lane)
                    if kept is not None:
                        yield kept, turns
        if mover.is_bound and (not is_first or mover.unable_to_start(WHEELS[0]) is None):
            for wheeled in self._wheeled(stance):
                yield wheeled, _wheels_of(facing)
        for change, after in self._changes(stance):
            yield after, ((change, facing),)

    def _stepped(self, stance: Stance, way: SquareDirection, lane: Lane) -> Stance | None:
        if way not in stance.steps:
            kept = self.mover.step_along(stance.now, lane)
            stance.steps[way] = self._of(kept) if isinstance(kept, Standing) else None
        return stance.steps[way]

    def _wheeled(self, stance: Stance) -> tuple[Stance, ...]:
        """Return how it stands after a wheel, if it may wheel."""
        if stance.wheeled is None:
            wheeled = self.mover.wheel(stance.now, WHEELS[0])
            stance.wheeled = (self._of(wheeled),) if isinstance(wheeled, Standing) else ()
        return stance.wheeled

    def _changes(self, stance: Stance) -> tuple[tuple[Change, Stance], ...]:
        """Return the changes of formation that it may make, and how it stands then."""
        if stance.changes is None:
            mover, now = self.mover, stance.now
            found: list[tuple[Change, Stance]] = []
            for change in () if now.changed else _changes_of(mover.unit.kind, now.formation):
                if stance is not self.start or mover.unable_to_start(change) is None:
                    after = mover.change(now, change)
                    if not isinstance(after, Objection):
                        found.append((change, self._of(after)))
            stance.changes = tuple(found)
        return stance.changes

    def _of(self, now: Standing) -> Stance:
        now = facing_to(now, self._facing)
        found = self._found.get(now)
        if found is None:
            facts: tuple[object, ...] = (now.square, now[STATE])
            alike = self._alike.setdefault(facts, len(self._alike))
            goes_on = not now.ended_by and now.used < self._most
            found = self._found[now] = Stance(now, alike, goes_on=goes_on, is_near=now.square in self.mover.near)
        return found


def most_squares(mover: Mover) -> int:
    """Return how many squares a move has at most; a formation that does not move has one, to change it."""
    return max(mover.rates.open, mover.rates.road, 1)


def facing_to(now: Standing, facing: Facing) -> Standing:
    """Return a standing with another facing."""
    return now if now.facing == facing else standing_of((now.square, facing, *now[2:]))


_GRID: Final = SquareGrid(columns=1, rows=1)
_A_STEP: Final = Step(to="NE")


@cache
def _ways_of(facing: Facing, *, is_bound: bool) -> tuple[dict[SquareDirection, Turns], dict[SquareDirection, Turns]]:
    """Return the steps open to who faces somewhere, each with the facings after it: off roads, and of masses on one."""
    faced = _GRID.faced_directions(facing) if is_bound else _GRID.directions
    free: tuple[Turn, ...] = ("keep", *TURNED) if is_bound else ("keep",)
    off_road: dict[SquareDirection, Turns] = {
        way: tuple((Step(to=way, then=turn), _GRID.turned(facing, TURNS[turn])) for turn in free) for way in faced
    }
    by_road: dict[SquareDirection, Turns] = {
        way: (*off_road.get(way, ()), (Step(to=way, then="road"), way)) for way in _GRID.directions
    }
    return off_road, by_road


@cache
def _wheels_of(facing: Facing) -> Turns:
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
