"""Questions asked with given faces, and the cards of a pack."""

from __future__ import annotations

from typing import Any

import pytest

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import red_square as rs

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PACK = [*(rank + suit for suit in "HDCS" for rank in RANKS), "*1", "*2"]


def answer(request: Any, *faces: Any, **fields: Any) -> Any:
    return rs.ruleset.resolve(request, dice=GivenDice(faces), **fields).outcome


def ask(request: Any) -> Any:
    return rs.ruleset.resolve(request, dice=GivenDice([])).outcome


def problems(request: Any) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        ask(request)
    return [(problem.path, problem.rule) for problem in caught.value.problems]
