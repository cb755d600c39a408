"""Which alternative of the next decision is best, and by how much: worked out exactly, or estimated.

>>> from rcw_rules import inches
>>> from rcw_rules import red_white as rw
>>> request = rw.ActivationRequest(base=6, stands=8, full_move=inches(6), cheka=True)
>>> advice = rw.ruleset.advise(request, value=lambda outcome: outcome.passed)
>>> [(option.told, option.value) for option in advice.options]
[('yes', Fraction(21, 25)), ('no', Fraction(3, 5))]
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import inf, sqrt
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

import attrs

from rcw_rules.kernel.advice import FirstDecision, Solution, solve
from rcw_rules.kernel.distributions import Distribution, exact
from rcw_rules.kernel.errors import AdviceError, Bound, BudgetError, InvalidRequestError, Problem, UnknownNameError
from rcw_rules.kernel.limits import Limits, Meter
from rcw_rules.kernel.plain import in_text
from rcw_rules.kernel.questions import Decision, History
from rcw_rules.kernel.samples import Sample
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.sizes import Tables
from rcw_rules.kernel.sources import SeededDice
from rcw_rules.kernel.stepping import play_on
from rcw_rules.kernel.umpire import Decider, Policies
from rcw_rules.kernel.variables import DecidedBy
from rcw_rules.kernel.words import counted

if TYPE_CHECKING:
    from rcw_rules.sessions import Session

__all__ = ["Advice", "AdvisedPolicy", "Option", "Wants", "advise", "estimate", "wants"]

OutcomeT = TypeVar("OutcomeT")

Wants: TypeAlias = Callable[[Decision[Any, Any]], "bool | None"]
"""Says of a decision whether whoever takes it wants the value high; None leaves the decision to its default."""

_NO_SIDE = "owner"
"""How a choice names who decides where its situation does not tell the side of the unit."""


@attrs.frozen(kw_only=True)
class Option(Generic[OutcomeT]):
    """One alternative of a decision and its value.

    Attributes:
        alternative: The alternative.
        told: The alternative in words.
        value: What the question comes to on average if this is chosen whenever the decision comes up, from now on;
            an estimate if the outcomes are a sample.
        behind: How far that is behind the best alternative, for the side that decides; 0 for the best.
        outcomes: The outcomes that follow once it is chosen: exact, or a sample.
        standard_error: Of the value; 0 where it is exact.
    """

    alternative: Any
    told: str
    value: Fraction
    behind: Fraction
    outcomes: Distribution[OutcomeT] | Sample[OutcomeT] = attrs.field(repr=False)
    standard_error: float = 0.0


@attrs.frozen(kw_only=True)
class Advice(Generic[OutcomeT]):
    """What is best at the next decision.

    Attributes:
        decision: The decision.
        chance: The probability that it comes up; 1 if it is asked now.
        options: Its alternatives, the best first; equal ones as the rules list them, the default before others.
        value: What the question comes to on average under best play of both sides; an estimate in a sample.
        others: The other decisions that may come up in its place, each with its options.
        policy: Plays all of this: ``resolve(..., choices=advice.policy)``, ``session.automate(choices=advice.policy)``.
        draws: How many games were played for each alternative, every later decision by its default; None if all is
            exact.
    """

    decision: Decision[Any, Any]
    chance: Fraction
    options: tuple[Option[OutcomeT], ...]
    value: Fraction
    others: tuple[Advice[OutcomeT], ...] = ()
    policy: Decider = attrs.field(repr=False)
    draws: int | None = None

    @property
    def best(self) -> Option[OutcomeT]:
        """The best alternative."""
        return self.options[0]

    def to_dict(self) -> dict[str, Any]:
        """Return the advice as plain data, which `json.dumps` writes: this decision, then `others`.

        Exact values are fractions as texts, those of a sample are decimals. ``schemas/advice.json`` is its schema.
        """

        def number(value: Fraction) -> str | float:
            return exact(value) if self.draws is None else float(value)

        return {
            "value": number(self.value),
            "draws": self.draws,
            "decisions": [
                {
                    "choice": one.decision.choice.id,
                    "rule": one.decision.choice.rule,
                    "who": one.decision.owner,
                    "unit": one.decision.unit,
                    "about": one.decision.choice.about,
                    "chance": number(one.chance),
                    "alternatives": [
                        {
                            "text": option.told,
                            "value": number(option.value),
                            "behind": number(option.behind),
                            "standard_error": option.standard_error,
                        }
                        for option in one.options
                    ],
                }
                for one in (self, *self.others)
            ],
        }


class AdvisedPolicy(Decider):
    """Decides as an advice found best, wherever it has looked; anywhere else by the default.

    It has looked at whatever can happen from the question that it was asked about, and nowhere else: not at what a
    referee's override makes of it.
    """

    __slots__ = ("_played",)

    @property
    def by(self) -> DecidedBy:
        """What a record says of who decided."""
        return "policy"

    def __init__(self, played: Mapping[History, Any]) -> None:
        self._played = played

    def decide(self, decision: Decision[Any, Any]) -> Any:
        """Return the best alternative, or None where nobody has looked."""
        return self._played.get(decision.history)


def advise(
    session: Session[OutcomeT],
    value: Callable[[OutcomeT], int | Fraction],
    maximise: str | Wants,
    choices: Policies,
    limits: Limits,
) -> Advice[OutcomeT]:
    """Do what `Session.advise` says, exactly."""
    if session.overrides:
        raise AdviceError("exact advice knows nothing of a referee's overrides: estimate with draws=1000")
    sides = _Sides(maximise)
    try:
        solution = solve(session.ruleset, session.frames, value, sides.maximises, policies=choices, limits=limits)
        sides.require_met()
        owner = solution.firsts[0].decision.owner
        if maximise == "" and not sides.is_ours(owner):  # the walk met a less probable decision of another side first
            sides = _Sides(owner)
            solution = solve(session.ruleset, session.frames, value, sides.maximises, policies=choices, limits=limits)
    except RecursionError:
        raise AdviceError(
            "so many throws and decisions can follow one another that they cannot be worked out: estimate with "
            "draws=1000, or --sample 1000"
        ) from None
    policy = AdvisedPolicy(solution.played)
    each = [_advice(first, solution, policy) for first in solution.firsts]
    return attrs.evolve(each[0], others=tuple(each[1:]))


def _advice(first: FirstDecision, solution: Solution[Any], policy: Decider) -> Advice[Any]:
    decision = first.decision
    best = first.values[decision.alternatives.index(first.best)]
    options = [
        Option(
            alternative=alternative,
            told=in_text(alternative),
            value=solution.value + first.chance * (value - best),
            behind=first.chance * abs(value - best),
            outcomes=outcomes,
        )
        for alternative, value, outcomes in zip(decision.alternatives, first.values, first.outcomes, strict=True)
    ]
    return Advice(
        decision=decision,
        chance=first.chance,
        options=_ranked(options, decision),
        value=solution.value,
        policy=policy,
    )


def _ranked(options: list[Option[Any]], decision: Decision[Any, Any]) -> tuple[Option[Any], ...]:
    return tuple(sorted(options, key=lambda option: (option.behind, option.alternative != decision.default)))


class _Sides:
    """Which decisions are taken by the side that maximises: that of the first decision, unless one is named."""

    def __init__(self, maximise: str | Wants) -> None:
        self._wants = None if isinstance(maximise, str) else maximise
        self._ours = maximise if isinstance(maximise, str) else ""
        self._met: list[str] = []

    def maximises(self, decision: Decision[Any, Any]) -> bool | None:
        """Whether that side takes the decision; None if nobody can tell which side does."""
        if not self._met and not self._ours:
            self._ours = decision.owner
        ours = (self._wants or wants(self._ours))(decision)
        if ours is not None:
            names = decision.owner, decision.choice.who
            self._met += [name for name in names if name not in self._met]
        return ours

    def is_ours(self, owner: str) -> bool:
        """Return whether the side that maximises is that one."""
        return self._ours == owner

    def require_met(self) -> None:
        """Refuse a side that decides nothing.

        Raises:
            AdviceError: If nobody decides anything.
            UnknownNameError: If others do.
        """
        if not self._met:
            raise AdviceError("nothing is decided from here on: it is all a matter of chance, and odds tell it")
        if self._wants is None and self._ours not in self._met:
            raise UnknownNameError("side that decides", self._ours, self._met)


def wants(side: str) -> Wants:
    """Return who wants the value high: *side*, and no other. A decision that tells no side is left to its default."""

    def is_theirs(decision: Decision[Any, Any]) -> bool | None:
        if side in (decision.owner, decision.choice.who):
            return True
        return None if decision.owner == _NO_SIDE else False

    return is_theirs


# ------------------------------------------------------------------ estimates


def estimate(  # noqa: PLR0917 - called in one place
    session: Session[OutcomeT],
    value: Callable[[OutcomeT], int | Fraction],
    maximise: str | Wants,
    choices: Policies,
    draws: int,
    seed: int | str,
    limits: Limits,
) -> Advice[OutcomeT]:
    """Do what `Session.advise` says, by playing: the next decision in each way, every later one by its default."""
    if type(draws) is not int or draws < 1:
        raise InvalidRequestError([Problem("$.draws", f"expected 1 or more games, got {show(draws, 'python')}")])
    sides = _Sides(maximise)
    scout = _Scout(sides)
    games = _Games(session, choices, draws, seed, limits)
    games.hold(scout.met)
    games.played(scout)
    if not scout.met:
        raise AdviceError(
            f"nobody decides anything in {counted(draws, 'game')} from here on: it is all a matter of chance, or more "
            "draws are needed"
        )
    sides.require_met()
    first, met = max(scout.met.items(), key=lambda one: one[1])
    decision = first.decision
    if not maximise:  # the first game may have met a less probable decision of another side
        sides = _Sides(decision.owner)
    options: list[Option[OutcomeT]] = []
    for alternative in decision.alternatives:
        sample = games.played(_Once(sides, decision, alternative))
        mean, error = _mean(sample, value)
        told = in_text(alternative)
        options.append(
            Option(alternative=alternative, told=told, value=mean, behind=mean, outcomes=sample, standard_error=error)
        )
    values = [option.value for option in options]
    best = max(values) if sides.maximises(decision) else min(values)
    ranked = _ranked([attrs.evolve(option, behind=abs(option.value - best)) for option in options], decision)
    return Advice(
        decision=decision,
        chance=Fraction(met, draws),
        options=ranked,
        value=best,
        policy=_Once(sides, decision, ranked[0].alternative),
        draws=draws,
    )


class _Games(Generic[OutcomeT]):
    """Plays the games of an estimate, which are held against its limits all together."""

    def __init__(
        self, session: Session[OutcomeT], choices: Policies, draws: int, seed: int | str, limits: Limits
    ) -> None:
        self._session = session
        self._choices = choices
        self._draws = draws
        self._seed = seed
        self._meter = Meter(limits)
        self._tables = Tables()
        self._places: list[dict[OutcomeT, int]] = []  # of the outcomes, for each time that the games were played
        self._others: list[dict[_Met, int]] = []
        self._left = self._pace = 1

    def hold(self, met: dict[_Met, int]) -> None:
        """Count what the games fill this table with as well."""
        self._others.append(met)

    def played(self, decider: _Scout | _Once) -> Sample[OutcomeT]:
        """Return the results of the games when *decider* decides.

        Raises:
            BudgetError: If a limit of seconds or of memory is passed.
            QuestionCancelledError: If it was called off.
        """
        session = self._session
        places: dict[OutcomeT, int] = {}
        self._places.append(places)
        indices = array("I")
        self._meter.require(self._held(), self._passed)
        for number in range(self._draws):
            decider.has_decided = False
            played = play_on(
                session.ruleset,
                session.request,
                session.answers,
                dice=SeededDice(f"{self._seed}/{number}"),
                choices=self._choices,
                otherwise=decider,
                overrides=session.overrides,
                recording=False,
            )
            indices.append(places.setdefault(played.outcome, len(places)))
            self._left -= 1
            if self._meter.is_due(self._left):
                self._meter.check(self._held, self._passed)
                self._left = self._pace = self._meter.pace(self._pace - self._left)
        return Sample(places, indices)

    def _held(self) -> float:
        return self._tables.held((*self._others, *self._places)) + len(self._places) * self._draws * array("I").itemsize

    def _passed(self, bound: Bound) -> BudgetError:
        return self._meter.error(bound, "", what="the estimate", instead="play fewer games")


def _mean(sample: Sample[OutcomeT], value: Callable[[OutcomeT], int | Fraction]) -> tuple[Fraction, float]:
    """Return the mean of a value in a sample, and its standard error."""
    worths = [(Fraction(value(outcome)), count) for outcome, count in sample.counts]
    draws = len(sample)
    mean = sum((worth * count for worth, count in worths), Fraction(0)) / draws
    try:
        squares = sum((float(worth - mean) ** 2 * count for worth, count in worths), 0.0)
    except OverflowError:  # a value may be any number, and what is kept of its error is a float
        return mean, inf
    return mean, sqrt(squares / max(draws - 1, 1) / draws)


@attrs.frozen(eq=False)
class _Met:
    """A decision that came up, to look it up by: the procedures of a plug-in may show what has no hash."""

    decision: Decision[Any, Any]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Met) and self.decision == other.decision

    def __hash__(self) -> int:
        try:
            return hash(self.decision)
        except TypeError:
            return hash((self.decision.choice.id, self.decision.where, self.decision.alternatives))


class _Scout(Decider):
    """Leaves everything to the default, and notes which decisions came up first, and how often."""

    def __init__(self, sides: _Sides) -> None:
        self._sides = sides
        self.has_decided = False
        self.met: dict[_Met, int] = {}

    def decide(self, decision: Decision[Any, Any]) -> None:
        if self._sides.maximises(decision) is None or self.has_decided:
            return
        self.has_decided = True
        met = _Met(attrs.evolve(decision, history=(), number=0))
        self.met[met] = self.met.get(met, 0) + 1


class _Once(Decider):
    """Answers one decision where it is the first to come up, and leaves everything else to the default."""

    @property
    def by(self) -> DecidedBy:
        """What a record says of who decided."""
        return "policy"

    def __init__(self, sides: _Sides, decision: Decision[Any, Any], alternative: object) -> None:
        self._sides = sides
        self._decision = decision
        self._alternative = alternative
        self.has_decided = False

    def decide(self, decision: Decision[Any, Any]) -> Any:
        """Return the alternative, or None for the default."""
        if self._sides.maximises(decision) is None:
            return None
        is_first, self.has_decided = not self.has_decided, True
        return (
            self._alternative if is_first and attrs.evolve(decision, history=(), number=0) == self._decision else None
        )

    def finish(self, asked: int) -> None:
        """Start over: the next game has a first decision again."""
        self.has_decided = False
