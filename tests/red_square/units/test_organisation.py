"""Units as they should be."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from red_square_scenarios import refused, scenario
from red_square_units import unit

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_square as rs
from rcw_rules.red_square.units import typical_formation, weapons_of


def look_at(one: rs.Unit, **fields: Any) -> rs.ValidateUnitOutcome:
    request = rs.ValidateUnitRequest(unit=one, **fields)
    outcome: rs.ValidateUnitOutcome = rs.ruleset.resolve(request, dice=GivenDice([])).outcome
    return outcome


def remarked(one: rs.Unit, **fields: Any) -> list[str]:
    return [remark.rule for remark in look_at(one, **fields).remarks]


# ---------------------------------------------------------------- units


@pytest.mark.rule("red_square", "units-max-six")
def test_sizes_beyond_one_to_six_are_refused() -> None:
    assert remarked(unit(bases=6)) == ["units-infantry"]
    assert look_at(unit(bases=6)).remarks[0].message == "6 bases at the start; 4 are usual"
    with pytest.raises(InvalidRequestError, match=r"^\$\.unit\.bases: .*\[units-max-six\]$"):
        look_at(unit(bases=7))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.bases: a unit has 1 to 6 bases.*\[units-max-six\]"):
        look_at(unit(bases=0))
    with pytest.raises(InvalidRequestError, match=r"a train is one, not 2 \[units-max-six\]"):
        look_at(unit("train", bases=2))


@pytest.mark.rule("red_square", "units-max-six")
def test_a_unit_did_not_begin_with_more_than_six_bases() -> None:
    assert remarked(unit(bases=3, bases_removed=3)) == ["units-infantry"]
    message = r"^\$\.unit\.bases_removed: with 4 lost it began with 7 bases; 6 are the most \[units-max-six\]$"
    with pytest.raises(IllegalRequestError, match=message):
        look_at(unit(bases=3, bases_removed=4))
    assert refused(scenario(unit(bases=3, bases_removed=4))) == [
        ("units-max-six", "$.scenario.field.units[2].bases_removed")
    ]


@pytest.mark.rule("red_square", "units-cavalry", "units-motor")
def test_how_usual_sizes_are_said() -> None:
    said = {kind: look_at(unit(kind, bases=bases)).remarks[0].message for kind, bases in (("cavalry", 5), ("truck", 6))}
    assert said == {
        "cavalry": "5 bases at the start; 3 or 4 are usual",
        "truck": "6 bases at the start; 1 to 4 are usual",
    }


SIZES = [  # kind, bases, figures or guns or vehicles, the rule that remarks on the size
    ("infantry", 4, 12, None),
    ("infantry", 3, 9, "units-infantry"),
    ("mg", 2, 4, None),
    ("mg", 1, 2, "units-mg"),
    ("cavalry", 2, 6, "units-cavalry"),
    ("cavalry", 3, 9, None),
    ("cavalry", 4, 12, None),
    ("cavalry", 5, 15, "units-cavalry"),
    ("tchanka", 1, 1, None),
    ("tchanka", 2, 2, None),
    ("tchanka", 3, 3, "units-tchanka"),
    ("artillery", 1, 1, "units-artillery"),
    ("artillery", 2, 2, None),
    ("artillery", 3, 3, None),
    ("artillery", 4, 4, "units-artillery"),
    ("armoured_car", 2, 2, None),
    ("armoured_car", 3, 3, "units-afv"),
    ("light_tank", 1, 1, None),
    ("light_tank", 3, 3, "units-afv"),
    ("heavy_tank", 2, 2, None),
    ("heavy_tank", 3, 3, "units-afv"),
    ("truck", 4, 4, None),
    ("truck", 5, 5, "units-motor"),
    ("train", 1, 1, None),
    ("co", 1, 2, None),
]


@pytest.mark.rule(
    "red_square", "units-infantry", "units-mg", "units-cavalry", "units-tchanka", "units-artillery", "units-afv",
    "units-motor", "units-train", "org-command-figures",
)  # fmt: skip
@pytest.mark.parametrize(("kind", "bases", "models", "rule"), SIZES)
def test_usual_sizes(kind: Any, bases: int, models: int, rule: str | None) -> None:
    found = look_at(unit(kind, bases=bases))
    assert found.models == models
    assert [remark.rule for remark in found.remarks] == ([] if rule is None else [rule])


@pytest.mark.rule("red_square", "units-cavalry")
def test_cossacks_have_four_bases() -> None:
    assert remarked(unit("cavalry", bases=4), cossacks=True) == []
    assert look_at(unit("cavalry", bases=3), cossacks=True).remarks[0].message == "3 bases at the start; 4 are usual"
    # A regiment that has lost a base began with four.
    assert remarked(unit("cavalry", bases=3, bases_removed=1), cossacks=True) == []
    with pytest.raises(InvalidRequestError, match=r"\$\.cossacks: only cavalry is Cossack \[units-cavalry\]"):
        look_at(unit(), cossacks=True)


@pytest.mark.rule("red_square", "units-artillery")
def test_gun_shields() -> None:
    for guns, shields in (("light_gun", True), ("qf_gun", True), ("howitzer", False), ("heavy", False)):
        assert look_at(unit("artillery", guns=guns)).has_shields is shields
        assert look_at(unit("artillery", guns=guns, shielded=not shields)).has_shields is not shields
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.guns: is missing: one of .*heavy \[units-artillery\]"):
        look_at(unit("artillery", guns=None))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.shielded: .*\[units-artillery\]"):
        look_at(unit(shielded=True))


@pytest.mark.rule("red_square", "units-afv", "units-motor", "train-2-armament")
def test_what_everybody_fires_with() -> None:
    kinds: Any = {
        "infantry": ("rifles",),
        "cavalry": ("rifles",),
        "artillery": ("qf_gun",),
        "mg": ("mg",),
        "tchanka": ("mg",),
        "heavy_tank": ("mg", "tank_gun"),
        "truck": (),
        "train": ("heavy", "mg"),
        "hq": (),
        "co": (),
    }
    assert {kind: weapons_of(unit(kind)) for kind in kinds} == kinds
    assert look_at(unit("truck", bases=5)).weapons == ()


@pytest.mark.rule("red_square", "units-afv")
def test_armour_lists_its_weapons() -> None:
    with pytest.raises(IllegalRequestError, match=r"^\$\.unit\.weapons: .*mg, tank_gun or both.*\[units-afv\]$"):
        look_at(unit("light_tank", weapons=()))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.weapons: names a weapon twice \[units-afv\]"):
        look_at(unit("heavy_tank", weapons=("mg", "mg")))
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.weapons: .*\[units-afv\]"):
        look_at(unit("truck", weapons=("mg",)))


@pytest.mark.rule("red_square", "units-train")
def test_the_model_of_a_train() -> None:
    with pytest.raises(IllegalRequestError, match=r"it lacks a gun carriage \[units-train\]"):
        look_at(unit("train"), has_gun_carriage=False)
    with pytest.raises(IllegalRequestError, match=r"it lacks a locomotive \[units-train\]"):
        look_at(unit("train"), has_locomotive=False)


@pytest.mark.rule("red_square", "units-quality")
def test_quality() -> None:
    assert unit().quality == "normal"
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.quality"):
        look_at(unit(quality="veteran"))
    assert remarked(unit("mg", quality="elite")) == ["units-quality"]
    assert remarked(unit("tchanka", quality="poor")) == ["units-quality"]
    assert remarked(unit(quality="elite")) == []


@pytest.mark.rule("red_square", "formations-list")
@pytest.mark.parametrize(
    ("kind", "formation"),
    [("infantry", "mounted"), ("mg", "masses"), ("cavalry", None), ("cavalry", "waves"), ("artillery", "defence"),
     ("infantry", "deployed"), ("truck", "limbered"), ("infantry", None)],
)  # fmt: skip
def test_formations_of_the_wrong_kind(kind: Any, formation: Any) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.formation: .*\[formations-list\]"):
        look_at(unit(kind, formation=formation))


@pytest.mark.rule("red_square", "formations-list")
@pytest.mark.parametrize(
    ("kind", "formations"),
    [
        ("infantry", ("firing_line", "waves", "masses", "defence")),
        ("cavalry", ("mounted", "scouting", "dismounted")),
        ("artillery", ("limbered", "deployed")),
    ],
)
def test_every_formation(kind: Any, formations: tuple[Any, ...]) -> None:
    for formation in formations:
        assert remarked(unit(kind, formation=formation)) == []


@pytest.mark.rule("red_square", "formations-diagrams")
def test_nobody_asks_where_bases_stand_in_a_formation() -> None:
    names = {field.name for field in attrs.fields(rs.Unit)}
    assert names & {"bases", "bases_removed", "base_positions", "layout"} == {"bases", "bases_removed"}


@pytest.mark.rule("red_square", "formations-typical-use")
def test_how_battalions_usually_begin() -> None:
    assert [typical_formation(role) for role in ("attacker", "defender", "reserve")] == [
        "masses", "firing_line", "masses"
    ]  # fmt: skip


@pytest.mark.rule("red_square", "org-command-figures", "bad-input")
@pytest.mark.parametrize("kind", ["commissar", "cheka"])
def test_only_reds_have_commissars_and_cheka(kind: Any) -> None:
    assert look_at(unit(kind)).remarks == ()
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.kind: only the Reds .*\[org-command-figures\]"):
        look_at(unit(kind, side="white"))


@pytest.mark.rule("red_square", "org-no-higher-structure")
@pytest.mark.parametrize("kind", ["artillery", "truck", "heavy_tank", "train"])
def test_guns_and_motors_belong_to_no_co(kind: Any) -> None:
    with pytest.raises(InvalidRequestError, match=r"\$\.unit\.commander: .*\[org-no-higher-structure\]"):
        look_at(unit(kind, commander="Colonel"))


@pytest.mark.rule("red_square", "bad-input")
@pytest.mark.parametrize(
    ("kind", "fields", "where"),
    [
        ("infantry", {"markers": -1}, "markers"),
        ("artillery", {"rings": -1}, "rings"),
        ("artillery", {"rings": 3}, "rings"),
        ("infantry", {"advancing": True, "idle": True}, "advancing"),
    ],
)
def test_bad_state(kind: Any, fields: dict[str, Any], where: str) -> None:
    with pytest.raises(InvalidRequestError, match=rf"\$\.unit\.{where}: .*\[bad-input\]"):
        look_at(unit(kind, **fields))
