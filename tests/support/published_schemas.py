"""The published schemas of this distribution's rulesets, and documents that fit them."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from rcw_rules import SeededDice
from rcw_rules.registry import load
from rcw_rules.schema_files import schema_files
from rcw_rules.wire import dumps, unstructure

RULESETS = ("directory", "orel", "red_actions", "red_square", "red_white")
PROCEDURES = [procedure.id for id in RULESETS for procedure in load(id).procedures]


@cache
def published() -> dict[str, dict[str, Any]]:
    return schema_files(load(id) for id in RULESETS)


@cache
def validator(reference: str) -> Draft202012Validator:
    resources = [(file, Resource.from_contents(schema)) for file, schema in published().items()]
    registry: Registry[Any] = Registry[Any]().with_resources(resources)
    return Draft202012Validator({"$ref": reference}, registry=registry)


def part(procedure: str, what: str) -> Draft202012Validator:
    """Return the validator of the request or outcome of a procedure."""
    return validator(f"{procedure.partition('.')[0]}.json#/$defs/{procedure}.{what}")


def plain(data: object) -> Any:
    """Return *data* as another program reads it: with floats."""
    return json.loads(data if isinstance(data, str) else dumps(data))


@cache
def sound(procedure: str, what: str) -> Any:
    """Return the example of a procedure, or what comes of it."""
    ruleset = load(procedure.partition(".")[0])
    example = ruleset.procedure(procedure).example
    assert example is not None
    return plain(unstructure(example if what == "request" else ruleset.outcome(example, dice=SeededDice(1919))))
