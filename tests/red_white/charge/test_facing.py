"""Flank and rear by the angle of a profile, or by what the players say."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import GivenDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import point

WIDE = rw.PartOneProfile(source="a test", facing=degrees(45))


def contact(x: int, y: int, faces: int = 0) -> rw.FacingContact:
    return rw.FacingContact(defender=point(20, 20), faces=degrees(faces), attacker=point(x, y))


def ask(*contacts: rw.FacingContact, profile: Any = WIDE, choices: Any = None) -> bool:
    ruleset = rw.ruleset.with_options(profile=profile)
    request = rw.FlankOrRearRequest(contacts=contacts)
    return ruleset.resolve(request, dice=GivenDice([]), choices=choices).outcome.flank_or_rear


@pytest.mark.rule("red_white", "p1-facing")
@pytest.mark.parametrize(
    ("x", "y", "flank"),
    [(20, 25, False), (23, 24, False), (24, 24, False), (24, 23, True), (26, 20, True), (16, 23, True), (20, 10, True)],
)
def test_a_front_of_45_degrees_to_each_side(x: int, y: int, flank: bool) -> None:
    assert ask(contact(x, y)) is flank


@pytest.mark.rule("red_white", "p1-facing")
def test_the_front_turns_with_the_facing_and_one_contact_is_enough() -> None:
    assert not ask(contact(26, 20, faces=90))
    assert ask(contact(20, 25, faces=90))
    assert ask(contact(20, 25), contact(26, 20))
    assert not ask(contact(20, 25), contact(21, 26))


@pytest.mark.rule("red_white", "p1-facing")
@pytest.mark.parametrize("profile", [None, rw.PartOneProfile(source="silent about it")])
def test_without_an_angle_the_players_say_and_by_default_it_is_the_front(profile: Any) -> None:
    assert not ask(contact(20, 10), profile=profile)
    choices = {"in_flank_or_rear": lambda contact, alternatives: True}
    assert ask(contact(20, 25), profile=profile, choices=choices)
    assert not ask(contact(20, 25), choices=choices)  # a profile that knows is not overruled
