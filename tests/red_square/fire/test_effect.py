"""The effect of a shot, to the end of its target's next test."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.record import RollStep


def effect(dice: int, score: int, **changes: Any) -> rs.FireEffectRequest:
    return rs.FireEffectRequest(**{"shot": rs.FireRequest(dice=dice, score=score), "bases": 4, **changes})


def by_facts(**changes: Any) -> rs.FireRequest:
    """An MG company of two bases at effective range: two dice at score 4, infantry in waves."""
    fields = {"firer": "mg", "weapon": "mg", "bases": 2, "range": 3, "target": "infantry", "target_formation": "waves"}
    return rs.FireRequest(profile=rs.FireProfileRequest(**{**fields, **changes}))


def play(asked: rs.FireEffectRequest, *faces: int) -> rs.FireEffectOutcome:
    return rs.ruleset.resolve(asked, dice=GivenDice(faces)).outcome


@pytest.mark.rule("red_square", "fire-8-accumulate", "act-table")
def test_the_test_comes_before_the_casualties_and_counts_all_markers() -> None:
    # Two hits of three and three markers: 5 in all. A 5 less 5 is 0: it fires wildly at best. D6 5: a base.
    asked = effect(3, 3, markers=3)
    assert play(asked, 1, 3, 6, 5, 5) == rs.FireEffectOutcome(
        hits=2, breaks=False, band="1-0", driven_off=False, bases_lost=1, rings_added=0, destroyed=False
    )
    assert play(asked, 1, 3, 6, 4, 6).driven_off  # 4 less 5 is below 0
    assert play(asked, 1, 3, 6, 4, 6).bases_lost == 0
    record = rs.ruleset.resolve(asked, dice=GivenDice([1, 3, 6, 5, 5])).record
    rolls = [step.purpose for _, step in record.walk() if isinstance(step, RollStep)]
    assert rolls == ["the shot/shot dice", "activation/activation", "casualties/markers left over"]


@pytest.mark.rule("red_square", "fire-8-shock")
def test_a_target_that_breaks_takes_its_casualties_at_once_and_is_not_tested() -> None:
    # Poor troops with four markers get two more: 6 - 1 - 6 is below 0. Six markers cost a base without a die.
    assert play(effect(2, 3, markers=4, quality="poor"), 1, 2) == rs.FireEffectOutcome(
        hits=2, breaks=True, band=None, driven_off=True, bases_lost=1, rings_added=0, destroyed=False
    )
    # A shot without a hit breaks nobody, whatever was there before.
    assert play(effect(1, 3, markers=7), 6, 1, 2) == rs.FireEffectOutcome(
        hits=0, breaks=False, band="below0", driven_off=True, bases_lost=1, rings_added=0, destroyed=False
    )


@pytest.mark.rule("red_square", "turn-5-test-needed")
def test_a_fresh_unit_that_was_missed_needs_no_test() -> None:
    outcome = play(effect(2, 3), 6, 6)
    assert (outcome.band, outcome.driven_off, outcome.bases_lost) == ("automatic", False, 0)
    assert play(effect(2, 3, bases_removed=1), 6, 6, 1).band == "1-0"
    assert play(effect(2, 3, broken=True), 6, 6, 2).band == "2+"
    assert play(effect(2, 3, hid_last_turn=True, broken=True), 6, 6, 2).band == "1-0"


@pytest.mark.rule("red_square", "co-extra-die", "fire-9-artillery-vehicles")
def test_a_commander_and_guns() -> None:
    assert play(effect(1, 3, co_present=True), 1, 2, 5, 6).band == "2+"  # 5 of 2 and 5, less 1
    guns = play(effect(1, 3, target="artillery", bases=2, rings=2), 1, 6, 1)
    assert (guns.rings_added, guns.bases_lost) == (1, 1)


@pytest.mark.rule("red_square", "turn-5-test-needed", "opt-rings-deduct")
def test_guns_with_rings_are_tested_and_with_the_option_they_count() -> None:
    guns = {"target": "artillery", "bases": 2, "rings": 2}
    assert play(effect(1, 3, **guns), 6, 3).band == "2+"  # missed, but a test is needed
    deducting = rs.ruleset.with_options(rings_deduct=True)
    assert deducting.resolve(effect(1, 3, **guns), dice=GivenDice([6, 3])).outcome.band == "1-0"  # 3 less 2
    # One hit and four markers leave a best score of 1, less two rings -1.
    asked = effect(1, 3, markers=4, **guns)
    assert not play(asked, 1, 6, 6).breaks
    assert deducting.resolve(asked, dice=GivenDice([1, 6])).outcome.breaks


@pytest.mark.rule("red_square", "act-artillery-small-arms", "art-9-cheka")
def test_guns_under_small_arms_are_driven_off_on_any_score() -> None:
    missed = (6, 6)  # two dice that miss: no markers, so that no test is needed
    guns = {"target": "artillery", "bases": 2}
    assert play(effect(2, 4, small_arms=True, **guns), *missed).driven_off
    assert not play(effect(2, 4, **guns), *missed).driven_off
    assert not play(effect(2, 4, small_arms=True, political_help=True, **guns), *missed).driven_off
    assert not play(effect(0, 4, small_arms=True, **guns)).driven_off  # no die, no fire
    deployed = by_facts(target="artillery", target_formation="deployed")
    assert play(effect(0, 0, shot=deployed, **guns), *missed).driven_off
    heavy = by_facts(
        firer="artillery", weapon="heavy", bases=1, range=12, target="artillery", target_formation="deployed"
    )
    assert not play(effect(0, 0, shot=heavy, **guns), *missed).driven_off
    # Below 0 the CHEKA does not help: two hits and five markers break it, four and a 3 are below 0.
    helped = {"small_arms": True, "political_help": True, **guns}
    assert play(effect(2, 4, markers=5, **helped), 1, 1, 6).breaks
    assert play(effect(1, 4, markers=3, **helped), 1, 3, 6).driven_off
    asked = effect(2, 4, small_arms=True, **guns)
    assert "act-artillery-small-arms" in rs.ruleset.resolve(asked, dice=GivenDice(missed)).record.rules


@pytest.mark.rule("red_square", "act-cavalry-under-2")
def test_horsemen_under_fire_are_driven_off_below_2() -> None:
    # One hit; a 2 less 1 is 1, a 3 less 1 is 2. The D6 for the marker shows 6.
    assert play(effect(1, 4, target="cavalry"), 1, 2, 6).driven_off
    assert not play(effect(1, 4, target="cavalry"), 1, 3, 6).driven_off
    assert not play(effect(1, 4), 1, 2, 6).driven_off
    assert not play(effect(0, 4, target="cavalry", markers=1), 2, 6).driven_off  # not fired at
    assert play(effect(1, 4, target="cavalry", markers=1), 6, 2, 6).driven_off  # fired at and missed


@pytest.mark.rule("red_square", "fire-8-accumulate", "fire-6-per-unit")
def test_a_shot_by_its_facts() -> None:
    # Two dice on 4 or less hit once; 3 less 1 is 2; the D6 for the marker shows 6.
    outcome = play(effect(0, 0, shot=by_facts()), 4, 5, 3, 6)
    assert (outcome.hits, outcome.band, outcome.driven_off) == (1, "2+", False)
    # Two armoured cars at range 1: twice two dice on 3 or less. One in trenches is in cover: one die less, a D12.
    cars = by_facts(firer="armoured_car", range=1)
    assert play(effect(0, 0, shot=cars), 3, 4, 4, 3, 4, 6).hits == 2
    dug_in = by_facts(target_formation="defence")
    assert play(effect(0, 0, shot=dug_in, in_cover=True), 4, 6, 1).bases_lost == 1
    odds = rs.ruleset.odds(effect(0, 0, shot=cars))
    assert odds == rs.ruleset.odds(effect(4, 3))


@pytest.mark.rule("red_square", "bad-input", "fire-9-artillery-vehicles")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rings": 1}, r"\$\.rings: .*fire-9-artillery-vehicles"),
        ({"idle": True, "advancing_in_open": True}, r"\$\.advancing_in_open: .*bad-input"),
        ({"markers": -1}, r"\$\.markers: .*bad-input"),
        ({"target": "truck"}, r"\$\.target"),
        ({"target": "cavalry", "political_help": True}, r"\$\.political_help: .*art-9-cheka"),
        ({"shot": by_facts(target="truck", target_formation=None)}, r"\$\.target: .*bad-input"),
        ({"shot": by_facts(), "target": "cavalry"}, r"\$\.target: .*bad-input"),
        (
            {"shot": by_facts(target="cavalry", target_formation="scouting"), "target": "cavalry"},
            r"\$\.shot\.profile\.target_formation: .*fire-11-scouting",
        ),
        ({"shot": by_facts(target_formation="defence")}, r"\$\.in_cover: .*fire-9-halve"),
        ({"shot": by_facts(protection="trenches")}, r"\$\.in_cover: .*fire-9-halve"),
        (
            {"shot": by_facts(firer="artillery", weapon="heavy"), "small_arms": True},
            r"\$\.small_arms: .*act-artillery-small-arms",
        ),
    ],
)
def test_what_contradicts_itself_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        play(effect(1, 3, **changes), 1)


@pytest.mark.rule("red_square", "fire-8-accumulate", "fire-8-shock", "fire-9-casualties", "turn-5-test-needed")
@pytest.mark.parametrize("quality", ["elite", "normal", "poor"])
@pytest.mark.parametrize(("markers", "removed"), [(0, 0), (0, 1), (4, 0), (5, 1)])
@pytest.mark.parametrize("posture", ["", "in_cover", "idle", "advancing_in_open"])
def test_the_odds_are_those_of_every_face(quality: str, markers: int, removed: int, posture: str) -> None:
    plus = {"elite": 1, "normal": 0, "poor": -1}[quality]
    expected: dict[tuple[Any, ...], Fraction] = {}
    group = sides = 12 if posture in ("in_cover", "idle") else 6
    each = 2 if posture == "advancing_in_open" else 1
    for *shots, test, die in product(*[range(1, 7)] * 4, range(1, sides + 1)):
        hits = sum(face <= 4 for face in shots)
        there = markers + hits
        breaks = hits > 0 and 6 + plus - there - removed < 0
        score = test + plus - there - removed
        band = "2+" if score >= 2 else "below0" if score < 0 else "1-0"
        if breaks:
            band = "none"
        elif not there and not removed:
            band = "automatic"
        lost = min(3, each * (there // group + (die <= there % group)))
        key = (hits, band, lost)
        expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 6**4 * sides)
    found: dict[tuple[Any, ...], Fraction] = {}
    stands = {posture: True} if posture else {}
    asked = effect(3, 4, bases=3, quality=quality, markers=markers, bases_removed=removed, **stands)
    for outcome, chance in rs.ruleset.odds(asked).items():
        key = (outcome.hits, outcome.band or "none", outcome.bases_lost)
        found[key] = found.get(key, Fraction(0)) + chance
        assert outcome.breaks is (outcome.band is None)
        assert outcome.driven_off is (outcome.band in (None, "below0"))
    assert found == expected
