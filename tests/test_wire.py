"""The wire is strict both ways: what goes out comes back equal, and what is wrong is named and nothing else happens."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import attrs
import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.errors import InvalidRequestError, Problem, WireVersionError
from rcw_rules.kernel.fields import JSONValue, Range, Size, validate
from rcw_rules.kernel.lengths import MOST_INCHES, Inches, inches
from rcw_rules.wire import (
    converter,
    dumps,
    envelope,
    open_envelope,
    parse_json,
    read_json_file,
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


# --- Text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"\xff{}", "$: it is not UTF-8: byte 1 fits no character"),
        ("{}".encode("utf-16"), "$: it is not UTF-8: byte 1 fits no character"),
        (b"\xef\xbb\xbf{}", "$: it begins with a byte order mark: save it as UTF-8 without one"),
        ("\ufeff{}", "$: it begins with a byte order mark: save it as UTF-8 without one"),
        (b"", "$: it is empty"),
        (" \n", "$: it is empty"),
        ('{"a": 1,\n "b": }', "$: it is not JSON: line 2, column 7: expecting value"),
        ("{} {}", "$: it is not JSON: line 1, column 4: extra data"),
        ("{'a': 1}", "$: it is not JSON: line 1, column 2: expecting property name enclosed in double quotes"),
        ('[{"a": {"b": 1, "c": 2, "b": 3}}]', '$[0].a: the key "b" appears twice'),
        ("[NaN]", "$[0]: NaN is no number in JSON"),
        ("-Infinity", "$: -Infinity is no number in JSON"),
        ("1" * 5000, "$: a number of 5000 digits is too huge"),
        ("1e101", "$: the number 1e101 is too huge or too fine"),
        ("1e-101", "$: the number 1e-101 is too huge or too fine"),
        ("1e" + "9" * 30, f"$: the number 1e{'9' * 30} is too huge or too fine"),
        ("0." + "1" * 200, f"$: the number 0.{'1' * 38} is too huge or too fine"),
        ("[" * 101 + "]" * 101, "$: nested too deeply: at most 100 levels"),
        ("[" * 10**6, "$: it is nested too deeply"),
        (r'{"a": ["\ud800"]}', "$.a[0]: the text holds half of a character (a lone surrogate)"),
        (r'{"\udfff": 1}', r'$: the key "\udfff" holds half of a character (a lone surrogate)'),
    ],
)
def test_text_that_is_not_strict_json_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        parse_json(text, "it")
    assert str(caught.value) == message


def test_text_within_the_limits_is_read() -> None:
    assert parse_json("[" * 100 + "]" * 100, "it") is not None
    assert parse_json(b'[1e100, 6.50, -3, "\\u010dapajev", true, null]', "it") == [
        Decimal("1e100"),
        Decimal("6.50"),
        -3,
        "čapajev",
        True,
        None,
    ]


@given(st.binary(max_size=60) | st.text(alphabet='{}[]":,.0123456789eE+-\\untrfalsNI \n', max_size=60))
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    try:
        data = parse_json(text, "it")
    except InvalidRequestError as error:
        refused = error
    else:
        assert parse_json(dumps(data), "it") == data
        return
    assert len(str(refused).splitlines()) == 1


def test_a_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "request.json"
    path.write_text('{"a": "č"}', encoding="utf-8")
    assert read_json_file(path) == read_json_file(str(path)) == {"a": "č"}


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = tmp_path / "empty.json"
    empty.touch()
    for path, message in (
        (empty, f"$: {str(empty)!r} is empty"),
        (tmp_path, f"$: {str(tmp_path)!r} is a directory, not a file"),
        (tmp_path / "no\nne", f"$: there is no file {str(tmp_path / 'no') + chr(10) + 'ne'!r}"),
        (Path("a\0b"), r"$: 'a\x00b' is no name of a file"),
        (empty / "below", f"$: {str(empty / 'below')!r} cannot be read: Not a directory"),
    ):
        with pytest.raises(InvalidRequestError) as caught:
            read_json_file(path)
        assert str(caught.value) == message

    def deny(_: Path) -> bytes:
        raise PermissionError

    monkeypatch.setattr(Path, "read_bytes", deny)
    with pytest.raises(InvalidRequestError, match="may not be read: permission denied"):
        read_json_file(empty)


def test_text_is_written_as_the_standard_library_writes_it() -> None:
    data = {"a": [1, True, None, "č\n"], "b": {}, "c": [], "d": {"e": 0.5}}
    for indent in (None, 0, 2, 4):
        assert dumps(data, indent) == json.dumps(data, indent=indent, ensure_ascii=False)


def test_decimals_are_written_exactly() -> None:
    numbers = [Decimal("6.50"), Decimal("1E+3"), Decimal("1E-3"), Decimal("1.25E-9")]
    assert dumps(numbers, None) == "[6.50, 1E+3, 0.001, 1.25E-9]"
    assert json.loads(dumps(numbers)) == [6.5, 1000, 0.001, 1.25e-9]


@pytest.mark.parametrize("text", ["1e100", "-1e-100", "9" * 100, "-" + "9" * 100, "1." + "1" * 99, "1" * 50 + "e50"])
def test_numbers_at_the_limits_come_back(text: str) -> None:
    data = parse_json(text, "it")
    assert parse_json(dumps(data), "it") == data


@pytest.mark.parametrize("data", [float("nan"), float("inf"), Decimal("NaN"), [Decimal("Infinity")]])
def test_numbers_that_are_not_finite_are_not_written(data: object) -> None:
    with pytest.raises(ValueError, match="JSON"):
        dumps(data)


@pytest.mark.parametrize("data", [{1: 2}, {1, 2}, Fraction(1, 2), inches(1)])
def test_data_that_is_not_plain_is_not_written(data: object) -> None:
    with pytest.raises(TypeError):
        dumps(data)


# --- Versions

Migration = Callable[[dict[str, Any]], dict[str, Any]]
MIGRATIONS: dict[int, Migration] = {
    1: lambda body: {"units": body["stands"]},
    2: lambda body: {**body, "turn": 1},
}


def test_an_envelope_is_opened() -> None:
    document = envelope("rcw-save", 3, {"units": 7, "turn": 2})
    assert list(document) == ["format", "schema_version", "units", "turn"]
    assert open_envelope(document, "rcw-save", 3, MIGRATIONS) == {"units": 7, "turn": 2}


def test_an_older_document_passes_through_every_migration_in_order() -> None:
    document = envelope("rcw-save", 1, {"stands": 7})
    assert open_envelope(document, "rcw-save", 3, MIGRATIONS) == {"units": 7, "turn": 1}
    assert document == {"format": "rcw-save", "schema_version": 1, "stands": 7}
    assert open_envelope(envelope("rcw-save", 2, {"units": 7}), "rcw-save", 3, MIGRATIONS) == {"units": 7, "turn": 1}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"format": "rcw-save", "schema_version": 4}, "version 4 of 'rcw-save'.*versions up to 3: upgrade"),
        ({"format": "rcw-save", "schema_version": 10**5000}, "version a huge number of"),
        ({"format": "rcw-roster", "schema_version": 1}, "\"rcw-roster\" is not known here; expected 'rcw-save'"),
    ],
    ids=["newer", "much newer", "another format"],
)
def test_a_newer_or_foreign_document_is_refused(document: object, message: str) -> None:
    with pytest.raises(WireVersionError, match=message):
        open_envelope(document, "rcw-save", 3, MIGRATIONS)


@pytest.mark.parametrize(
    ("document", "messages"),
    [
        ([], ["$: expected an object, got an array of 0 items"]),
        (
            {},
            ['$.format: missing; expected "rcw-save"', "$.schema_version: missing; expected an integer of at least 1"],
        ),
        ({"format": 1, "schema_version": 1}, ['$.format: expected "rcw-save", got 1']),
        (
            {"format": "rcw-save", "schema_version": True},
            ["$.schema_version: expected an integer of at least 1, got true"],
        ),
        ({"format": "rcw-save", "schema_version": 0}, ["$.schema_version: expected an integer of at least 1, got 0"]),
        (
            {"format": "rcw-save", "schema_version": 1},
            ["$: the document is not what version 1 of 'rcw-save' looks like"],
        ),
    ],
)
def test_what_is_no_document_is_refused(document: object, messages: list[str]) -> None:
    with pytest.raises(InvalidRequestError) as caught:
        open_envelope(document, "rcw-save", 3, MIGRATIONS)
    assert [str(problem) for problem in caught.value.problems] == messages


def test_an_author_who_leaves_out_a_migration_hears_of_it() -> None:
    with pytest.raises(ValueError, match="from version 1 to 4"):
        open_envelope(envelope("rcw-save", 4, {}), "rcw-save", 4, MIGRATIONS)
    with pytest.raises(ValueError, match="keys of the envelope"):
        envelope("rcw-save", 1, {"format": 1})
