"""A made-up board, profile and campaigns of Fall of the Directory, for the tests of campaigns.

The board has six columns of four clear hexes, with four cities. Even columns stand half a hex further south than odd
ones.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import directory as fd
from rcw_rules.directory.model import City, Faction, Supply, UnitType
from rcw_rules.kernel.geometry import HexGrid

GRID = HexGrid(columns=6, rows=4)
NO_DICE = GivenDice([])
CITIES: dict[str, City] = {"0101": "kyiv", "0301": "kharkiv", "0501": "katerynoslav", "0604": "odesa"}


def board(**special: fd.MapHex) -> fd.RulebookMap:
    """Return the board, with other hexes in the place of those given by ``hLABEL``."""
    plain = {label: fd.MapHex(label=label, land="clear", city=CITIES.get(label)) for label in GRID.hexes}
    plain |= {name.removeprefix("h"): place for name, place in special.items()}
    return fd.RulebookMap(title="Made up", grid=GRID, hexes=tuple(plain.values()), source="made up")


BOARD = board()
EMPTY_LISTS = fd.MobilizationLists()
PROFILE = fd.RulebookProfile(
    map=BOARD,
    stacking=lambda state, label, units: True,
    zoc=lambda state, unit, path: True,
    mobilization=lambda state: EMPTY_LISTS,
    supply=lambda state, unit: "limited",
    weather=(),
    last_turn="March IV",
    victory=lambda state: ("volunteers",),
)


def profile(**changes: Any) -> fd.RulebookProfile:
    return attrs.evolve(PROFILE, **changes)


def piece(
    name: str,
    faction: Faction,
    label: str,
    kind: UnitType = "regular_infantry",
    supply: Supply | None = "limited",
) -> fd.Piece:
    return fd.Piece(counter=fd.Counter(type=kind, faction=faction, name=name), hex=label, supply=supply)


def start(*pieces: fd.Piece, with_profile: fd.RulebookProfile = PROFILE, **facts: Any) -> fd.Campaign:
    return fd.Campaign.start("fall_of_the_directory", profile=with_profile, pieces=pieces, **facts)


def first_turn(*pieces: fd.Piece, with_profile: fd.RulebookProfile = PROFILE, **facts: Any) -> fd.Campaign:
    """Return a campaign in which the Bolsheviks' player-turn of the first turn begins."""
    campaign, _ = start(*pieces, with_profile=with_profile, **facts).determine_initiative(dice=NO_DICE)
    return campaign.advance()[0]


def january(*pieces: fd.Piece, die: int, with_profile: fd.RulebookProfile = PROFILE, **facts: Any) -> fd.Campaign:
    """Return a campaign in which the first player-turn of January I begins."""
    campaign = first_turn(*pieces, with_profile=with_profile, **facts).advance_to("initiative")
    campaign, _ = campaign.determine_initiative(dice=GivenDice([die]))
    return campaign.advance()[0]


def refusal(caught: pytest.ExceptionInfo[IllegalRequestError]) -> list[str]:
    return [objection.rule for objection in caught.value.verdict.objections]
