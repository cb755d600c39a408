"""Zones of control."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from orel_hexes import battalion, problems, tank

from rcw_rules import GivenDice, IllegalRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.orel.definitions import zones_against


def zones(*units: game.Unit, side: Any = "white", purpose: Any = "retreat", **fields: Any) -> dict[str, Any]:
    request = game.ZocRequest(units=units, side=side, purpose=purpose, **fields)
    outcome = game.ruleset.resolve(request, dice=GivenDice([])).outcome
    return {zone.hex: (zone.exerting, zone.kinds) for zone in outcome.zones}


# -------------------------------------------------------------------- zones of control


@pytest.mark.rule("orel", "1.2-zoc-exert")
def test_a_battalion_controls_the_six_hexes_around_it() -> None:
    found = zones(battalion("a", "1113"))
    assert list(found) == ["1012", "1013", "1112", "1114", "1212", "1213"]
    assert set(found.values()) == {(("1113",), ("infantry",))}


@pytest.mark.rule("orel", "1.2-zoc-exert", "1.2-zoc-none", "1.2-unit-classes")
@pytest.mark.parametrize(
    ("units", "count"),
    [
        ((battalion("a", "1113", steps=1),), 0),
        ((battalion("a", "1113", steps=1), battalion("b", "1113", steps=1)), 6),
        ((battalion("a", "1113", steps=1), tank("t", "1113")), 0),
        ((battalion("a", "1113", mode="routed"),), 0),
        ((battalion("a", "1113", steps=1, steps_full=4),), 0),
        ((game.Unit(key="g", side="red", type="artillery", hex="1113", tq=4, steps=2, fire=3),), 6),
    ],
)
def test_who_controls_hexes(units: tuple[game.Unit, ...], count: int) -> None:
    assert len(zones(*units)) == count


@pytest.mark.rule("orel", "1.2-zoc-negation", "1.2-zoc-none")
@pytest.mark.parametrize("purpose", ["supply", "retreat"])
def test_a_lone_squadron_negates_a_zone_in_its_hex_and_a_tank_does_not(purpose: str) -> None:
    squadron = battalion("w", "1112", "white", steps=1)
    assert "1112" not in zones(battalion("a", "1113"), squadron, purpose=purpose)
    assert "1112" in zones(battalion("a", "1113"), tank("t", "1112", "white"), purpose=purpose)
    assert "1112" in zones(battalion("a", "1113"), battalion("w", "1112", "white", mode="routed"), purpose=purpose)


@pytest.mark.rule("orel", "7.1.3-negation", "1.2-zoc-negation")
def test_for_movement_only_those_who_stay_negate() -> None:
    friends = (battalion("stays", "1112", "white"), battalion("moves", "1114", "white"))
    found = zones(battalion("a", "1113"), *friends, purpose="movement", staying=("stays",))
    assert "1112" not in found
    assert "1114" in found
    # The same battalion that moved still negates for a supply line.
    assert "1114" not in zones(battalion("a", "1113"), *friends, purpose="supply")
    # A routed one negates nothing, though it stays.
    routed = battalion("stays", "1112", "white", mode="routed")
    assert "1112" in zones(battalion("a", "1113"), routed, purpose="movement", staying=("stays",))


@pytest.mark.rule("orel", "1.2-zoc-exert")
def test_both_enemies_that_control_a_hex_are_named() -> None:
    found = zones(battalion("a", "1113"), battalion("b", "1115"))
    assert found["1114"] == (("1113", "1115"), ("infantry",))


@pytest.mark.rule("orel", "0-scale", "0-hex-layout")
def test_half_hexes_are_controlled_like_others_and_nothing_lies_beyond_the_edge() -> None:
    assert list(zones(battalion("a", "1219"))) == ["1119", "1120", "1218", "1220", "1319", "1320"]
    assert list(zones(battalion("a", "1220"))) == ["1120", "1219", "1320"]


@pytest.mark.rule("orel", "D-map")
def test_a_smaller_board_ends_sooner() -> None:
    board = HexMap(title="Corner", grid=HexGrid(columns=2, rows=2))
    assert list(zones(battalion("a", "0101"), board=board)) == ["0102", "0201"]
    assert problems(game.ZocRequest(units=(battalion("a", "0103"),), side="white", purpose="supply", board=board)) == [
        ("$.units[0].hex", "X-bad-units")
    ]

    corner = game.ruleset.with_options(board=board)
    asked = game.ZocRequest(units=(battalion("a", "0103"),), side="white", purpose="supply")
    with pytest.raises(IllegalRequestError) as caught:
        corner.resolve(asked, dice=GivenDice([]))
    assert [(one.rule, one.path) for one in caught.value.verdict.objections] == [("X-bad-units", "$.units[0].hex")]


def slow_twin(units: list[game.Unit], side: str, staying: set[str] | None) -> set[str]:
    """Go through every hex of the map and look at its neighbours, by the numbers printed on them."""
    controlled: set[str] = set()
    for column in range(1, 33):
        for row in range(1, 21):
            low = row if column % 2 else row + 1
            around = [(column, row - 1), (column, row + 1)]
            around += [(column + step, level) for step in (-1, 1) for level in (low - 1, low)]
            for other_column, other_row in around:
                holders = [unit for unit in units if unit.hex == f"{other_column:02}{other_row:02}"]
                men = [unit.steps for unit in holders if unit.side != side and unit.type != "tank"]
                routed = [unit.steps for unit in holders if unit.side != side and unit.mode == "routed"]
                if sum(men) - sum(routed) >= 2:
                    controlled.add(f"{column:02}{row:02}")
    for unit in units:
        negates = unit.side == side and unit.type != "tank" and unit.mode != "routed"
        if negates and (staying is None or unit.key in staying):
            controlled.discard(str(unit.hex))
    return controlled


@st.composite
def crowds(draw: st.DrawFn) -> list[game.Unit]:
    places = draw(st.lists(st.sampled_from(["1112", "1113", "1114", "1212", "1213", "0101", "3220"]), max_size=9))
    held: dict[str, str] = {}
    units: list[game.Unit] = []
    for number, place in enumerate(places):
        side = held.setdefault(place, draw(st.sampled_from(["red", "white"])))
        if draw(st.integers(0, 3)) == 0:
            units.append(tank(f"{number}", place, side))
        else:
            mode = draw(st.sampled_from(["combat", "march", "routed"]))
            steps = draw(st.integers(1, 3))
            units.append(battalion(f"{number}", place, side, mode=mode, steps=steps))
    return units


@pytest.mark.rule("orel", "1.2-zoc-exert", "1.2-zoc-none", "1.2-zoc-negation", "7.1.3-negation")
@settings(max_examples=50, deadline=None)
@given(crowds(), st.sampled_from(["red", "white"]), st.data())
def test_zones_are_those_of_the_slow_twin(units: list[game.Unit], side: Any, data: st.DataObject) -> None:
    assert set(zones_against(units, side, "retreat")) == slow_twin(units, side, None)
    own = [unit.key for unit in units if unit.side == side]
    staying = data.draw(st.sets(st.sampled_from(own))) if own else set[str]()
    found = zones_against(units, side, "movement", staying=tuple(staying))
    assert set(found) == slow_twin(units, side, staying)


@pytest.mark.rule("orel", "7.1.3-negation", "X-bad-units")
def test_questions_about_zones_that_cannot_be() -> None:
    red, white = battalion("a", "1113"), battalion("w", "1112", "white")
    ask = game.ZocRequest
    assert problems(ask(units=(red,), side="white", purpose="retreat", staying=("a",))) == [
        ("$.staying[0]", "7.1.3-negation")
    ]
    assert problems(ask(units=(red, white), side="white", purpose="movement", staying=("w", "a"))) == [
        ("$.staying[1]", "X-bad-units")
    ]
    assert problems(ask(units=(red, battalion("w", "1113", "white")), side="white", purpose="supply")) == [
        ("$.units[1].hex", "X-bad-units")
    ]
    assert problems(ask(units=(battalion("a", "3321"),), side="white", purpose="supply")) == [
        ("$.units[0].hex", "X-bad-units")
    ]


@pytest.mark.rule("orel", "1.2-zoc-exert")
def test_units_off_the_map_control_nothing() -> None:
    assert zones(battalion("a")) == {}
