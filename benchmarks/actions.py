"""The fire of Red Actions, as a user would put it: one whole shooting, and a heat map of columns and morale.

A rifle unit of six bases with two officers is shot at in the open by rifles whose total of 22 goes to column 7: the
table, the dice of both officers, and every test that follows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import lcm
from operator import mul
from typing import TypeAlias

from attrs import evolve

from rcw_rules import inches
from rcw_rules import red_actions as ra
from rcw_rules.kernel.distributions import Distribution

CARD = ra.TroopCard(
    id="plain_rifles",
    name="Plain Rifles",
    arm="rifle",
    speed=inches(6),
    range=inches(16),
    shooting_value=Fraction(11, 2),
    fear=7,
    serious=6,
)
SHOT = ra.ShootRequest(
    shooter=ra.Unit(name="Shooters", side="red", card=CARD, bases=4),
    target=ra.Unit(
        name="Target",
        side="white",
        card=CARD,
        bases=6,
        officer=ra.OfficerToken(id="captain", effect=1),
        seniors=(ra.OfficerToken(id="colonel", rank="colonel", effect=1),),
    ),
    distance=inches(8),
)
Fate: TypeAlias = tuple[int, int, bool, int, int, bool]
"""Bases, terror markers, whether it is pinned, officers left, thousandths of an inch retired, whether it routs."""

BANDS = (2, 3, 5, 9, 13, 17, 21, 25, 29, 37)
"""The lowest total of each column."""
ROWS = (
    "-- -- -- -- -- -- -- -- -- R",
    "-- -- -- -- -- -- -- -- R T",
    "-- -- -- -- -- -- R R T T",
    "-- -- -- -- R R R R T TR",
    "-- -- -- R R R T TR TR TR",
    "-- -- R R T T T 2 2S 2SO",
    "-- R R T T T 2 2S 2SO KSO",
    "-- R T T T 2 2S 2SO KSO KSO",
    "R T T TS 2S 2S 2SO KSO KSO KSO",
    "T TSO TSO 2SO 2SO 2SO KSO KSO KSO KSO",
    "TSO TSO TSO 2SO KSO KSO KSO KSO KSO KSO",
)
TABLE = {(score, column): cell for score, row in enumerate(ROWS, 2) for column, cell in enumerate(row.split(), 1)}


def forget() -> None:
    """Forget all odds and all requests found legal."""
    ra.ruleset.forget_odds()
    rout_chance.cache_clear()


def shooting() -> Distribution[ra.ShootOutcome]:
    """Work out the exact odds of the whole shooting."""
    return ra.ruleset.odds(SHOT)


def fates(odds: Distribution[ra.ShootOutcome]) -> dict[Fate, Fraction]:
    """Return what matters of the outcomes."""
    found: dict[Fate, Fraction] = {}
    for outcome, chance in odds.items():
        unit, after = outcome.target, outcome.aftermath
        back = after.retired.thousandths
        fate = (unit.bases, unit.terror, unit.pinned, len(unit.officers), back, unit.routing)
        found[fate] = found.get(fate, Fraction(0)) + chance
    return found


def shoot(
    die: Callable[[], int],
    *,
    value: float = 5.5,
    shooters: int = 4,
    shaken: int = 0,
    distance: float = 8,
    reach: float = 16,
    shifts: int = 0,
    bases: int = 6,
    terror: int = 0,
    effects: tuple[int, int] = (1, 1),
    fear: int = 7,
    serious: int = 6,
) -> Fate:
    """Shoot once at foot with a junior and an attached senior, by a loop written for nothing else."""
    counted = shooters - shaken if shaken < shooters else 0.5
    total = int(value * counted / (2 if distance * 2 > reach else 1))
    column = min(bisect_right(BANDS, total) + shifts, 10) if total else 0
    alive, pinned, back = [True, True], False, 0
    if column < 1:
        return bases, terror, pinned, 2, 0, False
    cell = TABLE[die() + die(), column]
    kill = "K" in cell
    if kill:
        bases, pinned = bases - 1, True
    elif "2" in cell:
        terror, pinned = terror + 2, True
    elif "T" in cell:
        terror += 1
    tests: list[int] = []
    if "O" in cell and bases:
        alive = [die() > 1, die() > 1]
        if alive == [False, False]:
            terror += 1
            tests.append(serious)
    left = alive[0] + alive[1]
    if not bases:
        return 0, terror, pinned, 0, 0, False
    if terror > bases:
        return bases, terror, pinned, left, 0, True
    if "S" in cell:
        tests.append(serious)
    if kill:
        tests.append(fear)
    junior, senior = effects[0] if alive[0] else 0, effects[1] if alive[1] else 0
    bonus = max(junior, junior + senior, senior) if alive[1] else junior
    retires = "R" in cell
    for number, test in enumerate(tests, 1):
        score = die() + die()
        if score == 12 or score > test + bonus:
            if kill and number == len(tests):
                return bases, terror, pinned, left, 0, True
            retires = True
    if retires:
        back = 3000
    return bases, terror, pinned, left, back, False


def shoot_odds() -> dict[Fate, Fraction]:
    """Shoot with all faces; every course throws as many dice as it needs."""
    found: dict[Fate, Fraction] = {}

    def go_on(faces: tuple[int, ...]) -> None:
        left = iter(faces)
        try:
            fate = shoot(lambda: next(left))
        except StopIteration:
            for face in range(1, 7):
                go_on((*faces, face))
        else:
            found[fate] = found.get(fate, Fraction(0)) + Fraction(1, 6 ** len(faces))

    go_on(())
    return found


# --- A heat map: how likely the target routs, by column and by what helps its morale --------------------------------

COLUMNS = range(1, 11)
MODIFIERS = range(-4, 5)
HeatMap: TypeAlias = dict[tuple[int, int], Fraction]
HEAT = {
    (column, modifier): evolve(
        SHOT,
        shooter=evolve(SHOT.shooter, card=evolve(CARD, shooting_value=Fraction(BANDS[column - 1])), bases=1),
        target=evolve(SHOT.target, bases=2, officer=ra.OfficerToken(id="captain", effect=modifier), seniors=()),
    )
    for column in COLUMNS
    for modifier in MODIFIERS
}


TARGETS = {modifier: HEAT[1, modifier].target for modifier in MODIFIERS}


def heat_map() -> HeatMap:
    """Work out how likely the target routs, for each column and each effect of its officer.

    The parts are what the table says in each column, and how likely each result of it makes the target rout.
    """
    tables = {column: ra.ruleset.odds(ra.ShootingRollRequest(column=column)) for column in COLUMNS}
    results = tuple(dict.fromkeys(result for table in tables.values() for result in table))
    weights = {column: [dict(table.pairs).get(result, 0) for result in results] for column, table in tables.items()}
    found: HeatMap = {}
    for modifier in MODIFIERS:
        chances = [rout_chance(result, modifier) for result in results]
        common = lcm(*(chance.denominator for chance in chances))
        shares = [chance.numerator * (common // chance.denominator) for chance in chances]
        for column, table in tables.items():
            share = sum(map(mul, weights[column], shares))
            found[column, modifier] = Fraction(share, table.total * common)
    return found


@cache
def rout_chance(result: ra.ShotResult, modifier: int) -> Fraction:
    """Return how likely a result of the table makes the target rout."""
    event = ra.Event(
        kills=int(result.kill),
        terror=result.terror,
        pinned=result.pinned,
        serious=result.serious,
        retires=int(result.retire),
    )
    if not result.officers:
        return _rout_chance(event, modifier)
    officers = ra.ruleset.odds(ra.ShootingOfficersRequest(officers=1))
    return officers.expectation(lambda dice: _rout_chance(evolve(event, fallen=dice.fallen), modifier))


def _rout_chance(event: ra.Event, modifier: int) -> Fraction:
    odds = ra.ruleset.odds(ra.EventRequest(unit=TARGETS[modifier], event=event))
    return odds.probability(lambda aftermath: aftermath.routs)


def heat_map_of_shootings() -> HeatMap:
    """Work out the same by whole shootings."""
    odds = ra.ruleset.odds
    return {key: odds(request).probability(lambda outcome: outcome.aftermath.routs) for key, request in HEAT.items()}
