"""Many games of a scenario between players: who wins how often, by how much, how long it takes, and what luck did.

>>> from rcw_rules.registry import load_game
>>> game = load_game("red_square")
>>> series = play_series(game, game.scenario("outpost"), {"red": "random", "white": "hold"}, 4, seed=1)
>>> series.games, series.length_in_turns.mean
(4, 1.0)

A game is a function of the dice, as in `rcw_rules.simulation`: game number n of a seed is the same whoever plays it,
here, in other processes, or on other machines.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from concurrent.futures import Executor
from functools import lru_cache, partial
from math import sqrt
from typing import Any, TypeAlias, TypeVar

import attrs

from rcw_rules.digests import canonical_json
from rcw_rules.games import Action, EventDice, Game, Player, find_player, play_out, turn_of
from rcw_rules.games.match_file import header_data
from rcw_rules.json_text import parse_json
from rcw_rules.kernel.errors import RulesError
from rcw_rules.kernel.samples import Estimate
from rcw_rules.kernel.sources import DiceSource, SeededDice
from rcw_rules.kernel.variables import Faces, Roller, Variable
from rcw_rules.registry import load_game
from rcw_rules.simulation import Progress, Simulation, simulate

__all__ = ["GamePlayed", "Mean", "PlayerMaker", "Series", "SeriesPlay", "play_series"]

StateT = TypeVar("StateT", bound=Hashable)
ActionT = TypeVar("ActionT", bound=Action)
ScenarioT = TypeVar("ScenarioT")

PlayerMaker: TypeAlias = str | Callable[[Game[Any, Any, Any], str], Player]
"""The name of a player, as `rcw_rules.games.find_player` takes it, or a function that makes one of a game and a seed;
for other processes a function of a module."""


@attrs.frozen(kw_only=True, cache_hash=True)
class GamePlayed:
    """How a game of a series went.

    Attributes:
        winner: The side that won; None for a draw.
        points: What each side scored; empty where nobody counts.
        events: How many events it had, the set-up counted.
        turns: How many turns were begun, by what the game's clock says after every event.
        luck: For each side that threw dice in its own actions, how lucky these were: see `Series.luck_of`. Empty if
            luck was not asked for.
    """

    winner: str | None
    points: tuple[tuple[str, int], ...] = ()
    events: int
    turns: int
    luck: tuple[tuple[str, float], ...] = ()


@attrs.frozen(kw_only=True)
class Mean:
    """A mean over games.

    Attributes:
        mean: The mean.
        error: Its standard error.
        least: The smallest value.
        most: The greatest value.
        count: Over how many games.
    """

    mean: float
    error: float
    least: float
    most: float
    count: int

    @classmethod
    def of(cls, values: Iterable[float]) -> Mean | None:
        """Return the mean of values; None if there are none."""
        found = list(values)
        if not found:
            return None
        mean = sum(found) / len(found)
        spread = sum((value - mean) ** 2 for value in found)
        error = sqrt(spread / (len(found) - 1) / len(found)) if len(found) > 1 else 0.0
        return cls(mean=mean, error=error, least=min(found), most=max(found), count=len(found))


@attrs.frozen(kw_only=True, eq=False)
class Series:
    """The games of a series, in order.

    Attributes:
        played: How each game went.
        sides: The sides.
    """

    played: Simulation[GamePlayed]
    sides: tuple[str, ...]

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.played)

    def wins_of(self, side: str | None) -> Estimate:
        """Return how often a side won, with its standard error; None for draws."""
        return self.played.estimate(lambda game: game.winner == side)

    def points_of(self, side: str) -> Mean | None:
        """Return the mean of what a side scored; None where nobody counts."""
        return Mean.of(points for game in self.played for name, points in game.points if name == side)

    @property
    def length_in_events(self) -> Mean:
        """How many events the games had, the set-up counted."""
        return _some(Mean.of(game.events for game in self.played))

    @property
    def length_in_turns(self) -> Mean:
        """How many turns the games had."""
        return _some(Mean.of(game.turns for game in self.played))

    def luck_of(self, side: str, *, won: bool | None = None) -> Mean | None:
        """Return how lucky the dice of a side were on average; None if nothing was measured.

        Of each throw in the side's own actions that comes to a number, or is passed or failed: how many standard
        deviations it lay above what was to be expected. The sum of these over a game, divided by the square root of
        their number, is 0 on average, with a standard deviation of about 1. High is not always good for whoever throws:
        where a rule wants low dice, good luck is below 0. Compare the games that were won with those that were not.

        Args:
            side: The side.
            won: Only of games that it won, or that it did not win; None for all.
        """
        return Mean.of(
            luck
            for game in self.played
            if won is None or (game.winner == side) == won
            for name, luck in game.luck
            if name == side
        )


def _some(mean: Mean | None) -> Mean:
    assert mean is not None  # noqa: S101 - a series has a game
    return mean


def play_series(
    game: Game[ScenarioT, StateT, ActionT],
    scenario: ScenarioT,
    players: Mapping[str, PlayerMaker],
    games: int,
    *,
    seed: int | str,
    luck: bool = False,
    workers: int | None = 1,
    executor: Executor | None = None,
    progress: Progress | bool = False,
    cancelled: Callable[[], bool] | None = None,
) -> Series:
    """SeriesPlay a scenario many times between the same players.

    Args:
        game: The game. Other processes and machines must have its ruleset installed.
        scenario: Where it begins.
        players: Who plays each side.
        games: How many games.
        seed: The seed of the dice, and of players who decide at random.
        luck: Whether to measure the luck of the dice as well.
        workers: How many processes play; as for `rcw_rules.simulate`.
        executor: Any executor of `concurrent.futures` to play instead, such as a dask client's.
        progress: As for `rcw_rules.simulate`.
        cancelled: As for `rcw_rules.simulate`.

    Raises:
        UnknownNameError: There is no such player.
        PlayerError: A player cannot be made.
        SimulationError: A game failed; the error says which, and holds what was done.
    """
    play = SeriesPlay(game, scenario, players, luck=luck)
    play.require_players()
    played = simulate(
        play, games, seed=seed, workers=workers, executor=executor, progress=progress, cancelled=cancelled
    )
    return Series(played=played, sides=game.sides(scenario))


class SeriesPlay:
    """A function of the dice that plays one game, and can be sent to other processes.

    Args:
        game: The game.
        scenario: Where it begins.
        players: Who plays each side.
        luck: Whether to measure luck.
    """

    def __init__(
        self, game: Game[Any, Any, Any], scenario: Any, players: Mapping[str, PlayerMaker], *, luck: bool = False
    ) -> None:
        self._game = game
        self._scenario = scenario
        self._players = dict(players)
        self._luck = luck

    def __call__(self, dice: SeededDice) -> GamePlayed:
        """SeriesPlay a game with these dice."""
        ledger = _Ledger(dice) if self._luck else None
        game, turns = self._game, set[str]()

        def note(state: Any) -> None:
            if game.result(state) is None:  # after the end a clock may show the turn that never came
                turns.add(turn_of(game.clock(state)))

        out = play_out(game, self._scenario, self._made(str(dice.seed)), ledger or dice, after=note)
        return GamePlayed(
            winner=out.result.winner,
            points=out.result.points,
            events=out.events,
            turns=len(turns),
            luck=() if ledger is None else ledger.scores(self._game.sides(self._scenario)),
        )

    def require_players(self) -> None:
        """Raise if a player cannot be made."""
        self._made("0")

    def _made(self, seed: str) -> dict[str, Player]:
        return {
            side: find_player(made, self._game, seed=f"{seed}/{side}")
            if isinstance(made, str)
            else made(self._game, seed)
            for side, made in self._players.items()
        }

    def __reduce__(self) -> tuple[Any, ...]:
        # A game holds functions, which do not travel: its ruleset is found again by its id, and changed likewise.
        if load_game(self._game.ruleset.id).__class__ is not self._game.__class__:
            raise RulesError(f"{self._game.ruleset.id} is not the installed ruleset: play it in this process")
        header = canonical_json(header_data(self._game, self._scenario, None))
        return partial(_arrived, luck=self._luck), (header, self._players)


def _arrived(header: str, players: dict[str, PlayerMaker], *, luck: bool) -> SeriesPlay:
    game, scenario = _game_of(header)
    return SeriesPlay(game, scenario, players, luck=luck)


@lru_cache(maxsize=8)
def _game_of(header: str) -> tuple[Game[Any, Any, Any], Any]:
    from rcw_rules.session_documents import ruleset_of
    from rcw_rules.wire import structure

    body: Any = parse_json(header, "the games to play")
    game = load_game(body["ruleset"]["id"])
    game = attrs.evolve(game, ruleset=ruleset_of(body, game.ruleset, "game", "set up"))
    return game, structure(body["scenario"], game.scenario_type, "$.scenario")


class _Ledger(EventDice):
    """Dice of a seed that note what every throw came to."""

    __slots__ = ("_dice", "_ply", "_seed", "_sums")

    def __init__(self, dice: SeededDice) -> None:
        self._seed = dice.seed
        self._ply = -1
        self._dice: DiceSource = self
        self._sums: dict[str, tuple[float, int]] = {}

    def of_event(self, ply: int, side: str) -> DiceSource:
        """Return the dice of an event."""
        if ply != self._ply:
            self._ply = ply
            self._dice = _NotedDice(SeededDice(f"{self._seed}/{ply}"), lambda score: self._note(side, score))
        return self._dice

    def _note(self, side: str, score: float) -> None:
        total, count = self._sums.get(side, (0.0, 0))
        self._sums[side] = (total + score, count + 1)

    def scores(self, sides: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
        """Return the luck of each side that threw."""
        threw = ((side, *self._sums[side]) for side in sides if side in self._sums)
        return tuple((side, round(total / sqrt(count), 6)) for side, total, count in threw)


class _NotedDice(DiceSource):
    """The dice of an event."""

    __slots__ = ("_dice", "_note")

    def __init__(self, dice: SeededDice, note: Callable[[float], None]) -> None:
        self._dice = dice
        self._note = note

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        """Throw, and note how many standard deviations that is above the mean."""
        faces, by = self._dice.throw(variable, purpose, rule)
        expected = _expected(variable)
        if expected is not None:
            mean, deviation = expected
            self._note((int(variable.read(faces)) - mean) / deviation)
        return faces, by


@lru_cache(maxsize=4096)
def _expected(variable: Variable[Any]) -> tuple[float, float] | None:
    """Return the mean and the standard deviation of a throw; None if it comes to no number, or to only one."""
    try:
        pairs = list(variable.branches.items())
    except RulesError:  # more values than can be listed
        return None
    if not all(isinstance(value, int) for value, _ in pairs):
        return None
    mean = float(sum(int(value) * weight for value, weight in pairs))
    deviation = sqrt(float(sum(int(value) ** 2 * weight for value, weight in pairs)) - mean**2)
    return (mean, deviation) if deviation else None
