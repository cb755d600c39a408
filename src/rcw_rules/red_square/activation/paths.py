"""Which way a unit goes to its destination, where ways to it differ in what can happen."""

from __future__ import annotations

from collections.abc import Hashable

from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.activation.choices import PATH, Path, Situation, told_apart
from rcw_rules.red_square.activation.moves import trains_driven_off
from rcw_rules.red_square.activation.state import Progress
from rcw_rules.red_square.ground import Field, aspect_in, ranges_from, where
from rcw_rules.red_square.model import TANKS, Formation, enemy_of
from rcw_rules.red_square.movement import Action, Course, Mount, Mover, Standing, WholeMove, gap_made, paths_to
from rcw_rules.red_square.shots import Book, Interruption, interruptions_by_facing, interrupts_within, provokes


def path_for(progress: Progress, move: WholeMove, situation: Situation) -> Course:
    """Return the course by which a unit makes a move: that of the owner's choice where its ways differ.

    Args:
        progress: The activation.
        move: The move, with one way to make it.
        situation: What its owner sees.

    Rules: fire-2-threat, fire-2-hold, move-overrun-continue, train-6-retreat, terrain-wire-gap, fire-9-double.
    """
    dangers = Dangers(move.mover, progress.book)
    paths = told_apart({dangers.path(one): one for one in paths_to(move, dangers.after)})
    return paths[progress.choose(PATH, tuple(paths), situation)].course


class Dangers:
    """What can happen to a unit on its way, on a field as it is before the move."""

    def __init__(self, mover: Mover, book: Book) -> None:
        self.field: Field = mover.field
        self.book = book
        self.mover = mover
        enemies = self.field.of(enemy_of(mover.unit.side))
        waiting = [(where(enemy), interrupts_within(self.field, enemy, book)) for enemy in enemies]
        self._waiting = [(square, squares) for square, squares in waiting if squares]
        self._has_trains: bool = any(enemy.kind == "train" for enemy in enemies)
        self._in_reach: dict[Square, bool] = {}
        self._ready: dict[Hashable, tuple[tuple[Interruption, Square], ...]] = {}
        self._firers: dict[Hashable, tuple[tuple[str, Hashable], ...]] = {}
        self._trains: dict[tuple[Square, Formation | None], tuple[str, ...]] = {}

    def after(self, before: Standing, action: Action, now: Standing) -> Hashable:
        """Return what can happen after an action, None for nothing.

        Args:
            before: How the unit stood before it.
            action: The action.
            now: How the unit stands after it.

        Rules: fire-2-threat, fire-2-hold, move-overrun-continue, train-6-retreat, terrain-wire-gap.
        """
        mover = self.mover
        if before.square == now.square and not isinstance(action, Mount):
            return None  # nothing is entered
        firers, trains = self._firers_at(now), self._trains_driven_off(now)
        is_tank = mover.unit.kind in TANKS
        gap = gap_made(self.field, mover.unit, before.square, now.square) if is_tank else None
        overrun = (before.square, now.facing, mover.left(now)) if mover.overruns(now) else None
        if not firers and not trains and gap is None and overrun is None:
            return None
        return now.square, now.formation, now.is_visible, now.is_advancing, firers, trains, gap, overrun

    def _trains_driven_off(self, now: Standing) -> tuple[str, ...]:
        """Return the names of the trains that go back before the unit as it stands.

        Rules: train-6-retreat.
        """
        if not self._has_trains:
            return ()
        key = (now.square, now.formation)
        if key not in self._trains:
            self._trains[key] = trains_driven_off(self.field, self.mover.unit_of(now))
        return self._trains[key]

    def _firers_at(self, now: Standing) -> tuple[tuple[str, Hashable], ...]:
        """Return who may fire at the unit as it stands after a step, and the aspect that it shows to each.

        Those overrun are taken to be gone.

        Rules: fire-2-threat, fire-2-hold, art-open-sights.
        """
        if now.square not in self._in_reach:
            ranges = ranges_from(self.field.board, now.square)
            self._in_reach[now.square] = any(ranges[square] <= squares for square, squares in self._waiting)
        if not self._in_reach[now.square]:
            return ()
        key = (now.square, now.facing, now.formation, now.is_visible, now.horses)
        found = self._firers.get(key)
        if found is None:
            grid, kind = self.field.board.grid, self.mover.unit.kind
            found = self._firers[key] = tuple(
                (one.firer, aspect_in(grid, now.square, now.facing, at, kind=kind, formation=now.formation))
                for one, at in self._ready_for(now)
                if provokes(self.field, now.square, now.facing, one)
            )
        return found

    def _ready_for(self, now: Standing) -> tuple[tuple[Interruption, Square], ...]:
        """Return who may fire at the unit if it faces so as to provoke them, each with its square."""
        key = (now.square, now.formation, now.is_visible, now.horses)
        found = self._ready.get(key)
        if found is None:
            unit, horses = self.mover.unit_of(now), self.mover.horses_of(now)
            gone = (evolve(self.field.unit(name), square=None, bases=0) for name in self.mover.overruns(now))
            field = self.field.with_units(unit, *(() if horses is None else (horses,)), *gone)
            found = self._ready[key] = tuple(
                (one, where(self.field.unit(one.firer))) for one in interruptions_by_facing(field, unit, self.book)
            )
        return found

    def path(self, move: WholeMove) -> Path:
        """Return a move as its owner is shown it."""
        before = self.mover.start
        squares: list[Square] = []
        firers: dict[str, None] = {}
        for action in move.actions:
            now = self.mover.after(before, action)
            assert isinstance(now, Standing)  # noqa: S101 - the move was found legal
            if self.mover.entered(before, action, now) is not None:
                squares.append(now.square)
                firers.update((name, None) for name, _ in self._firers_at(now))
            before = now
        return Path(actions=move.actions, squares=tuple(squares), fired_at_by=tuple(firers))
