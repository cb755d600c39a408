"""Refusals of what an action asks, in the words of the action: which unit, and which hex."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from attrs import evolve

from rcw_rules.kernel.citations import Verdict
from rcw_rules.kernel.errors import IllegalRequestError, InvalidRequestError, Problem


@contextmanager
def told_of(words: str) -> Generator[None, None, None]:
    """Raise what is refused inside with the action as its path and with *words*, who and where, before each reason."""
    try:
        yield
    except IllegalRequestError as error:
        objections = tuple(
            evolve(objection, message=f"{words}: {objection.message}", path="$.action")
            for objection in error.objections
        )
        raise IllegalRequestError(Verdict(objections=objections)) from None
    except InvalidRequestError as error:
        raise InvalidRequestError(
            Problem("$.action", f"{words}: {problem.message}", problem.rule) for problem in error.problems
        ) from None
