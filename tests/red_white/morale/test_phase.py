"""The morale phase: who tests, and what that means for the army."""

from __future__ import annotations

from typing import Any

import pytest
from red_white_morale import modifiers, red, take, white
from red_white_refusals import refuse_dice
from red_white_units import vehicle

from rcw_rules import AskingDice, GivenDice, NeedsRuling
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import ModifierStep, RulingStep


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
    car = vehicle("armoured_car", hits=2)
    assert phase(car).tests == (None,)
    (test,) = phase(car, faces=(7,), morale_casualties="ever").tests
    assert test is not None
    assert (test.base, test.passed, test.falling_back) == (6, False, True)


@pytest.mark.rule("red_white", "opt-morale-casualties")
def test_ever_needs_to_know_how_many_stands_there_were() -> None:
    ruleset = rw.ruleset.with_options(morale_casualties="ever")
    # before any die, even though the first unit is known and throws one
    units = (red(starting_stands=8, casualties=True), vehicle("armoured_car", hits=1), red(stands=4))
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
    train = vehicle("armoured_train", hits=2, casualties=True)
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
