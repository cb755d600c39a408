"""What a campaign refuses names the arguments of the step, not the fields of the question asked inside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from attrs import evolve
from directory_campaigns import NO_DICE, board, first_turn, piece, profile

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import directory as fd

RED = piece("1 Red", "bolsheviks", "0203")
SICH = piece("1 Sich", "directory", "0202")
BASE = piece("Base", "directory", "0202", "fixed_base")
WAR = (fd.War(one="bolsheviks", other="directory"),)


def paths(step: Callable[[], Any]) -> list[str]:
    with pytest.raises((IllegalRequestError, InvalidRequestError)) as caught:
        step()
    error: Any = caught.value
    found = error.problems if isinstance(error, InvalidRequestError) else error.objections
    return [each.path for each in found]


def attack(campaign: fd.Campaign, *attackers: str, retreats: tuple[fd.Retreat, ...] = (), **fields: Any) -> list[str]:
    return paths(lambda: campaign.attack(attackers, "0202", retreats=retreats, dice=NO_DICE, **fields))


@pytest.mark.rule("directory", "gen-attacker", "com-adjacent", "com-armor-strength")
def test_an_attack_names_the_attacker_or_the_target() -> None:
    far, theirs = piece("Far", "bolsheviks", "0404"), piece("Makhno", "makhnovists", "0203")
    depot = piece("Depot", "bolsheviks", "0203", "supply_stockpile")
    at_war = first_turn(RED, far, theirs, depot, BASE, wars=WAR).advance_to("first_combat")
    assert attack(at_war, "1 Red", "Far") == ["$.attackers[1]"]
    assert attack(at_war, "1 Red", "Depot", "Makhno") == ["$.attackers[1]", "$.attackers[2]"]
    at_peace = first_turn(RED, BASE).advance_to("first_combat")
    assert attack(at_peace, "1 Red") == ["$.target"]
    weak = piece("Yard", "bolsheviks", "0203", "local_units")
    entrenched = first_turn(weak, SICH, evolve(SICH, counter=evolve(SICH.counter, name="2 Sich")), wars=WAR)
    ways = tuple(fd.Retreat(unit=name, path=("0303",)) for name in ("2 Sich", "1 Sich"))
    assert attack(entrenched.advance_to("first_combat"), "Yard", retreats=ways) == ["$.attackers"]


@pytest.mark.rule("directory", "cap-when", "cap-armor", "bad-input")
def test_an_attack_names_the_retreat_or_the_replacement() -> None:
    campaign = first_turn(RED, SICH, BASE, wars=WAR).advance_to("first_combat")
    ways = (fd.Retreat(unit="Base", path=("0303",)), fd.Retreat(unit="1 Sich", path=("0303",)))
    assert attack(campaign, "1 Red", retreats=ways) == ["$.retreats[0]"]
    train = piece("Train", "directory", "0202", "armored_train")
    railhead = first_turn(RED, train, wars=WAR).advance_to("first_combat")
    stuck = (fd.Retreat(unit="Train"),)
    assert attack(railhead, "1 Red", retreats=stuck) == ["$.replacements"]
    theirs = fd.Counter(type="armored_train", faction="directory")
    assert attack(railhead, "1 Red", retreats=stuck, replacements=(theirs,)) == ["$.replacements[0].faction"]


@pytest.mark.rule("directory", "bad-input")
def test_an_attack_with_a_state_that_cannot_be_names_the_argument() -> None:
    # A state put together by hand is checked no earlier.
    campaign = first_turn(RED, BASE, wars=WAR).advance_to("first_combat")
    unheard: Any = "plenty"
    for name, path in (("1 Red", "$.attackers[0]"), ("Base", "$.target")):
        broken = campaign.state.with_piece(name, evolve(campaign.state.piece(name), supply=unheard))
        assert attack(evolve(campaign, state=broken), "1 Red") == [path]
        with pytest.raises(InvalidRequestError, match=r"supply: expected one of .* got 'plenty'"):
            evolve(campaign, state=broken).attack(("1 Red",), "0202", dice=NO_DICE)


@pytest.mark.rule("directory", "mov-kinds", "mov-cost", "mov-base", "unit-local", "fm-per-unit", "fm-eligibility")
def test_a_move_names_the_unit_the_way_or_the_kind() -> None:
    rails = {f"h{label}": fd.MapHex(label=label, land="clear", rail="major") for label in ("0101", "0102", "0103")}
    train = piece("Train", "bolsheviks", "0101", "armored_train")
    units = (train, piece("Foot", "bolsheviks", "0101"), piece("Base", "bolsheviks", "0101", "fixed_base"))
    yard = piece("Yard", "bolsheviks", "0101", "local_units")
    rules = profile(map=board(**rails), local_restriction=lambda state, unit, path: False)
    campaign = first_turn(*units, yard, with_profile=rules).advance_to("first_movement")
    assert paths(lambda: campaign.move("Base", ("0102",))) == ["$.name"]
    assert paths(lambda: campaign.move("Foot", ("0102", "0103", "0104", "0204"))) == ["$.path"]
    assert paths(lambda: campaign.move("Yard", ("0102",))) == ["$.path"]
    assert paths(lambda: campaign.special_move("naval", "Train", ("0102",))) == ["$.path[0]"]
    assert paths(lambda: campaign.special_move("water", "Train", ("0102", "0103"))) == ["$.path[0]", "$.path[1]"]
    further, _ = campaign.special_move("rail", "Train", ("0102", "0103"))
    assert paths(lambda: further.special_move("rail", "Train", ("0102", "0202"))) == ["$.path[1]"]
    assert paths(lambda: further.special_move("rail", "Base", ("0102",)))[0] == "$.name"
    assert paths(lambda: campaign.forced_march("Train", dice=NO_DICE)) == ["$.name"]
    marching, _ = campaign.forced_march("Foot", dice=GivenDice([5]))
    assert paths(lambda: marching.forced_march("Foot", dice=NO_DICE)) == ["$.name"]
    assert paths(lambda: marching.special_move("rail", "Foot", ("0102",))) == ["$.name"]
    wet = {f"h{label}": fd.MapHex(label=label, land="clear", water=("coastal",)) for label in ("0101", "0102")}
    afloat = first_turn(train, units[2], with_profile=profile(map=board(**wet))).advance_to("first_movement")
    assert paths(lambda: afloat.special_move("naval", "Train", ("0102",))) == ["$.mode"]


@pytest.mark.rule("directory", "dip-phasing", "gen-factions", "sup-never")
def test_diplomacy_and_supply_name_their_arguments() -> None:
    campaign = first_turn(piece("Makhno", "makhnovists", "0101"))
    unheard: Any = "poles"
    assert paths(lambda: campaign.persuade(unheard, dice=NO_DICE)) == ["$.target"]
    assert paths(lambda: campaign.declare("declare_war", "germans", enemies=(unheard,))) == ["$.enemies[0]"]
    unknown = first_turn(piece("Makhno", "makhnovists", "0101", supply=None))
    assert paths(lambda: unknown.set_supply("Makhno", "supplied")) == ["$.status"]
