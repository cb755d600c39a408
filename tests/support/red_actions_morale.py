"""Questions about morale."""

from __future__ import annotations

from itertools import product
from typing import Any

from rcw_rules import red_actions as ra

DICE = list(product(range(1, 7), repeat=2))


def ask(number: int, test: Any = "fear", **fields: Any) -> ra.MoraleTestRequest:
    return ra.MoraleTestRequest(test=test, number=number, **fields)
