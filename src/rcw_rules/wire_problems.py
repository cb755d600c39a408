"""What is wrong with plain data, all of it together, with paths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from heapq import nsmallest
from typing import Any, NoReturn, TypeAlias

import attrs
from cattrs import BaseValidationError, ForbiddenExtraKeysError
from cattrs.errors import AttributeValidationNote

from rcw_rules.kernel.errors import MOST_PROBLEMS, InvalidRequestError, Problem, close_names, did_you_mean
from rcw_rules.kernel.shape_words import describe, key_step
from rcw_rules.kernel.shapes import Instance, Items, Limited, OneOf, Shape, fields_of, is_array, is_object, shape_of

__all__ = ["RefusedError", "below", "problems_in", "problems_of_whole_parts", "refuse"]

_LONGEST_NAME = 100

PartCheck: TypeAlias = Callable[[Any, type, str], Sequence[Problem]]
"""Says what is wrong with the data of an instance of a class, at a path."""


class RefusedError(Exception):
    """Plain data does not fit. The paths of the problems start at that data."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(problems)
        self.problems = problems


def refuse(message: str, at: str = "") -> NoReturn:
    """Refuse plain data for one reason."""
    raise RefusedError([Problem(at, message)])


def below(step: str, problems: Sequence[Problem]) -> list[Problem]:
    """Return the problems with *step* before their paths."""
    return [Problem(step + problem.path, problem.message, problem.rule) for problem in problems]


def problems_in(error: Exception) -> list[Problem]:
    """Return what *error* says of the data, or raise it again if the data is not at fault."""
    if isinstance(error, RefusedError):
        return list(error.problems)
    if isinstance(error, BaseValidationError):
        return [problem for inner in error.exceptions for problem in _problems_in_field(inner)]
    if isinstance(error, ForbiddenExtraKeysError):
        return [_unknown_key(key, error.cl) for key in nsmallest(MOST_PROBLEMS + 1, error.extra_fields)]
    if isinstance(error, InvalidRequestError):
        return [attrs.evolve(problem, path=problem.path.removeprefix("$")) for problem in error.problems]
    if isinstance(error, ValueError):  # a class refuses a combination of its fields
        return [Problem("", " ".join(str(error).split()))]
    raise error


def _problems_in_field(error: Exception) -> list[Problem]:
    note = next((note for note in getattr(error, "__notes__", ()) if isinstance(note, AttributeValidationNote)), None)
    if note is None:
        return problems_in(error)
    step = key_step(note.name)
    if isinstance(error, KeyError):
        return [Problem(step, f"missing; expected {describe(shape_of(note.type), 'json')}")]
    return below(step, problems_in(error))


def _unknown_key(key: str, cls: type) -> Problem:
    near = close_names(key[:_LONGEST_NAME], (field.name for field in fields_of(cls)))
    return Problem(key_step(key), f"unknown key{did_you_mean(near)}")


def problems_of_whole_parts(data: object, annotation: Any, wrong: Sequence[str], check: PartCheck) -> Iterator[Problem]:
    """Yield what *check* finds in the largest parts of *data* in or below which nothing is misshapen.

    Args:
        data: Plain data, of which something is misshapen.
        annotation: What it should describe.
        wrong: The paths of what is misshapen, below the data: ``.units[2].stands``.
        check: Says what is wrong with a part.
    """
    yield from _parts_below(data, shape_of(annotation), "", wrong, check)


def _parts_below(data: object, shape: Shape, path: str, wrong: Sequence[str], check: PartCheck) -> Iterator[Problem]:
    """Do the same for the data at *path*, with *wrong* the paths at it and below it."""
    match shape:
        case Limited() if path in wrong:  # such as an array that is too long to be looked through
            return
        case Limited(base=base):
            yield from _parts_below(data, base, path, wrong, check)
        case Items(item=item) if is_array(data):
            by_number = _by_number(wrong, path)
            for number, one in enumerate(data):
                yield from _parts_below(one, item, f"{path}[{number}]", by_number.get(str(number), ()), check)
        case OneOf(members=members) if is_array(data):
            for member in members:
                if isinstance(member.base if isinstance(member, Limited) else member, Items):
                    yield from _parts_below(data, member, path, wrong, check)
        case OneOf() if len(shape.classes) == 1 and is_object(data):
            yield from _parts_below(data, Instance(shape.classes[0]), path, wrong, check)
        case Instance(cls=cls) if is_object(data):
            if path and not wrong:
                yield from check(data, cls, path)
                return
            for field in fields_of(cls):
                if field.name in data:
                    inner = path + key_step(field.name)
                    inside = [one for one in wrong if one.startswith(inner) and one[len(inner) :][:1] in ("", ".", "[")]
                    yield from _parts_below(data[field.name], field.shape, inner, inside, check)
        case _:
            return


def _by_number(wrong: Sequence[str], path: str) -> dict[str, list[str]]:
    """Return the paths below an array by the number of the item, for there may be very many items."""
    by_number: dict[str, list[str]] = {}
    for other in wrong:
        if step := re.match(r"\[(\d+)\]", other[len(path) :]):
            by_number.setdefault(step[1], []).append(other)
    return by_number
