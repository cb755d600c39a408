"""Fire: hits, what they do to each kind of target, and who may fire at a charge."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import GivenDice, InvalidRequestError, SeededDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.dice import d6, d10
from rcw_rules.kernel.geometry.table import Point, point
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.tally import tally
from rcw_rules.red_white.profile import HitNumbers, HitTableRow, LossesPerHit, TypeMove, VehicleHitTable

PROFILE = rw.PartOneProfile(
    source="a test",
    fire=(
        HitNumbers(weapon="machine_gun", band="normal", target="open", faces=(7, 8, 9, 10)),
        HitNumbers(weapon="machine_gun", band="normal", target="trench", faces=(10,)),
        HitNumbers(weapon="light_gun", band="long", target="vehicle", faces=(1, 10)),
    ),
    losses=(LossesPerHit(weapon="machine_gun", stands=1), LossesPerHit(weapon="artillery", stands=2)),
)


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


# ---------------------------------------------------------------- a volley


@pytest.mark.rule("red_white", "p1-fire", "gen-dice")
def test_three_dice_against_eight_nine_ten() -> None:
    request = rw.FireRequest(dice=3, hit_faces=(8, 9, 10))
    resolution = rw.ruleset.resolve(request, dice=GivenDice([8, 2, 10]))
    assert resolution.outcome == rw.FireOutcome(hits=2)
    assert resolution.dice == (8, 2, 10)


@pytest.mark.rule("red_white", "p1-fire", "gen-dice")
@pytest.mark.parametrize("face", [0, 11])
def test_a_face_that_no_d10_has_is_refused(face: int) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.hit_faces\[1\]: .*gen-dice"):
        rw.ruleset.resolve(rw.FireRequest(dice=3, hit_faces=(8, face)), dice=GivenDice([]))


@pytest.mark.rule("red_white", "p1-fire", "bad-numbers")
@pytest.mark.parametrize("fields", [{"dice": -1, "hit_faces": (8,)}, {"dice": 2, "hit_faces": (8, 8)}])
def test_negative_dice_and_doubled_faces_are_refused(fields: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequestError, match=r"bad-numbers|p1-fire"):
        rw.ruleset.resolve(rw.FireRequest(**fields), dice=GivenDice([]))


@pytest.mark.rule("red_white", "p1-fire", "p1-profile")
@pytest.mark.parametrize(
    ("profile", "fields"),
    [
        (None, {}),
        (None, {"weapon": "machine_gun", "band": "normal", "target": "open"}),
        (PROFILE, {}),
        (PROFILE, {"weapon": "machine_gun", "band": "normal", "target": "building"}),
        (PROFILE, {"weapon": "machine_gun", "target": "open"}),
    ],
)
def test_unknown_faces_are_asked_for_before_a_die_is_thrown(profile: Any, fields: dict[str, Any]) -> None:
    with pytest.raises(rw.MissingProfileError, match="p1-fire") as caught:
        rw.ruleset.with_options(profile=profile).resolve(rw.FireRequest(dice=3, **fields), dice=GivenDice([]))
    assert caught.value.field == "fire"


@pytest.mark.rule("red_white", "p1-fire")
@pytest.mark.parametrize(("target", "hits"), [("open", 3), ("trench", 1)])
def test_a_profile_knows_the_faces(target: Any, hits: int) -> None:
    request = rw.FireRequest(dice=4, weapon="machine_gun", band="normal", target=target)
    ruleset = rw.ruleset.with_options(profile=PROFILE)
    assert ruleset.resolve(request, dice=GivenDice([6, 7, 9, 10])).outcome.hits == hits


@pytest.mark.rule("red_white", "p1-fire")
def test_the_faces_of_the_request_come_before_those_of_the_profile() -> None:
    request = rw.FireRequest(dice=2, hit_faces=(1,), weapon="machine_gun", band="normal", target="open")
    ruleset = rw.ruleset.with_options(profile=PROFILE)
    assert ruleset.resolve(request, dice=GivenDice([10, 1])).outcome.hits == 1


@pytest.mark.rule("red_white", "p1-fire")
@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("faces", [(), (10,), (8, 9, 10), (1, 5, 10), tuple(range(1, 11))])
def test_the_odds_of_a_volley_are_those_of_counting_every_throw(dice: int, faces: tuple[int, ...]) -> None:
    counted: dict[int, int] = {}
    for thrown in product(range(1, 11), repeat=dice):
        hits = len([face for face in thrown if face in faces])
        counted[hits] = counted.get(hits, 0) + 1
    odds = rw.ruleset.odds(rw.FireRequest(dice=dice, hit_faces=faces))
    assert {outcome.hits: chance for outcome, chance in odds.items()} == {
        hits: Fraction(ways, 10**dice) for hits, ways in counted.items()
    }


@pytest.mark.parametrize(("die", "sets"), [(d10, ((7, 8, 9, 10), (1, 2))), (d6, ((6,), (), (1, 3)))])
@pytest.mark.parametrize("dice", range(5))
def test_a_tally_weighs_what_counting_every_throw_weighs(
    die: Any, sets: tuple[tuple[int, ...], ...], dice: int
) -> None:
    counted: dict[tuple[int, ...], int] = {}
    for thrown in product(range(1, die.sides + 1), repeat=dice):
        counts = tuple(len([face for face in thrown if face in wanted]) for wanted in sets)
        counted[counts] = counted.get(counts, 0) + 1
        assert tally(die, dice, *sets).read(thrown) == counts
    whole = die.sides**dice
    assert dict(tally(die, dice, *sets).branches.items()) == {
        counts: Fraction(ways, whole) for counts, ways in counted.items()
    }


def test_a_tally_tells_which_faces_it_counted() -> None:
    bombs = tally(d10, 3, (7, 8, 9, 10), (1, 2))
    assert (bombs.label, bombs.tell((1, 9, 2))) == ("3d10, 7-10 and 1,2 counted", "1, 9, 2: 1 of 7-10, 2 of 1,2")
    hits = tally(d10, 2, (8, 9, 10))
    assert (hits.label, hits.tell((8, 2))) == ("2d10, 8,9,10 each", "8, 2: 1")


# ---------------------------------------------------------------- a target


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


# ---------------------------------------------------------------- who may fire at a charge


def may_fire(x: int, y: int, reach: Inches, scope: str = "turn", **fields: Any) -> rw.MayFire:
    firer = rw.Firer(position=point(x, y), weapon_range=reach, **fields)
    request = rw.DefensiveFireRequest(start=point(0, 0), end=point(10, 0), firers=(firer,))
    ruleset = rw.ruleset.with_options(suppressed_scope=scope)
    return ruleset.resolve(request, dice=GivenDice([])).outcome.firers[0]


@pytest.mark.rule("red_white", "melee-defensive-fire")
def test_range_is_measured_to_the_nearest_point_of_the_path() -> None:
    assert may_fire(4, 3, inches(12)).range == inches(3)
    assert may_fire(13, 4, inches(12)).range == inches(5)


@pytest.mark.rule("red_white", "melee-defensive-fire")
def test_exactly_the_reach_of_the_weapon_is_within_it() -> None:
    assert may_fire(5, 12, inches(12)).eligible
    assert may_fire(5, 12, inches("11.999")).hindrance == "out_of_range"


@pytest.mark.rule("red_white", "melee-defensive-fire")
def test_range_is_compared_before_it_is_rounded() -> None:
    # The root of 1 and 1/1000 thousandths more is nearer to 1000 than to 1001 thousandths, and still out of reach.
    firer = rw.Firer(position=Point(x=inches(11), y=inches("0.001")), weapon_range=inches(1))
    request = rw.DefensiveFireRequest(start=point(0, 0), end=point(10, 0), firers=(firer,))
    (found,) = rw.ruleset.resolve(request, dice=GivenDice([])).outcome.firers
    assert (found.range, found.eligible) == (inches(1), False)


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


@pytest.mark.rule("red_white", "melee-defensive-fire", "suppress-fire")
@pytest.mark.parametrize(
    ("fields", "hindrance"),
    [
        ({}, "none"),
        ({"has_fired": True}, "already_fired"),
        ({"in_sight": False}, "no_sight"),
        ({"suppressed": True}, "must_test_first"),
        ({"suppressed": True, "earlier_test": "failed"}, "failed_its_test"),
        ({"suppressed": True, "earlier_test": "passed"}, "none"),
    ],
)
def test_what_keeps_a_unit_from_firing(fields: dict[str, Any], hindrance: str) -> None:
    found = may_fire(4, 3, inches(12), **fields)
    assert (found.hindrance, found.eligible) == (hindrance, hindrance == "none")


@pytest.mark.rule("red_white", "opt-suppressed-scope", "suppress-fire")
def test_with_the_phase_over_a_suppressed_unit_fires_without_a_test() -> None:
    assert may_fire(4, 3, inches(12), scope="phase", suppressed=True).eligible


@pytest.mark.rule("red_white", "melee-defensive-fire")
@settings(max_examples=60, deadline=None)
@given(
    ends=st.tuples(*[st.integers(0, 6)] * 4), at=st.tuples(*[st.integers(0, 6)] * 2), parts=st.integers(1, 50)
)  # fmt: skip
def test_no_point_of_the_path_is_nearer_than_the_range(ends: tuple[int, ...], at: tuple[int, ...], parts: int) -> None:
    x1, y1, x2, y2 = ends
    firer = rw.Firer(position=point(*at), weapon_range=inches(3))
    request = rw.DefensiveFireRequest(start=point(x1, y1), end=point(x2, y2), firers=(firer,))
    (found,) = rw.ruleset.resolve(request, dice=SeededDice(1)).outcome.firers
    squares = [
        (x1 + Fraction(part, parts) * (x2 - x1) - at[0]) ** 2 + (y1 + Fraction(part, parts) * (y2 - y1) - at[1]) ** 2
        for part in range(parts + 1)
    ]
    nearest = Fraction(found.range.thousandths, 1000)
    assert all(max(Fraction(0), nearest - Fraction(1, 1000)) ** 2 <= square for square in squares)
    assert found.eligible or all(square > 9 for square in squares)
