"""What authors of rulesets test with.

`check_ruleset` holds a ruleset to everything that the library promises of every ruleset, and `check_golden_case` to a
case that is written down as data:

    def test_conformance():
        check_ruleset(ruleset)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

import attrs

from rcw_rules.documents import load_resolution
from rcw_rules.golden_cases import GoldenCase, check_golden_case, golden_cases
from rcw_rules.kernel.errors import NotDeterministicError, RulesError
from rcw_rules.kernel.odds import ExactUmpire
from rcw_rules.kernel.procedures import OptionsT, OutcomeT, Procedure, Request
from rcw_rules.kernel.record import ProcedureStep
from rcw_rules.kernel.sources import GivenDice, SeededDice
from rcw_rules.rule_index import with_coverage
from rcw_rules.ruleset import Ruleset, Settles
from rcw_rules.schema import json_schema
from rcw_rules.wire import dumps, parse_json, structure, unstructure

__all__ = ["GoldenCase", "check_golden_case", "check_ruleset", "findings", "golden_cases"]

_SEEDS = range(20)


def check_ruleset(ruleset: Ruleset[Any], *, complete: bool = False) -> None:
    """Hold *ruleset* to what every ruleset promises.

    Args:
        ruleset: The ruleset.
        complete: Whether every rule of its index must be implemented and tested, or be a referee's.

    Raises:
        AssertionError: If anything is wrong; the message lists all of it.
    """
    found = list(findings(ruleset, complete=complete))
    if found:
        raise AssertionError(f"{ruleset.id}: " + "\n".join(("", *found)))


def findings(ruleset: Ruleset[Any], *, complete: bool = False) -> Iterator[str]:
    """Yield everything that is wrong with *ruleset*, one line each."""
    yield from _identity(ruleset)
    yield from _options(ruleset)
    yield from _index(ruleset, complete=complete)
    for chart_id, chart in ruleset.charts.items():
        if ruleset.package and chart.rule not in ruleset.rules:
            yield f"chart {chart_id}: cites the unknown rule {chart.rule!r}"
    for choice in ruleset.choices:
        if ruleset.package and choice.rule not in ruleset.rules:
            yield f"choice {choice.id}: cites the unknown rule {choice.rule!r}"
    for procedure in ruleset.procedures:
        for check in (_documented, _frozen, _described, _resolved, _exact):
            yield from _guarded(check, ruleset, procedure)
    for example in ruleset.examples:
        try:
            ruleset.resolve(example.request(), dice=GivenDice(example.faces))
        except RulesError as error:
            yield f"example {example.id}: {error}"


def _guarded(
    check: Callable[[Ruleset[Any], Procedure[Any, Any, Any]], Iterator[str]],
    ruleset: Ruleset[Any],
    procedure: Procedure[Any, Any, Any],
) -> Iterator[str]:
    try:
        for finding in check(ruleset, procedure):
            yield f"{procedure.id}: {finding}"
    except Exception as error:  # noqa: BLE001 - whatever a ruleset does wrong is a finding
        yield f"{procedure.id}: {type(error).__name__}: {error}"


def _identity(ruleset: Ruleset[Any]) -> Iterator[str]:
    for name in ("id", "title", "edition"):
        if not getattr(ruleset, name):
            yield f"has no {name}"
    if ruleset.rules_version < 1:
        yield f"rules_version is {ruleset.rules_version}; it begins at 1"
    ids = [procedure.id for procedure in ruleset.procedures]
    for id in sorted({id for id in ids if ids.count(id) > 1}):
        yield f"two procedures have the id {id}"


def _options(ruleset: Ruleset[Any]) -> Iterator[str]:
    options: object = ruleset.options
    if not attrs.has(type(options)):
        yield "its options are no attrs class"
        return
    for field in attrs.fields(cast("Any", type(options))):
        try:
            rule, _ = ruleset.option_rule(field.name)
        except (RulesError, AttributeError, StopIteration):
            yield f"option {field.name} names no rule of the index with {Settles.__name__}"
        else:
            if not rule:
                yield f"option {field.name} settles no rule"


def _index(ruleset: Ruleset[Any], *, complete: bool) -> Iterator[str]:
    if not ruleset.package:
        return
    for rule in with_coverage(ruleset.rules, ruleset.package):
        if rule.status == "implemented" and not rule.tests:
            yield f"rule {rule.id} is carried out by {', '.join(rule.code)} and no test carries its mark"
        if complete and rule.status == "missing":
            yield f"rule {rule.id} is missing"


def _documented(ruleset: Ruleset[Any], procedure: Procedure[Any, Any, Any]) -> Iterator[str]:
    if not procedure.id.startswith(f"{ruleset.id}."):
        yield f"its id does not begin with {ruleset.id!r} and a dot"
    if not procedure.title.endswith("?"):
        yield f"its title is no question: {procedure.title!r}"
    for thing in (procedure, procedure.request_type, procedure.outcome_type):
        if not (thing.__doc__ or "").strip():
            yield f"{getattr(thing, '__name__', thing)} has no docstring"
    if not procedure.rules:
        yield "names no rules"
    if ruleset.package:
        covered = with_coverage(ruleset.rules, ruleset.package)
        for rule in procedure.rules:
            if rule not in covered:
                yield f"names the unknown rule {rule!r}"
            elif not covered[rule].code:
                yield f"names the rule {rule}, which no code carries out"
    if procedure.example is None:
        yield "has no example"


def _frozen(ruleset: Ruleset[Any], procedure: Procedure[Any, Any, Any]) -> Iterator[str]:
    for cls in (procedure.request_type, procedure.outcome_type):
        if not attrs.has(cls):
            yield f"{cls.__name__} is no attrs class"
        elif any(not field.kw_only for field in attrs.fields(cls)):
            yield f"{cls.__name__} takes fields by position"
    example: object = procedure.example
    if example is not None:
        hash(example)
        try:
            setattr(example, attrs.fields(cast("Any", type(example)))[0].name, None)
        except attrs.exceptions.FrozenInstanceError:
            pass
        else:
            yield "its requests can be changed"


def _described(ruleset: Ruleset[Any], procedure: Procedure[Any, Any, Any]) -> Iterator[str]:
    json_schema(procedure.request_type)
    json_schema(procedure.outcome_type)
    example = procedure.example
    if example is not None:
        again = structure(parse_json(dumps(unstructure(example)), "the example"), procedure.request_type)
        if again != example:
            yield "its example does not survive a trip through JSON"


def _resolved(ruleset: Ruleset[Any], procedure: Procedure[Any, Any, Any]) -> Iterator[str]:
    example = procedure.example
    if example is None:
        return
    possible = ruleset.odds(example).outcomes
    for seed in _SEEDS:
        resolution = ruleset.resolve(example, dice=SeededDice(seed))
        if resolution.outcome not in possible:
            yield f"seed {seed}: an outcome that the exact odds do not know"
        if ruleset.outcome(example, dice=SeededDice(seed)) != resolution.outcome:
            yield f"seed {seed}: the outcome depends on whether a record is kept"
        if ruleset.resolve(example, dice=GivenDice(resolution.dice)).outcome != resolution.outcome:
            yield f"seed {seed}: the same faces gave another outcome"
        if ruleset.replay(resolution).outcome != resolution.outcome:
            yield f"seed {seed}: the record replays to another outcome"
        if load_resolution(ruleset, resolution.to_json()) != resolution:
            yield f"seed {seed}: the resolution does not survive a trip through JSON"
        for _, step in resolution.record.walk():
            if not step.rule or (ruleset.package and step.rule not in ruleset.rules):
                yield f"seed {seed}: the step {step.text!r} cites no rule of the index"
        inside = [step.procedure for _, step in resolution.record.walk() if isinstance(step, ProcedureStep)]
        named = {rule for id in (procedure.id, *inside) for rule in ruleset.procedure(id).rules}
        for rule in resolution.record.rules:
            if rule not in named:
                yield f"seed {seed}: the record cites {rule}, which neither it nor a procedure inside it names"


def _exact(ruleset: Ruleset[Any], procedure: Procedure[Any, Any, Any]) -> Iterator[str]:
    example = procedure.example
    if example is None:
        return
    odds = ruleset.odds(example)
    if sum(probability for _, probability in odds.items()) != 1:
        yield "its odds do not sum to 1"
    if _StrictUmpire(ruleset, {}, {}).distribution(example) != odds:
        yield "its odds differ from one walk to the next"


class _StrictUmpire(ExactUmpire[OptionsT]):
    """Compares the requests themselves, not only their types, on every branch."""

    __slots__ = ()

    def resolve(self, request: Request[OutcomeT], purpose: str) -> OutcomeT:
        """Return the outcome of this branch; the request must be the same as before on the same branch."""
        if self._at < len(self._asked) and self._asked[self._at] != request:
            raise NotDeterministicError(f"at {purpose!r} the same branch asked {request!r}, and another request before")
        return super().resolve(request, purpose)
