"""Petrol bombs: both procedures, the test before them, and the options that strike one out."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.record import RollStep
from rcw_rules.red_white.profile import HitTableRow, VehicleHitTable


def infantry(**changes: Any) -> rw.Unit:
    fields: dict[str, Any] = {
        "side": "red", "type": "infantry", "has_leader": True, "starting_stands": 8, "stands": 5,
    }  # fmt: skip
    return rw.Unit(**{**fields, **changes})


def request(unit: rw.Unit, hits: tuple[int, ...] = (0,), near: int | None = None, **fields: Any) -> Any:
    tanks = tuple(rw.BombTarget(hits=each, stands_near=near) for each in hits)
    situation: Any = "won_melee" if near is None else "near_tank"
    return rw.PetrolBombsRequest(situation=situation, unit=unit, tanks=tanks, **fields)


def near_two(unit: rw.Unit, first: int, second: int) -> rw.PetrolBombsRequest:
    tanks = (rw.BombTarget(stands_near=first), rw.BombTarget(hits=3, stands_near=second))
    return rw.PetrolBombsRequest(situation="near_tank", unit=unit, tanks=tanks)


def throw(asked: Any, *faces: int, choices: dict[str, Any] | None = None, **options: Any) -> rw.PetrolBombsOutcome:
    outcome: rw.PetrolBombsOutcome = (
        rw.ruleset.with_options(**options).resolve(asked, dice=GivenDice(faces), choices=choices).outcome
    )
    return outcome


@pytest.mark.rule("red_white", "petrol-d10", "petrol-morale")
def test_five_stands_after_a_won_melee() -> None:
    # The test first, which 5 stands pass on a 1, then a D10 for each stand.
    outcome = throw(request(infantry()), 1, 1, 2, 6, 7, 10)
    assert (outcome.thrown, outcome.stands_lost, outcome.stands, outcome.destroyed) == (5, 2, 3, False)
    assert outcome.tanks == (rw.TankAfterBombs(hits=2, destroyed=False),)


@pytest.mark.rule("red_white", "petrol-d10")
@pytest.mark.parametrize("face", range(1, 11))
def test_each_face_of_the_d10(face: int) -> None:
    outcome = throw(request(infantry(stands=1)), 1, face)
    assert outcome.stands_lost == (1 if face <= 2 else 0)
    assert outcome.tanks[0].hits == (1 if face >= 7 else 0)


@pytest.mark.rule("red_white", "petrol-d10")
def test_all_stands_throw_before_any_is_lost_even_the_last() -> None:
    outcome = throw(request(infantry(stands=2)), 1, 1, 2)
    assert (outcome.thrown, outcome.tanks[0].hits, outcome.stands, outcome.destroyed) == (2, 0, 0, True)


@pytest.mark.rule("red_white", "petrol-d6")
def test_only_stands_within_an_inch_throw_a_d6() -> None:
    outcome = throw(request(infantry(), near=3), 5, 5, 6, 2)
    assert (outcome.thrown, outcome.stands_lost, outcome.tanks[0].hits) == (3, 0, 2)


@pytest.mark.rule("red_white", "petrol-d6")
@pytest.mark.parametrize("face", range(1, 7))
def test_each_face_of_the_d6(face: int) -> None:
    outcome = throw(request(infantry(), near=1), 1, face)
    assert (outcome.stands_lost, outcome.tanks[0].hits) == (0, 1 if face >= 5 else 0)


@pytest.mark.rule("red_white", "petrol-morale")
def test_a_failed_test_bars_the_bombs_and_moves_nobody() -> None:
    near = throw(request(infantry(stands=4), near=4), 5)
    assert (near.thrown, near.tanks[0].hits) == (0, 0)
    assert near.morale is not None
    assert (near.morale.passed, near.morale.moves, near.morale.falling_back) == (False, 0, False)
    assert throw(request(infantry(stands=4)), 5).thrown == 0
    assert throw(request(infantry(stands=4)), 4, 3, 3, 3, 3).thrown == 4


@pytest.mark.rule("red_white", "petrol-morale", "cheka-reroll")
def test_cheka_may_shoot_a_stand_and_then_there_is_one_less_to_throw() -> None:
    outcome = throw(request(infantry(cheka=True)), 6, 5, 7, 3, 3, 3)
    assert (outcome.thrown, outcome.stands, outcome.tanks[0].hits) == (4, 4, 1)


@pytest.mark.rule("red_white", "petrol-morale", "cheka-second-failure")
def test_two_failures_with_cheka_send_the_infantry_back() -> None:
    outcome = throw(request(infantry(cheka=True)), 6, 6)
    assert outcome.thrown == 0
    assert outcome.morale is not None
    assert (outcome.morale.moves, outcome.morale.falling_back, outcome.stands) == (2, True, 4)


@pytest.mark.rule("red_white", "petrol-after-win")
@pytest.mark.parametrize("field", ["infantry_won", "tanks_attacked"])
def test_beaten_infantry_and_infantry_that_attacked_may_not_throw_after_the_melee(field: str) -> None:
    changed: dict[str, Any] = {field: False}
    with pytest.raises(IllegalRequestError, match=rf"\$\.{field}: .*petrol-after-win"):
        throw(request(infantry(), **changed))
    assert throw(request(infantry(), near=1, **changed), 1, 6).tanks[0].hits == 1


@pytest.mark.rule("red_white", "petrol-after-win", "petrol-morale")
def test_nobody_need_throw_and_then_nobody_tests() -> None:
    outcome = throw(request(infantry()), choices={"throw_bombs": lambda bombers, alternatives: 0})
    assert (outcome.thrown, outcome.morale, outcome.stands) == (0, None, 5)
    outcome = throw(request(infantry()), 1, 7, 7, choices={"throw_bombs": lambda bombers, alternatives: 2})
    assert (outcome.thrown, outcome.tanks[0].hits) == (2, 2)


@pytest.mark.rule("red_white", "petrol-d10")
def test_bombs_are_all_thrown_at_the_first_tank_unless_their_owner_spreads_them() -> None:
    faces = (1, 7, 7, 7, 3, 3)
    assert [tank.hits for tank in throw(request(infantry(), hits=(0, 2)), *faces).tanks] == [3, 2]
    choices = {"bomb_target": lambda bombers, alternatives: 2}
    assert [tank.hits for tank in throw(request(infantry(), hits=(0, 2)), *faces, choices=choices).tanks] == [2, 3]


@pytest.mark.rule("red_white", "petrol-d6")
def test_near_several_tanks_each_stand_throws_at_one_that_it_is_near() -> None:
    # One stand is near the first tank, two are near the second; both of theirs hit it and the first misses.
    assert [tank.hits for tank in throw(near_two(infantry(), 1, 2), 1, 4, 5, 6).tanks] == [0, 5]
    asked: list[tuple[int, ...]] = []

    def spread(bombers: Any, alternatives: tuple[int, ...]) -> int:
        asked.append(alternatives)
        return alternatives[0]

    choices = {"throw_bombs": lambda bombers, alternatives: 3, "bomb_target": spread}
    # Three throw: no more than two at either tank, so that at least one throws at the first.
    assert [tank.hits for tank in throw(near_two(infantry(), 2, 2), 1, 6, 6, 6, choices=choices).tanks] == [1, 5]
    assert asked == [(1, 2)]


@pytest.mark.rule("red_white", "petrol-d10", "morale-who")
@pytest.mark.parametrize(("face", "before", "after"), [(2, False, True), (3, False, False), (3, True, True)])
def test_a_stand_lost_to_its_own_bombs_obliges_to_test(face: int, before: bool, after: bool) -> None:
    assert throw(request(infantry(stands=1, casualties=before)), 1, face).casualties is after


@pytest.mark.rule("red_white", "cheka-reroll", "morale-who")
def test_a_stand_that_the_cheka_shot_obliges_to_no_test() -> None:
    outcome = throw(request(infantry(stands=5, cheka=True)), 6, 5, 3, 3, 3, 3)
    assert (outcome.stands, outcome.casualties) == (4, False)


@pytest.mark.rule("red_white", "petrol-d10", "cheka-reroll")
def test_infantry_can_destroy_itself_after_its_cheka_shot_a_stand() -> None:
    # 5 stands of which 4 throw: the Cheka counts for no bomb.
    outcome = throw(request(infantry(stands=5, cheka=True)), 6, 5, 1, 2, 1, 2)
    assert (outcome.stands_lost, outcome.stands, outcome.destroyed) == (4, 0, True)
    assert not throw(request(infantry(stands=5, cheka=True)), 6, 5, 1, 2, 1, 3).destroyed


@pytest.mark.rule("red_white", "morale-exclusive-flags", "opt-red-guards")
def test_raw_red_guards_throw_only_where_they_are_not_elite() -> None:
    guards = infantry(troop_class="red_guards", raw=True, stands=1)
    with pytest.raises(IllegalRequestError, match=r"\$\.unit\.raw: .*morale-exclusive-flags"):
        throw(request(guards), red_guards_elite=True, petrol_bombs="d10_only")  # without a test, which refuses them too
    assert throw(request(guards), 1, red_guards_elite=False).morale is not None  # raw: 1 + 1 is more than 1


@pytest.mark.rule("red_white", "petrol-hit-effect", "vehicle-hits")
@pytest.mark.parametrize(("hits", "dice", "after", "destroyed"), [(7, 1, 8, True), (6, 1, 7, False), (6, 5, 8, True)])
def test_the_eighth_hit_destroys_a_tank(hits: int, dice: int, after: int, destroyed: bool) -> None:
    outcome = throw(request(infantry(stands=dice), hits=(hits,)), 1, *[7] * dice)
    assert outcome.tanks == (rw.TankAfterBombs(hits=after, destroyed=destroyed),)


@pytest.mark.rule("red_white", "petrol-hit-effect")
def test_the_record_numbers_the_tanks_from_one() -> None:
    # One stand near each of three tanks: 5 and 6 hit, so that the first and the third are hit once.
    tanks = tuple(rw.BombTarget(stands_near=1) for _ in range(3))
    asked = rw.PetrolBombsRequest(situation="near_tank", unit=infantry(), tanks=tanks)
    texts = [step.text for _, step in rw.ruleset.resolve(asked, dice=GivenDice([1, 5, 4, 6])).record.walk()]
    assert [text for text in texts if text.startswith("new hits")] == ["new hits on tank 1: 1", "new hits on tank 3: 1"]
    assert [text.split(":")[0] for text in texts if text.startswith("hits on")] == ["hits on tank 1", "hits on tank 3"]


@pytest.mark.rule("red_white", "p1-vehicle-hit-table", "petrol-hit-effect")
def test_without_the_table_hits_are_recorded_and_no_more_dice_thrown() -> None:
    outcome = throw(request(infantry(stands=2)), 1, 7, 8)
    assert (outcome.tanks[0].hits, outcome.tanks[0].effects, outcome.table_missing) == (2, (), True)
    assert not throw(request(infantry(stands=2)), 1, 3, 3).table_missing
    # The first of two tanks is hit; that the second is not takes nothing back.
    assert throw(request(infantry(stands=1), hits=(0, 0)), 1, 7).table_missing


@pytest.mark.rule("red_white", "p1-vehicle-hit-table", "petrol-hit-effect")
def test_with_a_table_there_is_a_die_for_each_hit_after_all_the_bombs() -> None:
    rows = (HitTableRow(low=1, high=3, effect="shaken"), HitTableRow(low=4, high=6, effect="stuck"))
    profile = rw.PartOneProfile(source="a test", vehicle_hit_table=VehicleHitTable(sides=6, rows=rows))
    ruleset = rw.ruleset.with_options(profile=profile)
    resolution = ruleset.resolve(request(infantry(stands=3)), dice=GivenDice([1, 7, 3, 9, 6, 1]))
    assert resolution.outcome.tanks == (rw.TankAfterBombs(hits=2, destroyed=False, effects=("shaken", "stuck")),)
    assert not resolution.outcome.table_missing
    rolls = [step.rule for _, step in resolution.record.walk() if isinstance(step, RollStep)]
    assert rolls == ["morale-roll", "petrol-d10", "p1-vehicle-hit-table"]


@pytest.mark.rule("red_white", "opt-petrol-bombs", "petrol-morale")
@pytest.mark.parametrize(
    ("option", "near", "faces", "hits", "lost"),
    [
        ("both", None, (1, 7), 1, 0),
        ("both", 1, (1, 5), 1, 0),
        ("d6_only", None, (1, 5), 1, 0),
        ("d6_only", None, (1, 1), 0, 0),
        ("d6_only", 1, (1, 6), 1, 0),
        ("d10_only", None, (10,), 1, 0),
        ("d10_only", None, (2,), 0, 1),
    ],
)
def test_which_dice_each_option_throws(
    option: str, near: int | None, faces: tuple[int, ...], hits: int, lost: int
) -> None:
    outcome = throw(request(infantry(stands=1), near=near), *faces, petrol_bombs=option)
    assert (outcome.tanks[0].hits, outcome.stands_lost) == (hits, lost)
    assert (outcome.morale is None) is (option == "d10_only")


@pytest.mark.rule("red_white", "opt-petrol-bombs")
def test_d10_only_knows_no_bombs_near_a_tank() -> None:
    with pytest.raises(IllegalRequestError, match="opt-petrol-bombs"):
        throw(request(infantry(), near=2), petrol_bombs="d10_only")


@pytest.mark.rule("red_white", "opt-petrol-morale")
def test_a_won_melee_may_stand_in_for_the_test_but_only_there() -> None:
    freed = throw(request(infantry(stands=2)), 7, 7, petrol_morale_after_melee=False)
    assert (freed.morale, freed.tanks[0].hits) == (None, 2)
    near = throw(request(infantry(stands=2), near=2), 2, 5, 5, petrol_morale_after_melee=False)
    assert (near.morale is not None, near.tanks[0].hits) == (True, 2)
    # It matters only while both procedures are in force.
    assert throw(request(infantry(stands=1)), 1, 5, petrol_morale_after_melee=False, petrol_bombs="d6_only").morale


@pytest.mark.rule("red_white", "opt-petrol-bombs", "opt-petrol-morale")
def test_the_record_names_the_options() -> None:
    record = rw.ruleset.resolve(request(infantry(stands=1)), dice=GivenDice([1, 3])).record
    assert {"opt-petrol-bombs", "opt-petrol-morale"} <= set(record.rules)
    record = rw.ruleset.resolve(request(infantry(stands=1), near=1), dice=GivenDice([1, 3])).record
    assert "opt-petrol-morale" not in record.rules


@pytest.mark.rule("red_white", "bad-sides", "bad-numbers")
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (request(infantry(type="cavalry")), r"\$\.unit\.type: .*bad-sides"),
        (
            rw.PetrolBombsRequest(situation="won_melee", unit=infantry(), tanks=(rw.BombTarget(type="armoured_car"),)),
            r"\$\.tanks\[0\]\.type: .*bad-sides",
        ),
        (
            rw.PetrolBombsRequest(
                situation="near_tank", unit=infantry(), tanks=(rw.BombTarget(stands_near=1), rw.BombTarget())
            ),
            r"\$\.tanks\[1\]\.stands_near: .*petrol-d6",
        ),
        (request(infantry(stands=2), near=3), r"\$\.tanks: .*bad-numbers"),
        (near_two(infantry(stands=5), 3, 3), r"\$\.tanks: expected at most 5 stands near them.* got 6 .*bad-numbers"),
        (request(infantry(), near=-1), r"\$\.tanks\[0\]\.stands_near: .*bad-numbers"),
        (request(infantry(), hits=(8,)), r"\$\.tanks\[0\]\.hits: .*bad-numbers"),
        (
            rw.PetrolBombsRequest(situation="won_melee", unit=infantry(), tanks=(rw.BombTarget(stands_near=2),)),
            r"\$\.tanks\[0\]\.stands_near: .*petrol-d10",
        ),
    ],
)
def test_what_contradicts_itself_is_refused(asked: Any, message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        throw(asked)


@pytest.mark.rule("red_white", "petrol-d10", "petrol-d6", "petrol-morale", "opt-petrol-bombs", "opt-petrol-morale")
@pytest.mark.parametrize("option", ["both", "d6_only", "d10_only"])
@pytest.mark.parametrize("after_melee", [True, False])
@pytest.mark.parametrize("near", [None, 0, 1, 3])
def test_the_odds_are_those_of_every_face(option: str, after_melee: bool, near: int | None) -> None:
    if option == "d10_only" and near is not None:
        return  # refused, as another test shows
    with_d6 = near is not None or option == "d6_only"
    spared = option == "d10_only" or (option == "both" and near is None and not after_melee)
    dice = 3 if near is None else near
    expected: dict[tuple[int, int], Fraction] = {}
    for test, *bombs in product(range(1, 11), *[range(1, 7 if with_d6 else 11)] * dice):
        thrown = bombs if spared or test <= 3 else []
        hits = len([face for face in thrown if face >= (5 if with_d6 else 7)])
        lost = 0 if with_d6 else len([face for face in thrown if face <= 2])
        chance = Fraction(1, 10 * (6 if with_d6 else 10) ** dice)
        key = (min(8, 6 + hits), 3 - lost)
        expected[key] = expected.get(key, Fraction(0)) + chance
    ruleset = rw.ruleset.with_options(petrol_bombs=option, petrol_morale_after_melee=after_melee)
    found: dict[tuple[int, int], Fraction] = {}
    for outcome, chance in ruleset.odds(request(infantry(stands=3), hits=(6,), near=near)).items():
        key = (outcome.tanks[0].hits, outcome.stands)
        found[key] = found.get(key, Fraction(0)) + chance
    assert found == expected
