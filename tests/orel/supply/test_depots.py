"""Depots: functional or not, doubled or not, their marker, and what becomes of them when they are overrun."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import Feature, HexMap, Railway, TerrainArea, Zone
from rcw_rules.orel.definitions import grid_in
from rcw_rules.orel.supply import strongest_first

DOUBLE = tuple(f"29{row:02}" for row in range(5, 21))  # 16 hexes down to the southern edge
SINGLE = ("2905", "3005", *(f"31{row:02}" for row in range(6, 21)))
FIELD = HexMap(
    title="Two lines to the south",
    grid=grid_in(None),
    railways=(Railway(hexes=DOUBLE, tracks=2), Railway(hexes=SINGLE)),
    features=(Feature(kind="station", hexes=("2905", "2914", "3110")),),
)
CONVOI = game.Depot(key="convoi", side="white", kind="convoi", capacity=3, hex="2014")
RAIL = game.Depot(key="rail", side="white", kind="rail_depot", capacity=5, hex="2905")


battalion = builder("infantry")


def status(depot: game.Depot, *units: game.Unit, board: Any = FIELD, **fields: Any) -> Any:
    request = game.DepotStatusRequest(depot=depot, units=units, board=board, **fields)
    return game.ruleset.resolve(request, dice=GivenDice([])).outcome


def refusal(request: Any) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        game.ruleset.resolve(request, dice=GivenDice([]))
    return [(one.rule, one.path) for one in caught.value.verdict.objections]


def problems(request: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(request, dice=GivenDice([]))
    return [(problem.path, problem.rule) for problem in caught.value.problems]


# -------------------------------------------------------------------- convois


@pytest.mark.rule("orel", "3.2A-convoi")
@pytest.mark.parametrize(
    ("place", "functional", "points"),
    [("2914", True, 0), ("2814", True, 1), ("1914", True, 10), ("1814", False, None)],
)
def test_a_convoi_within_ten_points_of_a_linked_railroad(place: str, functional: bool, points: Any) -> None:
    outcome = status(evolve(CONVOI, hex=place))
    assert (outcome.functional, outcome.movement_points) == (functional, points)
    assert outcome.by == ("railroad" if functional else None)
    assert outcome.capacity == 3


@pytest.mark.rule("orel", "3.2A-convoi")
def test_the_line_of_a_convoi_is_measured_in_the_column_of_convois() -> None:
    # Forest in column 28 from end to end costs 3 in place of 1: 9 hexes are 11 points, by infantry's scale 10.
    forest = TerrainArea(kind="forest", hexes=tuple(f"28{row:02}" for row in range(1, 21)))
    board = evolve(FIELD, terrain=(forest,))
    convoi = evolve(CONVOI, hex="2014")
    assert not status(convoi, board=board).functional
    assert status(evolve(convoi, hex="2114"), board=board).movement_points == 10
    request = game.DepotStatusRequest(depot=convoi, board=board)
    on_foot = game.ruleset.with_options(supply_infantry_scale=True)
    assert on_foot.resolve(request, dice=GivenDice([])).outcome.movement_points == 10


@pytest.mark.rule("orel", "3.2A-convoi", "1.2-zoc-negation")
@pytest.mark.parametrize(("friend", "points"), [(None, None), ("2515", None), ("2514", 9)])
def test_the_line_of_a_convoi_enters_no_enemy_zone_unless_a_friend_is_there(friend: Any, points: Any) -> None:
    # A clearing along row 14 is 9 points long. The enemy controls 2514 of it; the forest beside that costs 2 more.
    clearing = tuple(f"{column}14" for column in range(20, 30))
    forest = TerrainArea(kind="forest", hexes=tuple(place for place in FIELD.grid.hexes if place not in clearing))
    friends = () if friend is None else (battalion("friend", friend, "white"),)
    outcome = status(CONVOI, battalion("enemy", "2513"), *friends, board=evolve(FIELD, terrain=(forest,)))
    assert (outcome.movement_points, outcome.functional) == (points, points is not None)


@pytest.mark.rule("orel", "3.2A-convoi-exceptions")
@pytest.mark.parametrize(
    ("side", "place", "points"),
    [
        ("white", "1217", 3),
        ("white", "1216", None),
        ("white", "2117", 3),
        ("white", "1220", 0),
        ("red", "2704", 3),
        ("red", "2705", None),
        ("red", "0118", 0),
        ("red", "0415", None),
        ("white", "0118", None),
        ("red", "1220", None),
    ],
)
def test_hexes_off_the_railroad_that_supply_a_convoi(side: Any, place: str, points: Any) -> None:
    nothing = HexMap(title="No railroads", grid=grid_in(None))
    outcome = status(evolve(CONVOI, side=side, hex=place), board=nothing)
    assert (outcome.functional, outcome.movement_points) == (points is not None, points)
    assert outcome.by == (None if points is None else "supply_hex")


@pytest.mark.rule("orel", "3.2A-convoi-exceptions")
def test_a_map_can_mark_other_hexes_that_supply_convois() -> None:
    marked = HexMap(
        title="Marked", grid=grid_in(None), zones=(Zone(name="White convois are supplied", hexes=("1210",)),)
    )
    where: list[tuple[Any, str]] = [
        ("white", "1213"),
        ("white", "1214"),
        ("white", "1220"),
        ("red", "0118"),
        ("red", "1210"),
    ]
    found = [status(evolve(CONVOI, side=side, hex=place), board=marked).functional for side, place in where]
    assert found == [True, False, False, False, False]


@pytest.mark.rule("orel", "3.2A-convoi-exceptions")
@pytest.mark.parametrize(
    ("others", "functional"),
    [
        ((battalion("enemy", "1219", steps=1),), True),
        ((battalion("enemy", "1220", steps=1),), False),
        ((battalion("enemy", "1320"),), False),
        ((battalion("enemy", "1320"), battalion("friend", "1220", "white"), battalion("other", "1219", "white")), True),
    ],
)
def test_the_supply_hex_itself_must_be_free(others: Any, functional: bool) -> None:
    nothing = HexMap(title="No railroads", grid=grid_in(None))
    outcome = status(evolve(CONVOI, hex="1218"), *others, board=nothing)
    assert outcome.functional is functional


@pytest.mark.rule("orel", "3.2A-convoi-exceptions", "1.2-zoc-negation")
@pytest.mark.parametrize(("guards", "functional"), [((), False), ((battalion("guard", "1220", "white"),), True)])
def test_a_convoi_in_a_supply_hex_needs_it_free_too(guards: Any, functional: bool) -> None:
    nothing = HexMap(title="No railroads", grid=grid_in(None))
    at_1220 = evolve(CONVOI, hex="1220")
    assert status(at_1220, battalion("enemy", "1320"), *guards, board=nothing).functional is functional


# -------------------------------------------------------------------- railroad depots


@pytest.mark.rule("orel", "3.2A-rail-depot", "3.1-double")
def test_a_railroad_depot_on_the_double_track_has_twice_its_capacity() -> None:
    outcome = status(RAIL)
    assert (outcome.functional, outcome.doubled, outcome.capacity) == (True, True, 10)
    assert (outcome.by, outcome.line, outcome.movement_points) == ("railroad", DOUBLE, None)


@pytest.mark.rule("orel", "3.2A-rail-depot")
def test_off_a_station_it_is_not_functional() -> None:
    outcome = status(evolve(RAIL, hex="2910"))
    assert (outcome.functional, outcome.doubled, outcome.capacity) == (False, False, 5)


@pytest.mark.rule("orel", "3.1-double", "3.2A-rail-depot", "3.1-rail-control")
def test_an_enemy_on_the_double_track_leaves_the_other_line_and_half_the_capacity() -> None:
    enemy = battalion("enemy", "2912", steps=1)
    other = status(RAIL, enemy)
    assert (other.functional, other.doubled, other.capacity, other.line) == (True, False, 5, SINGLE)
    cut = status(RAIL, enemy, battalion("second", "3112", steps=1))
    assert (cut.functional, cut.doubled, cut.capacity, cut.line) == (False, False, 5, ())
    guarded = status(RAIL, battalion("near", "2812"), *(battalion(row, row, "white") for row in ("2912", "2913")))
    assert guarded.doubled


@pytest.mark.rule("orel", "3.1-double", "1.2-board-edges")
def test_the_double_track_to_the_south_serves_no_red_depot() -> None:
    outcome = status(evolve(RAIL, side="red"))
    assert (outcome.functional, outcome.doubled) == (False, False)
    north = evolve(FIELD, railways=(Railway(hexes=("2905", "2904", "2903", "2902", "2901"), tracks=2),))
    board = evolve(north, features=(Feature(kind="station", hexes=("2905",)),))
    assert status(evolve(RAIL, side="red"), board=board).capacity == 10


@pytest.mark.rule("orel", "3.2A-rail-depot")
def test_its_own_hex_must_be_controlled_too() -> None:
    assert not status(RAIL, battalion("enemy", "2904")).functional
    assert status(RAIL, battalion("enemy", "2903")).functional
    guard = battalion("guard", "2905", "white")
    # 2904 controls 2905 and, to both sides, 2803, 2804, 3003, 3004: the lines southwards are free.
    assert status(RAIL, battalion("enemy", "2904"), guard).functional


# -------------------------------------------------------------------- markers and capacity


@pytest.mark.rule("orel", "3.1-capacity")
@pytest.mark.parametrize(
    ("moment", "spent", "left"), [("combat", 0, 3), ("combat", 3, 0), ("end_of_combat", 3, 3), ("other", 0, 3)]
)
def test_points_are_there_anew_in_the_next_phase(moment: Any, spent: int, left: int) -> None:
    outcome = status(evolve(CONVOI, hex="2914"), moment=moment, spent=spent)
    assert (outcome.capacity, outcome.unsupplied, outcome.marker) == (left, False, "unchanged")


@pytest.mark.rule("orel", "3.2B-nonfunctional")
def test_a_depot_that_is_not_functional_serves_once() -> None:
    cut_off = evolve(CONVOI, hex="1010")
    during = status(cut_off, moment="combat", spent=1)
    assert (during.functional, during.capacity, during.unsupplied) == (False, 2, False)
    after = status(cut_off, moment="end_of_combat", spent=1)
    assert (after.capacity, after.unsupplied, after.marker) == (0, True, "placed")
    in_defence = status(cut_off, moment="end_of_combat", used=True)
    assert (in_defence.unsupplied, in_defence.marker) == (True, "placed")
    idle = status(cut_off, moment="end_of_combat")
    assert (idle.capacity, idle.unsupplied, idle.marker) == (3, False, "unchanged")
    marked = status(evolve(cut_off, unsupplied=True))
    assert (marked.capacity, marked.unsupplied, marked.marker) == (0, True, "unchanged")


@pytest.mark.rule("orel", "3.2B-nonfunctional")
@pytest.mark.parametrize(
    ("place", "then", "marker"),
    [
        ("1010", None, "placed"),
        ("1010", False, "placed"),
        ("1010", True, "unchanged"),  # its line was cut after it had served
        ("2914", False, "unchanged"),  # its line was reopened before the phase was over
        ("2914", True, "unchanged"),
    ],
)
def test_what_counts_is_the_moment_of_serving_and_the_end(place: str, then: Any, marker: str) -> None:
    for served in ({"spent": 1}, {"used": True}):
        outcome = status(evolve(CONVOI, hex=place), moment="end_of_combat", functional_then=then, **served)
        assert (outcome.marker, outcome.capacity) == (marker, 0 if marker == "placed" else 3)


@pytest.mark.rule("orel", "3.2B-recovery")
@pytest.mark.parametrize(("moment", "capacity"), [("other", 3), ("combat", 0), ("end_of_combat", 3)])
def test_the_marker_comes_off_at_once_and_the_capacity_when_the_phase_is_over(moment: Any, capacity: int) -> None:
    outcome = status(evolve(CONVOI, hex="2914", unsupplied=True), moment=moment)
    assert (outcome.unsupplied, outcome.marker, outcome.capacity) == (False, "removed", capacity)


@pytest.mark.rule("orel", "3.1-capacity", "3.2B-nonfunctional", "X-bad-units")
def test_what_cannot_be() -> None:
    functional = evolve(CONVOI, hex="2914")
    ask = game.DepotStatusRequest
    assert refusal(ask(depot=functional, board=FIELD, moment="combat", spent=4)) == [("3.1-capacity", "$.spent")]
    assert status(RAIL, moment="combat", spent=10).capacity == 0
    marked = evolve(functional, unsupplied=True)
    assert refusal(ask(depot=marked, board=FIELD, moment="combat", used=True)) == [("3.2B-nonfunctional", "$.used")]
    assert problems(ask(depot=functional, board=FIELD, spent=1)) == [("$.spent", "3.1-capacity")]
    assert problems(ask(depot=functional, board=FIELD, used=True)) == [("$.used", "3.1-capacity")]
    idle = ask(depot=functional, board=FIELD, moment="combat", functional_then=True)
    assert problems(idle) == [("$.functional_then", "3.2B-nonfunctional")]
    assert problems(ask(depot=evolve(functional, hex=None), board=FIELD)) == [("$.depot.hex", "X-bad-units")]
    enemy = battalion("enemy", "2914")
    assert problems(ask(depot=functional, units=(enemy,), board=FIELD)) == [("$.units[0].hex", "X-bad-units")]


@pytest.mark.rule("orel", "D-map")
def test_without_a_board_the_missing_railroad_is_named() -> None:
    order = game.order_of_battle()
    with pytest.raises(NeedsRuling, match=r"railroad.*2705") as caught:
        status(order.depot("W:depot-2705"), *order.units, board=None)
    assert caught.value.rule == "D-map"
    assert status(evolve(CONVOI, hex="2120"), board=None).by == "supply_hex"
    with pytest.raises(NeedsRuling):
        status(evolve(CONVOI, hex="2119"), board=None)


@pytest.mark.rule("orel", "3.2A-rail-depot", "3.1-double")
def test_the_depot_in_orel_on_the_schematic_map() -> None:
    order = game.order_of_battle()
    units = tuple(unit for unit in order.units if unit.hex is not None)
    outcome = status(order.depot("W:depot-2705"), *units, board=game.schematic_map("whole_field"))
    assert (outcome.functional, outcome.capacity, outcome.line[-1]) == (True, 10, "2920")


# -------------------------------------------------------------------- elimination


def overrun(depot: game.Depot, *units: game.Unit, board: Any = None, choices: Any = None, **fields: Any) -> Any:
    request = game.DepotEliminationRequest(
        **{"depot": depot, "units": units, "day": 18, "turn": "white", "board": board, **fields}
    )
    return game.ruleset.resolve(request, dice=GivenDice([]), choices=choices).outcome


RED_CONVOI = game.Depot(key="convoi", side="red", kind="convoi", capacity=3, hex="1809", unsupplied=True, mp=5)
RED_RAIL = game.Depot(key="rail", side="red", kind="rail_depot", capacity=5, hex="2905")


def white(number: int, place: str = "1810", **changes: Any) -> game.Unit:
    return battalion(f"w{number}", place, "white", **{"unsupplied": True, "strength": number, **changes})


@pytest.mark.rule("orel", "3.3-elimination")
def test_alone_and_entered_it_is_eliminated() -> None:
    assert overrun(RED_CONVOI, white(1), advancing=("w1",)).eliminated
    assert not overrun(RED_CONVOI, white(1)).eliminated
    companion = battalion("r", "1809", mode="routed", steps=1)
    held = overrun(RED_CONVOI, white(1), companion, advancing=("w1",))
    assert (held.eliminated, held.resupplied, held.returns, held.return_day) == (False, (), None, None)
    fled = evolve(companion, hex="1808")
    assert overrun(RED_CONVOI, white(1), fled, advancing=("w1",)).eliminated


@pytest.mark.rule("orel", "3.3-spoils")
def test_a_convoi_resupplies_two_the_strongest_unless_their_owner_says_otherwise() -> None:
    units = tuple(white(number) for number in (1, 2, 3))
    outcome = overrun(RED_CONVOI, *units, advancing=("w1",), board=FIELD)
    assert [(unit.key, unit.unsupplied) for unit in outcome.resupplied] == [("w3", False), ("w2", False)]
    picked = overrun(
        RED_CONVOI,
        *units,
        advancing=("w1",),
        board=FIELD,
        choices={"resupply_by_spoils": lambda left, alternatives: alternatives[0]},
    )
    assert [unit.key for unit in picked.resupplied] == ["w1", "w2"]


@pytest.mark.rule("orel", "3.3-spoils")
@pytest.mark.parametrize(("place", "count"), [("2905", 4), ("3110", 2), ("2910", 4), ("2005", 2)])
def test_a_railroad_depot_on_double_track_resupplies_four(place: str, count: int) -> None:
    depot = evolve(RED_RAIL, hex=place)
    beside = FIELD.grid.neighbours(place)
    units = tuple(white(number, beside[number]) for number in range(1, 6))
    keys = tuple(unit.key for unit in units)
    outcome = overrun(depot, *units, advancing=keys, board=FIELD)
    assert [unit.key for unit in outcome.resupplied] == ["w5", "w4", "w3", "w2"][:count]
    assert {unit.hex for unit in outcome.resupplied} == {place}


@pytest.mark.rule("orel", "3.3-spoils", "D-map")
def test_only_where_the_tracks_decide_a_board_is_asked_for() -> None:
    depot, keys = evolve(RED_RAIL, hex="1809"), ("w1", "w2", "w3")
    units = tuple(white(number) for number in (1, 2, 3))
    assert len(overrun(depot, *units[:2], advancing=keys[:2]).resupplied) == 2
    with pytest.raises(NeedsRuling, match="double-tracked"):
        overrun(depot, *units, advancing=keys)
    with pytest.raises(NeedsRuling):
        overrun(RED_CONVOI, *units, advancing=keys[:1])


@pytest.mark.rule("orel", "3.3-spoils", "8.2.2-range")
def test_who_has_no_part_in_the_spoils() -> None:
    others = (
        white(2, "1814"),  # five hexes off
        white(3, "1815"),  # six
        white(4, "1810", unsupplied=False),
        battalion("r", "1909", unsupplied=True, steps=1),
        game.Unit(key="t", side="white", type="armoured_train_light", hex="1810", fire=3, unsupplied=True),
    )
    siding = evolve(FIELD, railways=(*FIELD.railways, Railway(hexes=("1810", "1710"))))
    outcome = overrun(RED_CONVOI, white(1, unsupplied=False), *others, advancing=("w1",), board=siding)
    assert [unit.key for unit in outcome.resupplied] == ["w2"]


@pytest.mark.rule("orel", "3.3-spoils", "8.2.2-range")
@pytest.mark.parametrize(("first", "resupplied"), [("w1", ["w2"]), ("tank", [])])
def test_who_has_advanced_negates_the_zones_on_the_depot(first: str, resupplied: list[str]) -> None:
    tank = game.Unit(key="tank", side="white", type="tank", hex="1810", strength=3)
    enemy = battalion("r", "1808")
    outcome = overrun(
        RED_CONVOI, white(1, unsupplied=False), tank, white(2, "1811"), enemy, advancing=(first,), board=FIELD
    )
    assert [unit.key for unit in outcome.resupplied] == resupplied


@pytest.mark.rule("orel", "3.3-return")
@pytest.mark.parametrize(
    ("side", "turn", "day", "returns"),
    [
        ("red", "white", 18, 18),
        ("white", "red", 18, 19),
        ("red", "red", 18, 19),
        ("white", "white", 18, 19),
        ("white", "red", 31, None),
        ("red", "white", 31, 31),
    ],
)
def test_when_an_identical_depot_comes(side: Any, turn: Any, day: Any, returns: Any) -> None:
    enemy: Any = "red" if side == "white" else "white"
    depot = evolve(RED_CONVOI, side=side)
    outcome = overrun(depot, battalion("e", "1810", enemy), advancing=("e",), turn=turn, day=day)
    assert outcome.return_day == returns
    assert outcome.returns == evolve(depot, hex=None, unsupplied=False)
    assert outcome.return_edges == (("north", "west") if side == "red" else ("south",))


@pytest.mark.rule("orel", "X-bad-units", "3.3-elimination")
def test_bad_overruns() -> None:
    def ask(*units: game.Unit, **fields: Any) -> list[tuple[str, str]]:
        base: dict[str, Any] = {"depot": RED_CONVOI, "units": units, "day": 18, "turn": "white"}
        return problems(game.DepotEliminationRequest(**{**base, **fields}))

    assert ask(white(1), advancing=("w2",)) == [("$.advancing[0]", "X-bad-units")]
    assert ask(white(1), advancing=("w1", "w1")) == [("$.advancing[1]", "X-bad-units")]
    assert ask(white(1, "1811"), advancing=("w1",)) == [("$.advancing[0]", "3.3-elimination")]
    assert ask(battalion("r", "1810"), advancing=("r",)) == [("$.advancing[0]", "X-bad-units")]
    assert ask(white(1), depot=evolve(RED_CONVOI, hex=None)) == [("$.depot.hex", "X-bad-units")]
    assert ask(white(1), day=32)[0][0] == "$.day"


@pytest.mark.rule("orel", "3.3-spoils")
@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 4)), min_size=1, max_size=6))
def test_the_strongest_are_those_of_repeated_comparison(figures: list[tuple[int, int]]) -> None:
    units = tuple(white(number, strength=strength, steps=steps) for number, (strength, steps) in enumerate(figures))
    found = strongest_first(units)
    assert sorted(unit.key for unit in found) == sorted(unit.key for unit in units)
    for one, other in pairwise(found):
        assert (one.strength, one.steps) > (other.strength, other.steps) or (
            (one.strength, one.steps) == (other.strength, other.steps) and one.key < other.key
        )
