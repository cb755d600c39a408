"""Many whole games: played by a function of yours, on one processor or on many, with the same result everywhere.

A game is a function of the dice. Game number n of a seed always gets the same dice, so what comes of it does not depend
on who plays it, nor on how many play at the same time:

>>> from rcw_rules import SeededDice, simulate
>>> from rcw_rules import red_white as rw
>>> def winner(dice: SeededDice) -> str:
...     return rw.ruleset.outcome(rw.melee_example_2(), dice=dice).winner
>>> games = simulate(winner, 300, seed=1919)
>>> games.draws, games.is_complete
(300, True)
>>> games[7] == winner(games.dice_of(7))
True
"""

from __future__ import annotations

import os
import pickle
from array import array
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, nullcontext
from multiprocessing import get_context
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from rcw_rules.kernel.errors import RulesError, said_of
from rcw_rules.kernel.samples import Sample
from rcw_rules.kernel.seeds import require_seed
from rcw_rules.kernel.sources import SeededDice

__all__ = ["Play", "Progress", "Simulation", "SimulationError", "simulate"]

OutcomeT = TypeVar("OutcomeT", bound=Hashable)

Play: TypeAlias = Callable[[SeededDice], OutcomeT]
"""Plays one game with these dice and returns what came of it: anything hashable. For other processes it must be a
function of a module, with `functools.partial` where it takes more."""

Progress: TypeAlias = Callable[[int, int], object]
"""Is told how many games are done, and of how many."""

BATCH = 100
"""How many games are handed out at once."""

_TRIES = 3
"""How often a batch is handed out before its workers are given up."""

_Batch: TypeAlias = tuple[tuple[Any, ...], bytes]
"""What comes back of a batch: a table of outcomes, and for every game its place in it, as bytes of type ``I``."""


class SimulationError(RulesError):
    """A simulation could not be finished.

    Attributes:
        done: What was done until then, None if nothing was.
    """

    code: ClassVar[str] = "simulation"

    def __init__(self, message: str, done: Simulation[Any] | None) -> None:
        super().__init__(message)
        self.done: Simulation[Any] | None = done


class Simulation(Sample[OutcomeT], Generic[OutcomeT]):
    """The outcomes of many games, in the order of their numbers.

    Attributes:
        seed: The seed of all games.
        games: The numbers of the games that were played, in order; every number from 0 unless it was interrupted.
        is_complete: Whether all games that were asked for were played.
    """

    def __init__(
        self,
        outcomes: tuple[OutcomeT, ...],
        indices: array[int],
        *,
        seed: int | str,
        games: range | tuple[int, ...],
        is_complete: bool,
    ) -> None:
        super().__init__(outcomes, indices)
        self.seed: int | str = seed
        self.games: range | tuple[int, ...] = games
        self.is_complete: bool = is_complete

    def dice_of(self, game: int) -> SeededDice:
        """Return the dice of a game, to play it again and see how it went.

        Args:
            game: Its number.
        """
        return _dice(self.seed, game)


def simulate(
    play: Play[OutcomeT],
    games: int,
    *,
    seed: int | str,
    workers: int | None = 1,
    executor: Executor | None = None,
    progress: Progress | bool = False,
    cancelled: Callable[[], bool] | None = None,
) -> Simulation[OutcomeT]:
    """Play many games and return what came of each.

    Interrupted with Ctrl-C or called off, it returns the games that are done; `Simulation.is_complete` tells. A batch
    of games whose worker died is handed out again; each game counts once.

    Args:
        play: Plays one game.
        games: How many.
        seed: The seed. The same seed gives the same games, no matter how many workers play them.
        workers: How many processes play; None for one for each processor, 1 to play here.
        executor: Any executor of `concurrent.futures` to play instead, such as a cluster's. It stays open.
        progress: Whether to show a bar on a terminal, on standard error, which takes the extra ``cli``; or a function
            that is told after each batch how many games are done, and of how many.
        cancelled: Is asked after each batch of a hundred games whether to give up, such as
            ``threading.Event().is_set``.

    Raises:
        SimulationError: A game failed, or the workers died again and again; it holds what was done until then.
        DiceError: There is no such seed.
        ValueError: Fewer than one game or worker.
    """
    require_seed(seed)
    if games < 1:
        raise ValueError(f"at least one game is played, not {games}")
    if workers is not None and workers < 1:
        raise ValueError(f"at least one worker plays, not {workers}")
    done: dict[int, _Batch] = {}
    try:
        with _bar(games) if progress is True else nullcontext(progress or None) as tell:
            for first, batch in _played(play, seed, games, workers, executor):
                done[first] = batch
                if tell is not None:
                    tell(min(len(done) * BATCH, games), games)
                if cancelled is not None and cancelled():
                    break
    except KeyboardInterrupt:
        if not done:
            raise
    except _FailedError as failed:
        raise SimulationError(str(failed), _merged(done, seed, games) if done else None) from failed.__cause__
    return _merged(done, seed, games)


@contextmanager
def _bar(games: int) -> Generator[Progress | None]:
    """Show a bar while it goes on, if there is a terminal and something to show bars with."""
    try:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bars
    except ImportError:
        yield None
        return
    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Bars(*columns, console=console, disable=not console.is_terminal) as bars:
        task = bars.add_task("games", total=games)
        yield lambda done, of: bars.update(task, completed=done)


class _FailedError(Exception):
    """A game or a worker failed."""


def _dice(seed: int | str, game: int) -> SeededDice:
    return SeededDice(f"{seed}/{game}")


def _play_batch(play: Play[Any], seed: int | str, first: int, count: int) -> _Batch | str:
    """Play a batch where the worker is. Return its outcomes, or what went wrong with one of its games."""
    places: dict[Any, int] = {}
    indices = array("I")
    for game in range(first, first + count):
        try:
            outcome = play(_dice(seed, game))
            indices.append(places.setdefault(outcome, len(places)))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a game does wrong is told with its number
            return f"game {game} of the seed {seed!r} failed: {said_of(error)}"
    return tuple(places), indices.tobytes()


def _good(batch: _Batch | str) -> _Batch:
    if isinstance(batch, str):
        raise _FailedError(batch)
    return batch


def _played(
    play: Play[Any], seed: int | str, games: int, workers: int | None, executor: Executor | None
) -> Iterator[tuple[int, _Batch]]:
    """Yield the batches as they are done, each with the number of its first game."""
    batches = range(0, games, BATCH)
    if executor is None and workers == 1:
        for first in batches:
            yield first, _good(_play_batch(play, seed, first, min(BATCH, games - first)))
        return
    crew = _Crew(workers or os.cpu_count() or 1, executor)
    if executor is None:
        _require_picklable(play)
    following = iter(batches)  # not a list: there may be any number of games
    again: list[int] = []
    tries: Counter[int] = Counter()
    waiting: dict[Future[_Batch | str], int] = {}
    try:
        while True:
            while len(waiting) < crew.most_waiting:
                first = again.pop() if again else next(following, games)
                if first == games:
                    break
                waiting[crew.submit(play, seed, first, min(BATCH, games - first))] = first
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                first = waiting.pop(future)
                try:
                    batch = future.result()
                except (Exception, CancelledError) as error:
                    tries[first] += 1
                    if tries[first] == _TRIES:
                        died = isinstance(error, BrokenExecutor)
                        what = "the workers died" if died else "a worker failed"
                        message = f"{what} {_TRIES} times while games {first} and on were played: {said_of(error)}"
                        raise _FailedError(message) from error
                    again.append(first)
                    crew.renew(error)
                else:
                    yield first, _good(batch)
    finally:
        for future in waiting:
            future.cancel()
        crew.dismiss()


class _Crew:
    """Those who play: processes of our own, or somebody's executor."""

    def __init__(self, workers: int, executor: Executor | None) -> None:
        self._workers = workers
        self._theirs = executor
        self._ours: ProcessPoolExecutor | None = None
        # Enough that nobody waits for work, and not so much that an interruption finds thousands of batches handed out.
        self.most_waiting: int = 4 * workers if executor is None else 256

    def submit(self, play: Play[Any], seed: int | str, first: int, count: int) -> Future[_Batch | str]:
        pool = self._theirs
        if pool is None:
            # A fork of a process that has threads may hang, so the workers begin afresh.
            pool = self._ours = self._ours or ProcessPoolExecutor(self._workers, get_context("spawn"))
        return pool.submit(_play_batch, play, seed, first, count)

    def renew(self, error: BaseException) -> None:
        """Take new processes where ours are broken."""
        if isinstance(error, BrokenExecutor):
            self.dismiss()

    def dismiss(self) -> None:
        if self._ours is not None:
            self._ours.shutdown(wait=False, cancel_futures=True)
            self._ours = None


def _require_picklable(play: Play[Any]) -> None:
    try:
        pickle.dumps(play)
    except Exception as error:
        raise ValueError(f"other processes cannot get at {play!r}: give a function of a module ({error})") from error


def _merged(done: dict[int, _Batch], seed: int | str, games: int) -> Simulation[Any]:
    places: dict[Any, int] = {}
    indices = array("I")
    numbers: list[int] = []
    for first in sorted(done):
        table, packed = done[first]
        here = [places.setdefault(outcome, len(places)) for outcome in table]
        batch = array("I", packed)
        indices.extend(here[place] for place in batch)
        numbers.extend(range(first, first + len(batch)))
    is_complete = len(numbers) == games
    played = range(games) if is_complete else tuple(numbers)
    return Simulation(tuple(places), indices, seed=seed, games=played, is_complete=is_complete)
