"""What the rulesets are: procedures, rules, charts, options and choices."""

from __future__ import annotations

from typing import Any

from rcw_rules import __version__
from rcw_rules.service.operations import Asked, Operation

__all__ = ["OPERATIONS"]


async def _index(asked: Asked) -> dict[str, Any]:
    from rcw_rules.registry import available

    links = {"openapi": "/api/openapi.json", "rulesets": "/api/rulesets", "procedures": "/api/procedures"}
    return {"name": "rcw_rules", "version": __version__, "rulesets": list(available()), "links": links}


OPERATIONS: tuple[Operation, ...] = (
    Operation(
        id="index",
        method="GET",
        path="/api",
        summary="Say what the service is and where to begin",
        tag="reference",
        handler=_index,
        is_reference=True,
    ),
)
