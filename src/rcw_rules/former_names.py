"""Bring the fields of older documents to the names that they have today."""

from __future__ import annotations

from functools import cache
from typing import Any

from rcw_rules.kernel.shapes import (
    MEASURES,
    Field,
    Instance,
    Items,
    Limited,
    OneOf,
    Row,
    Shape,
    TextMap,
    classes_by_tag,
    fields_of,
    is_array,
    is_object,
    shape_of,
)
from rcw_rules.marks import Was

__all__ = ["with_names_of_today"]


def with_names_of_today(data: Any, declared: Any, rules_version: int) -> Any:
    """Return plain data with the fields that were called otherwise under their names of today.

    What does not fit its type stays as it is, so that reading it names what is wrong. So does a field that stands there
    under both names.

    Args:
        data: Plain data as `parse_json` returns it.
        declared: The class of the data, or any other type that a field could declare.
        rules_version: The version of the rules by which it was written.
    """
    return _renamed(data, shape_of(declared), rules_version)


def _renamed(data: Any, shape: Shape, version: int) -> Any:
    if version >= _newest_below(shape):
        return data
    match shape:
        case Limited(base=base):
            return _renamed(data, base, version)
        case Items(item=item) if is_array(data):
            return [_renamed(one, item, version) for one in data]
        case Row(items=items) if is_array(data) and len(data) == len(items):
            return [_renamed(one, item, version) for one, item in zip(data, items, strict=True)]
        case TextMap(value=value) if is_object(data):
            return {key: _renamed(one, value, version) for key, one in data.items()}
        case Instance(cls=cls) if is_object(data):
            return _instance(data, cls, version)
        case OneOf(members=members):
            if len(shape.classes) > 1 and is_object(data):
                by_tag, tag = classes_by_tag(shape), str(data.get("kind"))
                return _instance(data, by_tag[tag], version) if tag in by_tag else data
            # Members of a union are told apart by the kind of their JSON value, and none but its own changes the data.
            for member in members:
                data = _renamed(data, member, version)
            return data
        case _:
            return data


def _instance(data: dict[Any, Any], cls: type, version: int) -> dict[Any, Any]:
    fields = {field.name: field for field in fields_of(cls)}
    today = {mark.name: name for name, field in fields.items() for mark in _marks(field) if version < mark.before}
    found: dict[Any, Any] = {}
    for key, item in data.items():
        name = today[key] if key in today and today[key] not in data else key
        found[name] = _renamed(item, fields[name].shape, version) if name in fields else item
    return found


def _marks(field: Field) -> tuple[Was, ...]:
    return tuple(mark for mark in getattr(field.annotation, "__metadata__", ()) if isinstance(mark, Was))


@cache
def _newest_below(shape: Shape) -> int:
    """Return the version since which every name in a shape and below it is that of today; 0 if none was another."""
    newest, seen, waiting = 0, set[Shape](), [shape]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        match one:
            case Limited(base=inner) | Items(item=inner) | TextMap(value=inner):
                waiting.append(inner)
            case Row(items=members) | OneOf(members=members):
                waiting += members
            case Instance(cls=cls) if cls not in MEASURES:
                for field in fields_of(cls):
                    newest = max(newest, *(mark.before for mark in _marks(field)), 0)
                    waiting.append(field.shape)
            case _:
                pass
    return newest
