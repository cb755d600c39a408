"""Which stacks may attack together."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game

# Around 1010, clockwise from north: neighbours in this list lie next to each other, and so do the first and the last.
RING = ("1009", "1110", "1111", "1011", "0911", "0910")
ORDER = game.order_of_battle()


def troop(key: str, place: str, tq: int = 5, **more: Any) -> Any:
    unit = evolve(ORDER.unit(key), hex=place, **more)
    return unit if unit.is_vehicle else evolve(unit, tq=tq)


def ask(*units: Any, attack_type: Any = "prepared", day: Any = 15, target: str = "1010") -> Any:
    request = game.AttackCoordinationRequest(attack_type=attack_type, target=target, units=units, day=day)
    return game.ruleset.resolve(request, dice=GivenDice([])).outcome


def refused(*units: Any, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        ask(*units, **fields)
    return [(objection.path, objection.rule) for objection in caught.value.verdict.objections]


def problems(*units: Any, **fields: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        ask(*units, **fields)
    return [(problem.path, problem.rule) for problem in caught.value.problems]


FORMATION = [("$.units", "8.6.1-formation")]
POOR = [("$.units", "8.6.1-tq3")]


@pytest.mark.rule("orel", "8.6.1-hasty", "7.2-hasty")
def test_a_hasty_attack_comes_from_one_hex() -> None:
    one, other = troop("R:3/41D", "1009"), troop("R:1/41D", "1110")
    assert refused(one, other, attack_type="hasty") == [("$.units", "8.6.1-hasty")]
    assert ask(one, evolve(other, hex="1009"), attack_type="hasty").bond == "one_hex"
    nameless = evolve(other, formation="")  # which units may join does not matter then
    assert refused(one, nameless, attack_type="hasty") == [("$.units", "8.6.1-hasty")]


@pytest.mark.rule("orel", "8.6.1-formation")
def test_reds_are_of_one_formation() -> None:
    found = ask(troop("R:3/41D", "1009"), troop("R:1/41D", "1110"))
    assert (found.hexes, found.bond, found.common) == (("1009", "1110"), "formation", "41D")
    assert refused(troop("R:3/41D", "1009"), troop("R:1/7D", "1110")) == FORMATION
    assert ask(troop("R:3/41D", "1009"), troop("R:1/7D", "1009")).bond == "one_hex"
    assert ask(troop("R:1/7D", "1009"), troop("R:Cv/7D", "1011")).common == "7D"  # its cavalry as well


@pytest.mark.rule("orel", "8.6.1-formation")
def test_whites_are_of_one_division() -> None:
    found = ask(troop("W:1/2K", "1009"), troop("W:3/1K", "1011"))
    assert (found.bond, found.common) == ("division", "1st Infantry Division")
    assert refused(troop("W:2/3M", "1009"), troop("W:1/1D", "1011")) == FORMATION
    assert ask(troop("W:Res/1D", "1009"), troop("W:1/2K", "1011")).bond == "division"  # an independent unit
    barbovich, hussars = troop("W:1Off/Alex", "1009"), troop("W:10HusIng", "1011")
    assert ask(barbovich, hussars).common == "1st Cavalry Brigade"
    assert refused(barbovich, troop("W:1/2K", "1011")) == FORMATION


@pytest.mark.rule("orel", "8.6.1-formation")
def test_vehicles_fit_everybody() -> None:
    car = troop("R:AC/Let", "1009")
    assert ask(troop("R:3/41D", "1009"), car, troop("R:1/41D", "1110")).common == "41D"


@pytest.mark.rule("orel", "8.6.1-exceptions")
def test_recruits_join_anybody() -> None:
    recruits = game.Unit(
        key="n", side="red", type="infantry", hex="1110", tq=5, steps=2, strength=2, recruit_battalion=True
    )
    assert ask(troop("R:3/41D", "1009"), recruits).common == "41D"
    assert ask(evolve(recruits, key="m", hex="1009"), recruits).bond == "anybody"
    assert refused(troop("R:3/41D", "1009"), recruits, troop("R:1/7D", "1111")) == FORMATION


@pytest.mark.rule("orel", "8.6.1-exceptions", "8.6.1-tq3")
def test_lettones_and_poor_recruits() -> None:
    recruits = game.Unit(
        key="n", side="red", type="infantry", hex="1009", tq=2, steps=2, strength=2, recruit_battalion=True
    )
    brigades = (troop("R:1/Let", "1009"), troop("R:4/Let", "1110"))
    found = ask(*brigades, recruits)
    assert (found.bond, found.common) == ("exception", "Let-1Bde, Let-2Bde, Let-3Bde")
    assert refused(*brigades, evolve(recruits, hex="1111")) == POOR
    assert ask(troop("R:7/Let", "1009"), troop("R:Cv/Let", "1011")).bond == "exception"
    assert refused(troop("R:1/Let", "1009"), troop("R:1/Pavl", "1110")) == FORMATION


@pytest.mark.rule("orel", "8.6.1-exceptions")
def test_the_tchervonno_kazaks_from_the_twentieth() -> None:
    horse, cossacks = troop("R:14/41D", "1009"), troop("R:1/TchKz", "1011")
    assert refused(horse, cossacks, day=19) == FORMATION
    found = ask(horse, cossacks, day=20)
    assert (found.bond, found.common) == ("exception", "TchKz")
    assert ask(horse, troop("R:Cv/41S", "1110"), cossacks, day=31).bond == "exception"
    assert ask(horse, troop("R:3/41D", "1011"), day=20).common == "41D"  # still of its own division
    assert refused(horse, cossacks, troop("R:3/41D", "1110"), day=20) == FORMATION
    assert refused(troop("R:Cv/41D", "1009"), cossacks, day=20) == FORMATION  # not one of the two brigades


@pytest.mark.rule("orel", "8.6.1-tq3")
def test_poor_troops() -> None:
    first, second = troop("R:3/41D", "1009"), troop("R:1/41D", "1110")
    poor = troop("R:4/41D", "1111", 3)
    assert refused(first, second, poor) == POOR
    assert ask(first, second, evolve(poor, tq=4)).hexes == ("1009", "1110", "1111")
    assert ask(first, evolve(poor, hex="1110")).hexes == ("1009", "1110")
    assert refused(first, poor) == POOR
    assert refused(first, troop("R:4/41D", "1111", 4, recruits_marker=True)) == POOR
    assert ask(poor).bond == "one_hex"
    white = troop("W:1/2K", "1009", 3)
    assert refused(white, troop("W:3/1K", "1011")) == POOR


@pytest.mark.rule("orel", "8.6.1-tq3", "8.6.1-formation")
def test_both_reasons_are_told() -> None:
    found = refused(troop("R:3/41D", "1009"), troop("R:1/7D", "1011", 3))
    assert found == [*FORMATION, *POOR]


@pytest.mark.rule("orel", "X-bad-combat")
def test_bad_attacks() -> None:
    assert refused(troop("R:3/41D", "1009"), target="1011") == [("$.units[0].hex", "X-bad-combat")]
    assert refused(troop("R:AC/Let", "1009")) == [("$.units", "X-bad-combat")]
    assert problems(troop("R:Art/7D", "1009")) == [("$.units[0].type", "X-bad-combat")]


@pytest.mark.rule("orel", "X-bad-units", "0-hex-layout", "8.6.1-formation")
def test_bad_input() -> None:
    red = troop("R:3/41D", "1009")
    assert problems(red, troop("W:1/2K", "1011")) == [("$.units[1].side", "X-bad-units")]
    assert problems(evolve(red, hex=None)) == [("$.units[0].hex", "X-bad-units")]
    assert problems(red, target="3321") == [("$.target", "0-hex-layout")]
    stray = evolve(red, key="x", hex="1110", formation="")
    assert problems(red, stray) == [("$.units[1].formation", "8.6.1-formation")]
    assert ask(red, evolve(stray, hex="1009")).bond == "one_hex"
    homeless = troop("W:1/2K", "1110", division="")
    assert problems(troop("W:3/1K", "1009"), homeless) == [("$.units[1].division", "8.6.1-formation")]


@pytest.mark.rule("orel", "8.6.1-formation", "8.6.1-exceptions")
def test_the_record_says_what_lets_them_attack_together() -> None:
    def said(*units: Any, day: Any = 15) -> tuple[str, str]:
        request = game.AttackCoordinationRequest(attack_type="prepared", target="1010", units=units, day=day)
        record = game.ruleset.resolve(request, dice=GivenDice([])).record
        return [(step.rule, step.text) for _, step in record.walk()][-1]

    end = "they attack together from 1009, 1110"
    formation = said(troop("R:3/41D", "1009"), troop("R:1/41D", "1110"))
    assert formation == ("8.6.1-formation", f"all of the formation 41D: {end}")
    division = said(troop("W:1/2K", "1009"), troop("W:3/1K", "1110"))
    assert division == ("8.6.1-formation", f"all of the division 1st Infantry Division: {end}")
    riders = said(troop("R:14/41D", "1009"), troop("R:1/TchKz", "1110"), day=20)
    assert riders == ("8.6.1-exceptions", f"an exception for units that fight with TchKz: {end}")
    recruits = game.Unit(
        key="n", side="red", type="infantry", hex="1009", tq=5, steps=2, strength=2, recruit_battalion=True
    )
    anybody = said(recruits, evolve(recruits, key="m", hex="1110"))
    assert anybody == ("8.6.1-exceptions", f"vehicles and recruits may join anybody: {end}")


# -------------------------------------------------------------------- a slow twin

LETTONES = ("R:1/Let", "R:4/Let", "R:7/Let", "R:Cv/Let")
RIDERS = ("R:14/41D", "R:Cv/41S", "R:1/TchKz", "R:2/TchKz")
OTHERS = ("R:3/41D", "R:Cv/41D", "R:1/7D", "R:AC/Let")


def may_join(keys: set[str], day: int) -> bool:
    """Say by the names alone whether these Red units may attack together."""
    bound = keys - {"R:AC/Let"}
    of_41 = {"R:3/41D", "R:Cv/41D", "R:14/41D", "R:Cv/41S"}
    groups: list[set[str]] = [{key} for key in (*LETTONES, *RIDERS, *OTHERS)]
    groups += [of_41, set(LETTONES), {"R:1/TchKz", "R:2/TchKz"}]
    if day >= 20:
        groups.append(set(RIDERS))
    return any(bound <= group for group in groups)


@pytest.mark.rule("orel", "8.6.1-formation", "8.6.1-exceptions", "8.6.1-tq3")
@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.sampled_from((*LETTONES, *RIDERS, *OTHERS)), min_size=2, max_size=4, unique=True),
    st.data(),
    st.sampled_from([15, 19, 20, 26]),
)
def test_coordination_is_what_the_slow_twin_says(keys: list[str], data: st.DataObject, day: int) -> None:
    units = [troop(key, data.draw(st.sampled_from(RING)), data.draw(st.sampled_from([3, 4, 4, 5]))) for key in keys]
    hexes = {unit.hex for unit in units}
    expected: list[str] = []
    if len(hexes) > 1:
        if not may_join(set(keys), day):
            expected.append("8.6.1-formation")
        apart = [abs(RING.index(a) - RING.index(b)) for a, b in combinations(sorted(hexes), 2)]
        if any(unit.tq == 3 for unit in units) and apart not in ([1], [5]):
            expected.append("8.6.1-tq3")
    if expected:
        assert [rule for _, rule in refused(*units, day=day)] == expected
    else:
        assert ask(*units, day=day).hexes == tuple(sorted(hexes))
