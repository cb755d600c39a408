"""The best decision, worked out exactly: a procedure as a tree of chances, decisions and ends.

The tree is walked by running the ordinary procedure again along each branch, as for exact odds. At a throw the branches
are weighed, at a decision the side that decides takes the best for itself. A procedure inside that holds no decision is
one throw, its outcome; one that holds decisions is walked in its place, and all that leads it to the same outcome goes
on together, worked out once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, cast

from attrs import define, evolve, field, frozen

from rcw_rules.kernel.books import Book
from rcw_rules.kernel.caches import Cache
from rcw_rules.kernel.dice import Variable
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.errors import Bound, BudgetError
from rcw_rules.kernel.limits import Limits, Meter
from rcw_rules.kernel.odds import ExactUmpire, OddsCache
from rcw_rules.kernel.procedures import AlternativeT, Choice, OptionsT, OutcomeT, Request, SituationT
from rcw_rules.kernel.questions import Decision, Frame, History
from rcw_rules.kernel.umpire import Policies, Umpire

ValueT = TypeVar("ValueT", bound=Hashable)

Valuation: TypeAlias = Callable[[Any], "int | Fraction"]
"""What an outcome is worth to the side that maximises."""


@frozen(kw_only=True)
class FirstDecision:
    """A decision that may be the first to come up.

    Attributes:
        decision: The decision.
        chance: The probability that it comes up, with exactly this situation and no decision before.
        best: Its best alternative for whoever takes it.
        values: What each alternative comes to from where it is taken, in their order.
        outcomes: The outcomes that follow, in the same order.
    """

    decision: Decision[Any, Any]
    chance: Fraction
    best: Any
    values: tuple[Fraction, ...]
    outcomes: tuple[Distribution[Any], ...] = field(repr=False)


@frozen(kw_only=True)
class Solution(Generic[OutcomeT]):
    """A request with every decision played best.

    Attributes:
        value: What it comes to.
        firsts: The decisions that may be the first, the most probable first.
        outcomes: The outcomes under best play.
        played: The best alternative of every decision that best play can come to, by what happened before.
    """

    value: Fraction
    firsts: tuple[FirstDecision, ...]
    outcomes: Distribution[OutcomeT] = field(repr=False)
    played: Mapping[History, Any] = field(repr=False)


def solve(
    book: Book[OptionsT],
    frames: Sequence[Frame],
    value: Valuation,
    maximises: Callable[[Decision[Any, Any]], bool | None],
    *,
    policies: Policies,
    limits: Limits,
) -> Solution[Any]:
    """Return how a question is played best from where it stands.

    Args:
        book: The ruleset.
        frames: The procedures that are on their way, the whole question first; for one that has not begun, only that.
        value: What an outcome is worth.
        maximises: Whether a decision is taken by the side that wants the value as high as can be; any other wants it
            as low as can be. None leaves the decision to its default.
        policies: Functions that answer some of the choices whatever is best, by the id of the choice.
        limits: What it may cost.

    Raises:
        BudgetError: If it costs more; the error names the limit.
        QuestionCancelledError: If it was called off.
    """
    return _Solver(book, value, maximises, policies, Meter(limits)).solution(frames)


_BYTES_A_DECISION = 1_000
"""What a decision that was looked at holds with what happened before it, about."""


class _Ask(BaseException):
    """Carries what a run asks for out of a procedure; none may catch it."""


class _Chance(_Ask):
    def __init__(self, branches: Distribution[Any]) -> None:
        super().__init__(branches)
        self.branches = branches


class _Inside(_Ask):
    def __init__(self, request: Request[Any], where: str) -> None:
        super().__init__(where)
        self.request = request
        self.where = where


class _Open(_Ask):
    def __init__(self, decision: Decision[Any, Any]) -> None:
        super().__init__(decision.choice.id)
        self.decision = decision


class _HoldsDecision(BaseException):
    """A procedure inside asks for a decision, so its outcome is no matter of chance alone."""


class _ChanceAlone(ExactUmpire[OptionsT]):
    """An exact umpire who gives up at the first decision that no policy answers."""

    __slots__ = ()

    def choose(
        self, choice: Choice[SituationT, AlternativeT], alternatives: tuple[AlternativeT, ...], situation: SituationT
    ) -> AlternativeT:
        if len(alternatives) > 1 and choice.id not in self.policies:
            raise _HoldsDecision
        return super().choose(choice, alternatives, situation)


class _TrailUmpire(Umpire[OptionsT]):
    """An umpire who answers from a trail and stops where it ends."""

    __slots__ = ("_answers", "_frame", "_odds_of")

    def __init__(
        self,
        book: Book[OptionsT],
        policies: Policies,
        frame: Frame,
        odds_of: Callable[[Request[Any]], Distribution[Any] | None],
    ) -> None:
        super().__init__(book, policies)
        self._frame = frame
        self._answers = iter(frame.seen)
        self._odds_of = odds_of

    def roll(self, variable: Variable[ValueT], purpose: str, rule: str) -> ValueT:
        if not variable.dice:
            return variable.read(())
        for value in self._answers:
            return cast("ValueT", value)
        raise _Chance(variable.branches)

    def resolve(self, request: Request[OutcomeT], purpose: str) -> OutcomeT:
        for outcome in self._answers:
            return cast("OutcomeT", outcome)
        branches = self._odds_of(request)
        if branches is None:
            raise _Inside(request, f"{self._frame.where}{purpose}/")
        raise _Chance(branches)

    def choose(
        self, choice: Choice[SituationT, AlternativeT], alternatives: tuple[AlternativeT, ...], situation: SituationT
    ) -> AlternativeT:
        if len(alternatives) == 1:
            return alternatives[0]
        for alternative in self._answers:
            return cast("AlternativeT", alternative)
        if choice.id in self.policies:
            raise _Chance(Distribution({super().choose(choice, alternatives, situation): 1}))
        decision = Decision(
            choice=choice,
            where=self._frame.where.removesuffix("/"),
            alternatives=alternatives,
            default=choice.default(situation, alternatives),
            situation=situation,
        )
        raise _Open(decision)


@frozen(kw_only=True)
class _Place:
    """Where a walk is: a procedure on its way, inside others that wait for it.

    Attributes:
        frame: The procedure.
        around: What happened in each of the procedures around it, the outermost first.
    """

    frame: Frame
    around: History = ()

    @property
    def history(self) -> History:
        return (*self.around, self.frame.seen)

    def after(self, answer: object) -> _Place:
        return _Place(frame=evolve(self.frame, seen=(*self.frame.seen, answer)), around=self.around)


_Sink: TypeAlias = Callable[[Any, Fraction], None]
"""Takes an outcome and the probability with which it comes."""


class _Then(Protocol):
    """What follows when a procedure has come to its outcome."""

    def worth(self, outcome: Any) -> Fraction:
        """Return what it comes to in the end, played best from there."""
        ...

    def spread(self, outcome: Any, chance: Fraction, sink: _Sink) -> None:
        """Tell *sink* the outcomes that follow, played best from there."""
        ...


class _TheEnd:
    """The procedure was the whole question: its outcome is worth what it is worth."""

    def __init__(self, value: Valuation) -> None:
        self._value = value

    def worth(self, outcome: Any) -> Fraction:
        return Fraction(self._value(outcome))

    def spread(self, outcome: Any, chance: Fraction, sink: _Sink) -> None:
        sink(outcome, chance)


class _BackTo:
    """A procedure around goes on with the outcome, once for all ways that lead to it."""

    def __init__(self, solver: _Solver[Any], place: _Place, then: _Then) -> None:
        self._solver = solver
        self._place = place
        self._then = then
        self._known: dict[Any, Fraction] = {}

    def worth(self, outcome: Any) -> Fraction:
        known = self._known.get(outcome)
        if known is None:
            known = self._known[outcome] = self._solver.worth(self._place.after(outcome), self._then)
        return known

    def spread(self, outcome: Any, chance: Fraction, sink: _Sink) -> None:
        self._solver.spread(self._place.after(outcome), chance, self._then, sink)


@define
class _First:
    """A decision that may be the first, on its way to a `FirstDecision`; outcomes have their chance from the start."""

    decision: Decision[Any, Any]
    chance: Fraction
    best: Any
    values: tuple[Fraction, ...]
    outcomes: list[_Tally]

    def told(self) -> FirstDecision:
        return FirstDecision(
            decision=self.decision,
            chance=self.chance,
            best=self.best,
            values=self.values,
            outcomes=tuple(tally.distribution() for tally in self.outcomes),
        )


class _Solver(Generic[OptionsT]):
    def __init__(
        self,
        book: Book[OptionsT],
        value: Valuation,
        maximises: Callable[[Decision[Any, Any]], bool | None],
        policies: Policies,
        meter: Meter,
    ) -> None:
        self._book = book
        self._end = _TheEnd(value)
        self._maximises = maximises
        self._policies = policies
        self._meter = meter
        self._paths = 0
        self._cache: OddsCache = Cache(None)
        self._hold_decisions: set[Request[Any]] = set()
        self._played: dict[History, Any] = {}
        self._firsts: list[_First] = []

    def solution(self, frames: Sequence[Frame]) -> Solution[Any]:
        """Return how the question is played best from where it stands."""
        waiting: list[tuple[_Place, _Then]] = []
        then: _Then = self._end
        for depth, frame in enumerate(frames):
            place = _Place(frame=frame, around=tuple(outer.seen for outer in frames[:depth]))
            waiting.append((place, then))
            then = _BackTo(self, place, then)
        place, then = waiting.pop()
        tally = _Tally()
        self._up_to_decisions(place, Fraction(1), then, tally.add)
        while waiting:  # what came without a decision goes on in the procedure around
            inside, tally = tally, _Tally()
            place, then = waiting.pop()
            for outcome, chance in inside.items():
                self._up_to_decisions(place.after(outcome), chance, then, tally.add)
        for first in self._firsts:
            for outcome, chance in first.outcomes[first.decision.alternatives.index(first.best)].items():
                tally.add(outcome, chance)
        return Solution(
            value=sum((self._end.worth(outcome) * chance for outcome, chance in tally.items()), Fraction(0)),
            firsts=tuple(first.told() for first in sorted(self._firsts, key=lambda first: -first.chance)),
            outcomes=tally.distribution(),
            played=self._played,
        )

    # ------------------------------------------------------------------ walks

    def worth(self, place: _Place, then: _Then) -> Fraction:
        """Return what a place comes to, played best from there."""
        outcome, ask = self._run(place)
        match ask:
            case None:
                return then.worth(outcome)
            case _Chance(branches=branches):
                shares = (weight * self.worth(place.after(value), then) for value, weight in branches.pairs)
                return sum(shares, Fraction(0)) / branches.total
            case _Open(decision=decision):
                worths, best = self._decide(place, decision, then)
                return worths[best]
            case _Inside():
                return self.worth(self._inside(place, ask), _BackTo(self, place, then))
        raise AssertionError(ask)

    def _decide(self, place: _Place, decision: Decision[Any, Any], then: _Then) -> tuple[tuple[Fraction, ...], int]:
        """Return what each alternative comes to and the place of the best; of equal ones the default, or the first."""
        is_maximised = self._maximises(decision)
        worths = tuple(self.worth(place.after(alternative), then) for alternative in decision.alternatives)
        best = max(worths) if is_maximised else min(worths)
        default = decision.alternatives.index(decision.default)
        chosen = default if worths[default] == best else worths.index(best)
        self._played[place.history] = decision.alternatives[chosen]
        return worths, chosen

    def spread(self, place: _Place, chance: Fraction, then: _Then, sink: _Sink) -> None:
        """Tell *sink* every outcome of the whole question that follows a place, played best from there."""
        reached = _Tally()
        self._outcomes(place, chance, reached.add)
        for outcome, share in reached.items():
            then.spread(outcome, share, sink)

    def _outcomes(self, place: _Place, chance: Fraction, sink: _Sink) -> None:
        """Tell *sink* every outcome of the procedure of a place itself."""
        outcome, ask = self._run(place)
        match ask:
            case None:
                sink(outcome, chance)
            case _Chance(branches=branches):
                for value, weight in branches.pairs:
                    self._outcomes(place.after(value), chance * Fraction(weight, branches.total), sink)
            case _Open():
                self._outcomes(place.after(self._played[place.history]), chance, sink)
            case _Inside():
                reached = _Tally()
                inner = self._inside(place, ask)
                self._outcomes(inner, chance, reached.add)
                for one, share in reached.items():
                    self._outcomes(place.after(one), share, sink)

    def _up_to_decisions(self, place: _Place, chance: Fraction, then: _Then, sink: _Sink) -> None:
        """Find every decision that may be the first, and tell *sink* the outcomes of the place without any."""
        outcome, ask = self._run(place)
        match ask:
            case None:
                sink(outcome, chance)
            case _Chance(branches=branches):
                for value, weight in branches.pairs:
                    self._up_to_decisions(place.after(value), chance * Fraction(weight, branches.total), then, sink)
            case _Open(decision=decision):
                self._note_first(place, decision, chance, then)
            case _Inside():
                reached = _Tally()
                inner, back = self._inside(place, ask), _BackTo(self, place, then)
                self._up_to_decisions(inner, chance, back, reached.add)
                for one, share in reached.items():
                    self._up_to_decisions(place.after(one), share, then, sink)

    def _note_first(self, place: _Place, decision: Decision[Any, Any], chance: Fraction, then: _Then) -> None:
        values, _ = self._decide(place, decision, then)
        outcomes: list[_Tally] = []
        for alternative in decision.alternatives:
            outcomes.append(_Tally())
            self.spread(place.after(alternative), chance, then, outcomes[-1].add)
        for first in self._firsts:
            if (first.decision, first.values) == (decision, values):  # what led to it makes no difference
                first.chance += chance
                for old, new in zip(first.outcomes, outcomes, strict=True):
                    for outcome, share in new.items():
                        old.add(outcome, share)
                return
        self._firsts.append(_First(decision, chance, self._played[place.history], values, outcomes))

    # ------------------------------------------------------------------ one step

    def _run(self, place: _Place) -> tuple[object, _Chance | _Inside | _Open | None]:
        """Run the procedure of a place; return its outcome, or what it asks for."""
        frame = place.frame
        self._count(1, frame.where)
        try:
            return frame.procedure.run(
                frame.request, _TrailUmpire(self._book, self._policies, frame, self._odds_of)
            ), None
        except _Open as ask:
            if self._maximises(ask.decision) is None:
                return None, _Chance(Distribution({ask.decision.default: 1}))
            return None, ask
        except (_Chance, _Inside) as ask:
            return None, ask

    def _count(self, branches: int, where: str) -> None:
        self._paths += branches
        self._meter.check(self._held, lambda bound: self._passed(bound, where))
        most = self._meter.limits.branches
        if most is not None and self._paths > most:
            raise self._passed("branches", where)

    def _passed(self, bound: Bound, where: str) -> BudgetError:
        return self._meter.error(bound, where.removesuffix("/"), what="exact advice")

    def _held(self) -> float:
        return len(self._played) * _BYTES_A_DECISION

    def _odds_of(self, request: Request[Any]) -> Distribution[Any] | None:
        """Return the odds of a request inside if it holds no decision, otherwise None."""
        kept = self._cache.get(request)
        if kept is not None or request in self._hold_decisions:
            return kept
        umpire = _ChanceAlone(self._book, self._policies, self._cache, self._meter, grouped=False)
        try:
            return umpire.distribution(request)
        except _HoldsDecision:
            self._hold_decisions.add(request)
            return None
        finally:
            self._count(umpire.paths, "")

    def _inside(self, place: _Place, ask: _Inside) -> _Place:
        inner = Frame(procedure=self._book.admit(ask.request), request=ask.request, where=ask.where)
        return _Place(frame=inner, around=place.history)


class _Tally(dict[Any, Fraction]):
    """Outcomes with the probability that each has so far."""

    def add(self, outcome: Any, chance: Fraction) -> None:
        self[outcome] = self.get(outcome, Fraction(0)) + chance

    def distribution(self) -> Distribution[Any]:
        common = lcm(*(chance.denominator for chance in self.values()))
        return Distribution({outcome: int(chance * common) for outcome, chance in self.items()})
