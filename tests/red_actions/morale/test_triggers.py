"""What causes morale tests, in which order, and chains of tests."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from red_actions_asking import answer
from red_actions_morale import DICE, ask

from rcw_rules import GivenDice, InvalidRequestError, NeedsRuling
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import RollStep

# What calls for tests.


def due(**facts: Any) -> list[str]:
    options = facts.pop("options", {})
    return [each.test for each in answer(ra.MoraleTriggersRequest(**facts), **options).tests]


@pytest.mark.rule("red_actions", "mor-triggers")
@pytest.mark.parametrize(
    ("fact", "tests"),
    [
        ({"charging": True}, ["charge"]),
        ({"charged": True}, ["fear"]),
        ({"ambushed": True}, ["fear"]),
        ({"gassed": True}, ["fear"]),
        ({"direct_hits": 1}, ["fear"]),
        ({"kills": 1}, ["fear"]),
        ({"other_losses": 1}, ["fear"]),
        ({"run_through": True}, ["fear"]),
        ({"humiliated": True}, ["fear"]),
        ({"serious_result": True}, ["serious"]),
        ({"all_officers_lost": True}, ["serious"]),
        ({"routing": True, "rallies": True}, ["rally"]),
        ({"unpins": True}, ["rally"]),
        ({}, []),
        ({"direct_hits": 2}, ["fear", "fear"]),
        ({"given_up": 1}, []),
        ({"other_losses": 2, "routs_by_combat": True}, []),
        ({"routing": True, "kills": 1, "serious_result": True, "gassed": True}, []),
        ({"troops": "other_vehicle", "direct_hits": 1, "serious_result": True}, []),
        ({"troops": "train", "direct_hits": 2, "serious_result": True}, ["fear", "fear"]),
    ],
)
def test_what_calls_for_which_test(fact: dict[str, Any], tests: list[str]) -> None:
    assert due(**fact) == tests


@pytest.mark.rule("red_actions", "mor-triggers")
@pytest.mark.parametrize(
    ("row", "test"),
    [
        ("charging", "charge"), ("charged", "fear"), ("ambushed", "fear"), ("gassed", "fear"), ("base_lost", "fear"),
        ("run_through", "fear"), ("humiliated", "fear"), ("serious_result", "serious"), ("officers_lost", "serious"),
        ("routers_passing", "serious"), ("rally_from_rout", "rally"), ("rally_from_pinned", "rally"),
    ],
)  # fmt: skip
def test_every_cell_of_the_triggers(row: str, test: str) -> None:
    cell = ra.ruleset.charts["morale_triggers"].look_up(row)
    assert (cell.result, cell.provenance) == (test, "printed")


@pytest.mark.rule("red_actions", "conv-test-order", "mor-multiple-example")
def test_a_direct_hit_a_dead_officer_and_a_kill_in_their_order() -> None:
    facts: dict[str, Any] = {"direct_hits": 1, "all_officers_lost": True, "kills": 1}
    assert due(**facts) == ["fear", "serious", "fear"]
    assert due(**facts, serious_result=True) == ["fear", "serious", "serious", "fear"]
    once = {"one_serious_test_per_event": True}
    assert due(**facts, serious_result=True, options=once) == ["fear", "serious", "fear"]
    assert due(serious_result=True, kills=1, options=once) == ["serious", "fear"]
    causes = answer(ra.MoraleTriggersRequest(**facts, serious_result=True, gassed=True)).tests
    assert [each.cause for each in causes] == ["direct_hit", "officers_lost", "serious_result", "kill", "gassed"]


@pytest.mark.rule("red_actions", "mor-triggers")
def test_a_charging_ambush_causes_two_fear_tests_ambushed_first() -> None:
    tests = answer(ra.MoraleTriggersRequest(ambushed=True, charged=True)).tests
    assert [(each.cause, each.test) for each in tests] == [("ambushed", "fear"), ("charged", "fear")]


def passing(
    theirs: tuple[int | None, int | None], own: tuple[int | None, int | None], distance: int | str = 5, **fields: Any
) -> list[str]:
    routers = ra.PassingRouters(
        troop_class=ra.TroopClass(troop_class=theirs[0], fear=theirs[1]), distance=inches(distance)
    )
    return due(routers=routers, own_class=ra.TroopClass(troop_class=own[0], fear=own[1]), **fields)


@pytest.mark.rule("red_actions", "mor-class", "conv-within")
@pytest.mark.parametrize(
    ("theirs", "own", "distance", "tests"),
    [
        ((None, 8), (None, 7), 8, ["serious"]),
        ((None, 8), (None, 7), "8.001", []),
        ((None, 7), (None, 7), 0, ["serious"]),
        ((None, 6), (None, 7), 8, []),
        ((3, 6), (2, 8), 8, ["serious"]),
        ((2, 9), (3, 5), 8, []),
        ((1, 9), (None, 5), 8, ["serious"]),  # one card without a class: the fear numbers decide
    ],
)
def test_routers_of_equal_or_better_class_unsettle(theirs: Any, own: Any, distance: Any, tests: list[str]) -> None:
    assert passing(theirs, own, distance) == tests


@pytest.mark.rule("red_actions", "mor-class")
def test_the_option_says_what_tells_the_class() -> None:
    assert passing((3, 6), (2, 8), options={"class_measure": "fear"}) == []
    assert passing((1, 1), (9, 9), options={"class_measure": "everyone"}) == ["serious"]
    assert passing((None, None), (None, None), options={"class_measure": "everyone"}) == ["serious"]
    with pytest.raises(NeedsRuling, match="mor-class"):
        passing((3, None), (None, 7))


@pytest.mark.rule("red_actions", "mor-class", "rout-cascade")
def test_run_through_and_passed_is_fear_first_and_routers_and_vehicles_do_not_mind() -> None:
    assert passing((None, 7), (None, 7), run_through=True) == ["fear", "serious"]
    assert passing((None, 7), (None, 7), routing=True) == []
    assert passing((None, 7), (None, 7), troops="other_vehicle") == []
    assert passing((None, 7), (None, 7), troops="train") == []


@pytest.mark.rule("red_actions", "conv-bad-input", "rout-unit-state")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (ra.MoraleTriggersRequest(rallies=True), r"\$\.rallies: .*conv-bad-input"),
        (ra.MoraleTriggersRequest(unpins=True, routing=True), r"\$\.unpins: .*rout-unit-state"),
        (ra.MoraleTriggersRequest(kills=-1), r"\$\.kills: .*conv-bad-input"),
    ],
)
def test_events_that_cannot_be_are_refused(asked: Any, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        answer(asked)


# Chains.


def chain(*tests: tuple[str, int]) -> ra.MoraleChainRequest:
    causes: dict[str, Any] = {"fear": "kill", "serious": "serious_result"}
    return ra.MoraleChainRequest(
        tests=tuple(
            ra.ChainedTest(cause=causes.get(test, "charging"), test=ask(number, test)) for test, number in tests
        )
    )


@pytest.mark.rule("red_actions", "conv-test-order", "mor-fail-fear", "mor-fail-serious")
def test_a_failed_fear_test_ends_the_chain_and_a_failed_serious_test_does_not() -> None:
    tests = chain(("fear", 7), ("serious", 6), ("serious", 6), ("fear", 7))
    assert answer(tests, 4, 4) == ra.MoraleChainOutcome(routs=True, failed_serious=0)
    assert answer(tests, 3, 4, 4, 3, 3, 4, 1, 1) == ra.MoraleChainOutcome(routs=False, failed_serious=2)
    assert answer(tests, 3, 4, 3, 3, 3, 4, 1, 1) == ra.MoraleChainOutcome(routs=False, failed_serious=1)
    assert answer(tests, 3, 4, 4, 3, 3, 3, 6, 2) == ra.MoraleChainOutcome(routs=True, failed_serious=0)
    resolution = ra.ruleset.resolve(tests, dice=GivenDice([3, 4, 4, 3, 3, 3, 1, 1]))
    rolls = [step for _, step in resolution.record.walk() if isinstance(step, RollStep)]
    assert [step.purpose.rsplit("/")[-1] for step in rolls] == [
        "fear test",
        "serious test",
        "serious test",
        "fear test",
    ]
    assert {"mor-procedure", "mor-fail-serious"} <= set(resolution.record.rules)


@pytest.mark.rule("red_actions", "conv-test-order")
def test_only_fear_and_serious_tests_make_a_chain() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.tests\[1\]\.test\.test: .*conv-test-order"):
        answer(chain(("fear", 7), ("rally", 7)))
    with pytest.raises(InvalidRequestError, match=r"\$\.tests"):
        answer(ra.MoraleChainRequest(tests=()))


def passes(dice: tuple[int, ...], number: int) -> bool:
    return sum(dice) < 12 and sum(dice) <= number


@pytest.mark.rule("red_actions", "conv-test-order", "mor-fail-fear", "mor-fail-serious", "mor-procedure")
@pytest.mark.parametrize(
    "tests",
    [
        (("fear", 7),),
        (("serious", 5),),
        (("fear", 8), ("serious", 6), ("fear", 9)),
        (("serious", 6), ("serious", 7), ("fear", 11)),
    ],
)
def test_the_odds_of_a_chain_are_those_of_every_face(tests: tuple[tuple[str, int], ...]) -> None:
    expected: dict[tuple[bool, int], Fraction] = {}
    for thrown in product(DICE, repeat=len(tests)):
        routs, failed = False, 0
        for dice, (test, number) in zip(thrown, tests, strict=True):
            if routs or passes(dice, number):
                continue
            routs, failed = (True, 0) if test == "fear" else (False, failed + 1)
        key = (routs, failed)
        expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 36 ** len(tests))
    odds = ra.ruleset.odds(chain(*tests))
    assert {(outcome.routs, outcome.failed_serious): chance for outcome, chance in odds.items()} == expected
