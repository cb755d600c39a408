"""Limits declared in annotations are held by `validate`, which names everything that is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar, cast

import attrs
import pytest
from attrs import define, frozen
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.fields import JSONValue, Range, Size, take_for_right, validate
from rcw_rules.kernel.lengths import MOST_INCHES, Inches, inches
from rcw_rules.kernel.shapes import fields_of, shape_of, tag_of

Answer = TypeVar("Answer")
Arm = Literal["foot", "horse"]
SIX_INCHES = inches(6)
Stands = Annotated[int, Range(1, 99, rule="gen-stand")]


class Question(Generic[Answer]):
    __slots__ = ()


@frozen(kw_only=True)
class Unit:
    arm: Arm = "foot"
    stands: Stands = 1


@frozen(kw_only=True)
class Elite(Unit):
    pass


@frozen(kw_only=True)
class Leader:
    kind: ClassVar[str] = "chief"
    name: Annotated[str, Size(1, 5, rule="name")] = "Čapaj"
    staff: tuple[Leader, ...] = ()


@frozen(kw_only=True)
class Everything(Question[Unit]):
    units: Annotated[tuple[Unit, ...], Size(1, 2, rule="two")] = (Unit(),)
    flank: bool = False
    move: Inches | None = None
    reach: Annotated[Inches, Range(1, 12, rule="reach")] = SIX_INCHES
    chance: Annotated[Fraction, Range(0, 1)] = Fraction(1, 6)
    pair: tuple[int, str] = (1, "a")
    someone: Unit | Leader | None = None
    face: int | str = 1
    counts: Mapping[str, Stands] = attrs.Factory(dict[str, int])
    anything: JSONValue = None
    switch: Literal[1, "auto"] = 1
    derived: float = attrs.field(init=False, default=0.5)


class Arms(StrEnum):
    FOOT = "foot"


def problems(value: object, path: str = "$") -> list[tuple[str, str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        validate(value, path)
    assert len(str(caught.value).splitlines()) == 1
    return [(problem.path, problem.message, problem.rule) for problem in caught.value.problems]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"units": (Unit(stands=99), Unit(arm="horse"))},
        {"units": (Unit(arm=Arms.FOOT),)},  # type: ignore[arg-type]  # a subclass of str that says the same
        {"move": inches(0), "reach": inches(12)},
        {"chance": Fraction(0)},
        {"someone": Leader(staff=(Leader(), Leader(name="Frunz")))},
        {"face": "QH"},
        {"counts": {"odd key": 3}},
        {"anything": {"a": (1, True, None, Decimal("0.5"), "x")}},
        {"switch": "auto"},
    ],
)
def test_what_the_annotations_allow_passes(fields: dict[str, Any]) -> None:
    validate(Everything(**fields))


@pytest.mark.parametrize(
    ("fields", "path", "message", "rule"),
    [
        ({"units": ()}, ".units", "expected a tuple of 1 to 2 items, got 0 items", "two"),
        ({"units": [Unit()]}, ".units", "expected a tuple of 1 to 2 items, got a list", "two"),
        ({"units": (Elite(),)}, ".units[0]", "expected an instance of Unit, got an Elite", ""),
        ({"units": (Unit(stands=0),)}, ".units[0].stands", "expected an integer from 1 to 99, got 0", "gen-stand"),
        ({"units": (Unit(), Unit(stands=100))}, ".units[1].stands", "an integer from 1 to 99, got 100", "gen-stand"),
        ({"units": (Unit(stands=True),)}, ".units[0].stands", "an integer from 1 to 99, got True", "gen-stand"),
        ({"units": (Unit(stands=2.0),)}, ".units[0].stands", "an integer from 1 to 99, got 2.0", "gen-stand"),  # type: ignore[arg-type]  # on purpose
        ({"units": (Unit(arm="hores"),)}, ".units[0].arm", "did you mean 'horse'?", ""),  # type: ignore[arg-type]  # on purpose
        ({"units": (Unit(arm=[]),)}, ".units[0].arm", "one of 'foot', 'horse', got a list", ""),  # type: ignore[arg-type]  # on purpose
        ({"flank": 1}, ".flank", "expected True or False, got 1", ""),
        ({"move": 6}, ".move", "an Inches from 0 to 1,000,000 or None, got 6", ""),
        ({"move": inches(1) - inches(2)}, ".move", "got Inches(thousandths=-1000)", ""),
        ({"move": Inches(thousandths=MOST_INCHES * 1000 + 1)}, ".move", "an Inches from 0 to 1,000,000, got", ""),
        ({"move": Inches(thousandths=1.5)}, ".move", "got Inches(thousandths=1.5)", ""),  # type: ignore[arg-type]  # on purpose
        ({"reach": inches("12.001")}, ".reach", "expected an Inches from 1 to 12, got", "reach"),
        ({"reach": inches("0.999")}, ".reach", "expected an Inches from 1 to 12, got", "reach"),
        ({"chance": Fraction(7, 6)}, ".chance", "expected a Fraction from 0 to 1, got Fraction(7, 6)", ""),
        ({"chance": 1}, ".chance", "expected a Fraction from 0 to 1, got 1", ""),
        ({"chance": Fraction(10**5000)}, ".chance", "got a huge number", ""),
        ({"pair": (1,)}, ".pair", "expected a tuple of exactly 2 items, got a tuple", ""),
        ({"pair": (1, 2)}, ".pair[1]", "expected a text, got 2", ""),
        ({"someone": Elite()}, ".someone", "an instance of Unit or an instance of Leader or None, got an Elite", ""),
        ({"someone": Leader(name="")}, ".someone.name", "a text of 1 to 5 characters, got 0 characters", "name"),
        ({"someone": Leader(staff=(Leader(name="Budyonny"),))}, ".someone.staff[0].name", "got 8 characters", "name"),
        ({"face": True}, ".face", "expected an integer or a text, got True", ""),
        ({"face": None}, ".face", "expected an integer or a text, got None", ""),
        ({"counts": {"odd key": 0}}, '.counts["odd key"]', "an integer from 1 to 99, got 0", "gen-stand"),
        ({"counts": {1: 1}}, ".counts", "expected keys that are texts, got the key 1", ""),
        ({"counts": ()}, ".counts", "expected a mapping from texts, got a tuple", ""),
        ({"anything": ({"a": 0.5},)}, ".anything[0].a", "a value that JSON can hold, got 0.5", ""),
        ({"anything": [1]}, ".anything", "a value that JSON can hold, got a list", ""),
        ({"anything": Decimal("NaN")}, ".anything", "a value that JSON can hold", ""),
        ({"switch": True}, ".switch", "expected one of 1, 'auto', got True", ""),
    ],
)
def test_what_they_do_not_allow_is_named(fields: dict[str, Any], path: str, message: str, rule: str) -> None:
    [(found_path, found_message, found_rule)] = problems(Everything(**fields))
    assert (found_path, found_rule) == (f"$.{path[1:]}", rule)
    assert message in found_message


def test_all_problems_are_named_in_the_order_of_the_fields() -> None:
    wrong = Everything(units=(Unit(stands=0, arm="x"), Unit(stands=100), Unit()), flank="no", face=2.5)  # type: ignore[arg-type]  # on purpose
    assert [path for path, _, _ in problems(wrong, "$.request")] == [
        "$.request.units[0].arm",
        "$.request.units[0].stands",
        "$.request.units[1].stands",
        "$.request.units",
        "$.request.flank",
        "$.request.face",
    ]


def test_a_long_value_is_shortened_and_stays_on_one_line() -> None:
    [(_, message, _)] = problems(Unit(arm="\n" * 10**6))  # type: ignore[arg-type]  # on purpose
    assert len(message) < 150


@pytest.mark.parametrize("value", [None, 1, {}, "x", Unit, inches(6), (Unit(),)])
def test_only_an_instance_of_an_attrs_class_can_be_validated(value: object) -> None:
    [(path, message, _)] = problems(value)
    assert path == "$"
    assert message.startswith("expected an instance of an attrs class, got ")


@given(st.integers())
def test_a_range_holds_exactly_between_its_bounds(stands: int) -> None:
    if 1 <= stands <= 99:
        validate(Unit(stands=stands))
    else:
        assert problems(Unit(stands=stands))[0][::2] == ("$.stands", "gen-stand")


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (Range(3, None), "an integer of at least 3"),
        (Range(None, 3), "an integer of at most 3"),
        (Range(3, 3), "an integer of exactly 3"),
        (Range(0, 3), "an integer from 0 to 3"),
    ],
)
def test_every_range_can_be_said_in_words(limit: Range, words: str) -> None:
    cls = attrs.make_class("Box", {"value": attrs.field(type=cast("type", Annotated[int, limit]))}, frozen=True)
    assert words in problems(cls(-1 if limit.low is not None else 4))[0][1]


@pytest.mark.parametrize("kind", [Range, Size])
def test_a_limit_must_limit(kind: type[Range | Size]) -> None:
    with pytest.raises(ValueError, match="limits nothing"):
        kind(None, None)
    with pytest.raises(ValueError, match="above the upper bound"):
        kind(2, 1)


@frozen
class Tagged:
    kind: str


@frozen
class Chief:
    kind: ClassVar[str] = "chief"


@pytest.mark.parametrize(
    "annotation",
    [
        float,
        object,
        Any,
        None.__class__ | Any,
        list[int],
        frozenset[int],
        tuple,
        dict[int, int],
        str | Fraction,
        int | Inches,
        str | Literal["all"],  # noqa: PYI051 - redundant, and refused for it
        Unit | Mapping[str, int],
        tuple[int, ...] | tuple[str, ...],
        Unit | Tagged,
        Leader | Chief,
        Annotated[str, Range(1, 2)],
        Annotated[int, Size(1, 2)],
        Annotated[int | None, Range(1, 2)],
        TypeVar("Unbound"),
    ],
    ids=str,
)
def test_what_json_could_not_give_back_is_no_type_of_a_field(annotation: Any) -> None:
    with pytest.raises(TypeError):
        shape_of(annotation)


def test_the_mistake_of_an_author_names_class_and_field() -> None:
    cls = attrs.make_class("Box", {"weight": attrs.field(type=float)})
    with pytest.raises(TypeError, match=r"Box\.weight: "):
        fields_of(cls)


@pytest.mark.parametrize(
    ("name", "tag"), [("Roll", "roll"), ("ChartLookUp", "chart_look_up"), ("D6Roll", "d6_roll"), ("HQMove", "hq_move")]
)
def test_a_tag_is_the_name_in_snake_case(name: str, tag: str) -> None:
    assert tag_of(type(name, (), {})) == tag
    assert tag_of(Leader) == "chief"


@frozen(kw_only=True)
class _Pair:
    low: Annotated[int, Range(0, 9)]
    high: int

    def inconsistencies(self) -> Iterator[Problem]:
        if self.low > self.high:
            yield Problem(".low", f"{self.low} is above {self.high}", "pair-order")


@frozen(kw_only=True)
class _Pairs:
    pairs: tuple[_Pair, ...]


def test_a_class_says_what_no_single_field_can_say() -> None:
    validate(_Pairs(pairs=(_Pair(low=1, high=2),)))
    with pytest.raises(InvalidRequestError) as caught:
        validate(_Pairs(pairs=(_Pair(low=1, high=2), _Pair(low=3, high=2))))
    assert caught.value.problems == (Problem("$.pairs[1].low", "3 is above 2", "pair-order"),)


def test_inconsistencies_are_asked_for_only_when_every_field_is_right_by_itself() -> None:
    with pytest.raises(InvalidRequestError) as caught:
        validate(_Pair(low=10, high=2))
    assert [(problem.path, problem.rule) for problem in caught.value.problems] == [("$.low", "")]


# --- What was found right once ------------------------------------------------------------------------------------

_asked: list[int] = []


@frozen(kw_only=True)
class Part:
    number: int

    def inconsistencies(self) -> Iterator[Problem]:
        _asked.append(self.number)
        if self.number < 0:
            yield Problem(".number", "is below 0")


@frozen(kw_only=True)
class Parts:
    parts: tuple[Part, ...]


@define(kw_only=True)
class Loose:
    number: Annotated[int, Range(0, 9)]


@frozen(kw_only=True)
class Holder:
    loose: Loose


@frozen(kw_only=True)
class HolderOfHolder:
    holder: Holder


@frozen(kw_only=True)
class WithTable:
    values: Mapping[str, int]


@frozen(kw_only=True)
class HolderOfTable:
    part: WithTable


def test_a_part_that_cannot_change_is_checked_once() -> None:
    _asked.clear()
    good, bad = Part(number=1), Part(number=-1)
    validate(Parts(parts=(good,)))
    validate(Parts(parts=(good, good)))
    assert _asked == [1]
    validate(Parts(parts=(Part(number=1),)))  # an equal one is another one
    assert _asked == [1, 1]
    for _ in range(2):  # what is wrong stays wrong
        with pytest.raises(InvalidRequestError, match=r"\$\.parts\[1\]\.number: is below 0"):
            validate(Parts(parts=(good, bad)))
    assert _asked == [1, 1, *[-1] * 4]  # once to see that it is wrong, and once to say why


def test_a_part_of_another_class_is_refused_even_if_it_was_found_right_before() -> None:
    part = Part(number=1)
    validate(part)
    with pytest.raises(InvalidRequestError, match=r"\$\.part: expected .*WithTable"):
        validate(HolderOfTable(part=cast("Any", part)))
    other = HolderOfHolder(holder=Holder(loose=Loose(number=1)))
    validate(other)
    with pytest.raises(InvalidRequestError, match=r"\$\.parts\[1\]: expected .*Part"):
        validate(Parts(parts=(part, cast("Any", other))))


def test_a_part_that_can_change_is_checked_every_time() -> None:
    whole = HolderOfHolder(holder=Holder(loose=Loose(number=1)))
    validate(whole)
    whole.holder.loose.number = 10
    with pytest.raises(InvalidRequestError, match=r"\$\.holder\.loose\.number"):
        validate(whole)


def test_a_part_with_a_table_is_checked_every_time() -> None:
    values: dict[str, Any] = {"a": 1}
    whole = HolderOfTable(part=WithTable(values=values))
    validate(whole)
    values["a"] = "one"
    with pytest.raises(InvalidRequestError, match=r"\$\.part\.values"):
        validate(whole)


def test_what_a_procedure_made_is_not_looked_at_and_what_is_made_of_it_is() -> None:
    _asked.clear()
    made = take_for_right(Part(number=-1))
    validate(made)
    validate(Parts(parts=(made,)))
    assert _asked == []
    with pytest.raises(InvalidRequestError, match="number: is below 0"):
        validate(attrs.evolve(made))
    whole = take_for_right(HolderOfHolder(holder=Holder(loose=Loose(number=10))))  # it can change
    with pytest.raises(InvalidRequestError, match=r"\$\.holder\.loose\.number"):
        validate(whole)


@frozen(kw_only=True)
class Told:
    name: str = ""
    maybe: Annotated[str, Size(0, 9)] | None = None
    names: tuple[str, ...] = ()
    table: Mapping[str, str] = attrs.field(factory=dict[str, str])


@pytest.mark.parametrize(
    ("wrong", "path"),
    [
        ({"name": "\udcff"}, r"\$\.name"),
        ({"maybe": "a\ud800"}, r"\$\.maybe"),
        ({"names": ("Чапаев", "\udfff")}, r"\$\.names\[1\]"),
        ({"table": {"a": "\ud800"}}, r"\$\.table\.a"),
        ({"table": {"\ud800": "a"}}, r"\$\.table"),
    ],
)
def test_half_a_character_is_refused_since_no_file_can_hold_it(wrong: dict[str, Any], path: str) -> None:
    validate(Told(name="Чапаев", maybe="Ёж", names=("🐎",), table={"é": "ю"}))
    with pytest.raises(InvalidRequestError, match=rf"{path}: .* holds half of a character"):
        validate(Told(**wrong))
