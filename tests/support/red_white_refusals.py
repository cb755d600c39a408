"""Requests of Red & White that must be refused before any die is thrown."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import AskingDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.procedures import Request


def refuse_dice(throw: object) -> Any:
    """Fail, because a die was asked for."""
    pytest.fail(f"a die was asked for: {throw}")


def no_die(request: Request[Any], **choices: Any) -> Any:
    """Resolve a request for which no die may be thrown."""
    return rw.ruleset.resolve(request, dice=AskingDice(refuse_dice), choices=choices)


def problems_of(request: Request[Any]) -> list[tuple[str, str]]:
    """Return path and rule of everything that is malformed."""
    with pytest.raises(InvalidRequestError) as caught:
        no_die(request)
    return [(problem.path, problem.rule) for problem in caught.value.problems]


def objections_to(request: Request[Any]) -> list[tuple[str, str]]:
    """Return path and rule of everything that a rule forbids."""
    with pytest.raises(IllegalRequestError) as caught:
        no_die(request)
    return [(objection.path, objection.rule) for objection in caught.value.verdict.objections]
