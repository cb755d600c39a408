"""What nothing can go below: the same walk in floating point, and a procedure whose umpire does next to nothing."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from typing import Any

from benchmarks import work

from rcw_rules import Request, Umpire
from rcw_rules.kernel.caches import Cache
from rcw_rules.kernel.dice import Variable
from rcw_rules.kernel.limits import Limits, Meter
from rcw_rules.kernel.odds import ExactUmpire
from rcw_rules.marks import NoOptions


class Shares:
    """A distribution in floating point, as the walk sees it."""

    __slots__ = ("pairs", "total")

    def __init__(self, pairs: tuple[tuple[Any, float], ...]) -> None:
        self.pairs = pairs
        self.total = 1


class FloatingUmpire(ExactUmpire[NoOptions]):
    """The exact umpire with probabilities in floating point instead of whole numbers."""

    __slots__ = ("_shares",)

    def __init__(self, shares: dict[int, Shares]) -> None:
        super().__init__(work.ruleset, {}, Cache(None), Meter(Limits()))
        self._shares = shares

    def _open(self, asked: object, branches: Any, purpose: str) -> Any:
        return super()._open(asked, self._shares_of(branches), purpose)

    def last_roll(self, variable: Variable[Any], purpose: str, rule: str, outcome: Callable[[Any], Any]) -> Any:
        returned = super().last_roll(variable, purpose, rule, outcome)
        self._ends[-1] = self._shares_of(variable.branches), outcome, purpose  # type: ignore[assignment]
        return returned

    def _shares_of(self, branches: Any) -> Shares:
        if isinstance(branches, Shares):
            return branches
        known = self._shares.get(id(branches))
        if known is None:
            total = branches.total
            known = Shares(tuple((value, weight / total) for value, weight in branches.pairs))
            self._shares[id(branches)] = known
        return known

    def _merged(self, tallies: dict[Any, list[Any]], totals: dict[int, int]) -> Any:
        return Shares(tuple((outcome, weight) for outcome, (weight, _) in tallies.items()))


_KNOWN: dict[int, Shares] = {}
"""The shares of the variables, which stay on both sides."""


def floating(request: Request[Any]) -> Shares:
    """Walk a question in floating point."""
    found: Any = FloatingUmpire(_KNOWN).distribution(request)
    return found  # type: ignore[no-any-return]


class IdleUmpire(Umpire[NoOptions]):
    """An umpire who hands out values that were thrown before, one after the other, and knows every procedure."""

    __slots__ = ("_next", "_procedures")

    def __init__(self, values: list[Any]) -> None:
        super().__init__(work.ruleset, {})
        self._next = cycle(values).__next__
        self._procedures = {procedure.request_type: procedure.run for procedure in work.ruleset.procedures}

    def roll(self, variable: Variable[Any], purpose: str, rule: str) -> Any:
        return self._next()

    def resolve(self, request: Request[Any], purpose: str) -> Any:
        return self._next()


def idle_melee() -> Callable[[], object]:
    """Return W1 with every answer handed out: a margin, then a test of each side."""
    umpire, run = IdleUmpire([1, (True, 6), (False, 3)]), work.melee.run
    return lambda: run(work.W1, umpire)


def idle_bombardment() -> Callable[[], object]:
    """Return W3 with every answer handed out: the table, one more, the officers, the tests."""
    umpire, run = IdleUmpire([(2, True, 1), True, (1, 0), 2]), work.bombardment.run
    return lambda: run(work.W3, umpire)
