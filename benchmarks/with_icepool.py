"""W1 to W5 with icepool, as its users write them: dice mapped by functions that return dice."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
from benchmarks.work import TABLE, Battle, Bombardment, Casualties, Melee, Shooting, failure
from icepool import Die, d


def odds(die: Any) -> dict[Any, Fraction]:
    return {outcome: Fraction(weight, die.denominator()) for outcome, weight in die.items()}


def forget() -> None:
    """Nothing here is kept."""


def _morale(stands: int, modifier: int) -> Any:
    if stands == 0:
        return Die([(False, 0)])
    if stands == 1:
        return icepool.map(lambda passed: (passed, 1), d(10) <= 1 + modifier)
    second = icepool.map(lambda passed: (passed, stands - 1), d(10) <= stands - 1 + modifier)
    return icepool.map(lambda passed: (True, stands) if passed else second, d(10) <= stands + modifier)


def melee(request: Melee) -> Any:
    def fight(attack: int, defence: int) -> Any:
        attackers, defenders = request.attackers, request.defenders
        margin = attack + request.attack - defence - request.defence
        if margin > 0:
            winner, defenders = "attacker", max(0, defenders - margin)
        else:
            winner, attackers = "defender", max(0, attackers + margin)
        return icepool.map(
            lambda one, other: (winner, one[1], other[1], one[0], other[0]),
            _morale(attackers, request.attackers_morale),
            _morale(defenders, request.defenders_morale),
        )

    return icepool.map(fight, d(6), d(6))


def shooting(request: Shooting) -> Any:
    def lose(hits: int) -> Any:
        return icepool.map(lambda losses: (hits, losses), hits @ (d(6) <= 2)) if hits else (0, 0)

    return icepool.map(lose, request.dice @ (d(10) >= 7))


def _tests(tests: int, modifier: int, morale: int, failed: int) -> Any:
    if tests == 0 or failed == 3:
        return Die([failed])

    def test(throw: int) -> Any:
        return _tests(tests - 1, modifier, morale, max(failed, failure(throw + modifier - failed, morale)))

    return icepool.map(test, 2 @ d(6))


def bombardment(request: Bombardment) -> Any:
    officers = icepool.map(lambda one, other: ((one == 1) + (other == 1), (one == 2) + (other == 2)), d(6), d(6))

    def results(throw: int) -> Any:
        tests, risk, kills = TABLE[min(12, max(2, throw + request.shift))][request.column]
        killed = icepool.map(lambda face: kills + (face >= 5), d(6)) if kills else Die([0])

        def break_down(killed: int, hit: tuple[int, int]) -> Any:
            dead, wounded = hit
            return icepool.map(
                lambda failed: (failed, dead, wounded, killed),
                _tests(tests, request.modifier - dead, request.morale, 0),
            )

        return icepool.map(break_down, killed, officers if risk else Die([(0, 0)]))

    return icepool.map(results, 2 @ d(6))


def casualties(request: Casualties) -> Any:
    bases, rest = divmod(request.hits, request.base)
    return bases + (d(request.base) <= rest) if rest else Die([bases])


def battle(start: Battle, rounds: int) -> Any:
    def one_round(before: Battle) -> Any:
        attackers, defenders, attackers_hold, defenders_hold = before
        if not (attackers_hold and defenders_hold):
            return before
        fight = Melee(attackers=attackers, defenders=defenders, attackers_morale=-2, defenders_morale=-2)
        return melee(fight).map(lambda outcome: outcome[1:], star=False)

    return Die([start]).map(one_round, star=False, repeat=rounds)
