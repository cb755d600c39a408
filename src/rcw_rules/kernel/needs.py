"""Fields that a class needs depending on its other fields, declared once beside the class.

    @frozen(kw_only=True)
    class Weapon:
        kind: Literal["machine_gun", "rifle"]
        dice: int | None = None

        needs = (Need("dice", {"kind": ("machine_gun",)}, message="is missing: a machine gun rolls several dice"),)

`rcw_rules.kernel.fields.validate` refuses an instance that lacks such a field, the JSON Schema says the same as ``if``
and ``then``, and `rcw ask` asks for the field if it is still missing.

A field inside another is written as a path: ``unit.hex``, or ``units[].hex`` for the hex of each of several units.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, Literal, TypeAlias

import attrs
from attrs import frozen

from rcw_rules.kernel.errors import Problem
from rcw_rules.kernel.shapes import Field, Instance, Items, Limited, OneOf, Shape, fields_of, json_kinds
from rcw_rules.kernel.words import in_words

__all__ = ["Condition", "Need", "Needs", "missing_fields", "needs_of", "needs_schema"]

Condition: TypeAlias = tuple[str | int | bool, ...] | Literal["given", "missing"]
"""The values that a field has where something else is needed; or whether it is given, or missing.

A field is missing where it is None, or an empty text or tuple."""


_Tests: TypeAlias = tuple[tuple[str, Callable[[object], bool]], ...]


@frozen
class Need:
    """A field that must be given, always or where other fields have certain values.

    Attributes:
        field: The path of the field: ``dice``, ``unit.hex`` or ``units[].hex``.
        where: What makes it necessary, by the path of each field that decides. All of it must hold. A path that begins
            as that of *field* does, up to the last dot, means the same object: of ``units[].hex``, ``units[].type`` is
            the type of the same unit.
        message: What to say of an instance without it. ``{type}`` stands for the value of that field, ``{type:words}``
            for the same in words.
        rule: The id of the rule that needs it, or "".

    Raises:
        ValueError: A condition of *where* stands in a list, but not in the object that the field is in.
    """

    field: str
    where: Mapping[str, Condition] = attrs.field(factory=dict[str, Condition])
    message: str = attrs.field(default="is missing", kw_only=True)
    rule: str = attrs.field(default="", kw_only=True)

    def __attrs_post_init__(self) -> None:
        for path in self.where:
            if "[]" in path and not self._is_beside(path):
                raise ValueError(f"{path!r} is not in the object that has {self.field!r}")

    @cached_property
    def name(self) -> str:
        """The name of the field in the object that has it."""
        return self.field.rpartition(".")[2]

    @cached_property
    def holder(self) -> str:
        """The path of the object that has the field; "" for the instance itself."""
        return self.field.rpartition(".")[0]

    @cached_property
    def beside(self) -> dict[str, Condition]:
        """The conditions on the object that has the field, by the paths below it; none if that is the instance."""
        return {path[len(self.holder) + 1 :]: held for path, held in self.where.items() if self._is_beside(path)}

    @cached_property
    def around(self) -> dict[str, Condition]:
        """The conditions on the instance itself."""
        return {path: held for path, held in self.where.items() if not self._is_beside(path)}

    @cached_property
    def _tests_around(self) -> _Tests:
        return tuple((path, _test(held)) for path, held in self.around.items())

    @cached_property
    def _tests_beside(self) -> _Tests:
        return tuple((path, _test(held)) for path, held in self.beside.items())

    def _is_beside(self, path: str) -> bool:
        return bool(self.holder) and path.startswith(f"{self.holder}.")

    @cached_property
    def steps(self) -> tuple[str, ...]:
        """The names on the way to the object that has the field, lists with ``[]``; none for the instance itself."""
        return tuple(self.holder.split(".")) if self.holder else ()

    def missing_in(self, value: object) -> Iterator[Problem]:
        """Yield a problem for every place below *value* where the field is needed and missing."""
        name = self.name
        for path, holder in _holders(value, self.steps, "") if self.steps else (("", value),):
            if not _is_missing(getattr(holder, name)):  # as nearly always
                continue
            if self.is_needed(value) and _all_hold(holder, self._tests_beside):
                yield self.problem(value, holder, path)

    def is_needed(self, value: object) -> bool:
        """Return whether the conditions on the instance itself hold."""
        return _all_hold(value, self._tests_around)

    def problem(self, value: object, holder: object, path: str) -> Problem:
        """Return what to say of an instance whose part *holder*, at *path*, lacks the field."""
        return Problem(f"{path}.{self.name}", self._told(value, holder), self.rule)

    def _told(self, value: object, holder: object) -> str:
        def shown(found: re.Match[str]) -> str:
            beside = self._is_beside(found[1])
            held = _at(holder if beside else value, found[1][len(self.holder) + 1 :] if beside else found[1])
            return in_words(str(held)) if found[2] else str(held)

        return re.sub(r"\{([\w.\[\]]+)(:words)?\}", shown, self.message)


Needs: TypeAlias = tuple[Need, ...]


@cache
def needs_of(cls: type) -> Needs:
    """Return what the class *cls* and its bases declare in their variable ``needs``, bases first."""
    return tuple(need for base in reversed(cls.__mro__) for need in vars(base).get("needs", ()))


def missing_fields(value: object) -> Iterator[Problem]:
    """Yield a problem for every field that *value* needs and lacks, by what its own class declares."""
    cls: type = value.__class__
    for need in needs_of(cls):
        if need.steps:
            yield from need.missing_in(value)
        elif _is_missing(getattr(value, need.name)) and need.is_needed(value):  # as for every unit of every request
            yield need.problem(value, value, "")


def _holders(value: object, steps: Sequence[str], path: str) -> Iterator[tuple[str, object]]:
    if value is None:
        return
    if not steps:
        yield path, value
        return
    step, *rest = steps
    name = step.removesuffix("[]")
    held: Any = getattr(value, name)
    if not step.endswith("[]"):
        yield from _holders(held, rest, f"{path}.{name}")
        return
    for number, item in enumerate(held or ()):
        yield from _holders(item, rest, f"{path}.{name}[{number}]")


def _all_hold(value: object, tests: _Tests) -> bool:
    for path, holds in tests:  # noqa: SIM110 - a generator takes longer, and every unit is asked
        if not holds(_at(value, path) if "." in path else getattr(value, path)):
            return False
    return True


def _at(value: object, path: str) -> object:
    for name in path.split(".") if path else ():
        if value is None or value is attrs.NOTHING:
            return None
        value = getattr(value, name)
    return value


def _is_missing(value: object) -> bool:
    return value is None or (value.__class__ in (str, tuple) and not value)


def _test(condition: Condition) -> Callable[[object], bool]:
    """Return what says of a value whether a condition holds."""
    if condition == "missing":
        return _is_missing
    if condition == "given":
        return lambda value: not _is_missing(value)
    values = frozenset((type(one), one) for one in condition)  # True equals 1, yet is another value
    return lambda value: (value.__class__, value) in values


# --- In JSON Schema -----------------------------------------------------------------------------------------------


def needs_schema(cls: type) -> dict[str, Any]:
    """Return what the needs of *cls* add to its JSON Schema: ``allOf``, an ``if`` and a ``then`` each; or nothing."""
    said = [_need_schema(cls, need) for need in needs_of(cls)]
    return {"allOf": said} if said else {}


def _need_schema(cls: type, need: Need) -> dict[str, Any]:
    inner = cls
    for step in need.steps:
        inner = _held_class(inner, step.removesuffix("[]"))
    given = {"not": _missing_schema(_field(inner, need.name).shape)}
    schema: dict[str, Any] = {"required": [need.name], "properties": {need.name: given}}
    schema = _conditional(inner, need.beside, schema)
    for step in reversed(need.steps):
        name = step.removesuffix("[]")
        schema = {"properties": {name: {"items": schema} if step.endswith("[]") else schema}}
    rule = {"$comment": f"needed by rule {need.rule}"} if need.rule else {}
    return {**rule, **_conditional(cls, need.around, schema)}


def _conditional(cls: type, conditions: Mapping[str, Condition], then: dict[str, Any]) -> dict[str, Any]:
    if not conditions:
        return then
    where = [_condition_schema(cls, path, held) for path, held in conditions.items()]
    return {"if": where[0] if len(where) == 1 else {"allOf": where}, "then": then}


def _condition_schema(cls: type, path: str, condition: Condition) -> dict[str, Any]:
    """Return the schema of an object of class *cls* in which a condition holds, what it leaves out by default."""
    name, _, rest = path.partition(".")
    field = _field(cls, name)
    if rest:
        inner = _condition_schema(_held_class(cls, name), rest, condition)
        if condition == "missing":
            value: dict[str, Any] = {"anyOf": [{"not": {"type": "object"}}, inner]}
        else:
            value = {"type": "object", **inner}
    elif isinstance(condition, str):
        missing = _missing_schema(field.shape)
        value = missing if condition == "missing" else {"not": missing}
    else:
        value = {"const": condition[0]} if len(condition) == 1 else {"enum": list(condition)}
    by_default = _default(field)
    may_be_absent = by_default is not attrs.NOTHING and _test(condition)(_at(by_default, rest))
    return {"properties": {name: value}, **({} if may_be_absent else {"required": [name]})}


def _held_class(cls: type, name: str) -> type:
    inner = _class_in(_field(cls, name).shape)
    if inner is None:
        raise TypeError(f"{cls.__qualname__}.{name} holds no class, or several")
    return inner


def _field(cls: type, name: str) -> Field:
    found = next((field for field in fields_of(cls) if field.name == name), None)
    if found is None:
        raise TypeError(f"{cls.__qualname__} has no field {name!r}, which it needs or which decides what it needs")
    return found


def _missing_schema(shape: Shape) -> dict[str, Any]:
    """Return the schema of the values that count as missing, of those that a shape has."""
    kinds = json_kinds(shape)
    nothing: dict[str, Any] = {"null": None, "text": "", "array": []}
    missing = [value for kind, value in nothing.items() if kind in kinds]
    return {"const": missing[0]} if len(missing) == 1 else {"enum": missing}


def _class_in(shape: Shape) -> type | None:
    match shape:
        case Instance(cls=cls):
            return cls
        case Items(item=inner) | Limited(base=inner):
            return _class_in(inner)
        case OneOf() if len(shape.classes) == 1:
            return shape.classes[0]
        case OneOf(members=members):
            found = [inner for inner in map(_class_in, members) if inner is not None]
            return found[0] if len(found) == 1 else None
        case _:
            return None


def _default(field: Field) -> Any:
    factory_class: Any = attrs.Factory  # a class, although it is typed as a function
    default: Any = field.attribute.default
    if isinstance(default, factory_class):
        return attrs.NOTHING if default.takes_self else default.factory()
    return default
