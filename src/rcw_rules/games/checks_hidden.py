"""What a side is handed, compared between states that differ only in what that side cannot see."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

import attrs

from rcw_rules.games.game import Action, Game
from rcw_rules.games.random_games import RandomDecider
from rcw_rules.kernel.errors import RulesError
from rcw_rules.kernel.questions import Answer, Decided, Decision, Question
from rcw_rules.kernel.record import Record
from rcw_rules.kernel.sources import SeededDice
from rcw_rules.kernel.stepping import Played, play_on

__all__ = ["leaks"]

_MOST_QUESTIONS = 3
"""How many questions of an action are compared: the last ones, which the most has led to."""


def leaks(
    game: Game[Any, Any, Any], state: Any, other: Any, action: Action, *, side: str, seed: object
) -> Iterator[str | None]:
    """Yield what a side is told of what it cannot see while an action is carried out; None for a question without.

    The action is played in both states with the same dice and the same decisions. Unless the side sees a difference
    afterwards, whatever it is asked must be the same: what about, between what, after what.

    Args:
        game: The game.
        state: A state.
        other: One that differs from it only in what the side cannot see.
        action: An action that is legal in both.
        side: The side.
        seed: The seed of dice and decisions.
    """
    owners: list[str] = []
    try:
        one = _played(game, state, action, seed, owners)
        two = _played(game, other, action, seed, [])
    except RulesError:
        return  # it is not legal in both, or a rule is asked for that nobody has given
    if game.view(one.outcome.state, side) != game.view(two.outcome.state, side):
        return  # the action has shown it
    if one.outcome.events != two.outcome.events:
        yield f"the events of {str(action)!r} tell {side} what that side cannot see"
    alike = [*takewhile(lambda pair: pair[0] == pair[1], zip(one.answers, two.answers, strict=False))]
    asked_of = iter(owners)
    places = [
        number
        for number, answer in enumerate(one.answers[: len(alike) + 1])
        if (next(asked_of, "") if isinstance(answer, Decided) else side) == side
    ]
    for place in places[-_MOST_QUESTIONS:]:
        given = one.answers[:place]
        here, there = (_asked(game, each, action, given) for each in (state, other))
        if here is None or there is None or _name_of(here) != _name_of(there):
            continue  # it went on otherwise, which everybody notices
        yield None
        shown = (game.shown_to(here, side, state), game.shown_to(there, side, other))
        parts = [
            name
            for name in (field.removeprefix("_") for field in attrs.fields_dict(type(here)))
            if name not in ("choice", "variable") and not _are_alike(*(getattr(each, name) for each in shown))
        ]
        if parts:
            yield (
                f"{_name_of(here)} in {str(action)!r} tells {side} by its {' and '.join(parts)} what that side cannot "
                "see: let shown_to leave it out"
            )


def _played(game: Game[Any, Any, Any], state: Any, action: Action, seed: object, owners: list[str]) -> Played:
    def look(decision: Decision[Any, Any]) -> None:
        owners.append(decision.owner)

    request = game.act_request(state, action)
    game.ruleset.check(request)
    dice, decider = SeededDice(f"{seed}/{action}"), RandomDecider(f"{seed}/{action}", look)
    return play_on(game.ruleset, request, (), dice=dice, otherwise=decider, recording=False)


def _asked(game: Game[Any, Any, Any], state: Any, action: Action, answers: tuple[Answer, ...]) -> Question | None:
    try:
        return play_on(game.ruleset, game.act_request(state, action), answers).question
    except RulesError:  # an answer that fits there does not fit here
        return None


def _name_of(asked: Question) -> str:
    name = asked.choice.id if isinstance(asked, Decision) else asked.purpose
    return f"the question {name!r}"


def _are_alike(one: object, other: object) -> bool:
    if isinstance(one, Record) or one == other:
        return True
    return repr(one) == repr(other)  # what compares by identity alone
