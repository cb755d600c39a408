"""Direct hits: numbers, throws and odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from red_actions_asking import answer

from rcw_rules import InvalidRequestError, inches
from rcw_rules import red_actions as ra

# --- direct hits


def guns(bases: int = 1, weapon: Any = "field_gun", distance: Any = 10, **changes: Any) -> ra.DirectHitsRequest:
    fields: dict[str, Any] = {"target_bases": 4}
    return ra.DirectHitsRequest(bases=bases, weapon_class=weapon, distance=inches(distance), **{**fields, **changes})


def _number(asked: ra.DirectHitsRequest) -> int:
    chance = ra.ruleset.odds(asked).probability(lambda outcome: outcome.hits > 0)
    return next(number for number in range(2, 14) if _at_least(number) == chance)


def _at_least(number: int) -> Fraction:
    return Fraction(sum(first + second >= number for first in range(1, 7) for second in range(1, 7)), 36)


@pytest.mark.rule("red_actions", "dh-numbers", "dh-range", "dh-substandard", "dh-indirect", "ind-direct-hits")
@pytest.mark.rule("red_actions", "train-hit-number", "dh-roll")
@pytest.mark.parametrize(
    ("asked", "number"),
    [
        (guns(target="building_wood"), 9),
        (guns(target="building_stone"), 9),
        (guns(target="vehicle_moving", target_bases=1), 11),
        (guns(target="vehicle_stationary", target_bases=1), 9),
        (guns(), 10),
        (guns(weapon="other", target="building_wood"), 9),
        (guns(weapon="other", target="vehicle_moving", target_bases=0), 12),  # a mortar at a moving train
        (guns(weapon="other", target="vehicle_stationary", target_bases=1), 10),
        (guns(weapon="other"), 11),
        (guns(distance=39), 10),
        (guns(distance=40), 11),
        (guns(distance="79.999"), 11),
        (guns(distance=100), 12),
        (guns(distance=100, consecutive=True), 10),
        (guns(distance=120), 13),
        (guns(distance=50, substandard=True), 12),
        (guns(substandard=True), 11),
        (guns(indirect="first"), 12),
        (guns(indirect="later"), 11),
        (guns(weapon="other", indirect="first"), 13),
        (guns(card_number=8), 8),
        (guns(weapon="other", target="building_wood", card_number=10, distance=40, substandard=True), 12),
        (guns(weapon="other", indirect="later", distance=100, consecutive=True, substandard=True), 13),
    ],
)
def test_direct_hit_numbers(asked: ra.DirectHitsRequest, number: int) -> None:
    assert _number(asked) == number
    thrown = ra.ruleset.preview(asked).next_throw
    assert (thrown == "") is (number > 12)


@pytest.mark.rule("red_actions", "dh-roll", "dh-guns-vehicles", "dh-buildings", "train-hit-number")
@pytest.mark.parametrize(
    ("asked", "faces", "hits", "lost", "collapsed"),
    [
        (guns(2, distance=20), (5, 5, 4, 5), 1, 1, False),
        (guns(2, distance=20), (5, 5, 4, 6), 2, 2, False),
        (guns(3, target_bases=2), (5, 5, 1, 1, 6, 6), 2, 2, False),
        (guns(3, target_bases=2), (5, 5, 6, 6), 2, 2, False),  # nothing is left for the third
        (guns(2, target="vehicle_stationary", target_bases=1), (4, 5), 1, 1, False),
        (guns(2, target="vehicle_stationary", target_bases=0), (4, 5, 3, 6), 2, 0, False),  # a train
        (guns(2, target="building_wood"), (4, 5, 4, 5), 1, 4, True),  # and the second base does not throw
        (guns(1, target="building_wood"), (4, 5, 4, 4), 1, 1, False),
        (guns(2, target="building_stone"), (3, 6, 5, 5, 1, 1), 1, 1, False),
        (guns(1, target="building_stone"), (3, 6, 5, 6), 1, 4, True),
        (guns(2, target="building_stone", target_bases=0), (3, 6, 5, 5, 4, 5, 6, 6), 2, 0, True),  # nobody in it
        (guns(2, target="building_wood", target_bases=1), (6, 6, 1, 1, 6, 6, 1, 1), 2, 1, False),
        (guns(0), (), 0, 0, False),
        (guns(4, weapon="other", indirect="first"), (), 0, 0, False),
    ],
)
def test_direct_hits(
    asked: ra.DirectHitsRequest, faces: tuple[int, ...], hits: int, lost: int, collapsed: bool
) -> None:
    assert answer(asked, *faces) == ra.DirectHitsOutcome(hits=hits, bases_lost=lost, collapsed=collapsed)


@pytest.mark.rule("red_actions", "dh-roll")
def test_there_must_be_something_to_hit() -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.target_bases: .*dh-roll"):
        answer(guns(target_bases=0))


@pytest.mark.rule("red_actions", "dh-roll", "dh-buildings", "dh-guns-vehicles")
@pytest.mark.parametrize("target", ["other", "building_wood", "building_stone", "vehicle_moving"])
@pytest.mark.parametrize(("bases", "inside"), [(1, 3), (2, 1), (3, 2)])
def test_the_odds_of_direct_hits(target: Any, bases: int, inside: int) -> None:
    number = {"other": 10, "vehicle_moving": 11}.get(target, 9)
    falls = _at_least({"building_wood": 9, "building_stone": 11}.get(target, 13))
    hit = _at_least(number)
    expected: dict[tuple[int, int, bool], Fraction] = {}
    # Of each base: a miss, a hit, or a hit that brings the building down and ends it.
    for course in product(("miss", "hit", "falls"), repeat=bases):
        chance, hits, ended, collapsed = Fraction(1), 0, False, False
        for what in course:
            if ended:
                chance *= Fraction(1, 3)  # what the others would have thrown matters no more
                continue
            chance *= {"miss": 1 - hit, "hit": hit * (1 - falls), "falls": hit * falls}[what]
            hits += what != "miss"
            collapsed = what == "falls"
            ended = collapsed or (hits == inside and not target.startswith("building"))
        if chance:
            key = (hits, inside if collapsed else min(hits, inside), collapsed)
            expected[key] = expected.get(key, Fraction(0)) + chance
    odds = ra.ruleset.odds(guns(bases, target=target, target_bases=inside))
    assert {(o.hits, o.bases_lost, o.collapsed): chance for o, chance in odds.items()} == expected
