"""The profile that the library ships: it is full, says that it is made up, and answers what a whole game asks."""

from __future__ import annotations

from fractions import Fraction
from typing import get_args

import attrs
import pytest

from rcw_rules import FileError, GivenDice
from rcw_rules import red_white as rw
from rcw_rules.kernel.angles import degrees
from rcw_rules.kernel.geometry.table import Footing
from rcw_rules.kernel.lengths import inches
from rcw_rules.red_white.part_one import (
    NO_PROFILE,
    arc_of,
    band_of,
    bomb_hits,
    charge_move_of,
    charges_of,
    dice_of,
    full_move_of,
    keeps_off,
    limbering_of,
    must_fire_at_nearest,
    rate_of,
    reach_of,
    sides_of,
    sight_of,
    stand_of,
    still_of,
    toll_of,
    turn_cost,
    weapons_of,
)
from rcw_rules.red_white.profile import RangeBand, TargetState, UnitType, Weapon
from rcw_rules.toml_files import load_toml

MADE_UP = rw.Options(profile=rw.made_up_profile())
NONE = rw.Options()


@pytest.mark.rule("red_white", "p1-made-up", "p1-profile")
def test_every_field_is_filled_in_but_three_that_say_no() -> None:
    profile = rw.made_up_profile()
    empty = attrs.asdict(NO_PROFILE, recurse=False)
    same = [name for name, value in attrs.asdict(profile, recurse=False).items() if value == empty[name]]
    assert same == ["cheka_lost_to_fire", "leader_risk", "fire_past"]
    assert profile.values == "illustrative"
    assert "made up" in profile.source


@pytest.mark.rule("red_white", "p1-made-up", "p1-fire", "p1-movement", "p1-activation")
def test_it_answers_for_every_type_of_unit_weapon_range_and_target() -> None:
    profile = rw.made_up_profile()
    types: tuple[UnitType, ...] = get_args(UnitType)
    rolling: set[UnitType] = {"tank", "armoured_car"}  # which roll against their current morale
    assert {one for one in types if profile.activation_of(one) is None} == rolling
    assert {one for one in types if profile.move_of(one) is None} == set()
    for one in types:
        stand_of(MADE_UP, one)
        if one != "armoured_train":  # which turns and goes as its track does
            turn_cost(MADE_UP, one, degrees(10))
            for row in profile.ground:
                rate_of(MADE_UP, one)(Footing(kinds=(row.kind,)))
            for toll in profile.obstacles:
                toll_of(MADE_UP, one)(toll.kind, Footing())
    targets = [one for one in get_args(TargetState) if one != "aircraft"]  # for whom Part II has numbers
    for weapon in get_args(Weapon):
        assert profile.losses_of(weapon) == 1
        for band in get_args(RangeBand):
            assert {one for one in targets if profile.hit_faces(weapon, band, one) is None} == set()


@pytest.mark.rule("red_white", "p1-fire")
def test_nearer_ranges_and_thinner_cover_never_hit_less() -> None:
    profile = rw.made_up_profile()
    bands: tuple[RangeBand, ...] = ("point_blank", "normal", "long")
    thicker: tuple[TargetState, ...] = ("open", "cover", "trench")
    for weapon in get_args(Weapon):
        for target in get_args(TargetState):
            faces = [profile.hit_faces(weapon, band, target) or () for band in bands]
            assert set(faces[0]) >= set(faces[1]) >= set(faces[2])
        for band in bands:
            faces = [profile.hit_faces(weapon, band, target) or () for target in thicker]
            assert set(faces[0]) >= set(faces[1]) >= set(faces[2])


@pytest.mark.rule("red_white", "p1-fire")
def test_ranges_reach_as_far_as_they_say() -> None:
    found = [band_of(MADE_UP, "machine_gun", inches(text)) for text in ("0", "4", "4.001", "12", "20", "20.001")]
    assert found == ["point_blank", "point_blank", "normal", "normal", "long", None]
    assert reach_of(MADE_UP, "artillery") == inches(40)
    assert weapons_of(MADE_UP, "armoured_train") == ("artillery", "machine_gun")
    assert weapons_of(MADE_UP, "command") == ()
    assert must_fire_at_nearest(MADE_UP)
    assert arc_of(MADE_UP, "artillery") == degrees(30)


@pytest.mark.rule("red_white", "p1-fire")
@pytest.mark.parametrize(
    ("unit_type", "weapon", "moved", "dice"),
    [("infantry", "small_arms", True, 6), ("cavalry", "small_arms", True, 0), ("tchanka", "machine_gun", False, 18)],
)
def test_dice_are_counted_by_stands(unit_type: UnitType, weapon: Weapon, moved: bool, dice: int) -> None:
    assert dice_of(MADE_UP, unit_type, weapon, stands=6, moved=moved) == dice


@pytest.mark.rule("red_white", "p1-movement")
def test_the_slowest_ground_counts_and_a_road_before_all() -> None:
    cart, foot, car = (rate_of(MADE_UP, one) for one in ("tchanka", "infantry", "armoured_car"))
    assert foot(Footing()) == 1
    assert foot(Footing(kinds=("rough", "marsh"))) == Fraction(1, 2)
    assert foot(Footing(kinds=("meadow",))) == 1  # a kind that no row names is open ground
    assert cart(Footing(kinds=("wood",))) is None
    assert cart(Footing(kinds=("wood", "road"))) == Fraction(3, 2)
    assert car(Footing(kinds=("rough",))) == Fraction(1, 2)


@pytest.mark.rule("red_white", "p1-movement")
def test_lines_cost_inches_and_some_cannot_be_crossed() -> None:
    horse, foot = toll_of(MADE_UP, "cavalry"), toll_of(MADE_UP, "infantry")
    assert horse("wall", Footing()) == 3
    assert foot("wall", Footing()) == 1
    assert horse("wire", Footing()) is None
    assert horse("wire", Footing(kinds=("road",))) == 0  # a road has a gap in it
    assert foot("hedge", Footing()) == 0


@pytest.mark.rule("red_white", "p1-movement", "p1-facing")
@pytest.mark.parametrize(("angle", "cost"), [(0, 0), (45, 0), (-45, 0), (46, 2), (-135, 2), (136, 4), (180, 4)])
def test_turning_guns_costs_two_inches_for_each_ninety_degrees_beyond_forty_five(angle: int, cost: int) -> None:
    assert turn_cost(MADE_UP, "artillery", degrees(angle)) == inches(cost)


@pytest.mark.rule("red_white", "p1-movement")
def test_a_charge_has_a_move_of_its_own() -> None:
    assert charge_move_of(MADE_UP, "cavalry") == inches(10)
    assert (charges_of(MADE_UP).after_moving, charges_of(MADE_UP).short) == (True, "refused")
    with pytest.raises(rw.MissingProfileError, match="How far does wagon charge"):
        charge_move_of(MADE_UP, "wagon")
    assert limbering_of(MADE_UP) == Fraction(1, 2)
    assert keeps_off(MADE_UP) == inches(1)


@pytest.mark.rule("red_white", "p1-sequence", "p1-activation", "p1-terrain", "p1-grade-and-leader")
def test_the_turn_and_what_is_seen() -> None:
    assert (sides_of(MADE_UP).play, sides_of(MADE_UP).first) == ("phase_by_phase", "higher_die")
    assert still_of(MADE_UP) == ("fire", "turn", "limber")
    rules, clear = sight_of(MADE_UP)
    assert (rules.edge_depth, rules.seen_depth, rules.near, clear) == (inches(2), inches(2), inches(4), inches(40))
    stand = stand_of(MADE_UP, "infantry")
    assert (stand.frontage, stand.depth, stand.abreast) == (inches(1), inches("0.75"), 8)


@pytest.mark.rule("red_white", "p1-bomb-effect")
def test_a_bomb_hits_by_where_it_lands() -> None:
    assert [bomb_hits(MADE_UP, inches(text)) for text in ("0", "1", "1.001", "2", "2.001")] == [3, 3, 1, 1, 0]


@pytest.mark.rule("red_white", "p1-profile")
@pytest.mark.parametrize(
    ("field", "ask"),
    [
        ("moves", lambda: full_move_of(NONE, "infantry")),
        ("charges", lambda: charges_of(NONE)),
        ("turning", lambda: turn_cost(NONE, "infantry", degrees(1))),
        ("limbering", lambda: limbering_of(NONE)),
        ("keeps_off", lambda: keeps_off(NONE)),
        ("ranges", lambda: band_of(NONE, "artillery", inches(1))),
        ("ranges", lambda: reach_of(NONE, "artillery")),
        ("dice", lambda: dice_of(NONE, "infantry", "small_arms", stands=1, moved=False)),
        ("arcs", lambda: arc_of(NONE, "infantry")),
        ("target", lambda: must_fire_at_nearest(NONE)),
        ("sight", lambda: sight_of(NONE)),
        ("bomb_effect", lambda: bomb_hits(NONE, inches(1))),
        ("sides", lambda: sides_of(NONE)),
        ("unactivated", lambda: still_of(NONE)),
        ("stand_sizes", lambda: stand_of(NONE, "infantry")),
        ("ground", lambda: rate_of(MADE_UP, "armoured_train")(Footing(kinds=("wood",)))),
        ("obstacles", lambda: toll_of(MADE_UP, "armoured_train")("wire", Footing())),
    ],
)
def test_what_the_profile_lacks_is_asked_for(field: str, ask: object) -> None:
    assert callable(ask)
    with pytest.raises(rw.MissingProfileError) as caught:
        ask()
    assert caught.value.field == field
    assert f"profile.{field}" in str(caught.value)


@pytest.mark.rule("red_white", "p1-made-up", "p1-fire")
def test_a_record_tells_that_the_numbers_are_illustrative() -> None:
    request = rw.FireRequest(dice=3, weapon="small_arms", band="normal", target="open")
    house = rw.ruleset.with_options(profile=rw.made_up_profile())
    done = house.resolve(request, dice=GivenDice([8, 9, 10]))
    assert done.outcome.hits == 2  # 9 and 10 hit
    assert {step.provenance for step in done.record.steps if step.rule == "p1-fire"} >= {"illustrative"}
    other = rw.ruleset.with_options(profile=attrs.evolve(rw.made_up_profile(), values=None))
    told = other.resolve(request, dice=GivenDice([8, 9, 10])).record.steps
    assert {step.provenance for step in told if step.rule == "p1-fire"} == {"missing"}


@pytest.mark.rule("red_white", "p1-profile")
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[[arcs]]\ntypes = ["infantry", "infantry"]\nhalf_angle = 45', "infantry is given twice"),
        (
            (
                '[[ground]]\nkind = "wood"\ntypes = ["tank"]\npercent = 50\n'
                '[[ground]]\nkind = "wood"\ntypes = ["tank"]\npercent = 0'
            ),
            "tank on wood is given twice",
        ),
        (
            (
                '[[ranges]]\nweapon = "small_arms"\nband = "normal"\nup_to = 8\n'
                '[[ranges]]\nweapon = "small_arms"\nband = "long"\nup_to = 8'
            ),
            "reaches no farther than a nearer range",
        ),
        ('[[arcs]]\ntypes = ["infantry"]\nhalf_angle = 181', "181"),
    ],
)
def test_a_profile_that_contradicts_itself_is_refused(text: str, problem: str) -> None:
    with pytest.raises(FileError, match=problem):
        load_toml(rw.PartOneProfile, f'source = "ours"\n{text}\n', "ours.toml")
