"""Everything that happened in a match, the newest first; how an event is told is worked out when somebody reads it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, NoReturn, Self

import attrs

from rcw_rules.games.events import Event, MatchError, Undo
from rcw_rules.games.game import Game
from rcw_rules.kernel.plain import in_one_line
from rcw_rules.kernel.record import LookUpStep, Record, Step
from rcw_rules.kernel.shape_words import show
from rcw_rules.kernel.shapes import is_whole
from rcw_rules.ruleset import Ruleset

__all__ = ["Ended", "Log", "NotPickled", "kept", "reason_told", "trail_of", "with_proof"]


_LONGEST_REASON = 10_000
"""As many characters as an answer typed at a prompt; a line of a match that is too long could never be read again."""


class NotPickled:
    """What refuses to be pickled: it holds functions of its rules. It never changes, so that a copy is itself."""

    __slots__ = ()

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError("a match is not pickled: keep it in a file with MatchFile, or its entries for Match.of_entries")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self


def reason_told(reason: object) -> str:
    """Return a reason in one line.

    Raises:
        MatchError: If it is no text that a match file can hold.
    """
    if not isinstance(reason, str):
        raise MatchError(f"a reason is a text, not {show(reason, 'python')}")
    if not is_whole(reason):
        raise MatchError("the reason holds half of a character (a lone surrogate)")
    if len(reason) > _LONGEST_REASON:
        raise MatchError(f"a reason of {len(reason):,} characters is too long: at most {_LONGEST_REASON:,}")
    return in_one_line(reason)


class Ended:
    """An event that is over. Its words are made when they are first read.

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


def trail_of(
    record: Record, kept: Sequence[tuple[str, str]] = (), ruleset: Ruleset[Any] | None = None
) -> tuple[tuple[str, str], ...]:
    """Return the rule of every step of a record, with the first eight digits of the SHA-256 of its text.

    A look-up counts by its keys and not by the words of its chart, so that charts may be worded better.

    Args:
        record: The record.
        kept: The trail that was written when the event happened: where a step differs from it only by the former title
            of a procedure, what was written stands.
        ruleset: The ruleset whose procedures have had other titles.
    """
    trail = [(step.rule, _digits(_fact(step).text)) for step in record.steps]
    former = [] if ruleset is None else [(one.title, old) for one in ruleset.procedures for old in one.formerly]
    for number, (step, was) in enumerate(zip(record.steps, kept, strict=False)):
        if was != trail[number] and any(
            was == (step.rule, _digits(step.text.replace(title, old))) for title, old in former if title in step.text
        ):
            trail[number] = was
    return tuple(trail)


def _digits(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:8]


def _fact(step: Step) -> Step:
    return attrs.evolve(step, words="") if isinstance(step, LookUpStep) else step
