"""Checking value classes against the limits declared beside their fields.

A field declares its limit where it declares its type, and `validate` holds an instance to all of them:

    Stands = Annotated[int, Range(1, 99, rule="gen-stand")]

    @frozen(kw_only=True)
    class Unit:
        stands: Stands

For `Unit(stands=100)` it says ``$.stands: expected an integer from 1 to 99, got 100 [gen-stand]``.

What no single field can say, a class says in a method ``inconsistencies(self) -> Iterator[Problem]``, whose paths begin
below the instance (``.raw``). It is asked once every field is right by itself. A field that the class needs where its
other fields have certain values is declared as a `rcw_rules.kernel.needs.Need` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple, TypeAlias, TypeVar
from weakref import ReferenceType, ref

import attrs

from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.needs import missing_fields, needs_of
from rcw_rules.kernel.shape_words import broken_limits, expected_but_got, key_step, show
from rcw_rules.kernel.shapes import (
    MEASURES,
    AnyJSON,
    Enumeration,
    Instance,
    Items,
    JSONValue,
    Limited,
    Nothing,
    OneOf,
    Range,
    Row,
    Scalar,
    Shape,
    Size,
    TextMap,
    fields_of,
    fits,
    is_mapping,
    is_object,
    is_tuple,
    is_whole,
    measure_of,
)
from rcw_rules.kernel.usual_checks import Checked, usual_check

__all__ = ["JSONValue", "Range", "Size", "inconsistencies_of", "take_for_right", "validate", "was_found_right"]


class _Finding(NamedTuple):
    """A problem, its path written from the value that was checked."""

    path: str
    message: str
    rule: str = ""


ValueT = TypeVar("ValueT")

_Check: TypeAlias = Callable[[Any], Sequence[_Finding]]
"""Returns what is wrong. Paths are made only where something is, since every request is checked."""

_CHECKS: dict[type, _Check] = {}

_FOUND_RIGHT: dict[int, ReferenceType[object]] = {}
"""Parts of requests that can never change and were found right, by identity: the units of a battle come in one request
after the other. Each leaves when nothing else refers to it."""

_FROZEN: object = attrs.make_class("_Frozen", [], frozen=True).__setattr__
"""What refuses to set the fields of every frozen class."""


def validate(value: object, path: str = "$") -> None:
    """Raise unless *value* is an attrs instance whose fields all hold what their annotations declare.

    Everything that is wrong is reported, in the order of the fields. A bool is not an integer, a list is not a tuple, a
    float is never exact, and an instance of a subclass is not an instance of its base.

    Args:
        value: A request, an outcome, or any other value class.
        path: Where the value stands, as a JSON path.

    Raises:
        InvalidRequestError: Something is wrong: each problem has its path, what was expected, what was given, and the
            rule that sets the limit.
        TypeError: The class declares a field that no JSON could give back: a mistake of its author.
    """
    kept = _FOUND_RIGHT.get(id(value))
    if kept is not None and kept() is value:  # earlier, or as a part of something else
        return
    cls: type = type(value)
    check = _CHECKS.get(cls)
    if check is None:
        if not attrs.has(cls) or cls in MEASURES:
            raise InvalidRequestError(
                [Problem(path, f"expected an instance of an attrs class, got {show(value, 'python')}")]
            )
        check = _CHECKS[cls] = _class_check(cls)
    findings = check(value)
    if findings:
        raise InvalidRequestError(Problem(path + found.path, found.message, found.rule) for found in findings)
    if _cannot_change(cls):
        _keep_as_right(value)


def inconsistencies_of(value: object) -> Iterator[Problem]:
    """Yield what the fields of an instance need together and lack, then what else its class says against it.

    The paths begin below the instance. Every field must be right by itself.
    """
    yield from missing_fields(value)
    inconsistencies: Callable[[], Iterable[Problem]] | None = getattr(value, "inconsistencies", None)
    if inconsistencies is not None:
        yield from inconsistencies()


def take_for_right(value: ValueT) -> ValueT:
    """Return a value that a procedure made by its rules from values that were found right: it is not looked over again.

    That is for what changes with every step of a procedure and goes into its next request, such as a battlefield of
    dozens of units. Whatever comes from outside is checked all the same, and so is all that is made of it elsewhere.
    """
    cls: type = type(value)
    if _cannot_change(cls):
        _keep_as_right(value)
    return value


def was_found_right(value: object) -> bool:
    """Whether it is known of this very value, which cannot change, that nothing is wrong with it."""
    kept = _FOUND_RIGHT.get(id(value))
    return kept is not None and kept() is value


def _keep_as_right(value: object) -> None:
    place = id(value)

    def forget(gone: ReferenceType[object]) -> None:
        if _FOUND_RIGHT.get(place) is gone:  # not what has its place in memory by now
            _FOUND_RIGHT.pop(place, None)

    _FOUND_RIGHT[place] = ref(value, forget)


@cache
def _class_check(cls: type) -> _Check:
    checks = tuple(Checked(field.name, field.shape, _check(field.shape)) for field in fields_of(cls))
    are_usual = usual_check(checks, was_found_right, _check)
    says_more = hasattr(cls, "inconsistencies") or bool(needs_of(cls))

    def check(value: Any) -> Sequence[_Finding]:
        findings: list[_Finding] = []
        for name, _, check_field in () if are_usual(value) else checks:
            found = check_field(getattr(value, name))
            if found:
                findings.extend(_below(f".{name}", found))
        if says_more and not findings:
            findings = [_Finding(problem.path, problem.message, problem.rule) for problem in inconsistencies_of(value)]
        return findings

    return check


def _below(step: str, findings: Sequence[_Finding]) -> list[_Finding]:
    return [_Finding(step + found.path, found.message, found.rule) for found in findings]


def _check(shape: Shape) -> _Check:
    """Return the check of *shape*, compiled once."""

    def refuse(value: object) -> Sequence[_Finding]:
        return (_Finding("", expected_but_got(shape, value, "python")),)

    match shape:
        case Scalar():
            return _scalar_check(shape, refuse)
        case Nothing():
            return lambda value: () if value is None else refuse(value)
        case Enumeration(values=values):
            texts = frozenset(value for value in values if isinstance(value, str))
            return lambda value: () if (type(value) is str and value in texts) or fits(shape, value) else refuse(value)
        case Items(item=item):
            return _items_check(_check(item), refuse)
        case Row(items=items):
            return _row_check(tuple(_check(item) for item in items), refuse)
        case TextMap(value=item):
            return _table_check(_check(item), refuse)
        case Instance():
            return _record_check(shape, refuse)
        case OneOf(members=members):
            return _union_check(tuple((member, _check(member)) for member in members), refuse)
        case Limited(base=base):
            return _limited_check(shape, _check(base), refuse)
        case AnyJSON():
            return _check_json


def _scalar_check(shape: Scalar, refuse: _Check) -> _Check:
    scalar = shape.type
    if scalar is int:
        return lambda value: () if isinstance(value, int) and type(value) is not bool else refuse(value)
    if scalar in MEASURES:
        holds = measure_of(shape).holds
        return lambda value: (
            () if isinstance(value, scalar) and holds(getattr(value, "thousandths", None)) else refuse(value)
        )
    if scalar is str:
        return lambda value: _check_text(value) if isinstance(value, str) else refuse(value)
    return lambda value: () if isinstance(value, scalar) else refuse(value)


def _check_text(text: str) -> Sequence[_Finding]:
    return () if is_whole(text) else (_Finding("", "the text holds half of a character (a lone surrogate)"),)


def _record_check(shape: Instance, refuse: _Check) -> _Check:
    cls: type = shape.cls

    def check(value: Any) -> Sequence[_Finding]:
        if value.__class__ is not cls:
            return refuse(value)
        if was_found_right(value):
            return ()
        # Looked up when it is needed, because a class may contain itself.
        findings = _class_check(cls)(value)
        if not findings and _cannot_change(cls):
            _keep_as_right(value)
        return findings

    return check


@cache
def _cannot_change(cls: type) -> bool:
    """Whether instances never change, with all that they hold, and can be referred to weakly."""
    return hasattr(cls, "__weakref__") and _is_frozen(Instance(cls=cls), ())


def _is_frozen(shape: Shape, seen: tuple[type, ...]) -> bool:
    match shape:
        case TextMap() | AnyJSON():
            return False
        case Items(item=inner) | Limited(base=inner):
            return _is_frozen(inner, seen)
        case Row(items=shapes) | OneOf(members=shapes):
            return all(_is_frozen(inner, seen) for inner in shapes)
        case Instance(cls=cls) if cls not in seen:
            parts = (field.shape for field in fields_of(cls))
            return cls.__setattr__ is _FROZEN and all(_is_frozen(part, (*seen, cls)) for part in parts)
        case _:
            return True


def _items_check(check_item: _Check, refuse: _Check) -> _Check:
    def check(value: Any) -> Sequence[_Finding]:
        if not is_tuple(value):
            return refuse(value)
        findings: list[_Finding] = []
        for index, item in enumerate(value):
            found = check_item(item)
            if found:
                findings.extend(_below(f"[{index}]", found))
        return findings

    return check


def _row_check(checks: tuple[_Check, ...], refuse: _Check) -> _Check:
    def check(value: Any) -> Sequence[_Finding]:
        if not is_tuple(value) or len(value) != len(checks):
            return refuse(value)
        return [
            finding
            for index, (check_item, item) in enumerate(zip(checks, value, strict=True))
            for finding in _below(f"[{index}]", check_item(item))
        ]

    return check


def _table_check(check_item: _Check, refuse: _Check) -> _Check:
    def check(value: Any) -> Sequence[_Finding]:
        if not is_mapping(value):
            return refuse(value)
        findings: list[_Finding] = []
        for key, item in value.items():
            if not isinstance(key, str):
                findings.append(_Finding("", f"expected keys that are texts, got the key {show(key, 'python')}"))
                continue
            if not is_whole(key):
                message = f"the key {show(key, 'python')} holds half of a character (a lone surrogate)"
                findings.append(_Finding("", message))
                continue
            findings.extend(_below(key_step(key), check_item(item)))
        return findings

    return check


def _union_check(members: tuple[tuple[Shape, _Check], ...], refuse: _Check) -> _Check:
    may_be_none = any(isinstance(member, Nothing) for member, _ in members)

    def check(value: Any) -> Sequence[_Finding]:
        if value is None and may_be_none:  # as most fields are that may
            return ()
        for member, check_member in members:
            if fits(member, value):
                return check_member(value)
        return refuse(value)

    return check


def _limited_check(shape: Limited, check_base: _Check, refuse: _Check) -> _Check:
    allowances = tuple(limit.allows for limit in shape.limits)

    def check(value: Any) -> Sequence[_Finding]:
        found = check_base(value)
        if not found:
            for allows in allowances:
                if not allows(value):
                    break
            else:  # as nearly always
                return ()
        if not fits(shape, value):
            return [found._replace(rule=shape.rule) for found in refuse(value)]
        findings = list(found)
        # A number out of its type's own bounds is one mistake, not two; a tuple may be too short and have bad items.
        if not findings or is_tuple(value):
            findings.extend(_Finding("", *broken) for broken in broken_limits(shape, value, "python"))
        return findings

    return check


def _check_json(value: Any) -> Sequence[_Finding]:
    if value is None or isinstance(value, (bool, int)):
        return ()
    if isinstance(value, str):
        return _check_text(value)
    if isinstance(value, Decimal) and value.is_finite():
        return ()
    if is_tuple(value):
        return _items_check(_check_json, _refuse_json)(value)
    if is_object(value):
        return _table_check(_check_json, _refuse_json)(value)
    return _refuse_json(value)


def _refuse_json(value: object) -> Sequence[_Finding]:
    return (_Finding("", expected_but_got(AnyJSON(), value, "python")),)
