"""How many bytes values hold, estimated from a few of them.

What a value holds is found by following its references. Parts that several values share count once, so an estimate
compares neighbours: it asks how many bytes each further value adds to those before it.
"""

from __future__ import annotations

from collections.abc import Iterable
from gc import get_referents
from itertools import islice
from sys import getsizeof
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, TypeGuard


class WorkedOut(dict[Any, Any]):
    """Tables that were worked out from a value and are kept with it; they do not count as a part of it."""

    __slots__ = ()


_NOT_HELD = (type, ModuleType, FunctionType, BuiltinFunctionType, MethodType, WorkedOut)
"""What belongs to the program rather than to a value."""

_MOST_VISITED = 100_000
"""How many objects one look visits: a larger value is taken for as large as what was seen of it."""

_SAMPLE = 32
"""How many values an estimate looks at."""

_FEW = 16
"""Fewer values than these hold too little to be worth a look."""

PER_VALUE = 250
"""What is kept beside each entry of a table: its place there, and the pair that a distribution is made of while both
exist."""


def added(value: object, seen: set[int]) -> int:
    """Return how many bytes *value* holds that were not seen before, and add what it holds to *seen*.

    Args:
        value: Plain values, tuples, mappings, and objects of these. Classes, modules and functions count nothing.
        seen: The ids of the objects that count nothing; they must be alive as long as the set is used.
    """
    found = 0
    todo: list[object] = [value]
    most = len(seen) + _MOST_VISITED
    while todo and len(seen) < most:
        one = todo.pop()
        if id(one) in seen or isinstance(one, _NOT_HELD):
            continue
        seen.add(id(one))
        found += getsizeof(one)
        todo += get_referents(one)
    return found


def each_adds(values: Iterable[object]) -> float:
    """Return how many bytes each of the first *values* adds, on average, to those before it; 0 for fewer than two."""
    some = list(islice(values, _SAMPLE))  # kept alive: no two of them may have the same id
    seen: set[int] = set()
    sizes = [added(value, seen) for value in some]
    return sum(sizes[1:]) / (len(sizes) - 1) if len(sizes) > 1 else 0.0


class Tables:
    """Tells about how many bytes tables hold while they are being filled."""

    __slots__ = ("_estimates",)

    def __init__(self) -> None:
        self._estimates: list[_Estimate] = []

    def held(self, tables: Iterable[object]) -> float:
        """Return about how many bytes the entries of the tables hold, with what is kept beside each.

        Args:
            tables: Dictionaries to which entries are only added; anything else among them counts nothing. It is best
                when a table keeps its place among them from one time to the next.
        """
        estimates = self._estimates
        place = 0
        for table in tables:
            if _is_table(table):
                if place == len(estimates):
                    estimates.append(_Estimate(table))
                elif estimates[place].table is not table:
                    estimates[place] = _Estimate(table)
                place += 1
        del estimates[place:]
        return sum(estimate.held() for estimate in estimates)


def _is_table(value: object) -> TypeGuard[dict[Any, Any]]:
    return isinstance(value, dict)


class _Estimate:
    __slots__ = ("_counted", "_each", "_held", "_next", "table")

    def __init__(self, table: dict[Any, Any]) -> None:
        self.table: dict[Any, Any] = table
        self._counted = 0  # how many values the estimate speaks for
        self._held = 0.0
        self._each = 0.0
        self._next = _FEW  # with so many values it looks again

    def held(self) -> float:
        count = len(self.table)
        if count >= self._next:
            # The newest: those before them were looked at when they were new.
            self._each = PER_VALUE + each_adds(reversed(self.table.items()))
            self._held += (count - self._counted) * self._each
            self._counted, self._next = count, count * 5 // 4
        return self._held + (count - self._counted) * self._each
