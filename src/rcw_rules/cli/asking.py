"""Sessions at a terminal: where the answers come from, and the file that keeps a session for later."""

from __future__ import annotations

import sys
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import gettempdir
from typing import IO, Any

import click

from rcw_rules.cli.inputs import STANDARD_INPUT
from rcw_rules.cli.output import Telling, show_resolution
from rcw_rules.cli.playing import Seat
from rcw_rules.cli.streams import OutputError
from rcw_rules.kernel.errors import NoAnswerError
from rcw_rules.kernel.plain import printable
from rcw_rules.kernel.writing import write_new
from rcw_rules.sessions import Session


def play(session: Session[Any], file: str, seed: int | None, *, as_json: bool, told: Telling = "usual") -> None:
    """Ask a person everything that is open in a session, and print what it comes to.

    Args:
        session: The session.
        file: Where the request came from. If it came on standard input, the answers come from the terminal itself.
        seed: The seed for throws that the person leaves to the machine; None for a seed drawn when it is first needed.
        as_json: Whether to print JSON.
        told: How much to print.

    Raises:
        NoAnswerError: If there is nobody to ask, or the answers end; then the session is saved.
        OutputError: If the answer cannot be written; then the session is saved if anything was asked.
    """
    is_asked = session.pending is not None
    if is_asked:
        answers = _terminal() if file == STANDARD_INPUT else _standard_input()
        ended = Seat(answers=answers, say=_say, save=_save, seed=seed).play(session)
        if ended is None:
            return
        session = ended
    resolution = session.resolution
    assert resolution is not None  # noqa: S101 - nothing is asked any more
    try:
        show_resolution(resolution, as_json=as_json, told=told)
        sys.stdout.flush()
    except OutputError as error:
        if not is_asked:
            raise
        raise OutputError(f"{error}; the session is saved: go on with rcw resume {_save(session)}") from None


def _save(session: Session[Any]) -> Path:
    content = f"{session.to_json()}\n".encode()
    return save_for_later(session.ruleset.procedure_for(session.request).id, "session", content)


def save_for_later(name: str, kind: str, content: bytes) -> Path:
    """Write a document to a file of its own in the current folder or, if that cannot be, among the temporary files.

    Args:
        name: What the file is called first: ``red_white.melee``.
        kind: And then: ``session``.
        content: The document.

    Raises:
        OutputError: If it cannot be written there either.
    """
    try:
        return _save_in(Path(), f"{name}.{kind}", content)
    except OSError as refused:
        reason = refused.strerror or str(refused)
    try:
        file = _save_in(Path(gettempdir()), f"{name}.{kind}", content)
    except OSError:
        raise OutputError(f"the {kind} {name}.{kind}.json cannot be written: {reason}") from None
    _say(f"the {kind} cannot be saved in this folder: {reason}")
    return file


def _save_in(folder: Path, name: str, content: bytes) -> Path:
    for number in count(1):
        file = folder / f"{name}{'' if number == 1 else f'-{number}'}.json"
        with suppress(FileExistsError):
            write_new(file, content)
            return file
    raise AssertionError(folder)


def _say(line: str) -> None:
    click.echo(f"rcw: {printable(line)}", err=True)


def _standard_input() -> IO[bytes]:
    if sys.stdin is None:
        raise NoAnswerError("--ask reads the answers from standard input, which is closed")
    return sys.stdin.buffer


def _terminal() -> IO[bytes]:
    try:
        return open("/dev/tty", "rb")  # noqa: PTH123 - a device; it stays open until the command ends
    except OSError:
        raise NoAnswerError(
            "--ask cannot reach a terminal while the request comes on standard input: name a file with the request"
        ) from None
