"""Digests of documents: one hash over everything that a document says, in a form that every language can make."""

from __future__ import annotations

from decimal import Decimal
from hashlib import sha256
from json.encoder import JSONEncoder, encode_basestring
from typing import Any

from rcw_rules.json_text import dumps
from rcw_rules.kernel.shapes import is_array, is_object, is_tuple

__all__ = ["canonical_json", "digest_of", "digest_of_unstructured"]


def canonical_json(data: object) -> str:
    r"""Return *data* as JSON in its canonical form, the same text for the same values.

    - No spaces and no line breaks stand between values.
    - The keys of an object ascend by their UTF-16 code units, as JavaScript sorts texts.
    - A text is written as it is, but for ``"``, ``\`` and the characters below U+0020. These are escaped: ``\b``,
      ``\f``, ``\n``, ``\r`` and ``\t``, and ``\u001f`` with lower-case digits for the others.
    - A number is written exactly, without a power of ten, without zeros at the end of its decimals, and without a sign
      before 0: 6.50 is ``6.5`` and 7.0 is ``7``.

    It is what RFC 8785 prescribes, for whole numbers below 2 to the power of 53 and decimals of up to fifteen digits.
    Beyond these RFC 8785 rounds, and this form does not.

    >>> canonical_json({"b": [1, Decimal("6.50")], "a": "Čapajev"})
    '{"a":"Čapajev","b":[1,6.5]}'

    Args:
        data: Plain data as `parse_json` returns it. A float is the number that Python writes for it.

    Raises:
        TypeError: The data is not plain.
        ValueError: A number is not finite.
    """
    if type(data) is str:  # these two are most of a document
        return encode_basestring(data)
    if type(data) is int:
        return str(data)
    if is_object(data):
        items = [f"{canonical_json(key)}:{canonical_json(data[key])}" for key in _ascending(data)]
        return "{" + ",".join(items) + "}"
    if is_array(data) or is_tuple(data):
        return "[" + ",".join(map(canonical_json, data)) + "]"
    if isinstance(data, float):
        data = Decimal(repr(data))
    if isinstance(data, Decimal):
        if not data.is_finite():
            raise ValueError(f"JSON has no number {data}")
        text = format(data, "f")
        text = text.rstrip("0").removesuffix(".") if "." in text else text
        return "0" if text == "-0" else text
    return dumps(data)


def digest_of(document: dict[str, Any]) -> str:
    """Return the SHA-256 of the canonical form of *document* without its key ``digest``: 64 hexadecimal digits.

    >>> digest_of({"stands": 7})[:16], digest_of({"stands": 7, "digest": "anything"})[:16]
    ('a936fea5b5bda7a4', 'a936fea5b5bda7a4')
    """
    body = {key: item for key, item in document.items() if key != "digest"}
    return sha256(canonical_json(body).encode()).hexdigest()


_MARK = "\ud800"
"""Stands on both sides of a decimal until its quotation marks are taken off: half a character, so in no text."""


def _marked(number: object) -> str:
    if not isinstance(number, Decimal):
        raise TypeError(f"no JSON value: {number!r}")
    return f"{_MARK}{canonical_json(number)}{_MARK}"


_ENCODER = JSONEncoder(ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":"), default=_marked)
"""Writes the canonical form but for marks round decimals, as long as there are no keys that UTF-16 sorts otherwise."""

_FIRST_SURROGATE = "\ud800"


def digest_of_unstructured(data: dict[str, Any]) -> str:
    """Return `digest_of` of what `unstructure` returned, which holds no float, many times faster."""
    try:
        text = _ENCODER.encode(data)
    except TypeError:
        return digest_of(data)
    text = text.replace(f'"{_MARK}', "").replace(f'{_MARK}"', "")
    if "digest" in data or not (text.isascii() or max(text) < _FIRST_SURROGATE):
        return digest_of(data)
    return sha256(text.encode()).hexdigest()


def _ascending(data: dict[str, Any]) -> list[str]:
    try:
        is_ascii = "".join(data).isascii()
    except TypeError:  # a key that is no text
        is_ascii = False
    return sorted(data) if is_ascii else sorted(data, key=_utf_16)


def _utf_16(key: object) -> bytes:
    if not isinstance(key, str):
        raise TypeError(f"a key of a JSON object is a text, not {key!r}")
    return key.encode("utf-16-be")
