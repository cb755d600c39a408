"""The dice of ``--ask``: typed in at the terminal, or left to a machine that says what it does."""

from __future__ import annotations

import secrets
import sys
from typing import IO, Any

import click

from rcw_rules.cli.inputs import STANDARD_INPUT
from rcw_rules.kernel.dice import Faces, Variable
from rcw_rules.kernel.errors import NoAnswerError
from rcw_rules.kernel.sources import DiceSource, SeededDice
from rcw_rules.kernel.variables import Roller
from rcw_rules.terminal import TerminalDice


def typed_dice(file: str, seed: int | None) -> TerminalDice:
    """Return dice whose faces a person types in.

    Args:
        file: Where the request came from. If it came on standard input, the answers come from the terminal itself.
        seed: The seed for throws that the person leaves to the machine; None for a seed drawn when it is first needed.
    """
    answers = _terminal() if file == STANDARD_INPUT else _standard_input()
    return TerminalDice(answers=answers, say=_say, otherwise=_Machine(seed))


class _Machine(DiceSource):
    __slots__ = ("_seed", "_seeded")

    def __init__(self, seed: int | None) -> None:
        self._seed = seed
        self._seeded: SeededDice | None = None

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        """Throw with the seed, drawn and told when there is none yet."""
        if self._seeded is None:
            seed = self._seed
            if seed is None:
                seed = secrets.randbelow(2**32)
                _say(f"the machine rolls with the seed {seed}")
            self._seeded = SeededDice(seed)
        faces, by = self._seeded.throw(variable, purpose, rule)
        _say(f"the machine rolled {', '.join(map(str, faces))}")
        return faces, by


def _say(line: str) -> None:
    click.echo(f"rcw: {line}", err=True)


def _standard_input() -> IO[bytes]:
    if sys.stdin is None:
        raise NoAnswerError("--ask reads the faces from standard input, which is closed")
    return sys.stdin.buffer


def _terminal() -> IO[bytes]:
    try:
        return open("/dev/tty", "rb")  # noqa: PTH123 - a device; it stays open until the command ends
    except OSError:
        raise NoAnswerError(
            "--ask cannot reach a terminal while the request comes on standard input: name a file with the request"
        ) from None
