"""Measure ratios: everything that is compared runs in turn, round after round, with garbage collection off."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Mapping
from statistics import median, quantiles
from time import process_time
from typing import Any, TypeAlias

from attrs import frozen

Seconds: TypeAlias = list[float]
"""How long one call took, one figure for each round."""


@frozen(kw_only=True)
class Pace:
    """How long to measure.

    Attributes:
        rounds: How often everything is measured.
        batch: How many seconds a batch of calls should take; what is slower is called once.
    """

    rounds: int
    batch: float


@frozen(kw_only=True)
class Line:
    """One line of the result.

    Attributes:
        name: What was measured.
        other: What it was measured against.
        ours_s: Seconds for one call of ours, the median of the rounds.
        other_s: Seconds for one call of the other.
        ratio: Ours / other: the median of the ratios of the rounds, each of two neighbours in time.
        spread: The distance between the quartiles of these ratios, as a share of their median.
        most: The goal: the highest ratio that is good enough, or None where there is none.
        counts_faster: Whether to show the ratio as other / ours, for goals that are worded "times faster".
    """

    name: str
    other: str
    ours_s: float
    other_s: float
    ratio: float
    spread: float
    most: float | None
    counts_faster: bool

    @property
    def met(self) -> str:
        if self.most is None:
            return ""
        return "met" if self.ratio <= self.most else "MISSED"

    def shown(self, ratio: float) -> str:
        return f"{figure(1 / ratio)} x faster" if self.counts_faster else f"{figure(ratio)} x the time"

    def plain(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "ours_s": self.ours_s,
            "other": self.other,
            "other_s": self.other_s,
            "ratio": self.ratio,
            "spread": self.spread,
        }


def round_robin(cases: Mapping[str, Callable[[], object]], pace: Pace) -> dict[str, Seconds]:
    """Measure every case once a round, forwards and backwards in turn."""
    calls = {name: max(1, int(pace.batch / _once(case))) if pace.batch else 1 for name, case in cases.items()}
    times: dict[str, Seconds] = {name: [] for name in cases}
    names = list(cases)
    gc.collect()
    gc.disable()
    try:
        for number in range(pace.rounds):
            print(f"  round {number + 1} of {pace.rounds}", end="\r", file=sys.stderr, flush=True)
            for name in names:
                times[name].append(_time(cases[name], calls[name]))
            names.reverse()
            gc.collect()
    finally:
        gc.enable()
    return times


def line(
    times: Mapping[str, Seconds],
    name: str,
    ours: str,
    other: str,
    *,
    at_most: float | None = None,
    faster: float | None = None,
) -> Line:
    """Return the ratio of two cases.

    Args:
        times: What `round_robin` returned.
        name: What was measured.
        ours: The case that is ours.
        other: The case that it is compared with.
        at_most: The goal as "at most so many times the time of the other".
        faster: The goal as "at least so many times faster than the other"; 0 for this wording without a goal.
    """
    ratios = [one / two for one, two in zip(times[ours], times[other], strict=True)]
    middle = median(ratios)
    low, _, high = quantiles(ratios, n=4, method="inclusive")
    return Line(
        name=name,
        other=other,
        ours_s=median(times[ours]),
        other_s=median(times[other]),
        ratio=middle,
        spread=(high - low) / middle,
        most=1 / faster if faster else at_most,
        counts_faster=faster is not None,
    )


def figure(number: float) -> str:
    """Write *number* with three digits that count, or whole."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def _once(case: Callable[[], object]) -> float:
    _time(case, 1)  # makes whatever is made only once, such as random variables
    return _time(case, 1)


def _time(case: Callable[[], object], calls: int) -> float:
    start = process_time()  # not the time on the wall, of which other programs take their share
    for _ in range(calls):
        case()
    return (process_time() - start) / calls
