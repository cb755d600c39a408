"""Tanks that break down."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from rcw_rules.kernel import words
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import d6
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.orel.definitions import called
from rcw_rules.orel.model import Unit
from rcw_rules.orel.options import Options

BREAKS_DOWN_AT_MOST = 2  # 9.2.1-breakdown


@frozen(kw_only=True)
class TankBreakdownOutcome:
    """What became of a tank that wants to act.

    Attributes:
        broken_down: Whether it has broken down, until the end of the game turn.
        unit: The tank then.
    """

    broken_down: bool
    unit: Unit

    def summary(self, request: TankBreakdownRequest) -> str:
        """Return whether the tank breaks down."""
        name = called(request.unit)
        if self.broken_down:
            return words.sentences(f"{name} breaks down until the end of the game turn")
        return words.sentences(f"{name} does not break down: it may move and attack")


@frozen(kw_only=True, cache_hash=True)
class TankBreakdownRequest(Request[TankBreakdownOutcome]):
    """A tank before it spends its first movement point of the turn, to move or to attack.

    Attributes:
        unit: The tank.
        rolled: Whether it has rolled in this turn of its owner already.
    """

    unit: Unit
    rolled: bool = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield a problem for a unit that is not a tank."""
        if self.unit.type != "tank":
            yield Problem(
                ".unit.type", f"only tanks break down, not a unit of type {self.unit.type}", "9.2.1-breakdown"
            )


def _example() -> TankBreakdownRequest:
    return TankBreakdownRequest(unit=Unit(key="Tanks", side="white", type="tank", hex="2705", strength=3, mp=4))


@procedure(
    "orel.tank_breakdown",
    title="Does the tank break down?",
    rules=("9.2.1-breakdown",),
    example=_example,
)
def tank_breakdown(request: TankBreakdownRequest, umpire: Umpire[Options]) -> TankBreakdownOutcome:
    """Throw a die before the first movement point that a tank spends in its owner's turn: on 1 and 2 it breaks down.

    A tank that has broken down does nothing until the end of the game turn; a White one is thus out of order in the Red
    turn too. One that spends nothing does not roll, and defends with all that it has.

    Rules: 9.2.1-breakdown.
    """
    tank = request.unit
    broken = umpire.roll(_BREAKDOWN, "breakdown", "9.2.1-breakdown")
    text = "{tank} has broken down until the end of the game turn" if broken else "{tank} is fit to move and attack"
    umpire.result("9.2.1-breakdown", text, tank=tank.key)
    return TankBreakdownOutcome(broken_down=broken, unit=evolve(tank, broken_down=broken))


_BREAKDOWN = d6.check(at_most=BREAKS_DOWN_AT_MOST)


@tank_breakdown.legality
def _objections(request: TankBreakdownRequest, options: Options) -> Iterator[Objection]:
    tank = request.unit
    if request.rolled or tank.broken_down:
        message = f"{tank.key} has rolled already; a tank rolls once in a turn of its owner"
        path = "$.rolled" if request.rolled else "$.unit.broken_down"
        yield Objection(rule="9.2.1-breakdown", message=message, path=path)
    if tank.unsupplied:
        message = f"{tank.key} is unsupplied; it neither moves nor fights, and so does not roll"
        yield Objection(rule="8.2.3-effects", message=message, path="$.unit.unsupplied")
