"""How a whole combat starts: retreats before it, supports and trains in contact."""

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

from rcw_rules import NeedsRuling
from rcw_rules import orel as game
from rcw_rules.kernel.geometry.hexes import Railway
from rcw_rules.kernel.record import ChoiceStep, ModifierStep

LINE = evolve(CLEAR, railways=(Railway(hexes=("1008", "1009", "1010", "1011", "1012")),))


def nobody(_situation: Any, _alternatives: Any) -> str:
    return ""


# -------------------------------------------------------------------- before the combat


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
def test_a_vehicle_with_no_way_out_falls_to_the_unit_that_enters() -> None:
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
def test_a_lone_depot_falls_only_to_a_unit_that_enters() -> None:
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


# -------------------------------------------------------------------- supports and contact


@pytest.mark.rule("orel", "8.6.2-check", "X-dice")
def test_supports_throw_the_attackers_first() -> None:
    guns, shells = battery("Guns"), battery("Shells", "white", "1012")
    request = ask(
        white("W"), attacker_supports=("Guns",), defender_supports=("Shells",), others=(guns, shells), assault=False
    )
    # Quality 4: a 5 fails and gives 3 / 2 = 1, a 4 gives 3.
    assert strengths(fight(request, 5, 4, 1, 1), "8.7.1-ratio") == [(6, 8)]
    assert strengths(fight(request, 4, 5, 1, 1), "8.7.1-ratio") == [(8, 6)]
    # A hasty attack adds 1 to the attackers' die alone: 4 + 1 fails, 4 passes.
    hasty = evolve(request, attack_type="hasty")
    assert strengths(fight(hasty, 4, 4, 1, 1), "8.7.1-ratio") == [(6, 8)]


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


@pytest.mark.rule("orel", "8.7.1-lone-artillery", "5.3-artillery")
@pytest.mark.parametrize(("die", "strength"), [(1, 3), (2, 3), (3, 1), (4, 1)])
def test_a_battery_alone_and_out_of_command_adds_2_to_its_die(die: int, strength: int) -> None:
    # Quality 4: a 2 is its last success, where a battery in command passes with a 4. It has 3, or 1 if it fails.
    lost = ask(battery("G", "white", TARGET, out_of_command=True), assault=False)
    assert strengths(fight(lost, die, 1, 1), "8.7.1-ratio") == [(5, strength)]
    in_command = ask(battery("G", "white", TARGET), assault=False)
    assert strengths(fight(in_command, die, 1, 1), "8.7.1-ratio") == [(5, 3)]


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
