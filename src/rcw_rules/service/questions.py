"""Questions: is it legal, what is known before the dice, what comes of it, how likely is what, and what is best."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter
from typing import Any

from starlette.responses import Response

from rcw_rules.schema_files import advice_schema, odds_schema, question_schema, resolution_schema, session_schema
from rcw_rules.service import telling
from rcw_rules.service.kept import Recent
from rcw_rules.service.operations import Incoming, Operation, Parameter, Service
from rcw_rules.service.schemas import array_of, object_of

__all__ = ["OPERATIONS", "ask", "remembered"]

_QUICK = 0.03
"""A procedure that takes more seconds than this holds others up."""

_STRIKES = 3
"""A procedure that was so slow as often as this, one time after the other, is asked in a worker from then on."""

_TRIED_AGAIN = 50
"""After so many questions it is tried here again: it may only have been slow while the rulesets were loaded."""

_SMALL = 20_000
"""So many bytes a body may have to be read at once; a larger one is read in a worker."""

_KEPT_BYTES = 16_000_000
"""So many bytes of answers to long questions are kept."""


async def ask(asked: Incoming, function: Callable[..., dict[str, Any]], *args: Any) -> dict[str, Any] | Response:
    """Return what *function* says of the body: at once where that is quick, otherwise in a worker.

    Raises:
        RulesError: As the function raises.
    """
    procedure = asked.body.get("procedure")
    if procedure is None and isinstance(asked.body.get("session"), dict):
        procedure = asked.body["session"].get("procedure")
    if asked.size > _SMALL or not telling.is_known(procedure):
        return _response(await asked.service.workers.run_text(function, asked.body, *args))
    strikes: dict[tuple[str, str], int] = asked.service.part("slow procedures", dict[tuple[str, str], int])
    key = function.__name__, str(procedure)
    count = strikes.get(key, 0)
    if count >= _STRIKES:
        strikes[key] = count + 1 if count < _TRIED_AGAIN else _STRIKES - 1
        return _response(await asked.service.workers.run_text(function, asked.body, *args))
    begun = perf_counter()
    try:
        return function(asked.body, *args)
    finally:
        strikes[key] = count + 1 if perf_counter() - begun > _QUICK else 0


async def remembered(
    service: Service, function: Callable[..., dict[str, Any]], body: dict[str, Any], *args: Any
) -> Response:
    """Return what *function* says of a body in a worker, or what it said before.

    Raises:
        RulesError: As the function raises.
    """
    recent = service.part("recent", lambda: Recent(_KEPT_BYTES))
    key = json.dumps([function.__name__, body, args], sort_keys=True, default=repr).encode()
    found = recent.get(key)
    if found is None:
        found = await service.workers.run_text(function, body, *args)
        recent.put(key, found)
    return _response(found)


def _response(text: bytes) -> Response:
    return Response(text, headers={"Cache-Control": "no-store"}, media_type="application/json")


async def _verdict(asked: Incoming) -> dict[str, Any] | Response:
    return await ask(asked, telling.told_verdict)


async def _preview(asked: Incoming) -> dict[str, Any] | Response:
    return await ask(asked, telling.told_preview)


async def _resolve(asked: Incoming) -> dict[str, Any] | Response:
    return await ask(asked, telling.told_resolution, "full" if asked.query.get("full") else "usual")


async def _odds(asked: Incoming) -> Response:
    return await remembered(asked.service, telling.told_odds, asked.body, asked.query.get("outcomes"))


async def _advise(asked: Incoming) -> Response:
    return await remembered(asked.service, telling.told_advice, asked.body)


async def _sessions(asked: Incoming) -> dict[str, Any] | Response:
    return await ask(asked, telling.told_session)


# ------------------------------------------------------------------ what comes and goes

_TEXT = {"type": "string"}
_PROCEDURE = {"type": "string", "description": "The id of the procedure.", "maxLength": 200}
_REQUEST = {
    "type": "object",
    "description": "The request: /api/procedures/{procedure}/schema is its schema. Pieces may be named.",
}
_OPTIONS = {"type": "object", "description": "The options that are not as usual, by name."}
_SEED = {"type": "integer", "minimum": 0, "description": "The seed to roll with."}
_DICE = {
    "type": "array",
    "items": {"type": ["integer", "string"]},
    "maxItems": 1000,
    "description": "The faces thrown, in the order of the procedure, as the dice show them: a 0 on a d10 is ten.",
}
_DRAWS = {"type": "integer", "minimum": 1, "maximum": 1_000_000, "description": "Estimate from so many draws."}


def _body(**others: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a question with *others* that it may have."""
    properties = {"procedure": _PROCEDURE, "request": _REQUEST, "options": _OPTIONS, **others}
    return {
        "type": "object",
        "properties": properties,
        "required": ["procedure", "request"],
        "additionalProperties": False,
    }


_OBJECTION = {"type": "object", "required": ["rule", "message"]}
_CHANCE = object_of(text=_TEXT, probability=_TEXT, percent=_TEXT)
_IN_WORDS = {
    "count": {"type": "integer", "minimum": 1, "description": "How many outcomes there are, listed or not."},
    "summary": {**array_of(_TEXT), "description": "The likeliest results, each in a line."},
    "results": {**array_of(_CHANCE), "description": "The same as data, the likeliest first."},
    "fields": {
        **array_of(object_of(field=_TEXT, label=_TEXT, values=array_of(_CHANCE))),
        "description": "The values of every field of the outcome that can differ, with their chances.",
    },
}

_UNIT = {"side": "white", "type": "infantry", "has_leader": True, "stands": 5}
_TEST = {"procedure": "red_white.morale_test", "request": {"unit": _UNIT}}

_RESOLVED = {
    "resolution": {"$ref": "#/components/schemas/resolution"},
    "summary": {**_TEXT, "description": "The result in a sentence."},
    "explanation": {**_TEXT, "description": "The result, and every step with its rule, as text."},
    "digest": {**_TEXT, "description": "The digest of the resolution."},
}

SCHEMAS: dict[str, Callable[[], dict[str, Any]]] = {
    "resolution": resolution_schema,
    "session": session_schema,
    "question": question_schema,
    "odds": odds_schema,
    "advice": advice_schema,
}
"""The published schemas that the answers refer to, by name."""

_REFUSALS = (
    "invalid-request",
    "illegal-request",
    "needs-ruling",
    "unknown-name",
    "dice",
    "no-answer",
    "choice",
    "budget",
    "busy",
    "worker",
)

OPERATIONS: tuple[Operation, ...] = (
    Operation(
        id="verdict",
        method="POST",
        path="/api/verdict",
        summary="Say whether a request is legal, with every objection",
        tag="questions",
        handler=_verdict,
        body=_body(),
        example=_TEST,
        answer=object_of(legal={"type": "boolean"}, objections=array_of(_OBJECTION)),
        refusals=_REFUSALS,
        is_long=True,
    ),
    Operation(
        id="preview",
        method="POST",
        path="/api/preview",
        summary="Say what is known before the first die: modifiers, charts, and what will be thrown",
        tag="questions",
        handler=_preview,
        body=_body(),
        example=_TEST,
        answer=object_of(
            legal={"type": "boolean"},
            objections=array_of(_OBJECTION),
            record=array_of({"type": "object"}),
            next_throw={**_TEXT, "description": "What is thrown first, or empty."},
        ),
        refusals=_REFUSALS,
        is_long=True,
    ),
    Operation(
        id="resolve",
        method="POST",
        path="/api/resolve",
        summary="Resolve a request with given dice or a seed",
        tag="questions",
        handler=_resolve,
        parameters=(
            Parameter(
                name="full",
                about="Whether the explanation tells every step of a long record.",
                place="query",
                schema={"type": "boolean"},
            ),
        ),
        body=_body(dice=_DICE, seed=_SEED),
        example={**_TEST, "dice": [4]},
        answer=object_of(**_RESOLVED),
        refusals=_REFUSALS,
        is_long=True,
    ),
    Operation(
        id="odds",
        method="POST",
        path="/api/odds",
        summary="Say how likely each outcome is, exactly or from draws",
        tag="questions",
        handler=_odds,
        parameters=(
            Parameter(
                name="outcomes",
                about="How many whole outcomes to list at most; all of them by default.",
                place="query",
                schema={"type": "integer", "minimum": 0, "maximum": 1_000_000},
            ),
        ),
        body=_body(draws=_DRAWS, seed=_SEED),
        example=_TEST,
        answer={
            "type": "object",
            "required": ["procedure", "ruleset", "options", "request", "outcomes", *_IN_WORDS],
            "properties": _IN_WORDS,
            "description": "The document odds.json with the same in words.",
        },
        refusals=_REFUSALS,
        is_long=True,
    ),
    Operation(
        id="advise",
        method="POST",
        path="/api/advise",
        summary="Say which alternative of the first decision is best",
        tag="questions",
        handler=_advise,
        body=_body(
            side={
                **_TEXT,
                "description": "Who wants the value high; by default whoever decides first.",
                "maxLength": 200,
            },
            value={"type": ["string", "null"], "description": "What counts: a payoff, or a field of the outcome."},
            draws={**_DRAWS, "type": ["integer", "null"]},
            seed=_SEED,
        ),
        example={
            "procedure": "red_white.activation_test",
            "request": {"base": 6, "stands": 8, "cheka": True, "full_move": 6},
        },
        answer={"$ref": "#/components/schemas/advice"},
        refusals=(*_REFUSALS, "advice"),
        is_long=True,
    ),
    Operation(
        id="session",
        method="POST",
        path="/api/sessions",
        summary="Answer a procedure throw by throw and decision by decision",
        tag="questions",
        handler=_sessions,
        body={
            "type": "object",
            "properties": {
                "session": {
                    "type": "object",
                    "description": "A session as the last answer gave it; or procedure, request, options and answers, "
                    "to begin one.",
                },
                "answer": {"description": "Answers what is asked: the faces thrown, or an alternative."},
                "roll": _SEED,
                "undo": {"const": True, "description": "Takes the last answer back."},
            },
            "required": ["session"],
            "additionalProperties": False,
        },
        example={"session": _TEST, "answer": [4]},
        answer={
            "type": "object",
            "properties": {
                "session": {"$ref": "#/components/schemas/session"},
                "question": {"$ref": "#/components/schemas/question"},
                **_RESOLVED,
            },
            "required": ["session"],
            "additionalProperties": False,
        },
        refusals=(*_REFUSALS, "answer", "wire-version"),
        is_long=True,
    ),
)
