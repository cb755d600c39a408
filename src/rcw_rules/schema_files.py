"""The schemas that are published as files, so that a reader in any language can check what comes and goes.

There is one file for each ruleset, with every request and outcome, and one for each document of the command line. Each
is JSON Schema 2020-12, needs no other file, and has its own file name as ``$id``. The classes that several procedures
of a ruleset use are written once.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any, TypeAlias

from rcw_rules.games.events import Entry, Event, Undo, Unfinished
from rcw_rules.games.match_file import MATCH_FORMAT, MATCH_VERSION
from rcw_rules.house import HouseRules
from rcw_rules.kernel.citations import Objection
from rcw_rules.kernel.dice import Face
from rcw_rules.kernel.errors import FileProblem, Problem
from rcw_rules.kernel.fields import Range
from rcw_rules.kernel.plain import Plain
from rcw_rules.kernel.questions import Answer
from rcw_rules.kernel.record import Step
from rcw_rules.kernel.seals import Seal
from rcw_rules.kernel.shapes import fields_of
from rcw_rules.kernel.umpire import Override
from rcw_rules.kernel.words import as_title, in_words
from rcw_rules.resolution import RESOLUTION_FORMAT, RESOLUTION_VERSION, RulesetIdentity
from rcw_rules.ruleset import Ruleset
from rcw_rules.schema import DIALECT, Definitions, attribute_texts
from rcw_rules.session_documents import SESSION_FORMAT, SESSION_VERSION
from rcw_rules.signatures import HEXADECIMAL, SIGNATURE_FORMAT, SIGNATURE_VERSION, Signature

__all__ = [
    "advice_schema",
    "error_schema",
    "match_schema",
    "odds_schema",
    "question_schema",
    "resolution_schema",
    "ruleset_schema",
    "schema_files",
    "session_schema",
    "signature_schema",
]

Schema: TypeAlias = dict[str, Any]


def schema_files(rulesets: Iterable[Ruleset[Any]]) -> dict[str, Schema]:
    """Return every schema that is published, by the name of its file: those of *rulesets*, then those of documents."""
    documents = (
        resolution_schema,
        session_schema,
        question_schema,
        odds_schema,
        advice_schema,
        match_schema,
        signature_schema,
        error_schema,
    )
    schemas = [*map(ruleset_schema, rulesets), *(schema() for schema in documents)]
    return {schema["$id"]: schema for schema in schemas}


def ruleset_schema(ruleset: Ruleset[Any]) -> Schema:
    """Return one schema with every request and outcome of *ruleset*, and its options, under ``$defs``.

    >>> from rcw_rules import red_white
    >>> schema = ruleset_schema(red_white.ruleset)
    >>> schema["$id"], schema["$defs"]["red_white.melee.request"]["$ref"]
    ('red_white.json', '#/$defs/MeleeRequest')

    Args:
        ruleset: Any ruleset, also one from outside.

    Returns:
        Plain data. The document as a whole says nothing of an instance. A reader refers to what it holds:
        ``red_white.json#/$defs/red_white.melee.request``, the same with ``.outcome``, or
        ``red_white.json#/$defs/red_white.options``.
    """
    classes = Definitions(examples=(one.example for one in ruleset.procedures if one.example is not None))
    entries: dict[str, Schema] = {f"{ruleset.id}.options": classes.schema_of(type(ruleset.options))}
    for procedure in ruleset.procedures:
        entries[f"{procedure.id}.request"] = classes.schema_of(procedure.request_type)
        entries[f"{procedure.id}.outcome"] = classes.schema_of(procedure.outcome_type)
    return {
        "$schema": DIALECT,
        "$id": f"{ruleset.id}.json",
        "title": ruleset.title,
        "description": "Every request and outcome by the id of its procedure, under $defs.",
        "$defs": {**entries, **classes.by_name},
    }


def resolution_schema() -> Schema:
    """Return the schema of a resolution, as `Resolution.to_json` and ``rcw resolve --json`` write it.

    Options, request and outcome are any objects here: the schemas of the ruleset say what they are.
    """
    classes = Definitions()
    body = _object(
        format={"const": RESOLUTION_FORMAT},
        schema_version={"const": RESOLUTION_VERSION},
        **_asked(classes),
        outcome={"type": "object", "description": "The answer: $defs/<procedure>.outcome of the ruleset."},
        dice=_told(classes, tuple[Face, ...], "Every face in the order thrown."),
        record=_told(classes, tuple[Step, ...], "Every step with the rule that it rests on."),
        seal=_told(classes, Seal | None, "The seal of the dice, or null."),
        digest=_digits(64, "The SHA-256 of the document without this key, in its canonical form."),
    )
    return _document("resolution.json", "A resolution", body, classes)


def session_schema() -> Schema:
    """Return the schema of a session, as `Session.to_json` writes it and `Ruleset.load_session` reads it back."""
    classes = Definitions()
    asked = _asked(classes)
    del asked["replaced_charts"]
    text = {"type": "string"}
    body = _object(
        format={"const": SESSION_FORMAT},
        schema_version={"const": SESSION_VERSION},
        **asked,
        charts={
            "type": "object",
            "additionalProperties": text,
            "description": "The charts that are not the ruleset's own, by id, each as the text of a chart file.",
        },
        overrides=_told(classes, tuple[Override, ...], "A referee's decisions."),
        seal=_told(classes, Seal | None, "The seal of the dice, or null."),
        answers=_told(classes, tuple[Answer, ...], "Every answer so far, in order."),
    )
    return _document("session.json", "A session", body, classes)


def question_schema() -> Schema:
    """Return the schema of the question that a session waits for, as `Session.question` tells it."""
    classes = Definitions()
    text = {"type": "string"}
    known = {
        "type": "array",
        "items": _object(text=text, rule=text, kind=text),
        "description": "The steps since the last question.",
    }
    odds = {
        "type": "array",
        "items": _object(value=text, probability=_told(classes, Annotated[Fraction, Range(0, 1)], "Exact, as a text.")),
        "description": "Every value that the throw can have, in words.",
    }
    sides = {"type": "array", "items": {"type": "integer", "minimum": 1}, "description": "The sides of each die."}
    alternative = _object(
        value={**classes.schema_of(Plain), "description": "What answers the decision."},
        text={**text, "description": "The same in words."},
        is_default={"type": "boolean", "description": "Whether it is what happens if nobody decides."},
    )
    throw = _object(
        kind={"const": "throw"},
        purpose={**text, "description": "What the throw is for, with the purposes of the procedures around it."},
        rule=text,
        label={**text, "description": "What to throw."},
        dice=sides,
        odds=odds,
        known=known,
    )
    decision = _object(
        kind={"const": "decision"},
        known=known,
        choice=text,
        rule=text,
        who={**text, "description": "Who decides."},
        unit={**text, "description": "Which unit or units it is about; empty for none in particular."},
        about={**text, "description": "What is decided, and the default."},
        where={**text, "description": "The purposes of the procedures around it."},
        alternatives={"type": "array", "items": alternative, "minItems": 2},
    )
    return _document("question.json", "A question", _by_kind(throw, decision), classes)


def odds_schema() -> Schema:
    """Return the schema of odds, as ``rcw odds --json`` writes them: exact, or estimated from a sample."""
    classes = Definitions()
    outcome = {"type": "object", "description": "$defs/<procedure>.outcome of the ruleset."}
    exact = _object(
        probability=_told(classes, Annotated[Fraction, Range(0, 1)], "The exact probability, as a text."),
        outcome=outcome,
    )
    estimated = _object(
        estimate={"type": "number", "minimum": 0, "maximum": 1, "description": "The share of the draws."},
        standard_error={"type": "number", "minimum": 0, "maximum": 1},
        count={"type": "integer", "minimum": 1, "description": "In how many draws it came up."},
        outcome=outcome,
    )
    sample = _object(draws={"type": "integer", "minimum": 1}, seed={"type": "integer"})
    asked = _asked(classes)
    body = {
        "oneOf": [
            _object(**asked, outcomes={"type": "array", "items": exact, "description": "The most likely first."}),
            _object(
                **asked,
                sample=sample,
                outcomes={"type": "array", "items": estimated, "description": "The most frequent first."},
            ),
        ]
    }
    return _document("odds.json", "Odds", body, classes)


def advice_schema() -> Schema:
    """Return the schema of an advice, as `Advice.to_dict` tells it; ``rcw advise --json`` adds what was asked."""
    classes = Definitions()
    text = {"type": "string"}
    probability = _told(classes, Annotated[Fraction, Range(0, 1)], "")
    number = {"anyOf": [*classes.schema_of(Fraction)["anyOf"], {"type": "number"}]}
    alternative = _object(
        text={**text, "description": "The alternative in words."},
        value={**number, "description": "What it comes to on average: exact as a text, or an estimate."},
        behind={**number, "description": "How far that is behind the best alternative; 0 for the best."},
        standard_error={"type": "number", "minimum": 0, "description": "Of the value; 0 where it is exact."},
    )
    decision = _object(
        choice={**text, "description": "The id of the choice."},
        rule={**text, "description": "The rule that leaves the choice."},
        who={**text, "description": "Who decides."},
        unit={**text, "description": "Which unit or units it is about; empty for none in particular."},
        about={**text, "description": "What is decided, and the default."},
        chance={
            "anyOf": [*probability["anyOf"], {"type": "number", "minimum": 0, "maximum": 1}],
            "description": "The probability that the decision comes up.",
        },
        alternatives={"type": "array", "items": alternative, "minItems": 1, "description": "The best first."},
    )
    body = _object(
        procedure={**text, "description": "The id of the procedure."},
        payoff={**text, "description": "What counts: the id of the payoff, or a field of the outcome."},
        title={**text, "description": "What counts, in words."},
        **{"for": {**text, "description": "Who wants the value high."}},
        value={**number, "description": "What the question comes to under best play: exact as a text, or an estimate."},
        draws={
            "anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}],
            "description": "How many games were played for each alternative; null if all is exact.",
        },
        decisions={
            "type": "array",
            "items": decision,
            "minItems": 1,
            "description": "The decisions that may come up next, the most likely first.",
        },
    )
    body["required"] = ["value", "draws", "decisions"]
    return _document("advice.json", "Advice", body, classes)


def match_schema() -> Schema:
    """Return the schema of a line of a match file, as `MatchFile` writes it: the first, or one of the others.

    Options and scenario are any objects here: the ruleset says what they are.
    """
    classes = Definitions()
    link = _digits(32, "The SHA-256 of the link before it, a line feed, and this line without its link.")
    first = _object(
        format={"const": MATCH_FORMAT},
        schema_version={"const": MATCH_VERSION},
        ruleset=classes.schema_of(RulesetIdentity),
        options={"type": "object", "description": "The options in force: $defs/<ruleset>.options of the ruleset."},
        charts={
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "The charts that are not the ruleset's own, by id, each as the text of a chart file.",
        },
        house=_told(classes, HouseRules | None, "The house rules in force, or null."),
        scenario={"type": "object", "description": "Where the match began."},
        seed=_told(classes, str | None, "The seed of the dice, or null where people are asked or the dice are sealed."),
    )
    first["properties"]["seal"] = classes.schema_of(Seal)  # of a match with sealed dice alone
    classes.schema_of(Entry | Unfinished)
    entries = (classes.by_name.pop(f"{cls.__name__}.{cls.kind}") for cls in (Event, Undo, Unfinished))
    others = [{**one, "properties": {**one["properties"], "link": link}} for one in entries]
    for one in others:
        one["required"] = [*one["required"], "link"]
    return _document("match.json", "A line of a match", {"oneOf": [first, *others]}, classes)


def signature_schema() -> Schema:
    """Return the schema of a signature, as `Signature.to_json` and ``rcw sign`` write it."""
    classes = Definitions()
    texts = attribute_texts(Signature)
    digits = {name: _digits(length, texts[name]) for name, length in HEXADECIMAL.items()}
    others = {
        field.name: {**classes.schema_of(field.annotation), "description": texts[field.name]}
        for field in fields_of(Signature)
        if field.name not in digits
    }
    body = _object(format={"const": SIGNATURE_FORMAT}, schema_version={"const": SIGNATURE_VERSION}, **digits, **others)
    return _document("signature.json", "A signature", body, classes)


def error_schema() -> Schema:
    """Return the schema of an error, as every command writes it on stderr after ``--json``."""
    classes = Definitions()
    text = {"type": "string"}
    problems = {"anyOf": [classes.schema_of(Problem), classes.schema_of(FileProblem)]}
    told = _object(
        code={"type": "string", "pattern": "^[a-z]+(-[a-z]+)*$", "description": "What kind of error it is."},
        message={"type": "string", "description": "What is wrong, in one line."},
    )
    told["properties"] |= {
        "problems": {"type": "array", "items": problems, "description": "Everything that is wrong with the input."},
        "objections": _told(classes, tuple[Objection, ...], "Every reason why it is not allowed."),
        "rule": {**text, "description": "The rule that leaves a gap."},
        "question": {**text, "description": "What somebody must decide."},
        "supply": {**text, "description": "How to answer."},
        "place": {**text, "description": "The chart, or its file and line."},
        "file": {**text, "description": "The file of data that is wrong."},
        "kind": {**text, "description": "What was looked for."},
        "name": {**text, "description": "The name that was not found."},
        "suggestions": {"type": "array", "items": text, "description": "Names that look like it, best first."},
        "bound": {"enum": ["branches", "seconds", "megabytes"], "description": "Which limit was passed."},
        "budget": {"type": "number", "description": "What that limit is."},
        "purpose": {**text, "description": "The roll that branched most."},
    }
    return _document("error.json", "An error", _object(error=told), classes)


def _asked(classes: Definitions) -> dict[str, Schema]:
    """Return the schemas of what was asked, and by which rules."""
    house = _told(classes, HouseRules | None, "The house rules in force, or null.")
    return {
        "procedure": {"type": "string", "description": "The id of the procedure."},
        "ruleset": classes.schema_of(RulesetIdentity),
        "options": {"type": "object", "description": "The options in force: $defs/<ruleset>.options of the ruleset."},
        "request": {"type": "object", "description": "The question: $defs/<procedure>.request of the ruleset."},
        "replaced_charts": _told(classes, tuple[str, ...], "The ids of charts that are not the ruleset's own."),
        "house": house,
    }


def _told(classes: Definitions, annotation: Any, text: str) -> Schema:
    return {**classes.schema_of(annotation), "description": text}


def _digits(count: int, text: str) -> Schema:
    return {"type": "string", "pattern": f"^[0-9a-f]{{{count}}}$", "description": text}


def _object(**properties: Schema) -> Schema:
    properties = {name: {"title": as_title(in_words(name)), **schema} for name, schema in properties.items()}
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _by_kind(*schemas: Schema) -> Schema:
    return {"type": "object", "oneOf": list(schemas), "discriminator": {"propertyName": "kind"}}


def _document(file: str, title: str, body: Schema, classes: Definitions) -> Schema:
    return {"$schema": DIALECT, "$id": file, "title": title, **body, "$defs": classes.by_name}
