"""Steps through one turn of Fall of the Directory with three sides, and the turn with one side before it.

The map, the counters and everything that the missing rulebook would define are made up, so that the script can run;
whoever has the rulebook writes down what it says instead. Run it with ``python examples/three_sided_turn.py``.
"""

from __future__ import annotations

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import directory as fd
from rcw_rules.kernel.geometry import HexGrid

# ------------------------------------------------------------------ a made-up map

ROUGH: tuple[str, ...] = ("0401",)
BROKEN: tuple[str, ...] = ("0402", "0502")
RIVER: tuple[str, ...] = ("0302", "0303", "0403")
MAJOR_RAIL: tuple[str, ...] = ("0601", "0501", "0502", "0503")
CITIES: dict[str, fd.City] = {"0501": "kharkiv", "0302": "kyiv", "0403": "katerynoslav", "0204": "odesa"}


def made_up_hex(label: str) -> fd.MapHex:
    land: fd.Terrain = "rough" if label in ROUGH else "broken" if label in BROKEN else "clear"
    water: tuple[fd.Water, ...] = ("river",) if label in RIVER else ("coastal",) if label.endswith("04") else ()
    rail: fd.Rail = "major" if label in MAJOR_RAIL else "none"
    return fd.MapHex(label=label, land=land, water=water, rail=rail, city=CITIES.get(label))


GRID = HexGrid(columns=6, rows=4)
MADE_UP_MAP = fd.RulebookMap(
    title="Twenty-four made-up hexes", grid=GRID, hexes=tuple(map(made_up_hex, GRID.hexes)), source="made up"
)

# ------------------------------------------------------------------ a made-up rulebook


def made_up_supply(state: fd.CampaignState, unit: fd.Piece) -> fd.Supply:
    """Within three hexes of a base of its own side or an ally a unit is supplied, if its faction ever is."""
    side = state.allegiance(unit.counter.faction)
    near = any(
        piece.counter.type in ("mobile_base", "fixed_base")
        and state.allegiance(piece.counter.faction) == side
        and GRID.distance(piece.hex, unit.hex) <= 3
        for piece in state.pieces
    )
    return "supplied" if near and unit.counter.faction not in fd.NEVER_SUPPLIED else "limited"


def made_up_mobilization(state: fd.CampaignState) -> fd.MobilizationLists:
    """The Directory gets a regiment in Kyiv on the second turn; nobody gets anything else."""
    if (state.position.side, state.position.turn) == ("directory", "January I"):
        sich = fd.Counter(type="regular_infantry", faction="directory", name="2 Sich")
        return fd.MobilizationLists(reinforcements=(fd.Piece(counter=sich, hex="0302", supply="supplied"),))
    return fd.MobilizationLists()


def made_up_victory(state: fd.CampaignState) -> tuple[fd.Side, ...]:
    """Whoever holds Kyiv has won."""
    winners: list[fd.Side] = []
    for piece in state.at("0302"):
        side = state.allegiance(piece.counter.faction)
        if side is not None and side not in winners:
            winners.append(side)
    return tuple(winners)


MADE_UP_PROFILE = fd.RulebookProfile(
    map=MADE_UP_MAP,
    stacking=lambda state, label, units: (
        len({state.power(unit.counter.faction) for unit in units}) == 1 and len(units) <= 4
    ),
    zoc=lambda state, unit, path: True,
    mobilization=made_up_mobilization,
    supply=made_up_supply,
    weather=("December IV", "January II"),
    last_turn="January I",
    victory=made_up_victory,
)


def piece(name: str, kind: fd.UnitType, faction: fd.Faction, label: str, supply: fd.Supply = "supplied") -> fd.Piece:
    return fd.Piece(counter=fd.Counter(type=kind, faction=faction, name=name), hex=label, supply=supply)


def main() -> None:
    game = fd.Campaign.start(
        "fall_of_the_directory",
        profile=MADE_UP_PROFILE,
        pieces=(
            piece("Red base", "fixed_base", "bolsheviks", "0601"),
            piece("Red train", "armored_train", "bolsheviks", "0601"),
            piece("1 Red", "regular_infantry", "bolsheviks", "0601"),
            piece("2 Red", "regular_infantry", "bolsheviks", "0502"),
            piece("389", "regular_infantry", "directory", "0501"),
            piece("1 Sich", "elite_infantry", "directory", "0302"),
            piece("Kyiv base", "mobile_base", "directory", "0302"),
            piece("Volunteer base", "fixed_base", "volunteers", "0604"),
            piece("1 Volunteers", "regular_cavalry", "volunteers", "0504"),
            piece("Grigoriev", "regular_infantry", "grigorievists", "0204", "limited"),
            piece("Makhno", "elite_tatchanka", "makhnovists", "0404", "limited"),
        ),
        wars=(fd.War(one="bolsheviks", other="directory"), fd.War(one="bolsheviks", other="volunteers")),
    )

    # December IV: the Bolsheviks alone. They drive a regiment out of Kharkiv and enter it.
    game, _ = game.determine_initiative(dice=GivenDice([]))
    game = game.advance_to("first_combat", "bolsheviks")
    retreats = (fd.Retreat(unit="389", path=("0401",)),)
    game, combat = game.attack(("1 Red", "2 Red"), "0501", retreats=retreats, dice=GivenDice([4]))
    print(combat.explain())
    game = game.advance_to("first_movement")
    game, _ = game.move("1 Red", ("0501",))
    game, _ = game.special_move("rail", "Red train", ("0501",))
    print("Bolshevik actions:", game.pool("bolsheviks"))

    # January I: all three sides, in the order of one die.
    game = game.advance_to("initiative")
    game, initiative = game.determine_initiative(dice=GivenDice([4]))
    print("Order:", ", ".join(initiative.outcome.order))

    # The Directory: the Grigorievists join it and march at once.
    game, _ = game.advance()
    game, joining = game.persuade("grigorievists", dice=GivenDice([3]))
    print(joining.line())
    game = game.advance_to("first_movement")
    game, march = game.forced_march("Grigoriev", dice=GivenDice([5]))
    print(march.line())
    game, _ = game.move("Grigoriev", ("0203", "0202", "0302"))

    # The Volunteers: nothing is at war with the Makhnovists, so they may only move.
    game = game.advance_to("first_combat", "volunteers")
    try:
        game.attack(("1 Volunteers",), "0404", retreats=(fd.Retreat(unit="Makhno"),), dice=GivenDice([6]))
    except IllegalRequestError as error:
        print(error)
    game = game.advance_to("first_movement")
    game, _ = game.move("1 Volunteers", ("0503",))

    # The Bolsheviks: the Makhnovists join them and enter Katerynoslav for them.
    game = game.advance_to("diplomatic", "bolsheviks")
    game, _ = game.persuade("makhnovists", dice=GivenDice([3]))
    game = game.advance_to("first_movement")
    game, _ = game.move("Makhno", ("0403",))
    print("Bolshevik actions:", game.pool("bolsheviks"))

    # The end of the turn, and by the made-up profile of the game.
    game = game.advance_to("turn_end")
    game, _ = game.advance()
    print("Over:", game.state.game_over, "won by", ", ".join(game.state.winners))


if __name__ == "__main__":
    main()
