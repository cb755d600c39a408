"""One ruleset may be asked by many threads at once, whatever is forgotten meanwhile."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from typing import Any

import attrs
import pytest

from rcw_rules import Limits, Request, Ruleset, SeededDice
from rcw_rules.registry import available, load

THREADS = 8
FEW = Limits(branches=300, seconds=None)
"""Questions with more branches would take their time."""


@pytest.fixture(autouse=True)
def hurried() -> Iterator[None]:
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def examples(ruleset: Ruleset[Any]) -> list[Request[Any]]:
    """Return a few examples of procedures whose odds are soon worked out."""
    found: list[Request[Any]] = []
    for procedure in ruleset.procedures[::3]:
        if procedure.example is not None:
            sample = ruleset.sample(procedure.example, 1, seed=1, limits=FEW)
            if len(sample.outcomes) > 1:  # drawn from odds within the limit
                found.append(procedure.example)
    return found[:6]


def answers(ruleset: Ruleset[Any], request: Request[Any], turn: int) -> tuple[object, ...]:
    """Return every kind of answer to a question."""
    return (
        ruleset.odds(request),
        ruleset.sample(request, 20, seed=turn % 3, limits=FEW),
        ruleset.outcome(request, dice=SeededDice(turn % 3)),
        ruleset.resolve(request, dice=SeededDice(turn % 3)).record,
    )


@pytest.mark.parametrize("megabytes", [0.004, 64], ids=["hardly any room", "room"])
@pytest.mark.parametrize("name", available())
def test_threads_get_the_answers_that_one_gets(name: str, megabytes: float) -> None:
    alone = attrs.evolve(load(name))
    asked = examples(alone)
    assert len(asked) >= 3
    right = {(place, turn): answers(alone, request, turn) for place, request in enumerate(asked) for turn in range(3)}
    shared = attrs.evolve(load(name), cache_megabytes=megabytes)
    barrier = Barrier(THREADS)

    def hammer(seed: int) -> int:
        barrier.wait()
        random = Random(seed)
        for _ in range(8):
            place, turn = random.randrange(len(asked)), random.randrange(3)
            assert answers(shared, asked[place], turn) == right[place, turn]
            if random.random() < 0.1:
                shared.forget_odds()
        return 1

    with ThreadPoolExecutor(THREADS) as pool:
        assert sum(pool.map(hammer, range(THREADS))) == THREADS
