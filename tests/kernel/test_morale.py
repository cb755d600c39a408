"""Checks: what is needed, and taking a check by dice and by exact odds against a slow twin over all faces."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any, Literal

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel import morale
from rcw_rules.kernel.dice import Number, d4, d6, d10
from rcw_rules.kernel.errors import DiceError
from rcw_rules.kernel.ledger import AutomaticSuccess, Finding, Impossible, Ledger, Modifier, NotRequired
from rcw_rules.kernel.morale import MoraleCheck, take_check
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.record import ResultStep
from rcw_rules.kernel.sources import GivenDice
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.marks import NoOptions
from rcw_rules.ruleset import Ruleset

DICE: dict[str, tuple[Number, tuple[int, ...]]] = {"d6": (d6, (6,)), "2d4": (d4.sum(2), (4, 4))}


@frozen(kw_only=True)
class Stand:
    """Outcome: whether the unit stands, whether it threw twice, what it paid."""

    passed: bool
    rerolled: bool
    paid: int


@frozen(kw_only=True)
class StandRequest(Request[Stand]):
    """A check with at most one second throw, at a price and perhaps a modifier of its own."""

    die: Literal["d6", "2d4"] = "d6"
    target: int
    goal: Literal["at_most", "at_least"] = "at_most"
    modifies: Literal["throw", "target"] = "throw"
    modifiers: tuple[int, ...] = ()
    always: tuple[int, ...] = ()
    never: tuple[int, ...] = ()
    finding: Literal["", "success", "impossible", "needless"] = ""
    price: int = 0
    second_modifier: int = 0


FINDINGS: dict[str, Finding] = {
    "success": AutomaticSuccess(reason="nobody left to flee from", rule="success"),
    "impossible": Impossible(reason="already in flight", rule="impossible"),
    "needless": NotRequired(reason="at rest", rule="needless"),
}


def ledger_of(values: tuple[int, ...]) -> Ledger:
    return Ledger(tuple(Modifier(id=f"m{n}", value=v, reason=f"reason {n}", rule="mod") for n, v in enumerate(values)))


def check_of(request: StandRequest) -> MoraleCheck:
    ledger = ledger_of(request.modifiers)
    if request.finding:
        ledger = ledger.settled(FINDINGS[request.finding])
    return MoraleCheck(
        die=DICE[request.die][0],
        target=request.target,
        ledger=ledger,
        goal=request.goal,
        modifies=request.modifies,
        always=request.always,
        never=request.never,
    )


@procedure("tiny.stand", title="Does the unit stand?", rules=("morale",))
def stand(request: StandRequest, umpire: Umpire[NoOptions]) -> Stand:
    check = check_of(request)
    paid = 0

    def again() -> MoraleCheck | None:
        nonlocal paid
        if not request.price:
            return None
        paid += request.price
        return evolve(check, ledger=check.ledger + ledger_of((request.second_modifier,)))

    tested = take_check(umpire, check, "morale", "morale", reroll=again)
    return Stand(passed=tested.passed, rerolled=tested.rerolled, paid=paid)


TINY = Ruleset[NoOptions](
    id="tiny",
    title="A tiny ruleset",
    edition="first",
    rules_version=1,
    options=NoOptions(),
    procedures=(stand,),
    package="",
)


def succeeds(request: StandRequest, natural: int, plus: int) -> bool:
    """Say what a throw comes to, as a referee would work it out at the table."""
    if natural in request.never:
        return False
    if natural in request.always:
        return True
    throw = natural + plus if request.modifies == "throw" else natural
    target = request.target + plus if request.modifies == "target" else request.target
    return throw <= target if request.goal == "at_most" else throw >= target


def slow_odds(request: StandRequest) -> dict[Stand, Fraction]:
    if request.finding:
        return {Stand(passed=request.finding != "impossible", rerolled=False, paid=0): Fraction(1)}
    plus = sum(request.modifiers)
    dice = DICE[request.die][1]
    tally: Counter[Stand] = Counter()
    throws = [sum(faces) for faces in product(*(range(1, sides + 1) for sides in dice))]
    for first, second in product(throws, repeat=2):
        if succeeds(request, first, plus):
            tally[Stand(passed=True, rerolled=False, paid=0)] += 1
        elif not request.price:
            tally[Stand(passed=False, rerolled=False, paid=0)] += 1
        else:
            passed = succeeds(request, second, plus + request.second_modifier)
            tally[Stand(passed=passed, rerolled=True, paid=request.price)] += 1
    return {outcome: Fraction(ways, len(throws) ** 2) for outcome, ways in tally.items()}


naturals = st.lists(st.integers(1, 8), max_size=2).map(tuple)
requests = st.builds(
    StandRequest,
    die=st.sampled_from(["d6", "2d4"]),
    target=st.integers(-1, 10),
    goal=st.sampled_from(["at_most", "at_least"]),
    modifies=st.sampled_from(["throw", "target"]),
    modifiers=st.lists(st.integers(-2, 2), max_size=3).map(tuple),
    always=naturals,
    never=naturals,
    finding=st.sampled_from(["", "", "", "success", "impossible", "needless"]),
    price=st.integers(0, 2),
    second_modifier=st.integers(-2, 2),
)


@given(request=requests)
def test_the_odds_of_a_check_are_those_of_all_faces(request: StandRequest) -> None:
    assert dict(TINY.odds(request).items()) == slow_odds(request)


@given(request=requests, first=st.integers(1, 6), second=st.integers(1, 6))
def test_a_check_taken_with_dice_is_what_the_referee_works_out(request: StandRequest, first: int, second: int) -> None:
    request = evolve(request, die="d6")
    plus = sum(request.modifiers)
    if request.finding:
        faces, passed = [], request.finding != "impossible"
    elif succeeds(request, first, plus) or not request.price:
        faces, passed = [first], succeeds(request, first, plus)
    else:
        faces, passed = [first, second], succeeds(request, second, plus + request.second_modifier)
    resolution = TINY.resolve(request, dice=GivenDice(faces))
    twice = len(faces) == 2
    assert resolution.outcome == Stand(passed=passed, rerolled=twice, paid=request.price if twice else 0)
    assert list(resolution.dice) == faces


@given(request=requests)
def test_what_is_needed_splits_the_natural_throws(request: StandRequest) -> None:
    request = evolve(request, always=(), never=())
    check = check_of(request)
    for natural in range(-5, 20):
        reached = natural <= check.needed if request.goal == "at_most" else natural >= check.needed
        assert reached == succeeds(request, natural, sum(request.modifiers))


# ---------------------------------------------------------------------- by hand


@pytest.mark.parametrize(
    ("goal", "modifies", "needed"),
    [
        # 2 off a throw that must be 6 or less: 8 will do. 2 off the target: 4 or less.
        ("at_most", "throw", 8),
        ("at_most", "target", 4),
        # 2 off a throw that must be 6 or more: 8 is needed. 2 off the target: 4 or more.
        ("at_least", "throw", 8),
        ("at_least", "target", 4),
    ],
)
def test_what_the_natural_throw_must_be(
    goal: Literal["at_most", "at_least"], modifies: Literal["throw", "target"], needed: int
) -> None:
    check = MoraleCheck(die=d10, target=6, ledger=ledger_of((-3, 1)), goal=goal, modifies=modifies)
    assert check.needed == needed
    word = "less" if goal == "at_most" else "more"
    assert str(check) == f"needs {needed} or {word}: 6, -3 reason 0, +1 reason 1"
    assert check.variable.label == f"d10, {needed} or {word}"


def test_a_check_without_modifiers_in_words() -> None:
    assert str(MoraleCheck(die=d10, target=6)) == "needs 6 or less: 6"


def test_only_modifiers_that_count_are_told() -> None:
    good = Modifier(id="wood", value=-1, reason="in woods", rule="cover", group="cover", counting="worst")
    check = MoraleCheck(die=d10, target=6, ledger=Ledger.of(good, evolve(good, id="dug", value=-2, reason="dug in")))
    assert check.needed == 8
    assert str(check) == "needs 8 or less: 6, -2 dug in"


@pytest.mark.parametrize(
    ("natural", "passed"),
    # 6 or less; 1 fails although it is low, 10 succeeds although it is high, 9 is both: `never` goes first.
    [(1, False), (2, True), (6, True), (7, False), (9, False), (10, True)],
)
def test_natural_throws_go_before_the_target(natural: int, passed: bool) -> None:
    check = MoraleCheck(die=d10, target=6, always=(9, 10), never=(1, 9))
    assert check.variable.read((natural,)) is passed


def test_a_throw_that_cannot_help_is_thrown_all_the_same() -> None:
    hopeless = StandRequest(target=0)
    assert TINY.resolve(hopeless, dice=GivenDice([1])).outcome == Stand(passed=False, rerolled=False, paid=0)
    with pytest.raises(
        DiceError, match=r"^too few dice: morale \[morale\] needs d6, 0 or less, 1 face, but only 0 faces"
    ):
        TINY.resolve(hopeless, dice=GivenDice([]))


@pytest.mark.parametrize(("finding", "passed"), [("success", True), ("needless", True), ("impossible", False)])
def test_a_finding_settles_without_a_throw_or_a_price(
    finding: Literal["success", "impossible", "needless"], passed: bool
) -> None:
    resolution = TINY.resolve(StandRequest(target=3, finding=finding, price=2), dice=GivenDice([]))
    assert resolution.outcome == Stand(passed=passed, rerolled=False, paid=0)
    assert resolution.record.rolls == ()
    assert resolution.record.faces == ()


def test_the_record_tells_what_is_needed_and_of_both_throws() -> None:
    request = StandRequest(target=4, modifiers=(1,), price=2, second_modifier=1)
    record = TINY.resolve(request, dice=GivenDice([5, 2])).record
    assert [step.text for step in record.steps if isinstance(step, ResultStep)] == ["needs 3 or less: 4, +1 reason 0"]
    assert [(roll.purpose, roll.label, roll.faces, roll.value, roll.rule) for roll in record.rolls] == [
        ("morale", "d6, 3 or less", (5,), False, "morale"),
        ("morale, second throw", "d6, 2 or less", (2,), True, "morale"),
    ]


def taken(reroll: Callable[[], MoraleCheck | None] | None, *faces: int) -> Any:
    """Take a plain check on 3 or less of a d6 and return how it went."""
    went: list[Any] = []

    @procedure("plain.check", title="Plain", rules=("morale",))
    def plain(request: StandRequest, umpire: Umpire[NoOptions]) -> Stand:
        went.append(take_check(umpire, check_of(request), "morale", "morale", reroll=reroll))
        return Stand(passed=went[0].passed, rerolled=went[0].rerolled, paid=0)

    evolve(TINY, procedures=(plain,)).resolve(StandRequest(target=3), dice=GivenDice(faces))
    return went[0]


def test_nobody_is_asked_for_a_second_throw_after_a_first_that_passed() -> None:
    def never() -> MoraleCheck | None:
        raise AssertionError("asked for a second throw")

    assert taken(never, 3) == morale.CheckResult(passed=True)


def test_there_is_no_third_throw() -> None:
    calls: list[int] = []

    def again() -> MoraleCheck:
        calls.append(1)
        return MoraleCheck(die=d6, target=1)

    assert taken(again, 4, 2) == morale.CheckResult(passed=False, rerolled=True)
    assert calls == [1]


def test_without_a_second_throw_the_first_decides() -> None:
    assert taken(None, 4) == morale.CheckResult(passed=False)
    assert taken(lambda: None, 4) == morale.CheckResult(passed=False)
