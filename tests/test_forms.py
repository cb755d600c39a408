"""Forms: what a request takes in words, what a person types, and what goes without saying."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

import pytest
from attrs import frozen

from rcw_rules import red_white as rw
from rcw_rules.brief import defaults_left_out
from rcw_rules.forms import FormField, form_of, parts_of, read_value, takes
from rcw_rules.kernel.angles import Angle
from rcw_rules.kernel.fields import JSONValue, Range, Size
from rcw_rules.kernel.lengths import Inches, inches
from rcw_rules.kernel.shapes import shape_of
from rcw_rules.marks import Cites
from rcw_rules.registry import load
from rcw_rules.wire import structure

COUNT_OR_N: Any = Literal["N"] | Annotated[int, Range(0, 9)]

FIVE = ("directory", "orel", "red_actions", "red_square", "red_white")


@frozen(kw_only=True)
class Fort:
    """A fort.

    Attributes:
        walls: How many walls it has. Each counts.
        guns: Its guns.
    """

    kind: ClassVar[str] = "fort"

    walls: Annotated[int, Range(1, 9, rule="walls")]
    guns: tuple[str, ...] = ()


@frozen(kw_only=True)
class Ditch:
    """A ditch."""

    kind: ClassVar[str] = "ditch"

    is_wet: Annotated[bool, Cites("water")] = False


@frozen(kw_only=True)
class Ground:
    """A piece of ground.

    Attributes:
        works: What was built on it.
        depth: How deep it is.
    """

    works: tuple[Fort | Ditch, ...]
    best: Fort = Fort(walls=3)
    depth: Inches = inches("2.5")
    owner: Literal["red", "white", ""] = ""


@pytest.mark.parametrize(
    ("annotation", "words"),
    [
        (int, "a whole number"),
        (Annotated[int, Range(1, None)], "at least 1"),
        (Annotated[int, Range(None, 6)], "at most 6"),
        (Annotated[Inches, Range(0, 48)], "0 to 48 inches"),
        (Angle, "degrees"),
        (Fraction, "a fraction such as 1/6"),
        (Annotated[str, Size(1, 100)], "a text"),
        (Literal["armoured_car", "tank"], "armoured car or tank"),
        (Literal["red", "white", ""], "red, white or none"),
        (tuple[int, ...], "whole numbers, any number"),
        (Annotated[tuple[Fort, ...], Size(1, 3)], "forts, 1 to 3"),
        (Annotated[tuple[Fort, ...], Size(2, 2)], "2 forts"),
        (tuple[Literal["a", "b"], ...], "some of a or b, any number"),
        (tuple[int, bool], "a whole number and yes or no"),
        (Fort | Ditch | None, "fort or ditch, or none"),
        (dict[str, int], "names, each with a whole number"),
        (JSONValue, "any JSON value"),
    ],
)
def test_what_a_field_takes_is_told_in_words(annotation: Any, words: str) -> None:
    assert takes(shape_of(annotation)) == words


@pytest.mark.parametrize(
    ("annotation", "text", "value"),
    [
        (int, "7", 7),
        (bool, "Y", True),
        (bool | None, "none", None),
        (bool | None, "no", False),
        (Inches, '6.5"', Decimal("6.5")),
        (Inches, "6 in", 6),
        (Angle, "-45 degrees", -45),
        (Fraction, "1/6", "1/6"),
        (Fraction, "2", 2),
        (Literal["armoured_car", "armoured_train"], "armoured t", "armoured_train"),
        (Literal["red", "red_guard"], "red", "red"),
        (Literal["red", ""], "", ""),
        (tuple[Literal["hill", "wood"], ...], "wood, h", ["wood", "hill"]),
        (tuple[int, ...], "none", []),
        (tuple[int, ...], "[3, 4]", [3, 4]),
        (tuple[int, int], "3,4", [3, 4]),
        (tuple[int, int], "3 4", [3, 4]),
        (str, "[not json", "[not json"),
        (str | None, "none", None),
        (dict[str, int], "a=1, b=2", {"a": 1, "b": 2}),
        (COUNT_OR_N, "n", "N"),
        (JSONValue, '{"a": null}', {"a": None}),
    ],
)
def test_what_a_person_types_is_read(annotation: Any, text: str, value: object) -> None:
    read = read_value(text, shape_of(annotation))
    assert read == value
    assert type(read) is type(value)


@pytest.mark.parametrize(
    ("annotation", "text", "told"),
    [
        (int, "many", "expected a whole number"),
        (int, "9" * 16, "expected a whole number"),
        (bool, "maybe", "expected yes or no"),
        (Inches, "six", "expected a number of inches"),
        (Literal["armoured_car", "armoured_train"], "armoured", "expected one of armoured car or armoured train"),
        (Literal["infantry"], "infantri", "did you mean 'infantry'?"),
        (tuple[int, int], "3", "expected 2 values with commas"),
        (tuple[int, ...], "[3", "what you typed"),
        (Fort, "three walls", "expected its fields, one after the other, or JSON"),
        (COUNT_OR_N, "x", "expected N or a whole number"),
    ],
)
def test_what_will_not_do_is_refused_with_what_will(annotation: Any, text: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        read_value(text, shape_of(annotation))


def test_a_class_is_a_row_of_fields() -> None:
    walls, guns = parts_of(Fort, "works[]")
    assert (walls.path, walls.meaning, walls.takes, walls.default, walls.rule) == (
        "works[].walls",
        "How many walls it has.",
        "1 to 9",
        None,
        "walls",
    )
    assert walls.is_required
    assert (guns.default, guns.rule, guns.is_required) == ("none", "", False)
    assert parts_of(Ditch)[0].rule == "water"
    assert [one.default for one in parts_of(Ground)] == [None, "walls 3", "2.5 in", "none"]


def test_a_form_tells_each_class_once_where_it_is_met_first() -> None:
    paths = [field.path for field in form_of(rw.ruleset.procedure("red_white.melee"))]
    assert paths[:2] == ["attackers", "attackers[].side"]
    assert paths[-2:] == ["defenders", "flank_or_rear"]
    assert "attackers[].full_move.dice" in paths
    assert len(set(paths)) == len(paths)


def test_the_kinds_of_a_union_are_told_apart() -> None:
    orders = [field.path for field in form_of(load("orel").procedure("orel.recruit_spend"))]
    assert [path for path in orders if "(" in path]


def test_what_holds_by_default_is_left_out() -> None:
    ground = Ground(works=(Fort(walls=2), Ditch(is_wet=True), Ditch()))
    short = {"works": [{"kind": "fort", "walls": 2}, {"kind": "ditch", "is_wet": True}, {"kind": "ditch"}]}
    assert defaults_left_out(ground) == short
    assert defaults_left_out(Ground(works=(), depth=inches(0))) == {"works": [], "depth": 0}


@pytest.mark.parametrize("id", FIVE)
def test_every_example_is_the_same_without_its_defaults(id: str) -> None:
    for procedure in load(id).procedures:
        short = defaults_left_out(procedure.example)
        assert structure(short, procedure.request_type) == procedure.example, procedure.id


@pytest.mark.parametrize("id", FIVE)
def test_every_field_of_the_five_is_told_with_its_meaning(id: str) -> None:
    fields: dict[str, FormField] = {
        f"{procedure.id}: {field.path}": field for procedure in load(id).procedures for field in form_of(procedure)
    }
    assert [place for place, field in fields.items() if not field.takes] == []
    assert [place for place, field in fields.items() if not field.meaning] == []
