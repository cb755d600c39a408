"""Ground fire at aircraft, and what it does to them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from red_white_refusals import objections_to, problems_of, refuse_dice

from rcw_rules import AskingDice, GivenDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.errors import ChartError
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.record import RulingStep
from rcw_rules.kernel.umpire import Override

# ---------------------------------------------------------------- ground fire


def gun(distance: str, dice: int = 3, **changes: Any) -> rw.GroundWeapon:
    return rw.GroundWeapon(kind="machine_gun", nearest=inches(distance), dice=dice, **changes)


def aa(distance: str, **changes: Any) -> rw.GroundWeapon:
    return rw.GroundWeapon(kind="aa_gun", nearest=inches(distance), **changes)


def fire(*weapons: rw.GroundWeapon, **changes: Any) -> rw.AntiAircraftRequest:
    return rw.AntiAircraftRequest(weapons=weapons, **changes)


@pytest.mark.rule("red_white", "aa-machine-gun")
@pytest.mark.parametrize(("distance", "hits"), [("0", 2), ("10", 2), ("10.001", 1), ("10.1", 1), ("20", 1)])
def test_a_machine_gun_hits_on_5_up_to_10_inches_and_on_6_up_to_20(distance: str, hits: int) -> None:
    resolution = rw.ruleset.resolve(fire(gun(distance)), dice=GivenDice([5, 6, 4]))
    assert resolution.outcome.hits == hits
    assert "aa-machine-gun" in resolution.record.rules


@pytest.mark.rule("red_white", "aa-gun")
@pytest.mark.parametrize(("face", "hits"), [(6, 1), (5, 0)])
def test_an_anti_aircraft_gun_hits_on_a_6_up_to_24_inches(face: int, hits: int) -> None:
    resolution = rw.ruleset.resolve(fire(aa("24")), dice=GivenDice([face]))
    assert resolution.outcome.hits == hits
    assert "aa-gun" in resolution.record.rules


@pytest.mark.rule("red_white", "aa-machine-gun", "aa-gun")
@pytest.mark.parametrize(
    ("weapon", "rule"),
    [
        (gun("20.1"), "aa-machine-gun"),
        (gun("20.001"), "aa-machine-gun"),
        (aa("24.5"), "aa-gun"),
        (aa("24.001"), "aa-gun"),
    ],
)
def test_a_weapon_out_of_range_is_refused(weapon: rw.GroundWeapon, rule: str) -> None:
    assert objections_to(fire(gun("3"), weapon)) == [("$.weapons[1].nearest", rule)]


@pytest.mark.rule("red_white", "aa-vehicles")
@pytest.mark.parametrize("mount", ["tank", "armoured_car"])
def test_machine_guns_of_tanks_and_armoured_cars_may_not_fire(mount: Any) -> None:
    assert objections_to(fire(gun("3", mount=mount))) == [("$.weapons[0].mount", "aa-vehicles")]


@pytest.mark.rule("red_white", "aa-vehicles")
@pytest.mark.parametrize("mount", ["ground", "train", "ship"])
def test_machine_guns_of_trains_and_ships_may(mount: Any) -> None:
    assert rw.ruleset.resolve(fire(gun("3", 1, mount=mount)), dice=GivenDice([5])).outcome.hits == 1


@pytest.mark.rule("red_white", "aa-timing")
def test_a_weapon_fires_once_in_a_flight_turn_and_again_in_the_next() -> None:
    weapon = aa("3", name="gun on the hill")
    assert objections_to(fire(evolve(weapon, fired=True))) == [("$.weapons[0].fired", "aa-timing")]
    assert objections_to(fire(weapon, weapon)) == [("$.weapons[1].name", "aa-timing")]
    for face, hits in ((6, 1), (3, 0)):  # flight turns 1 and 2
        assert rw.ruleset.resolve(fire(weapon), dice=GivenDice([face])).outcome.hits == hits


@pytest.mark.rule("red_white", "aa-timing")
def test_an_aircraft_on_patrol_is_not_fired_at() -> None:
    assert objections_to(fire(aa("3"), on_patrol=True)) == [("$.on_patrol", "aa-timing")]


@pytest.mark.rule("red_white", "aa-machine-gun", "aa-gun", "aa-timing")
def test_weapons_throw_in_listed_order_and_their_hits_add_up() -> None:
    request = fire(gun("12", 2, name="first"), aa("20"), gun("5", 2, name="third"))
    resolution = rw.ruleset.resolve(request, dice=GivenDice([6, 5, 6, 5, 6]))
    assert resolution.outcome.hits == 1 + 1 + 2
    assert [(roll.purpose, roll.value) for roll in resolution.record.rolls] == [
        ("first", 1),
        ("weapon 2", 1),
        ("third", 2),
    ]


@pytest.mark.rule("red_white", "aa-timing")
def test_its_owner_may_hold_the_fire_of_a_weapon() -> None:
    request = fire(gun("12", name="hidden"), aa("20"))
    choices = {"ground_fire": lambda weapon, alternatives: weapon.name != "hidden"}
    assert rw.ruleset.resolve(request, dice=GivenDice([6]), choices=choices).outcome.hits == 1


@pytest.mark.rule("red_white", "aa-machine-gun", "aa-gun")
@pytest.mark.parametrize(
    ("weapon", "path", "rule"),
    [
        (rw.GroundWeapon(kind="machine_gun", nearest=inches(3)), ".dice", "aa-machine-gun"),
        (gun("3", 0), ".dice", "aa-machine-gun"),
        (gun("3", 21), ".dice", "aa-machine-gun"),
        (aa("3", dice=2), ".dice", "aa-gun"),
        (aa("3", name="a\tb"), ".name", ""),
    ],
)
def test_an_impossible_weapon_is_refused(weapon: rw.GroundWeapon, path: str, rule: str) -> None:
    assert problems_of(fire(weapon)) == [(f"$.weapons[0]{path}", rule)]


def test_no_weapons_are_no_question() -> None:
    assert problems_of(fire()) == [("$.weapons", "")]


@pytest.mark.rule("red_white", "aa-machine-gun")
@given(dice=st.integers(1, 6), near=st.integers(0, 19_999), farther=st.integers(1, 20_000))
def test_coming_nearer_never_saves_an_aircraft(dice: int, near: int, farther: int) -> None:
    expected = [
        rw.ruleset.odds(fire(gun(f"{distance / 1000:.3f}", dice))).expectation(lambda outcome: outcome.hits)
        for distance in (near, min(20_000, near + farther))
    ]
    assert expected[0] >= expected[1] >= Fraction(dice, 6)


# ---------------------------------------------------------------- damage

PRINTED = {
    1: "000001",
    2: "000001",
    3: "001112",
    5: "001112",
    6: "111222",
    9: "111222",
    10: "122223",
    14: "122223",
    15: "22333X",
    400: "22333X",
}


@pytest.mark.rule("red_white", "air-damage-table")
@pytest.mark.parametrize("hits", PRINTED)
@pytest.mark.parametrize("face", range(1, 7))
def test_the_damage_of_ground_fire_is_as_printed(hits: int, face: int) -> None:
    resolution = rw.ruleset.resolve(rw.AircraftDamageRequest(hits=hits), dice=GivenDice([face]))
    cell = PRINTED[hits][face - 1]
    lost = 0 if cell == "X" else int(cell)
    assert resolution.outcome == rw.AircraftDamageOutcome(flight_turns_lost=lost, crashed=cell == "X")
    assert {"air-damage-table", "air-damage-when", "opt-air-damage-per"} <= set(resolution.record.rules)


@pytest.mark.rule("red_white", "air-damage-table")
def test_without_a_hit_there_is_no_die() -> None:
    resolution = rw.ruleset.resolve(rw.AircraftDamageRequest(hits=0), dice=AskingDice(refuse_dice))
    assert resolution.outcome == rw.AircraftDamageOutcome(flight_turns_lost=0, crashed=False)
    assert "opt-air-damage-per" not in resolution.record.rules


@pytest.mark.rule("red_white", "opt-air-damage-per", "air-damage-when")
@pytest.mark.parametrize("span", ["flight_turn", "turn"])
def test_the_record_says_over_which_span_the_hits_were_added_up(span: str) -> None:
    ruleset = rw.ruleset.with_options(air_damage_per=span)
    resolution = ruleset.resolve(rw.AircraftDamageRequest(hits=4), dice=GivenDice([6]))
    rulings = [step for _, step in resolution.record.walk() if isinstance(step, RulingStep)]
    assert [(step.option, step.value) for step in rulings] == [("air_damage_per", span)]


@pytest.mark.rule("red_white", "air-damage-table", "bad-numbers")
def test_a_negative_number_of_hits_is_refused() -> None:
    assert problems_of(rw.AircraftDamageRequest(hits=-1)) == [("$.hits", "bad-numbers")]


@pytest.mark.rule("red_white", "air-damage-table")
@given(hits=st.integers(0, 40))
def test_more_hits_never_help_an_aircraft(hits: int) -> None:
    def worse_than(hits: int, lost: int) -> Fraction:
        odds = rw.ruleset.odds(rw.AircraftDamageRequest(hits=hits))
        return odds.probability(lambda outcome: outcome.crashed or outcome.flight_turns_lost > lost)

    assert all(worse_than(hits, lost) <= worse_than(hits + 1, lost) for lost in range(4))


@pytest.mark.rule("red_white", "air-damage-table")
def test_an_effect_that_nobody_knows_is_refused() -> None:
    crash = Override(what="look_up", at="aircraft_damage", value="crash", reason="the wings came off")
    request = rw.AircraftDamageRequest(hits=1)
    assert rw.ruleset.resolve(request, dice=GivenDice([1]), overrides=[crash]).outcome.crashed
    with pytest.raises(ChartError, match="lose 9"):
        rw.ruleset.resolve(request, dice=GivenDice([1]), overrides=[evolve(crash, value="lose 9")])
