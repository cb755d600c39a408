"""Playing with seeded dice by places: the same throws as with any other umpire."""

from __future__ import annotations

import pytest
from attrs import frozen

from rcw_rules import Request, Ruleset, Umpire, procedure
from rcw_rules.kernel.dice import d6, d10
from rcw_rules.kernel.sources import MixedDice, SeededDice
from rcw_rules.marks import NoOptions


@frozen(kw_only=True)
class Inner(Request[int]):
    plus: int


@procedure("plays.inner", title="How much?", rules=("inner",))
def inner(request: Inner, umpire: Umpire[NoOptions]) -> int:
    return umpire.roll(d6, "die", "inner") + request.plus


@frozen(kw_only=True)
class Outer(Request[tuple[int, ...]]):
    pass


@procedure("plays.outer", title="How many?", rules=("outer",))
def outer(request: Outer, umpire: Umpire[NoOptions]) -> tuple[int, ...]:
    first = umpire.roll(d6, "die", "outer")
    within = umpire.resolve(Inner(plus=first), "within")
    return first, within, umpire.roll(d6, "die", "outer"), umpire.roll(d10.sum(2), "die", "outer")


RULESET = Ruleset(
    id="plays", title="Plays", edition="1", rules_version=1, options=NoOptions(), procedures=(inner, outer)
)


@pytest.mark.parametrize("kept", [1, 1024])
def test_the_same_dice_give_the_same_plays_as_with_the_umpire_for_all_dice(
    kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rcw_rules.kernel.sources._MOST_HANDS", kept)
    fast, slow = SeededDice(7), MixedDice({}, otherwise=SeededDice(7))
    for _ in range(40):  # the streams go on from one play to the next
        one, two = RULESET.resolve(Outer(), dice=fast), RULESET.resolve(Outer(), dice=slow)
        assert one == two
        assert [roll.purpose for roll in one.record.rolls] == ["die", "within/die", "die", "die"]
        assert RULESET.outcome(Outer(), dice=fast) == RULESET.outcome(Outer(), dice=slow)
