"""Draws and whole battles in bulk, and the same by hand with numpy."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import TypeAlias

import numpy as np
from benchmarks import work
from benchmarks.work import Battle

from rcw_rules.odds import play_rounds

DRAWS = 1 << 20
BATTLES = 1_000_000
ROUNDS = 6

_ODDS = work.ruleset.odds(work.W1)
_SHARES = np.array([float(Fraction(weight, _ODDS.total)) for _, weight in _ODDS.pairs])
_GENERATOR = np.random.default_rng(1919)

_round = cache(work.after_a_round)

Ends: TypeAlias = dict[Battle, int]
"""How many battles ended in each state."""


def draws() -> object:
    """Draw outcomes of W1."""
    return _ODDS.draw(DRAWS, seed=1919)


def draws_by_numpy() -> object:
    """Draw their places as numpy does it."""
    return _GENERATOR.choice(len(_SHARES), DRAWS, p=_SHARES)


def battles() -> object:
    """Play W5 very often and count how the battles end; the odds of a round are kept."""
    return play_rounds(_round, work.W5, ROUNDS, BATTLES, seed=1919).counts


def battles_by_hand() -> tuple[np.ndarray, ...]:
    """Play W5 very often, every battle of a round at once."""
    roll = _GENERATOR.integers
    attackers, defenders = np.full(BATTLES, work.W5[0]), np.full(BATTLES, work.W5[1])
    attackers_hold, defenders_hold = np.ones(BATTLES, dtype=bool), np.ones(BATTLES, dtype=bool)
    for _ in range(ROUNDS):
        on = np.flatnonzero(attackers_hold & defenders_hold)
        margin = roll(1, 7, len(on)) + 1 - roll(1, 7, len(on)) - 2
        left = np.maximum(attackers[on] + np.minimum(margin, 0), 0)
        others = np.maximum(defenders[on] - np.maximum(margin, 0), 0)
        left, holds = _tested(left)
        others, other_holds = _tested(others)
        attackers[on], defenders[on], attackers_hold[on], defenders_hold[on] = left, others, holds, other_holds
    return attackers, defenders, attackers_hold, defenders_hold


def _tested(stands: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Test morale at 2 less than the stands; who fails may roll again for a stand, not the last."""
    roll = _GENERATOR.integers
    holds = (stands > 0) & (roll(1, 11, len(stands)) <= stands - 2)
    again = ~holds & (stands > 1)
    stands = stands - again
    return stands, holds | (again & (roll(1, 11, len(stands)) <= stands - 2))


def ends_by_hand() -> Ends:
    """Return how many battles ended in each state, played by hand."""
    columns = [column.tolist() for column in battles_by_hand()]
    ends: Ends = {}
    for attackers, defenders, attackers_hold, defenders_hold in zip(*columns, strict=True):
        state = (attackers, defenders, attackers_hold, defenders_hold)
        ends[state] = ends.get(state, 0) + 1
    return ends


def agree() -> bool:
    """Return whether both ways of playing come as near to the exact odds as so many battles must."""
    exact = work.battle_odds(work.W5, ROUNDS)
    ours = dict(play_rounds(work.after_a_round, work.W5, ROUNDS, BATTLES, seed=1).counts)
    theirs = ends_by_hand()
    return set(ours) <= set(exact) >= set(theirs) and all(
        abs(found.get(state, 0) / BATTLES - float(chance)) < 6 * (float(chance) / BATTLES) ** 0.5 + 1e-6
        for found in (ours, theirs)
        for state, chance in exact.items()
    )
