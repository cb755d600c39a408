"""Encirclement: all sets of hexsides, and the hexes around a hex."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.orel.assault import hexsides_towards
from rcw_rules.orel.model import GRID


def ask(*hexsides: Any) -> game.EncirclementOutcome:
    return game.ruleset.resolve(game.EncirclementRequest(hexsides=hexsides), dice=GivenDice([])).outcome


@pytest.mark.rule("orel", "8.8.1-encirclement")
@pytest.mark.parametrize(
    ("hexsides", "encircled"),
    [((0, 3), True), ((0, 2), False), ((0, 2, 4), True), ((0, 1, 2), False), ((0, 1, 2, 4), True), ((5, 1, 3), True)],
)
def test_the_cases_of_the_catalogue(hexsides: tuple[int, ...], encircled: bool) -> None:
    outcome = ask(*hexsides)
    assert (outcome.encircled, outcome.modifier) == (encircled, 2 if encircled else 0)


@pytest.mark.rule("orel", "8.8.1-encirclement")
def test_every_set_of_hexsides() -> None:
    # Not encircled: one hexside, two that are not opposite, three in a row. All else has an opposite pair or gaps.
    open_sets = [{side} for side in range(6)]
    open_sets += [{side, (side + gap) % 6} for side in range(6) for gap in (1, 2)]
    open_sets += [{side, (side + 1) % 6, (side + 2) % 6} for side in range(6)]
    for size in range(1, 7):
        for hexsides in combinations(range(6), size):
            assert ask(*hexsides).encircled is (set(hexsides) not in open_sets), hexsides


@pytest.mark.rule("orel", "8.8.1-encirclement")
@pytest.mark.parametrize("hexsides", [(), (0, 0), (6,), (-1,), (0, 1, 2, 3, 4, 5, 0)])
def test_malformed(hexsides: tuple[int, ...]) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.hexsides"):
        ask(*hexsides)


@pytest.mark.rule("orel", "8.8.1-encirclement")
def test_hexsides_are_numbered_from_the_north() -> None:
    # 1011 stands in an even column, half a hex further south: its north-eastern neighbour has its own row.
    around = ("1010", "1111", "1112", "1012", "0912", "0911")
    for number, place in enumerate(around):
        assert hexsides_towards("1011", (place,), GRID) == (number,)
    assert hexsides_towards("1011", ("0911", "1111", "1111"), GRID) == (1, 5)
