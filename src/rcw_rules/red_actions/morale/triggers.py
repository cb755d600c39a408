"""What causes morale tests, in which order one event causes them, and the tests of one event together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import groupby
from typing import Annotated, Literal, TypeAlias, cast, get_args

from attrs import frozen

from rcw_rules.kernel.errors import NeedsRuling, Problem
from rcw_rules.kernel.fields import Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.procedures import Request, procedure
from rcw_rules.kernel.umpire import Umpire
from rcw_rules.kernel.words import in_words, listed, sentences
from rcw_rules.marks import Cites, Was
from rcw_rules.red_actions.model import SuccessNumber, TestKind, Unit
from rcw_rules.red_actions.morale.tests import MoraleTestOutcome, MoraleTestRequest, morale_card_of
from rcw_rules.red_actions.options import Options

PASSING_REACH = inches(8)  # mor-class

Cause: TypeAlias = Literal[
    "charging",
    "ambushed",
    "charged",
    "direct_hit",
    "base_lost",
    "run_through",
    "officers_lost",
    "serious_result",
    "routers_passing",
    "kill",
    "humiliated",
    "gassed",
    "rally_from_rout",
    "rally_from_pinned",
]
"""The causes of a test, in the order in which one event causes them (conv-test-order): direct hits, the fall of the
last officer, a serious result, Kill!, and gas last."""

IN_ORDER: tuple[Cause, ...] = get_args(Cause)

_WHY: dict[Cause, str] = {
    "charging": "it charges",
    "ambushed": "it is ambushed",
    "charged": "it is charged",
    "direct_hit": "a base lost to a direct hit",
    "base_lost": "a base lost",
    "run_through": "routing friends pass through it",
    "officers_lost": "the last of its officers fell",
    "serious_result": "a serious result of shooting",
    "routers_passing": "routing friends pass near it",
    "kill": "a base lost to Kill!",
    "humiliated": "it is humiliated",
    "gassed": "it is gassed",
    "rally_from_rout": "it rallies from rout",
    "rally_from_pinned": "it rallies from being pinned",
}


WHILE_ROUTING: tuple[Cause, ...] = ("rally_from_rout",)  # mor-triggers

Losses: TypeAlias = Annotated[int, Range(0, 6, rule="conv-bad-input")]


@frozen(kw_only=True, cache_hash=True)
class TroopClass:
    """What decides how good troops are.

    Attributes:
        troop_class: The class on the card, higher is better; None if it has none.
        fear: The success number of fear tests on the card, without any bonus.
    """

    troop_class: Annotated[Annotated[int, Range(0, 99)] | None, Cites("mor-class")] = None
    fear: SuccessNumber | None = None


@frozen(kw_only=True, cache_hash=True)
class PassingRouters:
    """Friends in rout that pass a unit.

    Attributes:
        troop_class: How good they are.
        distance: How near any part of their rout move comes to any base of the unit.
    """

    troop_class: TroopClass = TroopClass()
    distance: Annotated[Inches, Cites("mor-class")] = inches(0)


@frozen(kw_only=True)
class TestDue:
    """A test that an event calls for.

    Attributes:
        cause: What calls for it.
        test: Which test.
    """

    __test__ = False  # not a test for pytest

    cause: Cause
    test: TestKind


@frozen(kw_only=True)
class MoraleTriggersOutcome:
    """Which tests an event causes.

    Attributes:
        tests: The tests in their order; a fear test that fails ends them.
    """

    tests: tuple[TestDue, ...]

    def summary(self, request: MoraleTriggersRequest) -> str:
        """Return the tests in their order, each with its cause."""
        due: list[str] = []
        for (test, why), alike in groupby((one.test, _WHY[one.cause]) for one in self.tests):
            number = len(list(alike))
            due.append(f"{'a' if number == 1 else number} {test} test{'' if number == 1 else 's'} ({why})")
        if not due:
            return "No test is due."
        return sentences(f"the unit takes {listed(due, 'and then')}")


@frozen(kw_only=True, cache_hash=True)
class MoraleTriggersRequest(Request[MoraleTriggersOutcome]):
    """What happens to a unit at one moment, as far as it may cause tests.

    Attributes:
        troops: What the unit is: vehicles take no test, and of them trains only for direct hits.
        routing: Whether it is routing already.
        charging: Whether it intends to charge.
        ambushed: Whether it is ambushed.
        charged: Whether it is charged.
        gassed: Whether it is gassed.
        direct_hits: Bases lost to direct hits; of a train, the hits.
        kills: Bases lost to Kill!.
        other_losses: Bases lost otherwise, but not voluntarily.
        given_up: Bases given up voluntarily.
        routs_by_combat: Whether a combat result makes it rout, which includes its losses.
        run_through: Whether routing friends pass through it.
        humiliated: Whether a combat humiliates it.
        all_officers_lost: Whether the last of its officers fell.
        serious_result: Whether shooting gives a serious result.
        routers: Routing friends that pass it; None if none do.
        own_class: How good it is; needed only if routers pass.
        rallies: Whether it tries to rally from rout.
        unpins: Whether it tries to lose its pinned marker.
    """

    troops: Literal["foot_and_horse", "train", "other_vehicle"] = "foot_and_horse"
    routing: bool = False
    charging: bool = False
    ambushed: bool = False
    charged: bool = False
    gassed: bool = False
    direct_hits: Losses = 0
    kills: Losses = 0
    other_losses: Losses = 0
    given_up: Losses = 0
    routs_by_combat: bool = False
    run_through: bool = False
    humiliated: bool = False
    all_officers_lost: Annotated[bool, Was("officers_lost", before=4)] = False
    serious_result: bool = False
    routers: PassingRouters | None = None
    own_class: Annotated[TroopClass | None, Cites("mor-class")] = None
    rallies: bool = False
    unpins: bool = False

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        if self.rallies and not self.routing:
            yield Problem(".rallies", "only a routing unit rallies from rout", "conv-bad-input")
        if self.unpins and self.routing:
            yield Problem(".unpins", "a routing unit can only rally from rout", "rout-unit-state")


def _example() -> MoraleTriggersRequest:
    return MoraleTriggersRequest(direct_hits=1, all_officers_lost=True, serious_result=True, kills=1)


@procedure(
    "red_actions.morale_triggers",
    title="Which tests does this event cause?",
    rules=("mor-triggers",),
    example=_example,
)
def morale_triggers(request: MoraleTriggersRequest, umpire: Umpire[Options]) -> MoraleTriggersOutcome:
    """List the tests that an event causes, in the order in which they are taken.

    The unit takes one fear test for each base lost, but none for bases given up, nor for those lost to a combat result
    that makes it rout. A routing unit takes only the test to rally. Vehicles take none, except that trains take one for
    each direct hit.

    Rules: mor-triggers, conv-test-order.
    """
    counts: dict[Cause, int] = {
        "charging": int(request.charging),
        "ambushed": int(request.ambushed),
        "charged": int(request.charged),
        "direct_hit": request.direct_hits,
        "base_lost": request.other_losses,
        "run_through": int(request.run_through),
        "officers_lost": int(request.all_officers_lost),
        "serious_result": int(request.serious_result),
        "routers_passing": int(_alarming(umpire, request)),
        "kill": request.kills,
        "humiliated": int(request.humiliated),
        "gassed": int(request.gassed),
        "rally_from_rout": int(request.rallies),
        "rally_from_pinned": int(request.unpins),
    }
    if request.routs_by_combat or request.routing:
        counts = {cause: counts[cause] for cause in WHILE_ROUTING}
    if request.troops == "train":
        counts = {"direct_hit": request.direct_hits}
    elif request.troops == "other_vehicle":
        counts = {}
    tests = tuple(TestDue(cause=cause, test=test) for cause, test in tests_due(umpire, counts))
    umpire.result("mor-triggers", "tests due: {tests}", tests=", ".join(due.test for due in tests) or "none")
    return MoraleTriggersOutcome(tests=tests)


def tests_due(umpire: Umpire[Options], counts: Mapping[Cause, int]) -> list[tuple[Cause, TestKind]]:
    """Return the tests of one event in their order.

    By the option one_serious_test_per_event a serious result and the fall of the last officer cause one test.

    Args:
        umpire: The umpire, for the chart of causes.
        counts: How many tests each cause calls for; causes left out call for none.

    Rules: conv-test-order, mor-triggers, mor-multiple-example.
    """
    due: list[tuple[Cause, TestKind]] = []
    called_for: list[Cause] = [cause for cause in IN_ORDER if counts.get(cause)]
    for cause in called_for:
        if cause == "serious_result" and counts.get("officers_lost"):
            umpire.ruling("one_serious_test_per_event")
            if umpire.options.one_serious_test_per_event:
                continue
        row = "base_lost" if cause in ("direct_hit", "kill") else cause
        test = cast("TestKind", umpire.look_up("morale_triggers", row).result)
        due.extend((cause, test) for _ in range(counts[cause]))
    return due


def _alarming(umpire: Umpire[Options], request: MoraleTriggersRequest) -> bool:
    """Whether the routers that pass call for a serious test.

    Rules: mor-class, conv-within.
    """
    routers = request.routers
    if routers is None or routers.distance > PASSING_REACH or request.routing or request.troops != "foot_and_horse":
        return False
    return is_of_equal_class(umpire, routers.troop_class, request.own_class or TroopClass())


def class_of(unit: Unit) -> TroopClass:
    """Return how good a unit is, by the card whose morale numbers it uses.

    Rules: mor-class, char-white-officer-base.
    """
    card = morale_card_of(unit)
    return TroopClass(troop_class=card.troop_class, fear=card.fear)


def is_of_equal_class(umpire: Umpire[Options], routers: TroopClass, watcher: TroopClass) -> bool:
    """Whether routers are of equal or better class than the unit that sees them.

    The classes on the cards decide where both have one, else the fear numbers without any bonus.

    Raises:
        NeedsRuling: The fear numbers must decide, and one is missing.

    Rules: mor-class.
    """
    umpire.ruling("class_measure")
    measure = umpire.options.class_measure
    if measure == "everyone":
        return True
    theirs, own, number = routers.troop_class, watcher.troop_class, "class"
    if measure == "fear" or theirs is None or own is None:
        theirs, own, number = routers.fear, watcher.fear, "fear number"
    if theirs is None or own is None:
        question = "Are the routers of equal or better class than the unit that they pass?"
        raise NeedsRuling("mor-class", question, "for both of them the class on the card, or the fear number")
    umpire.result(
        "mor-class",
        "the {number} of the routers is {theirs}, that of the unit they pass {own}",
        number=number,
        theirs=theirs,
        own=own,
    )
    return theirs >= own


@frozen(kw_only=True, cache_hash=True)
class ChainedTest:
    """A test of a chain.

    Attributes:
        cause: What calls for it.
        test: The test, fear or serious.
    """

    cause: Cause
    test: MoraleTestRequest


@lru_cache(maxsize=1024)
def chained_test(cause: Cause, test: MoraleTestRequest) -> ChainedTest:
    """Return a test of a chain; equal causes and tests share one object."""
    return ChainedTest(cause=cause, test=test)


@frozen(kw_only=True, cache_hash=True)
class MoraleChainOutcome:
    """The outcome of several tests.

    Attributes:
        routs: Whether a fear test failed; no later test is then taken, and no retire follows.
        failed_serious: How many serious tests failed; 0 if it routs, because they then have no effect.
    """

    routs: bool
    failed_serious: int

    def summary(self, request: MoraleChainRequest) -> str:
        """Return whether the unit routs, must retire, or passes every test."""
        if self.routs:
            return "The unit fails a fear test and routs."
        if self.failed_serious:
            failed = self.failed_serious
            times = "" if failed == 1 else " twice" if failed == 2 else f" {failed} times"
            tests = "a serious test" if failed == 1 else f"{failed} serious tests"
            return sentences(f"the unit fails {tests} and must retire{times}")
        taken = len(request.tests)
        return sentences(
            f"the unit passes {'its test' if taken == 1 else 'both its tests' if taken == 2 else f'all {taken} tests'}"
        )


@frozen(kw_only=True, cache_hash=True)
class MoraleChainRequest(Request[MoraleChainOutcome]):
    """The tests that one event causes, in their order.

    Attributes:
        tests: The tests.
    """

    tests: Annotated[tuple[ChainedTest, ...], Size(1, 30)]

    def inconsistencies(self) -> Iterator[Problem]:
        """Yield what contradicts itself, with the paths below the request."""
        for number, chained in enumerate(self.tests):
            if chained.test.test not in ("fear", "serious"):
                message = f"a chain has fear and serious tests, not {chained.test.test} tests"
                yield Problem(f".tests[{number}].test.test", message, "conv-test-order")


def _chain_example() -> MoraleChainRequest:
    fear, serious = MoraleTestRequest(test="fear", number=8), MoraleTestRequest(test="serious", number=7)
    return MoraleChainRequest(
        tests=(
            ChainedTest(cause="direct_hit", test=fear),
            ChainedTest(cause="officers_lost", test=serious),
            ChainedTest(cause="kill", test=fear),
        )
    )


@procedure(
    "red_actions.morale_chain",
    title="What is the result of all tests for this event?",
    formerly=("What do all the tests of one event come to?",),
    rules=("conv-test-order",),
    example=_chain_example,
)
def morale_chain(request: MoraleChainRequest, umpire: Umpire[Options]) -> MoraleChainOutcome:
    """Take the tests of one event, one after the other.

    A failed fear test makes the unit rout and ends the chain. A failed serious test is a retire result for later, and
    the chain goes on.

    Rules: conv-test-order, mor-fail-fear, mor-fail-serious.
    """
    return _take(umpire, request.tests, 0, 0)


def _take(umpire: Umpire[Options], tests: tuple[ChainedTest, ...], taken: int, failed: int) -> MoraleChainOutcome:
    """Take the remaining tests of a chain.

    Args:
        umpire: The umpire, for the dice.
        tests: All tests of the chain.
        taken: How many of them have been taken.
        failed: How many serious tests have failed so far.

    Rules: conv-test-order, mor-fail-fear, mor-fail-serious.
    """
    if taken == len(tests):
        return _came_to(failed)
    cause, test = tests[taken].cause, tests[taken].test

    def go_on(outcome: MoraleTestOutcome) -> MoraleChainOutcome:
        if outcome.passed:
            return _take(umpire, tests, taken + 1, failed)
        if test.test == "fear":
            umpire.result("mor-fail-fear", "fails and routs at once")
            return _ROUTS
        umpire.result("mor-fail-serious", "fails and must retire")
        return _take(umpire, tests, taken + 1, failed + 1)

    return umpire.last_resolve(test, f"test {taken + 1}, {in_words(cause)}", go_on)


@lru_cache(maxsize=64)
def _came_to(failed: int) -> MoraleChainOutcome:
    return MoraleChainOutcome(routs=False, failed_serious=failed)


_ROUTS = MoraleChainOutcome(routs=True, failed_serious=0)
