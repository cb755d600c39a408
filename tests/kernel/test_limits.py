"""A question that costs too much is stopped, wherever its time or memory goes, and says what it ran into."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable, Iterator
from fractions import Fraction
from threading import Event
from typing import Any

import attrs
import pytest
from attrs import frozen

from rcw_rules import (
    BudgetError,
    Distribution,
    Limits,
    NoOptions,
    QuestionCancelledError,
    Request,
    Ruleset,
    Umpire,
    d6,
    d10,
    iterate,
    odds,
    pick,
    procedure,
)
from rcw_rules.kernel.dice import d100
from rcw_rules.kernel.limits import Meter, checked, checking, watched
from rcw_rules.kernel.sizes import Tables, added

Outcome = tuple[str, tuple[Any, ...]]


@frozen(kw_only=True)
class Throws(Request[Outcome]):
    """So many dice, one by one.

    Attributes:
        dice: How many.
        text: How long a text every outcome has of its own.
    """

    dice: int
    text: int = 0


@frozen(kw_only=True)
class Parts(Request[int]):
    """So many questions, one inside the other, each with a die."""

    depth: int
    interrupted_at: int = 0


@frozen(kw_only=True)
class Ending(Request[int]):
    """A last throw of many values."""


@frozen(kw_only=True)
class Hands(Request[int]):
    """A variable that takes its time to be made."""


INTERRUPTS: list[int] = []
"""The depths at which somebody presses Ctrl-C."""


@procedure("heath.throws", title="What do these dice show?", rules=("throws",))
def throws(request: Throws, umpire: Umpire[NoOptions]) -> Outcome:
    """Throw them one by one."""
    faces = tuple(umpire.roll(d6, "a die", "throws") for _ in range(request.dice))
    return str(faces).ljust(request.text), faces


@procedure("heath.parts", title="How much is it in all?", rules=("parts",))
def parts(request: Parts, umpire: Umpire[NoOptions]) -> int:
    """Add a die to what comes of the part inside."""
    inside = umpire.resolve(Parts(depth=request.depth - 1), "the part inside") if request.depth else 0
    if request.depth in INTERRUPTS:
        raise KeyboardInterrupt
    return inside + umpire.roll(d6, "a die", "parts")


@procedure("heath.ending", title="How much is the last throw?", rules=("ending",))
def ending(_: Ending, umpire: Umpire[NoOptions]) -> int:
    """Throw five dice of ten sides in order."""
    return umpire.last_roll(d10.each(5), "the last throw", "ending", sum)


@procedure("heath.hands", title="How much is the hand worth?", rules=("hands",))
def hands(_: Hands, umpire: Umpire[NoOptions]) -> int:
    """Pick four of forty."""
    return sum(umpire.roll(pick(range(40), 4), "the hand", "hands"))


HEATH = Ruleset(
    id="heath",
    title="The heath",
    edition="first",
    rules_version=1,
    options=NoOptions(),
    procedures=(throws, parts, ending, hands),
)

THROWS, PARTS, ENDING, HANDS = Throws(dice=6), Parts(depth=60), Ending(), Hands()


@pytest.fixture
def heath() -> Iterator[Ruleset[NoOptions]]:
    """Return the rules of the heath without anything kept from other tests."""
    INTERRUPTS.clear()
    yield attrs.evolve(HEATH)
    INTERRUPTS.clear()


class Clock:
    """A clock that goes on by so many seconds whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.now = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Callable[[float, float], None]:
    """Let the clock on the wall, and that of the thread, go on by so many seconds with each look."""

    def turn(wall: float, thread: float) -> None:
        monkeypatch.setattr("rcw_rules.kernel.limits.perf_counter", Clock(wall))
        monkeypatch.setattr("rcw_rules.kernel.limits.thread_time", Clock(thread))

    return turn


def walk(state: int) -> Distribution[int]:
    return Distribution({state + step: 1 for step in (-1, 0, 2)})


LONG: dict[str, tuple[Callable[[Ruleset[NoOptions], Limits], object], str]] = {
    "a walk": (lambda heath, limits: heath.odds(THROWS, limits=limits), "a die"),
    "questions inside": (lambda heath, limits: heath.odds(PARTS, limits=limits), "the part inside"),
    "a last throw": (lambda heath, limits: heath.odds(ENDING, limits=limits), ""),
    "the values of a variable": (lambda heath, limits: heath.odds(HANDS, limits=limits), ""),
    "a walk with modifiers": (lambda heath, limits: odds.sensitivity(heath, THROWS, bool, limits=limits), "a die"),
    "a walk changed": (lambda heath, limits: odds.what_if(heath, THROWS, limits=limits), "a die"),
    "a grid": (lambda heath, limits: odds.sweep(heath, Throws, dice=(6, 5), limits=limits), "a die"),
    "rounds": (lambda _, limits: iterate(walk, 0, 200, limits=limits), ""),
    "games of rounds": (lambda _, limits: odds.play_rounds(walk, 0, 200, 1_000, seed=1, limits=limits), ""),
    "a sample": (
        lambda heath, limits: heath.sample(THROWS, 2_000, seed=1, limits=attrs.evolve(limits, branches=0)),
        "",
    ),
}


@pytest.mark.parametrize("name", LONG)
def test_it_stops_after_so_many_seconds_of_the_thread(
    heath: Ruleset[NoOptions], clocks: Callable[[float, float], None], name: str
) -> None:
    ask, purpose = LONG[name]
    clocks(0.02, 0.02)
    with pytest.raises(BudgetError, match=r"more than 0\.5 seconds of computing") as caught:
        ask(heath, Limits(seconds=0.5))
    assert (caught.value.bound, caught.value.budget) == ("seconds", 0.5)
    # Values that another test has made already are kept, and then the walk itself is what takes so long.
    assert caught.value.purpose in ((purpose, "the hand") if name == "the values of a variable" else (purpose,))
    assert "raise limits=Limits(seconds=...), or " in str(caught.value)


@pytest.mark.parametrize("name", LONG)
def test_a_busy_machine_takes_no_seconds_away(
    heath: Ruleset[NoOptions], clocks: Callable[[float, float], None], name: str
) -> None:
    clocks(100, 0.0)  # minutes go by on the wall, and nothing is computed
    assert LONG[name][0](heath, Limits(seconds=0.5)) is not None


@pytest.mark.parametrize("name", LONG)
def test_it_is_called_off_where_it_is(heath: Ruleset[NoOptions], name: str) -> None:
    asked: list[bool] = []

    def cancelled() -> bool:
        asked.append(True)
        return len(asked) == 3

    with pytest.raises(QuestionCancelledError, match="called off"):
        LONG[name][0](heath, Limits(cancelled=cancelled))
    assert len(asked) == 3
    # What was kept meanwhile is as good as ever.
    assert heath.odds(Throws(dice=2)) == attrs.evolve(HEATH).odds(Throws(dice=2))
    assert heath.odds(PARTS).expectation(lambda total: total) == Fraction(61 * 7, 2)


def test_it_is_asked_many_times_a_second_whether_to_give_up(heath: Ruleset[NoOptions]) -> None:
    stop = Event()
    asked: list[float] = []

    def cancelled() -> bool:
        asked.append(time.thread_time())
        return stop.is_set()

    heath.odds(Throws(dice=6), limits=Limits(cancelled=cancelled))  # some tenths of a second
    taken = asked[-1] - asked[0]
    assert len(asked) > taken * 5  # a hundred a second where nothing else runs


# ---------------------------------------------------------------- memory


def test_outcomes_that_hold_too_much(heath: Ruleset[NoOptions]) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(BudgetError, match="exact odds need more than 20 MB; the roll 'a die' branches") as caught:
            heath.odds(Throws(dice=6, text=5_000), limits=Limits(megabytes=20))  # 230 MB in all
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (caught.value.bound, caught.value.budget) == ("megabytes", 20)
    assert 10e6 < peak < 40e6


def test_a_sample_that_holds_too_much(heath: Ruleset[NoOptions]) -> None:
    with pytest.raises(BudgetError, match=r"the sample needs more than 2 MB: .*, or draw fewer"):
        heath.sample(Throws(dice=9, text=5_000), 20_000, seed=1, limits=Limits(branches=0, megabytes=2))
    with pytest.raises(BudgetError, match="the sample needs more than 200 MB"):  # at once
        heath.sample(Throws(dice=1), 10**12, seed=1)


def test_rounds_that_hold_too_much() -> None:
    with pytest.raises(BudgetError, match=r"the odds of the rounds need more than 2 MB: .*odds\.play_rounds"):
        iterate(
            lambda text: Distribution({text + "a" * 500: 1, text + "b" * 500: 1}), "", 14, limits=Limits(megabytes=2)
        )


def test_very_many_games_of_rounds_are_drawn_a_stretch_at_a_time(clocks: Callable[[float, float], None]) -> None:
    odds.play_rounds(walk, 0, 1, 10_000, seed=1)  # imports what it needs
    tracemalloc.start()
    try:
        sample = odds.play_rounds(walk, 0, 1, 10_000_000, seed=1)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 15e6, peak  # 20 MB for all draws at once
    assert sum(count for _, count in sample.counts) == 10_000_000
    clocks(0.02, 0.02)
    with pytest.raises(BudgetError, match=r"the games of rounds need more than 0\.5 seconds of computing"):
        odds.play_rounds(walk, 0, 1, 10**15, seed=1, limits=Limits(seconds=0.5))


def test_a_variable_that_would_hold_too_much_is_not_made(heath: Ruleset[NoOptions]) -> None:
    with pytest.raises(BudgetError, match="more than 5 MB"):
        heath.odds(HANDS, limits=Limits(megabytes=5))
    with pytest.raises(BudgetError, match="budget of 90,000 branches; the roll 'the hand' branches most"):
        heath.odds(HANDS, limits=Limits(branches=90_000))


@frozen
class Unit:
    """A part that outcomes share, or do not."""

    name: str
    losses: tuple[int, ...]


MAP = tuple(f"hex {number}" for number in range(5_000))


OUTCOMES: dict[str, Callable[[int], object]] = {
    "numbers": lambda number: number * 10**20,
    "texts": lambda number: (f"text {number}", number / 7),
    "a shared map": lambda number: (Unit(f"unit {number}", (number, number + 1)), MAP),
    "of many sizes": lambda number: {"text": "x" * (number % 900), "map": MAP}.items(),
    "units": lambda number: tuple(Unit(f"unit {number} {place}", tuple(range(place))) for place in range(6)),
}


@pytest.mark.parametrize("kind", OUTCOMES)
def test_the_estimate_of_a_table_is_near_what_it_holds(kind: str) -> None:
    tables, table = Tables(), dict[int, object]()
    told = 0.0
    tracemalloc.start()
    try:
        for number in range(4_000):
            table[number] = OUTCOMES[kind](number)
            if number % 100 == 0:
                told = tables.held([None, table])
        told = tables.held([None, table])
        holds = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    # Told for more by what the distribution will need beside the table.
    assert 0.7 * holds < told < 1.5 * holds + 4_000 * 250


def test_what_is_held_twice_counts_once_and_the_program_not_at_all() -> None:
    text = "a text of its own" * 10
    seen: set[int] = set()
    alone = added((text,), seen)
    assert added((text, text), set()) == alone + 8  # another place in the tuple
    assert added(text, seen) == 0
    assert added((Unit, added, tracemalloc, "".join), set()) == added((1, 1, 1, 1), set()) - added(1, set())


# ---------------------------------------------------------------- interruptions


@pytest.mark.parametrize("depth", [0, 7, 20])
def test_an_interruption_leaves_the_odds_that_are_kept_as_good_as_before(heath: Ruleset[NoOptions], depth: int) -> None:
    INTERRUPTS.append(depth)
    with pytest.raises(KeyboardInterrupt):
        heath.odds(Parts(depth=20))
    INTERRUPTS.clear()
    for ask in (20, 6, 21):
        assert heath.odds(Parts(depth=ask)) == attrs.evolve(HEATH).odds(Parts(depth=ask))


# ---------------------------------------------------------------- the limits themselves


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Limits(branches=-1), "branches of Limits is a whole number from 0, or None for no bound, not -1"),
        (lambda: Limits(branches=1.5), "branches of Limits is a whole number from 0, or None for no bound, not 1.5"),  # type: ignore[arg-type]
        (lambda: Limits(branches=True), "branches of Limits is a whole number from 0, or None for no bound, not True"),
        (lambda: Limits(seconds=float("nan")), "seconds of Limits is a number from 0, or None for no bound, not nan"),
        (lambda: Limits(seconds="2"), "seconds of Limits is a number from 0, or None for no bound, not '2'"),  # type: ignore[arg-type]
        (lambda: Limits(megabytes=-0.1), "megabytes of Limits is a number from 0, or None for no bound, not -0.1"),
    ],
)
def test_limits_that_cannot_be_are_refused(make: Callable[[], Limits], message: str) -> None:
    with pytest.raises(ValueError, match="of Limits is") as caught:
        make()
    assert str(caught.value) == message


def test_none_switches_a_bound_off(heath: Ruleset[NoOptions], clocks: Callable[[float, float], None]) -> None:
    clocks(1, 1)
    # 279,936 outcomes are more than 200,000; they hold some 90 MB.
    assert len(heath.odds(Throws(dice=5), limits=Limits(seconds=None, megabytes=None))) == 6**5
    with pytest.raises(BudgetError, match="200,000 branches"):
        heath.odds(Throws(dice=8), limits=Limits(seconds=None))


def test_steps_that_turn_slow_are_soon_checked_more_often(clocks: Callable[[float, float], None]) -> None:
    clocks(0.000_1, 0.0)
    meter, steps = Meter(Limits()), 1
    steps = meter.pace(steps)
    assert steps == 64
    for more in (512, 4_096):
        steps = meter.pace(steps)
        assert steps == more
    clocks(1, 0.0)  # so many steps took a second
    meter = Meter(Limits())
    assert meter.pace(steps) == 40
    assert meter.pace(1) == 1


def test_what_is_watched_is_checked_only_while_somebody_asks() -> None:
    calls: list[int] = []
    assert list(watched(range(1_000))) == list(range(1_000))
    with checking(lambda: calls.append(1)):
        assert list(watched(range(1_000))) == list(range(1_000))
        assert len(calls) == 3
    assert len(list(checked(range(512), lambda: calls.append(1)))) == 512
    assert len(calls) == 5


PACE = {"fast": 0}
"""How many steps take no time before each takes 20 milliseconds."""


def take_a_step() -> None:
    PACE["fast"] -= 1
    until = time.thread_time() + (0.02 if PACE["fast"] < 0 else 0)
    while time.thread_time() < until:
        pass


@frozen(kw_only=True)
class Slower(Request[int]):
    """A die whose faces take long to think about after a while."""


@procedure("heath.slower", title="How many?", rules=("throws",), example=Slower)
def slower(request: Slower, umpire: Umpire[NoOptions]) -> int:
    face = umpire.roll(d100, "die", "throws")
    take_a_step()
    return face


def slow_walk(state: int) -> Distribution[int]:
    take_a_step()
    return Distribution({state + 1: 1})


def slow_heath() -> Ruleset[NoOptions]:
    return Ruleset(id="heath", title="Heath", edition="1", rules_version=1, options=NoOptions(), procedures=(slower,))


@pytest.mark.parametrize(
    ("fast", "ask"),
    [
        (3, lambda limits: slow_heath().odds(Slower(), limits=limits)),
        (2_000, lambda limits: slow_heath().sample(Slower(), 9_000, seed=1, limits=attrs.evolve(limits, branches=0))),
        (2_000, lambda limits: iterate(slow_walk, 0, 9_000, limits=limits)),
        (2_000, lambda limits: odds.play_rounds(slow_walk, 0, 9_000, 1, seed=1, limits=limits)),
    ],
    ids=["odds", "a sample", "rounds", "games of rounds"],
)
def test_steps_that_become_slow_are_stopped_in_time(
    monkeypatch: pytest.MonkeyPatch, fast: int, ask: Callable[[Limits], object]
) -> None:
    monkeypatch.setattr("rcw_rules.kernel.limits.thread_time", time.thread_time)
    monkeypatch.setitem(PACE, "fast", fast)
    begun = time.thread_time()
    with pytest.raises(BudgetError, match="seconds of computing"):
        ask(Limits(seconds=0.1))
    assert time.thread_time() - begun < 0.6
