"""Asking a person for a request, a line at a time, wherever the lines come from.

    interview = Interview(ruleset.procedure("red_white.melee"))
    while (asked := interview.asked) is not None:
        interview.answer(input(asked.text))
    interview.request

What must be filled in is asked one after the other; what may be, by its name, after "anything else?". What was typed
is not lost: a line that will not do changes nothing, and `Interview.undo` takes back the last one that did.
`rcw ask` is this at a keyboard.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import attrs
from attrs import frozen

from rcw_rules.forms import FormField, parts_of, read_value, takes
from rcw_rules.json_text import parse_json
from rcw_rules.kernel.errors import InvalidRequestError, Problem, close_names, did_you_mean
from rcw_rules.kernel.procedures import Procedure, Request
from rcw_rules.kernel.shapes import (
    Enumeration,
    Instance,
    Items,
    Limited,
    OneOf,
    Scalar,
    Shape,
    classes_by_tag,
    is_array,
    is_object,
)
from rcw_rules.kernel.words import in_words
from rcw_rules.terminal import require_typed
from rcw_rules.wire import structure, unstructure

__all__ = ["Interview", "Prompt", "Roster", "said"]

_LONGEST_TAKEN = 60

Roster: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Units, or whatever else a request holds, by name: each as plain data, which need not be complete."""


@frozen(kw_only=True)
class Prompt:
    """What is to be typed next.

    Attributes:
        text: What stands in front of the line: ``attacker 1, stands (1 to 99): ``.
        told: What stands above it: what begins here, or why the last line will not do.
        help: What can be typed, and what it means, a line each.
        names: What can be typed, for completion.
    """

    text: str
    told: tuple[str, ...] = ()
    help: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


class Interview:
    """Asks for a request until it is complete.

    Args:
        procedure: The question that the request is for.
        roster: Units by name, which are typed as ``@1st Rifles`` where one is asked for.

    Attributes:
        procedure: The question that the request is for.
        lines: The lines that were taken so far.
        asked: What is to be typed next; None if the request is complete.
    """

    def __init__(self, procedure: Procedure[Any, Any, Any], *, roster: Roster | None = None) -> None:
        self.procedure: Procedure[Any, Any, Any] = procedure
        self.lines: list[str] = []
        self.asked: Prompt | None = None
        self._roster: Roster = roster or {}
        self._request: Request[Any] | None = None
        self._begin()

    @property
    def request(self) -> Request[Any]:
        """The request.

        Raises:
            ValueError: Something is still to be answered.
        """
        if self._request is None:
            raise ValueError("the request is not complete: something is still to be answered")
        return self._request

    def answer(self, line: str) -> bool:
        """Take a line.

        Returns:
            Whether it will do. If not, nothing has changed but `Prompt.told`, which says why.

        Raises:
            ValueError: Nothing is asked any more.
            NoAnswerError: The line is longer than anybody types.
        """
        if self.asked is None:
            raise ValueError("the request is complete: nothing is asked any more")
        require_typed(line)
        line = line.strip()
        refusals = self._refusals
        try:
            self.asked = self._asking.send(line)
        except StopIteration as ended:
            self.asked, self._request = None, ended.value
        if self._refusals > refusals:
            return False
        self.lines.append(line)
        return True

    def undo(self) -> bool:
        """Take back the last line that was taken; return False if there is none."""
        if not self.lines:
            return False
        lines = self.lines[:-1]
        self.lines = []
        self._begin()
        for line in lines:
            self.answer(line)
        return True

    def change(self, line: str) -> str:
        """Change one field of a request that is complete: ``defenders[0].cover trench``, ``defender 1, cover trench``.

        The name alone will do where one field has it: ``flank or rear``.

        Returns:
            The path of the field.

        Raises:
            InvalidRequestError: There is no such field, several have that name, or that cannot stand there; nothing has
                changed.
        """
        data = unstructure(self.request)
        places = list(_places(self.procedure.request_type, data, ""))
        path, holder, field, text = _meant(line, places)
        if not text and not _is_truth(field):
            raise InvalidRequestError([Problem("$", f"{_spoken(path)} needs a value: {field.takes}", field.rule)])
        holder[field.name] = _read(field, text or "yes", "$")
        self._request = structure(data, self.procedure.request_type)
        return path

    # ------------------------------------------------------------------ what is asked, in its order

    def _begin(self) -> None:
        self._refusals = 0
        self._request = None
        self._asking = self._whole()
        self.asked = next(self._asking)

    def _refused(self, why: str) -> tuple[str, ...]:
        self._refusals += 1
        return (why,)

    def _whole(self) -> Generator[Prompt, str, Request[Any]]:
        cls: type[Request[Any]] = self.procedure.request_type
        data = yield from self._object(cls, "", ())
        return structure(data, cls)

    def _mended(
        self, cls: type, data: dict[str, Any], where: str, problems: Sequence[Problem]
    ) -> Generator[Prompt, str, None]:
        """Ask again for what the fields need together, and for what is missing in data of the roster or in JSON."""
        told = tuple(said(problem, where) for problem in problems)
        for problem in problems:
            try:
                holder, field = _field_at(cls, data, problem.path)
            except InvalidRequestError:
                continue
            holder |= yield from self._value(field, _and(where, _spoken(problem.path.rpartition(".")[0])), told)
            return
        yield from self._others(cls, data, where, told)

    def _object(self, cls: type, where: str, told: tuple[str, ...]) -> Generator[Prompt, str, dict[str, Any]]:
        """Ask for the fields of a class that must be filled in, then for the others by name."""
        data: dict[str, Any] = {}
        for field in parts_of(cls):
            if field.is_required and field.name not in data:
                data |= yield from self._value(field, where, told)
                told = ()
        yield from self._others(cls, data, where, told)
        while True:
            try:
                structure(data, cls)
            except InvalidRequestError as error:
                yield from self._mended(cls, data, where, error.problems)
            else:
                return data

    def _others(
        self, cls: type, data: dict[str, Any], where: str, told: tuple[str, ...]
    ) -> Generator[Prompt, str, None]:
        fields = parts_of(cls)
        if not told and all(field.is_required for field in fields):
            return
        asked = Prompt(
            text=f"{where}, anything else? " if where else "anything else? ",
            told=told,
            help=tuple(f"{in_words(field.name)}: {_meaning(field)}" for field in fields),
            names=tuple(in_words(field.name) for field in fields),
        )
        while True:
            line = yield asked
            asked = attrs.evolve(asked, told=())
            if line.lower() in ("", "n", "no"):
                return
            try:
                given, open_fields = _entries(line, fields)
            except InvalidRequestError as error:
                asked = attrs.evolve(asked, told=self._refused(said(error.problems[0])))
                continue
            data |= given
            for field in open_fields:
                data |= yield from self._value(field, where, ())

    def _value(self, field: FormField, where: str, told: tuple[str, ...]) -> Generator[Prompt, str, dict[str, Any]]:
        """Ask for one field; return it with its value, or several fields if a whole unit was typed in its place."""
        name = _and(where, in_words(field.name))
        inside = _inside(field.shape)
        if isinstance(inside, Items):
            told = (*told, f"{in_words(field.name)}: {field.meaning}")
            return {field.name: (yield from self._several(field, inside.item, where, told))}
        if inside is not None:
            return {field.name: (yield from self._one(inside, name, told))}
        asked = Prompt(
            text=f"{name} ({_brief(field.takes)}): ", told=told, help=(_meaning(field),), names=_names(field.shape)
        )
        while True:
            line = yield asked
            if not line and not field.is_required:
                return {}
            try:
                if where and line[:1] in ("@", "{"):
                    return self._unit(line)
                return {field.name: _read(field, line, "$")}
            except InvalidRequestError as error:
                asked = attrs.evolve(asked, told=self._refused(said(error.problems[0])))

    def _several(
        self, field: FormField, item: Shape, where: str, told: tuple[str, ...]
    ) -> Generator[Prompt, str, list[Any]]:
        """Ask for one after the other until there is no other."""
        one = _singular(in_words(field.name))
        at_least = next((limit.low or 0 for limit in getattr(field.shape, "limits", ())), 0)
        values: list[Any] = []
        while True:
            if len(values) >= at_least:
                word = "another" if values else "an" if one[0] in "aeiou" else "a"
                asked = Prompt(text=f"{word} {one}? ", told=told, help=(_meaning(field),), names=("yes", "no"))
                while (line := (yield asked).lower()) not in ("y", "yes", "n", "no", ""):
                    asked = attrs.evolve(asked, told=self._refused("expected yes or no"))
                if line in ("n", "no", ""):
                    return values
                told = ()
            name = f"{one} {len(values) + 1}"
            values.append((yield from self._one(_inside(item) or item, _and(where, name), told)))
            told = ()

    def _one(self, shape: Shape, where: str, told: tuple[str, ...]) -> Generator[Prompt, str, dict[str, Any]]:
        """Ask for one instance, of which class first where there are several."""
        if isinstance(shape, Instance):
            return (yield from self._object(shape.cls, where, told))
        assert isinstance(shape, OneOf)  # noqa: S101 - as `_inside` finds it
        by_tag = classes_by_tag(shape)
        kinds = Enumeration(tuple(by_tag))
        asked = Prompt(
            text=f"{where} ({_brief(takes(kinds))}): ",
            told=told,
            help=_help_of(by_tag),
            names=tuple(map(in_words, by_tag)),
        )
        while True:
            line = yield asked
            try:
                kind = _kind(line, kinds)
            except ValueError as error:
                asked = attrs.evolve(asked, told=self._refused(str(error)))
            else:
                data = yield from self._object(by_tag[kind], where, ())
                return {"kind": kind, **data}

    def _unit(self, line: str) -> dict[str, Any]:
        """Return the fields of a whole unit: of the roster, or in JSON."""
        if line.startswith("{"):
            data = parse_json(line, "what you typed")
            if not is_object(data):
                raise InvalidRequestError([Problem("$", "expected an object in JSON")])
            return data
        name = line[1:].strip()
        if name not in self._roster:
            known = did_you_mean(close_names(name[:100], self._roster)) or f": it has {len(self._roster)} units"
            raise InvalidRequestError([Problem("$", f"there is no {name!r} in the roster{known}")])
        return dict(self._roster[name])


# ---------------------------------------------------------------- shapes and names


def _inside(shape: Shape) -> Shape | None:
    """Return what is asked part by part: a class, classes to choose from, or items of them; None for what is a line."""
    match shape:
        case Limited(base=base):
            return _inside(base)
        case Instance():
            return shape
        case Items(item=item):
            return shape if _inside(item) is not None else None
        case OneOf(members=members):
            if len(shape.classes) > 1:
                return shape
            found = [one for one in map(_inside, members) if one is not None]
            # A value that is a line or a class, such as inches or dice, is typed as a line; the class in JSON.
            return found[0] if found and len(members) == 2 and not _has_line(members) else None
        case _:
            return None


def _kind(line: str, kinds: Enumeration) -> str:
    kind = read_value(line, kinds)
    if not isinstance(kind, str):  # JSON is taken as it is
        raise ValueError(f"expected {takes(kinds)}")  # noqa: TRY004 - a line that will not do, as any other
    return kind


def _has_line(members: Sequence[Shape]) -> bool:
    return any(isinstance(member, (Scalar, Enumeration, Limited)) and _inside(member) is None for member in members)


def _names(shape: Shape) -> tuple[str, ...]:
    match shape:
        case Enumeration(values=values):
            return tuple(in_words(str(value)) for value in values)
        case Scalar(type=scalar) if scalar is bool:
            return ("yes", "no")
        case Limited(base=base) | Items(item=base):
            return _names(base)
        case OneOf(members=members):
            return tuple(name for member in members for name in _names(member))
        case _:
            return ()


def _entries(line: str, fields: Sequence[FormField]) -> tuple[dict[str, Any], list[FormField]]:
    """Return the fields that a line fills in, ``cheka, stands 5, no elite``, and those that it only names."""
    given: dict[str, Any] = {}
    open_fields: list[FormField] = []
    parts = [line] if "[" in line or "{" in line else [part.strip() for part in line.split(",")]
    for part in filter(None, parts):
        denied = re.match(r"(?:no|not|without) +(?=\w)", part, re.IGNORECASE)
        if denied and any(part.lower().startswith(in_words(field.name)) for field in fields):
            denied = None  # a name that begins so: no way
        field, text = _named(part[denied.end() :] if denied else part, fields)
        is_truth = _is_truth(field)
        if not text and (denied or is_truth):
            text = ("no" if is_truth else "none") if denied else "yes"
        if text:
            given[field.name] = _read(field, text, "$")
        else:
            open_fields.append(field)
    return given, open_fields


def _is_truth(field: FormField) -> bool:
    return field.shape == Scalar(bool) or Scalar(bool) in getattr(field.shape, "members", ())


def _named(part: str, fields: Sequence[FormField]) -> tuple[FormField, str]:
    """Return the field that a text begins with, its name written out or cut short, and the rest of the text."""
    words = in_words(re.sub(r"[=:]", " ", part, count=1)).split() if "{" not in part else part.split(maxsplit=1)
    by_name = {in_words(field.name): field for field in fields}
    longest = max((name.count(" ") + 1 for name in by_name), default=0)
    for count in range(min(len(words), longest), 0, -1):
        start = " ".join(words[:count]).lower()
        exact = by_name.get(start)
        found = [exact] if exact else [field for name, field in by_name.items() if name.startswith(start)]
        if len(found) == 1:
            # The value as it was typed, underscores included.
            rest = re.split(r"[\s=:_]+", part.strip(), maxsplit=count)
            return found[0], rest[count].strip() if len(rest) > count else ""
    first = words[0] if words else part
    several = [name for name in by_name if name.startswith(first.lower())]
    if several:
        raise InvalidRequestError([Problem("$", f"{first!r} can be any of {', '.join(several)}")])
    meant = did_you_mean(close_names(" ".join(words)[:100], by_name))
    raise InvalidRequestError([Problem("$", f"there is no {part!r} to fill in{meant}; ? shows what there is")])


def _read(field: FormField, text: str, path: str) -> Any:
    """Return what was typed for a field as plain data that will do there.

    Raises:
        InvalidRequestError: It will not do.
    """
    if not text:
        raise InvalidRequestError([Problem(path, f"it has no default: {field.takes}", field.rule)])
    try:
        value = read_value(text, field.shape)
    except ValueError as error:
        raise InvalidRequestError([Problem(path, str(error), field.rule)]) from None
    structure(value, field.annotation, path)
    return value


# ---------------------------------------------------------------- paths


_STEP = re.compile(r"\.?([A-Za-z_][A-Za-z_0-9]*)|\[([0-9]+)\]")


def _field_at(cls: type, data: Any, path: str) -> tuple[dict[str, Any], FormField]:
    """Return the field at a path and the data that holds it.

    Raises:
        InvalidRequestError: There is none.
    """
    holder: Any = data
    steps = list(_STEP.finditer(path.removeprefix("$").strip()))
    if "".join(step[0] for step in steps) != path.removeprefix("$").strip() or not steps or steps[-1][1] is None:
        raise _nowhere(path)
    inside: type | None = cls
    shape: Shape = Instance(cls)
    for step in steps[:-1]:
        if step[1] is not None:
            shape = _part(inside, step[1], path).shape
            holder = holder.get(step[1]) if is_object(holder) else None
        else:
            number = int(step[2])
            holder = holder[number] if is_array(holder) and number < len(holder) else None
        inside = _class_of(shape, holder)
    if inside is None or not is_object(holder):
        raise _nowhere(path)
    return holder, _part(inside, steps[-1][1], path)


_Place: TypeAlias = tuple[str, dict[str, Any], FormField]
"""The path of a field, the data that holds it, and the field."""


def _places(cls: type, data: dict[str, Any], path: str) -> Iterator[_Place]:
    """Yield every field of a request and of what it holds."""
    for field in parts_of(cls):
        where = f"{path}.{field.name}" if path else field.name
        yield where, data, field
        held = data.get(field.name)
        for number, one in enumerate(held if is_array(held) else (held,)):
            inside = _class_of(field.shape, one)
            if inside is not None and is_object(one):
                yield from _places(inside, one, f"{where}[{number}]" if is_array(held) else where)


def _meant(line: str, places: Sequence[_Place]) -> tuple[str, dict[str, Any], FormField, str]:
    """Return the place that a line begins with, and what is to stand there."""
    typed = " ".join(re.sub(r"[,=:]", " ", line).split()).lower()
    found = [
        (len(name.split()), path, holder, field)
        for path, holder, field in places
        for name in {path.lower(), _spoken(path).replace(",", ""), field.name, in_words(field.name)}
        if typed == name or typed.startswith(f"{name} ")
    ]
    if not found:
        known = [name for path, *_ in places for name in (path, _spoken(path))]
        raise InvalidRequestError(
            [Problem("$", f"there is no field {line!r}{did_you_mean(close_names(line[:100], known))}")]
        )
    words = max(found, key=lambda one: one[0])[0]
    best = [one for one in found if one[0] == words]
    if len({path for _, path, _, _ in best}) > 1:
        choices = ", ".join(path for _, path, _, _ in best[:5])
        raise InvalidRequestError([Problem("$", f"{typed!r} can be any of {choices}: say which one")])
    _, path, holder, field = best[0]
    rest = re.split(r"[\s,=:]+", line.strip(), maxsplit=words)
    return path, holder, field, rest[words].strip() if len(rest) > words else ""


def _part(cls: type | None, name: str, path: str) -> FormField:
    fields = {field.name: field for field in parts_of(cls)} if cls is not None else {}
    if name not in fields:
        raise _nowhere(path, did_you_mean(close_names(name, fields)))
    return fields[name]


def _class_of(shape: Shape, data: Any) -> type | None:
    """Return the class of the instance that stands at a place."""
    match shape:
        case Instance(cls=cls):
            return cls
        case Limited(base=inner) | Items(item=inner):
            return _class_of(inner, data)
        case OneOf() if len(shape.classes) > 1:
            return classes_by_tag(shape).get(data.get("kind", "")) if is_object(data) else None
        case OneOf() if shape.classes:
            return shape.classes[0]
        case _:
            return None


def _nowhere(path: str, meant: str = "") -> InvalidRequestError:
    return InvalidRequestError([Problem("$", f"there is no field {path!r}{meant}")])


def _spoken(path: str) -> str:
    """Return a path as a person says it: ``$.attackers[0].stands`` is "attacker 1, stands"."""
    words: list[str] = []
    for step in _STEP.finditer(path.removeprefix("$")):
        if step[1] is not None:
            words.append(in_words(step[1]))
        elif words:
            words[-1] = f"{_singular(words[-1])} {int(step[2]) + 1}"
    return ", ".join(words)


def _and(where: str, name: str) -> str:
    return ", ".join(filter(None, (where, name)))


def _singular(words: str) -> str:
    return words.removesuffix("s") if not words.endswith(("ss", "ies")) else re.sub("ies$", "y", words)


def said(problem: Problem, where: str = "") -> str:
    """Return a problem as a person reads it: ``attacker 1, stands: is missing [gen-stand]``.

    Args:
        problem: The problem.
        where: Where its path begins: ``attacker 1``.
    """
    rule = f" [{problem.rule}]" if problem.rule else ""
    place = _and(where, _spoken(problem.path))
    return f"{place}: {problem.message}{rule}" if place else f"{problem.message}{rule}"


def _brief(taken: str) -> str:
    """Return what can be typed, cut short where it would fill the line: ? shows all of it."""
    return taken if len(taken) <= _LONGEST_TAKEN else f"{taken[:_LONGEST_TAKEN].rpartition(',')[0]} ...: ? shows all"


def _meaning(field: FormField) -> str:
    default = "" if field.default is None else f"; by default {field.default}"
    rule = f" [{field.rule}]" if field.rule else ""
    return f"{field.meaning or in_words(field.name)} ({field.takes}{default}){rule}"


def _help_of(by_tag: Mapping[str, type]) -> tuple[str, ...]:
    return tuple(f"{in_words(tag)}: {(cls.__doc__ or '').partition('.')[0]}" for tag, cls in by_tag.items())
