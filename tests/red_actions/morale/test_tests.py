"""Morale tests: the number, the throw, the officers who help, what calls for tests, and chains of them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import GivenDice, InvalidRequestError, NeedsRuling
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ModifierStep, RollStep

SLOW = settings(max_examples=60, deadline=None)
DICE = list(product(range(1, 7), repeat=2))
FLANK = ra.Situation(enemy_behind_flanks=True)
WRONG: dict[str, Any] = {"fortified": 1}  # a number is no bool


def card(**changes: Any) -> ra.TroopCard:
    fields: dict[str, Any] = {
        "id": "c", "name": "Rifles", "arm": "rifle", "speed": inches(6), "charge": 5, "fear": 7, "serious": 6,
        "rally": 8,
    }  # fmt: skip
    return ra.TroopCard(**{**fields, **changes})


def unit(troops: ra.TroopCard | None = None, **changes: Any) -> ra.Unit:
    fields: dict[str, Any] = {"name": "A", "side": "red", "card": troops or card(), "bases": 4}
    return ra.Unit(**{**fields, **changes})


def near(effect: int, distance: int | str, *, sees: bool = True, routing: bool = False) -> ra.SeniorInReach:
    return ra.SeniorInReach(effect=effect, distance=inches(distance), sees=sees, routing=routing)


def ask(number: int, test: Any = "fear", **fields: Any) -> ra.MoraleTestRequest:
    return ra.MoraleTestRequest(test=test, number=number, **fields)


def take(asked: Any, *faces: int, choices: dict[str, Any] | None = None, **options: Any) -> Any:
    return ra.ruleset.with_options(**options).resolve(asked, dice=GivenDice(faces), choices=choices).outcome


def needed(asked: ra.MoraleTestRequest, **options: Any) -> int:
    number: int = take(asked, 1, 1, **options).needed
    return number


@pytest.mark.rule("red_actions", "mor-procedure")
@pytest.mark.parametrize(("dice", "passed"), [((4, 4), True), ((4, 5), False), ((1, 1), True), ((6, 2), True)])
def test_2d6_must_not_exceed_the_number(dice: tuple[int, int], passed: bool) -> None:
    assert take(ask(8), *dice).passed is passed


@pytest.mark.rule("red_actions", "conv-natural-twelve", "mor-procedure")
@pytest.mark.parametrize("number", [12, 13, 30])
def test_a_natural_twelve_fails_whatever_the_number(number: int) -> None:
    assert not take(ask(number), 6, 6).passed
    assert take(ask(number), 6, 5).passed


@pytest.mark.rule("red_actions", "conv-natural-twelve", "wx-night-morale")
@pytest.mark.parametrize("night", ["dark", "moonlight_or_fog"])
def test_at_night_the_throw_counts_one_more_but_makes_no_natural_twelve(night: str) -> None:
    assert take(ask(12), 6, 5, night=night).passed  # 11 and 1 is 12, which is not more than 12
    assert not take(ask(11), 6, 5, night=night).passed
    assert not take(ask(7), 3, 4, night=night).passed
    assert not take(ask(8), 4, 4, night=night).passed
    assert take(ask(8), 3, 4, night=night).passed


@pytest.mark.rule("red_actions", "mor-bonuses")
def test_bonuses_are_added_up() -> None:
    situation = ra.Situation(fortified=True, enemy_behind_flanks=True)
    asked = ask(7, junior=ra.MoraleOfficer(effect=1), situation=situation)
    assert needed(asked) == 8
    resolution = ra.ruleset.resolve(asked, dice=GivenDice([4, 4]))
    assert resolution.outcome.passed
    steps = [step for _, step in resolution.record.walk() if isinstance(step, ModifierStep)]
    assert [(step.id, step.value, step.rule) for step in steps] == [
        ("junior", 1, "off-morale-bonus"),
        ("enemy_behind_flanks", -2, "mor-behind-flanks"),
        ("fortified", 2, "mor-bonuses"),
    ]
    assert {"mor-procedure", "off-morale-bonus", "mor-behind-flanks", "mor-bonuses"} <= set(resolution.record.rules)


@pytest.mark.rule("red_actions", "mor-bonuses", "march-ambushed", "wx-night-morale", "mor-behind-flanks")
@pytest.mark.parametrize(
    ("row", "value"), [("enemy_behind_flanks", -2), ("fortified", 2), ("ambushed_marching", -3), ("night_or_fog", 1)]
)
def test_every_cell_of_the_bonuses(row: str, value: int) -> None:
    cell = ra.ruleset.charts["morale_bonuses"].look_up(row)
    assert (cell.result, cell.provenance) == (value, "printed")


@pytest.mark.rule("red_actions", "mor-behind-flanks")
def test_a_friend_who_could_charge_takes_the_enemy_behind_the_flanks_away() -> None:
    assert needed(ask(7, situation=FLANK)) == 5
    guarded = ra.Situation(enemy_behind_flanks=True, friend_can_charge=True)
    assert needed(ask(7, situation=guarded)) == 7
    assert needed(ask(7, situation=ra.Situation(friend_can_charge=True))) == 7


@pytest.mark.rule("red_actions", "march-ambushed")
def test_an_ambush_on_the_march_weighs_three_on_the_fear_test_alone() -> None:
    marching = ra.Situation(ambushed_marching=True)
    assert needed(ask(7, junior=ra.MoraleOfficer(effect=1), situation=marching)) == 5
    with pytest.raises(InvalidRequestError, match=r"\$\.situation\.ambushed_marching: .*march-ambushed"):
        take(ask(7, "serious", situation=marching), 1, 1)


@pytest.mark.rule("red_actions", "off-morale-bonus")
@pytest.mark.parametrize(("effect", "number"), [(1, 8), (-2, 5), (0, 7)])
@pytest.mark.parametrize("test", ["charge", "fear", "serious", "rally"])
def test_the_officer_in_command_counts_in_every_test(effect: int, number: int, test: str) -> None:
    assert needed(ask(7, test, junior=ra.MoraleOfficer(effect=effect))) == number


@pytest.mark.rule("red_actions", "off-senior-adds", "conv-within")
@pytest.mark.parametrize(
    ("senior", "junior", "number"),
    [
        (near(2, 4, sees=False), None, 9),
        (near(2, "4.001", sees=False), None, 7),
        (near(2, 5, sees=False), None, 7),
        (near(1, 12), -1, 7),
        (near(1, "12.001"), -1, 6),
        (near(2, 0, routing=True), None, 7),
        (near(-1, 3), None, 7),
    ],
)
def test_a_senior_in_reach_may_add(senior: ra.SeniorInReach, junior: int | None, number: int) -> None:
    own = None if junior is None else ra.MoraleOfficer(effect=junior)
    assert needed(ask(7, junior=own, situation=ra.Situation(seniors=(senior,)))) == number


@pytest.mark.rule("red_actions", "off-senior-adds")
def test_only_one_senior_adds() -> None:
    situation = ra.Situation(seniors=(near(1, 3), near(2, 3)))
    asked = ask(7, junior=ra.MoraleOfficer(effect=1), attached=(ra.MoraleOfficer(effect=1),), situation=situation)
    assert needed(asked) == 10


@pytest.mark.rule("red_actions", "off-senior-substitutes", "off-commissar")
@pytest.mark.parametrize(
    ("junior", "commissar", "senior", "other_commissar", "number"),
    [
        (-1, False, 2, False, 9),
        (2, False, 1, False, 10),
        (-1, True, 2, False, 8),
        (-1, True, 2, True, 9),
        (-1, False, -2, False, 6),
    ],
)
def test_an_attached_senior_may_take_over_but_not_from_a_commissar(
    junior: int, commissar: bool, senior: int, other_commissar: bool, number: int
) -> None:
    own = ra.MoraleOfficer(effect=junior, commissar=commissar)
    attached = (ra.MoraleOfficer(effect=senior, commissar=other_commissar),)
    assert needed(ask(7, junior=own, attached=attached)) == number


@pytest.mark.rule("red_actions", "off-senior-substitutes", "off-senior-adds", "off-commissar")
def test_the_owner_decides_among_what_the_rules_allow() -> None:
    seen: list[tuple[Any, tuple[str, ...]]] = []

    def own(command: Any, alternatives: tuple[str, ...]) -> str:
        seen.append((command.effects, alternatives))
        return alternatives[0]

    situation = ra.Situation(seniors=(near(3, 20), near(1, 12)))
    asked = ask(7, junior=ra.MoraleOfficer(effect=-1), attached=(ra.MoraleOfficer(effect=2),), situation=situation)
    assert take(asked, 1, 1, choices={"morale_officers": own}).needed == 6
    assert seen == [((-1, 1, 0, 2), ("junior", "junior_and_attached_1", "junior_and_senior_2", "attached_1"))]
    seen.clear()
    strict = ask(7, junior=ra.MoraleOfficer(effect=-1, commissar=True), attached=(ra.MoraleOfficer(effect=2),))
    take(strict, 1, 1, choices={"morale_officers": own})
    assert seen == [((-1, 1), ("junior", "junior_and_attached_1"))]
    seen.clear()
    alone = ask(7, attached=(ra.MoraleOfficer(effect=2),))
    assert take(alone, 1, 1, choices={"morale_officers": own}).needed == 7
    assert seen == [((0, 2), ("nobody", "attached_1"))]


@pytest.mark.rule("red_actions", "mor-procedure", "off-morale-bonus")
def test_a_unit_tests_with_its_card_and_its_officers() -> None:
    officer = ra.OfficerToken(id="o", effect=1, characteristics=("Commissar",))
    senior = ra.OfficerToken(id="s", effect=2)
    spare = ra.OfficerToken(id="x", effect=9)
    troops = unit(officer=officer, spares=(spare,), seniors=(senior,))
    assert ra.morale_test_of(troops, "serious", FLANK) == ra.MoraleTestRequest(
        test="serious",
        number=6,
        junior=ra.MoraleOfficer(effect=1, commissar=True),
        attached=(ra.MoraleOfficer(effect=2),),
        situation=FLANK,
    )
    tests: list[Any] = ["charge", "fear", "serious", "rally"]
    assert [ra.morale_test_of(unit(), test).number for test in tests] == [5, 7, 6, 8]


@pytest.mark.rule("red_actions", "conv-cards-missing", "conv-bad-input")
def test_a_card_without_the_number_is_asked_for() -> None:
    with pytest.raises(NeedsRuling, match=r"the field rally on the troop card 'c'.*conv-cards-missing"):
        ra.morale_test_of(unit(card(rally=None)), "rally")


@pytest.mark.rule("red_actions", "char-white-officer-base")
def test_a_white_officer_base_lends_the_morale_of_volunteers() -> None:
    conscripts = card(id="conscripts", morale_as="volunteers", fear=6)
    stiffened = unit(conscripts, white_officer_base=True, morale_card=card(id="volunteers", fear=9))
    assert ra.morale_test_of(stiffened, "fear").number == 9
    assert ra.morale_test_of(unit(conscripts), "fear").number == 6
    with pytest.raises(NeedsRuling, match=r"the card 'volunteers' as its morale_card.*char-white-officer-base"):
        ra.morale_test_of(unit(conscripts, white_officer_base=True), "fear")
    wrong = unit(conscripts, white_officer_base=True, morale_card=card(id="others"))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.morale_card: .*char-white-officer-base"):
        take(ra.RetireRequest(unit=wrong))


@pytest.mark.rule("red_actions", "mor-procedure", "conv-natural-twelve", "wx-night-morale", "mor-bonuses")
@pytest.mark.parametrize("number", range(-1, 15))
@pytest.mark.parametrize("night", ["off", "dark"])
@pytest.mark.parametrize("fortified", [True, False])
def test_the_odds_are_those_of_all_thirty_six_faces(number: int, night: str, fortified: bool) -> None:
    goal = number + (2 if fortified else 0)
    dark = 0 if night == "off" else 1
    good = [dice for dice in DICE if sum(dice) != 12 and sum(dice) + dark <= goal]
    asked = ask(number, situation=ra.Situation(fortified=fortified))
    odds = ra.ruleset.with_options(night=night).odds(asked)
    assert odds.probability(lambda outcome: outcome.passed) == Fraction(len(good), 36)


OFFICERS = st.builds(ra.MoraleOfficer, effect=st.integers(-3, 3), commissar=st.booleans())
SENIORS = st.builds(near, st.integers(-3, 3), st.sampled_from([0, 4, 5, 12, 13]))


@pytest.mark.rule("red_actions", "mor-bonuses", "off-senior-adds")
@SLOW
@given(
    number=st.integers(2, 12),
    junior=st.one_of(st.none(), OFFICERS),
    attached=st.lists(OFFICERS, max_size=2),
    seniors=st.lists(SENIORS, max_size=2),
    fortified=st.booleans(),
    flanked=st.booleans(),
)
def test_no_help_ever_hurts(
    *, number: int, junior: Any, attached: Iterable[Any], seniors: Iterable[Any], fortified: bool, flanked: bool
) -> None:
    situation = ra.Situation(seniors=tuple(seniors), fortified=fortified, enemy_behind_flanks=flanked)
    asked = ask(number, junior=junior, attached=tuple(attached), situation=situation)
    goal = needed(asked)
    more = ra.Situation(seniors=(*seniors, near(3, 0)), fortified=True, friend_can_charge=True)
    assert needed(ask(number, junior=junior, attached=tuple(attached), situation=more)) >= goal
    assert needed(ask(number + 1, junior=junior, attached=tuple(attached), situation=situation)) == goal + 1
    assert needed(asked, night="dark") == goal - 1
    helped = ask(number, junior=junior, attached=(*attached, ra.MoraleOfficer(effect=1)), situation=situation)
    assert needed(helped) >= goal


@pytest.mark.rule("red_actions", "conv-bad-input")
@pytest.mark.parametrize(
    ("asked", "path"),
    [
        (ask(31), r"\$\.number"),
        (ask(True), r"\$\.number"),
        (ask(7, "terror"), r"\$\.test"),
        (ask(7, junior=ra.MoraleOfficer(effect=10)), r"\$\.junior\.effect"),
        (ask(7, situation=ra.Situation(**WRONG)), r"\$\.situation\.fortified"),
    ],
)
def test_what_is_no_morale_test_is_refused(asked: Any, path: str) -> None:
    with pytest.raises(InvalidRequestError, match=path):
        take(asked, 1, 1)


# What calls for tests.


def due(**facts: Any) -> list[str]:
    options = facts.pop("options", {})
    return [each.test for each in take(ra.MoraleTriggersRequest(**facts), **options).tests]


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
        ({"officers_lost": True}, ["serious"]),
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
    facts: dict[str, Any] = {"direct_hits": 1, "officers_lost": True, "kills": 1}
    assert due(**facts) == ["fear", "serious", "fear"]
    assert due(**facts, serious_result=True) == ["fear", "serious", "serious", "fear"]
    once = {"one_serious_test_per_event": True}
    assert due(**facts, serious_result=True, options=once) == ["fear", "serious", "fear"]
    assert due(serious_result=True, kills=1, options=once) == ["serious", "fear"]
    causes = take(ra.MoraleTriggersRequest(**facts, serious_result=True, gassed=True)).tests
    assert [each.cause for each in causes] == ["direct_hit", "officers_lost", "serious_result", "kill", "gassed"]


@pytest.mark.rule("red_actions", "mor-triggers")
def test_a_charging_ambush_causes_two_fear_tests_ambushed_first() -> None:
    tests = take(ra.MoraleTriggersRequest(ambushed=True, charged=True)).tests
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
        take(asked)


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
    assert take(tests, 4, 4) == ra.MoraleChainOutcome(routs=True, failed_serious=0)
    assert take(tests, 3, 4, 4, 3, 3, 4, 1, 1) == ra.MoraleChainOutcome(routs=False, failed_serious=2)
    assert take(tests, 3, 4, 3, 3, 3, 4, 1, 1) == ra.MoraleChainOutcome(routs=False, failed_serious=1)
    assert take(tests, 3, 4, 4, 3, 3, 3, 6, 2) == ra.MoraleChainOutcome(routs=True, failed_serious=0)
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
        take(chain(("fear", 7), ("rally", 7)))
    with pytest.raises(InvalidRequestError, match=r"\$\.tests"):
        take(ra.MoraleChainRequest(tests=()))


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
