"""Railroads: whose hexes they are, and which of them hang together with a friendly edge."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from orel_units import builder

from rcw_rules import GivenDice, InvalidRequestError, NeedsRuling
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, Railway
from rcw_rules.orel.supply import supply_barriers

TO_PONYRI = ("2914", "2915", "2916", "2917", "2918", "2919", "2920")
LINE = HexMap(title="A line", grid=HexGrid(columns=32, rows=20), railways=(Railway(hexes=TO_PONYRI, tracks=2),))


battalion = builder("infantry")


train = builder("armoured_train_light", side="white")


def control(*units: game.Unit, side: Any = "white", board: HexMap | None = LINE, **fields: Any) -> Any:
    request = game.RailControlRequest(side=side, units=units, board=board, **fields)
    return game.ruleset.resolve(request, dice=GivenDice([])).outcome


@pytest.mark.rule("orel", "3.1-rail-control", "1.2-board-edges")
def test_an_empty_map_is_everybodys_but_only_the_south_is_a_white_edge() -> None:
    white, red = control(), control(side="red")
    assert white.controlled == white.linked == TO_PONYRI
    assert (red.controlled, red.linked) == (TO_PONYRI, ())


# 2817 lies beside 2917 and 2918: in an even column row r is half a hex further south.
@pytest.mark.rule("orel", "3.1-rail-control", "1.2-zoc-negation")
@pytest.mark.parametrize(
    ("friend", "controlled", "linked"),
    [
        ((), ("2914", "2915", "2916", "2919", "2920"), ("2919", "2920")),
        ((battalion("w", "2918", "white"),), (*TO_PONYRI[:3], *TO_PONYRI[4:]), TO_PONYRI[4:]),
        ((train("t", "2918"),), ("2914", "2915", "2916", "2919", "2920"), ("2919", "2920")),
        ((battalion("w", "2918", "white", mode="routed"),), ("2914", "2915", "2916", "2919", "2920"), ("2919", "2920")),
        ((battalion("w", "2917", "white"), battalion("v", "2918", "white", steps=1)), TO_PONYRI, TO_PONYRI),
    ],
)
def test_a_friend_in_the_hex_keeps_it_and_a_train_does_not(friend: Any, controlled: Any, linked: Any) -> None:
    outcome = control(battalion("r", "2817"), *friend)
    assert (outcome.controlled, outcome.linked) == (controlled, linked)


@pytest.mark.rule("orel", "3.1-rail-control")
@pytest.mark.parametrize(
    "enemy",
    [
        battalion("r", "2917", steps=1),
        battalion("r", "2917", mode="routed"),
        train("r", "2917", "red"),
        game.Depot(key="r", side="red", kind="convoi", capacity=3, hex="2917"),
    ],
)
def test_any_enemy_in_the_hex_takes_it_even_one_without_a_zone(enemy: Any) -> None:
    is_depot = isinstance(enemy, game.Depot)
    outcome = control(*(() if is_depot else (enemy,)), depots=(enemy,) if is_depot else ())
    assert outcome.controlled == ("2914", "2915", "2916", "2918", "2919", "2920")
    assert outcome.linked == ("2918", "2919", "2920")


@pytest.mark.rule("orel", "1.2-board-edges", "3.1-rail-control")
@pytest.mark.parametrize(
    ("side", "hexes", "linked"),
    [
        ("white", ("2918", "2919", "2920"), True),
        ("red", ("0318", "0217", "0118"), True),
        ("white", ("3005", "3105", "3205"), False),
        ("red", ("3005", "3105", "3205"), False),
        ("red", ("0302", "0301"), True),
        ("white", ("0219", "0120"), True),
        ("red", ("0219", "0120"), True),
    ],
)
def test_which_edges_a_line_may_lead_to(side: Any, hexes: Any, linked: bool) -> None:
    board = HexMap(title="A line", grid=HexGrid(columns=32, rows=20), railways=(Railway(hexes=hexes),))
    assert control(side=side, board=board).linked == (tuple(sorted(hexes)) if linked else ())


@pytest.mark.rule("orel", "D-map")
def test_without_a_board_nobody_knows_the_railroads() -> None:
    with pytest.raises(NeedsRuling, match="railroads") as caught:
        control(board=None)
    assert caught.value.rule == "D-map"
    with_option = game.ruleset.with_options(board=LINE)
    outcome = with_option.resolve(game.RailControlRequest(side="white"), dice=GivenDice([])).outcome
    assert outcome.linked == TO_PONYRI


@pytest.mark.rule("orel", "X-bad-units")
def test_bad_input() -> None:
    request = game.RailControlRequest(side="white", units=(battalion("a", "3321"), battalion("a", "2916")), board=LINE)
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(request, dice=GivenDice([]))
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [
        ("$.units[0].hex", "X-bad-units"),
        ("$.units[1].key", "X-bad-units"),
    ]


# -------------------------------------------------------------------- a slow twin

SMALL = HexGrid(columns=5, rows=5)
PLACES = [f"{column:02}{row:02}" for column in range(1, 6) for row in range(1, 6)]


def next_to(one: str, other: str) -> bool:
    """Whether two hexes touch, by the cubes of their labels."""

    def cube(place: str) -> tuple[int, int, int]:
        column, row = int(place[:2]), int(place[2:])
        depth = row - (column + column % 2) // 2 + 1
        return column, depth, -column - depth

    return max(abs(a - b) for a, b in zip(cube(one), cube(other), strict=True)) == 1


@st.composite
def situations(draw: st.DrawFn) -> tuple[HexMap, tuple[game.Unit, ...]]:
    railways = []
    for _ in range(draw(st.integers(1, 3))):
        way = [draw(st.sampled_from(PLACES))]
        for _ in range(draw(st.integers(1, 7))):
            onward = [place for place in PLACES if next_to(way[-1], place) and place not in way]
            if onward:
                way.append(draw(st.sampled_from(onward)))
        railways.append(Railway(hexes=tuple(way)))
    board = HexMap(title="small", grid=SMALL, railways=tuple(railways))
    sides = draw(st.dictionaries(st.sampled_from(PLACES), st.sampled_from(["red", "white"]), max_size=6))
    units = []
    for number, (place, side) in enumerate(sides.items()):
        on_rails = ["train"] if place in board.rail_hexes() else []
        kind = draw(st.sampled_from(["strong", "single", "routed", *on_rails]))
        if kind == "train":
            units.append(train(str(number), place, side))
        else:
            changes: dict[str, Any] = {"steps": 1} if kind == "single" else {}
            mode = "routed" if kind == "routed" else "combat"
            units.append(battalion(str(number), place, side, mode=mode, **changes))
    return board, tuple(units)


def closed_by_hand(place: str, units: tuple[game.Unit, ...], side: str) -> bool:
    foot = [unit for unit in units if unit.type == "infantry" and unit.mode != "routed"]
    if any(unit.hex == place and unit.side != side for unit in units):
        return True
    if any(unit.hex == place and unit.side == side for unit in foot):
        return False
    return any(unit.side != side and unit.steps >= 2 and next_to(str(unit.hex), place) for unit in foot)


@pytest.mark.rule("orel", "3.1-rail-control", "1.2-zoc-negation", "1.2-board-edges")
@settings(max_examples=50, deadline=None)
@given(situations(), st.sampled_from(["red", "white"]))
def test_control_and_links_are_those_of_a_slow_flood(
    situation: tuple[HexMap, tuple[game.Unit, ...]], side: Any
) -> None:
    board, units = situation
    closed = {place for place in PLACES if closed_by_hand(place, units, side)}
    assert supply_barriers(units, side, board.grid) == closed
    pairs = {frozenset(pair) for way in board.railways for pair in zip(way.hexes, way.hexes[1:], strict=False)}
    hexes = {place for pair in pairs for place in pair}
    controlled = hexes - closed

    def is_edge(place: str) -> bool:
        return place[2:] == "05" if side == "white" else place[2:] == "01" or place[:2] == "01"

    linked = {place for place in controlled if is_edge(place)}
    for _ in PLACES:
        linked |= {place for place in controlled for other in linked if frozenset((place, other)) in pairs}
    outcome = control(*units, side=side, board=board)
    assert outcome.controlled == tuple(sorted(controlled))
    assert outcome.linked == tuple(sorted(linked))
