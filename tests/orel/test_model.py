"""Units and depots: what follows from a unit alone, and what no unit can be."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from orel_figures import BATTERY, CAR, CAVALRY, INFANTRY, LIGHT, TANK, unit

from rcw_rules import InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.fields import validate
from rcw_rules.orel.model import (
    ARTILLERY_TYPES,
    COMBAT_TYPES,
    GRID,
    STEPS_OF_VEHICLES,
    VEHICLE_TYPES,
    enemy_of,
    half_up,
    listed,
    wrong_places,
    wrong_sides,
)
from rcw_rules.orel.scenarios import order_of_battle

HEAVY: dict[str, Any] = {"key": "h", "side": "white", "type": "armoured_train_heavy", "steps": 2, "fire": 5}


EVERY_TYPE = (INFANTRY, CAVALRY, BATTERY, {**BATTERY, "type": "horse_artillery"}, TANK, CAR, LIGHT, HEAVY)


def problems(value: object) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        validate(value)
    assert "\n" not in str(caught.value)
    return [(problem.path, problem.rule) for problem in caught.value.problems]


# -------------------------------------------------------------------- hexes


@pytest.mark.rule("orel", "0-scale", "0-hex-layout")
@pytest.mark.parametrize("place", ["1220", "2701", "0101", "3220", "0120", "3201"])
def test_every_hex_of_the_extent_may_be_held_half_hexes_too(place: str) -> None:
    assert list(wrong_places([(".unit", unit(INFANTRY, hex=place))])) == []


@pytest.mark.rule("orel", "0-scale")
def test_half_hexes_have_the_neighbours_that_the_extent_gives_them() -> None:
    # Odd columns begin with half a hex in the north, even ones end with one in the south.
    assert (GRID.is_half("2701"), GRID.is_half("1220"), GRID.is_half("2702"), GRID.is_half("1219")) == (
        True, True, False, False,
    )  # fmt: skip
    assert set(GRID.neighbours("1220")) == {"1219", "1120", "1320"}
    assert set(GRID.neighbours("2701")) == {"2702", "2601", "2801"}


@pytest.mark.rule("orel", "0-hex-layout")
@pytest.mark.parametrize(("one", "other", "hexes"), [("1509", "1411", 3), ("1610", "1712", 2), ("0811", "1113", 3)])
def test_distances_that_the_set_up_fixes(one: str, other: str, hexes: int) -> None:
    assert GRID.distance(one, other) == GRID.distance(other, one) == hexes


@pytest.mark.rule("orel", "0-hex-layout")
def test_neighbours_of_an_odd_and_of_an_even_column() -> None:
    assert set(GRID.neighbours("1113")) == {"1112", "1114", "1012", "1013", "1212", "1213"}
    assert set(GRID.neighbours("1213")) == {"1212", "1214", "1113", "1114", "1313", "1314"}


@pytest.mark.rule("orel", "0-hex-layout")
@given(st.integers(1, 32), st.integers(1, 20), st.integers(1, 32), st.integers(1, 20))
def test_distance_is_the_formula_of_the_catalogue(c1: int, r1: int, c2: int, r2: int) -> None:
    y1, y2 = 2 * r1 + (c1 % 2 == 0), 2 * r2 + (c2 % 2 == 0)
    across, down = abs(c1 - c2), abs(y1 - y2)
    wanted = across + max(0, (down - across) // 2)
    assert GRID.distance(f"{c1:02}{r1:02}", f"{c2:02}{r2:02}") == wanted


@pytest.mark.rule("orel", "X-bad-units", "0-hex-layout")
@pytest.mark.parametrize("place", ["3321", "3301", "0121", "0001", "0100"])
def test_no_unit_stands_off_the_board(place: str) -> None:
    found = list(wrong_places([(".units[0]", unit(INFANTRY, hex=place))]))
    assert [(problem.path, problem.rule) for problem in found] == [(".units[0].hex", "X-bad-units")]


@pytest.mark.rule("orel", "X-bad-units")
@pytest.mark.parametrize("place", ["27a5", "²705", " 705", "-105"])
def test_a_hex_is_four_digits(place: str) -> None:
    assert problems(unit(INFANTRY, hex=place)) == [("$.hex", "X-bad-units")]
    assert problems(game.Depot(key="d", side="red", kind="convoi", capacity=3, hex=place)) == [("$.hex", "X-bad-units")]


@pytest.mark.rule("orel", "X-bad-units")
@pytest.mark.parametrize("place", ["", "270", "27055"])
def test_a_hex_has_no_other_length(place: str) -> None:
    assert problems(unit(INFANTRY, hex=place)) == [("$.hex", "X-bad-units")]


@pytest.mark.rule("orel", "X-bad-units")
def test_places_are_held_by_one_side_and_keys_are_unique() -> None:
    red, white = unit(INFANTRY, hex="1113"), unit(TANK, hex="1113")
    found = list(wrong_places(listed("units", (red, white, evolve(white, hex="1112")))))
    assert [(problem.path, problem.rule) for problem in found] == [
        (".units[1].hex", "X-bad-units"),
        (".units[2].key", "X-bad-units"),
    ]
    depot = game.Depot(key="d", side="white", kind="convoi", capacity=3, hex="1113")
    assert [problem.path for problem in wrong_places(listed("depots", (red, depot)))] == [".depots[1].hex"]


@pytest.mark.rule("orel", "X-bad-units")
def test_only_who_must_stand_needs_a_hex() -> None:
    nowhere = listed("units", (unit(INFANTRY),))
    assert list(wrong_places(nowhere)) == []
    found = list(wrong_places(listed("units", (unit(INFANTRY),)), must_stand=True))
    assert [(problem.path, problem.message) for problem in found] == [(".units[0].hex", "is missing")]


@pytest.mark.rule("orel", "X-bad-units")
def test_wrong_sides_names_every_stranger() -> None:
    found: Iterator[Problem] = wrong_sides("enemies", (unit(INFANTRY), unit(TANK)), "red")
    assert [(problem.path, problem.rule) for problem in found] == [(".enemies[1].side", "X-bad-units")]


# -------------------------------------------------------------------- units


@pytest.mark.parametrize("base", EVERY_TYPE, ids=lambda base: str(base["type"]))
def test_a_plain_unit_of_every_type_is_right(base: dict[str, Any]) -> None:
    validate(unit(base))


@pytest.mark.rule("orel", "1.1-tq")
@pytest.mark.parametrize("tq", [-1, 0, 1, 7, 10])
def test_no_quality_outside_2_to_6(tq: int) -> None:
    assert problems(unit(INFANTRY, tq=tq)) == [("$.tq", "1.1-tq")]


@pytest.mark.rule("orel", "1.1-tq")
@pytest.mark.parametrize("tq", range(2, 7))
def test_every_quality_from_2_to_6(tq: int) -> None:
    validate(unit(INFANTRY, tq=tq))
    assert unit(INFANTRY, tq=tq).quality == tq


@pytest.mark.rule("orel", "1.1-tq")
@pytest.mark.parametrize("base", [TANK, CAR, LIGHT, HEAVY], ids=lambda base: str(base["type"]))
def test_vehicles_have_no_quality(base: dict[str, Any]) -> None:
    assert problems(unit(base, tq=4)) == [("$.tq", "1.1-tq")]
    with pytest.raises(ValueError, match="no troop quality"):
        _ = unit(base).quality


@pytest.mark.rule("orel", "4.3.1B-recruit-tq", "1.2-predominant-tq")
@pytest.mark.parametrize(
    ("side", "tq", "now"), [("red", 4, 3), ("red", 3, 2), ("red", 2, 2), ("white", 4, 3), ("white", 3, 3)]
)
def test_recruits_lower_the_quality_by_one_to_the_lowest_of_the_side(side: Any, tq: int, now: int) -> None:
    assert unit(INFANTRY, side=side, tq=tq, recruits_marker=True).quality == now


@pytest.mark.rule("orel", "X-bad-units")
@pytest.mark.parametrize(
    ("base", "changes", "path", "rule"),
    [
        (INFANTRY, {"steps": 0}, "$.steps", "X-bad-units"),
        (INFANTRY, {"steps": -1}, "$.steps", "X-bad-units"),
        (INFANTRY, {"steps": 13}, "$.steps", "X-bad-units"),
        (INFANTRY, {"steps": 4, "steps_full": 3}, "$.steps", "X-bad-units"),
        (INFANTRY, {"steps_full": 0}, "$.steps_full", "X-bad-units"),
        (INFANTRY, {"steps_full": 4, "reduced_steps": 4}, "$.reduced_steps", "1.1-step"),
        (INFANTRY, {"reduced_steps": -1}, "$.reduced_steps", "X-bad-units"),
        (INFANTRY, {"strength": -1}, "$.strength", "X-bad-units"),
        (INFANTRY, {"strength": "absent"}, "$.strength", "X-bad-units"),
        (INFANTRY, {"tq": "absent"}, "$.tq", "X-bad-units"),
        (INFANTRY, {"fire": 3}, "$.fire", "X-bad-units"),
        (INFANTRY, {"strength_charge": 3}, "$.strength_charge", "X-bad-units"),
        (CAVALRY, {"strength_charge": "absent"}, "$.strength_charge", "X-bad-units"),
        (CAVALRY, {"strength_dismounted": "absent"}, "$.strength_dismounted", "X-bad-units"),
        (CAVALRY, {"strength": 3}, "$.strength", "X-bad-units"),
        (BATTERY, {"strength": 3}, "$.strength", "X-bad-units"),
        (BATTERY, {"fire": "absent"}, "$.fire", "X-bad-units"),
        (TANK, {"fire": 3}, "$.fire", "X-bad-units"),
        (CAR, {"strength": "absent"}, "$.strength", "X-bad-units"),
        (LIGHT, {"strength": 3}, "$.strength", "X-bad-units"),
        (INFANTRY, {"side": "green"}, "$.side", ""),
        (INFANTRY, {"type": "zeppelin"}, "$.type", ""),
        (INFANTRY, {"mode": "routed_march"}, "$.mode", ""),
        (INFANTRY, {"stacking": 11}, "$.stacking", "X-bad-units"),
        (CAVALRY, {"entrenchment": "entrenched"}, "$.entrenchment", "7.3-entrench"),
        (TANK, {"entrenchment": "under_construction"}, "$.entrenchment", "7.3-entrench"),
        (INFANTRY, {"mode": "routed", "entrenchment": "entrenched"}, "$.entrenchment", "7.3-entrench"),
        (TANK, {"mode": "march"}, "$.mode", "7.1.4-modes"),
        (LIGHT, {"mode": "routed"}, "$.mode", "7.1.4-modes"),
        (INFANTRY, {"broken_down": True}, "$.broken_down", "X-bad-units"),
        (CAR, {"broken_down": True}, "$.broken_down", "X-bad-units"),
        (TANK, {"in_contact": True}, "$.in_contact", "X-bad-units"),
        (INFANTRY, {"charging": True}, "$.charging", "X-bad-units"),
        (BATTERY, {"integrated_artillery": True}, "$.integrated_artillery", "X-bad-units"),
        (CAVALRY, {"recruit_battalion": True}, "$.recruit_battalion", "X-bad-units"),
        (TANK, {"disorganised": True}, "$.disorganised", "X-bad-units"),
        (CAR, {"repulsed": True}, "$.repulsed", "X-bad-units"),
        (INFANTRY, {"key": ""}, "$.key", ""),
        (INFANTRY, {"key": "a\nb"}, "$.key", ""),
    ],
)
def test_no_unit_is_like_this(base: dict[str, Any], changes: dict[str, Any], path: str, rule: str) -> None:
    assert problems(unit(base, **changes)) == [(path, rule)]


@pytest.mark.rule("orel", "1.1-vehicle-counters")
@pytest.mark.parametrize(("base", "steps"), [(TANK, 2), (CAR, 2), (LIGHT, 2), (HEAVY, 1), (HEAVY, 3)])
def test_vehicles_have_the_steps_of_their_counter(base: dict[str, Any], steps: int) -> None:
    assert problems(unit(base, steps=steps)) == [("$.steps", "1.1-vehicle-counters")]
    assert ("$.steps_full", "1.1-vehicle-counters") in problems(unit(base, steps=1, steps_full=steps + 4))


@pytest.mark.rule("orel", "1.1-vehicle-counters")
def test_a_heavy_train_is_damaged_by_its_first_loss_and_a_light_one_has_one_step() -> None:
    assert STEPS_OF_VEHICLES["armoured_train_light"] == STEPS_OF_VEHICLES["tank"] == 1
    damaged = unit(HEAVY, steps=1, steps_full=2)
    validate(damaged)
    assert (damaged.is_damaged, unit(HEAVY).is_damaged, unit(LIGHT).is_damaged) == (True, False, False)


@pytest.mark.rule("orel", "1.2-unit-classes")
def test_classes_of_units() -> None:
    assert COMBAT_TYPES == ("infantry", "cavalry")
    assert ARTILLERY_TYPES == ("artillery", "horse_artillery")
    assert set(VEHICLE_TYPES) == {"tank", "armoured_car", "armoured_train_light", "armoured_train_heavy"}
    car, horse_guns = unit(CAR), unit(BATTERY, type="horse_artillery")
    assert (car.is_combat, car.is_vehicle, car.is_train) == (False, True, False)
    assert (horse_guns.is_combat, horse_guns.is_vehicle, horse_guns.is_artillery) == (False, False, True)
    assert unit(INFANTRY, recruit_battalion=True).is_combat
    assert unit(LIGHT).is_train


@pytest.mark.rule("orel", "1.1-step")
@pytest.mark.parametrize(
    ("full", "shown", "steps", "reduced"),
    [
        (4, 2, 2, True),
        (4, 2, 3, False),
        (4, None, 2, True),
        (5, None, 3, False),
        (5, None, 2, True),
        (1, None, 1, False),
    ],
)
def test_a_unit_turns_to_its_reduced_side(full: int, shown: int | None, steps: int, reduced: bool) -> None:
    assert unit(INFANTRY, steps=steps, steps_full=full, reduced_steps=shown).is_reduced is reduced


@pytest.mark.rule("orel", "8.8.2A-strength-loss", "8.7.1-strength")
@pytest.mark.parametrize(
    ("strength", "full", "steps", "now"), [(7, 4, 2, 5), (5, 4, 2, 3), (5, 4, 4, 5), (2, 4, 1, 1), (0, 1, 1, 1)]
)
def test_a_lost_step_costs_a_point_of_strength_to_at_least_one(strength: int, full: int, steps: int, now: int) -> None:
    assert unit(INFANTRY, strength=strength, steps_full=full, steps=steps).combat_strength() == now


@pytest.mark.rule("orel", "8.8.2A-strength-loss", "8.7.1-strength")
def test_both_strengths_of_cavalry_fall() -> None:
    hurt = unit(CAVALRY, steps=2, steps_full=3)
    assert (hurt.combat_strength(), hurt.combat_strength(charging=True)) == (1, 3)


@pytest.mark.rule("orel", "8.8.2A-strength-loss")
def test_a_printed_reduced_side_counts_and_then_only_losses_beyond_it() -> None:
    # Six steps, three of them on the reduced side, which prints 4.
    figures = [
        unit(INFANTRY, strength=8, steps=steps, steps_full=6, reduced_steps=3, reduced=game.ReducedSide(strength=4))
        for steps in (6, 5, 4, 3, 2, 1)
    ]
    assert [figure.combat_strength() for figure in figures] == [8, 7, 6, 4, 3, 2]
    guns = unit(BATTERY, steps=1, steps_full=2, fire=5, reduced=game.ReducedSide(fire=2))
    assert guns.fire_strength() == 2
    horse = unit(CAVALRY, steps=1, steps_full=3, reduced=game.ReducedSide(strength=3, strength_charge=3))
    assert (horse.combat_strength(), horse.combat_strength(charging=True)) == (3, 3)


@pytest.mark.rule("orel", "8.3.2-roll")
def test_fire_strength_loses_a_point_for_a_lost_step_of_guns_not_of_trains() -> None:
    assert unit(BATTERY, steps=1, steps_full=2, fire=4).fire_strength() == 3
    assert unit(BATTERY, steps=1, steps_full=2, fire=1).fire_strength() == 1
    assert unit(BATTERY, steps=1, steps_full=2, fire=4).fire_strength(lost_step=-2) == 2
    assert unit(HEAVY, steps=1, steps_full=2).fire_strength() == 5
    assert unit(HEAVY, steps=1, steps_full=2, reduced=game.ReducedSide(fire=2)).fire_strength() == 2


@pytest.mark.rule("orel", "7.1.2-stacking")
@pytest.mark.parametrize(
    ("base", "changes", "points"),
    [
        (INFANTRY, {}, 4),
        (INFANTRY, {"steps_full": 4, "steps": 3}, 3),
        (INFANTRY, {"stacking": 3, "steps_full": 4, "steps": 3}, 2),
        (INFANTRY, {"stacking": 1, "steps_full": 4, "steps": 1}, 0),
        (BATTERY, {}, 2),
        (TANK, {}, 0),
        (HEAVY, {}, 0),
    ],
)
def test_stacking_points(base: dict[str, Any], changes: dict[str, Any], points: int) -> None:
    assert unit(base, **changes).points == points


@pytest.mark.rule("orel", "8.2.3-effects", "9.2.1-breakdown", "8.7.1-vehicle")
@pytest.mark.parametrize(
    ("base", "changes", "counts"),
    [
        (TANK, {}, True),
        (TANK, {"unsupplied": True}, False),
        (TANK, {"broken_down": True}, False),
        (CAR, {"unsupplied": True}, False),
        (LIGHT, {}, False),
        (LIGHT, {"in_contact": True}, True),
        (LIGHT, {"in_contact": True, "unsupplied": True}, False),
        (INFANTRY, {}, False),
    ],
)
def test_which_vehicles_count_in_a_combat(base: dict[str, Any], changes: dict[str, Any], counts: bool) -> None:
    assert unit(base, **changes).is_effective_vehicle is counts


@pytest.mark.rule("orel", "1.2-round-nearest")
@pytest.mark.parametrize(
    ("value", "rounded"),
    [("349/100", 3), ("7/2", 4), ("5/2", 3), ("5/4", 1), ("6/4", 2), ("7/4", 2), ("1/4", 0), ("7/8", 1), ("3", 3)],
)
def test_halves_round_up(value: str, rounded: int) -> None:
    assert half_up(Fraction(value)) == rounded


@pytest.mark.rule("orel", "1.2-active-player")
def test_the_reactive_player_is_the_other_one() -> None:
    assert (enemy_of("white"), enemy_of("red")) == ("red", "white")


@pytest.mark.rule("orel", "1.1-counter-erratum")
def test_the_cavalry_of_the_83rd_belongs_to_the_3rd_division() -> None:
    order = order_of_battle()
    assert order.unit("W:Cv/83S").division == order.unit("W:1/83S").division == "3rd Infantry Division"


@pytest.mark.rule("orel", "3.1-capacity")
@pytest.mark.parametrize("capacity", [0, 21])
def test_a_depot_has_a_capacity(capacity: int) -> None:
    assert problems(game.Depot(key="d", side="red", kind="convoi", capacity=capacity)) == [
        ("$.capacity", "3.1-capacity")
    ]
