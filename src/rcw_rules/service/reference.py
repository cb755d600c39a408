"""What the rulesets are: procedures, rules, charts, options and choices. Clients may keep all of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from rcw_rules import __version__
from rcw_rules.kernel.errors import RulesError, UnknownNameError
from rcw_rules.kernel.words import in_words
from rcw_rules.registry import available
from rcw_rules.service import catalogue
from rcw_rules.service.kept import Kept
from rcw_rules.service.operations import Incoming, Operation, Parameter, Service
from rcw_rules.service.problems import KINDS, DeclinedError, ToldError
from rcw_rules.service.schemas import array_of, object_of

__all__ = ["OPERATIONS", "kept_of", "warm_up"]

T = TypeVar("T")


def kept_of(service: Service) -> Kept:
    """Return what is kept of the rulesets."""

    def make() -> Kept:
        kept = Kept(service.workers)
        service.at_end(kept.close)
        return kept

    return service.part("reference", make)


async def _get(asked: Incoming, function: Callable[..., T], *args: str) -> T:
    return await kept_of(asked.service).get(function, *args)


async def warm_up(service: Service) -> None:
    """Ask what takes long before anybody does."""
    kept = kept_of(service)
    await kept.get(catalogue.all_rulesets)
    per_ruleset = (catalogue.cited_in, catalogue.rules_in, catalogue.charts_of, catalogue.ruleset_data)
    asked: list[tuple[Callable[[str], Any], str]] = [(about, id) for about in per_ruleset for id in available()]
    for item in await kept.get(catalogue.all_procedures):
        asked += [(catalogue.procedure_data, item["id"]), (catalogue.schema_of, item["id"])]
    for about, id in asked:
        with suppress(RulesError, ToldError, DeclinedError):  # whoever asks for what is broken is told
            await kept.get(about, id)


async def _index(asked: Incoming) -> dict[str, Any]:
    links = {"openapi": "api/openapi.json", "rulesets": "api/rulesets", "procedures": "api/procedures"}
    return {"name": "rcw_rules", "version": __version__, "rulesets": list(available()), "links": links}


async def _errors(asked: Incoming) -> dict[str, Any]:
    errors = [_error(code) for code in KINDS]
    return {"errors": errors}


async def _one_error(asked: Incoming) -> dict[str, Any]:
    code = asked.path["code"]
    if code not in KINDS:
        raise UnknownNameError("error code", code, KINDS)
    return _error(code)


def _error(code: str) -> dict[str, Any]:
    kind = KINDS[code]
    return {"code": code, "title": kind.title, "status": kind.status, "meaning": kind.meaning}


async def _rulesets(asked: Incoming) -> dict[str, Any]:
    return {"rulesets": await _get(asked, catalogue.all_rulesets)}


async def _ruleset(asked: Incoming) -> dict[str, Any]:
    return await _get(asked, catalogue.ruleset_data, _ruleset_id(asked))


def _ruleset_id(asked: Incoming) -> str:
    id = asked.path["ruleset"]
    known = available()
    if id not in known:
        raise UnknownNameError("ruleset", id, known)
    return id


def _of_ruleset(key: str, function: Callable[[str], Any]) -> Callable[[Incoming], Awaitable[dict[str, Any]]]:
    async def handler(asked: Incoming) -> dict[str, Any]:
        return {key: await _get(asked, function, _ruleset_id(asked))}

    return handler


_IN_A_LIST = ("id", "title", "kind", "provenance", "status", "section")


async def _rules(asked: Incoming) -> dict[str, Any]:
    rules = await _get(asked, catalogue.rules_in, _ruleset_id(asked))
    words = asked.query.get("q", "")
    return {
        "rules": [
            {key: rule[key] for key in _IN_A_LIST}
            for rule in rules.values()
            if _has(words, rule["id"], rule["title"], rule["summary"], rule["section"])
        ]
    }


def _has(words: str, *texts: str) -> bool:
    """Whether every word that is looked for stands somewhere in the texts."""
    text = "\n".join(texts).lower()
    return all(word in text for word in words.lower().split())


async def _rule(asked: Incoming) -> dict[str, Any]:
    ruleset = _ruleset_id(asked)
    return _one(await _get(asked, catalogue.rules_in, ruleset), f"rule of {ruleset}", asked.path["rule"])


async def _charts(asked: Incoming) -> dict[str, Any]:
    charts = await _get(asked, catalogue.charts_of, _ruleset_id(asked))
    return {"charts": [{"id": id, "title": chart["title"]} for id, chart in charts.items()]}


async def _chart(asked: Incoming) -> dict[str, Any]:
    ruleset = _ruleset_id(asked)
    return _one(await _get(asked, catalogue.charts_of, ruleset), f"chart of {ruleset}", asked.path["chart"])


def _one(found: dict[str, dict[str, Any]], kind: str, id: str) -> dict[str, Any]:
    if id not in found:
        raise UnknownNameError(kind, id, found)
    return found[id]


async def _procedures(asked: Incoming) -> dict[str, Any]:
    procedures = await _get(asked, catalogue.all_procedures)
    words = asked.query.get("q", "")
    return {"procedures": [one for one in procedures if _has(words, in_words(one["id"]), one["id"], one["title"])]}


async def _procedure_id(asked: Incoming) -> str:
    """Return the id of the procedure of an address; an unknown one costs no worker."""
    id = asked.path["procedure"]
    known = {one["id"] for one in await _get(asked, catalogue.all_procedures)}
    if id not in known:
        short = id.rpartition(".")[2]
        raise UnknownNameError(
            "procedure", id, known | {short}, [one for one in sorted(known) if short in one][:3] or None
        )
    return id


async def _procedure(asked: Incoming) -> dict[str, Any]:
    id = await _procedure_id(asked)
    data = await _get(asked, catalogue.procedure_data, id)
    cited = await _get(asked, catalogue.cited_in, data["ruleset"])
    return {**data, **cited[id]}


async def _schema(asked: Incoming) -> dict[str, Any]:
    return await _get(asked, catalogue.schema_of, await _procedure_id(asked))


async def _example(asked: Incoming) -> dict[str, Any]:
    example = await _get(asked, catalogue.example_of, await _procedure_id(asked))
    return {"request": example["short" if asked.query.get("short") else "full"]}


# ------------------------------------------------------------------ the operations

_RULESET = Parameter(name="ruleset", about="The id of a ruleset.", example="red_white")
_PROCEDURE = Parameter(name="procedure", about="The id of a procedure.", example="red_white.melee")
_WORDS = Parameter(
    name="q", about="Words that must all occur.", place="query", schema={"type": "string", "maxLength": 200}
)

_TEXT = {"type": "string"}
_PROCEDURE_LINE = object_of(id=_TEXT, title=_TEXT, ruleset=_TEXT)
_CHOICE = object_of(id=_TEXT, rule=_TEXT, who=_TEXT, about=_TEXT)
_OPTION = object_of(
    id=_TEXT,
    name=_TEXT,
    schema={"type": "object"},
    default={},
    expected=_TEXT,
    meaning=_TEXT,
    rule=_TEXT,
    provenance=_TEXT,
)
_FIELD = object_of(
    path=_TEXT,
    name=_TEXT,
    meaning=_TEXT,
    takes=_TEXT,
    default={"type": ["string", "null"]},
    rule=_TEXT,
    is_required={"type": "boolean"},
)
_RULE_LINE = object_of(id=_TEXT, title=_TEXT, kind=_TEXT, provenance=_TEXT, status=_TEXT, section=_TEXT)
_ERROR = object_of(code=_TEXT, title=_TEXT, status={"type": "integer"}, meaning=_TEXT)


def _reference(
    id: str,
    path: str,
    summary: str,
    handler: Callable[[Incoming], Awaitable[dict[str, Any]]],
    answer: dict[str, Any],
    *parameters: Parameter,
) -> Operation:
    return Operation(
        id=id,
        method="GET",
        path=path,
        summary=summary,
        tag="reference",
        handler=handler,
        parameters=parameters,
        answer=answer,
        refusals=("unknown-name",) if "{" in path else (),
        is_reference=True,
    )


_ONE = "/api/rulesets/{ruleset}"
_PROC = "/api/procedures/{procedure}"

OPERATIONS: tuple[Operation, ...] = (
    _reference(
        "index",
        "/api",
        "Say what the service is and where to begin",
        _index,
        object_of(name=_TEXT, version=_TEXT, rulesets=array_of(_TEXT), links={"type": "object"}),
    ),
    _reference("errors", "/errors", "List the codes of errors", _errors, object_of(errors=array_of(_ERROR))),
    _reference(
        "error",
        "/errors/{code}",
        "Say what the code of an error means",
        _one_error,
        _ERROR,
        Parameter(name="code", about="The code of an error.", example="illegal-request"),
    ),
    _reference(
        "rulesets",
        "/api/rulesets",
        "List the rulesets",
        _rulesets,
        object_of(rulesets=array_of(object_of("title", "version", "rules_version", "error", id=_TEXT))),
    ),
    _reference(
        "ruleset",
        _ONE,
        "Show a ruleset",
        _ruleset,
        object_of(
            id=_TEXT,
            title=_TEXT,
            version=_TEXT,
            rules_version={"type": "integer"},
            sources=array_of(_TEXT),
            options=array_of(_OPTION),
            counts={"type": "object", "additionalProperties": {"type": "integer"}},
        ),
        _RULESET,
    ),
    _reference(
        "options",
        f"{_ONE}/options",
        "List the options of a ruleset",
        _of_ruleset("options", catalogue.options_of),
        object_of(options=array_of(_OPTION)),
        _RULESET,
    ),
    _reference(
        "choices",
        f"{_ONE}/choices",
        "List the decisions that the rules leave to players",
        _of_ruleset("choices", catalogue.choices_in),
        object_of(choices=array_of(_CHOICE)),
        _RULESET,
    ),
    _reference(
        "rules",
        f"{_ONE}/rules",
        "List the rules of a ruleset",
        _rules,
        object_of(rules=array_of(_RULE_LINE)),
        _RULESET,
        _WORDS,
    ),
    _reference(
        "rule",
        f"{_ONE}/rules/{{rule}}",
        "Show a rule",
        _rule,
        {"type": "object", "required": ["id", "title", "summary", "provenance", "status"]},
        _RULESET,
        Parameter(name="rule", about="The id of a rule.", example="melee-roll"),
    ),
    _reference(
        "charts",
        f"{_ONE}/charts",
        "List the charts of a ruleset",
        _charts,
        object_of(charts=array_of(object_of(id=_TEXT, title=_TEXT))),
        _RULESET,
    ),
    _reference(
        "chart",
        f"{_ONE}/charts/{{chart}}",
        "Show a chart, as data and as text",
        _chart,
        {"type": "object", "required": ["id", "title", "text"]},
        _RULESET,
        Parameter(name="chart", about="The id of a chart.", example="melee_modifiers"),
    ),
    _reference(
        "pieces",
        f"{_ONE}/pieces",
        "List the pieces that requests can name",
        _of_ruleset("pieces", catalogue.pieces_of),
        object_of(pieces=array_of(object_of(name=_TEXT, title=_TEXT, kind=_TEXT))),
        _RULESET,
    ),
    _reference(
        "procedures",
        "/api/procedures",
        "List the procedures, the questions that can be asked",
        _procedures,
        object_of(procedures=array_of(_PROCEDURE_LINE)),
        _WORDS,
    ),
    _reference(
        "procedure",
        _PROC,
        "Show a procedure with the fields of its request",
        _procedure,
        object_of(
            id=_TEXT,
            title=_TEXT,
            ruleset=_TEXT,
            summary=_TEXT,
            payoffs=array_of(object_of(id=_TEXT, title=_TEXT)),
            form=array_of(_FIELD),
            rules=array_of(_TEXT),
            choices=array_of(_CHOICE),
        ),
        _PROCEDURE,
    ),
    _reference(
        "schema",
        f"{_PROC}/schema",
        "Return the JSON Schema of a procedure's request",
        _schema,
        {"type": "object", "required": ["$schema", "properties"]},
        _PROCEDURE,
    ),
    _reference(
        "example",
        f"{_PROC}/example",
        "Return a complete request to start from",
        _example,
        object_of(request={"type": "object"}),
        _PROCEDURE,
        Parameter(
            name="short", about="Whether to leave out what holds by default.", place="query", schema={"type": "boolean"}
        ),
    ),
)
