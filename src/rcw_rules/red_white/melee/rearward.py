"""Moves to the rear."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Protocol, TypeAlias

from attrs import frozen

from rcw_rules.kernel.dice import d
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.model import Unit
from rcw_rules.red_white.options import Options
from rcw_rules.red_white.profile import DiceMove, FullMove
from rcw_rules.red_white.spoken import rearward

Moves: TypeAlias = Literal[1, 2]


@frozen(kw_only=True)
class FallBackOutcome:
    """Where a move to the rear ends.

    Attributes:
        moved: Inches of the move, up to an obstacle, whether or not the table ends before.
        off_table: Whether it takes the unit off the table and out of the game; None if it is not known how far the edge
            is.
    """

    moved: Inches
    off_table: Annotated[bool | None, Cites("morale-off-table")]

    def summary(self, request: FallBackRequest) -> str:
        """Return how far the unit goes, and whether it leaves the table."""
        stopped = ", where an obstacle stops it" if self.moved == request.obstacle_distance else ""
        return sentences(f"the unit {rearward(request.moves, self.moved, off_table=self.off_table)}{stopped}")

    @property
    def lost_units(self) -> int:
        """How many units Major Morale counts as lost by this move: 1 if it takes the unit off the table.

        Rules: morale-off-table.
        """
        return 1 if self.off_table else 0


@frozen(kw_only=True, cache_hash=True)
class FallBackRequest(Request[FallBackOutcome]):
    """A move straight toward the unit's own table edge.

    Attributes:
        full_move: One full move, in inches or dice.
        moves: How many full moves: 1, or 2 for double distance.
        edge_distance: How far it is to the edge, for a train along its track, in inches; None if unknown.
        obstacle_distance: How far it is to the first obstacle that the unit cannot pass; None if there is none.
    """

    full_move: FullMove
    moves: Moves = 1
    edge_distance: Inches | None = None
    obstacle_distance: Annotated[Inches | None, Cites("gen-rear")] = None


def _example() -> FallBackRequest:
    return FallBackRequest(full_move=inches(6), moves=2, edge_distance=inches(11))


@procedure(
    "red_white.fall_back",
    title="Where does a rearward move end?",
    rules=("gen-rear",),
    example=_example,
)
def fall_back(request: FallBackRequest, umpire: Umpire[Options]) -> FallBackOutcome:
    """Move a unit to the rear.

    If the full move is given as dice they are rolled once and added up. The result is taken once or twice. An obstacle
    that the unit cannot pass stops it there. It leaves the table only if it moves farther than the distance to the
    edge; exactly that far leaves it at the edge.

    Rules: gen-rear, morale-off-table, p1-movement.
    """
    move = request.full_move
    if isinstance(move, DiceMove):
        move = inches(umpire.roll(d(move.sides).sum(move.dice), "full move", "gen-rear"))
    moved = move * request.moves
    if request.obstacle_distance is not None and request.obstacle_distance < moved:
        moved = request.obstacle_distance
        umpire.result("gen-rear", "an obstacle stops the move after {moved}", moved=str(moved))
    off_table = None if request.edge_distance is None else moved > request.edge_distance
    umpire.result("gen-rear", "{moved} to the rear", moved=str(moved))
    if off_table:
        umpire.result("morale-off-table", "that is beyond the table edge: gone for the game")
    return FallBackOutcome(moved=moved, off_table=off_table)


def full_move_of(unit: Unit, options: Options) -> FullMove | None:
    """Return one full move of a unit: its own or, where that is not given, what the profile says of its type.

    Rules: p1-movement.
    """
    if unit.full_move is None and options.profile is not None:
        return options.profile.move_of(unit.type)
    return unit.full_move


class Behind(Protocol):
    """What tells how far the table edge and an obstacle are behind a unit."""

    @property
    def edge_distance(self) -> Inches | None:
        """How far it is to the edge; None if that is not known."""
        ...

    @property
    def obstacle_distance(self) -> Inches | None:
        """How far it is to the first obstacle that the unit cannot pass; None if there is none."""
        ...


def to_the_rear(
    umpire: Umpire[Any], full_move: FullMove | None, behind: Behind, moves: Moves, purpose: str
) -> tuple[Inches | None, bool | None]:
    """Return how far the full *moves* go and whether they end off the table; None for what is not known.

    Rules: gen-rear, p1-movement.
    """
    if full_move is None:
        far = "one full move" if moves == 1 else "two full moves"
        umpire.result("p1-movement", "how far {far} is in inches was not given", far=far)
        return None, None
    asked = FallBackRequest(
        full_move=full_move,
        moves=moves,
        edge_distance=behind.edge_distance,
        obstacle_distance=behind.obstacle_distance,
    )
    outcome = umpire.resolve(asked, purpose)
    return outcome.moved, outcome.off_table
