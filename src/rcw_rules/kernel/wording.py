"""Outcomes in the words of people: fields with their values, and what tells one outcome from the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

import attrs

from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.lengths import inches
from rcw_rules.kernel.shapes import (
    MEASURES,
    Enumeration,
    Field,
    Instance,
    Items,
    Limited,
    OneOf,
    Row,
    Scalar,
    Shape,
    TextMap,
    fields_of,
    is_tuple,
)
from rcw_rules.kernel.words import counted, in_words, sentences

_LONGEST_ROW = 100

FieldPath: TypeAlias = tuple[str | int, ...]
"""The way to a value inside an outcome: names of fields, and numbers of items from 0."""


@runtime_checkable
class Summarised(Protocol):
    """An outcome that says itself in a sentence."""

    def summary(self, request: Any) -> str:
        """Return the result in one sentence or two, as a player reads it aloud: who or what, then what it cost.

        Args:
            request: The request that was answered.
        """
        ...


def summary_of(request: object, outcome: object) -> str:
    """Return an outcome in a sentence: its own `summary` or, where its author wrote none, its fields in words."""
    if isinstance(outcome, Summarised):
        return outcome.summary(request)
    if not attrs.has(type(outcome)):
        return sentences(say(outcome, Scalar(type(outcome))))
    return sentences("; ".join(f"{name or 'also'}: {value}" for name, value in outcome_rows(outcome)))


def label(name: str) -> str:
    """Return the name of a field as words."""
    return in_words(name)


def provenance_of(chart: Chart) -> str:
    """Return where a chart comes from, or how many of its cells come from where."""
    counts = Counter(cell["provenance"] for cell in chart.as_data()["cells"])
    if len(counts) == 1:
        return str(next(iter(counts)))
    return ", ".join(f"{number} {name}" for name, number in sorted(counts.items()))


def fields_in(value: object) -> tuple[Field, ...]:
    """Return the fields of an outcome, or of a part of one."""
    cls: type = type(value)
    return fields_of(cls)


def is_nested(shape: Shape) -> bool:
    """Return whether a value of *shape* may hold further values, such as a unit or several."""
    match shape:
        case Instance() | Items() | Row() | TextMap():
            return True
        case Limited(base=base):
            return is_nested(base)
        case OneOf(members=members):
            return any(map(is_nested, members))
        case _:
            return False


def say(value: object, shape: Shape) -> str:
    """Return a value that holds no others in a word or two; a length or a yes or no that is absent is not known."""
    if value is None:
        return "not known" if _is_measured(shape) else "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return label(str(value)) if _is_choice(shape) else str(value) or "none"


def _is_choice(shape: Shape) -> bool:
    return isinstance(shape, Enumeration) or (isinstance(shape, OneOf) and any(map(_is_choice, shape.members)))


def _is_measured(shape: Shape) -> bool:
    if isinstance(shape, OneOf):
        return any(map(_is_measured, shape.members))
    return isinstance(shape, Scalar) and shape.type in (bool, *MEASURES)


def outcome_rows(outcome: object) -> list[tuple[str, str]]:
    """Return every field of an outcome with its value; each unit in it is one line."""
    rows: list[tuple[str, str]] = []
    for field in fields_in(outcome):
        lines = _lines(getattr(outcome, field.name), field.shape)
        rows += [(label(field.name) if number == 0 else "", line) for number, line in enumerate(lines)]
    return rows


def changed_rows(request: object, outcome: object) -> list[tuple[str, str]]:
    """Return what of an outcome the request did not say already, and what it says by default is left out.

    A unit that is in both is shown with what changed, before and after: "strength 7 to 4".
    """
    before = dict(_named_parts(request))
    rows: list[tuple[str, str]] = []
    for field in fields_in(outcome):
        value = getattr(outcome, field.name)
        if _goes_without_saying(value, field):
            continue
        lines = list(_changed_lines(value, field.shape, field.name, before))
        rows += [(label(field.name) if number == 0 else "", line) for number, line in enumerate(lines)]
    return rows


def _changed_lines(value: object, shape: Shape, name: str, before: Mapping[object, object]) -> Iterator[str]:
    if is_tuple(value) and all(_is_part(item) for item in value):
        for number, item in enumerate(value, start=1):
            yield from _changed_line(item, shape, before, f"{number}: " if len(value) > 1 else "")
        if not value:
            yield "none"
    elif (type(value), name) in before and attrs.has(type(value)):
        yield from _steps_between(before[type(value), name], value)
    else:
        yield from _lines(value, shape)


def _changed_line(item: object, shape: Shape, before: Mapping[object, object], number: str) -> Iterator[str]:
    old = before.get((type(item), _name_of(item)))
    if old is None:
        yield _item(item, shape, number)
    elif changes := ", ".join(_steps_between(old, item)):
        yield f"{_name_of(item)}: {changes}"


def _steps_between(old: object, new: object) -> Iterator[str]:
    """Yield what differs between two values of one class, before and after."""
    for field in fields_in(new):
        was, now = getattr(old, field.name), getattr(new, field.name)
        if was == now:
            continue
        name = label(field.name)
        if is_tuple(was) and is_tuple(now) and all(_name_of(item) for item in (*was, *now)):
            yield from _members_between(was, now, name)
        elif type(was) is type(now) and _is_part(now) and type(now) not in MEASURES:
            yield from (f"{name}, {step}" for step in _steps_between(was, now))
        else:
            yield f"{name} {_between(was, now, field.shape)}"


def _between(was: object, now: object, shape: Shape) -> str:
    before, after = _inside(was, shape), _inside(now, shape)
    if len(before) + len(after) <= _LONGEST_ROW:
        return f"{before} to {after}"
    if is_tuple(was) and is_tuple(now) and len(was) != len(now):
        return f"{len(was)} to {counted(len(now), 'item')}"  # such as a pack of cards
    return after


def _members_between(was: Sequence[object], now: Sequence[object], name: str) -> Iterator[str]:
    before, after = ({_name_of(item): item for item in items} for items in (was, now))
    for key, item in after.items():
        if key not in before or type(before[key]) is not type(item):
            yield f"{name}: {one_line(item)}"
        elif changes := ", ".join(_steps_between(before[key], item)):
            yield f"{key}: {changes}"
    if gone := [key for key in before if key not in after]:
        yield f"{name}: no longer {', '.join(gone)}"


def _named_parts(value: object) -> Iterator[tuple[object, object]]:
    """Yield what of a request an outcome may show changed: units by their class and name, parts by class and field."""
    if is_tuple(value):
        for item in value:
            yield from _named_parts(item)
    elif attrs.has(type(value)) and type(value) not in MEASURES:
        if name := _name_of(value):
            yield (type(value), name), value
        for field in fields_in(value):
            inner = getattr(value, field.name)
            if _is_part(inner):
                yield (type(inner), field.name), inner
            yield from _named_parts(inner)


def part_rows(value: object, before: str = "") -> Iterator[tuple[str, str]]:
    """Yield the parts of a value that differ from the default; a part too long for a line is split.

    Args:
        value: A scenario, or a part of one.
        before: What the name of every row begins with.
    """
    for field in fields_in(value):
        inner: object = getattr(value, field.name)
        if _goes_without_saying(inner, field):
            continue
        name, lines = before + label(field.name), _lines(inner, field.shape)
        if _is_part(inner) and len(lines[0]) > _LONGEST_ROW:
            yield from part_rows(inner, f"{name}, ")
        else:
            yield from ((name if number == 0 else "", line) for number, line in enumerate(lines))


def _lines(value: object, shape: Shape) -> list[str]:
    if is_tuple(value):
        if value and not any(_is_part(item) for item in value):
            return [", ".join(_inside(item, shape) if is_tuple(item) else say(item, shape) for item in value)]
        several = len(value) > 1
        return [_item(item, shape, f"{number}: " if several else "") for number, item in enumerate(value, start=1)] or [
            "none"
        ]
    if attrs.has(type(value)) and is_nested(shape):
        return [one_line(value)]
    return [say(value, shape)]


def _item(item: object, shape: Shape, number: str) -> str:
    if not _is_part(item):
        return number + say(item, shape)
    return one_line(item) if _name_of(item) else number + one_line(item)


def one_line(value: object) -> str:
    """Return a unit or the like in one line: its name, and what is not as it is by default."""
    fields = [field for field in fields_in(value) if field.name not in _NAMES]
    telling = [field for field in fields if not _goes_without_saying(getattr(value, field.name), field)] or fields
    told = ", ".join(f"{label(field.name)} {_inside(getattr(value, field.name), field.shape)}" for field in telling)
    name = _name_of(value)
    return f"{name}: {told}" if name else told


def in_a_line(value: object) -> str:
    """Return any value in one line: what consists of others, such as an outcome, with the names of its fields."""
    is_plain = not attrs.has(type(value)) or type(value) in MEASURES
    return str(value) if is_plain else one_line(value)


def _inside(value: object, shape: Shape) -> str:
    if value is None or not is_nested(shape):
        return say(value, shape)
    if is_tuple(value) and not any(_is_part(item) or is_tuple(item) for item in value):
        return f"({', '.join(say(item, shape) for item in value)})" if value else "none"  # a square, or names
    return f"({'; '.join(_lines(value, shape))})"


def _is_part(value: object) -> bool:
    """Return whether a value has fields of its own, as a unit does."""
    return attrs.has(type(value))


_NAMES = ("name", "key")


def _name_of(value: object) -> str:
    """Return what a unit is called: its name or, without one, its key."""
    names = (getattr(value, name, "") for name in _NAMES)
    return next((name for name in names if isinstance(name, str) and name), "")


def _goes_without_saying(value: object, field: Field) -> bool:
    """Return whether a field of a unit is as it is by default, or says no or nothing where it may be unknown."""
    default = field.attribute.default
    return value == default or (default is None and (value is False or value == inches(0)))


def differences(outcomes: Sequence[object]) -> list[str]:
    """Return for each outcome, in a line, what tells it from the others."""
    leaves = [dict(_leaves(outcome, ())) for outcome in outcomes]
    everywhere = dict.fromkeys(path for told in leaves for path in told)
    varying = {path for path in everywhere if len({told.get(path) for told in leaves}) > 1}
    return [_described(outcome, told, varying) for outcome, told in zip(outcomes, leaves, strict=True)]


def _leaves(value: object, path: FieldPath) -> Iterator[tuple[FieldPath, str]]:
    """Yield the path and the words of every value inside *value* that holds no others and is worth saying."""
    for field in fields_in(value):
        inner: object = getattr(value, field.name)
        below = (*path, field.name)
        if is_tuple(inner):
            for number, item in enumerate(inner):
                yield from _leaves_below(item, field.shape, (*below, number))
        elif not path or not _goes_without_saying(inner, field):
            yield from _leaves_below(inner, field.shape, below)


def _leaves_below(value: object, shape: Shape, path: FieldPath) -> Iterator[tuple[FieldPath, str]]:
    if is_nested(shape) and attrs.has(type(value)):
        yield from _leaves(value, path)
    else:
        yield path, say(value, shape)


def _described(outcome: object, told: Mapping[FieldPath, str], varying: set[FieldPath]) -> str:
    groups: dict[FieldPath, list[str]] = {}
    for path, text in told.items():
        if path in varying:
            groups.setdefault(path[:-1], []).append(f"{_step(path[-1])} {text}")
    return "; ".join(
        (f"{_place(outcome, path)}: " if path else "") + ", ".join(texts) for path, texts in groups.items()
    )


def _place(outcome: object, path: FieldPath) -> str:
    """Return what to call the part of *outcome* at *path*: its name, or else where it is."""
    part: Any = outcome
    words: list[str] = []
    for step in path:
        part = part[step] if isinstance(step, int) else getattr(part, step)
        words.append(_step(step))
    return _name_of(part) or " ".join(words)


def _step(step: str | int) -> str:
    return str(step + 1) if isinstance(step, int) else label(step)
