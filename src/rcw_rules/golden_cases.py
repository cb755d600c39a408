"""Golden cases: a question, options and faces, and what must come of them, as data that other tools can run as well.

A file of cases is TOML:

    [[case]]
    id = "a-tie"
    origin = "The second worked example"     # where the expected values come from, never the program
    rules = ["melee-tie"]                    # the rules that the case holds
    procedure = "red_white.melee"
    faces = [3, 3]
    cites = ["melee-tie"]                    # rules that the record must cite
    [case.request]
    ...
    [case.outcome]                           # the fields that matter, with their values
    winner = "tie"

``options``, ``choices`` (the answer to every choice of an id), ``totals`` and ``modifiers`` may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from attrs import Factory, frozen

from rcw_rules.kernel.fields import JSONValue
from rcw_rules.kernel.limits import UNHURRIED
from rcw_rules.kernel.plain import alternative_told
from rcw_rules.kernel.record import ModifierStep
from rcw_rules.kernel.sources import GivenDice
from rcw_rules.kernel.umpire import Policies, Policy
from rcw_rules.ruleset import Ruleset
from rcw_rules.toml_files import read_toml
from rcw_rules.wire import structure, unstructure

__all__ = ["GoldenCase", "check_golden_case", "golden_cases"]


@frozen(kw_only=True)
class GoldenCase:
    """One case.

    Attributes:
        id: What it is called; no two cases of a ruleset share an id.
        origin: Where the expected values come from.
        rules: The ids of the rules that it holds.
        procedure: The id of the procedure.
        faces: The faces, in the order of the procedure; all of them must be asked for.
        request: The request as plain data.
        outcome: What must come of it as plain data; fields that are left out may be anything.
        cites: The rules that the record must cite.
        options: The options that differ from the default.
        choices: The answer to every choice of an id; the rest take their default.
        totals: The numbers on the way to the value of one of the throws, such as both totals of an opposed one.
        modifiers: Every modifier on the record: what it modifies, its id, its value.
    """

    id: str
    origin: str
    rules: tuple[str, ...]
    procedure: str
    faces: tuple[int | str, ...]
    request: dict[str, JSONValue]
    outcome: dict[str, JSONValue]
    cites: tuple[str, ...] = ()
    options: dict[str, JSONValue] = Factory(dict[str, JSONValue])
    choices: dict[str, JSONValue] = Factory(dict[str, JSONValue])
    totals: tuple[int, ...] | None = None
    modifiers: tuple[tuple[str, str, int], ...] | None = None


@frozen(kw_only=True)
class _File:
    case: tuple[GoldenCase, ...]


def golden_cases(folder: str | Path) -> tuple[GoldenCase, ...]:
    """Return the cases of every ``.toml`` file of a folder, in the order of the files.

    Raises:
        FileError: If a file is not a list of cases; the error names the line.
        AssertionError: If two cases share an id.
    """
    cases = tuple(case for file in sorted(Path(folder).glob("*.toml")) for case in read_toml(_File, file).case)
    ids = [case.id for case in cases]
    doubled = sorted({id for id in ids if ids.count(id) > 1})
    if doubled:
        raise AssertionError(f"two golden cases share an id: {', '.join(doubled)}")
    return cases


def check_golden_case(ruleset: Ruleset[Any], case: GoldenCase) -> None:
    """Hold a ruleset to a case: outcome, faces, citations, and a probability above 0 in the exact odds.

    Raises:
        AssertionError: If anything differs; the message names the field.
        RulesError: If the case cannot be resolved: its procedure, request, faces, options or choices are wrong.
    """
    plain: dict[str, Any] = unstructure(case)
    before: object = ruleset.options
    options = structure({**unstructure(before), **plain["options"]}, type(before))
    in_force = ruleset.with_options(**{name: getattr(options, name) for name in case.options})
    request = structure(plain["request"], in_force.procedure(case.procedure).request_type)
    policies: Policies = {id: _always(answer) for id, answer in case.choices.items()}
    resolution = in_force.resolve(request, dice=GivenDice(case.faces), choices=policies)
    _hold(unstructure(resolution.outcome), plain["outcome"], "$")
    _hold(list(resolution.dice), list(case.faces), "faces")
    missing = [rule for rule in case.cites if rule not in resolution.record.rules]
    if missing:
        raise AssertionError(f"the record does not cite {', '.join(missing)}")
    if case.totals is not None:
        totals = [roll.parts for roll in resolution.record.rolls if roll.parts]
        if case.totals not in totals:
            raise AssertionError(f"no throw comes to {case.totals!r}, but to {totals!r}")
    if case.modifiers is not None:
        steps = [step for _, step in resolution.record.walk() if isinstance(step, ModifierStep)]
        _hold([[step.to, step.id, step.value] for step in steps], [list(one) for one in case.modifiers], "modifiers")
    if not in_force.odds(request, choices=policies or None, limits=UNHURRIED).probability(resolution.outcome):
        raise AssertionError("the exact odds do not know the outcome")


def _always(answer: object) -> Policy:
    def policy(situation: Any, alternatives: tuple[Any, ...]) -> Any:
        try:
            return alternative_told(alternatives, answer)
        except LookupError:
            return answer  # which the umpire refuses by name

    return policy


def _hold(actual: object, expected: object, path: str) -> None:
    if isinstance(expected, dict) and isinstance(actual, dict):
        found_fields = cast("Mapping[str, object]", actual)
        for key, value in cast("Mapping[str, object]", expected).items():
            if key not in found_fields:
                raise AssertionError(f"{path} has no {key!r}")
            _hold(found_fields[key], value, f"{path}.{key}")
        return
    if isinstance(expected, list) and isinstance(actual, list):
        found, items = cast("Sequence[object]", actual), cast("Sequence[object]", expected)
        if len(found) == len(items):
            for number, (one, other) in enumerate(zip(found, items, strict=True)):
                _hold(one, other, f"{path}[{number}]")
            return
    _require_equal(actual, expected, path)  # pyright: ignore[reportUnknownArgumentType] - lists of whatever JSON holds


def _require_equal(actual: object, expected: object, path: str) -> None:
    if type(actual) is not type(expected) or actual != expected:  # 1 is not True here
        raise AssertionError(f"{path} is {actual!r}, not {expected!r}")
