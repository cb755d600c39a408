"""Units that break at once, and their retreat."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_shots import Squares, after, duel, field, mission, shoot, unit

from rcw_rules import GivenDice, SeededDice
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareWay


@pytest.mark.rule("red_square", "fire-8-shock", "fire-8-accumulate")
def test_a_target_that_cannot_hold_breaks_at_once() -> None:
    holds = shoot(duel(w_markers=4), 1, 1, 6)
    assert (holds.broken, after(holds, "w").markers) == (False, 6)
    on = duel(w_markers=5, w_this_turn=rs.ThisTurn(cards=("9C",), holds_fire=True))
    broke = shoot(on, 1, 1, 6, 8)  # 7 markers, idle: one for 12, D12 of 8 costs nothing
    target = after(broke, "w")
    assert (broke.broken, target.markers, target.bases, target.state) == (True, 0, 4, "retreating")
    assert on.board.grid.distance((1, 1), target.square or (1, 1)) == 5
    assert (broke.surrendered, target.this_turn.cards, target.this_turn.is_over) == (("9C",), (), True)
    in_wood = field(*on.units[:2], wood=((4, 1),), observations=(rs.Observation(observer="a", target="w", turn=1),))
    hid = after(shoot(in_wood, 1, 1, 6, 7), "w")  # idle in cover: D24, 7 or less costs a base
    assert not hid.this_turn.holds_fire
    assert (hid.state, hid.bases, hid.square) == ("hiding", 3, (4, 1))


@pytest.mark.rule("red_square", "fire-8-shock")
def test_a_group_keeps_the_card_of_one_that_breaks() -> None:
    held = rs.ThisTurn(cards=("9C",))
    officer = unit("colonel", "co", (20, 8))
    target = unit("w", "infantry", (4, 1), markers=5, this_turn=held, commander="colonel")
    other = unit("w2", "infantry", (9, 9), this_turn=held, commander="colonel")
    broke = shoot(field(unit("a", "line", (1, 1)), target, other, officer), 1, 1, 6, 8)
    assert (broke.broken, broke.surrendered, after(broke, "w").this_turn.cards) == (True, (), ())


@pytest.mark.rule("red_square", "fire-8-shock", "terrain-hills", "act-hide")
def test_a_unit_that_breaks_hides_behind_its_slope() -> None:
    hill: dict[str, Squares] = {"crest": ((1, 2),), "slope": ((1, 3),)}
    firer = unit("a", "line", (1, 2), facing="N")
    target = unit("w", "infantry", (1, 3), facing="S", markers=6)
    # Close 3, line 1; 7 markers, idle in cover: D24 of 24 costs nothing.
    hid = shoot(field(firer, target, features=hill), 1, 6, 6, 6, 24)
    assert (hid.broken, after(hid, "w").state, after(hid, "w").square) == (True, "hiding", (1, 3))


@pytest.mark.rule("red_square", "fire-8-shock", "fire-10-fate")
def test_those_with_a_unit_that_breaks_draw_for_its_bases() -> None:
    officer = unit("o", "co", (4, 1))
    target = unit("w", "infantry", (4, 1), markers=6, commander="o", idle=False)
    # 7 markers: one base for 6, none for a 6 against the one left; the CO draws once.
    shot = shoot(field(unit("a", "line", (1, 1)), target, officer), 1, 6, 6, 6, "QD")
    assert (after(shot, "w").bases, after(shot, "o").pinned) == (3, 1)


@pytest.mark.rule("red_square", "act-retreat", "fire-8-shock")
def test_who_has_retreated_in_this_turn_stays_where_he_is() -> None:
    gone_back = rs.ThisTurn(retreated=True, is_over=True)
    broke = shoot(duel(w_markers=6, w_state="retreating", w_this_turn=gone_back), 1, 6, 6, 12)
    assert (broke.broken, after(broke, "w").square, after(broke, "w").state) == (True, (4, 1), "retreating")


@pytest.mark.rule("red_square", "train-7-hits", "fire-8-shock")
def test_a_disabled_train_goes_nowhere() -> None:
    rails = SquareWay(squares=((6, 1), (7, 1), (8, 1)))
    facts: dict[str, Any] = {"kind": "train", "guns": "heavy", "order": None, "bases_removed": 0}
    train = unit("w", "train", (6, 1), markers=6, marker_weapons=("qf_gun",) * 6, facing="E", **facts)
    for rings, square in ((0, (8, 1)), (5, (6, 1))):
        on = field(unit("a", "qf", (1, 1)), evolve(train, rings=rings))
        on = evolve(on, board=evolve(on.board, railways=(rails,)))
        request = mission(on)
        shot = rs.ruleset.resolve(request, dice=GivenDice([6, 6, 6], otherwise=SeededDice(3))).outcome
        assert (shot.broken, after(shot, "w").square) == (True, square)
