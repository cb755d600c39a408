"""How much a question may cost before it is stopped: branches, seconds, memory, and a way to call it off.

>>> Limits(seconds=30)
Limits(branches=200000, seconds=30, megabytes=200, cancelled=None)

The bounds are checked while the work goes on, some hundred times a second.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from time import perf_counter, thread_time
from typing import Any, TypeVar

from attrs import Attribute, evolve, field, frozen

from rcw_rules.kernel.errors import Bound, BudgetError, QuestionCancelledError

T = TypeVar("T")

MEGABYTE = 1_000_000

_BETWEEN = 0.01
"""How many seconds of computing pass between two checks, about."""

_FASTER = 8
"""How many times more steps than after the last check are taken at most before the next."""

_AFTER_ONE = 64
"""How many steps are taken at most after the first, which tells little."""

_MOST_STEPS = 1_000_000

_ROOM = 300
"""How many megabytes a variable holds at most that no question needs: a million values and their weights fit in."""

_MANY = 256
"""After so many of many items there is a check."""


def _at_least_0(_: Limits, attribute: Attribute[Any], value: object) -> None:
    kinds = (int,) if attribute.name == "branches" else (int, float)
    is_number = isinstance(value, kinds) and not isinstance(value, bool)
    if value is not None and not (is_number and value >= 0):  # type: ignore[operator]  # a number by now
        what = "a whole number" if attribute.name == "branches" else "a number"
        raise ValueError(f"{attribute.name} of Limits is {what} from 0, or None for no bound, not {value!r}")


@frozen(kw_only=True)
class Limits:
    """How much a question may cost. None switches a bound off.

    Attributes:
        branches: How many branches of chance exact odds may walk.
        seconds: How many seconds of computing, of the processor and of the thread that asks: on a busy machine it takes
            longer by the clock.
        megabytes: How many millions of bytes what it has found so far may hold, by an estimate: what each outcome adds
            to those before it, measured on a few and multiplied.
        cancelled: Is asked some hundred times a second whether to give up, such as ``threading.Event().is_set``.

    Raises:
        ValueError: If a bound is not a number, or below 0.
    """

    branches: int | None = field(default=200_000, validator=_at_least_0)
    seconds: float | None = field(default=2, validator=_at_least_0)
    megabytes: float | None = field(default=200, validator=_at_least_0)
    cancelled: Callable[[], bool] | None = None


SAMPLE_LIMITS = Limits(branches=10_000, seconds=None)
"""What a sample may cost unless the caller says otherwise: as long as its draws take."""

UNHURRIED = Limits(seconds=None)
"""For tests, whose answers must not depend on how fast the machine is."""


class Meter:
    """Holds what a piece of work has cost against its limits, from now on.

    Attributes:
        limits: The limits.
        due: When to check at the latest, however few steps were taken since, by the clock of `perf_counter`.
    """

    __slots__ = ("_by_clock", "_bytes", "_last", "_look", "_until", "due", "limits")

    def __init__(self, limits: Limits) -> None:
        self.limits: Limits = limits
        self._last = now = perf_counter()
        self.due: float = now + _BETWEEN
        self._look = self.due
        self._bytes = inf if limits.megabytes is None else limits.megabytes * MEGABYTE
        self._until = self._by_clock = inf
        if limits.seconds is not None:
            self._until = thread_time() + limits.seconds
            self._by_clock = now + limits.seconds  # before that no thread has computed for so long

    def error(self, bound: Bound, purpose: str, remedy: str = "", **words: str) -> BudgetError:
        """Return the error that a bound is passed."""
        budget: float = getattr(self.limits, bound)
        return BudgetError(budget, purpose, remedy, bound=bound, **words)

    def is_due(self, left: int) -> bool:
        """Whether to check now, with so many steps left until the next check: steps may have become slow."""
        return not left or perf_counter() > self.due

    def with_branches(self, branches: int) -> Meter:
        """Return a meter for a part of the work: with its own bound of branches, and the same end in time."""
        part = Meter(evolve(self.limits, branches=branches))
        part._until, part._by_clock = self._until, self._by_clock
        return part

    def check(self, held: Callable[[], float], passed: Callable[[Bound], BudgetError]) -> None:
        """Hold what the work has cost so far against its limits.

        Args:
            held: Says how many bytes it holds now. It is asked after a while, since not much is found in no time.
            passed: Makes the error of a bound.

        Raises:
            BudgetError: If a bound is passed.
            QuestionCancelledError: If the work was called off.
        """
        if self.limits.cancelled is not None and self.limits.cancelled():
            raise QuestionCancelledError
        now = perf_counter()
        if now > self._by_clock:
            left = self._until - thread_time()
            if left < 0:
                raise passed("seconds")
            self._by_clock = now + left
        if now > self._look:
            self._look = now + _BETWEEN
            if held() > self._bytes:
                raise passed("megabytes")

    def require(self, held: float, passed: Callable[[Bound], BudgetError]) -> None:
        """Refuse beforehand what would hold so many bytes.

        Raises:
            BudgetError: If these are too many.
        """
        if held > self._bytes:
            raise passed("megabytes")

    def pace(self, steps: int) -> int:
        """Return how many steps to take until the next check, to be here again in about a hundredth of a second.

        Where steps may become slow, ask `is_due` after each.

        Args:
            steps: How many were taken since the last check. Steps may be as slow or as fast as they like; begin with 1.
        """
        now = perf_counter()
        taken, self._last = now - self._last, now
        self.due = now + 2 * _BETWEEN
        most = _AFTER_ONE if steps == 1 else _FASTER
        faster = most if taken * most < _BETWEEN else _BETWEEN / taken
        return max(1, min(int(steps * faster), _MOST_STEPS))


@frozen
class _Watch:
    """Who is asked by what takes long, now and then."""

    check: Callable[[], object]
    require: Callable[[float], object]


_WATCH: ContextVar[_Watch | None] = ContextVar("watch", default=None)


@contextmanager
def checking(check: Callable[[], object], require: Callable[[float], object] = lambda _: None) -> Generator[None]:
    """Have *check* called now and then by what is `watched` meanwhile, and *require* with the bytes of what is big."""
    token = _WATCH.set(_Watch(check, require))
    try:
        yield
    finally:
        _WATCH.reset(token)


@contextmanager
def checking_at_least(purpose: str) -> Generator[None]:
    """Hold what is `watched` meanwhile against limits of its own, unless a question that asks for it has its own.

    Args:
        purpose: What is worked out, for the error.
    """
    if _WATCH.get() is not None:
        yield
        return
    meter = Meter(Limits(megabytes=_ROOM))

    def passed(bound: Bound) -> BudgetError:
        return meter.error(bound, purpose)

    with checking(lambda: meter.check(lambda: 0, passed), lambda held: meter.require(held, passed)):
        yield


def require_room(held: float) -> None:
    """Refuse beforehand what would hold more bytes than the question may that needs it.

    Raises:
        BudgetError: If these are too many.
    """
    watch = _WATCH.get()
    if watch is not None:
        watch.require(held)


def watched(items: Iterable[T]) -> Iterable[T]:
    """Return the *items* of something long, to be gone through no longer than the question that needs it may take."""
    watch = _WATCH.get()
    return items if watch is None else checked(items, watch.check)


def checked(items: Iterable[T], check: Callable[[], object]) -> Iterator[T]:
    """Yield the *items*, and call *check* now and then."""
    for number, item in enumerate(items, 1):
        if number % _MANY == 0:
            check()
        yield item
