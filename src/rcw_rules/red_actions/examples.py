"""The worked examples of the book, with the dice that it tells of, and some that it does not tell."""

from __future__ import annotations

from rcw_rules.red_actions.triggers import MoraleTriggersRequest
from rcw_rules.ruleset import Example


def several_tests() -> MoraleTriggersRequest:
    """Return the gun that hits riflemen, kills their officer and gets a Kill!.

    Rules: mor-multiple-example.
    """
    return MoraleTriggersRequest(direct_hits=1, officers_lost=True, kills=1)


EXAMPLES: tuple[Example, ...] = (
    Example(
        id="mor-multiple-example",
        title="A gun hits riflemen, kills their officer and gets a Kill!",
        request=several_tests,
        faces=(),
        told="A fear test, a serious test and another fear test, in this order. Every cell with a Kill! asks for a "
        "second serious test besides, of which the book does not speak here.",
    ),
)
