"""W1 to W5 with icepool, by somebody who knows it well: equal outcomes merged early, dice that come up again kept."""

from __future__ import annotations

from functools import cache
from typing import Any

import icepool
from benchmarks.with_icepool import odds
from benchmarks.work import TABLE, Battle, Bombardment, Casualties, Melee, Result, Shooting, failure
from icepool import Die, d, tupleize

__all__ = ["battle", "bombardment", "casualties", "forget", "melee", "odds", "shooting"]

MARGIN = d(6) - d(6)
TWO_SIXES = 2 @ d(6)
OFFICERS = icepool.map(lambda one, other: ((one == 1) + (other == 1), (one == 2) + (other == 2)), d(6), d(6))


@cache
def _morale(stands: int, modifier: int) -> Any:
    if stands == 0:
        return Die([(False, 0)])
    good = max(0, min(10, stands + modifier))
    if stands == 1:
        return _weighted({(True, 1): good, (False, 1): 10 - good})
    then = max(0, min(10, stands - 1 + modifier))
    return _weighted(
        {
            (True, stands): 10 * good,
            (True, stands - 1): (10 - good) * then,
            (False, stands - 1): (10 - good) * (10 - then),
        }
    )


def _weighted(weights: dict[Any, int]) -> Any:
    return Die({outcome: weight for outcome, weight in weights.items() if weight})


def melee(request: Melee) -> Any:
    def fight(margin: int) -> Any:
        attackers, defenders = request.attackers, request.defenders
        margin += request.attack - request.defence
        if margin > 0:
            winner, defenders = "attacker", max(0, defenders - margin)
        else:
            winner, attackers = "defender", max(0, attackers + margin)
        return icepool.map(
            lambda one, other: (winner, one[1], other[1], one[0], other[0]),
            _morale(attackers, request.attackers_morale),
            _morale(defenders, request.defenders_morale),
        )

    return MARGIN.map(fight)


def shooting(request: Shooting) -> Any:
    hit, loss = d(10) >= 7, d(6) <= 2  # made here, for a die keeps its own sums
    return (request.dice @ hit).map(lambda hits: tupleize(hits, hits @ loss))


@cache
def _tests(tests: int, modifier: int, morale: int, failed: int) -> Any:
    if tests == 0 or failed == 3:
        return Die([failed])
    after_one = TWO_SIXES.map(lambda throw: max(failed, failure(throw + modifier - failed, morale)))
    return after_one.map(lambda worse: _tests(tests - 1, modifier, morale, worse))


def bombardment(request: Bombardment) -> Any:
    def results(result: Result) -> Any:
        tests, risk, kills = result
        return icepool.map(
            lambda killed, hit: tupleize(
                _tests(tests, request.modifier - hit[0], request.morale, 0), hit[0], hit[1], killed
            ),
            Die({kills: 2, kills + 1: 1}) if kills else Die([0]),
            OFFICERS if risk else Die([(0, 0)]),
        )

    table = TWO_SIXES.map(lambda throw: TABLE[min(12, max(2, throw + request.shift))][request.column])
    return table.map(results, star=False)


def casualties(request: Casualties) -> Any:
    bases, rest = divmod(request.hits, request.base)
    return Die({bases: request.base - rest, bases + 1: rest}) if rest else Die([bases])


def battle(start: Battle, rounds: int) -> Any:
    @cache
    def one_round(before: Battle) -> Any:
        attackers, defenders, attackers_hold, defenders_hold = before
        if not (attackers_hold and defenders_hold):
            return before
        fight = Melee(attackers=attackers, defenders=defenders, attackers_morale=-2, defenders_morale=-2)
        return melee(fight).map(lambda outcome: outcome[1:], star=False)

    return Die([start]).map(one_round, star=False, repeat=rounds)


def forget() -> None:
    _morale.cache_clear()
    _tests.cache_clear()
