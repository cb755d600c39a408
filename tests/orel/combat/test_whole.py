"""A whole combat, branch by branch, and the extended example of the book step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from attrs import evolve
from orel_combats import NORTH, TARGET, ask, battery, horse, unit, vehicle, white

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, NeedsRuling, Resolution
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import HexGrid, HexMap, Railway
from rcw_rules.kernel.record import ChoiceStep, LookUpStep, ModifierStep, ProcedureStep, ResultStep, Step
from rcw_rules.orel.combat import worked_example

CLEAR = HexMap(title="clear", grid=HexGrid(columns=32, rows=20))
LINE = evolve(CLEAR, railways=(Railway(hexes=("1008", "1009", "1010", "1011", "1012")),))


def fight(request: game.CombatRequest, *faces: int, choices: Any = None) -> Resolution[game.CombatOutcome]:
    return game.ruleset.resolve(request, dice=GivenDice(faces), choices=choices)


def outcome(request: game.CombatRequest, *faces: int, choices: Any = None) -> game.CombatOutcome:
    return fight(request, *faces, choices=choices).outcome


def units(told: game.CombatOutcome) -> dict[str, game.Unit]:
    return {one.key: one for one in told.units}


def steps_of(resolution: Resolution[Any]) -> Iterator[Step]:
    def flat(steps: tuple[Step, ...]) -> Iterator[Step]:
        for step in steps:
            yield step
            if isinstance(step, ProcedureStep):
                yield from flat(step.steps)

    return flat(resolution.record.steps)


def strengths(resolution: Resolution[Any], rule: str) -> list[tuple[Any, Any]]:
    found = (step for step in steps_of(resolution) if isinstance(step, ResultStep) and step.rule == rule)
    return [(step.values["attacker"], step.values["defender"]) for step in found if "attacker" in step.values]


def nobody(_situation: Any, _alternatives: Any) -> str:
    return ""


def first(_situation: Any, alternatives: Any) -> Any:
    return alternatives[0]


def yes(_situation: Any, _alternatives: Any) -> bool:
    return True


# ---------------------------------------------------------------- the extended example

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


# ---------------------------------------------------------------- before the combat


@pytest.mark.rule("orel", "8.5-who", "8.5-advance", "8.1-part2")
def test_who_slips_away_is_not_fought_and_the_attackers_may_follow_without_pursuit() -> None:
    request = ask(horse("W", "white", TARGET), attackers=(unit("R"), unit("S", steps=3)), attempt=True)
    resolution = fight(request)  # cavalry goes without a die before infantry
    told = resolution.outcome
    assert (told.ended, told.cleared, told.advanced) == ("refused", True, ("R", "S"))
    assert (units(told)["W"].hex, units(told)["W"].mode, units(told)["R"].mode) == ("0911", "march", "combat")
    assert not any(isinstance(step, ChoiceStep) and step.choice == "pursue" for step in steps_of(resolution))
    assert outcome(request, choices={"advance": nobody}).advanced == ()


@pytest.mark.rule("orel", "8.2.1-refused-combat")
@pytest.mark.parametrize(("kind", "freed"), [("prepared", {"A", "B"}), ("hasty", {"A"})])
def test_munitions_of_a_refused_combat_resupply(kind: str, freed: set[str]) -> None:
    attackers = tuple(
        unit(key, strength=strength, steps=3, unsupplied=True) for key, strength in (("A", 6), ("B", 5), ("C", 4))
    )
    known = game.CombatMunitions(short=("A", "B", "C", "W"), resupply=("A", "B", "C"))
    request = ask(horse("W", "white", TARGET), attackers=attackers, attempt=True, attack_type=kind, munitions=known)
    told = outcome(request)
    assert told.munitions == "resupply"
    assert {one.key for one in told.units if one.side == "red" and not one.unsupplied} == freed
    assert not units(told)["W"].unsupplied


@pytest.mark.rule("orel", "8.5-fail", "8.7.1-ratio")
def test_who_fails_to_slip_away_fights_in_march_mode() -> None:
    request = ask(white("W", tq=4), attempt=True, assault=False)
    resolution = fight(request, 5, 1, 1)
    assert strengths(resolution, "8.7.1-ratio") == [(5, 3)]
    assert (resolution.outcome.ended, units(resolution.outcome)["W"].mode) == ("not_assaulted", "march")


@pytest.mark.rule("orel", "9-alone-defence", "8.2.1-refused-combat")
def test_a_lone_armoured_car_goes_and_costs_no_munitions() -> None:
    car = vehicle("Car", "armoured_car", "white", TARGET)
    known = game.CombatMunitions(short=("R", "Car"), resupply=("R",))
    told = outcome(ask(car, board=CLEAR, munitions=known))
    assert (told.ended, told.munitions, told.cleared, told.advanced) == ("vehicles_alone", "refunded", True, ("R",))
    assert units(told)["Car"].hex == "0911"
    assert not any(one.unsupplied for one in told.units)
    with pytest.raises(NeedsRuling) as caught:
        outcome(ask(car))
    assert caught.value.rule == "D-map"


@pytest.mark.rule("orel", "9-alone-defence", "9.2.1-breakdown")
def test_a_lone_broken_down_tank_is_lost() -> None:
    told = outcome(ask(vehicle("Tank", "tank", "white", TARGET, broken_down=True)))
    assert (told.ended, told.eliminated, told.cleared) == ("vehicles_alone", ("Tank",), True)


@pytest.mark.rule("orel", "9-alone-defence")
def test_a_vehicle_with_no_way_out_falls_to_whoever_enters() -> None:
    ring = tuple(unit(place, place=place) for place in ("0910", "0911", "1011", "1110", "1111"))
    request = ask(vehicle("Car", "armoured_car", "white", TARGET), others=ring, board=CLEAR)
    told = outcome(request)
    assert (told.ended, told.eliminated, told.cleared) == ("vehicles_alone", ("Car",), True)
    stays = outcome(request, choices={"advance": nobody})
    assert (stays.eliminated, stays.cleared, units(stays)["Car"].hex) == ((), False, TARGET)


@pytest.mark.rule("orel", "9.1.2-capture", "9-alone-defence")
def test_a_lone_train_with_no_way_out_is_captured_when_entered() -> None:
    board = evolve(CLEAR, railways=(Railway(hexes=(NORTH, TARGET)),))
    train = vehicle("Train", "armoured_train_heavy", "white", TARGET, steps=1, steps_full=2)
    told = outcome(ask(train, board=board))
    assert [(one.key, one.side, one.hex, one.steps) for one in told.captured] == [("Train", "red", TARGET, 1)]
    assert ("Train" in units(told), told.eliminated, told.munitions) == (False, (), "refunded")
    free = outcome(ask(train, board=LINE))
    assert (units(free)["Train"].hex, free.captured) == ("1011", ())


@pytest.mark.rule("orel", "3.3-elimination", "3.3-spoils", "3.3-return")
def test_a_lone_depot_falls_to_whoever_enters_and_to_nobody_else() -> None:
    convoi = game.Depot(key="Convoi", side="white", kind="convoi", capacity=2, hex=TARGET)
    request = ask(attackers=(unit("R", unsupplied=True),), depots=(convoi,), board=CLEAR)
    told = outcome(request)
    assert (told.ended, told.depots_eliminated, told.cleared) == ("depots_alone", ("Convoi",), True)
    assert (units(told)["R"].hex, units(told)["R"].unsupplied) == (TARGET, False)
    # In Red's turn of the 15th: White's next movement phase is on the 16th.
    assert told.returns == (game.DepotReturn(depot=evolve(convoi, hex=None), day=16),)
    stays = outcome(request, choices={"advance": nobody})
    assert (stays.depots_eliminated, stays.returns, stays.cleared) == ((), (), False)


@pytest.mark.rule("orel", "3.3-elimination")
def test_a_depot_falls_when_its_companions_are_driven_off() -> None:
    convoi = game.Depot(key="Convoi", side="white", kind="convoi", capacity=2, hex=TARGET)
    # 6 against quality 2: a rout.
    told = outcome(ask(white("W", tq=2), depots=(convoi,)), 1, 6)
    assert (told.ended, told.depots_eliminated, told.advanced) == ("cleared", ("Convoi",), ("R",))


# ---------------------------------------------------------------- supports and contact


@pytest.mark.rule("orel", "8.6.2-check", "X-dice")
def test_supports_throw_the_attackers_first() -> None:
    guns, shells = battery("Guns"), battery("Shells", "white", "1012")
    request = ask(
        white("W"), attacker_supports=("Guns",), defender_supports=("Shells",), others=(guns, shells), assault=False
    )
    # Quality 4: a 5 fails and gives 3 / 2 = 1, a 4 gives 3.
    assert strengths(fight(request, 5, 4, 1, 1), "8.7.1-ratio") == [(6, 8)]
    assert strengths(fight(request, 4, 5, 1, 1), "8.7.1-ratio") == [(8, 6)]


@pytest.mark.rule("orel", "8.5-who", "8.6.2-support")
def test_artillery_that_slips_away_gives_no_support() -> None:
    guns = battery("Guns", "white", TARGET)
    request = ask(
        white("W", tq=3, strength=6), horse("Cv", "white", TARGET), guns,
        attempt=True, assault=False, defender_supports=("Guns",),
    )  # fmt: skip
    # The cavalry needs no die and takes the guns along; the infantry of quality 3 must stay. Two cohesion dice follow.
    resolution = fight(request, 1, 1)
    assert strengths(resolution, "8.7.1-ratio") == [(5, 6)]
    assert units(resolution.outcome)["Guns"].hex == units(resolution.outcome)["Cv"].hex != TARGET


@pytest.mark.rule("orel", "8.6.2-support", "8.5-fail")
def test_artillery_that_failed_to_slip_away_gives_no_support() -> None:
    guns = battery("Guns", "white", TARGET, type="horse_artillery")
    request = ask(white("W", tq=4), guns, attempt=True, assault=False, defender_supports=("Guns",))
    # A 5 keeps both; in march mode the infantry counts 3, and the horse artillery, in march mode too, does not throw.
    resolution = fight(request, 5, 1, 1)
    assert strengths(resolution, "8.7.1-ratio") == [(5, 3)]
    assert units(resolution.outcome)["Guns"].mode == "march"


@pytest.mark.rule("orel", "8.6.2-support", "8.5-who")
def test_artillery_supports_nobody_once_its_division_has_slipped_away() -> None:
    guns = battery("Guns", "white", "1012")
    request = ask(
        white("W", tq=3, strength=6, division="other"), horse("Cv", "white", TARGET),
        attempt=True, assault=False, defender_supports=("Guns",), others=(guns,),
    )  # fmt: skip
    # The cavalry goes without a die before infantry, and with it the division of the guns.
    assert strengths(fight(request, 1, 1), "8.7.1-ratio") == [(5, 6)]
    stays = evolve(request, attempt=False)
    assert strengths(fight(stays, 4, 1, 1), "8.7.1-ratio")[0][1] > 6


@pytest.mark.rule("orel", "8.2.1-defence", "8.2.1-unpaid")
def test_only_who_fought_is_left_without_munitions() -> None:
    guns, far = battery("Guns", "white", TARGET), battery("Far", place="0808")
    known = game.CombatMunitions(short=("R", "W", "Cv", "Guns", "Far"))
    request = ask(
        white("W", tq=3, strength=6),
        horse("Cv", "white", TARGET),
        guns,
        attempt=True,
        assault=False,
        munitions=known,
        others=(far,),
        defender_supports=("Guns",),
    )
    assert {one.key for one in outcome(request, 1, 1).units if one.unsupplied} == {"R", "W"}


@pytest.mark.rule("orel", "8.7.1-lone-artillery", "8.8.1-strength")
def test_batteries_alone_throw_for_their_strength() -> None:
    request = ask(battery("G", "white", TARGET), battery("H", "white", TARGET), assault=True)
    # 2 and 6 against quality 4: 3 + 1 = 4. In the assault the steps count: 2 + 2.
    resolution = fight(request, 2, 6, 1, 1, 6, 5, 1)
    assert strengths(resolution, "8.7.1-ratio") == [(5, 4)]
    assert strengths(resolution, "8.8.1-strength") == [(5, 4)]
    marching = ask(battery("G", "white", TARGET, mode="march"), assault=False)
    assert strengths(fight(marching, 1, 1), "8.7.1-ratio") == [(5, 1)]


@pytest.mark.rule("orel", "9.1-contact", "9.1.2-support", "9-accompanied")
def test_a_train_enters_into_contact_in_place_of_support() -> None:
    train = vehicle("Train", "armoured_train_light")
    request = ask(white("W"), attacker_supports=("Train",), others=(train,), board=LINE, assault=False)
    supporting = fight(request, 5, 1, 1)  # 5 against 4 fails: 3 / 2 = 1
    assert strengths(supporting, "8.7.1-ratio") == [(6, 5)]
    touching = fight(request, 1, 1, choices={"train_contact": yes})
    assert strengths(touching, "8.7.1-ratio") == [(8, 5)]
    ids = [step.id for step in steps_of(touching) if isinstance(step, ModifierStep)]
    assert sorted(ids) == ["enemy_vehicle", "friendly_vehicle"]
    assert not any(one.in_contact for one in touching.outcome.units)
    apart = evolve(request, others=(evolve(train, hex="1008"),))
    assert strengths(fight(apart, 4, 1, 1, choices={"train_contact": yes}), "8.7.1-ratio") == [(8, 5)]


@pytest.mark.rule("orel", "9.1-contact")
def test_a_defending_train_enters_into_contact_against_its_railroad() -> None:
    train = vehicle("Train", "armoured_train_light", "white", TARGET)
    request = ask(white("W"), train, defender_supports=("Train",), board=LINE, assault=False)
    assert strengths(fight(request, 1, 1, choices={"train_contact": yes}), "8.7.1-ratio") == [(5, 8)]
    assert strengths(fight(request, 4, 1, 1), "8.7.1-ratio") == [(5, 8)]
    elsewhere = evolve(request, attackers=(unit("R", place="1110"),))
    assert strengths(fight(elsewhere, 5, 1, 1, choices={"train_contact": yes}), "8.7.1-ratio") == [(5, 6)]


# ---------------------------------------------------------------- cohesion carried out


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


# ---------------------------------------------------------------- who had fled into the hex


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


# ---------------------------------------------------------------- after the assault


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


# ---------------------------------------------------------------- bad input


def refusal(request: game.CombatRequest) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        outcome(request)
    return [(one.path, one.rule) for one in caught.value.verdict.objections]


def problems(request: game.CombatRequest) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        outcome(request)
    return [(one.path, one.rule) for one in caught.value.problems]


@pytest.mark.rule(
    "orel", "X-bad-combat", "8.6.1-hasty", "8.6.1-formation", "8.6.1-tq3", "9-accompanied", "10.2-inactive"
)
@pytest.mark.parametrize(
    ("changes", "path", "rule"),
    [
        ({"attackers": (unit("R", place="1007"),)}, "$.attackers[0].hex", "X-bad-combat"),
        ({"attackers": (unit("R", mode="march"),)}, "$.attackers[0]", "X-bad-combat"),
        ({"attackers": (unit("R", inactive=True),)}, "$.attackers[0].inactive", "10.2-inactive"),
        ({"attackers": (battery("G"), unit("R"))}, "$.attackers[0]", "X-bad-combat"),
        ({"attackers": (unit("R"), vehicle("Car", "armoured_car", place="1110"))}, "$.attackers[1]", "9-accompanied"),
        ({"attackers": (unit("R"), unit("S", place="1110")), "attack_type": "hasty"}, "$.attackers", "8.6.1-hasty"),
        ({"attackers": (unit("R"), unit("S", place="1110", formation="7D"))}, "$.attackers", "8.6.1-formation"),
        ({"attackers": (unit("R", tq=3), unit("S", place="1111"))}, "$.attackers", "8.6.1-tq3"),
        ({"joined": ("W",)}, "$.joined", "8.5.1d-target-hex"),
        (
            {"others": (battery("G", place="1006"),), "attacker_supports": ("G",)},
            "$.attacker_supports[0]",
            "8.6.2-support",
        ),
        (
            {"others": (battery("G", "white", "1012", division="other"),), "defender_supports": ("G",)},
            "$.defender_supports[0]",
            "8.6.2-support",
        ),
        (
            {"others": (battery("G", mode="march"),), "attacker_supports": ("G",)},
            "$.attacker_supports[0]",
            "7.1.4-march-effects",
        ),
    ],
)  # fmt: skip
def test_what_the_rules_forbid(changes: dict[str, Any], path: str, rule: str) -> None:
    assert (path, rule) in refusal(evolve(ask(white("W")), **changes))


@pytest.mark.rule("orel", "X-bad-units", "X-bad-combat")
@pytest.mark.parametrize(
    ("changes", "path", "rule"),
    [
        ({"hex": "3321"}, ".hex", "X-bad-units"),
        ({"attackers": (unit("R", hex=None),)}, ".attackers[0].hex", "X-bad-units"),
        ({"attackers": (unit("R"), white("S", place="1110"))}, ".attackers[1].side", "X-bad-units"),
        ({"defenders": (white("W", place="1111"),)}, ".defenders[0].hex", "X-bad-combat"),
        ({"defenders": ()}, ".defenders", "X-bad-combat"),
        ({"others": (white("V"),)}, ".others[0]", "X-bad-combat"),
        ({"others": (unit("R", place="0101"),)}, ".others[0].key", "X-bad-units"),
        ({"attacker_supports": ("G",)}, ".attacker_supports[0]", "X-bad-units"),
        ({"others": (unit("S"),), "attacker_supports": ("S",)}, ".attacker_supports[0]", "X-bad-combat"),
        ({"others": (battery("G"),), "attacker_supports": ("G", "G")}, ".attacker_supports[1]", "8.6.2-support"),
        ({"joined": ("V",)}, ".joined[0]", "X-bad-units"),
        ({"under_attack": ("3321",)}, ".under_attack[0]", "X-bad-units"),
    ],
)
def test_what_contradicts_itself(changes: dict[str, Any], path: str, rule: str) -> None:
    assert ("$" + path, rule) in problems(evolve(ask(white("W")), **changes))
