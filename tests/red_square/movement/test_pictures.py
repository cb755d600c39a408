"""Pictures of moves."""

from __future__ import annotations

import re

import pytest
from attrs import evolve
from red_square_pictures import FIELD, unit

from rcw_rules import red_square as rs
from rcw_rules.red_square.movement import rates_in


@pytest.mark.rule("red_square", "move-table", "move-legal-directions")
def test_the_moves_of_a_unit() -> None:
    # Masses in a corner of the table, facing the row: a step east, or two; or a wheel first, and then one.
    masses = unit("1/1", (0, 5), bases=4, facing="E")
    field = evolve(FIELD, units=(masses,))
    charts = rs.ruleset.charts
    terms = rs.MoveTerms(rates=rates_in(charts), occupancy=charts["occupancy"])
    picture = rs.draw_moves(field, masses, rs.whole_moves(field, masses, terms))
    assert "1 square: 1, 5." in picture.svg
    (two,) = re.findall(r"2 squares: ([\d, ]+)\.", picture.svg)
    # Wheeled 90 degrees to S it steps SE or SW, onto row 4; from (1, 5), wheeled to SE or turned about, further on.
    assert sorted(re.findall(r"\d, \d", two)) == ["0, 4", "1, 4", "2, 5"]
    assert picture.title == "The moves of infantry in masses facing E"
    assert rs.draw_moves(field, masses, (), title="mine").title == "mine"
