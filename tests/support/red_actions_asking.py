"""How tests of Red Actions put a question: for the answer, for the refusal, for the malformed field."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import GivenDice, IllegalRequestError, InvalidRequestError, SeededDice
from rcw_rules import red_actions as ra


def answer(request: Any, *faces: Any, choices: Any = None, **options: Any) -> Any:
    """The outcome of a request with these faces, choices and options."""
    return ra.ruleset.with_options(**options).resolve(request, dice=GivenDice(faces), choices=choices).outcome


def refused(request: Any, rule: str, path: str, **options: Any) -> None:
    """Check that one rule forbids a request, at one place."""
    with pytest.raises(IllegalRequestError) as refusal:
        ra.ruleset.with_options(**options).resolve(request, dice=SeededDice(1))
    assert [(objection.rule, objection.path) for objection in refusal.value.verdict.objections] == [(rule, path)]


def malformed(request: Any, rule: str, path: str) -> None:
    """Check that a request contradicts itself or the rules at a place."""
    with pytest.raises(InvalidRequestError) as refusal:
        ra.ruleset.resolve(request, dice=SeededDice(1))
    assert (path, rule) in [(problem.path, problem.rule) for problem in refusal.value.problems], str(refusal.value)
