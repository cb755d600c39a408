"""Units that contradict themselves: every contradiction is named, and its nearest neighbour is none."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from red_square_units import unit

from rcw_rules import InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.kernel.fields import validate


def problems(one: rs.Unit) -> list[tuple[str, str]]:
    try:
        validate(one)
    except InvalidRequestError as error:
        return [(problem.path, problem.rule) for problem in error.problems]
    return []


def said(one: rs.Unit) -> str:
    with pytest.raises(InvalidRequestError) as caught:
        validate(one)
    (problem,) = caught.value.problems
    return problem.message


EVERY_KIND = (
    *("infantry", "cavalry", "artillery", "mg", "tchanka", "armoured_car", "light_tank", "heavy_tank", "truck"),
    *("train", "hq", "co", "commissar", "cheka", "horse_holders"),
)
VEHICLES = ("armoured_car", "light_tank", "heavy_tank", "truck")


def of_kind(kind: str, **fields: Any) -> rs.Unit:
    return unit(kind, **{**({"accompanies": "horse"} if kind == "horse_holders" else {}), **fields})


@pytest.mark.rule("red_square", "units-infantry")
@pytest.mark.parametrize("kind", EVERY_KIND)
def test_units_as_they_usually_are_contradict_nothing(kind: str) -> None:
    assert problems(of_kind(kind)) == []


FACTS: tuple[tuple[dict[str, Any], tuple[str, ...], tuple[str, str]], ...] = (
    ({"is_pinned": True}, ("heavy_tank",), ("$.is_pinned", "at-results")),
    ({"must_retreat": True}, ("armoured_car", "light_tank", "train"), ("$.must_retreat", "at-results")),
    ({"broken_down": True}, VEHICLES, ("$.broken_down", "turn-6-spades-breakdown")),
    ({"bogged": True}, ("light_tank", "heavy_tank"), ("$.bogged", "move-bog")),
    ({"pinned": 1}, ("co", "commissar", "cheka", "mg"), ("$.pinned", "fire-10-fate")),
    ({"position": "semi_masked"}, ("artillery",), ("$.position", "artpos-semi-masked")),
    ({"shielded": True}, ("artillery",), ("$.shielded", "units-artillery")),
    ({"rings": 1}, ("artillery", "tchanka", "train", *VEHICLES), ("$.rings", "fire-9-artillery-vehicles")),
    (
        {"order": "defend"},
        ("infantry", "cavalry", "train", *VEHICLES),
        ("$.order", "orders-required"),
    ),
    ({"commander": "CO"}, ("infantry", "cavalry", "mg", "tchanka"), ("$.commander", "org-no-higher-structure")),
    ({"weapons": ("mg",)}, ("armoured_car", "light_tank", "heavy_tank"), ("$.weapons", "units-afv")),
    ({"accompanies": "1st"}, ("mg", "tchanka", "horse_holders"), ("$.accompanies", "mg-place-speed")),
    (
        {"markers": 1},
        ("infantry", "cavalry", "artillery", "mg", "hq", "co", "commissar", "cheka", "horse_holders"),
        ("$.marker_weapons", "fire-8-accumulate"),
    ),
    (
        {"markers": 1, "marker_weapons": ("rifles",)},
        ("tchanka", "train", *VEHICLES),
        ("$.marker_weapons", "at-procedure"),
    ),
    (
        {"bases": 2},
        ("infantry", "cavalry", "artillery", "mg", "tchanka", *VEHICLES),
        ("$.bases", "units-max-six"),
    ),
    ({"side": "white"}, tuple({*EVERY_KIND} - {"commissar", "cheka"}), ("$.kind", "org-command-figures")),
)
"""Each fact, the kinds that it may be true of, and what is said of all others."""


@pytest.mark.rule(
    "red_square", "at-results", "fire-10-fate", "fire-9-artillery-vehicles", "move-bog", "orders-required"
)
@pytest.mark.parametrize("kind", EVERY_KIND)
@pytest.mark.parametrize(("fields", "kinds", "problem"), FACTS, ids=lambda value: "")
def test_what_is_true_of_some_kinds_alone(
    fields: dict[str, Any], kinds: tuple[str, ...], problem: tuple[str, str], kind: str
) -> None:
    assert problems(of_kind(kind, **fields)) == ([] if kind in kinds else [problem])


@pytest.mark.rule("red_square", "formations-list")
@pytest.mark.parametrize("kind", EVERY_KIND)
@pytest.mark.parametrize(
    ("formation", "of"),
    [
        *((name, "infantry") for name in ("masses", "waves", "firing_line", "defence")),
        *((name, "cavalry") for name in ("mounted", "scouting", "dismounted")),
        *((name, "artillery") for name in ("limbered", "deployed")),
    ],
)
def test_each_arm_has_its_formations(formation: str, of: str, kind: str) -> None:
    assert problems(of_kind(kind, formation=formation)) == ([] if kind == of else [("$.formation", "formations-list")])


@pytest.mark.rule("red_square", "formations-list")
@pytest.mark.parametrize("kind", ["infantry", "cavalry", "artillery"])
def test_troops_are_in_some_formation(kind: str) -> None:
    assert problems(unit(kind, formation=None)) == [("$.formation", "formations-list")]


@pytest.mark.rule("red_square", "units-artillery", "train-2-armament")
def test_guns_are_of_a_class() -> None:
    missing = [("$.guns", "units-artillery")]
    assert problems(unit("artillery", guns=None)) == missing
    assert said(unit("artillery", guns=None)) == "is missing: one of light_gun, qf_gun, howitzer, heavy"
    assert said(unit("infantry", guns="qf_gun")) == "infantry units have no guns of a class"
    for guns in ("light_gun", "qf_gun", "howitzer", "heavy"):
        assert problems(unit("artillery", guns=guns)) == []
        on_rails = problems(unit("train", guns=guns))
        assert on_rails == ([] if guns in {"heavy", "howitzer"} else [("$.guns", "train-2-armament")])


@pytest.mark.rule("red_square", "artpos-masked", "artpos-three-turns")
def test_howitzers_alone_stand_masked_and_have_stages_there() -> None:
    masked = unit("artillery", formation="deployed", guns="howitzer", position="masked")
    assert problems(masked) == []
    assert problems(evolve(masked, stage=1)) == []
    assert problems(evolve(masked, guns="heavy")) == [("$.position", "artpos-masked")]
    assert problems(evolve(masked, stage=1, position="semi_masked")) == [("$.stage", "artpos-three-turns")]
    assert problems(evolve(masked, stage=1, formation="limbered")) == [("$.stage", "artpos-three-turns")]


@pytest.mark.rule("red_square", "fire-9-artillery-vehicles", "train-7-hits")
def test_a_third_ring_removes_a_base_but_for_a_train() -> None:
    for kind, most in (("artillery", 2), ("truck", 2), ("train", 5)):
        assert [rings for rings in range(6) if not problems(unit(kind, rings=rings))] == [*range(most + 1)]
    assert problems(unit("truck", rings=3)) == [("$.rings", "bad-input")]


@pytest.mark.rule("red_square", "mg-place-speed", "units-afv", "fire-10-fate", "train-5-carrying")
def test_what_a_unit_says_of_itself_fits_together() -> None:
    assert problems(unit("mg", accompanies="")) == [("$.accompanies", "mg-place-speed")]
    assert problems(unit("light_tank", weapons=("mg", "mg"))) == [("$.weapons", "units-afv")]
    assert problems(unit("mg", bases=2, pinned=2)) == []
    assert problems(unit("mg", bases=2, pinned=3)) == [("$.pinned", "fire-10-fate")]
    assert problems(unit(advancing=True)) == [("$.advancing", "bad-input")]
    assert problems(unit(advancing=True, idle=False)) == []
    assert problems(unit(square=None)) == []  # it may be still to come; the field says where it must be
    assert problems(unit(square=None, bases=0)) == []
    assert problems(unit(square=None, carried_by="train")) == []
    assert problems(unit(carried_by="train")) == [("$.square", "train-5-carrying")]
    assert problems(unit(name="two\nlines")) == [("$.name", "")]


@pytest.mark.rule("red_square", "units-artillery")
def test_light_and_qf_guns_have_shields_unless_it_is_said() -> None:
    shielded = {guns: unit("artillery", guns=guns).has_shields for guns in ("light_gun", "qf_gun", "howitzer", "heavy")}
    assert shielded == {"light_gun": True, "qf_gun": True, "howitzer": False, "heavy": False}
    assert not unit("artillery", guns="qf_gun", shielded=False).has_shields
    assert unit("artillery", guns="heavy", shielded=True).has_shields
    assert not unit("train", guns="heavy").has_shields
