"""Who decides in play: a person who is asked, a list of answers, or the documented default."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from rcw_rules.kernel.errors import ChoiceError
from rcw_rules.kernel.questions import DecidedBy, Decision
from rcw_rules.kernel.umpire import Decider


class Asked(Decider):
    """A person who is asked every time.

    Args:
        ask: Takes the `Decision` and returns one of its alternatives, as a value or in words, or None for the default.
    """

    __slots__ = ("_ask",)

    def __init__(self, ask: Callable[[Decision[Any, Any]], object]) -> None:
        self._ask = ask

    def decide(self, decision: Decision[Any, Any]) -> Any:
        """Ask.

        Raises:
            ChoiceError: If the answer is no alternative.
        """
        answer = self._ask(decision)
        return None if answer is None else decision.alternative(answer)


class InOrder(Decider):
    """Answers given beforehand, one for each time that a choice with several alternatives comes up.

    >>> InOrder(["Red 1", "Red 2"]).left
    ('Red 1', 'Red 2')

    Args:
        answers: The alternatives in order, as values or in words.
    """

    __slots__ = ("_answers", "_used")

    by: ClassVar[DecidedBy] = "policy"

    def __init__(self, answers: Iterable[object]) -> None:
        self._answers = tuple(answers)
        self._used = 0

    @property
    def left(self) -> tuple[object, ...]:
        """The answers that have not been needed yet."""
        return self._answers[self._used :]

    def decide(self, decision: Decision[Any, Any]) -> Any:
        """Return the next answer.

        Raises:
            ChoiceError: If there is none left, or it is no alternative.
        """
        choice = decision.choice
        if self._used >= len(self._answers):
            raise ChoiceError(
                f"too few answers to {choice.id} [{choice.rule}]: it is asked once more than the {len(self._answers)} "
                f"given; it can be {' or '.join(decision.told)}"
            )
        self._used += 1
        return decision.alternative(self._answers[self._used - 1])

    def finish(self) -> None:
        """Refuse answers that nobody asked for.

        Raises:
            ChoiceError: If some are left; the message lists them.
        """
        if self.left:
            shown = ", ".join(map(str, self.left))
            raise ChoiceError(f"too many answers: {self._used} of {len(self._answers)} were needed; left over: {shown}")


class Defaults(Decider):
    """The documented default, whatever is decided: what holds without any policy, to be named beside others."""

    __slots__ = ()

    by: ClassVar[DecidedBy] = "default"

    def decide(self, decision: Decision[Any, Any]) -> None:
        """Leave it to the default."""
