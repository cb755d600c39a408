"""Lines that a person types: with a prompt, a history and completion on a terminal, echoed on a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager, suppress
from typing import IO, Any

import click

from rcw_rules.kernel.errors import NoAnswerError
from rcw_rules.kernel.plain import printable
from rcw_rules.terminal import read_line, require_typed

_LEAST_COLUMNS = 20
"""GNU readline divides by zero where it lists completions on some terminals of 3 columns, which ends the process."""


class TypedLines:
    """Standard input, line by line.

    On a terminal the line is edited and completed by ``readline`` where Python has it. On a pipe the prompt is printed
    with the line that was read, so that a transcript reads as a session.

    Args:
        completions: Returns the lines that Tab completes; asked when Tab is pressed.
    """

    def __init__(self, completions: Callable[[], Sequence[str]]) -> None:
        if sys.stdin is None:
            raise NoAnswerError("a match is played by lines on standard input, which is closed")
        self._completions = completions
        self.is_terminal: bool = sys.stdin.isatty() and sys.stdout.isatty()

    def line(self, prompt: str) -> str | None:
        """Return the next line without the spaces around it; None if there is none.

        Raises:
            NoAnswerError: If the line is longer than anybody types.
        """
        return self._on_terminal(prompt) if self.is_terminal else self._on_pipe(prompt)

    def _on_pipe(self, prompt: str) -> str | None:
        stream: IO[bytes] = sys.stdin.buffer
        typed = read_line(stream)
        if typed is not None:
            click.echo(printable(f"{prompt}{typed}"))
        return typed

    def _on_terminal(self, prompt: str) -> str | None:
        sys.stdout.flush()
        with _completing(self._completions):
            try:
                typed = input(prompt)
            except EOFError:
                click.echo()
                return None
            except UnicodeDecodeError:
                return "\ufffd"  # what no alternative is
        require_typed(typed)
        return typed.strip()


@contextmanager
def _completing(completions: Callable[[], Sequence[str]]) -> Generator[None]:
    """Have Tab complete whole lines while it goes on, if there is readline and room to list them."""
    readline: Any = None
    with suppress(ImportError):
        import readline
    if readline is None:
        yield
        return
    is_libedit = "libedit" in (readline.__doc__ or "")
    if _columns() < _LEAST_COLUMNS:
        readline.parse_and_bind("bind ^I ed-insert" if is_libedit else "tab: tab-insert")
        yield
        return
    found: list[str] = []

    def complete(text: str, number: int) -> str | None:
        if number == 0:
            found[:] = matching(text, completions())
        return found[number] if number < len(found) else None

    before = readline.get_completer(), readline.get_completer_delims()
    readline.set_completer(complete)
    readline.set_completer_delims("")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    try:
        yield
    finally:
        readline.set_completer(before[0])
        readline.set_completer_delims(before[1])


def _columns() -> int:
    """Return how wide the terminal is; one that does not know, or says 0, is as wide as most."""
    with suppress(OSError, ValueError):
        return os.get_terminal_size(sys.stdin.fileno()).columns or 80
    return 80


def matching(text: str, lines: Sequence[str]) -> list[str]:
    """Return the lines that begin with a text, in any case; without any, those that have all its words.

    >>> matching("mar", ["pass", "march Scouts to 3", "march Cadets to 2"])
    ['march Scouts to 3', 'march Cadets to 2']
    >>> matching("sco 3", ["pass", "march Scouts to 3"])
    ['march Scouts to 3']
    """
    lowered = text.casefold()
    return [line for line in lines if line.casefold().startswith(lowered)] or with_words(text, lines)


def with_words(text: str, lines: Sequence[str]) -> list[str]:
    """Return the lines that have every word of a text somewhere, in any case."""
    words = text.casefold().split()
    return [line for line in lines if all(word in line.casefold() for word in words)]
