"""Barbed wire: who gets through it, and how likely."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from red_actions_asking import answer, malformed, refused

from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches

TWO_DICE = list(product(range(1, 7), repeat=2))


# ---------------------------------------------------------------- wire


def wire(arm: Any = "rifle", **fields: Any) -> ra.CrossWireRequest:
    return ra.CrossWireRequest(arm=arm, **fields)


@pytest.mark.rule("red_actions", "wire-infantry", "wire-engineers")
@pytest.mark.parametrize("faces", TWO_DICE)
def test_infantry_needs_9_and_engineers_8(faces: tuple[int, int]) -> None:
    assert answer(wire(), *faces) == ra.CrossWireOutcome(across=sum(faces) >= 9)
    cut = sum(faces) >= 8
    assert answer(wire(engineers=True), *faces) == ra.CrossWireOutcome(across=cut, path_cut=cut)


@pytest.mark.rule("red_actions", "wire-infantry")
def test_nobody_throws_in_the_turn_of_entry() -> None:
    assert answer(wire(turns_in_wire=0)) == ra.CrossWireOutcome(across=False)
    assert answer(wire(turns_in_wire=7), 4, 5).across is True


@pytest.mark.rule("red_actions", "wire-infantry", "terrain-table")
@pytest.mark.parametrize("arm", ["mg", "mortar", "officer"])
def test_others_on_foot_do_as_infantry(arm: Any) -> None:
    assert answer(wire(arm), 4, 4).across is False
    assert answer(wire(arm), 4, 5).across is True


@pytest.mark.rule("red_actions", "wire-infantry", "terrain-table")
@pytest.mark.parametrize("arm", ["sabres", "tachanka", "gun", "armoured_car", "train_other"])
def test_only_foot_and_tanks_try_wire(arm: Any) -> None:
    refused(wire(arm), "wire-infantry", "$.arm")


@pytest.mark.rule("red_actions", "wire-infantry", "wire-engineers", "wire-tanks")
def test_wire_that_contradicts_itself() -> None:
    refused(wire("officer", mounted=True), "wire-infantry", "$.arm")
    malformed(wire("mg", engineers=True), "wire-engineers", "$.engineers")
    malformed(wire(wire_device=True), "wire-tanks", "$.wire_device")
    malformed(wire(along=inches(4)), "wire-tanks", "$.along")
    malformed(wire(mounted=True), "mov-officer-speed", "$.mounted")
    malformed(wire(turns_in_wire=-1), "wire-infantry", "$.turns_in_wire")
    malformed(wire("tank", wire_device=True, along=inches(49)), "wire-tanks", "$.along")
    refused(wire("tank", along=inches(4)), "wire-tanks", "$.along")


@pytest.mark.rule("red_actions", "tank-wire", "wire-tanks")
@pytest.mark.parametrize("face", range(1, 7))
def test_a_tank_across_the_wire(face: int) -> None:
    expected = ra.CrossWireOutcome(across=face >= 2, crushed=face >= 2, stuck=face == 1)
    assert answer(wire("tank"), face) == expected
    assert answer(wire("tank", turns_in_wire=0), face) == expected


@pytest.mark.rule("red_actions", "wire-tanks", "tank-wire")
def test_a_tank_along_the_wire() -> None:
    nine = wire("tank", wire_device=True, along=inches(9))
    assert answer(nine, 3, 4, 3) == ra.CrossWireOutcome(across=False, strips_crushed=(True, False))
    assert answer(nine, 1) == ra.CrossWireOutcome(across=False, stuck=True)
    assert answer(wire("tank", wire_device=True, along=inches("3.9")), 2).strips_crushed == ()
    assert answer(wire("tank", wire_device=True, along=inches(4)), 2, 6).strips_crushed == (True,)


@pytest.mark.rule("red_actions", "wire-infantry", "wire-engineers", "wire-tanks")
def test_the_exact_odds_of_wire() -> None:
    def across(asked: Any) -> Fraction:
        return ra.ruleset.odds(asked).probability(lambda found: found.across)

    assert across(wire()) == Fraction(sum(sum(faces) >= 9 for faces in TWO_DICE), 36)
    assert across(wire(engineers=True)) == Fraction(sum(sum(faces) >= 8 for faces in TWO_DICE), 36)
    assert across(wire("tank")) == Fraction(5, 6)
    twin: dict[Any, Fraction] = {}
    for test, first, second in product(range(1, 7), repeat=3):
        key = (True, ()) if test == 1 else (False, (first >= 4, second >= 4))
        twin[key] = twin.get(key, Fraction(0)) + Fraction(1, 216)
    odds = ra.ruleset.odds(wire("tank", wire_device=True, along=inches(8)))
    for (stuck, crushed), probability in twin.items():
        assert odds.probability(ra.CrossWireOutcome(across=False, stuck=stuck, strips_crushed=crushed)) == probability
