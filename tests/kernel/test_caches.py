"""What is kept stays within its bytes, and threads may keep and forget at once."""

from __future__ import annotations

import copy
import pickle
import sys
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from attrs import frozen

from rcw_rules import Distribution, d10
from rcw_rules.kernel.caches import Cache

MAP = tuple(f"hex {number}" for number in range(5_000))


@frozen
class Question:
    """A key.

    Attributes:
        name: What sets it apart.
        ground: What it shares with others.
    """

    name: str
    ground: tuple[str, ...] = ()


def test_the_oldest_go_first() -> None:
    cache: Cache[str, int] = Cache(0.004)
    for number in range(40):
        cache.put(f"key {number}", number)
    kept = list(cache)
    assert kept == [f"key {number}" for number in range(40 - len(kept), 40)]
    assert 3 <= len(kept) <= 12
    assert 0 < cache.bytes <= 4_000
    assert [cache.get(key) for key in ("key 0", "key 39")] == [None, 39]


def test_a_cache_without_a_bound_and_one_without_room() -> None:
    boundless, none = Cache[int, int](None), Cache[int, int](0)
    for number in range(2_000):
        boundless.put(number, number)
        none.put(number, number)
    assert (len(boundless), len(none), none.bytes) == (2_000, 0, 0)


def test_a_value_put_again_takes_the_place_of_the_first() -> None:
    cache: Cache[str, int] = Cache(1)
    for value in (1, 2):
        cache.put("key", value)
    assert (cache.get("key"), len(cache)) == (2, 1)
    small: Cache[str, int] = Cache(0.003)
    for number in range(40):
        for _ in range(2):
            small.put(f"key {number}", number)
    assert small.get("key 39") == 39
    assert small.bytes <= 3_000


def test_nothing_is_left_after_it_was_cleared() -> None:
    cache: Cache[Question, Distribution[int]] = Cache(1)
    odds = Distribution(dict.fromkeys(range(600), 1))
    cache.put(Question("a"), odds, odds.pairs)
    assert cache.bytes > 600
    cache.clear()
    assert (len(cache), cache.bytes, cache.get(Question("a"))) == (0, 0, None)


@pytest.mark.parametrize("ground", [(), MAP], ids=["small keys", "keys that share a map"])
@pytest.mark.parametrize("outcomes", [1, 30])
def test_it_holds_about_as_many_bytes_as_it_says(ground: tuple[str, ...], outcomes: int) -> None:
    cache: Cache[Question, Distribution[str]] = Cache(1)
    tracemalloc.start()
    try:
        for number in range(5_000):
            odds = Distribution({f"outcome {number} {place}": 10**30 + place for place in range(outcomes)})
            cache.put(Question(f"question {number}", ground), odds, odds.pairs)
        holds = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert 10 < len(cache) < 5_000
    assert 0.9e6 < cache.bytes <= 1e6
    assert 0.6e6 < holds < 1.5e6


def test_a_copy_begins_with_nothing() -> None:
    cache: Cache[str, int] = Cache(1)
    cache.put("key", 1)
    for other in (copy.deepcopy(cache), pickle.loads(pickle.dumps(cache))):  # noqa: S301 - our own
        assert len(other) == 0
        other.put("other", 2)
        assert (other.get("other"), cache.get("other")) == (2, None)


@pytest.fixture
def hurried() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("megabytes", [0.0015, 0.1])
def test_eight_threads_keep_and_forget_at_once(megabytes: float) -> None:
    cache: Cache[int, tuple[int, ...]] = Cache(megabytes)

    def hammer(seed: int) -> int:
        found, random = 0, Random(seed)
        for turn in range(3_000):
            key = random.randrange(8)
            value = cache.get(key)
            if value is None or random.random() < 0.5:
                cache.put(key, (key, key * key), (key,))
            else:
                assert value == (key, key * key)
                found += 1
            if turn % 1_000 == 999:
                cache.clear()
        return found

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(hammer, range(8))) > 0
    assert cache.bytes <= megabytes * 1e6
    assert all(cache.get(key) == (key, key * key) for key in cache)


def test_many_branches_of_a_variable_are_not_kept_for_good() -> None:
    few, many = d10.sum(3), d10.sum(30)
    assert few.branches is few.branches
    assert many.branches is many.branches  # there is room for a while
    assert ("branches" in vars(few), "branches" in vars(many)) == (True, False)


def test_long_questions_after_many_short_ones_stay_within_the_bytes_too() -> None:
    cache: Cache[Question, int] = Cache(1)
    for number in range(600):  # so many of a size that few of the next are looked at
        cache.put(Question(f"short {number}"), number)
    for number in range(150):
        cache.put(Question(f"{number} {'x' * 100_000}"), number)
    assert sum(len(question.name) for question in cache) < 8_000_000  # the bound, and those not looked at yet
