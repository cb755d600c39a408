"""The ways of a retreat: away from the enemies that the unit knows of, over ground that it can pass."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Final, TypeAlias

from attrs import frozen

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.geometry.map_data import MapEdge
from rcw_rules.kernel.geometry.squares import Square, SquareGrid
from rcw_rules.kernel.values import evolve
from rcw_rules.red_square.ground import Field, is_obstacle, known_enemies, ranges_from, where
from rcw_rules.red_square.model import HORSED, RINGS_THAT_DISABLE, WHEELED, Unit, enemy_of
from rcw_rules.red_square.movement.horses import can_remount, removed
from rcw_rules.red_square.movement.steps import crossing, rates_in, row_of
from rcw_rules.red_square.units import entry_objections

OFF_TABLE: Final = None
"""The alternative of leaving over the own edge."""

Way: TypeAlias = Square | None
"""What a retreating unit enters next: a square, or what lies beyond its own edge."""

SQUARES_BACK = 2  # act-retreat
SQUARES_BACK_MOUNTED = 3  # act-retreat


@frozen(kw_only=True)
class Retreating:
    """What the owner sees when choosing among the squares that lead away.

    Attributes:
        field: The field.
        unit: The unit, as it was before its retreat, or remounted.
        path: The squares entered so far.
        known: The enemies that it flees from.
    """

    field: Field
    unit: Unit
    path: tuple[Square, ...]
    known: tuple[Unit, ...]


class RetreatWays:
    """A retreat with everything around it, which does not change on the way; cavalry is remounted where it can be.

    Attributes:
        field: The field, the unit remounted.
        unit: The unit, remounted.
        start: Where it begins its retreat.
        holders: The horse holders that it has reached, None for none.
        known: The enemies that it flees from.
    """

    def __init__(self, field: Field, unit: Unit, charts: Mapping[str, Chart]) -> None:
        self.holders: Unit | None = can_remount(field, unit) if unit.formation == "dismounted" else None
        if self.holders is not None:
            unit = evolve(unit, formation="mounted", square=self.holders.square)
            field = field.with_units(removed(self.holders), unit)
        self.field = field
        self.unit = unit
        self.start: Square = where(unit)
        self.grid: SquareGrid = field.board.grid
        self.known: tuple[Unit, ...] = self._fled_from()
        self._threats = tuple(where(enemy) for enemy in self.known)
        self._enemies = {where(enemy) for enemy in field.of(enemy_of(unit.side))}
        self._chart = charts["occupancy"]
        self._rates = dict(rates_in(charts)).get(row_of(field, unit) or "")
        self._edge: MapEdge = field.edge_of(unit.side)

    def onward(self, path: tuple[Square, ...]) -> tuple[Way, ...]:
        """Return where the next step may lead, clockwise from north, the way off the table last; none at the end."""
        if self.unit.kind == "train":
            return self._along_rails(path)
        found: list[Way] = [to for to in self._steps(path) if self._completes((*path, to))]
        if self._leaves(path):
            found.append(OFF_TABLE)
        return tuple(found)

    # --- Troops and vehicles ------------------------------------------------------------------------------------------

    def _steps(self, path: tuple[Square, ...]) -> tuple[Square, ...]:
        """Return the squares that lead on, whether or not the way can end there.

        Rules: act-retreat, terrain-water, terrain-wire.
        """
        here = self._here(path)
        return tuple(
            to
            for to in self.grid.neighbours(here)
            if to not in self._enemies
            and self._range(to) > self._range(here)
            and len(path) < self._most((*path, to))
            and self._is_passable(here, to)
        )

    def _most(self, path: tuple[Square, ...]) -> int:
        """Return how many squares a retreat by these squares may have.

        Rules: act-retreat, at-results.
        """
        unit, board = self.unit, self.field.board
        if unit.broken_down or unit.bogged or unit.is_pinned:
            return 0
        if unit.must_retreat and self._rates is not None:
            in_open, _, by_road = self._rates
            places = (self.start, *path)
            on_road = all(board.has_road(one, other) for one, other in pairwise(places))
            return min(SQUARES_BACK, by_road if on_road else in_open)
        is_horsed = unit.formation in HORSED
        if is_horsed and not any(is_obstacle(board, square) for square in (self.start, *path)):
            return SQUARES_BACK_MOUNTED
        return SQUARES_BACK

    def _is_passable(self, origin: Square, to: Square) -> bool:
        """Return whether water, wire and, for wheels, rough ground let the unit pass; closed terrain does not slow it.

        Rules: act-retreat, terrain-water, terrain-wire.
        """
        over = crossing(self.field, self.unit, origin, to, closed_leaving=False)
        return over.objection is None and not (over.is_closed and self.unit.kind in WHEELED)

    def _completes(self, path: tuple[Square, ...]) -> bool:
        """Return whether a way by these squares can be ended: where it must end there is room."""
        onward = [to for to in self._steps(path) if self._completes((*path, to))]
        if onward or self._leaves(path):
            return True
        return not entry_objections(self.field, self.unit, path[-1], self._chart)

    def _leaves(self, path: tuple[Square, ...]) -> bool:
        """Return whether the next step may lead off the table.

        Rules: act-retreat.
        """
        here = self._here(path)
        return (
            bool(self._threats) and len(path) < self._most(path) and self.grid.distance_to_edge(here, self._edge) == 0
        )

    # --- Trains -------------------------------------------------------------------------------------------------------

    def _along_rails(self, path: tuple[Square, ...]) -> tuple[Way, ...]:
        """Return where a train goes next on its track: on in the direction that it took, away from the enemy.

        It goes at least two squares, and on while enemy infantry is next to it, unless the track ends. Where the track
        ends at the own edge it leaves the table.

        Rules: train-6-retreat.
        """
        here = self._here(path)
        is_clear = all(self.grid.distance(here, where(enemy)) > 1 for enemy in self._on_foot())
        if self.unit.rings >= RINGS_THAT_DISABLE or (len(path) >= SQUARES_BACK and is_clear):
            return ()
        visited = (self.start, *path)
        trains = {where(other) for other in self.field.on_table if other.kind == "train" and other is not self.unit}
        rails = [
            to
            for to in self.grid.neighbours(here)
            if self.field.board.has_railway(here, to)
            and to not in visited
            and to not in self._enemies
            and to not in trains
            and (path or self._range(to) > self._range(here))
        ]
        if not rails and self.grid.distance_to_edge(here, self._edge) == 0:
            return (OFF_TABLE,)
        return tuple(rails)

    # --- Both ---------------------------------------------------------------------------------------------------------

    def _fled_from(self) -> tuple[Unit, ...]:
        """Return those that the unit flees from: a train from infantry next to it, if there is any.

        Rules: act-retreat, train-6-retreat.
        """
        near: tuple[Unit, ...] = ()
        if self.unit.kind == "train":
            near = tuple(enemy for enemy in self._on_foot() if self.field.distance(self.unit, enemy) == 1)
        return near or known_enemies(self.field, self.unit.side)

    def _on_foot(self) -> tuple[Unit, ...]:
        enemies = self.field.of(enemy_of(self.unit.side))
        return tuple(enemy for enemy in enemies if enemy.kind == "infantry" or enemy.formation == "dismounted")

    def _here(self, path: tuple[Square, ...]) -> Square:
        return path[-1] if path else self.start

    def _range(self, square: Square) -> int:
        return min(map(ranges_from(self.field.board, square).__getitem__, self._threats), default=0)
