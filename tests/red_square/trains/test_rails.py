"""The rails of a train."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_trains import OCCUPANCY, board, enemy, sailors, train

from rcw_rules import red_square as rs
from rcw_rules.red_square.trains import along_the_track, rail_moves


def reached(field: rs.Field) -> set[tuple[int, int]]:
    return {move.path[-1] for move in rail_moves(field, field.unit("Train"), OCCUPANCY)}


@pytest.mark.rule("red_square", "train-3-movement", "train-1-square")
def test_it_goes_as_far_as_the_track_either_way() -> None:
    assert reached(rs.Field(board=board(), units=(train(),))) == {(c, 2) for c in range(8)} - {(3, 2)}


@pytest.mark.rule("red_square", "train-3-movement")
def test_broken_track_and_enemies_and_trains_stop_it() -> None:
    short = board((2, 2), (3, 2), (4, 2))
    assert reached(rs.Field(board=short, units=(train(),))) == {(2, 2), (4, 2)}
    barred = rs.Field(board=board(), units=(train(), enemy((5, 2))))
    assert reached(barred) == {(0, 2), (1, 2), (2, 2), (4, 2)}
    other = evolve(train(square=(1, 2)), name="Other")
    assert reached(rs.Field(board=board(), units=(train(), other))) == {(2, 2), *((c, 2) for c in range(4, 8))}


@pytest.mark.rule("red_square", "train-3-movement", "occ-table")
def test_it_goes_through_friends_and_ends_with_those_who_have_room() -> None:
    lorries = rs.Unit(name="Lorries", side="red", kind="truck", square=(5, 2), bases=3, order="defend")
    field = rs.Field(board=board(), units=(train(), sailors(square=(4, 2)), lorries))
    # A battalion shares its square with a train; three lorries do not.
    assert reached(field) == {(0, 2), (1, 2), (2, 2), (4, 2), (6, 2), (7, 2)}


@pytest.mark.rule("red_square", "train-2-armament", "train-3-movement")
@pytest.mark.parametrize(
    ("facing", "step", "then"),
    [("E", "E", "E"), ("E", "W", "E"), ("E", "NE", "NE"), ("E", "SW", "NE"), ("NE", "SE", "SE"), ("N", "SW", "NE")],
)
def test_it_is_never_turned_round(facing: Any, step: Any, then: str) -> None:
    assert along_the_track(facing, step) == then
