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
from fractions import Fraction
from typing import IO, Any

from rcw_rules.kernel.dice import Face, Faces, Variable
from rcw_rules.kernel.errors import ChoiceError, DiceError, NoAnswerError
from rcw_rules.kernel.questions import Decision, Throw
from rcw_rules.kernel.sources import AskingDice, DiceSource, PassingDice
from rcw_rules.kernel.umpire import Decider
from rcw_rules.kernel.variables import Roller

_LONGEST_LINE = 10_000
_NUMBER = re.compile(r"[+-]?[0-9]{1,20}")
_AMOUNT = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?) ?([a-z]{1,9}|)")


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
    require_typed(line)
    if not line.endswith(b"\n") and not line.strip():
        return None
    return line.decode("utf-8", "replace").strip()


def require_typed(line: str | bytes) -> None:
    """Raise if a line is longer than anybody types.

    Raises:
        NoAnswerError: If it is.
    """
    if len(line) > _LONGEST_LINE:
        raise NoAnswerError(f"an answer of more than {_LONGEST_LINE:,} characters is no answer")


def decision_lines(asked: Decision[Any, Any]) -> Iterator[str]:
    """Yield a decision as a person reads it: who decides what, for whom and where, and a line for each alternative."""
    where = asked.where.rpartition("/")[2]
    unit = f" about {asked.unit}" if asked.unit else ""
    if asked.unit.endswith("?"):  # a fact of the table, which is a question of its own
        yield f"{asked.owner} is asked{where and f' ({where})'}: {asked.unit.partition(': ')[2]} [{asked.choice.rule}]"
    else:
        yield f"{asked.owner} decides{unit}{where and f' ({where})'}: {asked.choice.about} [{asked.choice.rule}]"
    for number, told in enumerate(asked.told, start=1):
        mark = " (Enter)" if asked.alternatives[number - 1] == asked.default else ""
        yield f"  {f'{number}  ' if are_numbered(asked) else ''}{told}{mark}"


def typed_alternative(asked: Decision[Any, Any], typed: str) -> Any:
    """Return the alternative that a person typed: its words in any case, or its number in the list.

    Where all are amounts of one unit, such as lengths, a number is the amount.

    Raises:
        ChoiceError: If it is none; the error lists them.
    """
    amounts = amounts_of(asked)
    if amounts:
        amount = _AMOUNT.fullmatch(typed.strip().casefold())
        if amount and amount[2] in {"", *_units(asked)}:
            wanted = Fraction(amount[1])
            if wanted in amounts:
                return amounts[wanted]
            raise ChoiceError(_no_such_amount(asked, wanted, amounts))
    if are_numbered(asked):
        for number, alternative in enumerate(asked.alternatives, start=1):
            if typed == str(number):
                return alternative
    return asked.alternative(typed)


def are_numbered(asked: Decision[Any, Any]) -> bool:
    """Return whether the alternatives are shown with numbers.

    Those that are numbers or amounts themselves are not, unless two read alike: then their words say nothing.
    """
    if amounts_of(asked):
        return False
    told = [words.casefold() for words in asked.told]
    return len(set(told)) < len(told) or not any(words.isdecimal() for words in told)


def amounts_of(asked: Decision[Any, Any]) -> dict[Fraction, Any]:
    """Return the alternatives by their amounts, such as ``6.25 in``; nothing unless all are amounts of one unit."""
    read = [_AMOUNT.fullmatch(words) for words in asked.told]
    found = {Fraction(amount[1]): one for amount, one in zip(read, asked.alternatives, strict=True) if amount}
    return found if len(found) == len(read) and len(_units(asked)) == 1 and _units(asked) != {""} else {}


def _units(asked: Decision[Any, Any]) -> set[str]:
    return {amount[2] for words in asked.told if (amount := _AMOUNT.fullmatch(words))}


def _no_such_amount(asked: Decision[Any, Any], wanted: Fraction, amounts: dict[Fraction, Any]) -> str:
    unit = next(iter(_units(asked)))
    near = sorted(sorted(amounts, key=lambda one: abs(one - wanted))[:2])
    told = " or ".join(f"{float(one):g}" for one in near)
    return f"{asked.choice.id}: {float(wanted):g} {unit} is not on the list; type {told} [{asked.choice.rule}]"


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
