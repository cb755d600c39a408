"""The page of the service: every operation, as its OpenAPI document tells it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from site_pages.markdown import code, heading, paragraphs, table

__all__ = ["service_page"]


def service_page(document: Mapping[str, Any], errors: Mapping[str, Any]) -> str:
    """Return the page of an OpenAPI *document*, its operations by their tags, and of the codes of its *errors*."""
    sections = [
        paragraphs(
            heading(2, tag["name"].capitalize(), tag["name"]),
            tag["description"],
            table(
                ("request", "what it does", "takes"),
                (
                    (code(f"{method.upper()} {path}"), one["summary"], _takes(one))
                    for path, methods in document["paths"].items()
                    for method, one in methods.items()
                    if tag["name"] in one["tags"]
                ),
            ),
        )
        for tag in document["tags"]
    ]
    return paragraphs(
        heading(1, "The service"),
        "What `rcw serve` can be asked over HTTP. The same, with the schema of every answer, is at "
        "`/api/openapi.json` of a running service. [Run the service](../how_to/run_the_service.md) starts one.",
        *sections,
        heading(2, "Problems", "problems"),
        "A refusal is a problem document (RFC 9457). Programs go by its `code`; [Errors](errors.md) tells what each "
        "code of the library knows besides.",
        table(
            ("code", "status", "title", "what to do"),
            ((code(name), str(kind.status), kind.title, kind.meaning) for name, kind in errors.items()),
        ),
    )


def _takes(operation: Mapping[str, Any]) -> str:
    """Return the parameters of an operation but for those of its path, and the keys of its body."""
    named = [code(one["name"]) for one in operation["parameters"] if one["in"] != "path"]
    content = operation.get("requestBody", {"content": {}})["content"]
    for media in content.values():
        required = media["schema"].get("required", ())
        keys = media["schema"].get("properties", {})
        named += [code(key) if key in required else f"{code(key)} (optional)" for key in keys]
    return ", ".join(named)
