"""Diplomacy in a campaign: the pools, who joins and who leaves, wars, and cities that bring actions.

The board is made up: six columns of four clear hexes with four cities. Even columns stand half a hex further south
than odd ones.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from attrs import evolve
from directory_campaigns import (
    NO_DICE,
    first_turn,
    january,
    piece,
    profile,
    refusal,
    start,
)

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import directory as fd
from rcw_rules.directory.model import Faction

# ------------------------------------------------------------------ diplomacy


@pytest.mark.rule("directory", "dip-start-bolsheviks", "dip-start-directory", "dip-no-volunteers")
def test_the_pools_of_a_new_game() -> None:
    campaign = start()
    assert (campaign.pool("bolsheviks"), campaign.pool("directory")) == (2, 2)
    assert campaign.pool("volunteers") == 0


@pytest.mark.rule("directory", "dip-join-effect", "ini-allies", "dip-grigoriev", "dip-cost")
def test_a_faction_that_joins_acts_in_the_same_player_turn() -> None:
    campaign = january(piece("Grigoriev", "grigorievists", "0404"), die=3)  # the Directory moves first
    before = campaign.advance_to("first_movement")
    with pytest.raises(IllegalRequestError):
        before.move("Grigoriev", ("0304",))
    campaign, joined = campaign.persuade("grigorievists", dice=GivenDice([3]))
    assert joined.outcome.allegiance == "directory"
    assert campaign.pool("directory") == 1
    campaign, _ = campaign.advance_to("first_movement").move("Grigoriev", ("0304",))
    assert campaign.state.piece("Grigoriev").hex == "0304"
    # In the other player-turns they wait, as the Directory does.
    with pytest.raises(IllegalRequestError) as caught:
        campaign.advance_to("first_movement", "bolsheviks").move("Grigoriev", ("0404",))
    assert refusal(caught) == ["gen-attacker"]


@pytest.mark.rule("directory", "dip-cost", "dip-independent")
def test_a_refusal_costs_an_action_and_leaves_the_faction_as_it_was() -> None:
    campaign = first_turn()
    for left in (1, 0):
        campaign, refused = campaign.persuade("grigorievists", dice=GivenDice([4]))
        assert not refused.outcome.succeeded
        assert campaign.pool("bolsheviks") == left
        assert campaign.state.allegiance("grigorievists") is None
    with pytest.raises(IllegalRequestError) as caught:
        campaign.persuade("grigorievists", dice=NO_DICE)
    assert refusal(caught) == ["dip-cost"]
    assert campaign.pool("directory") == 2


@pytest.mark.rule("directory", "dip-independent", "dip-phasing", "dip-no-volunteers")
def test_who_cannot_be_approached_when_and_by_whom() -> None:
    campaign = january(die=4)
    joined, _ = campaign.persuade("zelenyists", dice=GivenDice([4]))
    theirs = joined.advance_to("diplomatic", "bolsheviks")
    with pytest.raises(IllegalRequestError) as caught:
        theirs.persuade("zelenyists", dice=NO_DICE)
    assert refusal(caught) == ["dip-independent"]
    assert theirs.pool("bolsheviks") == 2
    with pytest.raises(IllegalRequestError) as caught:
        campaign.advance()[0].persuade("zelenyists", dice=NO_DICE)
    assert refusal(caught) == ["dip-phasing"]
    with pytest.raises(IllegalRequestError) as caught:
        start().persuade("zelenyists", dice=NO_DICE)
    assert refusal(caught) == ["dip-phasing"]
    with pytest.raises(IllegalRequestError) as caught:
        campaign.advance_to("diplomatic", "volunteers").persuade("makhnovists", dice=NO_DICE)
    assert "dip-no-volunteers" in refusal(caught)


@pytest.mark.rule("directory", "dip-join-effect", "dip-entente", "dip-independent")
def test_the_entente_and_the_germans_leave_the_map_together() -> None:
    pieces = (
        piece("French", "entente", "0604"),
        piece("Red", "bolsheviks", "0101"),
        piece("Holdouts", "germans", "0104"),
    )
    facts: dict[str, Any] = {
        "alliances": (fd.Alliance(faction="entente", side="volunteers"),),
        "wars": (fd.War(one="bolsheviks", other="germans"), fd.War(one="bolsheviks", other="volunteers")),
        "active": ("entente",),
    }
    campaign = first_turn(*pieces, **facts)
    refused, _ = campaign.persuade("entente_and_germans", dice=GivenDice([5]))
    assert len(refused.state.pieces) == 3
    gone, _ = refused.persuade("entente_and_germans", dice=GivenDice([6]))
    assert [each.name for each in gone.state.pieces] == ["Red"]
    assert gone.state.withdrawn
    assert (gone.state.alliances, gone.state.active) == ((), ())
    assert gone.state.wars == (fd.War(one="bolsheviks", other="volunteers"),)
    later, _ = campaign.persuade("entente_and_germans", dice=GivenDice([6]))
    with pytest.raises(IllegalRequestError) as caught:
        later.persuade("entente_and_germans", dice=NO_DICE)
    assert refusal(caught) == ["dip-independent"]


@pytest.mark.rule("directory", "dip-automatic", "gen-attacker", "dip-cost")
@pytest.mark.parametrize("action", ["declare_war", "begin_mobilization", "begin_intervention"])
def test_every_declaration_brings_the_same_war_without_a_die(action: Any) -> None:
    campaign = first_turn()
    assert not campaign.state.are_at_war("bolsheviks", "germans")
    campaign, declared = campaign.declare(action, "germans", enemies=("bolsheviks",))
    assert declared.dice == ()
    assert campaign.state.are_at_war("bolsheviks", "germans")
    assert campaign.state.are_at_war("germans", "bolsheviks")
    assert campaign.state.active == ("germans",)
    assert campaign.pool("bolsheviks") == 1
    again, _ = campaign.declare(action, "germans", enemies=("bolsheviks", "bolsheviks"))
    assert (again.state.wars, again.state.active) == (campaign.state.wars, campaign.state.active)


@pytest.mark.rule("directory", "dip-automatic")
@pytest.mark.parametrize("enemies", [(), ("bolsheviks",), ("germans", "bolsheviks")])
def test_nobody_is_at_war_with_himself_or_with_nobody(enemies: tuple[Faction, ...]) -> None:
    campaign = first_turn(alliances=(fd.Alliance(faction="makhnovists", side="bolsheviks"),))
    with pytest.raises(InvalidRequestError, match=r"\$\.enemies"):
        campaign.declare("begin_mobilization", "makhnovists", enemies=enemies)


@pytest.mark.rule("directory", "dip-join-effect", "gen-attacker")
def test_a_side_is_drawn_into_the_wars_of_its_new_ally() -> None:
    campaign = first_turn(wars=(fd.War(one="directory", other="zelenyists"),))
    assert not campaign.state.are_at_war("bolsheviks", "directory")
    campaign, _ = campaign.persuade("zelenyists", dice=GivenDice([4]))
    assert campaign.state.are_at_war("bolsheviks", "directory")


@pytest.mark.rule("directory", "dip-automatic")
def test_an_enemy_named_twice_is_at_war_once() -> None:
    campaign, _ = first_turn().declare("declare_war", "germans", enemies=("directory", "directory"))
    assert campaign.state.wars == (fd.War(one="germans", other="directory"),)


@pytest.mark.rule("directory", "dip-automatic")
def test_an_attempt_to_persuade_is_no_declaration() -> None:
    attempt: Any = "persuade"
    with pytest.raises(InvalidRequestError, match=r"\$\.action: .*begin_intervention, got 'persuade'"):
        first_turn().declare(attempt, "zelenyists", enemies=("directory",))


@pytest.mark.rule("directory", "dip-join-effect", "dip-automatic")
def test_nobody_is_at_war_with_those_who_have_withdrawn() -> None:
    campaign, _ = first_turn().persuade("entente_and_germans", dice=GivenDice([6]))
    with pytest.raises(InvalidRequestError, match=r"\$\.enemies\[1\]: the germans have withdrawn"):
        campaign.declare("declare_war", "bolsheviks", enemies=("directory", "germans"))
    with pytest.raises(IllegalRequestError) as caught:
        campaign.declare("begin_intervention", "entente", enemies=("bolsheviks",))
    assert refusal(caught) == ["dip-join-effect"]


@pytest.mark.rule("directory", "bad-input", "gen-factions")
def test_what_is_no_value_at_all_is_refused() -> None:
    campaign = first_turn(piece("A", "bolsheviks", "0101"))
    unheard: Any = ("poles",)
    with pytest.raises(InvalidRequestError, match=r"^\$\.enemies\[0\]: expected one of"):
        campaign.declare("declare_war", "germans", enemies=unheard)
    with pytest.raises(InvalidRequestError, match=r"\$\.frozen"):
        campaign.set_weather(frozen="rather")  # type: ignore[arg-type]
    with pytest.raises(InvalidRequestError, match=r"^\$\.status: "):
        attrs.evolve(campaign, state=start(piece("A", "bolsheviks", "0101", supply=None)).state).set_supply(
            "A",
            "plenty",  # type: ignore[arg-type]
        )
    winners = profile(last_turn="December IV", victory=lambda state: ("makhno",))
    with pytest.raises(InvalidRequestError, match=r"\$\.winners\[0\]"):
        first_turn(with_profile=winners).advance_to("turn_end").advance()


@pytest.mark.rule("directory", "dip-join-effect", "gen-attacker")
def test_an_ally_shares_the_wars_of_the_side_and_keeps_none_with_it() -> None:
    wars = (fd.War(one="zelenyists", other="bolsheviks"), fd.War(one="bolsheviks", other="directory"))
    campaign = first_turn(wars=wars)
    assert not campaign.state.are_at_war("zelenyists", "directory")
    campaign, _ = campaign.persuade("zelenyists", dice=GivenDice([4]))
    assert campaign.state.wars == (fd.War(one="bolsheviks", other="directory"),)
    assert campaign.state.are_at_war("zelenyists", "directory")
    assert not campaign.state.are_at_war("zelenyists", "bolsheviks")


# ------------------------------------------------------------------ cities


@pytest.mark.rule("directory", "dip-city-entry", "dip-city-one", "dip-city-two")
def test_a_city_counts_once_when_it_is_first_entered() -> None:
    campaign = first_turn(piece("A", "bolsheviks", "0201"), piece("B", "bolsheviks", "0201"))
    campaign, _ = campaign.advance_to("first_movement").move("A", ("0301",))  # Kharkiv
    assert campaign.pool("bolsheviks") == 3
    campaign, _ = campaign.move("B", ("0301", "0201", "0101"))  # through Kharkiv again, and on to Kyiv
    assert campaign.pool("bolsheviks") == 5
    assert campaign.pool("directory") == 2
    assert [entry.city for entry in campaign.state.entries] == ["kharkiv", "kyiv"]
    passing = first_turn(piece("A", "bolsheviks", "0201")).advance_to("first_movement")
    passing, _ = passing.move("A", ("0301", "0401"))
    assert passing.pool("bolsheviks") == 3  # a city on the way is entered as well


@pytest.mark.rule("directory", "dip-city-entry", "dip-game")
def test_no_entry_is_noted_in_the_game_without_diplomacy() -> None:
    makhno = piece("Makhno", "makhnovists", "0201")
    campaign = fd.Campaign.start("makhnos_return", profile=profile(last_turn="October I"), pieces=(makhno,))
    campaign = campaign.determine_initiative(dice=NO_DICE)[0].advance_to("first_movement")
    campaign, _ = campaign.move("Makhno", ("0101",))
    assert campaign.state.entries == ()


@pytest.mark.rule("directory", "dip-city-entry", "miss-mobilization", "opt-placement-enters")
def test_being_placed_in_a_city_enters_it_only_by_the_option() -> None:
    lists = fd.MobilizationLists(
        reinforcements=(piece("B", "bolsheviks", "0301"),), mobilization=(piece("C", "bolsheviks", "0501"),)
    )
    campaign = first_turn(piece("A", "bolsheviks", "0101"), with_profile=profile(mobilization=lambda _: lists))
    campaign = campaign.advance_to("first_movement")
    assert [(entry.city, entry.by) for entry in campaign.state.entries] == [
        ("kyiv", "placement"),
        ("kharkiv", "placement"),
        ("katerynoslav", "placement"),
    ]
    assert campaign.pool("bolsheviks") == 2
    counting = fd.ruleset.with_options(placement_enters=True)
    assert evolve(campaign, rules=counting).pool("bolsheviks") == 2 + 2 + 1 + 1


@pytest.mark.rule("directory", "dip-city-entry", "dip-start-directory")
def test_an_ally_counts_if_it_is_one_at_that_moment() -> None:
    makhno = piece("Makhno", "makhnovists", "0401")
    campaign, _ = first_turn(makhno).persuade("makhnovists", dice=GivenDice([3]))
    campaign, _ = campaign.advance_to("first_movement").move("Makhno", ("0501",))
    assert campaign.pool("bolsheviks") == 2  # one spent, one gained in Katerynoslav
    theirs = january(piece("1 Sich", "directory", "0102"), die=3).advance_to("first_movement")
    theirs, _ = theirs.move("1 Sich", ("0101",))  # Kyiv
    assert (theirs.pool("directory"), theirs.pool("bolsheviks")) == (2, 2)
    # The Bolsheviks can still gain it.
    assert [entry.allegiance for entry in theirs.state.entries] == ["directory"]
    after = theirs.state.entered("bolsheviks", ("kyiv",), "movement")
    assert evolve(theirs, state=after).pool("bolsheviks") == 4


@pytest.mark.rule("directory", "dip-city-entry")
def test_a_placement_that_a_saved_state_notes_leaves_the_city_open() -> None:
    placed = fd.CityEntry(city="kyiv", faction="bolsheviks", allegiance="bolsheviks", by="placement")
    campaign = first_turn(piece("Red", "bolsheviks", "0102")).advance_to("first_movement")
    campaign = evolve(campaign, state=evolve(campaign.state, entries=(placed,)))
    campaign, _ = campaign.move("Red", ("0101",))
    assert campaign.pool("bolsheviks") == 4
