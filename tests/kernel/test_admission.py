"""What was found legal once is remembered, but for requests that say that they will not come again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from attrs import frozen

from rcw_rules import GivenDice, IllegalRequestError, NoOptions, Objection, Request, Ruleset, Umpire
from rcw_rules.kernel.procedures import procedure

_judged: list[str] = []


@frozen(kw_only=True, cache_hash=True)
class Lasting(Request[int]):
    number: int = 0


@frozen(kw_only=True, cache_hash=True)
class Passing(Request[int]):
    recurs = False

    number: int = 0


@frozen(kw_only=True, cache_hash=True)
class Both(Request[int]):
    number: int = 0


@procedure("twice.lasting", title="What lasts?", rules=("rule",))
def lasting(request: Lasting, umpire: Umpire[NoOptions]) -> int:
    return request.number


@lasting.legality
def _lasting(request: Lasting, options: NoOptions) -> Iterator[Objection]:
    _judged.append("lasting")
    yield from ()


@procedure("twice.passing", title="What passes?", rules=("rule",))
def passing(request: Passing, umpire: Umpire[NoOptions]) -> int:
    return request.number


@passing.legality
def _passing(request: Passing, options: NoOptions) -> Iterator[Objection]:
    _judged.append("passing")
    if request.number < 0:
        yield Objection(rule="rule", message="below 0")


@procedure("twice.both", title="What comes twice?", rules=("rule",))
def both(request: Both, umpire: Umpire[NoOptions]) -> int:
    asked: tuple[Request[int], ...] = (Lasting(), Passing(number=request.number))
    return sum(umpire.resolve(one, f"question {number}") for number, one in enumerate(asked * 2))


TWICE: Ruleset[NoOptions] = Ruleset(
    id="twice", title="Twice", edition="one", rules_version=1, options=NoOptions(), procedures=(lasting, passing, both)
)


def test_only_what_recurs_is_remembered_as_legal() -> None:
    TWICE.forget_odds()
    _judged.clear()
    assert TWICE.outcome(Both(number=2), dice=GivenDice([])) == 4
    assert _judged == ["lasting", "passing", "passing"]
    assert TWICE.outcome(Passing(number=2), dice=GivenDice([])) == 2
    assert _judged[3:] == ["passing"]


def test_what_does_not_recur_is_judged_all_the_same() -> None:
    for request in (Both(number=-1), Passing(number=-1)):
        with pytest.raises(IllegalRequestError, match="below 0"):
            TWICE.outcome(request, dice=GivenDice([]))
