"""What volleys do to each kind of target."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_white_fire import PROFILE

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.profile import HitTableRow, TypeMove, VehicleHitTable


def infantry(**changes: Any) -> rw.Unit:
    fields: dict[str, Any] = {
        "side": "white", "type": "infantry", "has_leader": True, "starting_stands": 8, "stands": 8,
    }  # fmt: skip
    return rw.Unit(**{**fields, **changes})


def train(**changes: Any) -> rw.Unit:
    return rw.Unit(**{"side": "red", "type": "armoured_train", "has_leader": True, **changes})


def volley(weapon: Any = "machine_gun", **fields: Any) -> rw.Volley:
    return rw.Volley(weapon=weapon, **fields)


def attack(unit: rw.Unit, *volleys: rw.Volley, faces: tuple[int, ...] = (), **fields: Any) -> rw.FireAttackOutcome:
    options = {"profile": fields.pop("profile", None)}
    request = rw.FireAttackRequest(unit=unit, volleys=volleys, **fields)
    return rw.ruleset.with_options(**options).resolve(request, dice=GivenDice(faces)).outcome


@pytest.mark.rule("red_white", "p1-fire", "gen-stand")
def test_hits_cost_stands_by_the_number_given() -> None:
    once = attack(infantry(), volley(dice=3, hit_faces=(8, 9, 10), losses_per_hit=1), faces=(8, 2, 10))
    assert once == rw.FireAttackOutcome(stands_lost=2, suppressed=False, casualties=True)
    assert attack(infantry(), volley(hits=2, losses_per_hit=3)).stands_lost == 6
    assert attack(infantry(), volley(hits=2, losses_per_hit=0)).casualties is False
    assert attack(infantry(stands=3), volley(stands_lost=5)).destroyed


@pytest.mark.rule("red_white", "p1-fire")
def test_a_profile_gives_faces_by_cover_and_losses_by_weapon() -> None:
    guns = volley(dice=2, band="normal")
    assert attack(infantry(), guns, faces=(7, 10), profile=PROFILE).stands_lost == 2
    assert attack(infantry(cover="trench"), guns, faces=(7, 10), profile=PROFILE).stands_lost == 1
    assert attack(infantry(), volley("artillery", hits=2), profile=PROFILE).stands_lost == 4


@pytest.mark.rule("red_white", "p1-fire", "p1-profile")
def test_what_a_volley_says_itself_comes_before_the_profile() -> None:
    # By the profile 7 to 10 hit in the open, and each hit costs one stand.
    own_losses = volley(dice=2, band="normal", losses_per_hit=3)
    assert attack(infantry(), own_losses, faces=(7, 6), profile=PROFILE).stands_lost == 3
    assert attack(infantry(), evolve(own_losses, losses_per_hit=0), faces=(7, 6), profile=PROFILE).stands_lost == 0
    own_faces = volley(dice=2, hit_faces=(1,))
    assert attack(infantry(), own_faces, faces=(1, 10), profile=PROFILE).stands_lost == 1


@pytest.mark.rule("red_white", "p1-fire", "train-artillery-test", "heroic-lead")
def test_a_train_that_a_heroic_leader_leads_can_be_shot_to_pieces() -> None:
    lost = attack(train(hits=7, heroic=True), volley("artillery", hits=1), faces=(3,))
    assert (lost.destroyed, lost.leader_killed) == (True, False)
    assert lost.train is not None
    assert lost.train.destroyed


@pytest.mark.rule("red_white", "p1-fire", "p1-profile")
@pytest.mark.parametrize(
    ("fire", "field"),
    [
        (volley(dice=2, losses_per_hit=1), "fire"),
        (volley(dice=2, hit_faces=(10,)), "losses"),
        (volley(hits=1), "losses"),
    ],
)
def test_what_the_lost_part_would_say_is_asked_for_before_any_die(fire: rw.Volley, field: str) -> None:
    known = volley(dice=1, hit_faces=(10,), losses_per_hit=1)
    with pytest.raises(rw.MissingProfileError, match="p1-fire") as caught:
        attack(infantry(), known, fire)
    assert caught.value.field == field


@pytest.mark.rule("red_white", "heroic-risk", "priest-risk", "heroic-dead")
def test_all_dice_of_the_volleys_come_before_those_of_leader_and_priest() -> None:
    # The first volley hits, the second misses, then comes the leader's die. Volley by volley the 1 would be his.
    unit = infantry(heroic=True, priest=True)
    fire = volley(dice=1, hit_faces=(10,), losses_per_hit=1)
    outcome = attack(unit, fire, fire, faces=(10, 1, 10))
    assert (outcome.stands_lost, outcome.leader_killed, outcome.priest_killed) == (0, True, False)
    both = attack(unit, fire, fire, faces=(10, 10, 10, 10))
    assert (both.stands_lost, both.leader_killed, both.priest_killed) == (0, True, True)


@pytest.mark.rule("red_white", "suppress-who")
def test_a_stand_lost_in_phase_1_suppresses_and_a_leader_does_not() -> None:
    lost = volley(stands_lost=1)
    assert attack(infantry(), lost, phase_1=True).suppressed
    assert not attack(infantry(), lost).suppressed
    assert attack(infantry(suppressed=True), volley(stands_lost=0)).suppressed
    hero = attack(infantry(heroic=True), lost, faces=(10,), phase_1=True)
    assert (hero.leader_killed, hero.suppressed, hero.casualties) == (True, False, True)


@pytest.mark.rule("red_white", "vehicle-hits", "p1-artillery-and-armour")
def test_each_hit_on_a_tank_is_recorded_once_whatever_the_losses() -> None:
    tank = rw.Unit(side="red", type="tank", has_leader=True, hits=5)
    assert attack(tank, volley("artillery", hits=2, losses_per_hit=3)).stands_lost == 2
    gone = attack(tank, volley("artillery", hits=4))
    assert (gone.stands_lost, gone.destroyed) == (3, True)
    assert attack(tank, volley("light_gun", dice=2, band="long"), faces=(1, 9), profile=PROFILE).stands_lost == 1


@pytest.mark.rule("red_white", "p1-vehicle-hit-table", "vehicle-hits")
def test_hits_on_a_tank_go_to_the_hit_table_of_a_profile() -> None:
    table = VehicleHitTable(sides=6, rows=(HitTableRow(low=1, high=6, effect="stuck"),))
    profile = rw.PartOneProfile(source="a test", vehicle_hit_table=table)
    tank = rw.Unit(side="red", type="tank", has_leader=True)
    assert attack(tank, volley("artillery", hits=2), faces=(3, 4), profile=profile).effects == ("stuck", "stuck")
    missing = attack(tank, volley("artillery", hits=2))
    assert (missing.effects, missing.table_missing) == ((), True)
    assert not attack(tank, volley("artillery", hits=2), faces=(3, 4), profile=profile).table_missing
    assert not attack(tank, volley("artillery", hits=0)).table_missing
    assert not attack(infantry(), volley("artillery", stands_lost=2)).table_missing


@pytest.mark.rule("red_white", "train-immune")
@pytest.mark.parametrize("weapon", ["small_arms", "machine_gun"])
def test_small_arms_do_nothing_to_a_train_and_throw_no_dice(weapon: Any) -> None:
    for fire in (volley(weapon, hits=10), volley(weapon, dice=5), volley(weapon, stands_lost=3)):
        assert attack(train(guards=2), fire) == rw.FireAttackOutcome(stands_lost=0, suppressed=False, casualties=False)


@pytest.mark.rule("red_white", "train-artillery-test", "p1-artillery-and-armour", "train-fail")
def test_artillery_makes_a_train_test_hit_or_not() -> None:
    # 3 hits leave a base of 5.
    hit = attack(train(), volley("artillery", hits=3), faces=(5,))
    assert hit.train is not None
    assert (hit.stands_lost, hit.train.hits, hit.train.passed) == (3, 3, True)
    missed = attack(train(full_move=inches(18), edge_distance=inches(12)), volley("artillery", hits=0), faces=(9,))
    assert missed.train is not None
    assert (missed.train.passed, missed.train.moved, missed.train.off_table) == (False, inches(18), True)


@pytest.mark.rule("red_white", "train-artillery-test", "train-immune")
def test_a_train_tests_for_the_artillery_among_others_but_not_for_guns_that_did_not_fire() -> None:
    rifles = volley(dice=3, hit_faces=(10,))
    silent = volley("artillery", dice=0, hit_faces=(10,))
    missed = attack(train(), rifles, volley("artillery", hits=0), faces=(8,)).train
    assert missed is not None
    assert missed.passed
    assert attack(train(), rifles, silent).train is None
    assert attack(train(), silent, volley("light_gun", dice=1, hit_faces=(10,)), faces=(9, 8)).train is not None


@pytest.mark.rule("red_white", "p1-cheka-by-fire")
def test_a_profile_may_take_the_cheka_with_a_stand_that_falls_to_fire() -> None:
    profile = rw.PartOneProfile(source="a test", cheka_lost_to_fire=True)
    red = infantry(side="red", cheka=True)
    assert attack(red, volley(stands_lost=1), profile=profile).cheka_lost
    assert not attack(red, volley(stands_lost=0), profile=profile).cheka_lost
    assert not attack(red, volley(stands_lost=2)).cheka_lost
    hero = infantry(side="red", cheka=True, heroic=True)
    assert not attack(hero, volley(stands_lost=1), faces=(10,), profile=profile).cheka_lost
    melee = rw.CasualtiesRequest(unit=red, count=2, source="melee")
    assert not rw.ruleset.with_options(profile=profile).resolve(melee, dice=GivenDice([])).outcome.cheka_lost


@pytest.mark.rule("red_white", "p1-leader-risk")
def test_a_profile_may_put_ordinary_leaders_at_risk() -> None:
    profile = rw.PartOneProfile(source="a test", leader_risk=(1, 10))
    dead = attack(infantry(), volley(stands_lost=3), faces=(5, 1), profile=profile)
    assert (dead.leader_killed, dead.stands_lost) == (True, 2)  # the third casualty has no die
    assert attack(infantry(has_leader=False), volley(stands_lost=2), profile=profile).stands_lost == 2
    hero = attack(infantry(heroic=True), volley(stands_lost=1), faces=(1,), profile=profile)
    assert not hero.leader_killed  # his own die: a 10
    assert attack(infantry(), volley(stands_lost=3)).stands_lost == 3


@pytest.mark.rule("red_white", "p1-movement")
def test_a_profile_gives_the_full_move_of_a_train() -> None:
    profile = rw.PartOneProfile(source="a test", moves=(TypeMove(type="armoured_train", full_move=inches(20)),))
    backs_off = attack(train(), volley("artillery", hits=0), faces=(9,), profile=profile).train
    assert backs_off is not None
    assert backs_off.moved == inches(20)


@pytest.mark.rule("red_white", "p1-fire", "bad-numbers")
@pytest.mark.parametrize(
    "fields", [{}, {"dice": 2, "hits": 1}, {"hits": 1, "stands_lost": 0}, {"hits": -1}, {"stands_lost": 100}]
)
def test_a_volley_is_told_in_one_of_three_ways(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError, match=r"p1-fire|bad-numbers"):
        attack(infantry(), volley(losses_per_hit=1, **fields))


@pytest.mark.rule("red_white", "train-artillery-test", "heroic-dead")
def test_a_train_tests_without_the_leader_whom_the_fire_has_just_killed() -> None:
    # One hit: the face 0 kills the leader in its place. Then 8 stands and no leader, +1: a 7 is needed, not a 9.
    request = rw.FireAttackRequest(unit=train(heroic=True, full_move=inches(6)), volleys=(volley("artillery", hits=1),))
    for face, passes in ((8, False), (7, True)):
        under_fire = rw.ruleset.resolve(request, dice=GivenDice([10, face])).outcome.train
        assert under_fire is not None
        assert under_fire.passed is passes


@pytest.mark.rule("red_white", "suppress-who", "morale-vehicles")
def test_a_train_that_records_hits_is_not_suppressed() -> None:
    request = rw.FireAttackRequest(
        unit=train(full_move=inches(6)), volleys=(volley("artillery", hits=1),), phase_1=True
    )
    outcome = rw.ruleset.resolve(request, dice=GivenDice([1])).outcome
    assert (outcome.stands_lost, outcome.suppressed) == (1, False)
