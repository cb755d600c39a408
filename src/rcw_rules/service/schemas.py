"""Building blocks of the schemas in the OpenAPI document."""

from __future__ import annotations

from typing import Any, TypeAlias

__all__ = ["array_of", "object_of"]

_Schema: TypeAlias = dict[str, Any]


def object_of(*others: str, **properties: _Schema) -> _Schema:
    """Return the schema of an object.

    Args:
        others: Names of properties that may be missing, of any value.
        properties: The properties that are always there; no others are.
    """
    return {
        "type": "object",
        "properties": {**properties, **{name: {} for name in others}},
        "required": list(properties),
        "additionalProperties": False,
    }


def array_of(items: _Schema) -> _Schema:
    """Return the schema of an array."""
    return {"type": "array", "items": items}
