"""Many games: the same for any number of workers, nothing counted twice, nothing lost that was done."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import border_war as bw
import pytest

import games
from rcw_rules import DiceError, SeededDice, Simulation, SimulationError, simulate, simulation

P = ParamSpec("P")
T = TypeVar("T")

EXPECTED = tuple(games.brawl(SeededDice(f"Orel/{number}")) for number in range(250))


def test_each_game_is_that_of_its_own_dice() -> None:
    result = simulate(games.brawl, 250, seed="Orel")
    assert tuple(result) == EXPECTED
    assert (result.games, result.is_complete, result.seed, result.draws) == (range(250), True, "Orel", 250)
    assert games.brawl(result.dice_of(117)) == result[117]


def test_the_shares_are_near_the_exact_odds() -> None:
    odds = bw.ruleset.odds(bw.big_brawl()).probability(lambda outcome: outcome.winner == "attacker")
    estimate = simulate(games.brawl, 2_000, seed=1).estimate(lambda game: game[0] == "attacker")
    assert abs(estimate.value - float(odds)) < 4 * estimate.standard_error


def test_the_number_of_workers_changes_nothing() -> None:
    alone = simulate(games.brawl, 250, seed="Orel")
    two = simulate(games.brawl, 250, seed="Orel", workers=2)
    assert (two.outcomes, two.indices.tolist()) == (alone.outcomes, alone.indices.tolist())


def test_any_executor_will_do_and_stays_open() -> None:
    with ThreadPoolExecutor(3) as threads:
        assert tuple(simulate(games.brawl, 250, seed="Orel", executor=threads)) == EXPECTED
        assert threads.submit(len, "open").result() == 4


def test_a_cluster_of_dask_will_do() -> None:
    # In an interpreter of its own: a cluster leaves threads and warnings of its libraries behind.
    script = (
        "from distributed import Client, LocalCluster\n"
        "import games\n"
        "from rcw_rules import play_series, simulate\n"
        "from rcw_rules.red_square import game\n"
        "if __name__ == '__main__':\n"
        "    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:\n"
        "        with Client(cluster) as client:\n"
        "            print(tuple(simulate(games.brawl, 250, seed='Orel', executor=client.get_executor())))\n"
        "            asked = game, game.scenario('outpost'), {'red': 'random', 'white': 'hold'}, 6\n"
        "            there = play_series(*asked, seed=4, executor=client.get_executor())\n"
        "    print(there.played.outcomes == play_series(*asked, seed=4).played.outcomes)\n"
    )
    support = str(Path(games.__file__).parent)
    ran = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True, cwd=support, timeout=120
    )
    assert ran.stdout == f"{EXPECTED}\nTrue\n", ran.stderr


class Shuffled(ThreadPoolExecutor):
    """An executor whose tasks end in an order of their own, the last one handed out first."""

    held: tuple[tuple[Future[Any], Callable[[], Any]], ...] = ()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future = Future[T]()
        self.held = (*self.held, (future, partial(fn, *args, **kwargs)))
        if len(self.held) == 3:
            for waiting, task in reversed(self.held):
                waiting.set_result(task())
        return future


def test_the_order_in_which_batches_end_changes_nothing() -> None:
    with Shuffled() as shuffled:
        result = simulate(games.brawl, 250, seed="Orel", executor=shuffled)
    assert tuple(result) == EXPECTED
    assert result.outcomes == tuple(dict.fromkeys(EXPECTED))


def test_progress_is_told_batch_by_batch() -> None:
    told: list[tuple[int, int]] = []
    simulate(games.brawl, 250, seed=1, progress=lambda done, of: told.append((done, of)))
    assert told == [(100, 250), (200, 250), (250, 250)]


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_bar_is_shown_on_a_terminal_only(
    is_terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1" if is_terminal else "0")
    result = simulate(games.brawl, 250, seed="Orel", progress=True)
    assert tuple(result) == EXPECTED
    told = capsys.readouterr()
    assert told.out == ""
    assert ("250/250" in told.err) == is_terminal


def test_a_game_that_fails_is_named_and_what_was_done_is_kept() -> None:
    with pytest.raises(
        SimulationError, match=r"^game 130 of the seed 'Orel' failed: RuntimeError: the rails are cut$"
    ) as found:
        simulate(partial(games.failing, 130), 250, seed="Orel")
    assert found.value.done is not None
    assert (found.value.done.games, found.value.done.is_complete) == (tuple(range(100)), False)
    with pytest.raises(SimulationError, match=r"^game 5 of") as at_once:
        simulate(partial(games.failing, 5), 250, seed="Orel")
    assert at_once.value.done is None


def test_an_interruption_keeps_what_is_done() -> None:
    result: Simulation[str] = simulate(partial(games.interrupted, 230), 1_000, seed="Orel")
    assert (result.draws, result.games, result.is_complete) == (200, tuple(range(200)), False)
    with pytest.raises(KeyboardInterrupt):
        simulate(partial(games.interrupted, 30), 1_000, seed="Orel")


def test_slow_games_are_kept_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "_SECONDS", 0.0)
    told: list[tuple[int, int]] = []
    result = simulate(partial(games.interrupted, 130), 1_000, seed="Orel", progress=lambda *done: told.append(done))
    assert (result.games, result.is_complete) == (tuple(range(130)), False)
    assert told == [(number, 1_000) for number in range(1, 131)]


def test_the_size_of_batches_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "_SECONDS", 0.0)
    alone = simulate(games.brawl, 130, seed="Orel")
    with ThreadPoolExecutor(2) as threads:
        many = simulate(games.brawl, 130, seed="Orel", executor=threads)
    for result in (alone, many):
        assert (tuple(result), result.games, result.is_complete) == (EXPECTED[:130], range(130), True)
        assert result.outcomes == tuple(dict.fromkeys(EXPECTED[:130]))


def test_workers_end_at_once_when_games_are_called_off() -> None:
    before = set(multiprocessing.active_children())
    result = simulate(games.endless, 1_000, seed="Orel", workers=2, cancelled=lambda: True)
    assert 0 < result.draws <= 100
    end = time.monotonic() + 60
    while set(multiprocessing.active_children()) - before:
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("workers", [1, 2])
def test_games_that_are_called_off_are_those_that_are_done(workers: int) -> None:
    asked: list[int] = []

    def cancelled() -> bool:
        asked.append(1)
        return len(asked) == 2

    result = simulate(partial(games.failing, -1), 1_000, seed="Orel", workers=workers, cancelled=cancelled)
    assert (result.draws, len(result.games), result.is_complete) == (200, 200, False)
    assert len(asked) == 2


def test_the_batch_of_a_worker_that_dies_is_played_again_and_counts_once(tmp_path: Path) -> None:
    result = simulate(partial(games.dying_once, str(tmp_path / "died")), 600, seed="Orel", workers=2)
    assert (tmp_path / "died").exists()
    assert tuple(result) == tuple(f"Orel/{number}" for number in range(600))


def test_workers_that_die_again_and_again_are_given_up() -> None:
    with pytest.raises(SimulationError, match=r"^the workers died 3 times while games [0-9]+ and on were played"):
        simulate(games.dying, 150, seed="Orel", workers=2)


class _Mute(Exception):  # noqa: N818 - an error of somebody else
    def __str__(self) -> str:
        raise RuntimeError("I say nothing")


def test_a_game_that_ends_the_program_or_cannot_say_what_is_wrong_is_named() -> None:
    def leave(dice: SeededDice) -> int:
        sys.exit(3)

    def fail(dice: SeededDice) -> int:
        raise _Mute

    with pytest.raises(SimulationError, match=r"^game 0 of the seed 1 failed: SystemExit: 3$"):
        simulate(leave, 5, seed=1)
    with pytest.raises(SimulationError, match=r"^game 0 of the seed 1 failed: _Mute, whose text cannot be read$"):
        simulate(fail, 5, seed=1)
    with ThreadPoolExecutor(1) as threads, pytest.raises(SimulationError, match="failed: SystemExit: 3"):
        simulate(leave, 5, seed=1, executor=threads)


class _Deaf(ThreadPoolExecutor):
    """Fails to hand anything out, as a pool does that cannot pickle what comes of a game."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        future.set_exception(TypeError("cannot pickle this"))
        return future


def test_a_worker_that_fails_is_not_said_to_have_died() -> None:
    with (
        _Deaf() as threads,
        pytest.raises(
            SimulationError,
            match=r"^a worker failed 3 times while games 0 and on were played: TypeError: cannot",
        ),
    ):
        simulate(games.brawl, 5, seed=1, executor=threads)


def test_any_number_of_games_may_be_begun() -> None:
    with ThreadPoolExecutor(1) as threads:
        result = simulate(lambda dice: 1, 10**15, seed=1, executor=threads, cancelled=lambda: True)
    assert result.draws == 100
    assert not result.is_complete


def test_what_cannot_be_simulated() -> None:
    with pytest.raises(ValueError, match=r"^at least one game is played, not 0$"):
        simulate(games.brawl, 0, seed=1)
    with pytest.raises(ValueError, match=r"^at least one worker plays, not 0$"):
        simulate(games.brawl, 5, seed=1, workers=0)
    with pytest.raises(DiceError, match=r"a seed is a whole number"):
        simulate(games.brawl, 5, seed="a|b")
    with pytest.raises(ValueError, match=r"^other processes cannot get at <function"):
        simulate(lambda dice: 1, 5, seed=1, workers=2)
