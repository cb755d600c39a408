"""The 18 lines of the melee list, each at its boundary, and how several units of a side count."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_white_units import red, vehicle, white

from rcw_rules import red_white as rw
from rcw_rules.kernel.record import ModifierStep, RulingStep

# What the book prints, typed from the book: every line has its own number.
PRINTED = {
    "each_two_stands_lost": -1,
    "suppressed": -1,
    "raw": -1,
    "no_leader": -1,
    "infantry_attacked_by_cavalry": -1,
    "falling_back_or_flank_or_rear": -2,
    "attacked_by_tank": -2,
    "through_wire": -2,
    "outnumbered_two_to_one": -2,
    "outnumbered_three_to_one": -3,
    "heroically_led": 1,
    "grenades": 1,
    "machine_gun_attached": 1,
    "in_defences": 1,
    "elite": 1,
    "cheka_inspiring": 1,
    "religious_leader": 1,
    "armoured_train": 2,
}

Units = tuple[rw.Unit, ...]


def lines(
    attackers: rw.Unit | Units, defenders: rw.Unit | Units, *, flank: bool = False, **options: Any
) -> tuple[dict[str, int], dict[str, int]]:
    """Return the modifiers of the attacker and of the defender, by id, as they stand in the record."""
    request = rw.MeleeRequest(
        attackers=attackers if isinstance(attackers, tuple) else (attackers,),
        defenders=defenders if isinstance(defenders, tuple) else (defenders,),
        flank_or_rear=flank,
    )
    preview = rw.ruleset.with_options(**options).preview(request)
    assert preview.verdict
    steps = [step for _, step in preview.record.walk() if isinstance(step, ModifierStep)]
    sides: list[dict[str, int]] = []
    for to in ("attacker's die", "defender's die"):
        ids = [step.id for step in steps if step.to == to]
        assert len(ids) == len(set(ids)), "a line counts once a side"
        sides.append({step.id: int(step.value) for step in steps if step.to == to})
    return sides[0], sides[1]


@pytest.mark.rule("red_white", "melee-modifiers")
def test_the_chart_has_the_eighteen_printed_lines() -> None:
    chart = rw.ruleset.charts["melee_modifiers"]
    assert {row: chart.look_up(row).result for row in PRINTED} == PRINTED
    assert len(PRINTED) == 18


@pytest.mark.rule("red_white", "melee-modifiers")
def test_plain_units_have_no_modifier() -> None:
    assert lines(red(), white()) == ({}, {})


@pytest.mark.rule("red_white", "melee-modifiers", "melee-mod-assets", "melee-mod-elite")
def test_an_elite_heroic_attacker_with_grenades_has_plus_three() -> None:
    attacker, _ = lines(red(elite=True, heroic=True, grenades=True), white())
    assert attacker == {"elite": 1, "heroically_led": 1, "grenades": 1}


@pytest.mark.rule(
    "red_white", "melee-modifiers", "melee-mod-raw-leader", "melee-mod-suppressed", "melee-mod-stands-lost"
)
def test_a_raw_leaderless_suppressed_defender_with_four_lost_has_minus_five() -> None:
    _, defender = lines(red(stands=4), white(stands=4, raw=True, has_leader=False, suppressed=True))
    assert defender == {"each_two_stands_lost": -2, "suppressed": -1, "raw": -1, "no_leader": -1}


@pytest.mark.rule("red_white", "melee-modifiers")
@pytest.mark.parametrize("role", ["attacker", "defender"])
@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"stands": 6}, "each_two_stands_lost"),
        ({"suppressed": True}, "suppressed"),
        ({"raw": True}, "raw"),
        ({"has_leader": False}, "no_leader"),
        ({"heroic": True}, "heroically_led"),
        ({"grenades": True}, "grenades"),
        ({"elite": True}, "elite"),
    ],
)
def test_lines_of_both_roles_count_for_the_own_side_only(role: str, changes: dict[str, Any], line: str) -> None:
    expected = {line: PRINTED[line]}
    if role == "attacker":
        assert lines(red(**changes), white()) == (expected, {})
    else:
        assert lines(red(), white(**changes)) == ({}, expected)


# ---------------------------------------------------------------- stands lost


@pytest.mark.rule("red_white", "melee-mod-stands-lost", "gen-stand")
@pytest.mark.parametrize(("lost", "value"), [(0, 0), (1, 0), (2, -1), (3, -1), (4, -2), (5, -2), (6, -3), (7, -3)])
def test_each_full_pair_of_stands_lost_costs_one(lost: int, value: int) -> None:
    _, defender = lines(red(starting_stands=1, stands=1), white(stands=8 - lost))
    assert defender.get("each_two_stands_lost", 0) == value


@pytest.mark.rule("red_white", "melee-mod-stands-lost", "melee-many-units")
def test_stands_lost_are_summed_over_the_side_before_halving() -> None:
    attacker, _ = lines((red(stands=6), red(stands=7)), white())
    assert attacker["each_two_stands_lost"] == -1  # 2 + 1 lost
    attacker, _ = lines((red(stands=7), red(stands=7)), white())
    assert attacker["each_two_stands_lost"] == -1  # 1 + 1 lost


@pytest.mark.rule("red_white", "melee-mod-stands-lost", "vehicle-eight-stands")
@pytest.mark.parametrize(("hits", "value"), [(None, 0), (0, 0), (1, 0), (2, -1), (3, -1), (7, -3)])
def test_recorded_hits_count_as_stands_lost(hits: int | None, value: int) -> None:
    _, defender = lines(red(starting_stands=1, stands=1), vehicle("armoured_car", "white", hits=hits))
    assert defender.get("each_two_stands_lost", 0) == value


# ---------------------------------------------------------------- own state


@pytest.mark.rule("red_white", "melee-mod-suppressed", "suppress-duration")
def test_a_suppressed_defender_that_passed_its_fire_test_still_has_minus_one() -> None:
    unit = white(suppressed=True)
    asked = rw.SuppressedFireRequest(unit=unit, earlier_test="passed")
    allowed = rw.ruleset.odds(asked).outcomes
    assert [outcome.may_fire for outcome in allowed] == [True]
    assert [outcome.suppressed for outcome in allowed] == [True]
    assert lines(red(), unit)[1] == {"suppressed": -1}


@pytest.mark.rule("red_white", "melee-mod-raw-leader", "p1-grade-and-leader")
def test_raw_and_leaderless_add_up() -> None:
    assert lines(red(raw=True, has_leader=False), white())[0] == {"raw": -1, "no_leader": -1}


@pytest.mark.rule("red_white", "melee-mod-raw-leader", "heroic-dead")
def test_a_dead_hero_turns_plus_one_into_minus_one() -> None:
    before = white(heroic=True)
    assert lines(red(), before)[1] == {"heroically_led": 1}
    after = evolve(before, heroic=False, has_leader=False)
    assert lines(red(), after)[1] == {"no_leader": -1}


@pytest.mark.rule("red_white", "melee-mod-assets", "heroic-lead")
def test_a_leader_who_does_not_lead_heroically_adds_nothing() -> None:
    assert lines(red(has_leader=True), white()) == ({}, {})


# ---------------------------------------------------------------- cavalry, flank, tank, wire


@pytest.mark.rule("red_white", "melee-mod-cavalry", "p1-terrain")
@pytest.mark.parametrize(
    ("cover", "expected"),
    [
        ("open", {"infantry_attacked_by_cavalry": -1}),
        ("cover", {"infantry_attacked_by_cavalry": -1}),
        ("trench", {"in_defences": 1}),
        ("building", {"in_defences": 1}),
        ("breastwork", {"in_defences": 1}),
    ],
)
def test_cavalry_against_infantry(cover: str, expected: dict[str, int]) -> None:
    assert lines(red(type="cavalry"), white(cover=cover))[1] == expected


@pytest.mark.rule("red_white", "melee-mod-cavalry")
@pytest.mark.parametrize("kind", ["cavalry", "artillery", "machine_gun", "tchanka", "wagon", "droshky", "command"])
def test_the_cavalry_line_is_for_infantry_only(kind: str) -> None:
    assert lines(red(type="cavalry"), white(type=kind))[1] == {}


@pytest.mark.rule("red_white", "melee-mod-cavalry")
def test_infantry_that_attacks_cavalry_loses_nothing() -> None:
    assert lines(red(), white(type="cavalry")) == ({}, {})


@pytest.mark.rule("red_white", "melee-mod-cavalry", "melee-many-units")
def test_one_cavalry_attacker_and_one_exposed_infantry_unit_are_enough() -> None:
    attackers = (red(), red(type="cavalry"))
    assert lines(attackers, (white(cover="trench"), white()))[1] == {"infantry_attacked_by_cavalry": -1}
    assert lines(attackers, (white(cover="trench"), white(type="artillery")))[1] == {}


@pytest.mark.rule("red_white", "melee-mod-falling-flank", "p1-facing")
@pytest.mark.parametrize(("falling", "flank"), [(True, False), (False, True), (True, True)])
def test_falling_back_and_flank_are_one_line(falling: bool, flank: bool) -> None:
    assert lines(red(), white(falling_back=falling), flank=flank) == ({}, {"falling_back_or_flank_or_rear": -2})


@pytest.mark.rule("red_white", "melee-mod-falling-flank", "melee-many-units")
def test_one_unit_falling_back_costs_the_whole_side() -> None:
    assert lines(red(), (white(stands=4), white(stands=4, falling_back=True)))[1]["falling_back_or_flank_or_rear"] == -2


@pytest.mark.rule("red_white", "melee-mod-falling-flank", "melee-mod-defences")
def test_a_trench_does_not_cancel_the_flank() -> None:
    assert lines(red(), white(cover="trench"), flank=True)[1] == {"in_defences": 1, "falling_back_or_flank_or_rear": -2}


@pytest.mark.rule("red_white", "melee-mod-tank")
def test_two_tanks_and_a_battalion_cost_two_once() -> None:
    attackers = (vehicle("tank", "red", hits=4), vehicle("tank", "red", hits=4), red(stands=4, starting_stands=4))
    assert lines(attackers, white())[1] == {"attacked_by_tank": -2}


@pytest.mark.rule("red_white", "melee-mod-tank")
def test_whoever_attacks_a_tank_is_not_attacked_by_it() -> None:
    assert lines(red(), vehicle("tank", "white")) == ({}, {})


@pytest.mark.rule("red_white", "melee-mod-tank")
@pytest.mark.parametrize("kind", ["tank", "armoured_car"])
def test_vehicles_suffer_the_tank_too(kind: str) -> None:
    assert lines(vehicle("tank", "red"), vehicle(kind, "white"))[1] == {"attacked_by_tank": -2}


@pytest.mark.rule("red_white", "melee-mod-wire")
@pytest.mark.parametrize(("wire", "expected"), [("none", {}), ("intact", {"through_wire": -2}), ("gap", {})])
def test_wire(wire: str, expected: dict[str, int]) -> None:
    assert lines(red(wire=wire), white()) == (expected, {})


@pytest.mark.rule("red_white", "melee-mod-wire", "melee-many-units")
def test_a_tank_makes_its_own_hole_and_one_other_unit_in_wire_is_enough() -> None:
    tank = vehicle("tank", "red", hits=4, wire="intact")
    four = {"stands": 4, "starting_stands": 4}
    assert "through_wire" not in lines(tank, white())[0]
    assert lines((tank, red(**four, wire="gap")), white())[0] == {"each_two_stands_lost": -2}
    assert lines((tank, red(**four, wire="intact")), white())[0] == {"each_two_stands_lost": -2, "through_wire": -2}
    assert lines((red(**four), red(**four, wire="intact")), white())[0] == {"through_wire": -2}


# ---------------------------------------------------------------- outnumbering


def of(stands: int, side: str = "red") -> rw.Unit:
    return red(side=side, starting_stands=stands, stands=stands)


@pytest.mark.rule("red_white", "melee-mod-outnumbered")
@pytest.mark.parametrize(
    ("many", "few", "expected"),
    [
        (6, 6, {}),
        (11, 6, {}),
        (12, 6, {"outnumbered_two_to_one": -2}),
        (13, 6, {"outnumbered_two_to_one": -2}),
        (17, 6, {"outnumbered_two_to_one": -2}),
        (18, 6, {"outnumbered_three_to_one": -3}),
        (40, 6, {"outnumbered_three_to_one": -3}),
        (1, 1, {}),
        (2, 1, {"outnumbered_two_to_one": -2}),
        (3, 1, {"outnumbered_three_to_one": -3}),
        (20, 7, {"outnumbered_two_to_one": -2}),
        (21, 7, {"outnumbered_three_to_one": -3}),
    ],
)
def test_outnumbering_is_an_exact_ratio_for_either_side(many: int, few: int, expected: dict[str, int]) -> None:
    assert lines(of(many), of(few, "white")) == ({}, expected)
    assert lines(of(few), of(many, "white")) == (expected, {})


@pytest.mark.rule("red_white", "melee-mod-outnumbered", "melee-many-units")
def test_stands_are_summed_over_the_side() -> None:
    assert lines((of(6), of(5)), of(6, "white")) == ({}, {})
    assert lines((of(6), of(6)), of(6, "white"))[1] == {"outnumbered_two_to_one": -2}
    assert lines((of(6), of(6)), (of(2, "white"), of(2, "white")))[1] == {"outnumbered_three_to_one": -3}


@pytest.mark.rule("red_white", "melee-stand-count", "cheka-not-counted", "vehicle-eight-stands")
@pytest.mark.parametrize(
    ("unit", "strength"),
    [
        (white(stands=7), 7),
        (white(stands=7, machine_gun=True, priest=True), 7),
        (vehicle("tank", "white"), 8),
        (vehicle("tank", "white", hits=3), 5),
        (vehicle("armoured_car", "white", hits=7), 1),
        (vehicle("armoured_train", "white", hits=2, guards=4), 10),
        (vehicle("armoured_train", "white", hits=3, guards=2), 7),
    ],
)
def test_strength_of_a_defender(unit: rw.Unit, strength: int) -> None:
    assert "outnumbered_two_to_one" not in lines(of(2 * strength - 1), unit)[1]
    assert lines(of(2 * strength), unit)[1]["outnumbered_two_to_one"] == -2


@pytest.mark.rule("red_white", "melee-stand-count", "cheka-not-counted")
def test_a_cheka_stand_adds_no_strength() -> None:
    assert lines(of(13), white(stands=7))[1] == {}
    attacker = red(stands=7, cheka=True, machine_gun=True)
    assert "outnumbered_two_to_one" not in lines(attacker, of(13, "white"))[0]
    assert lines(attacker, of(14, "white"))[0]["outnumbered_two_to_one"] == -2


# ---------------------------------------------------------------- helps


@pytest.mark.rule("red_white", "melee-mod-assets", "melee-many-units")
def test_grenades_and_heroes_count_once_and_one_unit_is_enough() -> None:
    four = {"stands": 4, "starting_stands": 4}
    assert lines((red(**four, grenades=True), red(**four, grenades=True)), white())[0] == {"grenades": 1}
    assert lines((red(**four, heroic=True), red(**four)), white())[0] == {"heroically_led": 1}


@pytest.mark.rule("red_white", "melee-mod-machine-gun")
def test_machine_guns_help_defenders_only_and_once() -> None:
    four = {"stands": 4, "starting_stands": 4}
    assert lines(red(machine_gun=True), white()) == ({}, {})
    assert lines(red(), white(machine_gun=True)) == ({}, {"machine_gun_attached": 1})
    both = (white(**four, machine_gun=True), white(**four, machine_gun=True))
    assert lines(red(), both)[1] == {"machine_gun_attached": 1}
    assert lines(red(), (white(**four), white(**four, machine_gun=True)))[1] == {"machine_gun_attached": 1}


@pytest.mark.rule("red_white", "melee-mod-machine-gun")
@pytest.mark.parametrize("kind", ["machine_gun", "tchanka"])
def test_an_unattached_machine_gun_is_attached_to_nothing(kind: str) -> None:
    assert lines(red(), white(type=kind)) == ({}, {})


@pytest.mark.rule("red_white", "melee-mod-defences", "p1-terrain")
@pytest.mark.parametrize(
    ("cover", "value"), [("open", 0), ("cover", 0), ("trench", 1), ("building", 1), ("breastwork", 1)]
)
def test_defences(cover: str, value: int) -> None:
    assert lines(red(), white(cover=cover))[1].get("in_defences", 0) == value


@pytest.mark.rule("red_white", "melee-mod-defences", "melee-many-units")
def test_every_defender_must_be_in_defences() -> None:
    four = {"stands": 4, "starting_stands": 4}
    assert lines(red(), (white(**four, cover="trench"), white(**four)))[1] == {}
    assert lines(red(), (white(**four, cover="trench"), white(**four, cover="building")))[1] == {"in_defences": 1}


@pytest.mark.rule("red_white", "melee-mod-elite", "opt-melee-elite", "melee-many-units")
@pytest.mark.parametrize(
    ("elite", "once", "per_unit"),
    [
        ((True,), 1, 1),
        ((False,), 0, 0),
        ((True, True), 1, 2),
        ((True, False), 0, 1),
        ((False, False), 0, 0),
        ((True, True, True), 1, 3),
        ((True, False, True), 0, 2),
    ],
)
def test_elite_units(elite: tuple[bool, ...], once: int, per_unit: int) -> None:
    units = tuple(red(elite=each, stands=2, starting_stands=2) for each in elite)
    assert lines(units, white())[0].get("elite", 0) == once
    assert lines(units, white(), melee_elite="per_unit")[0].get("elite", 0) == per_unit


@pytest.mark.rule("red_white", "opt-melee-elite")
@pytest.mark.parametrize("value", ["once", "per_unit"])
def test_the_record_tells_of_the_elite_option(value: str) -> None:
    request = rw.MeleeRequest(attackers=(red(elite=True), red()), defenders=(white(),))
    record = rw.ruleset.with_options(melee_elite=value).preview(request).record
    rulings = [(step.rule, step.value) for step in record.steps if isinstance(step, RulingStep)]
    assert rulings == [("opt-melee-elite", value)]


@pytest.mark.rule("red_white", "melee-mod-elite", "elite-white", "elite-red")
@pytest.mark.parametrize("troops", ["officers", "cadets", "cossacks", "czech_legion", "foreign_intervention"])
def test_white_elites(troops: str) -> None:
    assert lines(red(), white(troop_class=troops))[1] == {"elite": 1}
    assert lines(red(), white(troop_class=troops, elite=False))[1] == {}


@pytest.mark.rule("red_white", "melee-mod-elite", "elite-red", "opt-red-guards")
@pytest.mark.parametrize(
    ("troops", "by_option"), [("fanatical_bolsheviks", False), ("sailors", False), ("red_guards", True)]
)
def test_red_elites(troops: str, by_option: bool) -> None:
    assert lines(red(troop_class=troops), white())[0] == {"elite": 1}
    assert lines(red(troop_class=troops), white(), red_guards_elite=False)[0] == ({} if by_option else {"elite": 1})
    assert lines(red(troop_class=troops, elite=True), white(), red_guards_elite=False)[0] == {"elite": 1}


@pytest.mark.rule("red_white", "opt-red-guards")
@pytest.mark.parametrize("value", [True, False])
def test_the_record_tells_of_the_option_that_red_guards_rest_on(value: bool) -> None:
    request = rw.MeleeRequest(attackers=(white(),), defenders=(red(troop_class="red_guards"),))
    record = rw.ruleset.with_options(red_guards_elite=value).preview(request).record
    rulings = [(step.rule, step.value) for step in record.steps if isinstance(step, RulingStep)]
    assert rulings == [("opt-red-guards", value)]


@pytest.mark.rule("red_white", "melee-mod-cheka", "cheka-attach")
def test_an_attached_cheka_inspires_attack_and_defence_once() -> None:
    four = {"stands": 4, "starting_stands": 4}
    assert lines(red(cheka=True), white()) == ({"cheka_inspiring": 1}, {})
    assert lines(white(), red(cheka=True)) == ({}, {"cheka_inspiring": 1})
    assert lines((red(**four, cheka=True), red(**four)), white())[0] == {"cheka_inspiring": 1}
    assert lines((red(**four, cheka=True), red(**four, cheka=True)), white())[0] == {"cheka_inspiring": 1}


@pytest.mark.rule("red_white", "melee-mod-priest")
def test_a_priest_helps_the_whites_once() -> None:
    four = {"stands": 4, "starting_stands": 4}
    assert lines(white(priest=True), red()) == ({"religious_leader": 1}, {})
    assert lines(red(), white(priest=True)) == ({}, {"religious_leader": 1})
    both = (white(**four, priest=True), white(**four, priest=True))
    assert lines(red(), both)[1] == {"religious_leader": 1}


@pytest.mark.rule("red_white", "melee-mod-train", "train-melee")
def test_a_defending_train() -> None:
    train = vehicle("armoured_train", "white")
    assert lines(red(), train)[1] == {"armoured_train": 2}
    assert lines(red(), (train, white()))[1]["armoured_train"] == 2
    assert lines(vehicle("tank", "red"), train)[1] == {"attacked_by_tank": -2, "armoured_train": 2}


# ---------------------------------------------------------------- several units of a side


@pytest.mark.rule("red_white", "melee-many-units")
@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"suppressed": True}, "suppressed"),
        ({"raw": True}, "raw"),
        ({"has_leader": False}, "no_leader"),
        ({"heroic": True}, "heroically_led"),
        ({"grenades": True}, "grenades"),
        ({"priest": True}, "religious_leader"),
        ({"machine_gun": True}, "machine_gun_attached"),
        ({"falling_back": True}, "falling_back_or_flank_or_rear"),
    ],
)
def test_one_unit_of_the_side_is_enough_wherever_it_is_listed(changes: dict[str, Any], line: str) -> None:
    plain = white(stands=4, starting_stands=4)
    other = evolve(plain, **changes)
    assert lines(red(), (plain, other))[1] == lines(red(), (other, plain))[1] == {line: PRINTED[line]}
    assert lines(red(), (other, other))[1] == {line: PRINTED[line]}
