"""Fields that a class needs where its other fields have certain values."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.fields import validate
from rcw_rules.kernel.needs import Need, Needs, missing_fields, needs_schema
from rcw_rules.schema import json_schema
from rcw_rules.wire import structure, unstructure

Arm = Literal["foot", "horse_guns"]


@frozen(kw_only=True)
class Unit:
    arm: Arm = "foot"
    hex: str = ""
    guns: int | None = None

    needs = (Need("guns", {"arm": ("horse_guns",)}, message="is missing: {arm:words}, {arm}", rule="gen-guns"),)


@frozen(kw_only=True)
class Leader:
    unit: Unit | None = None
    name: str | None = None


@frozen(kw_only=True)
class Battle:
    night: bool = False
    units: tuple[Unit, ...] = ()
    leader: Leader = Leader()
    roads: tuple[str, ...] | None = None

    needs: ClassVar[Needs] = (
        Need("units[].hex", {"night": (True,), "units[].arm": ("foot",)}),
        Need("leader.unit.hex", {"roads": "given"}),
        Need("leader.name", {"leader.unit": "given"}),
        Need("roads", {"leader.unit.arm": ("horse_guns",), "units": "missing"}),
    )


@frozen(kw_only=True)
class NightBattle(Battle):
    torches: int | None = None

    needs = (Need("torches", {"night": (True,)}, message="is missing: night is {night}, as {leader.name} says"),)


GUNS = Unit(arm="horse_guns", guns=2)


def told(value: object) -> list[str]:
    return [problem.path for problem in missing_fields(value)]


def test_what_is_missing_is_told_with_its_path_its_words_and_its_rule() -> None:
    with pytest.raises(InvalidRequestError) as caught:
        validate(Battle(units=(GUNS, Unit(arm="horse_guns"))))
    assert caught.value.problems == (Problem("$.units[1].guns", "is missing: horse guns, horse_guns", "gen-guns"),)


@pytest.mark.parametrize(
    ("battle", "paths"),
    [
        (Battle(units=(Unit(), GUNS)), []),
        (Battle(night=True, units=(Unit(hex="2705"), Unit(), GUNS)), [".units[1].hex"]),
        (Battle(roads=("a",)), []),
        (Battle(roads=("a",), leader=Leader(unit=Unit(), name="K")), [".leader.unit.hex"]),
        (Battle(leader=Leader(unit=Unit())), [".leader.name"]),
        (Battle(leader=Leader(unit=GUNS, name="K")), [".roads"]),
        (Battle(leader=Leader(unit=GUNS, name="K"), roads=()), [".roads"]),
        (Battle(leader=Leader(unit=GUNS, name="K"), units=(Unit(),)), []),
        (NightBattle(night=True), [".torches"]),
    ],
)
def test_conditions_are_of_the_instance_or_of_the_object_that_has_the_field(battle: Battle, paths: list[str]) -> None:
    assert told(battle) == paths
    assert Draft202012Validator(json_schema(type(battle))).is_valid(unstructure(battle)) == (not paths)


def test_a_message_shows_the_values_that_decide() -> None:
    (problem,) = missing_fields(NightBattle(night=True, leader=Leader(name="K")))
    assert problem.message == "is missing: night is True, as K says"


def test_a_subclass_needs_what_its_base_needs() -> None:
    assert told(evolve(NightBattle(night=True), units=(Unit(),))) == [".units[0].hex", ".torches"]


def test_a_condition_in_another_list_is_a_mistake_of_the_author() -> None:
    with pytest.raises(ValueError, match=r"'others\[\].arm' is not in the object that has 'units\[\].hex'"):
        Need("units[].hex", {"others[].arm": ("foot",)})
    lost = type("Lost", (Battle,), {"needs": (Need("unit", {}),)})
    with pytest.raises(TypeError, match="has no field 'unit'"):
        needs_schema(lost)


UNITS: st.SearchStrategy[Any] = st.fixed_dictionaries(
    {},
    optional={
        "arm": st.sampled_from(["foot", "horse_guns"]),
        "hex": st.sampled_from(["", "2705"]),
        "guns": st.sampled_from([None, 1]),
    },
)
BATTLES = st.fixed_dictionaries(
    {},
    optional={
        "night": st.booleans(),
        "units": st.lists(UNITS, max_size=2),
        "leader": st.fixed_dictionaries(
            {}, optional={"unit": st.none() | UNITS, "name": st.sampled_from([None, "", "K"])}
        ),
        "roads": st.sampled_from([None, [], ["a"]]),
        "torches": st.sampled_from([None, 0]),
    },
)
VALIDATOR = Draft202012Validator(json_schema(NightBattle))


@given(BATTLES)
def test_the_schema_needs_what_the_class_needs(data: dict[str, Any]) -> None:
    try:
        structure(data, NightBattle)
    except InvalidRequestError:
        accepted = False
    else:
        accepted = True
    assert VALIDATOR.is_valid(data) == accepted
