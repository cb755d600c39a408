"""Playing with seeded dice and no record: as few steps for each throw as there can be.

`RollingUmpire` plays with any dice, and with overrides, people who decide, and a record. Where there are none of these,
a `PlayingUmpire` gives the same outcomes for the same seed in less time. It writes no purposes: it stands at a
`DicePlace`, where whatever was thrown there before with these dice is found by the variable and its short purpose.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, TypeVar

from rcw_rules.kernel.books import Book
from rcw_rules.kernel.caches import Cache
from rcw_rules.kernel.dice import Variable
from rcw_rules.kernel.procedures import AlternativeT, Choice, OptionsT, OutcomeT, Procedure, Request, SituationT
from rcw_rules.kernel.sources import DicePlace, SeededDice
from rcw_rules.kernel.umpire import Note, Policies, Umpire

ValueT = TypeVar("ValueT", bound=Hashable)


class PlayingUmpire(Umpire[OptionsT]):
    """An umpire who throws seeded dice and keeps no record.

    Args:
        book: The ruleset.
        policies: The players' decisions: functions, no deciders.
        admitted: The requests that were found legal, each with the procedure that answers it.
    """

    __slots__ = ("_admitted", "_notes", "_place")

    def __init__(
        self, book: Book[OptionsT], policies: Policies, admitted: Cache[Request[Any], Procedure[Any, Any, OptionsT]]
    ) -> None:
        super().__init__(book, policies)
        self._admitted = admitted.get
        self._place = _NOWHERE
        self._notes: list[Note] | None = None

    def play(
        self,
        request: Request[OutcomeT],
        procedure: Procedure[Any, OutcomeT, OptionsT],
        dice: SeededDice,
        notes: list[Note] | None,
    ) -> OutcomeT:
        """Resolve a whole request.

        Args:
            request: The request, found legal.
            procedure: The procedure that answers it.
            dice: The dice.
            notes: Where to note what is thrown and decided, if anywhere.
        """
        self._place, self._notes = dice.place, notes
        outcome: OutcomeT = procedure.run(request, self)
        self._place, self._notes = _NOWHERE, None
        return outcome

    def roll(self, variable: Variable[ValueT], purpose: str, rule: str) -> ValueT:
        """Throw the dice of *variable*."""
        place = self._place
        hand = place.get((purpose, variable))
        if hand is None:
            if not variable.dice:
                return variable.read(())
            hand = place.hand(variable, purpose)
        faces = hand()
        if self._notes is not None:
            self._notes.append((faces, "seed", None, variable, place.prefix + purpose, rule))
        value = variable.known.get(faces)
        return value if value is not None else variable.meaning(faces)

    def resolve(self, request: Request[OutcomeT], purpose: str) -> OutcomeT:
        """Run the procedure that answers *request*."""
        if request.recurs:
            try:
                procedure = self._admitted(request) or self.book.admit(request)
            except TypeError:  # it cannot be hashed: what is malformed is said here
                procedure = self.book.admit(request)
        else:
            procedure = self.book.check(request)
        outer = self._place
        inner = outer.get(purpose)
        self._place = outer.within(purpose) if inner is None else inner
        try:
            outcome: OutcomeT = procedure.run(request, self)
            return outcome
        finally:
            self._place = outer

    def choose(
        self,
        choice: Choice[SituationT, AlternativeT],
        alternatives: tuple[AlternativeT, ...],
        situation: SituationT,
    ) -> AlternativeT:
        """Take what the policy for this choice says, or its default."""
        chosen = super().choose(choice, alternatives, situation)
        if self._notes is not None and len(alternatives) > 1:
            self._notes.append((chosen, "policy" if choice.id in self.policies else "default", choice))
        return chosen


_NOWHERE = DicePlace("", "", {})
"""Where an umpire stands who waits for the next play."""


class Waiting(list[PlayingUmpire[OptionsT]]):
    """Umpires without policies who wait for the next play; each thread that plays takes out one."""

    def __reduce__(self) -> tuple[type[Waiting[OptionsT]], tuple[()]]:
        return type(self), ()  # a copy, in another process or here, makes its own
