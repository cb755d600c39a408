"""The wire is strict both ways: what goes out comes back equal, and what is wrong is named and nothing else happens."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import attrs
import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.fields import JSONValue, Range, Size, validate
from rcw_rules.kernel.lengths import MOST_INCHES, Inches, inches
from rcw_rules.wire import (
    converter,
    dumps,
    parse_json,
    structure,
    unstructure,
)

Answer = TypeVar("Answer")


Arm = Literal["foot", "horse"]


Stands = Annotated[int, Range(1, 99, rule="gen-stand")]


class Question(Generic[Answer]):
    __slots__ = ()


@frozen(kw_only=True)
class Unit:
    arm: Arm
    stands: Stands
    move: Inches | None = None


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
    units: Annotated[tuple[Unit, ...], Size(1, None, rule="some")]
    flank: bool = False
    chance: Annotated[Fraction, Range(0, 1)] = Fraction(1, 6)
    pair: tuple[int, str] = (1, "a")
    steps: tuple[Step, ...] = ()
    counts: Mapping[str, Stands] = attrs.Factory(dict[str, int])
    anything: JSONValue = None
    reach: Annotated[Inches, Range(None, 12, rule="reach")] | None = None
    single: Unit | None = None
    value: Annotated[Fraction | int | None, "a mark of somebody else"] = None
    row: Annotated[tuple[Annotated[int, "a mark"], ...], "another"] = ()


@frozen(kw_only=True)
class Pair:
    low: int
    high: int

    def __attrs_post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("low must not be\nabove high")
        if self.low == self.high:
            raise InvalidRequestError([Problem("$.high", "must differ from low", "pair")])


@frozen(kw_only=True)
class Pairs:
    pairs: tuple[Pair, ...]


@frozen(kw_only=True)
class Few:
    items: Annotated[tuple[int, ...], Size(2, None)]


UNIT = {"arm": "foot", "stands": 3}


FIGHT: dict[Any, Any] = {"units": [UNIT]}


def refusals(data: object, cls: type = Fight, path: str = "$") -> list[tuple[str, str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        structure(data, cls, path)
    assert len(str(caught.value).splitlines()) == 1
    return [(problem.path, problem.message, problem.rule) for problem in caught.value.problems]


# --- Round trips

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)


LENGTHS = st.integers(0, MOST_INCHES * 1000).map(lambda thousandths: Inches(thousandths=thousandths))


UNITS = st.builds(Unit, arm=st.sampled_from(["foot", "horse"]), stands=st.integers(1, 99), move=st.none() | LENGTHS)


STEPS: st.SearchStrategy[DiceRoll | Resolved] = st.recursive(
    st.builds(DiceRoll, faces=st.lists(st.integers() | TEXTS, max_size=3).map(tuple)),
    lambda steps: st.builds(Resolved, steps=st.lists(steps, max_size=3).map(tuple), opening=st.none() | steps),
    max_leaves=5,
)


DECIMALS = st.decimals(-(10**9), 10**9, places=4)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**90), 10**90) | DECIMALS | TEXTS,
    lambda values: st.lists(values, max_size=3).map(tuple) | st.dictionaries(TEXTS, values, max_size=3),
    max_leaves=5,
)


FIGHTS = st.builds(
    Fight,
    units=st.lists(UNITS, min_size=1, max_size=3).map(tuple),
    flank=st.booleans(),
    chance=st.fractions(0, 1),
    pair=st.tuples(st.integers(-(10**90), 10**90), TEXTS),
    steps=st.lists(STEPS, max_size=3).map(tuple),
    counts=st.dictionaries(TEXTS, st.integers(1, 99), max_size=3),
    anything=JSON_VALUES,
    reach=st.none() | st.integers(0, 12_000).map(lambda thousandths: Inches(thousandths=thousandths)),
    single=st.none() | UNITS,
    value=st.none() | st.integers(-5, 5) | st.fractions(max_denominator=3),
    row=st.lists(st.integers(), max_size=2).map(tuple),
)


@given(FIGHTS, st.sampled_from([None, 0, 2]))
def test_what_goes_out_comes_back_equal(fight: Fight, indent: int | None) -> None:
    data = unstructure(fight)
    assert structure(data, Fight) == fight
    text = dumps(data, indent)
    again = structure(parse_json(text.encode(), "the text"), Fight)
    assert again == fight
    assert dumps(unstructure(again), indent) == text
    validate(again)


@given(FIGHTS)
def test_the_text_means_the_same_to_another_json_reader(fight: Fight) -> None:
    # A reader that computes in floats gives them back as Python writes them, which is the text that was read, as
    # long as a number has no more than fifteen digits; a JSON value may have more, a length may not.
    fight = attrs.evolve(fight, anything=None)
    assert structure(json.loads(dumps(unstructure(fight))), Fight) == fight


def test_plain_data_has_fields_in_order_defaults_included() -> None:
    fight = Fight(
        units=(Unit(arm="foot", stands=3, move=inches("6.50")), Unit(arm="horse", stands=1, move=inches(6))),
        steps=(DiceRoll(faces=(6, "QH")), Resolved(steps=(DiceRoll(),), opening=Resolved(steps=()))),
        anything=({"a": (1,)},),
    )
    assert list(unstructure(fight).items()) == [
        (
            "units",
            [
                {"arm": "foot", "stands": 3, "move": Decimal("6.5")},
                {"arm": "horse", "stands": 1, "move": 6},
            ],
        ),
        ("flank", False),
        ("chance", "1/6"),
        ("pair", [1, "a"]),
        (
            "steps",
            [
                {"kind": "dice_roll", "faces": [6, "QH"]},
                {
                    "kind": "sub",
                    "steps": [{"kind": "dice_roll", "faces": []}],
                    "opening": {"kind": "sub", "steps": [], "opening": None},
                },
            ],
        ),
        ("counts", {}),
        ("anything", [{"a": [1]}]),
        ("reach", None),
        ("single", None),
        ("value", None),
        ("row", []),
    ]


@pytest.mark.parametrize(
    ("written", "chance"),
    [("1/6", Fraction(1, 6)), ("2/12", Fraction(1, 6)), ("1", Fraction(1)), (1, Fraction(1)), ("0/5", Fraction(0))],
)
def test_fractions_are_read(written: object, chance: Fraction) -> None:
    assert structure({**FIGHT, "chance": written}, Fight).chance == chance


@pytest.mark.parametrize("written", ["6.5", "6.50", "6.500000", "65e-1", "0.65E1"])
def test_lengths_are_read_exactly(written: str) -> None:
    data = parse_json(f'{{"units": [{{"arm": "foot", "stands": 3, "move": {written}}}]}}', "it")
    assert structure(data, Fight).units[0].move == Inches(thousandths=6500)


@pytest.mark.parametrize("value", [2, Fraction(2), Fraction(1, 6), None])
def test_beside_an_integer_a_fraction_is_a_text(value: Fraction | int | None) -> None:
    written = unstructure(Fight(units=(Unit(arm="foot", stands=1),), value=value))
    assert type(written["value"]) is {int: int, Fraction: str, type(None): type(None)}[type(value)]
    read = structure(written, Fight).value
    assert (type(read), read) == (type(value), value)


def test_a_value_is_written_as_the_type_declares() -> None:
    steps = (DiceRoll(faces=(1,)), Resolved(steps=()))
    data = unstructure(steps, tuple[Step, ...])
    assert data == [{"kind": "dice_roll", "faces": [1]}, {"kind": "sub", "steps": [], "opening": None}]
    assert structure(data, tuple[Step, ...]) == steps
    assert unstructure(steps[0]) == {"faces": [1]}
    with pytest.raises(TypeError):
        unstructure({1, 2})


def test_there_is_one_converter() -> None:
    assert converter() is converter()


def test_a_value_that_no_member_of_a_union_fits_is_not_written() -> None:
    broken: Any = DiceRoll(faces=(0.5,))  # type: ignore[arg-type]  # on purpose
    with pytest.raises(TypeError, match=r"expected an integer or a text, got 0\.5"):
        unstructure(broken)


# --- Refusals


@pytest.mark.parametrize(
    ("data", "path", "message", "rule"),
    [
        ([], "", "expected an object, got an array of 0 items", ""),
        (None, "", "expected an object, got null", ""),
        ({}, ".units", "missing; expected an array of at least 1 item", ""),
        ({**FIGHT, "flnak": True}, ".flnak", "unknown key; did you mean 'flank'?", ""),
        ({**FIGHT, "kind": "fight"}, ".kind", "unknown key", ""),
        ({**FIGHT, "odd key": 1}, '["odd key"]', "unknown key", ""),
        ({**FIGHT, 1: 1}, "", "expected keys that are texts, got the key 1", ""),
        ({"units": []}, ".units", "expected an array of at least 1 item, got 0 items", "some"),
        ({"units": (UNIT,)}, ".units", "expected an array of at least 1 item, got a tuple", "some"),
        ({"units": {}}, ".units", "expected an array of at least 1 item, got an object", "some"),
        ({"units": [{"arm": "foot"}]}, ".units[0].stands", "missing; expected an integer from 1 to 99", ""),
        ({"units": [UNIT, {**UNIT, "stands": 0}]}, ".units[1].stands", "an integer from 1 to 99, got 0", "gen-stand"),
        ({"units": [{**UNIT, "stands": 10**5000}]}, ".units[0].stands", "got a huge number", "gen-stand"),
        ({"units": [{**UNIT, "stands": "7"}]}, ".units[0].stands", 'an integer from 1 to 99, got "7"', "gen-stand"),
        ({"units": [{**UNIT, "stands": True}]}, ".units[0].stands", "an integer from 1 to 99, got true", "gen-stand"),
        ({"units": [{**UNIT, "stands": 2.0}]}, ".units[0].stands", "an integer from 1 to 99, got 2.0", "gen-stand"),
        (
            {"units": [{**UNIT, "stands": Decimal(2)}]},
            ".units[0].stands",
            "an integer from 1 to 99, got 2",
            "gen-stand",
        ),
        ({"units": [{**UNIT, "arm": "fot"}]}, ".units[0].arm", """got "fot"; did you mean 'foot'?""", ""),
        ({"units": [{**UNIT, "arm": ["foot"]}]}, ".units[0].arm", 'one of "foot", "horse", got an array', ""),
        ({"units": [{**UNIT, "move": "6.5"}]}, ".units[0].move", 'from 0 to 1,000,000 or null, got "6.5"', ""),
        ({"units": [{**UNIT, "move": -1}]}, ".units[0].move", "a number of inches from 0 to 1,000,000", ""),
        ({"units": [{**UNIT, "move": 0.1 + 0.2}]}, ".units[0].move", "at most three decimals", ""),
        ({"units": [{**UNIT, "move": Decimal("6.5555")}]}, ".units[0].move", "at most three decimals, got 6.5555", ""),
        ({"units": [{**UNIT, "move": float("nan")}]}, ".units[0].move", "got nan", ""),
        ({"units": [{**UNIT, "move": Decimal("1E+999999")}]}, ".units[0].move", "got 1E+999999", ""),
        ({**FIGHT, "reach": Decimal("12.5")}, ".reach", "a number of inches of at most 12, got 12.5", "reach"),
        ({**FIGHT, "flank": 1}, ".flank", "expected true or false, got 1", ""),
        ({**FIGHT, "flank": None}, ".flank", "expected true or false, got null", ""),
        ({**FIGHT, "chance": "1/0"}, ".chance", 'a fraction such as "1/6"', ""),
        ({**FIGHT, "chance": "1/6\n"}, ".chance", 'a fraction such as "1/6"', ""),
        ({**FIGHT, "chance": "1" * 5000}, ".chance", 'a fraction such as "1/6"', ""),
        ({**FIGHT, "chance": 0.5}, ".chance", "got 0.5", ""),
        ({**FIGHT, "chance": True}, ".chance", "got true", ""),
        ({**FIGHT, "chance": "7/6"}, ".chance", "or an integer from 0 to 1, got 7/6", ""),
        ({**FIGHT, "pair": [1]}, ".pair", "an array of exactly 2 items, got an array of 1 item", ""),
        ({**FIGHT, "pair": [1, 2]}, ".pair[1]", "expected a text, got 2", ""),
        ({**FIGHT, "steps": [{"faces": []}]}, ".steps[0].kind", 'missing; expected one of "dice_roll", "sub"', ""),
        ({**FIGHT, "steps": [{"kind": "rol"}]}, ".steps[0].kind", 'one of "dice_roll", "sub", got "rol"', ""),
        ({**FIGHT, "steps": [{"kind": ["sub"]}]}, ".steps[0].kind", "got an array of 1 item", ""),
        ({**FIGHT, "steps": [3]}, ".steps[0]", "expected an object, got 3", ""),
        ({**FIGHT, "steps": [{"kind": "sub", "steps": [{"kind": "sub"}]}]}, ".steps[0].steps[0].steps", "missing", ""),
        ({**FIGHT, "steps": [{"kind": "dice_roll", "faces": [True]}]}, ".steps[0].faces[0]", "got true", ""),
        ({**FIGHT, "counts": {"a b": 0}}, '.counts["a b"]', "from 1 to 99, got 0", "gen-stand"),
        ({**FIGHT, "counts": {1: 1}}, ".counts", "expected keys that are texts, got the key 1", ""),
        ({**FIGHT, "counts": []}, ".counts", "expected an object, got an array", ""),
        ({**FIGHT, "anything": [{"a": float("inf")}]}, ".anything[0].a", "any JSON value", ""),
        ({**FIGHT, "anything": {2: 1}}, ".anything", "expected keys that are texts, got the key 2", ""),
        ({**FIGHT, "anything": {"a": {1, 2}}}, ".anything.a", "expected any JSON value, got a set", ""),
        ({**FIGHT, "single": 5}, ".single", "expected an object or null, got 5", ""),
        ({**FIGHT, "single": {}}, ".single.arm", 'missing; expected one of "foot", "horse"', ""),
    ],
)
def test_what_does_not_fit_is_named(data: object, path: str, message: str, rule: str) -> None:
    found = refusals(data)
    assert (found[0][0], found[0][2]) == (f"${path}", rule)
    assert message in found[0][1]
    assert len(found) == 1 or path == ".single.arm"


def test_all_problems_are_named_at_once() -> None:
    data = {"units": [{"arm": "x", "stands": 0, "mve": 1}], "flank": "no", "steps": [{}], "chance": "?"}
    assert [path for path, _, _ in refusals(data, path="$.request")] == [
        "$.request.units[0].arm",
        "$.request.units[0].stands",
        "$.request.units[0].mve",
        "$.request.flank",
        "$.request.chance",
        "$.request.steps[0].kind",
    ]


def test_an_array_of_the_wrong_length_still_has_its_items_checked() -> None:
    assert [(path, message.partition(",")[0]) for path, message, _ in refusals({"items": ["x"]}, Few)] == [
        ("$.items[0]", "expected an integer"),
        ("$.items", "expected an array of at least 2 items"),
    ]


def test_what_a_class_asks_of_several_fields_has_the_path_of_its_object() -> None:
    data = {"pairs": [{"low": 1, "high": 2}, {"low": 2, "high": 1}, {"low": 1, "high": 1}]}
    assert refusals(data, Pairs) == [
        ("$.pairs[1]", "low must not be above high", ""),
        ("$.pairs[2].high", "must differ from low", "pair"),
    ]


def test_a_mistake_in_a_class_is_not_blamed_on_the_document() -> None:
    def fail(_: object) -> None:
        raise ZeroDivisionError

    cls = attrs.make_class("Broken", {"__attrs_post_init__": fail}, frozen=True)
    with pytest.raises(ZeroDivisionError):
        structure({}, cls)


def test_data_nested_without_end_is_refused() -> None:
    deep: Any = {"kind": "sub", "steps": []}
    for _ in range(3000):
        deep = {"kind": "sub", "steps": [deep]}
    assert refusals({**FIGHT, "steps": [deep]}) == [("$", "nested too deeply", "")]
    endless: list[Any] = []
    endless.append(endless)
    assert refusals({**FIGHT, "anything": endless}) == [("$", "nested too deeply", "")]


JSON_DATA = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.decimals() | st.text(max_size=5),
    lambda values: (
        st.lists(values, max_size=3)
        | st.dictionaries(
            st.sampled_from(["units", "arm", "stands", "steps", "kind", "faces", "chance", "x"]) | st.text(max_size=3),
            values,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(JSON_DATA, st.sampled_from([Fight, Unit, Resolved]))
def test_any_data_is_structured_or_refused(data: object, cls: type) -> None:
    try:
        validate(structure(data, cls))
    except InvalidRequestError as error:
        refused = error
    else:
        return
    assert refused.problems
    assert all(problem.path.startswith("$") for problem in refused.problems)
    assert len(str(refused).splitlines()) == 1


LOOKED_AT: list[int] = []


@frozen(kw_only=True)
class Column:
    length: int

    def inconsistencies(self) -> list[Problem]:
        LOOKED_AT.append(self.length)
        return [Problem(".length", "is never right")]


@frozen(kw_only=True)
class March:
    columns: tuple[Column, ...]
    hours: int


def test_a_document_with_very_many_mistakes_is_not_searched_for_more_than_are_named() -> None:
    LOOKED_AT.clear()
    inconsistent = [{"length": 1}] * 1_000
    with pytest.raises(InvalidRequestError) as refused:
        structure({"columns": inconsistent, "hours": "x"}, March)
    assert len(refused.value.problems) == 101  # the hundred that are kept, and that there are more
    assert len(LOOKED_AT) == 100
    LOOKED_AT.clear()
    with pytest.raises(InvalidRequestError):
        structure({"columns": [*([{}] * 150), *inconsistent], "hours": "x"}, March)
    assert not LOOKED_AT
