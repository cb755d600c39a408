"""Answers that are kept to be given again, up to so many bytes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import islice
from math import inf
from threading import Lock
from typing import Any, Generic, TypeVar

from rcw_rules.kernel.sizes import added

KeyT = TypeVar("KeyT", bound=Hashable)
ValueT = TypeVar("ValueT")

_SAMPLE = 32
"""How many parts of a value are looked at to tell what each adds."""

_SELDOM = 32
"""Of the keys of one class, one in so many is looked at once their size is known: a stranger may send a long one."""

_VERY_SELDOM = 256
"""The same of keys that have many parts, such as a map, since looking at them takes longer."""

_MANY_PARTS = 1_000

_OFTEN = 32
"""After so many new entries, or parts of their values, their sizes are added up."""

_LARGE = 20_000
"""How many bytes an entry or a part may well have: a small cache adds up more often."""

_BESIDE = 300
"""What the cache itself needs for an entry."""

_MEGABYTE = 1_000_000


class Cache(Generic[KeyT, ValueT]):
    """Keeps values by their keys, the oldest of which are forgotten where there is no room for a new one.

    Any number of threads may use it at once. Looking up takes no lock and does not call into this class at all; only
    forgetting takes one.

    How many bytes an entry takes is an estimate: of each class of keys some are measured, and the others are taken for
    as large. Parts that an entry shares with the one measured before it, such as a map, count nothing.

    Args:
        megabytes: How many millions of bytes it may keep; None for no bound.

    Attributes:
        get: Returns the value of a key, or None.
        bytes: About how many bytes it keeps.
    """

    __slots__ = (
        "_kept",
        "_last",
        "_lock",
        "_megabytes",
        "_most",
        "_new",
        "_often",
        "_order",
        "_scales",
        "_sizes",
        "bytes",
        "get",
    )

    def __init__(self, megabytes: float | None) -> None:
        self._megabytes = megabytes
        self._most = inf if megabytes is None else megabytes * _MEGABYTE
        self._often = min(_OFTEN, self._most / _LARGE)
        self._new = 0  # how much was put in since the sizes were added up
        self._kept: dict[KeyT, ValueT] = {}
        self._order: deque[tuple[KeyT, Sequence[object]]] = deque()  # the oldest first; a key put again is in it twice
        self._sizes: deque[int] = deque()  # of the first of these
        self._scales: dict[type[Any], _Scale] = {}
        self._last: dict[type[Any], tuple[object, ...]] = {}  # the key measured last, and some parts of its value
        self._lock = Lock()
        self.bytes: int = 0
        self.get: Callable[[KeyT], ValueT | None] = self._kept.get

    def put(self, key: KeyT, value: ValueT, parts: Sequence[object] = ()) -> None:
        """Keep *value* under *key*.

        Args:
            key: The key.
            value: The value.
            parts: What the value has many of, such as outcomes, to tell its size from a few of them.
        """
        # In this order, so that an interruption in between leaves an entry too many in the order, and none outside.
        self._order.append((key, parts))
        self._kept[key] = value
        self._new += 1 + len(parts)
        if self._new > self._often:
            self._make_room()

    def _make_room(self) -> None:
        with self._lock:
            self._new = 0
            while len(self._sizes) < len(self._order):
                size = self._size(*self._order[len(self._sizes)])
                self._sizes.append(size)
                self.bytes += size
            while self.bytes > self._most:
                oldest, _ = self._order.popleft()
                self.bytes -= self._sizes.popleft()
                self._kept.pop(oldest, None)

    def _size(self, key: KeyT, parts: Sequence[object]) -> int:
        cls = type(key)
        scale = self._scales.get(cls)
        if scale is None:
            scale = self._scales[cls] = _Scale()
        if not scale.left:
            some = tuple(islice(parts, _SAMPLE))
            scale.measure(key, some, self._last.get(cls, ()))
            self._last[cls] = (key, *some)
        scale.left -= 1
        return scale.fixed + scale.each * len(parts)

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._order.clear()
            self._sizes.clear()
            self._last.clear()
            self._kept.clear()
            self.bytes = self._new = 0

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Iterator[KeyT]:
        return iter(tuple(self._kept))

    def __reduce__(self) -> tuple[type[Cache[KeyT, ValueT]], tuple[float | None]]:
        # A copy, in another process or here, begins with nothing.
        return type(self), (self._megabytes,)


class _Scale:
    """How large the entries of one class of keys are."""

    __slots__ = ("_interval", "each", "fixed", "left")

    def __init__(self) -> None:
        self.fixed = self.each = 0  # bytes of an entry, and of each part of its value
        self.left, self._interval = 0, 1  # how many entries are not measured now, and after the next measure

    def measure(self, key: object, parts: Sequence[object], before: Sequence[object]) -> None:
        """Find out how much an entry adds to the one that was measured before."""
        seen: set[int] = set()
        for known in before:
            added(known, seen)
        self.fixed = _BESIDE + added(key, seen)
        if parts:
            self.each = sum(added(part, seen) for part in parts) // len(parts)
        # The first shares nothing with one before it, so the second is looked at as well, and then fewer and fewer.
        self.left = self._interval
        self._interval = min(2 * self._interval, _SELDOM if len(seen) < _MANY_PARTS else _VERY_SELDOM)
