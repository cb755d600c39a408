"""Samples: outcomes counted over many resolutions, with their standard errors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from math import sqrt
from typing import Generic, TypeVar

from attrs import frozen

OutcomeT = TypeVar("OutcomeT", bound=Hashable)
OtherT = TypeVar("OtherT", bound=Hashable)


@frozen(kw_only=True)
class Estimate:
    """A probability estimated from draws.

    Attributes:
        value: The share of the draws, 0 to 1.
        standard_error: How far off it typically is; from the share (hits + 1) / (draws + 2), so that it is never 0.
        draws: How many draws it rests on.
    """

    value: float
    standard_error: float
    draws: int

    def __str__(self) -> str:
        return f"{self.value * 100:.2f} % +- {self.standard_error * 100:.2f} %"


@frozen
class Sample(Generic[OutcomeT]):
    """Outcomes counted over many resolutions.

    Attributes:
        counts: How often each outcome came up, in the order in which they first came up.
    """

    counts: tuple[tuple[OutcomeT, int], ...]

    @classmethod
    def of(cls, outcomes: Iterable[OutcomeT]) -> Sample[OutcomeT]:
        """Count *outcomes*.

        Raises:
            ValueError: If there are none.
        """
        counts = tuple(Counter(outcomes).items())
        if not counts:
            raise ValueError("a sample needs at least one outcome")
        return cls(counts)

    @property
    def draws(self) -> int:
        """How many outcomes were counted."""
        return sum(count for _, count in self.counts)

    def estimate(self, event: Callable[[OutcomeT], bool]) -> Estimate:
        """Return the estimated probability of *event* with its standard error."""
        return _estimate(sum(count for outcome, count in self.counts if event(outcome)), self.draws)

    def ranked(self) -> list[tuple[OutcomeT, Estimate]]:
        """Return the outcomes with their estimates, the most frequent first, equal ones in the order met."""
        ranked = sorted(self.counts, key=lambda pair: -pair[1])
        draws = self.draws
        return [(outcome, _estimate(count, draws)) for outcome, count in ranked]


def _estimate(hits: int, draws: int) -> Estimate:
    share = (hits + 1) / (draws + 2)
    return Estimate(value=hits / draws, standard_error=sqrt(share * (1 - share) / draws), draws=draws)
