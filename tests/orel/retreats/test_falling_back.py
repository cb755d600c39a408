"""Where units fall back to: the priorities in their order, and everything that goes with the stack."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from orel_units import builder

from rcw_rules import GivenDice, InvalidRequestError, NeedsRuling
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, Railway, Road, TerrainArea
from rcw_rules.kernel.umpire import RollingUmpire
from rcw_rules.orel.retreats import captured_steps, has_way

WHOLE = HexGrid(columns=32, rows=20)

# Around 1110: 1109 north, 1209, 1210, 1111 south, 1010, 1009. Around 1010: 1009, 1110, 1111, 1011, 0911, 0910.


unit = builder("infantry", side="white", tq=5, strength=6)


def squadron(key: str, place: str, side: Any, steps: int = 1) -> game.Unit:
    return game.Unit(
        key=key, side=side, hex=place, type="cavalry", tq=4, steps=steps, strength_dismounted=1, strength_charge=2
    )


def car(place: str | None, side: Any = "red", key: str = "") -> game.Unit:
    return game.Unit(key=key or f"car {place}", side=side, hex=place, type="armoured_car", strength=2)


def tank(place: str, side: Any = "white", **changes: Any) -> game.Unit:
    return game.Unit(key=f"tank {place}", side=side, hex=place, type="tank", strength=3, **changes)


def train(place: str, side: Any = "white") -> game.Unit:
    return game.Unit(key=f"train {place}", side=side, hex=place, type="armoured_train_light", fire=3)


def battery(place: str, side: Any = "white", **changes: Any) -> game.Unit:
    return game.Unit(key=f"battery {place}", side=side, hex=place, type="artillery", tq=5, steps=2, fire=3, **changes)


def cars(*places: str, side: Any = "red") -> tuple[game.Unit, ...]:
    # Vehicles exert no zone of control: they bar hexes and do nothing else.
    return tuple(car(place, side) for place in places)


def back(*units: game.Unit, choices: Any = None, **fields: Any) -> game.RetreatOutcome:
    request = game.RetreatRequest(units=units, **fields)
    return game.ruleset.resolve(request, dice=GivenDice([]), choices=choices).outcome


def path(outcome: game.RetreatOutcome, way: int = 0) -> list[str | None]:
    return [step.hex for step in outcome.ways[way].steps]


def problems(request: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(request, dice=GivenDice([]))
    return [(problem.path, problem.rule) for problem in caught.value.problems]


# -------------------------------------------------------------------- the priorities


@pytest.mark.rule("orel", "8.5.1-retreat", "1.2-board-edges")
def test_a_free_hex_away_from_the_edge_is_better_than_one_in_an_enemy_zone_towards_it() -> None:
    # 1112 covers 1111, not 1109.
    others = (*cars("1209", "1210", "1010", "1009"), unit("enemy", "1112", "red"))
    outcome = back(unit("a", "1110"), others=others)
    assert outcome.ways[0].steps == (game.RetreatStep(hex="1109", violated=("away_from_edge",)),)
    assert [(each.hex, each.mode) for each in outcome.units] == [("1109", "march")]


@pytest.mark.rule("orel", "8.5.1-retreat", "8.5.1a-zoc")
def test_where_all_hexes_are_in_enemy_zones_one_of_them_is_entered() -> None:
    others = (*cars("1109", "1209", "1210", "1010", "1009"), unit("enemy", "1112", "red"))
    outcome = back(unit("a", "1110"), others=others)
    assert outcome.ways[0].steps == (game.RetreatStep(hex="1111", violated=("enemy_zone",), zones=("infantry",)),)


@pytest.mark.rule("orel", "8.5.1-retreat", "0-hex-layout")
def test_of_equal_hexes_the_owner_chooses_and_the_default_is_the_lowest_number() -> None:
    asked: list[Any] = []

    def last(retreating: game.Retreating, alternatives: tuple[str, ...]) -> str:
        asked.append((retreating.hex, alternatives))
        return alternatives[-1]

    assert path(back(unit("a", "1010"))) == ["0911"]
    assert path(back(unit("a", "1010"), choices={"retreat_hex": last})) == ["1111"]
    assert asked == [("1010", ("0911", "1011", "1111"))]


@pytest.mark.rule("orel", "8.5.1-retreat", "1.2-board-edges")
@pytest.mark.parametrize(
    ("side", "start", "end"),
    [
        ("white", "1110", "1111"),  # the only one a row further south
        ("red", "1110", "1009"),  # 10 columns, 9 rows from the edges: 1009, 1109 and 1209 are a row further north
        ("red", "0410", "0310"),  # 3 columns: 0310 and 0311 are a column further west
    ],
)
def test_units_go_towards_a_friendly_edge(side: Any, start: str, end: str) -> None:
    outcome = back(unit("a", start, side))
    assert path(outcome) == [end]
    assert outcome.ways[0].steps[0].violated == ()


@pytest.mark.rule("orel", "8.5.1-retreat")
def test_among_hexes_that_all_lead_away_the_default_is_nearest_to_the_edge() -> None:
    # 1109 is a row further, 1010 and 1210 as far as before: all break the same priority.
    outcome = back(unit("a", "1110"), others=cars("1111", "1010", "1009"))
    assert path(outcome) == ["1210"]
    assert outcome.ways[0].steps[0].violated == ("away_from_edge",)


@pytest.mark.rule("orel", "7.4-zones", "8.5.1-retreat")
def test_an_enemy_entry_zone_is_entered_only_to_escape_from_enemies() -> None:
    zones = (game.EntryZone(side="white", edge="south", hexes=("2920",)),)
    barred = cars("2818", "2820", "2720", "2719", side="white")
    red = unit("a", "2819", "red")

    def end(*more: game.Unit) -> list[str | None]:
        return path(back(red, others=(*barred, *more), entry_zones=zones))

    assert end() == ["2919"]
    assert end(unit("w", "2918")) == ["2920"]  # 2919 is in its zone of control, 2920 is not
    assert end(unit("w", "3019")) == ["2919"]  # both are: the entry zone would avoid nothing
    assert end(car("2919", "white"), unit("w", "3019")) == ["2920"]  # an enemy in 2919
    # 1111 would lead towards the edge, but being in a zone of control itself it avoids none.
    others = (*cars("1209", "1210", "1010", "1009"), unit("north", "1108", "red"), unit("south", "1112", "red"))
    gate = (game.EntryZone(side="red", edge="north", hexes=("1111",)),)
    assert path(back(unit("a", "1110"), others=others, entry_zones=gate)) == ["1109"]
    assert path(back(unit("a", "1110"), others=others)) == ["1111"]
    own = (game.EntryZone(side="red", edge="south", hexes=("2919",)),)
    assert path(back(red, others=barred, entry_zones=own)) == ["2919"]


@pytest.mark.rule("orel", "8.5.1-retreat", "7.5-leave")
def test_leaving_the_map_is_better_than_an_overstack_and_than_an_enemy_zone() -> None:
    # 1120 lies on the southern edge; around it 1119, 1219, 1220, 1020, 1019.
    others = cars("1119", "1219", "1020", "1019")
    assert path(back(unit("a", "1120"), others=others)) == ["1220"]
    full = tuple(unit(f"friend {n}", "1220", steps=3) for n in range(3))
    onwards = back(unit("a", "1120"), others=(*others, *full))
    # The full hex keeps priority c and breaks b, which is stronger: off the map.
    assert path(onwards) == [None]
    outcome = back(unit("a", "1120"), others=(*others, unit("enemy", "1320", "red")))
    assert outcome.ways[0].steps == (game.RetreatStep(hex=None, violated=("off_map",)),)
    assert (outcome.ways[0].hex, outcome.ways[0].exit_hex) == (None, "1120")
    assert [(each.hex, each.mode) for each in outcome.units] == [(None, "march")]


@pytest.mark.rule("orel", "8.5.1-retreat")
def test_off_an_edge_that_is_not_friendly_leads_away_too() -> None:
    others = cars("3210", "3111", "3112", "3212")
    outcome = back(unit("a", "3211"), others=others)
    assert outcome.ways[0].steps == (game.RetreatStep(hex=None, violated=("off_map", "away_from_edge")),)


@pytest.mark.rule("orel", "8.5.1d-target-hex", "8.5.1-retreat")
def test_a_hex_still_to_be_attacked_is_worse_than_the_wrong_direction() -> None:
    others = cars("1109", "1209", "1010", "1009")
    outcome = back(unit("a", "1110"), others=others, under_attack=("1111",))
    assert outcome.ways[0].steps == (game.RetreatStep(hex="1210", violated=("away_from_edge",)),)
    assert not outcome.ways[0].joins_attack
    outcome = back(unit("a", "1110"), others=(*others, car("1210")), under_attack=("1111",))
    assert outcome.ways[0].steps == (game.RetreatStep(hex="1111", violated=("target_hex",)),)
    assert outcome.ways[0].joins_attack


@pytest.mark.rule("orel", "8.5.1b-overstack", "7.1.2-stacking")
def test_two_units_pass_together_through_a_hex_with_room_for_one() -> None:
    others = (*cars("1109", "1209", "1210", "1010", "1009"), unit("friend", "1111"))
    assert path(back(unit("a", "1110"), others=others)) == ["1111"]
    outcome = back(unit("a", "1110"), unit("b", "1110"), others=others)
    assert outcome.ways[0].steps == (
        game.RetreatStep(hex="1111", violated=("overstack",)),
        game.RetreatStep(hex="1112"),
    )
    assert [each.hex for each in outcome.units] == ["1112", "1112"]


@pytest.mark.rule("orel", "8.5.1b-overstack")
def test_a_full_hex_out_of_enemy_zones_is_better_than_a_free_one_in_them() -> None:
    full = tuple(unit(f"friend {n}", "1109", steps=1) for n in range(3))
    others = (*cars("1209", "1210", "1010", "1009"), unit("enemy", "1112", "red"), *full)
    outcome = back(unit("a", "1110"), others=others)
    assert path(outcome) == ["1109", "1008"]  # 1008, 1108 and 1208 lead away alike
    assert outcome.ways[0].steps[0].violated == ("overstack", "away_from_edge")


@pytest.mark.rule("orel", "8.5.1b-overstack", "8.7.3-rout")
def test_only_a_rout_must_end_two_hexes_away() -> None:
    full = tuple(unit(f"friend {n}", "1111", steps=1) for n in range(3))
    held = cars("1109", "1209", "1010", "1009", "1011", "1211")
    zones = (unit("east", "1310", "red"), unit("south", "1113", "red"))  # they cover 1210 and 1112
    outcome = back(unit("a", "1110"), others=(*full, *held, *zones), under_attack=("1112",))
    assert path(outcome) == ["1111", "1210"]  # a hex under attack is worse than the wrong direction


@pytest.mark.rule("orel", "8.5.1b-overstack", "8.5.1-impossible")
def test_a_full_hex_that_leads_nowhere_is_no_way() -> None:
    full = tuple(unit(f"friend {n}", "1111", steps=1) for n in range(3))
    around = cars("1109", "1209", "1210", "1010", "1009")
    closed = cars("1211", "1112", "1011")
    outcome = back(unit("a", "1110"), others=(*around, *closed, *full))
    assert (outcome.possible, outcome.ways) == (False, ())
    assert [(each.hex, each.mode) for each in outcome.units] == [("1110", "routed")]
    assert path(back(unit("a", "1110"), others=(*around, *closed[1:], *full))) == ["1111", "1211"]


@pytest.mark.rule("orel", "8.5.1b-overstack", "8.7.3-rout-impossible")
def test_a_worse_hex_that_leads_on_is_taken_before_a_better_one_that_does_not() -> None:
    around, beyond = cars("1209", "1210", "1010", "1009"), cars("1211", "1112", "1011")
    full = tuple(unit(f"friend {n}", "1111", steps=1) for n in range(3))
    in_zones = (unit("enemy", "1108", "red"),)  # it covers 1109, so that the full hex breaks the weaker priority
    assert path(back(unit("a", "1110"), others=(*around, *beyond, *full, *in_zones))) == ["1109"]
    assert path(back(unit("a", "1110"), others=(*around, *full, *in_zones))) == ["1111", "1112"]
    # Of a rout, the free 1111 is better than 1109, and nothing lies beyond it.
    rout = back(unit("a", "1110"), others=(*around, *beyond), hexes=2)
    assert path(rout) == ["1109", "1008"]


@pytest.mark.rule("orel", "8.5.1-impossible", "4.1-capture", "8.8.2B-surrender")
def test_six_enemies_around_leave_it_routed_in_place_and_a_routed_unit_surrenders() -> None:
    others = cars("1109", "1209", "1210", "1111", "1010", "1009")
    outcome = back(unit("a", "1110", entrenchment="entrenched"), others=others)
    assert [(each.hex, each.mode, each.entrenchment) for each in outcome.units] == [("1110", "routed", "none")]
    assert (outcome.surrendered, outcome.prisoners) == ((), 0)
    routed = back(unit("a", "1110", mode="routed", steps=3), unit("b", "1110"), others=others)
    assert (routed.surrendered, routed.prisoners) == (("a",), 3)
    assert [(each.key, each.mode) for each in routed.units] == [("b", "routed")]
    # A battery surrenders with its last combat unit; a car stays for whoever enters.
    stack = (unit("a", "1110", mode="routed", steps=3), battery("1110"), car("1110", "white"))
    whole = back(*stack, others=others)
    assert (whole.surrendered, whole.prisoners) == (("a", "battery 1110"), 5)
    assert [each.key for each in whole.units] == ["car 1110"]


@pytest.mark.rule("orel", "8.5.1-impossible")
def test_an_enemy_depot_bars_a_hex_as_any_unit() -> None:
    depot = game.Depot(key="convoi", side="red", kind="convoi", capacity=2, hex="1111")
    assert path(back(unit("a", "1110"), depots=(depot,))) == ["1010"]
    friendly = game.Depot(key="convoi", side="white", kind="convoi", capacity=2, hex="1111")
    assert path(back(unit("a", "1110"), depots=(friendly,))) == ["1111"]


@pytest.mark.rule("orel", "8.5.1-retreat", "7.1.4-modes", "7.3-effects")
def test_modes_after_a_retreat() -> None:
    routed, entrenched = unit("r", "1110", mode="routed"), unit("e", "1110", entrenchment="entrenched", steps=2)
    outcome = back(routed, entrenched, battery("1110"))
    assert [(each.mode, each.entrenchment) for each in outcome.units] == [
        ("routed", "none"),
        ("march", "none"),
        ("march", "none"),
    ]


@pytest.mark.rule("orel", "1.2-zoc-negation", "1.2-zoc-none")
@pytest.mark.parametrize(
    ("friend", "zones"),
    [
        (squadron("friend", "1111", "white"), ()),
        (unit("friend", "1111", steps=1, mode="routed"), ("infantry",)),
        (car("1111", "white"), ("infantry",)),
    ],
)
def test_a_lone_friend_negates_enemy_zones_but_no_routed_unit_or_vehicle_does(friend: Any, zones: Any) -> None:
    others = (*cars("1109", "1209", "1210", "1010", "1009"), unit("enemy", "1112", "red"), friend)
    outcome = back(unit("a", "1110"), others=others)
    assert outcome.ways[0].steps[0].zones == zones
    assert outcome.ways[0].steps[0].violated == (("enemy_zone",) if zones else ())


# -------------------------------------------------------------------- two hexes


@pytest.mark.rule("orel", "8.7.3-rout")
def test_the_second_hex_of_a_rout_lies_two_hexes_from_the_start() -> None:
    # From 1111 the way on: 1011 and 1211 are two hexes from 1110 as well, 1112 alone is nearer to the edge.
    assert path(back(unit("a", "1110"), hexes=2)) == ["1111", "1112"]
    # All three closed, 1210 and 1010 are left: one hex from the start, and better than none.
    outcome = back(unit("a", "1110"), hexes=2, others=cars("1011", "1211", "1112", "1109", "1209", "1009"))
    assert path(outcome) == ["1111", "1010"]  # the first hex goes by its own priorities
    assert [each.mode for each in outcome.units] == ["routed"]


@pytest.mark.rule("orel", "8.7.3-rout", "8.5.1d-target-hex")
def test_only_the_last_hex_of_a_rout_counts_as_one_under_attack() -> None:
    outcome = back(unit("a", "1110"), hexes=2, under_attack=("1111",))
    assert path(outcome) == ["1111", "1112"]
    outcome = back(unit("a", "1110"), hexes=2, under_attack=("1112",))
    assert path(outcome) == ["1111", "1011"]


@pytest.mark.rule("orel", "8.7.3-rout", "8.7.3-rout-impossible")
def test_off_the_map_ends_a_rout() -> None:
    others = cars("1119", "1219", "1220", "1020", "1019")
    outcome = back(unit("a", "1120"), hexes=2, others=others)
    assert (path(outcome), outcome.possible) == ([None], True)
    assert [(each.hex, each.mode) for each in outcome.units] == [(None, "routed")]
    # From 1119 it takes both hexes: 1120, and from there off the map.
    outcome = back(unit("a", "1119"), hexes=2, others=cars("1019", "1219", "1220", "1020"))
    assert (path(outcome), outcome.ways[0].exit_hex) == (["1120", None], "1120")


# -------------------------------------------------------------------- vehicles


def board(**fields: Any) -> HexMap:
    return HexMap(title="a test", grid=WHOLE, **fields)


def forest(*places: str) -> HexMap:
    return board(terrain=(TerrainArea(kind="forest", hexes=places),))


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "8.5.1-retreat")
def test_the_stack_takes_its_car_along_where_it_can_choose() -> None:
    stack = (unit("a", "1010"), car("1010", "white"))
    outcome = back(*stack, board=forest("0911", "1011"))
    assert [each.hex for each in outcome.units] == ["1111", "1111"]
    assert outcome.ways[0].units == ("a", "car 1010")
    assert outcome.ways[0].steps[0].violated == ()
    assert [each.mode for each in outcome.units] == ["march", "combat"]


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "7.1.1-terrain-cost")
def test_a_car_that_cannot_follow_goes_its_own_way_and_a_road_opens_the_forest() -> None:
    stack = (unit("a", "1010"), car("1010", "white"))
    woods = forest("0911", "1011", "1111")
    outcome = back(*stack, board=woods)
    assert [way.steps[0].violated for way in outcome.ways] == [("apart",), ("away_from_edge",)]
    assert [each.hex for each in outcome.units] == ["0911", "0910"]
    road = board(terrain=woods.terrain, roads=(Road(hexes=("1010", "1011")),))
    assert [each.hex for each in back(*stack, board=road).units] == ["1011", "1011"]


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "8.5.1-impossible")
def test_a_car_with_no_way_at_all_is_stuck() -> None:
    woods = forest("1009", "1110", "1111", "1011", "0911", "0910")
    outcome = back(unit("a", "1010"), car("1010", "white"), board=woods)
    assert outcome.stuck == ("car 1010",)
    assert [each.hex for each in outcome.units] == ["0911", "1010"]
    alone = back(car("1010", "white"), board=woods)
    assert (alone.possible, alone.stuck, alone.ways) == (False, ("car 1010",), ())


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "8.5.1-retreat")
def test_who_could_not_follow_the_first_hex_does_not_weigh_in_the_second() -> None:
    # 1111 is the only one towards the edge, and forest; beyond it 1011 and 1211 are equal for the battalion.
    stack = (unit("a", "1110"), car("1110", "white"))
    choices = {"retreat_hex": lambda retreating, alternatives: alternatives[-1]}
    outcome = back(*stack, hexes=2, board=forest("1111", "1211"), others=cars("1112"), choices=choices)
    assert path(outcome) == ["1111", "1211"]


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "8.7.3-rout")
def test_a_car_goes_two_hexes_with_a_rout_and_has_no_marker() -> None:
    outcome = back(unit("a", "1110"), car("1110", "white"), hexes=2, board=board())
    assert [(each.hex, each.mode) for each in outcome.units] == [("1112", "routed"), ("1112", "combat")]


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "9.1.2-capture")
def test_trains_go_along_the_railroad() -> None:
    stack = (unit("a", "1110"), train("1110"))
    south = board(railways=(Railway(hexes=("1109", "1110", "1111")),))
    assert [each.hex for each in back(*stack, board=south).units] == ["1111", "1111"]
    # The railroad leads north alone: the stack goes south, since e is stronger than f.
    north = board(railways=(Railway(hexes=("1109", "1110")),))
    outcome = back(*stack, board=north)
    assert [each.hex for each in outcome.units] == ["1111", "1109"]
    assert outcome.ways[0].steps[0].violated == ("apart",)
    # The enemy holds the only railroad hex.
    assert back(*stack, board=north, others=cars("1109")).stuck == ("train 1110",)
    # One hex is as far as it can go, though the stack routs two.
    assert [each.hex for each in back(*stack, board=north, hexes=2).units] == ["1112", "1109"]


@pytest.mark.rule("orel", "8.7.2-vehicles-follow", "7.5-leave")
def test_trains_do_not_leave_the_map_with_their_stack() -> None:
    line = board(railways=(Railway(hexes=("1119", "1120")),))
    others = cars("1119", "1219", "1220", "1020", "1019")
    outcome = back(unit("a", "1120"), train("1120"), car("1120", "white"), board=line, others=others)
    assert outcome.stuck == ("train 1120",)
    assert [(each.key, each.hex) for each in outcome.units] == [
        ("a", None),
        ("train 1120", "1120"),
        ("car 1120", None),
    ]


@pytest.mark.rule("orel", "9.2.1-breakdown", "8.7.2-vehicles-follow")
def test_a_broken_down_tank_that_must_go_is_eliminated() -> None:
    outcome = back(unit("a", "1110"), tank("1110", broken_down=True))
    assert (outcome.eliminated, [each.key for each in outcome.units]) == (("tank 1110",), ["a"])
    # If the stack cannot go, the tank need not.
    others = cars("1109", "1209", "1210", "1111", "1010", "1009")
    held = back(unit("a", "1110"), tank("1110", broken_down=True), others=others)
    assert (held.eliminated, [each.key for each in held.units]) == ((), ["a", "tank 1110"])


@pytest.mark.rule("orel", "9.2.1-rail-leash", "8.7.2-vehicles-follow")
def test_a_tank_strays_from_the_railroads_only_if_there_is_no_other_way() -> None:
    line = board(railways=(Railway(hexes=("1107", "1108")),))
    # 1111, 1010 and 1210 are three hexes from 1108; 1009, 1109 and 1209 are nearer.
    outcome = back(unit("a", "1110"), tank("1110"), board=line)
    assert [each.hex for each in outcome.units] == ["1111", "1009"]
    barred = cars("1109", "1209", "1210", "1010", "1009")
    assert [each.hex for each in back(tank("1110"), board=line, others=barred).units] == ["1111"]


@pytest.mark.rule("orel", "9.2.1-rail-leash", "8.7.2-vehicles-follow")
def test_a_tank_that_no_hex_near_a_railroad_is_open_to_goes_with_its_stack() -> None:
    line = board(railways=(Railway(hexes=("1107", "1108")),))
    outcome = back(unit("a", "1110"), tank("1110"), board=line, others=cars("1009", "1109", "1209"))
    assert [(way.units, way.steps) for way in outcome.ways] == [(("a", "tank 1110"), (game.RetreatStep(hex="1111"),))]
    woods = board(railways=line.railways, terrain=(TerrainArea(kind="forest", hexes=("1009", "1109", "1209")),))
    outcome = back(unit("a", "1110"), tank("1110"), board=woods)  # those near it are forest
    assert [(way.units, way.hex) for way in outcome.ways] == [(("a", "tank 1110"), "1111")]
    # Without railroads it goes as far as the others do, though it could stop before.
    pair = (unit("a", "1110"), unit("b", "1110"), tank("1110"))
    friend = unit("friend", "1111")
    outcome = back(*pair, board=board(), others=(*cars("1109", "1209", "1210", "1010", "1009"), friend))
    assert [each.hex for each in outcome.units] == ["1112", "1112", "1112"]


@pytest.mark.rule("orel", "9-alone-defence", "8.5.1-retreat")
def test_a_lone_car_goes_back_one_hex() -> None:
    assert [each.hex for each in back(car("1110", "white"), board=board()).units] == ["1111"]
    small = HexMap(title="seven", grid=HexGrid(
        columns=32, rows=20, only=("1110", "1109", "1209", "1210", "1111", "1010", "1009")
    ))  # fmt: skip
    assert [each.hex for each in back(car("1110", "white"), board=small).units] == ["1111"]


@pytest.mark.rule("orel", "9-alone-defence", "8.5.1-impossible")
def test_whether_there_is_a_way_at_all() -> None:
    umpire = RollingUmpire(game.ruleset, GivenDice([]), {}, recording=False)
    line = board(railways=(Railway(hexes=("1109", "1110")),))
    free, held = game.Surroundings(board=line), game.Surroundings(board=line, units=cars("1109"))
    assert [has_way(umpire, train("1110"), around) for around in (free, held)] == [True, False]
    assert [has_way(umpire, car("1110", "white"), around) for around in (free, held)] == [True, True]
    closed = game.Surroundings(board=line, units=cars("1109", "1209", "1210", "1111", "1010", "1009"))
    assert not has_way(umpire, car("1110", "white"), closed)


@pytest.mark.rule("orel", "D-map")
def test_vehicles_need_a_board_and_others_do_not() -> None:
    for vehicle in (car("1110", "white"), train("1110"), tank("1110")):
        with pytest.raises(NeedsRuling, match=r"enter hex \d{4} from hex 1110.*D-map"):
            back(unit("a", "1110"), vehicle)
    outcome = game.ruleset.with_options(board=board()).resolve(
        game.RetreatRequest(units=(unit("a", "1110"), car("1110", "white"))), dice=GivenDice([])
    )
    assert [each.hex for each in outcome.outcome.units] == ["1111", "1111"]


@pytest.mark.rule("orel", "D-map", "7.5-leave")
def test_the_edges_are_those_of_the_board_in_the_options() -> None:
    small = HexMap(title="a test", grid=HexGrid(columns=11, rows=10))
    request = game.RetreatRequest(units=(unit("a", "1110"),), others=cars("1010", "1009", "1109"))
    outcome = game.ruleset.with_options(board=small).resolve(request, dice=GivenDice([])).outcome
    assert (path(outcome), outcome.ways[0].exit_hex) == ([None], "1110")


@pytest.mark.rule("orel", "4.1-capture")
def test_vehicles_are_no_prisoners() -> None:
    stack = (unit("a", "1110", steps=3), car("1110", "white", "c"))
    assert captured_steps(stack, ("a", "c")) == 3


# -------------------------------------------------------------------- bad input and the record


@pytest.mark.rule("orel", "X-bad-units", "0-hex-layout")
@pytest.mark.parametrize(
    ("fields", "path_of_problem"),
    [
        ({"units": (unit("a", "3321"),)}, "$.units[0].hex"),
        ({"units": (unit("a", None),)}, "$.units[0].hex"),
        ({"units": (unit("a", "1110"), unit("b", "1111"))}, "$.units[1].hex"),
        ({"units": (unit("a", "1110"), unit("a", "1110"))}, "$.units[1].key"),
        ({"units": (unit("a", "1110"),), "others": (unit("e", "1110", "red"),)}, "$.others[0].hex"),
        ({"units": (unit("a", "1110"),), "under_attack": ("0021",)}, "$.under_attack[0]"),
        (
            {
                "units": (unit("a", "1110"),),
                "entry_zones": (game.EntryZone(side="red", edge="north", hexes=("1501", "3301")),),
            },
            "$.entry_zones[0].hexes[1]",
        ),
    ],
)
def test_what_cannot_be_is_refused(fields: dict[str, Any], path_of_problem: str) -> None:
    assert (path_of_problem, "X-bad-units") in problems(game.RetreatRequest(**fields))


@pytest.mark.rule("orel", "8.5.1-retreat", "7.5-leave", "8.5.1d-target-hex", "8.5.1-impossible", "D-values")
def test_the_record_cites_what_happened() -> None:
    def rules(*units: game.Unit, **fields: Any) -> tuple[str, ...]:
        request = game.RetreatRequest(units=units, **fields)
        return game.ruleset.resolve(request, dice=GivenDice([])).record.rules

    assert rules(unit("a", "1010", values="illustrative")) == ("8.5.1-retreat", "D-values")
    assert "7.5-leave" in rules(unit("a", "1120"), others=cars("1119", "1219", "1220", "1020", "1019"))
    held = cars("1109", "1209", "1210", "1010", "1009")
    assert "8.5.1d-target-hex" in rules(unit("a", "1110"), others=held, under_attack=("1111",))
    assert "8.5.1-impossible" in rules(unit("a", "1110"), others=(*held, car("1111")))


# -------------------------------------------------------------------- the slow twin

SIZE = 5
HEXES = [f"{column:02}{row:02}" for column in range(1, SIZE + 1) for row in range(1, SIZE + 1)]


def apart(one: str, other: str) -> int:
    """The distance by the formula of the catalogue."""
    (c1, y1), (c2, y2) = ((int(h[:2]), 2 * int(h[2:]) + (1 if int(h[:2]) % 2 == 0 else 0)) for h in (one, other))
    dc, dy = abs(c1 - c2), abs(y1 - y2)
    return dc + max(0, (dy - dc) // 2)


class Twin:
    """The priorities as the text has them, with every way written out."""

    def __init__(self, side: str, hexes: int, stack: tuple[int, int, str], field: Any) -> None:
        self.side, self.hexes = side, hexes
        self.count, self.steps, self.start = stack
        self.mine, self.theirs, self.targets, self.barred = field

    def zone(self, place: str) -> bool:
        if any(not routed for _, routed in self.mine.get(place, [])):
            return False
        return any(
            sum(steps for steps, routed in stack if not routed) >= 2 and apart(place, at) == 1
            for at, stack in self.theirs.items()
        )

    def room(self, place: str) -> bool:
        there = self.mine.get(place, [])
        points = sum(steps for steps, _ in there) + self.count * self.steps
        return len(there) + self.count <= 3 and points <= 10

    def to_edge(self, place: str) -> int:
        column, row = int(place[:2]), int(place[2:])
        return SIZE - row if self.side == "white" else min(column - 1, row - 1)

    def at_rim(self, place: str) -> bool:
        return sum(apart(place, other) == 1 for other in HEXES) < 6

    def onward(self, way: tuple[str, ...]) -> list[str]:
        return [h for h in HEXES if apart(h, way[-1]) == 1 and h not in way and h not in self.theirs]

    def done(self, way: tuple[str, ...]) -> bool:
        return len(way) - 1 >= self.hexes and self.room(way[-1])

    def can_end(self, way: tuple[str, ...]) -> bool:
        return self.done(way) or self.at_rim(way[-1]) or any(self.can_end((*way, h)) for h in self.onward(way))

    def broken(self, way: tuple[str, ...], to: str) -> tuple[bool, ...]:
        here = way[-1]
        if to == "off":
            return (False, False, True, False, self.to_edge(here) > 0)
        ends_there = self.done((*way, to))
        return (
            self.zone(to), not self.room(to), False, ends_there and to in self.targets,
            not self.to_edge(to) < self.to_edge(here),
        )  # fmt: skip

    def ways(self, way: tuple[str, ...]) -> set[tuple[str, ...]]:
        here, steps = way[-1], len(way) - 1
        if steps and (here == "off" or self.done(way)):
            return {way[1:]}
        free = [h for h in self.onward(way) if self.can_end((*way, h))]
        usual = [h for h in free if h not in self.barred]
        if [h for h in usual if not self.zone(h)]:
            free = usual
        elif usual:
            free = usual + [h for h in free if h in self.barred and not self.zone(h)]
        if self.hexes == 2 and steps == 1 and any(apart(self.start, h) == 2 for h in free):
            free = [h for h in free if apart(self.start, h) == 2]
        if self.at_rim(here):
            free.append("off")
        if not free:
            return set()
        best = min(self.broken(way, to) for to in free)
        return {end for to in free if self.broken(way, to) == best for end in self.ways((*way, to))}


class Script:
    """A policy that answers what is written and then the first alternative, and notes what else there was."""

    def __init__(self, written: list[str]) -> None:
        self.written, self.made = written, list[str]()
        self.others: list[list[str]] = []

    def choose(self, _: Any, alternatives: tuple[str, ...]) -> str:
        if len(self.made) < len(self.written):
            self.made.append(self.written[len(self.made)])
        else:
            self.others.extend([*self.made, other] for other in alternatives[1:])
            self.made.append(alternatives[0])
        return self.made[-1]


def every_way(request: game.RetreatRequest) -> set[tuple[str, ...]]:
    """Every way that the owner's choices can lead to."""
    found: set[tuple[str, ...]] = set()
    scripts: list[list[str]] = [[]]
    while scripts:
        script = Script(scripts.pop())
        outcome = game.ruleset.resolve(request, dice=GivenDice([]), choices={"retreat_hex": script.choose}).outcome
        scripts.extend(script.others)
        if outcome.ways:
            found.add(tuple(step.hex or "off" for step in outcome.ways[0].steps))
    return found


@st.composite
def fields(draw: st.DrawFn) -> tuple[game.RetreatRequest, Twin]:
    side: Any = draw(st.sampled_from(["white", "red"]))
    enemy: Any = "red" if side == "white" else "white"
    hexes: Any = draw(st.sampled_from([1, 2]))
    count, steps = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    start, *places = draw(st.permutations(HEXES))
    friends = places[: draw(st.integers(0, 4))]
    enemies = places[len(friends) : len(friends) + draw(st.integers(0, 12))]
    stack = st.lists(st.tuples(st.integers(1, 4), st.booleans()), min_size=1, max_size=3)
    mine = {place: draw(stack) for place in friends}
    theirs = {place: draw(stack) for place in enemies}
    targets = draw(st.lists(st.sampled_from(HEXES), max_size=6, unique=True))
    barred = draw(st.lists(st.sampled_from(HEXES), max_size=6, unique=True))
    others = tuple(
        unit(f"{whose} {place} {n}", place, whose, steps=size, mode="routed" if routed else "combat")
        for whose, stacks in ((side, mine), (enemy, theirs))
        for place, units in stacks.items()
        for n, (size, routed) in enumerate(units)
    )
    zones = (game.EntryZone(side=enemy, edge="north", hexes=tuple(barred)),) if barred else ()
    request = game.RetreatRequest(
        units=tuple(unit(f"unit {n}", start, side, steps=steps) for n in range(count)),
        others=others,
        hexes=hexes,
        under_attack=tuple(targets),
        entry_zones=zones,
        board=HexMap(title="a test", grid=HexGrid(columns=SIZE, rows=SIZE)),
    )
    return request, Twin(side, hexes, (count, steps, start), (mine, theirs, targets, barred))


@pytest.mark.rule(
    "orel", "8.5.1-retreat", "8.5.1b-overstack", "8.5.1d-target-hex", "8.7.3-rout", "7.4-zones", "1.2-zoc-negation"
)
@given(fields())
def test_the_ways_are_those_of_the_slow_twin(both: tuple[game.RetreatRequest, Twin]) -> None:
    request, twin = both
    assert every_way(request) == twin.ways((twin.start,))


@pytest.mark.rule("orel", "8.5.1-retreat")
@given(fields())
def test_a_way_is_of_neighbours_without_enemies_and_ends_where_there_is_room(
    both: tuple[game.RetreatRequest, Twin],
) -> None:
    request, twin = both
    before = request.units
    outcome = back(*request.units, **{
        name: getattr(request, name) for name in ("others", "hexes", "under_attack", "entry_zones", "board")
    })  # fmt: skip
    assert request.units == before
    for way in outcome.ways:
        entered = [twin.start, *(step.hex for step in way.steps if step.hex is not None)]
        assert all(apart(one, other) == 1 for one, other in pairwise(entered))
        assert not set(entered) & set(twin.theirs)
        assert len(set(entered)) == len(entered)
        assert way.hex is None or twin.room(way.hex)
