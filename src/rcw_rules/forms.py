"""What a request asks for, field by field, and how a person types it: what a form on paper would say.

    for field in form_of(ruleset.procedure("red_white.melee")):
        print(field.path, field.takes, field.default)

`rcw fields` prints it, `rcw ask` asks by it, and a page in a browser can be made of it. The same facts for programs are
the JSON Schema of the request (`rcw_rules.schema`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, get_args, get_origin

import attrs
from attrs import frozen

from rcw_rules.brief import defaults_left_out
from rcw_rules.json_text import parse_json
from rcw_rules.kernel.errors import InvalidRequestError, Problem, close_names, did_you_mean
from rcw_rules.kernel.plain import in_text
from rcw_rules.kernel.procedures import Procedure
from rcw_rules.kernel.shapes import (
    MEASURES,
    AnyJSON,
    Enumeration,
    Field,
    Instance,
    Items,
    Limit,
    Limited,
    Nothing,
    OneOf,
    Row,
    Scalar,
    Shape,
    Size,
    TextMap,
    classes_by_tag,
    fields_of,
    tag_of,
)
from rcw_rules.kernel.words import counted, in_words, words_of_class
from rcw_rules.marks import Cites
from rcw_rules.schema import attribute_texts

__all__ = ["FormField", "form_of", "parts_of", "read_value", "takes", "with_meanings"]


@frozen(kw_only=True)
class FormField:
    """One field that a person fills in.

    Attributes:
        path: Where it stands in the request: ``attackers[].stands``, with ``[]`` for each of several.
        name: Its name.
        meaning: What it means, in a sentence.
        takes: What can be filled in, in words: ``1 to 99``, ``red or white``.
        default: What holds if it is left out, in words; None where it must be filled in.
        rule: The id of the rule that gives it its meaning or its limits, or "".
        shape: What can be filled in, for programs.
        annotation: Its type as declared.
    """

    path: str
    name: str
    meaning: str
    takes: str
    default: str | None
    rule: str
    shape: Shape
    annotation: Any

    @property
    def is_required(self) -> bool:
        """Whether it must be filled in."""
        return self.default is None


def form_of(procedure: Procedure[Any, Any, Any]) -> tuple[FormField, ...]:
    """Return every field of the request of a procedure, each followed by the fields of what it holds.

    A class that is used twice is told once: its fields stand where it is met first.
    """
    return tuple(_below(procedure.request_type, "", set()))


def parts_of(cls: type, path: str = "") -> tuple[FormField, ...]:
    """Return the fields of one class alone, in the order declared.

    Args:
        cls: A request, or a class of which a request holds values.
        path: Where its instance stands: ``attackers[]``.
    """
    texts = attribute_texts(cls)
    return tuple(
        FormField(
            path=f"{path}.{field.name}" if path else field.name,
            name=field.name,
            meaning=texts.get(field.name, ""),
            takes=takes(field.shape),
            default=_default(field),
            rule=_rule(field),
            shape=field.shape,
            annotation=field.annotation,
        )
        for field in fields_of(cls)
    )


def with_meanings(error: InvalidRequestError, cls: type, path: str = "$") -> InvalidRequestError:
    """Return the error with the meaning of each field beside what is missing there or was expected.

    Args:
        error: What was wrong with the data of an instance.
        cls: The class of the instance, such as that of the requests of a procedure.
        path: Where the instance stands.
    """
    return InvalidRequestError(_with_meaning(problem, cls, path) for problem in error.problems)


def _with_meaning(problem: Problem, cls: type, path: str) -> Problem:
    if not problem.message.startswith(("missing", "is missing", "expected")):
        return problem
    names = re.findall(r"\.(\w+)", problem.path.removeprefix(path))
    meaning = _meaning_of(names, cls).rstrip(".")
    words = f"{problem.message} ({meaning[:1].lower()}{meaning[1:]})" if meaning else problem.message
    return Problem(problem.path, words, problem.rule)


def _meaning_of(names: Sequence[str], cls: type) -> str:
    """Return the meaning of the last of *names*, each a field of what the one before holds; "" if there is none."""
    for field in fields_of(cls):
        if names and field.name == names[0]:
            if len(names) == 1:
                return attribute_texts(cls).get(field.name, "")
            return next(filter(None, (_meaning_of(names[1:], part) for part, _ in _classes_in(field.shape, ""))), "")
    return ""


def _below(cls: type, path: str, met: set[type]) -> Iterator[FormField]:
    met.add(cls)
    for field in parts_of(cls, path):
        yield field
        for inside, where in _classes_in(field.shape, field.path):
            if inside not in met:
                yield from _below(inside, where, met)


def _classes_in(shape: Shape, path: str) -> Iterator[tuple[type, str]]:
    match shape:
        case Instance(cls=cls):
            yield cls, path
        case Items(item=item) | TextMap(value=item):
            yield from _classes_in(item, f"{path}[]")
        case Row(items=items):
            for number, item in enumerate(items):
                yield from _classes_in(item, f"{path}[{number}]")
        case OneOf(members=members):
            several = len(shape.classes) > 1
            for member in members:
                where = f"{path}({tag_of(member.cls)})" if several and isinstance(member, Instance) else path
                yield from _classes_in(member, where)
        case Limited(base=base):
            yield from _classes_in(base, path)
        case _:
            pass


def _default(field: Field) -> str | None:
    factory_class: Any = attrs.Factory  # a class, although it is typed as a function
    default: Any = field.attribute.default
    if default is attrs.NOTHING:
        return None
    if isinstance(default, factory_class):
        if default.takes_self:
            return "it depends on the others"
        default = default.factory()
    if type(default) is bool:
        return "yes" if default else "no"
    if default is None or default in ((), ""):
        return "none"
    cls: type[Any] = default.__class__
    if attrs.has(cls) and cls not in MEASURES:
        given = defaults_left_out(default)
        return in_words(", ".join(f"{name} {value}" for name, value in given.items()) if given else "as usual")
    return in_words(in_text(default))


def _rule(field: Field) -> str:
    marks = get_args(field.annotation)[1:] if get_origin(field.annotation) is Annotated else ()
    cited = next((mark.rule for mark in marks if isinstance(mark, Cites)), "")
    return cited or next((limit.rule for limit in _limits(field.shape) if limit.rule), "")


def _limits(shape: Shape) -> Iterator[Limit]:
    if isinstance(shape, Limited):
        yield from shape.limits
    elif isinstance(shape, OneOf):
        for member in shape.members:
            yield from _limits(member)


# ---------------------------------------------------------------- what can be filled in, in words


def takes(shape: Shape) -> str:
    """Return what a field of a shape takes, in the words of a form.

    >>> from rcw_rules.kernel.shapes import Range, shape_of
    >>> takes(shape_of(Annotated[int, Range(1, 99)])), takes(shape_of(bool | None))
    ('1 to 99', 'yes or no, or none')
    """
    match shape:
        case Scalar(type=scalar):
            if scalar in MEASURES:
                return MEASURES[scalar].unit
            return {int: "a whole number", bool: "yes or no", str: "a text", Fraction: "a fraction such as 1/6"}[scalar]
        case Nothing():
            return "none"
        case Enumeration(values=values):
            return _either(in_words(str(value)) for value in values)
        case Items(item=item):
            return f"{_several(item)}, any number"
        case Row(items=items):
            return " and ".join(takes(item) for item in items)
        case TextMap(value=value):
            return f"names, each with {takes(value)}"
        case Instance(cls=cls):
            return words_of_class(cls.__name__)
        case OneOf():
            return _one_of(shape)
        case Limited(base=base, limits=limits):
            return _limited(base, limits)
        case AnyJSON():
            return "any JSON value"


def _one_of(shape: OneOf) -> str:
    several = len(shape.classes) > 1
    told = [_either(in_words(tag) for tag in classes_by_tag(shape))] if several else []
    told += [
        takes(member)
        for member in shape.members
        if not isinstance(member, Nothing) and not (several and isinstance(member, Instance))
    ]
    words = " or ".join(dict.fromkeys(told))
    return f"{words}, or none" if Nothing() in shape.members else words


def _limited(base: Shape, limits: tuple[Limit, ...]) -> str:
    lows = [limit.low for limit in limits if limit.low is not None]
    highs = [limit.high for limit in limits if limit.high is not None]
    low, high = max(lows, default=None), min(highs, default=None)
    if base == Scalar(str):
        return "a text"
    if isinstance(limits[0], Size):
        what = _several(base.item) if isinstance(base, Items) else takes(base)
        if low is not None and low == high:
            return f"{low} {what}"
        if high is None:
            return f"{what}, at least {low}"
        return f"{what}, {low or 0} to {high}"
    unit = f" {MEASURES[base.type].unit}" if isinstance(base, Scalar) and base.type in MEASURES else ""
    if high is None:
        return f"at least {low}{unit}"
    if low is None:
        return f"at most {high}{unit}"
    return f"{low} to {high}{unit}"


def _several(item: Shape) -> str:
    inner = item.base if isinstance(item, Limited) else item
    if isinstance(inner, Instance):
        return f"{words_of_class(inner.cls.__name__)}s"
    if isinstance(inner, Enumeration):
        return f"some of {takes(inner)}"
    return (
        {str: "texts", int: "whole numbers"}.get(inner.type, takes(item)) if isinstance(inner, Scalar) else takes(item)
    )


def _either(words: Iterable[str]) -> str:
    told = [word or "none" for word in words]
    return f"{', '.join(told[:-1])} or {told[-1]}" if len(told) > 1 else told[0]


# ---------------------------------------------------------------- what a person types

_YES, _NO = {"y", "yes", "true"}, {"n", "no", "false"}
_NUMBER = re.compile(r"([+-]?[0-9]+(?:\.[0-9]+)?) *(?:in|inch|inches|\"|deg|degrees|°)?")


def read_value(text: str, shape: Shape) -> object:
    """Return what a person typed for a field, as plain data that `structure` takes.

    Words may be cut short as long as they stay clear (``cav``), and written with spaces; several values stand between
    commas; a value in JSON is taken as it is.

    >>> from typing import Literal
    >>> from rcw_rules.kernel.shapes import shape_of
    >>> read_value("cav", shape_of(Literal["infantry", "cavalry"])), read_value("y", shape_of(bool))
    ('cavalry', True)

    Raises:
        ValueError: That cannot be filled in; the text says what can.
    """
    text = text.strip()
    if (text[:1] in ("{", "[") and not _is_text(shape)) or isinstance(shape, AnyJSON):
        try:
            return parse_json(text, "what you typed")
        except InvalidRequestError as error:
            raise ValueError(str(error)) from None
    match shape:
        case Scalar(type=scalar):
            return _read_scalar(text, scalar)
        case Nothing():
            if text.lower() not in ("none", "-"):
                raise ValueError("expected none")
            return None
        case Enumeration(values=values):
            return _meant(text, values)
        case Items(item=item):
            return [read_value(part, item) for part in _split(text)] if text.lower() != "none" else []
        case Row(items=items):
            parts = re.split(r"[,\s]+", text)
            if len(parts) != len(items):
                raise ValueError(f"expected {counted(len(items), 'value')} with commas: {takes(shape)}")
            return [read_value(part, item) for part, item in zip(parts, items, strict=True)]
        case TextMap(value=value):
            pairs = (part.partition("=") for part in _split(text))
            return {name.strip(): read_value(told, value) for name, _, told in pairs}
        case OneOf(members=members):
            return _read_member(text, members)
        case Limited(base=base):
            return read_value(text, base)
        case _:
            raise ValueError("expected its fields, one after the other, or JSON")


def _is_text(shape: Shape) -> bool:
    match shape:
        case Limited(base=base):
            return _is_text(base)
        case OneOf(members=members):
            return any(_is_text(member) for member in members)
        case _:
            return shape == Scalar(str)


def _read_scalar(text: str, scalar: type) -> object:
    if scalar is str:
        return text
    if scalar is bool:
        if text.lower() in _YES | _NO:
            return text.lower() in _YES
        raise ValueError("expected yes or no")
    if scalar is Fraction:
        return text if "/" in text else _whole(text)
    if scalar is int:
        return _whole(text)
    number = _NUMBER.fullmatch(text)
    if number is None:
        raise ValueError(f"expected a number of {MEASURES[scalar].unit}")
    exact = Decimal(number[1])
    return int(exact) if exact == int(exact) else exact


def _whole(text: str) -> int:
    if re.fullmatch(r"[+-]?[0-9]{1,15}", text) is None:
        raise ValueError("expected a whole number")
    return int(text)


def _read_member(text: str, members: Sequence[Shape]) -> object:
    refused: list[str] = []
    # A text takes whatever is typed, so that it comes last.
    for member in sorted(members, key=lambda one: (one == Scalar(str), not isinstance(one, Nothing))):
        try:
            return read_value(text, member)
        except ValueError as error:
            if not isinstance(member, Nothing):
                refused.append(str(error).removeprefix("expected "))
    raise ValueError(f"expected {' or '.join(dict.fromkeys(refused))}")


def _meant(text: str, values: Sequence[str | int | bool]) -> str | int | bool:
    by_name = {in_words(str(value)): value for value in values}
    typed = " ".join(in_words(text).lower().split())
    for name, value in by_name.items():
        if typed == name.lower():
            return value
    found = [name for name in by_name if typed and name.lower().startswith(typed)]
    if len(found) == 1:
        return by_name[found[0]]
    if found:
        raise ValueError(f"expected one of {_either(found)}: {text!r} can be any of them")
    raise ValueError(f"expected {_either(by_name)}{did_you_mean(close_names(typed[:100], by_name))}")


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]
