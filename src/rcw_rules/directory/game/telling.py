"""Refusals of what an action asks, in the words of the action: which unit, and which hex."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from attrs import evolve

from rcw_rules.directory.game.state import GameState
from rcw_rules.directory.turns import told_moment
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


MOST_EVENTS_TOLD = 8


def told_events(events: Sequence[str]) -> tuple[str, ...]:
    """Return the events for a summary: all of them or, of many, the first ones and the number of the others."""
    more = len(events) - MOST_EVENTS_TOLD
    return tuple(events) if more <= 1 else (*events[:MOST_EVENTS_TOLD], f"{more} more things happen.")


def told_next(state: GameState) -> str:
    """Return whose phase it is; "" if the game is over."""
    if state.result is not None:
        return ""
    position = state.campaign.position
    return f"{'it' if position.side else 'next'} is {told_moment(position)}"
