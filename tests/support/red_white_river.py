"""Questions about rivers in Red & White, and what they are refused for."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError
from rcw_rules import red_white as rw
from rcw_rules.kernel.procedures import Request


def ask(request: Request[Any], *faces: int) -> Any:
    """Return the outcome of a request."""
    return rw.ruleset.resolve(request, dice=GivenDice(faces)).outcome


def cited(request: Request[Any], *faces: int) -> set[str]:
    """Return the rules that the record of a request cites."""
    return set(rw.ruleset.resolve(request, dice=GivenDice(faces)).record.rules)


def refused(request: Request[Any]) -> list[tuple[str, str]]:
    """Return rule and path of everything that a rule forbids."""
    with pytest.raises(IllegalRequestError):
        rw.ruleset.resolve(request, dice=GivenDice([]))
    return [(each.rule, each.path) for each in rw.ruleset.verdict(request).objections]


def malformed(request: Request[Any]) -> list[tuple[str, str]]:
    """Return rule and path of everything that is malformed."""
    with pytest.raises(InvalidRequestError) as caught:
        rw.ruleset.resolve(request, dice=GivenDice([]))
    return [(problem.rule, problem.path) for problem in caught.value.problems]
