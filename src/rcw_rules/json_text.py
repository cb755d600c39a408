"""Text to plain data and back: strict JSON with exact numbers.

Plain data is what JSON can say: dicts with texts as keys, lists, texts, integers, decimals, booleans and None.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cache, partial
from itertools import chain
from typing import Any, cast

from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.reading import (
    Rejected,
    TextLimits,
    TooDeepError,
    each_value,
    exact_decimal,
    megabytes,
    read_bounded,
)
from rcw_rules.kernel.shape_words import key_step, show
from rcw_rules.kernel.shapes import is_array, is_object, is_tuple, is_whole
from rcw_rules.kernel.words import counted

__all__ = ["dumps", "parse_json", "read_json_file"]

_LIMITS = TextLimits()
_HALF_OF_A_CHARACTER = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")


def parse_json(text: str | bytes, what: str, *, limits: TextLimits = _LIMITS) -> object:
    """Return the plain data in *text*, which is strict JSON: numbers with a point or a power become exact decimals.

    >>> parse_json('{"full_move": 6.50}', "the request")
    {'full_move': Decimal('6.50')}

    Args:
        text: JSON, in UTF-8 where it is bytes.
        what: What the text is, for messages: a file's name, or "standard input".
        limits: How large it may be, how deeply nested, and how long its numbers.

    Raises:
        InvalidRequestError: The text is not strict JSON: not UTF-8, empty, a key twice in one object, NaN, a number of
            absurd size, nested too deeply; or it is too large.
    """
    if len(text) > limits.json_bytes:
        raise _malformed(f"{what} is larger than {megabytes(limits.json_bytes)}, the most that is read")
    try:
        decoded = text.decode("utf-8") if isinstance(text, bytes) else text
    except UnicodeDecodeError as error:
        raise _malformed(f"{what} is not UTF-8: byte {error.start + 1} fits no character") from None
    if decoded.startswith("\ufeff"):
        raise _malformed(f"{what} begins with a byte order mark: save it as UTF-8 without one")
    if not decoded.strip(" \t\r\n"):
        raise _malformed(f"{what} is empty")
    try:
        data = json.loads(
            decoded,
            object_pairs_hook=_object,
            parse_int=partial(_integer, digits=limits.digits),
            parse_float=partial(exact_decimal, digits=limits.digits),
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        reason = error.msg[0].lower() + error.msg[1:]
        raise _malformed(f"{what} is not JSON: line {error.lineno}, column {error.colno}: {reason}") from None
    except RecursionError:
        raise _malformed(f"{what} is nested too deeply") from None
    problems = _strange_places(data, limits.nesting, has_surrogates=bool(_HALF_OF_A_CHARACTER.search(decoded)))
    try:
        first = next(problems, None)
        if first is not None:
            raise InvalidRequestError(chain((first,), problems))
    except TooDeepError:
        raise _malformed(f"nested too deeply: at most {limits.nesting} levels") from None
    return cast("object", data)


def read_json_file(path: str | os.PathLike[str], *, limits: TextLimits = _LIMITS) -> object:
    """Return the plain data in the JSON file at *path*.

    Args:
        path: The file; of a larger one no more is read than *limits* allow.
        limits: What the text may hold at most.

    Raises:
        InvalidRequestError: The file cannot be read, or `parse_json` refuses it.
    """
    name = repr(os.fspath(path))
    try:
        content = read_bounded(path, limits.json_bytes)
    except FileNotFoundError:
        raise _malformed(f"there is no file {name}") from None
    except IsADirectoryError:
        raise _malformed(f"{name} is a directory, not a file") from None
    except PermissionError:
        raise _malformed(f"{name} may not be read: permission denied") from None
    except OSError as error:
        raise _malformed(f"{name} cannot be read: {error.strerror or 'the system refuses'}") from None
    except ValueError:  # a null character
        raise _malformed(f"{name} is not the name of a file") from None
    return parse_json(content, name, limits=limits)


_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


def dumps(data: object, indent: int | None = 2) -> str:
    """Return *data* as JSON, the same text for the same data: keys in their order, decimals exact.

    >>> print(dumps({"full_move": Decimal("6.5"), "units": ["Čapajev"]}, indent=None))
    {"full_move": 6.5, "units": ["Čapajev"]}

    Args:
        data: Plain data as `unstructure` returns it.
        indent: Spaces for each level, or None for a single line.

    Raises:
        TypeError: The data is not plain.
        ValueError: A number is not finite.
    """
    return _written(data, indent, "\n")


def _written(data: Any, indent: int | None, line: str) -> str:
    """Return *data* as JSON; *line* is the line break with the margin of the level that *data* stands on."""
    if is_object(data):
        parts = [f"{_written_key(key)}: {_written(item, indent, _deeper(line, indent))}" for key, item in data.items()]
        opening, closing = "{", "}"
    elif is_array(data) or is_tuple(data):
        parts = [_written(item, indent, _deeper(line, indent)) for item in data]
        opening, closing = "[", "]"
    elif isinstance(data, Decimal):
        if not data.is_finite():
            raise ValueError(f"JSON has no number {data}")
        return str(data)  # with a power of ten where it is far from 1, as JSON has them
    else:
        return _encode(data)
    if indent is None or not parts:
        return opening + ", ".join(parts) + closing
    margin = _deeper(line, indent)
    return opening + margin + f",{margin}".join(parts) + line + closing


def _written_key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"a key of a JSON object is a text, not {show(key, 'python')}")
    return _encode(key)


def _deeper(line: str, indent: int | None) -> str:
    return line + " " * (indent or 0)


def _malformed(message: str) -> InvalidRequestError:
    return InvalidRequestError([Problem("$", " ".join(message.split()))])


class _DoubledKey(dict[str, Any]):
    """An object in which a key stands twice, kept until its path is known."""

    __slots__ = ("key",)

    key: str


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    doubled = _DoubledKey(found)
    seen: dict[str, None] = {}
    for key, _ in pairs:
        if key in seen:
            doubled.key = key
            break
        seen[key] = None
    return doubled


def _integer(text: str, digits: int) -> int | Rejected:
    count = len(text.removeprefix("-"))
    if count > digits:
        return Rejected(f"a number of {counted(count, 'digit')} is too huge")
    return int(text)


@cache
def _no_number(text: str) -> Rejected:
    return Rejected(f"{text} is not a number in JSON")


def _strange_places(data: Any, nesting: int, *, has_surrogates: bool) -> Iterator[Problem]:
    """Yield the places where parsed JSON is not acceptable, in the order of the text.

    Raises:
        TooDeepError: It is nested too deeply.
    """
    for path, value in each_value(data, nesting):
        for message in _wrong_in(value, has_surrogates=has_surrogates):
            yield Problem(_path(path), message)


def _wrong_in(value: Any, *, has_surrogates: bool) -> Iterator[str]:
    """Say what is wrong with a value, not with what is inside it."""
    if isinstance(value, Rejected):
        yield value.reason
    elif isinstance(value, _DoubledKey):
        yield f"the key {show(value.key, 'json')} appears twice"
    if has_surrogates:
        yield from (f"{what} holds half of a character (a lone surrogate)" for what in _broken_in(value))


def _path(steps: Iterable[str | int]) -> str:
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else key_step(step) for step in steps)


def _broken_in(value: Any) -> Iterator[str]:
    """Name the texts of a value, not of what is inside it, that hold lone surrogates."""
    if isinstance(value, str) and not is_whole(value):
        yield "the text"
    elif is_object(value):
        yield from (f"the key {show(key, 'json')}" for key in value if not is_whole(key))
