"""Vessels in the channel of a river, the ice before them, and troops that cross it, in a whole game."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from red_white_afar import GAME, PROFILE, act, at, begun, box, foot, line, scenario, where

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.errors import InvalidRequestError
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.game.channel import stretches_of
from rcw_rules.red_white.game.scenario import Afloat, Scenario
from rcw_rules.red_white.game.state import State

# A river from west to east, 6 inches wide, in two sections of 24; the channel runs in its middle.
BANKS = [box("West reach", "river", (0, 14), (24, 20)), box("East reach", "river", (24, 14), (48, 20))]
CHANNEL = line("channel", (0, 17), (48, 17), name="Channel")
OPEN = {"state": "unfrozen"}
THIN = {"state": "thin_ice", "thickness": 3, "length": inches(24)}
FLOES = {"state": "ice_choked", "thickness": 3, "length": inches(24)}


def ship(name: str, **facts: Any) -> Afloat:
    own = {key: facts.pop(key) for key in ("towed_by", "aboard") if key in facts}
    return Afloat(vessel=rw.Vessel(name=name, **{"type": "ship", **facts}), **own)


def river(
    *vessels: Afloat,
    spots: Any = (),
    west: Any = OPEN,
    east: Any = OPEN,
    red: Any = (),
    white: Any = (),
    **facts: Any,
) -> Scenario:
    reds = red or (foot("Reds", "red"),)
    whites = white or (foot("Whites", "white"),)
    spare = [at("Reds", 4, 4)] if not red else []
    spare += [at("Whites", 40, 4)] if not white else []
    return scenario(
        reds,
        whites,
        [*spots, *spare],
        terrain=BANKS,
        lines=[CHANNEL],
        red_army={"vessels": vessels},
        river=(rw.RiverSection(name="West reach", **west), rw.RiverSection(name="East reach", **east)),
        channel="Channel",
        **facts,
    )


def afloat(state: State, name: str) -> Afloat:
    return next(one for one in state.vessels if one.name == name)


def states(state: State) -> list[str]:
    return [section.state for section in state.river]


# ---------------------------------------------------------------- under way


@pytest.mark.rule("red_white", "ice-sections")
def test_the_channel_knows_where_its_sections_begin_and_end() -> None:
    found = [(one.section, str(one.begins), str(one.ends)) for one in stretches_of(river())]
    assert [name for name, _, _ in found] == ["West reach", "East reach"]
    assert [ends for _, *ends in found] == [["0 in", "24 in"], ["24 in", "48 in"]]


@pytest.mark.rule("red_white", "ship-move")
def test_a_ship_goes_as_far_as_its_dice_and_its_owner_say() -> None:
    state = begun(river(ship("Vanya"), spots=[at("Vanya", 10, 17, 90)]), "movement")
    assert where(act(state, "sail Vanya down", 3, 4, 2, 4), "Vanya") == ("23 in", "17 in", "90°")
    assert where(act(state, "sail Vanya down most=6", 3, 4, 2, 4), "Vanya")[0] == "16 in"
    after = act(state, "sail Vanya down", 6, 6, 6, 6)
    assert (where(after, "Vanya")[0], afloat(after, "Vanya").section) == ("34 in", "East reach")
    with pytest.raises(IllegalRequestError, match="has moved"):
        act(after, "sail Vanya down")


@pytest.mark.rule("red_white", "ship-move")
def test_a_ship_that_turns_has_its_bow_where_its_stern_was() -> None:
    state = begun(river(ship("Vanya"), spots=[at("Vanya", 20, 17, 90)]), "movement")
    # Its stern lies at 14; 10 inches up the channel are left, and the end is at 0.
    assert where(act(state, "sail Vanya up", 1, 2, 3, 4), "Vanya") == ("4 in", "17 in", "270°")
    assert where(act(state, "sail Vanya up", 6, 6, 6, 6), "Vanya")[0] == "0 in"


@pytest.mark.rule("red_white", "ship-tow", "boat-rules")
def test_what_is_in_tow_follows_and_may_be_cast_off() -> None:
    yawl = ship("Yawl", type="boat", towed_by="Vanya")
    state = begun(river(ship("Vanya"), yawl, spots=[at("Vanya", 12, 17, 90)]), "movement")
    assert where(state, "Yawl") == ("6 in", "17 in", "90°")  # astern of 6 inches of ship
    after = act(state, "sail Vanya down", 1, 2, 3, 2)
    assert (where(after, "Vanya")[0], where(after, "Yawl")[0]) == ("20 in", "14 in")
    with pytest.raises(IllegalRequestError, match="goes where Vanya tows it"):
        act(state, "sail Yawl down")
    loose = act(act(state, "cast off Yawl"), "sail Vanya down", 1, 2, 3, 2)
    assert (where(loose, "Vanya")[0], where(loose, "Yawl")[0]) == ("20 in", "6 in")
    following = begun_next(loose)
    assert where(act(following, "sail Yawl down", 2, 3), "Yawl")[0] == "11 in"


@pytest.mark.rule("red_white", "ship-tow")
def test_a_vessel_is_taken_in_tow_from_near_and_lies_astern() -> None:
    crafts = (ship("Vanya"), ship("Yawl", type="boat"), ship("Gig", type="boat"))
    spots = [at("Vanya", 12, 17, 90), at("Yawl", 5, 17, 90), at("Gig", 15, 17, 90)]
    state = begun(river(*crafts, spots=spots), "movement")
    listed = {str(action) for action in GAME.legal_actions(state)}
    assert {"take Yawl in tow of Vanya"} == {line for line in listed if line.startswith("take Yawl")}
    towed = act(state, "take Yawl in tow of Vanya")
    assert (afloat(towed, "Yawl").towed_by, where(towed, "Yawl")) == ("Vanya", ("6 in", "17 in", "90°"))
    with pytest.raises(IllegalRequestError, match="Yawl has moved"):
        act(towed, "cast off Yawl")
    after = act(act(towed, "take Gig in tow of Vanya"), "sail Vanya down", 1, 2, 3, 2)
    assert [where(after, name)[0] for name in ("Vanya", "Yawl", "Gig")] == ["20 in", "14 in", "12.5 in"]
    for told, why in (("take Gig in tow of Yawl", "8.5 in away"), ("take Vanya in tow of Yawl", "a boat tows nothing")):
        with pytest.raises(IllegalRequestError, match=why):
            act(state, told)


def begun_next(state: State) -> State:
    """Return a game at Red's movement of the next turn, with nothing done in between."""
    turn = state.turn
    while state.turn == turn or state.stage != "movement" or state.to_act != "red":
        state = act(state, "go on" if state.to_act is None else "done")
    return state


@pytest.mark.rule("red_white", "ship-move")
def test_no_vessel_ends_its_move_on_another() -> None:
    of = river(ship("Vanya"), ship("Petya"), spots=[at("Vanya", 10, 17, 90), at("Petya", 22, 17, 90)])
    # Petya lies from 16 to 22: 8 inches would be on it, 20 pass it.
    state = begun(of, "movement")
    assert where(act(state, "sail Vanya down", 2, 2, 2, 2), "Vanya")[0] == "16 in"
    assert where(act(state, "sail Vanya down", 5, 5, 5, 5), "Vanya")[0] == "30 in"


# ---------------------------------------------------------------- ice


@pytest.mark.rule("red_white", "thin-icebreaker", "thin-wake", "thin-ship-speed")
def test_an_icebreaker_leaves_floes_in_its_wake() -> None:
    state = begun(river(ship("Vanya"), spots=[at("Vanya", 20, 17, 90)], east=THIN), "movement")
    # 5 + 3 are 8, its morale; then two dice of four.
    after = act(state, "sail Vanya down", 5, 3, 4)
    assert (where(after, "Vanya")[0], states(after)) == ("27 in", ["unfrozen", "ice_choked"])
    # Nobody tests who goes only up to the edge of the ice.
    assert states(act(state, "sail Vanya down most=3", 6, 6, 6, 6)) == ["unfrozen", "thin_ice"]


@pytest.mark.rule("red_white", "thin-halt-exit")
def test_a_ship_that_fails_twice_in_a_row_leaves_with_its_cargo_and_its_tow() -> None:
    yawl = ship("Yawl", type="boat", towed_by="Vanya")
    of = river(ship("Vanya"), yawl, spots=[at("Vanya", 20, 17, 90), at("Reds", 20, 22, 180), at("More", 4, 4)],
               red=(foot("Reds", "red"), foot("More", "red")), east=THIN)  # fmt: skip
    state = act(begun(of, "movement"), "board Vanya with Reds")
    once = act(state, "sail Vanya down", 6)
    assert (where(once, "Vanya")[0], afloat(once, "Vanya").vessel.failures) == ("20 in", 1)
    twice = act(begun_next(once), "sail Vanya down", 6)
    assert sorted((one.name, one.fate) for one in twice.fates) == [
        ("Reds", "off_table"), ("Vanya", "off_table"), ("Yawl", "off_table")
    ]  # fmt: skip
    assert afloat(once, "Vanya").section == "West reach"
    rested = begun_next(begun_next(once))
    assert afloat(rested, "Vanya").vessel.failures == 0


@pytest.mark.rule("red_white", "choked-ship-test", "choked-boats")
def test_floes_stop_ships_and_overturn_boats() -> None:
    yawl = ship("Yawl", type="boat")
    of = river(ship("Vanya"), yawl, spots=[at("Vanya", 20, 17, 90), at("Yawl", 10, 17, 90)], east=FLOES, west=FLOES)
    state = begun(of, "movement")
    # The speed dice first, 2 of them; 6 + 3 is more than 8 and stops it at the edge, 4 inches on.
    stopped = act(state, "sail Vanya down", 4, 5, 6)
    assert (where(stopped, "Vanya")[0], afloat(stopped, "Vanya").section) == ("24 in", "West reach")
    assert where(act(state, "sail Vanya down", 4, 5, 5), "Vanya")[0] == "29 in"
    assert where(act(state, "sail Yawl up", 2, 3, 4), "Yawl")[0] == "1.5 in"
    assert [one.name for one in act(state, "sail Yawl down", 1).fates] == ["Yawl"]


@pytest.mark.rule("red_white", "frozen-vessels", "thin-ship-speed")
def test_frozen_water_is_closed_and_thin_ice_to_all_but_ships() -> None:
    frozen = begun(river(ship("Vanya"), spots=[at("Vanya", 20, 17, 90)], east={"state": "frozen"}), "movement")
    up = begun(river(ship("Vanya"), spots=[at("Vanya", 30, 17, 270)], west={"state": "frozen"}), "movement")
    stopped = act(up, "sail Vanya up", 6, 6, 6, 6)
    assert (where(stopped, "Vanya")[0], afloat(stopped, "Vanya").section) == ("24 in", "East reach")
    # It goes up to the edge, 4 inches on, and no farther.
    there = act(frozen, "sail Vanya down", 6, 6, 6, 6)
    assert where(there, "Vanya")[0] == "24 in"
    with pytest.raises(IllegalRequestError, match="no vessel moves in a frozen river"):
        act(begun_next(there), "sail Vanya down")
    launch = begun(river(ship("Katya", type="launch"), spots=[at("Katya", 20, 17, 90)], east=THIN), "movement")
    before = act(launch, "sail Katya down", 6, 6, 6)
    assert where(before, "Katya")[0] == "24 in"
    with pytest.raises(IllegalRequestError, match="only in tow of a ship"):
        act(begun_next(before), "sail Katya down")


# ---------------------------------------------------------------- aboard and ashore


@pytest.mark.rule("red_white", "vessel-boarding", "ship-capacity")
def test_a_unit_comes_aboard_and_goes_ashore_on_the_other_bank() -> None:
    spots = [at("Vanya", 12, 17, 90), at("Reds", 10, 22, 180), at("More", 20, 24, 180)]
    of = river(ship("Vanya", capacity=4), spots=spots, red=(foot("Reds", "red"), foot("More", "red")))
    state = begun(of, "movement")
    with pytest.raises(IllegalRequestError, match="More moves 6 in"):
        act(state, "board Vanya with More")
    aboard = act(state, "board Vanya with Reds")
    assert (aboard.group("Reds"), aboard.the_troop("Reds").aboard) == (None, "Vanya")
    with pytest.raises(IllegalRequestError, match="has moved in this turn"):
        act(aboard, "land Reds at 10,13 facing 180")
    later = begun_next(aboard)
    with pytest.raises(IllegalRequestError, match="cannot stand there"):
        act(later, "land Reds at 10,15 facing 180")
    with pytest.raises(IllegalRequestError, match="from Vanya"):
        act(later, "land Reds at 10,9 facing 180")
    landed = act(later, "land Reds at 10,13 facing 180")
    assert (where(landed, "Reds"), landed.the_troop("Reds").aboard) == (("11.5 in", "13 in", "180°"), "")
    listed = [str(action) for action in GAME.legal_actions(later) if str(action).startswith("land")]
    assert len(listed) == 2  # one place on each bank
    for text in listed:
        act(later, text)


@pytest.mark.rule("red_white", "ship-capacity")
def test_there_is_no_room_for_more_than_a_ship_holds() -> None:
    of = river(ship("Vanya", capacity=3), spots=[at("Vanya", 12, 17, 90), at("Reds", 10, 22, 180)],
               red=(foot("Reds", "red"),))  # fmt: skip
    with pytest.raises(IllegalRequestError, match="4 stands do not fit"):
        act(begun(of, "movement"), "board Vanya with Reds")


@pytest.mark.rule("red_white", "ship-launch-boats")
def test_boats_are_launched_all_or_none_astern_of_their_ship() -> None:
    boats = [ship(name, type="boat", aboard="Vanya") for name in ("Yawl", "Gig")]
    state = begun(river(ship("Vanya"), *boats, spots=[at("Vanya", 20, 17, 90)]), "movement")
    after = act(state, "launch 2 boats of Vanya", 2)
    assert (where(after, "Yawl")[0], where(after, "Gig")[0]) == ("14 in", "12.5 in")
    assert act(state, "launch 2 boats of Vanya", 1).group("Yawl") is None
    with pytest.raises(IllegalRequestError, match="carries 2 boats, not 3"):
        act(state, "launch 3 boats of Vanya")
    with pytest.raises(IllegalRequestError, match="once a turn"):
        act(act(state, "launch 1 boats of Vanya", 1), "launch 1 boats of Vanya")


# ---------------------------------------------------------------- fire


@pytest.mark.rule("red_white", "p1-artillery-and-armour", "ship-morale")
def test_guns_damage_a_ship_until_it_sinks_with_all_aboard() -> None:
    guns = foot("Guns", "white", 1, type="artillery")
    of = river(ship("Vanya", damage=6), spots=[at("Vanya", 20, 17, 90), at("Guns", 20, 26, 180)], white=(guns,))
    state = begun(of, "fire", side="white")
    # 7 inches off is normal range, where 8, 9 and 10 hit a vessel; two dice for the gun.
    hit = act(state, "bombard Vanya with artillery of Guns", 8, 7)
    assert afloat(hit, "Vanya").vessel.damage == 7
    sunk = act(state, "bombard Vanya with artillery of Guns", 8, 10)
    assert [(one.name, one.fate) for one in sunk.fates] == [("Vanya", "destroyed")]
    with pytest.raises(IllegalRequestError, match="has fired"):
        act(hit, "bombard Vanya with artillery of Guns")
    # A ship is worth half of 8 less its damage: 1 with 6 damage, a half with 7.
    worth = [GAME.measure(one, "white") for one in (state, hit, sunk)]
    assert [later - worth[0] for later in worth[1:]] == [Fraction(1, 2), 1]


@pytest.mark.rule("red_white", "p1-artillery-and-armour")
def test_a_warship_fires_with_its_own_guns() -> None:
    of = river(ship("Vanya", kind="warship"), spots=[at("Vanya", 20, 17, 90), at("Whites", 20, 26, 180)],
               white=(foot("Whites", "white", 8),))  # fmt: skip
    state = begun(of, "fire")
    # Four dice at normal range in the open: 8, 9 and 10 hit.
    after = act(state, "bombard Whites with artillery of Vanya", 8, 7, 9, 1)
    assert after.the_troop("Whites").unit.stands == 6
    listed = [str(action) for action in GAME.legal_actions(state) if str(action).startswith("bombard")]
    assert listed == ["bombard Whites with artillery of Vanya", "bombard Whites with machine_gun of Vanya"]


# ---------------------------------------------------------------- troops on the ice


def bank(west: Any, unit: Any = None, **facts: Any) -> State:
    red = unit or foot("Reds", "red")
    spare = [foot(f"Reserve {number}", "red") for number in range(4)]  # so that the army does not break
    spots = [at(one.name, 4 + 6 * number, 4) for number, one in enumerate(spare)]
    return begun(river(spots=[at("Reds", 10, 13), *spots], west=west, red=(red, *spare), **facts), "movement")


@pytest.mark.rule("red_white", "thin-crossing")
def test_stands_fall_through_thin_ice_as_their_unit_comes_from_the_bank() -> None:
    state = bank(THIN)
    onto = act(state, "move Reds to 10,19 facing 0", 1, 5, 2, 9)
    unit = onto.the_troop("Reds").unit
    assert (unit.stands, unit.casualties) == (2, True)
    group = onto.group("Reds")
    assert group is not None
    assert len(group.bases) == 2
    across = act(begun_next(onto), "move Reds to 10,24 facing 0")  # no dice while it is on the ice
    assert across.the_troop("Reds").unit.stands == 2
    assert [one.name for one in act(state, "move Reds to 10,19 facing 0", 1, 1, 2, 2).fates] == ["Reds"]


@pytest.mark.rule("red_white", "frozen-crossing", "choked-land", "unfrozen-crossing")
def test_who_may_cross_depends_on_the_section() -> None:
    act(bank({"state": "frozen"}), "move Reds to 10,19 facing 0")
    for closed in (OPEN, FLOES):
        with pytest.raises(IllegalRequestError, match="impassable"):
            act(bank(closed, east={"state": "frozen"}), "move Reds to 10,19 facing 0")
    guns = evolve(foot("Reds", "red", 1, type="artillery"), limbered=True)
    with pytest.raises(IllegalRequestError, match="impassable"):
        act(bank({"state": "frozen"}, guns), "move Reds to 10,19 facing 0")
    act(bank({"state": "frozen"}, guns, heavy_on_ice=True), "move Reds to 10,19 facing 0")


# ---------------------------------------------------------------- scenarios that cannot be


@pytest.mark.rule("red_white", "ice-sections", "ship-tow")
def test_vessels_need_a_channel_and_a_place_in_it() -> None:
    of = river(ship("Vanya"), spots=[at("Vanya", 10, 17, 90)])
    with pytest.raises(InvalidRequestError, match="for vessels to keep to"):
        GAME.begin(evolve(of, channel=""), dice=GivenDice([]))
    with pytest.raises(IllegalRequestError, match="does not lie in the channel"):
        GAME.begin(river(ship("Vanya"), spots=[at("Vanya", 3, 17, 90)]), dice=GivenDice([]))
    with pytest.raises(IllegalRequestError, match="neither placed"):
        GAME.begin(river(ship("Vanya")), dice=GivenDice([]))


@pytest.mark.rule("red_white", "thin-crossing", "melee-sequence")
def test_who_charges_over_thin_ice_throws_for_its_stands_first() -> None:
    # Whites stand on the northern bank, 6 inches from Reds, who come from the southern one.
    melee = evolve(PROFILE, sequence=(rw.Phase(name="melee", roles=("melee",)), rw.Phase(name="end", roles=("end",))))
    game = GAME.with_options(profile=melee)
    spots = [at("Reds", 10, "13.9"), at("Whites", 10, "19.8", 180)]
    spare = [foot(f"Reserve {number}", "red") for number in range(4)]
    spots += [at(one.name, 4 + 6 * number, 4) for number, one in enumerate(spare)]
    of = river(spots=spots, west=THIN, red=(foot("Reds", "red"), *spare), white=(foot("Whites", "white"),))
    state = begun(of, "melee", game=game)
    # Two stands fall through; Whites fire four dice and miss, Reds two; then Reds lose 1 to 6 against twice as many.
    after = act(state, "charge Whites with Reds", 1, 2, 9, 9, *[1] * 6, 1, 6, game=game)
    assert after.troop("Reds") is None
    assert after.the_troop("Whites").unit.stands == 4


@pytest.mark.rule("red_white", "thin-crossing", "gen-rear", "gen-unit-state")
@pytest.mark.parametrize("state", ["thin_ice", "frozen"])
def test_who_goes_to_the_rear_over_thin_ice_throws_for_its_stands(state: str) -> None:
    # Reds north of the river fail their test, and go 6 inches to the south: four stands onto the ice.
    reds = evolve(foot("Reds", "red"), unit=evolve(foot("Reds", "red").unit, casualties=True))
    spots = [at("Reds", 10, "22.5")]
    of = river(spots=spots, west=THIN if state == "thin_ice" else {"state": state}, red=(reds,))
    of = evolve(of, red=evolve(of.red, edge="south"))
    phases = (rw.Phase(name="morale", roles=("morale",)), rw.Phase(name="end", roles=("end",)))
    game = GAME.with_options(profile=evolve(PROFILE, sequence=phases))
    after = act(
        begun(of, "morale", side=None, game=game),
        "go on",
        10,
        *([1, 2, 3, 10] if state == "thin_ice" else []),
        game=game,
    )
    assert where(after, "Reds")[1] == "16.5 in"
    unit = after.the_troop("Reds").unit
    assert (unit.stands, unit.falling_back) == (2 if state == "thin_ice" else 4, True)


# ---------------------------------------------------------------- convoys


@pytest.mark.rule("red_white", "thin-halt-exit")
def test_the_next_ship_stays_behind_a_halted_icebreaker_and_leads_from_the_turn_after_it_left() -> None:
    spots = [at("Vanya", 40, 17, 90), at("Petya", 20, 17, 90)]
    of = river(ship("Vanya", failures=1), ship("Petya", dice=7), spots=spots, east=FLOES)
    # Vanya has failed, and its stern lies at 34. Five dice would take Petya past it; so they take it 14 inches.
    assert where(act(begun(of, "movement"), "sail Petya down", 6, 6, 6, 6, 6, 1), "Petya")[0] == "34 in"
    freed = evolve(of, red=evolve(of.red, vessels=(ship("Vanya"), of.red.vessels[1])))
    assert where(act(begun(freed, "movement"), "sail Petya down", 6, 6, 6, 6, 6, 1), "Petya")[0] == "48 in"
    spots = [at("Vanya", 24, 17, 90), at("Petya", 12, 17, 90)]
    of = river(ship("Vanya", failures=1), ship("Petya"), spots=spots, east=THIN)
    left = act(begun(of, "movement"), "sail Vanya down", 6)
    assert [one.name for one in left.fates] == ["Vanya"]
    with pytest.raises(IllegalRequestError, match="from the turn after the leader left"):
        act(left, "sail Petya down")
    act(begun_next(left), "sail Petya down", 5, 6, 6)


@pytest.mark.rule("red_white", "choked-boats")
def test_what_a_boat_carries_is_lost_with_it() -> None:
    reds = (evolve(foot("Crew", "red", 1), aboard="Yawl"), foot("Reds", "red"))
    spots = [at("Yawl", 10, 17, 90), at("Reds", 4, 4)]
    of = river(ship("Yawl", type="boat"), spots=spots, west=FLOES, east=FLOES, red=reds)
    after = act(begun(of, "movement"), "sail Yawl down", 1)
    assert sorted((one.name, one.fate) for one in after.fates) == [("Crew", "destroyed"), ("Yawl", "destroyed")]


@pytest.mark.rule("red_white", "p1-artillery-and-armour")
def test_a_launch_sinks_with_the_first_hit() -> None:
    guns = foot("Guns", "white", 1, type="artillery")
    spots = [at("Katya", 20, 17, 90), at("Guns", 20, 26, 180)]
    state = begun(river(ship("Katya", type="launch"), spots=spots, white=(guns,)), "fire", side="white")
    assert [one.name for one in act(state, "bombard Katya with artillery of Guns", 8, 1).fates] == ["Katya"]
    assert act(state, "bombard Katya with artillery of Guns", 7, 7).fates == ()
    with pytest.raises(IllegalRequestError, match="has no small_arms"):
        act(state, "bombard Katya with small_arms of Guns")
