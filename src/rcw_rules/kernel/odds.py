"""Exact odds: every branch of chance of an unmodified procedure, in whole numbers.

The walk runs the ordinary procedure again from its start along each branch. The values that chance took so far are the
trail; at its end the procedure asks for a variable that is not on it yet, and the walk tries each of its values in
turn. A procedure inside a procedure is one variable, its outcome, whose distribution is worked out once and kept.
Weights are whole numbers, one tally for each denominator; fractions appear only when somebody asks for a probability.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import partial
from math import gcd, inf, lcm
from time import perf_counter
from typing import Any, Generic, TypeAlias, TypeVar, cast

from attrs import frozen

from rcw_rules.kernel.books import Book
from rcw_rules.kernel.caches import Cache
from rcw_rules.kernel.dice import Variable
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.errors import Bound, BudgetError, NotDeterministicError
from rcw_rules.kernel.limits import Limits, Meter, checked, checking
from rcw_rules.kernel.procedures import OptionsT, OutcomeT, Procedure, Request
from rcw_rules.kernel.sizes import PER_VALUE, Tables
from rcw_rules.kernel.umpire import AnsweredT, Policies, Umpire
from rcw_rules.kernel.variables import Grouping

ValueT = TypeVar("ValueT", bound=Hashable)
StateT = TypeVar("StateT", bound=Hashable)

_LONG = 1_024
"""As many values of one variable are gone through without a check."""


class _Last:
    """What a procedure returns whose outcomes are left to the end of its run."""

    def __repr__(self) -> str:
        return "<the outcome of a last throw or question, to be returned as it is>"


_LAST = _Last()

_End: TypeAlias = tuple[Distribution[Any], Callable[[Any], Any], str]
"""What a run asks for at its end: what it may come to, what follows from that, and the purpose."""


@frozen(cache_hash=True)
class _Alone(Request[OutcomeT]):
    """A question that nothing goes on with, whose odds are kept apart from those inside other questions."""

    request: Request[OutcomeT]


OddsCache: TypeAlias = Cache[Request[Any], Distribution[Any]]
"""Distributions by request."""


class ExactUmpire(Umpire[OptionsT], Generic[OptionsT]):
    """An umpire who lets chance take every turn, one after the other.

    Args:
        book: The ruleset.
        policies: The players' decisions, functions of the situation alone.
        cache: What is known already, and what becomes known.
        meter: What it may cost.
        grouped: Whether cards that no rule tells apart count as one.

    Attributes:
        paths: How many branches have been found, those of procedures inside included.
    """

    __slots__ = (
        "_asked",
        "_at",
        "_cache",
        "_ends",
        "_frames",
        "_kept",
        "_known",
        "_left",
        "_meter",
        "_most",
        "_remedy",
        "_steps",
        "_tables",
        "_total",
        "_trail",
        "_weight",
        "grouping",
        "paths",
    )

    def __init__(
        self, book: Book[OptionsT], policies: Policies, cache: OddsCache, meter: Meter, *, grouped: bool = True
    ) -> None:
        super().__init__(book, policies)
        self.grouping: Grouping = "apart" if grouped else "none"
        self._cache = cache
        self._meter = meter
        self._most = inf if meter.limits.branches is None else meter.limits.branches
        self._left = self._steps = 1  # how many runs until the limits are checked again, and from one check to the next
        self._tables = Tables()
        self._kept = cache.bytes  # before this question
        self.paths: int = 0
        self._trail: list[Any] = []  # the value of each variable on this branch
        self._asked: list[Any] = []  # the variable or request itself, to catch procedures that are not functions
        self._frames: list[
            tuple[Iterator[tuple[Any, int]], int, int, str, int]
        ] = []  # values to come, weight, total, purpose, how many values
        self._at = self._known = 0
        self._weight = self._total = 1
        self._ends: list[_End] = []  # what the run that goes on has asked for at its end
        self._remedy = ""  # of the latest variable that knows one, in case a limit is passed

    def distribution(self, request: Request[OutcomeT]) -> Distribution[OutcomeT]:
        """Return the exact distribution of the outcome of *request*.

        Raises:
            BudgetError: If a limit is passed.
            QuestionCancelledError: If it was called off.
            NotDeterministicError: If the procedure is not a function of its request and of chance.
        """
        if not request.names_cards or self.grouping == "none":
            kept = self._cache.get(request)
            return kept if kept is not None else self._work_out(request)
        alone = _Alone(request)
        kept = self._cache.get(alone)
        if kept is None:
            self.grouping = "answers"
            try:
                kept = self._walk(self.book.check(request), request)
            finally:
                self.grouping = "apart"
            self._cache.put(alone, kept, kept.pairs)
        return kept

    def _work_out(self, request: Request[OutcomeT]) -> Distribution[OutcomeT]:
        worked_out = self._walk(self.book.check(request), request)
        self._cache.put(request, worked_out, worked_out.pairs)
        return worked_out

    def _walk(
        self, procedure: Procedure[Any, OutcomeT, OptionsT], request: Request[OutcomeT]
    ) -> Distribution[OutcomeT]:
        run = procedure.run
        trail, asked, frames, ends = self._trail, self._asked, self._frames, self._ends
        tallies: dict[OutcomeT, list[int]] = {}  # for each outcome its weight and out of which total
        tally_of = tallies.get
        totals: dict[int, int] = {}  # every total that a weight is out of, to be given its factor to the common one
        # A walk inside another goes on after its trail. It begins with a variable of one value that nobody asked for,
        # so that all runs are in one place.
        meter = self._meter
        left = self._left  # walks inside begin with what is left here, and this one goes on with its own
        base = len(frames)
        frames.append((iter(((None, 1),)), 1, 1, "", 1))
        trail.append(None)
        asked.append(tallies)  # found there by whoever wants to know how much is held
        self.paths += 1
        while len(frames) > base:
            values, weight, total, _, _ = frames[-1]
            depth = self._known = len(frames)
            self._total = total
            totals[total] = 1
            for value, share in values:
                trail[-1] = value
                self._weight = reached = weight * share
                self._at = base + 1
                outcome = run(request, self)
                is_leaf = self._at == depth
                if not is_leaf:
                    if self._at < depth:
                        raise NotDeterministicError(
                            f"{procedure.id} asked for less on a branch that it had been on before"
                        )
                    reached, total = self._weight, self._total
                    totals[total] = 1
                if ends:
                    self._tally_last(outcome, reached, total, tallies, totals)
                elif (tally := tally_of(outcome)) is None:
                    tallies[outcome] = [reached, total]
                elif tally[1] == total:
                    tally[0] += reached
                else:
                    tally[:] = _added(tally[0], tally[1], reached, total)
                    totals[tally[1]] = 1
                left -= 1
                if not left or perf_counter() > meter.due:  # or the runs have become slow
                    self.check()
                    left = self._left = self._steps = meter.pace(max(1, self._steps - left))
                if not is_leaf:  # it asked for more: first every value of that
                    break
            else:
                frames.pop()
                trail.pop()
                asked.pop()
        self._left = left
        if len(tallies) > _LONG:
            asked.append(tallies)
            self.check()
            asked.pop()
        return self._merged(tallies, totals)

    def check(self) -> None:
        """Hold what the question has cost so far against its limits.

        Raises:
            BudgetError: If a limit is passed.
            QuestionCancelledError: If it was called off.
        """
        self._meter.check(self._held, self._passed)

    def _require(self, held: float) -> None:
        self._meter.require(held, self._passed)

    def _held(self) -> float:
        return self._tables.held(self._asked) + max(0, self._cache.bytes - self._kept)

    def _merged(self, tallies: dict[OutcomeT, list[int]], totals: dict[int, int]) -> Distribution[OutcomeT]:
        """Bring what was tallied to one denominator."""
        common = lcm(*totals)
        for total in totals:
            totals[total] = common // total
        weights = [weight * totals[total] for weight, total in tallies.values()]
        if len(weights) < _LONG:
            return Distribution.of(tallies, weights)
        with checking(self.check, self._require):
            return Distribution.of(tallies, weights)

    def _tally_last(
        self,
        returned: object,
        reached: int,
        total: int,
        tallies: dict[Any, list[int]],
        totals: dict[int, int],
    ) -> None:
        """Count every outcome of a run that ended with a last throw or question."""
        ends, depth = self._ends, len(self._frames)
        branches, outcome_of, purpose = ends.pop()
        if returned is not _LAST or ends:
            raise NotDeterministicError(
                f"at {purpose!r} the procedure should return what its last throw or question returns"
            )
        ways = len(branches.pairs)
        self.paths += ways - 1
        if self.paths > self._most:
            self._frames.append((iter(()), 1, 1, purpose, ways))
            raise self._passed("branches")
        total *= branches.total
        totals[total] = 1
        pairs = branches.pairs if ways < _LONG else checked(branches.pairs, self.check)
        for value, share in pairs:
            outcome = outcome_of(value)
            if ends:  # what comes of this value ends with a throw or question itself
                self._tally_last(outcome, reached * share, total, tallies, totals)
                continue
            tally = tallies.get(outcome)
            if tally is None:
                tallies[outcome] = [reached * share, total]
            elif tally[1] == total:
                tally[0] += reached * share
            else:
                tally[:] = _added(tally[0], tally[1], reached * share, total)
                totals[tally[1]] = 1
        if len(self._frames) != depth:
            raise NotDeterministicError(
                f"what comes of {purpose!r} asks for more, which only another last throw or question may"
            )

    def last_roll(
        self, variable: Variable[ValueT], purpose: str, rule: str, outcome: Callable[[ValueT], OutcomeT]
    ) -> OutcomeT:
        """Leave every value to the end of this run."""
        kept: Distribution[ValueT] | None = variable.__dict__.get("branches")
        branches = self._made(variable, purpose) if kept is None else kept
        self._ends.append((branches, outcome, purpose))
        return cast("OutcomeT", _LAST)

    def last_resolve(
        self, request: Request[AnsweredT], purpose: str, outcome: Callable[[AnsweredT], OutcomeT]
    ) -> OutcomeT:
        """Leave every answer to the end of this run."""
        kept: Distribution[AnsweredT] | None = self._cache.get(request)
        if kept is None:
            kept = self._inside(request)
        self._ends.append((kept, outcome, purpose))
        return cast("OutcomeT", _LAST)

    def roll(self, variable: Variable[ValueT], purpose: str, rule: str) -> ValueT:
        """Return the value of this branch, or open one branch for each value."""
        at = self._at
        self._at = at + 1
        if at < self._known:
            if self._asked[at] is not variable:
                self._compare(self._asked[at], variable, purpose)
            value: ValueT = self._trail[at]
            return value
        self._remedy = variable.remedy or self._remedy
        kept: Distribution[ValueT] | None = variable.__dict__.get("branches")
        branches = self._made(variable, purpose) if kept is None else kept
        return self._open(variable, branches, purpose)

    def resolve(self, request: Request[OutcomeT], purpose: str) -> OutcomeT:
        """Return the outcome of this branch, or open one branch for each outcome."""
        at = self._at
        self._at = at + 1
        if at < self._known:
            # Comparing the requests as well would cost more than the look-up; check_ruleset does that.
            before = self._asked[at]
            if before is not request and type(before) is not type(request):
                self._compare(before, request, purpose)
            outcome: OutcomeT = self._trail[at]
            return outcome
        kept: Distribution[OutcomeT] | None = self._cache.get(request)
        if kept is None:
            kept = self._inside(request)
        return self._open(request, kept, purpose)

    def _inside(self, request: Request[OutcomeT]) -> Distribution[OutcomeT]:
        at, known, weight, total = self._at, self._known, self._weight, self._total
        grouping = self.grouping
        if grouping == "answers":
            self.grouping = "apart"
        kept = self._work_out(request)
        self.grouping = grouping
        self._at, self._known, self._weight, self._total = at, known, weight, total
        return kept

    def _open(self, asked: object, branches: Distribution[ValueT], purpose: str) -> ValueT:
        values = iter(branches.pairs)
        weight, total = self._weight, self._total * branches.total
        ways = len(branches.pairs)
        self._frames.append((values, weight, total, purpose, ways))
        self.paths += ways - 1  # where there was one branch there are now so many
        if self.paths > self._most:
            raise self._passed("branches")
        value, share = next(values)
        self._weight = weight * share
        self._total = total
        self._trail.append(value)
        self._asked.append(asked)
        self._known += 1
        return value

    def _compare(self, before: object, now: object, purpose: str) -> None:
        if isinstance(now, Variable) and now.same_as(before):
            return
        raise NotDeterministicError(
            f"at {purpose!r} the procedure asked for {now!r} and, on the same branch before, for {before!r}: "
            "a procedure may depend on nothing but its request and what its umpire answers"
        )

    def _made(self, variable: Variable[ValueT], purpose: str) -> Distribution[ValueT]:
        """Return the branches of a variable that may have very many or take long to make, within the limits."""
        self._remedy = variable.remedy or self._remedy
        if variable.ways and self.paths + variable.ways - 1 > self._most:
            self._frames.append((iter(()), 1, 1, purpose, variable.ways))
            raise self._passed("branches")
        if variable.ways >= _LONG:  # whether it is kept already or not
            self._require(variable.ways * PER_VALUE)
        with checking(self.check, self._require):
            return variable.branches

    def _passed(self, bound: Bound) -> BudgetError:
        ways: dict[str, int] = {}  # a roll that is asked again multiplies its branches
        for *_, purpose, branches in self._frames:
            ways[purpose] = ways.get(purpose, 1) * branches
        return self._meter.error(bound, max(ways, key=ways.__getitem__, default=""), self._remedy)


def _added(weight: int, total: int, more: int, of: int) -> tuple[int, int]:
    common = lcm(total, of)
    return weight * (common // total) + more * (common // of), common


def iterate(
    step: Callable[[StateT], Distribution[StateT]], start: StateT, rounds: int, *, limits: Limits = Limits()
) -> Distribution[StateT]:
    """Return the distribution of the state after so many *rounds*, equal states merged after each.

    The rounds are carried forward: the cost grows with the number of different states, not of courses of play. The step
    of a state is asked for once, however many rounds it comes up in.

    Args:
        step: Returns the distribution of the next state, for example
            ``lambda state: ruleset.odds(Round(state=state))``.
        start: The state before the first round.
        rounds: How many rounds, 0 or more.
        limits: What all rounds together may cost. Branches are those of a step's own limits.

    Raises:
        ValueError: If there are fewer rounds than 0.
        BudgetError: If a limit is passed.
        QuestionCancelledError: If it was called off.
    """
    if rounds < 0:
        raise ValueError(f"rounds must be 0 or more, not {rounds}")
    meter, tables = Meter(limits), Tables()
    left = pace = 1
    steps: dict[StateT, Distribution[StateT]] = {}
    now: dict[StateT, int] = {start: 1}
    for _ in range(rounds):
        following: dict[int, dict[StateT, int]] = {}
        for state, weight in now.items():
            next_states = steps.get(state)
            if next_states is None:
                next_states = steps[state] = step(state)
            tally = following.get(next_states.total)
            if tally is None:
                tally = following[next_states.total] = {}
            for after, share in next_states.pairs:
                tally[after] = tally.get(after, 0) + weight * share
            left -= 1
            if meter.is_due(left):
                held = partial(tables.held, (steps, *following.values()))
                meter.check(held, partial(_rounds_passed, meter))
                left = pace = meter.pace(pace - left)
        common = lcm(*following)
        now = {}
        for total, tally in following.items():
            factor = common // total
            for after, weight in tally.items():
                now[after] = now.get(after, 0) + weight * factor
        divisor = gcd(*now.values())
        now = {state: weight // divisor for state, weight in now.items()}
    return Distribution(now)


def _rounds_passed(meter: Meter, bound: Bound) -> BudgetError:
    return meter.error(bound, "", what="the odds of the rounds", instead="play them in bulk with odds.play_rounds")
