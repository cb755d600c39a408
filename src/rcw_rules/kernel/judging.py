"""An umpire who looks things up and throws nothing: for what is legal, and for facts that rules decide."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rcw_rules.kernel.books import Book
from rcw_rules.kernel.citations import Verdict
from rcw_rules.kernel.errors import DiceError, IllegalRequestError
from rcw_rules.kernel.procedures import OptionsT, OutcomeT, Request
from rcw_rules.kernel.umpire import Umpire, ValueT
from rcw_rules.kernel.variables import Variable


class Judge(Umpire[OptionsT]):
    """Answers what needs no dice, and keeps no record of it. What players choose is at its default."""

    __slots__ = ()

    def __init__(self, book: Book[OptionsT]) -> None:
        super().__init__(book, {})

    def roll(self, variable: Variable[ValueT], purpose: str, rule: str) -> ValueT:
        """Refuse to throw.

        Raises:
            DiceError: Always: what throws dice is not asked of a judge.
        """
        raise DiceError(f"a judge throws no dice: {purpose} [{rule}] needs {variable.label}")

    def resolve(self, request: Request[OutcomeT], purpose: str) -> OutcomeT:
        """Return the outcome of a procedure that throws no dice.

        Raises:
            IllegalRequestError: A rule forbids it.
            InvalidRequestError: The request is malformed.
        """
        outcome: OutcomeT = self.book.check(request).run(request, self)
        return outcome

    def answer(self, request: Request[OutcomeT]) -> OutcomeT:
        """Return the outcome of a request that is known to be well-formed and legal, and needs no dice.

        It is `resolve` without a look at the request, for what is asked many times over.
        """
        outcome: OutcomeT = self.book.procedure_for(request).run(request, self)
        return outcome

    def declared(self, request: Request[Any]) -> Verdict:
        """Return what the rules have against a request before anything is looked up or thrown."""
        return self.book.procedure_for(request).verdict(request, self.options)

    def objections(self, request: Request[Any]) -> Verdict:
        """Return all that the rules have against a request that throws no dice."""
        return told_against(lambda: self.resolve(request, "asked"))


def told_against(question: Callable[[], object]) -> Verdict:
    """Return what the rules have against a question: nothing if it can be asked."""
    try:
        question()
    except IllegalRequestError as refused:
        return refused.verdict
    return Verdict(objections=())
