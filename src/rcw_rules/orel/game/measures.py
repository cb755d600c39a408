"""What a state of a battle is worth to a side: the measure that `greedy` players maximise."""

from __future__ import annotations

from fractions import Fraction

from rcw_rules.orel.game.state import State
from rcw_rules.orel.model import Side


def measure_of(state: State, side: Side) -> Fraction:
    """Return what a state is worth to a side, less what it is worth to the other."""
    return Fraction(0)
