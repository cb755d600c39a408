"""Who decides, and for which unit, in the course of a procedure."""

from __future__ import annotations

from typing import Any

from rcw_rules import Request
from rcw_rules.kernel.questions import Decision
from rcw_rules.ruleset import Ruleset
from rcw_rules.sessions import Session


def decided(ruleset: Ruleset[Any], request: Request[Any], *faces: int | str, **answers: Any) -> dict[str, Any]:
    """Return the owner and the unit of each choice when it first comes up, as far as the faces reach.

    Args:
        ruleset: The ruleset.
        request: The question.
        faces: What the dice and cards show, in order.
        answers: What is decided, by the id of the choice; the default otherwise.
    """
    left = list(faces)
    found: dict[str, tuple[str, str]] = {}
    session: Session[Any] = ruleset.begin(request)
    while (asked := session.pending) is not None:
        if isinstance(asked, Decision):
            found.setdefault(asked.choice.id, (asked.owner, asked.unit))
            session = session.answer(answers.get(asked.choice.id, asked.default))
        else:
            count = len(asked.dice)
            if len(left) < count:
                break
            session = session.answer(tuple(left[:count]))
            del left[:count]
    return found
