"""The fire of Red Actions, as a user would put it: one whole shooting, and a heat map of columns and morale.

A rifle unit of six bases with two officers is shot at in the open by rifles whose total of 22 goes to column 7: the
table, the dice of both officers, and every test that follows.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import TypeAlias

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

COLUMN_SEVEN = ("--", "--", "Ret", "Ret", "Ter", "Ter", "2 x Ter", "2 x Ter S!", "2 x Ter S! Off", "Kill! S! Off")
"""For 2 to 11; 12 is as 11."""


def forget() -> None:
    """Forget all odds and all requests found legal."""
    ra.ruleset.forget_odds()


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


def shoot(die: Callable[[], int]) -> Fate:
    """Shoot once, by a loop written for nothing else."""
    result = COLUMN_SEVEN[min(die() + die(), 11) - 2]
    bases, terror, pinned, retires = 6, 0, False, 0
    junior, senior = 1, 1
    if result == "--":
        return bases, terror, pinned, 2, 0, False
    if result == "Ret":
        return bases, terror, pinned, 2, 3000, False
    tests: list[str] = []
    if result.startswith("Kill!"):
        bases, pinned = 5, True
    elif result.startswith("2"):
        terror, pinned = 2, True
    else:
        terror = 1
    if result.endswith("Off"):
        junior, senior = int(die() > 1), int(die() > 1)
        if not junior and not senior:
            terror += 1
            tests.append("serious")
    if "S!" in result:
        tests.append("serious")
    if result.startswith("Kill!"):
        tests.append("fear")
    for test in tests:
        score = die() + die()
        if score == 12 or score > (7 if test == "fear" else 6) + junior + senior:
            if test == "fear":
                return bases, terror, pinned, junior + senior, 0, True
            retires += 1
    return bases, terror, pinned, junior + senior, 3000 if retires else 0, False


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


# --- A heat map: how likely the target routs or must retire, by column and by what helps its morale ----------------

COLUMNS = range(1, 11)
MODIFIERS = range(-4, 5)
HeatMap: TypeAlias = dict[tuple[int, int], Fraction]
