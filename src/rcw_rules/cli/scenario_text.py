"""Scenarios as files to be changed by hand: every key explained, and lists of numbers on one line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from rcw_rules.games import Game, scenario_toml
from rcw_rules.kernel.shapes import Instance, Items, Limited, OneOf, Row, Shape, TextMap, fields_of, is_object
from rcw_rules.option_rows import option_rows
from rcw_rules.schema import attribute_texts

_WIDTH = 100
_SCALAR = r"(?:-?[\w.+:-]+|\"(?:\\.|[^\"\\\[\]])*\")"
_INNERMOST = re.compile(rf"\[\n((?: +{_SCALAR},\n)+) *\]")
_HEADER = re.compile(r"^\[\[?(?P<path>[\w.-]+)\]\]?$")
_KEY = re.compile(r"^(?P<key>[\w-]+) = ")
_FRAME = {
    "format": "What this file is.",
    "schema_version": "The version of its format.",
    "ruleset": "The ruleset that is played.",
    "options": "Options of the ruleset that are not at their default.",
}


def commented_scenario(game: Game[Any, Any, Any], scenario: Any, name: str) -> str:
    """Return a scenario as TOML that `rcw_rules.games.load_scenario` reads back, with a comment for every key.

    Args:
        game: The game.
        scenario: The scenario.
        name: Its name, for the head of the file.
    """
    lines = [
        f"# A scenario of {game.ruleset.title}, begun from {game.ruleset.id}/{name}.",
        "# Change it and check it with: rcw scenario check FILE. Play it with: rcw play FILE.",
        "# A key that is left out is at its default.",
        "",
        *_commented(game, compact(scenario_toml(game, scenario))),
        "",
        *_options(game),
    ]
    return "\n".join(lines).rstrip() + "\n"


def compact(text: str) -> str:
    r"""Return a TOML text with short lists on one line, and lists of lists with several on a line.

    >>> print(compact("squares = [\n    [\n        3,\n        8,\n    ],\n]"))
    squares = [[3, 8]]
    """
    text = _INNERMOST.sub(_on_one_line, text)
    return "\n".join(_packed(text.split("\n")))


def _on_one_line(found: re.Match[str]) -> str:
    joined = ", ".join(line.strip().rstrip(",") for line in found[1].splitlines())
    return f"[{joined}]" if len(joined) < _WIDTH else found[0]


def _packed(lines: list[str]) -> Iterator[str]:
    """Yield the lines, with the rows of a list of lists joined as far as they fit."""
    rows: list[str] = []
    opened = ""
    for line in lines:
        if opened and re.fullmatch(r"    \[[^\[\]]*\],", line):
            rows.append(line.strip())
        elif opened and line == "]" and rows:
            yield from _rows(opened, rows)
            opened, rows = "", []
        else:
            if opened:
                yield opened
                yield from (f"    {row}" for row in rows)
            rows = []
            opened = line if line.endswith(" = [") else ""
            if not opened:
                yield line
    if opened:
        yield opened


def _rows(opened: str, rows: list[str]) -> Iterator[str]:
    whole = f"{opened}{' '.join(rows).rstrip(',')}]"
    if len(whole) <= _WIDTH:
        yield whole
        return
    yield opened
    line = "   "
    for row in rows:
        if len(line) + len(row) + 1 > _WIDTH:
            yield line
            line = "   "
        line += f" {row}"
    yield line
    yield "]"


def _commented(game: Game[Any, Any, Any], text: str) -> Iterator[str]:
    told: set[str] = set()
    path = ""
    for line in text.split("\n"):
        header, key = _HEADER.match(line), _KEY.match(line)
        at = ""
        if header is not None:
            at = path = header["path"]
        elif key is not None:
            at = f"{path}.{key['key']}" if path else key["key"]
        if at and at not in told:
            told.add(at)
            comment = _FRAME.get(at) or _comment(game, at)
            if comment:
                yield f"# {comment}"
        yield line


def _comment(game: Game[Any, Any, Any], at: str) -> str:
    """Return what documents the key of a path: the first sentence about the field, in the class that has it."""
    first, dot, rest = at.partition(".")
    deep = game.scenario_keys.get(first, first) + dot + rest
    classes: list[type] = [game.scenario_type]
    text = ""
    for name in deep.split("."):
        text = next((texts[name] for cls in classes if name in (texts := attribute_texts(cls))), "")
        found = [field.shape for cls in classes for field in fields_of(cls) if field.name == name]
        classes = [cls for shape in found for cls in _classes_in(shape)]
    return text


def _classes_in(shape: Shape) -> Iterator[type]:
    match shape:
        case Instance(cls=cls):
            yield cls
        case Items(item=item):
            yield from _classes_in(item)
        case Limited(base=base):
            yield from _classes_in(base)
        case TextMap(value=value):
            yield from _classes_in(value)
        case OneOf(members=several) | Row(items=several):
            for one in several:
                yield from _classes_in(one)
        case _:
            pass


def _options(game: Game[Any, Any, Any]) -> Iterator[str]:
    """Yield the options of the ruleset as a comment."""
    rows = option_rows(game.ruleset)
    if not rows:
        return
    changed = game.ruleset.options != game.usual_options()
    yield (
        "# The other options of the ruleset, for the table [options] above:"
        if changed
        else ("# The options of the ruleset, at their defaults. Take away the # before what you change.\n# [options]")
    )
    for row in rows:
        # What is a table itself has no line: it is told under a heading of its own.
        told = "[a table]" if is_object(row["value"]) or row["value"] is None else json.dumps(row["value"])
        yield f"# {row['name']} = {told}  # {row['about']} [{row['rule']}]"
