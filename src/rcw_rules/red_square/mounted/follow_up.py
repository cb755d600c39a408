"""Following up: where the winner of a mounted combat may go, and which ways bring a new contact."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.geometry.squares import Placement, SquareDirection
from rcw_rules.red_square.ground import Field, is_on_table, legal_steps, where
from rcw_rules.red_square.model import FIGURES, HORSED, Unit
from rcw_rules.red_square.mounted.contact import in_contact
from rcw_rules.red_square.movement import TURNS, crossing
from rcw_rules.red_square.units import entry_objections

Way: TypeAlias = tuple[Placement, ...]
"""A follow-up square by square, each with the facing there; none for standing fast."""


def may_follow_up(unit: Unit) -> bool:
    """Return whether a winner may follow up: infantry but firing lines, and horsed cavalry.

    Dismounted cavalry fights as a firing line here, and stays with its horses.

    Rules: mounted-1c-result.
    """
    return is_on_table(unit) and unit.formation in ("masses", "waves", *HORSED)


@lru_cache(maxsize=1024)
def follow_up_ways(
    field: Field, unit: Unit, prey: Unit | None, budget: int, occupancy: Chart, *, closed_leaving: bool
) -> tuple[tuple[Way, ...], tuple[Way, ...]]:
    """Return every way to follow up, shortest ways first, one to each placement, and those that end in contact.

    A closed step is made only as the whole of it, and a new contact ends it, as does a square of friends, who are not
    passed through. It attacks no other unit: no square of an enemy is entered. The same few fields come up on every
    branch of a walk, so that answers are kept.

    Args:
        field: The field.
        unit: The winner.
        prey: Its opponents; None if they are gone.
        budget: How many squares it may go.
        occupancy: The Square Occupancy Table in force.
        closed_leaving: The option of that name.

    Rules: mounted-1c-result, move-closed, move-wheel, move-through-friends.
    """
    start = (where(unit), unit.facing)
    ways: dict[Placement, Way] = {start: ()}
    contacts: list[Way] = []
    onto: set[Placement] = {start}
    edge: list[Way] = [()]
    for taken in range(budget):
        longer: list[Way] = []
        for so_far in edge:
            placement = so_far[-1] if so_far else start
            for onward, is_closed, is_last in _steps(field, unit, placement, occupancy, closed_leaving=closed_leaving):
                if onward in onto or (is_closed and taken):
                    continue
                way = (*so_far, onward)
                touches = prey is not None and in_contact(field, unit, onward, prey, closed_leaving=closed_leaving)
                if onward not in ways:
                    ways[onward] = way
                    if touches:
                        contacts.append(way)
                if not (is_closed or is_last or touches):
                    onto.add(onward)
                    longer.append(way)
        edge = longer
    return tuple(ways.values()), tuple(contacts)


def _steps(
    field: Field, unit: Unit, placement: Placement, occupancy: Chart, *, closed_leaving: bool
) -> Iterator[tuple[Placement, bool, bool]]:
    """Yield the placements after one step with its free turn, whether it is closed, and whether it leads to friends."""
    board, (square, facing) = field.board, placement
    roads: list[SquareDirection] = [
        board.grid.direction(square, near) for near in board.grid.neighbours(square) if board.has_road(square, near)
    ]
    for step in legal_steps(unit.kind, unit.formation, facing, roads):
        onward = board.grid.neighbour(square, step.direction)
        if onward is None:
            continue
        over = crossing(field, unit, square, onward, closed_leaving=closed_leaving)
        if over.objection is not None or over.takes_turn or entry_objections(field, unit, onward, occupancy):
            continue
        is_last = any(other.kind not in FIGURES and other.name != unit.name for other in field.at(onward))
        for wheel in (0,) if step.follows_road else TURNS.values():
            yield (onward, board.grid.turned(step.facing, wheel)), over.is_closed, is_last
