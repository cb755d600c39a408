"""The Force HQ: when it is overrun."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_white as rw


def overrun(**fields: Any) -> rw.HqOverrunOutcome:
    return rw.ruleset.resolve(rw.HqOverrunRequest(**fields), dice=GivenDice([])).outcome


GONE = rw.HqOverrunOutcome(overrun=True, lost_units=1, commander_survives=False)


SAFE = rw.HqOverrunOutcome(overrun=False, lost_units=0, commander_survives=True)


@pytest.mark.rule("red_white", "hq-overrun")
@pytest.mark.parametrize("enemy", ["infantry", "cavalry", "tank"])
def test_a_unit_that_may_start_a_melee_overruns_it(enemy: str) -> None:
    assert overrun(enemy=enemy) == GONE
    assert overrun(enemy=enemy, friend_in_contact=True) == SAFE
    assert overrun(enemy=enemy, enemy_falling_back=True) == SAFE


@pytest.mark.rule("red_white", "hq-overrun")
@pytest.mark.parametrize(
    "enemy",
    ["armoured_car", "armoured_train", "artillery", "machine_gun", "tchanka", "droshky", "wagon", "command", None],
)
def test_no_other_unit_does(enemy: str | None) -> None:
    assert overrun(enemy=enemy) == SAFE


@pytest.mark.rule("red_white", "hq-overrun", "train-lost")
@pytest.mark.parametrize("enemy", ["cavalry", None])
@pytest.mark.parametrize("friend", [True, False])
def test_aboard_a_train_it_shares_the_fate_of_the_train(enemy: str | None, friend: bool) -> None:
    fields = {"enemy": enemy, "friend_in_contact": friend and enemy is not None, "aboard_train": True}
    assert overrun(**fields, train_lost=False) == SAFE
    assert overrun(**fields, train_lost=True) == GONE


@pytest.mark.rule("red_white", "hq-overrun", "train-lost", "major-adjustments", "hq")
def test_a_train_lost_with_the_hq_aboard_counts_four() -> None:
    lost = overrun(aboard_train=True, train_lost=True).lost_units
    request = rw.MajorMoraleRequest(side="red", army=rw.ArmyCount(units=20, lost=lost, trains_lost=1))
    assert rw.ruleset.resolve(request, dice=GivenDice([])).outcome.net_losses == 4


@pytest.mark.rule("red_white", "hq-overrun", "train-lost")
@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"aboard_train": True, "train_lost": True}, "its train is lost"),
        ({"aboard_train": True, "enemy": "cavalry"}, "it is safe aboard its train"),
        ({}, "no enemy unit is in contact with it"),
        ({"enemy": "wagon"}, "the enemy unit in contact with it could not start a melee"),
        ({"enemy": "cavalry", "enemy_falling_back": True}, "the enemy unit in contact with it could not start a melee"),
        ({"enemy": "cavalry", "friend_in_contact": True}, "a friendly unit is in contact with the enemy unit"),
        ({"enemy": "cavalry"}, "an enemy unit that could start a melee is in contact with it"),
    ],
)
def test_the_record_says_why(fields: dict[str, Any], why: str) -> None:
    resolution = rw.ruleset.resolve(rw.HqOverrunRequest(**fields), dice=GivenDice([]))
    fate = "overrun and removed, one unit lost" if resolution.outcome.overrun else "not overrun"
    assert [step.text for step in resolution.record.steps][-1] == f"the HQ is {fate}: {why}"


@pytest.mark.rule("red_white", "hq-overrun", "hq")
def test_a_commander_who_leads_elsewhere_survives() -> None:
    assert overrun(enemy="cavalry", commander_leads=True) == evolve(GONE, commander_survives=True)


@pytest.mark.rule("red_white", "hq-overrun", "gen-unit-types")
@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"train_lost": True}, "$.train_lost"),
        ({"friend_in_contact": True}, "$.friend_in_contact"),
        ({"enemy_falling_back": True}, "$.enemy_falling_back"),
        ({"enemy": "howitzer"}, "$.enemy"),
    ],
)
def test_contradictions_about_the_hq_are_refused(fields: dict[str, Any], path: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        overrun(**fields)
    assert [each.path for each in caught.value.problems] == [path]
