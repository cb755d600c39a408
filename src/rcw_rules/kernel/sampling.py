"""Playing a question many times over, fast: chance by values rather than faces, and common questions by their odds."""

from __future__ import annotations

from array import array
from bisect import bisect
from collections.abc import Hashable
from functools import partial
from itertools import accumulate
from random import Random
from time import perf_counter
from typing import Any, Generic, TypeAlias, TypeVar

from attrs import evolve

from rcw_rules.kernel.books import Book
from rcw_rules.kernel.caches import Cache
from rcw_rules.kernel.dice import Variable
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.errors import Bound, BudgetError, InvalidRequestError, Problem
from rcw_rules.kernel.limits import Limits, Meter, checking
from rcw_rules.kernel.odds import ExactUmpire, OddsCache
from rcw_rules.kernel.procedures import OptionsT, OutcomeT, Request
from rcw_rules.kernel.samples import Sample
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.sizes import Tables
from rcw_rules.kernel.umpire import Policies, Umpire

KeyT = TypeVar("KeyT", bound=Hashable)
ValueT = TypeVar("ValueT", bound=Hashable)

_COMMON = 16
"""How often a question is played before its odds are worked out: most come up again and again, or never."""

_BUDGET = 2_000
"""How many branches those odds may have."""

_MOST = 4_096
"""How many variables and questions are remembered before the oldest is forgotten. It is a number, and not so many
bytes: what is remembered decides what is drawn, which must be the same everywhere."""


Walks: TypeAlias = Cache[Request[Any], tuple[int, Distribution[Any] | None]]
"""For each question how many branches a walk found, and its odds, or None where the walk broke off there."""


def odds_within(
    book: Book[OptionsT], request: Request[OutcomeT], policies: Policies, meter: Meter, walks: Walks
) -> Distribution[OutcomeT] | None:
    """Return the odds of a question if a walk that has no odds yet keeps within the budget of branches, otherwise None.

    So the answer does not depend on what was asked before, nor on how fast the machine is.

    Args:
        book: The ruleset.
        request: The question.
        policies: The players' decisions, functions of the situation alone.
        meter: How many branches may be walked, and what it may cost besides.
        walks: What earlier walks came to; this one is added.

    Raises:
        BudgetError: If a limit other than that of branches is passed.
        QuestionCancelledError: If it was called off.
    """
    most = meter.limits.branches
    branches, odds = walks.get(request) or (1, None)
    if odds is None and (most is None or branches <= most):
        umpire = ExactUmpire(book, policies, Cache(None), meter, grouped=False)
        try:
            odds = umpire.distribution(request)
        except BudgetError as error:
            if error.bound != "branches":
                raise
        branches = umpire.paths
        walks.put(request, (branches, odds), odds.pairs if odds is not None else ())
    return odds if most is None or branches <= most else None


def sampled(
    book: Book[OptionsT],
    request: Request[OutcomeT],
    count: int,
    *,
    seed: int | str,
    policies: Policies,
    limits: Limits,
    walks: Walks,
) -> Sample[OutcomeT]:
    """Do as `rcw_rules.ruleset.Ruleset.sample` says with a request that was admitted.

    Raises:
        InvalidRequestError: If the count is below 1.
        BudgetError: If a limit other than that of branches is passed.
        QuestionCancelledError: If it was called off.
    """
    if type(count) is not int or count < 1:
        raise InvalidRequestError([Problem("$.sample", f"expected 1 or more draws, got {show(count, 'python')}")])
    if limits.branches is not None:
        # A branch costs about as much as a play: few draws are not worth many branches.
        limits = evolve(limits, branches=min(limits.branches, max(count, _WORTH_A_TRY)))
    meter = Meter(limits)
    passed = partial(_sample_passed, meter)
    meter.require(count * _PLACE, passed)
    odds = odds_within(book, request, policies, meter, walks)
    if odds is not None:
        return odds.draw(count, seed=seed)
    umpire = SamplingUmpire(book, policies, seed, meter)
    places: dict[OutcomeT, int] = {}
    indices = array("I")
    tables = Tables()
    known = (places, umpire.played)
    run = book.admit(request).run
    left = pace = 1
    due, place_of, note = meter.due, places.setdefault, indices.append

    def check() -> None:
        meter.check(lambda: tables.held(known) + umpire.kept + count * _PLACE, passed)

    with checking(check, lambda held: meter.require(held, passed)):
        for _ in range(count):
            note(place_of(run(request, umpire), len(places)))
            left -= 1
            if not left or perf_counter() > due:  # `meter.is_due(left)`, without a call
                check()
                left = pace = meter.pace(pace - left)
                due = meter.due
    return Sample(places, indices)


_PLACE = array("I").itemsize

_WORTH_A_TRY = 1_000
"""How many branches are tried for any number of draws."""


def _sample_passed(meter: Meter, bound: Bound) -> BudgetError:
    return meter.error(bound, "", what="the sample", instead="draw fewer")


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
        meter: What the sample may cost.

    Attributes:
        played: How often each question inside was played so far.
    """

    __slots__ = ("_cache", "_known", "_meter", "_uniform", "_variables", "played")

    def __init__(self, book: Book[OptionsT], policies: Policies, seed: int | str, meter: Meter) -> None:
        super().__init__(book, policies)
        self._meter = meter.with_branches(_BUDGET)
        self._cache: OddsCache = Cache(None)  # of this sample alone: which odds are cheap must not depend on others
        self._uniform = Random(f"rcw-plays-1|{seed}").random
        self._variables: dict[int, _Draws] = {}
        self._known: dict[Request[Any], _Draws] = {}
        self.played: dict[Request[Any], int] = {}

    @property
    def kept(self) -> int:
        """About how many bytes the odds hold that were worked out so far."""
        return self._cache.bytes

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
            times = self.played.get(request, 0) + 1
            _remember(self.played, request, times)
            if times == _COMMON:
                known = self._worked_out(request)
            if known is None:
                played: OutcomeT = self.book.admit(request).run(request, self)
                return played
        outcome: OutcomeT = known[1][bisect(known[0], self._uniform())]
        return outcome

    def _worked_out(self, request: Request[Any]) -> _Draws | None:
        try:
            odds = ExactUmpire(self.book, self.policies, self._cache, self._meter, grouped=False).distribution(request)
        except BudgetError as error:
            if error.bound != "branches":
                raise
            return None
        draws = _draws_of(odds, odds)
        _remember(self._known, request, draws)
        return draws


def _remember(known: dict[KeyT, ValueT], key: KeyT, value: ValueT) -> None:
    if len(known) >= _MOST and key not in known:
        del known[next(iter(known))]
    known[key] = value
