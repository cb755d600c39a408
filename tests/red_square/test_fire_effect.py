"""A shot with what it does to its target in the end."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.record import RollStep


def effect(dice: int, score: int, **changes: Any) -> rs.FireEffectRequest:
    return rs.FireEffectRequest(shot=rs.FireRequest(dice=dice, score=score), **{"bases": 4, **changes})


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


@pytest.mark.rule("red_square", "bad-input", "fire-9-artillery-vehicles")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rings": 1}, r"\$\.rings: .*fire-9-artillery-vehicles"),
        ({"idle": True, "advancing_in_open": True}, r"\$\.advancing_in_open: .*bad-input"),
        ({"markers": -1}, r"\$\.markers: .*bad-input"),
        ({"target": "truck"}, r"\$\.target"),
    ],
)
def test_what_contradicts_itself_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRequestError, match=message):
        play(effect(1, 3, **changes), 1)


@pytest.mark.rule("red_square", "fire-8-accumulate", "fire-8-shock", "fire-9-casualties", "turn-5-test-needed")
@pytest.mark.parametrize("quality", ["elite", "normal", "poor"])
@pytest.mark.parametrize(("markers", "removed"), [(0, 0), (0, 1), (4, 0), (5, 1)])
@pytest.mark.parametrize("cover", [False, True])
def test_the_odds_are_those_of_every_face(quality: str, markers: int, removed: int, cover: bool) -> None:
    plus = {"elite": 1, "normal": 0, "poor": -1}[quality]
    expected: dict[tuple[Any, ...], Fraction] = {}
    group, sides = (12, 12) if cover else (6, 6)
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
        lost = min(3, there // group + (die <= there % group))
        key = (hits, band, lost)
        expected[key] = expected.get(key, Fraction(0)) + Fraction(1, 6**4 * sides)
    found: dict[tuple[Any, ...], Fraction] = {}
    asked = effect(3, 4, bases=3, quality=quality, markers=markers, bases_removed=removed, in_cover=cover)
    for outcome, chance in rs.ruleset.odds(asked).items():
        key = (outcome.hits, outcome.band or "none", outcome.bases_lost)
        found[key] = found.get(key, Fraction(0)) + chance
        assert outcome.breaks is (outcome.band is None)
        assert outcome.driven_off is (outcome.band in (None, "below0"))
    assert found == expected
