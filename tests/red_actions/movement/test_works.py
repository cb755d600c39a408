"""Wire, foxholes and fires."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_actions as ra
from rcw_rules.kernel.lengths import inches

TWO_DICE = list(product(range(1, 7), repeat=2))


def throw(asked: Any, *faces: int) -> Any:
    return ra.ruleset.resolve(asked, dice=GivenDice(faces)).outcome


def refused(asked: Any, rule: str, path: str) -> None:
    with pytest.raises(IllegalRequestError) as refusal:
        ra.ruleset.resolve(asked, dice=SeededDice(1))
    assert [(objection.rule, objection.path) for objection in refusal.value.verdict.objections] == [(rule, path)]


def malformed(asked: Any, rule: str, path: str) -> None:
    with pytest.raises(InvalidRequestError) as refusal:
        ra.ruleset.resolve(asked, dice=SeededDice(1))
    assert (path, rule) in [(problem.path, problem.rule) for problem in refusal.value.problems], str(refusal.value)


# ---------------------------------------------------------------- wire


def wire(arm: Any = "rifle", **fields: Any) -> ra.CrossWireRequest:
    return ra.CrossWireRequest(arm=arm, **fields)


@pytest.mark.rule("red_actions", "wire-infantry", "wire-engineers")
@pytest.mark.parametrize("faces", TWO_DICE)
def test_infantry_needs_9_and_engineers_8(faces: tuple[int, int]) -> None:
    assert throw(wire(), *faces) == ra.CrossWireOutcome(across=sum(faces) >= 9)
    cut = sum(faces) >= 8
    assert throw(wire(engineers=True), *faces) == ra.CrossWireOutcome(across=cut, path_cut=cut)


@pytest.mark.rule("red_actions", "wire-infantry")
def test_nobody_throws_in_the_turn_of_entry() -> None:
    assert throw(wire(turns_in_wire=0)) == ra.CrossWireOutcome(across=False)
    assert throw(wire(turns_in_wire=7), 4, 5).across is True


@pytest.mark.rule("red_actions", "wire-infantry", "terrain-table")
@pytest.mark.parametrize("arm", ["mg", "mortar", "officer"])
def test_others_on_foot_do_as_infantry(arm: Any) -> None:
    assert throw(wire(arm), 4, 4).across is False
    assert throw(wire(arm), 4, 5).across is True


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
    assert throw(wire("tank"), face) == expected
    assert throw(wire("tank", turns_in_wire=0), face) == expected


@pytest.mark.rule("red_actions", "wire-tanks", "tank-wire")
def test_a_tank_along_the_wire() -> None:
    nine = wire("tank", wire_device=True, along=inches(9))
    assert throw(nine, 3, 4, 3) == ra.CrossWireOutcome(across=False, strips_crushed=(True, False))
    assert throw(nine, 1) == ra.CrossWireOutcome(across=False, stuck=True)
    assert throw(wire("tank", wire_device=True, along=inches("3.9")), 2).strips_crushed == ()
    assert throw(wire("tank", wire_device=True, along=inches(4)), 2, 6).strips_crushed == (True,)


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


# ---------------------------------------------------------------- foxholes


def dig(**fields: Any) -> Any:
    return throw(ra.DigInRequest(**fields))


@pytest.mark.rule("red_actions", "dig-rate", "conv-exact-arithmetic")
def test_the_cases_of_digging() -> None:
    five = dig(tools=True, moves=5)
    assert (five.progress, five.columns) == (Fraction(5, 2), 2)
    four = dig(moves=4)
    assert (four.progress, four.columns) == (1, 1)
    seven = dig(tools=True, moves=7)
    assert (seven.progress, seven.columns) == (3, 3)


@pytest.mark.rule("red_actions", "dig-rate", "dig-ignore-retire")
def test_progress_goes_on_exactly_and_serves_from_one_whole_column() -> None:
    assert dig(progress=Fraction(3, 4)).progress == 1
    assert dig(progress=Fraction(1, 2)) == ra.DigInOutcome(progress=Fraction(3, 4), columns=0, stands_firm=False)
    assert dig(progress=Fraction(3, 2)) == ra.DigInOutcome(progress=Fraction(7, 4), columns=1, stands_firm=True)
    assert dig(progress=Fraction(3)).progress == 3
    text = "columns of cover dug: 7/4; whole ones, which count: 1"
    assert text in ra.ruleset.resolve(ra.DigInRequest(progress=Fraction(3, 2)), dice=GivenDice([])).explain()


@pytest.mark.rule("red_actions", "dig-rate", "act-engineering")
def test_who_may_not_dig() -> None:
    refused(ra.DigInRequest(arm="sabres"), "dig-rate", "$.arm")
    refused(ra.DigInRequest(arm="mortar"), "dig-rate", "$.arm")
    refused(ra.DigInRequest(otherwise_busy=True), "dig-rate", "$.otherwise_busy")
    malformed(ra.DigInRequest(progress=Fraction(13, 4)), "dig-rate", "$.progress")
    malformed(ra.DigInRequest(progress=Fraction(-1, 4)), "dig-rate", "$.progress")
    malformed(ra.DigInRequest(moves=0), "dig-rate", "$.moves")
    assert dig(arm="mg").progress == Fraction(1, 4)


@pytest.mark.rule("red_actions", "dig-rate")
@given(tools=st.booleans(), first=st.integers(1, 6), second=st.integers(1, 6))
def test_digging_twice_is_digging_so_long(tools: bool, first: int, second: int) -> None:
    once = dig(tools=tools, moves=first + second)
    assert dig(tools=tools, moves=second, progress=dig(tools=tools, moves=first).progress) == once


# ---------------------------------------------------------------- fires


def fire(operation: Any, markers: int = 0, **fields: Any) -> ra.BuildingFireRequest:
    return ra.BuildingFireRequest(operation=operation, markers=markers, **fields)


def burning(markers: int) -> ra.BuildingFireOutcome:
    return ra.BuildingFireOutcome(markers=markers, destroyed=markers >= 5)


@pytest.mark.rule("red_actions", "bld-fire-set")
@pytest.mark.parametrize(("markers", "face"), list(product(range(5), range(1, 7))))
def test_setting_a_building_on_fire(markers: int, face: int) -> None:
    assert throw(fire("set", markers), face) == burning(markers + 1 if face >= 3 else markers)


@pytest.mark.rule("red_actions", "bld-fire-grow")
def test_a_fire_spreads_by_itself() -> None:
    assert [throw(fire("spread", markers)) for markers in range(6)] == [
        burning(0),
        burning(2),
        burning(3),
        burning(4),
        burning(5),
        burning(5),
    ]


@pytest.mark.rule("red_actions", "bld-fire-fight")
@pytest.mark.parametrize(("markers", "face"), list(product(range(1, 5), range(1, 7))))
def test_fighting_a_fire(markers: int, face: int) -> None:
    off = {4: 1, 5: 2, 6: 3}.get(face, 0)
    assert throw(fire("fight", markers), face) == burning(max(0, markers - off))


@pytest.mark.rule("red_actions", "bld-fire-set", "bld-fire-fight")
def test_the_exact_odds_of_fires() -> None:
    odds = ra.ruleset.odds(fire("set", 4))
    assert odds.probability(burning(5)) == Fraction(4, 6)
    fight = ra.ruleset.odds(fire("fight", 2))
    assert {markers: fight.probability(burning(markers)) for markers in range(3)} == {
        0: Fraction(2, 6),
        1: Fraction(1, 6),
        2: Fraction(3, 6),
    }


@pytest.mark.rule("red_actions", "bld-fire-set", "bld-fire-grow", "bld-fire-fight")
def test_fires_that_cannot_be() -> None:
    refused(fire("set", 5), "bld-fire-set", "$.markers")
    refused(fire("fight", 5), "bld-fire-fight", "$.markers")
    refused(fire("fight", 0), "bld-fire-fight", "$.markers")
    refused(fire("set", 0, touches=False), "bld-fire-set", "$.touches")
    refused(fire("fight", 2, touches=False), "bld-fire-fight", "$.touches")
    malformed(fire("set", 6), "bld-fire-grow", "$.markers")
    malformed(fire("set", -1), "bld-fire-grow", "$.markers")


@pytest.mark.rule("red_actions", "bld-fire-grow", "bld-fire-set")
def test_a_fire_that_nobody_fights_takes_the_building_in_five_turns() -> None:
    markers = throw(fire("set"), 3).markers
    turns = 0
    while not (state := throw(fire("spread", markers))).destroyed:
        markers, turns = state.markers, turns + 1
    assert turns == 3
