"""Attacks in a campaign: who may attack whom from where, and what the map looks like afterwards.

Hex 0202 lies among 0201, 0302, 0303, 0203, 0103 and 0102. Everything else about the board is made up as well.
"""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import directory as fd
from rcw_rules.directory.model import City, Faction, Supply, Terrain, UnitType
from rcw_rules.kernel.geometry import HexGrid

GRID = HexGrid(columns=6, rows=4)
NO_DICE = GivenDice([])
LAND: dict[str, Terrain] = {"0102": "broken", "0103": "rough"}
CITIES: dict[str, City] = {"0302": "kyiv", "0202": "kharkiv", "0404": "katerynoslav"}
BOARD = fd.RulebookMap(
    title="Made up",
    source="made up",
    grid=GRID,
    hexes=tuple(
        fd.MapHex(label=label, water=("sea",))
        if label == "0201"
        else fd.MapHex(label=label, land=LAND.get(label, "clear"), city=CITIES.get(label))
        for label in GRID.hexes
    ),
)
PROFILE = fd.RulebookProfile(
    map=BOARD,
    stacking=lambda state, label, units: True,
    zoc=lambda state, unit, path: True,
    mobilization=lambda state: fd.MobilizationLists(),
    weather=(),
    last_turn="March IV",
)
WAR = (fd.War(one="bolsheviks", other="directory"),)


def piece(
    name: str, faction: Faction, label: str, kind: UnitType = "regular_infantry", supply: Supply | None = "supplied"
) -> fd.Piece:
    return fd.Piece(counter=fd.Counter(type=kind, faction=faction, name=name), hex=label, supply=supply)


def at_combat(*pieces: fd.Piece, wars: tuple[fd.War, ...] = WAR, **changes: Any) -> fd.Campaign:
    """Return a campaign in the Bolsheviks' 1st Combat Phase."""
    facts = {"alliances": changes.pop("alliances", ())}
    profile = attrs.evolve(PROFILE, **changes)
    campaign = fd.Campaign.start("fall_of_the_directory", profile=profile, pieces=pieces, wars=wars, **facts)
    campaign, _ = campaign.determine_initiative(dice=NO_DICE)
    return campaign.advance_to("first_combat")


def away(name: str, *path: str) -> fd.Retreat:
    return fd.Retreat(unit=name, path=path or ("0303",))


def refusal(caught: pytest.ExceptionInfo[IllegalRequestError]) -> list[str]:
    return [objection.rule for objection in caught.value.verdict.objections]


RED, RED_2 = piece("1 Red", "bolsheviks", "0203"), piece("2 Red", "bolsheviks", "0203")
SICH, SICH_2 = piece("1 Sich", "directory", "0202"), piece("2 Sich", "directory", "0202")


@pytest.mark.rule("directory", "com-dr", "miss-advance", "com-adjacent")
def test_defenders_retreat_and_attackers_stay() -> None:
    campaign = at_combat(RED, RED_2, SICH)
    after, attack = campaign.attack(("1 Red", "2 Red"), "0202", retreats=(away("1 Sich"),), dice=GivenDice([2]))
    assert attack.outcome.column == "2:1+"  # 12 against 6
    assert [(each.name, each.hex) for each in after.state.pieces] == [
        ("1 Red", "0203"),
        ("2 Red", "0203"),
        ("1 Sich", "0303"),
    ]
    assert [each.done.attacked for each in after.state.pieces] == [True, True, False]
    assert after.log == (*campaign.log, attack)


@pytest.mark.rule("directory", "ter-broken", "ter-rough", "miss-map")
def test_the_terrain_attacked_out_of_is_that_of_the_map() -> None:
    pieces = (
        piece("Clear", "bolsheviks", "0203"),
        piece("Broken", "bolsheviks", "0102"),
        piece("Rough", "bolsheviks", "0103"),
        piece("BS Destr", "bolsheviks", "0201", "inshore_naval_forces"),
        SICH,
    )
    names = ("Clear", "Broken", "Rough", "BS Destr")
    _, attack = at_combat(*pieces).attack(names, "0202", retreats=(away("1 Sich"),), dice=GivenDice([2]))
    # 3 doubled: 6, three quarters of it, half of it; the ships, 4 doubled, attack out of open sea.
    assert [str(strength) for strength in attack.outcome.attack_strengths] == ["6", "9/2", "3", "8"]


@pytest.mark.rule("directory", "com-adjacent")
def test_units_attack_next_to_them_and_once_in_each_combat_phase() -> None:
    far = piece("Far", "bolsheviks", "0204")
    campaign = at_combat(RED, RED_2, far, SICH)
    with pytest.raises(IllegalRequestError) as caught:
        campaign.attack(("1 Red", "Far"), "0202", retreats=(away("1 Sich"),), dice=NO_DICE)
    assert refusal(caught) == ["com-adjacent"]
    campaign, _ = campaign.attack(("1 Red",), "0202", retreats=(away("1 Sich"),), dice=GivenDice([2]))
    with pytest.raises(IllegalRequestError) as caught:
        campaign.attack(("1 Red",), "0202", retreats=(away("1 Sich"),), dice=NO_DICE)
    assert refusal(caught) == ["com-adjacent"]
    # Fresh units may attack the hex again, and all may in the other Combat Phase.
    campaign, _ = campaign.attack(("2 Red",), "0202", retreats=(away("1 Sich"),), dice=GivenDice([2]))
    for name in ("1 Red", "2 Red", "Far"):
        campaign = campaign if name != "1 Red" else campaign.advance_to("first_supply")
        campaign = campaign.set_supply(name, "supplied")
    campaign = campaign.advance_to("second_combat")
    campaign.attack(("1 Red", "2 Red"), "0202", retreats=(away("1 Sich"),), dice=GivenDice([2]))


@pytest.mark.rule("directory", "gen-attacker", "ini-allies")
def test_only_the_attacker_and_its_allies_attack_and_only_their_enemies() -> None:
    makhno = piece("Makhno", "makhnovists", "0203", supply="limited")
    independent = at_combat(RED, makhno, SICH)
    with pytest.raises(IllegalRequestError) as caught:
        independent.attack(("1 Red", "Makhno"), "0202", retreats=(away("1 Sich"),), dice=NO_DICE)
    assert refusal(caught) == ["gen-attacker"]
    allied = at_combat(RED, makhno, SICH, alliances=(fd.Alliance(faction="makhnovists", side="bolsheviks"),))
    _, attack = allied.attack(("1 Red", "Makhno"), "0202", retreats=(away("1 Sich"),), dice=GivenDice([2]))
    assert attack.outcome.attack == 9  # 6, and 3 that nothing doubles
    with pytest.raises(IllegalRequestError) as caught:
        at_combat(RED, SICH, wars=()).attack(("1 Red",), "0202", retreats=(away("1 Sich"),), dice=NO_DICE)
    assert refusal(caught) == ["gen-attacker"]
    # An ally of the enemy is an enemy; a third party beside him is not, and stands in the way.
    grigoriev = piece("Grigoriev", "grigorievists", "0202", supply="none")
    with_ally = at_combat(RED, RED_2, grigoriev, alliances=(fd.Alliance(faction="grigorievists", side="directory"),))
    with_ally.attack(("1 Red",), "0202", retreats=(away("Grigoriev"),), dice=GivenDice([2]))
    with pytest.raises(IllegalRequestError) as caught:
        at_combat(RED, RED_2, SICH, grigoriev).attack(
            ("1 Red", "2 Red"), "0202", retreats=(away("1 Sich"), away("Grigoriev")), dice=NO_DICE
        )
    assert refusal(caught) == ["gen-attacker"]


@pytest.mark.rule("directory", "gen-attacker", "com-adjacent")
def test_what_the_attackers_have_in_the_hex_attacked_defends_nothing() -> None:
    ours = piece("Stock", "bolsheviks", "0202", "supply_stockpile")
    after, attack = at_combat(RED, SICH, ours).attack(
        ("1 Red",), "0202", retreats=(away("1 Sich"),), dice=GivenDice([4])
    )
    assert attack.outcome.attack == attack.outcome.defence == 6  # twice 3, for both are supplied
    assert {each.name: each.hex for each in after.state.pieces} == {"1 Red": "0203", "1 Sich": "0303", "Stock": "0202"}


@pytest.mark.rule("directory", "com-adjacent")
def test_a_unit_inside_the_hex_attacked_is_not_next_to_it() -> None:
    train = piece("Train", "bolsheviks", "0202", "armored_train")
    ship = piece("Ship", "directory", "0202", "inshore_naval_forces")
    campaign = at_combat(train, RED, RED_2, ship)
    with pytest.raises(IllegalRequestError) as caught:
        campaign.attack(("Train",), "0202", retreats=(fd.Retreat(unit="Ship"),), dice=NO_DICE)
    assert refusal(caught) == ["com-adjacent"]
    campaign.attack(("1 Red", "2 Red"), "0202", retreats=(fd.Retreat(unit="Ship"),), dice=GivenDice([3]))


@pytest.mark.rule("directory", "com-adjacent")
def test_a_hex_attacked_before_is_attacked_with_what_retreated_into_it() -> None:
    # 0303 lies next to 0202, 0203 and 0304.
    north, south = piece("North", "bolsheviks", "0203"), piece("South", "bolsheviks", "0203")
    fresh, fresh_2 = piece("Fresh", "bolsheviks", "0304"), piece("Fresh 2", "bolsheviks", "0304")
    there = piece("2 Sich", "directory", "0303")
    campaign = at_combat(north, south, RED, fresh, fresh_2, SICH, there)
    campaign, first = campaign.attack(("1 Red",), "0303", retreats=(away("2 Sich", "0403"),), dice=GivenDice([2]))
    assert first.outcome.result == "none"
    campaign, _ = campaign.attack(("North", "South"), "0202", retreats=(away("1 Sich"),), dice=GivenDice([2]))
    both = (away("2 Sich", "0403"), away("1 Sich", "0403"))
    with pytest.raises(InvalidRequestError) as caught:  # the unit that retreated is a defender of its new hex
        campaign.attack(("Fresh", "Fresh 2"), "0303", retreats=both[:1], dice=NO_DICE)
    assert [problem.path for problem in caught.value.problems] == ["$.retreats"]
    with pytest.raises(IllegalRequestError) as refused:
        campaign.attack(("1 Red",), "0303", retreats=both, dice=NO_DICE)
    assert refusal(refused) == ["com-adjacent"]
    after, again = campaign.attack(("Fresh", "Fresh 2"), "0303", retreats=both, dice=GivenDice([4]))
    assert again.outcome.attack == again.outcome.defence == 12
    assert {each.hex for each in after.state.pieces if each.counter.faction == "directory"} == {"0403"}


@pytest.mark.rule("directory", "com-odds-low")
def test_an_attack_below_one_to_two_is_refused() -> None:
    weak = piece("Yard", "bolsheviks", "0203", "local_units")
    with pytest.raises(IllegalRequestError) as caught:
        at_combat(weak, SICH).attack(("Yard",), "0202", retreats=(away("1 Sich"),), dice=NO_DICE)
    assert refusal(caught) == ["com-odds-low"]  # 2 against 6


@pytest.mark.rule("directory", "com-adjacent", "miss-retreat", "bad-input")
@pytest.mark.parametrize(
    ("attackers", "target", "retreats", "path"),
    [
        ((), "0202", (away("1 Sich"),), "$.attackers"),
        (("1 Red", "1 Red"), "0202", (away("1 Sich"),), "$.attackers[1]"),
        (("1 Read",), "0202", (away("1 Sich"),), "$.attackers[0]"),
        (("1 Red",), "0304", (), "$.target"),
        (("1 Red",), "0909", (), "$.target"),
        (("1 Red",), "0202", (), "$.retreats"),
        (("1 Red",), "0202", (away("1 Sich"), away("1 Red")), "$.retreats[1].unit"),
        (("1 Red",), "0202", (away("1 Sich"), away("1 Sich")), "$.retreats[1].unit"),
        (("1 Red",), "0202", (away("1 Sich", "0404"),), "$.retreats[0].path[0]"),
        (("1 Red",), "0202", (away("1 Sich", "0303", "0305"),), "$.retreats[0].path[1]"),
    ],
)
def test_an_attack_that_cannot_be_is_refused(
    attackers: tuple[str, ...], target: str, retreats: tuple[fd.Retreat, ...], path: str
) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        at_combat(RED, SICH).attack(attackers, target, retreats=retreats, dice=NO_DICE)
    assert [problem.path for problem in caught.value.problems] == [path]


@pytest.mark.rule("directory", "miss-supply-trace")
@pytest.mark.parametrize("unknown", ["1 Red", "1 Sich"])
def test_nobody_fights_while_supply_is_unknown(unknown: str) -> None:
    pieces = tuple(attrs.evolve(each, supply=None if each.name == unknown else "supplied") for each in (RED, SICH))
    with pytest.raises(fd.MissingProfileError) as caught:
        at_combat(*pieces).attack(("1 Red",), "0202", retreats=(away("1 Sich"),), dice=NO_DICE)
    assert (caught.value.field, caught.value.rule) == ("supply", "miss-supply-trace")
    assert unknown in caught.value.question
    known = at_combat(*pieces).set_supply(unknown, "limited")
    known.attack(("1 Red",), "0202", retreats=(away("1 Sich"),), dice=GivenDice([2]))


@pytest.mark.rule("directory", "com-al")
def test_the_attacker_that_is_drawn_is_lost() -> None:
    campaign = at_combat(RED, RED_2, SICH, SICH_2)
    retreats = (away("1 Sich"), away("2 Sich"))
    after, _ = campaign.attack(("1 Red", "2 Red"), "0202", retreats=retreats, dice=GivenDice([1, 2]))
    assert [each.name for each in after.state.pieces] == ["1 Red", "1 Sich", "2 Sich"]
    assert after.state.piece("1 Red").done.attacked


@pytest.mark.rule("directory", "com-dl", "dip-city-entry")
def test_the_defender_that_is_drawn_is_lost_and_the_others_retreat() -> None:
    campaign = at_combat(RED, RED_2, SICH, SICH_2)
    retreats = (away("1 Sich"), away("2 Sich", "0302", "0402"))
    after, _ = campaign.attack(("1 Red", "2 Red"), "0202", retreats=retreats, dice=GivenDice([6, 1]))
    assert {each.name: each.hex for each in after.state.pieces} == {"1 Red": "0203", "2 Red": "0203", "2 Sich": "0402"}
    (entry,) = (each for each in after.state.entries if each.by != "placement")  # through Kyiv
    assert (entry.city, entry.faction, entry.by) == ("kyiv", "directory", "retreat")
    assert after.pool("bolsheviks") == 2


@pytest.mark.rule("directory", "dip-city-entry", "dip-city-two", "dip-city-one")
def test_a_retreat_into_a_city_is_an_entry_with_the_allegiance_of_the_moment() -> None:
    red = piece("1 Red", "bolsheviks", "0202")
    campaign = at_combat(red, piece("1 Sich", "directory", "0203"), piece("2 Sich", "directory", "0203")).advance_to(
        "first_supply"
    )
    campaign = campaign.set_supply("1 Red", "limited").advance_to("second_supply").set_supply("1 Red", "limited")
    campaign = campaign.advance_to("initiative").determine_initiative(dice=GivenDice([3]))[0]
    campaign = campaign.advance_to("first_combat", "directory")
    after, _ = campaign.attack(("1 Sich",), "0202", retreats=(away("1 Red", "0302"),), dice=GivenDice([2]))
    assert after.state.piece("1 Red").hex == "0302"
    assert after.pool("bolsheviks") == 4
    independent = piece("Makhno", "makhnovists", "0202", supply="none")
    wars = (fd.War(one="bolsheviks", other="makhnovists"),)
    before = at_combat(RED, RED_2, independent, wars=wars)
    fled, _ = before.attack(("1 Red",), "0202", retreats=(away("Makhno", "0303", "0403", "0404"),), dice=GivenDice([2]))
    assert fled.state.entries[0].allegiance is None
    assert fled.pool("bolsheviks") == 2  # and the Bolsheviks can still be the first
    marching, _ = fled.advance_to("first_movement").move("1 Red", ("0303", "0403", "0404"))
    assert marching.pool("bolsheviks") == 3


@pytest.mark.rule("directory", "cap-logistics", "unit-logistics", "miss-supply-trace")
def test_a_captured_base_is_a_stockpile_of_the_attackers_in_its_hex() -> None:
    base = piece("Base", "directory", "0202", "fixed_base")
    campaign = at_combat(RED, base)
    after, _ = campaign.attack(("1 Red",), "0202", dice=GivenDice([2, 5]))
    taken = after.state.piece("Base")
    assert (taken.counter.type, taken.counter.faction, taken.hex) == ("supply_stockpile", "bolsheviks", "0202")
    assert taken.supply is None  # nobody has said yet
    burnt, _ = campaign.attack(("1 Red",), "0202", dice=GivenDice([2, 6]))
    assert [each.name for each in burnt.state.pieces] == ["1 Red"]
    declined, _ = campaign.attack(
        ("1 Red",), "0202", dice=GivenDice([2, 5]), choices={"replace_captured": lambda capture, alternatives: False}
    )
    assert declined.state == burnt.state


@pytest.mark.rule("directory", "cap-armor", "cap-naval")
def test_armor_without_a_way_out_is_captured_if_the_attackers_have_its_like() -> None:
    train = piece("Train", "directory", "0202", "armored_train")
    ship = piece("Ship", "directory", "0202", "inshore_naval_forces")
    spare = fd.Counter(type="armored_train", faction="bolsheviks", name="Spare")
    retreats = (fd.Retreat(unit="Train"), fd.Retreat(unit="Ship"))
    campaign = at_combat(RED, RED_2, train, ship)
    after, attack = campaign.attack(
        ("1 Red", "2 Red"), "0202", retreats=retreats, replacements=(spare,), dice=GivenDice([2, 3])
    )
    taken = after.state.piece("Spare")  # under its own name
    assert (taken.counter.type, taken.counter.faction, taken.hex) == ("armored_train", "bolsheviks", "0202")
    assert after.state.piece("Ship") == ship
    assert attack.outcome.hex_contested
    gone, _ = campaign.attack(("1 Red", "2 Red"), "0202", retreats=retreats, replacements=(), dice=GivenDice([2, 3]))
    assert [each.name for each in gone.state.pieces] == ["1 Red", "2 Red", "Ship"]


@pytest.mark.rule("directory", "miss-retreat")
def test_a_blocked_combat_unit_has_no_fate_without_a_profile() -> None:
    campaign = at_combat(RED, SICH)
    with pytest.raises(fd.MissingProfileError) as caught:
        campaign.attack(("1 Red",), "0202", retreats=(fd.Retreat(unit="1 Sich"),), dice=NO_DICE)
    assert (caught.value.field, caught.value.rule) == ("blocked_retreat", "miss-retreat")
    with pytest.raises(IllegalRequestError):  # nobody is asked what would follow from an attack that is not allowed
        at_combat(RED, SICH, wars=()).attack(("1 Red",), "0202", retreats=(fd.Retreat(unit="1 Sich"),), dice=NO_DICE)


@pytest.mark.rule("directory", "miss-retreat")
@pytest.mark.parametrize(("fate", "left"), [("stays", ["1 Red", "1 Sich"]), ("removed", ["1 Red"])])
def test_the_profile_decides_about_a_blocked_combat_unit(fate: Any, left: list[str]) -> None:
    asked = []

    def blocked(state: fd.CampaignState, unit: fd.Piece) -> Any:
        asked.append(unit.name)
        return fate

    campaign = at_combat(RED, SICH, blocked_retreat=blocked)
    unharmed, _ = campaign.attack(("1 Red",), "0202", retreats=(fd.Retreat(unit="1 Sich"),), dice=GivenDice([3]))
    assert asked == []  # 1:1 and a 3: no result
    assert unharmed.state.piece("1 Sich").hex == "0202"
    after, _ = campaign.attack(("1 Red",), "0202", retreats=(fd.Retreat(unit="1 Sich"),), dice=GivenDice([4]))
    assert asked == ["1 Sich"]
    assert [each.name for each in after.state.pieces] == left


@pytest.mark.rule("directory", "miss-retreat")
def test_a_fate_that_does_not_exist_is_refused() -> None:
    campaign = at_combat(RED, SICH, blocked_retreat=lambda state, unit: "eliminated")
    with pytest.raises(
        InvalidRequestError, match="expected stays or removed as the fate of '1 Sich', got 'eliminated'"
    ):
        campaign.attack(("1 Red",), "0202", retreats=(fd.Retreat(unit="1 Sich"),), dice=GivenDice([4]))


@pytest.mark.rule("directory", "miss-advance", "dip-city-entry")
def test_the_profile_may_let_attackers_advance() -> None:
    def first_one(
        state: fd.CampaignState, attackers: tuple[fd.Piece, ...], target: str, outcome: fd.CombatOutcome
    ) -> tuple[str, ...]:
        cleared = not state.at(target)
        return (attackers[0].name,) if cleared else ()

    campaign = at_combat(RED, RED_2, SICH, advance=first_one)
    stays, _ = campaign.attack(("1 Red",), "0202", retreats=(away("1 Sich"),), dice=GivenDice([2]))
    assert stays.state.piece("1 Red").hex == "0203"  # 1:1 and a 2: no result
    after, _ = campaign.attack(("1 Red", "2 Red"), "0202", retreats=(away("1 Sich"),), dice=GivenDice([2]))
    assert [after.state.piece(name).hex for name in ("1 Red", "2 Red")] == ["0202", "0203"]
    assert after.pool("bolsheviks") == 3  # Kharkiv
    wrong = at_combat(RED, RED_2, SICH, advance=lambda state, attackers, target, outcome: ("2 Red",))
    with pytest.raises(
        InvalidRequestError, match=r"\$\.advance: '2 Red' is not an attacker that is left; expected one of 1 Red"
    ):
        wrong.attack(("1 Red",), "0202", retreats=(away("1 Sich"),), dice=GivenDice([4]))


@pytest.mark.rule("directory", "cap-when", "unit-table")
def test_a_base_whose_own_rating_is_0_needs_no_word_about_its_retreat() -> None:
    stuck = fd.Counter(type="mobile_base", faction="directory", name="Stuck", movement=0)
    campaign = at_combat(RED, fd.Piece(counter=stuck, hex="0202", supply="none"))
    after, _ = campaign.attack(("1 Red",), "0202", dice=GivenDice([2, 6]))
    assert [each.name for each in after.state.pieces] == ["1 Red"]


@pytest.mark.rule("directory", "cap-when")
def test_a_fixed_base_never_retreats() -> None:
    base = piece("Base", "directory", "0202", "fixed_base")
    with pytest.raises(IllegalRequestError) as caught:
        at_combat(RED, base).attack(("1 Red",), "0202", retreats=(away("Base"),), dice=NO_DICE)
    assert refusal(caught) == ["cap-when"]
