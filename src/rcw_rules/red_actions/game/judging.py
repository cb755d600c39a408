"""An umpire who looks things up and throws nothing: for what is legal, and for facts that rules decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rcw_rules.kernel.books import Book
from rcw_rules.kernel.citations import Verdict
from rcw_rules.kernel.errors import IllegalRequestError
from rcw_rules.kernel.procedures import OutcomeT, Request
from rcw_rules.kernel.umpire import Umpire, ValueT
from rcw_rules.kernel.variables import Variable
from rcw_rules.red_actions.options import Options


class Judge(Umpire[Options]):
    """Answers what needs no dice, and keeps no record of it."""

    __slots__ = ()

    def __init__(self, book: Book[Options]) -> None:
        super().__init__(book, {})

    def roll(self, variable: Variable[ValueT], purpose: str, rule: str) -> ValueT:
        """Refuse to throw.

        Raises:
            RuntimeError: Always: what throws dice is not asked of a judge.
        """
        raise RuntimeError(f"a judge throws no dice, and {purpose!r} needs {variable.label}")

    def resolve(self, request: Request[OutcomeT], purpose: str) -> OutcomeT:
        """Return the outcome of a procedure that throws no dice.

        Raises:
            IllegalRequestError: A rule forbids it.
        """
        procedure = self.book.check(request)
        outcome: OutcomeT = procedure.run(request, self)
        return outcome

    def objections(self, request: Request[Any]) -> Verdict:
        """Return what the rules have against a request that throws no dice."""
        return told_against(lambda: self.resolve(request, "asked"))


def told_against(question: Callable[[], object]) -> Verdict:
    """Return what the rules have against a question: nothing if it can be asked."""
    try:
        question()
    except IllegalRequestError as refused:
        return refused.verdict
    return Verdict(objections=())
