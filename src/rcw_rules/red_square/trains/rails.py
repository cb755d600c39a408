"""The rails of a train: where it can go, and how it faces there."""

from __future__ import annotations

from attrs import frozen

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.geometry.squares import Facing, Square, SquareDirection, SquareGrid
from rcw_rules.red_square.ground import Field, makes_test, where
from rcw_rules.red_square.model import Unit, enemy_of
from rcw_rules.red_square.units import entry_objections

QUARTER, HALF = 2, 4  # of a turn, in eighths


@frozen(kw_only=True)
class RailMove:
    """A place to which a train can go.

    Attributes:
        path: The squares entered, in order; the last is that of the gun carriage.
        facing: Where it faces there: along its track, never turned round.
        near_enemy: Whether any of the squares is next to an enemy, so that going there takes a test.
    """

    path: tuple[Square, ...]
    facing: Facing
    near_enemy: bool = False


def rail_moves(field: Field, train: Unit, occupancy: Chart, *, hq_is_no_enemy: bool = False) -> tuple[RailMove, ...]:
    """Return every place that a train can reach along its rails, nearest first; how far does not matter.

    Only the square of the gun carriage counts. It goes through friends but not through enemies or another train, and
    does not end where the Square Occupancy Table forbids it.

    Args:
        field: The field.
        train: The train.
        occupancy: The Square Occupancy Table in force.
        hq_is_no_enemy: The option of that name.

    Rules: train-3-movement, train-1-square, turn-5-test-needed, opt-hq-is-no-enemy.
    """
    board, start = field.board, where(train)
    enemies = [
        where(other) for other in field.of(enemy_of(train.side)) if makes_test(other, hq_is_no_enemy=hq_is_no_enemy)
    ]
    near = {square for enemy in enemies for square in board.grid.neighbours(enemy)}
    seen = {start}
    waiting: list[tuple[tuple[Square, ...], Facing]] = [((), train.facing)]
    found: list[RailMove] = []
    for path, facing in waiting:
        here = path[-1] if path else start
        for onward in board.grid.neighbours(here):
            if onward in seen or not board.has_railway(here, onward) or _bars(field, train, onward):
                continue
            seen.add(onward)
            longer = (*path, onward)
            turned = along_the_track(facing, board.grid.direction(here, onward))
            waiting.append((longer, turned))
            if not entry_objections(field, train, onward, occupancy):
                found.append(RailMove(path=longer, facing=turned, near_enemy=not near.isdisjoint(longer)))
    return tuple(found)


def along_the_track(facing: Facing, step: SquareDirection) -> Facing:
    """Return where a train faces after a step: forward as the step, backward as its opposite.

    >>> along_the_track("E", "NE"), along_the_track("E", "W")
    ('NE', 'E')

    Rules: train-2-armament, train-3-movement.
    """
    is_forward = abs(SquareGrid.eighths_between(facing, step)) <= QUARTER
    return step if is_forward else SquareGrid.turned(step, HALF)


def _bars(field: Field, train: Unit, square: Square) -> bool:
    return any(other.side != train.side or other.kind == "train" for other in field.at(square))
