"""Sealed dice of a match: nobody can choose a face, and everybody can check every one of them."""

from __future__ import annotations

from collections.abc import Iterable

from rcw_rules.games.match import EventDice
from rcw_rules.kernel.errors import DiceError
from rcw_rules.kernel.seals import Seal, SealedDice, Secret
from rcw_rules.kernel.sources import DiceSource

__all__ = ["MOST_THROWS", "SealedMatchDice", "first_draw"]

MOST_THROWS = 10_000
"""How many numbers every event has for its throws."""


def first_draw(ply: int) -> int:
    """Return the number of the first throw of an event, by its place in the line of play.

    >>> first_draw(0), first_draw(7)
    (1, 70001)
    """
    return ply * MOST_THROWS + 1


class SealedMatchDice(EventDice):
    """Sealed dice for a match. Every event has numbers of its own, from its place in the line of play.

    To take an event back and play another shifts no later face, and to play the same again shows the same faces.

    Args:
        secrets: The secrets of all parties, in any order.

    Attributes:
        secrets: These.

    Raises:
        DiceError: If there is none, or two parties have the same.
    """

    __slots__ = ("_seal", "secrets")

    def __init__(self, secrets: Iterable[Secret]) -> None:
        self.secrets: tuple[Secret, ...] = tuple(secrets)
        if not self.secrets:
            raise DiceError("sealed dice need the secret of a party, SEED:SALT, as rcw seal makes it")
        self._seal = _EventSealedDice(self.secrets, 1).seal

    @property
    def seal(self) -> Seal:
        """What the parties publish before the match."""
        return self._seal

    def of_event(self, ply: int, side: str) -> DiceSource:
        """Return the dice of an event."""
        return _EventSealedDice(self.secrets, first_draw(ply))


class _EventSealedDice(SealedDice):
    """Sealed dice that begin anew where their event does."""

    __slots__ = ("_begun",)

    def __init__(self, secrets: tuple[Secret, ...], first: int) -> None:
        one, *others = secrets
        super().__init__(one.seed, salt=one.salt, others=others, first=first)
        self._begun = secrets, first

    def anew(self) -> DiceSource:
        """Return dice that begin with the same number."""
        return _EventSealedDice(*self._begun)
