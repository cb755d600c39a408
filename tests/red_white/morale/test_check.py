"""Morale tests: the throw, its modifiers, and what it leads to."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from red_white_morale import CAUSES, able_to_test, modifiers, red, take, white
from red_white_refusals import refuse_dice
from red_white_units import vehicle

from rcw_rules import AskingDice, GivenDice, IllegalRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import RulingStep

PRINTED = {
    "cover": -1,
    "elite": -1,
    "religious_leader": -1,
    "heroically_led": -1,
    "raw": 1,
    "no_leader": 1,
    "suppressed": 1,
}


def lines(unit: rw.Unit, **options: Any) -> dict[str, int]:
    return modifiers(rw.ruleset.with_options(**options).preview(rw.MoraleTestRequest(unit=unit)).record)


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
    assert take(vehicle("armoured_train", guards=4), 1, cause="withdraw").base == 8


@pytest.mark.rule("red_white", "morale-vehicles", "vehicle-eight-stands", "melee-stand-count")
@pytest.mark.parametrize(
    ("kind", "hits", "base"), [("tank", 3, 5), ("tank", None, 8), ("armoured_car", 2, 6), ("armoured_car", 7, 1)]
)
def test_vehicles_are_eight_stands_less_their_hits(kind: str, hits: int | None, base: int) -> None:
    unit = vehicle(kind, hits=hits, casualties=True)
    assert take(unit, base).passed
    failed = take(unit, base + 1)
    assert (failed.base, failed.passed, failed.moves, failed.falling_back) == (base, False, 1, True)


@pytest.mark.rule("red_white", "morale-vehicles", "morale-other-phases")
@pytest.mark.parametrize("hits", [0, 3])
def test_a_train_under_artillery_fire(hits: int) -> None:
    train = vehicle("armoured_train", hits=hits, guards=4, full_move=inches(18))
    base = 8 - hits
    assert take(train, base, cause="train_artillery").passed
    failed = take(train, base + 1, cause="train_artillery")
    assert (failed.moves, failed.moved, failed.falling_back) == (1, inches(18), False)
    assert not take(vehicle("armoured_train", hits=hits, has_leader=False), base, cause="train_artillery").passed


@pytest.mark.rule("red_white", "morale-vehicles")
@pytest.mark.parametrize("cause", ["routine", "between_fire_and_melee", "suppressed_fire"])
def test_a_train_takes_no_other_test(cause: Any) -> None:
    with pytest.raises(IllegalRequestError) as caught:
        rw.ruleset.resolve(
            rw.MoraleTestRequest(unit=vehicle("armoured_train", suppressed=cause == "suppressed_fire"), cause=cause),
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
        vehicle("tank"),
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
@pytest.mark.parametrize("unit", [red(type="cavalry", stands=8), vehicle("armoured_car"), vehicle("armoured_train")])
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
