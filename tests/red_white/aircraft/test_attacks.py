"""Strafing, bombs, ground fire at aircraft, and what it does to them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules import AskingDice, GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.charts import load_chart
from rcw_rules.kernel.errors import ChartError
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.procedures import Request
from rcw_rules.kernel.record import RulingStep
from rcw_rules.kernel.umpire import Override
from rcw_rules.red_white.profile import BombEffect, HitNumbers


def refuse_dice(throw: object) -> Any:
    pytest.fail(f"a die was asked for: {throw}")


def problems_of(request: Request[Any]) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        rw.ruleset.resolve(request, dice=AskingDice(refuse_dice))
    return [(problem.path, problem.rule) for problem in caught.value.problems]


def objections_to(request: Request[Any]) -> list[tuple[str, str]]:
    with pytest.raises(IllegalRequestError) as caught:
        rw.ruleset.resolve(request, dice=AskingDice(refuse_dice))
    return [(objection.path, objection.rule) for objection in caught.value.verdict.objections]


# ---------------------------------------------------------------- strafing

ACE = rw.StrafeRequest(pilot="ace", normal=(9, 10), point_blank=(7, 8, 9, 10))


@pytest.mark.rule("red_white", "air-strafe", "p1-fire")
@pytest.mark.parametrize(("pilot", "hits"), [("ace", 2), ("ordinary", 1), ("novice", 1)])
def test_an_ace_strafes_at_point_blank_and_everybody_else_at_normal_range(pilot: Any, hits: int) -> None:
    resolution = rw.ruleset.resolve(evolve(ACE, pilot=pilot), dice=GivenDice([7, 6, 10]))
    assert resolution.outcome == rw.StrafeOutcome(hits=hits)
    assert "air-strafe" in resolution.record.rules


@pytest.mark.rule("red_white", "air-strafe")
@pytest.mark.parametrize(
    ("faces", "thrown", "hits"),
    [
        ((10,), [10, 9, 10], 2),
        ((1, 2), [1, 2, 3], 2),
        ((3, 10), [3, 10, 9], 2),  # with a gap
        ((10, 9, 9), [9, 9, 9], 3),  # in any order, and said twice
    ],
)
def test_three_dice_hit_on_the_faces_given(faces: Any, thrown: list[int], hits: int) -> None:
    request = rw.StrafeRequest(normal=faces)
    assert rw.ruleset.resolve(request, dice=GivenDice(thrown)).outcome.hits == hits


@pytest.mark.rule("red_white", "air-strafe")
def test_where_no_face_hits_no_die_is_thrown() -> None:
    request = rw.StrafeRequest(normal=())
    assert rw.ruleset.resolve(request, dice=AskingDice(refuse_dice)).outcome.hits == 0


@pytest.mark.rule("red_white", "p1-fire", "gen-dice")
@pytest.mark.parametrize("face", [0, 11])
def test_a_face_that_a_d10_does_not_have_is_refused(face: int) -> None:
    assert problems_of(rw.StrafeRequest(normal=(9, face))) == [("$.normal[1]", "gen-dice")]


@pytest.mark.rule("red_white", "p1-fire", "p1-profile", "air-strafe")
@pytest.mark.parametrize(
    ("pilot", "known", "band"), [("ace", "normal", "point_blank"), ("novice", "point_blank", "normal")]
)
def test_without_the_faces_of_his_range_the_library_asks_before_any_die(pilot: Any, known: str, band: str) -> None:
    given_faces: dict[str, Any] = {known: (10,)}
    request = rw.StrafeRequest(pilot=pilot, **given_faces)
    for ruleset in (rw.ruleset, rw.ruleset.with_options(profile=rw.PartOneProfile(source="an empty one"))):
        with pytest.raises(rw.MissingProfileError) as caught:
            ruleset.resolve(request, dice=AskingDice(refuse_dice))
        assert (caught.value.rule, caught.value.field) == ("p1-fire", "fire")
        assert f"the field {band}" in caught.value.supply


PROFILE = rw.PartOneProfile(
    source="made up for this test",
    fire=(
        HitNumbers(weapon="machine_gun", band="normal", target="open", faces=(8, 9, 10)),
        HitNumbers(weapon="machine_gun", band="normal", target="cover", faces=(10,)),
        HitNumbers(weapon="machine_gun", band="point_blank", target="open", faces=(5, 6, 7, 8, 9, 10)),
        HitNumbers(weapon="small_arms", band="normal", target="open", faces=(1, 2, 3)),
    ),
    bomb_effect=(BombEffect(within=inches(3), hits=1), BombEffect(within=inches(1), hits=4)),
)
SUPPLIED = rw.ruleset.with_options(profile=PROFILE)


@pytest.mark.rule("red_white", "p1-fire", "p1-profile", "air-strafe")
@pytest.mark.parametrize(
    ("request_", "hits"),
    [
        (rw.StrafeRequest(), 2),
        (rw.StrafeRequest(target="cover"), 1),
        (rw.StrafeRequest(pilot="ace"), 3),
        (rw.StrafeRequest(normal=(1,)), 0),  # the request is stronger
    ],
)
def test_the_profile_says_which_faces_hit(request_: rw.StrafeRequest, hits: int) -> None:
    assert SUPPLIED.resolve(request_, dice=GivenDice([5, 8, 10])).outcome.hits == hits


# ---------------------------------------------------------------- bombs


@pytest.mark.rule("red_white", "air-bomb-accuracy", "air-bomb-ace")
@pytest.mark.parametrize(
    ("pilot", "faces", "direction", "deviation"),
    [
        ("ordinary", [1], None, 0),
        ("ordinary", [2], None, 0),
        ("ordinary", [3, 6], "short", 6),
        ("ordinary", [4, 1], "long", 1),
        ("ordinary", [5, 4], "left", 4),
        ("novice", [6, 2], "right", 2),
        ("novice", [2], None, 0),
        ("ace", [4], None, 0),
        ("ace", [1], None, 0),
        ("ace", [5, 6], "short", 4),
        ("ace", [6, 3], "long", 1),
        ("ace", [6, 2], None, 0),
        ("ace", [5, 1], None, 0),
    ],
)
def test_where_a_bomb_lands(pilot: Any, faces: list[int], direction: Any, deviation: int) -> None:
    resolution = rw.ruleset.resolve(rw.BombRequest(pilot=pilot), dice=GivenDice(faces))
    assert resolution.outcome == rw.BombOutcome(
        direct_hit=direction is None, direction=direction, deviation=inches(deviation), hits=None
    )
    assert ("air-bomb-ace" in resolution.record.rules) == (pilot == "ace")
    assert "air-bomb-accuracy" in resolution.record.rules


@pytest.mark.rule("red_white", "p1-bomb-effect")
def test_what_a_bomb_does_is_not_determined_without_a_profile() -> None:
    for ruleset in (rw.ruleset, rw.ruleset.with_options(profile=rw.PartOneProfile(source="an empty one"))):
        resolution = ruleset.resolve(rw.BombRequest(), dice=GivenDice([1]))
        assert (resolution.outcome.direct_hit, resolution.outcome.hits) == (True, None)
        assert "p1-bomb-effect" in resolution.record.rules


@pytest.mark.rule("red_white", "p1-bomb-effect", "p1-profile")
@pytest.mark.parametrize(("faces", "hits"), [([2], 4), ([3, 1], 4), ([3, 2], 1), ([6, 3], 1), ([6, 4], 0)])
def test_the_profile_says_what_a_bomb_does_at_its_distance(faces: list[int], hits: int) -> None:
    assert SUPPLIED.resolve(rw.BombRequest(), dice=GivenDice(faces)).outcome.hits == hits


@pytest.mark.rule("red_white", "air-bomb-accuracy")
def test_a_replaced_table_of_accuracy_with_unknown_results_is_refused() -> None:
    text = '[[chart]]\nid = "bomb_accuracy"\ntitle = "House"\nrule = "air-bomb-accuracy"\nsource = "house"\n'
    text += 'locator = "-"\nprovenance = "illustrative"\nreason = "house"\n'
    text += (
        'rows = { axis = "bands", covers = "1-6", below = "clamp" }\ntable = [["D6", "result"], ["1-2", "direct hit"], '
    )
    text += '["3", "short"], ["4", "long"], ["5", "left"], ["6", "dud"]]\n'
    house = rw.ruleset.with_charts({"bomb_accuracy": load_chart(text, "house.toml")})
    with pytest.raises(ChartError, match="dud"):
        house.resolve(rw.BombRequest(), dice=GivenDice([6]))


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
