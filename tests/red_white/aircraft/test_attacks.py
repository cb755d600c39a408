"""Strafing and bombs."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_white_refusals import problems_of, refuse_dice

from rcw_rules import AskingDice, GivenDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.charts import load_chart
from rcw_rules.kernel.errors import ChartError
from rcw_rules.kernel.geometry.table import Group, in_line, point
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.profile import HitNumbers

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
    bomb_effect=(rw.BombEffect(within=inches(3), hits=1), rw.BombEffect(within=inches(1), hits=4)),
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


def at(name: str, east: int, north: int) -> Group:
    """Return a stand of one inch by one, its front edge in the middle, that faces north."""
    return in_line(name, 1, point(east, north), degrees(0), frontage=inches(1), depth=inches(1))


NEAR = (at("aimed at", 20, 20), at("three ahead", 20, 24), at("enemy of it", 23, 20), at("far", 30, 20))


@pytest.mark.rule("red_white", "p1-bomb-effect", "air-bomb-accuracy")
@pytest.mark.parametrize(
    ("faces", "course", "landed", "struck"),
    [
        # 4 hits within 1 inch, 1 hit within 3. The stands lie between 19 and 20 inches north.
        ([1], 0, (20, 20), {"aimed at": 4, "enemy of it": 1, "three ahead": 1}),
        ([4, 3], 0, (20, 23), {"aimed at": 1, "three ahead": 4}),  # long, along the line of flight
        ([3, 3], 180, (20, 23), {"aimed at": 1, "three ahead": 4}),  # short of a run from the north
        ([6, 3], 0, (23, 20), {"aimed at": 1, "enemy of it": 4}),
        ([5, 3], 180, (23, 20), {"aimed at": 1, "enemy of it": 4}),
        ([6, 6], 180, (14, 20), {}),
    ],
)
def test_a_bomb_strikes_whoever_stands_where_it_lands(
    faces: list[int], course: int, landed: tuple[int, int], struck: dict[str, int]
) -> None:
    request = rw.BombRequest(aim=point(20, 20), course=degrees(course), near=NEAR)
    outcome = SUPPLIED.resolve(request, dice=GivenDice(faces)).outcome
    assert outcome.landed == point(*landed)
    assert {one.unit: one.hits for one in outcome.struck} == struck
    assert rw.ruleset.resolve(request, dice=GivenDice(faces)).outcome.struck == ()


@pytest.mark.rule("red_white", "p1-bomb-effect", "air-bomb-accuracy")
def test_a_bomb_is_aimed_along_a_course_or_not_measured_at_all() -> None:
    assert problems_of(rw.BombRequest(aim=point(1, 1))) == [("$.course", "air-bomb-accuracy")]
    assert problems_of(rw.BombRequest(near=NEAR)) == [("$.near", "p1-bomb-effect")]


@pytest.mark.rule("red_white", "p1-bomb-effect", "air-sequence")
def test_a_bomb_of_a_flight_turn_strikes_who_stands_there_too() -> None:
    drop = rw.DropBomb(aim=point(20, 20), course=degrees(0), near=NEAR)
    order = rw.FlightOrder(aircraft=rw.Aircraft(side="red", type="bomber"), moved=inches(12), attacks=(drop,))
    after = SUPPLIED.resolve(rw.AirCycleRequest(side_1=(order,)), dice=GivenDice([4, 3])).outcome.side_1[0]
    assert after.bomb is not None
    assert [one.unit for one in after.bomb.struck] == ["aimed at", "three ahead"]
