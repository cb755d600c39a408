"""Sessions as JSON documents: all that is needed to go on elsewhere, or later, is in the document itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from rcw_rules.documents import house_of, require_every_option, require_identity
from rcw_rules.house import wrong_in_the_book
from rcw_rules.kernel.chart_files import chart_file
from rcw_rules.kernel.charts import Chart, load_charts
from rcw_rules.kernel.distributions import exact
from rcw_rules.kernel.errors import (
    AnswerError,
    ChartError,
    InvalidRequestError,
    OverrideError,
    Problem,
    WireVersionError,
)
from rcw_rules.kernel.plain import in_text, plain
from rcw_rules.kernel.procedures import Request
from rcw_rules.kernel.questions import Answer, Decision, Throw
from rcw_rules.kernel.reading import TextLimits, megabytes
from rcw_rules.kernel.seals import Seal
from rcw_rules.kernel.umpire import Override
from rcw_rules.resolution import RulesetIdentity
from rcw_rules.sessions import Session, begin
from rcw_rules.wire import envelope, open_envelope, parse_json, structure, unstructure

if TYPE_CHECKING:
    from rcw_rules.ruleset import Ruleset

__all__ = ["SESSION_FORMAT", "SESSION_VERSION", "load_session", "question_data", "session_data"]

SESSION_FORMAT = "rcw-session"
SESSION_VERSION = 1
"""Rises whenever the shape of the document changes."""

_KEYS = ("procedure", "ruleset", "options", "request", "charts", "house", "overrides", "seal", "answers")


def session_data(session: Session[Any]) -> dict[str, Any]:
    """Return a session as plain data, ready for JSON."""
    ruleset = session.ruleset
    return envelope(
        SESSION_FORMAT,
        SESSION_VERSION,
        {
            "procedure": ruleset.procedure_for(session.request).id,
            **ruleset_data(ruleset),
            "request": unstructure(session.request),
            "overrides": unstructure(session.overrides, tuple[Override, ...]),
            "seal": None if session.seal is None else unstructure(session.seal),
            "answers": unstructure(session.answers, tuple[Answer, ...]),
        },
    )


def ruleset_data(ruleset: Ruleset[Any]) -> dict[str, Any]:
    """Return which rules are in force, as plain data: the ruleset, its options, replaced charts and house rules."""
    return {
        "ruleset": unstructure(ruleset.identity),
        "options": unstructure(ruleset.options),
        "charts": {id: chart_file(ruleset.book_charts[id]) for id in ruleset.replaced_charts},
        "house": None if ruleset.house is None else unstructure(ruleset.house),
    }


def ruleset_of(
    body: Mapping[str, Any], ruleset: Ruleset[Any], what: str, done: str, *, is_older_allowed: bool = False
) -> Ruleset[Any]:
    """Return *ruleset* with what a document of `ruleset_data` says was in force.

    Args:
        body: The document.
        ruleset: The ruleset as it is now.
        what: What the document is, for messages: ``session``.
        done: What was done to it under its rules: ``begun``.
        is_older_allowed: Whether it may be of an earlier version of the rules.

    Raises:
        InvalidRequestError: It does not fit the ruleset.
        WireVersionError: It is of another version of the rules.
    """
    identity = structure(body["ruleset"], RulesetIdentity, "$.ruleset")
    require_identity(identity, ruleset, what)
    if identity.rules_version < ruleset.rules_version and not is_older_allowed:
        raise WireVersionError(
            f"the {what} was {done} under version {identity.rules_version} of the rules of {ruleset.id}, and this "
            f"library plays version {ruleset.rules_version}: end it with the library that began it"
        )
    require_every_option(ruleset.options, body["options"], identity.rules_version)
    options: Any = structure(body["options"], ruleset.options.__class__, "$.options")
    house = None if body["house"] is None else house_of(body["house"], ruleset)
    try:
        replaced = _charts_of(structure(body["charts"], dict[str, str], "$.charts"))
        with_charts = ruleset.with_charts(replaced) if replaced else ruleset
    except ChartError as error:
        raise InvalidRequestError([Problem("$.charts", str(error))]) from None
    if house is not None:
        wrong = list(wrong_in_the_book(house, with_charts))
        if wrong:
            raise InvalidRequestError(Problem(f"$.house{one.path[1:]}", one.message) for one in wrong)
    return with_charts.as_of(options, house)


def load_session(ruleset: Ruleset[Any], text: str | bytes) -> Session[Any]:
    """Do what `Ruleset.load_session` says."""
    body = open_envelope(parse_json(text, "the session"), SESSION_FORMAT, SESSION_VERSION, {})
    problems = [Problem(f"$.{key}", "is missing") for key in _KEYS if key not in body]
    problems += [Problem(f"$.{key}", "is not a key of a session") for key in body if key not in _KEYS]
    if problems:
        raise InvalidRequestError(problems)
    then = ruleset_of(body, ruleset, "session", "begun")
    procedure = then.procedure(structure(body["procedure"], str, "$.procedure"))
    request: Request[Any] = structure(body["request"], procedure.request_type, "$.request")
    overrides = structure(body["overrides"], tuple[Override, ...], "$.overrides")
    answers: tuple[Answer, ...] = structure(body["answers"], tuple[Answer, ...], "$.answers")
    seal = None if body["seal"] is None else structure(body["seal"], Seal, "$.seal")
    then.check(request)
    try:
        return begin(then, request, overrides, answers, seal)
    except AnswerError as error:
        raise InvalidRequestError([Problem(f"$.answers[{error.number - 1}]", str(error))]) from None
    except OverrideError as error:
        raise InvalidRequestError([Problem("$.overrides", str(error))]) from None


def _charts_of(texts: Mapping[str, str]) -> dict[str, Chart]:
    most = TextLimits().toml_bytes
    if sum(map(len, texts.values())) > most:
        raise InvalidRequestError(
            [Problem("$.charts", f"are together larger than {megabytes(most)}, the most that is read")]
        )
    charts: dict[str, Chart] = {}
    for id, text in texts.items():
        loaded = load_charts(text, id)
        if [chart.id for chart in loaded] != [id]:
            told = ", ".join(chart.id for chart in loaded)
            raise InvalidRequestError([Problem(f"$.charts.{id}", f"holds the chart {told}, not {id} alone")])
        charts[id] = loaded[0]
    return charts


def question_data(session: Session[Any]) -> dict[str, Any] | None:
    """Return the pending question as plain data, for programs in any language; None if nothing is asked.

    A throw has its purpose, rule, label, dice and the probability of every value; a decision its choice, rule, who
    decides, for which unit, what about, and its alternatives with the value that answers, the words, and which one is
    the default. Both have the steps since the last question.
    """
    asked = session.pending
    if asked is None:
        return None
    known = [{"text": step.text, "rule": step.rule, "kind": step.kind} for step in asked.known]
    if isinstance(asked, Throw):
        return {
            "kind": "throw",
            "purpose": asked.purpose,
            "rule": asked.rule,
            "label": asked.label,
            "dice": list(asked.dice),
            "odds": [{"value": in_text(value), "probability": exact(chance)} for value, chance in asked.odds.items()],
            "known": known,
        }
    return {"kind": "decision", "known": known, **dict(_decision_data(asked))}


def _decision_data(asked: Decision[Any, Any]) -> Iterator[tuple[str, Any]]:
    yield "choice", asked.choice.id
    yield "rule", asked.choice.rule
    yield "who", asked.owner
    yield "unit", asked.unit
    yield "about", asked.choice.about
    yield "where", asked.where
    yield (
        "alternatives",
        [{"value": plain(one), "text": in_text(one), "is_default": one == asked.default} for one in asked.alternatives],
    )
