"""Suppressed units that want to fire in a charge: what becomes of them, in support and engaged."""

from __future__ import annotations

from typing import Any

import pytest
from red_white_assaults import RED, WHITE, assault, left, lose, play
from red_white_units import troops

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches

SUPPORT = troops(
    "red", suppressed=True, cheka=True, name="in support", full_move=inches(6), edge_distance=inches(20), cover="cover"
)
"""It needs an 8 on the D10: 8 stands, 1 for its cover, 1 against it for suppression."""


def supported(*shots: rw.Shot) -> rw.AssaultRequest:
    return assault([WHITE], [RED], defensive=list(shots))


# ---------------------------------------------------------------- in support


@pytest.mark.rule("red_white", "suppress-fire", "cheka-second-failure", "cheka-reroll")
def test_a_unit_in_support_that_its_cheka_fails_twice_is_in_the_outcome() -> None:
    request = supported(lose(1, support=SUPPORT))
    outcome = play(request, 9, 9, 3, 3)
    (after,) = outcome.support
    assert (after.name, after.goes, after.moved, after.off_table) == ("in support", "rear", inches(12), False)
    assert after.unit is not None
    assert (after.unit.stands, after.unit.falling_back, after.unit.cover) == (7, True, "open")
    assert (after.unit.edge_distance, after.fire_test) == (inches(8), "failed")
    assert left(outcome.attackers[0]) == 8  # it did not fire
    charge = rw.ChargeRequest(
        attackers=request.attackers, defenders=request.defenders, defensive_fire=request.defensive_fire
    )
    assert rw.ruleset.outcome(charge, dice=GivenDice([9, 9])).support == outcome.support


@pytest.mark.rule("red_white", "suppress-fire", "cheka-reroll")
def test_a_unit_in_support_whose_cheka_shot_a_stand_and_that_fires_is_one_stand_smaller() -> None:
    outcome = play(supported(lose(1, support=SUPPORT)), 9, 8, 1, 3, 3)
    (after,) = outcome.support
    assert after.unit is not None
    assert (after.goes, after.unit.stands, after.fire_test) == ("stays", 7, "passed")
    assert left(outcome.attackers[0]) == 7


@pytest.mark.rule("red_white", "suppress-fire", "morale-off-table")
def test_a_unit_in_support_can_run_off_the_table() -> None:
    near = troops("red", suppressed=True, cheka=True, full_move=inches(6), edge_distance=inches(11))
    (after,) = play(supported(lose(1, support=near)), 8, 8, 3, 3).support
    assert (after.name, after.off_table, after.is_lost) == ("support 1", True, True)


@pytest.mark.rule("red_white", "suppress-fire")
def test_every_unit_in_support_is_listed_once_as_it_is() -> None:
    steady = troops("red", name="steady")
    battery = troops("white", "artillery", name="battery")
    request = assault(
        [WHITE], [RED],
        defensive=[lose(0, support=steady), lose(0, support=SUPPORT), lose(0, support=steady)],
        attacking=[lose(0, support=battery)],
    )  # fmt: skip
    outcome = play(request, 8, 3, 3)
    assert [(after.name, after.unit, after.fire_test) for after in outcome.support] == [
        ("steady", steady, "none"),
        ("in support", SUPPORT, "passed"),
        ("battery", battery, "none"),
    ]
    assert play(assault([WHITE], [RED]), 3, 3).support == ()


@pytest.mark.rule("red_white", "suppress-fire", "melee-withdraw-caught")
def test_units_in_support_of_a_charge_without_contact_are_as_they_were() -> None:
    request = assault([WHITE], [RED], gap=10, move=4, defensive=[lose(1, support=SUPPORT)])
    (after,) = play(request).support
    assert (after.unit, after.goes, after.fire_test) == (SUPPORT, "stays", "none")


# ---------------------------------------------------------------- engaged


@pytest.mark.rule("red_white", "suppress-fire")
@pytest.mark.parametrize(("face", "how", "may_fire"), [(7, "passed", True), (8, "failed", False)])
def test_the_outcome_says_how_a_test_went_for_the_next_question(face: int, how: Any, may_fire: bool) -> None:
    # 8 stands and 1 against it: 7. The volley costs nothing, so that only the test tells the two outcomes apart.
    request = assault([RED], [troops("white", suppressed=True)], defensive=[lose(0, by=1)])
    after = play(request, face, 1, 6).defenders[0]
    assert after.unit is not None
    assert (after.goes, after.unit.stands, after.fire_test) == ("stays", 8, how)
    again = rw.SuppressedFireRequest(unit=after.unit, earlier_test=after.fire_test)
    assert rw.ruleset.outcome(again, dice=GivenDice([])).may_fire is may_fire


@pytest.mark.rule("red_white", "suppress-fire", "opt-suppressed-scope")
def test_an_earlier_test_is_passed_on_and_no_test_is_none() -> None:
    white = troops("white", suppressed=True)
    told = assault([RED], [white], defensive=[lose(0, by=1, earlier_test="failed")])
    assert play(told, 3, 3).defenders[0].fire_test == "failed"
    untested = assault([RED], [white], defensive=[lose(0, by=1)])
    assert play(untested, 3, 3, suppressed_scope="phase").defenders[0].fire_test == "none"
    assert play(assault([RED], [white]), 3, 3).defenders[0].fire_test == "none"


@pytest.mark.rule("red_white", "suppress-fire", "cheka-second-failure", "melee-attacking-fire")
def test_fire_without_a_target_finds_none_where_the_last_defender_ran() -> None:
    runs = troops("red", suppressed=True, cheka=True)
    shot = rw.Shot(volley=rw.Volley(weapon="small_arms", stands_lost=1))
    outcome = play(assault([WHITE], [runs], defensive=[lose(1, by=1)], attacking=[shot]), 8, 8)
    assert (outcome.ended, left(outcome.defenders[0])) == ("position_falls", 7)


# ---------------------------------------------------------------- refusals


@pytest.mark.rule("red_white", "morale-vehicles", "morale-exclusive-flags", "suppress-fire")
def test_a_test_that_cannot_be_is_refused_with_the_path_of_the_charge() -> None:
    train = rw.Unit(side="white", type="armoured_train", has_leader=True, suppressed=True)
    raw = troops("white", troop_class="officers", suppressed=True)
    guards = troops("red", troop_class="red_guards", raw=True, suppressed=True)
    shot = lose(1, support=train)
    by_the_train = assault([RED], [WHITE, train], defensive=[lose(1, by=2), lose(1, by=2, weapon="artillery")])
    cases = [
        (assault([RED], [raw], defensive=[lose(1, by=1), shot]), "$.defensive_fire[1].support.type", "morale-vehicles"),
        (by_the_train, "$.defenders[1].unit.type", "morale-vehicles"),
        (
            assault([RED], [WHITE], attacking=[lose(1, support=guards)]),
            "$.attacking_fire[0].support.raw",
            "morale-exclusive-flags",
        ),
        (
            assault([WHITE], [guards], defensive=[lose(1, by=1)]),
            "$.defenders[0].unit.raw",
            "morale-exclusive-flags",
        ),
    ]
    for request, path, rule in cases:
        assert [(each.path, each.rule) for each in rw.ruleset.verdict(request).objections] == [(path, rule)]
        with pytest.raises(IllegalRequestError):
            play(request)
