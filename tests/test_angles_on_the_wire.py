"""An angle in a request is checked, read from JSON, written and described like a length."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Any

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rcw_rules.kernel.angles import Angle, degrees
from rcw_rules.kernel.errors import InvalidRequestError
from rcw_rules.kernel.fields import Range, validate
from rcw_rules.schema import json_schema
from rcw_rules.wire import dumps, parse_json, structure, unstructure


@frozen(kw_only=True)
class Gun:
    facing: Angle
    arc: Annotated[Angle, Range(0, 180, rule="arc")] | None = None


@given(st.integers(-360_000, 360_000), st.none() | st.integers(0, 180_000))
def test_what_goes_out_comes_back_equal(facing: int, arc: int | None) -> None:
    gun = Gun(facing=Angle(thousandths=facing), arc=None if arc is None else Angle(thousandths=arc))
    validate(gun)
    text = dumps(unstructure(gun))
    assert structure(parse_json(text, "the text"), Gun) == gun
    read: Any = parse_json(text, "the text")
    assert Draft202012Validator(json_schema(Gun)).is_valid(read)


def test_an_angle_is_a_number_of_degrees() -> None:
    assert dumps(unstructure(Gun(facing=degrees("-22.5"), arc=degrees(90))), None) == '{"facing": -22.5, "arc": 90}'
    assert structure({"facing": 22.5}, Gun) == Gun(facing=degrees("22.5"))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"facing": "22.5"}, '$.facing: expected a number of degrees from -360 to 360, got "22.5"'),
        ({"facing": True}, "$.facing: expected a number of degrees from -360 to 360, got true"),
        (
            {"facing": 361},
            "$.facing: expected a number of degrees from -360 to 360 with at most three decimals, got 361",
        ),
        ({"facing": Decimal("0.0001")}, "with at most three decimals, got 0.0001"),
        ({"facing": float("nan")}, "$.facing: expected a number of degrees"),
        ({"facing": 0, "arc": 181}, "$.arc: expected a number of degrees from 0 to 180, got 181 [arc]"),
    ],
)
def test_what_is_no_angle_is_refused(data: Any, message: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        structure(data, Gun)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("gun", "message"),
    [
        (Gun(facing=22), "$.facing: expected an Angle from -360 to 360, got 22"),  # type: ignore[arg-type]  # on purpose
        (Gun(facing=Angle(thousandths=360_001)), "expected an Angle from -360 to 360, got Angle(thousandths=360001)"),
        (Gun(facing=Angle(thousandths=0.5)), "got Angle(thousandths=0.5)"),  # type: ignore[arg-type]  # on purpose
        (
            Gun(facing=degrees(0), arc=degrees(-1)),
            "$.arc: expected an Angle from 0 to 180, got Angle(thousandths=-1000)",
        ),
    ],
)
def test_what_python_passes_is_held_to_the_same(gun: Gun, message: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        validate(gun)
    assert message in str(caught.value)


def test_the_schema_says_it() -> None:
    assert json_schema(Gun)["properties"]["facing"] == {
        "type": "number",
        "minimum": -360,
        "maximum": 360,
        "description": "An angle in degrees, with at most three decimals.",
        "x-unit": "degrees",
        "title": "Facing",
    }
