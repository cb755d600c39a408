"""Answers that are kept: those about the rulesets for good, those to long questions while there is room."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from rcw_rules.service.computing import Workers
from rcw_rules.service.problems import DeclinedError

__all__ = ["Kept", "Recent"]

T = TypeVar("T")


class Kept:
    """What workers say of the rulesets, asked once and kept."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        self._found: dict[tuple[Any, ...], asyncio.Future[Any]] = {}

    async def get(self, function: Callable[..., T], *args: str) -> T:
        """Return what *function* returns for *args* in a worker; a second client waits for the first one's answer.

        Raises:
            RulesError: As the function raises; errors are not kept.
        """
        key = (function, *args)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = asyncio.ensure_future(self._ask(function, args))
            found.add_done_callback(lambda done: self._forget_error(key, done))
        told: T = await asyncio.shield(found)
        return told

    async def _ask(self, function: Callable[..., T], args: tuple[str, ...]) -> T:
        while True:
            try:
                return await self._workers.run(function, *args, is_patient=True)
            except DeclinedError as error:
                if error.code != "worker":  # somebody killed it: ask another
                    raise

    async def close(self) -> None:
        """Give up what is still being asked."""
        asking = [found for found in self._found.values() if not found.done()]
        for found in asking:
            found.cancel()
        await asyncio.gather(*asking, return_exceptions=True)

    def _forget_error(self, key: tuple[Any, ...], done: asyncio.Future[Any]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._found.pop(key, None)


class Recent:
    """Answers to long questions, the oldest forgotten where there is no room."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._held = 0
        self._answers: OrderedDict[bytes, bytes] = OrderedDict()

    def get(self, question: bytes) -> bytes | None:
        """Return the answer to a question, or None."""
        answer = self._answers.get(question)
        if answer is not None:
            self._answers.move_to_end(question)
        return answer

    def put(self, question: bytes, answer: bytes) -> None:
        """Keep an answer, unless it takes more than an eighth of the room."""
        size = len(question) + len(answer)
        if size * 8 > self._most or question in self._answers:
            return
        self._answers[question] = answer
        self._held += size
        while self._held > self._most:
            oldest = self._answers.popitem(last=False)
            self._held -= sum(map(len, oldest))
