"""The OpenAPI document (3.1), made from the operations and from the schemas that the library publishes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from rcw_rules import __version__
from rcw_rules.kernel.shapes import is_array, is_object
from rcw_rules.service.operations import Operation, Parameter
from rcw_rules.service.problems import KINDS, PROBLEM_MEDIA
from rcw_rules.service.schemas import array_of

__all__ = ["openapi"]

_Schema: TypeAlias = dict[str, Any]

_OF_ALL = ("host", "origin", "token", "internal")
_OF_BODIES = ("invalid-request", "media-type", "too-large")

_TAGS = {
    "reference": "What the rulesets are. Clients may keep the answers: each has an ETag.",
    "questions": "Questions to the rules. Nothing is kept between two of them.",
}


def openapi(operations: Iterable[Operation], published: Mapping[str, Callable[[], _Schema]]) -> dict[str, Any]:
    """Return the OpenAPI document of *operations*.

    Args:
        operations: What the service can be asked.
        published: The schemas that answers refer to as ``#/components/schemas/NAME``.
    """
    components: dict[str, _Schema] = {"problem": _problem()}
    for name, schema in published.items():
        components |= _as_components(name, schema())
    paths: dict[str, dict[str, Any]] = {}
    tags: dict[str, None] = {}
    for one in operations:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one)
        tags[one.tag] = None
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "rcw_rules",
            "version": __version__,
            "summary": "The rules of Russian Civil War games: resolved, explained, with exact odds",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "tags": [{"name": tag, "description": _TAGS.get(tag, tag)} for tag in tags],
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "Incoming where the service listens to other machines.",
                }
            },
        },
    }


def _operation(one: Operation) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": one.id,
        "summary": one.summary,
        "tags": [one.tag],
        "parameters": [_parameter(parameter) for parameter in one.parameters],
        "responses": {str(one.status): _answer(one), **_refusals(one)},
    }
    if one.body is not None:
        content: dict[str, Any] = {"schema": one.body}
        if one.example is not None:
            content["example"] = one.example
        told["requestBody"] = {"required": True, "content": {"application/json": content}}
    return told


def _parameter(one: Parameter) -> dict[str, Any]:
    schema = {"minLength": 1, "maxLength": 200, **one.schema} if one.place == "path" else one.schema
    told = {
        "name": one.name,
        "in": one.place,
        "description": one.about,
        "required": one.is_required or one.place == "path",
        "schema": schema,
    }
    return told if one.example is None else {**told, "example": one.example}


def _answer(one: Operation) -> dict[str, Any]:
    content = {one.media: {"schema": one.answer}}
    if not one.is_reference:
        return {"description": one.summary, "content": content}
    tag = {"description": "Changes with the answer; send it back as If-None-Match.", "schema": {"type": "string"}}
    return {"description": one.summary, "headers": {"ETag": tag}, "content": content}


def _refusals(one: Operation) -> dict[str, Any]:
    """Return the problems that an operation may answer with, by status."""
    codes = [*_OF_ALL, *one.refusals]
    if one.body is not None:
        codes += _OF_BODIES
    if any(parameter.place == "query" for parameter in one.parameters):
        codes.append("parameter")
    by_status: dict[int, list[str]] = {}
    for code in dict.fromkeys(codes):
        in_path = code == "unknown-name" and "{" in one.path
        by_status.setdefault(404 if in_path else KINDS[code].status, []).append(code)
    if "{" in one.path:
        by_status.setdefault(404, []).append("not-found")
    return {
        str(status): {
            "description": "; ".join(f"`{code}`: {KINDS[code].title.lower()}" for code in codes),
            "content": {PROBLEM_MEDIA: {"schema": {"$ref": "#/components/schemas/problem"}}},
        }
        for status, codes in sorted(by_status.items())
    }


def _problem() -> _Schema:
    text = {"type": "string"}
    return {
        "type": "object",
        "title": "A problem",
        "description": "What is wrong, as RFC 9457 says it, with what the code has besides.",
        "properties": {
            "type": {"type": "string", "format": "uri-reference", "description": "Leads to what the code means."},
            "title": text,
            "status": {"type": "integer", "minimum": 400, "maximum": 599},
            "detail": text,
            "code": {"enum": list(KINDS)},
            "problems": array_of({"type": "object", "required": ["message"]}),
            "objections": array_of({"type": "object", "required": ["rule", "message"]}),
            "rule": {"type": "string", "description": "The rule that leaves a gap."},
            "question": {"type": "string", "description": "What somebody must decide."},
            "supply": {"type": "string", "description": "How to answer it."},
            "suggestions": array_of(text),
        },
        "required": ["type", "title", "status", "detail", "code"],
    }


def _as_components(name: str, schema: _Schema) -> dict[str, _Schema]:
    """Return a published schema and what it defines, each as a component, since a document of its own has its root."""
    own = {key: f"#/components/schemas/{name}" + (f".{key}" if key else "") for key in ("", *schema.get("$defs", {}))}

    def moved(part: Any) -> Any:
        if is_object(part):
            # OpenAPI would take the values of a discriminator for names of components.
            left_out = ("$schema", "$id", "$defs", *(("discriminator",) if "oneOf" in part else ()))
            found = {key: moved(item) for key, item in part.items() if key not in left_out}
            reference = part.get("$ref")
            if isinstance(reference, str):
                found["$ref"] = own[reference.removeprefix("#").removeprefix("/$defs/")]
            return found
        return [moved(item) for item in part] if is_array(part) else part

    parts = {f"{name}.{key}": moved(item) for key, item in schema.get("$defs", {}).items()}
    return {name: moved(schema), **parts}
