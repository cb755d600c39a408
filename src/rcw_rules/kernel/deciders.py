"""Who decides in play: a person who is asked, a list of answers, or the documented default."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from rcw_rules.kernel.errors import ChoiceError
from rcw_rules.kernel.plain import in_text, taken
from rcw_rules.kernel.questions import Decision
from rcw_rules.kernel.umpire import Decider
from rcw_rules.kernel.variables import DecidedBy


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
        return None if answer is None else taken(decision.alternative(answer))


class InOrder(Decider):
    """Answers given beforehand, one for each decision between several alternatives that comes up.

    Args:
        answers: The alternatives in order, as values or in words.
    """

    __slots__ = ("_answers",)

    @property
    def by(self) -> DecidedBy:
        """What a record says of who decided."""
        return "policy"

    def __init__(self, answers: Iterable[object]) -> None:
        self._answers = tuple(answers)

    def decide(self, decision: Decision[Any, Any]) -> Any:
        """Return the answer whose turn it is.

        Raises:
            ChoiceError: If there is none left, or it is no alternative.
        """
        choice = decision.choice
        if decision.number >= len(self._answers):
            raise ChoiceError(
                f"too few answers to {choice.id} [{choice.rule}]: it is asked once more than the {len(self._answers)} "
                f"given; it can be {' or '.join(decision.told)}"
            )
        return taken(decision.alternative(self._answers[decision.number]))

    def finish(self, asked: int) -> None:
        """Refuse answers that nobody asked for.

        Raises:
            ChoiceError: If some are left; the message lists them.
        """
        left = self._answers[asked:]
        if left:
            shown = ", ".join(map(in_text, left))
            raise ChoiceError(f"too many answers: {asked} of {len(self._answers)} were needed; left over: {shown}")


class Defaults(Decider):
    """The documented default, whatever is decided: what holds without any policy, to be named beside others."""

    __slots__ = ()

    @property
    def by(self) -> DecidedBy:
        """What a record says of who decided."""
        return "default"

    def decide(self, decision: Decision[Any, Any]) -> None:
        """Leave it to the default."""
