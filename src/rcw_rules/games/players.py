"""Players that need nobody: at random, by expected value, by default, or a function of yours."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from importlib import import_module
from typing import Any, Generic, Protocol, TypeVar, cast, runtime_checkable

import attrs

from rcw_rules.games.events import MatchError, Player, PlayerError
from rcw_rules.games.game import UMPIRE, Action, Game, Outcome, View, meant_by
from rcw_rules.games.match import EventDice, Match, dice_of_event
from rcw_rules.games.victory import GameResult
from rcw_rules.kernel.dice import Variable
from rcw_rules.kernel.errors import InvalidRequestError, Problem, RulesError, UnknownNameError, said_of
from rcw_rules.kernel.plain import in_text, plain, taken
from rcw_rules.kernel.questions import Answer, Decided, Decision
from rcw_rules.kernel.seeds import require_seed
from rcw_rules.kernel.sources import DiceSource, SeededDice
from rcw_rules.kernel.stepping import play_on, play_to_the_end
from rcw_rules.kernel.umpire import Decider
from rcw_rules.kernel.variables import DecidedBy, Faces, Roller

__all__ = [
    "PLAYERS",
    "FunctionPlayer",
    "GreedyPlayer",
    "HoldPlayer",
    "Insider",
    "PlayedOut",
    "RandomPlayer",
    "find_player",
    "play_match",
    "play_out",
    "take_decision",
]

StateT = TypeVar("StateT", bound=Hashable)
ActionT = TypeVar("ActionT", bound=Action)
ScenarioT = TypeVar("ScenarioT")

PLAYERS = ("random", "greedy", "hold")
"""The players that need no function, by name."""


@runtime_checkable
class Insider(Protocol):
    """A player who tries out what may happen, and for that needs the match itself, which knows what is hidden too."""

    def decide_in(self, match: Match[Any, Any, Any], /) -> object:
        """Return the answer to the decision that is pending."""
        ...


def _said(alternative: Any) -> Any:
    """Return an alternative as an answer: None in words, since None by itself is the default."""
    return in_text(alternative) if alternative is None else alternative


class HoldPlayer:
    """Takes the default of every decision."""

    def decide(self, question: Decision[Any, Any], view: View) -> object:
        """Return the default."""
        return question.default


class RandomPlayer:
    """Takes every alternative with the same probability, of a large choice step by step.

    Args:
        seed: The same seed decides the same on every machine.
    """

    def __init__(self, seed: int | str = 0) -> None:
        require_seed(seed)
        self._random = random.Random(f"rcw-player-1|{seed}")

    def decide(self, question: Decision[Any, Any], view: View) -> object:
        """Return one of the alternatives."""
        return _said(question.alternatives[int(self._random.random() * len(question.alternatives))])


def _never_looks(player: Player) -> bool:
    """Return whether a player decides without the view, so that none need be made for them."""
    return getattr(player.decide, "__func__", None) in (HoldPlayer.decide, RandomPlayer.decide)


class FunctionPlayer:
    """Decides by a function.

    Args:
        function: Takes a `Decision` and a `View` and returns an alternative, as a value or in words; None for the
            default.
    """

    def __init__(self, function: Callable[[Decision[Any, Any], View], object]) -> None:
        self._function = function

    def decide(self, question: Decision[Any, Any], view: View) -> object:
        """Return what the function says."""
        return self._function(question, view)


class GreedyPlayer:
    """Takes the alternative after which the measure of the game is best on average, looking one action ahead.

    An alternative is tried by playing the action to its end, every later decision by its default. All alternatives are
    tried with the same dice, so that luck does not decide between them, in rounds: each once; the best quarter until
    they have had half of the *draws*; the best quarter of these until they have had all. A quarter is at least two; of
    equal ones the first listed is better. What throws no die is tried once. So of 40 alternatives or more, a decision
    takes at most 40 + 10 + 6 plays. They are counted and not timed: the same seed decides the same on every machine.

    It knows what its side sees: everything is tried in the state as `Game.as_seen` has it. Where the action that is on
    its way cannot have led to the question there, it takes the default. Of a list longer than *most* the default and a
    random selection are tried. What the source is silent about is not taken.

    Args:
        game: The game.
        draws: How often the best alternatives are tried.
        most: How many alternatives are tried.
        seed: The seed of what is tried.

    Raises:
        InvalidRequestError: If nothing would be tried.
    """

    def __init__(self, game: Game[Any, Any, Any], *, draws: int = 4, most: int = 40, seed: int | str = 0) -> None:
        require_seed(seed)
        if draws < 1 or most < 1:
            raise InvalidRequestError([Problem("$", f"draws and most are 1 or more, got {draws} and {most}")])
        self._game = game
        self._draws = draws
        self._most = most
        self._seed = seed
        self._random = random.Random(f"rcw-player-1|{seed}")

    def decide(self, question: Decision[Any, Any], view: View) -> object:
        """Return the default: without a match nothing can be tried."""
        return question.default

    def decide_in(self, match: Match[Any, Any, Any]) -> object:
        """Return the best alternative of the pending decision."""
        asked = match.pending
        assert isinstance(asked, Decision)  # noqa: S101 - players are asked for decisions
        side, session = asked.owner, match.session
        if session is None:
            actions = self._selected(asked.situation.actions, asked.situation.actions[0])
            tries = list(self._actions_tried(match, actions))
        else:
            request = self._believed(match, asked)
            if request is None:
                return asked.default
            told = [(one, plain(one)) for one in self._selected(asked.alternatives, asked.default)]
            decided = [(one, Decided(choice=asked.choice.id, chosen=chosen, by="policy")) for one, chosen in told]
            tries = [_Tried(one, request, (*session.answers, last)) for one, last in decided]
        for number, each in enumerate(tries):
            each.number = number
        default = tries[0].alternative if session is None else asked.default
        half = (self._draws + 1) // 2
        for draws, keeps in ((1, 4), (half, 4), (self._draws, len(tries))):
            for one in tries:
                self._try(one, draws, side, match.ply)
            tries = sorted((one for one in tries if not one.is_silent), key=_Tried.rank, reverse=True)
            tries = tries[: max(2, -(-len(tries) // keeps))]
        return _said(tries[0].alternative if tries else default)

    def _selected(self, alternatives: tuple[Any, ...], default: Any) -> tuple[Any, ...]:
        if len(alternatives) <= self._most:
            return alternatives
        others = sorted(self._random.sample(range(len(alternatives)), self._most - 1))
        chosen = [alternatives[number] for number in others]
        return tuple(chosen) if default in chosen else (default, *chosen)

    def _actions_tried(self, match: Match[Any, Any, Any], actions: tuple[Any, ...]) -> Iterator[_Tried]:
        game = self._game
        seen = game.as_seen(match.state, game.to_act(match.state) or UMPIRE)
        for action in actions:
            one = _Tried(action, game.act_request(seen, action))
            if seen is not match.state:  # what is legal may not be, as far as the side knows
                try:
                    game.ruleset.check(one.request)
                except RulesError:
                    one.is_silent = one.is_settled = True
            yield one

    def _believed(self, match: Match[Any, Any, Any], asked: Decision[Any, Any]) -> Any:
        """Return the action on its way in the state that its side sees; None if it does not lead to the question."""
        session, begun = match.session, match.under_way
        assert session is not None and begun is not None  # noqa: S101, PT018 - an action is on its way
        if match.state is None or match.owner == UMPIRE:
            return session.request
        seen = self._game.as_seen(match.state, match.owner)
        if seen is match.state:
            return session.request
        request = self._game.act_request(seen, self._game.read_action(begun.action))
        try:
            self._game.ruleset.check(request)
            there = play_on(self._game.ruleset, request, session.answers, recording=False).question
        except RulesError:
            return None
        if not isinstance(there, Decision) or there.told != asked.told:
            return None
        return request if (there.choice.id, there.where) == (asked.choice.id, asked.where) else None

    def _try(self, one: _Tried, draws: int, side: str, ply: int) -> None:
        """Play an alternative until it has had so many draws."""
        while one.draws < draws and not one.is_settled:
            dice = _NotedDice(SeededDice(f"{self._seed}/{ply}/{one.draws + 1}"))
            try:
                outcome: Outcome[Any] = play_to_the_end(self._game.ruleset, one.request, one.answers, dice)
                one.total += self._game.measure(outcome.state, side)
            except RulesError:
                one.is_silent = one.is_settled = True
                return
            one.draws += 1
            one.is_settled = not dice.were_thrown


@attrs.define
class _Tried:
    """An alternative that is tried.

    Attributes:
        alternative: The alternative.
        request: The action.
        answers: What has been answered of it, this decision included.
        number: Its place in the list.
        draws: How often it was played.
        total: The sum of the measures afterwards.
        is_settled: Whether nothing more comes of another play.
        is_silent: Whether the source is silent about what would happen, or the side could not do it as far as it sees.
    """

    alternative: Any
    request: Any
    answers: tuple[Answer, ...] = ()
    number: int = 0
    draws: int = 0
    total: Fraction = Fraction(0)
    is_settled: bool = False
    is_silent: bool = False

    def rank(self) -> tuple[Fraction, int]:
        """Return the mean of the measure, and how early it is listed: the highest is best."""
        return self.total / self.draws, -self.number


class _NotedDice(DiceSource):
    """Dice that know whether they were thrown."""

    def __init__(self, dice: SeededDice) -> None:
        self._dice = dice
        self.were_thrown = False

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        """Throw."""
        self.were_thrown = True
        return self._dice.throw(variable, purpose, rule)


def find_player(name: str, game: Game[Any, Any, Any], *, seed: int | str = 0) -> Player:
    """Return the player of a name: ``random``, ``greedy``, ``hold``, or ``module:function``.

    A function takes a `Decision` and a `View` and returns an alternative. What is named may also be a class of players,
    made without arguments, or a player.

    Raises:
        UnknownNameError: If there is none of that name.
        PlayerError: If the module cannot be imported, or has nothing that decides.
    """
    match name:
        case "random":
            return RandomPlayer(seed)
        case "greedy":
            return GreedyPlayer(game, seed=seed)
        case "hold":
            return HoldPlayer()
        case _ if ":" in name:
            return _player_named(name)
        case _:
            raise UnknownNameError("player", name, (*PLAYERS, "module:function"))


def _player_named(name: str) -> Player:
    module, _, attribute = name.partition(":")
    try:
        found: Any = import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
        if isinstance(found, type):
            found = found()
    except (Exception, SystemExit) as error:
        raise PlayerError(f"the player {name} cannot be had: {said_of(error)}") from error
    if callable(getattr(found, "decide", None)):
        return cast("Player", found)
    if not callable(found):
        raise PlayerError(f"the player {name} is no function, and has no method decide")
    return FunctionPlayer(found)


def _require_an_answer(owner: str, asked: Decision[Any, Any], answer: object) -> None:
    """Raise unless an answer is of a kind that can mean an alternative: nobody looks closer at anything else."""
    try:
        str(answer if isinstance(answer, int) else "")
    except ValueError as error:  # it has thousands of digits
        what = f"a {type(answer).__name__} that cannot be shown"
        raise PlayerError(f"the player of {owner} answered with {what}: {said_of(error)}") from error
    if answer is None or isinstance(answer, (str, int, Action)):
        return
    if not any(type(alternative) is type(answer) for alternative in asked.alternatives):
        raise PlayerError(
            f"the player of {owner} answered with a {type(answer).__name__}, not with an alternative: {asked}"
        )


# ------------------------------------------------------------------ playing


def play_match(
    match: Match[ScenarioT, StateT, ActionT],
    players: Mapping[str, Player],
    *,
    seconds: float | None = None,
    after: Callable[[Match[ScenarioT, StateT, ActionT]], object] = lambda _: None,
) -> Match[ScenarioT, StateT, ActionT]:
    """Return a match played to its end, or to the first question that no player answers: a throw without dice.

    Args:
        match: The match.
        players: Who decides, by side; "umpire" for what no side decides, by default its default.
        seconds: How long a player may think about one decision; None for as long as they like.
        after: Is told of the match after every answer.

    Raises:
        PlayerError: If a player raises, gives an answer that is none, or thinks too long.
        MatchError: If a side has no player.
    """
    while isinstance(match.pending, Decision):
        match = take_decision(match, players, seconds=seconds)
        after(match)
    return match


def take_decision(
    match: Match[ScenarioT, StateT, ActionT], players: Mapping[str, Player], *, seconds: float | None = None
) -> Match[ScenarioT, StateT, ActionT]:
    """Return the match with the pending decision taken by its owner's player, as `play_match` does again and again.

    Args:
        match: A match whose pending question is a decision.
        players: Who decides, by side; "umpire" for what no side decides, by default its default.
        seconds: How long the player may think; None for as long as they like.

    Raises:
        PlayerError: If the player raises, gives an answer that is none, or thinks too long.
        MatchError: If no decision is pending, or the side has no player.
    """
    owner, asked = match.owner, match.pending
    if not isinstance(asked, Decision):
        raise MatchError("no decision is pending")
    player = players.get(owner, HoldPlayer() if owner == UMPIRE else None)
    if player is None:
        raise MatchError(f"nobody plays {owner}: {asked}")
    answer = _asked(player, match, owner, seconds)
    _require_an_answer(owner, asked, answer)
    try:
        return match.answer(answer, by="policy")
    except RulesError as error:
        raise PlayerError(f"the player of {owner} answered {in_text(answer)[:60]!r}: {error}") from error


def _asked(player: Player, match: Match[Any, Any, Any], owner: str, seconds: float | None) -> object:
    asked = match.pending
    assert isinstance(asked, Decision)  # noqa: S101 - players are asked for decisions

    def ask() -> object:
        if isinstance(player, Insider):
            return player.decide_in(match)
        is_blind = match.state is None or _never_looks(player)
        return player.decide(asked, _nothing(owner) if is_blind else match.view(owner))

    return _within(seconds, ask, owner)


def _nothing(viewer: str) -> View:
    return View(viewer=viewer, clock="set-up", to_act=None)


def _within(seconds: float | None, ask: Callable[[], object], owner: str) -> object:
    """Return what is answered within a time, and whatever goes wrong as an error of the player."""
    answers: list[object] = []
    errors: list[BaseException] = []

    def think() -> None:
        try:
            answers.append(ask())
        except BaseException as error:  # noqa: BLE001 - whatever it is, it is the player's
            errors.append(error)

    if seconds is None:
        think()
    else:
        thread = threading.Thread(target=think, daemon=True, name=f"player of {owner}")
        thread.start()
        thread.join(seconds)
    if errors:
        if isinstance(errors[0], KeyboardInterrupt) and seconds is None:
            raise errors[0]
        raise PlayerError(f"the player of {owner} failed: {said_of(errors[0])}") from errors[0]
    if not answers:
        raise PlayerError(f"the player of {owner} gave no answer within {seconds:g} seconds")
    return answers[0]


@attrs.frozen(kw_only=True)
class PlayedOut(Generic[StateT]):
    """How a game went that was played to its end.

    Attributes:
        state: The last state.
        result: How it ended.
        events: How many events it had, the set-up counted.
    """

    state: StateT
    result: GameResult
    events: int


def play_out(
    game: Game[ScenarioT, StateT, ActionT],
    scenario: ScenarioT,
    players: Mapping[str, Player],
    dice: SeededDice | EventDice,
    *,
    most: int = 100_000,
    after: Callable[[StateT], object] | None = None,
) -> PlayedOut[StateT]:
    """Play a scenario to its end, and keep nothing on the way.

    The faces are those of a `Match` with the same dice, so the same players come to the same end.

    Args:
        game: The game.
        scenario: Where it begins.
        players: Who decides, by side.
        dice: The dice.
        most: How many events there may be.
        after: Is told of the state after every event; of a match, which an `Insider` plays, when it is over.

    Raises:
        PlayerError: If a player raises, or gives an answer that is none.
        MatchError: If a side has no player, or the game does not end.
    """
    for side in game.sides(scenario):
        if side not in players:
            raise MatchError(f"nobody plays {side}")
    if any(isinstance(player, Insider) for player in players.values()):
        return _played_as_a_match(game, scenario, players, dice, most=most, after=after)
    table = _Table(game, players)
    state = game.begin(scenario, dice=dice_of_event(dice, 0, ""), choices=table).state
    for ply in range(1, most + 1):
        if after is not None:
            after(state)
        actions = game.legal_actions(state)
        if not actions:
            result = game.result(state)
            assert result is not None  # noqa: S101 - nothing is legal when a game is over, and only then
            return PlayedOut(state=state, result=result, events=ply)
        table.look_at(state)
        action = actions[0] if len(actions) == 1 else table.action(actions)
        thrown = dice_of_event(dice, ply, game.to_act(state) or "")
        state = game.play(state, action, dice=thrown, choices=table).state
    raise MatchError(f"the game has not ended after {most} events")


def _played_as_a_match(
    game: Game[Any, StateT, Any],
    scenario: Any,
    players: Mapping[str, Player],
    dice: DiceSource,
    *,
    most: int,
    after: Callable[[StateT], object] | None,
) -> PlayedOut[StateT]:
    def require_an_end(match: Match[Any, Any, Any]) -> None:
        if match.ply > most or (match.ply == most and match.pending is not None):
            raise MatchError(f"the game has not ended after {most} events")

    begun = Match[Any, StateT, Any].begin(game, scenario, dice=dice)
    match = play_match(begun, players, after=require_an_end)
    result, state = match.result, match.state
    assert result is not None and state is not None  # noqa: S101, PT018 - every throw had its dice
    if after is not None:
        for state_then in _states_of(match):
            after(state_then)
    return PlayedOut(state=state, result=result, events=match.ply)


def _states_of(match: Match[Any, StateT, Any]) -> list[StateT]:
    """Return the states of a match after each event of its line of play, in order."""
    found: list[StateT] = []
    earlier: Match[Any, StateT, Any] | None = match
    while earlier is not None and earlier.state is not None:
        found.append(earlier.state)
        earlier = earlier.before
    return found[::-1]


class _Table(Decider):
    """The players around a table, who decide about actions and on the way."""

    __slots__ = ("_game", "_players", "_state", "_views")

    def __init__(self, game: Game[Any, Any, Any], players: Mapping[str, Player]) -> None:
        self._game = game
        self._players = players
        self._state: Any = None
        self._views: dict[str, View] = {}  # of this state, by who looks

    def look_at(self, state: Any) -> None:
        """Go on with the state after an event."""
        self._state = state
        self._views = {}

    @property
    def by(self) -> DecidedBy:
        """What a record says of who decided."""
        return "policy"

    def decide(self, decision: Decision[Any, Any]) -> Any:
        """Ask whose decision it is."""
        owner = decision.owner if decision.owner in self._players else UMPIRE
        player = self._players.get(owner)
        if player is None:
            return None
        is_shown_all = owner == UMPIRE or _never_looks(player)
        shown = decision if is_shown_all else self._game.shown_to(decision, owner, self._state)
        answer = self._answer(player, owner, shown)
        if answer is None:
            return None
        return taken(self._meant(owner, answer, lambda given: decision.alternative(meant_by(decision, shown, given))))

    def action(self, actions: tuple[Any, ...]) -> Any:
        """Return the next of several actions."""
        steps: tuple[str, ...] = ()
        while True:
            asked = self._game.asked(self._state, actions, steps)
            owner = asked.owner
            answer = self._answer(self._players[owner], owner, asked)
            found = asked.default
            if answer is not None:
                found = self._meant(owner, answer, partial(self._game.meant, asked))
            if not isinstance(found, str):
                return found
            steps = (*asked.situation.steps, found)
            actions = tuple(one for one in actions if self._game.steps_of(one)[: len(steps)] == steps)
            if len(actions) == 1:
                return actions[0]

    def _answer(self, player: Player, owner: str, asked: Decision[Any, Any]) -> object:
        view = _nothing(owner) if _never_looks(player) else self._view(owner)
        answer = _within(None, partial(player.decide, asked, view), owner)
        _require_an_answer(owner, asked, answer)
        return answer

    def _view(self, owner: str) -> View:
        view = self._views.get(owner)
        if view is None:
            view = _nothing(owner) if self._state is None else self._game.view(self._state, owner)
            self._views[owner] = view
        return view

    def _meant(self, owner: str, answer: object, meaning: Callable[[object], Any]) -> Any:
        try:
            return meaning(answer)
        except RulesError as error:
            raise PlayerError(f"the player of {owner} answered {in_text(answer)[:60]!r}: {error}") from error
