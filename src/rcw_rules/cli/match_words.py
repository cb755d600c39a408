"""Matches in words: events, results, who plays, and what a turn is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rcw_rules.games import Event, GameResult, Match, MatchText, Undo
from rcw_rules.kernel.plain import in_one_line, in_text
from rcw_rules.kernel.questions import Answer, Thrown
from rcw_rules.kernel.record import Record
from rcw_rules.kernel.stepping import play_on


def title_of(text: MatchText[Any, Any, Any]) -> str:
    """Return the title of the scenario of a match in one line, or of its ruleset if it has none."""
    return in_one_line(str(getattr(text.scenario, "title", "") or text.game.ruleset.title))


def name_of(side: str) -> str:
    """Return a side as a sentence begins with it."""
    return side[:1].upper() + side[1:]


def head_of(event: Event, *, is_action_shown: bool = True) -> str:
    """Return who did what, in one line."""
    if not event.action:
        return "The set-up"
    if not event.side:
        return f"The game goes on: {event.action}" if is_action_shown else "The game goes on."
    return f"{name_of(event.side)}: {event.action}" if is_action_shown else f"{name_of(event.side)}:"


def event_lines(event: Event, *, is_action_shown: bool = True) -> Iterator[str]:
    """Yield an event in words: who did what, and the result."""
    yield head_of(event, is_action_shown=is_action_shown)
    yield from (f"  {told}" for told in event.told)


def undo_line(undo: Undo) -> str:
    """Return what was taken back."""
    numbers = ", ".join(map(str, undo.undone))
    reason = f": {in_one_line(undo.reason)}" if undo.reason else ""
    return f"Taken back: event{'s' if len(undo.undone) > 1 else ''} {numbers}{reason}"


def answer_line(answer: Answer) -> str:
    """Return what was thrown or decided, and by whom."""
    if isinstance(answer, Thrown):
        return f"{answer.purpose}: {', '.join(map(str, answer.faces))} ({answer.by})"
    return f"{answer.choice}: {in_text(answer.chosen)} ({answer.by})"


def result_lines(result: GameResult) -> Iterator[str]:
    """Yield how a game ended."""
    if result.winner is None:
        yield f"Nobody won: {result.reason} [{result.rule}]"
    else:
        yield f"{name_of(result.winner)} won: {result.reason} [{result.rule}]"
    if result.points:
        yield "  " + ", ".join(f"{side} {points}" for side, points in result.points)


def record_of(match: Match[Any, Any, Any]) -> Record:
    """Return the steps of the latest event of a match, played again from its answers."""
    event, before = match.latest, match.before
    if event is None or before is None:
        return Record()
    game = match.game
    if before.state is None:
        request = game.begin_request(match.scenario)
    else:
        request = game.act_request(before.state, game.read_action(event.action))
    return play_on(game.ruleset, request, event.answers, overrides=event.overrides).record
