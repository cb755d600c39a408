"""Where units fall back to: the priorities in their order, and everything that goes with the stack."""

from __future__ import annotations

from typing import Any

import pytest
from orel_retreats import back, car, cars, path, unit

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.orel.retreats import path as path_module


def squadron(key: str, place: str, side: Any, steps: int = 1) -> game.Unit:
    return game.Unit(
        key=key, side=side, hex=place, type="cavalry", tq=4, steps=steps, strength_dismounted=1, strength_charge=2
    )


def battery(place: str, side: Any = "white", **changes: Any) -> game.Unit:
    return game.Unit(key=f"battery {place}", side=side, hex=place, type="artillery", tq=5, steps=2, fire=3, **changes)


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
def test_a_full_hex_that_leads_nowhere_is_not_a_way() -> None:
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
    # A battery surrenders with its last combat unit; a car stays for the unit that enters.
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


@pytest.mark.rule("orel", "8.7.3-rout")
def test_a_rout_without_room_anywhere_asks_each_hex_once_where_it_leads(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, str, str]] = []
    real = path_module.can_enter

    def can_enter(umpire: Any, unit: game.Unit, origin: str, to: str, board: Any) -> bool:
        asked.append((unit.key, origin, to))
        return real(umpire, unit, origin, to, board)

    monkeypatch.setattr(path_module, "can_enter", can_enter)
    outcome = back(*(unit(f"friend {n}", "1110") for n in range(6)), hexes=2)
    assert outcome.ways[0].steps[-1].hex is None  # six units fit into no hex, so they go on to the edge
    assert len(outcome.ways[0].steps) > 5
    assert len(asked) == len(set(asked))
