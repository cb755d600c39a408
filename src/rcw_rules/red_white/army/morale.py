"""Major Morale: whether an army breaks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated

from attrs import frozen

from rcw_rules.kernel.dice import d6, d10
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.ledger import Modifier, ledger
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import counted, sentences
from rcw_rules.marks import Cites
from rcw_rules.red_white.army.losses import ArmyCount, ArmyLog, count_of, is_gone, is_lost
from rcw_rules.red_white.model import Side
from rcw_rules.red_white.options import Options


@frozen(kw_only=True)
class MajorMoraleOutcome:
    """How an army stands at the end of a turn.

    Attributes:
        net_losses: Its net losses in units, never below 0.
        row: The row of the table that they fall into.
        tested: Whether it tested Major Morale.
        broken: Whether it is broken.
    """

    net_losses: int
    row: str
    tested: bool
    broken: bool

    def summary(self, request: MajorMoraleRequest) -> str:
        """Return whether the army breaks, and its net losses."""
        return sentences(self.told(request.side))

    def told(self, side: Side) -> str:
        """Return how the army of a side stands, without a full stop."""
        army, lost = f"the {side.capitalize()} army", counted(self.net_losses, "unit")
        if not self.tested:
            return f"{army} need not test: its net losses are {lost}, below 30%"
        return f"{army} {'breaks' if self.broken else 'stands'}, with net losses of {lost} (row {self.row})"


@frozen(kw_only=True, cache_hash=True)
class MajorMoraleRequest(Request[MajorMoraleOutcome]):
    """An army at the end of a turn.

    Attributes:
        side: Whose army it is.
        army: Its units and losses, as a log or as counts.
        enemy_trains_forced_off: Enemy armoured trains captured, or driven off the table; one that was merely
            destroyed does not count.
        enemy_supply_cut: Whether it cuts the supply line of the enemy at this moment.
    """

    side: Side
    army: ArmyLog | ArmyCount
    enemy_trains_forced_off: Annotated[int, Range(0, 99, rule="bad-numbers"), Cites("p1-surrender-and-supply")] = 0
    enemy_supply_cut: Annotated[bool, Cites("p1-surrender-and-supply")] = False


def _major_example() -> MajorMoraleRequest:
    return MajorMoraleRequest(side="red", army=ArmyCount(units=10, lost=2, trains_lost=1), enemy_supply_cut=True)


@procedure(
    "red_white.major_morale",
    title="Does the army break?",
    rules=("major-count",),
    example=_major_example,
)
def major_morale(request: MajorMoraleRequest, umpire: Umpire[Options]) -> MajorMoraleOutcome:
    """Add up an army's net losses and test Major Morale if they are 30% of its units at the start or more.

    Net losses are the units lost, plus 3 for each armoured train lost, plus 3 while its supply line is cut, less 2 for
    each enemy train captured or forced off the table, less 2 while it cuts the enemy's supply line; never below 0. The
    exact fraction of the units at the start takes the highest row that it reaches. The army breaks if the die shows
    the number of that row or less; no modifier applies. A D10 is rolled, because the rows of the table say so; the
    prose has a D6, which an option keeps.

    Rules: major-count, major-losses, major-adjustments, major-threshold, major-die, opt-major-die, major-break,
        p1-surrender-and-supply.
    """
    count = count_of(request.army)
    if isinstance(request.army, ArmyLog):
        _record_losses(umpire, request.army)
    reason = "unit lost" if count.lost == 1 else "units lost"
    counted = Modifier(id="units_lost", value=count.lost, reason=reason, rule="major-losses")
    losses = umpire.modify(ledger((counted, *_adjustments(umpire, count, request))), "net losses")
    net = max(0, losses.total)
    umpire.result("major-count", "net losses of {net} among {units} units", net=net, units=count.units)
    cell = umpire.look_up("major_morale", Fraction(net, count.units))
    if not isinstance(cell.result, int):
        umpire.result("major-threshold", "no test: below 30%")
        return MajorMoraleOutcome(net_losses=net, row=cell.row, tested=False, broken=False)
    umpire.ruling("major_die")
    die = d6 if umpire.options.major_die == "d6" else d10
    stands = umpire.roll(die.check(at_least=cell.result + 1), f"Major Morale of {request.side}", "major-die")
    if stands:
        umpire.result("major-threshold", "the {side} army stands", side=request.side)
    else:
        umpire.result("major-break", "the {side} army breaks", side=request.side)
    return MajorMoraleOutcome(net_losses=net, row=cell.row, tested=True, broken=not stands)


def _record_losses(umpire: Umpire[Options], log: ArmyLog) -> None:
    """Record which units of a log count as lost, and why.

    Rules: major-losses.
    """
    for number, unit in enumerate(log.units, start=1):
        if is_lost(unit):
            label = unit.name or f"unit {number}"
            if not is_gone(unit):
                why = "half strength or less"
            else:
                why = {"surrendered": "surrendered", "off_table": "off the table"}.get(unit.fate, "destroyed")
            umpire.result("major-losses", "{unit} counts as lost: {why}", unit=label, why=why)


def _adjustments(umpire: Umpire[Options], count: ArmyCount, request: MajorMoraleRequest) -> Iterator[Modifier]:
    """Yield what trains and supply lines change; a lost train's 3 stand in the place of its own 1.

    Rules: major-adjustments, train-lost.
    """
    rule, chart = "major-adjustments", "major_morale_losses"
    if count.trains_lost:
        reason = f"for {count.trains_lost} armoured {_trains(count.trains_lost)} lost"
        yield umpire.modifier(chart, "train_lost", rule, reason, times=count.trains_lost)
    if count.supply_cut:
        yield umpire.modifier(chart, "supply_cut", rule, "own supply line cut")
    forced_off = request.enemy_trains_forced_off
    if forced_off:
        reason = f"for {forced_off} enemy {_trains(forced_off)} captured or forced off"
        yield umpire.modifier(chart, "enemy_train_forced_off", rule, reason, times=forced_off)
    if request.enemy_supply_cut:
        yield umpire.modifier(chart, "enemy_supply_cut", rule, "enemy supply line cut")


def _trains(number: int) -> str:
    return "train" if number == 1 else "trains"
