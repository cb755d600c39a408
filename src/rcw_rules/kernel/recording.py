"""Records made when they are read: a procedure run again with the answers that it was given.

A procedure is a function of its request and of what its umpire answers. So whoever plays one keeps only these, and who
reads the record runs it again with an umpire who writes every step down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from rcw_rules.kernel.books import Book
from rcw_rules.kernel.dice import Variable
from rcw_rules.kernel.errors import NotDeterministicError
from rcw_rules.kernel.procedures import AlternativeT, Choice, OptionsT, Request, SituationT
from rcw_rules.kernel.record import Step
from rcw_rules.kernel.sources import DiceSource
from rcw_rules.kernel.umpire import Note, Override, RollingUmpire
from rcw_rules.kernel.variables import DecidedBy, Faces, Roller


def steps_of(
    book: Book[OptionsT],
    request: Request[Any],
    notes: Iterable[Note],
    overrides: Iterable[Override],
    *,
    is_over: bool = True,
    outcome: object = None,
) -> tuple[Step, ...]:
    """Run a procedure again and return its steps.

    Args:
        book: The ruleset, with the options, charts and house rules that were in force.
        request: The request.
        notes: What answered it, in order.
        overrides: What a referee set aside.
        is_over: Whether the procedure came to its end; otherwise it is left where nothing answered it any more.
        outcome: What it came to, if it is over.

    Raises:
        NotDeterministicError: If the procedure asks for anything else than before, or comes to another outcome.
    """
    noted = _NotedDice(notes, is_over=is_over)
    umpire = _NotedUmpire(book, noted, {}, recording=True, overrides=overrides)
    umpire.noted = noted
    with suppress(_NoMore):
        if umpire.run(request) != outcome:
            raise _differs("its outcome")
    return umpire.record.steps


class _NoMore(BaseException):
    """Carries out of a procedure that is on its way, where it waits for an answer; none may catch it."""


_THROWN, _DECIDED = 6, 3
"""How many parts a note of a throw and of a decision has."""


class _NotedDice(DiceSource):
    """The answers that were noted: who decides takes theirs from here as well."""

    __slots__ = ("_draw", "_is_over", "_left")

    def __init__(self, notes: Iterable[Note], *, is_over: bool) -> None:
        self._left: Iterator[Note] = iter(notes)
        self._is_over = is_over
        self._draw: int | None = None

    @property
    def draw(self) -> int | None:
        return self._draw

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        note = self._next()
        if len(note) != _THROWN:
            raise _differs(purpose)
        faces, by, self._draw, thrown, *what_for = note
        if what_for != [purpose, rule] or not (thrown is variable or thrown.key == variable.key):
            raise _differs(purpose)
        return faces, by

    def decided(self, choice: Choice[Any, Any], alternatives: tuple[Any, ...]) -> tuple[Any, DecidedBy]:
        note = self._next()
        if len(note) != _DECIDED or note[2].id != choice.id or note[0] not in alternatives:
            raise _differs(choice.id)
        chosen, by, _ = note
        return chosen, by

    def _next(self) -> Any:
        for note in self._left:
            return note
        if self._is_over:
            return ()
        raise _NoMore

    def finish(self) -> None:
        if next(self._left, None) is not None:
            raise _differs("its end")


class _NotedUmpire(RollingUmpire[OptionsT]):
    __slots__ = ("noted",)

    noted: _NotedDice

    def _decided(
        self, choice: Choice[SituationT, AlternativeT], alternatives: tuple[AlternativeT, ...], situation: SituationT
    ) -> tuple[AlternativeT, DecidedBy]:
        return self.noted.decided(choice, alternatives)


def _differs(place: str) -> NotDeterministicError:
    return NotDeterministicError(
        f"the procedure goes otherwise at {place!r} when it is run again for its record: a procedure may depend on "
        "nothing but its request and what its umpire answers"
    )
