"""Which alternative of the next decision is best, and by how much: worked out exactly, or estimated.

>>> from rcw_rules import inches
>>> from rcw_rules import red_white as rw
>>> request = rw.ActivationRequest(base=6, stands=8, full_move=inches(6), cheka=True)
>>> advice = rw.ruleset.advise(request, value=lambda outcome: outcome.passed)
>>> [(option.told, option.value) for option in advice.options]
[('yes', Fraction(21, 25)), ('no', Fraction(3, 5))]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

import attrs

from rcw_rules.kernel.advice import solve
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.questions import DecidedBy, Decision, History
from rcw_rules.kernel.samples import Sample
from rcw_rules.kernel.umpire import Decider, Policies

if TYPE_CHECKING:
    from rcw_rules.sessions import Session

__all__ = ["Advice", "AdvisedPolicy", "Option", "advise"]

OutcomeT = TypeVar("OutcomeT")


@attrs.frozen(kw_only=True)
class Option(Generic[OutcomeT]):
    """One alternative of a decision, and what comes of it.

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


class AdvisedPolicy(Decider):
    """Decides as an advice found best, wherever it has looked; anywhere else by the default.

    It has looked at whatever can happen from the question that it was asked about, and nowhere else: not at what a
    referee's override makes of it.
    """

    __slots__ = ("_played",)

    by: ClassVar[DecidedBy] = "policy"

    def __init__(self, played: Mapping[History, Any]) -> None:
        self._played = played

    def decide(self, decision: Decision[Any, Any]) -> Any:
        """Return the best alternative, or None where nobody has looked."""
        return self._played.get(decision.history)


def advise(
    session: Session[OutcomeT],
    value: Callable[[OutcomeT], int | Fraction],
    maximise: str,
    choices: Policies,
    budget: int,
) -> Advice[OutcomeT]:
    """Do what `Session.advise` says, exactly."""
    met: set[str] = set()

    def maximises(decision: Decision[Any, Any]) -> bool:
        met.add(decision.owner)
        if not maximise:
            return decision.owner == mine
        return maximise in (decision.owner, decision.choice.who)

    mine = ""
    first = solve(session.ruleset, session.frames, value, maximises, policies=choices, budget=budget)
    raise NotImplementedError
