"""Throws of very many dice: their odds are right, end within the limits, and are written as far as they can be."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from math import comb
from typing import Any

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
    TooLongError,
    Umpire,
    d6,
    d10,
    odds,
    opposed,
    procedure,
)
from rcw_rules.kernel.distributions import Comparison, exact
from rcw_rules.kernel.variables import _MANY_BRANCHES, Number

icepool: Any = import_module("icepool")  # its types trouble both checkers


@frozen(kw_only=True)
class Volley(Request[int]):
    """Very many dice at once.

    Attributes:
        throw: What is thrown.
    """

    throw: str


SLOW: dict[str, Callable[[], Number]] = {
    "a count": lambda: d10.count(7_001, at_least=5),
    "a sum": lambda: d6.sum(701),
    "the best": lambda: d6.best(301, keep=51),
    "one sum against another": lambda: opposed(d6.sum(101), d6.sum(102)),
}
"""Variables that take a while to be made, of numbers of dice that no other test throws."""


@procedure("heath.volley", title="How much do all these dice show?", rules=("volley",))
def volley(request: Volley, umpire: Umpire[NoOptions]) -> int:
    """Throw them."""
    return umpire.roll(SLOW[request.throw](), "the volley", "volley")


@frozen(kw_only=True)
class Million(Request[int]):
    """A million dice."""


@procedure("heath.million", title="How many of a million dice succeed?", rules=("million",))
def million(_: Million, umpire: Umpire[NoOptions]) -> int:
    """Throw them."""
    return umpire.roll(d10.count(1_000_000, at_least=5), "the million", "million")


def heath() -> Ruleset[NoOptions]:
    return Ruleset(
        id="heath",
        title="The heath",
        edition="first",
        rules_version=1,
        options=NoOptions(),
        procedures=(volley, million),
    )


class Clock:
    """A clock that goes on by a fiftieth of a second whenever it is looked at."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.02
        return self.now


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    """Forget the variables that other tests have made."""
    _MANY_BRANCHES.clear()


@pytest.fixture
def slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every look at a clock take long."""
    monkeypatch.setattr("rcw_rules.kernel.limits.perf_counter", Clock())
    monkeypatch.setattr("rcw_rules.kernel.limits.thread_time", Clock())


# ---------------------------------------------------------------- limits


@pytest.mark.usefixtures("slow_machine")
@pytest.mark.parametrize("name", SLOW)
def test_the_odds_of_one_throw_stop_in_time(name: str) -> None:
    with pytest.raises(BudgetError, match=r"more than 0\.1 seconds of computing"):
        heath().odds(Volley(throw=name), limits=Limits(seconds=0.1))


@pytest.mark.parametrize("name", SLOW)
def test_the_odds_of_one_throw_are_called_off(name: str) -> None:
    with pytest.raises(QuestionCancelledError):
        heath().odds(Volley(throw=name), limits=Limits(cancelled=lambda: True))


@pytest.mark.usefixtures("slow_machine")
def test_a_sample_stops_while_a_throw_is_made() -> None:
    with pytest.raises(BudgetError, match=r"the sample needs more than 0\.1 seconds of computing"):
        heath().sample(Volley(throw="a sum"), 10, seed=1, limits=Limits(branches=0, seconds=0.1))


@pytest.mark.usefixtures("slow_machine")
@pytest.mark.parametrize("name", SLOW)
def test_a_throw_that_nobody_limits_has_the_usual_limits(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rcw_rules.kernel.limits._MANY", 1)  # look at the clock at every step
    with pytest.raises(BudgetError, match="more than 2 seconds of computing") as caught:
        _ = SLOW[name]().branches
    assert caught.value.purpose


def test_what_would_hold_too_much_is_refused_before_it_is_made() -> None:
    with pytest.raises(BudgetError, match="more than 200 MB") as caught:
        heath().odds(Million(), limits=Limits(branches=None))
    assert caught.value.bound == "megabytes"
    with pytest.raises(BudgetError, match="more than 300 MB"):
        _ = d10.count(1_000_000, at_least=5).branches


def test_more_memory_can_be_allowed() -> None:
    # 7,002 weights of up to 2,908 bytes each, and what is kept beside them: some 22 MB.
    with pytest.raises(BudgetError, match="more than 5 MB"):
        heath().odds(Volley(throw="a count"), limits=Limits(megabytes=5, seconds=None))
    assert len(heath().odds(Volley(throw="a count"), limits=Limits(seconds=None))) == 7_002


# ---------------------------------------------------------------- what comes out


def test_a_count_of_many_is_binomial() -> None:
    assert dict(d10.count(400, at_least=5).branches.items()) == {
        hits: Fraction(comb(400, hits) * 6**hits * 4 ** (400 - hits), 10**400) for hits in range(401)
    }


@pytest.mark.parametrize(("at_least", "hits"), [(1, 30), (0, 30), (11, 0)])
def test_a_count_that_is_certain(at_least: int, hits: int) -> None:
    assert dict(d10.count(30, at_least=at_least).branches.items()) == {hits: Fraction(1)}


@pytest.mark.parametrize(("dice", "keep"), [(40, 1), (40, 2), (25, 3), (9, 8), (9, 9)])
def test_the_best_and_worst_of_many_are_those_of_icepool(dice: int, keep: int) -> None:
    highest, lowest = icepool.d6.highest(dice, keep), icepool.d6.lowest(dice, keep)
    for ours, theirs in ((d6.best(dice, keep=keep), highest), (d6.worst(dice, keep=keep), lowest)):
        assert dict(ours.branches.items()) == {total: theirs.probability(total) for total in theirs}


def test_samples_of_a_seed_depend_on_the_order_of_what_is_kept() -> None:
    assert d6.best(5, keep=2).branches.outcomes == tuple(range(2, 13))
    assert d6.worst(5, keep=2).branches.outcomes == tuple(range(12, 1, -1))


# ---------------------------------------------------------------- fractions of very many digits


@pytest.mark.parametrize(
    ("number", "digits"), [(10**4300, 4301), (10**4300 + 1, 4301), (2**66439, 20001)], ids=["4301", "odd", "20001"]
)
def test_a_fraction_of_too_many_digits_says_how_many(number: int, digits: int) -> None:
    with pytest.raises(TooLongError, match=f"a fraction of {digits:,} digits, and at most 4,300 are written") as caught:
        exact(Fraction(1, number))
    assert caught.value.as_data()["code"] == "too-long"
    assert caught.value.digits == digits


def test_the_longest_fraction_that_is_written() -> None:
    assert exact(Fraction(1, 10**4300 - 1)) == "1/" + "9" * 4300


def test_people_read_the_chance_and_how_long_the_fraction_is() -> None:
    rare = Distribution({"hit": 1, "miss": 10**5000})
    assert rare.text() == (
        ">99.99 %  a fraction of 5,001 digits  miss\n"
        " <0.01 %  a fraction of 5,001 digits  hit"
    )  # fmt: skip
    assert rare._repr_html_().count("a fraction of 5,001 digits") == 2
    compared = Comparison(higher=rare["hit"], equal=Fraction(0), lower=rare["miss"])
    assert compared._repr_html_().count("a fraction of 5,001 digits") == 2


def test_a_document_of_such_odds_is_refused() -> None:
    asked = Volley(throw="a count")
    with pytest.raises(TooLongError):
        odds.to_dict(heath(), asked, heath().odds(asked, limits=Limits(seconds=None)))
