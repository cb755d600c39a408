"""TOML texts, read strictly, and the line on which each value stands, which a TOML parser does not tell."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from functools import partial
from typing import Any

from rcw_rules.kernel.reading import Rejected, TextLimits, TooDeepError, each_value, exact_decimal, megabytes

__all__ = ["Lines", "TomlSyntaxError", "parse_toml"]

# A string that never ends is taken to the end of its line or of the text, and possessive quantifiers never go back, so
# that the time grows with the length of the text alone.
_QUOTED_OR_COMMENT = re.compile(
    r'''"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5})?'''
    r"|'''(?:[^']++|'(?!''))*+(?:'{3,5})?"
    r"""|"(?:[^"\\\n]++|\\.)*+"?"""
    r"|'[^'\n]*+'?"
    r"|#[^\n]*+",
    re.DOTALL,
)
_DOTTED_KEY = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]++(?:[ \t]*+\.[ \t]*+[A-Za-z0-9_-]++)++")
_NAME = re.compile(r"[A-Za-z0-9_-]++")
_DIGITS = re.compile(r"[0-9_]++")
_BRACKET = re.compile(r"[\[\]{}]")
_LIMITS = TextLimits()
_KEY = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|[A-Za-z0-9_-]+")
_PLACE_IN_MESSAGE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")


class TomlSyntaxError(ValueError):
    """A text is not TOML.

    Attributes:
        line: The line on which the reader gave up, from 1.
    """

    def __init__(self, line: int, message: str) -> None:
        self.line = line
        super().__init__(message)


def parse_toml(text: str, *, limits: TextLimits = _LIMITS) -> dict[str, Any]:
    """Read a TOML text; numbers with a point are exact decimals.

    Raises:
        TomlSyntaxError: The text is not TOML, or passes one of the *limits*.
    """
    _require_within(text, limits)
    try:
        data = tomllib.loads(text, parse_float=partial(exact_decimal, digits=limits.digits))
    except RecursionError:
        raise TomlSyntaxError(1, "brackets are nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        # The parser tells the line only in its message.
        found = _PLACE_IN_MESSAGE.search(str(error))
        line = int(found[1] or text.count("\n") + 1) if found else 1
        message = str(error)[: found.start()] if found else str(error)
        raise TomlSyntaxError(line, f"not valid TOML: {message}") from None
    except ValueError:  # an integer of more digits than Python reads
        longest = max(_DIGITS.finditer(_syntax(text)), key=lambda found: len(found[0]))
        raise TomlSyntaxError(text.count("\n", 0, longest.start()) + 1, _too_huge(limits)) from None
    _require_acceptable(data, text, limits)
    return data


def _require_within(text: str, limits: TextLimits) -> None:
    """Refuse what the parser would need very much time or memory for."""
    if len(text) > limits.toml_bytes:
        raise TomlSyntaxError(1, f"the text is larger than {megabytes(limits.toml_bytes)}, the most that is read")
    syntax = _syntax(text)
    for key in _DOTTED_KEY.finditer(syntax):
        # Names and not dots: up to Python 3.11.2 a possessive group may end in a dot that it should have given back.
        parts = sum(1 for _ in _NAME.finditer(key[0]))
        if parts > limits.key_parts:
            line = text.count("\n", 0, key.start()) + 1
            raise TomlSyntaxError(line, f"a key of {parts:,} parts is too long: at most {limits.key_parts} parts")
    depth = 0
    for bracket in _BRACKET.finditer(syntax):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > limits.nesting:
            raise TomlSyntaxError(text.count("\n", 0, bracket.start()) + 1, _too_deep(limits))


def _require_acceptable(data: dict[str, Any], text: str, limits: TextLimits) -> None:
    """Refuse numbers of absurd size, and what tables and dotted keys together nest too deeply."""
    least_too_huge = 10**limits.digits
    try:
        for path, value in each_value(data, limits.nesting):
            if isinstance(value, Rejected):
                raise TomlSyntaxError(Lines(text).line(*path), value.reason)
            if isinstance(value, int) and abs(value) >= least_too_huge:
                raise TomlSyntaxError(Lines(text).line(*path), _too_huge(limits))
    except TooDeepError as error:
        raise TomlSyntaxError(Lines(text).line(*error.path), _too_deep(limits)) from None


def _too_huge(limits: TextLimits) -> str:
    return f"a number of more than {limits.digits} digits is too huge"


def _too_deep(limits: TextLimits) -> str:
    return f"nested too deeply: at most {limits.nesting} levels"


def _syntax(text: str) -> str:
    """Return *text* with strings and comments blotted out, so that brackets, dots and equals signs left are syntax."""
    return _QUOTED_OR_COMMENT.sub(_blot, text)


class Lines:
    r"""The lines of a text that is valid TOML.

    >>> lines = Lines('[[chart]]\nid = "a"\ntable = [\n  ["die", "x"],\n  ["1", 7],\n]\n')
    >>> lines.line("chart", 0), lines.line("chart", 0, "id"), lines.line("chart", 0, "table", 1, 0)
    (1, 2, 5)
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._syntax = _syntax(text)
        self._breaks = [found.start() for found in re.finditer("\n", text)]
        # What a path leads to is a number, 0 for the file itself: a tuple for each path would hold a hundred times the
        # text where it is nested deeply.
        self._places: dict[tuple[int, str | int], int] = {}
        self._starts: list[int] = [0]
        self._last: dict[int, int] = {}  # the number of the last element of each array of tables
        self._read()

    def line(self, *path: str | int) -> int:
        """Return the line of a key or of an element of an array, or of the nearest thing around it that can be found.

        Args:
            path: Keys and numbers of elements, from the top of the file inwards.
        """
        place = 0
        for step in path:
            below = self._places.get((place, step))
            if below is None:
                break
            place = below
        return bisect_left(self._breaks, self._starts[place]) + 1

    def _read(self) -> None:
        at = self._skip(0)
        table = 0
        while at < len(self._syntax):
            if self._syntax[at] == "[":
                table, at = self._header(at)
            else:
                at = self._pair(table, at)
            at = self._skip(at)

    def _below(self, place: int, step: str | int, at: int) -> int:
        """Return what a key or an element leads to; it begins where it is seen first."""
        below = self._places.setdefault((place, step), len(self._starts))
        if below == len(self._starts):
            self._starts.append(at)
        return below

    def _header(self, at: int) -> tuple[int, int]:
        is_array = self._syntax.startswith("[[", at)
        keys, end = self._keys(at + (2 if is_array else 1))
        table = 0
        for depth, key in enumerate(keys):
            table = self._below(table, key, at)
            if is_array and depth == len(keys) - 1:
                self._last[table] = self._last.get(table, -1) + 1
            if table in self._last:
                table = self._below(table, self._last[table], at)
        return table, self._syntax.index("]", end) + (2 if is_array else 1)

    def _pair(self, table: int, at: int) -> int:
        keys, end = self._keys(at)
        for key in keys:
            table = self._below(table, key, at)
        return self._value(table, self._skip(self._syntax.index("=", end) + 1))

    def _keys(self, at: int) -> tuple[list[str], int]:
        """Return the parts of a dotted key, and where it ends."""
        keys: list[str] = []
        while True:
            found = _KEY.match(self._text, self._blank(at))
            if found is None:  # what is valid TOML has a key here
                return keys, at
            keys.append(next(iter(tomllib.loads(f"{found[0]} = 0"))))
            at = self._blank(found.end())
            if not self._syntax.startswith(".", at):
                return keys, at
            at += 1

    def _value(self, place: int, at: int) -> int:
        """Note what stands inside a value; return where it ends."""
        opening = self._syntax[at : at + 1]
        if opening not in ("[", "{"):
            while at < len(self._syntax) and self._syntax[at] not in ",]}\n":
                at += 1
            return at
        at = self._skip(at + 1)
        number = 0
        while self._syntax[at] not in "]}":
            if opening == "[":
                at = self._value(self._below(place, number, at), at)
                number += 1
            else:
                at = self._pair(place, at)
            at = self._skip(at)
            if self._syntax[at] == ",":
                at = self._skip(at + 1)
        return at + 1

    def _skip(self, at: int) -> int:
        """Return where the next thing begins that is neither space nor comment."""
        while at < len(self._syntax) and self._syntax[at].isspace():
            at += 1
        return at

    def _blank(self, at: int) -> int:
        while self._syntax[at : at + 1] in (" ", "\t"):
            at += 1
        return at


def _blot(found: re.Match[str]) -> str:
    return (" " if found[0].startswith("#") else "x") * len(found[0])
