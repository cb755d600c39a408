"""Moves to the rear."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.dice import d
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.red_white.model import DiceMove, FullMove
from rcw_rules.red_white.options import Options
from rcw_rules.ruleset import Cites

Moves: TypeAlias = Literal[1, 2]


@frozen(kw_only=True)
class FallBackOutcome:
    """Where a move to the rear ends.

    Attributes:
        moved: Inches of the whole move, whether or not the table ends before.
        off_table: Whether it takes the unit off the table and out of the game; None if it is not known how far the edge
            is.
    """

    moved: Inches
    off_table: Annotated[bool | None, Cites("morale-off-table")]


@frozen(kw_only=True, cache_hash=True)
class FallBackRequest(Request[FallBackOutcome]):
    """A move straight toward the unit's own table edge.

    Attributes:
        full_move: One full move, in inches or dice.
        moves: How many full moves: 1, or 2 for double distance.
        edge_distance: How far it is to the edge, in inches; None if unknown.
    """

    full_move: FullMove
    moves: Moves = 1
    edge_distance: Inches | None = None


def _example() -> FallBackRequest:
    return FallBackRequest(full_move=inches(6), moves=2, edge_distance=inches(11))


@procedure(
    "red_white.fall_back",
    title="Where does a rearward move end?",
    rules=("gen-rear", "morale-off-table", "p1-movement"),
    example=_example,
)
def fall_back(request: FallBackRequest, umpire: Umpire[Options]) -> FallBackOutcome:
    """Move a unit to the rear.

    If the full move is given as dice they are rolled once and added up. The result is taken once or twice. The unit
    leaves the table only if it moves farther than the distance to the edge; exactly that far leaves it at the edge.

    Rules: gen-rear, morale-off-table, p1-movement.
    """
    move = request.full_move
    if isinstance(move, DiceMove):
        move = inches(umpire.roll(d(move.sides).sum(move.dice), "full move", "gen-rear"))
    moved = move * request.moves
    off_table = None if request.edge_distance is None else moved > request.edge_distance
    umpire.result("gen-rear", "{moved} to the rear", moved=str(moved))
    if off_table:
        umpire.result("morale-off-table", "that is beyond the table edge: gone for the game")
    return FallBackOutcome(moved=moved, off_table=off_table)


def to_the_rear(
    umpire: Umpire[Any], full_move: FullMove | None, edge_distance: Inches | None, moves: Moves, purpose: str
) -> tuple[Inches | None, bool | None]:
    """Return how far so many full *moves* are and whether they end off the table; None for what is not known.

    Rules: gen-rear, p1-movement.
    """
    if full_move is None:
        far = "one full move" if moves == 1 else "two full moves"
        umpire.result("p1-movement", "how far {far} is in inches was not given", far=far)
        return None, None
    outcome = umpire.resolve(FallBackRequest(full_move=full_move, moves=moves, edge_distance=edge_distance), purpose)
    return outcome.moved, outcome.off_table
