"""Random legal games, for checks."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator
from hashlib import sha256
from typing import Any, Generic, TypeVar, cast

import attrs

from rcw_rules.games.game import Action, Game, Outcome
from rcw_rules.games.lines import line
from rcw_rules.games.victory import GameResult
from rcw_rules.kernel.plain import taken
from rcw_rules.kernel.questions import Decision
from rcw_rules.kernel.sources import SeededDice
from rcw_rules.kernel.umpire import Decider
from rcw_rules.kernel.variables import DecidedBy

__all__ = ["RandomDecider", "RandomEvent", "random_game", "strange"]

StateT = TypeVar("StateT", bound=Hashable)
ActionT = TypeVar("ActionT", bound=Action)
ScenarioT = TypeVar("ScenarioT")


@attrs.frozen(kw_only=True, eq=False)
class RandomEvent(Generic[StateT, ActionT]):
    """An event of a random game.

    Attributes:
        number: Its number, from 1 for the set-up.
        action: The action as a line; "" for the set-up.
        told: What happened.
        state: The state afterwards.
        to_act: Who acts next.
        actions: The legal actions.
        result: How the game ended; None while it goes on.
        digest: The SHA-256 of all this, in 16 digits.
    """

    number: int
    action: str
    told: tuple[str, ...]
    state: StateT
    to_act: str | None
    actions: tuple[ActionT, ...]
    result: GameResult | None
    digest: str


class RandomDecider(Decider):
    """Decides at random inside actions, and reports every decision."""

    __slots__ = ("_look", "_random")

    def __init__(self, seed: object, look: Callable[[Decision[Any, Any]], object] = lambda _: None) -> None:
        self._random = random.Random(f"rcw-check-1|{seed}|decisions")
        self._look = look

    @property
    def by(self) -> DecidedBy:
        """What a record says of who decided."""
        return "policy"

    def decide(self, decision: Decision[Any, Any]) -> Any:
        """Return one of the alternatives."""
        self._look(decision)
        return taken(decision.alternatives[int(self._random.random() * len(decision.alternatives))])


def random_game(
    game: Game[ScenarioT, StateT, ActionT], scenario: ScenarioT, seed: int, most: int, decider: Decider
) -> Iterator[RandomEvent[StateT, ActionT]]:
    """Yield the events of a game in which every listed action has the same chance, up to *most*.

    It ends after an event with a result, or when nothing is listed.
    """
    picks = random.Random(f"rcw-check-1|{seed}|actions")
    outcome: Outcome[StateT] = game.begin(scenario, dice=SeededDice(f"{seed}/0"), choices=decider)
    told = ""
    for number in range(1, most + 1):
        event = _event(game, number, told, outcome)
        yield event
        if event.result is not None or not event.actions:
            return
        action = event.actions[int(picks.random() * len(event.actions))]
        told = line(action)
        outcome = game.play(event.state, action, dice=SeededDice(f"{seed}/{number}"), choices=decider)


def _event(
    game: Game[Any, StateT, ActionT], number: int, action: str, outcome: Outcome[StateT]
) -> RandomEvent[StateT, ActionT]:
    state = outcome.state
    actions, result = game.legal_actions(state), game.result(state)
    said = "\n".join((action, *outcome.events, *map(line, actions), repr(result), game.digest(state)))
    return RandomEvent(
        number=number,
        action=action,
        told=outcome.events,
        state=state,
        to_act=game.to_act(state),
        actions=actions,
        result=result,
        digest=sha256(said.encode()).hexdigest()[:16],
    )


def strange(event: RandomEvent[Any, Any], sides: tuple[str, ...]) -> Iterator[str]:
    """Yield how what a game says of a state does not agree."""
    count = len(event.actions)
    if event.result is not None:
        if count or event.to_act is not None:
            yield f"the game is over, but {event.to_act or 'nobody'} acts and {count} actions are listed"
    elif event.to_act is None:
        if count != 1:
            yield f"the game goes on by itself, but {count} actions are listed: list one, or return a result"
    elif event.to_act not in sides:
        yield f"{event.to_act!r} acts, which is no side"
    elif not count:
        yield f"{event.to_act} acts, but no action is listed: list one, or return a result"
    sentences = cast("tuple[object, ...]", event.told)
    if not all(isinstance(told, str) and told.strip() for told in sentences):
        yield f"its events are {event.told!r}: tell each in a sentence"
