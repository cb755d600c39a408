"""Which way a unit goes to its destination, where ways to it differ in what can happen."""

from __future__ import annotations

from collections.abc import Hashable

from attrs import evolve

from rcw_rules.red_square.activation.choices import PATH, Path, Situation, told_apart
from rcw_rules.red_square.activation.moves import trains_driven_off
from rcw_rules.red_square.activation.state import Progress
from rcw_rules.red_square.ground import Field, aspect_of, where
from rcw_rules.red_square.model import TANKS, Unit, enemy_of
from rcw_rules.red_square.movement import Course, Leg, MoveTerms, WholeMove, gaps_of, paths_to
from rcw_rules.red_square.shots import Book, interruptions, is_still_to_come


def path_for(progress: Progress, name: str, move: WholeMove, terms: MoveTerms, situation: Situation) -> Course:
    """Return the course by which a unit makes a move: that of the owner's choice where its ways differ.

    Args:
        progress: The activation.
        name: The unit.
        move: The move, with one way to make it.
        terms: On what terms the unit moves.
        situation: What its owner sees.

    Rules: fire-2-threat, fire-2-hold, move-overrun-continue, train-6-retreat, terrain-wire-gap, fire-9-double.
    """
    unit, dangers = progress.unit(name), Dangers(progress.field, progress.unit(name), progress.book)
    courses = [one.course for one in paths_to(progress.field, unit, terms, move, dangers.after)]
    paths = told_apart({dangers.path(course): course for course in courses})
    return paths[progress.choose(PATH, tuple(paths), situation)]


class Dangers:
    """What can happen to a unit on its way, on a field as it is before the move."""

    def __init__(self, field: Field, mover: Unit, book: Book) -> None:
        self.field = field
        self.book = book
        self.mover = mover
        self._may_be_fired_at: bool = any(
            enemy.this_turn.holds_fire or is_still_to_come(field, enemy) for enemy in field.of(enemy_of(mover.side))
        )
        self._known: dict[Hashable, tuple[str, ...]] = {}

    def after(self, was: Unit, leg: Leg) -> Hashable:
        """Return what can happen after a leg, None for nothing.

        Args:
            was: The unit before it.
            leg: The leg.

        Rules: fire-2-threat, fire-2-hold, move-overrun-continue, train-6-retreat, terrain-wire-gap.
        """
        if not leg.is_step:
            return None
        grid = self.field.board.grid
        firers = tuple(
            (name, aspect_of(grid, leg.unit, where(self.field.unit(name)))) for name in self.firers_after(leg)
        )
        trains = trains_driven_off(self.field, leg.unit)
        gaps = gaps_of(self.field, was, Course(legs=(leg,))) if was.kind in TANKS else ()
        overrun = (was.square, leg.facing, leg.left) if leg.overruns else None
        if not firers and not trains and not gaps and not overrun:
            return None
        return leg.square, leg.formation, leg.unit.visible, leg.unit.advancing, firers, trains, gaps, overrun

    def firers_after(self, leg: Leg) -> tuple[str, ...]:
        """Return the names of the enemies who may fire at the unit after a leg; those overrun are taken to be gone.

        Rules: fire-2-threat, fire-2-hold, art-open-sights.
        """
        if not self._may_be_fired_at or not leg.is_step:
            return ()
        horses = () if leg.horses is None else (leg.horses,)
        key = (leg.square, leg.facing, leg.formation, leg.unit.visible, *horses)
        if key not in self._known:
            gone = (evolve(self.field.unit(name), square=None, bases=0) for name in leg.overruns)
            field = self.field.with_units(leg.unit, *horses, *gone)
            self._known[key] = tuple(one.firer for one in interruptions(field, leg.unit, self.book))
        return self._known[key]

    def path(self, course: Course) -> Path:
        """Return a course as its owner is shown it."""
        return Path(
            actions=tuple(leg.action for leg in course.legs),
            squares=tuple(leg.square for leg in course.legs if leg.is_step),
            fired_at_by=tuple(dict.fromkeys(name for leg in course.legs for name in self.firers_after(leg))),
        )
