"""Every mistake in a scenario at once: what is wrong beside what keeps it from being built or checked as a whole."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import attrs

from rcw_rules.kernel.errors import InvalidRequestError, Problem
from rcw_rules.kernel.fields import inconsistencies_of, validate
from rcw_rules.kernel.shapes import fields_of, is_array, is_object, is_tuple

__all__ = ["further_problems"]

_STEP = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")


def further_problems(data: Any, cls: type[Any], known: Iterable[Problem]) -> Iterator[Problem]:
    """Yield what else is wrong with a scenario.

    What cannot be built is left out, a unit or an entry of a list as a whole, and the rest is looked at. Nothing is
    said of what is left out, or of what names it.

    Args:
        data: The scenario as plain data.
        cls: The class of scenarios.
        known: What is known to be wrong, with paths into the data.
    """
    from rcw_rules.wire import converter

    found = [*known]
    whole = copy.deepcopy(data)
    gone = _Gone(whole)
    for problem in found:
        gone.mark(problem.path)
    try:
        built = converter().structure(whole, cls)
    except Exception:  # noqa: BLE001 - whatever keeps it from being built is told already, or with what is mended
        gone.leave_out()
        try:
            built = converter().structure(whole, cls)
        except Exception:  # noqa: BLE001
            return
    told = {(problem.path, problem.message) for problem in found}
    for problem in (*_refused(built), *_inconsistent(built, "$")):
        path = gone.path_before(problem.path)
        if (path, problem.message) not in told and not any(name in problem.message for name in gone.names):
            told.add((path, problem.message))
            yield attrs.evolve(problem, path=path)


def _refused(built: Any) -> tuple[Problem, ...]:
    try:
        validate(built)
    except InvalidRequestError as error:
        return error.problems
    return ()


def _inconsistent(value: Any, path: str) -> Iterator[Problem]:
    """Yield what contradicts itself in a value and in all its parts, those that are wrong themselves as well."""
    if is_tuple(value):
        for number, item in enumerate(value):
            yield from _inconsistent(item, f"{path}[{number}]")
        return
    cls: Any = value.__class__
    if attrs.has(cls):
        for field in fields_of(cls):
            yield from _inconsistent(getattr(value, field.name), f"{path}.{field.name}")
        problems: list[Problem] = []
        with suppress(Exception):  # it may count on parts that are right
            problems.extend(inconsistencies_of(value))
        for problem in problems:
            yield attrs.evolve(problem, path=path + problem.path)


class _Gone:
    """What is left out of plain data so that the rest can be built."""

    def __init__(self, data: Any) -> None:
        self._data = data
        self._entries: dict[str, set[int]] = {}
        self._lists: dict[str, list[Any]] = {}
        self._keys: list[tuple[dict[str, Any], str]] = []
        self.names: set[str] = set()
        self._is_left_out = False

    def mark(self, path: str) -> None:
        """Mark the innermost entry of a list that a path leads into, or else the key that it ends with."""
        value, here = self._data, "$"
        entry: tuple[str, list[Any], int] | None = None
        key: tuple[dict[str, Any], str] | None = None
        for name, number in _STEP.findall(path):
            if name and is_object(value) and name in value:
                key, value, here = (value, name), value[name], f"{here}.{name}"
            elif number and is_array(value) and int(number) < len(value):
                if is_object(value[int(number)]):
                    entry = here, value, int(number)
                value, here = value[int(number)], f"{here}[{number}]"
            else:
                break
        if entry is not None:
            place, items, index = entry
            self._entries.setdefault(place, set()).add(index)
            self._lists[place] = items
        elif key is not None:
            self._keys.append(key)

    def leave_out(self) -> None:
        """Leave out what is marked."""
        for place, indices in self._entries.items():
            items = self._lists[place]
            self.names |= {repr(items[index]["name"]) for index in indices if "name" in items[index]}
            items[:] = [item for index, item in enumerate(items) if index not in indices]
        for inside, key in self._keys:
            inside.pop(key, None)
        self._is_left_out = True

    def path_before(self, path: str) -> str:
        """Return the path that something has in the whole data."""
        if not self._is_left_out:
            return path
        here = "$"
        for name, number in _STEP.findall(path):
            if name:
                here += f".{name}"
                continue
            index = int(number)
            for gone in sorted(self._entries.get(here, ())):
                index += gone <= index
            here += f"[{index}]"
        return here
