"""A whole combat, branch by branch, and the extended example of the book step by step."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from orel_combats import (
    CLEAR,
    NORTH,
    TARGET,
    ask,
    battery,
    fight,
    horse,
    outcome,
    steps_of,
    strengths,
    unit,
    units,
    vehicle,
    white,
    yes,
)

from rcw_rules import orel as game
from rcw_rules.kernel.record import ChoiceStep, LookUpStep, ModifierStep, ResultStep
from rcw_rules.orel.combat import worked_example


def first(_situation: Any, alternatives: Any) -> Any:
    return alternatives[0]


# -------------------------------------------------------------------- the extended example


EXAMPLE_DICE = (4, 4, 6, 4, 6, 4)


@pytest.mark.rule("orel", "EX-combat", "8.7.1-ratio", "8.8.1-strength", "8.8.1-odds", "8.7.1-charge", "X-dice")
def test_the_strengths_and_modifiers_of_the_example() -> None:
    resolution = fight(worked_example(), *EXAMPLE_DICE)
    assert strengths(resolution, "8.7.1-ratio") == [(17, 13)]
    assert strengths(resolution, "8.8.1-strength") == [(17, 11)]
    modifiers = [(step.to, step.id, step.value) for step in steps_of(resolution) if isinstance(step, ModifierStep)]
    assert modifiers == [
        ("attacker's cohesion die", "enemy_integrated_artillery", 1),
        ("assault roll", "odds", 1),
        ("assault roll", "predominant_tq", -1),
        ("assault roll", "integrated_artillery_defending", -1),
        ("morale die", "morale_number", -2),
        ("morale die of X", "suffered_a_loss", 1),
        ("morale die of Y", "suffered_a_loss", 1),
    ]


@pytest.mark.rule("orel", "EX-combat", "8.8.2-art", "8.8.2A-six-steps", "8.8.2A-allocation", "8.8.2B-morale")
def test_the_cell_the_losses_and_the_morale_of_the_example() -> None:
    resolution = fight(worked_example(), *EXAMPLE_DICE)
    cells = [
        (step.row, step.column) for step in steps_of(resolution) if isinstance(step, LookUpStep) and step.chart == "art"
    ]
    assert set(cells) == {("9", "loser"), ("9", "attacker loss"), ("9", "defender loss"), ("9", "morale")}
    told = [step for step in steps_of(resolution) if isinstance(step, ResultStep)]
    assert [dict(step.values) for step in told if step.rule == "8.8.2A-allocation"] == [
        {"attacker": 2, "defender": 2}, {"unit": "Red 1"}, {"unit": "Red 2"}, {"unit": "X"}, {"unit": "Y"},
    ]  # fmt: skip
    checked = {
        step.values["unit"]: step.values for step in told if step.rule == "8.8.2B-morale" and "total" in step.values
    }
    assert {key: values["total"] for key, values in checked.items()} == {"X": 3, "Y": 3, "Z": 2}
    assert all(values["result"] == "passed" for values in checked.values())


@pytest.mark.rule("orel", "EX-combat", "8.8.3-advance", "8.5.1-retreat", "8.1-part2")
def test_what_the_example_leaves() -> None:
    told = outcome(worked_example(), *EXAMPLE_DICE)
    assert (told.ended, told.loser, told.cleared, told.munitions) == ("assaulted", "defender", True, "spent")
    assert {key: (one.hex, one.mode, one.steps) for key, one in units(told).items()} == {
        "Red 1": (TARGET, "combat", 3),
        "Red 2": (NORTH, "combat", 3),
        "Red Cv": ("1110", "combat", 3),
        "Red Art": (NORTH, "combat", 2),
        "X": ("0911", "march", 3),
        "Y": ("0911", "march", 2),
        "Z": ("0911", "march", 1),
    }
    assert not any(one.disorganised or one.charging or one.repulsed for one in told.units)
    assert (told.assault_losses, told.after_assault, told.attacker_prisoners) == (2, ("Red 1",), 0)


@pytest.mark.rule("orel", "EX-combat", "8.8.3-pursuit", "8.7.4-pursuit")
def test_in_the_book_all_reds_advance_and_the_cavalry_forgoes_the_pursuit() -> None:
    resolution = fight(worked_example(), *EXAMPLE_DICE, choices={"advance": first})
    assert resolution.outcome.advanced == ("Red 1", "Red 2", "Red Cv")
    asked = [step for step in steps_of(resolution) if isinstance(step, ChoiceStep) and step.choice == "pursue"]
    assert [(step.alternatives, step.chosen) for step in asked] == [(("0911", ""), "")]
    assert resolution.outcome.pursued == ""


@pytest.mark.rule("orel", "8.8-optional")
def test_by_its_odds_the_assault_of_the_example_is_not_launched() -> None:
    # With -1 the defender loses on 9 and more: 10 of 36.
    told = outcome(evolve(worked_example(), assault=None), 4, 4, 6)
    assert (told.ended, told.cleared) == ("not_assaulted", False)
    assert {one.hex for one in told.units if one.side == "white"} == {TARGET}
    assert outcome(evolve(worked_example(), assault=None), *EXAMPLE_DICE, choices={"assault": yes}).ended == "assaulted"
    assert outcome(evolve(worked_example(), assault=False), 4, 4, 6).ended == "not_assaulted"


# -------------------------------------------------------------------- cohesion carried out


@pytest.mark.rule("orel", "8.7.2-artillery-follows", "8.7.1-procedure")
def test_attacking_artillery_goes_with_its_stack() -> None:
    request = ask(white("W"), attackers=(unit("R", tq=3),), others=(battery("Guns"),))
    told = outcome(request, 6, 1)  # 6 against 3: retreat
    assert {(units(told)[key].hex, units(told)[key].mode) for key in ("R", "Guns")} == {("1008", "march")}
    assert (told.ended, told.advanced, units(told)["W"].hex) == ("not_assaulted", (), TARGET)


@pytest.mark.rule("orel", "8.7.2-repulsed", "8.8-optional", "8.7.4-advance")
def test_the_repulsed_neither_assault_nor_advance() -> None:
    alone = outcome(ask(white("W"), attackers=(unit("R", tq=4),), assault=True), 6, 1)  # 6 against 4: repulsed
    assert (alone.ended, units(alone)["R"].hex, units(alone)["R"].repulsed) == ("not_assaulted", NORTH, False)
    both = ask(white("W", tq=2, strength=6), attackers=(unit("R", tq=4), unit("S", tq=6, steps=3)))
    told = outcome(both, 6, 6)  # 10 against 6; the elite attacks: 6 + 1 - 2 is a rout
    assert (told.ended, told.advanced) == ("cleared", ("S",))


@pytest.mark.rule("orel", "8.5.1-impossible", "8.7.3-rout", "8.8.2B-surrender")
def test_who_cannot_retreat_is_routed_in_place_and_can_be_assaulted() -> None:
    ring = tuple(unit(place, place=place) for place in ("0910", "0911", "1011", "1110", "1111"))
    request = ask(white("W", tq=2, steps=3, strength=4), others=ring, assault=True)
    # 4 against 2: retreat, but no way. Routed 4 / 4 = 1: 5:1 gives +5, quality 5 against 2 gives +3: a 2 is a 10.
    # Each loses one. Die 2, m-1, a loss: 2 is passed: a retreat again, and a routed unit surrenders with 2 steps.
    resolution = fight(request, 1, 4, 1, 1, 2)
    told = resolution.outcome
    assert strengths(resolution, "8.8.1-strength") == [(5, 1)]
    assert (told.ended, told.surrendered, told.attacker_prisoners, told.assault_losses) == ("assaulted", ("W",), 2, 3)
    assert (units(told)["R"].steps, units(told)["R"].hex) == (3, TARGET)
    stays = outcome(evolve(request, assault=False), 1, 4)
    assert (units(stays)["W"].mode, units(stays)["W"].hex, stays.cleared) == ("routed", TARGET, False)


@pytest.mark.rule("orel", "8.7.3-rout", "4.1-capture")
def test_a_second_rout_is_a_surrender() -> None:
    told = outcome(ask(white("W", tq=2, mode="routed")), 1, 6)  # 5 against 2 (5 / 4): 2:1, +1; 7 - 2 is a rout
    assert (told.ended, told.surrendered, told.attacker_prisoners, told.cleared) == ("cleared", ("W",), 4, True)


@pytest.mark.rule("orel", "8.5.1a-zoc", "X-dice")
def test_checks_for_zones_follow_the_cohesion_dice_the_defenders_first() -> None:
    ring = tuple(unit(place, place=place) for place in ("0811", "1211", "1012"))
    # Every hex behind is in a zone. Both sides retreat: attacker 6 against 3 with no zone behind, defender 6 against 4.
    request = ask(white("W", tq=4, steps=2), attackers=(unit("R", tq=3),), others=ring)
    told = outcome(request, 6, 6, 4)
    assert (units(told)["W"].steps, told.advanced) == (1, ())  # 4 + 1 is more than 4
    assert units(outcome(request, 6, 6, 3))["W"].steps == 2
    gone = outcome(evolve(request, defenders=(white("W", tq=4, steps=1),)), 6, 6, 4)
    assert (gone.eliminated, gone.attacker_prisoners) == (("W",), 0)


@pytest.mark.rule("orel", "7.5-leave")
def test_who_is_driven_off_the_map_is_told_with_the_hex() -> None:
    reds = (unit("R", place="1019"),)
    around = (unit("E", place="1120"), unit("F", place="0920"))
    request = ask(white("W", place="1020", tq=4), hex="1020", attackers=reds, others=around)
    told = outcome(request, 1, 6)
    assert told.exits == (game.Exit(key="W", hex="1020"),)
    assert (units(told)["W"].hex, units(told)["W"].mode, told.cleared) == (None, "march", True)


@pytest.mark.rule("orel", "8.7.4-pursuit-rout", "8.7.4-pursuit", "8.7.3-rout", "4.1-capture")
def test_a_rout_is_pursued_over_two_hexes_without_harm() -> None:
    request = ask(white("W", tq=2, steps=3, strength=4), attackers=(unit("R"), horse("Cv")))
    # 9 against 4 gives +1, the charge another: 4 + 2 - 2 is a rout, to 0912 by 0911. All advance, the cavalry goes on
    # to 0911: 4 against 4 / 4, +4, and quality +3: a 2 is a 9. One step lost; 6 - 2 + 1 - 2 is a rout: 2 surrender.
    assert outcome(request, 1, 4).ended == "cleared"
    told = outcome(request, 1, 4, 1, 1, 6, choices={"pursue": first})
    assert (told.ended, told.pursued, told.surrendered) == ("cleared", "0912", ("W",))
    assert told.attacker_prisoners == 2 + 1
    assert (units(told)["Cv"].hex, units(told)["R"].hex) == ("0912", TARGET)
    assert (told.assault_losses, told.after_assault) == (3, ("Cv",))


# -------------------------------------------------------------------- who had fled into the hex


@pytest.mark.rule("orel", "8.5.1d-target-hex")
def test_who_had_fled_there_takes_no_part_and_goes_with_the_defenders() -> None:
    request = ask(white("W", tq=4, steps=3), white("J", tq=6, steps=3), joined=("J",), assault=False)
    stays = fight(request, 1, 1)
    assert strengths(stays, "8.7.1-ratio") == [(5, 5)]
    assert units(stays.outcome)["J"].hex == TARGET
    told = outcome(request, 1, 6)  # 6 against 4: a retreat
    assert [(units(told)[key].hex, units(told)[key].mode) for key in ("W", "J")] == [("0911", "march")] * 2
    routed = outcome(evolve(request, defenders=(white("W", tq=2, steps=3), white("J", tq=6, steps=3))), 1, 6)
    assert {units(routed)[key].mode for key in ("W", "J")} == {"routed"}
    assert routed.advanced == ("R",)


@pytest.mark.rule("orel", "8.7.3-rout-target-hex")
def test_who_had_routed_there_surrenders_when_the_defenders_rout() -> None:
    request = ask(white("W", tq=2, steps=3), white("J", tq=6, steps=3, mode="routed"), joined=("J",))
    told = outcome(request, 1, 6)
    assert (told.surrendered, told.attacker_prisoners) == (("J",), 3)


@pytest.mark.rule("orel", "8.5.1d-target-hex", "8.8.2A-excess")
def test_who_had_fled_there_loses_steps_once_all_defenders_are_gone() -> None:
    request = ask(
        white("W", tq=4, steps=1, strength=2), white("J", tq=4, steps=3),
        attackers=(unit("R", tq=6, strength=10),), joined=("J",), assault=True,
    )  # fmt: skip
    # 5:1 gives +5, quality +2; a 6 is a 13: nothing against 2. One falls on W, one on J, who then routs.
    told = outcome(request, 1, 1, 3, 3)
    assert (told.eliminated, told.assault_losses, told.ended) == (("W",), 2, "assaulted")
    assert (units(told)["J"].steps, units(told)["J"].mode, units(told)["R"].steps) == (2, "routed", 4)


@pytest.mark.rule("orel", "8.5.1d-target-hex", "9-alone-defence")
def test_vehicles_that_had_fled_there_do_not_stay_alone() -> None:
    car = vehicle("Car", "armoured_car", "white", TARGET)
    for first in (white("W", tq=4), vehicle("Tank", "tank", "white", TARGET)):
        told = outcome(ask(first, car, joined=("Car",), board=CLEAR), *((1, 6) if first.key == "W" else ()))
        assert (units(told)["Car"].hex, told.cleared, told.advanced) == ("0911", True, ("R",))


@pytest.mark.rule("orel", "8.5.1d-target-hex")
def test_who_flees_into_a_hex_still_to_be_attacked_is_told() -> None:
    request = ask(white("W", tq=4), under_attack=("0911", "1011", "1111"))
    told = outcome(request, 1, 6)
    assert told.joins == ("W",)
    assert units(told)["W"].hex in {"0911", "1011", "1111"}


# -------------------------------------------------------------------- after the assault


@pytest.mark.rule("orel", "9-stack-lost", "9.1.2-capture", "8.8.2A-prisoners", "8.8.3-advance")
def test_a_train_in_contact_whose_stack_is_wiped_out_is_captured() -> None:
    train = vehicle("Train", "armoured_train_light", "white", TARGET, in_contact=True)
    request = ask(white("W", tq=4, steps=1, strength=3), train, attackers=(unit("R", tq=6, strength=9),), assault=True)
    # 9 against 3 + 3 gives +1, quality +2: a 7 is a 10, one each. Nobody is left to check.
    told = outcome(request, 1, 1, 3, 4)
    assert (told.eliminated, told.attacker_prisoners, told.advanced) == (("W",), 1, ("R",))
    assert [(one.key, one.side) for one in told.captured] == [("Train", "red")]


@pytest.mark.rule("orel", "9-destruction-check", "X-dice")
@pytest.mark.parametrize(("face", "eliminated"), [(1, ("Car",)), (2, ())])
def test_vehicles_check_last(face: int, eliminated: tuple[str, ...]) -> None:
    request = ask(
        white("W", steps=3, integrated_artillery=True),
        attackers=(unit("R"), vehicle("Car", "armoured_car")),
        assault=True,
    )
    # 7 against 5 is 1:1, the guns -1: a 9 is an 8, one each, no morale die; then the car.
    told = outcome(request, 1, 1, 4, 5, face)
    assert (told.eliminated, told.loser, units(told)["W"].hex) == (eliminated, "defender", "0911")


@pytest.mark.rule("orel", "8.8.3-advance", "8.8.2B-morale")
def test_a_beaten_attacker_stays_and_does_not_advance() -> None:
    # 5 against 5, a 2: three steps, m+1, and the die of the attacker: 1 always passes.
    told = outcome(ask(white("W"), assault=True), 1, 1, 1, 1, 1)
    assert (told.loser, told.advanced, told.cleared) == ("attacker", (), False)
    assert (units(told)["R"].steps, units(told)["R"].mode, units(told)["R"].hex) == (1, "combat", NORTH)


@pytest.mark.rule("orel", "8.2.1-unpaid", "8.2.1-defence", "8.2.1-spoils")
def test_who_fights_without_munitions_is_marked_and_spoils_spare_the_winner() -> None:
    known = game.CombatMunitions(short=("R", "W", "Guns"))
    request = ask(
        white("W"), munitions=known, attacker_supports=("Guns",), others=(battery("Guns", place="1008"),),
        assault=False,
    )  # fmt: skip
    fought = outcome(request, 1, 1, 1)
    assert {one.key for one in fought.units if one.unsupplied} == {"R", "W", "Guns"}
    # 8 against 5 gives +1: a 7 is an 8: one each, the defender goes, and R finds munitions.
    won = outcome(evolve(request, assault=True), 1, 1, 1, 3, 4)
    assert {one.key for one in won.units if one.unsupplied} == {"W", "Guns"}
    assert (won.loser, won.advanced) == ("defender", ("R",))
