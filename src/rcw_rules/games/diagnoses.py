"""Which event of a match would go otherwise today, under newer rules."""

from __future__ import annotations

from typing import Any

import attrs

from rcw_rules.games.events import MatchError
from rcw_rules.games.match import Match
from rcw_rules.games.match_file import MatchText
from rcw_rules.kernel.errors import RulesError

__all__ = ["Diagnosis", "diagnosed"]


@attrs.frozen(kw_only=True)
class Diagnosis:
    """The first event that would go otherwise today.

    Attributes:
        number: Its number.
        rule: The rule by which it does; "" where none can be told.
        message: What is otherwise.
        events: How many events there are.
    """

    number: int
    rule: str
    message: str
    events: int


def diagnosed(text: MatchText[Any, Any, Any]) -> Diagnosis | None:
    """Say which event of a match would go otherwise today; None if every one goes as it went."""
    match: Match[Any, Any, Any] = Match(game=text.game, scenario=text.scenario)
    for entry in text.entries:
        try:
            match = match.replayed(entry)
        except RulesError as error:
            rule = error.rule if isinstance(error, MatchError) else _rule_of(error)
            return Diagnosis(number=entry.number, rule=rule, message=str(error), events=len(text.entries))
    return None


def _rule_of(error: RulesError) -> str:
    verdict = getattr(error, "verdict", None)
    return verdict.objections[0].rule if verdict is not None else getattr(error, "rule", "")
