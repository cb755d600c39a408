"""One function for each class that tells at once whether all fields of an object are as they usually are: right.

Checking a field by its shape costs a call or more, and a unit of a battle has dozens of fields. So what most fields are
checked for is written out, class by class, as attrs writes its methods. Whoever is not told yes looks closer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from rcw_rules.kernel.shapes import (
    Enumeration,
    Instance,
    Items,
    Limited,
    Nothing,
    OneOf,
    Range,
    Row,
    Scalar,
    Shape,
    Size,
    is_whole,
)

_PLAIN: tuple[type, ...] = (bool, int)


FindingT = TypeVar("FindingT")


class Checked(NamedTuple, Generic[FindingT]):
    """A field, and how it is checked in full.

    Attributes:
        name: Its name.
        shape: What it has to be.
        check: Returns everything that is wrong with a value.
    """

    name: str
    shape: Shape
    check: Callable[[Any], Sequence[FindingT]]


def usual_check(
    fields: Iterable[Checked[Any]], is_known: Callable[[Any], bool], full: Callable[[Shape], Callable[[Any], Any]]
) -> Callable[[Any], bool]:
    """Return a function that says of an object whether all its fields are right.

    If it says no, something is wrong, or right in a way that is not usual, such as a text of a class of its own.

    Args:
        fields: The fields.
        is_known: Says of an object that a field holds whether it was found right before.
        full: Returns the full check of a shape.
    """
    names: dict[str, Any] = {"is_known": is_known, "full": full, "is_whole": is_whole}
    lines = ["def usual(value):"]
    for number, field in enumerate(fields):
        names[f"check_{number}"] = field.check
        condition = _condition(field.shape, "x", f"_{number}", names) or f"not check_{number}(x)"
        lines += [f"    x = value.{field.name}", f"    if not ({condition}):", "        return False"]
    exec("\n".join([*lines, "    return True"]), names)  # noqa: S102 - made of the names of fields alone
    usual: Callable[[Any], bool] = names["usual"]
    return usual


def _condition(shape: Shape, value: str, number: str, names: dict[str, Any]) -> str:
    """Return an expression that is true if *value* is right, "" where none is short enough to be written out."""
    match shape:
        case Scalar(type=scalar) if scalar in _PLAIN:
            return f"type({value}) is {scalar.__name__}"
        case Scalar(type=scalar) if scalar is str:
            return f"type({value}) is str and ({value}.isascii() or is_whole({value}))"
        case Nothing():
            return f"{value} is None"
        case Enumeration(values=values) if all(isinstance(each, str) for each in values):
            names[f"texts{number}"] = frozenset(values)
            return f"type({value}) is str and {value} in texts{number}"
        case Items(item=item):
            inner = _condition(item, f"each{number}", number, names) if type(item) is not Items else ""
            return f"type({value}) is tuple and all([{inner} for each{number} in {value}])" if inner else ""
        case Row(items=items):
            each = [
                _condition(item, f"{value}[{place}]", f"{number}_{place}", names) for place, item in enumerate(items)
            ]
            if all(each):
                return " and ".join([f"type({value}) is tuple and len({value}) == {len(items)}", *each])
        case Instance(cls=cls):
            names[f"cls{number}"], names[f"full{number}"] = cls, names["full"](shape)
            return f"(type({value}) is cls{number} and is_known({value})) or not full{number}({value})"
        case OneOf(members=members) if len(members) == 2 and Nothing() in members:
            (member,) = (member for member in members if member != Nothing())
            inner = _condition(member, value, number, names)
            return f"{value} is None or ({inner})" if inner else ""
        case Limited(base=base, limits=limits):
            return _within(base, limits, value, number, names)
        case _:
            pass
    return ""


def _within(base: Shape, limits: tuple[Range | Size, ...], value: str, number: str, names: dict[str, Any]) -> str:
    if base not in (Scalar(int), Scalar(str)) and not isinstance(base, Items):
        return ""
    parts = [_condition(base, value, number, names)]
    if not all(parts):
        return ""
    for limit in limits:
        measured = value if isinstance(limit, Range) else f"len({value})"
        low = "" if limit.low is None else f"{limit.low} <= "
        high = "" if limit.high is None else f" <= {limit.high}"
        parts.append(f"{low}{measured}{high}")
    return " and ".join(parts)
