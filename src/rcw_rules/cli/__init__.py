"""The command line ``rcw``: the rulesets asked from a shell.

Only `main` is for use from Python; what the commands do is in the library itself.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, NoReturn

__all__ = ["main"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``rcw`` and return its exit code.

    While it runs, SIGTERM and SIGHUP end the command, unless the program that calls it handles them.

    Args:
        arguments: What stands after ``rcw``; None for the arguments of this process.
    """
    try:
        with _ended_by_signals() as told:
            if find_spec("click") is None or find_spec("rich") is None:
                sys.stderr.write("rcw: the command line needs click and rich: pip install 'rcw-rules[cli]'\n")
                return 2
            from rcw_rules.cli.running import run

            code = run(sys.argv[1:] if arguments is None else arguments)
            return 128 + told[0] if told else code  # a command may show what it has, and then end
    except _ToldToEnd as ended:
        return 128 + ended.number
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


class _ToldToEnd(KeyboardInterrupt):
    """Another process wants this one to end: as an interrupt does, it must leave nothing half-written."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)


@contextmanager
def _ended_by_signals() -> Generator[list[int], None, None]:
    """Have SIGTERM and SIGHUP end a command as an interrupt does, unless somebody else takes care of them.

    Yields:
        The numbers of the signals that have come.
    """
    told: list[int] = []

    def end(number: int, _: object) -> NoReturn:
        signal.signal(number, signal.SIG_DFL)  # a second one ends it at once
        told.append(number)
        raise _ToldToEnd(number)

    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():  # no other may set them
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is signal.SIG_DFL:
                before[number] = signal.signal(number, end)
    try:
        yield told
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
