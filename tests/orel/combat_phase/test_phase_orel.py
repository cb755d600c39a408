"""Where in Orel the active player's units are after a combat phase."""

from __future__ import annotations

from typing import Any

import pytest
from orel_combats import battery, unit
from orel_phases import attack, phase, play

OREL = "2705"
NEXT_TO_IT, OUTSIDE = "2704", "2706"


def chosen(location: Any) -> Any:
    return {"orel_location": lambda _s, _a: location}


@pytest.mark.rule("orel", "7.1.1-orel")
@pytest.mark.parametrize("location", ["suburbs", "centre"])
def test_the_choice_of_who_enters_is_told(location: Any) -> None:
    units = (unit("A", place=NEXT_TO_IT), unit("W", "white", OREL, tq=2))
    outcome = play(phase(*units, attacks=(attack(OREL, "A"),)), 1, 6, choices=chosen(location))
    assert [one.hex for one in outcome.units if one.key == "A"] == [OREL]
    assert ([one.location for one in outcome.attacks], outcome.location) == ([location], location)


@pytest.mark.rule("orel", "7.1.1-orel")
def test_who_does_not_enter_chooses_nothing() -> None:
    units = (unit("A", place=NEXT_TO_IT), unit("W", "white", OREL))
    outcome = play(phase(*units, attacks=(attack(OREL, "A"),)), 1, 1, choices=chosen("centre"))
    assert ([one.location for one in outcome.attacks], outcome.location) == ([None], None)


@pytest.mark.rule("orel", "7.1.1-orel")
def test_a_stack_that_attacks_out_of_orel_is_in_the_suburbs() -> None:
    stack = (unit("A", place=OREL), unit("B", place=OREL), unit("W", "white", OUTSIDE, tq=2))
    held = play(phase(*stack, attacks=(attack(OUTSIDE, "A"),)), 1, 1)
    assert ([one.location for one in held.attacks], held.location) == ([None], "suburbs")
    # A goes on into 2706; B is still there.
    cleared = play(phase(*stack, attacks=(attack(OUTSIDE, "A"),)), 1, 6)
    assert (cleared.attacks[0].advanced, cleared.location) == (("A",), "suburbs")
    alone = play(phase(stack[0], stack[2], attacks=(attack(OUTSIDE, "A"),)), 1, 6)
    assert alone.location is None


@pytest.mark.rule("orel", "7.1.1-orel")
def test_a_support_out_of_orel_is_no_attack() -> None:
    units = (unit("A", place="2606"), battery("G", place=OREL), unit("W", "white", OUTSIDE))
    attacks = (attack(OUTSIDE, "A", supports=("G",)),)
    assert play(phase(*units, attacks=attacks), 1, 1, 1).location is None
