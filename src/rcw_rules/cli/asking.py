"""Dice thrown at the table: which ones and what for is said on stderr, and their faces are typed in."""

from __future__ import annotations

import secrets
import sys
from typing import IO, Any

import click

from rcw_rules.cli.inputs import STANDARD_INPUT, read_faces
from rcw_rules.kernel.dice import Faces, Variable
from rcw_rules.kernel.errors import DiceError, RulesError
from rcw_rules.kernel.sources import AskingDice, DiceSource, Roller, SeededDice, Throw


class NoAnswerError(RulesError):
    """There is nobody to ask, or the answers have ended."""


class TypedDice(DiceSource):
    """Dice whose faces a person types in, asked again after an impossible answer.

    Args:
        file: Where the request came from. If it came on standard input, the answers come from the terminal itself.
        seed: The seed for throws that the person leaves to the machine; None for a seed drawn when it is first needed.
    """

    __slots__ = ("_answers", "_asking", "_seed", "_seeded")

    def __init__(self, file: str, seed: int | None) -> None:
        self._answers = _terminal() if file == STANDARD_INPUT else _standard_input()
        self._seed = seed
        self._seeded: SeededDice | None = None
        self._asking = AskingDice(self._ask, otherwise=_Machine(self))

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        """Ask for the faces until they are possible; nothing typed leaves the throw to the machine."""
        while True:
            try:
                return self._asking.throw(variable, purpose, rule)
            except DiceError as error:
                click.echo(f"rcw: {error}", err=True)

    def roll_by_machine(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        """Throw with the seed, drawn and told when there is none yet."""
        if self._seeded is None:
            seed = self._seed
            if seed is None:
                seed = secrets.randbelow(2**32)
                click.echo(f"rcw: the machine rolls with the seed {seed}", err=True)
            self._seeded = SeededDice(seed)
        faces, by = self._seeded.throw(variable, purpose, rule)
        click.echo(f"rcw: the machine rolled {', '.join(map(str, faces))}", err=True)
        return faces, by

    def _ask(self, throw: Throw) -> Faces | None:
        count = "1 face" if len(throw.dice) == 1 else f"{len(throw.dice)} faces"
        what = f"roll {throw.label} for {throw.purpose} [{throw.rule}]"
        click.echo(f"rcw: {what}: type {count}, or nothing to let the machine roll", err=True)
        answer = self._answers.readline()
        if not answer.endswith(b"\n") and not answer.strip():
            raise NoAnswerError(f"the answers ended before {throw.purpose} [{throw.rule}] was rolled")
        faces = read_faces(answer.decode("utf-8", "replace"))
        return faces or None


class _Machine(DiceSource):
    __slots__ = ("_typed",)

    def __init__(self, typed: TypedDice) -> None:
        self._typed = typed

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        return self._typed.roll_by_machine(variable, purpose, rule)


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
