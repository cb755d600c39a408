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
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from rcw_rules.kernel.distributions import Distribution

STRETCH = 1 << 20
"""How many draws come from one stream."""

_BLOCK = 1 << 14
"""How many numbers are drawn at once: they, what is looked up and the table stay in the cache of a processor."""

_PLACES = 1 << 16
_BITS = 64


class Drawer:
    """Draws from one distribution.

    Args:
        distribution: What to draw from.

    Attributes:
        kind: The type of an index: ``H`` of two bytes, or ``I`` of four where there are 65,535 outcomes or more.
    """

    __slots__ = ("_meeting", "_table", "_thresholds", "kind")

    def __init__(self, distribution: Distribution[Any]) -> None:
        # The k-th threshold is where the outcome after the k-th begins, as a share of all numbers of 64 bits.
        total, below = distribution.total, 0
        thresholds: list[int] = []
        for _, weight in distribution.pairs[:-1]:
            below += weight
            thresholds.append((below << _BITS) // total)
        self._thresholds: NDArray[np.uint64] = np.array(thresholds, dtype=np.uint64)
        self.kind: str = "H" if len(distribution) < _PLACES - 1 else "I"
        index = np.uint16 if self.kind == "H" else np.uint32
        firsts = np.arange(_PLACES, dtype=np.uint64) << np.uint64(_BITS - 16)
        lasts = firsts + np.uint64((1 << (_BITS - 16)) - 1)
        low = self._thresholds.searchsorted(firsts, side="right")
        high = self._thresholds.searchsorted(lasts, side="right")
        self._meeting: int = int(np.iinfo(index).max)
        self._table: NDArray[Any] = np.where(low == high, low, self._meeting).astype(index)

    def draw(self, count: int, seed: int | str) -> memoryview:
        """Return the positions, in the order of the distribution's outcomes, of so many draws.

        Args:
            count: How many, 0 or more.
            seed: The seed; 7 and ``"7"`` are the same.

        Returns:
            A view that cannot be written to, of `kind`; ``numpy.asarray`` makes an array of it without copying.
        """
        drawn = np.empty(count, dtype=self._table.dtype)
        for number, begin in enumerate(range(0, count, STRETCH)):
            self._stretch(drawn[begin : begin + STRETCH], seed, number)
        drawn.flags.writeable = False
        return memoryview(drawn)  # type: ignore[arg-type]  # numpy's stubs do not say that an array is a buffer

    def _stretch(self, drawn: NDArray[Any], seed: int | str, number: int) -> None:
        bits = stream(seed, number)
        for begin in range(0, len(drawn), 4 * _BLOCK):
            block = drawn[begin : begin + 4 * _BLOCK]
            words = bits.random_raw(-(-len(block) // 4)).astype("<u8", copy=False).view("<u2")[: len(block)]
            np.take(
                self._table, words, out=block, mode="clip"
            )  # nothing is clipped: it is the mode that checks nothing
            unclear = np.flatnonzero(block == self._meeting)
            if len(unclear):
                first = words[unclear].astype(np.uint64) << np.uint64(_BITS - 16)
                rest = bits.random_raw(len(unclear)) >> np.uint64(16)
                block[unclear] = self._thresholds.searchsorted(first | rest, side="right")


def stream(seed: int | str, number: int) -> np.random.SFC64:
    """Return the numbers of a stretch of draws."""
    entropy = int.from_bytes(hashlib.sha256(f"rcw-draws-1|{seed}".encode()).digest())
    return np.random.SFC64(np.random.SeedSequence(entropy, spawn_key=(number,)))


def counts_of(indices: memoryview) -> Counter[int]:
    """Return how often each place comes up."""
    return Counter({place: int(count) for place, count in enumerate(np.bincount(np.asarray(indices))) if count})
