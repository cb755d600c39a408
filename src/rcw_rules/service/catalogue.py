"""What the rulesets tell of themselves, as plain data: functions for a worker, since some read sources for a second.

The parser of Python's own sources must not run in two threads at once, which is the other reason for a worker.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from rcw_rules.brief import defaults_left_out
from rcw_rules.discovery import procedures_of, survey, told_choices
from rcw_rules.forms import form_of
from rcw_rules.kernel.errors import UnknownNameError
from rcw_rules.kernel.wording import label
from rcw_rules.option_rows import option_rows
from rcw_rules.payoffs import payoffs_of
from rcw_rules.registry import available, load
from rcw_rules.rule_index import with_coverage
from rcw_rules.ruleset import Ruleset
from rcw_rules.schema import Definitions, json_schema
from rcw_rules.service.telling import find
from rcw_rules.wire import unstructure

__all__ = [
    "all_procedures",
    "all_rulesets",
    "charts_of",
    "cited_in",
    "example_of",
    "options_of",
    "pieces_of",
    "procedure_data",
    "rules_in",
    "ruleset_data",
    "schema_of",
]

_FORM_KEYS = ("path", "name", "meaning", "takes", "default", "rule", "is_required")


@cache
def _ruleset(id: str) -> Ruleset[Any]:
    if id not in available():
        raise UnknownNameError("ruleset", id, available())
    return load(id)


def all_rulesets() -> list[dict[str, Any]]:
    """Return id, title, version and rules_version of every ruleset; of a broken one its error."""
    told: list[dict[str, Any]] = []
    for id, data in survey("counts").items():
        if "error" in data:
            told.append({"id": id, "error": data["error"]})
        else:
            told.append(
                {"id": id, "title": data["title"], "version": data["edition"], "rules_version": data["rules_version"]}
            )
    return told


def ruleset_data(id: str) -> dict[str, Any]:
    """Return what a ruleset is: its book, its sources, its options, and how much of everything it has."""
    ruleset = _ruleset(id)
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "version": ruleset.edition,
        "rules_version": ruleset.rules_version,
        "sources": sorted({chart.source for chart in ruleset.charts.values()}),
        "options": options_of(id),
        "counts": {
            "rules": len(ruleset.rules),
            "procedures": len(ruleset.procedures),
            "charts": len(ruleset.charts),
            "choices": len(ruleset.choices),
            "pieces": sum(len(pieces.load()) for pieces in ruleset.pieces),
        },
    }


def options_of(id: str) -> list[dict[str, Any]]:
    """Return the options of a ruleset, each with its schema."""
    ruleset = _ruleset(id)
    definitions = Definitions()
    options: object = ruleset.options
    schemas = definitions.class_schema(type(options), tag="")["properties"]
    return [
        {
            "id": row["name"],
            "name": label(row["name"]),
            "schema": _whole(schemas[row["name"]], definitions.by_name),
            "default": row["value"],
            "expected": row["expected"],
            "meaning": row["about"],
            "rule": row["rule"],
            "provenance": row["provenance"],
        }
        for row in option_rows(ruleset)
    ]


def _whole(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with the definitions, if it refers to any."""
    return {**schema, "$defs": definitions} if '"$ref"' in json.dumps(schema, default=str) else schema


def choices_in(id: str) -> list[dict[str, str]]:
    """Return every decision that the rules of a ruleset leave to a player."""
    return told_choices(_ruleset(id).choices)


def rules_in(id: str) -> dict[str, dict[str, Any]]:
    """Return every rule by id with all that is known of it."""
    ruleset = _ruleset(id)
    index = with_coverage(ruleset.rules, ruleset.package) if ruleset.package else ruleset.rules
    return {rule.id: rule.as_data() for rule in index}


def charts_of(id: str) -> dict[str, dict[str, Any]]:
    """Return every chart by id, as data and as text."""
    return {key: {**chart.as_data(), "text": chart.text()} for key, chart in _ruleset(id).charts.items()}


def pieces_of(id: str) -> list[dict[str, Any]]:
    """Return every piece that requests can name."""
    return [
        {"name": name, "title": str(getattr(piece, "title", "") or name), "kind": pieces.id}
        for pieces in _ruleset(id).pieces
        for name, piece in pieces.load().items()
    ]


def all_procedures() -> list[dict[str, Any]]:
    """Return id, title and ruleset of every procedure that can be asked."""
    return [
        {"id": item["id"], "title": item["title"], "ruleset": id}
        for id, data in survey("names").items()
        for item in data.get("procedures", ())
    ]


def cited_in(id: str) -> dict[str, dict[str, Any]]:
    """Return the rules and the decisions of every procedure of a ruleset, by its id; the sources are read for them."""
    ruleset = _ruleset(id)
    return {
        item["id"]: {
            "rules": item["rules"],
            "choices": told_choices(ruleset.choices_of(ruleset.procedure(item["id"]))),
        }
        for item in procedures_of(ruleset)
    }


def procedure_data(id: str) -> dict[str, Any]:
    """Return what a procedure is and the fields of its request, as a form on paper would say."""
    ruleset, procedure = find(id)
    about = (procedure.__doc__ or "").strip().partition("\n\n")[0]
    return {
        "id": procedure.id,
        "title": procedure.title,
        "ruleset": ruleset.id,
        "summary": " ".join(about.split()),
        "payoffs": [{"id": one.id, "title": one.title} for one in payoffs_of(ruleset, procedure)],
        "form": [{key: getattr(one, key) for key in _FORM_KEYS} for one in form_of(procedure)],
    }


def schema_of(id: str) -> dict[str, Any]:
    """Return the JSON Schema of the request of a procedure."""
    _, procedure = find(id)
    return json_schema(procedure.request_type, example=procedure.example)


def example_of(id: str) -> dict[str, Any]:
    """Return a complete request to start from: in full, and without what holds by default."""
    _, procedure = find(id)
    example = procedure.example
    if example is None:
        raise UnknownNameError("example of", id, ())
    return {"full": unstructure(example), "short": defaults_left_out(example)}
