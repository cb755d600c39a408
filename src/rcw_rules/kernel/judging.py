"""An umpire who looks things up and throws nothing: for what is legal, and for facts that rules decide."""

from __future__ import annotations

from functools import lru_cache
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
        """Return the outcome of a procedure that throws no dice. What was asked of the same book before is remembered.

        Raises:
            IllegalRequestError: A rule forbids it.
            InvalidRequestError: The request is malformed.
        """
        verdict, outcome = _resolved(self.book, request)
        verdict.require()
        found: OutcomeT = outcome
        return found

    def declared(self, request: Request[Any]) -> Verdict:
        """Return what the rules have against a request before anything is looked up or thrown."""
        return self.book.procedure_for(request).verdict(request, self.options)

    def objections(self, request: Request[Any]) -> Verdict:
        """Return all that the rules have against a request that throws no dice."""
        return _resolved(self.book, request)[0]


@lru_cache(maxsize=16384)
def _resolved(book: Book[Any], request: Request[Any]) -> tuple[Verdict, Any]:
    """Return what the rules have against a request, and its outcome if that is nothing."""
    try:
        return _NOTHING_AGAINST, book.check(request).run(request, Judge(book))
    except IllegalRequestError as refused:
        return refused.verdict, None


_NOTHING_AGAINST = Verdict(objections=())
