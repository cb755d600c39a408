"""Playing a question many times over, fast: chance by values rather than faces, and common questions by their odds."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Hashable
from contextlib import suppress
from itertools import accumulate
from random import Random
from typing import Any, Generic, TypeAlias, TypeVar

from rcw_rules.kernel.dice import Variable
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.errors import BudgetError
from rcw_rules.kernel.odds import ExactUmpire, OddsCache
from rcw_rules.kernel.procedures import OptionsT, OutcomeT, Request
from rcw_rules.kernel.umpire import Book, Policies, Umpire

KeyT = TypeVar("KeyT", bound=Hashable)
ValueT = TypeVar("ValueT", bound=Hashable)

_COMMON = 16
"""How often a question is played before its odds are worked out: most come up again and again, or never."""

_BUDGET = 2_000
"""How many branches those odds may have."""

_MOST = 65_536
"""How many variables and questions are remembered before the oldest is forgotten."""


Walks: TypeAlias = dict[Request[Any], tuple[int, Distribution[Any] | None]]
"""For each question how many branches a walk found, and its odds, or None where the walk broke off there."""


def odds_within(
    book: Book[OptionsT], request: Request[OutcomeT], policies: Policies, budget: int, walks: Walks
) -> Distribution[OutcomeT] | None:
    """Return the odds of a question if a walk that has no odds yet keeps within the budget, otherwise None.

    So the answer does not depend on what was asked before.

    Args:
        book: The ruleset.
        request: The question.
        policies: The players' decisions, functions of the situation alone.
        budget: How many branches may be walked.
        walks: What earlier walks came to; this one is added.
    """
    branches, odds = walks.get(request, (1, None))
    if odds is None and branches <= budget:
        umpire = ExactUmpire(book, policies, {}, budget)
        with suppress(BudgetError):
            odds = umpire.distribution(request)
        branches = umpire.paths
        _remember(walks, request, (branches, odds))
    return odds if branches <= budget else None


_Draws: TypeAlias = tuple[list[float], tuple[Any, ...], object]
"""What is drawn from a distribution with a uniform number: where each value but the first begins, the values, and what
they are of, which is kept so that nothing else gets its place in memory."""


def _draws_of(distribution: Distribution[Any], of: object) -> _Draws:
    total = distribution.total
    below = [weight / total for weight in accumulate(weight for _, weight in distribution.pairs[:-1])]
    return below, distribution.outcomes, of


class SamplingUmpire(Umpire[OptionsT], Generic[OptionsT]):
    """An umpire who plays without a record, for samples.

    Every variable takes one number of one stream, whatever dice it is thrown with, so that nothing is drawn that does
    not matter. A question that comes up often is answered out of its exact odds where those are cheap.

    Args:
        book: The ruleset.
        policies: The players' decisions, functions of the situation alone.
        seed: The seed.
    """

    __slots__ = ("_cache", "_known", "_played", "_uniform", "_variables")

    def __init__(self, book: Book[OptionsT], policies: Policies, seed: int | str) -> None:
        super().__init__(book, policies)
        self._cache: OddsCache = {}  # of this sample alone: which odds are cheap must not depend on others
        self._uniform = Random(f"rcw-plays-1|{seed}").random
        self._variables: dict[int, _Draws] = {}
        self._known: dict[Request[Any], _Draws] = {}
        self._played: dict[Request[Any], int] = {}

    def run(self, request: Request[OutcomeT]) -> OutcomeT:
        """Play a whole request that was admitted."""
        outcome: OutcomeT = self.book.admit(request).run(request, self)
        return outcome

    def roll(self, variable: Variable[ValueT], purpose: str, rule: str) -> ValueT:
        """Return what one number makes of the variable."""
        draws = self._variables.get(id(variable))
        if draws is None:
            draws = _draws_of(variable.branches, variable)
            _remember(self._variables, id(variable), draws)
        value: ValueT = draws[1][bisect(draws[0], self._uniform())]
        return value

    def resolve(self, request: Request[OutcomeT], purpose: str) -> OutcomeT:
        """Draw from the odds of a common question, play any other."""
        known = self._known.get(request)
        if known is None:
            times = self._played.get(request, 0) + 1
            _remember(self._played, request, times)
            if times == _COMMON:
                known = self._worked_out(request)
            if known is None:
                return self.run(request)
        outcome: OutcomeT = known[1][bisect(known[0], self._uniform())]
        return outcome

    def _worked_out(self, request: Request[Any]) -> _Draws | None:
        try:
            odds = ExactUmpire(self.book, self.policies, self._cache, _BUDGET).distribution(request)
        except BudgetError:
            return None
        draws = _draws_of(odds, odds)
        _remember(self._known, request, draws)
        return draws


def _remember(known: dict[KeyT, ValueT], key: KeyT, value: ValueT) -> None:
    if len(known) >= _MOST and key not in known:
        del known[next(iter(known))]
    known[key] = value
