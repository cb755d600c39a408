"""W1 to W5 with dyce: `expand` with functions that return histograms, its pruning of small branches switched off."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from benchmarks.work import TABLE, Battle, Bombardment, Casualties, Melee, Shooting, failure
from dyce import H
from dyce import expand as dyce_expand

D6, D10 = H(6), H(10)


def odds(histogram: Any) -> dict[Any, Fraction]:
    return {outcome: Fraction(weight, histogram.total) for outcome, weight in histogram.items()}


def forget() -> None:
    """Nothing here is kept."""


def expand(function: Any, *sources: Any) -> Any:
    return dyce_expand(function, *sources, min_path_probability=Fraction(0))


def _morale(stands: int, modifier: int) -> Any:
    if stands == 0:
        return H({(False, 0): 1})
    if stands == 1:
        return expand(lambda first: (first.outcome <= 1 + modifier, 1), D10)

    def test(first: Any) -> Any:
        if first.outcome <= stands + modifier:
            return True, stands
        return expand(lambda second: (second.outcome <= stands - 1 + modifier, stands - 1), D10)

    return expand(test, D10)


def melee(request: Melee) -> Any:
    def fight(attack: Any, defence: Any) -> Any:
        attackers, defenders = request.attackers, request.defenders
        margin = attack.outcome + request.attack - defence.outcome - request.defence
        if margin > 0:
            winner, defenders = "attacker", max(0, defenders - margin)
        else:
            winner, attackers = "defender", max(0, attackers + margin)
        return expand(
            lambda one, other: (winner, one.outcome[1], other.outcome[1], one.outcome[0], other.outcome[0]),
            _morale(attackers, request.attackers_morale),
            _morale(defenders, request.defenders_morale),
        )

    return expand(fight, D6, D6)


def shooting(request: Shooting) -> Any:
    def lose(hits: Any) -> Any:
        if not hits.outcome:
            return 0, 0
        return expand(lambda losses: (hits.outcome, losses.outcome), hits.outcome @ D6.le(2))

    return expand(lose, request.dice @ D10.ge(7))


def _tests(tests: int, modifier: int, morale: int, failed: int) -> Any:
    if tests == 0 or failed == 3:
        return H({failed: 1})

    def test(throw: Any) -> Any:
        worse = max(failed, failure(throw.outcome + modifier - failed, morale))
        return _tests(tests - 1, modifier, morale, worse)

    return expand(test, 2 @ D6)


def bombardment(request: Bombardment) -> Any:
    officers = expand(
        lambda one, other: (
            (one.outcome == 1) + (other.outcome == 1),
            (one.outcome == 2) + (other.outcome == 2),
        ),
        D6,
        D6,
    )

    def results(throw: Any) -> Any:
        tests, risk, kills = TABLE[min(12, max(2, throw.outcome + request.shift))][request.column]
        killed = expand(lambda face: kills + (face.outcome >= 5), D6) if kills else H({0: 1})

        def break_down(killed: Any, hit: Any) -> Any:
            dead, wounded = hit.outcome
            return expand(
                lambda failed: (failed.outcome, dead, wounded, killed.outcome),
                _tests(tests, request.modifier - dead, request.morale, 0),
            )

        return expand(break_down, killed, officers if risk else H({(0, 0): 1}))

    return expand(results, 2 @ D6)


def casualties(request: Casualties) -> Any:
    bases, rest = divmod(request.hits, request.base)
    return bases + H(request.base).le(rest) if rest else H({bases: 1})


def battle(start: Battle, rounds: int) -> Any:
    def one_round(before: Any) -> Any:
        attackers, defenders, attackers_hold, defenders_hold = before.outcome
        if not (attackers_hold and defenders_hold):
            return before.outcome
        fight = Melee(attackers=attackers, defenders=defenders, attackers_morale=-2, defenders_morale=-2)
        return expand(lambda outcome: outcome.outcome[1:], melee(fight))

    after = H({start: 1})
    for _ in range(rounds):
        after = expand(one_round, after)
    return after
