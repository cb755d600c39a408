"""Marches: double speed in column, far from known enemies, and the bonus of a road."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_actions.model import Speed
from rcw_rules.red_actions.options import Options

ShotAt: TypeAlias = Literal["never", "lately", "earlier"]
"""When a unit was shot at: never, in this turn or the one before, or earlier in the game."""

ROAD_BONUS = inches(2)  # terrain-road-column
COMBAT_ZONE = inches(40)  # march-rate


@frozen(kw_only=True)
class MarchOutcome:
    """How far a march takes a unit.

    Attributes:
        allowance: How far, before terrain.
    """

    allowance: Inches

    def summary(self, request: MarchRequest) -> str:
        """Return how far they march."""
        return sentences(f"they march up to {self.allowance}, less what terrain costs")


@frozen(kw_only=True, cache_hash=True)
class MarchRequest(Request[MarchOutcome]):
    """Troops, or an officer, that march.

    Attributes:
        speed: Their usual speed; not the evasive one, which is never doubled.
        in_column: Whether they are in column, as a single base always is.
        by_road: Whether the whole way is by road.
        nearest_enemy: How near any point of the way comes to an enemy that is seen or otherwise known; None if there is
            none.
        shot_at: When they were shot at last, harassing fire included.
    """

    speed: Speed
    in_column: Annotated[bool, Cites("form-column")] = True
    by_road: Annotated[bool, Cites("terrain-road-column")] = False
    nearest_enemy: Annotated[Inches | None, Cites("march-rate")] = None
    shot_at: Annotated[ShotAt, Cites("march-rate")] = "never"


def _march_example() -> MarchRequest:
    return MarchRequest(speed=inches(6), by_road=True, nearest_enemy=inches(60))


@procedure(
    "red_actions.march",
    title="How far can the unit march?",
    formerly=("How far do they march?",),
    rules=("march-rate",),
    example=_march_example,
)
def march(request: MarchRequest, umpire: Umpire[Options]) -> MarchOutcome:
    """Double the speed and add the bonus for a road, which rain cancels.

    The bonus is not doubled. Terrain on the way is paid for afterwards, out of the whole.

    Rules: march-rate.
    """
    if request.shot_at == "earlier":
        umpire.ruling("march_ban")
    allowance = request.speed * 2
    if request.by_road:
        allowance += road_bonus(umpire)
    umpire.result("march-rate", "they march up to {allowance}", allowance=str(allowance))
    return MarchOutcome(allowance=allowance)


@march.legality
def _forbidden_march(request: MarchRequest, options: Options) -> Iterator[Objection]:
    yield from barred_from_marching(
        options, in_column=request.in_column, nearest_enemy=request.nearest_enemy, shot_at=request.shot_at
    )


def barred_from_marching(
    options: Options,
    *,
    in_column: bool,
    nearest_enemy: Inches | None,
    shot_at: ShotAt,
    of: str = "$",
    near: str = "$.nearest_enemy",
    shot: str = "$.shot_at",
) -> Iterator[Objection]:
    """Yield what forbids a march: no column, a known enemy within 40 inches of the way, or having been shot at.

    Args:
        options: How long those who were shot at may not march.
        in_column: Whether those who march are in column.
        nearest_enemy: How near the way comes to a known enemy; None if there is none.
        shot_at: When they were shot at.
        of: The JSON path of the unit that is or is not in column.
        near: The JSON path of the distance of the enemy.
        shot: The JSON path of when they were shot at.

    Rules: march-rate, conv-within.
    """
    if not in_column:
        yield Objection(
            rule="march-rate", message="troops march only in column: form one first", path=f"{of}.in_column"
        )
    if nearest_enemy is not None and nearest_enemy <= COMBAT_ZONE:
        message = f"the way comes within {nearest_enemy} of a known enemy: troops march only beyond {COMBAT_ZONE} of it"
        yield Objection(rule="march-rate", message=message, path=near)
    if shot_at == "lately" or (shot_at == "earlier" and options.march_ban == "rest_of_game"):
        until = "for the rest of the game" if options.march_ban == "rest_of_game" else "in this turn and the next"
        message = f"they were shot at and may not march {until}: move at the usual speed"
        yield Objection(rule="march-rate", message=message, path=shot)


def road_bonus(umpire: Umpire[Options]) -> Inches:
    """Return what a road adds to a move that follows it all the way.

    Rules: terrain-road-column, wx-rain.
    """
    if umpire.options.rain:
        umpire.ruling("rain")
        umpire.result("wx-rain", "no bonus for the road in the rain")
        return inches(0)
    umpire.result("terrain-road-column", "all the way by road: {bonus} more", bonus=str(ROAD_BONUS))
    return ROAD_BONUS
