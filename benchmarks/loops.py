"""W1 to W5 by hand, without any library: one sample of each (a plain roll), and exact results by nested loops.

The plain rolls are what everything is measured by. The exact loops go through faces one by one, the slowest and most
obvious way, and say what the right answer is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any, TypeAlias

from benchmarks.work import TABLE, Battle, Bombardment, Casualties, Melee, MeleeOutcome, Shooting, failure

Uniform: TypeAlias = Callable[[], float]
"""Returns the next number from 0 up to 1, as ``random.Random(seed).random`` does."""

Odds: TypeAlias = dict[Any, Fraction]

SIX = range(1, 7)
TEN = range(1, 11)

# ---------------------------------------------------------------------------------------------------------- plain rolls


def roll_melee(  # noqa: PLR0917 - a loop by hand has no request
    uniform: Uniform,
    attackers: int,
    defenders: int,
    attack: int,
    defence: int,
    morale: int,
    other_morale: int,
    *,
    may_reroll: bool,
) -> MeleeOutcome:
    attack += int(uniform() * 6) + 1
    defence += int(uniform() * 6) + 1
    if attack > defence:
        winner = "attacker"
        defenders -= attack - defence
        defenders = max(defenders, 0)
    else:
        winner = "defender"
        attackers -= defence - attack
        attackers = max(attackers, 0)
    attackers_hold = defenders_hold = False
    if attackers:
        attackers_hold = int(uniform() * 10) + 1 <= attackers + morale
        if not attackers_hold and may_reroll and attackers > 1:
            attackers -= 1
            attackers_hold = int(uniform() * 10) + 1 <= attackers + morale
    if defenders:
        defenders_hold = int(uniform() * 10) + 1 <= defenders + other_morale
        if not defenders_hold and may_reroll and defenders > 1:
            defenders -= 1
            defenders_hold = int(uniform() * 10) + 1 <= defenders + other_morale
    return winner, attackers, defenders, attackers_hold, defenders_hold


def roll_shooting(uniform: Uniform, dice: int) -> tuple[int, int]:
    hits = 0
    for _ in range(dice):
        if int(uniform() * 10) + 1 >= 7:
            hits += 1
    losses = 0
    for _ in range(hits):
        if int(uniform() * 6) + 1 <= 2:
            losses += 1
    return hits, losses


def roll_bombardment(
    uniform: Uniform, column: int, shift: int, modifier: int, morale: int
) -> tuple[int, int, int, int]:
    throw = int(uniform() * 6) + 1 + int(uniform() * 6) + 1 + shift
    if throw > 12:
        throw = 12
    elif throw < 2:
        throw = 2
    tests, risk, kills = TABLE[throw][column]
    if kills and int(uniform() * 6) + 1 >= 5:
        kills += 1
    dead = wounded = 0
    if risk:
        for _ in range(2):
            face = int(uniform() * 6) + 1
            if face == 1:
                dead += 1
            elif face == 2:
                wounded += 1
    failed = 0
    for _ in range(tests):
        throw = int(uniform() * 6) + 1 + int(uniform() * 6) + 1
        worse = failure(throw + modifier - dead - failed, morale)
        failed = max(failed, worse)
        if failed == 3:
            break
    return failed, dead, wounded, kills


def roll_casualties(uniform: Uniform, hits: int, base: int) -> int:
    bases, rest = divmod(hits, base)
    if rest and int(uniform() * base) + 1 <= rest:
        bases += 1
    return bases


def roll_battle(uniform: Uniform, battle: Battle, rounds: int) -> Battle:
    attackers, defenders, attackers_hold, defenders_hold = battle
    for _ in range(rounds):
        if not (attackers_hold and defenders_hold):
            break
        _, attackers, defenders, attackers_hold, defenders_hold = roll_melee(
            uniform, attackers, defenders, 1, 2, -2, -2, may_reroll=True
        )
    return attackers, defenders, attackers_hold, defenders_hold


# ---------------------------------------------------------------------------------------------------------- exact loops


def _merged(shares: Iterable[tuple[Hashable, Fraction]]) -> Odds:
    odds: Odds = {}
    for outcome, share in shares:
        odds[outcome] = odds.get(outcome, Fraction(0)) + share
    return odds


def _morale(stands: int, modifier: int, *, may_reroll: bool) -> Iterator[tuple[bool, int]]:
    """Yield what comes of each of the hundred throws of two d10; the second counts only if it is rolled."""
    for first, second in product(TEN, TEN):
        if stands == 0 or first <= stands + modifier or not may_reroll or stands == 1:
            yield stands > 0 and first <= stands + modifier, stands
        else:
            yield second <= stands - 1 + modifier, stands - 1


@cache
def melee_odds(request: Melee) -> Odds:
    """Go through all 36 x 100 x 100 throws."""
    share = Fraction(1, 36 * 100 * 100)
    counts: dict[MeleeOutcome, int] = {}
    for one, other in product(SIX, SIX):
        attackers, defenders = request.attackers, request.defenders
        if one + request.attack > other + request.defence:
            winner = "attacker"
            defenders = max(0, defenders - (one + request.attack - other - request.defence))
        else:
            winner = "defender"
            attackers = max(0, attackers - (other + request.defence - one - request.attack))
        held = list(_morale(defenders, request.defenders_morale, may_reroll=request.may_reroll))
        for holds, stands in _morale(attackers, request.attackers_morale, may_reroll=request.may_reroll):
            for other_holds, other_stands in held:
                outcome = (winner, stands, other_stands, holds, other_holds)
                counts[outcome] = counts.get(outcome, 0) + 1
    return {outcome: count * share for outcome, count in counts.items()}


def shooting_odds(request: Shooting) -> Odds:
    """Write down the two binomial distributions, 4 in 10 and 1 in 3."""
    n = request.dice
    return {
        (hits, losses): Fraction(
            comb(n, hits) * 4**hits * 6 ** (n - hits) * comb(hits, losses) * 2 ** (hits - losses), 10**n * 3**hits
        )
        for hits in range(n + 1)
        for losses in range(hits + 1)
    }


def shooting_odds_by_faces(request: Shooting) -> Odds:
    """Go through every face of every die: 60 to the power of the number of dice throws."""
    counts: dict[tuple[int, int], int] = {}
    for shots in product(TEN, repeat=request.dice):
        hits = sum(face >= 7 for face in shots)
        for faces in product(SIX, repeat=request.dice):
            outcome = (hits, sum(face <= 2 for face in faces[:hits]))
            counts[outcome] = counts.get(outcome, 0) + 1
    return {outcome: Fraction(count, 60**request.dice) for outcome, count in counts.items()}


def _tests(tests: int, modifier: int, morale: int, failed: int) -> Odds:
    if tests == 0 or failed == 3:
        return {failed: Fraction(1)}
    return _merged(
        (outcome, share / 36)
        for one, other in product(SIX, SIX)
        for outcome, share in _tests(
            tests - 1, modifier, morale, max(failed, failure(one + other + modifier - failed, morale))
        ).items()
    )


def bombardment_odds(request: Bombardment) -> Odds:
    """Go through the throws of the table, of the kill and of both officers; behind each, through every test."""
    tests_odds = {
        (tests, dead): _tests(tests, request.modifier - dead, request.morale, 0)
        for tests in range(4)
        for dead in range(3)
    }
    shares: list[tuple[Hashable, Fraction]] = []
    for one, other, kill, first, second in product(SIX, repeat=5):
        tests, risk, kills = TABLE[min(12, max(2, one + other + request.shift))][request.column]
        kills += bool(kills) and kill >= 5
        faces = (first, second) if risk else ()
        dead, wounded = faces.count(1), faces.count(2)
        shares += [((failed, dead, wounded, kills), share / 6**5) for failed, share in tests_odds[tests, dead].items()]
    return _merged(shares)


def casualties_odds(request: Casualties) -> Odds:
    """Go through the faces of the die."""
    bases, rest = divmod(request.hits, request.base)
    return _merged((bases + (face <= rest), Fraction(1, request.base)) for face in range(1, request.base + 1))


def battle_odds(start: Battle, rounds: int) -> Odds:
    """Play each round from each state that the round before can leave."""
    odds: Odds = {start: Fraction(1)}
    for _ in range(rounds):
        shares: list[tuple[Hashable, Fraction]] = []
        for battle, share in odds.items():
            if battle[2] and battle[3]:
                fight = Melee(attackers=battle[0], defenders=battle[1], attackers_morale=-2, defenders_morale=-2)
                shares += [(outcome[1:], share * part) for outcome, part in melee_odds(fight).items()]
            else:
                shares.append((battle, share))
        odds = _merged(shares)
    return odds
