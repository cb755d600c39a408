"""Contact: who is charged, and by whom."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_charges import CARTS, CAVALRY, HORSE, LINE, MGS, PLAIN, charge, field, unit_in

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules.kernel.geometry.squares import EdgeFeature, SquareArea, SquareFeature
from rcw_rules.red_square.model import Unit
from rcw_rules.red_square.mounted import MountedCombatRequest, chargeable
from rcw_rules.red_square.ruleset import ruleset


@pytest.mark.rule("red_square", "mounted-1-trigger")
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"terrain": (SquareArea(kind="wood", squares=((4, 5),)),)}, "in a wood"),
        ({"terrain": (SquareArea(kind="stone_building", squares=((4, 5),)),)}, "in a stone building"),
        ({"terrain": (SquareArea(kind="wood", squares=((4, 6),)),)}, "the way to Line is closed"),
        ({"features": (SquareFeature(kind="hedge", squares=((4, 5),)),)}, "behind a hedge"),
        ({"features": (SquareFeature(kind="trench", squares=((4, 5),)),)}, "in trenches"),
        ({"features": (SquareFeature(kind="wire", squares=((4, 5),)),)}, "behind wire"),
        ({"features": (SquareFeature(kind="slope", squares=((4, 5),)),)}, "the way to Line is closed"),
        ({"edges": (EdgeFeature(kind="stream", between=(((4, 6), (4, 5)),)),)}, "the way to Line is closed"),
        ({"edges": (EdgeFeature(kind="river", between=(((4, 6), (4, 5)),)),)}, "the way to Line is closed or barred"),
    ],
)
def test_only_enemies_in_the_open_are_charged(changes: dict[str, Any], message: str) -> None:
    board = evolve(PLAIN, **changes)
    with pytest.raises(IllegalRequestError, match=rf"\$\.target: .*{message}.*mounted-1-trigger"):
        charge(CAVALRY, LINE, board=board, target="Line")
    with pytest.raises(IllegalRequestError, match=r"\$\.attacker: Cavalry has no enemy in the open.*mounted-1-trigger"):
        charge(CAVALRY, LINE, board=board)


@pytest.mark.rule("red_square", "mounted-1-trigger")
@pytest.mark.parametrize(
    ("attacker", "target", "message"),
    [
        (evolve(CAVALRY, formation="scouting"), LINE, r"\$\.attacker: .*mounted-1-trigger"),
        (evolve(CAVALRY, state="rallying"), LINE, r"\$\.target: .*mounted-1-trigger"),
        (evolve(CAVALRY, facing="N"), LINE, r"\$\.target: .*faces.*mounted-1-trigger"),
        (CAVALRY, evolve(LINE, square=(4, 4)), r"\$\.target: .*faces.*mounted-1-trigger"),
        (CAVALRY, evolve(LINE, side="white"), r"\$\.target: .*same side.*mounted-1-trigger"),
        (
            CAVALRY,
            Unit(name="Line", side="red", kind="armoured_car", weapons=("mg",), square=(4, 5)),
            r"\$\.target: .*armoured.*mounted-1-trigger",
        ),
    ],
)
def test_who_charges_whom(attacker: Unit, target: Unit, message: str) -> None:
    with pytest.raises(IllegalRequestError, match=message):
        charge(attacker, target, target="Line")


@pytest.mark.rule("red_square", "mounted-1-trigger", "fire-1-target-in-square")
def test_mgs_beside_a_battalion_share_its_fate_and_are_not_charged() -> None:
    with pytest.raises(IllegalRequestError, match=r"\$\.target: .*shares the fate of Line.*fire-1-target-in-square"):
        charge(CAVALRY, LINE, MGS, target="MGs")
    # Tchankas beside a battalion are no target either; the battalion is.
    with pytest.raises(IllegalRequestError, match=r"\$\.target: .*fire-1-target-in-square"):
        charge(CAVALRY, HORSE, CARTS, target="Carts")


@pytest.mark.rule("red_square", "mounted-1-trigger")
def test_tchankas_that_stand_with_armour_are_not_charged() -> None:
    car = Unit(name="Car", side="red", kind="armoured_car", weapons=("mg",), square=(4, 5))
    far = evolve(HORSE, square=(4, 4))
    with pytest.raises(IllegalRequestError, match=r"\$\.target: Carts stands with armour.*mounted-1-trigger"):
        charge(CAVALRY, far, CARTS, car, target="Carts")


@pytest.mark.rule("red_square", "missing-infantry-melee", "mounted-1-trigger")
def test_only_mounted_cavalry_that_faces_an_enemy_in_the_open_has_anybody_to_charge() -> None:
    assert [unit.name for unit in chargeable(field(CAVALRY, LINE), CAVALRY)] == ["Line"]
    foot = evolve(CAVALRY, kind="infantry", formation="masses")
    assert chargeable(field(foot, LINE), foot) == ()
    away = evolve(CAVALRY, facing="N")
    assert chargeable(field(away, LINE), away) == ()


@pytest.mark.rule("red_square", "mounted-1-trigger", "opt-closed-leaving")
def test_with_the_option_closed_leaving_a_slope_entered_from_the_plain_is_open() -> None:
    hill = evolve(PLAIN, features=(SquareFeature(kind="slope", squares=((4, 5),)),))
    before = field(CAVALRY, LINE, board=hill)
    assert chargeable(before, CAVALRY) == ()
    assert [unit.name for unit in chargeable(before, CAVALRY, closed_leaving=True)] == ["Line"]
    asked = MountedCombatRequest(field=before, attacker="Cavalry")
    dice = GivenDice([4, 4, 4, 4, 4, 4, 4, 6, 6, 6])
    outcome = ruleset.with_options(closed_leaving=True).outcome(asked, dice=dice)
    assert outcome.combats[0].winner == "target"


@pytest.mark.rule("red_square", "mounted-1-trigger", "at-procedure")
def test_tchankas_alone_are_charged() -> None:
    horse = evolve(HORSE, square=(4, 4))
    # 3 dice at 9: 3 hits; 4 dice at 3: none. The die of 3 hits fails, two cards for each: all spades.
    dice = (4, 4, 4, 4, 4, 4, 4, 6, "2S", "3S", "4S", "5S", "6S", "7S")
    outcome = charge(CAVALRY, horse, CARTS, dice=dice)
    assert (outcome.target, outcome.combats[0].winner, outcome.combats[0].target_bases_lost) == ("Carts", "attacker", 0)
    assert unit_in(outcome, "Carts").state == "retreating"
