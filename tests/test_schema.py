"""A schema is JSON Schema 2020-12, and it agrees with `structure` wherever JSON Schema can say what is asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import attrs
import pytest
from attrs import frozen
from damaged_documents import places
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rcw_rules.kernel.errors import InvalidRequestError
from rcw_rules.kernel.fields import JSONValue, Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.schema import attribute_texts, json_schema
from rcw_rules.wire import dumps, structure, unstructure

Answer = TypeVar("Answer")
Arm = Literal["foot", "horse"]
MOVE = inches("6.5")
REACH = inches(6)


class Question(Generic[Answer]):
    __slots__ = ()


@frozen(kw_only=True)
class Unit:
    """A unit on the table. It fights.

    Longer words about it.

    Attributes:
        arm: Whether it walks
            or rides. Guns do neither.
        stands: Stands of figures

    Rules:
        gen-stand: Not a field.
    """

    arm: Arm
    stands: Annotated[int, Range(1, 9, rule="gen-stand")]
    move: Inches | None = MOVE


@frozen(kw_only=True)
class Elite(Unit):
    """A better unit.

    Attributes:
        name: What it is called.
        arm: Horse, mostly.
    """

    name: Annotated[str, Size(1, 3, rule="short")] = "A"


@frozen(kw_only=True)
class DiceRoll:
    faces: tuple[int | str, ...] = ()


@frozen(kw_only=True)
class Resolved:
    kind: ClassVar[str] = "sub"
    steps: tuple[Step, ...]
    opening: Step | None = None


Step: TypeAlias = DiceRoll | Resolved


@frozen(kw_only=True)
class Fight(Question[Unit]):
    units: Annotated[tuple[Unit, ...], Size(1, 2, rule="some")]
    flank: bool = False
    chance: Fraction = Fraction(1, 6)
    pair: tuple[int, Annotated[str, Size(None, 2)]] = (1, "a")
    steps: tuple[Step, ...] = ()
    mixed: DiceRoll | Resolved | int | None = None
    counts: Mapping[str, Annotated[int, Range(0, None)]] = attrs.Factory(dict[str, int])
    anything: JSONValue = None
    reach: Annotated[Inches, Range(1, 12, rule="reach")] = REACH
    odds: Annotated[Fraction, Range(0, 1)] = Fraction(1)
    half: int = attrs.Factory(lambda self: len(self.units) // 2, takes_self=True)


@frozen(kw_only=True)
class Tree:
    """A tree of trees."""

    children: tuple[Tree, ...] = ()


FAMILY = (Unit, Elite, DiceRoll, Resolved, Fight, Tree)
FIGHT = {"units": [{"arm": "foot", "stands": 3}]}


def is_valid(data: Any, cls: type) -> bool:
    return Draft202012Validator(json_schema(cls)).is_valid(data)


def is_structured(data: object, cls: type) -> bool:
    try:
        structure(data, cls)
    except InvalidRequestError:
        return False
    return True


@pytest.mark.parametrize("cls", FAMILY)
def test_a_schema_is_json_schema_and_can_be_written(cls: type) -> None:
    schema = json_schema(cls)
    Draft202012Validator.check_schema(schema)
    Draft202012Validator.check_schema(json.loads(dumps(schema)))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"].replace(" ", "").lower() in (cls.__name__.lower(), getattr(cls, "kind", ""))
    assert schema["additionalProperties"] is False


def test_a_class_is_described_from_its_docstring() -> None:
    assert json_schema(Unit) == {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Unit",
        "description": "A unit on the table.",
        "type": "object",
        "properties": {
            "arm": {"$ref": "#/$defs/Arm", "title": "Arm", "description": "Whether it walks or rides."},
            "stands": {
                "type": "integer",
                "minimum": 1,
                "maximum": 9,
                "$comment": "limited by rule gen-stand",
                "title": "Stands",
                "description": "Stands of figures",
            },
            "move": {
                "anyOf": [
                    {
                        "type": "number",
                        "minimum": 0,
                        "maximum": 1_000_000,
                        "description": "A length in inches, with at most three decimals.",
                        "x-unit": "inches",
                    },
                    {"type": "null"},
                ],
                "title": "Move",
                "default": inches("6.5").as_decimal(),
            },
        },
        "required": ["arm", "stands"],
        "additionalProperties": False,
        "$defs": {"Arm": {"title": "Arm", "enum": ["foot", "horse"]}},
    }


def test_a_class_without_words_has_no_description() -> None:
    assert "description" not in json_schema(Fight)


def test_words_are_inherited_and_the_nearest_ones_count() -> None:
    assert attribute_texts(Elite) == {
        "arm": "Horse, mostly.",
        "stands": "Stands of figures",
        "name": "What it is called.",
    }


def test_members_of_a_union_carry_their_tag() -> None:
    schema = json_schema(Resolved)
    assert schema["properties"]["steps"]["items"] == {
        "type": "object",
        "oneOf": [{"$ref": "#/$defs/DiceRoll.dice_roll"}, {"$ref": "#/$defs/Resolved.sub"}],
        "discriminator": {"propertyName": "kind"},
    }
    assert schema["$defs"]["DiceRoll.dice_roll"]["title"] == "Dice roll"
    assert schema["$defs"]["Resolved.sub"]["required"] == ["kind", "steps"]
    assert schema["$defs"]["Resolved.sub"]["properties"]["kind"] == {"const": "sub"}


def test_a_class_that_contains_itself_refers_to_the_whole() -> None:
    assert json_schema(Tree)["properties"]["children"]["items"] == {"$ref": "#"}


def test_two_classes_of_one_name_are_two_definitions() -> None:
    other = attrs.make_class("Unit", {"weight": attrs.field(type=int)})
    both = attrs.make_class("Both", {"one": attrs.field(type=Unit), "two": attrs.field(type=other)})
    schema = json_schema(both)
    assert [list(one["properties"]) for one in schema["$defs"].values() if "properties" in one] == [
        ["arm", "stands", "move"],
        ["weight"],
    ]
    assert is_valid({"one": {"arm": "foot", "stands": 1}, "two": {"weight": 1}}, both)


def test_defaults_are_what_the_wire_would_write() -> None:
    fight = structure(FIGHT, Fight)
    written = unstructure(fight)
    defaults = {name: text["default"] for name, text in json_schema(Fight)["properties"].items() if "default" in text}
    assert defaults == {name: written[name] for name in written if name not in ("units", "half")}


Ground: TypeAlias = Literal["open", "deep_snow", ""]


@frozen(kw_only=True)
class March:
    """A march.

    Attributes:
        ground: Where it leads; None if that is not known. None of them marches at night.
        back: Where it leads back.
        pace: How they march, which is True to life.
    """

    ground: Ground | None = None
    back: Ground
    pace: Literal["slow", "very_fast"] = "slow"
    hours: int = 1
    fast: bool = False
    towns: tuple[str, ...] = ()


def test_values_have_words_where_they_are_no_words_themselves() -> None:
    schema = json_schema(March)
    assert schema["$defs"]["Ground"] == {
        "title": "Ground",
        "oneOf": [
            {"const": "open", "title": "Open"},
            {"const": "deep_snow", "title": "Deep snow"},
            {"const": "", "title": "None"},
        ],
    }
    assert schema["properties"]["back"] == {
        "$ref": "#/$defs/Ground",
        "title": "Back",
        "description": "Where it leads back.",
    }
    assert schema["properties"]["pace"]["oneOf"] == [
        {"const": "slow", "title": "Slow"},
        {"const": "very_fast", "title": "Very fast"},
    ]


def test_texts_are_in_the_words_of_json() -> None:
    texts = {name: said.get("description") for name, said in json_schema(March)["properties"].items()}
    assert texts["ground"] == "Where it leads; null if that is not known."
    assert texts["pace"] == "How they march, which is true to life."


def test_examples_are_what_cannot_be_listed_and_does_not_hold_by_default() -> None:
    example = March(ground="open", back="open", hours=3, fast=True, towns=("Orel", "Kursk"))
    schema = json_schema(March, example=example)
    told = {name: said["examples"] for name, said in schema["properties"].items() if "examples" in said}
    assert told == {"hours": [3], "towns": [["Orel", "Kursk"]]}
    assert schema["examples"] == [{key: value for key, value in unstructure(example).items() if key != "pace"}]


@pytest.mark.parametrize("move", [0, 6, 6.5, 0.001, 1.005, 999999.999, 1_000_000, 6.0])
def test_lengths_are_valid(move: float) -> None:
    # 1.005 / 0.001 is not whole in floats, which is why the schema has no multipleOf.
    assert is_valid({"arm": "foot", "stands": 1, "move": move}, Unit)
    assert is_structured({"arm": "foot", "stands": 1, "move": move}, Unit)


@pytest.mark.parametrize(
    "change",
    [
        {"units": []},
        {"units": [{"arm": "foot", "stands": 3}] * 3},
        {"units": [{"arm": "foot", "stands": 10}]},
        {"units": [{"arm": "gun", "stands": 1}]},
        {"units": [{"arm": "foot", "stands": 1, "move": -1}]},
        {"units": [{"arm": "foot", "stands": 1, "move": 1_000_001}]},
        {"flank": 1},
        {"chance": "1/0"},
        {"chance": "1/00"},
        {"chance": "/2"},
        {"chance": 0.5},
        {"pair": [1]},
        {"pair": [1, "a", 2]},
        {"pair": [1, "abc"]},
        {"steps": [{}]},
        {"steps": [{"kind": "sub"}]},
        {"steps": [{"kind": "rol", "faces": []}]},
        {"steps": [{"kind": "dice_roll", "faces": [None]}]},
        {"mixed": "x"},
        {"mixed": {}},
        {"counts": {"a": -1}},
        {"counts": []},
        {"reach": 12.5},
        {"reach": 0},
        {"reach": None},
        {"odds": 2},
        {"odds": -1},
        {"unknown": 1},
    ],
    ids=str,
)
def test_what_structure_refuses_the_schema_refuses(change: dict[str, Any]) -> None:
    assert is_valid(FIGHT, Fight)
    assert is_structured(FIGHT, Fight)
    assert not is_structured({**FIGHT, **change}, Fight)
    assert not is_valid({**FIGHT, **change}, Fight)


MOST = "7" * 4000


@pytest.mark.parametrize(
    ("chance", "is_right"),
    [
        ("-02/0012", True),
        (MOST, True),
        (f"-{MOST}/{MOST}", True),
        (f"{MOST}7", False),
        (f"-{MOST}7/2", False),
        (f"1/{MOST}7", False),
        ("1/6\n", False),
    ],
    ids=range(7),
)
def test_a_fraction_has_at_most_4000_digits_above_and_below_and_nothing_else(chance: str, is_right: bool) -> None:
    assert is_structured({**FIGHT, "chance": chance}, Fight) == is_right
    assert is_valid({**FIGHT, "chance": chance}, Fight)  # what a schema does not say, to Python's own patterns


@pytest.mark.parametrize(
    "change",
    [
        {"units": [{"arm": "foot", "stands": 3.0}]},
        {"units": [{"arm": "foot", "stands": 3, "move": 6.5555}]},
        {"odds": "7/6"},
        {"odds": "-1/6"},
    ],
    ids=str,
)
def test_what_json_schema_cannot_say_structure_refuses(change: dict[str, Any]) -> None:
    assert is_valid({**FIGHT, **change}, Fight)
    assert not is_structured({**FIGHT, **change}, Fight)


# Values that JSON Schema can tell apart as `structure` does: it takes 1.0 for an integer, so no float is whole, and
# none has more than three decimals.
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 14)
    | st.sampled_from([0.5, 6.125, 12.5, -0.25])
    | st.sampled_from(["foot", "horse", "1/6", "-2", "1/0", "sub", "dice_roll", "", "abcd"]),
    lambda values: (
        st.lists(values, max_size=3) | st.dictionaries(st.sampled_from(["kind", "faces", "steps", "a"]), values)
    ),
    max_leaves=5,
)
UNITS = st.fixed_dictionaries(
    {"arm": st.sampled_from(["foot", "horse"]), "stands": st.integers(1, 9)},
    optional={"move": st.none() | st.sampled_from([0, 6.125])},
)
STEPS = st.recursive(
    st.fixed_dictionaries({"kind": st.just("dice_roll")}, optional={"faces": st.lists(st.integers() | st.text("QH"))}),
    lambda steps: st.fixed_dictionaries(
        {"kind": st.just("sub"), "steps": st.lists(steps, max_size=2)}, optional={"opening": steps | st.none()}
    ),
    max_leaves=4,
)
DOCUMENTS = st.fixed_dictionaries(
    {"units": st.lists(UNITS, min_size=1, max_size=2)},
    optional={
        "flank": st.booleans(),
        "chance": st.sampled_from(["1/6", "-2", 3]),
        "pair": st.tuples(st.integers(), st.text("ab", max_size=2)).map(list),
        "steps": st.lists(STEPS, max_size=2),
        "mixed": STEPS | st.integers() | st.none(),
        "counts": st.dictionaries(st.text("ab", max_size=2), st.integers(0, 5), max_size=2),
        "anything": VALUES,
        "reach": st.sampled_from([1, 6.125, 12]),
    },
)


@given(DOCUMENTS)
def test_documents_are_valid_and_structured(document: dict[str, Any]) -> None:
    assert is_valid(document, Fight)
    assert is_structured(document, Fight)


@given(DOCUMENTS, st.data())
def test_on_changed_documents_schema_and_structure_agree(document: dict[str, Any], data: st.DataObject) -> None:
    document = json.loads(json.dumps(document))
    for _ in range(data.draw(st.integers(1, 2))):
        container, key = data.draw(st.sampled_from(places(document) or [(document, "units")]))
        match data.draw(st.sampled_from(["replace", "remove", "add"])):
            case "replace":
                container[key] = data.draw(VALUES)
            case "remove":
                container.pop(key, None) if isinstance(container, dict) else container.pop(key)
            case _ if isinstance(container, dict):
                container[data.draw(st.sampled_from(["kind", "stands", "new"]))] = data.draw(VALUES)
            case _:
                container.append(data.draw(VALUES))
    assert is_valid(document, Fight) == is_structured(document, Fight)


@given(VALUES, st.sampled_from(FAMILY))
def test_on_any_data_schema_and_structure_agree(data: object, cls: type) -> None:
    assert is_valid(data, cls) == is_structured(data, cls)
