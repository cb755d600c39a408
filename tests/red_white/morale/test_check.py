"""Morale tests, the Cheka, the morale phase and activation."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from rcw_rules import AskingDice, GivenDice, IllegalRequestError, NeedsRuling
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ChoiceStep, ModifierStep, Record, RulingStep

Choices = dict[str, Callable[[Any, tuple[Any, ...]], Any]]

PRINTED = {
    "cover": -1,
    "elite": -1,
    "religious_leader": -1,
    "heroically_led": -1,
    "raw": 1,
    "no_leader": 1,
    "suppressed": 1,
}
CAUSES = ("routine", "withdraw", "between_fire_and_melee", "suppressed_fire", "petrol_bombs")


def red(**changes: Any) -> rw.Unit:
    return rw.Unit(**{"side": "red", "type": "infantry", "has_leader": True, "stands": 6, **changes})


def white(**changes: Any) -> rw.Unit:
    return red(**{"side": "white", **changes})


def machine(kind: str, **changes: Any) -> rw.Unit:
    return rw.Unit(**{"side": "red", "type": kind, "has_leader": True, **changes})


def able_to_test(cause: str, **changes: Any) -> rw.Unit:
    """Return Red troops that may take the test for *cause*."""
    if cause == "withdraw":
        return red(**{"type": "cavalry", **changes})
    return red(**{"suppressed": cause == "suppressed_fire", **changes})


def take(
    unit: rw.Unit, *faces: int, cause: Any = "routine", choices: Choices | None = None, **options: Any
) -> rw.MoraleOutcome:
    ruleset = rw.ruleset.with_options(**options)
    request = rw.MoraleTestRequest(unit=unit, cause=cause)
    return ruleset.resolve(request, dice=GivenDice(faces), choices=choices).outcome


def modifiers(record: Record) -> dict[str, int]:
    return {step.id: int(step.value) for _, step in record.walk() if isinstance(step, ModifierStep)}


def lines(unit: rw.Unit, **options: Any) -> dict[str, int]:
    return modifiers(rw.ruleset.with_options(**options).preview(rw.MoraleTestRequest(unit=unit)).record)


def refuse_dice(throw: object) -> Any:
    pytest.fail(f"a die was asked for: {throw}")


# ---------------------------------------------------------------- the throw


@pytest.mark.rule("red_white", "morale-roll", "gen-dice")
@pytest.mark.parametrize("stands", [1, 2, 5, 6, 9, 10, 11])
def test_a_natural_ten_sider_at_or_below_the_stands_passes(stands: int) -> None:
    for face in range(1, 11):
        assert take(red(stands=stands), face).passed == (face <= stands)
    odds = rw.ruleset.odds(rw.MoraleTestRequest(unit=red(stands=stands)))
    assert odds.probability(lambda outcome: outcome.passed) == Fraction(min(10, stands), 10)


@pytest.mark.rule("red_white", "morale-roll")
def test_no_natural_roll_passes_or_fails_by_itself() -> None:
    assert take(white(stands=8, elite=True, cover="cover"), 10).passed
    outcome = take(red(stands=1, raw=True, has_leader=False), 1)
    assert (outcome.base, outcome.passed) == (-1, False)


@pytest.mark.rule("red_white", "morale-roll")
def test_the_throw_is_told_with_its_rule() -> None:
    resolution = rw.ruleset.resolve(rw.MoraleTestRequest(unit=red()), dice=GivenDice([6]))
    assert [(roll.rule, roll.faces, roll.value) for roll in resolution.record.rolls] == [("morale-roll", (6,), True)]


# ---------------------------------------------------------------- the modifiers


@pytest.mark.rule("red_white", "morale-modifiers")
def test_the_chart_has_the_seven_printed_lines() -> None:
    chart = rw.ruleset.charts["morale_modifiers"]
    assert {row: chart.look_up(row).result for row in PRINTED} == PRINTED


@pytest.mark.rule("red_white", "morale-modifiers", "priest-morale", "heroic-lead", "p1-grade-and-leader")
@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, {}),
        ({"cover": "cover"}, {"cover": -1}),
        ({"elite": True}, {"elite": -1}),
        ({"priest": True}, {"religious_leader": -1}),
        ({"heroic": True}, {"heroically_led": -1}),
        ({"raw": True}, {"raw": 1}),
        ({"has_leader": False}, {"no_leader": 1}),
        ({"suppressed": True}, {"suppressed": 1}),
        (
            {"elite": True, "priest": True, "heroic": True, "cover": "trench"},
            {"cover": -1, "elite": -1, "religious_leader": -1, "heroically_led": -1},
        ),
        ({"raw": True, "has_leader": False, "suppressed": True}, {"raw": 1, "no_leader": 1, "suppressed": 1}),
        ({"machine_gun": True, "grenades": True, "falling_back": True, "casualties": True}, {}),
    ],
)
def test_modifiers_of_the_roll(changes: dict[str, Any], expected: dict[str, int]) -> None:
    unit = white(**changes)
    assert lines(unit) == expected
    needed = 6 - sum(expected.values())
    assert take(unit, needed).base == needed
    assert take(unit, needed).passed
    if needed < 10:
        assert not take(unit, needed + 1).passed


@pytest.mark.rule("red_white", "morale-cover", "p1-terrain")
@pytest.mark.parametrize("cover", ["cover", "trench", "building", "breastwork"])
def test_any_cover_helps_morale_once(cover: str) -> None:
    assert lines(red(cover=cover)) == {"cover": -1}
    assert take(red(cover=cover), 7).passed
    assert not take(red(cover="open"), 7).passed


@pytest.mark.rule("red_white", "morale-modifiers", "morale-other-phases")
@pytest.mark.parametrize("cause", CAUSES)
def test_the_modifiers_apply_whatever_the_cause(cause: str) -> None:
    unit = able_to_test(cause, elite=True, heroic=True)
    needed = 7 if cause == "suppressed_fire" else 8  # being suppressed costs 1
    assert take(unit, needed, cause=cause).passed
    assert not take(unit, needed + 1, cause=cause).passed


@pytest.mark.rule("red_white", "elite-white", "elite-red", "opt-red-guards")
@pytest.mark.parametrize(
    ("unit", "by_default", "without_red_guards"),
    [
        (white(troop_class="officers"), -1, -1),
        (white(troop_class="cadets"), -1, -1),
        (white(type="cavalry", troop_class="cossacks"), -1, -1),
        (white(troop_class="czech_legion"), -1, -1),
        (white(troop_class="foreign_intervention"), -1, -1),
        (red(troop_class="fanatical_bolsheviks"), -1, -1),
        (red(troop_class="sailors"), -1, -1),
        (red(troop_class="red_guards"), -1, 0),
        (red(troop_class="red_guards", elite=True), -1, -1),
        (red(troop_class="red_guards", elite=False), 0, 0),
        (red(troop_class="sailors", elite=False), 0, 0),
        (white(), 0, 0),
    ],
)
def test_elite_troops(unit: rw.Unit, by_default: int, without_red_guards: int) -> None:
    assert lines(unit).get("elite", 0) == by_default
    assert lines(unit, red_guards_elite=False).get("elite", 0) == without_red_guards


@pytest.mark.rule("red_white", "opt-red-guards")
@pytest.mark.parametrize("value", [True, False])
def test_the_record_tells_of_the_option_that_red_guards_rest_on(value: bool) -> None:
    ruleset = rw.ruleset.with_options(red_guards_elite=value)

    def rulings(unit: rw.Unit) -> list[tuple[str, object]]:
        record = ruleset.preview(rw.MoraleTestRequest(unit=unit)).record
        return [(step.rule, step.value) for step in record.steps if isinstance(step, RulingStep)]

    assert rulings(red(troop_class="red_guards")) == [("opt-red-guards", value)]
    assert rulings(red(troop_class="red_guards", elite=True)) == []
    assert rulings(red(troop_class="sailors")) == []


@pytest.mark.rule("red_white", "heroic-dead")
def test_a_dead_hero_makes_six_stands_fail_on_six() -> None:
    dead = rw.ruleset.resolve(
        rw.CasualtiesRequest(unit=red(heroic=True), count=1, source="fire"), dice=GivenDice([10])
    ).outcome
    assert (dead.leader_killed, dead.stands_lost, dead.has_leader) == (True, 0, False)
    after = red(has_leader=dead.has_leader)
    assert not take(after, 6).passed
    assert take(after, 5).passed


@pytest.mark.rule("red_white", "morale-attachments", "cheka-not-counted")
def test_attachments_do_not_count_as_stands() -> None:
    assert take(red(stands=5, machine_gun=True), 1).base == 5
    assert take(red(stands=8, cheka=True), 1).base == 8
    assert take(machine("armoured_train", guards=4), 1, cause="withdraw").base == 8


@pytest.mark.rule("red_white", "morale-vehicles", "vehicle-eight-stands", "melee-stand-count")
@pytest.mark.parametrize(
    ("kind", "hits", "base"), [("tank", 3, 5), ("tank", None, 8), ("armoured_car", 2, 6), ("armoured_car", 7, 1)]
)
def test_vehicles_are_eight_stands_less_their_hits(kind: str, hits: int | None, base: int) -> None:
    unit = machine(kind, hits=hits, casualties=True)
    assert take(unit, base).passed
    failed = take(unit, base + 1)
    assert (failed.base, failed.passed, failed.moves, failed.falling_back) == (base, False, 1, True)


@pytest.mark.rule("red_white", "morale-vehicles", "morale-other-phases")
@pytest.mark.parametrize("hits", [0, 3])
def test_a_train_under_artillery_fire(hits: int) -> None:
    train = machine("armoured_train", hits=hits, guards=4, full_move=inches(18))
    base = 8 - hits
    assert take(train, base, cause="train_artillery").passed
    failed = take(train, base + 1, cause="train_artillery")
    assert (failed.moves, failed.moved, failed.falling_back) == (1, inches(18), False)
    assert not take(machine("armoured_train", hits=hits, has_leader=False), base, cause="train_artillery").passed


@pytest.mark.rule("red_white", "morale-vehicles")
@pytest.mark.parametrize("cause", ["routine", "between_fire_and_melee", "suppressed_fire"])
def test_a_train_takes_no_other_test(cause: Any) -> None:
    with pytest.raises(IllegalRequestError) as caught:
        rw.ruleset.resolve(
            rw.MoraleTestRequest(unit=machine("armoured_train", suppressed=cause == "suppressed_fire"), cause=cause),
            dice=AskingDice(refuse_dice),
        )
    assert [(each.rule, each.path) for each in caught.value.verdict.objections] == [("morale-vehicles", "$.cause")]


@pytest.mark.rule("red_white", "morale-other-phases")
def test_the_artillery_test_is_for_trains() -> None:
    with pytest.raises(IllegalRequestError) as caught:
        rw.ruleset.resolve(rw.MoraleTestRequest(unit=red(), cause="train_artillery"), dice=AskingDice(refuse_dice))
    assert [(one.rule, one.path) for one in caught.value.verdict.objections] == [("morale-other-phases", "$.cause")]


@pytest.mark.rule("red_white", "morale-other-phases")
@pytest.mark.parametrize(
    "unit",
    [
        *(
            red(type=kind)
            for kind in ("infantry", "artillery", "machine_gun", "tchanka", "droshky", "wagon", "command")
        ),
        machine("tank"),
    ],
    ids=lambda unit: str(unit.type),
)
def test_who_may_not_withdraw_takes_no_test_for_it(unit: rw.Unit) -> None:
    request = rw.MoraleTestRequest(unit=unit, cause="withdraw")
    with pytest.raises(IllegalRequestError) as caught:
        rw.ruleset.resolve(request, dice=AskingDice(refuse_dice))
    assert [(one.rule, one.path) for one in caught.value.verdict.objections] == [("morale-other-phases", "$.cause")]
    with pytest.raises(IllegalRequestError):
        rw.ruleset.odds(request)


@pytest.mark.rule("red_white", "morale-other-phases", "morale-vehicles")
@pytest.mark.parametrize("unit", [red(type="cavalry", stands=8), machine("armoured_car"), machine("armoured_train")])
def test_cavalry_armoured_cars_and_trains_may_withdraw(unit: rw.Unit) -> None:
    assert take(unit, 8, cause="withdraw").passed
    failed = take(unit, 9, cause="withdraw")
    assert (failed.passed, failed.moves, failed.falling_back) == (False, 1, True)


# ---------------------------------------------------------------- what it leads to


@pytest.mark.rule("red_white", "morale-fail", "morale-other-phases", "gen-rear")
@pytest.mark.parametrize("already", [False, True])
@pytest.mark.parametrize(
    ("cause", "moves", "marks"),
    [
        ("routine", 1, True),
        ("withdraw", 1, True),
        ("between_fire_and_melee", 1, True),
        ("suppressed_fire", 0, False),
        ("petrol_bombs", 0, False),
    ],
)
def test_what_a_failure_means_depends_on_the_cause(cause: str, moves: int, marks: bool, already: bool) -> None:
    outcome = take(able_to_test(cause, falling_back=already, full_move=inches(6)), 7, cause=cause)
    assert (outcome.passed, outcome.moves, outcome.moved) == (False, moves, inches(6 * moves))
    assert outcome.falling_back == (marks or already)


@pytest.mark.rule("red_white", "morale-rally", "morale-other-phases", "gen-unit-state")
@pytest.mark.parametrize(("cause", "rallies"), [(cause, cause == "routine") for cause in CAUSES])
@pytest.mark.parametrize("casualties", [False, True])
def test_only_a_passed_routine_test_rallies(cause: str, rallies: bool, casualties: bool) -> None:
    face = 4 if cause == "suppressed_fire" else 5
    outcome = take(able_to_test(cause, stands=5, falling_back=True, casualties=casualties), face, cause=cause)
    assert (outcome.passed, outcome.moves, outcome.moved) == (True, 0, inches(0))
    assert outcome.falling_back != rallies


@pytest.mark.rule("red_white", "gen-unit-state")
@pytest.mark.parametrize("face", [1, 10])
@pytest.mark.parametrize(
    ("cause", "clears"), [(cause, cause in ("routine", "between_fire_and_melee")) for cause in CAUSES]
)
def test_which_tests_settle_the_casualties(cause: str, clears: bool, face: int) -> None:
    assert take(able_to_test(cause, casualties=True), face, cause=cause).casualties != clears
    assert not take(able_to_test(cause, casualties=False), face, cause=cause).casualties


@pytest.mark.rule("red_white", "morale-fail", "p1-movement", "morale-off-table")
def test_a_failure_without_a_known_move_still_tells_what_is_known() -> None:
    outcome = take(red(), 7)
    assert (outcome.moves, outcome.moved, outcome.off_table) == (1, None, None)
    outcome = take(red(full_move=inches(8)), 7)
    assert (outcome.moved, outcome.off_table) == (inches(8), None)
    outcome = take(red(full_move=inches(8), edge_distance=inches(5)), 7)
    assert (outcome.moved, outcome.off_table) == (inches(8), True)


# ---------------------------------------------------------------- Cheka


def never(situation: Any, alternatives: tuple[Any, ...]) -> bool:
    return False


def always(situation: Any, alternatives: tuple[Any, ...]) -> bool:
    return True


@pytest.mark.rule("red_white", "cheka-reroll", "cheka-same-base")
@pytest.mark.parametrize(("stands", "faces"), [(6, (8, 6)), (7, (9, 7)), (2, (3, 2))])
def test_the_second_throw_needs_the_same_number(stands: int, faces: tuple[int, int]) -> None:
    outcome = take(red(stands=stands, cheka=True), *faces, choices={"liquidate": always})
    assert (outcome.passed, outcome.liquidated, outcome.stands, outcome.base) == (True, True, stands - 1, stands)
    assert (outcome.moves, outcome.falling_back) == (0, False)


@pytest.mark.rule("red_white", "cheka-same-base")
def test_the_same_number_is_the_modified_one() -> None:
    unit = red(stands=6, cheka=True, raw=True)
    assert take(unit, 6, 5).passed
    assert not take(unit, 6, 6).passed


@pytest.mark.rule("red_white", "cheka-second-failure", "morale-off-table")
@pytest.mark.parametrize(("edge", "off"), [(None, None), (11, True), (12, False)])
def test_a_second_failure_sends_it_back_twice_as_far(edge: int | None, off: bool | None) -> None:
    unit = red(cheka=True, full_move=inches(6), edge_distance=edge if edge is None else inches(edge))
    outcome = take(unit, 7, 7)
    assert (outcome.passed, outcome.moves, outcome.moved, outcome.off_table) == (False, 2, inches(12), off)
    assert (outcome.liquidated, outcome.stands, outcome.falling_back) == (True, 5, True)


@pytest.mark.rule("red_white", "cheka-second-failure", "morale-other-phases", "cheka-reroll")
@pytest.mark.parametrize("cause", CAUSES)
def test_a_second_failure_overrides_what_the_cause_says(cause: str) -> None:
    outcome = take(able_to_test(cause, cheka=True, full_move=inches(6)), 7, 7, cause=cause)
    assert (outcome.moves, outcome.moved, outcome.falling_back) == (2, inches(12), True)


@pytest.mark.rule("red_white", "cheka-reroll", "cheka-second-failure")
@pytest.mark.parametrize(("cause", "moves"), [("routine", 1), ("suppressed_fire", 0)])
def test_declining_leaves_the_ordinary_failure(cause: str, moves: int) -> None:
    outcome = take(able_to_test(cause, cheka=True), 7, cause=cause, choices={"liquidate": never})
    assert (outcome.passed, outcome.liquidated, outcome.stands, outcome.moves) == (False, False, 6, moves)


@pytest.mark.rule("red_white", "cheka-reroll")
@pytest.mark.parametrize(("stands", "shoots"), [(2, False), (4, False), (5, True), (6, True)])
def test_by_default_a_stand_is_shot_for_a_number_of_five_or_more(stands: int, shoots: bool) -> None:
    outcome = take(red(stands=stands, cheka=True), *((10, 1) if shoots else (10,)))
    assert outcome.liquidated == shoots


@pytest.mark.rule("red_white", "cheka-reroll")
def test_the_default_looks_at_the_modified_number() -> None:
    assert not take(red(stands=5, cheka=True, raw=True), 10).liquidated  # 4
    assert take(red(stands=4, cheka=True, elite=True), 10, 1).liquidated  # 5


@pytest.mark.rule("red_white", "cheka-reroll")
def test_the_last_stand_is_not_shot() -> None:
    outcome = take(red(stands=1, cheka=True), 2, choices={"liquidate": always})
    assert (outcome.passed, outcome.liquidated, outcome.stands) == (False, False, 1)
    unit = red(stands=1, cheka=True, elite=True, heroic=True, cover="trench")  # needs 4
    assert not take(unit, 5, choices={"liquidate": always}).liquidated


def not_asked(situation: Any, alternatives: tuple[Any, ...]) -> bool:
    pytest.fail("asked for nothing")


def results(record: Record) -> list[str]:
    return [step.rule for _, step in record.walk() if step.kind == "result"]


@pytest.mark.rule("red_white", "cheka-reroll", "morale-vehicles")
@pytest.mark.parametrize(
    ("unit", "face"),
    [
        (red(stands=1, cheka=True), 2),
        (machine("tank", cheka=True), 9),
        (machine("armoured_car", hits=2, cheka=True), 7),
    ],
    ids=["last stand", "tank", "armoured car"],
)
def test_without_a_stand_to_spare_the_record_says_why_nothing_is_offered(unit: rw.Unit, face: int) -> None:
    request = rw.MoraleTestRequest(unit=unit)
    resolution = rw.ruleset.resolve(request, dice=GivenDice([face]), choices={"liquidate": not_asked})
    outcome = resolution.outcome
    assert (outcome.passed, outcome.liquidated, outcome.stands, outcome.moves) == (False, False, face - 1, 1)
    assert results(resolution.record).count("cheka-reroll") == 1
    assert not [step for step in resolution.record.steps if isinstance(step, ChoiceStep)]
    # nothing to say where the first throw passes, or where there is no Cheka
    passed = rw.ruleset.resolve(request, dice=GivenDice([face - 1]))
    assert "cheka-reroll" not in passed.record.rules
    without = rw.ruleset.resolve(rw.MoraleTestRequest(unit=evolve(unit, cheka=False)), dice=GivenDice([face]))
    assert "cheka-reroll" not in without.record.rules


@pytest.mark.rule("red_white", "cheka-reroll", "morale-vehicles", "morale-other-phases")
@pytest.mark.parametrize("cause", ["train_artillery", "withdraw"])
def test_the_cheka_of_a_train_shoots_none_of_its_guards(cause: Any) -> None:
    train = machine("armoured_train", guards=4, cheka=True)
    request = rw.MoraleTestRequest(unit=train, cause=cause)
    resolution = rw.ruleset.resolve(request, dice=GivenDice([9]), choices={"liquidate": not_asked})
    assert (resolution.outcome.passed, resolution.outcome.liquidated, resolution.outcome.moves) == (False, False, 1)
    assert results(resolution.record).count("cheka-reroll") == 1


@pytest.mark.rule("red_white", "cheka-reroll", "p1-activation")
def test_the_last_stand_is_not_shot_to_activate_either() -> None:
    request = rw.ActivationRequest(base=6, stands=1, cheka=True)
    resolution = rw.ruleset.resolve(request, dice=GivenDice([7]), choices={"liquidate": not_asked})
    assert resolution.outcome == rw.ActivationOutcome(passed=False, liquidated=False, stands=1)
    assert results(resolution.record).count("cheka-reroll") == 1


@pytest.mark.rule("red_white", "cheka-reroll", "gen-unit-state", "heroic-risk")
def test_liquidation_is_no_casualty_and_endangers_no_leader() -> None:
    outcome = take(red(cheka=True, heroic=True), 8, 7)  # the hero makes it 7; no third die
    assert (outcome.liquidated, outcome.casualties) == (True, False)
    outcome = take(red(cheka=True, suppressed=True, casualties=False), 8, 5, cause="suppressed_fire")
    assert (outcome.passed, outcome.liquidated, outcome.casualties) == (True, True, False)


@pytest.mark.rule("red_white", "cheka-reroll")
def test_without_cheka_nothing_is_offered_and_passing_needs_no_offer() -> None:
    assert not take(red(), 7, choices={"liquidate": not_asked}).passed
    assert take(red(cheka=True), 6, choices={"liquidate": not_asked}).passed


@pytest.mark.rule("red_white", "cheka-reroll")
def test_the_decision_stands_in_the_record() -> None:
    resolution = rw.ruleset.resolve(rw.MoraleTestRequest(unit=red(cheka=True)), dice=GivenDice([7, 6]))
    (step,) = [step for step in resolution.record.steps if isinstance(step, ChoiceStep)]
    assert (step.rule, step.choice, step.alternatives, step.chosen, step.by) == (
        "cheka-reroll",
        "liquidate",
        (True, False),
        True,
        "default",
    )


# ---------------------------------------------------------------- the morale phase


def phase(*units: rw.Unit, faces: tuple[int, ...] = (), **options: Any) -> rw.MoralePhaseOutcome:
    ruleset = rw.ruleset.with_options(**options)
    return ruleset.resolve(rw.MoralePhaseRequest(units=units), dice=GivenDice(faces)).outcome


@pytest.mark.rule("red_white", "morale-who", "opt-morale-casualties", "gen-unit-state")
@pytest.mark.parametrize(
    ("changes", "by_default", "ever"),
    [
        ({"starting_stands": 8, "casualties": True}, True, True),
        ({"starting_stands": 8}, False, True),
        ({"starting_stands": 6}, False, False),
        ({"starting_stands": 6, "falling_back": True}, True, True),
        ({"starting_stands": 8, "falling_back": True, "casualties": True}, True, True),
    ],
)
def test_who_tests(changes: dict[str, Any], by_default: bool, ever: bool) -> None:
    unit = red(**changes)
    (test,) = phase(unit, faces=(1,) * by_default).tests
    assert (test is not None) == by_default
    (test,) = phase(unit, faces=(1,) * ever, morale_casualties="ever").tests
    assert (test is not None) == ever


@pytest.mark.rule("red_white", "opt-morale-casualties", "morale-vehicles")
def test_ever_counts_every_hit_of_a_vehicle() -> None:
    car = machine("armoured_car", hits=2)
    assert phase(car).tests == (None,)
    (test,) = phase(car, faces=(7,), morale_casualties="ever").tests
    assert test is not None
    assert (test.base, test.passed, test.falling_back) == (6, False, True)


@pytest.mark.rule("red_white", "opt-morale-casualties")
def test_ever_needs_to_know_how_many_stands_there_were() -> None:
    ruleset = rw.ruleset.with_options(morale_casualties="ever")
    # before any die, even though the first unit is known and throws one
    units = (red(starting_stands=8, casualties=True), machine("armoured_car", hits=1), red(stands=4))
    request = rw.MoralePhaseRequest(units=units)
    with pytest.raises(NeedsRuling) as caught:
        ruleset.resolve(request, dice=AskingDice(refuse_dice))
    assert (caught.value.rule, caught.value.supply) == ("opt-morale-casualties", "$.units[2].starting_stands")
    assert "\n" not in str(caught.value)
    with pytest.raises(NeedsRuling):
        ruleset.odds(request)
    # nobody needs to know it for a vehicle, or by default
    assert phase(*units[:2], faces=(1, 1), morale_casualties="ever").lost == 0
    assert phase(*units, faces=(1,)).tests[1:] == (None, None)


@pytest.mark.rule("red_white", "opt-morale-casualties")
def test_the_record_tells_of_the_option_where_the_phase_rests_on_it() -> None:
    old_loss = rw.MoralePhaseRequest(units=(red(starting_stands=8),))
    for value, faces in (("since_last_test", ()), ("ever", (1,))):
        record = rw.ruleset.with_options(morale_casualties=value).resolve(old_loss, dice=GivenDice(faces)).record
        rulings = [(step.rule, step.value) for _, step in record.walk() if isinstance(step, RulingStep)]
        assert rulings == [("opt-morale-casualties", value)]


@pytest.mark.rule("red_white", "gen-unit-state", "morale-who")
def test_a_unit_that_passed_its_test_takes_none_in_the_next_turn() -> None:
    (test,) = phase(red(starting_stands=8, casualties=True), faces=(6,)).tests
    assert test is not None
    assert (test.passed, test.casualties, test.falling_back) == (True, False, False)
    assert phase(red(starting_stands=8, casualties=test.casualties)).tests == (None,)


@pytest.mark.rule("red_white", "gen-stand", "cheka-reroll", "melee-mod-stands-lost")
def test_a_liquidated_stand_counts_as_lost() -> None:
    # 8 stands, 2 lost to fire, the third shot by the Cheka
    after = take(red(starting_stands=8, cheka=True), 7, 1)
    unit = red(starting_stands=8, stands=after.stands, cheka=True)
    enemy = white(starting_stands=5, stands=5)
    record = rw.ruleset.preview(rw.MeleeRequest(attackers=(unit,), defenders=(enemy,))).record
    assert modifiers(record) == {"each_two_stands_lost": -1, "cheka_inspiring": 1}
    (step,) = [step for step in record.steps if isinstance(step, ModifierStep) and step.id == "each_two_stands_lost"]
    assert "for 3 stands lost" in step.text


@pytest.mark.rule("red_white", "morale-vehicles", "morale-who")
def test_a_train_is_not_tested_in_the_phase() -> None:
    train = machine("armoured_train", hits=2, casualties=True)
    assert phase(train).tests == (None,)
    assert phase(train, morale_casualties="ever").tests == (None,)


@pytest.mark.rule("red_white", "morale-who", "morale-off-table", "morale-rally")
def test_every_unit_tests_once_in_the_order_given_and_the_lost_are_counted() -> None:
    runs = red(stands=5, casualties=True, full_move=inches(8), edge_distance=inches(5))
    stays = red(stands=6)
    rallies = red(stands=5, falling_back=True, casualties=True)
    outcome = phase(runs, stays, rallies, runs, faces=(6, 5, 5))
    first, second, third, fourth = outcome.tests
    assert first is not None
    assert third is not None
    assert fourth is not None
    assert second is None
    assert (first.passed, first.off_table) == (False, True)
    assert (third.passed, third.falling_back) == (True, False)
    assert fourth.passed
    assert outcome.lost == 1


@pytest.mark.rule("red_white", "morale-off-table", "p1-movement")
@pytest.mark.parametrize(
    ("known", "face", "lost"),
    [
        ({}, 6, None),  # runs, who knows how far
        ({"full_move": inches(8)}, 6, None),  # runs 8 inches, who knows from where
        ({"edge_distance": inches(5)}, 6, None),
        ({"full_move": inches(8), "edge_distance": inches(8)}, 6, 1),
        ({"full_move": inches(8), "edge_distance": inches(7)}, 6, 2),
        ({}, 5, 1),  # passes and runs nowhere
    ],
)
def test_how_many_are_lost_is_told_only_if_it_is_known(known: dict[str, Any], face: int, lost: int | None) -> None:
    gone = red(stands=5, casualties=True, full_move=inches(8), edge_distance=inches(5))
    other = red(stands=5, casualties=True, **known)
    assert phase(gone, other, red(stands=6), faces=(6, face)).lost == lost


# ---------------------------------------------------------------- activation


def activate(*faces: int, choices: Choices | None = None, **fields: Any) -> rw.ActivationOutcome:
    request = rw.ActivationRequest(**{"base": 6, "stands": 8, **fields})
    return rw.ruleset.resolve(request, dice=GivenDice(faces), choices=choices).outcome


@pytest.mark.rule("red_white", "p1-activation")
@pytest.mark.parametrize("face", range(1, 11))
def test_activation_needs_the_base_number_or_less(face: int) -> None:
    outcome = activate(face)
    assert outcome == rw.ActivationOutcome(passed=face <= 6, liquidated=False, stands=8)
    assert (outcome.moves, outcome.moved, outcome.falling_back) == (0, inches(0), False)


@pytest.mark.rule("red_white", "p1-activation")
def test_activation_without_its_number_asks_for_it_before_any_die() -> None:
    with pytest.raises(rw.MissingProfileError) as caught:
        rw.ruleset.resolve(rw.ActivationRequest(stands=8), dice=AskingDice(refuse_dice))
    assert isinstance(caught.value, NeedsRuling)
    assert (caught.value.rule, caught.value.field) == ("p1-activation", "activation")
    with pytest.raises(rw.MissingProfileError):
        rw.ruleset.odds(rw.ActivationRequest(stands=8))


@pytest.mark.rule("red_white", "cheka-reroll", "cheka-same-base", "cheka-second-failure", "p1-activation")
def test_activation_with_cheka() -> None:
    passed = activate(7, 6, cheka=True)
    assert (passed.passed, passed.liquidated, passed.stands, passed.moves) == (True, True, 7, 0)
    failed = activate(7, 7, cheka=True, full_move=inches(6), edge_distance=inches(11))
    assert (failed.passed, failed.liquidated, failed.stands) == (False, True, 7)
    assert (failed.moves, failed.moved, failed.off_table, failed.falling_back) == (2, inches(12), True, True)
    declined = activate(7, cheka=True, choices={"liquidate": never})
    assert (declined.passed, declined.liquidated, declined.stands, declined.moves) == (False, False, 8, 0)
    assert not activate(7, cheka=True, stands=1).liquidated
    assert not activate(5, cheka=True, base=4).liquidated


@pytest.mark.rule("red_white", "p1-activation")
def test_the_activation_roll_cites_the_rule_of_activation() -> None:
    resolution = rw.ruleset.resolve(rw.ActivationRequest(base=6, stands=8), dice=GivenDice([7]))
    assert [roll.rule for roll in resolution.record.rolls] == ["p1-activation"]
    assert "morale-roll" not in resolution.record.rules
    twice = rw.ruleset.resolve(rw.ActivationRequest(base=6, stands=8, cheka=True), dice=GivenDice([7, 5]))
    assert [roll.rule for roll in twice.record.rolls] == ["p1-activation", "p1-activation"]
