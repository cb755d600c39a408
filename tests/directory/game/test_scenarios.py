"""Scenarios of whole games: those that come with the ruleset, files of one's own, and what is wrong in one."""

from __future__ import annotations

from importlib import resources
from pathlib import Path
from typing import Any

import attrs
import pytest
from directory_games import NO_DICE, WAR, at, board, lines, scenario, unit

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import directory as fd
from rcw_rules.games import ExitPoints, PlacePoints, Victory, load_scenario, read_scenario, scenario_toml
from rcw_rules.kernel.errors import FileError
from rcw_rules.wire import structure, unstructure

RED = unit("1 Red", "bolsheviks", "0203")
SHIPPED = Path(str(resources.files("rcw_rules.directory"))) / "scenarios"


def problems(wrong: fd.Scenario) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        fd.game.require_scenario(wrong)
    return [(problem.path.removeprefix("$."), problem.message) for problem in caught.value.problems]


@pytest.mark.parametrize("name", tuple(fd.game.scenarios))
@pytest.mark.rule("directory", "miss-profile", "gen-games")
def test_a_shipped_scenario_says_that_it_is_made_up(name: str) -> None:
    shipped = fd.game.scenario(name)
    assert shipped.game == name
    assert "made up" in shipped.source
    assert "made up" in shipped.board.source
    assert "made up" in shipped.rulebook.source
    assert 24 <= len(shipped.board.hexes) <= 60
    # The rulebook says everything, so that the game never stops for want of it.
    assert [field.name for field in attrs.fields(fd.Rulebook) if getattr(shipped.rulebook, field.name) is None] == []
    assert shipped.victory is not None
    read = read_scenario(SHIPPED / f"{name}.toml", lambda _: fd.game)
    assert read.scenario == shipped
    assert structure(unstructure(shipped), fd.Scenario) == shipped


def test_a_scenario_is_written_and_read_as_a_file() -> None:
    shipped = fd.game.scenario("makhnos_return")
    text = scenario_toml(fd.game, shipped)
    assert load_scenario(text, "makhno.toml", lambda _: fd.game).scenario == shipped


@pytest.mark.rule("directory", "miss-map", "gen-factions", "gen-games", "sup-never")
def test_every_mistake_of_the_set_up_is_found() -> None:
    wrong = scenario(
        RED,
        unit("1 Red", "bolsheviks", "0204"),
        unit("Lost", "bolsheviks", "9999"),
        unit("1 Sich", "directory", "0203"),
        spares=(fd.Unit(name="Lost", type="tanks", faction="bolsheviks"),),
        wars=(fd.War(one="bolsheviks", other="entente"),),
        alliances=(
            fd.Alliance(faction="entente", side="bolsheviks"),
            fd.Alliance(faction="zelenyists", side="makhnovists"),
        ),
        local_units=fd.LocalRule(within=1, homes=(fd.Home(unit="Nobody", hex="0909"),)),
    )
    assert problems(wrong) == [
        ("units[1].name", "there is another counter named '1 Red', at units[0]"),
        ("spares[0].name", "there is another counter named 'Lost', at units[2]"),
        ("rulebook.local_units.homes[0].unit", "unknown counter 'Nobody'"),
        ("units[2].hex", "unknown hex '9999'"),
        ("rulebook.local_units.homes[0].hex", "unknown hex '0909'"),
        (
            "alliances[1].side",
            "makhnovists is not a side of fall_of_the_directory; expected one of bolsheviks, directory, volunteers",
        ),
        ("wars[0]", "the bolsheviks and the entente are on the same side and cannot be at war"),
    ]


@pytest.mark.rule("directory", "miss-mobilization", "miss-victory", "seq-calendar")
def test_every_mistake_of_the_lists_is_found() -> None:
    arrival = fd.Arrival(name="2 Red", type="regular_infantry", faction="bolsheviks", hexes=("0101", "0001"))
    wrong = scenario(
        RED,
        last_turn="January II",
        mobilization=(
            fd.MobilizationList(turn="January III", side="bolsheviks", reinforcements=(arrival,)),
            fd.MobilizationList(turn="November I", side="directory"),
            fd.MobilizationList(turn="January I", side="makhnovists", withdrawals=("Gone",)),
            fd.MobilizationList(turn="January I", side="makhnovists"),
        ),
        victory=Victory(
            places=(PlacePoints(place="kyiv", points=1),), exits=(ExitPoints(side="bolsheviks", points=1),)
        ),
        held=(fd.Held(place="odesa", side="directory"),),
    )
    found = dict(problems(wrong))
    assert found["rulebook.mobilization[0].turn"] == "January III comes after January II, the last turn of the game"
    assert found["rulebook.mobilization[0].reinforcements[0].hexes[1]"].startswith("unknown hex '0001'")
    assert found["rulebook.mobilization[1].turn"].startswith("November I lies before December IV")
    assert found["rulebook.mobilization[2].withdrawals[0]"] == "unknown counter 'Gone'"
    assert found["rulebook.mobilization[3]"].startswith("the makhnovists have another list for January I")
    assert found["rulebook.mobilization[2].side"].startswith("makhnovists is not a side")
    assert found["victory.places[0].place"].startswith("the map has no place 'kyiv'")
    assert found["victory.exits[0]"] == "no unit leaves the map in these games"
    assert found["held[0].place"] == "'odesa' is no place of the victory"


@pytest.mark.rule("directory", "miss-stacking-zoc")
def test_a_set_up_holds_to_stacking() -> None:
    three = tuple(unit(f"{number} Red", "bolsheviks", "0203") for number in range(3))
    assert problems(scenario(*three)) == [
        ("units[2].hex", "0 Red, 1 Red, 2 Red are too many for hex '0203': 2 combat units, 2 others")
    ]
    assert problems(scenario(RED, unit("1 Sich", "directory", "0203"))) == [
        ("units[1].hex", "1 Red, 1 Sich are not of one side and may not be in hex '0203' together")
    ]
    loose = fd.StackingRule(combat_units=2, others=2, limits_hold_for=("movement",))
    crowd = at("first_movement", *three, unit("4 Red", "bolsheviks", "0202"), stacking=loose)
    assert 'move "4 Red" to 0203' not in lines(crowd)


@pytest.mark.rule("directory", "miss-stacking-zoc")
@pytest.mark.parametrize("holds", [True, False])
def test_stacking_limits_hold_when_the_rulebook_says_so(holds: bool) -> None:
    # Two regiments and one that comes: the limit is two, and the rulebook may lift it for arrivals.
    limits: Any = ("placement", "movement") if holds else ("movement",)
    stacking = fd.StackingRule(combat_units=2, others=2, limits_hold_for=limits)
    arrival = fd.Arrival(name="3 Red", type="regular_infantry", faction="bolsheviks", hexes=("0203",))
    lists = (fd.MobilizationList(turn="January I", side="bolsheviks", reinforcements=(arrival,)),)
    units = (RED, unit("2 Red", "bolsheviks", "0203"))
    state = at("diplomatic", *units, stacking=stacking, mobilization=lists)
    after = fd.game.play(state, fd.EndPhase(), dice=NO_DICE).state
    assert lines(after)[0] == ("end phase" if holds else 'place "3 Red" in 0203')


def test_a_file_names_every_mistake_with_its_line() -> None:
    text = """format = "rcw-scenario"
schema_version = 1
ruleset = "directory"
title = "Mine"
source = "made up"
game = "fall_of_the_directory"
units = [
    { name = "1 Red", type = "regular_infantry", faction = "bolsheviks", hex = "0101" },
    { name = "2 Red", type = "regular_infantri", faction = "bolsheviks", hex = "0101" },
]
[map]
title = "Two hexes"
grid = { columns = 1, rows = 2 }
hexes = [{ label = "0101", land = "clear" }, { label = "0102", land = "clear" }]
[rulebook]
last_turn = "Januar I"
zones = true"""
    with pytest.raises(FileError) as caught:
        load_scenario(text, "mine.toml", lambda _: fd.game)
    assert [problem.line for problem in caught.value.problems] == [9, 16, 17]
    good = (
        text.replace("infantri", "infantry").replace("Januar I", "January I").replace("zones =", "zones_of_control =")
    )
    assert load_scenario(good, "mine.toml", lambda _: fd.game).scenario.rulebook.zones_of_control is True
    options = good.replace("[map]", "[options]\nadvance_enters = false\n[map]")
    assert load_scenario(options, "mine.toml", lambda _: fd.game).game.ruleset.options.advance_enters is False


@pytest.mark.rule("directory", "miss-profile", "miss-map")
def test_a_state_with_a_counter_off_the_map_or_twice_is_refused() -> None:
    state = at("first_movement", RED)
    lost = attrs.evolve(state.campaign.pieces[0], hex="9999")
    twice = fd.OutOfPlay(counter=lost.counter, why="spare")
    for wrong, path in (
        (attrs.evolve(state, campaign=attrs.evolve(state.campaign, pieces=(lost,))), "$.state.campaign.pieces[0].hex"),
        (attrs.evolve(state, out=(twice,)), "$.state.out[0].counter.name"),
    ):
        with pytest.raises(InvalidRequestError) as caught:
            fd.game.play(wrong, fd.EndPhase(), dice=NO_DICE)
        assert [problem.path for problem in caught.value.problems] == [path]
        assert "'1 Red'" in caught.value.problems[0].message
        with pytest.raises(InvalidRequestError):
            fd.game.load_state(fd.game.state_json(wrong))


# ------------------------------------------------------------------ the profile of functions


@pytest.mark.rule("directory", "miss-profile")
def test_a_rulebook_serves_a_campaign_as_well() -> None:
    shipped = fd.game.scenario("fall_of_the_directory")
    profile = fd.profile_of(shipped.rulebook, shipped.board)
    pieces = tuple(fd.Piece(counter=each.counter, hex=each.hex, supply="limited") for each in shipped.units)
    campaign = fd.Campaign.start(
        "fall_of_the_directory", profile=profile, pieces=pieces, wars=shipped.wars, alliances=shipped.alliances
    )
    campaign = campaign.determine_initiative(dice=NO_DICE)[0].advance_to("first_combat")
    retreats = (fd.Retreat(unit="Zaporozhian", path=("0602",)), fd.Retreat(unit="Sloboda", path=("0602",)))
    after, attack = campaign.attack(
        ("1 Cheka", "1 Ukrainian", "9 Rifle"), "0702", retreats=retreats, dice=GivenDice([5])
    )
    assert attack.outcome.result == "DR"
    assert after.state.piece("1 Cheka").hex == "0702"  # one advances, the first listed
    assert after.state.piece("9 Rifle").hex == "0802"
    supplied = after.advance_to("second_combat").state
    assert {piece.supply for piece in supplied.acting()} == {"supplied"}
    silent = fd.profile_of(fd.Rulebook(), board())
    assert [name for name in ("stacking", "zoc", "supply", "advance", "victory") if getattr(silent, name)] == []
    begun = fd.Campaign.start("fall_of_the_directory", profile=silent, wars=WAR)
    with pytest.raises(fd.MissingProfileError, match="mobilization"):
        begun.determine_initiative(dice=NO_DICE)[0].advance_to("turn_end")
