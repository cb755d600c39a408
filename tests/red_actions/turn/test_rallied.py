from __future__ import annotations

import pytest
from red_actions_games import unit

from rcw_rules import red_actions as ra


def objections(who: ra.Unit, *actions: ra.Action, evades: bool) -> list[str]:
    asked = ra.ActionLegalityRequest(unit=who, actions=actions, around=ra.Circumstances(evades=evades))
    return [objection.rule for objection in ra.ruleset.verdict(asked).objections]


@pytest.mark.rule("red_actions", "rally-rout-success")
@pytest.mark.parametrize("evades", [False, True])
def test_a_unit_that_rallies_from_rout_does_not_evade_in_that_turn(evades: bool) -> None:
    refused = ["rally-rout-success"] if evades else []
    routing = unit("1st", routing=True, rout_turns=1)
    assert objections(routing, ra.Action(what="rally_from_rout"), evades=evades) == refused
    rallied = unit("1st", rallied=True, has_acted=True)
    assert objections(rallied, evades=evades) == refused
