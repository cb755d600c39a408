"""What a match lists: events, what was taken back, and the action that is on its way."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Protocol, TypeAlias

import attrs

from rcw_rules.games.game import View
from rcw_rules.kernel.errors import RulesError
from rcw_rules.kernel.questions import Answer, Decision, Thrown
from rcw_rules.kernel.shapes import Range
from rcw_rules.kernel.umpire import Override

__all__ = ["Chosen", "Entry", "Event", "MatchError", "Player", "PlayerError", "Undo", "Unfinished", "loses_a_die"]

_MOST_ENTRIES = 999_999_999

Chosen: TypeAlias = Literal["only", "default", "policy", "person"]
"""Who chose an action: nobody, where there was only one; a default, a policy, or a person."""


class MatchError(RulesError):
    """Something cannot be done with a match, or a match does not go as it says.

    Attributes:
        number: The number of the entry that is wrong; 0 where it is about none.
        rule: The rule by which it goes otherwise; "" where no rule is to blame.
    """

    code: ClassVar[str] = "match"
    _TOLD: ClassVar[tuple[str, ...]] = ("number", "rule")

    def __init__(self, message: str, *, number: int = 0, rule: str = "") -> None:
        self.number = number
        self.rule = rule
        super().__init__(message)


class PlayerError(RulesError):
    """A player did not give a usable answer."""

    code: ClassVar[str] = "player"


class Player(Protocol):
    """A player who decides for a side: a person, a policy, a program elsewhere."""

    def decide(self, question: Decision[Any, Any], view: View, /) -> object:
        """Return the answer: one of the alternatives, as a value or in words; None for the default.

        Args:
            question: What is decided, as the side may see it.
            view: What the side sees.
        """
        ...


@attrs.frozen(kw_only=True)
class Event:
    """The set-up, or an action with everything that was thrown and decided on the way.

    Attributes:
        number: Its number among everything that happened, from 1.
        ply: Its place in the line of play: 0 for the set-up, one more than the event before it.
        side: Who acted; "" for the set-up and for what goes on by itself.
        action: The action, as a line; "" for the set-up.
        by: Who chose it.
        answers: Every throw with who threw it, every decision with who took it, in order.
        overrides: What the referee decided instead of dice or book.
        told: What happened, in sentences.
        trail: The rule of every step, with the first eight digits of the SHA-256 of its text, to find later what goes
            otherwise.
        digest: The digest of the state afterwards.
    """

    kind: ClassVar[str] = "event"
    number: Annotated[int, Range(1, _MOST_ENTRIES)]
    ply: Annotated[int, Range(0, _MOST_ENTRIES)]
    side: str = ""
    action: str = ""
    by: Chosen = "only"
    answers: tuple[Answer, ...] = ()
    overrides: tuple[Override, ...] = ()
    told: tuple[str, ...] = ()
    trail: tuple[tuple[str, str], ...] = ()
    digest: str = ""


@attrs.frozen(kw_only=True)
class Undo:
    """Events that were taken back.

    Attributes:
        number: Its number among everything that happened, from 1.
        undone: The numbers of the events, in order.
        reason: Why the referee allowed it; "" where no die had been seen.
    """

    kind: ClassVar[str] = "undo"
    number: Annotated[int, Range(1, _MOST_ENTRIES)]
    undone: tuple[int, ...]
    reason: str = ""


@attrs.frozen(kw_only=True)
class Unfinished:
    """An action on its way, as far as it has been answered.

    Attributes:
        number: The number that the event will have.
        event: What is known of it; None if it was taken back whole.
        reason: Why the referee allowed a die that was seen to be taken back; "" where none was.
    """

    kind: ClassVar[str] = "unfinished"
    number: Annotated[int, Range(1, _MOST_ENTRIES)]
    event: Event | None
    reason: str = ""


Entry: TypeAlias = Event | Undo
"""What a match lists."""


def loses_a_die(before: Event | None, after: Entry | Unfinished | None) -> bool:
    """Return whether a die that was seen is no longer there, or no longer for the same decisions, without a reason.

    Args:
        before: An action on its way, as far as it had come; None if none was.
        after: What follows on it: the action later, on its way or over, or that it was taken back.
    """
    if before is None or (not isinstance(after, Event) and after is not None and after.reason):
        return False
    event = after.event if isinstance(after, Unfinished) else after if isinstance(after, Event) else None
    count = max((number for number, one in enumerate(before.answers, start=1) if isinstance(one, Thrown)), default=0)
    if not count:
        return False
    if event is None:
        return True
    was, now = ((one.side, one.action, one.overrides, one.answers[:count]) for one in (before, event))
    return was != now
