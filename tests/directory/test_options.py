"""Both values of every option that settles what the sheet leaves open, in the procedures and in whole games."""

from __future__ import annotations

from typing import Any

import pytest
from directory_games import at, board, lines, out, play, unit

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import directory as fd
from rcw_rules.directory.model import Faction

NO_DICE = GivenDice([])
RED = unit("1 Red", "bolsheviks", "0203")


def entry(by: Any, city: Any = "kyiv") -> fd.CityEntry:
    return fd.CityEntry(city=city, faction="bolsheviks", allegiance="bolsheviks", by=by)


def actions(*entries: fd.CityEntry, **options: bool) -> int:
    request = fd.DiplomaticPoolRequest(side="bolsheviks", entries=entries)
    return fd.ruleset.with_options(**options).outcome(request, dice=NO_DICE).left


@pytest.mark.rule("directory", "opt-advance-enters", "dip-city-entry")
@pytest.mark.parametrize(("counts", "left"), [(True, 4), (False, 2)])
def test_an_advance_into_a_city(counts: bool, left: int) -> None:
    assert actions(entry("advance"), advance_enters=counts) == left
    assert actions(entry("movement"), advance_enters=counts) == 4
    kyiv = board(h0202=fd.MapHex(label="0202", land="clear", city="kyiv"))
    state = at("first_combat", RED, unit("1 Sich", "directory", "0202"), board=kyiv)
    game = fd.game.with_options(advance_enters=counts)
    after = play(state, "attack 0202", 4, game=game)
    assert game.view(after, "bolsheviks").actions_left[0] == ("bolsheviks", left)
    # A move into the city later on counts whatever the option.
    again = after.campaign.entered("bolsheviks", ("kyiv",), "movement")
    assert actions(*again.entries, advance_enters=counts) == 4


@pytest.mark.rule("directory", "opt-placement-enters", "dip-city-entry")
@pytest.mark.parametrize(("counts", "left"), [(True, 3), (False, 2)])
def test_a_placement_in_a_city(counts: bool, left: int) -> None:
    assert actions(entry("placement", "kharkiv"), placement_enters=counts) == left
    kharkiv = board(h0203=fd.MapHex(label="0203", land="clear", city="kharkiv"))
    game = fd.game.with_options(placement_enters=counts)
    assert game.view(at("first_combat", RED, board=kharkiv), "umpire").actions_left[0] == ("bolsheviks", left)
    arrival = fd.Arrival(name="2 Red", type="regular_infantry", faction="bolsheviks", hexes=("0203",))
    lists = (fd.MobilizationList(turn="January I", side="bolsheviks", reinforcements=(arrival,)),)
    far = unit("1 Red", "bolsheviks", "0601")
    state = play(at("diplomatic", far, board=kharkiv, mobilization=lists), "end phase", game=game)
    placed = play(state, 'place "2 Red" in 0203', game=game)
    assert game.view(placed, "umpire").actions_left[0] == ("bolsheviks", left)


@pytest.mark.rule("directory", "opt-active", "dip-automatic", "dip-join-effect")
def test_what_an_active_faction_is() -> None:
    french, makhno = unit("French", "entente", "0303"), unit("Makhno", "makhnovists", "0404")
    facts: dict[str, Any] = {
        "alliances": (fd.Alliance(faction="entente", side="bolsheviks"),),
        "declarations": (
            fd.PossibleDeclaration(
                side="bolsheviks", action="begin_intervention", target="entente", enemies=("directory",)
            ),
        ),
    }
    strict = fd.game.with_options(active="may_act")
    foe = unit("1 Sich", "directory", "0302")
    moving = at("first_movement", RED, french, **facts)
    assert any(line.startswith("move French") for line in lines(moving))
    assert not any("French" in line for line in lines(moving, strict))
    with pytest.raises(IllegalRequestError, match="not active") as caught:
        play(moving, "move French to 0403", game=strict)
    assert caught.value.objections[0].rule == "opt-active"
    fighting = at("first_combat", french, foe, **facts)
    assert (lines(fighting), lines(fighting, strict)) == (["end phase", "attack 0302"], ["end phase"])
    # A declaration makes it active, and whoever is persuaded in play is active at once.
    talking = at("diplomatic", RED, french, makhno, **facts)
    active = play(talking, "spend begin_intervention on entente", game=strict)
    joined = play(active, "persuade makhnovists", 3, game=strict)
    assert joined.campaign.active == ("entente", "makhnovists")
    at_last = play(play(joined, "end phase", game=strict), "end phase", game=strict)
    movers = {line.split()[1] for line in lines(at_last, strict) if line.startswith("move")}
    assert {"French", "Makhno"} <= movers


@pytest.mark.rule("directory", "opt-persuade-allies", "dip-independent")
@pytest.mark.parametrize("allowed", [False, True])
def test_a_faction_that_stands_with_the_other_side(allowed: bool) -> None:
    rules = fd.ruleset.with_options(allies_may_be_persuaded=allowed)

    def legal(side: Any, allegiance: Any, target: Faction = "zelenyists") -> bool:
        request = fd.DiplomacyRequest(
            game="fall_of_the_directory",
            phasing_side=side,
            side=side,
            pool=1,
            action="persuade",
            target="zelenyists",
            allegiance=allegiance,
        )
        return rules.verdict(request).legal

    assert legal("bolsheviks", None)
    assert legal("bolsheviks", "directory") is allowed
    assert legal("directory", "volunteers") is allowed
    assert not legal("directory", "directory")
    game = fd.game.with_options(allies_may_be_persuaded=allowed)
    allies = (fd.Alliance(faction="zelenyists", side="directory"),)
    state = at("diplomatic", RED, unit("Zeleny", "zelenyists", "0404"), alliances=allies)
    assert ("persuade zelenyists" in lines(state, game)) is allowed
    if allowed:
        after = play(state, "persuade zelenyists", 4, game=game)
        assert after.campaign.allegiance("zelenyists") == "bolsheviks"
        assert len(after.campaign.alliances) == 1


@pytest.mark.rule("directory", "opt-frozen-bases", "mov-base-still")
@pytest.mark.parametrize(("which", "also"), [("serving", ()), ("both", ("at_end[1]",))])
def test_bases_at_both_ends(which: Any, also: tuple[str, ...]) -> None:
    bases = (fd.StackedBase(type="mobile_base"), fd.StackedBase(type="fixed_base"))
    request = fd.SpecialMovementRequest(
        mode="rail",
        unit=fd.Counter(type="armored_train", faction="bolsheviks"),
        path=(("major_railroad",),),
        at_start=bases[:1],
        at_end=bases,
    )
    rules = fd.ruleset.with_options(frozen_bases=which)
    outcome = rules.outcome(request, dice=NO_DICE, choices={"serving_base": lambda ride, places: "at_start[0]"})
    assert (outcome.serving_base, outcome.also_frozen) == ("at_start[0]", also)
    rails = board(
        (fd.Railroad(one="0101", other="0201", line="major"),),
        h0101=fd.MapHex(label="0101", land="clear", rail="major"),
        h0201=fd.MapHex(label="0201", land="clear", rail="major"),
    )
    units = (
        unit("Train", "bolsheviks", "0101", "armored_train"),
        unit("West", "bolsheviks", "0101", "mobile_base"),
        unit("East", "bolsheviks", "0201", "mobile_base"),
    )
    after = play(
        at("first_movement", *units, board=rails),
        "send Train by rail to 0201",
        game=fd.game.with_options(frozen_bases=which),
    )
    still = [piece.name for piece in after.campaign.pieces if piece.done.served]
    assert still == (["West"] if which == "serving" else ["West", "East"])


@pytest.mark.rule("directory", "opt-spares", "cap-armor")
@pytest.mark.parametrize(("whose", "kept"), [("faction", False), ("side", True)])
def test_the_spare_of_a_faction_that_did_not_attack(whose: Any, kept: bool) -> None:
    makhno = unit("Makhno", "makhnovists", "0203")
    train = unit("Train", "directory", "0202", "armored_train")
    spare = fd.Unit(name="Red train", type="armored_train", faction="bolsheviks")
    allies = (fd.Alliance(faction="makhnovists", side="bolsheviks"),)
    state = at("first_combat", makhno, train, spares=(spare,), alliances=allies)
    after = play(state, "attack 0202", 4, 3, game=fd.game.with_options(spares=whose))
    assert out(after) == ({"Train": "captured"} if kept else {"Train": "destroyed", "Red train": "spare"})
