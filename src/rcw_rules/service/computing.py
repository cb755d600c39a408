"""Worker processes for long questions, so that one heavy question does not stop the table.

A worker is a Python of its own that has loaded the rulesets. It works on one question at a time, and asks now and then
whether the question was called off; a worker that does not listen is killed, and another takes its place.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import pickle
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from decimal import Decimal
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any, TypeVar

from rcw_rules.json_text import dumps
from rcw_rules.kernel.errors import BudgetError, QuestionCancelledError
from rcw_rules.kernel.limits import Limits
from rcw_rules.service.problems import DeclinedError, ToldError, problem_of
from rcw_rules.service.settings import Settings

__all__ = ["Workers", "in_json", "limits_here"]

T = TypeVar("T")

_LISTENS_WITHIN = 0.5
"""How many seconds a worker has to give up a question that was called off."""

_BY_THE_CLOCK = 4
"""How many times longer than its time of computing a question may take by the clock, on a busy machine."""

_RESERVE = 4
"""How many times more than a question may hold a worker may grow, since that is an estimate."""

_ANSWERED, _REFUSED = b"+", b"-"
"""How the answer of a worker begins, before its JSON."""

_PATIENCE = 0.02
"""After so many seconds without a question a new worker loads the next ruleset."""

_SPAWN = multiprocessing.get_context("spawn")


class _Worker:
    """A process and the connection to it."""

    def __init__(self, settings: Settings) -> None:
        self.connection, theirs = _SPAWN.Pipe()
        self.process: SpawnProcess = _SPAWN.Process(
            target=_work, args=(theirs, settings), name="rcw worker", daemon=True
        )
        self.process.start()
        theirs.close()

    def ask(self, question: bytes) -> bytes:
        """Send a question and wait for its answer, in a thread.

        Raises:
            EOFError: The process has ended.
        """
        try:
            self.connection.send_bytes(question)
            return self.connection.recv_bytes()
        except OSError:
            raise EOFError from None

    def call_off(self) -> None:
        with suppress(OSError):
            self.connection.send_bytes(b"")

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


class Workers:
    """The worker processes of a service."""

    def __init__(self, settings: Settings) -> None:
        """Prepare workers; they start when they are needed, or with `start`."""
        self._settings = settings
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._waiting = 0
        self._free: asyncio.Semaphore | None = None
        self._threads: ThreadPoolExecutor | None = None
        self._is_closed = False

    @property
    def processes(self) -> list[SpawnProcess]:
        """The processes, those at work and those at rest."""
        return [worker.process for worker in self._all]

    def start(self) -> None:
        """Start every process, so that the first question finds it warm."""
        if self._threads is None:
            count = self._settings.workers
            self._threads = ThreadPoolExecutor(count, "rcw worker")
            self._free = asyncio.Semaphore(count)
            for _ in range(count):
                self._add()

    def _add(self) -> None:
        worker = _Worker(self._settings)
        self._all.add(worker)
        self._idle.append(worker)

    async def run(self, function: Callable[..., T], *args: Any, is_patient: bool = False) -> T:
        """Return the plain data that *function* returns in a worker, as JSON holds them: tuples become lists.

        Args and errors are as for `run_text`.
        """
        found: T = json.loads(await self.run_text(function, *args, is_patient=is_patient), parse_float=Decimal)
        return found

    async def run_text(self, function: Callable[..., Any], *args: Any, is_patient: bool = False) -> bytes:
        """Return as JSON what *function* returns in a worker; it is called off when the caller is cancelled.

        Args:
            function: A function of a module, that pickle can name. It asks `limits_here` for the limits.
            args: What it is given: plain data.
            is_patient: Whether it waits however many wait already, for what is asked once.

        Raises:
            DeclinedError: Too many questions wait (``busy``), or the process ended (``worker``).
            BudgetError: It costs more than it may.
            RulesError: As the function raises.
        """
        self.start()
        assert self._free is not None  # noqa: S101 - start has made it
        if self._is_closed:
            raise QuestionCancelledError
        if not is_patient and self._waiting >= self._settings.waiting + self._settings.workers:
            raise DeclinedError(
                "busy", f"{self._waiting} long questions are being worked on", headers={"Retry-After": "2"}
            )
        self._waiting += 1
        try:
            async with self._free:
                return await self._run_now(pickle.dumps((function, args)))
        finally:
            self._waiting -= 1

    async def _run_now(self, question: bytes) -> bytes:
        worker = self._idle.pop()
        answering = asyncio.get_running_loop().run_in_executor(self._threads, worker.ask, question)
        is_whole = False
        try:
            answer = await asyncio.wait_for(asyncio.shield(answering), self._settings.seconds * _BY_THE_CLOCK + 1)
            is_whole = True
        except asyncio.CancelledError:
            worker.call_off()
            is_whole = await _ends(answering)
            raise
        except TimeoutError:
            worker.call_off()
            is_whole = await _ends(answering)
            raise BudgetError(self._settings.seconds, "", bound="seconds", what="the answer") from None
        except EOFError:
            raise DeclinedError("worker", "the process that worked on the question has ended") from None
        finally:
            if is_whole:
                self._idle.append(worker)
            else:
                self._replace(worker)
                with suppress(EOFError):
                    await answering
        if answer[:1] == _REFUSED:
            raise ToldError(json.loads(answer[1:]))
        return answer[1:]

    def _replace(self, worker: _Worker) -> None:
        self._all.discard(worker)
        worker.end()
        if not self._is_closed:
            self._add()

    async def close(self) -> None:
        """End every process; questions that are on their way are lost."""
        self._is_closed = True
        for worker in self._all:
            worker.process.kill()
        for worker in self._all:
            worker.end()
        self._all.clear()
        self._idle.clear()
        if self._threads is not None:
            self._threads.shutdown()


async def _ends(answering: asyncio.Future[bytes]) -> bool:
    """Whether a worker gives up in time, so that it can go on with another question."""
    done, _ = await asyncio.wait([answering], timeout=_LISTENS_WITHIN)
    return bool(done) and answering.exception() is None


# ------------------------------------------------------------------ plain data as text


def in_json(data: Any) -> bytes:
    """Return *data* as compact JSON; decimals stay exact."""
    try:
        # Ten times as quick as `dumps`, but it knows no decimals.
        text = json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_refuse_decimal)
    except _HasDecimalsError:
        text = dumps(data, indent=None)
    return text.encode()


class _HasDecimalsError(Exception):
    pass


def _refuse_decimal(value: object) -> object:
    if isinstance(value, Decimal):
        raise _HasDecimalsError
    raise TypeError(f"{type(value).__name__} is not plain data")


# ------------------------------------------------------------------ in the worker

_limits_here: list[Limits] = []
"""The limits of this worker; nothing outside workers."""


def limits_here() -> Limits:
    """Return the limits of the question that this worker works on; the usual ones outside workers."""
    return _limits_here[0] if _limits_here else Limits()


def _work(connection: Connection, settings: Settings) -> None:
    """Answer one question after the other: what a worker does."""
    import signal

    from rcw_rules.service.telling import each_remembered

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the service itself ends its workers
    _bound_memory(settings)
    _limits_here.append(
        Limits(
            branches=settings.branches,
            seconds=settings.seconds,
            megabytes=settings.megabytes,
            cancelled=connection.poll,
        )
    )
    loading = each_remembered()
    while True:
        while not connection.poll(_PATIENCE) and next(loading, None) is not None:
            continue  # load the rulesets while nobody asks
        try:
            question = connection.recv_bytes()
        except (EOFError, OSError):
            return
        if not question:
            continue  # the one before was called off when it had just ended
        try:
            function, args = pickle.loads(question)  # noqa: S301 - from the service itself
            answer = _ANSWERED + in_json(function(*args))
        except MemoryError:
            answer = _told(BudgetError(settings.megabytes, "", bound="megabytes", what="the answer"))
        except Exception as error:  # noqa: BLE001 - the service tells it
            answer = _told(error)
        try:
            connection.send_bytes(answer)
        except OSError:
            return


def _told(error: Exception) -> bytes:
    """Return an error as the service reads it."""
    problem = problem_of(error)
    if problem["code"] == "internal":
        import traceback

        sys.stderr.write("".join(traceback.format_exception(error)))
    return _REFUSED + in_json(problem)


def _bound_memory(settings: Settings) -> None:
    """Have the system refuse memory far above what a question may hold, where it can."""
    try:
        import resource
        from pathlib import Path

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        most = pages * os.sysconf("SC_PAGE_SIZE") + int(_RESERVE * settings.megabytes * 1_000_000)
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    except (ImportError, OSError, ValueError):
        return  # Limits still bound what is counted
