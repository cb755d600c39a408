"""Tanks and armoured cars: breaking down, the guns that bear, and hits."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, UnknownNameError
from rcw_rules import red_white as rw
from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.charts import load_charts
from rcw_rules.kernel.errors import ChartError, DiceError
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import RulingStep
from rcw_rules.red_white.vehicles import arc_of

LITERAL = rw.ruleset.with_options(vehicle_activation="above")
TABLE = rw.VehicleHitTable(
    sides=6,
    rows=(
        rw.HitTableRow(low=1, high=3, effect="crew shaken"),
        rw.HitTableRow(low=4, high=5, effect="track off"),
        rw.HitTableRow(low=6, high=6, effect="on fire"),
    ),
)

# ---------------------------------------------------------------- activation


def moves(face: int, *, hits: int, ruleset: Any = rw.ruleset) -> bool:
    request = rw.VehicleActivationRequest(hits=hits)
    outcome: rw.VehicleActivationOutcome = ruleset.resolve(request, dice=GivenDice([face])).outcome
    return outcome.moves


@pytest.mark.rule("red_white", "vehicle-activation", "opt-vehicle-activation", "gen-dice")
def test_two_hits_in_both_readings() -> None:
    assert moves(6, hits=2)
    assert not moves(7, hits=2)
    assert moves(7, hits=2, ruleset=LITERAL)
    assert not moves(6, hits=2, ruleset=LITERAL)


@pytest.mark.rule("red_white", "vehicle-activation", "opt-vehicle-activation")
@pytest.mark.parametrize(("hits", "default", "literal"), [(0, 8, 2), (1, 7, 3), (4, 4, 6), (7, 1, 9)])
def test_damage_makes_the_default_worse_and_the_literal_text_better(hits: int, default: int, literal: int) -> None:
    for ruleset, tenths in ((rw.ruleset, default), (LITERAL, literal)):
        odds = ruleset.odds(rw.VehicleActivationRequest(hits=hits))
        assert odds.probability(lambda outcome: outcome.moves) == Fraction(tenths, 10)


@pytest.mark.rule("red_white", "vehicle-activation", "opt-vehicle-activation")
@pytest.mark.parametrize("option", ["at_or_below", "above"])
@pytest.mark.parametrize("hits", range(8))
def test_the_exact_odds_are_those_of_all_ten_faces(option: str, hits: int) -> None:
    twin: Counter[bool] = Counter()
    for face in range(1, 11):
        twin[face > 8 - hits if option == "above" else face <= 8 - hits] += 1
    odds = rw.ruleset.with_options(vehicle_activation=option).odds(rw.VehicleActivationRequest(hits=hits))
    assert {outcome.moves: chance for outcome, chance in odds.items()} == {
        moved: Fraction(faces, 10) for moved, faces in twin.items()
    }


@pytest.mark.rule("red_white", "vehicle-activation", "opt-vehicle-activation")
@pytest.mark.parametrize(("option", "face"), [("at_or_below", 1), ("at_or_below", 10), ("above", 1), ("above", 10)])
def test_the_record_tells_of_the_ruling_every_time(option: str, face: int) -> None:
    ruleset = rw.ruleset.with_options(vehicle_activation=option)
    record = ruleset.resolve(rw.VehicleActivationRequest(hits=3), dice=GivenDice([face])).record
    rulings = [(step.rule, step.value) for _, step in record.walk() if isinstance(step, RulingStep)]
    assert rulings == [("opt-vehicle-activation", option)]
    assert [roll.rule for roll in record.rolls] == ["vehicle-activation"]


@pytest.mark.rule("red_white", "vehicle-breakdown", "vehicle-gun-dice", "vehicle-armament")
def test_a_broken_down_austin_stays_and_fires_four_dice() -> None:
    resolution = rw.ruleset.resolve(rw.VehicleActivationRequest(hits=0), dice=GivenDice([9]))
    assert resolution.outcome == rw.VehicleActivationOutcome(moves=False)
    assert "vehicle-breakdown" in resolution.record.rules
    assert dice_of("twin_turret_car", "front", moved=resolution.outcome.moves) == (4, 0)


@pytest.mark.rule("red_white", "vehicle-activation", "vehicle-breakdown")
@pytest.mark.parametrize(("earlier", "moved"), [("passed", True), ("failed", False)])
def test_there_is_one_roll_a_turn(earlier: Any, moved: bool) -> None:
    request = rw.VehicleActivationRequest(hits=3, earlier_roll=earlier)
    assert rw.ruleset.resolve(request, dice=GivenDice([])).outcome.moves == moved
    # without an earlier roll this turn it rolls, whatever happened in turns before
    with pytest.raises(DiceError):
        rw.ruleset.resolve(evolve(request, earlier_roll="none"), dice=GivenDice([]))


@pytest.mark.rule("red_white", "vehicle-activation", "bad-numbers")
@pytest.mark.parametrize("hits", [-1, 8, True, "2"])
def test_hits_of_an_acting_vehicle_are_0_to_7(hits: Any) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        rw.ruleset.resolve(rw.VehicleActivationRequest(hits=hits), dice=GivenDice([]))
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [("$.hits", "bad-numbers")]


@pytest.mark.rule("red_white", "vehicle-activation")
@pytest.mark.parametrize("face", [0, 11])
def test_a_d10_has_the_values_1_to_10(face: int) -> None:
    with pytest.raises(DiceError):
        rw.ruleset.resolve(rw.VehicleActivationRequest(hits=3), dice=GivenDice([face]))


@pytest.mark.rule("red_white", "vehicle-activation", "p1-activation")
@pytest.mark.parametrize("kind", ["tank", "armoured_car"])
def test_tanks_and_cars_do_not_take_the_activation_of_troops(kind: Any) -> None:
    request = rw.ActivationRequest(base=6, stands=8, type=kind)
    with pytest.raises(IllegalRequestError) as caught:
        rw.ruleset.resolve(request, dice=GivenDice([]))
    assert [objection.rule for objection in caught.value.verdict.objections] == ["vehicle-activation"]


# ---------------------------------------------------------------- activation of troops, by the profile


@pytest.mark.rule("red_white", "p1-activation")
@pytest.mark.parametrize(("face", "passed"), [(6, True), (7, False)])
def test_the_profile_knows_the_number_of_a_type(face: int, passed: bool) -> None:
    profile = rw.PartOneProfile(source="made up", activation=(rw.TypeActivation(type="cavalry", number=6),))
    ruleset = rw.ruleset.with_options(profile=profile)
    request = rw.ActivationRequest(type="cavalry", stands=8)
    resolution = ruleset.resolve(request, dice=GivenDice([face]))
    assert (resolution.outcome.passed, resolution.outcome.moves) == (passed, 0)
    assert resolution.record.rules.count("p1-activation") == 1
    # what the request says goes before the profile
    assert ruleset.resolve(evolve(request, base=10), dice=GivenDice([10])).outcome.passed


@pytest.mark.rule("red_white", "p1-activation")
def test_without_the_number_no_die_is_thrown() -> None:
    profile = rw.PartOneProfile(source="made up", activation=(rw.TypeActivation(type="cavalry", number=6),))
    cavalry = rw.ActivationRequest(type="cavalry", stands=8)
    unknown = ((rw.ruleset, cavalry), (rw.ruleset.with_options(profile=profile), evolve(cavalry, type="infantry")))
    for ruleset, request in unknown:
        with pytest.raises(rw.MissingProfileError) as caught:
            ruleset.resolve(request, dice=GivenDice([]))
        assert (caught.value.rule, caught.value.field) == ("p1-activation", "activation")


@pytest.mark.rule("red_white", "p1-activation", "cheka-reroll")
def test_the_cheka_aboard_a_train_has_no_stand_to_shoot_when_it_activates() -> None:
    request = rw.ActivationRequest(type="armoured_train", base=6, stands=8, cheka=True)
    outcome = rw.ruleset.resolve(request, dice=GivenDice([7])).outcome
    assert (outcome.passed, outcome.liquidated, outcome.stands, outcome.moves) == (False, False, 8, 0)


@pytest.mark.rule("red_white", "p1-activation", "cheka-second-failure")
def test_the_profile_knows_how_far_a_second_failure_sends_a_unit() -> None:
    profile = rw.PartOneProfile(
        source="made up",
        activation=(rw.TypeActivation(type="infantry", number=6),),
        moves=(rw.TypeMove(type="infantry", full_move=rw.DiceMove(dice=1)),),
    )
    request = rw.ActivationRequest(type="infantry", stands=8, cheka=True)
    outcome = rw.ruleset.with_options(profile=profile).resolve(request, dice=GivenDice([7, 8, 5])).outcome
    assert (outcome.moves, str(outcome.moved), outcome.falling_back) == (2, "10 in", True)
    # what the request says goes before the profile
    stated = evolve(request, full_move=inches(6))
    outcome = rw.ruleset.with_options(profile=profile).resolve(stated, dice=GivenDice([7, 8])).outcome
    assert str(outcome.moved) == "12 in"


# ---------------------------------------------------------------- guns


def dice_of(
    vehicle: Any, target: Any, *, moved: bool, turret_guns: int | None = None, ruleset: Any = rw.ruleset
) -> tuple[int, int]:
    request = rw.VehicleFireDiceRequest(vehicle=vehicle, target=target, moved=moved, turret_guns=turret_guns)
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
        request = rw.VehicleFireDiceRequest(vehicle=vehicle, target=arc, moved=False)  # type: ignore[arg-type]
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
    request = rw.VehicleFireDiceRequest(vehicle="mark_iv_male", target=degrees(bearing), moved=False)
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
@pytest.mark.parametrize("fields", [{"vehicle": "whippet"}, {"target": "above"}, {"moved": 1}, {"target": 45}])
def test_unknown_vehicles_and_arcs_are_refused(fields: dict[str, Any]) -> None:
    request = rw.VehicleFireDiceRequest(**{"vehicle": "ft17_female", "target": "front", "moved": True, **fields})
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


# ---------------------------------------------------------------- hits


def hit(kind: Any, hits: int, new_hits: int, *faces: int, ruleset: Any = rw.ruleset, **fields: Any) -> Any:
    request = rw.VehicleDamageRequest(type=kind, hits=hits, new_hits=new_hits, **fields)
    return ruleset.resolve(request, dice=GivenDice(faces)).outcome


@pytest.mark.rule("red_white", "vehicle-hits", "vehicle-eight-stands")
@pytest.mark.parametrize("kind", ["tank", "armoured_car", "armoured_train"])
@pytest.mark.parametrize(
    ("hits", "new", "after", "destroyed"),
    [(5, 2, 7, False), (7, 3, 8, True), (0, 0, 0, False), (7, 0, 7, False), (0, 8, 8, True), (3, 0, 3, False)],
)
def test_the_eighth_hit_destroys(kind: str, hits: int, new: int, after: int, destroyed: bool) -> None:
    outcome = hit(kind, hits, new)
    assert (outcome.hits, outcome.morale, outcome.destroyed) == (after, 8 - after, destroyed)


@pytest.mark.rule("red_white", "vehicle-eight-stands")
def test_three_hits_leave_morale_and_strength_of_five() -> None:
    assert hit("tank", 0, 3).morale == 5
    tank = rw.Unit(side="red", type="tank", has_leader=True, hits=3, casualties=True)
    test = rw.ruleset.resolve(rw.MoraleTestRequest(unit=tank), dice=GivenDice([5])).outcome
    assert (test.base, test.passed) == (5, True)
    # 10 stands are twice the tank's 5, 9 are not
    infantry = rw.Unit(side="white", type="infantry", has_leader=True, starting_stands=10, stands=10)
    for stands, outnumbered in ((10, -2), (9, 0)):
        melee = rw.MeleeRequest(attackers=(evolve(infantry, starting_stands=stands, stands=stands),), defenders=(tank,))
        outcome = rw.ruleset.resolve(melee, dice=GivenDice([1, 6])).outcome
        assert outcome.defender_modifier == -1 + outnumbered  # three hits are one pair of stands lost


@pytest.mark.rule("red_white", "p1-vehicle-hit-table", "vehicle-hits")
def test_without_a_table_hits_are_recorded_and_no_die_is_thrown() -> None:
    outcome = hit("tank", 0, 2)
    assert outcome == rw.VehicleDamageOutcome(hits=2, morale=6, destroyed=False, table_missing=True)
    # nothing is missing where nothing would be rolled
    assert hit("tank", 2, 0) == rw.VehicleDamageOutcome(hits=2, morale=6, destroyed=False)


@pytest.mark.rule("red_white", "p1-vehicle-hit-table")
def test_with_a_table_there_is_one_die_for_each_hit() -> None:
    by_profile = rw.ruleset.with_options(profile=rw.PartOneProfile(source="made up", vehicle_hit_table=TABLE))
    expected = rw.VehicleDamageOutcome(
        hits=3, morale=5, destroyed=False, table_effects=("crew shaken", "on fire", "on fire")
    )
    assert hit("tank", 0, 3, 6, 2, 6, ruleset=by_profile) == expected
    assert hit("armoured_car", 0, 3, 6, 6, 3, hit_table=TABLE) == expected
    # the table of the request goes before that of the profile
    other = rw.VehicleHitTable(sides=2, rows=(rw.HitTableRow(low=1, high=2, effect="gun jammed"),))
    assert hit("tank", 0, 1, 2, ruleset=by_profile, hit_table=other).table_effects == ("gun jammed",)
    with pytest.raises(DiceError):
        hit("tank", 0, 3, 6, 2, hit_table=TABLE)


@pytest.mark.rule("red_white", "p1-vehicle-hit-table", "vehicle-hits")
def test_hits_beyond_the_eighth_have_no_die() -> None:
    outcome = hit("tank", 7, 3, 4, hit_table=TABLE)
    assert (outcome.hits, outcome.destroyed, outcome.table_effects) == (8, True, ("track off",))


@pytest.mark.rule("red_white", "p1-vehicle-hit-table", "train-lost")
def test_trains_and_melee_losses_are_not_rolled_on_the_table() -> None:
    by_profile = rw.ruleset.with_options(profile=rw.PartOneProfile(source="made up", vehicle_hit_table=TABLE))
    plain = rw.VehicleDamageOutcome(hits=3, morale=5, destroyed=False)
    assert hit("armoured_train", 1, 2, ruleset=by_profile) == plain
    assert hit("armoured_car", 1, 2, ruleset=by_profile, rolled_on_table=False) == plain
    assert hit("armoured_car", 1, 2, rolled_on_table=False) == plain
    assert hit("armoured_train", 1, 2) == plain


@pytest.mark.rule("red_white", "p1-vehicle-hit-table")
@pytest.mark.parametrize("new_hits", [0, 1, 2, 3])
def test_the_exact_odds_are_those_of_all_faces_of_the_table_dice(new_hits: int) -> None:
    says = {1: "crew shaken", 2: "crew shaken", 3: "crew shaken", 4: "track off", 5: "track off", 6: "on fire"}
    order = ("crew shaken", "track off", "on fire")
    twin: Counter[tuple[str, ...]] = Counter()
    for faces in product(range(1, 7), repeat=new_hits):
        twin[tuple(sorted((says[face] for face in faces), key=order.index))] += 1
    odds = rw.ruleset.odds(rw.VehicleDamageRequest(type="tank", hits=4, new_hits=new_hits, hit_table=TABLE))
    assert {outcome.table_effects: chance for outcome, chance in odds.items()} == {
        effects: Fraction(count, 6**new_hits) for effects, count in twin.items()
    }


@pytest.mark.rule("red_white", "train-lost")
def test_a_train_is_lost_with_its_eighth_hit_and_its_guards_fight_on() -> None:
    assert hit("armoured_train", 7, 1, guards=3) == rw.VehicleDamageOutcome(
        hits=8, morale=0, destroyed=True, freed_guards=3
    )
    assert hit("armoured_train", 6, 1, guards=3).freed_guards == 0


@pytest.mark.rule("red_white", "p1-artillery-and-armour")
def test_how_guns_hit_is_left_to_the_request() -> None:
    assert hit("armoured_train", 0, 3).morale == 5
    with pytest.raises(InvalidRequestError):
        hit("armoured_train", 0, -1)


@pytest.mark.rule("red_white", "bad-numbers", "gen-unit-types", "p1-vehicle-hit-table")
@pytest.mark.parametrize(
    ("fields", "path", "rule"),
    [
        ({"hits": 8}, "$.hits", "bad-numbers"),
        ({"new_hits": -1}, "$.new_hits", "bad-numbers"),
        ({"new_hits": True}, "$.new_hits", "bad-numbers"),
        ({"type": "infantry"}, "$.type", ""),
        ({"guards": 2}, "$.guards", "gen-unit-types"),
        ({"type": "armoured_train", "hit_table": TABLE}, "$.hit_table", "p1-vehicle-hit-table"),
        ({"hit_table": evolve(TABLE, rows=TABLE.rows[1:])}, "$.hit_table.rows", "p1-vehicle-hit-table"),
        (
            {"hit_table": evolve(TABLE, rows=(evolve(TABLE.rows[0], effect="crew\nshaken"), *TABLE.rows[1:]))},
            "$.hit_table.rows[0].effect",
            "p1-vehicle-hit-table",
        ),
    ],
)
def test_bad_input_is_refused(fields: dict[str, Any], path: str, rule: str) -> None:
    request = rw.VehicleDamageRequest(**{"type": "tank", "hits": 0, "new_hits": 1, **fields})
    with pytest.raises(InvalidRequestError) as caught:
        rw.ruleset.resolve(request, dice=GivenDice([]))
    assert {(each.path, each.rule) for each in caught.value.problems} == {(path, rule)}


@pytest.mark.rule("red_white", "vehicle-hits")
@given(st.integers(0, 7), st.lists(st.integers(0, 3), max_size=4))
def test_hits_add_up_whether_they_come_together_or_one_after_another(hits: int, volleys: list[int]) -> None:
    after, destroyed = hits, False
    for volley in volleys:
        if not destroyed:
            outcome = hit("tank", after, volley)
            after, destroyed = outcome.hits, outcome.destroyed
    together = hit("tank", hits, sum(volleys))
    assert (together.hits, together.destroyed) == (after, destroyed)


@pytest.mark.rule("red_white", "opt-vehicle-activation")
def test_the_option_has_two_values() -> None:
    with pytest.raises(InvalidRequestError):
        rw.ruleset.with_options(vehicle_activation="below")
    with pytest.raises(UnknownNameError):
        rw.ruleset.with_options(vehicle_activations="above")
