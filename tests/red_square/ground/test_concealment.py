"""Concealment on the field: who is observed, known, and seen."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea, SquareFeature, SquareGrid, SquareMap
from rcw_rules.red_square.ground import comes_into_view, is_observed, is_observed_by, large_target, lost_from_view


def infantry(name: str, side: Any, square: tuple[int, int], **changes: Any) -> rs.Unit:
    fields: dict[str, Any] = {"kind": "infantry", "bases": 4, "formation": "waves", "order": "attack"}
    return rs.Unit(name=name, side=side, square=square, **{**fields, **changes})


def field(*units: rs.Unit, wood: tuple[tuple[int, int], ...] = (), **changes: Any) -> rs.Field:
    terrain = (SquareArea(kind="wood", squares=wood),) if wood else ()
    board = SquareMap(title="Field", grid=SquareGrid(columns=10, rows=10), terrain=terrain)
    return rs.Field(board=board, units=units, **changes)


def seen(observer: str, target: str, turn: int = 1) -> rs.Observation:
    return rs.Observation(observer=observer, target=target, turn=turn)


@pytest.mark.rule("red_square", "obs-share", "obs-concealment")
def test_friends_beside_the_observer_share_for_the_turn_only() -> None:
    red = [infantry(name, "red", square) for name, square in (("a", (1, 1)), ("b", (2, 1)), ("c", (3, 1)))]
    white = infantry("w", "white", (5, 5))
    now = field(*red, white, observations=(seen("a", "w"),))
    assert [is_observed_by(now, white, one) for one in red] == [True, True, False]
    later = field(*red, white, observations=(seen("a", "w"),), turn=2)
    assert [is_observed_by(later, white, one) for one in red] == [True, False, False]
    assert is_observed(later, white)


@pytest.mark.rule("red_square", "obs-concealment")
def test_a_target_that_moves_to_another_square_is_lost() -> None:
    white = infantry("w", "white", (5, 5))
    now = field(infantry("a", "red", (1, 1)), white, observations=(seen("a", "w"),))
    moved = infantry("w", "white", (5, 6))
    assert not is_observed(now.with_units(moved), moved)
    assert is_observed(now.with_units(infantry("w", "white", (5, 5), markers=2)), white)


@pytest.mark.rule("red_square", "obs-share")
def test_a_regiment_in_one_wood_is_observed_as_a_whole() -> None:
    officer = rs.Unit(name="colonel", side="white", kind="co", square=(9, 9))
    names = (("w1", (4, 4)), ("w2", (5, 4)), ("w3", (7, 4)))
    whites = [infantry(name, "white", square, commander="colonel") for name, square in names]
    other = infantry("stranger", "white", (3, 4))
    wood = ((3, 4), (4, 4), (5, 4), (6, 4), (7, 4))
    now = field(infantry("a", "red", (1, 1)), officer, other, *whites, wood=wood, observations=(seen("a", "w1"),))
    # w3 is in the same wood, but the square between holds nobody of the regiment.
    assert [unit.name for unit in large_target(now, whites[0])] == ["w1", "w2"]
    assert [is_observed(now, unit) for unit in (*whites, other)] == [True, True, False, False]
    in_the_open = field(officer, *whites, observations=(seen("a", "w1"),))
    assert not is_observed(in_the_open, whites[1])


@pytest.mark.rule("red_square", "orders-attack")
def test_unknown_enemies_count_only_where_none_is_known() -> None:
    hidden, open_ = infantry("h", "white", (5, 5)), infantry("o", "white", (6, 6), visible=True)
    officer = rs.Unit(name="colonel", side="white", kind="co", square=(7, 7))
    red = infantry("a", "red", (1, 1))
    assert [unit.name for unit in rs.known_enemies(field(red, hidden, open_, officer), "red")] == ["o"]
    assert [unit.name for unit in rs.known_enemies(field(red, hidden, officer), "red")] == ["h"]
    both = field(red, hidden, open_, observations=(seen("a", "h"),))
    assert [unit.name for unit in rs.known_enemies(both, "red")] == ["h", "o"]
    assert rs.known_enemies(field(hidden), "red") == (hidden,)


@pytest.mark.rule("red_square", "obs-concealment", "artpos-unmasked", "artpos-semi-masked")
def test_who_comes_into_view_and_is_lost_again() -> None:
    def guns(**changes: Any) -> rs.Unit:
        return infantry(
            "g",
            "white",
            (5, 5),
            **{"kind": "artillery", "formation": "deployed", "guns": "qf_gun", "order": None} | changes,
        )

    hedge = SquareFeature(kind="hedge", squares=((5, 5),))
    board = SquareMap(title="Field", grid=SquareGrid(columns=10, rows=10), features=(hedge,))
    behind = rs.Field(board=board, units=(guns(),))
    bare = field(guns())
    assert comes_into_view(bare, guns(), by_firing=True)
    assert not comes_into_view(bare, guns(position="semi_masked"), by_firing=True)
    assert not comes_into_view(field(guns(), wood=((5, 5),)), guns(), by_firing=True)
    assert comes_into_view(behind, guns(), by_firing=True)
    assert not comes_into_view(behind, infantry("w", "white", (5, 5)), by_firing=True)
    wood = ((3, 5),)
    red = infantry("a", "red", (1, 5))
    walker = infantry("w", "white", (5, 5), visible=True)
    assert lost_from_view(field(red, walker)).unit("w").visible
    assert not lost_from_view(field(red, walker, wood=wood)).unit("w").visible
    assert lost_from_view(field(red, guns(visible=True), wood=wood)).unit("g").visible
