"""Moves of a whole game: which way a unit goes, where it may stop, and what it may still do afterwards."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import attrs
import pytest
from directory_games import at, board, lines, out, play, unit, where

from rcw_rules import IllegalRequestError
from rcw_rules import directory as fd

RED = unit("1 Red", "bolsheviks", "0203")


def refused(state: fd.GameState, line: str) -> tuple[str, str]:
    with pytest.raises(IllegalRequestError) as caught:
        play(state, line)
    (objection,) = caught.value.objections
    assert objection.path.startswith("$.action")
    return objection.rule, objection.message


def ends(state: fd.GameState, start: str) -> set[str]:
    """Return the hexes of the legal actions whose line begins so."""
    return {line.rsplit(" ", 1)[1] for line in lines(state) if line.startswith(start)}


@pytest.mark.rule("directory", "mov-rough", "mov-cost")
def test_of_equal_ways_the_one_without_rough_terrain_is_taken() -> None:
    rough = board(h0302=fd.MapHex(label="0302", land="rough"))
    state = at("first_movement", unit("1 Red", "bolsheviks", "0202"), board=rough)
    # 0202 to 0402 is two hexes, by the rough 0302 or by 0303; the second costs nothing more, and leaves one hex.
    after = play(state, 'move "1 Red" to 0402')
    assert after.campaign.piece("1 Red").done.entered == ("0303", "0402")
    assert "0502" in ends(after, 'move "1 Red"')
    # By the rough hex itself two hexes are left, one of them used.
    inside = play(state, 'move "1 Red" to 0302')
    assert ends(inside, 'move "1 Red"') == {"0201", "0202", "0301", "0303", "0401", "0402"}
    rule, message = refused(inside, 'move "1 Red" to 0501')
    assert rule == "mov-rough"
    assert message.startswith("'1 Red' from 0302 to 0501: 3 hexes are too many; the allowance for this path is 2")


@pytest.mark.rule("directory", "miss-stacking-zoc", "mov-kinds")
def test_a_unit_stops_in_a_zone_of_control() -> None:
    foe = unit("1 Sich", "directory", "0403")
    state = at("first_movement", RED, foe)
    # Around 0403 lie 0402, 0503, 0504, 0404, 0304 and 0303. Beside the last two, 0402 and 0404 are reached round them.
    assert ends(state, 'move "1 Red"') == {
        *("0101", "0102", "0103", "0104"),
        *("0201", "0202", "0204"),
        *("0301", "0302", "0303", "0304"),
        *("0401", "0402"),
    }
    stopped = play(state, 'move "1 Red" to 0303')
    assert ends(stopped, 'move "1 Red"') == set()
    assert refused(stopped, 'move "1 Red" to 0302')[0] == "miss-stacking-zoc"
    # Whoever begins in a zone may leave it, and without zones nobody stops.
    assert "0302" in ends(at("first_movement", unit("1 Red", "bolsheviks", "0303"), foe), 'move "1 Red"')
    assert "0404" in ends(at("first_movement", RED, foe, zones_of_control=False), 'move "1 Red"')
    # Armor controls nothing, and neither does anybody who is not at war.
    for calm in (attrs.evolve(foe, type="tanks"), attrs.evolve(foe, faction="makhnovists")):
        assert "0404" in ends(at("first_movement", RED, calm), 'move "1 Red"')
        assert "0403" not in ends(at("first_movement", RED, calm), 'move "1 Red"')


@pytest.mark.rule("directory", "unit-local", "miss-restricted-broken-up")
def test_a_local_unit_stays_near_its_home() -> None:
    local = unit("Local", "bolsheviks", "0203", "local_units")
    near = fd.LocalRule(within=1, homes=(fd.Home(unit="Local", hex="0202"),))
    assert ends(at("first_movement", local, local_units=near), "move") == {
        "0102",
        "0103",
        "0201",
        "0202",
        "0302",
        "0303",
    }
    assert ends(at("first_movement", local, local_units=fd.LocalRule(within=0)), "move") == set()
    homeless = fd.LocalRule(within=1)
    with pytest.raises(fd.MissingProfileError, match="Where is the home of the local unit 'Local'"):
        lines(at("first_movement", local, local_units=homeless))


@pytest.mark.rule("directory", "fm-per-unit", "fm-al", "fm-ma")
def test_a_forced_march_is_an_action_of_its_own() -> None:
    state = at("first_movement", RED)
    assert 'force march "1 Red"' in lines(state)
    marching = play(state, 'force march "1 Red"', 5)
    assert 'force march "1 Red"' not in lines(marching)
    assert "0603" in ends(marching, 'move "1 Red"')
    assert "0603" not in ends(state, 'move "1 Red"')
    assert refused(marching, 'force march "1 Red"')[0] == "fm-per-unit"
    assert out(play(state, 'force march "1 Red"', 1)) == {"1 Red": "destroyed"}


RAILS = (
    fd.Railroad(one="0101", other="0201", line="major"),
    fd.Railroad(one="0201", other="0301", line="major"),
    fd.Railroad(one="0301", other="0401", line="minor"),
)
TRACKS: dict[str, fd.MapHex] = {
    "h0101": fd.MapHex(label="0101", land="clear", rail="major"),
    "h0201": fd.MapHex(label="0201", land="clear", rail="major"),
    "h0301": fd.MapHex(label="0301", land="clear", rail="major"),
    "h0401": fd.MapHex(label="0401", land="clear", rail="minor"),
    # A sea in the north, where nobody on foot stops.
    "h0601": fd.MapHex(label="0601", water=("sea",)),
    "h0501": fd.MapHex(label="0501", land="clear", water=("coastal",)),
    "h0602": fd.MapHex(label="0602", land="clear", water=("coastal",)),
}
RAILWAY = board(RAILS, **TRACKS)


@pytest.mark.rule("directory", "mov-base", "mov-base-still", "mov-rail", "mov-kinds")
def test_a_train_goes_from_or_to_a_base_along_the_rails() -> None:
    train = unit("Train", "bolsheviks", "0101", "armored_train")
    base = unit("Base", "bolsheviks", "0301", "mobile_base")
    state = at("first_movement", train, base, board=RAILWAY)
    assert ends(state, "send Train") == {"0301"}  # no base stands where it begins
    assert ends(state, "move Train") == set()
    assert refused(state, "send Train by rail to 0201")[0] == "mov-base"
    assert refused(state, "send Train by rail to 0501")[0] == "miss-stacking-zoc"
    assert refused(state, "send Train by water to 0201")[0] == "mov-kinds"
    after = play(state, "send Train by rail to 0301")
    assert after.campaign.piece("Base").done.served
    assert not any("Base" in line for line in lines(after))  # it stays where it is
    assert refused(after, "move Base to 0302")[0] == "mov-base-still"
    # The base is at the end of the first leg, not at its beginning: another leg has to end at a base again.
    assert ends(after, "send Train") == set()
    # With the base at the beginning every hex of the line can be reached.
    begins = at("first_movement", train, attrs.evolve(base, hex="0101"), board=RAILWAY)
    assert ends(begins, "send Train") == {"0201", "0301", "0401"}


@pytest.mark.rule("directory", "mov-kinds", "mov-naval", "miss-stacking-zoc")
def test_whoever_goes_hex_by_hex_does_not_stop_at_open_sea() -> None:
    base = unit("Port", "bolsheviks", "0501", "fixed_base")
    state = at("first_movement", unit("1 Red", "bolsheviks", "0501"), base, board=RAILWAY)
    assert ends(state, 'send "1 Red" by naval') == {"0602"}
    assert refused(state, 'send "1 Red" by naval to 0601')[0] == "mov-kinds"
    ship = unit("Ship", "bolsheviks", "0501", "inshore_naval_forces")
    assert ends(at("first_movement", ship, base, board=RAILWAY), "send Ship by naval") == {"0601", "0602"}


@pytest.mark.rule("directory", "mov-base-still")
def test_the_owner_says_which_base_serves() -> None:
    train = unit("Train", "bolsheviks", "0101", "armored_train")
    bases = (unit("Depot", "bolsheviks", "0101", "mobile_base"), unit("Yard", "makhnovists", "0201", "mobile_base"))
    allies = (fd.Alliance(faction="makhnovists", side="bolsheviks"),)
    state = at("first_movement", train, *bases, board=RAILWAY, alliances=allies)
    owners: list[str] = []

    def last(ride: fd.Ride, places: tuple[str, ...]) -> str:
        owners.append(str(ride.by))
        return places[-1]

    after = play(state, "send Train by rail to 0201", serving_base=last)
    assert owners == ["bolsheviks"]
    assert [piece.done.served for piece in after.campaign.pieces] == [False, False, True]


@pytest.mark.rule("directory", "mov-rail")
def test_beyond_the_lower_limit_a_train_takes_the_major_line() -> None:
    # Twenty hexes of minor line lead straight there; the major line makes a detour, and has the higher limit.
    from rcw_rules.kernel.geometry import HexGrid

    grid = HexGrid(columns=23, rows=3)
    straight = [f"{column:02}01" for column in range(1, 23)]
    detour = ["0101", "0102", *(f"{column:02}02" for column in range(2, 23)), "2201"]
    assert all(b in grid.neighbours(a) for path in (straight, detour) for a, b in pairwise(path))
    lines_: dict[tuple[str, str], Any] = dict.fromkeys(pairwise(detour), "major")
    lines_ |= dict.fromkeys(pairwise(straight), "minor")
    major = set(detour)
    wide = fd.RulebookMap(
        title="Two lines",
        source="made up",
        grid=grid,
        hexes=tuple(
            fd.MapHex(
                label=label,
                land="clear",
                rail="major" if label in major else "minor" if label in straight else "none",
            )
            for label in grid.hexes
        ),
        railroads=tuple(fd.Railroad(one=a, other=b, line=line) for (a, b), line in lines_.items()),
    )
    units = (unit("Train", "bolsheviks", "0101", "armored_train"), unit("Base", "bolsheviks", "0101", "fixed_base"))
    state = at("first_movement", *units, board=wide)
    near = play(state, "send Train by rail to 2101")
    assert near.campaign.piece("Train").done.entered == tuple(straight[1:21])  # 20 hexes
    far = play(state, "send Train by rail to 2201")
    assert far.campaign.piece("Train").done.entered == tuple(detour[1:])  # 21 by the minor line are too many
    assert {"2101", "2201", "2202"} <= ends(state, "send Train")
    assert where(far)["Train"] == "2201"


@pytest.mark.rule("directory", "gen-attacker", "miss-map", "mov-cost")
def test_refusals_name_the_unit_and_the_hex() -> None:
    state = at(
        "first_movement", RED, unit("1 Sich", "directory", "0404"), unit("Base", "bolsheviks", "0101", "fixed_base")
    )
    assert refused(state, 'move "1 Sich" to 0403') == (
        "gen-attacker",
        "'1 Sich' is of the directory; only the bolsheviks and their allies act now",
    )
    assert refused(state, 'move "1 Rad" to 0403')[1] == "unknown counter '1 Rad'; did you mean '1 Red'?"
    assert refused(state, 'move "1 Red" to 9999') == ("miss-map", "'1 Red': the map has no hex '9999'")
    assert refused(state, 'move "1 Red" to 0203') == ("mov-cost", "'1 Red' is in hex '0203' already")
    assert refused(state, 'move "1 Red" to 0604')[1].startswith("'1 Red' from 0203 to 0604: 5 hexes are too many")
    assert refused(state, "move Base to 0102")[0] == "mov-kinds"
    crowd = tuple(unit(f"{number} Guard", "bolsheviks", "0202") for number in (1, 2))
    full = at("first_movement", RED, *crowd)
    assert "0202" not in ends(full, 'move "1 Red"')
    assert refused(full, 'move "1 Red" to 0202') == (
        "miss-stacking-zoc",
        "'1 Red' from 0203 to 0202: there is no room for it in hex '0202'",
    )
    assert "0201" in ends(full, 'move "1 Red"')  # past them it may go
