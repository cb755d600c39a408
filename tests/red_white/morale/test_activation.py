"""Activation, with the second throw that the Cheka gives."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_white_morale import Choices, never, not_asked, results
from red_white_refusals import refuse_dice

from rcw_rules import AskingDice, GivenDice, NeedsRuling
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches


@pytest.mark.rule("red_white", "cheka-reroll", "p1-activation")
def test_the_last_stand_is_not_shot_to_activate_either() -> None:
    request = rw.ActivationRequest(base=6, stands=1, cheka=True)
    resolution = rw.ruleset.resolve(request, dice=GivenDice([7]), choices={"liquidate": not_asked})
    assert resolution.outcome == rw.ActivationOutcome(passed=False, liquidated=False, stands=1)
    assert results(resolution.record).count("cheka-reroll") == 1


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


@pytest.mark.rule("red_white", "p1-activation")
@pytest.mark.parametrize(("face", "passed"), [(6, True), (7, False)])
def test_the_profile_knows_the_number_of_a_type(face: int, passed: bool) -> None:
    profile = rw.PartOneProfile(source="made up", activation=(rw.TypeActivation(type="cavalry", number=6),))
    ruleset = rw.ruleset.with_options(profile=profile)
    request = rw.ActivationRequest(type="cavalry", stands=8)
    resolution = ruleset.resolve(request, dice=GivenDice([face]))
    assert (resolution.outcome.passed, resolution.outcome.moves) == (passed, 0)
    assert resolution.record.rules.count("p1-activation") == 1
    # what the request says goes before the profile
    assert ruleset.resolve(evolve(request, base=10), dice=GivenDice([10])).outcome.passed


@pytest.mark.rule("red_white", "p1-activation")
def test_without_the_number_no_die_is_thrown() -> None:
    profile = rw.PartOneProfile(source="made up", activation=(rw.TypeActivation(type="cavalry", number=6),))
    cavalry = rw.ActivationRequest(type="cavalry", stands=8)
    unknown = ((rw.ruleset, cavalry), (rw.ruleset.with_options(profile=profile), evolve(cavalry, type="infantry")))
    for ruleset, request in unknown:
        with pytest.raises(rw.MissingProfileError) as caught:
            ruleset.resolve(request, dice=GivenDice([]))
        assert (caught.value.rule, caught.value.field) == ("p1-activation", "activation")


@pytest.mark.rule("red_white", "p1-activation", "cheka-reroll")
def test_the_cheka_aboard_a_train_has_no_stand_to_shoot_when_it_activates() -> None:
    request = rw.ActivationRequest(type="armoured_train", base=6, stands=8, cheka=True)
    outcome = rw.ruleset.resolve(request, dice=GivenDice([7])).outcome
    assert (outcome.passed, outcome.liquidated, outcome.stands, outcome.moves) == (False, False, 8, 0)


@pytest.mark.rule("red_white", "p1-activation", "cheka-second-failure")
def test_the_profile_knows_how_far_a_second_failure_sends_a_unit() -> None:
    profile = rw.PartOneProfile(
        source="made up",
        activation=(rw.TypeActivation(type="infantry", number=6),),
        moves=(rw.TypeMove(type="infantry", full_move=rw.DiceMove(dice=1)),),
    )
    request = rw.ActivationRequest(type="infantry", stands=8, cheka=True)
    outcome = rw.ruleset.with_options(profile=profile).resolve(request, dice=GivenDice([7, 8, 5])).outcome
    assert (outcome.moves, str(outcome.moved), outcome.falling_back) == (2, "10 in", True)
    # what the request says goes before the profile
    stated = evolve(request, full_move=inches(6))
    outcome = rw.ruleset.with_options(profile=profile).resolve(stated, dice=GivenDice([7, 8])).outcome
    assert str(outcome.moved) == "12 in"
