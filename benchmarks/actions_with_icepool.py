"""The heat map of Red Actions with icepool, by somebody who knows it well: every part is worked out once and kept."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from benchmarks import actions
from benchmarks.actions import COLUMNS, MODIFIERS, TABLE, HeatMap
from icepool import Die, d

TWO_SIXES = 2 @ d(6)
OFFICER_FALLS = d(6) == 1
FEAR = 7
BASES = 2


def heat_map() -> HeatMap:
    """Work out how likely the target routs, for each column and each effect of its officer."""
    return {(column, modifier): _chance(column, modifier) for column in COLUMNS for modifier in MODIFIERS}


def _chance(column: int, modifier: int) -> Fraction:
    found: Fraction = _column(column).map(lambda cell: _routs(cell, modifier)).probability(True)  # noqa: FBT003
    return found


@cache
def _column(column: int) -> Any:
    return TWO_SIXES.map(lambda score: TABLE[score, column])


@cache
def _fails(number: int) -> Any:
    return TWO_SIXES.map(lambda score: score == 12 or score > number)


@cache
def _routs(cell: str, modifier: int) -> Any:
    """Return whether the target routs; neither a serious test nor a retire makes it."""
    kill, terror = "K" in cell, 2 * ("2" in cell) + ("T" in cell)

    def tests(falls: bool) -> Any:  # noqa: FBT001
        if terror + falls > BASES - kill:
            return Die([True])
        return _fails(FEAR + (0 if falls else modifier)) if kill else Die([False])

    return OFFICER_FALLS.map(tests) if "O" in cell else tests(False)  # noqa: FBT003


def check() -> None:
    """Raise unless the parts, the whole shootings and icepool give the same fractions."""
    assert heat_map() == actions.heat_map() == actions.heat_map_of_shootings()


def forget() -> None:
    """Forget every part."""
    for part in (_column, _fails, _routs):
        part.cache_clear()
