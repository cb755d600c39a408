"""Drawing from an exact distribution in bulk: millions of draws a second, the same for the same seed everywhere.

The 64 bits of a uniform number say where in a distribution a draw falls. Its first 16 alone nearly always do, so those
are looked up in a table of 65,536 places, four draws to a number; the few draws that fall where two outcomes meet get
48 bits more and are searched for. No outcome is more than 1 in 2**64 off its exact probability.

Draws come in stretches of a fixed length, each from a stream of its own, so that stretches can be drawn anywhere and in
any order.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Hashable
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from rcw_rules.kernel.caches import Cache
from rcw_rules.kernel.errors import Bound, BudgetError
from rcw_rules.kernel.limits import Limits, Meter
from rcw_rules.kernel.samples import Sample, Shuffled
from rcw_rules.kernel.seeds import require_seed
from rcw_rules.kernel.sizes import Tables

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rcw_rules.kernel.distributions import Distribution

StateT = TypeVar("StateT", bound=Hashable)

STRETCH = 1 << 20
"""How many draws come from one stream."""

_BLOCK = 1 << 14
"""How many numbers are drawn at once: they, what is looked up and the table stay in the cache of a processor."""

_FEW = 1 << 13
"""Fewer draws than these are searched for one by one: a table would cost more."""

_PLACES = 1 << 16
_BITS = 64


class Drawer:
    """Draws from one distribution.

    Args:
        distribution: What to draw from.

    Attributes:
        kind: The type of an index: ``H`` of two bytes, or ``I`` of four where there are 65,535 outcomes or more.
    """

    __slots__ = ("_index", "_meeting", "_thresholds", "kind")

    def __init__(self, distribution: Distribution[Any]) -> None:
        # The k-th threshold is where the outcome after the k-th begins, as a share of all numbers of 64 bits.
        total, below = distribution.total, 0
        thresholds: list[int] = []
        for _, weight in distribution.pairs[:-1]:
            below += weight
            thresholds.append((below << _BITS) // total)
        self._thresholds: NDArray[np.uint64] = np.array(thresholds, dtype=np.uint64)
        self.kind: str = "H" if len(distribution) < _PLACES - 1 else "I"
        self._index = np.uint16 if self.kind == "H" else np.uint32
        self._meeting: int = int(np.iinfo(self._index).max)

    def draw(self, count: int, seed: int | str) -> memoryview:
        """Return the positions, in the order of the distribution's outcomes, of so many draws.

        Args:
            count: How many, 0 or more.
            seed: The seed; 7 and ``"7"`` are the same.

        Returns:
            A view that cannot be written to, of `kind`; ``numpy.asarray`` makes an array of it without copying.
        """
        drawn = np.empty(count, dtype=self._index)
        for number, begin in enumerate(range(0, count, STRETCH)):
            self._fill(drawn[begin : begin + STRETCH], stream(seed, number))
        return _view(drawn)

    def counts(self, count: int, bits: np.random.SFC64, check: Callable[[], object] = lambda: None) -> list[int]:
        """Return how often each outcome comes up in so many draws.

        Args:
            count: How many, 0 or more.
            bits: Where the numbers come from.
            check: Is called after each million draws or so.
        """
        if not len(self._thresholds):  # a single outcome
            return [count]
        outcomes = len(self._thresholds) + 1
        if count < _FEW:
            drawn = self._thresholds.searchsorted(bits.random_raw(count), side="right")
            few: list[int] = np.bincount(drawn, minlength=outcomes).tolist()
            return few
        found: NDArray[np.int64] = np.zeros(outcomes, dtype=np.int64)
        stretch = np.empty(min(count, STRETCH), dtype=self._index)
        for begin in range(0, count, STRETCH):
            here = stretch[: count - begin]
            self._fill(here, bits)
            found += np.bincount(here, minlength=outcomes)
            check()
        many: list[int] = found.tolist()
        return many

    def _fill(self, drawn: NDArray[Any], bits: np.random.SFC64) -> None:
        table = _TABLES.get(self)
        if table is None:
            table = self._made()
            _TABLES.put(self, table, (table,))
        for begin in range(0, len(drawn), 4 * _BLOCK):
            block = drawn[begin : begin + 4 * _BLOCK]
            words = _words(len(block), bits)
            np.take(table, words, out=block, mode="clip")  # nothing is clipped: this mode checks nothing
            unclear = np.flatnonzero(block == self._meeting)
            if len(unclear):
                first = words[unclear].astype(np.uint64) << np.uint64(_BITS - 16)
                rest = bits.random_raw(len(unclear)) >> np.uint64(16)
                block[unclear] = self._thresholds.searchsorted(first | rest, side="right")

    def _made(self) -> NDArray[Any]:
        """Make the table: for every 16 bits the outcome that they mean, or that they alone do not tell."""
        # At the place of a threshold's first 16 bits its outcome ends, and may meet the next there.
        places = (self._thresholds >> np.uint64(_BITS - 16)).astype(np.int64)
        lengths = np.diff(places, prepend=0, append=_PLACES)
        table = np.repeat(np.arange(len(lengths), dtype=self._index), lengths)
        table[places[self._thresholds & np.uint64((1 << (_BITS - 16)) - 1) != 0]] = self._meeting
        return table


_TABLES: Cache[Drawer, NDArray[Any]] = Cache(megabytes=16)
"""The tables that drawers made last: each is far larger than most distributions."""


def stream(seed: int | str, number: int) -> np.random.SFC64:
    """Return the numbers of a stretch of draws."""
    entropy = int.from_bytes(hashlib.sha256(f"rcw-draws-1|{seed}".encode()).digest())
    return np.random.SFC64(np.random.SeedSequence(entropy, spawn_key=(number,)))


def counts_of(indices: memoryview) -> Counter[int]:
    """Return how often each place comes up."""
    return Counter({place: int(count) for place, count in enumerate(np.bincount(np.asarray(indices))) if count})


def played_rounds(
    step: Callable[[StateT], Distribution[StateT]],
    start: StateT,
    rounds: int,
    count: int,
    *,
    seed: int | str,
    limits: Limits,
) -> Sample[StateT]:
    """Do as `rcw_rules.odds.play_rounds` says."""
    require_seed(seed)
    if rounds < 0:
        raise ValueError(f"rounds must be 0 or more, not {rounds}")
    if count < 1:
        raise ValueError(f"at least one game is played, not {count}")
    meter, tables = Meter(limits), Tables()
    following: dict[StateT, int] = {}

    def check() -> None:
        meter.check(lambda: tables.held((drawers, following)), partial(_sample_passed, meter))

    left = pace = 1
    bits = stream(f"rounds/{seed}", 0)
    drawers: dict[StateT, tuple[tuple[StateT, ...], Drawer]] = {}
    now: dict[StateT, int] = {start: count}
    for _ in range(rounds):
        following = {}
        for state, games in now.items():
            if state not in drawers:
                odds = step(state)
                drawers[state] = odds.outcomes, odds.drawer
            outcomes, drawer = drawers[state]
            for after, came in zip(outcomes, drawer.counts(games, bits, check), strict=True):
                if came:
                    following[after] = following.get(after, 0) + came
            left -= 1
            if meter.is_due(left):
                check()
                left = pace = meter.pace(pace - left)
        now = following
    places, counts = np.arange(len(now), dtype=np.uint32), list(now.values())
    return Shuffled(now, counts, lambda: _view(_shuffled(np.repeat(places, counts), stream(f"order/{seed}", 0))))


def _sample_passed(meter: Meter, bound: Bound) -> BudgetError:
    return meter.error(bound, "", what="the games of rounds", instead="play fewer games, or fewer rounds")


def _shuffled(values: NDArray[Any], bits: np.random.SFC64) -> NDArray[Any]:
    """Return the values in the order of random keys of 32 bits, sorted by each half in turn, which is fast."""
    order = np.argsort(_words(len(values), bits), kind="stable")
    return values[order[np.argsort(_words(len(values), bits)[order], kind="stable")]]


def _words(count: int, bits: np.random.SFC64) -> NDArray[np.uint16]:
    """Return so many numbers of 16 bits, four out of each of 64, the same on every machine."""
    return bits.random_raw(-(-count // 4)).astype("<u8", copy=False).view("<u2")[:count]


def _view(values: NDArray[Any]) -> memoryview:
    values.flags.writeable = False
    return memoryview(values)  # type: ignore[arg-type]  # numpy's stubs do not say that an array is a buffer
