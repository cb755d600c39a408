"""JSON as text, and versions of it: what is read, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.kernel.errors import InvalidRequestError, WireVersionError
from rcw_rules.kernel.lengths import inches
from rcw_rules.wire import (
    dumps,
    envelope,
    open_envelope,
    parse_json,
    read_json_file,
)

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
        ("[NaN]", "$[0]: NaN is not a number in JSON"),
        ("-Infinity", "$: -Infinity is not a number in JSON"),
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
        (Path("a\0b"), r"$: 'a\x00b' is not the name of a file"),
        (empty / "below", f"$: {str(empty / 'below')!r} cannot be read: Not a directory"),
    ):
        with pytest.raises(InvalidRequestError) as caught:
            read_json_file(path)
        assert str(caught.value) == message

    def deny(*_: object) -> bytes:
        raise PermissionError

    monkeypatch.setattr("rcw_rules.json_text.read_bounded", deny)
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
