r"""Dice thrown at the table: a line says which ones and what for, and their faces are typed in.

>>> from io import BytesIO
>>> from rcw_rules.kernel.dice import d6
>>> dice = TerminalDice(answers=BytesIO(b"7\n6\n"), say=print)
>>> dice.throw(d6, "attacker's die", "melee-roll")
roll d6 for attacker's die [melee-roll]: type 1 face
attacker's die [melee-roll]: face 7 is impossible on a d6, which shows 1 to 6
roll d6 for attacker's die [melee-roll]: type 1 face
((6,), 'asked')
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import IO, Any

from rcw_rules.kernel.dice import Face, Faces, Variable
from rcw_rules.kernel.errors import DiceError, NoAnswerError
from rcw_rules.kernel.sources import AskingDice, DiceSource, PassingDice, Throw
from rcw_rules.kernel.variables import Roller

_LONGEST_LINE = 10_000
_NUMBER = re.compile(r"[+-]?[0-9]{1,20}")


class TerminalDice(PassingDice):
    """Dice whose faces a person types in, asked again after an impossible answer.

    Args:
        answers: Where the answers come from, a line each; by default standard input.
        say: Shows a line to the person; by default on standard error, so that standard output can
            be piped on.
        otherwise: Rolls whatever the person leaves to it by typing nothing. Without it, an empty line is not an answer.
    """

    __slots__ = ("_answers", "_asking", "_may_leave", "_say")

    def __init__(
        self,
        *,
        answers: IO[bytes] | None = None,
        say: Callable[[str], None] | None = None,
        otherwise: DiceSource | None = None,
    ) -> None:
        self._answers = answers
        self._say = say if say is not None else _say_on_standard_error
        self._may_leave = otherwise is not None
        self._asking = AskingDice(self._ask, otherwise=otherwise)
        super().__init__(self._asking)

    def throw(self, variable: Variable[Any], purpose: str, rule: str) -> tuple[Faces, Roller]:
        """Ask for the faces until they are possible.

        Raises:
            NoAnswerError: If the answers end, or a line of them is longer than anybody types.
        """
        while True:
            try:
                return self._asking.throw(variable, purpose, rule)
            except DiceError as error:
                self._say(str(error))

    def _ask(self, throw: Throw) -> Faces | None:
        count = "1 face" if len(throw.dice) == 1 else f"{len(throw.dice)} faces"
        leave = ", or nothing to let the machine roll" if self._may_leave else ""
        self._say(f"roll {throw.label} for {throw.purpose} [{throw.rule}]: type {count}{leave}")
        faces = self._line(throw)
        if not faces:
            return None if self._may_leave else ()
        while len(faces) < len(throw.dice):  # one die after the other, a line each
            self._say(f"{len(faces)} of {count}: type the other{'s' if len(throw.dice) - len(faces) > 1 else ''}")
            faces += self._line(throw)
        return faces

    def _line(self, throw: Throw) -> Faces:
        answers = self._answers if self._answers is not None else sys.stdin.buffer
        answer = answers.readline(_LONGEST_LINE + 1)
        if len(answer) > _LONGEST_LINE:
            raise NoAnswerError(f"an answer of more than {_LONGEST_LINE:,} characters is no answer")
        if not answer.endswith(b"\n") and not answer.strip():
            raise NoAnswerError(f"the answers ended before {throw.purpose} [{throw.rule}] was rolled")
        return read_faces(answer.decode("utf-8", "replace"))


def read_faces(text: str) -> Faces:
    """Return the faces in *text*, numbers or codes of cards, separated by commas or spaces.

    >>> read_faces("4, 6 QH"), read_faces("")
    ((4, 6, 'QH'), ())

    Raises:
        DiceError: If nothing stands between two commas.
    """
    if not text.strip():
        return ()
    words = re.split(r"\s*,\s*|\s+", text.strip())
    if "" in words:
        raise DiceError(f"a face is missing beside a comma in {text!r}")
    return tuple(_face(word) for word in words)


def _face(word: str) -> Face:
    return int(word) if _NUMBER.fullmatch(word) else word


def _say_on_standard_error(line: str) -> None:
    print(line, file=sys.stderr)  # noqa: T201 - talking to a person is what it is for
