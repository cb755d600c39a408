"""Standard output and standard error while a command runs: what cannot be written is an error, or is dropped."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import IO, Any


class ReaderGoneError(Exception):
    """The reader of the output has stopped reading."""


class OutputError(Exception):
    """The output cannot be written."""


@contextmanager
def guarded_streams() -> Generator[None, None, None]:
    """Have every write to standard output succeed or raise one of the two errors, and no message raise anything.

    Both streams write UTF-8 whatever the locale, since JSON is UTF-8 and no character may stop a message. What is
    printed is on its way only when standard output is flushed.
    """
    _fill_gaps()
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _guarded(before[0], _refuse), _guarded(before[1], _drop)
    try:
        yield
    finally:
        with suppress(ReaderGoneError, OutputError, ValueError):  # what was printed before something went wrong
            sys.stdout.flush()
        with suppress(ValueError):
            sys.stderr.flush()
        sys.stdout, sys.stderr = before


def _fill_gaps() -> None:
    """Put the null device where a standard stream is closed, lest a file that is opened later takes its number."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free


def _guarded(stream: Any, failed: Callable[[Exception], None]) -> io.TextIOWrapper:
    raw = _Guarded(stream, failed)
    # A terminal shows a line as soon as it is complete.
    return io.TextIOWrapper(
        io.BufferedWriter(raw), encoding="utf-8", errors="backslashreplace", line_buffering=raw.isatty()
    )


def _refuse(error: Exception) -> None:
    if isinstance(error, BrokenPipeError):
        raise ReaderGoneError from None
    reason = error.strerror if isinstance(error, OSError) else "standard output is closed"
    raise OutputError(f"the answer cannot be written: {reason or error}") from None


def _drop(error: Exception) -> None:
    """Do without a message that nobody can be shown; the exit code still tells what happened."""


class _Guarded(io.RawIOBase):
    """Writes to another stream until that fails, which is told once."""

    def __init__(self, stream: Any, failed: Callable[[Exception], None]) -> None:
        self._text = stream
        self._failed = failed
        self._has_failed = False

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        with suppress(AttributeError, ValueError):
            return bool(self._text.isatty())
        return False

    def fileno(self) -> int:
        if self._text is None:
            raise io.UnsupportedOperation("the stream is closed")
        number: int = self._text.fileno()
        return number

    def write(self, content: Any) -> int:
        if not self._has_failed:
            try:
                return _write_at_once(self._text, content)
            except (OSError, ValueError) as error:
                # What is left must not fail again when the stream is closed.
                self._has_failed = True
                self._failed(error)
        return len(content)


def _write_at_once(stream: Any, content: Any) -> int:
    """Write to what lies below a text stream, so that nothing is left over to fail when Python ends."""
    if stream is None:
        raise ValueError("the stream is closed")
    stream.flush()
    below: IO[bytes] = getattr(stream.buffer, "raw", stream.buffer)
    return below.write(content) or 0
