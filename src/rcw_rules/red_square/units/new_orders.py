"""New orders: whether one that a headquarters sends gets through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.ledger import Ledger, Modifier, ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.values import evolve
from rcw_rules.kernel.words import sentences
from rcw_rules.marks import Cites
from rcw_rules.red_square.model import GOOD_BANDS, Band
from rcw_rules.red_square.options import Options

COMMANDING_SCORE = 2  # hq-activation


@frozen(kw_only=True)
class OrderRollOutcome:
    """Whether a new order got through.

    Attributes:
        needed: What the D6 had to show at least: 1 or less needs no roll, and neither does 7 or more.
        arrives: Whether the unit has the new order.
    """

    needed: int
    arrives: bool

    def summary(self, request: OrderRollRequest) -> str:
        """Return whether the order got through, and what the die had to show."""
        if self.needed <= 1:
            return "The new order gets through without a roll."
        result = "gets through" if self.arrives else "is lost"
        was = "was" if self.needed <= d6.sides else "would have been"
        return sentences(f"the new order {result}: {self.needed} or more {was} needed")


@frozen(kw_only=True, cache_hash=True)
class OrderRollRequest(Request[OrderRollOutcome]):
    """A headquarters that sends a unit a new order, as that unit is activated.

    Attributes:
        distance: How many squares the unit is from the headquarters.
        band: How well the unit was activated.
        under_fire: Whether the unit is under fire.
        in_wood: Whether it is in a wood.
        in_building: Whether it is in a building.
        hq_moves: Whether the headquarters moves in this turn.
        hq_under_fire: Whether the headquarters is under fire.
        hq_score: What the headquarters scored in this turn; None if it was not tested.
    """

    distance: Annotated[int, Range(0, 999)]
    band: Annotated[Band, Cites("formations-sequence")] = "automatic"
    under_fire: bool = False
    in_wood: bool = False
    in_building: bool = False
    hq_moves: Annotated[bool, Cites("hq-activation")] = False
    hq_under_fire: Annotated[bool, Cites("hq-activation")] = False
    hq_score: Annotated[int, Range(-999, 6), Cites("hq-activation")] | None = None

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.in_wood and self.in_building:
            message = "a square is wood or building, not both"
            yield Problem(".in_building", message, "area-terrain-whole-squares")


def _order_roll_example() -> OrderRollRequest:
    return OrderRollRequest(distance=4, under_fire=True)


@procedure(
    "red_square.order_roll",
    title="Does the new order get through?",
    rules=("hq-order-roll",),
    example=_order_roll_example,
)
def order_roll(request: OrderRollRequest, umpire: Umpire[Options]) -> OrderRollOutcome:
    """Roll a D6 for a new order: with its modifiers it must reach the distance in squares.

    The modifiers are of the unit that gets the order: -1 if it is under fire or in a wood, once for both, and +1 in a
    building. No face succeeds or fails automatically, and nothing is rolled where every face does the same.

    Rules: hq-order-roll.
    """
    needed = request.distance - umpire.modify(_order_ledger(umpire, request), "order").total
    if needed <= 1:
        arrives = True
    elif needed > d6.sides:
        arrives = False
    else:
        arrives = umpire.roll(d6.check(at_least=needed), "order", "hq-order-roll")
    outcome = "gets through" if arrives else "is lost"
    umpire.result("hq-order-roll", "{needed} or more was needed: the order {outcome}", needed=needed, outcome=outcome)
    return OrderRollOutcome(needed=needed, arrives=arrives)


@order_roll.legality
def _order_roll_objections(request: OrderRollRequest, options: Options) -> Iterator[Objection]:
    rule = "hq-activation"
    for field, what in (("hq_moves", "moves"), ("hq_under_fire", "is under fire")):
        if getattr(request, field):
            message = f"a headquarters that {what} issues no orders in that turn"
            yield Objection(rule=rule, message=message, path=f"$.{field}")
    if request.hq_score is not None and request.hq_score < COMMANDING_SCORE:
        message = f"a headquarters that is tested commands on {COMMANDING_SCORE} or more, not on {request.hq_score}"
        yield Objection(rule=rule, message=message, path="$.hq_score")
    if request.band not in GOOD_BANDS:
        message = "a unit takes a new order on a score of 2 or more, or when it is activated without a test"
        yield Objection(rule="formations-sequence", message=message, path="$.band")


def _order_ledger(umpire: Umpire[Options], request: OrderRollRequest) -> Ledger:
    """Return the modifiers to the D6 of an order, of which only one of fire and wood counts.

    Rules: hq-order-roll.
    """

    def listed() -> Iterator[Modifier]:
        for row, reason in (("under_fire", "under fire"), ("in_wood", "in a wood")):
            if getattr(request, row):
                modifier = umpire.modifier("order_modifiers", row, "hq-order-roll", reason)
                yield evolve(modifier, group="hindered", counting="worst")
        if request.in_building:
            yield umpire.modifier("order_modifiers", "in_building", "hq-order-roll", "in a building")

    return ledger(listed())
