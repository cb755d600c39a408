"""Every whole move of a unit."""

from __future__ import annotations

import pytest
from attrs import evolve
from red_square_moves import ask, change, edge, field, road, step, terms, unit, white, wood

from rcw_rules import red_square as rs


@pytest.mark.rule("red_square", "move-table", "move-wheel", "move-instead")
def test_whole_moves_of_waves_are_counted_by_hand() -> None:
    waves = unit(formation="waves", facing="E")
    # One square: a step E with four facings after it, four wheels on the spot, two changes of formation.
    assert len(rs.whole_moves(field(waves), waves, terms())) == 4 + 4 + 2
    assert rs.whole_moves(field(waves), evolve(waves, state="hiding"), terms()) == ()
    line = unit(formation="firing_line")
    (only,) = rs.whole_moves(field(line), line, terms())
    assert only.actions == (change("waves"),)


@pytest.mark.rule("red_square", "move-overrun-continue")
def test_a_way_round_an_enemy_is_found_beside_the_way_over_him() -> None:
    # Over him at (3, 5) it is two squares to (3, 6) and no more; by (2, 5) a third leads on to (3, 7).
    riders = unit("cavalry")
    here = field(riders, white((3, 5), state="hiding"))
    found = {(move.square, move.facing): move.actions for move in rs.whole_moves(here, riders, terms(band="2+"))}
    assert found[(3, 7), "N"] == (step("NW"), step("NE"), step("NE"))


@pytest.mark.rule("red_square", "move-table")
def test_every_whole_move_is_legal_and_ends_where_it_says() -> None:
    ground = wood((4, 5), (2, 5)) | edge("stream", between=((3, 6), (3, 7))) | road((3, 4), (3, 5), (3, 6))
    movers = [
        unit(), unit("cavalry"), unit("artillery"), unit("truck"), unit("light_tank"), unit("co"),
        unit("mg", accompanies="friend"), unit("tchanka", accompanies="riders"),
    ]  # fmt: skip
    for mover in movers:
        here = field(
            mover,
            unit(square=(4, 4), name="friend"),
            unit("cavalry", (2, 4), name="riders"),
            white((4, 6)),
            ground=ground,
        )
        found = rs.whole_moves(here, mover, terms(band="2+", suit="C"))
        assert found
        for one in found:
            outcome = ask(here, *one.actions, band="2+", suit="C")
            end = (outcome.unit.square, outcome.unit.facing, outcome.unit.formation)
            assert end == (one.square, one.facing, one.formation)
        assert len({(one.square, one.facing, one.formation) for one in found}) == len(found)
        assert [len(one.actions) for one in found] == sorted(len(one.actions) for one in found)


@pytest.mark.rule("red_square", "move-through-friends")
def test_its_own_square_is_no_square_of_friends_when_it_comes_back() -> None:
    rider = unit("cavalry", (3, 4), "E", formation="mounted", bases=3)
    there_and_back = (rs.Step(to="E", then="about"), rs.Step(to="W", then="about"), rs.Step(to="E"))
    assert rs.course_of(field(rider), rider, there_and_back, terms()).is_legal
    friend = unit(square=(3, 4), name="friend")
    assert not rs.course_of(field(rider, friend), rider, there_and_back, terms()).is_legal
