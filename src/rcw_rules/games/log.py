"""Everything that happened in a match, the newest first; how an event is told is worked out when somebody reads it."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import attrs

from rcw_rules.games.events import Event, Undo
from rcw_rules.games.game import Game
from rcw_rules.kernel.record import Record

__all__ = ["Ended", "Log", "kept", "trail_of", "with_proof"]


class Ended:
    """An event that is over. How it is told is worked out when somebody reads it, and not to go on.

    Args:
        event: The event; everything but its trail and its digest is there from the start.
        told: Adds these two; None where they are there as well.
    """

    __slots__ = ("_told", "event")

    def __init__(self, event: Event, told: Callable[[Event], Event] | None = None) -> None:
        self.event: Event = event
        self._told = told

    @property
    def whole(self) -> Event:
        """The event with the trail of its steps and the digest of the state."""
        told = self._told
        if told is not None:
            self.event = told(self.event)  # of several threads each works out the same
            self._told = None
        return self.event


@attrs.frozen(eq=False)
class Log:
    """Everything that happened, the newest first."""

    entry: Ended | Undo
    earlier: Log | None


def kept(entry: Ended | Undo) -> Event | Undo:
    """Return an entry as far as it is there."""
    return entry.event if isinstance(entry, Ended) else entry


def with_proof(game: Game[Any, Any, Any], state: Any, record: Record, event: Event) -> Event:
    """Return an event with the trail of its steps and the digest of the state that it led to."""
    return attrs.evolve(event, trail=trail_of(record), digest=game.digest(state))


def trail_of(record: Record) -> tuple[tuple[str, str], ...]:
    """Return the rule of every step of a record, with the first eight digits of the SHA-256 of its text."""
    return tuple((step.rule, sha256(step.text.encode()).hexdigest()[:8]) for step in record.steps)
