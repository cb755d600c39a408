"""Samples: outcomes drawn many times, with the standard errors of what is estimated from them."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from math import sqrt
from typing import ClassVar, Generic, TypeVar, cast

from attrs import frozen

from rcw_rules.kernel.markup import html_table, html_text
from rcw_rules.kernel.words import counted

OutcomeT = TypeVar("OutcomeT", bound=Hashable)
OtherT = TypeVar("OtherT", bound=Hashable)


_MOST_SHOWN = 40

_MANY = 10_000
"""Where counting is left to numpy, which takes its time to be loaded."""


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

    @classmethod
    def of(cls, hits: int, draws: int) -> Estimate:
        """Return the estimate of something that came up so many times in so many draws."""
        share = (hits + 1) / (draws + 2)
        return cls(value=hits / draws, standard_error=sqrt(share * (1 - share) / draws), draws=draws)

    def __str__(self) -> str:
        return f"{self.value * 100:.2f} % +- {self.standard_error * 100:.2f} %"


class Sample(Generic[OutcomeT]):
    """Outcomes drawn many times: a table of outcomes, and for every draw its place in that table.

    >>> sample = Sample.of("bacab")
    >>> sample.outcomes, sample.indices.tolist(), sample[2], len(sample)
    (('b', 'a', 'c'), [0, 1, 2, 1, 0], 'c', 5)

    Args:
        outcomes: The table: every outcome that may come up, once. Those that never came up may be in it.
        indices: For each draw, in order, its place in the table, as whole numbers of one size.

    Attributes:
        outcomes: The table.
        draws: How many outcomes were drawn.
    """

    def __init__(self, outcomes: Iterable[OutcomeT], indices: memoryview | array[int]) -> None:
        self.outcomes: tuple[OutcomeT, ...] = tuple(outcomes)
        self.draws: int = len(indices)
        self._indices = indices
        if not self.draws:
            raise ValueError("a sample needs at least one outcome")

    @cached_property
    def indices(self) -> memoryview:
        """The places of all draws in the table, as a view that ``numpy.asarray`` makes an array of without copying."""
        return memoryview(self._indices).toreadonly()

    @staticmethod
    def of(outcomes: Iterable[OtherT]) -> Sample[OtherT]:
        """Return the sample of *outcomes* in the order in which they come.

        Raises:
            ValueError: If there are none.
        """
        places: dict[OtherT, int] = {}
        indices = array("I", (places.setdefault(outcome, len(places)) for outcome in outcomes))
        return Sample(places, indices)

    @cached_property
    def counts(self) -> tuple[tuple[OutcomeT, int], ...]:
        """How often each outcome came up, those that did, in the order of the table."""
        if self.draws < _MANY:
            counted = Counter(self.indices.tolist())
        else:
            from rcw_rules.kernel.draws import counts_of

            counted = counts_of(self.indices)
        return tuple((self.outcomes[place], counted[place]) for place in sorted(counted))

    def __len__(self) -> int:
        return self.draws

    def __getitem__(self, draw: int) -> OutcomeT:
        """Return the outcome of a draw, counted from 0, or from the last as -1."""
        return self.outcomes[self.indices[draw]]

    def __iter__(self) -> Iterator[OutcomeT]:
        outcomes = self.outcomes
        return (outcomes[place] for place in self.indices)

    def __eq__(self, other: object) -> bool:
        """Return whether the other is a sample with the same outcomes in the same order."""
        if not isinstance(other, Sample):
            return NotImplemented
        theirs = cast("Sample[OutcomeT]", other)
        return len(self) == len(theirs) and all(one == two for one, two in zip(self, theirs, strict=True))

    __hash__: ClassVar[None] = None  # type: ignore[assignment]  # millions of draws are not a key

    def __repr__(self) -> str:
        return f"<Sample of {self.draws:,} draws, {len(self.counts):,} different outcomes>"

    def _repr_html_(self) -> str:
        from rcw_rules.kernel.wording import in_a_line

        rows = [
            (f"{estimate.value * 100:.2f} %", f"{estimate.standard_error * 100:.2f} %", in_a_line(outcome))
            for outcome, estimate in self.ranked()
        ]
        left = len(rows) - _MOST_SHOWN
        more = html_text(f"and {counted(left, 'other outcome')}") if left > 0 else ""
        return html_table(rows[:_MOST_SHOWN], headers=("estimate", "+-", "outcome")) + more

    def map(self, function: Callable[[OutcomeT], OtherT]) -> Sample[OtherT]:
        """Return the sample of *function* of each outcome; equal results share a place in the table."""
        places: dict[OtherT, int] = {}
        here = [places.setdefault(function(outcome), len(places)) for outcome in self.outcomes]
        return Sample(places, array("I", map(here.__getitem__, self.indices)))

    def estimate(self, event: Callable[[OutcomeT], bool]) -> Estimate:
        """Return the estimated probability of *event* with its standard error."""
        return Estimate.of(sum(count for outcome, count in self.counts if event(outcome)), self.draws)

    def ranked(self) -> list[tuple[OutcomeT, Estimate]]:
        """Return the outcomes with their estimates, the most frequent first, equal ones in the order of the table."""
        ranked = sorted(self.counts, key=lambda pair: -pair[1])
        draws = self.draws
        return [(outcome, Estimate.of(count, draws)) for outcome, count in ranked]


class Shuffled(Sample[OutcomeT]):
    """A sample that was counted before it was ordered: its draws are shuffled when their order is first needed.

    Args:
        outcomes: The table.
        counts: How often each came up, at least one of them.
        shuffled: Returns the places of all draws in an order that favours none.
    """

    def __init__(self, outcomes: Iterable[OutcomeT], counts: Iterable[int], shuffled: Callable[[], memoryview]) -> None:
        self.outcomes: tuple[OutcomeT, ...] = tuple(outcomes)
        self._told = tuple((outcome, count) for outcome, count in zip(self.outcomes, counts, strict=True) if count)
        self.draws: int = sum(count for _, count in self._told)
        self._shuffled = shuffled

    @cached_property
    def counts(self) -> tuple[tuple[OutcomeT, int], ...]:
        """How often each outcome came up, those that did, in the order of the table."""
        return self._told

    @cached_property
    def indices(self) -> memoryview:
        """The places of all draws in the table."""
        return self._shuffled()
