"""Where attackers stand when an assault is over: how far they came forward from where their charge began."""

from __future__ import annotations

import pytest
from attrs import evolve
from red_white_assaults import WHITE, assault, lose, play, yes
from red_white_units import troops

from rcw_rules import red_white as rw
from rcw_rules.kernel.lengths import inches

FOOT = troops(full_move=inches(6))
HORSE = troops(type="cavalry", side="white", full_move=inches(4))


def far(request: rw.AssaultRequest, *faces: int, **choices: object) -> list[object]:
    return [after.advanced for after in play(request, *faces, **choices).attackers]


@pytest.mark.rule("red_white", "melee-where-attackers-stand", "melee-loser-moves")
def test_a_winner_stands_in_contact_and_a_loser_where_it_began() -> None:
    request = assault([FOOT], [WHITE], gap=5, move=8)
    assert far(request, 6, 1) == [inches(5)]
    assert far(request, 1, 6) == [inches(0)]


@pytest.mark.rule("red_white", "melee-where-attackers-stand", "melee-morale-between")
def test_who_is_driven_off_goes_back_from_contact() -> None:
    request = assault([FOOT], [WHITE], gap=5, move=8, defensive=[lose(1)])
    after = play(request, 10).attackers[0]  # seven stands are left, and a 10 fails
    assert (after.goes, after.moved, after.advanced) == ("rear", inches(6), inches(5))


@pytest.mark.rule("red_white", "melee-where-attackers-stand", "melee-withdraw-caught")
@pytest.mark.parametrize(("move", "advanced"), [(6, 6), (7, 7), (9, 8)])
def test_a_charge_that_reaches_nobody_is_carried_out_up_to_where_the_unit_stood(move: int, advanced: int) -> None:
    # Cavalry 8 inches off withdraws 4 inches: 12 are needed. A charge of 9 stops where the cavalry stood.
    request = assault([FOOT], [HORSE], gap=8, move=move)
    assert far(request, 1, choices={"withdraw": yes}) == [inches(advanced)]


@pytest.mark.rule("red_white", "melee-where-attackers-stand", "melee-caught-cover")
def test_who_is_caught_is_met_farther_off() -> None:
    request = assault([FOOT], [HORSE], gap=8, move=12)
    assert far(request, 1, 6, 1, choices={"withdraw": yes}) == [inches(12)]


@pytest.mark.rule("red_white", "melee-where-attackers-stand")
def test_what_nobody_measured_is_not_known() -> None:
    assert far(assault([FOOT], [WHITE]), 6, 1) == [None]
    short = assault([FOOT], [WHITE], gap=8, move=7)
    assert far(short) == [inches(7)]
    charger = evolve(short.attackers[0], unit=evolve(FOOT, name="second"), charger_move=None)
    assert far(evolve(short, attackers=(*short.attackers, charger))) == [inches(7), None]
