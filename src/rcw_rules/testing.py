"""What authors of rulesets test with.

`check_ruleset` holds a ruleset to everything that the library promises of every ruleset, and `check_golden_case` to a
case that is written down as data:

    def test_conformance():
        check_ruleset(ruleset, golden=Path(__file__).parent / "golden", complete=True)

Requests to try it with are drawn by `rcw_rules.strategies`.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias, cast, get_args

import attrs

from rcw_rules.documents import load_resolution
from rcw_rules.golden_cases import GoldenCase, check_golden_case, golden_cases
from rcw_rules.kernel import KERNEL_VERSION
from rcw_rules.kernel.caches import Cache
from rcw_rules.kernel.charts import Chart
from rcw_rules.kernel.errors import (
    InvalidRequestError,
    NotDeterministicError,
    RulesError,
    UnknownNameError,
    close_names,
    did_you_mean,
)
from rcw_rules.kernel.fields import Range, Size, validate
from rcw_rules.kernel.limits import UNHURRIED, Meter
from rcw_rules.kernel.odds import ExactUmpire
from rcw_rules.kernel.procedures import OptionsT, OutcomeT, Procedure, Request
from rcw_rules.kernel.record import ProcedureStep
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.shapes import MEASURES, is_mapping
from rcw_rules.kernel.sources import GivenDice, SeededDice
from rcw_rules.marks import Cites, Settles
from rcw_rules.registry import GROUP, available, load
from rcw_rules.resolution import Resolution
from rcw_rules.rule_index import INDEX_FILE, TESTS_FILE, RuleIndex, with_coverage
from rcw_rules.ruleset import Ruleset
from rcw_rules.schema import attribute_texts, json_schema
from rcw_rules.unreachable import unreachable
from rcw_rules.wire import dumps, parse_json, structure, unstructure

__all__ = ["GoldenCase", "check_golden_case", "check_ruleset", "findings", "golden_cases"]

_Procedure: TypeAlias = Procedure[Any, Any, Any]

_SEEDS = range(20)
_SEEDS_WRITTEN = range(6)
_SEEDS_ELSEWHERE = range(3)
_HASH_SEEDS = ("1", "2")

_REFUSES: object = attrs.make_class("_Frozen", [], frozen=True).__setattr__
"""What refuses to set the fields of every frozen class."""


def check_ruleset(ruleset: Ruleset[Any], *, golden: str | Path | None = None, complete: bool = False) -> None:
    """Hold *ruleset* to what every ruleset promises.

    Its metadata, options, charts and rule index are in order. Nothing in its package is out of reach: every procedure,
    choice and request belongs to the ruleset and is exported, and some code reads every chart. Every procedure has
    docs, an example and a schema; every golden case comes out as written. Of every example, with several seeds: each
    step cites a rule of the index, request and outcome survive a trip through JSON, the same faces give the same
    resolution, here, without a record, and in two other processes with different hash seeds; the exact odds sum to 1
    and know every outcome.

    Args:
        ruleset: The ruleset. One with a package must be installed, since the other processes load it by its id.
        golden: The folder of its golden cases.
        complete: Whether every rule of its index must be implemented and tested, or be a referee's, and every procedure
            be asked by a golden case.

    Raises:
        AssertionError: If anything is wrong; the message lists all of it.
    """
    found = list(findings(ruleset, golden=golden, complete=complete))
    if found:
        raise AssertionError(f"{ruleset.id}: " + "\n".join(("", *found)))


def findings(ruleset: Ruleset[Any], *, golden: str | Path | None = None, complete: bool = False) -> Iterator[str]:
    """Yield everything that is wrong with *ruleset*, one line each; the arguments are those of `check_ruleset`."""
    yield from dict.fromkeys(_findings(ruleset, golden, complete=complete))


def _findings(ruleset: Ruleset[Any], golden: str | Path | None, *, complete: bool) -> Iterator[str]:
    no_texts = list(_texts(ruleset))
    if no_texts:  # whatever else is said would be said of them
        yield from no_texts
        return
    try:
        index, charts = ruleset.rules, ruleset.charts
        covered = with_coverage(index, ruleset.package) if ruleset.package else index
    except RulesError as error:
        yield _line(error)
        return
    no_charts = list(_no_charts(charts))
    if no_charts:
        yield from no_charts
        return
    yield from _identity(ruleset, complete=complete)
    yield from _options(ruleset)
    if ruleset.package:
        yield from _index(covered, complete=complete)
        for what, things in (("chart", charts.values()), ("choice", ruleset.choices), ("modifier", ruleset.modifiers)):
            for thing in things:
                if thing.rule not in index:
                    yield f"{what} {thing.id}: cites {_unknown(thing.rule, index)}"
    yield from _charts(ruleset)
    yield from unreachable(ruleset)
    told: set[str] = set()
    for procedure in ruleset.procedures:
        no_classes = list(_no_classes(procedure))
        if no_classes:
            yield from no_classes
            continue
        yield from _guarded(_documented(procedure, ruleset, covered), procedure.id)
        for cls in (procedure.request_type, procedure.outcome_type):
            yield from _guarded(_untold(_class(cls, ruleset), told), procedure.id)
        for check in (_read_back, _resolved, _exact):
            yield from _guarded(check(procedure, ruleset), procedure.id)
    yield from _golden(ruleset, golden, complete=complete)
    for example in ruleset.examples:
        try:
            ruleset.resolve(example.request(), dice=GivenDice(example.faces))
        except Exception as error:  # noqa: BLE001 - as in `_guarded`
            yield f"example {example.id}: {_line(error)}"
    yield from _in_other_processes(ruleset)


def _guarded(found: Iterator[str], place: str) -> Iterator[str]:
    try:
        for finding in found:
            yield f"{place}: {finding}"
    except Exception as error:  # noqa: BLE001 - whatever a ruleset does wrong is a finding
        yield f"{place}: {_line(error)}"


def _untold(found: Iterator[str], told: set[str]) -> Iterator[str]:
    """Leave out what was found before: procedures share classes."""
    for finding in found:
        if finding not in told:
            told.add(finding)
            yield finding


def _unknown(rule: str, index: RuleIndex) -> str:
    return f"the unknown rule {rule!r}: enter it in {INDEX_FILE}{did_you_mean(close_names(rule, index.by_id))}"


def _line(error: Exception) -> str:
    said = " ".join(str(error).split())
    return said if isinstance(error, RulesError | AssertionError) and said else f"{type(error).__name__}: {said}"


def _doubled(names: Iterable[str]) -> list[str]:
    listed = list(names)
    return sorted({name for name in listed if listed.count(name) > 1})


# ------------------------------------------------------------------ the ruleset


def _texts(ruleset: Ruleset[Any]) -> Iterator[str]:
    """Find what should be a text of one line and is none."""
    parts: list[tuple[str, object, tuple[str, ...]]] = [("", ruleset, ("id", "title", "edition"))]
    parts += [(f"procedure {one.id!r}: ", one, ("id", "title")) for one in ruleset.procedures]
    parts += [(f"choice {one.id!r}: ", one, ("id",)) for one in ruleset.choices]
    parts += [(f"example {one.id!r}: ", one, ("id", "title")) for one in ruleset.examples]
    for place, thing, names in parts:
        for name in names:
            value: object = getattr(thing, name)
            if not isinstance(value, str) or value.splitlines() not in ([], [value]):
                yield f"{place}its {name} is no text of one line: {value!r}"


def _no_charts(charts: object) -> Iterator[str]:
    """Find what stands where charts should."""
    advice = "pass a mapping of Chart by id, or a package= that holds them"
    if not is_mapping(charts):
        yield f"its charts are {show(charts, 'python')}: {advice}"
        return
    for id, chart in charts.items():
        if not isinstance(chart, Chart):
            yield f"its chart {id!r} is {show(chart, 'python')}: {advice}"


def _identity(ruleset: Ruleset[Any], *, complete: bool) -> Iterator[str]:
    for name in ("id", "title", "edition"):
        if not getattr(ruleset, name):
            yield f"has no {name}: give the Ruleset one"
    if not re.fullmatch(r"[a-z][a-z0-9_]*|", ruleset.id):
        yield f"its id {ruleset.id!r} is no name: use small letters, digits and _"
    if ruleset.kernel_version != KERNEL_VERSION:
        yield f"kernel_version is {ruleset.kernel_version}: this library has version {KERNEL_VERSION}"
    if complete and not ruleset.package:
        yield f"has no rule index: name the package that holds its {INDEX_FILE} as package="
    if not ruleset.procedures:
        yield "answers nothing: list its procedures in the Ruleset"
    for id in _doubled(procedure.id for procedure in ruleset.procedures):
        yield f"two procedures have the id {id}: rename one"
    asked: list[object] = [procedure.request_type for procedure in ruleset.procedures]
    for name in _doubled(cls.__qualname__ for cls in asked if isinstance(cls, type)):
        yield f"two procedures answer {name}: give each a request of its own"
    for id in _doubled(choice.id for choice in ruleset.choices):
        yield f"two choices have the id {id}: rename one"


def _options(ruleset: Ruleset[Any]) -> Iterator[str]:
    options: object = ruleset.options
    try:
        attrs.resolve_types(cast("Any", type(options)))
    except NameError as error:
        yield f"options: {_line(error)}"
        return
    yield from _declared(type(options), ruleset)
    texts = attribute_texts(type(options))
    for field in attrs.fields(cast("Any", type(options))):
        if field.name not in texts:
            yield f"option {field.name} is not documented: say what it does under Attributes: in its class"
        try:
            ruleset.option_rule(field.name)
        except UnknownNameError as error:
            yield f"option {field.name} settles {_unknown(error.name, ruleset.rules)}"
        except TypeError:
            yield f"option {field.name} names no rule of the index: mark it with {Settles.__name__}"


def _index(covered: RuleIndex, *, complete: bool) -> Iterator[str]:
    for rule in covered:
        if rule.status == "implemented" and not rule.tests:
            yield (
                f"rule {rule.id} is carried out by {', '.join(rule.code)} and no test in {TESTS_FILE} carries its mark"
                ": mark one and run pytest --rule-index=write"
            )
        if complete and rule.status == "missing":
            yield f"rule {rule.id} is missing: carry it out, or put the question to the referee"


def _charts(ruleset: Ruleset[Any]) -> Iterator[str]:
    for chart in ruleset.charts.values():
        for name in ("title", "source", "locator"):
            if not getattr(chart, name):
                yield f"chart {chart.id}: has no {name}: say where it is printed"
        for cell in chart.cells():
            if not cell.is_printed and not cell.reason:
                where = f"{cell.row}, {cell.column}" if cell.column else cell.row
                yield f"chart {chart.id}: the cell {where} is {cell.provenance} without a reason: give one"


def _golden(ruleset: Ruleset[Any], golden: str | Path | None, *, complete: bool) -> Iterator[str]:
    try:
        cases = golden_cases(golden) if golden is not None else ()
    except (AssertionError, RulesError) as error:
        yield f"golden cases: {_line(error)}"
        return
    if golden is not None and not cases:
        yield f"golden cases: there are none in {golden}"
    for case in cases:
        place = f"{case.procedure}: golden case {case.id}"
        try:
            check_golden_case(ruleset, case)
        except Exception as error:  # noqa: BLE001 - as in `_guarded`
            yield f"{place}: {_line(error)}"
        for rule in case.rules:
            if ruleset.package and rule not in ruleset.rules:
                yield f"{place}: names the unknown rule {rule!r}"
    asked = {case.procedure for case in cases}
    for procedure in ruleset.procedures:
        if complete and procedure.id not in asked:
            yield f"{procedure.id}: has no golden case: write one whose values come from the book"


def _in_other_processes(ruleset: Ruleset[Any]) -> Iterator[str]:
    """Compare what two processes with different hash seeds answer, both at once."""
    if ruleset.id not in available():
        if ruleset.package:
            yield f"is not installed: offer it in pyproject.toml in the entry-point group {GROUP}, and install it"
        return
    script = f"from {__name__} import print_answers; print_answers({ruleset.id!r})"
    path = os.pathsep.join(folder or str(Path.cwd()) for folder in sys.path)
    processes = [
        subprocess.Popen(  # noqa: S603 - this very Python
            [sys.executable, "-c", script],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
        )
        for seed in _HASH_SEEDS
    ]
    ended = [(process.communicate(), process.returncode) for process in processes]
    for (_, errors), code in ended:
        if code:
            yield f"another process cannot resolve it: {(errors.splitlines() or ['it says nothing'])[-1]}"
            return
    # What a ruleset prints stands above the answers.
    one, other = (cast("dict[str, str]", json.loads(answers.splitlines()[-1])) for (answers, _), _ in ended)
    for id in one:
        if one[id] != other[id]:
            yield f"{id}: answers otherwise in a process with another hash seed: iterate over no set, sort it first"


def print_answers(id: str) -> None:
    """Print a digest of everything that the installed ruleset answers, by procedure, on a line of its own."""
    ruleset = load(id)
    answers = json.dumps({procedure.id: _answers(ruleset, procedure) for procedure in ruleset.procedures})
    sys.stdout.write(f"\n{answers}\n")


def _answers(ruleset: Ruleset[Any], procedure: _Procedure) -> str:
    try:
        example = _example(procedure)
        if example is None:
            return ""
        texts = [repr(ruleset.odds(example, limits=UNHURRIED).outcomes)]
        for seed in _SEEDS_ELSEWHERE:
            resolution = ruleset.resolve(example, dice=SeededDice(seed))
            texts += [resolution.to_json(), resolution.explain()]
    except Exception as error:  # noqa: BLE001 - a finding of its own
        texts = [type(error).__name__]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


# ------------------------------------------------------------------ one procedure


def _no_classes(procedure: _Procedure) -> Iterator[str]:
    """Find what is annotated otherwise than with a class, so that nothing else can be said of it."""
    declared: dict[str, object] = {"request": procedure.request_type, "outcome": procedure.outcome_type}
    for what, annotation in declared.items():
        if not isinstance(annotation, type):
            yield f"{procedure.id}: its {what} is annotated {annotation}, which is no class: name one attrs class"


def _documented(procedure: _Procedure, ruleset: Ruleset[Any], covered: RuleIndex) -> Iterator[str]:
    if not procedure.id.startswith(f"{ruleset.id}."):
        yield f"its id does not begin with {ruleset.id!r} and a dot: rename it"
    elif not re.fullmatch(r"[a-z0-9_]+\.[a-z0-9_]+", procedure.id):
        yield "its id is no name: use small letters, digits and _, and one dot"
    if not procedure.title.endswith("?"):
        yield f"its title is no question: {procedure.title!r}: ask what it answers"
    for thing in (procedure, procedure.request_type, procedure.outcome_type):
        if not (thing.__doc__ or "").strip():
            yield f"{getattr(thing, '__name__', thing)} has no docstring: write one"
    if ruleset.package:
        for rule in procedure.rules:
            if rule not in covered:
                yield f"names {_unknown(rule, covered)}"
            elif not covered[rule].code:
                yield f"names the rule {rule}, which no code carries out: cite it where it is carried out"
    example: object = procedure.example
    if example is None:
        yield "has no example: pass a function that makes a request as example="
    elif _example(procedure) is None:
        asked = procedure.request_type.__name__
        yield f"its example is {show(example, 'python')}, not of the class {asked}: return one of these"


def _example(procedure: _Procedure) -> Request[Any] | None:
    """Return the example if it is one of what the procedure answers."""
    example: Request[Any] | None = procedure.example
    return example if type(example) is procedure.request_type else None


def _class(cls: type, ruleset: Ruleset[Any]) -> Iterator[str]:
    """Find what is wrong with a class of requests or outcomes, and with the classes inside it."""
    if not attrs.has(cls):
        yield f"{cls.__name__} is no attrs class: write @frozen(kw_only=True) above it"
        return
    yield from _declared(cls, ruleset)
    schema = json_schema(cls)
    for name, part in {cls.__name__: schema, **schema.get("$defs", {})}.items():
        for field, said in part.get("properties", {}).items():
            if field != "kind" and "description" not in said:
                yield f"{name}.{field} is not documented: say what it is under Attributes: in its class"


def _declared(cls: type, ruleset: Ruleset[Any]) -> Iterator[str]:
    """Find what is not frozen, goes by position or cites no rule, in an attrs class and those that its fields hold."""
    classes = [cls]
    for one in classes:
        if one.__setattr__ is not _REFUSES:
            yield f"{one.__name__} is not frozen: write @frozen(kw_only=True) above it"
        if any(not field.kw_only for field in attrs.fields(cast("Any", one))):
            yield f"{one.__name__} takes fields by position: write @frozen(kw_only=True) above it"
        attrs.resolve_types(cast("Any", one))
        for field in attrs.fields(cast("Any", one)):
            for part in _parts(field.type):
                if isinstance(part, (Cites, Range, Size)) and part.rule and ruleset.package:
                    if part.rule not in ruleset.rules:
                        yield f"{one.__name__}.{field.name} cites {_unknown(part.rule, ruleset.rules)}"
                elif isinstance(part, type) and attrs.has(part) and part not in (*classes, *MEASURES):
                    classes.append(part)


def _parts(annotation: object) -> Iterator[object]:
    """Yield an annotation and everything that it is made of, marks and classes among them."""
    yield annotation
    for part in get_args(annotation):
        yield from _parts(part)


def _read_back(procedure: _Procedure, ruleset: Ruleset[Any]) -> Iterator[str]:
    example = _example(procedure)
    if example is not None:
        hash(example)
        again = structure(parse_json(dumps(unstructure(example)), "the example"), procedure.request_type)
        if again != example:
            yield "its example does not survive a trip through JSON: let its fields alone say what it is"


_ADVICE = "let it depend on the request and the umpire alone"


def _resolved(procedure: _Procedure, ruleset: Ruleset[Any]) -> Iterator[str]:
    example = _example(procedure)
    if example is None:
        return
    possible: dict[object, object] = {outcome: outcome for outcome in ruleset.odds(example, limits=UNHURRIED)}
    seen: dict[object, object] = {}
    for seed in _SEEDS:
        resolution: Resolution[Any] = ruleset.resolve(example, dice=SeededDice(seed))
        if _has_record(resolution):
            if resolution.dice in seen and _is_same(seen[resolution.dice], resolution.outcome):
                continue
            seen[resolution.dice] = resolution.outcome
            found = [*_repeated(ruleset, resolution), *_cited(ruleset, resolution)]
            if not found and seed in _SEEDS_WRITTEN:
                found += _read_again(ruleset, resolution)
        else:
            found = [f"the outcome depends on whether a record is kept: {_ADVICE}"]
        if not _is_same(possible.get(resolution.outcome), resolution.outcome):
            found.append("an outcome that the exact odds do not know: let chance come from the umpire alone")
        if found:  # the other seeds would tell the same again
            yield from (f"seed {seed}: {finding}" for finding in found)
            return


def _has_record(resolution: Resolution[Any]) -> bool:
    try:
        tuple(resolution.record.walk())
    except NotDeterministicError:
        return False
    return True


def _repeated(ruleset: Ruleset[Any], resolution: Resolution[Any]) -> Iterator[str]:
    request, outcome = resolution.request, resolution.outcome
    try:
        validate(outcome)
    except InvalidRequestError as error:
        yield f"its outcome is not what its class declares: {_line(error)}"
        return
    if not _is_same(ruleset.resolve(request, dice=GivenDice(resolution.dice)).outcome, outcome):
        yield f"the same faces gave another outcome: {_ADVICE}"
    if not _is_same(ruleset.replay(resolution).outcome, outcome):
        yield f"the record replays to another outcome: {_ADVICE}"


def _read_again(ruleset: Ruleset[Any], resolution: Resolution[Any]) -> Iterator[str]:
    if load_resolution(ruleset, resolution.to_json()) != resolution:
        yield "the resolution does not survive a trip through JSON: let the fields of its outcome alone say what it is"


def _is_same(one: object, other: object) -> bool:
    """Return whether two outcomes are one, also to whoever reads them: to Python 3 is equal to 3.0, and 1 to True."""
    return one == other and repr(one) == repr(other)


def _cited(ruleset: Ruleset[Any], resolution: Resolution[Any]) -> Iterator[str]:
    for _, step in resolution.record.walk():
        if not step.rule or (ruleset.package and step.rule not in ruleset.rules):
            yield f"the step {step.text!r} cites no rule of the index: pass the id of one"
    inside = [step.procedure for _, step in resolution.record.walk() if isinstance(step, ProcedureStep)]
    asked = [ruleset.procedure(id) for id in dict.fromkeys((resolution.procedure, *inside))]
    named = {rule for procedure in asked for rule in ruleset.rules_of(procedure)}
    for rule in resolution.record.rules:
        if rule and rule not in named:
            yield f"the record cites {rule}, which the code of no procedure in it names: write the id out in the code"


def _exact(procedure: _Procedure, ruleset: Ruleset[Any]) -> Iterator[str]:
    example = _example(procedure)
    if example is None:
        return
    odds = ruleset.odds(example, limits=UNHURRIED)
    if sum(probability for _, probability in odds.items()) != 1:
        yield "its odds do not sum to 1"
    if _StrictUmpire(ruleset, {}, Cache(None), Meter(UNHURRIED)).distribution(example) != odds:
        yield f"its odds differ from one walk to the next: {_ADVICE}"


class _StrictUmpire(ExactUmpire[OptionsT]):
    """Compares the requests themselves, not only their types, on every branch."""

    __slots__ = ()

    def resolve(self, request: Request[OutcomeT], purpose: str) -> OutcomeT:
        """Return the outcome of this branch; the request must be the same as before on the same branch."""
        if self._at < len(self._asked) and self._asked[self._at] != request:
            raise NotDeterministicError(f"at {purpose!r} the same branch asked {request!r}, and another request before")
        return super().resolve(request, purpose)
