"""Pictures of moves: the squares that a unit can reach."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rcw_rules.kernel.geometry.squares import Square
from rcw_rules.red_square.ground import Field, where
from rcw_rules.red_square.model import Unit

if TYPE_CHECKING:
    from rcw_rules.kernel.geometry.pictures import Picture
    from rcw_rules.red_square.movement.choices import WholeMove
from rcw_rules.red_square.ground import described, draw_field


def draw_moves(field: Field, unit: Unit, moves: Iterable[WholeMove], title: str = "") -> Picture:
    """Return a picture of the squares that a unit can reach, by how much of its allowance it needs.

    Args:
        field: The field.
        unit: The mover, as it is on the field.
        moves: Its moves, as `whole_moves` finds them.
        title: What stands above the picture; without one, who moves.

    Rules: move-table, move-legal-directions.
    """
    from rcw_rules.kernel.geometry.pictures import Highlight

    here, grid = where(unit), field.board.grid
    used: dict[Square, int] = {}
    for move in moves:
        last = move.course.legs[-1].used
        used[move.square] = min(last, used.get(move.square, last))
    used.pop(here, None)
    shown = [
        Highlight(
            places=tuple(square for square, least in used.items() if least == number),
            text=f"{number} square{'s' if number > 1 else ''}",
        )
        for number in sorted(set(used.values()))
    ]
    near = grid.within(here, 1 + max((grid.distance(here, square) for square in used), default=0))
    name = f"The moves of {described(unit.kind, unit.formation)} facing {unit.facing}"
    return draw_field(field, *shown, title=title or name, only=near)
