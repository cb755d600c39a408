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
import signal
from array import array
from collections import Counter
from collections.abc import Callable, Collection, Generator, Hashable, Iterator
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
from multiprocessing.process import BaseProcess
from time import monotonic
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

_SECONDS = 0.5
"""How long a batch is played. What is left of it then is handed out again, so that an interruption loses little."""

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

    Interrupted with Ctrl-C or called off, it returns the games that are done but for those of the last half second, and
    its workers end at once; `Simulation.is_complete` tells. A batch of games whose worker died is handed out again;
    each game counts once.

    Args:
        play: Plays one game.
        games: How many.
        seed: The seed. The same seed gives the same games, no matter how many workers play them.
        workers: How many processes play; None for one for each processor, 1 to play here.
        executor: Any executor of `concurrent.futures` to play instead, such as a cluster's. It stays open.
        progress: Whether to show a bar on a terminal, on standard error, which takes the extra ``cli``; or a function
            that is told after each batch how many games are done, and of how many.
        cancelled: Is asked after each batch whether to give up, such as ``threading.Event().is_set``. A batch is a
            hundred games, or as many as half a second takes, and at least one.

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
    count = 0
    try:
        with _bar(games) if progress is True else nullcontext(progress or None) as tell:
            for first, batch in _played(play, seed, games, workers, executor):
                done[first] = batch
                count += _games_of(batch)
                if tell is not None:
                    tell(count, games)
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


def _play_batch(play: Play[Any], seed: int | str, first: int, count: int, seconds: float) -> _Batch | str:
    """Play a batch where the worker is, for so many seconds. Return its outcomes, or what went wrong with a game."""
    end = monotonic() + seconds
    places: dict[Any, int] = {}
    indices = array("I")
    for game in range(first, first + count):
        try:
            outcome = play(_dice(seed, game))
            indices.append(places.setdefault(outcome, len(places)))
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a game does wrong is told with its number
            return f"game {game} of the seed {seed!r} failed: {said_of(error)}"
        if monotonic() >= end:
            break
    return tuple(places), indices.tobytes()


def _games_of(batch: _Batch) -> int:
    return len(batch[1]) // array("I").itemsize


def _good(batch: _Batch | str) -> _Batch:
    if isinstance(batch, str):
        raise _FailedError(batch)
    return batch


def _played(
    play: Play[Any], seed: int | str, games: int, workers: int | None, executor: Executor | None
) -> Iterator[tuple[int, _Batch]]:
    """Yield the batches as they are done, each with the number of its first game."""
    batches = ((first, min(BATCH, games - first)) for first in range(0, games, BATCH))
    if executor is None and workers == 1:
        for first, count in batches:
            done = 0
            while done < count:
                batch = _good(_play_batch(play, seed, first + done, count - done, _SECONDS))
                yield first + done, batch
                done += _games_of(batch)
        return
    crew = _Crew(workers or os.cpu_count() or 1, executor)
    if executor is None:
        _require_picklable(play)
    again: list[tuple[int, int]] = []
    tries: Counter[int] = Counter()
    waiting: dict[Future[_Batch | str], tuple[int, int]] = {}
    try:
        while True:
            while len(waiting) < crew.most_waiting:
                handed = again.pop() if again else next(batches, None)
                if handed is None:
                    break
                waiting[crew.submit(play, seed, *handed)] = handed
            if not waiting:
                return
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                first, count = waiting.pop(future)
                try:
                    result = future.result()
                except (Exception, CancelledError) as error:
                    tries[first] += 1
                    if tries[first] == _TRIES:
                        died = isinstance(error, BrokenExecutor)
                        what = "the workers died" if died else "a worker failed"
                        message = f"{what} {_TRIES} times while games {first} and on were played: {said_of(error)}"
                        raise _FailedError(message) from error
                    again.append((first, count))
                    crew.renew(error)
                else:
                    here = _good(result)
                    done = _games_of(here)
                    if done < count:
                        again.append((first + done, count - done))
                    yield first, here
    finally:
        crew.dismiss(waiting)


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
            pool = self._ours = self._ours or ProcessPoolExecutor(
                self._workers, get_context("spawn"), initializer=_leave_interrupts
            )
        return pool.submit(_play_batch, play, seed, first, count, _SECONDS)

    def renew(self, error: BaseException) -> None:
        """Take new processes where ours are broken."""
        if isinstance(error, BrokenExecutor):
            self.dismiss()

    def dismiss(self, waiting: Collection[Future[Any]] = ()) -> None:
        """Let our processes go, in the middle of a game if any is awaited; take back what others were handed."""
        ours, self._ours = self._ours, None
        if ours is None:
            for future in waiting:
                future.cancel()
            return
        # A pool ends no process before Python 3.14. Its futures are not cancelled: it could not say then that it broke.
        processes: dict[int, BaseProcess] = getattr(ours, "_processes", None) or {}
        ending = list(processes.values()) if waiting else []
        for process in ending:
            process.terminate()
        ours.shutdown(wait=False)


def _leave_interrupts() -> None:
    """Leave Ctrl-C, which every process of a terminal gets, to the process that handed out the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


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
