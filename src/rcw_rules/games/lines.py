"""Actions as lines of text, which read and parse both ways.

An action is a frozen class of plain fields with a template, ``words``, that names those without a default; the others
follow as ``name=value`` where they are not at their default.

>>> from attrs import frozen
>>> @frozen(kw_only=True)
... class March:
...     kind = "march"
...     words = "march {unit} to {square}"
...     unit: str
...     square: tuple[int, int]
...     is_forced: bool = False
>>> line(March(unit="4th Rifles", square=(3, 2), is_forced=True))
'march "4th Rifles" to 3,2 is_forced=yes'
>>> read_line('MARCH "4th Rifles" to 3,2', (March,))
March(unit='4th Rifles', square=(3, 2), is_forced=False)

A text of letters, digits and ``.-_/:+`` stands as it is, any other in double quotes, as JSON writes it. Truth values
are yes and no, and nothing is none. The items of a tuple are joined by commas, and a tuple inside a tuple is put in
brackets: ``(3,2),(3,3)``; ``()`` is empty.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cache
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

import attrs

from rcw_rules.json_text import dumps
from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.shape_words import describe
from rcw_rules.kernel.shapes import (
    MEASURES,
    Enumeration,
    Field,
    Items,
    Limited,
    Nothing,
    OneOf,
    Row,
    Scalar,
    Shape,
    fields_of,
    is_tuple,
)

__all__ = ["line", "read_line", "require_lines", "template_of"]

ActionT = TypeVar("ActionT")

_BARE = re.compile(r"[\w.\-/:+]+")
_TOKEN = re.compile(r'(?:"(?:\\.|[^"\\])*"|[^\s"])+')
_FIELD = re.compile(r"\{(\w+)\}")
_PART = re.compile(r'"(?:\\.|[^"\\])*"|[(),]|[^(),"]+')
_LINE_BREAK = re.compile("[\x85\u2028\u2029]")  # JSON escapes the others
_DEEPEST = 20
_RESERVED = frozenset(("yes", "no", "none"))


class _Atom(NamedTuple):
    """A single value as it was written."""

    text: str
    is_quoted: bool


_Tree: TypeAlias = "_Atom | list[_Tree]"


class _UnreadableError(Exception):
    """A token is not what the shape of its field wants."""


def template_of(cls: type) -> str:
    """Return the template of a class of actions: its words, with the names of its fields in braces."""
    return cast("str", cls.words)  # type: ignore[attr-defined]  # `require_lines` has looked


def require_lines(classes: Iterable[type]) -> None:
    """Raise unless every action of these classes can be written as a line and read again.

    Raises:
        TypeError: A class has no template, one that does not name every field without a default, or a field that no
            line can hold; or two begin alike. A mistake of its author.
    """
    heads: dict[str, type] = {}
    for cls in classes:
        words = getattr(cls, "words", None)
        if not isinstance(words, str) or not words or words[0] == "{":
            raise TypeError(f"{cls.__name__} has no template: write words = 'march {{unit}} to {{square}}'")
        odd = [token for token in words.split() if "{" in token or "}" in token if not _FIELD.fullmatch(token)]
        if odd or any(mark in words for mark in '"='):
            raise TypeError(f'the words of {cls.__name__} are {words!r}: put spaces round {{fields}}, and no " or =')
        named = _FIELD.findall(words)
        needed = [field.name for field in fields_of(cls) if _is_required(field)]
        if sorted(named) != sorted(needed):
            told = ", ".join(needed) or "none"
            raise TypeError(f"the words of {cls.__name__} name {', '.join(named) or 'no fields'}, and it needs {told}")
        for field in fields_of(cls):
            if not _is_simple(field.shape):
                raise TypeError(f"{cls.__name__}.{field.name}: a line holds no {field.annotation}")
        head = " ".join("{}" if part[0] == "{" else part.casefold() for part in words.split())
        if heads.setdefault(head, cls) is not cls:
            raise TypeError(f"{cls.__name__} and {heads[head].__name__} have the same words: {words!r}")


def line(action: object) -> str:
    """Return an action as one line of text that `read_line` reads back."""
    cls: type = type(action)
    return _writer(cls)(action)


@cache
def _writer(cls: type) -> Callable[[Any], str]:
    """Return what writes the actions of a class: the words and the fields are looked up once."""
    told: dict[str, Field] = {field.name: field for field in fields_of(cls)}
    words: list[str] = []
    required: list[tuple[str, Callable[[Any], str]]] = []
    for token in template_of(cls).split():
        if token[0] == "{":
            required.append((token[1:-1], _teller(told[token[1:-1]].shape)))
            words.append("{}")
        else:
            words.append(token)
    template = " ".join(words)
    others = [
        (field.name, field.attribute.default, _teller(field.shape))
        for field in told.values()
        if not _is_required(field)
    ]

    def write(action: Any) -> str:
        text = template.format(*[tell(getattr(action, name)) for name, tell in required]) if required else template
        for name, default, tell in others:
            value = getattr(action, name)
            if value != default:
                text += f" {name}={tell(value)}"
        return text

    return write


def read_line(text: str, classes: Iterable[type[ActionT]]) -> ActionT:
    """Return the action that a line tells, of one of these classes. Words may be in any case, names may not.

    Raises:
        InvalidRequestError: It tells none, or a field cannot have its value; the error lists what can be told.
    """
    tokens = _TOKEN.findall(text)
    for cls in classes if not _TOKEN.sub("", text).strip() else ():
        values = _matched(cls, tokens)
        if values is not None:
            return _made(cls, values)
    known = "; ".join(_FIELD.sub(lambda found: found[1].upper(), template_of(cls)) for cls in classes)
    raise InvalidRequestError([Problem("$", f"{_shortened(text)} is no action; write one of: {known}")])


def _matched(cls: type, tokens: list[str]) -> dict[str, str] | None:
    """Return what a line says of each field, as it is written; None if its words are not those of the class."""
    template = template_of(cls).split()
    if len(tokens) < len(template):
        return None
    values: dict[str, str] = {}
    for wanted, token in zip(template, tokens, strict=False):
        if wanted[0] == "{":
            values[wanted[1:-1]] = token
        elif wanted.casefold() != token.casefold():
            return None
    names = {field.name for field in fields_of(cls) if not _is_required(field)}
    for token in tokens[len(template) :]:
        name, equals, value = token.partition("=")
        if not equals or name not in names or name in values:
            return None
        values[name] = value
    return values


def _made(cls: type[ActionT], values: dict[str, str]) -> ActionT:
    from rcw_rules.wire import structure

    data: dict[str, Any] = {}
    problems: list[Problem] = []
    shaped: type = cls
    for field in fields_of(shaped):
        if field.name not in values:
            continue
        try:
            data[field.name] = _value(_tree(values[field.name]), field.shape)
        except _UnreadableError:
            wanted = describe(field.shape, "json")
            problems.append(Problem(f"$.{field.name}", f"expected {wanted}, got {_shortened(values[field.name])}"))
    if problems:
        raise InvalidRequestError(problems)
    return structure(data, cls)


def _shortened(text: str) -> str:
    longest = 60
    return dumps(text if len(text) <= longest else f"{text[:longest]}...")


def _is_required(field: Field) -> bool:
    return field.attribute.default is attrs.NOTHING


@cache
def _is_simple(shape: Shape) -> bool:
    match shape:
        case Limited(base=base):
            return _is_simple(base)
        case Items(item=item):
            return _is_simple(item)
        case Row(items=items):
            return all(map(_is_simple, items))
        case OneOf(members=members):
            return sum(not isinstance(member, Nothing) for member in members) == 1 and all(map(_is_simple, members))
        case Scalar() | Enumeration() | Nothing():
            return True
        case _:
            return False


# ------------------------------------------------------------------ writing


def _teller(shape: Shape) -> Callable[[Any], str]:
    """Return what writes a value of a shape."""
    from rcw_rules.wire import unstructure

    match shape:
        case Limited(base=base):
            return _teller(base)
        case Scalar(type=scalar) if scalar in MEASURES:
            return lambda value: str(unstructure(value, scalar))
        case Scalar(type=scalar) if scalar is str:
            return _text_told
        case _:
            return _told


def _text_told(text: str) -> str:
    if _BARE.fullmatch(text) and text.casefold() not in _RESERVED:
        return text
    return _LINE_BREAK.sub(lambda found: f"\\u{ord(found[0]):04x}", dumps(text))


def _told(value: Any, *, is_inner: bool = False) -> str:
    from rcw_rules.wire import unstructure

    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return _text_told(value)
    if is_tuple(value):
        inner = ",".join(_told(item, is_inner=True) for item in value)
        # Brackets tell a tuple inside a tuple, an empty one, and one whose only item is a tuple or nothing.
        needs = is_inner or not value or (len(value) == 1 and (value[0] is None or is_tuple(value[0])))
        return f"({inner})" if needs else inner
    return str(unstructure(value, type(value))) if type(value) in MEASURES else str(value)


# ------------------------------------------------------------------ reading


def _tree(token: str) -> _Tree:
    """Return what a token holds: a value, or a list of them."""
    parts = _PART.findall(token)
    if max(accumulate((part == "(") - (part == ")") for part in parts), default=0) > _DEEPEST:
        raise _UnreadableError
    position = 0

    def items() -> Iterator[_Tree]:
        nonlocal position
        wants_item = True
        while position < len(parts) and parts[position] != ")":
            part = parts[position]
            if part == ",":
                if wants_item:
                    raise _UnreadableError
                wants_item = True
                position += 1
                continue
            if not wants_item:
                raise _UnreadableError
            wants_item = False
            position += 1
            if part == "(":
                inner = list(items())
                if position >= len(parts):
                    raise _UnreadableError
                position += 1
                yield inner
            elif part[0] == '"':
                with suppress(ValueError):
                    yield _Atom(json.loads(part), is_quoted=True)
                    continue
                raise _UnreadableError
            else:
                yield _Atom(part, is_quoted=False)
        if wants_item and position and parts[position - 1] == ",":
            raise _UnreadableError

    found = list(items())
    if position < len(parts) or not found:
        raise _UnreadableError
    return found[0] if len(found) == 1 else found


def _value(tree: _Tree, shape: Shape) -> Any:
    """Return the plain data that a tree stands for, as the shape of its field wants it."""
    match shape:
        case Limited(base=base):
            return _value(tree, base)
        case OneOf(members=members):
            if tree == _Atom("none", is_quoted=False) and Nothing() in members:
                return None
            return _value(tree, next(member for member in members if not isinstance(member, Nothing)))
        case Items(item=item):
            return [_value(one, item) for one in _listed(tree, item)]
        case Row(items=items):
            listed = _listed(tree, None)
            if len(listed) != len(items):
                raise _UnreadableError
            return [_value(one, item) for one, item in zip(listed, items, strict=True)]
        case Scalar(type=scalar) if isinstance(tree, _Atom):
            return _scalar(tree, scalar)
        case Enumeration(values=values) if isinstance(tree, _Atom):
            for value in values:
                if value == tree.text or (not tree.is_quoted and _told(value) == tree.text):
                    return value
    raise _UnreadableError


def _listed(tree: _Tree, item: Shape | None) -> list[_Tree]:
    if isinstance(tree, _Atom):
        return [tree]
    base = item.base if isinstance(item, Limited) else item
    if isinstance(base, Items | Row) and tree and all(isinstance(one, _Atom) for one in tree):
        return [tree]  # a single item that is a list itself, written without its brackets
    return tree


def _scalar(atom: _Atom, scalar: type) -> Any:
    if scalar is str:
        return atom.text
    if atom.is_quoted:
        raise _UnreadableError
    if scalar is Fraction:
        return atom.text
    if scalar is bool:
        if atom.text.casefold() not in ("yes", "no"):
            raise _UnreadableError
        return atom.text.casefold() == "yes"
    if scalar is int and re.fullmatch(r"-?[0-9]{1,18}", atom.text):
        return int(atom.text)
    if scalar in MEASURES:
        with suppress(InvalidOperation):
            return Decimal(atom.text)
    raise _UnreadableError
