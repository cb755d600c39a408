"""What the service tells, as plain data: functions that run in any process, each named by its module for a worker."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from attrs import evolve

from rcw_rules.answering import advise, answer, odds_data, outcome_data, read_question, sample_data
from rcw_rules.chances import MOST_VALUES, exact, likeliest, plain_fields, value_of
from rcw_rules.json_text import dumps
from rcw_rules.kernel.distributions import Distribution
from rcw_rules.kernel.errors import InvalidRequestError, Problem, RegistryError
from rcw_rules.kernel.fields import JSONValue
from rcw_rules.kernel.lengths import Inches
from rcw_rules.kernel.limits import SAMPLE_LIMITS
from rcw_rules.kernel.procedures import Procedure
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.shapes import is_array, is_object
from rcw_rules.kernel.sources import SeededDice
from rcw_rules.kernel.wording import label, say
from rcw_rules.registry import claims, find_procedure, load
from rcw_rules.resolution import Resolution
from rcw_rules.ruleset import Ruleset
from rcw_rules.service.computing import limits_here
from rcw_rules.sessions import Session

__all__ = [
    "find",
    "is_known",
    "told_advice",
    "told_odds",
    "told_preview",
    "told_resolution",
    "told_session",
    "told_verdict",
]

_KNOWN: dict[str, tuple[Ruleset[Any], Procedure[Any, Any, Any]]] = {}

Depth: TypeAlias = Literal["usual", "full"]
"""How many steps of a long record are told."""

MOST_ANSWERS = 500
"""As many answers a session may have: each is held against what is asked at its place."""


def find(id: str) -> tuple[Ruleset[Any], Procedure[Any, Any, Any]]:
    """Return the procedure of that *id* with its ruleset, and remember where it is.

    Raises:
        RulesError: As `find_procedure` raises.
    """
    known = _KNOWN.get(id)
    if known is None:
        known = _KNOWN[id] = find_procedure(id)
    return known


def is_known(id: object) -> bool:
    """Whether `find` finds a procedure of that *id* at once."""
    return isinstance(id, str) and id in _KNOWN


def remember_rulesets() -> None:
    """Load the rulesets of this library, so that `find` finds their procedures at once."""
    for _ in each_remembered():
        pass


def each_remembered() -> Iterator[str]:
    """Load one ruleset of this library after the other, and yield its id.

    Those of others run code of their own when they are loaded, and are loaded when somebody asks for them.
    """
    for id, claim in claims().items():
        if not isinstance(claim, RegistryError) and claim[0].startswith("rcw_rules."):
            ruleset = load(id)
            _KNOWN.update({procedure.id: (ruleset, procedure) for procedure in ruleset.procedures})
            yield id


# ------------------------------------------------------------------ questions


def told_verdict(body: dict[str, Any]) -> dict[str, Any]:
    """Return what `answer` says of a verdict."""
    return answer(_as(body, "verdict"), find=find)


def told_preview(body: dict[str, Any]) -> dict[str, Any]:
    """Return what `answer` says of a preview."""
    return answer(_as(body, "preview"), find=find)


def told_resolution(body: dict[str, Any], depth: Depth = "usual") -> dict[str, Any]:
    """Return a resolution with its result in a sentence and its steps in words."""
    question = read_question(_as(body, "resolve"), find)
    return _resolved(question.ruleset.resolve(question.request, dice=question.dice), depth)


def _resolved(resolution: Resolution[Any], depth: Depth = "usual") -> dict[str, Any]:
    document = resolution.to_dict()
    return {
        "resolution": document,
        "summary": resolution.summary,
        "explanation": resolution.explain(full=depth == "full"),
        "digest": document["digest"],
    }


def told_odds(body: dict[str, Any], most: int | None) -> dict[str, Any]:
    """Return odds with their likeliest results in words, and the values of each field that can differ.

    Args:
        body: The question; with ``draws`` and ``seed`` they are estimated.
        most: How many outcomes to list at most; None for all.
    """
    question = read_question(_as(body, "odds"), find)
    ruleset, request, draws = question.ruleset, question.request, question.asked.draws
    told = odds_data(ruleset, request)
    distribution: Distribution[Any]
    if draws is None:
        distribution = ruleset.odds(request, limits=limits_here())
        outcomes = list(outcome_data(distribution))
    else:
        seed = question.asked.seed or 0
        limits = evolve(limits_here(), branches=SAMPLE_LIMITS.branches)
        sample = ruleset.sample(request, draws, seed=seed, limits=limits)
        told["sample"] = {"draws": draws, "seed": seed}
        outcomes = list(sample_data(sample))
        distribution = Distribution(dict(sample.counts))
    results, several = likeliest(request, distribution)
    rows = [_chance(text, probability) for text, probability in results]
    return {
        **told,
        "outcomes": outcomes if most is None else outcomes[:most],
        "count": len(outcomes),
        "summary": [f"{row['percent']} ({row['probability']}): {row['text']}" for row in rows]
        + ([f"and {several - len(rows):,} other results"] if several > len(rows) else []),
        "results": rows,
        "fields": _spreads(distribution),
    }


def _spreads(distribution: Distribution[Any]) -> list[dict[str, Any]]:
    """Return the values of every field that can differ with their chances: numbers in order, others likeliest first."""
    told: list[dict[str, Any]] = []
    for field in plain_fields(distribution):
        ranked = distribution.map(value_of(field)).ranked()
        if len(ranked) < 2:
            continue
        shown = list(ranked[:MOST_VALUES])
        if all(value is None or type(value) in (int, Inches) for value, _ in shown):
            shown.sort(key=lambda pair: (pair[0] is None, pair[0]))
        values = [_chance(say(value, field.shape), probability) for value, probability in shown]
        left = len(ranked) - len(shown)
        if left:
            rest = 1 - sum((probability for _, probability in shown), Fraction(0))
            values.append(_chance(f"{left} others", rest))
        told.append({"field": field.name, "label": label(field.name), "values": values})
    return told


def _chance(text: str, probability: Fraction) -> dict[str, str]:
    percentage, fraction = exact(probability)
    return {"text": text, "probability": fraction, "percent": percentage}


def told_advice(body: dict[str, Any]) -> dict[str, Any]:
    """Return what `advise` says."""
    return advise(body, limits=limits_here(), find=find)


def _as(body: dict[str, Any], ask: str) -> dict[str, Any]:
    if "ask" in body:
        raise InvalidRequestError([Problem("$.ask", "unknown key: the address says what is asked")])
    return {**body, "ask": ask}


# ------------------------------------------------------------------ sessions

_SESSION_KEYS = ("session", "answer", "roll", "undo")


def told_session(body: dict[str, Any]) -> dict[str, Any]:
    """Return a session after one more answer, and what it asks next or what it came to.

    Args:
        body: ``session`` is a document of a session, or how to begin one: procedure, request, options and answers.
            Then at most one of ``answer``, which answers what is asked; ``roll``, a seed with which the throw is
            rolled; and ``undo``, true to take the last answer back.
    """
    problems = [Problem(f"$.{key}", "unknown key") for key in body if key not in _SESSION_KEYS]
    data: JSONValue = body.get("session")
    if not is_object(data):
        problems.append(Problem("$.session", f"expected an object, not {show(data, 'json')}"))
    if sum(key in body for key in ("answer", "roll", "undo")) > 1:
        problems.append(Problem("$", "give one of answer, roll and undo"))
    roll = body.get("roll", 0)
    if type(roll) is not int or roll < 0:
        problems.append(Problem("$.roll", f"expected a seed, a whole number from 0, not {show(roll, 'json')}"))
    if body.get("undo", True) is not True:
        problems.append(Problem("$.undo", f"expected true, not {show(body['undo'], 'json')}"))
    if problems:
        raise InvalidRequestError(problems)
    assert is_object(data)  # noqa: S101 - refused above
    session = _session_of(data)
    if "answer" in body:
        session = session.answer(body["answer"])
    elif "roll" in body:
        session = session.rolled(SeededDice(roll))
    elif "undo" in body:
        before = session.before
        if before is None:
            raise InvalidRequestError([Problem("$.undo", "there is no answer to take back")])
        session = before
    resolution = session.resolution
    told: dict[str, Any] = {"session": session.to_dict()}
    return {**told, "question": session.question} if resolution is None else {**told, **_resolved(resolution)}


def _session_of(data: dict[str, Any]) -> Session[Any]:
    answers: JSONValue = data.get("answers", [])
    if not is_array(answers) or len(answers) > MOST_ANSWERS:
        raise InvalidRequestError([Problem("$.session.answers", f"expected at most {MOST_ANSWERS} answers")])
    procedure: JSONValue = data.get("procedure")
    if not isinstance(procedure, str):
        raise InvalidRequestError(
            [Problem("$.session.procedure", f"expected the id of a procedure, not {show(procedure, 'json')}")]
        )
    try:
        if "format" in data:
            return find(procedure)[0].load_session(dumps(data))
        question = read_question(_as({key: data[key] for key in data if key != "answers"}, "verdict"), find)
    except InvalidRequestError as error:
        raise InvalidRequestError(
            Problem(f"$.session{one.path[1:]}", one.message, one.rule) for one in error.problems
        ) from None
    session = question.ruleset.begin(question.request)
    for one in answers:
        session = session.answer(one)
    return session
