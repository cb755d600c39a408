"""Armoured trains under fire."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.record import ModifierStep

TRAIN = rw.Unit(side="red", type="armoured_train", has_leader=True)


def fire(*faces: int, train: rw.Unit = TRAIN, weapon: Any = "artillery", **fields: Any) -> rw.TrainUnderFireOutcome:
    request = rw.TrainUnderFireRequest(train=train, weapon=weapon, **fields)
    return rw.ruleset.resolve(request, dice=GivenDice(faces)).outcome


@pytest.mark.rule("red_white", "train-immune", "p1-artillery-and-armour")
@pytest.mark.parametrize("weapon", ["small_arms", "machine_gun"])
def test_bullets_do_nothing(weapon: str) -> None:
    outcome = fire(train=evolve(TRAIN, hits=2), weapon=weapon, new_hits=10)
    assert outcome == rw.TrainUnderFireOutcome(hits=2)
    assert (outcome.tested, outcome.passed, outcome.is_lost) == (False, None, False)


@pytest.mark.rule("red_white", "train-immune", "train-artillery-test")
@pytest.mark.parametrize("weapon", ["artillery", "light_gun"])
def test_every_sort_of_gun_hurts(weapon: str) -> None:
    outcome = fire(5, train=evolve(TRAIN, hits=1), weapon=weapon, new_hits=2)
    assert outcome == rw.TrainUnderFireOutcome(hits=3, tested=True, passed=True)


@pytest.mark.rule("red_white", "train-artillery-test")
def test_a_miss_calls_for_the_test_as_well() -> None:
    assert not fire(9).passed
    assert fire(8).passed


@pytest.mark.rule("red_white", "train-artillery-test", "p1-artillery-and-armour")
@pytest.mark.parametrize(("face", "passed"), [(5, True), (6, False)])
def test_the_hits_of_this_fire_count(face: int, passed: bool) -> None:
    # one hit before and two now: 8 - 3; three on a fresh train come to the same
    assert fire(face, train=evolve(TRAIN, hits=1), new_hits=2).passed == passed
    assert fire(face, new_hits=3).passed == passed


@pytest.mark.rule("red_white", "train-artillery-test")
@pytest.mark.parametrize("guards", [0, 6])
def test_guards_do_not_count(guards: int) -> None:
    train = evolve(TRAIN, guards=guards)
    assert not fire(9, train=train).passed
    assert fire(8, train=train).passed


@pytest.mark.rule("red_white", "train-artillery-test")
def test_there_is_one_test_in_a_fire_phase() -> None:
    outcome = fire(train=evolve(TRAIN, hits=1), new_hits=2, already_tested=True)
    assert outcome == rw.TrainUnderFireOutcome(hits=3)


@pytest.mark.rule("red_white", "train-fail")
@pytest.mark.parametrize(
    ("edge", "off", "lost"),
    [(inches(12), True, True), (inches(18), False, False), (Inches(thousandths=17_999), True, True)],
)
def test_a_train_that_fails_backs_off_one_full_move(edge: Inches, off: bool, lost: bool) -> None:
    train = evolve(TRAIN, full_move=inches(18), edge_distance=edge)
    outcome = fire(10, train=train)
    assert (outcome.moved, outcome.off_table, outcome.is_lost) == (inches(18), off, lost)
    assert (outcome.tested, outcome.passed, outcome.destroyed) == (True, False, False)
    for face, steps in ((10, 2 if off else 1), (8, 0)):
        request = rw.TrainUnderFireRequest(train=train, weapon="artillery")
        record = rw.ruleset.resolve(request, dice=GivenDice([face])).record
        assert [step.rule for _, step in record.walk()].count("train-fail") == steps


@pytest.mark.rule("red_white", "train-fail")
def test_it_gets_no_marker() -> None:
    request = rw.TrainUnderFireRequest(train=TRAIN, weapon="artillery")
    record = rw.ruleset.resolve(request, dice=GivenDice([10])).record
    assert "train-fail" in record.rules
    assert "morale-other-phases" in record.rules
    assert "morale-fail" not in record.rules


@pytest.mark.rule("red_white", "train-fail", "major-adjustments", "train-lost")
def test_off_the_table_it_is_lost_for_its_owner_and_a_gain_for_the_enemy() -> None:
    outcome = fire(10, train=evolve(TRAIN, full_move=inches(18), edge_distance=inches(12)))
    red = rw.ArmyCount(
        units=20, trains_lost=int(outcome.is_lost is True), trains_forced_off=int(outcome.off_table is True)
    )
    ended = rw.ruleset.resolve(
        rw.EndOfTurnRequest(red=red, white=rw.ArmyCount(units=20, lost=5)), dice=GivenDice([])
    ).outcome
    assert (ended.red.net_losses, ended.white.net_losses) == (3, 3)


@pytest.mark.rule("red_white", "train-fail", "p1-movement")
def test_how_far_a_full_move_is_may_be_unknown_or_stand_in_the_profile() -> None:
    unknown = fire(10)
    assert (unknown.moved, unknown.off_table, unknown.is_lost) == (None, None, None)
    profile = rw.PartOneProfile(
        source="made up", moves=(rw.TypeMove(type="armoured_train", full_move=rw.DiceMove(dice=3)),)
    )
    request = rw.TrainUnderFireRequest(train=evolve(TRAIN, edge_distance=inches(10)), weapon="artillery")
    outcome = rw.ruleset.with_options(profile=profile).resolve(request, dice=GivenDice([10, 2, 4, 5])).outcome
    assert (outcome.moved, outcome.off_table) == (inches(11), True)


@pytest.mark.rule("red_white", "train-lost", "vehicle-hits")
def test_the_eighth_hit_destroys_and_there_is_no_test() -> None:
    outcome = fire(train=evolve(TRAIN, hits=7, guards=2), new_hits=1)
    assert outcome == rw.TrainUnderFireOutcome(hits=8, destroyed=True, freed_guards=2)
    assert outcome.is_lost
    assert fire(train=evolve(TRAIN, hits=5), new_hits=9).hits == 8


@pytest.mark.rule("red_white", "morale-modifiers", "train-artillery-test")
def test_the_modifiers_of_every_morale_test_apply() -> None:
    train = rw.Unit(side="white", type="armoured_train", has_leader=True, elite=True, priest=True, heroic=True, hits=4)
    request = rw.TrainUnderFireRequest(train=evolve(train, cover="cover"), weapon="artillery")
    resolution = rw.ruleset.resolve(request, dice=GivenDice([8]))
    assert resolution.outcome.passed
    steps = [(step.id, step.value) for _, step in resolution.record.walk() if isinstance(step, ModifierStep)]
    assert steps == [("cover", -1), ("elite", -1), ("religious_leader", -1), ("heroically_led", -1)]
    raw = evolve(TRAIN, raw=True, has_leader=False, suppressed=True)
    assert fire(5, train=raw).passed
    assert not fire(6, train=raw).passed


@pytest.mark.rule("red_white", "train-artillery-test", "cheka-reroll")
def test_the_cheka_of_a_train_has_no_stand_to_shoot() -> None:
    outcome = fire(9, train=evolve(TRAIN, cheka=True))
    assert (outcome.tested, outcome.passed, outcome.hits) == (True, False, 0)


@pytest.mark.rule("red_white", "train-artillery-test", "train-fail")
@given(
    hits=st.integers(0, 7),
    new_hits=st.integers(0, 9),
    flags=st.tuples(st.booleans(), st.booleans(), st.booleans()),
    edge=st.integers(0, 20),
)
def test_the_exact_odds_are_those_of_all_ten_faces(
    hits: int, new_hits: int, flags: tuple[bool, bool, bool], edge: int
) -> None:
    raw, has_leader, in_cover = flags
    train = evolve(
        TRAIN,
        hits=hits,
        raw=raw,
        has_leader=has_leader,
        cover="cover" if in_cover else "open",
        full_move=inches(10),
        edge_distance=inches(edge),
    )
    after = min(8, hits + new_hits)
    twin: dict[tuple[Any, ...], Fraction] = {}
    if after == 8:
        twin[8, True, False, None, inches(0), False] = Fraction(1)
    else:
        for face in range(1, 11):
            passed = face + raw + (not has_leader) - in_cover <= 8 - after
            state = (after, False, True, passed, inches(0 if passed else 10), not passed and edge < 10)
            twin[state] = twin.get(state, Fraction(0)) + Fraction(1, 10)
    odds = rw.ruleset.odds(rw.TrainUnderFireRequest(train=train, weapon="artillery", new_hits=new_hits))
    assert {
        (o.hits, o.destroyed, o.tested, o.passed, o.moved, o.off_table): chance for o, chance in odds.items()
    } == twin


@pytest.mark.rule("red_white", "train-artillery-test")
@given(hits=st.integers(0, 6), new_hits=st.integers(0, 6))
def test_another_hit_never_helps(hits: int, new_hits: int) -> None:
    def stands(count: int) -> Fraction:
        request = rw.TrainUnderFireRequest(train=evolve(TRAIN, hits=hits), weapon="artillery", new_hits=count)
        return rw.ruleset.odds(request).probability(lambda outcome: outcome.passed is True)

    assert stands(new_hits + 1) <= stands(new_hits)


@pytest.mark.rule("red_white", "train-artillery-test", "bad-numbers")
@pytest.mark.parametrize(
    ("fields", "path", "rule"),
    [
        ({"train": rw.Unit(side="red", type="tank", has_leader=True)}, "$.train.type", "train-artillery-test"),
        ({"train": evolve(TRAIN, hits=8)}, "$.train.hits", "bad-numbers"),
        ({"new_hits": -1}, "$.new_hits", "bad-numbers"),
        ({"weapon": "petrol_bomb"}, "$.weapon", ""),
        ({"already_tested": 1}, "$.already_tested", ""),
    ],
)
def test_bad_input_is_refused(fields: dict[str, Any], path: str, rule: str) -> None:
    request = rw.TrainUnderFireRequest(**{"train": TRAIN, "weapon": "artillery", **fields})
    with pytest.raises(InvalidRequestError) as caught:
        rw.ruleset.resolve(request, dice=GivenDice([]))
    assert [(each.path, each.rule) for each in caught.value.problems] == [(path, rule)]


@pytest.mark.rule("red_white", "morale-exclusive-flags")
def test_raw_red_guards_are_forbidden_while_they_are_elite() -> None:
    train = evolve(TRAIN, raw=True, troop_class="red_guards")
    with pytest.raises(IllegalRequestError) as caught:
        fire(train=train)
    assert [each.path for each in caught.value.verdict.objections] == ["$.train.raw"]
