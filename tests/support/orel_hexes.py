"""Units on hexes of Orel, for the tests of zones of control and stacking."""

from __future__ import annotations

from typing import Any

import pytest
from orel_units import builder

from rcw_rules import GivenDice, InvalidRequestError
from rcw_rules import orel as game
from rcw_rules.kernel.procedures import Request

battalion = builder("infantry")


tank = builder("tank")


def problems(request: Request[Any]) -> list[tuple[str, str]]:
    with pytest.raises(InvalidRequestError) as caught:
        game.ruleset.resolve(request, dice=GivenDice([]))
    return [(problem.path, problem.rule) for problem in caught.value.problems]
