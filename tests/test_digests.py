"""The canonical form of a document, and what its digest notices."""

from __future__ import annotations

import json
import tracemalloc
from decimal import Decimal
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rcw_rules.digests import canonical_json, digest_of, digest_of_unstructured
from rcw_rules.json_text import dumps, parse_json

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**20), 10**20) | st.decimals(-1000, 1000, places=3) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"b": 1, "a": [True, None, {}, []]}, '{"a":[true,null,{},[]],"b":1}'),
        ([Decimal("6.50"), Decimal("7.0"), Decimal("-0.0"), Decimal("1E+3"), Decimal("1E-3")], "[6.5,7,0,1000,0.001]"),
        ([0, -7, 10**30, Decimal("0.1234567890123456789012345678901234567890")], None),
        ('Č "\\/\x00\x1f\x7f\b\f\n\r\t', '"Č \\"\\\\/\\u0000\\u001f\x7f\\b\\f\\n\\r\\t"'),
        # U+FF61 comes before U+1F600 as a character, and after its first half in UTF-16.
        ({"\uff61": 1, "\U0001f600": 2, "a": 3}, '{"a":3,"\U0001f600":2,"\uff61":1}'),
        ((1, 2), "[1,2]"),
        ([6.5, 7.0, -0.0, 1e-5], "[6.5,7,0,0.00001]"),
    ],
)
def test_the_canonical_form(data: object, text: str | None) -> None:
    expected = "[0,-7,1" + "0" * 30 + ",0.123456789012345678901234567890123456789]" if text is None else text
    assert canonical_json(data) == expected


@pytest.mark.parametrize("data", [{1: 2}, [1.5j], {"a": object()}])
def test_what_is_not_plain_has_no_canonical_form(data: object) -> None:
    with pytest.raises(TypeError):
        canonical_json(data)


def test_a_number_is_finite() -> None:
    with pytest.raises(ValueError, match="JSON has no number NaN"):
        canonical_json(Decimal("nan"))
    with pytest.raises(ValueError, match="JSON has no number Infinity"):
        canonical_json(float("inf"))


@given(PLAIN)
def test_the_canonical_form_says_the_same_and_depends_on_nothing_else(data: Any) -> None:
    canonical = canonical_json(data)
    assert parse_json(canonical, "it") == data
    assert canonical_json(parse_json(dumps(data, indent=3), "it")) == canonical
    assert canonical_json(parse_json(canonical, "it")) == canonical


@given(st.dictionaries(TEXTS, PLAIN, max_size=4))
def test_the_digest_is_a_hash_of_the_canonical_form_without_the_digest(document: dict[str, Any]) -> None:
    document.pop("digest", None)
    expected = sha256(canonical_json(document).encode("utf-8")).hexdigest()
    assert digest_of(document) == digest_of({"digest": "anything", **document}) == expected
    assert digest_of(dict(reversed(document.items()))) == expected
    assert digest_of({**document, "one more": 1}) != expected


@given(st.dictionaries(TEXTS, PLAIN, max_size=4))
def test_the_fast_digest_is_the_digest(document: dict[str, Any]) -> None:
    assert digest_of_unstructured(document) == digest_of(document)


@pytest.mark.parametrize(
    "document",
    [
        {"\uff61": 1, "\U0001f600": 2},
        {"digest": "left out", "b": [True, None, (1, 2)], "a": 'Č "\\/\x00\x1f\x7f\b\f\n\r\t'},
        {"a": {"z": 10**30, "b": Decimal("6.50")}},
    ],
)
def test_the_fast_digest_leaves_to_the_other_what_it_cannot_write(document: dict[str, Any]) -> None:
    assert digest_of_unstructured(document) == digest_of(document)


def test_the_form_is_what_python_writes_where_both_agree() -> None:
    data = {"b": [1, "two", None, False], "a": {"d": "Č", "c": -5}}
    assert canonical_json(data) == json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def test_long_keys_are_forgotten() -> None:
    """A service reads documents of strangers, with keys as long as they like."""
    tracemalloc.start()
    try:
        for number in range(10):
            digest_of({f"{number}{'ж' * 200_000}": number})
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 1_000_000
