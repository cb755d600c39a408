"""Buildings under artillery fire."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest
from red_square_asking import PACK, answer

from rcw_rules import DiceError, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.geometry.squares import SquareArea, SquareGrid, SquareMap
from rcw_rules.red_square.movement import rates_in
from rcw_rules.red_square.units import entry_objections


@pytest.mark.rule("red_square", "art-buildings-fire")
@pytest.mark.parametrize("card", PACK)
def test_every_card_on_stone_and_wood(card: str) -> None:
    for material, suits in (("stone", "H"), ("wood", "HD")):
        fire = answer(rs.BuildingFireRequest(material=material, hiding=True), card)  # type: ignore[arg-type]
        assert (fire.burning, fire.driven_out) == ((True, True) if card[-1] in suits else (False, False))
        assert fire.cards == ()
        empty = answer(rs.BuildingFireRequest(material=material), card)  # type: ignore[arg-type]
        assert (empty.burning, empty.driven_out) == (fire.burning, False)


@pytest.mark.rule("red_square", "art-buildings-fire", "equipment-draw-pile")
def test_buildings_draw_from_what_is_left() -> None:
    request = rs.BuildingFireRequest(material="wood", deck=("5D", "*1"), discards=("AH",))
    assert answer(request, "5D") == rs.BuildingFireOutcome(burning=True, driven_out=False, cards=("5D",))
    assert answer(request, "*1").burning is False
    assert rs.ruleset.odds(request).probability(lambda outcome: outcome.burning) == Fraction(1, 2)
    # The discards are shuffled only once the rest is used up.
    with pytest.raises(DiceError, match="AH is not in the pile"):
        answer(request, "AH")
    assert answer(attrs.evolve(request, deck=()), "AH").cards == ("AH",)
    with pytest.raises(IllegalRequestError, match=r"\[equipment-draw-pile\]"):
        answer(attrs.evolve(request, deck=(), discards=()), "AH")


@pytest.mark.rule("red_square", "art-buildings-fire")
@pytest.mark.parametrize(("material", "ways"), [("stone", 13), ("wood", 26)])
def test_odds_of_fire(material: Any, ways: int) -> None:
    odds = rs.ruleset.odds(rs.BuildingFireRequest(material=material))
    assert odds.probability(lambda outcome: outcome.burning) == Fraction(ways, 54)
    assert len(odds) == 2


@pytest.mark.rule("red_square", "art-buildings-fire")
def test_nobody_enters_a_burning_square() -> None:
    village = SquareArea(kind="stone_building", squares=((4, 2), (3, 3)))
    board = SquareMap(title="a village", grid=SquareGrid(columns=8, rows=10), terrain=(village,))
    foot = rs.Unit(name="1st", side="red", kind="infantry", square=(3, 2), facing="E", bases=4, formation="masses")
    fires = rs.Field(board=board, units=(foot,), burning=((4, 2),))
    chart = rs.ruleset.charts["occupancy"]
    terms = rs.MoveTerms(rates=rates_in(rs.ruleset.charts), occupancy=chart)
    assert {move.square for move in rs.whole_moves(attrs.evolve(fires, burning=()), foot, terms)} > {(4, 2)}
    assert (4, 2) not in {move.square for move in rs.whole_moves(fires, foot, terms)}
    with pytest.raises(
        IllegalRequestError, match=r"the buildings in \(4, 2\) burn and may not be entered \[art-buildings-fire\]"
    ):
        answer(rs.MoveRequest(field=fires, unit="1st", actions=(rs.Step(to="E"),)))
    assert [one.rule for one in entry_objections(fires, foot, (4, 2), chart)] == ["art-buildings-fire"]
    assert entry_objections(fires, foot, (3, 3), chart) == ()
    # Nor does a retreat lead there, which would go southwest by (2, 3).
    shaken = attrs.evolve(foot, square=(3, 4))
    enemy = attrs.evolve(foot, name="2nd", side="white", square=(3, 6), visible=True)
    fleeing = rs.Field(
        board=attrs.evolve(board, terrain=(SquareArea(kind="stone_building", squares=((2, 3),)),)),
        units=(shaken, enemy),
    )
    assert answer(rs.RetreatRequest(field=fleeing, unit="1st")).path[0] == (2, 3)
    assert answer(rs.RetreatRequest(field=attrs.evolve(fleeing, burning=((2, 3),)), unit="1st")).path[0] == (3, 3)
    # Whoever is there already is only to leave, when his turn comes.
    inside = attrs.evolve(foot, square=(4, 2))
    assert entry_objections(fires.with_units(inside), inside, (4, 2), chart) == ()


@pytest.mark.rule("red_square", "equipment-cards-dice")
def test_cards_that_do_not_exist() -> None:
    for request in (rs.BuildingFireRequest(material="wood", deck=("1H",)), rs.WireRequest(hits=1, deck=("1H",))):
        with pytest.raises(InvalidRequestError, match=r"\$\.deck\[0\]: .*\[equipment-cards-dice\]"):
            answer(request, "1H")
    with pytest.raises(InvalidRequestError, match=r"\$\.discards\[1\]: .*\[equipment-cards-dice\]"):
        answer(rs.WireRequest(hits=1, deck=("AH",), discards=("AH", "AH")), "AH")
