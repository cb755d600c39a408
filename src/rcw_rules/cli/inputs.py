"""What a command reads: a request, faces of dice, options and choices given as ``name=value``."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias, get_type_hints

import click

from rcw_rules.brief import defaults_left_out, require_no_null
from rcw_rules.forms import with_meanings
from rcw_rules.house import HouseRules, load_house_rules
from rcw_rules.json_text import dumps, parse_json, read_json_file
from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.deciders import InOrder
from rcw_rules.kernel.errors import (
    ChartError,
    ChoiceError,
    FileError,
    FileProblem,
    InvalidRequestError,
    Problem,
    UnknownNameError,
    close_names,
    did_you_mean,
)
from rcw_rules.kernel.plain import alternative_meant, in_text, plain
from rcw_rules.kernel.procedures import Choice, Procedure, Request
from rcw_rules.kernel.reading import TextLimits, read_stream
from rcw_rules.kernel.record import Overridable
from rcw_rules.kernel.shape_words import key_step
from rcw_rules.kernel.shapes import is_array, is_object
from rcw_rules.kernel.umpire import Override, Policies, Policy
from rcw_rules.marks import Settles
from rcw_rules.pieces import in_full
from rcw_rules.registry import load
from rcw_rules.ruleset import Ruleset
from rcw_rules.toml_files import load_toml, read_charts, read_text, read_toml_data
from rcw_rules.wire import structure, unstructure

STANDARD_INPUT = "-"


def read_request(
    ruleset: Ruleset[Any], procedure: Procedure[Any, Any, Any], file: str, roster_file: str | None = None
) -> Request[Any]:
    """Return the request in *file*, or on standard input for ``-``: TOML if the file's name ends with .toml, else JSON.

    Args:
        ruleset: The ruleset, whose pieces the request may name.
        procedure: The question.
        file: The name of the file.
        roster_file: A file of units by name, which the request names as ``"@1st Rifles"``; None for none.

    Raises:
        InvalidRequestError: If it cannot be read, is not strict JSON, or does not fit the procedure.
        FileError: If a TOML file cannot be read or is not TOML.
    """
    data = read_toml_data(file) if file.endswith(".toml") else _document(file)
    if roster_file is not None:
        data = with_units(data, read_roster(roster_file))
    data = in_full(data, procedure.request_type, ruleset.pieces)
    try:
        request: Request[Any] = structure(data, procedure.request_type)
    except InvalidRequestError as error:
        raise with_meanings(error, procedure.request_type) from None
    return request


def toml_of(request: Request[Any]) -> str:
    """Return a request as TOML, without what holds by default.

    Raises:
        InvalidRequestError: If it has a null where that is not the default, which TOML cannot write.
    """
    import tomli_w

    data = defaults_left_out(request)
    require_no_null(data)
    return tomli_w.dumps(data).rstrip()


def read_roster(file: str) -> dict[str, dict[str, Any]]:
    """Return the units of a roster: a TOML file with a table for each unit, under its name.

    Raises:
        FileError: If it cannot be read, is not TOML, or holds something else than tables.
    """
    units = read_toml_data(file)
    for name, unit in units.items():
        if not is_object(unit):
            raise FileError(file, [FileProblem(None, f"{name!r} is no table: a unit begins with [{name!r}]")])
    return units


def with_units(data: Any, roster: Mapping[str, Mapping[str, Any]]) -> Any:
    """Return plain data with each ``"@1st Rifles"``, and each ``{"@": "1st Rifles", "stands": 5}``, as that unit.

    Raises:
        InvalidRequestError: If the roster has no such unit, or changed units hold more than anybody fields.
    """
    return _Fielding(roster).fielded(data, None)


_Steps: TypeAlias = tuple[Any, str | int] | None
"""The steps to a place, the last one last; written out only where something is wrong with it."""

_MOST_COPIED = 100_000
"""So many fields of units that are changed as they are named: each such unit is a copy."""


class _Fielding:
    """Puts the units of a roster in the place of their names."""

    def __init__(self, roster: Mapping[str, Mapping[str, Any]]) -> None:
        self._roster = roster
        self._copied = 0

    def fielded(self, data: Any, steps: _Steps) -> Any:
        if isinstance(data, str) and data.startswith("@"):
            return self._unit(data[1:], steps)
        if is_array(data):
            return [self.fielded(item, (steps, number)) for number, item in enumerate(data)]
        if is_object(data):
            parts = {key: self.fielded(item, (steps, key)) for key, item in data.items() if key != "@"}
            return self._changed(self._unit(data["@"], steps), parts, steps) if "@" in data else parts
        return data

    def _unit(self, name: object, steps: _Steps) -> Mapping[str, Any]:
        if not isinstance(name, str) or name not in self._roster:
            near = did_you_mean(close_names(str(name)[:100], self._roster))
            raise _wrong_at(steps, f"the roster has no {name!r}{near}")
        return self._roster[name]

    def _changed(self, unit: Mapping[str, Any], parts: dict[str, Any], steps: _Steps) -> dict[str, Any]:
        self._copied += len(unit)
        if self._copied > _MOST_COPIED:
            raise _wrong_at(steps, f"changed units of the roster come to more than {_MOST_COPIED:,} fields")
        return {**unit, **parts}


def _wrong_at(steps: _Steps, message: str) -> InvalidRequestError:
    path = ""
    while steps is not None:
        steps, step = steps
        path = (f"[{step}]" if isinstance(step, int) else key_step(step)) + path
    return InvalidRequestError([Problem(f"${path}", message)])


def read_document(file: str, what: str, content: bytes | None = None) -> tuple[Ruleset[Any], str]:
    """Return the ruleset that a document in *file*, or on standard input for ``-``, names, and the document.

    Args:
        file: The name of the file.
        what: What it should be, for messages: ``the record of a resolution``.
        content: What was read of it already; None to read it now.

    Raises:
        InvalidRequestError: If it cannot be read, is not strict JSON, or names no ruleset.
        UnknownNameError: If there is no such ruleset.
        RegistryError: If that ruleset cannot be loaded.
    """
    data = _document(file) if content is None else parse_json(content, repr(file))
    identity = data.get("ruleset") if is_object(data) else None
    name = identity.get("id") if is_object(identity) else None
    if not isinstance(name, str):
        raise InvalidRequestError([Problem("$.ruleset.id", f"missing: this is not {what}")])
    return load(name), dumps(data)


def _document(file: str) -> object:
    return _standard_input() if file == STANDARD_INPUT else read_json_file(file)


def _standard_input() -> object:
    if sys.stdin is None:
        raise InvalidRequestError([Problem("$", "standard input is closed: name a file")])
    if sys.stdin.isatty():
        click.echo("rcw: type the request as JSON and end it with Ctrl-D, or name a file", err=True)
    try:
        content = read_stream(sys.stdin.buffer, TextLimits().json_bytes)
    except OSError as error:
        reason = error.strerror or "the system refuses"
        raise InvalidRequestError([Problem("$", f"standard input cannot be read: {reason}")]) from None
    return parse_json(content, "standard input")


def with_options(ruleset: Ruleset[Any], settings: Sequence[str]) -> Ruleset[Any]:
    """Return *ruleset* with options set as ``option=value``.

    Raises:
        UnknownNameError: If there is no such option.
        InvalidRequestError: If an option cannot have that value.
    """
    values = {name: _from_file(value) for name, value in _assignments(settings, "--set", "option").items()}
    before: object = ruleset.options
    cls: type[object] = type(before)
    data: dict[str, object] = unstructure(before)
    for name in values:
        if name not in data:
            raise UnknownNameError(f"option of {ruleset.id}", name, data)
    try:
        options = structure({**data, **values}, cls)
    except InvalidRequestError as error:
        rules = _rules_of_options(cls)
        raise InvalidRequestError(
            Problem(f"--set {name}", problem.message, problem.rule or rules.get(name, ""))
            for problem in error.problems
            for name in [problem.path.removeprefix("$.")]
        ) from None
    return ruleset.with_options(**{name: getattr(options, name) for name in values})


def with_charts(ruleset: Ruleset[Any], files: Sequence[str]) -> Ruleset[Any]:
    """Return *ruleset* with its charts replaced by those of chart files.

    Raises:
        FileError: If a file cannot be read.
        ChartError: If a chart is wrong, has another shape than the one that it replaces, or comes twice.
        UnknownNameError: If there is no chart of that id to replace.
    """
    replacements: dict[str, Chart] = {}
    for file in files:
        for id, chart in read_charts(file).items():
            if id in replacements:
                raise ChartError(file, f"the chart {id!r} stands in two of the files")
            replacements[id] = chart
    return ruleset.with_charts(replacements) if replacements else ruleset


def changed_ruleset(
    ruleset: Ruleset[Any], settings: Sequence[str], chart_files: Sequence[str], house_file: str | None
) -> Ruleset[Any]:
    """Return *ruleset* with options set, then charts replaced, then the house rules of a patch file in force.

    Raises:
        FileError: If the patch file cannot be read or does not fit the ruleset; each problem has its line.
        RulesError: If anything else is wrong, as `with_options` and `with_charts` say.
    """
    changed = with_charts(with_options(ruleset, settings), chart_files)
    if house_file is None:
        return changed
    text, place = read_text(house_file)  # once: a pipe has no more to give
    _leave_to_the_house(load_toml(HouseRules, text, place), settings)
    return changed.with_house(load_house_rules(text, place, changed))


def _leave_to_the_house(house: HouseRules, settings: Sequence[str]) -> None:
    """Refuse to set an option that house rules change: one of the two would be forgotten."""
    for name in _assignments(settings, "--set", "option"):
        if any(change.option == name for change in house.options):
            message = f"the house rules {house.title!r} change this option: change it there"
            raise InvalidRequestError([Problem(f"--set {name}", message)])


def _rules_of_options(cls: type) -> dict[str, str]:
    return {
        name: mark.rule
        for name, hint in get_type_hints(cls, include_extras=True).items()
        for mark in getattr(hint, "__metadata__", ())
        if isinstance(mark, Settles)
    }


def fixed_choices(ruleset: Ruleset[Any], settings: Sequence[str]) -> Policies:
    """Return who answers the choices as ``choice=value`` says, every time, or ``choice=first;second`` in order.

    Raises:
        UnknownNameError: If there is no such choice.
    """
    values = _texts(settings, "--choose", "choice")
    choices = {choice.id: choice for choice in ruleset.choices}
    for name in values:
        if name not in choices:
            raise UnknownNameError(f"choice of {ruleset.id}", name, choices)
    return {
        name: InOrder(map(_value_or_words, value.split(";"))) if ";" in value else _always(choices[name], value)
        for name, value in values.items()
    }


def _always(choice: Choice[Any, Any], typed: str) -> Policy:
    def policy(situation: Any, alternatives: tuple[Any, ...]) -> Any:
        for answer in (_value(typed), typed):
            with suppress(LookupError):
                return alternative_meant(alternatives, answer)
        allowed = " or ".join(map(in_text, alternatives))
        raise ChoiceError(f"--choose {choice.id}: expected {allowed}, got {typed} [{choice.rule}]")

    return policy


def _value_or_words(typed: str) -> object:
    """Return a truth value for what JSON writes so; anything else stays the words that were typed."""
    value = _value(typed.strip())
    return value if isinstance(value, bool) else typed.strip()


def overrides_of(ruleset: Ruleset[Any], settings: Sequence[str], reason: str | None) -> tuple[Override, ...]:
    """Return a referee's overrides, written ``throw=value``, ``modifier=value`` or ``chart=value``.

    A name that is two of these is told apart by ``throw:``, ``modifier:`` or ``chart:`` before it.

    Raises:
        UsageError: If there is no reason, or one for nothing.
    """
    if bool(settings) != (reason is not None):
        raise click.UsageError("--override and --reason go together", click.get_current_context())
    return tuple(
        _override(ruleset, name, _value(value), reason or "")
        for name, value in _texts(settings, "--override", "name").items()
    )


def _override(ruleset: Ruleset[Any], name: str, value: object, reason: str) -> Override:
    kinds: dict[str, Overridable] = {"throw": "roll", "modifier": "modifier", "chart": "look_up"}
    kind, colon, rest = name.partition(":")
    if colon and kind in kinds:
        return Override(what=kinds[kind], at=rest.strip(), value=plain(value), reason=reason)
    modifiers = {modifier.id for modifier in ruleset.modifiers}
    modifiers |= {cell.row for chart in ruleset.charts.values() for cell in chart.cells()}
    what: Overridable = "look_up" if name in ruleset.charts else "modifier" if name in modifiers else "roll"
    return Override(what=what, at=name, value=plain(value), reason=reason)


def _assignments(settings: Sequence[str], flag: str, what: str) -> dict[str, object]:
    """Return the values by name: JSON where a value is JSON, and text otherwise."""
    return {name: _value(text) for name, text in _texts(settings, flag, what).items()}


def _texts(settings: Sequence[str], flag: str, what: str) -> dict[str, str]:
    """Return what is written after the equals sign, by name."""
    values: dict[str, str] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        name = name.strip()
        if not equals or not name:
            raise click.UsageError(f"{flag} expects {what}=value, got {setting!r}", click.get_current_context())
        if name in values:
            raise click.UsageError(f"{flag} sets {name!r} twice", click.get_current_context())
        values[name] = text
    return values


def _from_file(value: object) -> object:
    """Return the value in the file that ``@FILE`` names, TOML or JSON by its ending; any other value as it is."""
    if not isinstance(value, str) or not value.startswith("@"):
        return value
    file = value[1:]
    return read_toml_data(file) if file.lower().endswith(".toml") else read_json_file(file)


def _value(text: str) -> object:
    try:
        return parse_json(text, "the value")
    except InvalidRequestError:
        return text
