"""The guns that bear, and their dice."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.charts import load_charts
from rcw_rules.kernel.errors import ChartError
from rcw_rules.red_white.vehicles import arc_of


def dice_of(
    vehicle: Any, target: Any, *, moved: bool, turret_guns: int | None = None, ruleset: Any = rw.ruleset
) -> tuple[int, int]:
    request = rw.VehicleFireDiceRequest(vehicle=vehicle, target=target, has_moved=moved, turret_guns=turret_guns)
    outcome = ruleset.resolve(request, dice=GivenDice([])).outcome
    return outcome.machine_gun_dice, outcome.light_gun_dice


# Of every vehicle, the machine guns and the light guns that bear on front, rear, left, right.
GUNS: dict[tuple[str, int | None], dict[str, tuple[int, int]]] = {
    ("twin_turret_car", None): dict.fromkeys(("front", "rear", "left", "right"), (2, 0)),
    ("single_turret_car", 1): dict.fromkeys(("front", "rear", "left", "right"), (1, 0)),
    ("single_turret_car", 2): dict.fromkeys(("front", "rear", "left", "right"), (2, 0)),
    ("mark_iv_male", None): {"front": (1, 0), "rear": (1, 0), "left": (2, 1), "right": (2, 1)},
    ("mark_iv_female", None): {"front": (1, 0), "rear": (1, 0), "left": (3, 0), "right": (3, 0)},
    ("ft17_female", None): dict.fromkeys(("front", "rear", "left", "right"), (1, 0)),
}


@pytest.mark.rule("red_white", "vehicle-gun-dice", "vehicle-armament", "vehicle-arcs")
@pytest.mark.parametrize("arc", ["front", "rear", "left", "right"])
@pytest.mark.parametrize(("vehicle", "turret_guns"), GUNS)
def test_every_gun_has_one_die_moving_and_two_stationary(vehicle: str, turret_guns: int | None, arc: str) -> None:
    machine_guns, light_guns = GUNS[vehicle, turret_guns][arc]
    assert dice_of(vehicle, arc, moved=True, turret_guns=turret_guns) == (machine_guns, light_guns)
    assert dice_of(vehicle, arc, moved=False, turret_guns=turret_guns) == (2 * machine_guns, 2 * light_guns)


@pytest.mark.rule("red_white", "vehicle-ft17-male", "vehicle-gun-dice")
@pytest.mark.parametrize("arc", ["front", "rear", "left", "right"])
def test_a_male_ft17_fires_one_die_and_never_on_the_move(arc: str) -> None:
    assert dice_of("ft17_male", arc, moved=True) == (0, 0)
    assert dice_of("ft17_male", arc, moved=False) == (0, 1)
    for vehicle, told in (("ft17_male", True), ("ft17_female", False), ("mark_iv_male", False)):
        request = rw.VehicleFireDiceRequest(vehicle=vehicle, target=arc, has_moved=False)  # type: ignore[arg-type]
        record = rw.ruleset.resolve(request, dice=GivenDice([])).record
        assert ("vehicle-ft17-male" in record.rules) == told


@pytest.mark.rule("red_white", "vehicle-armament")
def test_all_guns_of_a_mark_iv() -> None:
    sides = [dice_of("mark_iv_male", arc, moved=True) for arc in ("front", "rear", "left", "right")]
    assert (sum(guns for guns, _ in sides), sum(guns for _, guns in sides)) == (6, 2)
    sides = [dice_of("mark_iv_female", arc, moved=True) for arc in ("front", "rear", "left", "right")]
    assert (sum(guns for guns, _ in sides), sum(guns for _, guns in sides)) == (8, 0)


@pytest.mark.rule("red_white", "vehicle-arcs")
def test_a_stationary_mark_iv_male_and_a_target_to_the_left() -> None:
    assert dice_of("mark_iv_male", "left", moved=False) == (4, 2)


@pytest.mark.rule("red_white", "vehicle-arcs")
@pytest.mark.parametrize(
    ("bearing", "arc"),
    [
        ("0", "front"),
        ("45", "front"),
        ("45.001", "right"),
        ("134.999", "right"),
        ("135", "rear"),
        ("225", "rear"),
        ("225.001", "left"),
        ("314.999", "left"),
        ("315", "front"),
        ("360", "front"),
        ("-45", "front"),
        ("-45.001", "left"),
        ("-90", "left"),
        ("-135", "rear"),
    ],
)
def test_the_bounds_of_the_quarters_belong_to_front_and_rear(bearing: str, arc: Any) -> None:
    request = rw.VehicleFireDiceRequest(vehicle="mark_iv_male", target=degrees(bearing), has_moved=False)
    resolution = rw.ruleset.resolve(request, dice=GivenDice([]))
    told = [step.text for _, step in resolution.record.walk() if step.rule == "vehicle-arcs"]
    assert told == [f"a bearing of {bearing}° is to the {arc}"]
    assert resolution.outcome == rw.ruleset.resolve(evolve(request, target=arc), dice=GivenDice([])).outcome


@pytest.mark.rule("red_white", "vehicle-arcs")
def test_a_target_exactly_45_degrees_off_the_nose_faces_the_front_gun_only() -> None:
    assert dice_of("mark_iv_male", degrees(45), moved=True) == (1, 0)


@pytest.mark.rule("red_white", "vehicle-arcs")
@given(st.integers(-360_000, 360_000))
def test_what_is_mirrored_changes_sides(thousandths: int) -> None:
    mirrored = {"front": "front", "rear": "rear", "left": "right", "right": "left"}
    bearing = Angle(thousandths=thousandths)
    assert arc_of(-bearing) == mirrored[arc_of(bearing)]


@pytest.mark.rule("red_white", "vehicle-armament")
@pytest.mark.parametrize(
    ("vehicle", "guns"),
    [("single_turret_car", None), ("single_turret_car", 0), ("single_turret_car", 3), ("twin_turret_car", 2)],
)
def test_only_a_car_with_one_turret_has_a_number_of_guns_of_its_own(vehicle: Any, guns: int | None) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        dice_of(vehicle, "front", moved=True, turret_guns=guns)
    assert [(each.path, each.rule) for each in caught.value.problems] == [("$.turret_guns", "vehicle-armament")]


@pytest.mark.rule("red_white", "vehicle-armament")
@pytest.mark.parametrize("fields", [{"vehicle": "whippet"}, {"target": "above"}, {"has_moved": 1}, {"target": 45}])
def test_unknown_vehicles_and_arcs_are_refused(fields: dict[str, Any]) -> None:
    request = rw.VehicleFireDiceRequest(**{"vehicle": "ft17_female", "target": "front", "has_moved": True, **fields})
    with pytest.raises(InvalidRequestError) as caught:
        rw.ruleset.resolve(request, dice=GivenDice([]))
    assert [each.path for each in caught.value.problems] == [f"$.{next(iter(fields))}"]


@pytest.mark.rule("red_white", "vehicle-armament", "vehicle-gun-dice")
def test_a_replaced_chart_must_hold_counts() -> None:
    dice = """
[[chart]]
id = "vehicle_gun_dice"
title = "Dice"
rule = "vehicle-gun-dice"
source = "a club"
locator = "its sheet"
provenance = "illustrative"
rows = "labels"
columns = "labels"
table = [
  ["gun", "moving", "stationary"], ["machine_gun", 3, -1], ["light_gun", 1, "two"], ["ft17_male_light_gun", 0, 1]
]
"""
    ruleset = rw.ruleset.with_charts({"vehicle_gun_dice": load_charts(dice, "club.toml")[0]})
    assert dice_of("mark_iv_male", "left", moved=True, ruleset=ruleset) == (6, 1)
    for vehicle in ("mark_iv_male", "ft17_female"):
        with pytest.raises(ChartError, match="should be a count"):
            dice_of(vehicle, "left", moved=False, ruleset=ruleset)


@pytest.mark.rule("red_white", "vehicle-breakdown", "vehicle-gun-dice", "vehicle-armament")
def test_a_broken_down_austin_stays_and_fires_four_dice() -> None:
    resolution = rw.ruleset.resolve(rw.VehicleActivationRequest(hits=0), dice=GivenDice([9]))
    assert resolution.outcome == rw.VehicleActivationOutcome(moves=False)
    assert "vehicle-breakdown" in resolution.record.rules
    assert dice_of("twin_turret_car", "front", moved=resolution.outcome.moves) == (4, 0)
