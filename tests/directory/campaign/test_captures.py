"""Captured counters in a campaign: whose they are, what they are called, and what their former owner's lists say."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from directory_campaigns import first_turn, piece, profile

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import directory as fd
from rcw_rules.wire import structure, unstructure

WAR = (fd.War(one="bolsheviks", other="directory"),)
RED = piece("1 Red", "bolsheviks", "0203")
BASE = piece("Base", "directory", "0202", "fixed_base")
NEW_BASE = piece("Base", "directory", "0402", "fixed_base")


def captured(lists: fd.MobilizationLists, *others: fd.Piece, **facts: Any) -> fd.Campaign:
    """Return a campaign in which the Bolsheviks have just captured the base, with lists for the Directory."""

    def mobilization(state: fd.CampaignState) -> fd.MobilizationLists:
        return lists if state.position.side == "directory" else fd.MobilizationLists()

    facts = {"wars": WAR, **facts}
    campaign = first_turn(RED, BASE, *others, with_profile=profile(mobilization=mobilization), **facts)
    # 3 against 1, no combat unit in the hex: a 2 drives the base out, and a 5 captures it.
    return campaign.advance_to("first_combat").attack(("1 Red",), "0202", dice=GivenDice([2, 5]))[0]


def after_the_lists(campaign: fd.Campaign) -> dict[str, tuple[str, str, str]]:
    """Return every counter after the Mobilization Phase of the Directory, which moves first in January I."""
    campaign, _ = campaign.advance_to("initiative").determine_initiative(dice=GivenDice([3]))
    state = campaign.advance_to("first_combat", "directory").state
    return {each.name: (each.counter.faction, each.counter.type, each.hex) for each in state.pieces}


@pytest.mark.rule("directory", "miss-mobilization", "cap-logistics")
def test_a_captured_counter_is_gone_for_the_withdrawals_of_its_former_owner() -> None:
    campaign = captured(fd.MobilizationLists(withdrawals=("Base", "lost long ago")))
    taken = campaign.state.piece("Base")
    assert (taken.counter.faction, taken.captured_from) == ("bolsheviks", "directory")
    assert after_the_lists(campaign) == {
        "1 Red": ("bolsheviks", "regular_infantry", "0203"),
        "Base": ("bolsheviks", "supply_stockpile", "0202"),
    }


@pytest.mark.rule("directory", "miss-mobilization", "cap-logistics")
@pytest.mark.parametrize("step", ["reinforcements", "mobilization"])
def test_a_captured_counter_gives_its_name_up_to_one_that_comes(step: str) -> None:
    lists: dict[str, Any] = {"withdrawals": ("Base",), step: (NEW_BASE,)}
    campaign = captured(fd.MobilizationLists(**lists), piece("Base (captured)", "bolsheviks", "0203", "local_units"))
    assert after_the_lists(campaign) == {
        "1 Red": ("bolsheviks", "regular_infantry", "0203"),
        "Base (captured 2)": ("bolsheviks", "supply_stockpile", "0202"),
        "Base (captured)": ("bolsheviks", "local_units", "0203"),
        "Base": ("directory", "fixed_base", "0402"),
    }
    plain = captured(fd.MobilizationLists(**lists))
    assert "Base (captured)" in after_the_lists(plain)
    # A list may itself bring a counter with the name that the captured one would get.
    odd = evolve(NEW_BASE, counter=evolve(NEW_BASE.counter, name="Base (captured)"))
    two: dict[str, Any] = {step: (NEW_BASE, odd)}
    both = captured(fd.MobilizationLists(**two))
    assert list(after_the_lists(both)) == ["1 Red", "Base (captured 2)", "Base", "Base (captured)"]


@pytest.mark.rule("directory", "miss-mobilization")
def test_a_counter_that_was_recaptured_is_its_owners_again() -> None:
    lists = fd.MobilizationLists(withdrawals=("Base",))
    campaign = captured(lists)
    back = evolve(campaign.state.piece("Base"), captured_from="bolsheviks")
    back = evolve(back, counter=evolve(back.counter, faction="directory"))
    assert "Base" not in after_the_lists(evolve(campaign, state=campaign.state.with_piece("Base", back)))


@pytest.mark.rule("directory", "miss-mobilization", "gen-attacker")
def test_the_problems_of_a_list_have_the_path_of_the_list() -> None:
    lists = fd.MobilizationLists(reinforcements=(NEW_BASE, piece("1 Red", "directory", "0909")))
    with pytest.raises(InvalidRequestError) as caught:
        after_the_lists(captured(lists))
    assert [problem.path for problem in caught.value.problems] == ["$.reinforcements[1].counter.name"]


@pytest.mark.rule("directory", "cap-logistics", "gen-factions")
def test_what_an_ally_captures_is_the_allys() -> None:
    makhno = piece("Makhno", "makhnovists", "0203")
    allies = (fd.Alliance(faction="makhnovists", side="bolsheviks"),)
    campaign = first_turn(RED, makhno, BASE, wars=WAR, alliances=allies).advance_to("first_combat")
    by_the_ally, _ = campaign.attack(("Makhno",), "0202", dice=GivenDice([2, 5]))
    assert by_the_ally.state.piece("Base").counter.faction == "makhnovists"
    # Of several captors the first listed has it, unless the attackers name another.
    together, _ = campaign.attack(("1 Red", "Makhno"), "0202", dice=GivenDice([2, 5]))
    assert together.state.piece("Base").counter.faction == "bolsheviks"
    for_the_ally = {"captor": lambda capture, factions: "makhnovists"}
    chosen, _ = campaign.attack(("1 Red", "Makhno"), "0202", dice=GivenDice([2, 5]), choices=for_the_ally)
    assert chosen.state.piece("Base").counter.faction == "makhnovists"


@pytest.mark.rule("directory", "cap-logistics")
def test_a_state_with_a_captured_counter_is_saved_and_read_and_older_ones_are_too() -> None:
    state = captured(fd.MobilizationLists()).state
    plain = unstructure(state)
    assert structure(plain, fd.CampaignState) == state
    for each in plain["pieces"]:
        del each["captured_from"]
        each["done"].pop("origin")
    assert structure(plain, fd.CampaignState).piece("Base").captured_from is None
