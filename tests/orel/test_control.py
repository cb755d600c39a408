"""Zones of control, stacking and the friendly edges of the board."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from orel_units import builder

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap
from rcw_rules.kernel.procedures import Request
from rcw_rules.orel.definitions import fit_together, is_friendly_edge, stack_of, zones_against

battalion = builder("infantry")


tank = builder("tank")


def zones(*units: game.Unit, side: Any = "white", purpose: Any = "retreat", **fields: Any) -> dict[str, Any]:
    request = game.ZocRequest(units=units, side=side, purpose=purpose, **fields)
    outcome = game.ruleset.resolve(request, dice=GivenDice([])).outcome
    return {zone.hex: (zone.exerting, zone.kinds) for zone in outcome.zones}


def problems(request: Request[Any]) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(request, dice=GivenDice([]))
    return [(problem.path, problem.rule) for problem in caught.value.problems]


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
@settings(max_examples=60, deadline=None)
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


# -------------------------------------------------------------------- stacking


def stack(*steps: int, extra: tuple[game.Unit, ...] = (), **fields: Any) -> game.StackingOutcome:
    units = tuple(battalion(str(number), steps=each) for number, each in enumerate(steps))
    request = game.StackingRequest(units=(*units, *extra), **fields)
    return game.ruleset.resolve(request, dice=GivenDice([])).outcome


@pytest.mark.rule("orel", "7.1.2-stacking")
@pytest.mark.parametrize(
    ("steps", "points_over", "units_over"),
    [((4, 4, 2), 0, 0), ((4, 4, 3), 1, 0), ((1, 1, 1, 1), 0, 1), ((4, 4, 4, 4), 6, 1), ((10,), 0, 0), ((), 0, 0)],
)
def test_limits_of_a_stack(steps: tuple[int, ...], points_over: int, units_over: int) -> None:
    found = stack(*steps)
    assert (found.points, found.units) == (sum(steps), len(steps))
    assert (found.excess_points, found.excess_units) == (points_over, units_over)
    assert found.legal is (points_over == units_over == 0)
    assert found.to_be_cured is False


@pytest.mark.rule("orel", "7.1.2-stacking")
def test_vehicles_and_depots_are_free() -> None:
    trains = tuple(game.Unit(key=key, side="red", type="armoured_train_light", fire=3) for key in ("x", "y"))
    convoi = game.Depot(key="d", side="red", kind="convoi", capacity=5)
    found = stack(4, 4, 2, extra=(*trains, tank("t")), depots=(convoi,))
    assert (found.points, found.units, found.legal) == (10, 3, True)


@pytest.mark.rule("orel", "7.1.2-stacking")
def test_a_loss_lowers_the_points_that_a_counter_gives() -> None:
    full = battalion("a", stacking=3, steps=4)
    hurt = battalion("b", stacking=3, steps=2, steps_full=4)
    found = stack_of((full, hurt))
    assert found.points == 3 + 1


@pytest.mark.rule("orel", "7.1.2-stacking")
def test_artillery_counts() -> None:
    guns = game.Unit(key="g", side="red", type="artillery", tq=4, steps=3, fire=3)
    assert stack(4, 4, extra=(guns,)).excess_points == 1
    assert fit_together((guns, battalion("a"))) is True
    assert fit_together((guns, battalion("a"), battalion("b"))) is False


@pytest.mark.rule("orel", "4.3.1C-overstack")
def test_recovered_steps_may_overfill_a_hex_until_the_end_of_movement() -> None:
    found = stack(4, 4, 4, recovered=True)
    assert (found.points, found.excess_points, found.legal, found.to_be_cured) == (12, 2, True, True)
    within = stack(4, 4, 2, recovered=True)
    assert (within.legal, within.to_be_cured) == (True, False)
    request = game.StackingRequest(units=(battalion("a", steps=12),), recovered=True)
    assert "4.3.1C-overstack" in game.ruleset.resolve(request, dice=GivenDice([])).record.rules


@pytest.mark.rule("orel", "X-bad-units")
def test_a_stack_is_one_side_in_one_hex() -> None:
    red = battalion("a", "1113")
    ask = game.StackingRequest
    assert problems(ask(units=(red, battalion("w", None, "white")))) == [("$.units[1].side", "X-bad-units")]
    assert problems(ask(units=(red, battalion("b", "1114")))) == [("$.units[1].hex", "X-bad-units")]
    assert problems(ask(units=(red, battalion("a", "1113")))) == [("$.units[1].key", "X-bad-units")]
    foreign = game.Depot(key="d", side="white", kind="convoi", capacity=5)
    assert problems(ask(units=(red,), depots=(foreign,))) == [("$.depots[0].side", "X-bad-units")]


@pytest.mark.rule("orel", "7.1.2-stacking")
@given(st.lists(st.integers(1, 6), max_size=5), st.integers(1, 6))
def test_one_more_unit_never_makes_room(steps: list[int], more: int) -> None:
    units = [battalion(str(number), steps=each) for number, each in enumerate(steps)]
    if not fit_together(units):
        assert not fit_together([*units, battalion("more", steps=more)])


# -------------------------------------------------------------------- edges


@pytest.mark.rule("orel", "1.2-board-edges")
@pytest.mark.parametrize(
    ("place", "red", "white"),
    [
        ("2920", False, True),
        ("0118", True, False),
        ("3205", False, False),
        ("0120", True, True),
        ("0101", True, False),
        ("1701", True, False),
        ("3201", True, False),
        ("3220", False, True),
        ("1710", False, False),
    ],
)
def test_friendly_edges(place: str, red: bool, white: bool) -> None:
    assert (is_friendly_edge(place, "red"), is_friendly_edge(place, "white")) == (red, white)
