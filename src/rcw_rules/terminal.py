r"""Dice thrown and decisions taken at the table: a line says what is asked, and the answer is typed in.

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
from collections.abc import Callable, Iterator
from typing import IO, Any

from rcw_rules.kernel.dice import Face, Faces, Variable
from rcw_rules.kernel.errors import ChoiceError, DiceError, NoAnswerError
from rcw_rules.kernel.questions import Decision, Throw
from rcw_rules.kernel.sources import AskingDice, DiceSource, PassingDice
from rcw_rules.kernel.umpire import Decider
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
        typed = read_line(answers)
        if typed is None:
            raise NoAnswerError(f"the answers ended before {throw.purpose} [{throw.rule}] was rolled")
        return read_faces(typed)


class TerminalChoices(Decider):
    r"""Decisions that a person types in: asked again after what is no alternative, the default where nothing is typed.

    >>> from io import BytesIO
    >>> from rcw_rules import GivenDice, inches
    >>> from rcw_rules import red_white as rw
    >>> request = rw.ActivationRequest(base=6, stands=8, full_move=inches(6), cheka=True)
    >>> typed = TerminalChoices(answers=BytesIO(b"no\n"), say=lambda line: None)
    >>> rw.ruleset.resolve(request, dice=GivenDice([9]), choices=typed).outcome.liquidated
    False

    Args:
        answers: Where the answers come from, a line each; by default standard input.
        say: Shows a line to the person; by default on standard error.
    """

    __slots__ = ("_answers", "_say")

    def __init__(self, *, answers: IO[bytes] | None = None, say: Callable[[str], None] | None = None) -> None:
        self._answers = answers
        self._say = say if say is not None else _say_on_standard_error

    def decide(self, decision: Decision[Any, Any]) -> Any:
        """Ask until the answer is an alternative.

        Raises:
            NoAnswerError: If the answers end, or a line of them is longer than anybody types.
        """
        answers = self._answers if self._answers is not None else sys.stdin.buffer
        while True:
            for line in decision_lines(decision):
                self._say(line)
            typed = read_line(answers)
            if typed is None:
                raise NoAnswerError(f"the answers ended before this was decided: {decision}")
            try:
                return typed_alternative(decision, typed) if typed else decision.default
            except ChoiceError as error:
                self._say(str(error))


def read_line(answers: IO[bytes]) -> str | None:
    """Return the next line that a person types, without the spaces around it; None if the answers have ended.

    Raises:
        NoAnswerError: If the line is longer than anybody types.
    """
    line = answers.readline(_LONGEST_LINE + 1)
    if len(line) > _LONGEST_LINE:
        raise NoAnswerError(f"an answer of more than {_LONGEST_LINE:,} characters is no answer")
    if not line.endswith(b"\n") and not line.strip():
        return None
    return line.decode("utf-8", "replace").strip()


def decision_lines(asked: Decision[Any, Any]) -> Iterator[str]:
    """Yield a decision as a person reads it: who decides what, for whom and where, and a line for each alternative."""
    where = asked.where.rpartition("/")[2]
    unit = f" about {asked.unit}" if asked.unit else ""
    yield f"{asked.owner} decides{unit}{where and f' ({where})'}: {asked.choice.about} [{asked.choice.rule}]"
    for number, told in enumerate(asked.told, start=1):
        mark = " (Enter)" if asked.alternatives[number - 1] == asked.default else ""
        yield f"  {f'{number}  ' if are_numbered(asked) else ''}{told}{mark}"


def typed_alternative(asked: Decision[Any, Any], typed: str) -> Any:
    """Return the alternative that a person typed: its words in any case, or its number in the list.

    Raises:
        ChoiceError: If it is none; the error lists them.
    """
    if are_numbered(asked):
        for number, alternative in enumerate(asked.alternatives, start=1):
            if typed == str(number):
                return alternative
    return asked.alternative(typed)


def are_numbered(asked: Decision[Any, Any]) -> bool:
    """Return whether the alternatives are told with numbers.

    Those that are numbers themselves are not, unless two read alike: then their words say nothing.
    """
    told = [words.casefold() for words in asked.told]
    return len(set(told)) < len(told) or not any(words.isdecimal() for words in told)


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
