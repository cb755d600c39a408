"""Questions: is it legal, what is known before the dice, what comes of it, how likely is what, and what is best."""

from __future__ import annotations

from typing import Any

from rcw_rules.answering import answer
from rcw_rules.service.computing import limits_here
from rcw_rules.service.operations import Asked, Operation

__all__ = ["OPERATIONS"]


async def _verdict(asked: Asked) -> dict[str, Any]:
    return answer({**asked.body, "ask": "verdict"})


async def _odds(asked: Asked) -> dict[str, Any]:
    return await asked.service.workers.run(odds_of, asked.body)


def odds_of(body: dict[str, Any]) -> dict[str, Any]:
    """Return the odds of a question, in a worker."""
    return answer({**body, "ask": "odds"}, limits=limits_here())


OPERATIONS: tuple[Operation, ...] = (
    Operation(
        id="verdict",
        method="POST",
        path="/api/verdict",
        summary="Say whether a request is legal",
        tag="questions",
        handler=_verdict,
        body={"type": "object"},
    ),
    Operation(
        id="odds",
        method="POST",
        path="/api/odds",
        summary="Say how likely each outcome is",
        tag="questions",
        handler=_odds,
        body={"type": "object"},
        is_long=True,
    ),
)
